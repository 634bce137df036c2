"""How sure one can be of a share of wins or of a mean, from the games that were played (95 %)."""

import math
import statistics
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

Z: Final = 1.959964  # 95 % of a normal distribution lie within this many standard deviations
HALF: Final = 0.475  # of any distribution, between its middle and where its 95 % end
SLICES: Final = 100  # of an integral
ENOUGH: Final = 1e-9  # a step that changes an angle by less is the last


class Interval(NamedTuple):
    """A measured value, and between what bounds the true one lies with 95 % confidence."""

    value: float
    low: float
    high: float


# --- shares -------------------------------------------------------------------------------------------------------


def wilson(wins: int, games: int) -> Interval:
    """A share of wins: Wilson's score interval, which holds for few games and for shares near 0 and 1 too."""
    return _wilson(wins / games, games) if games else Interval(math.nan, 0.0, 1.0)


def _wilson(share: float, games: float) -> Interval:
    middle = share + Z * Z / (2 * games)
    spread = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return Interval(share, max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole))


def mean_of_shares(counts: Sequence[tuple[int, int]]) -> Interval:
    """The mean of shares of separate games, each given as wins and games: every share counts alike.

    Wilson's interval for as many games as are worth the same. If all shares were alike, that would be their number
    squared by the sum of 1/games, which for equal numbers of games is all of them; where the shares with fewest games
    vary most it is less, the number that gives the mean its own variance.
    """
    if not counts or not all(games for _, games in counts):
        return Interval(math.nan, 0.0, 1.0)
    share = statistics.fmean(wins / games for wins, games in counts)
    worth = len(counts) ** 2 / sum(1 / games for _, games in counts)
    variance = sum(wins * (games - wins) / games**3 for wins, games in counts) / len(counts) ** 2
    return _wilson(share, min(worth, share * (1 - share) / variance) if variance else worth)


def difference_of_shares(one: Interval, other: Interval) -> Interval:
    """One share less another, from their Wilson intervals (Newcombe's method)."""
    value = one.value - other.value
    low = math.hypot(one.value - one.low, other.high - other.value)
    high = math.hypot(one.high - one.value, other.value - other.low)
    return Interval(value, value - low, value + high)


# --- means --------------------------------------------------------------------------------------------------------


class Mean(NamedTuple):
    """A measured mean, or a sum of such."""

    value: float
    variance: float  # of this value; infinite if nothing is known about it
    freedom: float  # degrees of freedom from which the variance is known

    @property
    def interval(self) -> Interval:
        """By Student's distribution."""
        if not math.isfinite(self.variance):
            return Interval(self.value, -math.inf, math.inf)
        spread = student(self.freedom) * math.sqrt(self.variance) if self.variance else 0.0
        return Interval(self.value, self.value - spread, self.value + spread)


def mean(values: Sequence[float]) -> Mean:
    """The mean of some values; one alone says nothing about its spread."""
    if len(values) < 2:
        return Mean(values[0] if values else math.nan, math.inf, 0)
    return Mean(statistics.fmean(values), statistics.variance(values) / len(values), len(values) - 1)


def mean_of_means(means: Sequence[Mean]) -> Mean:
    """Of separate games; every mean counts alike, however many games it is of."""
    return _weighted([(1 / len(means), each) for each in means])


def difference_of_means(one: Mean, other: Mean) -> Mean:
    """One mean less another, of separate games (Welch's method)."""
    return _weighted([(1.0, one), (-1.0, other)])


def _weighted(means: Sequence[tuple[float, Mean]]) -> Mean:
    """A sum of means of separate games, its degrees of freedom by Welch and Satterthwaite."""
    value = sum(weight * each.value for weight, each in means)
    variances = [(weight * weight * each.variance, each.freedom) for weight, each in means]
    variance = sum(each for each, _ in variances)
    if not variance or not math.isfinite(variance):
        return Mean(value, variance, 0)
    return Mean(value, variance, variance**2 / sum(each**2 / freedom for each, freedom in variances if each))


@cache
def student(freedom: float) -> float:
    """Within how many standard errors 95 % of Student's distribution lie, for 1 or more degrees of freedom.

    With t = sqrt(freedom) tan(angle) the part from 0 to t is in proportion to the integral of cos(angle)^(freedom - 1).
    Its slope falls, so Newton's steps from the normal distribution's bound come to the end from below.
    """
    factor = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(math.pi)
    angle = math.atan(Z / math.sqrt(freedom))
    step = 1.0
    while step > ENOUGH:
        step = (HALF / factor - _integral(angle, freedom - 1)) / math.cos(angle) ** (freedom - 1)
        angle += step
    return math.sqrt(freedom) * math.tan(angle)


def _integral(end: float, power: float) -> float:
    """Of cos^power from 0 to `end` (Simpson's rule)."""
    heights = [math.pow(math.cos(end * place / SLICES), power) for place in range(SLICES + 1)]
    return end / SLICES / 3 * (heights[0] + 4 * sum(heights[1::2]) + 2 * sum(heights[2:-1:2]) + heights[-1])
