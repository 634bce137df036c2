"""The balance of the scenarios: who wins, and by how much, when non-players (8.x) play.

The page and its plot follow from the order (scenarios, games, seed) and the version alone.
"""

import math
import statistics
from collections.abc import Sequence

from fitl import __version__
from fitl.board.factions import FACTIONS
from fitl.board.scenarios import SCENARIOS
from fitl.bot_types import FLOWCHART
from fitl.catalogue import figures, tell
from fitl.lab.players import players_of
from fitl.lab.simulate import Order, Progress, Run, simulate
from fitl.lab.svg import balance_plot
from fitl.words import faction_name


def play_scenarios(
    scenarios: Sequence[str],
    games: int,
    seed: int,
    jobs: int = 1,
    progress: Progress = lambda result: None,
    kind: str = FLOWCHART,
) -> list[Run]:
    """Play this many games of non-players on each scenario."""
    orders = (Order(scenario, players_of(kind, scenario), seed) for scenario in scenarios)
    return [simulate(order, games, jobs, progress) for order in orders]


def page(runs: Sequence[Run], plot: str) -> str:
    """The Markdown page; `plot` is the name of the plot's file."""
    games = runs[0].games
    factions = [faction_name(faction) for faction in FACTIONS]
    scenario = tell("lab.balance.scenario")
    return tell(
        "lab.balance.page",
        games=games,
        names=" ".join((*(run.order.scenario for run in runs), *_bots(runs[0].order))),
        seed=runs[0].order.seed,
        version=__version__,
        points=_uncertainty(games),
        plot=plot,
        wins=_table(
            [scenario, *factions, tell("lab.balance.early"), tell("lab.balance.finished")], [_wins(run) for run in runs]
        ),
        margins=_table([scenario, *factions], [_margins(run) for run in runs]),
    )


def _bots(order: Order) -> list[str]:
    """How the command names their kind, where it need be named."""
    kinds = {*order.cast} - {"", FLOWCHART}
    return [word for kind in sorted(kinds) for word in ("--bots", kind)]


def plot(runs: Sequence[Run]) -> str:
    """The plot of the runs as SVG."""
    panels = [
        (
            run.order.scenario,
            {faction: run.wins(faction) / max(1, len(run.finished)) for faction in run.order.factions},
            {faction: run.margins(faction) for faction in run.order.factions},
        )
        for run in runs
    ]
    return balance_plot(panels, tell("lab.balance.title", games=runs[0].games))


def _uncertainty(games: int) -> float:
    return 200 * math.sqrt(0.25 / games)


def _table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, its numbers to the right."""
    rule = ["---", *["---:"] * (len(heading) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heading, rule, *rows))


def _wins(run: Run) -> list[str]:
    finished = run.finished
    playing = run.order.factions if finished else ()
    shares = [figures(run.wins(faction) / len(finished), ".1%") if faction in playing else "-" for faction in FACTIONS]
    early = sum(result.reason == "victory" for result in finished)
    title = SCENARIOS[run.order.scenario].title
    return [
        f"{title} (`{run.order.scenario}`)",
        *shares,
        figures(early / len(finished), ".1%") if finished else "-",
        tell("lab.balance.share", n=len(finished), games=run.games),
    ]


def _margins(run: Run) -> list[str]:
    return [f"`{run.order.scenario}`", *(_spread(run.margins(faction)) for faction in FACTIONS)]


def _spread(margins: Sequence[int]) -> str:
    if not margins:
        return "-"
    mean, sd = statistics.fmean(margins), statistics.pstdev(margins)
    return tell("lab.balance.spread", mean=mean, sd=sd, low=min(margins), high=max(margins))
