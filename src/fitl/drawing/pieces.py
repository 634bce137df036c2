"""The wooden pieces (1.4), drawn as on the page (`web/static/js/pieces.js`): each around 0, 0 in a square of SIDE.

Cubes are Troops and Police, cylinders are Guerrillas and Special Forces (hollow while Underground), discs are Bases.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import (
    ADVISOR,
    ADVISORS,
    ARMORED,
    BASE,
    CADRES,
    FACTION_OF,
    GUERRILLA,
    HAMLET,
    HAMLETS,
    IN_ENEMY_HANDS,
    IRREGULAR,
    KIND_ROWS,
    POLICE,
    POLICE_CUBES,
    RANGER,
    SPECIAL,
    TROOPS,
    Kind,
)
from fitl.drawing.palette import INK, PAPER_LIGHT, SANS, WOOD
from fitl.drawing.writer import circle, element, group, number, path, rect, star, text

SIDE: Final = 24
WIDTH: Final = 20  # of a piece
GAP: Final = 1.5  # to its count
DIGIT: Final = 11.5  # width of a figure of a count


@dataclass(frozen=True)
class Look:
    """How a kind of piece is drawn; `mark` tells apart those of one shape and wood."""

    wood: str
    draw: Callable[["Look"], str]
    letter: str = ""
    mark: str = ""

    @property
    def fill(self) -> str:
        return WOOD[self.wood][0]

    @property
    def light(self) -> str:
        return WOOD[self.wood][1]

    @property
    def shade(self) -> str:
        return WOOD[self.wood][2]

    @property
    def on(self) -> str:
        return WOOD[self.wood][3]

    @property
    def banded(self) -> bool:
        """The pieces of the NVA wear a pale band, so that colour is never the only sign."""
        return self.wood == "nva"

    def band(self, d: str, fill: str = PAPER_LIGHT) -> str:
        return path(d, fill=fill) if self.banded else ""

    def written(self, y: float, size: float, fill: str = "", x: float = 0) -> str:
        return text(self.letter, x, y, size, font_family=SANS, fill=fill or self.on) if self.letter else ""


def edged(d: str, fill: str, edge: str = INK, width: float = 0.9, transform: str | None = None) -> str:
    return path(d, fill=fill, stroke=edge, stroke_width=width, stroke_linejoin="round", transform=transform)


def cube(look: Look) -> str:
    sides = (
        path("M-9.5-4.9l4.4-4.6h14.6l-4.4 4.6z", fill=look.light)
        + path("M5.1-4.9l4.4-4.6v14.4l-4.4 4.6z", fill=look.shade)
        + rect(-9.5, -4.9, 14.6, 14.4, fill=look.fill)
        + edged("M-9.5-4.9l4.4-4.6h14.6v14.4l-4.4 4.6h-14.6zh14.6v14.4m0-14.4l4.4-4.6", "none")
        + look.band("M-9.1 5.3h13.8v3.8h-13.8z")
    )
    if look.mark == "advisor":
        return sides + edged(star(6.8), PAPER_LIGHT, width=0.7, transform="translate(-2.2 2.9)")
    return sides + (look.written(4.6, 12, x=-2.2) if look.banded else look.written(6.6, 13, x=-2.2))


def cylinder(look: Look) -> str:
    body = "M-8-6.2v12.2a8 3.3 0 0 0 16 0v-12.2"
    if look.mark == "active":
        return (
            edged(body, look.fill, width=1)
            + element("ellipse", cx=0, cy=-6.2, rx=8, ry=3.3, fill=look.light, stroke=INK, stroke_width=0.9)
            + path(star(3.9), fill=INK, transform="translate(0 -6.2) scale(1.35 .72)")
            + look.band("M-7.6 4.4a7.6 3 0 0 0 15.2 0v2.4a7.6 3 0 0 1-15.2 0z")
            + (look.written(6, 11) if look.banded else look.written(7.2, 12))
        )
    ink = "#735500" if look.wood == "arvn" else look.shade
    return (
        edged(body, PAPER_LIGHT, look.shade, 1.8)
        + element("ellipse", cx=0, cy=-6.2, rx=8, ry=3.3, fill=look.fill, stroke=look.shade, stroke_width=1.4)
        + look.band("M-7.2 4.6a7.2 2.8 0 0 0 14.4 0v2.2a7.2 2.8 0 0 1-14.4 0z", look.fill)
        + (look.written(6, 11, ink) if look.banded else look.written(6.9, 12, ink))
    )


def base(look: Look) -> str:
    disc = (
        circle(0.5, 1, 9.8, fill=look.shade, stroke=INK, stroke_width=0.9)
        + circle(0, -0.4, 9.6, fill=look.fill, stroke=INK, stroke_width=0.9)
        + circle(0, -0.4, 7.4, fill="none", stroke=look.on, stroke_width=0.8, stroke_opacity=0.8)
    )
    if look.mark == "cadre":
        pinned = edged(star(6.4), WOOD["nva"][0], PAPER_LIGHT, 1.3, "translate(4.6 -5.4)")
        return disc + look.written(6.4, 12, x=-2) + pinned
    disc += look.band("M-8.5 3.4h17a9 9 0 0 1-2.6 3.2h-11.8a9 9 0 0 1-2.6-3.2z")
    if look.mark == "tunnel":
        arch = edged("M-6.4 10.2v-4a6.4 6 0 0 1 12.8 0v4z", PAPER_LIGHT)
        return disc + look.written(-0.4, 9.5) + arch + path("M-3.6 9.8v-3a3.6 3.6 0 0 1 7.2 0v3z", fill=INK)
    return disc + (look.written(2.2, 11) if look.banded else look.written(3.6, 12))


def cadre(look: Look) -> str:
    return edged(star(11.4), look.fill, width=1, transform="translate(0 1)") + look.written(4.6, 9)


def hamlet(look: Look) -> str:
    """A ring of pointed stakes around the star of ARVN."""
    stake = "M-1.9-6.6v-3l1.9-2.1 1.9 2.1v3z"
    ring = "".join(edged(stake, "#9a6b3c", width=0.7, transform=f"rotate({turn})") for turn in range(0, 360, 30))
    inside = circle(0, 0, 8, fill=PAPER_LIGHT, stroke=INK, stroke_width=0.8)
    return inside + ring + edged(star(6), look.fill, width=0.8, transform="translate(0 .5)")


def tank(look: Look) -> str:
    """Hull, wheels, turret and gun; captured Armor wears a ring and the flag of its first owner (S1.4.5)."""
    first_owner = WOOD.get(look.mark)
    hull = group(
        (
            edged("M3.5-5.2h7.7v2.2h-7.7z", look.shade),
            edged("M-5.4-1.2l1.6-6h6.4l2.4 6z", look.light),
            edged("M-10.2 4.4l1.4-5.6h17.2l2.2 5.6z", look.fill),
        ),
        "scale(-1 1)" if look.wood == "arvn" else None,
    )
    wheels = "".join(circle(x, 7.4, 1.5, fill=PAPER_LIGHT) for x in (-6, -2, 2, 6))
    body = hull + rect(-10.2, 4.6, 20.4, 5.6, rx=2.8, fill=INK) + wheels + look.band("M-9.8 2.2h19.6v1.6h-19.6z")
    body += look.written(1.8, 8.5) if look.banded else look.written(3.4, 9.5)
    if first_owner is None:
        return body
    ring = circle(0, 0, 11.2, fill=PAPER_LIGHT, fill_opacity=0.85, stroke=first_owner[2], stroke_width=1.5)
    letter = text("N" if look.mark == "nva" else "A", 4, 5.8, 7, font_family=SANS, fill=first_owner[3])
    flag = rect(0, 0, 8, 7, fill=first_owner[0], stroke=INK, stroke_width=0.7) + letter
    return ring + body + group((flag,), f"translate({4.5 if look.mark == 'nva' else -11.5} -11.5)")


# Every piece of a group has the same shape.
SHAPES: Final = {
    TROOPS: cube,
    POLICE_CUBES: cube,
    ADVISORS: cube,
    SPECIAL: cylinder,
    GUERRILLA: cylinder,
    BASE: base,
    CADRES: cadre,
    HAMLETS: hamlet,
    ARMORED: tank,
}
LETTERS: Final = {POLICE: "P", IRREGULAR: "I", RANGER: "R", ADVISOR: "", HAMLET: ""}  # else that of the owner


def look_of(kind: Kind) -> Look:
    owner = FACTION_IDS[kind.faction]
    letter = LETTERS.get(kind.off_the_map, owner[0].upper())
    mark = FACTION_IDS[FACTION_OF[kind.plain]] if kind.shown == IN_ENEMY_HANDS else kind.shown
    if kind.group == ADVISORS:
        mark = "advisor"
    return Look("police" if kind.group == POLICE_CUBES else owner, SHAPES[kind.group], letter, mark)


LOOKS: Final = {kind.id: look_of(kind) for kind in KIND_ROWS}


@cache
def glyph(kind: str) -> str:
    """One piece."""
    look = LOOKS[kind]
    return look.draw(look)


def width_of(count: int) -> float:
    """How wide a piece with its count is, in heights of a piece."""
    return (WIDTH + GAP + len(str(count)) * DIGIT) / SIDE


def counted(kind: str, count: int) -> str:
    """A piece with how many of it there are, to the right of 0."""
    drawn = group((glyph(kind),), f"translate({number(WIDTH / 2)} 0)") + _figures(str(count), WIDTH + GAP)
    return group((drawn,), data_kind=kind, data_count=count)


def _figures(words: str, x: float) -> str:
    style = {"font_family": SANS, "text_anchor": "start"}
    return text(words, x, 6.2, 17, halo=2.6, ink=PAPER_LIGHT, **style)
