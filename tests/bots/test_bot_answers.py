"""The tool that compares all answers and reasons of non-players before and after a change."""

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fitl.bots.mind import Mind

TOOL = Path(__file__).parents[2] / "tools" / "bot_answers.py"


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(TOOL))


@pytest.mark.parametrize("kind", ["flowchart", "trung"])
def test_every_cast_comes_with_every_scenario_and_with_both_readings(tool: dict[str, Any], kind: str) -> None:
    tables = [tool["table"](number, kind) for number in range(tool["GAMES"])]
    pairs = {(table.scenario, table.cast) for table in tables}
    assert len(pairs) == len(tool["SCENARIOS"]) * len(tool["CASTS_OF"][kind])
    assert {(table.scenario, table.cast) for table in tables if table.other_readings} == pairs
    assert len({table.name for table in tables}) == len(tables)


@pytest.mark.parametrize("kind", ["flowchart", "trung"])
def test_answers_and_reasons_are_told_and_a_changed_reason_is_noticed(
    tool: dict[str, Any], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: Callable[[int, str], tuple[str, str]] = tool["told"]
    before = told(0, kind)
    assert told(0, kind) == before
    visit = Mind.visit

    def other_visit(mind: Mind, node: str, **params: Any) -> None:
        visit(mind, node, **params, another=1)

    monkeypatch.setattr(Mind, "visit", other_visit)
    assert told(0, kind)[1] != before[1]
