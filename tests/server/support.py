"""Helpers: a server in a thread on loopback, clients that play through it, and what is stored, to compare."""

import asyncio
import json
import random
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import httpx
import sqlalchemy as sa
import uvicorn
from websockets.sync.client import ClientConnection, connect

from fitl.server.app import Setup, make_app
from fitl.server.connections import PATIENT, Crowd, Patience
from fitl.server.limits import RATES, Limiter, Rate
from fitl.server.offload.inline import InlineWorker
from fitl.server.offload.job import Offload
from fitl.server.offload.lanes import LANES, LOOK, Lane
from fitl.server.offload.pool import Pool, Workman
from fitl.server.running import configured, make_door
from fitl.server.service import Service
from fitl.server.store import Store
from fitl.server.store.memory import MemoryStore
from fitl.server.store.schema import CHAT, GAMES, LINES, LINKS, METADATA
from fitl.server.store.sql import SqlStore
from fitl.server.stored import NewRow
from fitl.server.tokens import new_token
from fitl.server.uploads import Uploads

UNLIMITED = dict.fromkeys(RATES, Rate(1e9, 1e9))
MEMORY = "memory:"  # the address of a store of its own in memory
PATIENCE = 90.0  # seconds, on a busy machine too, after which something that should happen soon has not

Json = dict[str, Any]


def until(true: Callable[[], Any], what: str) -> Any:
    """Wait until something is so, and give it."""
    end = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < end, f"in vain: {what}"
        time.sleep(0.005)
    return found


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run something asynchronous in a thread of its own: in this one a browser of other tests may have a loop."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, asyncio.wait_for(work, PATIENCE)).result()


def a_row(game: str, **more: Any) -> NewRow:
    """A game to be stored that nobody opens."""
    asked: Json = {"actor": None, "seat": None, "person": None, "seats": [], "number": 0}
    about: Json = {"summary": {"over": False, "card": 1, "title": "", **asked}, "bot_asked": False}
    row: Json = {"id": game, "name": game, "scenario": "x", "lesson": False, **more}
    return {"about": {"over": False, "played": False, **about}, **row}  # type: ignore[typeddict-item]


class Running:
    """A server that answers on loopback."""

    def __init__(self, address: str, service: Service, server: uvicorn.Server, offload: Any, uploads: Uploads) -> None:
        self.address = address
        self.service = service
        self.store = service.store
        self.server = server
        self.offload = offload
        self.uploads: Uploads = uploads
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)

    def get(self, path: str, token: str = "", **options: Any) -> httpx.Response:
        return self.http.get(path, headers=bearer(token), **options)

    def post(self, path: str, body: Any = None, token: str = "", **headers: str) -> httpx.Response:
        return self.http.post(path, json={} if body is None else body, headers=bearer(token) | headers)

    def new_game(self, *kinds: str, scenario: str = "short-1965", **wish: Any) -> "Table":
        """Four seats of these kinds (all "me" if none are named)."""
        names = ("us", "arvn", "nva", "vc")
        if kinds:
            wish["seats"] = [{"factions": [name], "kind": kind} for name, kind in zip(names, kinds, strict=True)]
        answer = self.create({"scenario": scenario, "seed": 1, **wish})
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json())

    def create(self, wish: Json) -> httpx.Response:
        """A game with a seed: people together may not choose one, so the server is made to draw it."""
        if wish["seed"] is None or all(seat["kind"] != "link" for seat in wish.get("seats") or ()):
            return self.post("/api/games", wish)
        drawn, self.service.new_seed = self.service.new_seed, lambda: wish["seed"]
        try:
            return self.post("/api/games", wish | {"seed": None})
        finally:
            self.service.new_seed = drawn

    def stored(self) -> dict[str, list[tuple[Any, ...]]]:
        """Everything in the store."""
        if isinstance(self.store, MemoryStore):
            return {game: [(self.store.record(game),)] for game in sorted(self.store._games)}
        with self.database.engine.connect() as connection:
            return {
                table.name: sorted((tuple(row) for row in connection.execute(sa.select(table))), key=repr)
                for table in METADATA.sorted_tables
            }

    @property
    def database(self) -> SqlStore:
        """The store, where it is a database."""
        assert isinstance(self.store, SqlStore)
        return self.store

    def set_games(self, game: str = "", **values: Any) -> None:
        """Change what is stored of one game or of all, behind everybody's back."""
        if isinstance(self.store, MemoryStore):
            for record in self.store._games.values():
                if record["id"] == game or not game:
                    for name, value in values.items():
                        part: Any = record["about"] if name in record["about"] else record
                        part[name] = value
            return
        with self.database.writing() as connection:
            connection.execute(GAMES.update().where(GAMES.c.id.startswith(game)).values(**values))

    def set_line(self, game: str, number: int, line: str) -> None:
        """Change one line of a journal."""
        if isinstance(self.store, MemoryStore):
            self.store._games[game]["journals"][-1][number] = line
            return
        with self.database.writing() as connection:
            connection.execute(LINES.update().where(LINES.c.game == game, LINES.c.number == number).values(line=line))

    def set_links(self, place: int, **values: Any) -> None:
        """Change what is stored of the links at a place."""
        if isinstance(self.store, MemoryStore):
            for record in self.store._games.values():
                record["links"][place].update(values)  # type: ignore[typeddict-item]
            return
        with self.database.writing() as connection:
            connection.execute(LINKS.update().where(LINKS.c.place == place).values(**values))

    def add_chat(self, game: str, lines: list[Json]) -> None:
        """Store lines of chat without counting them."""
        if isinstance(self.store, MemoryStore):
            for number, line in enumerate(lines, self.store._chat + 1):
                self.store._games[game]["chat"].append({"id": number, **line})  # type: ignore[typeddict-item]
            self.store._chat += len(lines)
            return
        with self.database.writing() as connection:
            connection.execute(CHAT.insert(), [{"game": game, **line} for line in lines])

    def lines(self, game: str) -> list[str]:
        listed = self.store.listed(game)
        assert listed is not None
        return self.store.lines(game, listed.head.generation)


class NearPool(Pool):
    """A pool whose jobs are done in this process, which saves the second in which another one starts."""

    def __init__(self, store: Store) -> None:
        self._store = store
        super().__init__(None, (replace(lane, workers=1) if lane is LOOK else lane for lane in LANES))

    def _worker(self, lane: Lane, number: int) -> Workman:
        return InlineWorker(self._store)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def claimed(http: httpx.Client, game: str, link: Json) -> str:
    """The token to play with: an invitation is exchanged for a seat first."""
    if not link["invitation"]:
        return str(link["token"])
    secret = new_token()
    answer = http.post(f"/api/games/{game}/claim", json={"token": secret}, headers=bearer(link["token"]))
    assert answer.status_code == 200, answer.text
    return secret


@dataclass
class Player:
    """Somebody with a link."""

    server: Running
    game: str
    token: str
    role: str
    factions: list[str]

    @property
    def base(self) -> str:
        return f"/api/games/{self.game}"

    def get(self, path: str = "") -> httpx.Response:
        return self.server.get(self.base + path, self.token)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        return self.server.post(self.base + path, body, self.token, **headers)

    def state(self) -> Json:
        answer = self.get()
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def settled(self) -> Json:
        """The table when the non-players have done."""
        until(lambda: self.get("/version").json()["thinking"] is False, "non-players have done")
        return self.state()

    def choose(self, key: str, number: int | None = None) -> httpx.Response:
        return self.post("/choose", {"number": self.state()["number"] if number is None else number, "key": key})

    def asked(self, state: Json | None = None) -> list[str]:
        """The keys offered to this player now, none if somebody else is asked."""
        decision = (state or self.state())["view"]["decision"]
        return [option["key"] for option in (decision or {}).get("options", ())]

    def through(self, server: Running) -> "Player":
        """The same link, used through another server."""
        return Player(server, self.game, self.token, self.role, self.factions)

    @contextmanager
    def socket(self, greeting: str | None = None, **options: Any) -> Iterator[ClientConnection]:
        """An open socket that has said who it is."""
        address = self.server.address.replace("http", "ws", 1) + self.base + "/live"
        with connect(address, **options) as socket:
            socket.send(json.dumps({"token": self.token}) if greeting is None else greeting)
            yield socket


class Table:
    """A new game and all its links."""

    def __init__(self, server: Running, created: Json) -> None:
        self.server = server
        self.id: str = created["game"]
        self.created = created
        everybody = [
            Player(server, self.id, self._secret(link), link["role"], link["factions"]) for link in created["links"]
        ]
        self.players = [player for player in everybody if player.role == "player"]
        self.spectator = everybody[-1]
        self.me = self.players[0] if self.players else self.spectator

    def _secret(self, link: Json) -> str:
        """What opens a seat: of an invitation, what it is exchanged for."""
        return claimed(self.server.http, self.id, link)

    def asked(self) -> Player:
        """Whoever is asked, once non-players have done."""
        actor = self.me.settled()["view"]["decision"]["actor"]
        return next(player for player in self.players if actor in player.factions)

    def play(self, answers: int, choose: random.Random | None = None) -> None:
        """Give so many answers, each by whoever is asked."""
        rng = choose or random.Random(1)
        state, seen_by = self.me.settled(), self.me
        for _ in range(answers):
            if state["thinking"]:
                state, seen_by = self.me.settled(), self.me
            if state["over"]:
                return
            actor = state["view"]["decision"]["actor"]
            player = next(player for player in self.players if actor in player.factions)
            if player is not seen_by:
                state, seen_by = player.state(), player
            answer = player.choose(rng.choice(player.asked(state)), state["number"])
            assert answer.status_code == 200, answer.text
            state = answer.json()["state"]


@contextmanager
def serving(
    url: str,
    *,
    rates: dict[str, Rate] | None = None,
    door: Crowd | None = None,
    patience: Patience = PATIENT,
    **options: Any,
) -> Iterator[Running]:
    """Run a server over a store in a thread; `options` of the application, `offload` made from the store."""
    store = MemoryStore() if url == MEMORY else SqlStore(url)
    offload: Callable[[Store], Offload] = options.pop("offload", NearPool)
    options["offload"] = offload(store)
    options.setdefault("bots_apart", False)  # saves the second in which the worker starts
    app = make_app(store, Setup(limiter=Limiter(rates or UNLIMITED), **options))
    config = configured(
        app, make_door() if door is None else door, patience=patience, port=0, timeout_graceful_shutdown=2
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until(lambda: server.started, "the server has started")
    port = server.servers[0].sockets[0].getsockname()[1]
    running = Running(f"http://127.0.0.1:{port}", app.state.service, server, options["offload"], app.state.uploads)
    try:
        yield running
    finally:
        running.http.close()
        server.should_exit = True
        thread.join(PATIENCE)
        store.close()
        assert not thread.is_alive(), "the server does not end"
