"""The thinker at the table: a non-player that searches for its turn and then carries it out.

It plans when it is first asked in a stage, and anew when dice or cards have fallen since, beginning with what is left
of the plan. What it answers follows from the position, its level and nothing else.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from fitl.decisions import Decision, Flow, Option
from fitl.entries import Entry
from fitl.game import Game
from fitl.thinker.determinize import Knowledge
from fitl.thinker.evaluation import worth_to
from fitl.thinker.levels import BUDGETS, STEADY
from fitl.thinker.reasons import Explain, explain_plan
from fitl.thinker.search import Search, Way, follow

ANEW: Final = 4  # a plan that is made anew may cost one in so many of the playouts of a turn


class Thinker:
    """One Faction's mind."""

    begins_anywhere = True  # needs no memory of what it thought before (see bots/table.py)

    def __init__(self, faction: int, level: str = STEADY) -> None:
        """Of a level; whether it has the privileges of 8.1 is a matter of the rules, not of the mind."""
        self.faction = faction
        self.level = BUDGETS[level]
        self._since: tuple[object, ...] = ()
        self._plan: list[tuple[str, str]] = []
        self._falls = 0

    def deliberate(self, game: Game, decision: Decision) -> Flow[Option]:
        """For `Game.consult`: its answer; it rolls no dice of its own."""
        yield from ()
        return self.answer(game, decision, game.explain)

    def answer(self, game: Game, decision: Decision, explain: Explain) -> Option:
        """What it answers here; whenever it plans it says why."""
        last = game.checkpoints[-1].state
        since = (last.coup_rounds, last.card, last.stage, last.acted, last.passed, last.seed)
        given = game.entries[game.checkpoints[-1].entries :]
        falls = _falls(given)
        begins = since != self._since or not self._plan
        if not begins and falls == self._falls:
            option = follow(decision, self._plan)
            if option is not None:
                return option
        self._since, self._falls = since, falls
        known = Knowledge(game, _seat(game, self.faction))
        search = Search(self.faction, known, partial(worth_to, self.faction), known.seed())
        rest: tuple[Way, ...] = () if begins else (tuple(self._plan),)
        self._plan = list(search.run(self.level.playouts if begins else self.level.playouts // ANEW, rest)[0].way)
        explain_plan(explain, self.faction, search, begins, self.level.replies)
        option = follow(decision, self._plan)
        assert option is not None
        return option


def _falls(given: Sequence[Entry]) -> int:
    """How often something fell."""
    return sum(entry.actor < 0 for entry in given)


def _seat(game: Game, faction: int) -> tuple[int, ...]:
    """The Factions whose secrets this one's player knows."""
    options = game.state.options
    return options.seats[options.seat_of(faction)]
