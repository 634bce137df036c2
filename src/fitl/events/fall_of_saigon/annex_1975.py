"""Our own cards of 1975 (those with a star): what each side does is ours."""

from collections.abc import Iterable
from typing import Final

from fitl.board.factions import ARVN, NVA, US
from fitl.board.pieces import (
    ARMOR_OF,
    ARVN_ARMOR,
    ARVN_TROOPS,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    NVA_TROOPS,
    POLICE,
    RANGER,
    US_BASE,
)
from fitl.board.spaces import (
    ADJACENT,
    AN_LOC,
    AVAILABLE,
    CAM_RANH,
    CITY_MASK,
    DA_NANG,
    HIGHWAY_MASK,
    HUE,
    KONTUM,
    LOCS,
    PHU_BON,
    PHUOC_LONG,
    PLEIKU,
    SAIGON,
)
from fitl.decisions import DONE, Flow
from fitl.events.expansions import AROUND_SAIGON, can_place_any, holding, pick_and_shift_first, place_for
from fitl.events.fall_of_saigon.annex_words import (
    ARVN_CUBES,
    ARVN_UNITS,
    fly_and_assault,
    insurgent_places_guerrillas,
    mark,
    remove_from_one,
    remove_up_to,
    with_insurgents,
    without_coin_control,
)
from fitl.events.fall_of_saigon.vocabulary import (
    COASTAL_CITIES,
    EVERY_SPACE,
    LOWLANDS,
    OUTSIDE_THE_SOUTH,
    SAIGON_ROADS,
    Targets,
    air_strike,
    assault_in_one,
    black_april,
    can_attack_in,
    change,
    march_into,
    return_casualties,
    spearhead,
    sweep_then_assault,
)
from fitl.events.free import free_operation, granted
from fitl.events.program import Programs
from fitl.events.vocabulary import UpTo, can_shift, pick, pick_and_shift, pick_space, pieces_in, relocate, remove_among
from fitl.rules.control import set_support, shift_toward_neutral
from fitl.rules.forces import count, pieces_of
from fitl.rules.operations.assault import can_assault_space
from fitl.rules.operations.attack import attack_in
from fitl.state import NEUTRAL, NVA_CONTROL, PASSIVE_SUPPORT, State

event = Programs()

TROOPS_AND_RANGERS: Final = (ARVN_TROOPS, RANGER)  # as they are placed


def _not_neutral(s: State, spaces: Iterable[int]) -> list[int]:
    return [sp for sp in spaces if s.support[sp] != NEUTRAL]


# --- S58* Phuoc Long ----------------------------------------------------------------------------------------------


SONG_BE: Final = (AN_LOC, PHUOC_LONG)


@event("s58", "unshaded")
def phuoc_long_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN places up to 3 Troops or Rangers in An Loc and Phuoc Long; Aid +3."""
    yield from place_for(s, ARVN, by, "place_arvn", TROOPS_AND_RANGERS, SONG_BE, UpTo(3))
    change(s, aid=+3)


@event("s58", "shaded")
def phuoc_long_shaded(s: State, by: int) -> Flow[None]:
    """NVA free Marches into An Loc and Phuoc Long, then free Attacks there; Posture -1."""
    yield from march_into(s, SONG_BE)
    yield from free_operation(s, NVA, "attack", spaces=SONG_BE)
    change(s, posture=-1)


# --- S59* Ban Me Thuot --------------------------------------------------------------------------------------------


@event("s59", "unshaded")
def ban_me_thuot_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN free Air Lifts up to 4 pieces into Pleiku, then free Assaults there."""
    yield from fly_and_assault(s, PLEIKU)


@event("s59", "shaded")
def ban_me_thuot_shaded(s: State, by: int) -> Flow[None]:
    """NVA free Marches into Pleiku, then free Attacks there with 1 hit per Troop."""
    yield from march_into(s, (PLEIKU,))
    if can_attack_in(s, NVA, (PLEIKU,)):
        s.note("log.free_operation", faction=NVA, operation="attack")
        yield from attack_in(s, granted(s, NVA, "attack"), PLEIKU, each_troop_hits=True)


# --- S60* Ho Chi Minh Campaign ------------------------------------------------------------------------------------


@event("s60", "unshaded")
def ho_chi_minh_campaign_unshaded(s: State, by: int) -> None:
    """War Weary +3; NVA Resources -3."""
    change(s, war_weary=+3, nva=-3)


@event("s60", "shaded")
def ho_chi_minh_campaign_shaded(s: State, by: int) -> Flow[None]:
    """NVA moves up to 6 Troops and 2 Armor from outside the South to Provinces next to Saigon; NVA Resources +3."""
    to = without_coin_control(s, AROUND_SAIGON)
    for kinds, n in (((NVA_TROOPS,), 6), (ARMOR_OF[NVA], 2)):
        yield from relocate(s, NVA, "drive_on_saigon", kinds, OUTSIDE_THE_SOUTH, to, UpTo(n))
    change(s, nva=+3)


# --- S61* Xuan Loc ------------------------------------------------------------------------------------------------


def _lines(s: State, by: int) -> list[int]:
    """Where the division could be reinforced, or could Assault as it is."""
    return [
        sp
        for sp in AROUND_SAIGON
        if can_place_any(s, by, (ARVN_TROOPS, ARVN_ARMOR), (sp,)) or can_assault_space(s, ARVN, sp)
    ]


@event("s61", "unshaded")
def xuan_loc_unshaded(s: State, by: int) -> Flow[None]:
    """In one Province next to Saigon ARVN places up to 3 Troops and 1 Armor, then free Assaults there."""
    sp = yield from pick_space(s, ARVN, "xuan_loc", _lines(s, by))
    if sp != DONE:
        for kind, n in ((ARVN_TROOPS, 3), (ARVN_ARMOR, 1)):
            yield from place_for(s, ARVN, by, "place_arvn", (kind,), (sp,), UpTo(n))
        yield from assault_in_one(s, (sp,))


@event("s61", "shaded")
def xuan_loc_shaded(s: State, by: int) -> Flow[None]:
    """Up to 3 ARVN units go from one Province next to Saigon."""
    yield from remove_from_one(s, by, "remove_arvn_units", ARVN_UNITS, AROUND_SAIGON, 3)


# --- S62* Frequent Wind -------------------------------------------------------------------------------------------


LAST_AMERICANS: Final = (US_BASE, IRREGULAR, IRREGULAR_ACTIVE)


def _flown_out(s: State) -> int:
    return 0 if black_april(s) else sum(count(s, sp, kind) for kind, sp in pieces_in(s, LAST_AMERICANS, EVERY_SPACE))


@event("s62", "unshaded")
def frequent_wind_unshaded(s: State, by: int) -> Flow[None]:
    """US Bases and Irregulars on the map become Available as the US likes; Anti-War -3; Patronage +3."""
    yield from remove_among(s, US, "fly_out", LAST_AMERICANS, EVERY_SPACE, UpTo(_flown_out(s)), AVAILABLE)
    change(s, anti_war=-3, patronage=+3)


@event("s62", "shaded")
def frequent_wind_shaded(s: State, by: int) -> None:
    """Anti-War +3; Patronage -4."""
    change(s, anti_war=+3, patronage=-4)


# --- S63* Convoy of Tears -----------------------------------------------------------------------------------------


ROUTE_7B: Final = (KONTUM, PLEIKU, PHU_BON)
ABANDONED: Final = (KONTUM, PLEIKU)


def _ports(s: State) -> list[int]:
    return [sp for sp in COASTAL_CITIES if s.control[sp] != NVA_CONTROL]


@event("s63", "unshaded")
def convoy_of_tears_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN moves any of its units from Kontum and Pleiku to coastal Cities without NVA Control; ARVN Resources +3."""
    yield from relocate(s, ARVN, "convoy", ARVN_UNITS, ABANDONED, lambda kind, origin: _ports(s))
    change(s, arvn=+3)


@event("s63", "shaded")
def convoy_of_tears_shaded(s: State, by: int) -> Flow[None]:
    """Up to 4 ARVN cubes in total go from Kontum, Pleiku and Phu Bon."""
    yield from remove_up_to(s, by, "remove_arvn_units", ARVN_CUBES, ROUTE_7B, 4)


# --- S64* Nguyen Khoa Nam -----------------------------------------------------------------------------------------


@event("s64", "unshaded")
def nguyen_khoa_nam_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN free Sweeps, then Assaults, in up to 2 Lowlands."""
    yield from sweep_then_assault(s, LOWLANDS, 2)


def _delta_wavers(s: State) -> list[int]:
    """Lowlands with Insurgents where something would be lost."""
    lowlands = with_insurgents(s, LOWLANDS)
    return can_shift(s, lowlands, -1) or holding(s, lowlands, *ARVN_CUBES)


@event("s64", "shaded")
def nguyen_khoa_nam_shaded(s: State, by: int) -> Flow[None]:
    """One Lowland with Insurgents loses up to 3 ARVN cubes and shifts toward Active Opposition."""
    for sp in (yield from pick_and_shift_first(s, by, "shift_opposition", _delta_wavers(s), 1, -1)):
        yield from remove_up_to(s, by, "remove_arvn_units", ARVN_CUBES, (sp,), 3)


# --- S65* Enclaves ------------------------------------------------------------------------------------------------


SHIPPED: Final = (*ARVN_CUBES, *ARMOR_OF[ARVN])


@event("s65", "unshaded")
def enclaves_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN moves up to 6 Troops, Police and Armor among coastal Cities; one shifts toward Active Support; +3."""
    yield from relocate(s, ARVN, "enclaves", SHIPPED, COASTAL_CITIES, COASTAL_CITIES, UpTo(6))
    yield from pick_and_shift(s, by, "shift_support", COASTAL_CITIES, 1, +1)
    change(s, arvn=+3)


@event("s65", "shaded")
def enclaves_shaded(s: State, by: int) -> Flow[None]:
    """2 coastal Cities shift toward Neutral and lose 1 Police each."""
    left = list(COASTAL_CITIES)
    for n in (2, 1):
        cities = _not_neutral(s, left) or holding(s, left, POLICE)
        sp = yield from pick_space(s, by, "shift_neutral", cities, left=n)
        if sp == DONE:
            return
        left.remove(sp)
        shift_toward_neutral(s, sp)
        yield from remove_among(s, by, "remove_arvn_units", (POLICE,), (sp,), 1)


# --- S66* Da Nang Collapses ---------------------------------------------------------------------------------------


CUT_OFF: Final = (HUE, DA_NANG)
REFUGE: Final = (SAIGON, CAM_RANH)


@event("s66", "unshaded")
def da_nang_collapses_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN moves up to 6 units from Hue and Da Nang to Saigon or Cam Ranh; up to 2 ARVN Casualties Available."""
    yield from relocate(s, ARVN, "sea_lift", ARVN_UNITS, CUT_OFF, REFUGE, UpTo(6))
    yield from return_casualties(s, by, 2)


@event("s66", "shaded")
def da_nang_collapses_shaded(s: State, by: int) -> Flow[None]:
    """Up to 4 ARVN cubes in total go from Hue and Da Nang."""
    yield from remove_up_to(s, by, "remove_arvn_units", ARVN_CUBES, CUT_OFF, 4)


# --- S67* Babylift ------------------------------------------------------------------------------------------------


@event("s67", "unshaded")
def babylift_unshaded(s: State, by: int) -> None:
    """Aid +4; Anti-War -3."""
    change(s, aid=+4, anti_war=-3)


@event("s67", "shaded")
def babylift_shaded(s: State, by: int) -> None:
    """Saigon shifts toward Neutral; Anti-War +2; Patronage -2."""
    shift_toward_neutral(s, SAIGON)
    change(s, anti_war=+2, patronage=-2)


# --- S68* The Last President --------------------------------------------------------------------------------------


@event("s68", "unshaded")
def the_last_president_unshaded(s: State, by: int) -> None:
    """Saigon is set to Passive Support; VC Resources -3 (Black April: NVA -3); Patronage +2."""
    set_support(s, SAIGON, PASSIVE_SUPPORT)
    change(s, **{"nva" if black_april(s) else "vc": -3, "patronage": +2})


@event("s68", "shaded")
def the_last_president_shaded(s: State, by: int) -> Flow[None]:
    """Patronage -5; VC or NVA places up to 2 Guerrillas in Saigon."""
    change(s, patronage=-5)
    yield from insurgent_places_guerrillas(s, by, (SAIGON,), 2)


# --- S70* Deep Thrust ---------------------------------------------------------------------------------------------


COLUMNS_SEEN: Final = (*LOCS, *AROUND_SAIGON)


@event("s70", "unshaded")
def deep_thrust_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 2 NVA Armor in all go from any LoCs and from the Provinces next to Saigon."""
    yield from remove_up_to(s, by, "remove_nva_units", ARMOR_OF[NVA], COLUMNS_SEEN, 2)


@event("s70", "shaded")
def deep_thrust_shaded(s: State, by: int) -> Flow[None]:
    """NVA makes a free Spearhead with 1 origin, which may pass through Cities without COIN pieces."""
    yield from spearhead(s, NVA, origins=1, roads=HIGHWAY_MASK | CITY_MASK)


# --- S71* Newport Bridge ------------------------------------------------------------------------------------------


BRIDGEHEAD: Final = (SAIGON, *SAIGON_ROADS)
DEFENDERS: Final = (RANGER, POLICE)


@event("s71", "unshaded")
def newport_bridge_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN places up to 3 Rangers and Police in Saigon and on LoCs next to it; ARVN free Assaults in one of these."""
    yield from place_for(s, ARVN, by, "place_arvn", DEFENDERS, BRIDGEHEAD, UpTo(3))
    yield from assault_in_one(s, BRIDGEHEAD)


@event("s71", "shaded")
def newport_bridge_shaded(s: State, by: int) -> Flow[None]:
    """Up to 3 LoCs next to Saigon without ARVN pieces are Sabotaged; VC Resources +3."""
    yield from mark(s, by, "sabotage", [sp for sp in SAIGON_ROADS if not pieces_of(s, sp, ARVN)], UpTo(3))
    change(s, vc=+3)


# --- S72* Palace Bombing ------------------------------------------------------------------------------------------


NEAR_SAIGON: Final = (SAIGON, *ADJACENT[SAIGON])


@event("s72", "unshaded")
def palace_bombing_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN makes a free Air Strike with 3 hits in or next to Saigon."""
    yield from air_strike(s, ARVN, 3, Targets(NEAR_SAIGON))


def _bombed(s: State) -> list[str]:
    ways = (("armor", ARMOR_OF[ARVN]), ("cubes", ARVN_CUBES))
    return [name for name, kinds in ways if holding(s, (SAIGON,), *kinds)]


@event("s72", "shaded")
def palace_bombing_shaded(s: State, by: int) -> Flow[None]:
    """ARVN Resources -5; 1 ARVN Armor or 2 ARVN cubes go from Saigon."""
    change(s, arvn=-5)
    if ways := _bombed(s):
        if (yield from pick(s, by, "palace_losses", ways)) == "armor":
            yield from remove_among(s, by, "remove_arvn_units", ARMOR_OF[ARVN], (SAIGON,), 1)
        else:
            yield from remove_among(s, by, "remove_arvn_units", ARVN_CUBES, (SAIGON,), 2)
