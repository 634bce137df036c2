"""Writing SVG without a library: elements, text and numbers."""

import math
from collections.abc import Iterable, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from fitl.drawing.palette import INK, PAPER, SERIF

Value = str | float | None


def number(value: float) -> str:
    """A coordinate: two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def element(tag: str, *inside: str, **attributes: Value) -> str:
    """An element; an underscore in an attribute's name is a hyphen, and an attribute of None is left out."""
    given = "".join(
        f" {name.replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
        for name, value in attributes.items()
        if value is not None
    )
    content = "".join(inside)
    return f"<{tag}{given}>{content}</{tag}>" if content else f"<{tag}{given}/>"


def group(inside: Iterable[str], transform: str | None = None, **attributes: Value) -> str:
    return element("g", *inside, transform=transform, **attributes)


def path(d: str, **attributes: Value) -> str:
    return element("path", d=d, **attributes)


def line(d: str, stroke: str, width: float, **attributes: Value) -> str:
    """A path that is not filled, with round ends."""
    ends: dict[str, Value] = {"stroke_linejoin": "round", "stroke_linecap": "round", **attributes}
    return path(d, fill="none", stroke=stroke, stroke_width=width, **ends)


def circle(x: float, y: float, r: float, **attributes: Value) -> str:
    return element("circle", cx=x, cy=y, r=r, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Value) -> str:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def text(words: str, x: float, y: float, size: float, *, halo: float = 0, ink: str = PAPER, **attributes: Value) -> str:
    """A line of text, centred at x unless `text_anchor` says otherwise, on a halo if its width is given."""
    style: dict[str, Value] = {"font_family": SERIF, "font_weight": 700, "text_anchor": "middle", "fill": INK}
    if halo:
        style |= {"stroke": ink, "stroke_width": halo, "stroke_linejoin": "round", "paint_order": "stroke"}
    return element("text", escape(words), x=x, y=y, font_size=size, **(style | attributes))


def lines_of_text(
    lines: Sequence[str], x: float, y: float, size: float, *, halo: float = 0, **attributes: Value
) -> str:
    """Lines of text as one block, its middle at a point."""
    first = y - (len(lines) - 1) * (size + 1) / 2 + size * 0.33
    rows = ((each, first + at * (size + 1)) for at, each in enumerate(lines))
    return group(text(each, x, row, size, halo=halo, ink=PAPER, **attributes) for each, row in rows)


def star(r: float, points: int = 5, waist: float = 0.42, turn: float = -math.pi / 2) -> str:
    """A star around 0, 0, as path data."""
    corners = []
    for corner in range(2 * points):
        reach, angle = r * (waist if corner % 2 else 1), corner * math.pi / points + turn
        corners.append(f"{number(reach * math.cos(angle))} {number(reach * math.sin(angle))}")
    return f"M{'L'.join(corners)}z"


NAMESPACE: Final = "http://www.w3.org/2000/svg"


def document(width: float, height: float, title: str, content: Iterable[str]) -> str:
    """A whole document, as wide as the place where it is shown."""
    box = f"0 0 {number(width)} {number(height)}"
    return element(
        "svg", element("title", escape(title)), *content, xmlns=NAMESPACE, viewBox=box, role="img", width="100%"
    )
