"""Answers that the rules forbid just now, each with the reason: they keep their place, so that nobody looks for them.

Which ones there are follows from the menus of the sequence of play and of the Factions; why one is missing is found by
asking again without the Monsoon, the cost, one of the cards in force or the level of a track.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from fitl.board.pieces import ARVN_ARMOR
from fitl.board.tracks import TRACKS
from fitl.decisions import Decision
from fitl.era import US_RETREATED
from fitl.lasting import effect_bit, effects_in_force
from fitl.rules.cards import event_sides
from fitl.rules.deck import monsoon
from fitl.rules.economy import payer
from fitl.rules.forces import placeable
from fitl.rules.menu import rule_of
from fitl.rules.operation import Activity, Operation, activity_rule
from fitl.rules.sequence import allowed_actions, operations_for
from fitl.state import EVENT, LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, PASS, State

ACTIONS: Final = (EVENT, OP_ONLY, OP_AND_ACTIVITY, LIMITED_OP, PASS)
NOT_IN_MONSOON: Final = ("sweep", "march")  # 2.3.9
ACTIVITY: Final = "sa:"
NO_OPERATION: Final = "forbidden.no_operation"
NO_SPACE: Final = "forbidden.no_space"
LEVELS: Final = ("washington", "hanoi", "posture")  # tracks that allow or bar what a Faction does (P6.8, P6.9, S6.9)


class Forbidden(NamedTuple):
    """An answer that is not offered: where it would stand, and the message that says why."""

    key: str
    place: int
    message: str
    params: dict[str, object]


def forbidden_answers(s: State, decision: Decision) -> list[Forbidden]:
    """What belongs to this question but is not allowed now."""
    if decision.kind == "turn.action":
        return _actions(s, decision)
    if decision.kind == "turn.operation":
        return _operations(s, decision)
    if decision.kind == "train.method":
        return _armor(s, decision)
    return _activities(s, decision)


def _actions(s: State, decision: Decision) -> list[Forbidden]:
    """2.3.4: what the place in the order rules out, and what cannot be carried out."""
    allowed = allowed_actions(s)
    found = []
    by_eligibility = s.era.sequence.id == "eligibility"  # where two play the boxes are settled by what was done
    for place, action in enumerate(ACTIONS if by_eligibility else allowed):
        if decision.find(action) is not None:
            continue
        if action not in allowed:
            why = f"forbidden.after_first.{s.acted[0][1]}" if s.acted else "forbidden.second_only"
            found.append(Forbidden(action, place, why, {}))
        elif action == EVENT and not event_sides(s, s.card):
            found.append(Forbidden(action, place, "forbidden.event", {}))
        elif action != EVENT and not operations_for(s, decision.actor, action):
            why, params = _why_not(s, partial(_could_operate, decision.actor, action))
            found.append(Forbidden(action, place, NO_OPERATION if why == NO_SPACE else why, params))
    return found


def _could_operate(faction: int, action: str, s: State) -> bool:
    return bool(operations_for(s, faction, action))


def _operations(s: State, decision: Decision) -> list[Forbidden]:
    """3.1: Operations of the Faction that cannot be begun."""
    limited = decision.params.get("action") == LIMITED_OP
    found = []
    for place, name in enumerate(s.era.operations[decision.actor]):
        if decision.find(name) is None:
            message, params = _why_no_operation(s, decision.actor, name, limited)
            found.append(Forbidden(name, place, message, params))
    return found


def _armor(s: State, decision: Decision) -> list[Forbidden]:
    """S3.2.1, S6.9.2: ARVN pieces can be Trained here and Armor is available, but Posture allows no more of it."""
    params = decision.params
    arvn_comes = decision.find("cubes") is not None or decision.find("rangers") is not None
    if decision.find("armor") is not None or not arvn_comes or not s.era.flags & US_RETREATED:
        return []
    if "armor_at_most" in params or not placeable(s, decision.actor, params["space"], ARVN_ARMOR, 1):  # card S51
        return []
    return [Forbidden("armor", len(decision.options) - 1, "forbidden.armor", {"now": s.posture})]


def _why_no_operation(s: State, faction: int, name: str, limited: bool) -> tuple[str, dict[str, object]]:
    if name in NOT_IN_MONSOON and monsoon(s):
        return "forbidden.monsoon", {}
    if rule_of(s, name).can(s, Operation(s, faction, name, limited=limited, free=True)):
        return "forbidden.cost", {"faction": payer(faction)}
    return _why_not(s, lambda other: rule_of(other, name).can(other, Operation(other, faction, name, limited=limited)))


def _activities(s: State, decision: Decision) -> list[Forbidden]:
    """4.1.1: Special Activities that may accompany the Operation but cannot be taken now."""
    op = decision.during
    if not isinstance(op, Operation) or op.activity is not None:
        return []
    found = []
    for name in op.activities:
        if decision.find(ACTIVITY + name) is None and not _could_take(op, name, s):  # else another one must come first
            why = _why_not(s, partial(_could_take, op, name))
            found.append(Forbidden(ACTIVITY + name, len(decision.options), *why))
    return found


def _could_take(op: Operation, name: str, s: State) -> bool:
    return activity_rule(s, name).can(s, Activity(s, op.faction, name, op))


def _why_not(s: State, possible: Callable[[State], bool]) -> tuple[str, dict[str, object]]:
    """A card in force, the level of a track (P6.8, P6.9, S6.9), or else the want of a space."""
    if card := _lifted_by(s, possible):
        return "forbidden.card", {"card": card}
    for track in LEVELS:
        if track in s.era.tracks:
            raised = s.copy()
            setattr(raised, track, TRACKS[track].most)
            if possible(raised):
                return f"forbidden.{track}", {"now": getattr(s, track)}
    return NO_SPACE, {}


def _lifted_by(s: State, possible: Callable[[State], bool]) -> int:
    """The card in force without which this would be possible, 0 if there is none."""
    for card, side in effects_in_force(s.effects):
        without = s.copy()
        without.effects = s.effects & ~effect_bit(card, side)
        if possible(without):
            return card
    return 0
