"""Sheets of turns to work out by hand: every die of the turn, and not what the non-player did with it."""

import runpy
from pathlib import Path
from typing import Any

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "bot_turn_sheets.py"


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(TOOL))


@pytest.mark.parametrize("kind", ["flowchart", "trung"])
def test_a_sheet_holds_all_dice_of_its_turn_and_no_reason(tool: dict[str, Any], kind: str) -> None:
    sheets = tool["sheets_of"](tool["games"](7, 1, kind), range(4))
    turns = [sheet for of_faction in sheets.values() for sheet in tool["picked"](of_faction, 4)]
    assert len(turns) == 16
    for sheet in turns:
        page, answers = tool["sheet_text"](1, sheet)
        dice = page.partition("Dice, in order:")[2].splitlines()
        assert len(dice) >= len(sheet.turn.dice) / 2  # two dice of the chart stand on one line
        assert "[" in answers
        assert "Why" not in page
        assert " ".join(sheet.turn.answers) in answers


def test_turns_are_picked_so_that_every_box_comes_up(tool: dict[str, Any]) -> None:
    sheets = tool["sheets_of"](tool["games"](7, 2, "flowchart"), [2])[2]
    every = set().union(*(sheet.tags for sheet in sheets))
    chosen = tool["picked"](sheets, 12)
    assert set().union(*(sheet.tags for sheet in chosen)) == every
