"""The compiled build: what it takes in, and that it was really compiled where the tests say they run on it."""

import ast
import pickle
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from setuptools import build_meta

import fitl.game
import fitl.rules.sequence
import fitl.state
from fitl.game import Game
from fitl.lab.bench import is_compiled
from fitl.state import FIELDS, State

ROOT = Path(__file__).parents[1]


def test_every_module_named_for_compilation_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    setup = runpy.run_path(str(ROOT / "setup.py"))
    modules = setup["compiled_modules"]()
    assert len(modules) == len(set(modules))
    assert all(any(Path("src").glob(pattern)) for pattern in setup["COMPILED"])
    assert "src/fitl/rules/operations/march.py" in modules
    assert "src/fitl/events/us/cards_1_15.py" in modules
    assert "src/fitl/eras/fall_of_saigon/spearhead.py" in modules
    assert not any("__init__" in module or "/game.py" in module for module in modules)


def lambdas_in_lambdas(node: ast.AST, inside: bool = False) -> Iterator[int]:
    """The lines of lambdas in lambdas outside of functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            for decorator in child.decorator_list:
                yield from lambdas_in_lambdas(decorator, inside)
        elif isinstance(child, ast.Lambda):
            if inside:
                yield child.lineno
            yield from lambdas_in_lambdas(child, inside=True)
        else:
            yield from lambdas_in_lambdas(child, inside)


def stars_searched(tree: ast.AST) -> Iterator[int]:
    """The lines of `in (..., *more)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for searched in node.comparators:
                literal = isinstance(searched, ast.Tuple | ast.List | ast.Set)
                if literal and any(isinstance(part, ast.Starred) for part in ast.iter_child_nodes(searched)):
                    yield searched.lineno


def names_taken_from_reasons(tree: ast.AST) -> Iterator[int]:
    """The lines of functions whose unnamed parameters could be mistaken for named ones that they take besides."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.args.kwarg is not None:
            yield from (node.lineno for each in node.args.posonlyargs if not each.arg.startswith("_"))


def makings_without_constructor(tree: ast.AST) -> Iterator[int]:
    """The lines of `__new__`: a compiled class cannot be made without calling its constructor."""
    yield from (node.lineno for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "__new__")


def stars_waited_for(tree: ast.AST) -> Iterator[int]:
    """The lines of `*(yield from ...)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Starred) and isinstance(node.value, ast.Yield | ast.YieldFrom):
            yield node.lineno


BEYOND_THE_COMPILER = (
    *(lambdas_in_lambdas, stars_searched, stars_waited_for),
    *(names_taken_from_reasons, makings_without_constructor),
)


def test_nothing_is_written_in_a_way_that_the_compiler_breaks_down_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for module in runpy.run_path(str(ROOT / "setup.py"))["compiled_modules"]():
        tree = ast.parse(Path(module).read_text(encoding="utf-8"))
        assert [line for beyond in BEYOND_THE_COMPILER for line in beyond(tree)] == [], module


def test_nothing_is_compiled_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["setup.py", "bdist_wheel"])
    monkeypatch.delenv("FITL_COMPILE", raising=False)
    assert runpy.run_path(str(ROOT / "setup.py"))["extensions"]() == []


def test_a_build_that_only_asks_what_it_needs_compiles_nothing_and_hears_of_the_compiler(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("FITL_COMPILE", "1")
    for command in ("egg_info", "dist_info"):
        monkeypatch.setattr("sys.argv", ["setup.py", command])
        assert runpy.run_path(str(ROOT / "setup.py"))["extensions"]() == []
    assert set(build_meta.get_requires_for_build_wheel()) >= {compiler()}
    monkeypatch.delenv("FITL_COMPILE")
    assert build_meta.get_requires_for_build_wheel() == []


def test_the_compiler_is_the_one_that_checks_the_types() -> None:
    assert f"\n{compiler()} " in (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")


def compiler() -> str:
    return str(runpy.run_path(str(ROOT / "setup.py"))["COMPILER"])


def test_where_the_compiler_is_missing_the_build_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FITL_COMPILE", "1")
    monkeypatch.setattr("sys.argv", ["setup.py", "bdist_wheel"])
    monkeypatch.setitem(sys.modules, "mypyc.build", None)
    with pytest.raises(SystemExit, match="needs mypy=="):
        runpy.run_path(str(ROOT / "setup.py"))["extensions"]()


def test_core_and_rules_are_built_alike_and_the_door_stays_plain() -> None:
    assert is_compiled() == (not fitl.rules.sequence.__file__.endswith(".py"))
    assert fitl.game.__file__.endswith(".py")


@pytest.mark.skipif(is_compiled(), reason="only a plain class lists its annotations")
def test_the_named_fields_are_those_declared() -> None:
    assert sorted(State.__annotations__) == sorted(FIELDS)


def test_a_new_state_has_every_field() -> None:
    state = Game.new("short-1965", seed=1).state
    assert all(hasattr(state, name) for name in FIELDS)


def test_a_state_is_copied_and_pickled_whole() -> None:
    game = Game.new("full-1964", seed=4)
    for _ in range(40):
        assert game.decision is not None
        game.choose(game.decision.options[-1])
    state = game.checkpoints[-1].state
    for other in (state.copy(), pickle.loads(pickle.dumps(state))):
        assert other is not state
        for name in FIELDS:
            assert getattr(other, name) == getattr(state, name) or name in ("log", "scenario", "cards"), name
        assert other == state
    changed = state.copy()
    changed.pieces[0] += 1
    changed.resources[1] += 1
    changed.terror[0] += 1
    assert state == game.checkpoints[-1].state
    assert changed != state
