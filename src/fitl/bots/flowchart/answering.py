"""What a flowchart mind answers, and why.

Each Faction's module lists its handlers by decision kind; `answer` finds the one for a decision and runs it.
"""

from collections.abc import Generator
from typing import Any, Final

from fitl.bots.flowchart import arvn, common, events, nva, us, vc
from fitl.bots.mind import Explain, Handler, Mind
from fitl.decisions import Decision, Flow, Option
from fitl.state import State

# By Faction: decision kind to handler.
HANDLERS: Final[tuple[dict[str, Handler], ...]] = (us.HANDLERS, arvn.HANDLERS, nva.HANDLERS, vc.HANDLERS)

# Every node and bullet of every flowchart, of the Events and of what all share.
PLANNED: Final = tuple(f"planned.{what}" for what in ("space", "piece_at", "piece", "amount", "done", "way"))
NODES: Final[tuple[str, ...]] = tuple(
    dict.fromkeys((*(node for module in (common, events, us, arvn, nva, vc) for node in module.NODES), *PLANNED))
)


def handler_for(faction: int, kind: str) -> Handler:
    """The Faction's own handler, else the shared ones, those of Events (8.4), or any other choice (8.4.7)."""
    own = HANDLERS[faction].get(kind) or common.HANDLERS.get(kind)
    if own is not None:
        return own
    return events.handle_event if kind.startswith("event.") else common.any_choice


def answer(mind: Mind, s: State, decision: Decision) -> Generator[Decision, Any, Option]:
    """What this mind answers, its dice asked on the way."""
    advice = handler_for(mind.faction, decision.kind)(mind, s, decision)
    if isinstance(advice, Option):
        return advice
    return (yield from advice)


def tersely(explain: Explain) -> Explain:
    """Leave out what a reason need not say: a single candidate, tie-breaks that decided nothing, nobody tied."""

    def tell(_by: int, _message: str, /, **params: Any) -> None:
        if len(params.get("spaces", (0, 0))) == 1 and "space" in params:
            del params["spaces"]
        if not params.get("ties", True):
            del params["ties"]
        if params.get("tied", 0) == 1:
            del params["tied"]
        explain(_by, _message, **params)

    return tell


def planned(option: Option) -> tuple[str, dict[str, Any]]:
    """The node of an answer that carries out a plan, and what it touches."""
    if option.piece is not None and option.spaces:
        return "planned.piece_at", {"piece": option.piece, "space": option.spaces[0]}
    if option.piece is not None:
        return "planned.piece", {"piece": option.piece}
    if option.spaces:
        return "planned.space", {"space": option.spaces[0]}
    if option.amount is not None:
        return "planned.amount", {"n": option.amount}
    if option.key == "done":
        return "planned.done", {}
    return "planned.way", {"way": option.key}


def answer_with_a_reason(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Every answer has its reason: where a box only carries out what was planned before, that."""
    said = mind.said
    option = yield from answer(mind, s, decision)
    if mind.said == said:
        node, params = planned(option)
        mind.visit(node, **params)
    return option
