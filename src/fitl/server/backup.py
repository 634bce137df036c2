"""Back up a whole database and restore it, also into another kind of database.

A backup is a gzipped file of JSON lines: what it is, every row with the name of its table, and at the end how many
there were and a checksum, so that half a backup is never taken for a whole one. It is read in one transaction: the
games in it all stand as they stood at one moment, while the server plays on.
"""

import gzip
import hashlib
import json
import os
import re
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from fitl.catalogue import tell
from fitl.server.store.schema import GAMES, LINES, LINKS, METADATA
from fitl.server.store.sql import GAMES_AND_CHAT, SqlStore, alembic_config, link_of, listed_of, make_engine, revision_of
from fitl.server.stored import StoreError

KIND: Final = "fitl_backup"
VERSION: Final = 1
BATCH: Final = 500
LINE: Final = 64 << 20  # bytes: no row is longer
LATEST: Final = 1e11  # seconds: what is later is no time that a calendar knows
LISTED: Final = frozenset(("title", "actor", "over", "seat", "seats"))  # what the summary of each game says
SURROGATE: Final = re.compile("[\ud800-\udfff]")  # half a character, which is no text

# What a column of each type takes. SQLite itself would store anything.
FITS: Final[Mapping[type, Callable[[Any], bool]]] = {
    str: lambda value: isinstance(value, str) and "\0" not in value and not SURROGATE.search(value),
    bool: lambda value: isinstance(value, bool),
    int: lambda value: type(value) is int and abs(value) < 1 << 63,
    float: lambda value: type(value) in (int, float) and abs(value) < LATEST,
}


class BadBackup(Exception):
    """A file that cannot be restored; nothing was changed."""


class Unfit(ValueError):
    """Something in a backup that no server wrote; the message names it."""


def _line(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=True) + "\n").encode()


def _private(path: str, flags: int) -> int:
    """Open a file for its owner alone: a backup contains web hooks and the secret dice of all games."""
    return os.open(path, flags, 0o600)


def backup(store: SqlStore, file: Path) -> int:
    """Write everything to a new file, which appears only once it is whole; how many games are in it?"""
    partial = file.with_name(file.name + ".partial")
    digest, counts = hashlib.sha256(), {}
    try:
        partial.unlink(missing_ok=True)
        with (
            store.snapshot() as connection,
            open(partial, "xb", opener=_private) as raw,
            gzip.open(raw, "wb", compresslevel=6) as out,
        ):

            def write(value: Any) -> None:
                line = _line(value)
                digest.update(line)
                out.write(line)

            write({KIND: VERSION, "revision": revision_of(connection), "at": time.time()})
            for table in METADATA.sorted_tables:
                counts[table.name] = 0
                rows = connection.execution_options(yield_per=BATCH).execute(sa.select(table))
                for row in rows.mappings():
                    write([table.name, dict(row)])
                    counts[table.name] += 1
            out.write(_line({"rows": counts, "sha256": digest.hexdigest()}))
        with partial.open("r+b") as written:  # Windows writes nothing through of a file opened for reading
            os.fsync(written.fileno())
        os.replace(partial, file)
    except OSError as error:
        raise BadBackup(tell("server.backup.write", file=file, error=error.strerror)) from error
    finally:
        partial.unlink(missing_ok=True)
    return counts["games"]


def _damaged(file: Path, error: object) -> BadBackup:
    return BadBackup(tell("server.backup.damaged", file=file, error=str(error).rstrip(".")))


def _lines(file: Path) -> Iterator[Any]:
    """The header of a backup, then its rows; BadBackup when it turns out not to be whole."""
    try:
        yield from _whole(file)
    except (OSError, EOFError, ValueError, RecursionError, zlib.error) as error:
        raise _damaged(file, error) from error


def _whole(file: Path) -> Iterator[Any]:
    digest, counts = hashlib.sha256(), Counter[str]()
    end: dict[str, Any] | None = None
    with gzip.open(file, "rb") as read:
        for number, line in enumerate(iter(lambda: read.readline(LINE), b""), 1):
            value = json.loads(line)
            if number == 1:
                if not _is_header(value):
                    raise BadBackup(tell("server.backup.kind", file=file))
            elif end is None and isinstance(value, dict):
                end = value
                continue
            elif end is None and _is_row(value):
                counts[value[0]] += 1
            else:
                raise Unfit(tell("server.backup.line", n=number))
            digest.update(line)
            yield value
    rows = None if end is None else end.get("rows")
    if end is None or end.get("sha256") != digest.hexdigest() or not isinstance(rows, dict) or Counter(rows) != counts:
        raise Unfit(tell("server.backup.checksum"))


def _is_header(value: Any) -> bool:
    """Does a backup of a version we know begin so?"""
    if not isinstance(value, dict) or value.get(KIND) != VERSION:
        return False
    revisions = ScriptDirectory.from_config(alembic_config()).walk_revisions()
    return value.get("revision") in [revision.revision for revision in revisions]


def _is_row(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], dict)


def restore(url: str, file: Path) -> int:
    """Restore a backup into an empty database; how many games are there now? If it fails, the database stays empty."""
    for _ in _lines(file):
        pass  # every byte is looked at before anything is changed
    engine = make_engine(url)
    try:
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            if sa.inspect(connection).has_table("games"):
                raise BadBackup(tell("server.backup.not_empty"))
            return _fill(connection, file)
    except (IntegrityError, DataError) as error:
        raise _damaged(file, error.orig) from error
    except Unfit as error:
        raise _damaged(file, error) from error
    except SQLAlchemyError as error:
        raise StoreError(tell("server.store.down", error=str(getattr(error, "orig", None) or error))) from error
    finally:
        engine.dispose()


def _fill(connection: sa.Connection, file: Path) -> int:
    """Make the tables as they were in the backup, fill them, then migrate them to this version."""
    config = alembic_config(connection)
    lines = _lines(file)
    command.upgrade(config, next(lines)["revision"])
    then = sa.MetaData()
    then.reflect(connection)
    tables = {table.name: table for table in then.sorted_tables if table.name != "alembic_version"}
    for table in reversed(tables.values()):  # what a migration wrote into an empty database
        connection.execute(table.delete())
    for name, rows in groupby(lines, key=itemgetter(0)):
        if name not in tables:
            raise Unfit(tell("server.backup.row", table=name))
        fitting = (_fitting(tables[name], row) for _, row in rows)
        while batch := list(islice(fitting, BATCH)):
            connection.execute(tables[name].insert(), batch)
    if connection.dialect.name == "postgresql":  # numbers given out from now on come after those that are there
        connection.execute(
            sa.text("SELECT setval(pg_get_serial_sequence('chat', 'id'), GREATEST((SELECT max(id) FROM chat), 1))")
        )
    command.upgrade(config, "head")
    _check_readable(connection)
    return connection.scalar(sa.select(sa.func.count()).select_from(tables["games"])) or 0


def _fitting(table: sa.Table, row: dict[str, Any]) -> dict[str, Any]:
    """The row, if the table can take it; else Unfit."""
    if row.keys() != set(table.columns.keys()) or not all(_fits(row[each.name], each) for each in table.columns):
        raise Unfit(tell("server.backup.row", table=table.name))
    return row


def _fits(value: Any, column: sa.Column[Any]) -> bool:
    return bool(column.nullable) if value is None else FITS[column.type.python_type](value)


def _check_readable(connection: sa.Connection) -> None:
    """Unfit if a game could not be opened or listed. Whether its answers can be replayed is seen when it is opened."""
    stored = sa.select(sa.func.count()).where(LINES.c.game == GAMES.c.id, LINES.c.generation == GAMES.c.generation)
    lines = stored.correlate(GAMES).scalar_subquery().label("stored")
    checks: tuple[tuple[str, sa.Select[Any], Callable[[Mapping[Any, Any]], bool]], ...] = (
        ("games", GAMES_AND_CHAT.add_columns(lines), _is_game),
        ("links", sa.select(LINKS, GAMES.c.summary).join(GAMES, GAMES.c.id == LINKS.c.game), _is_link),
    )
    for table, query, sound in checks:
        for row in connection.execution_options(yield_per=BATCH).execute(query).mappings():
            try:
                fits = sound(row)
            except (ValueError, TypeError, AttributeError, RecursionError):
                fits = False
            if not fits:
                raise Unfit(tell("server.backup.row", table=table))


def _is_game(row: Mapping[Any, Any]) -> bool:
    """Has a game all its lines, and does its summary say what lists of games tell?"""
    summary = listed_of(row).summary
    return row["stored"] == row["lines"] and summary.keys() >= LISTED and isinstance(summary["seats"], list)


def _is_link(row: Mapping[Any, Any]) -> bool:
    """Does a link open seats that there are?"""
    link = link_of(row)
    seats = range(len(json.loads(row["summary"])["seats"]))
    return link.role in ("player", "spectator") and all(type(seat) is int and seat in seats for seat in link.seats)
