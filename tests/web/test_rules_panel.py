"""The texts of the rules panel and the card browser: every rule is explained, every reference leads somewhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fitl
from fitl.board.cards import CARDS
from fitl.board.scenarios import SCENARIOS
from fitl.catalogue import catalogue
from fitl.server.library import messages

PACKAGE = Path(fitl.__file__).parent
STATIC = PACKAGE / "web" / "static"
SCRIPTS = [*STATIC.glob("js/panels/*.js"), *STATIC.glob("js/lesson/*.js"), STATIC / "js" / "lesson.js"]
RULEBOOK = Path(__file__).parents[3] / "shared" / "rules"
NUMBER = re.compile(r"(?<![\w.#-])[1-8]\.\d(?:\.\d)?(?![\d.]\d|\d)")
RULES = {id_.removeprefix("rule."): text for id_, text in catalogue().items() if id_.startswith("rule.")}
TITLES = {id_.removeprefix("rule_title."): text for id_, text in catalogue().items() if id_.startswith("rule_title.")}


def numbers_of(name: str) -> set[str]:
    """The rule numbers at the head of a section, table row or bullet of a reference: what is a rule there."""
    text = (RULEBOOK / name).read_text(encoding="utf-8")
    heads = re.findall(r"(?m)^(?:#+ |\* \*\*|\d\. \*\*|\*\*)(\d\.\d(?:\.\d)?)\b", text)
    return {number for number in heads if number[0] != "0"}


def rules_in_source() -> Iterator[tuple[str, str]]:
    """Every string of the program that is a rule number, with its file."""
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Constant) or node.value == fitl.__version__:
                continue
            if isinstance(node.value, str) and NUMBER.fullmatch(node.value):
                yield node.value, file.name


@pytest.mark.skipif(not RULEBOOK.is_dir(), reason="the rules reference is not beside this checkout")
@pytest.mark.parametrize("name", ["base-rules.md", "non-players.md"])
def test_every_rule_of_the_reference_is_explained(name: str) -> None:
    numbers = numbers_of(name)
    assert len(numbers) > 40
    assert sorted(numbers - RULES.keys()) == []


@pytest.mark.skipif(not RULEBOOK.is_dir(), reason="the rules reference is not beside this checkout")
def test_every_number_the_reference_mentions_is_explained() -> None:
    mentioned = set(NUMBER.findall((RULEBOOK / "base-rules.md").read_text(encoding="utf-8")))
    assert sorted(mentioned - RULES.keys()) == []


def test_every_rule_a_message_mentions_is_explained() -> None:
    missing = {
        (id_, number) for id_, text in catalogue().items() for number in NUMBER.findall(text) if number not in RULES
    }
    assert missing == set()


def test_every_rule_the_program_gives_as_a_reason_is_explained() -> None:
    found = list(rules_in_source())
    assert len(found) > 100
    assert {(number, file) for number, file in found if number not in RULES} == set()


def test_every_rule_has_a_title_and_every_title_a_rule() -> None:
    assert TITLES.keys() == RULES.keys()
    assert all(0 < len(title) < 40 for title in TITLES.values())


def test_every_rule_hangs_in_the_table_of_contents() -> None:
    assert [number for number in RULES if "." in number and number.rpartition(".")[0] not in RULES] == []


def test_operations_and_activities_are_explained_at_length() -> None:
    long = ["3.2.1", "3.2.2", "3.2.3", "3.2.4", "3.3.1", "3.3.2", "3.3.3", "3.3.4", "4.2.3", "6.3.1", "6.5", "2.3.8"]
    assert [number for number in long if len(RULES[number].split()) < 45] == []


def test_cards_in_rules_are_named_as_printed() -> None:
    wrong = [
        (number, reference)
        for number, text in RULES.items()
        for reference in re.finditer(r"(.{0,40}?)(?: (?:un)?shaded)? \(#(\d+)\)", text, re.S)
        if not reference[1].endswith(CARDS[int(reference[2])].title)
    ]
    assert wrong == []


def test_every_scenario_has_its_story() -> None:
    playable = {name for name, scenario in SCENARIOS.items() if scenario.playable}
    stories = {id_.partition(".")[2] for id_ in catalogue() if id_.startswith("scenario_story.")}
    assert stories == playable
    assert all(40 < len(catalogue()[f"scenario_story.{name}"].split()) < 110 for name in stories)


@pytest.mark.parametrize(
    "file",
    SCRIPTS,
    ids=lambda file: file.name,
)
def test_every_sentence_of_the_panels_is_in_the_catalogue(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    ids = set(re.findall(r'"((?:panels|lesson)\.[a-z_.]+)"', source))
    assert sorted(id_ for id_ in ids if f"web.{id_}" not in catalogue()) == []
    begun = set(re.findall(r"`((?:panels|lesson)\.[a-z_.]*)\$\{", source))
    assert sorted(id_ for id_ in begun if not any(known.startswith(f"web.{id_}") for known in catalogue())) == []


def test_every_sentence_for_the_panels_is_used() -> None:
    """An id is written out, or begun in a template whose rest is a value (`lesson.total.${name}`)."""
    source = "\n".join(file.read_text(encoding="utf-8") for file in SCRIPTS)
    ids = [id_.removeprefix("web.") for id_ in catalogue() if id_.startswith(("web.panels.", "web.lesson."))]
    begun = [*re.findall(r"`((?:panels|lesson)\.[a-z_.]*)\$\{", source)]
    ends = set(re.findall(r'"([a-z_]+)"', source))
    unused = [
        id_
        for id_ in ids
        if f'"{id_}"' not in source
        and not any(id_.startswith(start) and (len(start) > 7 or id_.rpartition(".")[2] in ends) for start in begun)
    ]
    assert unused == []


def test_the_page_is_told_which_letters_its_rules_have() -> None:
    """Numbers with a letter are links only if rules with that letter are explained."""
    letters = {number[0] for number in RULES if number[0].isalpha()}
    assert messages()["rule_letters"] == "".join(sorted(letters))
