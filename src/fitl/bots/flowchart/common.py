"""What all flowchart non-players share: pieces by 8.1.2, and any other choice at random (8.4.7)."""

from typing import Final

from fitl.bots.mind import Handler, Mind
from fitl.bots.priorities import target_order
from fitl.bots.select import equal_chance
from fitl.decisions import DONE, Decision, Flow, Option
from fitl.state import State


def any_choice(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.4.7: equal chance among the possibilities; a non-player never stops while it could go on (8.1.1)."""
    options = [option for option in decision.options if option.value != DONE] or list(decision.options)
    return (yield from equal_chance(mind, options))


def remove_enemy(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.2: of the enemy pieces offered take Bases, then Guerrillas or Special Forces, then cubes evenly."""
    assert decision.params is not None
    kinds = [option.piece for option in decision.options if option.piece is not None]
    kind = target_order(s, decision.params["space"], kinds)[0]
    mind.visit("remove", space=decision.params["space"], piece=kind)
    return next(option for option in decision.options if option.piece == kind)


HANDLERS: Final[dict[str, Handler]] = {
    kind: remove_enemy
    for kind in (
        "attack.remove",
        "ambush.remove",
        "assault.remove",
        "advise.remove",
        "raid.remove",
        "sweep.cobras",
    )
}
