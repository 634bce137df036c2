"""8.8.2 Answering the questions of an Air Lift from its plan; one that an Event grants is planned on first sight."""

from typing import Final

from fitl.board.factions import US
from fitl.board.pieces import ARVN_TROOPS, US_TROOPS
from fitl.board.spaces import CONTROLLABLE, LAOS_CAMBODIA, SPACES, mask_of, spaces_of
from fitl.bots.flowchart.shared import hidden
from fitl.bots.flowchart.us.air_lift import merged, plan_lift
from fitl.bots.flowchart.us.choices import HIGHEST_POP, fallback
from fitl.bots.flowchart.us.lift import AirLift, Lift, air_lift
from fitl.bots.flowchart.us.spare import finds, needed_to_find, sweepers
from fitl.bots.mind import Handler, Mind, offered_spaces
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import NO, YES, Decision, Flow, Option
from fitl.rules.operation import EVERYWHERE
from fitl.state import State

CAMBODIAN_CIVIL_WAR: Final = 62
CUBES_KEPT: Final = 3  # in every origin of its Air Lift
CAMBODIA: Final = mask_of(sp for sp in LAOS_CAMBODIA if SPACES[sp].region == "cambodia")


# --- answering ----------------------------------------------------------------------------------------------------


def air_lift_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Name the planned spaces; an Air Lift that an Event grants is planned on first sight."""
    script = mind.room(AirLift)
    if script.lines is None or script.flown:
        script = yield from _granted(mind, s, decision)
        mind.keep(script)
    return script.follow(decision) or (yield from fallback(mind, decision))


def air_lift_at_all(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """A free Air Lift that may be none (card 95): planned when offered, declined if nobody needs to fly."""
    plan = yield from plan_lift(mind, s, "", [])
    if plan is None:
        return NO
    mind.keep(plan)
    return YES


def _granted(mind: Mind, s: State, decision: Decision) -> Flow[AirLift]:
    """8.4.4: without an Operation only what serves any time; into spaces that the Event has named, to Sweep there."""
    allowed = mask_of(offered_spaces(decision))
    landing = decision.number("into")
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


def _into_cambodia(mind: Mind, s: State, allowed: int) -> Flow[AirLift | None]:
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
    return air_lift(lift.spaces(), merged(lift.flights))


def _forced(mind: Mind, s: State, allowed: int, landing: int) -> Flow[AirLift]:
    """An Event insists although nobody needs to fly: one Troop from the most to spare, to where US pieces are."""
    lift = Lift(s, "", [], allowed)
    order = (
        TieBreak("us.us_pieces", lambda sp: s.force[sp * 4 + US] > 0),
        HIGHEST_POP,
    )
    sources = {sp: spare for sp, spare in lift.sources().items() if landing & ~(1 << sp)}
    if not sources:
        return air_lift(())
    most = TieBreak("us.spare", lambda sp: sources[sp].both)
    origin = yield from choose_space(mind, "us.air_lift.2", list(sources), (most,))
    landings = spaces_of(landing & lift.allowed & ~(1 << origin))
    destination = yield from choose_space(mind, "us.air_lift.must", landings, order)
    kind = US_TROOPS if sources[origin].us else ARVN_TROOPS
    return air_lift((origin, destination), [(kind, origin, destination, 1)])


def air_lift_flight(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The next planned flight: who, and where to."""
    return _flight(mind, decision) or (yield from fallback(mind, decision))


def air_lift_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """How many fly; as few as may be where nothing is planned."""
    return _flight(mind, decision) or decision.options[0]


def _flight(mind: Mind, decision: Decision) -> Option | None:
    script = mind.room(AirLift)
    script.flown = True
    return script.follow(decision)


HANDLERS: Final[dict[str, Handler]] = {
    "event.air_lift_at_all": air_lift_at_all,
    "air_lift.space": air_lift_space,
    "air_lift.piece": air_lift_flight,
    "air_lift.destination": air_lift_flight,
    "air_lift.amount": air_lift_amount,
}
