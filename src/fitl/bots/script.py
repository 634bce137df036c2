"""A plan as a script: the questions a mind expects and the keys it intends to answer; one follower for every Faction.

A planner writes down every step as the rule asks for it. Where there is a single option nobody is asked, and the
line is passed over.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from fitl.board.spaces import row_id
from fitl.decisions import Decision, Option


class Move(NamedTuple):
    """A group that goes from one space to another."""

    destination: int
    origin: int
    load: dict[int, int]  # how many of each kind


class Ask(NamedTuple):
    """A question: its kind, and which piece, origin and destination it names, if it does."""

    kind: str
    piece: int | None = None
    origin: int | None = None
    destination: int | None = None


Line = tuple[Ask, str]  # a question and the key of the answer


@dataclass(slots=True)
class Script:
    """What is left of a plan. Each plan that a mind keeps is a class of its own."""

    lines: list[Line] | None = None  # None before it is planned
    fresh: bool = False  # nothing of it is answered yet

    def intend(self, lines: Iterable[Line]) -> bool:
        """From here on this is intended; is it anything?"""
        self.lines = list(lines)
        self.fresh = True
        return bool(self.lines)

    def follow(self, decision: Decision) -> Option | None:
        """What it says here: the first line for this question that is offered.

        Those before it are given up, but for questions of the same kind, which may come in another order.
        """
        self.fresh = False
        named = decision.params.get
        asked = Ask(decision.kind, named("piece"), named("origin"), named("destination"))
        lines = self.lines or []
        for place, (ask, key) in enumerate(lines):
            if ask == asked and (option := decision.find(key)) is not None:
                waiting = [line for line in lines[:place] if line[0].kind == asked.kind and line[0] != asked]
                self.lines = waiting + lines[place + 1 :]
                return option
        return None


# --- writing ------------------------------------------------------------------------------------------------------


def group_lines(rule: str, move: Move, kinds: Iterable[int]) -> Iterator[Line]:
    """A group goes: from where, and how many of each kind there may be."""
    yield Ask(f"{rule}.origin", destination=move.destination), row_id(move.origin)
    for kind in kinds:
        yield Ask(f"{rule}.amount", kind, move.origin, move.destination), str(move.load.get(kind, 0))


def march_lines(moves: Iterable[Move], kinds: Collection[int]) -> Iterator[Line]:
    """A March asks for one destination after the other, and for group after group that goes there."""
    for destination, groups in groupby(moves, key=lambda move: move.destination):
        yield Ask("march.destination"), row_id(destination)
        for move in groups:
            yield from group_lines("march", move, kinds)
        yield Ask("march.origin", destination=destination), "done"


def move_lines(rule: str, moves: Iterable[Move]) -> Iterator[Line]:
    """A Sweep or Patrol asks for the destination again for each group."""
    for move in moves:
        yield Ask(f"{rule}.destination"), row_id(move.destination)
        yield from group_lines(rule, move, move.load)


def redeploy_lines(kind: int, origin: int, destination: int, n: int, must: bool = False) -> Iterator[Line]:
    """Pieces of a kind Redeploy; nobody asks where those that must leave come from."""
    if must:
        yield Ask("redeploy.must", kind, origin), row_id(destination)
    else:
        yield Ask("redeploy.origin", kind), row_id(origin)
        yield Ask("redeploy.destination", kind, origin), row_id(destination)
    yield Ask("redeploy.number", kind, origin, destination), str(n)
