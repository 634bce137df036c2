"""What a position is worth to a Faction: learned weights for the features, by era and by how many Coups are to come."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Any, Final

from fitl.board.factions import FACTION_IDS, FACTIONS
from fitl.era import ERAS
from fitl.state import Outcome, State
from fitl.thinker.features import NAMES, coups_left, features

WIN: Final = 10.0  # how much a victory is worth beside margin and lead
ENOUGH: Final = 3.0  # a margin above this wins no more games
BASE: Final = "base"
# Where an era has no weights, those of another are better than none.
KIN: Final = {
    "extended": (BASE,),
    "post_paris": ("extended", BASE),
    "us_leaving": ("after_retreat", "extended", BASE),
    "after_retreat": ("extended", BASE),
    "fall_of_diem": ("sod",),
}
MOST_COUPS: Final = 3  # weights are learned for 0, 1, 2, and 3 or more Coup Rounds to come
_PLACE: Final = {name: place for place, name in enumerate(NAMES)}

Weights = Sequence[float]


class Judge:
    """The weights of one era."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        """From the file: value and coming margin by number of Coups and Faction, as numbers by feature."""
        self._value = [_rows(told["value"][str(coups)]) for coups in range(MOST_COUPS + 1)]
        self._coming = [_rows(told["coming"][str(coups)]) for coups in range(MOST_COUPS + 1)]

    def value(self, s: State, faction: int) -> float:
        """How good the position is for the Faction: the prize it may expect at the end."""
        if s.outcome is not None:
            return prize(s.outcome, faction)
        return _dot(self._value[min(coups_left(s), MOST_COUPS)][faction], features(s))

    def coming(self, s: State, faction: int) -> float:
        """The margin that the Faction is expected to have at the next Victory Phase."""
        if s.outcome is not None:
            return s.outcome.margin(faction)
        return _dot(self._coming[min(coups_left(s), MOST_COUPS)][faction], features(s))


def prize(outcome: Outcome, faction: int) -> float:
    """What an end is worth: winning above all, then one's margin as far as it helps, and how the best rival stands.

    Margins alone teach to do well for oneself while somebody else wins: whoever plays against non-players loses as soon
    as one of them passes a Victory Phase, whatever the own margin (8.9).
    """
    own = min(outcome.margin(faction), ENOUGH)
    best = max(margin for other, margin in enumerate(outcome.margins) if margin is not None and other != faction)
    return own - best / 2 + WIN * (outcome.winner == faction)


def _dot(weights: Weights, numbers: Weights) -> float:
    return float(sum(map(mul, weights, numbers)))


def _rows(by_faction: Mapping[str, Mapping[str, float]]) -> list[list[float]]:
    rows = []
    for faction in FACTIONS:
        row = [0.0] * len(NAMES)
        for name, weight in by_faction.get(FACTION_IDS[faction], {}).items():
            if name in _PLACE:
                row[_PLACE[name]] = weight
        rows.append(row)
    return rows


def by_margins() -> dict[str, Any]:
    """Weights of somebody who has learned nothing yet: its own margin, and a little against everybody else's."""
    value, coming = {}, {}
    for name in FACTION_IDS:
        value[name] = {f"margin.{other}": 1.0 if other == name else -0.2 for other in FACTION_IDS}
        coming[name] = {f"margin.{name}": 1.0}
    coups = range(MOST_COUPS + 1)
    return {"value": {str(n): value for n in coups}, "coming": {str(n): coming for n in coups}}


@cache
def judge_of(era: str) -> Judge:
    """Who judges positions of this era: what was learned of it or of its kin, or margins alone where nothing was."""
    weights = files("fitl.thinker").joinpath("weights")
    for name in (era, *_kin_of(era)):
        found = weights.joinpath(f"{name}.json")
        if found.is_file():
            return Judge(json.loads(found.read_text(encoding="utf-8")))
    return Judge(by_margins())


def _kin_of(era: str) -> list[str]:
    """Eras that are played alike, nearest first: the same without a campaign's line (P7.4), and what came before."""
    line = ERAS[era].line if era in ERAS else ""
    plain = era.removesuffix(line).removesuffix(line[1:]) or BASE
    return [plain, *KIN.get(plain, ())]


def worth_to(faction: int, s: State) -> float:
    """What a position is worth to a Faction, by the weights of its era."""
    return judge_of(s.era.id).value(s, faction)
