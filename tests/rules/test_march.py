"""3.3.2 March."""

from typing import Any

import pytest

from fitl.board.factions import NVA, VC
from fitl.board.pieces import NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, NVA_TROOPS
from fitl.board.spaces import (
    AN_LOC,
    AVAILABLE,
    CENTRAL_LAOS,
    HUE,
    KIEN_GIANG,
    KIEN_PHONG,
    LAOS_CAMBODIA_MASK,
    LOC_HUE_DA_NANG,
    LOC_HUE_KHE_SANH,
    NORTH_VIETNAM,
    NORTHEAST_CAMBODIA,
    PLEIKU,
    QUANG_NAM,
    QUANG_TRI,
    SOUTHERN_LAOS,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
    mask_of,
    spaces_of,
)
from fitl.lasting import CLAYMORES, MAIN_FORCE_BNS
from fitl.rules import menu
from fitl.rules.control import recount
from fitl.rules.operation import BY_EVENT, EVERYWHERE, Operation
from fitl.rules.operations.march import Moves, can_march, march, marched_in_underground
from fitl.state import NVA_CONTROL, State
from tests.support import Play, at, blank, play, put

COUP = 125


def operation(s: State, by: int, **options: Any) -> Operation:
    max_spaces = options.pop("max_spaces", None)
    op = Operation(s, by, "march", **options)
    op.max_spaces = max_spaces
    return op


def start(s: State, by: int, *keys: str | int, **options: Any) -> Play:
    return play(march(s, operation(s, by, **options)), *keys)


def set_level(s: State, sp: int, level: int) -> None:
    s.support[sp] = level
    recount(s)


def with_activities(s: State, by: int) -> Operation:
    return operation(s, by, activities=menu.ACCOMPANYING[by, "march"])


# --- who moves where -------------------------------------------------------------------------------------------------


def test_vc_guerrillas_march_one_space_in_the_state_they_are_in_for_one_resource() -> None:
    s = blank()
    put(s, TAY_NINH, vc_guerrilla=2, vc_guerrilla_active=2, vc_base=1)
    p = start(s, VC)
    assert p.keys() == [
        *("an_loc", "saigon", "the_fishhook", "the_parrots_beak", "phuoc_long", "quang_duc_long_khanh"),
        *("kien_phong", "loc_saigon_an_loc_ban_me_thuot"),
    ]
    p.answer("kien_phong")
    assert p.keys() == ["0", "1", "2"]  # Underground ones
    p.answer(2)
    assert p.keys() == ["0", "1", "2"]  # Active ones
    p.answer(1)
    assert at(s, KIEN_PHONG) == {"vc_guerrilla": 2, "vc_guerrilla_active": 1}
    assert at(s, TAY_NINH) == {"vc_guerrilla_active": 1, "vc_base": 1}
    assert s.resources[VC] == 19


def test_a_group_has_at_least_one_piece() -> None:
    s = blank()
    put(s, TAY_NINH, vc_guerrilla=2, vc_guerrilla_active=2)
    p = start(s, VC, "kien_phong", 0)
    assert p.keys() == ["1", "2"]


def test_pieces_that_moved_do_not_move_again_but_those_that_stayed_may() -> None:
    s = blank()
    put(s, TAY_NINH, vc_guerrilla=1)
    put(s, KIEN_PHONG, vc_guerrilla=1)
    p = start(s, VC, "kien_phong")
    assert at(s, KIEN_PHONG) == {"vc_guerrilla": 2}
    p.answer("kien_hoa_vinh_binh")
    assert at(s, KIEN_PHONG) == {"vc_guerrilla": 1}  # one may leave, the one that came stays
    assert p.over


def test_nva_troops_march_and_vc_does_not_move_nva_pieces() -> None:
    s = blank(trail=0)
    put(s, NORTH_VIETNAM, nva_troops=3, nva_guerrilla=1, nva_base=1)
    assert not can_march(s, operation(s, VC))
    p = start(s, NVA, "quang_tri_thua_thien")
    assert p.decision is not None
    assert p.decision.params == {"piece": NVA_TROOPS, "origin": NORTH_VIETNAM, "destination": QUANG_TRI}
    p.answer(2, 0)
    assert at(s, QUANG_TRI) == {"nva_troops": 2}


def test_groups_from_several_spaces_enter_one_destination_for_one_resource() -> None:
    s = blank(trail=0)
    put(s, NORTH_VIETNAM, nva_guerrilla=1)
    put(s, CENTRAL_LAOS, nva_guerrilla=1)
    put(s, QUANG_NAM, nva_guerrilla=1)
    p = start(s, NVA, "quang_tri_thua_thien")
    assert p.keys() == ["north_vietnam", "central_laos", "quang_nam"]
    p.answer("north_vietnam")
    assert p.keys() == ["central_laos", "quang_nam", "done"]
    p.answer("quang_nam", "done", "done")
    assert at(s, QUANG_TRI) == {"nva_guerrilla": 2}
    assert s.resources[NVA] == 19


def test_a_destination_may_be_taken_up_again_without_paying_again_but_not_from_the_same_space() -> None:
    s = blank(trail=0, resources=[0, 20, 1, 0])
    put(s, NORTH_VIETNAM, nva_guerrilla=2)
    put(s, CENTRAL_LAOS, nva_guerrilla=1)
    p = start(s, NVA, "quang_tri_thua_thien", "north_vietnam", 1, "done")
    assert p.keys() == ["quang_tri_thua_thien", "loc_hue_khe_sanh", "done"]
    p.answer("quang_tri_thua_thien")
    assert at(s, QUANG_TRI) == {"nva_guerrilla": 2}
    assert at(s, NORTH_VIETNAM) == {"nva_guerrilla": 1}
    assert p.keys() == ["loc_hue_khe_sanh", "done"]


def test_locs_are_free_and_the_only_destinations_without_resources() -> None:
    s = blank(resources=[0, 20, 0, 0])
    put(s, QUANG_TRI, vc_guerrilla=1)
    p = start(s, VC)
    assert p.keys() == ["loc_hue_khe_sanh", "loc_hue_da_nang"]
    p.answer("loc_hue_da_nang")
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla": 1}


def test_without_resources_and_locs_there_is_no_march() -> None:
    s = blank(resources=[0, 20, 0, 0])
    put(s, SOUTHERN_LAOS, vc_guerrilla=1)
    put(s, NORTHEAST_CAMBODIA, vc_base=1)
    assert can_march(s, operation(s, VC))  # to a LoC
    assert not can_march(s, operation(s, VC, allowed=~mask_of(range(30, 47))))


def test_both_may_march_into_and_out_of_north_vietnam() -> None:
    s = blank(trail=0)
    put(s, CENTRAL_LAOS, vc_guerrilla=1)
    start(s, VC, "north_vietnam")
    assert at(s, NORTH_VIETNAM) == {"vc_guerrilla": 1}


# --- Activation ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "police", "seen"), [(3, 0, False), (4, 0, True), (2, 1, False), (2, 2, True)])
def test_a_group_entering_a_loc_turns_active_above_three_with_the_coin_units_there(
    size: int, police: int, seen: bool
) -> None:
    s = blank()
    put(s, QUANG_TRI, vc_guerrilla=size)
    put(s, LOC_HUE_DA_NANG, police=police)
    start(s, VC, "loc_hue_da_nang", size)
    assert ("vc_guerrilla_active" in at(s, LOC_HUE_DA_NANG)) is seen


def test_support_counts_like_a_loc_neutral_and_opposition_do_not() -> None:
    for level, seen in ((1, True), (2, True), (0, False), (-1, False)):
        s = blank()
        put(s, QUANG_TRI, vc_guerrilla=1)
        put(s, HUE, us_troops=3)
        set_level(s, HUE, level)
        start(s, VC, "hue")
        assert ("vc_guerrilla_active" in at(s, HUE)) is seen


def test_special_forces_count_and_coin_bases_and_insurgents_do_not() -> None:
    s = blank()
    put(s, QUANG_TRI, vc_guerrilla=1)
    put(s, HUE, irregular=1, ranger_active=1, us_base=1, arvn_base=1, vc_guerrilla=5, nva_troops=4)
    set_level(s, HUE, 1)
    start(s, VC, "hue")
    assert at(s, HUE)["vc_guerrilla"] == 6
    put(s, QUANG_TRI, vc_guerrilla=1)
    put(s, HUE, irregular_active=1)
    start(s, VC, "hue", "quang_tri_thua_thien")
    assert at(s, HUE)["vc_guerrilla_active"] == 1


def test_troops_count_in_the_size_and_only_the_groups_own_guerrillas_flip() -> None:
    s = blank(trail=0)
    put(s, QUANG_TRI, nva_troops=3, nva_guerrilla=1)
    put(s, LOC_HUE_DA_NANG, nva_guerrilla=2)
    start(s, NVA, "loc_hue_da_nang", 3, 1)
    assert at(s, LOC_HUE_DA_NANG) == {"nva_troops": 3, "nva_guerrilla": 2, "nva_guerrilla_active": 1}


def test_groups_from_different_spaces_are_judged_apart() -> None:
    s = blank()
    put(s, QUANG_TRI, vc_guerrilla=3)
    put(s, QUANG_NAM, vc_guerrilla=3)
    start(s, VC, "loc_hue_da_nang", "quang_tri_thua_thien", 3, "quang_nam", 3)
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla": 6}


def test_main_force_bns_unshaded_lowers_the_threshold_to_one_for_both() -> None:
    for by, piece in ((VC, "vc_guerrilla"), (NVA, "nva_guerrilla")):
        s = blank(effects=MAIN_FORCE_BNS)
        put(s, QUANG_TRI, **{piece: 3})
        p = start(s, by, "loc_hue_khe_sanh", 1, "loc_hue_da_nang", 2)
        assert at(s, LOC_HUE_KHE_SANH) == {piece: 1}
        assert at(s, LOC_HUE_DA_NANG) == {piece + "_active": 2}
        assert p.over


def test_claymores_cost_each_group_that_flips_one_guerrilla() -> None:
    s = blank(effects=CLAYMORES)
    put(s, QUANG_TRI, vc_guerrilla=4)
    put(s, QUANG_NAM, vc_guerrilla=3, vc_guerrilla_active=1)
    put(s, HUE, vc_guerrilla_active=4)
    p = start(s, VC, "loc_hue_da_nang", "quang_tri_thua_thien", 4)
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla_active": 3}
    p.answer("quang_nam", 3, 1)
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla_active": 6}
    p.answer("hue", 4)
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla_active": 10}  # nobody flipped in the last group


def test_claymores_take_one_that_marched_and_leave_the_others_their_march() -> None:
    s = blank(effects=CLAYMORES)
    put(s, QUANG_TRI, vc_guerrilla=4)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla_active=1)
    start(s, VC, "loc_hue_da_nang", 4, "hue")
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla_active": 3}
    assert at(s, HUE) == {"vc_guerrilla_active": 1}  # only the one that had been there


# --- the Trail -------------------------------------------------------------------------------------------------------


def test_nva_moves_on_from_laos_and_cambodia_paying_for_each_new_province() -> None:
    s = blank(trail=1)
    put(s, NORTH_VIETNAM, nva_guerrilla=2)
    p = start(s, NVA, "central_laos", 2, "southern_laos", 2, "northeast_cambodia", 2, "pleiku_darlac", 2)
    assert at(s, PLEIKU) == {"nva_guerrilla": 2}
    assert s.resources[NVA] == 16
    assert p.over  # outside Laos and Cambodia nobody moves on


def test_at_trail_zero_pieces_move_one_space() -> None:
    s = blank(trail=0)
    put(s, NORTH_VIETNAM, nva_guerrilla=1)
    assert start(s, NVA, "central_laos").over
    assert at(s, CENTRAL_LAOS) == {"nva_guerrilla": 1}


def test_vc_never_moves_on() -> None:
    s = blank(trail=4)
    put(s, SOUTHERN_LAOS, vc_guerrilla=1)
    assert start(s, VC, "central_laos").over


@pytest.mark.parametrize(("by", "piece", "trail"), [(VC, "vc_guerrilla", 3), (NVA, "nva_guerrilla", 0)])
def test_who_joins_others_in_laos_without_the_trail_stays_there(by: int, piece: str, trail: int) -> None:
    s = blank(trail=trail)
    put(s, QUANG_TRI, **{piece: 2})
    put(s, CENTRAL_LAOS, **{piece: 1})
    p = start(s, by, "central_laos", 2, "southern_laos")
    assert at(s, SOUTHERN_LAOS) == {piece: 1}  # the one that had not moved
    assert at(s, CENTRAL_LAOS) == {piece: 2}
    assert p.over or "northeast_cambodia" not in p.keys()


def test_a_limited_operation_has_one_destination_gathers_and_does_not_move_on() -> None:
    s = blank(trail=3)
    put(s, NORTH_VIETNAM, nva_guerrilla=2)
    put(s, SOUTHERN_LAOS, nva_guerrilla=1)
    put(s, QUANG_NAM, nva_guerrilla=1)
    p = start(s, NVA, "central_laos", "north_vietnam", 1, "southern_laos", "done", limited=True)
    assert p.over
    assert at(s, CENTRAL_LAOS) == {"nva_guerrilla": 2}


def test_coin_control_does_not_stop_pieces_moving_on() -> None:
    s = blank(trail=1)
    put(s, NORTH_VIETNAM, nva_guerrilla=1)
    put(s, CENTRAL_LAOS, us_troops=9)
    start(s, NVA, "central_laos", "southern_laos")
    assert at(s, SOUTHERN_LAOS) == {"nva_guerrilla": 1}


def test_pieces_that_join_others_on_the_trail_may_go_on_together() -> None:
    s = blank(trail=1)
    put(s, NORTH_VIETNAM, nva_guerrilla=2)
    put(s, CENTRAL_LAOS, nva_guerrilla=3)
    p = start(s, NVA, "central_laos", 2, "quang_tri_thua_thien")
    assert p.keys() == ["1", "2", "3", "4", "5"]
    p.answer(5)
    assert at(s, QUANG_TRI) == {"nva_guerrilla": 5}


def test_each_way_is_used_once_so_nobody_runs_in_circles() -> None:
    s = blank(trail=1, resources=[0, 20, 75, 0])
    put(s, CENTRAL_LAOS, nva_guerrilla=1)
    p = start(s, NVA, "southern_laos", "central_laos")
    assert "southern_laos" not in p.keys()
    for _ in range(200):
        if p.over:
            break
        p.answer(p.keys()[0])
    assert p.over


def test_at_trail_four_moves_into_and_out_of_laos_and_cambodia_are_free() -> None:
    s = blank(trail=4, resources=[0, 20, 0, 0])
    put(s, NORTH_VIETNAM, nva_guerrilla=1)
    put(s, QUANG_NAM, nva_guerrilla=1)
    p = start(s, NVA)
    assert p.keys() == ["central_laos", "southern_laos", "loc_hue_khe_sanh", "loc_hue_da_nang", "loc_da_nang_dak_to"]
    p.answer("central_laos", "north_vietnam", "done", "quang_tri_thua_thien")
    assert at(s, QUANG_TRI) == {"nva_guerrilla": 1}
    assert s.resources[NVA] == 0


def test_at_trail_four_another_group_from_elsewhere_pays_for_the_same_destination() -> None:
    s = blank(trail=4, resources=[0, 20, 1, 0])
    put(s, CENTRAL_LAOS, nva_guerrilla=1)
    put(s, NORTH_VIETNAM, nva_guerrilla=1)
    p = start(s, NVA, "quang_tri_thua_thien", "central_laos")
    assert s.resources[NVA] == 1
    p.answer("north_vietnam")
    assert s.resources[NVA] == 0
    assert at(s, QUANG_TRI) == {"nva_guerrilla": 2}


def test_trail_four_is_free_in_a_limited_operation_and_not_for_vc() -> None:
    s = blank(trail=4, resources=[0, 20, 0, 0])
    put(s, CENTRAL_LAOS, nva_guerrilla=1, vc_guerrilla=1)
    start(s, NVA, "quang_nam", limited=True)
    assert at(s, QUANG_NAM) == {"nva_guerrilla": 1}
    assert start(s, VC).over  # on the one LoC, for nothing
    assert at(s, LOC_HUE_KHE_SANH) == {"vc_guerrilla": 1}
    s.resources[VC] = 1
    start(s, VC, "central_laos")
    assert s.resources[VC] == 0


# --- Monsoon and Events ----------------------------------------------------------------------------------------------


def test_no_march_in_monsoon_unless_an_event_grants_it() -> None:
    s = blank(next_card=COUP)
    put(s, TAY_NINH, vc_guerrilla=1)
    assert not can_march(s, operation(s, VC))
    assert not can_march(s, operation(s, VC, free=True))
    assert can_march(s, operation(s, VC, free=BY_EVENT))


def test_an_event_may_restrict_origins_and_pieces() -> None:
    s = blank(trail=1)
    put(s, NORTH_VIETNAM, nva_guerrilla=1, nva_guerrilla_active=1, nva_troops=1)
    put(s, PLEIKU, nva_guerrilla=1)
    op = operation(s, NVA, free=BY_EVENT)
    kinds = (NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE)
    origins = mask_of([NORTH_VIETNAM])
    assert can_march(s, op, origins, kinds)
    p = play(march(s, op, origins, kinds))
    assert p.keys() == ["central_laos", "quang_tri_thua_thien", "loc_hue_khe_sanh"]
    p.answer("central_laos", 1, 1)
    assert at(s, CENTRAL_LAOS) == {"nva_guerrilla": 1, "nva_guerrilla_active": 1}
    assert p.over  # Central Laos is no origin of this March, so nobody goes on from there
    assert s.resources[NVA] == 20


def test_an_event_may_limit_the_destinations_and_chained_steps_use_them_up() -> None:
    s = blank(trail=1)
    put(s, NORTH_VIETNAM, nva_guerrilla=2)
    op = operation(s, NVA, free=BY_EVENT, max_spaces=2)
    p = play(march(s, op), "central_laos", 2, "southern_laos", 1)
    assert op.spaces == [CENTRAL_LAOS, SOUTHERN_LAOS]
    assert p.keys() == ["central_laos", "done"]  # back to a destination there is already


def test_an_event_may_bring_troops_to_one_city_by_way_of_the_trail() -> None:
    s = blank(trail=1)
    put(s, NORTH_VIETNAM, nva_troops=4, nva_guerrilla=2)
    put(s, TAY_NINH, nva_troops=1)
    put(s, QUANG_NAM, nva_troops=1)
    put(s, HUE, nva_troops=1)
    op = operation(s, NVA, free=BY_EVENT, allowed=mask_of([AN_LOC]))
    p = play(march(s, op, EVERYWHERE, (NVA_TROOPS,), LAOS_CAMBODIA_MASK))
    assert p.keys() == ["north_vietnam", "quang_nam", "tay_ninh"]
    p.answer("north_vietnam", 3, "tay_ninh", "done")
    assert at(s, AN_LOC) == {"nva_troops": 4}
    assert at(s, CENTRAL_LAOS) == {}
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 1, "nva_guerrilla": 2}


# --- with a Special Activity -----------------------------------------------------------------------------------------


def test_underground_arrivals_are_remembered_and_forget_those_that_moved_on_or_flipped() -> None:
    s = blank(trail=1)
    put(s, NORTH_VIETNAM, nva_guerrilla=3)
    put(s, CENTRAL_LAOS, nva_guerrilla=1)
    put(s, QUANG_TRI, nva_guerrilla=4)
    op = operation(s, NVA)
    play(march(s, op), "central_laos", "north_vietnam", 3, "done", "quang_nam", "central_laos", 2)
    assert marched_in_underground(op, QUANG_NAM) == 2
    assert marched_in_underground(op, CENTRAL_LAOS) == 2  # the one that had not moved left first
    assert marched_in_underground(op, QUANG_TRI) == 0


def test_pieces_placed_by_infiltrate_in_between_may_march() -> None:
    s = blank(trail=1)
    put(s, CENTRAL_LAOS, nva_base=1, nva_guerrilla=1)
    op = with_activities(s, NVA)
    p = play(march(s, op), "sa:infiltrate", 2, 0, "quang_tri_thua_thien")
    assert p.keys() == ["0", "1", "2"]
    p.answer(2, 0)
    assert at(s, QUANG_TRI) == {"nva_troops": 2}


def test_a_guerrilla_that_marched_and_then_taxed_does_not_march_again() -> None:
    s = blank()
    put(s, TAY_NINH, vc_guerrilla=1)
    put(s, KIEN_PHONG, vc_guerrilla=1)
    p = play(march(s, with_activities(s, VC)), "kien_phong", "sa:tax")
    assert at(s, KIEN_PHONG) == {"vc_guerrilla": 1, "vc_guerrilla_active": 1}
    p.answer("kien_hoa_vinh_binh")
    assert at(s, KIEN_PHONG) == {"vc_guerrilla_active": 1}  # the one that had stayed put is the one to leave
    assert p.over


# --- the tutorial ----------------------------------------------------------------------------------------------------


def test_tutorial_turn_four() -> None:
    s = blank(trail=1, resources=[0, 24, 5, 10])
    put(s, THE_PARROTS_BEAK, nva_base=1, nva_guerrilla=5)
    put(s, CENTRAL_LAOS, nva_base=1, nva_guerrilla=3)
    put(s, NORTH_VIETNAM, nva_base=1, nva_guerrilla=5)
    put(s, KIEN_PHONG, nva_guerrilla=1, vc_guerrilla=1)
    put(s, KIEN_GIANG, nva_guerrilla=1, vc_guerrilla=1)
    put(s, QUANG_TRI, us_troops=1, irregular=1, vc_base=1, vc_guerrilla=3)
    for sp in (KIEN_PHONG, KIEN_GIANG, QUANG_TRI):
        set_level(s, sp, -1)
    p = start(s, NVA, "kien_phong", "the_parrots_beak", 2, "done")
    p.answer("kien_giang_an_xuyen", "the_parrots_beak", 2, "done")
    p.answer("quang_tri_thua_thien", "central_laos", 2, "north_vietnam", 5, "done")
    assert p.over
    assert s.resources[NVA] == 2
    assert [s.control[sp] for sp in (KIEN_PHONG, KIEN_GIANG, QUANG_TRI)] == [NVA_CONTROL] * 3
    assert at(s, QUANG_TRI)["nva_guerrilla"] == 7
    assert at(s, THE_PARROTS_BEAK) == {"nva_base": 1, "nva_guerrilla": 1}
    assert at(s, THE_FISHHOOK) == {}
    assert at(s, AVAILABLE)["nva_guerrilla"] == 5


def test_passing_through_a_space_never_leads_back_to_where_the_march_began() -> None:
    """Events let a group pass spaces on its way; its own space is no destination of it."""
    s = blank()
    moves = Moves(s, Operation(s, NVA, "march"), EVERYWHERE, None, mask_of([CENTRAL_LAOS]))
    assert CENTRAL_LAOS in spaces_of(moves.neighbours(SOUTHERN_LAOS))
    assert SOUTHERN_LAOS not in spaces_of(moves.neighbours(SOUTHERN_LAOS))


def test_any_space_an_event_names_may_be_passed() -> None:
    s = blank()
    moves = Moves(s, Operation(s, NVA, "march"), EVERYWHERE, None, mask_of([HUE]))
    assert LOC_HUE_DA_NANG in spaces_of(moves.neighbours(LOC_HUE_KHE_SANH))


def test_the_terms_of_a_march_tell_how_many_spaces_are_left() -> None:
    s = blank()
    put(s, QUANG_TRI, nva_troops=3)
    p = start(s, NVA, max_spaces=2)
    for left, keys in ((2, ("hue", 1)), (1, ("quang_nam", 1))):
        assert p.decision is not None
        assert p.decision.params is not None
        assert p.decision.params["terms"].left == left
        p.answer(*keys)
