"""What stands at the beginning of a turn (tables A and B), drawing cards, activation rolls, Pivotal Events."""

import pytest

from fitl.board.cards import EASTER_OFFENSIVE
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pivotals import PIVOTAL_BIT
from fitl.board.spaces import BINH_DINH, HUE, LOC_HUE_KHE_SANH, QUANG_NAM, QUANG_TRI, SAIGON
from fitl.bots.trung.conditions import CONDITIONS
from fitl.bots.trung.marks import mark_of
from fitl.rules.pivotal import window
from fitl.rules.sequence import perform_operation
from fitl.state import (
    EVENT,
    LIMITED_OP,
    OP_AND_ACTIVITY,
    OP_ONLY,
    State,
)
from tests.bots.trung.support import Seat, board, on_top, play_card, take_turn
from tests.support import put

TRAIL_UP = 34  # SA-2s: Critical for NVA (shaded) and US, Performed for ARVN, ignored by VC
TAM_CHAU = 89  # Critical for ARVN and VC, Performed for NVA
GULF = 1  # Performed for VC
HARMLESS = 67  # ignored by all, ARVN first


def at_table(card: int, next_card: int, first: int, second: int = -1, *acted: tuple[int, str]) -> State:
    """It is the first Faction's turn, and the second one's afterwards."""
    s = board(card=card, next_card=next_card, trail=2)
    rest = [faction for faction in range(4) if faction not in (first, second)]
    s.order = tuple(faction for faction in (first, second, *rest) if faction >= 0)
    s.acted = acted
    s.eligible = 15
    put(s, HUE, vc_guerrilla=2, arvn_troops=1)
    put(s, SAIGON, us_troops=2, arvn_troops=2, police=2)
    put(s, QUANG_TRI, nva_guerrilla=3, nva_base=1)
    s.trung_deck = "ABCDEFGHJKLMNPQRSTUVWXYZ"
    return s


def row(seat: Seat) -> str:
    return next(node for node in seat.nodes if node.startswith("trung.row.")).rpartition(".")[2]


@pytest.mark.node("trung.row.a1", "trung.side")
def test_a1_a_critical_event_that_tells_is_taken() -> None:
    seat = take_turn(at_table(TRAIL_UP, HARMLESS, NVA, VC))
    assert (row(seat), seat.answers[0][1]) == ("a1", "event")


@pytest.mark.node("trung.row.a4", "trung.condition.lbj")
def test_a_critical_event_that_does_not_tell_is_never_taken() -> None:
    s = at_table(33, HARMLESS, US, ARVN)  # MiGs against a Trung NVA: Performed, and of no use
    assert mark_of(US, 33) is not None
    assert row(take_turn(s)) == "a4"


@pytest.mark.node("trung.row.a2")
def test_a2_who_comes_next_is_not_given_a_critical_event() -> None:
    seat = take_turn(at_table(TAM_CHAU, HARMLESS, NVA, VC))
    assert (row(seat), seat.answers[0][1]) == ("a2", OP_ONLY)
    assert not any(key.startswith("sa:") for _, key in seat.answers)


@pytest.mark.node("trung.row.a3")
def test_a3_a_critical_event_that_comes_next_is_waited_for() -> None:
    seat = take_turn(at_table(HARMLESS, TRAIL_UP, NVA, VC))
    assert (row(seat), seat.answers[0][1]) == ("a3", "pass")


def test_a4_otherwise_operation_and_special_activity() -> None:
    seat = take_turn(at_table(HARMLESS, HARMLESS, VC, NVA))
    assert (row(seat), seat.answers[0][1]) == ("a4", OP_AND_ACTIVITY)


def test_a_first_actor_never_takes_a_performed_event() -> None:
    """16.1: the second one does, if the box is open."""
    first = take_turn(at_table(45, HARMLESS, VC, NVA))
    assert mark_of(VC, 45) is not None
    assert row(first) != "a1"
    second = take_turn(at_table(45, HARMLESS, VC, -1, (NVA, OP_AND_ACTIVITY)))
    assert (row(second), second.answers[0][1]) == ("b2", "event")


@pytest.mark.node("trung.row.b1", "trung.effective")
def test_b1_the_next_critical_event_is_worth_more_than_a_performed_one() -> None:
    seat = take_turn(at_table(45, 116, VC, -1, (NVA, OP_AND_ACTIVITY)))  # Cadres is Critical for VC, who is first there
    assert (row(seat), seat.answers[0][1]) == ("b1", "pass")


@pytest.mark.node("trung.row.b2", "trung.row.b3")
def test_b3_who_is_first_on_the_next_card_passes_rather_than_take_a_limited_operation() -> None:
    """16.2: but not instead of an Event that tells."""
    seat = take_turn(at_table(HARMLESS, 93, VC, -1, (NVA, OP_ONLY)))
    assert (row(seat), seat.answers[0][1]) == ("b3", "pass")
    assert row(take_turn(at_table(45, 93, VC, -1, (NVA, OP_AND_ACTIVITY)))) == "b2"


@pytest.mark.node("trung.row.b4", "trung.row.b5")
def test_b4_a_limited_operation_and_b5_a_full_one() -> None:
    limited = take_turn(at_table(HARMLESS, HARMLESS, VC, -1, (NVA, OP_ONLY)))
    assert (row(limited), limited.answers[0][1]) == ("b4", LIMITED_OP)
    full = take_turn(at_table(HARMLESS, HARMLESS, VC, -1, (NVA, EVENT)))
    assert (row(full), full.answers[0][1]) == ("b5", OP_AND_ACTIVITY)


# --- cards --------------------------------------------------------------------------------------------------------


@pytest.mark.node("trung.card_fails")
def test_six_failing_cards_are_a_pass_and_the_deck_keeps_its_order() -> None:
    """16.3."""
    s = board(VC)
    put(s, HUE, vc_guerrilla=1)
    with pytest.MonkeyPatch.context() as patch:
        for name in CONDITIONS:
            patch.setitem(CONDITIONS, name, CONDITIONS[name]._replace(holds=lambda s, n: False))
        seat = play_card(s, VC, "U")
    assert seat.nodes.count("trung.card_fails") == 6
    assert (s.acted, s.passed) == ((), 1 << VC)
    assert s.trung_deck == "VWXYZU"  # the first one has come round again


@pytest.mark.node("trung.condition.taxroll")
def test_a_first_actor_whose_activity_fails_has_done_an_operation_only() -> None:
    """16.4: so the next one is left a Limited Operation and no Event."""
    s = board(VC)
    put(s, HUE, vc_guerrilla=3)
    s.patronage = 0
    s.resources[VC] = 30
    seat = play_card(s, VC, "X", Seat(s, die=1))
    assert s.acted == ((VC, OP_ONLY),)
    assert "rally" in [key for _, key in seat.answers]


@pytest.mark.node("trung.no_operation")
def test_an_activity_before_an_operation_that_cannot_follow_is_a_whole_turn() -> None:
    """16.5: T5.3.8."""
    s = board(NVA, next_card=125)  # Monsoon: no March
    put(s, QUANG_TRI, nva_base=1, nva_guerrilla=1)
    s.trail = 1
    with pytest.MonkeyPatch.context() as patch:
        for name in ("US42", "AvailNT"):
            patch.setitem(CONDITIONS, name, CONDITIONS[name]._replace(holds=lambda s, n: True))
        seat = play_card(s, NVA, "R")
    assert ("trung.play", "sa:infiltrate") in seat.answers
    assert "trung.no_operation" in seat.nodes
    assert s.acted == ((NVA, OP_AND_ACTIVITY),)


@pytest.mark.node("trung.activity")
@pytest.mark.parametrize(("letter", "faction", "when"), [("F", US, "BasesSafe"), ("Z", VC, "15Guer")])
def test_some_cards_test_their_flip_only_after_the_activity(letter: str, faction: int, when: str) -> None:
    """16.5."""
    s = board(faction)
    put(s, HUE, vc_guerrilla=4, arvn_troops=1, us_troops=2)
    put(s, SAIGON, us_troops=6, us_base=1)
    s.us_policy = "lbj"
    s.patronage = 20
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(CONDITIONS, when, CONDITIONS[when]._replace(holds=lambda s, n: True))
        seat = play_card(s, faction, letter)
    front_if = "trung.condition.blocked_us" if letter == "F" else "trung.condition.3guer"
    assert seat.nodes.index("trung.activity") < seat.nodes.index(front_if)


# --- rolls --------------------------------------------------------------------------------------------------------


def rally_board() -> State:
    s = board(VC)
    for sp in (HUE, QUANG_TRI, QUANG_NAM, BINH_DINH):
        put(s, sp, vc_guerrilla=1)
    on_top(s, "X")
    return s


@pytest.mark.node("trung.roll")
def test_the_first_space_needs_no_roll_and_the_first_failure_ends_the_operation() -> None:
    s = rally_board()
    rolls = [3, 4, 2]
    with pytest.MonkeyPatch.context() as patch:
        for name in ("Pop2-noVCG", "AvailVC"):
            patch.setitem(CONDITIONS, name, CONDITIONS[name]._replace(holds=lambda s, n: True))
        seat = Seat(s, die=1, trung__activation_die=rolls).run(perform_operation(s, VC, OP_ONLY))
    assert len([key for key in seat.keys("rally.space") if key != "done"]) == 3


def test_nva_marches_on_more_than_one_while_the_trail_is_full() -> None:
    for trail, spaces in ((3, 1), (4, 2)):
        s = board(NVA, trail=trail)
        put(s, QUANG_TRI, nva_troops=8)
        with pytest.MonkeyPatch.context() as patch:
            for name, held in (("ARVN42", True), ("20Troops", True), ("6Troops", False)):
                patch.setitem(CONDITIONS, name, CONDITIONS[name]._replace(holds=lambda s, n, held=held: held))
            seat = play_card(s, NVA, "P", Seat(s, die=1, trung__activation_die=[2]), action=OP_ONLY)
        asked = [params["answer"] for node, params in seat.reasons if node == "trung.roll"]
        assert asked[0] == ("no" if trail == 3 else "yes"), spaces


def test_a_march_into_a_loc_needs_no_roll_for_the_next_space() -> None:
    """16.6."""
    s = board(VC)
    put(s, QUANG_TRI, vc_guerrilla=6)
    put(s, LOC_HUE_KHE_SANH, arvn_troops=1)
    with pytest.MonkeyPatch.context() as patch:
        for name, held in (("Pop2-noVCG", True), ("AvailVC", False)):
            patch.setitem(CONDITIONS, name, CONDITIONS[name]._replace(holds=lambda s, n, held=held: held))
        seat = play_card(s, VC, "X", Seat(s, die=1), action=OP_ONLY)
    reached = list(dict.fromkeys(key for key in seat.keys("march.destination") if key != "done"))
    assert reached[0].startswith("loc_")
    assert len(reached) == 2  # no roll of 1 would have let it go on


# --- Pivotal Events -----------------------------------------------------------------------------------------------


@pytest.mark.node("trung.pivotal")
@pytest.mark.parametrize(("die", "plays"), [(1, True), (2, False)])
def test_a_pivotal_event_is_played_on_less_than_the_cards_in_the_box(die: int, plays: bool) -> None:
    s = board(NVA, card=HARMLESS, next_card=HARMLESS, leader_box=(125, 126))
    s.pivotal_held = PIVOTAL_BIT[EASTER_OFFENSIVE]
    s.eligible = 15
    put(s, QUANG_TRI, nva_troops=3)
    seat = Seat(s, die=die).run(window(s))
    assert seat.keys("pivotal.play") == ["yes" if plays else "no"]


@pytest.mark.node("trung.pivotal_waits")
def test_no_pivotal_event_replaces_a_critical_one() -> None:
    s = board(NVA, card=TRAIL_UP, next_card=HARMLESS, leader_box=(125, 126, 127))
    s.pivotal_held = PIVOTAL_BIT[EASTER_OFFENSIVE]
    s.eligible = 15
    put(s, QUANG_TRI, nva_troops=3)
    seat = Seat(s, die=1).run(window(s))
    assert seat.keys("pivotal.play") == ["no"]
    assert "trung.pivotal_waits" in seat.nodes
