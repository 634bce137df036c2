"""2.3.8 Pivotal Events: when they may be played, who trumps whom, and what playing one does to the card."""

from typing import Any

import pytest

from fitl.board.cards import KHANH, KY, PIVOTAL_OF, TET_OFFENSIVE, YOUNG_TURKS
from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.board.spaces import CASUALTIES, CENTRAL_LAOS, HUE, LOC_HUE_DA_NANG, OUT_OF_PLAY, SAIGON, TAY_NINH
from fitl.game import Game
from fitl.lasting import PEACE_TALKS
from fitl.rules.cards import execute_event
from fitl.rules.control import victory_marker
from fitl.rules.sequence import end_of_card, next_card, next_eligible, pivotal_window, turn_options
from fitl.state import EVENT, PIVOTAL, TURN, State
from tests.support import Play, blank, may_play_pivotal, pivotal_condition, play, put

TWO_LEADERS = (KHANH, YOUNG_TURKS)


def ready(held: int = 0b1111, **tracks: Any) -> State:
    """Everybody's condition holds: no US Troops on the map, so all of them count for the US marker."""
    s = blank(leader_box=TWO_LEADERS, pivotal_held=held, stage=PIVOTAL, card=107, next_card=55, **tracks)
    put(s, TAY_NINH, vc_guerrilla=21, nva_troops=1)
    return s


def asked(p: Play) -> tuple[int, str]:
    assert p.decision is not None
    return p.decision.actor, p.decision.kind


# --- conditions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("faction", FACTIONS)
def test_two_cards_must_lie_in_the_leader_box(faction: int) -> None:
    s = ready()
    assert pivotal_condition(s, faction)
    s.leader_box = (KY,)  # Minh, printed there, is no card
    assert not pivotal_condition(s, faction)
    s.leader_box = (129, 130)  # Failed Attempts are
    assert pivotal_condition(s, faction)
    s.leader_box, s.leader_silenced = TWO_LEADERS, True  # so is a leader turned face down
    assert pivotal_condition(s, faction)


def test_linebacker_needs_a_us_marker_above_40_or_above_25_after_peace_talks() -> None:
    s = ready()
    put(s, OUT_OF_PLAY, us_troops=5)
    assert victory_marker(s, US) == 41
    assert pivotal_condition(s, US)
    put(s, OUT_OF_PLAY, us_troops=1)
    assert not pivotal_condition(s, US)
    s.effects |= PEACE_TALKS  # card 3
    assert pivotal_condition(s, US)
    put(s, OUT_OF_PLAY, us_troops=14)
    assert victory_marker(s, US) == 26
    assert pivotal_condition(s, US)
    put(s, OUT_OF_PLAY, us_troops=1)
    assert not pivotal_condition(s, US)


def test_easter_offensive_needs_more_nva_than_us_troops_on_the_whole_map() -> None:
    s = ready()
    put(s, CENTRAL_LAOS, us_troops=1)
    assert not pivotal_condition(s, NVA)
    put(s, CENTRAL_LAOS, nva_troops=1)
    assert pivotal_condition(s, NVA)
    put(s, CASUALTIES, us_troops=10)  # not on the map
    assert pivotal_condition(s, NVA)


def test_vietnamization_needs_fewer_than_20_us_troops_on_the_map() -> None:
    s = ready()
    put(s, SAIGON, us_troops=19)
    assert pivotal_condition(s, ARVN)
    put(s, LOC_HUE_DA_NANG, us_troops=1)
    assert not pivotal_condition(s, ARVN)


def test_tet_needs_more_than_20_vc_guerrillas_in_the_south_locs_included() -> None:
    s = blank(leader_box=TWO_LEADERS)
    put(s, TAY_NINH, vc_guerrilla=10, vc_guerrilla_active=9)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    put(s, CENTRAL_LAOS, vc_guerrilla=5)
    assert not pivotal_condition(s, VC)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla_active=1)
    assert pivotal_condition(s, VC)


@pytest.mark.parametrize("faction", FACTIONS)
def test_who_is_not_eligible_or_no_longer_holds_it_may_not_play(faction: int) -> None:
    assert may_play_pivotal(ready(), faction)
    assert not may_play_pivotal(ready(held=0b1111 & ~(1 << faction)), faction)
    assert not may_play_pivotal(ready(eligible=0b1111 & ~(1 << faction)), faction)


def test_no_pivotal_event_in_monsoon() -> None:
    s = ready()
    s.next_card = KY
    assert play(pivotal_window(s)).over
    assert s.stage == TURN
    assert s.card == 107


# --- playing one --------------------------------------------------------------------------------------------------


def test_nobody_asked_plays_nothing() -> None:
    s = ready(held=0)
    assert play(pivotal_window(s)).over
    assert (s.stage, s.card, s.acted) == (TURN, 107, ())


def test_a_pivotal_event_replaces_the_card_its_order_and_counts_as_the_event() -> None:
    s = ready(held=1 << ARVN)
    put(s, SAIGON, us_troops=1)
    p = play(pivotal_window(s))
    assert asked(p) == (ARVN, "pivotal.play")
    p.answer("yes", "arvn_troops@hue", 4)
    assert p.over
    assert (s.card, s.played, s.acted) == (123, (107,), ((ARVN, EVENT),))
    assert s.order == (ARVN, US, NVA, VC)
    assert not s.pivotal_held
    assert next_eligible(s) == US
    assert [option.key for option in turn_options(s, US)] == ["op_only", "op_activity", "pass"]
    s.acted += ((US, "op_only"),)
    play(end_of_card(s))
    assert s.eligible == 0b1100
    play(next_card(s))  # the deck of a blank situation is empty
    assert s.played == (107, 123)
    assert s.card == 55


def test_the_game_offers_the_window_before_the_first_eligible() -> None:
    game = Game.from_position(
        {
            "fitl": 1,
            "scenario": "full-1964",
            "stage": "pivotal",
            "card": 107,
            "next_card": 55,
            "spaces": {"tay_ninh": {"pieces": {"vc_guerrilla": 21}}},
            "leader": YOUNG_TURKS,
            "leader_box": list(TWO_LEADERS),
            "pivotal": ["arvn", "vc"],
        },
        manual_chance=True,
    )
    assert game.decision is not None
    assert (game.decision.actor, game.decision.kind) == (VC, "pivotal.play")
    game.choose("no")
    assert (game.decision.actor, game.decision.kind) == (ARVN, "pivotal.play")
    game.choose("yes")
    assert (game.decision.actor, game.decision.kind) == (VC, "pivotal.trump")
    game.choose("yes")
    assert game.state.card == TET_OFFENSIVE
    assert game.state.pivotal_held == 1 << ARVN
    assert game.decision.kind == "event.tet_place"


# --- trumping -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("player", "rivals"), [(US, [VC, ARVN, NVA]), (NVA, [VC, ARVN]), (ARVN, [VC]), (VC, [])])
def test_vc_trumps_all_arvn_trumps_nva_and_us_and_nva_trumps_us(player: int, rivals: list[int]) -> None:
    s = ready()
    p = play(pivotal_window(s))
    while asked(p) != (player, "pivotal.play"):
        p.answer("no")
    p.answer("yes")
    for rival in rivals:
        assert asked(p) == (rival, "pivotal.trump")
        p.answer("no")
    assert p.over or asked(p)[1] != "pivotal.trump"
    assert s.card == PIVOTAL_OF[player]
    assert s.pivotal_held == 0b1111 & ~(1 << player)


def test_a_rival_must_be_able_to_play_its_own() -> None:
    s = ready(held=1 << US | 1 << VC, eligible=0b0111)  # VC is not Eligible
    p = play(pivotal_window(s), "yes")
    assert p.over or asked(p)[1] != "pivotal.trump"
    assert s.card == PIVOTAL_OF[US]


def test_a_trumped_card_returns_to_its_owner_who_may_play_it_on_a_later_card() -> None:
    s = ready(held=1 << NVA | 1 << ARVN)
    p = play(pivotal_window(s), "no", "yes", "yes", "arvn_troops@hue", 4)  # ARVN waits, NVA plays, ARVN trumps
    assert p.over
    assert s.card == PIVOTAL_OF[ARVN]
    assert s.pivotal_held == 1 << NVA
    assert s.acted == ((ARVN, EVENT),)
    assert next_eligible(s) == US
    play(end_of_card(s))
    assert may_play_pivotal(s, NVA)


def test_a_trump_may_be_trumped_in_turn() -> None:
    s = ready()
    p = play(pivotal_window(s), "no", "no", "no", "yes")  # US plays
    p.answer("no", "no", "yes")  # NVA trumps it
    assert asked(p) == (VC, "pivotal.trump")
    p.answer("no", "yes")  # ARVN trumps that
    assert asked(p) == (VC, "pivotal.trump")
    p.answer("yes")
    assert s.card == TET_OFFENSIVE
    assert s.pivotal_held == 0b0111


# --- Tet returned by card 96 --------------------------------------------------------------------------------------


def test_a_returned_tet_can_be_played_again() -> None:
    s = ready(held=1 << VC)
    p = play(pivotal_window(s), "yes", "vc_guerrilla@saigon", 6)
    assert p.over
    play(end_of_card(s))
    play(next_card(s))
    assert TET_OFFENSIVE in s.played
    s.card, s.acted = 96, ((NVA, EVENT),)
    assert play(execute_event(s, 96, "shaded", NVA)).over
    assert TET_OFFENSIVE not in s.played
    play(end_of_card(s))
    s.next_card, s.stage = 54, PIVOTAL
    assert may_play_pivotal(s, VC)
    play(pivotal_window(s), "yes")
    assert s.card == TET_OFFENSIVE


def test_a_returned_tet_is_no_second_coup_in_1967() -> None:
    s = blank("short-1967", card=TET_OFFENSIVE, next_card=55, played=(1, 96), acted=((VC, EVENT),))
    play(next_card(s))
    assert not s.last_was_coup
    assert s.card == 55
    assert s.played == (1, 96, TET_OFFENSIVE)


def test_tet_as_coup_is_followed_by_tet_as_event_in_1967() -> None:
    s = blank("short-1967", card=TET_OFFENSIVE, next_card=55)
    put(s, HUE, police=1)
    p = play(next_card(s))
    assert asked(p) == (VC, "event.tet_place")
    p.answer("vc_guerrilla@saigon", 6)
    assert p.over
    assert (s.stage, s.acted, s.card) == (TURN, ((VC, EVENT),), TET_OFFENSIVE)
    assert s.last_was_coup
