"""8.5.4: the VC's Attack and Ambush."""

import pytest

from fitl.board.factions import VC
from fitl.board.spaces import (
    AN_LOC,
    CAM_RANH,
    CAN_THO,
    DA_NANG,
    HUE,
    KIEN_HOA,
    KIEN_PHONG,
    KONTUM,
    LOC_HUE_DA_NANG,
    LOC_KONTUM_DAK_TO,
    LOC_KONTUM_QUI_NHON,
    LOC_SAIGON_CAN_THO,
    PHU_BON,
    QUANG_TRI,
    QUI_NHON,
    SAIGON,
    TAY_NINH,
)
from fitl.bots.flowchart.turn import Turn
from fitl.bots.flowchart.vc.attack import ambushes_wanted, can_attack
from fitl.bots.flowchart.vc.targets import BASE, CUBES, SPECIAL_FORCES, Prospect, ambush_prospect, prospect
from fitl.decisions import Decision, piece_option
from fitl.events.free import free_activity
from fitl.lasting import BOOBY_TRAPS, CLAYMORES, MAIN_FORCE_BNS_SHADED
from fitl.rules.menu import ACCOMPANYING, carry_out
from fitl.rules.operation import Operation
from fitl.state import State
from tests.bots.support import Table, board
from tests.support import at, put


def attack(s: State, *dice: int) -> Table:
    table = Table(s, VC, *dice)
    table.mind.room(Turn).operation = "attack"
    return table.run(carry_out(s, Operation(s, VC, "attack", activities=ACCOMPANYING[VC, "attack"])))


def purse(n: int, effects: int = 0) -> State:
    return board(VC, resources=[0, 20, 20, n], effects=effects)


def visits(table: Table, *prefixes: str) -> list[tuple[str, int]]:
    return [
        (node, params["space"]) for node, params in table.reasons if node.startswith(prefixes) and "space" in params
    ]


# --- what is to be had --------------------------------------------------------------------------------------------


def test_a_base_is_in_reach_only_if_more_hits_than_units() -> None:
    s = purse(5)
    put(s, HUE, us_base=1)
    put(s, DA_NANG, us_base=1, police=1)
    put(s, SAIGON, us_base=1, police=1, ranger=1)
    assert prospect(s, HUE, 1).tier == BASE
    assert (prospect(s, DA_NANG, 1).tier, prospect(s, DA_NANG, 2).tier) == (CUBES, BASE)
    assert prospect(s, SAIGON, 2).tier == SPECIAL_FORCES


def test_tie_breaks_look_at_us_pieces_of_the_tier_and_at_coin_control() -> None:
    s = purse(5)
    put(s, HUE, irregular=1, police=3)
    put(s, DA_NANG, ranger=1, us_troops=3)
    put(s, SAIGON, us_troops=1, vc_guerrilla=1, police=1)
    put(s, CAN_THO, police=4)
    assert prospect(s, HUE, 1) == Prospect(SPECIAL_FORCES, True, False)
    assert prospect(s, DA_NANG, 1) == Prospect(SPECIAL_FORCES, False, False)
    assert prospect(s, SAIGON, 1) == Prospect(CUBES, True, True)
    assert prospect(s, CAN_THO, 2) == Prospect(CUBES, False, False)


def test_us_pieces_count_only_where_they_are_the_ones_that_go() -> None:
    s = purse(5)
    put(s, HUE, us_troops=4, police=1)
    put(s, DA_NANG, irregular_active=1, ranger=1)
    assert [prospect(s, sp, 1).us_piece for sp in (HUE, DA_NANG)] == [False, False]  # the Police, the hidden Ranger
    assert [prospect(s, sp, 2).us_piece for sp in (HUE, DA_NANG)] == [True, True]


@pytest.mark.node("vc.ambush.3", "remove")
def test_an_ambush_seeks_a_us_troop_where_it_would_take_one() -> None:
    s = purse(9, BOOBY_TRAPS)  # one Ambush only
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1, us_troops=4, police=1)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1, us_troops=1, police=1)
    assert visits(attack(s), "vc.ambush.3") == [("vc.ambush.3", LOC_HUE_DA_NANG)]
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla_active": 1, "police": 1}


def test_from_a_loc_the_best_adjacent_target_counts() -> None:
    s = purse(5)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    put(s, HUE, police=1)
    put(s, DA_NANG, arvn_base=1)
    assert ambush_prospect(s, LOC_HUE_DA_NANG, 1).tier == BASE


# --- selecting ----------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.ambush.1", "vc.ambush.2", "vc.ambush.3", "vc.ambush.target", "vc.attack.ambush")
def test_bases_then_special_forces_then_cubes_two_ambushes_at_most() -> None:
    s = purse(9)
    put(s, HUE, vc_guerrilla=1, police=1)
    put(s, CAN_THO, vc_guerrilla=1, ranger=1)
    put(s, SAIGON, vc_guerrilla=1, us_base=1)
    table = attack(s)
    assert visits(table, "vc.ambush") == [("vc.ambush.1", SAIGON), ("vc.ambush.2", CAN_THO)]
    assert at(s, HUE) == {"vc_guerrilla": 1, "police": 1}
    assert s.resources[VC] == 7
    s = purse(9)
    put(s, HUE, vc_guerrilla=1, police=4)
    put(s, CAN_THO, vc_guerrilla=1, police=2)
    assert visits(attack(s), "vc.ambush")[0] == ("vc.ambush.3", CAN_THO)  # COIN Control falls


@pytest.mark.node("vc.ambush.3", "vc.ambush.target")
def test_inside_a_tier_locs_first_then_us_pieces_then_control_then_fewest_guerrillas() -> None:
    def first(**spaces: dict[str, int]) -> int:
        s = purse(9, BOOBY_TRAPS)
        for name, pieces in spaces.items():
            put(s, PLACES[name], **pieces)
        return visits(attack(s), "vc.ambush.")[0][1]

    cubes = {"vc_guerrilla": 1, "police": 9}
    assert first(loc={"vc_guerrilla": 1}, da_nang={"police": 9}, saigon={"vc_guerrilla": 1, "us_troops": 9}) == (
        LOC_HUE_DA_NANG
    )
    assert first(can_tho=cubes, saigon={"vc_guerrilla": 1, "us_troops": 9}) == SAIGON
    assert first(can_tho=cubes, saigon={"vc_guerrilla": 2, "police": 3}) == SAIGON
    assert first(can_tho={"vc_guerrilla": 2, "police": 9}, saigon={"vc_guerrilla": 1, "police": 9}) == SAIGON


PLACES = {"loc": LOC_HUE_DA_NANG, "da_nang": DA_NANG, "saigon": SAIGON, "can_tho": CAN_THO}


@pytest.mark.node("vc.ambush.3", "vc.ambush.target")
def test_ambushes_are_picked_one_after_the_other_not_as_the_best_pair() -> None:
    s = purse(9)
    put(s, LOC_KONTUM_DAK_TO, vc_guerrilla=1)
    put(s, LOC_KONTUM_QUI_NHON, vc_guerrilla=1)
    put(s, KONTUM, us_troops=1, police=8)  # next to both
    put(s, PHU_BON, police=1)  # next to the second only: taken by it, COIN Control would fall
    table = attack(s, 4, 6, 2)  # Kontum, then the second of the two LoCs
    assert visits(table, "vc.ambush.") == [
        ("vc.ambush.3", LOC_KONTUM_QUI_NHON),
        ("vc.ambush.target", KONTUM),
        ("vc.ambush.3", LOC_KONTUM_DAK_TO),
    ]
    assert at(s, PHU_BON) == {"police": 1}


@pytest.mark.node("vc.ambush.3")
def test_what_is_still_tied_is_random() -> None:
    s = purse(9, BOOBY_TRAPS)  # one Ambush only
    for sp in (HUE, CAN_THO):
        put(s, sp, vc_guerrilla=1, police=5)
    assert visits(attack(s, 1, 5), "vc.ambush") == [("vc.ambush.3", CAN_THO)]
    assert at(s, HUE) == {"vc_guerrilla": 1, "police": 5}


@pytest.mark.node("vc.ambush.target")
def test_the_target_of_a_loc_ambush_is_the_best_one() -> None:
    s = purse(9)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    put(s, HUE, police=1)
    put(s, DA_NANG, irregular=1)
    put(s, QUANG_TRI, ranger=1)
    table = attack(s)
    assert visits(table, "vc.ambush.target") == [("vc.ambush.target", DA_NANG)]
    assert at(s, DA_NANG) == {}


@pytest.mark.node("vc.attack.1", "vc.attack.2", "vc.attack.3")
def test_attacks_without_ambush_need_four_guerrillas_and_follow_the_same_tiers() -> None:
    s = purse(9, CLAYMORES)
    put(s, HUE, vc_guerrilla=4, police=5)
    put(s, CAN_THO, vc_guerrilla=3, police=1)
    put(s, SAIGON, vc_guerrilla=4, ranger=3)
    put(s, AN_LOC, vc_guerrilla_active=4, arvn_base=1, police=1)
    table = attack(s, 6, 6, 6)
    assert visits(table, "vc.attack") == [("vc.attack.1", AN_LOC), ("vc.attack.2", SAIGON), ("vc.attack.3", HUE)]


@pytest.mark.node("vc.attack.3")
def test_attack_tie_breaks_us_pieces_then_control_then_random() -> None:
    def first(*dice: int, **pieces: int) -> int:
        s = purse(1, CLAYMORES)
        put(s, HUE, vc_guerrilla=4, police=7)
        put(s, SAIGON, vc_guerrilla=4, **pieces)
        return visits(attack(s, *dice), "vc.attack")[0][1]

    assert first(6, us_troops=7) == SAIGON
    assert first(6, police=6) == SAIGON  # 6 : 4 becomes 4 : 4
    assert first(3, 3, 6, police=7) == HUE


@pytest.mark.node("vc.attack.ambush")
def test_with_little_money_an_attack_of_a_better_tier_comes_before_an_ambush_of_a_worse_one() -> None:
    s = purse(1)
    put(s, HUE, vc_guerrilla=1, police=1)
    put(s, SAIGON, vc_guerrilla_active=4, arvn_base=1, police=1)
    assert ambushes_wanted(s, 1) == 0
    assert visits(attack(s, 6), "vc.attack") == [("vc.attack.1", SAIGON)]
    assert ambushes_wanted(s, 2) == 1


@pytest.mark.node("vc.attack.ambush")
def test_a_space_that_is_ambushed_is_not_attacked_too() -> None:
    s = purse(9)
    put(s, HUE, vc_guerrilla=5, police=3)
    table = attack(s)
    assert visits(table, "vc.attack.") == []
    assert at(s, HUE) == {"vc_guerrilla": 4, "vc_guerrilla_active": 1, "police": 2}


@pytest.mark.node("remove")
def test_removal_takes_troops_and_police_in_turn_beginning_with_the_fewer() -> None:
    s = purse(1, CLAYMORES)
    put(s, HUE, vc_guerrilla=6, arvn_troops=2, police=4)
    attack(s, 1)
    assert at(s, HUE) == {"vc_guerrilla_active": 6, "arvn_troops": 1, "police": 3}


@pytest.mark.node("vc.ambush.two")
def test_shaded_main_force_bns_take_two_pieces_in_one_ambush_and_can_reach_a_guarded_base() -> None:
    s = purse(9, MAIN_FORCE_BNS_SHADED)
    put(s, HUE, vc_guerrilla=1, us_base=1, police=1)
    put(s, SAIGON, vc_guerrilla=1, ranger=1, police=3)
    put(s, CAN_THO, vc_guerrilla=1, police=3)
    table = attack(s)
    assert visits(table, "vc.ambush.")[0] == ("vc.ambush.1", HUE)
    assert at(s, HUE) == {"vc_guerrilla_active": 1}
    assert at(s, SAIGON) == {"vc_guerrilla_active": 1, "police": 3}


@pytest.mark.node("vc.attack.ambush")
def test_main_force_bns_are_counted_on_in_one_ambush_only() -> None:
    s = purse(2, MAIN_FORCE_BNS_SHADED)
    put(s, HUE, vc_guerrilla=1, us_base=1, police=1)
    put(s, SAIGON, vc_guerrilla=1, us_base=1, police=1)  # a second Ambush takes one piece and leaves this Base
    put(s, AN_LOC, vc_guerrilla_active=4, arvn_base=1, police=1)
    assert ambushes_wanted(s, 2) == 1
    assert visits(attack(s, 3, 3, 6), "vc.attack.") == [("vc.attack.1", AN_LOC)]


def test_nothing_to_attack_without_resources_or_targets() -> None:
    s = purse(0)
    put(s, HUE, vc_guerrilla=5, police=3)
    assert not can_attack(s)
    s.resources[VC] = 1
    assert can_attack(s)
    s = purse(5, CLAYMORES)
    put(s, HUE, vc_guerrilla=3, police=3)
    assert not can_attack(s)


def test_attack_takes_no_other_special_activity() -> None:
    s = purse(5, CLAYMORES)
    put(s, HUE, vc_guerrilla=5, police=3)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    attack(s, 6)
    assert at(s, LOC_SAIGON_CAN_THO) == {"vc_guerrilla": 1}


def test_a_free_ambush_of_an_event_goes_by_the_same_tiers() -> None:
    s = purse(0)
    put(s, KIEN_PHONG, vc_guerrilla=1, police=3)
    put(s, KIEN_HOA, vc_guerrilla=1, irregular=1, police=3)
    put(s, TAY_NINH, vc_guerrilla=1, ranger=1, police=3)
    table = Table(s, VC).run(free_activity(s, VC, "ambush", max_spaces=1))
    assert visits(table, "vc.ambush") == [("vc.ambush.2", KIEN_HOA)]


def test_a_free_ambush_in_more_spaces_than_the_box_allows_takes_them_all() -> None:
    s = purse(0)
    for sp in (KIEN_PHONG, KIEN_HOA, TAY_NINH):
        put(s, sp, vc_guerrilla=1, police=3)
    Table(s, VC, 1, 4, 6, 4).run(free_activity(s, VC, "ambush", max_spaces=3))
    assert [at(s, sp)["police"] for sp in (KIEN_PHONG, KIEN_HOA, TAY_NINH)] == [2, 2, 2]


@pytest.mark.node("remove")
def test_booby_traps_take_us_troops_and_special_forces_first() -> None:
    s = purse(5)
    put(s, KONTUM, us_troops=2, arvn_troops=2, irregular=1)
    put(s, QUI_NHON, us_troops=2, arvn_troops=2)
    put(s, CAM_RANH, us_troops=1)
    table = Table(s, VC)
    kinds = [piece_option(kind) for kind in (0, 4, 2)]
    assert table.ask(Decision(VC, "sweep.booby_traps", "3.2.3", kinds, {"space": KONTUM})).key == "irregular"
    assert table.ask(Decision(VC, "sweep.booby_traps", "3.2.3", kinds[:2], {"space": QUI_NHON})).key == "us_troops"
