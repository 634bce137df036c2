"""8.6.5 Planning a March on a copy of the board: who may leave, by which way, at what cost, and what it looks like.

A March is planned group by group, each from where it stands to where it is to be. It is carried out gathered (3.3.2):
groups that share a part of the Trail wait for each other and go that way together, for each way is used once.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

from fitl.board.factions import NVA
from fitl.board.pieces import KINDS, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, NVA_TROOPS, TRAIL_MAX
from fitl.board.spaces import ADJACENT_MASK, LAOS_CAMBODIA_MASK, SPACE_COUNT, spaces_of
from fitl.bots.flowchart.nva.units import GUARDS, UNITS, may_leave, units
from fitl.bots.script import Move
from fitl.rules.forces import bases_of
from fitl.rules.operation import EVERYWHERE, Operation
from fitl.rules.operations.march import Moves, Terms, is_seen
from fitl.state import State

Group = dict[int, int]  # how many of each kind
Way = tuple[int, ...]  # the spaces from an origin to a destination, both included

PAID: Final = Terms(EVERYWHERE, EVERYWHERE, UNITS, 0, False, SPACE_COUNT)  # a March that no Event grants
FREE: Final = PAID._replace(free=True)
WATCH: Final = (NVA_GUERRILLA_ACTIVE, NVA_GUERRILLA, NVA_TROOPS)  # who stays as guard: Guerrillas if possible
NO_WAY: Final[Way] = ()


class Transfer(NamedTuple):
    """A group that is to come from one end of a way to the other."""

    way: Way
    group: Group


class Manoeuvre:
    """A March being planned within the terms of the Event that grants it, if one does.

    Groups go farther than one space only along the Trail, if it is at 4 or the March is free. On the way they leave
    guards at NVA Bases that lack them. `s` is the board as it will be.
    """

    __slots__ = ("_free", "_known", "chained", "moves", "s", "start", "steps", "terms", "transfers", "waiting")

    def __init__(self, s: State, terms: Terms = PAID, rehearsed: bool = True) -> None:
        self.start = s
        self.terms = terms
        self.chained = s.trail == TRAIL_MAX or (terms.free and s.trail > 0)
        self.transfers: list[Transfer] = []
        self.waiting = s.pieces[:]  # who has not been given a destination
        self._known: dict[tuple[int, int], Way] = {}  # the ways looked for so far
        if rehearsed:
            self._rehearse()

    def copy(self) -> "Manoeuvre":
        """To look what else could follow."""
        new = Manoeuvre(self.start, self.terms, rehearsed=False)
        new._known, new.transfers, new.waiting = self._known, self.transfers[:], self.waiting[:]
        new.s, new.moves, new.steps, new._free = self.s, self.moves, self.steps, self._free
        return new

    # --- who may leave ---

    def unmoved(self, sp: int, kind: int) -> int:
        return self.waiting[sp * KINDS + kind] if kind in self.terms.kinds else 0

    def free_to_go(self, sp: int) -> int:
        """How many units may leave: not yet moved, and not needed as guards or for Control."""
        return self._free.get(sp, 0)

    def _count_free(self) -> dict[int, int]:
        force = self.s.force
        free = {}
        for sp in range(SPACE_COUNT):
            if force[sp * 4 + NVA] and self.terms.origins >> sp & 1:
                n = min(may_leave(self.s, sp), sum([self.unmoved(sp, kind) for kind in UNITS]))
                if n:
                    free[sp] = n
        return free

    def guerrillas_to_go(self, sp: int, destination: int) -> int:
        """Guerrillas that could arrive."""
        hidden, shown = self.unmoved(sp, NVA_GUERRILLA), self.unmoved(sp, NVA_GUERRILLA_ACTIVE)
        return min(self.deliverable(sp, destination), hidden + shown)

    def troops_to_go(self, sp: int, destination: int) -> int:
        """Troops that could arrive."""
        return min(self.deliverable(sp, destination), self.unmoved(sp, NVA_TROOPS))

    def deliverable(self, origin: int, destination: int) -> int:
        """How many units could arrive: those free to go less the guards they leave on the way."""
        return max(0, self.free_to_go(origin) - self.guards_on(self.way(origin, destination)))

    def leaving_order(self, origin: int, destination: int, size: int) -> tuple[int, ...]:
        """8.1.2: Troops before Guerrillas; of these the hidden ones first, unless so large a group would be seen."""
        seen = is_seen(self.s, NVA, destination, size + self._ahead(self.way(origin, destination)))
        shown, hidden = NVA_GUERRILLA_ACTIVE, NVA_GUERRILLA
        return (NVA_TROOPS, shown, hidden) if seen else (NVA_TROOPS, hidden, shown)

    def _ahead(self, way: Way) -> int:
        """How many others take the last part of a way: all of them arrive as one group."""
        return sum(sum(other.group.values()) for other in self.transfers if other.way[-2:] == way[-2:])

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
        leaving = self.pick(origin, self.free_to_go(origin), self.leaving_order(origin, destination, n))
        return _leave_guards(leaving, sum(leaving.values()) - n, {})

    # --- ways and costs ---

    @property
    def purse(self) -> int:
        """What is left to pay with."""
        return self.s.resources[NVA]

    def way(self, origin: int, destination: int) -> Way:
        """The spaces from an origin to a destination, both included; none if there is no way or no money."""
        if self._neighbours(origin) >> destination & 1 and self.purse >= self.cost(origin, destination):
            return self._within_limit((origin, destination))
        return self._within_limit(self._trail_way(origin, destination)) if self.chained else NO_WAY

    def _neighbours(self, sp: int) -> int:
        return self.moves.neighbours(sp) & self.terms.allowed

    def _within_limit(self, way: Way) -> Way:
        """Every space on the way is one that is Marched into, of which an Event may allow only some."""
        if self.terms.left == SPACE_COUNT:
            return way
        entered = self.moves.op.spaces
        fresh = sum(sp not in entered for sp in way[1:])
        return way if fresh <= self.terms.left - len(entered) else NO_WAY

    def _trail_way(self, origin: int, destination: int) -> Way:
        """The shortest way through Laos and Cambodia, which costs nothing where it is open at all.

        They lie in a row, so that the shortest way also passes the fewest Bases that lack guards, and groups that
        share a part of it never wait for each other in a circle.
        """
        if (origin, destination) not in self._known:
            self._known[origin, destination] = self._find_way(origin, destination)
        return self._known[origin, destination]

    def _find_way(self, origin: int, destination: int) -> Way:
        through = LAOS_CAMBODIA_MASK & self.terms.origins
        came_from = dict.fromkeys(spaces_of(self._neighbours(origin) & through), origin)
        frontier = list(came_from)
        for sp in frontier:
            onward = self._neighbours(sp)
            if onward >> destination & 1:
                way = [destination, sp]
                while way[-1] != origin:
                    way.append(came_from[way[-1]])
                return tuple(way[::-1])
            for near in spaces_of(onward & through):
                if near != origin and near not in came_from:
                    came_from[near] = sp
                    frontier.append(near)
        return NO_WAY

    def guards_wanted(self, sp: int) -> int:
        """How many units a group in transit leaves here: an NVA Base is to have two."""
        return max(0, GUARDS - units(self.s, sp)) if bases_of(self.s, sp, NVA) else 0

    def guards_on(self, way: Way) -> int:
        return sum([self.guards_wanted(sp) for sp in way[1:-1]])

    def cost(self, origin: int, destination: int) -> int:
        """3.3.2: what entering costs now; nothing in a free March."""
        return 0 if self.terms.free else self.moves.cost(origin, destination)

    def origins(self, destination: int) -> list[int]:
        """Where units could come from."""
        if not self.terms.allowed >> destination & 1:
            return []
        return [
            sp
            for sp, free in self._free.items()
            if sp != destination and (way := self.way(sp, destination)) and free > self.guards_on(way)
        ]

    def together(self, origins: Iterable[int], destination: int) -> list[int]:
        """Those origins from which groups could come at once, within the spaces an Event allows; short ways first."""
        short_first = sorted(origins, key=lambda sp: not ADJACENT_MASK[sp] >> destination & 1)
        found = []
        entered = set(self.moves.op.spaces)
        for origin in short_first:
            way = self.way(origin, destination)
            if way and len(entered | set(way[1:])) <= self.terms.left:
                found.append(origin)
                entered |= set(way[1:])
        return found

    # --- going ---

    def go(self, origin: int, destination: int, group: Group) -> None:
        """Send a group; guards for Bases on its way go along with it, Guerrillas if possible."""
        way = self.way(origin, destination)
        guards = [self.guards_wanted(sp) for sp in way[1:-1]]
        spare = self.free_to_go(origin) - sum(group.values())
        going = self.pick(origin, min(sum(guards), spare), WATCH, group)
        for kind, n in going.items():
            self.waiting[origin * KINDS + kind] -= n
        for place, wanted in enumerate(guards, start=1):
            gone_on = _leave_guards(going, wanted, group)
            self._send(way[: place + 1], {kind: n - gone_on.get(kind, 0) for kind, n in going.items()})
            going = gone_on
        self._send(way, going)
        self._rehearse()

    def _send(self, way: Way, group: Group) -> None:
        if present := {kind: n for kind, n in group.items() if n}:
            self.transfers.append(Transfer(way, present))

    def _rehearse(self) -> None:
        """Carry out all transfers, gathered, on a copy of the board."""
        terms = self.terms
        s = self.s = self.start.copy() if self.transfers else self.start
        op = Operation(s, NVA, "march", free=terms.free, allowed=terms.allowed)
        op.max_spaces = terms.left
        moves = self.moves = Moves(s, op, terms.origins, terms.kinds, terms.through)
        self.steps: list[Move] = []
        for (origin, destination), group in gathered(self.transfers):
            self.steps.append(Move(destination, origin, group))
            if destination not in op.spaces:
                op.spaces.append(destination)
            moves.go(origin, destination, group)
        self._free = self._count_free()


def gathered(transfers: Iterable[Transfer]) -> list[tuple[tuple[int, int], Group]]:
    """The moves that bring all groups where they are to be: on each way all who take it go at once, after all who are
    to go on by it have come; into one space after the other where that can be.
    """
    groups: dict[tuple[int, int], Group] = {}
    awaited: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for way, group in transfers:
        parts = list(pairwise(way))
        for part in parts:
            together = groups.setdefault(part, {})
            for kind, n in group.items():
                together[kind] = together.get(kind, 0) + n
            awaited.setdefault(part, set())
        for earlier, later in pairwise(parts):
            awaited[later].add(earlier)
    found: list[tuple[tuple[int, int], Group]] = []
    last = -1
    while groups:
        ready = [part for part in groups if not awaited[part] & groups.keys()]
        part = next((each for each in ready if each[1] == last), ready[0])
        found.append((part, groups.pop(part)))
        last = part[1]
    return found


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
