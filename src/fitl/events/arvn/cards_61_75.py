"""Cards 61-75."""

from typing import Final

from fitl.board.factions import ARVN, COIN, INSURGENTS, NVA, US, VC
from fitl.board.pieces import (
    ARVN_TROOPS,
    COIN_CUBES,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KINDS_OF,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_TROOPS,
    RANGER,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
)
from fitl.board.spaces import (
    ADJACENT,
    AVAILABLE,
    CITIES,
    COAST_MASK,
    CONTROLLABLE,
    KHANH_HOA,
    LAOS_CAMBODIA,
    LAOS_CAMBODIA_MASK,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    PHU_BON,
    PROVINCES,
    QUI_NHON,
    SAIGON,
    SPACES,
    is_loc,
    is_province,
    mask_of,
    spaces_of,
)
from fitl.decisions import DONE, Flow, roll
from fitl.eras.fall_of_saigon.advise import on_the_menu
from fitl.events.arvn.common import EVERY_SPACE, SOUTH, US_PIECES, at_support
from fitl.events.free import (
    assault_all,
    can_operate,
    can_take_activity,
    free_activity,
    free_air_lift,
    free_limited_operation,
    free_march,
    free_operation,
    granted,
    spaces_to_assault,
    sweep_of_all,
)
from fitl.events.program import Programs
from fitl.events.vocabulary import (
    UpTo,
    begin_effect,
    between_boxes,
    can_shift,
    deploy,
    deployable,
    make_ineligible,
    own_tunnels,
    pick,
    pick_amount,
    pick_and_set,
    pick_faction,
    pick_kind,
    pick_space,
    pieces_in,
    place_among,
    place_each,
    place_here,
    relocate,
    remove_all,
    remove_among,
    remove_any,
    remove_or_offer,
    shift_each,
    states_of,
    stay_eligible,
)
from fitl.rules import trung
from fitl.rules.control import set_support
from fitl.rules.coup.support import pacification
from fitl.rules.economy import add_aid, add_patronage, add_resources, degrade_trail
from fitl.rules.forces import can_place, muster, pieces_of, placeable
from fitl.rules.operations.assault import can_assault_space
from fitl.rules.operations.attack import suits_attack
from fitl.rules.operations.march import can_march, march
from fitl.rules.operations.sweep import SWEEPERS, selectable, sweep
from fitl.rules.pacification import pacification_price
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, COIN_CONTROL, NEUTRAL, NVA_CONTROL, State

event = Programs()

LAOS: Final = tuple(sp for sp in LAOS_CAMBODIA if SPACES[sp].region == "laos")
CAMBODIA: Final = tuple(sp for sp in LAOS_CAMBODIA if SPACES[sp].region == "cambodia")
COAST: Final = tuple(spaces_of(COAST_MASK))

TROOPS: Final = (US_TROOPS, ARVN_TROOPS)  # by COIN Faction


# --- 61-65 --------------------------------------------------------------------------------------------------------


@event(61, "unshaded")
def armored_cavalry_unshaded(s: State, by: int) -> None:
    """Capability: a free Assault where Transport went (4.3.2)."""
    begin_effect(s, 61, "unshaded")


@event(61, "shaded")
def armored_cavalry_shaded(s: State, by: int) -> None:
    """Capability: only Rangers Transport (4.3.2)."""
    begin_effect(s, 61, "shaded")


@event(62, "unshaded")
def cambodian_civil_war_unshaded(s: State, by: int) -> Flow[None]:
    """A free US Air Lift into Cambodia, a free US or ARVN Sweep within it, and 2 Insurgent Bases fall there."""
    yield from free_air_lift(s, CAMBODIA)
    sweepers = [faction for faction in COIN if pieces_in(s, SWEEPERS[faction], CAMBODIA)]
    if sweepers:
        faction = yield from pick_faction(s, by, "us_or_arvn", sweepers)
        op = granted(s, faction, "sweep", spaces=CAMBODIA)
        s.note("log.free_operation", faction=faction, operation="sweep")
        yield from sweep(s, op, origins=mask_of(CAMBODIA))
    yield from remove_or_offer(s, by, "civil_war_base", (NVA_BASE, VC_BASE), CAMBODIA, 2, own_tunnels(by))


@event(62, "shaded")
def cambodian_civil_war_shaded(s: State, by: int) -> Flow[None]:
    """NVA places 12 Troops and Guerrillas in Cambodia."""
    yield from place_among(s, NVA, "civil_war_place", (NVA_TROOPS, NVA_GUERRILLA), CAMBODIA, 12)


def _us_to_south(s: State) -> bool:
    """Is a US piece Out of Play that may come to the South?"""
    return bool(deployable(s, US_PIECES, SOUTH, OUT_OF_PLAY))


@event(63, "unshaded")
def fact_finding_unshaded(s: State, by: int) -> Flow[None]:
    """2 US pieces from Out of Play to the South, or a die of Patronage to ARVN Resources; Aid +6."""
    ways = []
    if _us_to_south(s):
        ways.append("pieces")
    if s.patronage:
        ways.append("patronage")
    way = (yield from pick(s, by, "fact_finding", ways)) if ways else ""
    if way == "pieces":
        yield from deploy(s, by, "us_to_south", US_PIECES, SOUTH, 2, OUT_OF_PLAY)
    elif way == "patronage":
        die = yield roll("5.1", "event.die_patronage", card=63)
        add_resources(s, ARVN, -add_patronage(s, -die))
    add_aid(s, +6)


def _coin_cities_at_support(s: State) -> list[int]:
    return [sp for sp in at_support(s, CITIES) if sp != SAIGON and s.control[sp] == COIN_CONTROL]


@event(63, "shaded")
def fact_finding_shaded(s: State, by: int) -> Flow[None]:
    """A COIN-Controlled City other than Saigon loses its Support; Patronage +4 or VC Resources +4."""
    yield from pick_and_set(s, by, "lose_support", _coin_cities_at_support(s), 1, NEUTRAL)
    if (yield from pick(s, by, "duped", ("patronage", "vc_resources"))) == "patronage":
        add_patronage(s, +4)
    else:
        add_resources(s, VC, +4)


@event(64)
def honolulu_conference(s: State, by: int) -> Flow[None]:
    """Aid +10 or -10, Patronage +3 or -5; a COIN executor Pacifies as in the Support Phase, others stay Eligible."""
    add_aid(s, +10 if (yield from pick(s, by, "honolulu_aid", ("up", "down"))) == "up" else -10)
    add_patronage(s, +3 if (yield from pick(s, by, "honolulu_patronage", ("up", "down"))) == "up" else -5)
    if by in COIN:
        yield from pacification(s, (by,), pacification_price(s, support_phase=False))
    else:
        stay_eligible(s, by)


@event(65, "unshaded")
def international_forces_unshaded(s: State, by: int) -> Flow[None]:
    """4 US pieces from Out of Play to anywhere on the map."""
    yield from deploy(s, by, "us_to_map", US_PIECES, EVERY_SPACE, 4, OUT_OF_PLAY)


@event(65, "shaded")
def international_forces_shaded(s: State, by: int) -> Flow[None]:
    """The US takes a die of its pieces from the map Out of Play."""
    die = yield roll("5.1", "event.die_removed", card=65)
    yield from remove_among(s, US, "allies_leave", KINDS_OF[US], EVERY_SPACE, die, OUT_OF_PLAY)


@event(66, "unshaded")
def ambassador_taylor_unshaded(s: State, by: int) -> Flow[None]:
    """Aid and ARVN Resources +9; if wished up to 2 US pieces from Out of Play to the South, or Patronage -3."""
    add_aid(s, +9)
    add_resources(s, ARVN, +9)
    ways = ["neither"]
    if s.patronage:
        ways.insert(0, "patronage")
    if _us_to_south(s):
        ways.insert(0, "pieces")
    way = yield from pick(s, by, "taylor", ways)
    if way == "pieces":
        yield from deploy(s, by, "us_to_south", US_PIECES, SOUTH, UpTo(2), OUT_OF_PLAY)
    elif way == "patronage":
        add_patronage(s, -3)


def _at_support_outside_saigon(s: State) -> list[int]:
    return [sp for sp in at_support(s, range(CONTROLLABLE)) if sp != SAIGON]


# --- 66-70 --------------------------------------------------------------------------------------------------------


@event(66, "shaded")
def ambassador_taylor_shaded(s: State, by: int) -> Flow[None]:
    """3 spaces other than Saigon lose their Support; Patronage -3."""
    yield from pick_and_set(s, by, "lose_support", _at_support_outside_saigon(s), 3, NEUTRAL)
    add_patronage(s, -3)


def _can_land(s: State, faction: int) -> bool:
    """Could the Faction relocate Troops along the coast, or Sweep or Assault there?"""
    return (
        bool(pieces_in(s, (TROOPS[faction],), COAST))
        or can_operate(s, faction, "sweep", spaces=COAST)
        or can_operate(s, faction, "assault", spaces=COAST)
    )


@event(67, "unshaded")
def amphib_landing_unshaded(s: State, by: int) -> Flow[None]:
    """US or ARVN relocates its Troops along the coast, then free Sweeps and Assaults in one coastal space."""
    factions = [faction for faction in COIN if _can_land(s, faction)]
    if not factions:
        return
    faction = yield from pick_faction(s, by, "us_or_arvn", factions)
    yield from relocate(s, faction, "amphib_troops", (TROOPS[faction],), COAST, COAST)
    spaces = [sp for sp in COAST if can_operate(s, faction, "sweep", spaces=(sp,)) or can_assault_space(s, faction, sp)]
    sp = yield from pick_space(s, faction, "amphib_space", spaces)
    if sp != DONE:
        yield from free_operation(s, faction, "sweep", spaces=(sp,))
        yield from free_operation(s, faction, "assault", spaces=(sp,), max_spaces=1)


@event(67, "shaded")
def amphib_landing_shaded(s: State, by: int) -> Flow[None]:
    """VC relocates up to 3 pieces from a coastal space; US and ARVN are Ineligible through the next card."""
    sp = yield from pick_space(s, VC, "vanish_from", (sp for sp in COAST if pieces_of(s, sp, VC)))
    if sp != DONE:
        yield from relocate(s, VC, "vanish", KINDS_OF[VC], (sp,), EVERY_SPACE, UpTo(3))
    make_ineligible(s, US)
    make_ineligible(s, ARVN)


def _provinces_without_nva_control(s: State) -> list[int]:
    return [sp for sp in PROVINCES if sp != NORTH_VIETNAM and s.control[sp] != NVA_CONTROL]


@event(68, "unshaded")
def green_berets_unshaded(s: State, by: int) -> Flow[None]:
    """3 Irregulars or 3 Rangers into a Province without NVA Control, which is set to Active Support."""
    sp = yield from pick_space(s, by, "green_berets", _provinces_without_nva_control(s))
    if sp == DONE:
        return
    kinds = [kind for kind in (IRREGULAR, RANGER) if can_place(s, by, sp, kind)]
    if kinds:
        kind = yield from pick_kind(s, by, "piece", kinds, space=sp)
        yield from place_here(s, by, sp, kind, 3)
    set_support(s, sp, ACTIVE_SUPPORT)


@event(68, "shaded")
def green_berets_shaded(s: State, by: int) -> Flow[None]:
    """3 Irregulars on the map become Available; one of their Provinces is set to Active Opposition."""
    removed = yield from remove_any(
        s, by, "remove_irregulars", lambda: pieces_in(s, states_of(IRREGULAR), EVERY_SPACE), 3
    )
    provinces = sorted({sp for _, sp in removed if is_province(sp)})
    yield from pick_and_set(s, by, "set_active_opposition", can_shift(s, provinces, -1), 1, ACTIVE_OPPOSITION)


PAIRS: Final = {"us_arvn": COIN, "nva_vc": INSURGENTS}


@event(69)
def macv(s: State, by: int) -> Flow[None]:
    """US then ARVN, or NVA then VC, each take a free Special Activity; the executor stays Eligible."""
    for faction in PAIRS[(yield from pick(s, by, "macv", tuple(PAIRS)))]:
        names = [name for name in s.era.activities_of(faction) if on_the_menu(s, faction, name)]
        able = [name for name in names if can_take_activity(s, faction, name)]
        if faction in s.options.trung:
            name = yield from trung.activity(s, faction, able)
        else:
            name = (yield from pick(s, faction, "macv_activity", able)) if able else ""
        if name:
            yield from free_activity(s, faction, name)
    stay_eligible(s, by)


KOREANS_SWEEP: Final = (PHU_BON, *(sp for sp in ADJACENT[PHU_BON] if not is_loc(sp)))
KOREANS_ASSAULT: Final = (PHU_BON, *ADJACENT[PHU_BON])
KOREANS: Final = (*COIN_CUBES, IRREGULAR, IRREGULAR_ACTIVE)  # as in any US Sweep, Rangers find nobody


def _koreans_assault(s: State) -> list[int]:
    """Where an Assault by all cubes as US Troops could remove a piece or a Tunnel."""
    return spaces_to_assault(s, US, KOREANS_ASSAULT, COIN_CUBES)


@event(70, "unshaded")
def roks_unshaded(s: State, by: int) -> Flow[None]:
    """US or ARVN free Sweeps, then Assaults, Phu Bon and around, every COIN cube fighting as a US Troop."""
    if not selectable(s, COIN_CUBES, KOREANS) & mask_of(KOREANS_SWEEP) and not _koreans_assault(s):
        return
    faction = yield from pick_faction(s, by, "us_or_arvn", COIN)
    s.note("log.free_operation", faction=faction, operation="sweep")
    yield from sweep(s, sweep_of_all(s, faction, KOREANS_SWEEP), movers=COIN_CUBES, sweepers=KOREANS)
    yield from assault_all(s, US, KOREANS_ASSAULT, by=faction, us_cubes=COIN_CUBES)


ABUSED: Final = (QUI_NHON, PHU_BON, KHANH_HOA)


@event(70, "shaded")
def roks_shaded(s: State, by: int) -> None:
    """Qui Nhon, Phu Bon and Khanh Hoa each shift 1 toward Active Opposition."""
    shift_each(s, ABUSED, -1)


# --- 71-75 --------------------------------------------------------------------------------------------------------


@event(71, "unshaded")
def an_loc_unshaded(s: State, by: int) -> Flow[None]:
    """A space in the South with ARVN loses all NVA Troops and gains 3 ARVN Troops."""
    sp = yield from pick_space(s, by, "stand_firm", [sp for sp in SOUTH if pieces_of(s, sp, ARVN)])
    if sp != DONE:
        remove_all(s, (NVA_TROOPS,), (sp,))
        yield from place_here(s, by, sp, ARVN_TROOPS, 3)


def _trail_march(s: State, city: int) -> bool:
    """Could NVA Troops March into this City, over the Trail if it is open?"""
    return can_march(s, granted(s, NVA, "march", spaces=(city,)), kinds=(NVA_TROOPS,), through=_trail(s))


def _trail(s: State) -> int:
    """3.3.2: where Marching NVA pieces may go on, as a mask."""
    return LAOS_CAMBODIA_MASK if s.trail else 0


@event(71, "shaded")
def an_loc_shaded(s: State, by: int) -> Flow[None]:
    """NVA Troops free March into one City, where NVA then free Attacks twice."""
    cities = [sp for sp in CITIES if _trail_march(s, sp)] or [sp for sp in CITIES if suits_attack(s, NVA, sp)]
    city = yield from pick_space(s, NVA, "thrust", cities)
    if city == DONE:
        return
    if _trail_march(s, city):
        s.note("log.free_operation", faction=NVA, operation="march")
        op = granted(s, NVA, "march", spaces=(city,))
        yield from march(s, op, kinds=(NVA_TROOPS,), through=_trail(s))
    yield from free_operation(s, NVA, "attack", spaces=(city,))
    yield from free_operation(s, NVA, "attack", spaces=(city,))


@event(72, "unshaded")
def body_count_unshaded(s: State, by: int) -> None:
    """Momentum: Assault and Patrol are free and bring 3 Aid per Guerrilla (3.2.2, 3.2.4)."""
    begin_effect(s, 72, "unshaded")


def _at_active_opposition(s: State) -> list[int]:
    return [sp for sp in range(CONTROLLABLE) if s.support[sp] == ACTIVE_OPPOSITION]


@event(72, "shaded")
def body_count_shaded(s: State, by: int) -> Flow[None]:
    """A VC Guerrilla in each Active Opposition space, 2 NVA Troops in each Laos and Cambodia space."""
    yield from place_each(s, by, "body_count_guerrilla", VC_GUERRILLA, _at_active_opposition(s))
    yield from place_each(s, by, "body_count_troops", NVA_TROOPS, LAOS_CAMBODIA, 2)


@event(73, "unshaded")
def great_society_unshaded(s: State, by: int) -> Flow[None]:
    """A Commitment Phase at once (6.5)."""
    yield from s.era.commitment(s)


@event(73, "shaded")
def great_society_shaded(s: State, by: int) -> Flow[None]:
    """The US sends 3 Available pieces Out of Play."""
    yield from between_boxes(s, US, "leave_play", US_PIECES, 3, AVAILABLE, OUT_OF_PLAY)


@event(74, "unshaded")
def lam_son_719_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 6 ARVN Troops into a Laos space, a free ARVN Limited Operation there; the Trail Degrades 2 boxes."""
    sp = yield from pick_space(s, by, "incursion", LAOS)
    most = placeable(s, by, sp, ARVN_TROOPS, 6)
    n = yield from pick_amount(s, by, "incursion_amount", 0, most, piece=ARVN_TROOPS, space=sp)
    yield from muster(s, by, sp, ARVN_TROOPS, n)
    yield from free_limited_operation(s, ARVN, (sp,))
    degrade_trail(s, 2, by_event=True)


@event(74, "shaded")
def lam_son_719_shaded(s: State, by: int) -> None:
    """NVA Resources +6, and +1 per ARVN piece in Laos."""
    add_resources(s, NVA, 6 + sum(pieces_of(s, sp, ARVN) for sp in LAOS))


@event(75, "unshaded")
def sihanouk_unshaded(s: State, by: int) -> Flow[None]:
    """US or ARVN free Sweeps into and within Cambodia, then free Assaults in one space there."""
    factions = [
        faction
        for faction in COIN
        if can_operate(s, faction, "sweep", spaces=CAMBODIA) or can_operate(s, faction, "assault", spaces=CAMBODIA)
    ]
    if factions:
        faction = yield from pick_faction(s, by, "us_or_arvn", factions)
        yield from free_operation(s, faction, "sweep", spaces=CAMBODIA)
        yield from free_operation(s, faction, "assault", spaces=CAMBODIA, max_spaces=1)


@event(75, "shaded")
def sihanouk_shaded(s: State, by: int) -> Flow[None]:
    """VC, then NVA, free Rally in Cambodia and free March out of the spaces where they Rallied."""
    for faction in (VC, NVA):
        rally = yield from free_operation(s, faction, "rally", spaces=CAMBODIA)
        yield from free_march(s, granted(s, faction, "march"), mask_of(rally.spaces))
