"""PettingZoo's own tests pass, for a scenario of each era."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import fitl.env
from tests.env.conftest import THREE_ERAS

pytestmark = [
    pytest.mark.usefixtures("every_era"),
    # An observation is a dictionary of arrays, with the mask; agents have the names of their Factions.
    pytest.mark.filterwarnings("ignore:Observation"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
]
each_era = pytest.mark.parametrize("scenario", THREE_ERAS)


@each_era
def test_it_is_a_proper_environment_of_several_agents(scenario: str) -> None:
    api_test(fitl.env.env(scenario), num_cycles=12)


@each_era
def test_the_same_seed_gives_the_same_game(scenario: str) -> None:
    seed_test(partial(fitl.env.env, scenario), num_cycles=12)


@each_era
def test_games_are_cut_off_after_so_many_cycles(scenario: str) -> None:
    def everybody(**settings: Any) -> Any:
        return fitl.env.parallel_env(scenario, lenient=True, **settings)  # PettingZoo's test draws without the mask

    max_cycles_test(SimpleNamespace(parallel_env=everybody, env=lambda **all_: parallel_to_aec(everybody(**all_))))


@each_era
def test_all_agents_may_act_at_once(scenario: str) -> None:
    parallel_api_test(fitl.env.parallel_env(scenario, lenient=True), num_cycles=12)
