"""The drawing of the map is true: what touches on the sheet is adjacent in the game, and nothing else is (1.3.6).

Nothing here trusts a list in the drawing. Adjacency is measured from the geometry itself: Provinces share a length of
border, a City's disc or a road lies against a Province, a road ends in a disc, roads meet at a Town.
"""

import copy
import json
import math
import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from itertools import combinations, pairwise
from typing import Any

import pytest

from fitl.board.spaces import SPACES, TOWNS

Point = tuple[float, float]
Line = list[Point]
Pair = frozenset[str]
Shapes = dict[str, Any]

SHAPES: Shapes = json.loads(files("fitl.web").joinpath("static/data/map_shapes.json").read_text(encoding="utf-8"))

HAIR = 0.6  # two borders closer than this are one line on the sheet (coordinates are rounded to 0.1)
SHARED = 20.0  # length of common border from which two Provinces are seen to touch; a corner is no border
ROAD = 5.0  # half the width of a road's casing, and a hair


# --- reading the drawing ------------------------------------------------------------------------------------------

_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")


def trace(d: str, steps: int = 3) -> Line:
    """The points of a path of one piece, its curves cut into short straight steps."""
    tokens = iter(_TOKEN.findall(d))
    points: Line = []
    command = ""
    for token in tokens:
        if token.isalpha():
            command = token
            if command == "z":
                points.append(points[0])
                continue
            token = next(tokens)
        take = iter([float(token)])

        def number(first: Iterator[float] = take) -> float:
            value = next(first, None)
            return float(next(tokens)) if value is None else value

        if command == "M":
            assert not points, "a space is drawn in one piece"
            points.append((number(), number()))
            command = "L"
        elif command == "L":
            points.append((number(), number()))
        elif command == "l":
            x, y = points[-1]
            points.append((x + number(), y + number()))
        elif command == "c":
            x, y = points[-1]
            ax, ay, bx, by, ex, ey = (number() for _ in range(6))
            for step in range(1, steps + 1):
                t = step / steps
                u = 1 - t
                points.append(
                    (
                        x + 3 * u * u * t * ax + 3 * u * t * t * bx + t**3 * ex,
                        y + 3 * u * u * t * ay + 3 * u * t * t * by + t**3 * ey,
                    )
                )
        else:
            raise AssertionError(f"the drawing uses a path command this test cannot read: {command}")
    return points


def to_segment(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length)) if length else 0.0
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def inside(p: Point, ring: Line) -> bool:
    within = False
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        if (ay > p[1]) != (by > p[1]) and p[0] < (bx - ax) * (p[1] - ay) / (by - ay) + ax:
            within = not within
    return within


class Near:
    """The segments of a line, found by place, so that only those close to a point are measured."""

    CELL = 24.0

    def __init__(self, line: Line) -> None:
        self.cells: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
        for a, b in pairwise(line):
            for x in range(self.cell(min(a[0], b[0])) - 1, self.cell(max(a[0], b[0])) + 2):
                for y in range(self.cell(min(a[1], b[1])) - 1, self.cell(max(a[1], b[1])) + 2):
                    self.cells.setdefault((x, y), []).append((a, b))

    def cell(self, at: float) -> int:
        return math.floor(at / self.CELL)

    def within(self, p: Point, reach: float) -> bool:
        """Whether the line passes within reach (at most CELL) of the point."""
        here = self.cells.get((self.cell(p[0]), self.cell(p[1])), ())
        return any(to_segment(p, a, b) <= reach for a, b in here)


class Drawing:
    """The lines of one set of shapes."""

    def __init__(self, shapes: Shapes) -> None:
        spaces = shapes["spaces"]
        self.rings = {name: trace(s["d"]) for name, s in spaces.items() if s["kind"] == "province"}
        self.roads = {name: trace(s["d"]) for name, s in spaces.items() if s["kind"] == "loc"}
        self.discs = {name: ((s["cx"], s["cy"]), s["r"]) for name, s in spaces.items() if s["kind"] == "city"}
        self.borders = {name: Near([*ring, ring[0]]) for name, ring in self.rings.items()}
        self.ways = {name: Near(road) for name, road in self.roads.items()}

    def common_border(self, one: str, other: str) -> float:
        ring = self.rings[one]
        border = self.borders[other]
        return sum(
            math.dist(a, b) for a, b in pairwise([*ring, ring[0]]) if border.within(a, HAIR) and border.within(b, HAIR)
        )

    def in_disc(self, p: Point) -> bool:
        return any(math.dist(p, centre) <= r for centre, r in self.discs.values())

    def provinces_touch(self, one: str, other: str) -> bool:
        return self.common_border(one, other) >= SHARED

    def disc_on_province(self, city: str, province: str) -> bool:
        centre, r = self.discs[city]
        turns = (step / 60 * math.tau for step in range(60))
        rim = [(centre[0] + r * math.cos(turn), centre[1] + r * math.sin(turn)) for turn in turns]
        return any(inside(p, self.rings[province]) for p in [centre, *rim])

    def road_on_province(self, loc: str, province: str) -> bool:
        """Where the road is seen: discs cover its ends."""
        ring, border = self.rings[province], self.borders[province]
        seen = (p for p in self.roads[loc] if not self.in_disc(p))
        return any(border.within(p, ROAD) or inside(p, ring) for p in seen)

    def road_in_disc(self, loc: str, city: str) -> bool:
        centre, r = self.discs[city]
        return any(math.dist(p, centre) <= r for p in self.roads[loc])

    def roads_meet(self, one: str, other: str) -> bool:
        """In the open: roads that only share a City are apart (1.3.6)."""
        return any(self.ways[other].within(p, 1.0) for p in self.roads[one] if not self.in_disc(p))


def seen_pairs(shapes: Shapes) -> set[Pair]:
    """Which spaces touch, by what the eye sees on the sheet."""
    drawing = Drawing(shapes)
    touching: list[tuple[Callable[[str, str], bool], list[tuple[str, str]]]] = [
        (drawing.provinces_touch, list(combinations(drawing.rings, 2))),
        (drawing.disc_on_province, [(city, ring) for city in drawing.discs for ring in drawing.rings]),
        (drawing.road_on_province, [(road, ring) for road in drawing.roads for ring in drawing.rings]),
        (drawing.road_in_disc, [(road, city) for road in drawing.roads for city in drawing.discs]),
        (drawing.roads_meet, list(combinations(drawing.roads, 2))),
    ]
    pairs = {frozenset(pair) for touch, candidates in touching for pair in candidates if touch(*pair)}
    for (one, (p, r)), (other, (q, s)) in combinations(drawing.discs.items(), 2):
        if math.dist(p, q) <= r + s:
            pairs.add(frozenset((one, other)))
    return pairs


GAME_PAIRS = {frozenset((space.id, SPACES[other].id)) for space in SPACES for other in space.adjacent}


# --- the truth of the drawing -------------------------------------------------------------------------------------


def test_every_space_of_the_game_is_drawn_with_its_kind_and_terrain() -> None:
    assert {name: (s["kind"], s.get("terrain")) for name, s in SHAPES["spaces"].items()} == {
        space.id: (space.kind, space.terrain) for space in SPACES
    }


def test_drawn_adjacency_equals_the_games_adjacency_in_all_143_pairs() -> None:
    seen = seen_pairs(SHAPES)
    assert len(GAME_PAIRS) == 143
    assert {tuple(sorted(pair)) for pair in seen - GAME_PAIRS} == set(), "drawn as touching, but not adjacent"
    assert {tuple(sorted(pair)) for pair in GAME_PAIRS - seen} == set(), "adjacent, but not drawn as touching"


def moved_city(shapes: Shapes) -> None:
    shapes["spaces"]["hue"]["cx"] += 200


def province_pushed_aside(shapes: Shapes) -> None:
    space = shapes["spaces"]["quang_nam"]
    space["d"] = re.sub(r"^M([\d.]+)", lambda start: f"M{float(start[1]) + 30}", space["d"])


def road_cut_short(shapes: Shapes) -> None:
    space = shapes["spaces"]["loc_saigon_cam_ranh"]
    (ax, ay), (bx, by) = trace(space["d"])[0], trace(space["d"])[12]
    space["d"] = f"M{ax} {ay}L{bx} {by}"


def province_swallowed_by_a_neighbour(shapes: Shapes) -> None:
    shapes["spaces"]["phuoc_long"]["d"] = shapes["spaces"]["tay_ninh"]["d"]


@pytest.mark.parametrize("harm", [moved_city, province_pushed_aside, road_cut_short, province_swallowed_by_a_neighbour])
def test_a_broken_shape_is_noticed(harm: Callable[[Shapes], None]) -> None:
    broken = copy.deepcopy(SHAPES)
    harm(broken)
    assert seen_pairs(broken) != GAME_PAIRS


def test_towns_are_drawn_where_their_lines_of_communication_end() -> None:
    roads = {name: trace(s["d"]) for name, s in SHAPES["spaces"].items() if s["kind"] == "loc"}
    assert set(SHAPES["towns"]) == {town.id for town in TOWNS}
    for town in TOWNS:
        at = (SHAPES["towns"][town.id]["x"], SHAPES["towns"][town.id]["y"])
        ending = {name for name, road in roads.items() if min(math.dist(at, road[0]), math.dist(at, road[-1])) < 1}
        assert ending == {SPACES[loc].id for loc in town.locs}, town.id


def test_highways_and_mekong_are_drawn_as_what_they_are() -> None:
    drawn = {name: (s["road"], s["river"]) for name, s in SHAPES["spaces"].items() if s["kind"] == "loc"}
    assert drawn == {space.id: (space.highway, space.mekong) for space in SPACES if space.kind == "loc"}


# --- room for what is put on the map -----------------------------------------------------------------------------


def rectangle(x: float, y: float, w: float, h: float) -> Line:
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def marks(space: dict[str, Any]) -> dict[str, tuple[Point, float]]:
    """The round room each marker takes (a square by the circle inside it)."""
    if space["kind"] == "loc":
        return {"econ": ((space["econ"]["x"], space["econ"]["y"]), 9)}
    sizes = {"population": 9.0, "support": 12.0, "control": 11.0, "terror": 10.5, "pawn": 10.0}
    return {name: ((space[name]["x"], space[name]["y"]), r) for name, r in sizes.items()}


def test_no_two_markers_share_a_place() -> None:
    placed = [(f"{name}.{mark}", *spot) for name, s in SHAPES["spaces"].items() for mark, spot in marks(s).items()]
    crowded = [(one, other) for (one, p, r), (other, q, t) in combinations(placed, 2) if math.dist(p, q) < r + t - 1]
    assert crowded == []


def test_markers_and_pieces_of_a_province_lie_within_it() -> None:
    outside = []
    for name, space in SHAPES["spaces"].items():
        if space["kind"] != "province":
            continue
        ring = trace(space["d"])
        area = rectangle(*(space["pieces"][key] for key in "xywh"))
        outside += [(name, "pieces", corner) for corner in area if not inside(corner, ring)]
        outside += [(name, mark, at) for mark, (at, _) in marks(space).items() if not inside(at, ring)]
    assert outside == []


def test_the_pieces_of_a_city_lie_within_its_disc() -> None:
    for name, space in SHAPES["spaces"].items():
        if space["kind"] == "city":
            corners = rectangle(*(space["pieces"][key] for key in "xywh"))
            assert all(math.dist(corner, (space["cx"], space["cy"])) <= space["r"] for corner in corners), name
