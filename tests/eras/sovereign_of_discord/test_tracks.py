"""Washington (P6.8), Hanoi (P6.9), Regime Stability (P6.10)."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import AVAILABLE, CITIES, HANOI_1, SPACE_BY_ID, WASHINGTON_1
from fitl.compose import new_state
from fitl.eras.sovereign_of_discord.tracks import (
    advisor_spaces,
    improve_regime,
    lower_regime,
    move_hanoi,
    move_washington,
)
from fitl.options import GameOptions
from fitl.rules.economy import price
from fitl.rules.operation import EVERYWHERE, Operation
from fitl.state import State
from tests.support import at, play


def begun(scenario: str = "four-player-1961") -> State:
    return new_state(SCENARIOS[scenario], GameOptions(), 0)


def test_washington_on_the_way_up_empties_every_box_it_reaches_or_passes() -> None:
    """P6.8.4: cubes become Available, the US sets the Advisors in COIN-Controlled spaces or Cities."""
    s = begun()
    assert at(s, AVAILABLE).get("arvn_troops", 0) == 0
    flow = play(move_washington(s, 2), "saigon", "hue", "binh_dinh")
    assert "kien_hoa_vinh_binh" not in flow.keys()
    assert "pleiku_darlac" not in flow.keys()  # Uncontrolled, and no City
    flow.answer("binh_dinh")
    assert flow.result == 2
    assert s.washington == 2
    assert at(s, AVAILABLE)["arvn_troops"] == 4
    assert at(s, AVAILABLE)["police"] == 4
    assert at(s, SPACE_BY_ID["binh_dinh"])["advisor"] == 2
    assert at(s, WASHINGTON_1) == at(s, WASHINGTON_1 + 1) == {}
    assert at(s, WASHINGTON_1 + 2) == {"advisor": 2, "arvn_troops": 2, "police": 2}


def test_a_track_that_falls_and_rises_again_releases_nothing_twice() -> None:
    """P6.8.4, P6.9.4: only Reset fills the boxes."""
    s = begun()
    assert move_hanoi(s, 1) == 1
    held = at(s, AVAILABLE)
    assert held["cadre"] == 2
    assert held["vc_guerrilla"] == 6 + 5
    assert held["vc_base"] == 4 + 1
    assert move_hanoi(s, -1) == -1
    assert move_hanoi(s, 1) == 1
    assert at(s, AVAILABLE) == held
    assert at(s, HANOI_1 + 2) == {"vc_guerrilla": 5, "vc_base": 1, "cadre": 2}


def test_a_step_past_the_end_of_a_track_is_lost() -> None:
    """P6.8.1, P6.9.1."""
    s = begun()
    assert move_hanoi(s, -3) == -1
    assert s.hanoi == 0
    assert play(move_washington(s, -1)).result == 0
    assert move_hanoi(s, 9) == 4


def test_with_two_players_washington_holds_no_advisors() -> None:
    """P6.8.2, P6.8.3, P6.9.2, P6.9.3: nobody is asked."""
    s = begun("diems-war-1961")
    flow = play(move_washington(s, 3))
    assert flow.over
    assert at(s, AVAILABLE)["arvn_troops"] == 6


def test_only_the_two_named_falls_of_the_regime_cost_aid() -> None:
    """P6.10.1, P6.10.3, OPEN 7: Stable, Unstable, Chaotic, Crisis, and then nothing."""
    s = begun()
    s.aid = 30
    seen = []
    while lower_regime(s):
        seen.append((s.regime, s.aid))
    assert seen == [(1, 25), (2, 20), (3, 20)]
    seen = []
    while improve_regime(s):
        seen.append((s.regime, s.aid))
    assert seen == [(2, 20), (1, 20), (0, 20)]


@pytest.mark.parametrize(("regime", "cost"), [(0, 2), (1, 3), (2, 4), (3, 4)])
def test_arvn_operations_cost_by_regime_stability(regime: int, cost: int) -> None:
    """P6.10.2; the US pays 3 to Train whatever the Regime, VC 1, NVA nothing (P1.8)."""
    s = begun()
    s.regime = regime
    assert {price(s, ARVN, name) for name in ("train", "patrol", "sweep", "assault")} == {cost}
    assert price(s, US, "train") == 3
    assert price(s, VC, "march") == 1
    assert price(s, NVA, "infiltrate") == 0


def test_closed_countries_are_never_selected() -> None:
    """P1.3.5: North Vietnam, Laos and Cambodia."""
    op = Operation(begun(), VC, "march")
    closed = [sp for sp in range(47) if not op.allowed >> sp & 1]
    assert len(closed) == 7
    assert SPACE_BY_ID["north_vietnam"] in closed
    base = Operation(new_state(SCENARIOS["full-1964"], GameOptions(), 0), VC, "march")
    assert base.allowed == EVERYWHERE


def test_advisors_stand_in_cities_and_under_coin_control_only() -> None:
    """P6.8.4: with nobody of COIN on the map that is the eight Cities."""
    s = begun()
    s.control[:] = bytes(len(s.control))
    assert advisor_spaces(s) == list(CITIES)


def test_what_the_us_does_but_to_train_costs_nothing() -> None:
    """P3.2.5, P3.2.6: whatever the Regime."""
    s = begun()
    assert [price(s, US, name) for name in ("train", "advise", "interdict")] == [3, 0, 0]
