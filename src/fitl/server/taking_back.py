"""What taking back would undo: one's own last answer, and everything after it."""

from collections.abc import Collection
from typing import NamedTuple

from fitl.board.factions import FACTION_BY_ID
from fitl.decisions import CHANCE
from fitl.entries import ROLL, TRANSFER, Entry
from fitl.game import Game


class TakeBack(NamedTuple):
    """A way back: how many entries would be kept, whether that needs nobody's consent, and whose answers go."""

    kept: int
    free: bool
    others: int  # answers of other people
    bots: int  # answers of non-players


def seat_of(game: Game, entry: Entry) -> int | None:
    """The seat of the person who gave an entry; None if nobody at a seat did (dice, cards, non-players)."""
    options = game.state.options
    if entry.actor == TRANSFER:
        return options.seat_of(FACTION_BY_ID[entry.key.partition(":")[0]])
    if entry.actor < 0 or entry.actor in options.non_players:
        return None
    return options.seat_of(entry.actor)


def own_last(game: Game, seats: Collection[int]) -> int:
    """Where the last answer given at one of these seats stands among the entries, -1 if there is none.

    What people typed in for a physical table is everybody's.
    """
    for number in range(len(game.entries) - 1, game.checkpoints[0].entries - 1, -1):
        entry = game.entries[number]
        if (entry.actor in (CHANCE, ROLL) and game.manual_chance) or seat_of(game, entry) in seats:
            return number
    return -1


def way_back(game: Game, seats: Collection[int], alone: bool, to: int | None = None) -> TakeBack | None:
    """Back to the last answer of these seats, or to one they gave earlier; None if there is no such answer.

    Alone any way is free. Together it is up to a die, a card or another person's answer.
    """
    kept = own_last(game, seats) if to is None else to
    if not game.checkpoints[0].entries <= kept < len(game.entries):
        return None
    if to is not None and seat_of(game, game.entries[to]) not in seats:
        return None
    after = game.entries[kept:]
    others = bots = dice = 0
    for entry in after:
        if entry.actor in (CHANCE, ROLL):
            dice += not game.manual_chance
        elif entry.actor in game.state.options.non_players:
            bots += 1
        elif seat_of(game, entry) not in seats:
            others += 1
    return TakeBack(kept, alone or not (others or dice), others, bots)
