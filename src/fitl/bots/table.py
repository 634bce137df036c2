"""A table with non-players: plays their decisions through the game's one door until a person (or nobody) is asked."""

from collections.abc import Mapping
from typing import Protocol

from fitl.decisions import CHANCE, Decision, Flow, Option
from fitl.game import Game


class NonPlayer(Protocol):
    """Makes up its mind about one decision at a time."""

    def deliberate(self, game: Game, decision: Decision) -> Flow[Option]: ...


def play_non_player(game: Game, bots: Mapping[int, NonPlayer]) -> bool:
    """Play one decision if a non-player is asked; False if somebody else is (a person, or a die by hand)."""
    decision = game.decision
    if decision is None or decision.actor == CHANCE or decision.actor not in bots:
        return False
    game.consult(bots[decision.actor].deliberate(game, decision))
    return True


def play_non_players(game: Game, bots: Mapping[int, NonPlayer]) -> None:
    """Play until a person is asked or the game is over."""
    while play_non_player(game, bots):
        pass
