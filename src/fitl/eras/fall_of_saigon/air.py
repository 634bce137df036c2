"""S4.2, S4.3.5: after a US Retreat ARVN flies for itself, as far as Posture goes; the US flies at Posture 4 only."""

from fitl.board.factions import ARVN
from fitl.board.spaces import SPACE_COUNT
from fitl.decisions import Flow
from fitl.eras.fall_of_saigon.posture import INTERVENTION
from fitl.rules.activities import air_lift as lifting
from fitl.rules.activities import air_strike as striking
from fitl.rules.operation import EVERYWHERE, Activity
from fitl.state import State


def us_flies(s: State, act: Activity) -> bool:
    """S4.2: beside its Train the US flies only at Posture 4; an Event that names a flight grants it (OPEN 8)."""
    return act.free or s.posture == INTERVENTION


def can_air_lift(s: State, act: Activity) -> bool:
    """The US: only at Posture 4 (S4.2). ARVN: not at Posture 0; somebody can fly."""
    if act.faction != ARVN:
        return us_flies(s, act) and lifting.can_air_lift(s, act)
    return s.posture > 0 and lifting.can_air_lift(s, act, us_troops=False)


def air_lift(s: State, act: Activity) -> Flow[None]:
    """ARVN: as many pieces in all as the level of Posture, up to 4 spaces (2 in Monsoon)."""
    if act.faction != ARVN:
        yield from lifting.air_lift(s, act)
        return
    yield from lifting.choose_spaces(s, act, EVERYWHERE, us_troops=False)
    yield from lifting.fly(s, act, EVERYWHERE, s.posture, us_troops=False)


def can_air_strike(s: State, act: Activity) -> bool:
    """ARVN: with no hits never, with one not for the Trail; a space can be struck, or the Trail Degraded."""
    if act.faction != ARVN:
        return us_flies(s, act) and striking.can_air_strike(s, act)
    if not hits(s) or (s.effects & striking.BANS and not act.free):
        return False
    if may_degrade(s) and striking.can_degrade(s):
        return True
    return any(striking.can_be_struck(s, act, sp) for sp in range(SPACE_COUNT))


def hits(s: State) -> int:
    """As many as the level of Posture, at 0 none; card S25 adds or takes one."""
    return s.posture + striking.more_hits(s) if s.posture else 0


def may_degrade(s: State) -> bool:
    """Two hits Degrade the Trail."""
    return hits(s) >= striking.HITS_TO_DEGRADE


def air_strike(s: State, act: Activity) -> Flow[None]:
    """ARVN: as many hits as the level of Posture, without a die."""
    if act.faction != ARVN:
        yield from striking.air_strike(s, act)
    else:
        yield from striking.air_strike_with(s, act, hits=hits(s), may_degrade=may_degrade(s))
