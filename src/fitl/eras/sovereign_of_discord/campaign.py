"""The eras that follow 1963: the Fall of Diem (P7.4), and the base game with Diem still in office or after him."""

from dataclasses import replace
from typing import Final

from fitl.board.forces import FORCES, pool_by_kind
from fitl.board.spaces import EVERYWHERE
from fitl.era import Era, register
from fitl.eras.base import BASE_ERA
from fitl.eras.fall_of_saigon import EXTENDED
from fitl.eras.sovereign_of_discord import SOVEREIGN_OF_DISCORD
from fitl.eras.sovereign_of_discord.after_diem import diem_covered, fall_reset
from fitl.eras.sovereign_of_discord.fall_of_diem import FALL_RESET, FALL_STAGES

HAMLETS: Final = {"arvn_hamlet": FORCES.pools["sod"]["arvn_hamlet"]}  # in the game as long as Diem leads

FALL_OF_DIEM: Final = register(
    replace(
        SOVEREIGN_OF_DISCORD,
        id="fall_of_diem",
        stages={**SOVEREIGN_OF_DISCORD.stages, **FALL_STAGES, FALL_RESET: fall_reset},
        tracks=(*SOVEREIGN_OF_DISCORD.tracks, "trail"),
        open_spaces=EVERYWHERE,
        force_pool=pool_by_kind(FORCES.pools["base"] | HAMLETS),
        control_frozen=True,
        tunnels=True,  # P7.4 step 2
    )
)


def _afterwards(era: Era, pool: str, prefix: str) -> None:
    """An era of the base game as it is reached through the Fall of Diem, with him and without."""
    pieces = FORCES.pools[pool]
    with_diem = pool_by_kind(pieces | HAMLETS)
    register(replace(era, id=f"{prefix}diem_stays", force_pool=with_diem, leader_covered=diem_covered))
    register(replace(era, id=f"{prefix}after_diem", force_pool=pool_by_kind(pieces)))


_afterwards(BASE_ERA, "base", "")
_afterwards(EXTENDED, "base_with_fos", "extended_")
