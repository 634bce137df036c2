"""Debian's Firefox, driven by WebDriver BiDi over a socket: enough to open a page, click and ask it something."""

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.server.databases import free_port

PATIENCE = 60.0  # seconds for something to happen on a busy machine


class Firefox:
    """One tab."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self._send("session.new", capabilities={})
        self._tab = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def _send(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv(timeout=PATIENCE))
            if told.get("id") == self._number:
                assert told["type"] == "success", told
                return told["result"]

    def size(self, width: int, height: int) -> None:
        self._send("browsingContext.setViewport", context=self._tab, viewport={"width": width, "height": height})

    def open(self, address: str) -> None:
        self._send("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def ask(self, expression: str) -> Any:
        """What a script comes to, as plain data."""
        told = self._send(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})))()",
            target={"context": self._tab},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        text = told["result"].get("value")
        return None if text is None else json.loads(text)

    def until(self, expression: str) -> Any:
        """Wait until a script comes to something true."""
        end = time.monotonic() + PATIENCE
        while not (found := self.ask(expression)):
            assert time.monotonic() < end, f"in vain: {expression}"
            time.sleep(0.05)
        return found


@contextmanager
def firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """A browser of one's own."""
    port = free_port()
    words = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", str(port)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with _connected(f"ws://127.0.0.1:{port}/session", process) as socket:
            yield Firefox(socket)
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def _connected(address: str, process: "subprocess.Popen[bytes]") -> ClientConnection:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return connect(address, open_timeout=PATIENCE, max_size=None)
        except (OSError, WebSocketException):
            assert process.poll() is None, "Firefox has ended by itself"
            assert time.monotonic() < end, "Firefox does not answer"
            time.sleep(0.1)
