"""Stages of a game played again on a copy: with other luck, or with another turn."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from fitl.answers import drawn
from fitl.decisions import CHANCE, Decision, Option
from fitl.entries import Entry
from fitl.game import Game
from fitl.lookback import moment
from fitl.state import LogEntry, State
from fitl.thinker.lines import Line
from fitl.thinker.policy import Dice, fast_answer
from fitl.thinker.search import MOST_ANSWERS, Answer, Way, follow

MOST_ENTRIES: Final = 500  # of one stage


class Stage(NamedTuple):
    """What happened between two checkpoints."""

    before: State
    after: State
    first: int  # entries before it
    end: int  # entries after it
    answers: Sequence[tuple[int, str, str]]  # actor, kind of question and key, chance left out
    rolled: bool  # dice or cards had a part in it

    def first_of(self, game: Game, faction: int) -> int | None:
        """How many entries came before the faction's first answer; None if it answered nothing."""
        entries = game.entries[self.first : self.end]
        return next((self.first + i for i, entry in enumerate(entries) if entry.actor == faction), None)

    def way_of(self, faction: int) -> Way:
        """The faction's answers."""
        return tuple((kind, key) for actor, kind, key in self.answers if actor == faction)


def stages_of(game: Game) -> Iterable[Stage]:
    """All stages of a game in which something happened."""
    ends = [*(each.entries for each in game.checkpoints[1:]), len(game.entries)]
    states = [*(each.state for each in game.checkpoints[1:]), game.state]
    for begun, end, after in zip(game.checkpoints, ends, states, strict=True):
        entries = game.entries[begun.entries : end]
        if entries:
            answers = _answered(game, begun.entries, end)
            yield Stage(begun.state, after, begun.entries, end, answers, _rolled(entries))


def _rolled(entries: Sequence[Entry]) -> bool:
    return any(entry.actor == CHANCE for entry in entries)


def _answered(game: Game, first: int, end: int) -> list[tuple[int, str, str]]:
    """The answers of some entries, with the kinds of the questions."""
    copy, _ = moment(game, first)
    found = []
    for entry in game.entries[first:end]:
        if copy.decision is not None and entry.actor >= 0:
            found.append((entry.actor, copy.decision.kind, entry.key))
        copy.give_again(entry)
    return found


def with_other_luck(stage: Stage, seed: int) -> State:
    """Where a stage leads if everybody answers as they did, as far as possible, and chance falls otherwise."""
    dice = Dice(seed)
    line = Line(stage.before.copy(), dice.seed())
    rest: dict[int, list[Answer]] = {}
    for actor, kind, key in stage.answers:
        rest.setdefault(actor, []).append((kind, key))
    for _ in range(MOST_ANSWERS):
        if line.decision is None:
            break
        line.choose(follow(line.decision, rest.get(line.decision.actor, [])) or fast_answer(line.decision, dice))
    return line.state


class Played(NamedTuple):
    """Another turn, played out to the end of its stage."""

    entries: Sequence[Entry]  # after the game's own up to the turn
    story: Sequence[LogEntry]


def with_other_turn(game: Game, first: int, faction: int, way: Way, seed: int) -> Played:
    """What happens if the faction goes on from an entry by another way."""
    copy, _ = moment(game, first)
    rest, dice = list(way), Dice(seed)
    stages, before, told = len(copy.checkpoints), len(copy.entries), len(copy.log or ())
    for _ in range(MOST_ENTRIES):
        if copy.decision is None or len(copy.checkpoints) > stages:
            break
        copy.choose(_answer(copy.decision, faction, rest, dice))
    ends = [(each.entries, each.log) for each in copy.checkpoints[stages : stages + 1]]
    end, last_line = ends[0] if ends else (len(copy.entries), len(copy.log or ()))
    return Played(copy.entries[before:end], (copy.log or [])[told:last_line])


def _answer(decision: Decision, faction: int, rest: list[Answer], dice: Dice) -> Option:
    if decision.actor == CHANCE:
        return drawn(decision, dice.seed())
    found = follow(decision, rest) if decision.actor == faction else None
    return found or fast_answer(decision, dice)
