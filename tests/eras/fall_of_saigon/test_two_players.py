"""Black April: the sequence of play of two players (S2.3 to S2.3.7), its boxes by what was done."""

from dataclasses import replace

import pytest

from fitl.board.card import card_number
from fitl.board.factions import ARVN, NVA
from fitl.board.pieces import KIND_BY_ID, KINDS
from fitl.board.pivotals import PIVOTAL_BIT
from fitl.decisions import Flow
from fitl.rules.control import recount
from fitl.rules.deck import looks_ahead, monsoon
from fitl.rules.sequence import begin_card, pass_turn, turn
from fitl.rules.two_players import box_of_first, end_of_card, next_of_two, pivotal_window
from fitl.state import COUP_CARD, EVENT, LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, OPERATION, PASS, PIVOTAL, State
from fitl.view import build_view
from fitl.words import card_name, card_text, prompt
from tests.eras.fall_of_saigon.support import begun, edit, row
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

CARD = card_number("s1")
SPRING_OFFENSIVE = card_number("s77")
ARVN_PIVOTAL = card_number("s78")
WATERGATE = card_number("s73")
ROAD = "loc_saigon_an_loc_ban_me_thuot"


def on_a_card(first: int = NVA, **fields: object) -> State:
    s = begun(card=CARD, **fields)
    s.initiative = first
    s.order = (NVA, ARVN) if first == NVA else (ARVN, NVA)
    return with_program(s, CARD)


def test_nva_is_first_nobody_sees_the_next_card_and_there_is_no_monsoon() -> None:
    """S2.3, S2.3.1, S2.3.6, S2.3.7."""
    s = begun()
    assert (s.initiative, s.era.sequence.order(s)) == (NVA, (NVA, ARVN))
    assert not looks_ahead(s)
    assert not monsoon(s)
    assert s.era.sequence.letter == "S"


@pytest.mark.parametrize(("box", "second", "stays"), BOXES)
def test_the_box_of_the_first_leaves_the_second_its_neighbours(box: str, second: set[str], stays: bool) -> None:
    """S2.3.2, S2.3.5, F12: and settles who is First on the next card, whatever the Second does."""
    check_box(on_a_card(), box, second, stays)


@pytest.mark.parametrize(("nva", "arvn", "after"), [(15, 30, (16, 33)), (75, 74, (75, 75))])
def test_both_may_pass_and_earn_up_to_75(nva: int, arvn: int, after: tuple[int, int]) -> None:
    """S2.3.3, F16: NVA 1, ARVN 3; after a Pass the Second has everything, and the First stays First."""
    s = on_a_card()
    s.resources[NVA], s.resources[ARVN] = nva, arvn
    pass_turn(s, NVA)
    assert actions(s, ARVN) == {EVENT, OPERATION, PASS}
    pass_turn(s, ARVN)
    assert (s.resources[NVA], s.resources[ARVN]) == after
    play(end_of_card(s))
    assert s.initiative == NVA


# --- the box by what was done -------------------------------------------------------------------------------------


def test_one_space_without_special_activity_is_a_limited_operation_several_are_not() -> None:
    """S2.3.2, F12."""
    assert done(on_a_card(), "rally", "north_vietnam", "armor") == LIMITED_OP
    assert done(on_a_card(), "rally", "north_vietnam", "armor", "tay_ninh", "base") == OP_ONLY
    infiltrating = ("rally", "north_vietnam", "armor", "sa:infiltrate", "north_vietnam")
    assert done(on_a_card(), *infiltrating) == OP_AND_ACTIVITY


def test_an_operation_in_no_space_is_a_limited_operation() -> None:
    """S2.3.2, OPEN 4: a Rally that only Improves the Trail, a Patrol that only Activates."""
    s = on_a_card()
    assert done(s, "rally", "done") == LIMITED_OP
    assert s.trail == 4
    s = on_a_card(ARVN)
    edit(s, ROAD, police=1, nva_guerrilla=1)
    flow = play(turn(s), OPERATION, "patrol", "done")
    while not flow.over:
        flow.answer("done")
    assert at(s, row(ROAD)) == {"police": 1, "nva_guerrilla_active": 1}
    assert box_of_first(s) == LIMITED_OP


def test_a_patrol_counts_where_its_movers_end_and_where_it_fights_elsewhere() -> None:
    """S2.3.4, OPEN 5: not what they pass, nor an Assault in the destination."""
    roads = ("loc_hue_da_nang", "loc_da_nang_qui_nhon")

    def patrolled(*answers: str | int) -> str:
        s = on_a_card(ARVN)
        edit(s, roads[0], police=2, nva_guerrilla_active=1)
        return done(s, "patrol", *answers)

    into = (roads[0], "da_nang", 1)
    assert patrolled(*into) == LIMITED_OP
    assert patrolled(*into, "done", roads[0]) == LIMITED_OP
    elsewhere = (roads[1], "da_nang", 1)
    assert patrolled(*elsewhere) == LIMITED_OP
    assert patrolled(*elsewhere, "done", roads[0]) == OP_ONLY
    assert patrolled(*into, roads[1], "da_nang") == OP_ONLY


def test_a_march_counts_every_destination() -> None:
    """S2.3.4, OPEN 5: groups from several spaces into one are one; going on along the Trail makes two."""
    s = on_a_card()
    assert done(s, "march", "the_fishhook", "tay_ninh", 1, "northeast_cambodia", 1, 1) == LIMITED_OP
    s = on_a_card()
    edit(s, "tay_ninh", nva_guerrilla=1)
    assert done(s, "march", "southern_laos", "central_laos", 1, 0, "done", "northeast_cambodia") == OP_ONLY


def test_a_special_activity_that_came_to_nothing_does_not_count() -> None:
    """S2.3.2, OPEN 6."""
    s = on_a_card()

    def in_vain(s: State, act: object) -> Flow[None]:
        act.void = True  # type: ignore[attr-defined]
        yield from ()

    rules = {**s.era.activity_rules, "infiltrate": s.era.activity_rules["infiltrate"]._replace(run=in_vain)}
    s.era = replace(s.era, activity_rules=rules)
    assert done(s, "rally", "north_vietnam", "armor", "sa:infiltrate") == LIMITED_OP


def test_the_second_in_the_limited_box_has_one_space_and_no_special_activity() -> None:
    """S2.3.4."""
    check_limited_second(on_a_card())


def test_what_an_event_says_of_eligibility_is_ignored() -> None:
    """S2.3.1, S5.1.1."""
    s = on_a_card()
    s.acted = ((NVA, EVENT),)
    s.made_ineligible = 1 << ARVN
    assert next_of_two(s) == ARVN
    pass_turn(s, ARVN)
    play(end_of_card(s))
    begin_card(s)
    assert s.order == (NVA, ARVN)
    assert next_of_two(s) == NVA


# --- Pivotal Events -----------------------------------------------------------------------------------------------


def pivotal_position(first: int = NVA) -> State:
    """After Watergate, with more NVA than ARVN Troops, and the set-up's 8 spaces of the South under NVA Control."""
    s = with_program(on_a_card(first, stage=PIVOTAL, played=(WATERGATE,)), SPRING_OFFENSIVE, ARVN_PIVOTAL)
    s.pieces[row("north_vietnam") * KINDS + KIND_BY_ID["nva_troops"]] += 10
    s.pieces[row("binh_tuy_binh_thuan") * KINDS + KIND_BY_ID["nva_troops"]] += 9
    recount(s)
    return s


@pytest.mark.parametrize("first", [NVA, ARVN])
def test_if_both_want_to_the_seconds_pivotal_event_is_played_and_the_first_keeps_its_card(first: int) -> None:
    """S2.3.7: trumps are void; its player is First with the Event taken, the other has all of Op & SA, or Pass."""
    s = pivotal_position(first)
    second = ARVN if first == NVA else NVA
    card, kept = (ARVN_PIVOTAL, SPRING_OFFENSIVE) if second == ARVN else (SPRING_OFFENSIVE, ARVN_PIVOTAL)
    flow = play(pivotal_window(s))
    assert asked(flow) == (first, "pivotal.play", "S2.3.7")
    assert flow.decision is not None
    assert card_name(kept) in prompt(flow.decision)
    view = build_view(s, flow.decision, 0, None, None)["decision"]
    assert [option["text"] for option in view["options"]] == [card_text(kept, "single"), None]
    flow.answer("yes")
    assert asked(flow) == (second, "pivotal.trump", "S2.3.7")
    flow.answer("yes")
    assert flow.over
    assert (s.card, s.initiative, s.acted) == (card, second, ((second, EVENT),))
    assert s.pivotal_held == PIVOTAL_BIT[kept]
    assert actions(s, first) == {OP_AND_ACTIVITY, PASS}
    pass_turn(s, first)
    play(end_of_card(s))
    assert s.initiative == second


def test_the_first_may_play_its_own_if_the_second_declines() -> None:
    """S2.3.7, F20: it stays First."""
    s = pivotal_position()
    play(pivotal_window(s), "yes", "no")
    assert (s.card, s.initiative, s.acted) == (SPRING_OFFENSIVE, NVA, ((NVA, EVENT),))
    assert actions(s, ARVN) == {OP_AND_ACTIVITY, PASS}
    pass_turn(s, ARVN)
    play(end_of_card(s))
    assert s.initiative == NVA


def test_before_watergate_no_pivotal_event_of_black_april_can_be_played() -> None:
    """S2.3.8, OPEN 41: their conditions ask for it."""
    s = pivotal_position()
    s.played = ()
    assert play(pivotal_window(s)).asked == []


def test_a_coup_card_is_never_replaced_by_a_pivotal_event() -> None:
    """S2.3.7, OPEN 7."""
    s = pivotal_position()
    s.card = card_number("s74")
    begin_card(s)
    assert s.stage == COUP_CARD


def test_the_black_april_sides_hold_their_own_pivotal_event_alone() -> None:
    """S2.1."""
    assert begun().pivotal_held == PIVOTAL_BIT[SPRING_OFFENSIVE] | PIVOTAL_BIT[ARVN_PIVOTAL]


def test_an_operation_that_comes_to_nothing_is_limited() -> None:
    """S2.3.2, OPEN 4: whichever it is."""
    assert done(with_idle_terror(on_a_card()), "terror") == LIMITED_OP
