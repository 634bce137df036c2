"""8.5.0: the VC's diamonds V1 to V6, walked once per turn; the box they lead to is kept as the turn's plan."""

from collections.abc import Callable, Container, Iterable
from typing import Final

from fitl.board.factions import VC
from fitl.board.pieces import VC_GUERRILLA
from fitl.board.spaces import CONTROLLABLE, LOCS, POP
from fitl.bots.flowchart.common import event_box
from fitl.bots.flowchart.shared import operation_option, yes_no
from fitl.bots.flowchart.turn import Turn
from fitl.bots.flowchart.vc import attack, march, rally, tax, terror
from fitl.bots.mind import NOT_ROLLED, Handler, Mind, option_for
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import available, underground
from fitl.rules.sequence import operations_for
from fitl.state import NEUTRAL, State

TWO_DICE: Final = (2, 12)  # the least and the most they show
THREE_DICE: Final = (3, 18)
BASES: Final = 2  # V4

BOXES: Final = ("terror", "rally", "march", "attack")
# 8.1.C: where each box leads if it finds nothing to do; every box is tried once, then VC Passes.
INSTEAD: Final = {"rally": ("rally", "march"), "march": ("march", "rally"), "attack": ("attack", "march", "rally")}
WOULD: Final[dict[str, Callable[[Mind, State], bool]]] = {
    "rally": rally.can_rally,
    "march": lambda mind, s: march.can_march(s),
    "attack": lambda mind, s: attack.can_attack(s),
}


def turn_action(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.5.0: Terror if it pays, else the Event, else Rally, Attack or March; Pass if nothing can be done."""
    operates = operation_option(decision)
    able = _able(s, operates)
    if (
        operates is not None
        and "terror" in able
        and (yield from terror_pays(mind, s, range(CONTROLLABLE), s.resources[VC]))
    ):
        mind.visit("vc.box.terror")
        mind.room(Turn).operation = "terror"
        return operates
    verdict = yield from event_box(mind, s, decision, "vc.v3")
    mind.visit("vc.v3", answer=verdict or "operations")
    if verdict is not None:
        return option_for(decision, verdict)
    if operates is not None:
        first = yield from first_box(mind, s, rally.bases_by_rally(mind, s))
        box = _box_with_something_to_do(mind, s, first, able)
        if box is not None:
            mind.room(Turn).operation = box
            return operates
    mind.visit("vc.pass")
    return option_for(decision, "pass")


def turn_operation(mind: Mind, s: State, decision: Decision) -> Option:
    """The Operation of the box that was reached."""
    return option_for(decision, mind.room(Turn).operation)


def operation_finish(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The Operation is over: its Special Activity, if it has not come yet."""
    operation = mind.room(Turn).operation
    if operation == "attack":
        return option_for(decision, "done")  # 8.5.4: Ambush or nothing
    if operation == "march":
        return (yield from march.march_special(mind, s, decision))
    return (yield from tax.finish(mind, s, decision))


def _able(s: State, operates: Option | None) -> Container[str]:
    """The boxes open to VC: for a non-player all, whatever they find to do; by people's rules what can be begun.

    A person's Limited Operation has no Tax to pay for it.
    """
    if operates is None or VC in s.options.privileged:
        return BOXES
    return {op.name for op in operations_for(s, VC, operates.key)}


# --- the diamonds -------------------------------------------------------------------------------------------------


def terror_pays(mind: Mind, s: State, spaces: Iterable[int], budget: int) -> Flow[bool]:
    """V1, V2: can Terror strike a space at Support, or could it, alone, shift at least 2d6 Population?

    budget: in how many spaces it could be used.
    """
    targets = terror.shifts(mind, s, spaces) if budget else []
    at_support = [sp for sp in targets if s.support[sp] > NEUTRAL]
    mind.visit("vc.v1", answer=yes_no(bool(at_support)), spaces=at_support)
    if at_support:
        return True
    people = sum(sorted((POP[sp] for sp in targets), reverse=True)[:budget])
    least, most = TWO_DICE
    dice = 0
    if least <= people < most:
        dice = yield from mind.roll("vc.v2", 2)
    answer = people >= most or (dice > 0 and people >= dice)
    mind.visit("vc.v2", answer=yes_no(answer), n=people, dice=dice or NOT_ROLLED)
    return answer


def first_box(mind: Mind, s: State, bases: int) -> Flow[str]:
    """V4, V5, V6. bases: how many a Rally would put down."""
    mind.visit("vc.v4", answer=yes_no(bases >= BASES), n=bases)
    if bases >= BASES:
        return "rally"
    waiting = available(s, VC_GUERRILLA)
    least, most = THREE_DICE
    dice = 0
    if least < waiting <= most:
        dice = yield from mind.roll("vc.v5", 3)
    answer = waiting > most or 0 < dice < waiting
    mind.visit("vc.v5", answer=yes_no(answer), n=waiting, dice=dice or NOT_ROLLED)
    if answer:
        return "rally"
    hidden = [sp for sp in LOCS if underground(s, sp, VC)]
    mind.visit("vc.v6", answer=yes_no(bool(hidden)), spaces=hidden)
    return "attack" if hidden else "march"


def _box_with_something_to_do(mind: Mind, s: State, first: str, able: Container[str]) -> str | None:
    """8.1.C: the box, or the one its "if none" leads to."""
    for box in INSTEAD[first]:
        if box in able and WOULD[box](mind, s):
            mind.visit("vc.box." + box)
            return box
        mind.visit(f"vc.{box}.none")
    return None


HANDLERS: Final[dict[str, Handler]] = {
    "turn.action": turn_action,
    "turn.operation": turn_operation,
    "operation.finish": operation_finish,
}
