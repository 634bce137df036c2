"""The environment: actions are the answers, exactly; who is asked, rewards, refusals, cuts."""

import random

import numpy as np
import pytest

import fitl.env
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.decisions import Decision, Option
from fitl.env.aec import GameEnv
from fitl.env.layout import NEXT_PAGE, PAGE
from fitl.env.table import IllegalAction, Table, reward_by_margin, reward_for_winning
from fitl.game import Game
from fitl.options import GameOptions
from fitl.state import Outcome
from tests.env.conftest import THREE_ERAS


def with_answers(game: Game, count: int) -> list[Option]:
    """The game asks for one of so many pieces of Saigon (a question as long as Events may ask)."""
    options = [Option(f"way_{number}", number) for number in range(count)]
    assert game.decision is not None
    game.decision = Decision(game.decision.actor, "event.place_arvn", "5.1", options)
    return options


@pytest.mark.usefixtures("every_era")
@pytest.mark.parametrize("scenario", THREE_ERAS)
def test_every_answer_has_one_action_and_a_row_of_its_own(scenario: str) -> None:
    env = GameEnv(scenario)
    env.reset(seed=5)
    rng = random.Random(5)
    for _ in range(250):
        if env.terminations[env.agent_selection]:
            break
        decision = env.table.game.decision
        assert decision is not None
        found = env.observe(env.agent_selection)
        legal = np.flatnonzero(found["action_mask"]).tolist()
        if len(decision.options) <= PAGE:
            assert [env.table.option(action) for action in legal] == list(decision.options)
            rows = {tuple(row) for row in found["options"][: len(legal)].tolist()}
            assert len(rows) == len(legal)
            assert (0, 0, 0, 0) not in rows
        env.step(rng.choice(legal))


def test_answers_that_do_not_fit_on_a_page_stand_on_the_next() -> None:
    table = Table(Game.new("short-1965", seed=1, log=False))
    options = with_answers(table.game, 2 * PAGE + 5)
    seen = []
    rows = set()
    for shown in (PAGE, PAGE, 5):
        found = table.observe(table.seat)
        legal = np.flatnonzero(found["action_mask"]).tolist()
        assert legal == [*range(shown), NEXT_PAGE]
        seen += [table.option(action) for action in legal[:-1]]
        rows |= {tuple(row) for row in found["options"][:shown].tolist()}
        table.take(NEXT_PAGE)
    assert seen == options
    assert len(rows) == len(options)
    assert table.page == 0, "after the last page comes the first"


def test_a_full_page_alone_cannot_be_turned() -> None:
    table = Table(Game.new("short-1965", seed=1, log=False))
    with_answers(table.game, PAGE)
    assert not table.allows(NEXT_PAGE)
    with pytest.raises(IllegalAction, match="choose from 0 to 62; "):
        table.take(NEXT_PAGE)


def test_an_illegal_action_is_refused_with_what_would_be_right_and_changes_nothing() -> None:
    env = fitl.env.env("short-1965")
    env.reset(seed=1)
    before = env.table.game.state.digest()
    with pytest.raises(IllegalAction, match=r"action 40 is not legal for turn\.action: choose from 0 to \d"):
        env.step(40)
    with pytest.raises(IllegalAction, match="only an agent whose game is over"):
        env.step(None)
    with pytest.raises(IllegalAction):
        env.step(-1)
    with pytest.raises(IllegalAction, match=r"an action is a whole number, not 0\.7"):
        env.step(0.7)  # type: ignore[arg-type]
    assert env.table.game.state.digest() == before


def test_before_the_first_reset_there_is_no_game() -> None:
    with pytest.raises(ValueError, match="reset the environment first"):
        fitl.env.env().step(0)
    with pytest.raises(ValueError, match="reset the environment first"):
        fitl.env.SeatEnv().step(0)


def test_whoever_runs_two_factions_is_one_agent() -> None:
    env = fitl.env.env("short-1965", options=GameOptions(seats="us+arvn,nva+vc"))  # type: ignore[arg-type]
    assert env.possible_agents == ["us+arvn", "nva+vc"]
    env.reset(seed=3)
    asked = env.table.game.decision
    assert asked is not None
    assert (asked.actor in (US, ARVN)) == (env.agent_selection == "us+arvn")


def test_non_players_answer_for_themselves_and_are_no_agents() -> None:
    env = fitl.env.env("short-1965", options=GameOptions(non_players=(ARVN, NVA, VC)), max_cycles=3)
    env.reset(seed=3)
    assert env.agents == ["us"]
    for _ in range(3):
        asked = env.table.game.decision
        assert asked is None or asked.actor == US
        env.step(int(np.flatnonzero(env.observe("us")["action_mask"])[0]))
    assert env.truncations == {"us": True}
    env.step(None)
    assert env.agents == []
    with pytest.raises(ValueError, match="nobody is left to play"):
        fitl.env.env("short-1965", options=GameOptions(non_players=(US, ARVN, NVA, VC)))


def test_options_that_a_scenario_has_no_use_for_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="historical_coups is for long-1964"):
        fitl.env.env("short-1965", options=GameOptions(historical_coups=True))


def test_settings_that_cannot_be_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="after 1 answer or more, not after 0"):
        fitl.env.env(max_cycles=0)
    with pytest.raises(ValueError, match="no render mode 'human'; choose from ansi, or None"):
        fitl.env.SeatEnv(render_mode="human")
    with pytest.raises(ValueError, match="no render mode 'human'; choose from ansi, or None"):
        fitl.env.env(render_mode="human")
    with pytest.raises(ValueError, match="leave out the bots"):
        fitl.env.Batch(options=GameOptions(non_players=(VC,)))


def test_rewards_tell_the_winner_or_the_margins() -> None:
    s = Game.new("short-1965", log=False).state
    outcome = Outcome("final", NVA, (NVA, US, VC, ARVN), (-3, -9, 2, -4))
    assert reward_for_winning(s, outcome) == pytest.approx([-1 / 3, -1 / 3, 1, -1 / 3])
    assert reward_by_margin(s, outcome) == [-3, -9, 2, -4]
    with pytest.raises(ValueError, match="no reward 'glory'; choose from win, margin"):
        fitl.env.env(reward="glory")


def test_everybody_is_rewarded_once_when_the_game_ends() -> None:
    env = fitl.env.env("short-1965")
    env.reset(seed=11)
    rng = random.Random(11)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        total[agent] += reward
        env.step(None if over or cut else rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    assert sorted(total.values()) == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])
    outcome = env.table.game.outcome
    assert outcome is not None
    assert total[env.agent_of[outcome.winner]] == 1


def test_the_question_can_be_read_in_words() -> None:
    env = fitl.env.env("short-1965", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    assert "what will it do?" in text
    assert "  0 Event" in text


def test_a_lenient_environment_takes_any_action_for_a_legal_one() -> None:
    env = fitl.env.env("short-1965", lenient=True)
    env.reset(seed=1)
    for action in (63, 62, 7, 0):
        env.step(action)
    assert env.cycles == 4
