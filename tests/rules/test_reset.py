"""6.6: the Trail, MiGs, markers, Underground, Momentum, Eligibility."""

import pytest

from fitl.board.factions import NVA
from fitl.board.spaces import HUE, LOC_SAIGON_CAN_THO, SAIGON, TAY_NINH, THE_FISHHOOK
from fitl.lasting import (
    ADSID,
    BLOWTORCH_KOMER,
    BOOBY_TRAPS_SHADED,
    LASER_BOMBS_LATER,
    MEDEVAC,
    MIGS,
    MIGS_SHADED,
    MOMENTUM,
    ORISKANY_SHADED,
    PEACE_TALKS,
)
from fitl.rules.coup.reset import reset_phase
from fitl.state import NEXT_CARD
from tests.support import at, blank, play, put


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_the_trail_leaves_its_ends(before: int, after: int) -> None:
    s = blank(trail=before)
    assert play(reset_phase(s)).over
    assert s.trail == after


def test_shaded_oriskany_keeps_the_trail_at_4_but_lets_it_recover_from_0() -> None:
    s = blank(trail=4, effects=ORISKANY_SHADED)
    play(reset_phase(s))
    assert s.trail == 4
    s = blank(trail=0, effects=ORISKANY_SHADED)
    play(reset_phase(s))
    assert s.trail == 1


@pytest.mark.parametrize(("trail", "nva"), [(0, 14), (2, 20), (4, 14)])
def test_adsid_still_charges_the_reset_step_of_the_trail(trail: int, nva: int) -> None:
    s = blank(trail=trail, effects=ADSID)
    play(reset_phase(s))
    assert s.resources[NVA] == nva
    assert s.effects == 0


def test_unshaded_migs_cost_nva_6_and_stay() -> None:
    s = blank(effects=MIGS)
    play(reset_phase(s))
    assert (s.resources[NVA], s.effects) == (14, MIGS)
    s = blank(effects=MIGS_SHADED)
    play(reset_phase(s))
    assert s.resources[NVA] == 20


def test_terror_and_sabotage_come_off() -> None:
    s = blank()
    s.terror[HUE] = 2
    s.terror[LOC_SAIGON_CAN_THO] = 1
    play(reset_phase(s))
    assert sum(s.terror) == 0


def test_guerrillas_and_special_forces_turn_underground() -> None:
    s = blank()
    put(s, SAIGON, irregular_active=1, ranger_active=2, ranger=1)
    put(s, TAY_NINH, vc_guerrilla_active=2, vc_guerrilla=1, nva_guerrilla_active=1)
    put(s, THE_FISHHOOK, nva_guerrilla_active=3)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla_active=1)
    play(reset_phase(s))
    assert at(s, SAIGON) == {"irregular": 1, "ranger": 3}
    assert at(s, TAY_NINH) == {"nva_guerrilla": 1, "vc_guerrilla": 3}
    assert at(s, THE_FISHHOOK) == {"nva_guerrilla": 3}
    assert at(s, LOC_SAIGON_CAN_THO) == {"vc_guerrilla": 1}


def test_momentum_ends_but_capabilities_and_the_peace_talks_stay() -> None:
    s = blank(effects=MEDEVAC | BLOWTORCH_KOMER | LASER_BOMBS_LATER | BOOBY_TRAPS_SHADED | PEACE_TALKS)
    play(reset_phase(s))
    assert s.effects == BOOBY_TRAPS_SHADED | PEACE_TALKS
    assert not s.effects & MOMENTUM


def test_everybody_is_eligible_and_the_round_is_counted() -> None:
    s = blank(eligible=0b0010, stay_eligible=0b0001, made_ineligible=0b1100, coup_rounds=1, econ=9)
    play(reset_phase(s))
    assert (s.eligible, s.stay_eligible, s.made_ineligible, s.coup_rounds) == (0b1111, 0, 0, 2)
    assert (s.econ, s.stage) == (9, NEXT_CARD)
