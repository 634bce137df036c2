"""Ctrl-C while the program is at work for somebody who waits: the first one is a wish, the second ends the program."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def first_interrupt() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets while this lasts; one more is what Ctrl-C always is."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():  # others hear of no signal
        yield asked
        return

    def heard(number: int, frame: FrameType | None) -> None:
        if asked.is_set():
            signal.default_int_handler(number, frame)
        asked.set()

    before = signal.signal(signal.SIGINT, heard)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler if before is None else before)
