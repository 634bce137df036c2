"""What the VC boxes share: who may be exposed, who counts as a player, and how a step is answered."""

from typing import Final, TypeVar

from fitl.board.factions import NVA, VC
from fitl.board.pieces import VC_GUERRILLA_ACTIVE
from fitl.board.spaces import POP
from fitl.bots.flowchart.shared import take
from fitl.bots.mind import Mind, offered_spaces
from fitl.bots.select import TieBreak, equal_chance, random_space
from fitl.decisions import DONE, Decision, Flow, Option
from fitl.lasting import CADRES
from fitl.rules.forces import bases_of, coin_pieces, count, pieces_of, underground
from fitl.rules.operations.terror import CADRES_PRICE
from fitl.state import COIN_CONTROL, NEUTRAL, NVA_CONTROL, State

Plan = TypeVar("Plan")

HIGHEST_POP: Final = TieBreak("vc.pop", lambda sp: POP[sp])


def nva_is_player(s: State) -> bool:
    """Does a person run NVA?"""
    return NVA not in s.options.non_players


def may_expose(mind: Mind, s: State, sp: int) -> bool:
    """8.5.0, V1: may an Underground Guerrilla here show itself in Terror?

    The last one at a VC Base stays hidden: where there is no Support, or (by the older reading) at any VC Base.
    """
    hidden = underground(s, sp, VC)
    if _stay_hidden(s, sp, hidden) or not bases_of(s, sp, VC):
        return hidden > 0
    return mind.settings.vc_protect_last_underground == "base_without_support" and s.support[sp] > NEUTRAL


def _stay_hidden(s: State, sp: int, hidden: int) -> bool:
    """Would Guerrillas stay Underground after Terror? Unshaded Cadres (card 116) costs two, Active ones first."""
    gone = 1
    if s.effects & CADRES:
        gone += max(0, CADRES_PRICE - 1 - count(s, sp, VC_GUERRILLA_ACTIVE))
    return hidden > gone


def loses_coin_control(s: State, sp: int, coin: int = 0, insurgents: int = 0) -> bool:
    """Would COIN lose Control of this space if this many of its pieces left and this many Insurgents came?"""
    if sp >= len(s.control) or s.control[sp] != COIN_CONTROL:
        return False
    return coin_pieces(s, sp) - coin <= pieces_of(s, sp, NVA) + pieces_of(s, sp, VC) + insurgents


def loses_nva_control(s: State, sp: int, vc: int) -> bool:
    """Would NVA lose Control of this space if this many VC pieces came?"""
    if sp >= len(s.control) or s.control[sp] != NVA_CONTROL:
        return False
    return pieces_of(s, sp, NVA) <= coin_pieces(s, sp) + pieces_of(s, sp, VC) + vc


def memory(mind: Mind, s: State, plan: type[Plan]) -> Plan:
    """What VC keeps in mind of one Operation or Special Activity; nothing of those on earlier turns."""
    return mind.room(plan, (s.card, len(s.acted)))


# --- answering ----------------------------------------------------------------------------------------------------


def may_stop(decision: Decision) -> bool:
    """Is DONE offered? An Operation offers it once it has a space (or none is left)."""
    return decision.find("done") is not None


def stop(mind: Mind, decision: Decision) -> Flow[Option]:
    """Nothing (more) by the bullets: done; where an Event leaves no way out, a random space (8.4.4)."""
    done = decision.find("done")
    if done is not None:
        return done
    spaces = offered_spaces(decision)
    if spaces:
        return take(decision, (yield from random_space(mind, spaces)))
    return (yield from equal_chance(mind, [option for option in decision.options if option.value != DONE]))
