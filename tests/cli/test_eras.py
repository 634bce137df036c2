"""The terminal's board and answers of the eras before 1964."""

from io import StringIO

import pytest
from rich.console import Console

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.cli.board import board_view
from fitl.decisions import Decision, Option
from fitl.words import label
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


@pytest.mark.parametrize(("scenario", "faction"), [(P61, US), (P61, NVA), (P61, VC), (D61, ARVN)])
def test_every_operation_of_the_era_is_offered_by_its_name(scenario: str, faction: int) -> None:
    """P3.2, P3.3."""
    s = begun(scenario)
    decision = Decision(faction, "turn.operation", "3.1", [Option(name, name) for name in s.era.operations[faction]])
    named = [label(decision, option) for option in decision.options]
    assert [name.lower() for name in named] == [*s.era.operations[faction]]
    assert all(name[0].isupper() for name in named)
