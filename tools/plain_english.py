"""Refuse sentences that readers stumble over: see "Writing" in CONTRIBUTING.md.

    python tools/plain_english.py

Reads the English messages, the documentation, and the docstrings and comments of the program. Messages and pages may
not have sentences of more than 35 words, pages no lines of more than 120 characters (tables, code and generated pages
aside). Ends with status 1 if it found anything.
"""

import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
MOST_WORDS: Final = 35
MOST_CHARACTERS: Final = 120

# What to write instead. A pattern is here because readers stopped at it, not because it is wrong everywhere.
HABITS: Final = {
    r"whoever": "name the person: the host, the player, the holder of the seat",
    r"anew": "again, new, from the start",
    r"and the like": "name them",
    r"those of others": "name the thing: other players' games",
    r"what (?:came|comes) of": "the result of",
    r"(?:is|are|be|was|were) had": "found, available, received",
    r"as ever": "as before, unchanged",
    r"is no (?:choice|proper)": "cannot be chosen, is not valid",
    r"what (?:has )?fall(?:s|en)|what fell": "the dice, the cards drawn",
    r"so many": "that many, at most n, n of them",
    r"lest": "so that ... not",
    r"(?:brought|bring) in": "import",
    r"errands?": "job",
    r"kinds? of non-players?": "bot, bot type",
    r"(?:whose|another) mind": "the bot, its plan",
    r"is said no to": "the server refuses",
    r"is said of": "applies to",
    r"there are \{(?:names|keys)\}": "choose from {names}",
    r"opens nothing": "no longer works",
    r"comes? to nothing": "has no effect, achieves nothing",
    r"least missed": "the least valuable",
}
PATTERNS: Final = {re.compile(rf"\b(?:{habit})\b", re.IGNORECASE): advice for habit, advice in HABITS.items()}

# Idioms that contain such words and are good English.
IDIOMS: Final = re.compile(r"so many (?:small|changes|people|cards|ways|other)|not so many", re.IGNORECASE)
# Names of the program are quoted, not written.
CODE: Final = re.compile(r"`[^`]*`")

GENERATED: Final = ("ids.md", "cards.md", "rules-coverage.md", "strength.md", "balance.md", "mutation.md")


class Found(NamedTuple):
    """A place where a reader would stop."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def habits(where: str, text: str) -> Iterator[Found]:
    """The bad habits in a piece of text."""
    plain = IDIOMS.sub("", CODE.sub("", text))
    for pattern, advice in PATTERNS.items():
        for match in pattern.finditer(plain):
            yield Found(where, f'"{match[0]}": write {advice}')


def too_long(where: str, text: str) -> Iterator[Found]:
    """The sentences with too many words; numbers, as in lists of results, do not count."""
    for sentence in re.split(r"(?<=[.!?:;])\s+|\n\s*\n", text):
        words = [word for word in sentence.split() if not any(letter.isdigit() for letter in word)]
        if len(words) > MOST_WORDS:
            yield Found(where, f"{len(words)} words in one sentence: {' '.join(words[:8])} ...")


# --- messages -----------------------------------------------------------------------------------------------------


def in_messages() -> Iterator[Found]:
    """In the English catalogue."""
    for path in sorted((ROOT / "src/fitl/messages/en").glob("*.toml")):
        for name, text in texts(tomllib.loads(path.read_text(encoding="utf-8"))):
            where = f"{path.relative_to(ROOT)} {name}"
            yield from habits(where, text)
            yield from too_long(where, text)


def texts(table: dict[str, Any], name: str = "") -> Iterator[tuple[str, str]]:
    """All messages of a file, with their ids."""
    for key, value in table.items():
        full = f"{name}.{key}" if name else key
        if isinstance(value, dict):
            yield from texts(value, full)
        elif isinstance(value, str):
            yield full, value


# --- pages --------------------------------------------------------------------------------------------------------


def in_pages() -> Iterator[Found]:
    """In the documentation."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs/decisions").glob("*.md")]
    for path in sorted(pages):
        where = str(path.relative_to(ROOT))
        text = path.read_text(encoding="utf-8")
        if path.name in GENERATED:
            continue
        for number, line in prose(text):
            if len(line) > MOST_CHARACTERS and not re.search(r"\]\(\S{60,}\)", line):
                yield Found(f"{where}:{number}", f"{len(line)} characters in a line, at most {MOST_CHARACTERS}")
        for number, paragraph in paragraphs(text):
            yield from habits(f"{where}:{number}", paragraph)
            yield from too_long(f"{where}:{number}", re.sub(r"\]\([^)]*\)", "]", paragraph))


def prose(text: str) -> Iterator[tuple[int, str]]:
    """The numbered lines of a page that are neither code nor a table."""
    code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
        elif not code and not line.lstrip().startswith("|") and not line.startswith("    "):
            yield number, line


def paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Paragraphs and entries of lists, with the numbers of their first lines."""
    lines: list[str] = []
    first = last = 0
    for number, line in prose(text):
        fresh = not line.strip() or re.match(r"\s*(?:[-*#>]|\d+\.) ?", line) or number != last + 1
        if fresh and lines:
            yield first, " ".join(lines)
            lines = []
        if line.strip():
            first = first if lines else number
            lines.append(line.strip())
        last = number
    if lines:
        yield first, " ".join(lines)


# --- the program --------------------------------------------------------------------------------------------------


def in_program() -> Iterator[Found]:
    """In docstrings and comments."""
    for folder in ("src/fitl", "tools"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path != Path(__file__):
                for number, text in remarks(path.read_text(encoding="utf-8")):
                    yield from habits(f"{path.relative_to(ROOT)}:{number}", text)
    for path in sorted((ROOT / "src/fitl/web/static").rglob("*.js")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if comment := re.search(r"(?:^|\s)//.*|^\s*/?\*.*", line):
                yield from habits(f"{path.relative_to(ROOT)}:{number}", comment[0])


def remarks(source: str) -> Iterator[tuple[int, str]]:
    """The comments and docstrings of a module, with their first lines."""
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        is_docstring = token.type == tokenize.STRING and before in (tokenize.NEWLINE, tokenize.INDENT)
        if token.type == tokenize.COMMENT or is_docstring:
            yield token.start[0], token.string
        if token.type not in (tokenize.NL, tokenize.COMMENT, tokenize.DEDENT):
            before = token.type


def main() -> int:
    found = [*in_messages(), *in_pages(), *in_program()]
    for each in found:
        print(each)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
