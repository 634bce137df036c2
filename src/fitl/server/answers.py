"""Answers in words: what was answered to which question, for take-backs and for the plan of the turn under way."""

from typing import Any, Final, NamedTuple

from fitl.board.pieces import KIND_IDS
from fitl.board.spaces import row_id
from fitl.catalogue import tell
from fitl.decisions import CHANCE, Decision, Option
from fitl.entries import TRANSFER
from fitl.game import Game
from fitl.lookback import moment
from fitl.view import SECRET_KINDS, Seats
from fitl.words import faction_name, label, prompt, say

PLANNED: Final = 80  # the last answers of a turn that are told one by one


class Answer(NamedTuple):
    """One answer: its place among the entries, the question, and the option chosen."""

    number: int
    decision: Decision
    option: Option


class Answers:
    """The answers of one game in words. What was not heard when it was given is read off by playing it again."""

    def __init__(self) -> None:
        self._heard: dict[int, Answer] = {}

    def forget(self) -> None:
        self._heard.clear()

    def hear(self, game: Game, key: str) -> None:
        """The present decision is about to be answered."""
        decision = game.decision
        option = decision.find(key) if decision is not None else None
        if decision is not None and option is not None:
            self._heard[game.number] = Answer(game.number, decision, option)

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
        copy, _ = moment(game, first)
        for number in range(first, last):
            decision, entry = copy.decision, game.entries[number]
            option = decision.find(entry.key) if decision is not None else None
            if decision is not None and option is not None and entry.actor >= 0:
                self._heard[number] = Answer(number, decision, option)
            copy.give_again(entry)

    def words(self, game: Game, number: int, seats: Seats) -> str:
        """One answer with its Faction (US “Pass”), as somebody at these seats may know it."""
        entry = game.entries[number]
        if entry.actor == TRANSFER:
            return tell("server.answer.transfer")
        if entry.actor < 0:
            return tell("server.answer.typed", key=entry.key)
        found = self.between(game, number, number + 1)
        return in_words(game, found[0].decision, found[0].option, seats)

    def plan(self, game: Game, seats: Seats) -> list[dict[str, Any]]:
        """What whoever is asked has answered so far in this turn or phase, oldest first."""
        decision = game.decision
        if decision is None or decision.actor < 0:
            return []
        last = len(game.entries)
        first = last
        while first > game.checkpoints[-1].entries and game.entries[first - 1].actor in (
            decision.actor,
            TRANSFER,
            CHANCE,
        ):
            first -= 1
        first = max(first, last - PLANNED)
        return [
            {
                "number": answer.number,
                "kind": answer.decision.kind,
                "key": answer.option.key,
                "label": _told(game, answer.decision, answer.option),
                "spaces": [row_id(row) for row in answer.option.spaces],
                "piece": None if answer.option.piece is None else KIND_IDS[answer.option.piece],
                "amount": answer.option.amount,
                "counts": None if (kind := _counted(answer.decision, answer.option)) is None else KIND_IDS[kind],
            }
            for answer in self.between(game, first, last)
            if answer.decision.actor == decision.actor and not _hidden(game, answer.decision, seats)
        ]


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
    piece = (decision.params or {}).get("piece")
    return piece if option.amount is not None and type(piece) is int else None


def _hidden(game: Game, decision: Decision, seats: Seats) -> bool:
    """7.3: is this about Deception markers, so that only their holder may know what was answered?"""
    if decision.kind not in SECRET_KINDS:
        return False
    return seats is not None and game.state.options.seat_of(decision.actor) not in seats


def moved(game: Game) -> dict[str, list[dict[str, Any]]]:
    """What has moved, come and gone on the map in the turn or phase under way, as far as the story tells.

    Of a move also the Highways by which a Spearhead drove.
    """
    found: dict[str, dict[tuple[str, ...], int]] = {"moves": {}, "placed": {}, "removed": {}}
    ways: dict[tuple[str, ...], list[str]] = {}

    def add(kind: str, *where: str, n: int) -> None:
        found[kind][where] = found[kind].get(where, 0) + n

    for entry in (game.log or [])[game.checkpoints[-1].log :]:
        params: dict[str, Any] = entry.params
        if entry.message == "log.move":
            add("moves", row_id(params["origin"]), row_id(params["destination"]), n=params["n"])
        elif entry.message == "log.spearhead.way":
            ways[row_id(params["origin"]), row_id(params["destination"])] = [row_id(sp) for sp in params["spaces"]]
        elif entry.message == "log.place":
            add("placed", row_id(params["space"]), n=params["n"])
        elif entry.message == "log.remove":
            add("removed", row_id(params["space"]), n=params["n"])
        elif entry.message == "log.lift":
            add("moves", row_id(params["origin"]), row_id(params["space"]), n=1)
    return {
        "moves": [
            {"from": where[0], "to": where[1], "n": n, "via": ways.get(where, [])}
            for where, n in found["moves"].items()
        ],
        "placed": [{"space": where[0], "n": n} for where, n in found["placed"].items()],
        "removed": [{"space": where[0], "n": n} for where, n in found["removed"].items()],
    }
