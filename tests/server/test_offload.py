"""Jobs: worker processes, queues before them, and jobs that take too much."""

import asyncio
import os
import threading
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.context import SpawnProcess
from typing import Any

import httpx
import pytest

from fitl.catalogue import ENGLISH
from fitl.refusals import Refused
from fitl.server.offload.inline import Inline, InlineWorker
from fitl.server.offload.job import Busy, Caller, TooLong
from fitl.server.offload.jobs.look import LOOKS, Look
from fitl.server.offload.lanes import IMPORT, LANES, LOOK, SEARCH, Lane
from fitl.server.offload.pool import Pool, Workman
from fitl.server.offload.queue import Crowded, FairQueue
from fitl.server.offload.worker import Worker
from fitl.server.store import Store
from tests.server.support import NearPool, Player, Running, bearer, run, until
from tests.server.trials import Trial

Serve = Callable[..., Running]
PATIENCE = 120.0
QUICK = replace(LOOK, name="quick", workers=1, store=False, place=None, wall=PATIENCE, grace=0.0)


class Conversation(Caller):
    """Notes what the job tells, stops it after that, and answers."""

    def __init__(self, reply: object = None) -> None:
        super().__init__()
        self.heard: list[object] = []
        self.reply = reply

    def hear(self, news: object) -> None:
        self.heard.append(news)
        self.stopped = True

    def answer(self, question: object) -> object:
        self.heard.append(question)
        if isinstance(self.reply, Exception):
            raise self.reply
        return self.reply


def carried_out(what: str, lane: Lane = QUICK, caller: Caller | None = None) -> Any:
    worker = Worker(lane, None)
    try:
        return worker.carry_out(Trial(what), caller or Caller())
    finally:
        worker.close()


# --- one worker ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def worker() -> Any:
    """One process for the tests that leave it as it was."""
    found = Worker(QUICK, None)
    yield found
    found.close()


def test_a_worker_is_a_process_that_does_one_job_after_another(worker: Worker) -> None:
    first = worker.carry_out(Trial(""), Caller())
    assert first == worker.carry_out(Trial(""), Caller()) != os.getpid()


def test_what_a_job_raises_is_raised_by_its_worker_which_goes_on(worker: Worker) -> None:
    process = worker.carry_out(Trial(""), Caller())
    with pytest.raises(Refused, match="no"):
        worker.carry_out(Trial("refuse"), Caller())
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        worker.carry_out(Trial("fault"), Caller())
    assert worker.carry_out(Trial(""), Caller()) == process


def test_a_job_asks_its_caller_and_hears_what_that_refuses(worker: Worker) -> None:
    caller = Conversation(7)
    assert worker.carry_out(Trial("ask"), caller) == 7
    assert caller.heard == ["how many?"]
    with pytest.raises(Refused, match="not now"):
        worker.carry_out(Trial("ask"), Conversation(Refused("not now")))
    with pytest.raises(ZeroDivisionError):
        worker.carry_out(Trial("ask"), Conversation(ZeroDivisionError()))
    assert worker.carry_out(Trial("ask"), Conversation(8)) == 8, "after a fault of the caller a new process"


def test_a_job_tells_how_far_it_is_and_is_stopped() -> None:
    caller = Conversation()
    assert carried_out("stop", replace(QUICK, grace=PATIENCE), caller) != os.getpid()
    assert set(caller.heard) == {"working"}


def test_a_job_that_was_stopped_for_nothing_leaves_the_next_one_its_time() -> None:
    worker = Worker(replace(QUICK, wall=0.0, grace=PATIENCE), None)
    for _ in range(3):
        assert worker.carry_out(Trial(""), Caller()) != os.getpid()
    worker.close()


@pytest.mark.parametrize(
    ("what", "limits"),
    [
        ("die", {}),
        ("sleep", {"wall": 0.1}),
        ("stop", {"wall": 0.1}),
        ("sleep", {"wall": 0.1, "grace": 0.1}),
        pytest.param("work", {"seconds": 1}, marks=pytest.mark.skipif(os.name == "nt", reason="no such limit")),
    ],
)
def test_a_job_that_takes_too_much_is_ended_and_the_next_one_is_done(what: str, limits: dict[str, Any]) -> None:
    worker = Worker(replace(QUICK, **limits), None)
    with pytest.raises(TooLong):
        worker.carry_out(Trial(what), Caller())
    worker.lane = QUICK
    assert worker.carry_out(Trial(""), Caller()) != os.getpid()
    worker.close()


def test_a_job_that_wants_too_much_memory_does_not_get_it() -> None:
    """From the kernel, or else its process is ended as soon as it has it (Windows, macOS)."""
    with pytest.raises((RuntimeError, TooLong), match=r"MemoryError|^$"):
        carried_out("memory", replace(QUICK, memory=1 << 30))


def test_a_job_nobody_waits_for_any_more_is_ended() -> None:
    caller = Caller()
    caller.abandoned = True
    with pytest.raises(TooLong):
        carried_out("sleep", caller=caller)


def test_where_nothing_of_a_job_may_be_left_each_has_a_new_process() -> None:
    worker = Worker(replace(QUICK, fresh=True), None)
    assert worker.carry_out(Trial(""), Caller()) != worker.carry_out(Trial(""), Caller())
    worker.close()


def test_a_worker_that_was_closed_starts_no_other_process() -> None:
    worker = Worker(QUICK, None)
    worker.close()
    with pytest.raises(TooLong):
        worker.carry_out(Trial(""), Caller())


def descriptors() -> int:
    """How many files this process has open, where the system tells."""
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


def test_a_process_that_once_failed_to_start_is_started_when_it_is_next_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker(QUICK, None)

    def fail(_process: SpawnProcess) -> None:
        raise BlockingIOError("no more processes")

    before = descriptors()
    for _ in range(3):
        with monkeypatch.context() as patched:
            patched.setattr(SpawnProcess, "_Popen", staticmethod(fail))
            with pytest.raises(TooLong):
                worker.carry_out(Trial(""), Caller())
    assert descriptors() == before, "a failed start leaves open pipes"
    assert worker.carry_out(Trial(""), Caller()) != os.getpid()
    worker.close()


# --- a pool -------------------------------------------------------------------------------------------------------


class NearTrials(Pool):
    """Trials of the pool without processes."""

    def _worker(self, lane: Lane, number: int) -> Workman:
        return InlineWorker(None)  # type: ignore[arg-type]


def test_a_caller_who_leaves_ends_the_job_and_its_place_is_free() -> None:
    async def work() -> None:
        pool = Pool(None, [QUICK])
        leaving = asyncio.ensure_future(pool.run(Trial("sleep"), ""))
        await asyncio.sleep(0.3)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        assert pool.ended("quick") == 1
        assert await pool.run(Trial(""), "") != os.getpid()
        pool.close()

    run(work())


def test_what_takes_too_long_is_counted() -> None:
    async def work() -> None:
        pool = Pool(None, [replace(QUICK, wall=0.1)])
        with pytest.raises(TooLong):
            await pool.run(Trial("sleep"), "")
        assert pool.ended("quick") == 1
        pool.close()

    run(work())


def test_who_waits_too_long_is_told_when_to_try_again() -> None:
    async def work() -> None:
        pool = NearTrials(None, [replace(QUICK, patience=0.05, again=7.0)])
        caller = Conversation()
        caller.hear = lambda _news: None  # type: ignore[method-assign]
        first = asyncio.ensure_future(pool.run(Trial("stop"), "", caller))
        await asyncio.sleep(0.01)
        assert pool.is_full("quick")
        with pytest.raises(Busy) as refused:
            await pool.run(Trial(""), "")
        assert refused.value.args == (7.0,)
        caller.stopped = True
        assert await first == os.getpid()
        assert not pool.is_full("quick")
        pool.close()

    run(work())


def test_jobs_are_done_in_line_where_there_are_no_processes() -> None:
    caller = Conversation()

    async def work() -> None:
        inline = Inline(None)  # type: ignore[arg-type]
        assert await inline.run(Trial("stop"), "", caller) == os.getpid()
        assert await inline.run(Trial("ask"), "", Conversation(3)) == 3
        with pytest.raises(ZeroDivisionError):
            await inline.run(Trial("fault"))

    run(work())
    assert caller.heard == ["working"]


def test_every_lane_has_its_bounds() -> None:
    assert {lane.name for lane in LANES} == {"look", "import", "search", "bots"}
    for lane in LANES:
        assert lane.workers >= 1
        assert 0 < lane.wall <= 30
        assert lane.priority > 0, "people come first"
    assert IMPORT.fresh
    assert SEARCH.grace > 0


# --- looks --------------------------------------------------------------------------------------------------------


def with_processes(**changes: Any) -> Callable[[Store], Pool]:
    """A pool of processes, its lane of looks changed so."""
    lanes = [replace(lane, **{"wall": PATIENCE} | changes) if lane is LOOK else lane for lane in LANES]
    return lambda store: Pool(store.url, lanes)


def test_a_process_finds_out_what_would_be_found_out_here(serve: Serve, database: str) -> None:
    server = serve(database, offload=with_processes())
    table = server.new_game("me", "bot", "bot", "bot")
    entries = table.me.settled()["entries"]
    near, far = InlineWorker(server.store), server.offload.places["look"].workers[0]
    for what, args in (("history", ()), ("frames", (0, entries)), ("log", ()), ("why", ("hue",)), ("view", (1,))):
        look = Look(what, table.id, (0,), args, ENGLISH)
        assert far.carry_out(look, Caller()) == near.carry_out(look, Caller()), what
    assert table.me.choose(table.me.asked()[0]).status_code == 200
    assert table.me.get("/history").json()[-1]["entry"] > entries, "the process has heard of the answer"
    assert table.me.get("/journal").text.startswith('{"fitl_journal"')
    assert table.spectator.get("/hint").json()["message"] == "Only the player who must answer can ask for a hint."
    assert server.offload.ended("look") == 0


def test_a_look_that_takes_too_long_is_given_up_and_the_next_one_is_done(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, offload=with_processes(wall=0.001, workers=1))  # it takes longer to open a game
    table = server.new_game()
    refused = table.me.get("/history")
    assert (refused.status_code, refused.json()["error"]) == (503, "too_long")
    assert server.offload.ended("look") == 1
    (worker,) = server.offload.places["look"].workers
    worker.lane = replace(worker.lane, wall=PATIENCE)
    assert table.me.get("/history").status_code == 200


class Held(NearPool):
    """Looks that take as long as the test wants."""

    def __init__(self, store: Store) -> None:
        self.go_on = threading.Event()
        self.begun = 0
        self.asked = 0
        super().__init__(store)

    async def run(self, job: Any, whose: str, caller: Caller | None = None) -> Any:
        self.asked += 1
        return await super().run(job, whose, caller)

    def _worker(self, lane: Lane, number: int) -> Workman:
        worker = super()._worker(lane, number)
        carry_out = worker.carry_out

        def held(job: Any, caller: Caller) -> Any:
            self.begun += 1
            self.go_on.wait(20)
            return carry_out(job, caller)

        worker.carry_out = held  # type: ignore[method-assign]
        return worker

    @property
    def waiting(self) -> int:
        return self.places["look"].queue.waiting


def test_people_play_on_while_something_is_found_out_about_their_game(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, offload=Held)
    held = server.offload
    table = server.new_game()
    answers: list[int] = []
    paths = ("/history", "/hint", "/journal", "/effects", "/frames?from=0&to=1", "?at=0")
    asking = [threading.Thread(target=lambda path=path: answers.append(_get(server, table.me, path))) for path in paths]
    for thread in asking:
        thread.start()
    until(lambda: held.begun == 1 and held.waiting == len(paths) - 1, "one is done, the others wait")
    number = table.me.state()["number"]
    assert table.me.choose(table.me.asked()[0]).status_code == 200
    assert table.me.state()["number"] > number
    held.go_on.set()
    for thread in asking:
        thread.join()
    assert answers == [200] * len(paths)


def _get(server: Running, player: Player, path: str) -> int:
    return httpx.get(server.address + player.base + path, headers=bearer(player.token), timeout=20).status_code


def test_who_asks_for_too_much_at_once_is_told_when_to_try_again(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, offload=Held)
    held = server.offload
    table = server.new_game()
    asking = [
        threading.Thread(target=_get, args=(server, table.me, f"/frames?from=0&to={number}"))
        for number in range(1 + (LOOK.each or 0))
    ]
    for thread in asking:
        thread.start()
    until(lambda: held.waiting == LOOK.each, "as many wait as may")
    refused = table.me.get("/history")
    assert (refused.status_code, refused.json()["error"]) == (503, "busy")
    assert int(refused.headers["Retry-After"]) > 0
    held.go_on.set()
    for thread in asking:
        thread.join()


def test_what_several_pages_of_a_table_want_to_know_is_found_out_once(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, offload=Held)
    held = server.offload
    table = server.new_game()
    first = threading.Thread(target=_get, args=(server, table.me, "/hint"))
    first.start()
    until(lambda: held.begun == 1, "a hint is thought about")
    answers: list[int] = []
    pages = [
        threading.Thread(target=lambda who=who: answers.append(_get(server, who, "/history")))
        for who in (table.me, table.spectator, table.me, table.me, table.spectator)
    ]
    for page in pages:
        page.start()
    until(lambda: held.asked == 1 + len(pages), "all have asked")
    assert held.waiting == 1, "statistics are the same for all"
    held.go_on.set()
    for thread in (first, *pages):
        thread.join()
    assert answers == [200] * len(pages)
    assert held.begun == 2
    _get(server, table.me, "/history")
    assert held.begun == 3, "the game may have changed since"


def test_a_fault_in_a_job_is_a_fault_of_the_server(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOOKS, "history", lambda _live, _seats: 1 / 0)
    assert server.new_game().me.get("/history").json()["error"] == "fault"


# --- queues -------------------------------------------------------------------------------------------------------


def test_whoever_wants_many_places_does_not_keep_others_waiting() -> None:
    served: list[str] = []

    async def work() -> None:
        turns = FairQueue(1)

        async def come(whose: str) -> None:
            async with turns.turn(whose):
                served.append(whose)

        async with turns.turn("many"):
            tasks = [asyncio.create_task(come(whose)) for whose in ("many", "many", "many", "one", "two")]
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)

    run(work())
    assert served == ["many", "one", "two", "many", "many"]


def test_only_so_many_wait_in_all_and_for_each() -> None:
    async def work() -> None:
        turns = FairQueue(1, waiting=2, each=1)
        async with turns.turn("a"):
            waiting = [asyncio.create_task(_pass(turns, whose)) for whose in ("a", "b")]
            await asyncio.sleep(0)
            for whose in ("a", "c"):
                with pytest.raises(Crowded):
                    await _pass(turns, whose)
        await asyncio.gather(*waiting)
        await _pass(turns, "c")

    run(work())


def test_who_goes_away_takes_no_place() -> None:
    async def work() -> None:
        turns = FairQueue(1)
        async with turns.turn("a"):
            gone, given = (asyncio.create_task(_pass(turns, whose)) for whose in ("b", "c"))
            await asyncio.sleep(0)
            gone.cancel()
            await asyncio.sleep(0)
            assert turns.waiting == 1
        given.cancel()  # when the place was already its own
        async with turns.turn("a"):
            gone = asyncio.create_task(_pass(turns, "b"))
            await asyncio.sleep(0)
            gone.cancel()  # and the place is passed on before it has noticed
        await asyncio.gather(gone, given, return_exceptions=True)
        assert turns.waiting == 0
        await _pass(turns, "d")

    run(work())


async def _pass(turns: FairQueue, whose: str) -> None:
    async with turns.turn(whose):
        pass
