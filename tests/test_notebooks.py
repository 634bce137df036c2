"""The notebooks of `examples/` run from the first cell to the last, and what they end a cell with can be shown."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def cells_of(path: Path) -> list[str]:
    found = json.loads(path.read_text(encoding="utf-8"))
    assert found["nbformat"] == 4
    return ["".join(cell["source"]) for cell in found["cells"] if cell["cell_type"] == "code"]


def run(cell: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does: the value of its last expression is what it shows."""
    code = ast.parse(cell)
    last = code.body.pop() if isinstance(code.body[-1], ast.Expr) else None
    exec(compile(code, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


def shown(value: Any) -> str:
    for form in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, form):
            return str(getattr(value, form)())
    return repr(value)


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["measure_a_bot", "play_and_look", "train_an_agent"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_results(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert all(cell["outputs"] == [] for cell in cells if cell["cell_type"] == "code")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    names: dict[str, Any] = {}
    for cell in cells_of(path):
        value = run(cell, names)
        assert value is None or shown(value)


def test_the_baseline_beats_random_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from learn_to_beat_random import Policy, share_of_wins

    baseline = Policy.load(str(EXAMPLES / "baseline_vc.npz"))
    assert share_of_wins("short-1965", "vc", baseline, 40) > 0.7
