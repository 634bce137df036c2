"""Turn a request of the lobby into a game's options and the links to its seats."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fitl.board.factions import FACTION_BY_ID, FACTION_IDS, FACTIONS
from fitl.bot_types import FLOWCHART
from fitl.catalogue import tell
from fitl.options import SWITCHES, GameOptions, OptionsError, own_first
from fitl.position import write_options
from fitl.server.lookalikes import is_visible
from fitl.server.stored import Link
from fitl.server.tokens import hash_of, new_token
from fitl.server.wire.lobby import LinkTold

Body = Mapping[str, object]  # what a request asks for

KINDS: Final = ("me", "link", "bot")
NAME_LENGTH: Final = 60
SOLO: Final = frozenset(name for name, switch in SWITCHES.items() if switch.group == "solo")  # 8.9: for one player
MOST_SEATS: Final = 16  # that are looked at; which of them are wrong is said then


class Unclear(ValueError):
    """A request that does not say what it must; the message tells what would be right."""


@dataclass(frozen=True, slots=True)
class Place:
    """One seat as asked for: the Factions it runs, and who sits there."""

    factions: tuple[int, ...]
    kind: str
    name: str = ""
    plays: str = FLOWCHART  # of which kind a non-player is


@dataclass(frozen=True, slots=True)
class Wanted:
    """A link to be made."""

    role: str
    seats: Sequence[int]
    name: str
    mine: bool = False


def a_text(value: object, what: str, length: int = NAME_LENGTH) -> str:
    """A short text from a request, without control characters."""
    if not isinstance(value, str):
        raise Unclear(tell("server.refuse.text", what=what))
    text = "".join(sign for sign in value if sign.isprintable()).strip()
    if len(text) > length:
        raise Unclear(tell("server.refuse.too_long", what=what, n=length))
    return text


def a_name(value: object, what: str = "name") -> str:
    """Somebody's name from a request, all of which can be seen."""
    if isinstance(value, str) and not is_visible(value.strip()):
        raise Unclear(tell("server.refuse.invisible"))
    return a_text(value, what)


def a_number(value: object, what: str) -> int | None:
    """A number from a request, or none."""
    if value is not None and type(value) is not int:
        raise Unclear(tell("server.refuse.number", name=what))
    return value


def a_switch(wish: Body, name: str) -> bool:
    """Something a request asks for or not; if it does not say, not."""
    value = wish.get(name, False)
    if not isinstance(value, bool):
        raise Unclear(tell("server.refuse.switch", name=name))
    return value


def read_places(value: object, factions: tuple[int, ...] = FACTIONS) -> list[Place]:
    """The seats of a new game as a request names them."""
    if value is None:
        return [Place((faction,), "me") for faction in factions]
    if not isinstance(value, list) or len(value) > MOST_SEATS or not all(isinstance(each, dict) for each in value):
        raise Unclear(tell("server.refuse.seats"))
    places = []
    for each in value:
        names, kind = each.get("factions"), each.get("kind")
        if kind not in KINDS or not isinstance(names, list) or not names:
            raise Unclear(tell("server.refuse.seats"))
        if any(not isinstance(name, str) or name not in FACTION_BY_ID for name in names):
            raise Unclear(tell("server.refuse.factions"))
        seated = tuple(sorted(FACTION_BY_ID[name] for name in names))
        if len(seated) > 1 and (kind == "bot" or seated not in ((0, 1), (2, 3))):
            raise Unclear(tell("server.refuse.pair"))
        if "plays" in each and kind != "bot":
            raise Unclear(tell("server.refuse.plays"))
        plays = a_text(each.get("plays", FLOWCHART), "plays")
        places.append(Place(seated, kind, a_name(each.get("name", "")), plays))
    return sorted(places, key=lambda place: own_first(place.factions, factions))


def read_options(value: object, places: Sequence[Place]) -> GameOptions:
    """The optional rules of a new game as a request names them; OptionsError if they contradict each other."""
    if value is not None and not isinstance(value, Mapping):
        raise Unclear(tell("server.refuse.options"))
    switches = dict(value or {})
    handicap = switches.pop("handicap", [])
    if not isinstance(handicap, list) or any(name not in FACTION_IDS for name in handicap):
        raise Unclear(tell("server.refuse.handicap"))
    readings = switches.pop("readings", {})
    if not isinstance(readings, Mapping) or not all(isinstance(value, str) for value in readings.values()):
        raise Unclear(tell("server.refuse.readings"))
    for name, on in switches.items():
        if name not in SWITCHES or not isinstance(on, bool):
            raise OptionsError(tell("server.refuse.option", name=str(name)[:40], names=", ".join(SWITCHES)))
    return GameOptions(
        seats=tuple(place.factions for place in places),
        non_players=tuple(place.factions[0] for place in places if place.kind == "bot"),
        kinds=tuple((place.factions[0], place.plays) for place in places if place.kind == "bot"),
        readings=tuple(sorted(readings.items())),
        handicap=tuple(FACTION_BY_ID[name] for name in handicap),
        **switches,
    )


def reseated(position: Body, wish: Body) -> Body:
    """A position with the seats that a request asks for, if it does: who plays is no part of the situation."""
    saved = position.get("options", {})
    if wish.get("seats") is None or not isinstance(saved, Mapping):
        return position
    places = read_places(wish["seats"])
    people = [place for place in places if place.kind != "bot"]
    left_out = {"seats", "non_players", "kinds", *(SOLO if len(people) != 1 else ())}
    rules = {name: value for name, value in saved.items() if name not in left_out}
    if isinstance(rules.get("handicap"), list):
        own = {FACTION_IDS[faction] for place in people for faction in place.factions}
        rules["handicap"] = [name for name in rules["handicap"] if name in own]
    options = write_options(read_options(rules, places))
    if options == saved:
        return position
    return {**{key: value for key, value in position.items() if key != "trung_deck"}, "options": options}


def path_of(game: str, token: str, *, invitation: bool = False) -> str:
    """The address that opens a seat; what comes after # is never sent to a server."""
    return f"/game/{game}#{'take=' if invitation else ''}{token}"


def make_links(game: str, places: Sequence[Place], host: str) -> tuple[dict[str, Link], list[LinkTold]]:
    """Links for all who take part: to be stored by the hashes of their tokens, and to be told to the creator once.

    The host, who creates the game, has one link for all the seats marked "me" (or a spectator's, if there are none).
    Every other person is invited by a link of their own, and there is one for spectators.
    """
    mine = [number for number, place in enumerate(places) if place.kind == "me"]
    wanted = [Wanted("player" if mine else "spectator", mine, host, mine=True)]
    wanted += [Wanted("player", [number], place.name) for number, place in enumerate(places) if place.kind == "link"]
    wanted.append(Wanted("spectator", [], ""))
    stored: dict[str, Link] = {}
    told: list[LinkTold] = []
    for order, each in enumerate(wanted):
        token = new_token()
        invitation = each.role == "player" and not each.mine
        seen = time.time() if each.mine else None
        stored[hash_of(token)] = Link(
            game, each.role, tuple(each.seats), each.name, order, not invitation, each.mine, seen
        )
        told.append(
            {
                "role": each.role,
                "factions": [FACTION_IDS[faction] for seat in each.seats for faction in places[seat].factions],
                "mine": each.mine,
                "invitation": invitation,
                "token": token,
                "path": path_of(game, token, invitation=invitation),
            }
        )
    return stored, told


def people_at(places: Sequence[Place]) -> int:
    """How many people play: all seats marked "me" are one."""
    return sum(place.kind == "link" for place in places) + any(place.kind == "me" for place in places)


def places_of(options: GameOptions) -> list[Place]:
    """The seats of a game that exists already: every person is me."""
    return [
        Place(seat, "bot" if seat[0] in options.non_players else "me", plays=options.kind_of(seat[0]))
        for seat in options.seats
    ]
