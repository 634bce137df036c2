"""*Fall of Saigon*, 1973 to 1975: what its tables have beside the base game's (S1.4, S1.5, S2.3, S6.8.2, S7.2).

Its scenarios are set up and their decks are laid; they cannot be played yet.
"""

from dataclasses import replace
from typing import Final

from fitl.board.factions import ARVN, NVA
from fitl.board.scenarios import GOALS
from fitl.board.spaces import COMMON_BOXES, SET_ASIDE
from fitl.era import register
from fitl.eras.base import BASE_ERA
from fitl.rules.two_players import BY_INITIATIVE, TWO_PLAYER_STAGES
from fitl.state import REDEPLOY, RESET, RESOURCES, SUPPORT, VICTORY

# The campaigns until the Paris talks: the base game, with pieces set aside (S1.4) and two more numbers (S1.9).
EXTENDED: Final = register(
    replace(
        BASE_ERA,
        id="extended",
        goals=GOALS["fos"],
        tracks=(*BASE_ERA.tracks, "war_weary", "anti_war"),
        boxes=(*COMMON_BOXES, SET_ASIDE),
    )
)

BLACK_APRIL: Final = register(
    replace(
        BASE_ERA,
        id="black_april",
        factions=(ARVN, NVA),
        operations={faction: BASE_ERA.operations[faction] for faction in (ARVN, NVA)},
        sequence=BY_INITIATIVE,
        stages=TWO_PLAYER_STAGES,
        coup_round=(VICTORY, RESOURCES, SUPPORT, REDEPLOY, RESET),  # S6.5: no US, no Commitment
        goals=GOALS["fos_black_april"],
        tracks=("aid", "patronage", "trail", "war_weary", "posture"),  # S1.8.1: no Econ
        casualties=(ARVN,),  # S6.8.2
    )
)
