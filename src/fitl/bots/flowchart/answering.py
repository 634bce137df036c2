"""What a flowchart mind answers, and why.

Each Faction's module lists its handlers by decision kind; `answer` finds the one for a decision and runs it.
"""

from collections.abc import Generator
from typing import Final

from fitl.bots.answering import PLANNED
from fitl.bots.flowchart import arvn, common, events, nva, us, vc
from fitl.bots.mind import Handler, Mind
from fitl.decisions import Decision, Option
from fitl.state import State

# By Faction: decision kind to handler.
HANDLERS: Final[tuple[dict[str, Handler], ...]] = (us.HANDLERS, arvn.HANDLERS, nva.HANDLERS, vc.HANDLERS)

# Every node and bullet of every flowchart, of the Events and of what all share.
NODES: Final[tuple[str, ...]] = tuple(
    dict.fromkeys((*(node for module in (common, events, us, arvn, nva, vc) for node in module.NODES), *PLANNED))
)


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
