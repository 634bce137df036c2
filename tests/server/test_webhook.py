"""A nudge by web hook: to whoever is asked next, once, without secrets, and never to the server's neighbours."""

import contextlib
import json
import queue
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from fitl.board.factions import FACTION_BY_ID
from fitl.server.addresses import is_public
from fitl.server.stored import Head, Listed
from fitl.server.webhook import SENDERS, BadAddress, Nudges, _sentence
from fitl.server.webhook_formats import Posted, form_of
from fitl.words import faction_name
from tests.server.support import PATIENCE, Player, Running, Table, until

NOTHING = Posted(b"{}", "application/json")


class Mailbox:
    """A receiver of web hooks on loopback."""

    def __init__(self) -> None:
        received: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                received.put((self.path, dict(self.headers), body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.received = received
        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?x=1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self) -> Any:
        return json.loads(self.received.get(timeout=PATIENCE)[2])


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    found = Mailbox()
    yield found
    found.server.shutdown()
    found.server.server_close()


def spoken(table: Table) -> str:
    """The Faction of whoever is asked, as people read it."""
    return faction_name(FACTION_BY_ID[table.asked().factions[0]])


def pass_turn(table: Table) -> None:
    """Whoever is asked gives answers until somebody else is asked."""
    player = table.asked()
    while table.asked() is player:
        keys = player.asked()
        player.choose("pass" if "pass" in keys else keys[-1])


def test_each_person_is_told_once_when_their_turn_begins(
    database: str, serve: Callable[..., Running], mailbox: Mailbox
) -> None:
    server = serve(database, local_webhooks=True)
    table = server.new_game("link", "link", "link", "link", webhook=mailbox.url, name="Hue")
    told = [mailbox.next()]
    for _ in range(4):
        assert told[-1] == {
            "game": table.id,
            "name": "Hue",
            "path": f"/game/{table.id}",
            "card": table.me.state()["view"]["card"]["title"],
            "faction": table.asked().factions[0],
            "over": False,
            "text": f"Hue: {spoken(table)}, it is your turn, on {table.me.state()['view']['card']['title']}.",
        }
        pass_turn(table)
        told.append(mailbox.next())
    assert mailbox.received.empty()


def test_a_word_tells_no_secret(sqlite: str, serve: Callable[..., Running], mailbox: Mailbox) -> None:
    server = serve(sqlite, local_webhooks=True)
    table = server.new_game("link", "link", "link", "link", webhook=mailbox.url, options={"deception": True})
    path, headers, body = mailbox.received.get(timeout=PATIENCE)
    assert path == "/hook?x=1"
    assert headers["Content-Type"] == "application/json"
    everything = f"{path}{headers}{body!r}"
    for link in table.created["links"]:
        assert link["token"] not in everything
    assert "hidden" not in everything


def test_it_can_be_set_and_taken_away_later(sqlite: str, serve: Callable[..., Running], mailbox: Mailbox) -> None:
    server = serve(sqlite, local_webhooks=True)
    table = server.new_game("me", "link", "link", "link")
    host = table.players[0]
    assert host.post("/webhook", {"url": mailbox.url}).status_code == 200
    pass_turn(table)
    mailbox.next()
    assert host.post("/webhook", {"url": ""}).status_code == 200
    pass_turn(table)
    server.service.nudges.close()
    assert mailbox.received.empty()


def test_only_the_host_changes_the_web_hook(server: Running) -> None:
    table = server.new_game("me", "link", "link", "link", webhook="https://example.org/hook")
    before = server.stored()
    for somebody in (*table.players[1:], table.spectator):
        for url in ("https://example.org/mine", ""):
            answer = somebody.post("/webhook", {"url": url})
            assert (answer.status_code, answer.json()["error"]) == (409, "refused")
    assert server.stored() == before


def test_a_host_who_does_not_play_changes_it_too(server: Running) -> None:
    table = server.new_game("link", "link", "link", "link")
    host = Player(server, table.id, table.created["links"][0]["token"], "spectator", [])
    assert host.post("/webhook", {"url": "https://example.org/hook"}).status_code == 200


# --- the forms that receivers accept ---


@pytest.mark.parametrize(
    ("url", "form"),
    [
        ("https://discord.com/api/webhooks/1/x", "discord"),
        ("https://ptb.discord.com/api/webhooks/1/x", "discord"),
        ("https://discordapp.com/api/webhooks/1/x", "discord"),
        ("https://discord.com./api/webhooks/1/x", "discord"),
        ("https://discord.com/api/webhooks/1/x/slack", "slack"),
        ("https://push.example.org/hue#NTFY", "ntfy"),
        ("https://hooks.slack.com/services/T/B/x", "slack"),
        ("https://ntfy.sh/hue", "ntfy"),
        ("https://ntfy.example.org/hue", "ntfy"),
        ("https://push.example.org/hue#ntfy", "ntfy"),
        ("https://chat.example.org/hooks/x#slack", "slack"),
        ("https://hooks.slack.com/services/T/B/x#json", "json"),
        ("https://example.org/discord.com#nonsense", "json"),
        ("https://discord.com.example.org/hook", "json"),
    ],
)
def test_the_form_follows_from_the_address(url: str, form: str) -> None:
    assert form_of(url) == form


@pytest.mark.parametrize(
    ("host", "kind", "body"),
    [
        (
            "discord.com",
            "application/json",
            {
                "content": "<!channel> & @everyone: US, it is your turn, on Typhoon Kate.",
                "allowed_mentions": {"parse": []},
            },
        ),
        (
            "hooks.slack.com",
            "application/json",
            {"text": "&lt;!channel&gt; &amp; @everyone: US, it is your turn, on Typhoon Kate."},
        ),
        ("ntfy.sh", "text/plain; charset=utf-8", "<!channel> & @everyone: US, it is your turn, on Typhoon Kate."),
    ],
)
def test_discord_slack_and_ntfy_get_what_they_accept_as_it_is(
    host: str, kind: str, body: Any, monkeypatch: pytest.MonkeyPatch, mailbox: Mailbox
) -> None:
    """Each is played by a receiver on loopback, and a name calls nobody."""
    port = mailbox.server.server_port
    loopback = [(2, 1, 6, "", ("127.0.0.1", port))]
    monkeypatch.setattr("fitl.server.webhook.socket.getaddrinfo", lambda *_, **__: loopback)
    nudges = Nudges(local=True)
    game = listed("g", f"http://{host}:{port}/hook", "Typhoon Kate")
    nudges.send(replace(game, name="<!channel> & @everyone"))
    _, headers, sent = mailbox.received.get(timeout=PATIENCE)
    assert headers["Content-Type"] == kind
    assert (json.loads(sent) if kind == "application/json" else sent.decode()) == body
    nudges.close()


def test_a_message_says_what_it_can() -> None:
    facts = {"name": "Hue", "card": "", "faction": "vc", "over": False}
    assert _sentence(facts) == "Hue: VC, it is your turn."
    assert _sentence(facts | {"faction": None}) == "Hue: the game goes on."
    assert _sentence(facts | {"over": True}) == "Hue: the game is over."


def test_after_a_turn_of_bots_the_person_is_told_again(
    sqlite: str, serve: Callable[..., Running], mailbox: Mailbox
) -> None:
    server = serve(sqlite, local_webhooks=True)
    table = server.new_game("link", "link", "bot", "bot", webhook=mailbox.url)
    for _ in range(3):
        assert mailbox.next()["faction"] == table.asked().factions[0]
        pass_turn(table)


@pytest.mark.parametrize("host", ["127.0.0.1", "10.0.0.7", "192.168.1.1", "169.254.169.254", "[::1]", "[fe80::1]"])
@pytest.mark.parametrize("more", ["", ":8080"])
def test_addresses_inside_the_network_are_refused(server: Running, host: str, more: str) -> None:
    table = server.new_game()
    before = server.stored()
    for answer in (
        table.me.post("/webhook", {"url": f"http://{host}{more}/x"}),
        server.post("/api/games", {"scenario": "short-1965", "webhook": f"http://{host}{more}/x"}),
    ):
        assert (answer.status_code, answer.json()["error"]) == (400, "webhook")
    assert server.stored() == before


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "224.0.0.1", "[::ffff:127.0.0.1]", "localhost", "a.localhost", "[ff02::1]"]
)
def test_so_are_other_names_for_it(server: Running, host: str) -> None:
    answer = server.new_game().me.post("/webhook", {"url": f"https://{host}/"})
    assert (answer.status_code, answer.json()["error"]) == (400, "webhook")


@pytest.mark.parametrize(
    "url",
    [
        *("ftp://example.org/", "example.org", "http://", "http://user:word@example.org/", "http://example.org:99999/"),
        *("http://example.org:x/", "http://[", "http://exämple.org/", "http://example.org/\n", "x" * 501),
        *("http://example.org/a b", "file:///etc/passwd", "javascript:alert(1)"),
    ],
)
def test_what_is_no_address_is_refused(server: Running, url: str) -> None:
    answer = server.new_game().me.post("/webhook", {"url": url})
    assert (answer.status_code, answer.json()["error"]) == (400, "webhook")


def test_a_name_that_stands_for_a_neighbour_gets_no_word(monkeypatch: pytest.MonkeyPatch, mailbox: Mailbox) -> None:
    """Whoever owns a name may point it anywhere after it was accepted."""
    nudges = Nudges()
    port = mailbox.server.server_port
    monkeypatch.setattr("fitl.server.webhook.PORTS", (port,))
    monkeypatch.setattr("fitl.server.webhook.socket.getaddrinfo", lambda *_, **__: [(2, 1, 6, "", ("127.0.0.1", port))])
    nudges.check(f"http://example.org:{port}/")
    with pytest.raises(BadAddress):
        nudges._post(f"http://example.org:{port}/", NOTHING)
    assert mailbox.received.empty()


@pytest.mark.parametrize(
    "address",
    [
        *("64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:c0a8:101::1"),
        *("2001:0:4136:e378:8000:63bf:3fff:fdd2", "::ffff:10.0.0.1", "::ffff:0:10.0.0.1", "::10.0.0.1", "fec0::1"),
        *("fd00::1", "fe80::1", "::", "::1", "ff0e::1"),
    ],
)
def test_private_addresses_in_other_clothes_are_private(address: str) -> None:
    assert not is_public(address)
    with pytest.raises(BadAddress):
        Nudges().check(f"https://[{address}]/")


@pytest.mark.parametrize(
    "address",
    [
        *("0.1.2.3", "100.64.0.1", "100.127.255.255", "172.31.0.1", "192.0.0.9", "192.0.2.1", "192.31.196.1"),
        *("192.52.193.1", "192.88.99.0", "192.88.99.255", "192.175.48.1", "198.19.255.255", "198.51.100.1"),
        *("203.0.113.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "::ffff:192.88.99.1", "64:ff9b::192.88.99.1"),
        *("100::1", "100:0:0:1::1", "2001:1::1", "2001:3::1", "2001:4:112::1", "2001:20::1", "2001:30::1"),
        *("2001:db8::1", "2002:808:808::1", "2620:4f:8000::1", "3fff::1", "3fff:fff:ffff::1", "5f00::1", "4000::1"),
        *("::8.8.8.8", "::ffff:0:8.8.8.8", "fc00::1", "fe80::1%eth0"),
    ],
)
def test_addresses_of_the_special_purpose_registries_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "100.63.255.255",
        "172.32.0.1",
        "192.88.100.1",
        "2001:4860::1",
        "3ffe::1",
        "2606:4700::1111",
        "64:ff9b::8.8.8.8",
        "::ffff:8.8.8.8",
        "8.8.8.8",
    ],
)
def test_public_ones_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("port", [22, 25, 6379, 8080])
def test_odd_ports_are_refused_by_default(server: Running, port: int) -> None:
    answer = server.new_game().me.post("/webhook", {"url": f"https://example.org:{port}/"})
    assert (answer.status_code, answer.json()["error"]) == (400, "webhook")
    assert str(port) in answer.json()["message"]


# --- slow receivers ---


class Tarpit:
    """A receiver that takes everybody in and answers a byte at a time, for ever."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=50)
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}/"
        self.taken: list[socket.socket] = []
        self._stop = threading.Event()
        for work in (self._take, self._drip):
            threading.Thread(target=work, daemon=True).start()

    def _take(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                self.taken.append(self._listening.accept()[0])

    def _drip(self) -> None:
        while not self._stop.wait(0.05):
            for one in list(self.taken):
                with contextlib.suppress(OSError):
                    one.send(b"x")

    def close(self) -> None:
        self._stop.set()
        self._listening.close()
        for one in self.taken:
            one.close()


@pytest.fixture
def tarpit() -> Iterator[Tarpit]:
    found = Tarpit()
    yield found
    found.close()


def listed(game: str, url: str, title: str = "") -> Listed:
    summary = {"title": title, "actor": "us", "over": False}
    return Listed(game, game, "short-1965", 0.0, summary, None, url, False, 0, Head(0, 0, 0))


def test_a_delivery_has_one_deadline_however_slowly_the_answer_drips(tarpit: Tarpit) -> None:
    nudges = Nudges(local=True, deadline=0.4)
    with pytest.raises(TimeoutError):
        nudges._post(tarpit.url, NOTHING)


def test_receivers_that_were_slow_hold_one_sender_and_others_get_their_word(tarpit: Tarpit, mailbox: Mailbox) -> None:
    nudges = Nudges(local=True, deadline=0.2)
    bad = [f"bad{n}" for n in range(12)]
    for game in bad:
        nudges.send(listed(game, tarpit.url))
    until(lambda: nudges.failed == len(bad), "each was tried once")
    for failing in nudges._failing.values():
        failing.until = 0.0  # their pauses are over
    nudges._deadline = PATIENCE  # now each holds its sender for good
    for game in bad:
        nudges.send(listed(game, tarpit.url))
    for game in ("good1", "good2"):
        nudges.send(listed(game, mailbox.url))
    assert {mailbox.next()["game"], mailbox.next()["game"]} == {"good1", "good2"}
    assert len(nudges._waiting) == len(bad) - 1
    nudges.close()


def test_a_receiver_that_failed_is_left_alone_for_a_while(tarpit: Tarpit) -> None:
    nudges = Nudges(local=True, deadline=0.1)
    nudges.send(listed("bad", tarpit.url))
    until(lambda: nudges.failed == 1, "it was tried")
    nudges.send(listed("bad", tarpit.url))
    assert (nudges.dropped, len(nudges._waiting)) == (1, 0)
    nudges.close()


def test_of_one_game_only_the_latest_word_waits_and_of_all_games_not_too_many(
    tarpit: Tarpit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fitl.server.webhook.WAITING", 20)
    nudges = Nudges(local=True, deadline=PATIENCE)
    for n in range(SENDERS):
        nudges.send(listed(f"slow{n}", tarpit.url))
    until(lambda: not nudges._waiting, "all senders are held")
    for n in range(100):
        nudges.send(listed("one", tarpit.url, str(n)))
    assert [message["card"] for _, message in nudges._waiting.values()] == ["99"]
    for n in range(100):
        nudges.send(listed(f"other{n}", tarpit.url))
    assert len(nudges._waiting) == 20
    assert nudges.dropped == 81
    nudges.close()


def test_a_receiver_that_is_gone_disturbs_nobody(sqlite: str, serve: Callable[..., Running]) -> None:
    server = serve(sqlite, local_webhooks=True)
    table = server.new_game("link", "link", "link", "link", webhook="http://127.0.0.1:9/")
    pass_turn(table)
    assert table.asked().asked()
