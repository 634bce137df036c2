"""Cards 1-30: every side from a fitting situation to the exact result, and what bends or hinders it."""

from random import Random
from typing import Any

import pytest

from fitl.board.cards import KHANH, KY
from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.board.pieces import IRREGULAR
from fitl.board.spaces import (
    AN_LOC,
    AVAILABLE,
    BA_XUYEN,
    BINH_DINH,
    BINH_TUY,
    CAN_THO,
    CASUALTIES,
    CENTRAL_LAOS,
    CITIES,
    DA_NANG,
    HUE,
    KHANH_HOA,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    KONTUM,
    LOC_CAN_THO_CHAU_DOC,
    LOC_CAN_THO_LONG_PHU,
    LOC_HUE_DA_NANG,
    LOC_SAIGON_CAN_THO,
    NORTH_VIETNAM,
    NORTHEAST_CAMBODIA,
    OUT_OF_PLAY,
    PHU_BON,
    PHUOC_LONG,
    PLEIKU,
    QUANG_DUC,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    SIHANOUKVILLE,
    SOUTHERN_LAOS,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
)
from fitl.lasting import (
    AAA_SHADED,
    ABRAMS,
    ABRAMS_SHADED,
    ADSID,
    ARC_LIGHT,
    ARC_LIGHT_SHADED,
    BLOWTORCH_KOMER,
    CAPS,
    CAPS_SHADED,
    CLAYMORES,
    COBRAS,
    COBRAS_SHADED,
    CORDS,
    CORDS_SHADED,
    DA_NANG_SHADED,
    LASER_BOMBS,
    LASER_BOMBS_LATER,
    LASER_BOMBS_SHADED,
    MEDEVAC,
    MEDEVAC_SHADED,
    MIGS_SHADED,
    ORISKANY_SHADED,
    PATTON,
    PATTON_SHADED,
    PEACE_TALKS,
    ROLLING_THUNDER_SHADED,
    SA_2S,
    SA_2S_SHADED,
    SEARCH_AND_DESTROY,
    SEARCH_AND_DESTROY_SHADED,
    TOP_GUN,
    TOP_GUN_SHADED,
    TYPHOON_KATE,
    WILD_WEASELS_SHADED,
)
from fitl.rules.activities.air_strike import can_air_strike, piece_limit
from fitl.rules.cards import execute_event, is_effective
from fitl.rules.control import on_map, set_support
from fitl.rules.coup.commitment import commitment
from fitl.rules.coup.coup_card import coup_card
from fitl.rules.coup.reset import reset_phase
from fitl.rules.economy import improve_trail
from fitl.rules.menu import ACCOMPANYING, ACTIVITIES, OPERATIONS
from fitl.rules.operation import Activity, Operation
from fitl.rules.pacification import pacification_price
from fitl.rules.sequence import end_of_card, next_eligible
from fitl.state import (
    ACTIVE_OPPOSITION,
    ACTIVE_SUPPORT,
    EVENT,
    NEUTRAL,
    PASSIVE_OPPOSITION,
    PASSIVE_SUPPORT,
    PileState,
    State,
)
from tests.events.random_execution import check_situation, execute_at_random, execute_every_side, mid_game_states
from tests.support import Play, at, blank, pivotal_condition, play, put


def run(s: State, card: int, side: str, by: int, *answers: str | int) -> Play:
    """Execute one side of a card with these answers."""
    s.card = card
    return play(execute_event(s, card, side, by), *answers)


def effective(s: State, card: int, side: str, by: int = US) -> bool:
    """What the card says of itself, without changing anything."""
    before = s.copy()
    answer = is_effective(s, card, side, by)
    assert s == before
    return answer


def operate(s: State, faction: int, name: str, *answers: str | int, **how: Any) -> Play:
    """The Faction's ordinary Operation."""
    op = Operation(s, faction, name, **how)
    assert OPERATIONS[name].can(s, op)
    return play(OPERATIONS[name].run(s, op), *answers)


def strike(s: State, *answers: str | int) -> Play:
    """An ordinary Air Strike beside a US Operation."""
    act = Activity(s, US, "air_strike", Operation(s, US, "assault"))
    assert can_air_strike(s, act)
    return play(ACTIVITIES["air_strike"].run(s, act), *answers)


def may_take(s: State, faction: int, activity: str) -> bool:
    """May the Faction take this Special Activity beside an Operation?"""
    return ACTIVITIES[activity].can(s, Activity(s, faction, activity, Operation(s, faction, "march")))


# --- the whole range ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", range(30))
def test_every_side_by_everybody_from_random_situations(index: int) -> None:
    cards = [card for card in range(1, 31) if card != 15]
    execute_every_side(cards, mid_game_states()[index], index)


@pytest.mark.parametrize("by", FACTIONS)
def test_medevac_by_everybody_from_random_situations(by: int) -> None:
    """Apart, because unshaded Medevac lies there in the final campaign too, only without effect."""
    for index, state in enumerate(mid_game_states()):
        for side in ("unshaded", "shaded"):
            s = state.copy()
            execute_at_random(s, 15, side, by, Random(index))
            check_situation(s, state)


CAPABILITIES = {
    4: (TOP_GUN, TOP_GUN_SHADED),
    8: (ARC_LIGHT, ARC_LIGHT_SHADED),
    11: (ABRAMS, ABRAMS_SHADED),
    13: (COBRAS, COBRAS_SHADED),
    14: (PATTON, PATTON_SHADED),
    18: (CAPS, CAPS_SHADED),
    19: (CORDS, CORDS_SHADED),
    20: (LASER_BOMBS, LASER_BOMBS_SHADED),
    28: (SEARCH_AND_DESTROY, SEARCH_AND_DESTROY_SHADED),
}


@pytest.mark.parametrize("card", CAPABILITIES)
@pytest.mark.parametrize("by", FACTIONS)
def test_capabilities_replace_their_other_side_last_and_are_ineffective_when_in_force(card: int, by: int) -> None:
    unshaded, shaded = CAPABILITIES[card]
    s = blank()
    assert effective(s, card, "unshaded", by)
    assert run(s, card, "unshaded", by).over
    assert s.effects == unshaded
    assert not effective(s, card, "unshaded", by)
    assert effective(s, card, "shaded", by)
    assert run(s, card, "shaded", by).over
    assert s.effects == shaded
    assert not effective(s, card, "shaded", by)
    play(reset_phase(s))
    assert s.effects == shaded


# --- 1 Gulf of Tonkin ---------------------------------------------------------------------------------------------


def test_card_1_unshaded_strikes_then_brings_six_pieces_into_cities() -> None:
    s = blank(trail=2)
    put(s, QUANG_TRI, us_troops=1, vc_guerrilla_active=1)
    set_support(s, QUANG_TRI, PASSIVE_SUPPORT)
    put(s, OUT_OF_PLAY, us_troops=8, us_base=2, irregular=1)
    p = run(s, 1, "unshaded", ARVN)
    assert p.decision is not None
    assert p.decision.actor == US
    assert p.keys() == ["quang_tri_thua_thien", "done"]
    p.answer("quang_tri_thua_thien", 3, "vc_guerrilla_active@quang_tri_thua_thien", "degrade")
    assert s.trail == 1
    assert s.support[QUANG_TRI] == NEUTRAL
    assert len(p.keys()) == 3 * len(CITIES)  # no choice to stop
    p.answer("us_base@hue", "us_troops@saigon", 3, "irregular@an_loc", "us_base@hue")
    assert p.over
    assert at(s, HUE) == {"us_base": 2}
    assert at(s, SAIGON) == {"us_troops": 3}
    assert at(s, AN_LOC) == {"irregular": 1}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 5}


def test_card_1_unshaded_brings_all_there_are_and_leaves_a_base_without_room() -> None:
    s = blank(trail=0)
    for city in CITIES[:4]:
        put(s, city, vc_base=2)
    for city in CITIES[4:7]:
        put(s, city, nva_base=2)
    put(s, CAN_THO, nva_base=1, vc_base=1)
    put(s, OUT_OF_PLAY, us_base=1)
    assert not effective(s, 1, "unshaded")
    assert run(s, 1, "unshaded", US).over
    put(s, OUT_OF_PLAY, us_troops=2)
    assert effective(s, 1, "unshaded")
    run(s, 1, "unshaded", US, "us_troops@hue", 2)
    assert at(s, OUT_OF_PLAY) == {"us_base": 1}


def test_card_1_unshaded_beats_a_ban_on_air_strikes_and_keeps_the_monsoon_limit() -> None:
    s = blank(trail=0, effects=ROLLING_THUNDER_SHADED, next_card=KHANH)
    for sp in (HUE, SAIGON, CAN_THO):
        put(s, sp, us_troops=1, vc_guerrilla_active=1)
    assert effective(s, 1, "unshaded")
    p = run(s, 1, "unshaded", US, "hue", "saigon")
    assert p.asked[-1] == "air_strike.die"


def test_card_1_shaded_lowers_aid_and_sends_casualties_out_of_play() -> None:
    s = blank(aid=10)
    put(s, CASUALTIES, us_troops=3, us_base=1, irregular=2)
    assert effective(s, 1, "shaded")
    assert run(s, 1, "shaded", VC).over
    assert s.aid == 4
    assert at(s, CASUALTIES) == {}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 3, "us_base": 1, "irregular": 2}
    assert not effective(s, 1, "shaded")


# --- 2 Kissinger --------------------------------------------------------------------------------------------------


def test_card_2_unshaded_removes_a_die_roll_from_laos_and_cambodia() -> None:
    s = blank()
    put(s, CENTRAL_LAOS, nva_base=1, nva_troops=3, nva_tunnel=1)
    put(s, SIHANOUKVILLE, vc_guerrilla=1, us_troops=1)
    put(s, NORTH_VIETNAM, nva_troops=5)
    assert effective(s, 2, "unshaded")
    p = run(s, 2, "unshaded", US, 3)
    assert p.keys() == ["nva_troops@central_laos", "nva_base@central_laos", "vc_guerrilla@sihanoukville"]
    p.answer("nva_base@central_laos", "nva_troops@central_laos", 1, "vc_guerrilla@sihanoukville")
    assert p.over
    assert at(s, CENTRAL_LAOS) == {"nva_troops": 2, "nva_tunnel": 1}
    assert at(s, SIHANOUKVILLE) == {"us_troops": 1}


def test_card_2_unshaded_takes_all_if_fewer_and_never_forces_a_tunnel() -> None:
    s = blank()
    put(s, CENTRAL_LAOS, nva_tunnel=1)
    assert not effective(s, 2, "unshaded", US)
    assert run(s, 2, "unshaded", US, 6).over
    assert effective(s, 2, "unshaded", NVA)  # its owner may give it up
    put(s, CENTRAL_LAOS, nva_troops=1)
    p = run(s, 2, "unshaded", NVA, 6)
    assert p.keys() == ["nva_troops@central_laos", "nva_tunnel@central_laos"]
    p.answer("nva_troops@central_laos")
    assert p.keys() == ["nva_tunnel@central_laos", "done"]
    p.answer("done")
    assert at(s, CENTRAL_LAOS) == {"nva_tunnel": 1}
    run(s, 2, "unshaded", NVA, 1, "nva_tunnel@central_laos")
    assert at(s, CENTRAL_LAOS) == {}


def test_card_2_shaded_places_nva_takes_us_troops_and_cuts_aid() -> None:
    s = blank(aid=4)
    put(s, CASUALTIES, us_troops=1)
    put(s, SAIGON, us_troops=1)
    assert effective(s, 2, "shaded")
    p = run(s, 2, "shaded", VC)
    assert p.decision is not None
    assert p.decision.actor == NVA
    assert len(p.keys()) == 12
    p.answer("nva_base@the_fishhook", "nva_troops@sihanoukville")
    assert p.decision.actor == US
    assert p.keys() == ["us_troops@casualties", "us_troops@available", "us_troops@saigon"]
    p.answer("us_troops@casualties", "us_troops@saigon")
    assert p.over
    assert at(s, THE_FISHHOOK) == {"nva_base": 1}
    assert at(s, SIHANOUKVILLE) == {"nva_troops": 1}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2}
    assert s.aid == 0


def test_card_2_shaded_is_ineffective_when_no_part_can_be_done() -> None:
    s = blank(aid=0)
    put(s, OUT_OF_PLAY, us_troops=40, nva_troops=40)
    for sp in (NORTHEAST_CAMBODIA, THE_FISHHOOK, THE_PARROTS_BEAK, SIHANOUKVILLE):
        put(s, sp, nva_base=2)
    assert effective(s, 2, "shaded")  # NVA has Guerrillas
    put(s, OUT_OF_PLAY, nva_guerrilla=20)
    assert not effective(s, 2, "shaded")
    assert run(s, 2, "shaded", NVA).over


# --- 3 Peace Talks ------------------------------------------------------------------------------------------------


def test_card_3_unshaded_costs_nva_and_lowers_the_condition_of_linebacker_ii() -> None:
    s = blank(pivotal_held=0b1111, leader_box=(125, 126))
    put(s, OUT_OF_PLAY, us_troops=15, us_base=5)  # marker: 25 Troops and 1 Base Available
    assert not pivotal_condition(s, US)
    assert run(s, 3, "unshaded", US).over
    assert s.resources[NVA] == 11
    assert s.effects == PEACE_TALKS
    assert pivotal_condition(s, US)
    put(s, OUT_OF_PLAY, us_troops=1)
    assert not pivotal_condition(s, US)
    play(reset_phase(s))
    assert s.effects == PEACE_TALKS


def test_card_3_unshaded_only_costs_nva_once_linebacker_ii_is_gone() -> None:
    s = blank(pivotal_held=0b1110, resources=[0, 20, 5, 20])
    assert effective(s, 3, "unshaded")
    run(s, 3, "unshaded", US)
    assert s.resources[NVA] == 0
    assert s.effects == 0
    assert not effective(s, 3, "unshaded")
    s.pivotal_held = 0b0001
    assert effective(s, 3, "unshaded")


@pytest.mark.parametrize(("trail", "after"), [(0, 3), (1, 3), (2, 3), (3, 3), (4, 4)])
def test_card_3_shaded_pays_nva_and_raises_the_trail_to_three(trail: int, after: int) -> None:
    s = blank(trail=trail)
    assert effective(s, 3, "shaded")
    run(s, 3, "shaded", NVA)
    assert s.resources[NVA] == 29
    assert s.trail == after


def test_card_3_shaded_counts_as_one_change_under_adsid_and_is_ineffective_at_the_top() -> None:
    s = blank(trail=0, effects=ADSID)
    run(s, 3, "shaded", NVA)
    assert s.resources[NVA] == 20 + 9 - 6
    s.resources[NVA] = 75
    assert not effective(s, 3, "shaded")


# --- 4 Top Gun ----------------------------------------------------------------------------------------------------


def test_card_4_unshaded_removes_shaded_migs_and_doubles_the_degrade() -> None:
    s = blank(effects=MIGS_SHADED | SA_2S_SHADED, trail=4)
    run(s, 4, "unshaded", US)
    assert s.effects == TOP_GUN | SA_2S_SHADED
    strike(s, 2, "degrade")
    assert s.trail == 2
    assert at(s, CASUALTIES) == {}


def test_card_4_shaded_makes_the_degrade_a_roll_and_leaves_migs_alone() -> None:
    s = blank(effects=MIGS_SHADED, trail=2)
    run(s, 4, "shaded", NVA)
    assert s.effects == TOP_GUN_SHADED | MIGS_SHADED
    strike(s, 6, "degrade", 3)
    assert s.trail == 2
    strike(s, 2, "degrade", 4)
    assert s.trail == 1


# --- 5 Wild Weasels -----------------------------------------------------------------------------------------------


def test_card_5_unshaded_removes_shaded_sa_2s_and_nothing_else() -> None:
    s = blank(effects=SA_2S_SHADED, trail=3)
    assert effective(s, 5, "unshaded")
    run(s, 5, "unshaded", US)
    assert s.effects == 0
    assert (s.trail, s.resources[NVA]) == (3, 20)


def test_card_5_unshaded_degrades_and_costs_nva_without_shaded_sa_2s() -> None:
    s = blank(effects=SA_2S | AAA_SHADED | ORISKANY_SHADED, trail=3)
    run(s, 5, "unshaded", US)
    assert s.effects == SA_2S | AAA_SHADED | ORISKANY_SHADED
    assert (s.trail, s.resources[NVA]) == (1, 11)


def test_card_5_unshaded_is_ineffective_with_nothing_to_take() -> None:
    s = blank(trail=0, resources=[0, 20, 0, 20])
    assert not effective(s, 5, "unshaded")
    run(s, 5, "unshaded", US)
    assert (s.trail, s.resources[NVA]) == (0, 0)
    s.trail = 1
    assert effective(s, 5, "unshaded")


def test_card_5_shaded_lets_an_air_strike_degrade_or_remove_one_piece_until_reset() -> None:
    s = blank(trail=2)
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=3)
    assert effective(s, 5, "shaded")
    run(s, 5, "shaded", NVA)
    assert s.effects == WILD_WEASELS_SHADED
    assert not effective(s, 5, "shaded")
    assert strike(s, "saigon", 6, "vc_guerrilla_active@saigon").over
    assert at(s, SAIGON) == {"us_troops": 1, "vc_guerrilla_active": 2}
    assert strike(s, "saigon", 6, "degrade").over
    assert at(s, SAIGON) == {"us_troops": 1, "vc_guerrilla_active": 2}
    play(reset_phase(s))
    assert s.effects == 0


def test_card_5_shaded_and_card_20_shaded_the_later_sets_the_limit() -> None:
    s = blank()
    run(s, 20, "shaded", NVA)
    assert piece_limit(s) == 2
    run(s, 5, "shaded", NVA)
    assert piece_limit(s) == 1
    s = blank()
    run(s, 5, "shaded", NVA)
    run(s, 20, "shaded", NVA)
    assert s.effects == WILD_WEASELS_SHADED | LASER_BOMBS_SHADED | LASER_BOMBS_LATER
    assert piece_limit(s) == 2
    run(s, 5, "shaded", NVA)
    assert s.effects == WILD_WEASELS_SHADED | LASER_BOMBS_SHADED
    s.effects = WILD_WEASELS_SHADED | LASER_BOMBS | LASER_BOMBS_LATER  # turned over since
    assert piece_limit(s) == 1


# --- 6 Aces -------------------------------------------------------------------------------------------------------


def test_card_6_unshaded_strikes_one_space_with_six_hits_and_degrades_two() -> None:
    s = blank(trail=3, effects=AAA_SHADED | TOP_GUN_SHADED | MIGS_SHADED | ROLLING_THUNDER_SHADED)
    put(s, NORTH_VIETNAM, nva_troops=4, nva_base=1, nva_tunnel=1)
    put(s, CENTRAL_LAOS, vc_guerrilla_active=1, nva_guerrilla=1)
    put(s, QUANG_TRI, nva_troops=3)
    assert effective(s, 6, "unshaded")
    p = run(s, 6, "unshaded", ARVN)
    assert p.decision is not None
    assert p.decision.actor == ARVN
    assert p.keys() == ["north_vietnam", "central_laos"]
    p.answer("north_vietnam", *["nva_troops@north_vietnam"] * 4, "nva_base@north_vietnam")
    assert p.over
    assert at(s, NORTH_VIETNAM) == {"nva_tunnel": 1}
    assert s.trail == 1
    assert at(s, CASUALTIES) == {}


def test_card_6_unshaded_is_capped_by_shaded_laser_bombs_and_hits_may_be_let_go() -> None:
    s = blank(trail=1, effects=LASER_BOMBS_SHADED)
    put(s, NORTH_VIETNAM, nva_troops=4)
    run(s, 6, "unshaded", US, "nva_troops@north_vietnam", "nva_troops@north_vietnam")
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 2}
    assert s.trail == 0
    run(s, 6, "unshaded", US, "done")
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 2}


def test_card_6_unshaded_degrades_even_without_a_target() -> None:
    s = blank(trail=4)
    put(s, NORTH_VIETNAM, nva_guerrilla=2, nva_base=1)
    put(s, SAIGON, nva_troops=1)
    assert effective(s, 6, "unshaded")
    assert run(s, 6, "unshaded", US).over
    assert s.trail == 2
    s.trail = 0
    assert not effective(s, 6, "unshaded")


def test_card_6_shaded_costs_available_troops_and_improves_the_trail() -> None:
    s = blank(trail=3)
    put(s, SAIGON, us_troops=39)
    assert effective(s, 6, "shaded")
    assert run(s, 6, "shaded", NVA).over
    assert at(s, CASUALTIES) == {"us_troops": 1}
    assert at(s, SAIGON) == {"us_troops": 39}
    assert s.trail == 4
    assert not effective(s, 6, "shaded")
    s = blank(trail=0)
    run(s, 6, "shaded", NVA)
    assert at(s, CASUALTIES) == {"us_troops": 2}
    assert s.trail == 2


# --- 7 ADSID ------------------------------------------------------------------------------------------------------


def test_card_7_unshaded_costs_nva_at_every_change_of_the_trail_through_reset() -> None:
    s = blank(trail=3)
    assert effective(s, 7, "unshaded")
    run(s, 7, "unshaded", US)
    assert s.effects == ADSID
    improve_trail(s)
    assert s.resources[NVA] == 14
    play(reset_phase(s))
    assert (s.trail, s.resources[NVA], s.effects) == (3, 8, 0)


@pytest.mark.parametrize(("trail", "after"), [(0, 2), (1, 2), (2, 3), (3, 4), (4, 4)])
def test_card_7_shaded_improves_to_two_at_least_and_costs_arvn(trail: int, after: int) -> None:
    s = blank(trail=trail)
    assert effective(s, 7, "shaded")
    run(s, 7, "shaded", NVA)
    assert s.trail == after
    assert s.resources[ARVN] == 11


def test_card_7_shaded_is_ineffective_at_the_ends_of_both_tracks() -> None:
    s = blank(trail=4, resources=[0, 0, 20, 20])
    assert not effective(s, 7, "shaded")
    s.resources[ARVN] = 1
    assert effective(s, 7, "shaded")


# --- 8 Arc Light --------------------------------------------------------------------------------------------------


def test_card_8_unshaded_opens_one_province_without_coin_to_air_strikes() -> None:
    s = blank(trail=0)
    put(s, NORTH_VIETNAM, nva_troops=1)
    put(s, CENTRAL_LAOS, nva_troops=1)
    assert not may_take(s, US, "air_strike")
    run(s, 8, "unshaded", US)
    p = strike(s)
    assert p.keys() == ["north_vietnam", "central_laos"]
    p.answer("north_vietnam", 6, "nva_troops@north_vietnam")
    assert at(s, NORTH_VIETNAM) == {}


def test_card_8_shaded_doubles_the_shift_of_spaces_that_lose_several_pieces() -> None:
    s = blank(trail=0)
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=2)
    put(s, HUE, us_troops=1, vc_guerrilla_active=1)
    set_support(s, SAIGON, ACTIVE_SUPPORT)
    set_support(s, HUE, ACTIVE_SUPPORT)
    run(s, 8, "shaded", VC)
    strike(s, "saigon", "hue", 3, "vc_guerrilla_active@saigon", "vc_guerrilla_active@saigon", "vc_guerrilla_active@hue")
    assert s.support[SAIGON] == NEUTRAL
    assert s.support[HUE] == PASSIVE_SUPPORT


# --- 9 Psychedelic Cookie -----------------------------------------------------------------------------------------


def test_card_9_unshaded_brings_troops_from_out_of_play_to_available_and_the_south() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, us_troops=5)
    put(s, SAIGON, us_troops=35)
    p = run(s, 9, "unshaded", VC)
    assert p.decision is not None
    assert p.decision.actor == US
    assert p.keys() == ["out_of_play", "map"]
    p.answer("out_of_play")
    assert "us_troops@available" in p.keys()
    assert "us_troops@loc_hue_da_nang" in p.keys()
    assert "us_troops@central_laos" not in p.keys()
    p.answer("us_troops@available", 1, "us_troops@loc_hue_da_nang", 2)
    assert p.over
    assert at(s, AVAILABLE)["us_troops"] == 1
    assert at(s, LOC_HUE_DA_NANG) == {"us_troops": 2}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2}


def test_card_9_unshaded_withdraws_from_the_map_up_to_three() -> None:
    s = blank()
    put(s, SAIGON, us_troops=3)
    put(s, CENTRAL_LAOS, us_troops=1)
    p = run(s, 9, "unshaded", US, "us_troops@central_laos", "us_troops@saigon", 1, "done")
    assert p.over
    assert at(s, SAIGON) == {"us_troops": 2}
    assert at(s, CENTRAL_LAOS) == {}
    run(s, 9, "unshaded", US, "done")
    assert at(s, SAIGON) == {"us_troops": 2}


def test_card_9_unshaded_and_card_9_shaded_need_troops() -> None:
    s = blank()
    put(s, CASUALTIES, us_troops=4)
    for side in ("unshaded", "shaded"):
        assert not effective(s, 9, side)
        assert run(s, 9, side, US).over
    put(s, OUT_OF_PLAY, us_troops=1)
    assert effective(s, 9, "unshaded")
    assert not effective(s, 9, "shaded")


def test_card_9_shaded_takes_three_troops_out_of_play_as_the_us_chooses() -> None:
    s = blank()
    put(s, SAIGON, us_troops=2)
    put(s, HUE, us_troops=3)
    p = run(s, 9, "shaded", NVA)
    assert p.decision is not None
    assert p.decision.actor == US
    p.answer("us_troops@hue", 1, "us_troops@saigon", 2)
    assert p.over
    assert at(s, HUE) == {"us_troops": 2}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 3}
    assert run(s, 9, "shaded", NVA).over  # all that are left
    assert at(s, OUT_OF_PLAY) == {"us_troops": 5}


# --- 10 Rolling Thunder -------------------------------------------------------------------------------------------


def test_card_10_unshaded_degrades_costs_and_makes_nva_ineligible_at_once_and_on_the_next_card() -> None:
    s = blank(trail=1, order=(NVA, US, ARVN, VC), acted=((US, EVENT),))
    assert next_eligible(s) == NVA
    assert effective(s, 10, "unshaded")
    run(s, 10, "unshaded", US)
    assert (s.trail, s.resources[NVA]) == (0, 11)
    assert next_eligible(s) == ARVN
    play(end_of_card(s))
    assert s.eligible == 1 << ARVN | 1 << VC


def test_card_10_shaded_costs_arvn_and_bars_air_strikes_until_reset() -> None:
    s = blank(trail=2)
    assert may_take(s, US, "air_strike")
    assert effective(s, 10, "shaded")
    run(s, 10, "shaded", NVA)
    assert s.resources[ARVN] == 15
    assert s.effects == ROLLING_THUNDER_SHADED
    assert not may_take(s, US, "air_strike")
    play(reset_phase(s))
    assert may_take(s, US, "air_strike")
    assert s.resources[ARVN] == 15


# --- 11 Abrams ----------------------------------------------------------------------------------------------------


def test_card_11_unshaded_lets_one_assault_take_a_base_past_underground_guerrillas() -> None:
    s = blank()
    put(s, TAY_NINH, us_troops=1, vc_guerrilla=2, vc_base=1)
    run(s, 11, "unshaded", US)
    operate(s, US, "assault", "vc_base")
    assert at(s, TAY_NINH) == {"us_troops": 1, "vc_guerrilla": 2}


def test_card_11_shaded_limits_us_assault_to_two_spaces() -> None:
    s = blank()
    for sp in (HUE, SAIGON, CAN_THO):
        put(s, sp, us_troops=1, vc_guerrilla_active=1)
    run(s, 11, "shaded", NVA)
    assert operate(s, US, "assault", "hue", "saigon").over
    assert at(s, CAN_THO) == {"us_troops": 1, "vc_guerrilla_active": 1}


# --- 12 Capt Buck Adams -------------------------------------------------------------------------------------------


def test_card_12_unshaded_activates_outside_the_south_and_removes_a_base() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_guerrilla=2, nva_guerrilla_active=1, nva_base=1)
    put(s, SIHANOUKVILLE, vc_guerrilla=1, nva_base=1, nva_tunnel=1)
    put(s, SAIGON, vc_guerrilla=1, nva_base=1)
    assert effective(s, 12, "unshaded")
    p = run(s, 12, "unshaded", ARVN)
    assert p.keys() == ["nva_base@north_vietnam", "nva_base@sihanoukville"]
    p.answer("nva_base@sihanoukville")
    assert p.over
    assert at(s, NORTH_VIETNAM) == {"nva_guerrilla_active": 3, "nva_base": 1}
    assert at(s, SIHANOUKVILLE) == {"vc_guerrilla_active": 1, "nva_tunnel": 1}
    assert at(s, SAIGON) == {"vc_guerrilla": 1, "nva_base": 1}


def test_card_12_unshaded_spares_tunnels_and_may_be_ineffective() -> None:
    s = blank()
    put(s, SIHANOUKVILLE, vc_guerrilla_active=1, nva_tunnel=1)
    put(s, SAIGON, nva_base=1)
    assert not effective(s, 12, "unshaded", US)
    assert run(s, 12, "unshaded", US).over
    assert at(s, SIHANOUKVILLE) == {"vc_guerrilla_active": 1, "nva_tunnel": 1}
    assert run(s, 12, "unshaded", NVA).keys() == ["nva_tunnel@sihanoukville", "done"]


def test_card_12_shaded_places_a_base_under_nva_control_and_hides_three_guerrillas() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_troops=1, nva_base=2)  # no room
    put(s, CENTRAL_LAOS, nva_troops=1)
    put(s, SOUTHERN_LAOS, nva_troops=1)
    put(s, THE_FISHHOOK, nva_troops=1, us_troops=1)  # no Control
    put(s, SAIGON, nva_troops=1, nva_guerrilla_active=3)  # in the South
    put(s, HUE, nva_guerrilla_active=1, vc_guerrilla_active=1)
    assert effective(s, 12, "shaded")
    p = run(s, 12, "shaded", US)
    assert p.keys() == ["nva_base@central_laos", "nva_base@southern_laos"]
    p.answer("nva_base@southern_laos")
    assert p.keys() == ["nva_guerrilla_active@hue", "nva_guerrilla_active@saigon"]
    p.answer("nva_guerrilla_active@hue")
    assert p.over  # the other two can only be in Saigon
    assert at(s, SOUTHERN_LAOS) == {"nva_troops": 1, "nva_base": 1}
    assert at(s, HUE) == {"nva_guerrilla": 1, "vc_guerrilla_active": 1}
    assert at(s, SAIGON) == {"nva_troops": 1, "nva_guerrilla": 2, "nva_guerrilla_active": 1}


def test_card_12_shaded_partly_and_not_at_all() -> None:
    s = blank()
    put(s, SAIGON, nva_guerrilla_active=1)
    assert effective(s, 12, "shaded")
    assert run(s, 12, "shaded", VC).over
    assert at(s, SAIGON) == {"nva_guerrilla": 1}
    assert not effective(s, 12, "shaded")


def test_card_12_shaded_lets_nva_bring_a_base_from_the_map_only_if_it_likes() -> None:
    s = blank()
    put(s, CENTRAL_LAOS, nva_troops=1)
    put(s, SAIGON, nva_tunnel=1)
    put(s, OUT_OF_PLAY, nva_base=8)
    assert not effective(s, 12, "shaded", US)
    assert effective(s, 12, "shaded", NVA)
    p = run(s, 12, "shaded", NVA)
    assert p.keys() == ["nva_base@central_laos", "done"]
    p.answer("nva_base@central_laos")
    assert at(s, CENTRAL_LAOS) == {"nva_troops": 1, "nva_base": 1}
    assert at(s, SAIGON) == {}


# --- 13 Cobras ----------------------------------------------------------------------------------------------------


def test_card_13_unshaded_removes_an_active_enemy_in_sweep_spaces() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=2, vc_guerrilla=2)
    run(s, 13, "unshaded", US)
    operate(s, ARVN, "sweep", "saigon", "done", "vc_guerrilla_active")
    assert at(s, SAIGON) == {"arvn_troops": 2, "vc_guerrilla_active": 1}


def test_card_13_shaded_costs_a_us_troop_on_one_to_three() -> None:
    s = blank()
    put(s, SAIGON, us_troops=2, vc_guerrilla_active=1)
    put(s, HUE, us_troops=2, vc_guerrilla_active=1)
    run(s, 13, "shaded", NVA)
    operate(s, US, "assault", "saigon", 3, "hue", 4)
    assert at(s, SAIGON) == {"us_troops": 1}
    assert at(s, HUE) == {"us_troops": 2}
    assert at(s, CASUALTIES) == {"us_troops": 1}


# --- 14 M-48 Patton -----------------------------------------------------------------------------------------------


def test_card_14_unshaded_removes_two_more_outside_the_lowlands() -> None:
    s = blank()
    put(s, TAY_NINH, us_troops=1, vc_guerrilla_active=4)
    put(s, KIEN_HOA, us_troops=1, vc_guerrilla_active=4)
    run(s, 14, "unshaded", US)
    assert operate(s, US, "assault", "tay_ninh", "yes", "kien_hoa_vinh_binh").over
    assert at(s, TAY_NINH) == {"us_troops": 1, "vc_guerrilla_active": 1}
    assert at(s, KIEN_HOA) == {"us_troops": 1, "vc_guerrilla_active": 3}


def test_card_14_shaded_lets_nva_remove_two_cubes_that_patrolled() -> None:
    s = blank()
    put(s, SAIGON, us_troops=3)
    run(s, 14, "shaded", NVA)
    p = operate(s, US, "patrol", "loc_saigon_can_tho", 3)
    assert p.decision is not None
    assert p.decision.actor == NVA
    p.answer("us_troops@loc_saigon_can_tho", "us_troops@loc_saigon_can_tho")
    assert p.over
    assert at(s, LOC_SAIGON_CAN_THO) == {"us_troops": 1}
    assert at(s, CASUALTIES) == {"us_troops": 2}


# --- 15 Medevac ---------------------------------------------------------------------------------------------------


def test_card_15_unshaded_makes_troop_casualties_available_in_the_commitment_phase() -> None:
    s = blank()
    put(s, CASUALTIES, us_troops=6, us_base=1, irregular=1)
    run(s, 15, "unshaded", US)
    assert s.effects == MEDEVAC
    play(commitment(s), "done")
    assert at(s, CASUALTIES) == {}
    assert at(s, OUT_OF_PLAY) == {"us_base": 1}
    assert at(s, AVAILABLE)["us_troops"] == 40
    assert s.effects == MEDEVAC  # a Great Society would not use it up
    play(reset_phase(s))
    assert s.effects == 0


def test_card_15_unshaded_is_effective_only_while_a_commitment_phase_is_to_come() -> None:
    pile = PileState(4, 0, -1, 5)
    s = blank(piles=(pile,))
    assert not effective(s, 15, "unshaded")  # only the final Coup Round is left
    s.piles = (pile, pile)
    assert effective(s, 15, "unshaded")
    s.piles, s.next_card = (pile,), KHANH
    assert effective(s, 15, "unshaded")
    s.piles, s.next_card = (), 73
    assert effective(s, 15, "unshaded")


@pytest.mark.parametrize("by", FACTIONS)
def test_card_15_shaded_keeps_the_executor_eligible_and_bars_air_lift(by: int) -> None:
    s = blank(acted=((by, EVENT),))
    put(s, SAIGON, us_troops=1)
    assert may_take(s, US, "air_lift")
    assert effective(s, 15, "shaded", by)
    run(s, 15, "shaded", by)
    assert s.effects == MEDEVAC_SHADED
    assert not may_take(s, US, "air_lift")
    play(end_of_card(s))
    assert s.eligible == 0b1111


# --- 16 Blowtorch Komer -------------------------------------------------------------------------------------------


def test_card_16_unshaded_adds_aid_and_makes_pacification_cheap_in_the_support_phase() -> None:
    s = blank(aid=70)
    assert effective(s, 16, "unshaded")
    run(s, 16, "unshaded", US)
    assert s.aid == 75
    assert s.effects == BLOWTORCH_KOMER
    assert pacification_price(s, support_phase=True) == 1
    assert pacification_price(s, support_phase=False) == 3


def test_card_16_unshaded_beats_an_earlier_ky_and_yields_to_a_later_one() -> None:
    s = blank(leader=KY)
    run(s, 16, "unshaded", US)
    assert pacification_price(s, support_phase=True) == 1
    s = blank()
    run(s, 16, "unshaded", US)
    s.card = KY
    play(coup_card(s))
    assert pacification_price(s, support_phase=True) == 4


def test_card_16_shaded_cuts_aid_and_shifts_a_space_with_troops_and_police() -> None:
    s = blank(aid=6)
    put(s, SAIGON, us_troops=1, police=1)
    put(s, HUE, arvn_troops=1, police=1)
    put(s, DA_NANG, nva_troops=1, police=1)
    put(s, KONTUM, us_troops=1)
    put(s, PHUOC_LONG, us_troops=1, police=1)  # nobody lives there
    put(s, LOC_HUE_DA_NANG, us_troops=1, police=1)
    put(s, AN_LOC, us_troops=1, police=1)
    set_support(s, AN_LOC, ACTIVE_OPPOSITION)
    p = run(s, 16, "shaded", VC)
    assert s.aid == 0
    assert p.keys() == ["hue", "saigon"]
    p.answer("saigon")
    assert s.support[SAIGON] == PASSIVE_OPPOSITION
    assert s.support[HUE] == NEUTRAL


def test_card_16_shaded_does_what_it_can() -> None:
    s = blank(aid=20)
    assert effective(s, 16, "shaded")
    assert run(s, 16, "shaded", VC).over
    assert s.aid == 10
    s.aid = 0
    assert not effective(s, 16, "shaded")
    put(s, HUE, arvn_troops=1, police=1)
    assert effective(s, 16, "shaded")


# --- 17 Claymores -------------------------------------------------------------------------------------------------


def test_card_17_unshaded_keeps_the_executor_eligible_bars_ambush_and_thins_marching_groups() -> None:
    s = blank(acted=((ARVN, EVENT),))
    assert effective(s, 17, "unshaded")
    run(s, 17, "unshaded", ARVN)
    assert s.stay_eligible == 1 << ARVN
    assert s.effects == CLAYMORES
    put(s, TAY_NINH, vc_guerrilla=4)
    set_support(s, SAIGON, PASSIVE_SUPPORT)
    put(s, SAIGON, police=1)
    assert "ambush" in ACCOMPANYING[VC, "march"]
    assert not may_take(s, VC, "ambush")
    operate(s, VC, "march", "saigon", 4)
    assert at(s, SAIGON) == {"police": 1, "vc_guerrilla_active": 3}
    play(reset_phase(s))
    assert s.effects == 0


def test_card_17_shaded_removes_a_base_and_an_underground_guerrilla_where_both_are() -> None:
    s = blank()
    put(s, SAIGON, us_base=1, arvn_base=1, vc_guerrilla=2, nva_guerrilla=1)
    put(s, HUE, us_base=1, vc_guerrilla_active=1)
    put(s, AN_LOC, arvn_base=1, vc_guerrilla=1)
    assert effective(s, 17, "shaded")
    p = run(s, 17, "shaded", VC)
    assert p.keys() == ["an_loc", "saigon"]
    p.answer("saigon", "us_base", "nva_guerrilla")
    assert p.over
    assert at(s, SAIGON) == {"arvn_base": 1, "vc_guerrilla": 2}
    assert at(s, CASUALTIES) == {"us_base": 1}
    run(s, 17, "shaded", VC, "an_loc")
    assert at(s, AN_LOC) == {}
    assert at(s, CASUALTIES) == {"us_base": 1}


def test_card_17_shaded_needs_a_space_with_both() -> None:
    s = blank()
    put(s, HUE, us_base=1, vc_guerrilla_active=1)
    put(s, SAIGON, vc_guerrilla=1)
    assert not effective(s, 17, "shaded")
    assert run(s, 17, "shaded", VC).over
    assert at(s, HUE) == {"us_base": 1, "vc_guerrilla_active": 1}


# --- 18 Combined Action Platoons, 19 CORDS ------------------------------------------------------------------------


def test_card_18_unshaded_adds_a_police_from_available_or_the_map() -> None:
    s = blank()
    put(s, HUE, us_troops=1)
    put(s, SAIGON, police=2)
    run(s, 18, "unshaded", US)
    p = operate(s, US, "train", "nothing", "hue")
    assert p.keys() == ["available", "saigon"]
    p.answer("saigon", "done")
    assert p.over
    assert at(s, HUE) == {"us_troops": 1, "police": 1}
    assert at(s, SAIGON) == {"police": 1}
    assert s.resources[ARVN] == 20


def test_card_18_shaded_limits_us_sweep_to_two_spaces() -> None:
    s = blank()
    for sp in (HUE, SAIGON, CAN_THO):
        put(s, sp, us_troops=1, vc_guerrilla=1)
    run(s, 18, "shaded", NVA)
    p = operate(s, US, "sweep", "hue", "saigon")
    assert p.asked[-1] != "sweep.space"
    p.answer("done")
    assert p.over
    assert at(s, CAN_THO) == {"us_troops": 1, "vc_guerrilla": 1}


def test_card_19_unshaded_lets_us_training_pacify_in_two_spaces() -> None:
    s = blank(econ=0)
    put(s, HUE, us_troops=1)
    put(s, SAIGON, us_troops=1)
    run(s, 19, "unshaded", US)
    operate(s, US, "train", "hue", "nothing", "saigon", "nothing", "pacify", "hue", "stop", "saigon", "stop")
    assert s.support[HUE] == s.support[SAIGON] == PASSIVE_SUPPORT
    assert s.resources[ARVN] == 14


def test_card_19_shaded_stops_us_training_at_passive_support() -> None:
    s = blank(econ=0)
    put(s, HUE, us_troops=1)
    run(s, 19, "shaded", NVA)
    assert operate(s, US, "train", "nothing", "pacify").over
    assert s.support[HUE] == PASSIVE_SUPPORT


# --- 20 Laser Guided Bombs ----------------------------------------------------------------------------------------


def test_card_20_unshaded_spares_spaces_that_lose_one_piece() -> None:
    s = blank(trail=0)
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=2)
    put(s, HUE, us_troops=1, vc_guerrilla_active=1)
    run(s, 20, "unshaded", US)
    strike(s, "saigon", "hue", 3, "vc_guerrilla_active@saigon", "vc_guerrilla_active@saigon", "vc_guerrilla_active@hue")
    assert s.support[SAIGON] == PASSIVE_OPPOSITION
    assert s.support[HUE] == NEUTRAL


def test_card_20_shaded_limits_an_air_strike_to_two_pieces() -> None:
    s = blank(trail=0)
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=4)
    run(s, 20, "shaded", NVA)
    assert s.effects == LASER_BOMBS_SHADED
    assert strike(s, 6, "vc_guerrilla_active@saigon", "vc_guerrilla_active@saigon").over
    assert at(s, SAIGON) == {"us_troops": 1, "vc_guerrilla_active": 2}


# --- 21 Americal --------------------------------------------------------------------------------------------------


def test_card_21_unshaded_moves_two_from_the_map_and_two_from_out_of_play_to_one_space() -> None:
    s = blank()
    put(s, SAIGON, us_troops=3)
    put(s, HUE, us_troops=1)
    put(s, QUANG_TIN, us_troops=1)
    put(s, OUT_OF_PLAY, us_troops=3)
    p = run(s, 21, "unshaded", NVA)
    assert p.decision is not None
    assert p.decision.actor == US
    keys = p.keys()
    assert len(keys) == 47
    assert "north_vietnam" not in keys
    p.answer("quang_tin_quang_ngai")
    assert p.keys() == ["us_troops@hue", "us_troops@saigon", "done"]
    p.answer("us_troops@hue", "us_troops@saigon", 2)
    assert p.over
    assert at(s, QUANG_TIN) == {"us_troops": 5}
    assert at(s, SAIGON) == {"us_troops": 2}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 1}


def test_card_21_unshaded_may_send_them_to_available_or_move_none() -> None:
    s = blank()
    put(s, SAIGON, us_troops=3)
    put(s, OUT_OF_PLAY, us_troops=1)
    assert run(s, 21, "unshaded", US, "available", "us_troops@saigon", 2, 1).over
    assert at(s, SAIGON) == {"us_troops": 1}
    assert at(s, OUT_OF_PLAY) == {}
    assert at(s, AVAILABLE)["us_troops"] == 39
    assert run(s, 21, "unshaded", US, "hue", "done").over
    assert at(s, SAIGON) == {"us_troops": 1}


def test_card_21_unshaded_needs_troops_on_the_map_or_out_of_play() -> None:
    s = blank()
    put(s, CASUALTIES, us_troops=2)
    assert not effective(s, 21, "unshaded")
    assert run(s, 21, "unshaded", US).over
    put(s, OUT_OF_PLAY, us_troops=1)
    assert effective(s, 21, "unshaded")


def test_card_21_shaded_removes_a_vc_piece_and_sets_active_opposition_changing_provinces_first() -> None:
    s = blank()
    put(s, BINH_DINH, us_troops=1, vc_guerrilla=1, vc_base=1)
    put(s, PLEIKU, us_troops=1, vc_guerrilla_active=1)
    put(s, TAY_NINH, us_troops=1, vc_guerrilla=1)
    set_support(s, TAY_NINH, ACTIVE_OPPOSITION)
    put(s, KHANH_HOA, us_troops=1, vc_tunnel=1)
    put(s, QUANG_NAM, vc_guerrilla=1)
    put(s, SAIGON, us_troops=1, vc_guerrilla=1)
    assert effective(s, 21, "shaded")
    p = run(s, 21, "shaded", US)
    assert p.keys() == ["binh_dinh", "pleiku_darlac"]
    p.answer("binh_dinh", "vc_base@binh_dinh")
    assert p.keys() == ["pleiku_darlac", "done"]
    p.answer("pleiku_darlac")
    assert p.over
    assert at(s, BINH_DINH) == {"us_troops": 1, "vc_guerrilla": 1}
    assert at(s, PLEIKU) == {"us_troops": 1}
    assert s.support[BINH_DINH] == s.support[PLEIKU] == ACTIVE_OPPOSITION
    p = run(s, 21, "shaded", US)
    assert p.keys() == ["binh_dinh", "tay_ninh"]  # none would change now
    p.answer("tay_ninh", "done")
    assert at(s, TAY_NINH) == {"us_troops": 1}


def test_card_21_shaded_needs_a_vc_piece_that_can_be_removed() -> None:
    s = blank()
    put(s, KHANH_HOA, us_troops=1, vc_tunnel=1)
    assert not effective(s, 21, "shaded", US)
    assert run(s, 21, "shaded", US).over
    assert s.support[KHANH_HOA] == NEUTRAL
    assert effective(s, 21, "shaded", VC)  # it may give its Tunneled Base up
    assert run(s, 21, "shaded", VC, "done").over
    assert s.support[KHANH_HOA] == NEUTRAL
    p = run(s, 21, "shaded", VC, "khanh_hoa")
    p.answer("vc_tunnel@khanh_hoa")
    assert s.support[KHANH_HOA] == ACTIVE_OPPOSITION
    assert at(s, KHANH_HOA) == {"us_troops": 1}


def test_card_21_shaded_offers_vc_its_own_tunnels_only_where_the_level_would_change_while_others_change() -> None:
    s = blank()
    put(s, PLEIKU, us_troops=1, vc_guerrilla=1)
    put(s, KHANH_HOA, us_troops=1, vc_tunnel=1)
    put(s, TAY_NINH, us_troops=1, vc_tunnel=1)
    set_support(s, TAY_NINH, ACTIVE_OPPOSITION)
    assert run(s, 21, "shaded", VC).keys() == ["pleiku_darlac", "khanh_hoa"]
    set_support(s, PLEIKU, ACTIVE_OPPOSITION)
    assert run(s, 21, "shaded", VC).keys() == ["pleiku_darlac", "khanh_hoa", "tay_ninh"]


# --- 22 Da Nang ---------------------------------------------------------------------------------------------------


def test_card_22_unshaded_lands_up_to_six_troops_three_of_them_from_out_of_play() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, us_troops=5)
    p = run(s, 22, "unshaded", ARVN)
    assert p.decision is not None
    assert p.decision.actor == US
    assert p.keys() == ["0", "1", "2", "3"]
    p.answer(3)
    assert p.keys() == ["0", "1", "2", "3"]
    p.answer(2)
    assert p.over
    assert at(s, DA_NANG) == {"us_troops": 5}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2}
    assert run(s, 22, "unshaded", US, 0).keys() == [str(n) for n in range(7)]


def test_card_22_unshaded_needs_troops() -> None:
    s = blank()
    put(s, SAIGON, us_troops=40)
    assert not effective(s, 22, "unshaded")
    assert run(s, 22, "unshaded", US).over
    s = blank()
    put(s, SAIGON, us_troops=39)
    assert effective(s, 22, "unshaded")


def test_card_22_shaded_removes_support_around_da_nang_and_bars_air_strikes() -> None:
    s = blank(trail=2)
    set_support(s, DA_NANG, ACTIVE_SUPPORT)
    set_support(s, QUANG_NAM, PASSIVE_SUPPORT)
    set_support(s, QUANG_TIN, PASSIVE_OPPOSITION)
    set_support(s, HUE, ACTIVE_SUPPORT)
    assert effective(s, 22, "shaded")
    run(s, 22, "shaded", VC)
    assert [s.support[sp] for sp in (DA_NANG, QUANG_NAM, QUANG_TIN, HUE)] == [
        NEUTRAL,
        NEUTRAL,
        PASSIVE_OPPOSITION,
        ACTIVE_SUPPORT,
    ]
    assert s.effects == DA_NANG_SHADED
    assert not may_take(s, US, "air_strike")


# --- 23 Operation Attleboro ---------------------------------------------------------------------------------------


def test_card_23_unshaded_flies_in_sweeps_and_assaults_as_if_there_were_no_tunnel() -> None:
    s = blank(next_card=KHANH, effects=MEDEVAC_SHADED)  # Monsoon and a ban: the Event beats both
    put(s, TAY_NINH, vc_tunnel=1, vc_guerrilla=1, arvn_troops=2)
    put(s, SAIGON, us_troops=4)
    put(s, NORTH_VIETNAM, nva_tunnel=1)
    assert effective(s, 23, "unshaded")
    p = run(s, 23, "unshaded", VC)
    assert p.decision is not None
    assert p.decision.actor == US
    assert p.decision.kind == "air_lift.space"  # North Vietnam is no choice
    p.answer("saigon", 2, "done")
    assert p.decision.kind == "sweep.destination"
    p.answer("tay_ninh", 1, "done")
    assert p.over  # 3 Troops and nothing left for ARVN to Assault
    assert at(s, TAY_NINH) == {"arvn_troops": 2, "us_troops": 3}
    assert s.resources[ARVN] == 20


def test_card_23_unshaded_added_arvn_assault_is_free_and_ignores_tunnels_too() -> None:
    s = blank(resources=[0, 0, 20, 20], effects=CAPS_SHADED)
    put(s, TAY_NINH, vc_tunnel=1, nva_tunnel=1, us_troops=1, arvn_troops=2)
    p = run(s, 23, "unshaded", US)
    assert p.decision is not None
    assert p.decision.kind == "assault.remove"  # nobody is elsewhere to fly or move in
    p.answer("vc_tunnel", "arvn")
    assert p.over
    assert at(s, TAY_NINH) == {"us_troops": 1, "arvn_troops": 2}
    assert s.aid == 26


def test_card_23_unshaded_needs_a_tunnel_in_reach() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_tunnel=1)
    put(s, TAY_NINH, vc_base=1)
    put(s, SAIGON, us_troops=1)
    assert not effective(s, 23, "unshaded")
    assert run(s, 23, "unshaded", US).over
    s = blank()
    put(s, TAY_NINH, vc_tunnel=1)
    assert not effective(s, 23, "unshaded")
    put(s, HUE, us_troops=1)
    assert effective(s, 23, "unshaded")


def test_card_23_shaded_kills_a_die_roll_of_us_troops_in_and_next_to_a_tunnel_space() -> None:
    s = blank()
    put(s, TAY_NINH, vc_tunnel=1, us_troops=1, arvn_troops=1)
    put(s, SAIGON, us_troops=4)
    put(s, HUE, us_troops=4)
    put(s, SIHANOUKVILLE, nva_tunnel=1)  # no US Troops near
    assert effective(s, 23, "shaded")
    p = run(s, 23, "shaded", VC, 4)
    assert p.keys() == ["us_troops@tay_ninh", "us_troops@saigon"]
    p.answer("us_troops@saigon", 3, "us_troops@saigon")
    assert p.over
    assert at(s, CASUALTIES) == {"us_troops": 4}
    assert at(s, TAY_NINH) == {"vc_tunnel": 1, "us_troops": 1, "arvn_troops": 1}
    assert at(s, SAIGON) == {}
    assert run(s, 23, "shaded", VC, 6).over  # all if fewer
    assert at(s, CASUALTIES) == {"us_troops": 5}
    assert at(s, HUE) == {"us_troops": 4}
    assert not effective(s, 23, "shaded")
    assert run(s, 23, "shaded", VC).over


# --- 24 Operation Starlite ----------------------------------------------------------------------------------------


def test_card_24_unshaded_clears_vc_from_a_coastal_province_near_us_troops() -> None:
    s = blank()
    put(s, QUANG_TIN, vc_guerrilla=2, vc_guerrilla_active=1, vc_base=1, nva_guerrilla=1)
    put(s, DA_NANG, us_troops=1)
    put(s, KIEN_HOA, us_troops=1, vc_guerrilla=1, vc_tunnel=1)
    put(s, PLEIKU, us_troops=1, vc_guerrilla=1)  # not coastal
    put(s, KIEN_GIANG, vc_guerrilla=1, arvn_troops=1)  # no US Troops
    assert effective(s, 24, "unshaded")
    p = run(s, 24, "unshaded", US)
    assert p.keys() == ["quang_tin_quang_ngai", "kien_hoa_vinh_binh"]
    p.answer("quang_tin_quang_ngai")
    assert p.over
    assert at(s, QUANG_TIN) == {"nva_guerrilla": 1}
    assert run(s, 24, "unshaded", US).over
    assert at(s, KIEN_HOA) == {"us_troops": 1, "vc_tunnel": 1}
    assert not effective(s, 24, "unshaded")
    assert run(s, 24, "unshaded", US).over


def test_card_24_unshaded_lets_vc_itself_give_up_a_tunnel() -> None:
    s = blank()
    put(s, KIEN_HOA, us_troops=1, vc_guerrilla=1, vc_tunnel=1)
    p = run(s, 24, "unshaded", VC)
    assert p.keys() == ["vc_tunnel@kien_hoa_vinh_binh", "done"]
    p.answer("done")
    assert at(s, KIEN_HOA) == {"us_troops": 1, "vc_tunnel": 1}


def test_card_24_shaded_hides_vc_in_up_to_three_provinces_and_stays_eligible() -> None:
    s = blank(acted=((VC, EVENT),))
    for sp in (QUANG_NAM, PLEIKU, TAY_NINH, BA_XUYEN):
        put(s, sp, vc_guerrilla_active=2, nva_guerrilla_active=1)
    put(s, SAIGON, vc_guerrilla_active=1)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla_active=1)
    p = run(s, 24, "shaded", VC)
    assert p.keys() == ["quang_nam", "pleiku_darlac", "tay_ninh", "ba_xuyen", "done"]
    p.answer("quang_nam", "ba_xuyen", "pleiku_darlac")
    assert p.over
    for sp in (QUANG_NAM, PLEIKU, BA_XUYEN):
        assert at(s, sp) == {"vc_guerrilla": 2, "nva_guerrilla_active": 1}
    assert at(s, TAY_NINH) == {"vc_guerrilla_active": 2, "nva_guerrilla_active": 1}
    play(end_of_card(s))
    assert s.eligible == 0b1111


def test_card_24_shaded_may_be_declined_and_is_ineffective_only_before_a_coup() -> None:
    s = blank()
    put(s, TAY_NINH, vc_guerrilla_active=1)
    assert run(s, 24, "shaded", US, "done").over
    assert at(s, TAY_NINH) == {"vc_guerrilla_active": 1}
    assert s.stay_eligible == 1 << US
    assert effective(s, 24, "shaded")
    s = blank()
    assert effective(s, 24, "shaded")  # staying Eligible is something
    s.next_card = KHANH
    assert not effective(s, 24, "shaded")


# --- 25 TF-116 Riverines ------------------------------------------------------------------------------------------


def test_card_25_unshaded_clears_the_mekong_then_arvn_sweeps_and_assaults_the_lowlands() -> None:
    s = blank(next_card=KHANH, resources=[0, 0, 20, 20])
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1, nva_troops=1)
    put(s, LOC_CAN_THO_LONG_PHU, vc_guerrilla_active=2)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    put(s, SAIGON, arvn_troops=4, us_troops=1)
    put(s, KIEN_HOA, vc_guerrilla=2)
    put(s, PHU_BON, vc_guerrilla=1, arvn_troops=2)  # a Lowland, but far from the river
    assert effective(s, 25, "unshaded")
    p = run(s, 25, "unshaded", US)
    assert at(s, LOC_SAIGON_CAN_THO) == at(s, LOC_CAN_THO_LONG_PHU) == {}
    assert p.decision is not None
    assert p.decision.actor == US
    assert p.keys() == ["us", "arvn"]
    p.answer("arvn")
    assert p.decision.actor == ARVN
    assert p.keys() == ["kien_phong", "kien_hoa_vinh_binh"]
    p.answer("kien_hoa_vinh_binh", "done", "kien_hoa_vinh_binh", 4)
    assert p.over
    assert at(s, KIEN_HOA) == {"arvn_troops": 4}
    assert s.resources[ARVN] == 0
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla": 1}
    assert at(s, PHU_BON) == {"vc_guerrilla": 1, "arvn_troops": 2}


def test_card_25_unshaded_us_assaults_add_one_arvn_assault_in_all_at_no_cost() -> None:
    s = blank(resources=[0, 0, 20, 20])
    for sp in (KIEN_HOA, KIEN_PHONG):
        put(s, sp, us_troops=1, arvn_troops=2, vc_guerrilla_active=3)
    p = run(s, 25, "unshaded", VC, "us", "kien_hoa_vinh_binh", "done", "done")
    assert p.decision is not None
    assert (p.decision.actor, p.decision.kind) == (US, "event.add_arvn_assault")
    assert p.keys() == ["kien_phong", "kien_hoa_vinh_binh", "done"]
    p.answer("kien_phong")
    assert p.over
    assert at(s, KIEN_PHONG) == {"us_troops": 1, "arvn_troops": 2, "vc_guerrilla_active": 1}
    assert at(s, KIEN_HOA) == {"us_troops": 1, "arvn_troops": 2, "vc_guerrilla_active": 2}


def test_card_25_unshaded_names_its_spaces_so_shaded_abrams_and_platoons_do_not_limit_it() -> None:
    s = blank(effects=ABRAMS_SHADED | CAPS_SHADED)
    lowlands = ("kien_phong", "kien_hoa_vinh_binh", "ba_xuyen", "kien_giang_an_xuyen")
    for sp in (KIEN_PHONG, KIEN_HOA, BA_XUYEN, KIEN_GIANG):
        put(s, sp, us_troops=1, vc_guerrilla=1)
    assert run(s, 25, "unshaded", US, *lowlands, "done").over
    for sp in (KIEN_PHONG, KIEN_HOA, BA_XUYEN, KIEN_GIANG):
        assert at(s, sp) == {"us_troops": 1}


def test_card_25_unshaded_sweeps_and_assaults_each_lowland_where_that_does_something() -> None:
    s = blank()
    put(s, CAN_THO, arvn_troops=1)
    for sp in (KIEN_PHONG, KIEN_HOA):
        put(s, sp, arvn_troops=2, vc_guerrilla=1)
    put(s, BA_XUYEN, arvn_troops=2)  # nobody hides here: Swept only if ARVN wants
    put(s, KIEN_GIANG, arvn_troops=1, vc_guerrilla_active=1)  # a single Troop hits nobody
    p = run(s, 25, "unshaded", ARVN, "kien_phong", "done", "done")
    assert p.over
    assert at(s, KIEN_PHONG) == at(s, KIEN_HOA) == {"arvn_troops": 2}
    assert at(s, KIEN_GIANG) == {"arvn_troops": 1, "vc_guerrilla_active": 1}
    swept = [entry.params["space"] for entry in s.log or () if entry.message == "log.sweep.space"]
    assert swept == [KIEN_PHONG, KIEN_HOA]


def test_card_25_unshaded_abrams_makes_the_order_of_us_assaults_a_choice() -> None:
    s = blank(effects=ABRAMS)
    put(s, KIEN_PHONG, us_troops=1, nva_troops=1, vc_base=1)
    put(s, KIEN_HOA, us_troops=1, nva_troops=1, nva_base=1)
    p = run(s, 25, "unshaded", US, "kien_phong", "done", "done")
    assert p.decision is not None
    assert (p.decision.actor, p.decision.kind) == (US, "event.roks_assault")
    assert p.keys() == ["kien_phong", "kien_hoa_vinh_binh"]
    p.answer("kien_hoa_vinh_binh", "nva_base")
    assert p.over
    assert at(s, KIEN_PHONG) == {"us_troops": 1, "vc_base": 1}
    assert at(s, KIEN_HOA) == {"us_troops": 1, "nva_troops": 1}


def test_card_25_unshaded_without_anybody_near_does_nothing() -> None:
    s = blank()
    put(s, KIEN_HOA, vc_guerrilla=1)
    put(s, HUE, us_troops=3)
    assert not effective(s, 25, "unshaded")
    assert run(s, 25, "unshaded", US).over
    put(s, KIEN_HOA, police=1)
    assert effective(s, 25, "unshaded")
    s = blank()
    put(s, CAN_THO, us_troops=1)
    assert effective(s, 25, "unshaded")
    s = blank()
    put(s, LOC_CAN_THO_CHAU_DOC, nva_guerrilla=1)
    assert effective(s, 25, "unshaded")
    assert run(s, 25, "unshaded", NVA).over
    assert at(s, LOC_CAN_THO_CHAU_DOC) == {}


def test_card_25_shaded_fills_the_mekong_and_sabotages_where_vc_outnumber_coin() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, police=2)
    put(s, LOC_CAN_THO_CHAU_DOC, police=1)
    s.terror[LOC_CAN_THO_LONG_PHU] = 1
    assert effective(s, 25, "shaded")
    assert run(s, 25, "shaded", US).over
    assert at(s, LOC_SAIGON_CAN_THO) == {"police": 2, "vc_guerrilla": 2}
    assert at(s, LOC_CAN_THO_CHAU_DOC) == {"police": 1, "vc_guerrilla": 2}
    assert at(s, LOC_CAN_THO_LONG_PHU) == {"vc_guerrilla": 2}
    assert [s.terror[sp] for sp in (LOC_SAIGON_CAN_THO, LOC_CAN_THO_CHAU_DOC, LOC_CAN_THO_LONG_PHU)] == [0, 1, 1]


def test_card_25_shaded_asks_where_guerrillas_and_markers_go_when_they_are_short() -> None:
    s = blank()
    put(s, SAIGON, vc_guerrilla=27)
    s.terror[HUE] = 14
    p = run(s, 25, "shaded", NVA)
    assert p.keys() == ["loc_saigon_can_tho", "loc_can_tho_chau_doc", "loc_can_tho_long_phu"]
    p.answer("loc_can_tho_long_phu", "loc_can_tho_long_phu", "loc_saigon_can_tho")
    assert p.keys() == ["loc_saigon_can_tho", "loc_can_tho_long_phu"]  # the one marker
    p.answer("loc_saigon_can_tho")
    assert p.over
    assert at(s, LOC_CAN_THO_LONG_PHU) == {"vc_guerrilla": 2}
    assert s.terror[LOC_SAIGON_CAN_THO] == 1
    assert not effective(s, 25, "shaded", NVA)
    assert run(s, 25, "shaded", NVA).over
    assert effective(s, 25, "shaded", VC)  # by bringing Guerrillas from elsewhere
    p = run(s, 25, "shaded", VC)
    assert p.keys()[-1] == "done"
    p.answer("loc_can_tho_chau_doc", "saigon", "done")
    assert p.over
    assert at(s, LOC_CAN_THO_CHAU_DOC) == {"vc_guerrilla": 1}


# --- 26 LRRP ------------------------------------------------------------------------------------------------------


def test_card_26_unshaded_places_irregulars_then_strikes_anywhere() -> None:
    s = blank(trail=1)
    put(s, CENTRAL_LAOS, nva_troops=1)
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=1)
    assert effective(s, 26, "unshaded")
    p = run(s, 26, "unshaded", ARVN)
    assert p.decision is not None
    assert p.decision.actor == US
    assert len(p.keys()) == 6
    p.answer("irregular@central_laos", 2, "irregular@sihanoukville")
    assert p.keys() == ["saigon", "central_laos", "done"]
    p.answer("central_laos", "done", 3, "nva_troops@central_laos", "degrade")
    assert p.over
    assert at(s, CENTRAL_LAOS) == {"irregular": 2}
    assert at(s, SIHANOUKVILLE) == {"irregular": 1}
    assert s.trail == 0


def test_card_26_unshaded_does_what_it_can() -> None:
    s = blank(trail=0)
    put(s, CASUALTIES, irregular=6)
    assert not effective(s, 26, "unshaded")
    assert run(s, 26, "unshaded", US).over
    s.trail = 1
    assert effective(s, 26, "unshaded")
    s = blank(trail=0)
    put(s, SAIGON, irregular_active=6)
    p = run(s, 26, "unshaded", US)
    assert p.keys()[-1] == "done"  # bringing them from the map is a choice (1.4.1)
    p.answer("irregular@central_laos", "done")
    assert p.over
    assert at(s, CENTRAL_LAOS) == {"irregular": 1}


def test_card_26_shaded_makes_irregulars_casualties_and_shifts_each_space_once() -> None:
    s = blank()
    put(s, PLEIKU, irregular=1, irregular_active=1)
    put(s, HUE, irregular=1)
    put(s, CENTRAL_LAOS, irregular=1)
    assert effective(s, 26, "shaded")
    p = run(s, 26, "shaded", VC, "irregular@pleiku_darlac", "irregular_active@pleiku_darlac", "irregular@central_laos")
    assert p.over
    assert at(s, CASUALTIES) == {"irregular": 3}
    assert s.support[PLEIKU] == PASSIVE_OPPOSITION
    assert s.support[HUE] == NEUTRAL
    assert run(s, 26, "shaded", VC).over
    assert at(s, CASUALTIES) == {"irregular": 4}
    assert s.support[HUE] == PASSIVE_OPPOSITION
    assert not effective(s, 26, "shaded")


# --- 27 Phoenix Program -------------------------------------------------------------------------------------------


def test_card_27_unshaded_removes_three_vc_pieces_under_coin_control() -> None:
    s = blank()
    put(s, SAIGON, police=5, vc_guerrilla=2, vc_base=1, nva_guerrilla=1)
    put(s, HUE, us_troops=3, vc_guerrilla_active=1, vc_tunnel=1)
    put(s, TAY_NINH, vc_guerrilla=2)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1, police=2)  # LoCs are never Controlled
    assert effective(s, 27, "unshaded")
    p = run(s, 27, "unshaded", US)
    assert p.keys() == ["vc_guerrilla_active@hue", "vc_guerrilla@saigon", "vc_base@saigon"]
    p.answer("vc_base@saigon", "vc_guerrilla@saigon", 2)
    assert p.over
    assert at(s, SAIGON) == {"police": 5, "nva_guerrilla": 1}
    assert run(s, 27, "unshaded", US).over
    assert at(s, HUE) == {"us_troops": 3, "vc_tunnel": 1}
    assert not effective(s, 27, "unshaded", US)
    assert effective(s, 27, "unshaded", VC)
    assert run(s, 27, "unshaded", VC).keys() == ["vc_tunnel@hue", "done"]


def test_card_27_shaded_terrorizes_two_spaces_outside_saigon() -> None:
    s = blank()
    for sp in (SAIGON, HUE, DA_NANG, QUANG_TRI):
        put(s, sp, police=2, vc_guerrilla=1)
        set_support(s, sp, ACTIVE_SUPPORT)
    put(s, CAN_THO, police=1)
    put(s, KONTUM, vc_guerrilla=1)
    s.terror[DA_NANG] = 1
    assert effective(s, 27, "shaded")
    p = run(s, 27, "shaded", VC)
    assert p.keys() == ["hue", "da_nang", "quang_tri_thua_thien"]
    p.answer("da_nang", "hue")
    assert p.over
    assert (s.terror[HUE], s.terror[DA_NANG]) == (1, 2)
    assert s.support[HUE] == s.support[DA_NANG] == ACTIVE_OPPOSITION
    assert s.support[QUANG_TRI] == ACTIVE_SUPPORT


def test_card_27_shaded_takes_all_if_fewer_and_needs_a_marker_or_a_change() -> None:
    s = blank()
    put(s, HUE, police=2, vc_guerrilla=1)
    s.terror[SAIGON] = 15
    assert effective(s, 27, "shaded")
    assert run(s, 27, "shaded", VC).over
    assert s.terror[HUE] == 0
    assert s.support[HUE] == ACTIVE_OPPOSITION
    assert not effective(s, 27, "shaded")
    s.terror[SAIGON] = 14
    assert effective(s, 27, "shaded")
    put(s, SAIGON, police=2, vc_guerrilla=1)
    s.terror[SAIGON] = 15
    assert not effective(s, 27, "shaded")


# --- 28 Search and Destroy ----------------------------------------------------------------------------------------


def test_card_28_unshaded_lets_us_assault_take_an_underground_guerrilla() -> None:
    s = blank()
    put(s, PLEIKU, us_troops=1, vc_guerrilla=2)  # Highland: no hit otherwise
    run(s, 28, "unshaded", US)
    operate(s, US, "assault", "vc_guerrilla")
    assert at(s, PLEIKU) == {"us_troops": 1, "vc_guerrilla": 1}


@pytest.mark.parametrize(("faction", "stop"), [(US, ["done"]), (ARVN, [])])
def test_card_28_shaded_shifts_assaulted_provinces(faction: int, stop: list[str]) -> None:
    s = blank()
    put(s, KIEN_HOA, us_troops=1, arvn_troops=2, vc_guerrilla_active=4)
    put(s, HUE, us_troops=1, arvn_troops=2, vc_guerrilla_active=4)
    run(s, 28, "shaded", NVA)
    operate(s, faction, "assault", "kien_hoa_vinh_binh", "hue", *stop)
    assert s.support[KIEN_HOA] == PASSIVE_OPPOSITION
    assert s.support[HUE] == NEUTRAL


# --- 29 Tribesmen -------------------------------------------------------------------------------------------------


def test_card_29_unshaded_removes_four_insurgents_from_spaces_with_irregulars() -> None:
    s = blank()
    put(s, PLEIKU, irregular=1, vc_guerrilla=2, vc_base=1)
    put(s, CENTRAL_LAOS, irregular_active=1, nva_troops=3, nva_tunnel=1)
    put(s, TAY_NINH, ranger=1, vc_guerrilla=1)
    assert effective(s, 29, "unshaded")
    p = run(s, 29, "unshaded", ARVN)
    assert p.keys() == ["nva_troops@central_laos", "vc_guerrilla@pleiku_darlac", "vc_base@pleiku_darlac"]
    p.answer("vc_base@pleiku_darlac", "nva_troops@central_laos", 3)
    assert p.over
    assert at(s, PLEIKU) == {"irregular": 1, "vc_guerrilla": 2}
    assert at(s, CENTRAL_LAOS) == {"irregular_active": 1, "nva_tunnel": 1}
    assert run(s, 29, "unshaded", US).over  # all that are left
    assert at(s, PLEIKU) == {"irregular": 1}
    assert not effective(s, 29, "unshaded")


def test_card_29_shaded_turns_irregulars_into_vc_sets_a_highland_and_cuts_patronage() -> None:
    s = blank(patronage=2)
    put(s, PLEIKU, irregular=1, irregular_active=1)
    put(s, LOC_HUE_DA_NANG, irregular=1)
    put(s, CASUALTIES, irregular=1)
    for sp in (QUANG_TRI, BINH_DINH, KHANH_HOA):
        set_support(s, sp, PASSIVE_SUPPORT)
    assert effective(s, 29, "shaded")
    p = run(s, 29, "shaded", VC)
    assert p.keys() == ["quang_nam", "pleiku_darlac"]  # not North Vietnam, where nobody lives
    p.answer("quang_nam")
    assert p.over
    assert at(s, PLEIKU) == {"vc_guerrilla": 2}
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla": 1}
    assert at(s, CASUALTIES) == {"irregular": 1}
    assert s.support[QUANG_NAM] == ACTIVE_OPPOSITION
    assert s.patronage == 0


def test_card_29_shaded_short_of_guerrillas_the_executor_chooses_and_the_rest_just_go() -> None:
    s = blank()
    for sp in (QUANG_TRI, QUANG_NAM, BINH_DINH, PLEIKU, KHANH_HOA):
        set_support(s, sp, PASSIVE_SUPPORT)
    put(s, SAIGON, vc_guerrilla=29)
    put(s, PLEIKU, irregular=1)
    put(s, QUANG_DUC, irregular=1)
    p = run(s, 29, "shaded", NVA)
    assert p.keys() == ["pleiku_darlac", "quang_duc_long_khanh"]
    p.answer("quang_duc_long_khanh")
    assert p.over
    assert at(s, QUANG_DUC) == {"vc_guerrilla": 1}
    assert at(s, PLEIKU) == {}
    assert on_map(s, IRREGULAR) == 0
    put(s, PLEIKU, irregular=1)
    p = run(s, 29, "shaded", VC)  # VC may bring one from elsewhere, or not
    assert p.keys() == ["pleiku_darlac", "done"]
    p.answer("done")
    assert at(s, PLEIKU) == {}


def test_card_29_shaded_is_ineffective_when_no_part_can_be_done() -> None:
    s = blank(patronage=0)
    for sp in (QUANG_TRI, QUANG_NAM, BINH_DINH, PLEIKU, KHANH_HOA):
        set_support(s, sp, PASSIVE_OPPOSITION)
    assert not effective(s, 29, "shaded")
    assert run(s, 29, "shaded", VC).over
    set_support(s, PLEIKU, NEUTRAL)
    assert effective(s, 29, "shaded")


# --- 30 USS New Jersey --------------------------------------------------------------------------------------------


def test_card_30_unshaded_strikes_up_to_three_coastal_spaces_two_pieces_each() -> None:
    limits = WILD_WEASELS_SHADED | LASER_BOMBS_SHADED | ROLLING_THUNDER_SHADED | TYPHOON_KATE
    s = blank(trail=3, effects=limits, next_card=KHANH)
    put(s, NORTH_VIETNAM, nva_troops=3)
    put(s, SAIGON, vc_guerrilla_active=1, vc_guerrilla=1, vc_base=1)
    put(s, KIEN_HOA, vc_guerrilla_active=3)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla_active=1)
    put(s, TAY_NINH, nva_troops=2, us_troops=1)  # not coastal
    put(s, HUE, vc_guerrilla=1)
    assert effective(s, 30, "unshaded")
    p = run(s, 30, "unshaded", NVA)
    assert p.decision is not None
    assert p.decision.actor == NVA
    p.answer("arvn")
    assert p.decision.actor == ARVN
    assert p.keys() == ["saigon", "north_vietnam", "kien_hoa_vinh_binh", "loc_hue_da_nang"]
    p.answer("north_vietnam")
    assert p.keys()[-1] == "done"
    p.answer("kien_hoa_vinh_binh", "saigon")
    p.answer("nva_troops@north_vietnam", "nva_troops@north_vietnam")
    assert p.keys() == ["vc_guerrilla_active@kien_hoa_vinh_binh", "vc_guerrilla_active@saigon", "done"]
    p.answer("vc_guerrilla_active@kien_hoa_vinh_binh", "vc_guerrilla_active@kien_hoa_vinh_binh")
    p.answer("vc_guerrilla_active@saigon")
    assert p.over
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 1}
    assert at(s, KIEN_HOA) == {"vc_guerrilla_active": 1}
    assert at(s, SAIGON) == {"vc_guerrilla": 1, "vc_base": 1}
    assert s.support[KIEN_HOA] == s.support[SAIGON] == PASSIVE_OPPOSITION
    assert s.trail == 3


def test_card_30_unshaded_shifts_follow_the_capabilities() -> None:
    s = blank(effects=LASER_BOMBS | ARC_LIGHT_SHADED)
    put(s, SAIGON, vc_guerrilla_active=1)
    put(s, HUE, vc_guerrilla_active=2)
    hits = ["vc_guerrilla_active@saigon", "vc_guerrilla_active@hue", "vc_guerrilla_active@hue"]
    assert run(s, 30, "unshaded", US, "us", "saigon", "hue", *hits).over
    assert s.support[SAIGON] == NEUTRAL
    assert s.support[HUE] == ACTIVE_OPPOSITION


def test_card_30_unshaded_needs_an_exposed_piece_on_the_coast() -> None:
    s = blank(trail=3)
    put(s, SAIGON, vc_guerrilla=1, vc_base=1)
    put(s, TAY_NINH, nva_troops=1)
    assert not effective(s, 30, "unshaded")
    assert run(s, 30, "unshaded", US).over


def test_card_30_shaded_shifts_two_coastal_provinces_with_us_troops_two_levels() -> None:
    s = blank()
    for sp in (QUANG_NAM, BINH_TUY, KIEN_HOA, TAY_NINH, SAIGON):
        put(s, sp, us_troops=1)
    put(s, BINH_DINH, arvn_troops=1)
    set_support(s, QUANG_NAM, ACTIVE_SUPPORT)
    assert effective(s, 30, "shaded")
    p = run(s, 30, "shaded", VC)
    assert p.keys() == ["quang_nam", "binh_tuy_binh_thuan", "kien_hoa_vinh_binh"]
    p.answer("quang_nam", "kien_hoa_vinh_binh")
    assert p.over
    assert s.support[QUANG_NAM] == NEUTRAL
    assert s.support[KIEN_HOA] == ACTIVE_OPPOSITION
    assert s.support[BINH_TUY] == NEUTRAL
    assert run(s, 30, "shaded", VC).over  # two are left that can shift
    assert s.support[QUANG_NAM] == s.support[BINH_TUY] == ACTIVE_OPPOSITION
    assert not effective(s, 30, "shaded")
    assert run(s, 30, "shaded", VC).over
