"""Shrinking a failure: the shortest list of answers after which the same thing still goes wrong.

A list of answers is given leniently, answers that are not offered left out, so that any part of a list can be tried.
Parts are left out as long as the failure stays (delta debugging): first halves, then quarters, at last single answers.
"""

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from fitl.board.factions import FACTION_BY_ID
from fitl.decisions import CHANCE
from fitl.entries import ANYBODY, ROLL, TRANSFER, Entry
from fitl.game import Game
from fitl.lab.invariants import Violation, check_decision, check_state
from fitl.refusals import Refused
from fitl.state import State

LONGEST: Final = 60.0  # seconds

Probe = Callable[[Game], None]  # looks for the failure where the answers have led, and raises it


class Failure(NamedTuple):
    """What went wrong, as it must go wrong again: numbers and quoted words may differ."""

    error: str
    message: str


def failure_of(error: BaseException) -> Failure:
    """What two errors must have in common to be the same failure."""
    return Failure(type(error).__name__, re.sub(r"'[^']*'|\[.*\]|\(.*\)|\d+", "_", str(error)))


class Shrunk(NamedTuple):
    """A game that fails after its last answer, or at the answer `next_answer`."""

    start: State
    entries: list[Entry]
    next_answer: str | None

    def game(self) -> Game:
        """The game up to the failure; chance is by hand, so that nothing happens after the last answer."""
        game = Game(self.start.copy(), manual_chance=True)
        with suppress(Exception):  # a fault may show already while these answers are given again
            game.begin(self.entries)
        return game


def shrink(
    starts: Sequence[tuple[State, int]], entries: Sequence[Entry], wanted: Failure, probe: Probe, manual_chance: bool
) -> Shrunk | None:
    """The shortest way found to the failure, None if it does not show again.

    `starts` are the situations to start from with the number of answers given before them, the latest first: the first
    from which the failure still shows is taken.
    """
    deadline = time.monotonic() + LONGEST
    for start, given in starts:
        found = _try(start, entries[given:], wanted, probe, manual_chance)
        if found is not None:
            return _minimal(found, wanted, probe, manual_chance, deadline)
        if time.monotonic() > deadline:
            break
    return None


def _minimal(found: Shrunk, wanted: Failure, probe: Probe, manual_chance: bool, deadline: float) -> Shrunk:
    part = max(1, len(_all(found)) // 2)
    while time.monotonic() < deadline:
        answers = _all(found)
        for begin in range(0, len(answers), part):
            fewer = [*answers[:begin], *answers[begin + part :]]
            smaller = _try(found.start, fewer, wanted, probe, manual_chance)
            if smaller is not None and len(_all(smaller)) < len(answers):
                found = smaller
                break
        else:
            if part == 1:
                break
            part = max(1, part // 2)
    return found


def _all(found: Shrunk) -> list[Entry]:
    last = [Entry(ANYBODY, found.next_answer)] if found.next_answer is not None else []
    return [*found.entries, *last]


def _try(start: State, entries: Sequence[Entry], wanted: Failure, probe: Probe, manual_chance: bool) -> Shrunk | None:
    """Give the answers that can be given; where the failure shows, None if it does not."""
    given: list[Entry] = []
    game = Game(start.copy(), manual_chance=True)
    key: str | None = None
    try:
        game.begin()
        for entry in entries:
            key = entry.key
            if not _give(game, entry):
                continue
            given = list(game.entries)
            key = None
            check_state(game.state)
            check_decision(game)
        key = None
        game.manual_chance = manual_chance
        game.follow(())  # chance that the game answers by itself
        probe(game)
    except Exception as error:
        if failure_of(error) == wanted:
            return Shrunk(start, given, None if isinstance(error, Violation) else key)
    return None


def _give(game: Game, entry: Entry) -> bool:
    """Give one recorded answer if it fits; did it?"""
    decision = game.decision
    if entry.actor == TRANSFER:
        giver, amount = entry.key.split(":")
        try:
            game.transfer(FACTION_BY_ID[giver], int(amount))
        except Refused:
            return False
        return True
    if entry.actor == ROLL:
        game.give_again(entry)
        return True
    if decision is None or decision.find(entry.key) is None:
        return False
    if entry.actor != ANYBODY and (entry.actor == CHANCE) != (decision.actor == CHANCE):
        return False
    game.give_again(Entry(ANYBODY, entry.key))
    return True
