"""A nudge by web hook: when a person's turn begins, a short JSON message goes to the address the game was given.

Addresses inside the server's own network are refused: nobody can make it knock at its neighbours' doors.
"""

import http.client
import ipaddress
import json
import logging
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final
from urllib.parse import urlsplit

from fitl.catalogue import tell
from fitl.server.store import Listed

TIMEOUT: Final = 5.0
LENGTH: Final = 500

log = logging.getLogger(__name__)


class BadAddress(ValueError):
    """An address no word can be sent to; the message says what would be right."""


def check_url(url: Any) -> None:
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


def _is_public(address: str) -> bool:
    found = ipaddress.ip_address(address)
    return found.is_global and not found.is_multicast


class Nudges:
    """Sends word without making anybody wait."""

    def __init__(self, *, local: bool = False) -> None:
        """`local` allows addresses of the server's own network, for people who run their own."""
        self._local = local
        self._senders = ThreadPoolExecutor(2, thread_name_prefix="fitl-webhook")

    def check(self, url: Any) -> None:
        """BadAddress if this cannot be a game's web hook. What a name stands for is looked up when word is sent."""
        check_url(url)
        host = urlsplit(url).hostname or ""
        try:
            private = not _is_public(host)
        except ValueError:
            private = host == "localhost" or host.endswith(".localhost")
        if private and not self._local:
            raise BadAddress(tell("server.webhook.private", host=host))

    def close(self) -> None:
        self._senders.shutdown(wait=False, cancel_futures=True)

    def send(self, listed: Listed) -> None:
        """Send word that the turn has passed to another person, or that the game is over."""
        if listed.webhook is None:
            return
        message = {
            "game": listed.id,
            "name": listed.name,
            "path": f"/game/{listed.id}",
            "card": listed.summary["title"],
            "faction": listed.summary["actor"],
            "over": listed.summary["over"],
        }
        self._senders.submit(self._send, listed.webhook, message)

    def _send(self, url: str, message: dict[str, Any]) -> None:
        try:
            self._post(url, json.dumps(message).encode())
        except (OSError, http.client.HTTPException, BadAddress) as error:
            log.warning("no word could be sent for game %s: %s", message["game"], error)

    def _post(self, url: str, body: bytes) -> None:
        """Post to the very address that was checked, so that a name cannot change its meaning in between."""
        parts = urlsplit(url)
        host = parts.hostname or ""
        port = parts.port or (443 if parts.scheme == "https" else 80)
        address = self._resolve(host, port)
        raw = socket.create_connection((address, port), timeout=TIMEOUT)
        with raw:
            connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
            connection.sock = raw
            if parts.scheme == "https":
                connection.sock = ssl.create_default_context().wrap_socket(raw, server_hostname=host)
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", path, body, {"Content-Type": "application/json", "User-Agent": "fitl"})
            connection.getresponse().read(1024)
            connection.close()

    def _resolve(self, host: str, port: int) -> str:
        for *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            if self._local or _is_public(str(address[0])):
                return str(address[0])
        raise BadAddress(tell("server.webhook.private", host=host))
