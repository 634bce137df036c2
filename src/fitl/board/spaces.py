"""The map (1.3): 47 spaces, their facts and adjacencies, as integers that index the rows of the board.

Order: Cities 0-7, Provinces 8-29, LoCs 30-46. Three more rows hold the pieces off the map: Available, Casualties and
Out of Play (1.4.1). Sets of spaces are bit masks: space *i* is bit `1 << i`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fitl.board.facts import FactsError, Node, packaged, parse

Point = tuple[int, int]

SPACE_COUNT: Final = 47
EVERYWHERE: Final = (1 << SPACE_COUNT) - 1  # all spaces, as a mask
CONTROLLABLE: Final = 30  # spaces below this are Cities and Provinces and can be Controlled (1.7)

AVAILABLE: Final = 47
CASUALTIES: Final = 48
OUT_OF_PLAY: Final = 49
SET_ASIDE: Final = 50  # pieces that will come into the game later (P1.4, S1.4)
WASHINGTON_1: Final = 51  # what the boxes 1 to 3 of the Washington and Hanoi tracks hold (P6.8, P6.9)
HANOI_1: Final = 54
ROWS: Final = 57
BOX_IDS: Final = (
    *("available", "casualties", "out_of_play", "set_aside"),
    *("washington_1", "washington_2", "washington_3", "hanoi_1", "hanoi_2", "hanoi_3"),
)
BOX_BY_ID: Final = {name: AVAILABLE + i for i, name in enumerate(BOX_IDS)}
COMMON_BOXES: Final = (AVAILABLE, CASUALTIES, OUT_OF_PLAY)  # those of every scenario

HUE: Final = 0
DA_NANG: Final = 1
KONTUM: Final = 2
QUI_NHON: Final = 3
CAM_RANH: Final = 4
AN_LOC: Final = 5
SAIGON: Final = 6
CAN_THO: Final = 7

NORTH_VIETNAM: Final = 8
CENTRAL_LAOS: Final = 9
SOUTHERN_LAOS: Final = 10
NORTHEAST_CAMBODIA: Final = 11
THE_FISHHOOK: Final = 12
THE_PARROTS_BEAK: Final = 13
SIHANOUKVILLE: Final = 14
QUANG_TRI: Final = 15
QUANG_NAM: Final = 16
QUANG_TIN: Final = 17
BINH_DINH: Final = 18
PLEIKU: Final = 19
PHU_BON: Final = 20
KHANH_HOA: Final = 21
PHUOC_LONG: Final = 22
QUANG_DUC: Final = 23
BINH_TUY: Final = 24
TAY_NINH: Final = 25
KIEN_PHONG: Final = 26
KIEN_HOA: Final = 27
BA_XUYEN: Final = 28
KIEN_GIANG: Final = 29

LOC_HUE_KHE_SANH: Final = 30
LOC_HUE_DA_NANG: Final = 31
LOC_DA_NANG_DAK_TO: Final = 32
LOC_DA_NANG_QUI_NHON: Final = 33
LOC_KONTUM_DAK_TO: Final = 34
LOC_KONTUM_QUI_NHON: Final = 35
LOC_KONTUM_BAN_ME_THUOT: Final = 36
LOC_QUI_NHON_CAM_RANH: Final = 37
LOC_CAM_RANH_DA_LAT: Final = 38
LOC_BAN_ME_THUOT_DA_LAT: Final = 39
LOC_SAIGON_CAM_RANH: Final = 40
LOC_SAIGON_DA_LAT: Final = 41
LOC_SAIGON_AN_LOC_BAN_ME_THUOT: Final = 42
LOC_SAIGON_CAN_THO: Final = 43
LOC_CAN_THO_CHAU_DOC: Final = 44
LOC_CAN_THO_BAC_LIEU: Final = 45
LOC_CAN_THO_LONG_PHU: Final = 46

KINDS_OF_SPACE: Final = ("city", "province", "loc")
TERRAINS: Final = ("lowland", "highland", "jungle")
_KIND_COUNTS: Final = {"city": 8, "province": 22, "loc": 17}
_KIND_PLURALS: Final = {"city": "Cities", "province": "Provinces", "loc": "LoCs"}


@dataclass(frozen=True, slots=True)
class Space:
    """One City, Province or Line of Communication (1.3.1)."""

    index: int
    id: str
    name: str
    short: str
    kind: str  # "city", "province" or "loc"
    terrain: str | None  # Provinces only (1.3.2)
    population: int  # 0 on LoCs (1.3.2, 1.3.3)
    econ: int  # 0 except on LoCs (1.3.4)
    region: str
    coastal: bool  # 1.3.7
    highway: bool  # LoCs only (1.3.4)
    mekong: bool  # LoCs only (1.3.4)
    adjacent: tuple[int, ...]
    xy: Point | None  # where Cities and Provinces are drawn
    polyline: tuple[Point, ...]  # where LoCs are drawn
    ends: tuple[str, ...]  # the City or Town at either end of a LoC
    passes: tuple[str, ...]  # Cities a LoC runs through
    route: str | None  # the printed name of a LoC's road or river


@dataclass(frozen=True, slots=True)
class Town:
    """A named place where LoCs end; no space, it only makes its surroundings adjacent (1.3.5, 1.3.6)."""

    id: str
    name: str
    xy: Point
    locs: tuple[int, ...]
    meets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Map:
    """Everything the map file says."""

    width: int
    height: int
    regions: dict[str, str]
    spaces: tuple[Space, ...]
    towns: tuple[Town, ...]


_SPACE_KEYS: Final = (
    *("id", "name", "short", "kind", "terrain", "population", "econ", "region", "coastal", "highway", "mekong"),
    *("adjacent", "xy", "polyline", "ends", "passes", "route"),
)


def _point(node: Node) -> Point:
    numbers = [item.integer() for item in node.items()]
    if len(numbers) != 2:
        raise node.error(f"a point has 2 coordinates, not {len(numbers)}")
    return numbers[0], numbers[1]


def _index(nodes: list[Node]) -> dict[str, int]:
    """Ids in file order; refuses a second use."""
    index: dict[str, int] = {}
    for node in nodes:
        name = node["id"].text()
        if name in index:
            raise node["id"].error(f'duplicate id "{name}"')
        index[name] = len(index)
    return index


def _adjacent(node: Node, own: int, index: dict[str, int]) -> tuple[int, ...]:
    found: list[int] = []
    for item in node.items():
        other = item.known("space", index)
        if other == own:
            raise item.error("a space is not adjacent to itself")
        if other in found:
            raise item.error(f'"{item.text()}" is listed twice')
        found.append(other)
    return tuple(found)


def _space(node: Node, own: int, index: dict[str, int], regions: dict[str, str]) -> Space:
    node.only(_SPACE_KEYS)
    kind = node["kind"].one_of(KINDS_OF_SPACE)
    loc = kind == "loc"
    terrain, econ = node["terrain"], node["econ"]
    if terrain.is_null() == (kind == "province"):
        raise terrain.error("a Province has a terrain, no other space does (1.3.2)")
    if econ.is_null() == loc:
        raise econ.error("a LoC has an Econ value, no other space does (1.3.4)")
    population = node["population"].integer()
    if loc and population:
        raise node["population"].error("a LoC has no Population (1.3.4)")
    highway, mekong = node["highway"].flag(), node["mekong"].flag()
    if loc != (highway or mekong):
        raise node.error("a LoC, and only a LoC, is a Highway, the Mekong or both (1.3.4)")
    return Space(
        index=own,
        id=node["id"].text(),
        name=node["name"].text(),
        short=node["short"].text(),
        kind=kind,
        terrain=None if terrain.is_null() else terrain.one_of(TERRAINS),
        population=population,
        econ=econ.integer() if loc else 0,
        region=node["region"].one_of(regions),
        coastal=node["coastal"].flag(),
        highway=highway,
        mekong=mekong,
        adjacent=_adjacent(node["adjacent"], own, index),
        xy=None if loc else _point(node["xy"]),
        polyline=tuple(_point(item) for item in node["polyline"].items()) if loc else (),
        ends=node["ends"].texts() if loc else (),
        passes=node["passes"].texts() if loc else (),
        route=node["route"].text() if loc else None,
    )


def _town(node: Node, index: dict[str, int]) -> Town:
    node.only(("id", "name", "xy", "locs", "meets"))
    return Town(
        id=node["id"].text(),
        name=node["name"].text(),
        xy=_point(node["xy"]),
        locs=tuple(item.known("space", index) for item in node["locs"].items()),
        meets=tuple(item.known("space", index) for item in node["meets"].items()),
    )


def _check_order(spaces: tuple[Space, ...]) -> None:
    """The rest of the program tells the kind of a space by comparing its index."""
    for kind, wanted in _KIND_COUNTS.items():
        if (found := sum(space.kind == kind for space in spaces)) != wanted:
            raise FactsError(f"spaces: expected {wanted} {_KIND_PLURALS[kind]}, found {found} (1.3.1)")
    order = [kind for kind, count in _KIND_COUNTS.items() for _ in range(count)]
    for space, kind in zip(spaces, order, strict=True):
        if space.kind != kind:
            raise FactsError(
                f"spaces[{space.index}]: expected a {kind} here, found the {space.kind} {space.id} "
                "(Cities come first, then Provinces, then LoCs)"
            )


def _check_symmetry(spaces: tuple[Space, ...]) -> None:
    for space in spaces:
        for other in space.adjacent:
            if space.index not in spaces[other].adjacent:
                there = spaces[other].id
                raise FactsError(f"adjacency: {space.id} lists {there} but {there} does not list {space.id}")


def _check_ends(spaces: tuple[Space, ...], towns: tuple[Town, ...]) -> None:
    """A LoC runs between Cities and Towns; each Town knows its LoCs (1.3.5)."""
    cities = {space.id for space in spaces if space.kind == "city"}
    ends_at = {town.id: town.locs for town in towns}
    for space in spaces:
        for place in space.ends + space.passes:
            if place in cities:
                continue
            if place not in ends_at:
                raise FactsError(f'{space.id}: unknown City or Town "{place}"')
            if space.index not in ends_at[place]:
                raise FactsError(f"{space.id} ends at {place} but {place} does not list it")


def _check_counts(node: Node, spaces: tuple[Space, ...]) -> None:
    """The file states its own totals, so that a slip in one number does not pass."""
    found = {
        "spaces": len(spaces),
        "cities": _KIND_COUNTS["city"],
        "provinces": _KIND_COUNTS["province"],
        "locs": _KIND_COUNTS["loc"],
        "adjacent_pairs": sum(len(space.adjacent) for space in spaces) // 2,
        "population": sum(space.population for space in spaces),
        "econ": sum(space.econ for space in spaces),
    }
    node.only(found)
    for key, total in found.items():
        if (stated := node[key].integer()) != total:
            raise node[key].error(f"the file states {stated}, its spaces add to {total}")


def load_map(source: str | Path) -> Map:
    """Read and check a map given as JSON text or as the path of a file."""
    root = parse(source)
    root.only(("format", "canvas", "counts", "regions", "spaces", "towns"))
    root["format"].one_of(("fitl-map/1",))
    regions = {key: node.text() for key, node in root["regions"].entries()}
    nodes = root["spaces"].items()
    index = _index(nodes)
    spaces = tuple(_space(node, own, index, regions) for own, node in enumerate(nodes))
    _check_order(spaces)
    _check_symmetry(spaces)
    town_nodes = root["towns"].items()
    _index(town_nodes)
    towns = tuple(_town(node, index) for node in town_nodes)
    _check_ends(spaces, towns)
    _check_counts(root["counts"], spaces)
    canvas = root["canvas"]
    return Map(canvas["width"].integer(), canvas["height"].integer(), regions, spaces, towns)


def mask_of(spaces: Iterable[int]) -> int:
    """A set of spaces as bits."""
    mask = 0
    for sp in spaces:
        mask |= 1 << sp
    return mask


def spaces_of(mask: int) -> list[int]:
    """The spaces of a mask, in order."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


MAP: Final = load_map(packaged("map.json"))
SPACES: Final[tuple[Space, ...]] = MAP.spaces
TOWNS: Final[tuple[Town, ...]] = MAP.towns
SPACE_BY_ID: Final[dict[str, int]] = {space.id: space.index for space in SPACES}

CITIES: Final[tuple[int, ...]] = tuple(range(8))
PROVINCES: Final[tuple[int, ...]] = tuple(range(8, 30))
LOCS: Final[tuple[int, ...]] = tuple(range(30, 47))
LAOS_CAMBODIA: Final[tuple[int, ...]] = tuple(s.index for s in SPACES if s.region in ("laos", "cambodia"))

POP: Final[tuple[int, ...]] = tuple(space.population for space in SPACES)
ECON: Final[tuple[int, ...]] = tuple(space.econ for space in SPACES)
ADJACENT: Final[tuple[tuple[int, ...], ...]] = tuple(space.adjacent for space in SPACES)

ADJACENT_MASK: Final[tuple[int, ...]] = tuple(mask_of(adjacent) for adjacent in ADJACENT)
CITY_MASK: Final[int] = mask_of(CITIES)
PROVINCE_MASK: Final[int] = mask_of(PROVINCES)
LOC_MASK: Final[int] = mask_of(LOCS)
COAST_MASK: Final[int] = mask_of(s.index for s in SPACES if s.coastal)
LAOS_CAMBODIA_MASK: Final[int] = mask_of(LAOS_CAMBODIA)
SOUTH_MASK: Final[int] = mask_of(s.index for s in SPACES if s.region == "south_vietnam")  # LoCs included
HIGHWAY_MASK: Final[int] = mask_of(s.index for s in SPACES if s.highway)
MEKONG_MASK: Final[int] = mask_of(s.index for s in SPACES if s.mekong)
JUNGLE_MASK: Final[int] = mask_of(s.index for s in SPACES if s.terrain == "jungle")
HIGHLAND_MASK: Final[int] = mask_of(s.index for s in SPACES if s.terrain == "highland")
LOWLAND_MASK: Final[int] = mask_of(s.index for s in SPACES if s.terrain == "lowland")


def is_city(sp: int) -> bool:
    return sp < 8


def is_province(sp: int) -> bool:
    return 8 <= sp < 30


def is_loc(sp: int) -> bool:
    return 30 <= sp < 47


def in_south(sp: int) -> bool:
    """Whether a space is in South Vietnam (1.3.1); every City and LoC is."""
    return SOUTH_MASK >> sp & 1 == 1


def in_laos_cambodia(sp: int) -> bool:
    return LAOS_CAMBODIA_MASK >> sp & 1 == 1


ROW_BY_ID: Final[dict[str, int]] = SPACE_BY_ID | {name: SPACE_COUNT + i for i, name in enumerate(BOX_IDS)}


def row_id(row: int) -> str:
    """The stable id of a row of the board: a space or a box."""
    return SPACES[row].id if row < SPACE_COUNT else BOX_IDS[row - SPACE_COUNT]
