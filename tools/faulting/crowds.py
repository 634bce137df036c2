"""Strangers who open connections and never finish their requests, while people play."""

import contextlib
import random
import socket
import time

from tests.server.processes import Process

from faulting.killed import Tick, database, ending, start
from faulting.outcome import Outcome, Skipped
from faulting.people import Party
from faulting.stored import conclude

DESCRIPTORS = 256  # that the server may have
HELD = 320  # connections that strangers try to hold at once, more than there are descriptors
ROUND = 40  # opened in one go
LOG = 200_000  # bytes it may write
HALF_SAID = (
    b"",
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ",
    b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{",
    b"POST /api/mine HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    b"\x16\x03\x01\x00\xee" + bytes(200),
)


def few_descriptors() -> None:
    """Called in the server's process before it starts."""
    import resource

    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))


class Strangers:
    """Hold as many half-said requests as the server lets them."""

    def __init__(self, port: int, rng: random.Random) -> None:
        self._port = port
        self._rng = rng
        self._held: list[socket.socket] = []

    def come(self, count: int) -> None:
        for _ in range(count):
            with contextlib.suppress(OSError):
                one = socket.create_connection(("127.0.0.1", self._port), timeout=1)
                self._held.append(one)
                one.sendall(self._rng.choice(HALF_SAID))
        while len(self._held) > HELD:
            self._held.pop(0).close()

    def go(self) -> None:
        for one in self._held:
            one.close()


def half_said(kind: str, times: int, seed: int, tick: Tick) -> Outcome:
    """People must be able to play on, the server must not end, and its log not grow."""
    outcome = Outcome(f"half-sent requests, {kind}, {DESCRIPTORS} descriptors")
    try:
        import resource  # noqa: F401
    except ImportError:
        raise Skipped("limits on descriptors are for Unix") from None
    with database(kind) as url:
        process = Process(url, "--unlimited", limit=few_descriptors)
        start(process)
        party = Party(process.address, 2, seed, excused=("full",))
        strangers = Strangers(process.port, random.Random(seed))
        with ending(process, party):
            party.play(5)
            while outcome.times < times and not party.problems:
                strangers.come(min(ROUND, times - outcome.times))
                outcome.times += min(ROUND, times - outcome.times)
                time.sleep(0.2)
                tick()
            strangers.go()
            party.play_everywhere()
            written = len(process.said())
            if written > LOG:
                outcome.problems.append(f"the log grew by {written:,} bytes")
        conclude(url, party, outcome)
    outcome.remarks = (
        f"{outcome.answers:,} answers acknowledged, {outcome.lost} lost, "
        f"the longest time without one {party.longest:.1f} s; {written:,} bytes of log"
    )
    return outcome
