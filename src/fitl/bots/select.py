"""Selecting (8.1.3, 8.2, 8.3): candidates, tie-breaks in order, and what is still tied at random."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from fitl.board.random_spaces import CHART, OTHER_CHART, chart_space
from fitl.board.spaces import ADJACENT_MASK, CITY_MASK, CONTROLLABLE, ECON, mask_of, spaces_of
from fitl.bots.mind import Mind
from fitl.decisions import CHANCE, DIE, Decision, Flow, amounts

T = TypeVar("T")

NODES: Final[tuple[str, ...]] = ("random_space", "random_loc")


class TieBreak(NamedTuple):
    """A lettered tie-break: higher is better. `name` is the message `why.tie.<name>`."""

    name: str
    value: Callable[[Any], int]


def random_space(mind: Mind, spaces: Sequence[int]) -> Flow[int]:
    """8.2: two dice on the chart and along the arrows; LoCs come after Provinces and Cities and go by 8.3."""
    if len(spaces) == 1:
        return spaces[0]
    land = [sp for sp in spaces if sp < CONTROLLABLE]
    if not land:
        return (yield from random_loc(mind, spaces))
    if len(land) == 1:
        return land[0]
    if mind.settings.random_spaces == "uniform":
        return (yield from _any_space(mind, land))
    among = {"faction": mind.faction, "spaces": land}
    tens = yield Decision(CHANCE, "bot.tens", "8.2", DIE, among)
    ones = yield Decision(CHANCE, "bot.ones", "8.2", DIE, among)
    chart = OTHER_CHART if mind.settings.random_spaces == "other_chart" else CHART
    chosen = chart_space(10 * tens + ones, mask_of(land), chart)
    mind.visit("random_space", dice=10 * tens + ones, space=chosen)
    return chosen


def random_loc(mind: Mind, locs: Sequence[int]) -> Flow[int]:
    """8.3: highest Econ; then one that touches a random City; then equal chance."""
    best = max(ECON[loc] for loc in locs)
    tied = [loc for loc in locs if ECON[loc] == best]
    if len(tied) == 1:
        return tied[0]
    cities = 0
    for loc in tied:
        cities |= ADJACENT_MASK[loc] & CITY_MASK
    if cities:
        city = yield from random_space(mind, spaces_of(cities))
        tied = [loc for loc in tied if ADJACENT_MASK[loc] >> city & 1]
    chosen = yield from _any_space(mind, tied)
    mind.visit("random_loc", space=chosen)
    return chosen


def equal_chance(mind: Mind, things: Sequence[T]) -> Flow[T]:
    """8.4.7: each as likely as any other."""
    if len(things) == 1:
        return things[0]
    n = len(things)
    index: int = yield Decision(CHANCE, "bot.pick", "8.4.7", amounts(1, n), {"faction": mind.faction, "n": n})
    return things[index - 1]


def _any_space(mind: Mind, spaces: Sequence[int]) -> Flow[int]:
    """8.4.7 among spaces, which a person who rolls is told."""
    if len(spaces) == 1:
        return spaces[0]
    among = {"faction": mind.faction, "spaces": list(spaces)}
    index: int = yield Decision(CHANCE, "bot.pick_space", "8.4.7", amounts(1, len(spaces)), among)
    return spaces[index - 1]


def best_of(things: Sequence[T], tie_breaks: Sequence[TieBreak]) -> list[T]:
    """What is left of the candidates after the tie-breaks, applied in order."""
    left = list(things)
    for tie_break in tie_breaks:
        if len(left) == 1:
            break
        values = [tie_break.value(thing) for thing in left]
        best = max(values)
        left = [thing for thing, value in zip(left, values, strict=True) if value == best]
    return left


def choose_space(
    mind: Mind, node: str, spaces: Sequence[int], tie_breaks: Sequence[TieBreak] = (), room: int = 1
) -> Flow[int]:
    """8.1.3: one of the spaces for a bullet: tie-breaks in order, then at random (8.2, 8.3); the reason is noted.

    room: how many of them will be taken one after the other. Where all that are tied will be, no die is rolled (8.1).
    """
    left = list(spaces)
    used = []
    for tie_break in tie_breaks:
        narrowed = best_of(left, (tie_break,))
        if len(narrowed) < len(left):
            used.append(tie_break.name)
        left = narrowed
    chosen = mind.any_of(left) if len(left) <= room else (yield from random_space(mind, left))
    mind.visit(node, space=chosen, spaces=list(spaces), ties=used, tied=len(left))
    return chosen
