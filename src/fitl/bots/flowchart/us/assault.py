"""8.8.2 Assault: Air Lift first if it helps, then wherever something goes, most urgent first."""

from dataclasses import dataclass, field
from typing import Final

from fitl.board.factions import US
from fitl.board.pieces import VC_TUNNEL
from fitl.bots.flowchart.shared import in_event, take, yes_no
from fitl.bots.flowchart.us.air_lift import plan_lift
from fitl.bots.flowchart.us.assault_goals import is_permitted, most_urgent, order_of_assaults
from fitl.bots.flowchart.us.choices import HIGHEST_POP, fallback, find_space, kept
from fitl.bots.flowchart.us.course import FEW_SPACES, SPACES_LEFT
from fitl.bots.flowchart.us.forecast import (
    BASES,
    Forecast,
    base_can_fall,
    can_pay_follow_up,
    forecast_arvn,
    forecast_assault,
)
from fitl.bots.flowchart.us.koreans import as_us_troops
from fitl.bots.mind import Handler, Mind, offered_spaces
from fitl.bots.rehearsal import rehearse
from fitl.bots.select import choose_space
from fitl.decisions import NO, YES, Decision, Flow, Option
from fitl.lasting import COBRAS_SHADED
from fitl.rules.forces import arvn_cubes
from fitl.rules.menu import ACTIVITIES, carry_out
from fitl.rules.operation import Activity, Operation
from fitl.rules.operations.assault import PATTON_SPACES, can_assault_space
from fitl.rules.removal import exposed_to_assault
from fitl.state import State


@dataclass(slots=True)
class AssaultSoFar:
    """An Assault so far."""

    spaces: list[int] = field(default_factory=list)
    lift_considered: bool = False
    follow_up: int | None = None  # where the ARVN Assault was added
    pattons: int = 0  # spaces that card 14 has helped in
    abrams: bool = False  # card 11 has helped


def outcomes(
    s: State, spaces: list[int], follow_up: bool, patton: bool = True, abrams: bool = True
) -> dict[int, Forecast]:
    """The spaces where an Assault does something that the box permits, with what it does."""
    found = {}
    for sp in spaces:
        outcome = forecast_assault(s, sp, follow_up=follow_up, patton=patton, abrams=abrams)
        if outcome.tells and is_permitted(s, sp, outcome):
            found[sp] = outcome
    return found


def assault_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Walk the bullets over the spaces still offered; the ARVN Assault is added in the first space it helps."""
    done = decision.find("done")
    plan = kept(mind, AssaultSoFar, s, new=done is None)
    spaces = plan.spaces
    lift = decision.find("sa:air_lift")
    if lift is not None and not plan.lift_considered and not spaces and not in_event(s):
        plan.lift_considered = True
        flights = yield from plan_lift(mind, s, "assault", [])
        if flights is not None:
            mind.visit("us.assault.lift")
            mind.keep(flights)
            return lift
    added = decision.find("arvn")
    offered = offered_spaces(decision)
    assaulted: list[int] = decision.params.get("spaces", spaces)  # nobody was asked about the only one
    if added is not None and (sp := _follow_up_space(s, assaulted)) is not None:
        plan.follow_up = sp
        mind.visit("us.assault.follow_up", space=sp)
        return added
    if done is not None and s.effects & COBRAS_SHADED and len(spaces) >= SPACES_LEFT and not in_event(s):
        mind.visit("us.assault.cobras")
        return done
    may_add = plan.follow_up is None and can_pay_follow_up(s) and not in_event(s)
    patton_left = plan.pattons < PATTON_SPACES  # card 14
    found = outcomes(s, offered, may_add, patton_left, not plan.abrams)
    limited = bool(s.effects & FEW_SPACES) or in_event(s)
    order_tells = limited or (may_add and any(arvn_cubes(s, sp) for sp in found))
    sp = yield from best_assault(mind, s, found, room=1 if order_tells else len(found))
    if sp is None:
        if done is not None:
            return done
        sp = yield from choose_space(mind, "us.assault.must", offered, (HIGHEST_POP,))
    spaces.append(sp)
    if sp in found and _takes_base_first(s, sp, found[sp]):
        plan.abrams = True
    return take(decision, sp)


def _takes_base_first(s: State, sp: int, outcome: Forecast) -> bool:
    """Is it unshaded Abrams (card 11) that lets a Base go, which others protect?"""
    first = outcome.taken[:1]
    return bool(first) and first[0] in BASES and first[0] not in exposed_to_assault(s, sp)


def best_assault(mind: Mind, s: State, found: dict[int, Forecast], room: int = 1) -> Flow[int | None]:
    """The space the bullets take first; None if no bullet applies. room: how many will be taken one after the other."""
    urgent = most_urgent(s, found)
    if urgent is None:
        return None
    goal, worth = urgent
    return (yield from choose_space(mind, goal.node, list(worth), order_of_assaults(worth, goal.most), room))


def _follow_up_space(s: State, spaces: list[int]) -> int | None:
    """The first space Assaulted where the ARVN Assault removes more."""
    for sp in spaces:
        outcome = forecast_arvn(s, sp)
        if outcome.tells and is_permitted(s, sp, outcome):
            return sp
    return None


def follow_up(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Where the ARVN Assault is added."""
    sp = kept(mind, AssaultSoFar, s).follow_up
    found = None if sp is None else find_space(decision, sp)
    return found if found is not None else (yield from fallback(mind, decision))


def patton(mind: Mind, s: State, decision: Decision) -> Option:
    """Unshaded M-48 Patton (card 14): two more hits wherever they remove more."""
    sp = decision.space
    cubes = as_us_troops(s, sp)
    more = forecast_assault(s, sp, cubes) != forecast_assault(s, sp, cubes, patton=False)
    mind.visit("us.assault.patton", space=sp, answer=yes_no(more))
    if not more:
        return NO
    kept(mind, AssaultSoFar, s).pattons += 1
    return YES


def tunnel(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.2: a VC Tunnel before an NVA one."""
    return next((option for option in decision.options if option.piece == VC_TUNNEL), decision.options[0])


# --- diamonds and fall-backs --------------------------------------------------------------------------------------


def assault_spaces(s: State) -> list[int]:
    """Where the US could Assault now."""
    return [sp for sp in range(len(s.terror)) if can_assault_space(s, US, sp)]


def removes_base(s: State, free: bool = False) -> list[int]:
    """U1: spaces where an Assault alone can remove a Base."""
    return [sp for sp in assault_spaces(s) if base_can_fall(s, sp, free)]


def assault_works(mind: Mind, s: State, free: bool = False) -> bool:
    """8.1.C: would an Assault remove anything, at least with an Air Lift, which does not go with a free one?"""
    if outcomes(s, assault_spaces(s), can_pay_follow_up(s, free)):
        return True
    if free or not ACTIVITIES["air_lift"].can(s, Activity(s, US, "air_lift", Operation(s, US, "assault"))):
        return False
    after = rehearse(mind, s, _with_lift)
    return sum(after.force[sp * 4 + 2] + after.force[sp * 4 + 3] for sp in range(len(s.terror))) < sum(
        s.force[sp * 4 + 2] + s.force[sp * 4 + 3] for sp in range(len(s.terror))
    )


def _with_lift(board: State) -> Flow[object]:
    return carry_out(board, Operation(board, US, "assault", activities=("air_lift",)))


HANDLERS: Final[dict[str, Handler]] = {
    "assault.space": assault_space,
    "assault.follow_up": follow_up,
    "assault.patton": patton,
    "assault.tunnel": tunnel,
}
