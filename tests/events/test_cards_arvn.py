"""Cards 61-90, led by ARVN: every side from a fitting position to its exact result."""

from typing import Any

import pytest

from fitl.board.cards import CARDS, KHANH, KY
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ARVN_BASE, US_TROOPS, VC_GUERRILLA_ACTIVE
from fitl.board.spaces import (
    AN_LOC,
    AVAILABLE,
    BA_XUYEN,
    BINH_DINH,
    BINH_TUY,
    CAM_RANH,
    CAN_THO,
    CASUALTIES,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    KHANH_HOA,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    KONTUM,
    LAOS_CAMBODIA,
    LOC_CAN_THO_LONG_PHU,
    LOC_HUE_DA_NANG,
    LOC_KONTUM_QUI_NHON,
    LOC_SAIGON_CAN_THO,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    PHU_BON,
    PHUOC_LONG,
    PLEIKU,
    QUANG_DUC,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    QUI_NHON,
    SAIGON,
    SIHANOUKVILLE,
    SOUTHERN_LAOS,
    SPACES,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
)
from fitl.compose import PROGRAMS
from fitl.lasting import (
    ABRAMS,
    ABRAMS_SHADED,
    ARMORED_CAVALRY,
    ARMORED_CAVALRY_SHADED,
    BLOWTORCH_KOMER,
    BODY_COUNT,
    BOOBY_TRAPS_SHADED,
    CAPS_SHADED,
    CLAYMORES,
    COBRAS_SHADED,
    LANSDALE_SHADED,
    MANDATE_OF_HEAVEN,
    MANDATE_OF_HEAVEN_SHADED,
    MEDEVAC,
    ORISKANY_SHADED,
    PATTON,
    SEARCH_AND_DESTROY,
    TYPHOON_KATE,
)
from fitl.rules.activities.govern import govern
from fitl.rules.activities.transport import transport
from fitl.rules.cards import execute_event, is_effective
from fitl.rules.control import set_support
from fitl.rules.forces import count
from fitl.rules.operation import BY_EVENT, Activity, Operation
from fitl.rules.operations.assault import assault, can_assault
from fitl.rules.operations.patrol import can_patrol, patrol
from fitl.rules.sequence import next_eligible
from fitl.state import EVENT, State
from fitl.words import has_message
from tests.events.random_execution import execute_every_side, mid_game_states
from tests.support import Play, at, blank, play, put

OURS = range(61, 91)
COUP = 125  # as the next card it makes Monsoon


def run(s: State, card: int, side: str, by: int, *keys: str | int) -> Play:
    """The Faction executes the Event, and the first decisions are answered."""
    s.card = card
    s.acted += ((by, EVENT),)
    return play(execute_event(s, card, side, by), *keys)


def kind(p: Play) -> str:
    assert p.decision is not None
    return p.decision.kind


def actor(p: Play) -> int:
    assert p.decision is not None
    return p.decision.actor


def level(s: State, **levels: int) -> None:
    """Set spaces, by the start of their id, to a level: level(s, saigon=2)."""
    for name, value in levels.items():
        (sp,) = (space.index for space in SPACES if space.id.startswith(name))
        set_support(s, sp, value)


def bare(**tracks: Any) -> State:
    """An empty map with no US or ARVN piece Available: all of them Out of Play."""
    s = blank(**tracks)
    put(s, OUT_OF_PLAY, us_troops=40, us_base=6, irregular=6, arvn_troops=30, police=30, ranger=6, arvn_base=3)
    return s


def bring(s: State, row: int, **pieces: int) -> None:
    """Pieces from Out of Play into a row."""
    put(s, OUT_OF_PLAY, **{name.removesuffix("_active"): -n for name, n in pieces.items()})
    put(s, row, **pieces)


# --- 61 Armored Cavalry -------------------------------------------------------------------------------------------


def test_card_61_unshaded_lets_arvn_assault_where_transport_went() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=4)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla_active=3)
    assert is_effective(s, 61, "unshaded", ARVN)
    run(s, 61, "unshaded", ARVN)
    assert s.effects == ARMORED_CAVALRY
    assert not is_effective(s, 61, "unshaded", ARVN)
    p = play(transport(s, Activity(s, ARVN, "transport")), "loc_saigon_can_tho", 4)
    assert p.keys() == ["loc_saigon_can_tho", "done"]
    p.answer("loc_saigon_can_tho")
    assert at(s, LOC_SAIGON_CAN_THO) == {"arvn_troops": 4, "vc_guerrilla_active": 1}
    assert s.resources[ARVN] == 20


def test_card_61_shaded_leaves_transport_to_rangers_and_ends_the_other_side() -> None:
    s = blank(effects=ARMORED_CAVALRY)
    put(s, SAIGON, arvn_troops=4, ranger=1)
    put(s, HUE, arvn_troops=2)
    assert is_effective(s, 61, "shaded", VC)
    run(s, 61, "shaded", VC)
    assert s.effects == ARMORED_CAVALRY_SHADED
    p = play(transport(s, Activity(s, ARVN, "transport")))
    assert kind(p) == "transport.destination"  # Saigon and the Ranger there are the only choice
    p.answer("loc_saigon_can_tho")
    assert at(s, SAIGON) == {"arvn_troops": 4}
    assert not is_effective(s, 61, "shaded", VC)


# --- 62 Cambodian Civil War ---------------------------------------------------------------------------------------


def test_card_62_unshaded_flies_in_sweeps_within_cambodia_and_takes_two_bases() -> None:
    s = blank(next_card=COUP)
    put(s, SAIGON, us_troops=5)
    put(s, TAY_NINH, us_troops=2)  # next to Cambodia, but the Sweep is within it
    put(s, THE_FISHHOOK, nva_base=1, vc_guerrilla=2)
    put(s, THE_PARROTS_BEAK, vc_base=1, nva_tunnel=1)
    put(s, SIHANOUKVILLE, vc_base=1)
    p = run(s, 62, "unshaded", ARVN)
    assert (actor(p), kind(p)) == (US, "air_lift.space")
    p.answer("saigon", "the_fishhook", 4, "done")  # two spaces in Monsoon
    assert kind(p) == "sweep.space"  # only the US has anybody in Cambodia: nothing to pick
    assert p.keys() == ["northeast_cambodia", "the_fishhook", "the_parrots_beak"]
    p.answer("the_fishhook", "done")
    assert count(s, THE_FISHHOOK, VC_GUERRILLA_ACTIVE) == 2  # Jungle: 4 Troops find 2 Guerrillas
    assert actor(p) == ARVN
    assert p.keys() == ["nva_base@the_fishhook", "vc_base@the_parrots_beak", "vc_base@sihanoukville"]
    p.answer("nva_base@the_fishhook", "vc_base@sihanoukville")
    assert p.over
    assert at(s, THE_FISHHOOK) == {"us_troops": 4, "vc_guerrilla_active": 2}
    assert at(s, THE_PARROTS_BEAK) == {"vc_base": 1, "nva_tunnel": 1}
    assert at(s, SIHANOUKVILLE) == {}


def test_card_62_unshaded_executor_picks_who_sweeps_and_that_faction_decides() -> None:
    s = blank()
    put(s, THE_FISHHOOK, us_troops=1, arvn_troops=2, nva_guerrilla=1)
    p = run(s, 62, "unshaded", VC, "the_fishhook", "northeast_cambodia", "done", "us_troops@the_fishhook", "done")
    assert (actor(p), p.keys()) == (VC, ["us", "arvn"])
    p.answer("arvn")
    assert (actor(p), kind(p)) == (ARVN, "sweep.space")
    p.answer("the_fishhook", "done")
    assert p.over
    assert at(s, THE_FISHHOOK) == {"arvn_troops": 2, "nva_guerrilla_active": 1}
    assert s.resources[ARVN] == 20


def test_card_62_unshaded_shaded_platoons_do_not_limit_the_sweep_within_cambodia() -> None:
    s = blank(effects=CAPS_SHADED)
    for sp in (THE_FISHHOOK, THE_PARROTS_BEAK, SIHANOUKVILLE):
        put(s, sp, us_troops=2, vc_guerrilla=1)
    put(s, SAIGON, us_troops=1)
    p = run(s, 62, "unshaded", US, "saigon", "the_fishhook", "done")
    p.answer("the_fishhook", "the_parrots_beak", "sihanoukville")
    assert kind(p) == "sweep.space"
    p.answer("done", "done")
    for sp in (THE_FISHHOOK, THE_PARROTS_BEAK, SIHANOUKVILLE):
        assert count(s, sp, VC_GUERRILLA_ACTIVE) == 1


def test_card_62_unshaded_only_the_owner_may_offer_a_tunneled_base() -> None:
    s = blank()
    put(s, THE_PARROTS_BEAK, nva_tunnel=1, vc_tunnel=1)
    assert not is_effective(s, 62, "unshaded", US)
    assert run(s, 62, "unshaded", US).over
    assert at(s, THE_PARROTS_BEAK) == {"nva_tunnel": 1, "vc_tunnel": 1}
    assert is_effective(s, 62, "unshaded", NVA)
    p = run(s, 62, "unshaded", NVA)
    assert p.keys() == ["nva_tunnel@the_parrots_beak", "done"]
    p.answer("done")
    assert p.over


def test_card_62_unshaded_is_effective_if_police_in_cambodia_could_find_a_guerrilla() -> None:
    s = blank()
    put(s, THE_FISHHOOK, police=2)
    assert not is_effective(s, 62, "unshaded", US)
    put(s, THE_FISHHOOK, vc_guerrilla=1)
    assert is_effective(s, 62, "unshaded", US)
    run(s, 62, "unshaded", US)
    assert at(s, THE_FISHHOOK) == {"police": 2, "vc_guerrilla_active": 1}


def test_card_62_shaded_nva_places_twelve_in_cambodia() -> None:
    s = blank()
    assert is_effective(s, 62, "shaded", VC)
    p = run(s, 62, "shaded", VC)
    assert actor(p) == NVA
    assert len(p.keys()) == 8
    p.answer("nva_troops@the_fishhook", 8, "nva_guerrilla@sihanoukville", 4)
    assert p.over
    assert at(s, THE_FISHHOOK) == {"nva_troops": 8}
    assert at(s, SIHANOUKVILLE) == {"nva_guerrilla": 4}


def test_card_62_shaded_places_what_is_available_and_lifts_only_if_nva_likes() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_troops=40, nva_guerrilla=17)
    p = run(s, 62, "shaded", NVA, "nva_guerrilla@the_fishhook", 3)
    assert "done" in p.keys()
    p.answer("done")
    assert at(s, THE_FISHHOOK) == {"nva_guerrilla": 3}


# --- 63 Fact Finding ----------------------------------------------------------------------------------------------


def test_card_63_unshaded_brings_two_us_pieces_from_out_of_play_to_the_south() -> None:
    s = blank(aid=10)
    put(s, OUT_OF_PLAY, us_troops=3, us_base=1)
    p = run(s, 63, "unshaded", US)
    assert p.keys() == ["pieces", "patronage"]
    p.answer("pieces")
    assert "us_troops@loc_hue_da_nang" in p.keys()
    assert "us_base@loc_hue_da_nang" not in p.keys()
    assert "us_troops@the_fishhook" not in p.keys()
    p.answer("us_base@hue", "us_troops@saigon")
    assert p.over
    assert at(s, HUE) == {"us_base": 1}
    assert at(s, SAIGON) == {"us_troops": 1}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2}
    assert s.aid == 16


def test_card_63_unshaded_turns_a_die_roll_of_patronage_into_arvn_resources() -> None:
    s = blank(aid=10, patronage=3)
    p = run(s, 63, "unshaded", US)  # nothing is Out of Play: no choice
    assert kind(p) == "event.die_patronage"
    p.answer(5)
    assert (s.patronage, s.resources[ARVN], s.aid) == (0, 23, 16)


def test_card_63_unshaded_adds_aid_even_if_nothing_else_can_be_done() -> None:
    s = blank(aid=74, patronage=0)
    assert is_effective(s, 63, "unshaded", VC)
    assert run(s, 63, "unshaded", VC).over
    assert s.aid == 75
    assert not is_effective(s, 63, "unshaded", VC)


def test_card_63_shaded_takes_support_from_a_coin_city_and_pays_patronage_or_vc() -> None:
    for choice, patronage, vc in (("patronage", 24, 20), ("vc_resources", 20, 24)):
        s = blank()
        for sp in (SAIGON, HUE, DA_NANG):
            put(s, sp, police=1)
        level(s, saigon=2, hue=2, da_nang=1, can_tho=1)
        p = run(s, 63, "shaded", ARVN)
        assert p.keys() == ["hue", "da_nang"]  # not Saigon, not Can Tho without Control
        p.answer("hue", choice)
        assert (s.support[HUE], s.support[DA_NANG]) == (0, 1)
        assert (s.patronage, s.resources[VC]) == (patronage, vc)


def test_card_63_shaded_without_a_city_still_pays() -> None:
    s = blank(patronage=75, resources=[0, 20, 20, 75])
    assert not is_effective(s, 63, "shaded", VC)
    s.resources[VC] = 74
    assert is_effective(s, 63, "shaded", VC)
    p = run(s, 63, "shaded", VC)
    assert p.keys() == ["patronage", "vc_resources"]
    p.answer("vc_resources")
    assert s.resources[VC] == 75


# --- 64 Honolulu Conference ---------------------------------------------------------------------------------------


def test_card_64_single_coin_executor_alone_pacifies_at_three_per_step() -> None:
    s = blank(resources=[0, 30, 20, 20], econ=20, effects=BLOWTORCH_KOMER)
    put(s, HUE, us_troops=1, police=1)
    put(s, DA_NANG, arvn_troops=1, police=1)
    s.terror[HUE] = 1
    p = run(s, 64, "single", US, "up", "down")
    assert (s.aid, s.patronage) == (30, 15)
    assert (actor(p), p.keys()) == (US, ["hue", "done"])  # Da Nang has no US Troops
    p.answer("hue", "more", "more")
    assert p.over  # 9 paid: a further step would go below Econ, and 2 levels are the most anyway
    assert (s.terror[HUE], s.support[HUE], s.resources[ARVN]) == (0, 2, 21)


def test_card_64_single_arvn_pays_ky_price_and_heeds_mandate_of_heaven() -> None:
    s = blank(leader=KY, effects=MANDATE_OF_HEAVEN_SHADED)
    for sp in (HUE, DA_NANG):
        put(s, sp, arvn_troops=1, police=1)
    p = run(s, 64, "single", ARVN, "down", "up", "hue", "stop")
    assert p.over  # one space only
    assert (s.support[HUE], s.support[DA_NANG], s.resources[ARVN]) == (1, 0, 16)
    assert (s.aid, s.patronage) == (10, 23)
    assert not s.stay_eligible


def test_card_64_single_insurgent_executor_stays_eligible_and_nobody_pacifies() -> None:
    s = blank(aid=4, patronage=3)
    put(s, HUE, us_troops=1, arvn_troops=1, police=1)
    assert is_effective(s, 64, "single", VC)
    p = run(s, 64, "single", VC, "down", "down")
    assert p.over
    assert (s.aid, s.patronage) == (0, 0)
    assert s.stay_eligible == 1 << VC
    assert s.support[HUE] == 0


def test_card_64_single_pacification_may_be_declined() -> None:
    s = blank()
    put(s, HUE, arvn_troops=1, police=1)
    assert run(s, 64, "single", ARVN, "up", "up", "done").over
    assert s.support[HUE] == 0


# --- 65 International Forces --------------------------------------------------------------------------------------


def test_card_65_unshaded_places_four_us_pieces_anywhere_but_north_vietnam() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, us_troops=5, us_base=1)
    assert is_effective(s, 65, "unshaded", ARVN)
    p = run(s, 65, "unshaded", ARVN)
    assert actor(p) == ARVN
    assert "us_troops@the_fishhook" in p.keys()
    assert "us_troops@north_vietnam" not in p.keys()
    p.answer("us_base@the_fishhook", "us_troops@hue", 3)
    assert p.over
    assert at(s, THE_FISHHOOK) == {"us_base": 1}
    assert at(s, HUE) == {"us_troops": 3}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2}


def test_card_65_unshaded_places_fewer_if_fewer() -> None:
    s = blank()
    assert not is_effective(s, 65, "unshaded", US)
    assert run(s, 65, "unshaded", US).over
    put(s, OUT_OF_PLAY, irregular=1)
    run(s, 65, "unshaded", US, "irregular@hue")
    assert at(s, HUE) == {"irregular": 1}


def test_card_65_shaded_us_sends_a_die_roll_of_pieces_out_of_play() -> None:
    s = blank()
    put(s, HUE, us_troops=3, us_base=1)
    put(s, PLEIKU, irregular_active=1)
    assert is_effective(s, 65, "shaded", VC)
    p = run(s, 65, "shaded", VC, 3)
    assert (actor(p), p.keys()) == (US, ["us_troops@hue", "us_base@hue", "irregular_active@pleiku_darlac"])
    p.answer("us_troops@hue", 2, "irregular_active@pleiku_darlac")
    assert p.over
    assert at(s, HUE) == {"us_troops": 1, "us_base": 1}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2, "irregular": 1}


def test_card_65_shaded_takes_all_if_fewer() -> None:
    s = blank()
    assert not is_effective(s, 65, "shaded", VC)
    put(s, HUE, us_troops=2)
    assert run(s, 65, "shaded", VC, 6).over
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2}


# --- 66 Ambassador Taylor -----------------------------------------------------------------------------------------


def test_card_66_unshaded_adds_nine_each_and_up_to_two_us_pieces() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, us_troops=4)
    p = run(s, 66, "unshaded", US)
    assert (s.aid, s.resources[ARVN]) == (29, 29)
    assert p.keys() == ["pieces", "patronage", "neither"]
    p.answer("pieces", "us_troops@hue", 1, "done")
    assert p.over
    assert at(s, HUE) == {"us_troops": 1}
    assert s.patronage == 20


def test_card_66_unshaded_brings_no_more_than_two_us_pieces() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, us_troops=4)
    assert run(s, 66, "unshaded", ARVN, "pieces", "us_troops@hue", 2).over
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2}


def test_card_66_unshaded_lowers_patronage_instead_or_does_neither() -> None:
    for choice, patronage in (("patronage", 17), ("neither", 20)):
        s = blank()
        p = run(s, 66, "unshaded", ARVN)
        assert p.keys() == ["patronage", "neither"]  # nobody is Out of Play
        p.answer(choice)
        assert s.patronage == patronage


def test_card_66_unshaded_is_effective_unless_every_track_is_full_and_nobody_waits() -> None:
    s = blank(aid=75, patronage=0, resources=[0, 75, 20, 20])
    assert not is_effective(s, 66, "unshaded", US)
    assert run(s, 66, "unshaded", US).over
    put(s, OUT_OF_PLAY, us_troops=1)
    assert is_effective(s, 66, "unshaded", US)


def test_card_66_shaded_three_spaces_outside_saigon_lose_support() -> None:
    s = blank()
    level(s, saigon=2, hue=2, da_nang=1, quang_nam=1, kien_hoa=2, can_tho=-1)
    p = run(s, 66, "shaded", NVA)
    assert p.keys() == ["hue", "da_nang", "quang_nam", "kien_hoa_vinh_binh"]
    p.answer("hue", "quang_nam", "da_nang")
    assert p.over
    assert [s.support[sp] for sp in (SAIGON, HUE, DA_NANG, QUANG_NAM, KIEN_HOA)] == [2, 0, 0, 0, 2]
    assert s.patronage == 17


def test_card_66_shaded_takes_fewer_if_fewer_and_may_have_no_effect() -> None:
    s = blank(patronage=0)
    level(s, saigon=2)
    assert not is_effective(s, 66, "shaded", VC)
    level(s, hue=1)
    assert is_effective(s, 66, "shaded", VC)
    assert run(s, 66, "shaded", VC).over
    assert s.support[HUE] == 0


# --- 67 Amphib Landing --------------------------------------------------------------------------------------------


def test_card_67_unshaded_relocates_along_the_coast_then_sweeps_and_assaults_one_space() -> None:
    s = blank(next_card=COUP)
    put(s, SAIGON, us_troops=5)
    put(s, BA_XUYEN, vc_guerrilla=2, vc_base=1)
    p = run(s, 67, "unshaded", VC)
    assert (actor(p), p.keys()) == (US, ["us_troops@saigon", "done"])  # ARVN has nobody: no choice who
    p.answer("us_troops@saigon")
    assert "north_vietnam" not in p.keys()
    assert "an_loc" not in p.keys()
    p.answer("ba_xuyen", 3, "done")
    assert (actor(p), kind(p)) == (US, "event.amphib_space")
    p.answer("ba_xuyen")  # Saigon is not next to it: nobody else to bring in
    assert p.over  # 3 found the 2 Guerrillas, and 3 hits in the Lowland take everything
    assert at(s, BA_XUYEN) == {"us_troops": 3}
    assert at(s, SAIGON) == {"us_troops": 2}


def test_card_67_unshaded_on_a_loc_there_is_only_the_assault_and_arvn_may_be_added_free() -> None:
    s = blank(resources=[0, 0, 20, 20])
    put(s, LOC_CAN_THO_LONG_PHU, us_troops=1, arvn_troops=2, vc_guerrilla_active=2)
    p = run(s, 67, "unshaded", ARVN)
    assert (actor(p), p.keys()) == (ARVN, ["us", "arvn"])
    p.answer("us", "done", "loc_can_tho_long_phu")
    assert p.keys() == ["arvn", "done"]
    p.answer("arvn")
    assert p.over
    assert at(s, LOC_CAN_THO_LONG_PHU) == {"us_troops": 1, "arvn_troops": 2}
    assert s.resources[ARVN] == 0


def test_card_67_unshaded_sweep_brings_in_troops_from_next_door() -> None:
    s = blank()
    put(s, AN_LOC, arvn_troops=2)  # not coastal
    put(s, SAIGON, vc_guerrilla=1)
    assert is_effective(s, 67, "unshaded", ARVN)
    p = run(s, 67, "unshaded", ARVN, "saigon", "saigon")
    assert kind(p) == "sweep.amount"
    p.answer(2)
    assert p.over
    assert at(s, SAIGON) == {"arvn_troops": 2}


def test_card_67_unshaded_has_no_effect_without_anybody_to_land() -> None:
    s = blank()
    put(s, HUE, police=1, us_base=1)
    put(s, KIEN_HOA, vc_guerrilla=1)
    assert not is_effective(s, 67, "unshaded", ARVN)
    assert run(s, 67, "unshaded", ARVN).over
    assert at(s, HUE) == {"police": 1, "us_base": 1}
    put(s, HUE, vc_guerrilla=1)
    assert is_effective(s, 67, "unshaded", ARVN)  # the Police could find it


def test_card_67_shaded_vc_relocates_three_and_coin_is_ineligible() -> None:
    s = blank()
    put(s, BA_XUYEN, vc_guerrilla_active=3, vc_tunnel=1)
    put(s, TAY_NINH, vc_guerrilla=1)
    p = run(s, 67, "shaded", NVA)
    assert (actor(p), p.keys()) == (VC, ["vc_guerrilla_active@ba_xuyen", "vc_tunnel@ba_xuyen", "done"])
    p.answer("vc_tunnel@ba_xuyen")
    assert "loc_hue_da_nang" not in p.keys()
    p.answer("saigon", "vc_guerrilla_active@ba_xuyen", "north_vietnam", 2)
    assert p.over  # three pieces
    assert at(s, BA_XUYEN) == {"vc_guerrilla_active": 1}
    assert at(s, SAIGON) == {"vc_tunnel": 1}
    assert at(s, NORTH_VIETNAM) == {"vc_guerrilla_active": 2}
    assert s.made_ineligible == 1 << US | 1 << ARVN


def test_card_67_shaded_vc_picks_the_coastal_space_whoever_executes() -> None:
    s = blank()
    put(s, BA_XUYEN, vc_guerrilla=1)
    put(s, HUE, vc_guerrilla=1)
    put(s, TAY_NINH, vc_guerrilla=1)
    p = run(s, 67, "shaded", NVA)
    assert (actor(p), p.keys()) == (VC, ["hue", "ba_xuyen"])
    p.answer("hue", "vc_guerrilla@hue", "tay_ninh")
    assert p.over
    assert at(s, TAY_NINH) == {"vc_guerrilla": 2}


def test_card_67_shaded_vc_may_stay_and_eligibility_alone_is_an_effect() -> None:
    s = blank()
    put(s, BA_XUYEN, vc_guerrilla=1)
    assert run(s, 67, "shaded", VC, "done").over
    assert at(s, BA_XUYEN) == {"vc_guerrilla": 1}
    s = blank()
    assert is_effective(s, 67, "shaded", VC)
    s.made_ineligible = 1 << US
    assert not is_effective(s, 67, "shaded", ARVN)  # ARVN acts anyway, the US is out already


# --- 68 Green Berets ----------------------------------------------------------------------------------------------


def test_card_68_unshaded_tutorial_irregulars_to_binh_dinh_at_active_support() -> None:
    s = blank()
    put(s, BINH_DINH, us_troops=2, vc_guerrilla=3)
    put(s, QUANG_TRI, nva_guerrilla=1)
    p = run(s, 68, "unshaded", ARVN)
    assert "binh_dinh" in p.keys()
    assert "quang_tri_thua_thien" not in p.keys()  # NVA Control
    assert "north_vietnam" not in p.keys()
    p.answer("binh_dinh", "irregular")
    assert p.over
    assert at(s, BINH_DINH) == {"us_troops": 2, "irregular": 3, "vc_guerrilla": 3}
    assert s.support[BINH_DINH] == 2


def test_card_68_unshaded_places_fewer_if_fewer_and_nothing_where_nobody_lives_shifts() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, ranger=4, irregular=6)
    run(s, 68, "unshaded", NVA, "phuoc_long")
    assert at(s, PHUOC_LONG) == {"ranger": 2}
    assert s.support[PHUOC_LONG] == 0


def test_card_68_unshaded_lifting_is_the_executors_choice() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, irregular=6, ranger=3)
    put(s, PLEIKU, ranger_active=2)
    p = run(s, 68, "unshaded", ARVN, "binh_dinh")
    assert p.keys() == ["1", "2", "3"]  # one Available, two could be lifted (1.4.1)
    p.answer(2)
    assert at(s, BINH_DINH) == {"ranger": 2}
    assert at(s, PLEIKU) == {"ranger_active": 1}


def test_card_68_unshaded_effective_while_a_province_can_gain() -> None:
    s = blank()
    assert is_effective(s, 68, "unshaded", VC)
    put(s, OUT_OF_PLAY, irregular=6, ranger=6)
    assert is_effective(s, 68, "unshaded", VC)  # Active Support at least
    for sp in range(8, 30):
        set_support(s, sp, 2)
    assert not is_effective(s, 68, "unshaded", VC)


def test_card_68_shaded_three_irregulars_leave_and_one_of_their_provinces_turns() -> None:
    s = blank()
    put(s, BINH_DINH, irregular=1, irregular_active=1)
    put(s, PHUOC_LONG, irregular=1)
    put(s, HUE, irregular=1)
    level(s, binh_dinh=2)
    assert is_effective(s, 68, "shaded", VC)
    p = run(s, 68, "shaded", VC, "irregular@binh_dinh", "irregular@phuoc_long", "irregular@hue")
    assert p.over  # Binh Dinh is the only populated Province among them
    assert at(s, BINH_DINH) == {"irregular_active": 1}
    assert at(s, AVAILABLE)["irregular"] == 5
    assert (s.support[BINH_DINH], s.support[HUE]) == (-2, 0)


def test_card_68_shaded_chooses_among_the_provinces_and_needs_an_irregular() -> None:
    s = blank()
    assert not is_effective(s, 68, "shaded", VC)
    put(s, BINH_DINH, irregular=1)
    put(s, PLEIKU, irregular=1)
    p = run(s, 68, "shaded", NVA, "irregular@pleiku_darlac")
    assert p.keys() == ["binh_dinh", "pleiku_darlac"]
    p.answer("pleiku_darlac")
    assert (s.support[BINH_DINH], s.support[PLEIKU]) == (0, -2)


# --- 69 MACV ------------------------------------------------------------------------------------------------------


def test_card_69_single_us_then_arvn_each_take_a_free_special_activity() -> None:
    s = blank(aid=0)
    put(s, SAIGON, us_troops=2, ranger=1, vc_guerrilla=1)
    put(s, HUE, us_troops=1, police=3)
    level(s, hue=1)
    assert is_effective(s, 69, "single", ARVN)
    p = run(s, 69, "single", ARVN, "us_arvn")
    assert (actor(p), p.keys()) == (US, ["advise", "air_lift", "air_strike"])
    p.answer("air_lift", "saigon", "hue", "done", "us_troops@saigon", 2, "done")
    assert (actor(p), p.keys()) == (ARVN, ["govern", "transport", "raid"])
    p.answer("govern")
    assert p.over
    assert at(s, HUE) == {"us_troops": 3, "police": 3}
    assert s.aid == 6
    assert s.stay_eligible == 1 << ARVN


def test_card_69_single_nva_then_vc_and_a_ban_yields() -> None:
    s = blank(effects=CLAYMORES)
    put(s, HUE, arvn_troops=2, nva_guerrilla=1)
    put(s, TAY_NINH, vc_guerrilla=1)
    p = run(s, 69, "single", US, "nva_vc")
    assert p.over  # NVA can only Ambush (the ban of card 17 yields), VC only Tax
    assert at(s, HUE) == {"arvn_troops": 1, "nva_guerrilla_active": 1}
    assert s.resources[VC] == 24
    assert s.stay_eligible == 1 << US


def test_card_69_single_typhoon_kate_keeps_its_one_space_limit() -> None:
    s = blank(effects=TYPHOON_KATE, aid=0)
    for sp in (HUE, DA_NANG):
        put(s, sp, police=3)
    level(s, hue=1, da_nang=1)
    p = run(s, 69, "single", ARVN, "us_arvn", "advise", "hue")
    assert kind(p) == "advise.aid"  # Advise in 1 space
    p.answer("no", "da_nang")
    assert p.over  # Govern in 1 space
    assert s.aid == 3


# --- 70 ROKs ------------------------------------------------------------------------------------------------------


def test_card_70_unshaded_all_cubes_sweep_and_assault_as_us_troops() -> None:
    s = blank(next_card=COUP, effects=ABRAMS_SHADED)
    put(s, PHU_BON, arvn_troops=1, vc_guerrilla=2)
    put(s, QUI_NHON, police=1)
    put(s, BINH_DINH, us_troops=1, police=2, us_base=1, vc_guerrilla=4)
    put(s, PLEIKU, arvn_troops=3, ranger=1, vc_guerrilla=4)
    put(s, LOC_KONTUM_QUI_NHON, police=1, vc_guerrilla_active=2)
    assert is_effective(s, 70, "unshaded", VC)
    p = run(s, 70, "unshaded", VC)
    assert (actor(p), p.keys()) == (VC, ["us", "arvn"])
    p.answer("arvn")
    assert actor(p) == ARVN
    assert p.keys() == [
        "kontum",
        "qui_nhon",
        "binh_dinh",
        "pleiku_darlac",
        "phu_bon_phu_yen",
        "khanh_hoa",
    ]
    p.answer("phu_bon_phu_yen", "binh_dinh", "pleiku_darlac", "done")
    p.answer("phu_bon_phu_yen", "qui_nhon", "done")  # its Police moves as a Troop would
    assert p.over
    assert at(s, PHU_BON) == {"arvn_troops": 1, "police": 1}
    assert at(s, BINH_DINH) == {"us_troops": 1, "police": 2, "us_base": 1, "vc_guerrilla": 1}  # 3 found
    assert at(s, PLEIKU) == {
        "arvn_troops": 3,
        "ranger": 1,
        "vc_guerrilla": 1,
        "vc_guerrilla_active": 2,
    }  # Highland without US Base; the Ranger finds nobody
    assert at(s, LOC_KONTUM_QUI_NHON) == {"police": 1, "vc_guerrilla_active": 1}
    assert s.resources[ARVN] == 20


def test_card_70_unshaded_abrams_makes_the_order_a_choice_and_spares_one_base_shield() -> None:
    s = blank(effects=ABRAMS)
    put(s, PHU_BON, us_troops=1, vc_guerrilla_active=1)
    put(s, KHANH_HOA, arvn_troops=2, vc_base=1, nva_troops=1)
    p = run(s, 70, "unshaded", US, "arvn", "phu_bon_phu_yen", "done", "done")
    assert (actor(p), kind(p)) == (ARVN, "event.roks_assault")
    assert p.keys() == ["phu_bon_phu_yen", "khanh_hoa"]
    p.answer("khanh_hoa", "vc_base")
    assert p.over
    assert at(s, KHANH_HOA) == {"arvn_troops": 2, "nva_troops": 1}
    assert at(s, PHU_BON) == {"us_troops": 1}


def test_card_70_unshaded_assault_by_lansdale_ban_still_works_and_bases_bring_no_aid() -> None:
    s = blank(effects=LANSDALE_SHADED)
    put(s, QUI_NHON, police=1, vc_base=1)
    run(s, 70, "unshaded", ARVN, "arvn", "qui_nhon", "done")
    assert at(s, QUI_NHON) == {"police": 1}
    assert s.aid == 20  # as a US Assault: no Aid for the Base


def test_card_70_unshaded_assaults_only_where_the_cubes_could_remove_something() -> None:
    s = blank(effects=COBRAS_SHADED)  # every US Assault would roll for a lost Troop
    put(s, QUI_NHON, police=1)
    put(s, PLEIKU, us_troops=1, vc_guerrilla_active=1)  # Highland: one Troop hits nobody
    put(s, LOC_KONTUM_QUI_NHON, us_troops=2, vc_guerrilla=1)  # hidden on a LoC, which is not Swept
    assert run(s, 70, "unshaded", US, "us", "qui_nhon", "done", "done").over
    assert at(s, PLEIKU) == {"us_troops": 1, "vc_guerrilla_active": 1}
    assert at(s, LOC_KONTUM_QUI_NHON) == {"us_troops": 2, "vc_guerrilla": 1}


def test_card_70_unshaded_sweeps_every_space_where_somebody_hides() -> None:
    s = blank()
    put(s, PHU_BON, police=1, vc_guerrilla=1)
    put(s, BINH_DINH, arvn_troops=1, nva_guerrilla=1)  # Highland: found, but one cube hits nobody
    put(s, PLEIKU, us_troops=1)  # nobody hides here
    put(s, KHANH_HOA, vc_guerrilla=1)  # cubes could come, but are not made to
    p = run(s, 70, "unshaded", ARVN, "arvn", "phu_bon_phu_yen", "done", "done")
    assert p.over
    assert at(s, PHU_BON) == {"police": 1}
    assert at(s, BINH_DINH) == {"arvn_troops": 1, "nva_guerrilla_active": 1}
    assert at(s, KHANH_HOA) == {"vc_guerrilla": 1}
    swept = [entry.params["space"] for entry in s.log or () if entry.message == "log.sweep.space"]
    assert swept == [PHU_BON, BINH_DINH, KHANH_HOA]


def test_card_70_unshaded_booby_traps_take_police_for_the_us_troops_they_are() -> None:
    s = blank(effects=BOOBY_TRAPS_SHADED)
    put(s, PHU_BON, police=2, irregular=1, vc_guerrilla=2)
    p = run(s, 70, "unshaded", ARVN, "arvn", "phu_bon_phu_yen", "done", 3)
    assert p.over
    assert at(s, PHU_BON) == {"police": 1, "irregular": 1, "vc_guerrilla_active": 1}  # the other Police removed one
    assert at(s, CASUALTIES) == {}


def test_card_70_unshaded_search_and_destroy_and_patton_find_something_where_others_do_not() -> None:
    s = blank(effects=SEARCH_AND_DESTROY)
    put(s, QUI_NHON, police=1)
    put(s, LOC_KONTUM_QUI_NHON, us_troops=1, vc_guerrilla=1)
    put(s, KHANH_HOA, vc_guerrilla=1)  # no cubes there
    p = run(s, 70, "unshaded", US, "us", "qui_nhon", "done", "done", "vc_guerrilla")
    assert p.over
    assert at(s, LOC_KONTUM_QUI_NHON) == {"us_troops": 1}
    assert at(s, KHANH_HOA) == {"vc_guerrilla": 1}
    s = blank(effects=PATTON)
    put(s, QUI_NHON, police=1)
    put(s, PLEIKU, us_troops=1, vc_guerrilla_active=2)
    p = run(s, 70, "unshaded", US, "us", "qui_nhon", "done")
    assert (actor(p), kind(p)) == (US, "assault.patton")
    p.answer("yes")
    assert p.over
    assert at(s, PLEIKU) == {"us_troops": 1}


def test_card_70_unshaded_a_tunnel_alone_is_assaulted_too() -> None:
    s = blank()
    put(s, QUI_NHON, police=1)
    put(s, PHU_BON, arvn_troops=1, vc_tunnel=1)
    p = run(s, 70, "unshaded", US, "us", "qui_nhon", "done", "done", 4)
    assert p.over
    assert at(s, PHU_BON) == {"arvn_troops": 1, "vc_base": 1}


def test_card_70_unshaded_has_no_effect_without_cubes_in_reach() -> None:
    s = blank()
    put(s, PHU_BON, vc_guerrilla=2, ranger=1)
    assert not is_effective(s, 70, "unshaded", US)
    assert run(s, 70, "unshaded", US).over
    put(s, PHU_BON, irregular=1)
    assert is_effective(s, 70, "unshaded", US)  # an Irregular finds one


def test_card_70_shaded_shifts_three_spaces() -> None:
    s = blank()
    level(s, qui_nhon=2, phu_bon=0, khanh_hoa=-2)
    assert is_effective(s, 70, "shaded", NVA)
    assert run(s, 70, "shaded", NVA).over
    assert [s.support[sp] for sp in (QUI_NHON, PHU_BON, KHANH_HOA)] == [1, -1, -2]
    level(s, qui_nhon=-2, phu_bon=-2)
    assert not is_effective(s, 70, "shaded", NVA)


# --- 71 An Loc ----------------------------------------------------------------------------------------------------


def test_card_71_unshaded_nva_troops_give_way_to_arvn_troops() -> None:
    s = blank()
    put(s, AN_LOC, police=1, nva_troops=8, nva_guerrilla=1)
    put(s, LOC_HUE_DA_NANG, arvn_troops=1)
    put(s, THE_FISHHOOK, arvn_troops=1)
    p = run(s, 71, "unshaded", US)
    assert p.keys() == ["an_loc", "loc_hue_da_nang"]  # in the South only
    p.answer("an_loc")
    assert p.over
    assert at(s, AN_LOC) == {"police": 1, "arvn_troops": 3, "nva_guerrilla": 1}


def test_card_71_unshaded_places_fewer_if_fewer_and_needs_arvn_there() -> None:
    s = blank()
    put(s, HUE, nva_troops=2)
    assert not is_effective(s, 71, "unshaded", VC)
    assert run(s, 71, "unshaded", VC).over
    put(s, OUT_OF_PLAY, arvn_troops=29)
    put(s, HUE, police=1)
    assert is_effective(s, 71, "unshaded", VC)
    run(s, 71, "unshaded", VC)
    assert at(s, HUE) == {"police": 1, "arvn_troops": 1}
    assert not is_effective(s, 71, "unshaded", VC)  # no NVA Troops, none Available, and VC lifts no ARVN


def test_card_71_shaded_troops_march_over_the_trail_and_attack_twice() -> None:
    s = blank(next_card=COUP, resources=[0, 20, 0, 20])
    put(s, NORTH_VIETNAM, nva_troops=9, nva_guerrilla=4)
    put(s, KONTUM, arvn_troops=3, us_troops=2)
    put(s, AN_LOC, police=5)
    p = run(s, 71, "shaded", VC)
    assert (actor(p), kind(p)) == (NVA, "march.amount")  # by Laos and Cambodia An Loc is the one City in reach
    p.answer(6)
    assert p.over  # 3 hits, then 2
    assert at(s, AN_LOC) == {"nva_troops": 6}
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 3, "nva_guerrilla": 4}
    assert s.resources[NVA] == 0


def test_card_71_shaded_at_trail_zero_only_neighbours_march() -> None:
    s = blank(trail=0)
    put(s, NORTH_VIETNAM, nva_troops=9)
    put(s, QUANG_TRI, nva_troops=4)
    put(s, HUE, us_troops=1, police=1)
    p = run(s, 71, "shaded", NVA)  # Hue is the one City in reach
    assert kind(p) == "march.amount"
    p.answer(4)
    assert p.keys() == ["us_troops", "police"]
    p.answer("us_troops", "police")
    assert p.over  # 2 hits took both; one Troop lost to the US Troop; nobody is left to Attack again
    assert at(s, HUE) == {"nva_troops": 3}
    assert at(s, CASUALTIES) == {"us_troops": 1}


def test_card_71_shaded_nva_picks_the_city_whoever_executes() -> None:
    s = blank(trail=0)
    put(s, QUANG_TRI, nva_troops=1)
    put(s, QUANG_NAM, nva_troops=1)
    put(s, SAIGON, nva_troops=2, police=1)  # an Attack there, but no March: others can be reached
    p = run(s, 71, "shaded", VC)
    assert (actor(p), p.keys()) == (NVA, ["hue", "da_nang"])
    p.answer("da_nang")
    assert p.over
    assert at(s, DA_NANG) == {"nva_troops": 1}


def test_card_71_shaded_attacks_in_a_city_even_if_nobody_can_march() -> None:
    s = blank()
    put(s, SAIGON, nva_guerrilla=6, arvn_troops=3)
    assert is_effective(s, 71, "shaded", NVA)
    p = run(s, 71, "shaded", NVA, 6)
    assert at(s, SAIGON) == {"nva_guerrilla_active": 6, "arvn_troops": 1}
    p.answer(1)
    assert p.over
    assert at(s, SAIGON) == {"nva_guerrilla_active": 6}
    s = blank()
    put(s, SAIGON, arvn_troops=3)
    assert not is_effective(s, 71, "shaded", NVA)
    assert run(s, 71, "shaded", NVA).over


# --- 72 Body Count ------------------------------------------------------------------------------------------------


def test_card_72_unshaded_assault_and_patrol_are_free_and_guerrillas_bring_aid() -> None:
    s = blank(resources=[0, 0, 20, 20])
    put(s, HUE, arvn_troops=4, vc_guerrilla_active=2)
    put(s, LOC_HUE_DA_NANG, police=2, nva_guerrilla=1)
    assert not can_assault(s, Operation(s, ARVN, "assault"))
    assert not can_patrol(s, Operation(s, ARVN, "patrol"))
    assert is_effective(s, 72, "unshaded", ARVN)
    run(s, 72, "unshaded", ARVN)
    assert s.effects == BODY_COUNT
    assert not is_effective(s, 72, "unshaded", ARVN)
    play(assault(s, Operation(s, ARVN, "assault")), "hue", "done")
    assert at(s, HUE) == {"arvn_troops": 4}
    assert s.aid == 26
    play(patrol(s, Operation(s, ARVN, "patrol")), "done", "loc_hue_da_nang")
    assert at(s, LOC_HUE_DA_NANG) == {"police": 2}
    assert (s.aid, s.resources[ARVN]) == (29, 0)


def test_card_72_shaded_places_in_every_opposition_and_border_space() -> None:
    s = blank()
    level(s, quang_nam=-2, binh_dinh=-1, saigon=-2)
    assert run(s, 72, "shaded", VC).over
    assert at(s, QUANG_NAM) == at(s, SAIGON) == {"vc_guerrilla": 1}
    assert at(s, BINH_DINH) == {}
    for sp in LAOS_CAMBODIA:
        assert at(s, sp) == {"nva_troops": 2}


def test_card_72_shaded_executor_chooses_where_pieces_run_short() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_troops=37)
    assert is_effective(s, 72, "shaded", US)
    p = run(s, 72, "shaded", US)
    assert (actor(p), kind(p)) == (US, "event.body_count_troops")
    p.answer("sihanoukville", "the_fishhook")
    assert p.over
    assert at(s, SIHANOUKVILLE) == {"nva_troops": 2}
    assert at(s, THE_FISHHOOK) == {"nva_troops": 1}
    assert not is_effective(s, 72, "shaded", US)


# --- 73 Great Society ---------------------------------------------------------------------------------------------


def test_card_73_unshaded_holds_a_commitment_phase() -> None:
    s = bare()
    bring(s, CASUALTIES, us_troops=3, us_base=1, irregular=1)
    bring(s, AVAILABLE, us_troops=2)
    assert is_effective(s, 73, "unshaded", VC)
    p = run(s, 73, "unshaded", VC)
    assert (actor(p), kind(p)) == (US, "commitment.return")
    p.answer("saigon", 2)
    assert at(s, CASUALTIES) == {}
    assert kind(p) == "commitment.piece"
    p.answer("us_troops@available", "loc_hue_da_nang", 1, "done")
    assert p.over
    assert at(s, SAIGON) == {"us_troops": 2}
    assert at(s, LOC_HUE_DA_NANG) == {"us_troops": 1}
    assert not s.control_frozen


def test_card_73_unshaded_medevac_applies_and_stays() -> None:
    s = bare(effects=MEDEVAC)
    bring(s, CASUALTIES, us_troops=3)
    run(s, 73, "unshaded", US, "done")
    assert count(s, AVAILABLE, US_TROOPS) == 3
    assert s.effects == MEDEVAC


def test_card_73_unshaded_has_no_effect_with_nobody_to_commit() -> None:
    s = bare()
    assert not is_effective(s, 73, "unshaded", US)
    assert run(s, 73, "unshaded", US).over
    bring(s, CASUALTIES, irregular=1)
    assert is_effective(s, 73, "unshaded", US)
    for box in (CASUALTIES, AVAILABLE):
        s = bare()
        bring(s, box, us_troops=1)
        assert is_effective(s, 73, "unshaded", US)  # they could be sent
    s = bare()
    bring(s, SAIGON, us_base=1)
    assert is_effective(s, 73, "unshaded", US)  # it could be withdrawn


def test_card_73_shaded_us_sends_three_available_pieces_out_of_play() -> None:
    s = bare()
    bring(s, AVAILABLE, us_troops=2, us_base=1, irregular=3)
    assert is_effective(s, 73, "shaded", NVA)
    p = run(s, 73, "shaded", NVA)
    assert (actor(p), p.keys()) == (US, ["0", "1", "2"])
    p.answer(1, 0)
    assert p.over
    assert {name: n for name, n in at(s, AVAILABLE).items() if name in ("us_troops", "us_base", "irregular")} == {
        "us_troops": 1,
        "us_base": 1,
        "irregular": 1,
    }


def test_card_73_shaded_sends_all_if_fewer() -> None:
    s = bare()
    assert not is_effective(s, 73, "shaded", NVA)
    bring(s, AVAILABLE, us_troops=2)
    assert run(s, 73, "shaded", NVA).over
    assert count(s, AVAILABLE, US_TROOPS) == 0


# --- 74 Lam Son 719 -----------------------------------------------------------------------------------------------


def test_card_74_unshaded_enters_laos_acts_there_and_degrades_the_trail() -> None:
    s = blank(trail=3)
    put(s, CENTRAL_LAOS, nva_guerrilla=2)
    put(s, LOC_HUE_DA_NANG, police=1)
    p = run(s, 74, "unshaded", US)
    assert p.keys() == ["central_laos", "southern_laos"]
    p.answer("central_laos")
    assert p.keys() == ["0", "1", "2", "3", "4", "5", "6"]
    p.answer(6)
    assert (actor(p), p.keys()) == (ARVN, ["train", "sweep", "assault"])  # a Patrol does not go there
    p.answer("sweep")
    assert p.over
    assert at(s, CENTRAL_LAOS) == {"arvn_troops": 6, "nva_guerrilla_active": 2}
    assert s.trail == 1
    assert s.resources[ARVN] == 20


def test_card_74_unshaded_no_sweep_in_monsoon_and_no_troops_needed() -> None:
    s = blank(trail=1, next_card=COUP)
    put(s, SOUTHERN_LAOS, arvn_troops=2, nva_troops=1)
    p = run(s, 74, "unshaded", ARVN, "southern_laos", 0)
    assert p.keys() == ["train", "assault"]
    p.answer("assault")
    assert p.over
    assert at(s, SOUTHERN_LAOS) == {"arvn_troops": 2}
    assert s.trail == 0


def test_card_74_unshaded_only_coin_executors_may_lift_troops_from_the_map() -> None:
    s = bare(trail=0)
    bring(s, SAIGON, arvn_troops=2)
    p = run(s, 74, "unshaded", VC, "central_laos")
    assert "event.incursion_amount" not in p.asked  # none at all
    p = run(s, 74, "unshaded", ARVN, "central_laos")
    assert p.keys() == ["0", "1", "2"]


def test_card_74_unshaded_degrades_the_trail_even_under_shaded_oriskany() -> None:
    s = blank(trail=4, effects=ORISKANY_SHADED)
    run(s, 74, "unshaded", US, "central_laos", 0)
    assert s.trail == 2


def test_card_74_unshaded_effective_while_trail_troops_or_an_operation_are_left() -> None:
    s = bare(trail=0)
    put(s, CENTRAL_LAOS, nva_troops=1)
    put(s, SOUTHERN_LAOS, nva_troops=1)  # NVA Control: no Train
    assert not is_effective(s, 74, "unshaded", US)
    s.trail = 1
    assert is_effective(s, 74, "unshaded", US)
    s.trail = 0
    bring(s, CENTRAL_LAOS, arvn_troops=2)
    assert is_effective(s, 74, "unshaded", VC)  # an Assault
    s = blank(trail=0)
    assert is_effective(s, 74, "unshaded", US)


def test_card_74_shaded_nva_gains_six_and_one_per_arvn_piece_in_laos() -> None:
    s = blank()
    put(s, CENTRAL_LAOS, arvn_troops=2, ranger=1, us_troops=3)
    put(s, SOUTHERN_LAOS, police=1)
    put(s, THE_FISHHOOK, arvn_troops=1)
    assert is_effective(s, 74, "shaded", NVA)
    run(s, 74, "shaded", NVA)
    assert s.resources[NVA] == 30
    s.resources[NVA] = 75
    assert not is_effective(s, 74, "shaded", NVA)


# --- 75 Sihanouk --------------------------------------------------------------------------------------------------


def test_card_75_unshaded_sweeps_into_cambodia_and_assaults_one_space() -> None:
    s = blank(next_card=COUP, resources=[0, 0, 20, 20])
    put(s, TAY_NINH, us_troops=4, arvn_troops=2)
    put(s, THE_FISHHOOK, arvn_troops=2, vc_guerrilla=3)
    p = run(s, 75, "unshaded", NVA)
    assert (actor(p), p.keys()) == (NVA, ["us", "arvn"])
    p.answer("us")
    assert p.keys() == ["the_fishhook", "the_parrots_beak"]
    p.answer("the_fishhook", "done", "the_fishhook", 4)
    assert at(s, THE_FISHHOOK) == {"us_troops": 4, "arvn_troops": 2, "vc_guerrilla": 1}
    assert p.keys() == ["arvn", "done"]  # ARVN may be added at no cost
    p.answer("done")
    assert p.over


def test_card_75_unshaded_arvn_may_assault_although_it_cannot_sweep_to_effect() -> None:
    s = blank()
    put(s, SIHANOUKVILLE, arvn_troops=2, nva_troops=3)
    assert is_effective(s, 75, "unshaded", ARVN)
    p = run(s, 75, "unshaded", ARVN, "sihanoukville", "done")
    assert p.over
    assert at(s, SIHANOUKVILLE) == {"arvn_troops": 2, "nva_troops": 2}
    assert s.resources[ARVN] == 20


def test_card_75_unshaded_has_no_effect_without_coin_in_reach() -> None:
    s = blank()
    put(s, SIHANOUKVILLE, nva_troops=3, ranger=1)
    put(s, HUE, us_troops=3)
    assert not is_effective(s, 75, "unshaded", ARVN)
    assert run(s, 75, "unshaded", ARVN).over
    assert at(s, SIHANOUKVILLE) == {"nva_troops": 3, "ranger": 1}


def test_card_75_shaded_vc_then_nva_rally_in_cambodia_and_march_out() -> None:
    s = blank(trail=1, next_card=COUP, resources=[0, 20, 0, 0])
    put(s, SIHANOUKVILLE, vc_base=1, vc_guerrilla=1)
    put(s, THE_PARROTS_BEAK, nva_guerrilla=1)
    assert is_effective(s, 75, "shaded", VC)
    p = run(s, 75, "shaded", VC)
    assert (actor(p), p.keys()) == (
        VC,
        ["northeast_cambodia", "the_fishhook", "the_parrots_beak", "sihanoukville"],
    )
    p.answer("sihanoukville", "done")
    assert (actor(p), kind(p)) == (VC, "event.march_at_all")  # it may be none
    p.answer("yes")
    assert (actor(p), p.keys()) == (VC, ["the_parrots_beak", "kien_giang_an_xuyen"])
    p.answer("kien_giang_an_xuyen", 2)
    assert (actor(p), kind(p)) == (NVA, "rally.space")
    p.answer("the_fishhook", "the_parrots_beak", "done", "yes")
    assert (actor(p), kind(p)) == (NVA, "march.destination")
    # From the Fishhook to the Parrot's Beak and on, all three together: both hosted the Rally.
    p.answer("the_parrots_beak", "kien_phong", 3)
    assert p.over
    assert at(s, THE_FISHHOOK) == at(s, THE_PARROTS_BEAK) == {}
    assert at(s, KIEN_PHONG) == {"nva_guerrilla": 3}
    assert at(s, KIEN_GIANG) == {"vc_guerrilla": 2}
    assert at(s, SIHANOUKVILLE) == {"vc_base": 1}
    assert s.resources == [0, 20, 0, 0]


def test_card_75_shaded_nva_does_not_go_on_from_a_space_it_did_not_rally_in() -> None:
    s = blank(trail=2)
    put(s, THE_PARROTS_BEAK, nva_guerrilla=1)
    p = run(s, 75, "shaded", NVA, "sihanoukville", "done", "yes", "kien_giang_an_xuyen")
    assert actor(p) == NVA
    p.answer("the_fishhook", "done", "no", "yes")
    assert "the_parrots_beak" in p.keys()
    p.answer("the_parrots_beak")
    assert p.over  # neither the newcomer nor the Guerrilla already there goes farther
    assert at(s, THE_PARROTS_BEAK) == {"nva_guerrilla": 2}


def test_card_75_shaded_neither_faction_need_march() -> None:
    s = blank(trail=2)
    p = run(s, 75, "shaded", NVA, "sihanoukville", "done", "no", "the_fishhook", "done", "no", "no")
    assert p.over
    assert at(s, SIHANOUKVILLE) == {"vc_guerrilla": 1}
    assert at(s, THE_FISHHOOK) == {"nva_guerrilla": 1}


def test_card_75_shaded_without_guerrillas_has_no_effect() -> None:
    s = blank(resources=[0, 0, 0, 0])
    put(s, OUT_OF_PLAY, nva_guerrilla=20, vc_guerrilla=30)
    assert not is_effective(s, 75, "shaded", VC)
    assert run(s, 75, "shaded", VC).over


# --- 76 Annam -----------------------------------------------------------------------------------------------------


def test_card_76_unshaded_insurgents_pay_for_every_shared_space() -> None:
    s = blank(resources=[0, 20, 20, 1])
    for sp in (HUE, LOC_HUE_DA_NANG, THE_FISHHOOK):
        put(s, sp, nva_guerrilla=1, vc_guerrilla=1)
    put(s, SAIGON, vc_guerrilla=1)
    assert run(s, 76, "unshaded", ARVN).over
    assert (s.resources[NVA], s.resources[VC], s.patronage) == (17, 0, 22)


def test_card_76_unshaded_effective_by_patronage_or_a_shared_space_with_something_to_lose() -> None:
    s = blank(patronage=75, resources=[0, 20, 0, 1])
    assert not is_effective(s, 76, "unshaded", US)
    put(s, HUE, nva_guerrilla=1, vc_guerrilla=1)
    assert is_effective(s, 76, "unshaded", US)
    s.resources[VC] = 0
    assert not is_effective(s, 76, "unshaded", US)
    s.patronage = 74
    assert is_effective(s, 76, "unshaded", US)


def test_card_76_shaded_hue_da_nang_and_a_province_beside_them_lose_support() -> None:
    s = blank()
    level(s, hue=2, da_nang=-1, quang_tri=1, quang_nam=2, quang_tin=2, binh_dinh=2)
    p = run(s, 76, "shaded", VC)
    assert p.keys() == ["quang_tri_thua_thien", "quang_nam", "quang_tin_quang_ngai"]
    p.answer("quang_nam")
    assert p.over
    assert [s.support[sp] for sp in (HUE, DA_NANG, QUANG_TRI, QUANG_NAM, QUANG_TIN)] == [0, -1, 1, 0, 2]


def test_card_76_shaded_needs_support_somewhere_there() -> None:
    s = blank()
    level(s, hue=-1, binh_dinh=2, saigon=1)
    assert not is_effective(s, 76, "shaded", VC)
    assert run(s, 76, "shaded", VC).over
    level(s, quang_tin=1)
    assert is_effective(s, 76, "shaded", VC)


# --- 77 Détente ---------------------------------------------------------------------------------------------------


def test_card_77_unshaded_halves_insurgent_resources_and_retires_nva_troops() -> None:
    s = blank(resources=[0, 20, 15, 1])
    assert run(s, 77, "unshaded", US).over
    assert (s.resources[NVA], s.resources[VC]) == (7, 0)
    assert at(s, OUT_OF_PLAY) == {"nva_troops": 5}


def test_card_77_unshaded_takes_fewer_troops_if_fewer() -> None:
    s = blank(resources=[0, 20, 0, 0])
    put(s, NORTH_VIETNAM, nva_troops=38)
    assert is_effective(s, 77, "unshaded", US)
    run(s, 77, "unshaded", US)
    assert at(s, OUT_OF_PLAY) == {"nva_troops": 2}
    assert not is_effective(s, 77, "unshaded", US)


def test_card_77_shaded_nva_chooses_and_vc_rallies_in_up_to_six_spaces() -> None:
    s = blank(trail=1)
    put(s, CENTRAL_LAOS, nva_base=1)
    p = run(s, 77, "shaded", VC)
    assert (actor(p), p.keys()) == (NVA, ["resources", "infiltrate"])
    p.answer("infiltrate", 2)
    assert at(s, CENTRAL_LAOS) == {"nva_base": 1, "nva_troops": 2}
    assert (actor(p), kind(p)) == (VC, "event.operate_at_all")
    p.answer("yes")
    assert (actor(p), kind(p)) == (VC, "rally.space")
    p.answer("hue", "da_nang", "kontum", "qui_nhon", "saigon", "an_loc")
    assert p.over  # six
    assert at(s, AN_LOC) == {"vc_guerrilla": 1}
    assert (s.resources[NVA], s.resources[VC]) == (20, 20)


def test_card_77_shaded_without_infiltrate_nva_takes_resources() -> None:
    s = blank()
    p = run(s, 77, "shaded", US, "yes", "hue", "done")
    assert p.over
    assert s.resources[NVA] == 29


def test_card_77_shaded_vc_may_rally_in_no_space_at_all() -> None:
    s = blank()
    p = run(s, 77, "shaded", US, "no")
    assert p.over
    assert s.resources[NVA] == 29
    assert at(s, AVAILABLE)["vc_guerrilla"] == 30


def test_card_77_shaded_vc_that_cannot_rally_is_not_asked() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, vc_guerrilla=30)
    assert run(s, 77, "shaded", US).over


def test_card_77_shaded_effective_by_any_of_its_parts() -> None:
    s = blank(resources=[0, 20, 75, 20])
    assert is_effective(s, 77, "shaded", US)
    put(s, OUT_OF_PLAY, vc_guerrilla=30)
    assert not is_effective(s, 77, "shaded", US)
    put(s, CENTRAL_LAOS, nva_base=1)
    assert is_effective(s, 77, "shaded", US)


# --- 78 General Lansdale ------------------------------------------------------------------------------------------


def test_card_78_unshaded_active_support_with_terror_where_coin_stands() -> None:
    s = blank()
    put(s, HUE, us_base=1)
    put(s, SAIGON, police=1)
    put(s, BINH_DINH, ranger=1)
    put(s, PHUOC_LONG, police=1)  # nobody lives there
    put(s, LOC_HUE_DA_NANG, police=1)
    s.terror[BINH_DINH] = 1
    level(s, binh_dinh=-2)
    p = run(s, 78, "unshaded", ARVN)
    assert p.keys() == ["hue", "binh_dinh"]
    p.answer("binh_dinh")
    assert p.over
    assert (s.support[BINH_DINH], s.terror[BINH_DINH], s.patronage) == (2, 2, 21)


def test_card_78_unshaded_takes_a_space_that_can_shift_before_one_that_cannot() -> None:
    s = blank()
    put(s, HUE, police=1)
    put(s, BINH_DINH, police=1)
    level(s, hue=2)
    assert run(s, 78, "unshaded", VC).over
    assert (s.support[BINH_DINH], s.terror[BINH_DINH], s.terror[HUE]) == (2, 1, 0)
    run(s, 78, "unshaded", VC, "hue")  # both at Active Support now: the marker is left
    assert s.terror[HUE] == 1


def test_card_78_unshaded_effective_by_patronage_support_or_terror() -> None:
    s = blank(patronage=75)
    assert not is_effective(s, 78, "unshaded", US)
    put(s, HUE, police=1)
    level(s, hue=2)
    assert is_effective(s, 78, "unshaded", US)  # the marker
    s.terror[DA_NANG] = 15
    assert not is_effective(s, 78, "unshaded", US)
    level(s, hue=1)
    assert is_effective(s, 78, "unshaded", US)
    s.patronage = 74
    assert is_effective(blank(patronage=74), 78, "unshaded", US)


def test_card_78_shaded_patronage_and_no_us_assault_until_reset() -> None:
    s = blank()
    put(s, HUE, us_troops=3, arvn_troops=2, vc_guerrilla_active=2)
    assert is_effective(s, 78, "shaded", VC)
    run(s, 78, "shaded", VC)
    assert s.patronage == 23
    assert s.effects == LANSDALE_SHADED
    assert not can_assault(s, Operation(s, US, "assault"))
    assert can_assault(s, Operation(s, ARVN, "assault"))
    assert can_assault(s, Operation(s, US, "assault", free=BY_EVENT))


# --- 79 Henry Cabot Lodge -----------------------------------------------------------------------------------------


def test_card_79_unshaded_adds_twenty_aid() -> None:
    s = blank(aid=45)
    assert is_effective(s, 79, "unshaded", US)
    run(s, 79, "unshaded", US)
    assert s.aid == 65
    run(s, 79, "unshaded", US)
    assert s.aid == 75
    assert not is_effective(s, 79, "unshaded", US)


def test_card_79_shaded_arvn_pieces_become_patronage_and_arvn_is_ineligible() -> None:
    s = blank()
    put(s, HUE, arvn_troops=5, arvn_base=1, us_troops=1)
    p = run(s, 79, "shaded", VC)
    assert p.keys() == ["arvn_troops@hue", "arvn_base@hue", "done"]
    p.answer("arvn_base@hue", "arvn_troops@hue", 2)
    assert p.over
    assert at(s, HUE) == {"arvn_troops": 3, "us_troops": 1}
    assert s.patronage == 26
    assert s.made_ineligible == 1 << ARVN


def test_card_79_shaded_may_remove_nobody_but_still_stops_arvn_on_this_card() -> None:
    s = blank()
    put(s, HUE, arvn_troops=5)
    assert next_eligible(s) == US
    s.order = (VC, ARVN, US, NVA)
    p = run(s, 79, "shaded", VC, "done")
    assert p.over
    assert s.patronage == 20
    assert next_eligible(s) == US  # not ARVN, though next in order
    s = blank()
    assert is_effective(s, 79, "shaded", VC)
    assert not is_effective(s, 79, "shaded", ARVN)


# --- 80 Light at the End of the Tunnel ----------------------------------------------------------------------------


def test_card_80_single_withdraws_shifts_and_brings_nva_troops() -> None:
    s = blank()
    put(s, HUE, us_troops=3, us_base=1)
    put(s, PLEIKU, irregular=1)
    level(s, saigon=2)
    assert is_effective(s, 80, "single", ARVN)
    p = run(s, 80, "single", ARVN)
    assert p.keys() == ["1", "2", "3", "4"]
    p.answer(2, "us_base@hue", "us_troops@hue")
    assert s.patronage == 24
    p.answer("saigon", "saigon")  # one space twice
    assert s.support[SAIGON] == 0
    assert p.keys() == [
        "nva_troops@north_vietnam",
        *(f"nva_troops@{SPACES[sp].id}" for sp in LAOS_CAMBODIA),
    ]
    p.answer("nva_troops@north_vietnam", 5, "nva_troops@central_laos", 3)
    assert p.over
    assert at(s, HUE) == {"us_troops": 2}
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 5}
    assert at(s, CENTRAL_LAOS) == {"nva_troops": 3}
    assert s.stay_eligible == 1 << ARVN


def test_card_80_single_shifts_only_where_people_can_still_turn() -> None:
    s = blank()
    put(s, HUE, us_troops=1)
    for sp in range(30):
        set_support(s, sp, -2)
    level(s, quang_nam=-1)
    run(s, 80, "single", VC, "nva_troops@north_vietnam", 4)
    assert s.support[QUANG_NAM] == -2


def test_card_80_single_without_us_pieces_only_leaves_the_executor_eligible() -> None:
    """Which is an effect (2.3.6) unless a Coup Round comes next (6.6)."""
    s = blank(next_card=KHANH)
    assert not is_effective(s, 80, "single", NVA)
    s = blank()
    assert is_effective(s, 80, "single", NVA)
    assert run(s, 80, "single", NVA).over
    assert (s.patronage, s.stay_eligible) == (20, 1 << NVA)


# --- 81 CIDG ------------------------------------------------------------------------------------------------------


def test_card_81_unshaded_replaces_a_die_roll_of_guerrillas() -> None:
    s = blank()
    put(s, BINH_DINH, vc_guerrilla=1, vc_guerrilla_active=2)
    put(s, THE_FISHHOOK, vc_guerrilla=1)
    assert is_effective(s, 81, "unshaded", US)
    p = run(s, 81, "unshaded", US, 2)
    assert p.keys() == ["vc_guerrilla@binh_dinh", "vc_guerrilla_active@binh_dinh"]
    p.answer("vc_guerrilla@binh_dinh")
    assert p.keys() == ["ranger", "irregular", "police"]
    p.answer("irregular", "police")
    assert p.over
    assert at(s, BINH_DINH) == {"vc_guerrilla_active": 1, "irregular": 1, "police": 1}
    assert at(s, THE_FISHHOOK) == {"vc_guerrilla": 1}


def test_card_81_unshaded_replaces_all_if_fewer_and_removes_what_cannot_be_replaced() -> None:
    s = bare()
    bring(s, AVAILABLE, police=1)
    put(s, BINH_DINH, vc_guerrilla=2)
    p = run(s, 81, "unshaded", VC, 6)
    assert p.over
    assert at(s, BINH_DINH) == {"police": 1}
    assert not is_effective(s, 81, "unshaded", VC)


def test_card_81_unshaded_with_none_available_lifting_may_be_declined() -> None:
    s = bare()
    bring(s, HUE, police=2)
    put(s, BINH_DINH, vc_guerrilla=1)
    p = run(s, 81, "unshaded", ARVN, 1)
    assert p.keys() == ["police", "done"]
    p.answer("done")
    assert at(s, BINH_DINH) == {}
    assert at(s, HUE) == {"police": 2}


def test_card_81_shaded_two_guerrillas_take_the_place_of_everybody_local() -> None:
    s = blank()
    put(s, BINH_DINH, ranger_active=1, police=3, irregular=2, arvn_troops=1, us_troops=1)
    put(s, PLEIKU, police=1)
    put(s, TAY_NINH, police=1)  # Jungle
    put(s, KHANH_HOA, arvn_troops=1)
    p = run(s, 81, "shaded", NVA)
    assert p.keys() == ["binh_dinh", "pleiku_darlac"]
    p.answer("binh_dinh")
    assert p.over
    assert at(s, BINH_DINH) == {"arvn_troops": 1, "us_troops": 1, "vc_guerrilla": 2}
    assert at(s, CASUALTIES) == {}
    assert at(s, AVAILABLE)["irregular"] == 6


def test_card_81_shaded_needs_somebody_to_replace() -> None:
    s = blank()
    put(s, TAY_NINH, police=1)
    assert not is_effective(s, 81, "shaded", VC)
    assert run(s, 81, "shaded", VC).over
    put(s, PLEIKU, irregular=1)
    put(s, OUT_OF_PLAY, vc_guerrilla=30)
    assert is_effective(s, 81, "shaded", NVA)
    run(s, 81, "shaded", NVA)
    assert at(s, PLEIKU) == {}


# --- 82 Domino Theory ---------------------------------------------------------------------------------------------


def test_card_82_unshaded_up_to_three_us_or_six_arvn_pieces_return_or_money() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, us_troops=5, us_base=1, arvn_troops=9)
    p = run(s, 82, "unshaded", US)
    assert p.keys() == ["us", "arvn", "resources"]
    p.answer("us")
    assert p.keys() == ["0", "1", "2", "3"]
    p.answer(2, 1)
    assert p.over
    assert at(s, OUT_OF_PLAY) == {"us_troops": 3, "arvn_troops": 9}
    p = run(s, 82, "unshaded", US, "arvn")
    assert p.keys() == ["0", "1", "2", "3", "4", "5", "6"]
    p.answer(6)
    assert at(s, OUT_OF_PLAY) == {"us_troops": 3, "arvn_troops": 3}
    run(s, 82, "unshaded", US, "arvn", 0)  # "up to"
    assert (s.aid, s.resources[ARVN]) == (20, 20)
    run(s, 82, "unshaded", US, "resources")
    assert (s.aid, s.resources[ARVN]) == (29, 29)


def test_card_82_unshaded_effective_unless_nobody_waits_and_both_tracks_are_full() -> None:
    s = blank(aid=75, resources=[0, 75, 0, 0])
    assert not is_effective(s, 82, "unshaded", ARVN)
    assert run(s, 82, "unshaded", ARVN).over
    s.aid = 70
    assert is_effective(s, 82, "unshaded", ARVN)
    s = blank(aid=75, resources=[0, 75, 0, 0])
    put(s, OUT_OF_PLAY, ranger=1)
    assert is_effective(s, 82, "unshaded", ARVN)


def test_card_82_shaded_three_available_troops_leave_and_aid_falls() -> None:
    s = blank()
    assert run(s, 82, "shaded", VC).over
    assert at(s, OUT_OF_PLAY) == {"us_troops": 3}
    assert s.aid == 11


def test_card_82_shaded_takes_fewer_if_fewer() -> None:
    s = bare(aid=0)
    assert not is_effective(s, 82, "shaded", VC)
    bring(s, AVAILABLE, us_troops=1)
    assert is_effective(s, 82, "shaded", VC)
    run(s, 82, "shaded", VC)
    assert at(s, OUT_OF_PLAY)["us_troops"] == 40


# --- 83 Election --------------------------------------------------------------------------------------------------


def test_card_83_unshaded_three_passive_spaces_become_active() -> None:
    s = blank()
    level(s, saigon=1, hue=1, da_nang=1, can_tho=1, quang_nam=2, binh_dinh=0)
    p = run(s, 83, "unshaded", US)
    assert p.keys() == ["hue", "da_nang", "saigon", "can_tho"]
    p.answer("saigon", "hue", "can_tho")
    assert p.over
    assert [s.support[sp] for sp in (SAIGON, HUE, DA_NANG, CAN_THO)] == [2, 2, 1, 2]
    assert s.aid == 30


def test_card_83_unshaded_aid_comes_even_without_spaces() -> None:
    s = blank(aid=75)
    assert not is_effective(s, 83, "unshaded", US)
    level(s, hue=1)
    assert is_effective(s, 83, "unshaded", US)
    s = blank()
    assert run(s, 83, "unshaded", US).over
    assert s.aid == 30


def test_card_83_shaded_two_cities_shift_and_aid_falls() -> None:
    s = blank()
    level(s, saigon=2, hue=-2)
    p = run(s, 83, "shaded", VC)
    assert p.keys() == ["da_nang", "kontum", "qui_nhon", "cam_ranh", "an_loc", "saigon", "can_tho"]
    p.answer("saigon", "can_tho")
    assert p.over
    assert (s.support[SAIGON], s.support[CAN_THO], s.aid) == (1, -1, 5)


def test_card_83_shaded_effective_by_a_city_or_aid() -> None:
    s = blank(aid=0)
    for sp in range(8):
        set_support(s, sp, -2)
    assert not is_effective(s, 83, "shaded", VC)
    assert run(s, 83, "shaded", VC).over
    level(s, cam_ranh=-1)
    assert is_effective(s, 83, "shaded", VC)
    run(s, 83, "shaded", VC)
    assert s.support[CAM_RANH] == -2


# --- 84 To Quoc ---------------------------------------------------------------------------------------------------


def test_card_84_unshaded_arvn_rises_wherever_nva_stands_in_the_south() -> None:
    s = blank()
    put(s, HUE, nva_guerrilla=1)
    put(s, LOC_HUE_DA_NANG, nva_troops=1)
    put(s, THE_FISHHOOK, nva_troops=1)
    put(s, SAIGON, vc_guerrilla=1)
    assert is_effective(s, 84, "unshaded", ARVN)
    assert run(s, 84, "unshaded", ARVN).over
    assert at(s, HUE) == {"nva_guerrilla": 1, "arvn_troops": 1, "police": 1}
    assert at(s, LOC_HUE_DA_NANG) == {"nva_troops": 1, "arvn_troops": 1, "police": 1}
    assert at(s, THE_FISHHOOK) == {"nva_troops": 1}
    assert at(s, SAIGON) == {"vc_guerrilla": 1}


def test_card_84_unshaded_executor_chooses_where_cubes_run_short() -> None:
    s = bare()
    bring(s, AVAILABLE, arvn_troops=1, police=2)
    for sp in (HUE, SAIGON):
        put(s, sp, nva_guerrilla=1)
    p = run(s, 84, "unshaded", NVA)
    assert (actor(p), kind(p), p.keys()) == (NVA, "event.to_quoc_troops", ["hue", "saigon"])
    p.answer("saigon")
    assert p.over
    assert at(s, HUE) == {"nva_guerrilla": 1, "police": 1}
    assert at(s, SAIGON) == {"nva_guerrilla": 1, "arvn_troops": 1, "police": 1}
    assert not is_effective(s, 84, "unshaded", NVA)  # none Available, and NVA lifts no ARVN


def test_card_84_shaded_arvn_chooses_its_losses_and_the_executor_the_spaces() -> None:
    s = blank()
    put(s, HUE, arvn_troops=4, police=2)
    put(s, SAIGON, arvn_troops=3)
    put(s, DA_NANG, police=5)
    put(s, LOC_HUE_DA_NANG, police=3)
    put(s, CAN_THO, police=2)
    p = run(s, 84, "shaded", VC)
    assert (actor(p), kind(p), p.keys()) == (ARVN, "coup.desertion", ["0", "1", "2"])
    p.answer(1)
    assert (actor(p), p.keys()) == (VC, ["hue", "da_nang", "saigon", "loc_hue_da_nang"])
    p.answer("hue", "saigon", "loc_hue_da_nang")
    assert p.over
    assert at(s, HUE) == {"arvn_troops": 3, "police": 1, "vc_guerrilla": 1}
    assert at(s, SAIGON) == {"arvn_troops": 2, "vc_guerrilla": 1}
    assert at(s, DA_NANG) == {"police": 4}
    assert at(s, LOC_HUE_DA_NANG) == {"police": 2, "vc_guerrilla": 1}
    assert at(s, CAN_THO) == {"police": 2}


def test_card_84_shaded_places_fewer_if_fewer_and_needs_three_cubes_together() -> None:
    s = blank()
    put(s, HUE, arvn_troops=1, police=1)
    assert not is_effective(s, 84, "shaded", VC)
    assert run(s, 84, "shaded", VC).over
    put(s, HUE, police=1)
    put(s, OUT_OF_PLAY, vc_guerrilla=30)
    assert is_effective(s, 84, "shaded", NVA)
    p = run(s, 84, "shaded", NVA, 0)
    assert p.over
    assert at(s, HUE) == {"arvn_troops": 1, "police": 1}


# --- 85 USAID -----------------------------------------------------------------------------------------------------


def test_card_85_unshaded_three_coin_controlled_spaces_rise() -> None:
    s = blank()
    for sp in (HUE, DA_NANG, QUANG_NAM, SAIGON, PHUOC_LONG):
        put(s, sp, police=1)
    level(s, hue=2, quang_nam=-2)
    p = run(s, 85, "unshaded", US)
    assert p.keys() == ["da_nang", "saigon", "quang_nam"]  # Hue is at the top, nobody lives in Phuoc Long
    p.answer("da_nang", "saigon")
    assert p.over
    assert [s.support[sp] for sp in (DA_NANG, SAIGON, QUANG_NAM)] == [1, 1, -1]


def test_card_85_unshaded_no_more_than_three_spaces() -> None:
    s = blank()
    for sp in (HUE, DA_NANG, SAIGON, CAN_THO):
        put(s, sp, police=1)
    assert run(s, 85, "unshaded", VC, "can_tho", "hue", "saigon").over
    assert [s.support[sp] for sp in (HUE, DA_NANG, SAIGON, CAN_THO)] == [1, 0, 1, 1]


def test_card_85_unshaded_needs_control_and_room_to_rise() -> None:
    s = blank()
    put(s, HUE, police=1)
    level(s, hue=2)
    assert not is_effective(s, 85, "unshaded", US)
    assert run(s, 85, "unshaded", US).over
    level(s, hue=1)
    assert is_effective(s, 85, "unshaded", US)


def test_card_85_shaded_each_track_up_down_or_left_alone() -> None:
    s = blank()
    assert is_effective(s, 85, "shaded", VC)
    p = run(s, 85, "shaded", VC)
    assert p.keys() == ["up", "same", "down"]
    p.answer("up", "down", "same")
    assert p.over
    assert (s.resources[ARVN], s.aid, s.patronage) == (22, 18, 20)
    run(s, 85, "shaded", VC, "down", "same", "up")
    assert (s.resources[ARVN], s.aid, s.patronage) == (20, 18, 22)


# --- 86 Mandate of Heaven -----------------------------------------------------------------------------------------


def governable() -> State:
    s = blank()
    for sp in (HUE, DA_NANG):
        put(s, sp, police=3)
    level(s, hue=2, da_nang=2)
    return s


def test_card_86_unshaded_one_transfer_per_govern_without_a_shift() -> None:
    s = governable()
    assert is_effective(s, 86, "unshaded", ARVN)
    run(s, 86, "unshaded", ARVN)
    assert s.effects == MANDATE_OF_HEAVEN
    assert not is_effective(s, 86, "unshaded", ARVN)
    p = play(govern(s, Activity(s, ARVN, "govern")), "hue", "patronage", "yes", "da_nang", "patronage")
    assert p.over
    assert (s.support[HUE], s.support[DA_NANG], s.patronage) == (2, 1, 23)


def test_card_86_shaded_govern_in_one_space() -> None:
    s = governable()
    assert is_effective(s, 86, "shaded", VC)
    run(s, 86, "shaded", VC)
    assert s.effects == MANDATE_OF_HEAVEN_SHADED
    assert play(govern(s, Activity(s, ARVN, "govern")), "hue", "aid").over
    assert not is_effective(s, 86, "shaded", VC)


# --- 87 Nguyen Chanh Thi ------------------------------------------------------------------------------------------


def test_card_87_unshaded_three_arvn_pieces_around_hue_and_their_spaces_rise() -> None:
    s = blank()
    level(s, hue=-1, quang_tin=2)
    assert is_effective(s, 87, "unshaded", US)
    p = run(s, 87, "unshaded", US)
    spaces = {key.split("@")[1] for key in p.keys()}
    assert spaces == {
        "hue",
        "da_nang",
        "central_laos",
        "southern_laos",
        "quang_tri_thua_thien",
        "quang_nam",
        "quang_tin_quang_ngai",
        "loc_hue_khe_sanh",
        "loc_hue_da_nang",
        "loc_da_nang_dak_to",
        "loc_da_nang_qui_nhon",
    }
    p.answer("arvn_base@hue", "ranger@hue", 1, "police@quang_tin_quang_ngai")
    assert p.over
    assert at(s, HUE) == {"arvn_base": 1, "ranger": 1}
    assert at(s, QUANG_TIN) == {"police": 1}
    assert (s.support[HUE], s.support[QUANG_TIN]) == (0, 2)  # once, and no further than the end


def test_card_87_unshaded_places_fewer_if_fewer() -> None:
    s = bare()
    assert not is_effective(s, 87, "unshaded", VC)
    assert run(s, 87, "unshaded", VC).over
    bring(s, AVAILABLE, police=1)
    run(s, 87, "unshaded", VC, "police@da_nang")
    assert at(s, DA_NANG) == {"police": 1}
    assert s.support[DA_NANG] == 1


def test_card_87_shaded_two_arvn_pieces_near_hue_become_vc() -> None:
    s = blank()
    put(s, HUE, arvn_base=1, us_base=1, arvn_troops=1)
    put(s, LOC_HUE_DA_NANG, police=1)
    put(s, QUANG_TIN, police=1)  # three steps away
    p = run(s, 87, "shaded", VC)
    assert p.keys() == ["arvn_troops@hue", "arvn_base@hue", "police@loc_hue_da_nang"]
    p.answer("arvn_base@hue")
    assert p.keys() == ["vc_guerrilla", "vc_base"]  # its own room is free now
    p.answer("vc_base", "police@loc_hue_da_nang")
    assert kind(p) == "event.thi_patronage"  # no Base on a LoC: a Guerrilla without asking
    p.answer("down")
    assert p.over
    assert at(s, HUE) == {"us_base": 1, "arvn_troops": 1, "vc_base": 1}
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla": 1}
    assert s.patronage == 16


def test_card_87_shaded_patronage_changes_even_without_arvn_there() -> None:
    s = blank()
    assert is_effective(s, 87, "shaded", VC)
    run(s, 87, "shaded", VC, "up")
    assert s.patronage == 24


# --- 88 Phan Quang Dan --------------------------------------------------------------------------------------------


def test_card_88_unshaded_saigon_rises_and_patronage() -> None:
    s = blank(patronage=66)
    level(s, saigon=0)
    assert is_effective(s, 88, "unshaded", ARVN)
    run(s, 88, "unshaded", ARVN)
    assert (s.support[SAIGON], s.patronage) == (1, 71)
    run(s, 88, "unshaded", ARVN)
    assert (s.support[SAIGON], s.patronage) == (2, 75)
    assert not is_effective(s, 88, "unshaded", ARVN)


@pytest.mark.parametrize(("before", "after"), [(2, 1), (0, 0), (-2, -1)])
def test_card_88_shaded_saigon_toward_neutral_and_arvn_ineligible(before: int, after: int) -> None:
    s = blank()
    level(s, saigon=before)
    run(s, 88, "shaded", VC)
    assert (s.support[SAIGON], s.patronage) == (after, 15)
    assert s.made_ineligible == 1 << ARVN


def test_card_88_shaded_effective_by_saigon_patronage_or_eligibility() -> None:
    s = blank(patronage=0)
    assert is_effective(s, 88, "shaded", VC)
    assert not is_effective(s, 88, "shaded", ARVN)  # Ineligible anyway
    s.patronage = 1
    assert is_effective(s, 88, "shaded", ARVN)


# --- 89 Tam Chau --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(2, 1), (1, 1), (0, 1), (-2, -1)])
def test_card_89_unshaded_saigon_toward_passive_support(before: int, after: int) -> None:
    s = blank()
    level(s, saigon=before)
    run(s, 89, "unshaded", ARVN)
    assert (s.support[SAIGON], s.patronage) == (after, 26)


def test_card_89_unshaded_has_no_effect_at_passive_support_and_full_patronage() -> None:
    s = blank(patronage=75)
    assert is_effective(s, 89, "unshaded", ARVN)
    level(s, saigon=1)
    assert not is_effective(s, 89, "unshaded", ARVN)


@pytest.mark.parametrize(("before", "after"), [(2, 1), (0, -1), (-1, -1), (-2, -1)])
def test_card_89_shaded_a_vc_piece_and_saigon_toward_passive_opposition(before: int, after: int) -> None:
    s = blank()
    level(s, saigon=before)
    p = run(s, 89, "shaded", VC)
    assert p.keys() == ["vc_guerrilla@saigon", "vc_base@saigon"]
    p.answer("vc_base@saigon")
    assert p.over
    assert at(s, SAIGON) == {"vc_base": 1}
    assert (s.support[SAIGON], s.patronage) == (after, 14)


def test_card_89_shaded_without_room_or_pieces_goes_on() -> None:
    s = blank(patronage=0)
    put(s, SAIGON, us_base=2)
    level(s, saigon=-1)
    assert is_effective(s, 89, "shaded", NVA)
    run(s, 89, "shaded", NVA)
    assert at(s, SAIGON) == {"us_base": 2, "vc_guerrilla": 1}  # no room for a Base: no choice
    put(s, OUT_OF_PLAY, vc_guerrilla=29)
    assert not is_effective(s, 89, "shaded", NVA)
    assert run(s, 89, "shaded", NVA).over


# --- 90 Walt Rostow -----------------------------------------------------------------------------------------------


def test_card_90_unshaded_two_arvn_pieces_from_anywhere_to_coin_control() -> None:
    s = blank()
    put(s, SAIGON, police=2)
    put(s, HUE, us_troops=1)
    put(s, TAY_NINH, ranger_active=1, vc_guerrilla=3)
    put(s, OUT_OF_PLAY, arvn_base=1)
    assert is_effective(s, 90, "unshaded", US)
    p = run(s, 90, "unshaded", US)
    assert "arvn_base@out_of_play" in p.keys()
    assert "police@available" in p.keys()
    p.answer("arvn_base@out_of_play")
    assert p.keys() == ["hue", "saigon"]
    p.answer("hue")
    assert "arvn_base@hue" not in p.keys()  # each piece once
    p.answer("ranger_active@tay_ninh", "saigon")
    assert p.over
    assert at(s, HUE) == {"us_troops": 1, "arvn_base": 1}
    assert at(s, SAIGON) == {"police": 2, "ranger": 1}
    assert count(s, OUT_OF_PLAY, ARVN_BASE) == 0


def test_card_90_unshaded_needs_a_coin_controlled_space_with_room() -> None:
    s = bare()
    assert not is_effective(s, 90, "unshaded", ARVN)
    assert run(s, 90, "unshaded", ARVN).over
    bring(s, HUE, us_base=2)
    assert is_effective(s, 90, "unshaded", ARVN)
    p = run(s, 90, "unshaded", ARVN)
    assert p.keys() == ["arvn_troops@out_of_play", "police@out_of_play", "ranger@out_of_play"]  # no room for a Base


def test_card_90_shaded_guerrillas_in_arvn_provinces_and_troops_redeploy_without_heed_of_bases() -> None:
    s = blank()
    put(s, QUANG_DUC, arvn_troops=2, arvn_base=1)
    put(s, BINH_TUY, police=1)
    put(s, LOC_SAIGON_CAN_THO, arvn_troops=1)
    put(s, CAN_THO, nva_guerrilla=1)  # NVA Control
    put(s, HUE, arvn_troops=1)
    p = run(s, 90, "shaded", VC)
    assert (actor(p), p.keys()) == (VC, ["nva_guerrilla@quang_duc_long_khanh", "vc_guerrilla@quang_duc_long_khanh"])
    p.answer("nva_guerrilla@quang_duc_long_khanh", "vc_guerrilla@binh_tuy_binh_thuan")
    assert (actor(p), kind(p)) == (ARVN, "redeploy.must")
    assert p.keys() == ["hue", "da_nang", "kontum", "qui_nhon", "cam_ranh", "an_loc", "saigon"]
    p.answer("saigon", 2, "an_loc")
    assert kind(p) == "redeploy.origin"  # Troops in Cities may move as well
    p.answer("done")
    assert p.over
    assert at(s, QUANG_DUC) == {"arvn_base": 1, "nva_guerrilla": 1}
    assert at(s, BINH_TUY) == {"police": 1, "vc_guerrilla": 1}
    assert at(s, SAIGON) == {"arvn_troops": 2}
    assert at(s, AN_LOC) == {"arvn_troops": 1}
    assert at(s, HUE) == {"arvn_troops": 1}
    assert not s.control_frozen


def test_card_90_shaded_executor_chooses_provinces_when_guerrillas_run_short() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_guerrilla=20, vc_guerrilla=29)
    for sp in (QUANG_NAM, BINH_DINH):
        put(s, sp, police=1)
    p = run(s, 90, "shaded", US)
    assert p.keys() == ["vc_guerrilla@quang_nam", "vc_guerrilla@binh_dinh"]
    p.answer("vc_guerrilla@binh_dinh")
    assert p.over
    assert at(s, BINH_DINH) == {"police": 1, "vc_guerrilla": 1}
    assert at(s, QUANG_NAM) == {"police": 1}


def test_card_90_shaded_effective_by_a_guerrilla_or_a_redeployment() -> None:
    s = blank()
    put(s, HUE, police=1)
    assert not is_effective(s, 90, "shaded", VC)
    assert run(s, 90, "shaded", VC).over
    put(s, OUT_OF_PLAY, nva_guerrilla=20, vc_guerrilla=30)
    put(s, QUANG_NAM, police=1)
    assert not is_effective(s, 90, "shaded", VC)
    put(s, HUE, arvn_troops=1)
    assert is_effective(s, 90, "shaded", VC)  # it may change Cities


def test_card_90_shaded_a_base_is_no_place_to_redeploy_to() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=1)
    put(s, QUANG_NAM, us_base=1)
    for sp in (HUE, DA_NANG, KONTUM, QUI_NHON, CAM_RANH, AN_LOC, CAN_THO):
        put(s, sp, nva_guerrilla=1)
    assert not is_effective(s, 90, "shaded", VC)
    assert run(s, 90, "shaded", VC).over
    assert at(s, SAIGON) == {"arvn_troops": 1}


# --- all of them --------------------------------------------------------------------------------------------------


def test_every_side_has_a_program_and_a_text() -> None:
    for card in OURS:
        assert set(PROGRAMS[card]) == set(CARDS[card].sides)
        for side in CARDS[card].sides:
            assert has_message(f"cards.{card}.{side}")


@pytest.mark.parametrize("index", range(30))
def test_random_execution_keeps_the_situation_sound(index: int) -> None:
    execute_every_side(OURS, mid_game_states()[index], index)
