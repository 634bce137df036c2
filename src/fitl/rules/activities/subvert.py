"""4.5.2 Subvert: the VC removes or turns ARVN cubes, at the cost of Patronage; P4.5.2: or a Hamlet, or a Cadre."""

from fitl.board.factions import VC
from fitl.board.pieces import ARVN_TROOPS, HAMLET, KINDS, POLICE, VC_BASE_CADRE, VC_GUERRILLA
from fitl.board.spaces import SPACE_COUNT
from fitl.decisions import DONE, Decision, Flow, Option, amounts, choice, piece_option
from fitl.rules.economy import add_patronage
from fitl.rules.forces import arvn_cubes, count, muster, placeable, remove, remove_cadre
from fitl.rules.operation import Activity
from fitl.state import State

MOST_CUBES = 2  # removed per space

REMOVE = choice("remove")
REPLACE = choice("replace")
TAKE_HAMLET = choice("hamlet")
TAKE_CADRE = choice("cadre")


def can_subvert(s: State, act: Activity) -> bool:
    return any(act.may_select(sp) and _suits(s, sp) for sp in range(SPACE_COUNT))


def subvert(s: State, act: Activity) -> Flow[None]:
    """4.5.2 Subvert: in 1 or 2 spaces remove ARVN cubes or turn one; then Patronage falls by half the cubes.

    P4.5.2: in place of cubes a Hamlet may go, in one of the spaces and counted with them; or a Cadre, which is not.
    """
    limit = act.limit(2)
    taken = 0
    hamlet_gone = False
    while True:
        spaces = [sp for sp in range(SPACE_COUNT) if _suits(s, sp)]
        sp = yield from act.next_space("subvert.space", "4.5.2", limit, spaces)
        if sp == DONE:
            break
        options = methods(s, sp, may_take_hamlet=not hamlet_gone)
        method = yield Decision(act.faction, "subvert.method", "4.5.2", options, {"space": sp})
        if method == "remove":
            taken += yield from _remove_cubes(s, act, sp)
        elif method == "replace":
            yield from _replace_cube(s, act, sp)
            taken += 1
        elif method == "hamlet":
            remove(s, sp, HAMLET)
            hamlet_gone = True
            taken += 1
        else:
            remove_cadre(s, sp)
    add_patronage(s, -(taken // 2))


def methods(s: State, sp: int, may_take_hamlet: bool = True) -> list[Option]:
    """What may be taken in a space that `_suits`: there are cubes to take in any case (OPEN 18)."""
    found = [REMOVE, REPLACE]
    if may_take_hamlet and count(s, sp, HAMLET):
        found.append(TAKE_HAMLET)
    if count(s, sp, VC_BASE_CADRE):
        found.append(TAKE_CADRE)
    return found


def _suits(s: State, sp: int) -> bool:
    """An Underground VC Guerrilla (who stays so) and ARVN cubes."""
    p = s.pieces
    row = sp * KINDS
    return p[row + VC_GUERRILLA] > 0 and (p[row + ARVN_TROOPS] > 0 or p[row + POLICE] > 0)


def _remove_cubes(s: State, act: Activity, sp: int) -> Flow[int]:
    """Remove 2 cubes, or the only one; after a US Retreat they are Casualties (S4.5.2)."""
    total = min(MOST_CUBES, arvn_cubes(s, sp))
    low = max(0, total - count(s, sp, POLICE))
    high = min(total, count(s, sp, ARVN_TROOPS))
    troops = yield Decision(act.faction, "subvert.troops", "4.5.2", amounts(low, high), {"space": sp, "n": total})
    if troops:
        remove(s, sp, ARVN_TROOPS, troops)
    if troops < total:
        remove(s, sp, POLICE, total - troops)
    return total


def _replace_cube(s: State, act: Activity, sp: int) -> Flow[None]:
    """Swap one cube for a VC Guerrilla; if none can be placed the cube is just removed (1.4.1)."""
    options = [piece_option(kind) for kind in (ARVN_TROOPS, POLICE) if count(s, sp, kind)]
    kind = yield Decision(act.faction, "subvert.cube", "4.5.2", options, {"space": sp})
    remove(s, sp, kind)
    yield from muster(s, VC, sp, VC_GUERRILLA, placeable(s, VC, sp, VC_GUERRILLA, 1))
