"""What a tab can be asked, as a server is (docs/web-api.md): by method and path, without HTTP."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from fitl.bots.hint import NoHint
from fitl.catalogue import spoken_language, tell
from fitl.journal import JournalError
from fitl.options import OptionsError
from fitl.packs import PackError
from fitl.position import PositionError
from fitl.refusals import NotOffered, NoUndo, Refused, Stale, WrongSeat
from fitl.server import show
from fitl.server.chat import chat
from fitl.server.errands import Errand, errand_for
from fitl.server.keeping import Full as NoRoom
from fitl.server.live import Damaged, Gone, LiveGame
from fitl.server.seating import Body, Unclear, a_text, path_of
from fitl.server.seats import Invitation
from fitl.server.service import Service, Unknown
from fitl.server.stored import Link, StoreError
from fitl.server.wire.refusals import REFUSALS
from fitl.site.kept import Elsewhere, Full
from fitl.site.mine import listed

JSON: Final = "application/json"
EXPORTS: Final = {  # what is taken away as a file: its name and kind
    "journal": ("jsonl", "application/jsonl"),
    "log": ("txt", "text/plain"),
    "position": ("json", JSON),
}


class Answer(NamedTuple):
    """What is told."""

    status: int
    text: str
    kind: str = JSON
    file: str = ""


class Imported(Refused):
    """A saved game was refused by whoever read it; `code` says as what."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


# What each exception is answered with. Subclasses first; the statuses of the codes are in wire/refusals.py.
CODES: Final[dict[type[Exception], str]] = {
    Stale: "stale",
    WrongSeat: "wrong_seat",
    NotOffered: "not_offered",
    NoUndo: "no_undo",
    Invitation: "invitation",
    Refused: "refused",
    Unclear: "unclear",
    OptionsError: "options",
    PackError: "journal",
    PositionError: "position",
    JournalError: "journal",
    Unknown: "unknown",
    Gone: "unknown",
    NoRoom: "quota",
    Full: "quota",
    Elsewhere: "refused",
    NoHint: "no_hint",
    Damaged: "damaged",
    StoreError: "store",
}
SENTENCES: Final[dict[type[Exception], str]] = {  # of those that have none of their own
    Gone: "server.refuse.game",
    Full: "server.refuse.site_full",
    Elsewhere: "server.refuse.site_elsewhere",
    NoHint: "server.refuse.no_hint",
    Damaged: "server.refuse.damaged",
}


def refusal(error: Exception) -> Answer:
    """How a refusal is told; a fault of ours is told as such."""
    code = next((code for kind, code in CODES.items() if isinstance(error, kind)), "fault")
    message = next((tell(text, game=str(error)) for kind, text in SENTENCES.items() if isinstance(error, kind)), "")
    if isinstance(error, Imported):
        code = error.code
    if code == "fault":
        message = f"{tell('server.fault')} ({error!r})"
    return Answer(REFUSALS[code].status, as_json({"error": code, "message": message or str(error)}))


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True)
class Asked:
    """A request."""

    method: str
    address: str
    token: str
    body: str

    @cached_property
    def path(self) -> str:
        return urlsplit(self.address).path

    @cached_property
    def query(self) -> Mapping[str, str]:
        return dict(parse_qsl(urlsplit(self.address).query, keep_blank_values=True))

    def number(self, name: str, default: int | None = None) -> int:
        text = self.query.get(name)
        if text is None and default is not None:
            return default
        if text is None or not text.isascii() or not text.isdigit() or len(text) > 9:
            raise Unclear(tell("server.refuse.number", name=name))
        return int(text)

    @cached_property
    def wish(self) -> Body:
        try:
            found = json.loads(self.body)
        except (ValueError, RecursionError):
            raise Unclear(tell("server.refuse.json")) from None
        if not isinstance(found, dict):
            raise Unclear(tell("server.refuse.json"))
        return found


Work = Callable[[Service], object]


class Call(NamedTuple):
    """What is to be done for a request."""

    work: Work  # an Errand or bytes (a saved game) are for the second worker
    game: str | None = None
    told: Callable[[Any], Answer] = lambda value: Answer(200, as_json(value))
    after: Callable[[Service, Any], object] | None = None  # with what the second worker says


def answer_of(asked: Asked) -> Call:
    """The call that a request means; Unknown if there is none."""
    for method, pattern, make in CALLS:
        found = re.fullmatch(pattern, asked.path)
        if found and method == asked.method:
            return make(asked, *found.groups())
    raise Unknown(tell("server.refuse.address"))


# --- the lobby ---


def _create(asked: Asked) -> Call:
    return Call(lambda service: service.create(asked.wish), told=_created)


def _created(value: object) -> Answer:
    return Answer(201, as_json(value))


def _bring(asked: Asked) -> Call:
    return Call(lambda service: asked.body.encode("utf-8", "surrogatepass"), told=_created, after=_take_in)


def _take_in(service: Service, said: str) -> object:
    found = json.loads(said)
    if "refused" in found:
        raise Imported(*found["refused"])
    return service.take_in(found["brought"])


def _mine(asked: Asked) -> Call:
    def work(service: Service) -> object:
        tokens = asked.wish.get("tokens")
        if not isinstance(tokens, list) or any(not isinstance(token, str) for token in tokens):
            raise Unclear(tell("server.refuse.tokens", n=100))
        return listed(service.store, tokens)

    return Call(work)


# --- looking ---


def _looking(tell_of: Callable[[Service, LiveGame, Link, Asked], object]) -> Callable[[Asked, str], Call]:
    def make(asked: Asked, game: str) -> Call:
        def work(service: Service) -> object:
            link = service.link(asked.token, game)
            with service.open(game) as live:
                service.keep_going(live)
                return tell_of(service, live, link, asked)

        return Call(work)

    return make


def _look(asked: Asked, game: str) -> Call:
    at = asked.number("at") if "at" in asked.query else None
    since = asked.number("from") if "from" in asked.query else None
    have = asked.query.get("have") if at is None else None
    table: Any = {}

    def work(service: Service) -> object:
        nonlocal table
        link = service.link(asked.token, game)
        with service.open(game) as live:
            service.keep_going(live)
            if have is not None:
                return show.patch_of(service, live, link, a_text(have, "have"), since)
            table = show.state_of(service, live, link, None if at is None else min(at, len(live.game.entries)), since)
        if table["view"] is not None:
            return table
        return errand_for("view", game, link.seats, (at,), spoken_language())

    return Call(work, after=lambda service, view: table | {"view": json.loads(view)})


def _errand(what: str, *numbers: str, file: str = "") -> Callable[[Asked, str], Call]:
    """Something that takes longer than a look: the second worker finds it out."""

    def make(asked: Asked, game: str) -> Call:
        def work(service: Service) -> Errand:
            args = tuple(asked.number(name) for name in numbers)
            if what == "why":
                args = (asked.query.get("space", ""),)  # type: ignore[assignment]
            return errand_for(what, game, service.link(asked.token, game).seats, args, spoken_language())

        return Call(work, told=_file(game, what) if what in EXPORTS else lambda said: Answer(200, said.decode()))

    return make


def _file(game: str, what: str) -> Callable[[bytes], Answer]:
    ending, kind = EXPORTS[what]
    return lambda said: Answer(200, json.loads(said), kind, f'attachment; filename="fitl-{game}.{ending}"')


def _reasons(service: Service, live: LiveGame, link: Link, asked: Asked) -> object:
    found = show.reasons(live.game, asked.number("turn"))
    if found is None:
        raise Unknown(tell("server.refuse.turn"))
    return found


# --- changing ---


def _changing(act: Callable[[Service, Link, Body, Asked], object]) -> Callable[[Asked, str], Call]:
    """Change something, then tell how the table looks."""

    def make(asked: Asked, game: str) -> Call:
        since, have = asked.wish.get("from"), asked.wish.get("have")
        if since is not None and (type(since) is not int or not 0 <= since < 10**9):
            raise Unclear(tell("server.refuse.number", name="from"))

        def work(service: Service) -> object:
            link = service.link(asked.token, game)
            with service.open(game) as live:
                result = act(service, link, asked.wish, asked)
                if have is None:
                    return {"state": show.state_of(service, live, link, since=since), "result": result}
                return {"patch": show.patch_of(service, live, link, a_text(have, "have"), since), "result": result}

        return Call(work, game)

    return make


def _claim(asked: Asked, game: str) -> Call:
    def work(service: Service) -> object:
        service.claim(asked.token, game, asked.wish.get("token"))
        return {"result": None}

    return Call(work, game)


def _end(asked: Asked, game: str) -> Call:
    def work(service: Service) -> object:
        return {"result": {"gone": service.end(service.link(asked.token, game), asked.wish.get("end"))}}

    return Call(work, game)


def _free(service: Service, link: Link, body: Body, asked: Asked) -> object:
    token = service.free(link, body.get("seat"))
    return {"token": token, "path": path_of(link.game, token, invitation=True)}


def _renew_spectators(service: Service, link: Link, body: Body, asked: Asked) -> object:
    token = service.renew_spectators(link)
    return {"token": token, "path": path_of(link.game, token)}


def _choose(service: Service, link: Link, body: Body, asked: Asked) -> None:
    service.choose(link, body.get("number"), body.get("key"))


def _undo(service: Service, link: Link, body: Body, asked: Asked) -> object:
    return service.take_back(link, body.get("number"), body.get("to"))


def _answer_undo(service: Service, link: Link, body: Body, asked: Asked) -> None:
    service.answer_proposal(link, body.get("proposal"), body.get("agree"))


def _roll(service: Service, link: Link, body: Body, asked: Asked) -> None:
    service.roll(link, body.get("number"))


def _transfer(service: Service, link: Link, body: Body, asked: Asked) -> None:
    service.transfer(link, body.get("giver"), body.get("amount"))


GAME: Final = "/api/games/([^/]+)"
CALLS: Final[list[tuple[str, str, Callable[..., Call]]]] = [
    ("POST", "/api/games", _create),
    ("POST", "/api/games/import", _bring),
    ("POST", "/api/mine", _mine),
    ("GET", GAME, _look),
    ("GET", f"{GAME}/version", _looking(lambda service, live, link, asked: service.news(live))),
    ("GET", f"{GAME}/log", _looking(lambda service, live, link, asked: show.log_lines(live, asked.number("from", 0)))),
    ("GET", f"{GAME}/reasons", _looking(_reasons)),
    (
        "GET",
        f"{GAME}/chat",
        _looking(lambda service, live, link, asked: chat(service.store, live, asked.number("after", 0))),
    ),
    ("GET", f"{GAME}/frames", _errand("frames", "from", "to")),
    ("GET", f"{GAME}/orders", _errand("orders", "from", "to")),
    ("GET", f"{GAME}/history", _errand("history")),
    ("GET", f"{GAME}/hint", _errand("hint")),
    ("GET", f"{GAME}/effects", _errand("effects")),
    ("GET", f"{GAME}/why", _errand("why")),
    ("GET", f"{GAME}/journal", _errand("journal")),
    ("GET", f"{GAME}/log.txt", _errand("log")),
    ("GET", f"{GAME}/position", _errand("position")),
    ("POST", f"{GAME}/choose", _changing(_choose)),
    ("POST", f"{GAME}/undo", _changing(_undo)),
    ("POST", f"{GAME}/undo/answer", _changing(_answer_undo)),
    ("POST", f"{GAME}/roll", _changing(_roll)),
    ("POST", f"{GAME}/transfer", _changing(_transfer)),
    ("POST", f"{GAME}/hurry", _changing(lambda service, link, body, asked: service.hurry(link))),
    ("POST", f"{GAME}/chat", _changing(lambda service, link, body, asked: service.say(link, body.get("text")))),
    ("POST", f"{GAME}/name", _changing(lambda service, link, body, asked: service.rename(link, body.get("name")))),
    ("POST", f"{GAME}/claim", _claim),
    (
        "POST",
        f"{GAME}/renew",
        _changing(lambda service, link, body, asked: service.renew(link, asked.token, body.get("token"))),
    ),
    ("POST", f"{GAME}/free", _changing(_free)),
    ("POST", f"{GAME}/renew/spectators", _changing(_renew_spectators)),
    ("POST", f"{GAME}/end", _end),
]
