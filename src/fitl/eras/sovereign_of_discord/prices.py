"""P3.2, P3.3, P6.10.2: what Operations cost from 1961 to 1963."""

from typing import Final

from fitl.board.factions import ARVN, US, VC
from fitl.eras.sovereign_of_discord.tracks import CHAOTIC
from fitl.state import State

ARVN_WHILE_STABLE: Final = 2
US_TRAIN: Final = 3


def price(s: State, faction: int, operation: str) -> int:
    """ARVN pays by Regime Stability, the US only for Training ARVN pieces, VC 1, NVA nothing (P1.8)."""
    if faction == ARVN:
        return ARVN_WHILE_STABLE + min(s.regime, CHAOTIC)
    if faction == US:
        return US_TRAIN if operation == "train" else 0
    return 1 if faction == VC else 0
