"""What came of a fault that was made many times."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

COLUMNS: Final = ("fault", "times", "answers acknowledged", "lost", "sent again", "games", "playable after", "remarks")


@dataclass
class Outcome:
    """One line of the table."""

    fault: str
    times: int = 0
    answers: int = 0  # acknowledged
    lost: int = 0  # of these
    again: int = 0  # sent once more since no acknowledgement came, and taken once
    games: int = 0
    playable: int = 0  # of these, afterwards
    remarks: str = ""
    kinds: Counter[str] = field(default_factory=Counter)  # of forged requests
    problems: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not self.problems and not self.lost and self.playable == self.games


class Skipped(Exception):
    """This machine cannot make the fault; the message says what would help."""


def table(outcomes: Sequence[Outcome]) -> str:
    """The outcomes as a table in Markdown."""
    rows = [f"| {' | '.join(COLUMNS)} |", "|---|" + "---:|" * (len(COLUMNS) - 2) + "---|"]
    for each in outcomes:
        numbers = (each.times, each.answers, each.lost, each.again, each.games, each.playable)
        cells = [each.fault, *(f"{number:,}" for number in numbers), each.remarks]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def kinds_table(kinds: Counter[str]) -> str:
    """How many of each kind, as a table in Markdown."""
    rows = ["| kind of request | tried |", "|---|---:|"]
    return "\n".join([*rows, *(f"| {kind} | {count:,} |" for kind, count in sorted(kinds.items()))])
