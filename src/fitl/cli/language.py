"""The language of the command line: `fitl --lang es` before or after a command, for itself and what it starts."""

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from fitl.catalogue import ENGLISH, SETTING, catalogue, messages_in

FLAG: Final = "--lang"


def language_asked(argv: Sequence[str]) -> tuple[str, list[str]]:
    """The language that arguments ask for ("" for none), and the other arguments."""
    language, rest = "", []
    left = iter(argv)
    for argument in left:
        name, equals, value = argument.partition("=")
        if argument == "--":
            rest += [argument, *left]
        elif name != FLAG:
            rest.append(argument)
        elif equals:
            language = value
        elif (following := next(left, None)) is not None:
            language = following
        else:
            rest.insert(0, argument)  # argparse says what is missing
    return language, rest


@contextmanager
def set_language(language: str) -> Iterator[None]:
    """Within this the setting FITL_LANG names the language, for processes started here too; "" changes nothing."""
    before = os.environ.get(SETTING)
    if language:
        os.environ[SETTING] = language
    try:
        yield
    finally:
        if before is not None:
            os.environ[SETTING] = before
        elif language:
            del os.environ[SETTING]


def argparse_words(english: str) -> str:
    """What argparse says in English, in the language spoken here."""
    table = messages_in(ENGLISH)
    found = (name for name, text in table.items() if name.startswith("argparse.") and text == english)
    return catalogue().get(next(found, ""), english)


def argparse_number(one: str, many: str, n: int) -> str:
    """The same of what has a singular and a plural."""
    return argparse_words(one if n == 1 else many)


def teach_argparse() -> None:
    """Let argparse speak the language spoken here: it looks its own words up under these names."""
    setattr(argparse, "_", argparse_words)  # noqa: B010  (no name that typeshed knows)
    setattr(argparse, "ngettext", argparse_number)  # noqa: B010
