"""A non-player's mind: what it intends this turn, its dice, and its reasons.

A mind never changes a game. It is asked about one decision at a time and returns one of its options; whatever dice it
needs on the way are decisions of chance (see `Game.consult`). Thinking ahead happens on copies (`rehearsal.py`).
"""

import copy
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from fitl.decisions import CHANCE, DIE, Decision, Flow, Option
from fitl.readings import Settings
from fitl.state import State
from fitl.words import NOT_ROLLED

__all__ = ["NOT_ROLLED", "VISITS", "Explain", "Handler", "Mind", "Settings", "offered_spaces", "option_for"]

T = TypeVar("T")
Plan = TypeVar("Plan")
Explain = Callable[..., None]  # as Game.explain: faction, message, params

# How often each node and bullet was visited, over all minds of this process; the soak reports it.
VISITS: Final[Counter[str]] = Counter()


def _say_nothing(_by: int, _message: str, /, **params: object) -> None:
    """Rehearsals explain nothing."""


@dataclass(slots=True)
class Mind:
    """One Faction's mind during its turn."""

    faction: int
    handler: "Handler"  # how it answers any decision; rehearsals ask it too
    settings: Settings = field(default_factory=Settings)
    explain: Explain = _say_nothing
    rooms: dict[type[object], tuple[object, object]] = field(default_factory=dict)  # by plan: its moment and itself
    rehearsing: bool = False
    said: int = 0  # how many reasons it has given
    lent: dict[type[object], tuple[object, object]] = field(default_factory=dict)  # by a mind it is a thought of

    def forget(self) -> None:
        """A new turn: nothing is planned."""
        self.rooms.clear()
        self.lent.clear()

    def room(self, plan: type[Plan], moment: object = None, anew: bool = False) -> Plan:
        """What it keeps of one plan until its next turn, empty at first.

        It is emptied for another moment of the turn (what a Faction takes for one, if it tells any), or if begun again.
        """
        kept = self.rooms.get(plan)
        lent = kept is None and plan in self.lent
        if lent:
            kept = self.lent[plan]
        if kept is not None and not anew and kept[0] == moment:
            found = kept[1]
            if isinstance(found, plan):
                if lent:  # a thought leaves the plan of the mind that thinks it alone
                    found = copy.deepcopy(found)
                    self.rooms[plan] = (moment, found)
                return found
        empty = plan()
        self.rooms[plan] = (moment, empty)
        return empty

    def keep(self, plan: object) -> None:
        """Keep a plan that was made elsewhere, instead of any of its kind."""
        self.rooms[type(plan)] = (None, plan)

    def visit(self, node: str, **params: object) -> None:
        """Pass a node or bullet of the flowchart: the reason `why.<node>` is noted with its parameters."""
        if not self.rehearsing:
            VISITS[node] += 1
            self.said += 1
            self.explain(self.faction, "why." + node, **params)

    def roll(self, node: str, dice: int = 1) -> Flow[int]:
        """Roll dice for a node; returns their sum. People who roll by hand are told the node as printed."""
        printed = node.rpartition(".")[2].upper()  # "nva.n4" is N4
        total = 0
        for _ in range(dice):
            total += yield Decision(CHANCE, "bot.die", "8.1", DIE, {"node": printed, "faction": self.faction})
        return total

    def any_of(self, things: Sequence[T]) -> T:
        """One of several that will all be taken, and nothing depends on which comes first: no die is rolled (8.2)."""
        return things[0]

    def in_thought(self) -> "Mind":
        """A copy of this mind that thinks ahead: it plans alike but explains nothing."""
        lent = {**self.lent, **self.rooms}
        return Mind(self.faction, self.handler, self.settings, _say_nothing, rehearsing=True, lent=lent)


Handler = Callable[[Mind, State, Decision], Generator[Decision, object, Option] | Option]


def option_for(decision: Decision, key: str | int) -> Option:
    """The offered option with this key; a KeyError tells which were offered, for a mind must never guess."""
    found = decision.find(str(key))
    if found is None:
        raise KeyError(f"{key!r} is not offered by {decision.kind}: {[option.key for option in decision.options]}")
    return found


def offered_spaces(decision: Decision) -> list[int]:
    """The spaces a decision offers (options with exactly one space and no piece)."""
    return [option.spaces[0] for option in decision.options if len(option.spaces) == 1 and option.piece is None]
