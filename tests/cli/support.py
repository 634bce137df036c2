"""Helpers: run the command as people do, and sit at a terminal with a script."""

import io
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console

import fitl as package
from fitl.cli.terminal import Suggest, Terminal
from fitl.decisions import Decision

SOURCE = Path(package.__file__).parents[1]  # the build under test, plain or compiled


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a command whose games are kept in `home`."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return kept | {"PYTHONPATH": str(SOURCE), "XDG_DATA_HOME": str(home), "TERM": "xterm-256color", **more}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "fitl", *words]


def fitl(home: Path, *words: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end, with this typed into its standard input."""
    return subprocess.run(
        command(*words), input=typed, capture_output=True, text=True, env=environment(home, **more), timeout=120
    )


def games_in(home: Path) -> list[Path]:
    return sorted((home / "fitl" / "games").glob("*"))


class ScriptedTerminal(Terminal):
    """A terminal of a given width whose people type what a script says; None when there is no more."""

    def __init__(self, lines: Sequence[str] = (), width: int = 80) -> None:
        self.out = io.StringIO()
        self.console = Console(
            file=self.out, width=width, height=24, color_system=None, highlight=False, markup=False, emoji=False
        )
        self.interactive = True
        self.lines = list(lines)
        self.answer: Callable[[], str | None] = lambda: self.lines.pop(0) if self.lines else None

    def ask(self, prompt: str, suggest: Suggest = lambda text: ()) -> str | None:
        typed = self.answer()
        self.out.write(prompt + (typed or "") + "\n")
        return typed

    @property
    def text(self) -> str:
        return self.out.getvalue()


def keys(decision: Decision | None) -> list[str]:
    assert decision is not None
    return [option.key for option in decision.options]
