"""Reset Phase (6.6): the board made ready for the next campaign."""

from fitl.board.factions import FACTIONS, NVA
from fitl.board.pieces import ACTIVE_KIND_OF, KINDS, TRAIL_MAX, UNDERGROUND_OF
from fitl.board.spaces import SPACE_COUNT
from fitl.decisions import Flow
from fitl.lasting import MIGS, MOMENTUM
from fitl.rules import trung
from fitl.rules.coup.victory import end_phase
from fitl.rules.deck import looks_ahead
from fitl.rules.economy import add_resources, degrade_trail, improve_trail
from fitl.rules.forces import transfer
from fitl.rules.pivotal import return_pivotals
from fitl.state import RESET, State


def reset_phase(s: State) -> Flow[None]:
    """6.6: the steps in order. A Coup Round is counted here, when it is complete: the final one never is."""
    if s.trail == 0:
        improve_trail(s)
    elif s.trail == TRAIL_MAX:
        degrade_trail(s)  # not under shaded Oriskany (card 39)
    if s.effects & MIGS:
        add_resources(s, NVA, -6)  # card 33
    fresh_start(s)
    yield from trung.reset(s)
    end_phase(s, RESET)


def fresh_start(s: State) -> None:
    """6.6: markers off, everybody Underground and Eligible, Momentum over; the Round is complete."""
    s.terror[:] = bytes(SPACE_COUNT)
    all_underground(s)
    s.effects &= ~MOMENTUM
    return_pivotals(s)
    s.eligible = s.everybody()
    s.stay_eligible = s.made_ineligible = 0
    s.coup_rounds += 1
    s.note("log.coup.reset" if looks_ahead(s) else "log.coup.reset_for_two")  # S6.6: two players have no Eligibility


def all_underground(s: State) -> None:
    """6.6: Guerrillas and Special Forces turn Underground everywhere."""
    p = s.pieces
    for faction in FACTIONS:
        active, hidden = ACTIVE_KIND_OF[faction], UNDERGROUND_OF[faction]
        for sp in range(SPACE_COUNT):
            if n := p[sp * KINDS + active]:
                transfer(s, active, n, sp, sp, hidden)
