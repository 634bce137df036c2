"""The table of the Paris Peace Talks (S6.8.1): what the two scores leave each side, War, Peace or a choice.

The printed one could not be read, so the values are ours; a pack may bring others (docs/card-packs.md).

The table is two-dimensional: a row for each range of the NVA score, a column for each range of the US score, each range
from its first number to the next one. A cell says for either side by how much War or Peace changes its marker, War
Weary or Anti-War; a side with both may choose.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from fitl.board.facts import Node, packaged, parse
from fitl.board.pieces import EDGE_TRACK_MAX

WAR: Final = "war"
PEACE: Final = "peace"
SOURCES: Final = ("ours", "printed")

Stance = Mapping[str, int]  # War, Peace or both, each with the change of the side's marker


@dataclass(frozen=True, slots=True)
class Cell:
    """What a pair of scores means."""

    nva: Stance
    us: Stance


@dataclass(frozen=True, slots=True)
class TalksTable:
    """The whole table."""

    source: str  # whose values they are: "ours", "printed" or a "pack"'s
    nva_from: tuple[int, ...]  # the first score of each range
    us_from: tuple[int, ...]
    cells: tuple[tuple[Cell, ...], ...]  # by range of the NVA score, then of the US score

    def at(self, nva_score: int, us_score: int) -> Cell:
        """The cell of two scores."""
        row, column = self.place(nva_score, us_score)
        return self.cells[row][column]

    def place(self, nva_score: int, us_score: int) -> tuple[int, int]:
        """The row and the column of two scores."""
        return _range_of(self.nva_from, nva_score), _range_of(self.us_from, us_score)


def _range_of(firsts: tuple[int, ...], score: int) -> int:
    return max(place for place, first in enumerate(firsts) if first <= score)


def _ranges(node: Node) -> tuple[int, ...]:
    firsts = tuple(item.integer() for item in node.items())
    if not firsts or firsts[0] != 0 or any(a >= b for a, b in pairwise(firsts)):
        raise node.error("expected the first score of each range, from 0 upward")
    return firsts


def _stance(node: Node) -> Stance:
    node.only((WAR, PEACE))
    if not node.table():
        raise node.error('expected "war", "peace" or both')
    return {
        name: node[name].integer(-EDGE_TRACK_MAX, EDGE_TRACK_MAX) for name in (WAR, PEACE) if node.get(name) is not None
    }


def _cell(node: Node) -> Cell:
    node.only(("nva", "us"))
    return Cell(_stance(node["nva"]), _stance(node["us"]))


def read_talks(root: Node) -> TalksTable:
    """The table out of a document, checked."""
    root.only(("format", "source", "nva_from", "us_from", "cells"))
    nva_from, us_from = _ranges(root["nva_from"]), _ranges(root["us_from"])
    rows = root["cells"].items()
    if len(rows) != len(nva_from):
        raise root["cells"].error(f"expected {len(nva_from)} rows, one for each range of the NVA score")
    cells = []
    for row in rows:
        if len(row.items()) != len(us_from):
            raise row.error(f"expected {len(us_from)} cells, one for each range of the US score")
        cells.append(tuple(_cell(item) for item in row.items()))
    return TalksTable(root["source"].one_of(SOURCES), nva_from, us_from, tuple(cells))


def load_talks(source: str | Path) -> TalksTable:
    """Read and check the table, given as JSON text or as the path of a file."""
    root = parse(source)
    root["format"].one_of(("fitl-talks/1",))
    return read_talks(root)


TALKS: Final = load_talks(packaged("talks.json"))
