"""How a card gets its program: `@event(107, "shaded")` on a function of state and executing Faction.

Cards of the expansions are named by id: `@event("p12", ...)`.

A side that asks is a generator; one that never asks is a plain function.
"""

from collections.abc import Callable
from typing import Any

from fitl.board.card import card_number
from fitl.board.expansion_cards import ALL_CARDS
from fitl.decisions import Flow
from fitl.rules.cards import PROGRAMS, EventSide
from fitl.state import State

Program = Callable[[State, int], Flow[None] | None]
Claim = Callable[[State, int], bool]


def event(card: int | str, side: str = "single", *, claims: Claim | None = None) -> Callable[[Program], Program]:
    """Register the decorated function as one side of a card.

    A dry run tells whether it would change anything; `claims` is for a change that is of no use at times.
    """
    number = card if isinstance(card, int) else card_number(card)
    if number is None or side not in ALL_CARDS[number].sides:
        raise ValueError(f"card {card} has no {side} side")

    def register(program: Program) -> Program:
        def run(s: State, by: int) -> Flow[None]:
            asking: Any = program(s, by)
            if asking is not None:
                yield from asking

        sides = PROGRAMS.setdefault(number, {})
        if side in sides:
            raise ValueError(f"card {card} has a program for its {side} side already")
        sides[side] = EventSide(run, claims)
        return program

    return register
