"""8.8.2 Answering the questions of an Air Lift from its plan; one that an Event grants is planned on first sight."""

from typing import Final

from fitl.board.factions import US
from fitl.board.pieces import ARVN_TROOPS, KIND_IDS, US_TROOPS
from fitl.board.spaces import CONTROLLABLE, LAOS_CAMBODIA, POP, SPACES, mask_of, row_id, spaces_of
from fitl.bots.flowchart.us.air_lift import merged, plan_lift
from fitl.bots.flowchart.us.choices import fallback, find_space
from fitl.bots.flowchart.us.lift import Flight, Lift, LiftPlan
from fitl.bots.flowchart.us.spare import finds, hidden, needed_to_find, sweepers
from fitl.bots.mind import Handler, Mind, offered_spaces
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import NO, YES, Decision, Flow, Option
from fitl.rules.operation import EVERYWHERE
from fitl.state import State

NODES: Final[tuple[str, ...]] = ("us.air_lift.cambodia", "us.air_lift.must")

CAMBODIAN_CIVIL_WAR: Final = 62
CUBES_KEPT: Final = 3  # in every origin of its Air Lift
CAMBODIA: Final = mask_of(sp for sp in LAOS_CAMBODIA if SPACES[sp].region == "cambodia")


# --- answering ----------------------------------------------------------------------------------------------------


def air_lift_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Name the planned spaces; an Air Lift that an Event grants is planned on first sight."""
    plan = mind.room(LiftPlan)
    if not plan.fresh:
        plan = yield from _granted(mind, s, decision)
        mind.keep(plan)
    for sp in plan.spaces:
        found = find_space(decision, sp)
        if found is not None:
            return found
    return (yield from fallback(mind, decision))


def air_lift_at_all(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """A free Air Lift that may be none (card 95): planned when offered, declined if nobody needs to fly."""
    plan = yield from plan_lift(mind, s, "", [])
    if plan is None:
        return NO
    mind.keep(plan)
    return YES


def _granted(mind: Mind, s: State, decision: Decision) -> Flow[LiftPlan]:
    """8.4.4: without an Operation only what serves any time; into spaces that the Event has named, to Sweep there."""
    assert decision.params is not None
    allowed = mask_of(offered_spaces(decision))
    landing: int = decision.params["into"]
    if s.card == CAMBODIAN_CIVIL_WAR:
        plan = yield from _into_cambodia(mind, s, allowed)
    elif landing != EVERYWHERE:
        selected = [sp for sp in range(CONTROLLABLE) if landing >> sp & 1]
        plan = yield from plan_lift(mind, s, "sweep", selected, allowed, landing)
        if plan is None:
            plan = yield from plan_lift(mind, s, "assault", selected, allowed, landing)
    else:
        plan = yield from plan_lift(mind, s, "", [], allowed)
    return plan or (yield from _forced(mind, s, allowed, landing & allowed))


def _into_cambodia(mind: Mind, s: State, allowed: int) -> Flow[LiftPlan | None]:
    """Card 62: one destination, the fewest Troops that find the most Guerrillas; every origin keeps 3 COIN cubes."""
    lift = Lift(s, "", [], allowed, CAMBODIA)
    lift.keep = CUBES_KEPT
    sources = lift.sources()
    found: dict[int, int] = {}
    troops: dict[int, int] = {}
    for sp in spaces_of(CAMBODIA & allowed):
        there = sweepers(s, sp)
        most = min(finds(sp, there + lift.reach(sources, sp).us), hidden(s, sp))
        if most > min(finds(sp, there), hidden(s, sp)):
            found[sp] = most
            troops[sp] = needed_to_find(sp, most) - there
    if not found:
        return None
    order = (TieBreak("us.hidden", found.__getitem__), TieBreak("us.fewest_troops", lambda sp: -troops[sp]))
    sp = yield from choose_space(mind, "us.air_lift.cambodia", list(found), order)
    yield from lift.fill(mind, sp, troops[sp], troops[sp], only_us_serve=True)
    return LiftPlan(lift.spaces(), merged(lift.flights), fresh=True)


def _forced(mind: Mind, s: State, allowed: int, landing: int) -> Flow[LiftPlan]:
    """An Event insists although nobody needs to fly: one Troop from the most to spare, to where US pieces are."""
    lift = Lift(s, "", [], allowed)
    order = (
        TieBreak("us.us_pieces", lambda sp: s.force[sp * 4 + US] > 0),
        TieBreak("us.pop", lambda sp: POP[sp]),
    )
    sources = {sp: spare for sp, spare in lift.sources().items() if landing & ~(1 << sp)}
    if not sources:
        return LiftPlan(fresh=True)
    most = TieBreak("us.spare", lambda sp: sources[sp].both)
    origin = yield from choose_space(mind, "us.air_lift.2", list(sources), (most,))
    landings = spaces_of(landing & lift.allowed & ~(1 << origin))
    destination = yield from choose_space(mind, "us.air_lift.must", landings, order)
    kind = US_TROOPS if sources[origin].us else ARVN_TROOPS
    return LiftPlan([origin, destination], [(kind, origin, destination, 1)], fresh=True)


def air_lift_piece(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The next planned flight."""
    plan = mind.room(LiftPlan)
    plan.fresh = False
    while plan.flights:
        plan.flight = kind, origin, _, _ = plan.flights.pop(0)
        found = decision.find(f"{KIND_IDS[kind]}@{row_id(origin)}")
        if found is not None:
            return found
    plan.flight = None
    return (yield from fallback(mind, decision))


def _flight(mind: Mind, decision: Decision) -> Flight | None:
    """The flight a question is about, also if nobody was asked which piece flies."""
    assert decision.params is not None
    plan = mind.room(LiftPlan)
    plan.fresh = False
    piece, origin = decision.params["piece"], decision.params["origin"]
    if plan.flight is not None and plan.flight[:2] == (piece, origin):
        return plan.flight
    for planned in plan.flights:
        if planned[:2] == (piece, origin):
            plan.flights.remove(planned)
            plan.flight = planned
            return planned
    return None


def air_lift_destination(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Where the planned flight goes."""
    flight = _flight(mind, decision)
    found = find_space(decision, flight[2]) if flight else None
    return found if found is not None else (yield from fallback(mind, decision))


def air_lift_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """How many fly; as few as may be where nothing is planned."""
    assert decision.params is not None
    flight = _flight(mind, decision)
    if flight is not None and flight[2] == decision.params["destination"]:
        return decision.find(str(flight[3])) or decision.options[-1]
    return decision.options[0]


HANDLERS: Final[dict[str, Handler]] = {
    "event.air_lift_at_all": air_lift_at_all,
    "air_lift.space": air_lift_space,
    "air_lift.piece": air_lift_piece,
    "air_lift.destination": air_lift_destination,
    "air_lift.amount": air_lift_amount,
}
