"""docs/research.md keeps its word: its code runs as it stands there, its files and its commands too."""

import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from fitl.cli.main import build_parser

TEXT = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")


def test_the_code_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    known: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        file = re.match(r"# (\w+\.py)\n", block)
        if file:
            (tmp_path / file[1]).write_text(block, encoding="utf-8")
        else:
            exec(compile(block, "research.md", "exec"), known)
    sys.modules.pop("brisk", None)
    assert known["names"][known["trail"]] == "track.trail"
    assert len(known["ended"]) <= 8
    assert (known["brisk"].games, known["brisk"].failed) == (8, 0)


def test_the_commands_of_the_page_are_read() -> None:
    commands = re.findall(r"^(fitl .*)$", TEXT, re.MULTILINE)
    assert commands
    for command in commands:
        build_parser().parse_args(shlex.split(command)[1:])


def test_the_agent_has_twenty_lines() -> None:
    (agent,) = re.findall(r"```python\n# brisk.py\n(.*?)```", TEXT, re.DOTALL)
    assert len([line for line in agent.splitlines() if line.strip()]) <= 20
