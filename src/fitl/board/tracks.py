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
    rule: str  # what it counts, and how it moves
    least: int = 0


TRACKS: Final = {
    track.id: track
    for track in (
        Track("aid", EDGE_TRACK_MAX, "edge", ARVN, "1.8"),
        Track("patronage", EDGE_TRACK_MAX, "edge", ARVN, "1.8"),
        Track("econ", EDGE_TRACK_MAX, "edge", ARVN, "1.8"),
        Track("trail", TRAIL_MAX, "trail", NVA, "6.7"),
        Track("washington", 4, "washington", US, "P6.8.1"),
        Track("hanoi", 4, "hanoi", NVA, "P6.9.1"),
        Track("regime", 3, "regime_stability", ARVN, "P6.10.1"),
        Track("posture", 4, "us_posture", US, "S6.9"),
        Track("war_weary", EDGE_TRACK_MAX, "edge", NVA, "S7.2"),
        Track("anti_war", EDGE_TRACK_MAX, "edge", US, "S7.2"),
    )
}
