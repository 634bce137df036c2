"""Measurements of the engine, each beside a null measurement of the same run: machines differ, ratios less so.

Games are measured in seconds of the processor, so that what else a machine does disturbs little; copies by the best of
many rounds; processes side by side (`scaling`) by the clock on the wall.
"""

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import fitl.state
from fitl import journal
from fitl.game import Game
from fitl.lab.null_engine import Tape, null_game, record_tape
from fitl.lab.players import Cast, options_for, parse_players, seat_players
from fitl.lab.simulate import Order, game_seed, play_out, simulate
from fitl.options import GameOptions

SCENARIO: Final = "full-1964"
CAST: Final = parse_players("random")
BOTS: Final = parse_players("flowchart")
TAPES: Final = 8  # real games whose shape the null engine follows
SEED: Final = 1964
MIDGAME: Final = 400  # decisions into a game, where copies are measured
COPIES: Final = 100  # per round of a measurement
LONG_GAME: Final = 30  # cards; shorter games do not show whether play slows down
JOURNALS: Final = 8  # games of non-players whose journals are measured


class Tally:
    """Games, decisions and seconds of one engine."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.seconds = 0.0

    def measure(self, play: Callable[[int], int], index: int) -> None:
        begun = time.process_time()
        self.decisions += play(index)
        self.seconds += time.process_time() - begun
        self.games += 1

    @property
    def decisions_per_s(self) -> float:
        return self.decisions / self.seconds

    @property
    def games_per_s(self) -> float:
        return self.games / self.seconds


def real_game(index: int) -> int:
    """One random game from set-up to end."""
    seed = game_seed(SEED, index)
    return play_out(Game.new(SCENARIO, seed=seed, log=False), CAST, seed)


def bot_game(index: int) -> int:
    """One game of four non-players (8.x) from set-up to end."""
    seed = game_seed(SEED, index)
    return play_out(Game.new(SCENARIO, seed=seed, options=options_for(BOTS, GameOptions()), log=False), BOTS, seed)


def real_tape(index: int) -> Tape:
    """The shape of one random game."""
    seed = game_seed(SEED, index)
    game = Game.new(SCENARIO, seed=seed, log=False)
    players = seat_players(CAST, seed)
    counts = []
    while (decision := game.decision) is not None:
        counts.append(len(decision.options))
        players[decision.actor].play(game, decision)
    return record_tape(game, counts)


def null_run(tape: Tape, index: int) -> int:
    """One game without rules along a tape."""
    seed = game_seed(SEED, index)
    return play_out(null_game(SCENARIO, seed, tape), CAST, seed)


def microseconds(act: Callable[[], object], seconds: float) -> float:
    """What one call costs, the best of repeated rounds within the time."""
    best = float("inf")
    end = time.perf_counter() + seconds
    while True:
        begun = time.perf_counter()
        for _ in range(COPIES):
            act()
        best = min(best, (time.perf_counter() - begun) / COPIES)
        if time.perf_counter() > end:
            return best * 1e6


def midgame(at_checkpoint: bool) -> Game:
    """A random game well under way: at a checkpoint, or some answers after one."""
    seed = game_seed(SEED, 0)
    game = Game.new(SCENARIO, seed=seed, log=False)
    players = seat_players(CAST, seed)
    for number in range(10 * MIDGAME):
        decision = game.decision
        if decision is None:
            break
        since = len(game.entries) - game.checkpoints[-1].entries
        if number >= MIDGAME and (since == 0 if at_checkpoint else since >= 4):
            break
        players[decision.actor].play(game, decision)
    return game


class Thirds:
    """What a card costs in the first, second and last third of long games."""

    def __init__(self) -> None:
        self.games = 0
        self.cards = [0, 0, 0]
        self.decisions = [0, 0, 0]
        self.seconds = [0.0, 0.0, 0.0]

    def add(self, cards: list[tuple[float, int]]) -> None:
        """The seconds and decisions of each card of one game; short games do not count."""
        if len(cards) < LONG_GAME:
            return
        self.games += 1
        length = len(cards) // 3
        for third in range(3):
            part = cards[third * length : (third + 1) * length]
            self.cards[third] += length
            self.decisions[third] += sum(decisions for _, decisions in part)
            self.seconds[third] += sum(seconds for seconds, _ in part)

    @property
    def ms_per_card(self) -> list[float]:
        return [round(s / n * 1e3, 3) for s, n in zip(self.seconds, self.cards, strict=True)]

    @property
    def decisions_per_s(self) -> list[int]:
        return [round(n / s) for n, s in zip(self.decisions, self.seconds, strict=True)]

    @property
    def last_to_first(self) -> float:
        return round(self.seconds[2] / self.cards[2] / (self.seconds[0] / self.cards[0]), 3)


def cards_of_game(cast: Cast, index: int) -> list[tuple[float, int]]:
    """Seconds and decisions of each card of one game, played with everything that is kept: log, entries, reasons."""
    seed = game_seed(SEED, index)
    game = Game.new(SCENARIO, seed=seed, options=options_for(cast, GameOptions()))
    players = seat_players(cast, seed)
    cards = []
    decisions, played, begun = 0, len(game.state.played), time.process_time()
    while (decision := game.decision) is not None:
        players[decision.actor].play(game, decision)
        decisions += 1
        if len(game.state.played) != played:
            now = time.process_time()
            cards.append((now - begun, decisions))
            decisions, played, begun = 0, len(game.state.played), now
    return cards


def thirds(cast: Cast, seconds: float) -> Thirds:
    """Play for about this long, and at least one long game."""
    found = Thirds()
    end = time.perf_counter() + seconds
    index = 0
    while not found.games or time.perf_counter() < end:
        found.add(cards_of_game(cast, index))
        index += 1
    return found


def largest_journal(games: int) -> int:
    """The bytes of the largest compressed journal of some games of non-players, who give reasons for all they do."""
    largest = 0
    for index in range(games):
        seed = game_seed(SEED, index)
        game = Game.new(SCENARIO, seed=seed, options=options_for(BOTS, GameOptions()), log=False)
        play_out(game, BOTS, seed)
        largest = max(largest, len(journal.zipped(journal.lines_of(game))))
    return largest


def scaling(games_per_s: float, seconds: float, jobs: int) -> dict[str, object]:
    """`fitl sim` in one process and in several: as many random games as one plays in about this long."""
    order = Order(SCENARIO, CAST, SEED)
    games = max(20 * jobs, round(games_per_s * seconds))
    one, several = (simulate(order, games, n).seconds for n in (1, jobs))
    return {
        "simulated_games": games,
        "jobs": jobs,
        "one_s": round(one, 2),
        "several_s": round(several, 2),
        "speedup": round(one / several, 3),
    }


def is_compiled() -> bool:
    """Is this the compiled build (docs/decisions/0013-compiled-build.md)?"""
    return not fitl.state.__file__.endswith(".py")


def _games(seconds: float, tapes: list[Tape]) -> tuple[Tally, Tally, Tally]:
    """Random, null and bot games for about this long; they alternate so that all meet the same weather."""
    real, null, bots = Tally(), Tally(), Tally()
    end = time.perf_counter() + seconds
    index = 0
    while index < TAPES or time.perf_counter() < end:
        real.measure(real_game, index)
        null.measure(lambda number: null_run(tapes[number % TAPES], number), index)
        if bots.seconds <= real.seconds:
            bots.measure(bot_game, bots.games)
        index += 1
    return real, null, bots


class Copies(NamedTuple):
    """What copies cost, in microseconds."""

    clone: float  # of a state
    bare: float  # of its pieces alone
    game: float  # of a game between two cards
    midturn: float  # of a game within a turn


def _copies(share: float) -> Copies:
    """Measure each kind of copy for this long."""
    standing, acting = midgame(at_checkpoint=True), midgame(at_checkpoint=False)
    state, pieces = standing.state, standing.state.pieces
    acts: tuple[Callable[[], object], ...] = (state.copy, lambda: pieces[:], standing.clone, acting.clone)
    return Copies(*(microseconds(act, share) for act in acts))


def bench(seconds: float = 5.0, jobs: int = 1) -> dict[str, Any]:
    """Measure for about this long.

    With several `jobs` the same games are also simulated in one process and in this many, which takes as long again.
    """
    tapes = [real_tape(index) for index in range(TAPES)]
    real, null, bots = _games(seconds * 0.5, tapes)
    copies = _copies(seconds * 0.2 / 4)
    asked = sum(tape.decisions for tape in tapes)
    random_thirds, bot_thirds = thirds(CAST, seconds * 0.15), thirds(BOTS, seconds * 0.15)
    found: dict[str, Any] = {
        "scenario": SCENARIO,
        "build": "compiled" if is_compiled() else "plain",
        "seconds": round(seconds, 3),
        "games": real.games,
        "decisions": real.decisions,
        "options_per_decision": round(sum(tape.options for tape in tapes) / asked, 2),
        "random_decisions_per_s": round(real.decisions_per_s),
        "random_games_per_s": round(real.games_per_s, 2),
        "null_decisions_per_s": round(null.decisions_per_s),
        "bot_games": bots.games,
        "bot_decisions_per_s": round(bots.decisions_per_s),
        "bot_games_per_s": round(bots.games_per_s, 2),
        "clone_us": round(copies.clone, 3),
        "bytearray_copy_us": round(copies.bare, 4),
        "game_clone_us": round(copies.game, 2),
        "game_clone_midturn_us": round(copies.midturn, 2),
        "random_ms_per_card": random_thirds.ms_per_card,
        "random_thirds_decisions_per_s": random_thirds.decisions_per_s,
        "bot_ms_per_card": bot_thirds.ms_per_card,
        "bot_thirds_decisions_per_s": bot_thirds.decisions_per_s,
        "journal_bytes": largest_journal(JOURNALS if seconds >= 2 else 1),
        "ratios": {
            "random_to_null": round(real.decisions_per_s / null.decisions_per_s, 4),
            "null_to_random": round(null.decisions_per_s / real.decisions_per_s, 2),
            "random_to_bot": round(real.decisions_per_s / bots.decisions_per_s, 2),
            "random_games_to_bot_games": round(real.games_per_s / bots.games_per_s, 2),
            "clone_to_bytearray_copy": round(copies.clone / copies.bare, 2),
            "game_clone_to_clone": round(copies.game / copies.clone, 2),
            "random_last_third_to_first": random_thirds.last_to_first,
            "bot_last_third_to_first": bot_thirds.last_to_first,
        },
    }
    if jobs > 1:
        found["scaling"] = scaling(real.games_per_s, seconds, jobs)
    return found
