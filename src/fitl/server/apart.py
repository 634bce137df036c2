"""The process in which an import is read (bringing.py): it steps behind everybody else before it loads anything."""

import os
from typing import Final

BEHIND: Final = 10  # far behind the server, but not behind everything else on the machine: its time is limited


def step_behind(by: int = 19) -> None:
    """Whoever plays comes first."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(by)


if __name__ == "__main__":
    step_behind(BEHIND)
    from fitl.server.bringing import main

    main()
