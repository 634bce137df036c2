"""`fitl lab calibrate`: fit the chances of winning, or check them."""

import argparse
import json
import shlex
from importlib.util import find_spec
from pathlib import Path

from fitl.catalogue import figures
from fitl.cli.lab import counting_bar
from fitl.lab import calibrate as calibrate_lab
from fitl.lab.results import ResultsError
from fitl.words import say


def calibrate(args: argparse.Namespace) -> int:
    """Play the games of the plan, then fit or check."""
    if find_spec("numpy") is None:
        raise ResultsError(say("lab.no_numpy"))
    with counting_bar(say("cli.sim.progress"), args.games) as progress:
        positions = list(calibrate_lab.played(0, args.games, args.seed, progress))
    text = _checked(positions, args) if args.check else _fitted(positions, args)
    if args.out:
        Path(args.out).write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


def _fitted(positions: list[calibrate_lab.Position], args: argparse.Namespace) -> str:
    made_by = shlex.join(["fitl", "lab", "calibrate", "--games", str(args.games), "--seed", str(args.seed)])
    return json.dumps({"made_by": made_by, "curves": calibrate_lab.fit(positions)}, indent=1) + "\n"


def _checked(positions: list[calibrate_lab.Position], args: argparse.Namespace) -> str:
    rows = [
        f"| {_range(place)} | {each.chances:,} | {figures(each.called, '.1%')} | {figures(each.won, '.1%')} |"
        for place, each in enumerate(calibrate_lab.reliability(positions))
    ]
    head = say("lab.calibration", {"games": args.games, "seed": args.seed})
    return "\n".join((head, "|---|---:|---:|---:|", *rows)) + "\n"


def _range(place: int) -> str:
    return f"{place * 10}-{place * 10 + 10} %"
