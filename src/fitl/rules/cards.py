"""Event cards as the rules see them (5.x): which have a program, and carrying one out.

The programs live in `fitl.events` and come with the cards of a state: the rules know that cards do things, not what.
"""

from typing import Final

from fitl.cardset import EventSide
from fitl.decisions import Flow
from fitl.rules.dry_run import changes_anything
from fitl.state import State

BY_HAND: Final = "by_hand"  # a way to carry out any Event, if the table agreed to it


def execute_event(s: State, card: int, side: str, by: int) -> Flow[None]:
    """5.1: the Faction carries out one side of an Event."""
    if side == BY_HAND:
        s.note("log.by_hand.begin", faction=by, card=card)
    else:
        s.note("log.event", faction=by, card=card, side=side)
    yield from _program(s, card, side).run(s, by)


def is_effective(s: State, card: int, side: str, by: int) -> bool:
    """Would this side change anything if the Faction executed it now (5.1.3)?"""
    return is_of_use(s, card, side, by) and changes_anything(s, _program(s, card, side).run, by)


def is_of_use(s: State, card: int, side: str, by: int) -> bool:
    """May what this side changes ever tell? Asked of the few sides that say so themselves."""
    claims = _program(s, card, side).claims
    return claims is None or claims(s, by)


def idle_answers(s: State, kind: str, faction: int) -> tuple[str, ...]:
    """Answers to the choice of an action or side that would change nothing now: for code that shows them to people."""
    sides = event_sides(s, s.card) if kind in ("turn.action", "turn.side") else []
    idle = tuple(side for side in sides if side != BY_HAND and not is_effective(s, s.card, side, faction))
    if kind == "turn.side":
        return idle
    return ("event",) if sides and len(idle) == len(sides) else ()


def _program(s: State, card: int, side: str) -> EventSide:
    return s.cards.for_any[side] if side in s.cards.for_any else s.cards.programs[card][side]


def event_sides(s: State, card: int) -> list[str]:
    """5.2: the ways this card's Event can be carried out; none for a card without program unless by hand."""
    sides = list(s.cards.programs.get(card, ()))
    return [*sides, BY_HAND] if s.options.by_hand else sides
