"""Diem's War: the sequence of play of two players (P2.3 to P2.3.7), every row of it."""

import pytest

from fitl.board.card import card_number
from fitl.board.factions import ARVN, VC
from fitl.board.pivotals import PIVOTAL_BIT
from fitl.decisions import Decision, Option
from fitl.rules.control import recount
from fitl.rules.deck import looks_ahead, monsoon
from fitl.rules.sequence import pass_turn
from fitl.rules.two_players import box_of_first, end_of_card, next_of_two, pivotal_window
from fitl.state import EVENT, LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, OPERATION, PASS, PIVOTAL, State
from fitl.words import label
from tests.eras.sovereign_of_discord.support import D61, begun, edit, row
from tests.eras.two_players import (
    BOXES,
    actions,
    asked,
    check_box,
    check_limited_second,
    done,
    with_idle_terror,
    with_program,
)
from tests.support import at, play

CARD = card_number("p4")
ARVN_CARD = card_number("p78")
VC_CARD = card_number("p79")


def on_a_card(**fields: object) -> State:
    """VC is First, and the card has an Event."""
    s = begun(D61, card=CARD, **fields)
    s.order = (VC, ARVN)
    s.initiative = VC
    return s


def test_vc_is_first_both_are_eligible_and_nobody_sees_the_next_card() -> None:
    """P2.3, P2.3.1, P2.3.6: so there is no Monsoon either."""
    s = begun(D61)
    assert (s.initiative, s.era.sequence.order(s)) == (VC, (VC, ARVN))
    assert not looks_ahead(s)
    assert not monsoon(s)


@pytest.mark.parametrize(("box", "second", "stays"), BOXES)
def test_the_box_of_the_first_leaves_the_second_its_neighbours(box: str, second: set[str], stays: bool) -> None:
    """P2.3.2, P2.3.5: and settles who is First on the next card, whatever the Second does."""
    check_box(with_program(on_a_card(), CARD), box, second, stays)


def test_the_second_may_leave_out_the_special_activity_of_its_box_and_reads_so() -> None:
    """P2.3.2: after an Event the one box holds both; where both boxes are open each says which it is."""
    options = [Option(key, key) for key in (OP_AND_ACTIVITY, OP_ONLY, PASS)]
    both, one = (Decision(ARVN, "turn.action", "2.3.4", offered) for offered in (options, options[::2]))
    assert label(both, options[0]) == "Operation with Special Activity"
    assert label(one, options[0]) == "Operation, with or without Special Activity"


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


def test_one_space_without_special_activity_is_a_limited_operation_several_are_not() -> None:
    """P2.3.2, OPEN 10: the box is earned by what was done, though more was allowed."""
    assert done(on_a_card(), "terror", "tay_ninh") == LIMITED_OP
    assert done(on_a_card(), "terror", "tay_ninh", "kien_giang_an_xuyen") == OP_ONLY
    assert done(on_a_card(), "terror", "tay_ninh", "sa:tax", "tay_ninh") == OP_AND_ACTIVITY


def test_an_operation_in_no_space_is_a_limited_operation() -> None:
    """P2.3.2, S2.3.2: whichever Operation it is that comes to nothing."""
    assert done(with_idle_terror(on_a_card()), "terror") == LIMITED_OP


def test_a_march_of_three_groups_into_one_space_is_a_limited_operation() -> None:
    """P2.3.4, OPEN 10: destinations count."""
    s = on_a_card()
    origins = ("an_loc", "quang_duc_long_khanh", "tay_ninh")
    for space in origins:
        edit(s, space, vc_guerrilla=1)
    assert done(s, "march", "phuoc_long", *origins) == LIMITED_OP
    assert at(s, row("phuoc_long")) == {"vc_guerrilla": 3}


def test_the_second_in_the_limited_box_has_one_space_and_no_special_activity() -> None:
    """P2.3.4."""
    check_limited_second(on_a_card())


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
