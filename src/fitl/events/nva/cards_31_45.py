"""Cards 31-45."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_BASE,
    BASES_OF,
    EDGE_TRACK_MAX,
    KINDS,
    KINDS_OF,
    NVA_BASE,
    NVA_TROOPS,
    TRAIL_MAX,
    US_BASE,
    US_TROOPS,
    VC_BASE,
)
from fitl.board.spaces import (
    AVAILABLE,
    CASUALTIES,
    CITIES,
    CONTROLLABLE,
    HIGHLAND_MASK,
    LAOS_CAMBODIA,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    POP,
    PROVINCES,
    spaces_of,
)
from fitl.decisions import DONE, Flow, roll
from fitl.events.free import free_air_lift, free_operation, where_us_could_land
from fitl.events.nva.common import EVERY_SPACE, LAOS, poor, within_1
from fitl.events.program import Programs
from fitl.events.vocabulary import (
    ALL,
    RULE,
    add_tunnel,
    begin_effect,
    between_boxes,
    make_ineligible,
    own_tunnels,
    pick,
    pick_amount,
    pick_and_set,
    pick_piece,
    pick_space,
    pieces_in,
    relocate,
    remove_among,
    remove_any,
    remove_or_offer,
    tunnels_left,
    without_tunnels,
)
from fitl.lasting import TOP_GUN
from fitl.rules.activities.air_strike import air_strike, can_air_strike
from fitl.rules.control import on_map
from fitl.rules.economy import add_aid, add_patronage, add_resources, degrade_trail, improve_trail
from fitl.rules.forces import bases_of, count, pieces_of, remove
from fitl.rules.operation import Activity
from fitl.state import COIN_CONTROL, PASSIVE_SUPPORT, State

event = Programs()

HIGHLANDS = tuple(spaces_of(HIGHLAND_MASK))  # North Vietnam is one
INSURGENT_BASES = BASES_OF[NVA] + BASES_OF[VC]


def _total(s: State, kind: int, spaces: tuple[int, ...]) -> int:
    return sum(count(s, sp, kind) for sp in spaces)


# --- 31-35 --------------------------------------------------------------------------------------------------------


@event(31, "unshaded")
def aaa_unshaded(s: State, by: int) -> None:
    """Capability: only a Rally in at most 1 space may Improve the Trail (3.3.1)."""
    begin_effect(s, 31, "unshaded")


@event(31, "shaded")
def aaa_shaded(s: State, by: int) -> None:
    """Capability: Air Strike cannot push the Trail below 2 (4.2.3)."""
    begin_effect(s, 31, "shaded")


@event(32, "unshaded")
def long_range_guns_unshaded(s: State, by: int) -> None:
    """Capability: Bombard in at most 1 space (4.4.2)."""
    begin_effect(s, 32, "unshaded")


@event(32, "shaded")
def long_range_guns_shaded(s: State, by: int) -> None:
    """Capability: Bombard in up to 3 spaces (4.4.2)."""
    begin_effect(s, 32, "shaded")


@event(33, "unshaded")
def migs_unshaded(s: State, by: int) -> None:
    """Capability: NVA Resources -6 in every Reset (6.6)."""
    begin_effect(s, 33, "unshaded")


@event(33, "shaded")
def migs_shaded(s: State, by: int) -> None:
    """Capability, barred by unshaded Top Gun: an Air Strike that Degrades the Trail costs an Available US Troop."""
    if not s.effects & TOP_GUN:  # card 4
        begin_effect(s, 33, "shaded")


@event(34, "unshaded")
def sa_2s_unshaded(s: State, by: int) -> None:
    """Capability: an Air Strike that Degrades the Trail also removes an NVA piece outside the South (4.2.3)."""
    begin_effect(s, 34, "unshaded")


@event(34, "shaded")
def sa_2s_shaded(s: State, by: int) -> None:
    """Capability: Rally Improves the Trail 2 boxes (3.3.1)."""
    begin_effect(s, 34, "shaded")


@event(35, "unshaded")
def thanh_hoa_unshaded(s: State, by: int) -> None:
    """The Trail is Degraded 3 boxes."""
    degrade_trail(s, 3, by_event=True)


@event(35, "shaded")
def thanh_hoa_shaded(s: State, by: int) -> None:
    """The Trail Improves 1 box, then NVA Resources + 3 x Trail."""
    improve_trail(s)
    add_resources(s, NVA, 3 * s.trail)


# --- 36-40 --------------------------------------------------------------------------------------------------------


def _hamburger_hills(s: State) -> list[int]:
    """Highlands into which US Troops could move or where an Insurgent Base is."""
    troops = on_map(s, US_TROOPS)
    return [
        sp
        for sp in HIGHLANDS
        if sp != NORTH_VIETNAM and (troops > count(s, sp, US_TROOPS) or bases_of(s, sp, NVA) + bases_of(s, sp, VC))
    ]


@event(36, "unshaded")
def hamburger_hill_unshaded(s: State, by: int) -> Flow[None]:
    """4 US Troops move to a Highland, and an Insurgent Base there goes, even a Tunneled one."""
    hill = yield from pick_space(s, by, "highland", _hamburger_hills(s))
    if hill != DONE:
        yield from relocate(s, by, "us_troops_to_highland", (US_TROOPS,), EVERY_SPACE, (hill,), 4)
        yield from remove_any(s, by, "remove_insurgent_base", lambda: pieces_in(s, INSURGENT_BASES, (hill,)), 1)


def _highland_bases(s: State) -> list[tuple[int, int]]:
    """Highland Bases that can take a Tunnel marker; if none can, those beside which US Troops stand (5.1.3)."""
    if tunnels_left(s) and (bases := pieces_in(s, (NVA_BASE, VC_BASE), HIGHLANDS)):
        return bases
    return [(kind, sp) for kind, sp in pieces_in(s, INSURGENT_BASES, HIGHLANDS) if count(s, sp, US_TROOPS)]


@event(36, "shaded")
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
        if count(s, sp, US_BASE) and count(s, sp, US_TROOPS) and _total(s, NVA_TROOPS, within_1(sp))
    ]


@event(37, "unshaded")
def khe_sanh_unshaded(s: State, by: int) -> Flow[None]:
    """10 NVA Troops within 1 space of a US Base with Troops are removed."""
    sp = yield from pick_space(s, by, "us_base_with_troops", _besieged_bases(s))
    if sp != DONE:
        yield from remove_among(s, by, "remove_nva_troops", (NVA_TROOPS,), within_1(sp), 10)


def _us_troops_beside_nva(s: State) -> list[int]:
    return [sp for sp in EVERY_SPACE if count(s, sp, US_TROOPS) and pieces_of(s, sp, NVA)]


@event(37, "shaded")
def khe_sanh_shaded(s: State, by: int) -> Flow[None]:
    """Up to 3 US Troops in a space with NVA become Casualties; US Ineligible through the next card."""
    sp = yield from pick_space(s, by, "us_troops_beside_nva", _us_troops_beside_nva(s))
    if sp != DONE:
        most = min(3, count(s, sp, US_TROOPS))
        if n := (yield from pick_amount(s, by, "remove_how_many", 0, most, piece=US_TROOPS, space=sp)):
            remove(s, sp, US_TROOPS, n, CASUALTIES)
    make_ineligible(s, US)


@event(38)
def mcnamara_line(s: State, by: int) -> Flow[None]:
    """COIN leaves Laos and Cambodia for its Cities; ARVN Resources -12; no Infiltrate nor Trail by Rally until Coup."""
    cities = [sp for sp in CITIES if s.control[sp] == COIN_CONTROL]
    kinds = KINDS_OF[US] + KINDS_OF[ARVN]
    yield from relocate(s, by, "coin_to_cities", kinds, LAOS_CAMBODIA, cities, ALL)
    add_resources(s, ARVN, -12)
    begin_effect(s, 38, "single")


_ANY_PIECE = without_tunnels(range(KINDS))


def _trail_or_pieces_can_go(s: State, by: int) -> bool:
    """Its executor may offer a Tunneled Base of its own, which is no reason to execute it."""
    return s.trail > 0 or bool(pieces_in(s, _ANY_PIECE, (NORTH_VIETNAM, *LAOS)))


@event(39, "unshaded", claims=_trail_or_pieces_can_go)
def oriskany_unshaded(s: State, by: int) -> Flow[None]:
    """4 pieces go from North Vietnam, or once it is empty from Laos; the Trail is Degraded 2 boxes."""
    offered = own_tunnels(by)
    n = yield from remove_or_offer(s, by, "remove_pieces", _ANY_PIECE, (NORTH_VIETNAM,), 4, offered)
    yield from remove_or_offer(s, by, "remove_pieces", _ANY_PIECE, LAOS, 4 - n, offered)
    degrade_trail(s, 2, by_event=True)


@event(39, "shaded")
def oriskany_shaded(s: State, by: int) -> Flow[None]:
    """An Available US Troop goes Out of Play; no Degrade of the Trail through the next Coup Round."""
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 1, AVAILABLE, OUT_OF_PLAY)
    begin_effect(s, 39, "shaded")


@event(40, "unshaded")
def pows_unshaded(s: State, by: int) -> Flow[None]:
    """The executing Faction makes a free Air Strike, by a die; 2 US Troops from Casualties to Available."""
    act = Activity(s, by, "air_strike")
    if can_air_strike(s, act):
        s.note("log.free_activity", faction=by, activity="air_strike")
        yield from air_strike(s, act)
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 2, CASUALTIES, AVAILABLE)


@event(40, "shaded")
def pows_shaded(s: State, by: int) -> Flow[None]:
    """3 Available US Troops become Casualties."""
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 3, AVAILABLE, CASUALTIES)


# --- 41-45 --------------------------------------------------------------------------------------------------------


@event(41)
def bombing_pause(s: State, by: int) -> Flow[None]:
    """2 spaces are set to Passive Support; Patronage +2; no Air Strike until Coup."""
    populated = [sp for sp in range(CONTROLLABLE) if POP[sp]]
    yield from pick_and_set(s, by, "set_passive_support", populated, 2, PASSIVE_SUPPORT)
    add_patronage(s, 2)
    begin_effect(s, 41, "single")


@event(42, "unshaded")
def chou_en_lai_unshaded(s: State, by: int) -> Flow[None]:
    """NVA Resources -10; NVA removes a die roll of its Troops."""
    add_resources(s, NVA, -10)
    die = yield roll(RULE, "event.die_removed", card=42)
    yield from remove_among(s, NVA, "remove_nva_troops", (NVA_TROOPS,), EVERY_SPACE, die)


@event(42, "shaded")
def chou_en_lai_shaded(s: State, by: int) -> None:
    """NVA Resources +10; VC Resources + Trail."""
    add_resources(s, NVA, 10)
    add_resources(s, VC, s.trail)


@event(43, "unshaded")
def economic_aid_unshaded(s: State, by: int) -> Flow[None]:
    """2 US or 2 ARVN Bases from Out of Play to Available; then ARVN Resources +6 or Aid +12."""
    if owners := [name for name, base in (("us", US_BASE), ("arvn", ARVN_BASE)) if count(s, OUT_OF_PLAY, base)]:
        owner = yield from pick(s, by, "whose_bases", owners)
        base = US_BASE if owner == "us" else ARVN_BASE
        yield from between_boxes(s, by, "pieces_to_box", (base,), 2, OUT_OF_PLAY, AVAILABLE)
    ways = {"resources": poor(s, ARVN), "aid": s.aid < EDGE_TRACK_MAX}
    if any(ways.values()):
        if (yield from pick(s, by, "economic_aid", [way for way, open in ways.items() if open])) == "aid":
            add_aid(s, 12)
        else:
            add_resources(s, ARVN, 6)


@event(43, "shaded")
def economic_aid_shaded(s: State, by: int) -> Flow[None]:
    """The Trail Improves 1 box; then 1 more, or NVA Resources +10."""
    improve_trail(s)
    ways = {"trail": s.trail < TRAIL_MAX, "resources": poor(s, NVA)}
    if any(ways.values()):
        if (yield from pick(s, by, "trail_or_resources", [way for way, open in ways.items() if open])) == "trail":
            improve_trail(s)
        else:
            add_resources(s, NVA, 10)


@event(44, "unshaded")
def ia_drang_unshaded(s: State, by: int) -> Flow[None]:
    """The US Air Lifts into a space with NVA, Sweeps and Assaults there, all free."""
    sp = yield from pick_space(
        s, US, "landing_zone", where_us_could_land(s, (sp for sp in EVERY_SPACE if pieces_of(s, sp, NVA)))
    )
    if sp == DONE:
        return
    yield from free_air_lift(s, (sp,))
    yield from free_operation(s, US, "sweep", spaces=(sp,))
    yield from free_operation(s, US, "assault", spaces=(sp,))


def _hot_provinces(s: State) -> list[int]:
    """Provinces with NVA Troops that have US Troops within 1 space."""
    return [sp for sp in PROVINCES if count(s, sp, NVA_TROOPS) and _total(s, US_TROOPS, within_1(sp))]


@event(44, "shaded")
def ia_drang_shaded(s: State, by: int) -> Flow[None]:
    """A die roll of US Troops within 1 space of a Province with NVA Troops become Casualties."""
    sp = yield from pick_space(s, by, "province_with_nva_troops", _hot_provinces(s))
    if sp != DONE:
        die = yield roll(RULE, "event.die_lost_near", card=44, space=sp)
        yield from remove_among(s, by, "us_troops_to_casualties", (US_TROOPS,), within_1(sp), die, CASUALTIES)


@event(45, "unshaded")
def pt_76_unshaded(s: State, by: int) -> None:
    """Capability: each space where NVA Attacks or Ambushes first costs it a Troop (3.3.3)."""
    begin_effect(s, 45, "unshaded")


@event(45, "shaded")
def pt_76_shaded(s: State, by: int) -> None:
    """Capability: in 1 space NVA Troops remove a piece each when they Attack (3.3.3)."""
    begin_effect(s, 45, "shaded")
