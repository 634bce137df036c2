"""The `fitl` command: its arguments. The work, and the imports it needs, come after they are read."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final, TypeAlias

from fitl import __version__
from fitl.board.card import ALL_PERIODS, CARD_SETS
from fitl.board.factions import FACTION_IDS
from fitl.bot_types import FLOWCHART, KINDS, TRUNG
from fitl.catalogue import tell
from fitl.cli.language import FLAG, language_asked, set_language, teach_argparse
from fitl.options import SWITCHES

DEFAULT_SCENARIO: Final = "short-1965"
CANNOT_WRITE: Final = 1
INTERRUPTED: Final = 130
MOST_PORT: Final = 65_535
PAGES: Final = ("learn", "cards", "rules")  # beside the lobby
NOBODY: Final = "none"  # of --as: no person plays


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(tell("cli.argument.positive"))
    return number


def games(text: str) -> int:
    """How many; so few that a list of them fits into memory."""
    from fitl.lab.match_plan import MOST_GAMES  # here, so that no other command waits for it

    number = positive(text)
    if number > MOST_GAMES:
        raise argparse.ArgumentTypeError(tell("lab.most_games", most=MOST_GAMES))
    return number


def port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= MOST_PORT:
        raise argparse.ArgumentTypeError(tell("cli.argument.port_number", most=MOST_PORT))
    return number


def share(text: str) -> float:
    number = float(text)
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(tell("cli.argument.share"))
    return number


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_game_arguments(command: argparse.ArgumentParser) -> None:
    """What a new game is made of, no matter who plays it."""
    command.add_argument("--seed", type=int, help=tell("cli.argument.seed"))
    command.add_argument("--table", action="store_true", help=tell("cli.argument.table"))
    command.add_argument("--position", metavar=tell("cli.metavar.file"), help=tell("cli.argument.from_position"))
    command.add_argument("--file", help=tell("cli.argument.file"))
    command.add_argument("--pack", action="append", metavar=tell("cli.metavar.file"), help=tell("cli.argument.pack"))
    rules = command.add_argument_group(tell("cli.argument.rules"))
    for name in SWITCHES:
        rules.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=tell(f"option_text.{name}"))
    rules.add_argument("--handicap", metavar=tell("cli.metavar.factions"), help=tell("cli.argument.handicap"))
    rules.add_argument(
        "--reading", action="append", default=[], metavar=tell("cli.metavar.setting"), help=tell("cli.argument.reading")
    )


def add_non_players(command: argparse.ArgumentParser) -> None:
    command.add_argument("--bots", choices=sorted(KINDS), help=tell("cli.argument.bots"))
    command.add_argument(
        "--players", dest="cast", metavar=tell("cli.metavar.cast"), help=tell("cli.argument.players_and_people")
    )


def add_fast(command: argparse.ArgumentParser) -> None:
    command.add_argument("--fast", action="store_true", help=tell("cli.argument.fast"))


def _add_playing(commands: Commands) -> None:
    """Commands that play a game or go on with one."""
    command = commands.add_parser("play", help=tell("cli.command.play"))
    command.set_defaults(command="play.play")
    command.add_argument("scenario", nargs="?", default=DEFAULT_SCENARIO, help=tell("cli.argument.scenario"))
    command.add_argument("--seats", help=tell("cli.argument.seats"))
    command.add_argument(
        "--as",
        dest="people",
        metavar=tell("cli.metavar.factions"),
        help=tell("cli.argument.as"),
    )
    add_non_players(command)
    add_fast(command)
    add_game_arguments(command)

    command = commands.add_parser("watch", help=tell("cli.command.watch"))
    command.set_defaults(command="play.play", people=NOBODY, seats=None)
    command.add_argument("scenario", nargs="?", default=DEFAULT_SCENARIO, help=tell("cli.argument.scenario"))
    add_non_players(command)
    add_fast(command)
    add_game_arguments(command)

    command = commands.add_parser("resume", help=tell("cli.command.resume"))
    command.set_defaults(command="play.resume")
    command.add_argument("file")
    add_fast(command)


def _add_server(commands: Commands) -> None:
    """Commands of the server."""
    command = commands.add_parser("serve", help=tell("cli.command.serve"))
    command.set_defaults(command="serve.serve")
    command.add_argument("--host", default="127.0.0.1", help=tell("cli.argument.host"))
    command.add_argument("--port", type=port, default=8737, help=tell("cli.argument.port"))
    command.add_argument("--db", metavar=tell("cli.metavar.url"), help=tell("cli.argument.db"))
    command.add_argument("--no-browser", action="store_true", help=tell("cli.argument.no_browser"))
    command.add_argument("--page", default="", choices=["", *PAGES], help=tell("cli.argument.page"))
    command.add_argument("--unlimited", action="store_true", help=tell("cli.argument.unlimited"))
    command.add_argument(
        "--limit", action="append", default=[], metavar=tell("cli.metavar.limit"), help=tell("cli.argument.limit")
    )
    command.add_argument("--local-webhooks", action="store_true", help=tell("cli.argument.local_webhooks"))
    command.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar=tell("cli.metavar.name"),
        help=tell("cli.argument.allow_host"),
    )
    command.add_argument(
        "--proxy", action="append", default=[], metavar=tell("cli.metavar.address"), help=tell("cli.argument.proxy")
    )

    command = commands.add_parser("site", help=tell("cli.command.site"))
    command.set_defaults(command="site.site")
    command.add_argument("folder", nargs="?", help=tell("cli.argument.site_folder"))
    command.add_argument("--single", metavar=tell("cli.metavar.file"), help=tell("cli.argument.site_single"))
    command.add_argument("--runtime", metavar=tell("cli.metavar.folder"), help=tell("cli.argument.runtime"))

    command = commands.add_parser("admin", help=tell("cli.command.admin"))
    command.set_defaults(command="admin.admin")
    command.add_argument("--db", metavar=tell("cli.metavar.url"), help=tell("cli.argument.db"))
    works = command.add_subparsers(dest="what", metavar=tell("cli.metavar.command"), required=True)
    works.add_parser("games", help=tell("cli.command.admin_games"))
    work = works.add_parser("delete", help=tell("cli.command.admin_delete"))
    work.add_argument("ids", nargs="+", metavar=tell("cli.metavar.id"))
    for name in ("backup", "restore"):
        work = works.add_parser(name, help=tell(f"cli.command.admin_{name}"))
        work.add_argument("file", metavar=tell("cli.metavar.file"))


def _add_looking(commands: Commands) -> None:
    """Commands that show something."""
    command = commands.add_parser("show", help=tell("cli.command.show"))
    command.set_defaults(command="show.show")
    command.add_argument("what", metavar=tell("cli.metavar.what"))
    command.add_argument(
        "--json", nargs="?", const="position", choices=["position"], help=tell("cli.argument.position")
    )

    command = commands.add_parser("replay", help=tell("cli.command.replay"))
    command.set_defaults(command="show.replay")
    command.add_argument("file")
    command.add_argument("--verify", action="store_true", help=tell("cli.argument.verify"))
    command.add_argument("--why", action="store_true", help=tell("cli.argument.why"))

    command = commands.add_parser("review", help=tell("cli.command.review"))
    command.set_defaults(command="review.review")
    command.add_argument("file")
    command.add_argument(
        "--faction", action="append", default=[], choices=FACTION_IDS, help=tell("cli.argument.review_faction")
    )
    command.add_argument("--json", action="store_true")

    command = commands.add_parser("convert", help=tell("cli.command.convert"))
    command.set_defaults(command="convert.convert")
    command.add_argument("files", nargs="+", metavar=tell("cli.metavar.file"))

    command = commands.add_parser("scenarios", help=tell("cli.command.scenarios"))
    command.set_defaults(command="show.scenarios")


def _add_cards(commands: Commands) -> None:
    """Commands about cards and packs."""
    command = commands.add_parser("cards", help=tell("cli.command.cards"))
    command.set_defaults(command="cards.cards")
    command.add_argument("card", nargs="*", help=tell("cli.argument.card"))
    command.add_argument("--set", choices=CARD_SETS, help=tell("cli.argument.card_set"))
    command.add_argument("--search", metavar=tell("cli.metavar.word"), help=tell("cli.argument.search"))
    command.add_argument("--period", type=int, choices=ALL_PERIODS, help=tell("cli.argument.period"))
    command.add_argument("--pack", action="append", metavar=tell("cli.metavar.file"), help=tell("cli.argument.pack"))
    command.add_argument("--json", action="store_true")

    command = commands.add_parser("pack", help=tell("cli.command.pack"))
    packs = command.add_subparsers(metavar=tell("cli.metavar.command"), required=True)
    command = packs.add_parser("check", help=tell("cli.command.pack_check"))
    command.set_defaults(command="cards.check")
    command.add_argument("file", nargs="+")


def _add_measuring(commands: Commands) -> None:
    """Commands that simulate, measure and try out."""
    command = commands.add_parser("sim", help=tell("cli.command.sim"))
    command.set_defaults(command="lab.sim")
    command.add_argument("scenario")
    command.add_argument("--pack", action="append", metavar=tell("cli.metavar.file"), help=tell("cli.argument.pack"))
    command.add_argument("--players", default="random", help=tell("cli.argument.players"))
    command.add_argument("--games", type=games, default=100)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--jobs", type=positive, default=1, help=tell("cli.argument.jobs"))
    command.add_argument("--json", action="store_true")

    command = commands.add_parser("perft", help=tell("cli.command.perft"))
    command.set_defaults(command="lab.perft")
    command.add_argument("scenario")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--depth", type=positive, default=3)
    command.add_argument("--json", action="store_true")

    command = commands.add_parser("bench", help=tell("cli.command.bench"))
    command.set_defaults(command="lab.bench")
    command.add_argument("--seconds", type=float, default=5.0, help=tell("cli.argument.seconds"))
    command.add_argument("--jobs", type=positive, default=1, help=tell("cli.argument.bench_jobs"))
    command.add_argument("--env", action="store_true", help=tell("cli.argument.env"))
    command.add_argument("--peers", action="store_true", help=tell("cli.argument.peers"))
    command.add_argument("--json", action="store_true")

    command = commands.add_parser("fuzz", help=tell("cli.command.fuzz"))
    command.set_defaults(command="fuzz.fuzz")
    command.add_argument("--seconds", type=float, default=60.0, help=tell("cli.argument.seconds"))
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--styles", default="random,adversarial,eager,bots", help=tell("cli.argument.styles"))
    command.add_argument("--jobs", type=positive, default=1, help=tell("cli.argument.fuzz_jobs"))
    command.add_argument("--closely", type=share, default=1.0, help=tell("cli.argument.closely"))
    command.add_argument("--json", action="store_true")


def _add_counts(studies: Commands) -> None:
    """How the sides balance, and which nodes are visited."""
    for name in ("balance", "nodes"):
        command = studies.add_parser(name, help=tell(f"cli.command.{name}"))
        command.set_defaults(command=f"lab.{name}")
        command.add_argument("scenario", nargs="*", help=tell("cli.argument.scenarios"))
        command.add_argument("--games", type=games, default=500, help=tell("cli.argument.games"))
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--jobs", type=positive, default=1, help=tell("cli.argument.jobs"))
        command.add_argument("--bots", choices=(FLOWCHART, TRUNG), default=FLOWCHART, help=tell("cli.argument.bots"))
        if name == "balance":
            command.add_argument("--out", metavar=tell("cli.metavar.file"), help=tell("cli.argument.out"))
        else:
            command.add_argument("--json", action="store_true")


def _add_match(studies: Commands) -> None:
    """Players against each other."""
    command = studies.add_parser("match", help=tell("cli.command.match"))
    command.set_defaults(command="match.match")
    command.add_argument("scenario", nargs="*")
    command.add_argument("--players", help=tell("cli.argument.match_players"))
    command.add_argument("--against", help=tell("cli.argument.against"))
    command.add_argument("--games", type=games, default=50, help=tell("cli.argument.match_games"))
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--jobs", type=positive, default=1, help=tell("cli.argument.jobs"))
    command.add_argument("--cluster", help=tell("cli.argument.match_cluster"))
    command.add_argument("--plan", metavar=tell("cli.metavar.file"), help=tell("cli.argument.plan"))
    command.add_argument("--keep", metavar=tell("cli.metavar.folder"), help=tell("cli.argument.keep"))
    command.add_argument("--so-far", action="store_true", help=tell("cli.argument.so_far"))
    command.add_argument("--out", metavar=tell("cli.metavar.file"), help=tell("cli.argument.strength"))
    command.add_argument("--json", action="store_true")


def _add_lab_run(studies: Commands) -> None:
    """Games on a cluster."""
    command = studies.add_parser("run", help=tell("cli.command.lab_run"))
    command.set_defaults(command="lab.run_on_cluster")
    command.add_argument("scenario")
    command.add_argument("--pack", action="append", metavar=tell("cli.metavar.file"), help=tell("cli.argument.pack"))
    command.add_argument("--players", default="random", help=tell("cli.argument.players"))
    command.add_argument("--games", type=games, default=1000)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--cluster", default="local", help=tell("cli.argument.cluster"))
    command.add_argument("--out", required=True, metavar=tell("cli.metavar.file"), help=tell("cli.argument.results"))


def _add_learn(studies: Commands) -> None:
    """New weights for thinkers."""
    command = studies.add_parser("learn", help=tell("cli.command.lab_learn"))
    command.set_defaults(command="lab.learn")
    command.add_argument("scenario", nargs="+")
    command.add_argument("--players", action="append", required=True, help=tell("cli.argument.learn_players"))
    command.add_argument("--games", type=games, default=1000, help=tell("cli.argument.learn_games"))
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--cluster", default="here", help=tell("cli.argument.learn_cluster"))
    command.add_argument(
        "--by-chance", action="append", choices=FACTION_IDS, default=[], help=tell("cli.argument.by_chance")
    )
    command.add_argument("--among-people", action="store_true", help=tell("cli.argument.among_people"))
    command.add_argument("--correct", action="store_true", help=tell("cli.argument.correct"))
    command.add_argument("--chance", type=float, default=0.0, help=tell("cli.argument.chance"))
    command.add_argument("--out", required=True, metavar=tell("cli.metavar.folder"), help=tell("cli.argument.weights"))


def _add_calibrate(studies: Commands) -> None:
    """Chances of winning that come true."""
    command = studies.add_parser("calibrate", help=tell("cli.command.lab_calibrate"))
    command.set_defaults(command="calibrate.calibrate")
    command.add_argument("--games", type=games, default=1000, help=tell("cli.argument.calibrate_games"))
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--check", action="store_true", help=tell("cli.argument.check"))
    command.add_argument("--out", metavar=tell("cli.metavar.file"), help=tell("cli.argument.curves"))


def _add_export(commands: Commands) -> None:
    """Decisions of games as a table."""
    command = commands.add_parser("export", help=tell("cli.command.export"))
    command.set_defaults(command="export.export")
    command.add_argument("what", nargs="+", metavar=tell("cli.metavar.what"), help=tell("cli.argument.export_what"))
    command.add_argument("--out", required=True, metavar=tell("cli.metavar.file"), help=tell("cli.argument.export_out"))
    command.add_argument("--pack", action="append", metavar=tell("cli.metavar.file"), help=tell("cli.argument.pack"))
    command.add_argument("--players", default="random", help=tell("cli.argument.players"))
    command.add_argument("--games", type=games, default=100)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--jobs", type=positive, default=1, help=tell("cli.argument.jobs"))
    command.add_argument("--cluster", default="", help=tell("cli.argument.match_cluster"))
    command.add_argument("--observation", action="store_true", help=tell("cli.argument.observation"))


def _add_lab(commands: Commands) -> None:
    """The laboratory: studies of many games."""
    command = commands.add_parser("lab", help=tell("cli.command.lab"))
    studies = command.add_subparsers(metavar=tell("cli.metavar.command"), required=True)
    for add in (_add_counts, _add_match, _add_lab_run, _add_learn, _add_calibrate):
        add(studies)


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="fitl", description=tell("cli.command.fitl"))
    parser.add_argument("--version", action="version", version=f"fitl {__version__}", help=tell("argparse.version"))
    parser.add_argument(FLAG, metavar=tell("cli.metavar.language"), help=tell("cli.argument.lang"))
    parser.set_defaults(command="start.start", parser=parser)
    commands = parser.add_subparsers(metavar=tell("cli.metavar.command"))
    for add in (_add_playing, _add_server, _add_looking, _add_cards, _add_measuring, _add_export, _add_lab):
        add(commands)
    return parser


def _have_streams() -> bool:
    """Is there somewhere to write to? Anyone who started us may have closed what every program expects to be open.

    Without standard input there is nothing to read, which is no mistake; without standard error nobody is told of any.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115  (for as long as the program runs)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        print(tell("cli.no_output"), file=sys.stderr)
        return False
    return True


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit code."""
    try:
        if not _have_streams():
            return CANNOT_WRITE
        language, rest = language_asked(sys.argv[1:] if argv is None else argv)
        with set_language(language):
            teach_argparse()
            args = build_parser().parse_args(rest)
            from fitl.cli.running import run  # here, so that Ctrl-C while the program loads is as quiet as later

            return run(args)
    except KeyboardInterrupt:
        return INTERRUPTED
