"""The result of a match, as tables: a Markdown page (docs/strength.md), the same in a terminal, or JSON."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from fitl import __version__
from fitl.board.factions import FACTION_IDS, FACTIONS
from fitl.catalogue import figures, tell
from fitl.lab.intervals import Interval
from fitl.lab.match import Bout, Line, Played, Score, anchor_of, bouts, ratings
from fitl.words import faction_name

TITLES: Final = {
    "wins": "lab.strength.wins",
    "margin": "lab.strength.margin",
    "more_margin": "lab.strength.more_margin",
}
BETTER: Final = "▲"
WORSE: Final = "▼"


class Table(NamedTuple):
    """A heading over columns of text."""

    title: str
    columns: list[str]
    rows: list[list[str]]

    def markdown(self) -> str:
        rule = ["---", *["---:"] * (len(self.columns) - 1)]
        lines = "\n".join(f"| {' | '.join(cells)} |" for cells in (self.columns, rule, *self.rows))
        return f"### {self.title}\n\n{lines}"


def tables(played: Sequence[Played], anchor: str) -> list[Table]:
    """Wins, margins and how much better these are of every bout, then the ratings; of what was played at all."""
    found = []
    for bout in bouts(played):
        if any(line.rows for line in bout.lines):
            found += [_table(bout, measure) for measure in TITLES]
    return [*found, _rating_table(played, anchor_of(played, anchor))] if found else []


class Section(NamedTuple):
    """The result of one match."""

    title: str
    played: Sequence[Played]
    anchor: str  # whose rating is 0

    def markdown(self) -> str:
        heading = [f"## {self.title}"] if self.title else []
        found = [table.markdown() for table in tables(self.played, self.anchor)]
        return "\n\n".join([*heading, *(found or [tell("lab.strength.none")])])


def page(sections: Sequence[Section], command: str, so_far: bool = False) -> str:
    """The Markdown page; `command` is what made it, perhaps of a match that is not over."""
    told = "\n\n".join(section.markdown() for section in sections)
    made = tell("lab.strength.so_far" if so_far else "lab.strength.again")
    return tell("lab.strength.page", command=command, version=__version__, made=made, sections=told)


def _table(bout: Bout, measure: str) -> Table:
    factions = [faction for faction in FACTIONS if faction in bout.lines[0].seats]
    heads = [tell("lab.strength.player"), *map(faction_name, factions), tell("lab.strength.all_seats")]
    lines = [line for line in bout.lines[measure == "more_margin" :] if line.rows]
    rows = [_row(line, factions, measure, own=line is bout.lines[0]) for line in lines]
    if measure == "wins":
        heads.append(tell("lab.strength.games"))
        rows = [[*row, figures(line.games)] for row, line in zip(rows, lines, strict=True)]
    return Table(tell(TITLES[measure], scenario=bout.scenario, rest=bout.rest), heads, rows)


def _row(line: Line, factions: Sequence[int], measure: str, own: bool) -> list[str]:
    name = tell("lab.strength.own", name=line.player) if own else line.player
    if line.failed:
        name = tell("lab.strength.failed", name=name, n=line.failed)
    scores = [*(line.seats[faction] for faction in factions), line.overall]
    return [name, *(_cell(score, measure, own) for score in scores)]


def _cell(score: Score, measure: str, own: bool) -> str:
    more = score.more_wins if measure == "wins" else score.more_margin
    text = _share(score.wins) if measure == "wins" else _number(score.margin if measure == "margin" else more)
    if not own and more.low > 0:
        return f"{text} {BETTER}"
    return f"{text} {WORSE}" if not own and more.high < 0 else text


def _share(share: Interval) -> str:
    if math.isnan(share.value):
        return "-"
    if share.low == share.high:
        return tell("lab.strength.exact_share", share=share.value)
    return tell("lab.strength.share", share=share.value, low=share.low * 100, high=share.high * 100)


def _number(number: Interval) -> str:
    if math.isnan(number.value):
        return "-"
    if math.isinf(number.high):
        return tell("lab.strength.unsure_number", value=number.value)  # a seat with a single game
    return tell("lab.strength.number", value=number.value, spread=number.high - number.value)


def _rating_table(played: Sequence[Played], anchor: str) -> Table:
    heads = [
        tell("lab.strength.player"),
        tell("lab.strength.points"),
        tell("lab.strength.from_to"),
        tell("lab.strength.games"),
    ]
    rows = [
        [
            rating.player,
            figures(rating.points.value, "+.0f"),
            ""
            if rating.player == anchor
            else " ... ".join(figures(end, "+.0f") for end in (rating.points.low, rating.points.high)),
            figures(rating.games),
        ]
        for rating in ratings(played, anchor)
    ]
    return Table(tell("lab.strength.ratings", anchor=anchor), heads, rows)


# --- for programs -------------------------------------------------------------------------------------------------


def as_data(section: Section) -> dict[str, object]:
    """The numbers of a match for programs; what nothing is known about is null."""
    return {
        "title": section.title,
        "version": __version__,
        "bouts": [
            {"scenario": bout.scenario, "rest": bout.rest, "players": [_line_data(line) for line in bout.lines]}
            for bout in bouts(section.played)
        ],
        "ratings": [
            {"player": rating.player, "points": _data(rating.points), "games": rating.games}
            for rating in ratings(section.played, anchor_of(section.played, section.anchor))
        ],
    }


def _line_data(line: Line) -> dict[str, object]:
    return {
        "player": line.player,
        "games": line.games,
        "failed": line.failed,
        "seats": {FACTION_IDS[faction]: _score_data(score) for faction, score in line.seats.items()},
        "overall": _score_data(line.overall),
    }


def _score_data(score: Score) -> dict[str, object]:
    return {name: _data(value) for name, value in score._asdict().items()}


def _data(interval: Interval) -> dict[str, float | None]:
    found = interval._asdict().items()
    return {name: round(value, 4) if math.isfinite(value) else None for name, value in found}


def _range(points: Interval) -> str:
    return " ... ".join(figures(end, "+.0f") for end in (points.low, points.high))
