"""The words that the cards of 1973 to 1975 need besides: tracks, Armor, Casualties, free strikes, parts of the map.

How all these cards are read: the Faction that executes one decides what is not given to somebody. ARVN pieces that an
Event removes go where the era says (S5.1.1). In Black April a COIN action that is granted to the US is ARVN's, one of
VC or of an Insurgent is NVA's, and text about US and VC pieces, VC Resources, Anti-War and Eligibility falls away
(S5.1.1).
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from fitl.board.factions import ARVN, INSURGENTS, NVA, US, VC
from fitl.board.pieces import ACTIVE_KIND_OF, ARMOR_OF, ARVN_PIECES, NVA_TROOPS
from fitl.board.spaces import (
    ADJACENT,
    AVAILABLE,
    CASUALTIES,
    CITIES,
    COAST_MASK,
    DA_NANG,
    EVERYWHERE,
    HIGHLAND_MASK,
    HIGHWAY_MASK,
    HUE,
    LAOS_CAMBODIA,
    LAOS_CAMBODIA_MASK,
    LOCS,
    LOWLAND_MASK,
    NORTH_VIETNAM,
    PROVINCES,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    SPACE_COUNT,
    mask_of,
)
from fitl.decisions import DONE, Flow
from fitl.era import BLACK_APRIL
from fitl.eras.fall_of_saigon.posture import move_posture, posture_in_effect
from fitl.eras.fall_of_saigon.spearhead import can_spearhead, spearhead_with
from fitl.events.expansions import AROUND_SAIGON, may_operate
from fitl.events.free import free_march, free_operation, granted
from fitl.events.vocabulary import UpTo, between_boxes, pick_faction
from fitl.rules.activities import air_lift as lifting
from fitl.rules.activities import air_strike as striking
from fitl.rules.economy import add_aid, add_patronage, add_resources, set_track
from fitl.rules.forces import activate, add_terror, count, hide, pieces_of, terror_markers_left, underground
from fitl.rules.operation import Activity
from fitl.rules.operations.attack import suits_attack
from fitl.rules.operations.march import can_march
from fitl.state import State

EVERY_SPACE: Final = tuple(range(SPACE_COUNT))
NORTH_GROUP: Final = (HUE, DA_NANG, QUANG_TRI, QUANG_NAM, QUANG_TIN)
SAIGON_AND_AROUND: Final = (SAIGON, *AROUND_SAIGON)
SAIGON_ROADS: Final = tuple(sp for sp in LOCS if SAIGON in ADJACENT[sp])
OUTSIDE_THE_SOUTH: Final = (NORTH_VIETNAM, *LAOS_CAMBODIA)
HIGHLANDS: Final = tuple(sp for sp in PROVINCES if HIGHLAND_MASK >> sp & 1)  # North Vietnam is one
LOWLANDS: Final = tuple(sp for sp in PROVINCES if LOWLAND_MASK >> sp & 1)
COASTAL_CITIES: Final = tuple(sp for sp in CITIES if COAST_MASK >> sp & 1)

NVA_MOBILE: Final = (NVA_TROOPS, *ARMOR_OF[NVA])

AID_PER_STEP: Final = 3  # what a step of Posture is worth while it is not in effect
RESOURCES_OF: Final = {"arvn": ARVN, "nva": NVA, "vc": VC}


# --- who plays ----------------------------------------------------------------------------------------------------


def black_april(s: State) -> bool:
    """S1.5: do only ARVN and NVA play?"""
    return s.era.flags & BLACK_APRIL != 0


def for_us(s: State) -> int:
    """Who takes a COIN action that a card grants to the US: ARVN in Black April (S5.1.1)."""
    return ARVN if black_april(s) else US


def insurgents(s: State) -> list[int]:
    """The Insurgents in play."""
    return [faction for faction in INSURGENTS if faction in s.era.factions]


def pick_insurgent(s: State, by: int, factions: Iterable[int]) -> Flow[int]:
    """VC or NVA, as the executor likes; DONE if there is nobody to pick."""
    found = list(factions)
    return (yield from pick_faction(s, by, "nva_or_vc", found)) if found else DONE


# --- tracks (S6.9, S7.2) ------------------------------------------------------------------------------------------


def step_posture(s: State, steps: int) -> None:
    """Move Posture (S6.9.1); while it is not in effect each step is 3 Aid instead."""
    if posture_in_effect(s):
        move_posture(s, steps)
    else:
        add_aid(s, AID_PER_STEP * steps)


def end_posture(s: State) -> None:
    """Set Posture to 0: two steps down while it is not in effect."""
    step_posture(s, -s.posture if posture_in_effect(s) else -2)


def change(s: State, **steps: int) -> None:
    """Move tracks by their names, and Resources by their Faction's, one after the other.

    What is not in use is skipped: Anti-War and VC Resources in Black April (S5.1.1).
    """
    for name, n in steps.items():
        if name == "posture":
            step_posture(s, n)
        elif name == "aid":
            add_aid(s, n)
        elif name == "patronage":
            add_patronage(s, n)
        elif name in RESOURCES_OF:
            if RESOURCES_OF[name] in s.era.factions:
                add_resources(s, RESOURCES_OF[name], n)
        elif name in s.era.tracks:
            set_track(s, name, getattr(s, name) + n)


# --- pieces -------------------------------------------------------------------------------------------------------


def arvn_casualties(s: State) -> int:
    """ARVN pieces among the Casualties."""
    return pieces_of(s, CASUALTIES, ARVN)


def return_casualties(s: State, by: int, n: int) -> Flow[int]:
    """Up to n ARVN Casualties become Available at no cost; returns how many."""
    if not arvn_casualties(s):
        return 0
    return (yield from between_boxes(s, by, "pieces_to_box", ARVN_PIECES, UpTo(n), CASUALTIES, AVAILABLE))


def expose_guerrillas(s: State, spaces: Iterable[int]) -> None:
    """All Guerrillas in the spaces turn Active."""
    for sp in spaces:
        for faction in INSURGENTS:
            activate(s, sp, faction, underground(s, sp, faction))


def hide_guerrillas(s: State, spaces: Iterable[int]) -> None:
    """All Guerrillas in the spaces turn Underground."""
    for sp in spaces:
        for faction in INSURGENTS:
            hide(s, sp, faction, count(s, sp, ACTIVE_KIND_OF[faction]))


def can_terrorize(s: State, sp: int) -> bool:
    """A Terror or Sabotage marker can be placed: none is here, and the pool has one."""
    return not s.terror[sp] and terror_markers_left(s) > 0


def terrorize(s: State, sp: int) -> None:
    """Place a Terror or Sabotage marker where none is."""
    if can_terrorize(s, sp):
        add_terror(s, sp)


# --- free actions -------------------------------------------------------------------------------------------------


class Targets(NamedTuple):
    """Where an Air Strike may strike."""

    spaces: Iterable[int] = EVERY_SPACE
    most: int | None = None  # of them, if not as many as before
    needs_coin: bool = True  # a US or ARVN piece must be there


AS_EVER: Final = Targets()


def air_strike(
    s: State,
    faction: int,
    hits: int,
    where: Targets = AS_EVER,
    *,
    may_degrade: bool = True,
    shifts: bool = True,
) -> Flow[None]:
    """A free Air Strike with this many hits and no die, if it could do anything; card S25 does not change it."""
    act = Activity(s, faction, "air_strike", None, mask_of(where.spaces), where.most)
    degrades = may_degrade and hits >= striking.HITS_TO_DEGRADE and striking.can_degrade(s)
    struck = hits > 0 and any(striking.can_be_struck(s, act, sp, where.needs_coin) for sp in EVERY_SPACE)
    if degrades or struck:
        s.note("log.free_activity", faction=faction, activity="air_strike")
        yield from striking.air_strike_with(
            s, act, hits=hits, needs_coin=where.needs_coin, may_degrade=may_degrade, shifts=shifts
        )


def arvn_air_lift(s: State, n: int, into: Iterable[int] = EVERY_SPACE) -> Flow[None]:
    """A free ARVN Air Lift of up to n pieces (S4.3.5), landing only in these spaces, if anybody can fly there."""
    act = Activity(s, ARVN, "air_lift")
    landings = mask_of(into)
    if lifting.can_air_lift(s, act, landings, us_troops=False):
        s.note("log.free_activity", faction=ARVN, activity="air_lift")
        yield from lifting.choose_spaces(s, act, landings, us_troops=False)
        yield from lifting.fly(s, act, landings, n, us_troops=False)


def can_air_lift(s: State, into: Iterable[int] = EVERY_SPACE) -> bool:
    """Could such an Air Lift bring anybody to one of these spaces?"""
    return lifting.can_air_lift(s, Activity(s, ARVN, "air_lift"), mask_of(into), us_troops=False)


def _over_the_trail(s: State) -> int:
    """3.3.2: where NVA pieces may go on; not at Trail 0."""
    return LAOS_CAMBODIA_MASK if s.trail else 0


def march_into(s: State, spaces: Iterable[int]) -> Flow[None]:
    """A free NVA March that ends in these spaces only; the Trail may carry it there (3.3.2)."""
    yield from free_march(s, granted(s, NVA, "march", spaces=spaces), through=_over_the_trail(s))


def can_march_into(s: State, spaces: Iterable[int]) -> bool:
    """Could NVA March there?"""
    return can_march(s, granted(s, NVA, "march", spaces=spaces), through=_over_the_trail(s))


def attack_in_one(s: State, faction: int, spaces: Iterable[int]) -> Flow[None]:
    """A free Attack in one of the spaces, if it can be made."""
    yield from free_operation(s, faction, "attack", spaces=spaces, max_spaces=1)


def can_attack_in(s: State, faction: int, spaces: Iterable[int]) -> list[int]:
    """Those of the spaces where the Faction could Attack."""
    return [sp for sp in spaces if suits_attack(s, faction, sp)] if faction in s.era.factions else []


def assault_in_one(s: State, spaces: Iterable[int]) -> Flow[None]:
    """A free ARVN Assault in one of the spaces, if it can be made."""
    yield from free_operation(s, ARVN, "assault", spaces=spaces, max_spaces=1)


def sweep_then_assault(s: State, spaces: Sequence[int], n: int) -> Flow[None]:
    """ARVN free Sweeps in up to n of the spaces, then free Assaults in them; without a Sweep in up to n of all."""
    swept = yield from may_operate(s, ARVN, "sweep", spaces=spaces, max_spaces=n)
    yield from may_operate(s, ARVN, "assault", spaces=swept.spaces or spaces, max_spaces=n)


def spearhead(s: State, faction: int, origins: int, roads: int = HIGHWAY_MASK) -> Flow[list[int]]:
    """A free Spearhead with up to this many origins, if there is Armor; returns the spaces it struck."""
    act = Activity(s, faction, "spearhead", None, EVERYWHERE, origins)
    if not can_spearhead(s, act):
        return []
    s.note("log.free_activity", faction=faction, activity="spearhead")
    return (yield from spearhead_with(s, act, roads=roads))
