"""Patches of the table: each viewer of a game is told what has changed since the table they have.

A series belongs to one link and language, since what they see differs. It knows of each part of the table at which
number it changed last, so whatever number a viewer names, all that is new since can be told: to several tabs, or after
an answer that was lost. A viewer who names an unknown or forgotten series is sent the whole table.
"""

import secrets
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from fitl.catalogue import spoken_language
from fitl.server.wire.patches import Patch, RowsChanged
from fitl.server.wire.table import Table

SERIES: Final = 8  # remembered of each game
ROWS: Final = {"view.log": "n", "turns": "id", "plan": "number"}  # lists of rows, and what numbers these
DIVIDED: Final = ("view", "view.spaces", "view.boxes")  # whose fields are parts by themselves
NOTHING: Final = object()  # where a part is not (yet)

Row = Mapping[str, object]


class Rows:
    """A list of rows, each with the number of the table at which it changed last."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._rows: Sequence[Row] = ()
        self._numbers: list[int] = []
        self.changed = 0

    def take(self, rows: Sequence[Row], number: int) -> bool:
        """This is the list now; is it another?"""
        start = bisect_left(self._rows, self._of(rows[0]), key=self._of) if rows else 0
        before = self._rows[start:]
        pairs = enumerate(zip(before, rows, strict=False))
        same = next((n for n, (old, new) in pairs if old is not new and old != new), None)
        kept = min(len(before), len(rows)) if same is None else same
        if kept == len(rows) == len(self._rows):
            return False
        self._numbers = self._numbers[start : start + kept] + [number] * (len(rows) - kept)
        self._rows, self.changed = rows, number
        return True

    def since(self, number: int) -> RowsChanged:
        """What is new since a table."""
        kept = next((n for n, each in enumerate(self._numbers) if each > number), len(self._rows))
        ends = [self._of(self._rows[0]), self._of(self._rows[kept - 1])] if kept else None
        return {"keep": ends, "then": list(self._rows[kept:])}

    def _of(self, row: Row) -> int:
        return cast(int, row[self._key])


class Series:
    """What one viewer was told: the parts of the last table, each with the number of the table at which it changed."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(4)
        self.number = 0
        self._parts: dict[str, object] = {}
        self._changed: dict[str, int] = {}
        self._rows = {path: Rows(key) for path, key in ROWS.items()}

    def take(self, table: Table) -> None:
        """This is the table now."""
        number = self.number + 1
        old, new = self._parts, dict(parts(table))
        changed = [path for path, value in new.items() if old.get(path, NOTHING) != value]
        changed += [path for path in old if path not in new]
        lists = {
            "view.log": table["view"]["log"] if table["view"] else [],
            "turns": table["turns"],
            "plan": table["plan"],
        }
        others = [path for path, rows in lists.items() if self._rows[path].take(cast(Sequence[Row], rows), number)]
        if changed or others:
            self.number = number
        self._parts = new
        self._changed.update(dict.fromkeys(changed, number))

    def since(self, number: int) -> Patch:
        """What is new since a table."""
        new = [path for path, changed in self._changed.items() if changed > number]
        patch: Patch = {"series": self.name, "number": self.number, "base": number}
        patch["changed"] = {path: self._parts[path] for path in new if path in self._parts}
        if gone := [path for path in new if path not in self._parts]:
            patch["gone"] = gone
        if rows := {path: each.since(number) for path, each in self._rows.items() if each.changed > number}:
            patch["rows"] = rows
        return patch


def parts(table: Table) -> Iterator[tuple[str, object]]:
    """All parts of a table but lists of rows, by path."""
    return _parts(cast(Mapping[str, object], table), "")


def _parts(owner: Mapping[str, object], before: str) -> Iterator[tuple[str, object]]:
    for name, value in owner.items():
        path = before + name
        if path in DIVIDED:
            yield from _parts(cast(Mapping[str, object], value), f"{path}.")
        elif path not in ROWS:
            yield path, value


class Viewers:
    """The series of one game. Those that nobody has asked for longest are forgotten."""

    def __init__(self) -> None:
        self._series: dict[tuple[int, str], Series] = {}

    def __len__(self) -> int:
        return len(self._series)

    def patch(self, place: int, table: Table, have: str) -> Patch:
        """What is new for the holder of a link who has a table: `have` is its series and number, with a dot between."""
        viewer = (place, spoken_language())
        series = self._series.pop(viewer, None) or Series()
        self._series[viewer] = series  # behind all others
        if len(self._series) > SERIES:
            del self._series[next(iter(self._series))]
        series.take(table)
        name, _, number = have.partition(".")
        if name == series.name and number.isdecimal() and len(number) < 10 and int(number) <= series.number:
            return series.since(int(number))
        return {"series": series.name, "number": series.number, "base": None, "table": table}
