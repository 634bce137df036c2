"""8.6.5 Planning a March on a copy of the board: who may leave, by which way, at what cost, and what it looks like."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

from fitl.board.factions import NVA
from fitl.board.pieces import KINDS, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, NVA_TROOPS, TRAIL_MAX
from fitl.board.spaces import ADJACENT_MASK, CONTROLLABLE, LAOS_CAMBODIA_MASK, SPACE_COUNT, spaces_of
from fitl.bots.flowchart.nva.units import GUARDS, UNITS, may_leave, units
from fitl.lasting import CLAYMORES
from fitl.rules.forces import activate, bases_of, move, remove
from fitl.rules.operation import EVERYWHERE
from fitl.rules.operations.march import COST, Terms, is_seen
from fitl.state import State

Group = dict[int, int]  # how many of each kind

PAID: Final = Terms(EVERYWHERE, EVERYWHERE, UNITS, 0, False, SPACE_COUNT)  # a March that no Event grants
FREE: Final = PAID._replace(free=True)
WATCH: Final = (NVA_GUERRILLA_ACTIVE, NVA_GUERRILLA, NVA_TROOPS)  # who stays as guard: Guerrillas if possible


class Step(NamedTuple):
    """A group goes from one space to an adjacent one; `before` is the board it starts from."""

    before: bytes
    origin: int
    destination: int
    group: Group


class Manoeuvre:
    """A March being planned within the terms of the Event that grants it, if one does.

    Groups go farther than one space only along the Trail, if it is at 4 or the March is free. On the way they leave
    guards at NVA Bases that lack them.
    """

    def __init__(self, s: State, terms: Terms = PAID) -> None:
        self.s = s.copy()
        self.terms = terms
        self.chained = s.trail == TRAIL_MAX or (terms.free and s.trail > 0)
        self.moved = bytearray(SPACE_COUNT * KINDS)
        self.used = [0] * SPACE_COUNT
        self.paid = 0
        self.entered = 0  # destinations so far, as a mask
        self.purse = s.resources[NVA]
        self.steps: list[Step] = []

    # --- who may leave ---

    def unmoved(self, sp: int, kind: int) -> int:
        if kind not in self.terms.kinds:
            return 0
        return max(0, self.s.pieces[sp * KINDS + kind] - self.moved[sp * KINDS + kind])

    def free_to_go(self, sp: int) -> int:
        """How many units may leave: not yet moved, and not needed as guards or for Control."""
        if not self.terms.origins >> sp & 1 or not self.s.force[sp * 4 + NVA]:
            return 0
        most = may_leave(self.s, sp)
        return min(most, sum([self.unmoved(sp, kind) for kind in UNITS])) if most else 0

    def guerrillas_to_go(self, sp: int, destination: int) -> int:
        """Guerrillas that could arrive."""
        return min(self.deliverable(sp, destination), self._guerrillas(sp))

    def troops_to_go(self, sp: int, destination: int) -> int:
        """Troops that could arrive."""
        return min(self.deliverable(sp, destination), self.unmoved(sp, NVA_TROOPS))

    def _guerrillas(self, sp: int) -> int:
        return self.unmoved(sp, NVA_GUERRILLA) + self.unmoved(sp, NVA_GUERRILLA_ACTIVE)

    def deliverable(self, origin: int, destination: int) -> int:
        """How many units could arrive: those free to go less the guards they leave on the way."""
        return max(0, self.free_to_go(origin) - self.guards_on(self.way(origin, destination)))

    def leaving_order(self, destination: int, size: int) -> tuple[int, ...]:
        """8.1.2: Troops before Guerrillas; of these the hidden ones first, unless so large a group would be seen."""
        seen = is_seen(self.s, destination, size)
        shown, hidden = NVA_GUERRILLA_ACTIVE, NVA_GUERRILLA
        return (NVA_TROOPS, shown, hidden) if seen else (NVA_TROOPS, hidden, shown)

    def pick(self, sp: int, n: int, order: Iterable[int], first: Group | None = None) -> Group:
        """n units that leave a space beside those picked first, in this order."""
        group = dict(first or {})
        for kind in order:
            taken = min(n, self.unmoved(sp, kind) - group.get(kind, 0))
            if taken > 0:
                group[kind] = group.get(kind, 0) + taken
                n -= taken
        return group

    def whole_group(self, origin: int, destination: int) -> Group:
        """All that may leave a space, the guards they leave on the way not counted."""
        n = self.deliverable(origin, destination)
        leaving = self.pick(origin, self.free_to_go(origin), self.leaving_order(destination, n))
        return _leave_guards(leaving, sum(leaving.values()) - n, {})

    # --- ways and costs ---

    def neighbours(self, sp: int) -> int:
        """Where one step leads: next door, and by way of spaces that an Event lets them pass (card 71)."""
        ways = ADJACENT_MASK[sp]
        passed = 0
        while fresh := ways & self.terms.through & ~passed:
            passed |= fresh
            for each in spaces_of(fresh):
                ways |= ADJACENT_MASK[each]
        return ways & ~(1 << sp) & ~self.used[sp] & self.terms.allowed

    def way(self, origin: int, destination: int) -> list[int]:
        """The spaces from an origin to a destination, both included; empty if there is no way or no money."""
        if self.neighbours(origin) >> destination & 1 and self.purse >= self.cost(origin, destination):
            return self._within_limit([origin, destination])
        return self._within_limit(self._trail_way(origin, destination)) if self.chained else []

    def _within_limit(self, way: list[int]) -> list[int]:
        """Every space on the way is one that is Marched into, of which an Event may allow only some."""
        fresh = sum(not self.entered >> sp & 1 for sp in way[1:])
        return way if fresh <= self.terms.left - self.entered.bit_count() else []

    def _trail_way(self, origin: int, destination: int) -> list[int]:
        """The shortest way through Laos and Cambodia, which costs nothing where it is open at all.

        They lie in a row, so that the shortest way also passes the fewest Bases that lack guards.
        """
        through = LAOS_CAMBODIA_MASK & self.terms.origins
        came_from = dict.fromkeys(spaces_of(self.neighbours(origin) & through), origin)
        frontier = list(came_from)
        for sp in frontier:
            onward = self.neighbours(sp)
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

    def guards_wanted(self, sp: int) -> int:
        """How many units a group in transit leaves here: an NVA Base is to have two."""
        return max(0, GUARDS - units(self.s, sp)) if bases_of(self.s, sp, NVA) else 0

    def guards_on(self, way: list[int]) -> int:
        return sum(self.guards_wanted(sp) for sp in way[1:-1])

    def cost(self, origin: int, destination: int) -> int:
        """1 per Province or City, once; nothing along a Trail at 4, or in a free March."""
        if self.terms.free or destination >= CONTROLLABLE or self.paid >> destination & 1:
            return 0
        if self.s.trail == TRAIL_MAX and (LAOS_CAMBODIA_MASK >> origin | LAOS_CAMBODIA_MASK >> destination) & 1:
            return 0
        return COST

    def origins(self, destination: int) -> list[int]:
        """Where units could come from."""
        if not self.terms.allowed >> destination & 1:
            return []
        near = self.chained or self.terms.through
        found = list(range(SPACE_COUNT)) if near else spaces_of(ADJACENT_MASK[destination])
        return [
            sp
            for sp in found
            if sp != destination
            and (free := self.free_to_go(sp))
            and (way := self.way(sp, destination))
            and free > self.guards_on(way)
        ]

    def together(self, origins: Iterable[int], destination: int) -> list[int]:
        """Those origins from which groups could come at once: no way is used twice, the short ones go first."""
        used, entered = self.used[:], self.entered
        found = []
        for origin in sorted(origins, key=lambda sp: not ADJACENT_MASK[sp] >> destination & 1):
            way = self.way(origin, destination)
            if way:
                found.append(origin)
                for start, end in pairwise(way):
                    self.used[start] |= 1 << end
                    self.entered |= 1 << end
        self.used, self.entered = used, entered
        return found

    # --- going ---

    def arriving(self, destination: int, group: Group) -> int:
        """How many of a group would be there in the end: Claymores (card 17) take one that is found."""
        size = sum(group.values())
        if self.s.effects & CLAYMORES and group.get(NVA_GUERRILLA) and is_seen(self.s, destination, size):
            size -= 1
        return size

    def go(self, origin: int, destination: int, group: Group) -> None:
        """Send a group step by step; guards for Bases on the way go along with it, Guerrillas if possible."""
        way = self.way(origin, destination)
        guards = [self.guards_wanted(sp) for sp in way[1:-1]]
        spare = self.free_to_go(origin) - sum(group.values())
        going = self.pick(origin, min(sum(guards), spare), WATCH, group)
        for place, (start, end) in enumerate(pairwise(way)):
            if place:
                going = _leave_guards(going, guards[place - 1], group)
            self._step(start, end, going, place > 0)

    def _step(self, origin: int, destination: int, group: Group, going_on: bool) -> None:
        s = self.s
        self.steps.append(Step(bytes(s.pieces), origin, destination, dict(group)))
        cost = self.cost(origin, destination)
        if cost:
            self.purse -= cost
            self.paid |= 1 << destination
        self.used[origin] |= 1 << destination
        self.entered |= 1 << destination
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


def _leave_guards(going: Group, n: int, group: Group) -> Group:
    """Who goes on after n have stayed as guards: those who came along for it, else part of the group."""
    left = dict(going)
    for kept in (group, {}):
        for kind in WATCH:
            staying = min(n, left.get(kind, 0) - kept.get(kind, 0))
            if staying > 0:
                left[kind] -= staying
                n -= staying
    return {kind: count for kind, count in left.items() if count}
