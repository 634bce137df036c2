"""Numbers for words: the kinds of question and the answers that are words, each by its place in a list.

Both lists come from the tables that the game is made of, so that every era has its words. A number is good for one
version of the program; `Layout.digest` tells whether another has the same.
"""

from collections.abc import Container, Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from fitl.board.card import card_id
from fitl.board.expansion_cards import ALL_CARDS
from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import KIND_BY_ID
from fitl.board.spaces import ROW_BY_ID
from fitl.catalogue import ENGLISH, messages_in
from fitl.compose import ERAS
from fitl.decisions import Option
from fitl.rules.deception import MARKER_KINDS

ACTIONS: Final = ("event", "op_only", "op_activity", "limop", "operation", "pass")


@cache
def question_kinds() -> tuple[str, ...]:
    """Every kind of question, in order; its number is its place, counted from 1."""
    return tuple(sorted(name.removeprefix("ask.") for name in messages_in(ENGLISH) if name.startswith("ask.")))


@cache
def words() -> tuple[str, ...]:
    """Every answer that is a word and no space, piece or number, in order; its number is its place, counted from 1."""
    found = {*FACTION_IDS, *ACTIONS, *MARKER_KINDS, *map(card_id, ALL_CARDS)}
    for era in ERAS.values():
        found |= {name for names in era.operations.values() for name in names}
        activities = {name for names in era.accompanying.values() for name in names}
        found |= activities | {"sa:" + name for name in activities}
    kinds = set(question_kinds())
    for message in messages_in(ENGLISH):
        if message.startswith("option."):
            kind, _, word = message.removeprefix("option.").rpartition(".")
            if not kind or kind in kinds:
                found.add(word)
    return tuple(sorted(found))


@cache
def kind_numbers() -> dict[str, int]:
    return {kind: number for number, kind in enumerate(question_kinds(), 1)}


@cache
def word_numbers() -> dict[str, int]:
    return {word: number for number, word in enumerate(words(), 1)}


class Row(NamedTuple):
    """An answer in four numbers, each one more than what it stands for and 0 where there is none."""

    word: int
    space: int  # a space or box
    piece: int
    amount: int

    @property
    def packed(self) -> int:
        """All four in one number of 64 bits: a table of many rows is filled far faster so."""
        return self.word | self.space << 16 | self.piece << 32 | self.amount << 48


def unpacked(row: int) -> Row:
    return Row(*(row >> shift & 0xFFFF for shift in (0, 16, 32, 48)))


def _standard_rows() -> dict[str, int]:
    """The rows of all answers whose key says it all: spaces, pieces, pieces in spaces, words."""
    found = {word: Row(number, 0, 0, 0) for word, number in word_numbers().items() if not word.isdecimal()}
    found |= {name: Row(0, row + 1, 0, 0) for name, row in ROW_BY_ID.items()}
    for piece, kind in KIND_BY_ID.items():
        found[piece] = Row(0, 0, kind + 1, 0)
        found |= {f"{piece}@{name}": Row(0, row + 1, kind + 1, 0) for name, row in ROW_BY_ID.items()}
    return {key: row.packed for key, row in found.items()}


_STANDARD: Final = _standard_rows()


def rows_of_options(options: Sequence[Option], begin: int) -> list[int]:
    """The rows of answers, packed; `begin` is the place of the first among all that are offered."""
    standard = _STANDARD.get
    return [standard(option.key) or _row_of(option, place) for place, option in enumerate(options, begin)]


def _row_of(option: Option, place: int) -> int:
    """A word that is not in the list, as card packs may bring it, is told apart from others by its place."""
    if option.amount is not None:
        return Row(0, 0, 0, option.amount + 1).packed
    return Row(word_numbers().get(option.key) or len(words()) + 1 + place, 0, 0, 0).packed


def rows_of_keys(keys: Iterable[str], secret: Container[str] = ()) -> list[int]:
    """The rows of answers that were given, packed, by their keys alone; those that are `secret` are empty rows."""
    standard = _STANDARD.get
    return [0 if key in secret else standard(key) or _row_of_key(key) for key in keys]


def _row_of_key(key: str) -> int:
    """All numbers are amounts here; of words that are not in the list only that much is said."""
    if key.isascii() and key.isdecimal():
        return Row(0, 0, 0, int(key[:4]) + 1).packed
    return Row(len(words()) + 1, 0, 0, 0).packed
