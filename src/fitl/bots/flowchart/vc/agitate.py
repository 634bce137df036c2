"""8.5.5 Agitate, and the other choices VC has in a Coup Round (8.4.8)."""

from dataclasses import dataclass
from typing import Final

from fitl.board.factions import VC
from fitl.board.spaces import POP
from fitl.bots.flowchart.shared import take
from fitl.bots.flowchart.vc.common import memory, stop
from fitl.bots.flowchart.vc.tax import HIGHEST_ECON
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.priorities import shift_value
from fitl.bots.select import TieBreak, best_of, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.coup.support import MAX_SPACES
from fitl.rules.pacification import MAX_LEVELS
from fitl.state import ACTIVE_OPPOSITION, NEUTRAL, State


def total_shift(s: State, sp: int, kept_back: int = 0) -> int:
    """How much Population times levels Agitating here would shift with VC's Resources, Terror removed first."""
    levels = min(MAX_LEVELS, s.support[sp] - ACTIVE_OPPOSITION, s.resources[VC] - kept_back - s.terror[sp])
    return POP[sp] * max(0, levels)


@dataclass(slots=True)
class KeptBack:
    """Resources that Agitation leaves for the Rally it belongs to (card 116)."""

    resources: int = 0


@dataclass(slots=True)
class Agitated:
    """The Agitation of a Coup Round so far."""

    spaces: int = 0


def agitate_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.5.5: a. greatest total shift; b. any Support; c. no Terror; only where a shift will follow."""
    spaces = [sp for sp in offered_spaces(decision) if total_shift(s, sp)]
    if not spaces:
        return (yield from stop(mind, decision))
    ties = (
        TieBreak("vc.shift", lambda sp: total_shift(s, sp)),
        TieBreak("vc.support", lambda sp: s.support[sp] > NEUTRAL),
        TieBreak("vc.no_terror", lambda sp: not s.terror[sp]),
    )
    kept = memory(mind, s, Agitated)
    price = sum(s.terror[sp] + min(MAX_LEVELS, s.support[sp] - ACTIVE_OPPOSITION) for sp in spaces)
    room = MAX_SPACES - kept.spaces if price <= s.resources[VC] else 1
    sp = yield from choose_space(mind, "vc.agitate.space", spaces, ties, room)
    kept.spaces += 1
    return take(decision, sp)


def agitate_more(mind: Mind, s: State, decision: Decision) -> Option:
    """8.5.5: on as long as a shift will follow."""
    sp = decision.space
    price = 1 if decision.cost is None else decision.cost
    purse = s.resources[VC] - memory(mind, s, KeptBack).resources
    follows = POP[sp] > 0 and s.support[sp] > ACTIVE_OPPOSITION and purse >= price * (s.terror[sp] + 1)
    mind.visit("vc.agitate.more" if follows else "vc.agitate.stop", space=sp)
    return option_for(decision, "more" if follows else "stop")


def sabotage(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """6.2.1, 8.3: with too few markers, a random LoC among those due."""
    spaces = offered_spaces(decision)
    markers = decision.number("left")
    return take(decision, (yield from choose_space(mind, "vc.sabotage", spaces, (HIGHEST_ECON,), markers)))


def withdrawal(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """6.5, 8.4.5: most Opposition gained, then most Support lost."""
    spaces = offered_spaces(decision)
    if not spaces:
        return (yield from stop(mind, decision))
    ties = (
        TieBreak("vc.opposition", lambda sp: shift_value(s, VC, sp, -1)[0]),
        TieBreak("vc.support_lost", lambda sp: shift_value(s, VC, sp, -1)[1]),
    )
    tied = best_of(spaces, ties)
    room = len(tied) if sum(POP[sp] for sp in tied) <= decision.number("n") else 1
    return take(decision, (yield from choose_space(mind, "vc.withdrawal", spaces, ties, room)))


HANDLERS: Final[dict[str, Handler]] = {
    "coup.agitate": agitate_space,
    "agitate.more": agitate_more,
    "coup.sabotage": sabotage,
    "commitment.withdrawal": withdrawal,
}
