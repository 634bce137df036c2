"""S6.5 Commitment after a US Retreat: the Troops go home, and what lies among the Casualties does not come back."""

from fitl.board.pieces import IRREGULAR, KINDS, US_BASE, US_TROOPS
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY, ROWS, SPACE_COUNT
from fitl.decisions import Flow
from fitl.eras.fall_of_saigon.lines import era_of_line
from fitl.lasting import MEDEVAC
from fitl.rules.control import thaw_control
from fitl.rules.coup.commitment import commitment_spaces, move_us_forces, withdrawal_shifts
from fitl.rules.forces import move, remove
from fitl.state import State


def first_commitment(s: State) -> Flow[None]:
    """S6.5: in the Phase after the Retreat all Troops and Bases among the Casualties go Out of Play."""
    yield from _commitment(s, all_out_of_play=True)
    s.era = era_of_line(s, "after_retreat")


def commitment(s: State) -> Flow[None]:
    """S6.5, OPEN 34, OPEN 46: later, and if both sides Retreated, a third of the Troops among the Casualties does."""
    yield from _commitment(s, all_out_of_play=False)


def _commitment(s: State, all_out_of_play: bool) -> Flow[None]:
    """S6.5: Casualties, all Troops on the map to Available, up to two Bases moved or withdrawn; VC profits as in 6.5.

    ARVN Casualties stay until they are bought back. There is no policy to review: flowcharts play the base game only.
    """
    s.control_frozen = True
    spaces = commitment_spaces(s)
    if s.effects & MEDEVAC:  # card 15 comes first (OPEN 46)
        _from_casualties(s, US_TROOPS, s.pieces[CASUALTIES * KINDS + US_TROOPS], AVAILABLE)
    troops = s.pieces[CASUALTIES * KINDS + US_TROOPS]
    _from_casualties(s, US_TROOPS, troops if all_out_of_play else troops // 3, OUT_OF_PLAY)
    _from_casualties(s, US_TROOPS, s.pieces[CASUALTIES * KINDS + US_TROOPS], AVAILABLE)
    _from_casualties(s, US_BASE, s.pieces[CASUALTIES * KINDS + US_BASE], OUT_OF_PLAY)
    _from_casualties(s, IRREGULAR, s.pieces[CASUALTIES * KINDS + IRREGULAR], AVAILABLE)
    withdrawn = _troops_go_home(s)
    on_map = [s.pieces[row * KINDS + US_BASE] if row < SPACE_COUNT else 0 for row in range(ROWS)]
    unmoved = {US_TROOPS: [0] * ROWS, US_BASE: on_map}
    withdrawn += yield from move_us_forces(s, spaces, unmoved, most_troops=0, question="commitment.base")
    yield from withdrawal_shifts(s, withdrawn // 2)
    thaw_control(s)


def _from_casualties(s: State, kind: int, n: int, box: int) -> None:
    if n:
        move(s, kind, n, CASUALTIES, box)


def _troops_go_home(s: State) -> int:
    """All US Troops on the map, wherever they are, become Available; returns how many."""
    gone = 0
    for sp in range(SPACE_COUNT):
        if n := s.pieces[sp * KINDS + US_TROOPS]:
            remove(s, sp, US_TROOPS, n, AVAILABLE)
            gone += n
    return gone
