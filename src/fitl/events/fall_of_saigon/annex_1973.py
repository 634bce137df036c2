"""Our own cards of 1973 (those with a star): what each side does is ours."""

from typing import Final

from fitl.board.factions import ARVN, NVA
from fitl.board.pieces import (
    ARVN_ARMOR,
    ARVN_BASE,
    ARVN_TROOPS,
    GUERRILLAS,
    INSURGENT_BASES,
    NVA_TROOPS,
    POLICE,
    RANGER,
    UNDERGROUND_OF,
)
from fitl.board.spaces import (
    AN_LOC,
    AVAILABLE,
    CASUALTIES,
    CITIES,
    HUE,
    KONTUM,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    PHUOC_LONG,
    PLEIKU,
    PROVINCES,
    QUANG_DUC,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
)
from fitl.decisions import DONE, Flow, roll
from fitl.events.expansions import (
    AROUND_SAIGON,
    FRONTIER,
    can_place_any,
    coin_controlled,
    holding,
    may_operate,
    place_for,
    with_pieces_of,
)
from fitl.events.fall_of_saigon.annex_words import (
    ARVN_UNITS,
    BASE_OF,
    LAOS,
    NVA_UNITS,
    RANGERS,
    insurgent_places_guerrillas,
    mark,
    place_one_each,
    remove_from_one,
    remove_up_to,
    with_exposed,
    with_guerrillas_to_place,
    with_hidden,
    without_coin_control,
)
from fitl.events.fall_of_saigon.vocabulary import (
    EVERY_SPACE,
    LOWLANDS,
    SAIGON_ROADS,
    attack_in_one,
    black_april,
    can_attack_in,
    can_march_into,
    change,
    expose_guerrillas,
    hide_guerrillas,
    insurgents,
    march_into,
    pick_insurgent,
    sweep_then_assault,
)
from fitl.events.free import assault_all, free_activity
from fitl.events.program import Programs
from fitl.events.vocabulary import (
    RULE,
    UpTo,
    between_boxes,
    pick_and_shift,
    pick_space,
    pick_spaces,
    pieces_in,
    relocate,
    remove_among,
    without_tunnels,
)
from fitl.rules.control import shift_toward_neutral
from fitl.rules.economy import add_resources, degrade_trail
from fitl.state import State

event = Programs()

ARMOR: Final = (ARVN_ARMOR,)
OPEN_BASES: Final = without_tunnels(INSURGENT_BASES)


# --- S9* Le Duc Tho -----------------------------------------------------------------------------------------------


@event("s9", "unshaded")
def le_duc_tho_unshaded(s: State, by: int) -> None:
    """NVA Resources -6; the Trail is Degraded by 1."""
    change(s, nva=-6)
    degrade_trail(s, 1, by_event=True)


@event("s9", "shaded")
def le_duc_tho_shaded(s: State, by: int) -> None:
    """War Weary -2; Aid -5."""
    change(s, war_weary=-2, aid=-5)


# --- S10* Corridor 613 --------------------------------------------------------------------------------------------


BOTH_SIDES_OF_THE_BORDER: Final = (*LAOS, *FRONTIER)
DEPOTS: Final = (NORTH_VIETNAM, *LAOS)


@event("s10", "unshaded")
def corridor_613_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 3 NVA units go from Laos and the Provinces of the South next to it."""
    yield from remove_up_to(s, by, "remove_nva_units", NVA_UNITS, BOTH_SIDES_OF_THE_BORDER, 3)


@event("s10", "shaded")
def corridor_613_shaded(s: State, by: int) -> Flow[None]:
    """NVA moves up to 6 Troops from North Vietnam and Laos to Provinces of the South next to Laos."""
    yield from relocate(s, NVA, "corridor", (NVA_TROOPS,), DEPOTS, FRONTIER, UpTo(6))


# --- S11* Loc Ninh ------------------------------------------------------------------------------------------------


RED_CAPITAL: Final = (TAY_NINH, PHUOC_LONG)
AROUND_LOC_NINH: Final = (*RED_CAPITAL, QUANG_DUC)


@event("s11", "unshaded")
def loc_ninh_unshaded(s: State, by: int) -> Flow[None]:
    """1 Insurgent Base goes from Tay Ninh, Phuoc Long and Quang Duc; without one up to 3 Guerrillas in all."""
    if pieces_in(s, OPEN_BASES, AROUND_LOC_NINH):
        yield from remove_among(s, by, "remove_open_base", OPEN_BASES, AROUND_LOC_NINH, 1)
    else:
        yield from remove_up_to(s, by, "remove_any_guerrillas", GUERRILLAS, AROUND_LOC_NINH, 3)


def _seats(s: State, by: int, who: int) -> list[int]:
    """Where VC or NVA could place a Base or a Guerrilla."""
    return [sp for sp in RED_CAPITAL if can_place_any(s, by, (BASE_OF[who], UNDERGROUND_OF[who]), (sp,))]


@event("s11", "shaded")
def loc_ninh_shaded(s: State, by: int) -> Flow[None]:
    """VC or NVA places 1 Base and 2 Guerrillas in Tay Ninh or Phuoc Long."""
    who = yield from pick_insurgent(s, by, [who for who in insurgents(s) if _seats(s, by, who)])
    if who != DONE:
        sp = yield from pick_space(s, who, "red_capital", _seats(s, by, who))
        yield from place_for(s, who, by, "place_insurgents", (BASE_OF[who],), (sp,), 1)
        yield from place_for(s, who, by, "place_insurgents", (UNDERGROUND_OF[who],), (sp,), 2)


# --- S12* 21st Plenum ---------------------------------------------------------------------------------------------


@event("s12", "unshaded")
def plenum_unshaded(s: State, by: int) -> None:
    """War Weary +2; NVA Resources -3."""
    change(s, war_weary=+2, nva=-3)


@event("s12", "shaded")
def plenum_shaded(s: State, by: int) -> Flow[None]:
    """War Weary -1; NVA free Rallies in up to 3 spaces."""
    change(s, war_weary=-1)
    yield from may_operate(s, NVA, "rally", max_spaces=3)


# --- S13* Enhance Plus --------------------------------------------------------------------------------------------


@event("s13", "unshaded")
def enhance_plus_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN places up to 2 Armor at ARVN Bases or in Cities; ARVN Resources +3."""
    yield from place_for(s, ARVN, by, "place_arvn", ARMOR, [*CITIES, *holding(s, PROVINCES, ARVN_BASE)], UpTo(2))
    change(s, arvn=+3)


@event("s13", "shaded")
def enhance_plus_shaded(s: State, by: int) -> None:
    """ARVN Resources -7."""
    change(s, arvn=-7)


# --- S15* Flag War ------------------------------------------------------------------------------------------------


@event("s15", "unshaded")
def flag_war_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN places 1 Police in each of up to 5 Provinces with ARVN pieces."""
    yield from place_one_each(s, ARVN, by, POLICE, lambda: with_pieces_of(s, PROVINCES, ARVN), 5)


@event("s15", "shaded")
def flag_war_shaded(s: State, by: int) -> Flow[None]:
    """VC or NVA places 1 Guerrilla in each of up to 4 Provinces without COIN Control."""
    who = yield from pick_insurgent(s, by, with_guerrillas_to_place(s, by, without_coin_control(s)))
    if who != DONE:
        yield from place_one_each(s, who, by, UNDERGROUND_OF[who], lambda: without_coin_control(s), 4)


# --- S16* Cua Viet ------------------------------------------------------------------------------------------------


CUA_VIET: Final = (QUANG_TRI, HUE)


@event("s16", "unshaded")
def cua_viet_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN places up to 2 Armor in Quang Tri and Hue, then free Assaults in both."""
    yield from place_for(s, ARVN, by, "place_arvn", ARMOR, CUA_VIET, UpTo(2))
    yield from assault_all(s, ARVN, CUA_VIET)


@event("s16", "shaded")
def cua_viet_shaded(s: State, by: int) -> Flow[None]:
    """Up to 3 ARVN units go from Quang Tri and Hue."""
    yield from remove_up_to(s, by, "remove_arvn_units", ARVN_UNITS, CUA_VIET, 3)


# --- S17* Leopard Spots -------------------------------------------------------------------------------------------


@event("s17", "unshaded")
def leopard_spots_unshaded(s: State, by: int) -> Flow[None]:
    """3 COIN-Controlled Provinces shift toward Active Support; Patronage +1."""
    yield from pick_and_shift(s, by, "shift_support", coin_controlled(s, PROVINCES), 3, +1)
    change(s, patronage=+1)


@event("s17", "shaded")
def leopard_spots_shaded(s: State, by: int) -> Flow[None]:
    """3 Provinces without COIN Control shift toward Active Opposition; Patronage -1."""
    yield from pick_and_shift(s, by, "shift_opposition", without_coin_control(s), 3, -1)
    change(s, patronage=-1)


# --- S18* Rice War ------------------------------------------------------------------------------------------------


@event("s18", "unshaded")
def rice_war_unshaded(s: State, by: int) -> None:
    """NVA and VC Resources -4 each (Black April: NVA -6)."""
    change(s, nva=-6 if black_april(s) else -4, vc=-4)


@event("s18", "shaded")
def rice_war_shaded(s: State, by: int) -> Flow[None]:
    """ARVN Resources -4; a Lowland shifts toward Active Opposition."""
    change(s, arvn=-4)
    yield from pick_and_shift(s, by, "shift_opposition", LOWLANDS, 1, -1)


# --- S19* ICCS ----------------------------------------------------------------------------------------------------


@event("s19", "unshaded")
def iccs_unshaded(s: State, by: int) -> Flow[None]:
    """All Guerrillas in up to 2 spaces turn Active; the Trail is Degraded by 1."""
    spaces = yield from pick_spaces(s, by, "expose_where", lambda: with_hidden(s), UpTo(2))
    expose_guerrillas(s, spaces)
    degrade_trail(s, 1, by_event=True)


@event("s19", "shaded")
def iccs_shaded(s: State, by: int) -> Flow[None]:
    """All Guerrillas in up to 3 spaces turn Underground; Aid -4."""
    spaces = yield from pick_spaces(s, by, "hide_where", lambda: with_exposed(s), UpTo(3))
    hide_guerrillas(s, spaces)
    change(s, aid=-4)


# --- S20* La Celle-Saint-Cloud ------------------------------------------------------------------------------------


@event("s20", "unshaded")
def la_celle_saint_cloud_unshaded(s: State, by: int) -> None:
    """Patronage +3; Anti-War -1."""
    change(s, patronage=+3, anti_war=-1)


def _recognition(s: State) -> dict[str, int]:
    return {"patronage": -3} if black_april(s) else {"vc": +4}


@event("s20", "shaded")
def la_celle_saint_cloud_shaded(s: State, by: int) -> None:
    """VC Resources +4 (Black April: Patronage -3); Saigon shifts toward Neutral."""
    change(s, **_recognition(s))
    shift_toward_neutral(s, SAIGON)


# --- S21* Prisoner Exchange ---------------------------------------------------------------------------------------


PRISONERS: Final = (ARVN_TROOPS, POLICE, RANGER)
PRISONERS_FREED: Final = 3


@event("s21", "unshaded")
def prisoner_exchange_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 3 ARVN units, no Armor, from Casualties or Out of Play become Available; Anti-War -1."""
    left = PRISONERS_FREED
    for box in (CASUALTIES, OUT_OF_PLAY):
        left -= yield from between_boxes(s, by, "prisoners", PRISONERS, UpTo(left), box, AVAILABLE)
    change(s, anti_war=-1)


@event("s21", "shaded")
def prisoner_exchange_shaded(s: State, by: int) -> Flow[None]:
    """VC or NVA places up to 3 Guerrillas in spaces with its Base."""
    yield from insurgent_places_guerrillas(s, by, EVERY_SPACE, 3, at_bases=True)


# --- S22* Trung Nghia ---------------------------------------------------------------------------------------------


TRUNG_NGHIA: Final = (KONTUM, PLEIKU)


@event("s22", "unshaded")
def trung_nghia_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 3 NVA units in all go from Kontum and Pleiku."""
    yield from remove_up_to(s, by, "remove_nva_units", NVA_UNITS, TRUNG_NGHIA, 3)


def _within_reach(s: State) -> list[int]:
    return [sp for sp in TRUNG_NGHIA if can_attack_in(s, NVA, (sp,)) or can_march_into(s, (sp,))]


@event("s22", "shaded")
def trung_nghia_shaded(s: State, by: int) -> Flow[None]:
    """NVA free Marches into one of Kontum and Pleiku, then free Attacks there."""
    sp = yield from pick_space(s, NVA, "march_where", _within_reach(s))
    if sp != DONE:
        yield from march_into(s, (sp,))
        yield from attack_in_one(s, NVA, (sp,))


# --- S23* Tong Le Chon --------------------------------------------------------------------------------------------


RANGER_CAMPS: Final = (TAY_NINH, AN_LOC, PHUOC_LONG)
GARRISON: Final = (*RANGERS, ARVN_TROOPS)


@event("s23", "unshaded")
def tong_le_chon_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN places up to 2 Rangers in Tay Ninh, An Loc or Phuoc Long; ARVN free Raids."""
    yield from place_for(s, ARVN, by, "place_arvn", (RANGER,), RANGER_CAMPS, UpTo(2))
    yield from free_activity(s, ARVN, "raid")


@event("s23", "shaded")
def tong_le_chon_shaded(s: State, by: int) -> Flow[None]:
    """Up to 2 ARVN Rangers or Troops go from one Province; NVA free Bombards."""
    yield from remove_from_one(s, by, "remove_arvn_units", GARRISON, PROVINCES, 2)
    yield from free_activity(s, NVA, "bombard")


# --- S24* Nha Be --------------------------------------------------------------------------------------------------


@event("s24", "unshaded")
def nha_be_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN free Sweeps, then free Assaults, in one Province next to Saigon."""
    yield from sweep_then_assault(s, AROUND_SAIGON, 1)


@event("s24", "shaded")
def nha_be_shaded(s: State, by: int) -> Flow[None]:
    """A die: ARVN Resources minus that; 2 LoCs next to Saigon are Sabotaged."""
    add_resources(s, ARVN, -(yield roll(RULE, "event.die_resources_lost", card=s.card, faction=ARVN)))
    yield from mark(s, by, "sabotage", SAIGON_ROADS, 2)
