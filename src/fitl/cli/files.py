"""Where games are kept, and opening what a person names: a scenario, a saved game or a position."""

import json
import os
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from fitl import journal
from fitl.board.scenarios import SCENARIOS
from fitl.cli.matching import matches
from fitl.game import Game
from fitl.journal import JournalError
from fitl.options import OptionsError
from fitl.words import say


class FileProblem(ValueError):
    """A file that cannot be used as asked; the message says why and what would be right."""


# --- names --------------------------------------------------------------------------------------------------------


def data_folder() -> Path:
    """The user's folder for games: XDG_DATA_HOME, else ~/.local/share."""
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share") / "fitl"


def new_game_file(scenario: str) -> Path:
    """A file for a new game that nobody else has, and that exists from now on."""
    folder = data_folder() / "games"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{scenario}-{time.strftime('%Y-%m-%d')}"
    number = 1
    while True:
        path = folder / f"{stem}-{number}.jsonl"
        try:
            path.open("x").close()
            return path
        except FileExistsError:
            number += 1


def check_new(path: Path, hint: str) -> None:
    """Refuse to write over what is there; `hint` is the message that says what to do instead."""
    if path.is_dir():
        raise FileProblem(say("cli.file.folder", {"file": str(path)}))
    if path.exists() and not path.is_file():
        raise FileProblem(say("cli.file.special", {"file": str(path)}))
    if path.exists():
        raise FileProblem(say(hint, {"file": str(path)}))
    if not path.parent.is_dir():
        raise FileProblem(say("cli.file.no_folder", {"file": str(path), "folder": str(path.parent)}))


def playable() -> list[str]:
    """The names of the scenarios that can be played."""
    return [name for name, scenario in SCENARIOS.items() if scenario.playable]


def scenario_meant(typed: str) -> str:
    """The scenario of this name, with or without its year, or of the one name that begins so."""
    names = playable()
    found = [names[i] for i in matches(typed, [(name, name.rpartition("-")[0]) for name in names])]
    if len(found) != 1:
        message = "cli.scenario.unclear" if found else "cli.scenario.unknown"
        raise OptionsError(say(message, {"typed": typed, "names": ", ".join(found or names)}))
    return found[0]


# --- opening ------------------------------------------------------------------------------------------------------


class Opened(NamedTuple):
    """A game opened from a file."""

    game: Game
    notes: list[str]  # what its players should be told
    complete: bool  # nothing of the file was lost
    is_journal: bool  # else a position


def open_game(path: Path) -> Opened:
    """Open a saved game or a position; JournalError or PositionError says what is wrong with one that cannot be."""
    position = position_in(path)
    if position is not None:
        return Opened(Game.from_position(position), [], True, False)
    loaded = journal.load(path)
    complete = len(loaded.notes) <= journal.read(path).torn
    return Opened(loaded.game, loaded.notes, complete, True)


def position_in(path: Path) -> Mapping[str, object] | None:
    """The position in a file, None if it is something else (the journal reader then says what is wrong with it)."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise JournalError(say("cli.file.missing", {"file": str(path)})) from None
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and "fitl" in found else None


def keep_original(path: Path) -> Path:
    """Set a copy of a file aside before it is written again."""
    number = 1
    while (copy := path.with_name(f"{path.name}.original-{number}")).exists():
        number += 1
    shutil.copy2(path, copy)
    return copy
