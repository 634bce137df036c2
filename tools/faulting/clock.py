"""Clock jumps: the server's clock leaps forwards and backwards while it runs, and before it starts again.

libfaketime lies to the process about the time of day and is told of every leap by a file. Monotonic clocks go on, as
they do when somebody sets the clock of a real machine.
"""

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
from tests.server.processes import Process

from faulting.killed import Tick, ending, start
from faulting.outcome import Outcome, Skipped
from faulting.people import Party
from faulting.stored import compare, conclude

LEAPS: Final = (3600, -7200, 86_400, -2 * 86_400, 400 * 86_400, -800 * 86_400, 5, -10)  # seconds
CREATE_BURST: Final = 30  # refused requests for a game that one address has free (fitl.server.limits)
LONGEST_WAIT: Final = 10  # seconds until it has another
NEAR: Final = 120.0  # seconds by which a stamp may be off on a busy machine


def library() -> Path:
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    if not found:
        raise Skipped("there is no libfaketime; on Debian, as root: apt-get install faketime")
    return found[0]


class Clock:
    """The clock of the server process."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self._offset = 0
        self.leap(0)

    def leap(self, seconds: int) -> None:
        self._offset += seconds
        fresh = self._file.with_suffix(".new")
        fresh.write_text(f"{self._offset:+d}\n")
        fresh.rename(self._file)  # never half written

    @property
    def now(self) -> float:
        return time.time() + self._offset

    def environment(self) -> dict[str, str]:
        return {
            "LD_PRELOAD": str(library()),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # else threads wait far too long for each other
        }


def limits_hold(http: httpx.Client) -> Iterator[str]:
    """What is wrong with the limits: a leap must neither lift them nor lock anybody out."""
    answers = [http.post("/api/games", json={}) for _ in range(CREATE_BURST + 5)]
    refused = [answer for answer in answers if answer.status_code == 429]
    if not refused:
        yield "more requests for games were let through than the limit allows"
    if any(int(answer.headers["retry-after"]) > LONGEST_WAIT for answer in refused):
        yield f"told to wait {max(answer.headers['retry-after'] for answer in refused)} s"


def jump_clock(times: int, seed: int, tick: Tick) -> Outcome:
    outcome = Outcome("clock leaps, SQLite")
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        clock = Clock(Path(name))
        url = f"sqlite:///{name}/games.sqlite3"
        process = Process(url, **clock.environment())
        start(process)
        party = Party(process.address, 2, seed, excused=("slower",), pause=0.2)
        party.fill()
        outcome.problems += limits_hold(process.http)
        restarts = 0
        with ending(process, party):
            while outcome.times < times and not party.problems and not outcome.problems:
                party.play(rng.randrange(1, 5))
                seconds = LEAPS[outcome.times % len(LEAPS)]
                outcome.times += 1
                if outcome.times % 3 == 0:
                    restarts += 1
                    process.kill()
                    clock.leap(seconds)
                    compare(url, party.at_play, outcome)
                    start(process)
                else:
                    clock.leap(seconds)
                    outcome.problems += limits_hold(process.http)
                party.play_everywhere()
                outcome.problems += stamps_are_of_now(process.http, party, clock)
                tick()
        conclude(url, party, outcome)
    outcome.remarks = (
        f"{min(LEAPS) // 86_400:+d} to {max(LEAPS) // 86_400:+d} days; {restarts} with a kill and a new start"
    )
    return outcome


def stamps_are_of_now(http: httpx.Client, party: Party, clock: Clock) -> Iterator[str]:
    """A game that was played on just now says so by the clock as it is now."""
    tokens = [game.watching for game in party.at_play]
    answer = http.post("/api/mine", json={"tokens": tokens})
    if answer.status_code == 429:
        return
    for row in answer.json():
        if abs(row["updated"] - clock.now) > NEAR:
            yield f"a game changed just now says it was {row['updated'] - clock.now:+.0f} s from now"
