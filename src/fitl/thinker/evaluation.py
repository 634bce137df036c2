"""What a position is worth to a Faction: learned weights for the features, by era and by how many Coups are to come.

A sum of weights cannot say that the own margin helps nobody who loses at the next Victory Phase. Where that decides
most games, the file of weights names the Faction, and it looks at its chance of victory first (`Judge._chance`).
Where nobody has the privileges of 8.1 games end otherwise than against non-players: a Faction that stands above 0 at a
Coup wins there, and mostly somebody does. Such tables have weights of their own, beside which that chance counts for
all.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from operator import mul
from typing import Any, Final

from fitl.board.factions import FACTION_IDS, FACTIONS
from fitl.compose import ERAS
from fitl.rules.coup.victory import counts_worse, plays_alone
from fitl.rules.deck import coups_left
from fitl.state import Outcome, State
from fitl.thinker.features import NAMES, features

WIN: Final = 10.0  # how much a victory is worth beside margin and lead
ENOUGH: Final = 3.0  # a margin above this wins no more games
BESIDE: Final = 0.1  # what all else counts for who looks at the chance of victory first
# How sure expected margins are, as the scale of a logistic curve: at the Coup, and more for each card before it. Among
# the best of some forty that were compared by how they told who won 120 games of a thinker and three flowcharts.
_AT_COUP: Final = (2.0, 0.2)  # a margin at the next Victory Phase
_AT_END: Final = (2.0, 0.3)  # the lead in the end ...
_FOR_EACH_COUP: Final = 6.0  # ... which is as much less sure for each Coup after the next
BASE: Final = "base"
PEOPLE: Final = ".people"  # ends the name of weights for tables where nobody has privileges
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
_TO_COUP: Final = _PLACE["to_coup"]

Weights = Sequence[float]


class Judge:
    """The weights of one era."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        """From the file: value and coming margin by number of Coups and Faction, as numbers by feature.

        "by_chance" names the Factions that look at their chance of victory first; "chance" is what it counts for the
        others beside the sum.
        """
        self._value = [_rows(told["value"][str(coups)]) for coups in range(MOST_COUPS + 1)]
        self._coming = [_rows(told["coming"][str(coups)]) for coups in range(MOST_COUPS + 1)]
        self._by_chance = [FACTION_IDS.index(name) for name in told.get("by_chance", ())]
        self._beside: float = told.get("chance", 0.0)

    def value(self, s: State, faction: int) -> float:
        """How good the position is for the Faction: the prize it may expect at the end."""
        plays = faction in s.era.factions
        by_chance = plays and faction in self._by_chance
        if s.outcome is not None:
            seat = _seat(s, faction)
            worth, chance = prize(s.outcome, seat), float(s.outcome.winner in seat)
        else:
            coups, numbers = min(coups_left(s), MOST_COUPS), features(s)
            worth, chance = _dot(self._value[coups][faction], numbers), 0.0
            if by_chance or (plays and self._beside):
                chance = self._chance(s, faction, coups, numbers)
        return WIN * chance + BESIDE * worth if by_chance else worth + self._beside * chance

    def chance_and_value(self, s: State, faction: int) -> tuple[float, float]:
        """The chance of victory before calibration (chance.py), and the expected prize, while the game goes on."""
        coups, numbers = min(coups_left(s), MOST_COUPS), features(s)
        return self._chance(s, faction, coups, numbers), _dot(self._value[coups][faction], numbers)

    def _chance(self, s: State, faction: int, coups: int, numbers: Weights) -> float:
        """How likely the Faction wins: nobody else does at the next Victory Phase, and it leads in the end (7.1, 7.3).

        One player against non-players cannot win before the end (8.9); anybody else may.
        """
        seat, to_coup = _seat(s, faction), numbers[_TO_COUP]
        margins = {each: _dot(self._coming[coups][each], numbers) for each in s.era.factions}
        of_seat = [margins.pop(each) for each in seat if each in margins]
        own = min(of_seat)  # 1.5: in the end the worse of a pair counts, in a Victory Phase of NVA and VC the better
        coming = max(of_seat) if len(of_seat) > 1 and not counts_worse(s, seat, final=False) else own
        later = _FOR_EACH_COUP * max(0, coups - 1)
        wins = _likely(own - max(margins.values()), _AT_END[0] + _AT_END[1] * to_coup + later)
        if not coups:
            return wins
        scale = _AT_COUP[0] + _AT_COUP[1] * to_coup
        passes = _likely(coming - 0.5, scale)  # 7.2: more than 0
        privileged, alone = s.options.privileged, plays_alone(s)
        mine = faction in privileged
        if mine or not alone:
            wins = 1 - (1 - wins) * (1 - passes)
        for other, margin in margins.items():
            theirs = other in privileged
            if alone and not theirs:
                continue
            beaten = _likely(margin - 0.5, scale)
            if mine == theirs:
                beaten *= _likely(margin - coming, scale)  # among equals the better margin wins
            elif mine:
                beaten *= 1 - passes  # 7.1: a non-player that passes beats all players
            wins *= 1 - beaten
        return wins

    def coming(self, s: State, faction: int) -> float:
        """The margin that the Faction is expected to have at the next Victory Phase."""
        if s.outcome is not None:
            return s.outcome.margin(faction)
        return _dot(self._coming[min(coups_left(s), MOST_COUPS)][faction], features(s))


def prize(outcome: Outcome, seat: Sequence[int]) -> float:
    """What an end is worth to who runs these Factions (1.5).

    Winning above all, then the margin as far as it helps, and how the best rival stands; who has left has no margin.
    Margins alone teach to do well for oneself while somebody else wins: a player against non-players loses as soon
    as one of them passes a Victory Phase, whatever the own margin (8.9).
    """
    own = min((margin for each in seat if (margin := outcome.margins[each]) is not None), default=0)
    best = max(margin for other, margin in enumerate(outcome.margins) if margin is not None and other not in seat)
    return min(own, ENOUGH) - best / 2 + WIN * (outcome.winner in seat)


def _seat(s: State, faction: int) -> tuple[int, ...]:
    """1.5: the Factions of the player who runs this one."""
    return s.options.seats[s.options.seat_of(faction)]


def _likely(margin: float, scale: float) -> float:
    """How likely what is expected to be so far above 0 will be above it."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, margin / scale))))


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


def by_margins() -> dict[str, object]:
    """Weights of somebody who has learned nothing yet: its own margin, and a little against everybody else's."""
    value, coming = {}, {}
    for name in FACTION_IDS:
        value[name] = {f"margin.{other}": 1.0 if other == name else -0.2 for other in FACTION_IDS}
        coming[name] = {f"margin.{name}": 1.0}
    coups = range(MOST_COUPS + 1)
    return {"value": {str(n): value for n in coups}, "coming": {str(n): coming for n in coups}}


@cache
def shipped(name: str) -> Mapping[str, object] | None:
    """The file of weights of this name, if there is one."""
    found = files("fitl.thinker").joinpath("weights", f"{name}.json")
    if not found.is_file():
        return None
    told: dict[str, object] = json.loads(found.read_text(encoding="utf-8"))
    return told


@cache
def judge_of(era: str, among_people: bool = False) -> Judge:
    """Who judges positions of this era: what was learned of it or of its kin, or margins alone where nothing was.

    A table `among_people`, where nobody has privileges, is judged by weights of its own where there are any.
    """
    for name in (era, *relatives_of(era)):
        for told in (shipped(name + PEOPLE) if among_people else None, shipped(name)):
            if told is not None:
                return Judge(told)
    return Judge(by_margins())


def relatives_of(era: str) -> list[str]:
    """Eras that are played alike, nearest first: the same without a campaign's line (P7.4), and what came before."""
    line = ERAS[era].line if era in ERAS else ""
    plain = era.removesuffix(line).removesuffix(line[1:]) or BASE
    return [plain, *KIN.get(plain, ())]


def worth_to(faction: int, s: State) -> float:
    """What a position is worth to a Faction, by the weights of its era."""
    return judge_of(s.era.id).value(s, faction)


def worth_at_table(faction: int, s: State) -> float:
    """The same by weights for who plays: people, or non-players with privileges among them."""
    return judge_of(s.era.id, not s.options.privileged).value(s, faction)
