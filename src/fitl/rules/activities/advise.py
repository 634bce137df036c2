"""4.2.1 Advise: the US directs ARVN and Special Forces in a space or two, and draws Aid."""

from fitl.board.factions import ARVN, US
from fitl.board.pieces import EDGE_TRACK_MAX
from fitl.board.spaces import SPACE_COUNT
from fitl.decisions import DONE, Decision, Flow, Option, choice, confirm
from fitl.rules.activities.raid import can_strike, strike
from fitl.rules.deck import monsoon
from fitl.rules.economy import add_aid
from fitl.rules.forces import coin_pieces
from fitl.rules.operation import Activity
from fitl.rules.operations import assault, sweep
from fitl.state import State

SPACES_AT_MOST = 2
AID = 6

SWEEP = choice("sweep")
ASSAULT = choice("assault")
IRREGULAR_STRIKE = choice("irregular")
RANGER_STRIKE = choice("ranger")


# --- may it be done -----------------------------------------------------------------------------------------------


def can_advise(s: State, act: Activity) -> bool:
    """4.2.1: there is a space in which something can be done."""
    return any(can_advise_space(s, act, sp) for sp in range(SPACE_COUNT))


def may_advise_in(act: Activity, sp: int) -> bool:
    """A space is Advised once, and not if it was selected for this Train."""
    return act.may_select(sp) and not (act.op is not None and act.op.name == "train" and sp in act.op.spaces)


def can_advise_space(s: State, act: Activity, sp: int) -> bool:
    """It may be selected, and one of the methods works there (so it is not North Vietnam, 1.4.2)."""
    if not coin_pieces(s, sp) or not may_advise_in(act, sp):
        return False
    return (
        can_sweep_in_place(s, sp)
        or assault.can_assault_space(s, ARVN, sp)
        or can_strike(s, sp, US)
        or can_strike(s, sp, ARVN)
    )


def can_sweep_in_place(s: State, sp: int) -> bool:
    """ARVN cubes or Rangers can Sweep here; Monsoon stops an Advised Sweep too (2.3.9)."""
    return sweep.can_sweep_space(s, ARVN, sp) and not monsoon(s)


def advise_methods(s: State, sp: int) -> list[Option]:
    """What Advise can do in a space: an ARVN Sweep or Assault, or a strike of Special Forces."""
    methods = []
    if can_sweep_in_place(s, sp):
        methods.append(SWEEP)
    if assault.can_assault_space(s, ARVN, sp):
        methods.append(ASSAULT)
    if can_strike(s, sp, US):
        methods.append(IRREGULAR_STRIKE)
    if can_strike(s, sp, ARVN):
        methods.append(RANGER_STRIKE)
    return methods


# --- the procedure ------------------------------------------------------------------------------------------------


def advise(s: State, act: Activity) -> Flow[None]:
    """4.2.1: in 1 or 2 spaces an ARVN Sweep, an ARVN Assault or a strike of Special Forces; then 6 Aid if wished."""
    limit = act.limit(SPACES_AT_MOST)
    while True:
        candidates = [sp for sp in range(SPACE_COUNT) if can_advise_space(s, act, sp)]
        sp: int = yield from act.next_space("advise.space", "4.2.1", limit, candidates)
        if sp == DONE:
            break
        yield from advise_space(s, act, sp)
    if s.aid < EDGE_TRACK_MAX and (yield confirm(act.faction, "advise.aid", "4.2.1")):
        add_aid(s, AID)


def advise_space(s: State, act: Activity, sp: int) -> Flow[None]:
    """One space; the US decides everything, at no cost."""
    method: str = yield Decision(act.faction, "advise.method", "4.2.1", advise_methods(s, sp), {"space": sp})
    yield from carry_out(s, act.faction, sp, method)


def carry_out(s: State, by: int, sp: int, method: str) -> Flow[None]:
    """What was chosen for a space."""
    if method == "sweep":
        yield from sweep.sweep_space(s, ARVN, sp, by=by)
    elif method == "assault":
        yield from assault.assault_space(s, ARVN, sp, by=by)
    else:
        faction = US if method == "irregular" else ARVN
        yield from strike(s, by, sp, faction, "advise.remove", "4.2.1")
