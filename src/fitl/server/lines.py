"""A game's journal as the store keeps it: line by line, without the newlines."""

import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from fitl import journal
from fitl.entries import Entry, Reason
from fitl.game import Game
from fitl.journal import Journal, Packer, to_text
from fitl.packing import ReasonPacker
from fitl.state import State


class Lines:
    """Collects what a change adds to the journal of a game (a Recorder, see game.py)."""

    def __init__(self, game: Game, packer: Packer, reason_packer: ReasonPacker) -> None:
        """The packers have gone through all that is stored so far, what was taken back included."""
        self.new: list[str] = []
        self._game = game
        self._packer = packer
        self._reason_packer = reason_packer

    def _add(self, line: Any) -> None:
        self.new += as_stored([line])

    def entry(self, entry: Entry, reasons: Sequence[Reason] = ()) -> None:
        if reasons:
            self._add({"reasons": self._reason_packer.pack(reasons, len(self._game.entries))})
        self._add(journal.entry_line(entry))

    def checkpoint(self, state: State) -> None:
        line = journal.checkpoint_line(state, self._packer)
        if line is not None:
            self._add(line)

    def undo(self, kept: int) -> None:
        self._add({"undo": kept})

    def failed(self, kept: int) -> None:
        """Nothing of a change that fails is stored (see live.py)."""


def journal_text(lines: list[str]) -> str:
    return "".join(line + "\n" for line in lines)


def as_stored(lines: Iterable[Any]) -> list[str]:
    """Lines of a journal as the store keeps them."""
    return [to_text(line).rstrip("\n") for line in lines]


def packer_after(game: Game, told: Journal) -> Packer | None:
    """A packer that goes on after all situations a journal has packed; None if one of them is damaged."""
    packer = Packer(game.state)
    try:
        for packed in told.states:
            packer.unpack(packed)
    except (ValueError, zlib.error):
        return None
    return packer
