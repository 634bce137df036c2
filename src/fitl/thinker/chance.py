"""The chance of winning of every Faction in a position, calibrated on played games.

The evaluation (evaluation.py) ranks positions for one Faction. It does not say how often a position is won. Here its
values for all players become chances that add up to 1: a softmax whose few parameters are fitted to games, by era, by
kind of table and by number of Coups to come (`fitl lab calibrate`).
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Final, NamedTuple

from fitl.board.factions import FACTION_IDS
from fitl.rules.deck import coups_left
from fitl.state import Outcome, State
from fitl.thinker.evaluation import MOST_COUPS, judge_of, relatives_of
from fitl.thinker.features import cards_to_coup

PEOPLE: Final = "people"  # a table where nobody has the privileges of 8.1
BOTS: Final = "bots"
TERMS: Final = ("odds", "value", "value_far")  # what is known of a player's position
SURE: Final = 1e-4  # no chance is nearer to 0 or 1 before the game is over
FAR: Final = 10.0  # cards to the next Coup that count as one unit


class Terms(NamedTuple):
    """What is known of one player's position, in the order of TERMS."""

    odds: float  # the logarithm of the odds that the evaluation's own formula gives
    value: float  # the expected prize
    value_far: float  # the same times how far the next Coup is


class Curve(NamedTuple):
    """The parameters of a softmax: one weight for each of TERMS, and a bias by Faction."""

    weights: Sequence[float]
    bias: Mapping[int, float]

    def score(self, faction: int, terms: Terms) -> float:
        """The logarithm of a player's chance, up to a constant that all players share."""
        return sum(w * each for w, each in zip(self.weights, terms, strict=True)) + self.bias.get(faction, 0.0)


PLAIN: Final = Curve((0.5, 0.0, 0.0), {})  # about what most curves come to; where no games were played


def terms_of(s: State) -> dict[int, Terms]:
    """The terms of every player, by the first of the player's Factions in the game."""
    judge = judge_of(s.era.id, not s.options.privileged)
    far = cards_to_coup(s) / FAR
    found = {}
    for faction in leaders_of(s):
        chance, value = judge.chance_and_value(s, faction)
        chance = min(max(chance, SURE), 1 - SURE)
        found[faction] = Terms(log(chance / (1 - chance)), value, value * far)
    return found


def leaders_of(s: State) -> list[int]:
    """Of each player the first Faction that is in the game (1.5)."""
    present = [[each for each in seat if each in s.era.factions] for seat in s.options.seats]
    return [factions[0] for factions in present if factions]


def chances(s: State) -> dict[int, float]:
    """The chance of every Faction in the game to be on the winning side; players' chances add up to 1."""
    if s.outcome is not None:
        return _decided(s, s.outcome)
    curve = curve_of(s.era.id, table_of(s), min(coups_left(s), MOST_COUPS))
    by_leader = softmax({faction: curve.score(faction, terms) for faction, terms in terms_of(s).items()})
    return {each: by_leader[_leader(s, each)] for each in s.era.factions}


def chance_of(faction: int, s: State) -> float:
    """The chance of one Faction; 0 if it has left the game."""
    return chances(s).get(faction, 0.0)


def table_of(s: State) -> str:
    """Which kind of table this is: with privileged non-players, or without."""
    return BOTS if s.options.privileged else PEOPLE


def softmax(scores: Mapping[int, float]) -> dict[int, float]:
    """Shares of 1 that grow with the scores."""
    highest = max(scores.values())
    powers = {each: exp(score - highest) for each, score in scores.items()}
    total = sum(powers.values())
    return {each: power / total for each, power in powers.items()}


def _decided(s: State, outcome: Outcome) -> dict[int, float]:
    seats = s.options.seats
    winners = seats[s.options.seat_of(outcome.winner)]
    return {each: float(each in winners) for each in s.era.factions}


def _leader(s: State, faction: int) -> int:
    seat = s.options.seats[s.options.seat_of(faction)]
    return next(each for each in seat if each in s.era.factions)


@cache
def curve_of(era: str, table: str, coups: int) -> Curve:
    """The curve of an era, or of its nearest relative that was played."""
    for name in (era, *relatives_of(era)):
        for kind in (table, PEOPLE if table == BOTS else BOTS):
            told = _shipped().get(f"{name}.{kind}", {})
            if told:
                nearest = min(told, key=lambda each: (abs(int(each) - coups), each))
                return _curve(told[nearest])
    return PLAIN


def _curve(told: Mapping[str, float]) -> Curve:
    bias = {faction: told[name] for faction, name in enumerate(FACTION_IDS) if name in told}
    return Curve([told[name] for name in TERMS], bias)


@cache
def _shipped() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    text = files("fitl.thinker").joinpath("weights", "chances.json").read_text(encoding="utf-8")
    curves: dict[str, dict[str, dict[str, float]]] = json.loads(text)["curves"]
    return curves
