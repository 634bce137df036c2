"""What a non-player ARVN intends: kept from decision to decision of one Operation, Event or Coup phase."""

from typing import Any, Final

from fitl.board.factions import ARVN
from fitl.bots.mind import Mind
from fitl.bots.select import random_space
from fitl.decisions import DONE, Decision, Flow, Option
from fitl.state import State

CAP: Final = 3  # spaces of an ARVN Operation (8.7.2-8.7.5)
COST: Final = 3  # Resources per space, or per Patrol (3.2)
UNLIMITED: Final = 99

Plan = dict[str, Any]


class NothingToDo(Exception):
    """A box that is being tried out would have to do something no bullet asks for: it fails (8.1.C)."""


def plan_of(mind: Mind, s: State) -> Plan:
    """The intention of the turn, Event or phase that is going on; a new one begins with nothing planned."""
    scope = (len(s.played), s.card, s.acted, s.stage)
    plan: Plan | None = mind.plan.get("arvn")
    if plan is None or plan["scope"] != scope:
        plan = mind.plan["arvn"] = {"scope": scope}
    return plan


def in_event(mind: Mind, s: State) -> bool:
    """Is this not an Operation of ARVN's own turn? Then no box was chosen by the flowchart."""
    return "box" not in plan_of(mind, s)


def cap_of(mind: Mind, s: State) -> int:
    """How many spaces: the box's cap; an Event's own limits beat it (8.4.4)."""
    plan = plan_of(mind, s)
    if "box" in plan:
        return CAP
    return 1 if plan.get("limited") else UNLIMITED


def can_pay(mind: Mind, s: State, cost: int) -> bool:
    """Are there Resources for this? What an Event grants is free (3.1.2)."""
    return in_event(mind, s) or bool(plan_of(mind, s).get("free")) or s.resources[ARVN] >= cost


def offers_done(decision: Decision) -> bool:
    return any(option.value == DONE for option in decision.options)


def activity(decision: Decision, name: str) -> Option | None:
    """The option that takes a Special Activity now, if offered."""
    return decision.find("sa:" + name)


def forced(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """No bullet asks for anything but a space must be named: at random (8.4.4), or the box fails if only tried."""
    if plan_of(mind, s).get("trial"):
        raise NothingToDo
    spaces = [option.spaces[0] for option in decision.options if option.spaces]
    chosen = yield from random_space(mind, spaces)
    mind.visit("arvn.forced", space=chosen)
    return next(option for option in decision.options if option.spaces == (chosen,))


def done(decision: Decision) -> Option | None:
    """The option that ends a repeated choice, if offered."""
    return next((option for option in decision.options if option.value == DONE), None)


def move_origin(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`sweep.origin`, `patrol.origin`: as planned."""
    planned = plan_of(mind, s).get("move")
    if planned is not None:
        for option in decision.options:
            if option.spaces == (planned[1],):
                return option
    return (yield from forced(mind, s, decision))


def move_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """`sweep.amount`, `patrol.amount`: as planned, as nearly as offered."""
    assert decision.params is not None
    planned = plan_of(mind, s).get("move")
    wanted = planned[2].get(decision.params["piece"], 0) if planned is not None else 0
    return min(decision.options, key=lambda option: abs((option.amount or 0) - wanted))
