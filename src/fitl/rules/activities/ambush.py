"""4.4.3, 4.5.3 Ambush: hidden Guerrillas strike where they just Marched, or instead of an Attack."""

from fitl.board.factions import VC
from fitl.board.pieces import ACTIVE_KIND_OF, KINDS, UNDERGROUND_OF
from fitl.board.spaces import ADJACENT, CONTROLLABLE, SPACE_COUNT
from fitl.decisions import DONE, Decision, Flow, confirm, spaces_options
from fitl.lasting import BOOBY_TRAPS, CLAYMORES, MAIN_FORCE_BNS_SHADED
from fitl.rules.economy import price
from fitl.rules.forces import activate, coin_pieces
from fitl.rules.operation import Activity
from fitl.rules.operations.attack import lose_pt_76
from fitl.rules.operations.march import marched_in_underground
from fitl.rules.removal import Removal, exposed_to_attack, remove_enemies
from fitl.state import State

MAIN_FORCE_CARD = 104
IN_AMBUSH = Removal("4.4.3", casualties=True)


def can_ambush(s: State, act: Activity, active_too: bool = False) -> bool:
    """May an Ambush be laid now? active_too: an Event lets Guerrillas do it that are Active already."""
    if s.effects & CLAYMORES and not act.free:  # card 17
        return False
    return any(act.may_select(sp) for sp in _spaces(s, act, active_too))


def ambush(
    s: State, act: Activity, active_too: bool = False, required: bool = False, two_in_one: bool = False
) -> Flow[None]:
    """4.4.3 Ambush: in up to 2 spaces a Guerrilla turns Active and removes an enemy piece, without a roll or losses.

    active_too: a Guerrilla that is Active already will do (cards 59, 99). required: in every space it can (card 99).
    two_in_one: two pieces in one of the spaces (card P44). Who may be taken is said by 3.3.3 and P4.5.3.
    """
    limit = act.limit(1 if s.effects & BOOBY_TRAPS else 2)  # card 101
    doubled = False
    while True:
        sp = yield from act.next_space("ambush.space", "4.4.3", limit, _spaces(s, act, active_too), required)
        if sp == DONE:
            return
        if act.op is not None and act.op.name == "attack":  # it takes the place of the Attack there
            act.op.pay(price(s, act.op.faction, "attack"))
            act.op.spaces.append(sp)
        lose_pt_76(s, act.faction, sp)
        if not (active_too and s.pieces[sp * KINDS + ACTIVE_KIND_OF[act.faction]]):
            activate(s, sp, act.faction)
        target = yield Decision(
            act.faction, "ambush.target", "4.4.3", spaces_options(ambush_targets(s, sp)), {"space": sp}
        )
        hits = 1
        source = s.card if two_in_one else MAIN_FORCE_CARD
        if (
            act.faction == VC
            and (two_in_one or s.effects & MAIN_FORCE_BNS_SHADED)  # cards P44, 104
            and not doubled
            and coin_pieces(s, target) > 1
            and (yield confirm(act.faction, "ambush.two", "4.5.3", None, {"space": target, "card": source}))
        ):
            doubled = True
            hits = 2
        yield from remove_enemies(s, act.faction, target, hits, exposed_to_attack, "ambush.remove", IN_AMBUSH)


def _spaces(s: State, act: Activity, active_too: bool) -> list[int]:
    """Where an Ambush can be laid: March destinations, Attack spaces, or wherever an Event grants it."""
    op = act.op
    if op is not None and op.name == "march":
        return [sp for sp in op.spaces if marched_in_underground(op, sp) and _has_target(s, sp)]
    if op is not None and (op.full() or not op.can_pay(price(s, op.faction, "attack"))):
        return []
    p = s.pieces
    hidden, active = UNDERGROUND_OF[act.faction], ACTIVE_KIND_OF[act.faction]
    return [
        sp
        for sp in range(SPACE_COUNT)
        if (p[sp * KINDS + hidden] or (active_too and p[sp * KINDS + active]))
        and (op is None or op.may_select(sp))
        and _has_target(s, sp)
    ]


def _has_target(s: State, sp: int) -> bool:
    """Enemies in the space, or from a LoC in any adjacent one."""
    if coin_pieces(s, sp):
        return True
    return sp >= CONTROLLABLE and any(coin_pieces(s, near) for near in ADJACENT[sp])


def ambush_targets(s: State, sp: int) -> list[int]:
    """The spaces an Ambush may hit from here."""
    near = ADJACENT[sp] if sp >= CONTROLLABLE else ()
    return [target for target in (sp, *near) if coin_pieces(s, target)]
