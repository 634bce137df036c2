"""What an answer would do: it is given to a copy of the game, and what the story then tells is told beforehand.

Dice and cards stay open in the copy, so a preview never knows more than whoever asks. It ends where the turn or phase
does, and at the next question.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from fitl.board.factions import NVA, VC
from fitl.decisions import CHANCE, DIE, Option
from fitl.game import Game
from fitl.lookback import moment
from fitl.rules.forces import underground
from fitl.rules.operations.sweep import Terms, finds
from fitl.state import LogEntry
from fitl.words import line, say

LINES: Final = 5  # told of one answer; a long Event is told by its text

# Lines of the story that say what is being done rather than what comes of it.
HEADINGS: Final = frozenset(
    {"log.operation", "log.activity", "log.event", "log.pass", "log.eligible", "log.card", "log.control"}
)
_RULE: Final = re.compile(r" \((?:[A-Z]?[0-9]+(?:\.[0-9]+)*(?:, )?)+\)$")


class Preview(NamedTuple):
    """What comes of an answer: in words, whether pieces come onto the map, and whether some must be lifted (1.4.1)."""

    lines: list[str]
    places: bool
    lifts: bool


def previews(game: Game, options: Sequence[Option]) -> dict[str, Preview]:
    """What each of these answers to the present decision would do, by key."""
    return {option.key: _preview(game, option) for option in options}


def _preview(game: Game, option: Option) -> Preview:
    copy, _ = moment(game, len(game.entries))
    told, checkpoints = len(copy.log or ()), len(copy.checkpoints)
    copy.choose(option.key)
    end = copy.checkpoints[checkpoints].log if len(copy.checkpoints) > checkpoints else None
    happened = (copy.log or [])[told:end]
    lines = [_words(game, entry) for entry in happened if entry.message not in HEADINGS]
    lines += _beforehand(game, option)
    asked = copy.decision if end is None else None
    lifts = any(entry.message == "log.lift" for entry in happened) or (
        asked is not None and asked.kind == "lift.origin"
    )
    if len(lines) >= LINES:
        lines[LINES - 2 :] = [say("preview.more", {"n": len(lines) - LINES + 2})]
    if asked is not None and asked.actor == CHANCE and asked.options is DIE:
        lines.append(say("preview.die"))
    elif asked is not None and asked.kind == "armor.draw":
        lines.append(say("preview.capture", asked.params))
    return Preview(lines, any(entry.message == "log.place" for entry in happened), lifts)


def _beforehand(game: Game, option: Option) -> list[str]:
    """What a space chosen for a Sweep promises as things stand: nothing happens there before all Troops have moved."""
    decision = game.decision
    if decision is None or decision.kind not in ("sweep.space", "sweep.destination") or not option.spaces:
        return []
    s, sp = game.state, option.spaces[0]
    terms: Terms = (decision.params or {})["terms"]
    hidden = underground(s, sp, NVA) + underground(s, sp, VC)
    if not hidden:
        return [say("preview.sweep_nobody")]
    n = min(hidden, finds(s, decision.actor, sp, terms.sweepers))
    return [say("preview.sweep", {"n": n, "of": hidden})]


def _words(game: Game, entry: LogEntry) -> str:
    """A line of the story without the number of its rule, a payment with what is left of what."""
    if entry.message == "log.pay":
        n, left = int(str(entry.params["n"])), int(str(entry.params["left"]))
        return say("preview.pay", {"faction": entry.params["faction"], "n": n, "before": n + left, "left": left})
    return _RULE.sub("", line(entry, game.state.cards))
