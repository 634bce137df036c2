"""6.4: leaving Laos and Cambodia, ARVN and NVA Redeployment, Control afterwards, the end of the final Round."""

from typing import Any

from fitl.board.factions import ARVN, NVA
from fitl.board.spaces import (
    AVAILABLE,
    BINH_DINH,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    LOC_MASK,
    LOC_SAIGON_CAN_THO,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    PLEIKU,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    SIHANOUKVILLE,
    SOUTH_MASK,
    SPACES,
    TAY_NINH,
    THE_FISHHOOK,
    spaces_of,
)
from fitl.rules.coup.redeploy import (
    must_leave,
    police_destinations,
    redeploy_phase,
    redeploy_troops,
    troop_destinations,
)
from fitl.state import COIN_CONTROL, COMMITMENT, NVA_CONTROL, OVER, UNCONTROLLED, PileState, State
from tests.support import Play, at, blank, play, put

MORE_COUPS = (PileState(events=3, period=0, coup=-1, last=4),)
CITY_KEYS = ["hue", "da_nang", "kontum", "qui_nhon", "cam_ranh", "an_loc", "saigon", "can_tho"]
LOC_KEYS = [SPACES[sp].id for sp in spaces_of(LOC_MASK)]


def board(**tracks: Any) -> State:
    return blank(**{"piles": MORE_COUPS, **tracks})


def offers(p: Play, key: str) -> bool:
    return key in set(p.keys())


# --- 6.4.1 ---


def test_us_troops_and_bases_in_laos_and_cambodia_go_out_of_play_the_rest_becomes_available() -> None:
    s = board()
    put(s, CENTRAL_LAOS, us_troops=2, us_base=1, irregular_active=1, arvn_troops=3, police=1, nva_troops=1)
    put(s, SIHANOUKVILLE, us_troops=1, ranger=1, ranger_active=1, arvn_base=1)
    p = play(redeploy_phase(s))
    assert at(s, CENTRAL_LAOS) == {"nva_troops": 1}
    assert at(s, SIHANOUKVILLE) == {}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 3, "us_base": 1}
    assert at(s, AVAILABLE)["irregular"] == 6
    assert (at(s, AVAILABLE)["arvn_troops"], at(s, AVAILABLE)["police"], at(s, AVAILABLE)["ranger"]) == (30, 30, 6)
    assert p.over


# --- 6.4.2 Troops ---


def test_troops_on_locs_and_in_provinces_without_a_coin_base_must_move() -> None:
    s = board()
    put(s, BINH_DINH, arvn_troops=2)
    put(s, LOC_SAIGON_CAN_THO, arvn_troops=1)
    put(s, QUANG_NAM, us_base=1)  # a destination
    p = play(redeploy_phase(s))
    assert p.decision is not None
    assert (p.decision.actor, p.decision.kind) == (ARVN, "redeploy.must")
    assert p.keys() == [*CITY_KEYS, "quang_nam"]  # no "done"
    p.answer("hue")
    assert p.decision.kind == "redeploy.number"
    p.answer("1", "quang_nam")  # the last one of Binh Dinh, then the LoC
    assert p.decision.kind == "redeploy.must"
    p.answer("saigon")
    assert at(s, HUE) == {"arvn_troops": 1}
    assert at(s, QUANG_NAM) == {"us_base": 1, "arvn_troops": 1}
    assert at(s, SAIGON) == {"arvn_troops": 1}
    assert p.over  # each moved once, none may move again
    assert s.stage == COMMITMENT


def test_troops_in_cities_and_at_coin_bases_may_move_once() -> None:
    s = board()
    put(s, PLEIKU, us_base=1, arvn_troops=2)
    put(s, HUE, arvn_troops=1)
    put(s, QUANG_NAM, arvn_base=1)
    p = play(redeploy_phase(s))
    assert p.decision is not None
    assert (p.decision.kind, p.keys()) == ("redeploy.origin", ["hue", "pleiku_darlac", "done"])
    p.answer("pleiku_darlac")
    assert p.keys() == [*CITY_KEYS, "quang_nam"]
    p.answer("hue", "2")
    assert p.keys() == ["hue", "done"]
    p.answer("hue")
    assert p.keys() == [*CITY_KEYS[1:], "quang_nam", "pleiku_darlac"]
    p.answer("pleiku_darlac")  # one only: the two that arrived have moved
    assert p.over
    assert at(s, HUE) == {"arvn_troops": 2}
    assert at(s, PLEIKU) == {"us_base": 1, "arvn_troops": 1}


def test_a_province_with_an_insurgent_base_does_not_let_troops_stay() -> None:
    s = board()
    put(s, BINH_DINH, vc_base=1, arvn_troops=1)
    p = play(redeploy_phase(s))
    assert p.decision is not None
    assert p.decision.kind == "redeploy.must"
    assert p.keys() == CITY_KEYS


def test_cities_under_nva_control_are_closed_except_saigon() -> None:
    s = board()
    put(s, HUE, nva_troops=1)
    put(s, DA_NANG, vc_guerrilla=2)  # uncontrolled: open
    put(s, SAIGON, nva_troops=3)
    put(s, BINH_DINH, arvn_troops=1)
    assert play(redeploy_phase(s)).keys() == CITY_KEYS[1:]


def test_a_coin_base_opens_even_a_province_under_nva_control() -> None:
    s = board()
    put(s, QUANG_TRI, arvn_base=1, nva_troops=5)
    put(s, BINH_DINH, arvn_troops=1)
    assert play(redeploy_phase(s)).keys() == [*CITY_KEYS, "quang_tri_thua_thien"]


def test_rangers_and_us_forces_stay() -> None:
    s = board()
    put(s, BINH_DINH, ranger=2, us_troops=2, irregular=1)
    put(s, LOC_SAIGON_CAN_THO, us_troops=1)
    assert play(redeploy_phase(s)).asked == []
    assert at(s, BINH_DINH) == {"us_troops": 2, "irregular": 1, "ranger": 2}


# --- 6.4.2 Police ---


def test_police_may_move_from_anywhere_to_locs_and_coin_controlled_spaces_in_the_south() -> None:
    s = board()
    put(s, SAIGON, police=2)
    put(s, QUANG_NAM, police=1, vc_guerrilla=2)  # no COIN Control: a way out, not in
    put(s, BINH_DINH, us_troops=1)
    p = play(redeploy_phase(s))
    assert p.keys() == ["saigon", "quang_nam", "done"]
    p.answer("quang_nam")
    assert p.keys() == ["saigon", "binh_dinh", *LOC_KEYS]
    p.answer("loc_saigon_can_tho", "saigon", "loc_hue_da_nang", "1")
    assert at(s, LOC_SAIGON_CAN_THO) == {"police": 1}
    assert at(s, SAIGON) == {"police": 1}
    p.answer("done")
    assert p.over


def test_police_are_not_obliged_to_leave_provinces_or_locs() -> None:
    s = board()
    put(s, BINH_DINH, police=1)
    put(s, LOC_SAIGON_CAN_THO, police=1)
    p = play(redeploy_phase(s), "done")
    assert p.over


# --- 6.4.3 ---


def test_nva_troops_may_move_from_anywhere_to_any_nva_base() -> None:
    s = board()
    put(s, NORTH_VIETNAM, nva_base=1, nva_troops=3)
    put(s, SAIGON, nva_troops=1, us_troops=5)
    put(s, TAY_NINH, nva_tunnel=1, us_troops=4)  # Tunneled, under COIN Control
    put(s, THE_FISHHOOK, vc_base=1, nva_guerrilla=2)  # no NVA Base, and Guerrillas stay
    p = play(redeploy_phase(s))
    assert p.decision is not None
    assert (p.decision.actor, p.keys()) == (NVA, ["saigon", "north_vietnam", "done"])
    p.answer("saigon")
    assert p.keys() == ["north_vietnam", "tay_ninh"]
    p.answer("north_vietnam", "north_vietnam", "2")  # Tay Ninh is the only way from the North
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 2, "nva_base": 1}
    assert at(s, TAY_NINH) == {"us_troops": 4, "nva_troops": 2, "nva_tunnel": 1}
    assert p.keys() == ["north_vietnam", "done"]  # one of its own three is left


def test_without_another_nva_base_nothing_is_asked() -> None:
    s = board()
    put(s, NORTH_VIETNAM, nva_base=1, nva_troops=3)
    assert play(redeploy_phase(s)).asked == []


# --- Control ---


def test_control_is_that_of_the_start_until_the_end_of_the_phase() -> None:
    """6.4.4: adjusted once, after everybody has moved."""
    s = board()
    put(s, QUANG_TIN, arvn_troops=1, police=1, vc_guerrilla=1)  # COIN until the Troops leave
    put(s, HUE, police=1, nva_troops=3)  # NVA Control
    put(s, NORTH_VIETNAM, nva_base=1)
    put(s, SAIGON, police=1)
    p = play(redeploy_phase(s), "saigon")
    assert s.control[QUANG_TIN] == COIN_CONTROL
    p.answer("saigon")  # Police
    assert offers(p, "quang_tin_quang_ngai")
    assert not offers(p, "hue")
    p.answer("loc_saigon_can_tho", "done", "hue", "2")  # NVA leaves for the North
    assert s.control[HUE] == NVA_CONTROL
    p.answer("hue")
    assert p.over
    assert s.control[HUE] == COIN_CONTROL
    assert s.control[QUANG_TIN] == UNCONTROLLED
    assert not s.control_frozen
    assert s.coin_population == 2 + 6


# --- 6.4.5 ---


def test_the_final_round_ends_here() -> None:
    s = board(piles=(), next_card=7)
    put(s, BINH_DINH, arvn_troops=1)
    play(redeploy_phase(s), "hue")
    assert s.stage == OVER
    assert s.outcome is not None
    assert s.outcome.reason == "final"
    assert s.outcome.margins[ARVN] == 2 + 20 - 50  # with the Control of the end


def test_a_coup_waiting_as_next_card_means_this_is_not_the_final_round() -> None:
    s = board(piles=(), next_card=128)
    play(redeploy_phase(s))
    assert s.stage == COMMITMENT


# --- the same steps by Events ---


def test_card_90_redeploys_troops_without_heed_of_bases() -> None:
    s = board()
    put(s, PLEIKU, us_base=1, arvn_troops=1)
    put(s, HUE, arvn_troops=1)
    p = play(redeploy_troops(s, heed_bases=False))
    assert p.decision is not None
    assert (p.decision.kind, p.keys()) == ("redeploy.must", CITY_KEYS)
    p.answer("saigon")
    assert p.keys() == ["hue", "done"]


def test_card_58_sends_cubes_out_of_laos() -> None:
    s = board()
    put(s, CENTRAL_LAOS, arvn_troops=1, police=1, us_base=1)
    put(s, QUANG_NAM, arvn_base=1)
    p = play(must_leave(s, ARVN, 4, CENTRAL_LAOS, 1, troop_destinations(s) & SOUTH_MASK, "6.4.2"))
    assert p.keys() == [*CITY_KEYS, "quang_nam"]
    p = play(must_leave(s, ARVN, 5, CENTRAL_LAOS, 1, police_destinations(s), "6.4.2"))
    assert p.keys() == ["quang_nam", *LOC_KEYS]
