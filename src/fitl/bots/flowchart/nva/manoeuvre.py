"""8.6.5 Planning a March on a copy of the board: who may leave, by which way, at what cost, and what it looks like."""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from fitl.board.factions import NVA
from fitl.board.pieces import KINDS, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, NVA_TROOPS, TRAIL_MAX
from fitl.board.spaces import ADJACENT_MASK, CONTROLLABLE, LAOS_CAMBODIA_MASK, SPACE_COUNT, spaces_of
from fitl.bots.flowchart.nva.units import UNITS, may_leave
from fitl.lasting import CLAYMORES
from fitl.rules.forces import activate, move, remove
from fitl.rules.operation import EVERYWHERE
from fitl.rules.operations.march import COST, is_seen
from fitl.state import State

Group = dict[int, int]  # how many of each kind


class Step(NamedTuple):
    """A group goes from one space to an adjacent one; `before` is the board it starts from."""

    before: bytes
    origin: int
    destination: int
    group: Group


class Manoeuvre:
    """A March being planned.

    `allowed`: where an Event lets pieces go; `free`: it costs nothing. Groups go farther than one space only along the
    Trail, if it is at 4 or the March is free.
    """

    def __init__(self, s: State, allowed: int = EVERYWHERE, free: bool = False, barred: int = 0) -> None:
        self.s = s.copy()
        self.allowed = allowed
        self.free = free
        self.barred = barred  # origins an Event does not name
        self.chained = s.trail == TRAIL_MAX or (free and s.trail > 0 and allowed == EVERYWHERE and not barred)
        self.moved = bytearray(SPACE_COUNT * KINDS)
        self.used = [0] * SPACE_COUNT
        self.paid = 0
        self.purse = s.resources[NVA]
        self.steps: list[Step] = []

    # --- who may leave ---

    def unmoved(self, sp: int, kind: int) -> int:
        return max(0, self.s.pieces[sp * KINDS + kind] - self.moved[sp * KINDS + kind])

    def free_to_go(self, sp: int) -> int:
        """How many units may leave: not yet moved, and not needed as guards or for Control."""
        if self.barred >> sp & 1 or not self.s.force[sp * 4 + NVA]:
            return 0
        return min(may_leave(self.s, sp), sum(self.unmoved(sp, kind) for kind in UNITS))

    def guerrillas_to_go(self, sp: int) -> int:
        hidden, shown = self.unmoved(sp, NVA_GUERRILLA), self.unmoved(sp, NVA_GUERRILLA_ACTIVE)
        return min(self.free_to_go(sp), hidden + shown)

    def troops_to_go(self, sp: int) -> int:
        return min(self.free_to_go(sp), self.unmoved(sp, NVA_TROOPS))

    def pick(self, sp: int, n: int, first: Group | None = None, kinds: tuple[int, ...] | None = None) -> Group:
        """n units that leave a space beside those picked first: Troops before Guerrillas, Active before Underground."""
        group = dict(first or {})
        for kind in kinds or UNITS:
            taken = min(n, self.unmoved(sp, kind) - group.get(kind, 0))
            if taken > 0:
                group[kind] = group.get(kind, 0) + taken
                n -= taken
        return group

    # --- ways and costs ---

    def way(self, origin: int, destination: int) -> list[int]:
        """The spaces from an origin to a destination, both included; empty if there is no way or no money."""
        if not self.allowed >> destination & 1:
            return []
        if ADJACENT_MASK[origin] & ~self.used[origin] & 1 << destination and self.purse >= self.cost(
            origin, destination
        ):
            return [origin, destination]
        return self._trail_way(origin, destination) if self.chained else []

    def _trail_way(self, origin: int, destination: int) -> list[int]:
        """The shortest way through Laos and Cambodia, which costs nothing where it is open at all."""
        through = LAOS_CAMBODIA_MASK & self.allowed
        came_from = dict.fromkeys(spaces_of(ADJACENT_MASK[origin] & ~self.used[origin] & through), origin)
        frontier = list(came_from)
        for sp in frontier:
            onward = ADJACENT_MASK[sp] & ~self.used[sp]
            if onward >> destination & 1:
                way = [destination, sp]
                while way[-1] != origin:
                    way.append(came_from[way[-1]])
                return way[::-1]
            for near in spaces_of(onward & through):
                if near != origin and near not in came_from:
                    came_from[near] = sp
                    frontier.append(near)
        return []

    def cost(self, origin: int, destination: int) -> int:
        """1 per Province or City, once; nothing along a Trail at 4, or in a free March."""
        if self.free or destination >= CONTROLLABLE or self.paid >> destination & 1:
            return 0
        if self.s.trail == TRAIL_MAX and (LAOS_CAMBODIA_MASK >> origin | LAOS_CAMBODIA_MASK >> destination) & 1:
            return 0
        return COST

    def origins(self, destination: int) -> list[int]:
        """Where units could come from."""
        found = list(range(SPACE_COUNT)) if self.chained else spaces_of(ADJACENT_MASK[destination])
        return [sp for sp in found if sp != destination and self.free_to_go(sp) and self.way(sp, destination)]

    def together(self, origins: Iterable[int], destination: int) -> list[int]:
        """Those origins from which groups could come at once: no way is used twice, the short ones go first."""
        used = self.used[:]
        found = []
        for origin in sorted(origins, key=lambda sp: not ADJACENT_MASK[sp] >> destination & 1):
            way = self.way(origin, destination)
            if way:
                found.append(origin)
                for start, end in pairwise(way):
                    self.used[start] |= 1 << end
        self.used = used
        return found

    # --- going ---

    def arriving(self, destination: int, group: Group) -> int:
        """How many of a group would be there in the end: Claymores (card 17) take one that is found."""
        size = sum(group.values())
        if self.s.effects & CLAYMORES and group.get(NVA_GUERRILLA) and is_seen(self.s, destination, size):
            size -= 1
        return size

    def go(self, origin: int, destination: int, group: Group) -> None:
        """Send a group, step by step."""
        way = self.way(origin, destination)
        for start, end in pairwise(way):
            self._step(start, end, group, start != origin)

    def _step(self, origin: int, destination: int, group: Group, going_on: bool) -> None:
        s = self.s
        self.steps.append(Step(bytes(s.pieces), origin, destination, dict(group)))
        cost = self.cost(origin, destination)
        if cost:
            self.purse -= cost
            self.paid |= 1 << destination
        self.used[origin] |= 1 << destination
        for kind, n in group.items():
            move(s, kind, n, origin, destination)
            if going_on:
                self.moved[origin * KINDS + kind] -= n
            self.moved[destination * KINDS + kind] += n
        hidden = group.get(NVA_GUERRILLA, 0)
        if hidden and is_seen(s, destination, sum(group.values())):
            activate(s, destination, NVA, hidden)
            row = destination * KINDS
            self.moved[row + NVA_GUERRILLA] -= hidden
            self.moved[row + NVA_GUERRILLA_ACTIVE] += hidden
            if s.effects & CLAYMORES:
                remove(s, destination, NVA_GUERRILLA_ACTIVE)
                self.moved[row + NVA_GUERRILLA_ACTIVE] -= 1
