"""Titled cards of 1973 to 1975: questions go to the Faction that the card names, else to its executor."""

from random import Random

import pytest

from fitl.board.card import card_number
from fitl.board.factions import ARVN, NVA, VC
from fitl.rules.cards import PROGRAMS
from tests.eras.fall_of_saigon.cards import random_state
from tests.eras.fall_of_saigon.test_cards_1973 import CARDS as OF_1973
from tests.eras.fall_of_saigon.test_cards_1974 import CARDS as OF_1974
from tests.eras.fall_of_saigon.test_cards_1975 import CARDS as OF_1975
from tests.events.test_deciders import questions

NAMED = {
    (card_number(card) or 0, side): faction
    for card, side, faction in (
        ("s4", "unshaded", ARVN),
        ("s8", "unshaded", NVA),
        ("s8", "shaded", NVA),
        ("s27", "shaded", ARVN),
        ("s28", "unshaded", ARVN),
        ("s31", "shaded", NVA),
        ("s42", "unshaded", ARVN),
        ("s48", "unshaded", ARVN),
        ("s48", "shaded", NVA),
        ("s51", "unshaded", ARVN),
        ("s55", "shaded", NVA),
        ("s56", "shaded", NVA),
        ("s57", "shaded", NVA),
        ("s78", "single", ARVN),
        ("s79", "single", VC),
    )
}


@pytest.mark.parametrize("seed", range(3))
def test_questions_go_to_the_faction_that_the_card_names(seed: int) -> None:
    state = random_state(seed)
    for name in (*OF_1973, *OF_1974, *OF_1975, "s78", "s79"):
        card = card_number(name) or 0
        for side in PROGRAMS[card]:
            for by in state.era.factions:
                if NAMED.get((card, side), by) in state.era.factions:
                    for purpose, asked, right in questions(state.copy(), card, side, by, Random(seed), NAMED):
                        assert asked in right, f"card {name} {side} by {by}: {purpose} asked of {asked}"
