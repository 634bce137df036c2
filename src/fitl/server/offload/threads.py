"""Threads for blocking calls, shared so that no game and no address can keep all others waiting."""

import math
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Final, TypeVar

import anyio
import anyio.to_thread

from fitl.server.addresses import site_of
from fitl.server.offload.queue import Gates

T = TypeVar("T")

THREADS: Final = 16
PER_GAME: Final = 2  # of these; a game is held by one of them at a time, so more would only wait
PER_GAME_AND_ADDRESS: Final = 1
PER_ADDRESS: Final = 8  # an address that asks for much waits; half the threads are left to others


class Threads:
    """Runs what may block off the event loop."""

    def __init__(self) -> None:
        self._all = anyio.CapacityLimiter(THREADS)
        self._gates = Gates()  # of games and addresses
        self._running = 0
        self.seen = -math.inf  # when somebody asked last, by the monotonic clock

    @property
    def busy(self) -> bool:
        """Is somebody waiting for an answer?"""
        return self._running > 0

    async def run(self, work: Callable[[], T], game: str | None = None, address: str | None = None) -> T:
        """Do the work in a thread: first the game must have a place free, then the address that asks.

        In this order, so that those who wait for one game do not keep others of their address from another. Before a
        game, an address that asks much about it waits: a spectator leaves the players a place.
        """
        site = None if address is None else site_of(address)
        self._running += 1
        self.seen = time.monotonic()
        try:
            async with AsyncExitStack() as turns:
                if game is not None:
                    if site is not None:
                        await turns.enter_async_context(self._gates.place(f"{game} {site}", PER_GAME_AND_ADDRESS))
                    await turns.enter_async_context(self._gates.place(game, PER_GAME))
                if site is not None:
                    await turns.enter_async_context(self._gates.place(site, PER_ADDRESS))
                return await anyio.to_thread.run_sync(work, limiter=self._all)
        finally:
            self._running -= 1
