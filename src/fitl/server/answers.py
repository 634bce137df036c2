"""Answers in words: what was answered to which question, for take-backs and for the plan of the turn under way."""

from collections.abc import Collection
from typing import Final, NamedTuple

from fitl.board.pieces import KIND_IDS
from fitl.board.spaces import row_id
from fitl.catalogue import spoken_language, tell
from fitl.decisions import CHANCE, Decision, Option
from fitl.entries import TRANSFER
from fitl.game import Game
from fitl.lookback import moment
from fitl.server.wire.table import PlannedAnswer
from fitl.view import SECRET_KINDS, Seats
from fitl.words import faction_name, label, prompt, say

PLANNED: Final = 80  # the last answers of a turn that are shown one by one


class Answer(NamedTuple):
    """One answer: its place among the entries, the question, the option chosen, and the log lines before it."""

    number: int
    decision: Decision
    option: Option
    log: int


class Answers:
    """The answers of one game in words. What was not heard when it was given is read off by playing it again."""

    def __init__(self) -> None:
        self._heard: dict[int, Answer] = {}
        self._planned: dict[tuple[int, str], tuple[Answer, PlannedAnswer]] = {}  # in words, by number and language

    def forget(self) -> None:
        self._heard.clear()
        self._planned.clear()

    def hear(self, game: Game, key: str) -> None:
        """The present decision is about to be answered."""
        decision = game.decision
        option = decision.find(key) if decision is not None else None
        if decision is not None and option is not None:
            self._heard[game.number] = Answer(game.number, decision, option, len(game.log or ()))

    def between(self, game: Game, first: int, last: int) -> list[Answer]:
        """The answers among the entries from `first` up to `last`."""
        wanted = [number for number in range(first, last) if game.entries[number].actor >= 0]
        for number in wanted:
            heard = self._heard.get(number)
            if heard is None or (heard.decision.actor, heard.option.key) != game.entries[number]:
                self._read(game, number, last)
                break
        return [self._heard[number] for number in wanted if number in self._heard]

    def _read(self, game: Game, first: int, last: int) -> None:
        copy, before = moment(game, first)
        for number in range(first, last):
            decision, entry = copy.decision, game.entries[number]
            option = decision.find(entry.key) if decision is not None else None
            if decision is not None and option is not None and entry.actor >= 0:
                self._heard[number] = Answer(number, decision, option, before + len(copy.log or ()))
            copy.give_again(entry)

    def words(self, game: Game, number: int, seats: Seats) -> str:
        """One answer with its Faction, as in “Pass” (US), as somebody at these seats may know it."""
        entry = game.entries[number]
        if entry.actor == TRANSFER:
            return tell("server.answer.transfer")
        if entry.actor < 0:
            return tell("server.answer.typed", key=entry.key)
        found = self.between(game, number, number + 1)
        return in_words(game, found[0].decision, found[0].option, seats)

    def plan(self, game: Game, seats: Seats) -> list[PlannedAnswer]:
        """What the seat that is asked has answered so far in this turn or phase, oldest first."""
        decision = game.decision
        if decision is None or decision.actor < 0:
            return []
        last = len(game.entries)
        first = max(_begun(game, decision.actor), last - PLANNED)
        return [
            self._planned_answer(game, answer)
            for answer in self.between(game, first, last)
            if answer.decision.actor == decision.actor and not _hidden(game, answer.decision, seats)
        ]

    def _planned_answer(self, game: Game, answer: Answer) -> PlannedAnswer:
        """An answer as the plan has it, worded once."""
        place = answer.number, spoken_language()
        kept = self._planned.get(place)
        if kept is None or kept[0] is not answer:
            if len(self._planned) > 4 * PLANNED:
                self._planned.clear()
            kept = self._planned[place] = (answer, _planned(game, answer))
        return kept[1]

    def own_lines(self, game: Game, people: Collection[int]) -> int:
        """The log line that begins the turn of the seat that is asked, or that enters dice or cards by hand.

        All lines of the phase that stand before it tell of others; so does every line while a bot plays.
        """
        lines = len(game.log or ())
        actor = _under_way(game)
        if actor is None or game.state.options.seat_of(actor) not in people:
            return lines
        first = _begun(game, actor)
        if first == game.checkpoints[-1].entries:
            return game.checkpoints[-1].log
        own = self.between(game, first, len(game.entries))
        return own[0].log if own else lines


def _planned(game: Game, answer: Answer) -> PlannedAnswer:
    option = answer.option
    counted = _counted(answer.decision, option)
    return {
        "number": answer.number,
        "kind": answer.decision.kind,
        "key": option.key,
        "label": _told(game, answer.decision, option),
        "spaces": [row_id(row) for row in option.spaces],
        "piece": None if option.piece is None else KIND_IDS[option.piece],
        "amount": option.amount,
        "counts": None if counted is None else KIND_IDS[counted],
    }


def _begun(game: Game, actor: int) -> int:
    """Since which entry of the turn or phase under way this Faction alone has answered."""
    first = len(game.entries)
    while first > game.checkpoints[-1].entries and game.entries[first - 1].actor in (actor, TRANSFER, CHANCE):
        first -= 1
    return first


def _under_way(game: Game) -> int | None:
    """The Faction that is asked or, while chance is, that answered last in the turn or phase under way."""
    if game.decision is None or game.decision.actor >= 0:
        return None if game.decision is None else game.decision.actor
    answers = game.entries[game.checkpoints[-1].entries :]
    return next((entry.actor for entry in reversed(answers) if entry.actor >= 0), None)


def in_words(game: Game, decision: Decision, option: Option, seats: Seats) -> str:
    """An answer with its Faction, as somebody at these seats may know it."""
    faction = faction_name(decision.actor)
    if _hidden(game, decision, seats):
        return tell("server.answer.hidden", faction=faction)
    return tell("server.answer.given", faction=faction, label=_told(game, decision, option))


def _told(game: Game, decision: Decision, option: Option) -> str:
    """An answer as it is understood without its question: a number with its pieces, a Yes with what it agrees to."""
    cards = game.state.cards
    words = label(decision, option, cards)
    piece = _counted(decision, option)
    if piece is not None:
        return say("server.answer.pieces", {"n": option.amount, "piece": piece}, cards)
    question, asked, _ = prompt(decision, cards).partition("?")
    if words == say("option.yes") and asked:
        return tell("server.answer.agreed", question=question + asked, label=words)
    return words


def _counted(decision: Decision, option: Option) -> int | None:
    """The kind of piece of which a number was answered."""
    piece = decision.params.get("piece")
    return piece if option.amount is not None and type(piece) is int else None


def _hidden(game: Game, decision: Decision, seats: Seats) -> bool:
    """7.3: is this about Deception markers, so that only their holder may know what was answered?"""
    if decision.kind not in SECRET_KINDS:
        return False
    return seats is not None and game.state.options.seat_of(decision.actor) not in seats
