"""8.5.2: the VC's Rally box."""

import pytest

from fitl.board.factions import NVA, VC
from fitl.board.pieces import VC_GUERRILLA
from fitl.board.spaces import (
    AN_LOC,
    BA_XUYEN,
    CAN_THO,
    CENTRAL_LAOS,
    CONTROLLABLE,
    HUE,
    KIEN_HOA,
    KIEN_PHONG,
    LOC_SAIGON_CAN_THO,
    NORTHEAST_CAMBODIA,
    PHUOC_LONG,
    POP,
    QUANG_NAM,
    QUANG_TRI,
    SAIGON,
    SIHANOUKVILLE,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
)
from fitl.events.free import carry_out_granted, granted
from fitl.lasting import CADRES_SHADED
from fitl.rules.control import set_support
from fitl.rules.forces import available
from fitl.rules.menu import ACCOMPANYING, carry_out
from fitl.rules.operation import Operation
from fitl.state import COIN_CONTROL, State
from tests.bots.support import Table, board
from tests.support import at, put

PEOPLED = [sp for sp in range(CONTROLLABLE) if POP[sp]]


def rally(s: State, *dice: int, activities: tuple[str, ...] = ()) -> Table:
    return Table(s, VC, *dice).run(carry_out(s, Operation(s, VC, "rally", activities=activities)))


def rally_and_tax(s: State, *dice: int) -> Table:
    return rally(s, *dice, activities=ACCOMPANYING[VC, "rally"])


def quiet(n: int, *non_players: int, but: tuple[int, ...] = ()) -> State:
    """Support everywhere but in these spaces and where nobody lives: Rally has nowhere else to go among the people."""
    s = board(VC, *non_players, resources=[0, 20, 20, n])
    for sp in PEOPLED:
        if sp not in but:
            set_support(s, sp, 1)
    return s


def spaces(table: Table, node: str = "vc.rally") -> list[tuple[str, int]]:
    return [(name, params["space"]) for name, params in table.reasons if name.startswith(node) and "space" in params]


# --- bullet 1 -----------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.rally.1")
def test_four_guerrillas_with_room_make_a_base_of_two_active_ones_first() -> None:
    s = quiet(2)
    put(s, PHUOC_LONG, vc_guerrilla=3, vc_guerrilla_active=1)
    put(s, THE_FISHHOOK, vc_guerrilla=4, vc_base=1, nva_base=1)  # no room
    put(s, CENTRAL_LAOS, vc_guerrilla=3)
    table = rally(s)
    assert spaces(table)[0] == ("vc.rally.1", PHUOC_LONG)
    assert at(s, PHUOC_LONG) == {"vc_base": 1, "vc_guerrilla": 2}
    assert "vc_base" in at(s, THE_FISHHOOK)


@pytest.mark.node("vc.rally.1")
def test_no_support_space_is_rallied_in() -> None:
    s = quiet(3)
    put(s, SAIGON, vc_guerrilla=4)
    table = rally(s)
    assert SAIGON not in [sp for _, sp in spaces(table)]


@pytest.mark.node("vc.rally.1")
def test_bases_run_out_and_the_space_is_random() -> None:
    s = quiet(1)
    put(s, THE_PARROTS_BEAK, vc_guerrilla=4)
    put(s, PHUOC_LONG, vc_guerrilla=4)
    put(s, NORTHEAST_CAMBODIA, vc_base=2)
    put(s, SIHANOUKVILLE, vc_base=2)
    put(s, CENTRAL_LAOS, vc_base=2)
    put(s, SAIGON, vc_base=2)
    table = rally(s, 6, 2)
    assert spaces(table)[0] == ("vc.rally.1", PHUOC_LONG)
    assert at(s, THE_PARROTS_BEAK) == {"vc_guerrilla": 4}


# --- bullet 2 -----------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.rally.2_1a", "vc.rally.2_1b")
def test_two_spaces_without_vc_first_with_arvn_cubes_then_with_people() -> None:
    s = quiet(9, but=(HUE, CAN_THO, AN_LOC))
    put(s, HUE, police=3)
    put(s, QUANG_NAM, police=1)  # at Support
    table = rally(s, 1, 5)  # the chart leads to Can Tho
    assert spaces(table)[:2] == [("vc.rally.2_1a", HUE), ("vc.rally.2_1b", CAN_THO)]
    assert [node for node, _ in spaces(table)].count("vc.rally.2_1b") == 1


@pytest.mark.node("vc.rally.2_1a")
def test_both_fresh_spaces_may_have_cubes_and_a_third_is_not_entered() -> None:
    s = quiet(9, but=(HUE, CAN_THO, AN_LOC))
    for sp in (HUE, CAN_THO, AN_LOC):
        put(s, sp, arvn_troops=3)
    table = rally(s, 3, 3, 1, 5)
    assert spaces(table)[:2] == [("vc.rally.2_1a", HUE), ("vc.rally.2_1a", CAN_THO)]
    assert ("vc.rally.2_4", AN_LOC) in spaces(table)[2:]  # only as anywhere else


@pytest.mark.node("vc.rally.2_1a")
def test_tie_break_a_removes_coin_control() -> None:
    s = quiet(1, but=(HUE, CAN_THO, AN_LOC))
    put(s, HUE, police=3)
    put(s, CAN_THO, police=1)
    put(s, AN_LOC, police=2)
    table = rally(s)
    assert spaces(table) == [("vc.rally.2_1a", CAN_THO)]
    assert s.control[CAN_THO] != COIN_CONTROL


@pytest.mark.node("vc.rally.2_2")
def test_at_a_base_with_fewer_than_four_hidden_guerrillas_all_that_are_allowed_come() -> None:
    s = quiet(1, but=(TAY_NINH,))
    put(s, TAY_NINH, vc_base=1, nva_base=1, vc_guerrilla=2, vc_guerrilla_active=3)  # no room for another Base
    put(s, NORTHEAST_CAMBODIA, vc_base=1, nva_base=1, vc_guerrilla=4)
    table = rally(s)
    assert spaces(table)[0] == ("vc.rally.2_2", TAY_NINH)
    assert at(s, TAY_NINH)["vc_guerrilla"] == 2 + 3  # Population 2 and 1 Base
    assert ("vc.rally.2_2", NORTHEAST_CAMBODIA) not in spaces(table)


@pytest.mark.node("vc.rally.2_2")
def test_tie_break_a_counts_all_the_guerrillas_that_would_come() -> None:
    s = quiet(1, but=(QUANG_TRI, TAY_NINH))
    put(s, QUANG_TRI, vc_base=1, vc_guerrilla=1, us_troops=6)  # 6 : 2 and 3 more are too few
    put(s, TAY_NINH, vc_base=1, vc_guerrilla=1, us_troops=5)  # 5 : 5
    assert spaces(rally(s)) == [("vc.rally.2_2", TAY_NINH)]


@pytest.mark.node("vc.rally.2_2")
def test_only_available_guerrillas_come_none_are_lifted_from_the_map() -> None:
    s = quiet(5, but=(TAY_NINH,))
    put(s, TAY_NINH, vc_base=1, nva_base=1, vc_guerrilla=1)
    put(s, NORTHEAST_CAMBODIA, vc_base=1, nva_base=1, vc_guerrilla=27)
    rally(s)
    assert at(s, TAY_NINH)["vc_guerrilla"] == 3
    assert at(s, NORTHEAST_CAMBODIA)["vc_guerrilla"] == 27


@pytest.mark.node("vc.rally.2_3")
def test_then_where_one_to_three_guerrillas_are() -> None:
    s = quiet(1)
    put(s, PHUOC_LONG, vc_guerrilla=3)
    put(s, THE_FISHHOOK, vc_guerrilla=4, nva_base=2)
    table = rally(s)
    assert spaces(table) == [("vc.rally.2_3", PHUOC_LONG)]
    assert at(s, PHUOC_LONG) == {"vc_guerrilla": 4}


@pytest.mark.node("vc.rally.2_3")
@pytest.mark.parametrize(("non_players", "chosen"), [((), KIEN_HOA), ((NVA,), KIEN_PHONG)])
def test_tie_break_b_removes_nva_control_only_from_a_player(non_players: tuple[int, ...], chosen: int) -> None:
    s = quiet(1, *non_players, but=(KIEN_PHONG, KIEN_HOA))
    put(s, KIEN_PHONG, vc_guerrilla=1, nva_troops=4)
    put(s, KIEN_HOA, vc_guerrilla=1, nva_troops=2)
    dice = (6, 4) if non_players else ()  # the chart leads to Kien Phong
    assert spaces(rally(s, *dice)) == [("vc.rally.2_3", chosen)]


@pytest.mark.node("vc.rally.2_3")
def test_tie_break_a_comes_before_b() -> None:
    s = quiet(1, but=(KIEN_PHONG, KIEN_HOA))
    put(s, KIEN_PHONG, vc_guerrilla=1, nva_troops=2)
    put(s, KIEN_HOA, vc_guerrilla=1, us_troops=2)
    assert spaces(rally(s)) == [("vc.rally.2_3", KIEN_HOA)]


@pytest.mark.node("vc.rally.2_3", "vc.rally.cap")
def test_tied_spaces_are_random_and_six_are_the_most() -> None:
    s = board(VC, resources=[0, 20, 20, 20])
    for sp in PEOPLED:
        if sp < TAY_NINH:
            put(s, sp, vc_guerrilla_active=1)
        else:
            set_support(s, sp, 1)
    table = rally(s, *((1, 1) * 6))
    assert len(spaces(table)) == 6
    assert table.nodes.count("vc.rally.cap") == 1


@pytest.mark.node("vc.rally.2_4")
def test_then_anywhere_in_the_south_at_random() -> None:
    s = quiet(3, but=(HUE, CAN_THO, AN_LOC))
    for sp in (HUE, CAN_THO, AN_LOC):
        put(s, sp, arvn_troops=3)
    table = rally(s, 3, 3, 1, 5, 6, 2)  # the last roll names Phuoc Long
    assert spaces(table)[2:] == [("vc.rally.2_4", PHUOC_LONG)]


@pytest.mark.node("vc.rally.2_4")
def test_the_last_step_stays_in_the_south() -> None:
    s = quiet(9)
    table = rally(s)
    assert spaces(table) == [("vc.rally.2_4", PHUOC_LONG)]


# --- Tax inside, and after ----------------------------------------------------------------------------------------


@pytest.mark.node("vc.rally.tax")
def test_rally_pauses_to_tax_at_no_resources_at_the_start_and_goes_on() -> None:
    s = quiet(0, but=(HUE,))
    put(s, HUE, police=3)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    table = rally_and_tax(s)
    assert table.nodes[:2] == ["vc.rally.tax", "vc.rally.2_1a"]
    assert at(s, LOC_SAIGON_CAN_THO) == {"vc_guerrilla_active": 1}


@pytest.mark.node("vc.rally.tax")
def test_at_the_end_too() -> None:
    s = quiet(1, but=(HUE,))
    put(s, HUE, police=3)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    put(s, PHUOC_LONG, vc_guerrilla_active=4, nva_base=2)
    table = rally_and_tax(s)
    assert table.nodes[:2] == ["vc.rally.2_1a", "vc.rally.tax"]
    assert at(s, LOC_SAIGON_CAN_THO) == {"vc_guerrilla_active": 1}


def test_after_rally_vc_taxes_if_it_has_not_yet() -> None:
    s = quiet(5, but=(HUE,))
    put(s, HUE, police=3)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    table = rally_and_tax(s)
    assert "vc.rally.tax" not in table.nodes
    assert table.keys("rally.space")[-2:] == ["sa:tax", "done"]
    assert at(s, LOC_SAIGON_CAN_THO) == {"vc_guerrilla_active": 1}


# --- Cadres, and free Rallies -------------------------------------------------------------------------------------


@pytest.mark.node("vc.rally.agitate", "vc.agitate.more")
def test_shaded_cadres_agitate_where_the_shift_is_greatest() -> None:
    s = quiet(9, but=(TAY_NINH, BA_XUYEN))
    s.effects |= CADRES_SHADED
    put(s, BA_XUYEN, vc_base=1, vc_guerrilla=1, nva_base=1, police=4)
    put(s, TAY_NINH, vc_base=1, vc_guerrilla=1, nva_base=1)
    table = rally(s)
    assert [sp for node, sp in spaces(table) if node == "vc.rally.2_2"] == [BA_XUYEN, TAY_NINH]
    assert [(params["space"], params["answer"]) for node, params in table.reasons if node == "vc.rally.agitate"] == [
        (BA_XUYEN, "no"),
        (TAY_NINH, "yes"),
    ]
    assert s.support[TAY_NINH] == -2
    assert s.support[BA_XUYEN] == 0


@pytest.mark.node("vc.rally.agitate")
def test_shaded_cadres_agitate_only_with_what_the_bullets_leave_of_the_resources() -> None:
    def agitated(resources: int, **kwargs: tuple[str, ...]) -> list[int]:
        s = quiet(resources, but=(TAY_NINH, BA_XUYEN))
        s.effects |= CADRES_SHADED
        put(s, BA_XUYEN, vc_base=1, vc_guerrilla=1, nva_base=1, police=4)  # COIN Control: comes first
        put(s, TAY_NINH, vc_base=1, vc_guerrilla=1, nva_base=1)
        put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1, vc_guerrilla_active=22)
        assert available(s, VC_GUERRILLA) == 5  # two for Ba Xuyen, three or four for Tay Ninh
        rally(s, **kwargs)
        return [s.support[sp] for sp in (BA_XUYEN, TAY_NINH)]

    assert agitated(2) == [0, 0]  # both are Rallied, and nothing is left
    assert agitated(3) == [0, -1]
    assert agitated(4) == [0, -2]
    assert agitated(2, activities=ACCOMPANYING[VC, "rally"]) == [-1, 0]  # Tax will pay for the rest


@pytest.mark.node("vc.rally.agitate")
def test_of_equal_shifts_shaded_cadres_agitate_where_no_terror_is() -> None:
    s = quiet(9, but=(TAY_NINH, KIEN_PHONG))
    s.effects |= CADRES_SHADED
    put(s, TAY_NINH, vc_base=1, vc_guerrilla=1, nva_base=1, police=4)  # COIN Control: comes first
    put(s, KIEN_PHONG, vc_base=1, vc_guerrilla=1, nva_base=1)
    s.terror[TAY_NINH] = 1
    rally(s)
    assert [s.support[sp] for sp in (TAY_NINH, KIEN_PHONG)] == [0, -2]


def test_a_free_rally_by_an_event_needs_no_resources_and_goes_where_the_event_says() -> None:
    s = board(VC, resources=[0, 20, 20, 0])
    op = granted(s, VC, "rally", spaces=(NORTHEAST_CAMBODIA, THE_FISHHOOK))
    table = Table(s, VC, 5, 1).run(carry_out_granted(s, op))
    assert [sp for _, sp in spaces(table)] == [THE_FISHHOOK, NORTHEAST_CAMBODIA]
    assert at(s, NORTHEAST_CAMBODIA) == at(s, THE_FISHHOOK) == {"vc_guerrilla": 1}


def test_a_free_rally_anywhere_stays_in_the_south_and_ends_early() -> None:
    s = board(VC)
    for sp in range(CONTROLLABLE):
        set_support(s, sp, 1)
    for sp in (KIEN_PHONG, KIEN_HOA):
        set_support(s, sp, 0)
    table = Table(s, VC, 6, 4).run(carry_out_granted(s, granted(s, VC, "rally", max_spaces=6)))  # card 77
    assert [sp for _, sp in spaces(table)] == [KIEN_PHONG, KIEN_HOA, PHUOC_LONG]


def test_a_free_rally_in_named_spaces_of_cambodia_takes_them_all() -> None:
    s = board(VC)
    for sp in range(CONTROLLABLE):
        set_support(s, sp, 1)
    named = (THE_FISHHOOK, THE_PARROTS_BEAK)  # card 75
    Table(s, VC, 1, 3).run(carry_out_granted(s, granted(s, VC, "rally", spaces=named)))
    assert [at(s, sp) for sp in named] == [{"vc_guerrilla": 1}] * 2


def test_a_space_used_for_a_base_is_not_rallied_in_again() -> None:
    s = quiet(2, but=(QUANG_TRI,))
    put(s, QUANG_TRI, vc_guerrilla=4)
    table = rally(s)
    assert [sp for _, sp in spaces(table)].count(QUANG_TRI) == 1


def test_hiding_is_never_chosen() -> None:
    s = quiet(1, but=(TAY_NINH,))
    put(s, TAY_NINH, vc_base=2, vc_guerrilla_active=3)
    assert rally(s).keys("rally.method") == ["place"]
