"""What the Trung bots bend in the rules: their deck, untracked Resources, an activity before the Operation."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import KINDS
from fitl.board.spaces import HUE, LOC_SAIGON_CAN_THO, QUANG_TRI, SAIGON
from fitl.bot_types import KINDS as LISTED
from fitl.bot_types import TRUNG
from fitl.game import Game
from fitl.options import GameOptions, OptionsError
from fitl.position import PositionError, read_position, write_position
from fitl.rules.activities.tax import tax
from fitl.rules.control import recount, set_support
from fitl.rules.coup.commitment import review_policy
from fitl.rules.coup.reset import reset_phase
from fitl.rules.coup.support import support_phase
from fitl.rules.economy import add_resources, can_afford, pay
from fitl.rules.menu import carry_out
from fitl.rules.operation import Activity, Operation
from fitl.rules.sequence import perform_operation, turn
from fitl.rules.trung import draw
from fitl.state import LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, PASSIVE_SUPPORT, SUPPORT, State
from tests.support import Play, blank, put


def trung(*factions: int) -> GameOptions:
    return GameOptions(non_players=factions, kinds=tuple((faction, TRUNG) for faction in factions))


def board(*factions: int, **tracks: object) -> State:
    return blank(options=trung(*factions), **tracks)


# --- the deck -----------------------------------------------------------------------------------------------------


def test_cards_of_others_are_skipped_and_come_round_in_the_order_in_which_they_were_seen() -> None:
    s = board(NVA, VC)
    first = Play(draw(s, VC))
    assert first.keys() == list("NPQRSTUVWXYZ")
    first.answer("N", "U")
    assert (first.result, s.trung_deck) == ("U", "NU")
    Play(draw(s, NVA)).answer("V", "P")
    assert s.trung_deck == "NUVP"


def test_the_last_card_unseen_and_all_that_follow_need_no_chance() -> None:
    s = board(VC, trung_deck="ZYXWV")
    play = Play(draw(s, VC))
    assert (play.over, s.trung_deck) == (True, "ZYXWVU")
    Play(draw(s, VC))
    Play(draw(s, VC))
    assert s.trung_deck == "XWVUZY"


def test_reset_shuffles_the_deck_and_rolls_an_agitate_total_of_nothing_again() -> None:
    s = board(VC, trung_deck="ZYX", resources=[0, 20, 20, 0])
    Play(reset_phase(s)).answer("5")
    assert (s.trung_deck, s.resources[VC]) == ("", 3)
    s.trung_deck = "ZY"
    assert Play(reset_phase(s)).over
    assert (s.trung_deck, s.resources[VC]) == ("", 3)


def test_a_game_begins_with_half_a_die_of_agitation_and_no_resources() -> None:
    game = Game.new("short-1965", options=trung(NVA, VC), manual_chance=True)
    assert game.decision is not None
    assert game.decision.kind == "trung.agitate_die"
    game.choose("4")
    assert game.state.resources[NVA:] == [0, 2]


# --- a turn -------------------------------------------------------------------------------------------------------


def test_a_faction_draws_until_it_plays_a_card_and_passes_when_its_six_have_failed() -> None:
    s = board(VC, trung_deck="ZYXWVU")
    put(s, QUANG_TRI, vc_guerrilla=1)
    play = Play(perform_operation(s, VC, OP_AND_ACTIVITY))
    for letter in "ZYXWVU":
        assert play.decision is not None
        assert play.decision.params["letter"] == letter
        play.answer("next")
    assert play.over
    assert (s.acted, s.passed) == ((), 1 << VC)


def test_a_limited_operation_is_one_for_a_trung_bot() -> None:
    s = board(VC, trung_deck="ZYXWVU")
    put(s, QUANG_TRI, vc_guerrilla=2)
    put(s, HUE, vc_guerrilla=2)
    s.acted = ((US, OP_ONLY),)
    s.order = (US, VC, ARVN, NVA)
    s.eligible = 15
    play = Play(turn(s)).answer("limop", "rally", "quang_tri_thua_thien")
    while not play.over:
        play.answer(play.keys()[0])
    assert s.acted == ((US, OP_ONLY), (VC, LIMITED_OP))


def test_a_special_activity_may_come_first_and_the_operation_be_left_out() -> None:
    s = board(VC, trung_deck="ZYXWVU", resources=[0, 20, 20, 1])
    put(s, HUE, vc_guerrilla=1)
    play = Play(perform_operation(s, VC, OP_AND_ACTIVITY))
    assert play.keys() == ["rally", "march", "terror", "sa:tax", "next"]
    play.answer("sa:tax")
    while play.keys() != ["rally", "march", "done"]:
        play.answer(play.keys()[0])
    play.answer("done")
    assert play.over
    assert s.acted == ((VC, OP_AND_ACTIVITY),)


def test_an_operation_after_the_activity_takes_no_second_one() -> None:
    s = board(VC, trung_deck="ZYXWVU", resources=[0, 20, 20, 1])
    put(s, HUE, vc_guerrilla=1)
    play = Play(perform_operation(s, VC, OP_AND_ACTIVITY)).answer("sa:tax")
    while "rally" not in play.keys():
        play.answer(play.keys()[0])
    play.answer("rally")
    while not play.over:
        assert not any(key.startswith("sa:") for key in play.keys())
        play.answer("done" if "done" in play.keys() else play.keys()[0])
    assert s.acted == ((VC, OP_AND_ACTIVITY),)


# --- Resources ----------------------------------------------------------------------------------------------------


def test_trung_insurgents_neither_pay_nor_earn() -> None:
    s = board(NVA, VC, resources=[0, 20, 0, 2])
    assert can_afford(s, NVA, 9)
    pay(s, VC, 1)
    assert add_resources(s, NVA, 5) == 0
    assert s.resources == [0, 20, 0, 2]


@pytest.mark.parametrize("bots", [(US,), (ARVN,)])
def test_arvn_resources_are_tracked_unless_us_and_arvn_are_both_trung_bots(bots: tuple[int, ...]) -> None:
    s = board(*bots, resources=[0, 2, 0, 0])
    assert not can_afford(s, ARVN, 3)
    both = board(US, ARVN, resources=[0, 2, 0, 0])
    assert can_afford(both, ARVN, 3)
    assert can_afford(both, US, 3)
    pay(both, ARVN, 3)
    assert both.resources[ARVN] == 2


def test_tax_raises_the_agitate_total_by_the_population() -> None:
    s = board(VC, resources=[0, 20, 20, 1])
    put(s, HUE, vc_guerrilla=1)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    Play(tax(s, Activity(s, VC, "tax"))).answer("hue", "loc_saigon_can_tho")
    assert s.resources[VC] == 1 + 2 + 2


def test_the_trail_improves_for_nothing_in_a_rally() -> None:
    s = board(NVA, resources=[0, 20, 0, 0], trail=1)
    Play(carry_out(s, Operation(s, NVA, "rally"))).answer("done")
    assert (s.trail, s.resources[NVA]) == (2, 0)


def test_agitation_spends_the_agitate_total() -> None:
    s = board(VC, resources=[0, 20, 20, 2], stage=SUPPORT)
    put(s, HUE, vc_guerrilla=1)
    set_support(s, HUE, PASSIVE_SUPPORT)
    play = Play(support_phase(s)).answer("hue", "more")
    assert s.resources[VC] == 0
    assert play.over


def test_two_trung_coin_factions_share_two_dice_of_steps() -> None:
    s = board(US, ARVN, resources=[0, 7, 0, 0], econ=15, stage=SUPPORT)
    put(s, SAIGON, us_troops=2, arvn_troops=1, police=1)
    s.terror[SAIGON] = 1
    recount(s)
    play = Play(support_phase(s)).answer("1", "1")
    assert s.resources[ARVN] == 2
    play.answer("saigon", "more")
    assert play.over, "both points are spent"
    assert (s.terror[SAIGON], s.support[SAIGON], s.resources[ARVN]) == (0, 1, 0)


# --- policy, positions, options -----------------------------------------------------------------------------------


def test_a_trung_us_always_reviews_its_policy_and_is_nixon_in_the_last_campaign() -> None:
    s = board(US, leader_box=(125,), us_policy="jfk")
    s.pieces[47 * KINDS] = 50
    Play(review_policy(s)).answer("4")
    assert s.us_policy == "lbj"
    s.piles = s.piles[:0]
    s.next_card = 126
    assert Play(review_policy(s)).over
    assert s.us_policy == "nixon"


def test_a_position_keeps_the_deck() -> None:
    game = Game.new("short-1965", seed=3, options=trung(VC))
    game.state.trung_deck = "ZU"
    again = read_position(write_position(game.state))
    assert again.trung_deck == "ZU"
    assert again.digest() == game.state.digest()
    with pytest.raises(PositionError):
        read_position(write_position(game.state) | {"trung_deck": "ZA"})


def test_the_kind_is_offered_and_plays_the_base_game_alone() -> None:
    assert TRUNG in LISTED
    with pytest.raises(OptionsError, match="the Trung cards cover the rules of 1964 to 1972"):
        Game.new("extended-short-1972", options=trung(VC))


def test_other_games_know_nothing_of_it() -> None:
    game = Game.new("short-1965", seed=3)
    assert {"trung_deck", "untracked"}.isdisjoint(game.state.facts())
    assert game.state.untracked == 0
