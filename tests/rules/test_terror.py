"""3.3.4 Terror."""

from typing import Any

from fitl.board.factions import NVA, VC
from fitl.board.spaces import (
    HUE,
    KONTUM,
    LOC_HUE_DA_NANG,
    LOC_SAIGON_CAN_THO,
    PHUOC_LONG,
    PLEIKU,
    SAIGON,
    TAY_NINH,
    mask_of,
)
from fitl.lasting import CADRES
from fitl.rules.control import recount
from fitl.rules.operation import Operation
from fitl.rules.operations.terror import can_terror, terror, terrorize
from fitl.state import State
from tests.support import Play, at, blank, play, put


def start(s: State, by: int, *keys: str | int, **options: Any) -> Play:
    return play(terror(s, Operation(s, by, "terror", **options)), *keys)


def set_level(s: State, sp: int, level: int) -> None:
    s.support[sp] = level
    recount(s)


def test_vc_terror_flips_a_guerrilla_places_a_marker_and_shifts_toward_active_opposition() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=2)
    put(s, PLEIKU, vc_guerrilla=1)
    set_level(s, HUE, 1)
    start(s, VC, "hue", "done")
    assert at(s, HUE) == {"vc_guerrilla": 1, "vc_guerrilla_active": 1}
    assert (s.terror[HUE], s.support[HUE], s.resources[VC]) == (1, 0, 19)


def test_only_underground_guerrillas_or_nva_troops_can_terrorize() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla_active=2, nva_guerrilla_active=1)
    put(s, PLEIKU, nva_troops=1)
    assert not can_terror(s, Operation(s, VC, "terror"))
    assert can_terror(s, Operation(s, NVA, "terror"))
    put(s, TAY_NINH, nva_guerrilla=1)
    assert start(s, NVA).keys() == ["pleiku_darlac", "tay_ninh"]


def test_nva_shifts_support_toward_neutral_and_never_into_opposition() -> None:
    s = blank()
    put(s, HUE, nva_guerrilla=1)
    put(s, SAIGON, nva_guerrilla=1)
    set_level(s, HUE, 2)
    start(s, NVA, "hue", "saigon")
    assert (s.support[HUE], s.support[SAIGON]) == (1, 0)
    assert (s.terror[HUE], s.terror[SAIGON]) == (1, 1)


def test_with_nva_troops_alone_nothing_flips_but_an_underground_guerrilla_beside_them_does() -> None:
    s = blank()
    put(s, HUE, nva_troops=2, nva_guerrilla_active=1)
    put(s, PLEIKU, nva_troops=1, nva_guerrilla=1)
    start(s, NVA, "hue", "pleiku_darlac")
    assert at(s, HUE) == {"nva_troops": 2, "nva_guerrilla_active": 1}
    assert at(s, PLEIKU) == {"nva_troops": 1, "nva_guerrilla_active": 1}


def test_the_shift_comes_even_where_a_marker_lies_already_and_no_second_one_is_placed() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1)
    s.terror[HUE] = 1
    start(s, VC)
    assert (s.terror[HUE], s.support[HUE]) == (1, -1)


def test_the_shift_comes_even_when_the_marker_pool_is_empty() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1)
    for sp in range(15):
        s.terror[sp + 10] = 1
    start(s, VC)
    assert (s.terror[HUE], s.support[HUE]) == (0, -1)


def test_a_province_without_population_takes_a_marker_but_no_shift() -> None:
    s = blank()
    put(s, PHUOC_LONG, vc_guerrilla=1)
    start(s, VC)
    assert (s.terror[PHUOC_LONG], s.support[PHUOC_LONG], s.resources[VC]) == (1, 0, 19)


def test_locs_are_sabotaged_for_free_and_once() -> None:
    s = blank(resources=[0, 20, 0, 0])
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=2)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    put(s, HUE, vc_guerrilla=1)
    s.terror[LOC_SAIGON_CAN_THO] = 1
    p = start(s, VC)
    assert p.keys() == ["loc_hue_da_nang", "loc_saigon_can_tho"]  # nothing left to pay for Hue
    p.answer("loc_hue_da_nang", "loc_saigon_can_tho")
    assert (s.terror[LOC_HUE_DA_NANG], s.terror[LOC_SAIGON_CAN_THO], s.resources[VC]) == (1, 1, 0)


def test_without_resources_terror_is_possible_only_on_a_loc() -> None:
    s = blank(resources=[0, 20, 0, 0])
    put(s, HUE, vc_guerrilla=1)
    assert not can_terror(s, Operation(s, VC, "terror"))
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    assert can_terror(s, Operation(s, VC, "terror"))


def test_a_free_terror_keeps_to_its_spaces_and_costs_nothing() -> None:
    """3.1.2."""
    s = blank(resources=[0, 20, 0, 0])
    put(s, HUE, vc_guerrilla=1)
    put(s, KONTUM, vc_guerrilla=1)
    p = start(s, VC, free=True, allowed=mask_of([KONTUM]))
    assert p.over
    assert (s.terror[HUE], s.terror[KONTUM]) == (0, 1)


def test_a_limited_operation_has_one_space() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1)
    put(s, KONTUM, vc_guerrilla=1)
    assert start(s, VC, "hue", limited=True).over


def test_cadres_unshaded_costs_two_guerrillas_of_any_state_and_the_one_just_turned_may_be_among_them() -> None:
    s = blank(effects=CADRES)
    put(s, HUE, vc_guerrilla=3)
    put(s, PLEIKU, vc_guerrilla=1)
    p = start(s, VC)
    assert p.decision is not None
    assert p.decision.kind == "terror.cadres"  # Pleiku, with one Guerrilla, is no Terror space
    assert p.keys() == ["0", "1"]
    p.answer(1)
    assert at(s, HUE) == {"vc_guerrilla": 1}
    assert (s.terror[HUE], s.support[HUE]) == (1, -1)


def test_cadres_unshaded_counts_active_guerrillas_and_leaves_nva_alone() -> None:
    s = blank(effects=CADRES)
    put(s, HUE, vc_guerrilla=1, vc_guerrilla_active=1, nva_guerrilla=1)
    assert can_terror(s, Operation(s, VC, "terror"))
    start(s, VC)
    assert at(s, HUE) == {"nva_guerrilla": 1}
    assert [entry.params["n"] for entry in s.log or () if entry.message == "log.remove"] == [2]
    start(s, NVA)
    assert at(s, HUE) == {"nva_guerrilla_active": 1}


def test_a_space_is_told_to_cost_one_and_nothing_in_a_free_terror() -> None:
    """3.1.2, 3.3.4."""
    s = blank()
    put(s, HUE, vc_guerrilla=1)
    put(s, PLEIKU, vc_guerrilla=1)
    for free, cost in ((True, 0), (False, 1)):
        p = start(s, VC, free=free)
        assert p.decision is not None
        assert p.decision.cost == cost


def test_an_event_may_terrorize_a_space_directly() -> None:
    s = blank()
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    play(terrorize(s, VC, LOC_HUE_DA_NANG))
    assert s.terror[LOC_HUE_DA_NANG] == 1
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla_active": 1}
