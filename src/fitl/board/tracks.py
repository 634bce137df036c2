"""The tracks (1.8, 6.7, P6.8-P6.10, S6.9, S7.2): one table that feeds set-up, positions, views, packs and faces.

A track is a field of `State` with the same name as its id. Which of them a game has is said by its era.
"""

from typing import Final, NamedTuple

from fitl.board.factions import ARVN, NVA, US
from fitl.board.pieces import EDGE_TRACK_MAX, TRAIL_MAX


class Track(NamedTuple):
    """One track: its values and where it is found."""

    id: str
    most: int
    where: str  # "edge": the edge track; "trail"; else the tile it is on
    faction: int  # whose it is
    least: int = 0


TRACKS: Final = {
    track.id: track
    for track in (
        Track("aid", EDGE_TRACK_MAX, "edge", ARVN),
        Track("patronage", EDGE_TRACK_MAX, "edge", ARVN),
        Track("econ", EDGE_TRACK_MAX, "edge", ARVN),
        Track("trail", TRAIL_MAX, "trail", NVA),
        Track("washington", 4, "washington", US),
        Track("hanoi", 4, "hanoi", NVA),
        Track("regime", 3, "regime_stability", ARVN),
        Track("posture", 4, "us_posture", US),
        Track("war_weary", EDGE_TRACK_MAX, "edge", NVA),
        Track("anti_war", EDGE_TRACK_MAX, "edge", US),
    )
}
