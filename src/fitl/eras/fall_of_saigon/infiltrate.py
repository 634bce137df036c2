"""S4.4.1: after the Paris talks an Infiltrate also brings Armor down a Trail that carries it."""

from typing import Final

from fitl.board.factions import NVA
from fitl.board.pieces import NVA_ARMOR, TRAIL_MAX
from fitl.board.spaces import SPACE_COUNT
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, spaces_options
from fitl.lasting import MCNAMARA_LINE
from fitl.rules.activities import infiltrate as base
from fitl.rules.forces import bases_of, muster, placeable
from fitl.rules.operation import Activity
from fitl.state import State

TRAIL_FOR_ARMOR: Final = 3  # one Armor; at Trail 4 one in each space


def takes_armor(s: State, sp: int) -> bool:
    """The Trail is good enough, an NVA Base is here, and an Armor can be placed (OPEN 3)."""
    return s.trail >= TRAIL_FOR_ARMOR and bases_of(s, sp, NVA) > 0 and placeable(s, NVA, sp, NVA_ARMOR, 1) > 0


def can_infiltrate(s: State, act: Activity) -> bool:
    """Under the usual conditions, or if Armor alone can come (OPEN 23)."""
    if base.can_infiltrate(s, act):
        return True
    if s.effects & MCNAMARA_LINE and not act.free:  # card 38
        return False
    return any(act.may_select(sp) and takes_armor(s, sp) for sp in range(SPACE_COUNT))


def infiltrate(s: State, act: Activity) -> Flow[None]:
    """The rest comes first, then Armor to the spaces selected that have an NVA Base, also one just gained (OPEN 23).

    Where nothing else was done, an Armor must come: with an Operation something happens in an Infiltrate.
    """
    before = s.pieces[:], s.support[:]
    yield from base.infiltrate(s, act, takes_armor)
    tells = act.free or before != (s.pieces, s.support)
    left = list(act.spaces)
    while True:
        options = spaces_options([sp for sp in left if takes_armor(s, sp)])
        if not options:
            return
        if tells:
            options.append(DONE_OPTION)
        sp: int = yield Decision(act.faction, "infiltrate.armor", "S4.4.1", options)
        if sp == DONE:
            return
        tells = True
        left.remove(sp)
        yield from muster(s, act.faction, sp, NVA_ARMOR, 1)
        if s.trail < TRAIL_MAX:
            return
