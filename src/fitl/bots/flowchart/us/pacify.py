"""8.8.6 Pacify, in a Train and in the Support Phase (6.3.1): where the shift is greatest, to the maximum."""

from dataclasses import dataclass
from typing import Final

from fitl.board.factions import ARVN
from fitl.board.pieces import KINDS, POLICE
from fitl.board.spaces import POP
from fitl.bots.flowchart.shared import take
from fitl.bots.flowchart.us.choices import kept
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.priorities import shift_value
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.coup.support import MAX_SPACES
from fitl.rules.pacification import MAX_LEVELS
from fitl.state import ACTIVE_SUPPORT, State

UNLIMITED: Final = 99


def steps_payable(s: State, price: int) -> int:
    """How many Terror markers and levels ARVN Resources above Econ pay for; any number if it is free (card 96)."""
    return max(0, (s.resources[ARVN] - s.econ) // price) if price else UNLIMITED


def levels_gained(s: State, sp: int, price: int, ceiling: int = ACTIVE_SUPPORT, most: int = MAX_LEVELS) -> int:
    """How many levels Pacification would bring here, its Terror paid for first."""
    if not POP[sp]:
        return 0
    return max(0, min(most, ceiling - s.support[sp], steps_payable(s, price) - s.terror[sp]))


def worth(s: State, sp: int, levels: int) -> int:
    """The greatest shift (8.4.5): gain of Total Support, then loss of Total Opposition."""
    support, opposition = shift_value(s, 0, sp, levels)
    return 100 * support + opposition


@dataclass(slots=True)
class Pacified:
    """The Pacification of a Coup Round so far."""

    spaces: int = 0


def order_of_pacification(
    s: State, price: int, train: bool, ceiling: int = ACTIVE_SUPPORT, most: int = MAX_LEVELS
) -> tuple[TieBreak, ...]:
    """In Train where no Police are; always the greatest shift, then no Terror."""
    order = (
        TieBreak("us.shift", lambda sp: worth(s, sp, levels_gained(s, sp, price, ceiling, most))),
        TieBreak("us.no_terror", lambda sp: not s.terror[sp]),
    )
    return (TieBreak("us.no_police", lambda sp: not s.pieces[sp * KINDS + POLICE]), *order) if train else order


def coup_pacify(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """6.3.1: every space where a level can be gained, best first."""
    price, most = decision.number("price"), decision.number("levels")
    spaces = [sp for sp in offered_spaces(decision) if levels_gained(s, sp, price, most=most)]
    if not spaces:
        mind.visit("us.pacify.done")
        return option_for(decision, "done")
    begun = kept(mind, Pacified, s)
    steps = sum(s.terror[sp] + levels_gained(s, sp, price, most=most) for sp in spaces)
    room = MAX_SPACES - begun.spaces if steps <= steps_payable(s, price) else 1
    order = order_of_pacification(s, price, train=False, most=most)
    sp = yield from choose_space(mind, "us.pacify.1", spaces, order, room)
    begun.spaces += 1
    return take(decision, sp)


def pacify_more(mind: Mind, s: State, decision: Decision) -> Option:
    """Go on while a shift follows: Terror alone is not worth its price."""
    sp = decision.space
    if levels_gained(s, sp, decision.cost or 0):
        mind.visit("us.pacify.more", space=sp)
        return option_for(decision, "more")
    mind.visit("us.pacify.stop", space=sp)
    return option_for(decision, "stop")


HANDLERS: Final[dict[str, Handler]] = {"coup.pacify": coup_pacify, "pacify.more": pacify_more}
