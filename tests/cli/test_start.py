"""Bare `fitl`: a menu at a terminal, the help where nobody can answer."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from fitl.cli import running, start
from fitl.cli.main import main
from tests.cli.support import ScriptedTerminal, fitl, games_in


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ScriptedTerminal:
    """Somebody sits there who types what the test says."""
    terminal = ScriptedTerminal()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(running, "Terminal", lambda: terminal)
    monkeypatch.setattr(start, "somebody_can_answer", lambda: True)
    return terminal


def wish(terminal: ScriptedTerminal, *lines: str) -> Sequence[str] | None:
    terminal.lines = list(lines)
    return start.ask_what(terminal)


def test_without_a_terminal_it_prints_help(tmp_path: Path) -> None:
    done = fitl(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "usage: fitl" in done.stdout
    assert "serve" in done.stdout


def test_each_choice_is_a_command_that_exists(at_a_terminal: ScriptedTerminal) -> None:
    assert wish(at_a_terminal, "1") == ["serve"]
    assert wish(at_a_terminal, "2", "medium", "nva") == ["play", "medium-1968", "--as", "nva"]
    assert wish(at_a_terminal, "2", "", "") == ["play", "short-1965", "--as", "us"]
    assert wish(at_a_terminal, "3") == ["serve", "--page", "learn"]
    assert wish(at_a_terminal, "4", "monsoon rain") == ["cards", "monsoon", "rain"]
    assert wish(at_a_terminal, "q") is None
    assert wish(at_a_terminal) is None  # the end of the input


def test_two_sided_scenarios_offer_their_own_sides(at_a_terminal: ScriptedTerminal) -> None:
    assert wish(at_a_terminal, "2", "diems", "") == ["play", "diems-war-1961", "--as", "arvn"]


def test_what_cannot_be_understood_is_asked_again(at_a_terminal: ScriptedTerminal) -> None:
    for nonsense in ("", "0", "5", "play", "-1", "²"):
        assert wish(at_a_terminal, nonsense) == []
    assert "Type a number from 1 to 4, or q." in at_a_terminal.text
    assert wish(at_a_terminal, "2", "1812") == []
    assert "1812" in at_a_terminal.text
    assert wish(at_a_terminal, "4", "") == []


def test_the_latest_game_can_be_gone_on_with(at_a_terminal: ScriptedTerminal, tmp_path: Path) -> None:
    assert fitl(tmp_path, "play", "short-1965", "--seed", "1", typed="quit\n").returncode == 0
    (saved,) = games_in(tmp_path)
    assert wish(at_a_terminal, "3") == ["resume", str(saved)]
    assert "Continue the latest game" in at_a_terminal.text


def test_cards_are_looked_up_one_after_another(
    at_a_terminal: ScriptedTerminal, capsys: pytest.CaptureFixture[str]
) -> None:
    at_a_terminal.lines = ["4", "gulf of tonkin", "4", "no such card", "4", "abrams", "q"]
    assert main([]) == 0
    told = capsys.readouterr()
    assert "Gulf of Tonkin" in told.out
    assert "Abrams" in told.out
    assert "no such card" in told.err


def test_people_play_from_the_menu(tmp_path: Path) -> None:
    pytest.importorskip("pty")
    from tests.cli.test_robustness import Pty

    screen = Pty(tmp_path)
    assert "Play in the browser" in screen.read_until("> ")
    screen.type("2\n")
    screen.read_until("> ")
    screen.type("medium\n")
    screen.read_until("> ")
    screen.type("vc\n")
    screen.read_until("VC> ")
    screen.type("quit\n")
    screen.read_until("Continue")
    assert screen.process.wait(20) == 0
    assert len(games_in(tmp_path)) == 1
