"""8.8.0: the diamonds of the non-player US, their fall-backs, and the Special Activity after the Operation."""

from typing import Any

import pytest

from fitl.board.factions import ARVN, US
from fitl.board.spaces import (
    AN_LOC,
    BINH_DINH,
    CAN_THO,
    HUE,
    KIEN_PHONG,
    LOC_SAIGON_AN_LOC_BAN_ME_THUOT,
    LOC_SAIGON_CAN_THO,
    PHU_BON,
    PLEIKU,
    QUANG_NAM,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
)
from fitl.bots.flowchart.turn import Turn
from fitl.bots.flowchart.us.flow import activities_of
from fitl.bots.mind import Settings
from fitl.lasting import LANSDALE_SHADED
from fitl.rules.control import set_support
from fitl.state import LIMITED_OP, OP_ONLY, State
from fitl.words import say
from tests.bots.support import Table, board
from tests.support import put

BOMBING_PAUSE = 41  # the US never chooses it: a gray rifle
KISSINGER, GULF_OF_TONKIN, TRUCKS = 2, 1, 55
M_48_PATTON, ROLLING_THUNDER, COUP = 14, 10, 125


def quiet(**tracks: Any) -> State:
    """No Event that the US would execute, no Trail to bomb, no money above Econ."""
    return board(US, **{"card": BOMBING_PAUSE, "next_card": TRUCKS, "trail": 0, "econ": 20, **tracks})


def decided(s: State, *dice: int, settings: Settings | None = None) -> Table:
    return Table(s, US, *dice, settings=settings).decide()


def box(table: Table) -> str:
    """Where the diamonds led: an Operation, "event" or "pass"."""
    (_, key) = table.answers[-1]
    return table.mind.room(Turn).operation if key in ("op_activity", "op_only", "limop") else key


# --- U0 and the Event ---------------------------------------------------------------------------------------------


@pytest.mark.node("us.u0")
@pytest.mark.parametrize(("die", "answer"), [(3, "event"), (2, "train")])
def test_a_capability_is_executed_if_the_die_beats_the_leaders(die: int, answer: str) -> None:
    s = quiet(card=M_48_PATTON, leader_box=(125, 126))
    put(s, SAIGON, us_troops=1)
    table = decided(s, die)
    assert table.reason("us.u0")["answer"] == ("event" if die == 3 else "no")
    assert box(table) == answer


@pytest.mark.node("us.u0")
@pytest.mark.parametrize(("die", "answer"), [(3, "pass"), (2, "train")])
def test_with_an_own_capability_next_the_us_passes_if_the_die_beats_the_leaders(die: int, answer: str) -> None:
    s = quiet(next_card=M_48_PATTON, leader_box=(125, 126))
    put(s, SAIGON, us_troops=1)
    assert box(decided(s, die)) == answer


@pytest.mark.node("us.ue")
def test_an_ordinary_event_comes_after_the_assault_diamonds_and_before_sweep() -> None:
    s = quiet(card=ROLLING_THUNDER, trail=3)
    put(s, PHU_BON, us_troops=2, vc_guerrilla=1)
    set_support(s, PHU_BON, 1)
    table = decided(s)
    assert box(table) == "event"
    assert table.nodes.index("us.ue") > table.nodes.index("us.u2")
    assert "us.u3" not in table.nodes


@pytest.mark.node("us.ue")
def test_an_assault_comes_before_the_ordinary_event() -> None:
    s = quiet(card=ROLLING_THUNDER, trail=3)
    put(s, PHU_BON, us_troops=2, nva_troops=1)
    table = decided(s)
    assert box(table) == "assault"
    assert "us.ue" not in table.nodes


@pytest.mark.node("us.ue")
def test_the_event_may_be_put_after_the_sweep_diamond_or_first() -> None:
    s = quiet(card=ROLLING_THUNDER, trail=3)
    put(s, PHU_BON, us_troops=2, vc_guerrilla=1)
    set_support(s, PHU_BON, 1)
    assert box(decided(s, settings=Settings(us_event_position="after_sweep"))) == "sweep"
    set_support(s, PHU_BON, 0)
    assert box(decided(s, settings=Settings(us_event_position="after_sweep"))) == "event"
    put(s, PHU_BON, nva_troops=1)
    assert box(decided(s, settings=Settings(us_event_position="first"))) == "event"


@pytest.mark.node("us.ue")
def test_an_event_with_a_rifle_is_not_executed() -> None:
    s = quiet()
    put(s, SAIGON, us_troops=1)
    table = decided(s)
    assert table.reason("us.ue")["answer"] == "no"
    assert box(table) == "train"


# --- U1 and U2 ----------------------------------------------------------------------------------------------------


@pytest.mark.node("us.u1", "us.u2", "us.u3", "us.u4")
def test_a_diamond_that_no_space_answers_says_so() -> None:
    for node in ("us.u1", "us.u2", "us.u3", "us.u4"):
        assert say("why." + node, {"answer": "no", "spaces": []}).endswith("no. Spaces: none (8.8)")


@pytest.mark.node("us.u1", "us.box.assault")
def test_u1_an_exposed_base_calls_for_assault() -> None:
    s = quiet()
    put(s, PHU_BON, us_troops=1, vc_base=1)
    table = decided(s)
    assert table.reason("us.u1") == {"answer": "yes", "spaces": [PHU_BON]}
    assert box(table) == "assault"


@pytest.mark.node("us.u1")
def test_u1_an_underground_guerrilla_protects_the_base() -> None:
    s = quiet()
    put(s, PHU_BON, us_troops=6, vc_base=1, vc_guerrilla=1)
    assert decided(s).reason("us.u1")["answer"] == "no"


@pytest.mark.node("us.u1")
def test_u1_active_guerrillas_must_be_removed_first() -> None:
    s = quiet()
    put(s, PHU_BON, us_troops=2, vc_base=1, vc_guerrilla_active=2)
    assert decided(s).reason("us.u1")["answer"] == "no"
    put(s, PHU_BON, us_troops=1)
    assert decided(s).reason("us.u1")["answer"] == "yes"


@pytest.mark.node("us.u1")
def test_u1_counts_the_added_arvn_assault_if_it_can_be_paid_for() -> None:
    s = quiet(econ=15)
    put(s, PHU_BON, us_troops=1, arvn_troops=2, vc_base=1, vc_guerrilla_active=1)
    assert decided(s).reason("us.u1")["answer"] == "yes"
    s.econ = 18  # 20 - 3 would be below
    assert decided(s).reason("us.u1")["answer"] == "no"


@pytest.mark.node("us.u1")
def test_u1_assumes_a_lucky_die_against_a_tunnel_if_arvn_can_then_take_the_base() -> None:
    s = quiet(econ=15)
    put(s, PHU_BON, us_troops=1, arvn_troops=2, vc_tunnel=1)
    assert decided(s).reason("us.u1")["answer"] == "yes"
    s.econ = 20
    assert decided(s).reason("us.u1")["answer"] == "no"


@pytest.mark.node("us.u1")
def test_u1_is_halved_in_highlands_without_a_us_base() -> None:
    s = quiet()
    put(s, PLEIKU, us_troops=1, vc_base=1)
    assert decided(s).reason("us.u1")["answer"] == "no"
    put(s, PLEIKU, us_base=1)
    assert decided(s).reason("us.u1")["answer"] == "yes"


@pytest.mark.node("us.u2")
@pytest.mark.parametrize("piece", ["us_troops", "us_base"])
def test_u2_nva_troops_with_us_troops_or_base_call_for_assault(piece: str) -> None:
    s = quiet()
    put(s, QUANG_TRI, nva_troops=1, **{piece: 2})
    put(s, SAIGON, us_troops=8)
    table = decided(s)
    assert table.reason("us.u2") == {"answer": "yes", "spaces": [QUANG_TRI]}


@pytest.mark.node("us.u2")
def test_u2_irregulars_guerrillas_and_bases_do_not_count() -> None:
    s = quiet()
    put(s, QUANG_TRI, nva_troops=3, irregular=2)
    put(s, TAY_NINH, us_troops=1, nva_guerrilla_active=3, nva_base=1)
    assert decided(s).reason("us.u2")["answer"] == "no"


@pytest.mark.node("us.assault.none")
def test_an_assault_that_removes_nobody_leads_on_to_the_sweep_diamond() -> None:
    s = quiet()
    put(s, QUANG_TRI, nva_troops=2, us_base=1)  # no US Troops there, none to fly in
    put(s, PHU_BON, irregular=1, vc_guerrilla=1)
    set_support(s, PHU_BON, 1)
    table = decided(s)
    assert "us.assault.none" in table.nodes
    assert box(table) == "sweep"


@pytest.mark.node("us.assault.none")
def test_lansdale_stops_the_assault() -> None:
    s = quiet(effects=LANSDALE_SHADED)
    put(s, PHU_BON, us_troops=2, vc_base=1)
    table = decided(s)
    assert table.reason("us.u1")["answer"] == "yes"
    assert "us.assault.none" in table.nodes
    assert box(table) == "train"


# --- U3 to U5 -----------------------------------------------------------------------------------------------------


@pytest.mark.node("us.u3", "us.box.sweep")
def test_u3_an_underground_guerrilla_at_support_calls_for_sweep() -> None:
    s = quiet()
    put(s, BINH_DINH, vc_guerrilla=1)
    put(s, QUANG_NAM, us_troops=1, vc_guerrilla=1)
    set_support(s, BINH_DINH, 1)
    table = decided(s)
    assert table.reason("us.u3") == {"answer": "yes", "spaces": [BINH_DINH]}
    assert box(table) == "sweep"


@pytest.mark.node("us.u3")
def test_u3_needs_support_and_no_monsoon() -> None:
    s = quiet()
    put(s, BINH_DINH, us_troops=3, vc_guerrilla=1)
    assert decided(s).reason("us.u3")["answer"] == "no"
    set_support(s, BINH_DINH, 2)
    assert decided(s).reason("us.u3")["answer"] == "yes"
    s.next_card = COUP
    assert decided(s).reason("us.u3")["answer"] == "no"
    s.next_card = TRUCKS
    put(s, BINH_DINH, vc_guerrilla_active=2)
    assert decided(s).reason("us.u3")["spaces"] == [BINH_DINH]


@pytest.mark.node("us.sweep.none")
def test_a_sweep_that_reaches_nobody_leads_on() -> None:
    s = quiet()
    put(s, BINH_DINH, vc_guerrilla=1)
    set_support(s, BINH_DINH, 2)
    put(s, CAN_THO, us_troops=1)
    table = decided(s)
    assert table.reason("us.u3")["answer"] == "yes"
    assert "us.sweep.none" in table.nodes
    assert box(table) == "train"


@pytest.mark.node("us.sweep.none")
def test_a_sweep_is_thought_through_where_nobody_could_be_found_in_place() -> None:
    s = quiet()
    put(s, QUANG_NAM, vc_guerrilla=1)  # Jungle or not, nobody of the US is there
    set_support(s, QUANG_NAM, 1)
    put(s, HUE, us_troops=3)
    table = decided(s)
    assert box(table) == "sweep"  # Troops come


@pytest.mark.node("us.u4", "us.box.patrol")
def test_u4_guerrillas_on_locs_that_cut_off_an_nva_city_call_for_patrol() -> None:
    s = quiet()
    put(s, CAN_THO, nva_troops=1)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    put(s, SAIGON, us_troops=5)
    table = decided(s)
    assert table.reason("us.u4") == {"answer": "yes", "spaces": [CAN_THO]}
    assert box(table) == "patrol"


@pytest.mark.node("us.u4")
def test_u4_is_no_without_nva_control_without_guerrillas_or_if_they_are_elsewhere() -> None:
    s = quiet()
    put(s, SAIGON, us_troops=5)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    put(s, CAN_THO, vc_guerrilla_active=3)
    assert decided(s).reason("us.u4")["answer"] == "no"  # VC have no Control
    s = quiet()
    put(s, SAIGON, us_troops=5)
    put(s, CAN_THO, nva_troops=1)
    assert decided(s).reason("us.u4")["answer"] == "no"  # the way is open
    put(s, LOC_SAIGON_AN_LOC_BAN_ME_THUOT, vc_guerrilla=1)
    assert decided(s).reason("us.u4")["answer"] == "no"  # the way to An Loc is no way to Can Tho
    put(s, LOC_SAIGON_CAN_THO, nva_troops=1)
    assert decided(s).reason("us.u4")["answer"] == "no"  # blocked, but by Troops
    put(s, AN_LOC, nva_troops=1)
    assert decided(s).reason("us.u4")["spaces"] == [AN_LOC]


@pytest.mark.node("us.patrol.none")
def test_a_patrol_without_cubes_to_move_leads_to_train() -> None:
    s = quiet()
    put(s, CAN_THO, nva_troops=1)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    put(s, SAIGON, us_troops=3)  # all three COIN units stay
    table = decided(s)
    assert table.reason("us.u4")["answer"] == "yes"
    assert "us.patrol.none" in table.nodes
    assert box(table) == "train"


@pytest.mark.node("us.u5", "us.box.train")
def test_u5_train_if_nothing_calls() -> None:
    s = quiet()
    put(s, SAIGON, us_troops=1)
    table = decided(s)
    assert box(table) == "train"
    assert "us.u5" in table.nodes


def _nothing_to_train(s: State) -> None:
    """No Irregular left, nothing to pay with."""
    put(s, KIEN_PHONG, irregular=6)


@pytest.mark.node("us.train.none")
def test_a_train_without_effect_leads_to_assault() -> None:
    s = quiet()
    _nothing_to_train(s)
    put(s, PHU_BON, us_troops=2, vc_guerrilla_active=1)
    table = decided(s)
    assert table.nodes.count("us.train.none") == 1
    assert box(table) == "assault"


@pytest.mark.node("us.pass")
def test_nothing_to_train_and_nobody_to_assault_is_a_pass() -> None:
    s = quiet()
    _nothing_to_train(s)
    put(s, PHU_BON, us_troops=2)
    table = decided(s)
    assert box(table) == "pass"
    assert table.nodes[-3:] == ["us.train.none", "us.assault.none", "us.pass"]


@pytest.mark.node("us.pass")
def test_an_assault_that_failed_is_not_tried_again_after_train() -> None:
    s = quiet()
    _nothing_to_train(s)
    put(s, QUANG_TRI, nva_troops=2, us_base=1)
    table = decided(s)
    assert table.nodes.count("us.assault.none") == 1
    assert box(table) == "pass"


def test_passing_pays_arvn() -> None:
    s = quiet()
    _nothing_to_train(s)
    put(s, PHU_BON, us_troops=2)
    Table(s, US).turn()
    assert s.resources[ARVN] == 23


@pytest.mark.parametrize("first", [OP_ONLY, "op_activity"])
def test_in_place_of_a_limited_operation_comes_a_full_one(first: str) -> None:
    s = quiet(next_card=TRUCKS)
    put(s, PHU_BON, us_troops=2, nva_troops=2)
    put(s, SAIGON, us_troops=2, nva_troops=2)
    s.order = (3, US, 1, 2)
    s.acted = ((3, first),)
    table = Table(s, US)
    table.turn()
    assert table.answers[0] == ("turn.action", LIMITED_OP)
    assert table.keys("assault.space")[:2] == ["saigon", "phu_bon_phu_yen"]
    assert s.acted[-1] == (US, LIMITED_OP)


# --- the Special Activity afterwards ------------------------------------------------------------------------------


@pytest.mark.node("us.activity.with")
@pytest.mark.parametrize(
    ("operation", "policy", "wanted"),
    [
        ("assault", "nixon", ("air_strike",)),
        ("sweep", "lbj", ("air_strike",)),
        ("patrol", "jfk", ("air_strike", "advise")),
        ("train", "lbj", ("air_strike", "advise")),
        ("train", "jfk", ("advise",)),
        ("train", "nixon", ("advise",)),
    ],
)
def test_which_special_activity_goes_with_which_operation(operation: str, policy: str, wanted: tuple[str, ...]) -> None:
    assert activities_of(quiet(us_policy=policy), operation) == wanted


@pytest.mark.node("us.activity.with")
def test_with_lbj_an_air_strike_follows_the_train() -> None:
    s = quiet(trail=1)
    put(s, SAIGON, us_troops=1)
    table = Table(s, US, 4).turn()
    assert table.reason("us.activity.with") == {"activity": "air_strike"}
    assert s.trail == 0


@pytest.mark.node("us.activity.with")
def test_advise_follows_the_train_if_no_air_strike_can() -> None:
    s = quiet()
    put(s, SAIGON, us_troops=1)
    put(s, PHU_BON, irregular=1, vc_guerrilla=3)
    table = Table(s, US).turn()
    assert table.reason("us.activity.with") == {"activity": "advise"}


@pytest.mark.node("us.activity.none")
def test_no_special_activity_that_would_do_nothing() -> None:
    s = quiet(us_policy="jfk", trail=2)
    put(s, SAIGON, us_troops=1)
    put(s, PHU_BON, arvn_troops=1, police=1)
    table = Table(s, US).turn()
    assert "us.activity.none" in table.nodes
    assert s.acted == ((US, OP_ONLY),)
