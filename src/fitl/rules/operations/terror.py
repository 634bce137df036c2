"""3.3.4 Terror: sway the people with fear, Sabotage Lines of Communication."""

from fitl.board.factions import NVA, VC
from fitl.board.pieces import ACTIVE_KIND_OF, KINDS, NVA_TROOPS, POLICE, UNDERGROUND_OF
from fitl.board.spaces import CONTROLLABLE, PROVINCE_MASK, SPACE_COUNT
from fitl.decisions import DONE, Decision, Flow, amounts, confirm
from fitl.lasting import CADRES, EXTERMINATE_TRAITORS, EXTERMINATE_TRAITORS_SHADED
from fitl.rules.control import shift
from fitl.rules.economy import price
from fitl.rules.forces import activate, add_terror, count, guerrillas, remove, underground
from fitl.rules.operation import Operation
from fitl.rules.operations.attack import armor_there
from fitl.state import NEUTRAL, State

CADRES_PRICE = 2  # VC Guerrillas per space (card 116)


def suits_terror(s: State, by: int, sp: int) -> bool:
    """An own Underground Guerrilla, or for NVA a Troop or Armor (S3.3.4), is there."""
    if not s.force[sp * 4 + by]:
        return False
    row = sp * KINDS
    if not s.pieces[row + UNDERGROUND_OF[by]]:
        return by == NVA and (s.pieces[row + NVA_TROOPS] > 0 or armor_there(s, sp) > 0)
    if by == VC and s.effects & CADRES:  # card 116
        return guerrillas(s, sp, VC) >= CADRES_PRICE
    return True


def terror_spaces(s: State, op: Operation) -> list[int]:
    """Where Terror is legal and payable."""
    first = 0 if op.can_pay(price(s, op.faction, "terror")) else CONTROLLABLE
    return [sp for sp in range(first, SPACE_COUNT) if suits_terror(s, op.faction, sp)]


def can_terror(s: State, op: Operation) -> bool:
    first = 0 if op.can_pay(price(s, op.faction, "terror")) else CONTROLLABLE
    return any(suits_terror(s, op.faction, sp) and op.may_select(sp) for sp in range(first, SPACE_COUNT))


def terror(s: State, op: Operation) -> Flow[None]:
    """3.3.4 Terror: space by space."""
    cost = 0 if op.free else price(s, op.faction, "terror")
    while (sp := (yield from op.next_space("terror.space", "3.3.4", lambda: terror_spaces(s, op), cost))) != DONE:
        if sp < CONTROLLABLE:  # LoCs cost nothing
            op.pay(price(s, op.faction, "terror"))
        yield from terrorize(s, op.faction, sp)
        if s.effects & EXTERMINATE_TRAITORS_SHADED and op.faction == VC:  # card P22
            yield from _exterminate_traitors(s, op, sp)


def _exterminate_traitors(s: State, op: Operation, sp: int) -> Flow[None]:
    """Card P22 shaded: in one space of the Operation a Police goes too."""
    if (
        count(s, sp, POLICE)
        and "police" not in op.notes
        and (yield confirm(VC, "terror.police", "3.3.4", params={"space": sp}))
    ):
        op.notes["police"] = sp
        remove(s, sp, POLICE)


def terrorize(s: State, by: int, sp: int) -> Flow[None]:
    """Terror in one space: a Guerrilla shows itself, a marker is placed if none is there, the people shift."""
    shown = underground(s, sp, by)
    if underground(s, sp, by):
        activate(s, sp, by)
    if not s.terror[sp]:  # the Operation never adds a second marker
        add_terror(s, sp)
    # The shift comes even without a new marker.
    if sp < CONTROLLABLE and (by == VC or s.support[sp] > NEUTRAL):
        shift(s, sp, -1)
    if by == VC and s.effects & CADRES:  # card 116
        yield from lose_cadres(s, sp)
    if s.effects & EXTERMINATE_TRAITORS and by == VC and shown and PROVINCE_MASK >> sp & 1 and count(s, sp, POLICE):
        remove(s, sp, ACTIVE_KIND_OF[VC])  # card P22: the Guerrilla that showed itself


def lose_cadres(s: State, sp: int) -> Flow[None]:
    """Card 116 unshaded: VC gives up 2 of its Guerrillas in the space, in any state."""
    active = count(s, sp, ACTIVE_KIND_OF[VC])
    hidden = underground(s, sp, VC)
    n = yield Decision(
        VC,
        "terror.cadres",
        "3.3.4",
        amounts(max(0, CADRES_PRICE - hidden), min(CADRES_PRICE, active)),
        {"space": sp},
    )
    if n:
        remove(s, sp, ACTIVE_KIND_OF[VC], n)
    if n < CADRES_PRICE:
        remove(s, sp, UNDERGROUND_OF[VC], CADRES_PRICE - n)
