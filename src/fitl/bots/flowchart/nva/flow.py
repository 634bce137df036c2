"""8.6.0 The flow N1 to N6: which box NVA takes, and which Special Activity follows it."""

from typing import Final

from fitl.board.factions import NVA
from fitl.board.pieces import NVA_GUERRILLA
from fitl.board.spaces import CONTROLLABLE
from fitl.bots.flowchart.common import any_choice, event_box
from fitl.bots.flowchart.nva.attack import AmbushPlan, ambush_bases, attack_possible
from fitl.bots.flowchart.nva.bombard import take_bombard
from fitl.bots.flowchart.nva.infiltrate import infiltrates
from fitl.bots.flowchart.nva.manoeuvre import PAID
from fitl.bots.flowchart.nva.march import keep_plan, plan_march
from fitl.bots.flowchart.nva.rally import rally_builds_base, rally_places
from fitl.bots.flowchart.nva.strikes import count_removals
from fitl.bots.flowchart.nva.terror import terror_population
from fitl.bots.flowchart.nva.units import GUARDS, units
from fitl.bots.flowchart.shared import yes_no
from fitl.bots.flowchart.turn import Turn
from fitl.bots.mind import NOT_ROLLED, Handler, Mind, option_for
from fitl.decisions import DONE_OPTION, Decision, Flow, Option
from fitl.rules.forces import available, bases_of
from fitl.rules.operations.march import Terms, marched_in_underground
from fitl.rules.sequence import operations_for
from fitl.state import EVENT, LIMITED_OP, OP_AND_ACTIVITY, PASS, State

DIE_MAX: Final = 6


# --- the turn -----------------------------------------------------------------------------------------------------


def choose_action(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """2.3.4 by the flow: Attack, the Event box, Terror, Rally or March; Pass if nothing is left."""
    action = next((name for name in (OP_AND_ACTIVITY, LIMITED_OP) if decision.find(name)), None)
    names = {op.name for op in operations_for(s, NVA, action)} if action else set()
    purse = s.resources[NVA]
    if (yield from n1(mind, s, names, purse)):
        box: str | None = "attack"
    else:
        choice = yield from event_box(mind, s, decision, "nva.n2")
        mind.visit("nva.n2", answer=choice or "operations")
        if choice == EVENT:
            return option_for(decision, EVENT)
        box = None if choice == PASS else (yield from choose_box(mind, s, names, purse))
    if box is None or action is None:
        mind.visit("nva.pass")
        return option_for(decision, PASS)
    mind.room(Turn).operation = box
    return option_for(decision, action)


def choose_operation(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """As the flow decided."""
    planned = decision.find(mind.room(Turn).operation)
    return planned or (yield from any_choice(mind, s, decision))


# --- N1 -----------------------------------------------------------------------------------------------------------


def n1(mind: Mind, s: State, names: set[str], purse: int, ambush: bool = True) -> Flow[bool]:
    """N1, if an Attack can be made at all."""
    if "attack" not in names:
        mind.visit("nva.n1_barred")
        return False
    return (yield from attacks_first(mind, s, purse, ambush))


def attacks_first(mind: Mind, s: State, purse: int, ambush: bool = True) -> Flow[bool]:
    """N1: can Troop Attacks and Ambushes take a COIN Base, or at least 1d6 pieces? If so and something can be done.

    purse: in how many spaces they could be carried out; ambush: whether a Special Activity may accompany them.
    """
    count = count_removals(s, purse, ambush)
    ambushes = mind.room(AmbushPlan)
    ambushes.base = count.base
    if count.base >= 0:
        ambushes.any_prey = not count.base_by_troops
        mind.visit("nva.n1", answer="yes", base="yes", n=count.pieces, dice=NOT_ROLLED)
    else:
        answer, die = yield from _reaches_die(mind, "nva.n1", count.pieces)
        ambushes.any_prey = count.pieces_by_troops < (die or DIE_MAX)
        mind.visit("nva.n1", answer=yes_no(answer), base="no", n=count.pieces, dice=die or NOT_ROLLED)
        if not answer:
            return False
    if attack_possible(mind, s, purse):
        return True
    mind.visit("nva.n1_none")
    return False


def _reaches_die(mind: Mind, node: str, n: int) -> Flow[tuple[bool, int]]:
    """Is n at least 1d6? And the die, 0 if none was needed to tell."""
    if n <= 0 or n >= DIE_MAX:
        return n > 0, 0
    die = yield from mind.roll(node)
    return n >= die, die


# --- N3 to N6 -----------------------------------------------------------------------------------------------------


def choose_box(mind: Mind, s: State, names: set[str], purse: int, terms: Terms = PAID) -> Flow[str | None]:
    """N3 to N6 and the arrows of boxes that fail, each tried once (8.1.C)."""
    if "terror" not in names:
        mind.visit("nva.n3_barred")
    elif (yield from n3(mind, s, purse)):
        return "terror"
    order = ("rally", "march") if (yield from n4(mind, s, purse)) or n5(mind, s) else ("march", "rally")
    if order[0] == "march":
        mind.visit("nva.n6")
    for name in order:
        if name == "rally":
            if name in names and rally_places(mind, s, purse):
                return name
        elif name in names and keep_plan(mind, (yield from plan_march(mind, s, terms))):
            return name
        mind.visit(f"nva.{name}.none")
    return None


def n3(mind: Mind, s: State, purse: int) -> Flow[bool]:
    """N3: can Terror reach at least 1d6 Population at Support?"""
    population = terror_population(s, purse)
    answer, die = yield from _reaches_die(mind, "nva.n3", population)
    mind.visit("nva.n3", answer=yes_no(answer), n=population, dice=die or NOT_ROLLED)
    return answer


def n4(mind: Mind, s: State, purse: int) -> Flow[bool]:
    """N4: more NVA Guerrillas Available than 2d6; if not, would a Rally put down a Base?"""
    waiting = available(s, NVA_GUERRILLA)
    dice = 0  # none needed to tell
    if 2 < waiting <= 2 * DIE_MAX:
        dice = yield from mind.roll("nva.n4", 2)
    answer = waiting > (dice or 2 * DIE_MAX)
    mind.visit("nva.n4", answer=yes_no(answer), n=waiting, dice=dice or NOT_ROLLED)
    if answer:
        return True
    builds = rally_builds_base(mind, s, purse)
    mind.visit("nva.n4_base", answer=yes_no(builds))
    return builds


def n5(mind: Mind, s: State) -> bool:
    """N5: the Trail at 0 or 1, or an NVA Base with fewer than 2 NVA units."""
    bare = [sp for sp in range(CONTROLLABLE) if bases_of(s, sp, NVA) and units(s, sp) < GUARDS]
    answer = s.trail <= 1 or bool(bare)
    mind.visit("nva.n5", answer=yes_no(answer), n=s.trail, spaces=bare)
    return answer


# --- the Special Activity -----------------------------------------------------------------------------------------


def finish_operation(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """After the Operation: Ambush (March, if a Base goes), Infiltrate (Rally and March), else Bombard."""
    op = next(option.value.op for option in decision.options if option is not DONE_OPTION)
    ambush, infiltrate = decision.find("sa:ambush"), decision.find("sa:infiltrate")
    if op.name == "march" and ambush is not None:
        ambushes = mind.room(AmbushPlan)
        ambushes.targets = yield from ambush_bases(mind, s, [sp for sp in op.spaces if marched_in_underground(op, sp)])
        if ambushes.targets:
            return ambush
    if infiltrate is not None and infiltrates(mind, s):
        return infiltrate
    return take_bombard(mind, decision) or option_for(decision, "done")


HANDLERS: Final[dict[str, Handler]] = {
    "turn.action": choose_action,
    "turn.operation": choose_operation,
    "operation.finish": finish_operation,
}
