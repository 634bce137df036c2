"""Pieces and spaces of Events: placing, removing and moving one piece at a time (12.2, 5.3 to 5.6)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from fitl.board.factions import VC, partner
from fitl.board.pieces import BASE_KINDS, FACTION_OF, KINDS, NVA_TROOPS, US_TROOPS
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY, SPACE_COUNT
from fitl.bots.event_words import DEPLOYED, FLIPPED, MOVED, PLACED, SHIFTING, WORTH_IT
from fitl.bots.mind import Mind, option_for
from fitl.bots.select import random_space
from fitl.bots.trung.answers import REMOVE_TABLE, SHIFT_TABLE, space_option
from fitl.bots.trung.pieces import FRIENDLY, GIVE_UP, By, enemy_order, first_of
from fitl.bots.trung.tables import FILTERS, TROOPS, Look, choose, narrow
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import available, guerrillas
from fitl.state import State

BASE_TABLE: Final = ("US-Base", "ARVN-Base", "NVA-Base", "VC-Base")
FORCES_TABLE: Final = ("US-Cubes", "ARVN-Cubes", "NVA-Guer", "VC-Guer")
ENOUGH_FOR_A_BASE: Final = 2  # forces beside which a Base is placed
BOX_RANK: Final = {OUT_OF_PLAY: 0, CASUALTIES: 1, AVAILABLE: 2}


# --- spaces -------------------------------------------------------------------------------------------------------


def space(mind: Mind, s: State, decision: Decision, purpose: str) -> Flow[Option]:
    """A space: by the table for shifts, for placing, or for removing."""
    spaces = [option.spaces[0] for option in decision.options if option.spaces]
    boxes = [sp for sp in spaces if sp >= SPACE_COUNT]
    if boxes:
        sp = max(boxes, key=lambda box: BOX_RANK.get(box, 3))
        mind.visit("trung.event.box", space=sp)
        return space_option(decision, sp)
    sp = yield from by_purpose(mind, s, purpose, spaces, decision)
    return space_option(decision, sp)


def by_purpose(mind: Mind, s: State, purpose: str, spaces: list[int], decision: Decision) -> Flow[int]:
    if purpose in SHIFTING:
        return (yield from shifted(mind, s, spaces))
    kind = decision.params.get("piece")
    if isinstance(kind, int):
        return (yield from choose(mind, place_table(kind), place_look(s, kind), spaces))
    return (yield from choose(mind, REMOVE_TABLE[mind.faction], Look(s), spaces))


def shifted(mind: Mind, s: State, spaces: list[int]) -> Flow[int]:
    """The Faction's Shift table; NVA, which has none, takes VC's."""
    return (yield from choose(mind, SHIFT_TABLE[mind.faction], Look(s), spaces))


def most_support(mind: Mind, s: State, spaces: list[int]) -> Flow[int]:
    left = narrow(FILTERS["MaxSup"], Look(s), spaces)
    sp = yield from random_space(mind, left)
    mind.visit("trung.event.most_support", space=sp, spaces=spaces, tied=len(left))
    return sp


def place_table(kind: int) -> str:
    """Where such a piece is placed."""
    if kind in BASE_KINDS:
        return BASE_TABLE[FACTION_OF[kind]]
    return "NVA-Troops" if kind == NVA_TROOPS else FORCES_TABLE[FACTION_OF[kind]]


def place_look(s: State, kind: int) -> Look:
    return Look(s, TROOPS if kind == US_TROOPS else "")


# --- pieces in spaces ---------------------------------------------------------------------------------------------


def piece_at(mind: Mind, s: State, decision: Decision, purpose: str) -> Any:
    if purpose in PLACED:
        return place(mind, s, decision, purpose in DEPLOYED)
    if purpose in FLIPPED:
        return flip(mind, s, decision)
    if purpose in MOVED:
        return moved(mind, s, decision)
    return remove(mind, s, decision, purpose)


Pieces = dict[tuple[int, int], Option]


def pieces_of(decision: Decision) -> Pieces:
    """The options by kind and space; boxes only where no space is offered."""
    found = {(option.piece, option.spaces[0]): option for option in decision.options if option.piece is not None}
    on_map = {piece: option for piece, option in found.items() if piece[1] < SPACE_COUNT}
    return on_map or dict(list(found.items())[:1])


def ready(s: State, decision: Decision) -> Pieces:
    """What an Event may place out of Available; a bot takes nobody from the map for it, unless it has to."""
    found = pieces_of(decision)
    at_hand = {piece: option for piece, option in found.items() if available(s, piece[0])}
    return at_hand or ({} if decision.find("done") is not None else found)


@dataclass(slots=True)
class LastCube:
    """Police and Troops take turns over all that an Event places or removes."""

    kind: int = -1


def _next_kind(mind: Mind, s: State, order: By, kinds: Iterable[int]) -> int:
    """The kind that comes first, cubes by turns over the whole Event."""
    last = mind.room(LastCube, s.card)
    last.kind = first_of(order, kinds, last.kind if mind.settings.trung_cubes == "whole_removal" else -1)
    return last.kind


def place(mind: Mind, s: State, decision: Decision, deployed: bool = False, table: str = "") -> Flow[Option]:
    """5.4: one piece: which, as long as Bases out of Available would stand among friends; then where, by its table.

    table: another one than that of the piece.
    """
    found = pieces_of(decision) if deployed else ready(s, decision)
    if not found:
        mind.visit("trung.event.enough")
        return option_for(decision, "done")
    own = [kind for kind, _ in found if FACTION_OF[kind] == mind.faction]
    friends = [kind for kind, _ in found if FACTION_OF[kind] == partner(mind.faction)]
    ours = own or friends
    if ours:
        kind = _next_kind(mind, s, FRIENDLY, ours if deployed else _safe_kinds(s, found, ours))
    else:
        kind = first_of(GIVE_UP, [kind for kind, _ in found])
    spaces = [sp for each, sp in found if each == kind]
    sp = yield from choose(mind, table or place_table(kind), place_look(s, kind), spaces)
    mind.visit("trung.event.place", piece=kind, space=sp)
    return found[kind, sp]


def _safe_kinds(s: State, found: Pieces, kinds: list[int]) -> list[int]:
    """Bases only where two of their Faction's forces are, or if nothing else can come."""
    units = [kind for kind in kinds if kind not in BASE_KINDS]
    bases = [kind for kind in kinds if kind in BASE_KINDS]
    if not units or not bases:
        return kinds
    safe = any(_friends_there(s, sp, kind) >= ENOUGH_FOR_A_BASE for kind, sp in found if kind in bases)
    return kinds if safe else units


def _friends_there(s: State, sp: int, base: int) -> int:
    by = FACTION_OF[base]
    if by == VC:
        return guerrillas(s, sp, VC)
    return s.force[sp * 4 + by] - sum(s.pieces[sp * KINDS + kind] for kind in BASE_KINDS if FACTION_OF[kind] == by)


def remove(mind: Mind, s: State, decision: Decision, purpose: str) -> Flow[Option]:
    """5.5, 5.3: enemies by Bases, table and order; own pieces from where most are, least valuable first."""
    found = pieces_of(decision)
    side = (mind.faction, partner(mind.faction))
    enemies = [(kind, sp) for kind, sp in found if FACTION_OF[kind] not in side]
    if enemies:
        return (yield from remove_enemy(mind, s, {piece: found[piece] for piece in enemies}))
    stop = decision.find("done")
    if stop is not None and purpose not in WORTH_IT:
        mind.visit("trung.event.keep")
        return stop
    return (yield from give_up(mind, s, decision))


def _any_of(mind: Mind, rows: list[int]) -> Flow[int]:
    """One of several spaces; a box comes alone."""
    return rows[0] if len(rows) == 1 else (yield from random_space(mind, rows))


def remove_enemy(mind: Mind, s: State, found: Pieces) -> Flow[Option]:
    """Spaces with a Base first, then the own Remove table; in a space those of people first."""
    enemies = list(found)
    spaces = sorted({sp for _, sp in enemies})
    based = sorted({sp for kind, sp in enemies if kind in BASE_KINDS})
    sp = yield from choose(mind, REMOVE_TABLE[mind.faction], Look(s), based or spaces)
    kind = _next_kind(mind, s, enemy_order(s), [kind for kind, there in enemies if there == sp])
    mind.visit("trung.remove", space=sp, piece=kind)
    return found[kind, sp]


def give_up(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """5.3: a friend's pieces before own ones, from where most are, least valuable first."""
    found = pieces_of(decision)
    pieces = [piece for piece in found if FACTION_OF[piece[0]] != mind.faction] or list(found)
    there: dict[int, int] = {}
    for kind, sp in pieces:
        there[sp] = there.get(sp, 0) + s.pieces[sp * KINDS + kind]
    most = max(there.values())
    sp = yield from _any_of(mind, [sp for sp, n in there.items() if n == most])
    kind = _next_kind(mind, s, GIVE_UP, [kind for kind, at in pieces if at == sp])
    mind.visit("trung.event.give_up", space=sp, piece=kind)
    return found[kind, sp]


def flip(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Own pieces go Underground where its Guerrilla table says."""
    found = pieces_of(decision)
    kind = first_of(FRIENDLY, [kind for kind, _ in found])
    sp = yield from choose(mind, place_table(kind), Look(s), [sp for each, sp in found if each == kind])
    return found[kind, sp]


def moved(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Where a move may be left out it is; else from where most pieces are, in the order in which friends move."""
    stop = decision.find("done")
    if stop is not None:
        mind.visit("trung.event.stay")
        return stop
    return (yield from from_most(mind, s, pieces_of(decision)))


def from_most(mind: Mind, s: State, found: Pieces) -> Flow[Option]:
    """One piece from where most of them are."""
    there: dict[int, int] = {}
    for kind, sp in found:
        there[sp] = there.get(sp, 0) + s.pieces[sp * KINDS + kind]
    most = max(there.values())
    sp = yield from _any_of(mind, [sp for sp, n in there.items() if n == most])
    kind = first_of(FRIENDLY, [kind for kind, at in found if at == sp])
    mind.visit("trung.event.move", space=sp, piece=kind)
    return found[kind, sp]
