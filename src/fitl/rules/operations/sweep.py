"""3.2.3 Sweep: move Troops into Provinces and Cities and find the Guerrillas there."""

from typing import Final, NamedTuple

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ADVISOR,
    ARMOR,
    ARMOR_OF,
    ARVN_TROOPS,
    HAMLET,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KINDS,
    POLICE,
    RANGER,
    RANGER_ACTIVE,
    US_TROOPS,
)
from fitl.board.spaces import (
    ADJACENT_MASK,
    CONTROLLABLE,
    JUNGLE_MASK,
    LOC_MASK,
    NORTH_VIETNAM,
    PROVINCE_MASK,
    spaces_of,
)
from fitl.decisions import (
    DONE,
    DONE_OPTION,
    Decision,
    Flow,
    Option,
    amounts,
    confirm,
    piece_option,
    roll,
    spaces_options,
)
from fitl.era import POST_PARIS
from fitl.lasting import BOOBY_TRAPS_SHADED, CAPS_SHADED, COBRAS, COMBAT_VILLAGES_SHADED
from fitl.rules.deck import monsoon
from fitl.rules.economy import price
from fitl.rules.forces import activate, insurgent_pieces, move, remove, remove_to_casualties, underground
from fitl.rules.operation import EVERYWHERE, Operation
from fitl.rules.operations.movement import FOLLOW, Movement
from fitl.rules.removal import exposed_to_air_strike
from fitl.state import NEUTRAL, State

Kinds = tuple[int, ...]

# Which pieces move into a Sweep, and which find Guerrillas there: own cubes and Special Forces, in either state.
MOVERS: Final[tuple[Kinds, Kinds]] = ((US_TROOPS,), (ARVN_TROOPS,))
WITH_ARMOR: Final[tuple[Kinds, Kinds]] = ((US_TROOPS,), (ARVN_TROOPS, *ARMOR_OF[ARVN]))
SWEEPERS: Final[tuple[Kinds, Kinds]] = (
    (US_TROOPS, IRREGULAR, IRREGULAR_ACTIVE),
    (ARVN_TROOPS, POLICE, RANGER, RANGER_ACTIVE),
)


class Terms(NamedTuple):
    """What an Event allows of a Sweep; told with its questions, for the bot that plans it as a whole."""

    origins: int  # spaces pieces may leave, as a mask
    movers: Kinds
    sweepers: Kinds
    spaces: tuple[int, ...]  # selected so far
    left: int  # how many more may be selected


class SweepTerms(NamedTuple):
    """What else than ever may hold of a Sweep in a space."""

    sweepers: Kinds = ()  # the kinds that find Guerrillas, if not all that do (cards 70, 99)
    troops: Kinds = ()  # those among which Booby Traps takes its toll (cards 70, 99)
    more: int = 0  # Guerrillas found besides (P4.2.1)


ORDINARY: Final = SweepTerms()

SWEEP_MASK: Final = ((1 << CONTROLLABLE) - 1) & ~(1 << NORTH_VIETNAM)
COBRAS_SPACES: Final = 2  # card 13
ACCOMPANIED: Final = "accompanied"  # a note: an Advisor went along


def movers_of(s: State, faction: int) -> Kinds:
    """The kinds that move into a Sweep: Troops, Post-Paris Armor as well (S3.2.3); it finds nobody."""
    return (WITH_ARMOR if s.era.flags & POST_PARIS else MOVERS)[faction]


def can_sweep_space(s: State, faction: int, sp: int, sweepers: Kinds | None = None) -> bool:
    """Is this a Province or City (not North Vietnam) with own pieces that could Sweep in place?"""
    if not SWEEP_MASK >> sp & 1:
        return False
    p = s.pieces
    row = sp * KINDS
    return any(p[row + kind] for kind in sweepers or SWEEPERS[faction])


def can_sweep(s: State, op: Operation) -> bool:
    """Not in Monsoon (2.3.9), unless an Event grants it (5.1.1); there is a space and it can be paid for."""
    if monsoon(s) and not op.by_event:
        return False
    faction = op.faction
    if not op.can_pay(price(s, faction, "sweep")):
        return False
    return any(can_sweep_space(s, faction, sp) for sp in spaces_of(op.allowed & SWEEP_MASK)) or bool(
        selectable(s, movers_of(s, faction), SWEEPERS[faction]) & op.allowed
    )


def sweep(
    s: State,
    op: Operation,
    *,
    movers: Kinds | None = None,
    sweepers: Kinds | None = None,
    origins: int = EVERYWHERE,
) -> Flow[None]:
    """3.2.3: select spaces, move Troops in, then Activate Guerrillas in each.

    An Event may name other kinds that move and Sweep (cards 70, 99) or where movers may come from (card 62).
    """
    movers = movers or movers_of(s, op.faction)
    sweepers = sweepers or SWEEPERS[op.faction]
    if s.effects & CAPS_SHADED and op.faction == US and not op.by_event:  # card 18
        op.max_spaces = 2 if op.max_spaces is None else min(2, op.max_spaces)
    yield from _select_spaces(s, op, movers, sweepers, origins)
    yield from _move_in(s, op, _terms(op, movers, sweepers, origins))
    yield from _sweep_each(s, op, movers, sweepers)


# --- selecting and moving -----------------------------------------------------------------------------------------


def _select_spaces(s: State, op: Operation, movers: Kinds, sweepers: Kinds, origins: int) -> Flow[None]:
    cost = price(s, op.faction, "sweep")

    def candidates() -> list[int]:
        return spaces_of(selectable(s, movers, sweepers, origins)) if op.can_pay(cost) else []

    while True:
        params = {"terms": _terms(op, movers, sweepers, origins)}
        if (yield from op.next_space("sweep.space", "3.2.3", candidates, cost, params)) == DONE:
            return
        op.pay(cost)


def _terms(op: Operation, movers: Kinds, sweepers: Kinds, origins: int) -> Terms:
    left = (CONTROLLABLE if op.max_spaces is None else op.max_spaces) - len(op.spaces)
    return Terms(origins, movers, sweepers, tuple(op.spaces), left)


def selectable(s: State, movers: Kinds, sweepers: Kinds, origins: int = EVERYWHERE) -> int:
    """Provinces and Cities where own pieces are or could come."""
    p = s.pieces
    here = 0
    for sp in range(CONTROLLABLE):
        row = sp * KINDS
        for kind in sweepers:
            if p[row + kind]:
                here |= 1 << sp
                break
    reach = here
    on_the_way = 0
    for origin in spaces_of(Movement(s, 0, movers, "", "").origins() & origins):
        reach |= ADJACENT_MASK[origin]
        on_the_way |= ADJACENT_MASK[origin]
    for loc in spaces_of(on_the_way & LOC_MASK):
        if not insurgent_pieces(s, loc):
            reach |= ADJACENT_MASK[loc]
    return reach & SWEEP_MASK


def sweep_sources(s: State, destination: int) -> int:
    """Spaces one step away, or two steps by way of a LoC without Insurgent pieces."""
    near = ADJACENT_MASK[destination]
    mask = near
    for loc in spaces_of(near & LOC_MASK):
        if not insurgent_pieces(s, loc):
            mask |= ADJACENT_MASK[loc]
    return mask & ~(1 << destination)


def _move_in(s: State, op: Operation, terms: Terms) -> Flow[None]:
    """All movement comes first; each Troop moves at most once, into a selected space."""
    movement = Movement(s, op.faction, terms.movers, "sweep", "3.2.3")
    op.notes[FOLLOW] = movement.follow
    origins = terms.origins
    params = {"terms": terms}

    def destinations() -> list[Option]:
        movable = movement.origins() & origins
        found = spaces_options([sp for sp in op.spaces if sweep_sources(s, sp) & movable])
        found.append(DONE_OPTION)
        return found

    while (sp := (yield from op.choose("sweep.destination", "3.2.3", destinations, params))) != DONE:
        origin = yield from movement.into(sp, sweep_sources(s, sp) & movement.origins() & origins)
        if s.pieces[origin * KINDS + ADVISOR] and op.faction == ARVN and not op.notes.get(ACCOMPANIED):  # P3.2.3
            yield from _take_advisor_along(s, op, origin, sp)


def _take_advisor_along(s: State, op: Operation, origin: int, sp: int) -> Flow[None]:
    """P3.2.3: once in a Sweep an Advisor goes with moving Troops, if ARVN proposes it and the US agrees (OPEN 12)."""
    params = {"origin": origin, "destination": sp}
    if (yield confirm(ARVN, "sweep.advisor", "P3.2.3", params=params)) and (
        yield confirm(US, "sweep.advisor_agreed", "P3.2.3", params=params)
    ):
        op.notes[ACCOMPANIED] = True
        move(s, ADVISOR, 1, origin, sp)


# --- Sweeping -----------------------------------------------------------------------------------------------------


def _sweep_each(s: State, op: Operation, movers: Kinds, sweepers: Kinds) -> Flow[None]:
    """Resolve the selected spaces; the order is asked only while something can depend on it."""
    left = op.spaces[:]
    while left:
        sp = left[0]
        if s.effects & (COBRAS | BOOBY_TRAPS_SHADED) or (op.activities and op.activity is None):
            sp = yield from op.choose("sweep.next", "3.2.3", lambda: spaces_options(left))
        left.remove(sp)
        yield from sweep_space(s, op.faction, sp, op, terms=SweepTerms(sweepers=sweepers, troops=movers))


def sweep_space(
    s: State,
    faction: int,
    sp: int,
    op: Operation | None = None,
    *,
    by: int | None = None,
    terms: SweepTerms = ORDINARY,
) -> Flow[None]:
    """3.2.3: Sweep one space with the pieces in it; by: who decides if not the Sweeping Faction (Advise, 4.2.1)."""
    decider = faction if by is None else by
    sweepers = terms.sweepers or SWEEPERS[faction]
    s.note("log.sweep.space", faction=faction, space=sp)
    yield from activate_guerrillas(s, decider, sp, finds(s, faction, sp, sweepers) + terms.more, "3.2.3")
    if s.effects & COBRAS:  # card 13
        yield from _cobras(s, decider, sp, op)
    if s.effects & BOOBY_TRAPS_SHADED:  # card 101
        yield from _booby_traps(s, sp, terms.troops or MOVERS[faction])
    if s.effects & COMBAT_VILLAGES_SHADED and faction == ARVN and op is not None:  # card P45: not in Advise
        yield from _combat_village(s, sp)


def finds(s: State, faction: int, sp: int, sweepers: Kinds) -> int:
    """3.2.3: how many Guerrillas the pieces in a space can find: one each, in Jungle one for two."""
    p = s.pieces
    row = sp * KINDS
    found = sum(p[row + kind] for kind in sweepers)
    if faction == ARVN:
        found += p[row + HAMLET]  # P3.2.3
    return found // 2 if JUNGLE_MASK >> sp & 1 else found


def _combat_village(s: State, sp: int) -> Flow[None]:
    """Shaded card P45: in a Province at Opposition the Sweep costs ARVN one Troop on 1-3."""
    if not PROVINCE_MASK >> sp & 1 or s.support[sp] >= NEUTRAL or not s.pieces[sp * KINDS + ARVN_TROOPS]:
        return
    if (yield roll("3.2.3", "sweep.combat_village_die", space=sp, card=1045)) <= 3:
        remove(s, sp, ARVN_TROOPS)


def activate_guerrillas(s: State, by: int, sp: int, n: int, rule: str) -> Flow[None]:
    """3.2.2, 3.2.3: flip n Underground Guerrillas, or all there are; the executing Faction picks whose."""
    nva = underground(s, sp, NVA)
    vc = underground(s, sp, VC)
    n = min(n, nva + vc)
    if not n:
        return
    of_nva: int = yield Decision(
        by, "sweep.nva_guerrillas", rule, amounts(max(0, n - vc), min(n, nva)), {"space": sp, "n": n}
    )
    activate(s, sp, NVA, of_nva)
    activate(s, sp, VC, n - of_nva)


def _cobras(s: State, by: int, sp: int, op: Operation | None) -> Flow[None]:
    """Card 13: one exposed enemy piece may go in up to two spaces of a Sweep (NVA Troops first, Bases last)."""
    if op is not None and op.notes.get("cobras", 0) >= COBRAS_SPACES:
        return
    kinds = exposed_to_air_strike(s, sp)  # OPEN 48: NVA Armor and Active Guerrillas in any order
    if not kinds:
        return
    options = [*(piece_option(kind) for kind in kinds), DONE_OPTION]
    kind: int = yield Decision(by, "sweep.cobras", "3.2.3", options, {"space": sp})
    if kind == DONE:
        return
    remove(s, sp, kind)
    if op is not None:
        op.notes["cobras"] = op.notes.get("cobras", 0) + 1


def _booby_traps(s: State, sp: int, troops: Kinds) -> Flow[None]:
    """Card 101: on 1-3 VC removes one of the Troops that Swept here, on card 70 perhaps a Police; never Armor."""
    p = s.pieces
    kinds = [kind for kind in troops if p[sp * KINDS + kind] and kind not in ARMOR]
    if not kinds:
        return
    if (yield roll("3.2.3", "sweep.booby_traps_die", space=sp, card=101)) <= 3:
        kind: int = yield Decision(
            VC, "sweep.booby_traps", "3.2.3", [piece_option(kind) for kind in kinds], {"space": sp}
        )
        remove_to_casualties(s, sp, kind)
