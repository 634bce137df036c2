"""Who may import whom: each layer only those below it (see docs/architecture.md)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fitl

SOURCE = Path(fitl.__file__).parent
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# From the bottom up. A module belongs to the layer that has the longest part of its name.
LAYERS = (
    ("catalogue", "messages", "prng", "game_lock", "interrupts", "refusals", "bounds"),
    ("board",),
    (
        "decisions",
        "lasting",
        "naming",
        "bot_types",
        "readings",
        "cardset",
        "era",
        "options",
        "state",
        "entries",
        "notebook",
    ),
    ("rules",),
    ("eras", "events"),
    ("compose", "packs"),
    (
        *("rulebook", "words", "position", "view", "view_types", "answers", "transfers", "game"),
        *("journal", "lookback", "scenes", "spearhead_view", "verdict", "drawing"),
    ),
    ("bots", "casting", "preview", "turn_summary", "thinker"),
    ("lab", "lesson", "env", "review"),
    ("server", "web"),
    ("site",),
    ("cli", "__main__"),
)

# Imports inside functions that close a circle, each with its reason.
MAY_BE_LATE = {
    # `Game.save` and `Game.load` are short forms of what the journal does with games, `Game._repr_svg_` of the drawing.
    "fitl.game": {"fitl.journal", "fitl.drawing"},
}


def name_of(path: Path) -> str:
    return ".".join(("fitl", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


MODULES = {name_of(path): path for path in sorted(SOURCE.rglob("*.py"))}


def layer_of(module: str) -> int:
    first = module.removeprefix("fitl.").split(".")[0]
    return next((place for place, names in enumerate(LAYERS) if first in names), -1)


def imports(path: Path, late: bool = True) -> set[str]:
    """The modules of ours that one imports when it is loaded and, if `late`, inside functions; not for types alone."""
    found: set[str] = set()
    for node in code_of(ast.parse(path.read_text(encoding="utf-8")), late):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{each.name}" for each in node.names}
            submodules = names & MODULES.keys()
            found |= submodules if submodules == names else {node.module, *submodules}
    return {name for name in found if name.partition(".")[0] == "fitl"}


def code_of(node: ast.AST, late: bool) -> Iterator[ast.AST]:
    """Every node below this one, except what only a type checker reads."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if late or not isinstance(child, FUNCTIONS):
            yield child
            yield from code_of(child, late)


def loaded_with(name: str, others: set[str]) -> set[str]:
    """These modules and the packages they are in, except this module and its own packages."""
    packages = {package for other in others for package in packages_of(other)}
    return others | (packages - {name, *packages_of(name)})


def packages_of(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:n]) for n in range(1, len(parts))]


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The modules that import each other, whether directly or through others."""
    left = dict(graph)
    while free := {name for name, others in left.items() if not others & left.keys()}:
        left = {name: others for name, others in left.items() if name not in free}
    while free := left.keys() - set().union(*left.values()):
        left = {name: others for name, others in left.items() if name not in free}
    return [sorted(left)] if left else []


def test_each_layer_imports_only_those_below_it() -> None:
    wrong = []
    for name, path in MODULES.items():
        if name == "fitl":
            continue
        assert layer_of(name) >= 0, f"{name} belongs to no layer"
        wrong += [f"{name} imports {other}" for other in imports(path) if layer_of(other) > layer_of(name)]
    assert wrong == []


def test_flowcharts_and_trung_bots_import_nothing_from_each_other() -> None:
    """What both use is in a room of its own, one folder up; rehearsals too ask a mind, not a kind of bot."""
    kinds = ("fitl.bots.flowchart", "fitl.bots.trung")
    seen = dict.fromkeys(kinds, 0)
    for name, path in MODULES.items():
        for kind, other in (kinds, kinds[::-1]):
            if name == kind or name.startswith(kind + "."):
                seen[kind] += 1
                assert not [each for each in imports(path) if each == other or each.startswith(other + ".")], name
    assert all(seen.values())


def test_any_module_of_the_engine_can_be_imported_first() -> None:
    engine = {name: path for name, path in MODULES.items() if layer_of(name) < layer_of("fitl.bots")}
    graph = {name: loaded_with(name, imports(path) - MAY_BE_LATE.get(name, set())) for name, path in engine.items()}
    assert circles(graph) == []


@pytest.mark.parametrize("name", MAY_BE_LATE)
def test_what_may_be_imported_late_is(name: str) -> None:
    assert MAY_BE_LATE[name] <= imports(MODULES[name])
    assert not MAY_BE_LATE[name] & imports(MODULES[name], late=False)


def test_an_import_inside_a_function_counts_and_one_for_types_does_not(tmp_path: Path) -> None:
    source = """
from typing import TYPE_CHECKING
import fitl.prng
if TYPE_CHECKING:
    from fitl.state import State
def late() -> None:
    from fitl import game
    from fitl.journal import save, lines
"""
    (tmp_path / "module.py").write_text(source)
    assert imports(tmp_path / "module.py") == {"fitl.prng", "fitl.game", "fitl.journal", "fitl.journal.lines"}
    assert imports(tmp_path / "module.py", late=False) == {"fitl.prng"}


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == [["b", "c"]]
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == []


def test_the_page_on_the_architecture_lists_every_module_in_its_layer() -> None:
    page = (Path(__file__).parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = [line for line in page.partition("## Layers")[2].splitlines() if line.startswith("| ")][1:]
    listed = [set(re.findall(r"`(\w+)`", row)) for row in reversed(rows)]
    assert listed == [set(names) for names in LAYERS]
