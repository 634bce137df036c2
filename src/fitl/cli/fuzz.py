"""`fitl fuzz`: walk games through the public door for a while and say what was seen and what was wrong."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from fitl.catalogue import tell
from fitl.cli.files import data_folder
from fitl.cli.lab import print_json
from fitl.cli.terminal import Terminal, make_console
from fitl.lab import soak
from fitl.lab.fuzz import STYLES, numbered_walk
from fitl.lab.fuzz_report import Report
from fitl.options import OptionsError
from fitl.words import say

MOST_NAMED = 12  # of what was not seen


def fuzz(args: argparse.Namespace) -> int:
    """Walk games, check everything; failures are kept as short journals. Exit code 1 if there were any."""
    styles = tuple(args.styles.split(","))
    unknown = [style for style in styles if style not in STYLES]
    if unknown:
        raise OptionsError(say("cli.fuzz.unknown_style", {"style": unknown[0], "styles": ", ".join(STYLES)}))
    folder = data_folder() / "failed"
    with _bar(args.seconds) as progress:
        walk = partial(numbered_walk, args.seed, styles=styles, folder=folder, closely=args.closely)
        report = soak.fuzz(walk, args.seconds, args.jobs, progress=progress)
    found = report.to_json()
    if args.json:
        print_json(found)
    else:
        _print(found)
    return 1 if report.failures else 0


@contextmanager
def _bar(seconds: float) -> Iterator[soak.Progress]:
    """Time, games and failures on stderr: a bar if somebody is looking."""
    if not sys.stderr.isatty():
        yield lambda report: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=make_console(stderr=True), transient=True) as bar:
        task = bar.add_task(_so_far(Report()), total=seconds)
        yield lambda report: bar.update(task, completed=report.seconds, description=_so_far(report))


def _so_far(report: Report) -> str:
    return tell("cli.fuzz.progress", games=report.games, decisions=report.decisions, failures=len(report.failures))


def _print(found: dict[str, Any]) -> None:
    terminal = Terminal()
    terminal.say("cli.fuzz.summary", found)
    terminal.say("cli.fuzz.coverage", found)
    terminal.say("cli.fuzz.played", {"scenarios": _counts(found["scenarios"]), "options": _counts(found["options"])})
    terminal.say("cli.fuzz.forged", {"n": found["forgeries"], "kinds": _counts(found["forged"])})
    for name in ("rules_not_applied", "kinds_not_asked", "sides_not_executed", "nodes_not_visited"):
        missing = found[name]
        if missing:
            more = len(missing) - MOST_NAMED
            named = ", ".join(missing[:MOST_NAMED]) + (f" (+{more})" if more > 0 else "")
            terminal.say(f"cli.fuzz.{name}", {"names": named})
    terminal.say("cli.fuzz.failures", {"n": len(found["failures"])})
    for failure in found["failures"]:
        terminal.write(failure)


def _counts(found: dict[str, int]) -> str:
    return ", ".join(f"{name} {n}" for name, n in found.items())
