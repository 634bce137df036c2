"""The sheet below everything: sea, land by terrain, borders, names of countries."""

from functools import cache
from typing import Any

from fitl.board.spaces import SPACES
from fitl.catalogue import tell
from fitl.drawing.palette import COUNTRY_EDGE, GLYPH_INK, INK, INK_SOFT, ISLAND, LAND, LAND_ABROAD, NEUTRAL
from fitl.drawing.shapes import HEIGHT, WIDTH, shapes
from fitl.drawing.writer import element, group, line, lines_of_text, number, path, rect, text
from fitl.state import State

RINGS = ((58, "#bdd0ce"), (40, "#b6cbc9"), (24, "#adc4c3"), (11, "#9fb9ba"), (9.4, "#d6e0d8"))  # along the coast


def ground(s: State) -> list[str]:
    """The sheet, and over it what is not in play in this era (P1.3.5)."""
    page = group((*_water(), *_land(), *_edges(), *_borders(), *_labels()), clip_path="url(#fitl-map)")
    return [_definitions(), page, *_closed(s)]


@cache
def _definitions() -> str:
    """Outlines that are drawn several times, and what they cut off."""
    decor, regions = shapes()["decor"], shapes()["regions"]
    shores = "".join([*decor["coast"], *(island["d"] for island in decor["islands"])])
    clips = [path(shores, id="fitl-shores"), element("clipPath", rect(0, 0, WIDTH, HEIGHT), id="fitl-map")]
    for region in COUNTRY_EDGE:
        clips.append(path(regions[region]["d"], id=f"fitl-{region}"))
        clips.append(element("clipPath", element("use", href=f"#fitl-{region}"), id=f"fitl-in-{region}"))
    hatch = element(
        "pattern",
        rect(0, 0, 9, 9, fill=NEUTRAL, fill_opacity=0.55),
        line("M0 0V9", "#8d8674", 1.4),
        id="fitl-closed",
        width=9,
        height=9,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    return element("defs", *clips, hatch)


def _outline(name: str, ink: str, width: float, seen: float) -> str:
    """The line along one of the outlines of `_definitions`."""
    paint = {"fill": "none", "stroke": ink, "stroke_linejoin": "round"}
    return element("use", href=f"#fitl-{name}", stroke_width=width, stroke_opacity=seen, **paint)


@cache
def _water() -> tuple[str, ...]:
    rings = (_outline("shores", ink, width, 0.8) for width, ink in RINGS)
    return rect(0, 0, WIDTH, HEIGHT, fill="#bdd0cd"), *rings


@cache
def _land() -> tuple[str, ...]:
    decor = shapes()["decor"]
    found = [path(part["d"], fill=NEUTRAL) for part in decor["neutral"]]
    for island in decor["islands"]:
        own = island["region"] == "south_vietnam"
        found.append(path(island["d"], fill=LAND["jungle"] if own else ISLAND, stroke="#5c6f70", stroke_width=1.1))
    for space in shapes()["spaces"].values():
        if space["kind"] == "province":
            land = LAND if space["region"] == "south_vietnam" else LAND_ABROAD
            found.append(path(space["d"], fill=land[space["terrain"]]))
    found += [path(lake, fill="#bed0cd", stroke="#7d9a9c", stroke_width=1.1) for lake in decor["lakes"]]
    for terrain, signs in decor["glyphs"].items():
        d = "".join(_sign(terrain, *sign) for sign in signs)
        found.append(line(d, GLYPH_INK[terrain], 1, stroke_opacity=0.48))
    found += [line(river["d"], "#7ea2a8", river["w"], stroke_opacity=0.85) for river in decor["rivers"]]
    return tuple(found)


# One sign of each terrain around 0, 0 at size 1: letters of path data and their numbers.
SIGNS = {
    "highland": (("m", -6, 3), ("l", 4.6, -7), ("l", 2.2, 3.2), ("m", -0.6, -0.9), ("l", 2.2, -3), ("l", 4.4, 7)),
    "lowland": (("m", -5, 0), ("h", 10), ("m", -8, 0), ("v", -3), ("m", 3, 3), ("v", -4), ("m", 3, 4), ("v", -3)),
    "jungle": (("m", -5, 0), ("q", 0, -2.5, 2.5, -2.7), ("q", 2.5, 0.2, 2.5, 2.7), ("m", -2.5, -2.5), ("v", 3.4)),
}


def _sign(terrain: str, x: float, y: float, size: float) -> str:
    steps = (name + " ".join(number(each * size) for each in numbers) for name, *numbers in SIGNS[terrain])
    return f"M{number(x)} {number(y)}" + "".join(steps)


@cache
def _edges() -> tuple[str, ...]:
    """The coloured inner edge that sets countries apart."""
    widths = ((26, 0.1), (15, 0.13), (6, 0.18))
    return tuple(
        group(
            (_outline(region, ink, width, seen) for width, seen in widths),
            clip_path=f"url(#fitl-in-{region})",
        )
        for region, ink in COUNTRY_EDGE.items()
    )


@cache
def _borders() -> tuple[str, ...]:
    def all_of(kind: str) -> str:
        return "".join(border["d"] for border in shapes()["borders"] if border["kind"] == kind)

    return (
        line(all_of("coast"), "#43565a", 1.7),
        line(all_of("international"), INK, 2.2, stroke_dasharray="9 3 2 3"),
        line(all_of("province"), INK_SOFT, 1.6, stroke_opacity=0.85),
    )


def _labels() -> list[str]:
    """Names of countries, waters and islands."""
    found = []
    for region, shape in shapes()["regions"].items():
        if "label" in shape:
            name = tell(f"web.map.country.{region}").upper()
            found.append(_turned(shape["label"], name, 1, letter_spacing=6, fill_opacity=0.6, fill="#5d4c36"))
    sea = {"font_style": "italic", "font_weight": 500, "letter_spacing": 2.2, "fill": "#48686e"}
    for label in shapes()["decor"]["sea_labels"]:
        found.append(_turned(label, tell(f"web.map.place.{label['place']}"), 2, **sea))
    for label in shapes()["decor"]["place_labels"]:
        name = tell(f"web.map.place.{label['place']}")
        found.append(_turned(label, name, 1.5, font_style="italic", font_weight=500, fill="#5d4c36"))
    return found


def _turned(label: dict[str, Any], name: str, larger: float, **style: Any) -> str:
    x, y = label["x"], label["y"]
    turn = f"rotate({label.get('angle', 0)} {x} {y})"
    return text(name, x, y, label["size"] + larger, transform=turn, **style)


def _closed(s: State) -> list[str]:
    """Spaces that are not in play, hatched."""
    found = []
    words = [tell("web.map.closed_short"), tell("web.map.closed_until")]
    for space in SPACES:
        shape = shapes()["spaces"][space.id]
        if s.era.open_spaces >> space.index & 1 or shape["kind"] != "province":
            continue
        box = shape["pieces"]
        middle = box["x"] + box["w"] / 2, box["y"] + box["h"] / 2
        found.append(path(shape["d"], fill="url(#fitl-closed)"))
        found.append(lines_of_text(words, *middle, 13, font_weight=500, fill=INK_SOFT, halo=3))
    return found
