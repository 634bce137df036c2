"""A game's journal as the store keeps it: line by line, without the newlines."""

from collections.abc import Iterable, Sequence

from fitl import journal
from fitl.entries import Entry, Reason
from fitl.game import Game
from fitl.state import State


class Lines:
    """Collects what a change adds to the journal of a game (a Recorder, see game.py)."""

    def __init__(self, game: Game) -> None:
        self.new: list[str] = []
        self._game = game

    def entry(self, entry: Entry, reasons: Sequence[Reason] = ()) -> None:
        self.new += as_stored(journal.explained_lines(entry, reasons, len(self._game.entries)))

    def checkpoint(self, state: State) -> None:
        line = journal.checkpoint_line(state)
        if line is not None:
            self.new += as_stored([line])

    def undo(self, kept: int) -> None:
        self.new += as_stored([{"undo": kept}])

    def failed(self, kept: int) -> None:
        """Nothing of a change that fails is stored (see live.py)."""


def journal_text(lines: list[str]) -> str:
    return "".join(line + "\n" for line in lines)


def as_stored(lines: Iterable[object]) -> list[str]:
    """Lines of a journal as the store keeps them."""
    return [journal.to_text(line).rstrip("\n") for line in lines]


def reason_bytes(lines: Iterable[str]) -> int:
    """How much of these lines is reasons of non-players."""
    return sum(len(line) for line in lines if line.startswith('{"reason"'))
