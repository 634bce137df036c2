"""The JSON API (docs/web-api.md): reads requests, has a thread do the work, and words refusals."""

import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from fitl.bots.hint import NoHint
from fitl.catalogue import spoken_language, tell
from fitl.journal import JournalError
from fitl.options import OptionsError
from fitl.packs import PackError
from fitl.position import PositionError
from fitl.refusals import NotOffered, NoUndo, Refused, Stale, WrongSeat
from fitl.server import library, show
from fitl.server.beside import Beside, Taken, TooLong
from fitl.server.chat import chat
from fitl.server.errands import errand_for
from fitl.server.guard import Refusal, later, refuse
from fitl.server.imports import AGAIN, BadImport, Busy, Imports, Left
from fitl.server.keeping import Full
from fitl.server.limits import Limiter
from fitl.server.live import Damaged, Gone, LiveGame
from fitl.server.seating import Body, Unclear, a_text, path_of
from fitl.server.seats import Invitation
from fitl.server.service import Service, Unknown
from fitl.server.stored import Link, Listed, StoreError
from fitl.server.threads import Threads
from fitl.server.tokens import hash_of
from fitl.server.uploads import NoRoom
from fitl.server.webhook import BadAddress
from fitl.server.wire.lobby import MyGame
from fitl.server.wire.looks import ChatLine, News, Reasons
from fitl.server.wire.patches import Patch
from fitl.server.wire.table import NewLink, Table
from fitl.server.wire.table import Taken as TakenAnswers

Handler = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")

MINE: Final = 100  # how many games a list may ask about


class Slower(Exception):
    """Too many requests; the argument is after how many seconds to try again."""


# What each exception is answered with: the code, and the message if it has no sentence of its own. Subclasses first;
# the statuses of the codes are in wire.py.
ANSWERS: Final[dict[type[Exception], tuple[str, str]]] = {
    Stale: ("stale", ""),
    WrongSeat: ("wrong_seat", ""),
    NotOffered: ("not_offered", ""),
    NoUndo: ("no_undo", ""),
    Invitation: ("invitation", ""),
    Refused: ("refused", ""),
    Unclear: ("unclear", ""),
    OptionsError: ("options", ""),
    BadAddress: ("webhook", ""),
    PackError: ("journal", ""),
    PositionError: ("position", ""),
    JournalError: ("journal", ""),
    Unknown: ("unknown", ""),
    Full: ("quota", ""),
    NoHint: ("no_hint", "server.refuse.no_hint"),
    TooLong: ("too_long", "server.refuse.errand"),
    Damaged: ("damaged", "server.refuse.damaged"),
    StoreError: ("store", "server.refuse.store"),  # what it says is for whoever runs the server
    Slower: ("slower", "server.refuse.slower"),
    Busy: ("busy", "server.refuse.imports"),
    Taken: ("busy", "server.refuse.errands"),
}
LATER: Final = (Slower, Busy, Taken)  # their argument is after how many seconds to try again


def answer_to(error: Exception) -> Refusal | None:
    """The refusal an error means; None if it is a fault of ours."""
    if isinstance(error, BadImport):  # refused by the process that read it, which said as what
        return refuse(error.code, str(error))
    for kind, (code, message) in ANSWERS.items():
        if isinstance(error, kind):
            words = tell(message, game=error.args[0] if error.args else "") if message else str(error)
            return later(code, words, error.args[0]) if isinstance(error, LATER) else refuse(code, words)
    return None


def routes(service: Service, limiter: Limiter, threads: Threads, imports: Imports, beside: Beside) -> list[BaseRoute]:
    """All addresses under /api."""
    api = Api(service, limiter, threads, imports, beside)
    found: list[tuple[str, str, Handler]] = [
        ("GET", "/api/messages", api.constant(library.messages)),
        ("GET", "/api/facts", api.constant(library.facts)),
        ("GET", "/api/scenarios", api.constant(library.scenarios)),
        ("GET", "/api/options", api.constant(library.options)),
        ("GET", "/api/readings", api.constant(library.readings)),
        ("GET", "/api/cards", api.constant(library.cards)),
        ("GET", "/api/rules", api.constant(library.rules)),
        ("GET", "/api/lesson", api.constant(library.the_lesson)),
        ("POST", "/api/games", api.create),
        ("POST", "/api/games/import", api.bring),
        ("POST", "/api/mine", api.mine),
        ("GET", "/api/games/{game}", api.look),
        ("GET", "/api/games/{game}/version", api.version),
        ("GET", "/api/games/{game}/frames", api.frames),
        ("GET", "/api/games/{game}/history", api.history),
        ("GET", "/api/games/{game}/log", api.log),
        ("GET", "/api/games/{game}/hint", api.hint),
        ("GET", "/api/games/{game}/effects", api.effects),
        ("GET", "/api/games/{game}/reasons", api.reasons),
        ("GET", "/api/games/{game}/orders", api.orders),
        ("GET", "/api/games/{game}/why", api.why),
        ("GET", "/api/games/{game}/journal", api.journal),
        ("GET", "/api/games/{game}/log.txt", api.log_text),
        ("GET", "/api/games/{game}/position", api.position),
        ("GET", "/api/games/{game}/chat", api.chat),
        ("POST", "/api/games/{game}/choose", api.choose),
        ("POST", "/api/games/{game}/undo", api.undo),
        ("POST", "/api/games/{game}/undo/answer", api.answer_undo),
        ("POST", "/api/games/{game}/roll", api.roll),
        ("POST", "/api/games/{game}/transfer", api.transfer),
        ("POST", "/api/games/{game}/hurry", api.hurry),
        ("POST", "/api/games/{game}/chat", api.say),
        ("POST", "/api/games/{game}/name", api.rename),
        ("POST", "/api/games/{game}/webhook", api.webhook),
        ("POST", "/api/games/{game}/claim", api.claim),
        ("POST", "/api/games/{game}/renew", api.renew),
        ("POST", "/api/games/{game}/free", api.free),
        ("POST", "/api/games/{game}/mute", api.mute),
        ("POST", "/api/games/{game}/renew/spectators", api.renew_spectators),
        ("POST", "/api/games/{game}/end", api.end),
    ]
    return [Route(path, handler, methods=[method]) for method, path, handler in found]


class Api:
    """The handlers."""

    def __init__(self, service: Service, limiter: Limiter, threads: Threads, imports: Imports, beside: Beside) -> None:
        self.service = service
        self._limiter = limiter
        self._threads = threads
        self._imports = imports
        self._beside = beside

    # --- plumbing ---

    def _count(self, request: Request, kind: str) -> None:
        wait = self._limiter.wait(kind, address_of(request))
        if wait:
            raise Slower(wait)

    async def _do(self, request: Request, kind: str, work: Callable[[], T], *, about_game: bool = True) -> T:
        """Have a thread do the work for whoever asks, and count to them what it takes."""
        address = address_of(request)
        game = request.path_params["game"] if about_game else None
        return await self._threads.run(self._limiter.paying(kind, address, work), game, address)

    async def _body(self, request: Request) -> Body:
        try:
            body = json.loads(await request.body())
        except (ValueError, RecursionError):
            raise Unclear(tell("server.refuse.json")) from None
        if not isinstance(body, dict):
            raise Unclear(tell("server.refuse.json"))
        return body

    def _token(self, request: Request) -> str:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        return token.strip() if scheme.lower() == "bearer" else ""

    def _link(self, request: Request) -> Link:
        return self.service.link(self._token(request), request.path_params["game"])

    def _number(self, request: Request, name: str, default: int | None = None) -> int:
        text = request.query_params.get(name)
        if text is None and default is not None:
            return default
        if text is None or not text.isascii() or not text.isdigit() or len(text) > 9:
            raise Unclear(tell("server.refuse.number", name=name))
        return int(text)

    def constant(self, read: Callable[[], object]) -> Handler:
        async def handler(request: Request) -> Response:
            self._count(request, "read")
            found = await self._do(request, "read", read, about_game=False)
            return JSONResponse(found, headers={"Cache-Control": "no-cache"})

        return handler

    async def _read(self, request: Request, tell_of: Callable[[LiveGame, Link], T], kind: str = "read") -> T:
        """Something about a game, for whoever holds the link."""
        self._count(request, kind)

        def work() -> T:
            link = self._link(request)
            with self.service.open(link.game) as live:
                self.service.keep_going(live)
                return tell_of(live, link)

        return await self._do(request, kind, work)

    async def _errand(self, request: Request, what: str, *args: int | str | None) -> Response:
        """Something that takes longer than a look."""
        self._count(request, "think")
        return Response(await self._found_out(request, what, *args), media_type="application/json")

    async def _found_out(self, request: Request, what: str, *args: int | str | None) -> bytes:
        """What is found out about a game beside the server, for whoever holds the link, as JSON."""
        game = request.path_params["game"]
        link = await self._do(request, "think", partial(self._link, request))
        try:
            errand = errand_for(what, game, link.seats, args, spoken_language())
            return await self._beside.ask(address_of(request), errand)
        except Gone:
            raise Unknown(tell("server.refuse.game")) from None

    async def _write(self, request: Request, act: Callable[[Link, Body], object]) -> Response:
        """Change something, then tell how the table looks."""
        self._count(request, "write")
        body = await self._body(request)
        since, have = body.get("from"), body.get("have")
        if since is not None and (type(since) is not int or not 0 <= since < 10**9):
            raise Unclear(tell("server.refuse.number", name="from"))
        have = None if have is None else a_text(have, "have")

        def work() -> dict[str, object]:
            link = self._link(request)
            with self.service.open(link.game) as live:
                result = act(link, body)
                if have is None:
                    return {"state": show.state_of(self.service, live, link, since=since), "result": result}
                return {"patch": show.patch_of(self.service, live, link, have, since), "result": result}

        return JSONResponse(await self._do(request, "write", work))

    # --- the lobby ---

    async def create(self, request: Request) -> Response:
        self._count(request, "create")
        body = await self._body(request)
        work = partial(self.service.create, body, address_of(request))
        return JSONResponse(await self._do(request, "create", work, about_game=False), 201)

    async def bring(self, request: Request) -> Response:
        self._count(request, "create")
        address = address_of(request)

        async def gone() -> None:
            while (await request.receive())["type"] != "http.disconnect":
                pass

        with self._imports.uploads.upload(address) as upload:
            try:
                body = await upload.read(request.stream())  # a place in the queue is taken when it has arrived
                brought = await self._imports.read(address, body, gone)
            except NoRoom:
                raise Busy(AGAIN) from None
            except Left:
                raise ClientDisconnect from None
            except BadImport as error:
                self._limiter.charge("create", address, error.seconds)
                raise
        self._limiter.charge("create", address, brought["seconds"])
        work = partial(self.service.take_in, brought, address)
        return JSONResponse(await self._do(request, "create", work, about_game=False), 201)

    async def mine(self, request: Request) -> Response:
        """What is going on in the games somebody has links to."""
        self._count(request, "read")
        tokens = (await self._body(request)).get("tokens")
        if not isinstance(tokens, list) or len(tokens) > MINE or any(not isinstance(token, str) for token in tokens):
            raise Unclear(tell("server.refuse.tokens", n=MINE))
        return JSONResponse(await self._do(request, "read", partial(self._listed, tokens), about_game=False))

    def _listed(self, tokens: list[str]) -> list[MyGame | None]:
        hashes = [hash_of(token) for token in tokens]
        found = self.service.store.mine(hashes)
        links = self.service.store.links_of({listed.id for _, listed in found.values()})
        return [None if each is None else _row(*each, links[each[1].id]) for each in map(found.get, hashes)]

    # --- looking ---

    async def look(self, request: Request) -> Response:
        at = self._number(request, "at") if "at" in request.query_params else None
        since = self._number(request, "from") if "from" in request.query_params else None
        have = request.query_params.get("have") if at is None else None
        if have is not None:
            return JSONResponse(await self._patch(request, a_text(have, "have"), since))

        def tell_of(live: LiveGame, link: Link) -> Table:
            then = None if at is None else min(at, len(live.game.entries))
            return show.state_of(self.service, live, link, then, since)

        table = await self._read(request, tell_of, "read" if at is None else "think")
        if table["view"] is None:
            table["view"] = json.loads(await self._found_out(request, "view", at))
        return JSONResponse(table)

    async def _patch(self, request: Request, have: str, since: int | None) -> Patch:
        return await self._read(request, lambda live, link: show.patch_of(self.service, live, link, have, since))

    async def version(self, request: Request) -> Response:
        def tell_of(live: LiveGame, link: Link) -> News:
            return self.service.news(live)

        return JSONResponse(await self._read(request, tell_of))

    async def frames(self, request: Request) -> Response:
        return await self._errand(request, "frames", self._number(request, "from"), self._number(request, "to"))

    async def history(self, request: Request) -> Response:
        return await self._errand(request, "history")

    async def log(self, request: Request) -> Response:
        first = self._number(request, "from", 0)
        return JSONResponse(await self._read(request, lambda live, link: show.log_lines(live, first)))

    async def hint(self, request: Request) -> Response:
        return await self._errand(request, "hint")

    async def effects(self, request: Request) -> Response:
        return await self._errand(request, "effects")

    async def reasons(self, request: Request) -> Response:
        turn = self._number(request, "turn")

        def tell_of(live: LiveGame, link: Link) -> Reasons:
            found = show.reasons(live.game, turn)
            if found is None:
                raise Unknown(tell("server.refuse.turn"))
            return found

        return JSONResponse(await self._read(request, tell_of))

    async def orders(self, request: Request) -> Response:
        return await self._errand(request, "orders", self._number(request, "from"), self._number(request, "to"))

    async def why(self, request: Request) -> Response:
        return await self._errand(request, "why", request.query_params.get("space", ""))

    async def chat(self, request: Request) -> Response:
        after = self._number(request, "after", 0)

        def tell_of(live: LiveGame, link: Link) -> list[ChatLine]:
            return chat(self.service.store, live, after)

        return JSONResponse(await self._read(request, tell_of))

    # --- taking away ---

    async def _export(self, request: Request, what: str, name: str, kind: str) -> Response:
        self._count(request, "think")
        text = json.loads(await self._found_out(request, what))
        file = f'attachment; filename="fitl-{request.path_params["game"]}.{name}"'
        return PlainTextResponse(text, media_type=kind, headers={"Content-Disposition": file})

    async def journal(self, request: Request) -> Response:
        return await self._export(request, "journal", "jsonl", "application/jsonl")

    async def position(self, request: Request) -> Response:
        return await self._export(request, "position", "json", "application/json")

    async def log_text(self, request: Request) -> Response:
        return await self._export(request, "log", "txt", "text/plain")

    # --- changing ---

    async def choose(self, request: Request) -> Response:
        def act(link: Link, body: Body) -> None:
            self.service.choose(link, body.get("number"), body.get("key"))

        return await self._write(request, act)

    async def undo(self, request: Request) -> Response:
        def act(link: Link, body: Body) -> TakenAnswers:
            return self.service.take_back(link, body.get("number"), body.get("to"))

        return await self._write(request, act)

    async def answer_undo(self, request: Request) -> Response:
        def act(link: Link, body: Body) -> None:
            self.service.answer_proposal(link, body.get("proposal"), body.get("agree"))

        return await self._write(request, act)

    async def roll(self, request: Request) -> Response:
        return await self._write(request, lambda link, body: self.service.roll(link, body.get("number")))

    async def hurry(self, request: Request) -> Response:
        return await self._write(request, lambda link, body: self.service.hurry(link))

    async def transfer(self, request: Request) -> Response:
        def act(link: Link, body: Body) -> None:
            self.service.transfer(link, body.get("giver"), body.get("amount"))

        return await self._write(request, act)

    async def say(self, request: Request) -> Response:
        return await self._write(request, lambda link, body: self.service.say(link, body.get("text")))

    async def rename(self, request: Request) -> Response:
        return await self._write(request, lambda link, body: self.service.rename(link, body.get("name")))

    async def webhook(self, request: Request) -> Response:
        return await self._write(request, lambda link, body: self.service.set_webhook(link, body.get("url")))

    # --- seats, and the end of a game ---

    async def claim(self, request: Request) -> Response:
        self._count(request, "write")
        body, game = await self._body(request), request.path_params["game"]
        work = partial(self.service.claim, self._token(request), game, body.get("token"))
        await self._do(request, "write", work)
        return JSONResponse({"result": None})

    async def renew(self, request: Request) -> Response:
        def act(link: Link, body: Body) -> None:
            self.service.renew(link, self._token(request), body.get("token"))

        return await self._write(request, act)

    async def free(self, request: Request) -> Response:
        def act(link: Link, body: Body) -> NewLink:
            token = self.service.free(link, body.get("seat"))
            return {"token": token, "path": path_of(link.game, token, invitation=True)}

        return await self._write(request, act)

    async def mute(self, request: Request) -> Response:
        return await self._write(
            request, lambda link, body: self.service.mute(link, body.get("seat"), body.get("muted"))
        )

    async def renew_spectators(self, request: Request) -> Response:
        def act(link: Link, body: Body) -> NewLink:
            token = self.service.renew_spectators(link)
            return {"token": token, "path": path_of(link.game, token)}

        return await self._write(request, act)

    async def end(self, request: Request) -> Response:
        self._count(request, "write")
        body = await self._body(request)
        gone = await self._do(request, "write", lambda: self.service.end(self._link(request), body.get("end")))
        return JSONResponse({"result": {"gone": gone}})


def address_of(request: Request) -> str:
    """Where a request comes from, as far as a proxy tells."""
    return request.client.host if request.client else ""


def _row(link: Link, listed: Listed, links: list[Link]) -> MyGame:
    """A game in somebody's list."""
    summary = listed.summary
    held = {seat: other for other in links for seat in other.seats}
    return {
        "game": listed.id,
        "title": listed.name,
        "scenario": listed.scenario,
        "role": link.role,
        "factions": [faction for seat in link.seats for faction in summary["seats"][seat]],
        "lesson": listed.lesson,
        "turn": summary["seat"] is not None and summary["seat"] in link.seats,
        "actor": summary["actor"],
        "over": summary["over"],
        "card": summary["title"],
        "updated": listed.updated,
        "claimed": link.claimed,
        "host": link.host,
        "ends": listed.ending,
        "others": [
            {"factions": factions, "bot": seat not in held, "name": held[seat].name if seat in held else ""}
            for seat, factions in enumerate(summary["seats"])
            if seat not in link.seats
        ],
    }


async def on_error(request: Request, error: Exception) -> Response:
    """Words a refusal."""
    found = answer_to(error)
    if found is None:
        assert isinstance(error, HTTPException)
        found = refuse("unknown", tell("server.refuse.address"), error.status_code)
    request.app.state.metrics.refusal(found.code)
    return found
