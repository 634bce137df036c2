"""Cards of 1973 to 1975: questions go to the Faction that the card names, else to its executor."""

from random import Random

import pytest

from fitl.board.card import card_number
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.compose import PROGRAMS
from tests.eras.fall_of_saigon.cards import asked, executed, random_state, retreated
from tests.eras.fall_of_saigon.support import edit
from tests.eras.fall_of_saigon.test_annex_1975 import OURS
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
OURS_BY_ARVN = (*(13, 15, 16, 23, 24, 34, 35, 39, 40, 46), *(58, 59, 61, 63, 64, 71, 72))  # unshaded
OURS_BY_NVA = (10, 12, 22, 36, 39, 58, 59, 60, 70)  # shaded
OURS_NAMED = {
    **{(card_number(f"s{number}") or 0, "unshaded"): ARVN for number in OURS_BY_ARVN},
    **{(card_number(f"s{number}") or 0, "shaded"): NVA for number in OURS_BY_NVA},
    (card_number("s62") or 0, "unshaded"): US,
}
SHARED = (("s34", "shaded"), ("s65", "unshaded"), ("s66", "unshaded"))  # part of the text is the executor's


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


@pytest.mark.parametrize("seed", range(3))
def test_questions_of_our_own_cards_go_to_the_faction_that_they_name(seed: int) -> None:
    state = random_state(seed)
    for name in (f"s{number}" for number in OURS):
        card = card_number(name) or 0
        for side in PROGRAMS[card]:
            for by in state.era.factions:
                if OURS_NAMED.get((card, side), by) in state.era.factions and (name, side) not in SHARED:
                    for purpose, who, right in questions(state.copy(), card, side, by, Random(seed), OURS_NAMED):
                        assert who in right, f"card {name} {side} by {by}: {purpose} asked of {who}"


def test_three_sides_of_our_own_cards_are_shared_by_two_factions() -> None:
    s = retreated()
    flow = executed(s, "s65", "unshaded", US)
    assert asked(flow) == (ARVN, "event.enclaves")
    assert asked(flow.answer("done")) == (US, "event.shift_support")
    edit(s, "hue", police=2)
    edit(s, "da_nang")
    flow = executed(s, "s66", "unshaded", US)
    assert asked(flow) == (ARVN, "event.sea_lift")
    edit(s, "quang_nam", police=1)
    assert asked(executed(s, "s34", "shaded", VC)) == (VC, "event.remove_arvn_units")
