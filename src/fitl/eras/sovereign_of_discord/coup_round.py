"""Coup Rounds from 1961 to 1963: Resources (P6.2) and Redeploy (P6.4); reset.py has Reset (P6.6).

The Victory and Support Phases are the base game's, under the goals and with the leader of this era (P6.1, P6.3).
"""

from typing import Final

from fitl.board.factions import ARVN, VC
from fitl.board.pieces import POLICE, VC_BASE
from fitl.decisions import Flow
from fitl.eras.sovereign_of_discord.advisors import redeploy_advisors
from fitl.rules.control import on_map, thaw_control
from fitl.rules.coup.redeploy import may_move, police_destinations, redeploy_troops, standing
from fitl.rules.coup.resources import arvn_earnings, sabotage
from fitl.rules.coup.victory import end_phase
from fitl.rules.economy import add_aid, add_resources
from fitl.state import REDEPLOY, RESOURCES, State

AID_PER_LEVEL: Final = 3  # of Washington, where two play (P6.2.3)


def resources_phase(s: State) -> Flow[None]:
    """P6.2: NVA earns nothing (P6.2.4), and Casualties cost no Aid (P6.2.5)."""
    yield from sabotage(s)
    arvn_earnings(s)
    add_resources(s, VC, on_map(s, VC_BASE))
    end_phase(s, RESOURCES)


def resources_phase_of_two(s: State) -> Flow[None]:
    """P6.2.3, P6.2.4: in Diem's War Washington sends Aid before ARVN earns, and VC earns by Hanoi too."""
    yield from sabotage(s)
    add_aid(s, AID_PER_LEVEL * s.washington)
    arvn_earnings(s)
    add_resources(s, VC, on_map(s, VC_BASE) + s.hanoi)
    end_phase(s, RESOURCES)


def redeploy_phase(s: State) -> Flow[None]:
    """P6.4: ARVN, then the US its Advisors by the same Control (OPEN 19); NVA has nothing to move (P6.4.3)."""
    s.control_frozen = True
    yield from redeploy_arvn(s)
    yield from redeploy_advisors(s, "P6.4.2")
    thaw_control(s)
    end_phase(s, REDEPLOY)


def redeploy_arvn(s: State) -> Flow[None]:
    """6.4.2: Troops, then Police; a Hamlet is no Base (P6.4.2)."""
    yield from redeploy_troops(s)
    yield from may_move(s, ARVN, POLICE, standing(s, POLICE), police_destinations(s), "6.4.2")
