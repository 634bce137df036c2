"""Whoever has the plain build is told once that there is a faster one, where it matters and exists."""

import argparse
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from fitl.cli import compiled_notice
from fitl.cli.main import build_parser
from fitl.cli.running import COMMANDS

ROOT = Path(__file__).parents[2]
Told = Callable[..., str]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """What somebody at a terminal is told who types these words."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(compiled_notice, "is_compiled", lambda: False)
    monkeypatch.setattr(sys, "version_info", (3, 12, 1))

    def run(*words: str, seen: bool = True) -> str:
        args: argparse.Namespace = build_parser().parse_args(words)
        with monkeypatch.context() as patched:
            patched.setattr(sys.stderr, "isatty", lambda: seen)
            compiled_notice.say_once(args)
        return capsys.readouterr().err

    return run


def test_it_is_said_once(told: Told) -> None:
    assert "make compiled" in told("sim", "short-1965")
    assert told("sim", "short-1965") == ""
    assert told("serve") == ""


def test_it_is_said_where_it_matters(told: Told) -> None:
    assert told("cards") == told("play", "short-1965") == told("show", "short-1965") == ""
    assert told("play", "short-1965", "--players", "us=person,others=thinker:quick")


def test_it_is_said_to_people_only(told: Told) -> None:
    assert told("sim", "short-1965", seen=False) == ""
    assert told("sim", "short-1965")


@pytest.mark.parametrize("change", ["compiled", "python", "system"])
def test_it_is_said_only_where_there_is_one(told: Told, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    if change == "compiled":
        monkeypatch.setattr(compiled_notice, "is_compiled", lambda: True)
    elif change == "python":
        monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    else:
        monkeypatch.setattr(sys, "platform", "emscripten")
    assert told("sim", "short-1965") == ""


def test_the_pythons_are_those_that_wheels_are_built_for() -> None:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["cibuildwheel"]["build"]
    assert [f"cp{major}{minor}-*" for major, minor in compiled_notice.PYTHONS] == built.split()


def test_every_slow_command_is_one() -> None:
    assert COMMANDS.keys() >= compiled_notice.SLOW
