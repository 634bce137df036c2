"""Quotas, deletion and expiry: how much is stored, for whom, and how long (docs/serving.md).

Games are counted by the address they were created from, of which only a keyed hash is stored. Games created on the
server's own machine are its owner's: they count as nobody's and do not end by themselves.
"""

import hashlib
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from fitl.catalogue import figures, tell
from fitl.refusals import Refused
from fitl.server.addresses import SITES, is_here, network_of, site_of
from fitl.server.store import Store
from fitl.server.stored import AGE, DAY, Ages, Link, Notice

MEGABYTE: Final = 1_000_000
HALF: Final = 16  # characters of a creator's hash that stand for an IPv6 network


@dataclass(frozen=True, slots=True)
class Quota:
    """Quotas of games and bytes; None: no limit."""

    games_each: int | None = 200  # from one address
    bytes_each: int | None = 50 * MEGABYTE
    games: int | None = 100_000  # in all
    bytes: int | None = 5_000 * MEGABYTE
    bytes_game: int | None = 20 * MEGABYTE  # one game: it can be played thousands of times over


UNLIMITED: Final = Quota(None, None, None, None, None)


class Full(Exception):
    """There is no room for another game; the message names the quota."""


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
        key = self._store.address_key()

        def digest(block: str, size: int) -> str:
            return hashlib.blake2b(block.encode(), key=key, digest_size=size).hexdigest()

        site, network = site_of(address), network_of(address)
        return digest(site, 16) if site == network else digest(network, 8) + digest(site, 8)

    def check_room(self, creator: str) -> None:
        """Full if another game would be too many."""
        quota, used = self.quota, self._store.usage()
        if _reached(used.games, quota.games) or _reached(used.bytes, quota.bytes):
            raise Full(tell("server.refuse.no_room"))
        for block, times in ((creator, 1), (creator[:HALF], SITES)) if creator else ():
            used = self._store.usage(block)
            if _reached(used.games / times, quota.games_each) or _reached(used.bytes / times, quota.bytes_each):
                raise Full(tell("server.refuse.quota", n=used.games, size=figures(used.bytes / MEGABYTE, ".1f")))

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
        notice = Notice("server.told.ends_by_host", {"days": round(self.ages.by_host / DAY)})
        self._store.end_later(link.game, time.time() + self.ages.by_host, notice)
        return False

    def keep(self, link: Link) -> bool:
        """The host has thought better of it; of a game that would end by its age, any player may. It is not gone."""
        listed = self._store.listed(link.game)
        if listed is None or listed.ends is None:
            return False
        if not (link.host or (link.plays and listed.ends_by == AGE)):
            raise Refused(tell("server.refuse.host_only"))
        self._store.keep(link.game, Notice("server.told.kept", {}))
        return False

    def sweep(self) -> list[str]:
        """Give notice to games that nobody plays, delete those whose time has come; which were changed?"""
        now = time.time()
        told = self._store.give_notice(
            self.ages, now, Notice("server.told.ends_by_age", {"days": round(self.ages.notice / DAY)})
        )
        gone = self._store.expired(now)
        self.delete(gone)
        return [*told, *gone]

    def delete(self, games: Iterable[str]) -> int:
        """Delete games with all that belongs to them; how many were there?"""
        return sum(self._store.delete(game) for game in games)


def _reached(number: float, limit: int | None) -> bool:
    return limit is not None and number >= limit
