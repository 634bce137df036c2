"""Cards 91-105."""

from collections.abc import Callable

from fitl.board.cards import TET_OFFENSIVE
from fitl.board.factions import ARVN, COIN, INSURGENTS, NVA, US, VC
from fitl.board.pieces import (
    ACTIVE_KIND_OF,
    COIN_CUBES,
    EDGE_TRACK_MAX,
    KINDS_OF,
    NVA_BASE,
    NVA_GUERRILLA,
    POLICE,
    UNDERGROUND_OF,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
)
from fitl.board.pivotals import PIVOTAL_BIT
from fitl.board.spaces import (
    ADJACENT,
    AVAILABLE,
    CAN_THO,
    CASUALTIES,
    CITIES,
    CONTROLLABLE,
    JUNGLE_MASK,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    POP,
    PROVINCES,
    TAY_NINH,
    mask_of,
    spaces_of,
)
from fitl.decisions import DONE, YES_NO, Flow, roll
from fitl.events.free import (
    add_arvn_assault,
    can_take_activity,
    free_activity,
    free_limited_operation,
    free_march,
    granted,
)
from fitl.events.pivotal import general_uprising
from fitl.events.program import Programs
from fitl.events.vc.common import (
    CAMBODIA,
    COIN_TROOPS,
    EVERY_SPACE,
    GUERRILLAS,
    JUNGLES,
    LOWLANDS,
    TUNNELED,
    US_KINDS,
    VC_PIECE,
    can_place_any,
    cities_with_vc,
    with_us_troops,
)
from fitl.events.vocabulary import (
    UpTo,
    add_tunnel,
    ask,
    begin_effect,
    between_boxes,
    can_shift_first,
    deployable,
    make_ineligible,
    pick,
    pick_amount,
    pick_and_shift,
    pick_faction,
    pick_kind,
    pick_space,
    pieces_in,
    place_among,
    place_here,
    put_in_eligible_box,
    relocate,
    remove_all,
    remove_among,
    states_of,
    tunnels_left,
    without_tunnels,
)
from fitl.rules.activities.ambush import ambush, can_ambush
from fitl.rules.control import shift
from fitl.rules.coup.support import pacification
from fitl.rules.economy import add_aid, add_patronage, add_resources
from fitl.rules.forces import (
    add_terror,
    count,
    guerrillas,
    insurgent_pieces,
    move,
    pieces_of,
    place,
    remove,
    remove_to_casualties,
)
from fitl.rules.operation import Activity, Operation
from fitl.rules.operations.assault import AssaultTerms, assault_space, can_assault_space
from fitl.rules.operations.sweep import SWEEP_MASK, can_sweep_space, sweep, sweep_space
from fitl.state import COIN_CONTROL, State

event = Programs()


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


# --- 91-95 --------------------------------------------------------------------------------------------------------


def _coin_cities(s: State) -> list[int]:
    return [sp for sp in CITIES if s.control[sp] == COIN_CONTROL]


@event(91, "unshaded")
def bob_hope_unshaded(s: State, by: int) -> Flow[None]:
    """US Troops go from a Province to a COIN City; each 2 of them bring a Casualty back to Available."""
    if not _coin_cities(s):
        return
    origin = yield from pick_space(s, by, "bob_hope_province", with_us_troops(s, PROVINCES))
    if origin == DONE:
        return
    city = yield from pick_space(s, by, "destination", _coin_cities(s), piece=US_TROOPS, origin=origin)
    n = yield from pick_amount(s, by, "deploy_amount", 0, count(s, origin, US_TROOPS), piece=US_TROOPS, space=city)
    if n:
        move(s, US_TROOPS, n, origin, city)
        yield from between_boxes(s, by, "pieces_to_box", US_KINDS, n // 2, CASUALTIES, AVAILABLE)


@event(91, "shaded")
def bob_hope_shaded(s: State, by: int) -> Flow[None]:
    """NVA or VC moves up to 3 US Troops from Provinces to Cities and puts a Guerrilla where each was."""
    mover = yield from pick_faction(s, by, "nva_or_vc", INSURGENTS)
    moved = yield from relocate(s, mover, "bob_hope_move", (US_TROOPS,), PROVINCES, CITIES, UpTo(3))
    for _, origin, _ in moved:
        yield from place_here(s, mover, origin, UNDERGROUND_OF[mover], 1)


NEAR_CAN_THO = ADJACENT[CAN_THO]


@event(92, "unshaded")
def sealords_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN, then US, Sweeps in place or Assaults in each space next to Can Tho."""
    for faction in (ARVN, US):

        def spaces(faction: int = faction) -> list[int]:
            return [sp for sp in [sp for sp in NEAR_CAN_THO if insurgent_pieces(s, sp)] if _methods(s, faction, sp)]

        op = yield from _strike_in_place(s, faction, spaces, len(NEAR_CAN_THO))
    yield from add_arvn_assault(s, op)


@event(92, "shaded")
def sealords_shaded(s: State, by: int) -> Flow[None]:
    """NVA or VC moves any of its pieces from Cambodia and Tay Ninh to spaces next to Can Tho."""
    mover = yield from pick_faction(s, by, "nva_or_vc", INSURGENTS)
    kinds = without_tunnels(KINDS_OF[mover])
    yield from relocate(s, mover, "sealords_move", kinds, (*CAMBODIA, TAY_NINH), NEAR_CAN_THO)


@event(93, "unshaded")
def senator_fulbright_unshaded(s: State, by: int) -> Flow[None]:
    """US takes 4 of its pieces off the map, to Available."""
    yield from remove_among(s, US, "us_piece_to_available", KINDS_OF[US], EVERY_SPACE, 4)


@event(93, "shaded")
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
    clear = bool(pieces_in(s, TUNNELED, with_us_troops(s, EVERY_SPACE)))
    return ["dig"] * dig + ["clear"] * clear


@event(94)
def tunnel_rats(s: State, by: int) -> Flow[None]:
    """Tunnels under a Base in each of 2 Provinces, or a Tunneled Base beside US Troops goes."""
    ways = _tunnel_rats_ways(s)
    if not ways:
        return
    if (yield from pick(s, by, "tunnel_rats", ways)) == "clear":
        yield from remove_among(s, by, "tunneled_base", TUNNELED, with_us_troops(s, EVERY_SPACE), 1)
        return
    dug: list[int] = []
    while len(dug) < 2:
        open_ = [sp for sp in PROVINCES if sp not in dug and _undug(s, sp)]
        sp = yield from pick_space(s, by, "dig_where", open_)
        if sp == DONE:
            break
        dug.append(sp)
        yield from _dig(s, by, sp)


@event(95, "unshaded")
def westmoreland_unshaded(s: State, by: int) -> Flow[None]:
    """US Air Lifts, then Sweeps in place or Assaults in up to 2 spaces, then Air Strikes."""
    if can_take_activity(s, US, "air_lift") and (yield ask(s, US, "air_lift_at_all", YES_NO)):
        yield from free_activity(s, US, "air_lift")
    yield from _strike_in_place(s, US, lambda: [sp for sp in EVERY_SPACE if _methods(s, US, sp)], 2, up_to=True)
    yield from free_activity(s, US, "air_strike")


def _unpoliced_provinces(s: State) -> list[int]:
    return [sp for sp in PROVINCES if POP[sp] and not count(s, sp, POLICE)]


@event(95, "shaded")
def westmoreland_shaded(s: State, by: int) -> Flow[None]:
    """3 Provinces without Police shift 2 levels toward Active Opposition."""
    yield from pick_and_shift(s, by, "shift_opposition", _unpoliced_provinces(s), 3, -2)


# --- 96-100 -------------------------------------------------------------------------------------------------------


@event(96, "unshaded")
def apc_unshaded(s: State, by: int) -> Flow[None]:
    """US and ARVN Pacify as in the Support Phase at no cost, 1 level per space at most."""
    yield from pacification(s, COIN, 0, levels=1)


def _tet_was_executed(s: State) -> bool:
    return TET_OFFENSIVE in s.played or TET_OFFENSIVE in s.scenario.pivotal_played


@event(96, "shaded")
def apc_shaded(s: State, by: int) -> Flow[None]:
    """Tet Offensive returns to VC if it was executed; if not, VC carries out its Event now."""
    if _tet_was_executed(s):
        s.played = tuple(card for card in s.played if card != TET_OFFENSIVE)
        s.pivotal_held |= PIVOTAL_BIT[TET_OFFENSIVE]
        s.note("log.pivotal_returned", card=TET_OFFENSIVE, faction=VC)
    else:
        yield from general_uprising(s)


def _leader_has_text(s: State) -> bool:
    """2.4.1: the leader on top is a card whose effect is in force (Thieu has none)."""
    return s.leader > 0 and not s.leader_silenced and s.cards.facts[s.leader].leader != "thieu"


@event(97, "unshaded", claims=lambda s, by: s.aid < EDGE_TRACK_MAX or s.patronage > 0 or _leader_has_text(s))
def brinks_hotel_unshaded(s: State, by: int) -> Flow[None]:
    """Aid +10, or 4 Patronage to ARVN Resources; the leader card is turned face down."""
    if (yield from pick(s, by, "brinks_hotel", ("aid", "patronage"))) == "aid":
        add_aid(s, +10)
    else:
        add_resources(s, ARVN, -add_patronage(s, -4))
    if s.leader > 0:  # Minh is no card
        s.leader_silenced = True
        s.note("log.leader_silenced", card=s.leader)


@event(97, "shaded")
def brinks_hotel_shaded(s: State, by: int) -> Flow[None]:
    """A City with VC shifts 2 toward Active Opposition and gets a Terror marker."""
    sp = yield from pick_space(s, by, "shift_opposition", can_shift_first(s, cities_with_vc(s), -2), left=1)
    if sp != DONE:
        shift(s, sp, -2)
        add_terror(s, sp)


def _long_tan_ways(s: State) -> list[str]:
    place_troops = bool(deployable(s, (US_TROOPS,), PROVINCES, OUT_OF_PLAY))
    clear = bool(pieces_in(s, GUERRILLAS, with_us_troops(s, JUNGLES)))
    return ["place"] * place_troops + ["clear"] * clear


@event(98, "unshaded")
def long_tan_unshaded(s: State, by: int) -> Flow[None]:
    """2 US Troops from Out of Play to a Province, or every Guerrilla goes from Jungles with US Troops."""
    ways = _long_tan_ways(s)
    if not ways:
        return
    if (yield from pick(s, by, "long_tan", ways)) == "clear":
        remove_all(s, GUERRILLAS, with_us_troops(s, JUNGLES))
        return
    sp = yield from pick_space(s, by, "long_tan_province", (sp for sp in PROVINCES if sp != NORTH_VIETNAM))
    place(s, sp, US_TROOPS, min(2, count(s, OUT_OF_PLAY, US_TROOPS)), OUT_OF_PLAY)


def _long_tan_targets(s: State) -> list[int]:
    return [sp for sp in JUNGLES if guerrillas(s, sp, VC) >= 2 and (count(s, sp, US_BASE) or count(s, sp, US_TROOPS))]


@event(98, "shaded")
def long_tan_shaded(s: State, by: int) -> Flow[None]:
    """A US Base and a US Troop in a Jungle with 2 VC Guerrillas become Casualties."""
    sp = yield from pick_space(s, by, "long_tan_target", _long_tan_targets(s))
    if sp != DONE:
        for kind in (US_BASE, US_TROOPS):
            remove(s, sp, kind, min(1, count(s, sp, kind)), CASUALTIES)


MASHER_SPACES = tuple(spaces_of(SWEEP_MASK & ~JUNGLE_MASK))


@event(99, "unshaded")
def masher_unshaded(s: State, by: int) -> Flow[None]:
    """US or ARVN Sweeps 1 space that is no Jungle with both Factions' Troops, who then Assault there as US Troops."""
    faction = yield from pick_faction(s, by, "us_or_arvn", COIN)
    op = granted(s, faction, "sweep", spaces=MASHER_SPACES, max_spaces=1)
    yield from sweep(s, op, movers=COIN_TROOPS, sweepers=COIN_TROOPS)
    for sp in op.spaces:
        if insurgent_pieces(s, sp) and pieces_in(s, COIN_TROOPS, (sp,)):
            assaulting = granted(s, US, "assault")
            yield from assault_space(s, US, sp, assaulting, by=faction, terms=AssaultTerms(us_cubes=COIN_TROOPS))


def _own_guerrillas(faction: int) -> tuple[int, int]:
    return UNDERGROUND_OF[faction], ACTIVE_KIND_OF[faction]


@event(99, "shaded")
def masher_shaded(s: State, by: int) -> Flow[None]:
    """VC or NVA Guerrillas March to up to 3 spaces and Ambush in each, even if Active."""
    faction = yield from pick_faction(s, by, "nva_or_vc", INSURGENTS)
    op = granted(s, faction, "march", max_spaces=3)
    yield from free_march(s, op, kinds=_own_guerrillas(faction))
    act = Activity(s, faction, "ambush", None, mask_of(op.spaces), len(op.spaces))
    if can_ambush(s, act, active_too=True):
        yield from ambush(s, act, active_too=True, required=True)


_RIVERINE_PREY = {NVA: (*states_of(NVA_GUERRILLA), NVA_BASE), VC: without_tunnels(KINDS_OF[VC])}


def _riverine_prey(s: State, sp: int) -> list[int]:
    """The Factions that Riverines could hunt down here."""
    return [faction for faction, kinds in _RIVERINE_PREY.items() if pieces_in(s, kinds, (sp,))]


@event(100, "unshaded")
def rach_ba_rai_unshaded(s: State, by: int) -> Flow[None]:
    """All VC, or all NVA but Troops, go from a Lowland with US Troops."""
    sp = yield from pick_space(s, by, "riverines", [sp for sp in with_us_troops(s, LOWLANDS) if _riverine_prey(s, sp)])
    if sp != DONE:
        faction = yield from pick_faction(s, by, "whose_pieces_go", _riverine_prey(s, sp))
        remove_all(s, _RIVERINE_PREY[faction], (sp,))


@event(100, "shaded")
def rach_ba_rai_shaded(s: State, by: int) -> Flow[None]:
    """A die roll of COIN cubes go from a Lowland with VC, who get a piece there."""
    sp = yield from pick_space(s, by, "river_ambush", [sp for sp in LOWLANDS if pieces_of(s, sp, VC)])
    if sp == DONE:
        return
    hits = yield roll("5.1", "event.die_lost", card=100, spaces=(sp,))
    for left in range(hits, 0, -1):
        kinds = [kind for kind, _ in pieces_in(s, COIN_CUBES, (sp,))]
        if not kinds:
            break
        kind = yield from pick_kind(s, by, "remove_cube", kinds, space=sp, left=left)
        remove_to_casualties(s, sp, kind)
    yield from place_among(s, by, "place_vc_piece", VC_PIECE, (sp,), 1)


# --- 101-105 ------------------------------------------------------------------------------------------------------


@event(101, "unshaded")
def booby_traps_unshaded(s: State, by: int) -> None:
    """Capability: Ambush in at most 1 space (4.4.3)."""
    begin_effect(s, 101, "unshaded")


@event(101, "shaded")
def booby_traps_shaded(s: State, by: int) -> None:
    """Capability: each Sweep space may cost the sweeper a Troop (3.2.3)."""
    begin_effect(s, 101, "shaded")


def _tunnels_under_coin(s: State) -> list[int]:
    return [
        sp
        for sp in range(CONTROLLABLE)
        if s.control[sp] == COIN_CONTROL and pieces_in(s, TUNNELED, (sp,)) and pieces_in(s, GUERRILLAS, (sp,))
    ]


@event(102, "unshaded")
def cu_chi_unshaded(s: State, by: int) -> Flow[None]:
    """All Guerrillas go from a space with a Tunnel and COIN Control."""
    sp = yield from pick_space(s, by, "cu_chi_clear", _tunnels_under_coin(s))
    if sp != DONE:
        remove_all(s, GUERRILLAS, (sp,))


def _iron_triangles(s: State, by: int) -> list[int]:
    return [sp for sp in PROVINCES if _undug(s, sp) or can_place_any(s, by, (NVA_GUERRILLA, VC_GUERRILLA), [sp])]


@event(102, "shaded")
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


@event(103, "unshaded")
def kent_state_unshaded(s: State, by: int) -> Flow[None]:
    """2 Casualties to Available; a free US Limited Operation; US Eligible."""
    yield from between_boxes(s, by, "pieces_to_box", US_KINDS, 2, CASUALTIES, AVAILABLE)
    yield from free_limited_operation(s, US)
    put_in_eligible_box(s, US)


@event(103, "shaded")
def kent_state_shaded(s: State, by: int) -> Flow[None]:
    """Up to 3 Troop Casualties go Out of Play; Aid -6; US Ineligible through the next card."""
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), UpTo(3), CASUALTIES, OUT_OF_PLAY)
    add_aid(s, -6)
    make_ineligible(s, US)


@event(104, "unshaded")
def main_force_unshaded(s: State, by: int) -> None:
    """Capability: March into a LoC or Support is seen above 1 piece instead of 3 (3.3.2)."""
    begin_effect(s, 104, "unshaded")


@event(104, "shaded")
def main_force_shaded(s: State, by: int) -> None:
    """Capability: 1 VC Ambush space may cost the enemy 2 pieces (4.5.3)."""
    begin_effect(s, 104, "shaded")


def _provinces_with_vc(s: State) -> list[int]:
    return [sp for sp in PROVINCES if POP[sp] and pieces_of(s, sp, VC)]


@event(105, "unshaded")
def rural_pressure_unshaded(s: State, by: int) -> Flow[None]:
    """4 Provinces with VC shift 1 level toward Active Support."""
    yield from pick_and_shift(s, by, "shift_support", _provinces_with_vc(s), 4, +1)


def _policed_provinces(s: State) -> list[int]:
    return [sp for sp in PROVINCES if POP[sp] and count(s, sp, POLICE)]


@event(105, "shaded")  # Patronage can always go one way or the other
def rural_pressure_shaded(s: State, by: int) -> Flow[None]:
    """3 Provinces with Police shift 1 level toward Active Opposition; Patronage +6 or -6."""
    yield from pick_and_shift(s, by, "shift_opposition", _policed_provinces(s), 3, -1)
    up = (yield from pick(s, by, "patronage", ("more", "less"))) == "more"
    add_patronage(s, +6 if up else -6)
