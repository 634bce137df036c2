"""A third language costs a folder and nothing else: one made of English with accents is spoken everywhere."""

import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

import fitl.catalogue
from fitl.board.spaces import SPACES
from fitl.catalogue import languages, messages_in, read_messages, speaking
from fitl.cli.language import argparse_words
from fitl.cli.matching import plain
from fitl.server import library
from fitl.server.language import preferred
from tests.english_words import NAMES, OTHERS, words_in
from tests.test_catalogue import SOURCE
from tests.test_spanish_play import told

ACCENTED = str.maketrans("aeiouAEIOU", "àèìòùÀÈÌÒÙ")
LETTERS = re.compile(r"[^\W\d_]{3,}")
FIELD = re.compile(r"\{(\w+)(![rs])?(?::((?:[^{}]|\{[^{}]*\})*))?\}")
ENGLISH = read_messages(SOURCE / "messages" / "en")
# What is the same in every language: what is typed, patterns of numbers, whole pages of formats.
SAME = re.compile(r"number\.|cli\.usage\.|cli\.lab\.learn_command|lab\.balance\.page|lab\.strength\.page")


def accented(text: str) -> str:
    """A message with an accent on every vowel, its parameters as they are."""
    parts, at = [], 0
    for found in FIELD.finditer(text):
        parts.append(text[at : found.start()].translate(ACCENTED))
        name, how, form = found[1], found[2] or "", found[3]
        if form and "|" in form:
            form = form.translate(ACCENTED)
        parts.append(f"{{{name}{how}{'' if form is None else ':' + form}}}")
        at = found.end()
    return "".join(parts) + text[at:].translate(ACCENTED)


def as_toml(messages: dict[str, str]) -> str:
    quoted = {
        name: text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") for name, text in messages.items()
    }
    return "".join(f'"{name}" = "{text}"\n' for name, text in quoted.items())


@pytest.fixture
def third(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The language `qq`: a folder beside the others."""
    for language in ("en", "es"):
        (tmp_path / language).symlink_to(SOURCE / "messages" / language)
    (tmp_path / "qq").mkdir()
    made = {name: text if SAME.match(name) else accented(text) for name, text in ENGLISH.items()}
    text = as_toml(made)
    assert tomllib.loads(text)
    (tmp_path / "qq" / "all.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(fitl.catalogue, "files", lambda package: tmp_path)
    forget()
    yield "qq"
    forget()


def forget() -> None:
    languages.cache_clear()
    messages_in.cache_clear()


def test_a_folder_is_a_language(third: str) -> None:
    assert languages() == ("en", "es", third)
    assert preferred("qq-QQ, en;q=0.5") == third
    with speaking(third):
        page = library.messages()
        assert page["language.of.qq"] == "Ènglìsh"
        assert page["lobby.new.create"] == "Crèàtè thè gàmè"
        assert argparse_words("usage: ") == "ùsàgè: "


@pytest.mark.parametrize("scenario", ["short-1965", "diems-war-1961", "black-april-1973"])
def test_everything_in_a_game_is_told_in_it(third: str, scenario: str) -> None:
    vowel = re.compile("[aeiou]")
    printed = NAMES | OTHERS | {name for space in SPACES for name in (space.name, space.short)}
    known = words_in(text for name, text in ENGLISH.items() if not SAME.match(name))
    known -= {word.lower() for name in printed for word in LETTERS.findall(name)}
    with speaking(third):
        shown = set(chain.from_iterable(LETTERS.findall(text) for text in told(scenario, seed=2, answers=600)))
    missed = {
        word for word in shown if plain(word) == word.lower() and vowel.search(word.lower()) and word.lower() in known
    }
    assert missed == set()
    assert "Gùèrrìllàs" in shown
