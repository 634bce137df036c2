"""Would an Event tell? A test for each Event of which the notes say so, and for all: that it would change anything."""

from collections.abc import Callable

from fitl.bots.mind import Mind
from fitl.rules.cards import is_effective as changes_anything
from fitl.state import State

Test = Callable[[State, int], bool]


def is_effective(mind: Mind, s: State, side: str) -> bool:
    """May a bot execute this side of the current card?"""
    return changes_anything(s, s.card, side, mind.faction)
