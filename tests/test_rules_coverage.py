"""Every numbered rule has code and a test that cite it; the page docs/rules-coverage.md says which."""

import re
import runpy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT.parent / "shared" / "rules" / "base-rules.md"


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "rules_coverage.py"))


def test_every_rule_has_code_and_a_test(tool: dict[str, Any]) -> None:
    missing = tool["missing"]()
    assert not missing, "\n".join(missing)


def test_the_page_is_current(tool: dict[str, Any]) -> None:
    page = (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
    assert page == tool["page"](), "run python tools/rules_coverage.py"
    for number, title in tool["rules"]().items():
        assert title, f"{number} has no title"
        assert f"\n| {number} | {title} |" in page


def test_rules_that_need_no_code_are_rules_and_cited_by_none(tool: dict[str, Any]) -> None:
    code, _ = tool["citations"]()
    listed = {number for book in tool["BOOKS"] for number in tool["listed"](book)}
    for number, reason in tool["NOTHING_TO_DO"].items():
        assert number in listed
        assert reason
        assert number not in code or number == "1.1", f"{number} is cited by {code[number]}"


@pytest.mark.skipif(not REFERENCE.exists(), reason="the rules reference is not at hand")
def test_the_list_of_rules_is_that_of_the_reference(tool: dict[str, Any]) -> None:
    assert list(tool["rules_of"](REFERENCE.read_text(encoding="utf-8"))) == list(tool["listed"]("base"))


def test_a_rule_of_an_expansion_is_cited_with_its_letter_and_never_counts_for_the_base_rule(
    tool: dict[str, Any],
) -> None:
    assert tool["cited"]("P1.6.2: without Hamlets (S6.8.4, P6.8-P6.9); 1.7") == {
        "P1.6.2",
        "S6.8.4",
        "P6.8",
        "P6.9",
        "1.7",
    }
    assert tool["cited"]("a P12 or an S5 is a card, and XP1.6 nothing") == set()


@pytest.mark.parametrize(
    ("book", "letter", "scenario"),
    [("sovereign_of_discord", "P", "four-player-1961"), ("fall_of_saigon", "S", "black-april-1973")],
)
def test_the_rules_of_an_expansion_join_once_its_scenario_can_be_played(
    tool: dict[str, Any], monkeypatch: pytest.MonkeyPatch, book: str, letter: str, scenario: str
) -> None:
    numbers = tool["listed"](book)
    assert all(re.fullmatch(rf"{letter}[1-8](\.\d+)+", number) and title for number, title in numbers.items())
    known = tool["joined"].__globals__["SCENARIOS"]
    for playable in (False, True):
        monkeypatch.setitem(known, scenario, replace(known[scenario], playable=playable))
        assert (set(numbers) <= set(tool["rules"]())) == playable


def test_a_rule_nobody_cites_is_found(tool: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    invented = {**tool["rules"](), "7.99": "Invented"}
    monkeypatch.setitem(tool["missing"].__globals__, "rules", lambda: invented)
    assert tool["missing"]() == ["7.99 Invented: no code cites it", "7.99 Invented: no test cites it"]


def test_citations_are_numbers_in_texts_and_comments_ranges_spelt_out(tool: dict[str, Any]) -> None:
    assert tool["cited"]("2.1-2.2: the deck (1.4.1); version 10.2.3, 75.1") == {"2.1", "2.2", "1.4.1"}
    found = tool["words_of"]('x = 3.1  # 4.2.3\ny = "6.5"\n')
    assert [text for _, text in found] == ["# 4.2.3", '"6.5"']


def test_a_test_cites_in_comments_and_docstrings_not_in_what_it_expects(tool: dict[str, Any]) -> None:
    source = '"""1.6."""\n\ndef test_it():\n    """1.7."""\n    assert said == "see 1.8"  # 1.9\n'
    assert [text for _, text in tool["prose_of"](source)] == ['"""1.6."""', '"""1.7."""', "# 1.9"]


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("rules/test_train.py", True),
        ("events/test_packs.py", True),
        ("test_game.py", True),
        ("rules/__init__.py", False),
        ("web/browser/test_panels.py", False),
        ("cli/test_session.py", False),
        ("server/test_people.py", False),
        ("test_rules_coverage.py", False),
    ],
)
def test_only_tests_of_the_rules_count(tool: dict[str, Any], name: str, counts: bool) -> None:
    assert tool["tests_a_rule"](name) == counts
