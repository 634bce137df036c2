"""Free Operations and Special Activities that Events grant (3.1.2, 5.5): the ordinary procedures with parameters.

They cost no Resources, leave the eligibility of the acting Faction alone and beat Momentum bans and Monsoon where the
Event names them (5.1.1, 5.1.2).
"""

from collections.abc import Iterable

from fitl.board.factions import US
from fitl.board.spaces import SPACE_COUNT, mask_of
from fitl.decisions import Flow, Option
from fitl.events.vocabulary import ask
from fitl.rules.activities.air_lift import air_lift_with, can_air_lift, has_passengers
from fitl.rules.deck import monsoon
from fitl.rules.menu import OPERATIONS, OPERATIONS_OF
from fitl.rules.operation import ACTIVITIES, EVERYWHERE, Activity, Operation
from fitl.state import State

NOT_IN_MONSOON = ("sweep", "march")  # 2.3.9


def granted(
    s: State,
    faction: int,
    name: str,
    *,
    spaces: Iterable[int] | None = None,
    max_spaces: int | None = None,
    limited: bool = False,
) -> Operation:
    """A free Operation that an Event names, confined to spaces if it says so."""
    allowed = EVERYWHERE if spaces is None else mask_of(spaces)
    return Operation(
        s, faction, name, free=True, limited=limited, allowed=allowed, max_spaces=max_spaces, by_event=True
    )


def carry_out_granted(s: State, op: Operation) -> Flow[None]:
    """Carry out a free Operation if there is anything it could do."""
    if OPERATIONS[op.name].can(s, op):
        s.note("log.free_operation", faction=op.faction, operation=op.name)
        yield from OPERATIONS[op.name].run(s, op)


def free_operation(
    s: State, faction: int, name: str, *, spaces: Iterable[int] | None = None, max_spaces: int | None = None
) -> Flow[Operation]:
    """3.1.2: the Faction executes a free Operation; returns it, with the spaces it used."""
    op = granted(s, faction, name, spaces=spaces, max_spaces=max_spaces)
    yield from carry_out_granted(s, op)
    return op


def limited_operations(s: State, faction: int, spaces: Iterable[int] | None = None) -> list[Operation]:
    """The free Limited Operations a Faction could choose; text that names none of them does not beat Monsoon."""
    return [
        op
        for name in OPERATIONS_OF[faction]
        if not (name in NOT_IN_MONSOON and monsoon(s))
        for op in (granted(s, faction, name, spaces=spaces, limited=True),)
        if OPERATIONS[name].can(s, op)
    ]


def free_limited_operation(s: State, faction: int, spaces: Iterable[int] | None = None) -> Flow[None]:
    """The Faction executes any one free Limited Operation (2.3.5), if it can."""
    operations = limited_operations(s, faction, None if spaces is None else list(spaces))
    if operations:
        op = yield ask(s, faction, "limited_operation", [Option(op.name, op) for op in operations])
        yield from carry_out_granted(s, op)


def free_activity(
    s: State, faction: int, name: str, *, spaces: Iterable[int] | None = None, max_spaces: int | None = None
) -> Flow[Activity]:
    """3.1.2: the Faction takes a free Special Activity, if it can; returns it, with the spaces it used."""
    activity = Activity(s, faction, name, None, EVERYWHERE if spaces is None else mask_of(spaces), max_spaces)
    if ACTIVITIES[name].can(s, activity):
        s.note("log.free_activity", faction=faction, activity=name)
        yield from ACTIVITIES[name].run(s, activity)
    return activity


def can_take_activity(s: State, faction: int, name: str, *, spaces: Iterable[int] | None = None) -> bool:
    """Could the Faction take this free Special Activity now?"""
    allowed = EVERYWHERE if spaces is None else mask_of(spaces)
    return ACTIVITIES[name].can(s, Activity(s, faction, name, None, allowed))


def can_operate(s: State, faction: int, name: str, *, spaces: Iterable[int] | None = None) -> bool:
    """Could the Faction execute this free Operation now?"""
    return OPERATIONS[name].can(s, granted(s, faction, name, spaces=spaces))


def free_air_lift(s: State, into: Iterable[int]) -> Flow[None]:
    """A free US Air Lift that lands only in these spaces (cards 23, 44, 62), if anybody can fly there."""
    landings = mask_of(into)
    origins = mask_of(sp for sp in range(SPACE_COUNT) if has_passengers(s, sp))
    lift = Activity(s, US, "air_lift", None, origins | landings)
    if can_air_lift(s, lift, landings):
        s.note("log.free_activity", faction=US, activity="air_lift")
        yield from air_lift_with(s, lift, into=landings)


def can_air_lift_into(s: State, into: Iterable[int]) -> bool:
    """Could a free US Air Lift bring anybody to one of these spaces?"""
    return can_air_lift(s, Activity(s, US, "air_lift"), mask_of(into))
