"""8.5.1 Tax, and the choice between Tax and Subvert after an Operation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fitl.board.factions import VC
from fitl.board.pieces import KINDS, VC_GUERRILLA
from fitl.board.spaces import CONTROLLABLE, ECON, POP, SPACE_COUNT
from fitl.bots.flowchart.shared import take
from fitl.bots.flowchart.vc.common import HIGHEST_POP, may_stop, memory, stop
from fitl.bots.mind import Handler, Mind, offered_spaces
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.lasting import TYPHOON_KATE
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, COIN_CONTROL, State

RICH: Final = 10  # with this many Resources VC Subverts instead
MOST_SPACES: Final = 4

HIGHEST_ECON: Final = TieBreak("vc.econ", lambda sp: ECON[sp])


def tax_bullet(s: State, spaces: Sequence[int], poor: bool) -> tuple[str, list[int]] | None:
    """8.5.1: the first bullet with a candidate. poor: VC stood at 0 Resources when bullet 4 was reached."""
    found = [sp for sp in spaces if sp >= CONTROLLABLE and ECON[sp]]
    if found:
        return "vc.tax.2", found
    found = [sp for sp in spaces if sp < CONTROLLABLE and s.support[sp] == ACTIVE_SUPPORT]
    if found:
        return "vc.tax.3", found
    if not poor:
        return None
    peopled = [sp for sp in spaces if POP[sp]]
    found = [sp for sp in peopled if s.support[sp] == ACTIVE_OPPOSITION]
    if found:
        return "vc.tax.4_1", found
    return ("vc.tax.4_2", peopled) if peopled else None


def _taxable(s: State) -> list[int]:
    return [
        sp
        for sp in range(SPACE_COUNT)
        if s.pieces[sp * KINDS + VC_GUERRILLA] and (sp >= CONTROLLABLE or s.control[sp] != COIN_CONTROL)
    ]


def would_tax(s: State) -> bool:
    """Is there anything VC would Tax now?"""
    return s.resources[VC] < RICH and tax_bullet(s, _taxable(s), not s.resources[VC]) is not None


def would_tax_when_broke(s: State) -> bool:
    """Is there anything VC would Tax at 0 Resources?"""
    return tax_bullet(s, _taxable(s), True) is not None


def tax_when_broke(mind: Mind, s: State, decision: Decision, node: str) -> Option | None:
    """8.5.1, 8.5.2: at 0 Resources Tax at once, if not yet done and if it would bring anything."""
    option = decision.find("sa:tax")
    if option is None or s.resources[VC] or not would_tax(s):
        return None
    mind.visit(node)
    return option


def special(mind: Mind, s: State, decision: Decision) -> Option | None:
    """8.5.1: after the Operation Tax, or Subvert if VC is rich or nothing can be Taxed; None: no Special Activity."""
    option = decision.find("sa:tax")
    if option is not None and would_tax(s):
        return option
    option = decision.find("sa:subvert")
    if option is None:
        return None
    if s.resources[VC] >= RICH:
        mind.visit("vc.tax.1", n=s.resources[VC])
    else:
        mind.visit("vc.tax.none")
    return option


def finish(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The Operation is complete: the Special Activity if it has not come yet, then done."""
    option = special(mind, s, decision)
    if option is not None and (may_stop(decision) or not offered_spaces(decision)):
        return option
    return (yield from stop(mind, decision))


@dataclass(slots=True)
class TaxSoFar:
    """A Tax so far."""

    spaces: int = 1  # a first space that was the only one possible was not asked for
    poor: bool | None = None  # was VC without Resources when bullet 4 was reached?


def tax_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.5.1: where to Tax next."""
    kept = memory(mind, s, TaxSoFar)
    if not may_stop(decision):  # the first space of this Tax
        kept.spaces = 0
        kept.poor = None
    spaces = offered_spaces(decision)
    if kept.poor is None and tax_bullet(s, spaces, False) is None:
        kept.poor = not s.resources[VC]  # asked once: what bullet 4 itself brings does not end it
    bullet = tax_bullet(s, spaces, bool(kept.poor))
    if bullet is None:
        return (yield from stop(mind, decision))
    node, candidates = bullet
    ties = (HIGHEST_ECON,) if node == "vc.tax.2" else (HIGHEST_POP,)
    most = 1 if s.effects & TYPHOON_KATE else MOST_SPACES  # card 115
    sp = yield from choose_space(mind, node, candidates, ties, most - kept.spaces)
    kept.spaces += 1
    return take(decision, sp)


HANDLERS: Final[dict[str, Handler]] = {"tax.space": tax_space}
