"""What the NVA boxes keep asking of the board."""

from typing import Final

from fitl.board.factions import NVA, VC
from fitl.board.pieces import KINDS, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, NVA_TROOPS
from fitl.board.spaces import ADJACENT_MASK, CONTROLLABLE, POP, SOUTH_MASK, SPACE_COUNT, spaces_of
from fitl.bots.flowchart.shared import in_event
from fitl.bots.flowchart.turn import Turn
from fitl.bots.mind import Mind
from fitl.bots.select import TieBreak
from fitl.decisions import Decision
from fitl.rules.forces import bases_of, coin_pieces
from fitl.state import COIN_CONTROL, NVA_CONTROL, State

UNITS = (NVA_TROOPS, NVA_GUERRILLA_ACTIVE, NVA_GUERRILLA)  # in the order in which they leave (8.1.2, 8.6.5)
GUARDS = 2  # NVA units kept at each NVA Base
POPULATION: Final = TieBreak("nva.population", lambda sp: POP[sp])


def troops(s: State, sp: int) -> int:
    return s.pieces[sp * KINDS + NVA_TROOPS]


def units(s: State, sp: int) -> int:
    """NVA Troops and Guerrillas in a space."""
    row = sp * KINDS
    p = s.pieces
    return p[row + NVA_TROOPS] + p[row + NVA_GUERRILLA] + p[row + NVA_GUERRILLA_ACTIVE]


def others(s: State, sp: int) -> int:
    """What NVA pieces must outnumber to Control a space (1.7)."""
    return coin_pieces(s, sp) + s.force[sp * 4 + VC]


def control_gap(s: State, sp: int) -> int:
    """How many NVA pieces more would gain Control; 0 or less if NVA has it."""
    return others(s, sp) - s.force[sp * 4 + NVA] + 1


def may_leave(s: State, sp: int) -> int:
    """8.6.5: how many units could go, keeping NVA Control and 2 units at an NVA Base."""
    n = units(s, sp)
    if bases_of(s, sp, NVA):
        n -= GUARDS
    if sp < CONTROLLABLE and s.control[sp] == NVA_CONTROL:
        n = min(n, -control_gap(s, sp))
    return max(0, n)


def borders_coin(s: State, sp: int) -> bool:
    """Is a space next to COIN Control in the South?"""
    near = spaces_of(ADJACENT_MASK[sp] & SOUTH_MASK)
    return any(other < CONTROLLABLE and s.control[other] == COIN_CONTROL for other in near)


def granted(mind: Mind, s: State) -> bool:
    """Is what is asked granted by an Event (8.4.4), in play or in a rehearsal, rather than this turn's Operation?"""
    return in_event(s) or not mind.room(Turn).operation


def purse(s: State, decision: Decision) -> int:
    """How many spaces NVA could pay for; what an Event grants is free."""
    return s.resources[NVA] if decision.cost else SPACE_COUNT


def room_for(s: State, decision: Decision) -> int:
    """How many of the spaces an Operation asks for will surely be taken one after the other: those it can pay for.

    An Event may allow only one, so there each pick counts.
    """
    return s.resources[NVA] if decision.cost else 1


def is_first(decision: Decision) -> bool:
    """Is this the first space asked for? Then the rules do not let the Faction stop."""
    return decision.find("done") is None
