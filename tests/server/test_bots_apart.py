"""Games of bots alone are played in a worker process, in turn by address, a few at a time for each."""

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from fitl.server import bots as server_bots
from fitl.server.bots import FEW, Bots
from fitl.server.offload.inline import InlineWorker
from fitl.server.offload.job import Caller
from fitl.server.offload.jobs.bot_turn import BotTurn, Report
from fitl.server.offload.lanes import BOTS, LANES, Lane
from fitl.server.offload.pool import Pool, Workman
from fitl.server.offload.threads import Threads
from fitl.server.store.memory import MemoryStore
from fitl.server.stored import Company, StoreError
from tests.server.support import PATIENCE, Running, run, until

Serve = Callable[..., Running]
ALONE = ("bot", "bot", "bot", "bot")
# The worker of bots steps behind everybody: on a busy machine a test would wait for it for minutes.
LEVEL = tuple(replace(lane, priority=0) for lane in LANES)


@pytest.fixture
def apart(serve: Serve, database: str, monkeypatch: pytest.MonkeyPatch) -> Running:
    """A server that has a worker process, and cannot play games of bots alone itself."""
    server = serve(database, bots_apart=True, offload=lambda store: Pool(store.url, LEVEL))
    play_bots = server.service.play_bots

    def with_people(game: str, *rest: Any) -> Any:
        assert not server.service.company(game).alone
        return play_bots(game, *rest)

    monkeypatch.setattr(server.service, "play_bots", with_people)
    return server


def test_a_game_of_bots_alone_is_played_by_the_worker(apart: Running) -> None:
    table = apart.new_game(*ALONE)
    until(lambda: table.me.state()["entries"] > 60, "they play")
    assert table.me.state()["left_to_people"] is False
    with_people = apart.new_game("me", "bot", "bot", "bot")
    assert with_people.me.settled()["view"]["decision"] is not None


def test_the_server_need_not_open_a_game_that_its_worker_plays(apart: Running) -> None:
    table = apart.new_game(*ALONE)

    def lines() -> int:
        listed = apart.store.listed(table.id)
        assert listed is not None
        return listed.head.lines

    until(lambda: lines() > 30, "they play")
    assert table.id not in apart.service._games


def test_a_database_that_fails_stops_no_game_of_bots_alone(apart: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    append, failed = apart.store.append, []

    def fails_twice(*args: Any, **named: Any) -> Any:
        if len(failed) < 2:
            failed.append(args)
            raise StoreError("the disk is full")
        return append(*args, **named)

    monkeypatch.setattr(apart.store, "append", fails_twice)
    table = apart.new_game(*ALONE)
    until(lambda: table.me.state()["entries"] > 30, "they play on")
    assert len(failed) == 2


def test_a_game_that_is_deleted_meanwhile_ends_its_job(apart: Running) -> None:
    table = apart.new_game(*ALONE)
    until(lambda: table.me.state()["entries"] > 10, "they play")
    apart.service.keeping.delete([table.id])
    other = apart.new_game(*ALONE)
    until(lambda: other.me.state()["entries"] > 10, "the next one is played")


def test_a_worker_that_was_killed_is_started_again(apart: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fitl.server.service.QUIET", 0.2)
    table = apart.new_game(*ALONE, scenario="full-1964")
    until(lambda: table.me.state()["entries"] > 10, "they play")
    (worker,) = apart.offload.places["bots"].workers
    worker._process.kill()
    before = table.me.state()["entries"]
    until(lambda: not time.sleep(0.2) and table.me.state()["entries"] > before, "a look has them go on")


# --- turns --------------------------------------------------------------------------------------------------------


class FakeService:
    """Knows which game is whose: those of one creator begin with the same letter."""

    def company(self, game: str) -> Company:
        return Company(game[0], True)

    def note_played(self, game: str, report: Report) -> None:
        pass


class Noting(Pool):
    """Plays every game in so many jobs, and notes them."""

    def __init__(self, jobs: int) -> None:
        self.jobs: list[str] = []
        self._each = jobs
        self._lock = threading.Lock()
        super().__init__(None, [BOTS])

    def _worker(self, lane: Lane, number: int) -> Workman:
        worker = InlineWorker(MemoryStore())
        worker.carry_out = self._note  # type: ignore[method-assign]
        return worker

    def _note(self, job: BotTurn, _caller: Caller) -> Report:
        assert self._lock.acquire(blocking=False), "one job at a time"
        time.sleep(0.001)
        self.jobs.append(job.game)
        self._lock.release()
        return Report(self.jobs.count(job.game) < self._each)


def test_a_server_that_closes_begins_nothing_more() -> None:
    pool = Noting(1)

    async def work() -> None:
        service: Any = FakeService()
        bots = Bots(service, pool, Threads())
        bots.set_to_work("a1")
        await asyncio.sleep(0)
        bots.set_to_work("a1")  # once more when it is done
        await asyncio.sleep(0)
        await bots.close()
        bots.set_to_work("a2")
        await asyncio.sleep(0.01)
        assert bots.waiting == 0

    run(work())
    assert pool.jobs == []


def played(games: list[str], jobs: int) -> list[str]:
    """The order in which the jobs of these games were done."""
    pool = Noting(jobs)

    async def work() -> None:
        service: Any = FakeService()
        bots = Bots(service, pool, Threads())
        for game in games:
            bots.set_to_work(game)
        end = time.monotonic() + PATIENCE
        while len(pool.jobs) < jobs * len(games):
            assert time.monotonic() < end
            await asyncio.sleep(0.01)

    run(work())
    return pool.jobs


def test_an_address_with_many_games_of_bots_does_not_keep_those_of_others_waiting() -> None:
    order = played([*(f"a{n}" for n in range(30)), "b0"], 4)
    first, *_, last = (n for n, game in enumerate(order) if game == "b0")
    assert last - first < 3 * 4  # about each second job, once it has come
    assert last < len(order) / 2


def test_few_games_of_one_address_are_played_at_a_time() -> None:
    order = played([f"a{n}" for n in range(10)], 5)
    for end in range(len(order)):
        begun = {game for game in order[: end + 1] if game in order[end:]}
        assert len(begun) <= FEW


def test_others_of_the_address_go_first_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_bots, "LEASE", 0.0)
    order = played([f"a{n}" for n in range(8)], 20)
    assert set(order[:16]) == {f"a{n}" for n in range(8)}
