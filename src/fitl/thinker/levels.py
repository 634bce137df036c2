"""How long a thinker thinks: budgets in playouts, so that its answers follow from the position and not from the clock.

Measured on one core with the plain build: a playout of a turn costs about half a millisecond.
"""

from typing import Final, NamedTuple

from fitl.kinds import LEVELS


class Level(NamedTuple):
    """The budget of a turn."""

    playouts: int  # for the turn as a whole
    replies: int  # of them for what the next to act is expected to answer


INSTANT, QUICK, STEADY, DEEP = LEVELS
BUDGETS: Final = {
    INSTANT: Level(40, 0),  # for simulations and learning
    QUICK: Level(150, 0),
    STEADY: Level(3000, 40),
    DEEP: Level(15000, 80),
}
