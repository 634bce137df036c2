"""The Keep rules: what may not leave an origin. One row each, in the order in which they are applied.

A rule is a question about the pieces that would stay. It adds pieces to them, in the order in which friendly pieces are
kept, until the answer is yes; a rule that all pieces together could not answer adds none.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from fitl.board.factions import ARVN, COIN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_TROOPS,
    BASES_OF,
    COIN_CUBES,
    COIN_KINDS,
    GUERRILLAS,
    GUERRILLAS_OF,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KINDS,
    KINDS_OF,
    POLICE,
    US_TROOPS,
    VC_GUERRILLA,
)
from fitl.board.spaces import CONTROLLABLE, JUNGLE_MASK, LAOS_CAMBODIA_MASK, POP, SAIGON, SOUTH_MASK
from fitl.bots.trung.counts import coin_forces, hidden, insurgent_forces, vulnerable
from fitl.bots.trung.pieces import FRIENDLY, in_turn
from fitl.rules.forces import available, bases_of, coin_bases, coin_pieces, guerrillas, has_room_for_base, pieces_of
from fitl.rules.operations.assault import arvn_hits, us_hits
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, COIN_CONTROL, NEUTRAL, NVA_CONTROL, State

SWEEP: Final = "sweep"
MOST_PER_BASE: Final = 3  # Guerrillas that gather for a Base

Stay = dict[int, int]  # the pieces that stay, by kind


@dataclass(slots=True)
class Leaving:
    """Pieces of a Faction that might leave a space for another."""

    s: State
    faction: int
    origin: int
    destination: int
    action: str = ""  # the Operation, or "" for an Event's move
    amass: bool = True  # whether Guerrillas gather for Bases (K11)

    @property
    def row(self) -> int:
        return self.origin * KINDS

    def there(self, *kinds: int) -> int:
        """How many pieces of these kinds are in the origin now."""
        return sum(self.s.pieces[self.row + kind] for kind in kinds)


class Keep(NamedTuple):
    """One rule: whose it is, what it keeps, when it is asked, and what must be true of those that stay."""

    name: str
    factions: tuple[int, ...]
    kinds: tuple[tuple[int, ...], ...]  # by Faction
    applies: Callable[[Leaving], bool]
    enough: Callable[[Leaving, Stay], bool]


def _count(stay: Stay, *kinds: int) -> int:
    return sum(stay.get(kind, 0) for kind in kinds)


def _every(kinds: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (kinds,) * 4


_SIDE: Final = (COIN_KINDS, COIN_KINDS, KINDS_OF[NVA], KINDS_OF[VC])
_SWEEPERS: Final = (US_TROOPS, IRREGULAR, IRREGULAR_ACTIVE)


def may_leave(leaving: Leaving) -> int:
    """K1: how many pieces of the mover's side may leave without harm to its Control; all where it has none to lose."""
    s, sp = leaving.s, leaving.origin
    coin, nva, vc = coin_pieces(s, sp), pieces_of(s, sp, NVA), pieces_of(s, sp, VC)
    control = s.control[sp]
    if leaving.faction in COIN:
        if control == COIN_CONTROL:
            return coin - nva - vc - 1
        return coin - max(0, nva - vc) if not control else coin
    if leaving.faction == NVA:
        if control == NVA_CONTROL:
            return max(0, nva - coin - vc - 1)
        return nva - max(0, coin - vc) if not control else nva
    return max(0, vc - abs(coin - nva)) if not control else vc


def _controls(leaving: Leaving, stay: Stay) -> bool:
    side = _SIDE[leaving.faction]
    return _count(stay, *side) >= leaving.there(*side) - may_leave(leaving)


def _firepower(leaving: Leaving, stay: Stay) -> int:
    """COIN firepower of those that stay."""
    troops, police, us = (stay.get(kind, 0) for kind in (ARVN_TROOPS, POLICE, US_TROOPS))
    if not us:
        return 0
    return us_hits(leaving.s, leaving.origin, us) + arvn_hits(leaving.origin, troops + police, troops)


def _covers(leaving: Leaving, stay: Stay) -> bool:
    return _firepower(leaving, stay) >= vulnerable(leaving.s, leaving.origin, leaving.faction == US)


def _holds_hidden(leaving: Leaving, stay: Stay) -> bool:
    needed = hidden(leaving.s, leaving.origin)
    return _count(stay, *_SWEEPERS) >= (2 * needed if JUNGLE_MASK >> leaving.origin & 1 else needed)


def _at_support(leaving: Leaving) -> bool:
    return leaving.origin < CONTROLLABLE and leaving.s.support[leaving.origin] > NEUTRAL


def _loyal(leaving: Leaving) -> bool:
    """Saigon, and every space of Population 2 not at Active Support."""
    sp = leaving.origin
    return sp == SAIGON or (POP[sp] == 2 and leaving.s.support[sp] != ACTIVE_SUPPORT)


def _gathers(leaving: Leaving) -> bool:
    """Three Guerrillas that may soon be a Base; VC builds none abroad."""
    s, sp, faction = leaving.s, leaving.origin, leaving.faction
    if not leaving.amass or sp >= CONTROLLABLE or (faction == VC and LAOS_CAMBODIA_MASK >> sp & 1):
        return False
    ready = guerrillas(s, sp, faction) >= MOST_PER_BASE and available(s, BASES_OF[faction][0]) > 0
    return ready and has_room_for_base(s, sp)


def _own(leaving: Leaving) -> tuple[int, ...]:
    return GUERRILLAS_OF[leaving.faction]


KEEPS: Final = (
    Keep(
        *("K1", (US, ARVN, NVA, VC), _SIDE),
        lambda it: it.origin < CONTROLLABLE and bool(SOUTH_MASK >> it.origin & 1),
        _controls,
    ),
    Keep(
        *("K2", COIN, _every(COIN_CUBES)),
        lambda it: not SOUTH_MASK >> it.destination & 1,
        lambda it, stay: _count(stay, *COIN_CUBES) >= it.there(*COIN_CUBES),
    ),
    Keep(
        *("K3", COIN, _every(COIN_CUBES)),
        lambda it: it.origin >= CONTROLLABLE,
        lambda it, stay: _count(stay, *COIN_CUBES) >= insurgent_forces(it.s, it.origin),
    ),
    Keep(
        *("K4", COIN, _every(COIN_CUBES)),
        lambda it: coin_bases(it.s, it.origin) > 0,
        lambda it, stay: _count(stay, *COIN_CUBES) >= min(3, it.there(*COIN_CUBES)),
    ),
    Keep("K5", COIN, _every(COIN_CUBES), lambda it: True, _covers),
    Keep(
        *("K6", (ARVN,), _every((ARVN_TROOPS, POLICE))),
        lambda it: POP[it.origin] in (1, 2) and _at_support(it),
        lambda it, stay: _count(stay, ARVN_TROOPS, POLICE) > it.there(US_TROOPS),
    ),
    Keep("K7", (US,), _every(_SWEEPERS), lambda it: it.action == SWEEP, _holds_hidden),
    Keep("K8", (US,), _every((US_TROOPS,)), _loyal, lambda it, stay: _count(stay, US_TROOPS) >= 1),
    Keep(
        *("K9", (US,), _every((US_TROOPS,))),
        lambda it: POP[it.origin] == 2 and _at_support(it),
        lambda it, stay: _count(stay, US_TROOPS) >= it.there(ARVN_TROOPS, POLICE),
    ),
    Keep(
        *("K10", (NVA, VC), GUERRILLAS_OF),
        lambda it: bases_of(it.s, it.origin, it.faction) > 0,
        lambda it, stay: _count(stay, *_own(it)) >= 1,
    ),
    Keep("K11", (NVA, VC), GUERRILLAS_OF, _gathers, lambda it, stay: _count(stay, *_own(it)) >= MOST_PER_BASE),
    Keep(
        *("K12", (NVA, VC), GUERRILLAS_OF),
        lambda it: it.origin >= CONTROLLABLE,
        lambda it, stay: _count(stay, *GUERRILLAS) > coin_forces(it.s, it.origin),
    ),
    Keep(
        *("K13", (VC,), _every((VC_GUERRILLA,))),
        lambda it: POP[it.origin] > 0 and it.s.support[it.origin] != ACTIVE_OPPOSITION,
        lambda it, stay: _count(stay, VC_GUERRILLA) >= 1,
    ),
)


def kept(leaving: Leaving, stays: Stay, free: Stay) -> tuple[Stay, list[str]]:
    """The pieces of `free` that must stay beside those that do anyway, and the rules that keep them."""
    stay = dict(stays)
    held: Stay = {}
    rules = []
    free = dict(free)
    for rule in KEEPS:
        if leaving.faction not in rule.factions or not rule.applies(leaving) or rule.enough(leaving, stay):
            continue
        more = _enough(leaving, rule, stay, free)
        for kind, n in more.items():
            stay[kind] = stay.get(kind, 0) + n
            held[kind] = held.get(kind, 0) + n
            free[kind] -= n
        if more:
            rules.append(rule.name)
    return held, rules


def free_to_leave(leaving: Leaving, free: Stay) -> Stay:
    """Those of the pieces that may leave, after the Keep rules."""
    stays = {kind: n for kind in _SIDE[leaving.faction] if (n := leaving.there(kind) - free.get(kind, 0))}
    held, _ = kept(leaving, stays, free)
    return {kind: n - held.get(kind, 0) for kind, n in free.items() if n > held.get(kind, 0)}


def _enough(leaving: Leaving, rule: Keep, stay: Stay, free: Stay) -> Stay:
    """The fewest more pieces, in order, with which a rule is content; none if all would not do."""
    more: Stay = {}
    trial = dict(stay)
    candidates = {kind: free[kind] for kind in rule.kinds[leaving.faction] if free.get(kind)}
    for kind in in_turn(FRIENDLY, candidates):
        trial[kind] = trial.get(kind, 0) + 1
        more[kind] = more.get(kind, 0) + 1
        if rule.enough(leaving, trial):
            return more
    return {}
