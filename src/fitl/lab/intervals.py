"""How sure one can be of a share of wins or of a mean, from the games that were played (95 %)."""

import math
import statistics
from collections.abc import Sequence
from typing import Final, NamedTuple

Z: Final = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


class Interval(NamedTuple):
    """A measured value, and between what bounds the true one lies with 95 % confidence."""

    value: float
    low: float
    high: float


def wilson(wins: int, games: int) -> Interval:
    """A share of wins: Wilson's score interval, which holds for few games and for shares near 0 and 1 too."""
    if not games:
        return Interval(math.nan, 0.0, 1.0)
    share = wins / games
    middle = share + Z * Z / (2 * games)
    spread = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return Interval(share, max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole))


def difference_of_shares(one: Interval, other: Interval) -> Interval:
    """One share less another, from their Wilson intervals (Newcombe's method)."""
    value = one.value - other.value
    low = math.hypot(one.value - one.low, other.high - other.value)
    high = math.hypot(one.high - one.value, other.value - other.low)
    return Interval(value, value - low, value + high)


def mean(values: Sequence[float]) -> Interval:
    """A mean, by the normal distribution; one value alone says nothing about its spread."""
    if not values:
        return Interval(math.nan, -math.inf, math.inf)
    value = statistics.fmean(values)
    if len(values) < 2:
        return Interval(value, -math.inf, math.inf)
    spread = Z * statistics.stdev(values) / math.sqrt(len(values))
    return Interval(value, value - spread, value + spread)


def difference_of_means(one: Interval, other: Interval) -> Interval:
    """One mean less another, of separate games."""
    value = one.value - other.value
    spread = math.hypot(one.high - one.value, other.high - other.value)
    return Interval(value, value - spread, value + spread)
