"""Cards of our own for 1961: P1* to P24*."""

from typing import Final

from fitl.board.factions import ARVN, US, VC
from fitl.board.pieces import ARVN_TROOPS, HAMLET, IRREGULAR, IRREGULAR_ACTIVE, POLICE, VC_GUERRILLA_ACTIVE
from fitl.board.spaces import ADJACENT, AVAILABLE, CAN_THO, CASUALTIES, CITIES, OUT_OF_PLAY, POP, is_loc
from fitl.decisions import DONE, Flow
from fitl.eras.sovereign_of_discord.tracks import lower_regime, move_hanoi, move_washington
from fitl.events.expansions import (
    AROUND_SAIGON,
    FRONTIER,
    OTHER_CITIES,
    SOUTH_PROVINCES,
    at_support,
    bar,
    coin_controlled,
    holding,
    may_operate,
    pick_and_ease,
    pick_and_shift_first,
    with_pieces_of,
)
from fitl.events.free import free_activity, free_march, free_operation, granted
from fitl.events.program import Programs
from fitl.events.sovereign_of_discord.annex_words import (
    EVERY_SPACE,
    GUERRILLA,
    HIGHLANDS,
    RANGERS,
    assault_here,
    can_lower_regime,
    expose_guerrillas,
    hide_rangers,
    may_build_base,
    raise_hanoi_or_resources,
    remove_guerrillas,
)
from fitl.events.sovereign_of_discord.vocabulary import (
    DELTA,
    SMALL_CITIES,
    TRACK_TOP,
    VC_GUERRILLAS,
    two_players,
    with_police,
)
from fitl.events.vocabulary import (
    ALL,
    ANY_NUMBER,
    UpTo,
    begin_effect,
    between_boxes,
    can_shift_first,
    pick,
    pick_and_shift,
    pick_piece,
    pick_space,
    pick_spaces,
    pieces_in,
    place_among,
    relocate,
    relocate_underground,
)
from fitl.rules.control import shift
from fitl.rules.economy import add_aid, add_patronage, add_resources
from fitl.rules.forces import add_terror, count, hide, pieces_of, remove, terror_markers_left
from fitl.rules.operations.attack import guerrilla_attack, suits_attack
from fitl.rules.operations.sweep import can_sweep_space, sweep_space
from fitl.state import State

event = Programs()

LIBERATION_ARMED_FORCES_CARD: Final = 1021


# --- P1* Counterinsurgency Plan -----------------------------------------------------------------------------------


@event("p1", "unshaded")
def counterinsurgency_plan_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN Resources +6; the US Trains free in 1 space (2P: ARVN)."""
    add_resources(s, ARVN, +6)
    yield from free_operation(s, ARVN if two_players(s) else US, "train", max_spaces=1)


@event("p1", "shaded")
def counterinsurgency_plan_shaded(s: State, by: int) -> Flow[None]:
    """ARVN chooses Aid -8 or a step of the Regime; a City of Population 1 at Support toward Neutral."""
    ways = [name for name, tells in (("aid", s.aid > 0), ("regime", can_lower_regime(s))) if tells]
    if ways:
        if (yield from pick(s, ARVN, "reforms", ways)) == "aid":
            add_aid(s, -8)
        else:
            lower_regime(s)
    yield from pick_and_ease(s, by, "shift_neutral", at_support(s, SMALL_CITIES), 1)


# --- P5* Vienna Summit --------------------------------------------------------------------------------------------


@event("p5", "unshaded")
def vienna_summit_unshaded(s: State, by: int) -> Flow[None]:
    """Washington +1 or Hanoi -1; Aid +3."""
    ways = [name for name, tells in (("washington", s.washington < TRACK_TOP), ("hanoi", s.hanoi > 0)) if tells]
    if ways:
        if (yield from pick(s, by, "firmness", ways)) == "washington":
            yield from move_washington(s, +1)
        else:
            move_hanoi(s, -1)
    add_aid(s, +3)


HANOI_COMMITTED: Final = 3  # from here on Vienna brings VC Resources instead


@event("p5", "shaded")
def vienna_summit_shaded(s: State, by: int) -> Flow[None]:
    """Hanoi +1 (at 3 or 4: VC Resources +4); VC may move up to 3 Guerrillas among Frontier Provinces, Underground."""
    raise_hanoi_or_resources(s, HANOI_COMMITTED, 4)
    yield from relocate_underground(s, VC, "frontier_march", VC_GUERRILLAS, FRONTIER, FRONTIER, UpTo(3))


# --- P6* Johnson in Saigon ----------------------------------------------------------------------------------------


@event("p6", "unshaded")
def johnson_in_saigon_unshaded(s: State, by: int) -> Flow[None]:
    """Washington +1; Patronage +2."""
    yield from move_washington(s, +1)
    add_patronage(s, +2)


@event("p6", "shaded")
def johnson_in_saigon_shaded(s: State, by: int) -> Flow[None]:
    """VC free Terrors in up to 3 spaces; in one of them its Guerrilla turns Underground again."""
    before = [count(s, sp, VC_GUERRILLA_ACTIVE) for sp in EVERY_SPACE]
    op = yield from may_operate(s, VC, "terror", max_spaces=3)
    shown = [sp for sp in op.spaces if count(s, sp, VC_GUERRILLA_ACTIVE) > before[sp]]
    sp = yield from pick_space(s, by, "hide_again", shown)
    if sp != DONE:
        hide(s, sp, VC)


# --- P12* COSVN Restored ------------------------------------------------------------------------------------------


@event("p12", "unshaded")
def cosvn_restored_unshaded(s: State, by: int) -> Flow[None]:
    """All Rangers turn Underground, ARVN Raids free in up to 2 spaces; VC Resources -2."""
    hide_rangers(s)
    yield from free_activity(s, ARVN, "raid", max_spaces=2)
    add_resources(s, VC, -2)


@event("p12", "shaded")
def cosvn_restored_shaded(s: State, by: int) -> Flow[None]:
    """Hanoi +1; VC may replace 2 of its Guerrillas in a Province by a Base."""
    move_hanoi(s, +1)
    yield from may_build_base(s, by, SOUTH_PROVINCES)


# --- P13* Civil Guard Rearmed -------------------------------------------------------------------------------------


@event("p13", "unshaded")
def civil_guard_rearmed_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN moves up to 5 Police to Provinces; one of these with COIN Control shifts toward Active Support."""
    moved = yield from relocate(s, ARVN, "civil_guard", (POLICE,), EVERY_SPACE, SOUTH_PROVINCES, UpTo(5))
    reached = [sp for sp in SOUTH_PROVINCES if any(sp == destination for _, _, destination in moved)]
    yield from pick_and_shift(s, by, "shift_support", coin_controlled(s, reached), 1, +1)


def _police_among_guerrillas(s: State) -> list[int]:
    return with_police(s, holding(s, SOUTH_PROVINCES, *VC_GUERRILLAS))


@event("p13", "shaded")
def civil_guard_rearmed_shaded(s: State, by: int) -> Flow[None]:
    """1 Police goes in each of up to 3 Provinces with VC Guerrillas; 1 VC Guerrilla comes in one of them."""
    spaces = yield from pick_spaces(s, by, "remove_police", lambda: _police_among_guerrillas(s), UpTo(3))
    for sp in spaces:
        remove(s, sp, POLICE)
    yield from place_among(s, by, "place_guerrilla", GUERRILLA, spaces, 1)


# --- P14* Staley Group --------------------------------------------------------------------------------------------


@event("p14", "unshaded")
def staley_group_unshaded(s: State, by: int) -> None:
    """Aid +5; ARVN Resources +1 for each City that COIN Controls."""
    add_aid(s, +5)
    add_resources(s, ARVN, len(coin_controlled(s, CITIES)))


@event("p14", "shaded")
def staley_group_shaded(s: State, by: int) -> None:
    """ARVN Resources -6; VC Resources +2."""
    add_resources(s, ARVN, -6)
    add_resources(s, VC, +2)


# --- P15* April Ballot --------------------------------------------------------------------------------------------


@event("p15", "unshaded")
def april_ballot_unshaded(s: State, by: int) -> Flow[None]:
    """Patronage +3; 3 Cities of Population 1 shift toward Active Support."""
    add_patronage(s, +3)
    yield from pick_and_shift(s, by, "shift_support", SMALL_CITIES, 3, +1)


@event("p15", "shaded")
def april_ballot_shaded(s: State, by: int) -> Flow[None]:
    """The Regime falls a step; 1 VC Guerrilla in a City other than Saigon."""
    lower_regime(s)
    yield from place_among(s, by, "place_guerrilla", GUERRILLA, OTHER_CITIES, 1)


# --- P17* Agrovilles Abandoned ------------------------------------------------------------------------------------


@event("p17", "unshaded")
def agrovilles_abandoned_unshaded(s: State, by: int) -> Flow[None]:
    """2 Hamlets Out of Play become Available (none: ARVN Resources +4); ARVN Governs free in 1 space."""
    if not (yield from between_boxes(s, by, "pieces_to_box", (HAMLET,), 2, OUT_OF_PLAY, AVAILABLE)):
        add_resources(s, ARVN, +4)
    yield from free_activity(s, ARVN, "govern", max_spaces=1)


@event("p17", "shaded")
def agrovilles_abandoned_shaded(s: State, by: int) -> Flow[None]:
    """2 Delta Provinces shift toward Active Opposition; 1 VC Guerrilla in each."""
    for sp in (yield from pick_and_shift_first(s, by, "shift_opposition", DELTA, 2, -1)):
        yield from place_among(s, by, "place_guerrilla", GUERRILLA, (sp,), 1)


# --- P18* Corps Tactical Zones ------------------------------------------------------------------------------------


MOBILE: Final = (ARVN_TROOPS, *RANGERS)


@event("p18", "unshaded")
def corps_tactical_zones_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN moves up to 4 Troops and Rangers to 1 Province, free Sweeps there in place and free Assaults there."""
    sp = yield from pick_space(s, ARVN, "concentrate", SOUTH_PROVINCES)
    yield from relocate(s, ARVN, "concentrate_piece", MOBILE, EVERY_SPACE, (sp,), UpTo(4))
    if can_sweep_space(s, ARVN, sp):
        s.note("log.free_operation", faction=ARVN, operation="sweep")
        yield from sweep_space(s, ARVN, sp, granted(s, ARVN, "sweep", spaces=(sp,)))
    yield from assault_here(s, granted(s, ARVN, "assault", spaces=(sp,)), sp)


@event("p18", "shaded")
def corps_tactical_zones_shaded(s: State, by: int) -> Flow[None]:
    """The ARVN Troops of a Province go to Cities, it shifts toward Active Opposition; ARVN Ineligible (2P: -3)."""
    spaces = can_shift_first(s, holding(s, SOUTH_PROVINCES, ARVN_TROOPS), -1)
    sp = yield from pick_space(s, by, "recall_from", spaces)
    if sp != DONE:
        yield from relocate(s, ARVN, "recall", (ARVN_TROOPS,), (sp,), CITIES, ALL)
        shift(s, sp, -1)
    if two_players(s):
        add_resources(s, ARVN, -3)
    bar(s, ARVN)


# --- P19* Buon Enao -----------------------------------------------------------------------------------------------


SMALL_HIGHLANDS: Final = tuple(sp for sp in HIGHLANDS if POP[sp] == 1)
IRREGULARS: Final = (IRREGULAR, IRREGULAR_ACTIVE)


@event("p19", "unshaded")
def buon_enao_unshaded(s: State, by: int) -> Flow[None]:
    """In a Highland of Population 1 up to 2 VC Guerrillas go and it shifts 2; the US may move Irregulars there."""
    sp = yield from pick_space(s, by, "fenced_village", can_shift_first(s, SMALL_HIGHLANDS, +2))
    yield from remove_guerrillas(s, by, (sp,), UpTo(2))
    shift(s, sp, +2)
    yield from relocate_underground(s, US, "irregulars_there", IRREGULARS, EVERY_SPACE, (sp,), ANY_NUMBER)


@event("p19", "shaded")
def buon_enao_shaded(s: State, by: int) -> Flow[None]:
    """Up to 2 Irregulars (to Casualties) and Police go from Highlands; one that lost a piece shifts 2."""
    lost: list[int] = []
    while len(lost) < 2:
        pieces = pieces_in(s, (*IRREGULARS, POLICE), HIGHLANDS)
        piece = yield from pick_piece(s, by, "highland_guards", pieces, optional=True, left=2 - len(lost))
        if piece is None:
            break
        kind, sp = piece
        remove(s, sp, kind, 1, AVAILABLE if kind == POLICE else CASUALTIES)
        lost.append(sp)
    yield from pick_and_shift(s, by, "shift_opposition", sorted({*lost}), 1, -2)


# --- P20* Phuoc Vinh Raid -----------------------------------------------------------------------------------------


@event("p20", "unshaded")
def phuoc_vinh_raid_unshaded(s: State, by: int) -> Flow[None]:
    """All VC Guerrillas in 2 Provinces around Saigon turn Active; ARVN free Assaults in both, 1 piece more each."""
    spaces = yield from pick_spaces(s, by, "pursuit", lambda: with_pieces_of(s, AROUND_SAIGON, VC), 2)
    expose_guerrillas(s, spaces)
    op = granted(s, ARVN, "assault", spaces=spaces)
    for sp in spaces:
        yield from assault_here(s, op, sp, more=1)


NOT_SAIGON: Final = (*OTHER_CITIES, *SOUTH_PROVINCES)


@event("p20", "shaded")
def phuoc_vinh_raid_shaded(s: State, by: int) -> Flow[None]:
    """VC free Marches into 1 Province or City other than Saigon and free Attacks there, without a die."""
    op = granted(s, VC, "march", spaces=NOT_SAIGON, max_spaces=1)
    yield from free_march(s, op)
    for sp in op.spaces:
        if suits_attack(s, VC, sp):
            s.note("log.free_operation", faction=VC, operation="attack")
            yield from guerrilla_attack(s, VC, sp, sure=True)


# --- P21* Liberation Armed Forces ---------------------------------------------------------------------------------


@event("p21", "unshaded")
def liberation_armed_forces_unshaded(s: State, by: int) -> None:
    """Capability: a VC Rally has at most 3 spaces. VC Resources -2."""
    begin_effect(s, LIBERATION_ARMED_FORCES_CARD, "unshaded")
    add_resources(s, VC, -2)


@event("p21", "shaded")
def liberation_armed_forces_shaded(s: State, by: int) -> Flow[None]:
    """Capability: 1 Guerrilla more in a space with a VC Base per Rally. VC free Rallies in 1 space."""
    begin_effect(s, LIBERATION_ARMED_FORCES_CARD, "shaded")
    yield from free_operation(s, VC, "rally", max_spaces=1)


# --- P23* The Liaison Officer -------------------------------------------------------------------------------------


@event("p23", "unshaded")
def liaison_officer_unshaded(s: State, by: int) -> None:
    """Aid +5; VC Resources -4."""
    add_aid(s, +5)
    add_resources(s, VC, -4)


@event("p23", "shaded")
def liaison_officer_shaded(s: State, by: int) -> Flow[None]:
    """A Terror marker in each of 2 Cities without one, no shift; Patronage -3."""
    n = min(2, terror_markers_left(s))
    for city in (yield from pick_spaces(s, by, "terror_marker", lambda: [sp for sp in CITIES if not s.terror[sp]], n)):
        add_terror(s, city)
    add_patronage(s, -3)


# --- P24* Delta Flood ---------------------------------------------------------------------------------------------


@event("p24", "unshaded")
def delta_flood_unshaded(s: State, by: int) -> Flow[None]:
    """Can Tho and up to 2 Delta Provinces with ARVN pieces shift toward Active Support; Aid +3."""
    shift(s, CAN_THO, +1)
    yield from pick_and_shift(s, by, "shift_support_up_to", with_pieces_of(s, DELTA, ARVN), UpTo(2), +1)
    add_aid(s, +3)


CAN_THO_LOCS: Final = tuple(sp for sp in ADJACENT[CAN_THO] if is_loc(sp))


def _open_roads(s: State) -> list[int]:
    return [sp for sp in CAN_THO_LOCS if not s.terror[sp] and not pieces_of(s, sp, ARVN)]


@event("p24", "shaded")
def delta_flood_shaded(s: State, by: int) -> Flow[None]:
    """Up to 2 LoCs next to Can Tho without ARVN are Sabotaged; VC free Rallies in up to 2 Delta Provinces."""
    n = min(2, terror_markers_left(s))
    for sp in (yield from pick_spaces(s, by, "sabotage", lambda: _open_roads(s), UpTo(n))):
        add_terror(s, sp)
    yield from may_operate(s, VC, "rally", spaces=DELTA, max_spaces=2)
