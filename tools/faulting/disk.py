"""A full disk under SQLite.

As root on Linux: the database lies on a small tmpfs of its own, and a file fills it up (ENOSPC). Anywhere on Linux: the
server process may not let any file grow any more (RLIMIT_FSIZE, EFBIG). Both are real refusals of the kernel.
"""

import os
import random
import resource
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from tests.server.processes import Process

from faulting.killed import Tick, ending, start
from faulting.outcome import Outcome, Skipped
from faulting.people import Party
from faulting.stored import compare, conclude

SIZE: Final = "32m"
NOTICE: Final = 2.0  # seconds in which somebody should have been refused, unless only non-players are to play


@contextmanager
def small_disk() -> Iterator[Path]:
    """A file system of a few MiB."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", folder]
        if os.getuid() != 0 or subprocess.run(words, capture_output=True, check=False).returncode:
            raise Skipped("mounting a small tmpfs needs root")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


def fill(file: Path) -> None:
    """Write until there is no room, down to the last block."""
    with file.open("wb", buffering=0) as filler:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    filler.write(bytes(size))
            except OSError:
                continue


def full_disk(times: int, seed: int, tick: Tick) -> Outcome:
    outcome = Outcome("disk full (ENOSPC), SQLite")
    with small_disk() as folder:
        filler = folder / "filler"

        def full(_process: Process) -> None:
            with closing(sqlite3.connect(folder / "games.sqlite3", timeout=10)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # else it writes into the room it has already
            fill(filler)

        def room(_process: Process | None) -> None:
            filler.unlink()

        return _fill_often(outcome, folder, times, seed, full, room, tick)


def files_may_not_grow(times: int, seed: int, tick: Tick) -> Outcome:
    outcome = Outcome("files may not grow (EFBIG), SQLite")
    if not hasattr(resource, "prlimit"):
        raise Skipped("limiting another process needs Linux")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def full(process: Process) -> None:
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

        def room(process: Process | None) -> None:
            if process is not None:
                resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

        return _fill_often(outcome, folder, times, seed, full, room, tick)


def _fill_often(
    outcome: Outcome,
    folder: Path,
    times: int,
    seed: int,
    full: Callable[[Process], None],
    room: Callable[[Process | None], None],
    tick: Tick,
) -> Outcome:
    """Fill up, wait until somebody is refused, make room; every third time the server is killed while it is full."""
    rng = random.Random(seed)
    url = f"sqlite:///{folder}/games.sqlite3"
    process = Process(url, "--unlimited")
    start(process)
    party = Party(process.address, 2, seed, excused=("store",))
    noticed = 0
    with ending(process, party):
        while outcome.times < times and not party.problems:
            party.play(rng.randrange(2, 9))
            refused = party.refused
            full(process)
            end = time.monotonic() + NOTICE
            while party.refused == refused and time.monotonic() < end:
                time.sleep(0.01)
            noticed += party.refused > refused
            time.sleep(rng.random() * 0.3)
            outcome.times += 1
            killed = outcome.times % 3 == 0
            if killed:
                process.kill()
                compare(url, party.at_play, outcome)
            room(None if killed else process)
            if killed:
                start(process)
            tick()
        party.play_everywhere()
    outcome.remarks = (
        f"{party.refused:,} requests refused with “try again”, in {noticed} of the times; "
        f"killed while full {outcome.times // 3} times"
    )
    return conclude(url, party, outcome)
