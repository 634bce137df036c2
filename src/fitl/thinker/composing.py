"""A search for who has time: long turns are put together answer by answer, then changed in more than one way.

A March of many groups is some thirty answers, of which most do harm when they are drawn by chance; changing one answer
of a sampled turn at a time seldom leads to a good one. So ways are composed: after each beginning, every next answer is
tried with the shortest end it may have, and the best is kept (nested search of one level, Cazenave 2009). The best ways
are then improved by inserting, leaving out and replacing answers.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from fitl.decisions import DONE, Decision, Option
from fitl.thinker.policy import Dice, fast_answer
from fitl.thinker.search import MOST_ANSWERS, Answer, Found, Search, Way, begin_line, follow

SAMPLED: Final = 6  # one in this many playouts samples ways, which shows what beginnings there are ...
COMPOSED: Final = 2  # ... and by one in this many all are composed that may be; the rest improves them
WIDEST: Final = 10  # answers to one question that are tried when a way is composed
FRESH: Final = 8  # one in this many ways is a new one while others are improved
OF_BEGINNINGS: Final = 4  # one in this many of the improved is the best of a beginning, not of all
TWICE: Final = 5  # one in this many is changed at two places
STALE: Final = 200  # playouts without anything new after which all has been seen

INSERT, LEAVE_OUT, BREAK_OFF, REPLACE = range(4)
CHANGES: Final = (*(INSERT,) * 7, *(LEAVE_OUT,) * 3, *(BREAK_OFF,) * 2, *(REPLACE,) * 8)  # as often as they stand here

Offered = tuple[str, Sequence[str]]  # the kind of a question and the keys of its answers
Policy = Callable[[Decision, Dice], Option]


class Composer(Search):
    """Looks for the best way for one Faction, among them long ones."""

    def run(
        self, budget: int, known: Sequence[Way] = (), go_on: Callable[[float], bool] = lambda part: True
    ) -> list[Found]:
        """The best ways after this many playouts, as of any search."""
        self._begin(budget, known)
        while not self.best or (
            self.playouts * SAMPLED < budget and self._stale < STALE and self._goes_on(budget, go_on)
        ):
            self._consider(self._sampled())
        composed: set[Way] = set()
        while self.playouts * COMPOSED < budget and self._goes_on(budget, go_on):
            left = [found for beginning, found in self._begun.items() if beginning not in composed]
            if not left:
                break
            beginning = max(left, key=lambda each: each.value).beginning
            composed.add(beginning)
            self._compose(beginning, budget, go_on)
        self._stale = 0
        while self._stale < STALE and self._goes_on(budget, go_on):
            self._consider(self._sampled() if self._dice.below(FRESH) == 0 else self._improved())
        return self.best

    def _sampled(self) -> Found:
        """Any way; half of them are short."""
        return self._vary((), {}, terse_answer if self._dice.below(2) else fast_answer)

    def _compose(self, beginning: Way, budget: int, go_on: Callable[[float], bool]) -> None:
        """Add the best answer to a beginning, and again, until the way is whole."""
        way = beginning
        _, offered = self._ended(way)
        while offered is not None and self._goes_on(budget, go_on):
            kind, keys = offered
            tried = [(key, *self._ended((*way, (kind, key)))) for key in self._some(keys)]
            for _, found, _ in tried:
                self._consider(found)
            best, _, offered = max(tried, key=lambda each: each[1].value)
            way = (*way, (kind, best))

    def _some(self, keys: Sequence[str]) -> list[str]:
        """As many of them as are tried."""
        left = list(keys)
        while len(left) > WIDEST:
            left.pop(self._dice.below(len(left)))
        return left

    def _ended(self, beginning: Way) -> tuple[Found, Offered | None]:
        """A way that begins like this and ends as soon as it may; and what is asked after the beginning."""
        rest = list(beginning)
        offered: list[Offered] = []

        def answer(decision: Decision, place: int) -> Option:
            if not rest and not offered:
                offered.append((decision.kind, [option.key for option in decision.options]))
            return follow(decision, rest) or ending_answer(decision, self._dice)

        found = self._walk(answer)
        return found, offered[0] if offered else None

    def _improved(self) -> Found:
        """One of the best ways, changed at a place or two."""
        dice = self._dice
        pool = list(self._begun.values()) if dice.below(OF_BEGINNINGS) == 0 else self.best
        pool = sorted(pool, key=lambda each: -each.value)
        way = pool[min(dice.below(len(pool)), dice.below(len(pool)))].way
        changes = {dice.below(len(way)): CHANGES[dice.below(len(CHANGES))]}
        if dice.below(TWICE) == 0:
            changes[dice.below(len(way))] = CHANGES[dice.below(len(CHANGES))]
        return self._vary(way, changes, terse_answer)

    def _vary(self, way: Way, changes: Mapping[int, int], policy: Policy) -> Found:
        """Play a way with these changes by place, and judge where it leads."""
        rest = list(way)

        def answer(decision: Decision, place: int) -> Option:
            change = changes.get(place, -1)
            if change < 0:
                return follow(decision, rest) or policy(decision, self._dice)
            return self._changed(change, decision, rest)

        return self._walk(answer)

    def _walk(self, answer: Callable[[Decision, int], Option]) -> Found:
        """Play a way by who knows what to answer at each place, and judge where it leads."""
        self.playouts += 1
        line = begin_line(self._known, self._dice)
        taken: list[Answer] = []
        for _ in range(MOST_ANSWERS):
            decision = line.decision
            if decision is None:
                break
            if decision.actor != self.faction:
                line.choose(fast_answer(decision, self._dice))
                continue
            option = answer(decision, len(taken))
            taken.append((decision.kind, option.key))
            line.choose(option)
        return Found(self.worth(line.state), tuple(taken), line.falls == 0)

    def _changed(self, change: int, decision: Decision, rest: list[Answer]) -> Option:
        """What is answered instead of what the way says here, of which is left what may still be said."""
        dice = self._dice
        if change == BREAK_OFF:
            rest.clear()
            return fast_answer(decision, dice)
        before = list(rest)
        old = follow(decision, rest)
        if change == LEAVE_OUT:
            return follow(decision, rest) or terse_answer(decision, dice)
        others = [option for option in decision.options if option is not old] or decision.options
        others = [option for option in others if option.value is not DONE] or others
        if change == INSERT or (old is not None and old.value is DONE):  # something more; the way goes on after it
            rest[:] = before
        return others[dice.below(len(others))]


def terse_answer(decision: Decision, dice: Dice) -> Option:
    """Like the fast policy, but every other time it stops where it may."""
    return _end(decision) or fast_answer(decision, dice) if dice.below(2) else fast_answer(decision, dice)


def ending_answer(decision: Decision, dice: Dice) -> Option:
    """Stops where it may; else of numbers the highest, else anything."""
    end = _end(decision)
    if end is not None:
        return end
    last = decision.options[-1]
    if last.amount is not None and last.piece is None and not last.spaces:
        return last
    return decision.options[dice.below(len(decision.options))]


def _end(decision: Decision) -> Option | None:
    return next((option for option in decision.options if option.value is DONE), None)
