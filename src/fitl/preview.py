"""What an answer would do: it is given to a copy of the game, and what the story then tells is told beforehand.

Dice and cards stay open in the copy, so a preview never knows more than the person who asks. It ends where the turn or
phase does, and at the next question.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from fitl.board.factions import NVA, VC
from fitl.cardset import CardSet
from fitl.decisions import CHANCE, DIE, Option
from fitl.game import Game
from fitl.lookback import moment
from fitl.rules.forces import underground
from fitl.rules.operations.sweep import Terms, finds
from fitl.state import LogEntry
from fitl.words import line, say

PAID: Final = "log.pay"
LINES: Final = 5  # told of one answer; a long Event is told by its text

# Lines of the story that say what is being done rather than the result of it.
HEADINGS: Final = frozenset(
    {"log.operation", "log.activity", "log.event", "log.pass", "log.eligible", "log.card", "log.control"}
    | {f"log.{what}.space" for what in ("train", "sweep", "interdict", "air_strike", "direct", "tax")}
)
_RULE: Final = re.compile(r" \((?:[A-Z]?[0-9]+(?:\.[0-9]+)*(?:, )?)+\)$")


class Preview(NamedTuple):
    """The result of an answer: in words, whether pieces come onto the map, and whether some must be lifted (1.4.1)."""

    lines: list[str]
    places: bool
    lifts: bool


class Forecast(NamedTuple):
    """The result of a question: what happens whichever answer is given, and what each answer does besides, by key."""

    anyway: list[str]
    answers: dict[str, Preview]


class _Happening(NamedTuple):
    """What happens: by itself, and beside an answer that names the space already."""

    whole: str
    short: str


class _Told(NamedTuple):
    """All that is told of one answer: what happens, what it costs and promises, and what is open."""

    happens: list[_Happening]
    costs: list[str]
    open: list[str]
    places: bool
    lifts: bool

    def preview(self, anyway: Collection[str] = ()) -> Preview:
        own = [each.short for each in self.happens if each.whole not in anyway]
        return Preview([*_short([*self.costs, *own]), *self.open], self.places, self.lifts)


def previews(game: Game, options: Sequence[Option]) -> dict[str, Preview]:
    """What each of these answers to the present decision would do, by key."""
    return {option.key: _told(game, option).preview() for option in options}


def forecast(game: Game, options: Sequence[Option]) -> Forecast:
    """The same for a whole question: what all its answers have in common is told once."""
    told = {option.key: _told(game, option) for option in options}
    whole = game.decision is not None and len(told) == len(game.decision.options) > 1
    first = next(iter(told.values())).happens if whole else []
    happening = [{each.whole for each in answer.happens} for answer in told.values()]
    anyway = [each.whole for each in first if all(each.whole in answer for answer in happening)]
    return Forecast(_short(anyway), {key: each.preview(anyway) for key, each in told.items()})


def _short(lines: list[str]) -> list[str]:
    """At most this many lines; the last says how many there are besides."""
    if len(lines) < LINES:
        return lines
    return [*lines[: LINES - 2], say("preview.more", {"n": len(lines) - LINES + 2})]


def _told(game: Game, option: Option) -> _Told:
    copy, _ = moment(game, len(game.entries))
    told, checkpoints = len(copy.log or ()), len(copy.checkpoints)
    copy.choose(option.key)
    end = copy.checkpoints[checkpoints].log if len(copy.checkpoints) > checkpoints else None
    happened = [entry for entry in (copy.log or [])[told:end] if entry.message not in HEADINGS]
    costs = [_payment(entry) for entry in happened if entry.message == PAID]
    happens = [_happening(entry, option, game.state.cards) for entry in happened if entry.message != PAID]
    asked = copy.decision if end is None else None
    open_: list[str] = []
    if asked is not None and asked.actor == CHANCE and asked.options is DIE:
        open_.append(say("preview.die"))
    elif asked is not None and asked.kind == "armor.draw":
        open_.append(say("preview.capture", asked.params))
    lifts = any(entry.message == "log.lift" for entry in happened) or (
        asked is not None and asked.kind == "lift.origin"
    )
    places = any(entry.message == "log.place" for entry in happened)
    return _Told(happens, [*costs, *_beforehand(game, option)], open_, places, lifts)


def _happening(entry: LogEntry, option: Option, cards: CardSet) -> _Happening:
    whole = _RULE.sub("", line(entry, cards, ("ahead",)))
    here = len(option.spaces) == 1 and entry.params.get("space") == option.spaces[0]
    return _Happening(whole, _RULE.sub("", line(entry, cards, ("here", "ahead"))) if here else whole)


def _beforehand(game: Game, option: Option) -> list[str]:
    """What a space chosen for a Sweep promises as things stand: nothing happens there before all Troops have moved."""
    decision = game.decision
    if decision is None or decision.kind not in ("sweep.space", "sweep.destination") or not option.spaces:
        return []
    s, sp = game.state, option.spaces[0]
    terms = decision.terms(Terms)
    hidden = underground(s, sp, NVA) + underground(s, sp, VC)
    if not hidden:
        return [say("preview.sweep_nobody")]
    n = min(hidden, finds(s, decision.actor, sp, terms.sweepers))
    return [say("preview.sweep", {"n": n, "of": hidden})]


def _payment(entry: LogEntry) -> str:
    """What is paid, of what, and what is left."""
    n, left = int(str(entry.params["n"])), int(str(entry.params["left"]))
    return say("preview.pay", {"faction": entry.params["faction"], "n": n, "before": n + left, "left": left})
