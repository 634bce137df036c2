"""8.6.3 Terror: every space at Support that Troops or hidden Guerrillas can frighten."""

from typing import Final

from fitl.board.factions import NVA
from fitl.board.pieces import KINDS, NVA_GUERRILLA
from fitl.board.spaces import CONTROLLABLE, POP
from fitl.bots.flowchart.common import any_choice
from fitl.bots.flowchart.nva.units import POPULATION, room_for
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option, space_option
from fitl.rules.operations.terror import suits_terror
from fitl.state import NEUTRAL, State


def terror_population(s: State, most: int) -> int:
    """N3: the Population at Support that Terror could reach in this many spaces, all together."""
    reached = sorted((POP[sp] for sp in range(CONTROLLABLE) if _frightens(s, sp)), reverse=True)
    return sum(reached[:most])


def _frightens(s: State, sp: int) -> bool:
    return sp < CONTROLLABLE and s.support[sp] > NEUTRAL and suits_terror(s, NVA, sp)


def terror_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Highest Population first; a. where no Underground Guerrilla would be exposed."""
    spaces = [sp for sp in offered_spaces(decision) if _frightens(s, sp)]
    if spaces:
        tie_breaks = (
            POPULATION,
            TieBreak("nva.no_underground", lambda sp: not s.pieces[sp * KINDS + NVA_GUERRILLA]),
        )
        return space_option((yield from choose_space(mind, "nva.terror.1", spaces, tie_breaks, room_for(s, decision))))
    if decision.find("done"):
        return option_for(decision, "done")
    return (yield from any_choice(mind, s, decision))  # an Event demands one


HANDLERS: Final[dict[str, Handler]] = {"terror.space": terror_space}
