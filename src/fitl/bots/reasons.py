"""Why non-players did what they did: the reasons kept with a game, by turn, as sentences and as plain data.

    for turn in turns_of(game):
        print(turn.title(), *map(sentence, turn.reasons), sep="\\n")

Reasons are saved with the game (see journal.py), so that they can be shown whenever it is opened. Turns are for
everybody to see: until the game is over they tell nothing of hidden Deception markers (see secrecy.py).
"""

from bisect import bisect_right
from itertools import groupby
from typing import Any, Final, NamedTuple

from fitl.board.factions import FACTION_IDS
from fitl.bots.secrecy import discreet
from fitl.cardset import CardSet
from fitl.compose import BASE
from fitl.decisions import CHANCE
from fitl.entries import ROLL, Reason
from fitl.game import Game
from fitl.naming import faction_of, named
from fitl.rules.deception import MARKER_KINDS
from fitl.state import OVER, TURN, State
from fitl.words import has_message, say

PLANNED: Final = "why.planned."  # the nodes of answers that only carry out what was planned before

# A journal may have been written by another version, or by hand: what cannot be told is no reason to stop.
UNTELLABLE: Final = (KeyError, IndexError, TypeError, ValueError, AttributeError)


class BotTurn(NamedTuple):
    """The reasons of one Faction between two checkpoints: its turn, or what it decided in another's or in a phase."""

    faction: int
    card: int
    stage: str
    first: int  # how many entries came before the first reason
    reasons: list[Reason]
    dice: list[str]  # all that it rolled while making up its mind, in order
    answers: list[str]  # the keys it answered, but for markers that it chose and has not shown

    def title(self, cards: CardSet = BASE) -> str:
        """Whose turn on which card it was; a draft comes before any card."""
        where = "" if self.stage == TURN else ", " + say(f"cli.stage.{self.stage}")
        message = "reasons.title" if self.card else "reasons.title_of_stage"
        return say(message, {"faction": self.faction, "card": self.card, "where": where}, cards)


def turns_of(game: Game, faction: int | str | None = None) -> list[BotTurn]:
    """The turns for which reasons are kept, in order; those of one Faction if it is named."""
    wanted = None if faction is None else faction_of(faction)
    starts = [checkpoint.entries for checkpoint in game.checkpoints]

    def place(reason: Reason) -> tuple[int, int]:
        return bisect_right(starts, reason.at) - 1, reason.faction

    turns = []
    ends = [*starts[1:], len(game.entries)]
    for (number, by), group in groupby(game.reasons(), place):
        if number < 0 or wanted not in (None, by):
            continue
        begun = game.checkpoints[number].state
        reasons = list(group)
        if not _over(game):
            reasons = discreet(reasons, begun)
        if reasons:
            dice, answers = _entries(game, reasons[0].at, ends[number], by)
            answers = answers if _over(game) else _openly(answers, begun)
            turns.append(BotTurn(by, begun.card, begun.stage, reasons[0].at, reasons, dice, answers))
    return turns


def _over(game: Game) -> bool:
    """7.3: all markers lie open then."""
    return game.state.stage == OVER


def _openly(answers: list[str], begun: State) -> list[str]:
    """Without the markers that it chose in secret; in a turn one is played openly."""
    return answers if begun.stage == TURN else [key for key in answers if key not in MARKER_KINDS]


def _entries(game: Game, first: int, end: int, faction: int) -> tuple[list[str], list[str]]:
    """The dice and answers of one Faction from its first reason to where the turn or its part in it ends."""
    dice: list[str] = []
    answers = []
    for entry in game.entries[first:end]:
        if entry.actor == ROLL:
            dice.append(entry.key)
        elif entry.actor == faction:
            answers.append(entry.key)
        elif entry.actor != CHANCE:
            break
    return dice, answers


def reasons_of(game: Game, faction: int | str | None = None, turn: int = -1) -> list[Reason]:
    """The reasons of a turn: the last one, the one before (-2), or the first (0); of one Faction if it is named."""
    turns = turns_of(game, faction)
    try:
        return turns[turn].reasons
    except IndexError:
        return []


def sentence(reason: Reason, cards: CardSet = BASE) -> str:
    """A reason in words; its Faction need not stand among the parameters."""
    try:
        return say(reason.message, {"faction": reason.faction, **reason.params}, cards)
    except UNTELLABLE:
        return say("reasons.untellable", {"node": reason.message[:60]})


def details(reason: Reason, cards: CardSet = BASE) -> list[str]:
    """What stands behind a reason: the candidates, and what decided between them."""
    try:
        return _details(reason.params)
    except UNTELLABLE:
        return []


def _details(params: dict[str, Any]) -> list[str]:
    found = []
    spaces = params.get("spaces")
    if spaces is not None and len(spaces) > 1:
        found.append(say("reasons.candidates", {"spaces": spaces}))
    ties = [f"why.tie.{name}" for name in params.get("ties", ())]
    names = [say(tie) for tie in ties if has_message(tie)]  # other versions had others
    if names:
        found.append(say("reasons.ties", {"names": ", ".join(names)}))
    if params.get("tied", 1) > 1:
        found.append(say("reasons.tied", {"n": params["tied"]}))
    return found


def compact(reasons: list[Reason], cards: CardSet = BASE) -> list[str]:
    """The sentences of a turn, each said once where it comes several times in a row.

    What only carries out a plan goes without saying, unless nothing else is said.
    """
    return [said for said, _ in groupby(sentence(reason, cards) for reason in worth_telling(reasons))]


def worth_telling(reasons: list[Reason]) -> list[Reason]:
    """The reasons without those that only carry out a plan; all of them if there are no others."""
    return [reason for reason in reasons if not reason.message.startswith(PLANNED)] or reasons


def as_data(turn: BotTurn, cards: CardSet = BASE) -> dict[str, object]:
    """A turn's reasons as plain JSON data: node, parameters by their text ids, and the sentence."""
    return {
        "faction": FACTION_IDS[turn.faction],
        "card": turn.card,
        "stage": turn.stage,
        "dice": [int(key) for key in turn.dice],
        "answers": list(turn.answers),
        "reasons": [
            {
                "node": reason.message.removeprefix("why."),
                "params": named(reason.params),
                "text": sentence(reason, cards),
            }
            for reason in turn.reasons
        ],
    }
