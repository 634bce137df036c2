"""The pool: all worker processes of a server, lane by lane, and the queues before them."""

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol, TypeVar

from fitl.server.offload.job import Busy, Caller, Job, TooLong
from fitl.server.offload.lanes import LANES, Lane
from fitl.server.offload.queue import Crowded, FairQueue
from fitl.server.offload.worker import Worker

T = TypeVar("T")


class Workman(Protocol):
    """Does one job at a time."""

    def carry_out(self, job: Job[Any], caller: Caller) -> Any:
        """The result of a job; blocks."""

    def close(self) -> None:
        """End it."""


class Workplace:
    """The workers of one lane, and the queue before them."""

    def __init__(self, lane: Lane, workers: Iterable[Workman]) -> None:
        self.lane = lane
        self.queue = FairQueue(lane.workers, lane.waiting, lane.each)
        self.workers = list(workers)
        self.idle = list(self.workers)
        self.ended = 0  # jobs that took too much


class Pool:
    """Has jobs done by worker processes, in turn by who asked."""

    def __init__(self, url: str | None, lanes: Iterable[Lane] = LANES) -> None:
        """Jobs that need the store open the one at `url`."""
        self._url = url
        self.places: Final = {
            lane.name: Workplace(lane, [self._worker(lane, number) for number in range(lane.workers)]) for lane in lanes
        }
        workers = sum(place.lane.workers for place in self.places.values())
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="fitl-offload")
        self._expected: dict[Job[Any], asyncio.Future[Any]] = {}  # shared jobs that nobody has begun yet

    def _worker(self, lane: Lane, number: int) -> Workman:
        return Worker(lane, self._url, number)

    def is_full(self, lane: str) -> bool:
        return self.places[lane].queue.full

    def ended(self, lane: str) -> int:
        return self.places[lane].ended

    async def run(self, job: Job[T], whose: str, caller: Caller | None = None) -> T:
        if not job.shared:
            return await self._in_turn(job, whose, caller or Caller())
        expected = self._expected.get(job)
        if expected is None:
            expected = self._expected[job] = asyncio.ensure_future(self._in_turn(job, whose, caller or Caller()))
        found: T = await asyncio.shield(expected)  # a caller who leaves does not end it for the others
        return found

    async def _in_turn(self, job: Job[T], whose: str, caller: Caller) -> T:
        place = self.places[job.lane]
        try:
            async with asyncio.timeout(place.lane.patience):
                await place.queue.enter(place.lane.whose(whose))
        except (TimeoutError, Crowded):
            raise Busy(place.lane.again) from None
        finally:
            if job.shared:
                del self._expected[job]  # the game may change from now on: later callers ask again
        try:
            return await self._carry_out(place, job, caller)
        finally:
            place.queue.leave()

    async def _carry_out(self, place: Workplace, job: Job[T], caller: Caller) -> T:
        worker = place.idle.pop()
        caller.begin()
        working = asyncio.get_running_loop().run_in_executor(self._threads, worker.carry_out, job, caller)
        working.add_done_callback(_note_outcome)
        try:
            found: T = await asyncio.shield(working)
            return found
        except asyncio.CancelledError:
            caller.abandoned = True
            place.ended += not working.done()
            await asyncio.wait((working,))
            raise
        except TooLong:
            place.ended += 1
            raise
        finally:
            place.idle.append(worker)

    def close(self) -> None:
        """End all workers; jobs under way end with them."""
        for place in self.places.values():
            for worker in place.workers:
                worker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _note_outcome(working: asyncio.Future[Any]) -> None:
    """What a job raises after its caller has left is nobody's concern."""
    if not working.cancelled():
        working.exception()
