"""Reading a pack's values: every refusal names file, line, card and key, what is wrong and what would be right."""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Final, TypeVar

from fitl.catalogue import tell
from fitl.packs.toml_lines import Path

T = TypeVar("T")

MOST_PROBLEMS: Final = 20  # of one pack that are told: anyone who has mended these finds the others
MOST_QUOTED: Final = 60  # signs of what somebody wrote
MOST_LISTED: Final = 24  # known words are listed in a refusal if they are no more than this

# How the catalogue calls the types of TOML; what is none of these is a date or time.
_TYPES: Final = {bool: "flag", int: "number", float: "fraction", str: "text", list: "list", dict: "table"}


class PackError(ValueError):
    """A pack that cannot be used: one sentence for each thing that is wrong with it."""

    def __init__(self, problems: Iterable[str]) -> None:
        found = list(problems)
        if len(found) > MOST_PROBLEMS:
            found[MOST_PROBLEMS:] = [tell("pack.more_problems", n=MOST_PROBLEMS)]
        self.problems = tuple(found)
        super().__init__("\n".join(self.problems))


def _type_name(found: type) -> str:
    return tell(f"pack.type.{_TYPES.get(found, 'time')}")


def nearest(word: str, known: Iterable[str]) -> str:
    """What would be right instead of a word that is not known."""
    known = list(known)
    close = get_close_matches(word[:MOST_QUOTED], known, 1)
    if close:
        return tell("pack.did_you_mean", word=close[0])
    return tell("pack.there_are", names=", ".join(known)) if len(known) <= MOST_LISTED else tell("pack.see_docs")


class Source:
    """One pack's text: its name for people, and where everything in it stands."""

    def __init__(self, name: str, lines: Mapping[Path, int]) -> None:
        self.name = name
        self.lines = lines

    def line(self, path: Path) -> int:
        while path not in self.lines:  # what is missing is looked for where it should be
            path = path[:-1]
        return self.lines[path]


class Value:
    """One value of a pack with its place."""

    __slots__ = ("card", "path", "source", "value")

    def __init__(self, source: Source, value: Any, path: Path = (), card: str = "") -> None:
        self.source = source
        self.value = value
        self.path = path
        self.card = card  # how the card is called in refusals

    def error(self, message: str, /, **params: Any) -> PackError:
        """What is wrong here: a message of the catalogue."""
        where = [tell("pack.line", file=self.source.name, line=self.source.line(self.path))]
        path = self.path
        if self.card:
            where.append(self.card)
            path = path[2:]  # the card's place in the file says less than its number
        key = ""
        for step in path:
            if len(key) > 2 * MOST_QUOTED:
                key += "..."
                break
            key += f"[{step}]" if isinstance(step, int) else f".{step[:MOST_QUOTED]}" if key else step[:MOST_QUOTED]
        if key:
            where.append(key)
        return PackError([tell("pack.at", where=", ".join(where), reason=tell(message, **params))])

    def _expected(self, what: type) -> PackError:
        return self.error("pack.expected", expected=_type_name(what), found=_type_name(type(self.value)))

    # --- tables ---

    def table(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self._expected(dict)
        return self.value

    def only(self, known: Iterable[str]) -> None:
        """Refuse keys nobody reads: most likely a misspelling."""
        known = list(known)
        for key in self.table():
            if key not in known:
                raise self.at(key).error("pack.unknown_key", key=key[:MOST_QUOTED], hint=nearest(key, known))

    def at(self, key: str | int) -> "Value":
        """The value under a key that is there."""
        return Value(self.source, self.value[key], (*self.path, key), self.card)

    def get(self, key: str) -> "Value | None":
        return self.at(key) if key in self.table() else None

    def need(self, key: str, why: str, /, **params: Any) -> "Value":
        """The value under a key that must be there; `why` is the message that says what for."""
        if key not in self.table():
            raise self.error("pack.missing", key=key, why=tell(why, **params))
        return self.at(key)

    def read(self, key: str, reader: Callable[["Value"], T], default: T) -> T:
        """A value that may be left out."""
        found = self.get(key)
        return default if found is None else reader(found)

    # --- values ---

    def items(self) -> list["Value"]:
        if not isinstance(self.value, list):
            raise self._expected(list)
        return [self.at(place) for place in range(len(self.value))]

    def one_or_more(self) -> list["Value"]:
        """A value or a list of values."""
        if not isinstance(self.value, list):
            return [self]
        if not self.value:
            raise self.error("pack.empty_list")
        return self.items()

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self._expected(str)
        if not self.value.strip():
            raise self.error("pack.empty_text")
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self._expected(bool)
        return self.value

    def number(self, low: int, high: int) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self._expected(int)
        if not low <= self.value <= high:
            raise self.error("pack.range", value=self.value, low=low, high=high)
        return self.value

    def word(self, what: str, known: Iterable[str]) -> str:
        """A text out of a known set (`pack.unknown.<what>`); the nearest one is suggested for any other."""
        known = list(known)
        text = self.text()
        if text not in known:
            raise self.error(f"pack.unknown.{what}", word=text[:MOST_QUOTED], hint=nearest(text, known))
        return text
