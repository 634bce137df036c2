"""4.5.2 Subvert."""

from fitl.board.factions import VC
from fitl.board.spaces import AVAILABLE, HUE, KONTUM, LOC_HUE_DA_NANG, PLEIKU, SAIGON, TAY_NINH, mask_of
from fitl.lasting import TYPHOON_KATE
from fitl.rules.activities.subvert import can_subvert, subvert
from fitl.rules.operation import Activity, Operation
from fitl.state import State
from tests.support import Play, at, blank, play, put


def with_terror(s: State) -> Activity:
    return Activity(s, VC, "subvert", Operation(s, VC, "terror", activities=("subvert",)))


def start(s: State, *keys: str | int) -> Play:
    return play(subvert(s, with_terror(s)), *keys)


def test_subvert_needs_an_underground_vc_guerrilla_and_arvn_cubes() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla_active=2, police=2)
    put(s, PLEIKU, vc_guerrilla=1, us_troops=2, ranger=1, arvn_base=1)
    put(s, KONTUM, nva_guerrilla=1, police=1)
    assert not can_subvert(s, with_terror(s))
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1, police=1)
    assert can_subvert(s, with_terror(s))


def test_removing_takes_two_cubes_of_the_vcs_choice_and_the_guerrilla_stays_underground() -> None:
    s = blank(patronage=10)
    put(s, HUE, vc_guerrilla=1, arvn_troops=1, police=2)
    p = start(s)
    assert p.keys() == ["remove", "replace"]
    p.answer("remove")
    assert p.keys() == ["0", "1"]  # Troops among the two
    p.answer(1)
    assert at(s, HUE) == {"vc_guerrilla": 1, "police": 1}
    assert s.patronage == 9


def test_the_only_cube_is_removed_alone_and_patronage_rounds_down() -> None:
    s = blank(patronage=10)
    put(s, HUE, vc_guerrilla=1, police=1)
    start(s, "remove")
    assert at(s, HUE) == {"vc_guerrilla": 1}
    assert s.patronage == 10


def test_replacing_swaps_one_cube_for_an_underground_guerrilla() -> None:
    s = blank(patronage=10)
    put(s, HUE, vc_guerrilla=1, arvn_troops=1, police=2)
    p = start(s, "replace")
    assert p.keys() == ["arvn_troops", "police"]
    p.answer("police")
    assert at(s, HUE) == {"vc_guerrilla": 2, "arvn_troops": 1, "police": 1}
    assert s.patronage == 10


def test_patronage_falls_by_half_of_all_cubes_together() -> None:
    s = blank(patronage=10)
    put(s, HUE, vc_guerrilla=1, police=2)
    put(s, SAIGON, vc_guerrilla=1, arvn_troops=1)
    start(s, "hue", "remove", "saigon", "replace")
    assert s.patronage == 9
    s = blank(patronage=10)
    put(s, HUE, vc_guerrilla=1, police=1)
    put(s, SAIGON, vc_guerrilla=1, arvn_troops=1)
    start(s, "hue", "replace", "saigon", "replace")
    assert s.patronage == 9
    s = blank(patronage=1)
    put(s, HUE, vc_guerrilla=1, police=2)
    put(s, SAIGON, vc_guerrilla=1, arvn_troops=2)
    start(s, "hue", "remove", "saigon", "remove")
    assert s.patronage == 0


def test_replacing_lifts_a_guerrilla_from_the_map_when_none_is_available() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1, vc_guerrilla_active=1, police=1)
    put(s, TAY_NINH, vc_guerrilla=28)
    p = start(s, "replace")
    assert p.keys() == ["hue", "tay_ninh"]
    p.answer("hue")
    assert at(s, HUE) == {"vc_guerrilla": 2}


def test_without_a_guerrilla_to_be_had_the_cube_is_just_removed() -> None:
    s = blank(patronage=10)
    put(s, HUE, vc_guerrilla=30, police=1)
    start(s, "replace")
    assert at(s, HUE) == {"vc_guerrilla": 30}
    assert at(s, AVAILABLE)["police"] == 30


def test_one_or_two_spaces_each_once_and_typhoon_kate_one() -> None:
    s = blank()
    for sp in (HUE, SAIGON, KONTUM):
        put(s, sp, vc_guerrilla=1, police=3)
    p = start(s, "hue", "remove")
    assert p.keys() == ["kontum", "saigon", "done"]
    p.answer("saigon", "remove")
    assert p.over
    s.effects = TYPHOON_KATE
    assert start(s, "kontum", "remove").over


def test_an_event_may_name_the_spaces() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1, police=2)
    put(s, SAIGON, vc_guerrilla=1, police=2)
    play(subvert(s, Activity(s, VC, "subvert", allowed=mask_of([SAIGON]))), "remove")
    assert at(s, SAIGON) == {"vc_guerrilla": 1}
    assert at(s, HUE) == {"vc_guerrilla": 1, "police": 2}


def test_the_story_tells_only_of_cubes_that_were_removed() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1, arvn_troops=2)
    start(s, "remove")
    assert s.log is not None
    assert [entry.params["n"] for entry in s.log if entry.message == "log.remove"] == [2]
