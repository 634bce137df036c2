"""8.5.1: the VC's Terror, Tax and Subvert boxes."""

import pytest

from fitl.board.factions import VC
from fitl.board.pieces import POLICE, TERROR_MARKERS
from fitl.board.spaces import (
    BINH_DINH,
    CAM_RANH,
    CENTRAL_LAOS,
    CONTROLLABLE,
    HUE,
    KIEN_HOA,
    KIEN_PHONG,
    KONTUM,
    LOC_CAN_THO_BAC_LIEU,
    LOC_CAN_THO_CHAU_DOC,
    LOC_HUE_DA_NANG,
    LOC_SAIGON_AN_LOC_BAN_ME_THUOT,
    LOC_SAIGON_CAN_THO,
    PHUOC_LONG,
    QUANG_NAM,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
)
from fitl.bots.flowchart.vc.terror import shifts
from fitl.lasting import CADRES, TYPHOON_KATE
from fitl.rules.activities.subvert import subvert
from fitl.rules.activities.tax import tax
from fitl.rules.control import set_support
from fitl.rules.menu import ACCOMPANYING, carry_out
from fitl.rules.operation import Activity, Operation
from fitl.state import COIN_CONTROL, State
from tests.bots.support import Table, board
from tests.support import at, put


def operate(s: State, name: str, *dice: int) -> Table:
    op = Operation(s, VC, name, activities=ACCOMPANYING[VC, name])
    return Table(s, VC, *dice).run(carry_out(s, op))


def tax_by(s: State, *dice: int) -> Table:
    return Table(s, VC, *dice).run(tax(s, Activity(s, VC, "tax")))


def subvert_by(s: State, *dice: int) -> Table:
    return Table(s, VC, *dice).run(subvert(s, Activity(s, VC, "subvert")))


def poor(n: int = 0) -> State:
    return board(VC, resources=[0, 20, 20, n])


def visited(table: Table, prefix: str) -> list[tuple[str, int | None]]:
    return [(node, params.get("space")) for node, params in table.reasons if node.startswith(prefix)]


# --- Terror -------------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.terror.1")
def test_terror_strikes_wherever_the_people_shift_the_most_populous_first() -> None:
    s = poor(9)
    for sp in (KONTUM, SAIGON, HUE):
        put(s, sp, vc_guerrilla=1)
    put(s, PHUOC_LONG, vc_guerrilla=1)  # nobody lives there
    put(s, QUANG_NAM, vc_guerrilla=1)
    set_support(s, QUANG_NAM, -2)  # no further shift
    put(s, TAY_NINH, vc_guerrilla=1, vc_base=1)  # its last guard stays hidden
    table = operate(s, "terror")
    assert visited(table, "vc.terror.1") == [("vc.terror.1", SAIGON), ("vc.terror.1", HUE), ("vc.terror.1", KONTUM)]


@pytest.mark.node("vc.terror.1")
def test_tied_terror_spaces_are_random_only_if_not_all_can_be_paid_for() -> None:
    s = poor(1)
    for sp in (HUE, QUANG_TRI):
        put(s, sp, vc_guerrilla=1, us_troops=3)  # COIN Control: no Tax
    assert operate(s, "terror", 2, 6).keys("terror.space") == ["quang_tri_thua_thien"]
    s = poor(2)
    for sp in (HUE, QUANG_TRI):
        put(s, sp, vc_guerrilla=1, us_troops=3)
    assert len(operate(s, "terror").keys("terror.space")) >= 2  # no die


@pytest.mark.node("vc.terror.tax")
def test_at_no_resources_vc_taxes_before_any_more_terror() -> None:
    s = poor(1)
    put(s, SAIGON, vc_guerrilla=1)
    put(s, HUE, vc_guerrilla=2)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    table = operate(s, "terror")
    assert table.nodes[:4] == ["vc.terror.1", "vc.terror.tax", "vc.tax.2", "vc.terror.1"]
    assert s.support[SAIGON] == s.support[HUE] == -1


@pytest.mark.node("vc.terror.2")
def test_rich_vc_sabotages_every_loc_if_aid_is_low() -> None:
    s = board(VC, resources=[0, 20, 20, 13], aid=29)
    put(s, SAIGON, vc_guerrilla=1)
    for loc in (LOC_SAIGON_CAN_THO, LOC_HUE_DA_NANG, LOC_CAN_THO_CHAU_DOC):
        put(s, loc, vc_guerrilla=1)
    s.terror[LOC_CAN_THO_CHAU_DOC] = 1
    table = operate(s, "terror")
    assert visited(table, "vc.terror") == [
        ("vc.terror.1", SAIGON),
        ("vc.terror.2", LOC_SAIGON_CAN_THO),
        ("vc.terror.2", LOC_HUE_DA_NANG),
    ]


@pytest.mark.node("vc.terror.2")
@pytest.mark.parametrize(("resources", "aid"), [(12, 29), (20, 30)])
def test_no_sabotage_below_twelve_resources_or_with_aid_at_thirty(resources: int, aid: int) -> None:
    s = board(VC, resources=[0, 20, 20, resources], aid=aid)
    put(s, SAIGON, vc_guerrilla=1)  # costs 1: of 12 Resources 11 are left
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    assert "vc.terror.2" not in operate(s, "terror").nodes


@pytest.mark.node("vc.terror.2")
def test_no_sabotage_without_a_marker() -> None:
    s = board(VC, resources=[0, 20, 20, 20])
    put(s, SAIGON, vc_guerrilla=1)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    for sp in range(8, 8 + TERROR_MARKERS):
        s.terror[sp] = 1
    assert "vc.terror.2" not in operate(s, "terror").nodes


@pytest.mark.node("vc.terror.cadres")
def test_unshaded_cadres_cost_active_guerrillas_first_and_need_two() -> None:
    s = board(VC, effects=CADRES, resources=[0, 20, 20, 5])
    put(s, SAIGON, vc_guerrilla=3)
    put(s, HUE, vc_guerrilla=1)
    put(s, TAY_NINH, vc_guerrilla=2, vc_guerrilla_active=2)
    operate(s, "terror")
    assert at(s, SAIGON) == {"vc_guerrilla": 1}
    assert at(s, HUE) == {"vc_guerrilla": 1}
    assert at(s, TAY_NINH) == {"vc_guerrilla": 1, "vc_guerrilla_active": 1}


def test_unshaded_cadres_take_no_base_its_last_hidden_guerrilla() -> None:
    s = poor(9)
    s.effects |= CADRES
    put(s, TAY_NINH, vc_base=1, vc_guerrilla=2)  # one shows itself and both go
    put(s, KIEN_HOA, vc_base=1, vc_guerrilla=2, vc_guerrilla_active=1)
    put(s, KIEN_PHONG, vc_guerrilla=2)  # no Base
    assert shifts(Table(s, VC).mind, s, range(CONTROLLABLE)) == [KIEN_PHONG, KIEN_HOA]
    put(s, TAY_NINH, vc_guerrilla=1)
    assert TAY_NINH in shifts(Table(s, VC).mind, s, range(CONTROLLABLE))


def test_after_terror_vc_taxes_if_it_has_not_yet() -> None:
    s = poor(5)
    put(s, SAIGON, vc_guerrilla=1)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    operate(s, "terror")
    assert s.resources[VC] == 5 - 1 + 2


# --- Tax ----------------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.tax.1", "vc.subvert.2")
def test_with_ten_resources_vc_subverts_instead() -> None:
    s = poor(11)
    put(s, SAIGON, vc_guerrilla=2, police=3)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    table = operate(s, "terror")
    assert "vc.tax.1" in table.nodes
    assert s.resources[VC] == 10
    assert at(s, SAIGON)["police"] == 1


@pytest.mark.node("vc.tax.1")
def test_with_nine_resources_vc_still_taxes() -> None:
    s = poor(10)
    put(s, SAIGON, vc_guerrilla=2, police=3)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    operate(s, "terror")
    assert s.resources[VC] == 11


@pytest.mark.node("vc.tax.2", "vc.tax.3")
def test_tax_takes_locs_by_econ_then_active_support() -> None:
    s = poor(0)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    put(s, LOC_CAN_THO_BAC_LIEU, vc_guerrilla=1)  # Econ 0
    put(s, SAIGON, vc_guerrilla=1)
    put(s, HUE, vc_guerrilla=1)
    set_support(s, SAIGON, 2)
    set_support(s, HUE, 2)
    put(s, TAY_NINH, vc_guerrilla=1)
    set_support(s, TAY_NINH, -2)
    table = tax_by(s)
    assert visited(table, "vc.tax") == [
        ("vc.tax.2", LOC_SAIGON_CAN_THO),
        ("vc.tax.2", LOC_HUE_DA_NANG),
        ("vc.tax.3", SAIGON),
        ("vc.tax.3", HUE),
    ]
    assert s.resources[VC] == 2 + 1 + 12 + 4


@pytest.mark.node("vc.tax.2")
def test_tied_locs_beyond_the_limit_are_chosen_by_a_random_city() -> None:
    s = poor(0)
    s.effects |= TYPHOON_KATE
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    put(s, LOC_SAIGON_AN_LOC_BAN_ME_THUOT, vc_guerrilla=1)
    table = tax_by(s, 1, 1)  # Saigon
    assert table.keys("tax.space") == ["loc_saigon_an_loc_ban_me_thuot"]


@pytest.mark.node("vc.tax.4_1", "vc.tax.4_2")
def test_without_resources_active_opposition_then_anywhere_with_people_by_population() -> None:
    s = poor(0)
    for sp in (QUANG_NAM, TAY_NINH, CAM_RANH, KIEN_PHONG, PHUOC_LONG):
        put(s, sp, vc_guerrilla=1)
    for sp in (QUANG_NAM, TAY_NINH):
        set_support(s, sp, -2)
    table = tax_by(s)
    assert visited(table, "vc.tax") == [
        ("vc.tax.4_1", TAY_NINH),
        ("vc.tax.4_1", QUANG_NAM),
        ("vc.tax.4_2", KIEN_PHONG),
        ("vc.tax.4_2", CAM_RANH),
    ]


@pytest.mark.node("vc.tax.4_2")
def test_the_fourth_space_is_the_last_and_chosen_at_random_among_equals() -> None:
    s = poor(0)
    for sp in (HUE, QUANG_TRI, BINH_DINH, KIEN_PHONG, KIEN_HOA):
        put(s, sp, vc_guerrilla=1)
    table = tax_by(s, 1, 4, 1, 4, 6, 4, 6, 4)
    assert len(table.keys("tax.space")) == 4


@pytest.mark.node("vc.tax.4_1")
def test_what_locs_bring_ends_the_need_for_bullet_four() -> None:
    s = poor(0)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    put(s, TAY_NINH, vc_guerrilla=1)
    set_support(s, TAY_NINH, -2)
    assert visited(tax_by(s), "vc.tax") == [("vc.tax.2", LOC_SAIGON_CAN_THO)]


@pytest.mark.node("vc.tax.4_2")
def test_nobody_is_taxed_where_nobody_lives() -> None:
    s = poor(0)
    for sp in (KONTUM, HUE, PHUOC_LONG):
        put(s, sp, vc_guerrilla=1)
    assert [sp for _, sp in visited(tax_by(s), "vc.tax")] == [HUE, KONTUM]
    assert at(s, PHUOC_LONG) == {"vc_guerrilla": 1}


@pytest.mark.node("vc.tax.4_1")
def test_with_resources_no_tax_at_opposition() -> None:
    s = poor(2)
    put(s, SAIGON, vc_guerrilla=1)
    put(s, TAY_NINH, vc_guerrilla=1)
    set_support(s, TAY_NINH, -2)
    assert "sa:tax" not in operate(s, "terror").keys("terror.space")


def test_tax_may_expose_the_last_hidden_guerrilla_of_a_base() -> None:
    s = poor(0)
    put(s, TAY_NINH, vc_guerrilla=1, vc_base=1)
    tax_by(s)
    assert at(s, TAY_NINH) == {"vc_guerrilla_active": 1, "vc_base": 1}


@pytest.mark.node("vc.tax.none")
def test_nothing_to_tax_leads_to_subvert_and_nothing_to_subvert_to_no_special_activity() -> None:
    s = poor(5)
    put(s, SAIGON, vc_guerrilla=2, arvn_troops=3)
    assert "vc.tax.none" in operate(s, "terror").nodes
    s = poor(5)
    put(s, SAIGON, vc_guerrilla=2)
    table = operate(s, "terror")
    assert "vc.tax.none" not in table.nodes
    assert s.resources[VC] == 4


# --- Subvert ------------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.subvert.1", "vc.subvert.2")
def test_subvert_first_ends_coin_control_where_most_people_are_then_goes_where_most_cubes_are() -> None:
    s = poor(5)
    put(s, HUE, vc_guerrilla=1, police=5)  # stays Controlled
    put(s, KONTUM, vc_guerrilla=1, police=2)
    put(s, SAIGON, vc_guerrilla=1, police=2)
    table = subvert_by(s)
    assert visited(table, "vc.subvert")[0] == ("vc.subvert.1", SAIGON)
    assert ("vc.subvert.1", KONTUM) in visited(table, "vc.subvert")
    s = poor(5)
    put(s, HUE, vc_guerrilla=1, police=1, us_troops=5)
    put(s, SAIGON, vc_guerrilla=1, police=5)
    table = subvert_by(s)
    assert visited(table, "vc.subvert")[0] == ("vc.subvert.2", SAIGON)
    assert s.control[SAIGON] == COIN_CONTROL


@pytest.mark.node("vc.subvert.replace", "vc.subvert.remove")
def test_a_single_cube_changes_sides_and_more_are_removed_evenly() -> None:
    s = poor(5)
    put(s, HUE, vc_guerrilla=1, police=1)
    put(s, SAIGON, vc_guerrilla=1, police=3, arvn_troops=3)
    table = subvert_by(s)
    assert at(s, HUE) == {"vc_guerrilla": 2}
    assert at(s, SAIGON) == {"vc_guerrilla": 1, "police": 2, "arvn_troops": 2}
    assert "vc.subvert.remove" in table.nodes


@pytest.mark.node("vc.subvert.remove_one_kind")
def test_cubes_of_one_kind_are_not_called_even() -> None:
    s = poor(5)
    put(s, SAIGON, vc_guerrilla=1, police=3)
    table = subvert_by(s)
    assert at(s, SAIGON) == {"vc_guerrilla": 1, "police": 1}
    assert table.reason("vc.subvert.remove_one_kind") == {"space": SAIGON, "piece": POLICE, "n": 2}
    assert "vc.subvert.remove" not in table.nodes


@pytest.mark.node("vc.subvert.replace", "vc.subvert.1")
def test_the_guerrilla_that_replaces_a_cube_counts_against_control() -> None:
    s = poor(5)
    put(s, HUE, vc_guerrilla=1, police=1, us_troops=1)  # 2 : 1 becomes 1 : 2
    put(s, SAIGON, vc_guerrilla=1, police=5)
    assert visited(subvert_by(s), "vc.subvert")[0] == ("vc.subvert.1", HUE)


@pytest.mark.node("vc.subvert.remove_one_kind")
def test_with_no_guerrilla_available_the_single_cube_is_just_removed() -> None:
    s = poor(5)
    put(s, HUE, vc_guerrilla=1, police=1)
    put(s, CENTRAL_LAOS, vc_guerrilla_active=29)
    subvert_by(s)
    assert at(s, HUE) == {"vc_guerrilla": 1}
    assert at(s, CENTRAL_LAOS) == {"vc_guerrilla_active": 29}


@pytest.mark.node("vc.subvert.2")
def test_subvert_takes_two_spaces_at_most_tied_ones_at_random() -> None:
    s = poor(5)
    for sp in (HUE, SAIGON, CAM_RANH):
        put(s, sp, vc_guerrilla=1, police=6)
    table = subvert_by(s, 3, 3, 1, 1)
    assert table.keys("subvert.space") == ["hue", "saigon"]
    assert [at(s, sp)["police"] for sp in (HUE, SAIGON, CAM_RANH)] == [4, 4, 6]
