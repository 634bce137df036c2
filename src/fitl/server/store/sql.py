"""The database: SQLite by default, PostgreSQL for several server processes (docs/decisions/0011-storage.md).

Writers never wait for each other's thinking: a game is changed in memory first, then its new journal lines are stored
in one short transaction that succeeds only if nobody else has stored any since (`append`). The loser reads what
the other wrote and starts again. The answer is acknowledged after the commit.
"""

import json
import logging
import selectors
import socket
import threading
import time
import zlib
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.exc import (
    ArgumentError,
    IntegrityError,
    InvalidatePoolError,
    NoSuchModuleError,
    SQLAlchemyError,
)

from fitl.catalogue import tell
from fitl.server.store.schema import CHAT, GAMES, LINES, LINKS, SETTINGS
from fitl.server.stored import (
    AGE,
    CHAT_EACH,
    CHAT_TOLD,
    HOST,
    About,
    Ages,
    Company,
    Conflict,
    Head,
    Kept,
    Link,
    Listed,
    NewRow,
    Notice,
    Proposal,
    Said,
    StoreError,
    TokenUsed,
    Totals,
    Usage,
    size_of,
)

CHANNEL: Final = "fitl"  # of PostgreSQL's NOTIFY; what is said there is read by Hub.hear
MIGRATION_LOCK: Final = 0x6669746C  # of PostgreSQL's advisory lock, so that one process migrates at a time
BUSY_MS: Final = 2_000  # how long SQLite waits for another writer: meanwhile nobody can look at the game
MIGRATING_MS: Final = 10_000  # ... that may be migrating the database,
NOTING_MS: Final = 100  # ... and how long for what may as well be written the next time

log = logging.getLogger(__name__)


class Change(Future[Head]):
    """A change of a game that is to be stored, by the thread that wants it or by another."""

    def __init__(self, carry_out: Callable[[sa.Connection], Head]) -> None:
        super().__init__()
        self.carry_out = carry_out


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
    """Have the pool connect again if the database has hung up: then there is something to hear before we asked.

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


class SqlStore:
    """A store in a database."""

    def __init__(self, url: str, *, migrate: bool = True) -> None:
        self.engine = make_engine(url)
        self.listens = self.engine.dialect.name == "postgresql"
        single = {"isolation_level": "AUTOCOMMIT"} if self.listens else {"single": True}
        self._asking = self.engine.execution_options(**single)
        self._writer = threading.Lock()
        self._waiting: deque[Change] = deque()  # changes that no thread has begun to store
        self.shown_url = self.engine.url.render_as_string(hide_password=True)
        if not migrate:
            return
        try:
            self._migrate()
        except CommandError:
            raise StoreError(tell("server.store.later", url=self.shown_url)) from None
        except StoreError as error:
            raise StoreError(tell("server.store.open", url=self.shown_url, error=_detail(error))) from error

    @property
    def url(self) -> str:
        return self.engine.url.render_as_string(hide_password=False)

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
        wait = BUSY_MS if patience is None else patience
        with self._turn(wait), self._transaction(wait) as connection:
            yield connection

    @contextmanager
    def _transaction(self, patience: int = BUSY_MS) -> Iterator[sa.Connection]:
        options: dict[str, Any] = {"writes": True, "patience": patience}
        try:
            with self.engine.connect().execution_options(**options) as connection, connection.begin():
                yield connection
        except SQLAlchemyError as error:
            raise _down(error) from error

    @contextmanager
    def _turn(self, patience: int) -> Iterator[None]:
        """One thread writes to SQLite at a time, and the waiting caller is woken at once.

        SQLite itself has them sleep and look again, ever longer and in no order. A thread that waits too long here
        asks SQLite all the same, and SQLite refuses.
        """
        mine = not self.listens and self._writer.acquire(timeout=patience / 1000)
        try:
            yield
        finally:
            if mine:
                self._writer.release()

    def _store(self, change: Change) -> None:
        """Store a change. On SQLite one thread stores the changes of all that wait, so the disk is flushed once."""
        if self.listens:
            self._store_all([change])
            return
        self._waiting.append(change)
        with self._turn(BUSY_MS):
            if not change.done():
                self._store_all(list(self._taken()))

    def _taken(self) -> Iterator[Change]:
        with suppress(IndexError):
            while True:
                yield self._waiting.popleft()

    def _store_all(self, changes: Sequence[Change]) -> None:
        """Store these in one transaction; alone, if one of them breaks it."""
        try:
            with self._transaction() as connection:
                outcomes = [_outcome(change, connection) for change in changes]
        except BaseException as error:
            if len(changes) > 1 and isinstance(error.__cause__, IntegrityError):
                for change in changes:
                    self._store_all([change])
            else:
                for change in changes:
                    change.set_exception(error)
            return
        for change, outcome in zip(changes, outcomes, strict=True):
            if outcome is None:
                change.set_exception(Conflict())
            else:
                change.set_result(outcome)

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
        with self.writing() as connection:
            connection.execute(SETTINGS.update().where(sa.false()).values(value=""))  # changes nothing, but asks
            return revision_of(connection) == ScriptDirectory.from_config(alembic_config()).get_current_head()

    def _migrate(self) -> None:
        with self.writing(MIGRATING_MS) as connection:
            if self.listens:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            command.upgrade(alembic_config(connection), "head")

    # --- other processes ---

    def _tell_others(self, connection: sa.Connection, news: str) -> None:
        if self.listens:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, news)))

    def announce(self, news: str) -> None:
        if self.listens:
            with self.reading() as connection:
                self._tell_others(connection, news)

    def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> Callable[[], None]:
        if not self.listens:
            return lambda: None  # SQLite has one server
        from fitl.server.listen import Listener

        listener = Listener(self.url, CHANNEL, heard, missed)
        listener.start()
        return listener.stop

    # --- games ---

    def create(self, row: NewRow, lines: Sequence[str], links: Mapping[str, Link]) -> None:
        now = time.time()
        about = {**row["about"], "summary": json.dumps(row["about"]["summary"])}
        values: dict[str, Any] = {"generation": 0, "stamp": 0, "created": now, "updated": now, **row, **about}
        values |= {"lines": len(lines), "size": size_of(lines)}
        del values["about"]
        values["origin"] = _json_or_none(row.get("origin"))
        with self.writing() as connection:
            connection.execute(GAMES.insert(), values)
            self._insert_lines(connection, row["id"], 0, 0, lines)
            if links:
                connection.execute(LINKS.insert(), [_row_of(*each) for each in links.items()])

    def listed(self, game: str) -> Listed | None:
        with self.reading() as connection:
            row = connection.execute(LISTED, {"game": game}).mappings().one_or_none()
        return None if row is None else listed_of(row)

    def mine(self, hashes: Sequence[str]) -> dict[str, tuple[Link, Listed]]:
        query = GAMES_AND_CHAT.add_columns(
            *(column.label(f"link_{column.name}") for column in LINKS.c),
        ).join(LINKS, LINKS.c.game == GAMES.c.id)
        with self.reading() as connection:
            rows = connection.execute(query.where(LINKS.c.token_hash.in_(hashes))).mappings().all()
        return {row["link_token_hash"]: (link_of(row, "link_"), listed_of(row)) for row in rows}

    def lines(self, game: str, generation: int, after: int = 0) -> list[str]:
        with self.reading() as connection:
            query = (
                sa.select(LINES.c.line)
                .where(LINES.c.game == game, LINES.c.generation == generation, LINES.c.number >= after)
                .order_by(LINES.c.number)
            )
            return list(connection.scalars(query))

    def append(self, game: str, seen: Head, lines: Sequence[str], about: About, *, anew: bool = False) -> Head:
        first = 0 if anew else seen.lines
        generation = seen.generation + anew
        row = {
            "game": game,
            "seen_generation": seen.generation,
            "seen_lines": seen.lines,
            "generation": generation,
            "lines": first + len(lines),
            "updated": time.time(),
            "more": size_of(lines),
            **about,
            "summary": json.dumps(about["summary"]),
        }

        def carry_out(connection: sa.Connection) -> Head:
            stamp = connection.scalar(APPEND, row)
            if stamp is None:
                raise Conflict
            self._insert_lines(connection, game, generation, first, lines)
            self._tell_others(connection, game)
            return Head(generation, first + len(lines), stamp)

        change = Change(carry_out)
        self._store(change)
        return change.result()

    def propose(self, game: str, seen: Head, before: Proposal | None, after: Proposal | None) -> None:
        old = _json_or_none(before)
        with self.writing() as connection:
            changed = connection.execute(
                GAMES.update()
                .where(GAMES.c.id == game, GAMES.c.generation == seen.generation, GAMES.c.lines == seen.lines)
                .where(GAMES.c.proposal.is_(None) if old is None else GAMES.c.proposal == old)
                .values(stamp=GAMES.c.stamp + 1, proposal=_json_or_none(after))
            )
            if changed.rowcount != 1:
                raise Conflict
            self._tell_others(connection, game)

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

    def set_webhook(self, game: str, url: str | None) -> None:
        with self.writing() as connection:
            connection.execute(GAMES.update().where(GAMES.c.id == game).values(webhook=url))
            self._changed(connection, game)

    def _changed(self, connection: sa.Connection, game: str) -> None:
        """Somebody may want to see what this transaction changes."""
        connection.execute(GAMES.update().where(GAMES.c.id == game).values(stamp=GAMES.c.stamp + 1))
        self._tell_others(connection, game)

    def waiting_for_bots(self) -> list[str]:
        with self.reading() as connection:
            return list(connection.scalars(sa.select(GAMES.c.id).where(GAMES.c.bot_asked)))

    # --- people ---

    def link(self, token_hash: str) -> Link | None:
        with self.reading() as connection:
            row = connection.execute(LINK, {"token_hash": token_hash}).mappings().one_or_none()
        return None if row is None else link_of(row)

    def company(self, game: str) -> Company | None:
        players = sa.select(LINKS.c.game).where(LINKS.c.game == GAMES.c.id, LINKS.c.role == "player").exists()
        with self.reading() as connection:
            row = connection.execute(sa.select(GAMES.c.creator, players).where(GAMES.c.id == game)).one_or_none()
        return None if row is None else Company(row[0][:16] or game, not row[1])

    def links(self, game: str) -> list[Link]:
        with self.reading() as connection:
            rows = connection.execute(LINKS_OF_GAME, {"game": game}).mappings()
            return [link_of(row) for row in rows]

    def links_of(self, games: Collection[str]) -> dict[str, list[Link]]:
        found: dict[str, list[Link]] = {game: [] for game in games}
        with self.reading() as connection:
            query = sa.select(LINKS).where(LINKS.c.game.in_(games)).order_by(LINKS.c.place)
            for row in connection.execute(query).mappings():
                found[row["game"]].append(link_of(row))
        return found

    def rename(self, link: Link, name: str) -> None:
        with self.writing() as connection:
            connection.execute(
                LINKS.update().where(LINKS.c.game == link.game, LINKS.c.place == link.place).values(name=name)
            )
            self._changed(connection, link.game)

    def say(self, game: str, who: str, text: str, place: int) -> int:
        with self.writing() as connection:
            number = self._add_to_chat(connection, game, who, text, place)
            self._tell_others(connection, game)
        return number

    def _notice(self, connection: sa.Connection, game: str, notice: Notice) -> None:
        """Tell everybody at a table something, within a transaction: for each in their language."""
        self._add_to_chat(connection, game, "", json.dumps(notice), None)
        self._tell_others(connection, game)

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

    def chat(self, game: str, after: int = 0) -> list[Said]:
        columns = (CHAT.c.id, CHAT.c.at, CHAT.c.who, CHAT.c.text, CHAT.c.place)
        rank = sa.func.row_number().over(partition_by=CHAT.c.place, order_by=CHAT.c.id.desc()).label("rank")
        ranked = sa.select(*columns, rank).where(CHAT.c.game == game, CHAT.c.id > after).subquery()
        told = [ranked.c[column.name] for column in columns]
        query = sa.select(*told).where(ranked.c.rank <= CHAT_TOLD).order_by(ranked.c.id)
        with self.reading() as connection:
            return [
                {"id": row.id, "at": row.at, "who": row.who, "text": row.text, "place": row.place}
                for row in connection.execute(query)
            ]

    # --- seats ---

    def exchange(self, link: Link, before: str, after: str) -> bool:
        found = LINKS.update().where(LINKS.c.token_hash == before, LINKS.c.claimed == link.claimed)
        try:
            with self.writing() as connection:
                changed = connection.execute(found.values(token_hash=after, claimed=True, seen=time.time()))
                if changed.rowcount == 1:
                    self._changed(connection, link.game)
                return changed.rowcount == 1
        except StoreError as error:
            if isinstance(error.__cause__, IntegrityError):
                raise TokenUsed from error
            raise

    def note_seen(self, token_hash: str, at: float) -> None:
        with suppress(StoreError), self.writing(NOTING_MS) as connection:  # it was logged
            connection.execute(LINKS.update().where(LINKS.c.token_hash == token_hash).values(seen=at))

    def free(self, link: Link, token_hash: str, notice: Notice | None) -> bool:
        same = _update_of(link).where(LINKS.c.claimed == link.claimed, LINKS.c.seen.is_not_distinct_from(link.seen))
        with self.writing() as connection:
            changed = connection.execute(
                same.values(token_hash=token_hash, claimed=False, name="", seen=None, muted=False)
            )
            if changed.rowcount == 1:
                if notice is not None:
                    self._notice(connection, link.game, notice)
                self._changed(connection, link.game)
            return changed.rowcount == 1

    def mute(self, link: Link, muted: bool, notice: Notice) -> None:
        with self.writing() as connection:
            if connection.execute(_update_of(link).where(LINKS.c.muted != muted).values(muted=muted)).rowcount:
                self._notice(connection, link.game, notice)

    def renew_shared(self, link: Link, token_hash: str, notice: Notice) -> None:
        with self.writing() as connection:
            connection.execute(_update_of(link).values(token_hash=token_hash, name="", muted=False))
            self._notice(connection, link.game, notice)

    # --- keeping ---

    def address_key(self) -> bytes:
        with self.reading() as connection:
            key = connection.scalar(sa.select(SETTINGS.c.value).where(SETTINGS.c.name == "address_key"))
        return bytes.fromhex(key or "")

    def usage(self, creator: str = "") -> Usage:
        columns = sa.func.count(), sa.func.coalesce(sa.func.sum(GAMES.c.size), 0)
        query = sa.select(*columns).select_from(GAMES)
        with self.reading() as connection:
            games, size = connection.execute(
                query.where(GAMES.c.creator.startswith(creator)) if creator else query
            ).one()
        return Usage(games, int(size))

    def totals(self) -> Totals:
        over = sa.func.coalesce(sa.func.sum(sa.case((GAMES.c.over, 1), else_=0)), 0)
        size = sa.func.coalesce(sa.func.sum(GAMES.c.size), 0)
        with self.reading() as connection:
            games, ended, total = connection.execute(sa.select(sa.func.count(), over, size).select_from(GAMES)).one()
        return Totals(games - ended, int(ended), int(total))

    def kept(self) -> list[Kept]:
        columns = (GAMES.c.id, GAMES.c.name, GAMES.c.scenario, GAMES.c.created, GAMES.c.updated, GAMES.c.size)
        query = sa.select(*columns, GAMES.c.over, GAMES.c.ends).order_by(GAMES.c.size.desc(), GAMES.c.id)
        with self.reading() as connection:
            return [Kept(*row) for row in connection.execute(query)]

    def end_later(self, game: str, at: float, notice: Notice) -> None:
        with self.writing() as connection:
            connection.execute(GAMES.update().where(GAMES.c.id == game).values(ends=at, ends_by=HOST))
            self._notice(connection, game, notice)

    def keep(self, game: str, notice: Notice) -> None:
        with self.writing() as connection:
            connection.execute(
                GAMES.update().where(GAMES.c.id == game).values(ends=None, ends_by=None, updated=time.time())
            )
            self._notice(connection, game, notice)

    def give_notice(self, ages: Ages, now: float, notice: Notice) -> list[str]:
        age = sa.case((GAMES.c.over, ages.over), (GAMES.c.played, ages.begun), else_=ages.untouched)
        due = GAMES.update().where(
            GAMES.c.creator != "", GAMES.c.ends.is_(None), GAMES.c.updated + age < now + ages.notice
        )
        with self.writing() as connection:
            told = list(connection.scalars(due.values(ends=now + ages.notice, ends_by=AGE).returning(GAMES.c.id)))
            for game in told:
                self._notice(connection, game, notice)
        return told

    def expired(self, now: float) -> list[str]:
        with self.reading() as connection:
            return list(connection.scalars(sa.select(GAMES.c.id).where(GAMES.c.ends < now)))

    def delete(self, game: str) -> bool:
        with self.writing() as connection:
            deleted = connection.execute(GAMES.delete().where(GAMES.c.id == game)).rowcount
            self._tell_others(connection, game)
        return deleted > 0


def _outcome(change: Change, connection: sa.Connection) -> Head | None:
    """What a change came to within a transaction; None if another process was faster, so nothing was changed."""
    try:
        return change.carry_out(connection)
    except Conflict:
        return None


def _update_of(link: Link) -> sa.Update:
    return LINKS.update().where(LINKS.c.game == link.game, LINKS.c.place == link.place)


def _json_or_none(value: Mapping[str, object] | None) -> str | None:
    return None if value is None else json.dumps(value)


def _row_of(token_hash: str, link: Link) -> dict[str, object]:
    """The row that describes a link."""
    return asdict(link) | {"token_hash": token_hash, "seats": json.dumps(link.seats)}


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
