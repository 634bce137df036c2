"""As if this were macOS: no limit on memory can be set, and nothing of Linux's scheduler is there."""

import os
import resource
import select
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from lacking import remove

sys.path.pop(0)

remove(os, *[name for name in dir(os) if name.startswith(("sched_", "SCHED_"))])
remove(os, "posix_fadvise", "memfd_create", "O_TMPFILE", "sendfile", "pidfd_open", "eventfd")
remove(select, "epoll")
remove(time, "CLOCK_BOOTTIME", "pthread_getcpuclockid")

_setrlimit = resource.setrlimit


def _refusing(which: int, limits: tuple[int, int]) -> None:
    if which == resource.RLIMIT_AS:
        raise ValueError("current limit exceeds maximum limit")
    _setrlimit(which, limits)


resource.setrlimit = _refusing
