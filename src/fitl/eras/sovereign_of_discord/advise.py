"""Advise from 1961 to 1963 (P4.2.1), beside an Operation or as one (P3.2.5): what an Advisor adds to ARVN's hand."""

from fitl.board.factions import ARVN, US
from fitl.board.pieces import ADVISOR, ARVN_TROOPS, EDGE_TRACK_MAX, KINDS, RANGER
from fitl.board.spaces import CONTROLLABLE, SPACE_COUNT
from fitl.decisions import DONE, Decision, Flow, Option, confirm
from fitl.eras.sovereign_of_discord.air_lift import can_air_lift
from fitl.eras.sovereign_of_discord.tracks import advisor_spaces
from fitl.lasting import GENERAL_HARKINS, GENERAL_HARKINS_SHADED
from fitl.rules.activities.advise import ASSAULT, IRREGULAR_STRIKE, SPACES_AT_MOST, SWEEP
from fitl.rules.activities.raid import can_strike, strike
from fitl.rules.control import on_map
from fitl.rules.deck import monsoon
from fitl.rules.economy import add_aid
from fitl.rules.forces import arvn_cubes, insurgent_pieces, underground
from fitl.rules.operation import Activity, Operation
from fitl.rules.operations import assault, sweep
from fitl.rules.removal import exposed_to_special_forces
from fitl.state import State

ONE_MORE = 1  # Guerrilla Activated or piece removed, thanks to the Advisor


def methods(s: State, sp: int, by_event: bool) -> list[Option]:
    """What can be done in a space: with an Advisor an ARVN Sweep or Assault, or a strike of an Irregular.

    Monsoon bars the Sweep (2.3.9), unless an Event grants the Advise (5.1.1).
    """
    found = []
    if s.pieces[sp * KINDS + ADVISOR]:
        if sweep.can_sweep_space(s, ARVN, sp) and (by_event or not monsoon(s)):
            found.append(SWEEP)
        if assault.can_assault_space(s, ARVN, sp):
            found.append(ASSAULT)
    if can_strike(s, sp, US):
        found.append(IRREGULAR_STRIKE)
    return found


def advise_space(s: State, by: int, sp: int, by_event: bool) -> Flow[None]:
    """One space, at no cost."""
    method = yield Decision(by, "advise.method", "P4.2.1", methods(s, sp, by_event), {"space": sp})
    if method == "sweep":
        yield from sweep.sweep_space(s, ARVN, sp, by=by, terms=sweep.SweepTerms(more=ONE_MORE))
    elif method == "assault":
        yield from assault.assault_space(s, ARVN, sp, by=by, terms=assault.AssaultTerms(more=ONE_MORE))
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
    return bool(methods(s, sp, act.free))


def advise(s: State, act: Activity) -> Flow[None]:
    """P4.2.1: up to two spaces, none of this Train; then Aid by the level of Washington."""
    limit = act.limit(SPACES_AT_MOST)
    while True:
        candidates = [sp for sp in range(SPACE_COUNT) if _suits_activity(s, act, sp)]
        sp: int = yield from act.next_space("advise.space", "P4.2.1", limit, candidates)
        if sp == DONE:
            break
        yield from advise_space(s, act.faction, sp, act.free)
    yield from draw_aid(s, act.faction)


# --- as an Operation (P3.2.5) -------------------------------------------------------------------------------------


def can_advise_as_operation(s: State, op: Operation) -> bool:
    """P3.2.5: not at Washington 0, unless an Event grants it; there is a space in which something can be done."""
    if not s.washington and not op.by_event:
        return False
    return any(op.may_select(sp) and methods(s, sp, op.by_event) for sp in range(SPACE_COUNT))


def can_advise_after_air_lift(s: State, op: Operation, act: Activity) -> bool:
    """4.1: an Irregular could fly to an enemy to strike; an Advisor and ARVN be brought together to Sweep or Assault.

    Only what flies comes to an Advisor; Advisors come to COIN-Controlled spaces and Cities (P4.2.2).
    """
    if not can_air_lift(s, act):
        return False
    enemies = [sp for sp in range(SPACE_COUNT) if insurgent_pieces(s, sp)]
    hidden = any(underground(s, sp, US) for sp in range(SPACE_COUNT))
    if hidden and any(exposed_to_special_forces(s, sp) for sp in enemies):
        return True
    if not on_map(s, ADVISOR):
        return False
    reach = [sp for sp in range(CONTROLLABLE) if s.pieces[sp * KINDS + ADVISOR] or sp in advisor_spaces(s)]
    flown = on_map(s, ARVN_TROOPS) > 0
    if not monsoon(s) and (flown or on_map(s, RANGER) or any(arvn_cubes(s, sp) for sp in reach)):
        return True
    return any(sp in reach and (flown or arvn_cubes(s, sp)) for sp in enemies)


def advise_as_operation(s: State, op: Operation) -> Flow[None]:
    """P3.2.5: as many spaces as the level of Washington, or as the Event says; the Aid comes whole (OPEN 38)."""
    if op.max_spaces is None:
        op.max_spaces = s.washington
        if s.effects & GENERAL_HARKINS:  # card P30
            op.max_spaces += 1

    def candidates() -> list[int]:
        return [sp for sp in range(SPACE_COUNT) if methods(s, sp, op.by_event)]

    while (sp := (yield from op.next_space("advise.space", "P3.2.5", candidates))) != DONE:
        yield from advise_space(s, op.faction, sp, op.by_event)
    if op.spaces:  # OPEN 39
        yield from draw_aid(s, op.faction)
