"""What a journal says, line by line: the format, and a whole game in it."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from fitl import __version__
from fitl.board.card import written
from fitl.board.factions import FACTION_IDS
from fitl.compose import new_state
from fitl.decisions import CHANCE
from fitl.entries import ROLL, TRANSFER, Entry, Reason
from fitl.game import Game
from fitl.naming import named
from fitl.position import write_options, write_position
from fitl.rules.sequence import next_eligible
from fitl.state import COUP_CARD, END_OF_CARD, NEXT_CARD, PIVOTAL, SET_UP, TURN, State

FORMAT: Final = 3  # of version 1.0
TRANSFER_KEY: Final = re.compile(r"(nva|vc):[1-9][0-9]?")
CARD_STAGES: Final = (PIVOTAL, COUP_CARD)
QUIET_STAGES: Final = (SET_UP, END_OF_CARD, NEXT_CARD)


class JournalError(ValueError):
    """A journal that cannot be read; the message names the line."""


class SaveFailed(OSError):
    """The journal could not be written; the answer was not taken and nothing is lost."""


def header_of(game: Game) -> dict[str, object]:
    """The first line of a game's journal."""
    first = game.checkpoints[0].state
    header: dict[str, object] = {
        "fitl_journal": FORMAT,
        "rules": __version__,
        "scenario": first.scenario.name,
        "options": write_options(first.options),
        "seed": first.seed,
        "manual_chance": game.manual_chance,
    }
    if first.cards.packs:
        header["packs"] = list(first.cards.packs)
    if first != new_state(first.scenario, first.options, first.seed, first.cards):
        header["position"] = situation(first)
    return header


def situation(s: State) -> dict[str, object]:
    """The position without its card packs, which a journal's header has."""
    position = write_position(s)
    position.pop("packs", None)
    return position


def entry_line(entry: Entry) -> object:
    """What the journal says of one answer."""
    if entry.actor == CHANCE:
        return {"chance": entry.key}
    if entry.actor == ROLL:
        return {"roll": entry.key}
    return {"transfer": entry.key} if entry.actor == TRANSFER else entry.key


def explained_lines(entry: Entry, reasons: Sequence[Reason], entries: int) -> list[object]:
    """An answer that comes after this many entries, with the reasons for it before it."""
    return [*(reason_line(reason, entries) for reason in reasons), entry_line(entry)]


def reason_line(reason: Reason, entries: int) -> dict[str, Any]:
    """`rolls`: how many dice a non-player rolled between this thought and its answer."""
    line = {"reason": reason.message, "faction": FACTION_IDS[reason.faction], "with": named(reason.params)}
    return line | {"rolls": entries - reason.at} if reason.at < entries else line


def checkpoint_line(s: State) -> dict[str, object] | None:
    """What the journal says at a checkpoint; nothing where nobody is asked."""
    if s.stage in CARD_STAGES:
        title = s.cards.facts[s.card].title
        return {"card": written(s.card), "title": title, "hash": s.digest(), "state": situation(s)}
    if s.stage == TURN:
        faction = next_eligible(s)
        return {"turn": FACTION_IDS[faction]} if faction >= 0 else None
    return None if s.stage in QUIET_STAGES else {"phase": s.stage}


def lines_of(game: Game) -> Iterator[object]:
    """The whole journal of a game, line by line."""
    yield header_of(game)
    checkpoints, thoughts = list(reversed(game.checkpoints)), list(reversed(game.settled_thoughts))
    for number in range(len(game.entries) + 1):
        while checkpoints and checkpoints[-1].entries <= number:
            line = checkpoint_line(checkpoints.pop().state)
            if line is not None:
                yield line
        if number == len(game.entries):
            return
        entry, reasons = game.entries[number], []
        while entry.actor != ROLL and thoughts and thoughts[-1].at <= number:
            reasons.append(thoughts.pop())
        yield from explained_lines(entry, reasons, number)


def to_text(line: object) -> str:
    return json.dumps(line, separators=(", ", ": "), ensure_ascii=False) + "\n"
