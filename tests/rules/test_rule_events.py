"""5.1-5.5: carrying out Events, their two sides, what they leave behind, and the free actions they grant."""

import pytest

from fitl import lasting
from fitl.board.cards import CARDS
from fitl.board.expansion_cards import ALL_CARDS
from fitl.board.factions import ARVN, FACTION_IDS, FACTIONS, NVA, US, VC
from fitl.board.spaces import AVAILABLE, CASUALTIES, LOC_SAIGON_CAN_THO, OUT_OF_PLAY, SAIGON, SIHANOUKVILLE, TAY_NINH
from fitl.compose import PROGRAMS
from fitl.lasting import (
    ADSID,
    CAPABILITY_CARDS,
    CLAYMORES,
    MIGS_SHADED,
    MOMENTUM_CARDS,
    SA_2S_SHADED,
    TOP_GUN,
    effect_bit,
    effects_in_force,
)
from fitl.rules.cards import event_sides, execute_event
from fitl.rules.coup.reset import reset_phase
from fitl.rules.sequence import end_of_card, turn
from fitl.state import EVENT, State
from tests.support import Play, at, blank, play, put

PEACE_TALKS, KISSINGER, MACV = 3, 2, 69
BY_FACTION = pytest.mark.parametrize("faction", FACTIONS, ids=FACTION_IDS.__getitem__)


def first_answers(p: Play) -> None:
    """Answer whatever is asked with what is offered first."""
    while p.decision is not None:
        p.answer(p.keys()[0])


def executed(s: State, card: int, side: str, by: int) -> State:
    s.card = card
    first_answers(play(execute_event(s, card, side, by)))
    return s


# --- carrying out ---


def test_a_text_is_carried_out_in_its_order_and_whoever_it_names_decides() -> None:
    """5.1: shaded Kissinger by VC: NVA places two pieces, the US takes two Troops away, then Aid falls."""
    s = blank(aid=10)
    p = play(execute_event(s, KISSINGER, "shaded", VC))
    assert p.decision is not None
    assert p.decision.actor == NVA
    p.answer("nva_base@sihanoukville", "nva_base@sihanoukville")
    assert p.decision.actor == US
    assert s.aid == 10
    while p.decision is not None:
        assert p.decision.actor == US
        p.answer(p.keys()[-1])
    assert at(s, SIHANOUKVILLE) == {"nva_base": 2}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2}
    assert s.aid == 4


# --- dual use ---


@BY_FACTION
@pytest.mark.parametrize(("side", "resources"), [("unshaded", 20 - 9), ("shaded", 20 + 9)])
def test_any_faction_may_take_either_side_of_an_event(faction: int, side: str, resources: int) -> None:
    """5.2: with Peace Talks, which moves NVA's Resources down or up."""
    s = blank(card=PEACE_TALKS, order=(faction,), eligible=1 << faction)
    p = play(turn(s), "event")
    assert p.keys() == ["unshaded", "shaded"]
    p.answer(side)
    assert s.resources[NVA] == resources
    assert s.acted == ((faction, EVENT),)


def test_a_card_has_two_sides_or_one() -> None:
    """5.2."""
    s = blank()
    for card in PROGRAMS:
        assert event_sides(s, card) == list(ALL_CARDS[card].sides)
        assert event_sides(s, card) in (["unshaded", "shaded"], ["single"])


# --- what stays ---


def test_every_lasting_effect_has_a_bit_of_its_own_by_its_place_in_the_table() -> None:
    """5.3, 5.4: one name per row, so that a new row at the end takes nobody's bit."""
    named = {name: value for name, value in vars(lasting).items() if name.isupper() and isinstance(value, int)}
    del named["MOMENTUM"]
    assert sorted(named.values()) == [1 << place for place in range(len(lasting.LASTING))]
    assert len(set(lasting.LASTING)) == len(lasting.LASTING)


def test_a_side_that_leaves_nothing_behind_has_no_bit() -> None:
    for card, side in ((1, "unshaded"), (0, "peace_talks"), (5, "unshaded")):
        with pytest.raises(KeyError):
            effect_bit(card, side)


@pytest.mark.parametrize("side", ["unshaded", "shaded"])
@pytest.mark.parametrize("card", [card for card in CAPABILITY_CARDS if card in CARDS])
def test_a_capability_stays_for_the_rest_of_the_game(card: int, side: str) -> None:
    """5.3."""
    s = executed(blank(), card, side, US)
    assert effects_in_force(s.effects) == [(card, side)]
    Play(reset_phase(s))
    assert effects_in_force(s.effects) == [(card, side)]


def test_the_other_side_of_a_capability_is_never_in_force_beside_it() -> None:
    """5.3: card 52 turns one over."""
    s = blank(effects=effect_bit(4, "shaded"))
    executed(s, 52, "unshaded", US)
    assert effects_in_force(s.effects) == [(4, "unshaded")]


@pytest.mark.parametrize(("card", "taken_off"), [(4, MIGS_SHADED), (5, SA_2S_SHADED)])
def test_top_gun_and_wild_weasels_take_off_what_they_name(card: int, taken_off: int) -> None:
    """5.3."""
    s = blank(effects=MIGS_SHADED | SA_2S_SHADED, trail=0)
    executed(s, card, "unshaded", US)
    assert not s.effects & taken_off
    assert s.effects & (MIGS_SHADED | SA_2S_SHADED)


def test_top_gun_bars_shaded_migs_from_then_on() -> None:
    """5.3."""
    s = executed(blank(effects=TOP_GUN), 33, "shaded", NVA)
    assert not s.effects & MIGS_SHADED


@pytest.mark.parametrize(("bit", "card", "side"), MOMENTUM_CARDS)
def test_momentum_is_in_force_until_reset(bit: int, card: int, side: str) -> None:
    """5.4."""
    s = blank(trail=2)
    put(s, CASUALTIES, us_troops=3)
    executed(s, card, side, US)
    assert s.effects & bit
    assert (card, side) in effects_in_force(s.effects)
    Play(reset_phase(s))
    assert effects_in_force(s.effects) == []


def test_momentum_that_lasts_through_the_coup_covers_the_trail_of_reset() -> None:
    """5.4: unshaded ADSID charges NVA 6 for the Trail's way from 0 to 1."""
    s = blank(trail=0, effects=ADSID)
    Play(reset_phase(s))
    assert (s.trail, s.resources[NVA], s.effects) == (1, 14, 0)


# --- free actions ---


def test_a_free_ambush_is_laid_as_if_attacking_and_costs_nothing() -> None:
    """5.5: wherever a hidden Guerrilla and an enemy are, without March, Attack or Resources."""
    s = blank(resources=[0, 20, 0, 0], effects=CLAYMORES, eligible=0b1111)
    put(s, TAY_NINH, vc_guerrilla=1, us_troops=1)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    put(s, SAIGON, arvn_troops=1)
    p = play(execute_event(s, MACV, "single", ARVN), "nva_vc", "ambush")
    assert p.keys() == ["tay_ninh", "loc_saigon_can_tho"]
    p.answer("tay_ninh")
    first_answers(p.answer("loc_saigon_can_tho"))
    assert at(s, TAY_NINH) == {"vc_guerrilla_active": 1}
    assert at(s, LOC_SAIGON_CAN_THO) == {"vc_guerrilla_active": 1}
    assert at(s, SAIGON) == {}
    assert at(s, CASUALTIES) == {"us_troops": 1}
    assert at(s, AVAILABLE)["arvn_troops"] == 30
    assert s.resources == [0, 20, 0, 0]


def test_who_acts_for_free_in_anothers_event_stays_eligible() -> None:
    """5.5, 3.1.2."""
    s = blank(eligible=0b1111, card=MACV, order=(ARVN, US, NVA, VC))
    put(s, TAY_NINH, vc_guerrilla=1, us_troops=1)
    play(turn(s), "event", "nva_vc", "ambush")
    assert at(s, TAY_NINH) == {"vc_guerrilla_active": 1}
    assert s.acted == ((ARVN, EVENT),)
    Play(end_of_card(s))
    assert s.eligible >> VC & 1
    assert s.eligible >> NVA & 1
