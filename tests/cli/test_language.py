"""`fitl --lang es`: the terminal, its help and what argparse itself says, in another language."""

import os

import pytest

from fitl.cli.language import argparse_words, language_asked
from fitl.cli.main import main


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
