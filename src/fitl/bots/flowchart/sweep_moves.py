"""The moves of a Sweep, planned on a copy of the board."""

from collections.abc import Iterable

from fitl.board.pieces import KINDS
from fitl.bots.script import Move
from fitl.rules.forces import move
from fitl.state import State


class SweepMoves:
    """Who may still move and who has moved where; no piece moves twice."""

    def __init__(self, s: State) -> None:
        self.board = s.copy()
        self._arrived: dict[tuple[int, int], int] = {}  # by space and kind
        self._loads: dict[tuple[int, int], dict[int, int]] = {}  # by destination and origin

    def unmoved(self, sp: int, kind: int) -> int:
        return self.board.pieces[sp * KINDS + kind] - self._arrived.get((sp, kind), 0)

    def bring(self, n: int, kinds: Iterable[int], origin: int, sp: int) -> None:
        """Move this many pieces, of the first kinds as long as there are any."""
        for kind in kinds:
            some = min(n, self.unmoved(origin, kind))
            if some:
                n -= some
                move(self.board, kind, some, origin, sp)
                self._arrived[sp, kind] = self._arrived.get((sp, kind), 0) + some
                load = self._loads.setdefault((sp, origin), {})
                load[kind] = load.get(kind, 0) + some

    def moves(self) -> list[Move]:
        return [Move(sp, origin, load) for (sp, origin), load in self._loads.items()]
