"""The pages as they are sent: each with one script, one style sheet and one file of constant facts.

The sources stay what they are, plain ES modules and style sheets that a browser could load one by one. Over a slow line
every file costs a round trip, so a page's modules are put into one script here, its sheets into one sheet, and what it
asks the API for at the start (its words, the map) into one file, each named by its content so that browsers keep it for
good. It is done when a page is asked for, and again whenever a source has changed: nobody has to build anything.
"""

import gzip
import hashlib
import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from fitl.catalogue import languages, speaking, spoken_language

IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
LATER: Final = re.compile(r'\bimport\("([^"]+)"\)')
EXPORT: Final = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
EXPORT_LIST: Final = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
LEFT_OVER: Final = re.compile(r"^(?:import|export)\b.*$|\bimport\.meta\b", re.MULTILINE)
COMMENT: Final = re.compile(r"/\*\*.*?\*/|^[ \t]*//[^\n]*", re.MULTILINE | re.DOTALL)
BLANK: Final = re.compile(r"\n\s*\n+")
SHEET: Final = re.compile(r'[ \t]*<link rel="stylesheet" href="/static/([^"]+)">\n')
SCRIPT: Final = re.compile(r'<script type="module" src="/static/([^"]+)"></script>')
ENGLISH_PAGE: Final = '<html lang="en"'  # how each page begins in its source
CONSTANTS: Final = re.compile(r'<meta name="constants" content="([^"]*)">')
SHEET_COMMENT: Final = re.compile(r"/\*.*?\*/\n?", re.DOTALL)

KINDS: Final = {".js": "text/javascript", ".css": "text/css", ".json": "application/json"}


class BadModule(ValueError):
    """A module of the page that cannot be put into one script with the others; says which and why."""


@dataclass(frozen=True)
class Asset:
    """A file that is sent, named by its content."""

    name: str
    body: bytes
    packed: bytes

    @property
    def kind(self) -> str:
        return KINDS[PurePosixPath(self.name).suffix]


def script(root: Path, entry: str) -> str:
    """A module and all that it imports, as one script: every module a function that is run when first wanted."""
    order: list[str] = []
    texts: dict[str, str] = {}

    def add(path: str, by: tuple[str, ...]) -> None:
        if path in by:
            raise BadModule(f"modules import each other in a circle: {' > '.join((*by, path))}")
        if path in texts:
            return
        source = COMMENT.sub("", (root / path).read_text(encoding="utf-8"))
        for wanted in IMPORT.findall(source):
            add(_beside(path, wanted[1]), (*by, path))
        texts[path] = source
        order.append(path)
        for later in LATER.findall(source):
            if _beside(path, later) not in (*by, path):
                add(_beside(path, later), ())

    add(entry, ())
    numbers = {path: number for number, path in enumerate(order)}
    parts = ["const once = (make) => { let made; return () => (made ??= make()); };"]
    parts += [_as_function(path, texts[path], numbers) for path in order]
    parts.append(f"m{numbers[entry]}();")
    return '"use strict";\n' + "\n".join(parts) + "\n"


def _beside(path: str, other: str) -> str:
    """Where a module's import leads."""
    parts: list[str] = list(PurePosixPath(path).parent.parts)
    for part in other.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _as_function(path: str, source: str, numbers: Mapping[str, int]) -> str:
    def taken(found: re.Match[str]) -> str:
        names = ", ".join(name.strip().replace(" as ", ": ") for name in found[1].split(",") if name.strip())
        return f"const {{ {names} }} = m{numbers[_beside(path, found[2])]}();"

    def taken_later(found: re.Match[str]) -> str:
        return f"Promise.resolve().then(m{numbers[_beside(path, found[1])]})"

    given = [found[1] for found in EXPORT.finditer(source)]
    given += [name.strip() for found in EXPORT_LIST.finditer(source) for name in found[1].split(",") if name.strip()]
    source = LATER.sub(taken_later, IMPORT.sub(taken, source))
    source = BLANK.sub("\n", EXPORT_LIST.sub("", EXPORT.sub("", source)))
    left = LEFT_OVER.search(source)
    if left:
        raise BadModule(f'{path}: write imports as import {{ a }} from "./b.js"; and exports by name, not: {left[0]}')
    return f"const m{numbers[path]} = once(() => {{{source}return {{ {', '.join(given)} }};\n}});"


def sheet(root: Path, files: list[str]) -> str:
    """Style sheets in their order as one."""
    text = "".join((root / file).read_text(encoding="utf-8") for file in files)
    return SHEET_COMMENT.sub("", text).replace('url("../', 'url("/static/')


class Assets:
    """The pages and what they need, made when wanted and kept until a source changes."""

    def __init__(self, root: Path, constants: Mapping[str, Callable[[], object]]) -> None:
        self._root = root
        self._constants = constants
        self._lock = threading.Lock()
        self._seen: int | None = None
        self._pages: dict[tuple[str, str], bytes] = {}  # by language and file
        self._assets: dict[str, Asset] = {}

    def page(self, file: str) -> bytes:
        """A page as it is sent."""
        with self._lock:
            self._look_again()
            return self._page(file)

    def _page(self, file: str) -> bytes:
        """A page in the language of this conversation."""
        place = (spoken_language(), file)
        if place not in self._pages:
            self._pages[place] = self._made(file)
        return self._pages[place]

    def asset(self, name: str) -> Asset | None:
        """What a page refers to; None if there is no such thing (any more: then the page must be loaded again)."""
        with self._lock:
            if name not in self._assets:  # another process may have sent the page
                self._look_again()
                for language in languages():
                    with speaking(language):
                        for page in sorted(self._root.glob("*.html")):
                            self._page(page.name)
            return self._assets.get(name)

    def _look_again(self) -> None:
        """Forget what was made if a source is newer."""
        newest = max(source.stat().st_mtime_ns for source in self._root.rglob("*.*"))
        if newest != self._seen:
            self._seen = newest
            self._pages.clear()

    def _made(self, file: str) -> bytes:
        html = (
            (self._root / file).read_text(encoding="utf-8").replace(ENGLISH_PAGE, f'<html lang="{spoken_language()}"')
        )
        name = PurePosixPath(file).stem
        sheets = SHEET.findall(html)
        if sheets:
            link = f'  <link rel="stylesheet" href="{self._keep(name, ".css", sheet(self._root, sheets))}">\n'
            html = SHEET.sub("", SHEET.sub(lambda _: link, html, count=1))

        def bundled(found: re.Match[str]) -> str:
            return f'<script defer src="{self._keep(name, ".js", script(self._root, found[1]))}"></script>'

        def constants(found: re.Match[str]) -> str:
            values = {each: self._constants[each]() for each in found[1].split()}
            text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
            href = self._keep(name, ".json", text)
            return f'<link rel="preload" as="fetch" crossorigin="anonymous" href="{href}" data-constants>'

        return CONSTANTS.sub(constants, SCRIPT.sub(bundled, html)).encode()

    def _keep(self, name: str, suffix: str, text: str) -> str:
        body = text.encode()
        full = f"{name}-{hashlib.sha256(body).hexdigest()[:16]}{suffix}"
        self._assets[full] = Asset(full, body, gzip.compress(body, 9, mtime=0))
        return f"/assets/{full}"
