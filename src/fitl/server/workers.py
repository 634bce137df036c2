"""Non-players at work, off the event loop: a turn of theirs never keeps another game waiting."""

import asyncio
import contextlib
import logging
from typing import Final

import anyio
import anyio.to_thread

from fitl.server.service import Service, Unknown
from fitl.server.store import StoreError

BOT_THREADS: Final = 2

log = logging.getLogger(__name__)


class Bots:
    """Sets non-players to work, each game's in a task of its own, all in a few threads."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._loop = asyncio.get_running_loop()
        self._threads = anyio.CapacityLimiter(BOT_THREADS)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

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
            while await anyio.to_thread.run_sync(self._service.play_bots, game, limiter=self._threads):
                pass
        except (StoreError, Unknown) as error:
            log.warning("non-players of game %s stopped: %s", game, error)
        except Exception:
            log.exception("non-players of game %s stopped", game)
        finally:
            del self._tasks[game]
            if game in self._again:
                self._again.discard(game)
                self._start(game)

    async def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
