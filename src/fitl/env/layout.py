"""What stands where in an observation: sections by name, each with the name of every index.

Everything follows from the tables of the game, so that all eras have one layout: what an era lacks is 0 there.
docs/research.md describes the sections; `Layout.names` names every single index.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import Final, NamedTuple

from fitl.board.card import card_id
from fitl.board.expansion_cards import ALL_CARDS
from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import KIND_IDS
from fitl.board.pivotals import PIVOTALS
from fitl.board.spaces import CONTROLLABLE, ROWS, SPACE_COUNT, row_id
from fitl.board.tracks import TRACKS
from fitl.compose import ERAS, STAGE_IDS
from fitl.env.vocabulary import Row, question_kinds, words
from fitl.lasting import LASTING
from fitl.rules.deception import MARKER_KINDS

PAGE: Final = 63  # answers that are shown at a time
NEXT_PAGE: Final = 63  # the action that turns the page where there are more
ACTIONS: Final = PAGE + 1
COLUMNS: Final = Row._fields  # of the table of answers
REMEMBERED: Final = 8  # answers of the present turn, the last first
ABOUT: Final = ("space", "origin", "destination")  # places that a question is about
MOST: Final = 32_767

_CARD: Final = ("number", "coup", *(f"order.{name}" for name in FACTION_IDS))
_SEQUENCE: Final = ("order", "acted", "eligible", "passed", "ineligible", "stays", "executing", "initiative")
_SITUATION: Final = (
    *("era", "era_flags", "stage", "leader", "leader_silenced", "leaders", "us_policy"),
    *("cards_left", "coups_left", "period", "coup_rounds", "monsoon", "last_was_coup"),
)
_QUESTION: Final = ("mine", "kind", "cost", "answers", "page", "pages", *ABOUT, "piece", "n")


class Section(NamedTuple):
    """A run of indices."""

    name: str
    labels: tuple[str, ...]
    least: int
    most: int
    begin: int

    @property
    def end(self) -> int:
        return self.begin + len(self.labels)


@dataclass(frozen=True, slots=True)
class Layout:
    """All sections, in order."""

    sections: dict[str, Section]
    size: int

    @property
    def names(self) -> list[str]:
        """The name of every index: `board.saigon.us_troops`, `track.trail`, `question.kind`."""
        return [f"{section.name}.{label}" for section in self.sections.values() for label in section.labels]

    def slice(self, section: str) -> slice:
        """Where a section stands."""
        found = self.sections[section]
        return slice(found.begin, found.end)

    def index(self, name: str) -> int:
        """Where the value of this name stands."""
        section, _, label = name.partition(".")
        found = self.sections[section]
        return found.begin + found.labels.index(label)

    @property
    def digest(self) -> str:
        """A short hash of every name and of all numbered words: what was learned with another may mean other things."""
        told = (self.names, question_kinds(), words(), list(ERAS), list(STAGE_IDS), ACTIONS)
        return blake2b(repr(told).encode(), digest_size=8).hexdigest()


def _each(*parts: Iterable[str]) -> tuple[str, ...]:
    """Every combination, joined by dots."""
    found = [""]
    for part in parts:
        names = tuple(part)
        found = [f"{before}.{name}" if before else name for before in found for name in names]
    return tuple(found)


@cache
def layout() -> Layout:
    """The layout of this version."""
    rows = [row_id(row) for row in range(ROWS)]
    effects = [f"{row.card and card_id(row.card)}.{row.side}" for row in LASTING]
    tables: tuple[tuple[str, tuple[str, ...], int, int], ...] = (
        ("board", _each(rows, KIND_IDS), 0, 255),
        ("support", tuple(rows[:CONTROLLABLE]), -2, 2),
        ("control", tuple(rows[:CONTROLLABLE]), -1, 1),
        ("terror", tuple(rows[:SPACE_COUNT]), 0, 255),
        ("effect", tuple(effects), 0, 1),
        ("pivotal", tuple(card_id(pivotal.card) for pivotal in PIVOTALS), 0, 1),
        ("card_known", tuple(card_id(card) for card in sorted(ALL_CARDS)), 0, 2),
        ("resources", FACTION_IDS, 0, 255),
        ("track", tuple(TRACKS), 0, 255),
        ("margin", FACTION_IDS, -MOST, MOST),
        ("plays", FACTION_IDS, 0, 1),
        ("seat", FACTION_IDS, 0, 1),
        ("sequence", _each(_SEQUENCE, FACTION_IDS), 0, 8),
        ("card", _CARD, 0, MOST),
        ("next_card", _CARD, 0, MOST),
        ("situation", _SITUATION, -1, MOST),
        ("marker", _each(("held",), FACTION_IDS) + _each(("shown",), FACTION_IDS, MARKER_KINDS), 0, 12),
        ("own_marker", MARKER_KINDS, 0, 12),
        ("asked", FACTION_IDS, 0, 1),
        ("question", _QUESTION, -1, MOST),
        ("turn_faction", tuple(map(str, range(REMEMBERED))), 0, len(FACTION_IDS)),
        ("turn", _each(map(str, range(REMEMBERED)), COLUMNS), 0, MOST),
        ("touched", tuple(rows), 0, MOST),
    )
    sections: dict[str, Section] = {}
    begin = 0
    for name, labels, least, most in tables:
        sections[name] = Section(name, labels, least, most, begin)
        begin += len(labels)
    return Layout(sections, begin)
