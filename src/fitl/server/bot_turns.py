"""The turns of non-players that can be asked about, as the page lists them: part of every look, rarely changed."""

from typing import Final

from fitl.board.factions import FACTION_IDS
from fitl.bots.reasons import turns_of
from fitl.catalogue import spoken_language
from fitl.entries import Reason
from fitl.game import Game
from fitl.server.wire.table import BotTurnShown
from fitl.state import OVER

TURNS: Final = 40  # whose reasons are offered with every look

Mark = tuple[str, int, int, bool]


class BotTurns:
    """The list of one game, made again when a reason was added or taken back."""

    def __init__(self) -> None:
        self._mark: Mark | None = None
        self._last: Reason | None = None
        self._rows: list[BotTurnShown] = []

    def latest(self, game: Game, before: int | None = None) -> list[BotTurnShown]:
        """The latest turns, up to a moment if one is named."""
        rows = self._all(game)
        if before is not None:
            rows = [row for row in rows if row["first"] < before]
        return rows[-TURNS:]

    def _all(self, game: Game) -> list[BotTurnShown]:
        thoughts = game.thoughts
        mark = (spoken_language(), len(game.checkpoints), len(thoughts), game.state.stage == OVER)
        last = thoughts[-1] if thoughts else None
        if mark != self._mark or last is not self._last:
            self._mark, self._last, self._rows = mark, last, shown(game)
        return self._rows


def shown(game: Game) -> list[BotTurnShown]:
    """All turns for which reasons are kept."""
    return [
        {
            "id": turn.first,
            "faction": FACTION_IDS[turn.faction],
            "title": turn.title(game.state.cards),
            "first": turn.first,
            "last": turn.reasons[-1].at,
        }
        for turn in turns_of(game)
    ]
