"""Players by name: whoever answers decisions in a simulation.

cast = parse_players("us=random,others=flowchart")
players = seat_players(cast, seed=7)
players[game.decision.actor].play(game, game.decision)
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from fitl import prng
from fitl.board.factions import FACTION_BY_ID, FACTION_IDS, FACTIONS
from fitl.bots.flowchart import FlowchartBot
from fitl.catalogue import tell
from fitl.decisions import Decision, Option
from fitl.game import Game
from fitl.options import GameOptions

OTHERS: Final = "others"
FLOWCHART: Final = "flowchart"


class PlayersError(ValueError):
    """A cast of players that cannot be read; the message says what would be right."""


class Player(Protocol):
    """Answers the decisions of one Faction."""

    def play(self, game: Game, decision: Decision) -> None: ...


class RandomPlayer:
    """Answers at random, each option as likely as any other."""

    __slots__ = ("_seed",)

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def answer(self, game: Game, decision: Decision) -> Option:
        self._seed = seed = prng.advance(self._seed)
        options = decision.options
        return options[prng.below(seed, len(options))]

    def play(self, game: Game, decision: Decision) -> None:
        game.choose(self.answer(game, decision))


class FlowchartPlayer:
    """A non-player that follows its flowchart (8.x); its dice are the game's, so that it needs no seed."""

    __slots__ = ("_bot",)

    def __init__(self, seed: int) -> None:
        self._bot: FlowchartBot | None = None

    def play(self, game: Game, decision: Decision) -> None:
        if self._bot is None:
            self._bot = FlowchartBot(decision.actor)
        game.consult(self._bot.deliberate(game, decision))


# By name: how to make one, given a seed of its own.
PLAYERS: Final[dict[str, Callable[[int], Player]]] = {"random": RandomPlayer, FLOWCHART: FlowchartPlayer}

Cast = tuple[str, ...]  # the name of each Faction's player


def parse_players(text: str) -> Cast:
    """Read "random" or "flowchart", or a mix such as "us=random,others=flowchart"."""
    named: dict[int, str] = {}
    others = ""
    for word in text.lower().split(","):
        who, separator, name = (part.strip() for part in word.partition("="))
        if not separator:
            who, name = OTHERS, who
        if name not in PLAYERS:
            raise PlayersError(tell("players.unknown", typed=name, names=", ".join(sorted(PLAYERS))))
        if who == OTHERS:
            if others:
                raise PlayersError(tell("players.others_twice", typed=text))
            others = name
        elif who not in FACTION_BY_ID:
            raise PlayersError(tell("players.faction", typed=who))
        elif FACTION_BY_ID[who] in named:
            raise PlayersError(tell("players.twice", typed=text, faction=who))
        else:
            named[FACTION_BY_ID[who]] = name
    missing = [FACTION_IDS[faction] for faction in FACTIONS if faction not in named]
    if missing and not others:
        raise PlayersError(tell("players.missing", typed=text, factions=", ".join(missing)))
    return tuple(named.get(faction, others) for faction in FACTIONS)


def seat_players(cast: Cast, seed: int) -> list[Player]:
    """One player per Faction, each with its own stream of chance."""
    return [PLAYERS[name](prng.scramble(seed ^ (faction + 1) << 56)) for faction, name in enumerate(cast)]


def options_for(cast: Cast, options: GameOptions) -> GameOptions:
    """The options of a game with this cast: flowchart players are non-players by the rules (8.1)."""
    non_players = tuple(faction for faction in FACTIONS if cast[faction] == FLOWCHART)
    return replace(options, non_players=non_players) if non_players else options
