"""Cards of our own for 1962: P30* to P48*."""

from typing import Final

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_TROOPS,
    HAMLET,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    POLICE,
    VC_BASE,
    VC_BASE_CADRE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
)
from fitl.board.spaces import ADJACENT, CONTROLLABLE, DA_NANG, HUE, KONTUM, PLEIKU, QUI_NHON, SAIGON, mask_of
from fitl.decisions import DONE, Flow
from fitl.eras.sovereign_of_discord.advisors import redeploy_advisors
from fitl.eras.sovereign_of_discord.tracks import improve_regime
from fitl.events.expansions import (
    OTHER_CITIES,
    SOUTH_PROVINCES,
    at_opposition,
    at_support,
    bar,
    holding,
    pick_and_ease,
    place_in_up_to,
    with_pieces_of,
)
from fitl.events.free import free_operation, granted
from fitl.events.program import Programs
from fitl.events.sovereign_of_discord.annex_words import (
    COASTAL,
    EVERY_SPACE,
    GUERRILLA,
    HIGHLANDS,
    JUNGLES,
    LOWLANDS,
    RANGERS,
    assault_here,
    expose_guerrillas,
    raise_hanoi_or_resources,
    remove_guerrillas,
)
from fitl.events.sovereign_of_discord.vocabulary import (
    DELTA,
    TRACK_TOP,
    VC_GUERRILLAS,
    cadres,
    may_place_cadre,
    patronage_given_up,
    pick_and_remove_cadre,
    two_players,
    with_police,
)
from fitl.events.vocabulary import (
    UpTo,
    begin_effect,
    can_shift,
    pick,
    pick_and_shift,
    pick_space,
    pick_spaces,
    pieces_in,
    place_among,
    relocate,
    remove_among,
    remove_any,
    replace_piece,
)
from fitl.rules.activities.ambush import ambush, can_ambush
from fitl.rules.control import shift
from fitl.rules.economy import add_aid, add_patronage, add_resources
from fitl.rules.forces import count, guerrillas, hide, pieces_of
from fitl.rules.operation import Activity
from fitl.rules.pacification import agitate, can_agitate_further
from fitl.state import COIN_CONTROL, State

event = Programs()

HARKINS: Final = 1030
M113: Final = 1038
COMBAT_VILLAGES: Final = 1045


# --- P30* General Harkins -----------------------------------------------------------------------------------------


@event("p30", "unshaded")
def general_harkins_unshaded(s: State, by: int) -> None:
    """Capability: Advise as an Operation has 1 space more (2P: no). Aid +5."""
    if not two_players(s):
        begin_effect(s, HARKINS, "unshaded")
    add_aid(s, +5)


@event("p30", "shaded")
def general_harkins_shaded(s: State, by: int) -> None:
    """Capability: Advise brings no Aid of its own (2P: no). Aid -5."""
    if not two_players(s):
        begin_effect(s, HARKINS, "shaded")
    add_aid(s, -5)


# --- P34* People's Revolutionary Party ----------------------------------------------------------------------------


def _bases_in_opposition(s: State) -> list[int]:
    return at_opposition(s, holding(s, SOUTH_PROVINCES, VC_BASE, VC_BASE_CADRE))


def _party_losses(s: State) -> list[str]:
    """What the Party could lose: Cadres or Guerrillas."""
    ways = []
    if cadres(s) and not two_players(s):
        ways.append("cadres")
    if holding(s, EVERY_SPACE, *VC_GUERRILLAS):
        ways.append("guerrillas")
    return ways


@event("p34", "unshaded")
def peoples_revolutionary_party_unshaded(s: State, by: int) -> Flow[None]:
    """NVA removes 2 Cadres or VC 3 Guerrillas; a Province at Opposition with a VC Base toward Neutral."""
    ways = _party_losses(s)
    if ways and (yield from pick(s, by, "party_loses", ways)) == "cadres":
        for _ in range(2):
            yield from pick_and_remove_cadre(s, NVA, "remove_cadre")
    elif ways:
        yield from remove_among(s, VC, "remove_guerrillas", VC_GUERRILLAS, EVERY_SPACE, 3)
    yield from pick_and_ease(s, by, "shift_neutral", _bases_in_opposition(s), 1)


def _agitated(s: State) -> list[int]:
    """6.3.2, at no cost and for 1 level at most: a VC piece, no COIN Control, something to gain."""
    return [
        sp
        for sp in range(CONTROLLABLE)
        if s.control[sp] != COIN_CONTROL and pieces_of(s, sp, VC) and can_agitate_further(s, VC, sp, levels=1, price=0)
    ]


@event("p34", "shaded")
def peoples_revolutionary_party_shaded(s: State, by: int) -> Flow[None]:
    """VC Agitates free in up to 3 spaces, 1 level each; NVA may place a Cadre in one of them (2P: VC +1)."""
    spaces: list[int] = []
    while len(spaces) < 3:
        candidates = [sp for sp in _agitated(s) if sp not in spaces]
        sp = yield from pick_space(s, VC, "agitate", candidates, optional=True, left=3 - len(spaces))
        if sp == DONE:
            break
        spaces.append(sp)
        yield from agitate(s, VC, sp, "6.3.2", levels=1, price=0)
    if two_players(s):
        add_resources(s, VC, +1)
    elif based := holding(s, spaces, VC_BASE):
        yield from may_place_cadre(s, NVA, "place_cadre", based)


# --- P35* Group 759 -----------------------------------------------------------------------------------------------


@event("p35", "unshaded")
def group_759_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 2 VC Guerrillas go from coastal Provinces; VC Resources -3."""
    yield from remove_guerrillas(s, by, COASTAL, UpTo(2))
    add_resources(s, VC, -3)


@event("p35", "shaded")
def group_759_shaded(s: State, by: int) -> Flow[None]:
    """Hanoi +1 (at 4: VC Resources +4); 1 VC Guerrilla in a coastal Province."""
    raise_hanoi_or_resources(s, TRACK_TOP, 4)
    yield from place_among(s, by, "place_guerrilla", GUERRILLA, COASTAL, 1)


# --- P38* M113 Companies ------------------------------------------------------------------------------------------


@event("p38", "unshaded")
def m113_companies_unshaded(s: State, by: int) -> None:
    """Capability: in 1 Lowland per ARVN Assault Operation Police count as Troops."""
    begin_effect(s, M113, "unshaded")


@event("p38", "shaded")
def m113_companies_shaded(s: State, by: int) -> None:
    """Capability: an ARVN Assault in a Lowland that leaves a VC Guerrilla costs a Troop on 1-3."""
    begin_effect(s, M113, "shaded")


# --- P39* Morality Law --------------------------------------------------------------------------------------------


@event("p39", "unshaded")
def morality_law_unshaded(s: State, by: int) -> Flow[None]:
    """Patronage +4; 2 Cities at Support other than Saigon toward Neutral."""
    add_patronage(s, +4)
    yield from pick_and_ease(s, by, "shift_neutral", at_support(s, OTHER_CITIES), 2)


MORALITY_PRICE: Final = 4


@event("p39", "shaded")
def morality_law_shaded(s: State, by: int) -> Flow[None]:
    """ARVN gives up 4 Patronage, or Saigon shifts toward Active Opposition; Aid -3."""
    if not (yield from patronage_given_up(s, MORALITY_PRICE, "give_up_for_saigon")):
        shift(s, SAIGON, -1)
    add_aid(s, -3)


# --- P40* Republican Youth ----------------------------------------------------------------------------------------


def _loyal_provinces(s: State) -> list[int]:
    return [sp for sp in SOUTH_PROVINCES if count(s, sp, HAMLET) or s.control[sp] == COIN_CONTROL]


@event("p40", "unshaded")
def republican_youth_unshaded(s: State, by: int) -> Flow[None]:
    """The Regime improves a step; 1 Police in each of up to 3 Provinces with a Hamlet or COIN Control."""
    improve_regime(s)
    yield from place_in_up_to(s, by, "place_police_up_to", POLICE, lambda: _loyal_provinces(s), 3)


@event("p40", "shaded")
def republican_youth_shaded(s: State, by: int) -> Flow[None]:
    """Up to 3 Police, 1 in a Province, are replaced by VC Guerrillas; Patronage -1."""
    spaces = yield from pick_spaces(s, by, "turn_police", lambda: with_police(s, SOUTH_PROVINCES), UpTo(3))
    for sp in spaces:
        yield from replace_piece(s, by, POLICE, sp, VC_GUERRILLA)
    add_patronage(s, -1)


# --- P43* Ranch Hand ----------------------------------------------------------------------------------------------


@event("p43", "unshaded")
def ranch_hand_unshaded(s: State, by: int) -> Flow[None]:
    """VC Guerrillas in up to 3 Jungles and Lowlands turn Active; the US free Interdicts in 1 (2P: VC -3)."""
    spaces = yield from pick_spaces(s, by, "spray", lambda: holding(s, (*JUNGLES, *LOWLANDS), VC_GUERRILLA), UpTo(3))
    expose_guerrillas(s, spaces)
    if two_players(s):
        add_resources(s, VC, -3)
    else:
        yield from free_operation(s, US, "interdict", max_spaces=1)


def _sprayed_fields(s: State) -> list[int]:
    return can_shift(s, with_pieces_of(s, (*JUNGLES, *HIGHLANDS), VC), -1)


@event("p43", "shaded")
def ranch_hand_shaded(s: State, by: int) -> Flow[None]:
    """Up to 3 Jungles and Highlands with VC shift toward Active Opposition; in one its Guerrillas hide."""
    spaces = yield from pick_and_shift(s, by, "shift_opposition_up_to", _sprayed_fields(s), UpTo(3), -1)
    sp = yield from pick_space(s, by, "hide_all", holding(s, spaces, VC_GUERRILLA_ACTIVE))
    if sp != DONE:
        hide(s, sp, VC, count(s, sp, VC_GUERRILLA_ACTIVE))


# --- P44* Plain of Reeds ------------------------------------------------------------------------------------------


PASSENGERS: Final = (ARVN_TROOPS, IRREGULAR, IRREGULAR_ACTIVE, *RANGERS)


@event("p44", "unshaded")
def plain_of_reeds_unshaded(s: State, by: int) -> Flow[None]:
    """The US (2P: ARVN) free Air Lifts up to 4 pieces into 1 Lowland; ARVN free Assaults there, 1 piece more."""
    flyer = ARVN if two_players(s) else US
    sp = yield from pick_space(s, flyer, "landing_lowland", LOWLANDS)
    s.note("log.free_activity", faction=flyer, activity="air_lift")
    yield from relocate(s, flyer, "fly_there", PASSENGERS, EVERY_SPACE, (sp,), UpTo(4))
    if flyer == US:
        yield from redeploy_advisors(s, "P4.2.2")
    yield from assault_here(s, granted(s, ARVN, "assault", spaces=(sp,)), sp, more=1)


@event("p44", "shaded")
def plain_of_reeds_shaded(s: State, by: int) -> Flow[None]:
    """VC free Ambushes in up to 2 Lowlands, in one of them for 2 pieces."""
    act = Activity(s, VC, "ambush", None, mask_of(LOWLANDS), 2)
    if can_ambush(s, act):
        s.note("log.free_activity", faction=VC, activity="ambush")
        yield from ambush(s, act, two_in_one=True)


# --- P45* Combat Villages -----------------------------------------------------------------------------------------


@event("p45", "unshaded")
def combat_villages_unshaded(s: State, by: int) -> None:
    """Capability: in 1 space per ARVN Assault Operation a VC Base may be taken beside Underground Guerrillas."""
    begin_effect(s, COMBAT_VILLAGES, "unshaded")


@event("p45", "shaded")
def combat_villages_shaded(s: State, by: int) -> None:
    """Capability: an ARVN Sweep of a Province at Opposition costs a Troop on 1-3."""
    begin_effect(s, COMBAT_VILLAGES, "shaded")


# --- P46* 514th Battalion -----------------------------------------------------------------------------------------


def _cordoned(s: State) -> list[int]:
    """Delta Provinces with 2 ARVN Troops in them or in one adjacent space, where the Event changes something."""
    near = [sp for sp in DELTA if holding(s, (sp, *ADJACENT[sp]), ARVN_TROOPS, at_least=2)]
    return [sp for sp in near if guerrillas(s, sp, VC) or can_shift(s, (sp,), +1)]


@event("p46", "unshaded")
def battalion_514_unshaded(s: State, by: int) -> Flow[None]:
    """In a Delta Province near 2 ARVN Troops up to 3 VC Guerrillas go; if none is left it shifts."""
    sp = yield from pick_space(s, by, "cordon", _cordoned(s))
    if sp != DONE:
        yield from remove_guerrillas(s, by, (sp,), UpTo(3))
        if not guerrillas(s, sp, VC):
            shift(s, sp, +1)


@event("p46", "shaded")
def battalion_514_shaded(s: State, by: int) -> Flow[None]:
    """1 Ranger and up to 2 ARVN Troops go where VC Guerrillas are; ARVN Ineligible (2P: Patronage -2)."""
    spaces = holding(s, EVERY_SPACE, *VC_GUERRILLAS)
    yield from remove_any(s, by, "remove_ranger", lambda: pieces_in(s, RANGERS, spaces), 1)
    yield from remove_any(s, by, "remove_troops", lambda: pieces_in(s, (ARVN_TROOPS,), spaces), UpTo(2))
    if two_players(s):
        add_patronage(s, -2)
    bar(s, ARVN)


# --- P48* Highland Exodus -----------------------------------------------------------------------------------------


EXODUS: Final = (KONTUM, PLEIKU)
SHELTERS: Final = (HUE, DA_NANG, KONTUM, QUI_NHON)


@event("p48", "unshaded")
def highland_exodus_unshaded(s: State, by: int) -> Flow[None]:
    """VC Resources -1 for each Highland and Jungle with VC, 6 at most; Kontum or Pleiku shifts."""
    add_resources(s, VC, -min(6, len(with_pieces_of(s, (*HIGHLANDS, *JUNGLES), VC))))
    yield from pick_and_shift(s, by, "shift_support", EXODUS, 1, +1)


@event("p48", "shaded")
def highland_exodus_shaded(s: State, by: int) -> Flow[None]:
    """ARVN Resources -4; 2 of Hue, Da Nang, Kontum and Qui Nhon at Support toward Neutral."""
    add_resources(s, ARVN, -4)
    yield from pick_and_ease(s, by, "shift_neutral", at_support(s, SHELTERS), 2)
