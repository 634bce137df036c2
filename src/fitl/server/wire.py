"""Every message between the server and its clients, by type, and the addresses of the API.

`tools/wire_docs.py` writes from these, and from the types of a view, the page's types (`wire.d.ts`), the messages of
docs/web-api.md and docs/openapi.json. A comment behind a field says what it means to whoever reads it.
"""

from typing import Final, NamedTuple, NotRequired, TypedDict

from fitl.lesson.course_types import Lesson
from fitl.server.stored import Ending, Origin
from fitl.view_types import BoardShown, Frame, HistoryRow, Passage, TalksShown

# --- what never changes ---------------------------------------------------------------------------------------------


class SpaceFacts(TypedDict):
    """A space of the map."""

    name: str
    short: str
    kind: str
    terrain: str | None
    population: int
    econ: int
    region: str
    coastal: bool
    adjacent: list[str]


class PieceFacts(TypedDict):
    """A kind of piece."""

    name: str
    plural: str
    faction: str


class BoxFacts(TypedDict):
    """A box beside the map."""

    name: str


class TrackFacts(TypedDict):
    """A track."""

    name: str
    least: int
    most: int
    where: str  # `edge`, `trail`, or the tile it is on
    faction: str
    mark: str  # what stands on its marker
    levels: dict[str, str]  # the names of its values, by number


class FactionFacts(TypedDict):
    """A Faction."""

    name: str
    forms: dict[str, str]  # of its name in the language


class Facts(TypedDict):
    """The map, pieces and Factions."""

    spaces: dict[str, SpaceFacts]
    kinds: list[str]  # of pieces, in order
    pieces: dict[str, PieceFacts]
    boxes: dict[str, BoxFacts]
    tracks: dict[str, TrackFacts]
    factions: dict[str, FactionFacts]


class ScenarioFacts(TypedDict):
    """A scenario."""

    name: str
    title: str
    subtitle: str
    set: str
    years: list[int]
    factions: list[str]
    story: str
    coups: int
    cards: int
    leads_on: bool  # does it go on into 1964, though it is no campaign (P7.3)?
    options: list[str]  # that apply
    options_if: dict[str, list[str]]  # those that apply if this one is chosen
    kinds: list[str]  # of non-players that can play it, the recommended one first


class OptionFacts(TypedDict):
    """An optional rule."""

    name: str
    group: str
    title: str
    text: str
    default: bool


class ReadingValue(TypedDict):
    """One way to read an open point."""

    name: str
    text: str


class ReadingFacts(TypedDict):
    """An open point of chapter 8."""

    name: str
    text: str
    values: list[ReadingValue]  # the recommended one first


class CardFacts(TypedDict):
    """A card."""

    number: int
    id: str
    set: str
    ours: bool
    title: str
    gloss: str | None
    kind: str
    period: int | None
    order: list[str]
    capability: str | None  # the Faction it names
    momentum: str
    sides: dict[str, str | None]
    ruling: str | None


class RuleText(TypedDict):
    """What a rule says."""

    title: str
    text: str


# --- new games, and the games one has links to ----------------------------------------------------------------------


class SeatWish(TypedDict):
    """A seat of a new game."""

    factions: list[str]  # one player may run `us` and `arvn`, or `nva` and `vc` (1.5)
    kind: str  # `me`, `link` or `bot`; all seats marked `me` share one link
    name: NotRequired[str]
    plays: NotRequired[str]  # the kind of a bot: `flowchart` if left out; people have none


class Wish(TypedDict, total=False):
    """How a new game shall be."""

    seats: list[SeatWish] | None  # all four are mine if left out
    name: str
    host: str  # the name of whoever creates it
    webhook: str | None
    lesson: bool


class NewGameWish(Wish):
    """A new game."""

    scenario: str
    options: NotRequired[dict[str, object] | None]  # optional rules by name, `handicap` (7.3) and `readings`
    table_mode: NotRequired[bool]  # dice and cards are typed in
    seed: NotRequired[int | None]  # only for a game with one person


class ImportWish(Wish):
    """A saved game to be taken up: one of the two."""

    journal: NotRequired[str]
    position: NotRequired[dict[str, object]]


class LinkTold(TypedDict):
    """A link to a new game. It is told this once."""

    role: str  # `player` or `spectator`
    factions: list[str]
    mine: bool  # this link hosts the game
    invitation: bool  # it is exchanged for a seat first
    token: str
    path: str


class Created(TypedDict):
    """A new game."""

    game: str
    title: str
    links: list[LinkTold]


class BroughtIn(Created):
    """A saved game that was taken up."""

    notes: list[str]  # what had to be given up because rules have changed


class Tokens(TypedDict):
    """The links somebody has."""

    tokens: list[str]  # at most 100


class Opponent(TypedDict):
    """Another seat."""

    factions: list[str]
    bot: bool
    name: str


class MyGame(TypedDict):
    """A game in somebody's list."""

    game: str
    title: str
    scenario: str
    role: str
    factions: list[str]
    lesson: bool
    turn: bool
    actor: str | None
    over: bool
    card: str
    updated: float
    claimed: bool
    host: bool
    ends: Ending | None
    others: list[Opponent]


# --- the story ------------------------------------------------------------------------------------------------------


class ChapterTold(TypedDict):
    """A turn, or a phase of a Coup Round."""

    stage: str
    faction: str | None  # whose turn it is
    bot: bool
    text: str | None  # the whole turn in one sentence, once it is done
    done: bool
    passage: NotRequired[Passage]  # of a scene in several stages, behind its last
    talks: NotRequired[TalksShown]  # of the Paris Peace Talks


class StoryLine(TypedDict):
    """A line of the story. Like lines in a row are one."""

    n: int  # the first line it stands for ...
    last: int  # ... and the last
    text: str
    kind: str
    entry: int  # at which its turn began
    spaces: list[str]
    track: str | None
    chapter: NotRequired[ChapterTold]  # in the first line of a turn or phase


# --- the table ------------------------------------------------------------------------------------------------------


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
    who: str  # declined or, if it is whoever asked, withdrew it
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
    """An answer of whoever is asked, given earlier in this turn."""

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


# --- other looks ----------------------------------------------------------------------------------------------------


class News(TypedDict):
    """What the socket tells."""

    version: int
    number: int
    entries: int
    chat: int
    thinking: bool
    thought: int | None
    waiting: bool
    here: list[int]  # the seats of whoever looks


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


class RefusalTold(TypedDict):
    """Whatever is refused has changed nothing."""

    error: str  # one of the codes
    message: str


# --- what is sent ---------------------------------------------------------------------------------------------------


class Since(TypedDict("From", {"from": int | None}, total=False)):
    """Every change may say how much its sender knows: `steps` then tells what happened since."""


class ChooseWish(Since):
    """An answer."""

    number: int
    key: str


class UndoWish(Since):
    """A step back."""

    number: NotRequired[int | None]  # of the present decision
    to: NotRequired[int | None]  # of the earliest answer that shall go


class ProposalWish(Since):
    """What one thinks of a take-back."""

    proposal: str
    agree: bool


class RollWish(Since):
    """Let the program roll or draw."""

    number: int


class TransferWish(Since):
    """Resources handed over (1.5.2)."""

    giver: str
    amount: int


class SayWish(Since):
    """A line of chat."""

    text: str  # up to 1,000 characters


class NameWish(Since):
    """What others shall see."""

    name: str


class SecretWish(Since):
    """The token that opens the seat from now on."""

    token: str  # 256 random bits in base64url (43 characters), made by whoever sends it


class FreeWish(Since):
    """A seat to be freed."""

    seat: int


class MuteWish(Since):
    """Somebody who shall be silent, or may speak again."""

    seat: int | str  # `spectators`: all of them
    muted: bool


class EndWish(TypedDict):
    """Delete the game, or not after all."""

    end: bool


class WebhookWish(Since):
    """Where word is sent when the turn passes to another person."""

    url: str | None  # empty: nowhere


# --- web hooks ------------------------------------------------------------------------------------------------------


class Word(TypedDict):
    """What a web hook is told when the turn passes to another person, or the game is over."""

    game: str
    name: str
    path: str
    card: str
    faction: str | None  # none while dice are typed in
    over: bool


class WordSent(Word):
    """The same as it is sent as JSON."""

    text: str  # for people to read


# --- refusals -------------------------------------------------------------------------------------------------------


class RefusalKind(NamedTuple):
    """The status that a code of a refusal is sent with, and what it means."""

    status: int
    says: str


REFUSALS: Final = {
    "unclear": RefusalKind(400, "malformed, a field missing or of the wrong type"),
    "options": RefusalKind(400, "optional rules that do not exist or contradict each other"),
    "journal": RefusalKind(400, "no journal that can be read"),
    "position": RefusalKind(400, "no position that can be read"),
    "webhook": RefusalKind(400, "an address that nothing may be sent to"),
    "wrong_seat": RefusalKind(403, "somebody else is asked"),
    "origin": RefusalKind(403, "from another site"),
    "unknown": RefusalKind(404, "no such address (405: not by this method), or the token opens nothing in this game"),
    "stale": RefusalKind(409, "the decision has passed"),
    "no_undo": RefusalKind(409, "nothing to take back, or not alone"),
    "no_hint": RefusalKind(409, "no advice"),
    "invitation": RefusalKind(409, "the seat must be claimed first"),
    "refused": RefusalKind(409, "the sentence says why"),
    "too_large": RefusalKind(413, "16 KiB; 2 MiB for an import"),
    "content_type": RefusalKind(415, "no JSON"),
    "host": RefusalKind(421, "the server does not go by this name"),
    "not_offered": RefusalKind(422, "the sentence lists what is"),
    "slower": RefusalKind(429, "`Retry-After` says when"),
    "fault": RefusalKind(500, "ours"),
    "damaged": RefusalKind(500, "a stored game cannot be read, ours too"),
    "store": RefusalKind(503, "the database is away or full: try again"),
    "full": RefusalKind(503, "too many connections"),
    "busy": RefusalKind(
        503,
        "several imports are being read, or many hints and looks back found out: `Retry-After` says when",
    ),
    "too_long": RefusalKind(503, "a hint or look back was given up"),
    "quota": RefusalKind(507, "no room for another game, of this address or at all"),
}

# --- addresses ------------------------------------------------------------------------------------------------------


class Query(NamedTuple):
    """A number (or a space) in the address, behind the question mark."""

    name: str
    required: bool = False
    type: type = int


class Address(NamedTuple):
    """One thing that can be asked of the server."""

    method: str
    path: str
    answer: object  # the type of the answer; str: plain text
    body: object = None  # the type of what is sent
    query: tuple[Query, ...] = ()
    status: int = 200


GAME: Final = "/api/games/{game}"
FROM: Final = Query("from")
FROM_TO: Final = (Query("from", True), Query("to", True))

ADDRESSES: Final = (
    Address("GET", "/api/messages", dict[str, str]),
    Address("GET", "/api/facts", Facts),
    Address("GET", "/api/scenarios", list[ScenarioFacts]),
    Address("GET", "/api/options", list[OptionFacts]),
    Address("GET", "/api/readings", list[ReadingFacts]),
    Address("GET", "/api/cards", list[CardFacts]),
    Address("GET", "/api/rules", dict[str, RuleText]),
    Address("GET", "/api/lesson", Lesson),
    Address("POST", "/api/games", Created, NewGameWish, status=201),
    Address("POST", "/api/games/import", BroughtIn, ImportWish, status=201),
    Address("POST", "/api/mine", list[MyGame | None], Tokens),
    Address("GET", GAME, Table, query=(Query("at"), FROM)),
    Address("GET", f"{GAME}/version", News),
    Address("GET", f"{GAME}/frames", Steps, query=FROM_TO),
    Address("GET", f"{GAME}/history", list[HistoryRow]),
    Address("GET", f"{GAME}/log", list[StoryLine], query=(FROM,)),
    Address("GET", f"{GAME}/hint", Hint),
    Address("GET", f"{GAME}/effects", Effects),
    Address("GET", f"{GAME}/reasons", Reasons, query=(Query("turn", True),)),
    Address("GET", f"{GAME}/orders", list[str], query=FROM_TO),
    Address("GET", f"{GAME}/why", WhyNot, query=(Query("space", type=str),)),
    Address("GET", f"{GAME}/chat", list[ChatLine], query=(Query("after"),)),
    Address("GET", f"{GAME}/journal", str),
    Address("GET", f"{GAME}/position", str),
    Address("GET", f"{GAME}/log.txt", str),
    Address("POST", f"{GAME}/choose", Changed, ChooseWish),
    Address("POST", f"{GAME}/undo", Changed, UndoWish),
    Address("POST", f"{GAME}/undo/answer", Changed, ProposalWish),
    Address("POST", f"{GAME}/roll", Changed, RollWish),
    Address("POST", f"{GAME}/hurry", Changed, Since),
    Address("POST", f"{GAME}/transfer", Changed, TransferWish),
    Address("POST", f"{GAME}/chat", Changed, SayWish),
    Address("POST", f"{GAME}/name", Changed, NameWish),
    Address("POST", f"{GAME}/webhook", Changed, WebhookWish),
    Address("POST", f"{GAME}/claim", Done, SecretWish),
    Address("POST", f"{GAME}/renew", Changed, SecretWish),
    Address("POST", f"{GAME}/free", Changed, FreeWish),
    Address("POST", f"{GAME}/mute", Changed, MuteWish),
    Address("POST", f"{GAME}/renew/spectators", Changed, Since),
    Address("POST", f"{GAME}/end", EndAnswer, EndWish),
)
