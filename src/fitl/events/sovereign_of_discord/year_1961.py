"""Titled cards of 1961: P2-P22 and the Coup card P73."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_TROOPS,
    EDGE_TRACK_MAX,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    POLICE,
    VC_BASE,
    VC_GUERRILLA,
)
from fitl.board.spaces import AVAILABLE, POP, SPACE_COUNT
from fitl.decisions import DONE, Flow
from fitl.eras.sovereign_of_discord.tracks import STABLE, improve_regime, move_hanoi, move_washington
from fitl.events.expansions import (
    FRONTIER,
    OTHER_CITIES,
    SOUTH_PROVINCES,
    at_support,
    bar,
    can_grant,
    can_place_any,
    holding,
    loses_turn,
    may_operate,
    pick_and_ease,
    place_for,
    with_pieces_of,
)
from fitl.events.program import always, event
from fitl.events.sovereign_of_discord.vocabulary import (
    SMALL_CITIES,
    TRACK_TOP,
    VC_GUERRILLAS,
    cadre_spaces,
    cadres,
    lower_washington_or_aid,
    may_place_cadre,
    may_propagandize,
    pick_and_remove_cadre,
    propaganda_tells,
    two_players,
    with_police,
)
from fitl.events.vocabulary import (
    begin_effect,
    can_shift,
    deploy,
    not_in_force,
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
from fitl.rules.forces import available, can_place, hide, move, place
from fitl.state import COIN_CONTROL, NEUTRAL, State

GUERRILLA = (VC_GUERRILLA,)
EVERY_SPACE = tuple(range(SPACE_COUNT))


# --- P2 JFK -------------------------------------------------------------------------------------------------------


@event("p2", "unshaded", effective=always)
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


@event("p2", "shaded", effective=lambda s, by: s.washington + s.aid > 0 or bool(_weakly_held(s)))
def jfk_shaded(s: State, by: int) -> Flow[None]:
    """Washington -1 (at 0: Aid -4); a Province with ARVN Troops that COIN does not Control shifts toward AO."""
    yield from lower_washington_or_aid(s, 4)
    yield from pick_and_shift(s, by, "shift_opposition", _weakly_held(s), 1, -1)


# --- P3 Ambassador Nolting ----------------------------------------------------------------------------------------


@event(
    "p3",
    "unshaded",
    effective=lambda s, by: s.regime > STABLE or s.patronage < EDGE_TRACK_MAX or s.aid < EDGE_TRACK_MAX,
)
def ambassador_nolting_unshaded(s: State, by: int) -> None:
    """Regime Stability improves 1 (if Stable: Patronage +2); Aid +5."""
    if not improve_regime(s):
        add_patronage(s, +2)
    add_aid(s, +5)


def _nolting_hurts(s: State, by: int) -> bool:
    if s.aid and (two_players(s) or s.patronage < EDGE_TRACK_MAX):
        return True
    if any(s.support[sp] != NEUTRAL for sp in OTHER_CITIES):
        return True
    return loses_turn(s, by, US)


@event("p3", "shaded", effective=_nolting_hurts)
def ambassador_nolting_shaded(s: State, by: int) -> Flow[None]:
    """0 to 4 Aid to Patronage; a City but Saigon toward Neutral; US Ineligible (2P: Aid -4)."""
    n = yield from pick_amount(s, by, "aid_to_patronage", 0, min(4, s.aid, EDGE_TRACK_MAX - s.patronage))
    add_patronage(s, -add_aid(s, -n))
    yield from pick_and_ease(s, by, "shift_neutral", OTHER_CITIES, 1)
    bar(s, US)
    if two_players(s):
        add_aid(s, -4)


# --- P4 Taylor Rostow Mission -------------------------------------------------------------------------------------


@event("p4", "unshaded", effective=lambda s, by: s.washington < TRACK_TOP or s.resources[ARVN] < EDGE_TRACK_MAX)
def taylor_rostow_mission_unshaded(s: State, by: int) -> Flow[None]:
    """Washington +1; ARVN Resources +5."""
    yield from move_washington(s, +1)
    add_resources(s, ARVN, +5)


def _mission_hurts(s: State, by: int) -> bool:
    troops = holding(s, SOUTH_PROVINCES, ARVN_TROOPS)
    return s.washington + s.aid > 0 or can_place_any(s, by, GUERRILLA, troops)


@event("p4", "shaded", effective=_mission_hurts)
def taylor_rostow_mission_shaded(s: State, by: int) -> Flow[None]:
    """Washington -1 (at 0: Aid -6); VC places a Guerrilla in a Province with ARVN Troops."""
    yield from lower_washington_or_aid(s, 6)
    troops = holding(s, SOUTH_PROVINCES, ARVN_TROOPS)
    yield from place_for(s, VC, by, "place_guerrilla", GUERRILLA, troops, 1)


# --- P7 Politburo -------------------------------------------------------------------------------------------------


def _politburo_hurts(s: State, by: int) -> bool:
    return s.hanoi > 0 or s.resources[VC] > 0 or loses_turn(s, by, NVA)


@event("p7", "unshaded", effective=_politburo_hurts)
def politburo_unshaded(s: State, by: int) -> None:
    """Hanoi -1 (at 0: VC Resources -4); NVA Ineligible (2P: also VC Resources -2)."""
    if not move_hanoi(s, -1):
        add_resources(s, VC, -4)
    bar(s, NVA)
    if two_players(s):
        add_resources(s, VC, -2)


def _politburo_helps(s: State, by: int) -> bool:
    return s.hanoi < TRACK_TOP or bool(cadre_spaces(s)) or (two_players(s) and s.resources[VC] < EDGE_TRACK_MAX)


@event("p7", "shaded", effective=_politburo_helps)
def politburo_shaded(s: State, by: int) -> Flow[None]:
    """Hanoi +1; NVA may place a Cadre (2P: VC Resources +2)."""
    move_hanoi(s, +1)
    yield from may_place_cadre(s, NVA, "place_cadre")
    if two_players(s):
        add_resources(s, VC, +2)


# --- P8 Khrushchev ------------------------------------------------------------------------------------------------


@event("p8", "unshaded", effective=lambda s, by: s.hanoi + s.resources[VC] > 0)
def khrushchev_unshaded(s: State, by: int) -> Flow[None]:
    """Hanoi -1, or VC Resources -5."""
    ways = [way for way, tells in (("hanoi", s.hanoi), ("resources", s.resources[VC])) if tells]
    if not ways:
        return
    if (yield from pick(s, by, "khrushchev", ways)) == "hanoi":
        move_hanoi(s, -1)
    else:
        add_resources(s, VC, -5)


@event("p8", "shaded", effective=lambda s, by: s.resources[VC] < EDGE_TRACK_MAX or propaganda_tells(s))
def khrushchev_shaded(s: State, by: int) -> Flow[None]:
    """VC Resources +5; NVA may Propagandize free in 1 City."""
    add_resources(s, VC, +5)
    yield from may_propagandize(s, 1)


# --- P9 NVA in Laos -----------------------------------------------------------------------------------------------


@event("p9", "unshaded", effective=lambda s, by: bool(holding(s, FRONTIER, *VC_GUERRILLAS)))
def nva_in_laos_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 3 VC Guerrillas leave the Frontier."""
    yield from remove_among(s, by, "remove_guerrillas", VC_GUERRILLAS, FRONTIER, 3, up_to=True)


@event("p9", "shaded", effective=lambda s, by: can_place_any(s, by, GUERRILLA, FRONTIER) or bool(cadre_spaces(s)))
def nva_in_laos_shaded(s: State, by: int) -> Flow[None]:
    """A VC Guerrilla in each of 3 Frontier Provinces; NVA may place a Cadre."""
    yield from place_in_different(s, by, "place_guerrilla", GUERRILLA, FRONTIER, 3)
    yield from may_place_cadre(s, NVA, "place_cadre")


# --- P10 Regroupees -----------------------------------------------------------------------------------------------


def _bands(s: State) -> list[int]:
    return holding(s, SOUTH_PROVINCES, *VC_GUERRILLAS, at_least=2)


@event("p10", "unshaded", effective=lambda s, by: bool(_bands(s)))
def regroupees_unshaded(s: State, by: int) -> Flow[None]:
    """In 2 Provinces with 2 VC Guerrillas one goes; where there is Opposition, toward Neutral."""
    bands = _bands(s)
    for sp in (yield from pick_spaces(s, by, "regroupees", lambda: bands, 2)):
        yield from remove_among(s, by, "remove_guerrillas", VC_GUERRILLAS, (sp,), 1)
        if s.support[sp] < NEUTRAL:
            shift(s, sp, +1)


def _without_support(s: State) -> list[int]:
    return [sp for sp in SOUTH_PROVINCES if s.support[sp] <= NEUTRAL]


@event("p10", "shaded", effective=lambda s, by: can_place_any(s, by, GUERRILLA, _without_support(s)))
def regroupees_shaded(s: State, by: int) -> Flow[None]:
    """Hanoi + 1 VC Guerrillas in Provinces without Support, 2 at most in each; VC may make a Base of 2 in one."""
    placed: list[int] = []
    for _ in range(s.hanoi + 1):
        spaces = [sp for sp in _without_support(s) if placed.count(sp) < 2]
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


def _restraint_tells(s: State, by: int) -> bool:
    return s.hanoi > 0 or bool(holding(s, EVERY_SPACE, *VC_GUERRILLAS) if two_players(s) else cadres(s))


@event("p11", "unshaded", effective=_restraint_tells)
def ho_chi_minh_unshaded(s: State, by: int) -> Flow[None]:
    """Hanoi -1; a Cadre goes (2P: VC removes 2 Guerrillas)."""
    move_hanoi(s, -1)
    if two_players(s):
        yield from remove_among(s, VC, "remove_guerrillas", VC_GUERRILLAS, EVERY_SPACE, 2)
    else:
        yield from pick_and_remove_cadre(s, by, "remove_cadre")


def _emblem_tells(s: State, by: int) -> bool:
    if at_support(s, SMALL_CITIES) or can_grant(s, NVA, "direct"):
        return True
    return two_players(s) and s.resources[VC] < EDGE_TRACK_MAX


@event("p11", "shaded", effective=_emblem_tells)
def ho_chi_minh_shaded(s: State, by: int) -> Flow[None]:
    """2 Cities of Population 1 at Support toward Neutral; NVA may Direct free in 1 space (2P: VC Resources +3)."""
    yield from pick_and_ease(s, by, "shift_neutral", at_support(s, SMALL_CITIES), 2)
    yield from may_operate(s, NVA, "direct", max_spaces=1)
    if two_players(s):
        add_resources(s, VC, +3)


# --- P16 Catholic Refugees ----------------------------------------------------------------------------------------


def _settlements(s: State) -> list[int]:
    return [sp for sp in with_police(s, SOUTH_PROVINCES) if POP[sp] == 1]


@event(
    "p16",
    "unshaded",
    effective=lambda s, by: bool(can_shift(s, _settlements(s), +1)) or can_place_any(s, by, (POLICE,), _settlements(s)),
)
def catholic_refugees_unshaded(s: State, by: int) -> Flow[None]:
    """3 Provinces with Police and Population 1 toward AS; a Police in one of them."""
    settlements = _settlements(s)
    chosen = yield from pick_and_shift(s, by, "shift_support", settlements, 3, +1)
    yield from place_among(s, by, "place_police", (POLICE,), chosen or settlements, 1)


@event(
    "p16",
    "shaded",
    effective=lambda s, by: s.patronage > 0 or bool(can_shift(s, with_police(s, SOUTH_PROVINCES), -1)),
)
def catholic_refugees_shaded(s: State, by: int) -> Flow[None]:
    """2 Provinces with Police toward AO; Patronage -2."""
    yield from pick_and_shift(s, by, "shift_opposition", with_police(s, SOUTH_PROVINCES), 2, -1)
    add_patronage(s, -2)


# --- P22 Exterminate Traitors -------------------------------------------------------------------------------------


@event("p22", "unshaded", effective=not_in_force(1022, "unshaded"))
def exterminate_traitors_unshaded(s: State, by: int) -> None:
    """Capability: a VC Terror in a Province with Police costs the Guerrilla that showed itself."""
    begin_effect(s, 1022, "unshaded")


@event("p22", "shaded", effective=not_in_force(1022, "shaded"))
def exterminate_traitors_shaded(s: State, by: int) -> None:
    """Capability: in one space of each VC Terror a Police goes too."""
    begin_effect(s, 1022, "shaded")


# --- P73 NLF Spreads ----------------------------------------------------------------------------------------------


@event("p73", effective=lambda s, by: available(s, VC_GUERRILLA) > 0)
def nlf_spreads(s: State, by: int) -> Flow[None]:
    """VC places 3 Guerrillas, one each in Provinces without VC pieces; what is left over in any Provinces."""
    for _ in range(3):
        untouched = [sp for sp in SOUTH_PROVINCES if sp not in with_pieces_of(s, SOUTH_PROVINCES, VC)]
        yield from deploy(s, VC, "place_guerrilla", GUERRILLA, untouched or SOUTH_PROVINCES, 1, AVAILABLE)
