"""The reasons of Trung bots are complete and true: every answer has one, and what it says is what happened."""

import pytest

from fitl.board.factions import FACTIONS
from fitl.bot_types import TRUNG
from fitl.bots.reasons import turns_of
from fitl.game import Game
from fitl.options import GameOptions
from tests.bots.test_reasons_true import NOBODY, SCENARIOS, untrue

MOVE = "why.trung.move"


def true_to_what_happened(scenario: str, seed: int) -> Game:
    options = GameOptions(non_players=FACTIONS, kinds=tuple((faction, TRUNG) for faction in FACTIONS))
    game = Game.new(scenario, seed=seed, options=options, ask_everything=True)
    assert untrue(game) == []
    return game


@pytest.mark.node("trung.nobody", "trung.move")
@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_every_answer_has_a_reason_and_what_it_says_is_what_happened(number: int) -> None:
    game = true_to_what_happened(SCENARIOS[number], 700 + number)
    told = [reason for turn in turns_of(game) for reason in turn.reasons]
    assert [reason for reason in told if reason.message == MOVE]
    assert [reason for reason in told if reason.message == NOBODY]


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 200, 25))
def test_the_reasons_of_many_games_are_complete_and_true(first: int) -> None:
    for seed in range(first, first + 25):
        true_to_what_happened(SCENARIOS[seed % 5], 5000 + seed)
