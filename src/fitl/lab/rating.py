"""Ratings of players from games of two to four seats in which one wins.

Bradley and Terry's model for several seats: a seat wins with a chance in proportion to exp(strength of its player +
advantage of the seat), so that a Faction that is hard to play does not count against its player. The strengths
are those that make the results most likely, held back a little by a prior so that one who never lost stays finite.
Ratings are shown on the scale of chess: 400 more mean ten times the chance.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from fitl.lab.intervals import Interval, Z

POINTS: Final = 400 / math.log(10)  # of the scale, per unit of strength
PRIOR: Final = (800 / POINTS) ** -2  # as if strengths were spread by 800 points
STEPS: Final = 100
ENOUGH: Final = 1e-9  # a step that changes no strength by more is the last

Seat = tuple[str, str]  # who plays there, and which seat of which scenario it is
Result = tuple[tuple[Seat, ...], int]  # the seats of a game, and which of them won


class Rating(NamedTuple):
    """A player's strength above the anchor's, in points."""

    player: str
    points: Interval
    games: int  # those in which it sat beside others


def rate(results: Iterable[Result], anchor: str) -> list[Rating]:
    """The ratings of all players, best first; `anchor` has 0 points."""
    counted = Counter(results)
    players = sorted({seat[0] for seats, _ in counted for seat in seats})
    places = sorted({seat[1] for seats, _ in counted for seat in seats})
    number = {name: place for place, name in enumerate((*players, *places))}
    if not players:
        return []
    strength, inverse = _most_likely(
        [([(number[who], number[seat]) for who, seat in seats], won, n) for (seats, won), n in counted.items()],
        len(number),
    )
    zero = number[anchor]
    found = []
    for name in players:
        here = number[name]
        points = POINTS * (strength[here] - strength[zero])
        variance = inverse[here][here] + inverse[zero][zero] - 2 * inverse[here][zero]
        spread = Z * POINTS * math.sqrt(max(0.0, variance))
        games = sum(n for (seats, _), n in counted.items() if _met(name, seats))
        found.append(Rating(name, Interval(points, points - spread, points + spread), games))
    return sorted(found, key=lambda rating: -rating.points.value)


def _met(name: str, seats: Sequence[Seat]) -> bool:
    sitting = {who for who, _ in seats}
    return name in sitting and len(sitting) > 1


Counted = tuple[list[tuple[int, int]], int, int]  # by seat its two parameters; which won; how often


def _most_likely(games: list[Counted], size: int) -> tuple[list[float], list[list[float]]]:
    """The parameters that make the games most likely, and their covariances (Newton's method)."""
    found = [0.0] * size
    for _ in range(STEPS):
        gradient, curvature = _slope(games, found)
        inverse = inverted(curvature)
        step = [sum(row[other] * gradient[other] for other in range(size)) for row in inverse]
        longest = max(map(abs, step))
        found = [value + each / max(1.0, longest) for value, each in zip(found, step, strict=True)]
        if longest < ENOUGH:
            break
    return found, inverted(_slope(games, found)[1])


def _slope(games: list[Counted], at: list[float]) -> tuple[list[float], list[list[float]]]:
    """How the logarithm of the likelihood rises, and how it bends (with the other sign)."""
    size = len(at)
    gradient = [-PRIOR * value for value in at]
    curvature = [[PRIOR if row == column else 0.0 for column in range(size)] for row in range(size)]
    for seats, won, n in games:
        weights = [math.exp(at[who] + at[seat]) for who, seat in seats]
        whole = sum(weights)
        expected = [0.0] * size
        for place, (pair, weight) in enumerate(zip(seats, weights, strict=True)):
            chance = weight / whole
            for parameter in pair:
                gradient[parameter] += n * ((place == won) - chance)
                expected[parameter] += chance
            for one in pair:
                for other in pair:
                    curvature[one][other] += n * chance
        used = [parameter for parameter in range(size) if expected[parameter]]
        for one in used:
            for other in used:
                curvature[one][other] -= n * expected[one] * expected[other]
    return gradient, curvature


def inverted(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a matrix (Gauss and Jordan, with pivots)."""
    size = len(matrix)
    rows = [[*row, *(float(place == column) for column in range(size))] for place, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        rows[column] = [value / head for value in rows[column]]
        for place, row in enumerate(rows):
            if place != column and row[column]:
                factor = row[column]
                rows[place] = [value - factor * above for value, above in zip(row, rows[column], strict=True)]
    return [row[size:] for row in rows]
