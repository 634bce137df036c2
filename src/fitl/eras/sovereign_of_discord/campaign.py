"""The eras that follow 1963: the Fall of Diem (P7.4), and the base game with Diem still in office or after him."""

from dataclasses import replace
from typing import Final

from fitl.board.forces import POOLS, pool_by_kind
from fitl.board.spaces import EVERYWHERE
from fitl.era import Era, Stage, stages
from fitl.eras.base import BASE_ERA
from fitl.eras.fall_of_saigon.era import AFTER_RETREAT, EXTENDED, POST_PARIS, US_LEAVING
from fitl.eras.sovereign_of_discord.after_diem import diem_covered, fall_reset
from fitl.eras.sovereign_of_discord.era import SOVEREIGN_OF_DISCORD
from fitl.eras.sovereign_of_discord.fall_of_diem import FALL_RESET, FALL_STAGES

HAMLETS: Final = {"hamlet": POOLS["sod"]["hamlet"]}  # in the game as long as Diem leads

FALL_OF_DIEM: Final = replace(
    SOVEREIGN_OF_DISCORD,
    id="fall_of_diem",
    stages={**SOVEREIGN_OF_DISCORD.stages, **FALL_STAGES, **stages(Stage(FALL_RESET, fall_reset, "P7.4"))},
    tracks=(*SOVEREIGN_OF_DISCORD.tracks, "trail"),
    open_spaces=EVERYWHERE,
    force_pool=pool_by_kind(POOLS["base"] | HAMLETS),
    control_frozen=True,
    tunnels=True,  # P7.4 step 2
)


def _afterwards(era: Era, pool: str, prefix: str) -> tuple[Era, Era]:
    """An era of 1964 or later as it is reached through the Fall of Diem: with him, and without."""
    pieces = POOLS[pool]
    with_diem = replace(era, force_pool=pool_by_kind(pieces | HAMLETS), leader_covered=diem_covered)
    without = replace(era, force_pool=pool_by_kind(pieces))
    return (
        replace(with_diem, id=f"{prefix}diem_stays", line="_diem_stays"),
        replace(without, id=f"{prefix}after_diem", line="_after_diem"),
    )


# Of the base game, and of campaigns to 1975.
FROM_1964: Final = (
    *_afterwards(BASE_ERA, "base", ""),
    *_afterwards(EXTENDED, "base_with_fos", "extended_"),
    *_afterwards(POST_PARIS, "base_with_fos", "post_paris_"),
    *_afterwards(US_LEAVING, "base_with_fos", "us_leaving_"),
    *_afterwards(AFTER_RETREAT, "base_with_fos", "after_retreat_"),
)
