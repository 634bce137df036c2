"""3.2.2 Patrol: move cubes along the Lines of Communication and clear them."""

from typing import Final

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ARMOR, ARMOR_OF, ARVN_TROOPS, KINDS, POLICE, US_TROOPS
from fitl.board.spaces import ADJACENT_MASK, CITY_MASK, LOC_MASK, LOCS, SPACE_COUNT, spaces_of
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, Option, spaces_options
from fitl.era import POST_PARIS
from fitl.lasting import LANSDALE_SHADED, PATTON_SHADED
from fitl.rules.economy import price
from fitl.rules.forces import cubes_of, remove_to_casualties
from fitl.rules.operation import Operation
from fitl.rules.operations.assault import assault_space, can_assault_space
from fitl.rules.operations.movement import FOLLOW, Movement
from fitl.rules.operations.sweep import activate_guerrillas
from fitl.state import State

CUBES: Final = ((US_TROOPS,), (ARVN_TROOPS, POLICE))
WITH_ARMOR: Final = ((US_TROOPS,), (ARVN_TROOPS, POLICE, *ARMOR_OF[ARVN]))
ROUTES: Final = LOC_MASK | CITY_MASK  # where Patrolling cubes may go
_ROUTES: Final = tuple(spaces_of(ROUTES))
PATTON_LOSSES: Final = 2  # card 14


def can_patrol(s: State, op: Operation) -> bool:
    """There are own cubes that could move or are on a LoC, where an Event allows, and the Patrol can be paid for."""
    if not op.can_pay(price(s, op.faction, "patrol")):
        return False
    if any(
        ((LOC_MASK & op.allowed) >> sp & 1 or ADJACENT_MASK[sp] & ROUTES & op.allowed) and cubes_of(s, sp, op.faction)
        for sp in range(SPACE_COUNT)
    ):
        return True
    return any(  # S3.2.2: Armor that can move is enough
        ADJACENT_MASK[sp] & ROUTES & op.allowed and any(s.pieces[sp * KINDS + kind] for kind in ARMOR_OF[ARVN])
        for sp in range(SPACE_COUNT if s.era.flags & POST_PARIS and op.faction == ARVN else 0)
    )


def movers_of(s: State, faction: int) -> tuple[int, ...]:
    """The kinds that move in a Patrol: cubes, Post-Paris Armor as well (S3.2.2)."""
    return (WITH_ARMOR if s.era.flags & POST_PARIS else CUBES)[faction]


def patrol(s: State, op: Operation) -> Flow[None]:
    """3.2.2: move cubes, Activate Guerrillas on LoCs, Assault in one LoC."""
    op.pay(price(s, op.faction, "patrol"))  # once for the whole (P3.2.2)
    movement = Movement(s, op.faction, movers_of(s, op.faction), "patrol", "3.2.2")
    op.notes[FOLLOW] = movement.follow
    yield from _move(s, op, movement)
    for sp in LOCS:
        if n := cubes_of(s, sp, op.faction):
            yield from activate_guerrillas(s, op.faction, sp, n, "3.2.2")
    yield from _assault_one_loc(s, op)
    if s.effects & PATTON_SHADED:  # card 14
        yield from ambushed_convoys(s, movement)


def networks(s: State) -> list[int]:
    """For each connected stretch of LoCs and Cities without Insurgent pieces: all spaces in it or next to it.

    Whatever starts in or next to such a stretch may move along it and into any LoC or City in or next to it; a space
    with Insurgents can be entered but not passed.
    """
    force = s.force
    clear = 0
    for sp in _ROUTES:
        if not (force[sp * 4 + NVA] or force[sp * 4 + VC]):
            clear |= 1 << sp
    found = []
    while clear:
        frontier = clear & -clear
        network = 0
        while frontier:
            network |= frontier
            clear &= ~frontier
            around = 0
            for sp in spaces_of(frontier):
                around |= ADJACENT_MASK[sp]
            network |= around
            frontier = around & clear
        found.append(network)
    return found


def sources(destination: int, stretches: list[int]) -> int:
    """The spaces from which cubes could come into a LoC or City, given `networks`."""
    mask = ADJACENT_MASK[destination]
    for network in stretches:
        if network >> destination & 1:
            mask |= network
    return mask & ~(1 << destination)


def _move(s: State, op: Operation, movement: Movement) -> Flow[None]:
    """Step 1: each cube moves once; in a Limited Operation all go to one destination (2.3.5)."""

    def destinations() -> list[Option]:
        movable = movement.origins()
        stretches = networks(s)
        allowed = spaces_of(ROUTES & op.allowed) if not op.full() else op.spaces
        found = spaces_options([sp for sp in allowed if sources(sp, stretches) & movable])
        if op.spaces or any(cubes_of(s, sp, op.faction) for sp in LOCS):
            found.append(DONE_OPTION)
        return found

    while (sp := (yield from op.choose("patrol.destination", "3.2.2", destinations))) != DONE:
        if sp not in op.spaces:
            op.spaces.append(sp)
        yield from movement.into(sp, sources(sp, networks(s)) & movement.origins())


def _assault_one_loc(s: State, op: Operation) -> Flow[None]:
    """Step 3: an Assault in one LoC at no cost, without ARVN added to a US one (3.2.4)."""
    if op.faction == US and s.effects & LANSDALE_SHADED and not op.by_event:  # card 78
        return

    def spaces() -> list[Option]:
        locs = op.spaces if op.limited and op.spaces else LOCS  # 2.3.5
        found = spaces_options([sp for sp in locs if LOC_MASK >> sp & 1 and can_assault_space(s, op.faction, sp)])
        found.append(DONE_OPTION)
        return found

    if len(spaces()) == 1:
        return
    sp = yield from op.choose("patrol.assault", "3.2.2", spaces)
    if sp != DONE:
        if sp not in op.spaces:  # S2.3.2, OPEN 5: fought elsewhere, it has had more than one space
            op.spaces.append(sp)
        yield from assault_space(s, op.faction, sp, op)


def ambushed_convoys(s: State, movement: Movement) -> Flow[None]:
    """Card 14: NVA removes up to two of the cubes that moved."""
    for left in range(PATTON_LOSSES, 0, -1):
        options = [option for option in movement.arrived() if option.piece not in ARMOR]  # S3.2.2: cubes only
        if not options:
            return
        params = {"left": left, "moved": movement.arrivals()}
        answer = yield Decision(NVA, "patrol.patton", "3.2.2", [*options, DONE_OPTION], params)
        if answer == DONE:
            return
        kind, sp = answer
        remove_to_casualties(s, sp, kind)
        movement.forget(kind, sp)
