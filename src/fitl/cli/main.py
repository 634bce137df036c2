"""The `fitl` command: its arguments. The work, and the imports it needs, come after they are read."""

import argparse
from collections.abc import Sequence
from typing import Final

from fitl import __version__
from fitl.board.cards import PERIODS

DEFAULT_SCENARIO: Final = "short-1965"
INTERRUPTED: Final = 130


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def add_game_arguments(command: argparse.ArgumentParser) -> None:
    """What a new game is made of, whoever plays it."""
    command.add_argument("--seed", type=int, help="all chance follows from it; any if left out")
    command.add_argument("--table", action="store_true", help="real dice and real cards, typed in by you")
    command.add_argument("--file", help="record the game here instead of among your other games")
    command.add_argument("--pack", action="append", metavar="FILE", help="add a card pack; may be repeated")
    rules = command.add_argument_group("optional rules")
    rules.add_argument("--period-events", action="store_true", help="Events by period, with its Capabilities (2.1)")
    rules.add_argument("--political-rhythm", action="store_true", help="Coups late in their piles (2.1)")
    rules.add_argument("--historical-coups", action="store_true", help="long-1964: the Coup cards of history")
    rules.add_argument("--shorter-campaigns", action="store_true", help="piles of 8 Events instead of 12")
    rules.add_argument("--us-coup-involvement", action="store_true", help="the US may turn a Coup into a failed one")
    rules.add_argument("--uncertain-victory", action="store_true", help="an early win draws a Deception marker instead")
    rules.add_argument("--by-hand", action="store_true", help="any Event may also be resolved by hand")
    rules.add_argument("--deception", action="store_true", help="each player draws two Deception markers (7.3)")
    rules.add_argument("--handicap", metavar="FACTIONS", help="beginners who choose their markers, such as us,vc (7.3)")
    rules.add_argument("--solo-capabilities", action="store_true", help="one player: hostile Capabilities (8.9 A)")
    rules.add_argument("--solo-margins", action="store_true", help="one player: never fall behind (8.9 B)")


def add_fast(command: argparse.ArgumentParser) -> None:
    command.add_argument("--fast", action="store_true", help="no pauses after the turns of non-players")


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="fitl", description="Fire in the Lake (Second Edition) in a terminal.")
    parser.add_argument("--version", action="version", version=f"fitl {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    command = commands.add_parser("play", help="play a new game at this screen")
    command.set_defaults(command="play.play")
    command.add_argument("scenario", nargs="?", default=DEFAULT_SCENARIO, help="see `fitl scenarios` (%(default)s)")
    command.add_argument(
        "--seats", help='people only: who plays what, "us,arvn,nva,vc" (the default), "us+arvn,nva+vc"'
    )
    command.add_argument(
        "--as",
        dest="people",
        metavar="FACTIONS",
        help='who are people, against non-players: "us", "us+arvn" (one person for both), "us,vc" (two), "none"',
    )
    command.add_argument("--bots", choices=["flowchart"], help="how non-players decide (flowchart)")
    add_fast(command)
    add_game_arguments(command)

    command = commands.add_parser("watch", help="watch four non-players play")
    command.set_defaults(command="play.play", people="none", seats=None)
    command.add_argument("scenario", nargs="?", default=DEFAULT_SCENARIO, help="see `fitl scenarios` (%(default)s)")
    command.add_argument("--bots", choices=["flowchart"], help="how non-players decide (flowchart)")
    add_fast(command)
    add_game_arguments(command)

    command = commands.add_parser("resume", help="go on with a saved game, or play from a position")
    command.set_defaults(command="play.resume")
    command.add_argument("file")
    add_fast(command)

    command = commands.add_parser("show", help="show the board of a scenario, a saved game or a position")
    command.set_defaults(command="show.show")
    command.add_argument("what", metavar="SCENARIO|FILE")
    command.add_argument("--json", nargs="?", const="position", choices=["position"], help="the position as JSON")

    command = commands.add_parser("replay", help="tell the story of a saved game")
    command.set_defaults(command="show.replay")
    command.add_argument("file")
    command.add_argument("--verify", action="store_true", help="only check that it comes out as recorded")
    command.add_argument("--why", action="store_true", help="with the reasons of the non-players")

    command = commands.add_parser("scenarios", help="list the scenarios")
    command.set_defaults(command="show.scenarios")

    command = commands.add_parser("cards", help="list the cards, or show one with its text")
    command.set_defaults(command="cards.cards")
    command.add_argument("number", nargs="?", type=int, help="show this card")
    command.add_argument("--search", metavar="WORD", help="cards with this in their title or text")
    command.add_argument("--period", type=int, choices=PERIODS, help="Events of this period (2.1)")
    command.add_argument("--pack", action="append", metavar="FILE", help="add a card pack; may be repeated")
    command.add_argument("--json", action="store_true")

    command = commands.add_parser("pack", help="check card packs")
    packs = command.add_subparsers(metavar="COMMAND", required=True)
    command = packs.add_parser("check", help="say what is wrong with packs, line by line")
    command.set_defaults(command="cards.check")
    command.add_argument("file", nargs="+")

    command = commands.add_parser("sim", help="simulate many games")
    command.set_defaults(command="lab.sim")
    command.add_argument("scenario")
    command.add_argument("--pack", action="append", metavar="FILE", help="add a card pack; may be repeated")
    command.add_argument(
        "--players", default="random", help='"random", "flowchart", or a mix such as "us=random,others=flowchart"'
    )
    command.add_argument("--games", type=positive, default=100)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--jobs", type=positive, default=1, help="processes; the results do not depend on it")
    command.add_argument("--json", action="store_true")

    command = commands.add_parser("perft", help="count the decision tree from the start of a game")
    command.set_defaults(command="lab.perft")
    command.add_argument("scenario")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--depth", type=positive, default=3)
    command.add_argument("--json", action="store_true")

    command = commands.add_parser("bench", help="measure the engine")
    command.set_defaults(command="lab.bench")
    command.add_argument("--seconds", type=float, default=5.0, help="how long, about (%(default)s)")
    command.add_argument("--json", action="store_true")

    command = commands.add_parser("fuzz", help="walk games and check everything that must hold")
    command.set_defaults(command="fuzz.fuzz")
    command.add_argument("--seconds", type=float, default=60.0, help="how long, about (%(default)s)")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--styles", default="random,adversarial,bots", help="who plays, separated by commas")
    command.add_argument("--json", action="store_true")

    command = commands.add_parser("lab", help="studies of the non-players")
    studies = command.add_subparsers(metavar="COMMAND", required=True)
    for name, explained in (
        ("balance", "who wins when four non-players play, and by how much"),
        ("nodes", "how often each node of the flowcharts is visited"),
    ):
        command = studies.add_parser(name, help=explained)
        command.set_defaults(command=f"lab.{name}")
        command.add_argument("scenario", nargs="*", help="all if none is named")
        command.add_argument("--games", type=positive, default=500, help="on each scenario (%(default)s)")
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--jobs", type=positive, default=1, help="processes; the results do not depend on it")
        if name == "balance":
            command.add_argument("--out", metavar="FILE", help="write the page here and its plot beside it")
        else:
            command.add_argument("--json", action="store_true")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit code."""
    try:
        args = build_parser().parse_args(argv)
        from fitl.cli.running import run  # here, so that Ctrl-C while the program loads is as quiet as later

        return run(args)
    except KeyboardInterrupt:
        return INTERRUPTED
