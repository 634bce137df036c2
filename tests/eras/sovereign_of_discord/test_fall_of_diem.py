"""The Fall of Diem (P7.4), step by step, in every branch of Washington, Hanoi and Regime Stability."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from fitl.board.expansion_cards import DIEM
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import KIND_BY_ID
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY, PROVINCES, SET_ASIDE, SPACE_COUNT
from fitl.compose import era_named, new_state
from fitl.eras.sovereign_of_discord.fall_of_diem import (
    FALL_RESET,
    FALL_SOUTH_VIETNAM,
    FALL_UNITED_STATES,
    FALL_VIET_CONG,
)
from fitl.eras.sovereign_of_discord.officer_coup import FALL_NORTH_VIETNAM, OFFICER_COUP
from fitl.eras.sovereign_of_discord.tracks import CHAOTIC, move_hanoi, move_washington
from fitl.lab.invariants import check_state
from fitl.options import GameOptions
from fitl.rules.control import set_support, victory_marker
from fitl.rules.forces import place, remove
from fitl.state import MINH, PIVOTAL, TURN, State
from tests.eras.sovereign_of_discord.support import D61, P61, P63, begun, edit, row
from tests.support import Play, at, play

STEPS = (FALL_NORTH_VIETNAM, FALL_VIET_CONG, FALL_UNITED_STATES, FALL_SOUTH_VIETNAM, FALL_RESET)


def falling(scenario: str = P63, **fields: Any) -> State:
    """Officer Coup has been resolved, and the Fall of Diem begins."""
    options = GameOptions(continue_full_1964=scenario in (P61, D61))
    s = new_state(SCENARIOS[scenario], options, 0)
    s.log, s.order = [], tuple(s.era.factions)
    for name, value in {"card": OFFICER_COUP, "piles": (), "draft": (), **fields}.items():
        setattr(s, name, value)
    s.stage = FALL_NORTH_VIETNAM
    return s


def step(s: State, *answers: str | int) -> Play:
    """One step, begun as the game begins it and answered as far as said."""
    return play(s.era.stages[s.stage].step(s), *answers)


def through(s: State, until: int, *prefer: str) -> None:
    """Play on to a step: what is preferred, else done or the first option."""
    while s.stage != until:
        flow = step(s)
        while not flow.over:
            keys = flow.keys()
            flow.answer(next((key for key in (*prefer, "done") if key in keys), keys[0]))
        check_state(s)


def total(s: State, *kinds: str) -> int:
    return sum(at(s, sp).get(kind, 0) for sp in range(SPACE_COUNT) for kind in kinds)


def scores(s: State) -> tuple[int, ...]:
    return tuple(victory_marker(s, faction) for faction in range(4))


# --- step 1 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hanoi", "spaces", "trail"), [(0, 3, 1), (1, 3, 1), (2, 4, 1), (3, 4, 1), (4, 5, 2)])
def test_nva_begins_in_as_many_spaces_as_hanoi_says(hanoi: int, spaces: int, trail: int) -> None:
    """P7.4 step 1: 3 Guerrillas and a Base in each; at Hanoi 4 the Trail is at 2."""
    s = falling(hanoi=hanoi)
    step(s)
    names = ["north_vietnam", "central_laos", "the_parrots_beak", "southern_laos", "northeast_cambodia"]
    for i, name in enumerate(names):
        assert at(s, row(name)) == ({"nva_guerrilla": 3, "nva_base": 1} if i < spaces else {})
    assert s.trail == trail
    assert at(s, AVAILABLE)["nva_troops"] == 40
    assert at(s, AVAILABLE)["nva_base"] == 9 - spaces


def test_cadres_leave_the_game_and_vc_pieces_on_the_hanoi_track_come_to_available() -> None:
    """P7.4 step 1."""
    s = falling(P61)
    step(s)
    check_state(s)
    assert total(s, "vc_base_cadre") == 0
    assert total(s, "vc_base") == 3
    assert "cadre" not in at(s, AVAILABLE)
    assert at(s, AVAILABLE)["vc_guerrilla"] == 16
    assert at(s, AVAILABLE)["vc_base"] == 6


# --- step 2 -------------------------------------------------------------------------------------------------------


def at_step(stage: str, scenario: str = P63, **fields: Any) -> State:
    s = falling(scenario, **fields)
    through(s, stage)
    return s


def test_vc_guerrillas_beyond_two_go_and_a_base_comes_where_none_is() -> None:
    """P7.4 step 2, OPEN 25: not on a LoC, and not where a VC Base is."""
    s = begun(P63)
    edit(s, "kien_hoa_vinh_binh", vc_guerrilla=3, vc_guerrilla_active=1)
    edit(s, "loc_saigon_can_tho", vc_guerrilla=3)
    edit(s, "tay_ninh", vc_base=1, vc_guerrilla=4)
    s.stage, s.card, s.piles, s.draft = FALL_NORTH_VIETNAM, OFFICER_COUP, (), ()
    step(s)
    step(s, "done")
    assert at(s, row("kien_hoa_vinh_binh")) == {"vc_guerrilla": 2, "vc_base": 1}
    assert at(s, row("loc_saigon_can_tho")) == {"vc_guerrilla": 2}
    assert at(s, row("tay_ninh")) == {"vc_guerrilla": 2, "vc_base": 1}


def test_vc_chooses_where_bases_go_if_they_run_short() -> None:
    """P7.4 step 2, OPEN 25: only Available ones; nobody is asked while there are enough."""
    s = begun(P61)
    move_hanoi(s, 3)
    for space in ("phu_bon_phu_yen", "khanh_hoa", "ba_xuyen"):
        edit(s, space, vc_guerrilla=3)
    edit(s, "quang_nam", vc_base=2)
    edit(s, "kien_hoa_vinh_binh", vc_base=2)
    s.stage, s.card, s.piles, s.draft = FALL_NORTH_VIETNAM, OFFICER_COUP, (), ()
    s.options = replace(s.options, continue_full_1964=True)
    step(s)
    flow = step(s)
    assert flow.decision is not None
    assert (flow.decision.actor, flow.decision.kind) == (VC, "fall.base")
    assert set(flow.keys()) == {"phu_bon_phu_yen", "khanh_hoa", "ba_xuyen"}
    flow.answer("khanh_hoa")
    assert set(flow.keys()) == {"phu_bon_phu_yen", "ba_xuyen"}
    flow.answer("ba_xuyen")
    assert "vc_base" not in at(s, row("phu_bon_phu_yen"))


def test_vc_may_dig_one_tunnel() -> None:
    """P7.4 step 2."""
    s = at_step(FALL_VIET_CONG)
    step(s, "tay_ninh")
    assert at(s, row("tay_ninh"))["vc_tunnel"] == 1
    assert total(s, "vc_tunnel") == 1


def test_provinces_with_a_vc_base_shift_to_opposition_and_others_to_neutral() -> None:
    """P7.4 step 2: Cities do not."""
    s = at_step(FALL_VIET_CONG)
    before = list(s.support)
    step(s, "done")
    for sp in PROVINCES:
        if {"vc_base", "vc_tunnel"} & at(s, sp).keys():
            assert s.support[sp] == max(-2, before[sp] - 1)
        else:
            assert abs(s.support[sp]) == max(0, abs(before[sp]) - 1)
    assert s.support[row("saigon")] == 2


# --- step 3 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("washington", "aid", "troops", "bases"),
    [
        (0, 10, (6, 22, 12), (1, 3, 2)),
        (1, 10, (6, 22, 12), (1, 3, 2)),
        (2, 15, (9, 21, 10), (2, 2, 2)),
        (3, 15, (9, 21, 10), (2, 2, 2)),
        (4, 20, (12, 21, 7), (3, 1, 2)),
    ],
)
@pytest.mark.parametrize("scenario", [P61, D61, P63])
def test_the_us_brings_what_washington_says(
    scenario: str, washington: int, aid: int, troops: tuple[int, ...], bases: tuple[int, ...]
) -> None:
    """P7.4 step 3: on the map, Available, Out of Play; and Aid."""
    s = at_step(FALL_SOUTH_VIETNAM, scenario, washington=washington)
    for kind, wanted in (("us_troops", troops), ("us_base", bases)):
        assert (total(s, kind), at(s, AVAILABLE).get(kind, 0), at(s, OUT_OF_PLAY).get(kind, 0)) == wanted
    assert s.aid == aid
    assert "advisor" not in Counter(name for r in range(SPACE_COUNT) for name in at(s, r))
    irregulars = {P61: 3, P63: 3, D61: washington}
    assert total(s, "irregular", "irregular_active") == irregulars[scenario]


def test_us_forces_land_in_cities_under_coin_control_or_beside_irregulars() -> None:
    """P7.4 step 3: by the Control from before the first step; Pleiku for its Irregular, Tay Ninh not."""
    s = at_step(FALL_UNITED_STATES)
    flow = step(s)
    assert flow.decision is not None
    assert flow.decision.actor == US
    assert {"saigon", "quang_duc_long_khanh", "pleiku_darlac"} <= set(flow.keys())
    assert not {"tay_ninh", "kien_giang_an_xuyen", "north_vietnam", "binh_tuy_binh_thuan"} & set(flow.keys())


def test_casualties_and_the_base_on_the_map_come_home_and_irregulars_stay() -> None:
    """P7.4 step 3."""
    s = falling()
    remove(s, row("khanh_hoa"), KIND_BY_ID["irregular"], 1, CASUALTIES)
    remove(s, row("hue"), KIND_BY_ID["advisor"], 1, CASUALTIES)
    through(s, FALL_UNITED_STATES)
    step(s)
    assert not at(s, CASUALTIES)
    assert not at(s, row("saigon")).get("us_base")
    assert at(s, AVAILABLE)["irregular"] == 4
    assert at(s, row("pleiku_darlac"))["irregular"] == 1


# --- step 4 -------------------------------------------------------------------------------------------------------


def test_one_arvn_cube_in_three_deserts_and_troops_redeploy() -> None:
    """P7.4 step 4, OPEN 26: ARVN chooses; Troops go to Cities and Bases, US ones too."""
    s = at_step(FALL_SOUTH_VIETNAM)
    cubes = {sp: at(s, sp).get("arvn_troops", 0) + at(s, sp).get("police", 0) for sp in range(SPACE_COUNT)}
    flow = step(s)
    asked = set()
    while flow.decision is not None and flow.decision.kind == "coup.desertion":
        assert flow.decision.actor == ARVN
        asked.add(flow.decision.params["space"] if flow.decision.params else -1)
        flow.answer(flow.keys()[0])
    lost = sum(n // 3 for n in cubes.values())
    assert lost == sum(cubes.values()) - total(s, "arvn_troops", "police")
    assert asked <= {sp for sp, n in cubes.items() if n >= 3}
    assert flow.decision is not None
    assert flow.decision.kind == "redeploy.must"
    assert at(s, OUT_OF_PLAY) == {"us_troops": 10, "us_base": 2, "arvn_troops": 10, "ranger": 3, "arvn_base": 2}


@pytest.mark.parametrize("regime", [2, 3])
def test_a_chaotic_government_falls(regime: int) -> None:
    """P7.4 step 4: Hamlets leave and their Provinces shift to Neutral; Minh, Patronage 15, Cities toward PS."""
    s = at_step(FALL_RESET, regime=regime)
    for city, level in (("hue", -2), ("da_nang", -1), ("kontum", 0)):
        set_support(s, row(city), level)
    levels = list(s.support)
    hamlets = [sp for sp in PROVINCES if at(s, sp).get("hamlet")]
    assert hamlets
    through(s, PIVOTAL)
    assert s.leader == MINH
    assert s.patronage == 15
    assert s.era is era_named("after_diem")
    assert not any(at(s, r).get("hamlet") for r in range(SET_ASIDE + 1))
    for sp in hamlets:
        assert abs(s.support[sp]) == max(0, abs(levels[sp]) - 1)
    wanted = {"saigon": 1, "hue": -1, "da_nang": 0, "kontum": 1, "qui_nhon": 1}
    assert {city: s.support[row(city)] for city in wanted} == wanted


@pytest.mark.parametrize("regime", [0, 1])
def test_any_other_government_stays_with_its_hamlets_and_patronage(regime: int) -> None:
    """P7.4 step 4: also Hamlets that are Available or Out of Play."""
    s = at_step(FALL_RESET, regime=regime, patronage=23)
    levels = list(s.support)
    through(s, PIVOTAL)
    assert s.leader == DIEM
    assert s.patronage == 23
    assert list(s.support) == levels
    assert s.era is era_named("diem_stays")
    assert total(s, "hamlet") == 5
    assert at(s, AVAILABLE)["hamlet"] == 1


# --- step 5 -------------------------------------------------------------------------------------------------------


def test_step_5_is_a_fresh_start_by_the_base_rules() -> None:
    """P7.4 step 5, OPEN 28: Resources, markers, Eligibility, Pivotal Events, deck; Econ stays, the policy is JFK's."""
    s = falling("full-campaign-1961", hanoi=4, washington=4, econ=9)
    s.pivotal_held |= 1 << 6
    s.terror[row("hue")] = 1
    through(s, PIVOTAL)
    assert s.resources == [0, 30, 10, 5]
    assert (s.washington, s.hanoi, s.regime, s.econ) == (0, 0, 0, 9)
    assert not any(s.terror)
    assert s.eligible == 0b1111
    assert s.pivotal_held == 0b1111
    assert s.us_policy == "jfk"
    assert not s.control_frozen
    assert OFFICER_COUP in s.played
    assert sum(pile.size for pile in s.piles) == 6 * 13 - 2
    assert s.era.goals == era_named("base").goals
    check_state(s)


def test_long_1964_brings_its_own_deck_and_no_pivotal_events() -> None:
    """P7.4 step 5, OPEN 27."""
    s = falling(P61)
    s.options = replace(s.options, continue_full_1964=False, continue_long_1964=True)
    through(s, PIVOTAL)
    assert s.pivotal_held == 0
    assert sum(pile.size for pile in s.piles) == 27 - 2
    assert {pile.period for pile in s.piles} == {1964}


def test_control_stays_as_it_was_until_step_5() -> None:
    """P7.4: though the pieces that made it are gone."""
    s = falling()
    before = bytes(s.control)
    through(s, FALL_RESET)
    assert bytes(s.control) == before
    assert s.control_frozen
    through(s, PIVOTAL)
    assert bytes(s.control) != before


def test_golden_from_diems_war_stable_with_both_tracks_at_4() -> None:
    """P7.4: Diem's War of 1961 edited; every figure afterwards."""
    s = begun(D61)
    s.options = new_state(SCENARIOS[D61], GameOptions(continue_full_1964=True), 0).options
    play(move_washington(s, 4))
    move_hanoi(s, 3)
    for space in ("kien_hoa_vinh_binh", "loc_saigon_can_tho"):
        place(s, row(space), KIND_BY_ID["vc_guerrilla"], 3)
    s.card, s.piles, s.draft, s.patronage = OFFICER_COUP, (), (), 16
    assert (victory_marker(s, ARVN), victory_marker(s, VC)) == (39, 12)
    s.stage = FALL_NORTH_VIETNAM
    step(s)
    step(s, "done")
    flow = step(s, "saigon", 6, "can_tho", 3)  # from Available
    flow.answer("da_nang", 3)  # from Out of Play
    flow.answer("saigon", "can_tho", "da_nang", "qui_nhon", 4)
    assert flow.over
    flow = step(s)
    while not flow.over:
        keys = flow.keys()
        assert flow.decision is not None
        if flow.decision.kind == "coup.desertion":
            flow.answer(keys[0])  # the fewest Troops: Police desert
        elif flow.decision.kind == "redeploy.number":
            flow.answer(keys[-1])
        else:
            flow.answer("saigon" if flow.decision.kind == "redeploy.must" else "done")
    through(s, PIVOTAL)
    assert total(s, "nva_guerrilla") == 15
    assert total(s, "nva_base") == 5
    assert (s.trail, s.aid) == (2, 20)
    available, out = at(s, AVAILABLE), at(s, OUT_OF_PLAY)
    assert (available["us_troops"], available["us_base"], available["irregular"]) == (21, 1, 2)
    assert (out["us_troops"], out["us_base"], out["hamlet"]) == (7, 2, 6)
    assert total(s, "vc_base") == 4
    assert at(s, row("kien_hoa_vinh_binh")) == {"vc_guerrilla": 2, "vc_base": 1}
    assert at(s, row("loc_saigon_can_tho")) == {"vc_guerrilla": 2}
    for space in ("pleiku_darlac", "tay_ninh", "kien_giang_an_xuyen", "kien_hoa_vinh_binh"):
        assert s.support[row(space)] == -2
    assert s.support[row("kien_phong")] == 0
    assert scores(s) == (36, 35, 5, 18)
    assert s.leader == DIEM
    assert s.options.seats == ((US, ARVN), (NVA, VC))  # OPEN 35


def test_the_campaign_to_1975_keeps_the_pieces_of_its_last_years_aside() -> None:
    """S1.4, P2.1: the pool is that of the extended campaigns, with Hamlets while Diem leads."""
    s = falling("extended-campaign-1961")
    through(s, PIVOTAL)
    assert s.era is era_named("extended_diem_stays")
    assert at(s, SET_ASIDE) == {"arvn_base": 3, "ranger": 2, "arvn_armor": 8, "nva_armor": 8}
    check_state(s)


def test_all_steps_are_stages() -> None:
    """P7.4: each can be left and taken up."""
    assert all(stage in era_named("fall_of_diem").stages for stage in STEPS)
    assert TURN in era_named("diem_stays").stages


def test_irregulars_after_diems_war_land_in_any_city_and_in_provinces_under_coin_control() -> None:
    """P7.4 step 3."""
    s = falling(D61, washington=1)
    edit(s, "hue", vc_guerrilla=1)  # a City without COIN Control
    through(s, FALL_UNITED_STATES)
    flow = step(s)
    while flow.decision is not None and (flow.decision.params or {}).get("piece") != KIND_BY_ID["irregular"]:
        flow.answer(flow.keys()[0] if flow.decision.kind == "fall.land" else flow.keys()[-1])
    assert {"hue", "saigon", "binh_dinh"} <= set(flow.keys())
    assert "kien_giang_an_xuyen" not in flow.keys()


def test_a_leader_turned_face_down_is_up_again_once_minh_leads() -> None:
    """P7.4 step 4: what silenced Diem does not silence Minh."""
    s = falling(regime=CHAOTIC, leader_silenced=True)
    through(s, PIVOTAL)
    assert (s.leader, s.leader_silenced) == (MINH, False)
