"""The database: SQLite by default, PostgreSQL for several server processes (docs/decisions/0011-storage.md).

Writers never wait for each other's thinking: a game is changed in memory first, then its new journal lines are stored
in one short transaction that succeeds only if nobody else has stored any since (`append`). Whoever loses reads what
the other wrote and starts again. The answer is acknowledged after the commit.
"""

import json
import logging
import selectors
import socket
import time
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.exc import ArgumentError, InvalidatePoolError, NoSuchModuleError, SQLAlchemyError

from fitl.catalogue import tell
from fitl.server.schema import CHAT, GAMES, LINES, LINKS, SETTINGS
from fitl.server.stored import Ending, Origin, Proposal, Summary

CHANNEL: Final = "fitl"  # of PostgreSQL's NOTIFY; what is said there is read by Hub.hear
MIGRATION_LOCK: Final = 0x6669746C  # of PostgreSQL's advisory lock, so that one process migrates at a time
BUSY_MS: Final = 2_000  # how long SQLite waits for another writer: meanwhile nobody can look at the game
MIGRATING_MS: Final = 10_000  # ... that may be migrating the database,
NOTING_MS: Final = 100  # ... and how long for what may as well be written the next time
CHAT_EACH: Final = 300  # lines of chat kept of each link in each game, and of the server's own ...
CHAT_TOLD: Final = 100  # ... and how many of these are told at a time

log = logging.getLogger(__name__)


class StoreError(Exception):
    """The database cannot be used now; nothing has changed."""


class Conflict(Exception):
    """Somebody else has stored lines of this game since it was read."""


def size_of(lines: Iterable[str]) -> int:
    """How many bytes these are in a file."""
    return sum(len(line.encode("utf-8", "surrogatepass")) + 1 for line in lines)


@dataclass(frozen=True, slots=True)
class Head:
    """Where a stored game stands: enough to see whether a copy in memory is up to date."""

    generation: int
    lines: int
    stamp: int


class Company(NamedTuple):
    """Who is in a game: by whom its bots take turns with those of other games, and whether they are alone."""

    whose: str
    alone: bool


@dataclass(frozen=True, slots=True)
class Link:
    """One secret link: who may do what in which game."""

    game: str
    role: str
    seats: tuple[int, ...]
    name: str
    place: int
    claimed: bool = True  # else it is an invitation, which opens nothing but the seat itself
    host: bool = False  # whoever created the game
    seen: float | None = None  # when it was used last, to the hour
    muted: bool = False  # the host lets it say nothing

    @property
    def plays(self) -> bool:
        return self.role == "player"


@dataclass(frozen=True, slots=True)
class Listed:
    """What is known of a game without opening it."""

    id: str
    name: str
    scenario: str
    updated: float
    summary: Summary
    proposal: Proposal | None
    webhook: str | None
    lesson: bool
    chat: int  # the number of the last chat message
    head: Head
    size: int = 0  # bytes
    ends: float | None = None  # when it will be deleted ...
    ends_by: str | None = None  # ... and why: "host" or "age"
    origin: Origin | None = None  # of a game that was brought in
    creator: str = ""  # under what it is counted (keeping.py)

    @property
    def ending(self) -> Ending | None:
        """When and why it will be deleted, as the page is told."""
        return None if self.ends is None else {"at": self.ends, "by": self.ends_by}


def default_url() -> str:
    """SQLite in the user's data folder."""
    from platformdirs import user_data_path

    folder = user_data_path("fitl", appauthor=False, ensure_exists=True)
    return f"sqlite:///{folder / 'games.sqlite3'}"


def make_engine(url: str) -> sa.Engine:
    """The engine for a database URL, with what each kind of database needs to be safe."""
    try:
        parsed = sa.make_url(url)
        if parsed.get_backend_name() == "postgresql":
            engine = sa.create_engine(parsed.set(drivername="postgresql+psycopg"), pool_size=10, max_overflow=10)
            sa.event.listen(engine, "checkout", _must_be_open)
            return engine
        if parsed.get_backend_name() != "sqlite":
            raise StoreError(tell("server.store.kind", url=parsed.render_as_string(hide_password=True)))
        if not parsed.database or parsed.database == ":memory:":
            raise StoreError(tell("server.store.memory"))
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        waiting = {"timeout": MIGRATING_MS / 1000}
        engine = sa.create_engine(parsed, connect_args=waiting, pool_size=10, max_overflow=10)
    except ModuleNotFoundError as error:  # the extra "postgres" is not installed
        raise StoreError(tell("server.store.postgres")) from error
    except (ArgumentError, NoSuchModuleError) as error:
        raise StoreError(tell("server.store.url", error=error)) from error
    except OSError as error:
        raise StoreError(tell("server.store.folder", error=error)) from error
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are begun below, not by the driver
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: sa.Connection) -> None:
    """Begin what is more than a single question, which is a transaction by itself."""
    options, known = connection.get_execution_options(), connection.info
    patience = options.get("patience", BUSY_MS)
    if known.get("patience") != patience:
        connection.exec_driver_sql(f"PRAGMA busy_timeout={patience}")
        known["patience"] = patience
    if not options.get("single"):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")


def _must_be_open(connection: Any, _record: Any, _proxy: Any) -> None:
    """Have the pool connect anew if the database has hung up: then there is something to hear before we asked.

    That costs no round trip, as a question would; each is two more times that people wait for a processor.
    """
    with selectors.DefaultSelector() as ear:
        ear.register(connection.fileno(), selectors.EVENT_READ)
        if ear.select(0):
            raise InvalidatePoolError


def _detail(error: StoreError) -> str:
    """What the database itself said."""
    cause = error.__cause__
    return str(getattr(cause, "orig", None) or cause or error).strip().rstrip(".") + "."


def _down(error: SQLAlchemyError) -> StoreError:
    """The database said no: the log gets the details."""
    detail = str(getattr(error, "orig", None) or error)
    log.warning("the database failed: %s", detail)
    return StoreError(tell("server.store.down", error=detail))


def alembic_config(connection: sa.Connection | None = None) -> Config:
    """Where the migrations are, and what they are to be carried out on."""
    config = Config()
    config.set_main_option("script_location", "fitl.server:migrations")
    config.attributes["connection"] = connection
    return config


def revision_of(connection: sa.Connection) -> str | None:
    """Which migrations a database has seen."""
    return MigrationContext.configure(connection).get_current_revision()


class Store:
    """Everything the server keeps."""

    def __init__(self, url: str, *, migrate: bool = True) -> None:
        self.engine = make_engine(url)
        self.listens = self.engine.dialect.name == "postgresql"
        single = {"isolation_level": "AUTOCOMMIT"} if self.listens else {"single": True}
        self._asking = self.engine.execution_options(**single)
        self._url = self.engine.url.render_as_string(hide_password=True)
        if not migrate:
            return
        try:
            self._migrate()
        except CommandError:
            raise StoreError(tell("server.store.later", url=self._url)) from None
        except StoreError as error:
            raise StoreError(tell("server.store.open", url=self._url, error=_detail(error))) from error

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """For single questions: on PostgreSQL each is one round trip, without a transaction around it."""
        try:
            with self._asking.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise _down(error) from error

    @contextmanager
    def writing(self, patience: int | None = None) -> Iterator[sa.Connection]:
        """A transaction that writes; on SQLite it waits for other writers up to `patience` milliseconds."""
        options: dict[str, Any] = {"writes": True, "patience": BUSY_MS if patience is None else patience}
        try:
            with self.engine.connect().execution_options(**options) as connection, connection.begin():
                yield connection
        except SQLAlchemyError as error:
            raise _down(error) from error

    @contextmanager
    def snapshot(self) -> Iterator[sa.Connection]:
        """Read everything as it stands at one moment."""
        try:
            with self.engine.connect() as connection:
                if self.listens:
                    connection = connection.execution_options(isolation_level="REPEATABLE READ")
                with connection.begin():
                    yield connection
        except SQLAlchemyError as error:
            raise _down(error) from error

    @contextmanager
    def place_on_this_machine(self, number: int) -> Iterator[None]:
        """Be the only one in a place, of all processes of this machine over one PostgreSQL; it is free when we die."""
        if not self.listens:
            yield  # SQLite has one server
            return
        machine = zlib.crc32(socket.gethostname().encode()) - (1 << 31)  # 32 bits with a sign
        with self.reading() as connection:
            connection.execute(sa.select(sa.func.pg_advisory_lock(machine, number)))
            try:
                yield
            finally:
                connection.execute(sa.select(sa.func.pg_advisory_unlock(machine, number)))

    def is_ready(self) -> bool:
        """Is the schema this version's? StoreError if the database cannot be reached, or nothing can be stored."""
        with self.writing() as connection:
            connection.execute(SETTINGS.update().where(sa.false()).values(value=""))  # changes nothing, but asks
            return revision_of(connection) == ScriptDirectory.from_config(alembic_config()).get_current_head()

    def _migrate(self) -> None:
        with self.writing(MIGRATING_MS) as connection:
            if self.listens:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            command.upgrade(alembic_config(connection), "head")

    def tell_others(self, connection: sa.Connection, news: str) -> None:
        if self.listens:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, news)))

    def announce(self, news: str) -> None:
        """Tell the other processes something that is not stored."""
        if self.listens:
            with self.reading() as connection:
                self.tell_others(connection, news)

    # --- games ---

    def create(self, row: Mapping[str, Any], lines: Sequence[str], links: Mapping[str, Link]) -> None:
        """Store a new game with its links (by the hashes of their tokens)."""
        now = time.time()
        with self.writing() as connection:
            values = {"generation": 0, "stamp": 0, "created": now, "updated": now, "lines": len(lines)}
            values["size"] = size_of(lines)
            connection.execute(GAMES.insert(), {**values, **row})
            self._insert_lines(connection, row["id"], 0, 0, lines)
            connection.execute(
                LINKS.insert(),
                [
                    {
                        "token_hash": token_hash,
                        "game": link.game,
                        "place": link.place,
                        "role": link.role,
                        "seats": json.dumps(link.seats),
                        "name": link.name,
                        "claimed": link.claimed,
                        "host": link.host,
                        "seen": link.seen,
                    }
                    for token_hash, link in links.items()
                ],
            )

    def listed(self, game: str) -> Listed | None:
        with self.reading() as connection:
            row = connection.execute(LISTED, {"game": game}).mappings().one_or_none()
        return None if row is None else listed_of(row)

    def mine(self, hashes: Sequence[str]) -> dict[str, tuple[Link, Listed]]:
        """What tokens open, by their hashes, in one query."""
        query = GAMES_AND_CHAT.add_columns(
            *(column.label(f"link_{column.name}") for column in LINKS.c),
        ).join(LINKS, LINKS.c.game == GAMES.c.id)
        with self.reading() as connection:
            rows = connection.execute(query.where(LINKS.c.token_hash.in_(hashes))).mappings().all()
        return {row["link_token_hash"]: (link_of(row, "link_"), listed_of(row)) for row in rows}

    def lines(self, game: str, generation: int, after: int = 0) -> list[str]:
        """The journal's lines after the first so many."""
        with self.reading() as connection:
            query = (
                sa.select(LINES.c.line)
                .where(LINES.c.game == game, LINES.c.generation == generation, LINES.c.number >= after)
                .order_by(LINES.c.number)
            )
            return list(connection.scalars(query))

    def append(
        self,
        game: str,
        seen: Head,
        lines: Sequence[str],
        changes: Mapping[str, Any],
        *,
        anew: bool = False,
    ) -> Head:
        """Store new lines of a game's journal if nobody else has since `seen`, else raise Conflict.

        If `anew`, the lines are a whole journal that replaces the former one, which is kept.
        Whatever was proposed lapses: the game has moved on.
        """
        first = 0 if anew else seen.lines
        generation = seen.generation + anew
        with self.writing() as connection:
            stamp = connection.scalar(
                APPEND,
                {
                    "game": game,
                    "seen_generation": seen.generation,
                    "seen_lines": seen.lines,
                    "generation": generation,
                    "lines": first + len(lines),
                    "updated": time.time(),
                    "more": size_of(lines),
                    **changes,
                },
            )
            if stamp is None:
                raise Conflict
            self._insert_lines(connection, game, generation, first, lines)
            self.tell_others(connection, game)
        return Head(generation, first + len(lines), stamp)

    def propose(self, game: str, seen: Head, before: Proposal | None, after: Proposal | None) -> None:
        """Replace the proposal of a game if neither it nor the journal has changed since, else raise Conflict."""
        old = None if before is None else json.dumps(before)
        with self.writing() as connection:
            changed = connection.execute(
                GAMES.update()
                .where(GAMES.c.id == game, GAMES.c.generation == seen.generation, GAMES.c.lines == seen.lines)
                .where(GAMES.c.proposal.is_(None) if old is None else GAMES.c.proposal == old)
                .values(stamp=GAMES.c.stamp + 1, proposal=None if after is None else json.dumps(after))
            )
            if changed.rowcount != 1:
                raise Conflict
            self.tell_others(connection, game)

    def _insert_lines(
        self, connection: sa.Connection, game: str, generation: int, first: int, lines: Sequence[str]
    ) -> None:
        if lines:
            connection.execute(
                INSERT_LINES,
                [
                    {"game": game, "generation": generation, "number": number, "line": line}
                    for number, line in enumerate(lines, first)
                ],
            )

    def change(self, game: str, **changes: Any) -> None:
        """Store something about a game that is not part of its journal."""
        with self.writing() as connection:
            connection.execute(GAMES.update().where(GAMES.c.id == game).values(stamp=GAMES.c.stamp + 1, **changes))
            self.tell_others(connection, game)

    def waiting_for_bots(self) -> list[str]:
        """The games in which a non-player is to decide."""
        with self.reading() as connection:
            return list(connection.scalars(sa.select(GAMES.c.id).where(GAMES.c.bot_asked)))

    # --- people ---

    def link(self, token_hash: str) -> Link | None:
        with self.reading() as connection:
            row = connection.execute(LINK, {"token_hash": token_hash}).mappings().one_or_none()
        return None if row is None else link_of(row)

    def company(self, game: str) -> Company | None:
        """Who is in a game; None if it is gone."""
        players = sa.select(LINKS.c.game).where(LINKS.c.game == GAMES.c.id, LINKS.c.role == "player").exists()
        with self.reading() as connection:
            row = connection.execute(sa.select(GAMES.c.creator, players).where(GAMES.c.id == game)).one_or_none()
        return None if row is None else Company(row[0][:16] or game, not row[1])

    def links(self, game: str) -> list[Link]:
        """All links of a game, in order."""
        with self.reading() as connection:
            rows = connection.execute(LINKS_OF_GAME, {"game": game}).mappings()
            return [link_of(row) for row in rows]

    def links_of(self, games: Collection[str]) -> dict[str, list[Link]]:
        """All links of several games, in one query."""
        found: dict[str, list[Link]] = {game: [] for game in games}
        with self.reading() as connection:
            query = sa.select(LINKS).where(LINKS.c.game.in_(games)).order_by(LINKS.c.place)
            for row in connection.execute(query).mappings():
                found[row["game"]].append(link_of(row))
        return found

    def rename(self, link: Link, name: str) -> None:
        """Give whoever holds a link a name."""
        with self.writing() as connection:
            connection.execute(
                LINKS.update().where(LINKS.c.game == link.game, LINKS.c.place == link.place).values(name=name)
            )
            connection.execute(GAMES.update().where(GAMES.c.id == link.game).values(stamp=GAMES.c.stamp + 1))
            self.tell_others(connection, link.game)

    def say(self, game: str, who: str, text: str, place: int) -> int:
        """Store a chat message of whoever holds a link; its number."""
        with self.writing() as connection:
            number = self._add_to_chat(connection, game, who, text, place)
            self.tell_others(connection, game)
        return number

    def notice(self, connection: sa.Connection, game: str, message: str, **told: Any) -> None:
        """Tell everybody at a table something, within a transaction: a message's id, for each in their language."""
        self._add_to_chat(connection, game, "", json.dumps([message, told]), None)
        self.tell_others(connection, game)

    def _add_to_chat(self, connection: sa.Connection, game: str, who: str, text: str, place: int | None) -> int:
        """Of very many lines of one link the oldest are lost; the lines of others stay."""
        said = {"game": game, "at": time.time(), "who": who, "text": text, "place": place}
        key = connection.execute(CHAT.insert(), said).inserted_primary_key
        assert key is not None
        own = sa.and_(CHAT.c.game == game, CHAT.c.place.is_not_distinct_from(place))
        newest = sa.select(CHAT.c.id).where(own).order_by(CHAT.c.id.desc())
        oldest = connection.scalar(newest.offset(CHAT_EACH).limit(1))
        lost: list[str] = []
        if oldest is not None:
            lost = list(connection.scalars(CHAT.delete().where(own, CHAT.c.id <= oldest).returning(CHAT.c.text)))
        size = GAMES.c.size + size_of([text]) - size_of(lost)
        size = sa.case((size > 0, size), else_=0)  # chat of old databases was not counted
        connection.execute(GAMES.update().where(GAMES.c.id == game).values(stamp=GAMES.c.stamp + 1, size=size))
        return int(key[0])

    def chat(self, game: str, after: int = 0) -> list[dict[str, Any]]:
        """The latest chat messages of each link after a number, oldest first."""
        columns = (CHAT.c.id, CHAT.c.at, CHAT.c.who, CHAT.c.text, CHAT.c.place)
        rank = sa.func.row_number().over(partition_by=CHAT.c.place, order_by=CHAT.c.id.desc()).label("rank")
        ranked = sa.select(*columns, rank).where(CHAT.c.game == game, CHAT.c.id > after).subquery()
        told = [ranked.c[column.name] for column in columns]
        query = sa.select(*told).where(ranked.c.rank <= CHAT_TOLD).order_by(ranked.c.id)
        with self.reading() as connection:
            return [dict(row) for row in connection.execute(query).mappings()]


GAMES_AND_CHAT: Final = sa.select(
    GAMES,
    sa.select(sa.func.max(CHAT.c.id)).where(CHAT.c.game == GAMES.c.id).correlate(GAMES).scalar_subquery().label("chat"),
)

# What is asked for with every answer is put into SQL once.
LISTED: Final = GAMES_AND_CHAT.where(GAMES.c.id == sa.bindparam("game"))
LINK: Final = sa.select(LINKS).where(LINKS.c.token_hash == sa.bindparam("token_hash"))
LINKS_OF_GAME: Final = sa.select(LINKS).where(LINKS.c.game == sa.bindparam("game")).order_by(LINKS.c.place)
INSERT_LINES: Final = LINES.insert()
APPEND: Final = (
    GAMES.update()
    .where(
        GAMES.c.id == sa.bindparam("game"),
        GAMES.c.generation == sa.bindparam("seen_generation"),
        GAMES.c.lines == sa.bindparam("seen_lines"),
    )
    .values(
        stamp=GAMES.c.stamp + 1,
        proposal=None,
        size=GAMES.c.size + sa.bindparam("more"),
        ends=sa.case((GAMES.c.ends_by == "age", None), else_=GAMES.c.ends),  # it is played again
        ends_by=sa.case((GAMES.c.ends_by == "age", None), else_=GAMES.c.ends_by),
    )
    .returning(GAMES.c.stamp)
)


def link_of(row: Mapping[Any, Any], prefix: str = "") -> Link:
    """The link that a row describes."""
    return Link(
        row[f"{prefix}game"],
        row[f"{prefix}role"],
        tuple(json.loads(row[f"{prefix}seats"])),
        row[f"{prefix}name"],
        row[f"{prefix}place"],
        row[f"{prefix}claimed"],
        row[f"{prefix}host"],
        row[f"{prefix}seen"],
        row[f"{prefix}muted"],
    )


def listed_of(row: Mapping[Any, Any]) -> Listed:
    """What a row of GAMES_AND_CHAT says of a game."""
    return Listed(
        row["id"],
        row["name"],
        row["scenario"],
        row["updated"],
        json.loads(row["summary"]),
        json.loads(row["proposal"]) if row["proposal"] else None,
        row["webhook"],
        row["lesson"],
        row["chat"] or 0,
        Head(row["generation"], row["lines"], row["stamp"]),
        row["size"],
        row["ends"],
        row["ends_by"],
        json.loads(row["origin"]) if row["origin"] else None,
        row["creator"],
    )
