"""Diem's War: the sequence of play of two players (P2.3 to P2.3.7), every row of it."""

from dataclasses import replace

import pytest

from fitl.board.card import card_number
from fitl.board.factions import ARVN, VC
from fitl.board.pivotals import PIVOTAL_BIT
from fitl.cardset import EventSide
from fitl.decisions import Flow
from fitl.rules.control import recount
from fitl.rules.deck import looks_ahead, monsoon
from fitl.rules.menu import OperationRule
from fitl.rules.sequence import pass_turn, turn, turn_options
from fitl.rules.two_players import box_of_first, end_of_card, next_of_two, pivotal_window
from fitl.state import EVENT, LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, OPERATION, PASS, PIVOTAL, State
from tests.eras.sovereign_of_discord.support import D61, begun, edit, row
from tests.support import Play, at, play

CARD = card_number("p4")
ARVN_CARD = card_number("p78")
VC_CARD = card_number("p79")


def nothing(s: State, faction: int) -> Flow[None]:
    """An Event that does nothing."""
    yield from ()


def with_program(s: State, *cards: int) -> State:
    """These cards can be played, whatever they do."""
    side = EventSide(nothing, lambda s, faction: True)
    s.cards = replace(s.cards, programs={**s.cards.programs, **{card: {"single": side} for card in cards}})
    return s


def on_a_card(**fields: object) -> State:
    """VC is First, and the card has an Event."""
    s = begun(D61, card=CARD, **fields)
    s.order = (VC, ARVN)
    s.initiative = VC
    return s


def actions(s: State, faction: int) -> set[str]:
    return {option.key for option in turn_options(s, faction)}


def test_vc_is_first_both_are_eligible_and_nobody_sees_the_next_card() -> None:
    """P2.3, P2.3.1, P2.3.6: so there is no Monsoon either."""
    s = begun(D61)
    assert (s.initiative, s.era.sequence.order(s)) == (VC, (VC, ARVN))
    assert not looks_ahead(s)
    assert not monsoon(s)


@pytest.mark.parametrize(
    ("box", "second", "first_next"),
    [
        (EVENT, {OP_AND_ACTIVITY, PASS}, VC),
        (OP_AND_ACTIVITY, {EVENT, LIMITED_OP, PASS}, ARVN),
        (LIMITED_OP, {OP_AND_ACTIVITY, OP_ONLY, PASS}, VC),
        (OP_ONLY, {LIMITED_OP, PASS}, ARVN),
    ],
)
def test_the_box_of_the_first_leaves_the_second_its_neighbours(box: str, second: set[str], first_next: int) -> None:
    """P2.3.2, P2.3.5: and settles who is First on the next card, whatever the Second does."""
    s = with_program(on_a_card(), CARD)
    s.acted = ((VC, box),)
    assert next_of_two(s) == ARVN
    assert actions(s, ARVN) == second
    s.acted += ((ARVN, OP_AND_ACTIVITY),)
    assert next_of_two(s) == -1
    play(end_of_card(s))
    assert s.initiative == first_next


def test_after_a_pass_the_second_has_everything_and_the_first_stays_first() -> None:
    """P2.3.2, P2.3.3: an Operation of any size, with or without Special Activity, the Event, or a Pass too."""
    s = with_program(on_a_card(), CARD)
    pass_turn(s, VC)
    assert s.resources[VC] == 6
    assert actions(s, ARVN) == {EVENT, OPERATION, PASS}
    pass_turn(s, ARVN)
    assert s.resources[ARVN] == 23
    assert (next_of_two(s), box_of_first(s)) == (-1, PASS)
    play(end_of_card(s))
    assert s.initiative == VC


def done(s: State, *answers: str | int) -> str:
    """The box in which the First is after its turn."""
    flow = play(turn(s), OPERATION, *answers)
    while not flow.over:
        flow.answer("done")
    return box_of_first(s)


def test_one_space_without_special_activity_is_a_limited_operation_several_are_not() -> None:
    """P2.3.2, OPEN 10: the box is earned by what was done, though more was allowed."""
    assert done(on_a_card(), "terror", "tay_ninh") == LIMITED_OP
    assert done(on_a_card(), "terror", "tay_ninh", "kien_giang_an_xuyen") == OP_ONLY
    assert done(on_a_card(), "terror", "tay_ninh", "sa:tax", "tay_ninh") == OP_AND_ACTIVITY


def test_an_operation_in_no_space_is_a_limited_operation() -> None:
    """P2.3.2, S2.3.2: whichever Operation it is that comes to nothing."""
    s = on_a_card()
    in_vain = OperationRule(lambda s, op: True, lambda s, op: nothing(s, op.faction))
    s.era = replace(s.era, operation_rules={**s.era.operation_rules, "terror": in_vain})
    assert done(s, "terror") == LIMITED_OP


def test_a_march_of_three_groups_into_one_space_is_a_limited_operation() -> None:
    """P2.3.4, OPEN 10: destinations count."""
    s = on_a_card()
    origins = ("an_loc", "quang_duc_long_khanh", "tay_ninh")
    for space in origins:
        edit(s, space, vc_guerrilla=1)
    flow = play(turn(s), OPERATION, "march", "phuoc_long", *origins)
    while not flow.over:
        flow.answer("done")
    assert at(s, row("phuoc_long")) == {"vc_guerrilla": 3}
    assert box_of_first(s) == LIMITED_OP


def test_the_second_in_the_limited_box_has_one_space_and_no_special_activity() -> None:
    """P2.3.4."""
    s = on_a_card()
    s.acted = ((VC, OP_ONLY),)
    flow = play(turn(s), LIMITED_OP, "train", "saigon", "nothing")
    while not flow.over:
        assert not any(key.startswith("sa:") for key in flow.keys())
        assert flow.decision is not None
        assert flow.decision.kind != "train.space"
        flow.answer("done")
    assert s.acted[-1] == (ARVN, LIMITED_OP)


# --- Pivotal Events -----------------------------------------------------------------------------------------------


def pivotal_position() -> State:
    """The window is open: VC with more than 15 Guerrillas on the map, ARVN against a VC score of 14 or more."""
    s = with_program(on_a_card(stage=PIVOTAL), VC_CARD, ARVN_CARD)
    s.pivotal_held = PIVOTAL_BIT[VC_CARD] | PIVOTAL_BIT[ARVN_CARD]
    edit(s, "kien_hoa_vinh_binh", vc_guerrilla=6)
    for space in ("tay_ninh", "kien_phong"):
        s.support[row(space)] = -2
    recount(s)
    return s


def asked(flow: Play) -> tuple[int, str, str]:
    assert flow.decision is not None
    return flow.decision.actor, flow.decision.kind, flow.decision.rule


def test_if_both_want_to_play_their_pivotal_event_the_seconds_is_played_and_the_first_keeps_its_card() -> None:
    """P2.3.7: its player becomes First with the Event taken; the other side has Op & Special Activity, or Pass."""
    s = pivotal_position()
    flow = play(pivotal_window(s))
    assert asked(flow) == (VC, "pivotal.play", "P2.3.7")
    flow.answer("yes")
    assert asked(flow) == (ARVN, "pivotal.trump", "P2.3.7")
    flow.answer("yes")
    assert flow.over
    assert (s.card, s.initiative, s.order, s.acted) == (ARVN_CARD, ARVN, (ARVN, VC), ((ARVN, EVENT),))
    assert s.pivotal_held == PIVOTAL_BIT[VC_CARD]
    assert next_of_two(s) == VC
    assert actions(s, VC) == {OP_AND_ACTIVITY, PASS}
    pass_turn(s, VC)
    play(end_of_card(s))
    assert s.initiative == ARVN


def test_the_second_may_play_its_pivotal_event_though_the_first_does_not_want_to() -> None:
    """P2.3.7: and if neither does, the card is played as usual."""
    s = pivotal_position()
    flow = play(pivotal_window(s), "no")
    assert asked(flow) == (ARVN, "pivotal.play", "P2.3.7")
    flow.answer("no")
    assert flow.over
    assert (s.card, s.initiative, s.acted) == (CARD, VC, ())
    s = pivotal_position()
    play(pivotal_window(s), "yes", "no")
    assert (s.card, s.initiative, s.acted) == (VC_CARD, VC, ((VC, EVENT),))
    assert actions(s, ARVN) == {OP_AND_ACTIVITY, PASS}
