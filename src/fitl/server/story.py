"""The log of a game in words, each line worded once: it is told with every look, and wording it costs most of one."""

from bisect import bisect_right
from typing import Any

from fitl.game import Game
from fitl.state import LogEntry
from fitl.words import line


class Story:
    """The worded lines of one game, kept as long as it is in memory."""

    def __init__(self) -> None:
        self._worded: list[tuple[LogEntry, str]] = []

    def lines(self, game: Game, first: int, count: int) -> list[dict[str, Any]]:
        """Lines from a number on, each with the entry at which its turn began."""
        starts = [checkpoint.log for checkpoint in game.checkpoints]
        log = game.log or []
        return [
            {
                "n": number,
                "text": self._text(game, number),
                "kind": log[number].message.removeprefix("log."),
                "entry": game.checkpoints[max(0, bisect_right(starts, number) - 1)].entries,
            }
            for number in range(first, min(first + count, len(log)))
        ]

    def _text(self, game: Game, number: int) -> str:
        log = game.log or []
        worded = self._worded
        if number < len(worded) and worded[number][0] is log[number]:
            return worded[number][1]
        del worded[number:]  # what came after was taken back
        for said in log[len(worded) : number + 1]:
            worded.append((said, line(said, game.state.cards)))
        return worded[number][1]
