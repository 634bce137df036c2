"""Every known bomb (lab/bombs.py) fired in a loop at the import, while people play at the server."""

import contextlib
import os
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
from tests.server.processes import Process

from faulting.killed import Tick, database, start
from faulting.outcome import Outcome
from fitl.lab.bombs import BOMBS

MOST_SLOWER: float = 1.5  # how much longer the answers of others may take, by their 95th percentile ...
SLACK: float = 0.030  # ... or by so many seconds, which nobody notices
MOST_KEPT: int = 48 << 20  # bytes of memory the servers may have more afterwards
GUNNERS: int = 3
LOOKS: int = 150  # before and while they fire
PAUSE: float = 0.02


def percentile(times: list[float]) -> float:
    """The 95th, in seconds."""
    return statistics.quantiles(times, n=20)[-1]


class Guest:
    """Somebody who looks at a table and answers, again and again."""

    def __init__(self, addresses: list[str]) -> None:
        self._clients = [httpx.Client(base_url=address, timeout=60) for address in addresses]
        made = self._clients[0].post("/api/games", json={"scenario": "short-1965"}).json()
        self._path = f"/api/games/{made['game']}"
        self._headers = {"Authorization": f"Bearer {made['links'][0]['token']}"}
        self.problems: list[str] = []

    def times(self, looks: int) -> list[float]:
        """How long each of so many answers takes, half of them looks, half of them moves."""
        found = []
        for number in range(looks):
            client = self._clients[number % len(self._clients)]
            began = time.perf_counter()
            state = client.get(self._path, headers=self._headers).json()
            found.append(time.perf_counter() - began)
            decision = state["view"]["decision"]
            if decision is not None:
                body = {"number": state["number"], "key": decision["options"][0]["key"]}
                began = time.perf_counter()
                answer = client.post(f"{self._path}/choose", json=body, headers=self._headers)
                found.append(time.perf_counter() - began)
                if answer.status_code != 200:
                    self.problems.append(answer.text[:200])
            time.sleep(PAUSE)
        return found

    def close(self) -> None:
        for client in self._clients:
            client.close()


class Gunner(threading.Thread):
    """Somebody who fires bomb after bomb, and leaves every third time before the answer."""

    def __init__(self, addresses: list[str], files: dict[str, bytes], first: int, outcome: Outcome) -> None:
        super().__init__(daemon=True)
        self._addresses, self._files, self._first, self._outcome = addresses, files, first, outcome
        self.stop = threading.Event()

    def run(self) -> None:
        names = list(self._files)
        shot = self._first
        while not self.stop.is_set():
            name = names[shot * 7 % len(names)]
            address = self._addresses[shot % len(self._addresses)]
            patience = 0.3 if shot % 3 == 0 else 60.0
            with contextlib.suppress(httpx.TransportError):
                answer = httpx.post(
                    f"{address}/api/games/import",
                    content=self._files[name],
                    headers={"Content-Type": "application/json"},
                    timeout=patience,
                )
                if answer.status_code not in (201, 400, 409, 413, 503):
                    self._outcome.problems.append(f"{name}: {answer.status_code} {answer.text[:200]}")
            self._outcome.kinds[f"bomb: {name}"] += 1
            shot += 1


def memory(processes: list[Process]) -> int:
    """Bytes of the servers themselves."""
    return sum(_resident(process.pid) for process in processes)


def _resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextlib.contextmanager
def servers(kind: str, count: int) -> Iterator[list[Process]]:
    with database(kind) as url, ExitStack() as stack:
        processes = [Process(url, "--unlimited") for _ in range(count)]
        for process in processes:
            stack.callback(process.http.close)
            stack.callback(process.kill)
            start(process)
        yield processes


def fire(kind: str, count: int, times: int, seed: int, tick: Tick) -> Outcome:
    """At least so many bombs, while somebody plays."""
    outcome = Outcome(f"bombs to import, {kind}" + (f", {count} servers" if count > 1 else ""))
    files = {name: httpx.Request("POST", "http://x", json=made()).content for name, made in BOMBS.items()}
    with servers(kind, count) as processes:
        addresses = [process.address for process in processes]
        guest = Guest(addresses)
        guest.times(20)
        held = memory(processes)
        calm = percentile(guest.times(LOOKS))
        gunners = [Gunner(addresses, files, seed + number * 5, outcome) for number in range(GUNNERS)]
        for gunner in gunners:
            gunner.start()
        under_fire: list[float] = []
        while outcome.kinds.total() < times and not outcome.problems:
            under_fire += guest.times(30)
            tick()
        for gunner in gunners:
            gunner.stop.set()
        for gunner in gunners:
            gunner.join()
        loud = percentile(under_fire)
        kept = memory(processes) - held
        outcome.problems += guest.problems
        guest.close()
    if loud > max(calm * MOST_SLOWER, calm + SLACK):
        outcome.problems.append(f"others waited {loud * 1000:.0f} ms instead of {calm * 1000:.0f} ms")
    if kept > MOST_KEPT:
        outcome.problems.append(f"{kept >> 20} MiB more than before")
    outcome.times = outcome.kinds.total()
    outcome.answers = len(under_fire)
    outcome.games = outcome.playable = 1
    outcome.remarks = (
        f"95 % of others' answers within {loud * 1000:.0f} ms, without bombs {calm * 1000:.0f} ms; "
        f"memory {kept / (1 << 20):+.0f} MiB"
    )
    return outcome
