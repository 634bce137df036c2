"""Running a command: calls the part that does the work and turns trouble into sentences."""

import argparse
import os
import sys
from collections.abc import Callable
from typing import Final

from fitl.catalogue import languages, tell, wanted_language
from fitl.cli import calibrate, cards, compiled_notice, convert, fuzz, lab, match, play, review, show, start
from fitl.cli.files import FileProblem
from fitl.cli.terminal import Terminal, complain
from fitl.game_lock import InUse
from fitl.journal import JournalError, SaveFailed
from fitl.lab.cluster import ClusterError
from fitl.lab.env_bench import EnvironmentMissing
from fitl.lab.match_plan import PlanError
from fitl.lab.players import PlayersError
from fitl.lab.results import ResultsError
from fitl.options import OptionsError
from fitl.packs import PackError
from fitl.position import PositionError


def _serve(args: argparse.Namespace) -> int:
    try:
        from fitl.cli.serve import serve  # its packages are an extra (docs/dependencies.md)
    except ModuleNotFoundError:
        complain(tell("server.cli.extra"))
        return FAILED
    return serve(args)


def _admin(args: argparse.Namespace) -> int:
    try:
        from fitl.cli.admin import admin  # as above
    except ModuleNotFoundError:
        complain(tell("server.cli.extra"))
        return FAILED
    return admin(args)


def _start(args: argparse.Namespace) -> int:
    """Ask what somebody wants who typed `fitl` alone, until they leave; where nobody can answer, say what there is."""
    if not start.somebody_can_answer():
        args.parser.print_help()
        return 0
    terminal = Terminal()
    start.greet(terminal)
    while (words := start.ask_what(terminal)) is not None:
        if not words:
            continue
        wish = args.parser.parse_args(words)
        try:
            code = COMMANDS[wish.command](wish)
        except WRONG as error:
            complain(str(error))
        else:
            if words[0] != "cards":  # after a card, the next one
                return code
    return 0


def _export(args: argparse.Namespace) -> int:
    from fitl.cli.export import export  # what few need is imported when it is needed

    return export(args)


def _site(args: argparse.Namespace) -> int:
    from fitl.cli.site import site  # the pages it writes take a moment to import

    return site(args)


COMMANDS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "start.start": _start,
    "play.play": play.play,
    "play.resume": play.resume,
    "serve.serve": _serve,
    "site.site": _site,
    "admin.admin": _admin,
    "show.show": show.show,
    "show.replay": show.replay,
    "review.review": review.review,
    "convert.convert": convert.convert,
    "show.scenarios": show.scenarios,
    "cards.cards": cards.cards,
    "cards.check": cards.check,
    "fuzz.fuzz": fuzz.fuzz,
    "export.export": _export,
    "lab.sim": lab.sim,
    "lab.perft": lab.perft,
    "lab.bench": lab.bench,
    "lab.balance": lab.balance,
    "lab.nodes": lab.nodes,
    "lab.run_on_cluster": lab.run_on_cluster,
    "lab.learn": lab.learn,
    "calibrate.calibrate": calibrate.calibrate,
    "match.match": match.match,
}

# What is wrong with the arguments or with the files they name; each says so itself.
WRONG: Final = (
    *(OptionsError, PlayersError, ClusterError, ResultsError, EnvironmentMissing, PlanError),
    *(FileProblem, InUse, JournalError, PackError, PositionError),
)

FAILED: Final = 1
MISUSED: Final = 2  # a wrong argument, a wrong, damaged or busy file
INTERRUPTED: Final = 130
CLOSED_PIPE: Final = 141


def run(args: argparse.Namespace) -> int:
    """Run the command the arguments name; the exit code."""
    try:
        if wanted_language() not in languages():
            complain(tell("language.unknown", typed=wanted_language(), names=", ".join(languages())))
        compiled_notice.say_once(args)
        code = COMMANDS[args.command](args)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _forget_output()  # anyone who read it has left (`fitl show full | head`): nothing to complain about
        return CLOSED_PIPE
    except KeyboardInterrupt:
        complain(tell("cli.interrupted"))
        return INTERRUPTED
    except WRONG as error:
        complain(str(error))
        return MISUSED
    except SaveFailed as error:
        complain(str(error))
        return FAILED
    except OSError as error:
        message = "cli.os_error_at" if error.filename else "cli.os_error"
        complain(tell(message, error=error.strerror or error, file=error.filename))
        _forget_output()
        return FAILED


def _forget_output() -> None:
    """Drop what is still waiting to be written, so that the interpreter does not try again as it exits."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
