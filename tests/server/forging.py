"""A fuzzed session at a server: random play, and every forged request at decisions, none of which may do anything."""

import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import cycle
from typing import Any

import httpx
import sqlalchemy as sa

from fitl.lab.web_forgeries import Forged, Scene, forged_requests
from tests.server.support import Player, Running, Table

SETTINGS: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (("link", "link", "link", "link"), {}),
    (("link", "link", "link", "link"), {"options": {"deception": True}}),
    (("link", "link", "link", "link"), {"table_mode": True}),
    (("link", "bot", "link", "bot"), {}),
    (("me", "link", "link", "bot"), {"scenario": "full-1964"}),
    (("link", "link", "link", "link"), {"scenario": "medium-1968", "options": {"by_hand": True}}),
)


class Session:
    """A game that is played on at random between forgeries, which go to each of several servers in turn."""

    def __init__(self, server: Running, seed: int, *others: Running) -> None:
        """Several servers share a PostgreSQL."""
        self._server = server
        self._servers = cycle((server, *others))
        self._rng = random.Random(seed)
        kinds, wish = SETTINGS[seed % len(SETTINGS)]
        self._table: Table = server.new_game(*kinds, seed=seed, **wish)
        self._stranger = server.new_game(seed=seed).me
        self._earlier: set[str] = set()
        self._mine: dict[int, tuple[frozenset[str], str]] = {}

    @property
    def game(self) -> str:
        return self._table.id

    @property
    def answers(self) -> dict[int, str]:
        """All that people have answered, by number."""
        return {number: key for number, (_, key) in self._mine.items()}

    def walk(self, decisions: int, every: int = 1) -> Iterator[Counter[str]]:
        """Play so many decisions with forgeries at every so many of them; how many of each kind were refused."""
        for step in range(1, decisions + 1):
            state = self._table.me.settled()
            if state["over"]:
                return
            asked = self._asked()
            state = asked[0].state()
            keys = asked[0].asked(state)
            if step % every == 0:
                yield self._forge(asked, state, tuple(keys))
            self._earlier |= set(keys)
            key = self._rng.choice(keys)
            answer = asked[0].choose(key, state["number"])
            assert answer.status_code == 200, answer.text
            self._mine[state["number"]] = (frozenset(player.token for player in asked), key)

    def _asked(self) -> list[Player]:
        """Who may answer: in table mode everybody gives dice and cards."""
        return [player for player in self._table.players if player.asked()]

    def _forge(self, asked: list[Player], state: dict[str, Any], keys: tuple[str, ...]) -> Counter[str]:
        players, server = self._table.players, self._server
        with server.service.open(self.game) as live:
            given = {number: entry.key for number, entry in enumerate(live.game.entries)}
        answering = tuple(player.token for player in asked)
        scene = Scene(
            self.game,
            state["number"],
            keys,
            given,
            frozenset(self._earlier),
            answering,
            tuple(player.token for player in players if player.token not in answering),
            self._table.spectator.token,
            self._stranger.token,
            {faction: player.token for player in players for faction in player.factions if faction in ("nva", "vc")},
            self._mine,
        )
        everybody = [*players, self._table.spectator]
        stored, seen = server.stored(), [player.state() for player in everybody]
        tried: Counter[str] = Counter()
        with watching(server) as version:
            before = version()
            for forged in forged_requests(scene):
                must_be_refused(forged, send(next(self._servers), forged))
                assert version() == before, f"{forged} changed something"
                tried[forged.kind] += 1
        assert server.stored() == stored
        assert [player.state() for player in everybody] == seen
        return tried


@contextmanager
def watching(server: Running) -> Iterator[Callable[[], int]]:
    """Gives a number that changes whenever another connection has stored anything."""
    if server.database.listens:
        with server.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            yield lambda: int(connection.scalar(sa.text("SELECT pg_snapshot_xmax(pg_current_snapshot())::text")))
        return
    file = server.database.engine.url.database
    assert file is not None
    with closing(sqlite3.connect(file)) as plain:
        yield lambda: int(plain.execute("PRAGMA data_version").fetchone()[0])


def send(server: Running, forged: Forged) -> httpx.Response:
    return server.http.request(forged.method, forged.path, content=forged.body, headers=dict(forged.headers))


def must_be_refused(forged: Forged, answer: httpx.Response) -> None:
    """With a reason, unless it is a harmless repetition."""
    if forged.harmless:
        assert answer.status_code == 200, (forged, answer.text)
        return
    assert 400 <= answer.status_code < 500, (forged, answer.status_code, answer.text[:500])
    refusal = answer.json()
    assert set(refusal) == {"error", "message"}, (forged, refusal)
    assert refusal["error"], (forged, refusal)
    assert len(refusal["message"]) > 10, (forged, refusal)
