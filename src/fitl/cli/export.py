"""`fitl export`: decisions of saved or simulated games as a Parquet table."""

import argparse
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from fitl import journal
from fitl.cli.cards import packs_from
from fitl.cli.files import FileProblem, scenario_meant
from fitl.cli.terminal import Terminal, complain
from fitl.lab import export as export_lab
from fitl.lab.export import Exported
from fitl.lab.players import options_for, players_of
from fitl.lab.simulate import Order
from fitl.options import GameOptions
from fitl.rules.setup import check_options, scenario_named
from fitl.words import say


def export(args: argparse.Namespace) -> int:
    """Write the decisions of games, and the data card."""
    out = Path(args.out)
    export_lab.check(out, args.observation)
    report = export_lab.write(_games(args), out, _sources(args), args.observation)
    told = {"games": report.games, "decisions": report.decisions}
    Terminal().say("export.written", {**told, "file": args.out, "data_card": str(export_lab.card_of(out))})
    for error in report.failed:
        complain(say("export.failed", {"error": error}))
    return 1 if report.failed else 0


def _games(args: argparse.Namespace) -> Iterator[Exported]:
    """The games of the files named, or those of a scenario that are to be played."""
    if all(Path(each).is_file() for each in args.what):
        return _saved(args.what, args.observation)
    if len(args.what) != 1:
        missing = next(each for each in args.what if not Path(each).is_file())
        raise FileProblem(say("export.what", {"typed": missing}))
    order = _order(args)
    return export_lab.simulated(order, args.games, args.jobs, args.cluster, args.observation)


def _saved(files: Sequence[str], observing: bool) -> Iterator[Exported]:
    for place, file in enumerate(files):
        loaded = journal.load(file)
        for note in loaded.notes:
            complain(f"{file}: {note}")
        yield Exported(place, list(export_lab.rows_of(loaded.game, Path(file).name, observing)))


def _order(args: argparse.Namespace) -> Order:
    scenario = scenario_meant(args.what[0])
    cast = players_of(args.players, scenario)
    check_options(scenario_named(scenario), options_for(cast, GameOptions()))
    return Order(scenario, cast, args.seed, packs=tuple(packs_from(args)))


def _sources(args: argparse.Namespace) -> list[str]:
    """Where the games come from: the files' names, or the command that plays them again."""
    if all(Path(each).is_file() for each in args.what):
        return [Path(each).name for each in args.what]
    numbers = ["--games", str(args.games), "--seed", str(args.seed)]
    packs = [part for pack in args.pack or () for part in ("--pack", Path(pack).name)]
    return [shlex.join(["fitl", "export", args.what[0], "--players", args.players, *numbers, *packs])]
