"""Helpers for tests of Trung bots: rules driven by minds of the cards, dice by their questions, the deck as wanted."""

from typing import Any

from fitl.board.factions import FACTIONS
from fitl.board.pieces import KINDS
from fitl.board.spaces import AVAILABLE, OUT_OF_PLAY
from fitl.bot_types import TRUNG
from fitl.bots.answering import answer_with_a_reason
from fitl.bots.mind import Mind, Settings
from fitl.bots.trung.deliberation import answer
from fitl.decisions import CHANCE, Decision, Flow, Option
from fitl.events.free import granted
from fitl.options import GameOptions
from fitl.rules.cards import execute_event
from fitl.rules.menu import carry_out
from fitl.rules.operation import Activity, activity_rule
from fitl.rules.sequence import perform_operation, turn
from fitl.rules.trung import deck_of
from fitl.state import OP_AND_ACTIVITY, State
from fitl.words import say
from tests.support import blank

ALL = (0, 1, 2, 3)


def bots(*factions: int) -> GameOptions:
    return GameOptions(non_players=factions, kinds=tuple((faction, TRUNG) for faction in factions))


def board(*factions: int, **tracks: object) -> State:
    """An empty map at which these Factions are Trung bots, all of them if none is named."""
    return blank(options=bots(*(factions or ALL)), **tracks)


def on_top(s: State, letter: str) -> None:
    """All cards have been seen, and this one comes next."""
    deck = deck_of(s)
    place = deck.index(letter)
    s.trung_deck = deck[place:] + deck[:place]


class Seat:
    """Drives rules: every Faction answers by the cards; dice by the kind of their question, others show `die`.

    `answers` holds (decision kind, key) of every answer, `nodes` the nodes visited.
    """

    def __init__(self, s: State, die: int = 3, settings: Settings | None = None, **dice: list[int]) -> None:
        self.s = s
        self.die = die
        self.dice = {name.replace("__", "."): list(values) for name, values in dice.items()}
        self.answers: list[tuple[str, str]] = []
        self.reasons: list[tuple[str, dict[str, Any]]] = []
        self.minds = [Mind(faction, answer, settings or Settings(), self._explain) for faction in FACTIONS]

    def _explain(self, faction: int, message: str, /, **params: Any) -> None:
        say(message, {"faction": faction, **params})  # every reason has its words
        self.reasons.append((message.removeprefix("why."), params))

    @property
    def nodes(self) -> list[str]:
        return [node for node, _ in self.reasons]

    def keys(self, kind: str) -> list[str]:
        """The answers given to one kind of decision, in order."""
        return [key for asked, key in self.answers if asked == kind]

    def run(self, flow: Flow[Any]) -> "Seat":
        """Run a rule to its end."""
        value: Any = None
        while True:
            try:
                decision = flow.send(value)
            except StopIteration:
                assert not any(self.dice.values()), f"dice left over: {self.dice}"
                return self
            value = self._option(decision).value

    def _option(self, decision: Decision) -> Option:
        if decision.actor == CHANCE:
            return self._chance(decision)
        if len(decision.options) == 1:
            return decision.options[0]
        thought = answer_with_a_reason(self.minds[decision.actor], self.s, decision)
        value: Any = None
        while True:
            try:
                value = self._chance(thought.send(value)).value
            except StopIteration as stop:
                option: Option = stop.value
                self.answers.append((decision.kind, option.key))
                return option

    def _chance(self, decision: Decision) -> Option:
        written = self.dice.get(decision.kind)
        if written:
            return decision.options[written.pop(0) - 1]
        return decision.options[min(self.die, len(decision.options)) - 1]


def play_card(s: State, faction: int, letter: str, seat: Seat | None = None, action: str = OP_AND_ACTIVITY) -> Seat:
    """The Faction's Operation, this card being the next."""
    on_top(s, letter)
    seat = seat or Seat(s)
    return seat.run(perform_operation(s, faction, action))


def take_turn(s: State, seat: Seat | None = None) -> Seat:
    """The turn of whoever is up."""
    seat = seat or Seat(s)
    return seat.run(turn(s))


def operate(s: State, faction: int, name: str, seat: Seat | None = None, **terms: Any) -> Seat:
    """An Operation as an Event grants it: no cards, free and so without rolls."""
    s.executing = faction
    return (seat or Seat(s)).run(carry_out(s, granted(s, faction, name, **terms)))


def act(s: State, faction: int, name: str, seat: Seat | None = None) -> Seat:
    """A Special Activity by itself."""
    s.executing = faction
    return (seat or Seat(s)).run(activity_rule(s, name).run(s, Activity(s, faction, name)))


def hold(s: State, kind: int, n: int) -> None:
    """No more than so many are Available."""
    row = AVAILABLE * KINDS + kind
    s.pieces[OUT_OF_PLAY * KINDS + kind] += s.pieces[row] - n
    s.pieces[row] = n


def event(s: State, faction: int, card: int, side: str, seat: Seat | None = None) -> Seat:
    s.card = card
    s.executing = faction
    return (seat or Seat(s)).run(execute_event(s, card, side, faction))
