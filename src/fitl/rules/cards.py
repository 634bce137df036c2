"""Event cards as the rules see them (5.x): which have a program, carrying one out, and the Pivotal Events' conditions.

The programs live in `fitl.events`, which registers them here: the rules know that cards do things, not what.
"""

from typing import Final

from fitl.board.cards import PIVOTAL_OF
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import KINDS, NVA_TROOPS, US_TROOPS, VC_GUERRILLA, VC_GUERRILLA_ACTIVE
from fitl.board.spaces import SOUTH_MASK, spaces_of
from fitl.cardset import PROGRAMS, EventSide
from fitl.decisions import Flow
from fitl.lasting import PEACE_TALKS
from fitl.rules.control import on_map, victory_marker
from fitl.rules.deck import monsoon
from fitl.state import State

__all__ = ["PROGRAMS", "EventSide", "execute_event", "is_effective"]

BY_HAND: Final = "by_hand"  # a way to carry out any Event, if the table agreed to it

# Ways to carry out an Event whatever the card; filled by `fitl.events`.
FOR_ANY_CARD: Final[dict[str, EventSide]] = {}

# 2.3.8: who may answer whose Pivotal Event with its own: VC over all, ARVN over NVA and US, NVA over US.
TRUMP_ORDER: Final = (VC, ARVN, NVA, US)

_SOUTH: Final = tuple(spaces_of(SOUTH_MASK))


def execute_event(s: State, card: int, side: str, by: int) -> Flow[None]:
    """5.1: the Faction carries out one side of an Event."""
    if side == BY_HAND:
        s.note("log.by_hand.begin", faction=by, card=card)
    else:
        s.note("log.event", faction=by, card=card, side=side)
    yield from _program(s, card, side).run(s, by)


def is_effective(s: State, card: int, side: str, by: int) -> bool:
    """Would this side change anything if the Faction executed it now (5.1.3)?"""
    return _program(s, card, side).effective(s, by)


def idle_answers(s: State, kind: str, faction: int) -> tuple[str, ...]:
    """Answers to the choice of an action or side that would change nothing now: for whoever shows them to people."""
    sides = event_sides(s, s.card) if kind in ("turn.action", "turn.side") else []
    idle = tuple(side for side in sides if side != BY_HAND and not is_effective(s, s.card, side, faction))
    if kind == "turn.side":
        return idle
    return ("event",) if sides and len(idle) == len(sides) else ()


def _program(s: State, card: int, side: str) -> EventSide:
    return FOR_ANY_CARD[side] if side in FOR_ANY_CARD else s.cards.programs[card][side]


def event_sides(s: State, card: int) -> list[str]:
    """5.2: the ways this card's Event can be carried out; none for a card without program unless by hand."""
    sides = list(s.cards.programs.get(card, ()))
    return [*sides, BY_HAND] if s.options.by_hand else sides


def holds_pivotal(s: State, faction: int) -> bool:
    """2.3.8: does the Faction still hold its Pivotal Event?"""
    return bool(s.pivotal_held >> faction & 1)


def pivotal_condition(s: State, faction: int) -> bool:
    """2.3.8: the precondition printed on the Faction's Pivotal Event, and two cards in the leader box."""
    if len(s.leader_box) < 2:
        return False
    if faction == US:
        return victory_marker(s, US) > (25 if s.effects & PEACE_TALKS else 40)  # card 3
    if faction == NVA:
        return on_map(s, NVA_TROOPS) > on_map(s, US_TROOPS)
    if faction == ARVN:
        return on_map(s, US_TROOPS) < 20
    p = s.pieces
    return sum(p[sp * KINDS + VC_GUERRILLA] + p[sp * KINDS + VC_GUERRILLA_ACTIVE] for sp in _SOUTH) > 20


def may_play_pivotal(s: State, faction: int) -> bool:
    """2.3.8: Eligible, held, condition met, no Monsoon (2.3.9); the window is open only before anybody acted."""
    return (
        holds_pivotal(s, faction)
        and bool(s.eligible & ~s.made_ineligible & 1 << faction)
        and not monsoon(s)
        and PIVOTAL_OF[faction] in s.cards.programs
        and pivotal_condition(s, faction)
    )
