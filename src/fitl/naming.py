"""One vocabulary: Factions, spaces and pieces are accepted by name wherever they are by number, and told by name.

    faction_of("us"), space_of("hue"), piece_of("us_troops")
    named({"space": 0, "n": 2})  # {"space": "hue", "n": 2}

docs/ids.md lists the names.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from fitl.board.factions import FACTION_BY_ID, FACTION_IDS
from fitl.board.pieces import KIND_BY_ID, KIND_IDS
from fitl.board.spaces import AVAILABLE, ROWS, SPACE_BY_ID, row_id
from fitl.catalogue import tell


class UnknownName(ValueError):
    """Nothing is called so; the message lists what there is."""


def faction_of(given: int | str) -> int:
    """The number of a Faction, given as such or by name."""
    return _numbered(given, FACTION_BY_ID, len(FACTION_IDS), "names.faction")


def space_of(given: int | str) -> int:
    """The number of a space or a box, given as such or by name."""
    return _numbered(given, _ROW_BY_ID, ROWS, "names.space")


def piece_of(given: int | str) -> int:
    """The number of a kind of piece, given as such or by name."""
    return _numbered(given, KIND_BY_ID, len(KIND_IDS), "names.piece")


_ROW_BY_ID: Final[Mapping[str, int]] = {**SPACE_BY_ID, **{row_id(row): row for row in range(AVAILABLE, ROWS)}}


def _numbered(given: object, by_name: Mapping[str, int], end: int, message: str) -> int:
    if type(given) is int and 0 <= given < end:
        return given
    if isinstance(given, str) and given in by_name:
        return by_name[given]
    raise UnknownName(tell(message, typed=str(given)[:40], names=", ".join(by_name)))


# By the name of a parameter (of a decision, a line of the story, a reason): how its number is told by name.
_TOLD: Final[dict[str, Callable[[int], str]]] = {
    "space": row_id,
    "origin": row_id,
    "destination": row_id,
    "box": row_id,
    "piece": KIND_IDS.__getitem__,
    "was": KIND_IDS.__getitem__,
    "faction": FACTION_IDS.__getitem__,
    "by": FACTION_IDS.__getitem__,
}
_TOLD_EACH: Final[dict[str, Callable[[int], str]]] = {"spaces": row_id, "factions": FACTION_IDS.__getitem__}


def named(params: Mapping[str, object]) -> dict[str, object]:
    """Parameters with names instead of numbers; what is none of ours stays as it is."""
    return {name: _named(name, value) for name, value in params.items()}


def _named(name: str, value: Any) -> Any:
    try:
        if name in _TOLD and type(value) is int and value >= 0:
            return _TOLD[name](value)
        if name in _TOLD_EACH and min(value, default=0) >= 0:
            return [_TOLD_EACH[name](each) for each in value]
    except (IndexError, KeyError, TypeError):  # a journal written by another version, or by hand
        pass
    return value


_MEANT: Final[dict[object, Mapping[str, int]]] = {
    row_id: _ROW_BY_ID,
    KIND_IDS.__getitem__: KIND_BY_ID,
    FACTION_IDS.__getitem__: FACTION_BY_ID,
}


def numbered(params: Mapping[str, object]) -> dict[str, object]:
    """Parameters as they were before they were `named`; what is no name of ours stays as it is."""
    return {name: _meant(name, value) for name, value in params.items()}


def _meant(name: str, value: object) -> object:
    try:
        if name in _TOLD and isinstance(value, str):
            return _MEANT[_TOLD[name]][value]
        if name in _TOLD_EACH and isinstance(value, list):
            return [_MEANT[_TOLD_EACH[name]][each] for each in value]
    except (KeyError, TypeError):
        pass
    return value
