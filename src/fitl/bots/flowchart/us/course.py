"""8.8.2 An Assault foreseen in all its spaces: some Capabilities help in, or allow, only those reached first."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from fitl.board.pieces import KINDS, US_TROOPS
from fitl.board.spaces import SPACE_COUNT
from fitl.bots.flowchart.shared import in_event
from fitl.bots.flowchart.us.assault_goals import (
    NOBODY,
    AssaultGoal,
    Landing,
    is_permitted,
    most_urgent,
    order_of_assaults,
)
from fitl.bots.flowchart.us.forecast import NOTHING, Forecast, forecast_assault
from fitl.bots.select import best_of
from fitl.lasting import ABRAMS, ABRAMS_SHADED, COBRAS_SHADED, PATTON
from fitl.rules.forces import insurgent_pieces
from fitl.rules.operations.assault import PATTON_SPACES
from fitl.state import State

# Cards 11, 13 and 14: what helps or hinders in some spaces only, so that their order tells.
FEW_SPACES: Final = ABRAMS | ABRAMS_SHADED | COBRAS_SHADED | PATTON
SPACES_LEFT: Final = 2  # by shaded Abrams (card 11), and by choice with shaded Cobras (card 13)


class Help(NamedTuple):
    """Which Capabilities still help in a space."""

    patton: bool  # card 14
    abrams: bool  # card 11


ALL: Final = Help(True, True)
NONE: Final = Help(False, False)


class Gain(NamedTuple):
    """What an Assault is worth with the fewest Troops that make it so, of whom this many are US Troops."""

    worth: int
    us: int
    total: int


class Course:
    """The US Assault of a board, space by space in the order of its bullets; of tied spaces `first` come first."""

    def __init__(self, s: State, first: Sequence[int] = ()) -> None:
        self.s = s
        self.first = tuple(first)
        self.few = bool(s.effects & FEW_SPACES)
        self.known: dict[tuple[int, int, Help], Forecast] = {}

    def outcome(self, landing: Landing) -> Forecast:
        """What the Assault does where somebody lands, once they have."""
        help_ = self.help_in(landing) if self.few else ALL
        return NOTHING if help_ is None else self._forecast(landing.sp, landing.us, help_)

    def help_in(self, landing: Landing) -> Help | None:
        """What still helps when the Assault comes to this space; None if it ends before."""
        s, sp = self.s, landing.sp
        spaces = dict.fromkeys((*self.first, sp, *range(SPACE_COUNT)))
        left = [each for each in spaces if self._troops(each, landing) and insurgent_pieces(s, each)]
        pattons = PATTON_SPACES if s.effects & PATTON else 0
        abrams = bool(s.effects & ABRAMS)
        rationed = s.effects & (ABRAMS_SHADED | COBRAS_SHADED) and not in_event(s)
        room = SPACES_LEFT if rationed else len(left)
        while room and (pattons or abrams or rationed):
            help_ = Help(pattons > 0, abrams)
            chosen = self._next(left, landing, help_)
            if chosen in (sp, None):
                return help_
            outcome = self._forecast(chosen, 0, help_)
            pattons -= pattons > 0 and outcome != self._forecast(chosen, 0, Help(False, abrams))
            abrams = abrams and outcome == self._forecast(chosen, 0, Help(help_.patton, False))
            left.remove(chosen)
            room -= 1
        return NONE if room else None

    def needed(self, sp: int) -> int:
        """How many of the US Troops here Assault as well as all of them, with what helps here as things stand."""
        troops = self._troops(sp, NOBODY)
        if not troops or not insurgent_pieces(self.s, sp):
            return 0
        help_ = (self.help_in(Landing(sp, 0, 0)) if self.few else ALL) or NONE
        outcome = self._forecast(sp, 0, help_)
        if not outcome.tells:
            return 0
        if outcome == self._forecast(sp, 0, NONE):
            help_ = NONE  # it is not called upon: the Troops here do it all
        needed = troops
        while needed > 1 and self._forecast(sp, needed - 1 - troops, help_) == outcome:
            needed -= 1
        return needed

    def gain(self, goal: AssaultGoal, sp: int, us: int, most: int) -> Gain | None:
        """The fewest Troops to fly in (of whom `us` could be US ones, who go first) that bring the most, if any do."""
        best = self._worth(goal, Landing(sp, 0, 0))
        found = None
        for n in range(1, most + 1):
            landing = Landing(sp, min(us, n), n)
            if (value := self._worth(goal, landing)) > best:
                best, found = value, Gain(value, landing.us, n)
        return found

    def _worth(self, goal: AssaultGoal, landing: Landing) -> int:
        return goal.value(self.s, landing.sp, self.outcome(landing), landing.total)

    def _next(self, left: list[int], landing: Landing, help_: Help) -> int | None:
        """Where the bullets lead first of those left."""
        found = {}
        for sp in left:
            outcome = self._forecast(sp, landing.us if sp == landing.sp else 0, help_)
            if outcome.tells:
                found[sp] = outcome
        urgent = most_urgent(self.s, found, landing)
        if urgent is None:
            return None
        goal, worth = urgent
        return best_of(list(worth), order_of_assaults(worth, goal.most))[0]

    def _forecast(self, sp: int, us: int, help_: Help) -> Forecast:
        key = (sp, us, help_)
        if key not in self.known:
            troops = self.s.pieces[sp * KINDS + US_TROOPS] + us
            outcome = forecast_assault(self.s, sp, troops, patton=help_.patton, abrams=help_.abrams)
            self.known[key] = outcome if is_permitted(self.s, sp, outcome) else NOTHING
        return self.known[key]

    def _troops(self, sp: int, landing: Landing) -> int:
        return self.s.pieces[sp * KINDS + US_TROOPS] + (landing.us if sp == landing.sp else 0)
