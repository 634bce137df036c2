"""For whoever runs it: up, ready, numbers, backups, and the command that lists games."""

import gzip
import hashlib
import json
import os
import re
import stat
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from fitl.cli.main import main
from fitl.server.backup import BadBackup, backup, restore
from fitl.server.store.schema import GAMES
from fitl.server.store.sql import SqlStore
from tests.server.databases import Cluster
from tests.server.support import Running, Table

SECRET = "let me see"


def test_a_server_says_that_it_is_up_and_ready(either: Running) -> None:
    assert either.get("/healthz").json() == {"status": "up"}
    assert either.get("/readyz").json() == {"status": "ready"}


def test_one_whose_database_is_away_or_of_another_version_is_up_but_not_ready(server: Running) -> None:
    with server.database.writing() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0004'"))
    assert server.get("/readyz").status_code == 503
    with server.database.writing() as connection:
        connection.execute(sa.text("DROP TABLE alembic_version"))
    assert server.get("/readyz").status_code == 503
    assert server.get("/healthz").status_code == 200


def test_one_whose_database_became_read_only_is_not_ready(either_database: Running) -> None:
    either = either_database
    engine = either.database.engine
    read_only = "PRAGMA query_only=1" if engine.dialect.name == "sqlite" else "SET default_transaction_read_only = on"

    def forbid(connection: Any, _record: object) -> None:
        connection.execute(read_only)
        connection.commit()

    before = either.stored()
    engine.dispose()
    sa.event.listen(engine, "connect", forbid)
    answer = either.get("/readyz")
    assert (answer.status_code, answer.json()["error"]) == (503, "store")
    sa.event.remove(engine, "connect", forbid)
    engine.dispose()
    assert either.get("/readyz").status_code == 200
    assert either.stored() == before


def test_numbers_are_for_whoever_knows_the_secret(sqlite: str, serve: Callable[..., Running]) -> None:
    server = serve(sqlite, metrics_secret=SECRET)
    for token in ("", "let me", SECRET + "x"):
        assert server.get("/metrics", token).status_code == 404
    assert server.get("/metrics", SECRET).status_code == 200


def test_without_a_secret_they_are_for_nobody(server: Running) -> None:
    for token in ("", "None", "null"):
        assert server.get("/metrics", token).status_code == 404


def test_the_numbers_tell_what_happened(sqlite: str, serve: Callable[..., Running]) -> None:
    server = serve(sqlite, metrics_secret=SECRET)
    table = server.new_game()
    table.play(4)
    table.me.choose("nonsense")
    server.get("/nothing")
    server.post("/api/games/import", {"journal": "nonsense"})
    answer = server.get("/metrics", SECRET)
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    text = answer.text
    for line in (
        "fitl_answers_total 4",
        'fitl_games{state="running"} 1',
        'fitl_games{state="over"} 0',
        'fitl_refusals_total{code="not_offered"} 1',
        'fitl_refusals_total{code="unknown"} 1',
        'fitl_imports_total{outcome="refused"} 1',
        'fitl_requests_total{what="create",status="201"} 1',
        "fitl_imports_ended_total 0",
        "fitl_bots_waiting 0",
        'fitl_request_seconds_count{what="choose"} 5',
        "# TYPE fitl_request_seconds histogram",
    ):
        assert f"{line}\n" in text, line
    for line in text.splitlines():
        assert re.fullmatch(r"# TYPE \w+ (counter|gauge|histogram)|\w+(\{(\w+=\"[^\"]*\",?)+\})? [0-9.e+-]+", line)
    assert table.me.token not in text


# --- backups ---


@pytest.fixture(params=["sqlite to sqlite", "sqlite to postgresql", "postgresql to sqlite", "postgresql to postgresql"])
def two(request: pytest.FixtureRequest, tmp_path: Path, cluster: Cluster) -> tuple[str, str]:
    kinds = request.param.split(" to ")
    return tuple(  # type: ignore[return-value]
        f"sqlite:///{tmp_path / name}" if kind == "sqlite" else cluster.new_database()
        for kind, name in zip(kinds, ("from.sqlite3", "to.sqlite3"), strict=True)
    )


def test_a_backup_made_while_people_play_is_brought_back_whole(
    two: tuple[str, str], serve: Callable[..., Running], tmp_path: Path
) -> None:
    server = serve(two[0])
    table: Table = server.new_game("me", "me", "link", "me")
    table.play(8)
    table.me.post("/chat", {"text": "Xin chào 👋"})
    file = tmp_path / "games.backup"
    assert backup(server.database, file) == 1
    before, state = server.stored(), table.me.state()
    table.play(3)  # what comes after is not in it
    assert restore(two[1], file) == 1
    again = serve(two[1])
    assert again.stored() == before
    there = table.me.through(again)
    assert there.state()["view"] == state["view"]
    asked = next(player for player in table.players if player.through(again).asked())
    assert asked.through(again).choose(asked.through(again).asked()[0]).status_code == 200
    assert there.post("/chat", {"text": "we go on"}).json()["result"] > state["chat"]


def test_a_backup_of_an_older_version_becomes_one_of_today(two: tuple[str, str], tmp_path: Path) -> None:
    lines = [
        {"fitl_backup": 1, "revision": "0004", "at": 0.0},
        ["games", OLD_GAME],
        ["lines", OLD_LINE],
        ["links", OLD_LINK],
    ]
    file = written(tmp_path / "old.backup", lines)
    assert restore(two[1], file) == 1
    store = SqlStore(two[1])
    (link,) = store.links("g")
    assert (link.claimed, link.host) == (True, True)
    store.close()


def written(file: Path, lines: list[object]) -> Path:
    text = b"".join((json.dumps(line) + "\n").encode() for line in lines)
    counts = Counter(str(line[0]) for line in lines if isinstance(line, list) and line)
    end = json.dumps({"rows": counts, "sha256": hashlib.sha256(text).hexdigest()}) + "\n"
    file.write_bytes(gzip.compress(text + end.encode()))
    return file


def test_a_damaged_backup_changes_nothing(server: Running, tmp_path: Path) -> None:
    server.new_game().play(3)
    file = tmp_path / "games.backup"
    backup(server.database, file)
    whole = file.read_bytes()
    plain = gzip.decompress(whole)
    last = plain.rstrip(b"\n").rfind(b"\n")
    damaged = [b"", b"nonsense", whole[: len(whole) // 2], whole[:-9], gzip.compress(plain[: last + 1])]
    damaged += [gzip.compress(plain.replace(b"short-1965", b"short-1966", 1)), gzip.compress(b'{"other": 1}\n')]
    for n, content in enumerate(damaged):
        file.write_bytes(content)
        with pytest.raises(BadBackup, match=re.escape(str(file))):
            restore(f"sqlite:///{tmp_path}/again{n}.sqlite3", file)
        engine = sa.create_engine(f"sqlite:///{tmp_path}/again{n}.sqlite3")
        assert sa.inspect(engine).get_table_names() == []
        engine.dispose()


SUMMARY = json.dumps({"over": False, "title": "", "actor": "us", "seat": 0, "person": 0, "seats": [["us"]]})
OLD_GAME: dict[str, object] = {
    "id": "g",
    "name": "n",
    "scenario": "short-1965",
    "created": 1.0,
    "updated": 1.0,
    "generation": 0,
    "lines": 1,
    "stamp": 0,
    "summary": SUMMARY,
    "bot_asked": False,
    "proposal": None,
    "webhook": None,
    "lesson": False,
}
OLD_GAME |= {
    **dict.fromkeys(name for name in GAMES.c.keys() if name not in OLD_GAME),
    "over": False,
    "played": True,
    "creator": "",
    "size": 9,
}
OLD_LINE = {"game": "g", "generation": 0, "number": 0, "line": "{}"}
OLD_LINK = {"token_hash": "h", "game": "g", "place": 0, "role": "player", "seats": "[0]", "name": ""}
HEADER = {"fitl_backup": 1, "revision": "0004", "at": 0.0}
WHOLE = [HEADER, ["games", OLD_GAME], ["lines", OLD_LINE]]
OLD_LINK |= {"claimed": True, "host": True, "seen": None, "muted": False}


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [[]],
        [{"fitl_backup": 1}],
        [HEADER | {"revision": "0999"}],
        [HEADER | {"revision": ["0001"]}],
        [HEADER | {"revision": "base"}],
        [HEADER, []],
        [HEADER, "games"],
        [HEADER, [["games"], OLD_GAME]],
        [HEADER, ["games", []]],
        [HEADER, ["nonsense", {}]],
        [HEADER, ["alembic_version", {"version_num": "0003"}]],
        [HEADER, ["games", {}]],
        [HEADER, ["games", OLD_GAME | {"more": 1}]],
        [HEADER, ["games", OLD_GAME], ["games", OLD_GAME]],
        [HEADER, ["links", OLD_LINK]],
        [HEADER, ["games", OLD_GAME], {"rows": {"games": 1}, "sha256": ""}, ["links", OLD_LINK]],
        *([HEADER, ["games", OLD_GAME | {"name": name}]] for name in (None, 1, "\ud800", "\0", {"a": 1})),
        *([HEADER, ["games", OLD_GAME | {"lines": lines}]] for lines in ("1", 1.5, True, 1 << 63, None)),
        *([HEADER, ["games", OLD_GAME | {"created": created}]] for created in ("1", float("nan"), 1e300)),
        *([HEADER, ["games", OLD_GAME | {"summary": text}]] for text in ("", "{", "{}", "[]", "[" * 100_000)),
        [HEADER, ["games", OLD_GAME]],
        [HEADER, ["games", OLD_GAME], ["lines", OLD_LINE | {"generation": 1}]],
        *([*WHOLE, ["links", OLD_LINK | {"seats": text}]] for text in ("0", "{", "null", "[1]", '["0"]', "[true]")),
        [*WHOLE, ["links", OLD_LINK | {"role": "root"}]],
    ],
    ids=lambda lines: json.dumps(lines)[-60:],
)
def test_a_made_up_backup_is_refused_with_a_sentence(
    lines: list[object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its checksum fits, but no server wrote it."""
    file = written(tmp_path / "games.backup", lines)
    url = f"sqlite:///{tmp_path}/games.sqlite3"
    assert main(["admin", "--db", url, "restore", str(file)]) == 2
    out, said = capsys.readouterr()
    assert str(file) in said.replace("\n", "")
    assert out == ""
    engine = sa.create_engine(url)
    assert sa.inspect(engine).get_table_names() == []
    engine.dispose()


def test_the_end_of_a_made_up_backup_may_be_anything(tmp_path: Path) -> None:
    for n, end in enumerate(({"rows": []}, {"sha256": 1}, {"rows": {"games": {}}, "sha256": ""}, {"sha256": ""})):
        file = tmp_path / "games.backup"
        file.write_bytes(gzip.compress(f"{json.dumps(HEADER)}\n{json.dumps(end)}\n".encode()))
        with pytest.raises(BadBackup, match=re.escape(str(file))):
            restore(f"sqlite:///{tmp_path}/{n}.sqlite3", file)


def test_postgresql_refuses_a_made_up_backup_with_a_sentence_too(postgresql: str, tmp_path: Path) -> None:
    for more in ({"lines": 1 << 40}, {"id": "g" * 33}):
        file = written(tmp_path / "games.backup", [HEADER, ["games", OLD_GAME | more]])
        with pytest.raises(BadBackup, match=re.escape(str(file))):
            restore(postgresql, file)
    assert restore(postgresql, written(file, [*WHOLE])) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no file modes")
def test_only_its_owner_may_read_a_backup(server: Running, tmp_path: Path) -> None:
    file = tmp_path / "games.backup"
    file.write_text("an older one that everybody may read")
    (tmp_path / "games.backup.partial").write_text("one that was interrupted")
    before = os.umask(0)
    try:
        backup(server.database, file)
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.glob("*.partial")) == []


def test_a_backup_is_not_brought_back_over_games(either_database: Running, tmp_path: Path) -> None:
    either = either_database
    either.new_game()
    file = tmp_path / "games.backup"
    backup(either.database, file)
    before = either.stored()
    with pytest.raises(BadBackup):
        restore(either.database.url, file)
    assert either.stored() == before


def test_a_backup_that_cannot_be_written_says_so(server: Running, tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match="nowhere"):
        backup(server.database, tmp_path / "nowhere" / "games.backup")


# --- the command ---


def test_the_command_lists_deletes_backs_up_and_brings_back(
    server: Running, sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "140")

    def run(*words: str) -> tuple[int, str, str]:
        return main(["admin", *words]), *capsys.readouterr()

    one, two = server.new_game(name="Hue"), server.new_game(name="Da Nang")
    two.play(5)
    _, listed, _ = run("--db", sqlite, "games")
    assert [line.split()[0] for line in listed.splitlines()[1:3]] == [two.id, one.id], "largest first"
    assert "Hue" in listed
    assert "2 games" in listed
    assert run("--db", sqlite, "backup", str(tmp_path / "b"))[1].startswith("2 games")
    assert run("--db", sqlite, "delete", one.id, "nonsense")[0] == 2
    assert one.me.get().status_code == 200
    assert run("--db", sqlite, "delete", one.id)[0] == 0
    assert one.me.get().status_code == 404
    again = f"sqlite:///{tmp_path}/again.sqlite3"
    assert run("--db", again, "restore", str(tmp_path / "b"))[1].startswith("2 games")
    for columns in ("20", "60", "80"):
        monkeypatch.setenv("COLUMNS", columns)
        listed = run("--db", sqlite, "games")[1]
        assert two.id in listed, "an id is needed whole, to delete the game by it"
    status, _, refused = run("--db", again, "restore", str(tmp_path / "b"))
    assert status == 2
    assert "--db" in refused
