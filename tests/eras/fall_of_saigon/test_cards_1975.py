"""Titled cards of 1975: each side from a position to the exact result (S5.1.1)."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import CASUALTIES
from fitl.lasting import VNAF_SHADED
from fitl.rules.forbidden import forbidden_answers
from fitl.rules.operation import Activity, Operation
from tests.eras.fall_of_saigon.cards import (
    RETREATED,
    asked,
    at_war,
    execute_every_side,
    executed,
    here,
    is_barred,
    level,
    random_state,
    retreated,
    tells,
    to_the_end,
)
from tests.eras.fall_of_saigon.support import begun, edit, empty
from tests.support import at

CARDS = ("s49", "s50", "s51", "s52", "s53", "s54", "s55", "s56", "s57", "s69")
QUANG_TRI, QUANG_TIN, QUANG_DUC = "quang_tri_thua_thien", "quang_tin_quang_ngai", "quang_duc_long_khanh"
ROAD = "loc_saigon_an_loc_ban_me_thuot"
PLEIKU, BINH_TUY, PHU_BON = "pleiku_darlac", "binh_tuy_binh_thuan", "phu_bon_phu_yen"


@pytest.mark.parametrize("seed", range(9))
def test_every_side_is_carried_out_to_its_end_by_whoever_is_in_play(seed: int) -> None:
    execute_every_side(CARDS, random_state(seed), seed)


# --- S49 The Final Dagger -----------------------------------------------------------------------------------------


def test_card_s49_unshaded_is_aid_or_posture() -> None:
    s = begun()
    assert executed(s, "s49", "unshaded", ARVN, "aid").over
    assert executed(s, "s49", "unshaded", ARVN, "posture").over
    assert (s.aid, s.posture) == (39, 3)
    s = at_war(aid=10)
    assert executed(s, "s49", "unshaded", US, "posture").over
    assert s.aid == 13


def test_card_s49_shaded_lowers_posture_and_aid() -> None:
    s = begun()
    assert executed(s, "s49", "shaded", NVA).over
    assert (s.aid, s.posture) == (24, 1)


# --- S50 Last Aid Request -----------------------------------------------------------------------------------------


def test_card_s50_unshaded_brings_resources_and_casualties() -> None:
    s = begun()
    edit(s, "casualties", ranger=1, arvn_armor=4)
    assert executed(s, "s50", "unshaded", ARVN, 1, 2).over
    assert (s.resources[ARVN], at(s, CASUALTIES)) == (39, {"arvn_armor": 2})


@pytest.mark.parametrize("posture", [0, 1, 4])
def test_card_s50_shaded_sets_posture_to_0(posture: int) -> None:
    s = begun(posture=posture)
    assert executed(s, "s50", "shaded", NVA).over
    assert (s.posture, s.aid) == (0, 27)


def test_card_s50_shaded_is_two_steps_while_posture_is_not_in_effect() -> None:
    s = at_war(aid=20)
    assert executed(s, "s50", "shaded", NVA).over
    assert s.aid == 11


# --- S51 VNAF -----------------------------------------------------------------------------------------------------


def test_card_s51_unshaded_acts_as_at_posture_4_whatever_posture_is() -> None:
    """As seen in play: cubes in one space, Armor in four, an Air Lift of four, an Air Strike with four hits."""
    s = begun(posture=0)
    flow = executed(s, "s51", "unshaded", ARVN, "yes", "saigon", "cubes", 2, 0)
    flow.answer("hue")
    assert flow.keys() == ["armor", "nothing"]  # cubes and Rangers in one space only
    flow.answer("armor", "da_nang", "armor", "qui_nhon", "armor", "cam_ranh", "armor")
    assert asked(flow) == (ARVN, "train.then")  # five spaces
    flow.answer("done")
    assert asked(flow) == (ARVN, "event.air_lift_at_all")
    flow.answer("yes", "saigon", "quang_nam", "done", "arvn_troops@saigon", 4)
    assert asked(flow) == (ARVN, "air_strike.space")
    flow.answer("quang_nam", "done", *(["nva_troops@quang_nam"] * 3))
    to_the_end(flow)
    armor = [here(s, city).get("arvn_armor") for city in ("hue", "da_nang", "qui_nhon", "cam_ranh")]
    assert armor == [1, 1, 1, 1]
    assert (here(s, "quang_nam")["arvn_troops"], here(s, "quang_nam")["nva_troops"]) == (6, 2)
    assert (s.resources[ARVN], s.posture) == (30, 0)


def test_card_s51_unshaded_tells_where_arvn_can_only_train() -> None:
    assert tells(empty(trail=0), "s51", "unshaded", ARVN)


def test_card_s51_unshaded_trains_no_fifth_armor_even_at_war() -> None:
    s = at_war()
    flow = executed(s, "s51", "unshaded", US, "yes")
    for city in ("saigon", "hue", "da_nang", "qui_nhon"):
        flow.answer(city, "armor")
    flow.answer("cam_ranh")
    assert "armor" not in flow.keys()


def test_card_s51_unshaded_does_not_blame_posture_for_a_fifth_armor() -> None:
    s = begun(posture=0)
    flow = executed(s, "s51", "unshaded", ARVN, "yes")
    for city in ("saigon", "hue", "da_nang", "qui_nhon"):
        flow.answer(city, "armor")
    flow.answer("cam_ranh")
    assert flow.decision is not None
    assert "cubes" in flow.keys()
    assert forbidden_answers(s, flow.decision) == []


def test_card_s51_shaded_grounds_everybody() -> None:
    s = begun()
    assert executed(s, "s51", "shaded", NVA).over
    assert (s.resources[ARVN], s.effects) == (27, VNAF_SHADED)
    for name in ("air_lift", "air_strike"):
        rule = s.era.activity_rules[name]
        assert not rule.can(s, Activity(s, ARVN, name, Operation(s, ARVN, "train")))
        assert rule.can(s, Activity(s, ARVN, name))  # a later Event beats it (5.1.2)


# --- S52 Montagnards ----------------------------------------------------------------------------------------------


def test_card_s52_unshaded_brings_fighters_to_a_highland_and_finds_guerrillas() -> None:
    s = retreated()
    edit(s, "khanh_hoa", police=1, vc_guerrilla=3)
    flow = executed(s, "s52", "unshaded", US)
    assert "north_vietnam" not in flow.keys()
    flow.answer("khanh_hoa", "ranger", 2)
    assert flow.answer("vc_guerrilla@khanh_hoa", 2).over
    assert here(s, "khanh_hoa") == {"police": 1, "ranger": 2, "vc_guerrilla": 1}


def test_card_s52_unshaded_has_only_rangers_in_black_april() -> None:
    s = begun()
    flow = executed(s, "s52", "unshaded", NVA)  # the other Highlands are under NVA Control
    assert flow.keys() == ["0", "1", "2"]  # NVA lifts nobody
    assert flow.answer(2).over
    assert here(s, "khanh_hoa")["ranger"] == 3


def test_card_s52_shaded_turns_two_highlands() -> None:
    s = begun()
    edit(s, PLEIKU, ranger=1, arvn_troops=1, nva_guerrilla_active=2)
    flow = executed(s, "s52", "shaded", NVA, PLEIKU)
    assert "done" in flow.keys()
    flow.answer("khanh_hoa")
    assert set(flow.keys()) == {"police@khanh_hoa", "ranger@khanh_hoa"}
    assert flow.answer("ranger@khanh_hoa").over
    assert here(s, PLEIKU) == {"arvn_troops": 1, "nva_guerrilla": 2}
    assert (level(s, PLEIKU), level(s, "khanh_hoa")) == (-2, 0)
    assert at(s, CASUALTIES) == {"ranger": 2}


# --- S53 WSAG -----------------------------------------------------------------------------------------------------


def test_card_s53_unshaded_strikes_with_3_hits_and_the_us_is_eligible() -> None:
    s = retreated(posture=0, made_ineligible=1 << US)
    edit(s, "quang_nam", police=1, nva_troops=6)
    flow = executed(s, "s53", "unshaded", ARVN)
    assert asked(flow) == (US, "air_strike.space")
    flow.answer("quang_nam")
    flow.answer(*(["nva_troops@quang_nam"] * 3))
    assert flow.over
    assert here(s, "quang_nam")["nva_troops"] == 3
    assert not is_barred(s, US)


def test_card_s53_unshaded_is_arvns_in_black_april() -> None:
    s = begun()
    assert tells(s, "s53", "unshaded", ARVN)
    assert asked(executed(s, "s53", "unshaded", ARVN))[0] == ARVN
    assert not tells(empty(trail=0), "s53", "unshaded", ARVN)  # Eligibility is not said there


def test_card_s53_unshaded_tells_if_the_us_would_not_be_eligible_otherwise() -> None:
    s = empty(*RETREATED, trail=0)
    assert tells(s, "s53", "unshaded", US)
    assert not tells(s, "s53", "unshaded", VC)
    s.made_ineligible = 1 << US
    assert tells(s, "s53", "unshaded", VC)


def test_card_s53_shaded_bars_the_us_if_it_plays() -> None:
    s = retreated()
    assert executed(s, "s53", "shaded", VC).over
    assert (s.posture, s.aid, is_barred(s, US)) == (1, 17, True)
    s = begun(posture=0, aid=0)
    assert not tells(s, "s53", "shaded", NVA)
    assert executed(s, "s53", "shaded", NVA).over
    assert not is_barred(s, US)


# --- S54 Congress Visit -------------------------------------------------------------------------------------------


def test_card_s54_unshaded_shows_two_cities() -> None:
    s = begun()
    flow = executed(s, "s54", "unshaded", ARVN)
    assert "done" not in flow.keys()
    assert flow.answer("saigon", "qui_nhon").over
    assert (level(s, "saigon"), level(s, "qui_nhon"), s.aid) == (2, 1, 34)


def test_card_s54_shaded_costs_aid_and_stirs_protest() -> None:
    s = retreated()
    assert executed(s, "s54", "shaded", VC).over
    assert (s.aid, s.anti_war) == (14, 4)


# --- S55 Deception ------------------------------------------------------------------------------------------------


def test_card_s55_unshaded_exposes_guerrillas_and_arvn_assaults_one_of_the_spaces() -> None:
    s = begun()
    edit(s, "tay_ninh", nva_guerrilla=3, arvn_troops=2)
    edit(s, "kien_giang_an_xuyen", nva_guerrilla_active=2)
    flow = executed(s, "s55", "unshaded", ARVN)
    assert "kien_phong" in flow.keys()  # hidden ones, nobody to Assault them
    assert "kien_giang_an_xuyen" not in flow.keys()  # neither
    flow.answer("tay_ninh", QUANG_TIN, "done")
    assert set(flow.keys()) == {"tay_ninh", QUANG_TIN}
    to_the_end(flow.answer("tay_ninh"))
    assert here(s, "tay_ninh") == {"nva_guerrilla_active": 2, "arvn_troops": 2}
    assert here(s, QUANG_TIN)["nva_guerrilla_active"] == 1


def test_card_s55_shaded_gathers_6_in_the_wilderness_and_attacks() -> None:
    s = begun()
    edit(s, "north_vietnam", nva_troops=5, nva_armor=2)
    flow = executed(s, "s55", "shaded", NVA)
    assert f"nva_troops@{QUANG_TIN}" not in flow.keys()  # a Lowland
    flow.answer("nva_armor@north_vietnam")
    assert "khanh_hoa" not in flow.keys()  # COIN Control
    flow.answer(PLEIKU, 2, "nva_troops@north_vietnam", PLEIKU, 4)
    assert asked(flow) == (NVA, "attack.space")
    to_the_end(flow.answer(PLEIKU, "troops"))
    assert here(s, PLEIKU) == {"nva_troops": 8, "nva_guerrilla": 2, "nva_armor": 2}  # 4 hits, then 2 x 2
    assert at(s, CASUALTIES) == {"arvn_troops": 2, "ranger": 1, "arvn_base": 1}


def test_card_s55_shaded_tells_if_somebody_can_move_or_attack() -> None:
    s = empty()
    assert not tells(s, "s55", "shaded", NVA)
    edit(s, "kien_phong", nva_troops=2, police=3)
    assert tells(s, "s55", "shaded", NVA)  # Attacks where COIN Controls
    edit(s, "kien_phong")
    edit(s, "north_vietnam", nva_troops=2)
    assert tells(s, "s55", "shaded", NVA)  # moves


# --- S56 Warrior H3 -----------------------------------------------------------------------------------------------


def test_card_s56_unshaded_unmasks_the_agent() -> None:
    s = retreated()
    flow = executed(s, "s56", "unshaded", ARVN)
    assert "vc_guerrilla@binh_dinh" not in flow.keys()
    assert flow.answer("nva_guerrilla@tay_ninh", 2).over
    assert (here(s, "tay_ninh")["nva_guerrilla"], s.resources[NVA], is_barred(s, NVA)) == (1, 11, True)
    s = begun()
    assert executed(s, "s56", "unshaded", ARVN, "done").over
    assert not is_barred(s, NVA)


def test_card_s56_shaded_gives_nva_a_limited_operation_and_an_activity() -> None:
    s = retreated()
    flow = executed(s, "s56", "shaded", NVA)
    assert asked(flow) == (NVA, "event.limited_operation")
    flow.answer("rally", "central_laos", 1)
    while asked(flow)[1] != "event.macv_activity":
        flow.answer("done" if "done" in flow.keys() else "no" if "no" in flow.keys() else flow.keys()[0])
    assert {"infiltrate", "bombard"} & {*flow.keys()}
    to_the_end(flow.answer("infiltrate"))
    assert (s.resources[NVA], bool(s.stay_eligible >> NVA & 1)) == (15, True)
    s = retreated()
    to_the_end(executed(s, "s56", "shaded", VC))
    assert not s.stay_eligible


def test_card_s56_shaded_grants_no_march_in_monsoon() -> None:
    s = retreated(next_card=2073)
    assert "march" not in executed(s, "s56", "shaded", NVA).keys()


# --- S57 Secret Road ----------------------------------------------------------------------------------------------


def test_card_s57_unshaded_removes_nva_troops_from_highlands_near_arvn_troops() -> None:
    s = begun()
    flow = executed(s, "s57", "unshaded", ARVN)
    assert set(flow.keys()) == {
        f"nva_troops@{space}" for space in ("north_vietnam", QUANG_TRI, "quang_nam", PLEIKU)
    } | {"done"}
    assert flow.answer(f"nva_troops@{QUANG_TRI}", 3, "nva_troops@north_vietnam").over
    assert (here(s, QUANG_TRI)["nva_troops"], here(s, "north_vietnam")["nva_troops"]) == (2, 1)


def test_card_s57_shaded_marches_on_quang_duc_and_attacks_with_all_columns() -> None:
    s = begun()
    edit(s, "the_fishhook", nva_troops=4, nva_armor=1)
    edit(s, QUANG_DUC, arvn_troops=3, nva_guerrilla=1)
    flow = executed(s, "s57", "shaded", NVA, "yes")
    assert "quang_nam" not in flow.keys()
    flow.answer(QUANG_DUC, "the_fishhook", 4, 1, "done", "done")
    to_the_end(flow)
    assert here(s, QUANG_DUC) == {"nva_guerrilla": 1, "nva_troops": 4, "nva_armor": 1}
    assert at(s, CASUALTIES) == {"arvn_troops": 3 + 2}  # Pleiku is next to it
    assert s.resources[NVA] == 15


def test_card_s57_shaded_may_come_over_the_trail_and_leaves_guerrillas_out() -> None:
    """3.3.2: from North Vietnam through Laos in one March, but not at Trail 0."""
    s = empty(trail=1)
    edit(s, "north_vietnam", nva_troops=2)
    flow = executed(s, "s57", "shaded", NVA, "yes")
    assert set(flow.keys()) == {"the_fishhook", PLEIKU, "phuoc_long", QUANG_DUC, "tay_ninh", ROAD}
    s = empty(trail=0)
    edit(s, "north_vietnam", nva_troops=2)
    assert not tells(s, "s57", "shaded", NVA)
    edit(s, QUANG_DUC, arvn_troops=1, nva_guerrilla=4)
    assert executed(s, "s57", "shaded", NVA, "no").over
    assert here(s, QUANG_DUC) == {"arvn_troops": 1, "nva_guerrilla": 4}


# --- S69 Family Syndrome ------------------------------------------------------------------------------------------


def test_card_s69_unshaded_keeps_families_safe() -> None:
    s = begun()
    edit(s, PHU_BON)  # its Police are Available
    flow = executed(s, "s69", "unshaded", NVA)  # who lifts nobody
    assert "police@khanh_hoa" not in flow.keys()
    assert "done" in flow.keys()
    flow.answer(f"police@{BINH_TUY}")
    assert asked(flow) == (NVA, "event.shift_support_up_to")
    assert "done" in flow.keys()
    assert flow.answer(BINH_TUY, QUANG_TIN).over  # also where no Police came
    assert (here(s, BINH_TUY)["police"], level(s, BINH_TUY), level(s, QUANG_TIN)) == (3, 1, 0)


def test_card_s69_shaded_empties_the_ranks_in_the_path_of_tanks() -> None:
    s = begun()
    edit(s, "the_fishhook", nva_armor=1)
    edit(s, QUANG_DUC, police=1)
    flow = executed(s, "s69", "shaded", NVA)
    assert "an_loc" in flow.keys()  # next to the Fishhook
    assert "hue" not in flow.keys()  # next to NVA Troops alone
    assert "done" in flow.keys()
    flow.answer(QUANG_DUC, "quang_nam", "police@quang_nam", 2)
    assert flow.over
    assert at(s, CASUALTIES) == {"police": 3}
