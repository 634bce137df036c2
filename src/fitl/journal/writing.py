"""Journals on the disk: written line by line as a game goes on, or whole."""

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from fitl.catalogue import tell
from fitl.claims import claim
from fitl.entries import Entry, Reason
from fitl.game import Game
from fitl.journal.lines import SaveFailed, checkpoint_line, entry_line, lines_of, to_text, whole
from fitl.packing import Packer, ReasonPacker
from fitl.state import State

LONG: Final = 48 << 10  # bytes from which on a journal that is being written is shortened ...
GROWTH: Final = 2 << 10  # ... whenever it has grown by so many
MARKS: Final = 200  # of the latest answers: they can be taken back even on a full disk


def save(game: Game, path: str | Path) -> None:
    """Write a complete journal of the game, replacing the file only once it is whole."""
    _replace(Path(path), lines_of(game)).close()


def _replace(path: Path, lines: Iterable[Any]) -> FileIO:
    """Put a complete journal in the place of a file; the new one, open and claimed before anybody can find it."""
    if path.exists() and not path.is_file():
        raise SaveFailed(tell("journal.no_file", file=path))
    temporary = path.with_name(path.name + ".part")
    file: FileIO | None = None
    try:
        file = FileIO(temporary, "w+")
        claim(file.fileno(), path)
        _write_all(file, "".join(map(to_text, lines)).encode())
        os.replace(temporary, path)
        _make_sure_of_name(path)
        return file
    except OSError as error:
        if file is not None:
            file.close()
        temporary.unlink(missing_ok=True)
        raise SaveFailed(tell("journal.not_saved", file=path, error=error.strerror or error)) from error


def _make_sure_of_name(path: Path) -> None:
    """That this file, and no longer an earlier one, has the name must outlast a power failure like its lines."""
    if sys.platform == "win32":
        return  # folders cannot be opened there
    with suppress(OSError):  # a file system that knows nothing of this
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


class Mark(NamedTuple):
    """Where the lines of an answer begin, and what was packed before them."""

    offset: int
    packer: Packer
    reason_packer: ReasonPacker


class JournalWriter:
    """Appends a game's conversation to its journal, each line on the disk before the game goes on.

    Lines written one by one are longer than those of a whole journal, so a long file is now and then replaced by one.
    """

    long = LONG
    growth = GROWTH

    def __init__(self, path: Path, game: Game) -> None:
        """Write the game so far, and go on after that."""
        self._path = path
        self._game = game
        self._entries = len(game.entries)
        self._write_whole()

    def _write_whole(self) -> None:
        lines, packer, reason_packer = whole(self._game)
        self._file = _replace(self._path, lines)
        self._packer, self._reason_packer = packer, reason_packer
        self._good = self._whole = self._file.seek(0, os.SEEK_END)  # everything before is whole lines
        self._marks: dict[int, Mark] = {}  # of the latest answers written since

    def _shorten(self) -> None:
        """Say the same in fewer lines; what is there stays if that cannot be."""
        former = self._file
        try:
            self._write_whole()
        except SaveFailed:
            self._whole = self._good  # not again before it has grown again
        else:
            former.close()

    def _write(self, *lines: Any) -> None:
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
        long = self._good > self.long and self._good > self._whole + self.growth
        if long and entry.actor >= 0 and len(self._game.entries) == self._entries:  # nothing is under way
            self._shorten()
        mark = Mark(self._good, self._packer, self._reason_packer)
        if reasons:
            reason_packer = self._reason_packer.copy()
            self._write({"reasons": reason_packer.pack(reasons, self._entries)}, entry_line(entry))
            self._reason_packer = reason_packer
        else:
            self._write(entry_line(entry))
        self._marks[self._entries] = mark
        self._entries += 1
        if len(self._marks) > MARKS:
            del self._marks[next(iter(self._marks))]

    def checkpoint(self, state: State) -> None:
        packer = self._packer.copy()
        line = checkpoint_line(state, packer)
        if line is not None:
            self._write(line)
            self._packer = packer

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

    def _cut(self, mark: Mark) -> None:
        """Cut answers off, which works even where there is no room to say that they were taken back."""
        try:
            self._file.truncate(mark.offset)
            os.fsync(self._file.fileno())
        except (OSError, ValueError) as error:
            raise SaveFailed(tell("journal.not_written", error=error)) from error
        self._good = mark.offset
        self._packer, self._reason_packer = mark.packer, mark.reason_packer

    def close(self) -> None:
        """Stop, and leave a file that says the same in fewer lines."""
        if not self._file.closed and len(self._game.entries) == self._entries:
            self._shorten()
        self._file.close()


def record(game: Game, path: str | Path) -> JournalWriter:
    """Write the game so far to a file and go on writing there as it is played, claiming it (see claims.py)."""
    writer = JournalWriter(Path(path), game)
    game.recorder = writer
    return writer
