"""Other looks at a game than at the whole table."""

from typing import TypedDict


class News(TypedDict):
    """What the socket tells."""

    version: int
    number: int
    entries: int
    chat: int
    thinking: bool
    thought: int | None
    waiting: bool
    here: list[int]  # the seats of the viewer


class ReasonShown(TypedDict):
    """A step of a non-player's thinking."""

    entry: int
    node: str  # of the flowchart
    text: str
    details: list[str]


class Reasons(TypedDict):
    """Why a non-player did what it did in a turn."""

    id: int
    faction: str
    title: str
    dice: list[int]
    reasons: list[ReasonShown]


class Advice(TypedDict):
    """What a non-player would answer."""

    key: str
    label: str
    reasons: list[str]


class Hint(Advice):
    """What the flowchart would answer, or a thinker where there is none."""

    by: str  # `flowchart` or `thinker`
    thinker: Advice | None  # a second advice
    no_chart: bool  # there is a flowchart, but it has no advice here


class Effect(TypedDict):
    """What an answer would do."""

    lines: list[str]
    places: bool  # do pieces come onto the map?
    lifts: bool  # must some be lifted from it (1.4.1)?


class Effects(TypedDict):
    """What each answer to the present question would do; dice stay open."""

    number: int
    effects: dict[str, Effect]  # by key
    anyway: list[str]  # what all of them have in common


class WhyNot(TypedDict):
    """Why a space cannot be chosen now."""

    text: str


class ChatLine(TypedDict):
    """What somebody said."""

    id: int
    at: float
    who: str
    text: str
    role: str  # `player`, `spectator` or `server`; `unknown` in games of before
    factions: list[str]
