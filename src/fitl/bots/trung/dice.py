"""The dice of the cards. A person who rolls by hand is told what each is for."""

from typing import Any, TypeVar

from fitl.bots.mind import Mind
from fitl.decisions import CHANCE, DIE, Decision, Flow

T = TypeVar("T")


def rolled(mind: Mind, kind: str, dice: int = 1, name: str = "") -> Flow[int]:
    """The sum of this many dice; name: of the condition on the card that asks for them."""
    total = 0
    for _ in range(dice):
        total += yield Decision(CHANCE, kind, "8.1", DIE, {"faction": mind.faction, "name": name})
    return total


def imagined(flow: Flow[T]) -> T:
    """The result if every die shows its first side: to think ahead without rolling."""
    value: Any = None
    while True:
        try:
            value = flow.send(value).options[0].value
        except StopIteration as stop:
            found: T = stop.value
            return found
