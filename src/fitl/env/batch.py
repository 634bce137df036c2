"""Many games side by side, for policies that answer many questions at once.

    batch = Batch("short-1965", games=64, seed=7)
    while batch.finished < 1000:
        batch.step(policy(batch.observe()))

Each game waits for one answer, of whichever seat is asked; a game that is over is replaced by a new one. Game *i* of a
batch follows from its seed and *i*, as in a simulation.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fitl.catalogue import tell
from fitl.env.aec import DEFAULT_SCENARIO
from fitl.env.layout import ACTIONS, COLUMNS, layout
from fitl.env.observation import Observation
from fitl.env.table import Table, whole
from fitl.game import Game
from fitl.lab.simulate import game_seed
from fitl.options import GameOptions
from fitl.rules.setup import scenario_named
from fitl.state import Outcome


class Ended(NamedTuple):
    """A game that came to its end."""

    place: int  # in the batch
    number: int  # of the game, counted from 0
    outcome: Outcome


class Batch:
    """Games that are played in step."""

    def __init__(
        self, scenario: str = DEFAULT_SCENARIO, games: int = 64, seed: int = 0, options: GameOptions | None = None
    ) -> None:
        """The caller that steps the batch plays all seats, so there are no non-players in it."""
        if games < 1:
            raise ValueError(tell("env.count", n=games))
        if options is not None and options.non_players:
            raise ValueError(tell("env.batch_non_players"))
        self._scenario = scenario
        self._seed = seed
        self._options = (options or GameOptions()).for_factions(scenario_named(scenario).factions)
        self._begun = 0
        self.finished = 0
        self.numbers = [0] * games
        self.tables = [self._new(place) for place in range(games)]

    def _new(self, place: int) -> Table:
        self.numbers[place] = self._begun
        seed = game_seed(self._seed, self._begun)
        self._begun += 1
        return Table(Game.new(self._scenario, seed=seed, options=self._options, log=False))

    @property
    def seats(self) -> list[int]:
        """By game, the number of the seat that is asked."""
        return [table.seat for table in self.tables]

    def observe(self) -> Observation:
        """What the seat to answer in each game observes: the arrays of single observations, one row per game."""
        count = len(self.tables)
        vectors = np.empty((count, layout().size), np.int16)
        rows = np.empty((count, ACTIONS, len(COLUMNS)), np.int16)
        masks = np.empty((count, ACTIONS), np.int8)
        for place, table in enumerate(self.tables):
            found = table.observe(table.seat)
            vectors[place], rows[place], masks[place] = found["observation"], found["options"], found["action_mask"]
        return {"observation": vectors, "options": rows, "action_mask": masks}

    def step(self, actions: Sequence[int] | NDArray[np.integer]) -> list[Ended]:
        """Give one answer in each game; the games that ended with it have been replaced by new ones.

        If any of them is no answer, IllegalAction says so before any game has changed.
        """
        if len(actions) != len(self.tables):
            raise ValueError(tell("env.actions", games=len(self.tables), n=len(actions)))
        chosen = [whole(action) for action in actions]
        for table, action in zip(self.tables, chosen, strict=True):
            table.option(action)
        ended = []
        for place, action in enumerate(chosen):
            table = self.tables[place]
            table.take(action)
            outcome = table.game.outcome
            if outcome is not None:
                ended.append(Ended(place, self.numbers[place], outcome))
                self.tables[place] = self._new(place)
        self.finished += len(ended)
        return ended
