"""8.4.4: what the US does when an Event leaves it a choice of Operations, Special Activities or places to strike."""

from typing import Final

from fitl.board.pieces import KINDS, US_TROOPS
from fitl.bots.flowchart.turn import Turn
from fitl.bots.flowchart.us.advise import advise_helps
from fitl.bots.flowchart.us.air_lift import plan_lift
from fitl.bots.flowchart.us.assault import best_assault, outcomes
from fitl.bots.flowchart.us.choices import space_of
from fitl.bots.flowchart.us.flow import activities_of, box_reached, walk
from fitl.bots.flowchart.us.goals import order_of_spaces
from fitl.bots.flowchart.us.spare import finds, hidden, sweepers
from fitl.bots.mind import Handler, Mind, offered_spaces
from fitl.bots.select import choose_space, equal_chance
from fitl.decisions import Decision, Flow, Option
from fitl.rules.operation import Activity
from fitl.state import State

MACV: Final = 69

NODES: Final[tuple[str, ...]] = (
    "us.granted.operation",
    "us.granted.activity",
    "us.granted.sheet",
    "us.granted.landing",
    "us.granted.strike",
)


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
    return space_of(decision, sp)


def strike_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Sweep in place or Assault (cards 91, 95): Assaults by their box first, then Sweeps by theirs."""
    offered = offered_spaces(decision)
    sp = yield from best_assault(mind, s, outcomes(s, offered, follow_up=False))
    if sp is None:
        spaces = [sp for sp in offered if hidden(s, sp) and finds(sp, sweepers(s, sp))]
        if not spaces and (done := decision.find("done")) is not None:
            mind.visit("event.keep", card=s.card)
            return done
        sp = yield from choose_space(mind, "us.granted.strike", spaces or offered, order_of_spaces(s))
    return space_of(decision, sp)


def strike_method(mind: Mind, s: State, decision: Decision) -> Option:
    """An Assault where it removes anything, else a Sweep."""
    assert decision.params is not None
    sp = decision.params["space"]
    removes = s.pieces[sp * KINDS + US_TROOPS] and outcomes(s, [sp], follow_up=False)
    option = decision.find("assault" if removes else "sweep") or decision.options[0]
    mind.visit("event.way", way=option.key)
    return option


HANDLERS: Final[dict[str, Handler]] = {
    "event.limited_operation": limited_operation,
    "event.macv_activity": activity,
    "event.attleboro": landing_zone,
    "event.landing_zone": landing_zone,
    "event.strike_space": strike_space,
    "event.strike_method": strike_method,
}
