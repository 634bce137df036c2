"""Setting pieces into an area: as large as they fit, in rows (the page's `js/map/packing.js` does the same)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

LINE: Final = 0.92  # height of a row in heights of a piece
SPACE: Final = 0.22  # between pieces of a row, in heights of a piece
STEP: Final = 0.5


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    def grown(self, by: float) -> "Box":
        """This box made larger around its middle."""
        width, height = self.width * by, self.height * by
        return Box(self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height)


class Packing(NamedTuple):
    """How high a piece is drawn, and where each one starts: its left edge, its middle height."""

    height: float
    places: list[tuple[float, float]]


Row = list[float]  # the widths of its pieces


def rows_of(widths: Sequence[float], width: float, height: float) -> list[Row]:
    """Pieces of a height broken into rows no wider than a width (one that is wider has a row of its own)."""
    rows: list[Row] = []
    for each in widths:
        if rows and length_of([*rows[-1], each * height], height) <= width:
            rows[-1].append(each * height)
        else:
            rows.append([each * height])
    return rows


def length_of(row: Row, height: float) -> float:
    return sum(row) + (len(row) - 1) * SPACE * height


def pack(widths: Sequence[float], box: Box, largest: float, smallest: float) -> Packing:
    """The largest height at which all fit; at the smallest they may reach beyond the box, and none is left out."""
    height = largest
    while height > smallest and not fits(widths, box, height):
        height -= STEP
    return placed(rows_of(widths, box.width, height), box, height)


def fits(widths: Sequence[float], box: Box, height: float) -> bool:
    rows = rows_of(widths, box.width, height)
    return len(rows) * LINE * height <= box.height and all(length_of(row, height) <= box.width for row in rows)


def placed(rows: Sequence[Row], box: Box, height: float) -> Packing:
    """Rows around the middle of a box, each centred."""
    places = []
    for at, row in enumerate(rows):
        y = box.y + box.height / 2 + (at - (len(rows) - 1) / 2) * LINE * height
        x = box.x + (box.width - length_of(row, height)) / 2
        for width in row:
            places.append((x, y))
            x += width + SPACE * height
    return Packing(height, places)
