"""8.5.3: which Guerrillas may leave where, and who can reach a space, while a March is being planned."""

from typing import Final

from fitl.board.factions import NVA, VC
from fitl.board.pieces import KINDS, VC_GUERRILLA, VC_GUERRILLA_ACTIVE
from fitl.board.spaces import ADJACENT, CONTROLLABLE, SOUTH_MASK, SPACE_COUNT
from fitl.rules.control import control_by_count
from fitl.rules.forces import bases_of, coin_pieces, guerrillas, pieces_of
from fitl.rules.operation import EVERYWHERE
from fitl.rules.operations.march import is_seen
from fitl.state import State

AT_BASE: Final = 2  # Guerrillas that stay at each VC Base space
ELSEWHERE: Final = 1
NO_LIMIT: Final = 99  # no group is ever so large


class Movers:
    """The Guerrillas that may leave each space; taking some leaves fewer for the next destination (8.1.1)."""

    __slots__ = ("active", "free", "hidden", "s")

    def __init__(self, s: State, origins: int = EVERYWHERE) -> None:
        """origins: the spaces they may leave where an Event names some, as a mask."""
        self.s = s
        self.free = [0] * SPACE_COUNT  # may leave, in either state
        self.hidden = [0] * SPACE_COUNT  # Underground Guerrillas still there
        self.active = [0] * SPACE_COUNT
        for sp in range(SPACE_COUNT):
            if s.force[sp * 4 + VC] and origins >> sp & 1:
                self.free[sp] = may_leave(s, sp)
                self.hidden[sp] = s.pieces[sp * KINDS + VC_GUERRILLA]
                self.active[sp] = s.pieces[sp * KINDS + VC_GUERRILLA_ACTIVE]

    def underground_from(self, origin: int) -> int:
        """Underground Guerrillas that may leave; Active ones then stay as guards."""
        return min(self.free[origin], self.hidden[origin])

    def origins(self, sp: int, hidden_only: bool) -> list[int]:
        """Adjacent spaces that can send somebody."""
        return [near for near in ADJACENT[sp] if (self.underground_from(near) if hidden_only else self.free[near])]

    def keeps_hidden_guards(self, origin: int) -> bool:
        """Would those who must stay be Underground after one Underground Guerrilla has left? They had better be."""
        return self.hidden[origin] > guards(self.s, origin)

    def hidden_groups(self, sp: int) -> list[tuple[int, int]]:
        """(origin, how many) for the most Guerrillas that can arrive Underground and stay so."""
        cap = unseen(self.s, sp)
        return [(near, n) for near in ADJACENT[sp] if (n := min(cap, self.underground_from(near)))]

    def take(self, origin: int, hidden: int, active: int) -> None:
        self.hidden[origin] -= hidden
        self.active[origin] -= active
        self.free[origin] -= hidden + active


def guards(s: State, sp: int) -> int:
    """Guerrillas that stay behind."""
    return AT_BASE if bases_of(s, sp, VC) else ELSEWHERE


def may_leave(s: State, sp: int) -> int:
    """Guerrillas that may leave: two stay at a VC Base, one elsewhere, and no COIN or NVA Control may appear."""
    most = guerrillas(s, sp, VC) - guards(s, sp)
    if sp >= CONTROLLABLE or not SOUTH_MASK >> sp & 1:
        return max(0, most)
    coin, nva, vc = coin_pieces(s, sp), pieces_of(s, sp, NVA), pieces_of(s, sp, VC)
    while most > 0 and control_by_count(coin, nva, vc - most) not in (0, s.control[sp]):
        most -= 1
    return max(0, most)


def unseen(s: State, sp: int) -> int:
    """The largest group that enters this space without being seen (3.3.2)."""
    if not is_seen(s, VC, sp, NO_LIMIT):
        return NO_LIMIT
    n = 0
    while not is_seen(s, VC, sp, n + 1):
        n += 1
    return n
