"""Measurements of the engine, each beside a null measurement of the same run: machines differ, ratios less so."""

import time
from collections.abc import Callable
from typing import Any, Final

from fitl.game import Game
from fitl.lab.null_engine import Tape, null_game, null_stage, record_tape
from fitl.lab.players import options_for, parse_players, seat_players
from fitl.lab.simulate import game_seed, play_out
from fitl.options import GameOptions

SCENARIO: Final = "full-1964"
CAST: Final = parse_players("random")
BOTS: Final = parse_players("flowchart")
TAPES: Final = 8  # real games whose shape the null engine follows
SEED: Final = 1964
MIDGAME: Final = 400  # decisions into a game, where copies are measured
COPIES: Final = 100  # per round of a measurement


class Tally:
    """Games, decisions and seconds of one engine."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.seconds = 0.0

    def measure(self, play: Callable[[int], int], index: int) -> None:
        begun = time.perf_counter()
        self.decisions += play(index)
        self.seconds += time.perf_counter() - begun
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
    with null_stage(tape):
        return play_out(null_game(SCENARIO, seed), CAST, seed)


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


def bench(seconds: float = 5.0) -> dict[str, Any]:
    """Measure for about this long; random, null and bot games alternate so that all meet the same weather."""
    tapes = [real_tape(index) for index in range(TAPES)]
    real, null, bots = Tally(), Tally(), Tally()
    end = time.perf_counter() + seconds * 0.7
    index = 0
    while index < TAPES or time.perf_counter() < end:
        real.measure(real_game, index)
        null.measure(lambda number: null_run(tapes[number % TAPES], number), index)
        if bots.seconds <= real.seconds:
            bots.measure(bot_game, bots.games)
        index += 1
    share = seconds * 0.3 / 4
    standing, acting = midgame(at_checkpoint=True), midgame(at_checkpoint=False)
    state = standing.state
    pieces = state.pieces
    clone = microseconds(state.copy, share)
    bare = microseconds(lambda: pieces[:], share)
    game_clone = microseconds(standing.clone, share)
    game_clone_midturn = microseconds(acting.clone, share)
    asked = sum(tape.decisions for tape in tapes)
    return {
        "scenario": SCENARIO,
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
        "clone_us": round(clone, 3),
        "bytearray_copy_us": round(bare, 4),
        "game_clone_us": round(game_clone, 2),
        "game_clone_midturn_us": round(game_clone_midturn, 2),
        "ratios": {
            "random_to_null": round(real.decisions_per_s / null.decisions_per_s, 4),
            "null_to_random": round(null.decisions_per_s / real.decisions_per_s, 2),
            "random_to_bot": round(real.decisions_per_s / bots.decisions_per_s, 2),
            "random_games_to_bot_games": round(real.games_per_s / bots.games_per_s, 2),
            "clone_to_bytearray_copy": round(clone / bare, 2),
            "game_clone_to_clone": round(game_clone / clone, 2),
        },
    }
