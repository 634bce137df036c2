"""3.2.1 Train."""

import pytest

from fitl.board.cards import KY
from fitl.board.factions import ARVN, US
from fitl.board.spaces import (
    AN_LOC,
    AVAILABLE,
    BINH_DINH,
    CAN_THO,
    DA_NANG,
    HUE,
    KIEN_PHONG,
    LOC_SAIGON_CAN_THO,
    OUT_OF_PLAY,
    PLEIKU,
    QUANG_TRI,
    SAIGON,
    SPACES,
    THE_FISHHOOK,
)
from fitl.lasting import BLOWTORCH_KOMER, CAPS, CORDS, CORDS_SHADED
from fitl.rules.activities import advise, govern, transport
from fitl.rules.control import set_support
from fitl.rules.menu import ACTIVITIES
from fitl.rules.operation import Activity, ActivityRule, Operation
from fitl.rules.operations.train import can_train, train
from fitl.state import ACTIVE_SUPPORT, MINH, NEUTRAL, NO_LEADER, PASSIVE_SUPPORT, State
from tests.support import Play, at, blank, play, put


def start(s: State, faction: int, *keys: str | int, **how: object) -> Play:
    return play(train(s, Operation(s, faction, "train", **how)), *keys)  # type: ignore[arg-type]


# --- spaces -------------------------------------------------------------------------------------------------------


def test_us_trains_where_it_has_any_piece_but_not_on_locs() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1)
    put(s, QUANG_TRI, irregular_active=1)
    put(s, THE_FISHHOOK, us_base=1)
    put(s, LOC_SAIGON_CAN_THO, us_troops=1)
    put(s, HUE, arvn_troops=1)
    assert start(s, US).keys() == ["saigon", "the_fishhook", "quang_tri_thua_thien"]


def test_us_without_pieces_in_provinces_or_cities_cannot_train() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, us_troops=1)
    assert not can_train(s, Operation(s, US, "train"))
    put(s, HUE, us_base=1)
    assert can_train(s, Operation(s, US, "train"))


def test_arvn_trains_anywhere_without_nva_control_except_north_vietnam() -> None:
    s = blank()
    put(s, BINH_DINH, nva_guerrilla=1)
    put(s, PLEIKU, vc_guerrilla=3)
    keys = start(s, ARVN).keys()
    assert keys == [space.id for space in SPACES[:30] if space.id not in ("north_vietnam", "binh_dinh")]


def test_an_event_may_restrict_the_spaces() -> None:
    s = blank()
    op = Operation(s, ARVN, "train", free=True, allowed=1 << SAIGON)
    op.max_spaces = 1
    p = play(train(s, op))
    assert p.keys() == ["rangers", "cubes", "nothing"]
    assert not can_train(s, Operation(s, ARVN, "train", allowed=1 << 40))


def test_a_limited_operation_has_one_space_and_still_its_follow_up() -> None:
    s = blank()
    p = start(s, ARVN, "saigon", "cubes", 5, 1, limited=True)
    assert p.keys() == ["pacify", "base", "done"]
    p.answer("pacify")
    assert s.support[SAIGON] == PASSIVE_SUPPORT


# --- placing ------------------------------------------------------------------------------------------------------


def test_arvn_places_up_to_six_cubes_in_a_city_for_three_resources() -> None:
    s = blank()
    p = start(s, ARVN, "saigon")
    assert p.keys() == ["rangers", "cubes", "nothing"]
    p.answer("cubes")
    assert p.keys() == ["0", "1", "2", "3", "4", "5", "6"]
    p.answer(4)
    assert p.keys() == ["0", "1", "2"]
    p.answer(2)
    assert at(s, SAIGON) == {"arvn_troops": 4, "police": 2}
    assert s.resources[ARVN] == 17


def test_the_cubes_chosen_are_at_least_one() -> None:
    s = blank()
    p = start(s, ARVN, "saigon", "cubes", 0)
    assert p.keys() == ["1", "2", "3", "4", "5", "6"]


def test_arvn_places_one_or_two_rangers_underground() -> None:
    s = blank()
    p = start(s, ARVN, "hue", "rangers")
    assert p.keys() == ["1", "2"]
    p.answer(2)
    assert at(s, HUE) == {"ranger": 2}
    assert s.resources[ARVN] == 17


def test_arvn_needs_a_base_outside_cities_but_may_train_there_and_place_nothing() -> None:
    s = blank()
    put(s, PLEIKU, us_base=1)
    put(s, BINH_DINH, arvn_base=1)
    assert start(s, ARVN, "pleiku_darlac").keys() == ["rangers", "cubes", "nothing"]
    assert start(s, ARVN, "binh_dinh").keys() == ["rangers", "cubes", "nothing"]
    p = start(s, ARVN, "quang_nam")  # only "nothing" is possible: not asked
    assert p.decision is not None
    assert p.decision.kind == "train.space"
    assert s.resources[ARVN] == 20


def test_us_places_irregulars_anywhere_selected_for_free_and_arvn_only_at_us_bases() -> None:
    s = blank()
    put(s, QUANG_TRI, us_troops=1)
    put(s, HUE, us_troops=1, arvn_base=1)
    put(s, SAIGON, us_base=1)
    p = start(s, US, "quang_tri_thua_thien")
    assert p.keys() == ["irregulars", "nothing"]
    p.answer("irregulars", 2)
    assert at(s, QUANG_TRI) == {"us_troops": 1, "irregular": 2}
    assert s.resources[ARVN] == 20
    p.answer("hue")
    assert p.keys() == ["irregulars", "nothing"]
    p.answer("nothing")  # Saigon is then the only space left beside "done"
    p.answer("saigon")
    assert p.keys() == ["irregulars", "rangers", "cubes", "nothing"]
    p.answer("rangers", 1)
    assert s.resources[ARVN] == 17


def test_us_spends_arvn_resources_only_above_econ() -> None:
    s = blank(econ=15)
    put(s, SAIGON, us_base=1)
    s.resources[ARVN] = 18
    assert start(s, US).keys() == ["irregulars", "rangers", "cubes", "nothing"]
    s.resources[ARVN] = 17
    assert start(s, US).keys() == ["irregulars", "nothing"]


def test_arvn_may_spend_below_econ_but_not_what_it_lacks() -> None:
    s = blank(econ=15)
    s.resources[ARVN] = 3
    p = start(s, ARVN, "saigon", "cubes", 1, 0)
    assert s.resources[ARVN] == 0
    p.answer("hue")  # nothing can be paid for: nothing is placed
    assert at(s, HUE) == {}


def test_a_free_train_costs_nothing() -> None:
    s = blank()
    s.resources[ARVN] = 0
    start(s, ARVN, "saigon", "cubes", 6, free=True)
    assert at(s, SAIGON) == {"arvn_troops": 6}
    assert s.resources[ARVN] == 0


def test_when_none_is_available_pieces_are_taken_from_the_map_even_by_the_us() -> None:
    s = blank()
    put(s, SAIGON, us_base=1)
    put(s, HUE, police=28)
    put(s, OUT_OF_PLAY, police=1)
    p = start(s, US, "cubes", 0)
    assert p.keys() == ["1", "2", "3", "4", "5", "6"]
    p.answer(3)  # one Available, two from Hue
    assert at(s, SAIGON) == {"us_base": 1, "police": 3}
    assert at(s, HUE) == {"police": 26}
    assert at(s, OUT_OF_PLAY) == {"police": 1}


def test_out_of_play_pieces_never_enter() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, ranger=6, police=30)
    p = start(s, ARVN, "saigon")
    assert p.keys() == ["cubes", "nothing"]
    p.answer("cubes")
    assert p.keys() == ["1", "2", "3", "4", "5", "6"]  # Troops only, at least one
    p.answer(2)
    assert at(s, SAIGON) == {"arvn_troops": 2}


def test_an_active_irregular_may_be_lifted_from_the_space_itself() -> None:
    s = blank()
    put(s, QUANG_TRI, irregular_active=2)
    put(s, OUT_OF_PLAY, irregular=4)
    start(s, US, "irregulars", 2)
    assert at(s, QUANG_TRI) == {"irregular": 2}


# --- Pacify -------------------------------------------------------------------------------------------------------


def test_arvn_pacifies_with_control_troops_and_police_terror_first_then_two_levels_at_most() -> None:
    s = blank()
    put(s, HUE, arvn_troops=2, police=1)
    s.terror[HUE] = 1
    set_support(s, HUE, -2)
    p = start(s, ARVN, "hue", "nothing", "done", "pacify")
    assert s.terror[HUE] == 0
    assert s.resources[ARVN] == 17
    p.answer("more")
    assert s.support[HUE] == -1
    p.answer("more")
    assert s.support[HUE] == 0
    assert p.over
    assert s.resources[ARVN] == 11


@pytest.mark.parametrize(
    "pieces",
    [
        {"arvn_troops": 2},
        {"police": 2},
        {"arvn_troops": 1, "police": 1, "vc_guerrilla": 2},
        {"us_troops": 3, "police": 1},
    ],
)
def test_arvn_cannot_pacify_without_control_or_its_troops_or_police(pieces: dict[str, int]) -> None:
    s = blank()
    put(s, HUE, **pieces)
    assert start(s, ARVN, "hue", "nothing", "done").over


def test_us_needs_only_control_and_a_us_piece_and_pays_above_econ() -> None:
    s = blank(econ=15)
    put(s, HUE, us_troops=1)
    s.resources[ARVN] = 20
    p = start(s, US, "nothing", "pacify")  # the second level would leave 14, below Econ
    assert p.over
    assert s.support[HUE] == PASSIVE_SUPPORT
    assert s.resources[ARVN] == 17


def test_us_cannot_pacify_with_arvn_resources_at_econ() -> None:
    s = blank(econ=15)
    put(s, HUE, us_troops=1)
    s.resources[ARVN] = 17
    assert start(s, US, "nothing").over


def test_pacifying_costs_four_under_ky_and_komer_does_not_help_outside_the_support_phase() -> None:
    s = blank(leader=KY, effects=BLOWTORCH_KOMER)
    put(s, HUE, arvn_troops=1, police=1)
    start(s, ARVN, "hue", "nothing", "done", "pacify", "stop")
    assert s.resources[ARVN] == 16


def test_pacifying_costs_even_in_a_free_train() -> None:
    s = blank()
    put(s, HUE, arvn_troops=1, police=1)
    start(s, ARVN, "hue", "nothing", "done", "pacify", "more", free=True)
    assert s.resources[ARVN] == 14
    assert s.support[HUE] == ACTIVE_SUPPORT


def test_only_one_selected_space_is_pacified_and_only_a_selected_one() -> None:
    s = blank()
    for city in (HUE, DA_NANG, SAIGON):
        put(s, city, arvn_troops=1, police=1)
    p = start(s, ARVN, "hue", "nothing", "saigon", "nothing", "done", "pacify")
    assert p.keys() == ["hue", "saigon"]
    assert p.answer("saigon", "stop").over
    assert s.support[HUE] == NEUTRAL


def test_cords_lets_the_us_pacify_a_second_space() -> None:
    s = blank(effects=CORDS)
    s.resources[ARVN] = 40
    put(s, HUE, us_troops=1)
    put(s, DA_NANG, us_troops=1)
    p = start(s, US, "hue", "nothing", "da_nang", "nothing", "pacify", "hue", "stop")
    assert p.keys() == ["da_nang", "done"]
    p.answer("da_nang", "more")
    assert p.over
    assert s.support[HUE] == PASSIVE_SUPPORT
    assert s.support[DA_NANG] == ACTIVE_SUPPORT
    assert s.resources[ARVN] == 31


def test_without_cords_the_us_pacifies_one_space() -> None:
    s = blank()
    s.resources[ARVN] = 40
    put(s, HUE, us_troops=1)
    put(s, DA_NANG, us_troops=1)
    p = start(s, US, "hue", "nothing", "da_nang", "nothing", "pacify", "hue", "stop")
    assert p.over
    assert (s.support[HUE], s.support[DA_NANG]) == (PASSIVE_SUPPORT, NEUTRAL)


def test_cords_gives_no_second_space_in_a_limited_operation_nor_to_arvn() -> None:
    s = blank(effects=CORDS)
    s.resources[ARVN] = 40
    put(s, HUE, us_troops=1)
    put(s, DA_NANG, us_troops=1, arvn_troops=1, police=1)
    put(s, SAIGON, arvn_troops=1, police=1)
    assert start(s, US, "hue", "nothing", "pacify", "stop", limited=True).over
    p = start(s, ARVN, "da_nang", "nothing", "saigon", "nothing", "done", "pacify", "saigon", "stop")
    assert p.over


def test_shaded_cords_stops_us_training_at_passive_support_but_not_arvn() -> None:
    s = blank(effects=CORDS_SHADED)
    s.resources[ARVN] = 40
    put(s, HUE, us_troops=1, arvn_troops=1, police=1)
    assert start(s, US, "nothing", "pacify").over
    assert s.support[HUE] == PASSIVE_SUPPORT
    assert start(s, US, "nothing").over  # nothing more to gain
    start(s, ARVN, "hue", "nothing", "done", "pacify")
    assert s.support[HUE] == ACTIVE_SUPPORT


def test_blowtorch_komer_does_not_make_training_cheaper() -> None:
    s = blank(effects=BLOWTORCH_KOMER)
    s.resources[ARVN] = s.econ + 2
    put(s, HUE, us_troops=1)
    assert start(s, US, "nothing").over  # 3 above Econ would be needed
    s.resources[ARVN] = s.econ + 3
    assert start(s, US, "nothing", "pacify").over
    assert (s.support[HUE], s.resources[ARVN]) == (PASSIVE_SUPPORT, s.econ)


# --- Base and Patronage -------------------------------------------------------------------------------------------


def test_arvn_replaces_three_cubes_with_a_base_and_pays_once_for_cubes_and_base() -> None:
    s = blank()
    p = start(s, ARVN, "saigon", "cubes", 2, 3, "done", "base")
    assert p.keys() == ["0", "1", "2"]  # of the three, how many Troops
    p.answer(1)
    assert at(s, SAIGON) == {"arvn_troops": 1, "police": 1, "arvn_base": 1}
    assert s.resources[ARVN] == 17


def test_a_base_made_of_troops_alone_tells_of_no_police() -> None:
    """3.2.1: any three cubes."""
    s = blank()
    put(s, SAIGON, arvn_troops=3, police=1)
    start(s, ARVN, "saigon", "nothing", "done", "base", 3)
    assert at(s, SAIGON) == {"arvn_base": 1, "police": 1}
    assert [entry.params["n"] for entry in s.log or () if entry.message == "log.remove"] == [3]


def test_a_base_in_an_unpaid_space_costs_three_and_nothing_in_a_free_train() -> None:
    s = blank()
    put(s, PLEIKU, arvn_troops=3)
    start(s, ARVN, "pleiku_darlac", "done", "base")
    assert at(s, PLEIKU) == {"arvn_base": 1}
    assert s.resources[ARVN] == 17
    put(s, BINH_DINH, arvn_troops=3)
    start(s, ARVN, "binh_dinh", "done", "base", free=True)
    assert at(s, BINH_DINH) == {"arvn_base": 1}
    assert s.resources[ARVN] == 17


def test_no_base_without_three_cubes_room_money_or_by_the_us() -> None:
    s = blank()
    put(s, PLEIKU, arvn_troops=2)
    put(s, BINH_DINH, police=3, us_base=1, vc_base=1)
    put(s, QUANG_TRI, arvn_troops=3)
    assert start(s, ARVN, "pleiku_darlac", "done").over
    assert start(s, ARVN, "binh_dinh", "nothing", "done").over
    assert start(s, US, "irregulars", 1).keys() == ["pacify", "done"]
    s.resources[ARVN] = 2
    assert start(s, ARVN, "quang_tri_thua_thien", "done").over


def test_a_base_may_be_lifted_from_elsewhere_when_none_is_available() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, arvn_base=2)
    put(s, HUE, arvn_base=1)
    put(s, PLEIKU, arvn_troops=4)
    start(s, ARVN, "pleiku_darlac", "done", "base")
    assert at(s, HUE) == {}
    assert at(s, PLEIKU) == {"arvn_troops": 1, "arvn_base": 1}


def test_us_training_in_saigon_turns_up_to_three_patronage_into_resources() -> None:
    s = blank(patronage=20)
    put(s, SAIGON, us_troops=1, vc_guerrilla=1)
    p = start(s, US, "nothing", "patronage")
    assert p.keys() == ["1", "2", "3"]
    p.answer(3)
    assert (s.patronage, s.resources[ARVN]) == (17, 23)


def test_patronage_is_tapped_only_by_the_us_in_saigon_and_only_what_there_is() -> None:
    s = blank(patronage=2)
    put(s, SAIGON, us_troops=1, vc_guerrilla=1)
    put(s, HUE, us_troops=1, vc_guerrilla=1)
    assert start(s, US, "hue", "nothing", "done").over
    assert start(s, ARVN, "saigon", "nothing", "done").over
    assert start(s, US, "saigon", "nothing", "done", "patronage").keys() == ["1", "2"]
    s.patronage = 0
    assert start(s, US, "saigon", "nothing", "done").over


# --- leaders, Capabilities, Special Activities --------------------------------------------------------------------


def test_the_last_three_resources_pay_for_cubes_and_base_together() -> None:
    s = blank()
    s.resources[ARVN] = 3
    put(s, HUE, arvn_troops=3)
    p = start(s, ARVN, "saigon", "cubes", 0, 3, "hue", "done")
    assert p.keys() == ["base", "done"]
    p.answer("base")  # not in Hue, where nothing is paid for
    assert at(s, SAIGON) == {"arvn_base": 1}
    assert s.resources[ARVN] == 0


def test_minh_adds_five_aid_once_per_arvn_train() -> None:
    s = blank(leader=MINH, aid=10)
    start(s, ARVN, "saigon", "nothing", "hue", "nothing", "done")
    assert s.aid == 15
    put(s, HUE, us_troops=1)
    assert start(s, US, "nothing", "done").over
    assert s.aid == 15


@pytest.mark.parametrize(("leader", "silenced"), [(KY, False), (NO_LEADER, False), (MINH, True)])
def test_nobody_but_minh_adds_aid_to_an_arvn_train(leader: int, silenced: bool) -> None:
    s = blank(leader=leader, leader_silenced=silenced, aid=10)
    start(s, ARVN, "saigon", "nothing", "done")
    assert s.aid == 10


def test_combined_action_platoons_add_a_police_at_no_cost_in_any_space_with_us_troops() -> None:
    s = blank(effects=CAPS)
    put(s, HUE, us_base=1)
    put(s, PLEIKU, us_troops=1)
    put(s, LOC_SAIGON_CAN_THO, us_troops=1)
    p = start(s, US, "hue", "nothing", limited=True)
    assert p.keys() == ["pleiku_darlac", "loc_saigon_can_tho", "done"]
    p.answer("loc_saigon_can_tho")
    assert at(s, LOC_SAIGON_CAN_THO) == {"us_troops": 1, "police": 1}
    assert s.resources[ARVN] == 20


def test_combined_action_platoons_relocate_a_police_when_none_is_available_and_do_not_serve_arvn() -> None:
    s = blank(effects=CAPS)
    put(s, HUE, us_troops=1)
    put(s, SAIGON, police=30)
    start(s, US, "nothing", "hue", "done")
    assert at(s, HUE) == {"us_troops": 1, "police": 1}
    assert at(s, SAIGON) == {"police": 29}
    p = start(s, ARVN, "an_loc", "nothing", "done")
    assert p.over
    assert at(s, HUE) == {"us_troops": 1, "police": 1}


def test_combined_action_platoons_may_relocate_a_police_although_some_are_available() -> None:
    s = blank(effects=CAPS)
    put(s, HUE, us_troops=1, police=1)
    put(s, SAIGON, police=2)
    p = start(s, US, "nothing", "hue")
    assert p.keys() == ["available", "saigon"]
    p.answer("saigon", "done")
    assert p.over
    assert at(s, HUE) == {"us_troops": 1, "police": 2}
    assert at(s, SAIGON) == {"police": 1}


@pytest.fixture
def _activities(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ACTIVITIES, "govern", ActivityRule(govern.can_govern, govern.govern))
    monkeypatch.setitem(ACTIVITIES, "transport", ActivityRule(transport.can_transport, transport.transport))
    monkeypatch.setitem(ACTIVITIES, "advise", ActivityRule(advise.can_advise, advise.advise))


@pytest.mark.usefixtures("_activities")
def test_tutorial_turn_1_train_in_saigon_pacify_then_govern_then_minh() -> None:
    s = blank(leader=MINH, aid=3, patronage=15)
    s.resources[ARVN] = 30
    put(s, SAIGON, us_base=1, us_troops=2, arvn_troops=2, police=3)
    for city in (AN_LOC, CAN_THO):
        put(s, city, arvn_troops=2, police=2)
        set_support(s, city, PASSIVE_SUPPORT)
    p = start(s, ARVN, activities=("govern", "transport"))
    assert "sa:govern" in p.keys()
    p.answer("saigon", "cubes", 6)
    assert s.resources[ARVN] == 27
    p.answer("done", "pacify", "stop")
    assert s.resources[ARVN] == 24
    assert s.support[SAIGON] == PASSIVE_SUPPORT
    assert p.keys() == ["done", "sa:govern", "sa:transport"]
    p.answer("sa:govern", "an_loc", "aid", "can_tho", "aid")
    assert p.over
    assert s.aid == 14
    assert at(s, SAIGON) == {"us_base": 1, "us_troops": 2, "arvn_troops": 8, "police": 3}


@pytest.mark.usefixtures("_activities")
def test_a_space_that_govern_used_is_no_train_space_but_a_transport_origin_may_be() -> None:
    s = blank()
    put(s, AN_LOC, arvn_troops=2, police=2)
    set_support(s, AN_LOC, PASSIVE_SUPPORT)
    p = start(s, ARVN, activities=("govern", "transport"))
    p.answer("sa:govern", "aid")
    assert p.decision is not None
    assert p.decision.kind == "train.space"
    assert "an_loc" not in p.keys()
    op = Operation(s, ARVN, "train")
    op.activity = Activity(s, ARVN, "transport", op)
    op.activity.spaces.append(AN_LOC)
    assert "an_loc" in play(train(s, op)).keys()


@pytest.mark.usefixtures("_activities")
def test_the_special_activity_is_not_asked_about_again_after_the_train() -> None:
    s = blank()
    put(s, KIEN_PHONG, us_troops=1)
    put(s, HUE, ranger=1, vc_guerrilla=1)
    op = Operation(s, US, "train", activities=("advise",))
    p = play(train(s, op), "kien_phong", "nothing")
    assert p.keys() == ["done", "sa:advise"]
    p.answer("done", "done", "done")  # no more spaces, no Pacification, no Special Activity
    assert p.over
    assert play(op.finish()).over


def test_pieces_come_from_available() -> None:
    s = blank()
    start(s, ARVN, "saigon", "cubes", 6)
    assert at(s, AVAILABLE)["arvn_troops"] == 24
