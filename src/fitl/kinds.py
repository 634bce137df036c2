"""The kinds of non-players (8.1): one row each, the name that options use and the class that makes up its mind.

A kind is a class that is made with the number of its Faction and has `deliberate` (see `bots/table.py`). It is written
as text and imported when such a non-player sits down, so that the options, far below, can check the name.
"""

from importlib import import_module
from typing import Any, Final

FLOWCHART: Final = "flowchart"
FAIR: Final = "flowchart:fair"  # the same charts by people's rules

KINDS: Final[dict[str, str]] = {
    FLOWCHART: "fitl.bots.flowchart:FlowchartBot",
    FAIR: "fitl.bots.flowchart:FlowchartBot",
}

# Those that have the privileges of non-players: a full Operation where people have a Limited one, first place among
# equals and in a Victory Phase (7.1, 8.1, 8.9). All others play by people's rules.
PRIVILEGED: Final = frozenset((FLOWCHART,))

# Those that follow the charts, whose US has a policy that it reviews (8.8.1).
CHARTED: Final = frozenset((FLOWCHART, FAIR))


def class_of(kind: str) -> Any:
    """The class of a kind of non-player."""
    module, _, name = KINDS[kind].partition(":")
    return getattr(import_module(module), name)
