"""Measure the house: how many files a typical change touches, how long the code is, and what its seams still lack.

    python tools/house.py

A change is measured by an example that is there already: the files below `src/fitl` that name its id, less those that
only use it (what a rule does with a track is the rule's own affair, wherever a track is declared).
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

SOURCE: Final = Path(__file__).parents[1] / "src" / "fitl"
NAMING: Final = ("*.py", "*.toml", "*.json", "*.js", "*.css")
LONGEST: Final = 60  # lines of a function
MOST_PARAMETERS: Final = 7
COUNTED: Final = {
    "lines with Any": r"\bAny\b",
    "asserts that a decision has parameters": "assert decision.params is not None",
}


class Change(NamedTuple):
    """A typical change, by an id that was added once."""

    what: str
    example: str
    goal: int
    uses: tuple[str, ...]  # paths that begin so only use it


# What plays by the rules, and what chooses from what they allow.
PLAY: Final = (
    "rules/",
    "events/",
    "eras/",
    "bots/",
    "thinker/",
    "board/data/scenarios.json",
    "board/scenario_checks.py",
)
WORDS_OF_PLAY: Final = (
    "messages/en/events",
    "messages/en/web_tour",
    "messages/en/forbidden",
    "messages/en/why_not",
    "messages/en/reasons",
)
CHANGES: Final = (
    Change("a track", "war_weary", 4, (*PLAY, *WORDS_OF_PLAY, "web/")),
    Change("a piece of a shape that is drawn already", "captured_nva_armor", 3, (*PLAY, *WORDS_OF_PLAY)),
    Change(
        "a piece of a new shape", "hamlet", 4, (*PLAY, *WORDS_OF_PLAY, "messages/en/sovereign", "messages/en/verdict")
    ),
    Change("an option", "shorter_campaigns", 4, ()),
    # One that an era has added: ids of the base game's phases begin those of their questions and lines too.
    Change("a phase", "unilateral_retreat", 3, tuple(set(PLAY) - {"eras/"})),
)

# What came since commit 36607ada, when all of `src` was 63,653 lines: the rest has the features of then, and their
# mended faults. New files of a feature only; what it added to older files counts as the rest.
WANTED_LINES: Final = 63_653 - 6_000
SINCE: Final = {
    "Trung bots": ("bots/trung/", "rules/trung.py"),
    "the review of finished games, chances in percent": (
        *("review/", "cli/review.py", "server/offload/jobs/review.py"),
        *("cli/calibrate.py", "lab/calibrate.py", "thinker/chance.py"),
    ),
    "the static site": ("site/", "cli/site.py", "server/store/memory.py"),
    "the board as a drawing, notebooks": ("drawing/", "notebook.py"),
    "a typed wire, patches of the table": ("server/wire/", "server/patches.py", "view_types.py"),
    "OpenSpiel, export of decisions": ("env/open_spiel.py", "lab/export.py", "cli/export.py"),
    "languages, numbers of rules by era": ("cli/language.py", "rulebook.py"),
    "the menu of a bare fitl, hints of faster builds": ("cli/start.py", "cli/compiled_notice.py", "interrupts.py"),
    "web hooks by form, limits as options": ("server/webhook_formats.py", "server/options.py"),
    "guards: names that look alike, bodies of imports": ("server/lookalikes.py", "server/uploads.py"),
    "saves of before 1.0": ("cli/convert.py", "journal/format2.py", "server/migrations/versions/v0005"),
}


def files_naming(change: Change) -> list[str]:
    """The files that declare the example, or give it words or a picture."""
    word = re.compile(rf"\b{change.example}\b")
    found = []
    for path in sorted(path for pattern in NAMING for path in SOURCE.rglob(pattern)):
        name = path.relative_to(SOURCE).as_posix()
        translated = name.startswith("messages/") and not name.startswith("messages/en/")  # a language is one folder
        if not translated and not name.startswith(change.uses) and word.search(path.read_text(encoding="utf-8")):
            found.append(name)
    return found


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many it takes, `self` and `cls` left out."""
    named = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return len(named) - bool(named and named[0].arg in ("self", "cls"))


def main() -> None:
    for change in CHANGES:
        found = files_naming(change)
        print(f"{change.what}: {len(found)} files, wanted {change.goal} ({change.example}): {', '.join(found)}")
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py"))}
    lines = [line for text in sources.values() for line in text.splitlines()]
    long, wide, imports = [], [], 0
    for path, text in sources.items():
        tree = ast.parse(text)
        imports += sum((node.end_lineno or 0) - node.lineno + 1 for node in tree.body if _is_import(node))
        for function in functions(tree):
            name = f"{path.relative_to(SOURCE).as_posix()}:{function.name}"
            if (function.end_lineno or 0) - function.lineno >= LONGEST:
                long.append(name)
            if parameters(function) > MOST_PARAMETERS:
                wide.append(name)
    print(f"source lines: {len(lines)}, {imports} of them imports")
    print_features({path.relative_to(SOURCE).as_posix(): len(text.splitlines()) for path, text in sources.items()})
    for what, pattern in COUNTED.items():
        print(f"{what}: {sum(bool(re.search(pattern, line)) for line in lines)}")
    print(f"functions of more than {LONGEST} lines: {len(long)} {', '.join(long)}")
    print(f"functions of more than {MOST_PARAMETERS} parameters: {len(wide)} {', '.join(wide)}")


def print_features(lines: dict[str, int]) -> None:
    """How many lines each later feature has, and what is left for the features of then."""
    later = 0
    for feature, paths in SINCE.items():
        n = sum(count for name, count in lines.items() if name.startswith(paths))
        later += n
        print(f"  {feature}: {n}")
    rest = sum(lines.values()) - later
    print(f"  the features of 36607ada: {rest}, wanted {WANTED_LINES}")
    sizes: Counter[str] = Counter()
    for name, n in lines.items():
        sizes[name.partition("/")[0] if "/" in name else "modules of none"] += n
    print("  by package: " + ", ".join(f"{package} {n}" for package, n in sizes.most_common()))


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


if __name__ == "__main__":
    main()
