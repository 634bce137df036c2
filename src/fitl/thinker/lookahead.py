"""A look beyond one's own turn: the best ways are played on, the others answering, and judged by where that leads.

Others answer by their flowcharts where there are any, else by a few turns sampled and the best for themselves taken.
The same luck is tried on all ways, and most looks go to those that do best (successive halving); one that is surely
worse than the best so far is not looked at again.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from fitl.decisions import Decision, Option
from fitl.state import OVER, TURN, State
from fitl.thinker.charts import Chart, has_charts
from fitl.thinker.evaluation import worth_to
from fitl.thinker.lines import Line
from fitl.thinker.policy import Dice, fast_answer
from fitl.thinker.search import MOST_ANSWERS, Answer, Imagined, Search, Way, Worth, follow

FEWEST: Final = 3  # ways that are played on at least ...
EVERY: Final = 40  # ... and one more for this many looks
STAGES: Final = 12  # how far: about two cards
BELIEVED: Final = 3  # the first judgement counts for this many looks
RACED: Final = 8  # looks after which one way may be surely worse than another ...
SURE: Final = 2.5  # ... if it is by this many standard errors
SAMPLED: Final = 2  # turns of another that are looked at where there is no flowchart

GoOn = Callable[[float], bool]


def look_ahead(search: Search, looks: int, go_on: GoOn) -> None:
    """Judge the best ways of a search again by this many looks ahead."""
    rivals = search.candidates(FEWEST + looks // EVERY)
    rounds = (len(rivals) - 1).bit_length()
    if not rounds or not looks:
        return
    judged: dict[Way, float] = {}
    seen: dict[Way, list[float]] = {each.way: [] for each in rivals}
    luck = spent = 0
    going = True
    while going and len(rivals) > 1:
        for _ in range(max(1, looks // (rounds * len(rivals)))):
            luck += 1
            spent += len(rivals)
            for each in rivals:
                end = search.outcome(each.way, luck)
                seen[each.way].append(on_from(end, search.faction, search.seed_of(luck), search.worth))
                judged[each.way] = (each.value * BELIEVED + sum(seen[each.way])) / (BELIEVED + luck)
            if luck >= RACED:
                best = seen[max(rivals, key=lambda each: judged[each.way]).way]
                rivals = [each for each in rivals if not _surely_worse(seen[each.way], best)]
            going = go_on(min(1.0, spent / looks))
            if not going or len(rivals) == 1:
                break
        rivals = sorted(rivals, key=lambda each: -judged[each.way])[: (len(rivals) + 1) // 2]
    search.judge_anew(judged)


def _surely_worse(values: Sequence[float], than: Sequence[float]) -> bool:
    """Are these below those of another way with the same luck, more surely than by chance?"""
    n = len(values)
    gaps = [there - here for here, there in zip(values, than, strict=True)]
    mean = sum(gaps) / n
    spread = sum((gap - mean) ** 2 for gap in gaps) / (n - 1)
    return mean > 0 and mean * mean * n > SURE * SURE * spread


def on_from(s: State, faction: int, seed: int, worth: Worth) -> float:
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
    return worth(s)


class Others:
    """Everybody during one stage, as far as another can tell what they do."""

    def __init__(self, before: State, dice: Dice) -> None:
        self._before = before
        self._dice = dice
        self._charts: dict[int, Chart] = {}
        self._plans: dict[int, list[Answer]] = {}

    def answer(self, s: State, decision: Decision) -> Option:
        """What the seat that is asked would answer."""
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
