"""The options of a game and its packs, as positions and journals write them."""

from collections.abc import Mapping
from typing import Any, Final

from fitl.board.factions import FACTION_IDS
from fitl.cardset import CardSet
from fitl.catalogue import tell
from fitl.options import GameOptions, OptionsError, parse_seats
from fitl.packs import PackError, card_set_of
from fitl.position.values import PositionError, faction_of, list_of, object_of

_LISTS: Final = ("seats", "handicap", "non_players", "kinds", "readings")  # options that are not a plain yes or no


def write_options(options: GameOptions) -> dict[str, object]:
    """The options as plain JSON, defaults left out."""
    found: dict[str, object] = {
        name: getattr(options, name) for name in GameOptions.__slots__ if name not in _LISTS and getattr(options, name)
    }
    for name in ("handicap", "non_players"):
        if getattr(options, name):
            found[name] = [FACTION_IDS[faction] for faction in getattr(options, name)]
    if options.kinds:
        found["kinds"] = {FACTION_IDS[faction]: kind for faction, kind in options.kinds}
    if options.readings:
        found["readings"] = dict(options.readings)
    if options.seats != GameOptions().seats:
        found["seats"] = ",".join("+".join(FACTION_IDS[f] for f in seat) for seat in options.seats)
    return found


def read_options(found: Mapping[str, Any]) -> GameOptions:
    """Options from plain JSON."""
    names = set(GameOptions.__slots__)
    for name in found:
        if name not in names:
            raise PositionError(tell("position.unknown_option", name=name, names=", ".join(sorted(names))))
    values = dict(found)
    try:
        if "seats" in values:
            values["seats"] = parse_seats(str(values["seats"]))
        for name in ("handicap", "non_players"):
            if name in values:
                values[name] = tuple(faction_of(word, f"options.{name}") for word in list_of(values, name))
        if "kinds" in values:
            kinds = object_of(values, "kinds")
            values["kinds"] = tuple((faction_of(word, "options.kinds"), str(kind)) for word, kind in kinds.items())
        if "readings" in values:
            readings = object_of(values, "readings")
            values["readings"] = tuple(sorted((name, str(value)) for name, value in readings.items()))
        for name, value in values.items():
            if name not in _LISTS and not isinstance(value, bool):
                raise PositionError(tell("position.yes_or_no", path=f"options.{name}", value=value))
        return GameOptions(**values)
    except OptionsError as error:
        raise PositionError(tell("position.options", error=error)) from error


def read_packs(found: object) -> CardSet:
    """The cards of a game from the texts of its packs."""
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise PositionError(tell("position.packs"))
    try:
        return card_set_of(found)
    except PackError as error:
        raise PositionError(tell("position.pack", error=error)) from error
