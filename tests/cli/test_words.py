"""Sentences: every rule that asks is explained, and every command is described."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fitl.cli.session import Session
from fitl.game import Game
from fitl.words import catalogue
from tests.cli.support import SOURCE, ScriptedTerminal

RULE = re.compile(r"\d+(\.\d+)+")
ASKING = [*(SOURCE / "fitl" / "rules").rglob("*.py"), *(SOURCE / "fitl" / "events").rglob("*.py")]


def rules_cited(file: Path) -> Iterator[str]:
    """The string constants of a module that are rule numbers: what its decisions give as their rule."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE.fullmatch(node.value):
            yield node.value


@pytest.mark.parametrize("file", ASKING, ids=lambda file: str(file.relative_to(SOURCE)))
def test_every_rule_that_asks_is_explained(file: Path) -> None:
    missing = sorted({rule for rule in rules_cited(file) if f"rule.{rule}" not in catalogue()})
    assert missing == []


def test_every_rule_a_message_cites_is_explained() -> None:
    cited = {rule for text in catalogue().values() for rule in re.findall(r"(?<![\d.P])\d\.\d(?:\.\d)?(?![\d.])", text)}
    missing = sorted(rule for rule in cited if f"rule.{rule}" not in catalogue())
    assert missing == []


def test_every_command_is_described(tmp_path: Path) -> None:
    session = Session(Game.new("full-1964"), ScriptedTerminal(), tmp_path / "game")
    for name in session._commands:
        assert f"cli.usage.{name}" in catalogue()
        assert f"cli.help.{name}" in catalogue()


def test_no_option_hides_behind_a_command(tmp_path: Path) -> None:
    session = Session(Game.new("full-1964"), ScriptedTerminal(), tmp_path / "game")
    keys = {message.rpartition(".")[2] for message in catalogue() if message.startswith("option.")}
    assert keys.isdisjoint({*session._commands, "help", "exit", "q"})
