"""Forged answers: everything that might be sent to a game by mistake or by malice, none of which may be taken.

Every attempt must be refused with a reason (`Refused`) and leave the game exactly as it was.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from fitl.board.factions import FACTIONS
from fitl.decisions import CHANCE, Decision, Option
from fitl.game import Game
from fitl.lab.invariants import require
from fitl.refusals import Refused

HUGE_KEY: Final = "x" * 1_000_000
HUGE_NUMBER: Final = 10**5000  # too long even to be written out

Attempt = tuple[str, Callable[[], None]]  # its kind, and the attempt itself


def snapshot(game: Game) -> tuple[object, ...]:
    """All that a refused answer must leave alone."""
    return (game.state.digest(), game.number, repr(game.decision), *_lengths(game))


def _lengths(game: Game) -> tuple[int, ...]:
    return (len(game.entries), len(game.log or ()), len(game.checkpoints), len(game.thoughts))


class Standstill:
    """A game as it was, to be compared again and again: stricter than `snapshot`, without writing everything out."""

    def __init__(self, game: Game) -> None:
        self._state = game.state.copy()
        self._decision = game.decision
        self._asked = repr(game.decision)
        self._counts = (game.number, *_lengths(game))
        self._latest = _latest(game)

    def holds(self, game: Game) -> bool:
        """Is the game in the same situation, with the same question and the same past?"""
        return (
            (game.number, *_lengths(game)) == self._counts
            and (game.decision is self._decision or repr(game.decision) == self._asked)
            and game.state == self._state
            and _latest(game) == self._latest
        )


def _latest(game: Game, n: int = 5) -> tuple[object, ...]:
    """The last answers, lines of the story and reasons: whatever goes wrong with these does so at their end."""
    return (game.entries[-n:], (game.log or [])[-n:], game.thoughts[-n:], game.checkpoints[-1].state)


def check_forgeries(game: Game, earlier: Decision | None = None) -> Counter[str]:
    """Try every forged answer to the present decision; how many of each kind. `earlier`: one asked before."""
    before = Standstill(game)
    tried: Counter[str] = Counter()
    for kind, attempt in forged_answers(game, earlier):
        try:
            attempt()
        except Refused as refusal:
            require(str(refusal), f"{kind}: refused without a reason")
        else:
            require(False, f"{kind}: accepted")
        require(before.holds(game), f"{kind}: the game has changed")
        tried[kind] += 1
    return tried


def forged_answers(game: Game, earlier: Decision | None = None) -> Iterator[Attempt]:
    """Every kind of wrong answer to the present decision."""
    decision = game.decision
    if decision is None:
        yield "after the end", lambda: game.choose("pass")
        yield "after the end", lambda: game.choose("pass", number=game.number, seat=0)
        return
    yield from _wrong_types(game, decision)
    yield from _wrong_keys(game, decision)
    yield from _other_options(game, decision, earlier)
    yield from _wrong_numbers(game, decision)
    yield from _wrong_seats(game, decision)
    yield from _wrong_transfers(game)
    for kept in (-1, len(game.entries) + 1, HUGE_NUMBER):
        yield "step back out of range", lambda kept=kept: game.rewind(kept)  # type: ignore[misc]


def _choose(game: Game, answer: Any, **message: Any) -> Callable[[], None]:
    return lambda: game.choose(answer, **message)


def _wrong_types(game: Game, decision: Decision) -> Iterator[Attempt]:
    key = decision.options[0].key
    for answer in (None, True, 3, 1.5, float("nan"), key.encode(), [key], (key,), {"key": key}, object()):
        yield "wrong type", _choose(game, answer)
    for number in (str(game.number), float(game.number), [game.number], bool(game.number), float("nan")):
        yield "wrong type", _choose(game, key, number=number)
    seat = game.state.options.seat_of(decision.actor) if decision.actor != CHANCE else 0
    for wrong in (str(seat), float(seat), [seat], {"seat": seat}, bool(seat)):
        yield "wrong type", _choose(game, key, seat=wrong)


def _wrong_keys(game: Game, decision: Decision) -> Iterator[Attempt]:
    key = decision.options[0].key
    for wrong in ("", " ", "no such key", key + " ", " " + key, key + "\n", key + "\0", key.upper() + "!", "../../etc"):
        if decision.find(wrong) is None:
            yield "unknown key", _choose(game, wrong)
    for wrong in ("\ud800", "\u202e" + key, "\u0661", "{key}", "%s" * 100):
        if decision.find(wrong) is None:
            yield "unknown key", _choose(game, wrong)
    yield "huge", _choose(game, HUGE_KEY)
    yield "huge", _choose(game, Option(HUGE_KEY, None))
    yield "huge", _choose(game, key, number=HUGE_NUMBER)
    yield "huge", _choose(game, key, number=-HUGE_NUMBER)
    yield "huge", _choose(game, key, seat=HUGE_NUMBER)


def _other_options(game: Game, decision: Decision, earlier: Decision | None) -> Iterator[Attempt]:
    """Options that this decision does not offer: made up, or of an earlier decision."""
    yield "option of another decision", _choose(game, Option("forged", decision.options[0].value))
    for option in earlier.options if earlier is not None else ():
        if decision.find(option.key) is None:
            yield "option of another decision", _choose(game, option)


def _wrong_numbers(game: Game, decision: Decision) -> Iterator[Attempt]:
    good = decision.options[0]
    for number in (-1, game.number - 1, game.number + 1, 10**12):
        yield "stale number", _choose(game, good, number=number)
    if game.entries:  # the last answer once more, as a client does that has not heard of its acknowledgement
        yield "replayed", _choose(game, game.entries[-1].key, number=game.number - 1)
        yield "replayed", _choose(game, game.entries[0].key, number=0 if game.number else -1)


def _wrong_seats(game: Game, decision: Decision) -> Iterator[Attempt]:
    options = game.state.options
    seats = range(len(options.seats))
    may = seats if decision.actor == CHANCE else (options.seat_of(decision.actor),)  # dice may be given by anybody
    for seat in (-1, 99, *seats):
        if seat not in may:
            yield "wrong seat", _choose(game, decision.options[0], seat=seat)
            yield "wrong seat", _choose(game, decision.options[-1].key, seat=seat, number=game.number)
    last = game.entries[-1].actor if game.entries else CHANCE
    if last in FACTIONS:
        for seat in (-1, *range(len(options.seats))):
            if seat != options.seat_of(last):
                yield "wrong seat", lambda seat=seat: game.undo(seat=seat)  # type: ignore[misc]


def _wrong_transfers(game: Game) -> Iterator[Attempt]:
    forged: tuple[tuple[object, object], ...] = (
        *((0, 1), (2, 0), (2, -1), (3, 10**9), (7, 1)),
        *(("nvc", 1), (2.0, 1), (None, 1), ([2], 1), (2, "1"), (2, 1.0), (2, True), (3, None), (3, HUGE_NUMBER)),
    )
    for giver, amount in forged:
        yield "forged transfer", lambda g=giver, n=amount: game.transfer(g, n)  # type: ignore[misc]
    for seat in (-1, 99, "2"):
        yield "forged transfer", lambda seat=seat: game.transfer(2, 1, seat=seat)  # type: ignore[misc]
