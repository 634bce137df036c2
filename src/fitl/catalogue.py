"""The message catalogue: every sentence a player reads, by id, from `messages/<language>/*.toml`.

Ids are dotted paths into the tables of those files. This module knows nothing of the game, so that every other may
use it: `tell` fills a message with plain values; `words.say` does so with Factions, spaces, pieces and cards, which it
names first.

A message names its parameters in braces: `{file}`, `{value!r}`, `{share:.0%}`. Words that have two forms are written
with a bar, the form for one first: `{n:hit|hits}` is "hit" if n is 1 and else "hits". Braces of its own are doubled,
but only in a message that has parameters; one without is shown as it stands.

A language is a folder beside `en`; what it lacks is said in English. FITL_LANG names the one to use.
"""

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any, Final

ENGLISH: Final = "en"
SETTING: Final = "FITL_LANG"


def languages() -> tuple[str, ...]:
    """The languages there are."""
    return tuple(sorted(folder.name for folder in files("fitl.messages").iterdir() if _tables(folder)))


def _tables(folder: Traversable) -> list[Traversable]:
    if not folder.is_dir():
        return []
    return sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)


def wanted_language() -> str:
    """The language the setting names, whether we have it or not."""
    return os.environ.get(SETTING, "").strip().lower() or ENGLISH


def _flatten(tree: Mapping[str, Any], prefix: str, into: dict[str, str]) -> None:
    for key, value in tree.items():
        path = f"{prefix}{key}"
        if isinstance(value, str):
            if path in into:
                raise ValueError(f"message {path!r} stands in two files of the catalogue")
            into[path] = value
        else:
            _flatten(value, path + ".", into)


def read_messages(folder: Traversable) -> dict[str, str]:
    """The messages in one folder of tables, by id."""
    messages: dict[str, str] = {}
    for file in _tables(folder):
        _flatten(tomllib.loads(file.read_text(encoding="utf-8")), "", messages)
    return messages


@cache
def catalogue(language: str | None = None) -> dict[str, str]:
    """All messages of a language (if none is named: of the one that is set, else English), by id."""
    language = language or wanted_language()
    messages = read_messages(files("fitl.messages").joinpath(ENGLISH))
    if language != ENGLISH and language in languages():
        messages |= read_messages(files("fitl.messages").joinpath(language))
    return messages


def has_message(message: str) -> bool:
    return message in catalogue()


def in_number(forms: str, n: int) -> str:
    """Of "one|many" the form that goes with n things."""
    one, _, many = forms.partition("|")
    return many if n != 1 and many else one


class _Sentence(Formatter):
    """Fills in a message; see the top of this file for what follows a colon."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            return in_number(format_spec, value)
        return format(value, format_spec)


SENTENCE: Final = _Sentence()


def tell(message: str, /, **params: Any) -> str:
    """A message of the catalogue, its parameters filled in as they are."""
    template = catalogue()[message]
    return SENTENCE.format(template, **params) if params else template
