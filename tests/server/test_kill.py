"""kill -9 at any moment loses nothing that was acknowledged, and the game goes on."""

import os
import random
import threading
import time
from typing import Any

import httpx
import pytest

from fitl import journal
from fitl.server.store.sql import SqlStore
from tests.server.processes import Process
from tests.server.support import PATIENCE, bearer, until

KILLS = int(os.environ.get("KILLS", "3"))


class Client:
    """Plays on whatever happens, and remembers every answer that was acknowledged."""

    def __init__(self, process: Process, created: dict[str, Any], rng: random.Random) -> None:
        self._process = process
        self._rng = rng
        self.base = f"/api/games/{created['game']}"
        self._headers = bearer(created["links"][0]["token"])
        self.acknowledged: dict[int, str] = {}
        self.seen = 0  # entries
        self.over = False
        self.stop = threading.Event()
        self.faults: list[str] = []

    def run(self) -> None:
        while not self.stop.is_set():
            try:
                self._step()
            except httpx.TransportError:
                time.sleep(0.01)  # the server was killed

    def _step(self) -> None:
        state = self._process.http.get(self.base, headers=self._headers).json()
        if "view" not in state:
            self.faults.append(str(state))
            return
        if state["entries"] < self.seen:
            self.faults.append(f"{self.seen} entries had been shown, now there are {state['entries']}")
        self.seen = state["entries"]
        self.over = state["over"]
        options = (state["view"]["decision"] or {}).get("options")
        if state["thinking"] or not options:
            time.sleep(0.01)
            return
        body = {"number": state["number"], "key": self._rng.choice(options)["key"]}
        answer = self._process.http.post(self.base + "/choose", json=body, headers=self._headers)
        if answer.status_code == 200:
            self.acknowledged[body["number"]] = body["key"]
            self.seen = answer.json()["state"]["entries"]
        else:
            self.faults.append(answer.text)


def play_and_kill(url: str, kills: int, seed: int) -> None:
    rng = random.Random(seed)
    process = Process(url)
    process.start()
    try:
        seats = [{"factions": [name], "kind": kind} for name, kind in (("us", "me"), ("arvn", "me"))]
        seats += [{"factions": [name], "kind": "bot"} for name in ("nva", "vc")]
        created = process.http.post("/api/games", json={"scenario": "short-1965", "seats": seats}).json()
        client = Client(process, created, rng)
        thread = threading.Thread(target=client.run)
        thread.start()
        done = 0

        def goes_on(answers: int) -> bool:
            """Were so many more answers acknowledged? A game may also come to its end."""
            given = len(client.acknowledged)
            until(lambda: len(client.acknowledged) >= given + answers or client.over or client.faults, "it goes on")
            return not client.over

        try:
            while done < kills and goes_on(3):
                time.sleep(rng.random() * 0.1)
                process.kill()
                process.start()
                done += 1
            goes_on(1)
        finally:
            client.stop.set()
            thread.join()
    finally:
        process.kill()
    assert client.faults == []
    store = SqlStore(url)
    listed = store.listed(created["game"])
    assert listed is not None
    text = "".join(line + "\n" for line in store.lines(listed.id, listed.head.generation))
    game = journal.replay(journal.parse(text))
    store.close()
    assert done == kills or game.outcome is not None
    assert len(client.acknowledged) >= 3 * done > 0
    assert {number: game.entries[number].key for number in client.acknowledged} == client.acknowledged


def test_nothing_acknowledged_is_lost(database: str) -> None:
    play_and_kill(database, KILLS, 1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_nothing_acknowledged_is_lost_in_many_kills(database: str, seed: int) -> None:
    play_and_kill(database, 20, seed)


def test_ctrl_c_ends_it_politely_while_bots_think_and_sockets_are_open(sqlite: str) -> None:
    from websockets.sync.client import connect

    with Process(sqlite) as process:
        seats = [{"factions": [name], "kind": "bot"} for name in ("us", "arvn", "nva", "vc")]
        created = process.http.post("/api/games", json={"scenario": "full-1964", "seats": seats}).json()
        with connect(f"ws://127.0.0.1:{process.port}/api/games/{created['game']}/live") as socket:
            socket.send(f'{{"token": "{created["links"][0]["token"]}"}}')
            socket.recv(timeout=PATIENCE)
            assert process.end() in (0, 130), "as after any Ctrl-C"
