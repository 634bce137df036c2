"""How much is kept, for whom, and how long (docs/serving.md).

Games are counted by the address they were created from, of which only a keyed hash is stored. Games created on the
server's own machine are its owner's: they count as nobody's and do not end by themselves.
"""

import hashlib
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from fitl.catalogue import tell
from fitl.refusals import Refused
from fitl.server.addresses import SITES, is_here, network_of, site_of
from fitl.server.schema import GAMES, SETTINGS
from fitl.server.store import Link, Store

DAY: Final = 24 * 3600.0
MEGABYTE: Final = 1_000_000
HALF: Final = 16  # characters of a creator's hash that stand for an IPv6 network
HOST, AGE = "host", "age"


@dataclass(frozen=True, slots=True)
class Quota:
    """How many games and bytes are kept; None: as many as there is room for."""

    games_each: int | None = 200  # from one address
    bytes_each: int | None = 50 * MEGABYTE
    games: int | None = 100_000  # in all
    bytes: int | None = 5_000 * MEGABYTE
    bytes_game: int | None = 20 * MEGABYTE  # one game: it can be played thousands of times over


UNLIMITED: Final = Quota(None, None, None, None, None)


@dataclass(frozen=True, slots=True)
class Ages:
    """After how many seconds without an answer a game ends, and how long before everybody is told."""

    begun: float = 180 * DAY
    untouched: float = 30 * DAY  # nobody has answered anything yet
    over: float = 365 * DAY
    notice: float = 14 * DAY
    by_host: float = 3 * DAY  # the notice a host gives


class Full(Exception):
    """There is no room for another game; the message says whose room is meant."""


class Kept(NamedTuple):
    """One game, for whoever runs the server."""

    id: str
    name: str
    scenario: str
    created: float
    updated: float
    size: int
    over: bool
    ends: float | None


class Keeping:
    """Quotas, deletion and expiry of the games of a store."""

    def __init__(self, store: Store, quota: Quota | None = None, ages: Ages | None = None) -> None:
        self._store = store
        self.quota = quota or Quota()
        self.ages = ages or Ages()

    # --- room ---

    def creator(self, address: str) -> str:
        """Under what an address's games are counted: nothing that tells the address; "" for this machine.

        Of IPv6 the first half stands for the network, the second for the site.
        """
        if not address or is_here(address):
            return ""
        with self._store.reading() as connection:
            key = connection.scalar(sa.select(SETTINGS.c.value).where(SETTINGS.c.name == "address_key"))

        def digest(block: str, size: int) -> str:
            return hashlib.blake2b(block.encode(), key=bytes.fromhex(key or ""), digest_size=size).hexdigest()

        site, network = site_of(address), network_of(address)
        return digest(site, 16) if site == network else digest(network, 8) + digest(site, 8)

    def check_room(self, creator: str) -> None:
        """Full if another game would be too many."""
        quota = self.quota
        count, total = sa.func.count(), sa.func.coalesce(sa.func.sum(GAMES.c.size), 0)
        with self._store.reading() as connection:
            games, size = connection.execute(sa.select(count, total).select_from(GAMES)).one()
            if _reached(games, quota.games) or _reached(size, quota.bytes):
                raise Full(tell("server.refuse.no_room"))
            for block, times in ((creator, 1), (creator[:HALF], SITES)) if creator else ():
                games, size = connection.execute(
                    sa.select(count, total).select_from(GAMES).where(GAMES.c.creator.startswith(block))
                ).one()
                if _reached(games / times, quota.games_each) or _reached(size / times, quota.bytes_each):
                    raise Full(tell("server.refuse.quota", n=games, size=f"{size / MEGABYTE:.1f}"))

    def check_size(self, size: int) -> None:
        """Refused if a game has grown beyond all reason."""
        if _reached(size, self.quota.bytes_game):
            raise Refused(tell("server.refuse.game_size"))

    # --- the end of a game ---

    def end(self, link: Link) -> bool:
        """The host wants the game deleted: at once where nobody else has a seat, else after notice. Is it gone?"""
        if not link.host:
            raise Refused(tell("server.refuse.host_only"))
        others = [other for other in self._store.links(link.game) if other.plays and other.claimed and not other.host]
        if not others:
            self.delete([link.game])
            return True
        ends = time.time() + self.ages.by_host
        with self._store.writing() as connection:
            connection.execute(GAMES.update().where(GAMES.c.id == link.game).values(ends=ends, ends_by=HOST))
            self._store.notice(connection, link.game, "server.told.ends_by_host", days=round(self.ages.by_host / DAY))
        return False

    def keep(self, link: Link) -> bool:
        """The host has thought better of it; of a game that would end by its age, any player may. It is not gone."""
        listed = self._store.listed(link.game)
        if listed is None or listed.ends is None:
            return False
        if not (link.host or (link.plays and listed.ends_by == AGE)):
            raise Refused(tell("server.refuse.host_only"))
        with self._store.writing() as connection:
            connection.execute(
                GAMES.update()
                .where(GAMES.c.id == link.game)
                .values(ends=None, ends_by=None, updated=time.time(), stamp=GAMES.c.stamp + 1)
            )
            self._store.notice(connection, link.game, "server.told.kept")
        return False

    def sweep(self) -> list[str]:
        """Give notice to games that nobody plays, delete those whose time has come; which were changed?"""
        ages, now = self.ages, time.time()
        age = sa.case((GAMES.c.over, ages.over), (GAMES.c.played, ages.begun), else_=ages.untouched)
        with self._store.writing() as connection:
            told = list(
                connection.scalars(
                    GAMES.update()
                    .where(GAMES.c.creator != "", GAMES.c.ends.is_(None), GAMES.c.updated + age < now + ages.notice)
                    .values(ends=now + ages.notice, ends_by=AGE)
                    .returning(GAMES.c.id)
                )
            )
            for game in told:
                self._store.notice(connection, game, "server.told.ends_by_age", days=round(ages.notice / DAY))
            gone = list(connection.scalars(sa.select(GAMES.c.id).where(GAMES.c.ends < now)))
        self.delete(gone)
        return [*told, *gone]

    def delete(self, games: Iterable[str]) -> int:
        """Delete games with all that belongs to them; how many were there?"""
        deleted = 0
        for game in games:
            with self._store.writing() as connection:
                deleted += connection.execute(GAMES.delete().where(GAMES.c.id == game)).rowcount
                self._store.tell_others(connection, game)
        return deleted

    # --- for whoever runs the server ---

    def totals(self) -> tuple[int, int, int]:
        """How many games are running, how many are over, and how many bytes all of them are."""
        over = sa.func.coalesce(sa.func.sum(sa.case((GAMES.c.over, 1), else_=0)), 0)
        size = sa.func.coalesce(sa.func.sum(GAMES.c.size), 0)
        with self._store.reading() as connection:
            games, ended, total = connection.execute(sa.select(sa.func.count(), over, size).select_from(GAMES)).one()
        return games - ended, int(ended), int(total)

    def games(self) -> list[Kept]:
        """All games, largest first."""
        columns = (GAMES.c.id, GAMES.c.name, GAMES.c.scenario, GAMES.c.created, GAMES.c.updated, GAMES.c.size)
        query = sa.select(*columns, GAMES.c.over, GAMES.c.ends).order_by(GAMES.c.size.desc(), GAMES.c.id)
        with self._store.reading() as connection:
            return [Kept(*row) for row in connection.execute(query)]


def _reached(number: Any, limit: int | None) -> bool:
    return limit is not None and number >= limit
