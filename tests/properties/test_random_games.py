"""Properties over random games of every scenario and mix of options."""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fitl import journal
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.lab.invariants import check_decision, check_state
from fitl.options import GameOptions, OptionsError, parse_seats
from fitl.rules.setup import check_options, scenario_named
from fitl.words import label, line, prompt
from tests.tiers import examples

SCENARIOS = ("short-1965", "medium-1968", "full-1964", "long-1964", "short-1967")
MOST_DECISIONS = 20_000  # far more than any game takes


def options_for(scenario: str, **wanted: object) -> GameOptions | None:
    """The options if the scenario has a use for them."""
    try:
        options = GameOptions(**wanted)  # type: ignore[arg-type]
        check_options(scenario_named(scenario), options)
    except OptionsError:
        return None
    return options


game_options = st.fixed_dictionaries(
    {},
    optional={
        "period_events": st.booleans(),
        "political_rhythm": st.booleans(),
        "historical_coups": st.booleans(),
        "shorter_campaigns": st.booleans(),
        "us_coup_involvement": st.booleans(),
        "uncertain_victory": st.booleans(),
        "deception": st.booleans(),
        "handicap": st.permutations(range(4)).map(lambda order: tuple(order[:2])),
        "seats": st.sampled_from(
            [parse_seats(text) for text in ("us,arvn,nva,vc", "us+arvn,nva+vc", "us,arvn,nva+vc", "us+arvn,nva,vc")]
        ),
    },
)


@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
@given(st.sampled_from(SCENARIOS), game_options, st.integers(0, 2**64 - 1))
def test_everything_holds_after_every_answer_and_the_game_ends(
    scenario: str, wanted: dict[str, object], seed: int
) -> None:
    options = options_for(scenario, **wanted)
    if options is None:
        options = GameOptions()
    game = Game.new(scenario, seed=seed, options=options)
    rng = random.Random(seed)
    decisions = 0
    while game.decision is not None:
        check_decision(game)
        game.choose(rng.choice(list(game.decision.options)))
        check_state(game.state)
        decisions += 1
        assert decisions < MOST_DECISIONS
    assert game.outcome is not None
    assert sorted(game.outcome.ranking) == [0, 1, 2, 3]
    assert game.outcome.winner == game.outcome.ranking[0]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_prompt_option_and_log_line_has_words(scenario: str) -> None:
    for seed in range(examples(6)):
        game = Game.new(scenario, seed=seed, options=GameOptions(deception=True))
        rng = random.Random(seed)
        while game.decision is not None:
            decision = game.decision
            assert prompt(decision)
            labels = [label(decision, option) for option in decision.options]
            assert len(set(labels)) == len(labels), f"{decision.kind}: two options read alike: {labels}"
            game.choose(rng.choice(list(decision.options)))
        assert game.log is not None
        assert all(line(entry) for entry in game.log)


@settings(max_examples=examples(25), deadline=None)
@given(st.sampled_from(SCENARIOS), st.integers(0, 2**32), st.integers(0, 400))
def test_clone_position_and_journal_all_give_the_same_game(scenario: str, seed: int, answers: int) -> None:
    game = Game.new(scenario, seed=seed)
    rng = random.Random(seed)
    for _ in range(answers):
        if game.decision is None:
            break
        game.choose(rng.choice(list(game.decision.options)))
    text = "".join(map(journal.to_text, journal.lines_of(game)))
    copies = [
        game.clone(),
        Game.from_position(json.loads(json.dumps(game.position()))),
        journal.replay(journal.parse(text)),
    ]
    for _ in range(30):
        if game.decision is None:
            break
        index = rng.randrange(len(game.decision.options))
        for each in (game, *copies):
            assert each.decision is not None
            each.choose(each.decision.options[index])
    for copy in copies:
        assert copy.state == game.state
        assert repr(copy.decision) == repr(game.decision)


@settings(max_examples=examples(25), deadline=None)
@given(st.sampled_from(SCENARIOS), st.integers(0, 2**32), st.integers(1, 300))
def test_undo_restores_every_situation_on_the_way_back(scenario: str, seed: int, answers: int) -> None:
    game = Game.new(scenario, seed=seed)
    rng = random.Random(seed)
    digests = []
    for _ in range(answers):
        if game.decision is None:
            break
        digests.append((game.state.digest(), repr(game.decision)))
        game.choose(rng.choice(list(game.decision.options)))
    while digests:
        game.undo(freely=True)
        assert (game.state.digest(), repr(game.decision)) == digests.pop()
    assert all(entry.actor == CHANCE for entry in game.entries)
