"""All requests to a server, independent of HTTP: the table CALLS, used by the web API and by the static site.

A call works in a thread and may block. What takes longer it leaves to a job (offload/) and says what to do then.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeVar

from fitl.catalogue import spoken_language, tell
from fitl.server import library, show
from fitl.server.chat import chat
from fitl.server.live import LiveGame
from fitl.server.offload.job import Job, Offload
from fitl.server.offload.jobs.check_position import CheckPosition
from fitl.server.offload.jobs.import_save import ImportSave, Read
from fitl.server.offload.jobs.look import Arg, look_for
from fitl.server.offload.lanes import IMPORT
from fitl.server.refusals import BadImport, refusal_of
from fitl.server.seating import Body, Unclear, a_text, path_of
from fitl.server.service import Service, Unknown
from fitl.server.stored import Link, Listed
from fitl.server.tokens import hash_of
from fitl.server.wire.lobby import MyGame
from fitl.server.wire.table import NewLink

T = TypeVar("T")

MINE: Final = 100  # how many games a list may ask about
JSON: Final = "application/json"
GAME: Final = "/api/games/{game}"


@dataclass(frozen=True)
class Ask:
    """One request."""

    game: str = ""  # named in the path
    token: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    raw: bytes = b""  # the body as it came
    address: str = ""  # where it came from; "": this machine

    @property
    def body(self) -> Body:
        """The body; Unclear if it is not a JSON object."""
        try:
            body = json.loads(self.raw)
        except (ValueError, RecursionError):
            raise Unclear(tell("server.refuse.json")) from None
        if not isinstance(body, dict):
            raise Unclear(tell("server.refuse.json"))
        return body

    def number(self, name: str, default: int | None = None) -> int:
        """A number in the query; Unclear if there is none."""
        text = self.query.get(name)
        if text is None and default is not None:
            return default
        if text is None or not text.isascii() or not text.isdigit() or len(text) > 9:
            raise Unclear(tell("server.refuse.number", name=name))
        return int(text)


class Answer(NamedTuple):
    """The answer of a call."""

    content: object  # bytes as they are, or what is to become JSON
    status: int = 200
    kind: str = JSON
    file: str = ""  # the name under which it is saved
    constant: bool = False  # the same until the server is another

    @property
    def text(self) -> bytes:
        """The body of the response."""
        if isinstance(self.content, bytes):
            return self.content
        return json.dumps(self.content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


class Offloaded(NamedTuple):
    """A call that continues when a job is done."""

    job: Job[Any]
    then: Callable[[Any], Answer]
    blocks: bool = False  # `then` may block, too


Work = Callable[[Service, Ask], Answer | Offloaded]


class Call(NamedTuple):
    """One row of the table."""

    method: str
    path: str
    cost: str  # the kind of request that limits.py counts it as
    work: Work

    @property
    def about_game(self) -> bool:
        return "{game}" in self.path

    def cost_of(self, ask: Ask) -> str:
        """A look at an earlier moment costs more than a look at the present."""
        return "think" if self.work is look and "at" in ask.query else self.cost

    @property
    def name(self) -> str:
        return self.work.__name__


# --- kinds of calls ---


def _constant(name: str, read: Callable[[], object]) -> Work:
    def constant(_service: Service, _ask: Ask) -> Answer:
        return Answer(read(), constant=True)

    constant.__name__ = name
    return constant


def _read(service: Service, ask: Ask, tell_of: Callable[[LiveGame, Link], object]) -> Answer:
    """Something about a game, for the holder of the link."""
    link = service.link(ask.token, ask.game)
    with service.open(link.game) as live:
        service.keep_going(live)
        return Answer(tell_of(live, link))


def _look(service: Service, ask: Ask, what: str, *args: Arg) -> Offloaded:
    """Something about a game that takes longer, for the holder of the link."""
    link = service.link(ask.token, ask.game)
    return Offloaded(look_for(what, ask.game, link.seats, args, spoken_language()), Answer)


def _export(service: Service, ask: Ask, what: str, name: str, kind: str, *args: Arg) -> Offloaded:
    """A file about a game."""

    def then(found: bytes) -> Answer:
        text: str = json.loads(found)
        return Answer(text.encode("utf-8", "replace"), kind=kind, file=f"fitl-{ask.game}.{name}")

    return _look(service, ask, what, *args)._replace(then=then)


def _write(service: Service, ask: Ask, act: Callable[[Link, Body], object]) -> Answer:
    """Change something, then tell how the table looks."""
    body = ask.body
    since, have = body.get("from"), body.get("have")
    if since is not None and (type(since) is not int or not 0 <= since < 10**9):
        raise Unclear(tell("server.refuse.number", name="from"))
    have = None if have is None else a_text(have, "have")
    link = service.link(ask.token, ask.game)
    with service.open(link.game) as live:
        result = act(link, body)
        if have is None:
            return Answer({"state": show.state_of(service, live, link, since=since), "result": result})
        return Answer({"patch": show.patch_of(service, live, link, have, since), "result": result})


# --- the lobby ---


def create(service: Service, ask: Ask) -> Answer:
    return Answer(service.create(ask.body, ask.address), 201)


def bring(service: Service, ask: Ask) -> Offloaded:
    def then(read: Read) -> Answer:
        if "refused" in read:
            code, message = read["refused"]
            raise BadImport(message, code=code, seconds=read["seconds"])
        return Answer(service.take_in(read["brought"], ask.address), 201)

    return Offloaded(ImportSave(ask.raw, spoken_language()), then, blocks=True)


def fork(service: Service, ask: Ask) -> Offloaded:
    """A copy that goes on from a moment; it counts as a new game of the address that asks for it."""
    link, wish = service.link(ask.token, ask.game), ask.body
    of = service.fork_from(link, wish.get("at"))

    def then(found: bytes) -> Answer:
        return Answer(service.take_in(json.loads(found), ask.address, of), 201)

    return _look(service, ask, "fork", of["entry"], json.dumps(wish))._replace(then=then, blocks=True)


def check_position(_service: Service, ask: Ask) -> Offloaded:
    return Offloaded(CheckPosition(ask.raw, spoken_language()), Answer)


def too_costly() -> BadImport:
    """The refusal of an import that was ended."""
    seconds, memory = IMPORT.seconds or 0, IMPORT.memory or 0
    return BadImport(tell("server.refuse.costly", n=seconds, memory=memory >> 20), seconds=seconds)


def mine(service: Service, ask: Ask) -> Answer:
    """News of the games for which a client has links."""
    tokens = ask.body.get("tokens")
    if not isinstance(tokens, list) or len(tokens) > MINE or any(not isinstance(token, str) for token in tokens):
        raise Unclear(tell("server.refuse.tokens", n=MINE))
    hashes = [hash_of(token) for token in tokens]
    found = service.store.mine(hashes)
    links = service.store.links_of({listed.id for _, listed in found.values()})
    return Answer([None if each is None else _row(*each, links[each[1].id]) for each in map(found.get, hashes)])


def _row(link: Link, listed: Listed, links: list[Link]) -> MyGame:
    """A game in a client's list of games."""
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
        "origin": listed.origin,
        "others": [
            {"factions": factions, "bot": seat not in held, "name": held[seat].name if seat in held else ""}
            for seat, factions in enumerate(summary["seats"])
            if seat not in link.seats
        ],
    }


# --- looking ---


def look(service: Service, ask: Ask) -> Answer | Offloaded:
    at = ask.number("at") if "at" in ask.query else None
    since = ask.number("from") if "from" in ask.query else None
    have = ask.query.get("have") if at is None else None
    if have is not None:
        told = a_text(have, "have")
        return _read(service, ask, lambda live, link: show.patch_of(service, live, link, told, since))

    def tell_of(live: LiveGame, link: Link) -> object:
        then = None if at is None else min(at, len(live.game.entries))
        return show.state_of(service, live, link, then, since)

    table: Any = _read(service, ask, tell_of).content
    if table["view"] is not None:
        return Answer(table)
    return _look(service, ask, "view", at)._replace(then=lambda view: Answer({**table, "view": json.loads(view)}))


def version(service: Service, ask: Ask) -> Answer:
    return _read(service, ask, lambda live, _link: service.news(live))


def frames(service: Service, ask: Ask) -> Offloaded:
    return _look(service, ask, "frames", *_from_to(ask))


def _from_to(ask: Ask) -> tuple[int, int]:
    return ask.number("from"), ask.number("to")


def history(service: Service, ask: Ask) -> Offloaded:
    return _look(service, ask, "history")


def review(service: Service, ask: Ask) -> Offloaded:
    return _look(service, ask, "review")


def review_turn(service: Service, ask: Ask) -> Offloaded:
    return _look(service, ask, "review_turn", ask.number("entry"))


def log(service: Service, ask: Ask) -> Answer:
    first = ask.number("from", 0)
    return _read(service, ask, lambda live, _link: show.log_lines(live, first))


def hint(service: Service, ask: Ask) -> Offloaded:
    return _look(service, ask, "hint")


def effects(service: Service, ask: Ask) -> Offloaded:
    return _look(service, ask, "effects")


def reasons(service: Service, ask: Ask) -> Answer:
    turn = ask.number("turn")

    def tell_of(live: LiveGame, _link: Link) -> object:
        found = show.reasons(live.game, turn)
        if found is None:
            raise Unknown(tell("server.refuse.turn"))
        return found

    return _read(service, ask, tell_of)


def orders(service: Service, ask: Ask) -> Offloaded:
    return _look(service, ask, "orders", *_from_to(ask))


def why(service: Service, ask: Ask) -> Offloaded:
    return _look(service, ask, "why", ask.query.get("space", ""))


def read_chat(service: Service, ask: Ask) -> Answer:
    after = ask.number("after", 0)
    return _read(service, ask, lambda live, _link: chat(service.store, live, after))


# --- taking away ---


def journal(service: Service, ask: Ask) -> Offloaded:
    return _export(service, ask, "journal", "jsonl", "application/jsonl")


def position(service: Service, ask: Ask) -> Offloaded:
    at = ask.number("at") if "at" in ask.query else None
    return _export(service, ask, "position", "json", JSON, at)


def log_text(service: Service, ask: Ask) -> Offloaded:
    return _export(service, ask, "log", "txt", "text/plain")


# --- changing ---


def choose(service: Service, ask: Ask) -> Answer:
    return _write(service, ask, lambda link, body: service.choose(link, body.get("number"), body.get("key")))


def undo(service: Service, ask: Ask) -> Answer:
    return _write(service, ask, lambda link, body: service.take_back(link, body.get("number"), body.get("to")))


def answer_undo(service: Service, ask: Ask) -> Answer:
    def act(link: Link, body: Body) -> None:
        service.answer_proposal(link, body.get("proposal"), body.get("agree"))

    return _write(service, ask, act)


def roll(service: Service, ask: Ask) -> Answer:
    return _write(service, ask, lambda link, body: service.roll(link, body.get("number")))


def hurry(service: Service, ask: Ask) -> Answer:
    return _write(service, ask, lambda link, _body: service.hurry(link))


def transfer(service: Service, ask: Ask) -> Answer:
    return _write(service, ask, lambda link, body: service.transfer(link, body.get("giver"), body.get("amount")))


def say(service: Service, ask: Ask) -> Answer:
    return _write(service, ask, lambda link, body: service.say(link, body.get("text")))


def rename(service: Service, ask: Ask) -> Answer:
    return _write(service, ask, lambda link, body: service.rename(link, body.get("name")))


def webhook(service: Service, ask: Ask) -> Answer:
    return _write(service, ask, lambda link, body: service.set_webhook(link, body.get("url")))


# --- seats, and the end of a game ---


def claim(service: Service, ask: Ask) -> Answer:
    service.claim(ask.token, ask.game, ask.body.get("token"))
    return Answer({"result": None})


def renew(service: Service, ask: Ask) -> Answer:
    return _write(service, ask, lambda link, body: service.renew(link, ask.token, body.get("token")))


def free(service: Service, ask: Ask) -> Answer:
    def act(link: Link, body: Body) -> NewLink:
        token = service.free(link, body.get("seat"))
        return {"token": token, "path": path_of(link.game, token, invitation=True)}

    return _write(service, ask, act)


def mute(service: Service, ask: Ask) -> Answer:
    return _write(service, ask, lambda link, body: service.mute(link, body.get("seat"), body.get("muted")))


def renew_spectators(service: Service, ask: Ask) -> Answer:
    def act(link: Link, _body: Body) -> NewLink:
        token = service.renew_spectators(link)
        return {"token": token, "path": path_of(link.game, token)}

    return _write(service, ask, act)


def end(service: Service, ask: Ask) -> Answer:
    body = ask.body
    return Answer({"result": {"gone": service.end(service.link(ask.token, ask.game), body.get("end"))}})


# --- the table ---

CALLS: Final = (
    Call("GET", "/api/messages", "read", _constant("messages", library.messages)),
    Call("GET", "/api/facts", "read", _constant("facts", library.facts)),
    Call("GET", "/api/scenarios", "read", _constant("scenarios", library.scenarios)),
    Call("GET", "/api/options", "read", _constant("options", library.options)),
    Call("GET", "/api/readings", "read", _constant("readings", library.readings)),
    Call("GET", "/api/cards", "read", _constant("cards", library.cards)),
    Call("GET", "/api/rules", "read", _constant("rules", library.rules)),
    Call("GET", "/api/lesson", "read", _constant("lesson", library.the_lesson)),
    Call("POST", "/api/games", "create", create),
    Call("POST", "/api/games/import", "create", bring),
    Call("POST", "/api/positions", "think", check_position),
    Call("POST", "/api/mine", "read", mine),
    Call("GET", GAME, "read", look),
    Call("GET", f"{GAME}/version", "read", version),
    Call("GET", f"{GAME}/frames", "think", frames),
    Call("GET", f"{GAME}/history", "think", history),
    Call("GET", f"{GAME}/review", "think", review),
    Call("GET", f"{GAME}/review/turn", "think", review_turn),
    Call("GET", f"{GAME}/log", "read", log),
    Call("GET", f"{GAME}/hint", "think", hint),
    Call("GET", f"{GAME}/effects", "think", effects),
    Call("GET", f"{GAME}/reasons", "read", reasons),
    Call("GET", f"{GAME}/orders", "think", orders),
    Call("GET", f"{GAME}/why", "think", why),
    Call("GET", f"{GAME}/chat", "read", read_chat),
    Call("GET", f"{GAME}/journal", "think", journal),
    Call("GET", f"{GAME}/position", "think", position),
    Call("GET", f"{GAME}/log.txt", "think", log_text),
    Call("POST", f"{GAME}/fork", "create", fork),
    Call("POST", f"{GAME}/choose", "write", choose),
    Call("POST", f"{GAME}/undo", "write", undo),
    Call("POST", f"{GAME}/undo/answer", "write", answer_undo),
    Call("POST", f"{GAME}/roll", "write", roll),
    Call("POST", f"{GAME}/hurry", "write", hurry),
    Call("POST", f"{GAME}/transfer", "write", transfer),
    Call("POST", f"{GAME}/chat", "write", say),
    Call("POST", f"{GAME}/name", "write", rename),
    Call("POST", f"{GAME}/webhook", "write", webhook),
    Call("POST", f"{GAME}/claim", "write", claim),
    Call("POST", f"{GAME}/renew", "write", renew),
    Call("POST", f"{GAME}/free", "write", free),
    Call("POST", f"{GAME}/mute", "write", mute),
    Call("POST", f"{GAME}/renew/spectators", "write", renew_spectators),
    Call("POST", f"{GAME}/end", "write", end),
)


def find(method: str, path: str) -> tuple[Call, str] | None:
    """The call of a method and path, and the game that the path names."""
    for call in CALLS:
        before, slot, after = call.path.partition("{game}")
        game = path[len(before) : len(path) - len(after)] if slot else ""
        if call.method == method and path == before + game + after and "/" not in game and bool(slot) == bool(game):
            return call, game
    return None


async def answer(service: Service, offload: Offload, method: str, path: str, ask: Ask) -> Answer:
    """Answer a request in this thread, refusals included. For a place without HTTP; nothing is limited."""
    found = find(method, path)
    try:
        if found is None:
            raise Unknown(tell("server.refuse.address"))
        call, game = found
        said = call.work(service, Ask(game, ask.token, ask.query, ask.raw, ask.address))
        if isinstance(said, Offloaded):
            said = said.then(await offload.run(said.job, ask.address))
        return said
    except Exception as error:
        refusal = refusal_of(error)
        if refusal is None:
            raise
        return Answer({"error": refusal.code, "message": refusal.message}, refusal.status)
