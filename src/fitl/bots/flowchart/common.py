"""What all flowchart non-players share: pieces by 8.1.2, and any other choice at random (8.4.7).

The Event box (8.1.A) is in `event_box.py`; it is handed on from here.
"""

from dataclasses import dataclass
from typing import Final

from fitl.board.pieces import ARVN_TROOPS, POLICE, US_TROOPS
from fitl.bots.flowchart import event_box as box
from fitl.bots.flowchart import event_strike
from fitl.bots.flowchart.event_box import capability_box, event_box, ordinary_event, poverty, refuses_event
from fitl.bots.mind import Handler, Mind
from fitl.bots.priorities import give_up_order, target_order
from fitl.bots.select import equal_chance, random_space
from fitl.decisions import DONE, Decision, Flow, Option
from fitl.state import State

__all__ = [
    "HANDLERS",
    "any_choice",
    "capability_box",
    "event_box",
    "ordinary_event",
    "poverty",
    "refuses_event",
    "remove_enemy",
]

COIN_CUBES: Final = (US_TROOPS, ARVN_TROOPS, POLICE)


@dataclass(slots=True)
class LastRemoval:
    """Which enemy piece went last."""

    at: tuple[int, int] | None = None  # the space, and how many were left to remove
    kind: int = -1


# --- pieces and other choices -------------------------------------------------------------------------------------


def any_choice(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.4.7: equal chance among the possibilities; a non-player never stops while it could go on (8.1.1)."""
    options = [option for option in decision.options if option.value != DONE] or list(decision.options)
    chosen = yield from equal_chance(mind, options)
    mind.visit("any_choice", way=chosen.key, n=len(options))
    return chosen


def remove_enemy(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.2: of the enemy pieces offered take Bases, then Guerrillas or Special Forces, then cubes evenly."""
    sp, left = decision.space, decision.number("left", 1)
    kinds = target_order(s, sp, [option.piece for option in decision.options if option.piece is not None])
    kind = kinds[0]
    last = mind.room(LastRemoval)
    was = last.kind
    if last.at == (sp, left + 1) and kind in COIN_CUBES and was in COIN_CUBES:  # alternate Troops and Police
        kind = next((other for other in kinds if (other == POLICE) != (was == POLICE)), kind)
    last.at, last.kind = (sp, left), kind
    mind.visit("remove", space=sp, piece=kind)
    return next(option for option in decision.options if option.piece == kind)


def lift_origin(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """1.4.1: non-players do not lift pieces unless they must; then from a random space."""
    spaces = [option.spaces[0] for option in decision.options]
    sp = yield from random_space(mind, spaces)
    mind.visit("lift", space=sp)
    return next(option for option in decision.options if option.spaces[0] == sp)


def lift_piece(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.2: the piece least valuable, so Active before Underground."""
    kinds = [option.piece for option in decision.options if option.piece is not None]
    kind = give_up_order(s, decision.space, kinds)[0]
    mind.visit("lift_piece", space=decision.space, piece=kind)
    return next(option for option in decision.options if option.piece == kind)


HANDLERS: Final[dict[str, Handler]] = {
    **box.HANDLERS,
    **event_strike.HANDLERS,
    "lift.origin": lift_origin,
    "lift.piece": lift_piece,
    "attack.remove": remove_enemy,
    "ambush.remove": remove_enemy,
    "assault.remove": remove_enemy,
    "advise.remove": remove_enemy,
    "raid.remove": remove_enemy,
    "sweep.cobras": remove_enemy,
}
