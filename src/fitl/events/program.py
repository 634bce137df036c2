"""How a card gets its program: `@event(107, "shaded")` on a function of state and executing Faction.

Each module of cards has a table of its own, `event = Programs()`; `fitl.compose` puts them together. Cards of the
expansions are named by id: `@event("p12", ...)`.

A side that asks is a generator; one that never asks is a plain function.
"""

from collections.abc import Callable
from typing import Any

from fitl.board.card import card_number
from fitl.board.expansion_cards import ALL_CARDS
from fitl.cardset import EventSide
from fitl.decisions import Flow
from fitl.state import State

Program = Callable[[State, int], Flow[None] | None]
Claim = Callable[[State, int], bool]


class Programs:
    """The programs of the cards in one module: calling it decorates a function."""

    def __init__(self) -> None:
        self.sides: dict[tuple[int, str], EventSide] = {}

    def __call__(
        self, card: int | str, side: str = "single", *, claims: Claim | None = None
    ) -> Callable[[Program], Program]:
        """The decorated function is one side of a card.

        A dry run tells whether it would change anything; `claims` is for a change that is of no use at times.
        """
        number = card if isinstance(card, int) else card_number(card)
        if number is None or side not in ALL_CARDS[number].sides:
            raise ValueError(f"card {card} has no {side} side")
        key = (number, side)

        def add(program: Program) -> Program:
            def run(s: State, by: int) -> Flow[None]:
                asking: Any = program(s, by)
                if asking is not None:
                    yield from asking

            if key in self.sides:
                raise ValueError(f"card {card} has a program for its {side} side already")
            self.sides[key] = EventSide(run, claims)
            return program

        return add
