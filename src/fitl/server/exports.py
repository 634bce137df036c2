"""What may be taken away from a running game: journal and position, without its secrets.

The seed would tell all dice and cards to come, so whatever is exported is played again from a fresh one: the recorded
chance is the same, the future is not. Deception markers (7.3) cannot be left out of a journal; while they are hidden it
is given only to somebody who may see them all.
"""

import secrets
from typing import Any

from fitl import journal
from fitl.catalogue import tell
from fitl.game import Game
from fitl.refusals import Refused
from fitl.state import OVER, State
from fitl.words import line


def may_hide(s: State) -> bool:
    """Are there markers that some players must not see, or may there be later?"""
    return any(s.markers) or s.options.deception or s.options.uncertain_victory or bool(s.options.handicap)


def public_copy(game: Game, seats: frozenset[int]) -> Game:
    """The game with another future, for whoever holds these seats; Refused if it would tell them a secret."""
    s = game.state
    holders = {s.options.seat_of(seat[0]) for seat in s.options.unprivileged_seats()}  # thinkers have secrets too
    if may_hide(s) and s.stage != OVER and not holders <= seats:
        raise Refused(tell("server.refuse.export_secret"))
    return with_another_future(game, secrets.randbits(63))


def with_another_future(game: Game, seed: int) -> Game:
    """The same game with the dice and cards to come of another seed."""
    start = game.checkpoints[0].state.copy()
    start.seed = seed
    copy = Game(start, manual_chance=game.manual_chance)
    copy.begin(game.entries)
    copy.thoughts = list(game.thoughts)
    return copy


def journal_text(game: Game) -> str:
    return "".join(map(journal.to_text, journal.lines_of(game)))


def log_text(game: Game) -> str:
    """The whole story, a line each."""
    return "".join(line(entry, game.state.cards) + "\n" for entry in game.log or ())


def position(game: Game) -> dict[str, Any]:
    return game.position()
