"""Thinking ahead: what would happen if this mind did such a thing? Answered on a copy of the state (8.1.C, "would")."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, Protocol

from fitl import prng
from fitl.bots.mind import Mind
from fitl.decisions import CHANCE, Decision, Flow, Option
from fitl.state import State

MOST_STEPS: Final = 2000  # no Operation or Event takes nearly as many
MOST_OUTCOMES: Final = 1296  # ways chance can fall that are looked at: four dice, far more than any Event needs
MOST_IN_THOUGHT: Final = 24  # the same of a mind that is itself only thought of


class Luck(Protocol):
    """How chance falls in a rehearsal."""

    def fall(self, decision: Decision) -> Option: ...


class Stream:
    """Dice as a stream from a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def fall(self, decision: Decision) -> Option:
        self.seed = prng.advance(self.seed)
        return _lot(decision, self.seed)


class Script:
    """Dice as they are written down: by place the option that falls; what is not written falls as the first one."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, int]] = []  # which option, out of how many
        self.place = 0

    def fall(self, decision: Decision) -> Option:
        options = decision.options
        if decision.weights is not None:
            options = [option for option, weight in zip(options, decision.weights, strict=True) if weight]
        if self.place == len(self.lines):
            self.lines.append((0, len(options)))
        index, _ = self.lines[self.place]
        self.place += 1
        return options[index]

    def turn(self) -> bool:
        """On to the next way chance can fall, depth first; False when all have been seen."""
        while self.lines and self.lines[-1][0] + 1 == self.lines[-1][1]:
            self.lines.pop()
        if not self.lines:
            return False
        index, n = self.lines[-1]
        self.lines[-1] = index + 1, n
        self.place = 0
        return True


def rehearse(
    mind: Mind,
    s: State,
    begin: Callable[[State], Flow[object]],
    seed: int = 1,
    enough: Callable[[], bool] | None = None,
) -> State:
    """Run a rule on a copy of the state, this mind answering for its Faction, and return what comes out.

    Other Factions answer with their first option and dice fall as a stream from `seed`: the mind asks what its own
    choices would bring, not what luck will. It stops at the first question at which it has seen `enough`.
    """
    return _run(mind.in_thought(), s.copy(), begin, Stream(seed), enough)


def every_outcome(mind: Mind, s: State, begin: Callable[[State], Flow[object]]) -> Iterator[State]:
    """All that can come out, however the dice fall, those of the rule and those by which the mind chooses.

    A random space is asked for by one pick instead of two dice: the chart leads to every candidate, so the same can
    come out. After MOST_OUTCOMES the rest is left out, and sooner by a mind in somebody's thoughts.
    """
    script = Script()
    settings = replace(mind.settings, random_spaces="uniform")
    for _ in range(MOST_IN_THOUGHT if mind.rehearsing else MOST_OUTCOMES):
        thought = mind.in_thought()
        thought.settings = settings
        yield _run(thought, s.copy(), begin, script)
        if not script.turn():
            return


def every_fall(mind: Mind, think: Callable[[Mind], Flow[object]]) -> Iterator[Mind]:
    """What this mind may have thought up in the end, however its dice fall; random spaces by one pick, as above."""
    script = Script()
    settings = replace(mind.settings, random_spaces="uniform")
    for _ in range(MOST_OUTCOMES):
        thought = mind.in_thought()
        thought.settings = settings
        _run_out(think(thought), script)
        yield thought
        if not script.turn():
            return


def _run(
    thought: Mind,
    board: State,
    begin: Callable[[State], Flow[object]],
    luck: Luck,
    enough: Callable[[], bool] | None = None,
) -> State:
    flow = begin(board)
    value: Any = None
    for _ in range(MOST_STEPS):
        try:
            decision = flow.send(value)
        except StopIteration:
            return board
        if enough is not None and enough():
            return board
        if decision.actor == CHANCE:
            value = luck.fall(decision).value
        elif len(decision.options) == 1 or decision.actor != thought.faction:
            value = decision.options[0].value
        else:
            value = _settle(thought.handler(thought, board, decision), luck).value
    raise RuntimeError("a rehearsal does not end: a non-player's answers go in circles")


def settle(advice: object, seed: int) -> Option:
    """Run a handler to its answer, its dice falling from a seed."""
    return _settle(advice, Stream(seed))


def _settle(advice: Any, luck: Luck) -> Option:
    if isinstance(advice, Option):
        return advice
    option = _run_out(advice, luck)
    assert isinstance(option, Option)
    return option


def _run_out(flow: Flow[object], luck: Luck) -> object:
    """Run to the end and return the result; every question is a die."""
    value: Any = None
    while True:
        try:
            decision = flow.send(value)
        except StopIteration as stop:
            found: object = stop.value
            return found
        value = luck.fall(decision).value


def _lot(decision: Decision, seed: int) -> Option:
    if decision.weights is not None:
        return decision.options[prng.weighted(seed, decision.weights)]
    return decision.options[prng.below(seed, len(decision.options))]
