"""`fitl lab match`: who is stronger, as tables, a page or JSON."""

import argparse
import shlex
import tempfile
from pathlib import Path

from rich.table import Table

from fitl.catalogue import tell
from fitl.cli.files import scenario_meant
from fitl.cli.lab import counting_bar, print_json
from fitl.cli.terminal import Terminal, complain
from fitl.lab import match as match_lab
from fitl.lab import strength
from fitl.lab.match_plan import Match, PlanError, read_plan
from fitl.words import say


def match(args: argparse.Namespace) -> int:
    """Play what is missing of one match, or of all that a plan names, and tell the result."""
    matches = _matches(args)
    cells = [match_lab.cells_of(each.scenarios, each.players, each.against) for each in matches]
    with tempfile.TemporaryDirectory() as nowhere:
        folder = Path(args.keep) if args.keep else Path(nowhere)
        plans = [
            match_lab.Plan(each.games, args.seed, folder, args.jobs, args.cluster, args.so_far, each.own_games)
            for each in matches
        ]
        total = sum(map(match_lab.games_of, cells, plans))
        with counting_bar(say("cli.sim.progress"), total) as progress:
            played = [match_lab.play_match(some, plan, progress) for some, plan in zip(cells, plans, strict=True)]
    sections = [strength.Section(each.title, rows, each.anchor) for each, rows in zip(matches, played, strict=True)]
    if args.json:
        print_json({"matches": [strength.as_data(section) for section in sections]})
    elif args.out:
        Path(args.out).write_text(strength.page(sections, _command(args), args.so_far), encoding="utf-8")
        Terminal().say("cli.lab.written", {"file": args.out})
    else:
        _print(sections)
    failed = [row for section in sections for each in section.played for row in each.rows if row["error"] is not None]
    for row in failed:
        complain(say("cli.sim.failed", {"seed": row["seed"], "error": row["error"], "journal": "-"}))
    return 1 if failed else 0


def _matches(args: argparse.Namespace) -> list[Match]:
    if bool(args.plan) == bool(args.scenario and args.players) or (args.plan and (args.scenario or args.players)):
        raise PlanError(tell("lab.plan.both"))
    if args.so_far and not args.keep:
        raise PlanError(tell("lab.plan.so_far"))
    if args.plan:
        return read_plan(Path(args.plan))
    scenarios = [scenario_meant(name) for name in args.scenario]
    against = match_lab.names_of(args.against) if args.against else []
    return [Match(scenarios, match_lab.names_of(args.players), against, args.games)]


def _command(args: argparse.Namespace) -> str:
    """What was asked for, without where and by how many it was played, which changes nothing."""
    words = ["fitl", "lab", "match"]
    if args.plan:
        words += ["--plan", args.plan]
    else:
        words += [*args.scenario, "--players", args.players]
        words += ["--against", args.against] if args.against else []
        words += ["--games", str(args.games)]
    words += ["--seed", str(args.seed)]
    if args.so_far:
        folder = Path(args.keep)
        words += ["--keep", folder.name if folder.is_absolute() else args.keep, "--so-far"]
    return shlex.join([*words, "--out", args.out])


def _print(sections: list[strength.Section]) -> None:
    terminal = Terminal()
    for each in (table for section in sections for table in strength.tables(section.played, section.anchor)):
        terminal.write(each.title)
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
        for place, name in enumerate(each.columns):
            table.add_column(name, justify="right" if place else "left")
        for row in each.rows:
            table.add_row(*row)
        terminal.print(table)
        terminal.write("")
