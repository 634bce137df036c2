"""How people fared against non-players (7.1, 8.9), in words of our own.

One player alone is measured by the difference between its lowest margin and the highest margin of a non-player: 6 or
more is a victory, 1 to 5 a stalemate, less a defeat; and a game that ends in a Victory Phase is lost. Several players
lose together whenever a non-player comes first.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from fitl.board.factions import FACTION_IDS
from fitl.rules.coup.victory import plays_alone
from fitl.state import Outcome, State
from fitl.words import say

DEFEAT: Final = "defeat"
STALEMATE: Final = "stalemate"
VICTORY: Final = "victory"
TOGETHER: Final = "together"

VICTORY_FROM: Final = 6  # 8.9
CLEAR_FROM: Final = 6  # of our sentences: so far behind is a clear defeat
GREAT_FROM: Final = 12  # of our sentences: so far ahead is a great victory


class Verdict(NamedTuple):
    """How the people fared."""

    grade: str  # DEFEAT, STALEMATE or VICTORY of one player; TOGETHER: several lost to a non-player
    difference: int  # lowest margin of a player less the highest of a non-player
    faction: int  # the non-player that won, else the Faction whose margin was the player's

    @property
    def text(self) -> str:
        """The grade and a sentence about it."""
        size = "clear"
        if self.grade == DEFEAT and self.difference > -CLEAR_FROM:
            size = "narrow"
        elif self.grade == VICTORY and self.difference >= GREAT_FROM:
            size = "great"
        params = {"faction": self.faction, "difference": self.difference}
        name = FACTION_IDS[self.faction]
        if self.grade == TOGETHER:
            return say("verdict.together", params)
        grade = "overtaken" if self.grade == DEFEAT and self.difference > 0 else self.grade
        sentence = say(
            f"verdict.{self.grade}.{name}.{size}" if self.grade != STALEMATE else f"verdict.stalemate.{name}"
        )
        return say(f"verdict.grade.{grade}", params) + " " + sentence


def lost_alike(s: State) -> tuple[int, ...]:
    """7.1, 8.9: the players' Factions if a non-player has won: they have lost alike, whatever their margins."""
    outcome = s.outcome
    if outcome is None or outcome.winner not in s.options.privileged:
        return ()
    return tuple(faction for faction in outcome.ranking if faction not in s.options.privileged)


def standings(outcome: Outcome, lost: Collection[int]) -> list[tuple[int | None, int]]:
    """The places of a finished game, best first, as (place, Faction).

    Where players have lost alike (`lost`) only the winner has a place; the others follow by margin.
    """
    if not lost:
        return [(place, faction) for place, faction in enumerate(outcome.ranking, 1)]
    others = [faction for faction in outcome.ranking if faction != outcome.winner]
    others.sort(key=lambda faction: -outcome.margin(faction))
    return [(1, outcome.winner), *((None, faction) for faction in others)]


def verdict(s: State) -> Verdict | None:
    """How the people fared in a finished game; None without non-players, or if one of several people won."""
    outcome = s.outcome
    non_players = s.options.privileged
    if outcome is None or not non_players or not s.options.player_seats():
        return None
    people = [faction for faction in outcome.ranking if faction not in non_players]
    first = next(faction for faction in outcome.ranking if faction in non_players)
    difference = outcome.margin(people[0]) - outcome.margin(first)
    if not plays_alone(s):
        return Verdict(TOGETHER, difference, outcome.winner) if outcome.winner in non_players else None
    grade = _grade(outcome, difference)
    return Verdict(grade, difference, first if grade == DEFEAT else people[0])


def _grade(outcome: Outcome, difference: int) -> str:
    if outcome.reason == "victory" or difference <= 0:  # 8.9: the player never wins a Victory Phase; ties go to bots
        return DEFEAT
    return VICTORY if difference >= VICTORY_FROM else STALEMATE
