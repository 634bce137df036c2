"""1.8, 6.7: the edge track's limits, who may spend what, and the Trail."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.lasting import ADSID, ORISKANY_SHADED
from fitl.rules.economy import (
    add_aid,
    add_patronage,
    add_resources,
    can_afford,
    degrade_trail,
    improve_trail,
    pay,
    set_trail,
)
from tests.support import blank


def test_what_goes_past_0_or_75_is_lost() -> None:
    s = blank(resources=[0, 74, 2, 0], aid=73, patronage=1)
    assert (add_resources(s, ARVN, 3), s.resources[ARVN]) == (1, 75)
    assert (add_resources(s, NVA, -6), s.resources[NVA]) == (-2, 0)
    assert (add_aid(s, 6), s.aid) == (2, 75)
    assert (add_aid(s, -80), s.aid) == (-75, 0)
    assert (add_patronage(s, -5), s.patronage) == (-1, 0)
    assert (add_patronage(s, 80), s.patronage) == (75, 75)


def test_the_us_spends_arvn_resources_above_econ_and_arvn_all_of_them() -> None:
    """1.8.1."""
    s = blank(resources=[0, 18, 0, 0], econ=15)
    assert can_afford(s, US, 3)
    assert not can_afford(s, US, 4)
    pay(s, US, 3)
    assert s.resources == [0, 15, 0, 0]
    assert can_afford(s, US, 0)
    assert not can_afford(s, US, 1)
    assert can_afford(s, ARVN, 15)
    assert not can_afford(s, ARVN, 16)
    pay(s, ARVN, 15)
    assert s.resources[ARVN] == 0


def test_a_cost_is_paid_in_full_or_not_at_all() -> None:
    s = blank(resources=[0, 0, 0, 1])
    with pytest.raises(ValueError, match="cannot pay 2"):
        pay(s, VC, 2)
    assert s.resources[VC] == 1


def test_the_trail_stays_between_0_and_4() -> None:
    s = blank(trail=3)
    assert improve_trail(s, 2)
    assert s.trail == 4
    assert not improve_trail(s)
    assert degrade_trail(s, 3)
    assert degrade_trail(s, 3)
    assert s.trail == 0
    assert not degrade_trail(s)


def test_adsid_costs_nva_6_per_change_whatever_its_way_and_size_and_nothing_without_change() -> None:
    s = blank(trail=1, effects=ADSID, resources=[0, 0, 20, 0])
    improve_trail(s, 2)
    assert s.resources[NVA] == 14
    degrade_trail(s)
    assert s.resources[NVA] == 8
    set_trail(s, 2)
    assert s.resources[NVA] == 8
    set_trail(s, 4)
    set_trail(s, 3)
    assert s.resources[NVA] == 0  # the second loss past 0 is lost


def test_shaded_oriskany_stops_every_degrade_but_an_events_and_no_improvement() -> None:
    s = blank(trail=2, effects=ORISKANY_SHADED)
    assert not degrade_trail(s)
    assert improve_trail(s)
    assert degrade_trail(s, 2, by_event=True)
    assert s.trail == 1
