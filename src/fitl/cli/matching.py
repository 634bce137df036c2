"""From what a person types to what is meant: a number, a key, or the beginnings of words."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

from fitl.board.card import card_number
from fitl.cardset import CardSet
from fitl.catalogue import in_english
from fitl.compose import BASE
from fitl.decisions import Decision
from fitl.words import card_text, label

LONGEST_NUMBER: Final = 6  # digits; no card has this many

_WORD = re.compile(r"[a-z0-9]+")
_INITIALS = re.compile(r"(?<=\b\w\w)\.\s(?=\w\w\b)")  # between those of two letters each


def plain(text: str) -> str:
    """A text as it is searched: small letters, no accents, initials in one word.

    "Saigón" and "saigon" are the same, and so are "EE. UU." and "eeuu".
    """
    letters = unicodedata.normalize("NFD", _INITIALS.sub("", text.lower()))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def words_of(text: str) -> list[str]:
    """The words of a text as they are compared: "Saigon-Can Tho" and "saigon can_tho" are the same."""
    return _WORD.findall(plain(text))


def matches(typed: str, names: Sequence[Sequence[str]]) -> list[int]:
    """Which things are meant, each known by several names: the exact one, else those that begin so or have such words.

    `sai` means Saigon, `da nang` Da Nang although there is a Da Nang-Dak To, `troops hue` the US Troops in Hue.
    """
    wanted = words_of(typed)
    if not wanted:
        return []
    spelled = " ".join(wanted)
    known = [[words_of(name) for name in each] for each in names]
    joined = [[" ".join(words) for words in each] for each in known]
    exact = [i for i, each in enumerate(joined) if spelled in each]
    if exact:
        return exact
    beginning = [i for i, each in enumerate(joined) if any(name.startswith(spelled) for name in each)]
    if beginning:
        return beginning
    return [i for i, each in enumerate(known) if any(_contains(words, wanted) for words in each)]


def _contains(words: list[str], wanted: list[str]) -> bool:
    """Is every word typed the beginning of a word of its own?"""
    left = list(words)
    for beginning in wanted:
        found = next((word for word in left if word.startswith(beginning)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def cards_meant(typed: str, cards: CardSet) -> list[int]:
    """The cards named by number (`47`, `#47`), by id (`P73`, `p4*`) or by words of the title."""
    name = "".join(typed.split()).lstrip("#").rstrip("*")
    plain_number = name.isascii() and name.isdecimal() and len(name) < LONGEST_NUMBER
    number = int(name) if plain_number else card_number(name)
    if number is not None and number in cards.facts:
        return [number]
    numbers = sorted(cards.facts)
    titles = [(cards.facts[each].title, card_text(each, "gloss", cards) or "") for each in numbers]
    return [numbers[place] for place in matches(typed, titles)]


class Choice(NamedTuple):
    """One answer as a person sees it."""

    mark: str  # what to type for it, before its label
    label: str
    key: str


class Choices:
    """The answers of a decision and how they may be typed.

    Where the answers are numbers themselves (an amount, a die, a card) a number typed means that number; elsewhere it
    means the place in the list.
    """

    def __init__(self, decision: Decision, cards: CardSet = BASE) -> None:
        self._decision, self._cards = decision, cards
        self.numeric = any(option.key.isdecimal() for option in decision.options)
        self.all = [
            Choice(option.key if self.numeric else str(place), label(decision, option, cards), option.key)
            for place, option in enumerate(decision.options, 1)
        ]

    def find(self, typed: str) -> list[Choice]:
        """What was typed may mean these."""
        number = typed.strip().rstrip(")")
        if number.isdecimal():
            return [choice for choice in self.all if choice.mark.isdecimal() and int(choice.mark) == int(number)]
        for choice in self.all:
            if typed == choice.key:
                return [choice]
        return [self.all[i] for i in matches(typed, self._names())]

    def _names(self) -> list[tuple[str, ...]]:
        """Each answer by its label and its key, and where another language is spoken in English and in both."""
        english = [
            in_english(lambda option=option: label(self._decision, option, self._cards))  # type: ignore[misc]
            for option in self._decision.options
        ]
        return [
            (choice.label, choice.key, *((also, f"{choice.label} | {also}") if also else ()))
            for choice, also in zip(self.all, english, strict=True)
        ]

    def plain_numbers(self) -> list[int]:
        """The answers that are nothing but numbers, in order."""
        return sorted(int(choice.key) for choice in self.all if choice.key.isdecimal() and choice.label == choice.key)
