"""How many cubes go where, so that all of them together remove the most (card 70, 8.4.1)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from fitl.board.spaces import mask_of


class Help(NamedTuple):
    """Which Capabilities help in a space, as 0 or 1; or in how many spaces they do."""

    patton: int = 0  # card 14
    cobras: int = 0  # card 13

    def plus(self, other: "Help") -> "Help":
        return Help(self.patton + other.patton, self.cobras + other.cobras)

    def within(self, limits: "Help") -> bool:
        return self.patton <= limits.patton and self.cobras <= limits.cobras


class Way(NamedTuple):
    """This many pieces go from a space if this many cubes come, with this help."""

    pieces: int
    cubes: int
    help: Help


NOBODY_COMES: Final = Help()
Plan = dict[int, Way]  # by space


class Supply:
    """From where cubes can come: how many each origin can spare, and which origins reach a space."""

    def __init__(self, spare: Mapping[int, int], near: Mapping[int, int]) -> None:
        self.spare = spare
        self.near = near
        self.within = cache(self._within)

    def _within(self, origins: int) -> int:
        return sum(n for origin, n in self.spare.items() if origins >> origin & 1)

    def suffices(self, demand: Mapping[int, int]) -> bool:
        """Can every space get its cubes? No set of them may want more than the origins that reach it have."""
        wanting = [sp for sp, n in demand.items() if n]
        free = ~mask_of(wanting)  # who wants cubes sends none
        for size in range(1, len(wanting) + 1):
            for some in combinations(wanting, size):
                origins = 0
                for sp in some:
                    origins |= self.near[sp]
                if sum(demand[sp] for sp in some) > self.within(origins & free):
                    return False
        return True


def best_plans(ways: Mapping[int, Sequence[Way]], supply: Supply, limits: Help) -> list[Plan]:
    """All plans that remove the most pieces, and do it with the fewest cubes."""
    spaces = list(ways)
    most = [max(way.pieces for way in ways[sp]) for sp in spaces]
    rest = [sum(most[i:]) for i in range(len(spaces) + 1)]
    best = (-1, 0)
    found: list[Plan] = []

    def go_on(i: int, plan: Plan, pieces: int, cubes: int, used: Help) -> Iterator[tuple[tuple[int, int], Plan]]:
        if (pieces + rest[i], -cubes) < best:
            return
        if i == len(spaces):
            yield (pieces, -cubes), plan
            return
        for way in sorted(ways[spaces[i]], key=lambda way: (-way.pieces, way.cubes)):  # the best first: few are left
            then = {**plan, spaces[i]: way}
            helped = used.plus(way.help)
            if helped.within(limits) and supply.suffices({sp: way.cubes for sp, way in then.items()}):
                yield from go_on(i + 1, then, pieces + way.pieces, cubes + way.cubes, helped)

    for value, plan in go_on(0, {}, 0, 0, NOBODY_COMES):
        if value > best:
            best, found = value, []
        found.append(plan)
    return found
