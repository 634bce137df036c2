"""Titled cards of 1973: S1-S8, S14 and the Coup card S73."""

from fitl.board.factions import ARVN, NVA
from fitl.board.pieces import ARVN_ARMOR, GUERRILLAS, NVA_ARMOR
from fitl.board.spaces import AVAILABLE, CITIES, CONTROLLABLE, LAOS_CAMBODIA, OUT_OF_PLAY, SAIGON
from fitl.decisions import Flow
from fitl.events.expansions import OTHER_CITIES, coin_controlled, pick_and_ease, place_for
from fitl.events.fall_of_saigon.vocabulary import (
    OUTSIDE_THE_SOUTH,
    Targets,
    air_strike,
    can_terrorize,
    change,
    for_us,
    terrorize,
)
from fitl.events.program import Programs
from fitl.events.vocabulary import UpTo, begin_effect, between_boxes, can_shift, pick_spaces, remove_among
from fitl.lasting import ARC_LIGHT
from fitl.rules.control import shift
from fitl.rules.forces import bases_of, insurgent_pieces, pieces_of
from fitl.state import COIN_CONTROL, NEUTRAL, State

event = Programs()

WAR_POWERS, ARC_LIGHT_CARD = 2002, 8
HIDDEN_BOMBS = 4  # hits (S5)


# --- S1 Rest of World ---------------------------------------------------------------------------------------------


@event("s1", "unshaded")
def rest_of_world_unshaded(s: State, by: int) -> None:
    """Aid +9; ARVN Resources +3."""
    change(s, aid=+9, arvn=+3)


@event("s1", "shaded")
def rest_of_world_shaded(s: State, by: int) -> None:
    """Posture -2; Aid -4."""
    change(s, posture=-2, aid=-4)


# --- S2 War Powers Act --------------------------------------------------------------------------------------------


@event("s2", "unshaded")
def war_powers_act_unshaded(s: State, by: int) -> None:
    """Posture +1; ARVN Resources +6."""
    change(s, posture=+1, arvn=+6)


@event("s2", "shaded")
def war_powers_act_shaded(s: State, by: int) -> None:
    """Posture -1. Momentum: no Air Strike by the US or ARVN."""
    change(s, posture=-1)
    begin_effect(s, WAR_POWERS, "shaded")


# --- S3 Ambassador Martin -----------------------------------------------------------------------------------------


@event("s3", "unshaded")
def ambassador_martin_unshaded(s: State, by: int) -> None:
    """Aid +8; Patronage +2."""
    change(s, aid=+8, patronage=+2)


def _swaying_cities(s: State) -> list[int]:
    return [sp for sp in coin_controlled(s, OTHER_CITIES) if s.support[sp] != NEUTRAL]


@event("s3", "shaded")
def ambassador_martin_shaded(s: State, by: int) -> Flow[None]:
    """Patronage -3; up to 2 COIN-Controlled Cities other than Saigon shift toward Neutral."""
    change(s, patronage=-3)
    yield from pick_and_ease(s, by, "shift_neutral", _swaying_cities(s), UpTo(2))


# --- S4 San Clemente ----------------------------------------------------------------------------------------------


@event("s4", "unshaded")
def san_clemente_unshaded(s: State, by: int) -> Flow[None]:
    """Posture +1; ARVN places up to 2 Armor in COIN-Controlled Cities."""
    change(s, posture=+1)
    yield from place_for(s, ARVN, by, "place_arvn", (ARVN_ARMOR,), coin_controlled(s, CITIES), UpTo(2))


@event("s4", "shaded")
def san_clemente_shaded(s: State, by: int) -> Flow[None]:
    """Up to 2 Available ARVN Armor go Out of Play; Aid -5."""
    yield from between_boxes(s, by, "pieces_to_box", (ARVN_ARMOR,), UpTo(2), AVAILABLE, OUT_OF_PLAY)
    change(s, aid=-5)


# --- S5 Secret Bombing --------------------------------------------------------------------------------------------


@event("s5", "unshaded")
def secret_bombing_unshaded(s: State, by: int) -> Flow[None]:
    """A free US Air Strike with 4 hits in Laos and Cambodia, COIN pieces or not, not on the Trail."""
    yield from air_strike(s, for_us(s), HIDDEN_BOMBS, Targets(LAOS_CAMBODIA, needs_coin=False), may_degrade=False)


@event("s5", "shaded")
def secret_bombing_shaded(s: State, by: int) -> None:
    """Posture -1; unshaded Arc Light (8) turns to its shaded side; if it is not in force, Aid -6."""
    change(s, posture=-1)
    if s.effects & ARC_LIGHT:
        begin_effect(s, ARC_LIGHT_CARD, "shaded")
    else:
        change(s, aid=-6)


# --- S6 National Press Club ---------------------------------------------------------------------------------------


@event("s6", "unshaded")
def national_press_club_unshaded(s: State, by: int) -> None:
    """Saigon shifts toward Active Support; Patronage +2; Anti-War -3."""
    shift(s, SAIGON, +1)
    change(s, patronage=+2, anti_war=-3)


@event("s6", "shaded")
def national_press_club_shaded(s: State, by: int) -> None:
    """Patronage -4; Anti-War +3."""
    change(s, patronage=-4, anti_war=+3)


# --- S7 Pham Van Dong ---------------------------------------------------------------------------------------------


@event("s7", "unshaded")
def pham_van_dong_unshaded(s: State, by: int) -> None:
    """War Weary +3; NVA Resources -5."""
    change(s, war_weary=+3, nva=-5)


@event("s7", "shaded")
def pham_van_dong_shaded(s: State, by: int) -> None:
    """War Weary -3; NVA Resources +5."""
    change(s, war_weary=-3, nva=+5)


# --- S8 Brezhnev --------------------------------------------------------------------------------------------------


@event("s8", "unshaded")
def brezhnev_unshaded(s: State, by: int) -> Flow[None]:
    """NVA moves 2 Armor from Available Out of Play; NVA Resources -6."""
    yield from between_boxes(s, NVA, "pieces_to_box", (NVA_ARMOR,), 2, AVAILABLE, OUT_OF_PLAY)
    change(s, nva=-6)


def _depots(s: State) -> list[int]:
    return [sp for sp in OUTSIDE_THE_SOUTH if bases_of(s, sp, NVA)]


@event("s8", "shaded")
def brezhnev_shaded(s: State, by: int) -> Flow[None]:
    """NVA places up to 2 Armor at NVA Bases in North Vietnam, Laos and Cambodia; NVA Resources +3."""
    yield from place_for(s, NVA, by, "place_nva_armor", (NVA_ARMOR,), _depots(s), UpTo(2))
    change(s, nva=+3)


# --- S14 Four No's ------------------------------------------------------------------------------------------------


@event("s14", "unshaded")
def four_nos_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 3 Guerrillas of either state leave COIN-Controlled spaces; Patronage +2."""
    yield from remove_among(s, by, "remove_guerrillas", GUERRILLAS, coin_controlled(s, range(CONTROLLABLE)), UpTo(3))
    change(s, patronage=+2)


def _disputed(s: State) -> list[int]:
    """Where ARVN and Insurgents stand without COIN Control, and a marker or a shift would change anything."""
    return [
        sp
        for sp in range(CONTROLLABLE)
        if s.control[sp] != COIN_CONTROL
        and pieces_of(s, sp, ARVN)
        and insurgent_pieces(s, sp)
        and (can_terrorize(s, sp) or can_shift(s, (sp,), -1))
    ]


@event("s14", "shaded")
def four_nos_shaded(s: State, by: int) -> Flow[None]:
    """Up to 3 disputed spaces without COIN Control get a Terror marker and shift toward AO; Patronage -1."""
    chosen = yield from pick_spaces(s, by, "terror_and_shift", lambda: _disputed(s), UpTo(3))
    for sp in chosen:
        terrorize(s, sp)
        shift(s, sp, -1)
    change(s, patronage=-1)


# --- S73 Watergate ------------------------------------------------------------------------------------------------


@event("s73")
def watergate(s: State, by: int) -> None:
    """Aid -5, before the Coup Round."""
    change(s, aid=-5)
