"""A game's journal as the store keeps it: line by line, without the newlines."""

import zlib
from typing import Any

from fitl import journal
from fitl.game import Entry, Game, Reason
from fitl.journal import Journal, Packer, to_text
from fitl.state import State


class Lines:
    """Collects what a change adds to the journal (a Recorder, see game.py)."""

    def __init__(self, packer: Packer) -> None:
        """`packer` has gone through all situations stored so far, those of undone cards included."""
        self.new: list[str] = []
        self._packer = packer

    def _add(self, line: Any) -> None:
        self.new.append(to_text(line).rstrip("\n"))

    def entry(self, entry: Entry) -> None:
        self._add(journal.entry_line(entry))

    def checkpoint(self, state: State) -> None:
        line = journal.checkpoint_line(state, self._packer)
        if line is not None:
            self._add(line)

    def why(self, reasons: list[Reason]) -> None:
        if reasons:
            self._add({"why": journal.pack_reasons(reasons)})

    def undo(self, kept: int) -> None:
        self._add({"undo": kept})


def journal_text(lines: list[str]) -> str:
    return "".join(line + "\n" for line in lines)


def lines_of(game: Game) -> list[str]:
    """The whole journal of a game as the store keeps it."""
    return [to_text(line).rstrip("\n") for line in journal.lines_of(game)]


def packer_after(game: Game, told: Journal) -> Packer | None:
    """A packer that goes on after all situations a journal has packed; None if one of them is damaged."""
    packer = Packer(game.state)
    try:
        for packed in told.states:
            packer.unpack(packed)
    except (ValueError, zlib.error):
        return None
    return packer
