"""The engine as a state machine: whatever is done to a game in whatever order, it stays what its answers make it.

Hypothesis mixes answers of people and of non-players, dice by hand, forgeries, steps back, copies, saving and loading;
what is remembered beside the game (the situation after each answer) must be found again whenever the game stands there
again. While a non-player waits for a die, the game stands nowhere: there is nothing to remember and little to do.
"""

import json
import os
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fitl import journal
from fitl.bots.table import NonPlayers
from fitl.decisions import Decision
from fitl.entries import ROLL
from fitl.game import Game
from fitl.lab.deep_checks import check_undo, replayed, transfer_possible
from fitl.lab.forgery import check_forgeries, snapshot
from fitl.lab.fuzz import PLAYABLE, STYLES, chosen, random_options
from fitl.lab.invariants import check_decision, check_state, check_views, check_words
from fitl.packs import example_pack
from fitl.refusals import NoUndo, Refused
from tests.tiers import examples

EXAMPLE = example_pack()
SOAK_EXAMPLES = 4 * int(os.environ.get("SOAK_GAMES", "100"))

numbers = st.integers(0, 2**32)


def at_rest(game: Game) -> bool:
    """Somebody is asked, and no non-player has begun to roll for its answer."""
    rolled = bool(game.entries) and game.entries[-1].actor == ROLL
    return game.decision is not None and game.considered is None and not rolled


def answer_once(table: NonPlayers, rng: random.Random, style: str = "random") -> None:
    """Answer the present decision as whoever is asked: non-players by their flowcharts, dice by hand by chance."""
    game = table.game
    assert game.decision is not None
    if table.asked():
        game.consult(table.bots[game.decision.actor].deliberate(game, game.decision))
    else:
        game.choose(chosen(rng, style, game.decision, Counter()))


def wander(game: Game, rng: random.Random) -> None:
    """Play and take back by chance, then go back to where it began, which must be found again."""
    before, number = situation(game), game.number
    table = NonPlayers(game)
    for _ in range(rng.randint(1, 6)):
        if rng.random() < 0.4 and game.number > number:
            game.undo(freely=True)
            table = NonPlayers(game)
        elif game.decision is not None:
            answer_once(table, rng)
    game.rewind(number)
    assert situation(game) == before


def situation(game: Game) -> tuple[object, ...]:
    """Where the game stands, whatever has been logged of how it came there."""
    return snapshot(game)[:4]


def check_still_whole(game: Game, rng: random.Random) -> None:
    """The game can be copied and taken back exactly: nobody has touched the checkpoint that this rests on."""
    clone = game.clone()
    assert clone.state == game.state
    assert repr(clone.decision) == repr(game.decision)
    check_undo(game, rng)


class Engine(RuleBasedStateMachine):
    """A game and what is remembered of it."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game.new("short-1965")
        self.style = "random"
        self.table: NonPlayers | None = None  # what non-players have in mind; None: to be rebuilt from the game
        self.remembered: dict[int, tuple[object, ...]] = {}
        self.earlier: Decision | None = None
        self.twin: Game | None = None  # a copy from an earlier moment that lives on beside the game
        self.twin_stands: tuple[object, ...] = ()

    @initialize(
        scenario=st.sampled_from(PLAYABLE),
        seed=numbers,
        mix=numbers,
        style=st.sampled_from(["bots", *STYLES]),  # often enough
        manual=st.booleans(),
        pack=st.booleans(),
    )
    def begin(self, scenario: str, seed: int, mix: int, style: str, manual: bool, pack: bool) -> None:
        options = random_options(random.Random(mix), scenario, style)
        packs = (EXAMPLE,) if pack else ()
        self.game = Game.new(scenario, seed=seed, options=options, packs=packs, manual_chance=manual)
        self.style = style
        self.remember()

    def remember(self) -> None:
        if self.game.considered is None:
            number = self.game.number
            self.remembered = {at: seen for at, seen in self.remembered.items() if at < number}
            self.remembered[number] = situation(self.game)

    def seated(self) -> NonPlayers:
        """The non-players at the table. Whoever must think again comes to the answers that were given."""
        if self.table is None:
            self.table = NonPlayers(self.game)
            assert not self.table.taken_back
        return self.table

    def stepped_back(self) -> None:
        self.table = None
        self.remember()

    def going_on(self) -> bool:
        return self.game.decision is not None

    def resting(self) -> bool:
        return at_rest(self.game)

    def dice_awaited(self) -> bool:
        return self.game.considered is not None

    # --- what may be done ---

    @precondition(going_on)
    @rule(choice=numbers, times=st.integers(1, 20))
    def answer(self, choice: int, times: int) -> None:
        rng = random.Random(choice)
        for _ in range(times):
            if self.game.decision is not None:
                self.earlier = self.game.decision
                answer_once(self.seated(), rng, self.style)
                self.remember()

    @rule(freely=st.booleans())
    def undo(self, freely: bool) -> None:
        before = snapshot(self.game)
        number = self.game.number
        try:
            self.game.undo(freely=freely)
        except NoUndo:
            assert snapshot(self.game) == before
        else:
            assert self.game.number < number
            assert situation(self.game) == self.remembered[self.game.number]
            self.stepped_back()

    @precondition(lambda self: len(self.remembered) > 1)
    @rule(choice=numbers)
    def rewind(self, choice: int) -> None:
        number = random.Random(choice).choice(sorted(self.remembered))
        self.game.rewind(number)
        assert situation(self.game) == self.remembered[number]
        self.stepped_back()

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

    @precondition(resting)
    @rule(choice=numbers)
    def a_clone_plays_and_goes_back(self, choice: int) -> None:
        rng = random.Random(choice)
        before = snapshot(self.game)
        clone = self.game.clone()
        assert clone.state == self.game.state
        wander(clone, rng)
        assert snapshot(self.game) == before
        check_still_whole(self.game, rng)
        assert snapshot(self.game) == before

    @precondition(resting)
    @rule(choice=numbers)
    def the_game_plays_and_goes_back_beside_a_clone(self, choice: int) -> None:
        rng = random.Random(choice)
        clone = self.game.clone()
        before = snapshot(clone)
        wander(self.game, rng)
        self.stepped_back()
        assert snapshot(clone) == before
        check_still_whole(clone, rng)
        assert snapshot(clone) == before

    @precondition(resting)
    @rule()
    def a_twin_is_made(self) -> None:
        """It stays where it is, whatever becomes of the game."""
        self.twin = self.game.clone()
        self.twin_stands = snapshot(self.twin)

    @precondition(lambda self: self.twin is not None)
    @rule(choice=numbers)
    def the_twin_stands_where_it_stood(self, choice: int) -> None:
        assert self.twin is not None
        assert snapshot(self.twin) == self.twin_stands
        check_still_whole(self.twin, random.Random(choice))
        wander(self.twin, random.Random(choice))

    @precondition(lambda self: self.game.considered is None)
    @rule()
    def save_and_load(self) -> None:
        """Play goes on with the loaded game."""
        loaded = replayed(self.game)
        assert situation(loaded) == situation(self.game)
        self.game = loaded
        self.stepped_back()

    @precondition(dice_awaited)
    @rule()
    def save_and_load_while_a_die_is_awaited(self) -> None:
        """The dice rolled so far are kept; the non-player begins anew and is given them again."""
        considered = self.game.considered
        self.game = replayed(self.game)
        assert self.game.considered is None
        assert repr(self.game.decision) == repr(considered)
        self.stepped_back()

    @rule()
    def through_the_file_format(self) -> None:
        text = "".join(map(journal.to_text, journal.lines_of(self.game)))
        again = "".join(map(journal.to_text, journal.lines_of(journal.replay(journal.parse(text)))))
        assert again == text

    @precondition(resting)
    @rule(choice=numbers)
    def position_round_trip(self, choice: int) -> None:
        position: dict[str, Any] = json.loads(json.dumps(self.game.position()))
        copy = Game.from_position(position, manual_chance=self.game.manual_chance)
        assert copy.state == self.game.state
        assert repr(copy.decision) == repr(self.game.decision)
        assert json.loads(json.dumps(copy.position())) == position
        first = self.game.clone()
        for each in (copy, first):
            answer_once(NonPlayers(each), random.Random(choice))
        assert copy.state == first.state

    # --- what always holds ---

    @invariant()
    def sound(self) -> None:
        check_state(self.game.state)
        check_decision(self.game)

    @invariant()
    def sayable_and_secret(self) -> None:
        check_words(self.game)
        check_views(self.game)

    @invariant()
    def undo_is_exact(self) -> None:
        if at_rest(self.game):
            check_undo(self.game, random.Random(self.game.number))

    @invariant()
    def stands_where_it_is_remembered(self) -> None:
        if self.remembered and self.game.considered is None:
            assert situation(self.game) == self.remembered[self.game.number]


# The same games every time, so that a change that breaks nothing never fails; `make soak-tests` looks farther.
QUICK = settings(
    max_examples=examples(40),
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


class TestEngine(Engine.TestCase):
    settings = QUICK


@pytest.mark.soak
class TestEngineAtLength(Engine.TestCase):
    settings = settings(QUICK, max_examples=SOAK_EXAMPLES, stateful_step_count=60, derandomize=False)
