"""What a flowchart mind answers, and why.

Each Faction's module lists its handlers by decision kind; `answer` finds the one for a decision and runs it.
"""

from collections.abc import Generator
from functools import cache
from typing import Final

from fitl.bots.flowchart import arvn, common, events, nva, us, vc
from fitl.bots.mind import Handler, Mind
from fitl.catalogue import ENGLISH, messages_in
from fitl.decisions import Decision, Option
from fitl.state import State

# By Faction: decision kind to handler.
HANDLERS: Final[tuple[dict[str, Handler], ...]] = (us.HANDLERS, arvn.HANDLERS, nva.HANDLERS, vc.HANDLERS)

_OTHERS: Final = ("tie", "thinker", "trung")  # reasons of other kinds, and names of tie-breaks


@cache
def nodes() -> tuple[str, ...]:
    """Every node and bullet of every flowchart, of the Events and of what all share: those that the catalogue words."""
    said = (message.partition("why.") for message in messages_in(ENGLISH))
    return tuple(node for before, _, node in said if node and not before and node.partition(".")[0] not in _OTHERS)


def handler_for(faction: int, kind: str) -> Handler:
    """The Faction's own handler, else the shared ones, those of Events (8.4), or any other choice (8.4.7)."""
    own = HANDLERS[faction].get(kind) or common.HANDLERS.get(kind)
    if own is not None:
        return own
    return events.handle_event if kind.startswith("event.") else common.any_choice


def answer(mind: Mind, s: State, decision: Decision) -> Generator[Decision, object, Option]:
    """What this mind answers, its dice asked on the way."""
    advice = handler_for(mind.faction, decision.kind)(mind, s, decision)
    if isinstance(advice, Option):
        return advice
    return (yield from advice)
