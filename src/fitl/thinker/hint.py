"""A hint in any era: what a thinker would do in a person's place, and why. Nothing changes in the game."""

from typing import Any

from fitl.bots.hint import NoHint
from fitl.decisions import CHANCE, Option
from fitl.entries import Reason
from fitl.game import Game
from fitl.thinker.levels import QUICK
from fitl.thinker.player import Thinker


def advise(game: Game, level: str = QUICK) -> tuple[Option, list[Reason]]:
    """What a thinker would answer to the present decision of a person, and its reasons."""
    decision = game.decision
    if decision is None or decision.actor == CHANCE or game.considered is not None:
        raise NoHint
    reasons: list[Reason] = []

    def note(faction: int, message: str, /, **params: Any) -> None:
        reasons.append(Reason(len(game.entries), faction, message, params))

    return Thinker(decision.actor, level).answer(game, decision, note), reasons
