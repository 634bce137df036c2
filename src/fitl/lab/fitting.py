"""Linear weights from lessons, by ridge regression.

What is learned is the difference from the present margin, which speaks alone where there are no lessons; or, where few
games are to correct what was learned before, from that.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from fitl.board.factions import FACTION_IDS, FACTIONS
from fitl.thinker.evaluation import MOST_COUPS
from fitl.thinker.features import NAMES

# Positions of one game all tell of the same end, so they teach less than their number: for each there is this much that
# speaks for the present margin alone. Of 0.02 to 8, 0.2 to 1 told best how games ended that had not been learned from.
RIDGE: Final = 0.4
CORRECTING: Final = 1.5  # the same where weights are corrected; of 0.1 to 5 it told best, like 5, what was not learned
FEWEST: Final = 1000.0  # lessons from which weights are learned
SMALLEST: Final = 1e-5  # weights below this are left out of the file
MARGINS: Final = 1  # where the margins stand among the features


class Lessons(NamedTuple):
    """Arrays of numpy with a row for each position."""

    features: Any
    era: Any
    coups: Any
    value: Any  # by Faction: the prize in the end
    coming: Any  # by Faction: margin at the next Coup
    weight: Any  # by Faction: how much the lesson counts; 0 for those not in the game


Learned = Mapping[str, Any]  # a file of weights


def weights_of(
    lessons: Lessons, before: Callable[[str], Learned | None] = lambda era: None
) -> dict[str, dict[str, Any]]:
    """The files of weights that follow, by era; where lessons are few the nearest number of Coups speaks instead.

    If there were weights of an era `before`, they are corrected.
    """
    found: dict[str, dict[str, Any]] = {}
    for era in sorted({*lessons.era.tolist()}):
        told: dict[str, Any] = {"value": {}, "coming": {}, "explained": {}, "lessons": 0}
        for coups in range(MOST_COUPS + 1):
            here = (lessons.era == era) & (lessons.coups == coups)
            told["lessons"] += int(here.sum())
            for faction in FACTIONS:
                _learn(lessons, here, coups, faction, told, before(era))
        if told["value"]:
            found[era] = _complete(told)
    return found


def _learn(lessons: Lessons, here: Any, coups: int, faction: int, told: dict[str, Any], before: Learned | None) -> None:
    """The weights of some positions for a Faction, if there are enough."""
    weight = lessons.weight[here, faction].astype(float)
    if not weight.any() or weight.sum() < FEWEST * weight.max():
        return
    numbers = lessons.features[here].astype(float)
    name, shares = FACTION_IDS[faction], []
    for what, came in (("value", lessons.value), ("coming", lessons.coming)):
        prior = _margin(faction) if before is None else _row(before[what][str(coups)][name])
        ridge = RIDGE if before is None else CORRECTING
        row, share = fit(numbers, came[here, faction].astype(float), weight, prior, ridge)
        told[what].setdefault(str(coups), {})[name] = _named(row)
        shares.append(share)
    told["explained"].setdefault(str(coups), {})[name] = shares


def fit(numbers: Any, came: Any, weight: Any, prior: Any, ridge: float) -> tuple[Any, float]:
    """Ridge regression of what came beyond the prior: weights by feature, and what share of it they explain."""
    import numpy as np

    beyond = came - numbers @ prior
    n = weight.sum()
    mean, level = weight @ numbers / n, weight @ beyond / n
    spread = np.sqrt(np.maximum(weight @ (numbers * numbers) / n - mean * mean, 0.0))
    used = np.flatnonzero(spread > SMALLEST)
    scaled = (numbers[:, used] - mean[used]) / spread[used]
    product = scaled.T @ (weight[:, None] * scaled)
    together = scaled.T @ (weight * (beyond - level))
    solution = np.linalg.solve(product + ridge * n * np.eye(len(used)), together)
    left = beyond - level - scaled @ solution
    explained = 1 - (weight @ (left * left)) / max(float(weight @ (beyond - level) ** 2), SMALLEST)
    row = np.zeros(numbers.shape[1])
    row[used] = solution / spread[used]
    row[0] = level - mean @ row
    row += prior
    return row, round(float(explained), 3)


def _margin(faction: int) -> Any:
    """The weights of who looks at its present margin alone."""
    return _row({NAMES[MARGINS + faction]: 1.0})


def _row(weights: Mapping[str, float]) -> Any:
    import numpy as np

    return np.array([weights.get(name, 0.0) for name in NAMES])


def _named(row: Any) -> dict[str, float]:
    return {name: float(f"{weight:.4g}") for name, weight in zip(NAMES, row, strict=True) if abs(weight) > SMALLEST}


def _complete(told: dict[str, Any]) -> dict[str, Any]:
    """Every number of Coups has weights for every Faction: its own, or those of the nearest that has any."""
    for name in ("value", "coming"):
        learned = told[name]
        factions = sorted({faction for by_faction in learned.values() for faction in by_faction})
        told[name] = {
            str(coups): {
                faction: min(
                    (abs(int(other) - coups), other, by_faction[faction])
                    for other, by_faction in learned.items()
                    if faction in by_faction
                )[2]
                for faction in factions
            }
            for coups in range(MOST_COUPS + 1)
        }
    return told
