"""Other Python game engines, measured in the same run where they are installed (the `peers` extra).

The games are different, so the numbers say what a researcher gets per second, not whose code is better: a ply of chess
has some 30 moves and no dice, a decision of Catan some 10 options. Decisions with a single option, which this engine
never asks, are not counted for anybody.
"""

import random
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final, NamedTuple


class Peer(NamedTuple):
    """An engine: its package, and how to play one random game of it to the end, returning the decisions taken."""

    package: str
    play: Callable[[random.Random], int]


def play_chess(rng: random.Random) -> int:
    """python-chess: random legal moves until the game is over."""
    board = import_module("chess").Board()
    decisions = 0
    while not board.is_game_over():
        moves = list(board.legal_moves)
        decisions += len(moves) > 1
        board.push(rng.choice(moves))
    return decisions


def play_catan(rng: random.Random) -> int:
    """catanatron: four players who answer at random."""
    catan: Any = import_module("catanatron")
    decisions = 0

    def decide(player: Any, game: Any, actions: Any) -> Any:
        nonlocal decisions
        decisions += len(actions) > 1
        return rng.choice(actions)

    colours = (catan.Color.RED, catan.Color.BLUE, catan.Color.WHITE, catan.Color.ORANGE)
    game = catan.Game([catan.RandomPlayer(colour) for colour in colours], seed=rng.getrandbits(32))
    game.play(decide_fn=decide)
    return decisions


PEERS: Final = (Peer("chess", play_chess), Peer("catanatron", play_catan))


def measure(peer: Peer, seconds: float) -> dict[str, object] | None:
    """Random games of a peer for about this long; None if it is not installed."""
    try:
        installed = version(peer.package)
    except PackageNotFoundError:
        return None
    rng = random.Random(1964)
    games = decisions = 0
    begun = time.process_time()
    while not games or time.process_time() - begun < seconds:
        decisions += peer.play(rng)
        games += 1
    spent = time.process_time() - begun
    return {
        "version": installed,
        "games": games,
        "decisions_per_s": round(decisions / spent),
        "games_per_s": round(games / spent, 2),
    }


def measure_all(seconds: float) -> dict[str, dict[str, object] | None]:
    """By package, each for an equal part of the time."""
    return {peer.package: measure(peer, seconds / len(PEERS)) for peer in PEERS}
