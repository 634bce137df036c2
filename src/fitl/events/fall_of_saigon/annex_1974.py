"""Our own cards of 1974 (those with a star): what each side does is ours."""

from typing import Final

from fitl.board.factions import ARVN, NVA
from fitl.board.pieces import (
    ARVN_TROOPS,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    POLICE,
    RANGER,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
)
from fitl.board.spaces import CITIES, HUE, PROVINCES, QUANG_NAM, QUANG_TIN, SAIGON
from fitl.decisions import DONE, Flow
from fitl.events.expansions import (
    AROUND_SAIGON,
    can_place_any,
    coin_controlled,
    holding,
    may_operate,
    pick_and_ease,
    pick_and_shift_first,
    place_for,
    with_pieces_of,
)
from fitl.events.fall_of_saigon.annex_words import (
    ARVN_UNITS,
    CAMBODIA,
    RANGERS,
    fly_and_assault,
    insurgent_places_guerrillas,
    mark,
    remove_from_one,
    remove_up_to,
    with_insurgents,
)
from fitl.events.fall_of_saigon.vocabulary import (
    EVERY_SPACE,
    HIGHLANDS,
    LOWLANDS,
    assault_in_one,
    black_april,
    change,
    spearhead,
)
from fitl.events.free import granted
from fitl.events.program import Programs
from fitl.events.vocabulary import (
    UpTo,
    pick_amount,
    pick_and_shift,
    pick_piece,
    pick_space,
    pick_spaces,
    pieces_in,
    place_among,
    relocate,
    remove_all,
    remove_among,
    replace_piece,
    shift_each,
)
from fitl.rules.economy import add_patronage, add_resources
from fitl.rules.forces import may_stand
from fitl.rules.operations.assault import can_assault_space
from fitl.rules.operations.sweep import can_sweep_space, sweep
from fitl.state import State

event = Programs()

# --- S34* Thuong Duc ----------------------------------------------------------------------------------------------


@event("s34", "unshaded")
def thuong_duc_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN free Air Lifts up to 4 pieces into Quang Nam, then free Assaults there."""
    yield from fly_and_assault(s, QUANG_NAM)


@event("s34", "shaded")
def thuong_duc_shaded(s: State, by: int) -> Flow[None]:
    """Up to 3 ARVN units go from Quang Nam; NVA places a Base there if there is room."""
    yield from remove_up_to(s, by, "remove_arvn_units", ARVN_UNITS, (QUANG_NAM,), 3)
    yield from place_for(s, NVA, by, "place_insurgents", (NVA_BASE,), (QUANG_NAM,), 1)


# --- S35* Iron Triangle -------------------------------------------------------------------------------------------


@event("s35", "unshaded")
def iron_triangle_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN free Assaults in up to 2 Provinces next to Saigon."""
    yield from may_operate(s, ARVN, "assault", spaces=AROUND_SAIGON, max_spaces=2)


@event("s35", "shaded")
def iron_triangle_shaded(s: State, by: int) -> Flow[None]:
    """VC or NVA places up to 3 Guerrillas in Provinces next to Saigon."""
    yield from insurgent_places_guerrillas(s, by, AROUND_SAIGON, 3)


# --- S36* Strategic Raids -----------------------------------------------------------------------------------------


@event("s36", "unshaded")
def strategic_raids_unshaded(s: State, by: int) -> None:
    """War Weary +2; NVA Resources -4."""
    change(s, war_weary=+2, nva=-4)


@event("s36", "shaded")
def strategic_raids_shaded(s: State, by: int) -> Flow[None]:
    """NVA free Attacks in up to 2 spaces; War Weary -1."""
    yield from may_operate(s, NVA, "attack", max_spaces=2)
    change(s, war_weary=-1)


# --- S37* Offshore Oil --------------------------------------------------------------------------------------------


@event("s37", "unshaded")
def offshore_oil_unshaded(s: State, by: int) -> None:
    """Aid +5; Patronage +3."""
    change(s, aid=+5, patronage=+3)


@event("s37", "shaded")
def offshore_oil_shaded(s: State, by: int) -> None:
    """ARVN Resources -8."""
    change(s, arvn=-8)


# --- S38* Father Thanh --------------------------------------------------------------------------------------------


CONFESSED_AT_MOST: Final = 4
ACCUSED: Final = (SAIGON, HUE)


@event("s38", "unshaded")
def father_thanh_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 4 Patronage become twice as many ARVN Resources."""
    n = yield from pick_amount(s, by, "patronage_doubled", 0, min(CONFESSED_AT_MOST, s.patronage))
    add_resources(s, ARVN, -2 * add_patronage(s, -n))


@event("s38", "shaded")
def father_thanh_shaded(s: State, by: int) -> Flow[None]:
    """Patronage -4; Saigon or Hue shifts toward Neutral."""
    change(s, patronage=-4)
    yield from pick_and_ease(s, by, "shift_neutral", ACCUSED, 1)


# --- S39* Svay Rieng ----------------------------------------------------------------------------------------------


@event("s39", "unshaded")
def svay_rieng_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN makes a free Spearhead with up to 2 origins."""
    yield from spearhead(s, ARVN, origins=2)


@event("s39", "shaded")
def svay_rieng_shaded(s: State, by: int) -> Flow[None]:
    """NVA places up to 6 Troops in Cambodia."""
    yield from place_for(s, NVA, by, "place_nva_troops", (NVA_TROOPS,), CAMBODIA, UpTo(6))


# --- S40* Airborne Division ---------------------------------------------------------------------------------------


RESERVE: Final = (ARVN_TROOPS, *RANGERS)


def _drop_zones(s: State) -> list[int]:
    """Where the reserve may go; without one in Saigon, where ARVN could Assault all the same."""
    there = [sp for sp in EVERY_SPACE if sp != SAIGON and may_stand(sp, ARVN_TROOPS)]
    return there if _reserve(s) else [sp for sp in there if can_assault_space(s, ARVN, sp)]


def _reserve(s: State) -> bool:
    """Are there Troops or Rangers in Saigon?"""
    return bool(holding(s, (SAIGON,), *RESERVE))


@event("s40", "unshaded")
def airborne_division_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN moves up to 4 Troops and Rangers from Saigon to one space, then free Assaults there."""
    sp = yield from pick_space(s, ARVN, "airborne_drop", _drop_zones(s))
    if sp != DONE:
        yield from relocate(s, ARVN, "airborne_reserve", RESERVE, (SAIGON,), (sp,), UpTo(4))
        yield from assault_in_one(s, (sp,))


def _facing_troops(s: State) -> list[int]:
    return holding(s, holding(s, EVERY_SPACE, NVA_TROOPS), ARVN_TROOPS)


@event("s40", "shaded")
def airborne_division_shaded(s: State, by: int) -> Flow[None]:
    """Up to 3 ARVN Troops go from one space with NVA Troops."""
    yield from remove_from_one(s, by, "remove_arvn_units", (ARVN_TROOPS,), _facing_troops(s), 3)


# --- S41* Land Titles ---------------------------------------------------------------------------------------------


NEW_GUERRILLA: Final = (NVA_GUERRILLA, VC_GUERRILLA)


@event("s41", "unshaded")
def land_titles_unshaded(s: State, by: int) -> Flow[None]:
    """3 COIN-Controlled Lowlands shift toward Active Support; ARVN Resources +3."""
    yield from pick_and_shift(s, by, "shift_support", coin_controlled(s, LOWLANDS), 3, +1)
    change(s, arvn=+3)


@event("s41", "shaded")
def land_titles_shaded(s: State, by: int) -> Flow[None]:
    """2 Lowlands with Insurgents shift toward Active Opposition and get 1 Guerrilla each."""
    for sp in (yield from pick_and_shift_first(s, by, "shift_opposition", with_insurgents(s, LOWLANDS), 2, -1)):
        yield from place_among(s, by, "place_guerrillas", NEW_GUERRILLA, (sp,), 1)


# --- S43* Third Force ---------------------------------------------------------------------------------------------


def _rival(s: State) -> dict[str, int]:
    return {"nva": -3} if black_april(s) else {"vc": -3}


@event("s43", "unshaded")
def third_force_unshaded(s: State, by: int) -> Flow[None]:
    """A City shifts toward Active Support; VC Resources -3 (Black April: NVA -3)."""
    yield from pick_and_shift(s, by, "shift_support", CITIES, 1, +1)
    change(s, **_rival(s))


@event("s43", "shaded")
def third_force_shaded(s: State, by: int) -> Flow[None]:
    """2 Cities shift toward Neutral; Patronage -2."""
    yield from pick_and_ease(s, by, "shift_neutral", CITIES, 2)
    change(s, patronage=-2)


# --- S44* Political Prisoners -------------------------------------------------------------------------------------


@event("s44", "unshaded")
def political_prisoners_unshaded(s: State, by: int) -> None:
    """Aid +5; Anti-War -2."""
    change(s, aid=+5, anti_war=-2)


@event("s44", "shaded")
def political_prisoners_shaded(s: State, by: int) -> None:
    """Aid -5; Anti-War +2."""
    change(s, aid=-5, anti_war=+2)


# --- S45* Duc Duc -------------------------------------------------------------------------------------------------


FOUGHT_OVER: Final = (QUANG_NAM, QUANG_TIN)
EXPOSED: Final = (NVA_GUERRILLA_ACTIVE, VC_GUERRILLA_ACTIVE)


@event("s45", "unshaded")
def duc_duc_unshaded(s: State, by: int) -> Flow[None]:
    """All Active Guerrillas go from Quang Nam or from Quang Tin."""
    sp = yield from pick_space(s, by, "clear_guerrillas", holding(s, FOUGHT_OVER, *EXPOSED))
    if sp != DONE:
        remove_all(s, EXPOSED, (sp,))


@event("s45", "shaded")
def duc_duc_shaded(s: State, by: int) -> Flow[None]:
    """Terror and a level toward Active Opposition in Quang Nam and Quang Tin; 1 Police goes from each."""
    yield from mark(s, by, "terror_short", FOUGHT_OVER, len(FOUGHT_OVER))
    shift_each(s, FOUGHT_OVER, -1)
    for sp in FOUGHT_OVER:
        yield from remove_among(s, by, "remove_arvn_units", (POLICE,), (sp,), 1)


# --- S46* Highland Camps ------------------------------------------------------------------------------------------


CAMP: Final = (RANGER, ARVN_TROOPS)


def _camp_sites(s: State, by: int) -> list[int]:
    return [sp for sp in with_pieces_of(s, HIGHLANDS, ARVN) if can_place_any(s, by, CAMP, (sp,))]


@event("s46", "unshaded")
def highland_camps_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN places up to 2 Rangers and 2 Troops in one Highland with ARVN pieces."""
    sp = yield from pick_space(s, ARVN, "highland_camp", _camp_sites(s, by))
    if sp != DONE:
        for kind in CAMP:
            yield from place_for(s, ARVN, by, "place_arvn", (kind,), (sp,), UpTo(2))


@event("s46", "shaded")
def highland_camps_shaded(s: State, by: int) -> Flow[None]:
    """1 Ranger and 1 Police go from each of up to 2 Highlands."""
    manned = holding(s, HIGHLANDS, *RANGERS, POLICE)
    for sp in (yield from pick_spaces(s, by, "camp_falls", lambda: manned, UpTo(2))):
        for kinds in (RANGERS, (POLICE,)):
            yield from remove_among(s, by, "remove_arvn_units", kinds, (sp,), 1)


# --- S47* Regional Groups -----------------------------------------------------------------------------------------


GROUPS_AT_MOST: Final = 3


@event("s47", "unshaded")
def regional_groups_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 3 Police are replaced by ARVN Troops; ARVN free Sweeps in one of their spaces, in place."""
    grouped: list[int] = []
    while len(grouped) < GROUPS_AT_MOST:
        left = GROUPS_AT_MOST - len(grouped)
        police = pieces_in(s, (POLICE,), EVERY_SPACE)
        piece = yield from pick_piece(s, by, "regional_group", police, optional=True, left=left)
        if piece is None:
            break
        kind, sp = piece
        yield from replace_piece(s, by, kind, sp, ARVN_TROOPS)
        grouped.append(sp)
    op = granted(s, ARVN, "sweep", spaces=grouped, max_spaces=1)
    if any(can_sweep_space(s, ARVN, sp) for sp in grouped):
        s.note("log.free_operation", faction=ARVN, operation="sweep")
        yield from sweep(s, op, origins=0)


@event("s47", "shaded")
def regional_groups_shaded(s: State, by: int) -> Flow[None]:
    """Up to 4 Police go from Provinces."""
    yield from remove_up_to(s, by, "remove_arvn_units", (POLICE,), PROVINCES, 4)
