"""Writes the table of docs/bots.md: every node and bullet of the flowcharts with its words and the tests that cover it.

    python tools/bot_table.py           write the table and say what is missing
    python tools/bot_table.py --check   only say what is missing or out of date

A test covers a node if it is marked `@pytest.mark.node("vc.v1")`, in tests/bots or tests/playbook.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from fitl.bots.flowchart import nodes
from fitl.bots.trung.nodes import NODES as TRUNG_NODES
from fitl.words import catalogue

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "bots.md"
FOLDERS = ("tests/bots", "tests/playbook")
BEGIN = "<!-- The table is written by `python tools/bot_table.py`. -->\n"
HEAD = "| node | says | tests |\n| --- | --- | --- |\n"
SHOWN = 2  # tests named in a row; of further ones only the number is told


def tests_of_nodes() -> dict[str, list[str]]:
    """The tests marked with each node, as file::name."""
    found: dict[str, list[str]] = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("test_*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for test in ast.walk(tree):
                if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
                    for node in marks(test):
                        found.setdefault(node, []).append(f"{path.relative_to(ROOT / 'tests')}::{test.name}")
    return found


def marks(test: ast.FunctionDef) -> Iterator[str]:
    """The nodes a test is marked with, in its own marks or those of its parameters, each once."""
    seen = set()
    for decorator in test.decorator_list:
        for call in ast.walk(decorator):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "node":
                for argument in call.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        if argument.value not in seen:
                            yield argument.value
                        seen.add(argument.value)


def missing() -> list[str]:
    """Nodes without a test, and tests of nodes that do not exist."""
    tests = tests_of_nodes()
    problems = []
    for node in nodes():
        if node not in tests:
            problems.append(f"{node}: no test")
    strangers = sorted(set(tests) - {*nodes(), *TRUNG_NODES})
    return problems + [f"there is no node {node}, but a test of it: {tests[node][0]}" for node in strangers]


def table() -> str:
    """The generated part of the page."""
    tests = tests_of_nodes()
    return BEGIN + "\n" + HEAD + "".join(_row(node, tests.get(node, [])) for node in nodes())


def _row(node: str, tests: list[str]) -> str:
    words = catalogue().get(f"why.{node}", "-").replace("|", "\\|").replace("\n", " ")
    named = [f"`{test}`" for test in tests[:SHOWN]]
    if len(tests) > SHOWN:
        named.append(f"{len(tests) - SHOWN} more")
    return f"| `{node}` | {words} | {', '.join(named) or '-'} |\n"


def page() -> str:
    """The text of docs/bots.md: what people wrote before the table, then the table."""
    written = PAGE.read_text(encoding="utf-8") if PAGE.exists() else "# Non-players\n\n"
    return written.partition(BEGIN)[0] + table()


def main(arguments: list[str]) -> int:
    """Write or check the page; the exit code."""
    problems = missing()
    if "--check" not in arguments:
        PAGE.write_text(page(), encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
        problems.append("docs/bots.md is out of date: run python tools/bot_table.py")
    print("\n".join(problems) or "Every node has a test.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
