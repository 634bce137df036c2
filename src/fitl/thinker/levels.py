"""How long a thinker thinks: budgets in playouts, so that its answers follow from the position and not from the clock.

Measured on one core with the plain build: a playout of a turn costs about a third of a millisecond, a look ahead two
to four. Looks that cannot change the choice are not taken (see lookahead.py), which saves about half of them.
Looks are worth more than playouts once there are some hundred of these: with 40 of them VC won 2.5 of margin over none
against flowcharts on `short-1965`; but US on `medium-1968` won 2 from 200 playouts instead of 110.
"""

from typing import Final, NamedTuple

from fitl.bot_types import LEVELS


class Level(NamedTuple):
    """The budget of a turn."""

    playouts: int  # turns that are looked at
    replies: int  # for what the next to act is expected to answer
    looks: int = 0  # ahead, beyond one's own turn
    composes: bool = False  # turns are also put together answer by answer (composing.py), which pays once there is time
    minds_table: bool = False  # judges by who plays: tables where nobody has privileges have weights of their own


INSTANT, QUICK, STEADY, DEEP = LEVELS
BUDGETS: Final = {
    INSTANT: Level(40, 0, 0),  # for simulations and learning
    QUICK: Level(110, 0, 12),
    STEADY: Level(700, 40, 480),
    DEEP: Level(6000, 80, 1700, composes=True, minds_table=True),
}

# One more whenever thinkers of a level answer otherwise than before: games of several editions are not to be mixed.
EDITIONS: Final = {INSTANT: 2, QUICK: 2, STEADY: 2, DEEP: 4}


def level_of(kind: str) -> str:
    """The level of a kind of thinker (bot_types.py): "thinker" alone is a steady one."""
    return [*kind.split(":"), STEADY][1]
