"""Titled cards of 1961: each side from a position to the exact result (P5.1.1)."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import ADJACENT, AVAILABLE, CONTROLLABLE, SPACES
from fitl.eras.sovereign_of_discord.tracks import STABLE, UNSTABLE, move_hanoi
from fitl.events.expansions import AROUND_SAIGON, FRONTIER, SOUTH_PROVINCES
from fitl.events.sovereign_of_discord.vocabulary import DELTA
from fitl.lasting import EXTERMINATE_TRAITORS, EXTERMINATE_TRAITORS_SHADED
from fitl.rules.control import recount, set_support
from fitl.rules.menu import carry_out
from fitl.rules.operation import Operation
from fitl.state import State
from tests.eras.sovereign_of_discord.cards import execute_every_side, executed, level, random_state, tells, to_the_end
from tests.eras.sovereign_of_discord.support import D61, P63, begun, edit, row
from tests.support import Play, at, play

CARDS = ("p2", "p3", "p4", "p7", "p8", "p9", "p10", "p11", "p16", "p22", "p73")
TWO_PLAYERS = D61
KIEN_HOA, KIEN_GIANG, PLEIKU = "kien_hoa_vinh_binh", "kien_giang_an_xuyen", "pleiku_darlac"
QUANG_TRI, QUANG_TIN = "quang_tri_thua_thien", "quang_tin_quang_ngai"


def names(spaces: tuple[int, ...]) -> set[str]:
    return {SPACES[sp].id for sp in spaces}


def test_the_parts_of_the_south_that_cards_speak_of() -> None:
    assert len(SOUTH_PROVINCES) == 15
    assert names(DELTA) == {"kien_phong", KIEN_HOA, "ba_xuyen", KIEN_GIANG}
    assert names(FRONTIER) == {
        QUANG_TRI,
        "quang_nam",
        QUANG_TIN,
        "binh_dinh",
        PLEIKU,
    }
    assert len(AROUND_SAIGON) == 5
    assert all(row("saigon") in ADJACENT[sp] for sp in AROUND_SAIGON)


@pytest.mark.parametrize("seed", range(24))
def test_every_side_is_carried_out_to_its_end_by_whoever_is_in_play(seed: int) -> None:
    execute_every_side(CARDS, random_state(seed), seed)


# --- P2 JFK -------------------------------------------------------------------------------------------------------


def test_card_p2_unshaded_moves_washington_and_lets_the_us_set_irregulars() -> None:
    s = begun(washington=1)
    flow = executed(s, "p2", "unshaded", ARVN)
    assert flow.keys() == ["raise", "lower"]
    flow.answer("lower")
    assert s.washington == 0
    assert flow.decision is not None
    assert flow.decision.actor == US
    assert "tay_ninh" not in flow.keys()  # no ARVN piece is there
    flow.answer("quang_nam", "irregular@binh_dinh", "quang_nam", "irregular@pleiku_darlac")
    assert flow.over
    assert at(s, row("quang_nam"))["irregular"] == 2
    assert at(s, row("khanh_hoa"))["irregular"] == 1


def test_card_p2_unshaded_turns_an_active_irregular_underground_where_it_stands() -> None:
    s = begun(washington=4)
    edit(s, "binh_dinh", irregular_active=1, arvn_troops=2)
    flow = executed(s, "p2", "unshaded", US, "binh_dinh", "irregular_active@binh_dinh", "done")
    assert flow.over
    assert s.washington == 3  # the only way
    assert at(s, row("binh_dinh"))["irregular"] == 1


def test_card_p2_unshaded_with_two_players_brings_aid_instead() -> None:
    s = begun(TWO_PLAYERS)
    flow = executed(s, "p2", "unshaded", ARVN)
    assert flow.over
    assert (s.washington, s.aid) == (1, 13)


@pytest.mark.parametrize(("washington", "aid"), [(2, 10), (0, 6)])
def test_card_p2_shaded_lowers_washington_or_aid_and_shifts_a_province(washington: int, aid: int) -> None:
    s = begun(washington=washington)
    edit(s, "kien_phong", arvn_troops=1, vc_guerrilla=2)
    flow = executed(s, "p2", "shaded", VC, "kien_phong")
    assert flow.over
    assert (s.washington, s.aid, level(s, "kien_phong")) == (max(0, washington - 1), aid, -2)


def test_card_p2_shaded_is_without_effect_where_nothing_is_left_to_take() -> None:
    s = begun(aid=0)
    for sp in SOUTH_PROVINCES:
        edit(s, SPACES[sp].id)
    assert not tells(s, "p2", "shaded", VC)


# --- P3 Ambassador Nolting ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after", "patronage"), [(STABLE, STABLE, 12), (UNSTABLE, STABLE, 10)])
def test_card_p3_unshaded_steadies_the_regime_or_adds_patronage(before: int, after: int, patronage: int) -> None:
    s = begun(regime=before)
    assert executed(s, "p3", "unshaded", US).over
    assert (s.regime, s.patronage, s.aid) == (after, patronage, 15)


def test_card_p3_shaded_turns_aid_into_patronage_and_bars_the_us() -> None:
    s = begun()
    flow = executed(s, "p3", "shaded", ARVN, 3)
    assert "saigon" not in flow.keys()
    flow.answer("hue")
    assert flow.over
    assert (s.aid, s.patronage, level(s, "hue")) == (7, 13, 0)
    assert s.made_ineligible == 1 << US


def test_card_p3_shaded_with_two_players_takes_aid_instead_and_bars_nobody() -> None:
    s = begun(TWO_PLAYERS)
    assert executed(s, "p3", "shaded", VC, 0, "hue").over
    assert (s.aid, s.patronage, s.made_ineligible) == (6, 10, 0)


# --- P4 Taylor Rostow Mission -------------------------------------------------------------------------------------


def test_card_p4_unshaded_raises_washington_and_arvn_resources() -> None:
    s = begun()
    flow = executed(s, "p4", "unshaded", US, "saigon", "hue")  # P6.8.4: the US sets the 2 Advisors
    assert flow.over
    assert (s.washington, s.resources[ARVN]) == (1, 25)
    assert (at(s, row("saigon"))["advisor"], at(s, row("hue"))["advisor"]) == (1, 1)
    assert at(s, AVAILABLE)["police"] == 2


def test_card_p4_shaded_lets_vc_place_a_guerrilla_among_troops() -> None:
    s = begun(washington=1)
    flow = executed(s, "p4", "shaded", NVA)
    assert flow.decision is not None
    assert flow.decision.actor == VC
    assert {key.partition("@")[2] for key in flow.keys()} == {
        QUANG_TRI,
        "binh_dinh",
        PLEIKU,
        "kien_phong",
    }
    flow.answer("vc_guerrilla@binh_dinh")
    assert flow.over
    assert (s.washington, s.aid, at(s, row("binh_dinh"))["vc_guerrilla"]) == (0, 10, 2)


@pytest.mark.parametrize(("washington", "aid", "told"), [(0, 0, False), (1, 0, True), (0, 1, True)])
def test_card_p4_shaded_without_a_guerrilla_to_place_tells_while_there_is_something_to_lose(
    washington: int, aid: int, told: bool
) -> None:
    s = without_guerrillas(begun(washington=washington, aid=aid))
    assert tells(s, "p4", "shaded", NVA) == told


def test_card_p4_shaded_lifts_a_guerrilla_only_for_vc_itself() -> None:
    """1.4.1: with none Available nobody else may take VC pieces from the map."""
    s = without_guerrillas(begun())
    assert executed(s, "p4", "shaded", NVA).over
    assert s.aid == 4
    s = without_guerrillas(begun())
    flow = executed(s, "p4", "shaded", VC)
    assert "done" in flow.keys()
    flow.answer("vc_guerrilla@binh_dinh")
    assert flow.decision is not None
    assert flow.decision.kind == "lift.origin"


def without_guerrillas(s: State) -> State:
    """All VC Guerrillas that were Available are in Phuoc Long."""
    edit(s, "phuoc_long", vc_guerrilla=at(s, AVAILABLE)["vc_guerrilla"])
    assert "vc_guerrilla" not in at(s, AVAILABLE)
    return s


# --- P7 Politburo -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hanoi", "resources"), [(1, 5), (0, 1)])
def test_card_p7_unshaded_lowers_hanoi_or_vc_resources_and_bars_nva(hanoi: int, resources: int) -> None:
    s = begun(hanoi=hanoi)
    assert executed(s, "p7", "unshaded", US).over
    assert (s.hanoi, s.resources[VC], s.made_ineligible) == (0, resources, 1 << NVA)


def test_card_p7_unshaded_with_two_players_takes_2_resources_more() -> None:
    s = begun(TWO_PLAYERS)
    assert executed(s, "p7", "unshaded", ARVN).over
    assert (s.hanoi, s.resources[VC], s.made_ineligible) == (0, 3, 0)


def test_card_p7_shaded_raises_hanoi_and_lets_nva_place_a_cadre() -> None:
    """The Cadres of the box reached are Available at once (P6.9.4)."""
    s = begun()
    flow = executed(s, "p7", "shaded", VC)
    assert flow.decision is not None
    assert flow.decision.actor == NVA
    assert flow.keys() == [KIEN_GIANG, "done"]
    flow.answer(KIEN_GIANG)
    assert flow.over
    assert s.hanoi == 2
    assert at(s, row(KIEN_GIANG))["vc_base_cadre"] == 1
    assert at(s, AVAILABLE)["cadre"] == 1


def test_card_p7_shaded_with_two_players_pays_vc() -> None:
    s = begun(TWO_PLAYERS)
    assert executed(s, "p7", "shaded", VC).over
    assert (s.hanoi, s.resources[VC]) == (2, 7)


# --- P9 NVA in Laos -----------------------------------------------------------------------------------------------


def test_card_p9_unshaded_removes_up_to_3_guerrillas_near_laos_and_no_base() -> None:
    s = begun()
    flow = executed(s, "p9", "unshaded", US)
    assert {key.partition("@")[2] for key in flow.keys()} - {""} <= names(FRONTIER)
    flow.answer("vc_guerrilla@pleiku_darlac", 2, "vc_guerrilla@binh_dinh")
    assert flow.over
    assert "vc_guerrilla" not in at(s, row(PLEIKU))
    assert at(s, row(PLEIKU))["vc_base_cadre"] == 1


def test_card_p9_shaded_places_a_guerrilla_in_each_of_3_provinces() -> None:
    s = begun()
    move_hanoi(s, +1)
    before = {sp: at(s, sp).get("vc_guerrilla", 0) for sp in FRONTIER}
    flow = executed(s, "p9", "shaded", NVA, "vc_guerrilla@quang_nam", "vc_guerrilla@binh_dinh")
    assert "vc_guerrilla@quang_nam" not in flow.keys()
    flow.answer("vc_guerrilla@pleiku_darlac")
    assert sum(at(s, sp).get("vc_guerrilla", 0) - n for sp, n in before.items()) == 3
    flow.answer(KIEN_GIANG)
    assert flow.over
    assert at(s, row(KIEN_GIANG))["vc_base_cadre"] == 1


# --- P10 Regroupees -----------------------------------------------------------------------------------------------


def test_card_p10_unshaded_removes_one_of_two_in_2_provinces_and_eases_opposition() -> None:
    s = begun()
    edit(s, "phuoc_long", vc_guerrilla=1, vc_guerrilla_active=1)
    flow = executed(s, "p10", "unshaded", ARVN, KIEN_HOA)
    flow.answer("phuoc_long")
    to_the_end(flow)
    assert level(s, KIEN_HOA) == 0
    assert sum(at(s, row(KIEN_HOA)).values()) == 1
    assert sum(at(s, row("phuoc_long")).values()) == 1
    assert level(s, "phuoc_long") == 0


def test_card_p10_shaded_places_by_hanoi_and_vc_may_make_a_base() -> None:
    s = begun(hanoi=2)
    piece = "vc_guerrilla@phuoc_long"
    flow = executed(s, "p10", "shaded", VC, piece, piece)
    assert piece not in flow.keys()  # at most 2 in any one
    flow.answer("vc_guerrilla@binh_tuy_binh_thuan")
    assert flow.decision is not None
    assert (flow.decision.actor, flow.keys()) == (VC, ["phuoc_long", "done"])
    flow.answer("phuoc_long")
    assert flow.over
    assert at(s, row("phuoc_long")) == {"vc_base": 1}


# --- P16 Catholic Refugees ----------------------------------------------------------------------------------------


def test_card_p16_unshaded_shifts_3_provinces_and_places_police_in_one_of_them() -> None:
    s = begun(washington=1)
    edit(s, "phuoc_long", police=1)
    flow = executed(s, "p16", "unshaded", ARVN)
    assert "phuoc_long" not in flow.keys()  # nobody lives there
    chosen = flow.keys()[:3]
    flow.answer(*chosen)
    assert [level(s, space) for space in chosen] == [1, 1, 1]
    assert {key.partition("@")[2] for key in flow.keys()} - {""} == set(chosen)
    to_the_end(flow)


def test_card_p16_shaded_shifts_2_provinces_and_takes_patronage() -> None:
    s = begun()
    flow = executed(s, "p16", "shaded", VC, "quang_nam", "ba_xuyen")
    assert flow.over
    assert (level(s, "quang_nam"), level(s, "ba_xuyen"), s.patronage) == (-1, -1, 8)


# --- P22 Exterminate Traitors -------------------------------------------------------------------------------------


def terror(s: State, *answers: str | int) -> Play:
    return play(carry_out(s, Operation(s, VC, "terror")), *answers)


def test_card_p22_unshaded_costs_the_guerrilla_that_showed_itself_where_police_are() -> None:
    s = begun()
    assert executed(s, "p22", "unshaded", ARVN).over
    assert s.effects == EXTERMINATE_TRAITORS
    edit(s, "saigon", police=1, vc_guerrilla=1)
    terror(s, QUANG_TIN, PLEIKU, "saigon", "done")
    assert "vc_guerrilla_active" not in at(s, row(QUANG_TIN))
    assert at(s, row(PLEIKU))["vc_guerrilla_active"] == 1  # no Police there
    assert at(s, row("saigon"))["vc_guerrilla_active"] == 1  # no Province
    assert not tells(s, "p22", "unshaded", ARVN)


def test_card_p22_shaded_removes_a_police_in_one_space_of_a_terror() -> None:
    s = begun(effects=EXTERMINATE_TRAITORS)
    assert executed(s, "p22", "shaded", VC).over
    assert s.effects == EXTERMINATE_TRAITORS_SHADED
    flow = terror(s, "binh_dinh")
    assert flow.decision is not None
    assert (flow.decision.actor, flow.decision.kind) == (VC, "terror.police")
    flow.answer("no", QUANG_TIN, "yes")
    assert "police" not in at(s, row(QUANG_TIN))
    flow.answer("quang_duc_long_khanh")
    assert flow.decision is not None
    assert flow.decision.kind == "terror.space"  # once in an Operation
    assert at(s, row("binh_dinh"))["police"] == 1


# --- P73 NLF Spreads ----------------------------------------------------------------------------------------------


def test_card_p73_single_spreads_vc_to_3_provinces_without_it() -> None:
    s = begun()
    flow = executed(s, "p73", "single", -1)
    assert flow.decision is not None
    assert flow.decision.actor == VC
    assert "vc_guerrilla@pleiku_darlac" not in flow.keys()
    flow.answer("vc_guerrilla@quang_nam", "vc_guerrilla@khanh_hoa")
    assert "vc_guerrilla@quang_nam" not in flow.keys()
    flow.answer("vc_guerrilla@phuoc_long")
    assert flow.over
    assert at(s, AVAILABLE)["vc_guerrilla"] == 3


def test_card_p73_single_fills_up_elsewhere_and_takes_available_pieces_only() -> None:
    s = begun(P63)
    for sp in SOUTH_PROVINCES:
        if not s.force[sp * 4 + VC]:
            edit(s, SPACES[sp].id, vc_guerrilla=1)
    recount(s)
    left = at(s, AVAILABLE).get("vc_guerrilla", 0)
    flow = executed(s, "p73", "single", -1)
    assert len(flow.keys()) == 15
    to_the_end(flow)
    assert at(s, AVAILABLE).get("vc_guerrilla", 0) == max(0, left - 3)


# --- P8 Khrushchev ------------------------------------------------------------------------------------------------


def test_card_p8_unshaded_lowers_hanoi_or_takes_vc_resources() -> None:
    s = begun()
    assert executed(s, "p8", "unshaded", US, "hanoi").over
    assert (s.hanoi, s.resources[VC]) == (0, 5)
    assert executed(s, "p8", "unshaded", US).over  # at 0 only the Resources are left
    assert s.resources[VC] == 0
    assert not tells(s, "p8", "unshaded", US)


def test_card_p8_shaded_pays_vc_and_lets_nva_propagandize_in_one_city() -> None:
    s = begun()
    flow = executed(s, "p8", "shaded", VC)
    assert s.resources[VC] == 10
    assert flow.decision is not None
    assert (flow.decision.actor, flow.decision.kind) == (NVA, "event.operate_at_all")
    flow.answer("yes", "kontum", 1)  # a die of 1 is enough at Passive Support and Population 1
    assert flow.over
    assert level(s, "kontum") == 0


def test_card_p8_shaded_would_change_nothing_where_no_die_shifts_saigon() -> None:
    s = begun(washington=0, resources=[0, 20, 0, 75])
    for sp in range(CONTROLLABLE):
        set_support(s, sp, 0)
    edit(s, "phuoc_long", vc_base_cadre=1)
    set_support(s, row("saigon"), 2)  # Population 6 at Active Support: a die of 12
    assert not tells(s, "p8", "shaded", VC)
    set_support(s, row("saigon"), 1)
    assert tells(s, "p8", "shaded", VC)


def test_card_p8_shaded_with_two_players_only_pays() -> None:
    s = begun(TWO_PLAYERS)
    assert executed(s, "p8", "shaded", VC).over
    assert s.resources[VC] == 10


# --- P11 Ho Chi Minh ----------------------------------------------------------------------------------------------


def test_card_p11_unshaded_lowers_hanoi_and_removes_a_cadre() -> None:
    s = begun()
    flow = executed(s, "p11", "unshaded", ARVN)
    assert set(flow.keys()) == {PLEIKU, "tay_ninh"}
    flow.answer(PLEIKU)
    assert flow.over
    assert s.hanoi == 0
    assert at(s, row(PLEIKU))["vc_base"] == 1


def test_card_p11_unshaded_with_two_players_lets_vc_remove_2_guerrillas() -> None:
    s = begun(TWO_PLAYERS)
    flow = executed(s, "p11", "unshaded", ARVN)
    assert flow.decision is not None
    assert flow.decision.actor == VC
    flow.answer(f"vc_guerrilla@{KIEN_HOA}", 2)
    assert flow.over
    assert "vc_guerrilla" not in at(s, row(KIEN_HOA))


def test_card_p11_shaded_eases_2_small_cities_and_lets_nva_direct_in_one_space() -> None:
    s = begun(hanoi=0)  # the text grants it whatever the track says
    flow = executed(s, "p11", "shaded", VC)
    assert {"saigon", "hue"} & set(flow.keys()) == set()
    flow.answer("kontum", "qui_nhon", "yes", "kien_phong", 6)
    assert (level(s, "kontum"), level(s, "qui_nhon")) == (0, 0)
    to_the_end(flow)
    assert at(s, row("kien_phong"))["arvn_troops"] == 1  # a miss, and one piece more


def test_card_p11_shaded_with_two_players_pays_vc() -> None:
    s = begun(TWO_PLAYERS)
    assert executed(s, "p11", "shaded", VC, "kontum", "qui_nhon").over
    assert s.resources[VC] == 8


def test_card_p10_shaded_does_not_ask_again_who_has_declined_to_lift() -> None:
    """1.4.1: with none Available VC may lift its Guerrillas from the map, or leave it."""
    s = begun(hanoi=2)
    edit(s, "phuoc_long", vc_guerrilla=6)
    assert not at(s, AVAILABLE).get("vc_guerrilla")
    flow = executed(s, "p10", "shaded", VC, "done")
    assert flow.asked.count("event.place_guerrilla") == 1
