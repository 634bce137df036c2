"""Games kept by the browser: the store of the tab, and what of it must be written before anything is shown.

What the browser keeps of a game is its record without the journal, and the journal's lines in pieces as they came: an
answer costs a piece, however long the game is.
"""

import json
from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol, cast

from fitl.catalogue import tell
from fitl.server.seating import Unclear
from fitl.server.store.memory import MemoryStore, Record

SHAPE: Final = {
    "id": str,
    "name": str,
    "scenario": str,
    "about": dict,
    "journals": list,
    "links": list,
    "chat": list,
    "stamp": int,
}


class Full(Exception):
    """The browser refused to store it; the argument is its reason."""


class Elsewhere(Exception):
    """Another tab has gone on with the game."""


class Head(NamedTuple):
    """How much of a game's journals is kept: the number of the last journal, and of its lines."""

    journal: int
    lines: int


class Keeper(Protocol):
    """The browser's side (site/static/keeper.js)."""

    async def put(self, game: str, record: str, seen: str, head: str, pieces: str) -> str:
        """Keep a record and more lines if the game stands at `seen`: "", else "elsewhere" or why it cannot be kept."""

    async def get(self, game: str) -> str | None:
        """The record of a game with its journals, as JSON."""

    async def drop(self, game: str) -> str:
        """Delete a game; "" or the reason why it cannot be deleted."""


class Kept:
    """The store of a tab, and what of it has still to be kept."""

    def __init__(self, keeper: Keeper, records: Iterable[Record]) -> None:
        found = list(records)
        self._keeper = keeper
        self._heads = {record["id"]: _head(record) for record in found}
        self._changed: dict[str, None] = {}
        self.store = MemoryStore(found, lambda game, _: self._changed.update({game: None}))

    async def save(self) -> None:
        """Have the browser keep all that has changed; else it is taken back, and Full or Elsewhere says why."""
        while self._changed:
            game = next(iter(self._changed))
            del self._changed[game]
            record = self.store.record(game)
            said = await (self._keeper.drop(game) if record is None else self._put(record))
            if said:
                await self.look_again(game)
                raise Elsewhere if said == "elsewhere" else Full(said)

    async def _put(self, record: Record) -> str:
        game, seen, head = record["id"], self._heads.get(record["id"], Head(0, 0)), _head(record)
        pieces = [
            [number, first, lines[first:]]
            for number, lines in enumerate(record["journals"])
            if number >= seen.journal and (first := seen.lines if number == seen.journal else 0) < len(lines)
        ]
        bare = json.dumps({**record, "journals": []}, ensure_ascii=False)
        new = game not in self._heads
        said = await self._keeper.put(
            game, bare, "" if new else json.dumps(seen), json.dumps(head), json.dumps(pieces, ensure_ascii=False)
        )
        if not said:
            self._heads[game] = head
        return said

    def all(self) -> list[Record]:
        """Every game, for an export."""
        found = (self.store.record(kept.id) for kept in self.store.kept())
        return [record for record in found if record is not None]

    async def bring(self, records: Iterable[object]) -> list[str]:
        """Take in games that were taken away, but for those that have gone on here; which were taken in?"""
        brought = []
        for given in records:
            record = as_record(given)
            known = self.store.record(record["id"])
            if known is not None:
                if _head(known) >= _head(record):
                    continue
                await self._keeper.drop(record["id"])
                del self._heads[record["id"]]
            self.store.take(record["id"], record)
            self._changed[record["id"]] = None
            await self.save()
            brought.append(record["id"])
        return brought

    async def look_again(self, game: str) -> bool:
        """Take over what the browser has kept of a game; is that something new?"""
        text = await self._keeper.get(game)
        record: Record | None = None if text is None else json.loads(text)
        known = self.store.record(game)
        if record == known:
            return False
        self.store.take(game, record)
        self._changed.pop(game, None)
        if record is None:
            self._heads.pop(game, None)
        else:
            self._heads[game] = _head(record)
        return True


def as_record(given: object) -> Record:
    """What was taken away, if it is a game's record; whether its journal can be read is seen when it is opened."""
    if not isinstance(given, dict) or any(not isinstance(given.get(name), kind) for name, kind in SHAPE.items()):
        raise Unclear(tell("server.refuse.import"))
    journals = given["journals"]
    if not journals or any(
        not isinstance(lines, list) or not all(isinstance(line, str) for line in lines) for lines in journals
    ):
        raise Unclear(tell("server.refuse.import"))
    return cast(Record, {name: given[name] for name in Record.__annotations__ if name in given})


def _head(record: Record) -> Head:
    return Head(len(record["journals"]) - 1, len(record["journals"][-1]))
