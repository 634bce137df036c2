"""Who may import whom: each layer only those below it (see docs/architecture.md)."""

import ast
import re
from pathlib import Path

import fitl

SOURCE = Path(fitl.__file__).parent
# From the bottom up. A module belongs to the layer that has the longest part of its name.
LAYERS = (
    ("catalogue", "messages", "prng", "claims", "refusals", "bounds"),
    ("board",),
    ("decisions", "lasting", "naming", "kinds", "readings", "cardset", "era", "options", "state", "entries"),
    ("rules",),
    ("eras", "events", "packs"),
    (
        *("rulebook", "words", "position", "view", "view_types", "answers", "transfers", "packing", "game"),
        *("journal", "lookback", "scenes", "columns", "verdict"),
    ),
    ("bots", "casting", "preview", "telling", "thinker"),
    ("lab", "lesson", "env"),
    ("server", "web", "cli", "__main__"),
)


def layer_of(module: str) -> int:
    first = module.removeprefix("fitl.").split(".")[0]
    return next((place for place, names in enumerate(LAYERS) if first in names), -1)


def imports(path: Path) -> set[str]:
    """What a module imports as it is loaded: not what it imports inside functions or for types alone."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "fitl":
            found |= {f"fitl.{each.name}" for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def test_each_layer_imports_only_those_below_it() -> None:
    wrong = []
    for path in sorted(SOURCE.rglob("*.py")):
        name = "fitl." + ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        if name == "fitl.__init__":
            continue
        assert layer_of(name) >= 0, f"{name} belongs to no layer"
        wrong += [
            f"{name} imports {other}"
            for other in imports(path)
            if other.startswith("fitl.") and layer_of(other) > layer_of(name)
        ]
    assert wrong == []


def test_the_page_on_the_architecture_lists_every_module_in_its_layer() -> None:
    page = (Path(__file__).parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = [line for line in page.partition("## Layers")[2].splitlines() if line.startswith("| ")][1:]
    listed = [set(re.findall(r"`(\w+)`", row)) for row in reversed(rows)]
    assert listed == [set(names) for names in LAYERS]
