"""The terminal's board of the eras before 1964."""

from io import StringIO

import pytest
from rich.console import Console

from fitl.cli.board import board_view
from tests.eras.sovereign_of_discord.support import D61, P61, P63, begun


@pytest.mark.parametrize("scenario", [P61, D61, P63])
def test_the_terminal_shows_tracks_boxes_and_leader_of_1961_to_1963(scenario: str) -> None:
    """P2.4.3, P6.8, P6.9, P6.10."""
    paper = StringIO()
    console = Console(width=120, file=paper)
    console.print(board_view(begun(scenario), console))
    told = paper.getvalue()
    assert "Washington " in told
    assert "Regime Stability Stable" in told or scenario == P63
    assert "Regime Stability" in told
    assert "Ngo Dinh Diem" in told
    assert ("Hanoi 2" in told) == (scenario != P63)  # in 1963 the boxes are empty
