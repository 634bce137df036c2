"""Advise from 1961 to 1963 (P4.2.1), beside an Operation or as one (P3.2.5): what an Advisor adds to ARVN's hand."""

from fitl.board.factions import ARVN, US
from fitl.board.pieces import ADVISOR, EDGE_TRACK_MAX, KINDS
from fitl.board.spaces import SPACE_COUNT
from fitl.decisions import DONE, Decision, Flow, Option, confirm
from fitl.lasting import GENERAL_HARKINS, GENERAL_HARKINS_SHADED
from fitl.rules.activities.advise import ASSAULT, IRREGULAR_STRIKE, SPACES_AT_MOST, SWEEP, can_sweep_in_place
from fitl.rules.activities.raid import can_strike, strike
from fitl.rules.economy import add_aid
from fitl.rules.operation import Activity, Operation
from fitl.rules.operations import assault, sweep
from fitl.state import State

ONE_MORE = 1  # Guerrilla Activated or piece removed, thanks to the Advisor


def methods(s: State, sp: int) -> list[Option]:
    """What can be done in a space: with an Advisor an ARVN Sweep or Assault, or a strike of an Irregular."""
    found = []
    if s.pieces[sp * KINDS + ADVISOR]:
        if can_sweep_in_place(s, sp):
            found.append(SWEEP)
        if assault.can_assault_space(s, ARVN, sp):
            found.append(ASSAULT)
    if can_strike(s, sp, US):
        found.append(IRREGULAR_STRIKE)
    return found


def advise_space(s: State, by: int, sp: int) -> Flow[None]:
    """One space, at no cost."""
    method = yield Decision(by, "advise.method", "P4.2.1", methods(s, sp), {"space": sp})
    if method == "sweep":
        yield from sweep.sweep_space(s, ARVN, sp, by=by, more=ONE_MORE)
    elif method == "assault":
        yield from assault.assault_space(s, ARVN, sp, by=by, more=ONE_MORE)
    else:
        yield from strike(s, by, sp, US, "advise.remove", "P4.2.1")


def draw_aid(s: State, by: int) -> Flow[None]:
    """P4.2.1: then Aid by the level of Washington, if wished; none under shaded General Harkins (card P30)."""
    if not s.washington or s.aid == EDGE_TRACK_MAX or s.effects & GENERAL_HARKINS_SHADED:
        return
    if (yield confirm(by, "advise.aid_by_level", "P4.2.1", params={"n": s.washington})):
        add_aid(s, s.washington)


# --- as a Special Activity (P4.2.1) -------------------------------------------------------------------------------


def can_advise(s: State, act: Activity) -> bool:
    """There is a space in which something can be done."""
    return any(_suits_activity(s, act, sp) for sp in range(SPACE_COUNT))


def _suits_activity(s: State, act: Activity, sp: int) -> bool:
    if not act.may_select(sp) or (act.op is not None and act.op.name == "train" and sp in act.op.spaces):
        return False
    return bool(methods(s, sp))


def advise(s: State, act: Activity) -> Flow[None]:
    """P4.2.1: up to two spaces, none of this Train; then Aid by the level of Washington."""
    limit = act.limit(SPACES_AT_MOST)
    while True:
        candidates = [sp for sp in range(SPACE_COUNT) if _suits_activity(s, act, sp)]
        sp: int = yield from act.next_space("advise.space", "P4.2.1", limit, candidates)
        if sp == DONE:
            break
        yield from advise_space(s, act.faction, sp)
    yield from draw_aid(s, act.faction)


# --- as an Operation (P3.2.5) -------------------------------------------------------------------------------------


def can_advise_as_operation(s: State, op: Operation) -> bool:
    """P3.2.5: not at Washington 0, unless an Event grants it; there is a space in which something can be done."""
    if not s.washington and not op.by_event:
        return False
    return any(op.may_select(sp) and methods(s, sp) for sp in range(SPACE_COUNT))


def advise_as_operation(s: State, op: Operation) -> Flow[None]:
    """P3.2.5: as many spaces as the level of Washington, or as the Event says; the Aid comes whole (OPEN 38)."""
    if op.max_spaces is None:
        op.max_spaces = s.washington
        if s.effects & GENERAL_HARKINS:  # card P30
            op.max_spaces += 1

    def candidates() -> list[int]:
        return [sp for sp in range(SPACE_COUNT) if methods(s, sp)]

    while (sp := (yield from op.next_space("advise.space", "P3.2.5", candidates))) != DONE:
        yield from advise_space(s, op.faction, sp)
    if op.spaces:  # OPEN 39
        yield from draw_aid(s, op.faction)
