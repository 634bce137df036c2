"""`fitl sim`, `fitl perft`, `fitl bench` and `fitl lab`: the laboratory's numbers as tables, pages or JSON."""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from fitl.board.factions import FACTIONS
from fitl.bots.flowchart import NODES
from fitl.cli.board import faction_text
from fitl.cli.cards import packs_from
from fitl.cli.files import data_folder, playable, scenario_meant
from fitl.cli.terminal import Terminal, complain, make_console
from fitl.game import Game
from fitl.lab import balance as balance_lab
from fitl.lab import bench as bench_lab
from fitl.lab import nodes as nodes_lab
from fitl.lab import perft as perft_lab
from fitl.lab import simulate as simulate_lab
from fitl.lab.players import parse_players
from fitl.words import say


def print_json(found: dict[str, Any]) -> None:
    print(json.dumps(found, indent=2))


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[simulate_lab.Progress]:
    """A bar on stderr, if somebody is looking."""
    if not sys.stderr.isatty():
        yield lambda result: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=make_console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda result: progress.advance(task)


def sim(args: argparse.Namespace) -> int:
    """Play many games and count who wins."""
    order = simulate_lab.Order(
        scenario_meant(args.scenario),
        parse_players(args.players),
        args.seed,
        packs=tuple(packs_from(args)),
        journals=data_folder() / "failed",
    )
    with progress_bar(say("cli.sim.progress"), args.games) as progress:
        run = simulate_lab.simulate(order, args.games, args.jobs, progress)
    if args.json:
        print_json(run.to_json())
    else:
        _print_run(run)
    return 1 if run.failed else 0


def _print_run(run: simulate_lab.Run) -> None:
    terminal = Terminal()
    found = run.to_json()
    speed = run.decisions / run.seconds if run.seconds else 0.0
    terminal.say(
        "cli.sim.summary",
        {
            "scenario": run.order.scenario,
            "finished": found["finished"],
            "games": run.games,
            "decisions": run.decisions,
            "seconds": run.seconds,
            "speed": speed,
        },
    )
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for name in ("faction", "wins", "share", "mean", "sd", "min", "median", "max"):
        table.add_column(say(f"cli.sim.{name}"), justify="left" if name == "faction" else "right")
    for faction in FACTIONS:
        margins = list(found["margins"].values())[faction]
        if margins is not None:
            wins = run.wins(faction)
            table.add_row(
                faction_text(faction),
                str(wins),
                f"{wins / len(run.finished):.0%}",
                *(_rounded(value, signed=name != "sd") for name, value in margins.items()),
            )
    terminal.print(table)
    _complain_of(run.failed)


def _rounded(value: float, signed: bool) -> str:
    value = round(value, 1) + 0.0  # no minus before a zero
    return f"{value:+.1f}" if signed else f"{value:.1f}"


def perft(args: argparse.Namespace) -> int:
    """Count the decision tree from the start of a game."""
    scenario = scenario_meant(args.scenario)
    begun = time.perf_counter()
    counts = perft_lab.perft(Game.new(scenario, seed=args.seed, log=False), args.depth)
    seconds = time.perf_counter() - begun
    if args.json:
        found = {"scenario": scenario, "seed": args.seed, "depth": args.depth, "nodes": counts}
        print_json({**found, "seconds": round(seconds, 3)})
        return 0
    table = Table.grid(padding=(0, 2, 0, 0))
    for depth, count in enumerate(counts):
        table.add_row(str(depth), f"{count:,}")
    Terminal().print(table)
    return 0


def bench(args: argparse.Namespace) -> int:
    """Measure the engine beside the null engine."""
    found = bench_lab.bench(args.seconds)
    if args.json:
        print_json(found)
        return 0
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, value in {**found, **found["ratios"]}.items():
        if name != "ratios":
            table.add_row(say(f"cli.bench.{name}"), f"{value:,}" if not isinstance(value, str) else value)
    Terminal().print(table)
    return 0


def _scenarios(args: argparse.Namespace) -> list[str]:
    return [scenario_meant(name) for name in args.scenario] or playable()


def balance(args: argparse.Namespace) -> int:
    """Who wins when four non-players play: a page and its plot."""
    scenarios = _scenarios(args)
    with progress_bar(say("cli.sim.progress"), args.games * len(scenarios)) as progress:
        runs = balance_lab.play_scenarios(scenarios, args.games, args.seed, args.jobs, progress)
    if args.out:
        path = Path(args.out)
        plot = path.with_suffix(".svg")
        path.write_text(balance_lab.page(runs, plot.name), encoding="utf-8")
        plot.write_text(balance_lab.plot(runs), encoding="utf-8")
        for file in (path, plot):
            Terminal().say("cli.lab.written", {"file": str(file)})
    else:
        print(balance_lab.page(runs, "balance.svg"))
    failed = [result for run in runs for result in run.failed]
    _complain_of(failed)
    return 1 if failed else 0


def nodes(args: argparse.Namespace) -> int:
    """How often each node of the flowcharts is visited, and which never."""
    scenarios = _scenarios(args)
    with progress_bar(say("cli.sim.progress"), args.games * len(scenarios)) as progress:
        found = nodes_lab.count_visits(scenarios, args.games, args.seed, args.jobs, progress)
    if args.json:
        print_json(
            {
                "scenarios": scenarios,
                "seed": args.seed,
                "games": found.games,
                "visits": {node: found.visits[node] for node in NODES},
                "never": found.never,
                "unlisted": found.unlisted,
                "errors": [{"seed": result.seed, "error": result.error} for result in found.failed],
            }
        )
    else:
        _print_coverage(found)
    _complain_of(found.failed)
    return 1 if found.failed else 0


def _print_coverage(found: nodes_lab.Coverage) -> None:
    terminal = Terminal()
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(say("cli.lab.node"))
    table.add_column(say("cli.lab.visits"), justify="right")
    for node in NODES:
        table.add_row(node, f"{found.visits[node]:,}")
    terminal.print(table)
    visited = len(NODES) - len(found.never)
    terminal.say("cli.lab.games", {"games": found.games, "visited": visited, "all": len(NODES)})
    for message, names in (("cli.lab.never", found.never), ("cli.lab.unlisted", found.unlisted)):
        if names:
            terminal.say(message)
            terminal.write(", ".join(names), indent=2)


def _complain_of(failed: list[simulate_lab.GameResult]) -> None:
    for result in failed:
        complain(say("cli.sim.failed", {"seed": result.seed, "error": result.error, "journal": result.journal or "-"}))
