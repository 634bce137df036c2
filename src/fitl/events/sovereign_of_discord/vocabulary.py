"""The words that the cards of 1961 to 1963 need besides: tracks, Strategic Hamlets, Cadres, parts of the South.

How all these cards are read: whoever executes one decides what is not given to somebody. Pieces are placed out of
Available; only pieces of the executing Faction (the US: also ARVN's) may be lifted instead (1.4.1), and on a Coup card
nobody's. With two players everything about US and NVA actions, US pieces, Cadres and Eligibility falls away (P5.1.1).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from fitl.board.factions import ARVN, NVA, US
from fitl.board.pieces import CADRE, HAMLET, POLICE, VC_BASE, VC_BASE_CADRE, VC_GUERRILLA, VC_GUERRILLA_ACTIVE
from fitl.board.spaces import (
    ADJACENT,
    AVAILABLE,
    CAN_THO,
    CENTRAL_LAOS,
    CITIES,
    OUT_OF_PLAY,
    POP,
    PROVINCES,
    SAIGON,
    SOUTH_MASK,
    SOUTHERN_LAOS,
)
from fitl.decisions import DONE, YES_NO, Flow
from fitl.eras.sovereign_of_discord.propagandize import ANYWHERE, eligible
from fitl.eras.sovereign_of_discord.tracks import move_washington
from fitl.events.free import carry_out_granted, granted, wants_any
from fitl.events.vocabulary import Piece, deploy, make_ineligible, pick_space, pick_spaces, place_among, put
from fitl.rules.control import shift_toward_neutral
from fitl.rules.economy import add_aid, add_patronage, add_resources
from fitl.rules.forces import available, can_place, count, may_lift, pieces_of, place, place_cadre, remove_cadre
from fitl.rules.menu import rule_of
from fitl.state import COIN_CONTROL, NEUTRAL, State

SOUTH_PROVINCES: Final = tuple(sp for sp in PROVINCES if SOUTH_MASK >> sp & 1)  # the others are closed (P1.3.5)
OTHER_CITIES: Final = tuple(sp for sp in CITIES if sp != SAIGON)
SMALL_CITIES: Final = tuple(sp for sp in CITIES if POP[sp] == 1)
OPEN_SPACES: Final = (*CITIES, *SOUTH_PROVINCES)  # LoCs left out

DELTA: Final = tuple(sp for sp in SOUTH_PROVINCES if CAN_THO in ADJACENT[sp])
FRONTIER: Final = tuple(sp for sp in SOUTH_PROVINCES if {CENTRAL_LAOS, SOUTHERN_LAOS} & {*ADJACENT[sp]})
AROUND_SAIGON: Final = tuple(sp for sp in SOUTH_PROVINCES if SAIGON in ADJACENT[sp])

VC_GUERRILLAS: Final = (VC_GUERRILLA, VC_GUERRILLA_ACTIVE)
TRACK_TOP: Final = 4  # of Washington and Hanoi


def two_players(s: State) -> bool:
    """P5.1.1: are there no US and no NVA?"""
    return US not in s.era.factions


# --- which spaces -------------------------------------------------------------------------------------------------


def holding(s: State, spaces: Iterable[int], *kinds: int, at_least: int = 1) -> list[int]:
    """Those of the spaces that hold so many pieces of these kinds together."""
    return [sp for sp in spaces if sum(count(s, sp, kind) for kind in kinds) >= at_least]


def with_pieces_of(s: State, spaces: Iterable[int], faction: int) -> list[int]:
    """Those of the spaces that hold a piece of the Faction."""
    return [sp for sp in spaces if pieces_of(s, sp, faction)]


def with_police(s: State, spaces: Iterable[int]) -> list[int]:
    """Those of the spaces that hold Police."""
    return holding(s, spaces, POLICE)


def coin_controlled(s: State, spaces: Iterable[int]) -> list[int]:
    """Those of the spaces that COIN Controls."""
    return [sp for sp in spaces if s.control[sp] == COIN_CONTROL]


def at_support(s: State, spaces: Iterable[int]) -> list[int]:
    """Those of the spaces that are at Support."""
    return [sp for sp in spaces if s.support[sp] > NEUTRAL]


def at_opposition(s: State, spaces: Iterable[int]) -> list[int]:
    """Those of the spaces that are at Opposition."""
    return [sp for sp in spaces if s.support[sp] < NEUTRAL]


# --- tracks, money, Eligibility -----------------------------------------------------------------------------------


def lower_washington_or_aid(s: State, aid: int) -> Flow[None]:
    """Lower Washington 1; at 0 Aid falls instead."""
    if s.washington:
        yield from move_washington(s, -1)
    else:
        add_aid(s, -aid)


def patronage_to_resources(s: State, n: int) -> None:
    """Move so much Patronage to ARVN Resources, all of it if there is less."""
    add_resources(s, ARVN, -add_patronage(s, -n))


def patronage_given_up(s: State, n: int, purpose: str) -> Flow[bool]:
    """ARVN may give up so much Patronage; with less it cannot. True if it did."""
    if s.patronage < n or not (yield from put(s, ARVN, purpose, YES_NO, n=n)):
        return False
    add_patronage(s, -n)
    return True


def bar(s: State, faction: int) -> None:
    """The Faction is Ineligible through the next card; with two players all are always Eligible (P5.1.1)."""
    if not two_players(s):
        make_ineligible(s, faction)


# --- shifts toward Neutral ----------------------------------------------------------------------------------------


def pick_and_ease(
    s: State, by: int, purpose: str, candidates: Iterable[int], n: int, up_to: bool = False
) -> Flow[list[int]]:
    """Choose n of the spaces that are not Neutral (5.1.3; fewer if fewer) and shift each toward Neutral."""
    spaces = [sp for sp in candidates if s.support[sp] != NEUTRAL]
    chosen = yield from pick_spaces(s, by, purpose, lambda: spaces, n, up_to)
    for sp in chosen:
        shift_toward_neutral(s, sp)
    return chosen


# --- placing ------------------------------------------------------------------------------------------------------


def place_for(
    s: State, chooser: int, by: int, purpose: str, kinds: Sequence[int], spaces: Sequence[int], n: int
) -> Flow[list[Piece]]:
    """Somebody other than the executor `by` places pieces: lifted ones only where the executor might lift them."""
    if any(may_lift(by, kind) for kind in kinds):
        return (yield from place_among(s, chooser, purpose, kinds, spaces, n))
    return (yield from deploy(s, chooser, purpose, kinds, spaces, n, AVAILABLE))


def can_place_any(s: State, by: int, kinds: Iterable[int], spaces: Sequence[int]) -> bool:
    """Could a piece of these kinds be placed in one of the spaces, lifted by the executor if need be?"""
    return any(can_place(s, by, sp, kind) for kind in kinds for sp in spaces)


# --- Strategic Hamlets (P1.4.2) -----------------------------------------------------------------------------------


def hamlet_spaces(s: State, spaces: Iterable[int]) -> list[int]:
    """Those of the Provinces in which a Hamlet could be set: without one, and one is Available or Out of Play."""
    if not (available(s, HAMLET) or count(s, OUT_OF_PLAY, HAMLET)):
        return []
    return [sp for sp in spaces if not count(s, sp, HAMLET)]


def set_hamlet(s: State, sp: int) -> None:
    """A Hamlet comes from Available, else from Out of Play."""
    place(s, sp, HAMLET, 1, AVAILABLE if available(s, HAMLET) else OUT_OF_PLAY)


def pick_and_set_hamlet(s: State, by: int, purpose: str, candidates: Iterable[int]) -> Flow[int]:
    """Choose a Province where a Hamlet can be set, and set it; DONE if there is none."""
    sp = yield from pick_space(s, by, purpose, hamlet_spaces(s, candidates))
    if sp != DONE:
        set_hamlet(s, sp)
    return sp


# --- Cadres (P1.4) ------------------------------------------------------------------------------------------------


def cadre_spaces(s: State, spaces: Iterable[int] = OPEN_SPACES) -> list[int]:
    """Where a Cadre could be placed: on a VC Base without one; in these spaces, else anywhere. None is ever lifted."""
    if not available(s, CADRE) or two_players(s):
        return []
    return holding(s, spaces, VC_BASE) or holding(s, OPEN_SPACES, VC_BASE)


def may_place_cadre(s: State, by: int, purpose: str, spaces: Iterable[int] = OPEN_SPACES) -> Flow[int]:
    """Place an Available Cadre on a VC Base, if wished; the space, or DONE."""
    sp = yield from pick_space(s, by, purpose, cadre_spaces(s, spaces), optional=True)
    if sp != DONE:
        place_cadre(s, sp)
    return sp


def cadres(s: State, spaces: Iterable[int] = OPEN_SPACES) -> list[int]:
    """Those of the spaces that hold a Cadre."""
    return holding(s, spaces, VC_BASE_CADRE)


def pick_and_remove_cadre(s: State, by: int, purpose: str, spaces: Iterable[int] = OPEN_SPACES) -> Flow[int]:
    """Remove one Cadre in these spaces; the space, or DONE."""
    sp = yield from pick_space(s, by, purpose, cadres(s, spaces))
    if sp != DONE:
        remove_cadre(s, sp)
    return sp


# --- free Operations ----------------------------------------------------------------------------------------------


def can_grant(s: State, faction: int, name: str, *, spaces: Iterable[int] | None = None) -> bool:
    """Could the Faction execute this free Operation now? With two players the US and NVA never (P5.1.1)."""
    if faction not in s.era.factions:
        return False
    return rule_of(s, name).can(s, granted(s, faction, name, spaces=spaces))


def may_operate(
    s: State, faction: int, name: str, *, spaces: Iterable[int] | None = None, max_spaces: int | None = None
) -> Flow[None]:
    """The Faction may execute a free Operation in up to so many spaces, whatever its track says; it may decline."""
    if faction not in s.era.factions:
        return
    op = granted(s, faction, name, spaces=spaces, max_spaces=max_spaces)
    if (yield from wants_any(s, op)):
        yield from carry_out_granted(s, op)


def propaganda_tells(s: State, anywhere: bool = False) -> bool:
    """Could a free Propagandize change anything? (P3.3.7); `anywhere`: also without a Cadre next to the City."""
    if two_players(s):
        return False
    return (s.washington > 0 and s.aid > 0) or any(eligible(s, sp, anywhere) for sp in CITIES)


def may_propagandize(s: State, cities: int, anywhere: bool = False) -> Flow[None]:
    """NVA may execute a free Propagandize in up to so many Cities, if it could change anything."""
    if not propaganda_tells(s, anywhere):
        return
    op = granted(s, NVA, "propagandize", max_spaces=cities)
    if anywhere:
        op.notes[ANYWHERE] = True
    if (yield from wants_any(s, op)):
        yield from carry_out_granted(s, op)
