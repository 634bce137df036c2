"""Whole games told in Spanish, in each era: nothing that a player reads then is a word of the English catalogue."""

import random
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from fitl import journal
from fitl.board.expansion_cards import ALL_CARDS
from fitl.board.factions import FACTION_IDS
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import SPACES
from fitl.bots.orders import deck_orders, orders
from fitl.bots.reasons import details, sentence, turns_of
from fitl.catalogue import speaking
from fitl.cli.board import board_view, card_view, outcome_view, space_view
from fitl.game import Game
from fitl.lesson import lesson
from fitl.options import GameOptions
from fitl.preview import previews
from fitl.server import library
from fitl.turn_summary import merged
from fitl.turn_summary import sentence as summary
from fitl.view import build_board
from fitl.words import story_line
from tests.bots.games import play_on
from tests.english_words import english_in


def drawn(thing: Any) -> str:
    console = Console(file=StringIO(), width=200, color_system=None)
    console.print(thing)
    return str(console.file.getvalue())  # type: ignore[attr-defined]


READ = ("label", "prompt", "text", "reason", "title_of_level")


def read_in(shown: Any) -> Iterator[str]:
    """What a person reads of the data that a page gets."""
    if isinstance(shown, dict):
        for name, value in shown.items():
            if name in READ and isinstance(value, str):
                yield value
            elif name != "also":
                yield from read_in(value)
    elif isinstance(shown, list):
        for each in shown:
            yield from read_in(each)


def told(scenario: str, seed: int, answers: int, previewed: int = 60, *, by_hand: bool = False) -> Iterator[str]:
    """All that terminal and page say in a random game; `by_hand`: dice and cards come from a physical table."""
    rng = random.Random(seed)
    game = Game.new(scenario, seed=seed, manual_chance=by_hand)
    before, lines = game.state.copy(), 0
    for n in range(answers):
        decision = game.decision
        if decision is None:
            break
        yield from read_in(build_board(game.state, decision, len(game.entries), None))
        if not n % previewed:
            yield drawn(board_view(game.state, Console(width=200)))
            yield drawn(space_view(game.state, rng.choice(SPACES).index))
            yield from (line for each in previews(game, decision.options[:8]).values() for line in each.lines)
            log = (game.log or [])[lines:]
            yield from (order.text(game.state.cards) for order in orders(before, game.state, log))
            before, lines = game.state.copy(), len(game.log or ())
        game.choose(rng.choice(decision.options))
    log = game.log or []
    yield from (story_line(game.state, entry) for entry in log)
    yield from (story_line(game.state, entry) for _, _, entry in merged(log, 0, len(log)))
    for one, other in zip(game.checkpoints, game.checkpoints[1:], strict=False):
        yield summary(log[one.log : other.log], game.state.cards) or ""
    yield from (order.text(game.state.cards) for order in deck_orders(game.state))
    if game.state.outcome is not None:
        yield drawn(outcome_view(game.state.outcome))


ERAS = ("short-1965", "diems-war-1961", "four-player-1961", "black-april-1973", "extended-medium-1968")


@pytest.mark.parametrize("scenario", ERAS)
def test_a_whole_random_game_is_told_without_an_english_word(scenario: str) -> None:
    with speaking("es"):
        assert english_in(told(scenario, seed=3, answers=4000)) == {}


@pytest.mark.parametrize("scenario", ERAS)
def test_a_physical_table_is_told_what_to_do_without_an_english_word(scenario: str) -> None:
    with speaking("es"):
        assert english_in(told(scenario, seed=5, answers=600, previewed=4, by_hand=True)) == {}


def test_the_lesson_is_told_without_an_english_word() -> None:
    with speaking("es"):
        course = lesson()
        game = Game.new(course["scenario"], manual_chance=True)
        said = list(everything(course))
        for step in course["steps"]:
            before, lines = game.state.copy(), len(game.log or ())
            said += read_in(build_board(game.state, game.decision, len(game.entries), None))
            game.choose(step["key"])
            log = (game.log or [])[lines:]
            said += (order.text(game.state.cards) for order in orders(before, game.state, log))
            said += (story_line(game.state, entry) for entry in log)
        assert len(said) > 1000
        assert english_in(said) == {}


@pytest.mark.parametrize(
    ("scenario", "kind", "entries"),
    [
        ("short-1965", "flowchart", 700),
        ("full-1964", "flowchart", 700),
        ("full-1964", "trung", 700),
        ("short-1965", "thinker:instant", 250),
        ("diems-war-1961", "thinker:instant", 250),
        ("black-april-1973", "thinker:instant", 250),
    ],
)
def test_bots_give_their_reasons_without_an_english_word(scenario: str, kind: str, entries: int) -> None:
    bots = SCENARIOS[scenario].factions
    game = Game.new(scenario, seed=4, options=GameOptions(non_players={FACTION_IDS[each]: kind for each in bots}))
    play_on(game, random.Random(1), entries)
    with speaking("es"):
        said = [
            text
            for turn in turns_of(game)
            for reason in turn.reasons
            for text in (turn.title(), sentence(reason), *details(reason))
        ]
        assert len(said) > 50
        assert english_in(said) == {}


def saved(path: Path, language: str, scenario: str) -> tuple[str, Any]:
    """A game played in this language: its journal and its position."""
    with speaking(language):
        game, rng = Game.new(scenario, seed=9), random.Random(1)
        while game.decision is not None and len(game.entries) < 300:
            game.choose(rng.choice(game.decision.options))
        journal.record(game, path / language).close()
        return (path / language).read_text(encoding="utf-8"), game.position()


@pytest.mark.parametrize("scenario", ["short-1965", "four-player-1961", "black-april-1973"])
def test_what_is_saved_is_the_same_in_both_languages(tmp_path: Path, scenario: str) -> None:
    assert saved(tmp_path, "es", scenario) == saved(tmp_path, "en", scenario)


def test_cards_rules_scenarios_and_options_are_told_without_an_english_word() -> None:
    with speaking("es"):
        said = [drawn(card_view(number)) for number in ALL_CARDS]
        shown = (library.scenarios(), library.options(), library.readings(), library.rules(), library.cards())
        assert english_in([*said, *(text for each in shown for text in everything(each))]) == {}


def everything(shown: Any) -> Iterator[str]:
    """All sentences in data, whatever their name."""
    if isinstance(shown, str) and " " in shown:
        yield shown
    elif isinstance(shown, dict):
        for name, value in shown.items():
            if name not in ("also", "title") or isinstance(value, dict):
                yield from everything(value)
    elif isinstance(shown, list):
        for each in shown:
            yield from everything(each)


def test_the_check_itself_finds_english() -> None:
    assert {"moves", "Redeploy"} <= english_in(["ARVN moves its Troops", "Redeploy from here"]).keys()
    assert set(SCENARIOS) >= set(ERAS)
