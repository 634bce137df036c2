"""The force pools (1.2, P1.2, S1.2), and what boxes and spaces may hold, by the ids of kinds.

`nva_tunnel` and `vc_tunnel` count markers on Bases already counted, not pieces (1.4.4). On the map a `cadre` lies on a
VC Base already counted (P1.4); in a box it is a piece by itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fitl.board import pieces
from fitl.board.facts import Node, packaged, parse
from fitl.board.spaces import HANOI_1, WASHINGTON_1

Pieces = dict[str, int]

PLAIN_IDS: Final = tuple(pieces.KIND_IDS[kind] for kind in pieces.PLAIN_KINDS)
# A Tunnel marker turns one Base into a tunneled Base.
BASE_UNDER: Final = {"nva_tunnel": "nva_base", "vc_tunnel": "vc_base"}


@dataclass(frozen=True, slots=True)
class Forces:
    """Everything the pieces file says."""

    pools: dict[str, Pieces]
    markers: dict[str, int]
    limits: dict[str, int]
    tracks: dict[str, Pieces]  # what a box like "washington_2" holds at most (P6.8, P6.9)


def load_pieces(source: str | Path) -> Forces:
    """Read and check the pieces file, given as JSON text or as the path of a file."""
    root = parse(source)
    root.only(("format", "pools", "markers", "limits", "tracks"))
    root["format"].one_of(("fitl-pieces/2",))
    _check_engine_constants(root)
    return Forces(
        pools={key: piece_counts(node, PLAIN_IDS) for key, node in root["pools"].entries()},
        markers=root["markers"].counts(),
        limits=root["limits"].counts(),
        tracks={
            f"{track}_{level}": piece_counts(boxes[level], PLAIN_IDS)
            for track, boxes in root["tracks"].entries()
            for level in boxes.table()
        },
    )


def piece_counts(node: Node, allowed: Iterable[str]) -> Pieces:
    """Counts by piece id."""
    for piece, count in node.entries():
        if piece not in allowed:
            raise count.error(f'unknown piece "{piece}"')
    return node.counts()


def _check_engine_constants(root: Node) -> None:
    """The engine's own numbers and this file must not drift apart."""
    markers, limits = root["markers"], root["limits"]
    for node, expected in (
        (markers["terror_sabotage"], pieces.TERROR_MARKERS),
        (markers["tunnel"], pieces.TUNNEL_MARKERS),
        (limits["bases_per_space"], pieces.BASES_PER_SPACE),
        (limits["edge_track"], pieces.EDGE_TRACK_MAX),
        (limits["trail"], pieces.TRAIL_MAX),
    ):
        node.integer(expected, expected)


FORCES: Final[Forces] = load_pieces(packaged("pieces.json"))


def engine_kinds(found: Pieces, on_map: bool = True) -> dict[int, int]:
    """The same pieces by kind of the engine, Bases with a Tunnel or Cadre apart from plain ones (1.4.4, P1.4)."""
    plain = dict(found)
    for marker, base in BASE_UNDER.items():
        if marker in plain:
            plain[base] -= plain[marker]
    counted = {pieces.KIND_BY_ID[piece]: count for piece, count in plain.items() if count}
    if on_map and (cadres := counted.pop(pieces.CADRE, 0)):
        counted[pieces.VC_BASE] -= cadres
        counted[pieces.VC_BASE_CADRE] = cadres
    return {kind: count for kind, count in counted.items() if count}


def pool_by_kind(pool: Pieces) -> tuple[int, ...]:
    """A force pool as the engine counts it: by kind, plain ones only."""
    counted = engine_kinds(pool, on_map=False)
    return tuple(counted.get(kind, 0) for kind in range(pieces.KINDS))


# What the three boxes of each track may hold (P6.8.2, P6.8.3, P6.9.2, P6.9.3); Advisors are Troops again in P7.4.
STORED: Final = {
    WASHINGTON_1: (pieces.ADVISOR, pieces.US_TROOPS, pieces.ARVN_TROOPS, pieces.POLICE),
    HANOI_1: (pieces.CADRE, pieces.VC_GUERRILLA, pieces.VC_BASE),
}
