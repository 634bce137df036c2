"""Hints: what a non-player would do in a person's place, without touching the game."""

import random
from contextlib import suppress

import pytest

from fitl.board.factions import US
from fitl.bots.hint import NoHint, hint
from fitl.bots.reasons import sentence
from fitl.decisions import CHANCE
from fitl.game import Game
from tests.bots.games import game_of_bots, play_on


def test_a_hint_is_one_of_the_choices_and_changes_nothing() -> None:
    rng = random.Random(1)
    given = 0
    game = game_of_bots("full-1964", seed=41, bots=())
    for _ in range(150):
        assert game.decision is not None
        before = game.state.digest(), list(game.entries), list(game.reasons()), game.decision
        try:
            option, reasons = hint(game)
            given += 1
            assert option in game.decision.options
            for reason in reasons:
                assert sentence(reason)
        except NoHint:
            pass
        assert (game.state.digest(), game.entries, game.reasons(), game.decision) == before
        game.choose(rng.choice(game.decision.options))
    assert given > 100


def test_the_same_situation_gets_the_same_hint() -> None:
    game = game_of_bots("full-1964", seed=42, bots=())
    first, again = hint(game), hint(game)
    assert first[0] is again[0]
    assert first[1] == again[1]


def test_following_hints_plays_a_whole_turn() -> None:
    game = game_of_bots("full-1964", seed=43, bots=())
    turn = len(game.checkpoints)
    for _ in range(200):
        if len(game.checkpoints) != turn:
            break
        assert game.decision is not None
        option, _ = hint(game)
        game.choose(option)
    assert len(game.checkpoints) > turn


def test_the_first_choice_of_a_turn_comes_with_reasons() -> None:
    game = game_of_bots("full-1964", seed=43, bots=())
    assert game.decision is not None
    assert game.decision.kind == "turn.action"
    assert hint(game)[1]


def test_the_dice_of_a_hint_are_not_those_of_the_game() -> None:
    """A hint must not tell what the next die will be: giving one does not move the game's chance."""
    one, other = (game_of_bots("full-1964", seed=45, bots=()) for _ in range(2))
    rng = random.Random(2)
    for _ in range(40):
        assert one.decision is not None
        key = rng.choice(one.decision.options).key
        with suppress(NoHint):
            hint(one)
        one.choose(key)
        other.choose(key)
    assert one.state == other.state


def test_nobody_advises_chance_or_a_finished_game() -> None:
    table = Game.new("short-1965", manual_chance=True)
    assert table.decision is not None
    assert table.decision.actor == CHANCE
    with pytest.raises(NoHint):
        hint(table)
    over = game_of_bots(seed=46)
    play_on(over, random.Random(1), 10**6)
    with pytest.raises(NoHint):
        hint(over)


def test_a_hint_is_for_the_faction_that_is_asked() -> None:
    game = game_of_bots(seed=47, bots=(1, 2, 3))
    play_on(game, random.Random(1), 0)
    table = play_on(game, random.Random(1), 80)
    while table.asked():
        table.play()
    assert game.decision is not None
    assert game.decision.actor == US
    _, reasons = hint(game)
    assert {reason.faction for reason in reasons} <= {US}
