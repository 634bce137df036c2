"""4.4.1 Infiltrate: NVA builds up Troops at its Bases, or takes over from the VC."""

from collections.abc import Callable

from fitl.board.factions import NVA, VC
from fitl.board.pieces import (
    KINDS,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    NVA_TUNNEL,
    VC_BASE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
    VC_TUNNEL,
)
from fitl.board.spaces import CONTROLLABLE, SPACE_COUNT
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, amounts, choice, piece_option
from fitl.lasting import MCNAMARA_LINE, TRANSPORT_GROUP_559
from fitl.rules.control import shift
from fitl.rules.forces import available, bases_of, count, liftable, muster, placeable, remove, transfer
from fitl.rules.operation import Activity
from fitl.state import NEUTRAL, State

BUILD_UP = choice("build_up")
TAKE_OVER = choice("take_over")
LATER = choice("later")

# The NVA piece that takes the place of a VC one.
_COUNTERPART = {
    VC_GUERRILLA: NVA_GUERRILLA,
    VC_GUERRILLA_ACTIVE: NVA_GUERRILLA,
    VC_BASE: NVA_BASE,
    VC_TUNNEL: NVA_BASE,
}


def can_infiltrate(s: State, act: Activity) -> bool:
    if s.effects & MCNAMARA_LINE and not act.free:  # card 38
        return False
    return any(act.may_select(sp) and _suits(s, sp) for sp in range(SPACE_COUNT))


def infiltrate(s: State, act: Activity, also: Callable[[State, int], bool] | None = None) -> Flow[None]:
    """4.4.1 Infiltrate: in 1 or 2 spaces, either build up or take over; with an Operation something happens in each.

    also: where a space may be selected for something else that comes later (S4.4.1).
    """
    limit = act.limit(1 if s.effects & TRANSPORT_GROUP_559 else 2)  # card 46
    while True:
        spaces = [sp for sp in range(SPACE_COUNT) if _suits(s, sp) or (also is not None and also(s, sp))]
        sp = yield from act.next_space("infiltrate.space", "4.4.1", limit, spaces)
        if sp == DONE:
            return
        options = []
        if _can_build_up(s, sp):
            options.append(BUILD_UP)
        if _can_take_over(s, sp):
            options.append(TAKE_OVER)
        if also is not None and also(s, sp):
            options.append(LATER)
        method = yield Decision(act.faction, "infiltrate.method", "4.4.1", options, {"space": sp})
        if method == "build_up":
            yield from _build_up(s, act, sp)
        elif method == "take_over":
            yield from _take_over(s, act, sp)


def _suits(s: State, sp: int) -> bool:
    return _can_build_up(s, sp) or _can_take_over(s, sp)


def _can_build_up(s: State, sp: int) -> bool:
    """An NVA Base, and a Troop that can be placed, perhaps in exchange for a Guerrilla."""
    return bases_of(s, sp, NVA) > 0 and _can_have(s, sp, NVA_TROOPS)


def _can_take_over(s: State, sp: int) -> bool:
    """More NVA than VC pieces, and something to gain: Opposition, or a VC piece that can be replaced."""
    vc = s.force[sp * 4 + VC]
    return s.force[sp * 4 + NVA] > vc and (_at_opposition(s, sp) or (vc > 0 and bool(_replaceable(s, sp))))


def _at_opposition(s: State, sp: int) -> bool:
    return sp < CONTROLLABLE and s.support[sp] < NEUTRAL


def _replaceable(s: State, sp: int) -> list[int]:
    """The kinds of VC piece here whose NVA counterpart can be placed."""
    return [kind for kind, own in _COUNTERPART.items() if s.pieces[sp * KINDS + kind] and _can_have(s, sp, own)]


def _build_up(s: State, act: Activity, sp: int) -> Flow[None]:
    """Place up to Trail plus Bases Troops, then replace any Guerrillas there with Troops; not none of both."""
    hidden, shown = count(s, sp, NVA_GUERRILLA), count(s, sp, NVA_GUERRILLA_ACTIVE)
    most = placeable(s, NVA, sp, NVA_TROOPS, s.trail + bases_of(s, sp, NVA))
    least = 0 if act.free or hidden or shown else 1
    n = yield Decision(act.faction, "infiltrate.troops", "4.4.1", amounts(least, most), {"space": sp})
    yield from muster(s, NVA, sp, NVA_TROOPS, n)
    tells = act.free or n > 0
    for kind, there, later in ((NVA_GUERRILLA_ACTIVE, shown, hidden), (NVA_GUERRILLA, hidden, 0)):
        most = placeable(s, NVA, sp, NVA_TROOPS, there)
        least = 0 if tells or later else 1
        n = yield Decision(
            act.faction, "infiltrate.replace", "4.4.1", amounts(least, most), {"space": sp, "piece": kind}
        )
        if n:
            remove(s, sp, kind, n)
            yield from muster(s, NVA, sp, NVA_TROOPS, n)
            tells = True


def _take_over(s: State, act: Activity, sp: int) -> Flow[None]:
    """Shift Opposition toward Neutral, then perhaps replace a VC piece with its NVA counterpart, Tunnel and all."""
    tells = act.free or _at_opposition(s, sp)
    if _at_opposition(s, sp):
        shift(s, sp, +1)
    options = [piece_option(kind) for kind in _replaceable(s, sp)]
    if not options:
        return
    if tells:
        options.append(DONE_OPTION)
    kind: int = yield Decision(act.faction, "infiltrate.take", "4.4.1", options, {"space": sp})
    if kind == DONE:
        return
    remove(s, sp, kind)
    yield from muster(s, NVA, sp, _COUNTERPART[kind], 1)
    if kind == VC_TUNNEL:  # 1.4.4: the Tunnel becomes NVA's
        transfer(s, NVA_BASE, 1, sp, sp, NVA_TUNNEL)
        s.note("log.infiltrate.tunnel", space=sp)


def _can_have(s: State, sp: int, kind: int) -> bool:
    """The NVA piece is Available or can be taken from the map (1.4.1); the VC piece leaves the room for it."""
    return available(s, kind) > 0 or bool(liftable(s, sp, kind))
