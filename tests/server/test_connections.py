"""The front door: connections are counted, and whoever does not say what they want is shown out."""

import contextlib
import socket
import time
from collections.abc import Callable, Iterator

import pytest

from fitl.server.addresses import SITES
from fitl.server.connections import BACKLOG, FEW, SPARE, Crowd, Patience, room_for
from tests.server.processes import Process
from tests.server.support import PATIENCE, Running, until

Serve = Callable[..., Running]
SHORT = Patience(headers=0.3, body=0.3, reading=0.5)


def talk(server: Running, said: bytes) -> socket.socket:
    """A connection on which something was said."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    found = socket.create_connection((host, int(port)), timeout=PATIENCE)
    found.sendall(said)
    return found


def heard(connection: socket.socket) -> bytes:
    """All that is said until the other side hangs up."""
    said = b""
    with contextlib.suppress(ConnectionResetError):
        while more := connection.recv(65536):
            said += more
    return said


@pytest.fixture
def hasty(sqlite: str, serve: Serve) -> Running:
    return serve(sqlite, patience=SHORT)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HT",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    ],
    ids=["nothing", "half a line", "half a header", "half a body", "half of the chunks"],
)
def test_a_request_that_does_not_come_to_its_end_is_ended(hasty: Running, said: bytes) -> None:
    with talk(hasty, said) as connection:
        assert heard(connection) == b""


def test_dripping_bytes_do_not_put_the_deadline_off(hasty: Running) -> None:
    def drip() -> None:
        for _ in range(int(PATIENCE / 0.05)):
            connection.sendall(b"X-Drip: 1\r\n")
            time.sleep(0.05)

    with talk(hasty, b"GET / HTTP/1.1\r\nHost: localhost\r\n") as connection, pytest.raises(ConnectionError):
        drip()


def test_a_second_request_on_the_same_connection_has_a_deadline_of_its_own(hasty: Running) -> None:
    whole = b"GET /api/options HTTP/1.1\r\nHost: localhost\r\n\r\n"
    half = b"POST /api/mine HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    for sent in ([whole + half], [whole, half]):
        with talk(hasty, sent[0]) as connection:
            if len(sent) > 1:
                assert connection.recv(65536)
                connection.sendall(sent[1])
            assert b"POST" not in heard(connection)


def test_whoever_does_not_read_the_answer_is_shown_out(hasty: Running) -> None:
    asked = b"GET /api/cards HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with talk(hasty, asked) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with contextlib.suppress(OSError):
            connection.settimeout(0.5)
            connection.sendall(asked * 2000)
        until(lambda: len(hasty.server.server_state.connections) == 0, "the connection was ended")


def test_requests_in_time_are_served(hasty: Running) -> None:
    time.sleep(1.2 * SHORT.headers)  # of the server's life, not of the connection's
    assert hasty.get("/api/options").status_code == 200
    assert hasty.new_game().me.state()["number"] >= 0


def test_one_address_may_hold_so_many_connections_and_others_get_in_all_the_same(sqlite: str, serve: Serve) -> None:
    door = Crowd(40, 5)
    server = serve(sqlite, door=door)
    with contextlib.ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(talk(server, b"GET"))
        until(lambda: door.open == 5, "they are counted")
        with talk(server, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") as one_more:
            said = heard(one_more)
        assert said.startswith(b"HTTP/1.1 503 ")
        assert b'"error": "full"' in said
        assert b"Retry-After" in said
        assert door.enter("somebody else", "198.51.100.7")
    until(lambda: door.open == 1, "who left is not counted any more")
    assert server.get("/api/options").status_code == 200


def test_a_socket_stays_open_however_long_nothing_is_said(hasty: Running) -> None:
    table = hasty.new_game()
    with table.me.socket() as socket:
        socket.recv(timeout=PATIENCE)
        with pytest.raises(TimeoutError):
            socket.recv(timeout=2 * SHORT.body)
        table.me.post("/chat", {"text": "still there?"})
        assert socket.recv(timeout=PATIENCE)


def test_a_socket_is_counted_until_it_closes(sqlite: str, serve: Serve) -> None:
    door = Crowd(40, 6)
    server = serve(sqlite, door=door)
    table = server.new_game()
    before = door.open
    with table.me.socket() as one:
        one.recv(timeout=PATIENCE)
        assert door.open == before + 1
        with table.me.socket() as two:
            two.recv(timeout=PATIENCE)
            assert door.open == before + 2
    until(lambda: door.open == before, "both have left")


def test_all_together_are_counted_even_where_a_proxy_speaks_for_many() -> None:
    door = Crowd(3, 1, frozenset({"127.0.0.1", "::1"}))
    assert [door.enter(n, "127.0.0.1") for n in range(4)] == [True, True, True, False]
    assert not door.enter("other", "198.51.100.7")
    door.leave(0)
    assert door.enter("other", "198.51.100.7")
    assert door.refused == 2


def test_addresses_of_one_ipv6_network_count_as_one() -> None:
    door = Crowd(100, 2)
    assert door.enter(1, "2001:db8:0:1::1")
    assert door.enter(2, "2001:db8:0:1:ffff::9")
    assert not door.enter(3, "2001:db8:0:1::3")
    assert door.enter(4, "2001:db8:0:2::3")


def test_networks_of_ipv6_count_as_few_addresses() -> None:
    door = Crowd(100, 2)
    let_in = [door.enter(n, f"2001:db8:0:{n}::1") for n in range(10)]
    assert let_in == [True] * SITES * 2 + [False] * 2
    assert door.enter("other", "2001:db8:1:1::1")
    for n in range(10):
        door.leave(n)
    assert (door.open, len(door._counts)) == (1, 2)


def test_few_addresses_cannot_take_all_connections() -> None:
    """Thirty-two addresses with as many as each may have would be all that there are."""
    door = Crowd(2_000, 64)
    for number in range(64 * 100):
        door.enter(number, f"203.0.113.{number % 32}")
    assert 1_200 < door.open < 1_700
    assert all(door.enter(f"other {n}", "198.51.100.1") for n in range(20))
    for number in range(64 * 40):
        door.enter(f"more {number}", f"198.51.99.{number % 40}")
    assert door.open < 2_000
    assert all(door.enter(f"newcomer {n}", "192.0.2.1") for n in range(FEW))


def test_without_limits_one_address_may_take_all_connections() -> None:
    door = Crowd(20, 20, shared=False)
    assert all(door.enter(number, "203.0.113.1") for number in range(20))


@pytest.mark.parametrize("may", [64, 256, 1024, 1 << 20])
def test_connections_never_take_the_last_descriptor(may: int) -> None:
    room = room_for(may)
    assert room > 0
    assert may < 200 or room + BACKLOG + SPARE <= may


@pytest.fixture
def narrow(tmp_path: object) -> Iterator[Process]:
    """A server process that may have 256 descriptors."""
    resource = pytest.importorskip("resource")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))

    with Process(f"sqlite:///{tmp_path}/games.sqlite3", limit=limit) as found:
        yield found


def test_half_sent_requests_stop_no_server_and_fill_no_log(narrow: Process) -> None:
    """320 of them stopped a server with 256 descriptors, and its log grew by megabytes a second."""
    with contextlib.ExitStack() as stack:
        for _ in range(320):
            with contextlib.suppress(OSError):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", narrow.port), timeout=2))
                one.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\n")
        time.sleep(1.0)
        assert len(narrow.said()) < 20_000
    until(narrow.answers, "people are served again")
