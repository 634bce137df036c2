"""The answers given since the present turn or phase began, as observations tell them.

They follow from the game alone. A memory that is kept from one observation to the next reads only what is new, because
long turns would otherwise be read again at each of their answers.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from fitl.board.spaces import ROWS
from fitl.entries import Entry
from fitl.env.layout import REMEMBERED, layout
from fitl.env.vocabulary import rows_of_keys
from fitl.game import Game
from fitl.rules.deception import MARKER_KINDS
from fitl.state import TURN, State

_LAYOUT: Final = layout()
_BY: Final = _LAYOUT.slice("turn_faction")
_TURN: Final = _LAYOUT.slice("turn")
_TOUCHED: Final = _LAYOUT.slice("touched")
_NUMBER: Final = np.dtype("<i2")
_PACKED: Final = np.dtype("<u8")  # four numbers side by side (`Row.packed`)
_MARKERS: Final = frozenset(MARKER_KINDS)
_AGENDAS: Final = _MARKERS | {"yes", "no"}


class Memory:
    """What is remembered of one game's present turn."""

    __slots__ = ("_begin", "_by", "_last", "_read", "_rows", "_touched")

    def __init__(self) -> None:
        self._forget(0)

    def _forget(self, begin: int) -> None:
        """A turn that begins after this many entries."""
        self._begin = self._read = begin
        self._last: Entry | None = None  # of those that were read
        self._by = [0] * REMEMBERED  # the last first, as are the rows
        self._rows = [0] * REMEMBERED
        self._touched = np.zeros(ROWS + 1, np.int16)  # rows of the board are counted from 1

    def write(self, game: Game, vector: NDArray[np.int16]) -> None:
        """Read what is new and write the last answers, and how often each space was named, into an observation."""
        entries = game.entries
        begin = game.checkpoints[-1].entries
        if begin == len(entries):
            return
        if not self._knows(entries, begin):
            self._forget(begin)
        if self._read < len(entries):
            given = [entry for entry in entries[self._read :] if entry[0] >= 0]
            rows = rows_of_keys([key for _, key in given], _secret(game.checkpoints[-1].state))
            for row in rows:
                self._touched[row >> 16 & 0xFFFF] += 1
            self._by = [*(actor + 1 for actor, _ in reversed(given)), *self._by][:REMEMBERED]
            self._rows = [*reversed(rows), *self._rows][:REMEMBERED]
            self._read, self._last = len(entries), entries[-1]
        vector[_BY] = self._by
        vector[_TURN] = np.array(self._rows, _PACKED).view(_NUMBER)
        vector[_TOUCHED] = self._touched[1:]

    def _knows(self, entries: list[Entry], begin: int) -> bool:
        """Does what was read still stand there, or did another turn begin, or were answers taken back?"""
        if self._begin != begin or self._read > len(entries):
            return False
        return self._read == begin or entries[self._read - 1] is self._last


def _secret(begun: State) -> frozenset[str]:
    """7.3: answers in this stage that tell which markers somebody chose, or would show; a turn plays them openly."""
    if begun.stage == TURN:
        return frozenset()
    return _AGENDAS if any(begun.markers) else _MARKERS
