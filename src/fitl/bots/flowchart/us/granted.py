"""8.4.4: what the US does when an Event leaves it a choice of Operations, Special Activities or places to strike."""

from dataclasses import dataclass, field
from typing import Final

from fitl.board.pieces import KINDS, US_TROOPS
from fitl.bots.flowchart.shared import hidden, take
from fitl.bots.flowchart.turn import Turn
from fitl.bots.flowchart.us.advise import advise_helps
from fitl.bots.flowchart.us.air_lift import plan_lift
from fitl.bots.flowchart.us.assault import best_assault, outcomes
from fitl.bots.flowchart.us.choices import kept
from fitl.bots.flowchart.us.flow import activities_of, box_reached, walk
from fitl.bots.flowchart.us.goals import order_of_spaces
from fitl.bots.flowchart.us.spare import finds, sweepers
from fitl.bots.mind import Handler, Mind, offered_spaces
from fitl.bots.select import choose_space, equal_chance
from fitl.decisions import Decision, Flow, Option
from fitl.rules.operation import Activity
from fitl.state import State

MACV: Final = 69


def limited_operation(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """A choice of Operations: the diamonds pick one."""
    name = walk(mind, s, {option.key for option in decision.options}, free=True)
    option = decision.find(name)
    if option is None:
        return (yield from equal_chance(mind, list(decision.options)))
    mind.visit("us.granted.operation", operation=name)
    mind.room(Turn).operation = name
    return option


def activity(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """A Special Activity without an Operation: that of the box the diamonds reach, or by the instruction sheet."""
    if mind.settings.card69_us == "sheet" and s.card == MACV:
        return (yield from _by_the_sheet(mind, s, decision))
    box = box_reached(mind, s)
    wanted: list[str] = []
    if box == "sweep" and s.us_policy in ("jfk", "nixon") and decision.find("air_lift") is not None:
        plan = yield from plan_lift(mind, s, "", [])
        if plan is not None:
            mind.keep(plan)
            wanted.append("air_lift")
    wanted += activities_of(s, box)
    wanted += [name for name in ("air_strike", "advise") if name not in wanted]
    for name in wanted:
        option = decision.find(name)
        if option is not None and (name != "advise" or advise_helps(s, Activity(s, mind.faction, name))):
            mind.visit("us.granted.activity", activity=name)
            return option
    return (yield from equal_chance(mind, list(decision.options)))


def _by_the_sheet(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 69 by its printed instruction: JFK Advise; LBJ and Nixon Air Strike, else Advise."""
    for name in ("advise",) if s.us_policy == "jfk" else ("air_strike", "advise"):
        option = decision.find(name)
        if option is not None:
            mind.visit("us.granted.sheet", activity=name)
            return option
    return (yield from equal_chance(mind, list(decision.options)))


def landing_zone(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Where to fly, Sweep and Assault (cards 23, 44): the space the Sweep box would take first."""
    sp = yield from choose_space(mind, "us.granted.landing", offered_spaces(decision), order_of_spaces(s))
    return take(decision, sp)


@dataclass(slots=True)
class StrikePlan:
    """What is done in place, by an Event that leaves it open space by space (cards 91, 95)."""

    first: str = ""  # the Operation that the diamonds pick
    methods: dict[int, str] = field(default_factory=dict)


def strike_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Sweep in place or Assault: first the spaces for what the diamonds pick, then those for the other."""
    offered = offered_spaces(decision)
    plan = _strike_plan(mind, s)
    for method in _by_preference(plan):
        sp = yield from _strike(mind, s, offered, method)
        if sp is not None:
            plan.methods[sp] = method
            return take(decision, sp)
    if (done := decision.find("done")) is not None:
        mind.visit("event.keep", card=s.card)
        return done
    return take(decision, (yield from choose_space(mind, "us.granted.strike", offered, order_of_spaces(s))))


def strike_method(mind: Mind, s: State, decision: Decision) -> Option:
    """What the space was taken for; in an only space, about which nobody was asked, what does something."""
    sp = decision.space
    plan = _strike_plan(mind, s)
    wanted = [plan.methods[sp]] if sp in plan.methods else [way for way in _by_preference(plan) if _works(s, sp, way)]
    option = next((found for way in wanted if (found := decision.find(way)) is not None), decision.options[0])
    mind.visit("event.way", way=option.key)
    return option


def _strike_plan(mind: Mind, s: State) -> StrikePlan:
    plan = kept(mind, StrikePlan, s)
    if not plan.first:
        plan.first = "sweep" if box_reached(mind, s) == "sweep" else "assault"
    return plan


def _by_preference(plan: StrikePlan) -> tuple[str, str]:
    return ("sweep", "assault") if plan.first == "sweep" else ("assault", "sweep")


def _works(s: State, sp: int, method: str) -> bool:
    if method == "assault":
        return bool(s.pieces[sp * KINDS + US_TROOPS] and outcomes(s, [sp], follow_up=False))
    return bool(hidden(s, sp) and finds(sp, sweepers(s, sp)))


def _strike(mind: Mind, s: State, offered: list[int], method: str) -> Flow[int | None]:
    """The space that the box of this Operation takes first."""
    if method == "assault":
        return (yield from best_assault(mind, s, outcomes(s, offered, follow_up=False)))
    spaces = [sp for sp in offered if _works(s, sp, method)]
    if not spaces:
        return None
    return (yield from choose_space(mind, "us.granted.strike", spaces, order_of_spaces(s)))


HANDLERS: Final[dict[str, Handler]] = {
    "event.limited_operation": limited_operation,
    "event.macv_activity": activity,
    "event.attleboro": landing_zone,
    "event.landing_zone": landing_zone,
    "event.strike_space": strike_space,
    "event.strike_method": strike_method,
}
