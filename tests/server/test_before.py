"""A database of before version 1.0: when a server starts its games are told in the lines of today, and are kept."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command

from fitl import journal
from fitl.journal.format2 import converted
from fitl.server.live import LiveGame
from fitl.server.store.schema import GAMES, LINES
from fitl.server.store.sql import SqlStore, alembic_config, make_engine
from fitl.server.stored import size_of

FORMER = Path(__file__).parents[1] / "golden" / "format-2" / "medium-1968-2.jsonl"


def as_before(url: str, lines: list[str]) -> None:
    """Store a game as versions before 1.0 did."""
    engine = make_engine(url)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        command.upgrade(alembic_config(connection), "0004")
        row = {"id": "g", "name": "", "scenario": "medium-1968", "summary": "{}", "bot_asked": False, "lesson": False}
        row |= {"created": 1.0, "updated": 1.0, "generation": 2, "stamp": 9, "lines": len(lines)}
        connection.execute(GAMES.insert(), row | {"size": size_of(lines)})
        rows = [{"game": "g", "generation": 2, "number": n, "line": line} for n, line in enumerate(lines)]
        connection.execute(LINES.insert(), rows)
    engine.dispose()


def test_games_of_before_are_converted_once_and_kept_as_they_were(database: str) -> None:
    lines = FORMER.read_text().splitlines()
    as_before(database, lines)
    expected = [journal.to_text(line).rstrip("\n") for line in converted([*lines, ""], "g")]
    for _ in range(2):
        store = SqlStore(database)
        listed = store.listed("g")
        assert listed is not None
        assert (listed.head.generation, listed.head.lines, listed.head.stamp) == (3, len(expected), 10)
        assert listed.size == size_of(lines) + size_of(expected)
        assert store.lines("g", 3) == expected
        assert store.lines("g", 2) == lines
        with LiveGame(store, "g").up_to_date() as live:
            assert live.notes == []
            assert live.game.outcome is not None
            assert len(live.game.thoughts) > 500
        store.close()


def test_a_game_that_cannot_be_converted_does_not_keep_others_from_it(database: str) -> None:
    as_before(database, ["nothing"])
    with SqlStore(database).reading() as connection:
        assert list(connection.scalars(sa.select(LINES.c.line))) == ["nothing"]
        assert connection.scalar(sa.select(GAMES.c.generation)) == 2
