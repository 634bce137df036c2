"""The tables of *Fall of Saigon* (S1.2, S1.4, S1.5, S1.8.1, S2.3, S3, S4, S6.8, S7.2).

The campaigns go through four eras: `extended` until the Paris talks, `post_paris` while the US is still at War,
`us_leaving` from a US Retreat until the Commitment Phase that follows it, and then `after_retreat`, which comes at once
if both sides Retreat at the talks. `black_april` is the game of two players.
"""

from dataclasses import replace
from typing import Final

from fitl import era
from fitl.board.card import PERIODS, SAIGON_YEARS
from fitl.board.factions import ARVN, NVA, US
from fitl.board.scenarios import GOALS
from fitl.board.spaces import COMMON_BOXES, SET_ASIDE
from fitl.era import Stage, stages
from fitl.eras.base import BASE_ERA
from fitl.eras.fall_of_saigon import advise, air, bombard, commitment, coup_round, infiltrate, paris, spearhead
from fitl.eras.fall_of_saigon.posture import TRACK_MOVES
from fitl.eras.fall_of_saigon.prices import price
from fitl.rules.menu import OperationRule
from fitl.rules.operation import ActivityRule
from fitl.rules.operations import train
from fitl.rules.two_players import BY_INITIATIVE, TWO_PLAYER_STAGES
from fitl.state import COMMITMENT, COUP_CARD, REDEPLOY, RESET, RESOURCES, SUPPORT, VICTORY

NEVER: Final = ""  # S6.4.5: no Coup Round ends the game

# The campaigns until the Paris talks: the base game, with pieces set aside (S1.4) and two more numbers (S1.9).
EXTENDED: Final = replace(
    BASE_ERA,
    id="extended",
    stages={**BASE_ERA.stages, **paris.STAGES},
    coup_round=(VICTORY, paris.TALKS, RESOURCES, SUPPORT, REDEPLOY, COMMITMENT, RESET),  # S6.1
    goals=GOALS["fos"],
    tracks=(*BASE_ERA.tracks, "war_weary", "anti_war"),
    boxes=(*COMMON_BOXES, SET_ASIDE),
    track_moves=TRACK_MOVES,
    drafting=(paris.DRAFT,),
    last_phase=NEVER,
)

# S4.3.4, S4.4.4: what Spearhead goes with.
ACCOMPANYING: Final = dict(BASE_ERA.accompanying) | {
    pair: (*BASE_ERA.accompanying[pair], "spearhead")
    for pair in ((ARVN, "train"), (ARVN, "patrol"), (NVA, "rally"), (NVA, "march"), (NVA, "terror"))
}
ACTIVITY_RULES: Final = dict(BASE_ERA.activity_rules) | {
    "spearhead": ActivityRule(spearhead.can_spearhead, spearhead.spearhead),
    "infiltrate": ActivityRule(infiltrate.can_infiltrate, infiltrate.infiltrate),  # S4.4.1
    "bombard": ActivityRule(bombard.can_bombard, bombard.bombard),  # S4.4.2
    "advise": ActivityRule(advise.can_advise, advise.advise),  # S4.2.1
}

# S3.2, S6.9.3: after a US Retreat the US Trains and Advises, as far as Posture goes.
OPERATIONS_AFTER_RETREAT: Final = dict(BASE_ERA.operations) | {US: ("train", "advise")}
OPERATION_RULES_AFTER_RETREAT: Final = dict(BASE_ERA.operation_rules) | {
    "train": OperationRule(advise.can_train, train.train),
    "advise": OperationRule(advise.can_advise_as_operation, advise.advise_as_operation),  # S3.2.5
}

# S4.3.5: ARVN then flies with any Operation of its own, by Posture.
ACCOMPANYING_AFTER_RETREAT: Final = (
    ACCOMPANYING
    | {(ARVN, name): (*ACCOMPANYING[ARVN, name], "air_lift", "air_strike") for name in BASE_ERA.operations[ARVN]}
    | {(US, "advise"): ()}
)
ACTIVITY_RULES_AFTER_RETREAT: Final = ACTIVITY_RULES | {
    "air_lift": ActivityRule(air.can_air_lift, air.air_lift),
    "air_strike": ActivityRule(air.can_air_strike, air.air_strike),
}

COUP_CARD_OF_1973: Final = stages(Stage(COUP_CARD, coup_round.coup_card, "S2.4.2"))
RESET_AFTER_RETREAT: Final = stages(Stage(RESET, coup_round.reset_phase, "S6.6"))

# From the end of the talks, the US still at War (S6.8.4).
POST_PARIS: Final = replace(
    EXTENDED,
    id="post_paris",
    periods=(*PERIODS, *SAIGON_YEARS),  # what is left of the base deck lies on top (S6.8.3)
    flags=era.POST_PARIS,
    accompanying=ACCOMPANYING,
    activity_rules=ACTIVITY_RULES,
    price=price,  # S3.3
    boxes=COMMON_BOXES,
    stages={**EXTENDED.stages, **COUP_CARD_OF_1973},
    coup_round=(VICTORY, paris.UNILATERAL_RETREAT, RESOURCES, SUPPORT, REDEPLOY, COMMITMENT, RESET),  # S6.1
    also_needed=coup_round.holds_saigon,
)

# From a US Retreat on (S6.8.2): Posture instead of Econ (S1.8.1, S6.9), ARVN has Casualties.
AFTER_RETREAT: Final = replace(
    POST_PARIS,
    id="after_retreat",
    flags=era.POST_PARIS | era.US_RETREATED,
    operations=OPERATIONS_AFTER_RETREAT,
    operation_rules=OPERATION_RULES_AFTER_RETREAT,
    accompanying=ACCOMPANYING_AFTER_RETREAT,
    activity_rules=ACTIVITY_RULES_AFTER_RETREAT,
    tracks=("aid", "patronage", "trail", "war_weary", "anti_war", "posture"),
    casualties=(US, ARVN),
    stages={**POST_PARIS.stages, **RESET_AFTER_RETREAT},
    coup_round=BASE_ERA.coup_round,
    commitment=commitment.commitment,
)

# Until the Commitment Phase after a US Retreat, unless NVA Retreated too (S6.5, S6.8.1).
US_LEAVING: Final = replace(AFTER_RETREAT, id="us_leaving", commitment=commitment.first_commitment)

BLACK_APRIL: Final = replace(
    BASE_ERA,
    id="black_april",
    periods=SAIGON_YEARS,
    flags=era.POST_PARIS | era.US_RETREATED | era.BLACK_APRIL,
    factions=(ARVN, NVA),
    operations={faction: BASE_ERA.operations[faction] for faction in (ARVN, NVA)},
    accompanying=ACCOMPANYING_AFTER_RETREAT,
    activity_rules=ACTIVITY_RULES_AFTER_RETREAT,
    sequence=BY_INITIATIVE,
    stages={**TWO_PLAYER_STAGES, **COUP_CARD_OF_1973, **RESET_AFTER_RETREAT},
    last_phase=NEVER,
    also_needed=coup_round.holds_saigon,
    coup_round=(VICTORY, RESOURCES, SUPPORT, REDEPLOY, RESET),  # S6.5: no US, no Commitment
    goals=GOALS["fos_black_april"],
    tracks=("aid", "patronage", "trail", "war_weary", "posture"),  # S1.8.1: no Econ
    casualties=(ARVN,),  # S6.8.2
    track_moves=TRACK_MOVES,
    agitator=NVA,  # S6.3.2
)
