"""Positions that somebody sets up: what is sent to be checked, and what is answered."""

from typing import TypedDict

from fitl.view_types import BoardShown


class PositionWish(TypedDict):
    """A position to be checked (docs/position-format.md), without the answers of a turn under way."""

    position: dict[str, object]


class Wrong(TypedDict):
    """Why a position cannot be."""

    place: str  # the key it is about: `spaces.hue.pieces`, `card`, `available.us_troops`; empty: the whole
    message: str


class Room(TypedDict):
    """What may be set up in the scenario, the options and the era of a position."""

    pool: dict[str, int]  # pieces in the game, by plain kind
    kinds: list[str]  # of pieces that may stand on the map
    plain: dict[str, str]  # what each of them counts as
    boxes: list[str]  # but Available, which has what is left
    tracks: list[str]
    resources: list[str]  # Factions that have some
    eras: list[str]  # in which a position of the scenario can begin
    stages: list[str]
    cards: list[int | str]  # that may come up now
    coups: list[int | str]  # Coup cards among these
    effects: list[tuple[int | str, str]]  # card and side of what may last
    leaders: list[int | str]
    pivotal: list[str]


class PositionChecked(TypedDict):
    """A position as it was read."""

    position: dict[str, object] | None  # whole: nothing is left to the set-up any more but Available
    board: BoardShown | None
    room: Room | None
    wrong: Wrong | None  # then the three above are null
