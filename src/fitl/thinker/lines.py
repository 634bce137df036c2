"""A line of play in thought: a copy of the situation that is played on without a table around it.

The rules are the same generators that `Game` runs; here chance falls from a seed of the thought alone and nothing is
recorded. A line stops at every question that has several answers, and where a stage ends.
"""

from collections.abc import Sequence
from typing import Final

from fitl import prng, transfers
from fitl.answers import drawn
from fitl.decisions import CHANCE, DONE, RELIST, Decision, Flow, Option
from fitl.entries import ROLL, TRANSFER, Entry
from fitl.rules.cards import BY_HAND
from fitl.rules.deception import MARKER_KINDS, holder, set_aside
from fitl.state import OVER, State

MARKERS: Final = frozenset(("deception.draw", "deception.choose"))  # 7.3: nobody else sees which
BY_HAND_WHAT: Final = "by_hand.what"  # what people change who carry out an Event as they read it
REVEAL: Final = "deception.reveal"  # 7.3: nobody else sees a yes of who has nothing to show


class Misfit(Exception):
    """What was drawn at random does not agree with an answer that was given."""


class Line:
    """One line of play: the situation, the question it stands at (None where the stage is over), its own chance."""

    __slots__ = ("_flow", "_given", "_knowing", "_offered", "_showed", "decision", "falls", "luck", "state")

    def __init__(
        self,
        state: State,
        luck: int,
        given: Sequence[Entry] = (),
        knowing: Sequence[int] = (),
        offered: Sequence[str] = (),
        showed: Sequence[int] = (),
    ) -> None:
        """Play on from a situation at a checkpoint, which is changed, after answers that were `given` since.

        `luck` is the seed of whatever falls later, and of the Deception markers which others than those `knowing` took;
        where a choice of markers comes next, `offered` are those that are left. Of those who were asked for their
        Agendas `showed` did show some. Misfit, if an answer was not possible.
        """
        self._knowing = knowing
        self._showed = showed
        self._offered = offered
        self.state = state
        self.luck = luck
        self.falls = 0  # how often something fell in thought
        self._given = list(reversed([entry for entry in given if entry.actor != ROLL]))
        self.decision: Decision | None = None
        self._flow: Flow[None] = state.era.stages[state.stage].step(state)
        self._advance(None)

    def choose(self, option: Option) -> None:
        """Answer the question."""
        self._advance(option.value)

    def go_on(self) -> None:
        """The stage is over: begin the next one."""
        self._flow = self.state.era.stages[self.state.stage].step(self.state)
        self._advance(None)

    @property
    def over(self) -> bool:
        """Has the game come to its end?"""
        return self.decision is None and self.state.stage == OVER

    def _advance(self, value: object) -> None:
        send, given = self._flow.send, self._given
        while True:
            try:
                decision = send(value)
            except StopIteration:
                self.decision = None
                return
            if decision.actor != CHANCE and len(decision.options) == 1:
                value = decision.options[0].value
            elif given:
                value = self._give_again(decision)
            elif decision.actor == CHANCE:
                self.falls += 1
                self.luck = prng.advance(self.luck)
                value = drawn(decision, self.luck).value
            else:
                self.decision = _by_the_rules(decision)
                return

    def _give_again(self, decision: Decision) -> object:
        entry = self._given.pop()
        if entry.actor == TRANSFER:
            transfers.hand_over(self.state, entry.key)
            return RELIST
        if decision.kind in MARKERS and self._taker(decision) not in self._knowing:
            return self._marker(decision)
        key = entry.key
        if decision.kind == REVEAL and decision.actor not in self._knowing:
            key = "yes" if holder(self.state, decision.actor) in self._showed else "no"
        found = decision.find(key)
        if found is None:
            raise Misfit
        return found.value

    def _marker(self, decision: Decision) -> object:
        """7.3: the marker that somebody else may have taken."""
        self.luck = prng.advance(self.luck)
        option = drawn(decision, self.luck)
        fitting = self._fitting(decision) if self._offered else ()
        if fitting and option not in fitting:
            self.luck = prng.advance(self.luck)
            option = fitting[prng.below(self.luck, len(fitting))]
        return option.value

    def _fitting(self, decision: Decision) -> list[Option]:
        """7.3: markers that leave over what those who know were then able to take, and what is offered in the end."""
        to_come = [entry for entry in self._given if entry.actor >= 0]
        known = [entry.key for entry in to_come if entry.actor in self._knowing]
        left = {kind: n - known.count(kind) for kind, n in zip(MARKER_KINDS, set_aside(self.state), strict=True)}
        must_go = sum(n for kind, n in left.items() if kind not in self._offered)
        one_is_free = must_go < 1 + len(to_come) - len(known)
        return [
            option
            for option in decision.options
            if (one_is_free and left[option.key] > 1 if option.key in self._offered else left[option.key] > 0)
        ]

    def _taker(self, decision: Decision) -> int:
        """7.3: who takes a marker."""
        if decision.actor != CHANCE:
            return decision.actor
        return decision.number("by")


def _by_the_rules(decision: Decision) -> Decision:
    """Without changes by hand: they are for people who agree what an Event says, and no mind may help itself."""
    if decision.kind == BY_HAND_WHAT:
        options = [option for option in decision.options if option.value == DONE]
    elif decision.kind == "turn.side" and decision.find(BY_HAND) is not None:
        options = [option for option in decision.options if option.key != BY_HAND]
    else:
        return decision
    return Decision(decision.actor, decision.kind, decision.rule, options, decision.params)
