"""Words that the cards of both expansions are written with.

Pieces are placed out of Available; only pieces of the executing Faction (the US: also ARVN's) may be lifted instead
(1.4.1), and on a Coup card nobody's. A Faction that is not in play is granted nothing (P5.1.1, S5.1.1).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from fitl.board.factions import ARVN
from fitl.board.spaces import ADJACENT, AVAILABLE, CENTRAL_LAOS, CITIES, PROVINCES, SAIGON, SOUTH_MASK, SOUTHERN_LAOS
from fitl.decisions import DONE, Flow
from fitl.events.free import carry_out_granted, granted, wants_any
from fitl.events.vocabulary import (
    Amount,
    Piece,
    can_shift_first,
    deploy,
    make_ineligible,
    pick_space,
    pick_spaces,
    place_among,
    would_be_eligible,
)
from fitl.rules.control import shift, shift_toward_neutral
from fitl.rules.economy import add_patronage, add_resources
from fitl.rules.forces import can_place, count, may_lift, muster, pieces_of
from fitl.rules.operation import Operation
from fitl.state import COIN_CONTROL, NEUTRAL, State

SOUTH_PROVINCES: Final = tuple(sp for sp in PROVINCES if SOUTH_MASK >> sp & 1)
OTHER_CITIES: Final = tuple(sp for sp in CITIES if sp != SAIGON)
OPEN_SPACES: Final = (*CITIES, *SOUTH_PROVINCES)  # of the South, LoCs left out

FRONTIER: Final = tuple(sp for sp in SOUTH_PROVINCES if {CENTRAL_LAOS, SOUTHERN_LAOS} & {*ADJACENT[sp]})
AROUND_SAIGON: Final = tuple(sp for sp in SOUTH_PROVINCES if SAIGON in ADJACENT[sp])


def has_eligibility(s: State) -> bool:
    """P5.1.1, S5.1.1: where two play there is no Eligibility, and text about it is not said."""
    return s.era.sequence.id == "eligibility"


# --- which spaces -------------------------------------------------------------------------------------------------


def holding(s: State, spaces: Iterable[int], *kinds: int, at_least: int = 1) -> list[int]:
    """Those of the spaces that hold this many pieces of these kinds together."""
    return [sp for sp in spaces if sum(count(s, sp, kind) for kind in kinds) >= at_least]


def with_pieces_of(s: State, spaces: Iterable[int], faction: int) -> list[int]:
    """Those of the spaces that hold a piece of the Faction."""
    return [sp for sp in spaces if pieces_of(s, sp, faction)]


def coin_controlled(s: State, spaces: Iterable[int]) -> list[int]:
    """Those of the spaces that COIN Controls."""
    return [sp for sp in spaces if s.control[sp] == COIN_CONTROL]


def at_support(s: State, spaces: Iterable[int]) -> list[int]:
    """Those of the spaces that are at Support."""
    return [sp for sp in spaces if s.support[sp] > NEUTRAL]


def at_opposition(s: State, spaces: Iterable[int]) -> list[int]:
    """Those of the spaces that are at Opposition."""
    return [sp for sp in spaces if s.support[sp] < NEUTRAL]


# --- would it change anything? ------------------------------------------------------------------------------------


# --- changing -----------------------------------------------------------------------------------------------------


def pick_and_ease(s: State, by: int, purpose: str, candidates: Iterable[int], n: Amount) -> Flow[list[int]]:
    """Choose n of the spaces that are not Neutral (5.1.3; fewer if fewer) and shift each toward Neutral."""
    spaces = [sp for sp in candidates if s.support[sp] != NEUTRAL]
    chosen = yield from pick_spaces(s, by, purpose, lambda: spaces, n)
    for sp in chosen:
        shift_toward_neutral(s, sp)
    return chosen


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


def bar(s: State, faction: int) -> None:
    """The Faction is Ineligible through the next card (2.3.6), which tells only if it would be Eligible."""
    if has_eligibility(s) and would_be_eligible(s, faction):
        make_ineligible(s, faction)


def patronage_to_resources(s: State, n: int) -> None:
    """Move so much Patronage to ARVN Resources, all of it if there is less."""
    add_resources(s, ARVN, -add_patronage(s, -n))


def place_for(
    s: State,
    chooser: int,
    by: int,
    purpose: str,
    kinds: Sequence[int],
    spaces: Sequence[int],
    n: Amount,
) -> Flow[list[Piece]]:
    """Somebody other than the executor `by` places pieces: lifted ones only where the executor might lift them."""
    if any(may_lift(by, kind) for kind in kinds):
        return (yield from place_among(s, chooser, purpose, kinds, spaces, n))
    return (yield from deploy(s, chooser, purpose, kinds, spaces, n, AVAILABLE))


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


def can_place_any(s: State, by: int, kinds: Iterable[int], spaces: Sequence[int]) -> bool:
    """Could a piece of these kinds be placed in one of the spaces, lifted by the executor if need be?"""
    return any(can_place(s, by, sp, kind) for kind in kinds for sp in spaces)


# --- free Operations ----------------------------------------------------------------------------------------------


def may_operate(
    s: State, faction: int, name: str, *, spaces: Iterable[int] | None = None, max_spaces: int | None = None
) -> Flow[Operation]:
    """The Faction may execute a free Operation in up to this many spaces, or decline; returns it, with its spaces."""
    op = granted(s, faction, name, spaces=spaces, max_spaces=max_spaces)
    if faction in s.era.factions and (yield from wants_any(s, op)):
        yield from carry_out_granted(s, op)
    return op
