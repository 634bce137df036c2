"""The library reference of the documentation site: every public name is there, is used in an example, and works."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "manual" / "api.md"
TEXT = PAGE.read_text(encoding="utf-8")
NAMES = re.findall(r"^\.\. auto(?:class|function|exception):: (\S+)", TEXT, re.MULTILINE)


def code() -> str:
    return "\n".join(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL))


def test_every_example_runs_as_shown() -> None:
    examples = doctest.DocTestParser().get_doctest(code(), {}, "api.md", str(PAGE), 0)
    assert len(examples.examples) > 80
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_every_public_name_exists_has_a_docstring_and_an_example() -> None:
    assert len(NAMES) > 40
    for name in NAMES:
        module, _, attribute = name.rpartition(".")
        assert getattr(importlib.import_module(module), attribute).__doc__, name
        assert re.search(rf"\b{attribute}\b", code()), f"{name} has no example"


def test_every_method_that_the_page_lists_exists_and_has_an_example() -> None:
    listed = re.findall(r"^\.\. autoclass:: (\S+)\n   :members: (.+)$", TEXT, re.MULTILINE)
    assert listed
    for name, members in listed:
        module, _, attribute = name.rpartition(".")
        found = getattr(importlib.import_module(module), attribute)
        assert [each for each in members.split(", ") if not hasattr(found, each)] == [], name
        assert [each for each in members.split(", ") if not re.search(rf"\b{each}\b", code())] == [], name


@pytest.mark.parametrize("package", ["env", "drawing"])
def test_every_name_that_a_package_offers_is_on_the_page(package: str) -> None:
    offered = importlib.import_module(f"fitl.{package}").__all__
    other_names = {"Table", "raw_env"}  # what an agent never needs; PettingZoo's second name of GameEnv
    assert {f"fitl.{package}.{name}" for name in offered if name not in other_names} <= set(NAMES)
