"""Our own cards of 1974: each side from a position to the exact result (S5.1.1)."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import AVAILABLE, CASUALTIES
from fitl.lasting import TYPHOON_KATE
from tests.eras.fall_of_saigon.cards import asked, at_war, done, executed, here, level, retreated, tells
from tests.eras.fall_of_saigon.support import begun, edit, empty, row
from tests.support import at

QUANG_TRI, QUANG_TIN, PLEIKU = "quang_tri_thua_thien", "quang_tin_quang_ngai", "pleiku_darlac"
QUANG_DUC, BINH_TUY, KIEN_HOA = "quang_duc_long_khanh", "binh_tuy_binh_thuan", "kien_hoa_vinh_binh"


# --- S34* Thuong Duc ----------------------------------------------------------------------------------------------


def test_card_s34_unshaded_flies_four_pieces_in_and_assaults() -> None:
    s = begun(posture=0, effects=TYPHOON_KATE)  # the Event needs no Posture and beats card 115 (5.1.2)
    edit(s, "saigon", arvn_troops=6)
    flow = executed(s, "s34", "unshaded", US, "yes")
    assert asked(flow) == (ARVN, "air_lift.space")
    flow.answer("saigon", "quang_nam", "done", 4)
    assert flow.over
    assert here(s, "saigon") == {"arvn_troops": 2}
    assert here(s, "quang_nam")["nva_troops"] == 3  # 6 Troops in a Highland


def test_card_s34_unshaded_flies_before_the_us_has_retreated_and_may_stay_down() -> None:
    s = at_war()
    edit(s, "quang_nam", arvn_troops=3, nva_troops=2)
    flow = executed(s, "s34", "unshaded", US)
    assert asked(flow) == (ARVN, "event.air_lift_at_all")
    flow.answer("no")
    assert here(s, "quang_nam") == {"arvn_troops": 3, "nva_troops": 1}


def test_card_s34_unshaded_is_effective_if_somebody_can_fly_or_assault() -> None:
    s = empty()
    assert not tells(s, "s34", "unshaded", ARVN)
    edit(s, "saigon", ranger=1)
    assert tells(s, "s34", "unshaded", ARVN)
    s = empty()
    edit(s, "quang_nam", arvn_troops=1, nva_troops=1)
    assert not tells(s, "s34", "unshaded", ARVN)  # one Troop hits nobody in Highlands (3.2.4)
    edit(s, "quang_nam", arvn_troops=3, nva_troops=1)
    assert tells(s, "s34", "unshaded", ARVN)


def test_card_s34_shaded_breaks_quang_nam_and_builds_there() -> None:
    s = begun()
    flow = executed(s, "s34", "shaded", NVA, "police@quang_nam", 2, "done")
    assert flow.over  # two Bases stand there
    assert at(s, CASUALTIES) == {"police": 2}
    s = begun()
    edit(s, "quang_nam", arvn_troops=1)
    executed(s, "s34", "shaded", ARVN, "arvn_troops@quang_nam")
    assert here(s, "quang_nam") == {"nva_base": 1}


# --- S35* Iron Triangle -------------------------------------------------------------------------------------------


def test_card_s35_unshaded_assaults_in_two_provinces_next_to_saigon() -> None:
    s = begun()
    for name in ("tay_ninh", "kien_phong", KIEN_HOA):
        edit(s, name, arvn_troops=2, nva_guerrilla_active=1)
    flow = executed(s, "s35", "unshaded", US, "yes")
    assert flow.keys() == ["tay_ninh", "kien_phong", KIEN_HOA]
    flow.answer("tay_ninh", KIEN_HOA)
    assert (flow.over, here(s, "tay_ninh"), s.resources[ARVN]) == (True, {"arvn_troops": 2}, 30)
    assert here(s, "kien_phong") == {"arvn_troops": 2, "nva_guerrilla_active": 1}
    edit(s, "kien_phong", police=3, nva_guerrilla_active=1)
    assert not tells(s, "s35", "unshaded", ARVN)  # Police alone hit nobody in a Province


def test_card_s35_shaded_places_guerrillas_around_the_capital() -> None:
    s = retreated()
    flow = executed(s, "s35", "shaded", NVA, "vc", f"vc_guerrilla@{KIEN_HOA}", 2, f"vc_guerrilla@{BINH_TUY}")
    assert (flow.over, here(s, KIEN_HOA), here(s, BINH_TUY)) == (True, {"vc_guerrilla": 3}, {"vc_guerrilla": 2})


# --- S36* Strategic Raids -----------------------------------------------------------------------------------------


def test_card_s36_unshaded_wearies_hanoi() -> None:
    s = begun()
    executed(s, "s36", "unshaded", ARVN)
    assert (s.war_weary, s.resources[NVA]) == (17, 11)


def test_card_s36_shaded_attacks_in_two_spaces() -> None:
    s = begun()
    flow = executed(s, "s36", "shaded", NVA, "yes", QUANG_TRI, "troops", "arvn_troops", "arvn_troops")
    flow.answer("quang_nam", "troops", "police", "police")
    assert (flow.over, s.war_weary, s.resources[NVA]) == (True, 14, 15)
    assert at(s, CASUALTIES) == {"arvn_troops": 2, "police": 2}
    s = begun()
    executed(s, "s36", "shaded", NVA, "no")
    assert s.war_weary == 14


# --- S37* Offshore Oil --------------------------------------------------------------------------------------------


def test_card_s37_unshaded_brings_aid_and_patronage() -> None:
    s = begun()
    executed(s, "s37", "unshaded", ARVN)
    assert (s.aid, s.patronage) == (35, 23)
    assert tells(begun(aid=75), "s37", "unshaded", ARVN)
    assert not tells(begun(aid=75, patronage=75), "s37", "unshaded", ARVN)


def test_card_s37_shaded_costs_arvn_resources() -> None:
    s = begun()
    executed(s, "s37", "shaded", NVA)
    assert s.resources[ARVN] == 22
    s.resources[ARVN] = 3
    executed(s, "s37", "shaded", NVA)
    assert s.resources[ARVN] == 0
    assert not tells(s, "s37", "shaded", NVA)


# --- S38* Father Thanh --------------------------------------------------------------------------------------------


def test_card_s38_unshaded_doubles_patronage_given_up() -> None:
    s = begun()
    flow = executed(s, "s38", "unshaded", ARVN)
    assert flow.keys() == ["0", "1", "2", "3", "4"]
    flow.answer(3)
    assert (s.patronage, s.resources[ARVN]) == (17, 36)
    assert executed(begun(patronage=1), "s38", "unshaded", ARVN).keys() == ["0", "1"]


def test_card_s38_shaded_costs_patronage_and_a_city() -> None:
    s = begun()
    executed(s, "s38", "shaded", NVA, "hue")
    assert (s.patronage, level(s, "hue"), level(s, "saigon")) == (16, 0, 1)
    s.support[row("saigon")] = -1
    assert executed(s, "s38", "shaded", NVA).over
    assert level(s, "saigon") == 0


# --- S39* Svay Rieng ----------------------------------------------------------------------------------------------


def test_card_s39_unshaded_drives_from_two_origins() -> None:
    s = begun(effects=TYPHOON_KATE)  # the Event names two (5.1.2)
    edit(s, "saigon", arvn_armor=1, arvn_troops=2)
    edit(s, "can_tho", arvn_armor=1)
    edit(s, "hue", arvn_armor=1)  # would be a third
    edit(s, "tay_ninh", nva_guerrilla_active=4)
    flow = executed(s, "s39", "unshaded", ARVN, "saigon", 2, "can_tho", "tay_ninh", 2, "done", "tay_ninh")
    assert flow.over
    assert here(s, "tay_ninh") == {"arvn_troops": 2, "arvn_armor": 1, "nva_guerrilla_active": 1}
    assert not tells(begun(), "s39", "unshaded", ARVN)


def test_card_s39_shaded_fills_cambodia() -> None:
    s = begun()
    flow = executed(s, "s39", "shaded", NVA, "nva_troops@sihanoukville", 4, "nva_troops@the_fishhook", 2)
    assert (flow.over, here(s, "sihanoukville")) == (True, {"nva_troops": 4})
    assert here(s, "the_fishhook")["nva_troops"] == 4
    s = begun()
    done(s, "s39", "shaded", ARVN)
    assert at(s, AVAILABLE)["nva_troops"] == 14


# --- S40* Airborne Division ---------------------------------------------------------------------------------------


def test_card_s40_unshaded_moves_the_reserve_and_assaults() -> None:
    s = begun()
    edit(s, "saigon", arvn_troops=5, ranger=1, police=2)
    flow = executed(s, "s40", "unshaded", ARVN)
    assert "north_vietnam" not in flow.keys()
    assert {"saigon", "loc_saigon_can_tho"} & {*flow.keys()} == {"loc_saigon_can_tho"}
    flow.answer(PLEIKU, "arvn_troops@saigon", 4)
    assert flow.over  # 6 Troops in a Highland
    assert here(s, PLEIKU) == {"arvn_troops": 6, "ranger": 1, "arvn_base": 1, "nva_troops": 2, "nva_guerrilla": 2}


def test_card_s40_unshaded_without_a_reserve_assaults_where_arvn_stands() -> None:
    s = begun()
    edit(s, "saigon")
    flow = executed(s, "s40", "unshaded", US)
    assert flow.keys() == [QUANG_TRI, "quang_nam", QUANG_TIN, PLEIKU]
    assert not tells(empty(), "s40", "unshaded", ARVN)


def test_card_s40_shaded_takes_troops_that_face_troops() -> None:
    s = begun()
    flow = executed(s, "s40", "shaded", NVA)
    assert flow.keys() == [QUANG_TRI, "quang_nam", QUANG_TIN, PLEIKU, "done"]
    flow.answer(QUANG_TRI, f"arvn_troops@{QUANG_TRI}", 3)
    assert (flow.over, at(s, CASUALTIES)) == (True, {"arvn_troops": 3})


# --- S41* Land Titles ---------------------------------------------------------------------------------------------


def test_card_s41_unshaded_wins_three_lowlands() -> None:
    s = begun()
    flow = executed(s, "s41", "unshaded", ARVN)
    assert flow.keys() == [QUANG_TIN, "phu_bon_phu_yen", KIEN_HOA, "ba_xuyen"]
    flow.answer(QUANG_TIN, KIEN_HOA, "ba_xuyen")
    assert [level(s, sp) for sp in (QUANG_TIN, KIEN_HOA, "ba_xuyen")] == [0, 2, 2]
    assert s.resources[ARVN] == 33


def test_card_s41_shaded_loses_two_lowlands_to_either_insurgent() -> None:
    s = retreated()
    edit(s, "the_fishhook", nva_troops=6)
    flow = executed(s, "s41", "shaded", VC, KIEN_HOA, "kien_phong")
    assert flow.keys() == [f"nva_guerrilla@{KIEN_HOA}", f"vc_guerrilla@{KIEN_HOA}"]
    flow.answer(f"nva_guerrilla@{KIEN_HOA}", "vc_guerrilla@kien_phong")
    assert (flow.over, here(s, KIEN_HOA)) == (True, {"nva_guerrilla": 1, "vc_guerrilla": 1})
    assert (level(s, KIEN_HOA), level(s, "kien_phong")) == (-1, -2)


def test_card_s41_shaded_takes_lowlands_that_can_shift_first() -> None:
    s = begun()
    flow = executed(s, "s41", "shaded", NVA)  # Quang Tin alone can shift, so it is not asked for
    assert (level(s, QUANG_TIN), flow.keys()) == (-2, ["kien_phong", "kien_giang_an_xuyen"])


def test_card_s41_shaded_is_effective_if_a_lowland_can_shift_or_a_guerrilla_can_come() -> None:
    s = begun()
    edit(s, QUANG_TIN)
    edit(s, "tay_ninh", nva_guerrilla=4)
    assert not tells(s, "s41", "shaded", ARVN)  # no Guerrilla Available, and ARVN lifts none
    assert tells(s, "s41", "shaded", NVA)
    edit(s, QUANG_TIN, nva_troops=1)
    assert tells(s, "s41", "shaded", ARVN)


# --- S43* Third Force ---------------------------------------------------------------------------------------------


def test_card_s43_unshaded_wins_a_city_from_vc_or_nva() -> None:
    s = retreated()
    executed(s, "s43", "unshaded", ARVN, "qui_nhon")
    assert (level(s, "qui_nhon"), s.resources[VC], s.resources[NVA]) == (1, 3, 15)
    s = begun()
    executed(s, "s43", "unshaded", ARVN, "an_loc")
    assert (level(s, "an_loc"), s.resources[NVA]) == (1, 12)


def test_card_s43_shaded_loosens_two_cities() -> None:
    s = begun()
    flow = executed(s, "s43", "shaded", NVA)
    assert "an_loc" not in flow.keys()
    flow.answer("saigon", "hue")
    assert (level(s, "saigon"), level(s, "hue"), s.patronage) == (0, 0, 18)


# --- S44* Political Prisoners -------------------------------------------------------------------------------------


def test_card_s44_unshaded_and_shaded_move_aid_and_anti_war() -> None:
    s = retreated(anti_war=5)
    executed(s, "s44", "unshaded", US)
    assert (s.aid, s.anti_war) == (25, 3)
    executed(s, "s44", "shaded", VC)
    assert (s.aid, s.anti_war) == (20, 5)


def test_card_s44_shaded_and_unshaded_know_no_anti_war_in_black_april() -> None:
    s = begun()
    executed(s, "s44", "shaded", NVA)
    assert (s.aid, s.anti_war) == (25, 0)
    assert not tells(begun(aid=0), "s44", "shaded", NVA)
    assert not tells(begun(aid=75), "s44", "unshaded", ARVN)


# --- S45* Duc Duc -------------------------------------------------------------------------------------------------


def test_card_s45_unshaded_clears_one_of_two_provinces() -> None:
    s = retreated()
    edit(s, "quang_nam", nva_guerrilla_active=1, vc_guerrilla_active=2, vc_guerrilla=1)
    edit(s, QUANG_TIN, vc_guerrilla_active=1)
    executed(s, "s45", "unshaded", ARVN, "quang_nam")
    assert (here(s, "quang_nam"), here(s, QUANG_TIN)) == ({"vc_guerrilla": 1}, {"vc_guerrilla_active": 1})
    assert not tells(begun(), "s45", "unshaded", ARVN)


def test_card_s45_shaded_terrorizes_both() -> None:
    s = begun()
    s.terror[row("quang_nam")] = 1
    assert executed(s, "s45", "shaded", NVA).over
    assert (s.terror[row("quang_nam")], s.terror[row(QUANG_TIN)]) == (1, 1)
    assert (level(s, "quang_nam"), level(s, QUANG_TIN)) == (-1, -2)
    assert (here(s, "quang_nam")["police"], here(s, QUANG_TIN)["police"]) == (1, 1)


def test_card_s45_shaded_asks_where_the_last_marker_goes() -> None:
    s = begun()
    s.terror[row("tay_ninh")] = 14
    flow = executed(s, "s45", "shaded", NVA)
    assert asked(flow) == (NVA, "event.terror_short")
    flow.answer(QUANG_TIN)
    assert (s.terror[row("quang_nam")], s.terror[row(QUANG_TIN)]) == (0, 1)


# --- S46* Highland Camps ------------------------------------------------------------------------------------------


def test_card_s46_unshaded_mans_a_highland() -> None:
    s = begun()
    flow = executed(s, "s46", "unshaded", ARVN)
    assert flow.keys() == [QUANG_TRI, "quang_nam", PLEIKU, "khanh_hoa"]
    flow.answer("khanh_hoa", "ranger@khanh_hoa", 2, "arvn_troops@khanh_hoa", 1, "done")
    assert here(s, "khanh_hoa") == {"arvn_troops": 1, "police": 1, "ranger": 3, "arvn_base": 1}


def test_card_s46_shaded_takes_a_ranger_and_a_police_from_each_of_two() -> None:
    s = begun()
    edit(s, "khanh_hoa", ranger=1, ranger_active=1, police=2)
    flow = executed(s, "s46", "shaded", NVA)
    assert flow.keys() == [QUANG_TRI, "quang_nam", PLEIKU, "khanh_hoa", "done"]
    flow.answer("khanh_hoa", PLEIKU, "ranger_active@khanh_hoa")
    assert (flow.over, here(s, "khanh_hoa")) == (True, {"police": 1, "ranger": 1})
    assert "ranger" not in here(s, PLEIKU)


# --- S47* Regional Groups -----------------------------------------------------------------------------------------


def test_card_s47_unshaded_turns_police_into_troops_and_sweeps_in_place() -> None:
    s = begun()
    edit(s, KIEN_HOA, police=2, nva_guerrilla=2)
    flow = executed(s, "s47", "unshaded", ARVN, f"police@{KIEN_HOA}", f"police@{KIEN_HOA}", "done")
    assert flow.over
    assert here(s, KIEN_HOA) == {"arvn_troops": 2, "nva_guerrilla_active": 2}
    assert at(s, CASUALTIES) == {}  # traded in (S6.8.2, OPEN 10)


def test_card_s47_unshaded_sweeps_in_one_of_their_spaces() -> None:
    s = begun()
    flow = executed(s, "s47", "unshaded", NVA, "police@hue")
    assert flow.decision is not None
    assert flow.decision.params is not None
    assert flow.decision.params["left"] == 2
    flow.answer(f"police@{QUANG_TIN}", "police@quang_nam")  # three, and no more
    assert (asked(flow), flow.keys()) == ((ARVN, "sweep.space"), ["hue", "quang_nam", QUANG_TIN])
    flow.answer(QUANG_TIN)
    assert flow.over  # nobody moves, and one space is Swept
    assert here(s, QUANG_TIN)["nva_guerrilla_active"] == 1
    assert executed(begun(), "s47", "unshaded", NVA, "done").over


def test_card_s47_shaded_removes_police_from_provinces() -> None:
    s = begun()
    flow = executed(s, "s47", "shaded", NVA)
    assert "police@hue" not in flow.keys()
    flow.answer("police@quang_nam", 2, f"police@{BINH_TUY}", 2)
    assert (flow.over, at(s, CASUALTIES)) == (True, {"police": 4})
