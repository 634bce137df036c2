"""Rate limits for each address, so that nobody can overload the server.

Of IPv6 one /64 counts as an address, and each /48 as a few of them (addresses.py).
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from fitl.server.addresses import limited

REMEMBERED: Final = 10_000  # addresses whose buckets are kept

T = TypeVar("T")


class Rate(NamedTuple):
    """A bucket: this many requests at once, refilled by this many a second."""

    burst: float
    per_second: float
    each: float = float("inf")  # seconds of processor time for one; what takes longer counts for several


RATES: Final = {
    "create": Rate(30, 0.1, 1.0),  # imports, too
    "write": Rate(60, 30.0, 0.010),
    "read": Rate(150, 60.0, 0.005),
    "think": Rate(80, 10.0, 0.010),  # hints, frames, exports: what costs more than a look
}


class Limiter:
    """Token buckets by kind of request and address."""

    def __init__(self, rates: dict[str, Rate] | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._rates = RATES if rates is None else rates
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, kind: str, address: str) -> float:
        """0 if this request may go ahead (it is counted), else after how many seconds it may."""
        rate = self._rates[kind]
        now = self._clock()
        with self._lock:
            filled = {(kind, key): (self._left(rate, n, (kind, key), now), n) for key, n in limited(address)}
            wait = max((1 - left) / (n * rate.per_second) for left, n in filled.values())
            for key, (left, _) in filled.items():
                self._buckets.pop(key, None)
                self._buckets[key] = (left if wait > 0 else left - 1, now)
            while len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        return max(0.0, wait)

    def _left(self, rate: Rate, times: int, key: tuple[str, str], now: float) -> float:
        """What is in a bucket, which is this many times as large for a whole network."""
        left, then = self._buckets.get(key, (times * rate.burst, now))
        return min(times * rate.burst, left + max(0.0, now - then) * times * rate.per_second)

    def paying(self, kind: str, address: str, work: Callable[[], T]) -> Callable[[], T]:
        """The same work, to be done in a thread; its processor time is charged to the address."""
        if self._rates[kind].each == float("inf"):
            return work

        def paid() -> T:
            began = _spent()
            try:
                return work()
            finally:
                self.charge(kind, address, _spent() - began)

        return paid

    def charge(self, kind: str, address: str, seconds: float) -> None:
        """Count work that took longer than its request was counted for, up to a bucket more than there was."""
        rate = self._rates[kind]
        more = seconds / rate.each - 1
        with self._lock:
            for block, times in limited(address):
                key = kind, block
                if more > 0 and key in self._buckets:
                    left, then = self._buckets[key]
                    self._buckets[key] = (max(left - more, -times * rate.burst), then)


def _spent() -> float:
    """The processor time of this thread; a browser has no such clock."""
    return time.thread_time() if hasattr(time, "thread_time") else time.perf_counter()


class Unlimited(Limiter):
    """No limit at all, for a table among friends."""

    def wait(self, kind: str, address: str) -> float:
        return 0.0

    def charge(self, kind: str, address: str, seconds: float) -> None:
        pass
