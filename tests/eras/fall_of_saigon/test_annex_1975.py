"""Our own cards of 1975: each side from a position to the exact result (S5.1.1)."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY
from fitl.lasting import PT_76_SHADED
from tests.eras.fall_of_saigon.cards import (
    asked,
    at_war,
    execute_every_side,
    executed,
    here,
    level,
    random_state,
    retreated,
    tells,
    to_the_end,
)
from tests.eras.fall_of_saigon.support import begun, edit, empty, row
from tests.support import at, put

QUANG_TIN, PLEIKU, PHU_BON = "quang_tin_quang_ngai", "pleiku_darlac", "phu_bon_phu_yen"
QUANG_DUC, BINH_TUY, KIEN_HOA = "quang_duc_long_khanh", "binh_tuy_binh_thuan", "kien_hoa_vinh_binh"
NORTH_ROAD, DELTA_ROAD, COAST_ROAD = "loc_saigon_an_loc_ban_me_thuot", "loc_saigon_can_tho", "loc_saigon_cam_ranh"
OURS = (*range(9, 14), *range(15, 25), *range(34, 42), *range(43, 48), *range(58, 69), *range(70, 73))


def test_there_are_42_cards_of_our_own() -> None:
    assert len(OURS) == 42


@pytest.mark.parametrize("seed", range(3))  # one of each era
def test_every_side_of_our_own_cards_withstands_any_situation(seed: int) -> None:
    """S5.1.1: nobody is asked who is not in play; a side that is called ineffective changes nothing."""
    execute_every_side([f"s{number}" for number in OURS], random_state(seed), seed)


# --- S58* Phuoc Long ----------------------------------------------------------------------------------------------


def test_card_s58_unshaded_reinforces_the_border() -> None:
    s = begun()
    flow = executed(s, "s58", "unshaded", ARVN, "arvn_troops@phuoc_long", 2)
    assert "done" in flow.keys()
    flow.answer("ranger@an_loc")
    assert (flow.over, here(s, "phuoc_long"), s.aid) == (True, {"arvn_troops": 2}, 33)
    assert here(s, "an_loc")["ranger"] == 2


def test_card_s58_shaded_takes_a_province_and_posture() -> None:
    s = begun()
    flow = executed(s, "s58", "shaded", ARVN, "yes", "phuoc_long", "the_fishhook", 2, 1, "done", "an_loc")
    assert "northeast_cambodia" in flow.keys()
    to_the_end(flow.answer("northeast_cambodia", 2, 0, "done", "done"))
    assert here(s, "phuoc_long") == {"nva_troops": 2, "nva_guerrilla": 1}
    assert here(s, "an_loc") == {"arvn_troops": 1, "police": 2, "ranger": 1, "nva_troops": 2}
    assert (s.posture, s.aid, s.resources[NVA]) == (1, 30, 15)


def test_card_s58_shaded_costs_aid_while_the_us_is_at_war() -> None:
    s = at_war()
    executed(s, "s58", "shaded", NVA, "no")
    assert (s.aid, s.posture) == (17, 0)


# --- S59* Ban Me Thuot --------------------------------------------------------------------------------------------


def test_card_s59_unshaded_flies_to_pleiku() -> None:
    s = begun()
    edit(s, "saigon", arvn_troops=2, ranger=2)
    flow = executed(s, "s59", "unshaded", ARVN, "yes", "saigon", PLEIKU, "done")
    flow.answer("arvn_troops@saigon", 2, "ranger@saigon", 1, "done")
    assert here(s, PLEIKU) == {
        "arvn_troops": 4,
        "ranger": 2,
        "arvn_base": 1,
        "nva_troops": 3,
        "nva_guerrilla": 2,
    }


def test_card_s59_shaded_hits_with_every_troop() -> None:
    s = begun(effects=PT_76_SHADED)
    edit(s, PLEIKU, arvn_troops=4, nva_troops=2)
    flow = executed(s, "s59", "shaded", NVA, "yes", "southern_laos", 1, 0, "done", "done")
    assert flow.over  # 3 Troops hit 3 times, whether or not card 45 is in force
    assert here(s, PLEIKU) == {"arvn_troops": 1, "nva_troops": 3}


def test_card_s59_shaded_lets_armor_follow() -> None:
    s = begun()
    edit(s, PLEIKU, arvn_troops=4, nva_troops=1, nva_armor=1)
    executed(s, "s59", "shaded", NVA, "no")
    assert here(s, PLEIKU) == {"arvn_troops": 1, "nva_troops": 1, "nva_armor": 1}
    assert s.effects == 0


# --- S60* Ho Chi Minh Campaign ------------------------------------------------------------------------------------


def test_card_s60_unshaded_wearies_hanoi() -> None:
    s = begun()
    executed(s, "s60", "unshaded", ARVN)
    assert (s.war_weary, s.resources[NVA]) == (18, 12)


def test_card_s60_shaded_drives_on_the_capital() -> None:
    s = begun()
    edit(s, "north_vietnam", nva_troops=7, nva_armor=2, captured_arvn_armor=1)
    flow = executed(s, "s60", "shaded", ARVN)
    assert asked(flow) == (NVA, "event.drive_on_saigon")
    flow.answer("nva_troops@north_vietnam")
    assert flow.keys() == [QUANG_DUC, "tay_ninh", "kien_phong"]
    flow.answer("tay_ninh", 6)
    assert flow.keys() == ["nva_armor@north_vietnam", "captured_arvn_armor@north_vietnam", "done"]
    flow.answer("nva_armor@north_vietnam", "tay_ninh", 1, "captured_arvn_armor@north_vietnam", QUANG_DUC)
    assert flow.over
    assert here(s, "tay_ninh") == {"nva_troops": 6, "nva_guerrilla": 3, "nva_armor": 1}
    assert s.resources[NVA] == 18


# --- S61* Xuan Loc ------------------------------------------------------------------------------------------------


def test_card_s61_unshaded_holds_a_province() -> None:
    s = begun()
    edit(s, "tay_ninh", nva_troops=4)
    flow = executed(s, "s61", "unshaded", ARVN, "tay_ninh")
    flow.answer("arvn_troops@tay_ninh", 3, "arvn_armor@tay_ninh")
    assert flow.over
    assert here(s, "tay_ninh") == {"arvn_troops": 3, "arvn_armor": 1, "nva_troops": 1}


def test_card_s61_shaded_breaks_it() -> None:
    s = begun()
    edit(s, KIEN_HOA)
    flow = executed(s, "s61", "shaded", NVA, BINH_TUY, f"arvn_troops@{BINH_TUY}", 2, f"police@{BINH_TUY}")
    assert (flow.over, here(s, BINH_TUY)) == (True, {"arvn_base": 1, "police": 1})
    assert not tells(empty(), "s61", "shaded", NVA)


# --- S62* Frequent Wind -------------------------------------------------------------------------------------------


def test_card_s62_unshaded_flies_americans_out_as_the_us_likes() -> None:
    s = retreated(anti_war=15)
    flow = executed(s, "s62", "unshaded", ARVN)
    assert asked(flow) == (US, "event.fly_out")
    assert "us_troops@saigon" not in flow.keys()
    flow.answer("us_base@saigon", "irregular@saigon", 2, "done")
    assert here(s, "saigon").keys() & {"us_base", "irregular"} == set()
    assert (at(s, AVAILABLE)["us_base"], at(s, AVAILABLE)["irregular"]) == (1, 2)
    assert (s.anti_war, s.patronage) == (12, 28)


def test_card_s62_unshaded_pays_patronage_alone_in_black_april() -> None:
    s = begun()
    assert executed(s, "s62", "unshaded", ARVN).over
    assert (s.patronage, s.anti_war) == (23, 0)
    assert not tells(begun(patronage=75), "s62", "unshaded", ARVN)


def test_card_s62_shaded_shows_the_end() -> None:
    s = retreated()
    executed(s, "s62", "shaded", VC)
    assert (s.anti_war, s.patronage) == (3, 21)


# --- S63* Convoy of Tears -----------------------------------------------------------------------------------------


def test_card_s63_unshaded_brings_units_to_ports_that_nva_does_not_hold() -> None:
    s = begun()
    edit(s, "qui_nhon", nva_troops=1)
    edit(s, PLEIKU, arvn_troops=2, arvn_armor=1, captured_nva_armor=1, arvn_base=1)
    flow = executed(s, "s63", "unshaded", ARVN)
    assert f"arvn_base@{PLEIKU}" not in flow.keys()
    flow.answer(f"arvn_troops@{PLEIKU}")
    assert flow.keys() == ["hue", "da_nang", "cam_ranh", "saigon"]
    flow.answer("cam_ranh", 2, f"captured_nva_armor@{PLEIKU}", "cam_ranh", "done")
    assert here(s, "cam_ranh") == {"arvn_troops": 2, "police": 2, "captured_nva_armor": 1}
    assert s.resources[ARVN] == 33


def test_card_s63_shaded_ruins_the_retreat() -> None:
    s = begun()
    flow = executed(s, "s63", "shaded", NVA, f"arvn_troops@{PLEIKU}", 2, "police@kontum", 2)
    assert (flow.over, at(s, CASUALTIES)) == (True, {"arvn_troops": 2, "police": 2})
    assert here(s, PHU_BON) == {"police": 1}


# --- S64* Nguyen Khoa Nam -----------------------------------------------------------------------------------------


def test_card_s64_unshaded_sweeps_and_assaults_in_two_lowlands() -> None:
    s = begun()
    edit(s, "can_tho", arvn_troops=6)
    flow = executed(s, "s64", "unshaded", ARVN, "yes", "kien_phong", "kien_giang_an_xuyen")
    flow.answer("kien_phong", "can_tho", 3, "kien_giang_an_xuyen", 3, "done")
    assert asked(flow) == (ARVN, "event.operate_at_all")
    flow.answer("yes", "kien_phong", "kien_giang_an_xuyen")
    assert flow.over
    assert here(s, "kien_phong") == {"arvn_troops": 3, "nva_guerrilla_active": 1}


def test_card_s64_shaded_loses_a_lowland() -> None:
    s = begun()
    assert asked(executed(s, "s64", "shaded", NVA))[1] == "event.remove_arvn_units"  # Quang Tin alone has both
    s = begun()
    edit(s, KIEN_HOA, arvn_troops=2, police=2, nva_guerrilla=1)
    flow = executed(s, "s64", "shaded", NVA, KIEN_HOA, f"police@{KIEN_HOA}", 2, f"arvn_troops@{KIEN_HOA}")
    assert (flow.over, level(s, KIEN_HOA)) == (True, 0)
    assert here(s, KIEN_HOA) == {"arvn_troops": 1, "nva_guerrilla": 1}


def test_card_s64_shaded_takes_cubes_where_no_lowland_can_shift() -> None:
    s = begun()
    s.support[row(QUANG_TIN)] = -2
    flow = executed(s, "s64", "shaded", NVA, f"police@{QUANG_TIN}", 2, "done")
    assert (flow.over, at(s, CASUALTIES)) == (True, {"police": 2})
    edit(s, QUANG_TIN, nva_troops=1)
    assert not tells(s, "s64", "shaded", NVA)


# --- S65* Enclaves ------------------------------------------------------------------------------------------------


def test_card_s65_unshaded_gathers_in_the_ports() -> None:
    s = begun()
    flow = executed(s, "s65", "unshaded", ARVN)
    assert "police@can_tho" not in flow.keys()
    flow.answer("arvn_troops@hue", "saigon", 2, "police@hue", "da_nang", 4)
    assert asked(flow) == (ARVN, "event.shift_support")
    flow.answer("qui_nhon")
    assert (here(s, "hue"), here(s, "da_nang")) == ({}, {"police": 6})
    assert (level(s, "qui_nhon"), s.resources[ARVN]) == (1, 33)


def test_card_s65_shaded_shakes_two_ports() -> None:
    s = begun()
    flow = executed(s, "s65", "shaded", NVA)
    assert flow.keys() == ["hue", "da_nang", "cam_ranh", "saigon"]
    flow.answer("hue", "saigon")
    assert (flow.over, level(s, "hue"), level(s, "saigon"), here(s, "saigon")["police"]) == (True, 0, 0, 3)


def test_card_s65_shaded_takes_police_of_neutral_ports_each_once() -> None:
    s = begun()
    for name in ("hue", "da_nang", "cam_ranh", "saigon"):
        s.support[row(name)] = 0
    flow = executed(s, "s65", "shaded", NVA)
    for left in (2, 1):
        assert flow.decision is not None
        assert flow.decision.params is not None
        assert flow.decision.params["left"] == left
        flow.answer(flow.keys()[0])
    assert (flow.over, here(s, "hue")["police"], here(s, "da_nang")["police"]) == (True, 3, 1)


# --- S66* Da Nang Collapses ---------------------------------------------------------------------------------------


def test_card_s66_unshaded_saves_units_and_casualties() -> None:
    s = begun()
    put(s, CASUALTIES, arvn_troops=2, arvn_armor=1)
    flow = executed(s, "s66", "unshaded", ARVN)
    flow.answer("police@hue", "cam_ranh", 4, "police@da_nang", "saigon", 1, "done", 1, 1)
    assert flow.over
    assert (here(s, "cam_ranh"), here(s, "saigon")) == ({"police": 6}, {"arvn_troops": 2, "police": 5})
    assert at(s, CASUALTIES) == {"arvn_troops": 1}


def test_card_s66_shaded_routs_cubes() -> None:
    s = begun()
    executed(s, "s66", "shaded", NVA, "police@hue", 4)
    assert (here(s, "hue"), at(s, CASUALTIES)) == ({"arvn_troops": 2}, {"police": 4})
    s = at_war()
    executed(s, "s66", "shaded", NVA, "arvn_troops@hue", 3, "done")
    assert (at(s, CASUALTIES), at(s, AVAILABLE)["arvn_troops"]) == ({}, 3)


# --- S67* Babylift ------------------------------------------------------------------------------------------------


def test_card_s67_unshaded_moves_the_public() -> None:
    s = retreated(anti_war=5)
    executed(s, "s67", "unshaded", US)
    assert (s.aid, s.anti_war) == (24, 2)


def test_card_s67_shaded_shows_despair() -> None:
    s = retreated()
    executed(s, "s67", "shaded", VC)
    assert (level(s, "saigon"), s.anti_war, s.patronage) == (0, 2, 23)
    s = begun(patronage=0)
    s.support[row("saigon")] = 0
    assert not tells(s, "s67", "shaded", NVA)


# --- S68* The Last President --------------------------------------------------------------------------------------


def test_card_s68_unshaded_offers_a_president() -> None:
    s = retreated()
    s.support[row("saigon")] = -2
    executed(s, "s68", "unshaded", ARVN)
    assert (level(s, "saigon"), s.resources[VC], s.resources[NVA], s.patronage) == (1, 3, 15, 27)
    s = begun()
    executed(s, "s68", "unshaded", ARVN)
    assert (s.resources[NVA], s.patronage) == (12, 22)


def test_card_s68_shaded_lets_guerrillas_into_saigon() -> None:
    s = retreated()
    executed(s, "s68", "shaded", US, "vc_guerrilla@saigon", 2)
    assert (s.patronage, here(s, "saigon")["vc_guerrilla"]) == (20, 2)
    s = begun()
    assert executed(s, "s68", "shaded", ARVN).over  # all NVA Guerrillas are on the map
    assert s.patronage == 15


# --- S70* Deep Thrust ---------------------------------------------------------------------------------------------


def test_card_s70_unshaded_destroys_columns() -> None:
    s = begun()
    edit(s, NORTH_ROAD, nva_armor=1, captured_arvn_armor=1)
    edit(s, "tay_ninh", nva_armor=1)
    edit(s, PLEIKU, nva_armor=1)
    flow = executed(s, "s70", "unshaded", ARVN)
    assert f"nva_armor@{PLEIKU}" not in flow.keys()
    flow.answer(f"captured_arvn_armor@{NORTH_ROAD}", "nva_armor@tay_ninh")
    assert (flow.over, here(s, "tay_ninh"), at(s, OUT_OF_PLAY)) == (True, {}, {"arvn_armor": 1})  # S1.4.5


def test_card_s70_shaded_passes_cities_without_coin_pieces() -> None:
    """OPEN 19: otherwise a City ends the move."""
    s = begun()
    edit(s, PLEIKU, nva_armor=1, nva_troops=2)
    edit(s, "kontum", nva_troops=1)
    edit(s, "binh_dinh", nva_armor=1)
    flow = executed(s, "s70", "shaded", NVA, PLEIKU, 2)
    assert asked(flow) == (NVA, "spearhead.destination")  # one origin
    s.resources[NVA] = 0
    assert "da_nang" in flow.keys()  # by Kontum and Dak To
    assert not tells(begun(), "s70", "shaded", NVA)


# --- S71* Newport Bridge ------------------------------------------------------------------------------------------


def test_card_s71_unshaded_defends_the_approaches() -> None:
    s = begun()
    edit(s, DELTA_ROAD, nva_guerrilla_active=1)
    edit(s, "hue")
    flow = executed(s, "s71", "unshaded", ARVN, f"police@{DELTA_ROAD}", 2)
    assert "done" in flow.keys()
    flow.answer("ranger@saigon")
    assert flow.over
    assert (here(s, DELTA_ROAD), here(s, "saigon")["ranger"]) == ({"police": 2}, 1)


def test_card_s71_shaded_cuts_roads_without_arvn() -> None:
    s = retreated()
    edit(s, DELTA_ROAD, police=1)
    edit(s, NORTH_ROAD)
    flow = executed(s, "s71", "shaded", VC)
    assert DELTA_ROAD not in flow.keys()
    flow.answer(NORTH_ROAD, COAST_ROAD, "done")
    assert (sum(s.terror), s.resources[VC]) == (2, 9)
    s = begun()
    executed(s, "s71", "shaded", NVA, "done")
    assert s.resources[VC] == 0


# --- S72* Palace Bombing ------------------------------------------------------------------------------------------


def test_card_s72_unshaded_strikes_around_saigon_three_times() -> None:
    s = begun(posture=0, trail=1)
    edit(s, "tay_ninh", arvn_troops=1, nva_troops=4)
    edit(s, PLEIKU, arvn_troops=1, nva_troops=4)
    flow = executed(s, "s72", "unshaded", ARVN)
    assert (asked(flow), flow.keys()) == ((ARVN, "air_strike.space"), ["tay_ninh", "done"])
    flow.answer("tay_ninh", "nva_troops@tay_ninh", "degrade")
    assert (flow.over, here(s, "tay_ninh"), s.trail) == (True, {"arvn_troops": 1, "nva_troops": 3}, 0)


def test_card_s72_shaded_bombs_the_palace() -> None:
    s = begun()
    executed(s, "s72", "shaded", NVA, "police@saigon", 2)
    assert (s.resources[ARVN], here(s, "saigon")) == (25, {"arvn_troops": 2, "police": 2})
    s = begun()
    edit(s, "saigon", arvn_armor=1, police=1)
    executed(s, "s72", "shaded", NVA, "armor")
    assert (here(s, "saigon"), at(s, CASUALTIES)) == ({"police": 1}, {"arvn_armor": 1})
