"""Free Operations and Special Activities that Events grant (3.1.2, 5.5): the ordinary procedures with parameters.

They cost no Resources, leave the eligibility of the acting Faction alone and beat Momentum bans and Monsoon where the
Event names them (5.1.1, 5.1.2).
"""

from collections.abc import Iterable

from fitl.board.factions import NVA, US, VC
from fitl.board.pieces import KINDS, NVA_BASE, VC_BASE
from fitl.board.spaces import JUNGLE_MASK, LOWLAND_MASK, POP, SPACE_COUNT, is_province, mask_of
from fitl.decisions import Flow, Option
from fitl.events.vocabulary import ask
from fitl.lasting import (
    ABRAMS,
    BOOBY_TRAPS_SHADED,
    COBRAS,
    COBRAS_SHADED,
    PATTON,
    SEARCH_AND_DESTROY,
    SEARCH_AND_DESTROY_SHADED,
)
from fitl.rules.activities.air_lift import air_lift_with, can_air_lift, has_passengers
from fitl.rules.deck import monsoon
from fitl.rules.forces import insurgent_pieces, underground
from fitl.rules.menu import OPERATIONS, OPERATIONS_OF
from fitl.rules.operation import ACTIVITIES, EVERYWHERE, Activity, Operation
from fitl.rules.removal import exposed_to_assault
from fitl.state import ACTIVE_OPPOSITION, State

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


def sweep_tells(s: State, sp: int, sweepers: int) -> bool:
    """Could so many Sweeping pieces change anything in this space (3.2.3)?"""
    if not sweepers:
        return False
    finds = sweepers // 2 if JUNGLE_MASK >> sp & 1 else sweepers
    return bool(
        (finds and underground(s, sp, NVA) + underground(s, sp, VC))
        or (s.effects & COBRAS and exposed_to_assault(s, sp))  # card 13
        or s.effects & BOOBY_TRAPS_SHADED  # card 101
    )


def assault_tells(s: State, faction: int, sp: int, hits: int) -> bool:
    """Could an Assault with so many hits change anything in this space (3.2.4)? There are cubes to make it."""
    if not insurgent_pieces(s, sp):
        return False
    hidden = underground(s, sp, NVA) + underground(s, sp, VC)
    if s.effects & SEARCH_AND_DESTROY_SHADED and is_province(sp) and POP[sp] and s.support[sp] > ACTIVE_OPPOSITION:
        return True  # card 28
    if faction == US:
        if s.effects & COBRAS_SHADED or (s.effects & SEARCH_AND_DESTROY and hidden):  # cards 13, 28
            return True
        if s.effects & PATTON and not LOWLAND_MASK >> sp & 1:  # card 14
            hits += 2
        if hits and s.effects & ABRAMS and (s.pieces[sp * KINDS + NVA_BASE] or s.pieces[sp * KINDS + VC_BASE]):
            return True  # card 11
    # With nobody exposed and nobody hidden only Tunneled Bases are left: a hit may take a marker.
    return hits > 0 and (not hidden or bool(exposed_to_assault(s, sp)))
