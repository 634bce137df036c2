"""Messages about the game: the catalogue's sentences with Factions, spaces, pieces and cards named in them.

Ids (see catalogue.py): `ask.<decision kind>` is a prompt, `option.<decision kind>.<key>` or `option.<key>` an answer,
`log.*` a line of the story, `refuse.*` a refusal. The name of a message's parameter says what it is: `{space}`,
`{origin}`, `{destination}` and `{box}` are rows of the board, `{piece}` a kind of piece, `{faction}` and `{by}`
a Faction, `{factions}` and `{spaces}` several, `{card}` a card, `{level}` a Support level, `{control}` a Control,
`{operation}` and `{activity}` their names, `{side}` a side of a card, `{cause}` why a die is rolled; anything else is
shown as it is.

Pieces are named in the table `[piece]` in both numbers ("US Base|US Bases"; a name without a bar is the same for any
number), and a message says how many it speaks of: `{piece:{n}}` as many as n, `{piece:many}` several, `{piece}` one.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import KIND_IDS
from fitl.board.spaces import BOX_IDS, SPACE_COUNT, SPACES
from fitl.cardset import BASE, CardSet
from fitl.catalogue import SENTENCE, catalogue, has_message, in_number
from fitl.decisions import CHANCE, Decision, Option
from fitl.state import LogEntry

__all__ = [
    "card_name",
    "card_text",
    "catalogue",
    "faction_name",
    "has_message",
    "in_number",
    "label",
    "line",
    "piece_name",
    "prompt",
    "row_name",
    "say",
]

OWN_WORDS = "event.pack_choose"  # the alternatives of a pack's card are named by its author


def row_name(row: int) -> str:
    """A space or box as a player reads it."""
    return SPACES[row].short if row < SPACE_COUNT else say("box." + BOX_IDS[row - SPACE_COUNT])


def piece_name(kind: int, n: int = 1) -> str:
    """A kind of piece as a player reads it, for n of them."""
    return in_number(catalogue()["piece." + KIND_IDS[kind]], n)


def faction_name(faction: int) -> str:
    """A Faction, or Chance, as a player reads it."""
    return catalogue()["faction.chance" if faction == CHANCE else "faction." + FACTION_IDS[faction]]


def card_name(card: int, cards: CardSet = BASE) -> str:
    return f"#{card} {cards.facts[card].title}" if card in cards.facts else f"#{card}"


def card_text(card: int, side: str, cards: CardSet = BASE) -> str | None:
    """Our words for one side of a card ("ruling": the reading chosen where the print leaves a question open)."""
    if card in cards.texts:
        return cards.texts[card].get(side)
    return catalogue().get(f"cards.{card}.{side}")


class _Piece(NamedTuple):
    """A kind of piece whose number the message gives; see the top of this file."""

    kind: int

    def __format__(self, number: str) -> str:
        return piece_name(self.kind, 1 if number in ("", "1") else 2)


_READERS: dict[str, Callable[[Any], Any]] = {
    "space": row_name,
    "origin": row_name,
    "destination": row_name,
    "box": row_name,
    "piece": _Piece,
    "faction": faction_name,
    "by": faction_name,
    "factions": lambda factions: ", ".join(map(faction_name, factions)),
    "spaces": lambda spaces: ", ".join(map(row_name, spaces)) or say("spaces.none"),
    "level": lambda level: say(f"level.{level}"),
    "control": lambda control: say(f"control.{control}"),
    "operation": lambda name: say("operation." + name),
    "activity": lambda name: say("activity." + name),
    "side": lambda side: say("side." + side),
    "cause": lambda kind: say("roll." + kind),
}


def say(message: str, params: Mapping[str, Any] | None = None, cards: CardSet = BASE) -> str:
    """A message of the catalogue with its parameters filled in; `cards` are those of the game it speaks of."""
    template = catalogue()[message]
    if not params:
        return template
    read: dict[str, Any] = {name: _READERS[name](v) if name in _READERS else v for name, v in params.items()}
    if "card" in read:
        read["card"] = card_name(read["card"], cards)
    return SENTENCE.format(template, **read)


def prompt(decision: Decision, cards: CardSet = BASE) -> str:
    """The question of a decision."""
    return say("ask." + decision.kind, {"faction": decision.actor, **(decision.params or {})}, cards)


def label(decision: Decision, option: Option, cards: CardSet = BASE) -> str:
    """One answer, in words: its own message, else what it touches."""
    if decision.kind == OWN_WORDS:
        return option.key
    messages = catalogue()
    params = {"faction": decision.actor, **(decision.params or {})}
    for message in (f"option.{decision.kind}.{option.key}", f"option.{option.key}"):
        if message in messages:
            return say(message, params, cards)
    if option.key.startswith("sa:"):
        return say("option.activity", {"activity": option.key[3:]})
    if decision.kind == "card":
        return card_name(int(option.key), cards)
    if option.piece is not None and option.spaces:
        return say("option.piece_at", {"piece": option.piece, "space": option.spaces[0]})
    if option.piece is not None:
        return piece_name(option.piece)
    if option.spaces:
        return row_name(option.spaces[0])
    return option.key


def line(entry: LogEntry, cards: CardSet = BASE) -> str:
    """One line of the story; an Event is told with what its side does."""
    params: dict[str, Any] = entry.params
    if entry.message == "log.event":
        params = {**params, "text": card_text(params["card"], params["side"], cards) or ""}
    return say(entry.message, params, cards)
