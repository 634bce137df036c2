"""Thinking ahead: what would happen if this mind did such a thing? Answered on a copy of the state (8.1.C, "would")."""

from collections.abc import Callable
from typing import Any

from fitl import prng
from fitl.bots.mind import Mind
from fitl.decisions import CHANCE, Decision, Flow, Option
from fitl.state import State

MOST_STEPS = 2000  # no Operation or Event takes nearly as many


def rehearse(mind: Mind, s: State, begin: Callable[[State], Flow[Any]], seed: int = 1) -> State:
    """Run a rule on a copy of the state, this mind answering for its Faction, and return what comes out.

    Other Factions answer with their first option and dice fall as a stream from `seed`: the mind asks what its own
    choices would bring, not what luck will.
    """
    copy = s.copy()
    thought = mind.in_thought()
    flow = begin(copy)
    value: Any = None
    for _ in range(MOST_STEPS):
        try:
            decision = flow.send(value)
        except StopIteration:
            return copy
        if decision.actor == CHANCE:
            seed = prng.advance(seed)
            value = _lot(decision, seed).value
        elif len(decision.options) == 1 or decision.actor != mind.faction:
            value = decision.options[0].value
        else:
            seed = prng.advance(seed)
            value = settle(thought.handler(thought, copy, decision), seed).value
    raise RuntimeError("a rehearsal does not end: a non-player's answers go in circles")


def settle(advice: Any, seed: int) -> Option:
    """Run a handler to its answer, its dice falling from a seed."""
    if isinstance(advice, Option):
        return advice
    value: Any = None
    while True:
        try:
            decision = advice.send(value)
        except StopIteration as stop:
            option: Option = stop.value
            return option
        seed = prng.advance(seed)
        value = _lot(decision, seed).value


def _lot(decision: Decision, seed: int) -> Option:
    if decision.weights is not None:
        return decision.options[prng.weighted(seed, decision.weights)]
    return decision.options[prng.below(seed, len(decision.options))]
