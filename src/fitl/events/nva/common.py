"""What several of cards 31-60 ask."""

from fitl.board.pieces import EDGE_TRACK_MAX
from fitl.board.spaces import ADJACENT, CENTRAL_LAOS, SOUTHERN_LAOS, SPACE_COUNT
from fitl.events.vocabulary import would_be_eligible
from fitl.state import State

LAOS = (CENTRAL_LAOS, SOUTHERN_LAOS)
EVERY_SPACE = tuple(range(SPACE_COUNT))


def poor(s: State, faction: int) -> bool:
    """The Faction's Resources can still grow (1.8)."""
    return s.resources[faction] < EDGE_TRACK_MAX


def within_1(sp: int) -> tuple[int, ...]:
    """The space and those adjacent to it."""
    return (sp, *ADJACENT[sp])


def loses_eligibility(s: State, by: int, faction: int) -> bool:
    """Would the Faction be Eligible on the next card but for the Event (2.3.6)? Its executor would not be anyway."""
    return faction != by and would_be_eligible(s, faction)
