"""`fitl convert`: saved games of before version 1.0 become readable ones of today (journal/format2.py)."""

import argparse
import shlex
from pathlib import Path

from fitl.cli.files import keep_original
from fitl.cli.terminal import Terminal, complain
from fitl.game_lock import claimed
from fitl.journal import JournalError, SaveFailed, revive
from fitl.journal.format2 import DAMAGED, converted
from fitl.journal.lines import to_text
from fitl.journal.reading import parse, text_of
from fitl.journal.writing import replace_file
from fitl.words import say


def convert(args: argparse.Namespace) -> int:
    """Convert files one after another; what they were is kept beside each. Exit code 1 if one could not be."""
    terminal, failed = Terminal(), 0
    for name in args.files:
        try:
            kept, notes = convert_file(Path(name))
        except (JournalError, SaveFailed) as error:
            complain(str(error))
            failed = 1
            continue
        terminal.say("cli.convert.done", {"file": shlex.quote(name), "kept": shlex.quote(str(kept))})
        for note in notes:
            terminal.write(note, indent=2)
    return failed


def convert_file(path: Path) -> tuple[Path, list[str]]:
    """Where the file as it was is kept, and what anyone who opens the new one will be told."""
    with claimed(path):
        try:
            lines = list(converted(text_of(path).split("\n"), str(path)))
        except JournalError:
            raise
        except DAMAGED as error:
            raise JournalError(say("cli.convert.damaged", {"file": str(path), "error": str(error)})) from error
        notes = revive(parse("".join(map(to_text, lines)), str(path), bounded=False)).notes
        kept = keep_original(path)
        replace_file(path, lines).close()
    return kept, notes
