"""The sequence of play for two (P2.3, S2.3): a First and a Second, without symbols, Eligibility, look-ahead or Monsoon.

The box of what was done settles what the Second may do and who is First on the next card. What Events say of
Eligibility has no effect here (P5.1.1, S5.1.1).
"""

from typing import Final

from fitl.board.pivotals import PIVOTAL_BY_CARD
from fitl.decisions import YES_NO, Decision, Flow
from fitl.era import Sequence, Stage, stages
from fitl.rules.pivotal import held_pivotals, may_play
from fitl.rules.sequence import STAGES, play_pivotal
from fitl.state import (
    END_OF_CARD,
    EVENT,
    LIMITED_OP,
    NEXT_CARD,
    OP_AND_ACTIVITY,
    OP_ONLY,
    OPERATION,
    PASS,
    PIVOTAL,
    TURN,
    State,
)

# P2.3.5, S2.3.5: after these of the First the other is First on the next card.
SWAPS: Final = (OP_ONLY, OP_AND_ACTIVITY)


def other_of(s: State, faction: int) -> int:
    """The other of the two Factions."""
    return next(each for each in s.era.factions if each != faction)


def first_and_second(s: State) -> tuple[int, ...]:
    """P2.3.1, S2.3.1: one is First, the other Second."""
    return (s.initiative, other_of(s, s.initiative))


def next_of_two(s: State) -> int:
    """P2.3.2, S2.3.2: the First, then the Second, each once."""
    done = s.passed | sum(1 << faction for faction, _ in s.acted)
    return next((faction for faction in s.order if not done >> faction & 1), -1)


def box_of_first(s: State) -> str:
    """P2.3.2, S2.3.2: in which box the First is."""
    if s.order and s.passed >> s.order[0] & 1:
        return PASS
    return s.acted[0][1] if s.acted else ""


def end_of_card(s: State) -> Flow[None]:
    """P2.3.5, S2.3.5: who is First on the next card."""
    if box_of_first(s) in SWAPS:
        s.initiative = s.order[1]
    s.eligible = s.everybody()
    s.note("log.initiative", faction=s.initiative, rule=s.era.sequence.letter + "2.3.5")
    s.stage = NEXT_CARD
    yield from ()


def pivotal_window(s: State) -> Flow[None]:
    """P2.3.7, S2.3.7: before the First has chosen either may play its Pivotal Event; the Second has priority."""
    first, second = s.order
    rule = s.era.sequence.letter + "2.3.7"
    card = _ready(s, first)
    if card and not (yield Decision(first, "pivotal.play", rule, YES_NO, {"card": card})):
        card = 0
    if own := _ready(s, second):
        question = Decision(second, "pivotal.play", rule, YES_NO, {"card": own})
        if card:
            question = Decision(second, "pivotal.trump", rule, YES_NO, {"card": card})
        if (yield question):
            card = own
    s.stage = TURN
    if card:
        s.initiative = PIVOTAL_BY_CARD[card].holder
        yield from play_pivotal(s, card)


def _ready(s: State, faction: int) -> int:
    """The Pivotal Event that the Faction may play now, 0 if none."""
    return next((card for card in held_pivotals(s, faction) if may_play(s, card)), 0)


# P2.3.2, S2.3.2, S2.3.4: the First's box is settled by what was done; the Second takes a box beside it.
BY_INITIATIVE: Final = Sequence(
    id="initiative",
    first=(EVENT, OPERATION, PASS),
    second={
        EVENT: (OP_AND_ACTIVITY, PASS),
        LIMITED_OP: (OP_AND_ACTIVITY, OP_ONLY, PASS),
        OP_ONLY: (LIMITED_OP, PASS),
        OP_AND_ACTIVITY: (EVENT, LIMITED_OP, PASS),
        PASS: (EVENT, OPERATION, PASS),
    },
    order=first_and_second,
    up=next_of_two,
    first_box=box_of_first,
    look_ahead=False,  # P2.3.6
    letter="S",
)

# The stages of an era of two Factions.
TWO_PLAYER_STAGES: Final = STAGES | stages(
    Stage(PIVOTAL, pivotal_window, "S2.3.7"),
    Stage(END_OF_CARD, end_of_card, "S2.3.5"),
)
