"""Journals on the disk: written line by line as a game goes on, or whole."""

import gzip
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final

from fitl.catalogue import tell
from fitl.entries import Entry, Reason
from fitl.game import Game
from fitl.game_lock import claim, let_go
from fitl.journal.lines import SaveFailed, checkpoint_line, explained_lines, lines_of, to_text
from fitl.state import State

MARKS: Final = 200  # of the latest answers: they can be taken back even on a full disk


def save(game: Game, path: str | Path) -> None:
    """Write a complete journal of the game, replacing the file only once it is whole."""
    replace_file(Path(path), lines_of(game)).close()


def zipped(lines: Iterable[object]) -> bytes:
    """A journal as one compressed file (`.fitl.gz`)."""
    return gzip.compress("".join(map(to_text, lines)).encode(), mtime=0)


def replace_file(path: Path, lines: Iterable[object]) -> FileIO:
    """Put a complete journal in the place of a file; the new one, open and claimed before anybody can find it."""
    if path.exists() and not path.is_file():
        raise SaveFailed(tell("journal.no_file", file=path))
    temporary = path.with_name(path.name + ".part")
    file: FileIO | None = None
    try:
        file = FileIO(temporary, "w+")
        claim(file.fileno(), path)
        _write_all(file, "".join(map(to_text, lines)).encode())
        file = _put_in_place(file, temporary, path)
        _make_sure_of_name(path)
        return file
    except OSError as error:
        if file is not None:
            file.close()
        temporary.unlink(missing_ok=True)
        raise SaveFailed(tell("journal.not_saved", file=path, error=error.strerror or error)) from error


def _put_in_place(file: FileIO, temporary: Path, path: Path) -> FileIO:
    """Give the open file its name, at once or, where open files cannot be moved or replaced, closed meanwhile."""
    try:
        os.replace(temporary, path)
        return file
    except PermissionError:  # Windows
        file.close()
        let_go(path)
        os.replace(temporary, path)
    file = FileIO(path, "r+")
    claim(file.fileno(), path)
    return file


def _make_sure_of_name(path: Path) -> None:
    """That this file, and no longer an earlier one, has the name must outlast a power failure like its lines."""
    with suppress(OSError):  # Windows opens no folders, and some file systems know nothing of this
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _write_all(file: FileIO, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    os.fsync(file.fileno())


class JournalWriter:
    """Appends a game's conversation to its journal, each line on the disk before the game goes on."""

    def __init__(self, path: Path, game: Game) -> None:
        """Write the game so far, and go on after that."""
        self._path = path
        self._game = game
        self._entries = len(game.entries)
        self._file = replace_file(path, lines_of(game))
        self._good = self._file.seek(0, os.SEEK_END)  # everything before is whole lines
        self._marks: dict[int, int] = {}  # where the lines of the latest answers begin

    def _write(self, *lines: object) -> None:
        """All of these lines or none."""
        try:
            self._file.seek(self._good)
            self._file.truncate()
            _write_all(self._file, "".join(map(to_text, lines)).encode())
        except (OSError, ValueError) as error:
            with suppress(OSError, ValueError):  # what was written of them; if it stays, reading passes over it
                self._file.truncate(self._good)
            raise SaveFailed(tell("journal.not_taken", error=error)) from error
        self._good = self._file.tell()

    def entry(self, entry: Entry, reasons: Sequence[Reason] = ()) -> None:
        begun = self._good
        self._write(*explained_lines(entry, reasons, self._entries))
        self._marks[self._entries] = begun
        self._entries += 1
        if len(self._marks) > MARKS:
            del self._marks[next(iter(self._marks))]

    def checkpoint(self, state: State) -> None:
        line = checkpoint_line(state)
        if line is not None:
            self._write(line)

    def undo(self, kept: int) -> None:
        try:
            self._write({"undo": kept})
        except SaveFailed:
            if kept not in self._marks:
                raise
            self._cut(self._marks[kept])
        self._entries = kept

    def failed(self, kept: int) -> None:
        """As if it had never been written, nor the reasons for it."""
        self._cut(self._marks[kept])
        self._entries = kept

    def _cut(self, offset: int) -> None:
        """Cut answers off, which works even where there is no room to say that they were taken back."""
        try:
            self._file.truncate(offset)
            os.fsync(self._file.fileno())
        except (OSError, ValueError) as error:
            raise SaveFailed(tell("journal.not_written", error=error)) from error
        self._good = offset

    def close(self) -> None:
        self._file.close()


def record(game: Game, path: str | Path) -> JournalWriter:
    """Write the game so far to a file and go on writing there as it is played, claiming it (see game_lock.py)."""
    writer = JournalWriter(Path(path), game)
    game.recorder = writer
    return writer
