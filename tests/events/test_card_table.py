"""Every side of every card has a program, our text and a test; the table in docs/cards.md says so."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from fitl.board.card import card_number
from fitl.board.cards import CARDS, EVENT_CARDS, PIVOTAL_CARDS
from fitl.board.expansion_cards import ALL_CARDS
from fitl.words import card_text, catalogue

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def table() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "card_table.py"))


def test_every_side_has_a_program_a_text_and_a_test(table: dict[str, Any]) -> None:
    assert table["missing"]() == []


def test_the_table_is_complete_and_current(table: dict[str, Any]) -> None:
    page = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")
    assert page == table["page"](), "run python tools/card_table.py"
    for number in (*EVENT_CARDS, *PIVOTAL_CARDS):
        assert f"| {number} | {CARDS[number].title} |" in page


def test_no_text_speaks_of_a_side_or_card_that_is_not_there() -> None:
    for message in catalogue():
        if message.startswith("cards."):
            _, name, side = message.split(".")
            number = card_number(name) or 0
            sides = ALL_CARDS[number].sides if name != "0" else ("single",)  # 0 is Minh, printed in the box
            assert side in (*sides, "ruling"), message


@pytest.mark.parametrize("number", EVENT_CARDS)
def test_texts_are_short(number: int) -> None:
    for side in CARDS[number].sides:
        assert len(card_text(number, side) or "") <= 320, f"{number} {side}"
