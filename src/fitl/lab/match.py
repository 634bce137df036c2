"""Matches between players: each plays every seat of a scenario while others of one name play the rest.

A match consists of cells: one player in one seat, and besides, for each name that plays the rest, the games in which it
plays all seats, against which the others are measured. Every cell plays the same games (game *i* follows from the
match's seed and *i*). What is finished is kept as in `fitl lab run`, so a match that was stopped goes on, and may be
made longer; at the end each cast has its table of all games that are kept, also those of other matches.
"""

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from fitl.board.factions import FACTION_IDS, FACTIONS
from fitl.catalogue import tell
from fitl.lab import intervals, rating
from fitl.lab.cluster import connect, play_tasks
from fitl.lab.intervals import Interval, Mean
from fitl.lab.players import PlayersError, check_player, options_for
from fitl.lab.results import Parts, Row
from fitl.lab.simulate import GameResult, Order, Task, play_some, tasks_in_processes
from fitl.options import GameOptions
from fitl.rules.setup import check_options, scenario_named

CHUNK: Final = 5  # games; those of players who think long take minutes
EVERY_SEAT: Final = -1

Progress = Callable[[int], None]


class Cell(NamedTuple):
    """Some games: one player in one seat, others of one name in the rest; or that name in every seat."""

    scenario: str
    player: str
    seat: int  # a Faction, or EVERY_SEAT
    rest: str

    @property
    def factions(self) -> tuple[int, ...]:
        return scenario_named(self.scenario).factions

    @property
    def cast(self) -> tuple[str, ...]:
        names = (self.player if faction == self.seat else self.rest for faction in FACTIONS)
        return tuple(name if faction in self.factions else "" for faction, name in enumerate(names))

    def order(self, seed: int) -> Order:
        return Order(self.scenario, self.cast, seed)


def names_of(text: str) -> list[str]:
    """The players named in a list, each once; PlayersError says which cannot play."""
    found = list(dict.fromkeys(name.strip() for name in text.split(",")))
    for name in found:
        check_player(name)
    return found


def cells_of(scenarios: Sequence[str], players: Sequence[str], against: Sequence[str]) -> list[Cell]:
    """All cells of a match; where nobody is named to play against, everybody meets everybody.

    OptionsError says who cannot play a scenario.
    """
    rests = list(against or players)
    if not {*players} - {*rests} and len(rests) < 2:
        raise PlayersError(tell("lab.match.alone", name=rests[0]))
    found = []
    for scenario in scenarios:
        for rest in rests:
            found.append(Cell(scenario, rest, EVERY_SEAT, rest))
            for player in players:
                if player != rest:
                    found += [Cell(scenario, player, seat, rest) for seat in scenario_named(scenario).factions]
    for cell in found:  # who cannot play there is told before anything is played
        check_options(scenario_named(cell.scenario), options_for(cell.cast, GameOptions()))
    return found


# --- playing ------------------------------------------------------------------------------------------------------


class Played(NamedTuple):
    """A cell and the rows of its games (results.py)."""

    cell: Cell
    rows: list[Row]

    @property
    def finished(self) -> list[Row]:
        return [row for row in self.rows if row["error"] is None]

    def wins(self, *factions: int) -> int:
        names = [FACTION_IDS[faction] for faction in factions]
        return sum(row["winner"] in names for row in self.finished)

    def margins(self, faction: int) -> list[int]:
        return [row[f"margin_{FACTION_IDS[faction]}"] for row in self.finished]

    def results(self) -> Iterator[rating.Result]:
        """Its games as the ratings count them."""
        cast, factions = self.cell.cast, self.cell.factions
        seats = tuple((cast[faction], f"{self.cell.scenario}.{FACTION_IDS[faction]}") for faction in factions)
        for row in self.finished:
            yield seats, [FACTION_IDS[faction] for faction in factions].index(row["winner"])


def _file(order: Order, folder: Path) -> Path:
    """Where the results of a cast are kept."""
    names = (order.scenario, *(name for name in order.cast if name))
    return folder / ("_".join(name.replace(":", "-") for name in names) + ".csv")


class Plan(NamedTuple):
    """How a match is played: how many games a cell has, from which seed, where they are kept and who plays them."""

    games: int
    seed: int
    folder: Path
    jobs: int = 1
    cluster: str | None = None
    so_far: bool = False  # play nothing more: what is kept is enough
    own_games: int | None = None  # of the games of one name in every seat; as many as of the others if not said

    def games_of(self, cell: Cell) -> int:
        """How many games a cell has."""
        return self.own_games if cell.seat == EVERY_SEAT and self.own_games is not None else self.games


def play_match(cells: Sequence[Cell], plan: Plan, progress: Progress = lambda played: None) -> list[Played]:
    """Play what is missing of a match; what was played before counts as progress.

    Where two play, one against the other is the same cast as the other against the one, and played once. All casts
    play their first games before any plays its next ones, so a match that is stopped has heard of everybody. What is
    so far there is told without a change to the folder, in which another process may be playing.
    """
    orders = {(cell.scenario, cell.cast): cell.order(plan.seed) for cell in cells}
    games = {(cell.scenario, cell.cast): plan.games_of(cell) for cell in cells}
    kept = {cast: Parts(_file(order, plan.folder), order, looking=plan.so_far) for cast, order in orders.items()}
    tasks = [(orders[cast], chunk) for cast, parts in kept.items() for chunk in parts.missing(games[cast], CHUNK)]
    tasks.sort(key=lambda task: task[1])
    progress(sum(games.values()) - sum(last - first for _, (first, last) in tasks))
    if not plan.so_far:
        for (order, chunk), results in _played(tasks, plan):
            kept[order.scenario, order.cast].add(chunk, results)
            progress(chunk[1] - chunk[0])
        for parts in kept.values():
            parts.merge()
            parts.write_table()
    rows = {cast: parts.rows(games[cast]) for cast, parts in kept.items()}
    return [Played(cell, rows[cell.scenario, cell.cast]) for cell in cells]


def games_of(cells: Sequence[Cell], plan: Plan) -> int:
    """How many games a match has in all."""
    return sum({(cell.scenario, cell.cast): plan.games_of(cell) for cell in cells}.values())


def _played(tasks: Sequence[Task], plan: Plan) -> Iterator[tuple[Task, list[GameResult]]]:
    if not tasks:
        return
    if plan.cluster is not None:
        with connect(plan.cluster) as client:
            yield from play_tasks(client, tasks)
    elif plan.jobs > 1:
        yield from tasks_in_processes(play_some, tasks, plan.jobs)
    else:
        for order, chunk in tasks:
            yield (order, chunk), play_some(order, *chunk)


# --- the result --------------------------------------------------------------------------------------------------


class Score(NamedTuple):
    """How a player fared in one seat, or over all seats, beside the name that plays the rest."""

    wins: Interval
    margin: Interval
    more_wins: Interval  # than that name has in the same seat among its like
    more_margin: Interval


class Line(NamedTuple):
    """One player against one name in a scenario: its scores by Faction, and over all seats."""

    player: str
    seats: dict[int, Score]
    overall: Score
    games: int
    failed: int

    @property
    def rows(self) -> int:
        """How many games were begun."""
        return self.games + self.failed


class Bout(NamedTuple):
    """All who played against one name in a scenario; that name's own games come first."""

    scenario: str
    rest: str
    lines: list[Line]


def bouts(played: Sequence[Played]) -> list[Bout]:
    """The lines of a match, by scenario and by the name that played the rest."""
    found = []
    for scenario, rest in dict.fromkeys((each.cell.scenario, each.cell.rest) for each in played):
        here = [each for each in played if (each.cell.scenario, each.cell.rest) == (scenario, rest)]
        own = next(each for each in here if each.cell.seat == EVERY_SEAT)
        factions = own.cell.factions
        lines = [_line(rest, dict.fromkeys(factions, own), own)]
        for player in dict.fromkeys(each.cell.player for each in here if each is not own):
            by_seat = {each.cell.seat: each for each in here if each.cell.player == player and each is not own}
            lines.append(_line(player, by_seat, own))
        found.append(Bout(scenario, rest, lines))
    return found


def _line(player: str, by_seat: dict[int, Played], own: Played) -> Line:
    seats = {seat: _score({seat: played}, own) for seat, played in by_seat.items()}
    overall = _score({seat: played for seat, played in by_seat.items() if played.finished} or by_seat, own)
    cells = {played.cell: played for played in by_seat.values()}
    games = sum(len(played.finished) for played in cells.values())
    return Line(player, seats, overall, games, sum(len(each.rows) for each in cells.values()) - games)


def _score(played: Mapping[int, Played], own: Played) -> Score:
    """Of the games in which the player had these seats, beside the games among the like of the rest.

    Every seat counts alike, however many of its games are finished: so it does in the games among the like.
    """
    wins, margin = _wins(played), _margin(played)
    the_like = dict.fromkeys(played, own)
    return Score(
        wins,
        margin.interval,
        intervals.difference_of_shares(wins, _wins(the_like)),
        intervals.difference_of_means(margin, _margin(the_like)).interval,
    )


def _one_table(played: Mapping[int, Played]) -> Played | None:
    """The games that all of several seats share, if they do."""
    first, *others = played.values()
    return first if others and all(each.cell == first.cell for each in others) else None


def _wins(played: Mapping[int, Played]) -> Interval:
    """The mean of the seats' shares of wins."""
    table = _one_table(played)
    if table is None:
        return intervals.mean_of_shares([(each.wins(seat), len(each.finished)) for seat, each in played.items()])
    won, games = table.wins(*played), len(table.finished)
    if games and len(played) == len(table.cell.factions):  # of all seats together exactly one wins
        return Interval(*[won / games / len(played)] * 3)
    return Interval(*(bound / len(played) for bound in intervals.wilson(won, games)))


def _margin(played: Mapping[int, Played]) -> Mean:
    """The mean of the seats' mean margins; those of one game hang together and make one number."""
    by_seat = [each.margins(seat) for seat, each in played.items()]
    if _one_table(played) is not None:
        return intervals.mean([statistics.fmean(margins) for margins in zip(*by_seat, strict=True)])
    return intervals.mean_of_means([intervals.mean(margins) for margins in by_seat])


def anchor_of(played: Sequence[Played], wanted: str) -> str:
    """Whose rating is 0: who is wanted or, as long as that one has not played, the first who has."""
    names = [name for each in played if each.finished for name in each.cell.cast if name]
    return wanted if wanted in names or not names else names[0]


def ratings(played: Sequence[Played], anchor: str) -> list[rating.Rating]:
    """The rating table of a match; `anchor` has 0 points."""
    once = {(each.cell.scenario, each.cell.cast): each for each in played}
    return rating.rate((result for each in once.values() for result in each.results()), anchor)
