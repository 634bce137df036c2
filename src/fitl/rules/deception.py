"""Deception markers (7.3): drawn by players, kept secret, shown when used.

Twelve markers, four of each kind. Markers belong to players: one who runs a pair of Factions (1.5) holds them under the
first Faction of the pair, an Agenda counts for the margins of both and an Asset serves either.
"""

from typing import Final

from fitl.board.factions import FACTIONS
from fitl.decisions import CHANCE, Decision, Flow, choice, confirm
from fitl.rules.control import margin
from fitl.state import State

EMPTY_THREAT: Final = "empty_threat"
HIDDEN_AGENDA: Final = "hidden_agenda"
HIDDEN_ASSET: Final = "hidden_asset"
MARKER_KINDS: Final = (EMPTY_THREAT, HIDDEN_AGENDA, HIDDEN_ASSET)
MARKERS_PER_KIND: Final = 4
MARKERS_PER_PLAYER: Final = 2


def holder(s: State, faction: int) -> int:
    """The Faction under which the player who runs this one keeps markers."""
    seats = s.options.seats
    return seats[s.options.seat_of(faction)][0]


def called(s: State, faction: int) -> int:
    """The Faction by which the player who runs this one is called: the first of its own in play (Diem's War: P7.4)."""
    seat = s.options.seats[s.options.seat_of(faction)]
    return next((each for each in seat if each in s.era.factions), faction)


def holders(s: State) -> list[int]:
    """One Faction per player; non-players of chapter 8 have no markers."""
    return [seat[0] for seat in s.options.unprivileged_seats()]


# --- drawing ------------------------------------------------------------------------------------------------------


def draw_markers(s: State) -> Flow[None]:
    """7.3: beginners choose two markers each, in the order agreed (Handicap); then everybody else draws two."""
    if not (s.options.deception or s.options.handicap):
        return
    beginners = list(dict.fromkeys(holder(s, faction) for faction in s.options.handicap))
    for faction in beginners:
        for _ in range(MARKERS_PER_PLAYER):
            yield from choose_marker(s, faction)
    for faction in holders(s):
        if faction not in beginners:
            for _ in range(MARKERS_PER_PLAYER):
                yield from draw_marker(s, faction)


def set_aside(s: State) -> list[int]:
    """How many markers of each kind nobody has drawn yet."""
    drawn = [kind for markers in (*s.markers, *s.revealed_markers) for kind in markers]
    return [MARKERS_PER_KIND - drawn.count(kind) for kind in MARKER_KINDS]


def choose_marker(s: State, faction: int) -> Flow[None]:
    """7.3 Handicap: the player secretly picks one marker."""
    options = [choice(kind) for kind, left in zip(MARKER_KINDS, set_aside(s), strict=True) if left]
    kind: str = yield Decision(faction, "deception.choose", "7.3", options)
    _take(s, faction, kind)


def draw_marker(s: State, faction: int) -> Flow[None]:
    """7.3: the player running the Faction draws one marker unseen, if any is left."""
    left = set_aside(s)
    options = [choice(kind) for kind, n in zip(MARKER_KINDS, left, strict=True) if n]
    if options:
        by = holder(s, faction)
        weights = [n for n in left if n]
        kind: str = yield Decision(CHANCE, "deception.draw", "7.3", options, {"by": called(s, by)}, None, weights)
        _take(s, by, kind)


def _take(s: State, faction: int, kind: str) -> None:
    s.markers = _with(s.markers, faction, tuple(sorted((*s.markers[faction], kind))))
    s.note("log.deception.taken", faction=called(s, faction))


# --- showing ------------------------------------------------------------------------------------------------------


def _with(markers: tuple[tuple[str, ...], ...], faction: int, held: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(held if each == faction else markers[each] for each in FACTIONS)


def reveal(s: State, faction: int, kind: str) -> None:
    """Turn up one marker of the player who runs this Faction."""
    by = holder(s, faction)
    held = list(s.markers[by])
    held.remove(kind)
    s.markers = _with(s.markers, by, tuple(held))
    s.revealed_markers = _with(s.revealed_markers, by, (*s.revealed_markers[by], kind))
    s.note(f"log.deception.{kind}", faction=called(s, by))


def reveal_all(s: State) -> None:
    """7.3: when the game ends every marker is turned up; an Agenda shown now still counts, and never hurts."""
    for faction in FACTIONS:
        for kind in s.markers[faction]:
            reveal(s, faction, kind)


def has_hidden_asset(s: State, faction: int) -> bool:
    """7.3: may the player turn a Limited Operation into an Operation with Special Activity?"""
    return HIDDEN_ASSET in s.markers[holder(s, faction)]


def use_hidden_asset(s: State, faction: int) -> None:
    """7.3: show a Hidden Asset; it is spent."""
    reveal(s, faction, HIDDEN_ASSET)


def hidden_markers(s: State, faction: int) -> int:
    """How many markers of any kind the player running this Faction has not shown: everybody knows that."""
    return len(s.markers[holder(s, faction)])


def hidden_agendas(s: State, faction: int) -> int:
    """Agendas the player running this Faction could still show."""
    return s.markers[holder(s, faction)].count(HIDDEN_AGENDA)


def ask_to_reveal_agendas(s: State, faction: int) -> Flow[None]:
    """7.3: the player may show all its Agendas now; each adds 1 to its margin for good."""
    count = hidden_agendas(s, faction)
    if (yield confirm(faction, "deception.reveal", "7.3", params={"n": count})):
        for _ in range(count):
            reveal(s, faction, HIDDEN_AGENDA)


def margin_of(s: State, faction: int) -> int:
    """7.3: the Faction's margin, with 1 for each Hidden Agenda its player has shown."""
    return margin(s, faction) + s.revealed_markers[holder(s, faction)].count(HIDDEN_AGENDA)
