"""The base game, 1964 to 1972: its tables (2.3, 3.2, 3.3, 4.1.1, 6.0, 7.2)."""

from typing import Final

from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.board.scenarios import GOALS
from fitl.board.spaces import COMMON_BOXES
from fitl.era import Era
from fitl.rules.coup.commitment import commitment
from fitl.rules.economy import base_price
from fitl.rules.menu import ACCOMPANYING, ACTIVITIES, OPERATIONS, OPERATIONS_OF
from fitl.rules.sequence import BY_ELIGIBILITY, STAGES
from fitl.state import COMMITMENT, REDEPLOY, RESET, RESOURCES, SUPPORT, VICTORY

BASE_ERA: Final = Era(
    id="base",
    factions=FACTIONS,
    operations=dict(enumerate(OPERATIONS_OF)),
    accompanying=ACCOMPANYING,
    operation_rules=OPERATIONS,
    activity_rules=ACTIVITIES,
    price=base_price,
    passing={US: (ARVN, 3), ARVN: (ARVN, 3), NVA: (NVA, 1), VC: (VC, 1)},
    sequence=BY_ELIGIBILITY,
    stages=STAGES,
    coup_round=(VICTORY, RESOURCES, SUPPORT, REDEPLOY, COMMITMENT, RESET),
    last_phase=REDEPLOY,  # 6.4.5
    goals=GOALS["base"],
    tracks=("aid", "patronage", "econ", "trail"),
    boxes=COMMON_BOXES,
    casualties=(US,),
    commitment=commitment,
)
