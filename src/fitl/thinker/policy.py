"""A fast policy: answers without looking ahead, to begin lines of play that the search then improves."""

from fitl import prng
from fitl.decisions import DONE, Decision, Option


class Dice:
    """A stream of chance for thinking."""

    __slots__ = ("_seed",)

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def below(self, n: int) -> int:
        self._seed = prng.advance(self._seed)
        return prng.below(self._seed, n)

    def seed(self) -> int:
        """A seed for another stream."""
        self._seed = prng.advance(self._seed)
        return prng.scramble(self._seed)


def fast_answer(decision: Decision, dice: Dice) -> Option:
    """Any answer; of numbers mostly the highest, and rather not to stop."""
    options = decision.options
    chosen = options[dice.below(len(options))]
    if chosen.amount is not None and chosen.piece is None and not chosen.spaces and dice.below(2):
        return options[-1]
    if chosen.value is DONE and dice.below(2):
        return options[dice.below(len(options))]
    return chosen
