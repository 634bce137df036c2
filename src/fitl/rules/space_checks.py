"""What decisions ask of a space, one question at a time: for telling why a space cannot be chosen.

Every check listed for a decision holds for each space it ever offers (a test plays games to prove it), so a check that
a space fails is a true reason. `why_not.lacks.<check>` words it.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from fitl.board.factions import ARVN, INSURGENTS, NVA, US, VC
from fitl.board.pieces import (
    ARMOR_OF,
    ARVN_BASE,
    ARVN_TROOPS,
    BASE_KINDS,
    BASES_OF,
    BASES_PER_SPACE,
    COIN_KINDS,
    HAMLET,
    INSURGENT_BASES,
    INSURGENT_KINDS,
    KINDS,
    KINDS_OF,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    NVA_TUNNEL,
    PLAIN,
    POLICE,
    RANGER,
    RANGER_ACTIVE,
    UNDERGROUND_OF,
    US_BASE,
    US_TROOPS,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
)
from fitl.board.spaces import (
    ADJACENT_MASK,
    CITY_MASK,
    CONTROLLABLE,
    LOC_MASK,
    NORTH_VIETNAM,
    POP,
    PROVINCE_MASK,
    SAIGON,
    SOUTH_MASK,
)
from fitl.decisions import Decision
from fitl.era import POST_PARIS
from fitl.rules.forces import force_pool
from fitl.state import State

GUERRILLAS: Final = {NVA: (NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE), VC: (VC_GUERRILLA, VC_GUERRILLA_ACTIVE)}
EXPOSED: Final = (NVA_TROOPS, *ARMOR_OF[NVA], NVA_GUERRILLA_ACTIVE, VC_GUERRILLA_ACTIVE, *INSURGENT_BASES)
CUBES: Final = {US: (US_TROOPS,), ARVN: (ARVN_TROOPS, POLICE)}
MOVERS: Final = {US: CUBES[US], ARVN: (*CUBES[ARVN], *ARMOR_OF[ARVN])}  # Armor moves as Troops do (S3.2.2, S3.2.3)
COIN_CONTROL: Final = 1
NVA_CONTROL: Final = 2


class Asked(NamedTuple):
    """A space under the eyes of a decision."""

    s: State
    space: int
    decision: Decision

    @property
    def actor(self) -> int:
        return self.decision.actor

    def has(self, kinds: Iterable[int]) -> bool:
        row = self.space * KINDS
        return any(self.s.pieces[row + kind] for kind in kinds)

    def is_in(self, mask: int) -> bool:
        return bool(mask >> self.space & 1)

    def param(self, name: str) -> Any:
        return (self.decision.params).get(name)

    @property
    def support(self) -> int:
        return self.s.support[self.space] if self.space < CONTROLLABLE else 0

    @property
    def control(self) -> int:
        return self.s.control[self.space] if self.space < CONTROLLABLE else 0

    @property
    def after_paris(self) -> bool:
        return self.s.era.flags & POST_PARIS != 0

    @property
    def bases(self) -> int:
        return sum(self.s.pieces[self.space * KINDS + kind] for kind in BASE_KINDS)


def _has_the_piece(asked: Asked) -> bool:
    piece = asked.param("piece")
    return piece is None or asked.has(kind for kind in range(KINDS) if PLAIN[kind] == PLAIN[piece])


def _has_enemies(asked: Asked) -> bool:
    return asked.has(COIN_KINDS if asked.actor in INSURGENTS else INSURGENT_KINDS)


def _trains(asked: Asked) -> bool:
    """3.2.1: a US piece is there, Post-Paris an ARVN Base will do (S3.2.1)."""
    return asked.has(KINDS_OF[US]) or (asked.after_paris and asked.has([ARVN_BASE]))


def _assaults(asked: Asked) -> bool:
    """3.2.4: own cubes are there, Post-Paris ARVN Armor or Active Rangers will do (S3.2.4)."""
    if asked.has(CUBES[asked.actor]):
        return True
    return asked.actor == ARVN and asked.after_paris and asked.has([*ARMOR_OF[ARVN], RANGER_ACTIVE])


CHECKS: Final[dict[str, Callable[[Asked], bool]]] = {
    "not_loc": lambda asked: not asked.is_in(LOC_MASK),
    "loc": lambda asked: asked.is_in(LOC_MASK),
    "city_or_loc": lambda asked: asked.is_in(CITY_MASK | LOC_MASK),
    "not_north_vietnam": lambda asked: asked.space != NORTH_VIETNAM,
    "south": lambda asked: asked.is_in(SOUTH_MASK),
    "outside_south": lambda asked: not asked.is_in(SOUTH_MASK),
    "populated": lambda asked: asked.space < CONTROLLABLE and POP[asked.space] > 0,
    "to_pacify": lambda asked: (  # 6.3.1: Terror goes also where nobody lives
        asked.space < CONTROLLABLE and (POP[asked.space] > 0 or asked.s.terror[asked.space] > 0)
    ),
    "no_support": lambda asked: asked.support <= 0,
    "support": lambda asked: asked.support > 0,
    "support_or_hamlet": lambda asked: (
        asked.support > 0 or (asked.is_in(PROVINCE_MASK) and force_pool(asked.s)[HAMLET] > 0)  # P4.3.1
    ),
    "not_active_support": lambda asked: asked.support < 2,
    "not_active_opposition": lambda asked: asked.support > -2,
    "coin_control": lambda asked: asked.control == COIN_CONTROL,
    "coin_or_saigon_or_loc": lambda asked: (
        asked.control == COIN_CONTROL or asked.space == SAIGON or asked.is_in(LOC_MASK)
    ),
    "not_saigon": lambda asked: asked.space != SAIGON,
    "no_coin_control": lambda asked: asked.control != COIN_CONTROL,
    "no_nva_control": lambda asked: asked.control != NVA_CONTROL,
    "own_piece": lambda asked: asked.has(KINDS_OF[asked.actor]),
    "us_pacifier": lambda asked: asked.has([asked.s.era.us_pacifies_with]),  # 6.3.1, P6.3.1
    "own_cube": lambda asked: asked.has(MOVERS[asked.actor]),
    "own_assault": _assaults,
    "us_train": _trains,
    "own_guerrilla": lambda asked: asked.has(GUERRILLAS[asked.actor]),
    "own_underground": lambda asked: asked.has([UNDERGROUND_OF[asked.actor]]),
    "us_piece": lambda asked: asked.has(KINDS_OF[US]),
    "us_base": lambda asked: asked.has([US_BASE]),
    "us_troops": lambda asked: asked.has([US_TROOPS]),
    "arvn_piece": lambda asked: asked.has(KINDS_OF[ARVN]),
    "arvn_assault": lambda asked: asked.has(MOVERS[ARVN]) or (asked.after_paris and asked.has([RANGER_ACTIVE])),
    "arvn_cube": lambda asked: asked.has(CUBES[ARVN]),
    "arvn_troops": lambda asked: asked.has([ARVN_TROOPS]),
    "police": lambda asked: asked.has([POLICE]),
    "ranger": lambda asked: asked.has([RANGER, RANGER_ACTIVE]),
    "cube": lambda asked: asked.has([*MOVERS[US], *MOVERS[ARVN]]),
    "coin_piece": lambda asked: asked.has(COIN_KINDS),
    "coin_piece_or_paris": lambda asked: asked.after_paris or asked.has(COIN_KINDS),  # S4.2.1: Irregulars may gather
    "insurgent": lambda asked: asked.has(INSURGENT_KINDS),
    "vc_guerrilla": lambda asked: asked.has(GUERRILLAS[VC]),
    "two_vc_guerrillas": lambda asked: sum(asked.s.pieces[asked.space * KINDS + kind] for kind in GUERRILLAS[VC]) > 1,
    "vc_base": lambda asked: asked.has(BASES_OF[VC]),
    "no_hamlet": lambda asked: not asked.has([HAMLET]),
    "province": lambda asked: asked.is_in(PROVINCE_MASK),
    "city": lambda asked: asked.is_in(CITY_MASK),
    "exposed": lambda asked: asked.has(EXPOSED),
    "enemy": _has_enemies,
    "nva_base": lambda asked: asked.has([NVA_BASE, NVA_TUNNEL]),
    "room_for_base": lambda asked: asked.bases < BASES_PER_SPACE,
    "no_sabotage": lambda asked: not asked.s.terror[asked.space],
    "beside": lambda asked: asked.is_in(ADJACENT_MASK[asked.param("space")]),
    "the_piece": _has_the_piece,
    "not_origin": lambda asked: asked.space != asked.param("origin"),
    "not_destination": lambda asked: asked.space != asked.param("destination"),
}

# What a decision asks of spaces, the most telling first; by kind, or by kind and who is asked.
NEEDS: Final[dict[str | tuple[str, int], tuple[str, ...]]] = {
    "advise.space": ("not_north_vietnam", "coin_piece_or_paris"),
    "advise.gather": ("not_destination", "us_piece"),
    "air_lift.space": ("not_north_vietnam",),
    "air_lift.piece": ("not_north_vietnam", "coin_piece"),
    "air_lift.destination": ("not_north_vietnam", "not_origin"),
    "air_strike.space": ("insurgent", "exposed"),
    "air_strike.hit": ("insurgent", "exposed"),
    "air_strike.sa_2s": ("outside_south", "insurgent"),
    "ambush.space": ("own_guerrilla",),
    "ambush.target": ("enemy",),
    "assault.space": ("own_assault", "insurgent"),
    "assault.follow_up": ("arvn_assault", "insurgent"),
    "attack.space": ("own_piece", "enemy"),
    "bombard.space": ("coin_piece",),
    "bombard.shelled": ("two_vc_guerrillas", "coin_piece"),
    "commitment.piece": ("us_piece", "coin_or_saigon_or_loc"),
    "commitment.base": ("us_piece", "coin_or_saigon_or_loc"),
    "commitment.destination": ("south", "coin_or_saigon_or_loc", "not_origin"),
    "commitment.return": ("south", "coin_or_saigon_or_loc"),
    "commitment.withdrawal": ("populated", "not_active_opposition"),
    "coup.agitate": ("not_loc", "own_piece", "no_coin_control"),
    ("coup.pacify", US): ("not_loc", "to_pacify", "coin_control", "us_pacifier", "police"),
    ("coup.pacify", ARVN): ("not_loc", "to_pacify", "coin_control", "arvn_troops", "police"),
    "coup.sabotage": ("loc", "no_sabotage"),
    "govern.space": ("not_loc", "coin_control", "support_or_hamlet", "not_saigon"),
    "direct.space": ("vc_guerrilla",),
    "direct.destination": ("not_origin",),
    "infiltrate.space": ("own_piece",),
    "infiltrate.province": ("province", "south"),
    "interdict.space": ("province", "vc_base"),
    "lift.origin": ("the_piece",),
    "march.destination": (),
    "march.origin": ("not_destination", "own_piece"),
    "patrol.destination": ("city_or_loc",),
    "patrol.origin": ("not_destination", "own_cube"),
    "patrol.assault": ("loc", "own_assault", "insurgent"),
    "patrol.patton": ("city_or_loc", "cube"),
    "paris.base": ("outside_south", "room_for_base"),
    "paris.leave": ("outside_south",),
    "paris.swap": ("us_base",),
    "paris.vc_base": ("south", "vc_base"),
    "raid.space": ("not_north_vietnam",),
    "raid.move": ("ranger", "beside"),
    "propagandize.city": ("city", "support"),
    ("rally.space", NVA): ("not_loc", "no_support"),
    ("rally.space", VC): ("not_loc", "no_support", "no_hamlet"),
    ("redeploy.destination", ARVN): ("south", "not_origin"),
    ("redeploy.destination", NVA): ("nva_base", "not_origin"),
    "redeploy.must": ("not_loc", "south", "not_origin"),
    "redeploy.origin": ("the_piece",),
    "subvert.space": ("own_underground", "arvn_cube"),
    "sweep.space": ("not_loc", "not_north_vietnam"),
    "sweep.next": ("not_loc", "not_north_vietnam"),
    "sweep.destination": ("not_loc", "not_north_vietnam"),
    "sweep.origin": ("not_destination", "cube"),
    "tax.space": ("own_underground", "no_coin_control", "no_hamlet"),
    ("terror.space", NVA): ("own_piece",),
    ("terror.space", VC): ("own_underground",),
    ("train.space", US): ("not_loc", "us_train"),
    ("train.space", ARVN): ("not_loc", "not_north_vietnam", "no_nva_control"),
    "train.base": ("not_loc", "no_nva_control", "arvn_cube", "room_for_base"),
    "train.caps": ("us_troops",),
    "train.caps_origin": ("not_destination", "police"),
    "train.pacify": ("not_loc", "coin_control", "not_active_support"),
    "train.pacify_second": ("not_loc", "coin_control", "not_active_support"),
    "transport.origin": ("arvn_piece",),
    "transport.destination": ("not_north_vietnam", "not_origin"),
    "transport.assault": ("arvn_assault", "insurgent"),
}


def needs_of(decision: Decision) -> tuple[str, ...]:
    """The checks for the spaces of a decision."""
    return NEEDS.get(decision.kind) or NEEDS.get((decision.kind, decision.actor), ())


def lacking(asked: Asked) -> str | None:
    """The first check of the decision that the space fails."""
    for name in needs_of(asked.decision):
        if not CHECKS[name](asked):
            return name
    return None
