"""The review of a finished game: its outline, and the verdict on one turn at a time."""

from typing import Final

from fitl.catalogue import tell
from fitl.refusals import Refused
from fitl.review.shown import outline, turn_shown
from fitl.review.study import Effort, turn_at
from fitl.server.live import LiveGame
from fitl.state import OVER

EFFORT: Final = Effort(400, 40)  # below a second, so that nobody else waits long


def begin(live: LiveGame, _seats: tuple[int, ...]) -> object:
    """The chances over the game, and the turns that can be judged."""
    _check_over(live)
    return outline(live.game)


def turn(live: LiveGame, _seats: tuple[int, ...], entry: int) -> object:
    """The verdict on the turn that begins with an entry."""
    _check_over(live)
    found = turn_at(live.game, entry, EFFORT)
    if found is None:
        raise Refused(tell("review.no_turn", entry=entry))
    return turn_shown(live.game, found)


def _check_over(live: LiveGame) -> None:
    """Until then a review would show what players may not know."""
    if live.game.state.stage != OVER:
        raise Refused(tell("review.unfinished"))
