"""The names of conditions, tables and filters as parts of message ids."""

import re
from functools import cache
from typing import Final

_SEPARATORS: Final = re.compile(r"[^a-z0-9]+")


@cache
def slug(name: str) -> str:
    """ "AddCtl/Unblock" as addctl_unblock; a star stands for the US, whom Patrol may be forbidden."""
    return _SEPARATORS.sub("_", name.lower().replace("*", "_us")).strip("_")
