"""Pivotal Events of the expansions (P2.3.8, S2.3.8): conditions as data, several sets at once, cards that return."""

import pytest

from fitl.board.cards import TET_OFFENSIVE, card_number
from fitl.board.expansion_cards import ALL_CARDS
from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.board.facts import FactsError
from fitl.board.pivotals import PIVOTAL_BIT, PIVOTALS, QUANTITIES, load_pivotals
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import HUE, QUANG_TRI, SAIGON, TAY_NINH
from fitl.cardset import EventSide, card_set
from fitl.compose import BASE
from fitl.decisions import Flow
from fitl.rules import pivotal
from fitl.rules.coup.reset import reset_phase
from fitl.rules.pivotal import (
    condition_met,
    hand_out,
    held_pivotals,
    holds_pivotal,
    may_play,
    pivotal_on_offer,
    take_back,
)
from fitl.rules.sequence import pivotal_window
from fitl.state import PIVOTAL, State
from tests.board.damage import Damage, damaged
from tests.board.damage import put as put_in
from tests.support import blank, may_play_pivotal, play, put


def number(name: str) -> int:
    found = card_number(name)
    assert found is not None
    return found


S76, S77, S78, S79 = (number(f"s{n}") for n in range(76, 80))
P76, P77, P78, P79 = (number(f"p{n}") for n in range(76, 80))
WATERGATE = number("s73")


def nothing(s: State, by: int) -> Flow[None]:
    yield from ()


EXECUTABLE = card_set(
    ALL_CARDS, {**BASE.programs, **{each.card: {"single": EventSide(nothing)} for each in PIVOTALS}}, {}, BASE.made_by
)


def board(**tracks: object) -> State:
    s = blank(stage=PIVOTAL, card=47, next_card=55, **tracks)
    s.cards = EXECUTABLE
    return s


def test_every_named_quantity_has_a_meaning() -> None:
    assert sorted(pivotal.QUANTITIES) == sorted(QUANTITIES)
    s = board()
    assert all(isinstance(quantity(s), int) for quantity in pivotal.QUANTITIES.values())


def test_accords_enforced_needs_a_city_under_nva_control_or_two_armor_in_the_south() -> None:
    s = board()
    assert not condition_met(s, S76)
    put(s, QUANG_TRI, nva_troops=1)
    assert not condition_met(s, S76)
    put(s, HUE, nva_troops=1)
    assert condition_met(s, S76)


def test_spring_offensive_needs_watergate_and_more_nva_than_arvn_and_ignores_monsoon() -> None:
    s = board(pivotal_held=PIVOTAL_BIT[S77])
    put(s, QUANG_TRI, nva_troops=3)
    put(s, SAIGON, arvn_troops=2)
    assert not condition_met(s, S77)
    s.played = (WATERGATE,)
    assert condition_met(s, S77)
    s.next_card = 125
    assert may_play(s, S77)
    s.pivotal_held = PIVOTAL_BIT[S79]
    put(s, TAY_NINH, vc_base=2)
    put(s, HUE, vc_base=2)
    assert condition_met(s, S79)
    assert not may_play(s, S79)  # 2.3.9
    put(s, SAIGON, arvn_troops=1)
    assert not condition_met(s, S77)


def test_either_of_two_comparisons_is_enough_where_the_condition_says_any() -> None:
    s = board()
    assert not condition_met(s, P76)
    s.coup_rounds = 1
    assert condition_met(s, P76)
    s.coup_rounds, s.total_opposition = 0, 16
    assert condition_met(s, P76)


def test_factions_in_play_are_handed_a_set_and_it_is_taken_back() -> None:
    s = blank("full-1964")
    s.pivotal_held = 0b0101
    hand_out(s, "sod")
    assert [held_pivotals(s, faction) for faction in FACTIONS] == [[P76, 121], [P78], [P77, 122], [P79]]
    take_back(s, "sod")
    assert s.pivotal_held == 0b0101
    s.scenario = SCENARIOS["black-april-1973"]
    s.pivotal_held = 0
    hand_out(s, "fos")
    assert [held_pivotals(s, faction) for faction in FACTIONS] == [[], [S78], [S77], []]
    assert not holds_pivotal(s, NVA)  # that is Easter Offensive


def test_vc_over_arvn_over_nva_over_us_whatever_the_set() -> None:
    s = board(played=(WATERGATE,), leader_box=(125, 126))
    s.pivotal_held = sum(PIVOTAL_BIT[card] for card in (S76, S77, TET_OFFENSIVE, S79))
    put(s, HUE, nva_troops=5)
    put(s, TAY_NINH, vc_base=2, vc_guerrilla=21)
    put(s, QUANG_TRI, vc_base=2)
    assert pivotal_on_offer(s) == [S79, TET_OFFENSIVE, S77, S76]
    p = play(pivotal_window(s))
    p.answer("no", "yes")  # VC keeps the one and plays the other, which nobody can trump
    assert p.over
    assert s.card == TET_OFFENSIVE
    assert held_pivotals(s, VC) == [S79]


def test_a_rival_of_another_set_trumps_and_the_trumped_card_stays() -> None:
    s = board(leader_box=(125, 126))
    s.pivotal_held = PIVOTAL_BIT[S76] | PIVOTAL_BIT[TET_OFFENSIVE]
    put(s, HUE, nva_troops=5)
    put(s, TAY_NINH, vc_guerrilla=21)
    p = play(pivotal_window(s), "no", "yes", "yes")
    assert p.asked[:3] == ["pivotal.play", "pivotal.play", "pivotal.trump"]
    assert s.card == TET_OFFENSIVE
    assert held_pivotals(s, US) == [S76]
    assert not may_play_pivotal(s, VC)


def test_accords_enforced_comes_back_in_reset_and_others_do_not() -> None:
    """S2.3.8: once in every campaign."""
    s = blank(played=(47, S76, S77, 55))
    play(reset_phase(s))
    assert s.pivotal_held == PIVOTAL_BIT[S76]
    assert s.played == (47, S77, 55)
    assert s.log is not None
    assert "log.pivotal_returned" in [entry.message for entry in s.log]


def test_the_base_games_cards_keep_their_places() -> None:
    assert [PIVOTAL_BIT[each.card] for each in PIVOTALS[:4]] == [1, 2, 4, 8]
    assert [each.holder for each in PIVOTALS[:4]] == [US, ARVN, NVA, VC]


DAMAGES: list[tuple[Damage, str]] = [
    (put_in("sets", 0, "cards", 0, "card", value="47"), 'sets[0].cards[0].card: "47" is no Pivotal Event'),
    (put_in("sets", 0, "cards", 0, "card", value="122"), "sets[0].cards[0].card: expected the card of US"),
    (
        put_in("sets", 0, "cards", 0, "condition", 0, 0, value="luck"),
        'sets[0].cards[0].condition[0][0]: "luck" is not one of leader_cards',
    ),
    (
        put_in("sets", 0, "cards", 0, "condition", 0, 1, value="="),
        'sets[0].cards[0].condition[0][1]: "=" is not one of >, >=, <, <=',
    ),
    (
        put_in("sets", 0, "cards", 0, "condition", 0, value=["us_score"]),
        "sets[0].cards[0].condition[0]: expected a quantity, a comparison and a number or quantity",
    ),
    (put_in("sets", 0, "cards", 0, "condition", 0, value={"all": []}), 'condition[0]: unknown key "all"'),
    (put_in("sets", 1, "trumps", value=["vc"]), "sets[1]: expected each Faction once among the trumps"),
]


@pytest.mark.parametrize(("damage", "message"), DAMAGES)
def test_damage_is_refused_with_its_place_and_reason(damage: Damage, message: str) -> None:
    with pytest.raises(FactsError) as refused:
        load_pivotals(damaged("pivotal.json", damage))
    assert message in str(refused.value)
