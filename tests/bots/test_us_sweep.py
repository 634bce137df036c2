"""8.8.3 Sweep of the non-player US: selecting, moving, the Air Lift or Air Strike, Activating."""

from typing import Any

import pytest

from fitl.board.factions import US
from fitl.board.spaces import (
    AN_LOC,
    BA_XUYEN,
    CAN_THO,
    DA_NANG,
    HUE,
    KHANH_HOA,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    KONTUM,
    PHU_BON,
    PHUOC_LONG,
    PLEIKU,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    SIHANOUKVILLE,
    TAY_NINH,
    THE_PARROTS_BEAK,
)
from fitl.bots.flowchart.turn import Turn
from fitl.lasting import BOOBY_TRAPS_SHADED, CAPS_SHADED
from fitl.rules.control import set_support
from fitl.rules.menu import carry_out
from fitl.rules.operation import BY_EVENT, Operation
from fitl.state import EVENT, State
from tests.bots.support import Table, board
from tests.support import at, put


def field(**tracks: Any) -> State:
    return board(US, **{"trail": 0, "econ": 20, **tracks})


def sweep(s: State, *dice: int, activities: tuple[str, ...] = ()) -> Table:
    table = Table(s, US, *dice)
    table.mind.room(Turn).operation = "sweep"
    return table.run(carry_out(s, Operation(s, US, "sweep", activities=activities)))


def moves(table: Table) -> list[tuple[str, str]]:
    return list(zip(table.keys("sweep.destination"), table.keys("sweep.origin"), strict=False))


# --- 1: selecting -------------------------------------------------------------------------------------------------


@pytest.mark.node("us.sweep.1")
def test_every_space_with_us_pieces_and_underground_guerrillas_is_selected() -> None:
    s = field()
    put(s, SAIGON, us_troops=1, vc_guerrilla=1)
    put(s, PLEIKU, irregular=1, nva_guerrilla=1)
    put(s, QUANG_TRI, us_base=1, us_troops=1, vc_guerrilla=2)
    put(s, HUE, us_troops=1, vc_guerrilla_active=1)  # nobody hides
    table = sweep(s)
    assert table.keys("sweep.space") == ["quang_tri_thua_thien", "saigon", "pleiku_darlac", "done"]
    assert table.nodes.count("us.sweep.1") == 3


@pytest.mark.node("us.sweep.1b")
def test_up_to_two_spaces_without_us_by_support_then_base_then_population() -> None:
    s = field()
    put(s, SAIGON, us_troops=2)
    put(s, TAY_NINH, vc_guerrilla=1)  # Population 2
    put(s, KIEN_PHONG, vc_guerrilla=1, police=1)  # Population 2
    put(s, KIEN_HOA, vc_guerrilla=1, arvn_base=1)  # a friendly Base counts too
    put(s, AN_LOC, vc_guerrilla=1)
    set_support(s, AN_LOC, 1)
    table = sweep(s)
    assert table.keys("sweep.space")[:3] == ["an_loc", "kien_hoa_vinh_binh", "done"]


@pytest.mark.node("us.sweep.1b")
def test_highest_population_decides_the_rest_is_random() -> None:
    s = field()
    put(s, SAIGON, us_troops=2)
    for sp in (AN_LOC, TAY_NINH, KIEN_PHONG, KIEN_HOA):
        put(s, sp, vc_guerrilla=1)
    table = sweep(s, 6, 1, 5, 5)  # 61 leads past An Loc to Kien Phong; then Tay Ninh
    assert table.keys("sweep.space") == ["kien_phong", "tay_ninh", "done"]
    assert table.reasons[1][1]["ties"] == ["us.pop"]


def test_outside_the_south_only_with_nixon() -> None:
    s = field()
    put(s, THE_PARROTS_BEAK, us_troops=2, vc_guerrilla=1)
    put(s, SAIGON, us_troops=1, vc_guerrilla=1)
    assert sweep(s).keys("sweep.space") == ["saigon", "done"]
    s = field(us_policy="nixon")
    put(s, THE_PARROTS_BEAK, us_troops=2, vc_guerrilla=1)
    put(s, SAIGON, us_troops=1, vc_guerrilla=1)
    assert sweep(s).keys("sweep.space") == ["saigon", "the_parrots_beak", "done"]


@pytest.mark.node("us.sweep.cap")
@pytest.mark.parametrize("effect", [BOOBY_TRAPS_SHADED, CAPS_SHADED])
def test_two_spaces_with_shaded_booby_traps_or_combined_action_platoons(effect: int) -> None:
    s = field(effects=effect)
    for sp in (SAIGON, QUANG_TRI, QUANG_NAM):
        put(s, sp, us_troops=3, vc_guerrilla=1)
    set_support(s, QUANG_NAM, 1)
    dice = (6, 6) if effect == BOOBY_TRAPS_SHADED else ()
    table = sweep(s, *dice)
    assert [key for key in table.keys("sweep.space") if key != "done"] == ["quang_nam", "saigon"]
    assert at(s, QUANG_TRI)["vc_guerrilla"] == 1


@pytest.mark.node("us.sweep.must")
def test_a_sweep_that_must_be_made_takes_the_best_space_all_the_same() -> None:
    s = field()
    put(s, SAIGON, us_troops=3)
    put(s, CAN_THO, us_troops=3)
    assert sweep(s).keys("sweep.space")[:1] == ["saigon"]


# --- 2: moving ----------------------------------------------------------------------------------------------------


@pytest.mark.node("us.sweep.2", "us.sweep.origin")
def test_troops_come_if_they_suffice_to_activate_all() -> None:
    s = field()
    put(s, QUANG_TIN, vc_guerrilla=2, police=3)
    put(s, DA_NANG, us_troops=3)
    table = sweep(s)
    assert moves(table) == []  # one destination, one origin: only the number is asked
    assert table.keys("sweep.amount") == ["2"]
    assert at(s, QUANG_TIN) == {"us_troops": 2, "police": 3, "vc_guerrilla_active": 2}


@pytest.mark.node("us.sweep.2b")
def test_else_enough_to_activate_more_than_half() -> None:
    s = field()
    put(s, QUANG_TIN, vc_guerrilla=3, police=4)
    put(s, DA_NANG, us_troops=3)  # one stays for COIN Control
    table = sweep(s)
    assert "us.sweep.2b" in table.nodes
    assert at(s, QUANG_TIN) == {"us_troops": 2, "police": 4, "vc_guerrilla": 1, "vc_guerrilla_active": 2}


@pytest.mark.node("us.sweep.2b")
def test_nothing_is_sent_if_neither_can_be_reached() -> None:
    s = field()
    put(s, QUANG_TIN, vc_guerrilla=4, police=5)
    put(s, DA_NANG, us_troops=2)
    sweep(s)
    assert at(s, DA_NANG) == {"us_troops": 2}
    assert at(s, QUANG_TIN) == {"vc_guerrilla": 4, "police": 5}  # selected all the same


@pytest.mark.node("us.sweep.2")
def test_jungle_needs_two_pieces_for_each_guerrilla_and_irregulars_count() -> None:
    s = field()
    put(s, TAY_NINH, vc_guerrilla=2, irregular=1, police=2)
    put(s, AN_LOC, us_troops=4)
    sweep(s)
    assert at(s, TAY_NINH) == {"us_troops": 3, "irregular": 1, "police": 2, "vc_guerrilla_active": 2}


@pytest.mark.node("us.sweep.2c")
def test_then_enough_for_coin_control() -> None:
    s = field()
    put(s, QUANG_TIN, vc_guerrilla=1, vc_guerrilla_active=2)
    put(s, DA_NANG, us_troops=6)
    table = sweep(s)
    assert [node for node in table.nodes if node.startswith("us.sweep.2")] == ["us.sweep.2", "us.sweep.2c"]
    assert at(s, QUANG_TIN)["us_troops"] == 4


@pytest.mark.node("us.sweep.2c")
def test_coin_control_only_if_it_can_be_reached() -> None:
    s = field()
    put(s, QUANG_TIN, vc_guerrilla=1, vc_guerrilla_active=6)
    put(s, DA_NANG, us_troops=6)
    sweep(s)
    assert at(s, QUANG_TIN)["us_troops"] == 1


@pytest.mark.node("us.sweep.2")
def test_nobody_moves_where_more_than_two_nva_troops_are() -> None:
    for troops, came in ((3, 0), (2, 1)):
        s = field()
        put(s, QUANG_TIN, vc_guerrilla=1, nva_troops=troops, police=6)
        put(s, DA_NANG, us_troops=4)
        sweep(s)
        assert at(s, QUANG_TIN).get("us_troops", 0) == came


@pytest.mark.node("us.sweep.2")
def test_origins_keep_control_three_units_at_support_and_their_own_sweep() -> None:
    s = field()
    put(s, QUANG_TIN, vc_guerrilla=1, police=3)
    put(s, DA_NANG, us_troops=3, vc_guerrilla_active=2)  # COIN Control would go
    put(s, QUANG_NAM, us_troops=3)  # three units stay at Support
    put(s, QUANG_TRI, us_troops=4, vc_guerrilla=4, police=9)  # needed for its own Sweep
    set_support(s, QUANG_NAM, 1)
    sweep(s)
    assert "us_troops" not in at(s, QUANG_TIN)
    put(s, QUANG_NAM, police=1)
    sweep(s)
    assert at(s, QUANG_TIN)["us_troops"] == 1
    assert at(s, QUANG_NAM) == {"us_troops": 2, "police": 1}


@pytest.mark.node("us.sweep.2")
def test_an_origin_gives_no_nva_control_away() -> None:
    s = field()
    put(s, QUANG_TIN, vc_guerrilla=1, police=3)
    put(s, QUANG_NAM, us_troops=2, nva_guerrilla_active=2)
    sweep(s)
    assert at(s, QUANG_NAM)["us_troops"] == 2


@pytest.mark.node("us.sweep.origin")
def test_troops_come_from_laos_and_cambodia_first() -> None:
    s = field()
    put(s, KIEN_GIANG, vc_guerrilla=1, police=2)
    put(s, CAN_THO, us_troops=5)
    put(s, SIHANOUKVILLE, us_troops=2)
    sweep(s)
    assert at(s, SIHANOUKVILLE) == {"us_troops": 1}
    assert at(s, CAN_THO) == {"us_troops": 5}


@pytest.mark.node("us.sweep.origin")
def test_tied_origins_are_random() -> None:
    s = field()
    put(s, QUANG_TIN, vc_guerrilla=1, police=2)
    put(s, DA_NANG, us_troops=2)
    put(s, QUANG_NAM, us_troops=2)
    sweep(s, 3, 6)
    assert at(s, QUANG_NAM) == {"us_troops": 1}


@pytest.mark.node("us.sweep.2")
def test_support_comes_first_where_troops_do_not_suffice_for_both() -> None:
    s = field()
    put(s, KONTUM, us_troops=2)
    put(s, PHU_BON, vc_guerrilla=1, police=2)
    put(s, PLEIKU, vc_guerrilla=1, police=2, vc_base=1)
    set_support(s, PHU_BON, 1)
    table = sweep(s)
    assert at(s, PHU_BON)["us_troops"] == 1
    assert table.reason("us.sweep.2")["space"] == PHU_BON


@pytest.mark.node("us.sweep.2")
def test_no_die_where_nobody_competes() -> None:
    s = field()
    put(s, HUE, us_troops=2)
    put(s, CAN_THO, us_troops=2)
    put(s, QUANG_TRI, vc_guerrilla=1, police=2)
    put(s, KIEN_GIANG, vc_guerrilla=1, police=2)
    sweep(s)
    assert at(s, QUANG_TRI)["us_troops"] == at(s, KIEN_GIANG)["us_troops"] == 1


# --- 3 and 4 ------------------------------------------------------------------------------------------------------


@pytest.mark.node("us.sweep.3")
@pytest.mark.parametrize(("policy", "lifts"), [("jfk", True), ("nixon", True), ("lbj", False)])
def test_jfk_and_nixon_air_lift_before_activating(policy: str, lifts: bool) -> None:
    s = field(us_policy=policy)
    put(s, KHANH_HOA, us_troops=1, vc_guerrilla=2, police=3)
    put(s, CAN_THO, us_troops=6)  # too far to march
    put(s, QUANG_TRI, us_troops=1, vc_guerrilla=1)
    table = sweep(s, activities=("air_lift",))
    assert ("us.sweep.3" in table.nodes) == lifts
    assert at(s, KHANH_HOA).get("vc_guerrilla", 0) == (0 if lifts else 1)


def test_without_a_useful_air_lift_an_air_strike_follows() -> None:
    s = field(us_policy="jfk", trail=2)
    put(s, SAIGON, us_troops=3, vc_guerrilla=1)
    table = Table(s, US, 5)
    table.mind.room(Turn).operation = "sweep"
    table.run(carry_out(s, Operation(s, US, "sweep", activities=("air_lift", "air_strike"))))
    assert "us.sweep.3" not in table.nodes
    assert at(s, SAIGON) == {"us_troops": 3}  # found, then hit
    assert s.trail == 1


@pytest.mark.node("us.sweep.4")
def test_vc_guerrillas_are_activated_before_nva_ones() -> None:
    s = field()
    put(s, SAIGON, us_troops=2, vc_guerrilla=1, nva_guerrilla=2)
    put(s, HUE, us_troops=2, nva_guerrilla=3, vc_guerrilla=3)
    sweep(s)
    assert at(s, SAIGON) == {"us_troops": 2, "vc_guerrilla_active": 1, "nva_guerrilla": 1, "nva_guerrilla_active": 1}
    assert at(s, HUE) == {"us_troops": 2, "vc_guerrilla": 1, "vc_guerrilla_active": 2, "nva_guerrilla": 3}


def test_the_text_of_an_event_beats_the_cap_and_the_border() -> None:
    s = field()
    s.executing, s.acted = US, ((US, EVENT),)
    put(s, CAN_THO, us_troops=9)
    for sp in (KIEN_PHONG, KIEN_HOA, BA_XUYEN, KIEN_GIANG):
        put(s, sp, vc_guerrilla=1)
    put(s, SIHANOUKVILLE, us_troops=2, vc_guerrilla=1)
    op = Operation(s, US, "sweep", free=BY_EVENT)
    table = Table(s, US).run(carry_out(s, op))
    assert set(op.spaces) == {KIEN_PHONG, KIEN_HOA, BA_XUYEN, KIEN_GIANG, SIHANOUKVILLE}
    assert "us.sweep.cap" not in table.nodes
    assert not any("vc_guerrilla" in at(s, sp) for sp in op.spaces)


def test_phuoc_long_without_people_is_swept_too() -> None:
    s = field()
    put(s, PHUOC_LONG, us_troops=2, vc_guerrilla=1)
    put(s, SAIGON, us_troops=3)
    sweep(s)
    assert at(s, PHUOC_LONG) == {"us_troops": 2, "vc_guerrilla_active": 1}
