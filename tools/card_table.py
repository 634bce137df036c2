"""Writes docs/cards.md: every card (and Minh) with its sides, and how many tests each side has.

    python tools/card_table.py           write the table and say what is missing
    python tools/card_table.py --check   only say what is missing or out of date

A test of a side is one whose name begins with test_card_<number>_<side>, in tests/events.
"""

import re
import sys
from collections import Counter
from pathlib import Path

import fitl.events  # noqa: F401  (registers the programs)
from fitl.board.cards import CARDS, COUP_CARDS, Card
from fitl.cardset import BASE
from fitl.words import card_text

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "cards.md"
# Minh is printed in the leader box, no card, but has a text all the same (2.4.1).
MINH = Card(0, "Duong Van Minh", (), None, "leader", None, "none", ("single",), "minh")
TABLE = {**CARDS, 0: MINH}
PROGRAMMED = [number for number in CARDS if number not in COUP_CARDS]  # Coup cards are rules (2.4)
HEAD = """# The cards

Every card with the number of tests of each side; `fitl cards N` shows what a card does.
This page is written by `python tools/card_table.py`.

| number | title | period | sides (tests) |
| ---: | --- | --- | --- |
"""

_TEST = re.compile(r"^ *def test_card_(\d+)_(unshaded|shaded|single)(?:_|\()", re.MULTILINE)


def tests_of_sides() -> Counter[tuple[int, str]]:
    """How many tests each side of each card has."""
    found: Counter[tuple[int, str]] = Counter()
    for path in sorted((ROOT / "tests" / "events").glob("*.py")):
        found.update((int(number), side) for number, side in _TEST.findall(path.read_text(encoding="utf-8")))
    return found


def missing() -> list[str]:
    """What the cards still lack: a program, a text or a test for every side."""
    tests = tests_of_sides()
    problems = []
    for number, card in TABLE.items():
        for side in card.sides:
            lacks = []
            if number in PROGRAMMED and side not in BASE.programs.get(number, {}):
                lacks.append("program")
            if not card_text(number, side):
                lacks.append("text")
            if not tests[number, side]:
                lacks.append("test")
            if lacks:
                problems.append(f"card {number} {card.title}, {side}: no {', no '.join(lacks)}")
    strangers = [key for key in tests if key[0] not in TABLE or key[1] not in TABLE[key[0]].sides]
    return problems + [f"there is no card {number}, {side}, but a test of it" for number, side in strangers]


def page() -> str:
    """The text of docs/cards.md."""
    tests = tests_of_sides()
    return HEAD + "".join(_row(card, tests) for card in TABLE.values())


def _row(card: Card, tests: Counter[tuple[int, str]]) -> str:
    sides = ", ".join(f"{side} ({tests[card.number, side]})" for side in card.sides)
    return f"| {card.number} | {card.title} | {card.period or card.kind} | {sides} |\n"


def main(arguments: list[str]) -> int:
    """Write or check the page; the exit code."""
    problems = missing()
    if "--check" not in arguments:
        PAGE.write_text(page(), encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
        problems.append("docs/cards.md is out of date: run python tools/card_table.py")
    print("\n".join(problems) or "Every side has a program, a text and a test.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
