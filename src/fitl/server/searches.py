"""The searches of thinkers that people wait for: how far each is, and who wants it to end.

A search may be told to stop while it waits for its turn: then it ends as soon as it has begun, with the best found.
Where several servers share their games, each tells the others how far its searches are, and hears which are to stop.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from fitl.server.offload.job import Caller
from fitl.thinker.levels import Level
from fitl.thinker.thought import Question, Thought, think

FORGOTTEN: Final = 12.0  # seconds after which a search of another server that was not mentioned again is gone
WAITS: Final = "waits"
IN_SHORT: Final = Level(4, 0)  # for a search that must be made in the server itself


class Progress(Caller):
    """How far one search is."""

    def __init__(self, *, waits: bool = False) -> None:
        super().__init__()
        self.waits = waits  # for its turn: other games are searching
        self.part = 0.0  # of the budget

    def begin(self) -> None:
        self.waits = False

    def hear(self, news: object) -> None:
        assert isinstance(news, float)
        self.part = news


def nothing_found(question: Question) -> Thought:
    """The result for a question whose search broke off."""
    return Thought(question.mark, (), [])


def in_short(question: Question) -> Thought:
    """A quick search in this process."""
    return think(question._replace(level=IN_SHORT))._replace(mark=question.mark)


class Searches:
    """The searches of all games of a server."""

    def __init__(self) -> None:
        self._under_way: dict[str, Progress] = {}
        self._elsewhere: dict[str, tuple[float, Progress]] = {}  # by game, until when that is believed
        self._lock = threading.Lock()

    @contextmanager
    def under_way(self, game: str, *, waits: bool = False) -> Iterator[Progress]:
        """Meanwhile a game waits for a search: how far it is can be told, and it can be stopped."""
        heard = Progress(waits=waits)
        with self._lock:
            self._under_way[game] = heard
        try:
            yield heard
        finally:
            with self._lock:
                if self._under_way.get(game) is heard:
                    del self._under_way[game]

    def _progress(self, game: str) -> Progress | None:
        """Of a search that a game waits for, here or elsewhere."""
        here = self._under_way.get(game)
        until, there = self._elsewhere.get(game, (0.0, None))
        return here or (there if time.monotonic() < until else None)

    def part(self, game: str) -> float | None:
        """Which part of its budget the search of a game has spent; None if there is none, or it has not begun."""
        found = self._progress(game)
        return None if found is None or found.waits else found.part

    def waits(self, game: str) -> bool:
        """Does the search of a game wait for its turn?"""
        found = self._progress(game)
        return found is not None and found.waits

    def told(self, game: str) -> str:
        """The progress of a search of this server, as reported to other servers; nothing if there is none."""
        found = self._under_way.get(game)
        return "" if found is None else WAITS if found.waits else f"{found.part:.2f}"

    def hear(self, game: str, told: str) -> None:
        """How far a search of another server is."""
        now = time.monotonic()
        with self._lock:
            others = self._elsewhere.items()
            self._elsewhere = {other: each for other, each in others if other != game and each[0] > now}
            if told:
                found = Progress(waits=told == WAITS)
                with suppress(ValueError):
                    found.part = float(told)
                self._elsewhere[game] = now + FORGOTTEN, found

    def is_elsewhere(self, game: str) -> bool:
        """Does another server search for a game, or will it?"""
        return game not in self._under_way and self._progress(game) is not None

    def stop(self, game: str) -> bool:
        """Have the search of a game end with the best it has found; False if there is none here."""
        found = self._under_way.get(game)
        if found is not None:
            found.stopped = True
        return found is not None
