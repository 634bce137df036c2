"""Redeploy Phase (6.4): COIN leaves Laos and Cambodia, ARVN and NVA shift their forces; Control waits until the end.

A piece moves at most once per phase, so each step keeps count of the pieces that have not moved yet (`unmoved`).
Destinations are sets of spaces settled beforehand; cards 58 and 90 run the same steps with their own.
"""

from typing import Final

from fitl.board.factions import ARVN, NVA, US
from fitl.board.pieces import (
    ARMOR_OF,
    ARVN_TROOPS,
    KINDS,
    KINDS_OF,
    NVA_BASE,
    NVA_TROOPS,
    NVA_TUNNEL,
    POLICE,
    US_BASE,
    US_TROOPS,
)
from fitl.board.spaces import (
    AVAILABLE,
    CITIES,
    CONTROLLABLE,
    LAOS_CAMBODIA,
    LOC_MASK,
    LOCS,
    OUT_OF_PLAY,
    PROVINCES,
    SAIGON,
    SOUTH_MASK,
    SPACE_COUNT,
    mask_of,
    spaces_of,
)
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, amounts, spaces_options
from fitl.era import POST_PARIS
from fitl.rules.control import thaw_control
from fitl.rules.coup.victory import end_phase
from fitl.rules.forces import coin_bases, move, remove
from fitl.state import COIN_CONTROL, NVA_CONTROL, REDEPLOY, State

_COIN_KINDS: Final = KINDS_OF[US] + KINDS_OF[ARVN]


def redeploy_phase(s: State) -> Flow[None]:
    """6.4: the steps in order; the final Round and the game end here (6.4.5)."""
    s.control_frozen = True
    leave_laos_and_cambodia(s)
    yield from redeploy_troops(s)
    for kind in armor_kinds(s, ARVN):
        yield from redeploy_troops(s, kind=kind)  # S6.4.2
    yield from may_move(s, ARVN, POLICE, standing(s, POLICE), police_destinations(s), "6.4.2")
    yield from may_move(s, NVA, NVA_TROOPS, standing(s, NVA_TROOPS), nva_destinations(s), "6.4.3")
    for kind in armor_kinds(s, NVA):
        yield from may_move(s, NVA, kind, standing(s, kind), nva_destinations(s), "S6.4.3")
    thaw_control(s)
    end_phase(s, REDEPLOY)


def leave_laos_and_cambodia(s: State) -> None:
    """6.4.1: US Troops and Bases there go Out of Play, all other US and ARVN pieces become Available."""
    for sp in LAOS_CAMBODIA:
        for kind in _COIN_KINDS:
            if n := s.pieces[sp * KINDS + kind]:
                remove(s, sp, kind, n, OUT_OF_PLAY if kind in (US_TROOPS, US_BASE) else AVAILABLE)


def armor_kinds(s: State, faction: int) -> tuple[int, ...]:
    """S6.4.2, S6.4.3: the Armor that a Faction has, captured or its own; none before the Paris talks."""
    return ARMOR_OF[faction] if s.era.flags & POST_PARIS else ()


def redeploy_troops(s: State, heed_bases: bool = True, kind: int = ARVN_TROOPS) -> Flow[None]:
    """6.4.2: ARVN Troops on LoCs and in Provinces without a COIN Base must move, others may; so Armor (S6.4.2).

    Card 90 has it done without heed of Bases: they neither let Troops stay nor take them in.
    """
    destinations = troop_destinations(s, heed_bases)
    unmoved = standing(s, kind)
    rule = "6.4.2" if kind == ARVN_TROOPS else "S6.4.2"
    for sp in (*PROVINCES, *LOCS):
        if unmoved[sp] and not (heed_bases and coin_bases(s, sp)):
            yield from must_leave(s, ARVN, kind, sp, unmoved[sp], destinations, rule)
            unmoved[sp] = 0
    yield from may_move(s, ARVN, kind, unmoved, destinations, rule)


# --- where to -----------------------------------------------------------------------------------------------------


def troop_destinations(s: State, heed_bases: bool = True) -> int:
    """6.4.2: Cities without NVA Control, Saigon in any case, and spaces with a US or ARVN Base."""
    cities = mask_of(sp for sp in CITIES if sp == SAIGON or s.control[sp] != NVA_CONTROL)
    if not heed_bases:
        return cities
    return cities | mask_of(sp for sp in range(CONTROLLABLE) if coin_bases(s, sp))


def police_destinations(s: State) -> int:
    """6.4.2: any LoC, any COIN-Controlled space in the South."""
    return LOC_MASK | SOUTH_MASK & mask_of(sp for sp in range(CONTROLLABLE) if s.control[sp] == COIN_CONTROL)


def nva_destinations(s: State) -> int:
    """6.4.3: spaces with an NVA Base, Tunneled or not."""
    p = s.pieces
    return mask_of(sp for sp in range(CONTROLLABLE) if p[sp * KINDS + NVA_BASE] or p[sp * KINDS + NVA_TUNNEL])


# --- moving -------------------------------------------------------------------------------------------------------


def standing(s: State, kind: int) -> list[int]:
    """Pieces of a kind by space."""
    return [s.pieces[sp * KINDS + kind] for sp in range(SPACE_COUNT)]


def must_leave(s: State, faction: int, kind: int, origin: int, n: int, destinations: int, rule: str) -> Flow[None]:
    """The Faction sends n pieces out of a space, to as many destinations as it likes."""
    targets = spaces_options(spaces_of(destinations & ~(1 << origin)))
    while n:
        params = {"piece": kind, "origin": origin, "n": n}
        destination = yield Decision(faction, "redeploy.must", rule, targets, params)
        n -= yield from _send(s, faction, kind, origin, destination, n, rule)


def may_move(s: State, faction: int, kind: int, unmoved: list[int], destinations: int, rule: str) -> Flow[None]:
    """The Faction moves any of its unmoved pieces: from where, to where, how many; then Done."""
    while True:
        origins = [sp for sp in range(SPACE_COUNT) if unmoved[sp] and destinations & ~(1 << sp)]
        origin = yield Decision(
            faction, "redeploy.origin", rule, [*spaces_options(origins), DONE_OPTION], {"piece": kind}
        )
        if origin == DONE:
            return
        targets = spaces_options(spaces_of(destinations & ~(1 << origin)))
        destination = yield Decision(faction, "redeploy.destination", rule, targets, {"piece": kind, "origin": origin})
        unmoved[origin] -= yield from _send(s, faction, kind, origin, destination, unmoved[origin], rule)


def _send(s: State, faction: int, kind: int, origin: int, destination: int, most: int, rule: str) -> Flow[int]:
    """Move one or more pieces; returns how many."""
    params = {"piece": kind, "origin": origin, "destination": destination}
    n: int = yield Decision(faction, "redeploy.number", rule, amounts(1, most), params)
    move(s, kind, n, origin, destination)
    return n
