"""Mutation testing knows every module of the rules and the expansions, and tests that judge it."""

import runpy
from pathlib import Path
from typing import Any

import pytest

TOOLS = Path(__file__).parents[1] / "tools"


@pytest.fixture(scope="module")
def judges() -> dict[str, Any]:
    return runpy.run_path(str(TOOLS / "mutation_tests.py"))


def test_every_module_with_rules_is_known_and_has_tests_of_its_own(judges: dict[str, Any]) -> None:
    modules = judges["modules"]()
    for name in (
        "fitl.rules.coup.support",
        "fitl.eras.fall_of_saigon.paris",
        "fitl.events.sovereign_of_discord.pivotal",
    ):
        assert name in modules
    assert [name for name in modules if not judges["own_tests"](name)] == []


def test_every_test_that_is_named_exists(judges: dict[str, Any]) -> None:
    for each, names in (*judges["OF_RULES"].items(), *judges["OF_ERAS"].items()):
        folder, _, module = each.rpartition("/")
        layer = f"eras.{folder}" if folder else "rules"
        assert len(judges["own_tests"](f"fitl.{layer}.{module}")) == len(names), each


def test_every_test_of_the_server_that_is_named_exists(judges: dict[str, Any]) -> None:
    for name, tests in judges["OF_SERVER"].items():
        assert (TOOLS.parent / "src" / "fitl" / "server" / f"{name}.py").exists()
        assert len(judges["own_tests"](f"fitl.server.{name}")) == len(tests) + len(judges["NO_POSTGRESQL"]), name


def test_one_section_of_the_report_is_rewritten() -> None:
    tool = runpy.run_path(str(TOOLS / "mutation.py"))
    verdict, parts, written = tool["Verdict"], tool["KEYS"], tool["written"]
    killed = [verdict("fitl.server.chat", "server.chat:said: a -> b", tool["OWN"])]
    survived = [verdict("map/packing", "map/packing:pack: a -> b", tool["SURVIVED"])]
    page = written("", parts["page"], tool["section"](parts["page"], survived, 9))
    both = written(page, parts["server"], tool["section"](parts["server"], killed, 7))
    assert both.index("## The server") < both.index("## The models of the page")
    assert "**1 of 1 noticed (100.0 %)**" in both
    assert "- `map/packing:pack: a -> b`: not examined yet" in both
    again = written(both, parts["page"], tool["section"](parts["page"], killed, 9))
    assert "map/packing" not in again
    assert again.count("## ") == 2
