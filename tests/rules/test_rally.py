"""3.3.1 Rally."""

from typing import Any

import pytest

from fitl.board.factions import NVA, VC
from fitl.board.spaces import (
    AVAILABLE,
    BINH_DINH,
    CENTRAL_LAOS,
    CONTROLLABLE,
    HUE,
    KIEN_GIANG,
    KIEN_PHONG,
    NORTH_VIETNAM,
    PLEIKU,
    QUANG_DUC,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
    THE_PARROTS_BEAK,
    mask_of,
    row_id,
)
from fitl.lasting import AAA, ADSID, CADRES_SHADED, MCNAMARA_LINE, SA_2S_SHADED
from fitl.rules import menu
from fitl.rules.control import recount
from fitl.rules.operation import Operation
from fitl.rules.operations.rally import can_rally, rally
from fitl.state import State
from tests.support import Play, at, blank, play, put


def start(s: State, by: int, *keys: str | int, **options: Any) -> Play:
    return play(rally(s, Operation(s, by, "rally", **options)), *keys)


def set_level(s: State, sp: int, level: int) -> None:
    s.support[sp] = level
    recount(s)


def test_rally_is_offered_in_every_province_and_city_without_support_and_never_on_a_loc() -> None:
    s = blank()
    set_level(s, SAIGON, 1)
    set_level(s, HUE, 2)
    set_level(s, BINH_DINH, -2)
    put(s, PLEIKU, us_troops=5)  # COIN Control does not matter
    p = start(s, VC)
    assert p.keys() == [row_id(sp) for sp in range(CONTROLLABLE) if sp not in (SAIGON, HUE)]


def test_without_a_base_one_guerrilla_is_placed_underground_for_one_resource() -> None:
    s = blank()
    start(s, VC, "hue", "done")
    assert at(s, HUE) == {"vc_guerrilla": 1}
    assert s.resources[VC] == 19


def test_a_space_is_rallied_once_and_done_is_offered_only_after_a_space() -> None:
    s = blank()
    p = start(s, VC)
    assert "done" not in p.keys()
    p.answer("hue")
    assert "hue" not in p.keys()
    assert "done" in p.keys()


def test_nva_with_a_base_places_up_to_trail_plus_bases() -> None:
    s = blank(trail=1)
    put(s, NORTH_VIETNAM, nva_base=1, nva_guerrilla=1)
    p = start(s, NVA, "north_vietnam")
    assert p.keys() == ["1", "2"]
    p.answer(2, "done", "no")
    assert at(s, NORTH_VIETNAM) == {"nva_base": 1, "nva_guerrilla": 3}


def test_vc_with_bases_places_up_to_population_plus_bases_and_a_tunneled_base_counts() -> None:
    s = blank()
    put(s, TAY_NINH, vc_base=1, vc_tunnel=1)
    p = start(s, VC, "tay_ninh")
    assert p.keys() == ["1", "2", "3", "4"]


def test_the_other_insurgents_base_does_not_help() -> None:
    s = blank()
    put(s, TAY_NINH, nva_base=1)
    p = start(s, VC, "tay_ninh")
    assert p.decision is not None
    assert p.decision.kind == "rally.space"
    assert at(s, TAY_NINH) == {"nva_base": 1, "vc_guerrilla": 1}


def test_two_guerrillas_in_any_state_become_a_base() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1, vc_guerrilla_active=2)
    p = start(s, VC, "hue")
    assert p.keys() == ["place", "base"]
    p.answer("base")
    assert p.keys() == ["1", "2"]  # with one Underground at least one of the two is Active
    p.answer(1)
    assert at(s, HUE) == {"vc_guerrilla_active": 1, "vc_base": 1}


@pytest.mark.parametrize("kind", ["vc_guerrilla", "vc_guerrilla_active"])
def test_a_base_of_two_guerrillas_in_one_state_tells_only_of_these(kind: str) -> None:
    s = blank()
    put(s, HUE, **{kind: 2})
    start(s, VC, "hue", "base")
    assert at(s, HUE) == {"vc_base": 1}
    assert [entry.params["n"] for entry in s.log or () if entry.message == "log.remove"] == [2]


def test_a_base_needs_room_and_two_guerrillas() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=2, us_base=1, arvn_base=1)
    put(s, PLEIKU, vc_guerrilla=1)
    start(s, VC, "hue", "pleiku_darlac")  # no method is asked: only placing is left
    assert at(s, HUE) == {"vc_guerrilla": 3, "us_base": 1, "arvn_base": 1}
    assert at(s, PLEIKU) == {"vc_guerrilla": 2}


def test_a_base_may_be_lifted_from_elsewhere_when_none_is_available_and_leaves_its_tunnel() -> None:
    s = blank()
    for sp in range(15, 19):
        put(s, sp, vc_base=2)
    put(s, TAY_NINH, vc_tunnel=1)
    put(s, HUE, vc_guerrilla=2)
    p = start(s, VC, "hue", "base")
    assert p.decision is not None
    assert p.decision.kind == "lift.origin"
    p.answer("tay_ninh")
    assert at(s, HUE) == {"vc_base": 1}
    assert at(s, TAY_NINH) == {}


def test_vc_at_a_base_may_turn_all_its_guerrillas_underground() -> None:
    s = blank()
    put(s, PLEIKU, vc_base=1, vc_guerrilla=1, vc_guerrilla_active=3, nva_guerrilla_active=1)
    p = start(s, VC, "pleiku_darlac")
    assert p.keys() == ["place", "base", "hide"]
    p.answer("hide")
    assert at(s, PLEIKU) == {"vc_base": 1, "vc_guerrilla": 4, "nva_guerrilla_active": 1}


def test_nva_never_hides_and_vc_hides_only_at_a_base() -> None:
    s = blank()
    put(s, PLEIKU, nva_base=1, nva_guerrilla_active=2)
    put(s, HUE, vc_guerrilla_active=2)
    assert start(s, NVA, "pleiku_darlac").keys() == ["place", "base"]
    assert start(s, VC, "hue").keys() == ["place", "base"]


def test_guerrillas_are_lifted_from_the_map_when_none_is_available_even_active_ones_from_the_same_space() -> None:
    s = blank()
    put(s, PLEIKU, vc_base=1, vc_guerrilla=26, vc_guerrilla_active=1)
    put(s, HUE, vc_guerrilla_active=2)
    put(s, TAY_NINH, vc_guerrilla=1)
    p = start(s, VC, "pleiku_darlac", "place", 2)
    assert p.keys() == ["hue", "pleiku_darlac", "tay_ninh"]
    p.answer("pleiku_darlac")
    assert at(s, PLEIKU) == {"vc_base": 1, "vc_guerrilla": 27}
    assert p.keys() == ["hue", "tay_ninh"]
    p.answer("hue")
    assert at(s, PLEIKU) == {"vc_base": 1, "vc_guerrilla": 28}
    assert at(s, HUE) == {"vc_guerrilla_active": 1}


def test_available_guerrillas_are_used_before_lifting() -> None:
    s = blank()
    put(s, PLEIKU, vc_base=1)
    put(s, TAY_NINH, vc_guerrilla=29)
    p = start(s, VC, "pleiku_darlac", 2)
    assert p.decision is not None
    assert p.decision.kind == "rally.space"  # the second came from the only other place
    assert at(s, PLEIKU) == {"vc_base": 1, "vc_guerrilla": 2}
    assert at(s, TAY_NINH) == {"vc_guerrilla": 28}
    assert "vc_guerrilla" not in at(s, AVAILABLE)


def test_a_space_in_which_nothing_can_be_done_is_not_offered() -> None:
    s = blank()
    put(s, PLEIKU, nva_guerrilla=20, us_base=2)
    p = start(s, NVA)
    assert "pleiku_darlac" not in p.keys()
    assert "hue" in p.keys()


def test_nva_is_not_offered_a_space_where_only_vc_could_hide() -> None:
    s = blank()
    put(s, PLEIKU, nva_guerrilla=20, vc_base=2, vc_guerrilla_active=1)
    assert "pleiku_darlac" not in start(s, NVA).keys()
    assert "pleiku_darlac" in start(s, VC).keys()


def test_vc_is_not_offered_a_full_space_where_all_its_guerrillas_are_hidden() -> None:
    s = blank()
    put(s, PLEIKU, vc_guerrilla=30, vc_base=2)
    assert "pleiku_darlac" not in start(s, VC).keys()


def test_no_resources_no_rally_for_vc_but_tax_may_pay_for_it() -> None:
    s = blank(resources=[0, 20, 20, 0])
    put(s, QUANG_DUC, vc_guerrilla=1)
    op = Operation(s, VC, "rally", activities=menu.ACCOMPANYING[VC, "rally"])
    assert not can_rally(s, op)
    assert menu.can_begin(s, op)
    p = play(rally(s, op))  # without the Tax there would be no Rally: it is not asked about
    assert s.resources[VC] == 2
    assert "hue" in p.keys()


def test_a_free_rally_costs_nothing_and_keeps_to_the_spaces_the_event_names() -> None:
    s = blank(resources=[0, 20, 0, 0])
    p = start(s, VC, free=True, allowed=mask_of((HUE, PLEIKU)))
    assert p.keys() == ["hue", "pleiku_darlac"]
    p.answer("hue", "pleiku_darlac")
    assert s.resources[VC] == 0


def test_a_limited_operation_has_one_space() -> None:
    s = blank()
    p = start(s, VC, "hue", limited=True)
    assert p.over


# --- the Trail -------------------------------------------------------------------------------------------------------


def test_nva_may_improve_the_trail_after_rallying_for_two_resources() -> None:
    s = blank(trail=1)
    p = start(s, NVA, "hue", "done")
    assert p.keys() == ["yes", "no"]
    p.answer("yes")
    assert (s.trail, s.resources[NVA]) == (2, 17)
    assert p.over


def test_nva_may_improve_the_trail_without_any_space() -> None:
    s = blank(trail=0, resources=[0, 20, 2, 0])
    p = start(s, NVA, "done")
    assert p.over
    assert (s.trail, s.resources[NVA]) == (1, 0)


def test_a_rally_with_no_legal_space_is_possible_if_the_trail_can_be_improved() -> None:
    s = blank()
    for sp in range(CONTROLLABLE):
        s.support[sp] = 1
    assert can_rally(s, Operation(s, NVA, "rally"))
    s.trail = 4
    assert not can_rally(s, Operation(s, NVA, "rally"))
    assert not can_rally(s, Operation(s, VC, "rally"))


def test_the_trail_costs_two_even_in_a_free_or_limited_rally() -> None:
    s = blank(trail=1, resources=[0, 20, 2, 0])
    start(s, NVA, "hue", "yes", free=True, limited=True)
    assert (s.trail, s.resources[NVA]) == (2, 0)


def test_no_improvement_at_trail_four_or_with_less_than_two_resources_or_by_vc() -> None:
    for tracks in ({"trail": 4}, {"resources": [0, 20, 2, 0]}):
        s = blank(**tracks)
        assert start(s, NVA, "hue", "done").over
    s = blank()
    assert start(s, VC, "hue", "done").over


def test_aaa_lets_only_a_rally_of_at_most_one_space_improve_the_trail() -> None:
    s = blank(effects=AAA)
    assert start(s, NVA, "hue", "pleiku_darlac", "done").over
    assert start(s, NVA, "hue", "done").keys() == ["yes", "no"]
    trail = s.trail
    start(s, NVA, "done")
    assert s.trail == trail + 1


def test_sa_2s_shaded_improves_two_boxes_and_stops_at_four() -> None:
    s = blank(trail=1, effects=SA_2S_SHADED)
    start(s, NVA, "done")
    assert (s.trail, s.resources[NVA]) == (3, 18)
    start(s, NVA, "done")
    assert (s.trail, s.resources[NVA]) == (4, 16)


def test_mcnamara_line_forbids_improvement() -> None:
    s = blank(effects=MCNAMARA_LINE)
    p = start(s, NVA)
    assert "done" not in p.keys()
    p.answer("hue", "done")
    assert p.over


def test_adsid_costs_nva_six_resources_for_the_change() -> None:
    s = blank(trail=1, effects=ADSID)
    start(s, NVA, "done")
    assert (s.trail, s.resources[NVA]) == (2, 12)


# --- Cadres shaded (card 116) ----------------------------------------------------------------------------------------


def test_cadres_shaded_agitates_in_one_space_with_a_base_even_under_coin_control() -> None:
    s = blank(effects=CADRES_SHADED)
    put(s, TAY_NINH, vc_base=1, us_troops=9)
    put(s, PLEIKU, vc_base=1)
    s.terror[TAY_NINH] = 1
    p = start(s, VC, "tay_ninh", "place", 1)
    assert p.keys() == ["yes", "no"]
    p.answer("yes", "more", "more")
    assert (s.terror[TAY_NINH], s.support[TAY_NINH], s.resources[VC]) == (0, -2, 16)
    p.answer("pleiku_darlac", 1)
    assert p.decision is not None
    assert p.decision.kind == "rally.space"  # once per Rally


def test_cadres_shaded_needs_a_base_from_before_the_rally() -> None:
    s = blank(effects=CADRES_SHADED)
    put(s, TAY_NINH, vc_guerrilla=2)
    p = start(s, VC, "tay_ninh", "base")
    assert p.decision is not None
    assert p.decision.kind == "rally.space"


def test_cadres_shaded_is_paid_even_if_the_rally_is_free_and_is_optional() -> None:
    s = blank(effects=CADRES_SHADED, resources=[0, 20, 20, 1])
    put(s, PLEIKU, vc_base=1)
    p = start(s, VC, "pleiku_darlac", "place", 1, "yes", free=True)
    assert (s.support[PLEIKU], s.resources[VC]) == (-1, 0)
    p.answer("done")
    assert p.over


def test_cadres_shaded_may_agitate_without_placing_anybody() -> None:
    s = blank(effects=CADRES_SHADED)
    put(s, PLEIKU, vc_base=1)
    p = start(s, VC, "pleiku_darlac")
    assert p.keys() == ["place", "hide"]
    p.answer("hide", "yes", "stop")
    assert at(s, PLEIKU) == {"vc_base": 1}
    assert s.support[PLEIKU] == -1


# --- the tutorial ----------------------------------------------------------------------------------------------------


def test_tutorial_turn_two() -> None:
    s = blank(trail=1, resources=[0, 24, 11, 5])
    put(s, NORTH_VIETNAM, nva_base=1, nva_guerrilla=3)
    put(s, THE_PARROTS_BEAK, nva_base=1, nva_guerrilla=3)
    put(s, CENTRAL_LAOS, nva_base=1, nva_guerrilla=6)
    put(s, KIEN_PHONG, vc_guerrilla=1)
    put(s, KIEN_GIANG, vc_guerrilla=1)
    p = start(s, NVA, "north_vietnam", "place", 2, "the_parrots_beak", "place", 2, "kien_phong", "kien_giang_an_xuyen")
    p.answer("done", "yes")
    assert p.over
    assert (s.resources[NVA], s.trail) == (5, 2)
    assert at(s, NORTH_VIETNAM) == {"nva_base": 1, "nva_guerrilla": 5}
    assert at(s, KIEN_PHONG) == {"nva_guerrilla": 1, "vc_guerrilla": 1}
    assert at(s, AVAILABLE)["nva_guerrilla"] == 2


def test_tutorial_turn_three() -> None:
    s = blank(resources=[0, 24, 5, 5])
    put(s, PLEIKU, vc_base=1, vc_guerrilla=2)
    put(s, QUANG_TRI, vc_base=1, vc_guerrilla_active=2)
    p = start(s, VC, "pleiku_darlac", "place", 2, "quang_tri_thua_thien", "place", 3, "hue")
    assert p.keys()[-1] == "done"
    assert s.resources[VC] == 2
    assert at(s, QUANG_TRI) == {"vc_base": 1, "vc_guerrilla": 3, "vc_guerrilla_active": 2}
    assert at(s, HUE) == {"vc_guerrilla": 1}


def test_one_available_guerrilla_is_enough_to_rally_where_all_others_hide() -> None:
    """3.3.1: nothing else could be done here: no room for a Base, nobody to take from elsewhere."""
    s = blank()
    put(s, NORTH_VIETNAM, nva_base=2, nva_guerrilla=19)
    p = start(s, NVA)
    assert row_id(NORTH_VIETNAM) in p.keys()
