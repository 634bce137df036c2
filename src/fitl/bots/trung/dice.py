"""The dice of the cards. A person who rolls by hand is told what each is for."""

from fitl.bots.mind import Mind
from fitl.decisions import CHANCE, DIE, Decision, Flow


def rolled(mind: Mind, kind: str, dice: int = 1, name: str = "") -> Flow[int]:
    """The sum of this many dice; name: of the condition on the card that asks for them."""
    total = 0
    for _ in range(dice):
        total += yield Decision(CHANCE, kind, "8.1", DIE, {"faction": mind.faction, "name": name})
    return total
