"""What the tests of both sequences of play for two share (P2.3, S2.3)."""

from dataclasses import replace

from fitl.cardset import EventSide
from fitl.decisions import Flow
from fitl.rules.menu import OperationRule
from fitl.rules.sequence import turn, turn_options
from fitl.rules.two_players import box_of_first, end_of_card, next_of_two
from fitl.state import EVENT, LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, OPERATION, PASS, State
from tests.support import Play, play

# P2.3.2, P2.3.5, S2.3.2, S2.3.5: what each box of the First leaves to the Second, and does the First stay First?
BOXES = [
    (EVENT, {OP_AND_ACTIVITY, PASS}, True),
    (OP_AND_ACTIVITY, {EVENT, LIMITED_OP, PASS}, False),
    (LIMITED_OP, {OP_AND_ACTIVITY, OP_ONLY, PASS}, True),
    (OP_ONLY, {LIMITED_OP, PASS}, False),
]


def nothing(s: State, faction: int) -> Flow[None]:
    """An Event that does nothing."""
    yield from ()


def with_program(s: State, *cards: int) -> State:
    """These cards can be played, whatever they do."""
    side = EventSide(nothing)
    s.cards = replace(s.cards, programs={**s.cards.programs, **{card: {"single": side} for card in cards}})
    return s


def with_idle_terror(s: State) -> State:
    """Terror comes to nothing."""
    idle = OperationRule(lambda s, op: True, lambda s, op: nothing(s, op.faction))
    s.era = replace(s.era, operation_rules={**s.era.operation_rules, "terror": idle})
    return s


def actions(s: State, faction: int) -> set[str]:
    return {option.key for option in turn_options(s, faction)}


def asked(flow: Play) -> tuple[int, str, str]:
    assert flow.decision is not None
    return flow.decision.actor, flow.decision.kind, flow.decision.rule


def done(s: State, *answers: str | int) -> str:
    """The box in which the First is after its turn; what is left is answered with Done, no or nothing."""
    flow = play(turn(s), OPERATION, *answers)
    while not flow.over:
        flow.answer(next(key for key in ("done", "no", "nothing", *flow.keys()) if key in flow.keys()))
    return box_of_first(s)


def check_box(s: State, box: str, second: set[str], stays: bool) -> None:
    """What is left to the Second when the First is in a box, and who is First on the next card, whatever it does."""
    first, other = s.order
    s.acted = ((first, box),)
    assert next_of_two(s) == other
    assert actions(s, other) == second
    s.acted += ((other, OP_AND_ACTIVITY),)
    assert next_of_two(s) == -1
    play(end_of_card(s))
    assert s.initiative == (first if stays else other)


def check_limited_second(s: State) -> None:
    """ARVN, in the box of a Limited Operation, Trains in one space and has no Special Activity."""
    first, other = s.order
    s.acted = ((first, OP_ONLY),)
    flow = play(turn(s), LIMITED_OP, "train", "saigon", "nothing")
    while not flow.over:
        assert not any(key.startswith("sa:") for key in flow.keys())
        assert flow.decision is not None
        assert flow.decision.kind != "train.space"
        flow.answer("done")
    assert s.acted[-1] == (other, LIMITED_OP)
