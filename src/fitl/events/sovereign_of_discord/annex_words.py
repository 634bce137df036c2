"""What several of our own cards of 1961 to 1963 ask (those with a star), besides the words of `vocabulary.py`."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from fitl.board.factions import ARVN, VC
from fitl.board.pieces import EDGE_TRACK_MAX, RANGER, RANGER_ACTIVE, VC_BASE, VC_GUERRILLA
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
from fitl.events.free import carry_out_granted, granted, wants_any
from fitl.events.sovereign_of_discord.vocabulary import (
    SOUTH_PROVINCES,
    TRACK_TOP,
    VC_GUERRILLAS,
    holding,
    place_for,
    two_players,
)
from fitl.events.vocabulary import (
    Piece,
    can_shift_first,
    pick_space,
    pieces_in,
    remove_among,
    remove_any,
    would_be_eligible,
)
from fitl.rules.control import shift
from fitl.rules.economy import add_resources
from fitl.rules.forces import activate, available, can_place, count, hide, may_lift, muster, underground
from fitl.rules.operation import Operation
from fitl.rules.operations.assault import assault_space, can_assault_space
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


def can_gain(s: State, faction: int) -> bool:
    """The Faction's Resources can still grow (1.8)."""
    return s.resources[faction] < EDGE_TRACK_MAX


def can_aid(s: State) -> bool:
    """Aid can still grow (1.8)."""
    return s.aid < EDGE_TRACK_MAX


def can_fill_pockets(s: State) -> bool:
    """Patronage can still grow (1.8)."""
    return s.patronage < EDGE_TRACK_MAX


def can_lower_regime(s: State) -> bool:
    """P6.10.1: there is a step below."""
    return s.regime < CRISIS


def loses_turn(s: State, by: int, faction: int) -> bool:
    """Would "Ineligible through the next card" cost the Faction anything? With two players it is not said (P5.1.1)."""
    return not two_players(s) and faction != by and would_be_eligible(s, faction)


def can_raise_hanoi(s: State) -> bool:
    """Would `raise_hanoi_or_resources` change anything?"""
    return s.hanoi < TRACK_TOP or can_gain(s, VC)


# --- tracks -------------------------------------------------------------------------------------------------------


def raise_hanoi_or_resources(s: State, below: int, n: int) -> None:
    """Raise Hanoi 1 from a level below this; from there on VC gains Resources instead."""
    if s.hanoi < below:
        move_hanoi(s, +1)
    else:
        add_resources(s, VC, n)


# --- shifting, placing, removing ----------------------------------------------------------------------------------


def pick_and_shift_first(
    s: State, by: int, purpose: str, spaces: Iterable[int], n: int, levels: int
) -> Flow[list[int]]:
    """Choose n of the spaces, where more is done than to shift them (5.1.3: those that can shift first), and shift."""
    chosen: list[int] = []
    left = list(spaces)
    while left and len(chosen) < n:
        candidates = can_shift_first(s, left, levels)
        sp = yield from pick_space(s, by, purpose, candidates, left=n - len(chosen), levels=levels)
        shift(s, sp, levels)
        chosen.append(sp)
        left.remove(sp)
    return chosen


def place_in_up_to(
    s: State, by: int, purpose: str, kind: int, spaces: Callable[[], Iterable[int]], n: int
) -> Flow[list[int]]:
    """Place 1 piece of a kind in each of up to n of the spaces; returns them."""
    served: list[int] = []
    while len(served) < n:
        candidates = [sp for sp in spaces() if sp not in served and can_place(s, by, sp, kind)]
        sp = yield from pick_space(s, by, purpose, candidates, optional=True, left=n - len(served))
        if sp == DONE:
            break
        yield from muster(s, by, sp, kind, 1)
        served.append(sp)
    return served


def remove_guerrillas(s: State, by: int, spaces: Sequence[int], n: int, up_to: bool = True) -> Flow[list[Piece]]:
    """Remove up to n (or exactly n, if there are so many) VC Guerrillas of either state from the spaces."""
    return (
        yield from remove_any(s, by, "remove_guerrillas", lambda: pieces_in(s, VC_GUERRILLAS, spaces), n, up_to=up_to)
    )


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


def operate_in_up_to(s: State, faction: int, name: str, n: int, spaces: Iterable[int] | None = None) -> Flow[Operation]:
    """The Faction executes a free Operation in up to n spaces, which may be none; returns it, with its spaces."""
    op = granted(s, faction, name, spaces=spaces, max_spaces=n)
    if (yield from wants_any(s, op)):
        yield from carry_out_granted(s, op)
    return op


def assault_here(s: State, op: Operation, sp: int, more: int = 0) -> Flow[None]:
    """The free ARVN Assault `op` in one space, with hits besides, if an ARVN cube and an enemy are there."""
    if can_assault_space(s, ARVN, sp):
        s.note("log.free_operation", faction=ARVN, operation="assault")
        op.spaces.append(sp)
        yield from assault_space(s, ARVN, sp, op, more=more)
