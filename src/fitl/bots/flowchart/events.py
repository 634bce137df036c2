"""8.4 Events: how a non-player executes the text of a card.

Instructions come first (8.4.1); then each question by its purpose: who and which way (`event_ways.py`), which space
(`event_spaces.py`), which pieces and how many (`event_pieces.py`). What nothing else decides is random (8.4.7).
"""

from typing import Any, Final

from fitl.bots.event_words import FLIPPED, MOVED, PLACED
from fitl.bots.flowchart import (
    event_pieces,
    event_spaces,
    event_ways,
    instructions,
)
from fitl.bots.mind import Handler, Mind
from fitl.decisions import Decision, Flow, Option
from fitl.state import State

AMOUNTS: Final[dict[str, Handler]] = {
    "place_amount": event_pieces.without_lifting,
    "incursion_amount": event_pieces.without_lifting,
    "deploy_amount": event_pieces.one_or_most,
    "remove_how_many": event_pieces.one_or_most,
    "pieces_to_box": event_pieces.between_boxes,
    "box_transfer": event_pieces.between_boxes,
    "leave_play": event_pieces.between_boxes,
    "back_in_play": event_pieces.between_boxes,
    "prisoners": event_pieces.between_boxes,
    "pack_boxes": event_pieces.between_boxes,
}


def handle_event(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Answer a question of the Event being executed."""
    purpose = decision.kind.removeprefix("event.")
    advice: Any
    special = instructions.instructed(mind.faction, s, purpose)
    if special is not None:
        code, choose = special
        mind.visit("event.instruction." + code, card=s.card)
        advice = choose(mind, s, decision)
    elif purpose in event_ways.WAYS:
        advice = event_ways.WAYS[purpose](mind, s, decision)
    else:
        advice = _by_shape(mind, s, decision, purpose)
    return advice if isinstance(advice, Option) else (yield from advice)


def _by_shape(mind: Mind, s: State, decision: Decision, purpose: str) -> object:
    """What is asked for: an amount, a piece somewhere, a kind of piece, a space or one of several names."""
    first = decision.options[0]
    if first.amount is not None:
        return AMOUNTS.get(purpose, event_pieces.most)(mind, s, decision)
    if purpose == "destination":
        return event_pieces.destination(mind, s, decision)
    if first.piece is not None and first.spaces:
        if purpose in PLACED:
            return event_pieces.place_piece(mind, s, decision)
        if purpose in FLIPPED:
            return event_pieces.flip_piece(mind, s, decision)
        if purpose in MOVED:
            return event_pieces.move_piece(mind, s, decision)
        return event_pieces.remove_piece(mind, s, decision)
    if first.piece is not None:
        return event_pieces.pick_kind(mind, s, decision)
    if first.spaces:
        return event_spaces.pick_space(mind, s, decision)
    return event_ways.by_chance(mind, s, decision)
