"""What several of our own cards of 1961 to 1963 ask (those with a star), besides the words of `vocabulary.py`."""

from collections.abc import Iterable, Sequence
from typing import Final

from fitl.board.factions import ARVN, VC
from fitl.board.pieces import RANGER, RANGER_ACTIVE, VC_BASE, VC_GUERRILLA
from fitl.board.spaces import (
    ADJACENT,
    COAST_MASK,
    HIGHLAND_MASK,
    JUNGLE_MASK,
    LOWLAND_MASK,
    NORTHEAST_CAMBODIA,
    SIHANOUKVILLE,
    SPACE_COUNT,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
)
from fitl.decisions import DONE, Flow
from fitl.eras.sovereign_of_discord.tracks import CRISIS, move_hanoi
from fitl.events.expansions import SOUTH_PROVINCES, holding, place_for
from fitl.events.sovereign_of_discord.vocabulary import VC_GUERRILLAS
from fitl.events.vocabulary import Amount, Piece, pick_space, pieces_in, remove_among, remove_any
from fitl.rules.economy import add_resources
from fitl.rules.forces import activate, available, can_place, count, hide, may_lift, underground
from fitl.rules.operation import Operation
from fitl.rules.operations.assault import AssaultTerms, assault_space, big_minh, can_assault_space
from fitl.state import State

EVERY_SPACE: Final = tuple(range(SPACE_COUNT))
GUERRILLA: Final = (VC_GUERRILLA,)
RANGERS: Final = (RANGER, RANGER_ACTIVE)
BASE_PRICE: Final = 2  # VC Guerrillas replaced by a VC Base

CAMBODIA: Final = (NORTHEAST_CAMBODIA, THE_FISHHOOK, THE_PARROTS_BEAK, SIHANOUKVILLE)
BORDER: Final = tuple(sp for sp in SOUTH_PROVINCES if {*CAMBODIA} & {*ADJACENT[sp]})
COASTAL: Final = tuple(sp for sp in SOUTH_PROVINCES if COAST_MASK >> sp & 1)
HIGHLANDS: Final = tuple(sp for sp in SOUTH_PROVINCES if HIGHLAND_MASK >> sp & 1)
JUNGLES: Final = tuple(sp for sp in SOUTH_PROVINCES if JUNGLE_MASK >> sp & 1)
LOWLANDS: Final = tuple(sp for sp in SOUTH_PROVINCES if LOWLAND_MASK >> sp & 1)


# --- would it change anything? ------------------------------------------------------------------------------------


def can_lower_regime(s: State) -> bool:
    """P6.10.1: there is a step below."""
    return s.regime < CRISIS


# --- tracks -------------------------------------------------------------------------------------------------------


def raise_hanoi_or_resources(s: State, below: int, n: int) -> None:
    """Raise Hanoi 1 from a level below this; from there on VC gains Resources instead."""
    if s.hanoi < below:
        move_hanoi(s, +1)
    else:
        add_resources(s, VC, n)


# --- shifting, placing, removing ----------------------------------------------------------------------------------


def remove_guerrillas(s: State, by: int, spaces: Sequence[int], n: Amount) -> Flow[list[Piece]]:
    """Remove n VC Guerrillas of either state from the spaces (fewer if fewer)."""
    return (yield from remove_any(s, by, "remove_guerrillas", lambda: pieces_in(s, VC_GUERRILLAS, spaces), n))


def base_spaces(s: State, by: int, spaces: Iterable[int]) -> list[int]:
    """Where VC could replace 2 of its Guerrillas by a Base; one is lifted only if VC executes the Event."""
    if not available(s, VC_BASE) and not may_lift(by, VC_BASE):
        return []
    return [sp for sp in holding(s, spaces, *VC_GUERRILLAS, at_least=BASE_PRICE) if can_place(s, VC, sp, VC_BASE)]


def may_build_base(s: State, by: int, spaces: Iterable[int]) -> Flow[None]:
    """VC may replace 2 of its Guerrillas in one of the spaces by a Base."""
    sp = yield from pick_space(s, VC, "guerrillas_into_base", base_spaces(s, by, spaces), optional=True)
    if sp != DONE:
        yield from remove_among(s, VC, "remove_guerrillas", VC_GUERRILLAS, (sp,), BASE_PRICE)
        yield from place_for(s, VC, by, "place_vc_piece", (VC_BASE,), (sp,), 1)


# --- turning pieces over ------------------------------------------------------------------------------------------


def expose_guerrillas(s: State, spaces: Iterable[int]) -> None:
    """All VC Guerrillas in the spaces turn Active."""
    for sp in spaces:
        activate(s, sp, VC, underground(s, sp, VC))


def hide_rangers(s: State) -> None:
    """All Rangers turn Underground."""
    for sp in EVERY_SPACE:
        hide(s, sp, ARVN, count(s, sp, RANGER_ACTIVE))


# --- free Operations ----------------------------------------------------------------------------------------------


def assault_here(s: State, op: Operation, sp: int, more: int = 0) -> Flow[None]:
    """The free ARVN Assault `op` in one space, with hits besides, if an ARVN cube and an enemy are there."""
    if can_assault_space(s, ARVN, sp):
        s.note("log.free_operation", faction=ARVN, operation="assault")
        op.spaces.append(sp)
        more += yield from big_minh(s, op, sp)  # card P64: it is an Assault Operation
        yield from assault_space(s, ARVN, sp, op, terms=AssaultTerms(more=more))
