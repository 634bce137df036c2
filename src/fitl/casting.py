"""Who plays which Faction, in words: "us=person,others=flowchart". One grammar for play, watch, sim and lab."""

from collections.abc import Collection
from typing import Final, NamedTuple

from fitl.board.factions import FACTION_BY_ID, FACTION_IDS, FACTIONS
from fitl.bot_types import KINDS
from fitl.catalogue import tell
from fitl.options import GameOptions, OptionsError

OTHERS: Final = "others"
PERSON: Final = "person"


class PlayersError(ValueError):
    """A cast of players that cannot be read; the message says what would be right."""


class Cast(NamedTuple):
    """Who plays each Faction, and which pairs one player runs (1.5)."""

    players: tuple[str, ...]  # by Faction; "" where the scenario has no such Faction
    pairs: tuple[tuple[int, ...], ...] = ()


def parse_cast(text: str, names: Collection[str], factions: tuple[int, ...] = FACTIONS) -> Cast:
    """Read one of the names, for all, or a mix such as "us=person,others=flowchart"; "us+arvn=person" is one player.

    Only these Factions are played.
    """
    named: dict[int, str] = {}
    pairs = []
    others = ""
    for word in text.split(","):
        who, separator, name = (part.strip() for part in word.partition("="))
        if not separator:
            who, name = OTHERS, who
        who = who.lower()
        if name.lower() in names and name not in names:
            name = name.lower()
        if name not in names:
            raise PlayersError(tell("players.unknown", typed=name, names=", ".join(sorted(names))))
        if who == OTHERS:
            if others:
                raise PlayersError(tell("players.others_twice", typed=text))
            others = name
            continue
        meant = [_faction(each.strip(), named, text, factions) for each in who.split("+")]
        if len(meant) > 1:
            pairs.append(_pair(meant, name, who))
        named |= dict.fromkeys(meant, name)
    missing = [FACTION_IDS[faction] for faction in factions if faction not in named]
    if missing and not others:
        raise PlayersError(tell("players.missing", typed=text, factions=", ".join(missing)))
    players = tuple(named.get(faction, others) if faction in factions else "" for faction in FACTIONS)
    return Cast(players, tuple(pairs))


def _faction(typed: str, named: dict[int, str], text: str, factions: tuple[int, ...]) -> int:
    if typed not in FACTION_BY_ID:
        raise PlayersError(tell("players.faction", typed=typed))
    if FACTION_BY_ID[typed] not in factions:
        names = ", ".join(FACTION_IDS[faction] for faction in factions)
        raise PlayersError(tell("players.not_here", typed=text, faction=typed, names=names))
    if FACTION_BY_ID[typed] in named:
        raise PlayersError(tell("players.twice", typed=text, faction=typed))
    return FACTION_BY_ID[typed]


def _pair(factions: list[int], name: str, typed: str) -> tuple[int, ...]:
    """1.5: US and ARVN, or NVA and VC, may be run by one person."""
    pair = tuple(sorted(factions))
    if name != PERSON:
        raise PlayersError(tell("players.pair_of_people", typed=typed))
    if pair not in ((0, 1), (2, 3)):
        raise PlayersError(tell("options.pair", typed=typed))
    return pair


def seated(text: str, factions: tuple[int, ...] = FACTIONS) -> GameOptions:
    """The seats and non-players of a game with people and non-players by kind, written as above."""
    cast = parse_cast(text, (PERSON, *KINDS), factions)
    alone = [(faction,) for faction in factions if not any(faction in pair for pair in cast.pairs)]
    try:
        return GameOptions(
            seats=tuple(sorted((*cast.pairs, *alone))),
            non_players=tuple(faction for faction in factions if cast.players[faction] != PERSON),
            kinds=tuple((faction, cast.players[faction]) for faction in factions if cast.players[faction] != PERSON),
        )
    except OptionsError as error:
        raise PlayersError(str(error)) from error
