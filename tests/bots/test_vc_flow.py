"""8.5.0: the VC's diamonds V1-V6 and the fall-backs between its boxes."""

import pytest

from fitl.board.cards import KHANH, KY, YOUNG_TURKS
from fitl.board.factions import NVA, US, VC
from fitl.board.spaces import (
    BINH_DINH,
    CAM_RANH,
    HUE,
    KIEN_PHONG,
    LOC_SAIGON_CAN_THO,
    NORTHEAST_CAMBODIA,
    PHUOC_LONG,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
    THE_FISHHOOK,
)
from fitl.bots.flowchart.vc import rally
from fitl.bots.mind import Settings
from fitl.lasting import CLAYMORES
from fitl.rules.control import set_support
from fitl.state import OP_ONLY, State
from tests.bots.support import Table, board
from tests.support import at, put

ANY_BASE = Settings(vc_protect_last_underground="any_base")
BRINKS_HOTEL, PEACE_TALKS, BOOBY_TRAPS, BURNING_BONZE = 97, 3, 101, 107


def crowd(s: State, n: int) -> None:
    """Hide Guerrillas where no box wants them: two Bases leave no room for a third, nobody lives there."""
    put(s, NORTHEAST_CAMBODIA, vc_base=2, vc_guerrilla=n)


# --- V1 -----------------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.v1", "vc.box.terror")
def test_v1_a_hidden_guerrilla_at_support_brings_terror_before_any_event() -> None:
    s = board(VC, card=BURNING_BONZE)
    put(s, SAIGON, vc_guerrilla=1)
    set_support(s, SAIGON, 1)
    table = Table(s, VC).turn()
    assert table.nodes[:2] == ["vc.v1", "vc.box.terror"]
    assert table.answers[:2] == [("turn.action", "op_activity"), ("turn.operation", "terror")]
    assert s.support[SAIGON] == 0


@pytest.mark.node("vc.v1", "vc.v2")
def test_v1_no_without_resources_and_v2_rolls_nothing() -> None:
    s = board(VC, resources=[0, 20, 20, 0])
    put(s, SAIGON, vc_guerrilla=1)
    set_support(s, SAIGON, 2)
    table = Table(s, VC).decide()
    assert table.reason("vc.v1")["answer"] == "no"
    assert table.reason("vc.v2") == {"answer": "no", "n": 0, "dice": "-"}


@pytest.mark.node("vc.v1")
def test_v1_no_for_an_active_guerrilla_at_support() -> None:
    s = board(VC)
    put(s, SAIGON, vc_guerrilla_active=1)
    set_support(s, SAIGON, 2)
    assert Table(s, VC).decide().reason("vc.v1")["answer"] == "no"


@pytest.mark.node("vc.v1")
@pytest.mark.parametrize(("settings", "answer"), [(Settings(), "yes"), (ANY_BASE, "no")])
def test_v1_the_last_hidden_guerrilla_of_a_base_at_support_is_exposed_by_the_newer_reading_only(
    settings: Settings, answer: str
) -> None:
    s = board(VC)
    put(s, TAY_NINH, vc_base=1, vc_guerrilla=1)
    set_support(s, TAY_NINH, 1)
    assert Table(s, VC, settings=settings).decide().reason("vc.v1")["answer"] == answer


# --- V2 -----------------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.v2")
@pytest.mark.parametrize(("dice", "answer"), [((3, 3), "yes"), ((3, 4), "no")])
def test_v2_needs_as_much_population_as_two_dice_show(dice: tuple[int, int], answer: str) -> None:
    s = board(VC)
    put(s, SAIGON, vc_guerrilla=1)
    table = Table(s, VC, *dice)
    table.decide()
    assert table.reason("vc.v2") == {"answer": answer, "n": 6, "dice": sum(dice)}
    assert ("vc.box.terror" in table.nodes) == (answer == "yes")


@pytest.mark.node("vc.v2")
def test_v2_counts_as_many_spaces_as_resources_pay_for_the_most_populous_first() -> None:
    s = board(VC, resources=[0, 20, 20, 2])
    for sp in (HUE, SAIGON, CAM_RANH):
        put(s, sp, vc_guerrilla=1)
    assert Table(s, VC, 4, 4).decide().reason("vc.v2")["n"] == 8


@pytest.mark.node("vc.v2")
def test_v2_leaves_out_active_opposition_empty_provinces_and_the_last_guard_of_a_base() -> None:
    s = board(VC)
    put(s, SAIGON, vc_guerrilla=1)
    set_support(s, SAIGON, -2)
    put(s, PHUOC_LONG, vc_guerrilla=1)
    put(s, TAY_NINH, vc_base=1, vc_guerrilla=1, vc_guerrilla_active=2)
    put(s, HUE, vc_base=1, vc_guerrilla=2)
    assert Table(s, VC, 1, 2).decide().reason("vc.v2") == {"answer": "no", "n": 2, "dice": 3}


@pytest.mark.node("vc.v2")
def test_v2_rolls_nothing_where_no_roll_could_fail() -> None:
    s = board(VC)
    for sp in (SAIGON, HUE, QUANG_TRI, BINH_DINH):
        put(s, sp, vc_guerrilla=1)
    assert Table(s, VC).decide().reason("vc.v2") == {"answer": "yes", "n": 12, "dice": "-"}


# --- V3 -----------------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.v3", "event.ordinary")
def test_v3_an_event_that_does_something_is_executed_shaded() -> None:
    s = board(VC, card=BURNING_BONZE)
    set_support(s, SAIGON, 1)
    table = Table(s, VC).turn()
    assert table.answers[:2] == [("turn.action", "event"), ("turn.side", "shaded")]
    assert table.reason("vc.v3")["answer"] == "event"
    assert s.support[SAIGON] == 0


@pytest.mark.node("vc.v3", "event.ineffective", "event.rifle")
@pytest.mark.parametrize(("card", "node"), [(BRINKS_HOTEL, "event.ineffective"), (PEACE_TALKS, "event.rifle")])
def test_v3_no_event_with_a_rifle_or_without_effect(card: int, node: str) -> None:
    table = Table(board(VC, card=card), VC).decide()
    assert node in table.nodes
    assert table.reason("vc.v3")["answer"] == "operations"


@pytest.mark.node("vc.v3", "event.capability")
@pytest.mark.parametrize(("die", "answer"), [(3, "event"), (2, "operations")])
def test_v3_a_capability_needs_a_die_above_the_leader_count(die: int, answer: str) -> None:
    s = board(VC, card=BOOBY_TRAPS, leader_box=(KHANH, YOUNG_TURKS))
    assert Table(s, VC, die).decide().reason("vc.v3")["answer"] == answer


@pytest.mark.node("vc.v3", "event.next_capability")
@pytest.mark.parametrize(("die", "answer"), [(3, "pass"), (2, "operations")])
def test_v3_vc_passes_to_stay_eligible_for_its_own_next_capability(die: int, answer: str) -> None:
    s = board(VC, next_card=BOOBY_TRAPS, leader_box=(KHANH, YOUNG_TURKS))
    table = Table(s, VC, die).decide()
    assert table.reason("vc.v3")["answer"] == answer
    assert (table.answers == [("turn.action", "pass")]) == (answer == "pass")


@pytest.mark.node("vc.v3")
def test_v3_no_event_where_the_sequence_offers_none() -> None:
    s = board(VC, card=BURNING_BONZE, acted=((US, OP_ONLY),))
    set_support(s, SAIGON, 1)
    table = Table(s, VC).decide()
    assert table.reason("vc.v3")["answer"] == "operations"
    assert table.answers[0] == ("turn.action", "limop")


# --- V4, V5 -------------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.v4", "vc.box.rally")
def test_v4_two_bases_to_put_down_bring_rally_without_a_die() -> None:
    s = board(VC)
    put(s, PHUOC_LONG, vc_guerrilla=4)
    put(s, THE_FISHHOOK, vc_guerrilla=4)
    table = Table(s, VC).decide()
    assert table.reason("vc.v4") == {"answer": "yes", "n": 2}
    assert "vc.v5" not in table.nodes


@pytest.mark.node("vc.v4")
def test_v4_bases_are_limited_by_those_available_and_by_stacking() -> None:
    s = board(VC)
    put(s, NORTHEAST_CAMBODIA, vc_base=2, vc_guerrilla=5)
    put(s, PHUOC_LONG, vc_guerrilla=4)
    put(s, THE_FISHHOOK, vc_guerrilla=4)
    mind = Table(s, VC).mind
    assert rally.bases_by_rally(mind, s) == 2
    put(s, SAIGON, vc_base=2)
    put(s, HUE, vc_base=2)
    put(s, QUANG_TRI, vc_base=2)
    assert rally.bases_by_rally(mind, s) == 1


@pytest.mark.node("vc.v4")
def test_v4_counts_the_pause_to_tax_at_no_resources() -> None:
    s = board(VC, resources=[0, 20, 20, 1])
    put(s, PHUOC_LONG, vc_guerrilla=4)
    put(s, THE_FISHHOOK, vc_guerrilla=4)
    mind = Table(s, VC).mind
    assert rally.bases_by_rally(mind, s) == 1  # nobody to Tax
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    assert rally.bases_by_rally(mind, s) == 2


@pytest.mark.node("vc.v5", "vc.box.rally", "vc.box.march")
@pytest.mark.parametrize(("dice", "answer"), [((6, 4, 3), "yes"), ((6, 4, 4), "no")])
def test_v5_three_dice_must_show_less_than_the_guerrillas_available(dice: tuple[int, ...], answer: str) -> None:
    s = board(VC, resources=[0, 20, 20, 0])
    crowd(s, 15)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)  # 14 Available; a Tax could pay for something
    table = Table(s, VC, *dice)
    table.decide()
    assert table.reason("vc.v5") == {"answer": answer, "n": 14, "dice": sum(dice)}


@pytest.mark.node("vc.v5")
def test_v5_rolls_nothing_with_too_few_or_more_than_enough_guerrillas() -> None:
    s = board(VC, resources=[0, 20, 20, 0])
    crowd(s, 26)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    assert Table(s, VC).decide().reason("vc.v5") == {"answer": "no", "n": 3, "dice": "-"}
    s = board(VC, resources=[0, 20, 20, 0])
    crowd(s, 10)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    assert Table(s, VC).decide().reason("vc.v5") == {"answer": "yes", "n": 19, "dice": "-"}


# --- V6 and the fall-backs ----------------------------------------------------------------------------------------


@pytest.mark.node("vc.v6", "vc.box.attack")
def test_v6_a_hidden_guerrilla_on_a_loc_brings_attack() -> None:
    s = board(VC)
    crowd(s, 26)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    put(s, SAIGON, police=1)
    table = Table(s, VC).turn()
    assert table.reason("vc.v6")["answer"] == "yes"
    assert table.nodes[table.nodes.index("vc.v6") + 1] == "vc.box.attack"
    assert at(s, SAIGON) == {}


@pytest.mark.node("vc.v6", "vc.box.march", "vc.attack.none")
@pytest.mark.parametrize("effects", [CLAYMORES, 0])
def test_attack_that_finds_nobody_leads_to_march(effects: int) -> None:
    s = board(VC, effects=effects)
    crowd(s, 25)
    put(s, KIEN_PHONG, vc_guerrilla_active=1)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    if effects:  # an enemy, but no Ambush under Claymores
        put(s, SAIGON, police=1)
    assert Table(s, VC).decide().nodes[-2:] == ["vc.attack.none", "vc.box.march"]


@pytest.mark.node("vc.v6", "vc.box.march")
def test_v6_nobody_on_a_loc_brings_march() -> None:
    s = board(VC)
    crowd(s, 27)
    table = Table(s, VC).decide()
    assert table.nodes[-2:] == ["vc.v6", "vc.box.march"]
    assert table.reason("vc.v6")["answer"] == "no"


@pytest.mark.node("vc.march.none", "vc.box.rally")
def test_march_in_monsoon_leads_to_rally() -> None:
    s = board(VC, next_card=KY)
    crowd(s, 27)
    assert Table(s, VC).decide().nodes[-2:] == ["vc.march.none", "vc.box.rally"]


@pytest.mark.node("vc.rally.none", "vc.box.march")
def test_rally_without_resources_and_without_tax_leads_to_march() -> None:
    s = board(VC, resources=[0, 20, 20, 0])
    put(s, THE_FISHHOOK, vc_guerrilla=3)
    put(s, SAIGON, police=2)
    assert Table(s, VC).decide().nodes[-2:] == ["vc.rally.none", "vc.box.march"]


@pytest.mark.node("vc.rally.none", "vc.march.none", "vc.pass")
def test_when_rally_and_march_both_fail_vc_passes() -> None:
    s = board(VC, resources=[0, 20, 20, 0])
    put(s, SAIGON, vc_guerrilla_active=1)
    table = Table(s, VC).turn()
    assert table.nodes[-3:] == ["vc.rally.none", "vc.march.none", "vc.pass"]
    assert s.passed == 1 << VC
    assert s.resources[VC] == 1


@pytest.mark.node("vc.pass")
def test_a_box_that_fails_brings_no_special_activity_either() -> None:
    s = board(VC, resources=[0, 20, 20, 0])
    put(s, SAIGON, vc_guerrilla=1, police=2)  # Subvert could end COIN Control
    assert Table(s, VC).turn().nodes[-1] == "vc.pass"
    assert at(s, SAIGON) == {"vc_guerrilla": 1, "police": 2}


@pytest.mark.node("vc.pass")
def test_when_no_operation_is_possible_at_all_vc_passes() -> None:
    s = board(VC, resources=[0, 20, 20, 0])
    assert Table(s, VC).decide().answers == [("turn.action", "pass")]


@pytest.mark.node("vc.box.rally")
def test_no_resources_but_a_tax_that_pays_for_rally_is_no_failure() -> None:
    s = board(VC, resources=[0, 20, 20, 0])
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    assert Table(s, VC).decide().nodes[-1] == "vc.box.rally"


def test_where_a_player_would_have_a_limited_operation_vc_takes_a_full_one_with_special_activity() -> None:
    s = board(VC, acted=((NVA, OP_ONLY),))
    for sp in (SAIGON, HUE):
        put(s, sp, vc_guerrilla=1)
        set_support(s, sp, 1)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    s.resources[VC] = 5
    table = Table(s, VC).turn()
    assert table.keys("terror.space") == ["saigon", "hue", "sa:tax"]
    assert s.acted[-1] == (VC, "limop")
