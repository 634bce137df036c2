"""Queues for scarce places: an address or game with many requests does not keep others waiting."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class Crowded(Exception):
    """Too many wait already, in all or for the same one."""


class Gates:
    """A limited number of places for each key, first come, first served."""

    def __init__(self) -> None:
        self._gates: dict[tuple[Hashable, int], asyncio.Semaphore] = {}
        self._at_it: Counter[tuple[Hashable, int]] = Counter()  # who has a place or waits for one

    @asynccontextmanager
    async def place(self, key: Hashable, places: int) -> AsyncIterator[None]:
        """One of the places of a key."""
        one = key, places
        gate = self._gates.setdefault(one, asyncio.Semaphore(places))
        self._at_it[one] += 1
        try:
            async with gate:
                yield
        finally:
            self._at_it[one] -= 1
            if not self._at_it[one]:
                del self._at_it[one], self._gates[one]


class FairQueue:
    """A number of places, given by turns to those for whom somebody waits, each first come, first served.

    Where no more may wait, the last of those for whom most wait makes way for those for whom fewer do.
    """

    def __init__(self, places: int, waiting: int | None = None, each: int | None = None) -> None:
        """`waiting` may wait in all, `each` for one; None: as many as come."""
        self._free = places
        self._waiting, self._each = waiting, each
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def full(self) -> bool:
        """Must a new job wait?"""
        return self._free == 0

    @property
    def waiting(self) -> int:
        return sum(map(len, self._queues.values()))

    @asynccontextmanager
    async def turn(self, whose: str) -> AsyncIterator[None]:
        """A place, when its turn has come; Crowded if there is no room to wait for it."""
        await self.enter(whose)
        try:
            yield
        finally:
            self.leave()

    async def enter(self, whose: str) -> None:
        """Take a place, when its turn has come; Crowded if there is no room to wait for it."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(whose)

    async def _wait(self, whose: str) -> None:
        queue = self._queues.get(whose, ())
        if self._each is not None and len(queue) >= self._each:
            raise Crowded
        if self._waiting is not None and self.waiting >= self._waiting:
            self._make_way(len(queue))
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(whose, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.leave()  # it was given and cannot be used any more
            else:
                self._give_up(whose, place)
            raise

    def _make_way(self, fewer: int) -> None:
        """Drop the last job of the longest queue for a caller who has `fewer` waiting; Crowded if there is none."""
        longest = max(self._queues.values(), key=len)
        if len(longest) <= fewer + 1:
            raise Crowded
        place = longest.pop()
        if not place.done():
            place.set_exception(Crowded())

    def _give_up(self, whose: str, place: asyncio.Future[None]) -> None:
        queue = self._queues.get(whose)
        if queue is not None and place in queue:
            queue.remove(place)
            if not queue:
                del self._queues[whose]

    def leave(self) -> None:
        """Give a place back: to the next who waits, who then stands behind all others."""
        while self._queues:
            whose, queue = self._queues.popitem(last=False)
            place = queue.popleft()
            if queue:
                self._queues[whose] = queue
            if not place.done():  # else it has just been given up
                place.set_result(None)
                return
        self._free += 1
