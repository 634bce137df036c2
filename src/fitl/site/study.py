"""What takes time is done in a second worker: searches of thinkers, hints, statistics, looks back, exports, imports.

What goes there and comes back are the jobs that a server hands to its worker processes, and their results, pickled.
"""

import pickle
import time
from collections.abc import Callable
from typing import Final, Protocol

from fitl.server.offload.inline import InlineWorker
from fitl.server.offload.job import REFUSALS, Caller
from fitl.server.store.memory import MemoryStore

LONGEST: Final = 120.0  # seconds for one search: a telephone takes its time
PATIENCE: Final = 4.0  # seconds in which a thinker that is to end must answer


class Buffer(Protocol):
    """Bytes as JavaScript has them."""

    def to_bytes(self) -> bytes: ...


class Watched(Caller):
    """Passes on what a job tells, lets messages in, and stops the job if one of them says so."""

    def __init__(self, hear: Callable[[float], None], ended: Callable[[], bool]) -> None:
        super().__init__()
        self._hear = hear
        self._ended = ended
        self._began = time.monotonic()

    def hear(self, news: object) -> None:
        assert isinstance(news, float)
        self._hear(news)
        self.stopped = self._ended() or time.monotonic() - self._began > LONGEST


class Study:
    """The second worker's side: does what comes, one thing after another."""

    def __init__(self, pause: Callable[[], None] | None) -> None:
        """`pause` lets messages in while something is under way; None if this browser cannot."""
        self._pause = pause
        self._store = MemoryStore()
        self._worker = InlineWorker(self._store)
        self._ended: set[int] = set()

    def end(self, job: int) -> None:
        """End a search."""
        self._ended.add(job)

    def carry_out(self, job: int, order: Buffer, tell: Callable[[int, float], None]) -> bytes:
        """The result of a job or what it raised, pickled. A game it is about comes with it."""
        wanted, record = pickle.loads(order.to_bytes())

        def hear(part: float) -> None:
            tell(job, part)
            if self._pause is not None:
                self._pause()

        if record is not None:
            self._store.take(record["id"], record)
        try:
            return pickle.dumps(self._worker.carry_out(wanted, Watched(hear, lambda: job in self._ended)))
        except REFUSALS as error:
            return pickle.dumps(error)
        except Exception as error:
            return pickle.dumps(RuntimeError(repr(error)))
