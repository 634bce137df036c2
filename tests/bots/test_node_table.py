"""Every node and bullet of every flowchart has a test; the table in docs/bots.md says so."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from fitl.bots.flowchart import nodes

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def table() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "bot_table.py"))


def test_every_node_has_a_test(table: dict[str, Any]) -> None:
    missing = table["missing"]()
    assert not missing, "\n".join([f"{len(missing)} gaps:", *missing])


def test_the_table_is_complete_and_current(table: dict[str, Any]) -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    assert page == table["page"](), "run python tools/bot_table.py"
    for node in nodes():
        assert f"| `{node}` |" in page


def test_every_faction_and_the_events_have_nodes() -> None:
    for prefix in ("us.", "arvn.", "nva.", "vc.", "event."):
        assert any(node.startswith(prefix) for node in nodes()), prefix
