"""8.6.2 Bombard: shell concentrations of COIN Troops; the Special Activity that NVA falls back on."""

from dataclasses import dataclass, field
from typing import Final

from fitl.board.factions import NVA
from fitl.board.pieces import ARVN_TROOPS, KINDS, US_TROOPS
from fitl.bots.flowchart.nva.units import is_first
from fitl.bots.flowchart.shared import in_event
from fitl.bots.mind import Handler, Mind, offered_spaces
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option, piece_option, space_option
from fitl.lasting import LONG_RANGE_GUNS, LONG_RANGE_GUNS_SHADED
from fitl.rules.forces import coin_bases
from fitl.state import State


@dataclass(slots=True)
class Bombarded:
    """A Bombard so far."""

    spaces: list[int] = field(default_factory=list)


def bombard_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """1. spaces with NVA pieces; 2. spaces next to NVA Troops. In both a. COIN Base, b. US Troops."""
    spaces = offered_spaces(decision)
    beside = [sp for sp in spaces if s.force[sp * 4 + NVA]]
    tie_breaks = (
        TieBreak("nva.coin_base", lambda sp: coin_bases(s, sp) > 0),
        TieBreak("nva.us_troops", lambda sp: s.pieces[sp * KINDS + US_TROOPS] > 0),
    )
    node = "nva.bombard.1" if beside else "nva.bombard.2"
    done = mind.room(Bombarded, anew=is_first(decision)).spaces
    sp = yield from choose_space(mind, node, beside or spaces, tie_breaks, bombardments(s) - len(done))
    done.append(sp)
    return space_option(sp)


def bombardments(s: State) -> int:
    """4.4.2: in how many spaces NVA Bombards, as Long Range Guns (card 32) have it."""
    if s.effects & LONG_RANGE_GUNS or in_event(s):  # an Event may name a single space
        return 1
    return 3 if s.effects & LONG_RANGE_GUNS_SHADED else 2


def bombard_remove(mind: Mind, s: State, decision: Decision) -> Option:
    """US Troops before ARVN."""
    mind.visit("nva.bombard.us_first")
    kinds = [option.piece for option in decision.options]
    return piece_option(US_TROOPS if US_TROOPS in kinds else ARVN_TROOPS)


def take_bombard(mind: Mind, decision: Decision) -> Option | None:
    """Bombard now if the rules offer it; if none, no Special Activity."""
    option = decision.find("sa:bombard")
    if option is None:
        mind.visit("nva.bombard.none")
    return option


HANDLERS: Final[dict[str, Handler]] = {"bombard.space": bombard_space, "bombard.remove": bombard_remove}
