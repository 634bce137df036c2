"""Counting for a non-player ARVN: what may leave a space, cubes kept even (8.1.2), what the enemy would lose."""

from typing import NamedTuple

from fitl.board.factions import NVA
from fitl.board.pieces import (
    ARVN_BASE,
    ARVN_TROOPS,
    BASE_KINDS,
    FACTION_OF,
    KINDS,
    NVA_BASE,
    NVA_TUNNEL,
    POLICE,
    RANGER,
    RANGER_ACTIVE,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_TUNNEL,
)
from fitl.board.spaces import CONTROLLABLE, POP
from fitl.bots.priorities import troops_in
from fitl.rules.control import control_by_count
from fitl.rules.forces import coin_pieces, insurgent_pieces
from fitl.state import COIN_CONTROL, NVA_CONTROL, State

FREELY = 99  # more pieces than any space holds
ARVN_UNITS = (ARVN_TROOPS, POLICE, RANGER, RANGER_ACTIVE)


def arvn_units(s: State, sp: int) -> int:
    row = sp * KINDS
    return sum(s.pieces[row + kind] for kind in ARVN_UNITS)


def insurgent_bases(s: State, sp: int) -> int:
    row = sp * KINDS
    return sum(s.pieces[row + kind] for kind in (NVA_BASE, NVA_TUNNEL, VC_BASE, VC_TUNNEL))


def control_slack(s: State, sp: int) -> int:
    """How many COIN pieces may leave a space without losing COIN Control there."""
    if sp >= CONTROLLABLE or control_now(s, sp) != COIN_CONTROL:
        return FREELY
    return coin_pieces(s, sp) - insurgent_pieces(s, sp) - 1


def control_now(s: State, sp: int, coin: int = 0) -> int:
    """Control by the pieces there, with this many COIN pieces more."""
    us, arvn, nva, vc = s.force[sp * 4 : sp * 4 + 4]
    return control_by_count(us + arvn + coin, nva, vc)


def needed_for_control(s: State, sp: int) -> int:
    """How many more COIN pieces would bring COIN Control; 0 where it is."""
    if sp >= CONTROLLABLE:
        return 0
    return max(0, insurgent_pieces(s, sp) - coin_pieces(s, sp) + 1)


def control_change(before: int, after: int) -> int:
    """How many of these: NVA Control removed, COIN Control gained."""
    return (before == NVA_CONTROL != after) + (before != COIN_CONTROL == after)


# --- cubes kept even (8.1.2) --------------------------------------------------------------------------------------


def even_removal(s: State, sp: int, n: int) -> int:
    """How many of n own cubes to give up are Troops: one by one the type that is most numerous, Troops on a tie."""
    row = sp * KINDS
    us, troops, police = s.pieces[row + US_TROOPS], s.pieces[row + ARVN_TROOPS], s.pieces[row + POLICE]
    given = 0
    for _ in range(n):
        if troops and (us + troops >= police or not police):
            troops -= 1
            given += 1
        else:
            police -= 1
    return given


# --- what an action would do to a space ---------------------------------------------------------------------------


class Blow(NamedTuple):
    """What removing pieces from a space would mean."""

    removed: tuple[int, ...]  # kinds
    base: bool  # an Insurgent Base among them, or a die against a Tunnel
    change: int  # NVA Control removed plus COIN Control gained
    population: int  # the same, each by Population
    last: bool  # no enemy is left


def blow(s: State, sp: int, removed: tuple[int, ...], coin: int = 0, tunnel: bool = False, *, arrived: int = 0) -> Blow:
    """Judge the removal of these kinds from a space into which this many COIN pieces have come.

    What the coming of `arrived` of them changed in Control does not count.
    """
    us, arvn, nva, vc = s.force[sp * 4 : sp * 4 + 4]
    for kind in removed:
        if FACTION_OF[kind] == NVA:
            nva -= 1
        else:
            vc -= 1
    change = 0
    if sp < CONTROLLABLE:
        change = control_change(control_now(s, sp, arrived), control_by_count(us + arvn + coin, nva, vc))
    base = tunnel or any(kind in BASE_KINDS for kind in removed)
    return Blow(removed, base, change, change * POP[sp], bool(removed) and nva + vc == 0)


def no_coin_troops(s: State, sp: int) -> bool:
    return troops_in(s, sp) == 0


def has_coin_base(s: State, sp: int) -> bool:
    row = sp * KINDS
    return bool(s.pieces[row + US_BASE] or s.pieces[row + ARVN_BASE])
