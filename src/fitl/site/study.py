"""What takes time is done in a second worker: thinkers' thoughts, hints, statistics, looks back, exports.

What goes there and comes back are the values that a server sends to its processes, pickled.
"""

import json
import pickle
import time
from collections.abc import Callable
from typing import Final, Protocol

from fitl.server.bringing import answer as read_saved
from fitl.server.errands import Desk, Errand
from fitl.server.store.memory import MemoryStore, Record
from fitl.server.thinking import IN_SHORT
from fitl.thinker.thought import Question, Thought, think

NEWS: Final = 0.25  # seconds between two reports
LONGEST: Final = 120.0  # seconds for one thought: a telephone takes its time
PATIENCE: Final = 4.0  # seconds in which a thinker that is to end must answer


class Buffer(Protocol):
    """Bytes as JavaScript has them."""

    def to_bytes(self) -> bytes: ...


class Study:
    """The second worker's side: does what comes, one thing after another."""

    def __init__(self, pause: Callable[[], None] | None) -> None:
        """`pause` lets messages in while something is under way; None if this browser cannot."""
        self._pause = pause
        self._store = MemoryStore()
        self._desk = Desk(self._store)
        self._ended: set[int] = set()

    def end(self, job: int) -> None:
        """A thought is to come to its end."""
        self._ended.add(job)

    def carry_out(self, job: int, order: Buffer, tell: Callable[[int, float], None]) -> bytes:
        kind, *what = pickle.loads(order.to_bytes())
        try:
            return pickle.dumps(getattr(self, f"_{kind}")(job, tell, *what))
        except Exception as error:
            return pickle.dumps(RuntimeError(repr(error)))

    def _think(self, job: int, tell: Callable[[int, float], None], question: Question) -> Thought:
        reported = began = time.monotonic()

        def go_on(part: float) -> bool:
            nonlocal reported
            now = time.monotonic()
            if now - reported > NEWS:
                reported = now
                tell(job, part)
                if self._pause is not None:
                    self._pause()
            return job not in self._ended and now - began < LONGEST

        return think(question, go_on)

    def _errand(
        self, job: int, tell: Callable[[int, float], None], errand: Errand, record: Record | None
    ) -> bytes | Exception:
        self._store.take(errand.game, record)
        return self._desk.answer(errand)

    def _read(self, job: int, tell: Callable[[int, float], None], body: bytes, language: str) -> str:
        return json.dumps(read_saved(body))


def in_short(question: Question) -> Thought:
    """A thought that is had here, because nobody else could."""
    return think(question._replace(level=IN_SHORT))._replace(mark=question.mark)
