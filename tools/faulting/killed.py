"""kill -9 of the server, and of the database under it."""

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.server.databases import Cluster
from tests.server.processes import Process

from faulting.outcome import Outcome
from faulting.people import Party, wait_until
from faulting.stored import compare, conclude

Tick = Callable[[], None]


@contextmanager
def database(kind: str) -> Iterator[str]:
    """An empty database of a kind."""
    if kind == "SQLite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/games.sqlite3"
        return
    cluster = Cluster()
    try:
        yield cluster.new_database()
    finally:
        cluster.remove()


def start(process: Process) -> None:
    """Start a server, with the patience that a busy machine needs."""
    process.spawn()
    wait_until(process.answers, "the server answers")


@contextmanager
def ending(process: Process, party: Party) -> Iterator[None]:
    try:
        yield
    finally:
        party.stop()
        process.kill()
        process.http.close()


def kill_server(kind: str, times: int, seed: int, tick: Tick) -> Outcome:
    """While people and non-players play, and now and then while it starts."""
    outcome = Outcome(f"kill -9 of the server, {kind}")
    rng = random.Random(seed)
    starting = 0
    with database(kind) as url:
        process = Process(url, "--unlimited")
        began = time.monotonic()
        start(process)
        to_start = time.monotonic() - began
        party = Party(process.address, 2, seed)
        with ending(process, party):
            while outcome.times < times and not party.problems:
                if outcome.times % 10 == 9:
                    starting += 1
                    process.kill()
                    process.spawn()
                    time.sleep(rng.random() * 1.2 * to_start)
                else:
                    party.play(rng.randrange(1, 7))
                    time.sleep(rng.random() * 0.15)
                process.kill()
                outcome.times += 1
                compare(url, party.at_play, outcome)
                start(process)
                tick()
            party.play_everywhere()
        conclude(url, party, outcome)
    outcome.remarks = f"{starting} of them while it started"
    return outcome


def stop_database(times: int, seed: int, tick: Tick) -> Outcome:
    """PostgreSQL stops at once, as when the power goes, and comes back under a server that goes on running."""
    outcome = Outcome("immediate stop of PostgreSQL")
    rng = random.Random(seed)
    cluster = Cluster()
    try:
        url = cluster.new_database()
        process = Process(url, "--unlimited")
        start(process)
        party = Party(process.address, 2, seed, excused=("store",))
        with ending(process, party):
            while outcome.times < times and not party.problems:
                party.play(rng.randrange(2, 9))
                time.sleep(rng.random() * 0.2)
                cluster.stop()
                time.sleep(rng.random() * 0.5)
                cluster.start()
                outcome.times += 1
                compare(url, party.at_play, outcome)
                tick()
            party.play_everywhere()
        conclude(url, party, outcome)
    finally:
        cluster.remove()
    outcome.remarks = f"{party.refused:,} requests refused with “try again” meanwhile"
    return outcome
