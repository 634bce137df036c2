"""The socket says when to look again, and nothing else."""

import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from websockets import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from fitl.server import socket as socket_module
from tests.server.support import PATIENCE, Running, serving, until


def news(socket: ClientConnection) -> dict[str, Any]:
    return dict(json.loads(socket.recv(timeout=PATIENCE)))


def news_with(socket: ClientConnection, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    while not true(found := news(socket)):
        pass
    return found


def closed_with(socket: ClientConnection) -> int:
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return -1 if closed.rcvd is None else closed.rcvd.code


def test_a_move_is_told_to_everybody_who_listens(either: Running) -> None:
    table = either.new_game("link", "link", "link", "link")
    with table.players[0].socket() as one, table.spectator.socket() as other:
        before = table.me.state()
        for socket in (one, other):
            assert news(socket)["number"] == before["number"]
        asked = table.asked()
        after = asked.choose(asked.asked()[0]).json()["state"]
        for socket in (one, other):
            told = news_with(socket, lambda told: told["number"] == after["number"])
            assert told["version"] >= after["version"]


def test_chat_names_and_proposals_are_told(server: Running) -> None:
    table = server.new_game("link", "link", "link", "link")
    with table.me.socket() as socket:
        version = news(socket)["version"]
        chat = table.players[1].post("/chat", {"text": "hello"}).json()["result"]
        version = news_with(socket, lambda told: told["chat"] == chat and told["version"] > version)["version"]
        table.players[1].post("/name", {"name": "Bob"})
        news_with(socket, lambda told: told["version"] > version)


def test_bots_at_work_are_told(server: Running) -> None:
    table = server.new_game("me", "bot", "bot", "bot")
    table.me.settled()
    with table.me.socket() as socket:
        entries = news(socket)["entries"]
        for _ in range(60):
            if table.me.post("/choose", {"number": entries, "key": table.me.asked()[-1]}).json()["state"]["thinking"]:
                break
            entries = table.me.state()["number"]
        told = news_with(socket, lambda told: not told["thinking"] and told["entries"] > entries + 1)
        assert told["number"] == table.me.settled()["number"]


@pytest.mark.parametrize(
    "greeting", ["x", "[]", "null", "{}", '{"token": 7}', '{"token": "x"}', '{"token": null}', "[" * 9000, '"\\ud800"']
)
def test_a_wrong_token_closes_the_socket(server: Running, greeting: str) -> None:
    with server.new_game().me.socket(greeting) as socket:
        assert closed_with(socket) == 4401


def test_a_link_of_another_game_closes_the_socket(server: Running) -> None:
    other = server.new_game().me
    with server.new_game().me.socket(json.dumps({"token": other.token})) as socket:
        assert closed_with(socket) == 4401


def test_a_socket_that_says_nothing_is_closed(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fitl.server.socket.GREETING", 0.05)
    from websockets.sync.client import connect

    address = server.address.replace("http", "ws", 1) + f"/api/games/{server.new_game().id}/live"
    with connect(address) as socket:
        assert closed_with(socket) == 4401


def test_another_site_opens_no_socket(server: Running) -> None:
    me = server.new_game().me
    for headers in ({"Origin": "https://example.org"}, {"Origin": "http://["}, {"Sec-Fetch-Site": "cross-site"}):
        with pytest.raises(InvalidStatus) as refused, me.socket(additional_headers=headers):
            pass
        assert refused.value.response.status_code == 403
    with me.socket(origin=server.address) as socket:
        assert news(socket)["number"] == me.state()["number"]


def test_hearts_beat(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fitl.server.socket.HEARTBEAT", 0.02)
    with server.new_game().me.socket() as socket:
        told = [news(socket) for _ in range(5)]
    assert told[-1] == told[-2]


def test_what_a_page_says_later_is_not_heeded(server: Running) -> None:
    table = server.new_game()
    with table.me.socket() as socket:
        before = news(socket)
        for said in ("x", b"\x00\xff", json.dumps({"number": before["number"], "key": "pass"})):
            socket.send(said)
        table.me.post("/chat", {"text": "still there?"})
        assert news_with(socket, lambda told: told["chat"] > 0)["entries"] == before["entries"]


def test_the_server_ends_though_sockets_are_open(sqlite: str) -> None:
    with serving(sqlite) as server:
        table = server.new_game()
        with table.me.socket() as socket:
            news(socket)
            server.server.should_exit = True
            assert closed_with(socket) == 1012
        until(lambda: not server.server.started or not server.server.servers[0].is_serving(), "it has ended")


def test_a_fault_closes_the_socket_so_that_the_page_tries_again(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = server.new_game()
    with table.me.socket() as socket:
        news(socket)

        def broken(_game: str) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(server.service, "news_of", broken)
        table.me.post("/chat", {"text": "hello"})
        assert closed_with(socket) == 1011


def test_many_sockets_of_one_game_cost_no_more_than_a_few(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever watches hears the last of a chat, but not of every line of it by itself."""
    told = 0
    news_of = server.service.news_of

    def counted(game: str) -> dict[str, Any]:
        nonlocal told
        told += 1
        return news_of(game)

    monkeypatch.setattr(server.service, "news_of", counted)
    monkeypatch.setattr(socket_module, "BREATH", 0.4)
    table = server.new_game()
    with ExitStack() as stack:
        sockets = [stack.enter_context(table.spectator.socket(max_queue=None)) for _ in range(3)]
        for socket in sockets:
            news(socket)
        before = told
        for number in range(6):
            assert table.me.post("/chat", {"text": str(number)}).status_code == 200
        for socket in sockets:
            assert news_with(socket, lambda said: said["chat"] == 6)
    assert told - before < 3 * 6
