"""What all minds that explain themselves share: every answer has a reason, and none says more than it need."""

from typing import Any, Final

from fitl.bots.mind import Explain, Mind
from fitl.decisions import Decision, Flow, Option
from fitl.state import State

PLANNED: Final = tuple(f"planned.{what}" for what in ("space", "piece_at", "piece", "amount", "done", "way"))


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


def planned(option: Option) -> tuple[str, dict[str, object]]:
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
    """Every answer has its reason: where it only carries out what was planned before, that."""
    said = mind.said
    option = mind.handler(mind, s, decision)
    if not isinstance(option, Option):
        option = yield from option
    if mind.said == said:
        node, params = planned(option)
        mind.visit(node, **params)
    return option
