"""The eras that follow 1963: the Fall of Diem (P7.4), and the base game with Diem still in office or after him."""

from dataclasses import replace
from typing import Final

from fitl.board.forces import FORCES, pool_by_kind
from fitl.board.spaces import EVERYWHERE
from fitl.era import Era, register
from fitl.eras.base import BASE_ERA
from fitl.eras.fall_of_saigon.era import AFTER_RETREAT, EXTENDED, POST_PARIS, US_LEAVING
from fitl.eras.sovereign_of_discord.after_diem import diem_covered, fall_reset
from fitl.eras.sovereign_of_discord.era import SOVEREIGN_OF_DISCORD
from fitl.eras.sovereign_of_discord.fall_of_diem import FALL_RESET, FALL_STAGES

HAMLETS: Final = {"hamlet": FORCES.pools["sod"]["hamlet"]}  # in the game as long as Diem leads

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
    """An era of 1964 or later as it is reached through the Fall of Diem, with him and without."""
    pieces = FORCES.pools[pool]
    with_diem = replace(era, force_pool=pool_by_kind(pieces | HAMLETS), leader_covered=diem_covered)
    without = replace(era, force_pool=pool_by_kind(pieces))
    register(replace(with_diem, id=f"{prefix}diem_stays", line="_diem_stays"))
    register(replace(without, id=f"{prefix}after_diem", line="_after_diem"))


_afterwards(BASE_ERA, "base", "")
for _era in (EXTENDED, POST_PARIS, US_LEAVING, AFTER_RETREAT):
    _afterwards(_era, "base_with_fos", f"{_era.id}_")
