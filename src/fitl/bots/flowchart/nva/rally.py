"""8.6.4 Rally: Bases, then Guerrillas where Laos and Cambodia or Bases need them, then the Trail."""

from dataclasses import dataclass
from typing import Final

from fitl.board.factions import NVA, VC
from fitl.board.pieces import NVA_BASE, NVA_GUERRILLA, TRAIL_MAX
from fitl.board.spaces import CONTROLLABLE, LAOS_CAMBODIA_MASK
from fitl.bots.flowchart.common import any_choice
from fitl.bots.flowchart.nva.units import GUARDS, granted, room_for, units
from fitl.bots.mind import Handler, Mind, Settings, offered_spaces, option_for
from fitl.bots.select import choose_space
from fitl.decisions import Decision, Flow, Option, space_option
from fitl.lasting import AAA, MCNAMARA_LINE
from fitl.rules.economy import price
from fitl.rules.forces import available, bases_of, guerrillas, has_room_for_base
from fitl.rules.operations.rally import BASE_PRICE
from fitl.state import COIN_CONTROL, NEUTRAL, State

MOST_SPACES = 3
UNITS_FOR_BASE = 4
TRAIL_RESERVE = 3  # Resources that must be in hand to Improve the Trail
LAST_BOX_RESERVE = 9  # the same for the last box


def suits_base(s: State, sp: int, settings: Settings) -> bool:
    """Room, an Available Base, and 4 units of which 2 are NVA Guerrillas."""
    if not available(s, NVA_BASE) or s.support[sp] > NEUTRAL or not has_room_for_base(s, sp):
        return False
    if guerrillas(s, sp, NVA) < BASE_PRICE:
        return False
    counted = units(s, sp)
    if settings.nva_base_units == "nva_and_vc":
        counted += guerrillas(s, sp, VC)
    return counted >= UNITS_FOR_BASE


def rally_builds_base(mind: Mind, s: State, money: int) -> bool:
    """N4: would a Rally put down a Base?"""
    return money >= price(s, NVA, "rally") and any(suits_base(s, sp, mind.settings) for sp in range(CONTROLLABLE))


def rally_places(mind: Mind, s: State, money: int) -> bool:
    """8.1.C: would a Rally place any piece? The Trail alone does not save it; pieces are never lifted from the map."""
    if money < price(s, NVA, "rally"):
        return False
    if available(s, NVA_GUERRILLA) and min(s.support) <= NEUTRAL:
        return True
    return rally_builds_base(mind, s, money)


def wants_trail(s: State, resources: int) -> bool:
    """Improve the Trail unless under 3 Resources, or under 9 for its last box."""
    if s.trail == TRAIL_MAX or s.effects & MCNAMARA_LINE:  # card 38
        return False
    return resources >= (LAST_BOX_RESERVE if s.trail == TRAIL_MAX - 1 else TRAIL_RESERVE)


def _most_spaces(s: State) -> int:
    """3; 1 under unshaded AAA (card 31) if the Trail would be Improved afterwards."""
    if s.effects & AAA and wants_trail(s, s.resources[NVA] - price(s, NVA, "rally")):
        return 1
    return MOST_SPACES


@dataclass(slots=True)
class RallySoFar:
    """A Rally so far."""

    spaces: int = 0
    most: int = 0  # of them; 0 before the first question, or where an Event grants the Rally


def rally_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Walk the bullets over the spaces still offered."""
    done = decision.find("done")
    plan = mind.room(RallySoFar)
    if not granted(mind, s):  # the text of an Event beats the cap (8.4.4)
        plan.most = plan.most or _most_spaces(s)
        if plan.spaces >= plan.most:
            mind.visit("nva.rally.cap", n=plan.most)
            return option_for(decision, "done")
    for node, spaces in _bullets(mind, s, offered_spaces(decision)):
        if spaces:
            sp = yield from choose_space(mind, node, spaces, room=_room(mind, s, decision, node, spaces))
            plan.spaces += 1
            return space_option(sp)
    return done or (yield from any_choice(mind, s, decision))


def _room(mind: Mind, s: State, decision: Decision, node: str, spaces: list[int]) -> int:
    """How many of a bullet's spaces will be taken; 1 where pieces run short, for then the order counts."""
    if node == "nva.rally.1":
        enough = len(spaces) <= available(s, NVA_BASE)
    else:
        enough = sum(recruits(s, sp) for sp in spaces) <= available(s, NVA_GUERRILLA)
    if not enough or granted(mind, s):
        return 1
    plan = mind.room(RallySoFar)
    return min(plan.most - plan.spaces, room_for(s, decision))


def recruits(s: State, sp: int) -> int:
    """How many Guerrillas a Rally here places: the Trail and the NVA Bases at a Base, one elsewhere."""
    bases = bases_of(s, sp, NVA)
    return s.trail + bases if bases else 1


def _bullets(mind: Mind, s: State, offered: list[int]) -> list[tuple[str, list[int]]]:
    found = [("nva.rally.1", [sp for sp in offered if suits_base(s, sp, mind.settings)])]
    if available(s, NVA_GUERRILLA):
        lost = [sp for sp in offered if LAOS_CAMBODIA_MASK >> sp & 1 and s.control[sp] == COIN_CONTROL]
        based = [sp for sp in offered if bases_of(s, sp, NVA)]
        found += [
            ("nva.rally.2", lost),
            ("nva.rally.3", [sp for sp in based if units(s, sp) < GUARDS]),
            ("nva.rally.3b", based),
            ("nva.rally.4", offered),
        ]
    return found


def rally_method(mind: Mind, s: State, decision: Decision) -> Option:
    """A Base wherever bullet 1 applies, Guerrillas anywhere else."""
    return option_for(decision, "base" if suits_base(s, decision.space, mind.settings) else "place")


def rally_guerrillas(mind: Mind, s: State, decision: Decision) -> Option:
    """As many as allowed, but none from elsewhere on the map (8.6.4)."""
    most = decision.options[-1].value
    return option_for(decision, max(1, min(most, available(s, NVA_GUERRILLA))))


def rally_active(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.2: Active Guerrillas first make room for a Base."""
    return decision.options[-1]


def rally_trail(mind: Mind, s: State, decision: Decision) -> Option:
    """Then Improve the Trail if the Resources allow it."""
    yes = decision.find("yes")
    if yes is not None and wants_trail(s, s.resources[NVA]):
        mind.visit("nva.rally.trail", n=s.resources[NVA])
        return yes
    no = decision.find("no")
    if no is None:  # a granted Rally without any space
        return option_for(decision, "yes")
    mind.visit("nva.rally.trail_kept", n=s.resources[NVA])
    return no


HANDLERS: Final[dict[str, Handler]] = {
    "rally.space": rally_space,
    "rally.method": rally_method,
    "rally.guerrillas": rally_guerrillas,
    "rally.active": rally_active,
    "rally.trail": rally_trail,
}
