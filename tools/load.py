"""Measures the server under load: many games at once, one person-like client in each, non-players in the other seats.

    python tools/load.py --games 200 --seconds 30

On SQLite with one server process, then on PostgreSQL with two. Beside how long people wait for `choose` it tells how
long the engine alone takes for the very same answers. Ends with status 1 if any request failed.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import httpx

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.databases import Cluster, free_port  # noqa: E402

from fitl import journal  # noqa: E402  (the path must be set first)
from fitl.decisions import CHANCE  # noqa: E402
from fitl.entries import ROLL  # noqa: E402
from fitl.game import Game  # noqa: E402
from fitl.server.store.sql import SqlStore  # noqa: E402

WARM_UP = 120.0  # seconds in which the non-players of all the games must have made their first moves
SEATS = [
    {"factions": [name], "kind": kind} for name, kind in (("us", "me"), ("arvn", "bot"), ("nva", "bot"), ("vc", "bot"))
]


# --- a server process ---


def serve(url: str, port: int) -> None:
    """Run a server without limits on how much one address may ask for."""
    import uvicorn

    from fitl.server.app import make_app
    from fitl.server.limits import RATES, Limiter, Rate
    from fitl.server.running import configured, make_door

    app = make_app(SqlStore(url), limiter=Limiter(dict.fromkeys(RATES, Rate(1e9, 1e9))))
    uvicorn.Server(configured(app, make_door(limited=False), port=port, log_level="error")).run()


class Server:
    """One server process."""

    def __init__(self, url: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._process = subprocess.Popen([sys.executable, __file__, "--serve", url, str(self.port)])
        end = time.monotonic() + 60
        while True:
            try:
                httpx.get(f"{self.address}/api/options")
                return
            except httpx.TransportError:
                if time.monotonic() > end or self._process.poll() is not None:
                    raise
                time.sleep(0.1)

    def memory(self) -> float:
        """Resident memory in MiB."""
        for line in Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise OSError("no VmRSS")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


# --- people ---


class Measured:
    """What the clients saw."""

    def __init__(self) -> None:
        self.chosen: list[float] = []
        self.looked: list[float] = []
        self.errors: list[str] = []
        self.over = 0
        self.asked: set[str] = set()  # games in which the person has been asked at least once

    def begin(self) -> None:
        """Forget what was before: now everybody is at the table."""
        self.chosen.clear()
        self.looked.clear()


async def person(http: httpx.AsyncClient, created: dict[str, Any], think: float, seed: int, seen: Measured) -> None:
    """Looks, thinks, picks one of the options offered, until told to stop."""
    rng = random.Random(seed)
    base = f"/api/games/{created['game']}"
    headers = {"Authorization": f"Bearer {created['links'][0]['token']}"}
    await asyncio.sleep(rng.random() * think)
    state: dict[str, Any] = {"thinking": True}
    while True:
        try:
            if state["thinking"]:
                await asyncio.sleep(min(0.5, think))
                news = await http.get(base + "/version", headers=headers)
                if news.status_code != 200:
                    seen.errors.append(news.text)
                if news.json().get("thinking"):
                    continue
                began = time.perf_counter()
                answer = await http.get(base, headers=headers)
                seen.looked.append(time.perf_counter() - began)
                state = answer.json()
                seen.asked.add(base)
            elif state["over"]:
                seen.over += 1
                return
            else:
                await asyncio.sleep(rng.uniform(0.5, 1.5) * think)
                key = rng.choice(state["view"]["decision"]["options"])["key"]
                body = {"number": state["number"], "key": key}
                began = time.perf_counter()
                answer = await http.post(base + "/choose", json=body, headers=headers)
                seen.chosen.append(time.perf_counter() - began)
                if answer.status_code == 200:
                    state = answer.json()["state"]
            if answer.status_code != 200:
                seen.errors.append(answer.text)
                state = {"thinking": True}
        except httpx.TransportError as error:
            seen.errors.append(repr(error))


class Result(NamedTuple):
    """One line of the table."""

    name: str
    choose: list[float]
    look: list[float]
    engine: list[float]
    rate: float
    memory: float
    errors: list[str]


async def play(servers: list[Server], games: int, seconds: float, think: float) -> tuple[Measured, list[str], float]:
    """Have people play for a while; what they saw, the games, and the memory each took in MiB."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    seen = Measured()
    async with httpx.AsyncClient(timeout=60, limits=limits) as any_server:
        clients = [httpx.AsyncClient(base_url=server.address, timeout=60, limits=limits) for server in servers]
        before = sum(server.memory() for server in servers)
        created = []
        for number in range(games):
            wish = {"scenario": "short-1965", "seed": number, "seats": SEATS}
            answer = await any_server.post(f"{servers[number % len(servers)].address}/api/games", json=wish)
            created.append(answer.json())
        people = [
            asyncio.create_task(person(clients[number % len(clients)], game, think, number, seen))
            for number, game in enumerate(created)
        ]
        end = time.monotonic() + WARM_UP
        while len(seen.asked) < games and time.monotonic() < end:
            await asyncio.sleep(0.2)
        seen.begin()
        await asyncio.sleep(seconds)
        memory = (sum(server.memory() for server in servers) - before) / games
        for task in people:
            task.cancel()
        await asyncio.gather(*people, return_exceptions=True)
        for client in clients:
            await client.aclose()
    return seen, [game["game"] for game in created], memory


def engine_times(url: str, games: list[str]) -> list[float]:
    """How long the engine alone takes for each answer that people gave, in the same games."""
    store = SqlStore(url)
    times = []
    for game_id in games:
        listed = store.listed(game_id)
        assert listed is not None
        told = journal.parse("".join(line + "\n" for line in store.lines(game_id, listed.head.generation)))
        whole = journal.replay(told)
        game = Game(whole.checkpoints[0].state.copy(), manual_chance=True)
        game.begin()
        for entry in whole.entries:
            by_person = entry.actor not in (CHANCE, ROLL) and entry.actor not in game.state.options.non_players
            began = time.perf_counter()
            game.give_again(entry)
            if by_person:
                times.append(time.perf_counter() - began)
    store.close()
    return times


def measure(name: str, url: str, processes: int, args: argparse.Namespace) -> Result:
    servers = [Server(url) for _ in range(processes)]
    try:
        seen, games, memory = asyncio.run(play(servers, args.games, args.seconds, args.think))
    finally:
        for server in servers:
            server.stop()
    engine = engine_times(url, games)
    return Result(name, seen.chosen, seen.looked, engine, len(seen.chosen) / args.seconds, memory, seen.errors)


# --- the table ---


def quantile(times: list[float], share: float) -> str:
    if not times:
        return "-"
    found = 1000 * sorted(times)[min(len(times) - 1, int(len(times) * share))]
    return f"{found:.1f}" if found >= 1 else f"{found:.3f}"


def table(results: list[Result]) -> str:
    lines = [
        "| database, server processes | answers | a second | choose p50 / p95 (ms) | look p50 / p95 (ms) "
        "| engine alone p50 / p95 (ms) | memory per game | errors |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for each in results:
        pairs = [f"{quantile(times, 0.5)} / {quantile(times, 0.95)}" for times in (each.choose, each.look, each.engine)]
        lines.append(
            f"| {each.name} | {len(each.choose)} | {each.rate:.0f} | {pairs[0]} | {pairs[1]} | {pairs[2]} "
            f"| {each.memory:.2f} MiB | {len(each.errors)} |"
        )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--think", type=float, default=4.0, help="seconds a person thinks about an answer, on average")
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    parser.add_argument("--serve", nargs=2, metavar=("URL", "PORT"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve[0], int(args.serve[1]))
        return 0
    print(f"{args.games} games, {args.seconds:.0f} s each, {os.cpu_count()} processors", file=sys.stderr)
    results = []
    if args.only != "postgresql":
        with tempfile.TemporaryDirectory() as folder:
            results.append(measure("SQLite, 1", f"sqlite:///{folder}/games.sqlite3", 1, args))
    if args.only != "sqlite":
        cluster = Cluster()
        try:
            results.append(measure("PostgreSQL, 2", cluster.new_database(), 2, args))
        finally:
            cluster.remove()
    print(table(results))
    errors = [error for each in results for error in each.errors]
    for error in sorted(set(errors))[:10]:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    raise SystemExit(main())
