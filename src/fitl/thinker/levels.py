"""How long a thinker thinks: budgets in playouts, so that its answers follow from the position and not from the clock.

Measured on one core with the plain build: a playout of a turn costs about a third of a millisecond, a look ahead three
(US) to five (NVA).
Looks are worth more than playouts: with 40 of them VC won 2.5 of margin over none against flowcharts on `short-1965`.
"""

from typing import Final, NamedTuple

from fitl.kinds import LEVELS


class Level(NamedTuple):
    """The budget of a turn."""

    playouts: int  # turns that are looked at
    replies: int  # for what the next to act is expected to answer
    looks: int = 0  # ahead, beyond one's own turn


INSTANT, QUICK, STEADY, DEEP = LEVELS
BUDGETS: Final = {
    INSTANT: Level(40, 0, 0),  # for simulations and learning
    QUICK: Level(64, 0, 12),
    STEADY: Level(700, 40, 480),
    DEEP: Level(2400, 80, 1700),
}
