"""What a non-player ARVN intends: kept from decision to decision of one Operation, Event or Coup phase."""

from dataclasses import dataclass, field
from typing import Final

from fitl.board.factions import ARVN
from fitl.bots.mind import Mind
from fitl.bots.script import Move, Script
from fitl.bots.select import random_space
from fitl.decisions import Decision, Flow, Option
from fitl.state import State

CAP: Final = 3  # spaces of an ARVN Operation (8.7.2-8.7.5)
COST: Final = 3  # Resources per space, or per Patrol (3.2)
UNLIMITED: Final = 99


@dataclass(slots=True)
class SweepPlan:
    """A Sweep as planned."""

    spaces: list[int] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    moving: bool = False


@dataclass(slots=True)
class TrainSoFar:
    """A Train so far."""

    spaces: list[int] = field(default_factory=list)
    methods: dict[int, str] = field(default_factory=dict)  # by space
    paused: bool = False  # the pause for Govern or Transport is over
    activity: str = ""  # what it was used for
    base: int | None = None  # where a Base is to be built


@dataclass(slots=True)
class GovernSoFar:
    """A Govern so far."""

    methods: dict[int, str] = field(default_factory=dict)  # by space
    spared: bool = False  # card 86 has helped


@dataclass(slots=True)
class RaidPlan:
    """A Raid as planned."""

    targets: list[int] = field(default_factory=list)
    moves: dict[int, list[tuple[int, int]]] = field(default_factory=dict)  # the Rangers still to come, by target
    nva_first: list[int] = field(default_factory=list)  # targets where only NVA losses change Control


@dataclass(slots=True)
class Plan:
    """What ARVN intends in one turn, Event or phase; None is what has not been planned."""

    box: str | None = None  # the Operation that the flowchart chose
    limited: bool = False  # an Event grants a Limited Operation
    free: bool = False
    trial: bool = False  # it is only being tried out
    activity: str = ""  # the Special Activity taken before the Operation, or "none"
    moves: Script = field(default_factory=Script)  # of a Sweep or Patrol
    assaulted: list[int] | None = None
    sweep: SweepPlan | None = None
    drawn: SweepPlan | None = None  # one that was drawn while the boxes were tried
    swept: list[int] = field(default_factory=list)
    train: TrainSoFar | None = None
    govern: GovernSoFar | None = None
    transport: Script = field(default_factory=Script)
    raid: RaidPlan | None = None
    redeploy: Script = field(default_factory=Script)


class NothingToDo(Exception):
    """A box that is being tried out would have to do something no bullet asks for: it fails (8.1.C)."""


def plan_of(mind: Mind, s: State, anew: bool = False) -> Plan:
    """The intention of the turn, Event or phase that is going on; a new one begins with nothing planned."""
    return mind.room(Plan, (len(s.played), s.card, s.acted, s.stage), anew)


def in_event(mind: Mind, s: State) -> bool:
    """Is this not an Operation of ARVN's own turn? Then no box was chosen by the flowchart."""
    return plan_of(mind, s).box is None


def cap_of(mind: Mind, s: State) -> int:
    """How many spaces: the box's cap; an Event's own limits beat it (8.4.4)."""
    plan = plan_of(mind, s)
    if plan.box is not None:
        return CAP
    return 1 if plan.limited else UNLIMITED


def can_pay(mind: Mind, s: State, cost: int) -> bool:
    """Are there Resources for this? What an Event grants is free (3.1.2)."""
    return in_event(mind, s) or plan_of(mind, s).free or s.resources[ARVN] >= cost


def offers_done(decision: Decision) -> bool:
    return decision.find("done") is not None


def activity(decision: Decision, name: str) -> Option | None:
    """The option that takes a Special Activity now, if offered."""
    return decision.find("sa:" + name)


def forced(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """No bullet asks for anything but a space must be named: at random (8.4.4), or the box fails if only tried."""
    if plan_of(mind, s).trial:
        raise NothingToDo
    spaces = [option.spaces[0] for option in decision.options if option.spaces]
    chosen = yield from random_space(mind, spaces)
    mind.visit("arvn.forced", space=chosen)
    return next(option for option in decision.options if option.spaces == (chosen,))


def move_origin(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`sweep.origin`, `patrol.origin`: as planned."""
    return plan_of(mind, s).moves.follow(decision) or (yield from forced(mind, s, decision))


def move_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """`sweep.amount`, `patrol.amount`: as planned, else as few as may be."""
    return plan_of(mind, s).moves.follow(decision) or decision.options[0]
