"""What the store keeps of a game as JSON, beside its journal."""

from typing import NotRequired, TypedDict


class Rewound(TypedDict):
    """What the last change took back."""

    by: int  # the place of the link that wanted it
    key: str  # of the first answer that went


class Summary(TypedDict):
    """Enough for lists of games, and to see whose turn it is."""

    over: bool
    card: int
    title: str  # of the card
    actor: str | None
    seat: int | None  # whose turn it is
    person: int | None  # the seat of the person asked last
    seats: list[list[str]]
    number: int
    taken_back: NotRequired[Rewound]


class Proposal(TypedDict):
    """A take-back that waits for consent; `declined` is the place of whoever did."""

    id: str
    by: int
    kept: int
    agreed: list[int]
    declined: NotRequired[int]


class Origin(TypedDict):
    """Where a game that was brought in came from."""

    kind: str  # `journal` or `position`
    by: str  # the name of whoever brought it
    markers: bool  # do markers lie open (7.3)?


class Ending(TypedDict):
    """When and why a game is going to be deleted."""

    at: float
    by: str | None  # `host` or `age`
