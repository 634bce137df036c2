"""A watch over a process's own memory, where the system lets nobody set a limit: Windows and macOS.

It looks often enough that what a job takes beyond its bound is soon given back, by the end of the process; the pool
then answers as if the kernel had ended it.
"""

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

TICK: Final = 0.05  # seconds between two looks
TOO_MUCH: Final = 75  # the exit status of a process that wanted too much


def watch_memory(most: int) -> None:
    """End this process when it uses more bytes than that."""
    used = _way_to_measure()
    if used is not None:
        threading.Thread(target=_watch, args=(used, most), name="fitl-memory", daemon=True).start()


def _watch(used: Callable[[], int], most: int) -> None:
    while used() <= most:
        time.sleep(TICK)
    os._exit(TOO_MUCH)


def _way_to_measure() -> Callable[[], int] | None:
    """What tells how many bytes this process uses, or has used at most; None where nothing does."""
    try:
        import resource
    except ImportError:
        return _committed if hasattr(ctypes, "windll") else None
    unit = 1 if sys.platform == "darwin" else 1024
    return lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


class _Counters(ctypes.Structure):
    """PROCESS_MEMORY_COUNTERS of Windows."""

    _fields_ = (
        ("cb", ctypes.c_ulong),
        ("PageFaultCount", ctypes.c_ulong),
        *((name, ctypes.c_size_t) for name in ("PeakWorkingSetSize", "WorkingSetSize")),
        *((name, ctypes.c_size_t) for name in ("QuotaPeakPagedPoolUsage", "QuotaPagedPoolUsage")),
        *((name, ctypes.c_size_t) for name in ("QuotaPeakNonPagedPoolUsage", "QuotaNonPagedPoolUsage")),
        *((name, ctypes.c_size_t) for name in ("PagefileUsage", "PeakPagefileUsage")),
    )


def _committed() -> int:
    """The memory that Windows keeps for this process; 0 if it does not tell."""
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined, unused-ignore]
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    kernel.K32GetProcessMemoryInfo.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ulong)
    counters = _Counters()
    counters.cb = ctypes.sizeof(counters)
    told = kernel.K32GetProcessMemoryInfo(kernel.GetCurrentProcess(), ctypes.byref(counters), counters.cb)
    return int(counters.PagefileUsage) if told else 0
