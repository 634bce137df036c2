"""In the base game the flowcharts (8.x) suggest turns, which the search looks at and improves like any other.

They are asked about copies, by people's rules or with privileges as the seat has them. Where a chart does not foresee a
situation it has no suggestion.
"""

from fitl import prng
from fitl.bots.flowchart import answer
from fitl.bots.mind import Mind
from fitl.bots.rehearsal import settle
from fitl.decisions import Decision, Option
from fitl.eras.base import BASE_ERA
from fitl.readings import settings_of
from fitl.state import State


class Chart:
    """The flowchart of one Faction during a turn in thought."""

    __slots__ = ("_mind", "_seed")

    def __init__(self, s: State, faction: int, seed: int) -> None:
        self._mind = Mind(faction, answer, settings_of(s.options.readings), rehearsing=True)
        self._seed = seed

    def suggest(self, s: State, decision: Decision) -> Option | None:
        """What it would answer; None if it cannot say."""
        self._seed = prng.advance(self._seed)
        try:
            advised = settle(answer(self._mind, s, decision), self._seed)
        except Exception:  # a mind that is lost outside its chart must not disturb the search
            return None
        return decision.find(advised.key)


def has_charts(s: State) -> bool:
    """Are there flowcharts for the rules in force?"""
    return s.era is BASE_ERA
