"""*Sovereign of Discord*, 1961 to 1963: the tables of its two eras (P1.5, P1.8, P2.3, P3, P4, P6, P7.2).

campaign.py has those of the Fall of Diem and of what follows it.
"""

from dataclasses import replace
from typing import Final

from fitl.board.card import SOVEREIGN_YEARS
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ADVISOR, ARVN_TROOPS, POLICE, RANGER, RANGER_ACTIVE
from fitl.board.scenarios import GOALS
from fitl.board.spaces import (
    COMMON_BOXES,
    EVERYWHERE,
    HANOI_1,
    LAOS_CAMBODIA_MASK,
    NORTH_VIETNAM,
    SET_ASIDE,
    WASHINGTON_1,
)
from fitl.era import Stage, stages
from fitl.eras.base import BASE_ERA
from fitl.eras.sovereign_of_discord import (
    advise,
    air_lift,
    bombard,
    coup_round,
    direct,
    infiltrate,
    interdict,
    propagandize,
    reset,
)
from fitl.eras.sovereign_of_discord.fall_of_diem import north_vietnam
from fitl.eras.sovereign_of_discord.officer_coup import FALL_NORTH_VIETNAM, coup_card
from fitl.eras.sovereign_of_discord.prices import price
from fitl.eras.sovereign_of_discord.tracks import TRACK_MOVES
from fitl.rules.menu import OperationRule
from fitl.rules.operation import ActivityRule
from fitl.rules.two_players import BY_INITIATIVE, TWO_PLAYER_STAGES
from fitl.state import COUP_CARD, REDEPLOY, RESET, RESOURCES, SUPPORT, VICTORY

CLOSED: Final = 1 << NORTH_VIETNAM | LAOS_CAMBODIA_MASK  # P1.3.5

# P3.2, P3.3, P4.0: what each Faction has in this era. ARVN and VC keep their Operations and Special Activities.
OPERATIONS: Final = dict(BASE_ERA.operations) | {
    US: ("train", "advise", "interdict"),
    NVA: ("infiltrate", "direct", "propagandize"),
}
ACCOMPANYING: Final = {pair: names for pair, names in BASE_ERA.accompanying.items() if pair[0] in (ARVN, VC)} | {
    (US, "train"): ("advise", "air_lift"),
    (US, "advise"): ("air_lift",),
    (US, "interdict"): ("advise", "air_lift"),
    (NVA, "infiltrate"): ("direct", "bombard"),
    (NVA, "direct"): ("bombard",),
    (NVA, "propagandize"): ("direct", "bombard"),
}
OPERATION_RULES: Final = dict(BASE_ERA.operation_rules) | {
    "advise": OperationRule(
        advise.can_advise_as_operation, advise.advise_as_operation, advise.can_advise_after_air_lift
    ),
    "interdict": OperationRule(interdict.can_interdict, interdict.interdict, interdict.can_interdict_after_air_lift),
    "infiltrate": OperationRule(infiltrate.can_infiltrate, infiltrate.infiltrate),
    "direct": OperationRule(direct.can_direct_as_operation, direct.direct_as_operation),
    "propagandize": OperationRule(propagandize.can_propagandize, propagandize.propagandize),
}
ACTIVITY_RULES: Final = dict(BASE_ERA.activity_rules) | {
    "advise": ActivityRule(advise.can_advise, advise.advise),
    "air_lift": ActivityRule(air_lift.can_air_lift, air_lift.air_lift),
    "direct": ActivityRule(direct.can_direct, direct.direct),
    "bombard": ActivityRule(bombard.can_bombard, bombard.bombard),
}
ALSO_FOR_TWO: Final = {ARVN: "air_lift", VC: "bombard"}  # with any Operation (P4.3.4, P4.5.4)

# P2.4, P6.0: the stages of this era; the first of the Fall of Diem leaves it (campaign.py has the rest).
STAGES: Final = stages(
    Stage(COUP_CARD, coup_card, "P2.4.2"),
    Stage(RESOURCES, coup_round.resources_phase, "P6.2"),
    Stage(REDEPLOY, coup_round.redeploy_phase, "P6.4"),
    Stage(RESET, reset.reset_phase, "P6.6"),
    Stage(FALL_NORTH_VIETNAM, north_vietnam, "P7.4"),
)
STAGES_OF_TWO: Final = STAGES | stages(
    Stage(RESOURCES, coup_round.resources_phase_of_two, "P6.2"),
    Stage(RESET, reset.reset_phase_of_two, "P6.6"),
)

SOVEREIGN_OF_DISCORD: Final = replace(
    BASE_ERA,
    id="sod",
    periods=SOVEREIGN_YEARS,
    operations=OPERATIONS,
    accompanying=ACCOMPANYING,
    operation_rules=OPERATION_RULES,
    activity_rules=ACTIVITY_RULES,
    price=price,
    passing=dict(BASE_ERA.passing) | {NVA: (VC, 1)},  # P1.8
    stages={**BASE_ERA.stages, **STAGES},
    coup_round=(VICTORY, RESOURCES, SUPPORT, REDEPLOY, RESET),  # P6.5: no Commitment
    last_phase="",  # P6.4.5: no Round ends the game, Officer Coup does
    goals=GOALS["sod"],
    tracks=("aid", "patronage", "econ", "washington", "hanoi", "regime"),
    boxes=(*COMMON_BOXES, SET_ASIDE, *range(WASHINGTON_1, HANOI_1 + 3)),
    open_spaces=EVERYWHERE & ~CLOSED,
    aid_per_base=3,
    us_trains_arvn_in_cities=True,
    march_watchers=(ARVN_TROOPS, POLICE, RANGER, RANGER_ACTIVE),  # P3.3.2: neither Irregulars nor Advisors
    us_pacifies_with=ADVISOR,
    holders=(ARVN, VC),  # P1.8
    resources_transferred=False,
    track_moves=TRACK_MOVES,
    tunnels=False,  # P1.4
)

DIEMS_WAR: Final = replace(
    SOVEREIGN_OF_DISCORD,
    id="diems_war",
    factions=(ARVN, VC),
    operations={faction: OPERATIONS[faction] for faction in (ARVN, VC)},
    accompanying={
        (faction, name): (*ACCOMPANYING[faction, name], ALSO_FOR_TWO[faction])
        for faction in (ARVN, VC)
        for name in OPERATIONS[faction]
    },
    sequence=replace(BY_INITIATIVE, letter="P"),
    stages={**TWO_PLAYER_STAGES, **STAGES_OF_TWO},
    goals=GOALS["sod_diems_war"],
    casualties=(),
)
