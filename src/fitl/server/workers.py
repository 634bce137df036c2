"""Bots at work, off the event loop: a turn of theirs never keeps another game waiting.

Python runs one thread at a time, so a bot at work slows every answer down. People come first: before each moment of
play it lets whoever is waiting for an answer have it, though not for ever. Games of bots alone are played in a worker
process behind the server (bot_worker.py), in turn by the address that created them and few at a time for each.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Final, TypeVar

import anyio
import anyio.to_thread

from fitl.server.bot_jobs import Append, Job, Report
from fitl.server.bot_worker import BotWorker
from fitl.server.service import Played, Service, Unknown
from fitl.server.stored import Company, Head, StoreError
from fitl.server.thinking import nothing_found
from fitl.server.threads import Threads
from fitl.server.turns import Gates, Turns
from fitl.thinker.thought import Question, Thought

BOT_THREADS: Final = 2
POLITE: Final = 0.1  # seconds for which people are let go first
PAUSE: Final = 0.002
LOOK: Final = 0.5  # seconds between two looks at how far a thinker is
AGAIN: Final = 4.0  # seconds after which that is told again, changed or not: other servers must not believe it lost
RETRY: Final = 1.0  # seconds until a database that failed is tried again
RECENTLY: Final = 2.0  # seconds after which people who asked for something are gone
REST: Final = 0.1  # seconds for which the worker rests after each change while people are there
FEW: Final = 3  # games of bots alone of one address that are played at a time ...
LEASE: Final = 20.0  # ... for so many seconds, if others of that address wait

T = TypeVar("T")

log = logging.getLogger(__name__)


class Bots:
    """Sets non-players to work, each game's in a task of its own, all in a few threads."""

    def __init__(self, service: Service, people: Threads, worker: BotWorker | None = None) -> None:
        """`worker` plays the games of bots alone; without one they are played here."""
        self._service = service
        self._people = people
        self._worker = worker
        self._jobs = Turns(1)  # for the worker
        self._few = Gates()
        self.few = FEW
        self._slices = Turns(BOT_THREADS)
        self._loop = asyncio.get_running_loop()
        self._threads = anyio.CapacityLimiter(BOT_THREADS)
        self._apart = anyio.CapacityLimiter(1)  # it waits for the worker
        self._rooms = Turns(service.thinking.rooms)  # in turn by who created the game
        self._thinkers = anyio.CapacityLimiter(service.thinking.rooms)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    @property
    def waiting(self) -> int:
        """In how many games non-players are at work, or wait for their turn to think."""
        return len(self._tasks)

    def set_to_work(self, game: str) -> None:
        """From any thread."""
        self._loop.call_soon_threadsafe(self._start, game)

    def _start(self, game: str) -> None:
        if game in self._tasks:
            self._again.add(game)
        else:
            self._tasks[game] = self._loop.create_task(self._play(game))

    async def _play(self, game: str) -> None:
        try:
            company = await self._patiently(lambda: self._service.company(game), self._threads)
            if company.alone and self._worker is not None:
                await self._play_apart(game, company, self._worker)
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

    async def _play_apart(self, game: str, company: Company, worker: BotWorker) -> None:
        """Have a game of bots alone played by the worker; after a while others of the same address go first."""
        report = Report(True)
        while report.more:
            async with self._few.place(company.whose, self.few):
                end = self._loop.time() + LEASE
                while True:
                    question = report.question
                    thought = None if question is None else await self._think(game, question, company.whose)
                    async with self._jobs.turn(company.whose):
                        report = await self._patiently(lambda: self._work(worker, Job(game, thought)), self._apart)  # noqa: B023
                    if not report.more or self._loop.time() >= end:
                        break

    def _work(self, worker: BotWorker, job: Job) -> Report:
        report = worker.play(job, self._store)
        self._service.note_played(job.game, report)
        return report

    def _store(self, change: Append) -> Head:
        """Store what was played when people leave a moment for it; while they play, the worker rests after that."""
        end = time.monotonic() + POLITE
        while self._people.busy and time.monotonic() < end:
            time.sleep(PAUSE)
        head = self._service.store_played(change)
        if self._people.seen > time.monotonic() - RECENTLY:
            time.sleep(REST)
        return head

    async def _patiently(self, work: Callable[[], T], threads: anyio.CapacityLimiter) -> T:
        """Do the work in a thread, again and again until the database can be used."""
        while True:
            try:
                return await anyio.to_thread.run_sync(work, limiter=threads)
            except StoreError:
                await asyncio.sleep(RETRY)

    async def _think(self, game: str, question: Question, whose: str) -> Thought:
        """Have a thinker's question thought about in another process, and people told how far that is.

        A fault there is no end: the game hears that nothing was found, and leaves the decision to people.
        """
        work = self._loop.create_task(self._in_turn(game, question, whose))
        told: tuple[bool, int | None] = (False, None)
        again = 0.0
        try:
            while not (await asyncio.wait((work,), timeout=LOOK))[0]:
                now = self._service.thinking.waits(game), self._service.thought_of(game)
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
        await anyio.to_thread.run_sync(self._service.tell_thought, game, limiter=self._threads)

    async def _in_turn(self, game: str, question: Question, whose: str) -> Thought:
        thinking = self._service.thinking
        with thinking.expected(game, waits=self._rooms.full) as heard:
            async with self._rooms.turn(whose):
                heard.waits = False
                return await anyio.to_thread.run_sync(thinking.think, game, question, heard, limiter=self._thinkers)

    async def _slice(self, game: str, company: Company, thought: Thought | None) -> Played:
        """Let them play for a moment; a thinker's question is to be thought about before the next."""
        async with self._slices.turn(company.whose):
            end = self._loop.time() + POLITE
            while self._people.busy and self._loop.time() < end:
                await asyncio.sleep(PAUSE)
            try:
                return await anyio.to_thread.run_sync(self._service.play_bots, game, thought, limiter=self._threads)
            except StoreError:
                pass
        await asyncio.sleep(RETRY)
        return Played(True, None)

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        if self._worker is not None:
            await anyio.to_thread.run_sync(self._worker.close)
        for task in tasks:  # when all have been told: else the next would begin to think in the room of the last
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await anyio.to_thread.run_sync(self._service.thinking.close)
