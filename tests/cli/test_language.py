"""`fitl --lang es`: the terminal, its help and what argparse itself says, in another language."""

import os
from pathlib import Path

import pytest

from fitl.catalogue import speaking
from fitl.cli.language import argparse_words, language_asked
from fitl.cli.main import main
from tests.cli.support import fitl
from tests.cli.test_session import sit, table_game
from tests.english_words import english_in


@pytest.mark.parametrize(
    ("argv", "language", "rest"),
    [
        (["--lang", "es", "show", "full"], "es", ["show", "full"]),
        (["show", "--lang=es", "full"], "es", ["show", "full"]),
        (["show", "full"], "", ["show", "full"]),
        (["play", "--lang"], "", ["--lang", "play"]),
        (["play", "--", "--lang", "es"], "", ["play", "--", "--lang", "es"]),
    ],
)
def test_the_language_may_be_asked_for_anywhere(argv: list[str], language: str, rest: list[str]) -> None:
    assert language_asked(argv) == (language, rest)


def test_a_command_speaks_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    before = dict(os.environ)
    assert main(["--lang", "es", "show", "short-1965"]) == 0
    assert "La guerra de Westy" in capsys.readouterr().out
    assert dict(os.environ) == before


def test_help_and_mistakes_are_told_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help", "--lang", "es"])
    assert "uso: fitl" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--lang", "es", "shw"])
    assert "valor no válido: 'shw'" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["shw"])
    assert "invalid choice: 'shw'" in capsys.readouterr().err


def test_what_argparse_says_and_we_do_not_know_stays_english() -> None:
    assert argparse_words("something new of a later Python") == "something new of a later Python"


def sit_in_spanish(tmp_path: Path, *lines: str) -> str:
    with speaking("es"):
        return sit(table_game(), tmp_path / "game.jsonl", *lines).text


@pytest.mark.parametrize("typed", ["operación sin actividad", "operacion sin", "operation without", "op_only"])
def test_an_answer_may_be_typed_in_spanish_in_english_or_by_its_key(tmp_path: Path, typed: str) -> None:
    assert "= Operación sin Actividad Especial" in sit_in_spanish(tmp_path, typed, "quit")


@pytest.mark.parametrize("typed", ["saigon", "Saigón", "vietnam del norte", "north vietnam", "fishhook", "anzuelo"])
def test_a_space_may_be_named_in_either(tmp_path: Path, typed: str) -> None:
    shown = sit_in_spanish(tmp_path, f"show {typed}", "quit")
    assert "Ninguna casilla" not in shown
    assert "Adyacentes:" in shown


@pytest.mark.parametrize("giver", ["vc", "nva", "evn"])
def test_a_faction_may_be_named_by_either_initials(tmp_path: Path, giver: str) -> None:
    shown = sit_in_spanish(tmp_path, f"transfer {giver} 1", "quit")
    assert "Di quién da y cuánto" not in shown


def test_cards_are_found_by_words_of_both(capsys: pytest.CaptureFixture[str]) -> None:
    for search in ("Tropas de EE", "US Troops", "bonzo"):
        assert main(["--lang", "es", "cards", "--search", search]) == 0
        assert "#" in capsys.readouterr().out, search
    assert main(["--lang", "es", "cards", "golfo"]) == 0
    assert "#1 Gulf of Tonkin (Golfo de Tonkín)" in capsys.readouterr().out


# What is typed is English in every language: commands, and what the help gives as examples.
COMMANDS = {
    "all",
    "card",
    "fast",
    "hint",
    "hue",
    "log",
    "quit",
    "sai",
    "saigon",
    "save",
    "show",
    "transfer",
    "undo",
    "why",
}


@pytest.mark.parametrize(
    ("scenario", "players"),
    [
        ("short-1965", "us=person,others=flowchart"),
        ("full-1964", "vc=person,others=trung"),
        ("four-player-1961", "us=person,others=thinker:instant"),
        ("black-april-1973", "arvn=person,nva=thinker:instant"),
    ],
)
def test_a_game_at_the_terminal_shows_no_english_word(tmp_path: Path, scenario: str, players: str) -> None:
    lines = ["?", "show", "show saigon", "card", "log", "why", *["1"] * 30, "?", "why all", "undo", "zzz", "quit"]
    words = ("play", scenario, "--players", players, "--fast", "--seed", "3", "--lang", "es")
    done = fitl(tmp_path, *words, typed="\n".join([*lines, ""]), COLUMNS="250")
    shown = [line for line in done.stdout.splitlines() if str(tmp_path) not in line]
    assert {word.lower() for word in english_in(shown)} <= COMMANDS
    assert len(shown) > 300
