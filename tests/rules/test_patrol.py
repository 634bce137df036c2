"""3.2.2 Patrol."""

import pytest

from fitl.board.factions import ARVN, NVA, US
from fitl.board.pieces import US_TROOPS
from fitl.board.spaces import (
    CAN_THO,
    CASUALTIES,
    CITY_MASK,
    DA_NANG,
    HUE,
    KIEN_HOA,
    LOC_CAN_THO_CHAU_DOC,
    LOC_CAN_THO_LONG_PHU,
    LOC_HUE_DA_NANG,
    LOC_MASK,
    LOC_SAIGON_CAM_RANH,
    LOC_SAIGON_CAN_THO,
    SAIGON,
    SIHANOUKVILLE,
    SPACES,
    TAY_NINH,
)
from fitl.decisions import Flow
from fitl.lasting import BODY_COUNT, COBRAS_SHADED, LANSDALE_SHADED, PATTON, PATTON_SHADED, SEARCH_AND_DESTROY
from fitl.rules.menu import ACTIVITIES
from fitl.rules.operation import Activity, ActivityRule, Operation
from fitl.rules.operations.movement import FOLLOW, Movement, carry
from fitl.rules.operations.patrol import can_patrol, patrol
from fitl.state import State
from tests.support import Play, at, blank, play, put

ROUTES = [space.id for space in SPACES if (CITY_MASK | LOC_MASK) >> space.index & 1]


def start(s: State, faction: int, *keys: str | int, **how: object) -> Play:
    return play(patrol(s, Operation(s, faction, "patrol", **how)), *keys)  # type: ignore[arg-type]


def kind(p: Play) -> str:
    assert p.decision is not None
    return p.decision.kind


# --- legality and cost --------------------------------------------------------------------------------------------


def test_patrol_needs_own_cubes_that_can_move_or_stand_on_a_loc() -> None:
    s = blank()
    put(s, HUE, us_base=1, irregular=1, ranger=1)
    put(s, SIHANOUKVILLE, us_troops=1)  # no City or LoC next to it
    assert not can_patrol(s, Operation(s, US, "patrol"))
    assert not can_patrol(s, Operation(s, ARVN, "patrol"))
    put(s, LOC_SAIGON_CAN_THO, police=1)
    assert can_patrol(s, Operation(s, ARVN, "patrol"))
    put(s, TAY_NINH, us_troops=1)
    assert can_patrol(s, Operation(s, US, "patrol"))


def test_arvn_pays_three_in_total_us_nothing_and_nobody_under_body_count() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=2, us_troops=1)
    start(s, ARVN, "loc_saigon_can_tho", 1, "hue")
    assert s.resources[ARVN] == 17
    start(s, US, "hue")
    assert s.resources[ARVN] == 17
    s.resources[ARVN] = 2
    assert not can_patrol(s, Operation(s, ARVN, "patrol"))
    assert can_patrol(s, Operation(s, ARVN, "patrol", free=True))
    s.effects |= BODY_COUNT
    assert can_patrol(s, Operation(s, ARVN, "patrol"))
    start(s, ARVN, "saigon", "loc_saigon_can_tho", "done")
    assert s.resources[ARVN] == 2


# --- movement -----------------------------------------------------------------------------------------------------


def test_cubes_go_along_locs_and_cities_as_far_as_they_like_but_into_no_province() -> None:
    s = blank()
    put(s, KIEN_HOA, us_troops=1)
    assert start(s, US).keys() == ROUTES


def test_a_city_or_loc_with_insurgents_can_be_entered_but_not_passed() -> None:
    s = blank()
    put(s, KIEN_HOA, us_troops=1)
    put(s, CAN_THO, vc_guerrilla=1)
    beyond = ["loc_can_tho_chau_doc", "loc_can_tho_bac_lieu"]
    assert start(s, US).keys() == [key for key in ROUTES if key not in beyond]


@pytest.mark.parametrize("piece", ["vc_base", "nva_tunnel", "nva_troops", "nva_guerrilla"])
def test_any_insurgent_piece_stops_movement(piece: str) -> None:
    s = blank()
    put(s, SAIGON, **{piece: 1})
    put(s, LOC_SAIGON_CAN_THO, us_troops=1)
    keys = start(s, US).keys()
    assert "saigon" in keys
    assert "loc_saigon_cam_ranh" not in keys
    assert "hue" not in keys
    assert "loc_can_tho_chau_doc" in keys


def test_enemies_at_the_start_do_not_hinder_leaving() -> None:
    s = blank()
    put(s, CAN_THO, us_troops=1, vc_guerrilla=1)
    keys = start(s, US).keys()
    assert keys == [key for key in ROUTES if key != "can_tho"]


def test_destination_origin_and_how_many_of_each_cube() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=2, police=3, ranger=1)
    put(s, KIEN_HOA, police=1)
    p = start(s, ARVN, "loc_saigon_can_tho")
    assert p.keys() == ["saigon", "kien_hoa_vinh_binh"]
    p.answer("saigon")
    assert p.keys() == ["0", "1", "2"]
    p.answer(0)
    assert p.keys() == ["1", "2", "3"]  # somebody must move
    p.answer(2)
    assert at(s, LOC_SAIGON_CAN_THO) == {"police": 2}
    assert at(s, SAIGON) == {"arvn_troops": 2, "police": 1, "ranger": 1}


def test_each_cube_moves_once_and_moving_is_optional_with_cubes_on_a_loc() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, us_troops=2)
    p = start(s, US)
    assert p.keys()[-1] == "done"
    p.answer("saigon", 1)
    assert "saigon" in p.keys()
    assert "loc_saigon_can_tho" not in p.keys()  # its only other cube, in Saigon, has moved
    p.answer("hue")
    assert p.over
    assert at(s, SAIGON) == {"us_troops": 1}
    assert at(s, HUE) == {"us_troops": 1}


def test_somebody_moves_when_no_cube_is_on_a_loc() -> None:
    s = blank()
    put(s, SAIGON, us_troops=2)
    assert "done" not in start(s, US).keys()


def test_a_limited_operation_gathers_all_movers_in_one_destination() -> None:
    s = blank()
    put(s, SAIGON, us_troops=2)
    put(s, HUE, us_troops=1)
    p = start(s, US, "loc_hue_da_nang", "saigon", 1, limited=True)
    assert p.keys() == ["loc_hue_da_nang", "done"]
    p.answer("loc_hue_da_nang")
    assert p.keys() == ["hue", "saigon"]
    p.answer("hue", "done")
    assert at(s, LOC_HUE_DA_NANG) == {"us_troops": 2}


# --- activation ---------------------------------------------------------------------------------------------------


def test_every_loc_with_own_cubes_activates_one_guerrilla_per_cube_and_cities_none() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, police=1, us_troops=2, vc_guerrilla=2)
    put(s, LOC_HUE_DA_NANG, arvn_troops=2, ranger=1, nva_guerrilla=3)
    put(s, LOC_SAIGON_CAM_RANH, us_troops=1, vc_guerrilla=1)
    put(s, SAIGON, police=2, vc_guerrilla=1)
    start(s, ARVN, "done", "done")
    assert at(s, LOC_SAIGON_CAN_THO) == {"police": 1, "us_troops": 2, "vc_guerrilla": 1, "vc_guerrilla_active": 1}
    assert at(s, LOC_HUE_DA_NANG) == {"arvn_troops": 2, "ranger": 1, "nva_guerrilla": 1, "nva_guerrilla_active": 2}
    assert at(s, LOC_SAIGON_CAM_RANH) == {"us_troops": 1, "vc_guerrilla": 1}
    assert at(s, SAIGON)["vc_guerrilla"] == 1


def test_the_executing_faction_picks_whose_guerrillas_turn_active() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, us_troops=1, vc_guerrilla=1, nva_guerrilla=1)
    p = start(s, US, "done")
    assert (kind(p), p.keys()) == ("sweep.nva_guerrillas", ["0", "1"])
    p.answer(0)
    assert at(s, LOC_SAIGON_CAN_THO) == {"us_troops": 1, "vc_guerrilla_active": 1, "nva_guerrilla": 1}


def test_a_limited_patrol_activates_on_all_locs_with_own_cubes() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, us_troops=1, vc_guerrilla=1)
    put(s, HUE, us_troops=1)
    start(s, US, "loc_hue_da_nang", "hue", limited=True)
    start(s, US, "done", limited=True)
    assert at(s, LOC_SAIGON_CAN_THO) == {"us_troops": 1, "vc_guerrilla_active": 1}


# --- the Assault --------------------------------------------------------------------------------------------------


def test_one_loc_may_be_assaulted_at_no_cost_and_without_arvn_added() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, us_troops=1, arvn_troops=4, vc_guerrilla=3)
    put(s, LOC_HUE_DA_NANG, us_troops=1, vc_guerrilla=1)
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=1)
    p = start(s, US, "done")
    assert (kind(p), p.keys()) == ("patrol.assault", ["loc_hue_da_nang", "loc_saigon_can_tho", "done"])
    p.answer("loc_saigon_can_tho")
    assert p.over
    assert at(s, LOC_SAIGON_CAN_THO) == {"us_troops": 1, "arvn_troops": 4, "vc_guerrilla": 2}
    assert s.resources[ARVN] == 20


def test_a_full_patrol_may_assault_where_nobody_moved() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1)
    put(s, LOC_CAN_THO_LONG_PHU, us_troops=1, vc_guerrilla=1)
    p = start(s, US, "loc_saigon_can_tho", "saigon", "done")
    assert p.keys() == ["loc_can_tho_long_phu", "done"]


def test_the_assault_is_optional() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, police=2, vc_guerrilla=1)
    p = start(s, ARVN, "done", "done")
    assert p.over
    assert at(s, LOC_SAIGON_CAN_THO) == {"police": 2, "vc_guerrilla_active": 1}
    assert s.resources[ARVN] == 17


def test_a_limited_patrol_assaults_only_in_its_destination() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, us_troops=1, vc_guerrilla=1)
    put(s, HUE, us_troops=1)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    p = start(s, US, "loc_hue_da_nang", "hue", "done", limited=True)
    assert p.keys() == ["loc_hue_da_nang", "done"]
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, us_troops=1, vc_guerrilla=1)
    put(s, HUE, us_troops=1)
    p = start(s, US, "saigon", "hue", "done", limited=True)
    assert p.over  # a City: no Assault


def test_a_limited_patrol_without_movement_may_assault_in_one_loc() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, us_troops=1, vc_guerrilla=1)
    p = start(s, US, "done", limited=True)
    assert p.keys() == ["loc_saigon_can_tho", "done"]


def test_shaded_lansdale_forbids_the_assault_to_the_us_only() -> None:
    s = blank(effects=LANSDALE_SHADED)
    put(s, LOC_SAIGON_CAN_THO, us_troops=1, police=2, vc_guerrilla=1)
    assert start(s, US, "done").over
    assert start(s, ARVN, "done").keys() == ["loc_saigon_can_tho", "done"]


def test_assault_hooks_apply_in_the_patrol() -> None:
    s = blank(effects=PATTON | SEARCH_AND_DESTROY | COBRAS_SHADED | BODY_COUNT, aid=0)
    put(s, LOC_SAIGON_CAN_THO, us_troops=1, vc_guerrilla=5)
    p = start(s, US, "done", "loc_saigon_can_tho")
    assert kind(p) == "assault.patton"
    p.answer("yes")
    assert p.keys() == ["vc_guerrilla_active", "vc_guerrilla"]
    p.answer("vc_guerrilla")  # the other two hits: one Active Guerrilla, the rest is hidden
    assert kind(p) == "assault.cobras_die"
    p.answer(1)
    assert at(s, LOC_SAIGON_CAN_THO) == {"vc_guerrilla": 3}
    assert at(s, CASUALTIES) == {"us_troops": 1}
    assert s.aid == 6


def test_arvn_removing_guerrillas_on_a_loc_counts_police() -> None:
    s = blank()
    put(s, LOC_CAN_THO_LONG_PHU, police=3, arvn_troops=1, vc_guerrilla=4)
    start(s, ARVN, "done", "loc_can_tho_long_phu")
    assert at(s, LOC_CAN_THO_LONG_PHU) == {"police": 3, "arvn_troops": 1, "vc_guerrilla_active": 2}


# --- shaded M-48 Patton -------------------------------------------------------------------------------------------


def test_shaded_patton_lets_nva_remove_up_to_two_cubes_that_moved() -> None:
    s = blank(effects=PATTON_SHADED)
    put(s, SAIGON, us_troops=3)
    put(s, LOC_CAN_THO_CHAU_DOC, us_troops=1)
    p = start(s, US, "loc_saigon_can_tho", "saigon", 2, "hue", "saigon", "done")
    assert p.decision is not None
    assert p.decision.actor == NVA
    assert p.keys() == ["us_troops@hue", "us_troops@loc_saigon_can_tho", "done"]
    p.answer("us_troops@hue")
    assert p.keys() == ["us_troops@loc_saigon_can_tho", "done"]
    p.answer("us_troops@loc_saigon_can_tho")
    assert p.over
    assert at(s, CASUALTIES) == {"us_troops": 2}
    assert at(s, LOC_SAIGON_CAN_THO) == {"us_troops": 1}
    assert at(s, LOC_CAN_THO_CHAU_DOC) == {"us_troops": 1}


def test_shaded_patton_sends_arvn_cubes_to_available_and_may_be_declined() -> None:
    s = blank(effects=PATTON_SHADED)
    put(s, SAIGON, arvn_troops=1, police=1)
    p = start(s, ARVN, "hue", 1, 1, "police@hue")
    assert p.keys() == ["arvn_troops@hue", "done"]
    p.answer("done")
    assert at(s, HUE) == {"arvn_troops": 1}
    assert at(s, CASUALTIES) == {}


def test_shaded_patton_comes_after_the_assault_and_spares_those_who_did_not_move() -> None:
    s = blank(effects=PATTON_SHADED)
    put(s, LOC_SAIGON_CAN_THO, us_troops=1, vc_guerrilla=1)
    p = start(s, US, "done")
    assert kind(p) == "patrol.assault"
    assert p.answer("loc_saigon_can_tho").over


def test_shaded_patton_takes_no_more_from_a_space_than_moved_there() -> None:
    s = blank(effects=PATTON_SHADED)
    put(s, SAIGON, us_troops=1)
    put(s, HUE, us_troops=3)
    p = start(s, US, "hue", "done", "us_troops@hue")
    assert p.over
    assert at(s, HUE) == {"us_troops": 3}


# --- with a Special Activity --------------------------------------------------------------------------------------


def test_a_special_activity_may_open_the_way_between_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    def clear_can_tho(s: State, act: Activity) -> Flow[None]:
        put(s, CAN_THO, vc_guerrilla=-1)
        yield from ()

    monkeypatch.setitem(ACTIVITIES, "air_strike", ActivityRule(lambda s, act: True, clear_can_tho))
    s = blank()
    put(s, KIEN_HOA, us_troops=2)
    put(s, CAN_THO, vc_guerrilla=1)
    p = start(s, US, "saigon", 1, activities=("air_strike",))
    assert "loc_can_tho_chau_doc" not in p.keys()
    assert "sa:air_strike" in p.keys()
    p.answer("sa:air_strike")
    assert "sa:air_strike" not in p.keys()
    p.answer("loc_can_tho_chau_doc")
    assert at(s, LOC_CAN_THO_CHAU_DOC) == {"us_troops": 1}


def test_cubes_taken_away_by_a_special_activity_do_not_confuse_who_has_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    def fly_out(s: State, act: Activity) -> Flow[None]:
        put(s, SAIGON, us_troops=-2)
        yield from ()

    monkeypatch.setitem(ACTIVITIES, "air_lift", ActivityRule(lambda s, act: True, fly_out))
    s = blank(effects=PATTON_SHADED)
    put(s, KIEN_HOA, us_troops=3)
    p = start(s, US, "saigon", 2, "sa:air_lift", activities=("air_lift",))
    p.answer("done")
    assert p.over  # nothing that moved is left for NVA to remove


LIFT_TO_HUE = ("sa:air_lift", "hue", "loc_saigon_can_tho", "done")  # from the LoC, as nobody is in Hue


def test_cubes_that_have_moved_stay_so_wherever_an_air_lift_takes_them() -> None:
    s = blank()
    put(s, SAIGON, us_troops=2)
    p = start(s, US, "loc_saigon_can_tho", 2, *LIFT_TO_HUE, 1, "done", activities=("air_lift",))
    assert at(s, HUE) == {"us_troops": 1}
    assert p.over  # nobody is left who could move


def test_cubes_that_have_not_moved_fly_first_and_may_still_move() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1)
    put(s, LOC_SAIGON_CAN_THO, us_troops=2)
    p = start(s, US, "loc_saigon_can_tho", *LIFT_TO_HUE, 3, "loc_hue_da_nang", activities=("air_lift",))
    assert p.keys() == ["1", "2"]  # the third has moved
    p.answer(2)
    assert at(s, HUE) == {"us_troops": 1}
    assert p.over


def test_a_cube_that_takes_the_place_of_one_that_moved_and_flew_on_may_still_move() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1)
    put(s, DA_NANG, us_troops=1)
    movement = Movement(s, US, (US_TROOPS,), "patrol", "3.2.2")
    play(movement.into(LOC_SAIGON_CAN_THO, 1 << SAIGON))
    op = Operation(s, US, "patrol")
    op.notes[FOLLOW] = movement.follow
    carry(s, op, US_TROOPS, 1, LOC_SAIGON_CAN_THO, HUE)
    carry(s, op, US_TROOPS, 1, DA_NANG, LOC_SAIGON_CAN_THO)
    assert movement.unmoved(LOC_SAIGON_CAN_THO, US_TROOPS) == 1
    assert movement.unmoved(HUE, US_TROOPS) == 0


def test_shaded_patton_finds_the_cubes_that_moved_where_an_air_lift_took_them() -> None:
    s = blank(effects=PATTON_SHADED)
    put(s, SAIGON, us_troops=2)
    put(s, LOC_SAIGON_CAN_THO, us_troops=1, vc_guerrilla_active=1)
    p = start(s, US, "loc_saigon_can_tho", 2, "done", activities=("air_lift",))
    assert kind(p) == "patrol.assault"
    p.answer(*LIFT_TO_HUE, 2, "done")  # one of them has moved, the other has not
    assert kind(p) == "patrol.assault"
    p.answer("done")
    assert kind(p) == "patrol.patton"
    assert p.keys() == ["us_troops@hue", "us_troops@loc_saigon_can_tho", "done"]
    p.answer("us_troops@hue")
    assert p.keys() == ["us_troops@loc_saigon_can_tho", "done"]
    p.answer("us_troops@loc_saigon_can_tho")
    assert (at(s, HUE), at(s, LOC_SAIGON_CAN_THO)) == ({"us_troops": 1}, {"vc_guerrilla_active": 1})
