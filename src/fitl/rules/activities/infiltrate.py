"""4.4.1 Infiltrate: NVA builds up Troops at its Bases, or takes over from the VC."""

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


def infiltrate(s: State, act: Activity) -> Flow[None]:
    """4.4.1 Infiltrate: in 1 or 2 spaces, either build up or take over."""
    limit = act.limit(1 if s.effects & TRANSPORT_GROUP_559 else 2)  # card 46
    while True:
        spaces = [sp for sp in range(SPACE_COUNT) if _suits(s, sp)]
        sp = yield from act.next_space("infiltrate.space", "4.4.1", limit, spaces)
        if sp == DONE:
            return
        options = []
        if bases_of(s, sp, NVA):
            options.append(BUILD_UP)
        if _can_take_over(s, sp):
            options.append(TAKE_OVER)
        if (yield Decision(NVA, "infiltrate.method", "4.4.1", options, {"space": sp})) == "build_up":
            yield from _build_up(s, sp)
        else:
            yield from _take_over(s, sp)


def _suits(s: State, sp: int) -> bool:
    return bases_of(s, sp, NVA) > 0 or _can_take_over(s, sp)


def _can_take_over(s: State, sp: int) -> bool:
    """More NVA than VC pieces, and something to gain: Opposition or a VC piece."""
    nva, vc = s.force[sp * 4 + NVA], s.force[sp * 4 + VC]
    return nva > vc and (vc > 0 or (sp < CONTROLLABLE and s.support[sp] < NEUTRAL))


def _build_up(s: State, sp: int) -> Flow[None]:
    """Place up to Trail plus Bases Troops, then replace any Guerrillas there with Troops."""
    most = placeable(s, NVA, sp, NVA_TROOPS, s.trail + bases_of(s, sp, NVA))
    n = yield Decision(NVA, "infiltrate.troops", "4.4.1", amounts(0, most), {"space": sp})
    yield from muster(s, NVA, sp, NVA_TROOPS, n)
    for kind in (NVA_GUERRILLA_ACTIVE, NVA_GUERRILLA):
        most = placeable(s, NVA, sp, NVA_TROOPS, count(s, sp, kind))
        n = yield Decision(NVA, "infiltrate.replace", "4.4.1", amounts(0, most), {"space": sp, "piece": kind})
        if n:
            remove(s, sp, kind, n)
            yield from muster(s, NVA, sp, NVA_TROOPS, n)


def _take_over(s: State, sp: int) -> Flow[None]:
    """Shift Opposition toward Neutral, then perhaps replace a VC piece with its NVA counterpart, Tunnel and all."""
    if sp < CONTROLLABLE and s.support[sp] < NEUTRAL:
        shift(s, sp, +1)
    kinds = [kind for kind, own in _COUNTERPART.items() if s.pieces[sp * KINDS + kind] and _can_have(s, sp, own)]
    if not kinds:
        return
    options = [piece_option(kind) for kind in kinds]
    kind: int = yield Decision(NVA, "infiltrate.take", "4.4.1", [*options, DONE_OPTION], {"space": sp})
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
