"""A nudge by web hook: when a person's turn begins, a short message goes to the address the game was given.

Addresses inside the server's own network are refused: nobody can make it knock at its neighbours' doors. A receiver
that is slow or gone costs others nothing: each delivery has a deadline, each game one word that waits (the latest),
and games whose last word failed share one sender and wait longer each time.
"""

import http.client
import logging
import socket
import ssl
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from fitl.board.factions import FACTION_BY_ID
from fitl.board.scenarios import SCENARIOS
from fitl.catalogue import tell
from fitl.server.addresses import is_public
from fitl.server.stored import Listed
from fitl.server.webhook_formats import Posted, posted
from fitl.server.wire.hooks import Word
from fitl.words import faction_name, game_name

DEADLINE: Final = 5.0  # seconds for one delivery, from looking up the name to the answer
LENGTH: Final = 500
PORTS: Final = (80, 443)
SENDERS: Final = 4
WAITING: Final = 500  # games whose word may wait; more are not sent
FIRST_PAUSE: Final = 60.0  # seconds without a word to a receiver that failed, twice as long after each time
LONGEST_PAUSE: Final = 3600.0
REMEMBERED: Final = 2000  # receivers that failed

log = logging.getLogger(__name__)


class BadAddress(ValueError):
    """An address no word can be sent to; the message says what would be right."""


def check_url(url: object) -> None:
    """Is this an address for a web hook, as far as can be told without sending anything?"""
    if not isinstance(url, str) or len(url) > LENGTH or not url.isascii() or not url.isprintable():
        raise BadAddress(tell("server.webhook.text"))
    try:
        parts = urlsplit(url)
        whole = bool(parts.hostname) and parts.port != 0  # a port that is no number raises ValueError here
    except ValueError:
        whole = False
    if not whole or parts.scheme not in ("http", "https") or parts.username or parts.password or " " in url:
        raise BadAddress(tell("server.webhook.text"))


def port_of(url: str) -> int:
    parts = urlsplit(url)
    return parts.port or (443 if parts.scheme == "https" else 80)


def _sentence(message: Word) -> str:
    """The message for people to read; the faction is None while dice are typed in."""
    name, faction, card = message["name"], message["faction"], message["card"]
    if message["over"]:
        return tell("server.webhook.over", name=name)
    if faction is None:
        return tell("server.webhook.goes_on", name=name)
    asked = faction_name(FACTION_BY_ID[faction])
    return tell("server.webhook.turn_card" if card else "server.webhook.turn", name=name, faction=asked, card=card)


@dataclass(slots=True)
class Failing:
    """A game whose last word did not arrive."""

    pause: float
    until: float


class Nudges:
    """Sends word without making anybody wait."""

    def __init__(self, *, local: bool = False, deadline: float = DEADLINE) -> None:
        """`local` allows addresses of the server's own network and any port, for people who run their own."""
        self._local = local
        self._deadline = deadline
        self._changed = threading.Condition()
        self._waiting: dict[str, tuple[str, Word]] = {}  # by game, in the order they came
        self._failing: dict[str, Failing] = {}
        self._trying = False  # a sender is with a game whose last word failed
        self._closed = False
        self._senders: list[threading.Thread] = []
        self._resolvers = ThreadPoolExecutor(SENDERS, thread_name_prefix="fitl-resolve")
        self.sent = self.failed = self.dropped = 0

    def check(self, url: Any) -> None:
        """BadAddress if this cannot be a game's web hook. What a name stands for is looked up when word is sent."""
        check_url(url)
        host = urlsplit(url).hostname or ""
        if not self._local and port_of(url) not in PORTS:
            raise BadAddress(tell("server.webhook.port", port=port_of(url)))
        try:
            private = not is_public(host)
        except ValueError:
            private = host == "localhost" or host.endswith(".localhost")
        if private and not self._local:
            raise BadAddress(tell("server.webhook.private", host=host))

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify_all()
        self._resolvers.shutdown(wait=False, cancel_futures=True)

    def send(self, listed: Listed) -> None:
        """Send word that the turn has passed to another person, or that the game is over."""
        if listed.webhook is None:
            return
        message: Word = {
            "game": listed.id,
            "name": game_name(listed.name, SCENARIOS[listed.scenario]),
            "path": f"/game/{listed.id}",
            "card": listed.summary["title"],
            "faction": listed.summary["actor"],
            "over": listed.summary["over"],
        }
        with self._changed:
            failing = self._failing.get(listed.id)
            paused = failing is not None and time.monotonic() < failing.until
            if self._closed or paused or (listed.id not in self._waiting and len(self._waiting) >= WAITING):
                self.dropped += 1
                return
            self._waiting[listed.id] = (listed.webhook, message)
            if len(self._senders) < SENDERS:
                sender = threading.Thread(target=self._work, name="fitl-webhook", daemon=True)
                self._senders.append(sender)
                sender.start()
            self._changed.notify()

    # --- the senders ---

    def _work(self) -> None:
        while (found := self._next()) is not None:
            game, url, message, again = found
            try:
                self._post(url, posted(url, _sentence(message), message))
                arrived = True
            except (OSError, http.client.HTTPException, BadAddress) as error:
                log.warning("no word could be sent for game %s: %s", game, error)
                arrived = False
            except Exception:
                log.exception("no word could be sent for game %s", game)
                arrived = False
            with self._changed:
                self._note(game, arrived)
                if again:
                    self._trying = False
                    self._changed.notify()

    def _next(self) -> tuple[str, str, Word, bool] | None:
        """The word that has waited longest, of those that may be sent now; None when all is over."""
        with self._changed:
            while not self._closed:
                for game, (url, message) in self._waiting.items():
                    again = game in self._failing
                    if again and self._trying:
                        continue
                    del self._waiting[game]
                    self._trying = self._trying or again
                    return game, url, message, again
                self._changed.wait()
        return None

    def _note(self, game: str, arrived: bool) -> None:
        failing = self._failing.pop(game, None)
        if arrived:
            self.sent += 1
            return
        self.failed += 1
        pause = FIRST_PAUSE if failing is None else min(LONGEST_PAUSE, 2 * failing.pause)
        self._failing[game] = Failing(pause, time.monotonic() + pause)
        while len(self._failing) > REMEMBERED:
            del self._failing[next(iter(self._failing))]

    def _post(self, url: str, message: Posted) -> None:
        """Post to the very address that was checked, so that a name cannot change its meaning in between."""
        end = time.monotonic() + self._deadline

        def left() -> float:
            seconds = end - time.monotonic()
            if seconds <= 0:
                raise TimeoutError(tell("server.webhook.late", seconds=self._deadline))
            return seconds

        parts = urlsplit(url)
        host, port = parts.hostname or "", port_of(url)
        if not self._local and port not in PORTS:
            raise BadAddress(tell("server.webhook.port", port=port))
        address = self._resolve(host, port, left())
        raw = socket.create_connection((address, port), timeout=left())
        with raw:
            link: socket.socket = raw
            if parts.scheme == "https":
                raw.settimeout(left())
                link = ssl.create_default_context().wrap_socket(raw, server_hostname=host)
            with link:
                link.settimeout(left())
                connection = http.client.HTTPConnection(host, port)
                connection.sock = link
                path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
                headers = {"Content-Type": message.kind, "User-Agent": "fitl"}
                connection.request("POST", path, message.body, headers)
                answer = b""
                while b"\n" not in answer and len(answer) < 1024:  # what it says is its own affair
                    link.settimeout(left())
                    more = link.recv(256)
                    if not more:
                        break
                    answer += more

    def _resolve(self, host: str, port: int, seconds: float) -> str:
        found: Future[list[Any]] = self._resolvers.submit(
            lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        )
        try:
            addresses = found.result(seconds)
        finally:
            found.cancel()
        for *_, address in addresses:
            if self._local or is_public(str(address[0]).partition("%")[0]):
                return str(address[0])
        raise BadAddress(tell("server.webhook.private", host=host))
