"""What is printed over the ground: roads and rivers with their boxes, towns, Cities, names, Population and Econ."""

from functools import cache
from typing import Any

from fitl.board.spaces import SPACES
from fitl.catalogue import tell
from fitl.drawing.palette import INK, RUST, SANS
from fitl.drawing.shapes import shapes
from fitl.drawing.writer import circle, group, line, lines_of_text, rect, text
from fitl.state import State
from fitl.words import space_name

ROAD = ("#6b3d1f", "#f2d9a0", "#fbf0cf")  # casing, surface, disc
RIVER = ("#2f5a6b", "#8fbccb", "#dcebee")


def places() -> list[str]:
    """Roads, boxes, towns and Cities."""
    return [*_routes(), *_boxes(), *_towns(), *_cities(), *_populations()]


def _of_kind(*kinds: str) -> list[tuple[int, dict[str, Any]]]:
    found = ((space.index, shapes()["spaces"][space.id]) for space in SPACES)
    return [(index, shape) for index, shape in found if shape["kind"] in kinds]


@cache
def _routes() -> tuple[str, ...]:
    """Rivers under roads, all casings under all surfaces, so that crossings join."""
    locs = [shape for _, shape in _of_kind("loc")]
    rivers = "".join(loc["d"] for loc in locs if loc["river"])
    roads = "".join(loc["d"] for loc in locs if not loc["river"])
    both = "".join(loc["d"] for loc in locs if loc["river"] and loc["road"])
    return (
        *(line(rivers, ink, width) for ink, width in ((RIVER[0], 13), (RIVER[1], 10))),
        *(line(roads, ink, width) for ink, width in ((ROAD[0], 8), (ROAD[1], 5))),
        line(roads, "#9c6a3a", 0.9, stroke_dasharray="6 5", stroke_linecap="butt"),
        *(line(both, ink, width) for ink, width in ((ROAD[0], 4.6), (ROAD[1], 2.6))),
    )


@cache
def _boxes() -> tuple[str, ...]:
    """The box that holds the pieces of a Line of Communication, tied to its road, and its Econ."""
    found = []
    for index, loc in _of_kind("loc"):
        slot, (casing, _, disc) = loc["slot"], RIVER if loc["river"] else ROAD
        tie = f"M{slot['x'] + slot['w'] / 2} {slot['y'] + slot['h'] / 2}L{loc['leader'][0]} {loc['leader'][1]}"
        found.append(line(tie, casing, 1.4, stroke_dasharray="2 2.5"))
        paint: dict[str, Any] = {"rx": 5, "fill": "#f8f1df", "stroke": casing, "stroke_width": 1.4}
        found.append(rect(slot["x"], slot["y"], slot["w"], slot["h"], **paint))
        found.append(_disc(loc["econ"], str(SPACES[index].econ), disc, casing, casing))
    return tuple(found)


def _disc(at: dict[str, float], words: str, fill: str, edge: str, ink: str) -> str:
    disc = circle(at["x"], at["y"], at["r"] + 0.5, fill=fill, stroke=edge, stroke_width=1.5)
    return disc + text(words, at["x"], at["y"] + 4.7, 15, font_family=SANS, fill=ink)


def _towns() -> list[str]:
    found = []
    for town, shape in shapes()["towns"].items():
        label = shape["label"]
        found.append(circle(shape["x"], shape["y"], 5.2, fill="#f4ecd8", stroke=INK, stroke_width=1.8))
        found.append(circle(shape["x"], shape["y"], 1.8, fill=INK))
        name = tell(f"web.map.town.{town}")
        found.append(text(name, label["x"], label["y"] + 4, 13, halo=3, font_style="italic", font_weight=500))
    return found


@cache
def _cities() -> tuple[str, ...]:
    found = []
    for _, city in _of_kind("city"):
        x, y, r = city["cx"], city["cy"], city["r"]
        found.append(circle(x + 1, y + 2, r, fill=INK, fill_opacity=0.25))
        found.append(circle(x, y, r, fill="#fdf7e8", stroke=INK, stroke_width=2.2))
        found.append(circle(x, y, r - 3, fill="none", stroke=INK, stroke_width=0.7, stroke_opacity=0.5))
    return tuple(found)


def _populations() -> list[str]:
    return [
        _disc(shape["population"], str(SPACES[index].population), INK, "#f4ecd8", "#fdf7e8")
        for index, shape in _of_kind("city", "province")
    ]


def names(s: State) -> list[str]:
    """The names of Cities and Provinces, faint where a space is not in play."""
    found = []
    for index, shape in _of_kind("city", "province"):
        label, fill = shape["label"], RUST if shape["kind"] == "city" else INK
        lines = _lines(space_name(index), label["h"] > 20)
        name = lines_of_text(lines, label["x"], label["y"], label["size"], halo=3.2, fill=fill)
        found.append(group([name], opacity=None if s.era.open_spaces >> index & 1 else 0.5))
    return found


def _lines(name: str, tall: bool) -> list[str]:
    """A name on as many lines as it has halves, as it is printed."""
    first, dash, last = name.partition("-")
    if dash:
        return [f"{first}\u2013", last]
    words = name.split(" ")
    return [" ".join(words[:-1]), words[-1]] if tall and len(words) > 1 else [name]
