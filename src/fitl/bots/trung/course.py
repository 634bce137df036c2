"""A turn as one conversation: a procedure of the cards that answers question after question.

A procedure is a generator. It yields what it rolls (a decision of chance) and what it answers (an option of the
question that is asked now); when it goes on, the next question to its Faction has come and the board has changed. So it
always looks at the board as it is. What has a single answer is not asked: its line is passed over.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from fitl.board.factions import NVA
from fitl.board.spaces import SPACE_COUNT, row_id
from fitl.bots.mind import VISITS, Mind, offered_spaces
from fitl.bots.script import Ask, Line, Script
from fitl.bots.trung.cards import ACTIVATION, ACTIVATION_ON_FULL_TRAIL
from fitl.bots.trung.dice import rolled
from fitl.bots.trung.tables import Look, choose
from fitl.decisions import Decision, Flow, Option
from fitl.rules.operation import Operation
from fitl.state import State

T = TypeVar("T")
Steps = Generator[Decision | Option, Any, T]
Procedure = Callable[["Course"], Steps[bool]]  # was it carried out?

LOST: Final = "trung.lost"  # counted when the rules did not ask what a procedure expected


class Rolls:
    """Activation rolls of one Operation: the first space is free, the first failure ends it, a success is kept."""

    def __init__(self, course: "Course", number: int | None = None) -> None:
        op = course.op
        self.mind = course.mind
        self.free = op is not None and op.free
        faction = course.mind.faction
        self.number = ACTIVATION[faction] if number is None else number
        if op is not None and op.name == "march" and faction == NVA and course.s.trail == 4:
            self.number = ACTIVATION_ON_FULL_TRAIL
        self.begun = op is not None and bool(op.spaces)
        self.passed = False
        self.failed = False

    def go_on(self) -> Flow[bool]:
        """May another space be taken? A roll that succeeded before is still good if nothing came of it."""
        if self.failed:
            return False
        if self.free or not self.begun or self.passed:
            return True
        die = yield from rolled(self.mind, "trung.activation_die")
        self.passed = die > self.number
        self.failed = not self.passed
        self.mind.visit("trung.roll", dice=die, n=self.number, answer="yes" if self.passed else "no")
        return self.passed

    def used(self, needs_no_roll_next: bool = False) -> None:
        """A space was taken."""
        self.begun = True
        self.passed = needs_no_roll_next


@dataclass(slots=True)
class Course:
    """What a procedure knows: the board, the question asked now, and the Operation that is carried out."""

    mind: Mind
    s: State
    decision: Decision
    op: Operation | None = None
    opening: list[Line] = field(default_factory=list)  # answers that begin it, given with the first step
    refused: set[int] = field(default_factory=set)  # spaces that the rules did not take
    flags: tuple[str, ...] = ()
    during: str = ""  # what the card has in the middle of the Operation
    together: bool = False  # a Special Activity was part of the Operation

    @property
    def faction(self) -> int:
        return self.mind.faction

    @property
    def operation(self) -> Operation:
        assert self.op is not None
        return self.op

    def asks(self, kind: str) -> bool:
        return self.decision.kind == kind

    def begins(self, kind: str, key: str) -> None:
        """The next step begins with this answer."""
        self.opening.append((Ask(kind), key))

    def give(self, lines: Iterable[Line]) -> Steps[bool]:
        """Answer so, as far as it is asked; was anything of it?"""
        script = Script()
        script.intend([*self.opening, *lines])
        self.opening = []
        given = False
        while (option := script.follow(self.decision)) is not None:
            given = True
            yield option
        return given

    def may(self, sp: int) -> bool:
        """May the Operation take this space?"""
        return sp not in self.refused and (self.op is None or (not self.op.full() and self.op.may_select(sp)))

    def enter(self, sp: int, *lines: Line) -> Steps[bool]:
        """Take a space of the Operation and answer what is asked there; did the rules take it?"""
        op = self.operation
        yield from self.give([(Ask(f"{op.name}.space"), row_id(sp)), *lines])
        if sp in op.spaces:
            return True
        self.refused.add(sp)
        VISITS[LOST] += 1
        return False

    def look(self, purpose: str = "") -> Look:
        return Look(self.s, purpose)

    def choose(self, table: str, spaces: Sequence[int], purpose: str = "") -> Flow[int]:
        """A space by one of the 27 tables."""
        return (yield from choose(self.mind, table, self.look(purpose), spaces))

    def spaces_of(
        self,
        name: str,
        suits: Callable[[int], bool],
        table: str,
        lines: Callable[[int], Iterable[Line]],
        limit: int = SPACE_COUNT,
        purpose: str = "",
        close: bool = True,
    ) -> Steps[bool]:
        """Take spaces of a Special Activity one after the other by a table, and no more then if it is to `close`.

        Was there any?
        """
        kind = f"{name}.space"
        n = 0
        while n < limit:
            if self.asks(kind):
                spaces = offered_spaces(self.decision)
            elif n == 0:
                spaces = list(range(SPACE_COUNT))
            else:
                break
            found = [sp for sp in spaces if suits(sp)]
            if not found:
                break
            sp = yield from self.choose(table, found, purpose)
            yield from self.give([(Ask(kind), row_id(sp)), *lines(sp)])
            n += 1
        if close and n and self.asks(kind):
            yield from self.give([(Ask(kind), "done")])
        return n > 0


def number(kind: str, n: int, piece: int | None = None) -> Line:
    """A question of how many."""
    return Ask(kind, piece), str(n)


def at(kind: str, sp: int) -> Line:
    """A question for a space or box."""
    return Ask(kind), row_id(sp)


def way(kind: str, key: str) -> Line:
    """A question with named answers."""
    return Ask(kind), key
