"""The conditions on the Trung cards, as named predicates; some are compared with dice, rolled whenever they are asked.

A test of a card is the name of one, or of two as "AvailNG or LowTrail": the second is asked only if the first fails.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_PIECES,
    ARVN_TROOPS,
    GUERRILLAS_OF,
    KINDS,
    KINDS_OF,
    NVA_GUERRILLA,
    NVA_TROOPS,
    PLAIN_KINDS,
    RANGER,
    RANGER_ACTIVE,
    US_BASE,
    US_TROOPS,
    VC_GUERRILLA,
)
from fitl.board.spaces import AVAILABLE, CONTROLLABLE, ECON, POP, SOUTH_MASK, SPACE_COUNT
from fitl.bots.mind import NOT_ROLLED, Mind
from fitl.bots.trung.counts import (
    ROUTE,
    can_hold_support,
    clears_forces,
    coin_firepower,
    coin_troops,
    gains_control,
    hidden,
    on_the_map,
    outnumbers_us,
    routes_blocked,
    total,
    vulnerable,
    vulnerable_base,
)
from fitl.bots.trung.dice import rolled
from fitl.bots.trung.naming import slug
from fitl.decisions import Flow
from fitl.lasting import LANSDALE_SHADED, PATTON_SHADED
from fitl.rules.control import victory_marker
from fitl.rules.forces import available, bases_of, coin_bases, coin_pieces, guerrillas, pieces_of
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, COIN_CONTROL, NEUTRAL, NVA_CONTROL, State

LBJ: Final = "lbj"


class Condition(NamedTuple):
    """It holds, given the sum of this many dice; three sides of a die count as a d3."""

    holds: Callable[[State, int], bool]
    dice: int = 0
    d3: bool = False


def _anywhere(there: Callable[[State, int], bool], at_least: int = 1) -> Condition:
    """It holds in this many spaces."""
    return Condition(lambda s, _: sum(there(s, sp) for sp in range(SPACE_COUNT)) >= at_least)


def _is(holds: Callable[[State], bool]) -> Condition:
    return Condition(lambda s, _: holds(s))


def _available(s: State, kinds: tuple[int, ...]) -> int:
    return sum(s.pieces[AVAILABLE * KINDS + kind] for kind in kinds if kind in PLAIN_KINDS)


def _supports(s: State, sp: int) -> bool:
    return sp < CONTROLLABLE and s.support[sp] > NEUTRAL


def _pacify(s: State, sp: int) -> bool:
    return sp < CONTROLLABLE and s.support[sp] < ACTIVE_SUPPORT and s.control[sp] == COIN_CONTROL


def _big_target(s: State, sp: int) -> bool:
    """US pieces beside four NVA Troops or a Vulnerable Base."""
    if s.effects & LANSDALE_SHADED or not pieces_of(s, sp, US):
        return False
    return s.pieces[sp * KINDS + NVA_TROOPS] >= 4 or vulnerable_base(s, sp)


def _needs_lift(s: State, sp: int) -> bool:
    row = sp * KINDS
    return bool(s.pieces[row + US_TROOPS] or s.pieces[row + US_BASE]) and (
        coin_firepower(s, sp) < s.pieces[row + NVA_TROOPS]
    )


def _base_in_danger(s: State, sp: int) -> bool:
    row = sp * KINDS
    exposed = not s.pieces[row + US_TROOPS] or s.pieces[row + NVA_TROOPS] > 0
    return bool(SOUTH_MASK >> sp & 1 and s.pieces[row + US_BASE] and exposed)


def _unblocks(s: State, sp: int) -> bool:
    return sp in ROUTE and clears_forces(s, sp)


def _six_troops(s: State, sp: int) -> bool:
    return s.pieces[sp * KINDS + NVA_TROOPS] >= 6 and bool(coin_troops(s, sp) or coin_bases(s, sp))


def _hidden_not_at_opposition(s: State, sp: int) -> bool:
    """An Underground VC Guerrilla on a LoC or in a space not at Active Opposition."""
    return s.pieces[sp * KINDS + VC_GUERRILLA] > 0 and (sp >= CONTROLLABLE or s.support[sp] > ACTIVE_OPPOSITION)


def _three_beside_us(s: State, sp: int) -> bool:
    return guerrillas(s, sp, VC) >= 3 and s.pieces[sp * KINDS + US_TROOPS] > 0 and not bases_of(s, sp, VC)


def can_be_taxed(s: State, sp: int) -> bool:
    """An Underground Guerrilla to spare, and a LoC with Econ or people whom COIN does not Control."""
    hidden_there = s.pieces[sp * KINDS + VC_GUERRILLA]
    if hidden_there < (2 if bases_of(s, sp, VC) else 1):
        return False
    if sp >= CONTROLLABLE:
        return ECON[sp] > 0
    return s.control[sp] != COIN_CONTROL and POP[sp] > 0


CONDITIONS: Final[dict[str, Condition]] = {
    # US
    "LBJ": _is(lambda s: s.us_policy == LBJ),
    "Pacify2+": _anywhere(lambda s, sp: POP[sp] >= 2 and _pacify(s, sp) and pieces_of(s, sp, US) > 0),
    "Pacify2T": _anywhere(lambda s, sp: POP[sp] == 2 and _pacify(s, sp) and s.pieces[sp * KINDS + US_TROOPS] > 0),
    "UGatSup2": _anywhere(lambda s, sp: _supports(s, sp) and hidden(s, sp) > 0, at_least=2),
    "BigTarget": _anywhere(_big_target),
    "LiftNeed": _anywhere(_needs_lift),
    "VulnEn": _anywhere(lambda s, sp: pieces_of(s, sp, US) > 0 and vulnerable(s, sp) > 0),
    "BasesSafe": _is(lambda s: not any(_base_in_danger(s, sp) for sp in range(CONTROLLABLE))),
    "Blocked": _is(routes_blocked),
    "Blocked*": _is(lambda s: not s.effects & PATTON_SHADED and routes_blocked(s)),
    # scores
    "US42": _is(lambda s: victory_marker(s, US) >= 42),
    "ARVN42": _is(lambda s: victory_marker(s, ARVN) >= 42),
    "NVA14": _is(lambda s: victory_marker(s, NVA) >= 14),
    # ARVN
    "AvailARVN": Condition(lambda s, n: n <= _available(s, ARVN_PIECES), dice=3),
    "AddCtl": _anywhere(gains_control),
    "AddCtl/Unblock": _anywhere(lambda s, sp: gains_control(s, sp) or _unblocks(s, sp)),
    "5Together": _anywhere(lambda s, sp: total(s, sp, (ARVN_TROOPS, RANGER, RANGER_ACTIVE)) >= 5),
    "MoreARVN2": _anywhere(lambda s, sp: _supports(s, sp) and POP[sp] == 2 and outnumbers_us(s, sp)),
    "NVAin2": _anywhere(lambda s, sp: POP[sp] >= 2 and (bases_of(s, sp, NVA) > 0 or s.control[sp] == NVA_CONTROL)),
    # NVA
    "AvailNT": Condition(lambda s, n: n <= available(s, NVA_TROOPS), dice=3),
    "AvailNG": Condition(lambda s, n: n <= available(s, NVA_GUERRILLA), dice=2),
    "LowTrail": Condition(lambda s, n: n >= s.trail, dice=1, d3=True),
    "6Troops": _anywhere(_six_troops),
    "6TroopsCOIN": _anywhere(lambda s, sp: s.pieces[sp * KINDS + NVA_TROOPS] >= 6 and coin_pieces(s, sp) > 0),
    "8Troops": _anywhere(lambda s, sp: not SOUTH_MASK >> sp & 1 and s.pieces[sp * KINDS + NVA_TROOPS] >= 8),
    "20Troops": _is(lambda s: on_the_map(s, (NVA_TROOPS,)) >= 20),
    "Pop2-noCOIN": _anywhere(lambda s, sp: POP[sp] == 2 and s.control[sp] != COIN_CONTROL),
    "UGatSup": _anywhere(lambda s, sp: _supports(s, sp) and s.pieces[sp * KINDS + NVA_GUERRILLA] > 0),
    "UGatSup2NVA": _anywhere(lambda s, sp: _supports(s, sp) and s.pieces[sp * KINDS + NVA_GUERRILLA] > 0, at_least=2),
    # VC
    "AvailVC": Condition(lambda s, n: n <= _available(s, KINDS_OF[VC]), dice=3),
    "UGnotAO": _anywhere(_hidden_not_at_opposition),
    "UGbyUS": _anywhere(lambda s, sp: total(s, sp, (VC_GUERRILLA,)) > 0 and s.pieces[sp * KINDS + US_TROOPS] > 0),
    "3Guer": _anywhere(lambda s, sp: guerrillas(s, sp, VC) >= 3),
    "3GuerUS": _anywhere(_three_beside_us),
    "15Guer": _is(lambda s: on_the_map(s, GUERRILLAS_OF[VC]) >= 15),
    "Pop2-noVCG": _anywhere(lambda s, sp: can_hold_support(sp) and POP[sp] >= 2 and not guerrillas(s, sp, VC)),
    "Pat17": _is(lambda s: s.patronage >= 17),
    "TaxRoll": Condition(lambda s, n: n > s.resources[VC], dice=2),
}


def holds(mind: Mind, s: State, test: str) -> Flow[bool]:
    """Does the test of a card hold? Its dice are rolled, and the answer is a reason."""
    for name in test.split(" or "):
        if (yield from _holds(mind, s, name)):
            return True
    return False


def _holds(mind: Mind, s: State, name: str) -> Flow[bool]:
    condition = CONDITIONS[name]
    if name == "TaxRoll" and not any(can_be_taxed(s, sp) for sp in range(SPACE_COUNT)):
        return _tell(mind, name, False)
    if not condition.dice:
        return _tell(mind, name, condition.holds(s, 0))
    shown = yield from rolled(mind, "trung.condition_die", condition.dice, name)
    if condition.d3:
        shown = (shown + 1) // 2
    return _tell(mind, name, condition.holds(s, shown), shown)


def _tell(mind: Mind, name: str, answer: bool, dice: int = 0) -> bool:
    told: dict[str, int | str] = {"dice": dice or NOT_ROLLED} if CONDITIONS[name].dice else {}
    mind.visit(f"trung.condition.{slug(name)}", answer="yes" if answer else "no", **told)
    return answer
