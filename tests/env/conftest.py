"""What the tests of the environment share."""

from dataclasses import replace

import pytest

from fitl.board.scenarios import SCENARIOS

THREE_ERAS = ("short-1965", "diems-war-1961", "black-april-1973")


@pytest.fixture
def every_era(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenarios that players may not choose yet can be played here."""
    for name in THREE_ERAS:
        monkeypatch.setitem(SCENARIOS, name, replace(SCENARIOS[name], playable=True))
