"""2.1: the situation before the first card."""

from dataclasses import replace

import pytest

from fitl.board.factions import ARVN, VC
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import LOC_HUE_KHE_SANH
from fitl.compose import new_state
from fitl.options import GameOptions, OptionsError
from fitl.rules.setup import check_cards
from tests.support import at


def test_a_period_may_have_exactly_as_many_events_as_the_piles_need() -> None:
    s = new_state(SCENARIOS["long-1964"], GameOptions(), 1)  # deals all 24 Events of 1964
    check_cards(s)
    s.seen |= 1 << s.cards.drawn_in[1964][0]
    with pytest.raises(OptionsError):
        check_cards(s)


def test_the_scenario_says_who_is_eligible() -> None:
    scenario = replace(SCENARIOS["full-1964"], eligible=(ARVN, VC))
    assert new_state(scenario, GameOptions(), 1).eligible == 1 << ARVN | 1 << VC


def test_pieces_may_be_set_up_on_a_loc() -> None:
    scenario = SCENARIOS["full-1964"]
    with_police = replace(scenario.setup["phu_bon_phu_yen"], support=0)  # one Police
    scenario = replace(scenario, setup={**scenario.setup, "loc_hue_khe_sanh": with_police})
    assert at(new_state(scenario, GameOptions(), 1), LOC_HUE_KHE_SANH) == {"police": 1}
