"""New games, and the games one has links to."""

from typing import NotRequired, TypedDict

from fitl.server.stored import Ending, Origin


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
    host: str  # the name of the player who creates it
    webhook: str | None
    lesson: bool
    table_mode: bool  # dice and cards are typed in (a journal says that itself)


class NewGameWish(Wish):
    """A new game."""

    scenario: str
    options: NotRequired[dict[str, object] | None]  # optional rules by name, `handicap` (7.3) and `readings`
    seed: NotRequired[int | None]  # only for a game with one person


class ImportWish(Wish):
    """A saved game to be taken up: one of the two."""

    journal: NotRequired[str]
    position: NotRequired[dict[str, object]]


class ForkWish(Wish):
    """A copy of a game that goes on from a moment."""

    at: NotRequired[int | None]  # how many entries had been given; the present if left out


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
    """A game in a client's list of games."""

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
    origin: Origin | None
    others: list[Opponent]
