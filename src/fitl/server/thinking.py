"""Thinkers of a server think in processes of their own, behind everybody else, so that nobody waits for them.

A question goes out, parts of the budget come back as they are spent, then the thought: the same as would have come of
it here. Whoever waits may end the thinking, as does the clock; then the best that was found so far is the answer. That
may be wished while the question waits for a room: then its thought is ended as soon as it has begun. Where several
servers share their games, each tells the others how far its thinkers are, and hears from them who is to end.
"""

import logging
import os
import queue
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Final

from fitl.server.apart import only_when_idle
from fitl.server.child import Child
from fitl.thinker.levels import Level
from fitl.thinker.thought import Question, Thought, think

ROOMS: Final = max(1, (os.cpu_count() or 2) - 1)  # how many think at the same time
LONGEST: Final = 30.0  # seconds for one question, from when somebody begins to think about it
PATIENCE: Final = 5.0  # seconds more until a process that does not answer is ended
NEWS: Final = 0.25  # seconds between two reports
FORGOTTEN: Final = 12.0  # seconds after which a thinker of another server that was not mentioned again is gone
WAITS: Final = "waits"
IN_SHORT: Final = Level(4, 0)  # for a thought that must be had in the server itself

log = logging.getLogger(__name__)


class Room:
    """A process that thinks about one question at a time; it is started when the first one comes."""

    def __init__(self) -> None:
        self._child = Child("fitl-thinker", work)

    def think(self, question: Question, heard: "Progress") -> Thought:
        """Have it thought about; what goes wrong there is raised here, and the process is ended."""
        try:
            return self._ask(question, heard)
        except BaseException:
            self.close()
            raise

    def _ask(self, question: Question, heard: "Progress") -> Thought:
        line = self._child.line()
        line.send(question)
        end = time.monotonic() + LONGEST
        told = False
        while True:
            if line.poll(NEWS):
                said = line.recv()
                if isinstance(said, Thought):
                    return said
                if isinstance(said, str):
                    raise RuntimeError(said)
                heard.part = said
            if not told and (heard.ended or time.monotonic() > end):
                line.send(None)
                told = True
                end = time.monotonic()
            if told and time.monotonic() > end + PATIENCE:
                raise TimeoutError

    def close(self) -> None:
        self._child.close()


class Progress:
    """How far the thinking about one question is."""

    def __init__(self, *, waits: bool = False) -> None:
        self.waits = waits  # for a room: those of other games are in all of them
        self.part = 0.0
        self.ended = False


def nothing_found(question: Question) -> Thought:
    """For a question that a fault keeps anybody from thinking about: a thought without a way."""
    return Thought(question.mark, (), [])


class Thinking:
    """All the rooms of a server."""

    def __init__(self, rooms: int = ROOMS) -> None:
        self.rooms = rooms
        self._free: queue.LifoQueue[Room] = queue.LifoQueue()
        self._all = [Room() for _ in range(rooms)]
        for room in self._all:
            self._free.put(room)
        self._under_way: dict[str, Progress] = {}
        self._elsewhere: dict[str, tuple[float, Progress]] = {}  # by game, until when that is believed
        self._lock = threading.Lock()

    @contextmanager
    def expected(self, game: str, *, waits: bool = False) -> Iterator[Progress]:
        """Meanwhile a thought of a game is waited for: how far it is can be told, and it can be ended."""
        heard = Progress(waits=waits)
        with self._lock:
            self._under_way[game] = heard
        try:
            yield heard
        finally:
            with self._lock:
                if self._under_way.get(game) is heard:
                    del self._under_way[game]

    def think(self, game: str, question: Question, heard: Progress) -> Thought:
        """What comes of a question; blocks, so call it in a thread. If all else fails a short one is had here.

        What stops that one, too, is raised.
        """
        room = self._free.get()
        try:
            return room.think(question, heard)
        except (EOFError, OSError, RuntimeError) as error:
            log.warning("thinking about game %s broke off: %r", game, error)
            in_short = think(question._replace(level=IN_SHORT))
            return in_short._replace(mark=question.mark)
        finally:
            self._free.put(room)

    def _progress(self, game: str) -> Progress | None:
        """Of a thought that is waited for, here or elsewhere."""
        here = self._under_way.get(game)
        until, there = self._elsewhere.get(game, (0.0, None))
        return here or (there if time.monotonic() < until else None)

    def part(self, game: str) -> float | None:
        """Which part of its budget is spent, of a game whose thinker is thinking."""
        found = self._progress(game)
        return None if found is None or found.waits else found.part

    def waits(self, game: str) -> bool:
        """Does the thinker of a game wait until those of other games have thought?"""
        found = self._progress(game)
        return found is not None and found.waits

    def told(self, game: str) -> str:
        """How far a thought of this server is, as others are told; nothing if there is none."""
        found = self._under_way.get(game)
        return "" if found is None else WAITS if found.waits else f"{found.part:.2f}"

    def hear(self, game: str, told: str) -> None:
        """How far a thought of another server is."""
        now = time.monotonic()
        with self._lock:
            others = self._elsewhere.items()
            self._elsewhere = {other: each for other, each in others if other != game and each[0] > now}
            if told:
                found = Progress(waits=told == WAITS)
                with suppress(ValueError):
                    found.part = float(told)
                self._elsewhere[game] = now + FORGOTTEN, found

    def is_elsewhere(self, game: str) -> bool:
        """Does another server think about a game, or is to?"""
        return game not in self._under_way and self._progress(game) is not None

    def end(self, game: str) -> bool:
        """Let the thinker of a game answer with the best it has found, or finds at once when it has waited for a room.

        False if none is to think here.
        """
        found = self._under_way.get(game)
        if found is not None:
            found.ended = True
        return found is not None

    def close(self) -> None:
        for room in self._all:
            room.close()


def work(line: Connection) -> None:
    """What the process does: think about what comes until nobody is there any more."""
    only_when_idle()
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            question = line.recv()
            if question is not None:  # else it was to end a thought that was already there
                line.send(_answer(line, question))


def _answer(line: Connection, question: Question) -> Thought | str:
    reported = time.monotonic()

    def go_on(part: float) -> bool:
        nonlocal reported
        if line.poll():
            line.recv()
            return False
        if time.monotonic() - reported > NEWS:
            reported = time.monotonic()
            line.send(part)
        return True

    try:
        return think(question, go_on)
    except Exception as error:
        return repr(error)
