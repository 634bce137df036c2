"""Answering step by step from a plan: what is kept between questions, and choosing without useless dice."""

from collections.abc import Sequence
from typing import TypeVar

from fitl.board.spaces import row_id
from fitl.bots.mind import Mind, option_for
from fitl.bots.select import TieBreak, best_of, choose_space, equal_chance
from fitl.decisions import DONE, Decision, Flow, Option
from fitl.state import State

Plan = TypeVar("Plan")


def kept(mind: Mind, plan: type[Plan], s: State, new: bool = False) -> Plan:
    """What the mind keeps for one box; begun again for a new Operation, or when it stems from an earlier card."""
    return mind.room(plan, (s.card, s.acted, s.executing), new)


def find_space(decision: Decision, sp: int) -> Option | None:
    """The option for a space, if it is offered."""
    return decision.find(row_id(sp))


def space_of(decision: Decision, sp: int) -> Option:
    """The option for a space that is offered."""
    return option_for(decision, row_id(sp))


def fallback(mind: Mind, decision: Decision) -> Flow[Option]:
    """8.4.7: no plan covers this step (an Event bends the procedure): stop if one may, else equal chance."""
    done = decision.find("done")
    if done is not None:
        return done
    options = [option for option in decision.options if option.value != DONE and not option.key.startswith("sa:")]
    return (yield from equal_chance(mind, options))


def take_of(mind: Mind, node: str, spaces: Sequence[int], tie_breaks: Sequence[TieBreak], left: int) -> Flow[int]:
    """One of several spaces of which `left` more will be taken; if all of them are, no tie-break decided anything."""
    if len(spaces) <= left:
        sp = mind.any_of(best_of(spaces, tie_breaks))
        mind.visit(node, space=sp, spaces=list(spaces), ties=[], tied=1)
        return sp
    return (yield from choose_space(mind, node, spaces, tie_breaks, left))
