"""Titled cards of 1974: each side from a position to the exact result (S5.1.1)."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY
from fitl.eras.fall_of_saigon.coup_round import coup_card
from fitl.lasting import (
    AMMUNITION_SHADED,
    ARMORED_CAVALRY,
    F_5ES,
    F_5ES_SHADED,
    MAIN_BATTLE_TANKS,
    MAIN_BATTLE_TANKS_SHADED,
    ORISKANY_SHADED,
    TYPHOON_KATE,
)
from fitl.rules.operation import BY_EVENT, Activity
from fitl.state import OVER, State
from tests.eras.fall_of_saigon.cards import (
    asked,
    at_war,
    done,
    execute_every_side,
    executed,
    here,
    random_state,
    retreated,
    tells,
    to_the_end,
)
from tests.eras.fall_of_saigon.support import activity, begun, edit, empty, operation
from tests.support import Play, at, play

CARDS = ("s25", "s26", "s27", "s28", "s29", "s30", "s31", "s32", "s33", "s42", "s48", "s74")
QUANG_TRI, QUANG_TIN, PLEIKU = "quang_tri_thua_thien", "quang_tin_quang_ngai", "pleiku_darlac"


@pytest.mark.parametrize("seed", range(9))
def test_every_side_is_carried_out_to_its_end_by_whoever_is_in_play(seed: int) -> None:
    execute_every_side(CARDS, random_state(seed), seed)


# --- S25 F-5Es ----------------------------------------------------------------------------------------------------


def strike(s: State, faction: int = ARVN) -> Play:
    flow = activity(s, faction, "air_strike", "quang_nam")
    return flow.answer("done") if "done" in flow.keys() and asked(flow)[1] == "air_strike.space" else flow


def hits_left(flow: Play) -> int:
    assert flow.decision is not None
    assert flow.decision.params is not None
    left: int = flow.decision.params["left"]
    return left


def test_card_s25_unshaded_adds_a_hit_by_posture_and_by_die() -> None:
    s = begun(posture=1)
    assert executed(s, "s25", "unshaded", ARVN).over
    assert s.effects == F_5ES
    flow = strike(s)
    assert hits_left(flow) == 2
    assert "degrade" in flow.keys()
    s = retreated(posture=4, effects=F_5ES)
    edit(s, "quang_nam", police=1, nva_troops=4)
    assert hits_left(strike(s, US).answer(3)) == 4


def test_card_s25_shaded_takes_a_hit_and_with_none_left_there_is_no_strike() -> None:
    s = begun(posture=2)
    assert executed(s, "s25", "shaded", NVA).over
    assert s.effects == F_5ES_SHADED
    flow = strike(s)
    assert hits_left(flow) == 1
    assert "degrade" not in flow.keys()
    s.posture = 1
    assert not s.era.activity_rules["air_strike"].can(s, Activity(s, ARVN, "air_strike"))
    s = retreated(posture=4, effects=F_5ES_SHADED)
    edit(s, "quang_nam", police=1, nva_troops=4)
    assert strike(s, US).answer(1).over
    assert here(s, "quang_nam")["nva_troops"] == 4


def test_card_s25_unshaded_gives_nothing_at_posture_0_and_turns_over() -> None:
    s = begun(posture=0, effects=F_5ES)
    assert not s.era.activity_rules["air_strike"].can(s, Activity(s, ARVN, "air_strike"))
    assert not tells(s, "s25", "unshaded", ARVN)
    assert executed(s, "s25", "shaded", NVA).over
    assert s.effects == F_5ES_SHADED


# --- S26 "Our Long National Nightmare Is Over" --------------------------------------------------------------------


def test_card_s26_unshaded_raises_posture_and_calms_protest() -> None:
    s = retreated(anti_war=10)
    assert executed(s, "s26", "unshaded", US).over
    assert (s.posture, s.anti_war) == (3, 7)


def test_card_s26_shaded_lowers_posture_and_aid() -> None:
    s = begun()
    assert executed(s, "s26", "shaded", NVA).over
    assert (s.posture, s.aid) == (1, 25)


# --- S27 "Enough to Make the Angels Weep" -------------------------------------------------------------------------


def lose(s: State, **pieces: int) -> None:
    """So many ARVN pieces are Casualties."""
    edit(s, "casualties", **pieces)


def test_card_s27_unshaded_brings_back_up_to_6_casualties_free() -> None:
    s = begun()
    lose(s, arvn_troops=5, arvn_armor=3)
    assert executed(s, "s27", "unshaded", ARVN, 5, 1).over
    assert at(s, CASUALTIES) == {"arvn_armor": 2}
    assert s.resources[ARVN] == 30


def test_card_s27_unshaded_pays_resources_where_nobody_was_lost() -> None:
    s = at_war()
    assert executed(s, "s27", "unshaded", US).over
    assert s.resources[ARVN] == 36


def test_card_s27_shaded_sends_4_units_out_of_play_as_arvn_likes() -> None:
    s = begun()
    lose(s, arvn_troops=1, police=4)
    flow = executed(s, "s27", "shaded", NVA)
    assert asked(flow) == (ARVN, "event.units_given_up")
    flow.answer(1, 0, 1)
    assert flow.over
    assert at(s, OUT_OF_PLAY) == {"arvn_troops": 1, "ranger": 1, "arvn_armor": 2}
    assert s.aid == 30


def test_card_s27_shaded_costs_aid_for_each_unit_missing() -> None:
    s = begun()
    edit(s, "saigon", arvn_troops=19, ranger=2)
    edit(s, "hue", arvn_armor=7)
    assert executed(s, "s27", "shaded", NVA).over
    assert (at(s, OUT_OF_PLAY), s.aid) == ({"arvn_armor": 1}, 27)


# --- S28 Ammunition -----------------------------------------------------------------------------------------------


def test_card_s28_unshaded_grants_up_to_two_assaults_and_resources() -> None:
    s = begun()
    edit(s, QUANG_TIN, arvn_troops=4, nva_troops=3)
    flow = executed(s, "s28", "unshaded", ARVN, "yes", QUANG_TIN, "quang_nam")
    assert to_the_end(flow).over
    assert flow.asked.count("assault.space") == 2  # no third
    assert (s.resources[ARVN], here(s, QUANG_TIN)["nva_troops"]) == (33, 1)
    assert here(s, "quang_nam")["nva_troops"] == 5  # 2 Troops in a Highland hit nothing
    s = begun()
    assert executed(s, "s28", "unshaded", ARVN, "no").over
    assert s.resources[ARVN] == 33


def test_card_s28_shaded_limits_arvn_assaults_but_not_those_of_events() -> None:
    s = begun()
    assert executed(s, "s28", "shaded", NVA).over
    assert (s.resources[ARVN], s.effects) == (25, AMMUNITION_SHADED)
    for limited, asked_for_a_third in ((True, False), (False, True)):
        flow = operation(s.copy(), ARVN, "assault", PLEIKU, free=0 if limited else BY_EVENT)
        while asked(flow)[1] != "assault.space":
            flow.answer(flow.keys()[0])
        flow.answer("quang_nam")
        assert (flow.decision is not None and QUANG_TIN in flow.keys()) == asked_for_a_third


# --- S29 Defense Assistance Vietnam -------------------------------------------------------------------------------


def test_card_s29_unshaded_adds_aid_and_brings_back_up_to_3() -> None:
    s = begun()
    lose(s, police=5)
    assert executed(s, "s29", "unshaded", ARVN, 3).over
    assert (s.aid, at(s, CASUALTIES)) == (39, {"police": 2})


def test_card_s29_shaded_takes_aid() -> None:
    s = begun()
    assert executed(s, "s29", "shaded", NVA).over
    assert s.aid == 21
    s.aid = 0
    assert not tells(s, "s29", "shaded", NVA)


# --- S30 Defense Authorization ------------------------------------------------------------------------------------


def test_card_s30_unshaded_transports_six_and_assaults_once_where_they_arrive() -> None:
    """As seen in play; neither card 115 nor card 61 changes it."""
    s = begun(effects=ARMORED_CAVALRY | TYPHOON_KATE)
    edit(s, "da_nang", arvn_troops=6)
    flow = executed(s, "s30", "unshaded", ARVN, "da_nang", "quang_nam", 6)
    to_the_end(flow)
    assert here(s, "quang_nam")["arvn_troops"] == 8
    assert here(s, "quang_nam")["nva_troops"] == 3  # 8 Troops and no Active Ranger in Highland: 2 hits, once
    assert flow.asked.count("transport.assault") == 0


def test_card_s30_unshaded_may_just_hide_rangers() -> None:
    s = empty()
    edit(s, "hue", ranger_active=1)
    assert done(s, "s30", "unshaded", ARVN).over
    assert here(s, "hue") == {"ranger": 1}
    assert not tells(empty(), "s30", "unshaded", ARVN)


def test_card_s30_shaded_takes_aid_and_resources() -> None:
    s = begun()
    assert executed(s, "s30", "shaded", NVA).over
    assert (s.aid, s.resources[ARVN]) == (24, 24)


# --- S31 Happy Trails ---------------------------------------------------------------------------------------------


def test_card_s31_unshaded_degrades_two_and_takes_troops_in_laos_and_cambodia() -> None:
    s = begun(effects=ORISKANY_SHADED)  # bars it to others than Events (5.1.2)
    flow = executed(s, "s31", "unshaded", ARVN)
    assert "nva_troops@north_vietnam" not in flow.keys()
    assert "done" in flow.keys()
    assert flow.answer("nva_troops@southern_laos", 2).over
    assert (s.trail, "nva_troops" in here(s, "southern_laos")) == (1, False)


def test_card_s31_shaded_improves_the_trail_and_moves_what_nva_has_outside() -> None:
    s = begun()
    edit(s, "north_vietnam", nva_base=1, nva_troops=2, nva_armor=1)
    flow = executed(s, "s31", "shaded", NVA, "nva_armor@north_vietnam")
    assert asked(flow) == (NVA, "event.destination")
    assert "quang_nam" not in flow.keys()
    flow.answer("sihanoukville", "nva_troops@southern_laos", "the_fishhook", 2, "done")
    assert (s.trail, here(s, "sihanoukville"), here(s, "the_fishhook")["nva_troops"]) == (4, {"nva_armor": 1}, 4)


# --- S32 Chinese Interference -------------------------------------------------------------------------------------


def test_card_s32_unshaded_takes_nva_resources() -> None:
    s = begun()
    assert executed(s, "s32", "unshaded", ARVN).over
    assert s.resources[NVA] == 6


def test_card_s32_shaded_removes_arvn_units_on_the_coast() -> None:
    s = begun()
    edit(s, "hue", arvn_troops=1, captured_nva_armor=1)
    flow = executed(s, "s32", "shaded", NVA)
    assert f"arvn_troops@{PLEIKU}" not in flow.keys()
    assert "arvn_base@quang_nam" not in flow.keys()
    assert flow.answer("arvn_troops@hue", "captured_nva_armor@hue").over
    assert (at(s, CASUALTIES), at(s, OUT_OF_PLAY), s.patronage) == ({"arvn_troops": 1}, {"nva_armor": 1}, 18)


def test_card_s32_shaded_reaches_lo_cs_on_the_coast() -> None:
    s = empty()
    edit(s, "loc_hue_da_nang", police=1)
    edit(s, "loc_kontum_dak_to", police=1)
    assert executed(s, "s32", "shaded", NVA).keys() == ["police@loc_hue_da_nang", "done"]


# --- S33 Main Battle Tanks ----------------------------------------------------------------------------------------


def tanks() -> State:
    s = empty()
    for space in ("central_laos", "southern_laos", "the_fishhook", "north_vietnam"):
        edit(s, space, nva_armor=1)
    return s


def origins(s: State, faction: int = NVA) -> int:
    """How many origins a Spearhead asks for when every one is wanted."""
    flow = activity(s, faction, "spearhead")
    n = 0
    while flow.decision is not None and flow.decision.kind == "spearhead.origin":
        flow.answer(flow.keys()[0])
        n += 1
    return n


def test_card_s33_unshaded_leaves_nva_one_origin() -> None:
    s = tanks()
    assert origins(s.copy()) == 2
    assert executed(s, "s33", "unshaded", ARVN).over
    assert (s.effects, origins(s)) == (MAIN_BATTLE_TANKS, 1)


def test_card_s33_shaded_gives_nva_three_origins_and_arvn_none_more() -> None:
    s = tanks()
    assert executed(s, "s33", "shaded", NVA).over
    assert (s.effects, origins(s)) == (MAIN_BATTLE_TANKS_SHADED, 3)
    for space in ("hue", "da_nang", "saigon"):
        edit(s, space, arvn_armor=1)
    assert origins(s, ARVN) == 2


# --- S42 "The War Has Begun Again" --------------------------------------------------------------------------------


def test_card_s42_unshaded_sweeps_and_assaults_in_provinces() -> None:
    s = begun()
    edit(s, "tay_ninh", arvn_troops=4, nva_guerrilla=3)
    flow = executed(s, "s42", "unshaded", ARVN, "yes")
    assert "hue" not in flow.keys()
    flow.answer("tay_ninh", "done", "done", "yes")
    to_the_end(flow)
    assert here(s, "tay_ninh") == {"arvn_troops": 4, "nva_guerrilla": 1}  # 4 // 2 found in Jungle, 2 hits
    assert s.resources[ARVN] == 30


def test_card_s42_unshaded_may_be_declined() -> None:
    s = begun()
    before = s.copy()
    flow = executed(s, "s42", "unshaded", NVA, "no")
    assert asked(flow) == (ARVN, "event.operate_at_all")  # Assaults without a Sweep
    assert flow.answer("no").over
    assert s.pieces == before.pieces


def test_card_s42_shaded_asks_which_insurgent_unless_only_one_is_there() -> None:
    s = retreated()
    edit(s, "kien_giang_an_xuyen", arvn_base=1, arvn_troops=2, police=1, vc_guerrilla=6)
    flow = executed(s, "s42", "shaded", VC)
    assert (asked(flow), set(flow.keys())) == ((VC, "event.nva_or_vc"), {"nva", "vc"})
    flow.answer("vc", "yes", "kien_giang_an_xuyen", 6)
    assert here(s, "kien_giang_an_xuyen")["vc_guerrilla_active"] == 6
    assert s.resources[VC] == 6  # free
    s = begun()
    flow = executed(s, "s42", "shaded", NVA)
    assert asked(flow) == (NVA, "event.operate_at_all")


# --- S48 Ngo Quang Truong -----------------------------------------------------------------------------------------


def test_card_s48_unshaded_gathers_4_in_the_north_and_assaults() -> None:
    s = begun()
    edit(s, "saigon", arvn_troops=4, arvn_armor=1, police=1)
    flow = executed(s, "s48", "unshaded", ARVN)
    assert "police@saigon" not in flow.keys()
    flow.answer("arvn_armor@saigon")
    assert set(flow.keys()) == {"hue", "da_nang", QUANG_TRI, "quang_nam", QUANG_TIN}
    flow.answer("quang_nam", "arvn_troops@saigon", "quang_nam", 3, "quang_nam")
    to_the_end(flow)
    assert here(s, "quang_nam")["nva_troops"] == 2  # 5 // 3 and the Armor's two
    assert here(s, "quang_nam")["arvn_armor"] == 1


def test_card_s48_unshaded_assaults_also_where_nobody_came() -> None:
    s = empty()
    edit(s, "hue", police=2, nva_troops=2)
    edit(s, "saigon", arvn_troops=1)
    to_the_end(executed(s, "s48", "unshaded", ARVN, "arvn_troops@saigon", "da_nang"))
    assert here(s, "hue")["nva_troops"] == 1


def test_card_s48_shaded_strips_the_north_for_saigon() -> None:
    s = begun()
    flow = executed(s, "s48", "shaded", NVA, f"arvn_troops@{QUANG_TRI}", 4)
    assert flow.over
    assert (here(s, "saigon")["arvn_troops"], at(s, AVAILABLE).get("arvn_troops")) == (6, 12)


# --- S74 Nixon Resigns --------------------------------------------------------------------------------------------


def test_card_s74_single_takes_aid_and_lowers_posture() -> None:
    s = begun()
    assert executed(s, "s74", "single", -1).over
    assert (s.aid, s.posture) == (25, 1)
    s = at_war(aid=20)
    assert executed(s, "s74", "single", -1).over
    assert s.aid == 12


# --- S75 Saigon Stands Alone --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("saigon", "patronage"), [({"police": 1}, 25), ({"nva_troops": 1}, 20)])
def test_card_s75_single_rewards_arvn_for_saigon_and_ends_the_game(saigon: dict[str, int], patronage: int) -> None:
    """S7.3: the rules say what it does."""
    s = begun(card=2075)
    edit(s, "saigon", **saigon)
    assert play(coup_card(s)).over
    assert (s.patronage, s.stage) == (patronage, OVER)
