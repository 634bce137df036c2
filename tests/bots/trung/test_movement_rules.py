"""The Keep rules K1-K13 and the move priorities L0-P9 of the Trung bots, one by one."""

from typing import Any

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_TROOPS,
    IRREGULAR,
    NVA_GUERRILLA,
    NVA_TROOPS,
    POLICE,
    US_TROOPS,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
)
from fitl.board.spaces import (
    BA_XUYEN,
    CENTRAL_LAOS,
    HUE,
    LOC_SAIGON_CAN_THO,
    PLEIKU,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
)
from fitl.bots.mind import Mind
from fitl.bots.trung.aims import EASTER, Going, called_for
from fitl.bots.trung.keep import Leaving, kept
from fitl.decisions import CHANCE, Decision, Option
from fitl.rules.control import set_support
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, PASSIVE_SUPPORT, State
from tests.support import blank, put

ELSEWHERE = BA_XUYEN


def nobody(_mind: Mind, _s: State, decision: Decision) -> Option:
    raise AssertionError(decision)


def held(s: State, faction: int, sp: int, *kinds: int, to: int = ELSEWHERE, **more: Any) -> dict[int, int]:
    """What stays of the pieces of these kinds, which may move; all others in the space stay anyway."""
    free = {kind: s.pieces[sp * 26 + kind] for kind in kinds}
    stays = {kind: s.pieces[sp * 26 + kind] for kind in range(26) if kind not in kinds}
    return kept(Leaving(s, faction, sp, to, **more), stays, free)[0]


def load(s: State, faction: int, sp: int, movable: dict[int, int], *dice: int, action: str = "") -> dict[int, int]:
    """What goes to the space, dice as written."""
    going = Going(s, faction, ELSEWHERE if sp != ELSEWHERE else SAIGON, sp, action)
    left = list(dice)
    flow = called_for(Mind(faction, nobody), going, movable)
    value = None
    try:
        while True:
            assert flow.send(value).actor == CHANCE
            value = left.pop(0)
    except StopIteration:
        assert not left
    return {kind: n for kind, n in going.load.items() if n}


# --- what stays ---------------------------------------------------------------------------------------------------


def test_k1_control_of_the_south_does_not_change_to_the_movers_disadvantage() -> None:
    s = blank()
    put(s, QUANG_TRI, arvn_troops=5, vc_guerrilla=2)
    assert held(s, ARVN, QUANG_TRI, ARVN_TROOPS) == {ARVN_TROOPS: 3}
    s = blank()
    put(s, QUANG_TRI, nva_troops=5, vc_guerrilla=2)
    assert held(s, NVA, QUANG_TRI, NVA_TROOPS) == {NVA_TROOPS: 3}
    s = blank()
    put(s, QUANG_TRI, nva_troops=2, vc_guerrilla_active=5)
    assert held(s, VC, QUANG_TRI, VC_GUERRILLA_ACTIVE, amass=False) == {VC_GUERRILLA_ACTIVE: 2}


def test_k1_counts_pieces_that_cannot_move_and_is_not_asked_abroad() -> None:
    s = blank()
    put(s, PLEIKU, us_troops=2, arvn_troops=3, vc_guerrilla=2)
    assert held(s, US, PLEIKU, US_TROOPS) == {}
    put(s, CENTRAL_LAOS, nva_troops=2)
    assert held(s, NVA, CENTRAL_LAOS, NVA_TROOPS) == {}


def test_k2_no_cube_leaves_the_country() -> None:
    s = blank()
    put(s, QUANG_TRI, us_troops=2, irregular=1)
    assert held(s, US, QUANG_TRI, US_TROOPS, IRREGULAR, to=CENTRAL_LAOS) == {US_TROOPS: 2}


def test_k3_cubes_on_a_loc_match_its_insurgents_if_they_can() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, police=3, vc_guerrilla=2)
    assert held(s, ARVN, LOC_SAIGON_CAN_THO, POLICE) == {POLICE: 2}
    put(s, LOC_SAIGON_CAN_THO, nva_guerrilla=2)
    assert held(s, ARVN, LOC_SAIGON_CAN_THO, POLICE) == {}


def test_k4_three_cubes_stay_at_a_coin_base() -> None:
    s = blank()
    put(s, TAY_NINH, us_base=1, arvn_troops=5)
    assert held(s, ARVN, TAY_NINH, ARVN_TROOPS) == {ARVN_TROOPS: 3}


def test_k5_firepower_still_covers_the_vulnerable() -> None:
    s = blank()
    put(s, ELSEWHERE, us_troops=5, vc_guerrilla_active=3)
    assert held(s, US, ELSEWHERE, US_TROOPS, to=SAIGON)[US_TROOPS] >= 3
    put(s, ELSEWHERE, nva_troops=9)  # it does not cover them anyway
    assert held(s, US, ELSEWHERE, US_TROOPS, to=SAIGON) == {}


def test_k6_arvn_outnumbers_us_troops_where_the_people_support() -> None:
    s = blank()
    put(s, HUE, arvn_troops=5, us_troops=2)
    set_support(s, HUE, PASSIVE_SUPPORT)
    assert held(s, ARVN, HUE, ARVN_TROOPS) == {ARVN_TROOPS: 3}


def test_k7_sweepers_stay_for_hidden_guerrillas_twice_as_many_in_jungle() -> None:
    s = blank()
    put(s, TAY_NINH, us_troops=6, vc_guerrilla=2, us_base=0)
    assert held(s, US, TAY_NINH, US_TROOPS, action="sweep") == {US_TROOPS: 4}
    assert held(s, US, TAY_NINH, US_TROOPS)[US_TROOPS] == 3  # K1 alone


def test_k8_a_us_troop_stays_in_saigon_and_with_people_not_at_active_support() -> None:
    s = blank()
    put(s, SAIGON, us_troops=2, arvn_troops=3)
    set_support(s, SAIGON, ACTIVE_SUPPORT)
    assert held(s, US, SAIGON, US_TROOPS) == {US_TROOPS: 1}
    put(s, HUE, us_troops=2, arvn_troops=3)
    assert held(s, US, HUE, US_TROOPS) == {US_TROOPS: 1}


def test_k9_us_troops_match_arvn_cubes_where_the_people_support() -> None:
    s = blank()
    put(s, HUE, us_troops=4, arvn_troops=3)
    set_support(s, HUE, ACTIVE_SUPPORT)
    assert held(s, US, HUE, US_TROOPS) == {US_TROOPS: 3}


def test_k10_and_k11_guerrillas_guard_a_base_and_gather_for_one() -> None:
    s = blank()
    put(s, CENTRAL_LAOS, nva_base=1, nva_guerrilla=2)
    assert held(s, NVA, CENTRAL_LAOS, NVA_GUERRILLA) == {NVA_GUERRILLA: 1}
    put(s, CENTRAL_LAOS, nva_guerrilla=3)
    assert held(s, NVA, CENTRAL_LAOS, NVA_GUERRILLA) == {NVA_GUERRILLA: 3}
    assert held(s, NVA, CENTRAL_LAOS, NVA_GUERRILLA, amass=False) == {NVA_GUERRILLA: 1}


def test_k11_vc_gathers_no_guerrillas_abroad() -> None:
    s = blank()
    put(s, CENTRAL_LAOS, vc_guerrilla=4)
    assert held(s, VC, CENTRAL_LAOS, VC_GUERRILLA) == {}


def test_k12_guerrillas_on_a_loc_outnumber_coin_forces() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=3, nva_guerrilla=1, police=2)
    assert held(s, VC, LOC_SAIGON_CAN_THO, VC_GUERRILLA) == {VC_GUERRILLA: 2}


def test_k13_one_hidden_guerrilla_stays_with_people_not_at_active_opposition() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=2)
    assert held(s, VC, HUE, VC_GUERRILLA) == {VC_GUERRILLA: 1}
    set_support(s, HUE, ACTIVE_OPPOSITION)
    assert held(s, VC, HUE, VC_GUERRILLA) == {}


# --- what goes ----------------------------------------------------------------------------------------------------


def test_l0_all_troops_go_to_an_empty_loc_in_the_easter_offensive() -> None:
    s = blank()
    assert load(s, NVA, LOC_SAIGON_CAN_THO, {NVA_TROOPS: 4}, action=EASTER) == {NVA_TROOPS: 4}
    put(s, LOC_SAIGON_CAN_THO, police=1)
    assert load(s, NVA, LOC_SAIGON_CAN_THO, {NVA_TROOPS: 4}, action=EASTER) == {}


def test_l1_us_and_l2_arvn_bring_firepower_for_all_insurgents() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=2)
    assert load(s, US, LOC_SAIGON_CAN_THO, {US_TROOPS: 5}) == {US_TROOPS: 2}
    assert load(s, ARVN, LOC_SAIGON_CAN_THO, {ARVN_TROOPS: 3, POLICE: 3}) == {POLICE: 2, ARVN_TROOPS: 2}


def test_l3_guerrillas_outnumber_coin_forces_by_one() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, police=2, vc_guerrilla=1)
    assert load(s, NVA, LOC_SAIGON_CAN_THO, {NVA_GUERRILLA: 5, NVA_TROOPS: 5}) == {NVA_GUERRILLA: 2}


def test_p1_one_own_piece_goes_where_none_is_nva_apart() -> None:
    s = blank()
    assert load(s, VC, HUE, {VC_GUERRILLA: 1}) == {VC_GUERRILLA: 1}
    assert load(s, US, QUANG_TIN, {US_TROOPS: 3}) == {US_TROOPS: 1}
    put(s, QUANG_TIN, police=1)
    assert load(s, NVA, QUANG_TIN, {NVA_TROOPS: 1}) == {}


def test_p2_three_cubes_gather_at_a_us_base() -> None:
    s = blank()
    put(s, QUANG_TIN, us_base=1, police=1)
    assert load(s, US, QUANG_TIN, {US_TROOPS: 6}) == {US_TROOPS: 2}


def test_p3_firepower_covers_the_vulnerable_and_p4_troops_the_hidden() -> None:
    s = blank()
    put(s, PLEIKU, vc_guerrilla_active=2)
    assert load(s, US, PLEIKU, {US_TROOPS: 9}) == {US_TROOPS: 4}  # Highland: one by two
    s = blank()
    put(s, TAY_NINH, vc_guerrilla=2)
    assert load(s, US, TAY_NINH, {US_TROOPS: 9}) == {US_TROOPS: 4}  # Jungle: twice as many


@pytest.mark.parametrize(("action", "n"), [("sweep", 3), ("patrol", 3), ("transport", 3), ("air_lift", 1)])
def test_p5_arvn_takes_control_but_not_by_air(action: str, n: int) -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=2)
    assert load(s, ARVN, HUE, {ARVN_TROOPS: 9}, action=action) == {ARVN_TROOPS: n}


def test_p5_the_us_takes_control_of_saigon_by_patrol_alone() -> None:
    s = blank()
    put(s, SAIGON, vc_guerrilla_active=1, us_troops=1)
    assert load(s, US, SAIGON, {US_TROOPS: 9}, action="patrol") == {US_TROOPS: 1}
    assert load(s, US, SAIGON, {US_TROOPS: 9}, action="sweep") == {}


def test_p6_nva_dares_to_take_control_if_two_dice_show_no_more_than_its_troops() -> None:
    s = blank()
    put(s, HUE, police=2)
    put(s, ELSEWHERE, nva_troops=7)
    assert load(s, NVA, HUE, {NVA_TROOPS: 7}, 3, 4) == {NVA_TROOPS: 3}
    assert load(s, NVA, HUE, {NVA_TROOPS: 7}, 4, 4) == {}


@pytest.mark.node("trung.dares")
def test_p6_no_dice_are_rolled_where_they_cannot_matter() -> None:
    s = blank()
    put(s, HUE, police=2)
    assert load(s, NVA, HUE, {NVA_TROOPS: 1}) == {}
    put(s, ELSEWHERE, nva_troops=12)
    assert load(s, NVA, HUE, {NVA_TROOPS: 12}) == {NVA_TROOPS: 3}


def test_p7_three_guerrillas_gather_where_a_base_has_room_and_p8_one_joins_a_base() -> None:
    s = blank()
    assert load(s, VC, QUANG_TIN, {VC_GUERRILLA: 5}) == {VC_GUERRILLA: 3}
    put(s, QUANG_TIN, nva_base=1, vc_base=1)  # no room: one is enough
    assert load(s, VC, QUANG_TIN, {VC_GUERRILLA: 5}) == {VC_GUERRILLA: 1}


def test_p9_nva_takes_control_abroad_and_where_no_coin_forces_are() -> None:
    s = blank()
    put(s, CENTRAL_LAOS, irregular=1)
    assert load(s, NVA, CENTRAL_LAOS, {NVA_TROOPS: 5}) == {NVA_TROOPS: 2}
    assert load(s, NVA, QUANG_TIN, {NVA_TROOPS: 5}) == {NVA_TROOPS: 1}
