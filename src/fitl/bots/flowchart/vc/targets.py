"""8.5.4: what an Attack or Ambush in a space could take, and how much VC wants it."""

from typing import Final, NamedTuple

from fitl.board.factions import VC
from fitl.board.pieces import (
    ARVN_TROOPS,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KINDS,
    POLICE,
    RANGER,
    RANGER_ACTIVE,
    US_BASE,
    US_TROOPS,
)
from fitl.board.spaces import CONTROLLABLE
from fitl.bots.flowchart.vc.common import loses_coin_control
from fitl.bots.priorities import troops_in
from fitl.bots.select import TieBreak
from fitl.lasting import MAIN_FORCE_BNS_SHADED
from fitl.rules.activities.ambush import ambush_targets
from fitl.rules.forces import coin_bases, coin_pieces, guerrillas
from fitl.state import State

BASE: Final = 1
SPECIAL_FORCES: Final = 2
CUBES: Final = 3
NOTHING: Final = 4

ATTACK_HITS: Final = 2
FEWEST_ATTACKERS: Final = 4  # Guerrillas for an Attack without Ambush

_UNITS: Final = (US_TROOPS, ARVN_TROOPS, POLICE, IRREGULAR, IRREGULAR_ACTIVE, RANGER, RANGER_ACTIVE)
_SPECIAL_FORCES: Final = (IRREGULAR, IRREGULAR_ACTIVE, RANGER, RANGER_ACTIVE)


class Prospect(NamedTuple):
    """What success in a space could bring: its tier (the lower the better), then the tie-breaks of 8.5.4."""

    tier: int
    us_piece: bool
    ends_control: bool


def _count(s: State, sp: int, kinds: tuple[int, ...]) -> int:
    row = sp * KINDS
    return sum(s.pieces[row + kind] for kind in kinds)


def prospect(s: State, sp: int, hits: int) -> Prospect:
    """8.5.4: the best an Attack or Ambush with this many hits could remove in this space.

    A Base goes only when nobody else is left (3.3.3), so the hits must be more than the units.
    """
    units = _count(s, sp, _UNITS)
    if coin_bases(s, sp) and units < hits:
        tier = BASE
    elif _count(s, sp, _SPECIAL_FORCES):
        tier = SPECIAL_FORCES
    elif units:
        tier = CUBES
    else:
        tier = NOTHING
    return Prospect(tier, _takes_us_piece(s, sp, tier, hits), loses_coin_control(s, sp, min(hits, coin_pieces(s, sp))))


def _takes_us_piece(s: State, sp: int, tier: int, hits: int) -> bool:
    """Tie-break a: would a US piece of this tier be among those removed (8.1.2)?

    Underground Special Forces go before Active ones, and a single hit takes a Police where these are fewer than Troops.
    """
    here = s.pieces[sp * KINDS : (sp + 1) * KINDS]
    if tier == BASE:
        return here[US_BASE] > 0
    if tier == SPECIAL_FORCES:
        return here[IRREGULAR] > 0 or (here[IRREGULAR_ACTIVE] > 0 and here[RANGER] < hits)
    police_first = 0 < here[POLICE] < troops_in(s, sp)
    return here[US_TROOPS] > 0 and (hits > 1 or not police_first)


def attack_prospect(s: State, sp: int) -> Prospect:
    """What an Attack with Guerrillas could bring."""
    return prospect(s, sp, ATTACK_HITS)


def ambush_hits(s: State, doubled: bool) -> int:
    """An Ambush takes one piece; shaded Main Force Bns two in one space (card 104)."""
    return 2 if s.effects & MAIN_FORCE_BNS_SHADED and not doubled else 1


def ambush_target_of(s: State, sp: int, hits: int) -> int:
    """Where an Ambush laid here, beside some enemy, would bring most."""
    return min(ambush_targets(s, sp), key=lambda target: _order(prospect(s, target, hits)))


def ambush_prospect(s: State, sp: int, hits: int) -> Prospect:
    """The best an Ambush laid here could bring."""
    if not ambush_targets(s, sp):
        return Prospect(NOTHING, False, False)
    return prospect(s, ambush_target_of(s, sp, hits), hits)


def _order(each: Prospect) -> tuple[int, bool, bool]:
    return each.tier, not each.us_piece, not each.ends_control


def ambush_ties(s: State, hits: int) -> tuple[TieBreak, ...]:
    """The best tier; LoCs first; US pieces; COIN Control; where fewest VC Guerrillas are."""
    return (
        TieBreak("vc.tier", lambda sp: -ambush_prospect(s, sp, hits).tier),
        TieBreak("vc.loc", lambda sp: sp >= CONTROLLABLE),
        TieBreak("vc.us", lambda sp: ambush_prospect(s, sp, hits).us_piece),
        TieBreak("vc.coin_control", lambda sp: ambush_prospect(s, sp, hits).ends_control),
        TieBreak("vc.fewest", lambda sp: -guerrillas(s, sp, VC)),
    )


def attack_ties(s: State) -> tuple[TieBreak, ...]:
    """The best tier; US pieces; COIN Control."""
    return (
        TieBreak("vc.tier", lambda sp: -attack_prospect(s, sp).tier),
        TieBreak("vc.us", lambda sp: attack_prospect(s, sp).us_piece),
        TieBreak("vc.coin_control", lambda sp: attack_prospect(s, sp).ends_control),
    )
