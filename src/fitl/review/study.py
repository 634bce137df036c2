"""The review of a game: what every turn cost in points of winning chance, and how much was luck.

Each turn is judged by what its seat knew (determinize.py). A search looks for the best turn; then this turn and the
one that was played meet the same dice and cards. What is lost between the two is the cost of the turn. What happened
beyond the average of other dice and cards is luck.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from math import fsum
from typing import Final, NamedTuple

from fitl.entries import Entry
from fitl.game import Game
from fitl.lookback import moment
from fitl.review.line import Stage, stages_of, with_other_luck, with_other_turn
from fitl.state import SET_UP, LogEntry, State
from fitl.thinker.chance import chance_of, chances
from fitl.thinker.composing import Composer
from fitl.thinker.determinize import known_to
from fitl.thinker.lookahead import look_ahead, on_from
from fitl.thinker.search import Way

GoOn = Callable[[float], bool]

MEETINGS: Final = 16  # dice and cards that the played and the best turn both meet
LUCK: Final = 12  # other dice and cards with which a stage is played again
CLEAR: Final = 2.0  # standard errors by which a better turn must win


class Effort(NamedTuple):
    """How much is searched for each turn."""

    playouts: int
    looks: int


USUAL: Final = Effort(1200, 120)


class Moment(NamedTuple):
    """The chances of all Factions when a stage begins."""

    entries: int
    card: int
    stage: str
    chances: dict[int, float]


class Better(NamedTuple):
    """A better turn, played out with one luck."""

    way: Way
    entries: Sequence[Entry]  # of this turn, after the game's own up to the turn
    story: Sequence[LogEntry]


class Turn(NamedTuple):
    """One turn, or one part in a phase, of a Faction."""

    faction: int
    card: int
    stage: str
    way: Way  # the Faction's answers
    first: int  # entries before its first answer
    end: int  # entries when the stage was over
    played: float  # the chance that could be expected from it
    best: float  # the same of the best turn found
    better: Better | None  # None if no clearly better turn was found

    @property
    def cost(self) -> float:
        """The chance of winning that it gave away."""
        return self.best - self.played if self.better is not None else 0.0


class Review(NamedTuple):
    """The review of a game."""

    moments: Sequence[Moment]
    turns: Sequence[Turn]
    luck: dict[int, float]  # by Faction: the chance of winning that dice and cards brought, above or below average
    ended_early: bool


def review(game: Game, factions: Collection[int], effort: Effort = USUAL, go_on: GoOn = lambda part: True) -> Review:
    """Judge all turns of these Factions; `go_on` hears which part is done, and may end the review there."""
    turns = []
    luck = dict.fromkeys(sorted(factions), 0.0)
    ended = False
    for stage in stages_of(game):
        ended = ended or not go_on(stage.first / max(1, len(game.entries)))
        if stage.before.stage == SET_UP or ended:
            continue
        for faction in luck:
            luck[faction] += _luck(stage, faction)
            if stage.first_of(game, faction) is not None:
                turns.append(judge(game, stage, faction, effort))
    return Review(moments_of(game), turns, luck, ended)


def moments_of(game: Game) -> list[Moment]:
    """The chances at the beginning of every stage, and at the present."""
    marks = [(each.entries, each.state) for each in game.checkpoints if each.entries < len(game.entries)]
    return [Moment(n, s.card, s.stage, chances(s)) for n, s in (*marks, (len(game.entries), game.state))]


def turn_at(game: Game, entry: int, effort: Effort = USUAL) -> Turn | None:
    """The verdict on the turn that begins with this entry; None if it is no player's answer outside set-up."""
    if not 0 <= entry < len(game.entries) or game.entries[entry].actor < 0:
        return None
    stage = next(each for each in stages_of(game) if each.first <= entry < each.end)
    return None if stage.before.stage == SET_UP else judge(game, stage, game.entries[entry].actor, effort)


def mean_of(numbers: Iterable[float]) -> float:
    """The mean, without `statistics`, which the static site leaves out (site/left_out.toml)."""
    found = list(numbers)
    return fsum(found) / len(found)


def _luck(stage: Stage, faction: int) -> float:
    """What dice and cards brought a Faction in a stage, beyond the average."""
    if not stage.rolled or faction not in stage.before.era.factions:
        return 0.0
    usual = mean_of(chance_of(faction, with_other_luck(stage, seed)) for seed in range(1, LUCK + 1))
    return chance_of(faction, stage.after) - usual


def judge(game: Game, stage: Stage, faction: int, effort: Effort) -> Turn:
    """The verdict on what a Faction answered in a stage."""
    first = stage.first_of(game, faction)
    assert first is not None
    copy, _ = moment(game, first)
    options = copy.state.options
    known = known_to(options.seats[options.seat_of(faction)], copy)
    worth = partial(chance_of, faction)
    played_way = stage.way_of(faction)
    search = Composer(faction, known, worth, known.seed())
    search.run(effort.playouts, (played_way,))
    look_ahead(search, effort.looks, lambda part: True)
    best_way = search.best[0].way
    meet = partial(_meetings, search, faction, worth)
    played = meet(played_way)
    best = played if best_way == played_way else meet(best_way)
    better = None
    if _clearly(best, played):
        better = Better(best_way, *with_other_turn(game, first, faction, best_way, known.seed()))
    where = faction, stage.before.card, stage.before.stage, played_way
    return Turn(*where, first, stage.end, mean_of(played), mean_of(best), better)


def _meetings(search: Composer, faction: int, worth: Callable[[State], float], way: Way) -> list[float]:
    """What a way is worth with each luck, played on to the Faction's next turn."""
    return [on_from(search.outcome(way, luck), faction, search.seed_of(luck), worth) for luck in range(1, MEETINGS + 1)]


def _clearly(best: Sequence[float], played: Sequence[float]) -> bool:
    """Is one better than the other by more than chance explains?"""
    gaps = [one - other for one, other in zip(best, played, strict=True)]
    mean = mean_of(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean > 0 and mean * mean * len(gaps) > CLEAR * CLEAR * spread
