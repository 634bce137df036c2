"""Players by name: what answers decisions in a simulation.

cast = parse_players("us=random,others=flowchart")
players = seat_players(cast, seed=7)
players[game.decision.actor].play(game, game.decision)
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Final, Protocol

from fitl import prng
from fitl.board.factions import FACTIONS, partner
from fitl.bot_types import KINDS
from fitl.bots.table import NonPlayer, make_non_player
from fitl.casting import PlayersError, parse_cast
from fitl.catalogue import tell
from fitl.decisions import Decision, Option
from fitl.game import Game
from fitl.options import GameOptions
from fitl.rules.setup import scenario_named

__all__ = [
    "BotPlayer",
    "Cast",
    "Player",
    "PlayersError",
    "RandomPlayer",
    "options_for",
    "parse_players",
    "players_of",
    "seat_players",
]

RANDOM: Final = "random"
AGENT: Final = "agent:"  # begins the name of an agent of somebody's own (env/agents.py)


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


class BotPlayer:
    """A non-player of some kind (8.x); its dice are the game's, so that it needs no seed."""

    __slots__ = ("_bot", "_kind")

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._bot: NonPlayer | None = None

    def play(self, game: Game, decision: Decision) -> None:
        if self._bot is None:
            self._bot = make_non_player(self._kind, decision.actor)
        game.consult(self._bot.deliberate(game, decision))


# The name of each Faction's player: RANDOM, a bot type or an agent; "" where there is no such Faction.
Cast = tuple[str, ...]


class _Names(tuple[str, ...]):
    """The names of players: a list to tell people, and besides any agent's."""

    __slots__ = ()

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (isinstance(name, str) and name.startswith(AGENT))


def player_names() -> Collection[str]:
    """Everybody who can play in the laboratory."""
    return _Names((RANDOM, *KINDS, f"{AGENT}MODULE:CLASS"))


def check_player(name: str) -> None:
    """PlayersError says why somebody of this name cannot play."""
    if name not in player_names():
        raise PlayersError(tell("players.unknown", typed=name, names=", ".join(sorted(player_names()))))
    if name.startswith(AGENT):
        _agent(name, 0)


def parse_players(text: str, factions: tuple[int, ...] = FACTIONS) -> Cast:
    """Read "random" or "flowchart", or a mix such as "us=random,others=flowchart", for these Factions."""
    cast = parse_cast(text, player_names(), factions).players
    for name in {*cast} - {""}:
        check_player(name)
    return cast


def players_of(text: str, scenario: str) -> Cast:
    """The same for the Factions of a scenario."""
    return parse_players(text, scenario_named(scenario).factions)


def seat_players(cast: Cast, seed: int) -> list[Player]:
    """One player per Faction, each random one with its own stream of chance.

    A Faction that comes into the game later is played like its partner (P7.4); of others nothing is ever asked.
    """
    names = (name or cast[partner(faction)] for faction, name in enumerate(cast))
    return [_player(name, prng.scramble(seed ^ (faction + 1) << 56)) for faction, name in enumerate(names)]


def _player(name: str, seed: int) -> Player:
    if name == RANDOM:
        return RandomPlayer(seed)
    return _agent(name, seed) if name.startswith(AGENT) else BotPlayer(name)


def _agent(name: str, seed: int) -> Player:
    try:
        from fitl.env.agents import AgentPlayer  # its packages are an extra (docs/dependencies.md)
    except ModuleNotFoundError as error:
        raise PlayersError(str(error)) from error
    return AgentPlayer(name.removeprefix(AGENT), seed)


def is_non_player(name: str) -> bool:
    """Is somebody of this name a non-player by the rules (8.1)? Random players and agents count as people."""
    return name in KINDS


def options_for(cast: Cast, options: GameOptions) -> GameOptions:
    """The options of a game with this cast: a Faction with a bot type is a non-player by the rules (8.1)."""
    kinds = tuple((faction, name) for faction, name in enumerate(cast) if is_non_player(name))
    return replace(options, non_players=tuple(faction for faction, _ in kinds), kinds=kinds) if kinds else options
