"""8.7.2, 8.7.6: ARVN Trains, Governs and Pacifies."""

from typing import Any

import pytest

from fitl.board.factions import ARVN, US
from fitl.board.pieces import ARVN_BASE, ARVN_TROOPS, KINDS, POLICE, RANGER, US_TROOPS
from fitl.board.spaces import (
    AVAILABLE,
    BA_XUYEN,
    BINH_DINH,
    CAM_RANH,
    CAN_THO,
    CENTRAL_LAOS,
    CITIES,
    DA_NANG,
    HUE,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    OUT_OF_PLAY,
    QUANG_TRI,
    QUI_NHON,
    SAIGON,
)
from fitl.bots.flowchart.arvn.govern import would_govern
from fitl.bots.flowchart.arvn.pacify import levels_wanted
from fitl.bots.flowchart.arvn.pieces import even_removal
from fitl.bots.flowchart.shared import even_placement
from fitl.decisions import Decision, amounts
from fitl.lasting import MANDATE_OF_HEAVEN, MANDATE_OF_HEAVEN_SHADED, TYPHOON_KATE
from fitl.rules.activities.govern import govern
from fitl.rules.control import recount, victory_marker
from fitl.rules.coup.support import pacification
from fitl.rules.operation import Activity
from fitl.state import ACTIVE_SUPPORT, NEUTRAL, PASSIVE_OPPOSITION, PASSIVE_SUPPORT, State
from tests.bots.arvn_support import field, free, muster, operate, populate, table
from tests.bots.support import Table
from tests.support import at

CITIES_BUT_SAIGON_AND_HUE = (DA_NANG, QUI_NHON, CAM_RANH, CAN_THO)


def barracks(troops: int = 0, police: int = 0, ranger: int = 0, base: int = 0, **tracks: Any) -> State:
    """Only these are Available; no Transport (card 115) and no Aid to Govern with, unless told."""
    keep = {ARVN_TROOPS: troops, POLICE: police, RANGER: ranger, ARVN_BASE: base}
    return field(keep=keep, **{"effects": TYPHOON_KATE, **tracks})


# --- bullet 1 -----------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.train.1_cubes")
def test_a_full_set_of_six_cubes_is_kept_even_and_no_set_is_partial() -> None:
    s = barracks(troops=7, police=4)
    muster(s, SAIGON, us_troops=2, police=1, vc_guerrilla=3)
    for city in range(8):
        if city != SAIGON:
            muster(s, city, us_troops=1)
    t = operate(s, "train")
    assert t.keys("train.space") == ["saigon", "done"]  # five cubes are left: no second set
    assert at(s, SAIGON) == {"us_troops": 2, "police": 4, "arvn_troops": 3, "vc_guerrilla": 3}


@pytest.mark.node("arvn.train.1_cubes")
def test_cubes_are_placed_one_by_one_where_fewest_stand_as_far_as_available() -> None:
    s = barracks(troops=9, police=2)
    muster(s, SAIGON, us_troops=5)
    assert even_placement(s, SAIGON, 6, 9, 2) == (4, 2)
    assert even_placement(s, SAIGON, 6, 9, 9) == (1, 5)
    assert even_placement(s, HUE, 6, 9, 9) == (3, 3)
    assert even_placement(s, HUE, 3, 9, 9) == (2, 1)  # Troops on a tie
    muster(s, DA_NANG, police=2)
    assert even_placement(s, DA_NANG, 6, 9, 9) == (4, 2)


@pytest.mark.node("arvn.train.1_cubes")
def test_cubes_go_first_where_they_add_coin_control() -> None:
    s = barracks(troops=3, police=3)
    for city in (SAIGON, HUE, *CITIES_BUT_SAIGON_AND_HUE):
        muster(s, city, us_troops=1)
    muster(s, QUANG_TRI, us_base=1, vc_guerrilla=2)
    muster(s, KIEN_PHONG, us_base=1, vc_guerrilla=8)  # six are not enough here
    for name in ("kontum", "an_loc"):
        muster(s, {"kontum": 2, "an_loc": 5}[name], us_troops=1)
    t = operate(s, "train")
    assert t.keys("train.space")[0] == "quang_tri_thua_thien"
    assert t.reason("arvn.train.1_cubes")["ties"] == ["arvn.adds_control"]


@pytest.mark.node("arvn.train.1_cubes")
def test_cubes_go_next_where_police_or_troops_are_missing() -> None:
    s = barracks(troops=3, police=3)
    for city in range(8):
        muster(s, city, arvn_troops=1, police=1)
    s.pieces[HUE * KINDS + POLICE] = 0
    recount(s)
    t = operate(s, "train")
    assert t.keys("train.space")[0] == "hue"
    assert t.reason("arvn.train.1_cubes")["ties"] == ["arvn.lacks_cubes"]


@pytest.mark.node("arvn.train.1_cubes")
def test_pieces_are_placed_in_cities_and_at_coin_bases_without_nva_control() -> None:
    s = barracks(troops=3, police=3)
    for city in range(8):
        muster(s, city, nva_guerrilla=1)  # NVA Control
    muster(s, KIEN_PHONG, police=1)
    muster(s, BINH_DINH, arvn_base=1)
    t = operate(s, "train")
    assert t.keys("train.space")[0] == "binh_dinh"
    assert "kien_phong" not in t.keys("train.space")


@pytest.mark.node("arvn.train.1_rangers")
def test_without_six_cubes_rangers_come_instead_two_at_most() -> None:
    s = barracks(troops=3, police=2, ranger=3)
    muster(s, HUE, vc_guerrilla=1)  # two Rangers bring Control
    t = operate(s, "train", 3, 3, 4, 2)
    assert t.keys("train.space") == ["hue", "da_nang", "done"]
    assert at(s, HUE) == {"ranger": 2, "vc_guerrilla": 1}
    assert at(s, DA_NANG) == {"ranger": 1}


@pytest.mark.node("arvn.train.1_cubes")
def test_at_most_three_spaces_and_only_while_resources_last() -> None:
    s = barracks(troops=15, police=15)
    t = operate(s, "train", 1, 1, 3, 3, 4, 2)
    assert t.keys("train.space") == ["saigon", "hue", "da_nang", "done"]
    s = barracks(troops=15, police=15, resources=[0, 5, 0, 0])
    t = operate(s, "train", 1, 1)
    assert t.keys("train.space") == ["saigon", "done"]
    assert s.resources[ARVN] == 2


# --- bullet 2: Govern, else Transport -----------------------------------------------------------------------------


@pytest.mark.node("arvn.train.2_govern")
def test_the_train_pauses_to_govern_spaces_it_did_not_train_in() -> None:
    s = barracks(troops=3, police=3, aid=10, effects=0)
    muster(s, HUE, police=2)
    muster(s, CAN_THO, police=2)
    for city in range(8):
        if city not in (HUE, CAN_THO):
            muster(s, city, arvn_troops=1, police=1)
    populate(s, hue=ACTIVE_SUPPORT, can_tho=ACTIVE_SUPPORT)
    t = operate(s, "train", 1, 5, 1, 1)  # Can Tho is Trained in and so not Governed
    assert t.keys("train.space")[:2] == ["can_tho", "sa:govern"]
    assert t.keys("govern.space") == []  # Hue only: nothing to ask
    assert s.patronage == 22
    assert s.support[HUE] == PASSIVE_SUPPORT


@pytest.mark.node("arvn.train.2_transport")
def test_if_govern_is_impossible_the_train_pauses_to_transport() -> None:
    s = barracks(aid=10, effects=0)
    muster(s, SAIGON, arvn_troops=8)
    muster(s, BA_XUYEN, police=1)
    t = operate(s, "train")
    assert t.keys("train.space") == ["sa:transport", "ba_xuyen", "done"]  # where it then can Pacify
    assert at(s, BA_XUYEN)["arvn_troops"] == 6


@pytest.mark.node("arvn.train.for_nothing")
def test_for_the_sake_of_govern_arvn_trains_for_nothing() -> None:
    s = barracks(aid=10, effects=0)
    muster(s, HUE, police=2)
    populate(s, hue=ACTIVE_SUPPORT)
    t = operate(s, "train", 1, 1)
    assert t.keys("train.space") == ["sa:govern", "saigon", "done"]
    assert s.resources[ARVN] == 20
    assert at(s, SAIGON) == {}
    assert s.patronage == 22


# --- bullet 3: a Base ---------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.train.3")
def test_three_cubes_become_a_base_where_five_coin_pieces_stand() -> None:
    s = barracks(base=1)
    muster(s, KIEN_PHONG, us_troops=2, arvn_troops=2, police=1)
    muster(s, KIEN_GIANG, arvn_troops=3, police=1)  # only four
    muster(s, BINH_DINH, us_troops=3, police=2)  # only two ARVN cubes
    muster(s, KIEN_HOA, us_base=1, arvn_troops=5)  # a COIN Base already
    muster(s, CENTRAL_LAOS, arvn_troops=6)  # not in the South
    muster(s, HUE, arvn_troops=6)  # no ARVN Base in a City
    t = operate(s, "train")
    assert t.keys("train.space") == ["kien_phong", "done"]
    assert at(s, KIEN_PHONG) == {"us_troops": 2, "arvn_base": 1}
    assert s.resources[ARVN] == 17


@pytest.mark.node("arvn.train.3")
def test_the_cubes_replaced_are_the_most_numerous_counting_us_troops_with_arvn_ones() -> None:
    s = barracks()
    muster(s, KIEN_PHONG, us_troops=1, arvn_troops=3, police=4)
    assert even_removal(s, KIEN_PHONG, 3) == 2  # Troops on the tie, then Police, then Troops on a tie again
    muster(s, BA_XUYEN, arvn_troops=1, police=4)
    assert even_removal(s, BA_XUYEN, 3) == 0
    muster(s, KIEN_GIANG, us_troops=4, arvn_troops=1, police=4)
    assert even_removal(s, KIEN_GIANG, 3) == 1


@pytest.mark.node("arvn.train.3")
def test_several_places_for_a_base_are_random_and_it_must_be_paid_and_available() -> None:
    def two_places(**tracks: Any) -> State:
        s = barracks(base=1, **tracks)
        muster(s, KIEN_PHONG, arvn_troops=5)
        muster(s, BA_XUYEN, arvn_troops=5)
        return s

    s = two_places()
    operate(s, "train", 2, 2)
    assert at(s, BA_XUYEN) == {"arvn_troops": 2, "arvn_base": 1}
    s = two_places(resources=[0, 2, 0, 0])
    operate(s, "train", 1, 1)  # forced: no Base can be paid
    assert "arvn_base" not in at(s, BA_XUYEN) | at(s, KIEN_PHONG)
    s = two_places()
    s.pieces[AVAILABLE * KINDS + ARVN_BASE] = 0
    s.pieces[OUT_OF_PLAY * KINDS + ARVN_BASE] += 1
    operate(s, "train", 1, 1)
    assert "arvn_base" not in at(s, BA_XUYEN) | at(s, KIEN_PHONG)


@pytest.mark.node("arvn.train.3")
def test_a_base_needs_a_free_train_space() -> None:
    s = barracks(troops=9, police=9, base=1)
    muster(s, KIEN_PHONG, arvn_troops=5)
    t = operate(s, "train", 1, 1, 3, 3, 4, 2)
    assert t.keys("train.space") == ["saigon", "hue", "da_nang", "done"]
    assert "arvn_base" not in at(s, KIEN_PHONG)


# --- bullets 4 and 5: Pacify --------------------------------------------------------------------------------------


@pytest.mark.node("arvn.train.4", "arvn.train.5")
def test_without_a_base_arvn_trains_where_it_can_pacify_at_an_insurgent_base_first() -> None:
    s = barracks()
    muster(s, KIEN_PHONG, arvn_troops=2, police=2)
    muster(s, BA_XUYEN, arvn_troops=2, police=2, vc_base=1)
    t = operate(s, "train")
    assert t.keys("train.space") == ["ba_xuyen", "done"]
    assert t.reason("arvn.train.4")["ties"] == ["arvn.at_base"]
    assert s.support[BA_XUYEN] == ACTIVE_SUPPORT
    assert s.resources[ARVN] == 20 - 6


@pytest.mark.node("arvn.train.4", "arvn.train.5")
def test_no_further_space_is_needed_if_a_train_space_can_be_pacified() -> None:
    s = barracks(troops=3, police=3)
    muster(s, BA_XUYEN, arvn_troops=2, police=2, vc_base=1)
    t = operate(s, "train", 1, 1)
    assert t.keys("train.space") == ["saigon", "done"]
    assert s.support[SAIGON] == ACTIVE_SUPPORT
    assert "arvn.train.4" not in t.nodes


@pytest.mark.node("arvn.train.5")
def test_with_a_new_base_nothing_is_pacified() -> None:
    s = barracks(base=1)
    muster(s, KIEN_PHONG, arvn_troops=4, police=4)
    t = operate(s, "train")
    assert at(s, KIEN_PHONG)["arvn_base"] == 1
    assert s.support[KIEN_PHONG] == NEUTRAL
    assert "arvn.train.5" not in t.nodes


@pytest.mark.node("arvn.train.1_cubes")
def test_a_free_train_by_an_event_costs_nothing_and_knows_no_cap() -> None:
    s = barracks(troops=12, police=12, resources=[0, 0, 0, 0])
    t = free(s, "train", 1, 1, 3, 3, 4, 2, 1, 5)
    assert t.keys("train.space") == ["saigon", "hue", "da_nang", "can_tho", "done"]
    t = free(barracks(troops=12, police=12), "train", 1, 1, limited=True)
    assert t.keys("train.space") == ["saigon"]


def us_at(s: State, marker: int) -> None:
    """Bring Support + Available to this number by US Troops, and by Saigon if they do not suffice."""
    if marker - victory_marker(s, US) > s.pieces[OUT_OF_PLAY * KINDS + US_TROOPS]:
        populate(s, saigon=ACTIVE_SUPPORT)
    change = marker - victory_marker(s, US)
    s.pieces[AVAILABLE * KINDS + US_TROOPS] += change
    s.pieces[OUT_OF_PLAY * KINDS + US_TROOPS] -= change
    recount(s)
    assert victory_marker(s, US) == marker


# --- Govern -------------------------------------------------------------------------------------------------------


def governed(s: State, *dice: int) -> Table:
    return table(s, *dice).run(govern(s, Activity(s, ARVN, "govern")))


@pytest.mark.node("arvn.govern.2")
def test_aid_becomes_patronage_at_active_support_largest_first_and_never_makes_a_space_neutral() -> None:
    s = field(aid=10)
    for sp in (HUE, DA_NANG, CAN_THO, KIEN_PHONG):
        muster(s, sp, police=2)
    populate(s, hue=ACTIVE_SUPPORT, da_nang=ACTIVE_SUPPORT, can_tho=ACTIVE_SUPPORT, kien_phong=PASSIVE_SUPPORT)
    t = governed(s, 4, 2)
    assert t.keys("govern.space") == ["hue", "da_nang"]
    assert (s.aid, s.patronage) == (10 - 3, 20 + 3)
    assert s.support[KIEN_PHONG] == PASSIVE_SUPPORT


@pytest.mark.node("arvn.govern.2")
def test_where_us_troops_are_as_many_as_arvn_cubes_no_patronage_is_taken() -> None:
    s = field(aid=10)
    muster(s, HUE, police=2, us_troops=2)
    populate(s, hue=ACTIVE_SUPPORT)
    assert not would_govern(s, [])
    muster(s, CAN_THO, police=2)
    populate(s, can_tho=ACTIVE_SUPPORT)
    assert would_govern(s, [])
    assert not would_govern(s, [CAN_THO])


@pytest.mark.node("arvn.govern.3")
def test_with_one_space_governed_the_largest_other_adds_aid() -> None:
    s = field(aid=10)
    muster(s, HUE, police=2)
    muster(s, CAN_THO, us_troops=2)
    muster(s, KIEN_PHONG, us_troops=2)
    populate(s, hue=ACTIVE_SUPPORT, can_tho=ACTIVE_SUPPORT, kien_phong=PASSIVE_SUPPORT)
    t = governed(s)
    assert t.keys("govern.space") == ["hue", "kien_phong"]
    assert (s.aid, s.patronage) == (10 - 2 + 6, 22)


@pytest.mark.node("arvn.govern.3")
def test_without_any_aid_both_spaces_add_some() -> None:
    s = field(aid=0)
    muster(s, HUE, police=2)
    muster(s, CAN_THO, police=2)
    populate(s, hue=ACTIVE_SUPPORT, can_tho=PASSIVE_SUPPORT)
    assert would_govern(s, [])
    governed(s)
    assert (s.aid, s.patronage) == (9, 20)


@pytest.mark.node("arvn.govern.3")
def test_aid_just_gained_is_not_turned_into_patronage() -> None:
    s = field(aid=0)
    muster(s, HUE, police=2)
    muster(s, CAN_THO, police=2)
    populate(s, hue=ACTIVE_SUPPORT, can_tho=ACTIVE_SUPPORT)
    governed(s)
    assert (s.aid, s.patronage) == (9, 20)


@pytest.mark.node("arvn.govern.3")
def test_with_shaded_mandate_one_space_is_all() -> None:
    s = field(aid=10, effects=MANDATE_OF_HEAVEN_SHADED)
    muster(s, HUE, police=2)
    muster(s, CAN_THO, police=2)
    populate(s, hue=ACTIVE_SUPPORT, can_tho=ACTIVE_SUPPORT)
    governed(s)
    assert (s.aid, s.patronage) == (8, 22)
    s.aid = 0
    governed(s)
    assert s.aid == 6


@pytest.mark.node("arvn.govern.1")
def test_against_a_leading_us_player_the_largest_spaces_are_squeezed_even_to_neutral() -> None:
    s = field(aid=10)
    muster(s, HUE, police=2)
    muster(s, CAN_THO, police=2)
    muster(s, SAIGON, police=2)
    muster(s, DA_NANG, us_troops=2)  # no Patronage here
    populate(s, hue=PASSIVE_SUPPORT, can_tho=ACTIVE_SUPPORT, saigon=ACTIVE_SUPPORT, da_nang=ACTIVE_SUPPORT)
    us_at(s, 51)
    t = governed(s)
    assert t.keys("govern.space") == ["hue", "can_tho"]
    assert s.support[HUE] == NEUTRAL
    assert s.patronage == 23


@pytest.mark.node("arvn.govern.1", "arvn.govern.2")
def test_a_us_non_player_is_never_squeezed() -> None:
    s = field(aid=10, non_players=(ARVN, US))
    muster(s, HUE, police=2)
    muster(s, CAN_THO, police=2)
    populate(s, hue=PASSIVE_SUPPORT, can_tho=ACTIVE_SUPPORT)
    us_at(s, 51)
    t = governed(s)
    assert "arvn.govern.1" not in t.nodes
    assert s.support[HUE] == PASSIVE_SUPPORT
    assert s.patronage == 21


@pytest.mark.node("arvn.govern.spare")
def test_unshaded_mandate_spares_a_space_at_passive_support() -> None:
    s = field(aid=10, effects=MANDATE_OF_HEAVEN)
    muster(s, HUE, police=2)
    muster(s, CAN_THO, police=2)
    populate(s, hue=PASSIVE_SUPPORT, can_tho=PASSIVE_SUPPORT)
    governed(s)
    assert s.patronage == 22  # only one transfer is spared; the other space adds Aid
    assert (s.support[HUE], s.support[CAN_THO]) == (PASSIVE_SUPPORT, PASSIVE_SUPPORT)
    assert s.aid == 10 - 2 + 3


@pytest.mark.node("arvn.govern.shift", "arvn.govern.spare")
def test_the_spared_transfer_is_kept_for_the_space_that_needs_it() -> None:
    s = field(aid=10, effects=MANDATE_OF_HEAVEN)
    muster(s, HUE, police=2)
    muster(s, CAN_THO, police=2)
    populate(s, hue=ACTIVE_SUPPORT, can_tho=PASSIVE_SUPPORT)
    t = governed(s)
    assert t.keys("govern.spare") == ["no", "yes"]
    assert s.patronage == 23
    assert (s.support[HUE], s.support[CAN_THO]) == (PASSIVE_SUPPORT, PASSIVE_SUPPORT)


@pytest.mark.node("arvn.govern.shift")
def test_against_a_leading_us_player_even_mandate_spares_nothing() -> None:
    s = field(aid=10, effects=MANDATE_OF_HEAVEN)
    muster(s, HUE, police=2)
    muster(s, SAIGON, police=1)
    populate(s, hue=PASSIVE_SUPPORT, saigon=ACTIVE_SUPPORT)
    us_at(s, 51)
    governed(s)
    assert s.support[HUE] == NEUTRAL


# --- Pacify (8.7.6) -----------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.pacify.limit")
@pytest.mark.parametrize(("marker", "levels"), [(41, 2), (42, 1), (45, 1)])
def test_active_support_only_while_support_and_available_stay_at_45(marker: int, levels: int) -> None:
    s = field()
    muster(s, KIEN_PHONG, arvn_troops=2, police=2)
    us_at(s, marker)  # a Population of 2: two levels bring 4
    assert levels_wanted(s, KIEN_PHONG, 3) == levels


@pytest.mark.node("arvn.pacify.limit")
@pytest.mark.parametrize(("marker", "levels"), [(38, 2), (39, 0)])
def test_terror_goes_only_if_one_shift_leaves_support_and_available_at_40(marker: int, levels: int) -> None:
    s = field()
    muster(s, KIEN_PHONG, arvn_troops=2, police=2)
    s.terror[KIEN_PHONG] = 1
    us_at(s, marker)
    assert levels_wanted(s, KIEN_PHONG, 3) == levels


@pytest.mark.node("arvn.pacify.limit")
def test_terror_goes_only_if_money_for_a_shift_is_left() -> None:
    s = field(resources=[0, 8, 0, 0])
    muster(s, KIEN_PHONG, arvn_troops=2, police=2)
    us_at(s, 10)
    s.terror[KIEN_PHONG] = 1
    assert levels_wanted(s, KIEN_PHONG, 3) == 1
    s.terror[KIEN_PHONG] = 2
    assert levels_wanted(s, KIEN_PHONG, 3) == 0


@pytest.mark.node("arvn.pacify.limit")
def test_opposition_is_bought_off_whatever_the_us_has() -> None:
    s = field()
    muster(s, KIEN_PHONG, arvn_troops=2, police=2)
    populate(s, kien_phong=PASSIVE_OPPOSITION)
    us_at(s, 44)
    s.terror[KIEN_PHONG] = 1
    assert levels_wanted(s, KIEN_PHONG, 3) == 2  # Neutral changes no Support; Passive Support is no Active one


def pacified(s: State, *dice: int) -> Table:
    return table(s, *dice).run(pacification(s, (ARVN,), 3))


@pytest.mark.node("arvn.pacify.space")
def test_spaces_without_terror_then_at_opposition_then_of_greatest_shift_are_pacified_first() -> None:
    s = field(resources=[0, 40, 0, 0])
    for sp in (KIEN_PHONG, BA_XUYEN, KIEN_GIANG, CAN_THO):
        muster(s, sp, arvn_troops=2, police=2)
    populate(s, ba_xuyen=PASSIVE_OPPOSITION, kien_giang_an_xuyen=PASSIVE_OPPOSITION)
    s.terror[KIEN_GIANG] = 1
    us_at(s, 10)
    t = pacified(s)
    assert t.keys("coup.pacify")[:3] == ["ba_xuyen", "kien_phong", "can_tho"]
    assert s.support[KIEN_GIANG] == PASSIVE_SUPPORT
    assert s.terror[KIEN_GIANG] == 0


@pytest.mark.node("arvn.pacify.space")
def test_equal_spaces_are_pacified_in_random_order() -> None:
    s = field(resources=[0, 6, 0, 0])
    muster(s, KIEN_PHONG, arvn_troops=2, police=2)
    muster(s, KIEN_GIANG, arvn_troops=2, police=2)
    us_at(s, 10)
    pacified(s, 2, 1)
    assert s.support[KIEN_GIANG] == ACTIVE_SUPPORT
    assert s.support[KIEN_PHONG] == NEUTRAL


@pytest.mark.node("arvn.pacify.more", "arvn.pacify.limit", "arvn.pacify.none")
def test_pacification_stops_at_the_limits_step_by_step() -> None:
    s = field(resources=[0, 40, 0, 0])
    muster(s, KIEN_PHONG, arvn_troops=2, police=2)
    muster(s, KIEN_GIANG, arvn_troops=2, police=2)
    populate(s, kien_phong=PASSIVE_OPPOSITION, kien_giang_an_xuyen=PASSIVE_SUPPORT)
    us_at(s, 44)
    t = pacified(s)
    assert t.keys("pacify.more") == ["more"]
    assert s.support[KIEN_PHONG] == PASSIVE_SUPPORT
    assert s.support[KIEN_GIANG] == PASSIVE_SUPPORT
    assert "arvn.pacify.none" in t.nodes
    s = field(resources=[0, 40, 0, 0])
    muster(s, KIEN_PHONG, arvn_troops=2, police=2)
    us_at(s, 44)
    t = pacified(s)
    assert t.keys("pacify.more") == ["stop"]
    assert s.support[KIEN_PHONG] == PASSIVE_SUPPORT


# --- desertion (2.4) ----------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.desertion")
def test_deserters_are_the_most_numerous_cubes_first() -> None:
    s = field()
    muster(s, SAIGON, arvn_troops=2, police=5)
    muster(s, HUE, us_troops=3, arvn_troops=2, police=4)
    for sp, lost, troops in ((SAIGON, 2, "0"), (HUE, 2, "2")):
        ask = Decision(ARVN, "coup.desertion", "2.4", amounts(0, 2), {"space": sp, "lost": lost})
        assert table(s).ask(ask).key == troops


@pytest.mark.node("arvn.train.1_cubes")
@pytest.mark.parametrize(("resources", "dice"), [(9, ()), (6, (3, 3, 4, 2))])
def test_no_die_decides_between_cities_that_all_get_a_set_of_cubes(resources: int, dice: tuple[int, ...]) -> None:
    s = barracks(troops=9, police=9, resources=[0, resources, 0, 0])
    for sp in CITIES:
        if sp not in (SAIGON, HUE, DA_NANG):
            muster(s, sp, nva_troops=2)  # NVA Control: no Train there
    t = operate(s, "train", *dice)
    assert len(t.keys("train.space")) == resources // 3 + 1  # and done
