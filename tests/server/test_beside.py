"""What takes longer than a look is found out beside the server: nobody waits for it, and it is bounded."""

import asyncio
import threading
from collections.abc import Callable

import httpx
import pytest

from fitl.catalogue import ENGLISH
from fitl.server.beside import PER_ADDRESS, Beside
from fitl.server.errands import Desk, Errand
from fitl.server.turns import Crowded, Turns
from tests.server.support import NearBeside, Player, Running, bearer, run, until

Serve = Callable[..., Running]
PATIENCE = 120.0


def test_a_child_finds_out_what_would_be_found_out_here(serve: Serve, database: str) -> None:
    beside = Beside(database)
    beside.wall = PATIENCE  # a busy machine takes its time to start a process
    server = serve(database, beside=beside)
    table = server.new_game("me", "bot", "bot", "bot")
    entries = table.me.settled()["entries"]
    near = Desk(server.store)
    for what, args in (("history", ()), ("frames", (0, entries)), ("log", ()), ("why", ("hue",)), ("view", (1,))):
        errand = Errand(what, table.id, (0,), args, ENGLISH)
        assert beside.carry_out(errand) == near.answer(errand), what
    assert table.me.choose(table.me.asked()[0]).status_code == 200
    assert table.me.get("/history").json()[-1]["entry"] > entries, "the child has heard of the answer"
    assert table.me.get("/journal").text.startswith('{"fitl_journal"')
    assert table.spectator.get("/hint").json()["message"] == "A hint is only for the player whose turn it is to answer."
    assert beside.ended == 0


def test_an_errand_that_takes_too_long_is_given_up_and_the_next_one_is_done(serve: Serve, sqlite: str) -> None:
    beside = Beside(sqlite)
    server = serve(sqlite, beside=beside)
    table = server.new_game()
    beside.wall = 0.001  # it takes longer to open a game
    refused = table.me.get("/history")
    assert (refused.status_code, refused.json()["error"]) == (503, "too_long")
    assert beside.ended == 1
    beside.wall = PATIENCE
    assert table.me.get("/history").status_code == 200


class Held(NearBeside):
    """Errands that take as long as the test wants."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.go_on = threading.Event()
        self.begun = 0
        self.asked = 0

    async def ask(self, address: str, errand: Errand) -> bytes:
        self.asked += 1
        return await super().ask(address, errand)

    def carry_out(self, errand: Errand) -> bytes | Exception:
        self.begun += 1
        self.go_on.wait(20)
        return super().carry_out(errand)


def test_people_play_on_while_something_is_found_out_about_their_game(serve: Serve, sqlite: str) -> None:
    beside = Held(sqlite)
    server = serve(sqlite, beside=beside)
    table = server.new_game()
    answers: list[int] = []
    paths = ("/history", "/hint", "/journal", "/effects", "/frames?from=0&to=1", "?at=0")
    asking = [threading.Thread(target=lambda path=path: answers.append(_get(server, table.me, path))) for path in paths]
    for thread in asking:
        thread.start()
    until(lambda: beside.begun == 1 and beside._turns.waiting == len(paths) - 1, "one is done, the others wait")
    number = table.me.state()["number"]
    assert table.me.choose(table.me.asked()[0]).status_code == 200
    assert table.me.state()["number"] > number
    beside.go_on.set()
    for thread in asking:
        thread.join()
    assert answers == [200] * len(paths)


def _get(server: Running, player: Player, path: str) -> int:
    return httpx.get(server.address + player.base + path, headers=bearer(player.token), timeout=20).status_code


def test_who_asks_for_too_much_at_once_is_told_when_to_try_again(serve: Serve, sqlite: str) -> None:
    beside = Held(sqlite)
    server = serve(sqlite, beside=beside)
    table = server.new_game()
    asking = [
        threading.Thread(target=_get, args=(server, table.me, f"/frames?from=0&to={number}"))
        for number in range(1 + PER_ADDRESS)
    ]
    for thread in asking:
        thread.start()
    until(lambda: beside._turns.waiting == PER_ADDRESS, "as many wait as may")
    refused = table.me.get("/history")
    assert (refused.status_code, refused.json()["error"]) == (503, "busy")
    assert int(refused.headers["Retry-After"]) > 0
    beside.go_on.set()
    for thread in asking:
        thread.join()


def test_what_several_pages_of_a_table_want_to_know_is_found_out_once(serve: Serve, sqlite: str) -> None:
    beside = Held(sqlite)
    server = serve(sqlite, beside=beside)
    table = server.new_game()
    first = threading.Thread(target=_get, args=(server, table.me, "/hint"))
    first.start()
    until(lambda: beside.begun == 1, "a hint is thought about")
    answers: list[int] = []
    pages = [
        threading.Thread(target=lambda who=who: answers.append(_get(server, who, "/history")))
        for who in (table.me, table.spectator, table.me, table.me, table.spectator)
    ]
    for page in pages:
        page.start()
    until(lambda: beside.asked == 1 + len(pages), "all have asked")
    assert beside._turns.waiting == 1, "statistics are the same for all"
    beside.go_on.set()
    for thread in (first, *pages):
        thread.join()
    assert answers == [200] * len(pages)
    assert beside.begun == 2
    _get(server, table.me, "/history")
    assert beside.begun == 3, "the game may have changed since"


def test_a_fault_in_an_errand_is_a_fault_of_the_server(serve: Serve, sqlite: str) -> None:
    class Faulty(NearBeside):
        def carry_out(self, errand: Errand) -> bytes | Exception:
            return RuntimeError("something")

    table = serve(sqlite, beside=Faulty(sqlite)).new_game()
    assert table.me.get("/history").json()["error"] == "fault"


# --- turns --------------------------------------------------------------------------------------------------------


def test_whoever_wants_many_places_does_not_keep_others_waiting() -> None:
    served: list[str] = []

    async def work() -> None:
        turns = Turns(1)

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
        turns = Turns(1, waiting=2, each=1)
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
        turns = Turns(1)
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


async def _pass(turns: Turns, whose: str) -> None:
    async with turns.turn(whose):
        pass
