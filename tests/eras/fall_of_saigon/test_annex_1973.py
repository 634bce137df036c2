"""Our own cards of 1973: each side from a position to the exact result (S5.1.1)."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY, SPACES
from fitl.events.expansions import AROUND_SAIGON, FRONTIER
from fitl.events.fall_of_saigon.vocabulary import SAIGON_ROADS
from fitl.lasting import ORISKANY_SHADED, TYPHOON_KATE
from tests.eras.fall_of_saigon.cards import asked, at_war, done, executed, here, level, retreated, tells, to_the_end
from tests.eras.fall_of_saigon.support import begun, edit, empty, row
from tests.support import at, put

QUANG_TRI, PLEIKU, QUANG_DUC = "quang_tri_thua_thien", "pleiku_darlac", "quang_duc_long_khanh"
KIEN_HOA, KIEN_GIANG, BINH_TUY = "kien_hoa_vinh_binh", "kien_giang_an_xuyen", "binh_tuy_binh_thuan"


# --- parts of the map ---------------------------------------------------------------------------------------------


def test_the_parts_of_the_map_that_these_cards_name() -> None:
    names = [SPACES[sp].id for sp in AROUND_SAIGON]
    assert names == [QUANG_DUC, BINH_TUY, "tay_ninh", "kien_phong", KIEN_HOA]
    assert [SPACES[sp].id for sp in FRONTIER] == [QUANG_TRI, "quang_nam", "quang_tin_quang_ngai", "binh_dinh", PLEIKU]
    assert len(SAIGON_ROADS) == 4


# --- S9* Le Duc Tho -----------------------------------------------------------------------------------------------


def test_card_s9_unshaded_costs_nva_resources_and_the_trail() -> None:
    s = begun(effects=ORISKANY_SHADED)  # an Event may Degrade all the same (5.1.2)
    executed(s, "s9", "unshaded", ARVN)
    assert (s.resources[NVA], s.trail) == (9, 2)
    s = begun(trail=0)
    s.resources[NVA] = 0
    assert not tells(s, "s9", "unshaded", ARVN)


def test_card_s9_shaded_lowers_war_weary_and_aid() -> None:
    s = begun()
    executed(s, "s9", "shaded", NVA)
    assert (s.war_weary, s.aid) == (13, 25)
    s = begun(war_weary=1, aid=0)
    executed(s, "s9", "shaded", NVA)
    assert (s.war_weary, s.aid) == (0, 0)
    assert not tells(s, "s9", "shaded", NVA)


# --- S10* Corridor 613 --------------------------------------------------------------------------------------------


def test_card_s10_unshaded_removes_nva_units_on_both_sides_of_the_border() -> None:
    s = begun()
    flow = executed(s, "s10", "unshaded", ARVN)
    assert asked(flow) == (ARVN, "event.remove_nva_units")
    assert not [key for key in flow.keys() if "base" in key or "tunnel" in key]
    flow.answer("nva_troops@southern_laos", 2, f"nva_guerrilla@{QUANG_TRI}")
    assert (flow.over, here(s, "southern_laos")) == (True, {"nva_guerrilla": 1, "nva_base": 1})


def test_card_s10_shaded_moves_six_troops_down_the_corridor() -> None:
    s = begun()
    flow = executed(s, "s10", "shaded", ARVN)
    assert asked(flow) == (NVA, "event.corridor")
    flow.answer("nva_troops@north_vietnam", "binh_dinh", 2, "nva_troops@central_laos", "binh_dinh", 1, "done")
    assert here(s, "binh_dinh") == {"nva_troops": 3, "nva_guerrilla": 1}
    assert here(s, "central_laos")["nva_troops"] == 1
    assert not tells(empty(), "s10", "shaded", NVA)


# --- S11* Loc Ninh ------------------------------------------------------------------------------------------------


def test_card_s11_unshaded_removes_a_base_or_guerrillas() -> None:
    s = begun()
    flow = executed(s, "s11", "unshaded", ARVN)
    assert asked(flow) == (ARVN, "event.remove_any_guerrillas")
    flow.answer("nva_guerrilla@tay_ninh", 2, f"nva_guerrilla@{QUANG_DUC}")
    assert (flow.over, here(s, "tay_ninh"), here(s, QUANG_DUC)) == (True, {"nva_guerrilla": 1}, {})
    s = begun()
    edit(s, QUANG_DUC, nva_base=1, nva_guerrilla=2)
    assert executed(s, "s11", "unshaded", ARVN).over
    assert here(s, QUANG_DUC) == {"nva_guerrilla": 2}


def test_card_s11_unshaded_takes_guerrillas_where_only_a_tunneled_base_is_left() -> None:
    s = begun()
    edit(s, "tay_ninh", nva_tunnel=1, nva_guerrilla=1)
    flow = executed(s, "s11", "unshaded", ARVN)
    assert flow.keys() == ["nva_guerrilla@tay_ninh", f"nva_guerrilla@{QUANG_DUC}", "done"]


def test_card_s11_shaded_founds_a_capital_of_vc_or_nva() -> None:
    s = retreated()
    edit(s, "the_fishhook", nva_troops=6)  # a Base and Guerrillas for NVA too
    flow = executed(s, "s11", "shaded", ARVN)
    assert (asked(flow)[0], sorted(flow.keys())) == (ARVN, ["nva", "vc"])
    flow.answer("vc")
    assert asked(flow) == (VC, "event.red_capital")
    to_the_end(flow.answer("phuoc_long"))
    assert here(s, "phuoc_long") == {"vc_guerrilla": 2, "vc_base": 1}


def test_card_s11_shaded_places_what_has_room() -> None:
    s = begun()
    edit(s, "phuoc_long", nva_base=2)
    edit(s, "tay_ninh")
    executed(s, "s11", "shaded", NVA, "phuoc_long", 2)
    assert here(s, "phuoc_long") == {"nva_base": 2, "nva_guerrilla": 2}


# --- S12* 21st Plenum ---------------------------------------------------------------------------------------------


def test_card_s12_unshaded_wearies_hanoi() -> None:
    s = begun()
    executed(s, "s12", "unshaded", ARVN)
    assert (s.war_weary, s.resources[NVA]) == (17, 12)


def test_card_s12_shaded_lets_nva_rally_in_three_spaces() -> None:
    s = begun()
    edit(s, "tay_ninh", nva_guerrilla=2)
    flow = executed(s, "s12", "shaded", ARVN)
    assert (s.war_weary, asked(flow)) == (14, (NVA, "event.operate_at_all"))
    flow.answer("yes", "tay_ninh", "base", "phuoc_long", "kien_phong", "place")
    assert flow.asked.count("rally.space") == 3
    to_the_end(flow)
    assert flow.asked.count("rally.space") == 3
    assert (here(s, "tay_ninh"), here(s, "phuoc_long")) == ({"nva_base": 1}, {"nva_guerrilla": 1})
    assert s.resources[NVA] == 15
    assert executed(begun(), "s12", "shaded", NVA, "no").over


# --- S13* Enhance Plus --------------------------------------------------------------------------------------------


def test_card_s13_unshaded_brings_armor_to_cities_and_bases() -> None:
    s = begun(posture=0)
    flow = executed(s, "s13", "unshaded", ARVN)
    assert "arvn_armor@quang_nam" in flow.keys()
    assert "arvn_armor@tay_ninh" not in flow.keys()
    flow.answer("arvn_armor@quang_nam", 1, "arvn_armor@saigon")
    assert (flow.over, here(s, "saigon")["arvn_armor"], s.resources[ARVN]) == (True, 1, 33)
    s = begun()
    executed(s, "s13", "unshaded", NVA, "done")
    assert s.resources[ARVN] == 33


def test_only_the_executing_faction_lifts_pieces_for_card_s13() -> None:
    """1.4.1: ARVN places, but only if ARVN (or the US) executes the Event may Armor come from the map."""
    s = begun()
    edit(s, "hue", arvn_armor=8)
    assert executed(s.copy(), "s13", "unshaded", NVA).over
    flow = executed(s, "s13", "unshaded", ARVN)
    flow.answer("arvn_armor@saigon", "done")
    assert (here(s, "hue")["arvn_armor"], here(s, "saigon")["arvn_armor"]) == (7, 1)


def test_card_s13_shaded_costs_arvn_resources() -> None:
    s = begun()
    executed(s, "s13", "shaded", NVA)
    assert s.resources[ARVN] == 23


# --- S15* Flag War ------------------------------------------------------------------------------------------------


def test_card_s15_unshaded_raises_flags_where_arvn_is() -> None:
    s = retreated()
    edit(s, "kien_phong", arvn_troops=1)
    edit(s, "quang_tin_quang_ngai")  # frees Police
    flow = executed(s, "s15", "unshaded", US)
    assert asked(flow) == (ARVN, "event.place_one_there")
    assert "tay_ninh" not in flow.keys()
    flow.answer("kien_phong")
    assert "kien_phong" not in flow.keys()
    assert flow.decision is not None
    assert flow.decision.params is not None
    assert flow.decision.params["left"] == 4
    flow.answer("done")
    assert here(s, "kien_phong") == {"arvn_troops": 1, "police": 1}


def test_card_s15_shaded_places_guerrillas_one_by_one() -> None:
    s = begun()
    edit(s, "binh_dinh")
    edit(s, "tay_ninh")
    flow = executed(s, "s15", "shaded", NVA)
    assert BINH_TUY not in flow.keys()
    flow.answer("tay_ninh", "binh_dinh", "sihanoukville", "phuoc_long")
    assert flow.over
    assert [here(s, sp) for sp in ("tay_ninh", "phuoc_long", "sihanoukville")] == [{"nva_guerrilla": 1}] * 3


# --- S16* Cua Viet ------------------------------------------------------------------------------------------------


def test_card_s16_unshaded_places_armor_and_assaults_in_both() -> None:
    s = begun()
    edit(s, QUANG_TRI, arvn_troops=3, nva_troops=5)
    edit(s, "hue", nva_guerrilla_active=1)
    flow = executed(s, "s16", "unshaded", ARVN)
    assert "done" in flow.keys()
    flow.answer(f"arvn_armor@{QUANG_TRI}", 1, "arvn_armor@hue")
    assert flow.over  # Troops alone are hit, and Armor Assaults without cubes (S3.2.4, OPEN 13)
    assert here(s, QUANG_TRI) == {"arvn_troops": 3, "arvn_armor": 1, "nva_troops": 2}
    assert here(s, "hue") == {"arvn_armor": 1}


def test_card_s16_shaded_sends_arvn_units_to_casualties() -> None:
    s = begun()
    flow = executed(s, "s16", "shaded", NVA)
    assert "arvn_base@" + QUANG_TRI not in flow.keys()
    flow.answer(f"arvn_troops@{QUANG_TRI}", 2, "police@hue")
    assert (flow.over, at(s, CASUALTIES)) == (True, {"arvn_troops": 2, "police": 1})
    s = at_war()
    executed(s, "s16", "shaded", NVA, f"arvn_troops@{QUANG_TRI}", 3)
    assert (at(s, CASUALTIES), at(s, AVAILABLE)["arvn_troops"]) == ({}, 3)


# --- S17* Leopard Spots -------------------------------------------------------------------------------------------


def test_card_s17_unshaded_shifts_three_provinces_that_coin_controls() -> None:
    s = begun()
    flow = executed(s, "s17", "unshaded", ARVN)
    assert "quang_nam" not in flow.keys()
    flow.answer(BINH_TUY, "quang_tin_quang_ngai", "khanh_hoa")
    levels = [level(s, sp) for sp in (BINH_TUY, "quang_tin_quang_ngai", "khanh_hoa")]
    assert (flow.over, levels, s.patronage) == (True, [1, 0, 2], 21)


def test_card_s17_shaded_shifts_three_others_down() -> None:
    s = begun()
    flow = executed(s, "s17", "shaded", NVA)
    assert sorted(flow.keys()) == [PLEIKU, "quang_nam", QUANG_TRI]
    flow.answer(PLEIKU, "quang_nam")
    assert (flow.over, level(s, PLEIKU), level(s, "quang_nam"), level(s, QUANG_TRI)) == (True, -2, -1, -1)
    assert s.patronage == 19


# --- S18* Rice War ------------------------------------------------------------------------------------------------


def test_card_s18_unshaded_starves_both_or_nva_alone() -> None:
    s = retreated()
    executed(s, "s18", "unshaded", ARVN)
    assert (s.resources[NVA], s.resources[VC]) == (11, 2)
    s = begun()
    executed(s, "s18", "unshaded", ARVN)
    assert (s.resources[NVA], s.resources[VC]) == (9, 0)


def test_card_s18_shaded_starves_arvn_and_a_lowland() -> None:
    s = begun()
    flow = executed(s, "s18", "shaded", NVA)
    assert set(flow.keys()) == {"quang_tin_quang_ngai", "phu_bon_phu_yen", KIEN_HOA, "ba_xuyen"}
    flow.answer("ba_xuyen")
    assert (s.resources[ARVN], level(s, "ba_xuyen")) == (26, 0)


# --- S19* ICCS ----------------------------------------------------------------------------------------------------


def test_card_s19_unshaded_exposes_guerrillas_of_both_in_two_spaces() -> None:
    s = retreated()
    executed(s, "s19", "unshaded", ARVN, "tay_ninh", "binh_dinh")
    assert here(s, "tay_ninh") == {"nva_guerrilla_active": 3, "vc_guerrilla_active": 2, "vc_tunnel": 1}
    assert (here(s, "binh_dinh")["vc_guerrilla_active"], s.trail) == (2, 2)
    s = begun(effects=ORISKANY_SHADED)
    executed(s, "s19", "unshaded", ARVN, "done")
    assert (here(s, "tay_ninh"), s.trail) == ({"nva_guerrilla": 3}, 2)


def test_card_s19_shaded_hides_them() -> None:
    s = begun()
    edit(s, "tay_ninh", nva_guerrilla_active=2)
    flow = executed(s, "s19", "shaded", NVA)
    assert flow.keys() == ["tay_ninh", "done"]
    flow.answer("tay_ninh")
    assert (here(s, "tay_ninh"), s.aid) == ({"nva_guerrilla": 2}, 26)


# --- S20* La Celle-Saint-Cloud ------------------------------------------------------------------------------------


def test_card_s20_unshaded_pays_patronage_and_calms_the_public() -> None:
    s = retreated(anti_war=15)
    executed(s, "s20", "unshaded", ARVN)
    assert (s.patronage, s.anti_war) == (28, 14)
    assert not tells(begun(patronage=75), "s20", "unshaded", ARVN)


def test_card_s20_shaded_recognizes_vc() -> None:
    s = retreated()
    executed(s, "s20", "shaded", VC)
    assert (s.resources[VC], s.patronage, level(s, "saigon")) == (10, 25, 0)
    s = begun()
    executed(s, "s20", "shaded", NVA)
    assert (s.resources[VC], s.patronage, level(s, "saigon")) == (0, 17, 0)


# --- S21* Prisoner Exchange ---------------------------------------------------------------------------------------


def test_card_s21_unshaded_frees_prisoners_from_two_boxes() -> None:
    s = begun()
    edit(s, "saigon")
    before = at(s, AVAILABLE)
    put(s, CASUALTIES, arvn_troops=1, arvn_armor=1)
    put(s, OUT_OF_PLAY, police=3)
    flow = executed(s, "s21", "unshaded", ARVN)
    assert asked(flow) == (ARVN, "event.prisoners")
    flow.answer(1)
    assert flow.keys() == ["0", "1", "2"]
    flow.answer(2)
    assert (flow.over, at(s, CASUALTIES), at(s, OUT_OF_PLAY)) == (True, {"arvn_armor": 1}, {"police": 1})
    assert at(s, AVAILABLE) == before | {"arvn_armor": 7, "police": before["police"] - 1}


def test_card_s21_unshaded_calms_the_public_where_there_is_one() -> None:
    s = retreated(anti_war=2)
    put(s, OUT_OF_PLAY, ranger=2)
    assert executed(s, "s21", "unshaded", US, 0).over
    assert (s.anti_war, at(s, OUT_OF_PLAY)["ranger"]) == (1, 2)
    assert not tells(begun(), "s21", "unshaded", ARVN)


def test_card_s21_shaded_places_guerrillas_at_bases_of_the_same_faction() -> None:
    s = retreated()
    edit(s, "the_fishhook", nva_troops=6)
    flow = executed(s, "s21", "shaded", US, "vc")
    assert asked(flow) == (VC, "event.place_guerrillas")
    assert "vc_guerrilla@southern_laos" not in flow.keys()
    flow.answer(f"vc_guerrilla@{KIEN_GIANG}", 2, "vc_guerrilla@binh_dinh")
    assert (flow.over, here(s, KIEN_GIANG)["vc_guerrilla"], here(s, "binh_dinh")["vc_guerrilla"]) == (True, 4, 3)


def test_card_s21_shaded_lifts_guerrillas_of_the_executor_alone() -> None:
    """1.4.1: in Black April all NVA Guerrillas are on the map."""
    s = begun()
    assert not tells(s, "s21", "shaded", ARVN)
    assert asked(executed(s, "s21", "shaded", NVA)) == (NVA, "event.place_guerrillas")


# --- S22* Trung Nghia ---------------------------------------------------------------------------------------------


def test_card_s22_unshaded_removes_nva_units_before_kontum() -> None:
    s = begun()
    executed(s, "s22", "unshaded", ARVN, f"nva_troops@{PLEIKU}", 3)
    assert here(s, PLEIKU)["nva_troops"] == 1
    assert not tells(empty(), "s22", "unshaded", ARVN)


def test_card_s22_shaded_marches_over_the_trail_into_one_space_and_attacks() -> None:
    s = begun()
    flow = executed(s, "s22", "shaded", ARVN)
    assert (asked(flow), flow.keys()) == ((NVA, "event.march_where"), ["kontum", PLEIKU])
    flow.answer(PLEIKU, "yes")
    assert asked(flow)[1] == "march.origin"
    assert "north_vietnam" in flow.keys()  # through Laos (3.3.2)
    to_the_end(flow.answer("north_vietnam", 2, 0, "done", "done", "troops"))
    assert s.resources[NVA] == 15
    assert here(s, PLEIKU) == {"arvn_base": 1, "nva_troops": 6, "nva_guerrilla": 2}


def test_card_s22_shaded_does_not_pass_a_closed_trail() -> None:
    flow = executed(begun(trail=0), "s22", "shaded", NVA, PLEIKU, "yes")
    assert "north_vietnam" not in flow.keys()


def test_card_s22_shaded_attacks_even_if_nobody_marches() -> None:
    s = begun(trail=0)
    flow = executed(s, "s22", "shaded", NVA, PLEIKU, "no", "troops")
    flow.answer("arvn_troops", "arvn_troops")
    assert (flow.over, here(s, PLEIKU).get("arvn_troops"), s.resources[NVA]) == (True, None, 15)


# --- S23* Tong Le Chon --------------------------------------------------------------------------------------------


def test_card_s23_unshaded_sends_rangers_and_raids() -> None:
    s = begun()
    flow = executed(s, "s23", "unshaded", ARVN, "ranger@tay_ninh", 1)
    assert "done" in flow.keys()
    flow.answer("ranger@phuoc_long")
    assert asked(flow) == (ARVN, "raid.space")
    to_the_end(flow.answer("tay_ninh", "done", "done", "yes"))
    assert here(s, "tay_ninh") == {"ranger_active": 1, "nva_guerrilla": 1}
    assert here(s, "phuoc_long") == {"ranger": 1}


def test_card_s23_unshaded_raids_in_one_space_under_typhoon_kate() -> None:
    """5.1.2: the Event names no number of spaces, so card 115 holds."""
    flow = executed(begun(effects=TYPHOON_KATE), "s23", "unshaded", ARVN, "ranger@tay_ninh", 2, "tay_ninh")
    assert asked(flow)[1] != "raid.space"


def test_card_s23_shaded_takes_a_garrison_and_bombards() -> None:
    s = begun()
    flow = executed(s, "s23", "shaded", NVA)
    assert asked(flow) == (NVA, "event.losses_where")
    flow.answer("quang_nam", "arvn_troops@quang_nam", 1, "ranger@quang_nam")
    assert asked(flow) == (NVA, "bombard.space")
    to_the_end(flow.answer(QUANG_TRI))
    assert here(s, "quang_nam").get("ranger", 0) == 0
    assert (here(s, "quang_nam")["arvn_troops"], at(s, CASUALTIES)) == (1, {"arvn_troops": 2, "ranger": 1})
    assert here(s, QUANG_TRI)["arvn_troops"] == 3


# --- S24* Nha Be --------------------------------------------------------------------------------------------------


def test_card_s24_unshaded_sweeps_and_assaults_in_one_province() -> None:
    s = begun()
    edit(s, KIEN_HOA, arvn_troops=4, nva_guerrilla=3)
    flow = executed(s, "s24", "unshaded", US)
    assert asked(flow) == (ARVN, "event.operate_at_all")
    flow.answer("yes")
    assert "ba_xuyen" not in flow.keys()
    flow.answer(KIEN_HOA, "done", "yes")
    assert flow.over
    assert here(s, KIEN_HOA) == {"arvn_troops": 4, "nva_guerrilla_active": 1}


def test_card_s24_unshaded_assaults_without_a_sweep() -> None:
    s = begun()
    edit(s, KIEN_HOA, arvn_troops=2, nva_guerrilla_active=1)
    edit(s, "tay_ninh", arvn_armor=1, nva_guerrilla_active=1)
    flow = executed(s, "s24", "unshaded", ARVN, "no", "yes")
    assert flow.keys() == ["tay_ninh", KIEN_HOA]
    flow.answer("tay_ninh")
    assert (flow.over, here(s, "tay_ninh")) == (True, {"arvn_armor": 1})


def test_card_s24_shaded_burns_fuel_and_sabotages_two_roads() -> None:
    s = begun()
    s.terror[row("loc_saigon_can_tho")] = 1
    flow = executed(s, "s24", "shaded", NVA, 4)
    assert flow.keys() == ["loc_saigon_cam_ranh", "loc_saigon_da_lat", "loc_saigon_an_loc_ban_me_thuot"]
    flow.answer("loc_saigon_da_lat", "loc_saigon_cam_ranh")
    assert (flow.over, s.resources[ARVN], sum(s.terror)) == (True, 26, 3)


def test_card_s24_shaded_stops_when_the_markers_run_out() -> None:
    s = begun()
    s.terror[row("tay_ninh")] = 14
    executed(s, "s24", "shaded", NVA, 1, "loc_saigon_da_lat")
    assert sum(s.terror) == 15
    s.resources[ARVN] = 0
    assert not tells(s, "s24", "shaded", NVA)
    done(s, "s24", "shaded", NVA, 1)
