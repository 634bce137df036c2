"""A watchdog: what takes far too long is interrupted where it is."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooLong(Exception):
    """Something did not end."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TooLong inside the block if it takes longer; where there are no alarms, wait for ever."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def bark(number: int, frame: FrameType | None) -> None:
        raise TooLong(f"no end after {seconds:g} s")

    former = signal.signal(signal.SIGALRM, bark)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
