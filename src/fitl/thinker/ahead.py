"""A look beyond one's own turn: the best ways are played on, the others answering, and judged by where that leads.

Others answer by their flowcharts where there are any, else by a few turns sampled and the best for themselves taken.
The same luck is tried on all ways, and most looks go to those that do best (successive halving).
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from fitl.decisions import Decision, Option
from fitl.state import OVER, TURN, State
from fitl.thinker.charts import Chart, has_charts
from fitl.thinker.evaluation import worth_to
from fitl.thinker.lines import Line
from fitl.thinker.policy import Dice, fast_answer
from fitl.thinker.search import MOST_ANSWERS, Answer, Found, Imagined, Search, follow

FEWEST: Final = 6  # ways that are played on at least ...
EVERY: Final = 40  # ... and one more for so many looks
STAGES: Final = 12  # how far: about two cards
BELIEVED: Final = 3  # the first judgement counts for so many looks
SAMPLED: Final = 4  # turns of another that are looked at where there is no flowchart

GoOn = Callable[[float], bool]


def look_ahead(search: Search, looks: int, go_on: GoOn) -> list[Found]:
    """The best ways of a search, best first, after so many looks ahead; those not looked at keep their places."""
    candidates = search.candidates(FEWEST + looks // EVERY)
    if len(candidates) < 2 or not looks:
        return search.best
    totals = dict.fromkeys((each.way for each in candidates), 0.0)
    seen = 0
    spent = 0
    while candidates[1:] and spent < looks:
        each_time = max(1, looks // (3 * len(candidates)))
        for _ in range(each_time):
            seen += 1
            for found in candidates:
                end = search.outcome(found.way, seen)
                totals[found.way] += on_from(end, search.faction, search.seed_of(seen))
                spent += 1
        candidates.sort(key=lambda each: -(each.value * BELIEVED + totals[each.way]) / (BELIEVED + seen))
        candidates = candidates[: max(1, len(candidates) // 2)]
        if not go_on(spent / looks):
            break
    chosen = candidates[0]
    value = (chosen.value * BELIEVED + totals[chosen.way]) / (BELIEVED + seen)
    return [chosen._replace(value=value), *(each for each in search.best if each.way != chosen.way)]


def on_from(s: State, faction: int, seed: int) -> float:
    """What a situation between two stages is worth to a Faction at its next turn, or as far as anybody looks."""
    dice = Dice(seed)
    for _ in range(STAGES):
        if s.stage == OVER:
            break
        line = Line(s.copy(), dice.seed())
        if line.decision is not None and line.decision.actor == faction and s.stage == TURN:
            break
        others = Others(s, dice)
        for _ in range(MOST_ANSWERS):
            if line.decision is None:
                break
            line.choose(others.answer(line.state, line.decision))
        s = line.state
    return worth_to(faction, s)


class Others:
    """Everybody during one stage, as far as another can tell what they do."""

    def __init__(self, before: State, dice: Dice) -> None:
        self._before = before
        self._dice = dice
        self._charts: dict[int, Chart] = {}
        self._plans: dict[int, list[Answer]] = {}

    def answer(self, s: State, decision: Decision) -> Option:
        """What whoever is asked would answer."""
        option = self._by_chart(s, decision) if has_charts(s) else self._by_search(decision)
        return option or fast_answer(decision, self._dice)

    def _by_chart(self, s: State, decision: Decision) -> Option | None:
        chart = self._charts.get(decision.actor)
        if chart is None:
            chart = self._charts[decision.actor] = Chart(s, decision.actor, self._dice.seed())
        return chart.suggest(s, decision)

    def _by_search(self, decision: Decision) -> Option | None:
        actor = decision.actor
        if actor not in self._plans:
            search = Search(actor, Imagined(self._before), partial(worth_to, actor), self._dice.seed())
            self._plans[actor] = list(search.sample(SAMPLED).way)
        return follow(decision, self._plans[actor])
