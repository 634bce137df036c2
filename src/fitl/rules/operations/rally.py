"""3.3.1 Rally: raise Guerrillas, build Bases, hide; NVA may Improve the Trail."""

from fitl.board.factions import NVA, VC
from fitl.board.pieces import ACTIVE_KIND_OF, BASES_OF, HAMLET, KINDS, NVA_ARMOR, TRAIL_MAX, UNDERGROUND_OF
from fitl.board.spaces import CONTROLLABLE, NORTH_VIETNAM, POP
from fitl.decisions import DONE, DONE_OPTION, NO, YES, Decision, Flow, Option, amounts, choice, confirm, space_option
from fitl.era import POST_PARIS
from fitl.lasting import (
    AAA,
    CADRES_SHADED,
    LIBERATION_ARMED_FORCES,
    LIBERATION_ARMED_FORCES_SHADED,
    MCNAMARA_LINE,
    SA_2S_SHADED,
)
from fitl.rules.control import on_map
from fitl.rules.economy import can_afford, improve_trail, pay, price
from fitl.rules.forces import (
    available,
    bases_of,
    can_place,
    count,
    guerrillas,
    hide,
    muster,
    placeable,
    remove,
    underground,
)
from fitl.rules.operation import Operation
from fitl.rules.pacification import agitate, can_agitate_further
from fitl.state import NEUTRAL, State

TRAIL_COST = 2  # even if the Rally is free (3.1.2)
BASE_PRICE = 2  # Guerrillas replaced by a Base
SPACES_OF_ONE_ARMY = 3  # card P21

PLACE = choice("place")
BASE = choice("base")
HIDE = choice("hide")
ARMOR = choice("armor")


def can_rally(s: State, op: Operation) -> bool:
    """Is there a space to Rally in, or may NVA at least Improve the Trail (with no space at all)?"""
    if can_improve_trail(s, op):
        return True
    return op.can_pay(price(s, op.faction, "rally")) and any(
        op.may_select(sp) and _suits(s, op.faction, sp) for sp in range(CONTROLLABLE)
    )


def rally(s: State, op: Operation) -> Flow[None]:
    """3.3.1 Rally: space by space, then the Trail."""
    if s.effects & LIBERATION_ARMED_FORCES and op.faction == VC and not op.by_event:  # card P21
        op.max_spaces = SPACES_OF_ONE_ARMY if op.max_spaces is None else min(op.max_spaces, SPACES_OF_ONE_ARMY)
    while (sp := (yield from _next_space(s, op))) != DONE:
        op.pay(price(s, op.faction, "rally"))
        yield from rally_in(s, op, sp)
    yield from _offer_trail(s, op)


def rally_in(s: State, op: Operation, sp: int) -> Flow[None]:
    """Place Guerrillas, or replace 2 by a Base, or (VC at a Base) flip all Underground."""
    by = op.faction
    based = bases_of(s, sp, by) > 0  # a Base "already there" is one from before this Rally
    method = yield Decision(by, "rally.method", "3.3.1", _methods(s, op, sp), {"space": sp})
    if method == "place":
        limit = guerrilla_limit(s, by, sp)
        one_more = based and by == VC and s.effects & LIBERATION_ARMED_FORCES_SHADED and "rally.army" not in op.notes
        most = placeable(s, by, sp, UNDERGROUND_OF[by], limit + 1 if one_more else limit)
        n = yield Decision(
            by, "rally.guerrillas", "3.3.1", amounts(1, most), {"space": sp, "piece": UNDERGROUND_OF[by]}
        )
        if n > limit:
            op.notes["rally.army"] = sp  # card P21: in one space
        yield from muster(s, by, sp, UNDERGROUND_OF[by], n)
    elif method == "base":
        yield from _build_base(s, by, sp)
    elif method == "armor":
        yield from muster(s, by, sp, NVA_ARMOR, 1)
    else:
        hide(s, sp, VC, count(s, sp, ACTIVE_KIND_OF[VC]))
    if based and _may_agitate(s, op, sp) and (yield confirm(by, "rally.agitate", "3.3.1", 1, {"space": sp})):
        op.notes["rally.agitated"] = True
        yield from agitate(s, by, sp, "3.3.1")


def guerrilla_limit(s: State, by: int, sp: int) -> int:
    """One Guerrilla; with a Base there up to the Bases plus the Trail (NVA) or the Population (VC)."""
    bases = bases_of(s, sp, by)
    if not bases:
        return 1
    return bases + (s.trail if by == NVA else POP[sp])


def can_improve_trail(s: State, op: Operation) -> bool:
    """May this Rally Improve the Trail now?"""
    if op.faction != NVA or s.trail == TRAIL_MAX or not can_afford(s, NVA, TRAIL_COST):
        return False
    if s.effects & MCNAMARA_LINE:  # card 38
        return False
    return not (s.effects & AAA and len(op.spaces) > 1)  # card 31


def _suits(s: State, by: int, sp: int) -> bool:
    """A Province or City without Support in which this Faction can do something."""
    if s.support[sp] > NEUTRAL or (by == VC and s.pieces[sp * KINDS + HAMLET]):  # P3.3.1
        return False
    return (
        _can_place_guerrilla(s, by, sp)
        or _can_build_base(s, by, sp)
        or (by == VC and _can_hide(s, sp))
        or _can_place_armor(s, by, sp)
    )


def _can_place_guerrilla(s: State, by: int, sp: int) -> bool:
    """One is Available, or on the map and not Underground in this very space (1.4.1)."""
    kind = UNDERGROUND_OF[by]
    return available(s, kind) > 0 or on_map(s, kind) > count(s, sp, kind)


def _can_build_base(s: State, by: int, sp: int) -> bool:
    return guerrillas(s, sp, by) >= BASE_PRICE and can_place(s, by, sp, BASES_OF[by][0])


def _can_place_armor(s: State, by: int, sp: int) -> bool:
    """S3.3.1: Post-Paris NVA may place Armor in North Vietnam, lifted from elsewhere if none is Available (OPEN 3)."""
    return (
        sp == NORTH_VIETNAM and by == NVA and s.era.flags & POST_PARIS != 0 and placeable(s, by, sp, NVA_ARMOR, 1) > 0
    )


def _can_hide(s: State, sp: int) -> bool:
    return bases_of(s, sp, VC) > 0 and count(s, sp, ACTIVE_KIND_OF[VC]) > 0


def _may_agitate(s: State, op: Operation, sp: int) -> bool:
    """Card 116 shaded: in one space per VC Rally that had a VC Base before, whichever side Controls it."""
    if op.faction != VC or not s.effects & CADRES_SHADED or "rally.agitated" in op.notes:
        return False
    return can_agitate_further(s, op.faction, sp)


def _methods(s: State, op: Operation, sp: int) -> list[Option]:
    by = op.faction
    found = []
    if _can_place_guerrilla(s, by, sp):
        found.append(PLACE)
    if _can_build_base(s, by, sp):
        found.append(BASE)
    if _can_place_armor(s, by, sp):
        found.append(ARMOR)
    # With nobody to hide the choice stands for Agitating alone (card 116).
    if by == VC and bases_of(s, sp, VC) and (count(s, sp, ACTIVE_KIND_OF[VC]) or _may_agitate(s, op, sp)):
        found.append(HIDE)
    return found


def _next_space(s: State, op: Operation) -> Flow[int]:
    """Select the next space; NVA may go without any if it Improves the Trail."""
    if op.full():
        return DONE

    def options() -> list[Option]:
        found = []
        if op.can_pay(price(s, op.faction, "rally")):
            found = [space_option(sp) for sp in range(CONTROLLABLE) if op.may_select(sp) and _suits(s, op.faction, sp)]
        if op.spaces or can_improve_trail(s, op):
            found.append(DONE_OPTION)
        return found

    sp: int = yield from op.choose(
        "rally.space", "3.3.1", options, None, 0 if op.free else price(s, op.faction, "rally")
    )
    if sp != DONE:
        op.spaces.append(sp)
    return sp


def _build_base(s: State, by: int, sp: int) -> Flow[None]:
    """Replace 2 Guerrillas, in any state, with a Base."""
    active = count(s, sp, ACTIVE_KIND_OF[by])
    n = yield Decision(
        by,
        "rally.active",
        "3.3.1",
        amounts(max(0, BASE_PRICE - underground(s, sp, by)), min(BASE_PRICE, active)),
        {"space": sp},
    )
    if n:
        remove(s, sp, ACTIVE_KIND_OF[by], n)
    if n < BASE_PRICE:
        remove(s, sp, UNDERGROUND_OF[by], BASE_PRICE - n)
    yield from muster(s, by, sp, BASES_OF[by][0], 1)


def _offer_trail(s: State, op: Operation) -> Flow[None]:
    """Once, after Rallying: pay 2 Resources to Improve the Trail; a Rally without spaces must, it is all it does."""
    if not can_improve_trail(s, op):
        return

    def answers() -> list[Option]:
        if not can_improve_trail(s, op):
            return [NO]
        return [YES, NO] if op.spaces else [YES]

    if (yield from op.choose("rally.trail", "3.3.1", answers, None, TRAIL_COST)):
        pay(s, NVA, TRAIL_COST)
        improve_trail(s, 2 if s.effects & SA_2S_SHADED else 1)  # card 34
