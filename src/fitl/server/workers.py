"""Non-players at work, off the event loop: a turn of theirs never keeps another game waiting.

Python runs one thread at a time, so a thinking non-player slows every answer down. People come first: before each
moment of thinking it lets whoever is waiting for an answer have it, though not for ever.
"""

import asyncio
import contextlib
import logging
from typing import Final

import anyio
import anyio.to_thread

from fitl.server.service import Played, Service, Unknown
from fitl.server.store import StoreError
from fitl.server.thinking import nothing_found
from fitl.server.threads import Threads
from fitl.server.turns import Turns
from fitl.thinker.thought import Question, Thought

BOT_THREADS: Final = 2
POLITE: Final = 0.1  # seconds for which people are let go first
PAUSE: Final = 0.002
LOOK: Final = 0.5  # seconds between two looks at how far a thinker is
AGAIN: Final = 4.0  # seconds after which that is told again, changed or not: other servers must not believe it lost
RETRY: Final = 1.0  # seconds until a database that failed is tried again

log = logging.getLogger(__name__)


class Bots:
    """Sets non-players to work, each game's in a task of its own, all in a few threads."""

    def __init__(self, service: Service, people: Threads) -> None:
        self._service = service
        self._people = people
        self._loop = asyncio.get_running_loop()
        self._threads = anyio.CapacityLimiter(BOT_THREADS)
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
        thought: Thought | None = None
        try:
            while (played := await self._slice(game, thought)).more:
                thought = None if played.question is None else await self._think(game, played.question, played.whose)
        except Unknown as error:
            log.warning("non-players of game %s stopped: %s", game, error)
        except Exception:
            log.exception("non-players of game %s stopped", game)
        finally:
            del self._tasks[game]
            if game in self._again:
                self._again.discard(game)
                self._start(game)

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

    async def _slice(self, game: str, thought: Thought | None) -> Played:
        """Let them play for a moment; a thinker's question is to be thought about before the next."""
        end = self._loop.time() + POLITE
        while self._people.busy and self._loop.time() < end:
            await asyncio.sleep(PAUSE)
        try:
            return await anyio.to_thread.run_sync(self._service.play_bots, game, thought, limiter=self._threads)
        except StoreError:
            await asyncio.sleep(RETRY)
            return Played(True, None)

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        for task in tasks:  # when all have been told: else the next would begin to think in the room of the last
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await anyio.to_thread.run_sync(self._service.thinking.close)
