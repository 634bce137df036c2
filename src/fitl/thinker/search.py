"""The search: whole turns, found by improving sampled ones step by step.

A *way* is what one Faction answers until the stage is over, its turn or its part in a phase of the Coup Round. Ways are
begun by the fast policy and improved by changing one answer and keeping what still fits of the others (online
evolutionary planning, Justesen and others 2017). Each is judged by where it leads; one that meets chance is judged
again with other luck before it may count among the best.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from fitl import prng
from fitl.board.factions import FACTIONS
from fitl.decisions import Decision, Option
from fitl.entries import Entry
from fitl.state import State
from fitl.thinker.charts import Chart, has_charts
from fitl.thinker.lines import Line, Misfit
from fitl.thinker.policy import Dice, fast_answer

KEPT: Final = 16  # ways that are improved on
BEGUN: Final = 4  # one in this many playouts begins a new way
AGAIN: Final = 4  # how often a way that meets chance is judged before it is believed
SUGGESTED: Final = 4  # ways that a flowchart suggests, if there is one
PAUSE: Final = 25  # playouts after which the waiting caller may end the search
STALE: Final = 60  # playouts without anything new after which all has been seen
MOST_ANSWERS: Final = 400  # of one line: nobody thinks further
MOST_DEALS: Final = 100  # of one line, should answers that were given not be possible

_MASK: Final = (1 << 64) - 1

Answer = tuple[str, str]  # the kind of a question and the key of what was answered
Way = tuple[Answer, ...]
Worth = Callable[[State], float]


class Known(Protocol):
    """What is known of a position: the last checkpoint as it may be, and what was answered since."""

    @property
    def factions(self) -> Sequence[int]: ...

    @property
    def given(self) -> Sequence[Entry]: ...

    @property
    def offered(self) -> Sequence[str]: ...

    @property
    def showed(self) -> Sequence[int]: ...

    def deal(self, seed: int) -> State: ...

    def copy(self) -> State:
        """The last checkpoint as it is, hidden facts included."""


class Imagined:
    """A situation that may come about, known to all who think of it."""

    given: Sequence[Entry] = ()
    offered: Sequence[str] = ()
    showed: Sequence[int] = ()

    def __init__(self, state: State) -> None:
        self.factions: Sequence[int] = ()
        self._state = state

    def deal(self, seed: int) -> State:
        return self._state.copy()

    def copy(self) -> State:
        return self._state.copy()


class Found(NamedTuple):
    """A way and what it is worth."""

    value: float
    way: Way
    certain: bool  # nothing fell on the way

    @property
    def beginning(self) -> Way:
        """What kind of way it is: its first answer, of a turn also which Operation or side."""
        return self.way[: 2 if self.way[0][0] == "turn.action" else 1]


class Search:
    """Looks for the best way for one Faction."""

    def __init__(self, faction: int, known: Known, worth: Worth, seed: int) -> None:
        self.faction = faction
        self._known = known
        self.worth = worth
        self._dice = Dice(seed)
        self._luck = prng.scramble(seed)
        self._seen: set[Way] = set()
        self._stale = 0  # playouts since a new way was seen
        self._begun: dict[Way, Found] = {}  # the best of each beginning
        self._ends: dict[Way, State] = {}  # where those lead that lead there with any luck
        self.best: list[Found] = []
        self.playouts = 0
        self._pause = PAUSE  # when the waiting caller is asked again
        self._ended_early = False

    def run(
        self, budget: int, known: Sequence[Way] = (), go_on: Callable[[float], bool] = lambda part: True
    ) -> list[Found]:
        """The best ways after this many playouts, best first; those already `known` are where it begins.

        Now and then `go_on` hears which part of the budget is spent, and may end the search.
        """
        self._begin(budget, known)
        while not self.best or (self._stale < STALE and self._goes_on(budget, go_on)):
            if not self.best or self._dice.below(BEGUN) == 0 or self.playouts * BEGUN < budget:
                found = self._play((), -1)
            else:
                way = self.best[min(self._dice.below(len(self.best)), self._dice.below(len(self.best)))].way
                found = self._play(way, self._dice.below(len(way)))
            self._consider(found)
        return self.best

    def _begin(self, budget: int, known: Sequence[Way]) -> None:
        """Look at the ways that are known, and at those that a flowchart suggests."""
        for way in known:
            self._consider(self._play(way, -1))
        for _ in range(min(SUGGESTED, budget // SUGGESTED)):
            suggested = self._suggested()
            if suggested:
                self._consider(self._play(suggested, -1))

    def _goes_on(self, budget: int, go_on: Callable[[float], bool]) -> bool:
        """Is something left of the budget, and would the caller go on?"""
        if self.playouts >= self._pause and not self._ended_early:
            self._pause = self.playouts + PAUSE
            self._ended_early = not go_on(min(1.0, self.playouts / budget))
        return self.playouts < budget and not self._ended_early

    def _suggested(self) -> Way:
        """The way of the Faction's flowchart, as far as it has one."""
        dice = self._dice
        line = begin_line(self._known, dice)
        if not has_charts(line.state):
            return ()
        chart = Chart(line.state, self.faction, dice.seed())
        taken: list[Answer] = []
        while (decision := line.decision) is not None and len(taken) < MOST_ANSWERS:
            if decision.actor != self.faction:
                line.choose(fast_answer(decision, dice))
                continue
            option = chart.suggest(line.state, decision)
            if option is None:
                break
            taken.append((decision.kind, option.key))
            line.choose(option)
        return tuple(taken)

    @property
    def ways(self) -> int:
        """How many different ways were looked at."""
        return len(self._seen)

    def alternatives(self) -> list[Found]:
        """The best way of every other beginning, best first."""
        others = [found for beginning, found in self._begun.items() if beginning != self.best[0].beginning]
        return sorted(others, key=lambda each: -each.value)

    def candidates(self, n: int) -> list[Found]:
        """The best ways, those of other beginnings among them, best first."""
        others = self.alternatives()[: n // 2]
        found = [*self.best[: n - len(others)], *(each for each in others if each not in self.best[: n - len(others)])]
        return sorted(found, key=lambda each: -each.value)

    def judge_anew(self, judged: Mapping[Way, float]) -> None:
        """Some ways were looked at more closely: only they count from here on."""
        found = {each.way: each for each in (*self.best, *self._begun.values())}
        self.best = [found[way]._replace(value=value) for way, value in judged.items()]
        self.best.sort(key=lambda each: -each.value)
        self._begun = {each.beginning: each for each in reversed(self.best)}

    def sample(self, n: int) -> Found:
        """The best of this many turns of the fast policy."""
        return max((self._play((), -1) for _ in range(n)), key=lambda each: each.value)

    def seed_of(self, luck: int) -> int:
        """Luck by its number, the same for all ways."""
        return prng.scramble((self._luck + luck) & _MASK)

    def outcome(self, way: Way, luck: int) -> State:
        """Where a way leads with this luck, to be looked at only."""
        if way in self._ends:
            return self._ends[way]
        dice, self._dice = self._dice, Dice(self.seed_of(luck))
        try:
            line, _, alone = self._carry_out(way, -1)
        finally:
            self._dice = dice
        if alone and not line.falls and not any(line.state.markers):  # 7.3: others' markers are drawn each time
            self._ends[way] = line.state
        return line.state

    def _consider(self, found: Found) -> None:
        """Keep a way if it is among the best; one that met chance only after another look."""
        self._stale += 1
        if found.way in self._seen:
            return
        self._seen.add(found.way)
        self._stale = 0
        rival = self._begun.get(found.beginning)
        leads = rival is None or found.value > rival.value
        if not leads and len(self.best) == KEPT and found.value <= self.best[-1].value:
            return
        if not found.certain:
            values = [self._play(found.way, -1).value for _ in range(AGAIN - 1)]
            found = found._replace(value=(found.value + sum(values)) / AGAIN)
        if rival is None or found.value > rival.value:
            self._begun[found.beginning] = found
        self.best.append(found)
        self.best.sort(key=lambda each: -each.value)
        del self.best[KEPT:]

    def _play(self, way: Way, change: int) -> Found:
        """Play a way, with another answer at the place to change (-1: none), and judge where it leads."""
        line, taken, _ = self._carry_out(way, change)
        return Found(self.worth(line.state), taken, line.falls == 0)

    def _carry_out(self, way: Way, change: int) -> tuple[Line, Way, bool]:
        """Play a way, and tell the result, what was answered, and whether nobody else was asked."""
        self.playouts += 1
        dice = self._dice
        line = begin_line(self._known, dice)
        rest = list(way)
        taken: list[Answer] = []
        alone = True
        for _ in range(MOST_ANSWERS):
            decision = line.decision
            if decision is None:
                break
            if decision.actor != self.faction:
                alone = False
                line.choose(fast_answer(decision, dice))
                continue
            if len(taken) == change:
                option = _another(decision, rest, dice)
            else:
                option = follow(decision, rest) or fast_answer(decision, dice)
            taken.append((decision.kind, option.key))
            line.choose(option)
        return line, tuple(taken), alone


def begin_line(known: Known, dice: Dice) -> Line:
    """A line of play from a position as it may be: what does not agree with what is known is drawn again."""
    for _ in range(MOST_DEALS):
        try:
            dealt, luck = known.deal(dice.seed()), dice.seed()
            return Line(dealt, luck, known.given, known.factions, known.offered, known.showed)
        except Misfit:
            pass
    return Line(known.copy(), dice.seed(), known.given, FACTIONS)  # what was really answered always fits


def follow(decision: Decision, rest: list[Answer]) -> Option | None:
    """What a way says here: the first answer left of this kind that is offered; those before it are given up."""
    kind = decision.kind
    for place, (asked, key) in enumerate(rest):
        if asked == kind and (option := decision.find(key)) is not None:
            del rest[: place + 1]
            return option
    return None


def _another(decision: Decision, rest: list[Answer], dice: Dice) -> Option:
    """Another answer than the way's, if there is one (see lines.py: some are not for minds)."""
    old = follow(decision, rest)
    others = [option for option in decision.options if option is not old] or decision.options
    return others[dice.below(len(others))]
