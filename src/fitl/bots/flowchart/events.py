"""8.4 Events: how a non-player executes the text of a card."""

from fitl.bots.mind import Mind
from fitl.bots.select import equal_chance
from fitl.decisions import Decision, Flow, Option
from fitl.state import State


def handle_event(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.4.7: what nothing else decides is random."""
    return (yield from equal_chance(mind, list(decision.options)))
