"""The words that the cards of 1961 to 1963 need besides: tracks, Strategic Hamlets, Cadres, parts of the South.

How all these cards are read: the Faction that executes one decides what is not given to somebody. Pieces are placed out
of Available; only pieces of the executing Faction (the US: also ARVN's) may be lifted instead (1.4.1), and on a Coup
card nobody's. With two players everything about US and NVA actions, US pieces, Cadres and Eligibility falls away
(P5.1.1).
"""

from collections.abc import Iterable
from typing import Final

from fitl.board.factions import ARVN, NVA, US
from fitl.board.pieces import CADRE, HAMLET, POLICE, VC_BASE, VC_BASE_CADRE, VC_GUERRILLA, VC_GUERRILLA_ACTIVE
from fitl.board.spaces import ADJACENT, AVAILABLE, CAN_THO, CITIES, OUT_OF_PLAY, POP
from fitl.decisions import DONE, YES_NO, Flow
from fitl.eras.sovereign_of_discord.propagandize import ANYWHERE, eligible
from fitl.eras.sovereign_of_discord.tracks import move_washington
from fitl.events.expansions import OPEN_SPACES, SOUTH_PROVINCES, holding
from fitl.events.free import carry_out_granted, granted, wants_any
from fitl.events.vocabulary import pick_space, put
from fitl.rules.economy import add_aid, add_patronage
from fitl.rules.forces import available, count, place, place_cadre, remove_cadre
from fitl.state import State

SMALL_CITIES: Final = tuple(sp for sp in CITIES if POP[sp] == 1)

DELTA: Final = tuple(sp for sp in SOUTH_PROVINCES if CAN_THO in ADJACENT[sp])

VC_GUERRILLAS: Final = (VC_GUERRILLA, VC_GUERRILLA_ACTIVE)
TRACK_TOP: Final = 4  # of Washington and Hanoi


def two_players(s: State) -> bool:
    """P5.1.1: are there no US and no NVA?"""
    return US not in s.era.factions


# --- which spaces -------------------------------------------------------------------------------------------------


def with_police(s: State, spaces: Iterable[int]) -> list[int]:
    """Those of the spaces that hold Police."""
    return holding(s, spaces, POLICE)


# --- tracks, money, Eligibility -----------------------------------------------------------------------------------


def lower_washington_or_aid(s: State, aid: int) -> Flow[None]:
    """Lower Washington 1; at 0 Aid falls instead."""
    if s.washington:
        yield from move_washington(s, -1)
    else:
        add_aid(s, -aid)


def patronage_given_up(s: State, n: int, purpose: str) -> Flow[bool]:
    """ARVN may give up so much Patronage; with less it cannot. True if it did."""
    if s.patronage < n or not (yield from put(s, ARVN, purpose, YES_NO, n=n)):
        return False
    add_patronage(s, -n)
    return True


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


def _has_targets(s: State, anywhere: bool) -> bool:
    """Is there Aid to take or an eligible City?"""
    if two_players(s):
        return False
    return (s.washington > 0 and s.aid > 0) or any(eligible(s, sp, anywhere) for sp in CITIES)


def may_propagandize(s: State, cities: int, anywhere: bool = False) -> Flow[None]:
    """NVA may execute a free Propagandize in up to this many Cities, if there is one, or Aid to take."""
    if not _has_targets(s, anywhere):
        return
    op = granted(s, NVA, "propagandize", max_spaces=cities)
    if anywhere:
        op.notes[ANYWHERE] = True
    if (yield from wants_any(s, op)):
        yield from carry_out_granted(s, op)
