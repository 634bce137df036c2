"""8.4.4: which free Operation or Special Activity VC takes when an Event leaves the choice: the diamonds decide."""

from typing import Final

from fitl.board.factions import VC
from fitl.board.spaces import CONTROLLABLE, spaces_of
from fitl.bots.flowchart.vc import attack, march, rally
from fitl.bots.flowchart.vc.flow import INSTEAD, first_box, terror_pays
from fitl.bots.flowchart.vc.tax import would_tax
from fitl.bots.mind import Handler, Mind
from fitl.bots.select import equal_chance
from fitl.decisions import Decision, Flow, Option
from fitl.rules.operation import EVERYWHERE, Operation
from fitl.state import State

# The Special Activities of the box each Operation leads to, most wanted first. What just Marched cannot Ambush, for
# nobody Marched.
ACTIVITIES: Final = {
    "terror": ("tax", "subvert"),
    "rally": ("tax", "subvert"),
    "march": ("tax", "subvert"),
    "attack": ("ambush",),
}


def limited_operation(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """A free Limited Operation: one space, so Rally puts down one Base at most and Terror strikes once."""
    wanted: tuple[str, ...] = ()
    terror = decision.find("terror")
    if terror is not None:
        op: Operation = terror.value
        if (yield from terror_pays(mind, s, [sp for sp in spaces_of(op.allowed) if sp < CONTROLLABLE], 1)):
            wanted = ("terror",)
    if not wanted:
        wanted = INSTEAD[(yield from first_box(mind, s, 0))]
    for name in wanted:
        option = decision.find(name)
        if option is not None and (name == "terror" or _has_something_to_do(s, option.value)):
            mind.visit("vc.granted.operation", operation=name)
            return option
    return (yield from equal_chance(mind, list(decision.options)))


def _has_something_to_do(s: State, op: Operation) -> bool:
    """8.1.C: would its box do anything in one space, whatever the Resources and without a Special Activity?"""
    spaces = spaces_of(op.allowed)
    if op.name == "rally":
        open_spaces = [sp for sp in rally.open_spaces(s) if sp in spaces]
        return rally.rally_bullet(s, open_spaces, rally.FRESH_SPACES, op.allowed != EVERYWHERE) is not None
    if op.name == "march":
        return march.can_march(s, free=True)
    return any(sp in spaces for sp in attack.attack_spaces(s))


def activity(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """A free Special Activity without an Operation: that of the box the diamonds reach."""
    if (yield from terror_pays(mind, s, range(CONTROLLABLE), s.resources[VC])):
        box = "terror"
    else:
        box = yield from first_box(mind, s, rally.bases_by_rally(mind, s))
    for name in ACTIVITIES[box]:
        option = decision.find(name)
        if option is not None and (name != "tax" or would_tax(s)):
            mind.visit("vc.granted.activity", activity=name)
            return option
    return (yield from equal_chance(mind, list(decision.options)))


HANDLERS: Final[dict[str, Handler]] = {
    "event.limited_operation": limited_operation,
    "event.macv_activity": activity,
}
