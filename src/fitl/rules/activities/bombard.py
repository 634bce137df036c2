"""4.4.2 Bombard: massed NVA Troops shell concentrations of enemy Troops."""

from fitl.board.pieces import ARVN_TROOPS, KINDS, NVA_TROOPS, US_TROOPS
from fitl.board.spaces import ADJACENT, SPACE_COUNT
from fitl.decisions import DONE, Decision, Flow, piece_option
from fitl.lasting import LONG_RANGE_GUNS, LONG_RANGE_GUNS_SHADED, TYPHOON_KATE
from fitl.rules.forces import coin_bases, remove_to_casualties
from fitl.rules.operation import Activity
from fitl.state import State

MASSED = 3  # Troops that make a target, and Troops that shell it


def can_bombard(s: State, act: Activity) -> bool:
    if s.effects & TYPHOON_KATE and not act.free:  # card 115
        return False
    if max(s.pieces[NVA_TROOPS : SPACE_COUNT * KINDS : KINDS]) < MASSED:
        return False
    return any(act.may_select(sp) and _suits(s, sp) for sp in range(SPACE_COUNT))


def bombard(s: State, act: Activity) -> Flow[None]:
    """4.4.2 Bombard: in 1 or 2 spaces remove a US or ARVN Troop."""
    printed = 2
    if s.effects & LONG_RANGE_GUNS:  # card 32
        printed = 1
    elif s.effects & LONG_RANGE_GUNS_SHADED:  # card 32
        printed = 3
    limit = act.limit(printed)
    while True:
        spaces = [sp for sp in range(SPACE_COUNT) if _suits(s, sp)]
        sp = yield from act.next_space("bombard.space", "4.4.2", limit, spaces)
        if sp == DONE:
            return
        options = [piece_option(kind) for kind in (US_TROOPS, ARVN_TROOPS) if s.pieces[sp * KINDS + kind]]
        kind = yield Decision(act.faction, "bombard.remove", "4.4.2", options, {"space": sp})
        remove_to_casualties(s, sp, kind)


def _suits(s: State, sp: int) -> bool:
    """3 US and ARVN Troops, or one beside a US or ARVN Base; and 3 NVA Troops there or in one adjacent space."""
    p = s.pieces
    row = sp * KINDS
    troops = p[row + US_TROOPS] + p[row + ARVN_TROOPS]
    if troops < MASSED and not (troops and coin_bases(s, sp)):
        return False
    return p[row + NVA_TROOPS] >= MASSED or any(p[near * KINDS + NVA_TROOPS] >= MASSED for near in ADJACENT[sp])
