"""8.4.1: the marks on the cards: gray rifles (a non-player never chooses the Event) and halos (an instruction)."""

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
HALOS: Final[dict[int, frozenset[int]]] = {
    US: frozenset((
        2, 3, 6, 9, 21, 22, 23, 24, 26, 27, 29, 36, 42, 43, 44, 49, 50, 56, 59, 62, 63, 64, 66, 67, 70, 74, 75, 77, 78,
        80, 81, 82, 84, 86, 88, 91, 93, 102, 117, 121,
    )),
    ARVN: frozenset((
        1, 2, 6, 16, 19, 20, 24, 27, 29, 30, 36, 40, 43, 46, 48, 49, 50, 53, 56, 58, 59, 63, 68, 72, 78, 79, 82, 83, 84,
        85, 87, 105, 110, 117, 120, 123,
    )),
    NVA: frozenset((
        26, 29, 36, 37, 48, 54, 56, 59, 64, 68, 71, 77, 83, 84, 85, 87, 92, 96, 102, 103, 105, 107, 110, 122,
    )),
    VC: frozenset((
        1, 2, 6, 17, 36, 37, 40, 46, 49, 54, 56, 57, 59, 67, 73, 88, 89, 90, 92, 96, 102, 103, 110, 117, 124,
    )),
}
# fmt: on

# Halos whose text is not known: the general rules of 8.4 apply. (121-124 only remind of 8.4.6.)
UNKNOWN: Final = frozenset(
    (
        *((102, US), (117, US), (105, ARVN), (110, ARVN), (117, ARVN), (120, ARVN), (96, VC), (117, VC)),
        *((121, US), (122, NVA), (123, ARVN), (124, VC)),
    )
)


def never(faction: int, card: int) -> bool:
    """Is there a gray rifle on this Faction's symbol?"""
    return card in RIFLES[faction]
