"""The Pivotal Events of 1973 to 1975: conditions (data) and effects (S2.3.8, section 12, OPEN 41)."""

import pytest

from fitl.board.card import card_number
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import CASUALTIES, SPACES
from fitl.events.expansions import OPEN_SPACES
from fitl.lasting import ORISKANY_SHADED, TYPHOON_KATE
from fitl.rules.pivotal import condition_met, return_pivotals
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
)
from tests.eras.fall_of_saigon.support import begun, edit, empty
from tests.support import at

CARDS = ("s76", "s77", "s78", "s79")
WATERGATE, ACCORDS, SPRING, LIGHT, GOVERNMENT = (card_number(name) or 0 for name in ("s73", *CARDS))


@pytest.mark.parametrize("seed", range(8))
def test_all_are_carried_out_to_their_end(seed: int) -> None:
    s = random_state(seed)
    for card, holder in zip(CARDS, (US, NVA, ARVN, VC), strict=True):
        if holder in s.era.factions:
            execute_every_side((card,), s, seed)


# --- S76 Accords Enforced -----------------------------------------------------------------------------------------


def test_accords_enforced_needs_a_city_lost_or_two_armor_in_the_south() -> None:
    s = empty("extended-short-1972", "after_retreat")
    assert not condition_met(s, ACCORDS)
    edit(s, "hue", nva_troops=1)
    assert condition_met(s, ACCORDS)
    edit(s, "hue")
    edit(s, "quang_nam", nva_armor=1)
    edit(s, "the_fishhook", nva_armor=3)
    assert not condition_met(s, ACCORDS)
    edit(s, "loc_hue_khe_sanh", captured_arvn_armor=1)  # NVA's for everything (OPEN 1)
    assert condition_met(s, ACCORDS)


@pytest.mark.parametrize(("posture", "hits", "trail", "anti_war"), [(0, 0, 3, 2), (1, 2, 3, 2), (4, 8, 1, 2)])
def test_card_s76_single_strikes_by_posture_and_at_the_top_degrades_the_trail(
    posture: int, hits: int, trail: int, anti_war: int
) -> None:
    s = retreated(posture=posture, trail=3, effects=ORISKANY_SHADED)  # which an Event beats (5.1.2)
    edit(s, "north_vietnam", nva_troops=9)
    flow = executed(s, "s76", "single", US)
    if hits:
        flow.answer("north_vietnam", "done")
    while flow.decision is not None:
        assert "degrade" not in flow.keys()
        flow.answer("nva_troops@north_vietnam")
    assert (9 - here(s, "north_vietnam")["nva_troops"], s.trail) == (hits, trail)
    assert (s.anti_war, s.posture) == (anti_war, max(0, posture - 1))


def test_card_s76_single_at_war_has_6_hits_and_costs_aid() -> None:
    s = at_war(aid=20, trail=3)
    edit(s, "hue", nva_troops=9)
    before = level(s, "hue")
    flow = executed(s, "s76", "single", US, "hue", "done")
    flow.answer(*(["nva_troops@hue"] * 6))
    assert flow.over
    assert (here(s, "hue")["nva_troops"], level(s, "hue")) == (3, before)  # no shift
    assert (s.aid, s.anti_war, s.trail) == (17, 2, 3)


def test_typhoon_kate_leaves_an_air_strike_of_fixed_hits_one_space_but_not_accords_enforced() -> None:
    for card, spaces in (("s53", 1), ("s76", 6)):
        s = empty("extended-short-1972", "after_retreat", posture=3, effects=TYPHOON_KATE, trail=0)
        for space in ("saigon", "hue", "da_nang", "qui_nhon", "cam_ranh", "can_tho", "an_loc"):
            edit(s, space, police=1, nva_troops=1)
        flow = executed(s, card, "unshaded" if card == "s53" else "single", US)
        named = 0
        while asked(flow)[1] == "air_strike.space":
            flow.answer(flow.keys()[0])
            named += 1
        assert named == spaces


def test_accords_enforced_comes_back_in_reset() -> None:
    """OPEN 42."""
    s = retreated(played=(ACCORDS,), pivotal_held=0)
    return_pivotals(s)
    assert s.pivotal_held
    assert ACCORDS not in s.played


# --- S77 Spring Offensive -----------------------------------------------------------------------------------------


def test_spring_offensive_needs_watergate_and_more_troops_and_armor() -> None:
    s = empty()
    edit(s, "north_vietnam", nva_troops=2, nva_armor=1)
    edit(s, "hue", arvn_troops=2, police=5)
    assert not condition_met(s, SPRING)
    s.played = (WATERGATE,)
    assert condition_met(s, SPRING)
    edit(s, "saigon", arvn_armor=1)
    assert not condition_met(s, SPRING)


def test_card_s77_single_marches_spearheads_and_attacks_elsewhere() -> None:
    s = begun()
    edit(s, "the_fishhook", nva_troops=2, nva_armor=1)
    edit(s, "an_loc", police=2)
    flow = executed(s, "s77", "single", NVA, "no", 2, "an_loc", 2, "an_loc")
    while asked(flow)[1] != "event.operate_at_all":
        flow.answer(flow.keys()[0])
    assert "police" not in here(s, "an_loc")
    edit(s, "an_loc", police=1, nva_troops=2, nva_armor=1)
    flow.answer("yes")
    assert "an_loc" not in flow.keys()
    assert "quang_nam" in flow.keys()
    edit(s, "hue", police=1, nva_guerrilla=1)
    for space in ("quang_nam", "quang_tri_thua_thien", "quang_tin_quang_ngai"):
        flow.answer(space)
        while flow.decision is not None and asked(flow)[1] != "attack.space":
            flow.answer(flow.keys()[0])
    assert flow.over  # no fourth
    assert (s.war_weary, s.resources[NVA]) == (18, 15)


def test_card_s77_single_without_armor_is_march_and_attack() -> None:
    s = begun()
    flow = executed(s, "s77", "single", NVA, "no", "no")
    assert flow.over
    assert s.war_weary == 18


# --- S78 Light at the Top -----------------------------------------------------------------------------------------


def test_light_at_the_top_needs_watergate_and_8_spaces_under_nva_control() -> None:
    s = begun()
    assert not condition_met(s, LIGHT)
    s.played = (WATERGATE,)
    assert condition_met(s, LIGHT)  # 8 at the set-up
    edit(s, "binh_dinh")
    assert not condition_met(s, LIGHT)


def test_card_s78_single_gives_up_the_north_for_the_south() -> None:
    s = begun()
    edit(s, "casualties", arvn_troops=3)
    flow = executed(s, "s78", "single", ARVN)
    assert {"arvn_troops@quang_nam", "police@kontum"} <= {*flow.keys()}
    assert "arvn_base@quang_nam" not in flow.keys()
    assert "police@saigon" not in flow.keys()
    flow.answer("arvn_troops@quang_nam")
    assert {"saigon", "khanh_hoa", "binh_tuy_binh_thuan"} <= {*flow.keys()}
    assert "kien_phong" not in flow.keys()
    flow.answer("saigon", 2, "done", 3)
    assert "done" in flow.keys()
    flow.answer("arvn_troops@saigon", 6)
    assert flow.over
    assert here(s, "saigon")["arvn_troops"] == 2 + 2 + 6
    assert (at(s, CASUALTIES), s.resources[ARVN]) == ({}, 39)


def test_card_s78_single_reads_control_at_each_move() -> None:
    s = empty()
    edit(s, "hue", arvn_troops=2, nva_troops=1)
    edit(s, "da_nang", police=1)
    assert "hue" in executed(s.copy(), "s78", "single", ARVN, "police@da_nang").keys()
    flow = executed(s, "s78", "single", ARVN, "arvn_troops@hue", "saigon", 2, "police@da_nang")
    assert "hue" not in flow.keys()


# --- S79 Provisional Government -----------------------------------------------------------------------------------


def test_provisional_government_needs_watergate_and_4_vc_bases() -> None:
    s = retreated(played=(WATERGATE,))
    assert condition_met(s, GOVERNMENT)
    edit(s, "binh_dinh")
    assert not condition_met(s, GOVERNMENT)


def test_card_s79_single_spreads_over_what_coin_does_not_hold() -> None:
    s = retreated()
    flow = executed(s, "s79", "single", VC)
    assert "saigon" not in flow.keys()
    assert "north_vietnam" not in flow.keys()
    flow.answer("phuoc_long", "ba_xuyen", "done", "phuoc_long")
    assert asked(flow) == (VC, "event.shift_opposition_up_to")
    assert "phuoc_long" not in flow.keys()  # nobody lives there
    flow.answer("ba_xuyen", "done")
    assert here(s, "phuoc_long") == {"vc_guerrilla": 1, "vc_base": 1}
    assert (here(s, "ba_xuyen")["vc_guerrilla"], level(s, "ba_xuyen"), s.resources[VC]) == (2, -1, 12)


def test_card_s79_single_tells_only_where_vc_plays_or_has_anything_to_gain() -> None:
    assert not tells(begun(), "s79", "single", NVA)  # Black April
    s = empty("extended-short-1972", "after_retreat", resources=[0, 20, 20, 75])
    assert tells(s, "s79", "single", VC)
    for sp in OPEN_SPACES:
        edit(s, SPACES[sp].id, arvn_troops=1)
    assert not tells(s, "s79", "single", VC)
