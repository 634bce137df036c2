"""A small writer of SVG: just the shapes our plots need, and the plot of a balance run."""

import statistics
from collections.abc import Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from fitl.catalogue import tell
from fitl.words import faction_name

COLOURS: Final = ("#7d7a2c", "#e0b020", "#c03a2b", "#2f7fc1")  # US, ARVN, NVA, VC, as their pieces
INK: Final = "#222222"
PALE: Final = "#cccccc"

WIDTH: Final = 900
PANEL: Final = 150  # height of one scenario
TOP: Final = 60
LEFT: Final = 130
BARS: Final = (LEFT, 330)  # from 0% to 100%
BOXES: Final = (420, 870)  # from the lowest margin to the highest
ROW: Final = 26


class Drawing:
    """Shapes collected into one SVG document."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'font-family="sans-serif" font-size="13" role="img">',
            f"<title>{escape(title)}</title>",
        ]
        self.rect(0, 0, width, height, "#ffffff")

    def rect(self, x: float, y: float, width: float, height: float, fill: str, title: str = "") -> None:
        inside = f"<title>{escape(title)}</title>" if title else ""
        self._parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill={quoteattr(fill)}>'
            f"{inside}</rect>"
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str = INK, width: float = 1) -> None:
        self._parts.append(
            f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" '
            f'stroke={quoteattr(colour)} stroke-width="{_n(width)}"/>'
        )

    def text(self, x: float, y: float, words: str, anchor: str = "start", bold: bool = False) -> None:
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}" fill="{INK}"{weight}>{escape(words)}</text>'
        )

    def done(self) -> str:
        """The document."""
        return "\n".join([*self._parts, "</svg>", ""])


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def quantiles(numbers: Sequence[int]) -> tuple[float, float, float, float, float]:
    """The 5th, 25th, 50th, 75th and 95th hundredth."""
    if len(numbers) == 1:
        only = float(numbers[0])
        return only, only, only, only, only
    cuts = statistics.quantiles(numbers, n=20, method="inclusive")
    return cuts[0], cuts[4], cuts[9], cuts[14], cuts[18]


# A scenario's name, and by Faction the share of wins and the margins.
Panel = tuple[str, Mapping[int, float], Mapping[int, Sequence[int]]]


def balance_plot(panels: Sequence[Panel], title: str) -> str:
    """One panel per scenario (name, share of wins by Faction, margins by Faction): bars of wins, boxes of margins."""
    drawing = Drawing(WIDTH, TOP + PANEL * len(panels) + 30, title)
    drawing.text(LEFT, 24, tell("lab.balance.wins"), bold=True)
    drawing.text(BOXES[0], 24, tell("lab.balance.margins"), bold=True)
    every = [margin for _, _, margins in panels for of_one in margins.values() for margin in of_one] or [0]
    low, high = min(*every, 0) - 1, max(*every, 0) + 1

    def place(margin: float) -> float:
        return BOXES[0] + (margin - low) * (BOXES[1] - BOXES[0]) / (high - low)

    for number, (name, shares, margins) in enumerate(panels):
        top = TOP + PANEL * number
        foot = top + 8 + len(shares) * ROW
        drawing.text(14, top, name, bold=True)
        for percent in (0, 25, 50, 75, 100):
            x = BARS[0] + percent * (BARS[1] - BARS[0]) / 100
            drawing.line(x, top + 8, x, foot, PALE)
            drawing.text(x, foot + 14, f"{percent}%", "middle")
        for margin in range(-(-low // 10) * 10, high + 1, 10):
            drawing.line(place(margin), top + 8, place(margin), foot, INK if margin == 0 else PALE)
            drawing.text(place(margin), foot + 14, f"{margin:+}" if margin else "0", "middle")
        for row, faction in enumerate(shares):
            y = top + 8 + ROW * row
            drawing.text(LEFT - 10, y + 18, faction_name(faction), "end")
            length = shares[faction] * (BARS[1] - BARS[0])
            drawing.rect(BARS[0], y + 4, length, ROW - 8, COLOURS[faction], f"{shares[faction]:.1%}")
            drawing.text(BARS[0] + length + 5, y + 18, f"{shares[faction]:.0%}")
            if margins[faction]:
                _box(drawing, [place(each) for each in quantiles(margins[faction])], y, COLOURS[faction])
    return drawing.done()


def _box(drawing: Drawing, at: Sequence[float], y: float, colour: str) -> None:
    low, quarter, middle, three_quarters, high = at
    centre = y + ROW / 2
    drawing.line(low, centre, high, centre)
    for end in (low, high):
        drawing.line(end, centre - 4, end, centre + 4)
    drawing.rect(quarter, y + 5, max(three_quarters - quarter, 1), ROW - 10, colour)
    drawing.line(middle, y + 4, middle, y + ROW - 4, INK, 2)
