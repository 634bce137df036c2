"""Answering step by step from a plan: what is kept between questions, and choosing without useless dice."""

from typing import Final, TypeVar

from fitl.board.spaces import POP, row_id
from fitl.bots.mind import Mind
from fitl.bots.select import TieBreak, equal_chance
from fitl.decisions import DONE, Decision, Flow, Option
from fitl.state import State

Plan = TypeVar("Plan")

HIGHEST_POP: Final = TieBreak("us.pop", lambda sp: POP[sp])


def kept(mind: Mind, plan: type[Plan], s: State, new: bool = False) -> Plan:
    """What the mind keeps for one box; begun again for a new Operation, or when it stems from an earlier card."""
    return mind.room(plan, (s.card, s.acted, s.executing), new)


def find_space(decision: Decision, sp: int) -> Option | None:
    """The option for a space, if it is offered."""
    return decision.find(row_id(sp))


def fallback(mind: Mind, decision: Decision) -> Flow[Option]:
    """8.4.7: no plan covers this step (an Event bends the procedure): stop if one may, else equal chance."""
    done = decision.find("done")
    if done is not None:
        return done
    options = [option for option in decision.options if option.value != DONE and not option.key.startswith("sa:")]
    return (yield from equal_chance(mind, options))
