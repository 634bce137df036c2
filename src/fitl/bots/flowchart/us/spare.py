"""Which Troops may leave a space (8.8.2-8.8.4): Control, three COIN units at Support, and the present Operation."""

from typing import NamedTuple

from fitl.board.factions import US
from fitl.board.pieces import ARVN_TROOPS, KINDS, US_TROOPS
from fitl.board.spaces import CONTROLLABLE, JUNGLE_MASK
from fitl.bots.flowchart.shared import coin_units, hidden
from fitl.rules.forces import arvn_cubes
from fitl.rules.operations.sweep import SWEEPERS, Kinds
from fitl.state import COIN_CONTROL, NVA_CONTROL, State

UNITS_KEPT = 3  # COIN units that stay in a space at Support


class Spare(NamedTuple):
    """Troops that may leave: this many US, this many ARVN, and both together."""

    us: int
    arvn: int

    @property
    def both(self) -> int:
        return self.us + self.arvn


def may_leave(s: State, sp: int, keep_units: int) -> int:
    """How many COIN pieces may leave without a change of Control (neither COIN lost nor NVA given), units kept."""
    most = coin_units(s, sp) - keep_units
    if sp < CONTROLLABLE:
        us, arvn, nva, vc = s.force[sp * 4 : sp * 4 + 4]
        coin = us + arvn
        if s.control[sp] == COIN_CONTROL:
            most = min(most, coin - nva - vc - 1)
        elif s.control[sp] != NVA_CONTROL:
            most = min(most, coin + vc - nva)
    return max(0, most)


def units_to_keep(s: State, sp: int) -> int:
    """Three COIN units where there is Support."""
    return UNITS_KEPT if sp < CONTROLLABLE and s.support[sp] > 0 else 0


def spare_troops(s: State, sp: int, needed_us: int = 0, keep_cubes: int = 0) -> Spare:
    """US, then ARVN Troops that may leave while `needed_us` US Troops stay for the present Operation.

    keep_cubes: this many COIN cubes stay even where there is no Support (card 62).
    """
    row = sp * KINDS
    most = may_leave(s, sp, units_to_keep(s, sp))
    if keep_cubes:
        most = max(0, min(most, s.pieces[row + US_TROOPS] + arvn_cubes(s, sp) - keep_cubes))
    us = min(most, max(0, s.pieces[row + US_TROOPS] - needed_us))
    return Spare(us, min(most - us, s.pieces[row + ARVN_TROOPS]))


# --- Sweep in place -----------------------------------------------------------------------------------------------


def sweepers(s: State, sp: int, kinds: Kinds = SWEEPERS[US]) -> int:
    """Who finds Guerrillas (3.2.3): US Troops and Irregulars, unless an Event names others (card 99)."""
    row = sp * KINDS
    return sum([s.pieces[row + kind] for kind in kinds])


def finds(sp: int, searching: int) -> int:
    """3.2.3: how many Guerrillas this many US pieces find; Jungle halves."""
    return searching // 2 if JUNGLE_MASK >> sp & 1 else searching


def needed_to_find(sp: int, guerrillas: int) -> int:
    """How many US pieces find this many Guerrillas."""
    return 2 * guerrillas if JUNGLE_MASK >> sp & 1 else guerrillas


def needed_for_sweep(s: State, sp: int) -> int:
    """How many of the US Troops here Sweep as well as all of them."""
    found = min(finds(sp, sweepers(s, sp)), hidden(s, sp))
    others = sweepers(s, sp) - s.pieces[sp * KINDS + US_TROOPS]
    return max(0, needed_to_find(sp, found) - others)
