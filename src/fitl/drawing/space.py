"""What the game puts on a space: Support, Control, Terror, Sabotage and the pieces (1.4, 1.6, 1.7)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from fitl.board.pieces import HAMLET, KIND_IDS, KINDS
from fitl.board.spaces import CONTROLLABLE, SPACES
from fitl.drawing.packing import Box, Packing, pack
from fitl.drawing.palette import COIN, INK, NVA, PAPER_LIGHT, SANS, SUPPORT
from fitl.drawing.pieces import SIDE, counted, width_of
from fitl.drawing.shapes import shapes
from fitl.drawing.writer import circle, group, lines_of_text, number, path, rect, star, text
from fitl.state import State
from fitl.words import row_name

# Heights of a piece by kind of space: the largest, the smallest, and what is still read with the whole map in sight.
HEIGHTS: Final = {"province": (34, 16, 19), "city": (28, 12, 23), "loc": (25, 12, 0)}
GROWTH: Final = (1, 1.2, 1.4, 1.6, 1.8)  # of a crowded space's area, over its surroundings
BURST: Final = star(11.4, 9, 0.74, 0)
COIN_CONTROL: Final = 1  # of `State.control`


def spaces(s: State) -> Iterator[str]:
    """Every space that is in play, its pieces over its markers."""
    for space in SPACES:
        if s.era.open_spaces >> space.index & 1:
            shape = shapes()["spaces"][space.id]
            marks = _markers(s, space.index, shape) if space.index < CONTROLLABLE else _sabotage(s, space.index, shape)
            yield group((*marks, *_pieces(s, space.index, shape)))


def pieces_at(s: State, row: int) -> dict[str, int]:
    """How many of each kind stand in a space or box."""
    return {KIND_IDS[kind]: n for kind in range(KINDS) if (n := s.pieces[row * KINDS + kind])}


def set_into(here: Mapping[str, int], packing: Packing) -> Iterator[str]:
    scale = number(packing.height / SIDE)
    for (kind, count), (x, y) in zip(here.items(), packing.places, strict=True):
        yield group((counted(kind, count),), f"translate({number(x)} {number(y)}) scale({scale})")


def _pieces(s: State, sp: int, shape: Mapping[str, Any]) -> Iterator[str]:
    """The pieces of a space; where they would be too small they spread on a plate over its surroundings."""
    here = pieces_at(s, sp)
    if not here:
        return
    at = shape["pieces"]
    box, widths = Box(at["x"], at["y"], at["w"], at["h"]), [width_of(count) for count in here.values()]
    largest, smallest, legible = HEIGHTS[shape["kind"]]
    for by in GROWTH:
        spread = box.grown(by)
        packing = pack(widths, spread, largest, smallest)
        if packing.height >= legible:
            break
    if spread != box:
        x, y, width, height = spread
        paint: dict[str, Any] = {"fill": PAPER_LIGHT, "fill_opacity": 0.9, "stroke": INK, "stroke_width": 1}
        yield rect(x - 2, y - 2, width + 4, height + 4, rx=9, **paint)
    yield from set_into(here, packing)


def _sabotage(s: State, sp: int, shape: Mapping[str, Any]) -> Iterator[str]:
    """A burst with a cross on a Sabotaged Line of Communication; its name while its box is empty."""
    if s.terror[sp]:
        at = shape["sabotage"]
        cross = path("M-3.6-3.6l7.2 7.2m0-7.2l-7.2 7.2", stroke="#ffd9a8", stroke_width=2.4, stroke_linecap="round")
        yield group((path(BURST, fill="#241a12", stroke=PAPER_LIGHT), cross), f"translate({at['x']} {at['y']})")
    if not pieces_at(s, sp):
        yield _route_name(shape["slot"], row_name(sp).split("-"))


def _route_name(slot: Mapping[str, float], lines: list[str]) -> str:
    upright = slot["h"] > slot["w"]
    length, depth = (slot["h"], slot["w"]) if upright else (slot["w"], slot["h"])
    size = min(11, (length - 4) / (0.46 * max(map(len, lines))), (depth - 2) / len(lines) - 1)
    x, y = slot["x"] + slot["w"] / 2, slot["y"] + slot["h"] / 2
    words = lines_of_text(lines, x, y, size, font_weight=500)
    return group((words,), f"rotate(-90 {number(x)} {number(y)})" if upright else None)


def _markers(s: State, sp: int, shape: Mapping[str, Any]) -> Iterator[str]:
    yield _support(s, sp, shape["support"])
    yield _control(s.control[sp], shape["control"])
    if s.terror[sp]:
        at = shape["terror"]
        count = text(str(s.terror[sp]), 0, 4.6, 14, font_family=SANS, fill="#ffd9a8")
        yield group((path(BURST, fill="#241a12", stroke=PAPER_LIGHT), count), f"translate({at['x']} {at['y']})")


def _support(s: State, sp: int, at: Mapping[str, float]) -> str:
    """A disc with the level of Support or Opposition; struck out where a Strategic Hamlet silences it (P1.6.2)."""
    level = s.support[sp]
    if not level:
        return ""
    x, y = at["x"], at["y"]
    fill, words = SUPPORT[level]
    disc = circle(x, y, 12.6, fill=fill, stroke=INK, stroke_width=1.1)
    ring = circle(x, y, 10.6, fill="none", stroke=PAPER_LIGHT, stroke_dasharray="2 2" if level < 0 else None)
    struck = ""
    if level < 0 and s.pieces[sp * KINDS + HAMLET]:
        d = f"M{x - 12} {y + 8}L{x + 12} {y - 8}"
        struck = path(d, stroke=INK, stroke_width=4.4) + path(d, stroke=PAPER_LIGHT, stroke_width=2.4)
    return disc + ring + text(words, x - 0.5, y + 5.2, 16, font_family=SANS, fill="#ffffff") + struck


def _control(control: int, at: Mapping[str, float]) -> str:
    """A square that says who Controls a space: a star for COIN, N for the NVA."""
    if not control:
        return ""
    x, y = at["x"], at["y"]
    own = control == COIN_CONTROL
    square = rect(x - 11.2, y - 11.2, 22.4, 22.4, rx=3, fill=COIN if own else NVA, stroke=INK, stroke_width=1.1)
    if own:
        return square + path(star(8.6), fill=PAPER_LIGHT, transform=f"translate({x} {y + 0.8})")
    return square + text("N", x, y + 5.6, 17, font_family=SANS, fill=PAPER_LIGHT)
