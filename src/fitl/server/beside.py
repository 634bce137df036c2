"""What takes longer than a look (hints, earlier moments, statistics, exports) is found out beside the server.

Python runs one thread at a time: whatever is worked out here keeps everybody waiting. So these errands go to processes
of their own, which step behind all others; few at a time, in turn by address, and each within bounds (errands.py).
Several who want to know the same thing, such as the pages of one table, are told what is found out once.
"""

import asyncio
import logging
import os
import queue
import time
from multiprocessing.connection import Connection
from typing import Any, Final

import anyio.to_thread

from fitl.server.addresses import site_of
from fitl.server.child import Child
from fitl.server.errands import Errand, work
from fitl.server.turns import Crowded, Turns

AT_ONCE: Final = max(1, min(2, (os.cpu_count() or 2) - 1))  # errands under way, each in a process
WAITING: Final = 120  # errands that wait for one of these to end
PER_ADDRESS: Final = 24  # of these: a household at one table, each with several
WALL: Final = 30.0  # seconds for one errand
START: Final = 60.0  # seconds until it is begun: a process may have to be started, or wait for another server's
AGAIN: Final = 3  # seconds after which somebody who was sent away may try again

log = logging.getLogger(__name__)


class Taken(Exception):
    """Too many errands at a time; the argument is after how many seconds to try again."""


class TooLong(Exception):
    """An errand was given up: it took too long or wanted too much memory."""


class Beside:
    """The processes in which errands are done, for one server."""

    def __init__(self, url: str, at_once: int = AT_ONCE) -> None:
        self._turns = Turns(at_once, WAITING, PER_ADDRESS)
        self._children = [Child("fitl-beside", work, url, place) for place in range(at_once)]
        self._idle: queue.LifoQueue[Child] = queue.LifoQueue()
        for child in self._children:
            self._idle.put(child)
        self._expected: dict[Errand, asyncio.Future[bytes]] = {}  # those that nobody has begun yet
        self.wall = WALL
        self.ended = 0  # how many were given up

    async def ask(self, address: str, errand: Errand) -> bytes:
        """What comes of an errand, as JSON; its refusals are raised here."""
        expected = self._expected.get(errand)
        if expected is None:
            expected = self._expected[errand] = asyncio.ensure_future(self._found_out(address, errand))
        return await asyncio.shield(expected)  # whoever goes away does not end it for the others

    async def _found_out(self, address: str, errand: Errand) -> bytes:
        try:
            async with self._turns.turn(site_of(address)):
                del self._expected[errand]  # the game may change from now on: who comes later asks anew
                said = await anyio.to_thread.run_sync(self.carry_out, errand)
        except Crowded:
            del self._expected[errand]
            raise Taken(AGAIN) from None
        if isinstance(said, Exception):
            raise said
        return said

    def carry_out(self, errand: Errand) -> bytes | Exception:
        """Have it done in another process, and wait for it."""
        child = self._idle.get()
        try:
            line = child.line()
            line.send(errand)
            said = heard(line, START)
            if said is None:  # it has begun
                said = heard(line, self.wall)
            assert isinstance(said, bytes | Exception)
            return said
        except (EOFError, OSError) as error:
            log.info("an errand (%s) about game %s was given up: %r", errand.what, errand.game, error)
            self.ended += 1
            child.close()
            return TooLong()
        finally:
            self._idle.put(child)

    def close(self) -> None:
        for child in self._children:
            child.close()


def heard(line: Connection, seconds: float) -> Any:
    """What comes on a line; TimeoutError (an OSError) if nothing does for so long."""
    end = time.monotonic() + seconds
    while not line.poll(max(0.0, end - time.monotonic())):
        if time.monotonic() >= end:
            raise TimeoutError
    return line.recv()
