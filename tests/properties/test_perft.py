"""perft: the decision tree from fixed positions has as many branches as when it was last looked at.

A changed number is a changed rule. If it was meant, `python tools/perft_table.py` writes the new table.
"""

import json
from pathlib import Path

import pytest

from fitl.game import Game
from fitl.lab.perft import perft

GOLDEN = Path(__file__).parents[1] / "golden"
TABLE = json.loads((GOLDEN / "perft.json").read_text())


def test_there_are_at_least_twenty_positions() -> None:
    assert len(TABLE) >= 20
    assert sorted(TABLE) == sorted(path.stem for path in (GOLDEN / "positions").glob("*.json"))


@pytest.mark.parametrize("name", sorted(TABLE))
def test_perft(name: str) -> None:
    position = json.loads((GOLDEN / "positions" / f"{name}.json").read_text())
    counts = TABLE[name]
    assert perft(Game.from_position(position, log=False), len(counts))[1:] == counts
