"""6.2: Sabotage, the Trail, earnings, the Econ marker and Aid."""

from typing import Any

from fitl.board.factions import ARVN, NVA, VC
from fitl.board.spaces import (
    CASUALTIES,
    CENTRAL_LAOS,
    CITIES,
    HUE,
    LOC_CAN_THO_BAC_LIEU,
    LOC_HUE_DA_NANG,
    LOC_HUE_KHE_SANH,
    LOC_SAIGON_CAN_THO,
    LOC_SAIGON_DA_LAT,
    LOCS,
    NORTH_VIETNAM,
    SIHANOUKVILLE,
    TAY_NINH,
    THE_FISHHOOK,
)
from fitl.lasting import ADSID, ORISKANY_SHADED
from fitl.rules.coup.resources import resources_phase
from fitl.state import SUPPORT, State
from tests.support import blank, play, put


def held(**tracks: Any) -> State:
    """Every City under COIN Control, so that nothing is Sabotaged of itself."""
    s = blank(**{"aid": 0, "resources": [0, 0, 0, 0], "trail": 0, **tracks})
    for city in CITIES:
        put(s, city, police=1)
    return s


def sabotaged(s: State) -> list[int]:
    return [loc for loc in LOCS if s.terror[loc]]


# --- 6.2.1 ---


def test_nothing_is_sabotaged_while_coin_holds_the_cities() -> None:
    s = held()
    assert play(resources_phase(s)).over
    assert sabotaged(s) == []
    assert (s.econ, s.resources[ARVN], s.stage) == (15, 15, SUPPORT)


def test_guerrillas_of_both_factions_and_states_together_must_outnumber_coin_pieces() -> None:
    s = held()
    put(s, LOC_SAIGON_CAN_THO, police=1, vc_guerrilla_active=1, nva_guerrilla=1)  # 2 to 1
    put(s, LOC_SAIGON_DA_LAT, irregular=1, vc_guerrilla=1)  # equal
    play(resources_phase(s))
    assert sabotaged(s) == [LOC_SAIGON_CAN_THO]
    assert (s.econ, s.resources[ARVN]) == (13, 13)


def test_nva_troops_do_not_sabotage() -> None:
    s = held()
    put(s, LOC_SAIGON_CAN_THO, nva_troops=5)
    play(resources_phase(s))
    assert sabotaged(s) == []


def test_locs_beside_a_city_without_coin_control_are_sabotaged() -> None:
    s = held()
    put(s, HUE, vc_guerrilla=1)  # uncontrolled
    put(s, LOC_HUE_DA_NANG, us_troops=9)  # does not help
    play(resources_phase(s))
    assert sabotaged(s) == [LOC_HUE_KHE_SANH, LOC_HUE_DA_NANG]
    assert s.econ == 13


def test_a_sabotaged_loc_is_not_marked_twice_and_earns_nothing() -> None:
    s = held()
    s.terror[LOC_SAIGON_CAN_THO] = 1
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=2)
    play(resources_phase(s))
    assert s.terror[LOC_SAIGON_CAN_THO] == 1
    assert s.econ == 13


def test_vc_chooses_where_when_markers_run_short() -> None:
    s = held()
    s.terror[TAY_NINH] = 13  # two markers left
    for loc in (LOC_SAIGON_CAN_THO, LOC_SAIGON_DA_LAT, LOC_CAN_THO_BAC_LIEU):
        put(s, loc, vc_guerrilla=1)
    p = play(resources_phase(s))
    assert p.decision is not None
    assert (p.decision.actor, p.decision.kind) == (VC, "coup.sabotage")
    assert p.keys() == ["loc_saigon_da_lat", "loc_saigon_can_tho", "loc_can_tho_bac_lieu"]
    p.answer("loc_saigon_can_tho")
    assert p.keys() == ["loc_saigon_da_lat", "loc_can_tho_bac_lieu"]
    p.answer("loc_can_tho_bac_lieu")
    assert p.over
    assert sabotaged(s) == [LOC_SAIGON_CAN_THO, LOC_CAN_THO_BAC_LIEU]
    assert s.econ == 13


def test_vc_is_not_asked_when_the_markers_just_suffice_or_none_is_left() -> None:
    for used, marked in ((14, 1), (15, 0)):
        s = held()
        s.terror[TAY_NINH] = used
        put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
        assert play(resources_phase(s)).asked == []
        assert len(sabotaged(s)) == marked


# --- 6.2.2 ---


def test_coin_control_in_laos_or_cambodia_degrades_the_trail_once_before_nva_earns() -> None:
    s = held(trail=3)
    put(s, CENTRAL_LAOS, arvn_troops=1)
    put(s, SIHANOUKVILLE, us_troops=1)
    play(resources_phase(s))
    assert s.trail == 2
    assert s.resources[NVA] == 4


def test_coin_pieces_without_control_leave_the_trail_alone() -> None:
    s = held(trail=3)
    put(s, CENTRAL_LAOS, arvn_troops=1, nva_guerrilla=1)
    play(resources_phase(s))
    assert s.trail == 3


def test_shaded_oriskany_forbids_the_degrade() -> None:
    s = held(trail=3, effects=ORISKANY_SHADED)
    put(s, CENTRAL_LAOS, arvn_troops=1)
    play(resources_phase(s))
    assert s.trail == 3


def test_adsid_charges_nva_for_the_degrade() -> None:
    s = held(trail=3, effects=ADSID, resources=[0, 0, 10, 0])
    put(s, CENTRAL_LAOS, arvn_troops=1)
    play(resources_phase(s))
    assert s.resources[NVA] == 10 - 6 + 4


# --- 6.2.3 to 6.2.5 ---


def test_arvn_earns_aid_and_econ_up_to_75() -> None:
    s = held(aid=20, resources=[0, 10, 0, 0])
    play(resources_phase(s))
    assert (s.resources[ARVN], s.econ, s.aid) == (45, 15, 20)
    s = held(aid=60, resources=[0, 10, 0, 0])
    play(resources_phase(s))
    assert s.resources[ARVN] == 75


def test_vc_earns_1_per_base_anywhere_tunneled_ones_included() -> None:
    """6.2.4."""
    s = held()
    put(s, TAY_NINH, vc_tunnel=1, vc_base=1)
    put(s, THE_FISHHOOK, vc_base=1)
    play(resources_phase(s))
    assert s.resources[VC] == 3


def test_nva_earns_1_per_base_in_laos_and_cambodia_and_2_per_box_of_trail() -> None:
    """6.2.4."""
    s = held(trail=2)
    put(s, THE_FISHHOOK, nva_tunnel=1, nva_base=1)
    put(s, CENTRAL_LAOS, nva_base=1)
    put(s, NORTH_VIETNAM, nva_base=2)
    put(s, TAY_NINH, nva_base=1)
    play(resources_phase(s))
    assert s.resources[NVA] == 3 + 4


def test_aid_falls_3_per_casualty_of_any_kind_after_arvn_earned_it() -> None:
    s = held(aid=20)
    put(s, CASUALTIES, us_troops=2, us_base=1, irregular=1)
    play(resources_phase(s))
    assert s.aid == 8
    assert s.resources[ARVN] == 20 + 15


def test_aid_does_not_fall_below_0() -> None:
    s = held(aid=5)
    put(s, CASUALTIES, us_troops=2)
    play(resources_phase(s))
    assert s.aid == 0
