"""Our own cards of 1963: each side from a position to the exact result (P5.1.1)."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import SPACES
from fitl.eras.sovereign_of_discord.tracks import STABLE, UNSTABLE
from fitl.events.sovereign_of_discord.annex_words import BORDER
from fitl.lasting import CHIEU_HOI
from fitl.rules.operation import Operation
from fitl.rules.operations.train import train
from tests.eras.sovereign_of_discord.cards import asked, done, executed, here, is_barred, level, tells, to_the_end
from tests.eras.sovereign_of_discord.support import D61, P63, begun, edit, row
from tests.support import play

KIEN_HOA, KIEN_GIANG, PLEIKU = "kien_hoa_vinh_binh", "kien_giang_an_xuyen", "pleiku_darlac"
QUANG_TRI, QUANG_TIN, QUANG_DUC = "quang_tri_thua_thien", "quang_tin_quang_ngai", "quang_duc_long_khanh"


# --- P49* Kennedy on Television -----------------------------------------------------------------------------------


def test_card_p49_unshaded_raises_washington_and_a_city() -> None:
    s = begun()
    executed(s, "p49", "unshaded", US, "hue", "hue", "an_loc")
    assert (s.washington, level(s, "an_loc")) == (1, 2)


def test_card_p49_shaded_lowers_washington_or_takes_aid() -> None:
    s = begun()
    executed(s, "p49", "shaded", VC)
    assert (s.aid, s.patronage) == (5, 8)
    s = begun(washington=2)
    executed(s, "p49", "shaded", VC)
    assert (s.washington, s.aid, s.patronage) == (1, 10, 8)


# --- P51* Lodge at the Embassy ------------------------------------------------------------------------------------


def test_card_p51_unshaded_leaves_arvn_the_choice() -> None:
    s = begun()
    flow = executed(s, "p51", "unshaded", US)
    assert asked(flow) == (ARVN, "event.lodge_demands")
    flow.answer("patronage", "hue")
    assert (s.patronage, s.resources[ARVN], level(s, "hue")) == (6, 24, 2)
    s = begun(patronage=3)
    done(s, "p51", "unshaded", US)
    assert (s.patronage, s.regime) == (3, UNSTABLE)


def test_card_p51_shaded_takes_aid_and_police() -> None:
    s = begun()
    flow = executed(s, "p51", "shaded", VC)
    assert (s.aid, asked(flow)) == (4, (ARVN, "event.withdraw_police"))
    flow.answer("police@quang_nam", "police@ba_xuyen")
    assert (flow.over, here(s, "quang_nam"), here(s, "ba_xuyen")) == (True, {}, {})


# --- P53* Krulak and Mendenhall -----------------------------------------------------------------------------------


def test_card_p53_unshaded_believes_one_of_the_two() -> None:
    s = begun()
    executed(s, "p53", "unshaded", US, 3, "hue", "hue")
    assert (s.washington, s.aid) == (1, 14)
    s = begun(washington=1)
    executed(s, "p53", "unshaded", US, 4, 4)
    assert (s.washington, s.aid, s.patronage, s.resources[ARVN]) == (0, 10, 6, 24)


def test_card_p53_shaded_bars_both_and_pays_vc() -> None:
    s = begun()
    executed(s, "p53", "shaded", VC)
    assert (is_barred(s, US), is_barred(s, ARVN), s.resources[VC], s.aid) == (True, True, 7, 10)
    s = begun(D61)
    executed(s, "p53", "shaded", VC)
    assert (is_barred(s, ARVN), s.resources[VC], s.aid) == (False, 7, 5)


# --- P54* Import Freeze -------------------------------------------------------------------------------------------


def test_card_p54_unshaded_asks_arvn_for_patronage_or_takes_aid() -> None:
    s = begun(regime=UNSTABLE)
    flow = executed(s, "p54", "unshaded", US)
    assert asked(flow) == (ARVN, "event.import_freeze")
    flow.answer("patronage")
    assert (s.patronage, s.regime, s.aid) == (6, STABLE, 10)
    s = begun(patronage=3)
    assert executed(s, "p54", "unshaded", US).over
    assert (s.patronage, s.aid) == (3, 2)
    assert not tells(begun(patronage=3, aid=0), "p54", "unshaded", US)


def test_card_p54_shaded_takes_half_the_aid_from_arvn() -> None:
    for aid, paid in ((9, 5), (20, 8), (0, 0)):
        s = begun(aid=aid)
        executed(s, "p54", "shaded", VC)
        assert (s.resources[ARVN], s.aid) == (20 - paid, max(0, aid - 3))


# --- P55* De Gaulle Speaks ----------------------------------------------------------------------------------------


def test_card_p55_unshaded_lowers_hanoi_and_perhaps_washington() -> None:
    s = begun(washington=1)
    flow = executed(s, "p55", "unshaded", VC)
    assert asked(flow) == (US, "event.lower_washington")
    flow.answer("yes")
    assert (s.hanoi, s.washington) == (0, 0)
    assert asked(executed(begun(D61, washington=1), "p55", "unshaded", VC)) == (ARVN, "event.lower_washington")


def test_card_p55_shaded_preaches_neutrality_anywhere() -> None:
    s = begun()
    flow = executed(s, "p55", "shaded", VC, "hue", "da_nang")
    assert asked(flow) == (NVA, "propagandize.city")
    assert "can_tho" in flow.keys()
    flow.answer("saigon", 6)
    assert flow.over
    assert (level(s, "hue"), level(s, "da_nang"), level(s, "saigon")) == (0, 0, 0)
    s = begun(D61)
    assert executed(s, "p55", "shaded", VC, "hue", "da_nang").over
    assert s.aid == 7


# --- P56* Phnom Penh Breaks Off -----------------------------------------------------------------------------------


def test_the_border_provinces() -> None:
    assert {SPACES[sp].id for sp in BORDER} == {PLEIKU, QUANG_DUC, "phuoc_long", "tay_ninh", "kien_phong", KIEN_GIANG}


def test_card_p56_unshaded_sweeps_the_border_and_assaults() -> None:
    s = begun()
    flow = executed(s, "p56", "unshaded", ARVN, "yes", "kien_phong", "done")
    to_the_end(flow)
    assert here(s, "kien_phong") == {"arvn_troops": 2, "vc_guerrilla_active": 1}
    assert s.resources[ARVN] == 20


def test_card_p56_shaded_raises_hanoi_and_opens_the_border() -> None:
    s = begun()
    executed(s, "p56", "shaded", VC, "vc_guerrilla@phuoc_long", "vc_guerrilla@tay_ninh")
    assert (s.hanoi, here(s, "phuoc_long"), here(s, "tay_ninh")["vc_guerrilla"]) == (2, {"vc_guerrilla": 1}, 3)
    s = begun(hanoi=4)
    done(s, "p56", "shaded", VC)
    assert s.resources[VC] == 9


# --- P57* Maneli's Messages ---------------------------------------------------------------------------------------


def test_card_p57_unshaded_brings_patronage_and_lowers_a_track() -> None:
    s = begun(washington=2)
    flow = executed(s, "p57", "unshaded", ARVN)
    assert flow.keys() == ["hanoi", "washington"]
    flow.answer("washington")
    assert (s.patronage, s.hanoi, s.washington) == (13, 1, 1)


def test_card_p57_shaded_trades_a_cadre_for_a_city() -> None:
    s = begun()
    s.support[row("hue")] = 2
    flow = executed(s, "p57", "shaded", VC)
    assert (s.aid, asked(flow)) == (5, (NVA, "event.spend_cadre"))
    flow.answer("yes", "tay_ninh", "hue")
    assert (level(s, "hue"), here(s, "tay_ninh")["vc_base"]) == (0, 1)
    s = begun(D61)
    executed(s, "p57", "shaded", VC, "hue")
    assert (s.aid, level(s, "hue")) == (5, 0)


# --- P60* Le Duan -------------------------------------------------------------------------------------------------


def test_card_p60_unshaded_lets_nva_choose_its_caution() -> None:
    s = begun()
    flow = executed(s, "p60", "unshaded", US)
    assert asked(flow) == (NVA, "event.le_duan")
    piece = f"vc_guerrilla@{KIEN_HOA}"
    flow.answer("guerrillas", piece, piece, "vc_guerrilla@kien_phong")
    assert (flow.over, here(s, KIEN_HOA), s.resources[VC], s.hanoi) == (True, {}, 3, 1)
    s = begun(D61)
    flow = executed(s, "p60", "unshaded", ARVN)
    assert asked(flow) == (VC, "event.le_duan")
    flow.answer("hanoi")
    assert s.hanoi == 0


def test_card_p60_shaded_raises_hanoi_and_nva_infiltrates() -> None:
    s = begun()
    flow = executed(s, "p60", "shaded", VC)
    assert asked(flow) == (NVA, "infiltrate.province")
    to_the_end(flow.answer("phuoc_long"))
    assert (s.hanoi, here(s, "phuoc_long")) == (2, {"vc_guerrilla": 1})
    s = begun(D61)
    executed(s, "p60", "shaded", VC)
    assert (s.hanoi, s.resources[VC]) == (2, 7)


# --- P62* Pagoda Raids --------------------------------------------------------------------------------------------


def test_card_p62_unshaded_steadies_the_regime_at_hues_cost() -> None:
    s = begun(regime=UNSTABLE)
    executed(s, "p62", "unshaded", ARVN)
    assert (s.regime, s.patronage, level(s, "hue")) == (STABLE, 11, 0)


def test_card_p62_shaded_costs_aid_hue_and_a_city() -> None:
    s = begun()
    executed(s, "p62", "shaded", VC, "an_loc")
    assert (s.aid, level(s, "hue"), level(s, "an_loc")) == (5, 0, 0)


# --- P63* Colonel Tung --------------------------------------------------------------------------------------------


def test_card_p63_unshaded_gathers_rangers_for_a_raid() -> None:
    s = begun()
    edit(s, "can_tho", arvn_troops=2, police=2, ranger_active=1)
    flow = executed(s, "p63", "unshaded", ARVN, "ranger_active@can_tho")
    assert here(s, "saigon")["ranger"] == 2
    assert asked(flow) == (ARVN, "raid.space")


def test_card_p63_shaded_loses_rangers_and_patronage() -> None:
    s = begun()
    executed(s, "p63", "shaded", VC, "ranger@saigon", "ranger@can_tho")
    assert (s.patronage, "ranger" in here(s, "saigon"), "ranger" in here(s, "can_tho")) == (8, False, False)


# --- P65* Hamlets by Numbers --------------------------------------------------------------------------------------


def test_card_p65_unshaded_sets_hamlets_out_of_play_or_not() -> None:
    s = begun()
    flow = executed(s, "p65", "unshaded", ARVN)
    assert "tay_ninh" not in flow.keys()
    flow.answer("quang_nam", "ba_xuyen")
    assert (here(s, "quang_nam"), here(s, "ba_xuyen")) == ({"police": 1, "hamlet": 1}, {"police": 1, "hamlet": 1})
    assert (level(s, "quang_nam"), level(s, "ba_xuyen"), s.patronage) == (-1, -1, 12)


def test_card_p65_shaded_tears_fences_down_or_turns_provinces() -> None:
    s = begun()
    edit(s, QUANG_TIN, police=1, hamlet=1, vc_guerrilla=1)
    flow = executed(s, "p65", "shaded", VC, f"hamlet@{QUANG_TIN}")
    assert (flow.over, here(s, QUANG_TIN)) == (True, {"police": 1, "vc_guerrilla": 1})
    s = begun()
    executed(s, "p65", "shaded", VC, "quang_nam", "ba_xuyen")
    assert (level(s, "quang_nam"), level(s, "ba_xuyen")) == (-1, -1)


# --- P66* Chieu Hoi -----------------------------------------------------------------------------------------------


def test_card_p66_unshaded_opens_arms_now_and_in_each_train() -> None:
    s = begun()
    flow = executed(s, "p66", "unshaded", ARVN, "vc_guerrilla@binh_dinh", "saigon")  # a Police is lifted (1.4.1)
    assert flow.over
    assert s.effects == CHIEU_HOI
    assert here(s, "binh_dinh") == {"irregular": 1, "arvn_troops": 2, "police": 2}
    flow = play(train(s, Operation(s, ARVN, "train")), QUANG_TRI, "done")
    assert asked(flow) == (ARVN, "train.open_arms")
    flow.answer(f"vc_guerrilla@{QUANG_TRI}")
    assert here(s, QUANG_TRI) == {"arvn_troops": 2}


def test_card_p66_shaded_slips_guerrillas_in_and_leaves_nothing_behind() -> None:
    s = begun()
    executed(s, "p66", "shaded", VC, "quang_nam", "ba_xuyen", "done")
    assert (here(s, "quang_nam"), s.effects) == ({"police": 1, "vc_guerrilla": 1}, 0)


# --- P67* Young Correspondents ------------------------------------------------------------------------------------


def test_card_p67_unshaded_shows_guerrillas_and_the_us_advises() -> None:
    s = begun()
    flow = executed(s, "p67", "unshaded", US, PLEIKU, "done")
    to_the_end(flow)
    assert here(s, PLEIKU) == {"irregular_active": 1, "arvn_troops": 2, "vc_base_cadre": 1}


def test_card_p67_unshaded_lets_arvn_assault_with_two_players() -> None:
    s = begun(D61)
    to_the_end(executed(s, "p67", "unshaded", ARVN, "kien_phong", "done"))
    assert here(s, "kien_phong") == {"arvn_troops": 2, "vc_guerrilla_active": 1}


def test_card_p67_shaded_embarrasses_a_hamlet_or_else_troops() -> None:
    s = begun()
    flow = executed(s, "p67", "shaded", VC)
    assert flow.keys() == [QUANG_TRI, "binh_dinh", PLEIKU, "kien_phong"]
    flow.answer(QUANG_TRI)
    assert (s.aid, level(s, QUANG_TRI)) == (5, -2)
    s = begun()
    edit(s, "quang_nam", police=1, hamlet=1)
    assert executed(s, "p67", "shaded", VC).over
    assert level(s, "quang_nam") == -2


# --- P68* Students in the Streets ---------------------------------------------------------------------------------


def test_card_p68_unshaded_calms_a_city_or_pays() -> None:
    s = begun()
    executed(s, "p68", "unshaded", ARVN)
    assert (s.resources[ARVN], s.patronage) == (24, 13)
    s = begun()
    s.support[row("hue")] = -2
    executed(s, "p68", "unshaded", ARVN)
    assert (level(s, "hue"), s.resources[ARVN], s.patronage) == (1, 20, 13)


def test_card_p68_shaded_brings_the_war_to_saigon() -> None:
    s = begun()
    executed(s, "p68", "shaded", VC)
    assert (level(s, "saigon"), here(s, "saigon")["vc_guerrilla"]) == (0, 1)


# --- P69* Dam Doi -------------------------------------------------------------------------------------------------


def test_card_p69_unshaded_raises_washington_and_strikes_back() -> None:
    s = begun()
    executed(s, "p69", "unshaded", US, "hue", "hue", f"vc_guerrilla@{KIEN_HOA}", "done")
    assert (s.washington, here(s, KIEN_HOA)) == (1, {"vc_guerrilla": 1})


def test_card_p69_shaded_attacks_for_booty() -> None:
    s = begun()
    flow = executed(s, "p69", "shaded", VC, "yes", 1)
    to_the_end(flow)
    assert (here(s, "kien_phong"), s.resources[VC]) == ({"vc_guerrilla_active": 2}, 7)
    s = begun()
    assert executed(s, "p69", "shaded", VC, "no").over


def test_card_p67_lets_the_us_advise_a_sweep_in_monsoon_too() -> None:
    """5.1.1: Monsoon does not hinder what an Event grants; an ordinary Advise it does (2.3.9)."""
    s = begun(P63, next_card=1075)
    flow = executed(s, "p67", "unshaded", US, "quang_duc_long_khanh", "done")
    assert set(flow.keys()) == {"sweep", "assault"}
