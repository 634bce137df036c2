"""The force pools (1.2, P1.2, S1.2), and what the boxes of tracks may hold.

By the ids of kinds, `nva_tunnel` and `vc_tunnel` count markers on Bases already counted, not pieces (1.4.4). On the map
a `cadre` lies on a VC Base already counted (P1.4); in a box it is a piece by itself.
"""

from collections.abc import Iterable
from typing import Final

from fitl.board import pieces
from fitl.board.facts import Node
from fitl.board.spaces import HANOI_1, WASHINGTON_1

Pieces = dict[str, int]

PLAIN_IDS: Final = tuple(pieces.KIND_IDS[kind] for kind in pieces.PLAIN_KINDS)
# A Tunnel marker turns one Base into a tunneled Base.
BASE_UNDER: Final = {"nva_tunnel": "nva_base", "vc_tunnel": "vc_base"}
# By name, what there is of each kind of piece.
POOLS: Final[dict[str, Pieces]] = {
    name: {row.id: row.pool[column] for row in pieces.KIND_ROWS if row.pool[column]}
    for column, name in enumerate(pieces.Pool._fields)
}


def piece_counts(node: Node, allowed: Iterable[str]) -> Pieces:
    """Counts by piece id."""
    for piece, count in node.entries():
        if piece not in allowed:
            raise count.error(f'unknown piece "{piece}"')
    return node.counts()


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
    return tuple(pool.get(piece, 0) for piece in pieces.KIND_IDS)


# What the three boxes of each track may hold (P6.8.2, P6.8.3, P6.9.2, P6.9.3); Advisors are Troops again in P7.4.
STORED: Final = {
    WASHINGTON_1: (pieces.ADVISOR, pieces.US_TROOPS, pieces.ARVN_TROOPS, pieces.POLICE),
    HANOI_1: (pieces.CADRE, pieces.VC_GUERRILLA, pieces.VC_BASE),
}
_WASHINGTON: Final = {pieces.ADVISOR: 2, pieces.ARVN_TROOPS: 2, pieces.POLICE: 2}
_HANOI: Final = {pieces.CADRE: 2, pieces.VC_BASE: 1, pieces.VC_GUERRILLA: 5}
# How many of each at the most, by box (P6.8, P6.9).
STORED_MOST: Final = {
    **{WASHINGTON_1 + box: _WASHINGTON for box in range(3)},
    HANOI_1: {pieces.CADRE: 2},
    **{HANOI_1 + box: _HANOI for box in (1, 2)},
}
