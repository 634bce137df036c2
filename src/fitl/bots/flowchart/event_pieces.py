"""8.4.3, 8.1.2: which pieces an Event places, removes or moves, and how many."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from fitl.board.factions import enemies, partner
from fitl.board.pieces import (
    ARMOR,
    ARVN_BASE,
    ARVN_TROOPS,
    BASE_KINDS,
    FACTION_OF,
    IRREGULAR,
    NVA_TROOPS,
    NVA_TUNNEL,
    POLICE,
    RANGER,
    UNDERGROUND_OF,
    US_BASE,
    US_TROOPS,
    VC_TUNNEL,
)
from fitl.board.spaces import AVAILABLE, CASUALTIES, CONTROLLABLE, OUT_OF_PLAY, POP, SPACE_COUNT, is_city, is_province
from fitl.bots.event_words import DEPLOYED, WORTH_IT
from fitl.bots.flowchart.event_spaces import Worth, enemies_there, sets, shifts
from fitl.bots.flowchart.turn import EventSoFar
from fitl.bots.mind import Mind, option_for
from fitl.bots.priorities import give_up_order, target_order
from fitl.bots.select import choose_space
from fitl.decisions import DONE, Decision, Flow, Option
from fitl.rules.forces import available, coin_bases, count
from fitl.state import ACTIVE_OPPOSITION, State

# Where the text only allows a move that brings nothing, the piece stays.
STAY: Final = frozenset(("move_nva_base", "amphib_troops", "vanish"))
# By purpose and card: each receiving or losing space also shifts, once (8.4.5).
SHIFTED: Final[dict[tuple[str, int], Worth]] = {("thi_place", 87): shifts(+1), ("remove_irregulars", 26): shifts(-1)}
# Only one of the Provinces that lose a piece is set to a level.
ONE_SHIFTED: Final[dict[tuple[str, int], Worth]] = {("remove_irregulars", 68): sets(ACTIVE_OPPOSITION)}
# 8.1.2: the order in which pieces leave Out of Play or Casualties.
FROM_BOXES: Final = (US_BASE, ARVN_BASE, RANGER, *ARMOR, US_TROOPS, ARVN_TROOPS, POLICE, IRREGULAR, NVA_TROOPS)
TO_THE_BOXES: Final = (NVA_TROOPS, ARVN_TROOPS, POLICE, US_TROOPS, IRREGULAR, *ARMOR, RANGER, ARVN_BASE, US_BASE)
CUBES: Final = (US_TROOPS, ARVN_TROOPS, POLICE)
TUNNELS: Final = (NVA_TUNNEL, VC_TUNNEL)
BOXES: Final = (OUT_OF_PLAY, CASUALTIES, AVAILABLE)  # 8.1.2: where COIN pieces come from, in this order

Ranking = Callable[[int], tuple[int, ...]]  # of a space, larger is better


def by_space(options: Sequence[Option]) -> dict[int, list[Option]]:
    """Options for pieces, by the space (or box) they are in."""
    spaces: dict[int, list[Option]] = {}
    for option in options:
        spaces.setdefault(option.spaces[0], []).append(option)
    return spaces


def kinds_in(options: Sequence[Option]) -> list[int]:
    return [option.piece for option in options if option.piece is not None]


def left_to_do(decision: Decision) -> int:
    """How many pieces or spaces the Event still asks for."""
    left = decision.number("left", 1)
    return left if isinstance(left, int) else 1


@dataclass(slots=True)
class PiecesSoFar:
    """Where the pieces of an Event have gone or come from so far."""

    now: tuple[str, int] | None = None  # the question, and the space in which it goes on
    chosen: tuple[int, ...] = ()  # all spaces
    taken_at: tuple[str, int] | None = None  # the question and the space of the last enemy piece
    taken: int = -1  # its kind


def choose_and_stay(
    mind: Mind, decision: Decision, node: str, spaces: Sequence[int], rank: Ranking, moves_on: bool = False
) -> Flow[int]:
    """8.2: go on in the space chosen before while that is possible, else the best by rank, else at random.

    moves_on: where another space would rank higher it is taken instead.
    """
    so_far = mind.room(PiecesSoFar)
    now = so_far.now
    values = {sp: rank(sp) for sp in spaces}
    best = max(values.values())
    if now is not None and now[0] == decision.kind and now[1] in spaces and not (moves_on and values[now[1]] < best):
        mind.visit("event.go_on", space=now[1])
        return now[1]
    left = [sp for sp in spaces if values[sp] == best]
    if left[0] >= SPACE_COUNT:
        chosen = left[0]
        mind.visit(node, space=chosen)
    else:
        chosen = yield from choose_space(mind, node, left)
    so_far.now = (decision.kind, chosen)
    so_far.chosen = (*so_far.chosen, chosen)
    return chosen


# --- placing ------------------------------------------------------------------------------------------------------


def place_piece(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.4.3: Bases, then Guerrillas or Special Forces, then cubes evenly; as much as possible in one space.

    Nothing is lifted from elsewhere on the map while it can be helped (1.4.1), nor an enemy's piece placed unforced.
    """
    purpose = decision.kind.removeprefix("event.")
    done = decision.find("done")
    options = [option for option in decision.options if option.value != DONE]
    if purpose not in DEPLOYED:
        ready = [option for option in options if available(s, option.piece or 0)]
        if not ready and done is not None:
            mind.visit("event.no_lift", card=s.card)
            return done
        options = ready or options
    friendly = [option for option in options if FACTION_OF[option.piece or 0] not in enemies(mind.faction)]
    if not friendly and done is not None:
        mind.visit("event.keep", card=s.card)
        return done
    own = [option for option in friendly if FACTION_OF[option.piece or 0] == mind.faction]
    options = own or friendly or options
    options = [option for option in options if not crowds(s, option.piece or 0, option.spaces[0])] or options
    shifting = (purpose, s.card) in SHIFTED
    if not shifting:  # 8.4.4: shifts come before Bases, and these before other pieces
        order = FROM_BOXES if purpose in DEPLOYED else None
        first = min(_category(option.piece or 0, order) for option in options)
        options = [option for option in options if _category(option.piece or 0, order) == first]
    spaces = by_space(options)

    def rank(sp: int) -> tuple[int, ...]:
        return *_shift(mind, s, sp, purpose), int(any(kind in BASE_KINDS for kind in kinds_in(spaces[sp])))

    sp = yield from choose_and_stay(mind, decision, "event.place", list(spaces), rank, moves_on=shifting)
    kind = target_order(s, sp, kinds_in(spaces[sp]))[0]
    mind.room(EventSoFar).alternate = shifting or (kind in CUBES and len(spaces[sp]) > 1)
    return next(option for option in spaces[sp] if option.piece == kind)


def _shift(mind: Mind, s: State, sp: int, purpose: str) -> tuple[int, ...]:
    """8.4.5: what it is worth that the space will shift; one that was chosen before shifts only once."""
    chosen = mind.room(PiecesSoFar).chosen
    worth = SHIFTED.get((purpose, s.card))
    if worth is None and is_province(sp) and not any(is_province(other) and POP[other] for other in chosen):
        worth = ONE_SHIFTED.get((purpose, s.card))
    if worth is None or sp >= CONTROLLABLE or sp in chosen:
        return 0, 0
    return worth(mind, s, sp)


def crowds(s: State, kind: int, sp: int) -> bool:
    """8.1.2: never two COIN Bases in one space, never an ARVN Base in a City."""
    return beside_coin_base(s, kind, sp) or (kind == ARVN_BASE and is_city(sp))


def beside_coin_base(s: State, kind: int, sp: int) -> bool:
    return kind in (US_BASE, ARVN_BASE) and sp < SPACE_COUNT and coin_bases(s, sp) > 0


def _category(kind: int, order: Sequence[int] | None) -> int:
    if order is not None and kind in order:
        return order.index(kind)
    if kind in BASE_KINDS:
        return 0
    return 2 if kind in CUBES or kind == NVA_TROOPS else 1


# --- removing -----------------------------------------------------------------------------------------------------


def remove_piece(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.4.4: enemy pieces where most Bases, then most pieces fall; friendly ones only if they must go."""
    purpose = decision.kind.removeprefix("event.")
    done = decision.find("done")
    options = [option for option in decision.options if option.value != DONE]
    foes = [option for option in options if FACTION_OF[option.piece or 0] in enemies(mind.faction)]
    if not foes:
        if done is not None and purpose not in WORTH_IT:
            mind.visit("event.keep", card=s.card)
            return done
        return (yield from give_up(mind, s, decision, options))
    spaces = by_space(foes)
    left = left_to_do(decision)

    def rank(sp: int) -> tuple[int, ...]:
        there = {kind: count(s, sp, kind) for kind in kinds_in(spaces[sp])}
        bases = min(left, sum(n for kind, n in there.items() if kind in BASE_KINDS))
        units = min(left - bases, sum(n for kind, n in there.items() if kind not in BASE_KINDS))
        return *_shift(mind, s, sp, purpose), bases, units

    moves_on = (purpose, s.card) in SHIFTED
    sp = yield from choose_and_stay(mind, decision, "event.remove", list(spaces), rank, moves_on)
    kind = next_target(mind, s, decision, sp, kinds_in(spaces[sp]))
    mind.room(EventSoFar).alternate = kind in CUBES and sum(each in CUBES for each in kinds_in(spaces[sp])) > 1
    mind.visit("event.piece", space=sp, piece=kind)
    return next(option for option in spaces[sp] if option.piece == kind)


def next_target(mind: Mind, s: State, decision: Decision, sp: int, kinds: Sequence[int]) -> int:
    """8.1.2: the enemy piece most wanted; Troops and Police alternate once begun, so that they stay even."""
    order = target_order(s, sp, kinds)
    kind = order[0]
    so_far = mind.room(PiecesSoFar)
    was = so_far.taken
    if so_far.taken_at == (decision.kind, sp) and kind in CUBES and was in CUBES:
        kind = next((other for other in order if (other == POLICE) != (was == POLICE)), kind)
    so_far.taken_at, so_far.taken = (decision.kind, sp), kind
    return kind


def give_up(mind: Mind, s: State, decision: Decision, options: Sequence[Option]) -> Flow[Option]:
    """8.1.2, 8.4.4: friendly pieces, the ally's first, the least valuable first; from the boxes before the map."""
    allied = [option for option in options if FACTION_OF[option.piece or 0] == partner(mind.faction)]
    options = allied or list(options)
    options = [option for option in options if option.piece not in TUNNELS] or options
    boxed = [option for option in options if option.spaces[0] >= SPACE_COUNT]
    if boxed:
        least_missed = min(boxed, key=lambda each: (BOXES.index(each.spaces[0]), _least_missed(each.piece or 0)))
        return _from_box(mind, least_missed)
    least = give_up_order(s, 0, sorted(set(kinds_in(options))))[0]
    cubes = [kind for kind in CUBES if kind in kinds_in(options)]
    wanted = cubes if least in CUBES and len(cubes) > 1 else [least]
    spaces = by_space([option for option in options if option.piece in wanted])
    sp = yield from choose_and_stay(mind, decision, "event.give_up", list(spaces), lambda sp: ())
    kind = give_up_order(s, sp, kinds_in(spaces[sp]))[0]
    mind.room(EventSoFar).alternate = len(spaces[sp]) > 1
    return next(option for option in spaces[sp] if option.piece == kind)


def _from_box(mind: Mind, option: Option) -> Option:
    mind.visit("event.from_box", piece=option.piece, space=option.spaces[0])
    return option


def _least_missed(kind: int) -> int:
    """8.1.2: the place of a piece among those that leave, the least valuable first."""
    return TO_THE_BOXES.index(kind) if kind in TO_THE_BOXES else -1


# --- turning over -------------------------------------------------------------------------------------------------


def flip_piece(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """1.4.3: friendly pieces turn Underground and enemy ones Active, where most do; others only if they must."""
    options = [option for option in decision.options if option.value != DONE]
    wanted = [
        option
        for option in options
        if (FACTION_OF[option.piece or 0] in enemies(mind.faction)) == (option.piece in UNDERGROUND_OF)
    ]
    if not wanted and (done := decision.find("done")) is not None:
        mind.visit("event.keep", card=s.card)
        return done
    spaces = by_space(wanted or options)
    left = left_to_do(decision)

    def rank(sp: int) -> tuple[int, ...]:
        return (min(left, sum(count(s, sp, kind) for kind in kinds_in(spaces[sp]))),)

    sp = yield from choose_and_stay(mind, decision, "event.flip", list(spaces), rank)
    kind = target_order(s, sp, kinds_in(spaces[sp]))[0]
    return next(option for option in spaces[sp] if option.piece == kind)


# --- moving -------------------------------------------------------------------------------------------------------


def move_piece(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.4.3: as many as the text lets move, unless the move brings nothing; pieces Out of Play before others."""
    purpose = decision.kind.removeprefix("event.")
    done = decision.find("done")
    if done is not None and purpose in STAY:
        mind.visit("event.keep", card=s.card)
        return done
    options = [option for option in decision.options if option.value != DONE]
    for box in BOXES:
        boxed = [option for option in options if option.spaces[0] == box]
        if boxed:
            return _from_box(mind, min(boxed, key=lambda option: FROM_BOXES.index(option.piece or 0)))
    spaces = by_space(options)
    sp = yield from choose_and_stay(mind, decision, "event.move", list(spaces), lambda sp: ())
    kind = target_order(s, sp, kinds_in(spaces[sp]))[0]
    return next(option for option in spaces[sp] if option.piece == kind)


def destination(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Where to: among enemies where the Troops will Attack (card 122), else at random; Bases do not crowd (8.1.2).

    An ARVN Base that must go to a City (card 38) at least keeps away from other COIN Bases.
    """
    kind = decision.piece
    spaces = [option.spaces[0] for option in decision.options]
    apart = [sp for sp in spaces if not beside_coin_base(s, kind, sp)] or spaces
    free = [sp for sp in apart if not crowds(s, kind, sp)] or apart
    fighting = s.card == 122

    def rank(sp: int) -> tuple[int, ...]:
        return enemies_there(mind, s, sp) if fighting else ()

    sp = yield from choose_and_stay(mind, decision, "event.move", free, rank)
    return next(option for option in decision.options if option.spaces[0] == sp)


# --- kinds and amounts --------------------------------------------------------------------------------------------


def pick_kind(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.2: a kind to place, own before the ally's, or to remove, enemies before the ally's and own ones."""
    purpose = decision.kind.removeprefix("event.")
    sp = decision.number("space", 0)
    options = [option for option in decision.options if option.value != DONE]
    if purpose in ("claymores_remove", "remove_cube", "give_up_guerrilla"):
        foes = [kind for kind in kinds_in(options) if FACTION_OF[kind] in enemies(mind.faction)]
        allied = [kind for kind in kinds_in(options) if FACTION_OF[kind] == partner(mind.faction)]
        if foes:
            kind = next_target(mind, s, decision, sp, foes)
        else:
            kind = give_up_order(s, sp, allied or kinds_in(options))[0]
    else:
        ready = [option for option in options if purpose == "dig_under" or available(s, option.piece or 0)]
        if not ready and decision.find("done") is not None:
            mind.visit("event.no_lift", card=s.card)
            return option_for(decision, "done")
        kinds = kinds_in(ready or options)
        own = [kind for kind in kinds if FACTION_OF[kind] == mind.faction]
        friendly = [kind for kind in kinds if FACTION_OF[kind] not in enemies(mind.faction)]
        kind = target_order(s, sp, own or friendly)[0] if friendly else give_up_order(s, sp, kinds)[0]
    mind.visit("event.piece", space=sp, piece=kind)
    return next(option for option in options if option.piece == kind)


def most(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.1: as many as possible."""
    return _so_many(mind, max(decision.options, key=lambda option: option.amount or 0))


def _so_many(mind: Mind, option: Option) -> Option:
    mind.visit("event.amount", n=option.amount or 0)
    return option


def one_or_most(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.2: cubes of both types go one by one so that they stay even; otherwise as many as possible.

    One by one also where each space that gets a piece shifts.
    """
    so_far = mind.room(EventSoFar)
    if so_far.alternate:
        so_far.alternate = False
        one = min(decision.options, key=lambda option: option.amount or 99)
        mind.visit("event.one_by_one", n=one.amount or 0)
        return one
    return most(mind, s, decision)


def without_lifting(mind: Mind, s: State, decision: Decision) -> Option:
    """1.4.1: as many as are Available; non-players do not take pieces from elsewhere on the map."""
    ready = available(s, decision.piece)
    fitting = [option for option in decision.options if (option.amount or 0) <= ready]
    return _so_many(mind, max(fitting, key=lambda option: option.amount or 0) if fitting else decision.options[0])


def between_boxes(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.2: pieces leave the boxes as Bases, Rangers, Troops, Irregulars; own ones that must go in reverse."""
    kind = decision.piece
    lost = decision.number("box") in (OUT_OF_PLAY, CASUALTIES) and FACTION_OF[kind] not in enemies(mind.faction)
    order = TO_THE_BOXES if lost else FROM_BOXES
    there = {other: count(s, decision.origin, other) for other in decision.params["others"]}
    waiting = sum(n for other, n in there.items() if n and order.index(other) < order.index(kind))
    low = decision.options[0].amount or 0
    high = decision.options[-1].amount or 0
    n = max(low, min(high, decision.number("left") - waiting))
    mind.visit("event.between_boxes", n=n, piece=kind)
    return option_for(decision, n)
