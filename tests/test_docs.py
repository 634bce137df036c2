"""The documentation is true as far as a program can tell: links, names, examples, pictures."""

import json
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fitl.board.card import card_id
from fitl.board.factions import NVA
from fitl.compose import PROGRAMS
from fitl.game import Game
from fitl.journal import header_of
from fitl.words import has_message

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
MANUAL = DOCS / "manual" / "index.md"  # of the documentation site
PICTURES = sorted(DOCS.rglob("*.svg"))

page = pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))


def blocks(path: Path, language: str) -> list[str]:
    """The code blocks of one language."""
    return re.findall(rf"```{language}\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)


def anchor(heading: str) -> str:
    """The id a heading gets, as most viewers of Markdown make it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def links(path: Path) -> Iterator[str]:
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    yield from re.findall(r"\]\(([^)\s]+)\)", text)
    yield from re.findall(r'<img[^>]* src="([^"]+)"', text)


@page
def test_links_resolve(path: Path) -> None:
    for link in links(path):
        if link.startswith("https://"):
            continue
        file, _, part = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        if part:
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert part in map(anchor, headings), link


def test_every_page_is_reached_from_the_index() -> None:
    index = DOCS / "index.md"
    reached = {(index.parent / link).resolve() for link in links(index)}
    first_pages = {index, MANUAL}
    assert set(DOCS.rglob("*.md")) - reached == first_pages, "add it to docs/index.md"


def test_every_page_stands_in_the_contents_of_the_documentation_site() -> None:
    named = [
        entry for block in blocks(MANUAL, "{toctree}") for entry in re.findall(r"[^\s<>]*/[^\s<>]+|^api$", block, re.M)
    ]
    there = {found for entry in named for found in MANUAL.parent.glob(f"{entry}.md".replace("**", "*"))}
    missing = set(DOCS.rglob("*.md")) - {found.resolve() for found in there} - {MANUAL}
    assert missing == set(), "add it to docs/manual/index.md"


def test_the_position_example_is_played() -> None:
    (example,) = blocks(DOCS / "position-format.md", "json")
    game = Game.from_position(json.loads(example))
    assert game.decision is not None
    assert (game.decision.actor, game.decision.kind) == (NVA, "turn.action")
    again = Game.from_position(json.loads(json.dumps(game.position())))
    assert again.state == game.state


def test_every_key_of_a_position_is_described() -> None:
    text = (DOCS / "position-format.md").read_text(encoding="utf-8")
    for key in Game.new("full-1964").position():
        assert re.search(rf"^\| [^|]*`{key}`", text, re.MULTILINE), key


def test_the_journal_header_is_as_described() -> None:
    (header,) = blocks(DOCS / "journal-format.md", "json")
    assert json.loads(header) == header_of(Game.new("full-1964", seed=7))


def test_generated_names_are_up_to_date() -> None:
    generate = runpy.run_path(str(DOCS / "generate.py"))
    assert (DOCS / "ids.md").read_text(encoding="utf-8") == generate["ids"](), "run make docs"


def test_rulings_name_tests_that_exist() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    names = re.findall(r"`(test_\w+)`", (DOCS / "rulings.md").read_text(encoding="utf-8"))
    assert len(names) > 50
    assert [name for name in names if f"def {name}(" not in tests] == []


def test_contributors_are_shown_how_to_run_a_test_that_exists() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    ((path, name),) = re.findall(r"pytest -n0 (tests/\S+\.py)::(\w+)", text)
    assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8")


def test_every_ruling_has_a_test() -> None:
    for line in (DOCS / "rulings.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and not line.endswith("| test |"):
            assert "`test_" in line, line


@pytest.mark.parametrize("name", ["how-to-add-a-rule.md", "how-to-add-a-card.md", "how-to-add-an-era.md"])
def test_walkthroughs_show_code_that_exists(name: str) -> None:
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    code = {line.strip() for path in files for line in path.read_text(encoding="utf-8").splitlines()}
    for block in blocks(DOCS / name, "python"):
        for line in block.splitlines():
            if line.strip() not in ("", "..."):
                assert line.strip() in code, line


def test_every_event_has_a_text_of_ours() -> None:
    for number, sides in PROGRAMS.items():
        for side in sides:
            assert has_message(f"cards.{card_id(number)}.{side}"), (number, side)


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_pictures_are_self_contained(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tags = {element.tag.partition("}")[2] for element in ElementTree.fromstring(text).iter()}
    assert not tags & {"script", "image", "foreignObject", "style"}
    assert re.findall(r"https?://[^\"\s]+", text) == ["http://www.w3.org/2000/svg"]
    assert all(reference.startswith("#") for reference in re.findall(r'href="([^"]*)"', text))
    assert len(text) < 600_000
