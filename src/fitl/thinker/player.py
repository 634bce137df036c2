"""The thinker at the table: a non-player that searches for its turn and then carries it out.

It plans when it is first asked in a stage, and anew when dice or cards have fallen since, beginning with what is left
of the plan. What it answers follows from the position, its level and nothing else.
"""

from collections.abc import Callable, Sequence

from fitl.decisions import Decision, Flow, Option
from fitl.entries import Entry
from fitl.game import Game
from fitl.thinker.determinize import known_to
from fitl.thinker.levels import BUDGETS, STEADY
from fitl.thinker.search import Answer, follow
from fitl.thinker.thought import GoOn, Question, Thought, always, think

Explain = Callable[..., None]  # as Game.explain: faction, message, params


class Thinker:
    """One Faction's mind."""

    begins_anywhere = True  # needs no memory of what it thought before (see bots/table.py)

    def __init__(self, faction: int, level: str = STEADY) -> None:
        """Of a level; whether it has the privileges of 8.1 is a matter of the rules, not of the mind."""
        self.faction = faction
        self.level = BUDGETS[level]
        self.thought: Thought | None = None  # something that was thought elsewhere, for when its question comes
        self.go_on: GoOn = always  # hears how far its thinking is
        self._since: tuple[object, ...] = ()
        self._plan: list[Answer] = []
        self._falls = 0

    def deliberate(self, game: Game, decision: Decision) -> Flow[Option]:
        """For `Game.consult`: its answer; it rolls no dice of its own."""
        yield from ()
        return self.answer(game, decision, game.explain)

    def answer(self, game: Game, decision: Decision, explain: Explain) -> Option:
        """What it answers here; whenever it plans it says why."""
        question = self.question(game, decision)
        if question is not None:
            thought, self.thought = self.thought, None
            if thought is None or thought.mark != question.mark:
                thought = think(question, self.go_on)
            self._since, self._falls = _moment(game), _falls(question.known.given)
            self._plan = list(thought.way)
            for message, params in thought.reasons:
                explain(self.faction, message, **params)
        option = follow(decision, self._plan)
        assert option is not None
        return option

    def question(self, game: Game, decision: Decision) -> Question | None:
        """What it must think about before it can answer; None if its plan says what to do."""
        goes_on = self._plan and _moment(game) == self._since
        nothing_fell = self._falls == _falls(game.entries[game.checkpoints[-1].entries :])
        if goes_on and nothing_fell and follow(decision, self._plan[:]) is not None:
            return None
        options = game.state.options
        known = known_to(options.seats[options.seat_of(self.faction)], game)
        return Question(known, self.faction, self.level, tuple(self._plan) if goes_on else ())


def _moment(game: Game) -> tuple[object, ...]:
    """Tells the stages of a game apart."""
    last = game.checkpoints[-1].state
    return last.coup_rounds, last.card, last.stage, last.acted, last.passed, last.seed


def _falls(given: Sequence[Entry]) -> int:
    """How often something fell."""
    return sum(entry.actor < 0 for entry in given)
