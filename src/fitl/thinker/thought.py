"""One act of thinking, apart from any table: a question in, a plan and its reasons out.

Both are plain values, so that thinking can be done wherever there is time for it, and comes to the same.

A mind that is asked in the middle of what another has begun (a game was opened there, or answers were taken back) must
answer as that one would have: it thinks again about every question at which plans were made since the stage began, and
goes on with the last of them.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from fitl.game import Game
from fitl.thinker.composing import Composer
from fitl.thinker.determinize import Knowledge, known_to
from fitl.thinker.evaluation import worth_at_table, worth_to
from fitl.thinker.levels import Level
from fitl.thinker.lookahead import look_ahead
from fitl.thinker.plan import Plan
from fitl.thinker.reasons import explain_plan
from fitl.thinker.search import Search, Way

A_LOOK: Final = 4  # takes as long as this many playouts
ANEW: Final = 4  # a plan that is made again may cost one in this many of the playouts and looks of a turn

GoOn = Callable[[float], bool]  # hears which part is done, and says whether to go on


class Question(NamedTuple):
    """What there is to think about."""

    known: Knowledge
    faction: int
    level: Level
    rest: Way  # of a plan that dice or cards have overtaken; empty at the beginning
    forgotten: bool = False  # the Faction has answered in this stage, by a plan that nobody remembers

    @property
    def mark(self) -> tuple[int, int, int]:
        """Tells questions apart."""
        return self.known.seed(), self.faction, self.level.playouts


class Thought(NamedTuple):
    """The result."""

    mark: tuple[int, int, int]
    way: Way
    reasons: list[tuple[str, dict[str, object]]]


def always(part: float) -> bool:
    """To the end of the budget."""
    return True


def searching_share(level: Level) -> float:
    """Which part of the time goes to the search, the rest to looks ahead."""
    return level.playouts / (level.playouts + A_LOOK * level.looks)


def think(question: Question, go_on: GoOn = always) -> Thought:
    """The best way that is found, and why; of a plan that was forgotten, what is left of it, if it holds.

    Once `go_on` has said no, no more is looked at than an answer takes.
    """
    if not question.forgotten:
        return _find(question, go_on)
    patience = Patience(go_on)
    game = Game(question.known.copy(), manual_chance=True, log=False)
    try:
        plan = _recollected(question, game, patience.go_on)
    except Exception:  # a fault may be why somebody else has answered: it is not to stop the rest of the turn
        plan = None
    if plan is None:
        return _find(question, patience.go_on)
    if game.decision is not None and plan.holds(game, game.decision):
        return Thought(question.mark, plan.rest(game), [])
    return _find(question._replace(rest=plan.rest(game)), patience.go_on)


class Patience:
    """The patience of one caller for several searches: once it is over, all of them end."""

    def __init__(self, go_on: GoOn) -> None:
        self._go_on = go_on
        self._over = False

    def go_on(self, part: float) -> bool:
        self._over = self._over or not self._go_on(part)
        return not self._over


def _recollected(question: Question, game: Game, go_on: GoOn) -> Plan | None:
    """The plan by which a Faction has answered since the checkpoint at which `game` begins; it is played on from there.

    None, if it was not this mind's: somebody else answered in its place, or the thinking was ended early.
    """
    plan = Plan()
    game.begin()
    for entry in question.known.given:
        decision = game.decision
        if decision is not None and entry.actor == question.faction:
            if not plan.holds(game, decision):
                known = known_to(question.known.factions, game)
                plan.make(game, _find(Question(known, question.faction, question.level, plan.rest(game)), go_on).way)
            option = plan.follow(decision)
            if option is None or option.key != entry.key:
                return None
        game.give_again(entry)
    return plan


def _find(question: Question, go_on: GoOn) -> Thought:
    """The best way from here, and why."""
    known, faction, level, rest = question.known, question.faction, question.level, question.rest
    searching = Composer if level.composes else Search
    worth = partial(worth_at_table if level.minds_table else worth_to, faction)
    search = searching(faction, known, worth, known.seed())
    part_of = ANEW if rest else 1
    share = searching_share(level)
    going = True

    def goes_on(part: float) -> bool:
        nonlocal going  # a caller that has ended the search is not asked again before the looks ahead
        going = go_on(part * share)
        return going

    search.run(level.playouts // part_of, (rest,) if rest else (), goes_on)
    looks = level.looks // part_of
    if going:
        look_ahead(search, looks, lambda part: go_on(share + part * (1 - share)))
    reasons: list[tuple[str, dict[str, object]]] = []

    def note(_by: int, _message: str, /, **params: object) -> None:  # names that no parameter of a reason has: mypyc
        reasons.append((_message, params))  # lets anything be given by name

    explain_plan(note, faction, search, not rest, level.replies)
    return Thought(question.mark, search.best[0].way, reasons)
