"""Every point that a Trung bot may tell of has a test that is marked with it, or stands in the list of the others."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fitl.bots.trung.nodes import NODES

# Points that no marked test passes, each with its reason.
_GAMES = "comes up in whole games only"
NEVER = {
    **dict.fromkeys(
        (
            *("trung.found", "trung.give_up_kind", "trung.lift", "trung.nothing_to_do"),
            *("trung.event.give_up", "trung.event.keep"),
        ),
        _GAMES,
    ),
    "trung.event.stay": "only Events that no Trung bot takes let it leave a move out",
}


def marks_of(test: Any) -> Iterator[str]:
    """The nodes of a test: its own marks, and those of its parameters."""
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "node":
            yield from mark.args
        elif mark.name == "parametrize":
            for row in mark.args[1]:
                for inner in getattr(row, "marks", ()):
                    yield from inner.args if inner.name == "node" else ()


def marked() -> set[str]:
    found: set[str] = set()
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        module = importlib.import_module(f"tests.bots.trung.{path.stem}")
        for name, test in vars(module).items():
            if name.startswith("test_"):
                found |= set(marks_of(test))
    return found


def test_every_node_has_a_test_that_passes_it() -> None:
    found = marked()
    assert sorted(found - set(NODES)) == [], "marks that are no nodes"
    assert sorted(set(NODES) - found) == sorted(NEVER)
