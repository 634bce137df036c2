"""The table of the Paris Peace Talks in a terminal (S6.8.1): both scores, their row and column marked, whose values."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from fitl.board.factions import NVA, US
from fitl.board.talks import Cell, Stance
from fitl.cli.terminal import DIM, FACTION_STYLES, STRONG
from fitl.rules.control import victory_marker
from fitl.state import State
from fitl.words import say


def talks_view(s: State) -> RenderableType:
    """The whole table; NVA's score in the rows, that of the US in the columns."""
    talks = s.cards.talks
    scores = {"nva": victory_marker(s, NVA), "us": victory_marker(s, US)}
    row, column = talks.place(scores["nva"], scores["us"])
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(no_wrap=True)
    for i in range(len(talks.us_from)):
        table.add_column(_range(talks.us_from, i, i == column))
    for i, cells in enumerate(talks.cells):
        words = [_cell(cell, (i, k) == (row, column)) for k, cell in enumerate(cells)]
        table.add_row(_range(talks.nva_from, i, i == row), *words)
    return Group(
        Text(say("cli.talks.scores", scores), style=STRONG),
        table,
        Text(say(f"cli.talks.source.{talks.source}"), style=DIM),
        Text(""),
    )


def _range(firsts: tuple[int, ...], at: int, here: bool) -> Text:
    """From its first score to the one before the next range."""
    if at + 1 == len(firsts):
        words = say("cli.talks.from", {"first": firsts[at]})
    elif firsts[at] == firsts[at + 1] - 1:
        words = str(firsts[at])
    else:
        words = say("cli.talks.range", {"first": firsts[at], "last": firsts[at + 1] - 1})
    return Text(words, style=STRONG if here else DIM)


def _cell(cell: Cell, here: bool) -> Text:
    """One line for each side: what it may do, and by how much that changes its marker."""
    sides = ((NVA, cell.nva), (US, cell.us))
    mark = say("cli.talks.here" if here else "cli.talks.elsewhere")
    return Text("\n").join(
        Text(mark + _stance(faction, stance), style=FACTION_STYLES[faction] if here else DIM)
        for faction, stance in sides
    )


def _stance(faction: int, stance: Stance) -> str:
    answers = [say(f"cli.talks.{answer}", {"n": change}).rstrip() for answer, change in stance.items()]
    return say("cli.talks.stance", {"faction": faction, "answers": say("cli.talks.or").join(answers)})
