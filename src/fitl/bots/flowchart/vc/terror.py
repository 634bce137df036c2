"""8.5.1 Terror: wherever it shifts the people, then Sabotage if rich."""

from collections.abc import Iterable
from typing import Final

from fitl.board.factions import VC
from fitl.board.spaces import CONTROLLABLE, POP
from fitl.bots.flowchart.shared import take
from fitl.bots.flowchart.vc.common import HIGHEST_POP, may_expose
from fitl.bots.flowchart.vc.tax import HIGHEST_ECON, finish, tax_when_broke
from fitl.bots.mind import Handler, Mind, offered_spaces
from fitl.bots.select import choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import terror_markers_left, underground
from fitl.rules.operations.terror import suits_terror
from fitl.state import ACTIVE_OPPOSITION, State

RICH: Final = 12  # Resources for Sabotage
AID_BELOW: Final = 30


def shifts(mind: Mind, s: State, spaces: Iterable[int]) -> list[int]:
    """Bullet 1: where Terror shifts the people and a Guerrilla may be exposed."""
    return [
        sp
        for sp in spaces
        if sp < CONTROLLABLE
        and POP[sp]
        and s.support[sp] > ACTIVE_OPPOSITION
        and suits_terror(s, VC, sp)
        and may_expose(mind, s, sp)
    ]


def sabotages(s: State, spaces: Iterable[int]) -> list[int]:
    """Bullet 2: unSabotaged LoCs with Underground VC, if VC is rich, Aid is low and a marker is left."""
    if s.resources[VC] < RICH or s.aid >= AID_BELOW or not terror_markers_left(s):
        return []
    return [sp for sp in spaces if sp >= CONTROLLABLE and not s.terror[sp] and underground(s, sp, VC)]


def terror_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.5.1: where to use Terror next, with a pause to Tax at 0 Resources."""
    option = tax_when_broke(mind, s, decision, "vc.terror.tax")
    if option is not None:
        return option
    spaces = offered_spaces(decision)
    people = shifts(mind, s, spaces)
    if people:
        room = s.resources[VC] if decision.cost else 1
        return take(decision, (yield from choose_space(mind, "vc.terror.1", people, (HIGHEST_POP,), room)))
    roads = sabotages(s, spaces)
    if roads:
        room = terror_markers_left(s)
        return take(decision, (yield from choose_space(mind, "vc.terror.2", roads, (HIGHEST_ECON,), room)))
    return (yield from finish(mind, s, decision))


def terror_cadres(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 116 unshaded: of the two Guerrillas given up Active ones go first (8.1.2)."""
    mind.visit("vc.terror.cadres")
    return decision.options[-1]


HANDLERS: Final[dict[str, Handler]] = {"terror.space": terror_space, "terror.cadres": terror_cadres}
