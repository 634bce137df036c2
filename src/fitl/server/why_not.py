"""Why a space cannot be chosen now, in a sentence: for whoever points at one that is not lit."""

from fitl.board.spaces import SPACE_BY_ID
from fitl.catalogue import has_message, tell
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.words import row_name


def why_not(game: Game, space: str) -> str:
    """What the present decision asks of a space, if this one is not among its options."""
    decision = game.decision
    if decision is None:
        return tell("server.why_not.over")
    if space not in SPACE_BY_ID:
        return tell("server.why_not.unknown")
    number = SPACE_BY_ID[space]
    name = row_name(number)
    lit = {row for option in decision.options for row in option.spaces}
    if number in lit:
        return tell("server.why_not.lit", space=name)
    if decision.actor == CHANCE or not lit:
        return tell("server.why_not.no_spaces")
    message = f"why_not.{decision.kind}"
    if has_message(message):
        return tell("server.why_not.needs", space=name, needs=tell(message), rule=decision.rule)
    return tell("server.why_not.plain", space=name, rule=decision.rule)
