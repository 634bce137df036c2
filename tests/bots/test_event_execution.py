"""Every side of every card, executed by each Faction from situations of random games, the non-players answering."""

from random import Random
from typing import Any

import pytest

from fitl.board.cards import CARDS
from fitl.board.factions import FACTIONS
from fitl.bots.flowchart import answer
from fitl.bots.mind import Mind
from fitl.compose import PROGRAMS
from fitl.decisions import CHANCE, Decision, Option
from fitl.options import GameOptions
from fitl.rules.cards import execute_event
from fitl.state import EVENT, State
from fitl.words import say
from tests.events.random_execution import check_situation, mid_game_states

STATES = 20
QUICK = 10  # of them in every run of the tests
STEPS_AT_MOST = 1500


class Bots:
    """Four minds that answer for their Factions; dice fall at random, every reason is put into words."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(seed)
        self.minds = [Mind(faction, answer, explain=self._explain) for faction in FACTIONS]

    def _explain(self, faction: int, message: str, /, **params: Any) -> None:
        assert say(message, {"faction": faction, **params})

    def option(self, s: State, decision: Decision) -> Option:
        if decision.actor == CHANCE:
            return self.rng.choice(decision.options)
        if len(decision.options) == 1:
            return decision.options[0]
        advice = answer(self.minds[decision.actor], s, decision)
        value: Any = None
        while True:
            try:
                value = self.rng.choice(advice.send(value).options).value
            except StopIteration as stop:
                return stop.value  # type: ignore[no-any-return]  # a generator's return value is untyped

    def execute(self, s: State, card: int, side: str, by: int) -> None:
        s.card = card
        s.executing = by
        s.acted += ((by, EVENT),)
        flow = execute_event(s, card, side, by)
        value: Any = None
        for _ in range(STEPS_AT_MOST):
            try:
                decision = flow.send(value)
            except StopIteration:
                s.executing = -1
                return
            chosen = self.option(s, decision)
            assert any(chosen is option for option in decision.options), f"{chosen} is not offered by {decision}"
            value = chosen.value
        raise AssertionError(f"card {card} {side} by {by} does not come to an end")


@pytest.mark.parametrize(
    "number", [*range(QUICK), *(pytest.param(n, marks=pytest.mark.soak) for n in range(QUICK, STATES))]
)
def test_non_players_execute_every_side_of_every_card_to_its_end(number: int) -> None:
    start = mid_game_states(STATES)[number]
    start = start.copy()
    start.options = GameOptions(non_players=FACTIONS)
    for card, sides in ((card, PROGRAMS[card]) for card in CARDS if card in PROGRAMS):
        for side in sides:
            for by in FACTIONS:
                s = start.copy()
                Bots(f"{number} {card} {side} {by}").execute(s, card, side, by)
                check_situation(s, start)
