"""The adapter for OpenSpiel passes the tests that OpenSpiel has for games, in every era."""

import random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'fitl[open-spiel]'")

from fitl.env.layout import ACTIONS, NEXT_PAGE, layout  # noqa: E402
from fitl.env.open_spiel import MOST_OUTCOMES, Observer, SpielGame  # noqa: E402
from fitl.env.table import Table  # noqa: E402
from fitl.game import Game  # noqa: E402
from tests.env.conftest import THREE_ERAS  # noqa: E402


def loaded(scenario: str = "short-1965") -> Any:
    return pyspiel.load_game(f"fitl(scenario={scenario})")


def after(game: Any, actions: int, seed: int = 1) -> Any:
    """A state so many random actions after the start."""
    state, rng = game.new_initial_state(), random.Random(seed)
    for _ in range(actions):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("scenario", THREE_ERAS)
def test_random_games_pass_the_tests_of_the_api(scenario: str) -> None:
    pyspiel.random_sim_test(loaded(scenario), num_sims=1, serialize=True, verbose=False)


def test_a_state_is_made_again_from_its_text() -> None:
    game = loaded()
    state = after(game, 150)
    again = game.deserialize_state(state.serialize())
    assert again.table.game.state.digest() == state.table.game.state.digest()
    assert again.legal_actions() == state.legal_actions()


def test_a_clone_goes_its_own_way() -> None:
    state = after(loaded(), 100)
    copy, before = state.clone(), str(state)
    assert (str(copy), copy.legal_actions(), copy.history()) == (before, state.legal_actions(), state.history())
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before


@pytest.mark.parametrize("scenario", THREE_ERAS)
def test_chances_add_up_to_one_and_the_returns_to_nothing(scenario: str) -> None:
    state, rng, dice = loaded(scenario).new_initial_state(), random.Random(3), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            assert max(place for place, _ in outcomes) < MOST_OUTCOMES
            dice += 1
        state.apply_action(rng.choice(state.legal_actions()))
    assert dice > 0
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) == 1


def asks_for_much() -> Game:
    """A game with a question of several pages."""
    rng = random.Random(1)
    for seed in range(100):
        game = Game.new("short-1965", seed=seed, log=False)
        while game.decision is not None:
            if len(game.decision.options) > NEXT_PAGE:
                return game
            game.choose(rng.choice(game.decision.options))
    raise AssertionError("no question had several pages")


def test_the_last_page_does_not_lead_back_to_the_first() -> None:
    game = asks_for_much()
    state = loaded().new_initial_state()
    state.held.table = Table(game)
    player = state.current_player()
    assert game.decision is not None
    listed = 0
    while NEXT_PAGE in state.legal_actions(player):
        listed += len(state.legal_actions(player)) - 1
        assert state.action_to_string(player, NEXT_PAGE) == "next page"
        state.apply_action(NEXT_PAGE)
    assert listed + len(state.legal_actions(player)) == len(game.decision.options)


def test_a_player_observes_what_its_seat_may_know() -> None:
    state = after(loaded(), 150)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    observer = Observer()
    for player in range(4):
        observer.set_from(state, player)
        expected = state.table.observe(player)
        assert np.array_equal(observer.dict["observation"], expected["observation"])
        assert np.array_equal(observer.dict["action_mask"], expected["action_mask"])
    assert observer.tensor.shape == (layout().size + 4 * ACTIONS + ACTIONS,)
    assert "track.patronage=" in observer.string_from(state, 0)


def test_at_a_die_nobody_is_asked() -> None:
    state = loaded().new_initial_state()
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    observer = Observer()
    observer.set_from(state, 0)
    assert not observer.dict["action_mask"].any()


def test_tools_of_openspiel_play_it() -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import random_agent

    env = rl_environment.Environment(loaded("diems-war-1961"), observation_type=None)
    agents = [random_agent.RandomAgent(player, ACTIONS) for player in range(2)]
    step = env.reset()
    for _ in range(40):
        step = env.step([agents[env.get_state.current_player()].step(step).action])
    assert not step.last()


def test_seats_may_be_shared() -> None:
    assert SpielGame({"seats": "us+arvn/nva+vc"}).num_players() == 2


def test_a_scenario_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="no-such"):
        SpielGame({"scenario": "no-such"})
