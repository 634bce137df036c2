"""What several of cards 31-60 ask."""

from fitl.board.pieces import EDGE_TRACK_MAX
from fitl.board.spaces import ADJACENT, CENTRAL_LAOS, SOUTHERN_LAOS, SPACE_COUNT
from fitl.state import State

LAOS = (CENTRAL_LAOS, SOUTHERN_LAOS)
EVERY_SPACE = tuple(range(SPACE_COUNT))


def poor(s: State, faction: int) -> bool:
    """The Faction's Resources can still grow (1.8)."""
    return s.resources[faction] < EDGE_TRACK_MAX


def within_1(sp: int) -> tuple[int, ...]:
    """The space and those adjacent to it."""
    return (sp, *ADJACENT[sp])
