"""Titled cards of 1962: P25-P47 and the Coup card P74."""

from fitl.board.factions import ARVN, VC
from fitl.board.pieces import ADVISOR, ARVN_TROOPS, HAMLET, IRREGULAR, IRREGULAR_ACTIVE, POLICE, RANGER, VC_GUERRILLA
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY, POP, SAIGON, SPACE_COUNT
from fitl.decisions import DONE, YES_NO, Flow, roll
from fitl.eras.sovereign_of_discord.tracks import STABLE, improve_regime, lower_regime, move_hanoi, move_washington
from fitl.events.expansions import (
    AROUND_SAIGON,
    FRONTIER,
    OPEN_SPACES,
    OTHER_CITIES,
    SOUTH_PROVINCES,
    coin_controlled,
    holding,
    may_operate,
    patronage_to_resources,
    pick_and_ease,
    place_for,
    with_pieces_of,
)
from fitl.events.free import free_operation
from fitl.events.program import Programs
from fitl.events.sovereign_of_discord.vocabulary import (
    DELTA,
    SMALL_CITIES,
    VC_GUERRILLAS,
    cadres,
    hamlet_spaces,
    may_propagandize,
    patronage_given_up,
    pick_and_remove_cadre,
    pick_and_set_hamlet,
    set_hamlet,
    two_players,
    with_police,
)
from fitl.events.vocabulary import (
    RULE,
    UpTo,
    begin_effect,
    can_shift,
    can_shift_first,
    pick_amount,
    pick_and_shift,
    pick_piece,
    pick_space,
    pieces_in,
    place_among,
    place_here,
    put,
    relocate,
    remove_among,
)
from fitl.rules.control import shift
from fitl.rules.economy import add_aid, add_patronage, add_resources, pay
from fitl.rules.forces import can_place, remove
from fitl.state import NEUTRAL, State

event = Programs()

FARM_GATE, TRAIL, THOMPSON, SPLIT = 1028, 1036, 1041, 1033
EVERY_SPACE = tuple(range(SPACE_COUNT))
US_HELPERS = (ADVISOR, IRREGULAR, IRREGULAR_ACTIVE)
PRICE_OF_CALM = 3  # ARVN Resources (P47)


# --- P25 Laos Crisis ----------------------------------------------------------------------------------------------


@event("p25", "unshaded")
def laos_crisis_unshaded(s: State, by: int) -> Flow[None]:
    """Hanoi -1; a Cadre goes, on the Frontier if one is there (2P: a VC Guerrilla from the Frontier)."""
    move_hanoi(s, -1)
    if two_players(s):
        yield from remove_among(s, by, "remove_guerrillas", VC_GUERRILLAS, FRONTIER, 1)
    else:
        yield from pick_and_remove_cadre(s, by, "remove_cadre", cadres(s, FRONTIER) or OPEN_SPACES)


@event("p25", "shaded")
def laos_crisis_shaded(s: State, by: int) -> None:
    """Hanoi +1; VC Resources +2."""
    move_hanoi(s, +1)
    add_resources(s, VC, +2)


# --- P26 Roger Hilsman --------------------------------------------------------------------------------------------


@event("p26", "unshaded")
def roger_hilsman_unshaded(s: State, by: int) -> Flow[None]:
    """A Hamlet in any Province; ARVN may Sweep there free."""
    sp = yield from pick_and_set_hamlet(s, by, "set_hamlet", SOUTH_PROVINCES)
    if sp != DONE:
        yield from may_operate(s, ARVN, "sweep", spaces=(sp,), max_spaces=1)


def _pillars(s: State) -> list[tuple[int, int]]:
    """What can go: a Hamlet, or Police of one Province, two if anywhere there are two."""
    police = holding(s, SOUTH_PROVINCES, POLICE, at_least=2) or with_police(s, SOUTH_PROVINCES)
    return [*pieces_in(s, (HAMLET,), SOUTH_PROVINCES), *pieces_in(s, (POLICE,), police)]


@event("p26", "shaded")
def roger_hilsman_shaded(s: State, by: int) -> Flow[None]:
    """A Hamlet goes Out of Play, or 2 Police leave one Province; it shifts toward AO."""
    piece = yield from pick_piece(s, by, "hamlet_or_police", _pillars(s))
    if piece is None:
        return
    kind, sp = piece
    if kind == HAMLET:
        remove(s, sp, HAMLET, 1, OUT_OF_PLAY)
    else:
        yield from remove_among(s, by, "remove_pieces", (POLICE,), (sp,), 2)
    shift(s, sp, -1)


# --- P27 Project Beef-up ------------------------------------------------------------------------------------------


@event("p27", "unshaded")
def project_beef_up_unshaded(s: State, by: int) -> Flow[None]:
    """Washington +3."""
    yield from move_washington(s, +3)


@event("p27", "shaded")
def project_beef_up_shaded(s: State, by: int) -> Flow[None]:
    """Washington -1; up to 2 Advisors or Irregulars beside VC Guerrillas are Casualties (2P: ARVN Troops go)."""
    yield from move_washington(s, -1)
    spaces = holding(s, SOUTH_PROVINCES, *VC_GUERRILLAS)
    if two_players(s):
        yield from remove_among(s, by, "remove_pieces", (ARVN_TROOPS,), spaces, UpTo(2), AVAILABLE)
    else:
        yield from remove_among(s, by, "remove_pieces", US_HELPERS, spaces, UpTo(2), CASUALTIES)


# --- P28 Farm Gate ------------------------------------------------------------------------------------------------


@event("p28", "unshaded")
def farm_gate_unshaded(s: State, by: int) -> Flow[None]:
    """Capability: Interdict takes 3 VC Resources, and the Cadre on 1-3. Now: ARVN may Assault free in a Province."""
    if not two_players(s):
        begin_effect(s, FARM_GATE, "unshaded")
    yield from may_operate(s, ARVN, "assault", spaces=SOUTH_PROVINCES, max_spaces=1)


def _bombed(s: State) -> list[int]:
    return can_shift(s, holding(s, SOUTH_PROVINCES, *VC_GUERRILLAS), -1)


@event("p28", "shaded")
def farm_gate_shaded(s: State, by: int) -> Flow[None]:
    """Capability: Interdict shifts 2 levels. Now: a Province with VC Guerrillas shifts toward AO."""
    if not two_players(s):
        begin_effect(s, FARM_GATE, "shaded")
    yield from pick_and_shift(s, by, "shift_opposition", _bombed(s), 1, -1)


# --- P29 Mike Mansfield -------------------------------------------------------------------------------------------


@event("p29", "unshaded")
def mike_mansfield_unshaded(s: State, by: int) -> Flow[None]:
    """Washington -1; up to 4 Patronage to ARVN Resources."""
    yield from move_washington(s, -1)
    patronage_to_resources(s, (yield from pick_amount(s, by, "patronage_to_resources", 0, min(4, s.patronage))))


@event("p29", "shaded")
def mike_mansfield_shaded(s: State, by: int) -> None:
    """Aid -6; Patronage -1 for each level of Washington."""
    add_aid(s, -6)
    add_patronage(s, -s.washington)


# --- P31 Cuban Missile Crisis -------------------------------------------------------------------------------------


@event("p31", "unshaded")
def cuban_missile_crisis_unshaded(s: State, by: int) -> None:
    """Hanoi -1; VC Resources -3."""
    move_hanoi(s, -1)
    add_resources(s, VC, -3)


@event("p31", "shaded")
def cuban_missile_crisis_shaded(s: State, by: int) -> Flow[None]:
    """Washington -1; Aid -6."""
    yield from move_washington(s, -1)
    add_aid(s, -6)


# --- P32 Diplomatic Struggle --------------------------------------------------------------------------------------


@event("p32", "unshaded")
def diplomatic_struggle_unshaded(s: State, by: int) -> None:
    """Aid +6; ARVN Resources +6."""
    add_aid(s, +6)
    add_resources(s, ARVN, +6)


@event("p32", "shaded")
def diplomatic_struggle_shaded(s: State, by: int) -> Flow[None]:
    """NVA may Propagandize free in up to 2 Cities, Cadres or not (2P: a small City toward Neutral); Aid -3."""
    yield from may_propagandize(s, 2, anywhere=True)
    if two_players(s):
        yield from pick_and_ease(s, by, "shift_neutral", SMALL_CITIES, 1)
    add_aid(s, -3)


# --- P33 Sino-Soviet Split ----------------------------------------------------------------------------------------


@event("p33", "unshaded")
def sino_soviet_split_unshaded(s: State, by: int) -> Flow[None]:
    """A die of VC Resources is lost; on 1-3 Hanoi -1."""
    die: int = yield roll(RULE, "event.die", card=SPLIT)
    add_resources(s, VC, -die)
    if die <= 3:
        move_hanoi(s, -1)


@event("p33", "shaded")
def sino_soviet_split_shaded(s: State, by: int) -> Flow[None]:
    """A die of VC Resources is won; at Hanoi 0 or 1, Hanoi +1."""
    die: int = yield roll(RULE, "event.die", card=SPLIT)
    add_resources(s, VC, +die)
    if s.hanoi <= 1:
        move_hanoi(s, +1)


# --- P36 Ho Chi Minh Trail ----------------------------------------------------------------------------------------


def _bands(s: State) -> list[int]:
    return holding(s, FRONTIER, *VC_GUERRILLAS, at_least=2) or holding(s, FRONTIER, *VC_GUERRILLAS)


@event("p36", "unshaded")
def ho_chi_minh_trail_unshaded(s: State, by: int) -> Flow[None]:
    """Capability: Infiltrate has a Province fewer. Now: 2 VC Guerrillas leave one Frontier Province."""
    if not two_players(s):
        begin_effect(s, TRAIL, "unshaded")
    sp = yield from pick_space(s, by, "guerrillas_leave", _bands(s))
    if sp != DONE:
        yield from remove_among(s, by, "remove_guerrillas", VC_GUERRILLAS, (sp,), 2)


@event("p36", "shaded")
def ho_chi_minh_trail_shaded(s: State, by: int) -> Flow[None]:
    """Capability: Infiltrate brings both to one Province. Now: 2 VC Guerrillas come to one on the Frontier."""
    if not two_players(s):
        begin_effect(s, TRAIL, "shaded")
    yield from _two_guerrillas(s, by, FRONTIER)


def _two_guerrillas(s: State, by: int, provinces: tuple[int, ...]) -> Flow[None]:
    able = [sp for sp in provinces if can_place(s, by, sp, VC_GUERRILLA)]
    sp = yield from pick_space(s, by, "guerrillas_come", able)
    if sp != DONE:
        yield from place_here(s, by, sp, VC_GUERRILLA, 2)


# --- P37 Operation Sunrise ----------------------------------------------------------------------------------------


@event("p37", "unshaded")
def operation_sunrise_unshaded(s: State, by: int) -> Flow[None]:
    """In a Province around Saigon ARVN Sweeps and Assaults free; a Hamlet is set there; it shifts toward AO."""
    sp = yield from pick_space(s, by, "sunrise", AROUND_SAIGON)
    for name in ("sweep", "assault"):
        yield from free_operation(s, ARVN, name, spaces=(sp,), max_spaces=1)
    if hamlet_spaces(s, (sp,)):
        set_hamlet(s, sp)
    shift(s, sp, -1)


@event("p37", "shaded")
def operation_sunrise_shaded(s: State, by: int) -> Flow[None]:
    """A Hamlet beside VC pieces goes, 2 levels toward AO; if there is none, 2 VC Guerrillas come near Saigon."""
    hamlets = holding(s, with_pieces_of(s, SOUTH_PROVINCES, VC), HAMLET)
    if not hamlets:
        yield from _two_guerrillas(s, by, AROUND_SAIGON)
        return
    sp = yield from pick_space(s, by, "remove_hamlet", can_shift_first(s, hamlets, -1))
    remove(s, sp, HAMLET)
    shift(s, sp, -2)


# --- P41 Robert Thompson ------------------------------------------------------------------------------------------


@event("p41", "unshaded")
def robert_thompson_unshaded(s: State, by: int) -> Flow[None]:
    """Capability: Govern's Hamlets where Police and no VC are bring no shift. Now: a Hamlet in the secure Delta."""
    begin_effect(s, THOMPSON, "unshaded")
    yield from pick_and_set_hamlet(s, by, "set_hamlet", hamlet_spaces(s, coin_controlled(s, DELTA)))


def _resented(s: State) -> list[int]:
    """Provinces with a Hamlet that can shift, or else with Police."""
    fenced = can_shift(s, holding(s, SOUTH_PROVINCES, HAMLET), -1)
    return fenced or can_shift(s, with_police(s, SOUTH_PROVINCES), -1)


@event("p41", "shaded")
def robert_thompson_shaded(s: State, by: int) -> Flow[None]:
    """Capability: Govern places 1 Hamlet at most. Now: a Province with a Hamlet, else with Police, toward AO."""
    begin_effect(s, THOMPSON, "shaded")
    yield from pick_and_shift(s, by, "shift_opposition", _resented(s), 1, -1)


# --- P42 Ngo Dinh Nhu ---------------------------------------------------------------------------------------------


@event("p42", "unshaded")
def ngo_dinh_nhu_unshaded(s: State, by: int) -> Flow[None]:
    """Patronage +3; 3 Police in COIN-Controlled spaces."""
    add_patronage(s, +3)
    yield from place_among(s, by, "place_police", (POLICE,), coin_controlled(s, OPEN_SPACES), 3)


def _policed_cities(s: State) -> list[int]:
    return [sp for sp in with_police(s, OTHER_CITIES) if s.support[sp] != NEUTRAL]


@event("p42", "shaded")
def ngo_dinh_nhu_shaded(s: State, by: int) -> Flow[None]:
    """Regime Stability falls 1; a City with Police but Saigon toward Neutral."""
    lower_regime(s)
    yield from pick_and_ease(s, by, "shift_neutral", _policed_cities(s), 1)


# --- P47 Coup Threat ----------------------------------------------------------------------------------------------


@event("p47", "unshaded")
def coup_threat_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN may pay 3 to improve Regime Stability 1, move up to 4 Troops to Saigon and place a Ranger there."""
    if (
        s.regime > STABLE
        and s.resources[ARVN] >= PRICE_OF_CALM
        and (yield from put(s, ARVN, "pay_for_calm", YES_NO, n=PRICE_OF_CALM))
    ):
        pay(s, ARVN, PRICE_OF_CALM)
        improve_regime(s)
    yield from troops_to_saigon(s, 4)
    if can_place(s, by, SAIGON, RANGER) and (yield from put(s, ARVN, "ranger_in_saigon", YES_NO)):
        yield from place_for(s, ARVN, by, "place_arvn", (RANGER,), (SAIGON,), 1)


def troops_to_saigon(s: State, n: int) -> Flow[None]:
    """ARVN may move up to this many Troops to Saigon."""
    yield from relocate(s, ARVN, "troops_to_saigon", (ARVN_TROOPS,), EVERY_SPACE, (SAIGON,), UpTo(n))


@event("p47", "shaded")
def coup_threat_shaded(s: State, by: int) -> Flow[None]:
    """Regime Stability falls 1; ARVN moves 3 Troops from Provinces to Saigon."""
    lower_regime(s)
    yield from relocate(s, ARVN, "troops_to_saigon", (ARVN_TROOPS,), SOUTH_PROVINCES, (SAIGON,), 3)


# --- P74 Buddhist Crisis ------------------------------------------------------------------------------------------


def _may_protest(s: State) -> list[int]:
    return can_shift(s, (sp for sp in OPEN_SPACES if POP[sp] in (1, 2)), -1)


@event("p74")
def buddhist_crisis(s: State, by: int) -> Flow[None]:
    """Regime Stability falls 1; ARVN gives up 3 Patronage, or VC shifts a space of Population 1 or 2 toward AO."""
    lower_regime(s)
    if not (yield from patronage_given_up(s, 3, "patronage_or_protest")):
        yield from pick_and_shift(s, VC, "shift_opposition", _may_protest(s), 1, -1)
