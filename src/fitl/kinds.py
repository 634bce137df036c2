"""The kinds of non-players (8.1): one row each, the name that options use and the class that makes up its mind.

A kind is a class that is made with the number of its Faction and has `deliberate` (see `bots/table.py`). It is written
as text and imported when such a non-player sits down, so that the options, far below, can check the name.
"""

from importlib import import_module
from typing import Any, Final

FLOWCHART: Final = "flowchart"

KINDS: Final[dict[str, str]] = {
    FLOWCHART: "fitl.bots.flowchart:FlowchartBot",
}


def class_of(kind: str) -> Any:
    """The class of a kind of non-player."""
    module, _, name = KINDS[kind].partition(":")
    return getattr(import_module(module), name)
