"""A plan for one stage: what its maker intends to answer, as long as nothing falls that it could not foresee."""

from collections.abc import Sequence

from fitl.decisions import Decision, Option
from fitl.entries import Entry
from fitl.game import Game
from fitl.thinker.search import Answer, Way, follow


class Plan:
    """What is left of it; nothing before it is made."""

    def __init__(self) -> None:
        self._since: tuple[object, ...] = ()
        self._falls = 0
        self._rest: list[Answer] = []

    def make(self, game: Game, way: Way) -> None:
        """From here on this is intended."""
        self._since, self._falls = _moment(game), _falls(since_checkpoint(game))
        self._rest = list(way)

    def is_of(self, game: Game) -> bool:
        """Was it made in the present stage?"""
        return self._since == _moment(game)

    def rest(self, game: Game) -> Way:
        """What is left of it, if anything is, of use or not."""
        return tuple(self._rest) if self.is_of(game) else ()

    def holds(self, game: Game, decision: Decision) -> bool:
        """Does it say what to answer?"""
        rest = list(self.rest(game))
        nothing_fell = self._falls == _falls(since_checkpoint(game))
        return nothing_fell and follow(decision, rest) is not None

    def follow(self, decision: Decision) -> Option | None:
        """What it says here, which is done with it then."""
        return follow(decision, self._rest)


def since_checkpoint(game: Game) -> list[Entry]:
    """What was answered since the present stage began."""
    return game.entries[game.checkpoints[-1].entries :]


def _moment(game: Game) -> tuple[object, ...]:
    """Tells the stages of a game apart."""
    last = game.checkpoints[-1].state
    return last.coup_rounds, last.card, last.stage, last.acted, last.passed, last.seed


def _falls(given: Sequence[Entry]) -> int:
    """How often something fell."""
    return sum(entry.actor < 0 for entry in given)
