"""What the store keeps, as values: games, links, chat, and the exceptions of every kind of store."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, NotRequired, TypedDict

CHAT_EACH: Final = 300  # lines of chat kept of each link in each game, and of the server's own ...
CHAT_TOLD: Final = 100  # ... and how many of these are sent at a time
DAY: Final = 24 * 3600.0
HOST, AGE = "host", "age"  # why a game will be deleted


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
    """A take-back that waits for consent; `declined` is the place that declined."""

    id: str
    by: int
    kept: int
    agreed: list[int]
    declined: NotRequired[int]


class Moment(TypedDict):
    """A moment of a game."""

    game: str
    name: str  # of the game
    entry: int  # how many entries had been given
    card: str  # its title; empty before the first


class Origin(TypedDict):
    """Where an imported game came from."""

    kind: str  # `journal`, `position` or `fork`
    by: str  # the name of the player who imported it
    markers: bool  # do markers lie open (7.3)?
    of: NotRequired[Moment]  # what a fork goes on from


class Ending(TypedDict):
    """When and why a game is going to be deleted."""

    at: float
    by: str | None  # `host` or `age`


class About(TypedDict):
    """Data stored next to a game's journal, so that lists need not open the journal."""

    summary: Summary
    bot_asked: bool  # a bot has something to decide
    over: bool
    played: bool  # a person has answered something


class NewRow(TypedDict):
    """A game that is stored for the first time."""

    id: str
    name: str
    scenario: str
    lesson: bool
    webhook: NotRequired[str | None]
    creator: NotRequired[str]
    origin: NotRequired[Origin | None]
    about: About


class Notice(NamedTuple):
    """What the server tells everybody at a table: a message's id and its parameters."""

    message: str
    told: Mapping[str, object]


class Said(TypedDict):
    """One chat message; the server itself has no place, and its text is a Notice in JSON."""

    id: int
    at: float
    who: str
    text: str
    place: int | None  # of the link that spoke


@dataclass(frozen=True, slots=True)
class Head:
    """Where a stored game stands: enough to see whether a copy in memory is up to date."""

    generation: int
    lines: int
    stamp: int


class Company(NamedTuple):
    """Who is in a game: by whom its bots take turns with those of other games, and whether they are alone."""

    whose: str
    alone: bool


@dataclass(frozen=True, slots=True)
class Link:
    """One secret link: who may do what in which game."""

    game: str
    role: str
    seats: tuple[int, ...]
    name: str
    place: int
    claimed: bool = True  # else it is an invitation, which opens only the seat itself
    host: bool = False  # is this the link of the game's creator?
    seen: float | None = None  # when it was used last, to the hour
    muted: bool = False  # the host lets it say nothing

    @property
    def plays(self) -> bool:
        return self.role == "player"


@dataclass(frozen=True, slots=True)
class Listed:
    """What is known of a game without opening it."""

    id: str
    name: str
    scenario: str
    updated: float
    summary: Summary
    proposal: Proposal | None
    webhook: str | None
    lesson: bool
    chat: int  # the number of the last chat message
    head: Head
    size: int = 0  # bytes
    ends: float | None = None  # when it will be deleted ...
    ends_by: str | None = None  # ... and why: "host" or "age"
    origin: Origin | None = None  # of an imported game
    creator: str = ""  # under what it is counted (retention.py)

    @property
    def ending(self) -> Ending | None:
        """When and why the game will be deleted, for the page."""
        return None if self.ends is None else {"at": self.ends, "by": self.ends_by}


class Kept(NamedTuple):
    """One game, for the operator of the server."""

    id: str
    name: str
    scenario: str
    created: float
    updated: float
    size: int
    over: bool
    ends: float | None


class Usage(NamedTuple):
    """How much is stored."""

    games: int
    bytes: int


class Totals(NamedTuple):
    """How many games are running and over, and how many bytes all of them are."""

    running: int
    over: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Ages:
    """The seconds without an answer after which a game is deleted, and how long before that everybody is warned."""

    begun: float = 180 * DAY
    untouched: float = 30 * DAY  # nobody has answered anything yet
    over: float = 365 * DAY
    notice: float = 14 * DAY
    by_host: float = 3 * DAY  # the notice a host gives


class StoreError(Exception):
    """The store cannot be used now; nothing has changed."""


class Conflict(Exception):
    """Somebody else has stored lines of this game since it was read."""


class TokenUsed(Exception):
    """Another link has this token already."""


def size_of(lines: Iterable[str]) -> int:
    """How many bytes these are in a file."""
    return sum(len(line.encode("utf-8", "surrogatepass")) + 1 for line in lines)
