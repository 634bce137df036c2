"""Recorded games of every scenario and mix of players replay to the same end.

If one differs because a rule was corrected on purpose: look at `python tools/golden_games.py --diff`, then `--record`.
"""

import json
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fitl import journal
from fitl.options import GameOptions
from fitl.state import State
from tests.support import break_passing

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "tests" / "golden" / "games").glob("*.jsonl"))


def test_there_are_at_least_thirty() -> None:
    assert len(GAMES) >= 30


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_game_replays_to_its_end(path: Path) -> None:
    read = journal.read(path)
    game = journal.replay(read)
    assert journal.drift(read, game) == []
    assert game.outcome is not None
    assert game.decision is None


# --- the tool that records them -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "golden_games.py"))


def _changed(path: Path, change: Callable[[list[str]], None]) -> Path:
    """A copy of a golden game, its lines changed."""
    lines = GAMES[0].read_text(encoding="utf-8").splitlines()
    change(lines)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_the_tool_finds_no_difference_where_there_is_none(tool: dict[str, Any]) -> None:
    assert tool["difference"](GAMES[0]) is None


def test_the_tool_shows_what_is_offered_instead_of_an_answer(tool: dict[str, Any], tmp_path: Path) -> None:
    read = journal.read(GAMES[0])
    place = next(i for i, entry in enumerate(read.entries) if entry.actor == journal.ANYBODY)
    game = journal.replay(read)
    game.rewind(place)
    offered = game.decision
    assert offered is not None
    broken = read._replace(entries=[*read.entries[:place], read.entries[place]._replace(key="retreat")])
    details = list(tool["_where_refused"](broken))
    assert details[-2].startswith("- line ")
    assert details[-2].endswith(": retreat")
    assert details[-1] == f"+ {offered.kind} offers {', '.join(option.key for option in offered.options)}"


def test_the_tool_shows_how_a_situation_differs_item_by_item(tool: dict[str, Any]) -> None:
    old = {"aid": 5, "spaces": {"saigon": {"support": "neutral"}, "hue": {"terror": 1}}}
    new = {"aid": 5, "spaces": {"saigon": {"support": "active_support"}}}
    assert list(tool["changed"](old, new)) == [
        '- spaces.saigon.support: "neutral"',
        '+ spaces.saigon.support: "active_support"',
        '- spaces.hue: {"terror": 1}',
        "+ spaces.hue: null",
    ]


def test_the_tool_names_the_first_card_at_which_a_rule_makes_a_difference(
    tool: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def generous(s: State) -> None:
        s.aid = min(75, s.aid + 1)

    break_passing(monkeypatch, generous)
    for path in GAMES[:3]:  # whether the game goes on differently or stops at an answer
        found = tool["difference"](path)
        assert found.reason.startswith("line ")
        assert [line[:7] for line in found.details if "aid" in line][:2] == ["- aid: ", "+ aid: "]


def test_the_tool_says_what_is_wrong_with_a_damaged_recording(tool: dict[str, Any], tmp_path: Path) -> None:
    damaged = _changed(tmp_path / "game.jsonl", lambda lines: lines.insert(3, "{"))
    assert "line 4" in tool["difference"](damaged).reason


# --- hashes -------------------------------------------------------------------------------------------------------


def test_a_hash_depends_only_on_options_that_are_not_the_default() -> None:
    """A new option with a default must leave the hashes of all journals as they are."""
    state = journal.replay(journal.read(GAMES[0])).checkpoints[0].state
    assert state.options.chosen() == ()
    assert "GameOptions" not in repr(state.facts())
    assert GameOptions(deception=True, by_hand=True).chosen() == (("by_hand", True), ("deception", True))
    assert json.dumps(GameOptions().chosen()) == "[]"
