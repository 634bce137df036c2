"""8.8.5 Train and 8.8.6 Pacify of the non-player US."""

from typing import Any

import pytest

from fitl.board.factions import ARVN, US
from fitl.board.spaces import (
    BA_XUYEN,
    CAN_THO,
    DA_NANG,
    HUE,
    KIEN_HOA,
    KIEN_PHONG,
    PHU_BON,
    PHUOC_LONG,
    QUANG_NAM,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
)
from fitl.bots.flowchart.turn import Turn
from fitl.lasting import BLOWTORCH_KOMER, CAPS, CORDS, CORDS_SHADED
from fitl.rules.control import set_support
from fitl.rules.coup.support import pacification
from fitl.rules.menu import carry_out
from fitl.rules.operation import Operation
from fitl.rules.pacification import pacification_price, pacify
from fitl.state import COIN_CONTROL, State
from tests.bots.support import Table, board
from tests.support import at, put


def base(*non_players: int, **tracks: Any) -> State:
    return board(US, *non_players, **{"trail": 0, "econ": 20, "resources": [0, 20, 20, 20], **tracks})


def train(s: State, *dice: int) -> Table:
    table = Table(s, US, *dice)
    table.mind.room(Turn).operation = "train"
    return table.run(carry_out(s, Operation(s, US, "train")))


def trained(table: Table) -> list[str]:
    return [key for key in table.keys("train.space") if key != "done"]


# --- 1: Irregulars ------------------------------------------------------------------------------------------------


@pytest.mark.node("us.train.1", "us.train.method")
@pytest.mark.parametrize(("policy", "each"), [("lbj", 1), ("nixon", 1), ("jfk", 2)])
def test_irregulars_in_every_space_without_irregular_and_us_base(policy: str, each: int) -> None:
    s = base(us_policy=policy)
    put(s, HUE, us_troops=1)
    put(s, SAIGON, us_troops=1)
    put(s, DA_NANG, us_troops=1, irregular_active=1)
    put(s, QUANG_TRI, us_base=1)
    train(s)
    assert at(s, HUE) == at(s, SAIGON) == {"us_troops": 1, "irregular": each}
    assert at(s, DA_NANG) == {"us_troops": 1, "irregular_active": 1}
    assert at(s, QUANG_TRI) == {"us_base": 1}


@pytest.mark.node("us.train.1")
def test_control_decides_who_gets_the_last_irregulars() -> None:
    s = base()
    put(s, DA_NANG, irregular=5)
    put(s, SAIGON, us_troops=2)
    put(s, KIEN_HOA, us_troops=1, vc_guerrilla=1)  # COIN Control
    table = train(s)
    assert trained(table) == ["kien_hoa_vinh_binh"]
    assert s.control[KIEN_HOA] == COIN_CONTROL


@pytest.mark.node("us.train.1")
def test_else_they_are_random_and_nobody_is_lifted_from_the_map() -> None:
    s = base(us_policy="jfk")
    put(s, DA_NANG, irregular=5)
    put(s, SAIGON, us_troops=2)
    put(s, HUE, us_troops=2)
    train(s, 3, 3)
    assert at(s, HUE) == {"us_troops": 2, "irregular": 1}
    assert at(s, SAIGON) == {"us_troops": 2}


# --- 2: Combined Action Platoons ----------------------------------------------------------------------------------


@pytest.mark.node("us.train.2")
def test_a_police_joins_us_troops_that_have_fewest() -> None:
    s = base(effects=CAPS)
    put(s, SAIGON, us_troops=1, police=1)
    put(s, HUE, us_troops=1)
    put(s, DA_NANG, police=1)
    table = train(s)
    assert at(s, HUE)["police"] == 1
    assert table.keys("train.caps_origin") == ["available"]


@pytest.mark.node("us.train.2")
def test_of_those_with_fewest_police_one_whose_control_changes() -> None:
    s = base(effects=CAPS)
    put(s, DA_NANG, irregular=6)
    put(s, SAIGON, us_troops=1)
    put(s, KIEN_HOA, us_troops=1, vc_guerrilla_active=1)
    train(s)
    assert at(s, KIEN_HOA)["police"] == 1


@pytest.mark.node("us.train.2")
def test_no_police_available_none_is_moved() -> None:
    s = base(effects=CAPS)
    put(s, DA_NANG, police=30)
    put(s, SAIGON, us_troops=1)
    train(s)
    assert at(s, DA_NANG) == {"police": 30}


@pytest.mark.node("us.train.2", "us.train.3")
def test_the_last_police_joins_us_troops_before_the_base_gets_any() -> None:
    s = base(effects=CAPS, econ=15)
    put(s, DA_NANG, police=29)
    put(s, QUANG_TRI, us_base=1)
    put(s, HUE, us_troops=1)
    train(s)
    assert at(s, HUE)["police"] == 1
    assert at(s, QUANG_TRI) == {"us_base": 1, "arvn_troops": 6}


@pytest.mark.node("us.train.2", "us.train.5")
def test_the_police_of_the_platoon_are_there_when_the_later_bullets_look() -> None:
    s = base(effects=CAPS, econ=10)
    put(s, HUE, us_troops=1, irregular=1)
    put(s, DA_NANG, irregular=1)
    train(s)
    assert at(s, HUE)["police"] == 1
    assert (s.support[HUE], s.support[DA_NANG]) == (0, 2)
    s = base(effects=CAPS, econ=10)
    put(s, PHUOC_LONG, irregular=5)
    put(s, KIEN_HOA, us_troops=1, irregular=1, vc_guerrilla=2)  # the Police brings COIN Control
    put(s, DA_NANG, us_troops=1, police=1)
    train(s)
    assert at(s, KIEN_HOA)["police"] == 1
    assert s.support[KIEN_HOA] == 2


@pytest.mark.node("us.train.2", "us.train.3")
def test_the_platoon_comes_before_the_base_in_the_order_of_dice() -> None:
    s = base(effects=CAPS, econ=15)
    put(s, TAY_NINH, irregular=6)
    put(s, HUE, us_troops=1, us_base=1)
    put(s, SAIGON, us_troops=1, us_base=1)
    table = train(s, 3, 3, 1, 1)
    assert at(s, HUE) == {"us_troops": 1, "us_base": 1, "police": 1}
    assert at(s, SAIGON)["arvn_troops"] == 3
    assert table.nodes.index("us.train.2") < table.nodes.index("us.train.3")


# --- 3: ARVN forces at a Base -------------------------------------------------------------------------------------


@pytest.mark.node("us.train.3")
@pytest.mark.parametrize(
    ("policy", "placed"),
    [("lbj", {"arvn_troops": 3, "police": 3}), ("jfk", {"arvn_troops": 3, "police": 3}), ("nixon", {"ranger": 2})],
)
def test_at_one_us_base_cubes_or_with_nixon_rangers(policy: str, placed: dict[str, int]) -> None:
    s = base(us_policy=policy, econ=15)
    put(s, QUANG_TRI, us_base=1)
    train(s)
    assert at(s, QUANG_TRI) == {"us_base": 1, **placed}
    assert s.resources[ARVN] == 17


@pytest.mark.node("us.train.3")
def test_if_one_kind_is_not_available_the_other() -> None:
    s = base(econ=15)
    put(s, DA_NANG, arvn_troops=30, police=30)
    put(s, QUANG_TRI, us_base=1)
    train(s)
    assert at(s, QUANG_TRI) == {"us_base": 1, "ranger": 2}
    s = base(econ=15, us_policy="nixon")
    put(s, DA_NANG, ranger=6)
    put(s, QUANG_TRI, us_base=1)
    train(s)
    assert at(s, QUANG_TRI) == {"us_base": 1, "arvn_troops": 3, "police": 3}


@pytest.mark.node("us.train.3")
def test_with_nixon_even_a_single_ranger_comes_before_cubes() -> None:
    s = base(econ=15, us_policy="nixon")
    put(s, DA_NANG, ranger=5)
    put(s, QUANG_TRI, us_base=1)
    put(s, SAIGON, us_base=1, vc_guerrilla=4)  # six cubes would bring COIN Control here
    put(s, HUE, us_base=1, vc_guerrilla=1)
    train(s)
    assert at(s, HUE) == {"us_base": 1, "vc_guerrilla": 1, "ranger": 1}


@pytest.mark.node("us.train.3")
def test_cubes_even_out_troops_and_police_counting_us_troops() -> None:
    s = base(econ=15)
    put(s, QUANG_TRI, us_base=1, us_troops=4)
    train(s)
    assert at(s, QUANG_TRI) == {"us_base": 1, "us_troops": 4, "arvn_troops": 1, "police": 5}


@pytest.mark.node("us.train.3")
def test_the_base_where_control_changes_only_one_and_only_if_paid() -> None:
    s = base(econ=15)
    put(s, QUANG_TRI, us_base=1)
    put(s, SAIGON, us_base=1, vc_guerrilla=2)
    train(s)
    assert at(s, QUANG_TRI) == {"us_base": 1}
    assert s.control[SAIGON] == COIN_CONTROL
    s = base(econ=18)
    put(s, QUANG_TRI, us_base=1, us_troops=1)
    put(s, SAIGON, us_troops=1)
    train(s)
    assert at(s, QUANG_TRI) == {"us_base": 1, "us_troops": 1}


# --- 4: Patronage -------------------------------------------------------------------------------------------------


@pytest.mark.node("us.train.4")
@pytest.mark.parametrize(("patronage", "non_players", "moved"), [(23, (), 3), (22, (), 0), (23, (ARVN,), 0)])
def test_patronage_becomes_resources_against_an_arvn_player(
    patronage: int, non_players: tuple[int, ...], moved: int
) -> None:
    s = base(*non_players, patronage=patronage)
    put(s, SAIGON, us_troops=1, irregular=1)
    put(s, HUE, us_troops=1)
    table = train(s)
    assert s.patronage == patronage - moved
    assert s.resources[ARVN] == 20 + moved
    assert ("us.train.4" in table.nodes) == bool(moved)


@pytest.mark.node("us.train.4")
def test_patronage_comes_before_pacification() -> None:
    s = base(patronage=30, econ=5)
    put(s, SAIGON, us_troops=1, irregular=1)
    put(s, HUE, us_troops=1, irregular=1)
    train(s)
    assert s.patronage == 27
    assert s.total_support == 0


@pytest.mark.node("us.train.4")
def test_no_patronage_where_resources_are_full() -> None:
    s = base(patronage=30, econ=75, resources=[0, 75, 0, 0])
    put(s, SAIGON, us_troops=1)
    assert "us.train.4" not in train(s).nodes
    s = base(patronage=30, econ=75, resources=[0, 74, 0, 0])
    put(s, SAIGON, us_troops=1)
    train(s)
    assert s.patronage == 29


# --- 5: Pacify ----------------------------------------------------------------------------------------------------


@pytest.mark.node("us.train.5", "us.train.5b", "us.pacify.more")
def test_pacify_to_the_maximum_where_the_shift_is_greatest() -> None:
    s = base(econ=10)
    put(s, HUE, us_troops=1, irregular=1)
    put(s, DA_NANG, us_troops=1, irregular=1)
    table = train(s)
    assert trained(table) == ["hue"]
    assert s.support[HUE] == 2
    assert s.support[DA_NANG] == 0
    assert s.resources[ARVN] == 14


@pytest.mark.node("us.train.5")
def test_in_a_train_where_no_police_are_comes_first() -> None:
    s = base(econ=10)
    put(s, HUE, us_troops=1, irregular=1, police=1)
    put(s, DA_NANG, us_troops=1, irregular=1)
    train(s)
    assert (s.support[HUE], s.support[DA_NANG]) == (0, 2)


@pytest.mark.node("us.train.5")
def test_terror_is_paid_for_only_if_a_shift_follows() -> None:
    s = base(econ=14)  # two steps
    put(s, HUE, us_troops=1, irregular=1)
    s.terror[HUE] = 2
    put(s, DA_NANG, us_troops=1, irregular=1)
    s.terror[DA_NANG] = 1
    train(s)
    assert (s.terror[HUE], s.terror[DA_NANG]) == (2, 0)
    assert s.support[DA_NANG] == 1


@pytest.mark.node("us.train.5")
def test_without_terror_comes_first_among_equal_shifts() -> None:
    s = base(econ=8)  # four steps
    put(s, KIEN_HOA, us_troops=1, irregular=1)
    put(s, KIEN_PHONG, us_troops=1, irregular=1)
    s.terror[KIEN_HOA] = 1
    train(s)
    assert (s.support[KIEN_HOA], s.support[KIEN_PHONG]) == (0, 2)


@pytest.mark.node("us.train.5")
def test_support_gained_counts_before_opposition_lost() -> None:
    s = base(econ=14)
    put(s, KIEN_HOA, us_troops=1, irregular=1)
    put(s, KIEN_PHONG, us_troops=1, irregular=1)
    set_support(s, KIEN_HOA, -2)
    train(s)
    assert (s.support[KIEN_HOA], s.support[KIEN_PHONG]) == (-2, 2)


@pytest.mark.node("us.train.5")
def test_only_under_coin_control_and_not_at_active_support() -> None:
    s = base(econ=5)
    put(s, HUE, us_troops=1, irregular=1, vc_guerrilla=2)
    put(s, DA_NANG, us_troops=1, irregular=1)
    set_support(s, DA_NANG, 2)
    s.terror[DA_NANG] = 1
    train(s, 3, 3)  # somewhere the Train must be made
    assert s.resources[ARVN] == 20


@pytest.mark.node("us.train.5")
@pytest.mark.parametrize(("effect", "levels"), [(CORDS, (2, 2)), (CORDS_SHADED, (1, 0)), (0, (2, 0))])
def test_cords_pacifies_two_spaces_or_only_to_passive_support(effect: int, levels: tuple[int, int]) -> None:
    s = base(effects=effect, econ=5)
    put(s, HUE, us_troops=1, irregular=1)
    put(s, DA_NANG, us_troops=1, irregular=1)
    train(s)
    assert (s.support[HUE], s.support[DA_NANG]) == levels


@pytest.mark.node("us.train.must")
def test_a_train_for_police_alone_is_made_somewhere() -> None:
    s = base(effects=CAPS)
    put(s, TAY_NINH, irregular=6)
    put(s, SAIGON, us_troops=1)
    put(s, QUANG_NAM, us_troops=1, police=1)
    table = train(s)
    assert trained(table) == ["saigon"]
    assert at(s, SAIGON)["police"] == 1


# --- the Support Phase --------------------------------------------------------------------------------------------


def support_phase(s: State, *dice: int) -> Table:
    return Table(s, US, *dice).run(pacification(s, (US,), pacification_price(s, support_phase=True)))


@pytest.mark.node("us.pacify.1", "us.pacify.done")
def test_in_the_support_phase_the_greatest_shift_comes_first_police_or_not() -> None:
    s = base(econ=5)  # five steps
    put(s, HUE, us_troops=1, police=3)
    put(s, SAIGON, us_troops=1, police=1)
    put(s, PHU_BON, us_troops=1, police=1)
    table = support_phase(s)
    assert table.keys("coup.pacify")[:2] == ["saigon", "hue"]
    assert (s.support[SAIGON], s.support[HUE], s.support[PHU_BON]) == (2, 2, 1)
    assert s.resources[ARVN] == 5


@pytest.mark.node("us.pacify.1")
def test_at_most_four_spaces_and_cheaper_with_komer() -> None:
    s = base(econ=5, effects=BLOWTORCH_KOMER)
    for sp in (HUE, SAIGON, KIEN_HOA, KIEN_PHONG, BA_XUYEN):
        put(s, sp, us_troops=1, police=1)
    support_phase(s)  # no die between those of Population 2: there is room for all three
    assert s.support[BA_XUYEN] == 0
    assert s.resources[ARVN] == 12


@pytest.mark.node("us.pacify.stop", "us.pacify.done")
def test_terror_without_a_shift_is_left() -> None:
    s = base(econ=14)  # two steps
    put(s, HUE, us_troops=1, police=1)
    s.terror[HUE] = 2
    put(s, CAN_THO, us_troops=1, police=1)
    set_support(s, CAN_THO, 2)
    s.terror[CAN_THO] = 1
    table = support_phase(s)
    assert s.resources[ARVN] == 20
    assert "us.pacify.done" in table.nodes


@pytest.mark.node("us.pacify.1", "us.pacify.more")
def test_free_pacification_asks_for_no_resources_and_counts_one_level() -> None:
    s = base(econ=15, resources=[0, 10, 20, 20])
    put(s, HUE, us_troops=1, police=1)  # one level: 2
    s.terror[HUE] = 2
    put(s, DA_NANG, us_troops=1, police=1)
    set_support(s, DA_NANG, -1)  # one level brings no Support, two would bring 1
    table = Table(s, US).run(pacification(s, (US,), 0, 1))  # card 96
    assert table.keys("coup.pacify")[:2] == ["hue", "da_nang"]
    assert (s.support[HUE], s.terror[HUE], s.support[DA_NANG]) == (1, 0, 0)
    assert s.resources[ARVN] == 10


@pytest.mark.node("us.pacify.stop")
def test_a_space_that_must_be_pacified_is_left_when_no_level_follows() -> None:
    s = base(econ=11)  # three steps
    put(s, HUE, us_troops=1, police=1)
    set_support(s, HUE, 2)
    s.terror[HUE] = 3
    table = Table(s, US)
    table.run(pacify(s, US, HUE, 3, "6.3.1"))
    assert table.nodes == ["us.pacify.stop"]
    assert s.terror[HUE] == 2
