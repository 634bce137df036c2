"""Somebody who plays during an attack, and how much longer their answers take.

Strangers are a process of their own that steps behind all others, for it is the server that is measured and not the
machine they share. They begin and rest by turns, so that answers with and without them are taken at the same time. How
long an answer takes depends on whatever else the machine does; what does not is the processor time that the serving
processes themselves (not those beside them) spend on each act of a stranger, so that is told, too.
"""

import contextlib
import multiprocessing
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path
from queue import Empty
from typing import Any, NamedTuple

import httpx
from tests.server.processes import Process

from faulting.killed import Tick, database, start
from faulting.outcome import Outcome

MOST_SLOWER: float = 1.5  # how much longer the answers of others may take, by their 95th percentile ...
SLACK: float = 0.030  # ... or by this many seconds, which nobody notices
MOST_KEPT: int = 48 << 20  # bytes of memory the servers may have more afterwards
LOOKS: int = 30  # in a row, without strangers and with them
PAUSE: float = 0.02
BEHIND: int = 10  # how much the strangers step behind the servers and the guest
QUIET: float = 90.0  # seconds in which strangers must have come to rest


def percentile(times: list[float]) -> float:
    """The 95th, in seconds."""
    return statistics.quantiles(times, n=20)[-1]


class Guest:
    """Somebody who looks at a table and answers, again and again."""

    def __init__(self, addresses: list[str]) -> None:
        self._clients = [httpx.Client(base_url=address, timeout=60) for address in addresses]
        self.problems: list[str] = []
        self.answers = self._rounds = 0
        self._sit_down()

    def _sit_down(self) -> None:
        made = self._clients[0].post("/api/games", json={"scenario": "short-1965"}).json()
        self._path = f"/api/games/{made['game']}"
        self._headers = {"Authorization": f"Bearer {made['links'][0]['token']}"}

    def times(self, looks: int) -> list[float]:
        """How long each of this many answers takes, half of them looks, half of them moves."""
        found = []
        self._rounds += 1  # each from another address, so that its own haste is not what is refused
        self._headers["X-Forwarded-For"] = f"198.51.100.{self._rounds % 250}"
        for number in range(looks):
            client = self._clients[number % len(self._clients)]
            began = time.perf_counter()
            state = client.get(self._path, headers=self._headers).json()
            found.append(time.perf_counter() - began)
            decision = state["view"]["decision"]
            if decision is None:
                self._sit_down()
                continue
            body = {"number": state["number"], "key": decision["options"][0]["key"]}
            began = time.perf_counter()
            answer = client.post(f"{self._path}/choose", json=body, headers=self._headers)
            found.append(time.perf_counter() - began)
            self.answers += 1
            if answer.status_code != 200:
                self.problems.append(answer.text[:200])
            time.sleep(PAUSE)
        return found

    def close(self) -> None:
        for client in self._clients:
            client.close()


class Told(NamedTuple):
    """What a stranger did, and what was wrong with the answer."""

    what: str
    problem: str = ""


class Strangers:
    """What strangers are told, and what they tell: `go` while they may act, `at_it` how many do."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.go: Event = context.Event()
        self.end: Event = context.Event()
        self.at_it: Synchronized[int] = context.Value("i", 0)
        self.told: Any = context.Queue()

    @contextlib.contextmanager
    def acting(self) -> Iterator[bool]:
        """For one act of a stranger: waits until it may be, and says whether it may."""
        while not self.go.wait(0.05):
            if self.end.is_set():
                yield False
                return
        with self.at_it.get_lock():
            self.at_it.value += 1
        try:
            yield not self.end.is_set()
        finally:
            with self.at_it.get_lock():
                self.at_it.value -= 1


def behind(work: Callable[..., None], strangers: Strangers, *args: Any) -> None:
    """What the process of the strangers does."""
    os.nice(BEHIND)
    work(strangers, *args)


def memory(processes: list[Process]) -> int:
    """Bytes of the servers themselves."""
    return sum(_resident(process.pid) for process in processes)


def spent(processes: list[Process]) -> float:
    """Seconds of processor time of the servers themselves."""
    found = 0
    for process in processes:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        found += int(fields[11]) + int(fields[12])
    return found / os.sysconf("SC_CLK_TCK")


def _resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextlib.contextmanager
def servers(kind: str, count: int, *, limited: bool, options: Sequence[str] = ()) -> Iterator[list[Process]]:
    """This many servers over one database; `options` are other limits (`--limit`)."""
    words = [*(() if limited else ("--unlimited",)), *(f"--limit={option}" for option in options)]
    with database(kind) as url, ExitStack() as stack:
        processes = [Process(url, *words) for _ in range(count)]
        for process in processes:
            stack.callback(process.http.close)
            stack.callback(process.kill)
            start(process)
        yield processes


def attend(
    name: str,
    kind: str,
    count: int,
    times: int,
    tick: Tick,
    work: Callable[..., None],
    *args: Any,
    settled: int = 0,
    limited: bool = False,
    slack: float = SLACK,
    kept: int = MOST_KEPT,
    options: Sequence[str] = (),
) -> Outcome:
    """At least this many acts of strangers (`work(strangers, addresses, *args)`) while somebody plays.

    Where what they set going goes on while they rest, the time without them comes first instead of by turns, and the
    time with them counts once they have done so much (`settled`) that all of it goes on. `limited`: the server has the
    bounds that `--unlimited` lifts. `slack`: how many seconds later an answer may come at least. `kept`: how many bytes
    of memory the servers may have more afterwards. `options`: other limits of theirs.
    """
    outcome = Outcome(f"{name}, {kind}" + (f", {count} servers" if count > 1 else ""))
    calm: list[float] = []
    loud: list[float] = []
    spent_calm = spent_loud = 0.0
    with_them = 0  # answers taken, counted or not
    with servers(kind, count, limited=limited, options=options) as processes:
        addresses = [process.address for process in processes]
        guest = Guest(addresses)
        guest.times(20)
        held = memory(processes)
        strangers = Strangers()
        context = multiprocessing.get_context("spawn")
        process = context.Process(target=behind, args=(work, strangers, addresses, *args), daemon=True)
        process.start()
        try:
            while (outcome.kinds.total() < times or len(loud) < 4 * LOOKS) and not outcome.problems:
                began = spent(processes)
                if not settled or not calm:
                    calm += guest.times(8 * LOOKS if settled else LOOKS)
                    spent_calm += spent(processes) - began
                began = spent(processes)
                strangers.go.set()
                found = guest.times(LOOKS)
                with_them += len(found)
                if outcome.kinds.total() >= settled:
                    loud += found
                strangers.go.clear()
                _wait_for_rest(strangers, outcome)
                spent_loud += spent(processes) - began
                _listen(strangers, outcome)
                tick()
        finally:
            strangers.end.set()
            process.join(QUIET)
            process.kill()
        more = memory(processes) - held
        outcome.problems += guest.problems
        guest.close()
    before, after = percentile(calm), percentile(loud)
    if after > max(before * MOST_SLOWER, before + slack):
        outcome.problems.append(f"others waited {after * 1000:.0f} ms instead of {before * 1000:.0f} ms")
    if more > kept:
        outcome.problems.append(f"{more >> 20} MiB more than before")
    outcome.times = outcome.kinds.total()
    cost = (spent_loud - spent_calm * with_them / len(calm)) / max(1, outcome.times)
    outcome.answers = guest.answers
    outcome.games = outcome.playable = 1
    outcome.remarks = (
        f"95 % of others' answers within {after * 1000:.0f} ms, without strangers {before * 1000:.0f} ms "
        f"({after / before:.2f} times); {cost * 1000:.0f} ms of the servers' own processor time for each act; "
        f"memory {more / (1 << 20):+.0f} MiB"
    )
    return outcome


def _wait_for_rest(strangers: Strangers, outcome: Outcome) -> None:
    end = time.monotonic() + QUIET
    while strangers.at_it.value:
        if time.monotonic() > end:
            outcome.problems.append("strangers still wait for their answers")
            return
        time.sleep(0.05)


def _listen(strangers: Strangers, outcome: Outcome) -> None:
    with contextlib.suppress(Empty):
        while True:
            told: Told = strangers.told.get_nowait()
            outcome.kinds[told.what] += 1
            if told.problem:
                outcome.problems.append(f"{told.what}: {told.problem}")
