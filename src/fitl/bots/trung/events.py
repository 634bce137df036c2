"""12.2 Events: every question by its shape, with the tables and orders of the cards.

Pieces are placed, removed and moved one at a time. What the notes of a card say otherwise is in `event_notes.py`.
"""

from collections.abc import Callable
from typing import Any, Final

from fitl.board.factions import ARVN, COIN, NVA, US, VC, partner
from fitl.board.pieces import BASE_KINDS, FACTION_OF, KINDS, NVA_TROOPS, US_TROOPS
from fitl.board.spaces import AVAILABLE, CASUALTIES, CONTROLLABLE, OUT_OF_PLAY, SPACE_COUNT
from fitl.bots.event_words import DEPLOYED, FLIPPED, MOVED, PLACED, SHIFTING, WORTH_IT
from fitl.bots.mind import Handler, Mind, option_for
from fitl.bots.select import equal_chance, random_space
from fitl.bots.trung.answers import REMOVE_TABLE, SHIFT_TABLE, space_option
from fitl.bots.trung.pieces import FRIENDLY, GIVE_UP, enemy_order, first_of, pick
from fitl.bots.trung.tables import FILTERS, TROOPS, Look, choose, narrow
from fitl.decisions import DONE, Decision, Flow, Option
from fitl.rules.forces import available, guerrillas, has_room_for_base
from fitl.state import State

BASE_TABLE: Final = ("US-Base", "ARVN-Base", "NVA-Base", "VC-Base")
FORCES_TABLE: Final = ("US-Cubes", "ARVN-Cubes", "NVA-Guer", "VC-Guer")
ENOUGH_FOR_A_BASE: Final = 2  # forces beside which a Base is placed
BOX_RANK: Final = {OUT_OF_PLAY: 0, CASUALTIES: 1, AVAILABLE: 2}


def answer_event(mind: Mind, s: State, decision: Decision) -> Any:
    """A question of an Event, the bot's own or another's."""
    purpose = decision.kind.removeprefix("event.")
    special = NOTES.get((purpose, s.card)) or NOTES.get((purpose, 0))
    if special is not None:
        return special(mind, s, decision)
    first = decision.options[0]
    if first.amount is not None:
        return amount(mind, s, decision, purpose)
    if first.piece is not None and first.spaces:
        return piece_at(mind, s, decision, purpose)
    if first.piece is not None:
        return kind_of(mind, s, decision, purpose)
    if first.spaces:
        return space(mind, s, decision, purpose)
    return name(mind, s, decision, purpose)


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
    """The Faction's Shift table; NVA, which has none, takes the most Support."""
    if mind.faction != NVA:
        return (yield from choose(mind, SHIFT_TABLE[mind.faction], Look(s), spaces))
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
    if purpose in PLACED or purpose in DEPLOYED:
        return place(mind, s, decision)
    if purpose in FLIPPED:
        return flip(mind, s, decision)
    if purpose in MOVED:
        return moved(mind, s, decision)
    return remove(mind, s, decision, purpose)


Pieces = dict[tuple[int, int], Option]


def pieces_of(decision: Decision) -> Pieces:
    """The options by kind and space."""
    return {(option.piece, option.spaces[0]): option for option in decision.options if option.piece is not None}


def place(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """5.4: one piece: which, as long as Bases would stand among friends; then where, by its table."""
    found = pieces_of(decision)
    own = [kind for kind, _ in found if FACTION_OF[kind] == mind.faction]
    friends = [kind for kind, _ in found if FACTION_OF[kind] == partner(mind.faction)]
    if own or friends:
        kind = first_of(FRIENDLY, _safe_kinds(s, found, own or friends))
    else:
        kind = first_of(GIVE_UP, [kind for kind, _ in found])
    spaces = [sp for each, sp in found if each == kind]
    sp = yield from choose(mind, place_table(kind), place_look(s, kind), spaces)
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
    """5.5, 5.3: enemies by Bases, table and order; own pieces from where most are, least missed first."""
    found = pieces_of(decision)
    side = (mind.faction, partner(mind.faction))
    enemies = [(kind, sp) for kind, sp in found if FACTION_OF[kind] not in side]
    if enemies:
        return (yield from _remove_enemy(mind, s, found, enemies))
    stop = decision.find("done")
    if stop is not None and purpose not in WORTH_IT:
        mind.visit("trung.event.keep")
        return stop
    own = [piece for piece in found if FACTION_OF[piece[0]] == mind.faction]
    friends = [piece for piece in found if piece not in own]
    return (yield from _give_up(mind, s, found, friends or own))


def _remove_enemy(mind: Mind, s: State, found: Pieces, enemies: list[tuple[int, int]]) -> Flow[Option]:
    spaces = sorted({sp for _, sp in enemies})
    based = sorted({sp for kind, sp in enemies if kind in BASE_KINDS})
    sp = yield from choose(mind, REMOVE_TABLE[mind.faction], Look(s), based or spaces)
    kind = first_of(enemy_order(s), [kind for kind, there in enemies if there == sp])
    mind.visit("trung.remove", space=sp, piece=kind)
    return found[kind, sp]


def _give_up(mind: Mind, s: State, found: Pieces, pieces: list[tuple[int, int]]) -> Flow[Option]:
    there: dict[int, int] = {}
    for kind, sp in pieces:
        there[sp] = there.get(sp, 0) + s.pieces[sp * KINDS + kind]
    most = max(there.values())
    sp = yield from random_space(mind, [sp for sp, n in there.items() if n == most])
    kind = first_of(GIVE_UP, [kind for kind, at in pieces if at == sp])
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
    found = pieces_of(decision)
    there: dict[int, int] = {}
    for kind, sp in found:
        there[sp] = there.get(sp, 0) + s.pieces[sp * KINDS + kind]
    most = max(there.values())
    sp = yield from random_space(mind, [sp for sp, n in there.items() if n == most])
    kind = first_of(FRIENDLY, [kind for kind, at in found if at == sp])
    mind.visit("trung.event.move", space=sp, piece=kind)
    return found[kind, sp]


# --- kinds, amounts, names ----------------------------------------------------------------------------------------


def kind_of(mind: Mind, s: State, decision: Decision, purpose: str) -> Option:
    """One of several kinds of piece."""
    kinds = [option.piece for option in decision.options if option.piece is not None]
    if not kinds:
        return decision.options[0]
    enemies = [kind for kind in kinds if FACTION_OF[kind] not in (mind.faction, partner(mind.faction))]
    placing = purpose in PLACED or purpose in ("substitute", "piece")
    order = FRIENDLY if placing else enemy_order(s) if enemies else GIVE_UP
    kind = first_of(order, (enemies or kinds) if not placing else kinds)
    mind.visit("trung.event.kind", piece=kind)
    return next(option for option in decision.options if option.piece == kind)


NO_LIFTING: Final = frozenset(("place_amount", "incursion_amount"))  # beyond what is Available nobody is taken
ONE_BY_ONE: Final = frozenset(("deploy_amount",))


def amount(mind: Mind, s: State, decision: Decision, purpose: str) -> Option:
    """How many: one at a time where the next may go elsewhere, else as many as are available."""
    amounts = [option.amount for option in decision.options if option.amount is not None]
    if "others" in decision.params:
        n = _between_boxes(mind, s, decision, amounts)
    elif purpose in NO_LIFTING:
        n = min(amounts)
    elif purpose in ONE_BY_ONE:
        n = 1 if 1 in amounts else min(amounts)
    elif purpose == "remove_how_many" and _own_loss(mind, decision):
        n = min(amounts)
    else:
        n = max(amounts)
    mind.visit("trung.event.amount", n=n)
    return option_for(decision, n)


def _own_loss(mind: Mind, decision: Decision) -> bool:
    kind = decision.params.get("piece")
    return isinstance(kind, int) and FACTION_OF[kind] in (mind.faction, partner(mind.faction))


def _between_boxes(mind: Mind, s: State, decision: Decision, amounts: list[int]) -> int:
    """Pieces go from box to box in an order: friends' best ones where it helps them, the least missed where not."""
    kind, origin, to = decision.piece, decision.origin, decision.number("box")
    kinds = (kind, *decision.params["others"])
    there = {each: s.pieces[origin * KINDS + each] for each in kinds}
    better = BOX_RANK.get(to, 3) > BOX_RANK.get(origin, 3)
    friendly = (FACTION_OF[kind] in COIN) == (mind.faction in COIN)
    order = FRIENDLY if better == friendly else GIVE_UP
    if better != friendly and 0 in amounts:  # it helps the enemy, or harms a friend, and may be left out
        wanted = min(amounts)
    else:
        wanted = pick(order, there, decision.number("left")).get(kind, 0)
    return max(min(amounts), min(max(amounts), wanted))


def name(mind: Mind, s: State, decision: Decision, purpose: str) -> Flow[Option]:
    """One of several names: benefits go to the Faction itself, then to its friend; else at random."""
    keys = [option.key for option in decision.options]
    for key in _liked(mind, s, keys):
        if key in keys:
            mind.visit("trung.event.way", way=key)
            return option_for(decision, key)
    option = yield from equal_chance(mind, list(decision.options))
    mind.visit("trung.event.way", way=option.key)
    return option


_IDS: Final = ("us", "arvn", "nva", "vc")


def _liked(mind: Mind, s: State, keys: list[str]) -> list[str]:
    """What a bot takes if it is offered: itself or a person among its enemies, more or less of a track, to go on."""
    up = mind.faction in COIN
    more = ("more", "up", "raise", "+2") if up else ("less", "down", "lower", "-2")
    if set(keys) <= {"us", "arvn", "nva", "vc", "done"}:
        people = [f for f in range(4) if f not in s.options.non_players and (f in COIN) != (mind.faction in COIN)]
        return [_IDS[mind.faction], *(_IDS[f] for f in people), _IDS[partner(mind.faction)]]
    return [*more, "yes"]


Note = Callable[[Mind, State, Decision], Any]
NOTES: Final[dict[tuple[str, int], Note]] = {}
_ = (ARVN, US, CONTROLLABLE, available, has_room_for_base, DONE, Handler)
