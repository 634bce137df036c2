"""Reading facts from JSON: typed access that names the exact place of whatever is wrong."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final


class FactsError(ValueError):
    """A data file is damaged; the message says where and how."""


_TYPE_NAMES: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a fraction",
    str: "a text",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


def _type_name(value: object) -> str:
    return _TYPE_NAMES.get(type(value), type(value).__name__)


@dataclass(frozen=True, slots=True)
class Node:
    """One value of a JSON document together with its path, for messages like `spaces[3].population: ...`."""

    value: object
    path: str

    def error(self, reason: str) -> FactsError:
        return FactsError(f"{self.path}: {reason}" if self.path else reason)

    def _expected(self, what: type) -> FactsError:
        return self.error(f"expected {_type_name(what())}, found {_type_name(self.value)}")

    def __getitem__(self, key: str) -> "Node":
        """The value under a key that must be there."""
        found = self.get(key)
        if found is None:
            raise self.error(f'missing key "{key}"')
        return found

    def get(self, key: str) -> "Node | None":
        """The value under a key that may be absent."""
        table = self.table()
        return Node(table[key], f"{self.path}.{key}" if self.path else key) if key in table else None

    def table(self) -> dict[str, object]:
        if not isinstance(self.value, dict):
            raise self._expected(dict)
        return self.value

    def entries(self) -> list[tuple[str, "Node"]]:
        """Keys and values of an object, in file order."""
        return [(key, self[key]) for key in self.table()]

    def items(self) -> list["Node"]:
        if not isinstance(self.value, list):
            raise self._expected(list)
        return [Node(item, f"{self.path}[{i}]") for i, item in enumerate(self.value)]

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self._expected(str)
        return self.value

    def integer(self, least: int = 0, most: int | None = None) -> int:
        # bool is a subclass of int, and `true` is no number.
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self._expected(int)
        if self.value < least:
            raise self.error(f"{self.value} is below {least}")
        if most is not None and self.value > most:
            raise self.error(f"{self.value} is above {most}")
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self._expected(bool)
        return self.value

    def is_null(self) -> bool:
        return self.value is None

    def text_or_none(self) -> str | None:
        return None if self.value is None else self.text()

    def integer_or_none(self) -> int | None:
        return None if self.value is None else self.integer()

    def texts(self) -> tuple[str, ...]:
        return tuple(item.text() for item in self.items())

    def one_of(self, allowed: Iterable[str]) -> str:
        """A text out of a known set."""
        choices = tuple(allowed)
        if (text := self.text()) not in choices:
            raise self.error(f'"{text}" is not one of {", ".join(choices)}')
        return text

    def known(self, what: str, index: dict[str, int]) -> int:
        """The index of an id, refused if there is no such thing."""
        if (text := self.text()) not in index:
            raise self.error(f'unknown {what} "{text}"')
        return index[text]

    def counts(self) -> dict[str, int]:
        """An object of whole numbers."""
        return {key: node.integer() for key, node in self.entries()}

    def only(self, allowed: Iterable[str]) -> None:
        """Refuse keys nobody reads: most likely a misspelling."""
        unknown = [key for key in self.table() if key not in set(allowed)]
        if unknown:
            raise self.error(f'unknown key "{unknown[0]}"')


def _no_duplicate_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table: dict[str, object] = {}
    for key, value in pairs:
        if key in table:
            raise FactsError(f'duplicate key "{key}"')
        table[key] = value
    return table


def parse(source: str | Path) -> Node:
    """The root of a JSON document given as text, or as the path of a file."""
    text = source.read_text(encoding="utf-8") if isinstance(source, Path) else source
    try:
        return Node(json.loads(text, object_pairs_hook=_no_duplicate_keys), "")
    except json.JSONDecodeError as damage:
        raise FactsError(f"not JSON: {damage}") from damage


def packaged(name: str) -> str:
    """The text of one of the package's own data files."""
    return (files("fitl.board") / "data" / name).read_text(encoding="utf-8")
