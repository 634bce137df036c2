"""Many games played by named players.

Game *i* of a run follows from the run's seed and *i* alone, so the results are the same in whatever order and in
however many processes the games are played.
"""

import multiprocessing
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from fitl import journal, prng
from fitl.board.factions import FACTION_IDS
from fitl.catalogue import tell
from fitl.game import Game
from fitl.interrupts import children_deaf_to_interrupts, ignore_interrupts
from fitl.lab.players import Cast, options_for, seat_players
from fitl.options import GameOptions
from fitl.packs import Pack
from fitl.rules.draft import deck_after
from fitl.rules.setup import scenario_named

T = TypeVar("T")

MOST_ON_WINDOWS: Final = 61  # processes: it waits for no more at a time
DECISION_LIMIT: Final = 1_000_000  # far beyond any real game: the rules must be asking in circles


class Order(NamedTuple):
    """What to simulate."""

    scenario: str
    cast: Cast
    seed: int = 0
    options: GameOptions = GameOptions()
    packs: tuple[Pack, ...] = ()
    journals: Path | None = None  # the folder for journals of games that fail

    @property
    def factions(self) -> tuple[int, ...]:
        """Those in the game, at the latest once it has gone on beyond its scenario (P7.4)."""
        scenario = scenario_named(self.scenario)
        return (deck_after(scenario, self.options) or scenario).factions

    @property
    def players(self) -> dict[str, str]:
        """Who plays each Faction of the scenario, by name."""
        return {FACTION_IDS[faction]: name for faction, name in enumerate(self.cast) if name}


Chunk = tuple[int, int]  # the first game of a run and the one after the last
Task = tuple[Order, Chunk]


class GameResult(NamedTuple):
    """One game: how it ended, or why it did not."""

    place: int  # in the run
    seed: int
    decisions: int
    winner: int
    reason: str
    margins: tuple[int | None, ...]  # by Faction, None for those not in the game; empty if there was an error
    error: str | None = None
    journal: str | None = None


class Endless(RuntimeError):
    """A game that does not come to an end."""


def game_seed(seed: int, index: int) -> int:
    """The seed of one game of a run."""
    return prng.scramble(prng.scramble(prng.advance(seed & (1 << 64) - 1)) + index & (1 << 64) - 1)


def play_out(game: Game, cast: Cast, seed: int) -> int:
    """Play a game to its end; the number of decisions players answered."""
    players = seat_players(cast, seed)
    decisions = 0
    while (decision := game.decision) is not None:
        players[decision.actor].play(game, decision)
        decisions += 1
        if decisions > DECISION_LIMIT:
            raise Endless(tell("lab.endless", n=DECISION_LIMIT))
    return decisions


def play_one(order: Order, index: int) -> GameResult:
    """Play game number `index`; whatever goes wrong in it becomes part of the result."""
    seed = game_seed(order.seed, index)
    game: Game | None = None
    try:
        options = options_for(order.cast, order.options)
        game = Game.new(order.scenario, seed=seed, options=options, packs=order.packs, log=False)
        decisions = play_out(game, order.cast, seed)
    except Exception as error:
        asked = game.decision if game is not None else None
        what = f"{type(error).__name__}: {error}"
        if asked is not None:
            what = tell("lab.failed_at", error=what, kind=asked.kind)
        done = len(game.entries) if game is not None else 0
        return GameResult(index, seed, done, -1, "error", (), what, _keep_journal(order, game, seed))
    outcome = game.state.outcome
    assert outcome is not None
    return GameResult(index, seed, decisions, outcome.winner, outcome.reason, outcome.margins)


def _keep_journal(order: Order, game: Game | None, seed: int) -> str | None:
    """Save a game that failed, up to the answer it failed at; None if that is impossible."""
    if game is None or order.journals is None:
        return None
    path = order.journals / f"{order.scenario}-{seed:016x}.jsonl"
    try:
        order.journals.mkdir(parents=True, exist_ok=True)
        journal.save(game, path)
    except OSError:
        return None
    return str(path)


# --- a run --------------------------------------------------------------------------------------------------------


@dataclass
class Run:
    """The results of a simulation."""

    order: Order
    games: int
    seconds: float = 0.0
    results: list[GameResult] = field(default_factory=list)

    @property
    def finished(self) -> list[GameResult]:
        return [result for result in self.results if result.error is None]

    @property
    def failed(self) -> list[GameResult]:
        return [result for result in self.results if result.error is not None]

    @property
    def decisions(self) -> int:
        return sum(result.decisions for result in self.results)

    def wins(self, faction: int) -> int:
        return sum(result.winner == faction for result in self.finished)

    def margins(self, faction: int) -> list[int]:
        found = (result.margins[faction] for result in self.finished)
        return [margin for margin in found if margin is not None]

    def to_json(self) -> dict[str, Any]:
        """The run as one JSON object; all of it but `seconds` follows from the order."""
        finished, factions = self.finished, self.order.factions
        return {
            "scenario": self.order.scenario,
            "players": self.order.players,
            "seed": self.order.seed,
            "games": self.games,
            "finished": len(finished),
            "errors": [{"seed": r.seed, "error": r.error, "journal": r.journal} for r in self.failed],
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "winners": {FACTION_IDS[faction]: self.wins(faction) for faction in factions},
            "ended_by": {
                reason: sum(r.reason == reason for r in finished) for reason in sorted({r.reason for r in finished})
            },
            "margins": {FACTION_IDS[faction]: _spread(self.margins(faction)) for faction in factions},
        }


def _spread(numbers: list[int]) -> dict[str, float] | None:
    if not numbers:
        return None
    return {
        "mean": round(statistics.fmean(numbers), 3),
        "sd": round(statistics.pstdev(numbers), 3),
        "min": min(numbers),
        "median": statistics.median(numbers),
        "max": max(numbers),
    }


Progress = Callable[[GameResult], None]


def simulate(order: Order, games: int, jobs: int = 1, progress: Progress = lambda result: None) -> Run:
    """Play `games` games in `jobs` processes; `progress` hears of each as it ends."""
    run = Run(order, games)
    begun = time.perf_counter()
    played = _here(order, games) if jobs <= 1 else in_processes(play_some, order, games, jobs)
    for result in played:
        run.results.append(result)
        progress(result)
    run.seconds = time.perf_counter() - begun
    run.results.sort(key=lambda result: result.place)
    return run


def _here(order: Order, games: int) -> Iterator[GameResult]:
    for index in range(games):
        yield play_one(order, index)


def play_some(order: Order, first: int, last: int) -> list[GameResult]:
    """What one worker process is asked for at a time."""
    return [play_one(order, index) for index in range(first, last)]


def new_pool(jobs: int) -> ProcessPoolExecutor:
    """This many processes; submit to them with `children_deaf_to_interrupts`, which is when they start."""
    jobs = min(jobs, MOST_ON_WINDOWS) if sys.platform == "win32" else jobs
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), ignore_interrupts)


def in_processes(work: Callable[[Order, int, int], list[T]], order: Order, games: int, jobs: int) -> Iterator[T]:
    """Have `work` done on the games of an order in several processes; its results come as they are ready."""
    step = max(1, min(10, games // (jobs * 16)))  # small enough that all end about together
    tasks = [(order, (first, min(games, first + step))) for first in range(0, games, step)]
    for _, found in tasks_in_processes(work, tasks, jobs):
        yield from found


def tasks_in_processes(
    work: Callable[[Order, int, int], list[T]], tasks: Sequence[Task], jobs: int
) -> Iterator[tuple[Task, list[T]]]:
    """Have `work` done on games of several orders in several processes; each task comes as it is done."""
    pool = new_pool(jobs)
    try:
        with children_deaf_to_interrupts():
            waiting: dict[Future[list[T]], Task] = {
                pool.submit(work, order, first, last): (order, (first, last)) for order, (first, last) in tasks
            }
        for future in as_completed(waiting):
            yield waiting[future], future.result()
    finally:
        pool.shutdown(cancel_futures=True)
