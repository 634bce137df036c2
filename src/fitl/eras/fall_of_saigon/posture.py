"""US Posture (S6.9), Anti-War and War Weary (S1.9, S7.2): how their markers move."""

from typing import Final

from fitl.decisions import Flow
from fitl.era import TrackMove
from fitl.rules.economy import set_track
from fitl.state import State

BEGINNING: Final = 2  # where Posture comes into effect: Limited Backing (S6.9)
INTERVENTION: Final = 4
ANTI_WAR_OF_INTERVENTION: Final = 2  # for each rise to it (S6.9.1)


def posture_in_effect(s: State) -> bool:
    """S6.9: from a US Retreat on."""
    return "posture" in s.era.tracks


def move_posture(s: State, steps: int) -> int:
    """S6.9.1: raise or lower Posture within its ends, if it is in effect (S5.1.1); returns the steps made.

    A rise to Intervention from any lower level adds to Anti-War, once, however many boxes it went.
    """
    if not posture_in_effect(s):
        return 0
    made = set_track(s, "posture", s.posture + steps)
    if made > 0 and s.posture == INTERVENTION:
        add_anti_war(s, ANTI_WAR_OF_INTERVENTION)
    return made


def add_anti_war(s: State, n: int) -> int:
    """S7.2: raise or lower Anti-War, never below 0, in games that have it; returns the change made."""
    return set_track(s, "anti_war", s.anti_war + n) if "anti_war" in s.era.tracks else 0


def add_war_weary(s: State, n: int) -> int:
    """S7.2: raise or lower War Weary, never below 0, in games that have it; returns the change made."""
    return set_track(s, "war_weary", s.war_weary + n) if "war_weary" in s.era.tracks else 0


def _posture_moves(s: State, steps: int) -> Flow[None]:
    """As packs and Events resolved by hand move it."""
    move_posture(s, steps)
    yield from ()


TRACK_MOVES: Final[dict[str, TrackMove]] = {"posture": _posture_moves}
