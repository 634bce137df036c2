"""A database that was written before there were eras: its games open, stand where they stood and are played on."""

import sqlite3
from pathlib import Path

import pytest

from fitl import journal
from fitl.board.factions import ARVN, US
from fitl.server.hub import Hub
from fitl.server.service import Service
from fitl.server.store import Store
from fitl.server.webhook import Nudges
from fitl.state import DIGEST_MARK

STORED = Path(__file__).parents[1] / "golden" / "databases" / "schema-1.sql"
GAME = "7b41a9270c4d1b03"
TOKEN = "Zensssj_OP5-SIfCPehCc1ya08wam-A8UFFcQINFRtQ"  # of the link of whoever plays the US and ARVN


@pytest.fixture
def url(tmp_path: Path) -> str:
    path = tmp_path / "games.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript(STORED.read_text(encoding="utf-8"))
    connection.close()
    return f"sqlite:///{path}"


def test_a_game_stored_before_the_eras_stands_where_it_stood_and_is_played_on(url: str) -> None:
    service = Service(Store(url), Hub(), Nudges())
    link = service.link(TOKEN, GAME)
    with service.open(GAME) as live:
        found = journal.parse("".join(f"{line}\n" for line in service.store.lines(GAME, 0)))
        assert not any(card.hash.startswith(DIGEST_MARK) for card in found.cards)
        assert (live.notes, journal.drift(found, live.game)) == ([], [])
        decision = live.game.decision
        assert decision is not None
        assert (decision.kind, decision.actor, len(live.game.entries)) == ("patrol.destination", US, 47)
        assert live.game.state.options.player_seats() == [(US,), (ARVN,)]
    for key in ("hue", "can_tho"):
        with service.open(GAME) as live:
            number = len(live.game.entries)
        service.choose(link, number, key)
    with Service(Store(url), Hub(), Nudges()).open(GAME) as again:
        assert [entry.key for entry in again.game.entries[47:49]] == ["hue", "can_tho"]
    assert [said["text"] for said in service.store.chat(GAME, 0)] == ["We meet again after the change."]
