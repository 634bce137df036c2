"""The engine as a state machine: whatever is done to a game in whatever order, it stays what its answers make it.

Hypothesis mixes answers, forgeries, steps back, copies, saving and loading; what is remembered beside the game (the
situation after each answer) must be found again whenever the game stands there again.
"""

import json
import random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fitl import journal
from fitl.decisions import Decision
from fitl.game import Game, NoUndo, Refused
from fitl.lab.deep import check_undo, replayed, transfer_possible
from fitl.lab.forgery import check_forgeries, snapshot
from fitl.lab.fuzz import PLAYABLE, random_options
from fitl.lab.invariants import check_decision, check_state, check_views, check_words

numbers = st.integers(0, 2**32)


class Engine(RuleBasedStateMachine):
    """A game and what is remembered of it."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game.new("short-1965")
        self.remembered: dict[int, tuple[object, ...]] = {}
        self.earlier: Decision | None = None

    @initialize(scenario=st.sampled_from(PLAYABLE), seed=numbers, mix=numbers, manual=st.booleans())
    def begin(self, scenario: str, seed: int, mix: int, manual: bool) -> None:
        options = random_options(random.Random(mix), scenario, "random")
        self.game = Game.new(scenario, seed=seed, options=options, manual_chance=manual)
        self.remember()

    def remember(self) -> None:
        number = self.game.number
        self.remembered = {at: seen for at, seen in self.remembered.items() if at < number}
        self.remembered[number] = snapshot(self.game)[:4]

    @property
    def decision(self) -> Decision:
        assert self.game.decision is not None
        return self.game.decision

    def going_on(self) -> bool:
        return self.game.decision is not None

    # --- what may be done ---

    @precondition(going_on)
    @rule(choice=numbers, times=st.integers(1, 12))
    def answer(self, choice: int, times: int) -> None:
        rng = random.Random(choice)
        for _ in range(times):
            if self.game.decision is not None:
                self.earlier = self.decision
                self.game.choose(rng.choice(list(self.decision.options)))
                self.remember()

    @rule(freely=st.booleans())
    def undo(self, freely: bool) -> None:
        before = snapshot(self.game)
        try:
            self.game.undo(freely=freely)
        except NoUndo:
            assert snapshot(self.game) == before
        else:
            assert self.game.number < before[1]  # type: ignore[operator]
            assert snapshot(self.game)[:4] == self.remembered[self.game.number]
            self.remember()

    @precondition(lambda self: len(self.remembered) > 1)
    @rule(choice=numbers)
    def rewind(self, choice: int) -> None:
        number = random.Random(choice).choice(sorted(self.remembered))
        self.game.rewind(number)
        assert snapshot(self.game)[:4] == self.remembered[number]
        self.remember()

    @precondition(lambda self: bool(transfer_possible(self.game)))
    @rule(choice=numbers)
    def transfer(self, choice: int) -> None:
        rng = random.Random(choice)
        giver, most = rng.choice(transfer_possible(self.game))
        amount = rng.randint(1, most)
        total = sum(self.game.state.resources)
        self.game.transfer(giver, amount)
        assert sum(self.game.state.resources) == total
        self.remember()

    # --- what must not be ---

    @rule()
    def forge(self) -> None:
        assert check_forgeries(self.game, self.earlier)

    @precondition(lambda self: not transfer_possible(self.game))
    @rule(giver=st.sampled_from([2, 3]), amount=st.integers(1, 75))
    def forbidden_transfer(self, giver: int, amount: int) -> None:
        before = snapshot(self.game)
        try:
            self.game.transfer(giver, amount)
        except Refused:
            assert snapshot(self.game) == before
        else:
            raise AssertionError("a transfer was accepted where none may be")

    # --- copies ---

    @precondition(going_on)
    @rule(choice=numbers)
    def clone_and_diverge(self, choice: int) -> None:
        before = snapshot(self.game)
        clone = self.game.clone()
        assert clone.state == self.game.state
        rng = random.Random(choice)
        for _ in range(10):
            if clone.decision is not None:
                clone.choose(rng.choice(list(clone.decision.options)))
        assert snapshot(self.game) == before

    @rule()
    def save_and_load(self) -> None:
        """Play goes on with the loaded game."""
        loaded = replayed(self.game)
        assert snapshot(loaded)[:4] == snapshot(self.game)[:4]
        self.game = loaded

    @rule()
    def through_the_file_format(self) -> None:
        text = "".join(map(journal.to_text, journal.lines_of(self.game)))
        again = "".join(map(journal.to_text, journal.lines_of(journal.replay(journal.parse(text)))))
        assert again == text

    @precondition(going_on)
    @rule(choice=numbers)
    def position_round_trip(self, choice: int) -> None:
        position: dict[str, Any] = json.loads(json.dumps(self.game.position()))
        copy = Game.from_position(position, manual_chance=self.game.manual_chance)
        assert copy.state == self.game.state
        assert repr(copy.decision) == repr(self.game.decision)
        assert json.loads(json.dumps(copy.position())) == position
        first = self.game.clone()
        index = random.Random(choice).randrange(len(self.decision.options))
        for each in (copy, first):
            assert each.decision is not None
            each.choose(each.decision.options[index])
        assert copy.state == first.state

    # --- what always holds ---

    @invariant()
    def sound(self) -> None:
        check_state(self.game.state)
        check_decision(self.game)

    @invariant()
    def sayable_and_secret(self) -> None:
        check_words(self.game)
        check_views(self.game, 5)

    @invariant()
    def undo_is_exact(self) -> None:
        if self.game.decision is not None:
            check_undo(self.game, random.Random(self.game.number))

    @invariant()
    def stands_where_it_is_remembered(self) -> None:
        if self.remembered:
            assert snapshot(self.game)[:4] == self.remembered[self.game.number]


Engine.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
TestEngine = Engine.TestCase
