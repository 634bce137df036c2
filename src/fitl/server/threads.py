"""Threads for whatever may block, shared out so that one game cannot keep all of them waiting."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeVar

import anyio
import anyio.to_thread

T = TypeVar("T")

THREADS: Final = 16
PER_GAME: Final = 2  # of these; a game is held by one of them at a time, so more would only wait


class Threads:
    """Runs what may block off the event loop."""

    def __init__(self) -> None:
        self._all = anyio.CapacityLimiter(THREADS)
        self._games: dict[str, anyio.Semaphore] = {}
        self._waiting: dict[str, int] = {}
        self._running = 0

    @property
    def busy(self) -> bool:
        """Is somebody waiting for an answer?"""
        return self._running > 0

    async def run(self, work: Callable[[], T], game: str | None = None) -> T:
        """Do the work in a thread; if it is about a game, when that game's turn has come."""
        self._running += 1
        try:
            if game is None:
                return await anyio.to_thread.run_sync(work, limiter=self._all)
            async with self._turn_of(game):
                return await anyio.to_thread.run_sync(work, limiter=self._all)
        finally:
            self._running -= 1

    @asynccontextmanager
    async def _turn_of(self, game: str) -> AsyncIterator[None]:
        gate = self._games.setdefault(game, anyio.Semaphore(PER_GAME))
        self._waiting[game] = self._waiting.get(game, 0) + 1
        try:
            async with gate:
                yield
        finally:
            self._waiting[game] -= 1
            if not self._waiting[game]:
                del self._waiting[game], self._games[game]
