"""Jobs done in this process, for tests and for places without processes, such as a browser."""

import asyncio
from typing import Any, TypeVar

from fitl.server.offload.job import Caller, Desk, Job
from fitl.server.store import Journals

T = TypeVar("T")


class Direct:
    """The caller of a job that is done in this process."""

    def __init__(self) -> None:
        self.caller = Caller()

    def tell(self, news: object) -> None:
        self.caller.hear(news)

    def ask(self, question: object) -> object:
        return self.caller.answer(question)

    def stopped(self) -> bool:
        return self.caller.stopped or self.caller.abandoned


class InlineWorker:
    """Stands in a pool where a worker process would."""

    def __init__(self, store: Journals) -> None:
        self.desk = Desk(store)
        self._talk = Direct()

    def carry_out(self, job: Job[Any], caller: Caller) -> Any:
        self._talk.caller = caller
        return job.run(self.desk, self._talk)

    def close(self) -> None:
        pass


class Inline:
    """Does each job at once, while everybody waits. It needs neither processes nor threads."""

    def __init__(self, store: Journals) -> None:
        self._worker = InlineWorker(store)

    async def run(self, job: Job[T], whose: str = "", caller: Caller | None = None) -> T:
        caller = caller or Caller()
        await asyncio.sleep(0)
        caller.begin()
        found: T = self._worker.carry_out(job, caller)
        return found

    def is_full(self, lane: str) -> bool:
        return False

    def ended(self, lane: str) -> int:
        return 0

    def close(self) -> None:
        pass
