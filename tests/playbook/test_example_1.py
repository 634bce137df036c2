"""Printed example 1: the non-player VC plays the Tet Offensive."""

import pytest

from fitl.board.cards import TET_OFFENSIVE
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import KINDS, NVA_GUERRILLA, VC_GUERRILLA
from fitl.board.spaces import CONTROLLABLE
from tests.bots.support import example_state, play_on
from tests.playbook.script import Script, space
from tests.support import may_play_pivotal

LASER_GUIDED_BOMBS, BRINKS_HOTEL = 20, 97

CITIES = (4, 2, 2, 5, 5, 1, 3, 4)  # Da Nang, Hue by way of Southern Laos, Qui Nhon after The Fishhook, Hue
# In the order of the map: Hue 3, Saigon 2, Tay Ninh 5; everywhere else the Attack fails.
ATTACKS = (3, 6, 6, 2, 6, 6, 6, 6, 6, 6, 6, 5, 6, 6, 6, 6)
ATTACKED = {
    "hue": 3,
    "da_nang": 1,
    "qui_nhon": 1,
    "saigon": 2,
    "quang_tri": 3,
    "binh_dinh": 2,
    "pleiku": 2,
    "phu_bon": 2,
    "khanh_hoa": 2,
    "quang_duc": 1,
    "binh_tuy": 2,
    "tay_ninh": 5,
    "kien_phong": 1,
    "kien_hoa": 1,
    "ba_xuyen": 1,
    "kien_giang": 1,
}


@pytest.fixture(scope="module")
def tet() -> Script:
    s = example_state(LASER_GUIDED_BOMBS, BRINKS_HOTEL, (NVA, VC), (US, ARVN))
    assert not may_play_pivotal(s, NVA)  # 18 Troops do not exceed 30
    return Script(play_on(s, [VC], *CITIES, *ATTACKS))


@pytest.mark.node("event.pivotal", "vc.tet.place")
def test_vc_plays_tet_at_once_ahead_of_the_us_player(tet: Script) -> None:
    state = tet.game.state
    assert state.card == TET_OFFENSIVE
    assert LASER_GUIDED_BOMBS in state.played
    assert state.acted == ((VC, "event"),)


def test_terror_strikes_in_all_fourteen_spaces(tet: Script) -> None:
    assert sum(tet.game.state.terror) == 14
    tet.expect(
        support={
            "saigon": "PS",
            "binh_dinh": "PS",
            "pleiku": "PS",
            "khanh_hoa": "PS",
            "phu_bon": "N",
            "binh_tuy": "PO",
            "quang_duc": "PO",
            "kien_phong": "AO",
            "kien_hoa": "AO",
            "ba_xuyen": "AO",
        }
    )


@pytest.mark.node("vc.tet.place", "random_space")
def test_six_guerrillas_go_to_saigon_hue_and_random_cities(tet: Script) -> None:
    placed = [reason.params["space"] for reason in tet.game.reasons() if reason.message == "why.vc.tet.place"]
    assert placed == [space(name) for name in ("saigon", "hue", "da_nang", "hue", "qui_nhon", "hue")]
    tet.expect(available={"VC": {"B": 1}})


@pytest.mark.node("remove")
def test_attacks_take_special_forces_and_the_fewer_cubes_and_us_before_arvn(tet: Script) -> None:
    tet.expect(
        space={
            "hue": {"US": {"T": 0}, "ARVN": {"P": 1}, "VC": {"Ga": 2}},
            "tay_ninh": {"US": {"B": 1, "T": 2}, "ARVN": {"T": 2}, "VC": {"Tn": 1, "Ga": 2}, "NVA": {"Ga": 2}},
            "saigon": {"US": {"B": 1, "T": 1}, "ARVN": {"T": 1, "P": 4}, "VC": {"B": 1, "Ga": 1}},
            "da_nang": {"US": {"T": 1}, "ARVN": {"P": 2}, "VC": {"Ga": 1}},
            "qui_nhon": {"US": {"T": 1}, "ARVN": {"P": 2}, "VC": {"Ga": 1}},
        },
        casualties={"US": {"T": 3}},
        available={"VC": {"G": 4}, "ARVN": {"P": 5, "R": 2}},
    )


def test_every_guerrilla_that_attacked_is_active(tet: Script) -> None:
    p = tet.game.state.pieces
    attacked = {space(name) for name in ATTACKED}
    for sp in range(CONTROLLABLE):
        if sp in attacked:
            assert not p[sp * KINDS + VC_GUERRILLA]
            assert not p[sp * KINDS + NVA_GUERRILLA]
    hits = [entry.params for entry in tet.game.log or () if entry.message.startswith("log.attack.")]
    assert {each["space"]: each["strength"] for each in hits} == {space(name): n for name, n in ATTACKED.items()}


def test_control_scores_and_the_turn_pass_on(tet: Script) -> None:
    tet.expect(
        control={"hue": "none", "tay_ninh": "none", "saigon": "COIN"},
        vp={"US": 26, "ARVN": 40, "VC": 30, "NVA": 8},
    )
    tet.actor("NVA")
    assert tet.kind() == "turn.action"
    assert "op_activity" in tet.offers()  # 2nd Eligible after an Event
