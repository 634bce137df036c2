"""The fuzzer finds what is wrong, keeps it, and finds nothing wrong here."""

import random
from pathlib import Path

import pytest

from fitl import journal
from fitl.game import Game
from fitl.lab import fuzz as fuzzer
from fitl.lab.fuzz import Broken, Report, check_forgeries, check_undo, fuzz, walk
from fitl.rules import sequence
from fitl.state import State


@pytest.mark.parametrize("style", ["random", "adversarial", "bots"])
def test_a_walk_of_each_style_finds_nothing(style: str) -> None:
    report = Report()
    game = walk(random.Random(style), style, report)
    assert game.outcome is not None
    assert report.games == 1
    assert report.decisions > 100


def test_every_forged_answer_is_refused() -> None:
    game = Game.new("full-1964", seed=3)
    assert check_forgeries(game) > 25


def test_undo_check_passes_where_a_card_is_revealed() -> None:
    game = Game.new("full-1964", seed=3)
    for _ in range(3):
        game.choose("pass")
    check_undo(game)


def test_a_broken_rule_is_found_and_kept_as_a_short_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = sequence.pass_turn

    def generous(s: State, faction: int) -> None:
        honest(s, faction)
        s.aid = 90

    monkeypatch.setattr(sequence, "pass_turn", generous)
    report = fuzz(60, 1, tmp_path, ("random",), most_failures=1)
    assert "out of 0 to 75" in report.failures[0]
    (path,) = tmp_path.glob("*.jsonl")
    monkeypatch.undo()
    kept = journal.read(path)
    assert len(kept.entries) < 50  # from the last checkpoint on
    assert journal.replay(kept).state is not None


def test_a_fault_names_the_style_and_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(game: Game, answered: int) -> None:
        raise RuntimeError("wrong")

    monkeypatch.setattr(fuzzer, "check_step", fail)
    with pytest.raises(Broken, match="RuntimeError: wrong"):
        walk(random.Random(1), "random", Report())
