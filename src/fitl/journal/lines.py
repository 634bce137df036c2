"""What a journal says, line by line: the format, and a whole game in it."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from fitl import __version__
from fitl.board.card import written
from fitl.board.factions import FACTION_IDS
from fitl.compose import new_state
from fitl.decisions import CHANCE
from fitl.entries import ROLL, TRANSFER, Entry
from fitl.game import Game
from fitl.packing import Packer, ReasonPacker, pack_text, position_without_packs
from fitl.position import write_options
from fitl.rules.sequence import next_eligible
from fitl.state import COUP_CARD, END_OF_CARD, NEXT_CARD, PIVOTAL, SET_UP, TURN, State

FORMAT: Final = 2
READABLE: Final = (1, FORMAT)
TRANSFER_KEY: Final = re.compile(r"(nva|vc):[1-9][0-9]?")
CARD_STAGES: Final = (PIVOTAL, COUP_CARD)
QUIET_STAGES: Final = (SET_UP, END_OF_CARD, NEXT_CARD)
# A whole journal is written with the situations of its last cards and of all Coup cards: only from these would play go
# on if a rule had changed since.
KEPT_STATES: Final = 8
REASONS_IN_LINE: Final = 200  # the largest that there may be fit in bounds.REASON_LINE
# In a line of several answers these begin what was not a player's own answer.
SIGNS: Final = {"=": CHANCE, "*": ROLL, ">": TRANSFER}
SIGN_OF: Final = {actor: sign for sign, actor in SIGNS.items()}


class JournalError(ValueError):
    """A journal that cannot be read; the message names the line."""


class SaveFailed(OSError):
    """The journal could not be written; the answer was not taken and nothing is lost."""


def header_of(game: Game) -> dict[str, Any]:
    """The first line of a game's journal."""
    first = game.checkpoints[0].state
    header: dict[str, Any] = {
        "fitl_journal": FORMAT,
        "rules": __version__,
        "scenario": first.scenario.name,
        "options": write_options(first.options),
        "seed": first.seed,
        "manual_chance": game.manual_chance,
    }
    if first.cards.packs:
        header["packed_packs"] = [pack_text(text) for text in first.cards.packs]
    if first != new_state(first.scenario, first.options, first.seed, first.cards):
        header["position"] = position_without_packs(first)
    return header


def entry_line(entry: Entry) -> Any:
    """What the journal says of one answer."""
    if entry.actor == CHANCE:
        return {"chance": entry.key}
    if entry.actor == ROLL:
        return {"roll": entry.key}
    return {"transfer": entry.key} if entry.actor == TRANSFER else entry.key


def checkpoint_line(s: State, packer: Packer, with_state: bool = True) -> dict[str, Any] | None:
    """What the journal says at a checkpoint; nothing where nobody is asked."""
    if s.stage in CARD_STAGES:
        line = {"card": written(s.card), "title": s.cards.facts[s.card].title, "hash": s.digest()}
        return line | {"state": packer.pack(s)} if with_state else line
    if s.stage == TURN:
        faction = next_eligible(s)
        return {"turn": FACTION_IDS[faction]} if faction >= 0 else None
    return None if s.stage in QUIET_STAGES else {"phase": s.stage}


def lines_of(game: Game) -> Iterator[Any]:
    """The whole journal of a game, line by line."""
    return iter(whole(game).lines)


class Whole(NamedTuple):
    """A whole journal, and what has packed it: lines that are added to it go on from there."""

    lines: list[Any]
    packer: Packer
    reason_packer: ReasonPacker


def whole(game: Game) -> Whole:
    """A game's journal in as few lines as can be."""
    packer, reason_packer = Packer(game.state), ReasonPacker()
    return Whole([header_of(game), *_lines_after_header(game, packer, reason_packer)], packer, reason_packer)


def _lines_after_header(game: Game, packer: Packer, reason_packer: ReasonPacker) -> Iterator[Any]:
    """What happened between two lines of checkpoints: its reasons, then its answers."""
    thoughts = iter([*game.settled_thoughts, None])
    thought = next(thoughts)
    cards_begun = [checkpoint.entries for checkpoint in game.checkpoints if checkpoint.state.stage in CARD_STAGES]
    recent = cards_begun[-KEPT_STATES] if len(cards_begun) > KEPT_STATES else 0
    starts = []
    for checkpoint in game.checkpoints:
        kept = checkpoint.entries >= recent or checkpoint.state.stage == COUP_CARD
        line = checkpoint_line(checkpoint.state, packer, kept)
        if line is not None:
            starts.append((checkpoint.entries, line))
    begun = 0
    for end, line in [*starts, (len(game.entries), None)]:
        reasons = []
        while thought is not None and (thought.at < end or line is None):
            reasons.append(thought)
            thought = next(thoughts)
        for first in range(0, len(reasons), REASONS_IN_LINE):
            yield {"reasons": reason_packer.pack(reasons[first : first + REASONS_IN_LINE], begun)}
        yield from _in_few_lines(game.entries[begun:end])
        begun = end
        if line is not None:
            yield line


def _in_few_lines(entries: Sequence[Entry]) -> Iterator[Any]:
    """Answers side by side; one whose key would be misread there has a line of its own."""
    words: list[str] = []
    for entry in entries:
        if entry.key and entry.key[0] not in SIGNS and not re.search(r"\s", entry.key):
            words.append(SIGN_OF.get(entry.actor, "") + entry.key)
            continue
        if words:
            yield {"answers": " ".join(words)}
            words = []
        yield entry_line(entry)
    if words:
        yield {"answers": " ".join(words)}


def to_text(line: Any) -> str:
    return json.dumps(line, separators=(", ", ": "), ensure_ascii=False) + "\n"
