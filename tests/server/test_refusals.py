"""Whatever the server does not accept changes nothing, and it says why."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any

import anyio
import httpx
import pytest
from websockets import ConnectionClosed

from fitl.catalogue import tell
from fitl.server.limits import RATES, Limiter, Rate, Unlimited
from fitl.server.offload.threads import PER_ADDRESS, Threads
from tests.server.support import PATIENCE, Player, Running, Table, serving

DEEP = "[" * 5000 + "]" * 5000
HUGE = 10**40
WRONG: tuple[Any, ...] = (None, True, 1.5, HUGE, -1, "", "\ud800", "x\u0000y", [], [[]], {}, {"a": 1})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('refusals') / 'games.sqlite3'}") as running:
        yield running


@pytest.fixture(scope="module")
def table(server: Running) -> Table:
    """Four people at four screens, in the middle of a turn."""
    table = server.new_game("link", "link", "link", "link")
    table.play(7)
    return table


def send(player: Player, path: str, content: str, **headers: str) -> httpx.Response:
    sent = {"Content-Type": "application/json", "Authorization": f"Bearer {player.token}"} | headers
    return player.server.http.post(player.base + path, content=content, headers=sent)


class Nothing:
    """Makes sure that nothing changes."""

    def __init__(self, server: Running) -> None:
        self._server = server

    def __enter__(self) -> None:
        self._before = self._server.stored()

    def __exit__(self, *_: object) -> None:
        assert self._server.stored() == self._before


def refused(answer: httpx.Response, status: int, code: str) -> str:
    """The sentence of a refusal of this kind."""
    assert (answer.status_code, answer.json().get("error")) == (status, code), answer.text
    assert set(answer.json()) == {"error", "message"}
    message = str(answer.json()["message"])
    assert len(message) > 10
    return message


def test_another_seat_may_not_answer(table: Table) -> None:
    asked = table.asked()
    with Nothing(table.server):
        for player in table.players:
            if player is not asked:
                assert asked.factions[0].upper() in refused(player.choose(asked.asked()[0]), 403, "wrong_seat")


def test_a_spectator_may_not_change_anything(table: Table) -> None:
    bodies = {
        "/choose": {"number": table.me.state()["number"], "key": table.asked().asked()[0]},
        "/undo": {},
        "/undo/answer": {"proposal": "x", "agree": True},
        "/transfer": {"giver": "nva", "amount": 1},
    }
    with Nothing(table.server):
        for path, body in bodies.items():
            assert "watching" in refused(table.spectator.post(path, body), 409, "refused")


def test_an_answer_to_another_decision_is_stale(table: Table) -> None:
    asked = table.asked()
    number = asked.state()["number"]
    key = asked.asked()[0]
    with Nothing(table.server):
        for other in (number + 1, number - 1, 0, HUGE, -5):
            message = refused(asked.post("/choose", {"number": other, "key": key + "?"}), 409, "stale")
            assert str(number) in message


def test_an_option_that_is_not_offered_is_refused_with_those_that_are(table: Table) -> None:
    asked = table.asked()
    with Nothing(table.server):
        for key in ("fly to the moon", "", "\ud800", "x" * 5000):
            message = refused(
                send(asked, "/choose", json.dumps({"number": asked.state()["number"], "key": key})), 422, "not_offered"
            )
            assert asked.asked()[0] in message


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_fields_of_the_wrong_type_are_refused(table: Table, wrong: Any) -> None:
    asked = table.asked()
    number, key = asked.state()["number"], asked.asked()[0]
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("/undo", {"number": wrong}),
        ("/undo/answer", {"proposal": wrong, "agree": True}),
        ("/undo/answer", {"proposal": "x", "agree": wrong}),
        ("/transfer", {"giver": wrong, "amount": 1}),
        ("/transfer", {"giver": "nva", "amount": wrong}),
        ("/chat", {"text": wrong}),
        ("/name", {"name": wrong}),
        ("/webhook", {"url": wrong}),
        ("/choose", {"number": wrong, "key": key}),
        ("/choose", {"number": number, "key": wrong}),
    ]
    allowed = {  # what is not wrong there
        "/undo": (None,),
        "/chat": ("x\u0000y",),
        "/name": ("",),
        "/webhook": (None, ""),
    }
    for path, body in bodies:
        if wrong in allowed.get(path, ()) and not isinstance(wrong, bool):
            continue
        with Nothing(table.server):
            answer = send(asked, path, json.dumps(body))
            assert answer.status_code in (400, 403, 409, 422), (path, body, answer.text)
            assert len(answer.json()["message"]) > 10


SEATS = [{"factions": [name], "kind": "me"} for name in ("us", "arvn", "nva", "vc")]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
@pytest.mark.parametrize(
    "field", ["scenario", "options", "option", "seats", "seat", "factions", "faction", "kind", "seed", "table_mode"]
)
def test_a_game_is_not_created_from_fields_of_the_wrong_type(server: Running, field: str, wrong: Any) -> None:
    wish: dict[str, Any] = {"scenario": "short-1965", "seats": [dict(seat) for seat in SEATS]}
    if field == "seat":
        wish["seats"][1] = wrong
    elif field in ("factions", "kind"):
        wish["seats"][1][field] = wrong
    elif field == "faction":
        wish["seats"][1]["factions"] = [wrong]
    elif field == "option":
        wish["options"] = {"by_hand": wrong}
    else:
        wish[field] = wrong
    if (wrong is None and field in ("options", "seats", "seed")) or (field == "options" and wrong == {}):
        return  # the same as leaving it out
    if wrong is True and field in ("option", "table_mode"):
        return  # right
    with Nothing(server):
        answer = server.http.post("/api/games", content=json.dumps(wish), headers={"Content-Type": "application/json"})
        assert answer.status_code == 400, answer.text
        assert len(answer.json()["message"]) > 10


@pytest.mark.parametrize("field", ["name", "host", "webhook", "lesson"])
def test_nor_from_other_fields_of_the_wrong_type(server: Running, field: str) -> None:
    for wrong in (1.5, HUGE, [], {}, [[]], "x" * 501):
        with Nothing(server):
            answer = server.post("/api/games", {"scenario": "short-1965", field: wrong})
            assert answer.status_code == 400, (wrong, answer.text)


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        (SEATS[:3], "options"),
        ([*SEATS, SEATS[0]], "options"),
        ([{"factions": ["us", "nva"], "kind": "me"}, *SEATS[1:]], "unclear"),
        ([{"factions": ["us", "arvn"], "kind": "bot"}, *SEATS[2:]], "unclear"),
        ([{"factions": ["us"], "kind": "dog"}, *SEATS[1:]], "unclear"),
        ([{"factions": ["su"], "kind": "me"}, *SEATS[1:]], "unclear"),
    ],
)
def test_seats_must_be_those_of_the_game(server: Running, seats: Any, code: str) -> None:
    with Nothing(server):
        refused(server.post("/api/games", {"scenario": "short-1965", "seats": seats}), 400, code)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"scenario": "short-1066"}, "short-1066"),
        ({}, "scenario"),
        ({"scenario": "short-1965", "options": {"flying_pigs": True}}, "flying_pigs"),
        ({"scenario": "short-1965", "options": {"deception": True, "uncertain_victory": True}}, "choose one"),
        ({"scenario": "short-1965", "options": {"deception": True}, "table_mode": True}, "table mode"),
        ({"scenario": "short-1965", "seed": 1 << 63}, "seed"),
    ],
)
def test_a_refused_game_says_what_would_be_right(server: Running, wish: dict[str, Any], words: str) -> None:
    with Nothing(server):
        answer = server.post("/api/games", wish)
        assert answer.status_code == 400
        assert words in answer.json()["message"]


POSTS = ("choose", "undo", "undo/answer", "transfer", "chat", "name", "webhook", "mute", "renew/spectators")
GETS = ("", "version", "frames", "history", "log", "hint", "reasons", "orders", "why", "journal", "log.txt")
GETS = (*GETS, "position", "chat")


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    ("content", "status"),
    [("", 400), ("{", 400), ("[]", 400), ("null", 400), ('"x"', 400), (DEEP, 400), ('{"x": ' + "9" * 5000 + "}", 400)],
    ids=["empty", "torn", "list", "null", "text", "deep", "huge number"],
)
def test_what_is_no_json_object_is_refused(table: Table, path: str, content: str, status: int) -> None:
    with Nothing(table.server):
        answer = send(table.me, f"/{path}", content)
        assert (answer.status_code, answer.json()["error"]) == (status, "unclear"), answer.text


def test_bytes_that_are_no_text_are_refused(table: Table) -> None:
    with Nothing(table.server):
        sent = {"Content-Type": "application/json", "Authorization": f"Bearer {table.me.token}"}
        answer = table.server.http.post(table.me.base + "/chat", content=b'{"text": "\xff\xfe"}', headers=sent)
        refused(answer, 400, "unclear")


@pytest.mark.parametrize("path", POSTS)
def test_more_than_anybody_needs_is_refused(table: Table, path: str) -> None:
    with Nothing(table.server):
        refused(send(table.me, f"/{path}", '{"text": "' + "x" * 17_000 + '"}'), 413, "too_large")


def test_an_endless_body_without_a_length_is_cut_off(table: Table) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    sent = {"Content-Type": "application/json", "Authorization": f"Bearer {table.me.token}"}
    with Nothing(table.server):
        answer = table.server.http.post(table.me.base + "/chat", content=pieces(), headers=sent)
        refused(answer, 413, "too_large")


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_forms_of_other_pages_are_refused(table: Table, path: str, kind: str) -> None:
    with Nothing(table.server):
        answer = send(table.me, f"/{path}", '{"text": "x"}', **{"Content-Type": kind})
        refused(answer, 415, "content_type")


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
def test_other_sites_are_refused(table: Table, path: str, headers: dict[str, str]) -> None:
    with Nothing(table.server):
        refused(send(table.me, f"/{path}", '{"text": "x"}', **headers), 403, "origin")


def test_our_own_page_is_not_another_site(table: Table) -> None:
    headers = {"Origin": table.server.address, "Sec-Fetch-Site": "same-origin"}
    assert send(table.me, "/chat", '{"text": "hello"}', **headers).status_code == 200


@pytest.mark.parametrize("path", GETS)
@pytest.mark.parametrize("token", ["", "x", "x" * 5000, "é"])
def test_nothing_is_told_without_a_link(table: Table, path: str, token: str) -> None:
    query = {"frames": "?from=0&to=1", "orders": "?from=0&to=1", "reasons": "?turn=0"}.get(path, "")
    address = f"/api/games/{table.id}" + (f"/{path}" if path else "") + query
    sent = {"Authorization": f"Bearer {token}".encode()} if token else {}
    refused(table.server.http.get(address, headers=sent), 404, "unknown")


@pytest.mark.parametrize("path", POSTS)
def test_a_link_of_another_game_opens_nothing_here(table: Table, path: str) -> None:
    other = table.server.new_game()
    stranger = Player(table.server, table.id, other.me.token, "player", ["us"])
    with Nothing(table.server):
        refused(stranger.post(f"/{path}", {"text": "x"}), 404, "unknown")


@pytest.mark.parametrize("scheme", ["Basic {}", "{}", "Token {}"])
def test_the_link_is_sent_as_bearer_only(table: Table, scheme: str) -> None:
    sent = {"Authorization": scheme.format(table.me.token)}
    refused(table.server.http.get(f"/api/games/{table.id}", headers=sent), 404, "unknown")
    refused(table.server.http.get(f"/api/games/{table.id}?token={table.me.token}"), 404, "unknown")


@pytest.mark.parametrize(
    "path",
    [
        *("/frames", "/frames?from=a&to=2", "/frames?from=-1&to=2", "/orders?from=0", "/reasons", "/reasons?turn=1e3"),
        *("?at=x", "?at=9999999999", "/log?from=²", "/chat?after=0x1", "/chat?after="),
    ],
)
def test_numbers_in_addresses_must_be_numbers(table: Table, path: str) -> None:
    refused(table.me.get(path), 400, "unclear")


@pytest.mark.parametrize("path", ["/api", "/api/nothing", "/api/games/x/y", "/static/../app.py", "/static/nothing"])
def test_unknown_addresses_are_refused_in_words(server: Running, path: str) -> None:
    answer = server.http.get(path)
    assert refused(answer, 404, "unknown") == tell("server.refuse.address")


def test_methods_that_do_nothing_are_refused(table: Table) -> None:
    with Nothing(table.server):
        for method in ("PUT", "DELETE", "PATCH"):
            answer = table.server.http.request(method, table.me.base, json={}, headers={"Authorization": "Bearer x"})
            assert answer.status_code == 405


def test_no_folder_outside_the_page_is_served(server: Running) -> None:
    for path in ("/static/..%2f..%2fserver%2fapp.py", "/static/%2e%2e/%2e%2e/server/app.py", "/static//etc/passwd"):
        assert server.http.get(path).status_code == 404, path


def test_the_same_answer_sent_twice_counts_once(table: Table) -> None:
    asked = table.asked()
    body = {"number": asked.state()["number"], "key": asked.asked()[0]}
    assert asked.post("/choose", body).status_code == 200
    with Nothing(table.server):
        again = asked.post("/choose", body)
        assert again.status_code == 200
        assert again.json()["state"]["number"] > body["number"]
    with Nothing(table.server):
        others = [player for player in table.players if player is not asked]
        assert {player.post("/choose", body).status_code for player in others} == {409}


def test_what_chance_answered_cannot_be_guessed_at(server: Running) -> None:
    """Saying "that was my answer" about a marker another player drew would tell which it was."""
    table = server.new_game("link", "link", "link", "link", options={"deception": True})
    with Nothing(server):
        for number in range(8):
            for key in ("empty_threat", "hidden_agenda", "hidden_asset"):
                refused(table.players[0].post("/choose", {"number": number, "key": key}), 409, "stale")


def test_too_many_requests_are_refused_for_a_while(sqlite: str, serve: Callable[..., Running]) -> None:
    once_an_hour = {kind: Rate(5, 1 / 3600) for kind in RATES}
    server = serve(sqlite, rates=once_an_hour)
    table = server.new_game()
    number, key = table.me.state()["number"], table.me.asked()[0]
    for _ in range(3):
        assert table.me.get("/version").status_code == 200
    late = [
        table.me.get("/version"),
        table.me.get(),
        server.get("/api/facts"),
        server.get("/"),
        server.get("/readyz"),
        server.get("/static/none"),
        *[table.me.get("/hint") for _ in range(6)][-1:],
        *[table.me.post("/name", {"name": "Ann"}) for _ in range(6)][-1:],
        *[server.post("/api/games", {}) for _ in range(6)][-1:],
    ]
    for answer in late:
        refused(answer, 429, "slower")
        assert int(answer.headers["retry-after"]) > 3000
    with Nothing(server):
        refused(table.me.post("/choose", {"number": number, "key": key}), 429, "slower")
        with pytest.raises(ConnectionClosed) as closed, table.me.socket() as socket:
            socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013


def test_buckets_fill_again_and_are_kept_apart() -> None:
    now = [0.0]
    limiter = Limiter({"read": Rate(2, 0.5)}, clock=lambda: now[0])
    assert [limiter.wait("read", "a") for _ in range(3)] == [0, 0, 2]
    assert limiter.wait("read", "b") == 0
    now[0] = 2.5
    assert limiter.wait("read", "a") == 0
    assert limiter.wait("read", "a") == pytest.approx(1.5)


def test_what_takes_long_counts_for_several_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    limiter = Limiter({"read": Rate(10, 1.0, each=0.005), "write": Rate(10, 1.0)}, clock=lambda: now[0])
    assert limiter.wait("read", "a") == 0
    limiter.charge("read", "a", 0.004)  # what any request may take
    assert [limiter.wait("read", "a") for _ in range(4)] == [0] * 4
    limiter.charge("read", "a", 0.030)
    assert limiter.wait("read", "a") == pytest.approx(1.0)
    limiter.charge("read", "a", 100.0)
    assert limiter.wait("read", "a") == pytest.approx(11.0), "nobody is locked out for long"
    assert limiter.wait("read", "b") == 0
    assert limiter.wait("write", "a") == 0
    monkeypatch.setattr(time, "thread_time", partial(next, count(0)))  # whatever is done takes a second
    assert limiter.paying("read", "b", lambda: "done")() == "done"
    assert limiter.wait("read", "b") > 0
    friends = Unlimited()
    assert friends.paying("read", "b", lambda: "done")() == "done"
    assert friends.wait("read", "b") == 0


def test_an_address_has_some_of_the_threads_and_another_does_not_wait_for_it() -> None:
    async def work() -> None:
        threads = Threads()
        go_on = threading.Event()
        begun: list[str] = []

        def hold(whose: str) -> None:
            begun.append(whose)
            go_on.wait(PATIENCE)

        async with anyio.create_task_group() as tasks:
            for number in range(20):
                tasks.start_soon(threads.run, partial(hold, "much"), f"game {number}", "2001:db8::1")
            while len(begun) < PER_ADDRESS:
                await anyio.sleep(0.001)
            await threads.run(lambda: begun.append("other"), "game 0", "192.0.2.1")
            assert begun == ["much"] * PER_ADDRESS + ["other"]
            go_on.set()
        assert len(begun) == 21

    anyio.run(work)


def test_whoever_asks_much_about_a_game_leaves_its_players_a_place() -> None:
    async def work() -> None:
        threads = Threads()
        go_on = threading.Event()
        begun: list[str] = []

        def hold() -> None:
            begun.append("spectator")
            go_on.wait(PATIENCE)

        async with anyio.create_task_group() as tasks:
            for _ in range(20):
                tasks.start_soon(threads.run, hold, "game", "2001:db8::1")
            while not begun:
                await anyio.sleep(0.001)
            with anyio.fail_after(PATIENCE):
                await threads.run(lambda: begun.append("player"), "game", "192.0.2.1")
            assert begun == ["spectator", "player"]
            go_on.set()
        assert len(begun) == 21

    anyio.run(work)


def test_a_fault_of_ours_says_so_without_details(
    sqlite: str, serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(sqlite)
    table = server.new_game()

    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("fitl.server.show.state_of", broken)
    answer = table.me.get()
    assert answer.status_code == 500
    assert answer.json() == {"error": "fault", "message": tell("server.fault")}


def test_a_fault_while_answering_changes_nothing(
    sqlite: str, serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(sqlite)
    table = server.new_game()
    state = table.me.state()
    key = table.me.asked(state)[0]

    def broken(*_: object, **__: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch, Nothing(server):
        patch.setattr(server.store, "append", broken)
        assert table.me.choose(key, state["number"]).status_code == 500
        assert table.me.state() == state
    assert table.me.choose(key, state["number"]).status_code == 200
