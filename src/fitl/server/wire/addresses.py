"""The addresses of the API, with the types of what is sent there and answered."""

from typing import Final, NamedTuple

from fitl.lesson.course_types import Lesson
from fitl.review.shown import ReviewOutline, TurnVerdict
from fitl.server.wire.facts import CardFacts, Facts, OptionFacts, ReadingFacts, RuleText, ScenarioFacts
from fitl.server.wire.lobby import BroughtIn, Created, ForkWish, ImportWish, MyGame, NewGameWish, Tokens
from fitl.server.wire.patches import Patch, Patched
from fitl.server.wire.positions import PositionChecked, PositionWish
from fitl.server.wire.queries import ChatLine, Effects, Hint, News, Reasons, WhyNot
from fitl.server.wire.requests import (
    ChooseWish,
    EndWish,
    FreeWish,
    MuteWish,
    NameWish,
    ProposalWish,
    RollWish,
    SayWish,
    SecretWish,
    Since,
    TransferWish,
    UndoWish,
    WebhookWish,
)
from fitl.server.wire.story import StoryLine
from fitl.server.wire.table import Changed, Done, EndAnswer, NewLink, Steps, Table, Taken
from fitl.view_types import HistoryRow


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
    result: object = None  # of a change, the type of its `result`


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
    Address("POST", "/api/positions", PositionChecked, PositionWish),
    Address("POST", "/api/mine", list[MyGame | None], Tokens),
    Address("GET", GAME, Table | Patch, query=(Query("at"), FROM, Query("have", type=str))),
    Address("GET", f"{GAME}/version", News),
    Address("GET", f"{GAME}/frames", Steps, query=FROM_TO),
    Address("GET", f"{GAME}/history", list[HistoryRow]),
    Address("GET", f"{GAME}/review", ReviewOutline),
    Address("GET", f"{GAME}/review/turn", TurnVerdict, query=(Query("entry", True),)),
    Address("GET", f"{GAME}/log", list[StoryLine], query=(FROM,)),
    Address("GET", f"{GAME}/hint", Hint),
    Address("GET", f"{GAME}/effects", Effects),
    Address("GET", f"{GAME}/reasons", Reasons, query=(Query("turn", True),)),
    Address("GET", f"{GAME}/orders", list[str], query=FROM_TO),
    Address("GET", f"{GAME}/why", WhyNot, query=(Query("space", type=str),)),
    Address("GET", f"{GAME}/chat", list[ChatLine], query=(Query("after"),)),
    Address("GET", f"{GAME}/journal", str),
    Address("GET", f"{GAME}/position", str, query=(Query("at"),)),
    Address("GET", f"{GAME}/log.txt", str),
    Address("POST", f"{GAME}/fork", BroughtIn, ForkWish, status=201),
    Address("POST", f"{GAME}/choose", Changed | Patched, ChooseWish),
    Address("POST", f"{GAME}/undo", Changed | Patched, UndoWish, result=Taken),
    Address("POST", f"{GAME}/undo/answer", Changed | Patched, ProposalWish),
    Address("POST", f"{GAME}/roll", Changed | Patched, RollWish),
    Address("POST", f"{GAME}/hurry", Changed | Patched, Since, result=bool),
    Address("POST", f"{GAME}/transfer", Changed | Patched, TransferWish),
    Address("POST", f"{GAME}/chat", Changed | Patched, SayWish, result=int),
    Address("POST", f"{GAME}/name", Changed | Patched, NameWish),
    Address("POST", f"{GAME}/webhook", Changed | Patched, WebhookWish),
    Address("POST", f"{GAME}/claim", Done, SecretWish),
    Address("POST", f"{GAME}/renew", Changed | Patched, SecretWish),
    Address("POST", f"{GAME}/free", Changed | Patched, FreeWish, result=NewLink),
    Address("POST", f"{GAME}/mute", Changed | Patched, MuteWish),
    Address("POST", f"{GAME}/renew/spectators", Changed | Patched, Since, result=NewLink),
    Address("POST", f"{GAME}/end", EndAnswer, EndWish),
)
