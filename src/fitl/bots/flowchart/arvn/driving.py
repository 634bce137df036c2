"""8.7.2 Transport as it is asked for step by step: origin, piece, destination, number."""

from fitl.board.spaces import mask_of
from fitl.bots.flowchart.arvn.plan import forced, plan_of
from fitl.bots.flowchart.arvn.targets import ANY, BULLETS, assault_on, pick_assault
from fitl.bots.flowchart.arvn.transport import plan_transport
from fitl.bots.flowchart.shared import take
from fitl.bots.mind import Mind, offered_spaces, option_for
from fitl.bots.script import Script
from fitl.decisions import Decision, Flow, Option
from fitl.state import State


def transport_origin(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`transport.origin`: as planned; a Transport by an Event is planned here, into a Province."""
    script = yield from _script(mind, s, mask_of(offered_spaces(decision)))
    if (option := script.follow(decision)) is not None:
        return option
    script.intend(())
    return decision.find("done") or (yield from forced(mind, s, decision))


def _script(mind: Mind, s: State, origins: int) -> Flow[Script]:
    script = plan_of(mind, s).transport
    if script.lines is None:
        yield from plan_transport(mind, s, "province", origins)
    return script


def transport_load(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`transport.piece`, `transport.destination`: the next load's; planned here where the origin was the only one."""
    script = yield from _script(mind, s, 1 << decision.origin)
    if (option := script.follow(decision)) is not None:
        return option
    if decision.kind == "transport.destination":
        return (yield from forced(mind, s, decision))
    return decision.find("done") or decision.options[0]


def transport_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """`transport.amount`: the load's number."""
    return plan_of(mind, s).transport.follow(decision) or decision.options[0]


def transport_assault(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`transport.assault` (card 61): in one destination by 8.7.4, wherever it removes anything."""
    blows = {sp: assault_on(s, sp) for sp in offered_spaces(decision)}
    chosen = yield from pick_assault(mind, blows, (*BULLETS, ANY))
    if chosen is None:
        return option_for(decision, "done")
    mind.visit("arvn.transport.cavalry", space=chosen)
    return take(decision, chosen)
