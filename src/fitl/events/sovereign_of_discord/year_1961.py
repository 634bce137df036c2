"""Titled cards of 1961: P2-P22 and the Coup card P73."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ARVN_TROOPS, EDGE_TRACK_MAX, IRREGULAR, IRREGULAR_ACTIVE, POLICE, VC_BASE, VC_GUERRILLA
from fitl.board.spaces import AVAILABLE, POP, SPACE_COUNT
from fitl.decisions import DONE, Flow
from fitl.eras.sovereign_of_discord.tracks import improve_regime, move_hanoi, move_washington
from fitl.events.expansions import (
    FRONTIER,
    OTHER_CITIES,
    SOUTH_PROVINCES,
    at_support,
    bar,
    holding,
    may_operate,
    pick_and_ease,
    place_for,
    with_pieces_of,
)
from fitl.events.program import Programs
from fitl.events.sovereign_of_discord.vocabulary import (
    SMALL_CITIES,
    TRACK_TOP,
    VC_GUERRILLAS,
    lower_washington_or_aid,
    may_place_cadre,
    may_propagandize,
    pick_and_remove_cadre,
    two_players,
    with_police,
)
from fitl.events.vocabulary import (
    UpTo,
    begin_effect,
    can_shift,
    deploy,
    pick,
    pick_amount,
    pick_and_shift,
    pick_piece,
    pick_space,
    pick_spaces,
    pieces_in,
    place_among,
    place_in_different,
    remove_among,
)
from fitl.rules.control import shift
from fitl.rules.economy import add_aid, add_patronage, add_resources
from fitl.rules.forces import can_place, hide, move, place
from fitl.state import COIN_CONTROL, NEUTRAL, State

event = Programs()

GUERRILLA = (VC_GUERRILLA,)
EVERY_SPACE = tuple(range(SPACE_COUNT))


# --- P2 JFK -------------------------------------------------------------------------------------------------------


@event("p2", "unshaded")
def jfk_unshaded(s: State, by: int) -> Flow[None]:
    """Washington one step either way; the US may set up to 2 Irregulars where ARVN is (2P: Aid +3)."""
    ways = [way for way, open_ in (("raise", s.washington < TRACK_TOP), ("lower", s.washington > 0)) if open_]
    way = yield from pick(s, by, "washington", ways)
    yield from move_washington(s, +1 if way == "raise" else -1)
    if two_players(s):
        add_aid(s, +3)
        return
    for left in (2, 1):
        provinces = [sp for sp in with_pieces_of(s, SOUTH_PROVINCES, ARVN) if _irregulars_for(s, sp)]
        sp = yield from pick_space(s, US, "set_irregular", provinces, optional=True, left=left)
        if sp == DONE:
            break
        piece = yield from pick_piece(s, US, "which_irregular", _irregulars_for(s, sp), space=sp)
        if piece is not None:
            _set_irregular(s, *piece, sp)


def _irregulars_for(s: State, sp: int) -> list[tuple[int, int]]:
    """Irregulars that could be set Underground here: Available ones and all on the map, save those that are it."""
    found = pieces_in(s, (IRREGULAR, IRREGULAR_ACTIVE), (AVAILABLE, *EVERY_SPACE))
    return [piece for piece in found if piece != (IRREGULAR, sp)]


def _set_irregular(s: State, kind: int, origin: int, sp: int) -> None:
    if origin == AVAILABLE:
        place(s, sp, IRREGULAR)
        return
    if origin != sp:
        move(s, kind, 1, origin, sp)
    if kind == IRREGULAR_ACTIVE:
        hide(s, sp, US)


def _weakly_held(s: State) -> list[int]:
    provinces = holding(s, SOUTH_PROVINCES, ARVN_TROOPS)
    return can_shift(s, (sp for sp in provinces if s.control[sp] != COIN_CONTROL), -1)


@event("p2", "shaded")
def jfk_shaded(s: State, by: int) -> Flow[None]:
    """Washington -1 (at 0: Aid -4); a Province with ARVN Troops that COIN does not Control shifts toward AO."""
    yield from lower_washington_or_aid(s, 4)
    yield from pick_and_shift(s, by, "shift_opposition", _weakly_held(s), 1, -1)


# --- P3 Ambassador Nolting ----------------------------------------------------------------------------------------


@event("p3", "unshaded")
def ambassador_nolting_unshaded(s: State, by: int) -> None:
    """Regime Stability improves 1 (if Stable: Patronage +2); Aid +5."""
    if not improve_regime(s):
        add_patronage(s, +2)
    add_aid(s, +5)


@event("p3", "shaded")
def ambassador_nolting_shaded(s: State, by: int) -> Flow[None]:
    """0 to 4 Aid to Patronage; a City but Saigon toward Neutral; US Ineligible (2P: Aid -4)."""
    n = yield from pick_amount(s, by, "aid_to_patronage", 0, min(4, s.aid, EDGE_TRACK_MAX - s.patronage))
    add_patronage(s, -add_aid(s, -n))
    yield from pick_and_ease(s, by, "shift_neutral", OTHER_CITIES, 1)
    bar(s, US)
    if two_players(s):
        add_aid(s, -4)


# --- P4 Taylor Rostow Mission -------------------------------------------------------------------------------------


@event("p4", "unshaded")
def taylor_rostow_mission_unshaded(s: State, by: int) -> Flow[None]:
    """Washington +1; ARVN Resources +5."""
    yield from move_washington(s, +1)
    add_resources(s, ARVN, +5)


@event("p4", "shaded")
def taylor_rostow_mission_shaded(s: State, by: int) -> Flow[None]:
    """Washington -1 (at 0: Aid -6); VC places a Guerrilla in a Province with ARVN Troops."""
    yield from lower_washington_or_aid(s, 6)
    troops = holding(s, SOUTH_PROVINCES, ARVN_TROOPS)
    yield from place_for(s, VC, by, "place_guerrilla", GUERRILLA, troops, 1)


# --- P7 Politburo -------------------------------------------------------------------------------------------------


@event("p7", "unshaded")
def politburo_unshaded(s: State, by: int) -> None:
    """Hanoi -1 (at 0: VC Resources -4); NVA Ineligible (2P: also VC Resources -2)."""
    if not move_hanoi(s, -1):
        add_resources(s, VC, -4)
    bar(s, NVA)
    if two_players(s):
        add_resources(s, VC, -2)


@event("p7", "shaded")
def politburo_shaded(s: State, by: int) -> Flow[None]:
    """Hanoi +1; NVA may place a Cadre (2P: VC Resources +2)."""
    move_hanoi(s, +1)
    yield from may_place_cadre(s, NVA, "place_cadre")
    if two_players(s):
        add_resources(s, VC, +2)


# --- P8 Khrushchev ------------------------------------------------------------------------------------------------


@event("p8", "unshaded")
def khrushchev_unshaded(s: State, by: int) -> Flow[None]:
    """Hanoi -1, or VC Resources -5."""
    ways = [way for way, tells in (("hanoi", s.hanoi), ("resources", s.resources[VC])) if tells]
    if not ways:
        return
    if (yield from pick(s, by, "khrushchev", ways)) == "hanoi":
        move_hanoi(s, -1)
    else:
        add_resources(s, VC, -5)


@event("p8", "shaded")
def khrushchev_shaded(s: State, by: int) -> Flow[None]:
    """VC Resources +5; NVA may Propagandize free in 1 City."""
    add_resources(s, VC, +5)
    yield from may_propagandize(s, 1)


# --- P9 NVA in Laos -----------------------------------------------------------------------------------------------


@event("p9", "unshaded")
def nva_in_laos_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 3 VC Guerrillas leave the Frontier."""
    yield from remove_among(s, by, "remove_guerrillas", VC_GUERRILLAS, FRONTIER, UpTo(3))


@event("p9", "shaded")
def nva_in_laos_shaded(s: State, by: int) -> Flow[None]:
    """A VC Guerrilla in each of 3 Frontier Provinces; NVA may place a Cadre."""
    yield from place_in_different(s, by, "place_guerrilla", GUERRILLA, FRONTIER, 3)
    yield from may_place_cadre(s, NVA, "place_cadre")


# --- P10 Regroupees -----------------------------------------------------------------------------------------------


def _bands(s: State) -> list[int]:
    return holding(s, SOUTH_PROVINCES, *VC_GUERRILLAS, at_least=2)


@event("p10", "unshaded")
def regroupees_unshaded(s: State, by: int) -> Flow[None]:
    """In 2 Provinces with 2 VC Guerrillas one goes; where there is Opposition, toward Neutral."""
    bands = _bands(s)
    for sp in (yield from pick_spaces(s, by, "regroupees", lambda: bands, 2)):
        yield from remove_among(s, by, "remove_guerrillas", VC_GUERRILLAS, (sp,), 1)
        if s.support[sp] < NEUTRAL:
            shift(s, sp, +1)


@event("p10", "shaded")
def regroupees_shaded(s: State, by: int) -> Flow[None]:
    """Hanoi + 1 VC Guerrillas in Provinces without Support, 2 at most in each; VC may make a Base of 2 in one."""
    placed: list[int] = []
    for _ in range(s.hanoi + 1):
        spaces = [sp for sp in [sp for sp in SOUTH_PROVINCES if s.support[sp] <= NEUTRAL] if placed.count(sp) < 2]
        piece = yield from place_among(s, by, "place_guerrilla", GUERRILLA, spaces, 1)
        if not piece:
            break
        placed.append(piece[0][1])
    bands = [sp for sp in _bands(s) if sp in placed and can_place(s, by, sp, VC_BASE)]
    sp = yield from pick_space(s, VC, "guerrillas_into_base", bands, optional=True)
    if sp != DONE:
        yield from remove_among(s, VC, "remove_guerrillas", VC_GUERRILLAS, (sp,), 2)
        yield from place_for(s, VC, by, "place_vc_piece", (VC_BASE,), (sp,), 1)


# --- P11 Ho Chi Minh ----------------------------------------------------------------------------------------------


@event("p11", "unshaded")
def ho_chi_minh_unshaded(s: State, by: int) -> Flow[None]:
    """Hanoi -1; a Cadre goes (2P: VC removes 2 Guerrillas)."""
    move_hanoi(s, -1)
    if two_players(s):
        yield from remove_among(s, VC, "remove_guerrillas", VC_GUERRILLAS, EVERY_SPACE, 2)
    else:
        yield from pick_and_remove_cadre(s, by, "remove_cadre")


@event("p11", "shaded")
def ho_chi_minh_shaded(s: State, by: int) -> Flow[None]:
    """2 Cities of Population 1 at Support toward Neutral; NVA may Direct free in 1 space (2P: VC Resources +3)."""
    yield from pick_and_ease(s, by, "shift_neutral", at_support(s, SMALL_CITIES), 2)
    yield from may_operate(s, NVA, "direct", max_spaces=1)
    if two_players(s):
        add_resources(s, VC, +3)


# --- P16 Catholic Refugees ----------------------------------------------------------------------------------------


@event("p16", "unshaded")
def catholic_refugees_unshaded(s: State, by: int) -> Flow[None]:
    """3 Provinces with Police and Population 1 toward AS; a Police in one of them."""
    settlements = [sp for sp in with_police(s, SOUTH_PROVINCES) if POP[sp] == 1]
    chosen = yield from pick_and_shift(s, by, "shift_support", settlements, 3, +1)
    yield from place_among(s, by, "place_police", (POLICE,), chosen or settlements, 1)


@event("p16", "shaded")
def catholic_refugees_shaded(s: State, by: int) -> Flow[None]:
    """2 Provinces with Police toward AO; Patronage -2."""
    yield from pick_and_shift(s, by, "shift_opposition", with_police(s, SOUTH_PROVINCES), 2, -1)
    add_patronage(s, -2)


# --- P22 Exterminate Traitors -------------------------------------------------------------------------------------


@event("p22", "unshaded")
def exterminate_traitors_unshaded(s: State, by: int) -> None:
    """Capability: a VC Terror in a Province with Police costs the Guerrilla that showed itself."""
    begin_effect(s, 1022, "unshaded")


@event("p22", "shaded")
def exterminate_traitors_shaded(s: State, by: int) -> None:
    """Capability: in one space of each VC Terror a Police goes too."""
    begin_effect(s, 1022, "shaded")


# --- P73 NLF Spreads ----------------------------------------------------------------------------------------------


@event("p73")
def nlf_spreads(s: State, by: int) -> Flow[None]:
    """VC places 3 Guerrillas, one each in Provinces without VC pieces; what is left over in any Provinces."""
    for _ in range(3):
        untouched = [sp for sp in SOUTH_PROVINCES if sp not in with_pieces_of(s, SOUTH_PROVINCES, VC)]
        yield from deploy(s, VC, "place_guerrilla", GUERRILLA, untouched or SOUTH_PROVINCES, 1, AVAILABLE)
