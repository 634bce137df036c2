"""What several of cards 1-30 ask."""

from collections.abc import Iterable

from fitl.board.factions import NVA, VC
from fitl.board.pieces import FACTION_OF, KINDS_OF
from fitl.board.spaces import SPACE_COUNT, mask_of
from fitl.events.vocabulary import without_tunnels
from fitl.rules.operation import Activity
from fitl.state import State

MAP = range(SPACE_COUNT)
INSURGENTS_EXPOSED = without_tunnels((*KINDS_OF[NVA], *KINDS_OF[VC]))


def owned(by: int, *tunnels: int) -> tuple[int, ...]:
    """5.1.1: of these Tunneled Bases the ones that the choosing Faction owns and so may give up."""
    return tuple(kind for kind in tunnels if FACTION_OF[kind] == by)


def event_strike(s: State, by: int, spaces: Iterable[int], n: int) -> Activity:
    """A free Air Strike that an Event sends to up to n of these spaces, no matter who stands there."""
    return Activity(s, by, "air_strike", None, mask_of(spaces), n)
