"""Non-players think off the event loop, keep nobody else waiting, and are never lost."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from fitl.bots.flowchart import FlowchartBot
from fitl.entries import ROLL
from tests.server.support import PATIENCE, Running, Table


class Blocked:
    """Makes every non-player wait until it is released."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.thinking = threading.Event()
        self.released = threading.Event()
        deliberate = FlowchartBot.deliberate

        def slow(bot: FlowchartBot, game: Any, decision: Any) -> Any:
            self.thinking.set()
            assert self.released.wait(PATIENCE)
            return deliberate(bot, game, decision)

        monkeypatch.setattr(FlowchartBot, "deliberate", slow)


@pytest.fixture
def blocked(monkeypatch: pytest.MonkeyPatch) -> Blocked:
    return Blocked(monkeypatch)


def until_bots_think(table: Table) -> None:
    """Somebody plays until non-players are asked."""
    for _ in range(60):
        state = table.me.state()
        if state["thinking"]:
            return
        table.me.choose("pass" if "pass" in table.me.asked(state) else table.me.asked(state)[-1], state["number"])


def test_a_thinking_bot_keeps_no_other_game_waiting(either: Running, blocked: Blocked) -> None:
    other = either.new_game("link", "link", "link", "link")
    slow = either.service.create(
        {
            "scenario": "short-1965",
            "seats": [{"factions": [name], "kind": "bot"} for name in ("us", "arvn", "nva", "vc")],
        }
    )
    assert blocked.thinking.wait(PATIENCE)
    token = slow["links"][0]["token"]
    with ThreadPoolExecutor(40) as crowd:  # more than the server has threads, all waiting for the bot
        waiting = [crowd.submit(either.get, f"/api/games/{slow['game']}", token) for _ in range(40)]
        with other.me.socket() as socket:
            socket.recv(timeout=PATIENCE)
            other.play(3)
            socket.recv(timeout=PATIENCE)
        assert not blocked.released.is_set()
        assert not any(answer.done() for answer in waiting)
        blocked.released.set()
        assert {answer.result().status_code for answer in waiting} == {200}


def test_a_bot_that_finds_no_answer_leaves_it_to_people(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    table = server.new_game("me", "bot", "bot", "bot")
    table.me.settled()

    def lost(bot: FlowchartBot, game: Any, decision: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(FlowchartBot, "deliberate", lost)
    for _ in range(60):
        state = table.me.settled()
        if state["left_to_people"]:
            break
        assert table.me.choose(table.me.asked(state)[-1], state["number"]).status_code == 200
    asked = state["view"]["decision"]
    assert asked["actor"] != "us"
    after = table.me.choose(asked["options"][0]["key"], asked["number"]).json()["state"]
    assert after["number"] > asked["number"]
    assert table.spectator.state()["view"]["decision"].get("options") is None


def test_bots_go_on_after_the_server_was_away(database: str, serve: Callable[..., Running]) -> None:
    server = serve(database)
    table = server.new_game("me", "bot", "bot", "bot")
    table.me.settled()
    server.service.set_to_work = lambda game: None
    until_bots_think(table)
    number = table.me.state()["number"]
    state = table.me.through(serve(database)).settled()
    assert state["number"] > number


def test_bots_whose_server_was_lost_are_set_to_work_by_whoever_looks(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = server.new_game("me", "bot", "bot", "bot")
    table.me.settled()
    working = server.service.set_to_work
    server.service.set_to_work = lambda game: None
    until_bots_think(table)
    monkeypatch.setattr("fitl.server.service.QUIET", 0.0)  # not before: looks until then would have set them to work
    assert table.me.state()["thinking"]
    server.service.set_to_work = working
    table.me.settled()


def in_deliberation(server: Running, table: Table) -> bool:
    with server.service.open(table.id) as live:
        return live.game.considered is not None


def test_in_table_mode_a_bot_waits_for_its_die_through_a_restart(database: str, serve: Callable[..., Running]) -> None:
    server = serve(database)
    table = server.new_game("me", "bot", "bot", "bot", table_mode=True)
    for _ in range(200):
        state = table.me.settled()
        if in_deliberation(server, table) and server.lines(table.id)[-1].startswith('{"roll"'):
            break
        keys = table.me.asked(state)
        table.me.choose(keys[len(keys) // 2], state["number"])
    else:
        pytest.fail("no non-player rolled twice for one answer")
    with server.service.open(table.id) as live:
        assert live.game.entries[-1].actor == ROLL
    asked = table.me.state()["view"]["decision"]
    again = serve(database)
    me = table.me.through(again)
    stored = again.lines(table.id)
    assert me.settled()["view"]["decision"] == asked
    assert again.lines(table.id) == stored, "looking must not change the journal"
    assert me.choose(me.asked()[0], asked["number"]).status_code == 200
    assert table.me.settled()["entries"] == me.settled()["entries"], "both servers go on from there"
