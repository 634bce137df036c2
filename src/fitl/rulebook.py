"""Which rule holds in an era: the base game's number, or that of the era's own book (P for 1961-63, S for 1973-75).

The rules cite base numbers wherever a rule of the base game is carried out. Code that shows a number to people asks
here. A book's own number is the base number behind its letter; `BOOKS` lists, era by era, what differs from that.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from fitl.board.factions import ARVN, US
from fitl.catalogue import has_message
from fitl.decisions import CHANCE, Decision
from fitl.era import Era


class Book(NamedTuple):
    """The rules of an expansion as far as they hold in an era."""

    letter: str
    words: str  # the table of prompts that are worded for these years
    not_here: frozenset[str] = frozenset()  # its numbers that do not hold in the era, or speak of something else
    instead: Mapping[str, str] = {}  # by base number: another number of the book
    of_faction: Mapping[tuple[int, str], str] = {}  # the same for one Faction
    replaced: frozenset[str] = frozenset()  # base numbers of which nothing is left


def _numbers(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# The sequence of two players replaces that of the base game (P2.3, S2.3); its numbers are others.
_SEQUENCE: Final = _numbers("2.3 2.3.1 2.3.2 2.3.3 2.3.4 2.3.5 2.3.6 2.3.7")
_SEQUENCE_OF_TWO: Final = {
    "2.3.1": "2.3",
    "2.3.2": "2.3.1",
    "2.3.4": "2.3.2",
    "2.3.5": "2.3.4",
    "2.3.6": "2.3.5",
    "2.3.7": "2.3.6",
    "2.3.8": "2.3.7",
    "2.3.9": "2.3",
}
# The Coup cards of an expansion are others (2.4), it has no Deception markers (7.3), and its 4.4.1 is Direct.
_OTHER_THINGS: Final = _numbers("2.4 2.4.1 2.4.2 7.3")
_WITHOUT_BASE: Final = _numbers("2.1 6.2.5 6.4.3 6.4.5 6.5 6.7")
_IN_1961: Final = {"4.4.3": "P4.5.3", "6.3.2": "P6.3.1"}  # only VC Ambushes; how far it Agitates
_AFTER_RETREAT: Final = _numbers("1.8 1.8.1 3.1 3.1.2 3.2 4.2 4.5 4.5.2 5.5 6.2.3 6.5")
_BLACK_APRIL: Final = _numbers("6.2.4 6.3 6.3.2")
_FLIGHTS_AFTER_RETREAT: Final = {(ARVN, "4.2.2"): "S4.3.5", (ARVN, "4.2.3"): "S4.3.5", (US, "4.2.2"): "S4.2"}


def _of_two(letter: str) -> dict[str, str]:
    return {number: letter + other for number, other in _SEQUENCE_OF_TWO.items()}


_FOUR_IN_1973: Final = _OTHER_THINGS | _SEQUENCE | _BLACK_APRIL
_RETREATED: Final = Book("S", "in_1973", _FOUR_IN_1973, {}, _FLIGHTS_AFTER_RETREAT, _numbers("2.1"))

# By era; one that is missing plays by the base game's numbers.
BOOKS: Final[Mapping[str, Book]] = {
    "sod": Book("P", "in_1961", _OTHER_THINGS | _SEQUENCE | {"4.4.1", "6.2.3"}, _IN_1961, replaced=_WITHOUT_BASE),
    "diems_war": Book(
        "P",
        "in_1961",
        _OTHER_THINGS | {"4.4.1"},
        _IN_1961 | _of_two("P") | {"4.2.2": "P4.3.4"},
        replaced=_WITHOUT_BASE | _SEQUENCE | {"2.3.8"},
    ),
    "fall_of_diem": Book(  # P7.4 says all of it
        "P", "in_1961", _OTHER_THINGS, {"2.4": "P7.4", "6.4": "P7.4", "6.4.2": "P7.4"}
    ),
    "extended": Book("", "", instead={"6.1": "S6.1"}),
    "post_paris": Book("S", "in_1973", _FOUR_IN_1973 | _AFTER_RETREAT, replaced=_numbers("2.1")),
    "us_leaving": _RETREATED,
    "after_retreat": _RETREATED,
    "black_april": Book(
        "S",
        "in_1973",
        _OTHER_THINGS,
        _of_two("S"),
        _FLIGHTS_AFTER_RETREAT,
        replaced=_SEQUENCE | {"2.1", "2.3.8", "6.5"},
    ),
}
_BASE: Final = Book("", "")

_CITED: Final = re.compile(r"\((\d+\.\d[\d.]*(?:, \d+\.\d[\d.]*)*)\)")


def book_of(era: Era) -> Book:
    """The book of an era, whichever line of a campaign it belongs to."""
    return BOOKS.get(era.id.removesuffix(era.line), _BASE)


def rule_in(era: Era, number: str, faction: int) -> str:
    """The number under which a rule of the base game stands in this era, for this Faction."""
    book = book_of(era)
    own = book.of_faction.get((faction, number)) or book.instead.get(number)
    if own is not None:
        return own
    if not book.letter or number in book.not_here or not has_message(f"rule.{book.letter}{number}"):
        return number
    return book.letter + number


def rule_behind(era: Era, decision: Decision) -> str:
    """The number that the rule of a question has in this era."""
    return rule_in(era, decision.rule, asker(decision))


def asker(decision: Decision) -> int:
    """The Faction whose rules a question follows: a die is rolled for the Faction it names."""
    rolls: int = (decision.params or {}).get("faction", decision.actor)
    return rolls if decision.actor == CHANCE else decision.actor


def beside(era: Era, number: str) -> str:
    """The rule of the base game that still holds beside the era's rule of this number; "" if there is none."""
    book = book_of(era)
    if not book.letter or not number.startswith(book.letter):
        return ""
    base = number.removeprefix(book.letter)
    return "" if base in book.replaced or not has_message(f"rule.{base}") else base


def explained(number: str) -> str:
    """The rule that explains this one: 6.4 explains 6.4.2 where that has no text; "" if there is no such rule."""
    while number and not has_message(f"rule.{number}"):
        number = number.rpartition(".")[0]
    return number


def cited_in(era: Era, words: str, faction: int) -> str:
    """A question with the numbers that its rules have in this era."""
    return _CITED.sub(lambda found: f"({_renumbered(era, found[1], faction)})", words)


def _renumbered(era: Era, numbers: str, faction: int) -> str:
    return ", ".join(dict.fromkeys(rule_in(era, number, faction) for number in numbers.split(", ")))
