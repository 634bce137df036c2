"""4.3.3 Raid."""

import pytest

from fitl.board.factions import ARVN
from fitl.board.spaces import (
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    LOC_HUE_DA_NANG,
    LOC_HUE_KHE_SANH,
    QUANG_NAM,
    QUANG_TRI,
    SAIGON,
)
from fitl.lasting import TYPHOON_KATE
from fitl.rules.activities.raid import can_raid, raid
from fitl.rules.operation import Activity, Operation
from fitl.state import COIN_CONTROL, NVA_CONTROL, UNCONTROLLED, State
from tests.support import Play, at, blank, play, put


def activity(s: State) -> Activity:
    return Activity(s, ARVN, "raid", Operation(s, ARVN, "sweep", activities=("raid",)))


def start(s: State, *keys: str | int) -> Play:
    return play(raid(s, activity(s)), *keys)


def test_tutorial_turn_6_a_ranger_raids_quang_tri_from_quang_nam() -> None:
    s = blank()
    put(s, QUANG_NAM, ranger=1, police=1)
    put(s, QUANG_TRI, nva_guerrilla=7, vc_base=1, vc_guerrilla=3, us_troops=1, irregular=1)
    assert s.control[QUANG_TRI] == NVA_CONTROL
    p = start(s)
    assert p.keys() == [
        "da_nang",
        "central_laos",
        "southern_laos",
        "quang_tri_thua_thien",
        "quang_tin_quang_ngai",
        "loc_hue_da_nang",
        "loc_da_nang_dak_to",
    ]
    p.answer("quang_tri_thua_thien", "done", "ranger@quang_nam", "yes")
    assert p.keys() == ["nva_guerrilla", "vc_guerrilla"]
    p.answer("nva_guerrilla", "nva_guerrilla")
    assert p.over
    assert at(s, QUANG_TRI) == {
        "us_troops": 1,
        "irregular": 1,
        "ranger_active": 1,
        "nva_guerrilla": 5,
        "vc_guerrilla": 3,
        "vc_base": 1,
    }
    assert s.control[QUANG_TRI] == UNCONTROLLED
    assert s.control[QUANG_NAM] == COIN_CONTROL


def test_no_rangers_no_raid() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=3, vc_guerrilla=1)
    assert not can_raid(s, activity(s))
    put(s, SAIGON, ranger=1)
    assert can_raid(s, activity(s))


def test_north_vietnam_is_never_raided() -> None:
    s = blank()
    put(s, LOC_HUE_KHE_SANH, ranger=1)
    assert start(s).keys() == ["hue", "central_laos", "quang_tri_thua_thien"]


def test_the_rangers_own_space_needs_an_underground_ranger_and_a_target() -> None:
    s = blank()
    put(s, HUE, ranger=1)
    assert "hue" not in set(start(s).keys())
    put(s, HUE, vc_tunnel=1)
    assert "hue" not in set(start(s).keys())  # a Tunneled Base is no target
    put(s, HUE, vc_guerrilla=1)
    assert "hue" in set(start(s).keys())


def test_strike_takes_any_units_then_untunneled_bases() -> None:
    s = blank()
    put(s, HUE, ranger=1, vc_guerrilla=1, nva_base=1, vc_tunnel=1)
    p = start(s, "hue", "done", "yes")  # the Guerrilla is the only first choice
    assert p.keys() == ["nva_base", "done"]  # 3.1: the strike may be aimed at VC only
    p.answer("nva_base")
    assert p.over
    assert at(s, HUE) == {"ranger_active": 1, "vc_tunnel": 1}
    assert s.aid == 20  # no Aid for a Base


def test_bases_are_shielded_while_any_other_enemy_unit_is_there() -> None:
    s = blank()
    put(s, HUE, ranger=1, vc_base=1, nva_troops=1, nva_guerrilla_active=1, vc_guerrilla_active=1)
    p = start(s, "hue", "done", "yes")
    assert p.keys() == ["nva_troops", "nva_guerrilla_active", "vc_guerrilla_active"]


def test_one_ranger_strikes_per_space_however_many_are_there() -> None:
    s = blank()
    put(s, HUE, ranger=3, vc_guerrilla=5)
    p = start(s, "hue", "done", "yes")
    assert p.over
    assert at(s, HUE) == {"ranger": 2, "ranger_active": 1, "vc_guerrilla": 3}


def test_the_strike_is_optional_and_an_active_ranger_cannot_strike() -> None:
    s = blank()
    put(s, HUE, ranger=1, vc_guerrilla=2)
    p = start(s, "hue", "done", "no")
    assert p.over
    assert at(s, HUE) == {"ranger": 1, "vc_guerrilla": 2}
    s = blank()
    put(s, HUE, ranger_active=1)
    put(s, QUANG_TRI, vc_guerrilla=2)
    p = start(s, "quang_tri_thua_thien", "done", "ranger_active@hue")
    assert p.over
    assert at(s, QUANG_TRI) == {"ranger_active": 1, "vc_guerrilla": 2}


def test_two_spaces_at_most_and_one_under_typhoon_kate() -> None:
    s = blank()
    put(s, QUANG_NAM, ranger=2)
    p = start(s, "da_nang", "central_laos")
    assert p.decision is not None
    assert p.decision.kind == "raid.move"
    s.effects = TYPHOON_KATE
    p = start(s, "da_nang")
    assert p.decision is not None
    assert p.decision.kind == "raid.move"


def test_all_movement_comes_before_the_strikes_and_a_ranger_moves_once() -> None:
    s = blank()
    put(s, QUANG_NAM, ranger=1, vc_guerrilla=2)
    put(s, DA_NANG, vc_guerrilla=2)
    p = start(s, "da_nang", "quang_nam")
    p.answer("ranger@quang_nam")
    # It now stands in Da Nang, adjacent to the other Raid space, but may not go back.
    assert p.decision is not None
    assert p.decision.kind == "raid.strike"
    p.answer("yes")
    assert p.over
    assert at(s, DA_NANG) == {"ranger_active": 1}
    assert at(s, QUANG_NAM) == {"vc_guerrilla": 2}


def test_rangers_may_swap_between_two_raid_spaces() -> None:
    s = blank()
    put(s, QUANG_NAM, ranger=1)
    put(s, DA_NANG, ranger_active=1)
    p = start(s, "da_nang", "quang_nam", "ranger@quang_nam", "ranger_active@da_nang")
    assert p.over
    assert at(s, DA_NANG) == {"ranger": 1}
    assert at(s, QUANG_NAM) == {"ranger_active": 1}


def test_rangers_come_from_several_spaces_in_the_numbers_wished() -> None:
    s = blank()
    put(s, QUANG_NAM, ranger=2, ranger_active=1)
    put(s, HUE, ranger=1)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    p = start(s, "loc_hue_da_nang", "done")
    assert p.keys() == ["ranger@hue", "ranger@quang_nam", "ranger_active@quang_nam", "done"]
    p.answer("ranger@quang_nam")
    assert p.keys() == ["1", "2"]
    p.answer(1)
    assert p.keys() == ["ranger@hue", "ranger@quang_nam", "ranger_active@quang_nam", "done"]
    p.answer("ranger@hue", "done", "yes")
    assert at(s, LOC_HUE_DA_NANG) == {"ranger": 1, "ranger_active": 1}
    assert at(s, QUANG_NAM) == {"ranger": 1, "ranger_active": 1}


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_moving_without_a_strike_is_a_raid_too(answer: str) -> None:
    s = blank()
    put(s, QUANG_NAM, ranger=1)
    put(s, CENTRAL_LAOS, nva_guerrilla=1)
    p = start(s, "central_laos", "done", "ranger@quang_nam", answer)
    assert p.over
    assert ("ranger" in at(s, CENTRAL_LAOS)) is (answer == "no")


def test_rangers_of_both_states_together_may_raid() -> None:
    """4.3.3: any Rangers move, whatever their state."""
    s = blank()
    put(s, QUANG_NAM, ranger=1, ranger_active=1)
    assert can_raid(s, activity(s))
    p = start(s, "da_nang", "done")
    assert p.keys() == ["ranger@quang_nam", "ranger_active@quang_nam", "done"]
