"""Ctrl-C reaches every process of a terminal, but only the one that people started is to act on it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def children_deaf_to_interrupts() -> Iterator[None]:
    """Processes started meanwhile do not hear Ctrl-C.

    The signal is blocked, not ignored, so that one that comes meanwhile is heard afterwards. Windows cannot block one;
    there the processes ignore it as soon as they have started (`ignore_interrupts`).
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_interrupts() -> None:
    """What a process does that Ctrl-C is not meant for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
