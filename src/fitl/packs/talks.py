"""A pack's own table of the Paris Peace Talks (S6.8.1), in the place of ours."""

from itertools import pairwise
from typing import Final

from fitl.board.pieces import EDGE_TRACK_MAX
from fitl.board.talks import PEACE, WAR, Cell, Stance, TalksTable
from fitl.packs.reading import Value

MOST_RANGES: Final = 20  # of one score


def read_talks(value: Value) -> TalksTable:
    """The whole table: the ranges of both scores, and a cell for each pair of them."""
    value.only(("nva_from", "us_from", "cells"))
    nva_from = _ranges(value.need("nva_from", "pack.need.talks_from"))
    us_from = _ranges(value.need("us_from", "pack.need.talks_from"))
    cells = value.need("cells", "pack.need.talks_cells")
    rows = cells.items()
    if len(rows) != len(nva_from):
        raise cells.error("pack.talks_rows", n=len(nva_from), found=len(rows))
    return TalksTable("pack", nva_from, us_from, tuple(_row(row, len(us_from)) for row in rows))


def _ranges(value: Value) -> tuple[int, ...]:
    firsts = tuple(item.number(0, EDGE_TRACK_MAX) for item in value.items()[: MOST_RANGES + 1])
    if not firsts or firsts[0] or len(firsts) > MOST_RANGES or any(a >= b for a, b in pairwise(firsts)):
        raise value.error("pack.talks_ranges", most=MOST_RANGES)
    return firsts


def _row(value: Value, n: int) -> tuple[Cell, ...]:
    cells = value.items()
    if len(cells) != n:
        raise value.error("pack.talks_cells", n=n, found=len(cells))
    return tuple(_cell(cell) for cell in cells)


def _cell(value: Value) -> Cell:
    value.only(("nva", "us"))
    return Cell(*(_stance(value.need(side, "pack.need.talks_side")) for side in ("nva", "us")))


def _stance(value: Value) -> Stance:
    value.only((WAR, PEACE))
    if not value.table():
        raise value.error("pack.talks_stance")
    given = value.table()
    return {name: value.at(name).number(-EDGE_TRACK_MAX, EDGE_TRACK_MAX) for name in (WAR, PEACE) if name in given}
