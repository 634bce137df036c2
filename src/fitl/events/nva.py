"""Cards 31-60, led by NVA."""

from fitl.board.cards import CARDS
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_BASE,
    ARVN_TROOPS,
    BASES_OF,
    EDGE_TRACK_MAX,
    FACTION_OF,
    IRREGULAR,
    KINDS,
    KINDS_OF,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_TROOPS,
    NVA_TUNNEL,
    POLICE,
    RANGER,
    TRAIL_MAX,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
)
from fitl.board.spaces import (
    ADJACENT,
    AVAILABLE,
    CASUALTIES,
    CENTRAL_LAOS,
    CITIES,
    CONTROLLABLE,
    HIGHLAND_MASK,
    LAOS_CAMBODIA,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    POP,
    PROVINCES,
    SOUTH_MASK,
    SOUTHERN_LAOS,
    SPACE_COUNT,
    is_province,
    mask_of,
    spaces_of,
)
from fitl.decisions import DONE, YES_NO, Flow, roll
from fitl.events.free import (
    NOT_IN_MONSOON,
    can_operate,
    can_take_activity,
    free_activity,
    free_limited_operation,
    free_operation,
    granted,
    limited_operations,
)
from fitl.events.program import always, event
from fitl.events.vocabulary import (
    RULE,
    add_tunnel,
    ask,
    begin_effect,
    between_boxes,
    deploy,
    make_ineligible,
    not_in_force,
    own_tunnels,
    pick,
    pick_amount,
    pick_and_set,
    pick_piece,
    pick_space,
    pick_spaces,
    pieces_in,
    place_among,
    place_here,
    put_in_eligible_box,
    relocate,
    remove_among,
    remove_any,
    states_of,
    stay_eligible,
    tunnels_left,
    without_tunnels,
    would_be_eligible,
)
from fitl.lasting import MIGS_SHADED, SEARCH_AND_DESTROY_SHADED, TOP_GUN, capability, effects_in_force
from fitl.rules.activities.air_lift import air_lift_with, can_air_lift
from fitl.rules.activities.ambush import ambush, can_ambush
from fitl.rules.cards import PROGRAMS
from fitl.rules.control import on_map, set_support
from fitl.rules.coup.redeploy import must_leave, police_destinations, troop_destinations
from fitl.rules.deck import card_option, monsoon
from fitl.rules.economy import add_aid, add_patronage, add_resources, degrade_trail, improve_trail
from fitl.rules.forces import (
    arvn_cubes,
    available,
    bases_of,
    can_place,
    casualty_box,
    coin_bases,
    count,
    guerrillas,
    has_room_for_base,
    pieces_of,
    remove,
)
from fitl.rules.menu import OPERATIONS, OPERATIONS_OF
from fitl.rules.operation import EVERYWHERE, Activity, Operation
from fitl.rules.operations.assault import assault_hits, assault_space
from fitl.rules.operations.march import can_march, march
from fitl.rules.removal import exposed_to_assault
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, COIN_CONTROL, PASSIVE_SUPPORT, State

LAOS = (CENTRAL_LAOS, SOUTHERN_LAOS)
CAMBODIA = tuple(sp for sp in LAOS_CAMBODIA if sp not in LAOS)
OUTSIDE_THE_SOUTH = (NORTH_VIETNAM, *LAOS_CAMBODIA)
SOUTH = tuple(spaces_of(SOUTH_MASK))
HIGHLANDS = tuple(spaces_of(HIGHLAND_MASK))  # North Vietnam is one
EVERY_SPACE = tuple(range(SPACE_COUNT))

US_KINDS = (US_TROOPS, US_BASE, IRREGULAR)
COIN_BASES = (US_BASE, ARVN_BASE)
COIN_CUBES = (US_TROOPS, ARVN_TROOPS, POLICE)
NVA_PIECES = without_tunnels(KINDS_OF[NVA])
GUERRILLAS = states_of(NVA_GUERRILLA, VC_GUERRILLA)
INSURGENT_BASES = BASES_OF[NVA] + BASES_OF[VC]


def _poor(s: State, faction: int) -> bool:
    """The Faction's Resources can still grow (1.8)."""
    return s.resources[faction] < EDGE_TRACK_MAX


def _within_1(sp: int) -> tuple[int, ...]:
    """The space and those adjacent to it."""
    return (sp, *ADJACENT[sp])


def _total(s: State, kind: int, spaces: tuple[int, ...]) -> int:
    return sum(count(s, sp, kind) for sp in spaces)


def _loses_eligibility(s: State, by: int, faction: int) -> bool:
    """Would the Faction be Eligible on the next card but for the Event (2.3.6)? Its executor would not be anyway."""
    return faction != by and would_be_eligible(s, faction)


# --- Capabilities 31-34 -------------------------------------------------------------------------------------------


@event(31, "unshaded", effective=not_in_force(31, "unshaded"))
def aaa_unshaded(s: State, by: int) -> None:
    """Capability: only a Rally in at most 1 space may Improve the Trail (3.3.1)."""
    begin_effect(s, 31, "unshaded")


@event(31, "shaded", effective=not_in_force(31, "shaded"))
def aaa_shaded(s: State, by: int) -> None:
    """Capability: Air Strike cannot push the Trail below 2 (4.2.3)."""
    begin_effect(s, 31, "shaded")


@event(32, "unshaded", effective=not_in_force(32, "unshaded"))
def long_range_guns_unshaded(s: State, by: int) -> None:
    """Capability: Bombard in at most 1 space (4.4.2)."""
    begin_effect(s, 32, "unshaded")


@event(32, "shaded", effective=not_in_force(32, "shaded"))
def long_range_guns_shaded(s: State, by: int) -> None:
    """Capability: Bombard in up to 3 spaces (4.4.2)."""
    begin_effect(s, 32, "shaded")


@event(33, "unshaded", effective=not_in_force(33, "unshaded"))
def migs_unshaded(s: State, by: int) -> None:
    """Capability: NVA Resources -6 in every Reset (6.6)."""
    begin_effect(s, 33, "unshaded")


@event(33, "shaded", effective=lambda s, by: not s.effects & (TOP_GUN | MIGS_SHADED))
def migs_shaded(s: State, by: int) -> None:
    """Capability, barred by unshaded Top Gun: an Air Strike that Degrades the Trail costs an Available US Troop."""
    if not s.effects & TOP_GUN:  # card 4
        begin_effect(s, 33, "shaded")


@event(34, "unshaded", effective=not_in_force(34, "unshaded"))
def sa_2s_unshaded(s: State, by: int) -> None:
    """Capability: an Air Strike that Degrades the Trail also removes an NVA piece outside the South (4.2.3)."""
    begin_effect(s, 34, "unshaded")


@event(34, "shaded", effective=not_in_force(34, "shaded"))
def sa_2s_shaded(s: State, by: int) -> None:
    """Capability: Rally Improves the Trail 2 boxes (3.3.1)."""
    begin_effect(s, 34, "shaded")


# --- 35-40 --------------------------------------------------------------------------------------------------------


@event(35, "unshaded", effective=lambda s, by: s.trail > 0)
def thanh_hoa_unshaded(s: State, by: int) -> None:
    """The Trail is Degraded 3 boxes."""
    degrade_trail(s, 3, by_event=True)


@event(35, "shaded", effective=lambda s, by: s.trail < TRAIL_MAX or _poor(s, NVA))
def thanh_hoa_shaded(s: State, by: int) -> None:
    """The Trail Improves 1 box, then NVA Resources + 3 x Trail."""
    improve_trail(s)
    add_resources(s, NVA, 3 * s.trail)


def _hamburger_hills(s: State) -> list[int]:
    """Highlands into which US Troops could move or where an Insurgent Base is."""
    troops = on_map(s, US_TROOPS)
    return [
        sp
        for sp in HIGHLANDS
        if sp != NORTH_VIETNAM and (troops > count(s, sp, US_TROOPS) or bases_of(s, sp, NVA) + bases_of(s, sp, VC))
    ]


@event(36, "unshaded", effective=lambda s, by: bool(_hamburger_hills(s)))
def hamburger_hill_unshaded(s: State, by: int) -> Flow[None]:
    """4 US Troops move to a Highland, and an Insurgent Base there goes, even a Tunneled one."""
    hill = yield from pick_space(s, by, "highland", _hamburger_hills(s))
    if hill != DONE:
        yield from relocate(
            s, by, "us_troops_to_highland", (US_TROOPS,), EVERY_SPACE, lambda kind, origin: (hill,), 4, must=True
        )
        yield from remove_any(s, by, "remove_insurgent_base", lambda: pieces_in(s, INSURGENT_BASES, (hill,)), 1)


def _highland_bases(s: State) -> list[tuple[int, int]]:
    """Highland Bases that can take a Tunnel marker; if none can, those beside which US Troops stand (5.1.3)."""
    if tunnels_left(s) and (bases := pieces_in(s, (NVA_BASE, VC_BASE), HIGHLANDS)):
        return bases
    return [(kind, sp) for kind, sp in pieces_in(s, INSURGENT_BASES, HIGHLANDS) if count(s, sp, US_TROOPS)]


@event(36, "shaded", effective=lambda s, by: bool(_highland_bases(s)))
def hamburger_hill_shaded(s: State, by: int) -> Flow[None]:
    """A Tunnel under a Highland Base; 3 US Troops there become Casualties."""
    base = yield from pick_piece(s, by, "tunnel_highland", _highland_bases(s))
    if base is not None:
        kind, hill = base
        if kind in (NVA_BASE, VC_BASE):
            add_tunnel(s, hill, kind)
        if troops := min(3, count(s, hill, US_TROOPS)):
            remove(s, hill, US_TROOPS, troops, CASUALTIES)


def _besieged_bases(s: State) -> list[int]:
    """Spaces with a US Base and US Troops that have NVA Troops within 1 space."""
    return [
        sp
        for sp in range(CONTROLLABLE)
        if count(s, sp, US_BASE) and count(s, sp, US_TROOPS) and _total(s, NVA_TROOPS, _within_1(sp))
    ]


@event(37, "unshaded", effective=lambda s, by: bool(_besieged_bases(s)))
def khe_sanh_unshaded(s: State, by: int) -> Flow[None]:
    """10 NVA Troops within 1 space of a US Base with Troops are removed."""
    sp = yield from pick_space(s, by, "us_base_with_troops", _besieged_bases(s))
    if sp != DONE:
        yield from remove_among(s, by, "remove_nva_troops", (NVA_TROOPS,), _within_1(sp), 10)


def _us_troops_beside_nva(s: State) -> list[int]:
    return [sp for sp in EVERY_SPACE if count(s, sp, US_TROOPS) and pieces_of(s, sp, NVA)]


@event(37, "shaded", effective=lambda s, by: bool(_us_troops_beside_nva(s)) or _loses_eligibility(s, by, US))
def khe_sanh_shaded(s: State, by: int) -> Flow[None]:
    """Up to 3 US Troops in a space with NVA become Casualties; US Ineligible through the next card."""
    sp = yield from pick_space(s, by, "us_troops_beside_nva", _us_troops_beside_nva(s))
    if sp != DONE:
        most = min(3, count(s, sp, US_TROOPS))
        if n := (yield from pick_amount(s, by, "remove_how_many", 0, most, piece=US_TROOPS, space=sp)):
            remove(s, sp, US_TROOPS, n, CASUALTIES)
    make_ineligible(s, US)


@event(38, effective=always)
def mcnamara_line(s: State, by: int) -> Flow[None]:
    """COIN leaves Laos and Cambodia for its Cities; ARVN Resources -12; no Infiltrate nor Trail by Rally until Coup."""
    cities = [sp for sp in CITIES if s.control[sp] == COIN_CONTROL]
    kinds = KINDS_OF[US] + KINDS_OF[ARVN]
    yield from relocate(s, by, "coin_to_cities", kinds, LAOS_CAMBODIA, lambda kind, origin: cities, must=True)
    add_resources(s, ARVN, -12)
    begin_effect(s, 38, "single")


_ANY_PIECE = without_tunnels(range(KINDS))


@event(
    39,
    "unshaded",
    effective=lambda s, by: s.trail > 0 or bool(pieces_in(s, _ANY_PIECE, (NORTH_VIETNAM, *LAOS))),
)
def oriskany_unshaded(s: State, by: int) -> Flow[None]:
    """4 pieces go from North Vietnam, or once it is empty from Laos; the Trail is Degraded 2 boxes."""
    offered = own_tunnels(by)
    n = yield from remove_among(s, by, "remove_pieces", _ANY_PIECE, (NORTH_VIETNAM,), 4, offered=offered)
    yield from remove_among(s, by, "remove_pieces", _ANY_PIECE, LAOS, 4 - n, offered=offered)
    degrade_trail(s, 2, by_event=True)


@event(39, "shaded", effective=always)
def oriskany_shaded(s: State, by: int) -> Flow[None]:
    """An Available US Troop goes Out of Play; no Degrade of the Trail through the next Coup Round."""
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 1, AVAILABLE, OUT_OF_PLAY)
    begin_effect(s, 39, "shaded")


@event(
    40,
    "unshaded",
    effective=lambda s, by: can_take_activity(s, by, "air_strike") or count(s, CASUALTIES, US_TROOPS) > 0,
)
def pows_unshaded(s: State, by: int) -> Flow[None]:
    """The executing Faction makes a free Air Strike; 2 US Troops from Casualties to Available."""
    yield from free_activity(s, by, "air_strike")
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 2, CASUALTIES, AVAILABLE)


@event(40, "shaded", effective=lambda s, by: available(s, US_TROOPS) > 0)
def pows_shaded(s: State, by: int) -> Flow[None]:
    """3 Available US Troops become Casualties."""
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 3, AVAILABLE, CASUALTIES)


# --- 41-46 --------------------------------------------------------------------------------------------------------


@event(41, effective=always)
def bombing_pause(s: State, by: int) -> Flow[None]:
    """2 spaces are set to Passive Support; Patronage +2; no Air Strike until Coup."""
    populated = [sp for sp in range(CONTROLLABLE) if POP[sp]]
    yield from pick_and_set(s, by, "set_passive_support", populated, 2, PASSIVE_SUPPORT)
    add_patronage(s, 2)
    begin_effect(s, 41, "single")


@event(42, "unshaded", effective=lambda s, by: s.resources[NVA] > 0 or on_map(s, NVA_TROOPS) > 0)
def chou_en_lai_unshaded(s: State, by: int) -> Flow[None]:
    """NVA Resources -10; NVA removes a die roll of its Troops."""
    add_resources(s, NVA, -10)
    die = yield roll(RULE)
    yield from remove_among(s, NVA, "remove_nva_troops", (NVA_TROOPS,), EVERY_SPACE, die)


@event(42, "shaded", effective=lambda s, by: _poor(s, NVA) or (s.trail > 0 and _poor(s, VC)))
def chou_en_lai_shaded(s: State, by: int) -> None:
    """NVA Resources +10; VC Resources + Trail."""
    add_resources(s, NVA, 10)
    add_resources(s, VC, s.trail)


def _owners_of_bases_out_of_play(s: State) -> list[str]:
    return [name for name, base in (("us", US_BASE), ("arvn", ARVN_BASE)) if count(s, OUT_OF_PLAY, base)]


@event(
    43,
    "unshaded",
    effective=lambda s, by: bool(_owners_of_bases_out_of_play(s)) or s.aid < EDGE_TRACK_MAX or _poor(s, ARVN),
)
def economic_aid_unshaded(s: State, by: int) -> Flow[None]:
    """2 US or 2 ARVN Bases from Out of Play to Available; then ARVN Resources +6 or Aid +12."""
    if owners := _owners_of_bases_out_of_play(s):
        owner = yield from pick(s, by, "whose_bases", owners)
        base = US_BASE if owner == "us" else ARVN_BASE
        yield from between_boxes(s, by, "pieces_to_box", (base,), 2, OUT_OF_PLAY, AVAILABLE)
    ways = {"resources": _poor(s, ARVN), "aid": s.aid < EDGE_TRACK_MAX}
    if any(ways.values()):
        if (yield from pick(s, by, "economic_aid", [way for way, open in ways.items() if open])) == "aid":
            add_aid(s, 12)
        else:
            add_resources(s, ARVN, 6)


@event(43, "shaded", effective=lambda s, by: s.trail < TRAIL_MAX or _poor(s, NVA))
def economic_aid_shaded(s: State, by: int) -> Flow[None]:
    """The Trail Improves 1 box; then 1 more, or NVA Resources +10."""
    improve_trail(s)
    ways = {"trail": s.trail < TRAIL_MAX, "resources": _poor(s, NVA)}
    if any(ways.values()):
        if (yield from pick(s, by, "trail_or_resources", [way for way, open in ways.items() if open])) == "trail":
            improve_trail(s)
        else:
            add_resources(s, NVA, 10)


def _landing_zones(s: State) -> list[int]:
    """Spaces with NVA, not North Vietnam, where the US could Air Lift to, Sweep or Assault."""
    lift = Activity(s, US, "air_lift")
    return [
        sp
        for sp in EVERY_SPACE
        if sp != NORTH_VIETNAM
        and pieces_of(s, sp, NVA)
        and (
            can_air_lift(s, lift, 1 << sp)
            or can_operate(s, US, "sweep", spaces=(sp,))
            or can_operate(s, US, "assault", spaces=(sp,))
        )
    ]


@event(44, "unshaded", effective=lambda s, by: bool(_landing_zones(s)))
def ia_drang_unshaded(s: State, by: int) -> Flow[None]:
    """The US Air Lifts into a space with NVA, Sweeps and Assaults there, all free."""
    sp = yield from pick_space(s, US, "landing_zone", _landing_zones(s))
    if sp == DONE:
        return
    lift = Activity(s, US, "air_lift")
    if can_air_lift(s, lift, 1 << sp):
        s.note("log.free_activity", faction=US, activity="air_lift")
        yield from air_lift_with(s, lift, into=1 << sp)
    yield from free_operation(s, US, "sweep", spaces=(sp,))
    yield from free_operation(s, US, "assault", spaces=(sp,))


def _hot_provinces(s: State) -> list[int]:
    """Provinces with NVA Troops that have US Troops within 1 space."""
    return [sp for sp in PROVINCES if count(s, sp, NVA_TROOPS) and _total(s, US_TROOPS, _within_1(sp))]


@event(44, "shaded", effective=lambda s, by: bool(_hot_provinces(s)))
def ia_drang_shaded(s: State, by: int) -> Flow[None]:
    """A die roll of US Troops within 1 space of a Province with NVA Troops become Casualties."""
    sp = yield from pick_space(s, by, "province_with_nva_troops", _hot_provinces(s))
    if sp != DONE:
        die = yield roll(RULE)
        yield from remove_among(s, by, "us_troops_to_casualties", (US_TROOPS,), _within_1(sp), die, CASUALTIES)


@event(45, "unshaded", effective=not_in_force(45, "unshaded"))
def pt_76_unshaded(s: State, by: int) -> None:
    """Capability: each space where NVA Attacks or Ambushes first costs it a Troop (3.3.3)."""
    begin_effect(s, 45, "unshaded")


@event(45, "shaded", effective=not_in_force(45, "shaded"))
def pt_76_shaded(s: State, by: int) -> None:
    """Capability: in 1 space NVA Troops remove a piece each when they Attack (3.3.3)."""
    begin_effect(s, 45, "shaded")


@event(46, "unshaded", effective=always)
def transport_group_unshaded(s: State, by: int) -> None:
    """The Trail is Degraded 2 boxes; Infiltrate in at most 1 space until Coup."""
    degrade_trail(s, 2, by_event=True)
    begin_effect(s, 46, "unshaded")


@event(
    46,
    "shaded",
    effective=lambda s, by: (
        can_take_activity(s, NVA, "infiltrate") or (s.trail > 0 and (_poor(s, NVA) or _poor(s, VC)))
    ),
)
def transport_group_shaded(s: State, by: int) -> Flow[None]:
    """NVA Infiltrates free; then NVA Resources + 3 x Trail, VC Resources + 2 x Trail."""
    yield from free_activity(s, NVA, "infiltrate")
    add_resources(s, NVA, 3 * s.trail)
    add_resources(s, VC, 2 * s.trail)


# --- 47-50 --------------------------------------------------------------------------------------------------------


def _arvn_to_double(s: State, by: int) -> list[int]:
    """Spaces with ARVN and NVA into which ARVN Troops could be placed."""
    return [
        sp
        for sp in EVERY_SPACE
        if pieces_of(s, sp, ARVN) and pieces_of(s, sp, NVA) and can_place(s, by, sp, ARVN_TROOPS)
    ]


def _arvn_faces_nva(s: State, sp: int) -> bool:
    """ARVN cubes and Active NVA pieces are there; Bases are always Active (1.4.3)."""
    return arvn_cubes(s, sp) > 0 and pieces_of(s, sp, NVA) > count(s, sp, NVA_GUERRILLA)


def _assault_on_nva_tells(s: State, sp: int) -> bool:
    """An ARVN Assault on NVA here would remove a piece, roll for a Tunnel, or anger the people (card 28)."""
    if s.effects & SEARCH_AND_DESTROY_SHADED and is_province(sp) and POP[sp] and s.support[sp] > ACTIVE_OPPOSITION:
        return True
    if not assault_hits(s, ARVN, sp):
        return False
    if any(FACTION_OF[kind] == NVA for kind in exposed_to_assault(s, sp)):
        return True
    return count(s, sp, NVA_TUNNEL) > 0 and not guerrillas(s, sp, NVA) + guerrillas(s, sp, VC)


@event(
    47,
    "unshaded",
    effective=lambda s, by: (
        bool(_arvn_to_double(s, by))
        or any(_arvn_faces_nva(s, sp) and _assault_on_nva_tells(s, sp) for sp in EVERY_SPACE)
    ),
)
def chu_luc_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN Troops double the ARVN pieces in a space with NVA; then ARVN free Assaults NVA everywhere."""
    sp = yield from pick_space(s, by, "double_arvn", _arvn_to_double(s, by))
    if sp != DONE:
        yield from place_here(s, by, sp, ARVN_TROOPS, pieces_of(s, sp, ARVN))
    for sp in EVERY_SPACE:
        if _arvn_faces_nva(s, sp):
            yield from assault_space(s, ARVN, sp, only=NVA)


_NORTHERN_BORDER = _within_1(NORTH_VIETNAM)


@event(47, "shaded", effective=lambda s, by: any(can_place(s, by, sp, NVA_TROOPS) for sp in _NORTHERN_BORDER))
def chu_luc_shaded(s: State, by: int) -> Flow[None]:
    """Up to 10 NVA Troops within 1 space of North Vietnam."""
    yield from place_among(s, by, "place_nva_troops", (NVA_TROOPS,), _NORTHERN_BORDER, 10, up_to=True)


def _camps_to_hold(s: State) -> list[int]:
    """Provinces with a COIN Base where a Guerrilla could be removed or the people won."""
    return [
        sp
        for sp in PROVINCES
        if coin_bases(s, sp)
        and (guerrillas(s, sp, NVA) + guerrillas(s, sp, VC) or (POP[sp] > 0 and s.support[sp] < ACTIVE_SUPPORT))
    ]


@event(48, "unshaded", effective=lambda s, by: bool(_camps_to_hold(s)))
def nam_dong_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 3 Guerrillas go from a Province with a COIN Base, which is set to Active Support."""
    sp = yield from pick_space(s, by, "province_with_coin_base", _camps_to_hold(s))
    if sp != DONE:
        yield from remove_among(s, by, "remove_guerrillas", GUERRILLAS, (sp,), 3, up_to=True)
        set_support(s, sp, ACTIVE_SUPPORT)


def _weak_camps(s: State) -> list[int]:
    """Provinces with a COIN Base and at most 2 COIN cubes."""
    return [sp for sp in PROVINCES if coin_bases(s, sp) and sum(count(s, sp, kind) for kind in COIN_CUBES) <= 2]


@event(48, "shaded", effective=lambda s, by: bool(_weak_camps(s)))
def nam_dong_shaded(s: State, by: int) -> Flow[None]:
    """A COIN Base goes from a Province with at most 2 COIN cubes, which is set to Active Opposition."""
    sp = yield from pick_space(s, by, "province_with_coin_base", _weak_camps(s))
    base = yield from pick_piece(s, by, "remove_coin_base", pieces_in(s, COIN_BASES, () if sp == DONE else (sp,)))
    if base is not None:
        remove(s, sp, base[0], 1, casualty_box(base[0]))
        set_support(s, sp, ACTIVE_OPPOSITION)


_ARVN_KINDS = (ARVN_TROOPS, POLICE, RANGER, ARVN_BASE)


@event(
    49,
    "unshaded",
    effective=lambda s, by: any(can_place(s, by, sp, kind) for kind in _ARVN_KINDS for sp in SOUTH),
)
def russian_arms_unshaded(s: State, by: int) -> Flow[None]:
    """6 ARVN pieces anywhere in the South."""
    yield from place_among(s, by, "place_arvn", _ARVN_KINDS, SOUTH, 6)


def _nva_can_double(s: State) -> list[int]:
    return [sp for sp in EVERY_SPACE if count(s, sp, NVA_TROOPS) and can_place(s, NVA, sp, NVA_TROOPS)]


@event(49, "shaded", effective=lambda s, by: bool(_nva_can_double(s)) or can_take_activity(s, NVA, "bombard"))
def russian_arms_shaded(s: State, by: int) -> Flow[None]:
    """NVA doubles its Troops in 3 spaces, then Bombards free."""
    doubled: list[int] = []
    for left in (3, 2, 1):
        spaces = [sp for sp in _nva_can_double(s) if sp not in doubled]
        sp = yield from pick_space(s, NVA, "double_nva_troops", spaces, left=left)
        if sp == DONE:
            break
        doubled.append(sp)
        yield from place_here(s, NVA, sp, NVA_TROOPS, count(s, sp, NVA_TROOPS))
    yield from free_activity(s, NVA, "bombard")


def _uncle_ho_ways(s: State) -> list[str]:
    ways = {"troops": count(s, OUT_OF_PLAY, US_TROOPS) > 0, "resources": _poor(s, ARVN)}
    return [way for way, open in ways.items() if open]


@event(50, "unshaded", effective=lambda s, by: bool(_uncle_ho_ways(s) or limited_operations(s, ARVN)))
def uncle_ho_unshaded(s: State, by: int) -> Flow[None]:
    """4 US Troops from Out of Play to the South, or ARVN Resources +9; then 2 free ARVN Limited Operations."""
    if ways := _uncle_ho_ways(s):
        if (yield from pick(s, by, "uncle_ho", ways)) == "troops":
            yield from deploy(s, by, "us_troops_to_south", (US_TROOPS,), SOUTH, 4, OUT_OF_PLAY)
        else:
            add_resources(s, ARVN, 9)
    for _ in range(2):
        yield from free_limited_operation(s, ARVN)


@event(50, "shaded", effective=lambda s, by: bool(limited_operations(s, VC) or limited_operations(s, NVA)))
def uncle_ho_shaded(s: State, by: int) -> Flow[None]:
    """3 free Limited Operations by VC, then 3 by NVA."""
    for faction in (VC, NVA):
        for _ in range(3):
            yield from free_limited_operation(s, faction)


# --- 51-55 --------------------------------------------------------------------------------------------------------

_INSURGENT_UNITS = (NVA_TROOPS, *GUERRILLAS)


@event(51, "unshaded", effective=lambda s, by: bool(pieces_in(s, _INSURGENT_UNITS, OUTSIDE_THE_SOUTH)))
def supply_battalion_unshaded(s: State, by: int) -> Flow[None]:
    """6 Insurgent pieces that are no Bases go from outside the South."""
    yield from remove_among(s, by, "remove_pieces", _INSURGENT_UNITS, OUTSIDE_THE_SOUTH, 6)


@event(51, "shaded", effective=lambda s, by: s.trail < TRAIL_MAX or _poor(s, NVA))
def supply_battalion_shaded(s: State, by: int) -> Flow[None]:
    """The Trail Improves 2 boxes; NVA Resources + a die roll."""
    improve_trail(s, 2)
    add_resources(s, NVA, (yield roll(RULE)))


def _us_capabilities(s: State, side: str) -> list[int]:
    return [card for card, now in effects_in_force(s.effects) if CARDS[card].capability == US and now == side]


def _flip_us_capability(s: State, by: int, side: str, to: str) -> Flow[None]:
    """Turn a US Capability over; its other side comes into force just as if it were executed (Top Gun ends MiGs)."""
    if cards := _us_capabilities(s, side):
        card = yield ask(s, by, "flip_capability", [card_option(card) for card in cards])
        s.effects &= ~capability(card, side)
        yield from PROGRAMS[card][to].run(s, by)


@event(52, "unshaded", effective=lambda s, by: bool(_us_capabilities(s, "shaded")))
def rand_unshaded(s: State, by: int) -> Flow[None]:
    """A shaded US Capability turns unshaded."""
    yield from _flip_us_capability(s, by, "shaded", "unshaded")


@event(52, "shaded", effective=lambda s, by: bool(_us_capabilities(s, "unshaded")))
def rand_shaded(s: State, by: int) -> Flow[None]:
    """An unshaded US Capability turns shaded."""
    yield from _flip_us_capability(s, by, "unshaded", "shaded")


def _nva_troops_in_south(s: State) -> list[int]:
    return [sp for sp in SOUTH if count(s, sp, NVA_TROOPS)]


@event(53, "unshaded", effective=lambda s, by: bool(_nva_troops_in_south(s)))
def sappers_unshaded(s: State, by: int) -> Flow[None]:
    """2 NVA Troops go from each of up to 3 spaces in the South; the executing Faction stays Eligible."""
    spaces = _nva_troops_in_south(s)
    for sp in (yield from pick_spaces(s, by, "remove_2_nva_troops", lambda: spaces, 3, up_to=True)):
        remove(s, sp, NVA_TROOPS, min(2, count(s, sp, NVA_TROOPS)))
    stay_eligible(s, by)


@event(53, "shaded", effective=lambda s, by: any(coin_bases(s, sp) for sp in PROVINCES))
def sappers_shaded(s: State, by: int) -> Flow[None]:
    """Up to 1 US Base (a Casualty) and up to 2 ARVN Bases go from Provinces."""
    for base, n in ((US_BASE, 1), (ARVN_BASE, 2)):
        yield from remove_among(s, by, "sap_base", (base,), PROVINCES, n, casualty_box(base), up_to=True)


def _us_cylinder_would_move(s: State, by: int) -> bool:
    """US would not be Eligible on the next card, or it is out of the running on this one with a place still free."""
    if by == US or not would_be_eligible(s, US):
        return True
    return not s.acted and not s.eligible & ~s.passed & 1 << US


@event(
    54,
    "unshaded",
    effective=lambda s, by: (
        count(s, CASUALTIES, US_TROOPS) > 0 or _loses_eligibility(s, by, NVA) or _us_cylinder_would_move(s, by)
    ),
)
def son_tay_unshaded(s: State, by: int) -> Flow[None]:
    """2 US Troops from Casualties to Available; NVA Ineligible through the next card; US Eligible."""
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 2, CASUALTIES, AVAILABLE)
    make_ineligible(s, NVA)
    put_in_eligible_box(s, US)


@event(54, "shaded", effective=lambda s, by: pieces_of(s, CASUALTIES, US) > 0 or _loses_eligibility(s, by, US))
def son_tay_shaded(s: State, by: int) -> Flow[None]:
    """Any 2 Casualties go Out of Play; US Ineligible through the next card."""
    yield from between_boxes(s, by, "pieces_to_box", US_KINDS, 2, CASUALTIES, OUT_OF_PLAY)
    make_ineligible(s, US)


@event(55, "unshaded", effective=lambda s, by: s.trail > 0 or bool(pieces_in(s, NVA_PIECES, LAOS_CAMBODIA)))
def trucks_unshaded(s: State, by: int) -> Flow[None]:
    """The Trail is Degraded 2 boxes; NVA removes 4 of its pieces from Laos and 4 from Cambodia."""
    degrade_trail(s, 2, by_event=True)
    for country in (LAOS, CAMBODIA):
        yield from remove_among(s, NVA, "remove_own", NVA_PIECES, country, 4, offered=(NVA_TUNNEL,))


def _nva_base_could_move(s: State) -> bool:
    """An unTunneled NVA Base is in Laos or Cambodia, and another space there has room."""
    return any(
        has_room_for_base(s, sp) and pieces_in(s, (NVA_BASE,), (other for other in LAOS_CAMBODIA if other != sp))
        for sp in LAOS_CAMBODIA
    )


@event(
    55,
    "shaded",
    effective=lambda s, by: (s.trail > 0 and (_poor(s, NVA) or _poor(s, VC))) or _nva_base_could_move(s),
)
def trucks_shaded(s: State, by: int) -> Flow[None]:
    """NVA and VC Resources + 2 x Trail; NVA may move its unTunneled Bases within Laos and Cambodia."""
    add_resources(s, NVA, 2 * s.trail)
    add_resources(s, VC, 2 * s.trail)
    yield from relocate(s, NVA, "move_nva_base", (NVA_BASE,), LAOS_CAMBODIA, lambda kind, origin: LAOS_CAMBODIA)


# --- 56-60 --------------------------------------------------------------------------------------------------------


def _guerrilla_pairs(s: State) -> list[int]:
    return [sp for sp in EVERY_SPACE if guerrillas(s, sp, NVA) + guerrillas(s, sp, VC) >= 2]


@event(56, "unshaded", effective=lambda s, by: bool(_guerrilla_pairs(s)))
def giap_unshaded(s: State, by: int) -> Flow[None]:
    """In each of 3 spaces 2 Guerrillas are replaced with 1 NVA Troop."""
    pairs = _guerrilla_pairs(s)
    for sp in (yield from pick_spaces(s, by, "replace_2_guerrillas", lambda: pairs, 3)):
        yield from remove_among(s, by, "remove_guerrillas", GUERRILLAS, (sp,), 2)
        yield from place_here(s, by, sp, NVA_TROOPS, 1)


@event(56, "shaded", effective=lambda s, by: can_operate(s, NVA, "march"))
def giap_shaded(s: State, by: int) -> Flow[None]:
    """NVA free Marches into up to 3 spaces, then may take a free Operation or Special Activity in each."""
    op = granted(s, NVA, "march", max_spaces=3)
    if not can_march(s, op) or not (yield ask(s, NVA, "march_at_all", YES_NO)):
        return
    yield from _free_march(s, op)
    left = op.spaces[:]
    while True:
        sp = yield from pick_space(s, NVA, "follow_up_march", [sp for sp in left if _actions_in(s, sp)], optional=True)
        if sp == DONE:
            return
        left.remove(sp)
        action = yield from pick(s, NVA, "free_action", _actions_in(s, sp), space=sp)
        if action in OPERATIONS:
            yield from free_operation(s, NVA, action, spaces=(sp,))
        else:
            yield from free_activity(s, NVA, action, spaces=(sp,))


def _free_march(s: State, op: Operation, origins: int = EVERYWHERE) -> Flow[None]:
    s.note("log.free_operation", faction=NVA, operation="march")
    yield from march(s, op, origins)


def _actions_in(s: State, sp: int) -> list[str]:
    """What NVA could do in this one space; "any" Operation does not name March, so Monsoon bars it (2.3.9)."""
    operations = [
        name
        for name in OPERATIONS_OF[NVA]
        if not (name in NOT_IN_MONSOON and monsoon(s)) and can_operate(s, NVA, name, spaces=(sp,))
    ]
    activities = ("infiltrate", "bombard", "ambush")
    return operations + [name for name in activities if can_take_activity(s, NVA, name, spaces=(sp,))]


@event(57, "unshaded", effective=lambda s, by: pieces_of(s, CASUALTIES, US) > 0)
def international_unrest_unshaded(s: State, by: int) -> Flow[None]:
    """Any 2 US pieces from Casualties to Available."""
    yield from between_boxes(s, by, "pieces_to_box", US_KINDS, 2, CASUALTIES, AVAILABLE)


@event(57, "shaded", effective=lambda s, by: available(s, US_TROOPS) > 0 or _poor(s, NVA))
def international_unrest_shaded(s: State, by: int) -> Flow[None]:
    """2 Available US Troops go Out of Play; NVA Resources + a die roll."""
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 2, AVAILABLE, OUT_OF_PLAY)
    add_resources(s, NVA, (yield roll(RULE)))


@event(58, "unshaded", effective=lambda s, by: bool(pieces_in(s, NVA_PIECES, (NORTH_VIETNAM, *LAOS))))
def pathet_lao_unshaded(s: State, by: int) -> Flow[None]:
    """NVA removes 6 of its pieces from North Vietnam and Laos."""
    yield from remove_among(s, NVA, "remove_own", NVA_PIECES, (NORTH_VIETNAM, *LAOS), 6, offered=(NVA_TUNNEL,))


@event(58, "shaded", effective=lambda s, by: s.trail < TRAIL_MAX or bool(pieces_in(s, COIN_CUBES, LAOS)))
def pathet_lao_shaded(s: State, by: int) -> Flow[None]:
    """Without COIN cubes in Laos the Trail Improves 2 boxes; otherwise they Redeploy to Vietnam."""
    if not pieces_in(s, COIN_CUBES, LAOS):
        improve_trail(s, 2)
        return
    targets = {  # settled before anybody moves, as in 6.4
        ARVN_TROOPS: troop_destinations(s) & SOUTH_MASK,
        POLICE: police_destinations(s),
        US_TROOPS: SOUTH_MASK,
    }
    for kind, destinations in targets.items():
        for sp in LAOS:
            yield from must_leave(s, FACTION_OF[kind], kind, sp, count(s, sp, kind), destinations, "6.4.2")


def _nva_near_coin_bases(s: State) -> list[int]:
    return [
        sp
        for sp in EVERY_SPACE
        if pieces_in(s, NVA_PIECES, (sp,)) and any(coin_bases(s, near) for near in _within_1(sp))
    ]


@event(59, "unshaded", effective=lambda s, by: bool(_nva_near_coin_bases(s)))
def plei_mei_unshaded(s: State, by: int) -> Flow[None]:
    """3 NVA pieces go from a space with or adjacent to a COIN Base."""
    sp = yield from pick_space(s, by, "nva_near_coin_base", _nva_near_coin_bases(s))
    if sp != DONE:
        offered = own_tunnels(by) if by == NVA else ()
        yield from remove_among(s, by, "remove_pieces", NVA_PIECES, (sp,), 3, offered=offered)


_FROM_OUTSIDE = mask_of(OUTSIDE_THE_SOUTH)


def _plei_mei_strikes(s: State) -> list[str]:
    """Attack or Ambush, as far as NVA could do either in some space."""
    strikes = ["attack"] if can_operate(s, NVA, "attack") else []
    if can_ambush(s, Activity(s, NVA, "ambush"), active_too=True):
        strikes.append("ambush")
    return strikes


@event(
    59,
    "shaded",
    effective=lambda s, by: can_march(s, granted(s, NVA, "march"), _FROM_OUTSIDE) or bool(_plei_mei_strikes(s)),
)
def plei_mei_shaded(s: State, by: int) -> Flow[None]:
    """NVA free Marches from outside the South, then Attacks or Ambushes free in any 1 space."""
    op = granted(s, NVA, "march")
    if can_march(s, op, _FROM_OUTSIDE):
        yield from _free_march(s, op, _FROM_OUTSIDE)
    strikes = _plei_mei_strikes(s)
    if not strikes:
        return
    if (yield from pick(s, NVA, "attack_or_ambush", strikes)) == "attack":
        yield from free_operation(s, NVA, "attack", max_spaces=1)
    else:
        s.note("log.free_activity", faction=NVA, activity="ambush")
        yield from ambush(s, Activity(s, NVA, "ambush", max_spaces=1), active_too=True)


@event(60, "unshaded", effective=lambda s, by: pieces_of(s, OUT_OF_PLAY, US) > 0)
def war_photographer_unshaded(s: State, by: int) -> Flow[None]:
    """3 US pieces from Out of Play to Available."""
    yield from between_boxes(s, by, "pieces_to_box", US_KINDS, 3, OUT_OF_PLAY, AVAILABLE)


@event(
    60,
    "shaded",
    effective=lambda s, by: (
        by == NVA or _poor(s, NVA) or any(can_place(s, NVA, sp, NVA_TROOPS) for sp in OUTSIDE_THE_SOUTH)
    ),
)
def war_photographer_shaded(s: State, by: int) -> Flow[None]:
    """NVA places 6 Troops outside the South; NVA Resources +6; NVA stays Eligible if it executes this."""
    yield from place_among(s, NVA, "place_nva_troops", (NVA_TROOPS,), OUTSIDE_THE_SOUTH, 6)
    add_resources(s, NVA, 6)
    if by == NVA:
        stay_eligible(s, NVA)
