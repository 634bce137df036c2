"""Connections that are cut: a proxy between the people and the server, and people who wait for news on a socket.

These people never ask whether there is something new. They hear it on their socket, and when that is cut they open
another; so a piece of news lost for good would end their game.
"""

import json
import random
import socket
import struct
import threading
import time
from typing import Any, Final

import httpx
from tests.server.processes import Process
from tests.server.support import bearer
from websockets import WebSocketException
from websockets.sync.client import connect

from faulting.killed import Tick, database, ending, start
from faulting.outcome import Outcome
from faulting.people import SLOW, Party, Person, Seated, wait_until
from faulting.stored import conclude

AT_ONCE: Final = struct.pack("ii", 1, 0)  # SO_LINGER: closing resets the connection instead of ending it in peace


class Proxy:
    """Passes connections on to a port, until they are cut."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._lock = threading.Lock()
        self._swallow = 0  # this many of the next answers are not passed on: the connection is cut instead
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                return
            pair = (near, far)
            with self._lock:
                self._pairs.append(pair)
            threading.Thread(target=self._pump, args=(pair, near, far, False), daemon=True).start()
            threading.Thread(target=self._pump, args=(pair, far, near, True), daemon=True).start()

    def _pump(
        self, pair: tuple[socket.socket, socket.socket], source: socket.socket, sink: socket.socket, answers: bool
    ) -> None:
        try:
            while data := source.recv(1 << 16):
                if answers and self._swallowed():
                    break
                sink.sendall(data)
        except OSError:
            pass
        self._close(pair)

    def _swallowed(self) -> bool:
        with self._lock:
            if self._swallow:
                self._swallow -= 1
                return True
        return False

    def _close(self, pair: tuple[socket.socket, socket.socket]) -> bool:
        with self._lock:
            if pair not in self._pairs:
                return False
            self._pairs.remove(pair)
        for end in pair:
            try:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()
        return True

    def cut_one(self, rng: random.Random) -> bool:
        """Any of the connections."""
        with self._lock:
            pairs = list(self._pairs)
        return bool(pairs) and self._close(rng.choice(pairs))

    def cut_all(self) -> int:
        with self._lock:
            pairs = list(self._pairs)
        return sum(self._close(pair) for pair in pairs)

    def cut_next_answer(self) -> None:
        """What is sent next arrives, but its answer does not."""
        with self._lock:
            self._swallow += 1

    def close(self) -> None:
        self._listening.close()
        self.cut_all()


class Listening(Person):
    """Looks only when a socket says so."""

    _heard = -1  # the version of the latest news; what was seen since by looking may be newer

    def _step(self) -> None:
        address = self._party.address.replace("http", "ws", 1) + f"{self._base}/live"
        try:
            with connect(address, open_timeout=SLOW, close_timeout=1) as heard:
                heard.send(json.dumps({"token": self._token}))
                while not self._party.stopped.is_set() and not self._seated.over:
                    try:
                        news: dict[str, Any] = json.loads(heard.recv(timeout=0.5))
                    except TimeoutError:
                        continue
                    if news["version"] < self._heard:
                        self._party.problems.append(f"heard of version {self._heard}, then of {news['version']}")
                    self._heard = news["version"]
                    self._act(news)
        except (WebSocketException, OSError, EOFError):
            time.sleep(0.01)

    def _act(self, news: dict[str, Any]) -> None:
        """Look and answer, as often as connections are cut meanwhile, until it is for somebody else."""
        while not self._party.stopped.is_set():
            try:
                if self._unanswered is not None:
                    self._send(self._unanswered, again=True)
                elif news["version"] > self._looked and not news["thinking"]:
                    state = self._get("")
                    if state is not None:
                        self._look(state)
                return
            except httpx.TransportError:
                time.sleep(0.01)


class ListeningParty(Party):
    person = Listening


class Views:
    """What everybody at a table sees of what is no secret."""

    def __init__(self, address: str, game: Seated) -> None:
        looks = [
            httpx.get(f"{address}/api/games/{game.id}", headers=bearer(token), timeout=SLOW).json()
            for token in (*game.tokens.values(), game.watching)
        ]
        self._seen = [
            {name: look[name] for name in ("version", "number", "entries", "turns")}
            | {name: part for name, part in look["view"].items() if name != "decision"}
            for look in looks
        ]

    @property
    def agree(self) -> bool:
        return all(each == self._seen[0] for each in self._seen)


def cut_connections(kind: str, times: int, seed: int, tick: Tick) -> Outcome:
    outcome = Outcome(f"connections cut, {kind}")
    rng = random.Random(seed)
    with database(kind) as url:
        process = Process(url, "--unlimited")
        start(process)
        proxy = Proxy(process.port)
        party = ListeningParty(proxy.address, 2, seed)
        with ending(process, party):
            while outcome.times < times and not party.problems:
                time.sleep(rng.random() * 0.1)
                party.fill()
                how = rng.randrange(3)
                if how == 0:
                    outcome.times += proxy.cut_one(rng)
                elif how == 1:
                    outcome.times += proxy.cut_all()
                else:
                    proxy.cut_next_answer()
                    outcome.times += 1
                if rng.random() < 0.2:
                    party.play(1)
                tick()
            party.play_everywhere()
            party.stop()
            wait_until(
                lambda: all(Views(process.address, game).agree for game in party.games), "everybody sees the same table"
            )
        proxy.close()
        conclude(url, party, outcome)
    outcome.remarks = f"longest time without an answer {party.longest:.1f} s"
    return outcome
