"""Positions: any situation as a documented JSON object, to be written by hand, checked, loaded and played on.

`docs/position-format.md` describes the format. A position stands at a checkpoint (a Faction's turn, a Coup phase ...)
and may carry the answers given since.
"""

from fitl.position.options import read_options, read_packs, write_options
from fitl.position.reading import read_position
from fitl.position.values import PositionError
from fitl.position.words import ACTIONS, LEVEL_IDS
from fitl.position.writing import write_picture, write_position

__all__ = [
    "ACTIONS",
    "LEVEL_IDS",
    "PositionError",
    "read_options",
    "read_packs",
    "read_position",
    "write_options",
    "write_picture",
    "write_position",
]
