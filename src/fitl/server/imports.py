"""Imports are read in processes of their own: few at a time, with limits, and ended when nobody waits for them.

Reading a saved game is the one thing a stranger can have done that may be costly however carefully it is counted
beforehand. So it is kept away from the process that serves the players, which hands over the body as it came.
"""

import asyncio
import contextlib
import json
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any, Final

from fitl.catalogue import SETTING, spoken_language, tell
from fitl.server.addresses import network_of
from fitl.server.turns import Crowded, Turns
from fitl.server.uploads import Uploads

AT_ONCE: Final = max(1, min(2, (os.cpu_count() or 2) - 1))  # imports being read: a processor is left to players
WAITING: Final = 12  # imports that wait for one of these to end
PER_NETWORK: Final = 3  # of these
PATIENCE: Final = 30.0  # seconds for which one waits
SECONDS: Final = 10  # of processor time
WALL: Final = 30.0  # seconds in all
MEMORY: Final = 512 << 20  # bytes
ANSWER: Final = 8 << 20  # bytes that may come back
AGAIN: Final = 10  # seconds after which somebody who was sent away may try again

log = logging.getLogger(__name__)


class Busy(Exception):
    """Too many imports at a time; the argument is after how many seconds to try again."""


class BadImport(ValueError):
    """A saved game that is refused: the sentence that says why, the code of the refusal, and what finding out took."""

    def __init__(self, message: str, *, code: str = "journal", seconds: float = 0.0) -> None:
        super().__init__(message)
        self.code = code
        self.seconds = seconds


class Left(Exception):
    """Whoever asked is gone."""


class Imports:
    """All imports of this process."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING, each: int = PER_NETWORK) -> None:
        """So many `at_once`, so many `waiting`, and of these so many of `each` address."""
        self.turns = Turns(at_once, waiting, each)
        self.uploads = Uploads()
        self.command = (sys.executable, "-m", "fitl.server.apart", str(MEMORY), str(SECONDS))
        self.wall = WALL
        self.ended = 0  # how many were ended before they had done

    async def read(self, address: str, body: bytes, gone: Callable[[], Awaitable[None]]) -> dict[str, Any]:
        """What a child makes of the body; Left as soon as `gone` returns, Busy or BadImport if it is refused."""
        leaving = asyncio.ensure_future(gone())
        working = asyncio.ensure_future(self._in_turn(network_of(address), body))
        try:
            await asyncio.wait((leaving, working), return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                raise Left
            return working.result()
        finally:
            for task in (leaving, working):
                task.cancel()
            await asyncio.gather(leaving, working, return_exceptions=True)

    async def _in_turn(self, network: str, body: bytes) -> dict[str, Any]:
        async with contextlib.AsyncExitStack() as stack:
            try:
                async with asyncio.timeout(PATIENCE):
                    await stack.enter_async_context(self.turns.turn(network))
            except (TimeoutError, Crowded):
                raise Busy(AGAIN) from None
            return await self._read(body)

    async def _read(self, body: bytes) -> dict[str, Any]:
        child = await asyncio.create_subprocess_exec(
            *self.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, SETTING: spoken_language()},
            limit=ANSWER,
        )
        try:
            async with asyncio.timeout(self.wall):
                said = await _converse(child, body)
        except TimeoutError:
            said = b""
        finally:
            if child.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    child.kill()
            self.ended += await child.wait() != 0
        return self._understood(said, child.returncode)

    def _understood(self, said: bytes, status: int | None) -> dict[str, Any]:
        if status != 0 or not said:
            log.info("an import was ended: status %s", status)
            raise BadImport(tell("server.refuse.costly", n=SECONDS, memory=MEMORY >> 20), seconds=SECONDS)
        found: dict[str, Any] = json.loads(said)
        seconds = float(found.get("seconds", 0.0))
        if "refused" in found:
            code, message = found["refused"]
            raise BadImport(message, code=code, seconds=seconds)
        brought: dict[str, Any] = found["brought"]
        return brought | {"seconds": seconds}


async def _converse(child: asyncio.subprocess.Process, body: bytes) -> bytes:
    """Hand over the body and hear the answer, which is not read on if it is too long."""
    assert child.stdin is not None
    assert child.stdout is not None
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it ended before it had read all
        child.stdin.write(body)
        await child.stdin.drain()
        child.stdin.close()
    parts, size = [], 0
    while part := await child.stdout.read(1 << 16):
        size += len(part)
        if size > ANSWER:
            return b""
        parts.append(part)
    await child.wait()
    return b"".join(parts)
