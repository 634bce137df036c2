"""The tables of the eras agree with the scenarios that begin in them, and with each other."""

import pickle

import pytest

from fitl.board.factions import ARVN
from fitl.board.scenario import Scenario
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import BOX_BY_ID, SPACE_BY_ID, SPACES
from fitl.board.tracks import TRACKS
from fitl.compose import ERAS, era_named, new_state
from fitl.era import US_RETREATED, Era
from fitl.options import GameOptions
from fitl.rules.control import TOTALS

each_scenario = pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=lambda scenario: scenario.name)
each_era = pytest.mark.parametrize("era", list(ERAS.values()), ids=lambda era: era.id)


@each_scenario
def test_a_scenario_begins_in_an_era_of_its_factions_tracks_and_boxes(scenario: Scenario) -> None:
    era = era_named(scenario.era)
    assert sorted(era.factions) == sorted(scenario.factions)
    tracks = set(scenario.tracks) | ({"regime"} if scenario.regime_stability else set())
    assert tracks == set(era.tracks)
    assert {BOX_BY_ID[key] for key in scenario.boxes} <= set(era.boxes)
    assert bool(scenario.initiative) == (era.sequence.id == "initiative")


@each_scenario
def test_nothing_begins_in_countries_that_are_closed(scenario: Scenario) -> None:
    """P1.3.5."""
    here = era_named(scenario.era).open_spaces
    assert not [key for key, place in scenario.setup.items() if place.pieces and not here >> SPACE_BY_ID[key] & 1]


def test_what_the_page_of_a_scenario_grants_is_in_its_era() -> None:
    """P1.3.5, P4.3.4, S6.8.2."""
    closed = ~era_named("sod").open_spaces
    assert [space.id for space in SPACES if closed >> space.index & 1 and space.id == "the_fishhook"]
    diems_war = era_named("diems_war")
    assert all("air_lift" in diems_war.accompanying[ARVN, name] for name in diems_war.operations[ARVN])
    assert era_named("black_april").flags & US_RETREATED


def test_leader_cards_face_down_count_with_the_others() -> None:
    """S2.1: Thieu lies on four others, two of them unseen."""
    s = new_state(SCENARIOS["extended-short-1972"], GameOptions(), 0)
    assert (len(s.leader_box), s.leaders()) == (3, 5)
    assert new_state(SCENARIOS["medium-1968"], GameOptions(), 0).leaders() == 3


@each_scenario
def test_printed_markers_are_those_of_the_eras_goals(scenario: Scenario) -> None:
    """1.9, P1.9, S1.9."""
    s = new_state(scenario, GameOptions(), 0)
    goals = {goal.total for goal in s.era.goals.values()}
    for total, printed in scenario.published_totals.items():
        if total in goals:
            assert TOTALS[total](s) == printed, total


@each_era
def test_the_tables_of_an_era_agree_with_each_other(era: Era) -> None:
    assert set(era.goals) == set(era.operations) == set(era.factions)
    assert set(era.factions) <= set(era.passing)
    for faction, names in era.operations.items():
        for name in names:
            assert name in era.operation_rules
            assert all(each in era.activity_rules for each in era.accompanying[faction, name])
    assert set(era.coup_round) <= set(era.stages)
    assert era.last_phase in (*era.coup_round, "")
    assert set(era.tracks) <= set(TRACKS)
    assert all(goal.total in TOTALS for goal in era.goals.values())


@each_era
def test_a_state_is_pickled_with_the_id_of_its_era(era: Era) -> None:
    s = new_state(SCENARIOS["full-1964"], GameOptions(), 0)
    s.era = era
    again = pickle.loads(pickle.dumps(s))
    assert again.era is era
    assert again.era_named("base") is ERAS["base"]
