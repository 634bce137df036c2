"""Writes docs/cards.md: every card (and Minh) with its sides, and how many tests each side has.

    python tools/card_table.py           write the table and say what is missing
    python tools/card_table.py --check   only say what is missing or out of date

A test of a side is one whose name begins with test_card_<id>_<side>, in tests/events or tests/eras. Cards of the
expansions join once they have a program.
"""

import re
import sys
from collections import Counter
from pathlib import Path

from fitl.board.card import card_number
from fitl.board.cards import CARDS, COUP_CARDS, Card
from fitl.board.expansion_cards import EXPANSION_CARDS, KNOWN_IN_FULL
from fitl.compose import BASE
from fitl.words import card_label, card_text

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "cards.md"
# Minh is printed in the leader box, no card, but has a text all the same (2.4.1).
MINH = Card(0, "Duong Van Minh", (), None, "leader", None, "none", ("single",), "minh")
NEW = {number: card for number, card in EXPANSION_CARDS.items() if number in BASE.programs}
RULES = {number: EXPANSION_CARDS[number] for number in KNOWN_IN_FULL}  # without a program: P7.3, P6.3.1, S7.3
TABLE = {**CARDS, 0: MINH, **dict(sorted({**NEW, **RULES}.items()))}
PROGRAMMED = [number for number in (*CARDS, *NEW) if number not in COUP_CARDS]  # their text is a rule (2.4)
HEAD = """# The cards

Every card with the number of tests of each side; `fitl cards N` shows what a card does.
Cards with a letter before their number are the expansions': what they do is ours, not the printed text (but for P75,
P80 and S75), and where there is a star the title (of S57 the number) is ours too.
This page is written by `python tools/card_table.py`.

| number | title | period | sides (tests) |
| ---: | --- | --- | --- |
"""

_TEST = re.compile(r"^ *def test_card_([ps]?\d+)_(unshaded|shaded|single)(?:_|\()", re.MULTILINE)


def tests_of_sides() -> Counter[tuple[int, str]]:
    """How many tests each side of each card has."""
    found: Counter[tuple[int, str]] = Counter()
    for folder in ("events", "eras"):
        for path in sorted((ROOT / "tests" / folder).rglob("*.py")):
            tests = _TEST.findall(path.read_text(encoding="utf-8"))
            found.update((0 if name == "0" else card_number(name) or -1, side) for name, side in tests)
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
                problems.append(f"card {card.id} {card.title}, {side}: no {', no '.join(lacks)}")
    strangers = [key for key in tests if key[0] not in TABLE or key[1] not in TABLE[key[0]].sides]
    return problems + [f"there is no card {number}, {side}, but a test of it" for number, side in strangers]


def page() -> str:
    """The text of docs/cards.md."""
    tests = tests_of_sides()
    return HEAD + "".join(_row(card, tests) for card in TABLE.values())


def _row(card: Card, tests: Counter[tuple[int, str]]) -> str:
    sides = ", ".join(f"{side} ({tests[card.number, side]})" for side in card.sides)
    return f"| {card_label(card).lstrip('#')} | {card.title} | {card.period or card.kind} | {sides} |\n"


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
