"""Titled cards of 1974: S25-S33, S42, S48 and the Coup card S74."""

from fitl.board.factions import ARVN, NVA
from fitl.board.pieces import ARMOR_OF, ARVN_ARMOR, ARVN_TROOPS, NVA_TROOPS, RANGER, RANGER_ACTIVE, UNITS_OF
from fitl.board.spaces import (
    AVAILABLE,
    CASUALTIES,
    COAST_MASK,
    LAOS_CAMBODIA,
    OUT_OF_PLAY,
    PROVINCES,
    SAIGON,
    spaces_of,
)
from fitl.decisions import Flow
from fitl.events.expansions import may_operate
from fitl.events.fall_of_saigon.vocabulary import (
    EVERY_SPACE,
    NORTH_GROUP,
    NVA_MOBILE,
    OUTSIDE_THE_SOUTH,
    arvn_casualties,
    assault_in_one,
    can_attack_in,
    change,
    insurgents,
    pick_insurgent,
    return_casualties,
    sweep_then_assault,
)
from fitl.events.free import can_take_activity
from fitl.events.program import Programs
from fitl.events.vocabulary import UpTo, begin_effect, pick_amount, relocate, remove_among
from fitl.rules.activities.transport import transport_only
from fitl.rules.economy import degrade_trail, improve_trail
from fitl.rules.forces import count, transfer
from fitl.rules.operation import Activity
from fitl.state import State

event = Programs()

F_5ES, AMMUNITION, MAIN_BATTLE_TANKS = 2025, 2028, 2033
UNITS_WITHOUT_POLICE = (ARVN_TROOPS, RANGER, ARVN_ARMOR)  # in boxes
TROOPS_AND_RANGERS = (ARVN_TROOPS, RANGER, RANGER_ACTIVE)
COAST = tuple(spaces_of(COAST_MASK))


# --- S25 F-5Es ----------------------------------------------------------------------------------------------------


@event("s25", "unshaded")
def f_5es_unshaded(s: State, by: int) -> None:
    """Capability: Air Strikes by die or by Posture have a hit more."""
    begin_effect(s, F_5ES, "unshaded")


@event("s25", "shaded")
def f_5es_shaded(s: State, by: int) -> None:
    """Capability: Air Strikes by die or by Posture have a hit fewer."""
    begin_effect(s, F_5ES, "shaded")


# --- S26 "Our Long National Nightmare Is Over" --------------------------------------------------------------------


@event("s26", "unshaded")
def nightmare_over_unshaded(s: State, by: int) -> None:
    """Posture +1; Anti-War -3."""
    change(s, posture=+1, anti_war=-3)


@event("s26", "shaded")
def nightmare_over_shaded(s: State, by: int) -> None:
    """Posture -1; Aid -5."""
    change(s, posture=-1, aid=-5)


# --- S27 "Enough to Make the Angels Weep" -------------------------------------------------------------------------


@event("s27", "unshaded")
def angels_weep_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 6 ARVN Casualties become Available; if there were none, ARVN Resources +6."""
    if arvn_casualties(s):
        yield from return_casualties(s, by, 6)
    else:
        change(s, arvn=+6)


@event("s27", "shaded")
def angels_weep_shaded(s: State, by: int) -> Flow[None]:
    """ARVN moves 4 units but Police from Casualties and Available Out of Play; Aid -1 for each it lacks."""
    stock = [(box, kind) for box in (CASUALTIES, AVAILABLE) for kind in UNITS_WITHOUT_POLICE if count(s, box, kind)]
    left = 4
    for place, (box, kind) in enumerate(stock):
        later = sum(count(s, *other) for other in stock[place + 1 :])
        most = min(left, count(s, box, kind))
        least = min(most, max(0, left - later))
        n = yield from pick_amount(s, ARVN, "units_given_up", least, most, piece=kind, origin=box, left=left)
        if n:
            transfer(s, kind, n, box, OUT_OF_PLAY, kind)
            s.note("log.between_boxes", n=n, piece=kind, origin=box, destination=OUT_OF_PLAY)
        left -= n
    change(s, aid=-left)


# --- S28 Ammunition -----------------------------------------------------------------------------------------------


@event("s28", "unshaded")
def ammunition_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN Assaults free in up to 2 spaces; ARVN Resources +3."""
    yield from may_operate(s, ARVN, "assault", max_spaces=2)
    change(s, arvn=+3)


@event("s28", "shaded")
def ammunition_shaded(s: State, by: int) -> None:
    """ARVN Resources -5. Momentum: an ARVN Assault has at most 2 spaces."""
    change(s, arvn=-5)
    begin_effect(s, AMMUNITION, "shaded")


# --- S29 Defense Assistance Vietnam -------------------------------------------------------------------------------


@event("s29", "unshaded")
def defense_assistance_unshaded(s: State, by: int) -> Flow[None]:
    """Aid +9; up to 3 ARVN Casualties become Available."""
    change(s, aid=+9)
    yield from return_casualties(s, by, 3)


@event("s29", "shaded")
def defense_assistance_shaded(s: State, by: int) -> None:
    """Aid -9."""
    change(s, aid=-9)


# --- S30 Defense Authorization ------------------------------------------------------------------------------------


@event("s30", "unshaded")
def defense_authorization_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN Transports free, then Assaults free in one space that was reached; card 61 adds no second Assault."""
    if can_take_activity(s, ARVN, "transport"):
        s.note("log.free_activity", faction=ARVN, activity="transport")
        reached = yield from transport_only(s, Activity(s, ARVN, "transport"))
        yield from assault_in_one(s, reached)


@event("s30", "shaded")
def defense_authorization_shaded(s: State, by: int) -> None:
    """Aid -6; ARVN Resources -6."""
    change(s, aid=-6, arvn=-6)


# --- S31 Happy Trails ---------------------------------------------------------------------------------------------


@event("s31", "unshaded")
def happy_trails_unshaded(s: State, by: int) -> Flow[None]:
    """The Trail is Degraded 2; up to 2 NVA Troops leave Laos and Cambodia."""
    degrade_trail(s, 2, by_event=True)
    yield from remove_among(s, by, "remove_nva_troops", (NVA_TROOPS,), LAOS_CAMBODIA, UpTo(2))


@event("s31", "shaded")
def happy_trails_shaded(s: State, by: int) -> Flow[None]:
    """The Trail is Improved 1; NVA moves its Troops and Armor among North Vietnam, Laos and Cambodia."""
    improve_trail(s)
    yield from relocate(s, NVA, "nva_moves", NVA_MOBILE, OUTSIDE_THE_SOUTH, OUTSIDE_THE_SOUTH)


# --- S32 Chinese Interference -------------------------------------------------------------------------------------


@event("s32", "unshaded")
def chinese_interference_unshaded(s: State, by: int) -> None:
    """NVA Resources -9."""
    change(s, nva=-9)


@event("s32", "shaded")
def chinese_interference_shaded(s: State, by: int) -> Flow[None]:
    """Up to 2 ARVN units leave coastal spaces; Patronage -2."""
    yield from remove_among(s, by, "remove_pieces", UNITS_OF[ARVN], COAST, UpTo(2))
    change(s, patronage=-2)


# --- S33 Main Battle Tanks ----------------------------------------------------------------------------------------


@event("s33", "unshaded")
def main_battle_tanks_unshaded(s: State, by: int) -> None:
    """Capability: an NVA Spearhead has 1 origin."""
    begin_effect(s, MAIN_BATTLE_TANKS, "unshaded")


@event("s33", "shaded")
def main_battle_tanks_shaded(s: State, by: int) -> None:
    """Capability: an NVA Spearhead may have 3 origins."""
    begin_effect(s, MAIN_BATTLE_TANKS, "shaded")


# --- S42 "The War Has Begun Again" --------------------------------------------------------------------------------


@event("s42", "unshaded")
def war_again_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN Sweeps free in up to 2 Provinces, then Assaults free in them."""
    yield from sweep_then_assault(s, PROVINCES, 2)


def _attackers(s: State) -> list[int]:
    return [faction for faction in insurgents(s) if can_attack_in(s, faction, EVERY_SPACE)]


@event("s42", "shaded")
def war_again_shaded(s: State, by: int) -> Flow[None]:
    """An Insurgent Attacks free in up to 3 spaces."""
    if _attackers(s):
        faction = yield from pick_insurgent(s, by, _attackers(s))
        yield from may_operate(s, faction, "attack", max_spaces=3)


# --- S48 Ngo Quang Truong -----------------------------------------------------------------------------------------

RESERVE = (*TROOPS_AND_RANGERS, *ARMOR_OF[ARVN])


@event("s48", "unshaded")
def ngo_quang_truong_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN moves up to 4 Troops, Rangers and Armor into the north, then Assaults free in one space there."""
    yield from relocate(s, ARVN, "arvn_moves", RESERVE, EVERY_SPACE, NORTH_GROUP, UpTo(4))
    yield from assault_in_one(s, NORTH_GROUP)


@event("s48", "shaded")
def ngo_quang_truong_shaded(s: State, by: int) -> Flow[None]:
    """NVA moves up to 4 ARVN Troops and Rangers from the north to Saigon."""
    yield from relocate(s, NVA, "arvn_recalled", TROOPS_AND_RANGERS, NORTH_GROUP, (SAIGON,), UpTo(4))


# --- S74 Nixon Resigns --------------------------------------------------------------------------------------------


@event("s74")
def nixon_resigns(s: State, by: int) -> None:
    """Aid -5; Posture -1; before the Coup Round."""
    change(s, aid=-5, posture=-1)
