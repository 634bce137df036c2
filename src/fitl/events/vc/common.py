"""What several of cards 91-120 ask."""

from fitl.board.factions import VC
from fitl.board.pieces import (
    ARVN_TROOPS,
    IRREGULAR,
    NVA_GUERRILLA,
    NVA_TUNNEL,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
    VC_TUNNEL,
)
from fitl.board.spaces import (
    CITIES,
    CONTROLLABLE,
    JUNGLE_MASK,
    LOWLAND_MASK,
    NORTHEAST_CAMBODIA,
    POP,
    SIHANOUKVILLE,
    SOUTH_MASK,
    SPACE_COUNT,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
    spaces_of,
)
from fitl.events.vocabulary import states_of
from fitl.rules.forces import can_place, count, pieces_of
from fitl.state import ACTIVE_OPPOSITION, State

EVERY_SPACE = tuple(range(SPACE_COUNT))
CAMBODIA = (NORTHEAST_CAMBODIA, THE_FISHHOOK, THE_PARROTS_BEAK, SIHANOUKVILLE)
SOUTH = tuple(spaces_of(SOUTH_MASK))
JUNGLES = tuple(spaces_of(JUNGLE_MASK))
LOWLANDS = tuple(spaces_of(LOWLAND_MASK))

US_KINDS = (US_TROOPS, US_BASE, IRREGULAR)
COIN_TROOPS = (US_TROOPS, ARVN_TROOPS)
GUERRILLAS = states_of(NVA_GUERRILLA, VC_GUERRILLA)
TUNNELED = (NVA_TUNNEL, VC_TUNNEL)
VC_PIECE = (VC_GUERRILLA, VC_BASE)  # what "a VC piece" to be placed may be


def can_fall(s: State, sp: int) -> bool:
    """A shift toward Active Opposition would move the level."""
    return sp < CONTROLLABLE and POP[sp] > 0 and s.support[sp] > ACTIVE_OPPOSITION


def can_place_any(s: State, by: int, kinds: tuple[int, ...], spaces: tuple[int, ...] | list[int]) -> bool:
    return any(can_place(s, by, sp, kind) for sp in spaces for kind in kinds)


def with_us_troops(s: State, spaces: tuple[int, ...]) -> list[int]:
    return [sp for sp in spaces if count(s, sp, US_TROOPS)]


def cities_with_vc(s: State) -> list[int]:
    return [sp for sp in CITIES if pieces_of(s, sp, VC)]
