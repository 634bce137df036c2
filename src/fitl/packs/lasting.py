"""Lasting effects in packs (5.3 Capabilities, 5.4 Momentum): a side puts into force what a card of ours has.

What bends a rule is a flag asked for at its line (`fitl.lasting`), so a pack can use every flag there is and make no
new one. What comes into force is the side of the card that is named, and it ends as that does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fitl.board.card import card_id, card_read
from fitl.decisions import Flow
from fitl.events.vocabulary import begin_effect
from fitl.lasting import CAPABILITY, FLAG, LASTING
from fitl.packs.reading import Value
from fitl.packs.selectors import EXECUTING, Scope, Table
from fitl.packs.steps import Step
from fitl.state import State

_KIND_OF: Final = {(row.card, row.side): row.kind for row in LASTING if row.kind != FLAG}


@dataclass(frozen=True, slots=True)
class PutInForce(Step):
    """5.3, 5.4: one side of a Capability or Momentum card comes into force."""

    card: int
    side: str

    @property
    def is_capability(self) -> bool:
        return _KIND_OF[self.card, self.side] == CAPABILITY

    def run(self, s: State, table: Table) -> Flow[None]:
        begin_effect(s, self.card, self.side)
        yield from ()


def read_lasting(value: Value, scope: Scope) -> tuple[Step, Scope]:
    """`{ do = "lasting", card = 11, side = "shaded" }`: for the whole side, not in an alternative of it."""
    value.only(("do", "card", "side"))
    if scope.depth:
        raise value.error("pack.lasting_choice")
    named = value.need("card", "pack.need.lasting_card")
    card = card_read(named.value)
    sides = [side for number, side in _KIND_OF if number == card]
    if card is None or not sides:
        cards = dict.fromkeys(number for number, _ in _KIND_OF)
        raise named.error("pack.no_lasting", word=named.value, names=", ".join(map(card_id, cards)))
    side = value.need("side", "pack.need.lasting_side").word("lasting_side", sides)
    return PutInForce(EXECUTING, card, side), scope


def lasting_in(steps: Sequence[Step] | None) -> list[PutInForce]:
    """What the steps of a side put into force."""
    return [step for step in steps or () if isinstance(step, PutInForce)]
