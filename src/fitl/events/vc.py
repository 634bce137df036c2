"""Cards 91-120, led by VC."""

from collections.abc import Callable

from fitl.board.cards import CARDS, TET_OFFENSIVE
from fitl.board.factions import ARVN, COIN, INSURGENTS, NVA, US, VC
from fitl.board.pieces import (
    ACTIVE_KIND_OF,
    ARVN_TROOPS,
    EDGE_TRACK_MAX,
    IRREGULAR,
    KINDS_OF,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_TUNNEL,
    POLICE,
    UNDERGROUND_OF,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
    VC_TUNNEL,
)
from fitl.board.spaces import (
    ADJACENT,
    AVAILABLE,
    CAN_THO,
    CASUALTIES,
    CITIES,
    CONTROLLABLE,
    DA_NANG,
    HIGHLAND_MASK,
    HUE,
    JUNGLE_MASK,
    LOWLAND_MASK,
    NORTH_VIETNAM,
    NORTHEAST_CAMBODIA,
    OUT_OF_PLAY,
    POP,
    PROVINCES,
    SAIGON,
    SIHANOUKVILLE,
    SOUTH_MASK,
    SPACE_COUNT,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
    is_city,
    is_loc,
    is_province,
    mask_of,
    spaces_of,
)
from fitl.decisions import DONE, Flow, roll
from fitl.events.free import (
    assault_tells,
    can_take_activity,
    free_activity,
    free_limited_operation,
    granted,
    sweep_tells,
)
from fitl.events.pivotal import general_uprising, general_uprising_tells
from fitl.events.program import always, event
from fitl.events.vocabulary import (
    add_tunnel,
    begin_effect,
    between_boxes,
    deploy,
    make_ineligible,
    pick,
    pick_amount,
    pick_and_set,
    pick_and_shift,
    pick_faction,
    pick_kind,
    pick_space,
    pick_spaces,
    pieces_in,
    place_among,
    place_each,
    place_here,
    place_in_different,
    put_in_eligible_box,
    relocate,
    remove_all,
    remove_among,
    shift_each,
    states_of,
    stay_eligible,
    tunnels_left,
    without_tunnels,
    would_be_eligible,
)
from fitl.rules.activities.air_strike import air_strike_with, can_be_struck
from fitl.rules.activities.ambush import ambush, can_ambush
from fitl.rules.control import set_support, shift
from fitl.rules.coup.support import can_pacify, pacification
from fitl.rules.economy import add_aid, add_patronage, add_resources
from fitl.rules.forces import (
    activate,
    add_terror,
    available,
    bases_of,
    can_place,
    count,
    cubes_of,
    guerrillas,
    hide,
    insurgent_pieces,
    move,
    pieces_of,
    place,
    remove,
    remove_to_casualties,
    terror_markers_left,
    transfer,
    underground,
)
from fitl.rules.operation import Activity, Operation
from fitl.rules.operations.assault import assault_hits, assault_space, can_assault_space, can_follow_up, follow_up
from fitl.rules.operations.march import can_march, march
from fitl.rules.operations.sweep import (
    SWEEP_MASK,
    SWEEPERS,
    can_sweep_space,
    sweep,
    sweep_sources,
    sweep_space,
)
from fitl.state import (
    ACTIVE_OPPOSITION,
    ACTIVE_SUPPORT,
    COIN_CONTROL,
    NEUTRAL,
    PASSIVE_SUPPORT,
    State,
)

EVERY_SPACE = tuple(range(SPACE_COUNT))
CAMBODIA = (NORTHEAST_CAMBODIA, THE_FISHHOOK, THE_PARROTS_BEAK, SIHANOUKVILLE)
SOUTH = tuple(spaces_of(SOUTH_MASK))
JUNGLES = tuple(spaces_of(JUNGLE_MASK))
LOWLANDS = tuple(spaces_of(LOWLAND_MASK))

US_KINDS = (US_TROOPS, US_BASE, IRREGULAR)
COIN_CUBES = (US_TROOPS, ARVN_TROOPS, POLICE)
COIN_TROOPS = (US_TROOPS, ARVN_TROOPS)
GUERRILLAS = states_of(NVA_GUERRILLA, VC_GUERRILLA)
TUNNELED = (NVA_TUNNEL, VC_TUNNEL)
VC_PIECE = (VC_GUERRILLA, VC_BASE)  # what "a VC piece" to be placed may be


# --- what several of these cards ask ------------------------------------------------------------------------------


def _can_rise(s: State, sp: int) -> bool:
    """A shift toward Active Support would move the level."""
    return sp < CONTROLLABLE and POP[sp] > 0 and s.support[sp] < ACTIVE_SUPPORT


def _can_fall(s: State, sp: int) -> bool:
    """A shift toward Active Opposition would move the level."""
    return sp < CONTROLLABLE and POP[sp] > 0 and s.support[sp] > ACTIVE_OPPOSITION


def _can_place_any(s: State, by: int, kinds: tuple[int, ...], spaces: tuple[int, ...] | list[int]) -> bool:
    return any(can_place(s, by, sp, kind) for sp in spaces for kind in kinds)


def _with_us_troops(s: State, spaces: tuple[int, ...]) -> list[int]:
    return [sp for sp in spaces if count(s, sp, US_TROOPS)]


def _on_map(s: State, kinds: tuple[int, ...]) -> bool:
    return bool(pieces_in(s, kinds, EVERY_SPACE))


def _loses_eligibility(s: State, by: int, faction: int) -> bool:
    """Would the Faction be Eligible on the next card but for the Event (2.3.6)? Its executor would not be anyway."""
    return faction != by and would_be_eligible(s, faction)


def _methods(s: State, faction: int, sp: int) -> list[str]:
    """Sweep in place, or Assault: what the Faction could do in a space."""
    ways = {"sweep": can_sweep_space(s, faction, sp), "assault": can_assault_space(s, faction, sp)}
    return [way for way, possible in ways.items() if possible]


def _strike_in_place(
    s: State, faction: int, spaces: Callable[[], list[int]], n: int, up_to: bool = False
) -> Flow[Operation]:
    """In each of n spaces the Faction Sweeps in place or Assaults, as it likes; returns the Assault made."""
    sweeping, assaulting = granted(s, faction, "sweep"), granted(s, faction, "assault")
    done: list[int] = []
    while len(done) < n:
        left = [sp for sp in spaces() if sp not in done]
        sp = yield from pick_space(s, faction, "strike_space", left, up_to)
        if sp == DONE:
            break
        done.append(sp)
        if (yield from pick(s, faction, "strike_method", _methods(s, faction, sp), space=sp)) == "sweep":
            yield from sweep_space(s, faction, sp, sweeping)
        else:
            assaulting.spaces.append(sp)
            yield from assault_space(s, faction, sp, assaulting)
    return assaulting


def _strike_tells(s: State, faction: int, sp: int) -> bool:
    """Could a Sweep in place or an Assault by the Faction change anything here?"""
    sweepers = sum(count(s, sp, kind) for kind in SWEEPERS[faction])
    if SWEEP_MASK >> sp & 1 and sweep_tells(s, sp, sweepers):
        return True
    return cubes_of(s, sp, faction) > 0 and assault_tells(s, faction, sp, assault_hits(s, faction, sp))


# --- 91-95 --------------------------------------------------------------------------------------------------------


def _coin_cities(s: State) -> list[int]:
    return [sp for sp in CITIES if s.control[sp] == COIN_CONTROL]


@event(91, "unshaded", effective=lambda s, by: bool(_with_us_troops(s, PROVINCES) and _coin_cities(s)))
def bob_hope_unshaded(s: State, by: int) -> Flow[None]:
    """US Troops go from a Province to a COIN City; each 2 of them bring a Casualty back to Available."""
    if not _coin_cities(s):
        return
    origin = yield from pick_space(s, by, "bob_hope_province", _with_us_troops(s, PROVINCES))
    if origin == DONE:
        return
    city = yield from pick_space(s, by, "destination", _coin_cities(s), piece=US_TROOPS, origin=origin)
    n = yield from pick_amount(s, by, "deploy_amount", 0, count(s, origin, US_TROOPS), piece=US_TROOPS, space=city)
    if n:
        move(s, US_TROOPS, n, origin, city)
        s.note("log.move", n=n, piece=US_TROOPS, origin=origin, destination=city)
        yield from between_boxes(s, by, "pieces_to_box", US_KINDS, n // 2, CASUALTIES, AVAILABLE)


@event(91, "shaded", effective=lambda s, by: bool(_with_us_troops(s, PROVINCES)))
def bob_hope_shaded(s: State, by: int) -> Flow[None]:
    """NVA or VC moves up to 3 US Troops from Provinces to Cities and puts a Guerrilla where each was."""
    mover = yield from pick_faction(s, by, "nva_or_vc", INSURGENTS)
    moved = yield from relocate(s, mover, "bob_hope_move", (US_TROOPS,), PROVINCES, lambda kind, sp: CITIES, 3)
    for _, origin, _ in moved:
        yield from place_here(s, mover, origin, UNDERGROUND_OF[mover], 1)


NEAR_CAN_THO = ADJACENT[CAN_THO]


def _rivers_held(s: State) -> list[int]:
    return [sp for sp in NEAR_CAN_THO if insurgent_pieces(s, sp)]


@event(92, "unshaded", effective=lambda s, by: any(_strike_tells(s, who, sp) for who in COIN for sp in _rivers_held(s)))
def sealords_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN, then US, Sweeps in place or Assaults in each space next to Can Tho."""
    for faction in (ARVN, US):

        def spaces(faction: int = faction) -> list[int]:
            return [sp for sp in _rivers_held(s) if _methods(s, faction, sp)]

        op = yield from _strike_in_place(s, faction, spaces, len(NEAR_CAN_THO))
    added = [sp for sp in op.spaces if can_follow_up(s, op, sp)]
    sp = yield from pick_space(s, US, "add_arvn_assault", added, optional=True)
    if sp != DONE:
        yield from follow_up(s, op, sp)


@event(
    92,
    "shaded",
    effective=lambda s, by: bool(pieces_in(s, without_tunnels(KINDS_OF[NVA] + KINDS_OF[VC]), (*CAMBODIA, TAY_NINH))),
)
def sealords_shaded(s: State, by: int) -> Flow[None]:
    """NVA or VC moves any of its pieces from Cambodia and Tay Ninh to spaces next to Can Tho."""
    mover = yield from pick_faction(s, by, "nva_or_vc", INSURGENTS)
    kinds = without_tunnels(KINDS_OF[mover])
    yield from relocate(s, mover, "sealords_move", kinds, (*CAMBODIA, TAY_NINH), lambda kind, sp: NEAR_CAN_THO)


@event(93, "unshaded", effective=lambda s, by: _on_map(s, KINDS_OF[US]))
def senator_fulbright_unshaded(s: State, by: int) -> Flow[None]:
    """US takes 4 of its pieces off the map, to Available."""
    yield from remove_among(s, US, "us_piece_to_available", KINDS_OF[US], EVERY_SPACE, 4)


@event(93, "shaded", effective=lambda s, by: available(s, US_BASE) > 0 or s.aid > 0)
def senator_fulbright_shaded(s: State, by: int) -> Flow[None]:
    """An Available US Base goes Out of Play; Aid -9."""
    yield from between_boxes(s, by, "pieces_to_box", (US_BASE,), 1, AVAILABLE, OUT_OF_PLAY)
    add_aid(s, -9)


def _undug(s: State, sp: int) -> list[int]:
    """Kinds of Insurgent Base here without a Tunnel, while a marker is left for one."""
    return [kind for kind in (NVA_BASE, VC_BASE) if count(s, sp, kind)] if tunnels_left(s) else []


def _dig(s: State, by: int, sp: int) -> Flow[None]:
    kind = yield from pick_kind(s, by, "dig_under", _undug(s, sp), space=sp)
    add_tunnel(s, sp, kind)


def _tunnel_rats_ways(s: State) -> list[str]:
    dig = any(_undug(s, sp) for sp in PROVINCES)
    clear = bool(pieces_in(s, TUNNELED, _with_us_troops(s, EVERY_SPACE)))
    return ["dig"] * dig + ["clear"] * clear


@event(94, effective=lambda s, by: bool(_tunnel_rats_ways(s)))
def tunnel_rats(s: State, by: int) -> Flow[None]:
    """Tunnels under a Base in each of 2 Provinces, or a Tunneled Base beside US Troops goes."""
    ways = _tunnel_rats_ways(s)
    if not ways:
        return
    if (yield from pick(s, by, "tunnel_rats", ways)) == "clear":
        yield from remove_among(s, by, "tunneled_base", TUNNELED, _with_us_troops(s, EVERY_SPACE), 1)
        return
    dug: list[int] = []
    while len(dug) < 2:
        open_ = [sp for sp in PROVINCES if sp not in dug and _undug(s, sp)]
        sp = yield from pick_space(s, by, "dig_where", open_)
        if sp == DONE:
            break
        dug.append(sp)
        yield from _dig(s, by, sp)


def _us_strike_spaces(s: State) -> list[int]:
    return [sp for sp in EVERY_SPACE if _methods(s, US, sp)]


@event(
    95,
    "unshaded",
    effective=lambda s, by: (
        can_take_activity(s, US, "air_lift")
        or can_take_activity(s, US, "air_strike")
        or any(_strike_tells(s, US, sp) for sp in EVERY_SPACE)
    ),
)
def westmoreland_unshaded(s: State, by: int) -> Flow[None]:
    """US Air Lifts, then Sweeps in place or Assaults in up to 2 spaces, then Air Strikes."""
    yield from free_activity(s, US, "air_lift")
    yield from _strike_in_place(s, US, lambda: _us_strike_spaces(s), 2, up_to=True)
    yield from free_activity(s, US, "air_strike")


def _unpoliced_provinces(s: State) -> list[int]:
    return [sp for sp in PROVINCES if POP[sp] and not count(s, sp, POLICE)]


@event(95, "shaded", effective=lambda s, by: any(_can_fall(s, sp) for sp in _unpoliced_provinces(s)))
def westmoreland_shaded(s: State, by: int) -> Flow[None]:
    """3 Provinces without Police shift 2 levels toward Active Opposition."""
    yield from pick_and_shift(s, by, "shift_opposition", _unpoliced_provinces(s), 3, -2)


# --- 96-100 -------------------------------------------------------------------------------------------------------


@event(96, "unshaded", effective=lambda s, by: can_pacify(s, COIN, 0, 1))
def apc_unshaded(s: State, by: int) -> Flow[None]:
    """US and ARVN Pacify as in the Support Phase at no cost, 1 level per space at most."""
    yield from pacification(s, COIN, 0, levels=1)


def _tet_was_executed(s: State) -> bool:
    return TET_OFFENSIVE in s.played or TET_OFFENSIVE in s.scenario.pivotal_played


@event(96, "shaded", effective=lambda s, by: _tet_was_executed(s) or general_uprising_tells(s))
def apc_shaded(s: State, by: int) -> Flow[None]:
    """Tet Offensive returns to VC if it was executed; if not, VC carries out its Event now."""
    if _tet_was_executed(s):
        s.played = tuple(card for card in s.played if card != TET_OFFENSIVE)
        s.pivotal_held |= 1 << VC
        s.note("log.pivotal_returned", card=TET_OFFENSIVE, faction=VC)
    else:
        yield from general_uprising(s)


def _leader_has_text(s: State) -> bool:
    """2.4.1: the leader on top is a card whose effect is in force (Thieu has none)."""
    return s.leader > 0 and not s.leader_silenced and CARDS[s.leader].leader != "thieu"


@event(97, "unshaded", effective=lambda s, by: s.aid < EDGE_TRACK_MAX or s.patronage > 0 or _leader_has_text(s))
def brinks_hotel_unshaded(s: State, by: int) -> Flow[None]:
    """Aid +10, or 4 Patronage to ARVN Resources; the leader card is turned face down."""
    if (yield from pick(s, by, "brinks_hotel", ("aid", "patronage"))) == "aid":
        add_aid(s, +10)
    else:
        add_resources(s, ARVN, -add_patronage(s, -4))
    if s.leader > 0:  # Minh is no card
        s.leader_silenced = True
        s.note("log.leader_silenced", card=s.leader)


def _cities_with_vc(s: State) -> list[int]:
    return [sp for sp in CITIES if pieces_of(s, sp, VC)]


@event(
    97,
    "shaded",
    effective=lambda s, by: any(_can_fall(s, sp) or terror_markers_left(s) > 0 for sp in _cities_with_vc(s)),
)
def brinks_hotel_shaded(s: State, by: int) -> Flow[None]:
    """A City with VC shifts 2 toward Active Opposition and gets a Terror marker."""
    sp = yield from pick_space(s, by, "shift_opposition", _cities_with_vc(s))
    if sp != DONE:
        shift(s, sp, -2)
        add_terror(s, sp)


def _long_tan_ways(s: State) -> list[str]:
    place_troops = count(s, OUT_OF_PLAY, US_TROOPS) > 0
    clear = bool(pieces_in(s, GUERRILLAS, _with_us_troops(s, JUNGLES)))
    return ["place"] * place_troops + ["clear"] * clear


@event(98, "unshaded", effective=lambda s, by: bool(_long_tan_ways(s)))
def long_tan_unshaded(s: State, by: int) -> Flow[None]:
    """2 US Troops from Out of Play to a Province, or every Guerrilla goes from Jungles with US Troops."""
    ways = _long_tan_ways(s)
    if not ways:
        return
    if (yield from pick(s, by, "long_tan", ways)) == "clear":
        remove_all(s, GUERRILLAS, _with_us_troops(s, JUNGLES))
        return
    sp = yield from pick_space(s, by, "long_tan_province", (sp for sp in PROVINCES if sp != NORTH_VIETNAM))
    place(s, sp, US_TROOPS, min(2, count(s, OUT_OF_PLAY, US_TROOPS)), OUT_OF_PLAY)


def _long_tan_targets(s: State) -> list[int]:
    return [sp for sp in JUNGLES if guerrillas(s, sp, VC) >= 2 and (count(s, sp, US_BASE) or count(s, sp, US_TROOPS))]


@event(98, "shaded", effective=lambda s, by: bool(_long_tan_targets(s)))
def long_tan_shaded(s: State, by: int) -> Flow[None]:
    """A US Base and a US Troop in a Jungle with 2 VC Guerrillas become Casualties."""
    sp = yield from pick_space(s, by, "long_tan_target", _long_tan_targets(s))
    if sp != DONE:
        for kind in (US_BASE, US_TROOPS):
            remove(s, sp, kind, min(1, count(s, sp, kind)), CASUALTIES)


MASHER_SPACES = tuple(spaces_of(SWEEP_MASK & ~JUNGLE_MASK))


def _masher_tells(s: State, by: int) -> bool:
    """Troops could move there, or those who are there would find or hit an Insurgent."""
    for sp in MASHER_SPACES:
        if pieces_in(s, COIN_TROOPS, spaces_of(sweep_sources(s, sp))):
            return True
        troops = sum(count(s, sp, kind) for kind in COIN_TROOPS)
        if sweep_tells(s, sp, troops) or (troops and assault_tells(s, US, sp, assault_hits(s, US, sp, COIN_TROOPS))):
            return True
    return False


@event(99, "unshaded", effective=_masher_tells)
def masher_unshaded(s: State, by: int) -> Flow[None]:
    """US or ARVN Sweeps 1 space that is no Jungle with both Factions' Troops, who then Assault there as US Troops."""
    faction = yield from pick_faction(s, by, "us_or_arvn", COIN)
    op = granted(s, faction, "sweep", spaces=MASHER_SPACES, max_spaces=1)
    yield from sweep(s, op, movers=COIN_TROOPS, sweepers=COIN_TROOPS)
    for sp in op.spaces:
        if insurgent_pieces(s, sp) and pieces_in(s, COIN_TROOPS, (sp,)):
            assaulting = granted(s, US, "assault")
            yield from assault_space(s, US, sp, assaulting, by=faction, us_cubes=COIN_TROOPS)


def _guerrillas_march(s: State, faction: int) -> Operation:
    return granted(s, faction, "march", max_spaces=3)


def _own_guerrillas(faction: int) -> tuple[int, int]:
    return UNDERGROUND_OF[faction], ACTIVE_KIND_OF[faction]


@event(
    99,
    "shaded",
    effective=lambda s, by: any(
        can_march(s, _guerrillas_march(s, faction), kinds=_own_guerrillas(faction)) for faction in INSURGENTS
    ),
)
def masher_shaded(s: State, by: int) -> Flow[None]:
    """VC or NVA Guerrillas March to up to 3 spaces and Ambush in each, even if Active."""
    faction = yield from pick_faction(s, by, "nva_or_vc", INSURGENTS)
    op = _guerrillas_march(s, faction)
    if not can_march(s, op, kinds=_own_guerrillas(faction)):
        return
    yield from march(s, op, kinds=_own_guerrillas(faction))
    act = Activity(s, faction, "ambush", None, mask_of(op.spaces), len(op.spaces))
    if can_ambush(s, act, active_too=True):
        yield from ambush(s, act, active_too=True, required=True)


_RIVERINE_PREY = {NVA: (*states_of(NVA_GUERRILLA), NVA_BASE), VC: without_tunnels(KINDS_OF[VC])}


def _riverine_prey(s: State, sp: int) -> list[int]:
    """The Factions that Riverines could hunt down here."""
    return [faction for faction, kinds in _RIVERINE_PREY.items() if pieces_in(s, kinds, (sp,))]


def _riverine_spaces(s: State) -> list[int]:
    return [sp for sp in _with_us_troops(s, LOWLANDS) if _riverine_prey(s, sp)]


@event(100, "unshaded", effective=lambda s, by: bool(_riverine_spaces(s)))
def rach_ba_rai_unshaded(s: State, by: int) -> Flow[None]:
    """All VC, or all NVA but Troops, go from a Lowland with US Troops."""
    sp = yield from pick_space(s, by, "riverines", _riverine_spaces(s))
    if sp != DONE:
        faction = yield from pick_faction(s, by, "whose_pieces_go", _riverine_prey(s, sp))
        remove_all(s, _RIVERINE_PREY[faction], (sp,))


def _lowlands_with_vc(s: State) -> list[int]:
    return [sp for sp in LOWLANDS if pieces_of(s, sp, VC)]


@event(
    100,
    "shaded",
    effective=lambda s, by: any(
        pieces_in(s, COIN_CUBES, (sp,)) or _can_place_any(s, by, VC_PIECE, [sp]) for sp in _lowlands_with_vc(s)
    ),
)
def rach_ba_rai_shaded(s: State, by: int) -> Flow[None]:
    """A die roll of COIN cubes go from a Lowland with VC, who get a piece there."""
    sp = yield from pick_space(s, by, "river_ambush", _lowlands_with_vc(s))
    if sp == DONE:
        return
    hits = yield roll("5.1")
    for left in range(hits, 0, -1):
        kinds = [kind for kind, _ in pieces_in(s, COIN_CUBES, (sp,))]
        if not kinds:
            break
        kind = yield from pick_kind(s, by, "remove_cube", kinds, space=sp, left=left)
        remove_to_casualties(s, sp, kind)
    yield from place_among(s, by, "place_vc_piece", VC_PIECE, (sp,), 1)


# --- 101-105 ------------------------------------------------------------------------------------------------------


@event(101, "unshaded", effective=always)
def booby_traps_unshaded(s: State, by: int) -> None:
    """Capability: Ambush in at most 1 space (4.4.3)."""
    begin_effect(s, 101, "unshaded")


@event(101, "shaded", effective=always)
def booby_traps_shaded(s: State, by: int) -> None:
    """Capability: each Sweep space may cost the sweeper a Troop (3.2.3)."""
    begin_effect(s, 101, "shaded")


def _tunnels_under_coin(s: State) -> list[int]:
    return [
        sp
        for sp in range(CONTROLLABLE)
        if s.control[sp] == COIN_CONTROL and pieces_in(s, TUNNELED, (sp,)) and pieces_in(s, GUERRILLAS, (sp,))
    ]


@event(102, "unshaded", effective=lambda s, by: bool(_tunnels_under_coin(s)))
def cu_chi_unshaded(s: State, by: int) -> Flow[None]:
    """All Guerrillas go from a space with a Tunnel and COIN Control."""
    sp = yield from pick_space(s, by, "cu_chi_clear", _tunnels_under_coin(s))
    if sp != DONE:
        remove_all(s, GUERRILLAS, (sp,))


def _iron_triangles(s: State, by: int) -> list[int]:
    return [sp for sp in PROVINCES if _undug(s, sp) or _can_place_any(s, by, (NVA_GUERRILLA, VC_GUERRILLA), [sp])]


@event(102, "shaded", effective=lambda s, by: bool(_iron_triangles(s, by)))
def cu_chi_shaded(s: State, by: int) -> Flow[None]:
    """Tunnels under every Insurgent Base in a Province, and a Guerrilla of each Insurgent there."""
    sp = yield from pick_space(s, by, "cu_chi_dig", _iron_triangles(s, by))
    if sp == DONE:
        return
    while kinds := _undug(s, sp):
        if sum(count(s, sp, kind) for kind in kinds) <= tunnels_left(s):
            add_tunnel(s, sp, kinds[0])
        else:
            yield from _dig(s, by, sp)
    for kind in (NVA_GUERRILLA, VC_GUERRILLA):
        yield from place_here(s, by, sp, kind, 1)


@event(103, "unshaded", effective=always)
def kent_state_unshaded(s: State, by: int) -> Flow[None]:
    """2 Casualties to Available; a free US Limited Operation; US Eligible."""
    yield from between_boxes(s, by, "pieces_to_box", US_KINDS, 2, CASUALTIES, AVAILABLE)
    yield from free_limited_operation(s, US)
    put_in_eligible_box(s, US)


@event(
    103,
    "shaded",
    effective=lambda s, by: count(s, CASUALTIES, US_TROOPS) > 0 or s.aid > 0 or _loses_eligibility(s, by, US),
)
def kent_state_shaded(s: State, by: int) -> Flow[None]:
    """Up to 3 Troop Casualties go Out of Play; Aid -6; US Ineligible through the next card."""
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 3, CASUALTIES, OUT_OF_PLAY, up_to=True)
    add_aid(s, -6)
    make_ineligible(s, US)


@event(104, "unshaded", effective=always)
def main_force_unshaded(s: State, by: int) -> None:
    """Capability: March into a LoC or Support is seen above 1 piece instead of 3 (3.3.2)."""
    begin_effect(s, 104, "unshaded")


@event(104, "shaded", effective=always)
def main_force_shaded(s: State, by: int) -> None:
    """Capability: 1 VC Ambush space may cost the enemy 2 pieces (4.5.3)."""
    begin_effect(s, 104, "shaded")


def _provinces_with_vc(s: State) -> list[int]:
    return [sp for sp in PROVINCES if POP[sp] and pieces_of(s, sp, VC)]


@event(105, "unshaded", effective=lambda s, by: any(_can_rise(s, sp) for sp in _provinces_with_vc(s)))
def rural_pressure_unshaded(s: State, by: int) -> Flow[None]:
    """4 Provinces with VC shift 1 level toward Active Support."""
    yield from pick_and_shift(s, by, "shift_support", _provinces_with_vc(s), 4, +1)


def _policed_provinces(s: State) -> list[int]:
    return [sp for sp in PROVINCES if POP[sp] and count(s, sp, POLICE)]


@event(105, "shaded", effective=always)  # Patronage can always go one way or the other
def rural_pressure_shaded(s: State, by: int) -> Flow[None]:
    """3 Provinces with Police shift 1 level toward Active Opposition; Patronage +6 or -6."""
    yield from pick_and_shift(s, by, "shift_opposition", _policed_provinces(s), 3, -1)
    up = (yield from pick(s, by, "patronage", ("more", "less"))) == "more"
    add_patronage(s, +6 if up else -6)


# --- 106-110 ------------------------------------------------------------------------------------------------------

NEAR_SAIGON = tuple(sp for sp in ADJACENT[SAIGON] if is_province(sp))


@event(106, effective=always)  # each of these Provinces can shift one way or the other
def binh_duong(s: State, by: int) -> Flow[None]:
    """In 2 Provinces next to Saigon a shift either way, then a VC Guerrilla or Police."""
    for sp in (yield from pick_spaces(s, by, "binh_duong", lambda: NEAR_SAIGON, 2)):
        up = (yield from pick(s, by, "shift_either_way", ("support", "opposition"), space=sp)) == "support"
        shift(s, sp, +1 if up else -1)
        yield from place_among(s, by, "binh_duong_place", (VC_GUERRILLA, POLICE), (sp,), 1)


@event(107, "unshaded", effective=lambda s, by: s.patronage < EDGE_TRACK_MAX)
def burning_bonze_unshaded(s: State, by: int) -> None:
    """Patronage +3, or +6 with Saigon at Active Support."""
    add_patronage(s, 6 if s.support[SAIGON] == ACTIVE_SUPPORT else 3)


@event(107, "shaded", effective=lambda s, by: _can_fall(s, SAIGON) or s.aid > 0)
def burning_bonze_shaded(s: State, by: int) -> None:
    """Saigon shifts 1 toward Active Opposition; Aid -12."""
    shift(s, SAIGON, -1)
    add_aid(s, -12)


@event(
    108,
    "unshaded",
    effective=lambda s, by: pieces_of(s, CASUALTIES, US) < 3 and count(s, OUT_OF_PLAY, US_TROOPS) > 0,
)
def draft_dodgers_unshaded(s: State, by: int) -> Flow[None]:
    """With fewer than 3 Casualties, 3 US Troops from Out of Play become Available."""
    if pieces_of(s, CASUALTIES, US) < 3:
        yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 3, OUT_OF_PLAY, AVAILABLE)


@event(108, "shaded", effective=lambda s, by: pieces_of(s, CASUALTIES, US) > 0 and available(s, US_TROOPS) > 0)
def draft_dodgers_shaded(s: State, by: int) -> Flow[None]:
    """An Available US Troop goes Out of Play per Casualty, 3 at most."""
    n = min(3, pieces_of(s, CASUALTIES, US))
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), n, AVAILABLE, OUT_OF_PLAY)


@event(109, "unshaded", effective=lambda s, by: any(_can_rise(s, sp) for sp in _cities_with_vc(s)))
def nguyen_huu_tho_unshaded(s: State, by: int) -> None:
    """Every City with VC shifts 1 level toward Active Support."""
    shift_each(s, _cities_with_vc(s), +1)


@event(109, "shaded", effective=lambda s, by: _can_place_any(s, by, VC_PIECE, [SAIGON]))
def nguyen_huu_tho_shaded(s: State, by: int) -> Flow[None]:
    """A VC Base and a VC Guerrilla in Saigon; the executing Faction stays Eligible."""
    yield from place_here(s, by, SAIGON, VC_BASE, 1)
    yield from place_here(s, by, SAIGON, VC_GUERRILLA, 1)
    stay_eligible(s, by)


def _hide_all(s: State, factions: tuple[int, ...]) -> None:
    """Turn these Factions' Guerrillas or Special Forces Underground everywhere."""
    for sp in EVERY_SPACE:
        for faction in factions:
            hide(s, sp, faction, count(s, sp, ACTIVE_KIND_OF[faction]))


def _any_active(s: State, factions: tuple[int, ...]) -> bool:
    return _on_map(s, tuple(ACTIVE_KIND_OF[faction] for faction in factions))


@event(110, "unshaded", effective=lambda s, by: pieces_of(s, CASUALTIES, US) > 0 or _any_active(s, COIN))
def no_contact_unshaded(s: State, by: int) -> Flow[None]:
    """2 Casualties return to the map; all Rangers and Irregulars turn Underground."""
    yield from deploy(s, by, "casualty_to_map", US_KINDS, EVERY_SPACE, 2, CASUALTIES)
    _hide_all(s, COIN)


@event(110, "shaded", effective=lambda s, by: _any_active(s, INSURGENTS))
def no_contact_shaded(s: State, by: int) -> None:
    """All Guerrillas turn Underground."""
    _hide_all(s, INSURGENTS)


# --- 111-115 ------------------------------------------------------------------------------------------------------


def _defoliation_strike(s: State) -> Activity:
    return Activity(s, US, "air_strike", None, JUNGLE_MASK, 2)


def _can_be_defoliated(s: State) -> bool:
    strike = _defoliation_strike(s)
    return any(can_be_struck(s, strike, sp, needs_coin=False) for sp in JUNGLES)


@event(
    111,
    "unshaded",
    effective=lambda s, by: bool(pieces_in(s, (NVA_GUERRILLA, VC_GUERRILLA), JUNGLES)) or _can_be_defoliated(s),
)
def agent_orange_unshaded(s: State, by: int) -> Flow[None]:
    """All Guerrillas in Jungle turn Active; US Air Strikes in up to 2 Jungles, not the Trail."""
    for sp in JUNGLES:
        for faction in INSURGENTS:
            activate(s, sp, faction, underground(s, sp, faction))
    if _can_be_defoliated(s):
        s.note("log.free_activity", faction=US, activity="air_strike")
        yield from air_strike_with(s, _defoliation_strike(s), may_degrade=False, needs_coin=False)


def _upland_with_insurgents(s: State) -> list[int]:
    return [sp for sp in spaces_of(JUNGLE_MASK | HIGHLAND_MASK) if insurgent_pieces(s, sp)]


@event(111, "shaded", effective=lambda s, by: any(_can_fall(s, sp) for sp in _upland_with_insurgents(s)))
def agent_orange_shaded(s: State, by: int) -> None:
    """Every Jungle and Highland with Insurgents shifts 1 level toward Active Opposition."""
    shift_each(s, _upland_with_insurgents(s), -1)


@event(112, "unshaded", effective=lambda s, by: _can_place_any(s, by, (POLICE,), PROVINCES))
def colonel_chau_unshaded(s: State, by: int) -> Flow[None]:
    """1 Police in each of 6 Provinces."""
    yield from place_in_different(s, by, "place_police", (POLICE,), PROVINCES, 6)


def _provinces_with_arvn(s: State) -> list[int]:
    return [sp for sp in PROVINCES if pieces_of(s, sp, ARVN)]


@event(
    112,
    "shaded",
    effective=lambda s, by: any(
        _can_fall(s, sp) or can_place(s, by, sp, VC_GUERRILLA) for sp in _provinces_with_arvn(s)
    ),
)
def colonel_chau_shaded(s: State, by: int) -> Flow[None]:
    """3 Provinces with ARVN shift 1 level toward Active Opposition and get a VC Guerrilla each."""
    chosen = yield from pick_and_shift(s, by, "shift_opposition", _provinces_with_arvn(s), 3, -1)
    yield from place_each(s, by, "place_vc_guerrilla", VC_GUERRILLA, chosen)


@event(113, "unshaded", effective=lambda s, by: _can_place_any(s, by, (POLICE,), SOUTH))
def ruff_puff_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 8 Police anywhere in the South."""
    yield from place_among(s, by, "place_police", (POLICE,), SOUTH, 8, up_to=True)


def _rural_police(s: State) -> list[int]:
    return [sp for sp in EVERY_SPACE if not is_city(sp) and count(s, sp, POLICE)]


@event(113, "shaded", effective=lambda s, by: bool(_rural_police(s)))
def ruff_puff_shaded(s: State, by: int) -> Flow[None]:
    """5 Police outside Cities become VC Guerrillas, one of them perhaps a VC Base."""
    kinds: tuple[int, ...] = VC_PIECE
    for left in range(5, 0, -1):
        sp = yield from pick_space(s, by, "replace_police", _rural_police(s), left=left)
        if sp == DONE:
            break
        remove(s, sp, POLICE)
        placed = yield from place_among(s, by, "place_vc_piece", kinds, (sp,), 1)
        if (VC_BASE, sp) in placed:
            kinds = (VC_GUERRILLA,)


def _unfriendly_cities(s: State) -> list[int]:
    return [sp for sp in CITIES if s.support[sp] <= NEUTRAL]


@event(114, "unshaded", effective=lambda s, by: bool(_unfriendly_cities(s)))
def tri_quang_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 3 Cities that are Neutral or at Opposition go to Passive Support."""
    yield from pick_and_set(s, by, "set_passive_support", _unfriendly_cities(s), 3, PASSIVE_SUPPORT, up_to=True)


_BUDDHIST_CITIES = (HUE, DA_NANG, SAIGON)


@event(
    114,
    "shaded",
    effective=lambda s, by: (
        any(_can_fall(s, sp) for sp in _BUDDHIST_CITIES) or _can_place_any(s, by, VC_PIECE, [SAIGON])
    ),
)
def tri_quang_shaded(s: State, by: int) -> Flow[None]:
    """Hue, Da Nang and Saigon shift 1 level toward Active Opposition; a VC piece in Saigon."""
    shift_each(s, _BUDDHIST_CITIES, -1)
    yield from place_among(s, by, "place_vc_piece", VC_PIECE, (SAIGON,), 1)


@event(115, effective=always)
def typhoon_kate(s: State, by: int) -> None:
    """Momentum: no Air Lift, Transport or Bombard, other Special Activities in 1 space (4.1); stays Eligible."""
    stay_eligible(s, by)
    begin_effect(s, 115, "single")


# --- 116-120 ------------------------------------------------------------------------------------------------------


@event(116, "unshaded", effective=always)
def cadres_unshaded(s: State, by: int) -> None:
    """Capability: VC Terror and Agitation cost 2 VC Guerrillas per space (3.3.4, 6.3.2)."""
    begin_effect(s, 116, "unshaded")


@event(116, "shaded", effective=always)
def cadres_shaded(s: State, by: int) -> None:
    """Capability: VC may Agitate in 1 Rally space that had a VC Base (3.3.1)."""
    begin_effect(s, 116, "shaded")


@event(
    117,
    "unshaded",
    effective=lambda s, by: count(s, OUT_OF_PLAY, ARVN_TROOPS) > 0 or available(s, ARVN_TROOPS) > 0,
)
def corps_commanders_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN puts 3 Troops in 1 space or 2 adjacent ones and Sweeps there."""
    out_of_play, ready = count(s, OUT_OF_PLAY, ARVN_TROOPS), available(s, ARVN_TROOPS)
    troops = min(3, out_of_play + ready)
    if not troops:
        return
    recalled = yield from pick_amount(
        s, ARVN, "corps_recalled", max(0, troops - ready), min(troops, out_of_play), piece=ARVN_TROOPS
    )
    first = yield from pick_space(s, ARVN, "corps_space", (sp for sp in EVERY_SPACE if sp != NORTH_VIETNAM))
    n = yield from pick_amount(s, ARVN, "deploy_amount", 1, troops, piece=ARVN_TROOPS, space=first)
    spaces = [first]
    _place_corps(s, first, n, min(n, recalled))
    if n < troops:
        near = [sp for sp in ADJACENT[first] if sp != NORTH_VIETNAM]
        second = yield from pick_space(s, ARVN, "corps_second", near)
        spaces.append(second)
        _place_corps(s, second, troops - n, max(0, recalled - n))
    op = granted(s, ARVN, "sweep", max_spaces=2)
    op.spaces += [sp for sp in spaces if not is_loc(sp)]
    op.max_spaces = len(op.spaces)
    if op.spaces:
        yield from sweep(s, op)


def _place_corps(s: State, sp: int, n: int, recalled: int) -> None:
    place(s, sp, ARVN_TROOPS, recalled, OUT_OF_PLAY)
    place(s, sp, ARVN_TROOPS, n - recalled)


@event(117, "shaded", effective=lambda s, by: _on_map(s, KINDS_OF[ARVN]) or _loses_eligibility(s, by, ARVN))
def corps_commanders_shaded(s: State, by: int) -> Flow[None]:
    """A die roll of ARVN pieces go from 1 space or 2 adjacent ones; ARVN Ineligible through the next card."""
    first = yield from pick_space(s, by, "corps_lost", (sp for sp in EVERY_SPACE if pieces_of(s, sp, ARVN)))
    if first != DONE:
        near = [sp for sp in ADJACENT[first] if pieces_of(s, sp, ARVN)]
        second = yield from pick_space(s, by, "corps_lost_second", near, optional=True)
        spaces = (first,) if second == DONE else (first, second)
        lost = yield roll("5.1")
        yield from remove_among(s, by, "arvn_piece_lost", KINDS_OF[ARVN], spaces, lost)
    make_ineligible(s, ARVN)


def _armed_without_nva(s: State) -> list[int]:
    return [sp for sp in EVERY_SPACE if guerrillas(s, sp, VC) >= 2 and not bases_of(s, sp, NVA)]


@event(118, "unshaded", effective=lambda s, by: bool(_armed_without_nva(s)))
def korean_war_arms_unshaded(s: State, by: int) -> Flow[None]:
    """VC gives up a Guerrilla in each space with at least 2 of them and no NVA Base."""
    for sp in _armed_without_nva(s):
        kinds = [kind for kind, _ in pieces_in(s, (VC_GUERRILLA_ACTIVE, VC_GUERRILLA), (sp,))]
        kind = yield from pick_kind(s, VC, "give_up_guerrilla", kinds, space=sp)
        remove(s, sp, kind)


@event(118, "shaded", effective=lambda s, by: _can_place_any(s, by, VC_PIECE, EVERY_SPACE))
def korean_war_arms_shaded(s: State, by: int) -> Flow[None]:
    """A VC piece in each of 3 spaces."""
    yield from place_in_different(s, by, "place_vc_piece", VC_PIECE, EVERY_SPACE, 3)


@event(119, "unshaded", effective=lambda s, by: available(s, US_TROOPS) > 0 or s.patronage < EDGE_TRACK_MAX)
def my_lai_unshaded(s: State, by: int) -> Flow[None]:
    """2 Available US Troops go Out of Play; Patronage +2."""
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 2, AVAILABLE, OUT_OF_PLAY)
    add_patronage(s, +2)


@event(
    119,
    "shaded",
    effective=lambda s, by: (
        s.aid > 0
        or any(_can_fall(s, sp) or _can_place_any(s, VC, VC_PIECE, [sp]) for sp in _with_us_troops(s, PROVINCES))
    ),
)
def my_lai_shaded(s: State, by: int) -> Flow[None]:
    """A Province with US Troops goes to Active Opposition, VC gets a Base and a Guerrilla there; Aid -6."""
    sp = yield from pick_space(s, by, "my_lai", _with_us_troops(s, PROVINCES))
    if sp != DONE:
        set_support(s, sp, ACTIVE_OPPOSITION)
        yield from place_here(s, VC, sp, VC_BASE, 1)
        yield from place_here(s, VC, sp, VC_GUERRILLA, 1)
    add_aid(s, -6)


@event(120, "unshaded", effective=lambda s, by: pieces_of(s, OUT_OF_PLAY, US) > 0)
def us_press_corps_unshaded(s: State, by: int) -> Flow[None]:
    """4 US pieces come from Out of Play to the map, 2 with 3 or more cards in the leader box."""
    n = 4 if len(s.leader_box) <= 2 else 2
    yield from deploy(s, by, "out_of_play_to_map", US_KINDS, EVERY_SPACE, n, OUT_OF_PLAY)


@event(
    120,
    "shaded",
    effective=lambda s, by: (
        count(s, CASUALTIES, US_BASE) > 0 or (count(s, CASUALTIES, US_TROOPS) > 0 and len(s.leader_box) > 0)
    ),
)
def us_press_corps_shaded(s: State, by: int) -> None:
    """A Troop Casualty per card in the leader box, and every Base Casualty, goes Out of Play."""
    for kind, most in ((US_TROOPS, len(s.leader_box)), (US_BASE, count(s, CASUALTIES, US_BASE))):
        if n := min(most, count(s, CASUALTIES, kind)):
            transfer(s, kind, n, CASUALTIES, OUT_OF_PLAY, kind)
            s.note("log.between_boxes", n=n, piece=kind, origin=CASUALTIES, destination=OUT_OF_PLAY)
