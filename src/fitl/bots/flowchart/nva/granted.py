"""8.4.4: what NVA does where an Event leaves it the choice: the diamonds of 8.6 or the card's instruction decide."""

from typing import Final

from fitl.board.factions import NVA
from fitl.board.spaces import CONTROLLABLE, SPACE_COUNT
from fitl.bots.flowchart.common import any_choice
from fitl.bots.flowchart.nva.attack import attacks
from fitl.bots.flowchart.nva.flow import attacks_first, choose_box, n1, n3, n4, n5
from fitl.bots.flowchart.nva.infiltrate import infiltrates, infiltrates_in
from fitl.bots.flowchart.nva.manoeuvre import FREE
from fitl.bots.flowchart.nva.strikes import MASSED
from fitl.bots.flowchart.nva.units import troops
from fitl.bots.mind import Handler, Mind, option_for
from fitl.bots.select import equal_chance
from fitl.decisions import Decision, Flow, Option
from fitl.state import NEUTRAL, State


def limited_operation(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """A choice among free Limited Operations: the diamonds pick one, for one space and without Ambush."""
    names = {option.key for option in decision.options}
    box: str | None = "attack"
    march = decision.find("march")
    terms = FREE._replace(left=1, allowed=march.value.allowed) if march is not None else FREE
    if not (yield from n1(mind, s, names, 1, ambush=False)):
        box = yield from choose_box(mind, s, names, 1, terms)
    if box is None:
        return (yield from any_choice(mind, s, decision))
    mind.visit("nva.granted.operation", operation=box)
    return option_for(decision, box)


def activity(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """A free Special Activity without Operation: that of the box the diamonds lead to, or what it falls back on.

    The diamonds count the Resources at hand: only the Special Activity is free.
    """
    wanted: tuple[str, ...] = ("bombard",)
    purse = s.resources[NVA]
    if (yield from attacks_first(mind, s, purse)):
        wanted = ("ambush", "bombard")
    elif not (yield from n3(mind, s, purse)):
        if not (yield from n4(mind, s, purse)) and not n5(mind, s):
            mind.visit("nva.n6")  # nobody Marched, so nobody may Ambush
        if decision.find("infiltrate") and infiltrates(mind, s):
            wanted = ("infiltrate", "bombard")
    return (yield from _first_offered(mind, s, decision, wanted, "nva.granted.activity"))


def _first_offered(mind: Mind, s: State, decision: Decision, wanted: tuple[str, ...], node: str) -> Flow[Option]:
    for name in wanted:
        if option := decision.find(name):
            mind.visit(node, step=name)
            return option
    return (yield from any_choice(mind, s, decision))


# --- cards 56 and 59 ------------------------------------------------------------------------------------------------


def follow_up(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 56: Attack or Ambush if able, Infiltrate if its box does anything there, Terror if Support, Rally."""
    sp = decision.space
    wanted = [*(["attack"] if attacks(s, [sp]) else []), "ambush"]
    if infiltrates_in(s, sp):
        wanted.append("infiltrate")
    if sp < CONTROLLABLE and s.support[sp] > NEUTRAL:
        wanted.append("terror")
    wanted += ["rally", "bombard"]
    if not any(decision.find(name) for name in wanted):  # 8.4.7, but no VC Guerrilla is taken over
        others = [option for option in decision.options if option.key != "infiltrate"]
        return (yield from equal_chance(mind, others or list(decision.options)))
    return (yield from _first_offered(mind, s, decision, tuple(wanted), "nva.granted.follow_up"))


def attack_or_ambush(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 59: by the order of 8.6.2: 4+ Troops Attack, else Ambush if able, else Attack."""
    massed = [sp for sp in attacks(s, range(SPACE_COUNT)) if troops(s, sp) >= MASSED]
    wanted = ("attack",) if massed else ("ambush", "attack")
    return (yield from _first_offered(mind, s, decision, wanted, "nva.granted.follow_up"))


HANDLERS: Final[dict[str, Handler]] = {
    "event.limited_operation": limited_operation,
    "event.macv_activity": activity,
    "event.free_action": follow_up,
    "event.attack_or_ambush": attack_or_ambush,
}
