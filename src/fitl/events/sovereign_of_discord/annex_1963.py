"""Cards of our own for 1963: P49* to P69*."""

from typing import Final

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ARVN_TROOPS, HAMLET, POLICE, VC_GUERRILLA
from fitl.board.spaces import CITIES, HUE, SAIGON
from fitl.decisions import DONE, YES_NO, Flow, roll
from fitl.eras.sovereign_of_discord.propagandize import ANYWHERE
from fitl.eras.sovereign_of_discord.tracks import improve_regime, lower_regime, move_hanoi, move_washington
from fitl.events.expansions import (
    OPEN_SPACES,
    OTHER_CITIES,
    SOUTH_PROVINCES,
    at_support,
    bar,
    coin_controlled,
    holding,
    may_operate,
    patronage_to_resources,
    pick_and_ease,
    place_in_up_to,
)
from fitl.events.free import carry_out_granted, free_activity, free_operation, granted
from fitl.events.program import Programs
from fitl.events.sovereign_of_discord.annex_words import (
    BORDER,
    EVERY_SPACE,
    GUERRILLA,
    RANGERS,
    can_lower_regime,
    expose_guerrillas,
    hide_rangers,
    raise_hanoi_or_resources,
    remove_guerrillas,
)
from fitl.events.sovereign_of_discord.vocabulary import (
    DELTA,
    SMALL_CITIES,
    TRACK_TOP,
    VC_GUERRILLAS,
    cadres,
    hamlet_spaces,
    lower_washington_or_aid,
    pick_and_remove_cadre,
    set_hamlet,
    two_players,
    with_police,
)
from fitl.events.vocabulary import (
    UpTo,
    begin_effect,
    can_shift,
    pick,
    pick_amount,
    pick_and_set,
    pick_and_shift,
    pick_piece,
    pick_space,
    pick_spaces,
    pieces_in,
    place_here,
    place_in_different,
    put,
    relocate,
    remove_any,
    replace_piece,
)
from fitl.rules.control import set_support, shift
from fitl.rules.economy import add_aid, add_patronage, add_resources
from fitl.rules.forces import coin_pieces, count
from fitl.state import NEUTRAL, PASSIVE_SUPPORT, State

event = Programs()

CHIEU_HOI: Final = 1066


# --- P49* Kennedy on Television -----------------------------------------------------------------------------------


@event("p49", "unshaded")
def kennedy_on_television_unshaded(s: State, by: int) -> Flow[None]:
    """Washington +1; a City of Population 1 shifts toward Active Support."""
    yield from move_washington(s, +1)
    yield from pick_and_shift(s, by, "shift_support", SMALL_CITIES, 1, +1)


@event("p49", "shaded")
def kennedy_on_television_shaded(s: State, by: int) -> Flow[None]:
    """Washington -1 (at 0: Aid -5); Patronage -2."""
    yield from lower_washington_or_aid(s, 5)
    add_patronage(s, -2)


# --- P51* Lodge at the Embassy ------------------------------------------------------------------------------------


LODGE_PRICE: Final = 4


def _lodge_demands(s: State) -> list[str]:
    """What ARVN may answer: Patronage, of which it needs enough, or a step of the Regime, if there is one."""
    demands = (("patronage", s.patronage >= LODGE_PRICE), ("regime", can_lower_regime(s)))
    return [name for name, possible in demands if possible]


@event("p51", "unshaded")
def lodge_at_the_embassy_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN chooses 4 Patronage to Resources or a step of the Regime; a City but Saigon toward Active Support."""
    if ways := _lodge_demands(s):
        if (yield from pick(s, ARVN, "lodge_demands", ways)) == "patronage":
            patronage_to_resources(s, LODGE_PRICE)
        else:
            lower_regime(s)
    yield from pick_and_shift(s, by, "shift_support", OTHER_CITIES, 1, +1)


@event("p51", "shaded")
def lodge_at_the_embassy_shaded(s: State, by: int) -> Flow[None]:
    """Aid -6; ARVN removes 2 Police from Provinces."""
    add_aid(s, -6)
    yield from remove_any(s, ARVN, "withdraw_police", lambda: pieces_in(s, (POLICE,), SOUTH_PROVINCES), 2)


# --- P53* Krulak and Mendenhall -----------------------------------------------------------------------------------


@event("p53", "unshaded")
def krulak_and_mendenhall_unshaded(s: State, by: int) -> Flow[None]:
    """A die: on 1-3 Washington +1 and Aid +4; else Washington -1 and up to 4 Patronage to Resources."""
    if (yield roll("5.1", "event.die", card=s.card)) <= 3:
        yield from move_washington(s, +1)
        add_aid(s, +4)
    else:
        yield from move_washington(s, -1)
        n = yield from pick_amount(s, by, "patronage_moved", 0, min(4, s.patronage))
        patronage_to_resources(s, n)


@event("p53", "shaded")
def krulak_and_mendenhall_shaded(s: State, by: int) -> None:
    """US and ARVN Ineligible through the next card (2P: Aid -5); VC Resources +2."""
    if two_players(s):
        add_aid(s, -5)
    for faction in (US, ARVN):
        bar(s, faction)
    add_resources(s, VC, +2)


# --- P54* Import Freeze -------------------------------------------------------------------------------------------


FREEZE_PRICE: Final = 4
FREEZE_TAKES_AT_MOST: Final = 8


def _freeze_answers(s: State) -> list[str]:
    answers = (("patronage", s.patronage >= FREEZE_PRICE), ("aid", s.aid > 0))
    return [name for name, possible in answers if possible]


@event("p54", "unshaded")
def import_freeze_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN chooses: 4 Patronage for a step of the Regime upward, or Aid -8."""
    ways = _freeze_answers(s)
    if not ways:
        return
    if (yield from pick(s, ARVN, "import_freeze", ways)) == "patronage":
        add_patronage(s, -FREEZE_PRICE)
        improve_regime(s)
    else:
        add_aid(s, -8)


@event("p54", "shaded")
def import_freeze_shaded(s: State, by: int) -> None:
    """ARVN Resources minus half the Aid, rounded up, 8 at most; Aid -3."""
    add_resources(s, ARVN, -min(FREEZE_TAKES_AT_MOST, (s.aid + 1) // 2))
    add_aid(s, -3)


# --- P55* De Gaulle Speaks ----------------------------------------------------------------------------------------


@event("p55", "unshaded")
def de_gaulle_speaks_unshaded(s: State, by: int) -> Flow[None]:
    """Hanoi -1; the US (2P: ARVN) may lower Washington 1."""
    move_hanoi(s, -1)
    listener = ARVN if two_players(s) else US
    if s.washington and (yield from put(s, listener, "lower_washington", YES_NO)):
        yield from move_washington(s, -1)


@event("p55", "shaded")
def de_gaulle_speaks_shaded(s: State, by: int) -> Flow[None]:
    """2 Cities at Support but Saigon toward Neutral; NVA free Propagandizes in any City (2P: Aid -3)."""
    yield from pick_and_ease(s, by, "shift_neutral", at_support(s, OTHER_CITIES), 2)
    if two_players(s):
        add_aid(s, -3)
    else:
        op = granted(s, NVA, "propagandize", max_spaces=1)
        op.notes[ANYWHERE] = True
        yield from carry_out_granted(s, op)


# --- P56* Phnom Penh Breaks Off -----------------------------------------------------------------------------------


@event("p56", "unshaded")
def phnom_penh_breaks_off_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN free Sweeps in up to 2 Border Provinces, then free Assaults in 1 of them."""
    op = yield from may_operate(s, ARVN, "sweep", spaces=BORDER, max_spaces=2)
    yield from free_operation(s, ARVN, "assault", spaces=op.spaces, max_spaces=1)


@event("p56", "shaded")
def phnom_penh_breaks_off_shaded(s: State, by: int) -> Flow[None]:
    """Hanoi +1 (at 4: VC Resources +4); 1 VC Guerrilla in each of 2 Border Provinces."""
    raise_hanoi_or_resources(s, TRACK_TOP, 4)
    yield from place_in_different(s, by, "place_guerrilla", GUERRILLA, BORDER, 2)


# --- P57* Maneli's Messages ---------------------------------------------------------------------------------------


@event("p57", "unshaded")
def manelis_messages_unshaded(s: State, by: int) -> Flow[None]:
    """Patronage +3; Hanoi -1 or Washington -1."""
    add_patronage(s, +3)
    ways = [name for name, level in (("hanoi", s.hanoi), ("washington", s.washington)) if level]
    if ways:
        if (yield from pick(s, by, "track_down", ways)) == "hanoi":
            move_hanoi(s, -1)
        else:
            yield from move_washington(s, -1)


@event("p57", "shaded")
def manelis_messages_shaded(s: State, by: int) -> Flow[None]:
    """Aid -5; NVA may remove a Cadre to bring a City but Saigon 2 toward Neutral (2P: 1 level, for nothing)."""
    add_aid(s, -5)
    cities = at_support(s, OTHER_CITIES)
    if two_players(s):
        yield from pick_and_ease(s, by, "shift_neutral", cities, 1)
    elif cities and cadres(s) and (yield from put(s, NVA, "spend_cadre", YES_NO)):
        yield from pick_and_remove_cadre(s, NVA, "remove_cadre")
        sp = yield from pick_space(s, NVA, "shift_neutral", cities, left=1)
        set_support(s, sp, NEUTRAL)


# --- P60* Le Duan -------------------------------------------------------------------------------------------------


def _caution(s: State) -> list[str]:
    """What the patient may still obtain: a step of Hanoi, or Guerrillas held back."""
    ways = (("hanoi", s.hanoi > 0), ("guerrillas", bool(holding(s, EVERY_SPACE, *VC_GUERRILLAS))))
    return [name for name, possible in ways if possible]


@event("p60", "unshaded")
def le_duan_unshaded(s: State, by: int) -> Flow[None]:
    """NVA (2P: VC) chooses Hanoi -1 or 3 VC Guerrillas fewer; VC Resources -2."""
    chooser = VC if two_players(s) else NVA
    if ways := _caution(s):
        if (yield from pick(s, chooser, "le_duan", ways)) == "hanoi":
            move_hanoi(s, -1)
        else:
            yield from remove_guerrillas(s, chooser, EVERY_SPACE, 3)
    add_resources(s, VC, -2)


@event("p60", "shaded")
def le_duan_shaded(s: State, by: int) -> Flow[None]:
    """Hanoi +1; NVA free Infiltrates in 1 Province (2P: VC Resources +2)."""
    move_hanoi(s, +1)
    if two_players(s):
        add_resources(s, VC, +2)
    else:
        yield from free_operation(s, NVA, "infiltrate", max_spaces=1)


# --- P62* Pagoda Raids --------------------------------------------------------------------------------------------


@event("p62", "unshaded")
def pagoda_raids_unshaded(s: State, by: int) -> None:
    """The Regime improves a step, Patronage +1; Hue shifts toward Active Opposition."""
    improve_regime(s)
    add_patronage(s, +1)
    shift(s, HUE, -1)


@event("p62", "shaded")
def pagoda_raids_shaded(s: State, by: int) -> Flow[None]:
    """Aid -5; Hue and a City of Population 1 shift toward Active Opposition."""
    add_aid(s, -5)
    shift(s, HUE, -1)
    yield from pick_and_shift(s, by, "shift_opposition", SMALL_CITIES, 1, -1)


# --- P63* Colonel Tung --------------------------------------------------------------------------------------------


@event("p63", "unshaded")
def colonel_tung_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN may move any Rangers to Saigon; all turn Underground; ARVN free Raids in up to 2 spaces."""
    yield from relocate(s, ARVN, "rangers_to_saigon", RANGERS, EVERY_SPACE, (SAIGON,))
    hide_rangers(s)
    yield from free_activity(s, ARVN, "raid", max_spaces=2)


@event("p63", "shaded")
def colonel_tung_shaded(s: State, by: int) -> Flow[None]:
    """Up to 2 Rangers go; Patronage -2."""
    yield from remove_any(s, by, "remove_ranger", lambda: pieces_in(s, RANGERS, EVERY_SPACE), UpTo(2))
    add_patronage(s, -2)


# --- P65* Hamlets by Numbers --------------------------------------------------------------------------------------


def _countable(s: State) -> list[int]:
    return hamlet_spaces(s, coin_controlled(s, SOUTH_PROVINCES))


@event("p65", "unshaded")
def hamlets_by_numbers_unshaded(s: State, by: int) -> Flow[None]:
    """A Hamlet in each of up to 2 COIN-Controlled Provinces, which shift toward Active Opposition; Patronage +2."""
    for left in (2, 1):
        sp = yield from pick_space(s, by, "set_hamlet_up_to", _countable(s), optional=True, left=left)
        if sp == DONE:
            break
        set_hamlet(s, sp)
        shift(s, sp, -1)
    add_patronage(s, +2)


def _paper_hamlets(s: State) -> list[int]:
    lone = [sp for sp in holding(s, SOUTH_PROVINCES, HAMLET) if not count(s, sp, ARVN_TROOPS)]
    return holding(s, lone, *VC_GUERRILLAS)


@event("p65", "shaded")
def hamlets_by_numbers_shaded(s: State, by: int) -> Flow[None]:
    """Up to 2 Hamlets go where VC Guerrillas but no ARVN Troops are; if none goes 2 Provinces with Police shift."""
    gone = yield from remove_any(
        s, by, "remove_hamlet_up_to", lambda: pieces_in(s, (HAMLET,), _paper_hamlets(s)), UpTo(2)
    )
    if not gone:
        yield from pick_and_shift(s, by, "shift_opposition", with_police(s, SOUTH_PROVINCES), 2, -1)


# --- P66* Chieu Hoi -----------------------------------------------------------------------------------------------


@event("p66", "unshaded")
def chieu_hoi_unshaded(s: State, by: int) -> Flow[None]:
    """Capability: an ARVN Train removes a VC Guerrilla where COIN Controls. One is replaced by Police now."""
    begin_effect(s, CHIEU_HOI, "unshaded")
    pieces = pieces_in(s, VC_GUERRILLAS, coin_controlled(s, OPEN_SPACES))
    piece = yield from pick_piece(s, by, "rallier", pieces)
    if piece is not None:
        yield from replace_piece(s, by, piece[0], piece[1], POLICE)


def _infiltrated(s: State) -> list[int]:
    return with_police(s, coin_controlled(s, SOUTH_PROVINCES))


@event("p66", "shaded")
def chieu_hoi_shaded(s: State, by: int) -> Flow[None]:
    """1 VC Guerrilla in each of up to 3 COIN-Controlled Provinces with Police."""
    yield from place_in_up_to(s, by, "place_guerrilla_up_to", VC_GUERRILLA, lambda: _infiltrated(s), 3)


# --- P67* Young Correspondents ------------------------------------------------------------------------------------


@event("p67", "unshaded")
def young_correspondents_unshaded(s: State, by: int) -> Flow[None]:
    """VC Guerrillas in up to 3 Provinces with ARVN Troops turn Active; the US free Advises in 1 (2P: ARVN Assaults)."""
    spaces = yield from pick_spaces(s, by, "reported", lambda: holding(s, SOUTH_PROVINCES, ARVN_TROOPS), UpTo(3))
    expose_guerrillas(s, spaces)
    if two_players(s):
        yield from free_operation(s, ARVN, "assault", spaces=spaces, max_spaces=1)
    else:
        yield from free_operation(s, US, "advise", spaces=spaces, max_spaces=1)


def _embarrassing(s: State) -> list[int]:
    """Provinces with a Hamlet that can shift, or else with ARVN Troops."""
    fenced = can_shift(s, holding(s, SOUTH_PROVINCES, HAMLET), -1)
    return fenced or can_shift(s, holding(s, SOUTH_PROVINCES, ARVN_TROOPS), -1)


@event("p67", "shaded")
def young_correspondents_shaded(s: State, by: int) -> Flow[None]:
    """Aid -5; a Province with a Hamlet, or else with ARVN Troops, shifts 2 toward Active Opposition."""
    add_aid(s, -5)
    yield from pick_and_shift(s, by, "shift_opposition", _embarrassing(s), 1, -2)


# --- P68* Students in the Streets ---------------------------------------------------------------------------------


def _restless(s: State) -> list[int]:
    return [sp for sp in CITIES if s.support[sp] <= NEUTRAL]


@event("p68", "unshaded")
def students_in_the_streets_unshaded(s: State, by: int) -> Flow[None]:
    """A City at Neutral or Opposition goes to Passive Support (none: ARVN Resources +4); Patronage +3."""
    if not (yield from pick_and_set(s, by, "set_passive_support", _restless(s), 1, PASSIVE_SUPPORT)):
        add_resources(s, ARVN, +4)
    add_patronage(s, +3)


@event("p68", "shaded")
def students_in_the_streets_shaded(s: State, by: int) -> Flow[None]:
    """Saigon shifts toward Active Opposition; 1 VC Guerrilla in Saigon."""
    shift(s, SAIGON, -1)
    yield from place_here(s, by, SAIGON, VC_GUERRILLA, 1)


# --- P69* Dam Doi -------------------------------------------------------------------------------------------------


@event("p69", "unshaded")
def dam_doi_unshaded(s: State, by: int) -> Flow[None]:
    """Washington +1; up to 2 VC Guerrillas go from Delta Provinces."""
    yield from move_washington(s, +1)
    yield from remove_guerrillas(s, by, DELTA, UpTo(2))


BOOTY_AT_MOST: Final = 4


@event("p69", "shaded")
def dam_doi_shaded(s: State, by: int) -> Flow[None]:
    """VC free Attacks in up to 2 Delta Provinces; VC Resources +1 for each piece removed, 4 at most."""
    before = sum(coin_pieces(s, sp) for sp in DELTA)
    yield from may_operate(s, VC, "attack", spaces=DELTA, max_spaces=2)
    add_resources(s, VC, min(BOOTY_AT_MOST, before - sum(coin_pieces(s, sp) for sp in DELTA)))
