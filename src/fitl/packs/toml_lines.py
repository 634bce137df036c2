"""On which line of a TOML text every key and every list item stands.

`tomllib` reads values but forgets where they were. This scanner walks over a text that `tomllib` has accepted and only
notes positions, so it need not understand values nor find mistakes.
"""

import re
from typing import Final

Path = tuple[str | int, ...]

_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE: Final = re.compile(r"[ \t]*")
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}\n#]*")
_STRINGS: Final = (
    re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {(): 1}
        self._sizes: dict[Path, int] = {}  # how many tables each list of tables has so far
        self._counted = 0  # newlines before `_counted_to`
        self._counted_to = 0

    def line(self) -> int:
        self._counted += self.text.count("\n", self._counted_to, self.at)
        self._counted_to = self.at
        return self._counted + 1

    def skip(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found.group()

    def take(self, mark: str) -> bool:
        if self.text.startswith(mark, self.at):
            self.at += len(mark)
            return True
        return False

    def document(self) -> None:
        table: Path = ()
        while True:
            self.skip(_BLANK)
            if self.at >= len(self.text):
                return
            if self.take("[["):
                table = self.resolve(self.key(), more=True)
                self.lines.setdefault(table, self.line())
                self.skip_past("]]")
            elif self.take("["):
                table = self.resolve(self.key())
                self.lines.setdefault(table, self.line())
                self.skip_past("]")
            else:
                self.pair(table)

    def skip_past(self, mark: str) -> None:
        self.at = self.text.index(mark, self.at) + len(mark)

    def resolve(self, key: list[str], more: bool = False) -> Path:
        """The path a table header means: through a list of tables it means the last one so far."""
        path: Path = ()
        for place, name in enumerate(key):
            path = (*path, name)
            self.lines.setdefault(path, self.line())
            size = self._sizes.get(path, 0)
            if more and place == len(key) - 1:
                self._sizes[path] = size + 1
                path = (*path, size)
            elif size:
                path = (*path, size - 1)
        return path

    def key(self) -> list[str]:
        parts = []
        while True:
            self.skip(_SPACE)
            quoted = self.string()
            parts.append(quoted[1:-1] if quoted else self.skip(_BARE_KEY))
            self.skip(_SPACE)
            if not self.take("."):
                return parts

    def string(self) -> str:
        for pattern in _STRINGS:
            if found := self.skip(pattern):
                return found
        return ""

    def pair(self, table: Path) -> None:
        line = self.line()
        path = table
        for name in self.key():
            path = (*path, name)
            self.lines.setdefault(path, line)
        self.take("=")
        self.skip(_SPACE)
        self.value(path)

    def value(self, path: Path) -> None:
        if self.take("["):
            self.items(path)
        elif self.take("{"):
            self.inline_table(path)
        elif not self.string():
            self.skip(_SCALAR)

    def items(self, path: Path) -> None:
        place = 0
        self.skip(_BLANK)
        while not self.take("]"):
            self.lines[*path, place] = self.line()
            self.value((*path, place))
            place += 1
            self.skip(_BLANK)
            self.take(",")
            self.skip(_BLANK)

    def inline_table(self, path: Path) -> None:
        self.skip(_BLANK)
        while not self.take("}"):
            self.pair(path)
            self.skip(_BLANK)
            self.take(",")
            self.skip(_BLANK)


def lines_of(text: str) -> dict[Path, int]:
    """The line of every key and item by its path, such as ("card", 0, "unshaded", "steps", 2, "piece")."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines
