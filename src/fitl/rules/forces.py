"""Forces (1.4): counting, moving, removing, placing and flipping pieces. The only code that writes `State.pieces`.

A `bytearray` refuses to go below zero, so taking a piece that is not there raises at once.
"""

from typing import Final

from fitl.board.factions import ARVN, INSURGENTS, NVA, US
from fitl.board.pieces import (
    ACTIVE_KIND_OF,
    ACTIVE_OF,
    ADVISOR,
    ARVN_BASE,
    ARVN_TROOPS,
    BASE_KINDS,
    BASES_PER_SPACE,
    CADRE,
    CAPTURED,
    FACTION_OF,
    HAMLET,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KINDS,
    NVA_BASE,
    NVA_TUNNEL,
    PLAIN,
    POLICE,
    RANGER,
    RANGER_ACTIVE,
    STATES_OF,
    TERROR_MARKERS,
    UNDERGROUND_OF,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_BASE_CADRE,
    VC_TUNNEL,
)
from fitl.board.spaces import (
    AVAILABLE,
    CASUALTIES,
    CITY_MASK,
    CONTROLLABLE,
    EVERYWHERE,
    LOC_MASK,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    PROVINCE_MASK,
    ROWS,
    SPACE_COUNT,
)
from fitl.decisions import Decision, Flow, piece_option, spaces_options
from fitl.era import US_RETREATED
from fitl.rules.control import adjust_control
from fitl.rules.control import force_pool as force_pool
from fitl.state import State

_MAP_END: Final = SPACE_COUNT * KINDS
LOST: Final = -1  # in place of a box: where the era sends a piece of this kind that the map loses

# --- counting -----------------------------------------------------------------------------------------------------


def boxes_of(s: State) -> tuple[int, ...]:
    """The boxes that this game has."""
    return s.era.boxes


def count(s: State, row: int, kind: int) -> int:
    """Pieces of exactly this kind in a space or box."""
    return s.pieces[row * KINDS + kind]


def available(s: State, plain_kind: int) -> int:
    """Pieces of this kind in the Available box."""
    return s.pieces[AVAILABLE * KINDS + plain_kind]


def pieces_of(s: State, row: int, faction: int) -> int:
    """All pieces of one Faction in a space."""
    return s.force[row * 4 + faction]


def coin_pieces(s: State, sp: int) -> int:
    """US and ARVN pieces in a space."""
    return s.force[sp * 4] + s.force[sp * 4 + 1]


def insurgent_pieces(s: State, sp: int) -> int:
    """NVA and VC pieces in a space, Bases and Underground ones included."""
    return s.force[sp * 4 + 2] + s.force[sp * 4 + 3]


def guerrillas(s: State, sp: int, faction: int) -> int:
    """Guerrillas (or Special Forces) of a Faction in a space, in either state."""
    row = sp * KINDS
    return s.pieces[row + UNDERGROUND_OF[faction]] + s.pieces[row + ACTIVE_KIND_OF[faction]]


def underground(s: State, sp: int, faction: int) -> int:
    """Underground Guerrillas (or Special Forces) of a Faction in a space."""
    return s.pieces[sp * KINDS + UNDERGROUND_OF[faction]]


def irregulars(s: State, sp: int) -> int:
    row = sp * KINDS
    return s.pieces[row + IRREGULAR] + s.pieces[row + IRREGULAR_ACTIVE]


def rangers(s: State, sp: int) -> int:
    row = sp * KINDS
    return s.pieces[row + RANGER] + s.pieces[row + RANGER_ACTIVE]


def arvn_cubes(s: State, sp: int) -> int:
    """ARVN Troops and Police in a space."""
    row = sp * KINDS
    return s.pieces[row + ARVN_TROOPS] + s.pieces[row + POLICE]


def cubes_of(s: State, sp: int, faction: int) -> int:
    """Cubes of a COIN Faction: US Troops, or ARVN Troops and Police."""
    return s.pieces[sp * KINDS + US_TROOPS] if faction == US else arvn_cubes(s, sp)


def bases_of(s: State, sp: int, faction: int) -> int:
    """Bases of a Faction in a space, Tunneled ones included."""
    row = sp * KINDS
    p = s.pieces
    if faction == US:
        return p[row + US_BASE]
    if faction == ARVN:
        return p[row + ARVN_BASE]
    if faction == NVA:
        return p[row + NVA_BASE] + p[row + NVA_TUNNEL]
    return p[row + VC_BASE] + p[row + VC_TUNNEL] + p[row + VC_BASE_CADRE]


def coin_bases(s: State, sp: int) -> int:
    row = sp * KINDS
    return s.pieces[row + US_BASE] + s.pieces[row + ARVN_BASE]


def has_room_for_base(s: State, sp: int) -> bool:
    """1.4.2: at most two Bases of all Factions together in a Province or City, none on a LoC."""
    if sp >= CONTROLLABLE:
        return False
    row = sp * KINDS
    p = s.pieces
    coin = p[row + US_BASE] + p[row + ARVN_BASE]
    insurgent = p[row + NVA_BASE] + p[row + NVA_TUNNEL] + p[row + VC_BASE] + p[row + VC_TUNNEL] + p[row + VC_BASE_CADRE]
    return coin + insurgent < BASES_PER_SPACE


_BOXES: Final = (1 << ROWS) - 1 & ~EVERYWHERE  # as a mask


def _home(kind: int) -> int:
    """The rows, as a mask, in which a kind may stand: all boxes, and some spaces."""
    if kind == CADRE:
        return _BOXES  # on the map it is part of a Base (P1.4)
    if kind == HAMLET:
        spaces = PROVINCE_MASK  # P1.4.2
    elif kind in BASE_KINDS or kind == ADVISOR:
        spaces = CITY_MASK | PROVINCE_MASK  # 1.4.2, P1.4
    else:
        spaces = CITY_MASK | PROVINCE_MASK | LOC_MASK
    return _BOXES | (spaces if FACTION_OF[kind] in INSURGENTS else spaces & ~(1 << NORTH_VIETNAM))


_HOMES: Final = tuple(_home(kind) for kind in range(KINDS))


def may_stand(sp: int, kind: int) -> bool:
    """1.4.2: no US or ARVN piece in North Vietnam, no Base on a LoC; P1.4.2: Hamlets in Provinces only."""
    return bool(_HOMES[kind] >> sp & 1)


def fits(s: State, sp: int, kind: int) -> bool:
    """May a piece of this kind come here: is the space open (P1.3.5), a home of it, and with room (1.4.2, P1.4.2)?"""
    if sp >= SPACE_COUNT:
        return True  # a box
    if not s.era.open_spaces & _HOMES[kind] & 1 << sp:
        return False
    if kind in BASE_KINDS:
        return has_room_for_base(s, sp)
    return kind != HAMLET or not s.pieces[sp * KINDS + HAMLET]


def may_come(s: State, row: int, kind: int) -> bool:
    """S5.1.1: after a US Retreat no US Troops and no US Bases come to the map; boxes are open to them."""
    return not s.era.flags & US_RETREATED or row >= SPACE_COUNT or kind not in (US_TROOPS, US_BASE)


# --- changing -----------------------------------------------------------------------------------------------------


def transfer(s: State, kind: int, n: int, src: int, dst: int, as_kind: int) -> None:
    """Take n pieces of a kind from one row and put them into another, possibly in another state or in other hands.

    A Cadre goes with its Base and becomes Available; it comes from there as well (P1.4).
    """
    p = s.pieces
    p[src * KINDS + kind] -= n
    p[dst * KINDS + as_kind] += n
    force = s.force
    before = after = FACTION_OF[kind]
    if kind != as_kind:
        after = FACTION_OF[as_kind]
        if kind == VC_BASE_CADRE:
            p[AVAILABLE * KINDS + CADRE] += n
            force[AVAILABLE * 4 + NVA] += n
        elif as_kind == VC_BASE_CADRE:
            p[AVAILABLE * KINDS + CADRE] -= n
            force[AVAILABLE * 4 + NVA] -= n
    if src != dst or before != after:
        force[src * 4 + before] -= n
        force[dst * 4 + after] += n
        if src < SPACE_COUNT:
            adjust_control(s, src)
        if dst < SPACE_COUNT:
            adjust_control(s, dst)


def move(s: State, kind: int, n: int, src: int, dst: int) -> None:
    """1.4.3: pieces move in the state they are in; the story tells it before the change of Control it may bring."""
    s.note("log.move", n=n, piece=kind, origin=src, destination=dst)
    transfer(s, kind, n, src, dst, kind)


def remove(s: State, sp: int, kind: int, n: int = 1, to: int = LOST) -> None:
    """1.4.1: remove pieces from the map to Available; a removed Base takes its Tunnel along.

    ARVN pieces become Casualties once the US has Retreated (S5.1.1, S6.8.2), unless `to` says otherwise: what ARVN
    trades in itself is Available. Captured Armor goes Out of Play, whatever removes it (S1.4.5).
    """
    if to == LOST:
        to = CASUALTIES if FACTION_OF[kind] == ARVN and ARVN in s.era.casualties else AVAILABLE
    elif to == CASUALTIES and FACTION_OF[kind] not in s.era.casualties:  # as a card pack may say
        to = AVAILABLE
    if kind in CAPTURED:
        to = OUT_OF_PLAY
    s.note("log.remove", space=sp, piece=kind, n=n, box=to)  # before the change of Control it may bring
    transfer(s, kind, n, sp, to, PLAIN[kind])


def casualty_box(s: State, kind: int) -> int:
    """1.4.1, S6.8.2: where a piece goes that Attack, Bombard or Ambush removed."""
    return CASUALTIES if FACTION_OF[kind] in s.era.casualties else AVAILABLE


def remove_to_casualties(s: State, sp: int, kind: int, n: int = 1) -> None:
    """3.3.3, 4.4.2, 4.4.3: US pieces become Casualties, ARVN pieces Available; after a US Retreat both (S6.8.2)."""
    remove(s, sp, kind, n, casualty_box(s, kind))


def place(s: State, sp: int, kind: int, n: int = 1, source: int = AVAILABLE) -> None:
    """1.4.1: place pieces from a box; Guerrillas and Special Forces arrive Underground (1.4.3)."""
    if n:
        s.note("log.place", space=sp, piece=kind, n=n, box=source)
        transfer(s, kind, n, source, sp, kind)


def can_place_cadre(s: State, sp: int) -> bool:
    """P1.4, P1.4.2: a Cadre is Available, and a VC Base here has none."""
    return available(s, CADRE) > 0 and count(s, sp, VC_BASE) > 0


def place_cadre(s: State, sp: int) -> None:
    """P1.4: an Available Cadre comes to a VC Base that has none."""
    s.note("log.cadre_placed", space=sp)
    transfer(s, VC_BASE, 1, sp, sp, VC_BASE_CADRE)


def remove_cadre(s: State, sp: int) -> None:
    """P1.4: a Cadre leaves its Base and is Available again."""
    s.note("log.cadre_removed", space=sp)
    transfer(s, VC_BASE_CADRE, 1, sp, sp, VC_BASE)


def activate(s: State, sp: int, faction: int, n: int = 1) -> None:
    """1.4.3: flip Underground Guerrillas (or Special Forces) Active."""
    if n:
        transfer(s, UNDERGROUND_OF[faction], n, sp, sp, ACTIVE_KIND_OF[faction])
        s.note("log.activate", space=sp, piece=UNDERGROUND_OF[faction], n=n)


def hide(s: State, sp: int, faction: int, n: int = 1) -> None:
    """1.4.3: flip Active Guerrillas (or Special Forces) Underground."""
    if n:
        transfer(s, ACTIVE_KIND_OF[faction], n, sp, sp, UNDERGROUND_OF[faction])
        s.note("log.hide", space=sp, piece=UNDERGROUND_OF[faction], n=n)


def terror_markers_left(s: State) -> int:
    """1.2: Terror and Sabotage markers share one finite pool."""
    return TERROR_MARKERS - sum(s.terror)


def add_terror(s: State, sp: int) -> bool:
    """Put a Terror (or, on a LoC, Sabotage) marker in a space if one is left; at most one Sabotage per LoC."""
    if not terror_markers_left(s) or (sp >= CONTROLLABLE and s.terror[sp]):
        return False
    s.terror[sp] += 1
    s.note("log.terror" if sp < CONTROLLABLE else "log.sabotage", space=sp)
    return True


def remove_terror(s: State, sp: int) -> None:
    """Take a Terror (or Sabotage) marker from a space that has one."""
    s.terror[sp] -= 1
    s.note("log.terror_removed" if sp < CONTROLLABLE else "log.sabotage_removed", space=sp)


# --- into and out of the game (P7.4, S6.8) ------------------------------------------------------------------------


def enter(s: State, kind: int, n: int, box: int) -> None:
    """Pieces that the game did not have so far come into a box; the era's force pool must know of them."""
    s.note("log.enter_game", box=box, piece=kind, n=n)
    s.pieces[box * KINDS + kind] += n
    s.force[box * 4 + FACTION_OF[kind]] += n


def leave_game(s: State, row: int, kind: int, n: int) -> None:
    """Pieces leave the game for good, from a space or a box."""
    if n:
        s.note("log.leave_game", space=row, piece=kind, n=n)
        s.pieces[row * KINDS + kind] -= n
        s.force[row * 4 + FACTION_OF[kind]] -= n
        if row < SPACE_COUNT:
            adjust_control(s, row)


# --- drawing from the map (1.4.1) ---------------------------------------------------------------------------------


def may_lift(by: int, kind: int) -> bool:
    """1.4.1: may a Faction placing this kind take it from elsewhere on the map when none is Available?

    Own pieces only; the US also ARVN pieces it is placing, but never US Troops or US Bases.
    """
    owner = FACTION_OF[kind]
    if by == US:
        return owner == ARVN or kind == IRREGULAR
    return owner == by


def liftable(s: State, sp: int, kind: int) -> list[int]:
    """Spaces from which a piece of this kind could be lifted to re-enter at `sp` (1.4.1).

    Guerrillas and Special Forces may come from the same space if Active there: they return Underground.
    """
    p = s.pieces
    columns = [p[state:_MAP_END:KINDS] for state in STATES_OF[kind]]
    from_here = kind in ACTIVE_OF and p[sp * KINDS + ACTIVE_OF[kind]] > 0
    return [
        origin for origin, there in enumerate(zip(*columns, strict=True)) if (from_here if origin == sp else any(there))
    ]


def can_place(s: State, by: int, sp: int, kind: int) -> bool:
    """Could this Faction place at least one piece of this kind here (stacking, availability, lifting)?"""
    if not fits(s, sp, kind):
        return False
    if s.era.flags & US_RETREATED and not may_come(s, sp, kind):
        return False
    return available(s, kind) > 0 or (may_lift(by, kind) and _any_liftable(s, sp, kind))


def _any_liftable(s: State, sp: int, kind: int) -> bool:
    """Is there a space from which a piece of this kind could be lifted to re-enter at `sp`?"""
    p = s.pieces
    here = sp * KINDS
    if kind in ACTIVE_OF and p[here + ACTIVE_OF[kind]]:
        return True
    return any(sum(p[state:_MAP_END:KINDS]) > p[here + state] for state in STATES_OF[kind])


def placeable(s: State, by: int, sp: int, kind: int, at_most: int) -> int:
    """How many pieces of this kind the Faction could place here, up to a limit: Available ones, then lifted ones."""
    found = available(s, kind)
    if found >= at_most or not may_lift(by, kind):
        return min(found, at_most)
    p = s.pieces
    for origin in liftable(s, sp, kind):
        row = origin * KINDS
        if origin == sp:
            found += p[row + ACTIVE_OF[kind]]
        else:
            found += sum(p[row + state] for state in STATES_OF[kind])
        if found >= at_most:
            return at_most
    return found


def muster(s: State, by: int, sp: int, kind: int, n: int) -> Flow[None]:
    """1.4.1: place n pieces of a kind that `placeable` promised: Available ones first, then lifted from the map."""
    from_box = min(n, available(s, kind))
    place(s, sp, kind, from_box)
    for _ in range(n - from_box):
        origin = yield Decision(
            by, "lift.origin", "1.4.1", spaces_options(liftable(s, sp, kind)), {"piece": kind, "space": sp}
        )
        yield from lift(s, by, origin, sp, kind)


def lift(s: State, by: int, origin: int, sp: int, kind: int) -> Flow[None]:
    """1.4.1: take one piece of a kind from the map and place it again; a lifted Base leaves its Tunnel behind."""
    p = s.pieces
    row = origin * KINDS
    states = [state for state in STATES_OF[kind] if p[row + state] and (origin != sp or state != kind)]
    state = states[0]
    if len(states) > 1:
        params = {"piece": kind, "space": origin, "destination": sp}
        state = yield Decision(by, "lift.piece", "1.4.1", [piece_option(each) for each in states], params)
    s.note("log.lift", origin=origin, space=sp, piece=kind, was=state)
    transfer(s, state, 1, origin, sp, kind)
