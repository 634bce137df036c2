"""Helpers for tests of non-players: a rule or a game driven by one Faction's flowchart, all dice from a script."""

from collections.abc import Iterable
from typing import Any

from fitl.bots.flowchart import FlowchartBot, answer
from fitl.bots.mind import Mind, Settings
from fitl.bots.script import Script
from fitl.bots.table import play_non_player
from fitl.compose import new_state
from fitl.decisions import CHANCE, Decision, Flow, Option
from fitl.game import Game
from fitl.options import GameOptions
from fitl.rules.sequence import begin_card, turn
from fitl.rules.setup import scenario_named
from fitl.state import State
from fitl.words import say
from tests.support import blank


class Table:
    """Drives rules on a state: one Faction answers by its flowchart, dice fall as scripted, nobody else is asked.

    `answers` holds (decision kind, key) of every answer, `nodes` the nodes visited, `reasons` them with parameters.
    """

    def __init__(self, s: State, faction: int, *dice: int, settings: Settings | None = None) -> None:
        self.s = s
        self.dice = list(dice)
        self.answers: list[tuple[str, str]] = []
        self.reasons: list[tuple[str, dict[str, Any]]] = []
        self.mind = Mind(faction, answer, settings or Settings(), self._explain)

    def _explain(self, faction: int, message: str, /, **params: Any) -> None:
        say(message, {"faction": faction, **params})  # every reason has its words
        self.reasons.append((message.removeprefix("why."), params))

    @property
    def nodes(self) -> list[str]:
        return [node for node, _ in self.reasons]

    def reason(self, node: str) -> dict[str, Any]:
        """The parameters of the last visit of a node."""
        return next(params for name, params in reversed(self.reasons) if name == node)

    def keys(self, kind: str) -> list[str]:
        """The answers given to one kind of decision, in order."""
        return [key for asked, key in self.answers if asked == kind]

    def run(self, flow: Flow[Any]) -> "Table":
        """Run a rule to its end; no die may be left over."""
        value: Any = None
        while True:
            try:
                decision = flow.send(value)
            except StopIteration:
                assert not self.dice, f"dice left over: {self.dice}"
                return self
            value = self._option(decision).value

    def turn(self) -> "Table":
        """The Faction's whole turn (2.3.3)."""
        return self.run(turn(self.s))

    def decide(self) -> "Table":
        """Only the Faction's choice of action: the diamonds; no die may be left over."""
        self.ask(next(turn(self.s)))
        assert not self.dice, f"dice left over: {self.dice}"
        return self

    def _option(self, decision: Decision) -> Option:
        if decision.actor == CHANCE:
            return self._die(decision)
        if len(decision.options) == 1:
            return decision.options[0]
        assert decision.actor == self.mind.faction, f"{decision} is asked of somebody else"
        return self.ask(decision)

    def ask(self, decision: Decision) -> Option:
        """The Faction's answer to one decision."""
        advice = answer(self.mind, self.s, decision)
        value: Any = None
        while True:
            try:
                value = self._die(advice.send(value)).value
            except StopIteration as stop:
                option: Option = stop.value
                assert option in decision.options
                self.answers.append((decision.kind, option.key))
                return option

    def _die(self, decision: Decision) -> Option:
        assert self.dice, f"no die left for {decision} of {decision.params}"
        option = decision.find(str(self.dice.pop(0)))
        assert option is not None
        return option


def board(*non_players: int, **tracks: Any) -> State:
    """An empty map (see tests.support.blank) with these Factions as non-players, the first of them 1st Eligible."""
    s = blank(options=GameOptions(non_players=non_players), **tracks)
    s.order = (*non_players, *(faction for faction in range(4) if faction not in non_players))
    return s


def example_state(card: int, next_card: int, non_players: tuple[int, ...], players: tuple[int, ...]) -> State:
    """The printed examples begin with Medium 1968-1972, one person running two Factions."""
    seats = (players, *((faction,) for faction in non_players))
    options = GameOptions(non_players=non_players, seats=seats)
    s = new_state(scenario_named("medium-1968"), options, seed=1)
    s.card, s.next_card = card, next_card
    s.seen |= 1 << card | 1 << next_card
    begin_card(s)
    return s


def play_on(s: State, bots: Iterable[int], *dice: int) -> Game:
    """Play a game in table mode with scripted dice until a person (or a Faction without bot) is asked."""
    game = Game(s, manual_chance=True)
    game.begin()
    minds = {faction: FlowchartBot(faction) for faction in bots}
    left = list(dice)
    while game.decision is not None:
        if game.decision.actor == CHANCE and left:
            game.choose(str(left.pop(0)))
        elif not play_non_player(game, minds):
            break
    assert not left, f"dice left over: {left}"
    return game


def flights_of(script: Script | None) -> set[tuple[int, int, int, int]]:
    """Kind, origin, destination and number of each flight, as the amounts of an Air Lift are written down."""
    found = set()
    for ask, key in (script.lines if script else None) or ():
        if ask.kind == "air_lift.amount":
            assert ask.piece is not None
            assert ask.origin is not None
            assert ask.destination is not None
            found.add((ask.piece, ask.origin, ask.destination, int(key)))
    return found
