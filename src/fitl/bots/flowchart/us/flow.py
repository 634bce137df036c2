"""8.8.0: the diamonds U0 to U5 of the US, walked once per turn; the box they lead to is kept as the turn's plan."""

from collections.abc import Callable, Container
from typing import Final

from fitl.board.factions import US
from fitl.board.pieces import KINDS, NVA_TROOPS, US_BASE, US_TROOPS
from fitl.board.spaces import CONTROLLABLE, SPACE_COUNT
from fitl.bots.flowchart.event_box import capability_box, ordinary_event
from fitl.bots.flowchart.shared import cities_cut_off, hidden, operation_option, yes_no
from fitl.bots.flowchart.turn import Turn
from fitl.bots.flowchart.us.advise import advise_helps
from fitl.bots.flowchart.us.assault import assault_works, removes_base
from fitl.bots.flowchart.us.patrol import patrol_works
from fitl.bots.flowchart.us.sweep import sweep_works
from fitl.bots.flowchart.us.train import train_works
from fitl.bots.mind import Handler, Mind, option_for
from fitl.decisions import Decision, Flow, Option
from fitl.rules.deck import monsoon
from fitl.rules.sequence import operations_for
from fitl.state import NVA_CONTROL, PASS, State

Considers = Callable[[], str | None]  # the ordinary Event at its place in the flow: "event", or None to go on


# --- the turn -----------------------------------------------------------------------------------------------------


def turn_action(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.8.0: a Capability, an Assault, the Event, then Sweep, Patrol or Train; Pass if nothing can be done."""
    verdict = yield from capability_box(mind, s, decision, "us.u0")
    mind.visit("us.u0", answer=verdict or "no")
    if verdict is not None:
        return option_for(decision, verdict)
    operates = operation_option(decision)
    able = {op.name for op in operations_for(s, US, operates.key)} if operates is not None else set()

    def event() -> str | None:
        answer = ordinary_event(mind, s, decision)
        mind.visit("us.ue", answer=answer or "no")
        return answer

    verdict = walk(mind, s, able, event)
    if operates is None or verdict not in able:
        return option_for(decision, verdict)
    mind.visit("us.box." + verdict)
    mind.room(Turn).operation = verdict
    return operates


def turn_operation(mind: Mind, s: State, decision: Decision) -> Option:
    """The Operation of the box that was reached."""
    return option_for(decision, mind.room(Turn).operation)


# --- the diamonds -------------------------------------------------------------------------------------------------


def walk(mind: Mind, s: State, able: Container[str], event: Considers | None = None, free: bool = False) -> str:
    """U1 to U5 with "if none": the Operation to execute, "event" or "pass". Every box is tried once (8.1.C).

    free: the Operation is an Event's; it costs nothing, and no Special Activity, so no Air Lift, goes with it (8.4.4).
    """
    position = mind.settings.us_event_position
    if position == "first" and event is not None and (answer := event()):
        return answer
    failed = False
    if calls_for_assault(mind, s, free):
        if "assault" in able and assault_works(mind, s, free):
            return "assault"
        mind.visit("us.assault.none")
        failed = True
    if position == "after_assault" and event is not None and (answer := event()):
        return answer
    if calls_for_sweep(mind, s):
        if "sweep" in able and sweep_works(mind, s, lift=not free):
            return "sweep"
        mind.visit("us.sweep.none")
    if position == "after_sweep" and event is not None and (answer := event()):
        return answer
    if calls_for_patrol(mind, s):
        if "patrol" in able and patrol_works(s):
            return "patrol"
        mind.visit("us.patrol.none")
    mind.visit("us.u5")
    if "train" in able and train_works(s, free):
        return "train"
    mind.visit("us.train.none")
    if not failed:
        if "assault" in able and assault_works(mind, s, free):
            return "assault"
        mind.visit("us.assault.none")
    mind.visit("us.pass")
    return PASS


def box_reached(mind: Mind, s: State) -> str:
    """8.4.4: the box the diamonds lead to, for a Special Activity without its Operation."""
    if calls_for_assault(mind, s):
        return "assault"
    if calls_for_sweep(mind, s):
        return "sweep"
    return "patrol" if calls_for_patrol(mind, s) else "train"


def calls_for_assault(mind: Mind, s: State, free: bool = False) -> bool:
    """U1: can an Assault alone remove a Base? U2: are NVA Troops with US Troops or a US Base?"""
    spaces = removes_base(s, free)
    mind.visit("us.u1", answer=yes_no(spaces), spaces=spaces)
    if spaces:
        return True
    p = s.pieces
    spaces = [
        sp
        for sp in range(SPACE_COUNT)
        if p[sp * KINDS + NVA_TROOPS] and (p[sp * KINDS + US_TROOPS] or p[sp * KINDS + US_BASE])
    ]
    mind.visit("us.u2", answer=yes_no(spaces), spaces=spaces)
    return bool(spaces)


def calls_for_sweep(mind: Mind, s: State) -> bool:
    """U3: is any Underground Guerrilla in a space at Support? Never in Monsoon."""
    spaces = []
    if not monsoon(s):
        spaces = [sp for sp in range(CONTROLLABLE) if s.support[sp] > 0 and hidden(s, sp)]
    mind.visit("us.u3", answer=yes_no(spaces), spaces=spaces)
    return bool(spaces)


def calls_for_patrol(mind: Mind, s: State) -> bool:
    """U4: do Guerrillas on LoCs block a Patrol from Saigon to an NVA-Controlled City?"""
    spaces = [sp for sp in cities_cut_off(s) if s.control[sp] == NVA_CONTROL]
    mind.visit("us.u4", answer=yes_no(spaces), spaces=spaces)
    return bool(spaces)


# --- the Special Activity after the Operation ---------------------------------------------------------------------


def activities_of(s: State, box: str) -> tuple[str, ...]:
    """Which Special Activity goes with a box after its Operation, most wanted first."""
    if box in ("assault", "sweep"):
        return ("air_strike",)
    if box == "train" and s.us_policy != "lbj":
        return ("advise",)
    return ("air_strike", "advise")


def operation_finish(mind: Mind, s: State, decision: Decision) -> Option:
    """After the Operation: Air Strike or Advise, unless an Air Lift came before."""
    for name in activities_of(s, mind.room(Turn).operation or "train"):
        option = decision.find("sa:" + name)
        if option is not None and (name != "advise" or advise_helps(s, option.value)):
            mind.visit("us.activity.with", activity=name)
            return option
    mind.visit("us.activity.none")
    return option_for(decision, "done")


HANDLERS: Final[dict[str, Handler]] = {
    "turn.action": turn_action,
    "turn.operation": turn_operation,
    "operation.finish": operation_finish,
}
