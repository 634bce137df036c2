"""Pieces and people (8.1.2, 8.4.5): which piece to place, target or give up first, and what a shift is worth."""

from collections.abc import Iterable

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ACTIVE_KIND_OF,
    ARVN_TROOPS,
    BASE_KINDS,
    FACTION_OF,
    KINDS,
    POLICE,
    UNDERGROUND_OF,
    US_TROOPS,
)
from fitl.board.spaces import POP
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, State

# 8.1.2: inside a category US before ARVN, VC before NVA.
_FACTION_RANK = {US: 0, ARVN: 1, VC: 0, NVA: 1}


def troops_in(s: State, sp: int) -> int:
    """US and ARVN Troops together, for the Troops-and-Police comparison."""
    row = sp * KINDS
    return s.pieces[row + US_TROOPS] + s.pieces[row + ARVN_TROOPS]


def target_order(s: State, sp: int, kinds: Iterable[int]) -> list[int]:
    """8.1.2: enemy pieces to target or remove, or own pieces to place, most wanted first.

    Bases; then Guerrillas or Special Forces, Underground before Active; then cubes, keeping Troops and Police even by
    starting with the type that is fewest in the space (Troops on a tie). US before ARVN, VC before NVA.
    """
    police_first = s.pieces[sp * KINDS + POLICE] < troops_in(s, sp)
    return sorted(kinds, key=lambda kind: _rank(kind, police_first))


def give_up_order(s: State, sp: int, kinds: Iterable[int]) -> list[int]:
    """8.1.2: own pieces to remove, least valuable first: exactly the reverse, the most numerous cube type first."""
    troops_fewer = troops_in(s, sp) < s.pieces[sp * KINDS + POLICE]
    return sorted(kinds, key=lambda kind: _rank(kind, not troops_fewer), reverse=True)


def _rank(kind: int, police_first: bool) -> tuple[int, int, int]:
    faction = FACTION_OF[kind]
    if kind in BASE_KINDS:
        category = 0
    elif kind in UNDERGROUND_OF:
        category = 1
    elif kind in ACTIVE_KIND_OF:
        category = 2
    elif kind == POLICE:
        category = 3 if police_first else 5
    else:
        category = 4
    return category, _FACTION_RANK[faction], kind


# --- what a shift is worth (8.4.5) --------------------------------------------------------------------------------


def support_change(s: State, sp: int, level: int) -> tuple[int, int]:
    """How Total Support and Total Opposition would change if the space went to this level."""
    level = max(ACTIVE_OPPOSITION, min(ACTIVE_SUPPORT, level))
    before = s.support[sp]
    pop = POP[sp]
    return pop * (max(level, 0) - max(before, 0)), pop * (max(-level, 0) - max(-before, 0))


def shift_worth(faction: int, support: int, opposition: int) -> tuple[int, int]:
    """8.4.5: the worth of a change in Total Support and Total Opposition to a non-player, larger is better."""
    if faction == VC:
        return opposition, -support
    if faction == NVA:
        return -support, -opposition
    if faction == ARVN:
        return -opposition, -support
    return support, -opposition


def shift_value(s: State, faction: int, sp: int, levels: int) -> tuple[int, int]:
    """The worth of shifting a space this many levels (negative: toward Active Opposition)."""
    return shift_worth(faction, *support_change(s, sp, s.support[sp] + levels))
