"""The five orders of pieces in the Trung rules as data, and choosing by them.

Police and ARVN Troops stand in one place of an order and go by turns. Of enemy pieces those of people come before those
of bots.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from fitl.board.pieces import (
    ARVN_BASE,
    ARVN_TROOPS,
    BASE_KINDS,
    FACTION_OF,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    NVA_TUNNEL,
    POLICE,
    RANGER,
    RANGER_ACTIVE,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
    VC_TUNNEL,
)
from fitl.state import State

Counts = Mapping[int, int]  # how many pieces of each kind
By = tuple[tuple[int, ...], ...]  # an order: places from the left; kinds in one place go by turns, the first one first

# Place, move or keep friendly pieces.
FRIENDLY: Final[By] = (
    *((NVA_TUNNEL,), (VC_TUNNEL,), (US_BASE,), (ARVN_BASE,), (NVA_BASE,), (VC_BASE,)),
    *((US_TROOPS,), (NVA_TROOPS,), (POLICE, ARVN_TROOPS)),
    *((RANGER,), (IRREGULAR,), (RANGER_ACTIVE,), (IRREGULAR_ACTIVE,)),
    *((VC_GUERRILLA,), (NVA_GUERRILLA,), (VC_GUERRILLA_ACTIVE,), (NVA_GUERRILLA_ACTIVE,)),
)
# Remove own pieces; also where a bot must place enemy pieces.
GIVE_UP: Final[By] = (
    *((NVA_GUERRILLA_ACTIVE,), (VC_GUERRILLA_ACTIVE,), (NVA_GUERRILLA,), (VC_GUERRILLA,)),
    *((IRREGULAR_ACTIVE,), (RANGER_ACTIVE,), (IRREGULAR,), (RANGER,)),
    *((ARVN_TROOPS, POLICE), (NVA_TROOPS,), (US_TROOPS,)),
    *((VC_BASE,), (NVA_BASE,), (ARVN_BASE,), (US_BASE,), (VC_TUNNEL,), (NVA_TUNNEL,)),
)
# Losses of an Assault or Air Strike; Tunnels are a matter of dice, but for card 23, which ignores them.
ASSAULT_LOSSES: Final[By] = (
    *((NVA_TROOPS,), (VC_GUERRILLA_ACTIVE,), (NVA_GUERRILLA_ACTIVE,)),
    *((NVA_BASE,), (VC_BASE,), (NVA_TUNNEL,), (VC_TUNNEL,)),
)
_FORCES: Final = tuple(place for place in FRIENDLY if place[0] not in BASE_KINDS)
# Losses of an Attack or Ambush: forces before Bases.
ATTACK_LOSSES: Final[By] = (*_FORCES, (US_BASE,), (ARVN_BASE,))


def enemy_order(s: State, order: By = FRIENDLY) -> By:
    """An order for enemy pieces: those of people first."""
    bots = s.options.non_players
    people = tuple(place for place in order if FACTION_OF[place[0]] not in bots)
    return people + tuple(place for place in order if FACTION_OF[place[0]] in bots)


def in_turn(order: By, there: Counts, last: int = -1) -> Iterator[int]:
    """The pieces, one by one. last: the cube taken before, so that the turns go on from there."""
    for place in order:
        left = {kind: n for kind in place if (n := there.get(kind, 0)) > 0}
        while left:
            kind = next((kind for kind in left if kind != last), next(iter(left)))
            yield kind
            if len(place) > 1:
                last = kind
            left[kind] -= 1
            if not left[kind]:
                del left[kind]


def first_of(order: By, kinds: Iterable[int], last: int = -1) -> int:
    """The kind that comes first of those offered."""
    return next(in_turn(order, dict.fromkeys(kinds, 1), last))


def pick(order: By, there: Counts, n: int) -> dict[int, int]:
    """The first n pieces, by kind."""
    found: dict[int, int] = {}
    for kind in in_turn(order, there):
        if n <= 0:
            break
        found[kind] = found.get(kind, 0) + 1
        n -= 1
    return found
