"""The Pivotal Events of 1973 to 1975, S76-S79 (S2.3.8); their conditions are data (board/data/pivotal.json)."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import CUBES_OF, UNITS_OF, VC_BASE, VC_GUERRILLA
from fitl.board.spaces import BINH_DINH, CITIES, KONTUM, LOCS, PHU_BON, PLEIKU, SAIGON
from fitl.decisions import DONE, Flow
from fitl.eras.fall_of_saigon.posture import INTERVENTION, posture_in_effect
from fitl.events.expansions import OPEN_SPACES, may_operate, place_in_up_to, with_pieces_of
from fitl.events.fall_of_saigon.vocabulary import (
    EVERY_SPACE,
    NORTH_GROUP,
    Targets,
    air_strike,
    change,
    return_casualties,
    spearhead,
)
from fitl.events.free import free_march, granted
from fitl.events.program import Programs
from fitl.events.vocabulary import UpTo, pick_and_shift, pick_space, place_among, relocate
from fitl.rules.economy import degrade_trail
from fitl.rules.forces import bases_of, can_place, muster
from fitl.state import COIN_CONTROL, NVA_CONTROL, State

event = Programs()

HITS_PER_LEVEL = 2
HITS_AT_WAR = 6
TARGETS = 6  # spaces
ABANDONED = (*NORTH_GROUP, KONTUM, PLEIKU, BINH_DINH, PHU_BON, *LOCS)


def _hits(s: State) -> int:
    return HITS_PER_LEVEL * s.posture if posture_in_effect(s) else HITS_AT_WAR


@event("s76")
def accords_enforced(s: State, by: int) -> Flow[None]:
    """A free US Air Strike with 2 hits per level of Posture, anywhere, without shifts; at 4 the Trail -2 as well."""
    degrades = posture_in_effect(s) and s.posture == INTERVENTION
    yield from air_strike(s, US, _hits(s), Targets(most=TARGETS, needs_coin=False), may_degrade=False, shifts=False)
    if degrades:
        degrade_trail(s, 2, by_event=True)
    change(s, anti_war=+2, posture=-1)


@event("s77")
def spring_offensive(s: State, by: int) -> Flow[None]:
    """NVA Marches, drives a Spearhead from up to 3 spaces and Attacks in up to 3 others, all free; War Weary +3."""
    yield from free_march(s, granted(s, NVA, "march"))
    struck = yield from spearhead(s, NVA, 3)
    yield from may_operate(s, NVA, "attack", spaces=[sp for sp in EVERY_SPACE if sp not in struck], max_spaces=3)
    change(s, war_weary=+3)


def _refuges(s: State) -> list[int]:
    """Cities without NVA Control and spaces with an ARVN Base."""
    return [sp for sp in EVERY_SPACE if (sp in CITIES and s.control[sp] != NVA_CONTROL) or bases_of(s, sp, ARVN)]


@event("s78")
def light_at_the_top(s: State, by: int) -> Flow[None]:
    """ARVN gives up the north and the highlands, gets up to 6 Casualties and 6 cubes in Saigon; Resources +9."""
    yield from relocate(s, ARVN, "arvn_moves", UNITS_OF[ARVN], ABANDONED, lambda kind, sp: _refuges(s))
    yield from return_casualties(s, ARVN, 6)
    yield from place_among(s, ARVN, "place_arvn_cubes", CUBES_OF[ARVN], (SAIGON,), UpTo(6))
    change(s, arvn=+9)


def _liberated(s: State) -> list[int]:
    return [sp for sp in OPEN_SPACES if s.control[sp] != COIN_CONTROL]


@event("s79")
def provisional_government(s: State, by: int) -> Flow[None]:
    """VC places Guerrillas in up to 6 spaces without COIN Control, a Base in one; up to 4 shift; Resources +6."""
    served = yield from place_in_up_to(s, VC, "liberated_zone", VC_GUERRILLA, lambda: _liberated(s), 6)
    sites = [sp for sp in served if can_place(s, VC, sp, VC_BASE)]
    sp = yield from pick_space(s, VC, "place_vc_base", sites)
    if sp != DONE:
        yield from muster(s, VC, sp, VC_BASE, 1)
    people = with_pieces_of(s, EVERY_SPACE, VC)
    yield from pick_and_shift(s, VC, "shift_opposition_up_to", people, UpTo(4), -1)
    change(s, vc=+6)
