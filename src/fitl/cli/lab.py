"""`fitl sim`, `fitl perft`, `fitl bench` and `fitl lab`: the laboratory's numbers as tables, pages or JSON."""

import argparse
import json
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from fitl.board.factions import FACTION_IDS
from fitl.board.scenarios import SCENARIOS
from fitl.catalogue import figures
from fitl.cli.board import faction_text
from fitl.cli.cards import packs_from
from fitl.cli.files import data_folder, playable, scenario_meant
from fitl.cli.terminal import Terminal, complain, make_console
from fitl.game import Game
from fitl.lab import balance as balance_lab
from fitl.lab import bench as bench_lab
from fitl.lab import cluster as cluster_lab
from fitl.lab import env_bench as env_lab
from fitl.lab import learn as learn_lab
from fitl.lab import nodes as nodes_lab
from fitl.lab import peers as peers_lab
from fitl.lab import perft as perft_lab
from fitl.lab import simulate as simulate_lab
from fitl.lab import targets as targets_lab
from fitl.lab.players import options_for, players_of
from fitl.options import GameOptions
from fitl.rules.setup import charts_play, check_options
from fitl.words import say


def print_json(found: dict[str, object]) -> None:
    print(json.dumps(found, indent=2))


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[simulate_lab.Progress]:
    """A bar on stderr, if somebody is looking, that hears of each game."""
    with counting_bar(title, total) as count:
        yield lambda result: count(1)


@contextmanager
def counting_bar(title: str, total: int) -> Iterator[cluster_lab.Progress]:
    """A bar on stderr, if somebody is looking, that hears how many games more are finished."""
    if not sys.stderr.isatty():
        yield lambda played: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=make_console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda played: progress.advance(task, played)


def _order(args: argparse.Namespace, journals: Path | None = None) -> simulate_lab.Order:
    """What to simulate; who cannot play the scenario is refused before the first game."""
    scenario = scenario_meant(args.scenario)
    cast = players_of(args.players, scenario)
    check_options(SCENARIOS[scenario], options_for(cast, GameOptions()))
    return simulate_lab.Order(scenario, cast, args.seed, packs=tuple(packs_from(args)), journals=journals)


def sim(args: argparse.Namespace) -> int:
    """Play many games and count who wins."""
    order = _order(args, journals=data_folder() / "failed")
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
    for faction in run.order.factions:
        margins = found["margins"][FACTION_IDS[faction]]
        if margins is not None:
            wins = run.wins(faction)
            table.add_row(
                faction_text(faction),
                str(wins),
                figures(wins / len(run.finished), ".0%"),
                *(_rounded(value, signed=name != "sd") for name, value in margins.items()),
            )
    terminal.print(table)
    _complain_of(run.failed)


def _rounded(value: float, signed: bool) -> str:
    value = round(value, 1) + 0.0  # no minus before a zero
    return figures(value, "+.1f" if signed else ".1f")


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
        table.add_row(str(depth), figures(count))
    Terminal().print(table)
    return 0


def bench(args: argparse.Namespace) -> int:
    """Measure the engine beside the null engine."""
    found = bench_lab.bench(args.seconds, args.jobs)
    if args.env:
        costs = env_lab.measure(args.seconds / 2)
        found["ratios"] |= costs.pop("ratios")
        found |= costs
    if args.peers:
        found["peers"] = peers_lab.measure_all(args.seconds / 2)
    targets = targets_lab.findings(found)
    if args.json:
        checked = {each.target.name: {"target": each.target.bound, "met": each.met} for each in targets}
        print_json(found | {"targets": checked})
        return 0
    terminal = Terminal()
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, value in {**found, **found["ratios"], **found.get("scaling", {})}.items():
        if name not in ("ratios", "scaling", "peers"):
            table.add_row(say(f"cli.bench.{name}"), _in_figures(value))
    terminal.print(table)
    for name, peer in found.get("peers", {}).items():
        terminal.say("cli.bench.peer" if peer else "cli.bench.no_peer", {"name": name, **(peer or {})})
    if found.get("peers"):
        terminal.say("cli.bench.peers_differ")
    _print_targets(terminal, targets)
    return 0


def _in_figures(value: str | float | list[float]) -> str:
    if isinstance(value, list):
        return "  ".join(figures(each) for each in value)
    return value if isinstance(value, str) else figures(value)


def _print_targets(terminal: Terminal, targets: list[targets_lab.Finding]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for name in ("target", "measured", "wanted", "verdict"):
        table.add_column(say(f"cli.bench.{name}"), justify="left" if name in ("target", "verdict") else "right")
    for each in targets:
        wanted = say(
            "cli.bench.at_least" if each.target.at_least else "cli.bench.at_most", {"bound": each.target.bound}
        )
        verdict = say("cli.bench.met" if each.met else "cli.bench.missed")
        table.add_row(say(f"cli.bench.{each.target.name}"), figures(each.measured), wanted, verdict)
    terminal.print(table)


def run_on_cluster(args: argparse.Namespace) -> int:
    """Play very many games on a cluster, going on where an earlier run was stopped."""
    order = _order(args)
    with counting_bar(say("cli.sim.progress"), args.games) as progress:
        report = cluster_lab.run(order, args.games, args.cluster, Path(args.out), progress)
    Terminal().say("cli.lab.ran", {**report._asdict(), "file": args.out})
    return 1 if report.failed else 0


def learn(args: argparse.Namespace) -> int:
    """Learn the weights of thinkers from games, going on where an earlier run was stopped."""
    orders = [
        simulate_lab.Order(scenario, players_of(players, scenario), args.seed)
        for scenario in map(scenario_meant, args.scenario)
        for players in args.players
    ]
    casts = " ".join(shlex.join(("--players", players)) for players in args.players)
    named = {"scenarios": " ".join(args.scenario), "casts": casts, "games": args.games, "seed": args.seed}
    by_chance = shlex.join(word for name in args.by_chance for word in ("--by-chance", name))
    more = [word for word, said in (("--among-people", args.among_people), ("--correct", args.correct)) if said]
    more += ["--chance", f"{args.chance:g}"] if args.chance else []
    command = " ".join(filter(None, (say("cli.lab.learn_command", named), by_chance, *more)))
    with counting_bar(say("cli.sim.progress"), args.games) as progress:
        about = learn_lab.About(command, args.by_chance, args.among_people, args.correct, args.chance)
        written = learn_lab.learn(orders, args.games, args.cluster, Path(args.out), about, progress)
    for file in written:
        Terminal().say("cli.lab.learned", {"games": args.games, "file": str(file)})
    if not written:
        Terminal().say("cli.lab.learned_nothing", {"games": args.games})
    return 0


def _scenarios(args: argparse.Namespace) -> list[str]:
    """Those named, else all that the flowcharts can play."""
    return [scenario_meant(name) for name in args.scenario] or [
        name for name in playable() if charts_play(SCENARIOS[name])
    ]


def balance(args: argparse.Namespace) -> int:
    """Who wins when non-players play: a page and its plot."""
    scenarios = _scenarios(args)
    with progress_bar(say("cli.sim.progress"), args.games * len(scenarios)) as progress:
        runs = balance_lab.play_scenarios(scenarios, args.games, args.seed, args.jobs, progress, args.bots)
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
        found = nodes_lab.count_visits(scenarios, args.games, args.seed, args.jobs, progress, args.bots)
    if args.json:
        print_json(
            {
                "scenarios": scenarios,
                "seed": args.seed,
                "games": found.games,
                "visits": {node: found.visits[node] for node in found.nodes},
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
    for node in found.nodes:
        table.add_row(node, figures(found.visits[node]))
    terminal.print(table)
    visited = len(found.nodes) - len(found.never)
    terminal.say("cli.lab.games", {"games": found.games, "visited": visited, "all": len(found.nodes)})
    for message, names in (("cli.lab.never", found.never), ("cli.lab.unlisted", found.unlisted)):
        if names:
            terminal.say(message)
            terminal.write(", ".join(names), indent=2)


def _complain_of(failed: list[simulate_lab.GameResult]) -> None:
    for result in failed:
        complain(say("cli.sim.failed", {"seed": result.seed, "error": result.error, "journal": result.journal or "-"}))
