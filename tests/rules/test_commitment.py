"""6.5 (second edition): rotation of Casualties, US moves, VC shifts for withdrawal, and the cards that bend them."""

from typing import Any

from fitl.board.factions import US, VC
from fitl.board.spaces import (
    AN_LOC,
    AVAILABLE,
    BINH_DINH,
    CASUALTIES,
    CENTRAL_LAOS,
    HUE,
    LOC_MASK,
    LOC_SAIGON_CAN_THO,
    OUT_OF_PLAY,
    PLEIKU,
    SAIGON,
    SPACES,
    TAY_NINH,
    spaces_of,
)
from fitl.lasting import MEDEVAC
from fitl.rules.control import set_support
from fitl.rules.coup.commitment import commitment, commitment_phase
from fitl.state import COIN_CONTROL, RESET, TURN, UNCONTROLLED, State
from tests.support import Play, at, blank, play, put

LOC_KEYS = [SPACES[sp].id for sp in spaces_of(LOC_MASK)]


def board(scenario: str = "full-1964", **tracks: Any) -> State:
    """No Troops or Bases Available, so that only what a test puts down can move; all else Out of Play."""
    s = blank(scenario, **tracks)
    put(s, OUT_OF_PLAY, us_troops=40, us_base=6)
    return s


def bring(s: State, row: int, troops: int = 0, bases: int = 0) -> None:
    """US pieces from Out of Play into a row."""
    put(s, OUT_OF_PLAY, us_troops=-troops, us_base=-bases)
    put(s, row, us_troops=troops, us_base=bases)


def kind(p: Play) -> str:
    assert p.decision is not None
    return p.decision.kind


def offers(p: Play, key: str) -> bool:
    return key in set(p.keys())


# --- rotation ---


def test_a_third_of_troop_casualties_and_all_bases_go_out_of_play_and_irregulars_become_available() -> None:
    s = board()
    bring(s, CASUALTIES, troops=5, bases=1)
    put(s, CASUALTIES, irregular=2)
    before = at(s, OUT_OF_PLAY)
    p = play(commitment_phase(s))
    assert p.decision is not None
    assert (p.decision.actor, kind(p), p.decision.params) == (US, "commitment.return", {"n": 4})
    assert at(s, CASUALTIES) == {"us_troops": 4}
    assert at(s, OUT_OF_PLAY) == {"us_troops": before["us_troops"] + 1, "us_base": before["us_base"] + 1}
    assert at(s, AVAILABLE)["irregular"] == 6
    p.answer("saigon", "3", "loc_saigon_can_tho")
    assert p.over
    assert at(s, SAIGON) == {"us_troops": 3}
    assert at(s, LOC_SAIGON_CAN_THO) == {"us_troops": 1}
    assert at(s, CASUALTIES) == {}
    assert s.stage == RESET


def test_two_casualties_all_return() -> None:
    s = board()
    bring(s, CASUALTIES, troops=2)
    p = play(commitment(s), "saigon", "2")
    assert p.over  # nothing else to move
    assert at(s, SAIGON) == {"us_troops": 2}


def test_returning_troops_go_to_coin_controlled_spaces_saigon_and_locs() -> None:
    s = board()
    bring(s, CASUALTIES, troops=1)
    put(s, SAIGON, nva_troops=4)  # Saigon is open in any case
    put(s, HUE, police=1)
    put(s, PLEIKU, police=1, vc_guerrilla=1)  # no COIN Control
    p = play(commitment(s))
    assert p.keys() == ["hue", "saigon", *LOC_KEYS]


def test_returned_troops_count_against_ten_and_do_not_move_again() -> None:
    s = board()
    bring(s, CASUALTIES, troops=6)  # 2 out, 4 return
    bring(s, AVAILABLE, troops=20)
    p = play(commitment(s), "saigon", "4")
    assert p.decision is not None
    assert p.decision.params == {"troops": 6, "bases": 2}
    assert p.keys() == ["us_troops@available", "done"]
    p.answer("us_troops@available", "loc_saigon_can_tho")
    assert p.keys() == ["1", "2", "3", "4", "5", "6"]
    p.answer("6")
    assert p.over  # no Troop moves left, no Base to move
    assert at(s, LOC_SAIGON_CAN_THO) == {"us_troops": 6}


def test_fifteen_returning_troops_leave_no_troop_moves_but_bases_still_move() -> None:
    s = board()
    bring(s, CASUALTIES, troops=15)  # 10 return
    bring(s, AVAILABLE, troops=5, bases=1)
    p = play(commitment(s), "saigon", "10")
    assert p.keys() == ["us_base@available", "done"]


# --- moves ---


def test_up_to_ten_troops_and_two_bases_move_among_available_and_held_spaces() -> None:
    s = board()
    bring(s, AVAILABLE, troops=12, bases=2)
    bring(s, HUE, troops=2, bases=1)
    bring(s, TAY_NINH, troops=3, bases=1)
    put(s, TAY_NINH, vc_guerrilla=6)  # not COIN-Controlled: stuck
    bring(s, LOC_SAIGON_CAN_THO, troops=1)
    p = play(commitment(s))
    assert kind(p) == "commitment.piece"
    assert p.keys() == [
        *("us_troops@hue", "us_troops@loc_saigon_can_tho", "us_troops@available"),
        *("us_base@hue", "us_base@available", "done"),
    ]
    p.answer("us_troops@available")
    assert p.keys() == ["hue", "saigon", *LOC_KEYS]
    p.answer("saigon", "9")
    assert p.decision is not None
    assert p.decision.params == {"troops": 1, "bases": 2}
    p.answer("us_troops@hue")
    assert p.keys() == ["saigon", *LOC_KEYS, "available"]
    p.answer("loc_hue_da_nang")  # only one more Troop
    assert p.keys() == ["us_base@hue", "us_base@available", "done"]
    p.answer("us_base@available")
    assert p.keys() == ["hue", "saigon"]  # no Base on a LoC
    p.answer("saigon", "us_base@available", "saigon")
    assert p.over
    assert at(s, SAIGON) == {"us_troops": 9, "us_base": 2}
    assert at(s, HUE) == {"us_troops": 1, "us_base": 1}


def test_stacking_closes_full_spaces_to_bases() -> None:
    s = board()
    bring(s, AVAILABLE, bases=2)
    put(s, SAIGON, arvn_base=1, vc_base=1, police=5)
    put(s, HUE, police=1, arvn_base=1)
    p = play(commitment(s), "us_base@available")  # only Hue has room
    assert p.over
    assert at(s, HUE) == {"us_base": 1, "police": 1, "arvn_base": 1}
    assert at(s, AVAILABLE)["us_base"] == 1


def test_a_piece_moves_once() -> None:
    s = board()
    bring(s, AVAILABLE, troops=1)
    p = play(commitment(s), "us_troops@available", "saigon")
    assert p.over
    assert at(s, SAIGON) == {"us_troops": 1}


def test_irregulars_take_no_part() -> None:
    s = board()
    put(s, SAIGON, irregular=2, police=1)
    assert play(commitment(s)).asked == []


def test_control_is_that_of_the_start_until_the_end() -> None:
    s = board()
    bring(s, BINH_DINH, troops=2)
    put(s, BINH_DINH, vc_guerrilla=1)
    bring(s, AVAILABLE, troops=1)
    p = play(commitment(s), "us_troops@binh_dinh", "saigon", "2")
    assert s.control[BINH_DINH] == COIN_CONTROL
    p.answer("us_troops@available")
    assert offers(p, "binh_dinh")
    p.answer("loc_saigon_can_tho")
    assert s.control[BINH_DINH] == UNCONTROLLED
    assert s.control[SAIGON] == COIN_CONTROL
    assert (s.coin_population, s.control_frozen) == (6, False)


def test_laos_under_coin_control_is_open_to_a_commitment_by_event() -> None:
    s = board(stage=TURN)
    bring(s, CASUALTIES, troops=1)
    put(s, CENTRAL_LAOS, arvn_troops=1)
    p = play(commitment(s))
    assert p.keys() == ["saigon", "central_laos", *LOC_KEYS]
    p.answer("central_laos")
    assert s.stage == TURN  # card 73: no change of stage


# --- withdrawal ---


def withdraw(s: State, troops: int) -> Play:
    """The US withdraws so many Troops from Saigon, which holds no more."""
    bring(s, SAIGON, troops=troops)
    return play(commitment(s), "us_troops@saigon", "available", *([troops] if troops > 1 else []))


def test_vc_shifts_one_population_per_two_pieces_withdrawn() -> None:
    s = board()
    put(s, SAIGON, police=1)
    bring(s, SAIGON, bases=1)
    p = withdraw(s, troops=4).answer("us_base@saigon")  # 5 pieces: 2 Population
    assert p.decision is not None
    assert (p.decision.actor, kind(p), p.decision.params) == (VC, "commitment.withdrawal", {"n": 2})
    assert not offers(p, "saigon")
    assert not offers(p, "phuoc_long")
    assert offers(p, "hue")
    p.answer("an_loc")
    assert (s.support[AN_LOC], s.total_opposition) == (-1, 1)
    assert not offers(p, "hue")  # 1 Population left
    assert not offers(p, "an_loc")  # none twice
    p.answer("pleiku_darlac")
    assert p.over
    assert s.total_opposition == 2


def test_spaces_at_active_opposition_are_not_offered_and_vc_may_decline() -> None:
    s = board()
    put(s, SAIGON, police=1)
    set_support(s, AN_LOC, -2)
    set_support(s, HUE, 2)
    p = withdraw(s, troops=4)
    assert not offers(p, "an_loc")
    p.answer("hue")
    assert p.over
    assert (s.support[HUE], s.total_support) == (1, 2)
    s = board()
    p = withdraw(s, troops=4)
    p.answer("done")
    assert p.over
    assert s.total_opposition == 0


def test_one_piece_withdrawn_gives_nothing() -> None:
    s = board()
    assert withdraw(s, troops=1).over
    assert s.total_opposition == 0


def test_pieces_coming_out_do_not_offset_those_withdrawn() -> None:
    s = board()
    bring(s, AVAILABLE, troops=2)
    bring(s, SAIGON, troops=2)
    p = play(commitment(s), "us_troops@saigon", "available", "2", "us_troops@available", "saigon", "2")
    assert kind(p) == "commitment.withdrawal"  # gross: two withdrawn


def test_moves_between_spaces_are_no_withdrawal() -> None:
    s = board()
    bring(s, SAIGON, troops=4)
    p = play(commitment(s), "us_troops@saigon", "loc_saigon_can_tho", "4")
    assert p.over


# --- Medevac and Doubts in Washington ---


def test_medevac_makes_all_troop_casualties_available_and_leaves_all_ten_moves() -> None:
    s = board(effects=MEDEVAC)
    bring(s, CASUALTIES, troops=6, bases=1)
    put(s, CASUALTIES, irregular=1)
    p = play(commitment(s))
    assert at(s, AVAILABLE)["us_troops"] == 6
    assert at(s, CASUALTIES) == {}
    assert "us_base" not in at(s, AVAILABLE)
    assert p.decision is not None
    assert (kind(p), p.decision.params) == ("commitment.piece", {"troops": 10, "bases": 2})
    p.answer("done")
    assert p.over  # nothing withdrawn
    assert s.effects == MEDEVAC  # card 73: still there for the next Coup Round


def test_doubts_in_washington_close_the_available_box() -> None:
    s = board("short-1967")
    bring(s, CASUALTIES, troops=2, bases=1)
    bring(s, AVAILABLE, troops=5, bases=1)
    bring(s, HUE, troops=1, bases=1)
    p = play(commitment(s), "saigon", "2")
    assert p.keys() == ["us_troops@hue", "us_base@hue", "done"]
    p.answer("us_troops@hue")
    assert p.keys() == ["saigon", *LOC_KEYS]
    p.answer("saigon", "us_base@hue")
    assert p.over  # Saigon was the Base's only way
    assert at(s, SAIGON) == {"us_troops": 3, "us_base": 1}
    assert at(s, AVAILABLE)["us_troops"] == 5
