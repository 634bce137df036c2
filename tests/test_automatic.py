"""What the game answers by itself: it can be looked up, and asked for."""

import random
from pathlib import Path

import pytest

from fitl import journal
from fitl.board.factions import NVA, VC
from fitl.bots.table import NonPlayers
from fitl.decisions import CHANCE
from fitl.entries import Automatic
from fitl.game import Game
from fitl.options import GameOptions
from fitl.refusals import NotOffered, Refused
from fitl.state import State
from tests.support import break_passing

ALL = (0, 1, 2, 3)


def answered(game: Game, rng: random.Random, entries: int) -> Game:
    """Answer at random, the only option where there is one, until so many entries are given."""
    while game.decision is not None and len(game.entries) < entries:
        options = game.decision.options
        game.choose(options[0] if len(options) == 1 else rng.choice(options))
    return game


def penniless() -> dict[str, object]:
    """NVA and VC, second to act, cannot pay a Limited Operation: all they can do is Pass."""
    return {
        "fitl": 1,
        "scenario": "full-1964",
        "stage": "turn",
        "card": 107,
        "next_card": 55,
        "spaces": {},
        "order": ["us", "nva", "vc", "arvn"],
        "acted": [["us", "op_only"]],
        "eligible": ["us", "nva", "vc"],
        "resources": {"arvn": 0, "nva": 0, "vc": 0},
    }


def test_an_automatic_pass_is_listed_though_it_is_no_entry() -> None:
    game = Game.from_position(penniless())
    assert game.automatic[0] == Automatic(0, NVA, "turn.action", "pass")
    assert all(entry.actor == CHANCE for entry in game.entries)
    assert game.state.resources[NVA] == 1


def test_asked_everything_the_pass_waits_for_its_answer() -> None:
    game = Game.from_position(penniless(), ask_everything=True)
    assert game.decision is not None
    assert (game.decision.actor, game.decision.kind, game.forced) == (NVA, "turn.action", True)
    assert (game.state.resources[NVA], game.automatic) == (0, [])
    with pytest.raises(NotOffered):
        game.choose("event")
    game.choose("pass", seat=NVA, number=0)
    assert game.automatic == [Automatic(0, NVA, "turn.action", "pass")]
    assert (game.state.resources[NVA], game.entries) == (1, [])
    assert (game.decision.actor, game.forced) == (VC, True)


@pytest.mark.parametrize("scenario", ["short-1965", "full-1964"])
def test_a_game_asked_everything_is_the_same_game(scenario: str) -> None:
    plain = answered(Game.new(scenario, seed=3), random.Random(4), 400)
    asked = answered(Game.new(scenario, seed=3, ask_everything=True), random.Random(4), 400)
    assert asked.entries == plain.entries
    while asked.forced:
        asked.choose(asked.decision.options[0])  # type: ignore[union-attr]
    assert asked.automatic == plain.automatic
    assert len(plain.automatic) > 50
    assert asked.state == plain.state


def test_what_was_answered_by_itself_survives_undo_and_loading(tmp_path: Path) -> None:
    rng = random.Random(9)
    game = answered(Game.new("medium-1968", seed=2), rng, 300)
    mark, before = len(game.entries), list(game.automatic)
    for _ in range(30):
        answered(game, rng, len(game.entries) + rng.randrange(1, 6))
        game.rewind(max(mark, len(game.entries) - rng.randrange(1, 9)))
        assert all(each.at <= len(game.entries) for each in game.automatic)
    game.rewind(mark)
    assert game.automatic == before
    game.save(tmp_path / "game.jsonl")
    assert journal.load(tmp_path / "game.jsonl").game.automatic == before


def test_undo_asks_the_forced_questions_of_the_step_again() -> None:
    rng = random.Random(5)
    game = answered(Game.new("short-1965", seed=8, ask_everything=True), rng, 40)
    again = 0
    for _ in range(150):
        asked, taken = game.decision, list(game.automatic)
        if not game.forced:
            answered(game, rng, len(game.entries) + 1)
            continue
        steps = len(game.checkpoints)
        game.choose(game.decision.options[0])  # type: ignore[union-attr]
        if len(game.checkpoints) == steps and not game.forced and game.decision is not None:
            kept = len(game.entries)
            answered(game, rng, kept + 1)
            game.rewind(kept)
            assert game.decision is not None
            assert game.forced
            assert game.automatic == taken[: len(game.automatic)]
            again += game.decision.kind == asked.kind  # type: ignore[union-attr]
            while game.forced:
                game.choose(game.decision.options[0])
    assert again > 5


def test_a_clone_stands_behind_the_same_forced_answers() -> None:
    rng = random.Random(6)
    game = Game.new("short-1967", seed=1, ask_everything=True)
    behind = 0
    while game.decision is not None:
        copy = game.clone()
        assert copy.decision is not None
        assert (copy.decision.kind, copy.state, copy.forced) == (game.decision.kind, game.state, game.forced)
        behind += bool(game.automatic and game.automatic[-1].at == len(game.entries))
        options = game.decision.options
        game.choose(options[0] if game.forced else rng.choice(options))
    assert behind > 10


def test_a_fault_leaves_the_forced_question_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(state: State) -> None:
        raise RuntimeError("a fault")

    break_passing(monkeypatch, fail)
    game = Game.from_position(penniless(), ask_everything=True)
    before = game.state.copy()
    with pytest.raises(RuntimeError):
        game.choose("pass")
    assert game.forced
    assert game.state == before
    assert game.automatic == []


def test_resources_change_hands_only_where_everybody_is_asked() -> None:
    """1.5.2: at a forced question a transfer would find no place in a journal, whose readers are not asked there."""
    rng = random.Random(3)
    game = Game.new("full-1964", seed=12, ask_everything=True)
    tried = 0
    while game.decision is not None and tried < 5 and len(game.entries) < 3000:
        if game.forced and game.decision.open and game.state.executing in (NVA, VC):
            tried += 1
            with pytest.raises(Refused):
                game.transfer(game.state.executing, 1)
        options = game.decision.options
        game.choose(options[0] if game.forced else rng.choice(options))
    assert tried


def test_non_players_asked_everything_play_the_same_game() -> None:
    games = [
        Game.new("short-1965", seed=5, options=GameOptions(non_players=ALL), ask_everything=asked)
        for asked in (False, True)
    ]
    for game in games:
        table = NonPlayers(game)
        while table.asked():
            table.play()
    assert games[0].entries == games[1].entries
    assert games[0].automatic == games[1].automatic
    assert games[0].reasons() == games[1].reasons()
    assert games[0].outcome is not None
