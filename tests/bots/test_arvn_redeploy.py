"""8.7.7: ARVN Redeploys."""

import pytest

from fitl.board.factions import ARVN
from fitl.board.pieces import POLICE
from fitl.board.spaces import (
    AN_LOC,
    BA_XUYEN,
    BINH_DINH,
    CAN_THO,
    CITIES,
    DA_NANG,
    HUE,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    LOC_SAIGON_CAN_THO,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
)
from fitl.decisions import Flow
from fitl.rules.control import thaw_control
from fitl.rules.coup.redeploy import may_move, police_destinations, redeploy_troops, standing
from fitl.state import COIN_CONTROL, REDEPLOY, TURN, UNCONTROLLED, State
from tests.bots.arvn_support import field, muster, table
from tests.bots.support import Table
from tests.support import at


def redeployed(s: State, *dice: int) -> Table:
    """The ARVN part of the phase."""
    s.stage = REDEPLOY
    s.control_frozen = True
    t = table(s, *dice).run(_arvn_part(s))
    thaw_control(s)
    return t


def _arvn_part(s: State) -> Flow[None]:
    yield from redeploy_troops(s)
    yield from may_move(s, ARVN, POLICE, standing(s, POLICE), police_destinations(s), "6.4.2")


def held(*but: int) -> State:
    """Every City is held by three US Troops except those named."""
    s = field()
    for city in CITIES:
        if city not in but:
            muster(s, city, us_troops=3)
    return s


@pytest.mark.node("arvn.redeploy.1_coin")
def test_troops_that_must_move_go_where_they_add_most_coin_control() -> None:
    s = held(HUE, CAN_THO)
    muster(s, HUE, vc_guerrilla=2)
    muster(s, CAN_THO, vc_guerrilla=2)
    muster(s, KIEN_PHONG, arvn_troops=3)
    t = redeployed(s)
    assert at(s, HUE) == {"vc_guerrilla": 2, "arvn_troops": 3}  # Population 2 before 1
    assert s.control[HUE] == COIN_CONTROL
    assert "arvn.redeploy.1_coin" in t.nodes


@pytest.mark.node("arvn.redeploy.1_coin")
def test_spare_troops_of_the_largest_stack_help() -> None:
    s = held(HUE, SAIGON, DA_NANG)
    muster(s, HUE, vc_guerrilla=3)
    muster(s, SAIGON, arvn_troops=8)
    muster(s, DA_NANG, arvn_troops=5)
    redeployed(s)
    assert at(s, HUE) == {"vc_guerrilla": 3, "arvn_troops": 4}
    assert at(s, SAIGON) == {"arvn_troops": 4}


@pytest.mark.node("arvn.redeploy.1_nva")
def test_at_bases_and_in_saigon_they_end_nva_control() -> None:
    s = held(SAIGON)
    muster(s, SAIGON, nva_troops=4, vc_guerrilla=1)
    muster(s, KIEN_PHONG, arvn_troops=3)
    t = redeployed(s)
    assert s.control[SAIGON] == UNCONTROLLED
    assert t.reason("arvn.redeploy.1_nva")["space"] == SAIGON


@pytest.mark.node("arvn.redeploy.2_control")
def test_police_keep_coin_control_where_troops_left() -> None:
    s = held()
    muster(s, KIEN_PHONG, arvn_troops=2, police=1, vc_guerrilla=1)
    muster(s, BA_XUYEN, police=3)
    t = redeployed(s, 1, 1)
    assert s.control[KIEN_PHONG] == COIN_CONTROL
    assert at(s, KIEN_PHONG)["police"] == 2
    assert at(s, BA_XUYEN)["police"] == 2
    assert t.reason("arvn.redeploy.2_control")["space"] == KIEN_PHONG


@pytest.mark.node("arvn.redeploy.2_control")
def test_police_come_from_the_largest_surplus_and_of_most_population_first() -> None:
    s = held()
    muster(s, KIEN_PHONG, arvn_troops=2, vc_guerrilla=1)  # needs 2, Population 2
    muster(s, BA_XUYEN, arvn_troops=2, vc_guerrilla=1)  # needs 2, Population 1
    muster(s, LOC_SAIGON_CAN_THO, police=2, vc_guerrilla=3)
    redeployed(s, 1, 1)
    assert s.control[KIEN_PHONG] == COIN_CONTROL
    assert s.control[BA_XUYEN] == UNCONTROLLED


@pytest.mark.node("arvn.redeploy.2_police")
def test_then_each_coin_controlled_province_gets_a_police() -> None:
    s = held()
    muster(s, KIEN_PHONG, us_troops=2)
    muster(s, BINH_DINH, us_troops=2)
    muster(s, QUANG_TRI, police=4)
    t = redeployed(s, 1, 1)
    assert at(s, KIEN_PHONG) == {"us_troops": 2, "police": 1}
    assert at(s, BINH_DINH) == {"us_troops": 2, "police": 1}
    assert at(s, QUANG_TRI) == {"police": 2}
    assert t.nodes.count("arvn.redeploy.2_police") == 2


@pytest.mark.node("arvn.redeploy.2_police")
def test_a_province_keeps_its_only_police() -> None:
    s = held()
    muster(s, KIEN_PHONG, us_troops=2)
    muster(s, QUANG_TRI, police=1, us_troops=3)
    redeployed(s)
    assert at(s, QUANG_TRI)["police"] == 1
    assert "police" not in at(s, KIEN_PHONG)


def test_police_that_keep_nva_control_away_are_no_surplus() -> None:
    s = held(HUE)
    muster(s, HUE, police=3, nva_troops=3)
    muster(s, QUANG_TRI, us_troops=1)
    muster(s, BINH_DINH, police=2, nva_troops=3, vc_guerrilla=1)  # a Province
    redeployed(s)
    assert s.control[HUE] == s.control[BINH_DINH] == UNCONTROLLED
    assert at(s, QUANG_TRI) == {"us_troops": 1}


def test_nor_are_three_cubes_in_a_city_that_nobody_controls() -> None:
    s = held(HUE)
    muster(s, HUE, police=3, vc_guerrilla=4)
    muster(s, QUANG_TRI, us_troops=1)
    redeployed(s)
    assert at(s, HUE)["police"] == 3
    s = held(HUE)
    muster(s, HUE, police=4, vc_guerrilla=4)
    muster(s, QUANG_TRI, us_troops=1)
    redeployed(s)
    assert at(s, QUANG_TRI) == {"us_troops": 1, "police": 1}  # the fourth


@pytest.mark.parametrize(("origin", "nva", "vc"), [(HUE, 3, 0), (BINH_DINH, 3, 0), (BINH_DINH, 0, 1)])
def test_where_no_control_can_be_kept_all_police_are_surplus(origin: int, nva: int, vc: int) -> None:
    s = held(HUE)
    muster(s, origin, police=1, nva_troops=nva, vc_guerrilla=vc)
    muster(s, QUANG_TRI, us_troops=1)
    redeployed(s)
    assert at(s, QUANG_TRI) == {"us_troops": 1, "police": 1}


@pytest.mark.node("arvn.redeploy.3_troops")
def test_remaining_troops_garrison_cities_with_three_cubes_in_random_order() -> None:
    s = held(AN_LOC, HUE)
    muster(s, HUE, us_troops=1)
    muster(s, AN_LOC, us_troops=1)
    muster(s, KIEN_PHONG, arvn_troops=3)
    t = redeployed(s, 6, 1)  # An Loc, though more people live in Hue
    assert at(s, AN_LOC) == {"us_troops": 1, "arvn_troops": 2}
    assert at(s, HUE) == {"us_troops": 1, "arvn_troops": 1}
    assert [params["space"] for node, params in t.reasons if node == "arvn.redeploy.3_troops"] == [AN_LOC, HUE]


@pytest.mark.node("arvn.redeploy.2_police")
def test_of_provinces_without_police_the_dice_choose_whatever_their_population() -> None:
    s = held()
    muster(s, KIEN_PHONG, us_troops=2)  # Population 2
    muster(s, BA_XUYEN, us_troops=2)  # Population 1
    muster(s, LOC_SAIGON_CAN_THO, police=1)
    redeployed(s, 2, 2)
    assert at(s, BA_XUYEN) == {"us_troops": 2, "police": 1}
    assert at(s, KIEN_PHONG) == {"us_troops": 2}


def test_the_bullets_are_planned_in_their_order_though_troops_move_first() -> None:
    s = held(AN_LOC)
    muster(s, AN_LOC, us_troops=1)
    muster(s, KIEN_GIANG, arvn_troops=2)
    muster(s, LOC_SAIGON_CAN_THO, police=1)
    t = redeployed(s)
    assert t.nodes == ["arvn.redeploy.2_control", "arvn.redeploy.3_troops"]
    assert at(s, AN_LOC) == {"us_troops": 1, "arvn_troops": 2}
    assert at(s, KIEN_GIANG) == {"police": 1}


@pytest.mark.node("arvn.redeploy.3_police")
def test_then_police_garrison_them() -> None:
    s = held(AN_LOC)
    muster(s, AN_LOC, us_troops=1)
    muster(s, TAY_NINH, police=5)
    redeployed(s)
    assert at(s, AN_LOC) == {"us_troops": 1, "police": 2}


@pytest.mark.node("arvn.redeploy.4")
def test_troops_still_obliged_go_to_one_random_space() -> None:
    s = held()
    muster(s, KIEN_PHONG, arvn_troops=2)
    muster(s, KIEN_GIANG, arvn_troops=2)
    redeployed(s, 3, 3)
    assert at(s, HUE) == {"us_troops": 3, "arvn_troops": 4}


@pytest.mark.node("arvn.redeploy.4")
def test_troops_at_a_coin_base_may_stay() -> None:
    s = held()
    muster(s, KIEN_HOA, us_base=1, arvn_troops=4)
    redeployed(s)
    assert at(s, KIEN_HOA) == {"us_base": 1, "arvn_troops": 4}


@pytest.mark.node("arvn.redeploy.4")
def test_card_90_leaves_bases_out_of_account() -> None:
    s = held(CAN_THO)
    muster(s, CAN_THO, us_troops=1)
    muster(s, KIEN_HOA, us_base=1, arvn_troops=4)
    s.stage = TURN
    table(s, 3, 3).run(redeploy_troops(s, heed_bases=False))
    assert at(s, KIEN_HOA) == {"us_base": 1}
    assert at(s, CAN_THO) == {"us_troops": 1, "arvn_troops": 2}
    assert at(s, HUE) == {"us_troops": 3, "arvn_troops": 2}
