"""Limits on what one address (of IPv6: one /64) may ask for, so that nobody can wear the server out."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from fitl.server.addresses import site_of

REMEMBERED: Final = 10_000  # addresses whose buckets are kept

T = TypeVar("T")


class Rate(NamedTuple):
    """A bucket: so many requests at once, refilled by so many a second."""

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
        address = site_of(address)
        now = self._clock()
        with self._lock:
            left, then = self._buckets.pop((kind, address), (rate.burst, now))
            left = min(rate.burst, left + max(0.0, now - then) * rate.per_second)
            allowed = left >= 1
            self._buckets[kind, address] = (left - 1 if allowed else left, now)
            while len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) / rate.per_second

    def paying(self, kind: str, address: str, work: Callable[[], T]) -> Callable[[], T]:
        """The same work, to be done in a thread; its processor time is counted to whoever wants it."""
        if self._rates[kind].each == float("inf"):
            return work

        def paid() -> T:
            began = time.thread_time()
            try:
                return work()
            finally:
                self.charge(kind, address, time.thread_time() - began)

        return paid

    def charge(self, kind: str, address: str, seconds: float) -> None:
        """Count work that took longer than its request was counted for, up to a bucket more than there was."""
        rate, key = self._rates[kind], (kind, site_of(address))
        more = seconds / rate.each - 1
        with self._lock:
            if more > 0 and key in self._buckets:
                left, then = self._buckets[key]
                self._buckets[key] = (max(left - more, -rate.burst), then)


class Unlimited(Limiter):
    """No limit at all, for a table among friends."""

    def wait(self, kind: str, address: str) -> float:
        return 0.0

    def charge(self, kind: str, address: str, seconds: float) -> None:
        pass
