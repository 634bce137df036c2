"""What an answer costs: bytes over the line and milliseconds of processor on the server, in games of all three eras.

    python tools/answer_costs.py                     # the tables of docs/performance.md
    python tools/answer_costs.py --profile           # and where the time goes

One person at a table of non-players answers at random, through the whole application without a network: all
that the server does but uvicorn's reading and writing. Non-players play between two answers and are not counted.
"""

import argparse
import asyncio
import cProfile
import gzip
import json
import pstats
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import anyio.to_thread

from fitl.board.factions import FACTION_IDS
from fitl.board.scenarios import SCENARIOS
from fitl.server.app import Setup, make_app
from fitl.server.limits import Unlimited
from fitl.server.offload.threads import Threads
from fitl.server.service import Service
from fitl.server.store.sql import SqlStore
from fitl.thinker.thought import think

GAMES: Final = {  # and who plays against the person: the flowcharts know the base game alone
    "short-1965": "flowchart",
    "four-player-1961": "thinker:instant",
    "black-april-1973": "thinker:instant",
}

Json = dict[str, Any]


class Answered(NamedTuple):
    """What the server said, and what it cost."""

    body: Json
    plain: int
    sent: int
    seconds: float


class Client:
    """Requests to the application itself."""

    def __init__(self, app: Any, profile: cProfile.Profile | None) -> None:
        self._app = app
        self._profile = profile

    async def ask(self, method: str, path: str, token: str = "", body: Json | None = None) -> Answered:
        path, _, query = path.partition("?")
        content = b"" if body is None else json.dumps(body).encode()
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "headers": [
                (b"host", b"127.0.0.1"),
                (b"accept-encoding", b"gzip"),
                (b"authorization", f"Bearer {token}".encode()),
                (b"content-type", b"application/json"),
            ],
        }
        told: list[Json] = []
        asked = [{"type": "http.request", "body": content, "more_body": False}]

        async def receive() -> Json:
            return asked.pop() if asked else {"type": "http.disconnect"}

        async def send(message: Json) -> None:
            told.append(message)

        if self._profile is not None:
            self._profile.enable()
        began = time.process_time()
        await self._app(scope, receive, send)
        seconds = time.process_time() - began
        if self._profile is not None:
            self._profile.disable()
        if told[0]["status"] >= 400:
            raise RuntimeError(b"".join(each.get("body", b"") for each in told).decode())
        found = b"".join(each["body"] for each in told[1:])
        plain = gzip.decompress(found) if (b"content-encoding", b"gzip") in told[0]["headers"] else found
        return Answered(json.loads(plain), len(plain), len(found), seconds)


def kept(table: Json | None, patch: Json) -> Json:
    """What somebody who keeps a table needs of it here: its number and the answers."""
    if patch["base"] is None:
        whole = patch["table"]
        return {"number": whole["number"], "entries": whole["entries"], "decision": whole["view"]["decision"]}
    new = {path.removeprefix("view."): value for path, value in patch["changed"].items()}
    assert table is not None
    return {name: new.get(name, value) for name, value in table.items()}


def let_bots_play(service: Service, game: str) -> None:
    """Until a person is asked."""
    played = service.play_bots(game)
    while played.more:
        played = service.play_bots(game, None if played.question is None else think(played.question))


async def play(client: Client, service: Service, scenario: str, answers: int, whole: bool, seed: int) -> list[Answered]:
    """A person's answers in one game, at most this many."""
    rng = random.Random(seed)
    names = [FACTION_IDS[faction] for faction in SCENARIOS[scenario].factions]
    bots = [{"factions": [name], "kind": "bot", "plays": GAMES[scenario]} for name in names[1:]]
    wish = {"scenario": scenario, "seats": [{"factions": names[:1], "kind": "me"}, *bots], "seed": seed}
    made = (await client.ask("POST", "/api/games", body=wish)).body
    base, token = f"/api/games/{made['game']}", made["links"][0]["token"]
    found: list[Answered] = []
    table: Json | None = None
    while len(found) < answers:
        if table is None or not (table["decision"] or {}).get("options"):
            await anyio.to_thread.run_sync(let_bots_play, service, made["game"])
            patch = (await client.ask("GET", f"{base}?have=", token)).body
            table, have = kept(None, patch), f"{patch['series']}.{patch['number']}"
            if table["decision"] is None:
                break
        key = rng.choice(table["decision"]["options"])["key"]
        wish = {"number": table["number"], "key": key, "from": table["entries"], "have": have}
        answer = await client.ask("POST", f"{base}/choose", token, wish | ({"have": None} if whole else {}))
        patch = (
            {"base": None, "table": answer.body["state"], "series": "", "number": 0} if whole else answer.body["patch"]
        )
        table, have = kept(table, patch), f"{patch['series']}.{patch['number']}"
        found.append(answer)
    return found


async def play_some(app: Any, scenario: str, answers: int, whole: bool, seed: int, profile: Any) -> list[Answered]:
    """Games one after another, until this many answers were given."""
    service: Service = app.state.service
    service.set_to_work = lambda game: None
    found: list[Answered] = []
    while len(found) < answers:
        client = Client(app, profile)
        found += await play(client, service, scenario, answers - len(found), whole, seed)
        seed += 1
    return found


def quantiles(values: Sequence[float], write: Callable[[float], str]) -> str:
    ordered = sorted(values)
    return f"{write(statistics.median(ordered))} / {write(ordered[int(0.95 * (len(ordered) - 1))])}"


def row(what: str, found: Sequence[Answered]) -> str:
    size = "{:,.0f}".format
    cells = (
        quantiles([each.sent for each in found], size),
        quantiles([each.plain for each in found], size),
        quantiles([1000 * each.seconds for each in found], "{:.1f}".format),
    )
    return f"| {what} | {len(found)} | {' | '.join(cells)} |"


async def at_once(_self: Threads, work: Callable[[], Any], *_whose: str | None, **_more: str | None) -> Any:
    """What a thread would do, where the profile sees it."""
    return work()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=150, help="of a person in each game (150)")
    parser.add_argument("--profile", action="store_true", help="tell where the time goes")
    parser.add_argument("--sort", default="tottime", help="of the profile: tottime or cumulative")
    parser.add_argument("--lines", type=int, default=40, help="of the profile")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    profile = cProfile.Profile() if args.profile else None
    if profile is not None:
        Threads.run = at_once  # type: ignore[method-assign,assignment]
    print("| game | answers | bytes sent p50 / p95 | bytes unpacked p50 / p95 | processor p50 / p95 (ms) |")
    print("|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        store = SqlStore(f"sqlite:///{folder}/games.sqlite3")
        app = make_app(store, Setup(limiter=Unlimited(), bots_apart=False))
        for whole, told in ((False, "patches"), (True, "whole tables"))[: 1 if profile else 2]:
            every: list[Answered] = []
            for scenario in GAMES:
                found = asyncio.run(play_some(app, scenario, args.answers, whole, args.seed, profile))
                every += found
                print(row(f"{scenario}, {told}", found), flush=True)
            print(row(f"all, {told}", every), flush=True)
        store.close()
    if profile is not None:
        pstats.Stats(profile).sort_stats(args.sort).print_stats(args.lines)


if __name__ == "__main__":
    main()
