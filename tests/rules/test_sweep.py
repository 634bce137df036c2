"""3.2.3 Sweep."""

import pytest

from fitl.board.factions import ARVN, US, VC
from fitl.board.pieces import ARVN_TROOPS, IRREGULAR, IRREGULAR_ACTIVE, POLICE, US_TROOPS
from fitl.board.spaces import (
    BINH_DINH,
    CASUALTIES,
    DA_NANG,
    HUE,
    KIEN_PHONG,
    LOC_HUE_DA_NANG,
    LOC_KONTUM_BAN_ME_THUOT,
    LOC_SAIGON_AN_LOC_BAN_ME_THUOT,
    LOC_SAIGON_CAN_THO,
    NORTH_VIETNAM,
    PLEIKU,
    QUANG_NAM,
    QUANG_TRI,
    QUI_NHON,
    SAIGON,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
    mask_of,
)
from fitl.lasting import BOOBY_TRAPS_SHADED, CAPS_SHADED, COBRAS
from fitl.rules.activities import raid, transport
from fitl.rules.menu import ACTIVITIES
from fitl.rules.operation import BY_EVENT, ActivityRule, Operation
from fitl.rules.operations.sweep import SweepTerms, can_sweep, can_sweep_space, sweep, sweep_space
from fitl.state import State
from tests.support import Play, at, blank, play, put

COUP_NEXT = 125


def start(s: State, faction: int, *keys: str | int, **how: object) -> Play:
    return play(sweep(s, Operation(s, faction, "sweep", **how)), *keys)  # type: ignore[arg-type]


def kind(p: Play) -> str:
    assert p.decision is not None
    return p.decision.kind


# --- spaces -------------------------------------------------------------------------------------------------------


def test_spaces_are_provinces_and_cities_where_own_pieces_are_or_can_come() -> None:
    s = blank()
    put(s, HUE, us_troops=1)
    put(s, TAY_NINH, irregular=1)
    put(s, SAIGON, arvn_troops=3)
    # From Hue: Quang Tri next to it; Da Nang, Quang Nam, Central Laos by way of a LoC; North Vietnam never.
    assert start(s, US).keys() == [
        "hue",
        "da_nang",
        "central_laos",
        "quang_tri_thua_thien",
        "quang_nam",
        "tay_ninh",
    ]


def test_a_loc_with_insurgents_is_no_way_through() -> None:
    s = blank()
    put(s, HUE, us_troops=1)
    put(s, 30, vc_guerrilla=1)  # Hue-Khe Sanh
    put(s, 31, nva_guerrilla_active=1)  # Hue-Da Nang
    assert start(s, US).keys() == ["hue", "quang_tri_thua_thien"]


def test_can_sweep_needs_pieces_money_and_no_monsoon_unless_an_event_grants_it() -> None:
    s = blank()
    assert not can_sweep(s, Operation(s, ARVN, "sweep"))
    put(s, LOC_SAIGON_CAN_THO, arvn_troops=1)
    assert can_sweep(s, Operation(s, ARVN, "sweep"))
    assert not can_sweep(s, Operation(s, ARVN, "sweep", allowed=1 << HUE))
    s.resources[ARVN] = 2
    assert not can_sweep(s, Operation(s, ARVN, "sweep"))
    assert can_sweep(s, Operation(s, ARVN, "sweep", free=True))
    s.next_card = COUP_NEXT
    assert not can_sweep(s, Operation(s, ARVN, "sweep", free=True))
    assert can_sweep(s, Operation(s, ARVN, "sweep", free=BY_EVENT))


def test_can_sweep_space_wants_sweepers_in_a_province_or_city() -> None:
    s = blank()
    put(s, HUE, police=1)
    put(s, PLEIKU, ranger_active=1)
    put(s, SAIGON, arvn_base=1, us_troops=1)
    put(s, LOC_SAIGON_CAN_THO, arvn_troops=1)
    assert [sp for sp in (HUE, PLEIKU, SAIGON, LOC_SAIGON_CAN_THO) if can_sweep_space(s, ARVN, sp)] == [HUE, PLEIKU]
    assert can_sweep_space(s, US, SAIGON)
    assert not can_sweep_space(s, US, HUE)


def test_arvn_pays_three_per_space_us_nothing() -> None:
    s = blank()
    s.resources[ARVN] = 7
    for sp in (HUE, SAIGON, PLEIKU):
        put(s, sp, police=1, irregular=1)
    p = start(s, ARVN, "hue")
    assert s.resources[ARVN] == 4
    p.answer("saigon")
    assert p.over  # Pleiku cannot be paid for
    assert s.resources[ARVN] == 1
    start(s, US, "hue", "saigon", "pleiku_darlac")
    assert s.resources[ARVN] == 1


def test_a_limited_operation_sweeps_one_space_with_movers_from_several() -> None:
    s = blank()
    put(s, QUI_NHON, arvn_troops=2)
    put(s, DA_NANG, arvn_troops=1)
    p = start(s, ARVN, "binh_dinh", limited=True)
    assert p.keys() == ["binh_dinh", "done"]
    p.answer("binh_dinh")
    assert p.keys() == ["da_nang", "qui_nhon"]
    p.answer("qui_nhon", 2, "binh_dinh")
    assert p.over
    assert at(s, BINH_DINH) == {"arvn_troops": 3}
    assert s.resources[ARVN] == 17


def test_shaded_caps_limit_us_sweep_to_two_spaces_but_neither_arvn_nor_events() -> None:
    s = blank(effects=CAPS_SHADED)
    for sp in (HUE, SAIGON, PLEIKU):
        put(s, sp, police=1, irregular=1)
    assert start(s, US, "hue", "saigon").over
    assert start(s, ARVN, "hue", "saigon").keys() == ["pleiku_darlac", "done"]
    assert start(s, US, "hue", "saigon", free=BY_EVENT).keys() == ["pleiku_darlac", "done"]


# --- movement -----------------------------------------------------------------------------------------------------


def test_only_troops_move_and_each_at_most_once() -> None:
    s = blank()
    put(s, QUI_NHON, arvn_troops=2, police=2, ranger=1)
    p = start(s, ARVN, "qui_nhon", "binh_dinh", "done")
    assert p.keys() == ["binh_dinh", "done"]  # nobody could come to Qui Nhon
    p.answer("binh_dinh")
    assert p.keys() == ["1", "2"]
    p.answer(2)
    assert p.over  # both have moved: they may not go back
    assert at(s, QUI_NHON) == {"police": 2, "ranger": 1}
    assert at(s, BINH_DINH) == {"arvn_troops": 2}


def test_movement_is_optional_and_ends_only_in_selected_spaces() -> None:
    s = blank()
    put(s, SAIGON, us_troops=3)
    p = start(s, US, "tay_ninh", "done")
    assert p.keys() == ["tay_ninh", "done"]
    assert p.answer("done").over
    assert at(s, SAIGON) == {"us_troops": 3}


def test_troops_on_a_loc_may_use_a_second_loc() -> None:
    s = blank()
    put(s, LOC_KONTUM_BAN_ME_THUOT, us_troops=1)
    p = start(s, US)
    assert "saigon" in p.keys()  # by way of Saigon-An Loc-Ban Me Thuot
    assert "tay_ninh" in p.keys()
    p.answer("tay_ninh", "done", "tay_ninh")
    assert at(s, TAY_NINH) == {"us_troops": 1}


def test_no_second_step_through_a_city_or_province() -> None:
    s = blank()
    put(s, KIEN_PHONG, us_troops=1)
    keys = start(s, US).keys()
    assert "saigon" in keys
    assert "can_tho" in keys
    assert "binh_tuy_binh_thuan" not in keys  # next to Saigon only
    assert "the_fishhook" not in keys


def test_all_movement_comes_before_any_activation() -> None:
    s = blank()
    put(s, HUE, us_troops=2, vc_guerrilla=1)
    put(s, QUANG_TRI, vc_guerrilla=1)
    p = start(s, US, "hue", "quang_tri_thua_thien", "done", "quang_tri_thua_thien", 1)
    assert at(s, HUE) == {"us_troops": 1, "vc_guerrilla": 1}
    p.answer("done")
    assert at(s, HUE) == {"us_troops": 1, "vc_guerrilla_active": 1}
    assert at(s, QUANG_TRI) == {"us_troops": 1, "vc_guerrilla_active": 1}


def test_an_event_may_restrict_origins_and_name_other_movers_and_sweepers() -> None:
    s = blank()
    put(s, THE_FISHHOOK, us_troops=1)
    put(s, TAY_NINH, us_troops=1)
    cambodia = mask_of((THE_FISHHOOK, THE_PARROTS_BEAK))
    op = Operation(s, US, "sweep", free=BY_EVENT, allowed=1 << THE_PARROTS_BEAK)
    p = play(sweep(s, op, origins=cambodia), "the_parrots_beak")
    assert p.over  # from the Fishhook, the only origin
    assert at(s, THE_PARROTS_BEAK) == {"us_troops": 1}
    assert at(s, TAY_NINH) == {"us_troops": 1}


def test_roks_move_and_sweep_with_all_cubes_and_irregulars_but_not_rangers() -> None:
    s = blank()
    cubes = (US_TROOPS, ARVN_TROOPS, POLICE)
    put(s, QUI_NHON, us_troops=1, arvn_troops=1, police=1)
    put(s, BINH_DINH, irregular=1, ranger=3, vc_guerrilla=6)
    op = Operation(s, ARVN, "sweep", free=BY_EVENT, allowed=1 << BINH_DINH)
    flow = sweep(s, op, movers=cubes, sweepers=(*cubes, IRREGULAR, IRREGULAR_ACTIVE))
    p = play(flow, "binh_dinh", 1, 1, 1)
    assert p.over
    assert at(s, BINH_DINH) == {
        "us_troops": 1,
        "irregular": 1,
        "arvn_troops": 1,
        "police": 1,
        "ranger": 3,
        "vc_guerrilla": 2,
        "vc_guerrilla_active": 4,
    }


# --- activation ---------------------------------------------------------------------------------------------------


def test_tutorial_turn_2_a_troop_and_an_irregular_find_two_guerrillas_in_highland() -> None:
    s = blank()
    put(s, QUANG_TRI, us_troops=1, irregular=1, vc_base=1, vc_guerrilla=2)
    p = start(s, US, "quang_tri_thua_thien", limited=True)
    assert p.over
    assert at(s, QUANG_TRI) == {"us_troops": 1, "irregular": 1, "vc_base": 1, "vc_guerrilla_active": 2}


def test_a_loc_with_an_enemy_is_no_way_into_a_space_selected_for_those_already_there() -> None:
    s = blank()
    put(s, HUE, us_troops=2)
    put(s, DA_NANG, us_troops=1)
    p = start(s, US, "da_nang", "done")
    assert p.keys() == ["da_nang", "done"]  # Troops may come from Hue along the road
    s = blank()
    put(s, HUE, us_troops=2)
    put(s, DA_NANG, us_troops=1)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    assert start(s, US, "da_nang", "done").over


@pytest.mark.parametrize(
    ("faction", "sp", "pieces", "found"),
    [
        (US, TAY_NINH, {"us_troops": 2, "irregular_active": 1, "arvn_troops": 4}, 1),
        (US, TAY_NINH, {"us_troops": 1}, 0),
        (ARVN, TAY_NINH, {"arvn_troops": 2, "police": 2, "ranger": 1, "us_troops": 5}, 2),
        (ARVN, PLEIKU, {"police": 1, "ranger_active": 1, "arvn_troops": 1}, 3),
        (ARVN, SAIGON, {"police": 2, "arvn_base": 1}, 2),
    ],
)
def test_own_cubes_and_special_forces_find_guerrillas_one_each_or_one_per_two_in_jungle(
    faction: int, sp: int, pieces: dict[str, int], found: int
) -> None:
    s = blank()
    put(s, sp, vc_guerrilla=6, **pieces)
    play(sweep_space(s, faction, sp))
    assert at(s, sp).get("vc_guerrilla_active", 0) == found


def test_the_executing_faction_picks_whose_guerrillas_turn_active() -> None:
    s = blank()
    put(s, SAIGON, us_troops=3, nva_guerrilla=2, vc_guerrilla=2)
    p = play(sweep_space(s, US, SAIGON))
    assert p.keys() == ["1", "2"]
    p.answer(1)
    assert at(s, SAIGON) == {
        "us_troops": 3,
        "nva_guerrilla": 1,
        "nva_guerrilla_active": 1,
        "vc_guerrilla_active": 2,
    }


def test_advise_lets_the_us_decide_an_arvn_sweep() -> None:
    s = blank()
    put(s, SAIGON, police=1, nva_guerrilla=1, vc_guerrilla=1)
    p = play(sweep_space(s, ARVN, SAIGON, by=US))
    assert p.decision is not None
    assert p.decision.actor == US


# --- Capabilities -------------------------------------------------------------------------------------------------


def test_cobras_remove_an_exposed_enemy_in_two_spaces_of_the_operation() -> None:
    s = blank(effects=COBRAS)
    for sp in (HUE, SAIGON, DA_NANG):
        put(s, sp, us_troops=1, vc_guerrilla=1)
    p = start(s, US, "hue", "da_nang", "saigon", "done", "done", "saigon")
    assert p.keys() == ["vc_guerrilla_active", "done"]
    p.answer("vc_guerrilla_active")
    assert at(s, SAIGON) == {"us_troops": 1}
    p.answer("hue", "vc_guerrilla_active")
    assert p.over  # the third space has no Cobras left
    assert at(s, DA_NANG) == {"us_troops": 1, "vc_guerrilla_active": 1}


def test_cobras_are_optional_and_a_declined_space_does_not_count() -> None:
    s = blank(effects=COBRAS)
    for sp in (HUE, SAIGON, DA_NANG):
        put(s, sp, us_troops=1, vc_guerrilla=1)
    p = start(s, US, "hue", "da_nang", "saigon", "done", "done", "saigon", "done", "hue", "vc_guerrilla_active")
    assert p.keys() == ["vc_guerrilla_active", "done"]


@pytest.mark.parametrize(
    ("pieces", "offered"),
    [
        ({"nva_troops": 1, "vc_guerrilla": 1}, ["nva_troops", "done"]),
        ({"vc_guerrilla": 1, "nva_base": 1}, ["vc_guerrilla_active", "done"]),
        ({"vc_base": 1, "nva_base": 1, "vc_tunnel": 0}, ["nva_base", "vc_base", "done"]),
    ],
)
def test_cobras_take_nva_troops_then_active_guerrillas_then_bases(pieces: dict[str, int], offered: list[str]) -> None:
    s = blank(effects=COBRAS)
    put(s, SAIGON, us_troops=1, **pieces)
    assert play(sweep_space(s, US, SAIGON)).keys() == offered


def test_cobras_spare_tunnels_and_bases_behind_underground_guerrillas_and_serve_arvn() -> None:
    s = blank(effects=COBRAS)
    put(s, SAIGON, police=1, vc_tunnel=1)
    assert play(sweep_space(s, ARVN, SAIGON)).over
    put(s, TAY_NINH, police=1, vc_base=1, vc_guerrilla=1)
    assert play(sweep_space(s, ARVN, TAY_NINH)).over
    put(s, HUE, police=1, vc_guerrilla=1)
    assert play(sweep_space(s, ARVN, HUE)).keys() == ["vc_guerrilla_active", "done"]


@pytest.mark.parametrize(("die", "lost"), [(1, 1), (3, 1), (4, 0), (6, 0)])
def test_booby_traps_cost_a_us_troop_on_1_to_3(die: int, lost: int) -> None:
    s = blank(effects=BOOBY_TRAPS_SHADED)
    put(s, SAIGON, us_troops=2)
    p = play(sweep_space(s, US, SAIGON), die)
    assert p.over
    assert at(s, SAIGON) == {"us_troops": 2 - lost}
    assert at(s, CASUALTIES) == ({"us_troops": 1} if lost else {})


def test_booby_traps_take_only_troops_of_the_sweeping_faction() -> None:
    s = blank(effects=BOOBY_TRAPS_SHADED)
    put(s, SAIGON, us_troops=2, police=3, ranger=1)
    assert play(sweep_space(s, ARVN, SAIGON)).over  # no ARVN Troops: no roll
    put(s, SAIGON, arvn_troops=1)
    play(sweep_space(s, ARVN, SAIGON), 2)
    assert at(s, SAIGON) == {"us_troops": 2, "police": 3, "ranger": 1}
    assert at(s, CASUALTIES) == {}


def test_vc_picks_the_victim_where_an_event_has_both_factions_sweeping() -> None:
    s = blank(effects=BOOBY_TRAPS_SHADED)
    put(s, SAIGON, us_troops=1, arvn_troops=1, police=1)
    cubes = (US_TROOPS, ARVN_TROOPS, POLICE)
    p = play(sweep_space(s, US, SAIGON, terms=SweepTerms(sweepers=cubes, troops=cubes)), 2)
    assert p.decision is not None
    assert (p.decision.actor, p.keys()) == (VC, ["us_troops", "arvn_troops", "police"])


def test_cobras_fire_before_booby_traps() -> None:
    s = blank(effects=COBRAS | BOOBY_TRAPS_SHADED)
    put(s, SAIGON, us_troops=1, vc_guerrilla=1)
    p = play(sweep_space(s, US, SAIGON))
    assert kind(p) == "sweep.cobras"
    p.answer("vc_guerrilla_active")
    assert kind(p) == "sweep.booby_traps_die"


# --- with a Special Activity --------------------------------------------------------------------------------------


@pytest.fixture
def _activities(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ACTIVITIES, "raid", ActivityRule(raid.can_raid, raid.raid))
    monkeypatch.setitem(ACTIVITIES, "transport", ActivityRule(transport.can_transport, transport.transport))


@pytest.mark.usefixtures("_activities")
def test_tutorial_turn_6_raid_first_then_sweep_with_troops_moving_through_a_loc() -> None:
    s = blank()
    s.resources[ARVN] = 27
    put(s, QUANG_NAM, ranger=1, police=1)
    put(s, QUANG_TRI, us_troops=1, irregular=1, nva_guerrilla=7, vc_base=1, vc_guerrilla=3)
    put(s, QUI_NHON, arvn_troops=2, police=2)
    put(s, SAIGON, us_base=1, us_troops=4, arvn_troops=8, police=3)
    put(s, BINH_DINH, us_troops=1, irregular=4, vc_base=1, vc_guerrilla=2)
    put(s, PLEIKU, us_base=1, us_troops=1, irregular=1, vc_base=1, vc_guerrilla=4)
    p = start(s, ARVN, activities=("transport", "raid"))
    assert "sa:raid" in p.keys()
    p.answer("sa:raid", "quang_tri_thua_thien", "done", "ranger@quang_nam", "yes", "nva_guerrilla", "nva_guerrilla")
    assert at(s, QUANG_TRI) == {
        "us_troops": 1,
        "irregular": 1,
        "ranger_active": 1,
        "nva_guerrilla": 5,
        "vc_guerrilla": 3,
        "vc_base": 1,
    }
    p.answer("binh_dinh", "pleiku_darlac", "done")
    assert s.resources[ARVN] == 21
    p.answer("binh_dinh", 2, "pleiku_darlac", 6, "done")
    assert p.over
    assert at(s, BINH_DINH) == {
        "us_troops": 1,
        "irregular": 4,
        "arvn_troops": 2,
        "vc_base": 1,
        "vc_guerrilla_active": 2,
    }
    assert at(s, PLEIKU) == {
        "us_base": 1,
        "us_troops": 1,
        "irregular": 1,
        "arvn_troops": 6,
        "vc_base": 1,
        "vc_guerrilla_active": 4,
    }
    assert at(s, LOC_SAIGON_AN_LOC_BAN_ME_THUOT) == {}


@pytest.mark.usefixtures("_activities")
def test_the_special_activity_may_come_before_between_movement_and_activation_and_between_spaces() -> None:
    s = blank()
    put(s, QUANG_NAM, ranger=1, vc_guerrilla=1)
    put(s, HUE, police=1)
    put(s, SAIGON, police=1)
    p = start(s, ARVN, activities=("raid",))
    assert (kind(p), "sa:raid" in p.keys()) == ("sweep.space", True)
    p.answer("hue", "saigon", "done")
    assert (kind(p), p.keys()) == ("sweep.destination", ["done", "sa:raid"])
    p.answer("done")
    assert (kind(p), p.keys()) == ("sweep.next", ["hue", "saigon", "sa:raid"])
    p.answer("saigon")
    assert (kind(p), p.keys()) == ("sweep.next", ["hue", "sa:raid"])
    p.answer("hue")
    assert p.over


def test_north_vietnam_is_never_swept() -> None:
    s = blank()
    put(s, QUANG_TRI, us_troops=3)
    assert "north_vietnam" not in start(s, US).keys()
    assert not can_sweep_space(s, US, NORTH_VIETNAM)


def test_troops_that_have_moved_do_not_move_again_after_a_transport() -> None:
    """Each Troop moves at most once, whatever a Special Activity does with it in between."""
    s = blank()
    put(s, HUE, arvn_troops=3)
    p = start(s, ARVN, "quang_tri_thua_thien", "quang_nam", "done", activities=("transport",))
    p.answer("quang_tri_thua_thien", 2)
    assert p.keys() == ["quang_tri_thua_thien", "quang_nam", "done", "sa:transport"]
    p.answer("sa:transport", "quang_tri_thua_thien", "loc_hue_da_nang", 2)
    assert at(s, LOC_HUE_DA_NANG) == {"arvn_troops": 2}
    p.answer("quang_nam")  # from Hue: the two on the LoC have moved
    assert at(s, HUE) == {}
    assert at(s, QUANG_NAM) == {"arvn_troops": 1}
    assert at(s, LOC_HUE_DA_NANG) == {"arvn_troops": 2}
