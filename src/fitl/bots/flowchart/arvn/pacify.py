"""8.7.6 Pacify, in Train and in the Support Phase (6.3.1)."""

from collections.abc import Sequence
from typing import Final

from fitl.board.factions import ARVN, US
from fitl.board.spaces import POP
from fitl.bots.flowchart.shared import take
from fitl.bots.mind import Mind, offered_spaces, option_for
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.control import victory_marker
from fitl.rules.pacification import MAX_LEVELS
from fitl.state import ACTIVE_SUPPORT, NEUTRAL, PASSIVE_SUPPORT, State

MOST_FOR_ACTIVE: Final = 45  # Support + Available, to raise Passive to Active Support
MOST_FOR_TERROR: Final = 40  # Support + Available after the first shift, to remove Terror


def levels_wanted(s: State, sp: int, price: int) -> int:
    """How many levels ARVN would buy here; 0 if it would not begin.

    Terror is bought off only if a shift follows which leaves Support + Available at 40 or less.
    """
    if not POP[sp]:
        return 0
    steps = s.resources[ARVN] // price if price else ACTIVE_SUPPORT * 99
    marker = victory_marker(s, US)
    level = s.support[sp]
    if s.terror[sp]:
        gain = POP[sp] if level >= NEUTRAL else 0
        if gain and marker + gain > MOST_FOR_TERROR:
            return 0
        steps -= s.terror[sp]
    wanted = 0
    while wanted < min(MAX_LEVELS, steps) and level < ACTIVE_SUPPORT:
        gain = POP[sp] if level >= NEUTRAL else 0
        if level == PASSIVE_SUPPORT and marker + gain > MOST_FOR_ACTIVE:
            break
        marker += gain
        level += 1
        wanted += 1
    return wanted


def best_to_pacify(mind: Mind, s: State, spaces: Sequence[int], price: int) -> Flow[int]:
    """Which of these spaces, each worth Pacifying: no Terror, Opposition, the greatest shift."""
    ties = (
        TieBreak("arvn.no_terror", lambda sp: not s.terror[sp]),
        TieBreak("arvn.opposition", lambda sp: s.support[sp] < NEUTRAL),
        TieBreak("arvn.greatest_shift", lambda sp: levels_wanted(s, sp, price) * POP[sp]),
    )
    return (yield from choose_space(mind, "arvn.pacify.space", spaces, ties))


def pacify_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`coup.pacify`, `train.pacify`: where to begin, or not at all."""
    price = decision.cost or 0
    offered = offered_spaces(decision)
    wanted = [sp for sp in offered if levels_wanted(s, sp, price)]
    if not wanted:
        mind.visit("arvn.pacify.none")
        return decision.find("done") or decision.options[0]
    chosen = yield from best_to_pacify(mind, s, wanted, price)
    return take(decision, chosen)


def pacify_more(mind: Mind, s: State, decision: Decision) -> Option:
    """`pacify.more`: go on while the limits of Support + Available allow."""
    sp = decision.space
    if levels_wanted(s, sp, decision.cost or 0):
        mind.visit("arvn.pacify.more", space=sp)
        return option_for(decision, "more")
    mind.visit("arvn.pacify.limit", space=sp, n=victory_marker(s, US))
    return option_for(decision, "stop")
