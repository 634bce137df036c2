"""The process in which an import is read (bringing.py): it steps behind everybody else before it loads anything."""

import os
from typing import Final

BEHIND: Final = 10  # far behind the server, but not behind everything else on the machine: its time is limited


def step_behind(by: int) -> None:
    """Whoever plays comes first."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(by)


def only_when_idle() -> None:
    """Work only when nobody else would; whoever is waited for need not even wait for the end of a slice of time."""
    if hasattr(os, "SCHED_IDLE"):  # Linux
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        step_behind(19)


if __name__ == "__main__":
    step_behind(BEHIND)
    from fitl.server.bringing import main

    main()
