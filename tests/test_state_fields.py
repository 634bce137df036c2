"""A field of the state is declared once: what follows from it is generated, current and complete."""

import runpy
from array import array
from pathlib import Path
from typing import Any

import pytest

from fitl.game import Game
from fitl.state import FIELDS

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "state_fields.py"))


def test_the_generated_parts_are_current(tool: dict[str, Any]) -> None:
    source = tool["STATE"].read_text(encoding="utf-8")
    assert tool["generated"](source) == source, "run python tools/state_fields.py"


def test_a_new_field_is_named_copied_and_begun(tool: dict[str, Any]) -> None:
    source = tool["STATE"].read_text(encoding="utf-8")
    changed = tool["generated"](
        source.replace("    aid: int\n", "    aid: int\n    morale: list[int]\n    weary: int\n")
    )
    for line in ('    "morale",\n', "        new.morale = self.morale[:]\n", "        new.weary = self.weary\n"):
        assert line in changed
    assert '    "weary": 0,\n' in changed


def test_a_copy_shares_nothing_that_the_rules_change_in_place() -> None:
    state = Game.new("short-1965", seed=1).state
    copy = state.copy()
    assert copy == state
    in_place = [name for name in FIELDS if isinstance(getattr(state, name), bytearray | list | array) and name != "log"]
    assert "pieces" in in_place
    assert [name for name in in_place if getattr(copy, name) is getattr(state, name)] == []
