"""A hint in any era: what a thinker would do in a person's place, and why. Nothing changes in the game."""

from typing import Any, Final

from fitl.bots.hint import NoHint
from fitl.decisions import CHANCE, Option
from fitl.entries import Reason
from fitl.game import Game
from fitl.thinker.levels import BUDGETS, QUICK
from fitl.thinker.player import Thinker
from fitl.thinker.thought import GoOn, always

REPLIES: Final = (
    40  # playouts for what the next to act is expected to answer, at any level: advice tells the whole line
)


def advise(game: Game, level: str = QUICK, go_on: GoOn = always) -> tuple[Option, list[Reason]]:
    """What a thinker would answer to the present decision of a person, and why; NoHint if it cannot say.

    `go_on` may end its thinking.
    """
    decision = game.decision
    if decision is None or decision.actor == CHANCE or game.considered is not None:
        raise NoHint
    reasons: list[Reason] = []

    def note(_by: int, _message: str, /, **params: Any) -> None:  # named as in thought.py
        reasons.append(Reason(len(game.entries), _by, _message, params))

    thinker = Thinker(decision.actor, level, recollects=False)  # what led here was a person's plan
    thinker.level = BUDGETS[level]._replace(replies=max(REPLIES, BUDGETS[level].replies))
    thinker.go_on = go_on
    try:
        return thinker.answer(game, decision, note), reasons
    except Exception as error:  # a mind that is lost must not disturb the game
        raise NoHint(str(error)) from error
