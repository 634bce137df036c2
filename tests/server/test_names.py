"""A server is asked by its name: a page of another site that points its name at us gets nothing."""

import socket
from collections.abc import Callable

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from fitl.cli.serve import where_open
from fitl.server.addresses import SITES, network_of, site_of
from fitl.server.limits import Limiter, Rate
from tests.server.support import Running

GAME = {"scenario": "short-1965"}


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8737", "localhost.evil.example", "1.2.3.4.evil.example", ""]
)
def test_a_name_that_is_not_ours_is_refused(server: Running, host: str) -> None:
    before = server.stored()
    for answer in (
        server.http.get("/api/options", headers={"Host": host}),
        server.http.get("/", headers={"Host": host}),
        server.http.post("/api/games", json=GAME, headers={"Host": host, "Origin": f"http://{host}"}),
    ):
        assert answer.status_code in (400, 421)
        if answer.status_code == 421:
            assert answer.json()["error"] == "host"
            assert "--allow-host" in answer.json()["message"]
    assert server.stored() == before


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:9", "[::1]:80", "192.168.1.9", "a.localhost"])
def test_this_machine_and_plain_addresses_are_ours(server: Running, host: str) -> None:
    assert server.http.get("/api/options", headers={"Host": host}).status_code == 200


def test_names_can_be_allowed(sqlite: str, serve: Callable[..., Running]) -> None:
    server = serve(sqlite, hosts=["Games.example.org"])
    assert server.http.get("/api/options", headers={"Host": "games.example.org"}).status_code == 200
    assert server.http.get("/api/options", headers={"Host": "other.example.org"}).status_code == 421


def test_all_names_can_be_allowed(sqlite: str, serve: Callable[..., Running]) -> None:
    server = serve(sqlite, hosts=["*"])
    assert server.http.get("/api/options", headers={"Host": "other.example.org"}).status_code == 200


def test_sockets_ask_by_name_as_well(server: Running) -> None:
    table = server.new_game()
    port = httpx.URL(server.address).port
    with socket.create_connection(("127.0.0.1", port or 0)) as plain, pytest.raises(InvalidStatus):
        connect(f"ws://evil.example:{port}{table.me.base}/live", sock=plain)


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix", "unix"),
    ],
)
def test_limits_count_an_ipv6_network_as_one(address: str, site: str) -> None:
    assert site_of(address) == site
    network = {"2001:db8:1:2::/64": "2001:db8:1::/48", "fe80::/64": "fe80::/48"}.get(site, site)
    assert network_of(address) == network


def test_another_address_of_the_same_network_has_no_tokens_of_its_own() -> None:
    limiter = Limiter({"create": Rate(1, 0.001)})
    assert limiter.wait("create", "2001:db8::1") == 0
    assert limiter.wait("create", "2001:db8::2") > 0
    assert limiter.wait("create", "2001:db8:0:1::2") == 0


def test_a_network_of_ipv6_may_ask_for_what_few_addresses_may() -> None:
    limiter = Limiter({"read": Rate(2, 0.001, 1.0)}, clock=lambda: 0.0)
    waits = [limiter.wait("read", f"2001:db8:0:{n}::1") for n in range(2 * SITES + 1)]
    assert [wait > 0 for wait in waits] == [False] * 2 * SITES + [True]
    assert not limiter.wait("read", "2001:db8:1::1")
    for n in range(SITES):
        limiter.charge("read", f"2001:db8:1:{n}::1", 3.0)
        limiter.wait("read", f"2001:db8:1:{n}::1")
        limiter.charge("read", f"2001:db8:1:{n}::1", 3.0)
    assert limiter.wait("read", "2001:db8:1:99::1") > 0


def test_the_terminal_names_addresses_that_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"192.0.2.1": "192.168.1.9", "2001:db8::1": "fd00::9"}

    class Asking:
        """A socket of a machine that has these addresses."""

        def __init__(self, *_: object) -> None:
            self._own = ""

        def __enter__(self) -> "Asking":
            return self

        def __exit__(self, *_: object) -> None: ...

        def connect(self, address: tuple[str, int]) -> None:
            if address[0] not in told:
                raise OSError("Network is unreachable")
            self._own = told[address[0]]

        def getsockname(self) -> tuple[str, int]:
            return self._own, 1

    monkeypatch.setattr("fitl.server.addresses.socket.socket", Asking)
    here = "The table is open at http://127.0.0.1:8737/"
    assert where_open("127.0.0.1", 8737)[1] == [here]
    assert where_open("::1", 8737)[1] == ["The table is open at http://[::1]:8737/"]
    assert where_open("0.0.0.0", 8737)[1] == [here, "Others in your network can open http://192.168.1.9:8737/"]
    both = "Others in your network can open http://192.168.1.9:8737/, http://[fd00::9]:8737/"
    assert where_open("::", 8737)[1] == [here, both]
    told.clear()
    address, lines = where_open("0.0.0.0", 8737)
    assert address == "http://127.0.0.1:8737/"
    assert "no network address" in lines[1]
