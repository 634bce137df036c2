"""The bot types (8.1): one row each, the name that options use and the class that makes up its mind.

A kind is a class that is made with the number of its Faction and has `deliberate` (see `bots/table.py`). It is written
as text and imported when such a non-player sits down, so that the options, far below, can check the name. A thinker is
told its level besides, the second word of its name: "thinker:deep"; "thinker" alone is a steady one.
"""

from importlib import import_module
from typing import Any, Final

FLOWCHART: Final = "flowchart"
FAIR: Final = "flowchart:fair"  # the same charts by people's rules

TRUNG: Final = "trung"  # the bots that follow a deck of 24 cards

THINKER: Final = "thinker"  # searches (fitl.thinker), by people's rules
LEVELS: Final = ("instant", "quick", "steady", "deep")  # of thinkers, weakest first
WITH_PRIVILEGES: Final = tuple(f"{THINKER}:{level}:privileged" for level in LEVELS)

KINDS: Final[dict[str, str]] = {
    FLOWCHART: "fitl.bots.flowchart:FlowchartBot",
    TRUNG: "fitl.bots.trung:TrungBot",
    FAIR: "fitl.bots.flowchart:FlowchartBot",
    **dict.fromkeys(
        (THINKER, *(f"{THINKER}:{level}" for level in LEVELS), *WITH_PRIVILEGES), "fitl.thinker.player:Thinker"
    ),
}

# Those that have the privileges of non-players: a full Operation where people have a Limited one, first place among
# equals and in a Victory Phase (7.1, 8.1, 8.9). All others play by people's rules.
PRIVILEGED: Final = frozenset((FLOWCHART, TRUNG, *WITH_PRIVILEGES))

# Those among them that take a Limited Operation where people do.
LIMITED_LIKE_PEOPLE: Final = frozenset((TRUNG,))

# Those that follow the charts, whose US has a policy that it reviews (8.8.1).
CHARTED: Final = frozenset((FLOWCHART, FAIR, TRUNG))


def made(kind: str, faction: int) -> Any:
    """A non-player of this kind for a Faction."""
    module, _, name = KINDS[kind].partition(":")
    maker = getattr(import_module(module), name)
    level = kind.split(":")[1:2]
    return maker(faction, *level) if kind.startswith(THINKER) else maker(faction)
