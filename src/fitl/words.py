"""The message catalogue: every sentence a player reads, by id, from `messages/<language>/*.toml`.

Ids are dotted paths into the tables of those files: `ask.<decision kind>` is a prompt, `option.<decision kind>.<key>`
or `option.<key>` an answer, `log.*` a line of the story, `refuse.*` a refusal. A message names its parameters in braces
and the parameter's name says what it is: `{space}`, `{origin}`, `{destination}` and `{box}` are rows of the board,
`{piece}` a kind of piece, `{faction}` and `{by}` a Faction, `{factions}` and `{spaces}` several, `{card}` a card,
`{level}` a Support level, `{control}` a Control, `{operation}` and `{activity}` their names, `{side}` a side of
a card, `{cause}` why a die is rolled; anything else is shown as it is.

Number: words that have two forms are written with a bar, the form for one first. `{n:hit|hits}` is "hit" if n is 1 and
else "hits". Pieces are named so in the table `[piece]` ("US Base|US Bases"; a name without a bar is the same for any
number), and a message says how many it speaks of: `{piece:{n}}` as many as n, `{piece:many}` several, `{piece}` one.
"""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, NamedTuple

from fitl.board.factions import FACTION_NAMES
from fitl.board.pieces import KIND_IDS
from fitl.board.spaces import BOX_IDS, SPACE_COUNT, SPACES
from fitl.cardset import BASE, CardSet
from fitl.decisions import CHANCE, Decision, Option
from fitl.state import LogEntry

LANGUAGE = "en"
OWN_WORDS = "event.pack_choose"  # the alternatives of a pack's card are named by its author


def _flatten(tree: Mapping[str, Any], prefix: str, into: dict[str, str]) -> None:
    for key, value in tree.items():
        path = f"{prefix}{key}"
        if isinstance(value, str):
            if path in into:
                raise ValueError(f"message {path!r} stands in two files of the catalogue")
            into[path] = value
        else:
            _flatten(value, path + ".", into)


@cache
def catalogue(language: str = LANGUAGE) -> dict[str, str]:
    """All messages of a language, by id."""
    messages: dict[str, str] = {}
    for file in sorted(files("fitl.messages").joinpath(language).iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            _flatten(tomllib.loads(file.read_text(encoding="utf-8")), "", messages)
    return messages


def has_message(message: str) -> bool:
    return message in catalogue()


def row_name(row: int) -> str:
    """A space or box as a player reads it."""
    return SPACES[row].short if row < SPACE_COUNT else say("box." + BOX_IDS[row - SPACE_COUNT])


def in_number(forms: str, n: int) -> str:
    """Of "one|many" the form that goes with n things."""
    one, _, many = forms.partition("|")
    return many if n != 1 and many else one


def piece_name(kind: int, n: int = 1) -> str:
    """A kind of piece as a player reads it, for n of them."""
    return in_number(catalogue()["piece." + KIND_IDS[kind]], n)


def faction_name(faction: int) -> str:
    return say("faction.chance") if faction == CHANCE else FACTION_NAMES[faction]


def card_name(card: int, cards: CardSet = BASE) -> str:
    return f"#{card} {cards.facts[card].title}" if card in cards.facts else f"#{card}"


def card_text(card: int, side: str, cards: CardSet = BASE) -> str | None:
    """Our words for one side of a card ("ruling": the reading chosen where the print leaves a question open)."""
    if card in cards.texts:
        return cards.texts[card].get(side)
    return catalogue().get(f"cards.{card}.{side}")


class _Piece(NamedTuple):
    """A kind of piece whose number the message gives."""

    kind: int


class _Sentence(Formatter):
    """Fills in a message; see the top of this file for what follows a colon."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, _Piece):
            return piece_name(value.kind, 1 if format_spec in ("", "1") else 2)
        if "|" in format_spec:
            return in_number(format_spec, value)
        return format(value, format_spec)


_SENTENCE = _Sentence()

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
    return _SENTENCE.format(template, **read)


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
