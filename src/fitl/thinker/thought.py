"""One act of thinking, apart from any table: a question in, a plan and its reasons out.

Both are plain values, so that thinking can be done wherever there is time for it, and comes to the same.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from fitl.thinker.ahead import look_ahead
from fitl.thinker.determinize import Knowledge
from fitl.thinker.evaluation import worth_to
from fitl.thinker.levels import Level
from fitl.thinker.reasons import explain_plan
from fitl.thinker.search import Search, Way

SEARCHING: Final = 0.2  # which part of the time goes to the search, the rest to looks ahead
ANEW: Final = 4  # a plan that is made anew may cost one in so many of the playouts and looks of a turn

GoOn = Callable[[float], bool]  # hears which part is done, and says whether to go on


class Question(NamedTuple):
    """What there is to think about."""

    known: Knowledge
    faction: int
    level: Level
    rest: Way  # of a plan that what fell has overtaken; empty at the beginning

    @property
    def mark(self) -> tuple[int, int, int]:
        """Tells questions apart."""
        return self.known.seed(), self.faction, self.level.playouts


class Thought(NamedTuple):
    """What came of it."""

    mark: tuple[int, int, int]
    way: Way
    reasons: list[tuple[str, dict[str, Any]]]


def always(part: float) -> bool:
    """To the end of the budget."""
    return True


def think(question: Question, go_on: GoOn = always) -> Thought:
    """The best way that is found, and why; once `go_on` has said no, no more is looked at."""
    known, faction, level, rest = question
    search = Search(faction, known, partial(worth_to, faction), known.seed())
    part_of = ANEW if rest else 1
    going = True

    def goes_on(part: float) -> bool:
        nonlocal going  # whoever has ended the search is not asked again before the looks ahead
        going = go_on(part * SEARCHING)
        return going

    search.run(level.playouts // part_of, (rest,) if rest else (), goes_on)
    looks = level.looks // part_of
    if going:
        look_ahead(search, looks, lambda part: go_on(SEARCHING + part * (1 - SEARCHING)))
    reasons: list[tuple[str, dict[str, Any]]] = []

    def note(_by: int, _message: str, /, **params: Any) -> None:  # names that no parameter of a reason has: mypyc
        reasons.append((_message, params))  # lets anything be given by name

    explain_plan(note, faction, search, not rest, level.replies)
    return Thought(question.mark, search.best[0].way, reasons)
