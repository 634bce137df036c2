"""Taking a whole database away and bringing it back, also into one of the other kind.

A backup is a gzipped file of JSON lines: what it is, every row with the name of its table, and at the end how many
there were and a checksum, so that half a backup is never taken for a whole one. It is read in one transaction: the
games in it all stand as they stood at one moment, while the server plays on.
"""

import gzip
import hashlib
import json
import os
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from alembic import command
from sqlalchemy.exc import SQLAlchemyError

from fitl.catalogue import tell
from fitl.server.schema import METADATA
from fitl.server.store import Store, StoreError, alembic_config, make_engine, revision_of

KIND: Final = "fitl_backup"
VERSION: Final = 1
BATCH: Final = 500


class BadBackup(Exception):
    """A file that cannot be brought back; nothing was changed."""


def _line(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=True) + "\n").encode()


def backup(store: Store, file: Path) -> int:
    """Write everything to a new file, which appears only once it is whole; how many games are in it?"""
    partial = file.with_name(file.name + ".partial")
    digest, counts = hashlib.sha256(), {}
    try:
        with store.snapshot() as connection, gzip.open(partial, "wb", compresslevel=6) as out:

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
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        os.replace(partial, file)
    except OSError as error:
        raise BadBackup(tell("server.backup.write", file=file, error=error.strerror)) from error
    finally:
        partial.unlink(missing_ok=True)
    return counts["games"]


def _lines(file: Path) -> Iterator[Any]:
    """The lines of a backup; BadBackup when it turns out not to be whole."""
    digest, counts, last = hashlib.sha256(), dict[str, int](), None
    try:
        with gzip.open(file, "rb") as read:
            for number, line in enumerate(read):
                value = json.loads(line)
                if number == 0 and not (isinstance(value, dict) and value.get(KIND) == VERSION):
                    raise BadBackup(tell("server.backup.kind", file=file))
                if isinstance(value, dict) and "sha256" in value:
                    last = value
                    continue
                digest.update(line)
                if isinstance(value, list):
                    counts[value[0]] = counts.get(value[0], 0) + 1
                yield value
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise BadBackup(tell("server.backup.damaged", file=file, error=error)) from error
    whole = last is not None and last["sha256"] == digest.hexdigest()
    if not whole or {name: count for name, count in last["rows"].items() if count} != counts:  # type: ignore[index]
        raise BadBackup(tell("server.backup.damaged", file=file, error=tell("server.backup.checksum")))


def restore(url: str, file: Path) -> int:
    """Bring a backup back into an empty database; how many games are there now? If it fails, it is empty still."""
    for _ in _lines(file):
        pass  # every byte is looked at before anything is changed
    engine = make_engine(url)
    try:
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            if sa.inspect(connection).has_table("games"):
                raise BadBackup(tell("server.backup.not_empty"))
            return _fill(connection, file)
    except SQLAlchemyError as error:
        raise StoreError(tell("server.store.down", error=str(getattr(error, "orig", None) or error))) from error
    finally:
        engine.dispose()


def _fill(connection: sa.Connection, file: Path) -> int:
    """Make the tables as they were in the backup, fill them, then let them become today's."""
    config = alembic_config(connection)
    lines = _lines(file)
    command.upgrade(config, next(lines)["revision"])
    then = sa.MetaData()
    then.reflect(connection)
    for table in reversed(then.sorted_tables):  # what a migration wrote into an empty database
        if table.name != "alembic_version":
            connection.execute(table.delete())
    batch: list[dict[str, Any]] = []
    name = ""
    for table_name, row in lines:
        if batch and (table_name != name or len(batch) >= BATCH):
            connection.execute(then.tables[name].insert(), batch)
            batch = []
        name = table_name
        batch.append(row)
    if batch:
        connection.execute(then.tables[name].insert(), batch)
    if connection.dialect.name == "postgresql":  # numbers given out from now on come after those that are there
        connection.execute(
            sa.text("SELECT setval(pg_get_serial_sequence('chat', 'id'), GREATEST((SELECT max(id) FROM chat), 1))")
        )
    command.upgrade(config, "head")
    return connection.scalar(sa.select(sa.func.count()).select_from(then.tables["games"])) or 0
