"""Writes docs/rules-coverage.md: every numbered rule with the code that carries it out and the tests of that.

    python tools/rules_coverage.py             write the page and say what is missing
    python tools/rules_coverage.py --check     only say what is missing or out of date

Code cites a rule by its number in a docstring, a comment or the `rule` of a Decision; a test in its docstring or a
comment, or its file's docstring does, which then stands for all tests in it. Only tests of the rules count: those of
the browser, the terminal and the server show a rule's number without asking whether the rule is right, and so does
a number that a test merely expects in some text.

tools/rule_numbers lists the rules, one file for the base game and one for each expansion, whose numbers bear its
letter: P1.6.2 is another rule than 1.6.2. An expansion's rules join once the scenario its file names can be played.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from fitl.board.scenarios import SCENARIOS

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rules-coverage.md"
NUMBERS = ROOT / "tools" / "rule_numbers"
BOOKS = ("base", "sovereign_of_discord", "fall_of_saigon")
JOINS = "# joins with: "
_ONE = r"[PS]?[1-8]\.\d+(?:\.\d+)?"
NUMBER = re.compile(rf"(?<![\w.])({_ONE})(?:[-\u2013]({_ONE}))?(?!\d|\.\d)")
ONLY_NUMBERS = "rulebook.py"  # tells which number holds in which era, and carries out none
TESTS_OF_RULES = (
    "rules/",
    "eras/",
    "board/",
    "events/",
    "bots/",
    "eras/",
    "playbook/",
    "properties/",
    "test_game.py",
    "test_position.py",
)
SHOWN = 3  # citations named in a cell; of further ones it is only told that there are

# Rules that no program needs, and why.
NOTHING_TO_DO = {
    "1.1": "describes the game",
    "3.1.1": "pawns mark the spaces an Operation has selected; there are as many as needed",
    "5.1.4": "refers to 2.3.8",
    "S5.3": "says that the corrected cards 14 and 20 are used, which the base game has anyway",
    "1.3.8": "boxes beside the map where crowded spaces lay out their pieces; nothing is ever in them",
}

Citations = dict[str, list[str]]  # by rule: module:function, or file::test


# --- the list of rules --------------------------------------------------------------------------------------------


def rules() -> dict[str, str]:
    """Number and title of every rule that is in the game."""
    found: dict[str, str] = {}
    for book in BOOKS:
        if joined(book):
            found |= listed(book)
    return found


def listed(book: str) -> dict[str, str]:
    """Number and title of every rule of a book."""
    lines = _lines(book)
    return dict(line.split("\t") for line in lines if line and not line.startswith("#"))


def joined(book: str) -> bool:
    """Can the scenario be played with which the rules of this book join?"""
    scenarios = [line.removeprefix(JOINS) for line in _lines(book) if line.startswith(JOINS)]
    return all(SCENARIOS[name].playable for name in scenarios)


def _lines(book: str) -> list[str]:
    return (NUMBERS / f"{book}.txt").read_text(encoding="utf-8").splitlines()


def rules_of(reference: str) -> dict[str, str]:
    """The rules that a rules reference numbers: headings, and paragraphs that begin with a number in bold."""
    body = reference.partition("\n## Appendix")[0]
    found: dict[str, str] = {}
    headings = re.finditer(r"^#{3,4} ([\d.]+)(?:[\u2013-]([\d.]+))? +(.*)$", body, re.MULTILINE)
    bold = re.finditer(r"\*\*(\d\.\d+(?:\.\d+)?)(?:[\u2013-](\d\.\d+(?:\.\d+)?))?\b *([^*]*)\*\*", body)
    inline = re.finditer(r"[(](\d\.\d\.\d)()[)]()", body)
    for first, last, title in (match.groups() for matches in (headings, bold, inline) for match in matches):
        for number in _range(first, last):
            found.setdefault(number, "")
            found[number] = found[number] or re.sub(r" *(\[|\u2013|\(|:).*", "", title).strip(" .:*")
    return {number: found[number] for number in sorted(found, key=_order) if number < "8" or number == "8.9"}


def _range(first: str, last: str | None) -> Iterator[str]:
    stem, _, low = first.rpartition(".")
    high = (last or first).rpartition(".")[2]
    return (f"{stem}.{n}" for n in range(int(low), int(high) + 1))


def _order(number: str) -> list[int]:
    return [int(part) for part in number.split(".")]


# --- citations ----------------------------------------------------------------------------------------------------


def cited(text: str) -> set[str]:
    """The rules a text cites, ranges such as 2.1-2.2 spelt out."""
    return {number for match in NUMBER.finditer(text) for number in _range(match.group(1), match.group(2))}


def words_of(source: str) -> Iterator[tuple[int, str]]:
    """Comments and texts of a module with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield token.start[0], token.string


def prose_of(source: str) -> Iterator[tuple[int, str]]:
    """Comments and docstrings of a module with their lines: what a test says of itself."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, documented)]
    docstrings = {node.body[0].lineno for node in nodes if ast.get_docstring(node) is not None}
    return ((line, text) for line, text in words_of(source) if text.startswith("#") or line in docstrings)


def places_of(tree: ast.Module) -> list[tuple[int, int, str]]:
    """First and last line and qualified name of every function and class, outer ones first."""
    found: list[tuple[int, int, str]] = []

    def collect(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
                name = f"{prefix}{child.name}"
                first = min([child.lineno, *(each.lineno for each in child.decorator_list)])
                found.append((first, child.end_lineno or first, name))
                if isinstance(child, ast.ClassDef):
                    collect(child, f"{name}.")

    collect(tree, "")
    return found


def citations_in(source: str, words: Iterable[tuple[int, str]]) -> Iterator[tuple[str, str]]:
    """Rule and place (a function's name, "" for the module itself) of every citation among the words of a module."""
    places = places_of(ast.parse(source))
    for line, text in words:
        inside = [name for first, last, name in places if first <= line <= last]
        for number in cited(text):
            yield number, inside[-1] if inside else ""


def modules_of(folder: str) -> Iterator[tuple[str, str]]:
    """Name, relative to the folder, and text of every module in it."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        yield path.relative_to(ROOT / folder).as_posix(), path.read_text(encoding="utf-8")


def tests_a_rule(name: str) -> bool:
    """Does this module under tests/ ask whether rules are right?"""
    return name.startswith(TESTS_OF_RULES) and name.rpartition("/")[2].startswith("test_")


def cited_by_code() -> Iterator[tuple[str, str]]:
    """Rule and cell of every citation in the package."""
    for name, source in modules_of("src/fitl"):
        if name == ONLY_NUMBERS:
            continue
        for number, place in citations_in(source, words_of(source)):
            module = name.removesuffix(".py")
            yield number, f"{module}:{place}" if place else module


def cited_by_tests() -> Iterator[tuple[str, str]]:
    """Rule and cell of every citation by a test of the rules."""
    for name, source in modules_of("tests"):
        if tests_a_rule(name):
            for number, place in citations_in(source, prose_of(source)):
                if not place:
                    yield number, name
                elif place.rpartition(".")[2].startswith("test_"):
                    yield number, f"{name}::{place}"


@cache
def citations() -> tuple[Citations, Citations]:
    """Code and tests by the rule they cite."""
    return _gathered(cited_by_code()), _gathered(cited_by_tests())


def _gathered(found: Iterable[tuple[str, str]]) -> Citations:
    gathered: Citations = {}
    for number, cell in dict.fromkeys(found):
        gathered.setdefault(number, []).append(cell)
    for cells in gathered.values():
        cells.sort(key=lambda cell: (not cell.startswith(("rules/", "board/")), cell))
    return gathered


def with_parts(number: str, found: Citations) -> list[str]:
    """Who cites the rule; for a mere heading, whatever cites its parts."""
    own = found.get(number, [])
    if own:
        return own
    parts = [part for part in rules() if part.startswith(f"{number}.")]
    return list(dict.fromkeys(cell for part in parts for cell in found.get(part, [])))


# --- the page -----------------------------------------------------------------------------------------------------


def missing() -> list[str]:
    """Rules without code or without a test."""
    code, tests = citations()
    problems = []
    for number, title in rules().items():
        if number in NOTHING_TO_DO:
            continue
        if not with_parts(number, code):
            problems.append(f"{number} {title}: no code cites it")
        if not with_parts(number, tests):
            problems.append(f"{number} {title}: no test cites it")
    return problems


def page() -> str:
    code, tests = citations()
    lines = [
        "# Rules, code and tests",
        "",
        "<!-- Written by `python tools/rules_coverage.py`. -->",
        "",
        "Every numbered rule of chapters 1 to 7 and 8.9, the functions that cite it and the tests that do. A heading",
        "that nobody cites by itself shows what cites its parts. Tests of the browser, the terminal and the server are",
        "not counted, even where they show a rule. The non-players' rules of chapter 8 have a table of their own, node",
        "by node: [non-players](bots.md). Cards are in [cards](cards.md).",
        "",
        "| rule | | code | tests |",
        "| --- | --- | --- | --- |",
    ]
    for number, title in rules().items():
        if number in NOTHING_TO_DO:
            lines.append(f"| {number} | {title} | nothing to do: {NOTHING_TO_DO[number]} | |")
        else:
            lines.append(
                f"| {number} | {title} | {_cell(with_parts(number, code))} | {_cell(with_parts(number, tests))} |"
            )
    return "\n".join(lines) + "\n"


def _cell(names: list[str]) -> str:
    shown = [f"`{name}`" for name in names[:SHOWN]]
    if len(names) > SHOWN:
        shown.append("and others")
    return ", ".join(shown) or "-"


def main(arguments: list[str]) -> int:
    """Write or check the page; the exit code."""
    problems = missing()
    if "--check" not in arguments:
        PAGE.write_text(page(), encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
        problems.append("docs/rules-coverage.md is out of date: run python tools/rules_coverage.py")
    print("\n".join(problems) or f"All {len(rules())} rules have code and tests.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
