"""8.4.4: choices that Events leave to the non-player US, and the words for every node."""

from typing import Any

import pytest

from fitl.board.factions import US
from fitl.board.spaces import (
    BA_XUYEN,
    CAN_THO,
    DA_NANG,
    HUE,
    KIEN_HOA,
    PHU_BON,
    PLEIKU,
    QUANG_TRI,
    SAIGON,
    SIHANOUKVILLE,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
)
from fitl.bots.flowchart.us import HANDLERS
from fitl.decisions import Decision, choice
from fitl.events.arvn.cards_61_75 import CAMBODIA
from fitl.events.free import free_air_lift, free_limited_operation
from fitl.rules.cards import execute_event
from fitl.rules.control import set_support
from fitl.state import EVENT, State
from tests.bots.support import Table, board
from tests.support import at, put

OPERATION_ATTLEBORO, IA_DRANG, WESTMORELAND = 23, 44, 95


def event(card: int, **tracks: Any) -> State:
    s = board(US, **{"trail": 0, "econ": 20, "card": card, "us_policy": "jfk", **tracks})
    s.executing, s.acted = US, ((US, EVENT),)
    return s


def test_every_handler_answers_a_kind_of_its_own() -> None:
    assert all("." in kind for kind in HANDLERS)


@pytest.mark.node("us.granted.operation")
def test_a_choice_of_operations_goes_by_the_diamonds() -> None:
    s = event(103)
    put(s, PHU_BON, us_troops=2, vc_base=1)
    put(s, SAIGON, us_troops=1)
    table = Table(s, US).run(free_limited_operation(s, US))
    assert table.reason("us.granted.operation") == {"operation": "assault"}
    assert at(s, PHU_BON) == {"us_troops": 2}


@pytest.mark.node("us.granted.operation", "us.assault.none")
def test_no_air_lift_is_counted_on_where_an_event_grants_the_operation() -> None:
    s = event(103)
    put(s, DA_NANG, us_base=1, nva_troops=4)
    put(s, SAIGON, us_troops=6)
    table = Table(s, US).run(free_limited_operation(s, US))
    assert "us.assault.none" in table.nodes
    assert table.reason("us.granted.operation") == {"operation": "train"}


def macv(s: State, *names: str) -> tuple[str, Table]:
    table = Table(s, US)
    option = table.ask(Decision(US, "event.macv_activity", "5.1", [choice(name) for name in names], {"card": 69}))
    return option.key, table


@pytest.mark.node("us.granted.activity")
def test_a_special_activity_alone_is_that_of_the_box_reached() -> None:
    every = ("advise", "air_lift", "air_strike")
    s = event(69)
    put(s, PHU_BON, us_troops=2, nva_troops=1)
    assert macv(s, *every)[0] == "air_strike"  # Assault
    s = event(69)
    put(s, SAIGON, us_troops=2, vc_guerrilla=1, police=2)
    set_support(s, SAIGON, 1)
    put(s, BA_XUYEN, police=1, vc_guerrilla=1)
    assert macv(s, *every)[0] == "air_lift"  # Sweep with JFK
    s.us_policy = "lbj"
    assert macv(s, *every)[0] == "air_strike"
    s = event(69)
    put(s, KIEN_HOA, police=6, irregular=1, vc_guerrilla=3)
    assert macv(s, *every)[0] == "advise"  # Train with JFK
    s.us_policy = "lbj"
    assert macv(s, "advise", "air_lift")[0] == "advise"


@pytest.mark.node("us.granted.landing")
def test_operation_attleboro_flies_sweeps_and_assaults() -> None:
    s = event(OPERATION_ATTLEBORO)
    put(s, TAY_NINH, vc_tunnel=1, vc_guerrilla=1)
    put(s, QUANG_TRI, nva_tunnel=1)
    put(s, SAIGON, us_troops=9)
    set_support(s, TAY_NINH, 1)
    table = Table(s, US).run(execute_event(s, OPERATION_ATTLEBORO, "unshaded", US))
    assert table.reason("us.granted.landing")["space"] == TAY_NINH
    assert at(s, TAY_NINH).get("us_troops", 0) >= 2
    assert "vc_guerrilla" not in at(s, TAY_NINH)


@pytest.mark.node("us.air_lift.3")
def test_operation_attleboro_flies_into_the_only_tunnel_space_too() -> None:
    s = event(OPERATION_ATTLEBORO, us_policy="lbj")
    put(s, HUE, us_troops=9)
    put(s, TAY_NINH, us_troops=2, vc_guerrilla=3, vc_tunnel=1)
    table = Table(s, US).run(execute_event(s, OPERATION_ATTLEBORO, "unshaded", US))
    assert table.reason("us.air_lift.3")["space"] == TAY_NINH
    assert at(s, TAY_NINH) == {"us_troops": 6}


@pytest.mark.node("us.granted.strike", "us.assault.3", "us.air_lift.none")
def test_westmoreland_assaults_where_somebody_goes_and_sweeps_where_somebody_hides() -> None:
    s = event(WESTMORELAND)
    put(s, PHU_BON, us_troops=2, vc_guerrilla_active=2)
    put(s, SAIGON, us_troops=2, vc_guerrilla=2)
    put(s, CAN_THO, us_troops=2, vc_guerrilla=1)
    put(s, DA_NANG, us_troops=5)
    table = Table(s, US, 1).run(execute_event(s, WESTMORELAND, "unshaded", US))
    assert table.keys("event.air_lift_at_all") == ["no"]  # nobody needs to fly
    assert at(s, DA_NANG) == {"us_troops": 5}
    assert at(s, SAIGON)["us_troops"] == 2
    assert at(s, PHU_BON) == {"us_troops": 2}
    assert table.reason("us.granted.strike")["space"] == SAIGON
    assert sum(at(s, SAIGON).get(kind, 0) for kind in ("vc_guerrilla", "vc_guerrilla_active")) == 1  # and one hit


@pytest.mark.node("us.granted.strike", "us.u3")
def test_westmoreland_sweeps_first_where_the_diamonds_call_for_a_sweep() -> None:
    s = event(WESTMORELAND, us_policy="lbj")
    put(s, PHU_BON, us_troops=3, vc_guerrilla_active=2)
    for city in (SAIGON, CAN_THO):
        put(s, city, us_troops=3, vc_guerrilla=2, vc_guerrilla_active=1)
        set_support(s, city, 1)
    table = Table(s, US, 1).run(execute_event(s, WESTMORELAND, "unshaded", US))
    assert table.keys("event.strike_space") == ["saigon", "can_tho"]
    assert table.keys("event.strike_method") == ["sweep", "sweep"]
    s = event(WESTMORELAND, us_policy="lbj")
    put(s, PHU_BON, us_troops=3, vc_guerrilla_active=2)
    put(s, CAN_THO, us_troops=3, vc_guerrilla=2)
    set_support(s, CAN_THO, 1)
    table = Table(s, US, 1).run(execute_event(s, WESTMORELAND, "unshaded", US))
    assert table.keys("event.strike_method") == ["sweep", "assault"]  # the second space by the other Operation


@pytest.mark.node("us.air_lift.5")
def test_westmoreland_flies_troops_out_though_the_sweep_to_come_could_use_them() -> None:
    s = event(WESTMORELAND, us_policy="lbj")
    put(s, TAY_NINH, us_troops=8, vc_guerrilla=5)  # three may leave without a loss of Control
    put(s, BA_XUYEN, police=1, vc_guerrilla=1)
    table = Table(s, US, 1).run(execute_event(s, WESTMORELAND, "unshaded", US))
    assert table.keys("event.strike_method")[0] == "sweep"
    assert (at(s, TAY_NINH)["us_troops"], at(s, BA_XUYEN)["us_troops"]) == (7, 1)


@pytest.mark.node("us.air_lift.5")
def test_westmoreland_flies_where_the_police_need_troops() -> None:
    s = event(WESTMORELAND)
    put(s, DA_NANG, us_troops=5)
    put(s, KIEN_HOA, police=1, vc_guerrilla_active=1)
    table = Table(s, US).run(execute_event(s, WESTMORELAND, "unshaded", US))
    assert table.keys("event.air_lift_at_all") == ["yes"]
    assert at(s, KIEN_HOA).get("us_troops", 0) >= 1


@pytest.mark.node("us.air_lift.must")
def test_ia_drang_demands_a_flight_even_in_vain() -> None:
    s = event(IA_DRANG)
    put(s, PLEIKU, nva_troops=9)
    put(s, SAIGON, us_troops=2)  # one to spare, who removes nobody in the Highland
    table = Table(s, US).run(execute_event(s, IA_DRANG, "unshaded", US))
    assert table.reason("us.air_lift.must")["space"] == PLEIKU
    assert at(s, PLEIKU)["us_troops"] == 1


@pytest.mark.node("us.air_lift.cambodia")
def test_the_cambodian_civil_war_draws_the_fewest_troops_that_find_the_most() -> None:
    s = event(62)
    put(s, THE_FISHHOOK, vc_guerrilla=1)
    put(s, THE_PARROTS_BEAK, nva_guerrilla=2)
    put(s, SIHANOUKVILLE, vc_guerrilla=2, irregular=1)
    put(s, SAIGON, us_troops=7)  # 4 to spare: 3 COIN cubes stay, Support or not
    put(s, HUE, us_troops=5, irregular=4)  # 2 to spare: Irregulars are no cubes
    put(s, QUANG_TRI, us_troops=1, vc_guerrilla_active=2)  # not even a lost space is left
    Table(s, US).run(free_air_lift(s, CAMBODIA))
    assert at(s, SIHANOUKVILLE)["us_troops"] == 3  # with the Irregular 4 pieces find 2 in the Jungle
    assert at(s, SAIGON) == {"us_troops": 4}
    assert at(s, QUANG_TRI)["us_troops"] == 1
    assert at(s, HUE)["us_troops"] == 5


@pytest.mark.node("us.train.3")
def test_a_free_train_brings_arvn_forces_whatever_the_resources() -> None:
    s = event(103, us_policy="lbj", resources=[0, 20, 20, 20])  # nothing above Econ to spend
    put(s, DA_NANG, us_base=1)
    put(s, SAIGON, irregular=6)
    table = Table(s, US).run(free_limited_operation(s, US))
    assert table.reason("us.train.3")["space"] == DA_NANG
    assert at(s, DA_NANG) == {"us_base": 1, "arvn_troops": 3, "police": 3}
    assert s.resources[1] == 20


@pytest.mark.node("us.u1")
def test_the_arvn_assault_added_to_a_free_assault_counts_whatever_the_resources() -> None:
    s = event(103, resources=[0, 20, 20, 20])
    put(s, KIEN_HOA, us_troops=1, arvn_troops=2, vc_guerrilla_active=1, vc_base=1)
    table = Table(s, US).run(free_limited_operation(s, US))
    assert table.reason("us.u1") == {"answer": "yes", "spaces": [KIEN_HOA]}
    assert "vc_base" not in at(s, KIEN_HOA)
