"""The balance of the scenarios: who wins, and by how much, when four non-players (8.x) play.

The page and its plot follow from the order (scenarios, games, seed) and the version alone.
"""

import math
import statistics
from collections.abc import Sequence

from fitl import __version__
from fitl.board.factions import FACTION_NAMES, FACTIONS
from fitl.board.scenarios import SCENARIOS
from fitl.lab.players import parse_players
from fitl.lab.simulate import Order, Progress, Run, simulate
from fitl.lab.svg import balance_plot


def play_scenarios(
    scenarios: Sequence[str], games: int, seed: int, jobs: int = 1, progress: Progress = lambda result: None
) -> list[Run]:
    """Play so many games of four non-players on each scenario."""
    cast = parse_players("flowchart")
    return [simulate(Order(scenario, cast, seed), games, jobs, progress) for scenario in scenarios]


def page(runs: Sequence[Run], plot: str) -> str:
    """The Markdown page; `plot` is the name of the plot's file."""
    games, seed = runs[0].games, runs[0].order.seed
    names = " ".join(run.order.scenario for run in runs)
    return "\n".join(
        [
            "# Balance",
            "",
            f"Who wins when four non-players (8.x) play: {games} games on each scenario. Made by",
            "",
            "```",
            f"fitl lab balance {names} --games {games} --seed {seed} --out docs/balance.md",
            "```",
            "",
            f"with version {__version__}; the same command gives the same page. With {games} games a share of wins is",
            f"uncertain by up to {_uncertainty(games):.0f} points (two standard errors).",
            "",
            f"![share of wins and final margins by scenario]({plot})",
            "",
            "## Wins",
            "",
            _row("scenario", *(FACTION_NAMES[faction] for faction in FACTIONS), "won in a Victory Phase", "finished"),
            _row("---", *["---:"] * 6),
            *(_wins(run) for run in runs),
            "",
            "## Margins",
            "",
            "Final margins (7.3): mean, standard deviation, and from the lowest to the highest.",
            "",
            _row("scenario", *(FACTION_NAMES[faction] for faction in FACTIONS)),
            _row("---", *["---:"] * 4),
            *(_margins(run) for run in runs),
            "",
        ]
    )


def plot(runs: Sequence[Run]) -> str:
    """The plot of the runs as SVG."""
    panels = [
        (
            run.order.scenario,
            [run.wins(faction) / max(1, len(run.finished)) for faction in FACTIONS],
            [run.margins(faction) for faction in FACTIONS],
        )
        for run in runs
    ]
    return balance_plot(panels, f"Balance of four non-players over {runs[0].games} games a scenario")


def _uncertainty(games: int) -> float:
    return 200 * math.sqrt(0.25 / games)


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def _wins(run: Run) -> str:
    finished = run.finished
    shares = [f"{run.wins(faction) / len(finished):.1%}" if finished else "-" for faction in FACTIONS]
    early = sum(result.reason == "victory" for result in finished)
    title = SCENARIOS[run.order.scenario].title
    return _row(
        f"{title} (`{run.order.scenario}`)",
        *shares,
        f"{early / len(finished):.1%}" if finished else "-",
        f"{len(finished)} of {run.games}",
    )


def _margins(run: Run) -> str:
    return _row(f"`{run.order.scenario}`", *(_spread(run.margins(faction)) for faction in FACTIONS))


def _spread(margins: Sequence[int]) -> str:
    if not margins:
        return "-"
    mean, sd = statistics.fmean(margins), statistics.pstdev(margins)
    return f"{mean:+.1f} ± {sd:.1f} ({min(margins):+} to {max(margins):+})"
