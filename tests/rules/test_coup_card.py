"""2.4: Failed Attempts, the RVN leader box, US Coup Involvement, and when a Coup Round follows."""

from typing import Any

import pytest

from fitl.board.cards import FAILED_ATTEMPT_1, FAILED_ATTEMPT_2, KHANH, KY, TET_OFFENSIVE, THIEU, YOUNG_TURKS
from fitl.board.factions import ARVN, US
from fitl.board.spaces import AVAILABLE, LOC_SAIGON_CAN_THO, QUANG_NAM, SAIGON, SOUTHERN_LAOS
from fitl.lasting import BLOWTORCH_KOMER, CORDS
from fitl.options import GameOptions
from fitl.rules.coup.coup_card import coup_card
from fitl.state import COIN_CONTROL, MINH, NEXT_CARD, NO_LEADER, OVER, UNCONTROLLED, VICTORY, PileState, State
from tests.support import at, blank, play, put

MORE_COUPS = (PileState(events=3, period=0, coup=-1, last=4),)


def coup(card: int, **tracks: Any) -> State:
    return blank(card=card, piles=tracks.pop("piles", MORE_COUPS), **tracks)


def test_a_named_card_covers_the_previous_leader_and_brings_a_round() -> None:
    s = coup(YOUNG_TURKS, leader=KHANH, leader_box=(KHANH,), leader_silenced=True)
    assert play(coup_card(s)).over
    assert (s.leader, s.leader_box, s.leader_silenced, s.stage) == (YOUNG_TURKS, (KHANH, YOUNG_TURKS), False, VICTORY)


def test_the_first_named_card_covers_minh() -> None:
    s = coup(KHANH, leader=MINH)
    play(coup_card(s))
    assert (s.leader, s.leader_box) == (KHANH, (KHANH,))


def test_a_failed_attempt_goes_to_the_bottom_and_leaves_the_leader() -> None:
    s = coup(FAILED_ATTEMPT_1, leader=KY, leader_box=(KHANH, KY), leader_silenced=True)
    play(coup_card(s))
    assert (s.leader, s.leader_box, s.leader_silenced) == (KY, (FAILED_ATTEMPT_1, KHANH, KY), True)
    assert s.stage == VICTORY


def test_a_failed_attempt_cancels_minh_only() -> None:
    s = coup(FAILED_ATTEMPT_2, leader=MINH)
    play(coup_card(s))
    assert (s.leader, s.leader_box) == (NO_LEADER, (FAILED_ATTEMPT_2,))


def test_a_named_card_after_minh_was_cancelled_goes_on_top() -> None:
    s = coup(THIEU, leader=NO_LEADER, leader_box=(FAILED_ATTEMPT_1,))
    play(coup_card(s))
    assert (s.leader, s.leader_box) == (THIEU, (FAILED_ATTEMPT_1, THIEU))


def test_arvn_chooses_which_third_of_its_cubes_deserts_in_each_space() -> None:
    s = coup(FAILED_ATTEMPT_1)
    put(s, SAIGON, arvn_troops=4, police=4, ranger=1, arvn_base=1, us_troops=3)  # 8 cubes: 2 go
    put(s, LOC_SAIGON_CAN_THO, arvn_troops=1, police=1)  # 2 cubes: none
    put(s, SOUTHERN_LAOS, arvn_troops=5, police=1)  # 6 cubes: 2, at most 1 Police
    p = play(coup_card(s))
    assert p.decision is not None
    assert p.decision.actor == ARVN
    assert (p.decision.kind, p.keys()) == ("coup.desertion", ["0", "1", "2"])
    p.answer("0")
    assert at(s, SAIGON) == {"us_troops": 3, "arvn_troops": 4, "police": 2, "ranger": 1, "arvn_base": 1}
    assert p.keys() == ["1", "2"]
    p.answer("1")
    assert p.over
    assert at(s, SOUTHERN_LAOS) == {"arvn_troops": 4}
    assert at(s, LOC_SAIGON_CAN_THO) == {"arvn_troops": 1, "police": 1}
    assert (at(s, AVAILABLE)["arvn_troops"], at(s, AVAILABLE)["police"]) == (21, 27)


def test_desertion_of_one_kind_is_not_asked_and_adjusts_control() -> None:
    s = coup(FAILED_ATTEMPT_1)
    put(s, QUANG_NAM, police=3, vc_guerrilla=2)
    assert s.control[QUANG_NAM] == COIN_CONTROL
    assert play(coup_card(s)).over
    assert at(s, QUANG_NAM) == {"police": 2, "vc_guerrilla": 2}
    assert (s.control[QUANG_NAM], s.coin_population) == (UNCONTROLLED, 0)


@pytest.mark.parametrize("kind", ["arvn_troops", "police"])
def test_desertion_tells_only_of_those_who_go(kind: str) -> None:
    s = coup(FAILED_ATTEMPT_1)
    put(s, QUANG_NAM, **{kind: 6})
    play(coup_card(s))
    assert [entry.params["n"] for entry in s.log or () if entry.message == "log.remove"] == [2]


def test_named_cards_cause_no_desertion() -> None:
    s = coup(THIEU)
    put(s, SAIGON, arvn_troops=6)
    assert play(coup_card(s)).over
    assert at(s, SAIGON) == {"arvn_troops": 6}


def test_ky_arriving_beats_an_earlier_blowtorch_komer() -> None:
    s = coup(KY, effects=BLOWTORCH_KOMER | CORDS)
    play(coup_card(s))
    assert s.effects == CORDS


@pytest.mark.parametrize("card", [THIEU, FAILED_ATTEMPT_1])
def test_other_coup_cards_leave_blowtorch_komer_in_force(card: int) -> None:
    s = coup(card, leader=KY, effects=BLOWTORCH_KOMER)
    play(coup_card(s))
    assert s.effects == BLOWTORCH_KOMER


# --- two Coup cards in a row ---


def test_a_second_coup_in_a_row_changes_the_leader_but_brings_no_round() -> None:
    s = coup(KHANH, leader=MINH, last_was_coup=True)
    play(coup_card(s))
    assert (s.leader, s.stage, s.outcome) == (KHANH, NEXT_CARD, None)


def test_a_second_coup_in_a_row_still_has_desertion() -> None:
    s = coup(FAILED_ATTEMPT_1, last_was_coup=True)
    put(s, SAIGON, police=3)
    play(coup_card(s))
    assert at(s, SAIGON) == {"police": 2}
    assert s.stage == NEXT_CARD


def test_if_the_second_of_two_coups_is_the_last_the_game_ends_by_final_margins() -> None:
    s = coup(THIEU, last_was_coup=True, piles=(), next_card=0)
    play(coup_card(s))
    assert s.stage == OVER
    assert s.outcome is not None
    assert s.outcome.reason == "final"


# --- US Coup Involvement ---

INVOLVED = GameOptions(us_coup_involvement=True)


def test_the_us_may_turn_a_coup_into_a_failed_attempt() -> None:
    s = coup(KY, options=INVOLVED, leader=KHANH, leader_box=(KHANH,), effects=BLOWTORCH_KOMER)
    put(s, SAIGON, arvn_troops=6)
    p = play(coup_card(s))
    assert p.decision is not None
    assert (p.decision.actor, p.decision.kind) == (US, "coup.involvement")
    p.answer("yes")
    assert at(s, SAIGON) == {"arvn_troops": 4}
    assert (s.leader, s.leader_box, s.effects, s.stage) == (KHANH, (KY, KHANH), BLOWTORCH_KOMER, VICTORY)


def test_the_us_may_let_the_coup_succeed() -> None:
    s = coup(KY, options=INVOLVED, leader=KHANH, leader_box=(KHANH,))
    put(s, SAIGON, arvn_troops=6)
    play(coup_card(s), "no")
    assert at(s, SAIGON) == {"arvn_troops": 6}
    assert (s.leader, s.leader_box) == (KY, (KHANH, KY))


@pytest.mark.parametrize("leader", [MINH, NO_LEADER])
def test_the_us_may_not_keep_minh_or_nobody(leader: int) -> None:
    s = coup(KY, options=INVOLVED, leader=leader)
    assert play(coup_card(s)).asked == []
    assert s.leader == KY


def test_the_us_is_not_asked_about_a_real_failed_attempt_or_without_the_variant() -> None:
    for s in (coup(FAILED_ATTEMPT_1, options=INVOLVED, leader=KHANH), coup(KY, leader=KHANH)):
        assert play(coup_card(s)).asked == []


# --- 1967-69 ---


def test_tet_serving_as_coup_brings_a_round_but_no_leader() -> None:
    s = blank("short-1967", card=TET_OFFENSIVE, leader=THIEU, leader_box=(KHANH, THIEU), piles=MORE_COUPS)
    put(s, SAIGON, arvn_troops=6)
    assert play(coup_card(s)).over
    assert (s.leader, s.leader_box, s.stage) == (THIEU, (KHANH, THIEU), VICTORY)
    assert at(s, SAIGON) == {"arvn_troops": 6}
