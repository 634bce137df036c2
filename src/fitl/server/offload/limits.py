"""Limits of a worker process, as far as the system lets a process limit itself.

Windows has neither priorities of this kind nor limits; macOS refuses a limit on memory: there a job's process watches
its own memory (memory_watchdog.py). The pool's clock ends a job everywhere.
"""

import contextlib
import os
import time
from typing import Final

from fitl.server.offload.memory_watchdog import watch_memory

IDLE: Final = 20  # a priority below all others: work only when nobody else would


def lower_priority(by: int) -> None:
    """Let others go first: players come before jobs."""
    if by >= IDLE and hasattr(os, "SCHED_IDLE"):  # Linux; players need not even wait for the end of a time slice
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            return
    if hasattr(os, "nice"):
        os.nice(min(by, IDLE - 1))


def limit_memory(size: int) -> None:
    """Limit the memory of this process to this many bytes; if that is not possible, end it when it has more."""
    if not _limit("RLIMIT_AS", size, size):
        watch_memory(size)
    _limit("RLIMIT_CORE", 0, 0)


def limit_processor(seconds: int) -> None:
    """Let this process have this many more seconds of processor time; the kernel ends it after that."""
    _limit("RLIMIT_CPU", int(time.process_time()) + seconds + 1)


def _limit(name: str, soft: int, hard: int | None = None) -> bool:
    """Set a limit, unless the system has none or refuses it; without `hard`, the upper bound stays. Is it set?"""
    try:
        import resource
    except ImportError:
        return False
    which: int = getattr(resource, name)
    try:
        resource.setrlimit(which, (soft, resource.getrlimit(which)[1] if hard is None else hard))
    except (ValueError, OSError):
        return False
    return True
