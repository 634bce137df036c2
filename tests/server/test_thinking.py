"""Thinkers of a server: they think elsewhere, come to the same, tell how far they are, and can be ended."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import cast

import pytest

from fitl.board.factions import US
from fitl.bots.table import NonPlayers
from fitl.casting import seated
from fitl.game import Game
from fitl.server import searches as server_searches
from fitl.server import service as server_service
from fitl.server.bots import Bots
from fitl.server.offload.inline import InlineWorker
from fitl.server.offload.job import Caller, Desk, Talk, TooLong
from fitl.server.offload.jobs.search import Search
from fitl.server.offload.lanes import SEARCH, Lane
from fitl.server.offload.pool import Pool, Workman
from fitl.server.offload.queue import FairQueue
from fitl.server.offload.worker import Worker
from fitl.server.searches import IN_SHORT, Progress, Searches
from fitl.server.service import Played, Service
from fitl.server.store.memory import MemoryStore
from fitl.server.stored import Company
from fitl.thinker.levels import BUDGETS, Level
from fitl.thinker.player import Thinker
from fitl.thinker.thought import Question, Thought, think
from tests.server.support import PATIENCE, Player, Running, Table, run, until


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """One process for all tests here."""
    found = Worker(SEARCH, None)
    yield found
    found.close()


def question_of(playouts: int) -> Question:
    game = Game.new("short-1965", seed=5, options=seated("thinker:quick"), log=False)
    table = NonPlayers(game)
    decision = game.decision
    assert decision is not None
    bot = table.bots[decision.actor]
    assert isinstance(bot, Thinker)
    found = bot.question(game, decision)
    assert found is not None
    return found._replace(level=Level(playouts, 3))


def test_what_is_found_in_another_process_is_what_would_be_found_here(worker: Worker) -> None:
    question = question_of(30)
    assert worker.carry_out(Search(question), Progress()) == think(question)


def test_a_search_tells_how_far_it_is_and_can_be_stopped(worker: Worker) -> None:
    progress = Progress()
    found = []
    question = question_of(10_000_000)
    waiting = threading.Thread(target=lambda: found.append(worker.carry_out(Search(question), progress)))
    waiting.start()
    until(lambda: progress.part > 0, "a report")
    progress.stopped = True
    waiting.join()
    assert found[0].way
    assert found[0].mark == question.mark


def test_a_game_whose_search_breaks_off_gets_a_quick_one(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[Level] = []

    def in_server(question: Question) -> Thought:
        levels.append(question.level)
        return think(question)

    monkeypatch.setattr(Search, "run", lambda *_: (_ for _ in ()).throw(TooLong()))
    monkeypatch.setattr(server_searches, "think", in_server)
    table = with_thinkers(server, "deep")
    until_a_thinker_is_asked(table)
    assert not table.me.settled()["left_to_people"]
    assert set(levels) == {IN_SHORT}
    assert server.service.searches.part(table.id) is None
    assert not server.service.searches.stop(table.id)


def test_thinkers_play_at_a_server_and_say_why(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "run", lambda job, _desk, _talk: think(job.question))
    monkeypatch.setitem(BUDGETS, "deep", Level(8, 3))
    seats = [{"factions": ["us"], "kind": "me"}]
    seats += [{"factions": [name], "kind": "bot", "plays": "thinker:deep"} for name in ("arvn", "nva", "vc")]
    table = server.new_game(seats=seats)
    for _ in range(3):
        state = table.me.settled()
        assert state["thought"] is None
        assert table.me.choose(table.me.asked(state)[-1]).status_code == 200
    with server.service.open(table.id) as live:
        reasons = live.game.reasons()
    assert reasons
    assert {reason.message.split(".")[1] for reason in reasons} == {"thinker"}
    assert US not in {reason.faction for reason in reasons}


def with_thinkers(server: Running, level: str) -> Table:
    """A game of one person, who plays the US, with three thinkers."""
    seats = [{"factions": ["us"], "kind": "me"}]
    seats += [{"factions": [name], "kind": "bot", "plays": f"thinker:{level}"} for name in ("arvn", "nva", "vc")]
    return server.new_game(seats=seats)


def until_a_thinker_is_asked(table: Table) -> None:
    while not (state := table.me.state())["thinking"] and not state["left_to_people"]:
        assert table.me.choose(table.me.asked(state)[-1]).status_code == 200


def break_deep_thoughts(monkeypatch: pytest.MonkeyPatch, begin: threading.Event) -> None:
    """Deep thoughts raise, wherever they are had; all others are had at once."""
    monkeypatch.setitem(BUDGETS, "quick", Level(8, 3))

    def in_a_worker(job: Search, _desk: Desk, _talk: Talk) -> Thought:
        if job.question.level == BUDGETS["quick"]:
            return think(job.question)
        begin.wait(PATIENCE)
        raise RuntimeError("a fault in a worker")

    def in_the_server(question: Question) -> Thought:
        raise AssertionError("a fault in the server")

    monkeypatch.setattr(Search, "run", in_a_worker)
    monkeypatch.setattr(server_searches, "think", in_the_server)


def test_a_thinker_that_cannot_think_leaves_its_answers_to_people(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = threading.Event()
    break_deep_thoughts(monkeypatch, begin)
    table = with_thinkers(server, "deep")
    until_a_thinker_is_asked(table)
    before = table.me.state()
    with table.me.socket() as socket:
        assert json.loads(socket.recv(timeout=PATIENCE))["thinking"]
        begin.set()
        while json.loads(socket.recv(timeout=PATIENCE))["thinking"]:
            pass
    state = table.me.state()
    assert state["left_to_people"]
    assert state["entries"] == before["entries"], "what was played before stands"
    asked = state["view"]["decision"]
    assert asked["actor"] != "us"
    after = table.me.choose(asked["options"][0]["key"], asked["number"]).json()["state"]
    assert after["number"] > asked["number"]
    assert table.spectator.state()["view"]["decision"].get("options") is None
    assert table.me.settled()["left_to_people"], "the thinker is asked again, and cannot think again"


def test_a_thinker_that_cannot_think_keeps_no_other_game_waiting(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = threading.Event()
    begin.set()
    break_deep_thoughts(monkeypatch, begin)
    for _ in range(SEARCH.workers + 1):  # each room has met the fault
        broken = with_thinkers(server, "deep")
        until_a_thinker_is_asked(broken)
        assert broken.me.settled()["left_to_people"]
    table = with_thinkers(server, "quick")
    until_a_thinker_is_asked(table)
    state = table.me.settled()
    assert not state["left_to_people"]
    with server.service.open(table.id) as live:
        assert live.game.reasons()


def test_only_players_and_the_host_hurry_a_thinker(server: Running) -> None:
    table = server.new_game("me", "bot", "bot", "bot")
    assert table.me.post("/hurry").json()["result"] is False
    refused = table.spectator.post("/hurry")
    assert (refused.status_code, refused.json()["error"]) == (409, "refused")
    watched = server.new_game("bot", "bot", "bot", "bot")
    host = Player(server, watched.id, watched.created["links"][0]["token"], "spectator", [])
    assert host.state()["me"]["host"]
    assert host.post("/hurry").status_code == 200
    assert watched.spectator.post("/hurry").status_code == 409


@pytest.fixture
def begun(server: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """Thoughts go on until somebody has had enough. Of each that has begun: had somebody before that?"""
    begun: list[bool] = []
    over = threading.Event()

    def in_a_worker(job: Search, _desk: Desk, talk: Talk) -> Thought:
        begun.append(talk.stopped())
        while not (talk.stopped() or over.wait(0.005)):
            pass
        return think(job.question._replace(level=Level(8, 3)))._replace(mark=job.question.mark)

    monkeypatch.setattr(Search, "run", in_a_worker)
    yield begun
    over.set()


def test_a_thinker_that_waits_for_others_says_so_and_can_be_ended_before_it_thinks(
    server: Running, begun: list[bool]
) -> None:
    tables = [with_thinkers(server, "deep") for _ in range(SEARCH.workers + 1)]
    for number, table in enumerate(tables, 1):
        until_a_thinker_is_asked(table)
        until(lambda number=number: len(begun) == min(number, len(tables) - 1), "it thinks, if there is room")
    until(lambda: sum(each.me.state()["waiting"] for each in tables) == 1, "one of them waits")
    tables.sort(key=lambda each: bool(each.me.state()["waiting"]))
    first, last = tables[0], tables[-1]
    end = time.monotonic() + PATIENCE
    with last.me.socket() as socket:
        while not (news := json.loads(socket.recv(timeout=PATIENCE)))["waiting"]:
            assert time.monotonic() < end, "nobody is told that it waits"
    state = last.me.state()
    for told in (news, state):
        assert (told["thinking"], told["thought"], told["waiting"]) == (True, None, True)
    assert (first.me.state()["thought"], first.me.state()["waiting"]) == (0, False)
    assert last.me.post("/hurry").json()["result"] is True
    assert first.me.post("/hurry").json()["result"] is True
    until(lambda: last.me.state()["entries"] > state["entries"], "it has answered")
    assert begun.count(True) == 1


def test_through_another_server_a_thought_is_seen_not_had_again_and_can_be_ended(
    postgresql: str, serve: Callable[..., Running], begun: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = serve(postgresql), serve(postgresql)
    table = with_thinkers(one, "deep")
    until_a_thinker_is_asked(table)
    until(lambda: other.service.searches.is_elsewhere(table.id), "the other server has heard of it")
    monkeypatch.setattr(server_service, "QUIET", 0.0)
    me = table.me.through(other)
    state = me.state()
    assert (state["thinking"], state["thought"], state["waiting"]) == (True, 0, False)
    assert len(begun) == 1
    assert me.post("/hurry").json()["result"] is True
    until(lambda: me.state()["entries"] > state["entries"], "it has answered")


def test_what_another_server_said_of_a_thought_is_believed_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = Searches()
    for said, part, waits in (("0.25", 0.25, False), ("waits", None, True), ("", None, False), ("odd", 0.0, False)):
        thinking.hear("a", said)
        assert (thinking.part("a"), thinking.waits("a"), thinking.is_elsewhere("a")) == (part, waits, said != "")
        assert not thinking.stop("a"), "here is nothing to end"
    with thinking.under_way("a", waits=True):
        assert (thinking.told("a"), thinking.is_elsewhere("a")) == ("waits", False)
    monkeypatch.setattr(server_searches, "FORGOTTEN", 0.0)
    thinking.hear("a", "0.5")
    assert not thinking.is_elsewhere("a"), "that server has died"
    thinking.hear("b", "")
    assert not thinking._elsewhere, "nor is it remembered"


def test_the_thought_about_a_game_that_is_deleted_is_ended(server: Running, begun: list[bool]) -> None:
    table = with_thinkers(server, "deep")
    until_a_thinker_is_asked(table)
    until(lambda: begun, "it thinks")
    assert table.me.post("/end", {"end": True}).json()["result"]["gone"]
    until(lambda: server.service.searches.part(table.id) is None, "nobody thinks about it any more")
    assert not server.service.searches.stop(table.id)


def test_everybody_learns_of_which_kind_each_bot_is(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "run", lambda job, _desk, _talk: think(job.question))
    kinds = {"arvn": "flowchart", "nva": "flowchart:fair", "vc": "thinker:quick:privileged"}
    seats = [{"factions": ["us"], "kind": "me"}]
    seats += [{"factions": [name], "kind": "bot", "plays": kind} for name, kind in kinds.items()]
    table = server.new_game(seats=seats)
    for player in (table.me, table.spectator):
        assert [each["plays"] for each in player.state()["players"]] == [None, *kinds.values()]


class Many:
    """A service for the thinkers of many games, those of one address and others."""

    def __init__(self) -> None:
        self.searches = Searches()

    def tell_thought(self, game: str) -> None:
        pass

    def thought_of(self, game: str) -> None:
        return None

    def play_bots(self, game: str, thought: Thought | None) -> Played:
        return Played(thought is None, question_of(1))

    def company(self, game: str) -> Company:
        return Company("many" if game.startswith("many") else game, False)


class Noting(Pool):
    """One place for searches, which only note that they were made."""

    def __init__(self, service: Many) -> None:
        self.searched: list[str] = []
        self._service = service
        super().__init__(None, [replace(SEARCH, workers=1)])

    def _worker(self, lane: Lane, number: int) -> Workman:
        worker = InlineWorker(MemoryStore())

        def note(job: Search, caller: Caller) -> Thought:
            self.searched += [game for game, each in self._service.searches._under_way.items() if each is caller]
            return Thought(job.question.mark, (), [])

        worker.carry_out = note  # type: ignore[method-assign]
        return worker

    @property
    def queue(self) -> FairQueue:
        return self.places["search"].queue


def test_nothing_is_left_of_a_thinker_that_is_sent_away_while_it_waits() -> None:
    service = Many()
    pool = Noting(service)

    async def work() -> None:
        bots = Bots(cast(Service, service), pool)
        async with pool.queue.turn("another"):
            bots._start("game")
            await _until(lambda: service.searches.waits("game"))
            assert service.searches.stop("game"), "the wish is remembered"
            await bots.close()
            assert pool.queue.waiting == 0

    run(work())
    assert not service.searches.stop("game")
    assert pool.searched == []


def test_who_has_many_thinkers_does_not_keep_the_thinkers_of_others_waiting() -> None:
    """Twenty games of one address and then one of another's: its thinker is the next to search."""
    service = Many()
    pool = Noting(service)

    async def work() -> None:
        bots = Bots(cast(Service, service), pool)
        async with pool.queue.turn("many"):
            for number in range(20):
                bots._start(f"many{number}")
            await _until(lambda: pool.queue.waiting == 20)
            bots._start("other")
            await _until(lambda: pool.queue.waiting == 21)
        await _until(lambda: not bots.waiting)

    run(work())
    assert len(pool.searched) == 21
    assert pool.searched.index("other") <= 1


async def _until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.001)
