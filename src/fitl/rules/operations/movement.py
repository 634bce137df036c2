"""Moving cubes in Patrol and Sweep (3.2.2, 3.2.3): destination, origin, how many; no piece moves twice."""

from collections.abc import Callable, Sequence
from typing import Final

from fitl.board.pieces import KINDS
from fitl.board.spaces import SPACE_COUNT, spaces_of
from fitl.decisions import Decision, Flow, Option, amounts, piece_at_option, spaces_options
from fitl.rules.forces import move
from fitl.rules.operation import Operation
from fitl.state import State

FOLLOW: Final = "follow"  # what `Operation.notes` remembers for `carry`: a method that keeps track of what moved

Follow = Callable[[int, int, int, int], None]  # of a kind this many, from where, where to


class Movement:
    """The movement of one Operation: which kinds may move, and how many that have moved stand in each space."""

    __slots__ = ("ask", "by", "kinds", "moved", "rule", "s")

    def __init__(self, s: State, by: int, kinds: Sequence[int], ask: str, rule: str) -> None:
        self.s = s
        self.by = by
        self.kinds = kinds
        self.ask = ask
        self.rule = rule
        self.moved: dict[int, int] = {}  # by index into `State.pieces`

    def unmoved(self, sp: int, kind: int) -> int:
        """How many pieces of this kind may still leave a space."""
        index = sp * KINDS + kind
        return max(0, self.s.pieces[index] - self.moved.get(index, 0))

    def origins(self) -> int:
        """The spaces that hold pieces which may still move."""
        p = self.s.pieces
        mask = 0
        for kind in self.kinds:
            there: Sequence[int] = p[kind : SPACE_COUNT * KINDS : KINDS]
            for sp, n in enumerate(there):
                if n and n > self.moved.get(sp * KINDS + kind, 0):
                    mask |= 1 << sp
        return mask

    def into(self, destination: int, origins: int) -> Flow[int]:
        """Move at least one piece into a destination from one of these origins; returns which."""
        origin: int = yield Decision(
            self.by, self.ask + ".origin", self.rule, spaces_options(spaces_of(origins)), {"destination": destination}
        )
        there = [(kind, most) for kind in self.kinds if (most := self.unmoved(origin, kind))]
        left = sum(most for _, most in there)
        any_moved = False
        for kind, most in there:
            left -= most
            least = 0 if any_moved or left else 1
            params = {"piece": kind, "origin": origin, "destination": destination}
            n: int = yield Decision(self.by, self.ask + ".amount", self.rule, amounts(least, most), params)
            if n:
                any_moved = True
                self._move(kind, n, origin, destination)
        return origin

    def _move(self, kind: int, n: int, origin: int, destination: int) -> None:
        move(self.s, kind, n, origin, destination)
        index = destination * KINDS + kind
        self.moved[index] = self.moved.get(index, 0) + n

    def follow(self, kind: int, n: int, origin: int, destination: int) -> None:
        """A Special Activity is about to take pieces elsewhere: those that have not moved leave first.

        The others have moved wherever they go.
        """
        left = origin * KINDS + kind
        if kind in self.kinds and (moved := n - self.unmoved(origin, kind)) > 0:
            self.moved[left] -= moved
            there = destination * KINDS + kind
            self.moved[there] = self.moved.get(there, 0) + moved

    def arrived(self) -> list[Option]:
        """The pieces that moved and are still where they went, as (kind, space)."""
        p = self.s.pieces
        return [
            piece_at_option(index % KINDS, index // KINDS) for index, n in sorted(self.moved.items()) if n and p[index]
        ]

    def arrivals(self) -> dict[int, int]:
        """How many of them there are, by their place on the board."""
        return {index: min(n, self.s.pieces[index]) for index, n in self.moved.items()}

    def forget(self, kind: int, sp: int) -> None:
        """One of the pieces that moved is gone."""
        self.moved[sp * KINDS + kind] -= 1


def carry(s: State, op: Operation | None, kind: int, n: int, origin: int, destination: int) -> None:
    """Move pieces by a Special Activity (4.2.2, 4.3.2, S4.3.4); its Operation keeps track of them."""
    follow: Follow | None = None if op is None else op.notes.get(FOLLOW)
    if follow is not None:
        follow(kind, n, origin, destination)
    move(s, kind, n, origin, destination)
