"""A reader that keeps a table and changes it by patches, as docs/web-api.md describes it."""

from typing import Any, NamedTuple

Json = dict[str, Any]

KEYS = {"view.log": "n", "turns": "id", "plan": "number"}


class Lost(Exception):
    """A patch changes a table that never arrived."""


class Kept(NamedTuple):
    """A table, with its number in its series."""

    series: str
    number: int
    table: Json

    @property
    def have(self) -> str:
        return f"{self.series}.{self.number}"


def patched(kept: Kept | None, patch: Json) -> Kept:
    """The table after a patch. The one before stays as it is."""
    series, number = patch["series"], patch["number"]
    if patch["base"] is None:
        return Kept(series, number, patch["table"])
    if kept is None or kept.series != series or patch["base"] > kept.number:
        raise Lost
    if number <= kept.number:
        return kept
    table = kept.table
    for path, value in patch["changed"].items():
        table = _put(table, path, value)
    for path in patch.get("gone", ()):
        owner, _, name = path.rpartition(".")
        table = _put(table, owner, {key: each for key, each in _at(table, owner).items() if key != name})
    for path, rows in patch.get("rows", {}).items():
        first, last = rows["keep"] or (1, 0)
        stay = [row for row in _at(table, path) if first <= row[KEYS[path]] <= last]
        table = _put(table, path, stay + rows["then"])
    return Kept(series, number, table)


def _at(owner: Json, path: str) -> Any:
    for name in path.split("."):
        owner = owner[name]
    return owner


def _put(owner: Json, path: str, value: Any) -> Json:
    name, _, rest = path.partition(".")
    return {**owner, name: _put(owner[name], rest, value) if rest else value}
