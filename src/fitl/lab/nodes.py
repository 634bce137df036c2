"""Coverage of the flowcharts and of the Trung cards: how often non-players pass each node."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fitl.bot_types import FLOWCHART
from fitl.bots.flowchart import nodes as charted_nodes
from fitl.bots.mind import VISITS
from fitl.bots.trung.nodes import NODES as TRUNG_NODES
from fitl.lab.players import players_of
from fitl.lab.simulate import GameResult, Order, Progress, in_processes, play_one


class Passage(NamedTuple):
    """One game and the nodes visited in it."""

    result: GameResult
    visits: Counter[str]


class Coverage(NamedTuple):
    """Visits over many games."""

    games: int
    visits: Counter[str]
    failed: list[GameResult]
    nodes: Sequence[str]

    @property
    def never(self) -> list[str]:
        """The nodes that were not visited."""
        return [node for node in self.nodes if not self.visits[node]]

    @property
    def unlisted(self) -> list[str]:
        """Visited without standing in a list of nodes."""
        return sorted(set(self.visits) - set(self.nodes))


def visit_some(order: Order, first: int, last: int) -> list[Passage]:
    """Play some games of an order, counting for each."""
    found = []
    for index in range(first, last):
        VISITS.clear()
        result = play_one(order, index)
        found.append(Passage(result, Counter(VISITS)))
    return found


def count_visits(
    scenarios: Sequence[str],
    games: int,
    seed: int,
    jobs: int = 1,
    progress: Progress = lambda result: None,
    kind: str = FLOWCHART,
) -> Coverage:
    """Play this many games of non-players on each scenario and count the nodes they pass."""
    visits: Counter[str] = Counter()
    failed = []
    for scenario in scenarios:
        for passage in _passages(Order(scenario, players_of(kind, scenario), seed), games, jobs):
            visits.update(passage.visits)
            if passage.result.error is not None:
                failed.append(passage.result)
            progress(passage.result)
    return Coverage(games * len(scenarios), visits, failed, charted_nodes() if kind == FLOWCHART else TRUNG_NODES)


def _passages(order: Order, games: int, jobs: int) -> Iterator[Passage]:
    if jobs <= 1:
        for index in range(games):
            yield from visit_some(order, index, index + 1)
    else:
        yield from in_processes(visit_some, order, games, jobs)
