"""One seat against opponents, for Gymnasium; many games side by side."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import TimeLimit

import fitl.env
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.casting import PlayersError
from fitl.env import Batch, IllegalAction, SeatEnv


@pytest.mark.filterwarnings("ignore")  # it has opinions about the bounds of boxes
def test_it_is_a_proper_environment_of_one_agent() -> None:
    check_env(SeatEnv("short-1965", "vc", "random", lenient=True), skip_render_check=True)


def test_it_is_known_by_its_name() -> None:
    env = gymnasium.make("fitl/Seat-v1", seat="nva", disable_env_checker=True)
    observation, _ = env.reset(seed=3)
    assert observation["observation"][fitl.env.layout().index("seat.nva")] == 1


def test_the_seat_alone_is_asked_and_the_others_are_the_opponents_named() -> None:
    env = SeatEnv("short-1965", "us", "arvn=flowchart,others=random")
    limited = TimeLimit(env, max_episode_steps=4)
    limited.reset(seed=2)
    options = env.table.game.state.options
    assert (options.non_players, options.kind_of(ARVN)) == ((ARVN,), "flowchart")
    cut = over = False
    while not (cut or over):
        asked = env.table.game.decision
        assert asked is not None
        assert asked.actor == US
        _, reward, over, cut, _ = limited.step(0)
    assert cut
    assert reward == 0
    assert {entry.actor for entry in env.table.game.entries} >= {US, ARVN, NVA, VC}


def test_the_end_of_the_game_brings_the_reward() -> None:
    env = SeatEnv("short-1965", "vc", "random", reward="margin")
    observation, _ = env.reset(seed=5)
    over = False
    while not over:
        legal = np.flatnonzero(observation["action_mask"])
        observation, reward, over, cut, _ = env.step(int(legal[-1]))
        assert not cut
    outcome = env.table.game.outcome
    assert outcome is not None
    assert reward == outcome.margins[VC]
    assert not observation["action_mask"].any()


def test_a_seat_or_opponent_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="no seat 'usa' in short-1965; choose from us, arvn, nva, vc"):
        SeatEnv("short-1965", "usa")
    with pytest.raises(PlayersError, match="no player 'hal'"):
        SeatEnv("short-1965", "us", "hal")


def test_a_batch_plays_its_games_in_step_and_replaces_those_that_are_over() -> None:
    batch = Batch("short-1965", games=3, seed=4)
    ended = []
    for number in range(900):
        seen = batch.observe()
        assert seen["action_mask"].shape == (3, 64)
        legal = [np.flatnonzero(mask) for mask in seen["action_mask"]]
        ended += batch.step([int(each[number % len(each)]) for each in legal])
        if len(ended) > 1:
            break
    assert batch.finished == len(ended) == 2
    assert {each.number for each in ended} <= {0, 1, 2, 3}
    assert sorted(batch.numbers)[-1] == 4
    assert all(each.outcome.winner in (US, ARVN, NVA, VC) for each in ended)


def test_what_a_game_in_a_batch_observes_is_what_its_seat_observes() -> None:
    batch = Batch("short-1965", games=2, seed=4)
    seen = batch.observe()
    for place, table in enumerate(batch.tables):
        alone = table.observe(batch.seats[place])
        assert all(np.array_equal(seen[name][place], alone[name]) for name in alone)
    first = batch.tables[0].game.state.digest()
    assert first == Batch("short-1965", games=5, seed=4).tables[0].game.state.digest()
    assert first != batch.tables[1].game.state.digest()


def test_a_batch_wants_one_action_per_game() -> None:
    with pytest.raises(ValueError, match="has 2 games and needs as many actions, not 1"):
        Batch(games=2).step([0])
    with pytest.raises(ValueError, match="at least one game"):
        Batch(games=0)


def test_one_answer_that_is_none_changes_no_game_of_a_batch() -> None:
    batch = Batch("short-1965", games=2, seed=5)
    before = [table.game.state.digest() for table in batch.tables]
    with pytest.raises(IllegalAction, match="action 60 is not legal for"):
        batch.step([0, 60])
    assert [table.game.state.digest() for table in batch.tables] == before
