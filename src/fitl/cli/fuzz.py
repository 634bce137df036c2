"""`fitl fuzz`: walk games through the public door for a while and say what was wrong."""

import argparse

from fitl.board.cards import CARDS
from fitl.cli.files import data_folder
from fitl.cli.lab import print_json
from fitl.cli.terminal import Terminal
from fitl.lab import fuzz as fuzz_lab
from fitl.options import OptionsError
from fitl.words import say


def fuzz(args: argparse.Namespace) -> int:
    """Walk games, check everything; failures are kept as short journals. Exit code 1 if there were any."""
    styles = tuple(args.styles.split(","))
    unknown = [style for style in styles if style not in fuzz_lab.STYLES]
    if unknown:
        raise OptionsError(say("cli.fuzz.unknown_style", {"style": unknown[0], "styles": ", ".join(fuzz_lab.STYLES)}))
    report = fuzz_lab.fuzz(args.seconds, args.seed, data_folder() / "failed", styles)
    sides = sum(len(card.sides) for card in CARDS.values() if card.kind != "coup")
    found = {
        "games": report.games,
        "decisions": report.decisions,
        "forgeries": report.forgeries,
        "kinds": len({kind.partition("=")[0] for kind in report.kinds}),
        "sides": len(report.sides),
        "all_sides": sides,
        "seconds": round(report.seconds, 1),
        "failures": report.failures,
    }
    if args.json:
        print_json(found)
    else:
        terminal = Terminal()
        terminal.say("cli.fuzz.summary", found)
        for failure in report.failures:
            terminal.write(failure)
    return 1 if report.failures else 0
