"""4.4.1 Infiltrate."""

from fitl.board.factions import NVA
from fitl.board.spaces import (
    AVAILABLE,
    CENTRAL_LAOS,
    HUE,
    KIEN_GIANG,
    LOC_HUE_KHE_SANH,
    PLEIKU,
    SAIGON,
    SOUTHERN_LAOS,
    TAY_NINH,
    mask_of,
)
from fitl.lasting import MCNAMARA_LINE, TRANSPORT_GROUP_559, TYPHOON_KATE
from fitl.rules.activities.infiltrate import can_infiltrate, infiltrate
from fitl.rules.control import recount
from fitl.rules.operation import Activity, Operation
from fitl.state import State
from tests.support import Play, at, blank, play, put


def with_rally(s: State) -> Activity:
    return Activity(s, NVA, "infiltrate", Operation(s, NVA, "rally", activities=("infiltrate",)))


def start(s: State, *keys: str | int) -> Play:
    return play(infiltrate(s, with_rally(s)), *keys)


def set_level(s: State, sp: int, level: int) -> None:
    s.support[sp] = level
    recount(s)


def test_infiltrate_needs_an_nva_base_or_more_nva_than_vc_pieces() -> None:
    s = blank()
    put(s, TAY_NINH, nva_guerrilla=2, vc_guerrilla=2)
    assert not can_infiltrate(s, with_rally(s))
    put(s, PLEIKU, nva_tunnel=1, vc_guerrilla=3)
    put(s, HUE, nva_guerrilla=2, vc_guerrilla=1)
    put(s, LOC_HUE_KHE_SANH, nva_guerrilla=2, vc_guerrilla=1)
    put(s, SAIGON, nva_guerrilla=1)  # neither Opposition nor a VC piece to take over
    assert start(s).keys() == ["hue", "pleiku_darlac", "loc_hue_khe_sanh"]


def test_no_space_is_offered_in_which_nothing_could_be_done() -> None:
    s = blank()
    put(s, HUE, nva_base=1, nva_troops=40)  # no Troop to be had but from this very space
    put(s, SAIGON, nva_guerrilla=20, vc_guerrilla=1)  # nor a Guerrilla
    assert not can_infiltrate(s, with_rally(s))
    put(s, SAIGON, nva_guerrilla=-1)
    assert can_infiltrate(s, with_rally(s))


def test_build_up_places_or_replaces_at_least_one() -> None:
    """2.3.4: an activity in which nothing happens would open the Event to others."""
    s = blank(trail=1)
    put(s, SOUTHERN_LAOS, nva_base=1)
    put(s, CENTRAL_LAOS, nva_base=1, nva_guerrilla=1, nva_guerrilla_active=1)
    p = start(s, "southern_laos")
    assert p.keys() == ["1", "2"]
    p.answer(1, "central_laos")
    assert p.keys() == ["0", "1", "2"]  # Guerrillas may still be replaced
    p.answer(0)
    assert p.keys() == ["0", "1"]
    p.answer(0)  # now the Underground one must be: it is not asked about
    assert p.over
    assert at(s, CENTRAL_LAOS) == {"nva_base": 1, "nva_troops": 1, "nva_guerrilla_active": 1}


def test_an_event_may_grant_an_infiltrate_in_which_nothing_happens() -> None:
    s = blank()
    put(s, SOUTHERN_LAOS, nva_base=1)
    assert play(infiltrate(s, Activity(s, NVA, "infiltrate")), 0).over
    put(s, HUE, nva_guerrilla=2, vc_guerrilla=1)
    assert play(infiltrate(s, Activity(s, NVA, "infiltrate", allowed=mask_of([HUE]))), "done").over
    assert at(s, HUE) == {"nva_guerrilla": 2, "vc_guerrilla": 1}


def test_build_up_places_up_to_trail_plus_bases_and_then_turns_any_guerrillas_into_troops() -> None:
    s = blank(trail=1)
    put(s, SOUTHERN_LAOS, nva_base=2, nva_guerrilla=3, nva_guerrilla_active=1)
    p = start(s)
    assert p.keys() == ["0", "1", "2", "3"]
    p.answer(3)
    assert p.keys() == ["0", "1"]
    p.answer(1)
    assert p.keys() == ["0", "1", "2", "3"]
    p.answer(2)
    assert at(s, SOUTHERN_LAOS) == {"nva_base": 2, "nva_troops": 6, "nva_guerrilla": 1}
    assert at(s, AVAILABLE)["nva_guerrilla"] == 19


def test_build_up_lifts_troops_from_elsewhere_when_none_is_available() -> None:
    s = blank(trail=0)
    put(s, SOUTHERN_LAOS, nva_base=1)
    put(s, HUE, nva_troops=39)
    put(s, PLEIKU, nva_troops=1)
    p = start(s)
    assert p.keys() == ["hue", "pleiku_darlac"]
    p.answer("pleiku_darlac")
    assert at(s, SOUTHERN_LAOS) == {"nva_base": 1, "nva_troops": 1}
    assert at(s, PLEIKU) == {}


def test_take_over_shifts_opposition_one_level_and_replaces_a_guerrilla_underground() -> None:
    s = blank()
    put(s, KIEN_GIANG, nva_guerrilla=3, vc_guerrilla_active=1, vc_guerrilla=1)
    set_level(s, KIEN_GIANG, -2)
    p = start(s)
    assert s.support[KIEN_GIANG] == -1
    assert p.keys() == ["vc_guerrilla", "vc_guerrilla_active", "done"]
    p.answer("vc_guerrilla_active")
    assert at(s, KIEN_GIANG) == {"nva_guerrilla": 4, "vc_guerrilla": 1}


def test_take_over_never_touches_support_and_replaces_a_piece_then() -> None:
    s = blank()
    put(s, HUE, nva_guerrilla=3, vc_guerrilla=1, vc_guerrilla_active=1)
    set_level(s, HUE, 1)
    p = start(s)
    assert p.keys() == ["vc_guerrilla", "vc_guerrilla_active"]
    p.answer("vc_guerrilla")
    assert s.support[HUE] == 1
    assert at(s, HUE) == {"nva_guerrilla": 4, "vc_guerrilla_active": 1}


def test_where_take_over_shifts_the_replacement_is_optional() -> None:
    s = blank()
    put(s, HUE, nva_guerrilla=3, vc_guerrilla=1)
    set_level(s, HUE, -1)
    start(s, "done")
    assert s.support[HUE] == 0
    assert at(s, HUE) == {"nva_guerrilla": 3, "vc_guerrilla": 1}


def test_take_over_leaves_a_neutral_space_neutral_and_works_on_a_loc() -> None:
    s = blank()
    put(s, TAY_NINH, nva_guerrilla=2, vc_guerrilla=1)
    put(s, LOC_HUE_KHE_SANH, nva_guerrilla=2, vc_guerrilla_active=1)
    p = start(s, "tay_ninh", "loc_hue_khe_sanh")
    assert p.over
    assert s.support[TAY_NINH] == 0
    assert at(s, TAY_NINH) == {"nva_guerrilla": 3}
    assert at(s, LOC_HUE_KHE_SANH) == {"nva_guerrilla": 3}


def test_take_over_may_be_for_the_shift_alone() -> None:
    s = blank()
    put(s, KIEN_GIANG, nva_troops=1)
    set_level(s, KIEN_GIANG, -1)
    assert start(s).over
    assert s.support[KIEN_GIANG] == 0


def test_a_base_becomes_an_nva_base_even_in_a_full_space_and_a_tunnel_stays_a_tunnel() -> None:
    s = blank()
    put(s, HUE, nva_troops=3, vc_base=1, us_base=1)
    start(s)
    assert at(s, HUE) == {"nva_troops": 3, "nva_base": 1, "us_base": 1}
    put(s, TAY_NINH, nva_troops=4, nva_base=1, vc_tunnel=1)
    start(s, "tay_ninh", "take_over", "done")
    assert at(s, TAY_NINH) == {"nva_troops": 4, "nva_base": 1, "nva_tunnel": 1}


def test_the_nva_base_may_be_lifted_from_the_map_when_none_is_available() -> None:
    s = blank(trail=0)
    for sp in (15, 16, 17):
        put(s, sp, nva_base=2)
    put(s, CENTRAL_LAOS, nva_base=2)
    put(s, SOUTHERN_LAOS, nva_tunnel=1)
    put(s, HUE, nva_troops=3, vc_tunnel=1)
    p = start(s, "hue")
    assert p.decision is not None
    assert p.decision.kind == "lift.origin"
    p.answer("southern_laos")
    assert at(s, HUE) == {"nva_troops": 3, "nva_tunnel": 1}
    assert at(s, SOUTHERN_LAOS) == {}


def test_without_any_counterpart_to_be_had_only_the_shift_stands() -> None:
    s = blank()
    put(s, HUE, nva_guerrilla=20, vc_guerrilla=1)
    set_level(s, HUE, -1)
    assert start(s).over  # all 20 are Underground in this very space
    assert at(s, HUE) == {"nva_guerrilla": 20, "vc_guerrilla": 1}
    assert s.support[HUE] == 0


def test_the_last_available_counterpart_serves() -> None:
    s = blank()
    put(s, HUE, nva_guerrilla=19, vc_guerrilla=1)
    start(s)
    assert at(s, HUE) == {"nva_guerrilla": 20}


def test_an_active_guerrilla_of_the_same_space_may_be_lifted_to_take_over() -> None:
    s = blank()
    put(s, HUE, nva_guerrilla=19, nva_guerrilla_active=1, vc_guerrilla=1)
    start(s)
    assert at(s, HUE) == {"nva_guerrilla": 20}


def test_both_ways_are_offered_where_both_are_legal_and_a_space_is_infiltrated_once() -> None:
    s = blank(trail=1)
    put(s, HUE, nva_base=1, nva_troops=2, vc_guerrilla=1)
    put(s, PLEIKU, nva_base=1)
    put(s, TAY_NINH, nva_base=1)
    p = start(s, "hue")
    assert p.keys() == ["build_up", "take_over"]
    p.answer("build_up", 2)
    assert p.keys() == ["pleiku_darlac", "tay_ninh", "done"]
    p.answer("pleiku_darlac", 1)
    assert p.over  # a third space is refused


def test_559th_transport_group_and_typhoon_kate_allow_one_space() -> None:
    for effect in (TRANSPORT_GROUP_559, TYPHOON_KATE):
        s = blank(effects=effect)
        put(s, HUE, nva_base=1)
        put(s, PLEIKU, nva_base=1)
        assert start(s, "hue", 1).over


def test_mcnamara_line_forbids_infiltrate_unless_an_event_grants_it() -> None:
    s = blank(effects=MCNAMARA_LINE)
    put(s, HUE, nva_base=1)
    assert not can_infiltrate(s, with_rally(s))
    assert can_infiltrate(s, Activity(s, NVA, "infiltrate"))


def test_an_event_may_name_the_spaces() -> None:
    s = blank()
    put(s, HUE, nva_base=1)
    put(s, PLEIKU, nva_base=1)
    act = Activity(s, NVA, "infiltrate", allowed=mask_of([PLEIKU]), max_spaces=1)
    play(infiltrate(s, act), 1)
    assert at(s, PLEIKU) == {"nva_base": 1, "nva_troops": 1}


def test_tutorial_turn_four() -> None:
    s = blank(trail=1)
    put(s, SOUTHERN_LAOS, nva_base=1, nva_guerrilla=3)
    put(s, KIEN_GIANG, nva_guerrilla=3, vc_guerrilla=1)
    set_level(s, KIEN_GIANG, -2)
    p = start(s, "southern_laos", 2, 3, "kien_giang_an_xuyen", "vc_guerrilla")
    assert p.over
    assert at(s, SOUTHERN_LAOS) == {"nva_base": 1, "nva_troops": 5}
    assert at(s, KIEN_GIANG) == {"nva_guerrilla": 4}
    assert s.support[KIEN_GIANG] == -1
