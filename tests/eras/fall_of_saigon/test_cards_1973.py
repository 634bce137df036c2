"""Titled cards of 1973: each side from a position to the exact result (S5.1.1)."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import AVAILABLE, OUT_OF_PLAY
from fitl.lasting import ARC_LIGHT, ARC_LIGHT_SHADED, WAR_POWERS_SHADED
from fitl.rules.operation import Activity, Operation
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
from tests.eras.fall_of_saigon.support import begun, edit, empty
from tests.support import at

CARDS = ("s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s14", "s73")


@pytest.mark.parametrize("seed", range(9))
def test_every_side_is_carried_out_to_its_end_by_whoever_is_in_play(seed: int) -> None:
    execute_every_side(CARDS, random_state(seed), seed)


# --- S1 Rest of World, and how tracks move ------------------------------------------------------------------------


def test_card_s1_unshaded_adds_aid_and_arvn_resources() -> None:
    s = begun()
    assert executed(s, "s1", "unshaded", ARVN).over
    assert (s.aid, s.resources[ARVN]) == (39, 33)
    s.aid = s.resources[ARVN] = 75
    assert not tells(s, "s1", "unshaded", ARVN)


def test_card_s1_shaded_lowers_posture_two_and_aid() -> None:
    s = begun()
    assert executed(s, "s1", "shaded", NVA).over
    assert (s.posture, s.aid) == (0, 26)
    s.aid = 0
    assert not tells(s, "s1", "shaded", NVA)


def test_card_s1_shaded_takes_aid_instead_while_posture_is_not_in_effect() -> None:
    s = at_war(aid=20)
    assert executed(s, "s1", "shaded", VC).over
    assert (s.posture, s.aid) == (0, 10)  # twice 3, then 4


# --- S2 War Powers Act --------------------------------------------------------------------------------------------


def test_card_s2_unshaded_raises_posture_and_arvn_resources() -> None:
    s = begun()
    assert executed(s, "s2", "unshaded", ARVN).over
    assert (s.posture, s.resources[ARVN]) == (3, 36)


def test_card_s2_unshaded_to_intervention_adds_to_anti_war() -> None:
    """S6.9.1; Black April has no Anti-War."""
    s = retreated(posture=3, anti_war=5)
    assert executed(s, "s2", "unshaded", US).over
    assert (s.posture, s.anti_war) == (4, 7)
    assert executed(s, "s2", "unshaded", US).over
    assert (s.posture, s.anti_war) == (4, 7)  # no rise, nothing more
    s = begun(posture=3)
    assert executed(s, "s2", "unshaded", ARVN).over
    assert (s.posture, s.anti_war) == (4, 0)


def test_card_s2_shaded_lowers_posture_and_bans_air_strikes_until_reset() -> None:
    s = begun(posture=3)
    strike = Activity(s, ARVN, "air_strike", Operation(s, ARVN, "sweep"))
    assert s.era.activity_rules["air_strike"].can(s, strike)
    assert executed(s, "s2", "shaded", NVA).over
    assert (s.posture, s.effects) == (2, WAR_POWERS_SHADED)
    assert not s.era.activity_rules["air_strike"].can(s, strike)
    s.posture = 0
    assert not tells(s, "s2", "shaded", NVA)
    s = retreated(posture=4)
    s.effects = WAR_POWERS_SHADED
    assert not s.era.activity_rules["air_strike"].can(s, Activity(s, US, "air_strike", Operation(s, US, "train")))


# --- S3 Ambassador Martin -----------------------------------------------------------------------------------------


def test_card_s3_unshaded_adds_aid_and_patronage() -> None:
    s = begun()
    assert executed(s, "s3", "unshaded", ARVN).over
    assert (s.aid, s.patronage) == (38, 22)


def test_card_s3_shaded_takes_patronage_and_up_to_two_cities_waver() -> None:
    s = begun()
    flow = executed(s, "s3", "shaded", NVA)
    assert set(flow.keys()) == {"hue", "da_nang", "kontum", "cam_ranh", "can_tho", "done"}  # others are Neutral
    assert flow.answer("hue", "can_tho").over
    assert (s.patronage, level(s, "hue"), level(s, "can_tho"), level(s, "saigon")) == (17, 0, 0, 1)


# --- S4 San Clemente ----------------------------------------------------------------------------------------------


def test_card_s4_unshaded_raises_posture_and_arvn_places_armor_in_its_cities() -> None:
    s = retreated()
    flow = executed(s, "s4", "unshaded", US)
    assert asked(flow)[0] == ARVN
    assert "arvn_armor@kien_phong" not in flow.keys()
    assert "done" in flow.keys()
    assert flow.answer("arvn_armor@saigon", 2).over
    assert (s.posture, here(s, "saigon")["arvn_armor"]) == (3, 2)


def test_card_s4_unshaded_lifts_armor_only_for_its_owner() -> None:
    """OPEN 3, 1.4.1: own uncaptured Armor, when none is Available and the executing Faction may lift it."""
    s = begun()
    edit(s, "quang_nam", arvn_armor=8)
    assert executed(s, "s4", "unshaded", NVA).over
    flow = executed(s, "s4", "unshaded", ARVN, "arvn_armor@hue")
    flow.answer("done")
    assert (here(s, "hue")["arvn_armor"], here(s, "quang_nam")["arvn_armor"]) == (1, 7)


def test_card_s4_shaded_sends_available_armor_out_of_play() -> None:
    s = begun()
    assert executed(s, "s4", "shaded", NVA, 2).over
    assert (at(s, OUT_OF_PLAY), at(s, AVAILABLE)["arvn_armor"], s.aid) == ({"arvn_armor": 2}, 6, 25)
    s.aid = 0
    assert executed(s, "s4", "shaded", NVA, 0).over  # up to
    edit(s, "hue", arvn_armor=6)
    assert not tells(s, "s4", "shaded", NVA)


# --- S5 Secret Bombing --------------------------------------------------------------------------------------------


def test_card_s5_unshaded_is_an_arvn_air_strike_in_black_april_and_spares_the_trail() -> None:
    s = begun()
    assert tells(s, "s5", "unshaded", ARVN)
    flow = executed(s, "s5", "unshaded", ARVN)
    assert asked(flow) == (ARVN, "air_strike.space")
    assert "north_vietnam" not in flow.keys()
    assert "quang_nam" not in flow.keys()
    flow.answer("central_laos", "the_fishhook", "done")
    flow.answer("nva_troops@central_laos", "nva_troops@central_laos")
    assert "degrade" not in flow.keys()
    flow.answer("nva_troops@the_fishhook")
    to_the_end(flow)
    assert "nva_troops" not in here(s, "central_laos")
    assert (here(s, "the_fishhook")["nva_troops"], s.trail) == (1, 3)


def test_card_s5_unshaded_is_a_us_air_strike_with_four_players_and_finds_nobody_in_empty_lands() -> None:
    assert asked(executed(retreated(), "s5", "unshaded", ARVN))[0] == US
    s = empty()
    assert not tells(s, "s5", "unshaded", ARVN)
    assert executed(s, "s5", "unshaded", ARVN).over


def test_card_s5_shaded_turns_arc_light_or_takes_aid() -> None:
    s = begun(effects=ARC_LIGHT)
    assert executed(s, "s5", "shaded", NVA).over
    assert (s.posture, s.effects, s.aid) == (1, ARC_LIGHT_SHADED, 30)
    assert executed(s, "s5", "shaded", NVA).over
    assert (s.posture, s.effects, s.aid) == (0, ARC_LIGHT_SHADED, 24)


# --- S6 National Press Club ---------------------------------------------------------------------------------------


def test_card_s6_unshaded_wins_saigon_and_calms_protest() -> None:
    s = retreated(anti_war=5)
    assert executed(s, "s6", "unshaded", US).over
    assert (level(s, "saigon"), s.patronage, s.anti_war) == (2, 27, 2)


def test_card_s6_shaded_in_black_april_has_no_anti_war() -> None:
    s = begun()
    assert executed(s, "s6", "shaded", NVA).over
    assert (s.patronage, s.anti_war) == (16, 0)
    s.patronage = 0
    assert not tells(s, "s6", "shaded", NVA)


def test_card_s6_shaded_stirs_protest() -> None:
    s = retreated(anti_war=2)
    assert executed(s, "s6", "shaded", VC).over
    assert (s.patronage, s.anti_war) == (21, 5)


# --- S7 Pham Van Dong ---------------------------------------------------------------------------------------------


def test_card_s7_unshaded_wearies_hanoi() -> None:
    s = begun()
    assert executed(s, "s7", "unshaded", ARVN).over
    assert (s.war_weary, s.resources[NVA]) == (18, 10)


def test_card_s7_shaded_gives_hanoi_breath_and_means() -> None:
    s = begun(war_weary=18)
    assert executed(s, "s7", "shaded", NVA).over
    assert (s.war_weary, s.resources[NVA]) == (15, 20)
    s.war_weary = 1
    assert executed(s, "s7", "shaded", NVA).over
    assert s.war_weary == 0


# --- S8 Brezhnev --------------------------------------------------------------------------------------------------


def test_card_s8_unshaded_takes_two_armor_or_what_there_is() -> None:
    s = begun()
    assert executed(s, "s8", "unshaded", ARVN).over
    assert (at(s, OUT_OF_PLAY), s.resources[NVA]) == ({"nva_armor": 2}, 9)
    edit(s, "central_laos", nva_armor=5)
    assert executed(s, "s8", "unshaded", ARVN).over
    assert (at(s, OUT_OF_PLAY), s.resources[NVA]) == ({"nva_armor": 3}, 3)


def test_card_s8_shaded_places_armor_at_bases_outside_the_south() -> None:
    s = begun()
    flow = executed(s, "s8", "shaded", NVA)
    assert set(flow.keys()) == {
        f"nva_armor@{name}"
        for name in (
            *("north_vietnam", "central_laos", "southern_laos"),
            *("northeast_cambodia", "the_fishhook", "the_parrots_beak"),
        )
    } | {"done"}  # Sihanoukville has no Base
    flow.answer("nva_armor@the_fishhook", 1, "nva_armor@north_vietnam")
    assert flow.over
    assert (here(s, "the_fishhook")["nva_armor"], here(s, "north_vietnam")["nva_armor"]) == (1, 1)
    assert s.resources[NVA] == 18


# --- S14 Four No's ------------------------------------------------------------------------------------------------


def test_card_s14_unshaded_removes_guerrillas_where_coin_controls() -> None:
    s = begun()
    flow = executed(s, "s14", "unshaded", ARVN)
    assert set(flow.keys()) == {"nva_guerrilla@quang_tin_quang_ngai", "done"}
    assert flow.answer("nva_guerrilla@quang_tin_quang_ngai").over
    assert ("nva_guerrilla" in here(s, "quang_tin_quang_ngai"), s.patronage) == (False, 22)


def test_card_s14_shaded_spreads_terror_where_both_stand_without_coin_control() -> None:
    s = begun()
    flow = executed(s, "s14", "shaded", NVA)
    assert set(flow.keys()) == {"quang_tri_thua_thien", "quang_nam", "pleiku_darlac", "done"}
    flow.answer("quang_nam", "pleiku_darlac", "done")
    assert flow.over
    assert (level(s, "quang_nam"), level(s, "pleiku_darlac"), s.patronage) == (-1, -2, 19)
    assert sum(s.terror) == 2
    assert executed(s, "s14", "shaded", NVA, "quang_nam", "done").over
    assert (sum(s.terror), level(s, "quang_nam")) == (2, -2)  # no second marker


# --- S73 Watergate ------------------------------------------------------------------------------------------------


def test_card_s73_single_takes_aid_at_once() -> None:
    s = begun()
    assert executed(s, "s73", "single", -1).over
    assert s.aid == 25
