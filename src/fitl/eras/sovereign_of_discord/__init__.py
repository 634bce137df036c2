"""*Sovereign of Discord*, 1961 to 1963: the tables of its two eras (P1.5, P1.8, P2.3, P3, P4, P6, P7.2).

Its scenarios are set up and their decks are laid; they cannot be played yet.
"""

from dataclasses import replace
from typing import Final

from fitl.board.factions import ARVN, NVA, VC
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
from fitl.era import register
from fitl.eras.base import BASE_ERA
from fitl.eras.sovereign_of_discord.prices import price
from fitl.rules.two_players import BY_INITIATIVE, TWO_PLAYER_STAGES
from fitl.state import REDEPLOY, RESET, RESOURCES, SUPPORT, VICTORY

CLOSED: Final = 1 << NORTH_VIETNAM | LAOS_CAMBODIA_MASK  # P1.3.5

SOVEREIGN_OF_DISCORD: Final = register(
    replace(
        BASE_ERA,
        id="sod",
        price=price,
        passing=dict(BASE_ERA.passing) | {NVA: (VC, 1)},  # P1.8
        coup_round=(VICTORY, RESOURCES, SUPPORT, REDEPLOY, RESET),  # P6: no Commitment
        goals=GOALS["sod"],
        tracks=("aid", "patronage", "econ", "washington", "hanoi", "regime"),
        boxes=(*COMMON_BOXES, SET_ASIDE, *range(WASHINGTON_1, HANOI_1 + 3)),
        open_spaces=EVERYWHERE & ~CLOSED,
    )
)

DIEMS_WAR: Final = register(
    replace(
        SOVEREIGN_OF_DISCORD,
        id="diems_war",
        factions=(ARVN, VC),
        operations={faction: BASE_ERA.operations[faction] for faction in (ARVN, VC)},
        sequence=BY_INITIATIVE,
        stages=TWO_PLAYER_STAGES,
        goals=GOALS["sod_diems_war"],
        casualties=(),
    )
)
