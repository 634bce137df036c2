"""The table as a link's holder sees it, and the answers to a change."""

from typing import NotRequired, TypedDict

from fitl.server.stored import Ending, Origin
from fitl.server.wire.story import StoryLine
from fitl.view_types import BoardShown, Frame


class TableView(BoardShown):
    """What the link's seats may see, with the last 200 lines of the story."""

    log: list[StoryLine]


class Steps(TypedDict("From", {"from": int})):
    """What happened step by step: applied one after another, the changes lead from one board to the other."""

    to: int
    frames: list[Frame]


class Me(TypedDict):
    """Who is looking."""

    role: str
    name: str
    seats: list[int]
    host: bool  # created the game
    muted: bool
    factions: list[str]


class PlayerShown(TypedDict):
    """Who sits at a seat."""

    seat: int
    factions: list[str]
    kind: str  # `person` or `bot`
    plays: str | None  # the kind of a bot
    name: str
    here: bool
    claimed: bool  # the invitation has been opened
    muted: bool
    abandoned: bool  # the host may free the seat


class Spectators(TypedDict):
    """Those who look on."""

    muted: bool


class UndoShown(TypedDict):
    """What this link's holder would take back."""

    to: int
    what: str
    free: bool  # nobody has to agree
    others: int  # answers of other people that go with it
    bots: int  # answers of bots that go with it


class ProposalShown(TypedDict):
    """A take-back that waits for consent."""

    id: str
    by: str
    mine: bool
    answered: bool
    kept: int
    what: str
    yours: int  # how many answers of one's own would go


class DeclinedShown(TypedDict):
    """A take-back that came to nothing."""

    id: str
    who: str  # declined it or, if they asked for it, withdrew it
    by: str
    mine: bool
    withdrawn: bool
    what: str


class TakenBack(TypedDict):
    """What the last change took back."""

    by: str
    mine: bool
    what: str


class TakingBack(TypedDict):
    """What may be taken back, what somebody asks to, and what has just been."""

    can_undo: bool
    undo: UndoShown | None
    proposal: ProposalShown | None
    declined: DeclinedShown | None
    taken_back: TakenBack | None


class PlannedAnswer(TypedDict):
    """An earlier answer in this turn of the seat that is asked."""

    number: int
    kind: str
    key: str
    label: str
    spaces: list[str]
    piece: str | None
    amount: int | None
    counts: str | None  # the kind of piece of which a number was answered


class Move(TypedDict("From", {"from": str})):
    """Pieces that have moved."""

    to: str
    n: int
    via: list[str]  # the Highways by which a Spearhead drove


class Count(TypedDict):
    """How many pieces came to a space or left the map there."""

    space: str
    n: int


class Movements(TypedDict):
    """What has moved, come and gone."""

    moves: list[Move]
    placed: list[Count]
    removed: list[Count]


class Moved(Movements):
    """What has moved, come and gone on the map in this turn."""

    others: Movements  # before it, in the same turn or phase


class BotTurnShown(TypedDict):
    """A turn of a non-player whose reasons can be asked for."""

    id: int
    faction: str
    title: str
    first: int
    last: int


class Table(TakingBack):
    """The whole table as a link's holder sees it."""

    game: str
    name: str
    scenario: str
    title: str
    version: int  # grows with every change
    number: int  # of the present decision
    entries: int  # answers, dice and cards given so far
    stage_begun: int  # how many had been given when the turn or phase began
    at: int | None  # the moment that was asked for
    over: bool
    lesson: bool
    origin: Origin | None
    table_mode: bool
    thinking: bool  # non-players are playing
    thought: int | None  # percent of its budget that a thinker has spent
    waiting: bool  # it waits until thinkers of other games have thought
    left_to_people: bool  # a non-player found no answer: any player gives one for it
    me: Me
    players: list[PlayerShown]
    spectators: Spectators
    ends: Ending | None
    solo: bool  # one person plays
    chat: int  # the number of the last line
    notes: list[str]
    verdict: str | None
    lost: list[str]  # the Factions of players who have lost alike to a non-player (8.9)
    plan: list[PlannedAnswer]
    moved: Moved | None
    turns: list[BotTurnShown]
    view: TableView | None
    steps: NotRequired[Steps | None]  # what led here, if `from` was given; null if that is too much


class Taken(TypedDict):
    """What taking back came to."""

    proposed: bool  # the others must agree first
    taken: list[tuple[int, str]] | None  # number and key of one's own answers that are gone


class NewLink(TypedDict):
    """A link that takes the place of another."""

    token: str
    path: str


class Ended(TypedDict):
    """Is the game gone?"""

    gone: bool


class EndAnswer(TypedDict):
    """The answer to `/end`."""

    result: Ended


class Done(TypedDict):
    """It is done; there is nothing to tell."""

    result: None


class Changed(TypedDict):
    """The answer to a change: the table as it is then."""

    state: Table
    result: Taken | NewLink | int | bool | None  # see each address
