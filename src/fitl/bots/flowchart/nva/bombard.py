"""8.6.2 Bombard: shell concentrations of COIN Troops; the Special Activity that NVA falls back on."""

from typing import Final

from fitl.board.factions import NVA
from fitl.board.pieces import ARVN_TROOPS, KINDS, US_TROOPS
from fitl.bots.mind import Handler, Mind, offered_spaces
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option, piece_option, space_option
from fitl.rules.forces import coin_bases
from fitl.state import State

NODES: Final = ("nva.bombard.1", "nva.bombard.2", "nva.bombard.us_first", "nva.bombard.none")


def bombard_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """1. spaces with NVA pieces; 2. spaces next to NVA Troops. In both a. COIN Base, b. US Troops."""
    spaces = offered_spaces(decision)
    beside = [sp for sp in spaces if s.force[sp * 4 + NVA]]
    tie_breaks = (
        TieBreak("nva.coin_base", lambda sp: coin_bases(s, sp) > 0),
        TieBreak("nva.us_troops", lambda sp: s.pieces[sp * KINDS + US_TROOPS] > 0),
    )
    node = "nva.bombard.1" if beside else "nva.bombard.2"
    return space_option((yield from choose_space(mind, node, beside or spaces, tie_breaks)))


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
