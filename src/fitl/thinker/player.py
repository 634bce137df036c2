"""The thinker at the table: a non-player that searches for its turn and then carries it out.

It plans when it is first asked in a stage, and again when dice or cards have fallen since, beginning with what is left
of the plan. What it answers follows from the position, what was answered in the stage before, its level and nothing
else: a mind that comes in the middle of a turn of its own first thinks again what led there (see thought.py).
"""

from collections.abc import Callable

from fitl.decisions import Decision, Flow, Option
from fitl.game import Game
from fitl.thinker.determinize import known_to
from fitl.thinker.levels import BUDGETS, STEADY
from fitl.thinker.plan import Plan, since_checkpoint
from fitl.thinker.thought import GoOn, Question, Thought, always, think

Explain = Callable[..., None]  # as Game.explain: faction, message, params


class Thinker:
    """One Faction's mind."""

    begins_anywhere = True  # remembers by itself what it thought before (see bots/table.py)

    def __init__(self, faction: int, level: str = STEADY, *, recollects: bool = True) -> None:
        """Of a level; whether it has the privileges of 8.1 is a matter of the rules, not of the mind.

        One that `recollects` takes what its Faction has answered so far for its own.
        """
        self.faction = faction
        self._recollects = recollects
        self.level = BUDGETS[level]
        self.thought: Thought | None = None  # something that was thought elsewhere, for when its question comes
        self.go_on: GoOn = always  # hears how far its thinking is
        self._plan = Plan()

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
            self._plan.make(game, thought.way)
            for message, params in thought.reasons:
                explain(self.faction, message, **params)
        option = self._plan.follow(decision)
        assert option is not None
        return option

    def question(self, game: Game, decision: Decision) -> Question | None:
        """What it must think about before it can answer; None if its plan says what to do."""
        if self._plan.holds(game, decision):
            return None
        options = game.state.options
        known = known_to(options.seats[options.seat_of(self.faction)], game)
        return Question(known, self.faction, self.level, self._plan.rest(game), self._has_forgotten(game))

    def _has_forgotten(self, game: Game) -> bool:
        """Did it answer in this stage before, and does not know what it intended?"""
        answered = any(entry.actor == self.faction for entry in since_checkpoint(game))
        return self._recollects and answered and not self._plan.is_of(game)
