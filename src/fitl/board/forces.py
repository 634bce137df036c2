"""The pieces and their pools (1.4, P1.4, S1.4), by the ids of the data files: `us_irregular`, `arvn_police` ...

`nva_tunnel` and `vc_tunnel` count markers on Bases already counted, not pieces (1.4.4).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fitl.board import pieces
from fitl.board.factions import FACTION_BY_ID
from fitl.board.facts import Node, packaged, parse

Pieces = dict[str, int]

# From the ids of the data files to the kinds of the engine. A Tunnel marker turns one Base into a tunneled Base.
ENGINE_KIND: Final[dict[str, int]] = {
    "us_troops": pieces.US_TROOPS,
    "us_base": pieces.US_BASE,
    "us_irregular": pieces.IRREGULAR,
    "arvn_troops": pieces.ARVN_TROOPS,
    "arvn_police": pieces.POLICE,
    "arvn_ranger": pieces.RANGER,
    "arvn_base": pieces.ARVN_BASE,
    "nva_troops": pieces.NVA_TROOPS,
    "nva_guerrilla": pieces.NVA_GUERRILLA,
    "nva_base": pieces.NVA_BASE,
    "nva_tunnel": pieces.NVA_TUNNEL,
    "vc_guerrilla": pieces.VC_GUERRILLA,
    "vc_base": pieces.VC_BASE,
    "vc_tunnel": pieces.VC_TUNNEL,
}
BASE_UNDER: Final = {"nva_tunnel": "nva_base", "vc_tunnel": "vc_base"}


@dataclass(frozen=True, slots=True)
class PieceType:
    """One type of wooden piece or counter (1.4, P1.4, S1.4)."""

    id: str
    faction: int
    name: str
    shape: str
    color: str
    group: str
    flips: bool
    set: str  # the box it comes in: "base", "sod" or "fos"


@dataclass(frozen=True, slots=True)
class Forces:
    """Everything the pieces file says."""

    types: dict[str, PieceType]
    pools: dict[str, Pieces]
    markers: dict[str, int]
    limits: dict[str, int]
    tracks: dict[str, Pieces]  # what a box like "washington_2" holds at most (P6.8, P6.9)


def load_pieces(source: str | Path) -> Forces:
    """Read and check the pieces file, given as JSON text or as the path of a file."""
    root = parse(source)
    root.only(("format", "types", "pools", "markers", "limits", "tracks"))
    root["format"].one_of(("fitl-pieces/1",))
    types: dict[str, PieceType] = {}
    for node in root["types"].items():
        found = _piece_type(node)
        if found.id in types:
            raise node["id"].error(f'duplicate id "{found.id}"')
        types[found.id] = found
    _check_engine_constants(root)
    return Forces(
        types=types,
        pools={key: piece_counts(node, types) for key, node in root["pools"].entries()},
        markers=root["markers"].counts(),
        limits=root["limits"].counts(),
        tracks={
            f"{track}_{level}": piece_counts(boxes[level], types)
            for track, boxes in root["tracks"].entries()
            for level in boxes.table()
        },
    )


def _piece_type(node: Node) -> PieceType:
    node.only(("id", "faction", "name", "shape", "color", "group", "flips", "set"))
    return PieceType(
        id=node["id"].text(),
        faction=node["faction"].known("faction", FACTION_BY_ID),
        name=node["name"].text(),
        shape=node["shape"].text(),
        color=node["color"].text(),
        group=node["group"].text(),
        flips=node["flips"].flag(),
        set=node["set"].one_of(("base", "sod", "fos")),
    )


def piece_counts(node: Node, allowed: Iterable[str]) -> Pieces:
    """Counts by piece id."""
    for piece, count in node.entries():
        if piece not in allowed:
            raise count.error(f'unknown piece "{piece}"')
    return node.counts()


def _check_engine_constants(root: Node) -> None:
    """The engine's own numbers and this file must not drift apart."""
    base, markers, limits = root["pools"]["base"], root["markers"], root["limits"]
    for piece, kind in ENGINE_KIND.items():
        if piece not in BASE_UNDER:
            base[piece].integer(pieces.POOL[kind], pieces.POOL[kind])  # 1.4
    for node, expected in (
        (markers["terror_sabotage"], pieces.TERROR_MARKERS),
        (markers["tunnel"], pieces.TUNNEL_MARKERS),
        (limits["bases_per_space"], pieces.BASES_PER_SPACE),
        (limits["edge_track"], pieces.EDGE_TRACK_MAX),
        (limits["trail"], pieces.TRAIL_MAX),
    ):
        node.integer(expected, expected)


FORCES: Final[Forces] = load_pieces(packaged("pieces.json"))


def engine_kinds(found: Pieces) -> dict[int, int]:
    """The same pieces by kind of the engine, tunneled Bases apart from plain ones (1.4.4)."""
    plain = dict(found)
    for marker, base in BASE_UNDER.items():
        if marker in plain:
            plain[base] -= plain[marker]
    return {ENGINE_KIND[piece]: count for piece, count in plain.items() if count}
