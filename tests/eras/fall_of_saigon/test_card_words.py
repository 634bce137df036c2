"""The words that the cards of 1973 to 1975 are written with, at their edges."""

import pytest

from fitl.board.card import card_id
from fitl.board.expansion_cards import ALL_CARDS
from fitl.board.factions import ARVN, NVA
from fitl.board.pieces import TERROR_MARKERS
from fitl.board.scenarios import MINI_DECKS
from fitl.events.fall_of_saigon.vocabulary import (
    air_strike,
    arvn_air_lift,
    assault_in_one,
    attack_in_one,
    can_air_lift,
    can_terrorize,
)
from fitl.words import card_text
from tests.eras.fall_of_saigon.cards import RETREATED, here
from tests.eras.fall_of_saigon.support import begun, edit, empty, row
from tests.support import Play, play


def test_the_last_marker_can_be_placed_and_no_other() -> None:
    s = begun()
    hue, saigon = row("hue"), row("saigon")
    s.terror[saigon] = TERROR_MARKERS - 1
    assert can_terrorize(s, hue)
    assert not can_terrorize(s, saigon)
    s.terror[saigon] = TERROR_MARKERS
    assert not can_terrorize(s, hue)


@pytest.mark.parametrize(("hits", "trail", "can"), [(0, 3, False), (1, 3, False), (2, 3, True), (2, 0, False)])
def test_two_fixed_hits_are_enough_for_the_trail(hits: int, trail: int, can: bool) -> None:
    assert play(air_strike(empty(trail=trail), ARVN, hits)).over != can


@pytest.mark.parametrize(("hits", "can"), [(0, False), (1, True)])
def test_one_fixed_hit_is_enough_for_a_piece(hits: int, can: bool) -> None:
    s = empty(trail=0)
    edit(s, "hue", police=1, nva_troops=1)
    assert play(air_strike(s, ARVN, hits)).over != can


def test_arvn_flies_no_us_troops() -> None:
    """S4.3.5."""
    s = empty(*RETREATED)
    edit(s, "saigon", us_troops=2)
    assert not can_air_lift(s)
    assert play(arvn_air_lift(s, 4)).over
    edit(s, "hue", arvn_troops=1, us_troops=1)
    flow = play(arvn_air_lift(s, 4))
    assert "saigon" in flow.keys()
    flow.answer("hue", "saigon", "done")
    assert flow.over
    assert here(s, "saigon") == {"us_troops": 2, "arvn_troops": 1}


def carried_through(flow: Play) -> Play:
    while flow.decision is not None:
        flow.answer(flow.keys()[0])
    return flow


def test_one_space_is_one_space() -> None:
    s = begun()
    spaces = [row(name) for name in ("quang_nam", "quang_tri_thua_thien", "pleiku_darlac")]
    for flow, kind in (
        (play(assault_in_one(s, spaces)), "assault.space"),
        (play(attack_in_one(s, NVA, spaces)), "attack.space"),
    ):
        assert carried_through(flow).asked.count(kind) == 1


SIDES = ("unshaded", "shaded", "single")


@pytest.mark.parametrize("words", ["Anti-War", "VC Resources"])
def test_a_card_that_names_what_black_april_lacks_says_so(words: str) -> None:
    """S5.1.1: what is not in play falls away; the Pivotal Events of the US and VC are not played there."""
    decks = MINI_DECKS["fos"]
    silent = [
        card_id(card)
        for card in ALL_CARDS
        if ALL_CARDS[card].period in decks.coup_of_year
        and words in " ".join(card_text(card, side) or "" for side in SIDES)
        and "Black April" not in " ".join(card_text(card, side) or "" for side in (*SIDES, "ruling"))
    ]
    assert silent == []
