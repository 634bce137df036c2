"""A worker process: does one job at a time for the server, and is replaced when a job exceeds its limits."""

import logging
import multiprocessing
import pickle
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final, NamedTuple

from fitl.interrupts import children_deaf_to_interrupts, ignore_interrupts
from fitl.server.offload.job import REFUSALS, Caller, Desk, Job, TooLong
from fitl.server.offload.lanes import Lane
from fitl.server.offload.limits import limit_memory, limit_processor, lower_priority

START: Final = 60.0  # seconds until a job is begun: the process may have to be started, or wait for another server's
NEWS: Final = 0.25  # seconds after which somebody who has had enough is noticed

log = logging.getLogger(__name__)


class Ready(NamedTuple):
    """The process waits for a job."""


class Begun(NamedTuple):
    """The job is being done."""


class Told(NamedTuple):
    """The job tells its caller something."""

    news: object


class Asked(NamedTuple):
    """The job waits for what its caller answers: a Reply or a Failed."""

    question: object


class Reply(NamedTuple):
    """The caller's answer."""

    answer: object


class Stop(NamedTuple):
    """The caller is content with what there is."""


class Done(NamedTuple):
    """The job is done."""

    result: object


class Failed(NamedTuple):
    """The job, or the caller's answer, raised this."""

    error: Exception


class Worker:
    """The process, as the server sees it. It is started when the first job comes."""

    def __init__(self, lane: Lane, url: str | None, number: int = 0) -> None:
        self.lane = lane
        self._place = None if lane.place is None else lane.place + number
        self._url = url
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._closed = False

    def carry_out(self, job: Job[Any], caller: Caller) -> Any:
        """The result of a job; blocks. TooLong if the process ended or had to be ended."""
        try:
            said = self._said(job, caller)
        except (EOFError, OSError) as error:
            log.info("a job was ended: %s: %r", type(job).__name__, error)
            self._end()
            raise TooLong from error
        except BaseException:
            self._end()
            raise
        if self.lane.fresh:
            self._end()
        if isinstance(said, Failed):
            raise said.error
        return said.result

    def _said(self, job: Job[Any], caller: Caller) -> Done | Failed:
        line = self._running(caller)
        line.send(job)
        begun = self._hear(line, START, caller)
        if isinstance(begun, Failed):
            return begun
        end, told = time.monotonic() + self.lane.wall, False
        while True:
            if line.poll(min(NEWS, max(0.0, end - time.monotonic()))):
                match self._received(line):
                    case Done() | Failed() as said:
                        return said
                    case Told(news):
                        caller.hear(news)
                    case Asked(question):
                        line.send(_answered(caller, question))
            late = time.monotonic() > end
            if caller.abandoned or (late and (told or not self.lane.grace)):
                raise TimeoutError
            if not told and self.lane.grace and (late or caller.stopped):
                line.send(Stop())
                end, told = time.monotonic() + self.lane.grace, True

    def _running(self, caller: Caller) -> Connection:
        """The line to the process; if it has ended it is started again."""
        if self._closed:
            raise EOFError
        if self._line is None or self._process is None or not self._process.is_alive():
            self._end()
            self._process, self._line = self._started(caller)
        return self._line

    def _started(self, caller: Caller) -> tuple[BaseProcess, Connection]:
        """A new process and the line to it. If it cannot be started, nothing of it is left."""
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        args = there, self.lane, self._url, self._place
        process = context.Process(target=work, args=args, daemon=True, name=f"fitl-{self.lane.name}")
        try:
            with children_deaf_to_interrupts():
                process.start()
            there.close()
            self._hear(here, START, caller)  # it reads from now on: whatever is sent to it arrives
        except BaseException:
            here.close()
            if process.pid is not None:
                process.kill()
                process.join()
            raise
        finally:
            there.close()
        return process, here

    def _hear(self, line: Connection, seconds: float, caller: Caller) -> object:
        """What comes on the line next; TimeoutError if nothing does for so long, or nobody waits for it."""
        end = time.monotonic() + seconds
        while not line.poll(NEWS):
            if caller.abandoned or time.monotonic() > end:
                raise TimeoutError
        return self._received(line)

    def _received(self, line: Connection) -> object:
        """A message; OSError if it is longer than any should be."""
        return pickle.loads(line.recv_bytes(self.lane.answer))

    def close(self) -> None:
        """End the process for good."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        process, line = self._process, self._line
        self._process = self._line = None
        if process is not None:
            process.kill()
            process.join()
        if line is not None:
            line.close()


def _answered(caller: Caller, question: object) -> Reply | Failed:
    try:
        return Reply(caller.answer(question))
    except REFUSALS as error:
        return Failed(error)


# --- in the process ---


class Line:
    """The caller, as a job in the process sees it."""

    def __init__(self, line: Connection) -> None:
        self._line = line
        self._stopped = False

    def tell(self, news: object) -> None:
        self._line.send(Told(news))

    def ask(self, question: object) -> object:
        self._line.send(Asked(question))
        match self._line.recv():
            case Failed(error):
                raise error
            case Reply(answer):
                return answer
        raise EOFError

    def stopped(self) -> bool:
        if not self._stopped and self._line.poll():
            self._stopped = isinstance(self._line.recv(), Stop)
        return self._stopped

    def next_job(self) -> Job[Any]:
        """Wait for a job; a Stop that came too late is meant for the one before."""
        self._stopped = False
        while isinstance(job := self._line.recv(), Stop):
            pass
        found: Job[Any] = job
        return found


def work(connection: Connection, lane: Lane, url: str | None, place: int | None) -> None:
    """What the process does: job after job until the server is gone."""
    ignore_interrupts()
    lower_priority(lane.priority)
    desk, in_place = _desk(url if lane.store else None)
    if lane.memory is not None:
        limit_memory(lane.memory)
    line = Line(connection)
    with suppress(EOFError, OSError):
        connection.send(Ready())
        while True:
            job = line.next_job()
            try:
                with nullcontext() if place is None else in_place(place):
                    connection.send(Begun())
                    if lane.seconds is not None:
                        limit_processor(lane.seconds)
                    said: Done | Failed = Done(job.run(desk, line))
            except REFUSALS as error:
                said = Failed(error)
            except Exception as error:
                said = Failed(RuntimeError(repr(error)))
            connection.send(said)


def _desk(url: str | None) -> tuple[Desk, Callable[[int], AbstractContextManager[None]]]:
    """A desk over a store, and what has a place on this machine to itself meanwhile."""
    if url is None:
        return Desk(None), lambda _place: nullcontext()
    from fitl.server.store.sql import SqlStore

    store = SqlStore(url, migrate=False)
    return Desk(store), store.place_on_this_machine
