"""Whole games: four Trung bots and mixes end without an error, minds are rebuilt, and every answer has its reason."""

import pytest

from fitl.bot_types import TRUNG
from fitl.bots.mind import VISITS
from fitl.bots.reasons import UNTELLABLE, sentence, turns_of
from fitl.bots.table import NonPlayers, recall
from fitl.bots.trung.course import LOST
from fitl.bots.trung.nodes import NODES
from fitl.game import Game
from fitl.options import GameOptions
from fitl.position import read_position, write_position
from fitl.state import OVER
from fitl.words import has_message, prompt

BASE_SCENARIOS = ("short-1965", "short-1967", "medium-1968", "full-1964", "long-1964")
MIXES = (
    {"us": TRUNG, "arvn": TRUNG, "nva": "flowchart", "vc": "flowchart"},
    {"us": "flowchart", "arvn": TRUNG, "nva": TRUNG, "vc": "flowchart:fair"},
    {"us": "thinker:instant", "arvn": "flowchart", "nva": "flowchart", "vc": TRUNG},
)


def seated(scenario: str, seed: int, kinds: dict[str, str] | None = None) -> tuple[Game, NonPlayers]:
    kinds = kinds or dict.fromkeys(("us", "arvn", "nva", "vc"), TRUNG)
    game = Game.new(scenario, seed=seed, options=GameOptions(non_players=kinds))
    return game, NonPlayers(game)


@pytest.mark.parametrize("scenario", BASE_SCENARIOS)
def test_four_trung_bots_play_a_game_and_say_why(scenario: str) -> None:
    VISITS.clear()
    game, table = seated(scenario, 7)
    while table.asked():
        table.play()
    assert game.state.stage == OVER
    told = {reason.message.removeprefix("why.") for turn in turns_of(game) for reason in turn.reasons}
    assert told <= set(NODES)
    for turn in turns_of(game)[:60]:
        assert turn.reasons, UNTELLABLE
        assert not any("reasons.untellable" in sentence(reason) for reason in turn.reasons)
    assert not VISITS[LOST]


@pytest.mark.parametrize("number", range(len(MIXES)))
def test_mixes_play_a_game(number: int) -> None:
    game, table = seated("short-1965", number + 3, MIXES[number])
    while table.asked():
        table.play()
    assert game.state.stage == OVER


def test_minds_are_rebuilt_at_any_moment_of_a_turn() -> None:
    game, table = seated("medium-1968", 12)
    for n in range(140):
        if not table.asked():
            break
        table.play()
        if n % 9 == 0:
            assert recall(game).kept == len(game.entries)


def test_a_position_keeps_the_deck_and_goes_on_alike() -> None:
    game, table = seated("full-1964", 5)
    while len(game.state.trung_deck) < 6:
        table.play()
    while len(game.checkpoints) and game.checkpoints[-1].entries != len(game.entries):
        table.play()
    opened = read_position(write_position(game.state))
    assert opened.trung_deck == game.state.trung_deck
    assert opened.options.trung == (0, 1, 2, 3)


def test_a_game_is_replayed_and_turns_taken_back() -> None:
    game, table = seated("short-1965", 9, {"arvn": TRUNG, "nva": TRUNG, "vc": TRUNG})
    while game.decision is not None and table.asked():
        table.play()
    assert game.decision is not None
    here = len(game.entries)
    game.choose(game.decision.options[-1])
    while table.asked():
        table.play()
    table.take_back(freely=True)
    assert len(game.entries) == here


def test_every_node_has_its_words() -> None:
    assert [node for node in NODES if not has_message("why." + node)] == []
    assert len(set(NODES)) == len(NODES)


def test_at_a_real_table_cards_and_dice_are_typed_in() -> None:
    """Whoever has the deck in hand is told what to turn and what each die is for."""
    options = GameOptions(non_players=dict.fromkeys(("us", "arvn", "nva", "vc"), TRUNG))
    game = Game.new("short-1965", seed=4, options=options, manual_chance=True)
    table = NonPlayers(game)
    asked = set()
    for n in range(900):
        if game.decision is None:
            break
        if table.asked() and game.considered is None:
            table.play()
            continue
        asked.add(game.decision.kind)
        assert "{" not in prompt(game.decision, game.state.cards)
        game.choose(game.decision.options[n % len(game.decision.options)])
    assert {"trung.card", "trung.condition_die", "trung.activation_die"} <= asked
