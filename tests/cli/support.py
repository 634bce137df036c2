"""Helpers: run the command in this process or as people do, and sit at a terminal with a script."""

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from rich.console import Console

import fitl as package
from fitl.cli.main import main
from fitl.cli.terminal import Suggest, Terminal
from fitl.decisions import Decision

SOURCE = Path(package.__file__).parents[1]  # the build under test, plain or compiled


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a command whose games are kept in `home`."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return kept | {"PYTHONPATH": str(SOURCE), "XDG_DATA_HOME": str(home), "TERM": "xterm-256color", **more}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "fitl", *words]


def in_a_process(home: Path, *words: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end in a process of its own, with this typed into its standard input."""
    return subprocess.run(
        command(*words), input=typed, capture_output=True, text=True, env=environment(home, **more), timeout=120
    )


class Done(NamedTuple):
    """A command that has ended, and what it wrote."""

    returncode: int
    stdout: str
    stderr: str


def fitl(home: Path, *words: str, typed: str = "", **more: str) -> Done:
    """The same in this process, which saves the second in which an interpreter starts."""
    values = {"COLUMNS": "80"} | environment(home, **more)
    with (
        mock.patch.dict(os.environ, values, clear=True),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")),
        _file_with_copy() as (out, said),
        _file_with_copy() as (err, complained),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = _exit_code(words)
        out.flush()
        err.flush()
        return Done(code, said(), complained())


@contextmanager
def _file_with_copy() -> Iterator[tuple[io.TextIOWrapper, Callable[[], str]]]:
    """A stream to write to, and a way to read it even if the command has put something else in its place."""
    with tempfile.TemporaryFile() as file, os.fdopen(os.dup(file.fileno()), "wb") as written:
        stream = io.TextIOWrapper(written, encoding="utf-8")

        def read() -> str:
            file.seek(0)
            return file.read().decode()

        yield stream, read


def _exit_code(words: Sequence[str]) -> int:
    try:
        return main(words)
    except SystemExit as wrong_usage:
        return int(wrong_usage.code or 0)


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
