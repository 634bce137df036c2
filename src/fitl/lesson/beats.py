"""What the script of the lesson is made of: chapters of beats, a beat being a few answers of one side and their result.

A beat's sentences are in the catalogue (lesson.toml) under the names of chapter and beat: one per answer, numbered from
1, and perhaps `after`, what to see when it is done.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

CHANCE_ID: Final = "chance"


class Beat(NamedTuple):
    """Answers that belong together.

    `expect` holds values of the tutorial once they are given, in the words of `Game.view`: tracks and victory markers
    by name; `support`, `control`, `terror` and `pieces` by space (of the Factions named); the boxes by kind of piece.
    """

    name: str
    who: str  # the Faction that is asked, or CHANCE_ID
    answers: tuple[str, ...]
    expect: Mapping[str, object] = {}


class Chapter(NamedTuple):
    """A card, or a part of the Coup Round."""

    name: str
    beats: tuple[Beat, ...]


def turn_up(name: str, turned: int, /, **expect: object) -> Beat:
    """A card is turned up (2.3.7)."""
    return Beat(name, CHANCE_ID, (str(turned),), {"next_card": turned, **expect})
