"""8.7.2 Transport as it is asked for step by step: origin, piece, destination, number."""

from fitl.board.pieces import KINDS
from fitl.bots.flowchart.arvn.plan import Goal, TransportPlan, done, forced, plan_of
from fitl.bots.flowchart.arvn.targets import ANY, BULLETS, assault_on, pick_assault
from fitl.bots.flowchart.arvn.transport import plan_transport
from fitl.bots.mind import Mind, offered_spaces, option_for
from fitl.decisions import Decision, Flow, Option
from fitl.state import State


def transport_origin(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`transport.origin`: as planned; a Transport by an Event is planned here, into a Province."""
    plan = plan_of(mind, s)
    offered = offered_spaces(decision)
    if plan.transport is None:
        yield from plan_transport(mind, s, "province", sum(1 << sp for sp in offered))
    origin = -1 if plan.transport is None else plan.transport.origin
    if origin in offered:
        return next(option for option in decision.options if option.spaces == (origin,))
    plan.transport = TransportPlan()
    ending = done(decision)
    return ending if ending is not None else (yield from forced(mind, s, decision))


def _load(mind: Mind, s: State, origin: int) -> Flow[None]:
    """Where the origin was the only one, so nobody was asked for it, plan now."""
    if plan_of(mind, s).transport is None:
        yield from plan_transport(mind, s, "province", 1 << origin)


def _goal(mind: Mind, s: State, piece: int | None = None, destination: int | None = None) -> Goal | None:
    """The next load that has not arrived: kind, destination, number and how many of the kind will be there."""
    plan = plan_of(mind, s).transport
    for goal in plan.goals if plan is not None else ():
        if (
            piece in (None, goal[0])
            and destination in (None, goal[1])
            and s.pieces[goal[1] * KINDS + goal[0]] < goal[3]
        ):
            return goal
    return None


def transport_piece(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`transport.piece`: the next load's kind."""
    assert decision.params is not None
    yield from _load(mind, s, decision.params["origin"])
    goal = _goal(mind, s)
    for option in decision.options:
        if goal is not None and option.piece == goal[0]:
            return option
    return done(decision) or decision.options[0]


def transport_destination(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`transport.destination`: the load's."""
    assert decision.params is not None
    yield from _load(mind, s, decision.params["origin"])
    goal = _goal(mind, s, decision.params["piece"])
    for option in decision.options:
        if goal is not None and option.spaces == (goal[1],):
            return option
    return (yield from forced(mind, s, decision))


def transport_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """`transport.amount`: the load's number."""
    assert decision.params is not None
    goal = _goal(mind, s, decision.params["piece"], decision.params["destination"])
    return (decision.find(str(goal[2])) if goal is not None else None) or decision.options[0]


def transport_assault(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`transport.assault` (card 61): in one destination by 8.7.4, wherever it removes anything."""
    blows = {sp: assault_on(s, sp) for sp in offered_spaces(decision)}
    chosen = yield from pick_assault(mind, blows, (*BULLETS, ANY))
    if chosen is None:
        return option_for(decision, "done")
    mind.visit("arvn.transport.cavalry", space=chosen)
    return next(option for option in decision.options if option.spaces == (chosen,))
