"""`fitl lab match`: who is stronger, as tables, a page or JSON."""

import argparse
import shlex
import tempfile
from pathlib import Path

from rich.table import Table

from fitl.cli.files import scenario_meant
from fitl.cli.lab import counting_bar, print_json
from fitl.cli.terminal import Terminal, complain
from fitl.lab import match as match_lab
from fitl.lab import strength
from fitl.words import say


def match(args: argparse.Namespace) -> int:
    """Play what is missing of a match and tell what came of it."""
    scenarios = [scenario_meant(name) for name in args.scenario]
    players = match_lab.names_of(args.players)
    against = match_lab.names_of(args.against) if args.against else []
    cells = match_lab.cells_of(scenarios, players, against)
    anchor = (against or players)[0]
    with tempfile.TemporaryDirectory() as nowhere:
        folder = Path(args.keep) if args.keep else Path(nowhere)
        plan = match_lab.Plan(args.games, args.seed, folder, args.jobs, args.cluster)
        with counting_bar(say("cli.sim.progress"), match_lab.games_of(cells, args.games)) as progress:
            played = match_lab.play_match(cells, plan, progress)
    if args.json:
        print_json(strength.as_data(played, anchor))
    elif args.out:
        Path(args.out).write_text(strength.page(played, anchor, _command(args)), encoding="utf-8")
        Terminal().say("cli.lab.written", {"file": args.out})
    else:
        _print(strength.tables(played, anchor))
    failed = [row for each in played for row in each.rows if row["error"] is not None]
    for row in failed:
        complain(say("cli.sim.failed", {"seed": row["seed"], "error": row["error"], "journal": "-"}))
    return 1 if failed else 0


def _command(args: argparse.Namespace) -> str:
    """What was asked for, without where and by how many it was played, which changes nothing."""
    words = ["fitl", "lab", "match", *args.scenario, "--players", args.players]
    if args.against:
        words += ["--against", args.against]
    return shlex.join([*words, "--games", str(args.games), "--seed", str(args.seed), "--out", args.out])


def _print(tables: list[strength.Table]) -> None:
    terminal = Terminal()
    for each in tables:
        terminal.write(each.title)
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
        for place, name in enumerate(each.columns):
            table.add_column(name, justify="right" if place else "left")
        for row in each.rows:
            table.add_row(*row)
        terminal.print(table)
        terminal.write("")
