"""P4.2.2, P4.3.4 Air Lift from 1961 to 1963: as far as Washington lends its aircraft."""

from typing import Final

from fitl.board.factions import US
from fitl.decisions import Flow, confirm
from fitl.eras.sovereign_of_discord.advisors import movable_advisors, redeploy_advisors
from fitl.rules.activities import air_lift as base
from fitl.rules.operation import EVERYWHERE, Activity
from fitl.state import State

# By the level of Washington: how many spaces, how many pieces in all.
SPACES: Final = (0, 2, 2, 3, 3)
PIECES: Final = (0, 4, 4, 4, 6)
GRANTED_AT_0: Final = 1  # an Event grants it whatever the track says: then as at the lowest level that has it


def can_air_lift(s: State, act: Activity) -> bool:
    """Not at Washington 0, unless an Event grants it; somebody can fly, or the US can move an Advisor (OPEN 16)."""
    if not s.washington and not act.free:
        return False
    return base.can_air_lift(s, act) or _may_move_advisors(s, act)


def _may_move_advisors(s: State, act: Activity) -> bool:
    return act.faction == US and bool(movable_advisors(s))


def air_lift(s: State, act: Activity) -> Flow[None]:
    """ARVN Troops, Irregulars and Rangers fly among a few spaces; then the US may set any Advisors elsewhere."""
    level = s.washington or GRANTED_AT_0
    flies = base.can_air_lift(s, act)
    if flies and _may_move_advisors(s, act):
        flies = yield confirm(act.faction, "air_lift.fly", "P4.2.2")
    if flies:
        yield from base.choose_spaces(s, act, EVERYWHERE, SPACES[level])
        yield from base.fly(s, act, EVERYWHERE, PIECES[level])
    if act.faction == US:
        yield from redeploy_advisors(s, "P4.2.2", at_least=0 if flies else 1)
