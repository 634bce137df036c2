"""What several of our own cards of 1973 to 1975 ask (those with a star), besides the words of `vocabulary.py`."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from fitl.board.factions import ARVN, INSURGENTS, NVA, VC
from fitl.board.pieces import (
    ACTIVE_KIND_OF,
    CUBES_OF,
    NVA_BASE,
    RANGER,
    RANGER_ACTIVE,
    UNDERGROUND_OF,
    UNITS_OF,
    VC_BASE,
)
from fitl.board.spaces import (
    CENTRAL_LAOS,
    NORTHEAST_CAMBODIA,
    PROVINCES,
    SIHANOUKVILLE,
    SOUTHERN_LAOS,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
)
from fitl.decisions import DONE, YES_NO, Flow
from fitl.events.expansions import can_place_any, holding, place_for
from fitl.events.fall_of_saigon.vocabulary import (
    EVERY_SPACE,
    arvn_air_lift,
    assault_in_one,
    can_air_lift,
    can_terrorize,
    insurgents,
    pick_insurgent,
    terrorize,
)
from fitl.events.vocabulary import Amount, UpTo, ask, pick_space, pick_spaces, remove_among
from fitl.rules.forces import bases_of, can_place, insurgent_pieces, muster, terror_markers_left
from fitl.state import COIN_CONTROL, State

LAOS: Final = (CENTRAL_LAOS, SOUTHERN_LAOS)
CAMBODIA: Final = (NORTHEAST_CAMBODIA, THE_FISHHOOK, THE_PARROTS_BEAK, SIHANOUKVILLE)

ARVN_UNITS: Final = UNITS_OF[ARVN]
ARVN_CUBES: Final = CUBES_OF[ARVN]
NVA_UNITS: Final = UNITS_OF[NVA]
RANGERS: Final = (RANGER, RANGER_ACTIVE)
BASE_OF: Final = {NVA: NVA_BASE, VC: VC_BASE}  # as it is placed

# --- which spaces -------------------------------------------------------------------------------------------------


def without_coin_control(s: State, spaces: Iterable[int] = PROVINCES) -> list[int]:
    """Those of the spaces that COIN does not Control."""
    return [sp for sp in spaces if s.control[sp] != COIN_CONTROL]


def with_insurgents(s: State, spaces: Iterable[int]) -> list[int]:
    """Those of the spaces that hold Insurgent pieces."""
    return [sp for sp in spaces if insurgent_pieces(s, sp)]


def with_hidden(s: State) -> list[int]:
    """The spaces that hold Underground Guerrillas."""
    return holding(s, EVERY_SPACE, *(UNDERGROUND_OF[faction] for faction in INSURGENTS))


def with_exposed(s: State) -> list[int]:
    """The spaces that hold Active Guerrillas."""
    return holding(s, EVERY_SPACE, *(ACTIVE_KIND_OF[faction] for faction in INSURGENTS))


# --- placing ------------------------------------------------------------------------------------------------------


def at_bases_of(s: State, spaces: Iterable[int], who: int) -> list[int]:
    """Those of the spaces that hold a Base of a Faction."""
    return [sp for sp in spaces if bases_of(s, sp, who)]


def with_guerrillas_to_place(s: State, by: int, spaces: Sequence[int], at_bases: bool = False) -> list[int]:
    """Those of VC and NVA that could place a Guerrilla in one of the spaces, perhaps only where they have a Base."""
    found = []
    for who in insurgents(s):
        open_to_it = at_bases_of(s, spaces, who) if at_bases else spaces
        if can_place_any(s, by, (UNDERGROUND_OF[who],), open_to_it):
            found.append(who)
    return found


def insurgent_places_guerrillas(s: State, by: int, spaces: Sequence[int], n: int, at_bases: bool = False) -> Flow[None]:
    """VC or NVA places up to n Guerrillas in the spaces, freely split, perhaps only where it has a Base."""
    who = yield from pick_insurgent(s, by, with_guerrillas_to_place(s, by, spaces, at_bases))
    if who != DONE:
        open_to_it = at_bases_of(s, spaces, who) if at_bases else spaces
        yield from place_for(s, who, by, "place_guerrillas", (UNDERGROUND_OF[who],), open_to_it, UpTo(n))


def place_one_each(
    s: State, chooser: int, by: int, kind: int, spaces: Callable[[], Iterable[int]], n: int
) -> Flow[list[int]]:
    """The chooser places 1 piece of a kind in each of up to n of the spaces; only the executor `by` may lift it."""
    served: list[int] = []
    while len(served) < n:
        candidates = [sp for sp in spaces() if sp not in served and can_place(s, by, sp, kind)]
        left = n - len(served)
        sp = yield from pick_space(s, chooser, "place_one_there", candidates, optional=True, left=left, piece=kind)
        if sp == DONE:
            break
        yield from muster(s, chooser, sp, kind, 1)
        served.append(sp)
    return served


# --- removing -----------------------------------------------------------------------------------------------------


def remove_up_to(s: State, by: int, purpose: str, kinds: Sequence[int], spaces: Sequence[int], n: int) -> Flow[int]:
    """Remove up to n pieces of the kinds from the spaces, in all; returns how many."""
    return (yield from remove_among(s, by, purpose, kinds, spaces, UpTo(n)))


def remove_from_one(s: State, by: int, purpose: str, kinds: Sequence[int], spaces: Iterable[int], n: int) -> Flow[None]:
    """Remove up to n pieces of the kinds, all from the same of the spaces."""
    sp = yield from pick_space(s, by, "losses_where", holding(s, spaces, *kinds), optional=True)
    if sp != DONE:
        yield from remove_up_to(s, by, purpose, kinds, (sp,), n)


# --- markers ------------------------------------------------------------------------------------------------------


def unmarked(s: State, spaces: Iterable[int]) -> list[int]:
    """Those of the spaces where a Terror or Sabotage marker can be placed."""
    return [sp for sp in spaces if can_terrorize(s, sp)]


def mark(s: State, by: int, purpose: str, spaces: Sequence[int], n: Amount) -> Flow[None]:
    """Place n Terror or Sabotage markers in different ones of the spaces, as many as can be."""
    left = terror_markers_left(s)
    most = UpTo(min(n.n, left)) if isinstance(n, UpTo) else min(n, left)
    for sp in (yield from pick_spaces(s, by, purpose, lambda: unmarked(s, spaces), most)):
        terrorize(s, sp)


# --- free Operations ----------------------------------------------------------------------------------------------


PASSENGERS: Final = 4


def fly_and_assault(s: State, sp: int) -> Flow[None]:
    """ARVN may free Air Lift up to 4 pieces there, then free Assaults there."""
    if can_air_lift(s, (sp,)) and (yield ask(s, ARVN, "air_lift_at_all", YES_NO)):
        yield from arvn_air_lift(s, PASSENGERS, (sp,))
    yield from assault_in_one(s, (sp,))
