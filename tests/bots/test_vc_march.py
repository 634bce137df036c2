"""8.5.3: the VC's March box."""

import pytest

from fitl.board.factions import NVA, VC
from fitl.board.pieces import KINDS, POLICE, VC_GUERRILLA, VC_GUERRILLA_ACTIVE
from fitl.board.spaces import (
    BA_XUYEN,
    CAN_THO,
    CONTROLLABLE,
    HUE,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    KONTUM,
    LOC_CAN_THO_BAC_LIEU,
    LOC_CAN_THO_CHAU_DOC,
    LOC_CAN_THO_LONG_PHU,
    LOC_HUE_DA_NANG,
    LOC_HUE_KHE_SANH,
    LOC_SAIGON_CAN_THO,
    LOCS,
    PHU_BON,
    QUANG_NAM,
    QUANG_TRI,
    SAIGON,
    SIHANOUKVILLE,
    TAY_NINH,
    THE_PARROTS_BEAK,
)
from fitl.bots.flowchart.vc.march import can_march, plan_march
from fitl.bots.flowchart.vc.movers import may_leave, unseen
from fitl.bots.script import Move
from fitl.events.free import carry_out_granted, free_march, granted
from fitl.lasting import MAIN_FORCE_BNS
from fitl.rules.control import recount, set_support
from fitl.rules.menu import ACCOMPANYING, carry_out
from fitl.rules.operation import Operation
from fitl.rules.operations.march import march as rules_march
from fitl.state import COIN_CONTROL, NVA_CONTROL, State
from tests.bots.support import Table, board
from tests.support import at, put


def march(s: State, *dice: int, activities: tuple[str, ...] = ()) -> Table:
    return Table(s, VC, *dice).run(carry_out(s, Operation(s, VC, "march", activities=activities)))


def march_and_more(s: State, *dice: int) -> Table:
    return march(s, *dice, activities=ACCOMPANYING[VC, "march"])


def purse(n: int, *non_players: int) -> State:
    return board(VC, *non_players, resources=[0, 20, 20, n])


def watch_roads(s: State) -> None:
    """No LoC can be entered unseen: three Police on each, so that bullet 1 finds nothing."""
    for loc in LOCS:
        s.pieces[loc * KINDS + POLICE] = 3
    recount(s)


def visits(table: Table) -> list[tuple[str, int]]:
    return [(node, params["space"]) for node, params in table.reasons if "space" in params]


# --- who may leave ------------------------------------------------------------------------------------------------


def test_two_guerrillas_stay_at_a_base_and_one_elsewhere_locs_too() -> None:
    s = purse(5)
    put(s, TAY_NINH, vc_base=1, vc_guerrilla=5)
    put(s, KIEN_PHONG, vc_guerrilla=5)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=2)
    assert [may_leave(s, sp) for sp in (TAY_NINH, KIEN_PHONG, LOC_SAIGON_CAN_THO)] == [3, 4, 1]


def test_nobody_leaves_control_of_the_south_to_coin_or_nva() -> None:
    s = purse(5)
    put(s, KIEN_PHONG, vc_guerrilla=5, us_troops=3)
    put(s, KIEN_HOA, vc_guerrilla=5, nva_troops=3)
    put(s, THE_PARROTS_BEAK, vc_guerrilla=5, nva_troops=3)  # not in the South
    put(s, SAIGON, vc_guerrilla=2, us_troops=9)  # COIN-Controlled already
    assert [may_leave(s, sp) for sp in (KIEN_PHONG, KIEN_HOA, THE_PARROTS_BEAK, SAIGON)] == [2, 2, 4, 1]


def test_a_group_stays_hidden_among_three_pieces_at_support_and_on_locs_and_always_elsewhere() -> None:
    s = purse(5)
    put(s, HUE, police=1)
    set_support(s, HUE, 1)
    put(s, LOC_HUE_DA_NANG, us_troops=3)
    assert [unseen(s, sp) for sp in (HUE, LOC_HUE_DA_NANG, SAIGON, LOC_SAIGON_CAN_THO)] == [2, 0, 99, 3]
    s.effects |= MAIN_FORCE_BNS
    assert [unseen(s, sp) for sp in (HUE, LOC_SAIGON_CAN_THO)] == [0, 1]


# --- bullet 1 -----------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.march.1", "vc.march.origin")
def test_one_hidden_guerrilla_goes_on_each_loc_with_econ_for_nothing() -> None:
    s = purse(0)
    put(s, KIEN_HOA, vc_guerrilla=4)  # Saigon-Can Tho (2) and Can Tho-Long Phu (1)
    table = march(s)
    assert [visit for visit in visits(table) if visit[0] == "vc.march.1"] == [
        ("vc.march.1", LOC_SAIGON_CAN_THO),
        ("vc.march.1", LOC_CAN_THO_LONG_PHU),
    ]
    assert at(s, LOC_SAIGON_CAN_THO) == at(s, LOC_CAN_THO_LONG_PHU) == {"vc_guerrilla": 1}
    assert at(s, KIEN_HOA) == {"vc_guerrilla": 2}


@pytest.mark.node("vc.march.1")
def test_locs_without_econ_or_with_a_hidden_guerrilla_or_watched_by_three_are_left_alone() -> None:
    s = purse(0)
    put(s, BA_XUYEN, vc_guerrilla=4)  # Can Tho-Bac Lieu has Econ 0
    put(s, LOC_CAN_THO_LONG_PHU, vc_guerrilla=1)
    put(s, KIEN_GIANG, vc_guerrilla=4)
    put(s, LOC_CAN_THO_CHAU_DOC, police=3)
    assert not can_march(s)


@pytest.mark.node("vc.march.1")
def test_with_too_few_guerrillas_the_highest_econ_comes_first() -> None:
    s = purse(0)
    put(s, KIEN_HOA, vc_guerrilla=2)
    march(s)
    assert at(s, LOC_SAIGON_CAN_THO) == {"vc_guerrilla": 1}


@pytest.mark.node("vc.march.origin")
def test_tied_origins_are_random() -> None:
    s = purse(0)
    put(s, KIEN_PHONG, vc_guerrilla=2)
    put(s, LOC_CAN_THO_CHAU_DOC, vc_guerrilla=1)
    put(s, LOC_CAN_THO_LONG_PHU, vc_guerrilla=1)
    put(s, KIEN_HOA, vc_guerrilla=2)
    march(s, 1, 4)  # Kien Hoa
    assert at(s, KIEN_HOA) == {"vc_guerrilla": 1}
    assert at(s, KIEN_PHONG) == {"vc_guerrilla": 2}


def test_onto_a_loc_from_where_hidden_guards_stay_if_possible() -> None:
    s = purse(0)
    put(s, KIEN_PHONG, vc_guerrilla=1, vc_guerrilla_active=1)  # an Active guard would be left
    put(s, KIEN_HOA, vc_guerrilla=2)
    plan = plan_march(Table(s, VC).mind, s, [LOC_SAIGON_CAN_THO], 0)
    with pytest.raises(StopIteration) as planned:
        next(plan)  # no die
    assert planned.value.value == [Move(LOC_SAIGON_CAN_THO, KIEN_HOA, {VC_GUERRILLA: 1, VC_GUERRILLA_ACTIVE: 0})]


@pytest.mark.node("vc.march.1")
def test_active_guerrillas_stay_as_guards_so_that_hidden_ones_can_go() -> None:
    s = purse(0)
    put(s, KIEN_HOA, vc_guerrilla=1, vc_guerrilla_active=1)
    march(s)
    assert at(s, KIEN_HOA) == {"vc_guerrilla_active": 1}
    assert at(s, LOC_SAIGON_CAN_THO) == {"vc_guerrilla": 1}


# --- bullet 2 -----------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.march.2")
def test_a_not_at_active_opposition_then_b_where_most_arrive_hidden() -> None:
    s = purse(1)
    watch_roads(s)
    put(s, SIHANOUKVILLE, vc_guerrilla=2)  # only Kien Giang has people
    put(s, THE_PARROTS_BEAK, vc_guerrilla=3)  # Tay Ninh, Kien Phong, Kien Giang
    for sp in (TAY_NINH, KIEN_PHONG):
        set_support(s, sp, -2)
    table = march(s)
    assert visits(table) == [("vc.march.2", KIEN_GIANG)]
    assert at(s, KIEN_GIANG) == {"vc_guerrilla": 3}


@pytest.mark.node("vc.march.2")
def test_a_is_a_preference_so_active_opposition_is_entered_if_nothing_else_is() -> None:
    s = purse(1)
    watch_roads(s)
    put(s, SIHANOUKVILLE, vc_guerrilla=2)
    set_support(s, KIEN_GIANG, -2)
    assert visits(march(s)) == [("vc.march.2", KIEN_GIANG)]


@pytest.mark.node("vc.march.2")
def test_a_comes_before_b() -> None:
    s = purse(1)
    watch_roads(s)
    put(s, SIHANOUKVILLE, vc_guerrilla=2)  # one for Kien Giang
    put(s, KIEN_HOA, vc_guerrilla=5)  # four for any of these
    for sp in (SAIGON, CAN_THO, KIEN_PHONG, BA_XUYEN):
        set_support(s, sp, -2)
    assert visits(march(s)) == [("vc.march.2", KIEN_GIANG)]


@pytest.mark.node("vc.march.2")
def test_b_more_hidden_arrivals_beat_control_and_exactly_those_are_sent() -> None:
    s = purse(1)
    watch_roads(s)
    put(s, THE_PARROTS_BEAK, vc_guerrilla=4, vc_guerrilla_active=2)
    put(s, SIHANOUKVILLE, vc_guerrilla=2)
    for sp in (TAY_NINH, KIEN_PHONG):
        put(s, sp, police=1)
    table = march(s)
    assert visits(table) == [("vc.march.2", KIEN_GIANG)]
    assert at(s, KIEN_GIANG) == {"vc_guerrilla": 5}
    assert at(s, THE_PARROTS_BEAK) == {"vc_guerrilla_active": 2}


@pytest.mark.node("vc.march.2")
def test_c_then_the_most_coin_control_removed() -> None:
    s = purse(1)
    watch_roads(s)
    put(s, THE_PARROTS_BEAK, vc_guerrilla=3)
    put(s, KIEN_PHONG, police=2)
    put(s, TAY_NINH, police=3)  # 2 arrivals are too few
    table = march(s)
    assert visits(table) == [("vc.march.2", KIEN_PHONG)]
    assert s.control[KIEN_PHONG] != COIN_CONTROL


@pytest.mark.node("vc.march.2")
def test_at_support_only_as_many_go_as_stay_hidden() -> None:
    s = purse(1)
    watch_roads(s)
    put(s, QUANG_TRI, vc_guerrilla=6)
    put(s, HUE, police=1)
    for sp in range(CONTROLLABLE):
        set_support(s, sp, 1)
    set_support(s, HUE, 2)
    put(s, QUANG_NAM, police=3)
    march(s)
    assert at(s, HUE) == {"police": 1, "vc_guerrilla": 2}


@pytest.mark.node("vc.march.2")
def test_each_province_or_city_entered_costs_a_resource_so_destinations_end_with_the_money() -> None:
    s = purse(2)
    watch_roads(s)
    put(s, KIEN_PHONG, vc_guerrilla=2)
    put(s, QUANG_TRI, vc_guerrilla=2)
    put(s, PHU_BON, vc_guerrilla=2)
    table = march(s, 1, 1, 3, 3)  # Saigon from Kien Phong, Hue from Quang Tri
    assert visits(table) == [
        ("random_space", SAIGON),
        ("vc.march.2", SAIGON),
        ("random_space", HUE),
        ("vc.march.2", HUE),
    ]
    assert s.resources[VC] == 0
    assert at(s, PHU_BON) == {"vc_guerrilla": 2}


@pytest.mark.node("vc.march.2c")
def test_further_spaces_are_entered_even_if_seen_to_remove_coin_control_just_enough_active_first() -> None:
    s = purse(5)
    watch_roads(s)
    put(s, QUANG_TRI, vc_guerrilla=2, vc_guerrilla_active=3)
    put(s, HUE, police=3)
    set_support(s, HUE, 1)
    put(s, QUANG_NAM, police=9)
    set_support(s, QUANG_NAM, 1)
    table = march(s)
    assert visits(table)[0] == ("vc.march.2c", HUE)
    assert at(s, HUE) == {"police": 3, "vc_guerrilla_active": 3}
    assert at(s, QUANG_TRI) == {"vc_guerrilla": 2}
    assert s.control[HUE] != COIN_CONTROL


@pytest.mark.node("vc.march.2c")
@pytest.mark.parametrize(("level", "chosen"), [(0, KIEN_PHONG), (-2, CAN_THO)])
def test_among_further_spaces_not_active_opposition_first_then_most_people(level: int, chosen: int) -> None:
    s = purse(1)
    watch_roads(s)
    put(s, KIEN_HOA, vc_guerrilla_active=3)
    put(s, CAN_THO, police=1)
    put(s, KIEN_PHONG, police=1)
    set_support(s, KIEN_PHONG, level)
    assert visits(march(s))[0] == ("vc.march.2c", chosen)


@pytest.mark.node("vc.march.2c")
def test_no_march_to_be_seen_where_control_would_stay() -> None:
    s = purse(5)
    watch_roads(s)
    put(s, QUANG_TRI, vc_guerrilla=3)
    put(s, HUE, police=3)
    set_support(s, HUE, 1)
    put(s, QUANG_NAM, police=9)
    set_support(s, QUANG_NAM, 1)
    assert not can_march(s)


# --- bullet 3 -----------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.march.3")
@pytest.mark.parametrize(("non_players", "enters"), [((), True), ((NVA,), False)])
def test_nva_control_is_removed_only_from_a_player(non_players: tuple[int, ...], enters: bool) -> None:
    s = purse(5, *non_players)
    watch_roads(s)
    put(s, QUANG_TRI, vc_guerrilla_active=4)
    put(s, HUE, nva_troops=2)
    put(s, QUANG_NAM, nva_troops=9)
    assert can_march(s) == enters
    if enters:
        assert visits(march(s))[0] == ("vc.march.3", HUE)
        assert at(s, HUE) == {"nva_troops": 2, "vc_guerrilla_active": 2}
        assert s.control[HUE] != NVA_CONTROL


@pytest.mark.node("vc.march.3")
def test_beside_other_moves_too_nva_control_stays_if_nva_is_no_player() -> None:
    s = purse(5, NVA)
    put(s, QUANG_TRI, vc_guerrilla=1, vc_guerrilla_active=4)
    put(s, HUE, nva_troops=2)
    put(s, LOC_HUE_KHE_SANH, police=3)
    put(s, QUANG_NAM, nva_troops=9)
    march(s)
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla": 1}
    assert at(s, HUE) == {"nva_troops": 2}


# --- afterwards ---------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.march.ambush", "vc.ambush.3")
def test_those_who_just_marched_lay_an_ambush() -> None:
    s = purse(5)
    watch_roads(s)
    put(s, QUANG_TRI, vc_guerrilla=3)
    put(s, HUE, police=2)
    put(s, QUANG_NAM, vc_guerrilla=1)
    set_support(s, QUANG_NAM, -2)
    table = march_and_more(s)
    assert "vc.march.ambush" in table.nodes
    assert at(s, HUE) == {"police": 1, "vc_guerrilla": 1, "vc_guerrilla_active": 1}


@pytest.mark.node("vc.march.no_ambush", "vc.tax.2")
def test_without_resources_no_ambush_but_tax() -> None:
    s = purse(1)
    put(s, KIEN_HOA, vc_guerrilla=4)
    put(s, CAN_THO, police=1)
    put(s, LOC_CAN_THO_BAC_LIEU, police=1)
    put(s, SAIGON, vc_guerrilla=1)
    table = march_and_more(s)
    assert table.nodes[-3:-1] == ["vc.march.no_ambush", "vc.tax.2"]


def test_a_free_march_of_an_event_is_planned_at_first_sight_without_resources() -> None:
    s = purse(0)
    watch_roads(s)
    put(s, QUANG_TRI, vc_guerrilla=3)
    put(s, KONTUM, police=1)
    op = granted(s, VC, "march", spaces=(HUE,))
    Table(s, VC).run(carry_out_granted(s, op))
    assert at(s, HUE) == {"vc_guerrilla": 2}


def test_an_event_that_forces_a_move_nobody_wants_moves_somebody() -> None:
    s = purse(0)
    put(s, QUANG_TRI, vc_guerrilla=1)
    op = granted(s, VC, "march", spaces=(HUE,))
    Table(s, VC).run(carry_out_granted(s, op))
    assert at(s, HUE) == {"vc_guerrilla": 1}


def test_a_free_march_from_named_origins_plans_with_nobody_else() -> None:
    s = purse(0)
    watch_roads(s)
    put(s, THE_PARROTS_BEAK, vc_guerrilla=2)  # one stays, one may go
    put(s, SIHANOUKVILLE, vc_guerrilla=5)  # not named by the Event, but next to the same Province
    for sp in (TAY_NINH, KIEN_PHONG):
        set_support(s, sp, -2)
    op = granted(s, VC, "march")
    table = Table(s, VC).run(rules_march(s, op, 1 << THE_PARROTS_BEAK))
    assert at(s, KIEN_GIANG) == {"vc_guerrilla": 1}
    assert table.reason("vc.march.2")["ties"] == ["vc.not_opposition"]
    assert set(table.keys("march.origin")) <= {"the_parrots_beak"}


def test_no_more_spaces_are_planned_than_an_event_lets_them_enter() -> None:
    s = purse(0)
    for n, left in ((1, 1), (3, 3)):
        s = purse(0)
        put(s, QUANG_TRI, vc_guerrilla=9)
        table = Table(s, VC, *(1, 1) * 9)
        with pytest.raises(AssertionError, match="left over"):
            table.run(rules_march(s, granted(s, VC, "march", max_spaces=left)))
        assert table.nodes.count("vc.march.1") + table.nodes.count("vc.march.2") == n
        assert len(table.keys("march.destination")) <= n + 1


@pytest.mark.node("vc.march.nobody")
def test_a_free_march_is_declined_where_the_box_lets_nobody_go() -> None:
    s = purse(0)
    put(s, QUANG_TRI, vc_base=1, vc_guerrilla=2)  # the guards of a Base
    put(s, KIEN_HOA, vc_guerrilla=1)
    table = Table(s, VC).run(free_march(s, granted(s, VC, "march")))
    assert table.keys("event.march_at_all") == ["no"]
    assert "vc.march.nobody" in table.nodes
    assert at(s, QUANG_TRI) == {"vc_base": 1, "vc_guerrilla": 2}
    assert at(s, KIEN_HOA) == {"vc_guerrilla": 1}


def test_a_free_march_that_is_wanted_is_planned_once() -> None:
    s = purse(0)
    watch_roads(s)
    put(s, QUANG_TRI, vc_guerrilla=3)
    put(s, KONTUM, police=1)
    table = Table(s, VC).run(free_march(s, granted(s, VC, "march", spaces=(HUE, KONTUM))))
    assert table.keys("event.march_at_all") == ["yes"]
    assert table.nodes.count("vc.march.2") == 1
    assert at(s, HUE) == {"vc_guerrilla": 2}
