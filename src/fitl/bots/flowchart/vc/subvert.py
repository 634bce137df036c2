"""8.5.1 Subvert: first where COIN loses Control, then elsewhere; one cube is turned, more are removed."""

from typing import Final

from fitl.board.pieces import ARVN_TROOPS, POLICE, VC_GUERRILLA
from fitl.bots.flowchart.shared import take
from fitl.bots.flowchart.vc.common import HIGHEST_POP, loses_coin_control, stop
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.priorities import target_order
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.lasting import TYPHOON_KATE
from fitl.rules.forces import arvn_cubes, available, count
from fitl.state import State

MOST_CUBES: Final = 2
MOST_SPACES: Final = 2


def replaces(s: State, sp: int) -> bool:
    """Only a single ARVN cube is turned into a Guerrilla; with none Available it is just removed (8.1.2)."""
    return arvn_cubes(s, sp) == 1 and available(s, VC_GUERRILLA) > 0


def ends_coin_control(s: State, sp: int) -> bool:
    """Would Subverting here remove COIN Control?"""
    return loses_coin_control(s, sp, min(MOST_CUBES, arvn_cubes(s, sp)), int(replaces(s, sp)))


def subvert_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.5.1: where to Subvert next, at most two spaces."""
    spaces = offered_spaces(decision)
    if not spaces:
        return (yield from stop(mind, decision))
    most_cubes = TieBreak("vc.cubes", lambda sp: min(MOST_CUBES, arvn_cubes(s, sp)))
    left = 1 if s.effects & TYPHOON_KATE or decision.find("done") else MOST_SPACES  # card 115
    if sum(replaces(s, sp) for sp in spaces) > available(s, VC_GUERRILLA):
        left = 1  # the first one gets the last Guerrilla
    decisive = [sp for sp in spaces if ends_coin_control(s, sp)]
    if decisive:
        sp = yield from choose_space(mind, "vc.subvert.1", decisive, (HIGHEST_POP, most_cubes), left)
    else:
        sp = yield from choose_space(mind, "vc.subvert.2", spaces, (most_cubes,), left)
    return take(decision, sp)


def subvert_method(mind: Mind, s: State, decision: Decision) -> Option:
    """8.5.1: replace only where exactly one ARVN cube is."""
    sp = decision.space
    method = "replace" if replaces(s, sp) else "remove"
    kinds = [kind for kind in (ARVN_TROOPS, POLICE) if count(s, sp, kind)]
    if method == "remove" and len(kinds) == 1:
        mind.visit("vc.subvert.remove_one_kind", space=sp, piece=kinds[0], n=min(MOST_CUBES, arvn_cubes(s, sp)))
    else:
        mind.visit("vc.subvert." + method, space=sp)
    return option_for(decision, method)


def subvert_troops(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.2: Troops and Police evenly: one of each if both are there (else there is nothing to choose)."""
    return option_for(decision, 1)


def subvert_cube(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.2: the type that is fewest; where one cube is, there is nothing to choose."""
    kind = target_order(s, decision.space, (ARVN_TROOPS, POLICE))[0]
    return next((option for option in decision.options if option.piece == kind), decision.options[0])


HANDLERS: Final[dict[str, Handler]] = {
    "subvert.space": subvert_space,
    "subvert.method": subvert_method,
    "subvert.troops": subvert_troops,
    "subvert.cube": subvert_cube,
}
