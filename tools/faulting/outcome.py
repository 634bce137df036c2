"""The result of a fault that was made many times."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

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


class Attack(NamedTuple):
    """Something strangers try, as a line of the table of attacks."""

    words: str
    outcome: str  # if all is well
    tests: str  # which try it, too


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


def attacks_table(attacks: Sequence[tuple[str, Attack, Sequence[Outcome]]]) -> str:
    """What strangers tried (the name of the fault, and the result on each database), as a table in Markdown."""
    rows = ["| attack | tried | outcome | by |", "|---|---:|---|---|"]
    for name, attack, outcomes in attacks:
        tried = "; ".join(f"{each.times:,}{_where(each)}" for each in outcomes)
        told = "; ".join(f"{_where(each).removeprefix(' on ')}: {each.remarks}".lstrip(": ") for each in outcomes)
        problems = [problem for each in outcomes for problem in each.problems]
        well = attack.outcome if not problems else f"NOT WELL: {problems[0]}"
        rows.append(f"| {attack.words} | {tried} | {well}. {told} | `--only {name}`, {attack.tests} |")
    return "\n".join(rows)


def _where(outcome: Outcome) -> str:
    """On which database, as the name of the outcome says at its end."""
    found = re.search(r"(SQLite|PostgreSQL).*", outcome.fault)
    return "" if found is None else f" on {found.group()}"
