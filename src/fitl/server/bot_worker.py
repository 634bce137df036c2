"""Games of bots alone are played in a worker process, so that they take no time from people.

Server and worker talk over a pipe. A Job goes out and a Report comes back. In between the worker asks the server to
store each change: so the server decides when people have a moment to spare, and the worker, which has a low priority,
never holds a lock of the database that people wait for.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final

from fitl.server.apart import step_behind
from fitl.server.beside import heard
from fitl.server.bot_jobs import Append, Job, Report
from fitl.server.child import Child
from fitl.server.errands import limit_memory
from fitl.server.live import Gone, LiveGame
from fitl.server.recent import Recent
from fitl.server.store.sql import SqlStore
from fitl.server.stored import About, Conflict, Head, StoreError
from fitl.thinker.thought import Thought

BEHIND: Final = 19  # how far the worker steps behind the server (`nice`)
PLACE: Final = 100  # of all servers on this machine over one PostgreSQL one worker plays at a time
KEPT: Final = 12  # games of common size that stay open in the worker
STINT: Final = 1.0  # seconds of one job
SLICE: Final = 0.05  # seconds after which what was played is stored
START: Final = 60.0  # seconds until a job is begun: the worker may have to be started, or wait for another server's
WALL: Final = 30.0  # seconds for which the worker may be silent


class BotWorker:
    """The worker process, as the server sees it."""

    def __init__(self, url: str) -> None:
        self._child = Child("fitl-bots", work, url)
        self._closed = False

    def play(self, job: Job, store: Callable[[Append], Head]) -> Report:
        """Have a game played for a moment; blocks. What goes wrong in the worker is raised here."""
        if self._closed:
            raise EOFError
        line = self._child.line()
        try:
            line.send(job)
            said = heard(line, START)  # None when it begins
            while not isinstance(said, Report):
                if isinstance(said, Exception):
                    raise said
                if said is not None:
                    line.send(_stored(store, said))
                said = heard(line, WALL)
            return said
        except (EOFError, OSError):
            self._child.close()
            raise

    def close(self) -> None:
        self._closed = True
        self._child.close()


def _stored(store: Callable[[Append], Head], change: Append) -> Head | Exception:
    try:
        return store(change)
    except (Conflict, StoreError) as error:
        return error


# --- in the worker --------------------------------------------------------------------------------------------------


class AskingStore(SqlStore):
    """The database as the worker has it: it reads, and asks the server to write."""

    def __init__(self, url: str, line: Connection) -> None:
        super().__init__(url, migrate=False)
        self._line = line

    def append(self, game: str, seen: Head, lines: Sequence[str], about: About, *, anew: bool = False) -> Head:
        self._line.send(Append(game, seen, list(lines), about, anew))
        said = self._line.recv()
        if isinstance(said, Exception):
            raise said
        assert isinstance(said, Head)
        return said


class Desk:
    """Plays games over a store, job by job."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._recent = Recent(KEPT)

    def play(self, job: Job) -> Report:
        live = self._recent.take(job.game) or LiveGame(self._store, job.game, slice_seconds=SLICE, by_turns=False)
        try:
            report = self._play(live, job.thought)
        except Gone:
            return Report(False)
        self._recent.put(live)
        return report

    def _play(self, live: LiveGame, thought: Thought | None) -> Report:
        end = time.monotonic() + STINT
        while True:
            with live.up_to_date():
                played = live.play_bots(thought)
                more = played and live.bots_asked
                question = live.question if more else None
                passed = live.take_turn_passed()
            if not more or question is not None or time.monotonic() > end:
                return Report(more, question, passed)
            thought = None


def work(line: Connection, url: str) -> None:
    """What the process does: job after job until the server is gone."""
    step_behind(BEHIND)
    limit_memory()
    store = AskingStore(url, line)
    desk = Desk(store)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            job = line.recv()
            said: Report | Exception
            try:
                with store.place_on_this_machine(PLACE):
                    line.send(None)
                    said = desk.play(job)
            except StoreError as error:
                said = error
            except Exception as error:
                said = RuntimeError(repr(error))
            line.send(said)
