"""4.4.2 Bombard."""

from fitl.board.factions import NVA
from fitl.board.spaces import (
    AVAILABLE,
    CASUALTIES,
    CENTRAL_LAOS,
    HUE,
    KONTUM,
    LOC_HUE_DA_NANG,
    LOC_HUE_KHE_SANH,
    PLEIKU,
    QUANG_TRI,
    SAIGON,
)
from fitl.lasting import LONG_RANGE_GUNS, LONG_RANGE_GUNS_SHADED, TYPHOON_KATE
from fitl.rules.activities.bombard import bombard, can_bombard
from fitl.rules.operation import Activity, Operation
from fitl.state import State
from tests.support import Play, at, blank, play, put


def with_attack(s: State) -> Activity:
    return Activity(s, NVA, "bombard", Operation(s, NVA, "attack", activities=("bombard",)))


def start(s: State, *keys: str | int) -> Play:
    return play(bombard(s, with_attack(s)), *keys)


def four_targets() -> State:
    s = blank()
    put(s, PLEIKU, nva_troops=3, us_troops=3)
    put(s, KONTUM, arvn_troops=3)
    put(s, QUANG_TRI, nva_troops=3, us_troops=3)
    put(s, HUE, us_troops=1, us_base=1)
    return s


def test_three_troops_together_are_a_target_and_police_do_not_count() -> None:
    s = blank()
    put(s, PLEIKU, nva_troops=3, us_troops=1, arvn_troops=1, police=4, irregular=2)
    assert not can_bombard(s, with_attack(s))
    put(s, PLEIKU, arvn_troops=1)
    assert can_bombard(s, with_attack(s))


def test_one_troop_beside_a_coin_base_is_a_target_a_base_alone_is_not() -> None:
    s = blank()
    put(s, PLEIKU, nva_troops=3, arvn_base=1)
    assert not can_bombard(s, with_attack(s))
    put(s, PLEIKU, us_troops=1)
    assert can_bombard(s, with_attack(s))


def test_three_nva_troops_must_be_in_the_space_or_in_one_adjacent_space() -> None:
    s = blank()
    put(s, HUE, us_troops=3, nva_troops=2)
    put(s, QUANG_TRI, nva_troops=2, nva_guerrilla=5)
    put(s, LOC_HUE_KHE_SANH, nva_troops=2)  # two spaces do not add up
    assert not can_bombard(s, with_attack(s))
    put(s, CENTRAL_LAOS, nva_troops=3)  # not adjacent to Hue
    assert not can_bombard(s, with_attack(s))
    put(s, LOC_HUE_DA_NANG, nva_troops=3)
    assert can_bombard(s, with_attack(s))


def test_nva_picks_a_us_or_arvn_troop_and_us_losses_are_casualties_without_attrition() -> None:
    s = blank()
    put(s, PLEIKU, nva_troops=3, us_troops=2, arvn_troops=1, police=1)
    p = start(s)
    assert p.keys() == ["us_troops", "arvn_troops"]
    p.answer("us_troops")
    assert at(s, PLEIKU) == {"nva_troops": 3, "us_troops": 1, "arvn_troops": 1, "police": 1}
    assert at(s, CASUALTIES) == {"us_troops": 1}
    s = blank()
    put(s, SAIGON, nva_troops=3, arvn_troops=3)
    start(s)
    assert at(s, AVAILABLE)["arvn_troops"] == 28


def test_one_or_two_spaces_each_once() -> None:
    s = four_targets()
    p = start(s)
    assert p.keys() == ["hue", "kontum", "quang_tri_thua_thien", "pleiku_darlac"]
    p.answer("hue")
    assert p.keys() == ["kontum", "quang_tri_thua_thien", "pleiku_darlac", "done"]
    p.answer("pleiku_darlac")
    assert p.over
    assert at(s, CASUALTIES) == {"us_troops": 2}


def test_long_range_guns_allow_one_or_three_spaces() -> None:
    s = four_targets()
    s.effects = LONG_RANGE_GUNS
    assert start(s, "hue").over
    s = four_targets()
    s.effects = LONG_RANGE_GUNS_SHADED
    assert start(s, "hue", "kontum", "pleiku_darlac").over


def test_typhoon_kate_forbids_bombard_but_does_not_limit_one_that_an_event_grants() -> None:
    """Card 115: the single space is for all *other* Special Activities, the ban yields whole (5.1.2)."""
    s = four_targets()
    s.effects = TYPHOON_KATE
    assert not can_bombard(s, with_attack(s))
    act = Activity(s, NVA, "bombard")
    assert can_bombard(s, act)
    assert play(bombard(s, act), "hue", "kontum").over
    assert act.spaces == [HUE, KONTUM]
