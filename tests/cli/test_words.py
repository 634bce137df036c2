"""Sentences: every rule that asks is explained, and every command is described."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fitl.board.factions import VC
from fitl.board.pieces import KIND_IDS, POLICE, RANGER, US_BASE, US_TROOPS, VC_TUNNEL
from fitl.board.spaces import AVAILABLE, HUE
from fitl.cli.session import Session
from fitl.game import Game
from fitl.state import LogEntry
from fitl.words import card_text, catalogue, in_number, line, piece_name, say
from tests.cli.support import SOURCE, ScriptedTerminal

RULE = re.compile(r"\d+(\.\d+)+")
CITED = re.compile(r"(?<![\d.PS])\d\.\d(?:\.\d)?(?![\d.])")  # of the base game; others have a letter
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
    cited = {
        rule for text in catalogue().values() for rule in re.findall(r"(?<![\d.PS])\d\.\d(?:\.\d)?(?![\d.])", text)
    }
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


# --- number ---


@pytest.mark.parametrize(
    ("kind", "one", "many"),
    [
        (RANGER, "Underground Ranger", "Underground Rangers"),
        (US_BASE, "US Base", "US Bases"),
        (VC_TUNNEL, "Tunneled VC Base", "Tunneled VC Bases"),
        (US_TROOPS, "US Troop", "US Troops"),
        (POLICE, "Police", "Police"),
    ],
)
def test_pieces_are_named_in_their_number(kind: int, one: str, many: str) -> None:
    assert [piece_name(kind, n) for n in (0, 1, 2)] == [many, one, many]
    assert piece_name(kind) == one


@pytest.mark.parametrize(("n", "said"), [(1, "1 Underground Ranger placed"), (2, "2 Underground Rangers placed")])
def test_a_line_of_the_story_counts_its_pieces(n: int, said: str) -> None:
    line = say("log.place", {"n": n, "piece": RANGER, "space": HUE, "box": AVAILABLE})
    assert line == f"{said} in Hue from Available"


def test_a_question_about_many_speaks_of_many() -> None:
    assert say("ask.train.amount", {"piece": RANGER, "space": HUE}).startswith("How many Underground Rangers for Hue?")


def test_other_words_agree_with_their_number_too() -> None:
    assert in_number("hit|hits", 1) == "hit"
    assert in_number("hit|hits", 3) == "hits"
    assert in_number("Troops", 3) == "Troops"
    assert [say("log.air_strike.hits", {"n": n}).split(" (")[0] for n in (1, 4)] == [
        "The Air Strike has 1 hit",
        "The Air Strike has 4 hits",
    ]


def test_a_card_with_one_text_is_told_in_words() -> None:
    said = line(LogEntry("log.event", {"faction": VC, "card": 124, "side": "single"}))
    assert said == f"VC executes the Event #124 Tet Offensive, its one text (5.1): {card_text(124, 'single')}"


def test_no_name_of_a_piece_shows_its_bar() -> None:
    assert not any("|" in piece_name(kind, n) for kind in range(len(KIND_IDS)) for n in (1, 2))


def test_every_die_of_the_rules_says_what_it_is_for() -> None:
    kinds = {kind for file in ASKING for kind in re.findall(r'roll\("[^"]*", "([a-z_.]+)"', file.read_text())}
    assert {"assault.tunnel_die", "assault.cobras_die", "sweep.booby_traps_die"} <= kinds
    assert sorted(kind for kind in kinds if f"roll.{kind}" not in catalogue()) == []
