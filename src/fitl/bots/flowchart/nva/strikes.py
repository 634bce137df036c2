"""8.6.0 N1 and 8.6.2: what Troop Attacks and Ambushes could take, counted on the board or on a copy of it."""

from itertools import combinations
from typing import NamedTuple

from fitl.board.factions import US
from fitl.board.pieces import (
    ARVN_BASE,
    FACTION_OF,
    KINDS,
    NVA_GUERRILLA,
    RANGER,
    RANGER_ACTIVE,
    SPECIAL_FORCES,
    US_BASE,
)
from fitl.board.spaces import CONTROLLABLE, LAOS_CAMBODIA_MASK, SPACE_COUNT
from fitl.bots.flowchart.nva.units import troops
from fitl.bots.flowchart.shared import most_ambushes
from fitl.bots.priorities import target_order
from fitl.lasting import PT_76, PT_76_SHADED
from fitl.rules.activities.ambush import ambush_targets
from fitl.rules.forces import coin_bases, coin_pieces, remove_to_casualties
from fitl.rules.removal import exposed_to_attack
from fitl.state import State

MASSED = 4  # Troops or Guerrillas that make a worthwhile Attack
# 8.6.2: what an Ambush beside Attacks is for.
_PRIZES = (ARVN_BASE, RANGER, RANGER_ACTIVE)


class Strike(NamedTuple):
    """An Ambush: from where, against which space."""

    sp: int
    target: int


class Count(NamedTuple):
    """N1: what could be removed, with Ambushes and with Troop Attacks alone."""

    base: int  # a space whose COIN Base could go, -1 if none
    base_by_troops: bool  # without any Ambush
    pieces: int
    pieces_by_troops: int


def troop_hits(s: State, sp: int) -> int:
    """3.3.3: how many enemy pieces NVA Troops here would remove: 1 per 2 Troops."""
    there = troops(s, sp)
    if there and s.effects & PT_76:  # card 45: it costs a Troop first
        there -= 1
    return min(there // 2, coin_pieces(s, sp))


def pt_76_extra(s: State, sp: int) -> int:
    """Card 45 shaded: how many more a piece per Troop would remove here."""
    return min(troops(s, sp), coin_pieces(s, sp)) - troop_hits(s, sp)


def ambush_sources(s: State) -> list[int]:
    """Spaces with an Underground NVA Guerrilla."""
    return [sp for sp in range(SPACE_COUNT) if s.pieces[sp * KINDS + NVA_GUERRILLA]]


def first_victim(s: State, sp: int) -> int:
    """8.1.2: the kind of piece that is removed first from a space with enemies."""
    return target_order(s, sp, exposed_to_attack(s, sp))[0]


def is_prize(kind: int) -> bool:
    """A US piece, an ARVN Base or a Ranger."""
    return FACTION_OF[kind] == US or kind in _PRIZES


def victim_rank(kind: int) -> int:
    """Tie-break b: a Base, then Special Forces, then cubes; higher is better."""
    if kind in (US_BASE, ARVN_BASE):
        return 2
    return 1 if kind in SPECIAL_FORCES else 0


def is_behind(sp: int) -> bool:
    """Space order: Laos and Cambodia before the South."""
    return LAOS_CAMBODIA_MASK >> sp & 1 == 1


def strike(s: State, sp: int, hits: int) -> None:
    """Remove enemies from a space of a copied board, by 8.1.2."""
    for _ in range(hits):
        if not coin_pieces(s, sp):
            return
        remove_to_casualties(s, sp, first_victim(s, sp))


# --- N1 -----------------------------------------------------------------------------------------------------------


def count_removals(s: State, money: int, ambush: bool = True) -> Count:
    """N1: the most that Troop Attacks and the Ambushes allowed could take in as many spaces as there is money for."""
    ambushes_at_most = most_ambushes(s) if ambush else 0
    hits = _troop_attacks(s)
    attacks = sorted(hits, key=lambda sp: hits[sp], reverse=True)[:money]
    by_troops = sum(hits[sp] for sp in attacks)
    left = {sp: coin_pieces(s, sp) - (hits[sp] if sp in attacks else 0) for sp in range(SPACE_COUNT)}
    sources = [sp for sp in ambush_sources(s) if sp not in attacks]
    ways = [Strike(sp, target) for sp in sources for target in ambush_targets(s, sp) if left[target]]
    ambushes = _ambushes_that_hit(ways, left, min(ambushes_at_most, money - len(attacks)))
    base, base_by_troops = _exposed_base(s, money, ambushes_at_most)
    return Count(base, base_by_troops, by_troops + ambushes, by_troops)


def _ambushes_that_hit(ways: list[Strike], left: dict[int, int], most: int) -> int:
    """How many Ambushes, two at most, could each find a piece among those left in every space."""
    pairs = combinations(ways, 2) if most > 1 else ()
    if any(one.sp != other.sp and (one.target != other.target or left[one.target] > 1) for one, other in pairs):
        return 2
    return min(most, 1, len(ways))


def _troop_attacks(s: State) -> dict[int, int]:
    """Hits by space; shaded PT-76 (card 45) where it adds most."""
    hits = {sp: n for sp in range(SPACE_COUNT) if (n := troop_hits(s, sp))}
    if s.effects & PT_76_SHADED:
        best = max(range(SPACE_COUNT), key=lambda sp: pt_76_extra(s, sp))
        if extra := pt_76_extra(s, best):
            hits[best] = hits.get(best, 0) + extra
    return hits


def _exposed_base(s: State, money: int, ambushes_at_most: int) -> tuple[int, bool]:
    """A COIN Base that could be reached through all units around it; and whether Troops alone could."""
    found = -1
    hidden = ambush_sources(s)
    for sp in range(CONTROLLABLE):
        if not coin_bases(s, sp):
            continue
        wanted = coin_pieces(s, sp) - coin_bases(s, sp) + 1
        attack = most_hits(s, sp)
        if money and attack >= wanted:
            return sp, True
        ambushers = sum(sp in ambush_targets(s, source) and not (source == sp and attack) for source in hidden)
        ambushes = min(ambushes_at_most, ambushers)
        needed = wanted - attack
        if needed <= ambushes and money >= needed + (attack > 0):
            found = sp
    return found, False


def most_hits(s: State, sp: int) -> int:
    """Troop hits in this space if it has the use of PT-76 (card 45)."""
    plain = troop_hits(s, sp)
    return plain + pt_76_extra(s, sp) if s.effects & PT_76_SHADED else plain
