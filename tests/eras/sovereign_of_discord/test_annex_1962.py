"""Our own cards of 1962: each side from a position to the exact result (P5.1.1)."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import AVAILABLE
from fitl.eras.sovereign_of_discord.advise import advise_as_operation, draw_aid
from fitl.eras.sovereign_of_discord.tracks import CHAOTIC, UNSTABLE
from fitl.lasting import (
    COMBAT_VILLAGES,
    COMBAT_VILLAGES_SHADED,
    GENERAL_HARKINS,
    GENERAL_HARKINS_SHADED,
    M113_COMPANIES,
    M113_COMPANIES_SHADED,
)
from fitl.rules.operation import Operation
from fitl.rules.operations.assault import AssaultTerms, assault, assault_space
from fitl.rules.operations.sweep import SweepTerms, sweep_space
from tests.eras.sovereign_of_discord.cards import asked, done, executed, here, is_barred, level, tells, to_the_end
from tests.eras.sovereign_of_discord.support import D61, P63, begun, edit, row
from tests.support import at, play

KIEN_HOA, PLEIKU, QUANG_TIN = "kien_hoa_vinh_binh", "pleiku_darlac", "quang_tin_quang_ngai"


# --- P30* General Harkins -----------------------------------------------------------------------------------------


def test_card_p30_unshaded_lets_advise_have_a_space_more() -> None:
    s = begun(P63)
    executed(s, "p30", "unshaded", US)
    assert (s.effects, s.aid) == (GENERAL_HARKINS, 20)
    op = Operation(s, US, "advise")
    play(advise_as_operation(s, op))
    assert op.max_spaces == 4
    limited = Operation(s, US, "advise", limited=True)
    play(advise_as_operation(s, limited))
    assert limited.max_spaces == 1


def test_card_p30_unshaded_is_aid_alone_with_two_players() -> None:
    s = begun(D61)
    executed(s, "p30", "unshaded", ARVN)
    assert (s.effects, s.aid) == (0, 15)


def test_card_p30_shaded_takes_the_aid_of_advise() -> None:
    s = begun(P63)
    executed(s, "p30", "shaded", VC)
    assert (s.effects, s.aid) == (GENERAL_HARKINS_SHADED, 10)
    assert play(draw_aid(s, US)).over
    assert s.aid == 10
    s = begun(D61)
    executed(s, "p30", "shaded", VC)
    assert (s.effects, s.aid) == (0, 5)


# --- P34* People's Revolutionary Party ----------------------------------------------------------------------------


def test_card_p34_unshaded_costs_cadres_or_guerrillas() -> None:
    s = begun()
    flow = executed(s, "p34", "unshaded", US)
    assert flow.keys() == ["cadres", "guerrillas"]
    flow.answer("cadres")
    assert asked(flow) == (NVA, "event.remove_cadre")
    flow.answer("tay_ninh")
    assert (here(s, "tay_ninh")["vc_base"], here(s, PLEIKU)["vc_base"], at(s, AVAILABLE)["cadre"]) == (1, 1, 2)
    flow.answer("tay_ninh")
    assert (level(s, "tay_ninh"), flow.over) == (0, True)


def test_card_p34_unshaded_costs_guerrillas_with_two_players() -> None:
    s = begun(D61)
    flow = executed(s, "p34", "unshaded", ARVN)
    assert asked(flow) == (VC, "event.remove_guerrillas")
    flow.answer(f"vc_guerrilla@{KIEN_HOA}", 2, "vc_guerrilla@kien_phong")
    assert here(s, KIEN_HOA) == {}


def test_card_p34_shaded_agitates_for_nothing_and_nva_may_place_a_cadre() -> None:
    s = begun()
    edit(s, PLEIKU, vc_base=1, vc_guerrilla=2)
    flow = executed(s, "p34", "shaded", VC, PLEIKU, "done")
    assert (level(s, PLEIKU), s.resources[VC]) == (-2, 5)
    assert asked(flow) == (NVA, "event.place_cadre")
    flow.answer(PLEIKU)
    assert here(s, PLEIKU) == {"vc_guerrilla": 2, "vc_base_cadre": 1}


def test_card_p34_shaded_pays_vc_with_two_players() -> None:
    s = begun(D61)
    executed(s, "p34", "shaded", VC, "done")
    assert s.resources[VC] == 6


# --- P35* Group 759 -----------------------------------------------------------------------------------------------


def test_card_p35_unshaded_watches_the_coast() -> None:
    s = begun()
    flow = executed(s, "p35", "unshaded", US)
    assert "vc_guerrilla@tay_ninh" not in flow.keys()
    flow.answer(f"vc_guerrilla@{KIEN_HOA}", "done")
    assert (here(s, KIEN_HOA), s.resources[VC]) == ({"vc_guerrilla": 1}, 2)


def test_card_p35_shaded_raises_hanoi_or_pays() -> None:
    s = begun()
    executed(s, "p35", "shaded", VC, "vc_guerrilla@ba_xuyen")
    assert (s.hanoi, s.resources[VC], here(s, "ba_xuyen")) == (2, 5, {"police": 1, "vc_guerrilla": 1})
    s = begun(hanoi=4)
    done(s, "p35", "shaded", VC)
    assert (s.hanoi, s.resources[VC]) == (4, 9)


# --- P38* M113 Companies ------------------------------------------------------------------------------------------


def test_card_p38_unshaded_lets_police_fight_as_troops_once() -> None:
    s = begun()
    executed(s, "p38", "unshaded", ARVN)
    assert s.effects == M113_COMPANIES
    assert not tells(s, "p38", "unshaded", ARVN)
    edit(s, "kien_phong", arvn_troops=2, police=2, vc_guerrilla_active=3)
    edit(s, KIEN_HOA, arvn_troops=2, police=2, vc_guerrilla_active=3)
    flow = play(assault(s, Operation(s, ARVN, "assault")), "kien_phong", "yes", KIEN_HOA, "done")
    assert flow.over
    assert here(s, "kien_phong")["vc_guerrilla_active"] == 1
    assert here(s, KIEN_HOA)["vc_guerrilla_active"] == 2


def test_card_p38_shaded_costs_a_troop_where_a_guerrilla_is_left() -> None:
    for die, left in ((3, 1), (4, 2)):
        s = begun()
        executed(s, "p38", "shaded", VC)
        assert s.effects == M113_COMPANIES_SHADED
        edit(s, "kien_phong", arvn_troops=2, vc_guerrilla_active=2)
        play(assault(s, Operation(s, ARVN, "assault")), "kien_phong", die)
        assert here(s, "kien_phong") == {"arvn_troops": left, "vc_guerrilla_active": 1}
    s = begun(effects=M113_COMPANIES_SHADED)
    assert play(assault_space(s, ARVN, row("kien_phong"), by=US, terms=AssaultTerms(more=1))).over  # Advise


# --- P39* Morality Law --------------------------------------------------------------------------------------------


def test_card_p39_unshaded_trades_cities_for_patronage() -> None:
    s = begun()
    flow = executed(s, "p39", "unshaded", ARVN)
    assert "saigon" not in flow.keys()
    flow.answer("hue", "da_nang")
    assert (s.patronage, level(s, "hue"), level(s, "da_nang")) == (14, 0, 0)


def test_card_p39_shaded_costs_arvn_patronage_or_saigon() -> None:
    s = begun()
    flow = executed(s, "p39", "shaded", VC)
    assert asked(flow) == (ARVN, "event.give_up_for_saigon")
    flow.answer("yes")
    assert (s.patronage, level(s, "saigon"), s.aid) == (6, 1, 7)
    s = begun(patronage=3)
    assert executed(s, "p39", "shaded", VC).over
    assert (s.patronage, level(s, "saigon"), s.aid) == (3, 0, 7)


# --- P40* Republican Youth ----------------------------------------------------------------------------------------


def test_card_p40_unshaded_steadies_the_regime_and_places_police() -> None:
    s = begun(regime=CHAOTIC)
    flow = executed(s, "p40", "unshaded", ARVN)
    assert "tay_ninh" not in flow.keys()
    flow.answer("quang_nam", "saigon", "done")  # none is Available: one is lifted (1.4.1)
    assert (s.regime, here(s, "quang_nam"), here(s, "saigon")["police"]) == (UNSTABLE, {"police": 2}, 1)


def test_card_p40_shaded_turns_police_into_guerrillas() -> None:
    s = begun()
    executed(s, "p40", "shaded", VC, QUANG_TIN, "done")
    assert (here(s, QUANG_TIN), s.patronage) == ({"vc_guerrilla": 2}, 9)


# --- P43* Ranch Hand ----------------------------------------------------------------------------------------------


def test_card_p43_unshaded_bares_guerrillas_and_the_us_interdicts_whatever_the_track_says() -> None:
    s = begun()
    flow = executed(s, "p43", "unshaded", US, "tay_ninh", "done")
    assert here(s, "tay_ninh") == {"vc_guerrilla_active": 2, "vc_base_cadre": 1}
    assert asked(flow) == (US, "interdict.space")
    flow.answer("tay_ninh", 3)
    assert (level(s, "tay_ninh"), s.resources[VC], s.washington) == (-2, 3, 0)


def test_card_p43_unshaded_costs_vc_with_two_players() -> None:
    s = begun(D61)
    assert executed(s, "p43", "unshaded", ARVN, "done").over
    assert s.resources[VC] == 2


def test_card_p43_shaded_turns_people_and_hides_guerrillas() -> None:
    s = begun()
    edit(s, "tay_ninh", vc_base_cadre=1, vc_guerrilla_active=2)
    flow = executed(s, "p43", "shaded", VC, "tay_ninh", "done")
    assert flow.over
    assert (level(s, "tay_ninh"), here(s, "tay_ninh")) == (-2, {"vc_guerrilla": 2, "vc_base_cadre": 1})


# --- P44* Plain of Reeds ------------------------------------------------------------------------------------------


def test_card_p44_unshaded_lands_in_the_reeds_and_assaults() -> None:
    s = begun()
    edit(s, KIEN_HOA, vc_guerrilla_active=2)
    flow = executed(s, "p44", "unshaded", ARVN)
    assert asked(flow) == (US, "event.landing_lowland")
    flow.answer(KIEN_HOA, "arvn_troops@can_tho", 2, "done")
    assert flow.over
    assert here(s, KIEN_HOA) == {"arvn_troops": 2}  # one by the Troops, one more


def test_card_p44_unshaded_lets_the_us_set_its_advisors_anew_before_the_assault() -> None:
    """P4.2.2: as with every Air Lift of the US."""
    s = begun()
    edit(s, "saigon", advisor=1)
    flow = executed(s, "p44", "unshaded", ARVN, KIEN_HOA, "arvn_troops@can_tho", 2, "done")
    assert asked(flow) == (US, "advisor.redeploy")
    flow.answer("advisor@saigon", "hue")
    assert here(s, "hue")["advisor"] == 1


def test_card_p44_unshaded_is_arvns_with_two_players() -> None:
    assert asked(executed(begun(D61), "p44", "unshaded", VC)) == (ARVN, "event.landing_lowland")


def test_card_p44_shaded_ambushes_for_two_pieces_once() -> None:
    s = begun()
    flow = executed(s, "p44", "shaded", VC)
    assert flow.keys() == [QUANG_TIN, "kien_phong"]
    flow.answer("kien_phong", "yes", QUANG_TIN)
    assert flow.over
    assert here(s, "kien_phong") == {"vc_guerrilla": 1, "vc_guerrilla_active": 1}
    assert here(s, QUANG_TIN) == {"vc_guerrilla_active": 1}


# --- P45* Combat Villages -----------------------------------------------------------------------------------------


def test_card_p45_unshaded_opens_one_base_per_assault() -> None:
    s = begun()
    executed(s, "p45", "unshaded", ARVN)
    assert s.effects == COMBAT_VILLAGES
    edit(s, "kien_phong", arvn_troops=4, vc_guerrilla=1, vc_base=1)
    edit(s, KIEN_HOA, arvn_troops=4, vc_guerrilla=1, vc_base=1)
    flow = play(assault(s, Operation(s, ARVN, "assault")), "kien_phong", "vc_base", KIEN_HOA, "done")
    assert flow.over
    assert here(s, "kien_phong") == {"arvn_troops": 4, "vc_guerrilla": 1}
    assert here(s, KIEN_HOA)["vc_base"] == 1
    assert s.aid == 13


def test_card_p45_shaded_makes_a_sweep_cost_blood() -> None:
    s = begun()
    executed(s, "p45", "shaded", VC)
    assert s.effects == COMBAT_VILLAGES_SHADED
    play(sweep_space(s, ARVN, row("kien_phong"), Operation(s, ARVN, "sweep")), 3)
    assert here(s, "kien_phong") == {"arvn_troops": 1, "vc_guerrilla_active": 2}
    assert play(sweep_space(s, ARVN, row("kien_phong"), by=US, terms=SweepTerms(more=1))).over  # Advise
    assert play(sweep_space(s, ARVN, row("quang_nam"), Operation(s, ARVN, "sweep"))).over  # no Opposition


# --- P46* 514th Battalion -----------------------------------------------------------------------------------------


def test_card_p46_unshaded_catches_the_battalion() -> None:
    s = begun()
    piece = f"vc_guerrilla@{KIEN_HOA}"
    flow = executed(s, "p46", "unshaded", ARVN, KIEN_HOA, piece, piece)
    assert flow.over
    assert (here(s, KIEN_HOA), level(s, KIEN_HOA)) == ({}, 0)
    s = begun()
    executed(s, "p46", "unshaded", ARVN, KIEN_HOA, piece, "done")
    assert level(s, KIEN_HOA) == -1


def test_card_p46_shaded_cuts_down_rangers_and_bars_arvn() -> None:
    s = begun()
    edit(s, "kien_phong", arvn_troops=2, ranger=1, vc_guerrilla=2)
    executed(s, "p46", "shaded", VC, "arvn_troops@kien_phong", "arvn_troops@kien_phong")
    assert (here(s, "kien_phong"), is_barred(s, ARVN)) == ({"vc_guerrilla": 2}, True)


def test_card_p46_shaded_costs_patronage_with_two_players() -> None:
    s = begun(D61)
    executed(s, "p46", "shaded", VC, "done")
    assert (s.patronage, is_barred(s, ARVN)) == (8, False)


# --- P48* Highland Exodus -----------------------------------------------------------------------------------------


def test_card_p48_unshaded_empties_the_highlands() -> None:
    s = begun(resources=[0, 20, 0, 9])
    flow = executed(s, "p48", "unshaded", ARVN)
    assert s.resources[VC] == 4  # Quang Tri, Binh Dinh, Pleiku, Quang Duc, Tay Ninh
    flow.answer("kontum")
    assert (level(s, "kontum"), flow.over) == (2, True)


def test_card_p48_shaded_burdens_the_cities() -> None:
    s = begun()
    flow = executed(s, "p48", "shaded", VC)
    assert flow.keys() == ["hue", "da_nang", "kontum", "qui_nhon"]
    to_the_end(flow.answer("hue", "kontum"))
    assert (s.resources[ARVN], level(s, "hue"), level(s, "kontum"), level(s, "da_nang")) == (16, 0, 0, 1)
