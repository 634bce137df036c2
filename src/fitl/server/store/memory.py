"""A store in memory, for one process: for tests, and for a browser, which keeps each game's record elsewhere.

A record is plain JSON. `changed` hears of every change, so that the owner of the store can save the record; a new store
is made from saved records. Nothing here needs a database.
"""

import copy
import json
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, TypedDict

from fitl.catalogue import tell
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
    Origin,
    Proposal,
    Said,
    StoreError,
    TokenUsed,
    Totals,
    Usage,
    size_of,
)


class LinkRecord(TypedDict):
    """One link of a game."""

    token_hash: str
    role: str
    seats: list[int]
    name: str
    place: int
    claimed: bool
    host: bool
    seen: float | None
    muted: bool


class Record(TypedDict):
    """Everything that is kept of one game."""

    id: str
    name: str
    scenario: str
    created: float
    updated: float
    stamp: int  # counts every change that somebody may want to see
    about: About
    proposal: Proposal | None
    webhook: str | None
    lesson: bool
    creator: str
    origin: Origin | None
    size: int
    ends: float | None
    ends_by: str | None
    journals: list[list[str]]  # the last one is the game's; former ones are kept
    links: list[LinkRecord]  # by their places
    chat: list[Said]


def _nothing(game: str, record: Record | None) -> None:
    pass


class MemoryStore:
    """A store over dicts."""

    url: Final = None

    def __init__(
        self, records: Iterable[Record] = (), changed: Callable[[str, Record | None], None] = _nothing
    ) -> None:
        """`changed` is called after each change with a game's id and its record, or None if it was deleted.

        The record is the store's own: save a copy of it, and change nothing in it.
        """
        self._games: dict[str, Record] = {record["id"]: copy.deepcopy(record) for record in records}
        self._of_hash = {link["token_hash"]: game for game, each in self._games.items() for link in each["links"]}
        self._chat = max((said["id"] for each in self._games.values() for said in each["chat"]), default=0)
        self._changed = changed
        self._key = secrets.token_bytes(16)
        self._lock = threading.RLock()

    def close(self) -> None:
        pass

    def is_ready(self) -> bool:
        return True

    def announce(self, news: str) -> None:
        pass  # there is no other process

    def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> Callable[[], None]:
        return lambda: None

    def record(self, game: str) -> Record | None:
        """A copy of what is kept of a game."""
        with self._lock:
            return copy.deepcopy(self._games.get(game))

    def take(self, game: str, record: Record | None) -> None:
        """Have a game stand as a record says that was changed elsewhere (None: it is gone); nobody is told."""
        with self._lock:
            before = self._games.pop(game, None)
            for link in () if before is None else before["links"]:
                del self._of_hash[link["token_hash"]]
            if record is not None:
                self._games[game] = copy.deepcopy(record)
                self._of_hash |= {link["token_hash"]: game for link in record["links"]}
                self._chat = max(self._chat, *(said["id"] for said in record["chat"]), 0)

    @contextmanager
    def _change(self, game: str) -> Iterator[Record | None]:
        """The record to be changed, if there is one; it is told when that is done."""
        with self._lock:
            found = self._games.get(game)
            yield found
            if found is not None:
                self._changed(game, found)

    # --- games ---

    def create(self, row: NewRow, lines: Sequence[str], links: Mapping[str, Link]) -> None:
        now = time.time()
        game = row["id"]
        with self._lock:
            if game in self._games or links.keys() & self._of_hash.keys():
                raise StoreError(tell("server.store.down", error=game))
            self._games[game] = {
                "id": game,
                "name": row["name"],
                "scenario": row["scenario"],
                "created": now,
                "updated": now,
                "stamp": 0,
                "about": copy.deepcopy(row["about"]),
                "proposal": None,
                "webhook": row.get("webhook"),
                "lesson": row["lesson"],
                "creator": row.get("creator", ""),
                "origin": row.get("origin"),
                "size": size_of(lines),
                "ends": None,
                "ends_by": None,
                "journals": [list(lines)],
                "links": sorted((_record_of(*each) for each in links.items()), key=_place),
                "chat": [],
            }
            self._of_hash |= dict.fromkeys(links, game)
            self._changed(game, self._games[game])

    def listed(self, game: str) -> Listed | None:
        with self._lock:
            found = self._games.get(game)
            return None if found is None else _listed_of(found)

    def mine(self, hashes: Sequence[str]) -> dict[str, tuple[Link, Listed]]:
        with self._lock:
            found = {token_hash: self.link(token_hash) for token_hash in hashes}
            return {
                token_hash: (link, _listed_of(self._games[link.game]))
                for token_hash, link in found.items()
                if link is not None
            }

    def lines(self, game: str, generation: int, after: int = 0) -> list[str]:
        with self._lock:
            found = self._games.get(game)
            return (
                [] if found is None or generation >= len(found["journals"]) else found["journals"][generation][after:]
            )

    def append(self, game: str, seen: Head, lines: Sequence[str], about: About, *, anew: bool = False) -> Head:
        with self._change(game) as found:
            if found is None or not _is_at(found, seen):
                raise Conflict
            if anew:
                found["journals"].append([])
            found["journals"][-1] += lines
            found["updated"] = time.time()
            found["proposal"] = None
            found["size"] += size_of(lines)
            found["about"] = copy.deepcopy(about)
            if found["ends_by"] == AGE:
                found["ends"] = found["ends_by"] = None
            found["stamp"] += 1
            return _head_of(found)

    def propose(self, game: str, seen: Head, before: Proposal | None, after: Proposal | None) -> None:
        with self._change(game) as found:
            if found is None or not _is_at(found, seen) or found["proposal"] != before:
                raise Conflict
            found["proposal"] = copy.deepcopy(after)
            found["stamp"] += 1

    def set_webhook(self, game: str, url: str | None) -> None:
        with self._change(game) as found:
            if found is not None:
                found["webhook"] = url
                found["stamp"] += 1

    def waiting_for_bots(self) -> list[str]:
        with self._lock:
            return [game for game, found in self._games.items() if found["about"]["bot_asked"]]

    # --- people ---

    def link(self, token_hash: str) -> Link | None:
        with self._lock:
            game = self._of_hash.get(token_hash)
            links = [] if game is None else self._games[game]["links"]
            return next((_link_of(game or "", each) for each in links if each["token_hash"] == token_hash), None)

    def links(self, game: str) -> list[Link]:
        with self._lock:
            found = self._games.get(game)
            return [] if found is None else [_link_of(game, each) for each in found["links"]]

    def links_of(self, games: Collection[str]) -> dict[str, list[Link]]:
        with self._lock:
            return {game: self.links(game) for game in games}

    def company(self, game: str) -> Company | None:
        with self._lock:
            found = self._games.get(game)
            if found is None:
                return None
            return Company(found["creator"][:16] or game, all(each["role"] != "player" for each in found["links"]))

    def rename(self, link: Link, name: str) -> None:
        with self._change(link.game) as found:
            if found is not None:
                self._own(found, link)["name"] = name
                found["stamp"] += 1

    def _own(self, found: Record, link: Link) -> LinkRecord:
        """What is kept of a link."""
        return next(each for each in found["links"] if each["place"] == link.place)

    def say(self, game: str, who: str, text: str, place: int) -> int:
        with self._change(game) as found:
            if found is None:
                raise StoreError(tell("server.store.down", error=game))
            return self._add_to_chat(found, who, text, place)

    def _notice(self, found: Record, notice: Notice) -> None:
        self._add_to_chat(found, "", json.dumps(notice), None)

    def _add_to_chat(self, found: Record, who: str, text: str, place: int | None) -> int:
        self._chat += 1
        found["chat"].append({"id": self._chat, "at": time.time(), "who": who, "text": text, "place": place})
        own = [said for said in found["chat"] if said["place"] == place]
        lost = own[:-CHAT_EACH]
        if lost:
            last = lost[-1]["id"]
            found["chat"] = [said for said in found["chat"] if said["place"] != place or said["id"] > last]
        found["size"] = max(0, found["size"] + size_of([text]) - size_of(said["text"] for said in lost))
        found["stamp"] += 1
        return self._chat

    def chat(self, game: str, after: int = 0) -> list[Said]:
        with self._lock:
            found = self._games.get(game)
            latest: dict[int | None, deque[Said]] = {}
            for said in () if found is None else found["chat"]:
                if said["id"] > after:
                    latest.setdefault(said["place"], deque(maxlen=CHAT_TOLD)).append(said)
            return sorted((said for each in latest.values() for said in each), key=lambda said: said["id"])

    # --- seats ---

    def exchange(self, link: Link, before: str, after: str) -> bool:
        with self._change(link.game) as found:
            own = None if found is None else self._own(found, link)
            if found is None or own is None or own["token_hash"] != before or own["claimed"] != link.claimed:
                return False
            if after in self._of_hash:
                raise TokenUsed
            self._set_hash(link.game, own, after)
            own["claimed"], own["seen"] = True, time.time()
            found["stamp"] += 1
            return True

    def _set_hash(self, game: str, own: LinkRecord, token_hash: str) -> None:
        del self._of_hash[own["token_hash"]]
        self._of_hash[token_hash] = game
        own["token_hash"] = token_hash

    def note_seen(self, token_hash: str, at: float) -> None:
        with self._change(self._of_hash.get(token_hash, "")) as found:
            for each in () if found is None else found["links"]:
                if each["token_hash"] == token_hash:
                    each["seen"] = at

    def free(self, link: Link, token_hash: str, notice: Notice | None) -> bool:
        with self._change(link.game) as found:
            own = None if found is None else self._own(found, link)
            if found is None or own is None or (own["claimed"], own["seen"]) != (link.claimed, link.seen):
                return False
            self._set_hash(link.game, own, token_hash)
            own["claimed"], own["name"], own["seen"], own["muted"] = False, "", None, False
            if notice is not None:
                self._notice(found, notice)
            found["stamp"] += 1
            return True

    def mute(self, link: Link, muted: bool, notice: Notice) -> None:
        with self._change(link.game) as found:
            if found is not None and self._own(found, link)["muted"] != muted:
                self._own(found, link)["muted"] = muted
                self._notice(found, notice)

    def renew_shared(self, link: Link, token_hash: str, notice: Notice) -> None:
        with self._change(link.game) as found:
            if found is not None:
                own = self._own(found, link)
                self._set_hash(link.game, own, token_hash)
                own["name"], own["muted"] = "", False
                self._notice(found, notice)

    # --- keeping ---

    def address_key(self) -> bytes:
        return self._key

    def usage(self, creator: str = "") -> Usage:
        with self._lock:
            sizes = [found["size"] for found in self._games.values() if found["creator"].startswith(creator)]
        return Usage(len(sizes), sum(sizes))

    def totals(self) -> Totals:
        with self._lock:
            over = sum(found["about"]["over"] for found in self._games.values())
            return Totals(len(self._games) - over, over, self.usage().bytes)

    def kept(self) -> list[Kept]:
        with self._lock:
            found = [
                Kept(
                    each["id"],
                    each["name"],
                    each["scenario"],
                    each["created"],
                    each["updated"],
                    each["size"],
                    each["about"]["over"],
                    each["ends"],
                )
                for each in self._games.values()
            ]
        return sorted(found, key=lambda kept: (-kept.size, kept.id))

    def end_later(self, game: str, at: float, notice: Notice) -> None:
        with self._change(game) as found:
            if found is not None:
                found["ends"], found["ends_by"] = at, HOST
                self._notice(found, notice)

    def keep(self, game: str, notice: Notice) -> None:
        with self._change(game) as found:
            if found is not None:
                found["ends"] = found["ends_by"] = None
                found["updated"] = time.time()
                self._notice(found, notice)

    def give_notice(self, ages: Ages, now: float, notice: Notice) -> list[str]:
        with self._lock:
            due = [game for game, found in self._games.items() if _is_due(found, ages, now)]
            for game in due:
                with self._change(game) as found:
                    assert found is not None
                    found["ends"], found["ends_by"] = now + ages.notice, AGE
                    self._notice(found, notice)
        return due

    def expired(self, now: float) -> list[str]:
        with self._lock:
            return [game for game, found in self._games.items() if found["ends"] is not None and found["ends"] < now]

    def delete(self, game: str) -> bool:
        with self._lock:
            found = self._games.pop(game, None)
            if found is None:
                return False
            for link in found["links"]:
                del self._of_hash[link["token_hash"]]
            self._changed(game, None)
            return True


def _is_at(found: Record, seen: Head) -> bool:
    head = _head_of(found)
    return (head.generation, head.lines) == (seen.generation, seen.lines)


def _is_due(found: Record, ages: Ages, now: float) -> bool:
    """Is a game of somebody elsewhere so old that its end is to be told?"""
    about = found["about"]
    age = ages.over if about["over"] else ages.begun if about["played"] else ages.untouched
    return found["creator"] != "" and found["ends"] is None and found["updated"] + age < now + ages.notice


def _head_of(found: Record) -> Head:
    return Head(len(found["journals"]) - 1, len(found["journals"][-1]), found["stamp"])


def _listed_of(found: Record) -> Listed:
    return Listed(
        found["id"],
        found["name"],
        found["scenario"],
        found["updated"],
        copy.deepcopy(found["about"]["summary"]),
        copy.deepcopy(found["proposal"]),
        found["webhook"],
        found["lesson"],
        found["chat"][-1]["id"] if found["chat"] else 0,
        _head_of(found),
        found["size"],
        found["ends"],
        found["ends_by"],
        found["origin"],
        found["creator"],
    )


def _link_of(game: str, found: LinkRecord) -> Link:
    return Link(
        game,
        found["role"],
        tuple(found["seats"]),
        found["name"],
        found["place"],
        found["claimed"],
        found["host"],
        found["seen"],
        found["muted"],
    )


def _record_of(token_hash: str, link: Link) -> LinkRecord:
    return {
        "token_hash": token_hash,
        "role": link.role,
        "seats": list(link.seats),
        "name": link.name,
        "place": link.place,
        "claimed": link.claimed,
        "host": link.host,
        "seen": link.seen,
        "muted": link.muted,
    }


def _place(found: LinkRecord) -> int:
    return found["place"]
