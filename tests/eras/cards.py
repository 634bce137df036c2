"""Executing cards of the expansions: one side from a position by answers."""

from collections.abc import Iterable

from fitl.board.card import card_number
from fitl.board.spaces import ROW_BY_ID
from fitl.rules.cards import execute_event, is_effective
from fitl.state import EVENT, State
from tests.events import random_execution
from tests.support import Play, at, play


def executed(s: State, card: str, side: str, by: int, *answers: str | int) -> Play:
    """One side of a card by a Faction, its first questions answered."""
    number = card_number(card)
    assert number is not None
    s.card = number
    s.acted += ((by, EVENT),)
    return play(execute_event(s, number, side, by), *answers)


def tells(s: State, card: str, side: str, by: int) -> bool:
    """Is the side called effective?"""
    number = card_number(card)
    assert number is not None
    s.card = number
    return is_effective(s, number, side, by)


def to_the_end(flow: Play) -> Play:
    """Whatever else is asked is declined if it can be, else answered with what comes first."""
    while flow.decision is not None:
        keys = flow.keys()
        flow.answer(next((key for key in ("done", "no") if key in keys), keys[0]))
    return flow


def done(s: State, card: str, side: str, by: int, *answers: str | int) -> Play:
    return to_the_end(executed(s, card, side, by, *answers))


def level(s: State, space: str) -> int:
    return s.support[ROW_BY_ID[space]]


def here(s: State, space: str) -> dict[str, int]:
    return at(s, ROW_BY_ID[space])


def asked(flow: Play) -> tuple[int, str]:
    """Who is asked what."""
    assert flow.decision is not None
    return flow.decision.actor, flow.decision.kind


def is_barred(s: State, faction: int) -> bool:
    return bool(s.made_ineligible >> faction & 1)


def execute_every_side(cards: Iterable[str], state: State, seed: int) -> None:
    """Every side of the cards, at random; who is barred by a card of the expansions has felt an effect of it."""
    random_execution.execute_every_side(cards, state, seed, but=random_execution.BESIDE_THE_BOARD)
