"""Exports of a running game: journal and position, without its secrets.

The seed would tell all dice and cards to come, so whatever is exported is played again from a fresh one: the recorded
chance is the same, the future is not. Deception markers (7.3) cannot be left out of a journal; while they are hidden it
is given only to somebody who may see them all.
"""

import re
import secrets
from typing import Final

from fitl import journal
from fitl.catalogue import catalogue, tell
from fitl.game import Game
from fitl.lookback import moment
from fitl.refusals import Refused
from fitl.server.story import COUP_PHASES
from fitl.state import OVER, TURN, LogEntry, State, is_added
from fitl.words import story_line

# What somebody does: the lines after it belong to it.
ACTS: Final = frozenset(
    ("log.operation", "log.activity", "log.event", "log.pass", "log.free_operation", "log.free_activity")
)

MINUS: Final = "\N{MINUS SIGN}"
_HYPHEN: Final = re.compile(r"(?<![^\s(])-(?=\d)")  # before a number, as the page replaces it too


def may_hide(s: State) -> bool:
    """Are there markers that some players must not see, or may there be later?"""
    return any(s.markers) or s.options.deception or s.options.uncertain_victory or bool(s.options.handicap)


def public_copy(game: Game, seats: frozenset[int]) -> Game:
    """The game with another future, for the holder of these seats; Refused if it would tell them a secret."""
    _check_open(game, seats)
    return with_another_future(game, secrets.randbits(63))


def _check_open(game: Game, seats: frozenset[int]) -> None:
    """Refused if something is hidden from the holder of these seats."""
    s = game.state
    holders = {s.options.seat_of(seat[0]) for seat in s.options.unprivileged_seats()}  # thinkers have secrets too
    if may_hide(s) and s.stage != OVER and not holders <= seats:
        raise Refused(tell("server.refuse.export_secret"))


def with_another_future(game: Game, seed: int) -> Game:
    """The same game with the dice and cards to come of another seed."""
    start = game.checkpoints[0].state.copy()
    start.seed = seed
    copy = Game(start, manual_chance=game.manual_chance)
    copy.begin(game.entries)
    copy.thoughts = list(game.thoughts)
    return copy


def position_then(game: Game, seats: frozenset[int], at: int) -> dict[str, object]:
    """The position when `at` entries had been given, with another future; Refused if it would tell a secret.

    Of a game with hidden markers (7.3) nothing can be told, for later entries tell what was hidden earlier.
    """
    _check_open(game, seats)
    copy, _ = moment(game, at)
    return {**copy.position(), "seed": secrets.randbits(63)}


def journal_text(game: Game) -> str:
    return "".join(map(journal.to_text, journal.lines_of(game)))


def log_text(game: Game) -> str:
    """The whole story, a line each: cards and Coup phases as headings, what belongs to an act indented below it."""
    log, starts = game.log or [], game.checkpoints
    ends = [*(checkpoint.log for checkpoint in starts[1:]), len(log)]
    found, stage = [], TURN
    for checkpoint, end in zip(starts, ends, strict=True):
        if checkpoint.log == end:
            continue
        before, stage = stage, checkpoint.state.stage
        if stage != before and (stage in COUP_PHASES or is_added(stage)):
            found.append("\n" + _heading(stage))
        found += [_indent(entry) + story_line(checkpoint.state, entry) for entry in log[checkpoint.log : end]]
    return _HYPHEN.sub(MINUS, "\n".join(found).lstrip("\n") + "\n")


def _heading(stage: str) -> str:
    """What a Coup phase, or a step of a scene between two decks, is called."""
    chapter = f"web.table.chapter.{stage}.title"
    return tell(chapter if chapter in catalogue() else f"web.table.stage.{stage}")


def _indent(entry: LogEntry) -> str:
    if entry.message == "log.card":
        return "\n"
    return "  " if entry.message in ACTS else "    "
