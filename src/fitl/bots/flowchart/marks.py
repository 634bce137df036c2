"""8.4.1: the gray rifles: Events a non-player never chooses (by Faction)."""

from typing import Final

from fitl.board.factions import ARVN, NVA, US, VC

# fmt: off
RIFLES: Final[dict[int, frozenset[int]]] = {
    US: frozenset((41, 46, 47, 51, 55, 58, 71, 72, 76, 79, 89, 90, 107, 115, 119)),
    ARVN: frozenset((
        3, 9, 15, 21, 22, 23, 41, 51, 52, 54, 57, 60, 65, 67, 73, 77, 93, 96, 97, 98, 102, 103, 108, 114, 115, 118,
    )),
    NVA: frozenset((
        15, 16, 17, 21, 24, 25, 27, 30, 38, 41, 63, 67, 69, 70, 76, 78, 79, 80, 81, 93, 95, 97, 98, 100, 106, 111, 112,
        113, 114, 115, 116, 118, 119,
    )),
    VC: frozenset((3, 5, 7, 10, 12, 15, 35, 39, 41, 43, 44, 47, 51, 58, 60, 62, 69, 71, 74, 78, 79, 108)),
}
# fmt: on
