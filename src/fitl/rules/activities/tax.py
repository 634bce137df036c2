"""4.5.1 Tax: the VC raises Resources where COIN does not Control."""

from fitl.board.factions import VC
from fitl.board.pieces import HAMLET, KINDS, VC_GUERRILLA
from fitl.board.spaces import CONTROLLABLE, ECON, POP, SPACE_COUNT
from fitl.decisions import DONE, Flow
from fitl.rules.control import shift
from fitl.rules.economy import raise_track
from fitl.rules.forces import activate
from fitl.rules.operation import Activity
from fitl.state import COIN_CONTROL, State


def can_tax(s: State, act: Activity) -> bool:
    return any(act.may_select(sp) and _suits(s, sp) for sp in range(SPACE_COUNT))


def tax(s: State, act: Activity) -> Flow[None]:
    """4.5.1 Tax: in up to 4 spaces a Guerrilla turns Active for the LoC's Econ or twice the Population."""
    limit = act.limit(4)
    while True:
        spaces = earning_spaces(s, act) if _must_earn(act) else [sp for sp in range(SPACE_COUNT) if _suits(s, sp)]
        sp = yield from act.next_space("tax.space", "4.5.1", limit, spaces)
        if sp == DONE:
            return
        s.note("log.tax.space", space=sp)
        activate(s, sp, VC)
        raise_track(s, VC, yield_of(s, sp))
        shift(s, sp, +1)


def yield_of(s: State, sp: int) -> int:
    """What a Tax here brings; nothing at all in some Provinces and on some LoCs.

    A Trung VC adds the Population once, to its Agitate Total.
    """
    if sp >= CONTROLLABLE:
        return ECON[sp]
    return POP[sp] if s.untracked >> VC & 1 else 2 * POP[sp]


def earning_spaces(s: State, act: Activity) -> list[int]:
    """The spaces that may be selected now and bring something."""
    return [sp for sp in range(SPACE_COUNT) if yield_of(s, sp) and act.may_select(sp) and _suits(s, sp)]


def _must_earn(act: Activity) -> bool:
    """This Tax has to pay for its Operation's first space (2.3.4), and has not begun."""
    op = act.op
    return op is not None and op.begins_with == "tax" and not op.spaces and not act.spaces


def _suits(s: State, sp: int) -> bool:
    """An Underground VC Guerrilla where COIN does not Control; LoCs always qualify. P4.5.1: not beside a Hamlet."""
    p = s.pieces
    row = sp * KINDS
    if not p[row + VC_GUERRILLA] or p[row + HAMLET]:
        return False
    return sp >= CONTROLLABLE or s.control[sp] != COIN_CONTROL
