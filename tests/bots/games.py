"""Games with non-players for tests: played on by bots, people answering at random."""

import random
from collections.abc import Iterable

from fitl.bots.table import NonPlayers
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.options import GameOptions

ALL = (0, 1, 2, 3)


def game_of_bots(scenario: str = "short-1965", seed: int = 5, bots: Iterable[int] = ALL, manual: bool = False) -> Game:
    return Game.new(scenario, seed=seed, options=GameOptions(non_players=tuple(bots)), manual_chance=manual)


def play_on(game: Game, rng: random.Random, entries: int, table: NonPlayers | None = None) -> NonPlayers:
    """Play until the game has so many entries (or is over), everybody else answering at random."""
    table = table or NonPlayers(game)
    while game.decision is not None and len(game.entries) < entries:
        if table.asked():
            table.play()
        else:
            game.choose(rng.choice(game.decision.options))
    return table


def in_the_middle_of_a_bots_turn(game: Game, table: NonPlayers) -> bool:
    """Has the non-player that is asked answered before in this turn?"""
    since = game.entries[game.checkpoints[-1].entries :]
    return table.asked() and sum(entry.actor != CHANCE and entry.actor >= 0 for entry in since) >= 2
