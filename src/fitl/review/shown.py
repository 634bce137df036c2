"""A review as plain data with its words, for the terminal, the page and programs alike."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypedDict

from fitl.board.factions import FACTION_IDS
from fitl.entries import actor_id
from fitl.game import Game
from fitl.review.line import Stage, stages_of
from fitl.review.study import Better, Moment, Review, Turn, moments_of
from fitl.state import ON_CARDS, SET_UP, TURN
from fitl.thinker.reasons import told
from fitl.thinker.search import Way
from fitl.words import say, story_line

TURNING_POINTS: Final = 5
LEAST_TURN: Final = 0.04  # a smaller change of a chance is no turning point
WORST: Final = 3  # turns named in a summary
DIGITS: Final = 4


class ReviewMoment(TypedDict):
    """The chances when a stage begins."""

    entry: int
    card: int
    stage: str
    title: str
    chances: dict[str, float]  # by Faction, 0 to 1


class BetterTurn(TypedDict):
    """A better turn, as it may go."""

    words: str
    story: list[str]
    entries: list[list[str]]  # actor and key of each answer, dice and cards included


class TurnVerdict(TypedDict):
    """The verdict on one turn."""

    faction: str
    entry: int  # answers before it
    end: int  # answers when its stage was over
    stage: str
    title: str
    words: str
    played: float  # the chance of winning that could be expected from it
    best: float  # the same of the best turn found
    cost: float
    better: BetterTurn | None


class TurningPoint(TypedDict):
    """A stage that changed a chance most."""

    entry: int
    title: str
    faction: str
    before: float
    after: float


class PlayerSummary(TypedDict):
    """One Faction in short."""

    faction: str
    turns: int
    cost: float  # chance given away in all turns
    in_coups: float  # the part of it given away in Coup Rounds
    luck: float
    worst: list[int]  # places in `turns`, the dearest first


class TurnAhead(TypedDict):
    """A turn that can be judged."""

    entry: int
    faction: str
    title: str


class ReviewOutline(TypedDict):
    """What a review begins with: everything but the verdicts."""

    moments: list[ReviewMoment]
    turning_points: list[TurningPoint]
    turns: list[TurnAhead]


class ReviewShown(TypedDict):
    """The review of a game."""

    moments: list[ReviewMoment]
    turns: list[TurnVerdict]
    turning_points: list[TurningPoint]
    players: list[PlayerSummary]
    ended_early: bool


def shown(game: Game, found: Review) -> ReviewShown:
    """The review as plain data, in the reader's language."""
    return {
        "moments": [_moment(game, each) for each in found.moments],
        "turns": [turn_shown(game, each) for each in found.turns],
        "turning_points": _turning_points(game, found.moments),
        "players": [_player(found, faction) for faction in found.luck],
        "ended_early": found.ended_early,
    }


def outline(game: Game) -> ReviewOutline:
    """The chances over the game, and the turns of all Factions."""
    moments = moments_of(game)
    return {
        "moments": [_moment(game, each) for each in moments],
        "turning_points": _turning_points(game, moments),
        "turns": [_ahead(game, stage, faction) for stage in stages_of(game) for faction in _actors(stage)],
    }


def _actors(stage: Stage) -> list[int]:
    """The Factions that answered something, in order."""
    if stage.before.stage == SET_UP:
        return []
    return list(dict.fromkeys(actor for actor, _, _ in stage.answers))


def _ahead(game: Game, stage: Stage, faction: int) -> TurnAhead:
    first = stage.first_of(game, faction)
    assert first is not None
    title = title_of(game, stage.before.card, stage.before.stage)
    return {"entry": first, "faction": FACTION_IDS[faction], "title": title}


def title_of(game: Game, card: int, stage: str) -> str:
    """Where in the game this was: the card, and the phase if it is not a turn."""
    if not card:
        return say(f"cli.stage.{stage}")
    where = "" if stage == TURN else ", " + say(f"cli.stage.{stage}")
    return say("review.title", {"card": card, "where": where}, game.state.cards)


def _moment(game: Game, each: Moment) -> ReviewMoment:
    return {
        "entry": each.entries,
        "card": each.card,
        "stage": each.stage,
        "title": title_of(game, each.card, each.stage),
        "chances": {FACTION_IDS[faction]: round(chance, DIGITS) for faction, chance in each.chances.items()},
    }


def turn_shown(game: Game, each: Turn) -> TurnVerdict:
    """One verdict."""
    return {
        "faction": FACTION_IDS[each.faction],
        "entry": each.first,
        "end": each.end,
        "stage": each.stage,
        "title": title_of(game, each.card, each.stage),
        "words": _words(game, each.faction, each.stage, each.way),
        "played": round(each.played, DIGITS),
        "best": round(each.best, DIGITS),
        "cost": round(each.cost, DIGITS),
        "better": _better(game, each, each.better) if each.better is not None else None,
    }


def _better(game: Game, turn: Turn, better: Better) -> BetterTurn:
    return {
        "words": _words(game, turn.faction, turn.stage, better.way, "review.turn.phase_better"),
        "story": [story_line(game.state, line) for line in better.story],
        "entries": [[actor_id(entry.actor), entry.key] for entry in better.entries],
    }


def _words(game: Game, faction: int, stage: str, way: Way, phase: str = "review.turn.phase") -> str:
    """A turn in a few words; the title tells which phase it was, if it was one."""
    if stage != TURN:
        return say(phase)
    form, params = told(way, game.state.era.operations.get(faction, ()))
    return say(f"review.turn.{form}", params, game.state.cards)


def _turning_points(game: Game, moments: Sequence[Moment]) -> list[TurningPoint]:
    """The stages that changed a Faction's chance most, in the order of play."""
    changes = [
        (after.chances[faction] - chance, faction, before, after)
        for before, after in pairwise(moments)
        for faction, chance in before.chances.items()
        if faction in after.chances
    ]
    by_stage = {}
    for change in sorted(changes, key=lambda each: abs(each[0])):
        by_stage[change[2].entries] = change
    largest = sorted(by_stage.values(), key=lambda each: -abs(each[0]))[:TURNING_POINTS]
    return [
        {
            "entry": before.entries,
            "title": title_of(game, before.card, before.stage),
            "faction": FACTION_IDS[faction],
            "before": round(before.chances[faction], DIGITS),
            "after": round(after.chances[faction], DIGITS),
        }
        for change, faction, before, after in sorted(largest, key=lambda each: each[2].entries)
        if abs(change) >= LEAST_TURN
    ]


def _player(found: Review, faction: int) -> PlayerSummary:
    turns = [(place, each) for place, each in enumerate(found.turns) if each.faction == faction]
    dear = sorted((place for place, each in turns if each.cost), key=lambda place: -found.turns[place].cost)
    return {
        "faction": FACTION_IDS[faction],
        "turns": len(turns),
        "cost": round(sum(each.cost for _, each in turns), DIGITS),
        "in_coups": round(sum(each.cost for _, each in turns if each.stage not in ON_CARDS), DIGITS),
        "luck": round(found.luck[faction], DIGITS),
        "worst": dear[:WORST],
    }
