"""Imports: read in a process of its own, few at a time, ended when nobody waits; where a game came from is told."""

import asyncio
import contextlib
import gzip
import json
import socket
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest

from fitl.board.factions import US
from fitl.bounds import NOTES
from fitl.game import Game
from fitl.journal import lines_of, to_text
from fitl.lab.bombs import BOMBS, explained
from fitl.options import GameOptions
from fitl.server.limits import Rate
from fitl.server.offload.inline import InlineWorker
from fitl.server.offload.job import Caller, Desk, Talk, TooLong
from fitl.server.offload.jobs.import_save import ImportSave, Read
from fitl.server.offload.jobs.look import look_for
from fitl.server.offload.lanes import IMPORT, LANES, Lane
from fitl.server.offload.pool import Pool, Workman
from fitl.server.offload.queue import Crowded, FairQueue
from fitl.server.offload.worker import Worker
from fitl.server.store import Store
from fitl.server.store.schema import LINES
from fitl.server.uploads import NoRoom, Uploads
from tests.server.support import UNLIMITED, Json, NearPool, Running, Table, run, until

Serve = Callable[..., Running]
AT_ONCE, WAITING, PER_NETWORK = IMPORT.workers, IMPORT.waiting or 0, IMPORT.each or 0
SEATS = [{"factions": [name], "kind": kind} for name, kind in zip(("us", "arvn", "nva", "vc"), "mlll", strict=True)]
TOGETHER = [seat | {"kind": "me" if seat["kind"] == "m" else "link"} for seat in SEATS]


def a_journal(**options: Any) -> str:
    return "".join(map(to_text, lines_of(Game.new("short-1965", seed=1, options=GameOptions(**options)))))


def with_processes(**changes: Any) -> Callable[[Store], Pool]:
    """A pool of processes, its lane of imports changed so."""
    lanes = [replace(lane, **changes) if lane is IMPORT else lane for lane in LANES]
    return lambda store: Pool(store.url, lanes)


class Held(NearPool):
    """Imports are not read before the test wants."""

    def __init__(self, store: Store) -> None:
        self.going = threading.Event()
        self.order: list[str] = []
        super().__init__(store)

    def _worker(self, lane: Lane, number: int) -> Workman:
        worker = super()._worker(lane, number)
        if lane.name != IMPORT.name:
            return worker
        carry_out = worker.carry_out

        def held(job: Any, caller: Caller) -> Any:
            while not (self.going.wait(0.01) or caller.abandoned):
                pass
            self.order.append(json.loads(job.body).get("host", ""))
            return carry_out(job, caller)

        worker.carry_out = held  # type: ignore[method-assign]
        return worker

    @property
    def waiting(self) -> int:
        return self.places[IMPORT.name].queue.waiting


def test_a_saved_game_is_read_by_a_process(serve: Serve, database: str) -> None:
    server = serve(database, offload=with_processes())
    answer = server.post("/api/games/import", {"journal": a_journal()})
    assert answer.status_code == 201, answer.text
    assert Table(server, answer.json()).me.state()["number"] > 0
    refused = server.post("/api/games/import", {"journal": "x"})
    assert (refused.status_code, refused.json()["error"]) == (400, "journal")
    assert server.offload.ended("import") == 0


def test_an_import_that_takes_too_long_is_ended(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, offload=with_processes(wall=0.0))
    refused = server.post("/api/games/import", {"journal": a_journal()})
    assert (refused.status_code, refused.json()["error"]) == (400, "journal")
    assert "was stopped" in refused.json()["message"]
    assert server.offload.ended("import") == 1


def test_an_import_that_wants_too_much_memory_is_refused(sqlite: str) -> None:
    """The kernel gives it no more, or (Windows, macOS) its process is ended as soon as it has too much."""
    worker = Worker(replace(IMPORT, memory=256 << 20), None)
    body = json.dumps({"journal": "[" + "[]," * (20 << 20) + "[]]"}).encode()
    with contextlib.suppress(TooLong):  # which is told as a sentence, as of any import that takes too much
        read = worker.carry_out(ImportSave(body, "en"), Caller())
        assert read["refused"][0] in ("journal", "unclear")
    worker.close()


def test_an_import_is_ended_when_its_client_goes(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, offload=Held)
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(f"{server.address}/api/games/import", json={"journal": "x"}, timeout=0.5)
    until(lambda: server.offload.ended("import") == 1, "the job has been ended")
    until(lambda: not server.uploads._under_way, "its body is not kept")


def test_who_comes_when_too_many_are_being_read_is_told_when_to_try_again(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite, offload=Held)
    senders = [threading.Thread(target=_send_and_leave, args=(server.address,)) for _ in range(AT_ONCE + PER_NETWORK)]
    for sender in senders:
        sender.start()
    until(lambda: server.offload.waiting == PER_NETWORK, "as many of one address wait as may")
    refused = server.post("/api/games/import", {"journal": "x"})
    assert (refused.status_code, refused.json()["error"]) == (503, "busy")
    assert int(refused.headers["Retry-After"]) > 0
    for sender in senders:
        sender.join()


def test_an_import_takes_no_place_before_its_body_has_arrived(serve: Serve, sqlite: str) -> None:
    server = serve(sqlite)
    host, port = server.address.removeprefix("http://").split(":")
    head = "POST /api/games/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    slow = []
    for _ in range(AT_ONCE + WAITING + PER_NETWORK):
        sender = socket.create_connection((host, int(port)))
        sender.sendall(f"{head}Content-Length: 900\r\n\r\n{{".encode())
        slow.append(sender)
    until(lambda: server.uploads.size == len(slow), "all have sent half")
    assert server.offload.places["import"].queue.waiting == 0
    assert server.post("/api/games/import", {"journal": a_journal()}).status_code == 201
    for sender in slow:
        sender.close()
    until(lambda: server.uploads.size == 0, "nothing of them is kept")


def test_imports_are_read_in_turn_by_address(serve: Serve, sqlite: str) -> None:
    """Somebody whose address sends one is the next, however many another address has sent."""
    server = serve(sqlite, offload=Held)
    senders = []
    for who, count in (("many", AT_ONCE + PER_NETWORK), ("one", 1)):
        address = {"many": "203.0.113.1", "one": "203.0.113.2"}[who]
        for _ in range(count):
            body, told = {"journal": a_journal(), "host": who}, {"X-Forwarded-For": address}
            sender = threading.Thread(target=server.post, args=("/api/games/import", body), kwargs=told)
            sender.start()
            senders.append(sender)
        waiting = {"many": PER_NETWORK, "one": PER_NETWORK + 1}[who]
        until(lambda: server.offload.waiting == waiting, "they wait")  # noqa: B023
    server.offload.going.set()
    for sender in senders:
        sender.join()
    assert server.offload.order.index("one") <= AT_ONCE + 1


def test_whoever_has_most_waiting_makes_way() -> None:
    async def work() -> None:
        turns = FairQueue(1, waiting=4, each=3)
        got: list[str] = []

        async def want(who: str) -> None:
            try:
                async with turns.turn(who):
                    got.append(who)
                    await asyncio.sleep(0)
            except Crowded:
                got.append(f"not {who}")

        async with turns.turn("first"):
            tasks = []
            for who in ("a", "a", "a", "b", "c"):
                tasks.append(asyncio.ensure_future(want(who)))
                await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert got == ["not a"]
        await asyncio.gather(*tasks)
        assert sorted(got[1:]) == ["a", "a", "b", "c"]

    run(work())


def test_what_an_import_took_counts_as_so_many_new_games(
    serve: Serve, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(sqlite, rates={**UNLIMITED, "create": Rate(30, 0.001, 1.0)})
    run_job = ImportSave.run

    def for_long(job: ImportSave, desk: Desk, talk: Talk) -> Read:
        return {**run_job(job, desk, talk), "seconds": 12.0}

    monkeypatch.setattr(ImportSave, "run", for_long)
    for _ in range(3):
        assert server.post("/api/games/import", {"journal": "x"}).status_code == 400
    assert server.post("/api/games/import", {"journal": "x"}).status_code == 429


# --- bodies under way ---


def test_bodies_under_way_are_counted_by_network_and_in_all() -> None:
    uploads = Uploads(in_all=100, per_network=60)
    with uploads.upload("2001:db8::1") as first, uploads.upload("2001:db8:0:1::1") as second:
        uploads.add(first, b"x" * 40)
        with pytest.raises(NoRoom):
            uploads.add(first, b"x" * 40)  # too much for one network
        uploads.add(second, b"x" * 50)
        with uploads.upload("203.0.113.1") as other:
            uploads.add(other, b"x" * 40)
            with uploads.upload("203.0.113.2") as small:
                uploads.add(small, b"x" * 20)
                assert (second.dropped, other.dropped, small.dropped) == (True, False, False)
                with pytest.raises(NoRoom):
                    uploads.add(second, b"x")
    assert uploads.size == 0


def _send_and_leave(address: str) -> None:
    with contextlib.suppress(httpx.ReadTimeout):
        httpx.post(f"{address}/api/games/import", json={"journal": "x"}, timeout=2.0)


@pytest.mark.parametrize("field", ["rules", "hash", "title"])
def test_a_lone_surrogate_in_a_saved_game_is_no_fault(server: Running, field: str) -> None:
    lines = [json.loads(line) for line in a_journal().splitlines()]
    for line in lines:
        if isinstance(line, dict) and field in line:
            line[field] = "\ud800"
    answer = server.post("/api/games/import", {"journal": "".join(json.dumps(line) + "\n" for line in lines)})
    assert answer.status_code == 201, answer.text
    assert Table(server, answer.json()).me.get().status_code == 200


@pytest.mark.parametrize(
    ("message", "params"),
    [
        ("why.us.u1", {"answer": "\ud800"}),
        ("why.us.u1", {"answer": "no", "\udfff": 1}),
        ("why.us.u1", {"spaces": ["\ud800"]}),
        ("\ud800", {}),
    ],
)
def test_a_lone_surrogate_in_a_reason_is_refused(server: Running, message: str, params: Json) -> None:
    game = Game.new("short-1965", seed=7, options=GameOptions(non_players=(US,)))
    assert game.decision is not None
    lines = [json.dumps(line) for line in lines_of(game)]
    lines += [json.dumps(explained(message, **params)), json.dumps(game.decision.options[0].key)]
    before = server.stored()
    answer = server.post("/api/games/import", {"journal": "\n".join(lines) + "\n"})
    assert (answer.status_code, answer.json()["error"]) == (400, "journal"), answer.text
    assert "reason" in answer.json()["message"]
    assert server.stored() == before


def test_what_comes_beside_a_saved_game_is_small(server: Running) -> None:
    wish = {"journal": a_journal(), "seats": [{"factions": ["us"], "kind": "me"}] * 1_000}
    assert "16 KiB" in server.post("/api/games/import", wish).json()["message"]


def test_the_reasons_of_an_imported_game_count_for_its_weight(server: Running) -> None:
    """So that few games with many reasons are kept in memory at a time."""
    created = server.post("/api/games/import", BOMBS["wide reasons"]()).json()
    assert Table(server, created).me.get().status_code == 200
    assert server.service._games[created["game"]].weight > 12
    plain = server.new_game()
    assert plain.me.get().status_code == 200
    assert server.service._games[plain.id].weight < 2


def test_few_games_with_many_reasons_stay_open_beside_the_server(server: Running) -> None:
    worker = InlineWorker(server.store)
    for _ in range(3):
        game = server.post("/api/games/import", BOMBS["wide reasons"]()).json()["game"]
        worker.carry_out(look_for("history", game, (), (), "en"), Caller())
    assert worker.desk.recent.games == [game]


def test_nested_reasons_are_left_out_of_an_import(server: Running) -> None:
    answer = server.post("/api/games/import", BOMBS["nested reasons"]())
    assert answer.status_code == 201, answer.text
    assert len(answer.json()["notes"]) == NOTES
    assert not any('"reason"' in line for line in server.lines(answer.json()["game"]))


def test_nested_reasons_that_are_stored_already_are_left_out_and_gone(serve: Serve, database: str) -> None:
    """Earlier versions stored them; whatever reads the game again must not keep them."""
    first = serve(database)
    table = first.new_game()
    table.me.choose(table.me.asked(table.me.state())[0], table.me.state()["number"])
    nested = BOMBS["nested reasons"]()["journal"].splitlines()
    nested = next(line for line in nested if "reason" in line)
    with first.database.engine.begin() as connection:  # in the place of the line that says whose turn it is
        connection.execute(LINES.update().where(LINES.c.game == table.id, LINES.c.number == 3).values(line=nested))
    second = serve(database)
    assert table.me.through(second).get().status_code == 200
    assert not second.service._games[table.id].game.thoughts
    assert not any('"reason"' in line for line in second.lines(table.id))


def test_a_compressed_body_is_not_unpacked(server: Running) -> None:
    body = gzip.compress(json.dumps({"journal": a_journal()}).encode())
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    refused = httpx.post(f"{server.address}/api/games/import", content=body, headers=headers)
    assert (refused.status_code, refused.json()["error"]) == (400, "unclear")


# --- chance and origin --------------------------------------------------------------------------------------------


def header(server: Running, game: str) -> Json:
    return dict(json.loads(server.lines(game)[0]))


def test_people_together_cannot_choose_the_seed(server: Running) -> None:
    wish = {"scenario": "short-1965", "seed": 5, "seats": TOGETHER}
    refused = server.post("/api/games", wish)
    assert (refused.status_code, refused.json()["error"]) == (400, "unclear")
    assert "only in a single-player game" in refused.json()["message"]
    created = server.post("/api/games", wish | {"seed": None})
    assert created.status_code == 201
    assert header(server, created.json()["game"])["seed"].bit_length() == 320


def test_one_person_may_choose_the_seed(server: Running) -> None:
    assert header(server, server.new_game("me", "bot", "bot", "bot", seed=5).id)["seed"] == 5


def test_an_imported_game_has_secret_chance(server: Running) -> None:
    created = server.post("/api/games/import", {"journal": a_journal(), "seats": TOGETHER}).json()
    assert header(server, created["game"])["seed"].bit_length() == 320


def test_what_is_taken_away_has_chance_of_its_own(server: Running) -> None:
    table = server.new_game("me", "link", "bot", "bot", seed=None)
    secret = header(server, table.id)["seed"]
    for path in ("/journal", "/position"):
        text = table.me.get(path).text
        assert str(secret >> 64) not in text
        assert str(secret) not in text


@pytest.mark.parametrize("kind", ["journal", "position"])
def test_everybody_is_told_where_a_game_came_from(either: Running, kind: str) -> None:
    saved = {"journal": a_journal()} if kind == "journal" else {"position": Game.new("short-1965").position()}
    wish = saved | {"seats": TOGETHER, "host": "Ann"}
    table = Table(either, either.post("/api/games/import", wish).json())
    for player in (*table.players, table.spectator):
        assert player.state()["origin"] == {"kind": kind, "by": "Ann", "markers": False}
    assert either.new_game().me.state()["origin"] is None


def test_hidden_markers_that_were_brought_in_are_shown_to_all(server: Running) -> None:
    saved = {"journal": a_journal(deception=True)}
    table = Table(server, server.post("/api/games/import", saved | {"seats": TOGETHER}).json())
    held = table.me.state()["view"]["markers"]
    assert any(isinstance(markers["held"], list) and markers["held"] for markers in held.values())
    for player in (*table.players, table.spectator):
        state = player.state()
        assert state["origin"]["markers"] is True
        assert state["view"]["markers"] == held
        assert all(isinstance(markers["held"], list) for markers in held.values())
    alone = Table(server, server.post("/api/games/import", saved).json())
    assert alone.me.state()["origin"]["markers"] is False
    assert any(isinstance(markers["held"], int) for markers in alone.spectator.state()["view"]["markers"].values())


# --- what is stored -----------------------------------------------------------------------------------------------


def test_a_damaged_stored_game_is_the_servers_fault_and_named(serve: Serve, database: str) -> None:
    first = serve(database)
    table = first.new_game()
    with first.database.engine.begin() as connection:
        connection.execute(LINES.update().where(LINES.c.game == table.id, LINES.c.number == 0).values(line="{}"))
    answer = table.me.through(serve(database)).get()
    assert (answer.status_code, answer.json()["error"]) == (500, "damaged")
    assert table.id in answer.json()["message"]
