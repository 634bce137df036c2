"""What a Trung bot answers, and why: the procedure that is under way, or the answer to a question in between."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from fitl.bots.mind import Mind
from fitl.bots.trung.activities import ACTIVITIES
from fitl.bots.trung.answers import HANDLERS, otherwise
from fitl.bots.trung.commitment import commit
from fitl.bots.trung.course import Course, Procedure, Steps
from fitl.bots.trung.events import answer_event
from fitl.bots.trung.redeploy import redeploy
from fitl.bots.trung.turn import grant, operations_of, play
from fitl.decisions import Decision, Flow, Option
from fitl.rules.operation import Operation
from fitl.state import State

BEGINNINGS: Final[dict[str, Procedure]] = {
    "trung.play": play,
    "trung.activity": grant,
    "redeploy": redeploy,
    "commitment": commit,
    **ACTIVITIES,
}


@dataclass(slots=True)
class Underway:
    """The procedure that a mind is in the middle of. A thought begins again: it cannot share one."""

    course: Course | None = None
    steps: Steps[bool] | None = None

    def __deepcopy__(self, memo: object) -> "Underway":
        return Underway()


def answer(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """What this mind answers, its dice asked on the way."""
    underway = mind.room(Underway)
    if decision.kind in HANDLERS and not _foreseen(underway, decision):
        advice: Any = HANDLERS[decision.kind](mind, s, decision)
    elif decision.kind.startswith("event."):
        advice = answer_event(mind, s, decision)
    else:
        advice = _go_on(mind, s, decision, underway)
    return advice if isinstance(advice, Option) else (yield from advice)


def _foreseen(underway: Underway, decision: Decision) -> bool:
    """Does the procedure under way know: how far a Train Pacifies by its die, how many a Commitment moves?"""
    course = underway.course
    if course is None or underway.steps is None:
        return False
    if decision.kind == "pacify.more":
        return course.op is not None and course.op.name == "train"
    return decision.kind == "commitment.number"


def _go_on(mind: Mind, s: State, decision: Decision, underway: Underway) -> Flow[Option]:
    """The next step of the procedure, or the first of another one."""
    course = underway.course
    during = decision.during
    if course is not None and underway.steps is not None and not _another(course, during):
        course.s, course.decision = s, decision
        option = yield from _step(underway)
        if option is not None:
            return option
    begin = _beginning(mind, decision)
    if begin is not None:
        underway.course = Course(mind, s, decision, during if isinstance(during, Operation) else None)
        underway.steps = begin(underway.course)
        option = yield from _step(underway)
        if option is not None:
            return option
    return (yield from otherwise(mind, s, decision))


def _another(course: Course, during: object) -> bool:
    return isinstance(during, Operation) and course.op is not None and course.op is not during


def _beginning(mind: Mind, decision: Decision) -> Callable[[Course], Steps[bool]] | None:
    """Where a procedure begins with this question, as those that Events grant do."""
    name = decision.kind.partition(".")[0]
    if (found := BEGINNINGS.get(decision.kind) or BEGINNINGS.get(name)) is not None:
        return found
    return operations_of(mind.faction).get(name) if isinstance(decision.during, Operation) else None


def _step(underway: Underway) -> Flow[Option | None]:
    """Run the procedure to its next answer; None if it has none any more."""
    steps = underway.steps
    assert steps is not None
    value: Any = None
    while True:
        try:
            found = steps.send(value)
        except StopIteration:
            underway.course = underway.steps = None
            return None
        if isinstance(found, Option):
            return found
        value = yield found
