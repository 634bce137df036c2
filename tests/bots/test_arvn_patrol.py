"""8.7.3: ARVN Patrols."""

import pytest

from fitl.board.factions import ARVN
from fitl.board.pieces import ARVN_TROOPS, POLICE
from fitl.board.spaces import (
    AN_LOC,
    BA_XUYEN,
    CAN_THO,
    CITIES,
    HUE,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    LOC_CAN_THO_BAC_LIEU,
    LOC_CAN_THO_LONG_PHU,
    LOC_HUE_DA_NANG,
    LOC_SAIGON_CAM_RANH,
    LOC_SAIGON_CAN_THO,
    LOC_SAIGON_DA_LAT,
    QUANG_TRI,
    SAIGON,
)
from fitl.bots.flowchart.arvn.patrol import FROM_SAIGON, Garrisons
from fitl.decisions import DONE_OPTION, Decision, space_option
from fitl.lasting import TYPHOON_KATE
from fitl.state import ACTIVE_SUPPORT, COIN_CONTROL, State
from tests.bots.arvn_support import field, free, muster, operate, populate, table
from tests.support import at


def garrisoned(*but: int, **tracks: object) -> State:
    """Every City has its garrison, just so, except those named; no Transport (card 115)."""
    s = field(aid=10, **{"effects": TYPHOON_KATE, **tracks})
    for city in CITIES:
        if city not in but:
            muster(s, city, arvn_troops=1, police=1, us_troops=1)
    return s


# --- who may leave ------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.patrol.1")
def test_provinces_keep_control_three_units_a_troop_and_a_police() -> None:
    s = field()
    muster(s, KIEN_PHONG, arvn_troops=2, police=2)
    muster(s, KIEN_HOA, arvn_troops=1, police=3)
    muster(s, BA_XUYEN, arvn_troops=2, police=2, vc_guerrilla=3)  # Control hangs on every piece
    muster(s, KIEN_GIANG, arvn_troops=2, police=1)
    garrisons = Garrisons(s)
    leave = {
        (sp, kind): garrisons.may_leave(sp, kind, True)
        for sp in (KIEN_PHONG, KIEN_HOA, BA_XUYEN, KIEN_GIANG)
        for kind in (ARVN_TROOPS, POLICE)
    }
    assert [pair for pair, able in leave.items() if able] == [
        (KIEN_PHONG, ARVN_TROOPS),
        (KIEN_PHONG, POLICE),
        (KIEN_HOA, POLICE),
    ]


@pytest.mark.node("arvn.patrol.1", "arvn.patrol.2")
def test_cities_are_drained_for_locs_but_not_for_other_cities() -> None:
    s = field()
    muster(s, SAIGON, police=1)
    garrisons = Garrisons(s)
    assert garrisons.may_leave(SAIGON, POLICE, True)
    assert not garrisons.may_leave(SAIGON, POLICE, False)


@pytest.mark.node("arvn.patrol.1")
def test_a_loc_with_guerrillas_keeps_its_three_cubes() -> None:
    s = field()
    muster(s, LOC_SAIGON_CAN_THO, police=4, vc_guerrilla=1)
    muster(s, LOC_SAIGON_CAM_RANH, police=1)
    garrisons = Garrisons(s)
    assert garrisons.may_leave(LOC_SAIGON_CAN_THO, POLICE, True)
    assert garrisons.may_leave(LOC_SAIGON_CAM_RANH, POLICE, True)
    s = field()
    muster(s, LOC_SAIGON_CAN_THO, police=3, vc_guerrilla=1)
    assert not Garrisons(s).may_leave(LOC_SAIGON_CAN_THO, POLICE, True)


# --- bullet 1 -----------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.patrol.1", "arvn.patrol.2")
def test_three_cubes_go_to_each_loc_police_first_from_the_largest_stack_and_drained_cities_are_refilled() -> None:
    s = garrisoned(SAIGON)
    muster(s, SAIGON, police=2, arvn_troops=6)
    muster(s, KIEN_HOA, police=4, arvn_troops=1)
    muster(s, LOC_SAIGON_CAN_THO, vc_guerrilla=2)
    t = operate(s, "patrol")
    # Saigon's two Police (8 and 7 cubes against 5), then one of Kien Hoa's; another refills Saigon
    assert at(s, LOC_SAIGON_CAN_THO)["police"] == 3
    assert at(s, SAIGON) == {"police": 1, "arvn_troops": 6}
    assert at(s, KIEN_HOA) == {"police": 2, "arvn_troops": 1}
    assert t.keys("patrol.assault") == ["loc_saigon_can_tho"]
    assert s.resources[ARVN] == 17


@pytest.mark.node("arvn.patrol.1")
def test_cubes_already_there_count() -> None:
    s = garrisoned()
    muster(s, LOC_SAIGON_CAN_THO, vc_guerrilla=2, police=2)
    muster(s, KIEN_HOA, police=8, arvn_troops=1)
    operate(s, "patrol")
    assert at(s, LOC_SAIGON_CAN_THO)["police"] == 3


@pytest.mark.node("arvn.patrol.1")
def test_the_loc_nearest_saigon_comes_first_then_random() -> None:
    assert [FROM_SAIGON[loc] for loc in (SAIGON, LOC_SAIGON_CAN_THO, CAN_THO, LOC_CAN_THO_BAC_LIEU)] == [0, 1, 2, 3]
    s = garrisoned()
    muster(s, LOC_CAN_THO_LONG_PHU, vc_guerrilla=1)
    muster(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    muster(s, KIEN_HOA, police=6, arvn_troops=1)
    t = operate(s, "patrol")
    assert t.nodes.index("arvn.patrol.1") >= 0
    first = next(params for node, params in t.reasons if node == "arvn.patrol.1")
    assert first["space"] == LOC_SAIGON_CAN_THO
    assert first["ties"] == ["arvn.near_saigon"]


# --- bullet 2 -----------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.patrol.2")
def test_a_city_is_a_candidate_only_if_a_cube_that_it_lacks_can_come() -> None:
    s = field()
    muster(s, HUE, arvn_troops=3)  # lacks a Police, and nothing else
    muster(s, QUANG_TRI, arvn_troops=9, us_troops=3)
    assert Garrisons(s).can_bring(HUE, False)
    assert not Garrisons(s).can_serve(HUE)
    muster(s, QUANG_TRI, police=2)
    assert Garrisons(s).can_serve(HUE)


@pytest.mark.node("arvn.patrol.2")
def test_cities_get_police_a_troop_three_units_and_control_the_largest_first() -> None:
    s = garrisoned(HUE, CAN_THO)
    muster(s, QUANG_TRI, police=9, arvn_troops=9, us_troops=3)
    muster(s, HUE, vc_guerrilla=4)
    muster(s, CAN_THO, us_troops=2)  # lacks a Police, no Troop
    t = operate(s, "patrol")
    assert s.control[HUE] == COIN_CONTROL
    assert at(s, HUE) == {"vc_guerrilla": 4, "police": 4, "arvn_troops": 1}
    assert at(s, CAN_THO) == {"us_troops": 2, "police": 1}
    spaces = [params["space"] for node, params in t.reasons if node == "arvn.patrol.2"]
    assert spaces == [HUE, CAN_THO]


@pytest.mark.node("arvn.patrol.2")
def test_all_who_may_go_to_a_city_even_if_they_are_too_few_for_control() -> None:
    s = garrisoned(HUE)
    muster(s, HUE, nva_troops=9)
    muster(s, QUANG_TRI, police=3, arvn_troops=3, us_troops=3)
    operate(s, "patrol")
    assert at(s, HUE) == {"nva_troops": 9, "police": 2, "arvn_troops": 3}


# --- bullet 3 -----------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.patrol.3")
def test_the_free_assault_is_where_it_removes_most() -> None:
    s = garrisoned()
    muster(s, LOC_SAIGON_CAN_THO, police=3, vc_guerrilla=1)
    muster(s, LOC_SAIGON_CAM_RANH, police=4, vc_guerrilla_active=2)
    t = operate(s, "patrol")
    assert t.keys("patrol.assault") == ["loc_saigon_cam_ranh"]
    assert "vc_guerrilla_active" not in at(s, LOC_SAIGON_CAM_RANH)


@pytest.mark.node("arvn.patrol.3_random")
def test_where_it_removes_nobody_it_is_on_a_random_loc() -> None:
    s = garrisoned()
    muster(s, LOC_SAIGON_CAN_THO, police=1, vc_guerrilla=1)  # Econ 2: the first of 8.3
    muster(s, LOC_SAIGON_DA_LAT, police=1, vc_guerrilla=1)
    options = [space_option(LOC_SAIGON_CAN_THO), space_option(LOC_SAIGON_DA_LAT), DONE_OPTION]
    t = table(s)
    assert t.ask(Decision(ARVN, "patrol.assault", "3.2.2", options)).key == "loc_saigon_can_tho"
    assert "arvn.patrol.3_random" in t.nodes


# --- then ---------------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.patrol.govern")
def test_after_the_patrol_arvn_governs() -> None:
    s = garrisoned()
    muster(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    muster(s, KIEN_HOA, police=6, arvn_troops=1)
    populate(s, hue=ACTIVE_SUPPORT)
    t = operate(s, "patrol")
    assert t.keys("operation.finish") == ["sa:govern"]
    assert s.patronage == 22


@pytest.mark.node("arvn.patrol.transport")
def test_if_govern_is_impossible_it_transports() -> None:
    s = garrisoned(effects=0)
    muster(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    muster(s, KIEN_HOA, police=6, arvn_troops=9)
    muster(s, BA_XUYEN, police=1)
    t = operate(s, "patrol")
    assert t.keys("operation.finish") == ["sa:transport"]
    assert at(s, BA_XUYEN)["arvn_troops"] == 6


# --- by an Event --------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.patrol.1")
def test_a_free_limited_patrol_has_one_destination_and_no_special_activity() -> None:
    s = field(resources=[0, 0, 0, 0])
    muster(s, KIEN_HOA, police=8, arvn_troops=1)
    muster(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    t = free(s, "patrol", limited=True)
    assert at(s, LOC_SAIGON_CAN_THO)["police"] == 3
    assert set(t.keys("patrol.destination")) <= {"loc_saigon_can_tho", "done"}


@pytest.mark.node("arvn.patrol.1")
def test_a_destination_that_is_the_only_one_is_planned_when_origins_are_asked_for() -> None:
    s = field(resources=[0, 0, 0, 0])
    muster(s, KIEN_HOA, police=8, arvn_troops=1)
    muster(s, KIEN_PHONG, police=12, arvn_troops=1)
    muster(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    free(s, "patrol", allowed=1 << LOC_SAIGON_CAN_THO)
    assert at(s, KIEN_PHONG)["police"] == 9


def test_the_map_has_the_roads_used_here() -> None:
    assert FROM_SAIGON[HUE] > FROM_SAIGON[LOC_HUE_DA_NANG] > FROM_SAIGON[AN_LOC]
