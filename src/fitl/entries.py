"""What a game is made of besides its state: the entries of its conversation, the reasons for them, its checkpoints."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from fitl.board.factions import FACTION_BY_ID
from fitl.decisions import CHANCE
from fitl.state import State

TRANSFER: Final = -2  # the actor of a Resource transfer among the entries (1.5.2)
ANYBODY: Final = -3  # in a journal: whichever player was asked
ROLL: Final = -4  # the actor of a die a non-player rolled while making up its mind (8.1)
ROLLED: Final = re.compile("[1-9][0-9]{0,2}")  # what such a die may show; one among many is picked likewise


class Entry(NamedTuple):
    """One step of the conversation: who answered (a Faction, CHANCE or TRANSFER), and the key."""

    actor: int
    key: str


ACTOR_BY_ID: Final = {**FACTION_BY_ID, "chance": CHANCE, "transfer": TRANSFER, "roll": ROLL}
_ACTOR_IDS: Final = {actor: name for name, actor in ACTOR_BY_ID.items()}


def actor_id(actor: int) -> str:
    """The text id of who gave an entry."""
    return _ACTOR_IDS[actor]


class Automatic(NamedTuple):
    """An answer the game gave itself, there being no other: a single option, an automatic Pass."""

    at: int  # how many entries came before
    actor: int
    kind: str  # of the decision
    key: str


class Reason(NamedTuple):
    """One step of a non-player's thinking: a message of the catalogue and what fills it."""

    at: int  # how many entries came before
    faction: int
    message: str
    params: dict[str, object]


def last_answer(entries: Sequence[Entry]) -> int:
    """How many entries there are up to the last answer: dice after it belong to a deliberation that is not over."""
    end = len(entries)
    while end and entries[end - 1].actor == ROLL:
        end -= 1
    return end


def settled(reasons: Iterable[Reason], entries: Sequence[Entry]) -> list[Reason]:
    """Of these reasons those of answers that stand among the entries."""
    end = last_answer(entries)
    return [reason for reason in reasons if reason.at < end]


class Checkpoint(NamedTuple):
    """A situation from which play goes on given the state alone."""

    entries: int  # how many entries came before
    state: State
    log: int  # how many log lines came before
    automatic: int = 0  # how many answers the game had given itself


class Recorder(Protocol):
    """Where the conversation is written down as it happens (see fitl.journal)."""

    def checkpoint(self, state: State) -> None: ...

    def entry(self, entry: Entry, reasons: Sequence[Reason] = ()) -> None: ...

    def undo(self, kept: int) -> None: ...

    def failed(self, kept: int) -> None:
        """The entry after these could not take effect."""
