"""The values of a position: each reader takes one kind of value and says where and how a wrong one is wrong."""

from collections.abc import Iterable, Mapping
from typing import Any

from fitl.board.card import card_read
from fitl.board.factions import FACTION_BY_ID, FACTION_IDS
from fitl.board.pivotals import PIVOTAL_BIT
from fitl.catalogue import tell
from fitl.state import State


class PositionError(ValueError):
    """A position that cannot be: the message says where and what would be right."""


def object_of(found: Mapping[str, object], key: str, path: str = "") -> Mapping[str, object]:
    """The object under a key, empty if it is left out."""
    value = found.get(key, {})
    if not isinstance(value, Mapping):
        raise PositionError(tell("position.object", path=joined(path, key), value=value))
    return value


def list_of(found: Mapping[str, object], key: str, path: str = "") -> list[Any]:
    """The list under a key, empty if it is left out."""
    value = found.get(key, [])
    if not isinstance(value, list):
        raise PositionError(tell("position.list", path=joined(path, key), value=value))
    return value


def integer_of(
    found: Mapping[str, object], key: str, low: int, high: int, default: int | None = None, path: str = ""
) -> int:
    """The whole number under a key, within its bounds."""
    value = found.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError(tell("position.number", path=joined(path, key), low=low, high=high, value=value))
    return value


def flag_of(found: Mapping[str, object], key: str, default: bool) -> bool:
    """The yes or no under a key."""
    value = found.get(key, default)
    if not isinstance(value, bool):
        raise PositionError(tell("position.yes_or_no", path=key, value=value))
    return value


def faction_of(word: Any, path: str) -> int:
    """The Faction of this id."""
    if not isinstance(word, str) or word not in FACTION_BY_ID:
        raise PositionError(tell("position.faction", path=path, value=word, names=", ".join(FACTION_IDS)))
    return FACTION_BY_ID[word]


def mask_of(found: Mapping[str, Any], key: str, default: int) -> int:
    """A bit for each of the Factions listed under a key."""
    if key not in found:
        return default
    return sum(1 << faction for faction in {faction_of(word, key) for word in list_of(found, key)})


def cards_of(found: Mapping[str, object], key: str, allowed: Iterable[int]) -> tuple[int, ...]:
    """The cards listed under a key, by number or id, each one of those allowed."""
    known = set(allowed)
    cards = []
    for value in list_of(found, key):
        card = card_read(value)
        if card is None or card not in known:
            raise PositionError(tell("position.card_there", path=key, value=value))
        cards.append(card)
    return tuple(cards)


def pivotal_of(word: object) -> int:
    """The bit of a Pivotal Event, named by the Faction that holds it in the base game or by an expansion's card."""
    card = card_read(word) if isinstance(word, str) and word not in FACTION_BY_ID else None
    if card is None or card not in PIVOTAL_BIT:
        return 1 << faction_of(word, "pivotal")
    return PIVOTAL_BIT[card]


def card_of(s: State, value: object, path: str) -> int:
    """One card, by its number or id."""
    card = card_read(value)
    if card is None or card not in s.cards.facts:
        raise PositionError(tell("position.unknown_card", path=path, n=value))
    return card


def joined(path: str, key: str) -> str:
    """The path of a key inside an object."""
    return f"{path}.{key}" if path else key
