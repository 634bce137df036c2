"""Measures the server under load: many games at once, one person-like client in each, non-players in the other seats.

    python tools/load.py --games 200 --seconds 30

On SQLite with one server process, then on PostgreSQL with two. Beside how long people wait for `choose` it tells how
long the engine alone takes for the very same answers, who used the processors, and how many answers a second one
processor of the server would give. People keep the table and are told what has changed, as the page does (`--whole`:
the whole table). Ends with status 1 if any request failed.
"""

import argparse
import asyncio
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import httpx

Json = dict[str, Any]

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.databases import Cluster, free_port  # noqa: E402
from tests.server.patching import Kept, patched  # noqa: E402

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

    from fitl.server.app import Setup, make_app
    from fitl.server.limits import RATES, Limiter, Rate
    from fitl.server.running import configured, make_door

    app = make_app(SqlStore(url), Setup(limiter=Limiter(dict.fromkeys(RATES, Rate(1e9, 1e9)))))
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

    def seconds(self) -> float:
        """Of processor that it has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

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
        self.bytes = 0
        self.asked: set[str] = set()  # games in which the person has been asked at least once

    def begin(self) -> None:
        """Forget what was before: now everybody is at the table."""
        self.chosen.clear()
        self.looked.clear()
        self.bytes = 0


class Line:
    """One connection to a server. It does as little as a client can: what it takes the server does not have."""

    def __init__(self, port: int, token: str = "") -> None:
        self._port = port
        self._head = f"Host: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\nAuthorization: Bearer {token}\r\n"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.received = 0

    async def ask(self, method: str, path: str, body: Json | None = None) -> tuple[int, Any]:
        """The status and what was answered; OSError if the connection is lost."""
        sent = b"" if body is None else json.dumps(body).encode()
        kind = "" if body is None else f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n"
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        try:
            writer.write(f"{method} {path} HTTP/1.1\r\n{self._head}{kind}\r\n".encode() + sent)
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
            found = await reader.readexactly(length)
        except (OSError, EOFError) as error:
            self.close()
            raise OSError(f"the connection was lost: {error!r}") from error
        self.received += len(head) + length
        if b"\r\nconnection: close" in head:
            self.close()
        plain = gzip.decompress(found) if b"content-encoding: gzip" in head else found
        return int(head[9:12]), json.loads(plain)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Person:
    """Somebody at a table: looks, thinks, picks one of the options offered, until told to stop."""

    def __init__(self, port: int, created: Json, args: argparse.Namespace, seed: int, seen: Measured) -> None:
        self._line = Line(port, created["links"][0]["token"])
        self._base = f"/api/games/{created['game']}"
        self._whole: bool = args.whole
        self._think: float = args.think
        self._rng = random.Random(seed)
        self._seen = seen
        self._kept: Kept | None = None
        self._state: Json | None = None  # None: it is to be looked at

    async def play(self) -> None:
        await asyncio.sleep(self._rng.random() * self._think)
        while self._state is None or not self._state["over"]:
            received = self._line.received
            try:
                if self._state is None or self._state["thinking"]:
                    await self._look()
                else:
                    await self._choose(self._state)
            except OSError as error:
                self._seen.errors.append(repr(error))
                await asyncio.sleep(0.5)
            self._seen.bytes += self._line.received - received
        self._seen.over += 1

    async def _look(self) -> None:
        """Once the non-players have played."""
        await asyncio.sleep(min(0.5, self._think))
        status, news = await self._line.ask("GET", f"{self._base}/version")
        if self._failed(status, news) or news["thinking"]:
            return
        have = "" if self._whole else f"?have={self._kept.have if self._kept else ''}"
        began = time.perf_counter()
        status, told = await self._line.ask("GET", self._base + have)
        self._seen.looked.append(time.perf_counter() - began)
        if not self._failed(status, told):
            self._take(told)
            self._seen.asked.add(self._base)

    async def _choose(self, state: Json) -> None:
        await asyncio.sleep(self._rng.uniform(0.5, 1.5) * self._think)
        key = self._rng.choice(state["view"]["decision"]["options"])["key"]
        body = {"number": state["number"], "key": key} | ({"have": self._kept.have} if self._kept else {})
        began = time.perf_counter()
        status, told = await self._line.ask("POST", f"{self._base}/choose", body)
        self._seen.chosen.append(time.perf_counter() - began)
        if self._failed(status, told):
            self._state = None
        else:
            self._take(told["state" if self._whole else "patch"])

    def _take(self, told: Json) -> None:
        if not self._whole:
            self._kept = patched(self._kept, told)
        self._state = self._kept.table if self._kept else told

    def _failed(self, status: int, told: object) -> bool:
        if status != 200:
            self._seen.errors.append(str(told))
        return status != 200


class Use(NamedTuple):
    """What was used while it was measured."""

    memory: float  # MiB of each game
    server: float  # seconds of processor of all server processes ...
    clients: float  # ... and of the clients


class Result(NamedTuple):
    """One line of each table."""

    name: str
    seen: Measured
    engine: list[float]
    use: Use
    seconds: float


async def play(servers: list[Server], args: argparse.Namespace) -> tuple[Measured, list[str], Use]:
    """Have people play for a while; what they saw, the games, and what that used."""
    seen = Measured()
    before = sum(server.memory() for server in servers)
    lobby = [Line(server.port) for server in servers]
    people, games = [], []
    for number in range(args.games):
        wish = {"scenario": "short-1965", "seed": number, "seats": SEATS}
        status, created = await lobby[number % len(servers)].ask("POST", "/api/games", wish)
        assert status == 201, created
        games.append(created["game"])
        person = Person(servers[number % len(servers)].port, created, args, number, seen)
        people.append(asyncio.create_task(person.play()))
    end = time.monotonic() + WARM_UP
    while len(seen.asked) < args.games and time.monotonic() < end:
        await asyncio.sleep(0.2)
    seen.begin()
    began = sum(server.seconds() for server in servers), time.process_time()
    await asyncio.sleep(args.seconds)
    memory = (sum(server.memory() for server in servers) - before) / args.games
    use = Use(memory, sum(server.seconds() for server in servers) - began[0], time.process_time() - began[1])
    for task in people:
        task.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    for line in lobby:
        line.close()
    return seen, games, use


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
        seen, games, use = asyncio.run(play(servers, args))
    finally:
        for server in servers:
            server.stop()
    return Result(name, seen, engine_times(url, games), use, args.seconds)


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
        times = (each.seen.chosen, each.seen.looked, each.engine)
        pairs = " | ".join(f"{quantile(found, 0.5)} / {quantile(found, 0.95)}" for found in times)
        answers = len(each.seen.chosen)
        lines.append(
            f"| {each.name} | {answers} | {answers / each.seconds:.0f} | {pairs} "
            f"| {each.use.memory:.2f} MiB | {len(each.seen.errors)} |"
        )
    return "\n".join(lines)


def processors(results: list[Result]) -> str:
    """Who used the processors. Non-players, and people who ask whether they have done, are the server's; a database
    with processes of its own is nobody's."""
    lines = [
        "| database, server processes | processors used by the server | by the clients | clients' share "
        "| server's processor for an answer (ms), all included | answers a second of one processor | bytes an answer |",
        "|---|---|---|---|---|---|---|",
    ]
    for each in results:
        server, clients, answers = each.use.server, each.use.clients, max(1, len(each.seen.chosen))
        lines.append(
            f"| {each.name} | {server / each.seconds:.2f} | {clients / each.seconds:.2f} "
            f"| {100 * clients / (server + clients):.0f} % | {1000 * server / answers:.1f} | {answers / server:.0f} "
            f"| {each.seen.bytes / answers:,.0f} |"
        )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--think", type=float, default=4.0, help="seconds a person thinks about an answer, on average")
    parser.add_argument("--whole", action="store_true", help="have the whole table told with every answer")
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
    print()
    print(processors(results))
    errors = [error for each in results for error in each.seen.errors]
    for error in sorted(set(errors))[:10]:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    raise SystemExit(main())
