"""Bots at work, off the event loop: a bot's turn never keeps another game waiting.

Python runs one thread at a time, so a bot at work slows every answer down. People come first: before each moment of
play it lets waiting requests go first, though not for ever. Games of bots alone are played by a worker
process (offload/jobs/bot_turn.py), in turn by the address that created them and few at a time for each.
"""

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol, TypeVar

from fitl.server.offload.job import Caller, Offload, TooLong
from fitl.server.offload.jobs.bot_turn import Append, BotTurn, Report
from fitl.server.offload.jobs.search import Search
from fitl.server.offload.lanes import SEARCH
from fitl.server.offload.queue import FairQueue, Gates
from fitl.server.searches import in_short, nothing_found
from fitl.server.service import Played, Service, Unknown
from fitl.server.stored import Company, Head, StoreError
from fitl.thinker.thought import Question, Thought

BOT_THREADS: Final = 2
POLITE: Final = 0.1  # seconds for which people are let go first
PAUSE: Final = 0.002
LOOK: Final = 0.5  # seconds between two looks at how far a thinker is
AGAIN: Final = 4.0  # seconds after which that is sent again, changed or not: other servers must not think it lost
RETRY: Final = 1.0  # seconds until a database that failed is tried again
RECENTLY: Final = 2.0  # seconds after which people who asked for something are gone
REST: Final = 0.1  # seconds for which the worker rests after each change while people are there
FEW: Final = 3  # games of bots alone of one address that are played at a time ...
LEASE: Final = 20.0  # ... for this many seconds, if others of that address wait

T = TypeVar("T")

log = logging.getLogger(__name__)


class People(Protocol):
    """The people whose requests come first."""

    seen: float  # when somebody asked for something last, by the monotonic clock

    @property
    def busy(self) -> bool:
        """Is somebody waiting for an answer?"""


class Nobody:
    """The gate of a server without waiting requests, because all work is done in line."""

    seen = -math.inf
    busy = False


class BotCaller(Caller):
    """Stores a job's moves when no people's requests are waiting."""

    def __init__(self, store: Callable[[Append], Head]) -> None:
        super().__init__()
        self._store = store

    def answer(self, question: object) -> object:
        assert isinstance(question, Append)
        return self._store(question)


class Bots:
    """Sets bots to work, each game's in a task of its own, all in a few threads."""

    def __init__(
        self,
        service: Service,
        offload: Offload,
        people: People | None = None,
        *,
        apart: bool = True,
        threads: int = BOT_THREADS,
    ) -> None:
        """`apart`: games of bots alone are played by a worker process. Without `threads` bots play in line."""
        self._service = service
        self._offload = offload
        self._people = people or Nobody()
        self._apart = apart
        self._few = Gates()
        self.few = FEW
        self._slices = FairQueue(max(1, threads))
        self._loop = asyncio.get_running_loop()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="fitl-bots") if threads else None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of games in which bots are at work, or wait for a search."""
        return len(self._tasks)

    def set_to_work(self, game: str) -> None:
        """From any thread."""
        self._loop.call_soon_threadsafe(self._start, game)

    def _start(self, game: str) -> None:
        if self._closed:
            return
        if game in self._tasks:
            self._again.add(game)
        else:
            self._tasks[game] = self._loop.create_task(self._play(game))

    async def _play(self, game: str) -> None:
        try:
            company = await self._patiently(lambda: self._in_thread(lambda: self._service.company(game)))
            if company.alone and self._apart:
                await self._play_apart(game, company)
            else:
                await self._play_here(game, company)
        except Unknown as error:
            log.warning("non-players of game %s stopped: %s", game, error)
        except Exception:
            log.exception("non-players of game %s stopped", game)
        finally:
            del self._tasks[game]
            if game in self._again:
                self._again.discard(game)
                self._start(game)

    async def _play_here(self, game: str, company: Company) -> None:
        thought: Thought | None = None
        while (played := await self._slice(game, company, thought)).more:
            thought = None if played.question is None else await self._think(game, played.question, company.whose)

    async def _play_apart(self, game: str, company: Company) -> None:
        """Have a game of bots alone played by a worker; after a while others of the same address go first."""
        report = Report(True)
        while report.more:
            async with self._few.place(company.whose, self.few):
                end = self._loop.time() + LEASE
                while report.more:
                    question = report.question
                    thought = None if question is None else await self._think(game, question, company.whose)
                    report = await self._turn(BotTurn(game, thought), company.whose)
                    if self._loop.time() >= end:
                        break

    async def _turn(self, job: BotTurn, whose: str) -> Report:
        caller = BotCaller(self._store)
        report = await self._patiently(lambda: self._offload.run(job, whose, caller))
        await self._patiently(lambda: self._in_thread(lambda: self._service.note_played(job.game, report)))
        return report

    def _store(self, change: Append) -> Head:
        """Store the moves when no people's requests are waiting; while people play, the worker rests after that."""
        end = time.monotonic() + POLITE
        while self._people.busy and time.monotonic() < end:
            time.sleep(PAUSE)
        head = self._service.store_played(change)
        if self._people.seen > time.monotonic() - RECENTLY:
            time.sleep(REST)
        return head

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._threads is None:
            await asyncio.sleep(0)
            return work()
        return await self._loop.run_in_executor(self._threads, work)

    async def _patiently(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do the work, again and again until the store can be used."""
        while True:
            try:
                return await work()
            except StoreError:
                await asyncio.sleep(RETRY)

    async def _think(self, game: str, question: Question, whose: str) -> Thought:
        """Run the search for a thinker's question, and report its progress to people.

        After a fault the game hears that nothing was found, and leaves the decision to people.
        """
        work = self._loop.create_task(self._search(game, question, whose))
        told: tuple[bool, int | None] = (False, None)
        again = 0.0
        try:
            while not (await asyncio.wait((work,), timeout=LOOK))[0]:
                now = self._service.searches.waits(game), self._service.thought_of(game)
                if now != told or self._loop.time() > again:
                    told, again = now, self._loop.time() + AGAIN
                    await self._tell(game)
            if again:
                await self._tell(game)
            return work.result()
        except Exception:
            log.exception("a thinker of game %s could not think", game)
            return nothing_found(question)
        finally:
            work.cancel()  # nothing is left of it if this task is; one that is done stays as it is

    async def _tell(self, game: str) -> None:
        await self._in_thread(lambda: self._service.tell_thought(game))

    async def _search(self, game: str, question: Question, whose: str) -> Thought:
        """If the search breaks off, a short one is made in this process."""
        with self._service.searches.under_way(game, waits=self._offload.is_full(SEARCH.name)) as progress:
            try:
                return await self._offload.run(Search(question), whose, progress)
            except (TooLong, RuntimeError) as error:
                log.warning("the search for game %s broke off: %r", game, error)
                return await self._in_thread(lambda: in_short(question))

    async def _slice(self, game: str, company: Company, thought: Thought | None) -> Played:
        """Let them play for a moment; a thinker's question is to be thought about before the next."""
        async with self._slices.turn(company.whose):
            end = self._loop.time() + POLITE
            while self._people.busy and self._loop.time() < end:
                await asyncio.sleep(PAUSE)
            try:
                return await self._in_thread(lambda: self._service.play_bots(game, thought))
            except StoreError:
                pass
        await asyncio.sleep(RETRY)
        return Played(True, None)

    async def close(self) -> None:
        """Let all games be; close the offload after that."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        for task in tasks:  # when all have been told: else the next would begin to search in the place of the last
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if self._threads is not None:
            self._threads.shutdown(wait=False)
