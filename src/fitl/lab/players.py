"""Players by name: whoever answers decisions in a simulation.

cast = parse_players("us=random,others=random")
players = seat_players(cast, seed=7)
game.choose(players[game.decision.actor].answer(game, game.decision))
"""

from collections.abc import Callable
from typing import Final, Protocol

from fitl import prng
from fitl.board.factions import FACTION_BY_ID, FACTION_IDS, FACTIONS
from fitl.decisions import Decision, Option
from fitl.game import Game

OTHERS: Final = "others"


class PlayersError(ValueError):
    """A cast of players that cannot be read; the message says what would be right."""


class Player(Protocol):
    """Answers the decisions of one Faction."""

    def answer(self, game: Game, decision: Decision) -> Option: ...


class RandomPlayer:
    """Answers at random, each option as likely as any other."""

    __slots__ = ("_seed",)

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def answer(self, game: Game, decision: Decision) -> Option:
        self._seed = seed = prng.advance(self._seed)
        options = decision.options
        return options[prng.below(seed, len(options))]


# By name: how to make one, given a seed of its own.
PLAYERS: Final[dict[str, Callable[[int], Player]]] = {"random": RandomPlayer}

Cast = tuple[str, ...]  # the name of each Faction's player


def parse_players(text: str) -> Cast:
    """Read "random", or a mix such as "us=random,others=random"."""
    named: dict[int, str] = {}
    others = ""
    for word in text.lower().split(","):
        who, separator, name = (part.strip() for part in word.partition("="))
        if not separator:
            who, name = OTHERS, who
        if name not in PLAYERS:
            raise PlayersError(f"there is no player {name!r}; there are {', '.join(sorted(PLAYERS))}")
        if who == OTHERS:
            if others:
                raise PlayersError(f"{text!r} names the player of the other Factions twice")
            others = name
        elif who not in FACTION_BY_ID:
            raise PlayersError(f"there is no Faction {who!r}; write us, arvn, nva, vc or others before the =")
        elif FACTION_BY_ID[who] in named:
            raise PlayersError(f"{text!r} names the player of {who} twice")
        else:
            named[FACTION_BY_ID[who]] = name
    missing = [FACTION_IDS[faction] for faction in FACTIONS if faction not in named]
    if missing and not others:
        raise PlayersError(f"{text!r} names no player for {', '.join(missing)}; add others=NAME")
    return tuple(named.get(faction, others) for faction in FACTIONS)


def seat_players(cast: Cast, seed: int) -> list[Player]:
    """One player per Faction, each with its own stream of chance."""
    return [PLAYERS[name](prng.scramble(seed ^ (faction + 1) << 56)) for faction, name in enumerate(cast)]
