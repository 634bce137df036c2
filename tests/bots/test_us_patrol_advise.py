"""8.8.4 Patrol and Advise of the non-player US."""

from typing import Any

import pytest

from fitl.board.factions import US
from fitl.board.spaces import (
    AN_LOC,
    BA_XUYEN,
    CAN_THO,
    CENTRAL_LAOS,
    CITIES,
    DA_NANG,
    HUE,
    KIEN_HOA,
    KIEN_PHONG,
    KONTUM,
    LOC_CAN_THO_BAC_LIEU,
    LOC_CAN_THO_CHAU_DOC,
    LOC_HUE_KHE_SANH,
    LOC_SAIGON_CAM_RANH,
    LOC_SAIGON_CAN_THO,
    LOC_SAIGON_DA_LAT,
    PHUOC_LONG,
    PLEIKU,
    QUANG_TIN,
    SAIGON,
    TAY_NINH,
)
from fitl.bots.flowchart.turn import Turn
from fitl.decisions import DONE_OPTION, Decision, space_option
from fitl.lasting import SEARCH_AND_DESTROY_SHADED
from fitl.rules.activities.advise import advise
from fitl.rules.control import set_support
from fitl.rules.menu import carry_out
from fitl.rules.operation import Activity, Operation
from fitl.state import State
from tests.bots.support import Table, board
from tests.support import at, put

COUP = 125


def roads(**tracks: Any) -> State:
    return board(US, **{"trail": 0, "econ": 20, **tracks})


def garrison(s: State, *empty: int) -> None:
    """A Police in each City but these, so that none lacks COIN Control."""
    for city in CITIES:
        if city not in empty:
            put(s, city, police=1)


def patrol(s: State, *dice: int) -> Table:
    table = Table(s, US, *dice)
    table.mind.room(Turn).operation = "patrol"
    return table.run(carry_out(s, Operation(s, US, "patrol")))


# --- Patrol -------------------------------------------------------------------------------------------------------


@pytest.mark.node("us.patrol.1")
def test_troops_go_onto_locs_until_they_match_the_insurgents_and_find_them() -> None:
    s = roads()
    garrison(s)
    put(s, SAIGON, us_troops=9)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=2)
    patrol(s)
    assert at(s, LOC_SAIGON_CAN_THO) == {"us_troops": 2}  # found, and removed by the free Assault
    assert at(s, SAIGON) == {"us_troops": 7, "police": 1}


@pytest.mark.node("us.patrol.1", "us.patrol.cap")
def test_three_locs_the_highest_econ_first() -> None:
    s = roads()
    garrison(s)
    put(s, SAIGON, us_troops=9)
    for loc in (LOC_CAN_THO_BAC_LIEU, LOC_SAIGON_CAN_THO, LOC_SAIGON_CAM_RANH, LOC_SAIGON_DA_LAT):
        put(s, loc, vc_guerrilla=1)
    put(s, CAN_THO, us_troops=4)
    table = patrol(s, 1, 1, 1)  # the LoC touches Saigon: the first of two
    assert table.keys("patrol.destination")[0] == "loc_saigon_can_tho"
    assert set(table.keys("patrol.destination")[1:3]) == {"loc_saigon_cam_ranh", "loc_saigon_da_lat"}
    assert "us.patrol.cap" in table.nodes
    assert at(s, LOC_CAN_THO_BAC_LIEU) == {"vc_guerrilla": 1}


@pytest.mark.node("us.patrol.origin")
def test_troops_come_from_laos_and_cambodia_then_from_the_largest_stack() -> None:
    s = roads()
    garrison(s)
    put(s, CENTRAL_LAOS, us_troops=1)
    put(s, HUE, us_troops=5)
    put(s, DA_NANG, us_troops=6)
    put(s, LOC_HUE_KHE_SANH, vc_guerrilla=3)
    patrol(s)
    assert at(s, CENTRAL_LAOS) == {}
    assert at(s, DA_NANG)["us_troops"] == 4
    assert at(s, HUE)["us_troops"] == 5


@pytest.mark.node("us.patrol.origin")
def test_coin_control_and_three_units_stay() -> None:
    s = roads()
    garrison(s, SAIGON, CAN_THO)
    put(s, SAIGON, us_troops=4)
    put(s, CAN_THO, us_troops=5, vc_guerrilla_active=4)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=3)
    patrol(s)
    assert at(s, SAIGON) == {"us_troops": 3}
    assert at(s, CAN_THO)["us_troops"] == 5


@pytest.mark.node("us.patrol.origin")
def test_three_units_stay_on_a_loc_too() -> None:
    s = roads()
    garrison(s)
    put(s, LOC_SAIGON_CAN_THO, us_troops=4)
    put(s, LOC_CAN_THO_BAC_LIEU, vc_guerrilla=3)
    patrol(s)
    assert at(s, LOC_SAIGON_CAN_THO) == {"us_troops": 3}


@pytest.mark.node("us.patrol.2")
def test_then_to_cities_with_enough_for_coin_control() -> None:
    s = roads()
    garrison(s, CAN_THO, AN_LOC)
    put(s, SAIGON, us_troops=5)
    put(s, CAN_THO, vc_guerrilla_active=1)
    put(s, AN_LOC, vc_guerrilla_active=3)
    table = patrol(s)
    assert at(s, CAN_THO)["us_troops"] == 2
    assert "us_troops" not in at(s, AN_LOC)  # one Troop would not do
    assert table.reason("us.patrol.2")["space"] == CAN_THO


@pytest.mark.node("us.patrol.2")
def test_the_city_with_most_people_comes_first() -> None:
    s = roads()
    garrison(s, HUE, KONTUM)
    put(s, DA_NANG, us_troops=5)
    put(s, HUE, vc_guerrilla_active=1)
    put(s, KONTUM, vc_guerrilla_active=1)
    patrol(s)
    assert at(s, HUE)["us_troops"] == 2
    assert "us_troops" not in at(s, KONTUM)


@pytest.mark.node("us.patrol.3")
def test_the_free_assault_is_where_it_removes_most() -> None:
    s = roads()
    garrison(s)
    put(s, LOC_SAIGON_CAN_THO, us_troops=1, vc_guerrilla_active=1)
    put(s, LOC_CAN_THO_CHAU_DOC, us_troops=3, vc_guerrilla_active=3)
    put(s, SAIGON, us_troops=3)
    patrol(s)
    assert at(s, LOC_CAN_THO_CHAU_DOC) == {"us_troops": 3}
    assert at(s, LOC_SAIGON_CAN_THO) == {"us_troops": 1, "vc_guerrilla_active": 1}


@pytest.mark.node("us.patrol.3b")
def test_else_it_is_on_a_random_loc() -> None:
    s = roads()
    put(s, LOC_SAIGON_CAN_THO, us_troops=1, vc_guerrilla=1)
    put(s, LOC_CAN_THO_CHAU_DOC, us_troops=1, vc_guerrilla=1)
    spaces = [space_option(LOC_SAIGON_CAN_THO), space_option(LOC_CAN_THO_CHAU_DOC), DONE_OPTION]
    table = Table(s, US)
    option = table.ask(Decision(US, "patrol.assault", "3.2.2", spaces))  # before anybody is found
    assert option.value == LOC_SAIGON_CAN_THO  # the higher Econ
    assert "us.patrol.3b" in table.nodes


@pytest.mark.node("us.patrol.must")
def test_a_patrol_that_must_move_goes_somewhere() -> None:
    s = roads()
    garrison(s)
    put(s, CAN_THO, us_troops=2)
    table = patrol(s, 1, 2)
    assert "us.patrol.must" in table.nodes
    assert at(s, SAIGON) == {"us_troops": 1, "police": 1}


# --- Advise -------------------------------------------------------------------------------------------------------


def advised(s: State, *dice: int) -> Table:
    return Table(s, US, *dice).run(advise(s, Activity(s, US, "advise")))


@pytest.mark.node("us.advise.1", "us.advise.1b", "us.advise.1c", "us.advise.2")
def test_control_comes_first_then_bases_then_pieces_then_sweeps() -> None:
    s = roads()
    put(s, PHUOC_LONG, irregular=1, vc_guerrilla=2)  # COIN Control, of nobody
    put(s, SAIGON, ranger=1, vc_base=1, vc_guerrilla=1, police=9)
    put(s, KIEN_HOA, police=4, vc_guerrilla_active=3)
    put(s, BA_XUYEN, police=2, vc_guerrilla=1)
    table = advised(s)
    assert table.keys("advise.space") == ["phuoc_long", "saigon"]
    assert [node for node in table.nodes if node.startswith("us.advise.1")] == ["us.advise.1", "us.advise.1b"]
    assert at(s, SAIGON) == {"ranger_active": 1, "police": 9}


@pytest.mark.node("us.advise.1")
def test_among_those_the_highest_population() -> None:
    s = roads()
    put(s, PHUOC_LONG, irregular=1, vc_guerrilla=2)
    put(s, BA_XUYEN, irregular=1, vc_guerrilla=2)
    put(s, KIEN_PHONG, irregular=1, nva_troops=3, nva_guerrilla=0)  # NVA Control goes
    assert advised(s).keys("advise.space") == ["kien_phong", "ba_xuyen"]


@pytest.mark.node("us.advise.1")
def test_arvn_assault_comes_before_irregular_and_irregular_before_ranger() -> None:
    s = roads()
    put(s, BA_XUYEN, irregular=1, ranger=1, arvn_troops=4, vc_guerrilla_active=6)
    assert advised(s).keys("advise.method") == ["assault"]
    s = roads()
    put(s, BA_XUYEN, irregular=1, ranger=1, vc_guerrilla=3)
    assert advised(s).keys("advise.method") == ["irregular"]


@pytest.mark.node("us.advise.1c")
def test_else_most_pieces_then_highest_population() -> None:
    s = roads()
    put(s, QUANG_TIN, arvn_troops=6, vc_guerrilla_active=3)
    put(s, BA_XUYEN, irregular=1, vc_guerrilla=9)
    put(s, SAIGON, police=5, vc_guerrilla_active=1, vc_guerrilla=3)
    table = advised(s)
    assert table.keys("advise.space") == ["quang_tin_quang_ngai", "ba_xuyen"]


@pytest.mark.node("us.advise.1c")
def test_two_pieces_by_an_irregular_come_before_one_by_an_arvn_assault() -> None:
    s = roads()
    put(s, SAIGON, police=2, vc_guerrilla_active=1)
    put(s, BA_XUYEN, irregular=1, vc_guerrilla=9)
    table = advised(s)
    assert table.keys("advise.space") == ["ba_xuyen", "saigon"]
    assert at(s, BA_XUYEN) == {"irregular_active": 1, "vc_guerrilla": 7}


@pytest.mark.node("us.advise.2")
def test_arvn_sweeps_fill_up_where_they_find_most() -> None:
    s = roads()
    put(s, SAIGON, police=5, vc_guerrilla=2)
    put(s, KIEN_HOA, police=5, vc_guerrilla=3)
    put(s, TAY_NINH, police=3, vc_guerrilla=4)  # Jungle: one
    table = advised(s)
    assert table.keys("advise.space") == ["kien_hoa_vinh_binh", "saigon"]
    assert at(s, KIEN_HOA) == {"police": 5, "vc_guerrilla_active": 3}


@pytest.mark.node("us.advise.1c")
def test_shaded_search_and_destroy_bars_arvn_assaults_from_support_provinces() -> None:
    s = roads(effects=SEARCH_AND_DESTROY_SHADED)
    put(s, KIEN_HOA, arvn_troops=6, vc_guerrilla_active=2)
    put(s, SAIGON, police=6, vc_guerrilla_active=1)
    put(s, PLEIKU, arvn_troops=6, vc_guerrilla_active=2)
    set_support(s, KIEN_HOA, 1)
    set_support(s, SAIGON, 1)
    table = advised(s)
    assert table.keys("advise.space")[:2] == ["pleiku_darlac", "saigon"]


@pytest.mark.node("us.advise.aid")
@pytest.mark.parametrize(("aid", "after"), [(40, 46), (41, 41)])
def test_aid_is_drawn_only_up_to_40(aid: int, after: int) -> None:
    s = roads(aid=aid)
    put(s, KIEN_HOA, arvn_troops=6, vc_guerrilla_active=2)
    advised(s)
    assert s.aid == after


@pytest.mark.node("us.advise.must")
def test_an_advise_that_must_be_made_is_made_where_most_people_live() -> None:
    s = roads(next_card=COUP)
    put(s, KIEN_HOA, police=1, vc_guerrilla=2)
    put(s, SAIGON, police=1, vc_guerrilla=2)
    assert advised(s).keys("advise.space") == ["saigon", "done"]
