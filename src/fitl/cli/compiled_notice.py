"""Says once that there is a faster build for this Python (docs/decisions/0013-compiled-build.md)."""

import argparse
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from fitl import __version__
from fitl.catalogue import tell
from fitl.cli.files import data_folder
from fitl.cli.terminal import complain
from fitl.lab.bench import is_compiled

# As pyproject.toml has cibuildwheel build them.
PYTHONS: Final = ((3, 11), (3, 12), (3, 13), (3, 14))
SYSTEMS: Final = ("linux", "darwin", "win32")

SLOW: Final = frozenset(
    (
        *("lab.sim", "lab.balance", "lab.nodes", "lab.run_on_cluster", "lab.learn", "match.match"),
        *("fuzz.fuzz", "serve.serve"),
    )
)
THINKER: Final = "thinker"  # in the name of a player


def is_slow(args: argparse.Namespace) -> bool:
    """Does this command take so long that it matters?"""
    return args.command in SLOW or any(isinstance(value, str) and THINKER in value for value in vars(args).values())


def exists() -> bool:
    """Is there a compiled build for this Python, and is this the plain one?"""
    here = sys.implementation.name == "cpython" and sys.version_info[:2] in PYTHONS and sys.platform in SYSTEMS
    return here and not is_compiled()


def _note() -> Path:
    """The file that says that it was said."""
    return data_folder() / f"told-of-compiled-{__version__}"


def say_once(args: argparse.Namespace) -> None:
    """Tell the person at the terminal, once for each version."""
    if not (is_slow(args) and sys.stderr.isatty() and exists()) or _note().exists():
        return
    complain(tell("cli.faster"))
    with suppress(OSError):  # then it is said again
        _note().parent.mkdir(parents=True, exist_ok=True)
        _note().touch()
