"""4.2.3 Air Strike and every effect that bends it."""

import pytest

from fitl.board.cards import KHANH
from fitl.board.factions import NVA, US
from fitl.board.spaces import (
    AVAILABLE,
    BINH_DINH,
    CASUALTIES,
    CENTRAL_LAOS,
    COAST_MASK,
    HUE,
    JUNGLE_MASK,
    KHANH_HOA,
    KIEN_HOA,
    KIEN_PHONG,
    KONTUM,
    LOC_HUE_DA_NANG,
    NORTH_VIETNAM,
    PHU_BON,
    PLEIKU,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    SOUTHERN_LAOS,
    TAY_NINH,
    THE_FISHHOOK,
)
from fitl.lasting import (
    AAA_SHADED,
    ADSID,
    ARC_LIGHT,
    ARC_LIGHT_SHADED,
    BOMBING_PAUSE,
    DA_NANG_SHADED,
    LASER_BOMBS,
    LASER_BOMBS_LATER,
    LASER_BOMBS_SHADED,
    MIGS_SHADED,
    ORISKANY_SHADED,
    ROLLING_THUNDER_SHADED,
    SA_2S,
    TOP_GUN,
    TOP_GUN_SHADED,
    TYPHOON_KATE,
    WILD_WEASELS_SHADED,
)
from fitl.rules.activities.air_strike import air_strike, air_strike_with, can_air_strike, piece_limit
from fitl.rules.operation import Activity, Operation
from fitl.state import State
from tests.support import Play, at, blank, play, put

SEVEN_SPACES = (HUE, KONTUM, QUANG_TRI, QUANG_NAM, QUANG_TIN, BINH_DINH, PHU_BON)


def strike_by_us(s: State) -> Activity:
    """The activity as part of a US Operation."""
    return Activity(s, US, "air_strike", Operation(s, US, "patrol", activities=("air_strike",)))


def start(s: State, *keys: str | int) -> Play:
    return play(air_strike(s, strike_by_us(s)), *keys)


def exposed_in(s: State, *spaces: int) -> None:
    """A US Troop and two Active VC Guerrillas in each space."""
    for sp in spaces:
        put(s, sp, us_troops=1, vc_guerrilla_active=2)


def test_tutorial_turn_4_five_hits_remove_two_guerrillas_and_degrade_the_trail() -> None:
    s = blank(trail=2)
    put(s, QUANG_TRI, us_troops=1, irregular=1, vc_base=1, vc_guerrilla=3, vc_guerrilla_active=2)
    put(s, QUANG_TIN, vc_base=1, vc_guerrilla=1, vc_guerrilla_active=1)  # no COIN piece
    put(s, BINH_DINH, us_troops=1, irregular=4, vc_base=1, vc_guerrilla=2)  # nothing exposed
    put(s, NORTH_VIETNAM, nva_base=1)
    s.support[QUANG_TRI] = 0
    p = start(s)
    assert p.keys() == ["quang_tri_thua_thien", "done"]
    p.answer("quang_tri_thua_thien")
    assert p.decision is not None
    assert p.decision.kind == "air_strike.die"
    p.answer(5)
    assert p.keys() == ["vc_guerrilla_active@quang_tri_thua_thien", "degrade", "done"]
    p.answer("vc_guerrilla_active@quang_tri_thua_thien", "vc_guerrilla_active@quang_tri_thua_thien", "degrade")
    assert p.over  # the last hit finds nothing
    assert at(s, QUANG_TRI) == {"us_troops": 1, "irregular": 1, "vc_base": 1, "vc_guerrilla": 3}
    assert s.support[QUANG_TRI] == -1
    assert s.trail == 1


def test_spaces_need_a_coin_piece_and_something_to_hit() -> None:
    s = blank(trail=1)
    put(s, HUE, arvn_troops=1, nva_troops=1)  # ARVN pieces do
    put(s, SAIGON, us_base=1, vc_base=1)
    put(s, KONTUM, police=1, vc_tunnel=1)  # only a Tunneled Base
    put(s, TAY_NINH, us_troops=1, vc_guerrilla=1, vc_base=1)  # Underground Guerrilla shields the Base
    put(s, QUANG_NAM, vc_guerrilla_active=1)
    put(s, LOC_HUE_DA_NANG, police=1, vc_guerrilla_active=1)
    put(s, CENTRAL_LAOS, irregular=1, nva_guerrilla_active=1)
    assert start(s).keys() == ["hue", "saigon", "central_laos", "loc_hue_da_nang", "done"]


def test_targets_are_nva_troops_then_active_guerrillas_then_bases_alone() -> None:
    s = blank(trail=0)
    put(s, PLEIKU, us_troops=1, nva_troops=1, nva_guerrilla_active=1, vc_guerrilla_active=1, vc_base=1, nva_tunnel=1)
    p = start(s).answer(6)  # the only space is taken unasked
    where = "@pleiku_darlac"
    assert p.keys() == ["nva_troops" + where, "done"]
    p.answer("nva_troops" + where)
    assert p.keys() == ["nva_guerrilla_active" + where, "vc_guerrilla_active" + where, "done"]
    p.answer("vc_guerrilla_active" + where, "nva_guerrilla_active" + where)
    assert p.keys() == ["vc_base" + where, "done"]
    p.answer("vc_base" + where)
    assert p.over  # the Tunneled Base is immune, and no Tunnel die is rolled
    assert at(s, PLEIKU) == {"us_troops": 1, "nva_tunnel": 1}


def test_no_more_pieces_than_hits_and_no_degrade_with_one_hit() -> None:
    s = blank(trail=3)
    exposed_in(s, HUE, KONTUM)
    p = start(s, "hue", "kontum", 1)
    assert p.keys() == ["vc_guerrilla_active@hue", "vc_guerrilla_active@kontum", "done"]
    p.answer("vc_guerrilla_active@kontum")
    assert p.over
    assert s.support[KONTUM] == -1


def test_only_spaces_with_a_removal_shift_and_hits_are_optional() -> None:
    s = blank(trail=0)
    exposed_in(s, HUE, KONTUM)
    p = start(s, "hue", "kontum", 6, "vc_guerrilla_active@hue", "vc_guerrilla_active@hue", "done")
    assert p.over
    assert s.support[HUE] == -1  # one level, though two pieces went
    assert s.support[KONTUM] == 0
    assert s.trail == 0


def test_locs_and_spaces_without_population_do_not_shift() -> None:
    s = blank(trail=0)
    put(s, LOC_HUE_DA_NANG, police=1, vc_guerrilla_active=1)
    put(s, CENTRAL_LAOS, irregular=1, nva_guerrilla_active=1)
    start(s, "central_laos", "loc_hue_da_nang", 6)
    assert s.support[CENTRAL_LAOS] == 0
    assert s.total_opposition == 0


def test_degrade_alone_needs_no_space_and_happens_once() -> None:
    s = blank(trail=4)
    p = start(s).answer(6)
    assert p.keys() == ["degrade", "done"]
    p.answer("degrade")
    assert p.over
    assert s.trail == 3


def test_degrade_first_then_pieces() -> None:
    s = blank(trail=2)
    exposed_in(s, HUE)
    p = start(s, "hue", 3, "degrade")
    assert p.keys() == ["vc_guerrilla_active@hue", "done"]


def test_the_us_may_be_content_with_the_trail_where_pieces_could_be_hit() -> None:
    s = blank(trail=2)
    exposed_in(s, HUE, KONTUM)
    p = start(s, "done", 6)
    assert p.keys() == ["degrade", "done"]
    p.answer("degrade")
    assert p.over
    assert s.trail == 1
    assert (at(s, HUE)["vc_guerrilla_active"], s.support[HUE]) == (2, 0)


def test_without_capabilities_a_degrade_costs_nobody_a_piece() -> None:
    s = blank(trail=2)
    put(s, CENTRAL_LAOS, nva_troops=3)
    p = start(s, 2, "degrade")
    assert p.over
    assert at(s, CENTRAL_LAOS) == {"nva_troops": 3}
    assert at(s, CASUALTIES) == {}


def test_at_trail_0_an_air_strike_needs_a_target() -> None:
    s = blank(trail=0)
    assert not can_air_strike(s, strike_by_us(s))
    exposed_in(s, HUE)
    assert can_air_strike(s, strike_by_us(s))


def test_a_space_must_be_named_when_the_trail_cannot_be_degraded() -> None:
    s = blank(trail=0)
    exposed_in(s, HUE, KONTUM)
    p = start(s)
    assert p.keys() == ["hue", "kontum"]
    assert p.answer("hue").keys() == ["kontum", "done"]


def test_nothing_to_hit_and_no_trail_means_no_air_strike() -> None:
    s = blank(trail=0)
    assert not can_air_strike(s, strike_by_us(s))
    s.trail = 1
    assert can_air_strike(s, strike_by_us(s))


@pytest.mark.parametrize(("next_card", "effects", "limit"), [(2, 0, 6), (KHANH, 0, 2), (2, TYPHOON_KATE, 1)])
def test_at_most_six_spaces_two_in_monsoon_one_under_typhoon_kate(next_card: int, effects: int, limit: int) -> None:
    s = blank(trail=1, next_card=next_card, effects=effects)
    exposed_in(s, *SEVEN_SPACES)
    p = start(s)
    chosen = 0
    while p.decision is not None and p.decision.kind == "air_strike.space":
        p.answer(p.keys()[0])
        chosen += 1
    assert chosen == limit
    assert "degrade" in set(p.answer(6).keys())  # card 115 leaves the Trail open; Monsoon does not reduce hits


@pytest.mark.parametrize("ban", [ROLLING_THUNDER_SHADED, DA_NANG_SHADED, BOMBING_PAUSE])
def test_momentum_bans_air_strike_unless_an_event_grants_it(ban: int) -> None:
    s = blank(trail=2, effects=ban)
    exposed_in(s, HUE)
    assert not can_air_strike(s, strike_by_us(s))
    assert can_air_strike(s, Activity(s, US, "air_strike"))


def test_top_gun_unshaded_degrades_two_boxes() -> None:
    s = blank(trail=4, effects=TOP_GUN)
    start(s, 2, "degrade")
    assert s.trail == 2


@pytest.mark.parametrize(("die", "trail"), [(3, 2), (4, 1)])
def test_top_gun_shaded_degrades_on_four_to_six_the_hits_being_spent_anyway(die: int, trail: int) -> None:
    s = blank(trail=2, effects=TOP_GUN_SHADED | MIGS_SHADED)
    exposed_in(s, HUE)
    p = start(s, "hue", 3, "degrade")
    assert p.decision is not None
    assert (p.decision.kind, p.decision.params) == ("air_strike.top_gun", {"card": 4})
    p.answer(die)
    assert s.trail == trail
    assert p.keys() == ["vc_guerrilla_active@hue", "done"]  # one hit left, no second attempt
    assert at(s, CASUALTIES) == ({"us_troops": 1} if trail == 1 else {})


def test_aaa_shaded_stops_the_trail_at_two() -> None:
    s = blank(trail=3, effects=AAA_SHADED | TOP_GUN)
    start(s, 6, "degrade")
    assert s.trail == 2
    assert not can_air_strike(s, strike_by_us(s))
    exposed_in(s, HUE)
    assert start(s).answer(6).keys() == ["vc_guerrilla_active@hue", "done"]


def test_oriskany_shaded_forbids_the_degrade() -> None:
    s = blank(trail=4, effects=ORISKANY_SHADED)
    assert not can_air_strike(s, strike_by_us(s))
    exposed_in(s, HUE)
    assert "degrade" not in set(start(s).answer(6).keys())


def test_migs_shaded_cost_an_available_us_troop_when_the_trail_is_degraded() -> None:
    s = blank(trail=2, effects=MIGS_SHADED)
    start(s, 2, "degrade")
    assert at(s, CASUALTIES) == {"us_troops": 1}
    assert at(s, AVAILABLE)["us_troops"] == 39


def test_migs_shaded_do_nothing_under_top_gun_or_without_an_available_troop() -> None:
    s = blank(trail=4, effects=MIGS_SHADED | TOP_GUN)
    start(s, 2, "degrade")
    assert at(s, CASUALTIES) == {}
    s = blank(trail=4, effects=MIGS_SHADED)
    put(s, SAIGON, us_troops=40)
    start(s, 2, "degrade")
    assert at(s, CASUALTIES) == {}
    assert s.trail == 3


def test_sa_2s_unshaded_let_the_us_remove_an_nva_piece_outside_the_south_but_no_tunnel() -> None:
    s = blank(trail=2, effects=SA_2S)
    put(s, NORTH_VIETNAM, nva_base=1, nva_guerrilla=1)
    put(s, THE_FISHHOOK, nva_tunnel=1, vc_guerrilla=1, nva_guerrilla_active=1)
    put(s, SOUTHERN_LAOS, nva_troops=1)
    put(s, TAY_NINH, nva_troops=1)
    p = start(s, 2, "degrade")
    assert p.decision is not None
    assert p.decision.actor == US
    assert p.keys() == [
        "nva_guerrilla@north_vietnam",
        "nva_base@north_vietnam",
        "nva_troops@southern_laos",
        "nva_guerrilla_active@the_fishhook",
    ]
    p.answer("nva_base@north_vietnam")
    assert at(s, NORTH_VIETNAM) == {"nva_guerrilla": 1}


def test_sa_2s_unshaded_with_nothing_outside_the_south_is_passed_over() -> None:
    s = blank(trail=2, effects=SA_2S)
    assert start(s, 2, "degrade").over


def test_adsid_costs_nva_six_once_for_a_two_box_degrade() -> None:
    s = blank(trail=4, effects=ADSID | TOP_GUN)
    start(s, 2, "degrade")
    assert s.resources[NVA] == 14


def test_wild_weasels_shaded_allow_one_piece_or_the_trail_but_not_both() -> None:
    s = blank(trail=2, effects=WILD_WEASELS_SHADED)
    exposed_in(s, HUE)
    p = start(s, "hue", 6)
    assert p.keys() == ["vc_guerrilla_active@hue", "degrade", "done"]
    assert p.answer("vc_guerrilla_active@hue").over
    assert s.trail == 2
    assert start(s, "hue", 6, "degrade").over
    assert at(s, HUE) == {"us_troops": 1, "vc_guerrilla_active": 1}


def test_laser_bombs_shaded_allow_two_pieces_and_the_trail() -> None:
    s = blank(trail=2, effects=LASER_BOMBS_SHADED)
    exposed_in(s, HUE, KONTUM)
    p = start(s, "hue", "kontum", 6, "vc_guerrilla_active@hue", "vc_guerrilla_active@kontum")
    assert p.keys() == ["degrade", "done"]


def test_of_shaded_5_and_20_the_later_sets_the_piece_limit() -> None:
    s = blank(trail=2, effects=LASER_BOMBS_SHADED | WILD_WEASELS_SHADED)
    exposed_in(s, HUE)
    assert start(s, "hue", 6, "vc_guerrilla_active@hue").over
    s = blank(trail=2, effects=LASER_BOMBS_SHADED | WILD_WEASELS_SHADED | LASER_BOMBS_LATER)
    exposed_in(s, HUE)
    p = start(s, "hue", 6, "vc_guerrilla_active@hue")
    assert p.keys() == ["vc_guerrilla_active@hue", "done"]  # a second piece, but still not the Trail


def test_the_limit_of_shaded_laser_bombs_goes_with_their_marker() -> None:
    s = blank(effects=WILD_WEASELS_SHADED | LASER_BOMBS_LATER | LASER_BOMBS)  # turned over by a later card
    assert piece_limit(s) == 1
    s = blank(effects=WILD_WEASELS_SHADED | LASER_BOMBS_LATER | LASER_BOMBS_SHADED)
    assert piece_limit(s) == 2


def test_laser_bombs_unshaded_spare_spaces_that_lose_one_piece() -> None:
    s = blank(trail=0, effects=LASER_BOMBS)
    exposed_in(s, HUE, KONTUM)
    hits = ["vc_guerrilla_active@hue", "vc_guerrilla_active@kontum", "vc_guerrilla_active@kontum"]
    start(s, "hue", "kontum", 3, *hits)
    assert (s.support[HUE], s.support[KONTUM]) == (0, -1)


def test_arc_light_shaded_shifts_two_levels_where_two_pieces_went() -> None:
    s = blank(trail=0, effects=ARC_LIGHT_SHADED)
    exposed_in(s, HUE, KONTUM)
    hits = ["vc_guerrilla_active@hue", "vc_guerrilla_active@kontum", "vc_guerrilla_active@kontum"]
    start(s, "hue", "kontum", 3, *hits)
    assert (s.support[HUE], s.support[KONTUM]) == (-1, -2)


def test_arc_light_unshaded_adds_one_province_without_coin_pieces() -> None:
    s = blank(trail=0, effects=ARC_LIGHT)
    exposed_in(s, HUE)
    put(s, NORTH_VIETNAM, nva_troops=2)
    put(s, QUANG_NAM, vc_guerrilla_active=1)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla_active=1)
    put(s, KONTUM, vc_guerrilla_active=1)
    p = start(s)
    assert p.keys() == ["hue", "north_vietnam", "quang_nam"]
    p.answer("north_vietnam")
    assert p.keys() == ["hue", "done"]


def test_card_6_fixed_hits_without_a_die_where_no_coin_piece_is_and_no_degrade() -> None:
    s = blank(trail=4)
    put(s, NORTH_VIETNAM, nva_troops=9)
    act = Activity(s, NVA, "air_strike", allowed=1 << NORTH_VIETNAM, max_spaces=1)
    p = play(air_strike_with(s, act, hits=6, may_degrade=False, needs_coin=False))
    assert p.decision is not None
    assert p.decision.actor == NVA  # whoever the Event lets decide
    assert p.keys() == ["nva_troops@north_vietnam", "done"]
    p.answer(*["nva_troops@north_vietnam"] * 6)
    assert p.over
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 3}
    assert s.trail == 4


def test_card_6_is_capped_by_shaded_laser_bombs() -> None:
    s = blank(trail=4, effects=LASER_BOMBS_SHADED)
    put(s, NORTH_VIETNAM, nva_troops=9)
    act = Activity(s, US, "air_strike", allowed=1 << NORTH_VIETNAM, max_spaces=1)
    p = play(air_strike_with(s, act, hits=6, may_degrade=False, needs_coin=False))
    assert p.answer(*["nva_troops@north_vietnam"] * 2).over


def test_card_30_two_pieces_in_each_of_three_coastal_spaces_without_a_die_or_cap() -> None:
    s = blank(trail=4, effects=LASER_BOMBS_SHADED | WILD_WEASELS_SHADED, next_card=KHANH)
    for sp in (HUE, KIEN_HOA, KHANH_HOA, PHU_BON):
        put(s, sp, vc_guerrilla_active=3)
    put(s, KIEN_PHONG, vc_guerrilla_active=3)
    act = Activity(s, US, "air_strike", allowed=COAST_MASK, max_spaces=3)
    p = play(air_strike_with(s, act, per_space=2, may_degrade=False, needs_coin=False))
    assert p.keys() == ["hue", "phu_bon_phu_yen", "khanh_hoa", "kien_hoa_vinh_binh"]
    p.answer("hue", "phu_bon_phu_yen", "khanh_hoa")
    p.answer("vc_guerrilla_active@hue", "vc_guerrilla_active@hue")
    assert p.keys() == ["vc_guerrilla_active@phu_bon_phu_yen", "vc_guerrilla_active@khanh_hoa", "done"]
    p.answer("vc_guerrilla_active@khanh_hoa", "vc_guerrilla_active@phu_bon_phu_yen", "done")
    assert [s.support[sp] for sp in (HUE, PHU_BON, KHANH_HOA)] == [-1, -1, -1]


def test_card_111_rolls_for_hits_in_jungle_without_coin_pieces() -> None:
    s = blank(trail=4)
    put(s, TAY_NINH, vc_guerrilla_active=3)
    put(s, THE_FISHHOOK, nva_guerrilla_active=1)
    put(s, HUE, us_troops=1, vc_guerrilla_active=1)
    act = Activity(s, US, "air_strike", allowed=JUNGLE_MASK, max_spaces=2)
    p = play(air_strike_with(s, act, may_degrade=False, needs_coin=False))
    assert p.keys() == ["the_fishhook", "tay_ninh"]
    p.answer("tay_ninh", "the_fishhook", 2)
    assert p.keys() == ["vc_guerrilla_active@tay_ninh", "nva_guerrilla_active@the_fishhook", "done"]


def test_removed_pieces_become_available_and_a_removed_base_brings_no_aid() -> None:
    s = blank(trail=0)
    put(s, HUE, us_troops=1, vc_base=1)
    before = at(s, AVAILABLE)["vc_base"]
    start(s, 1, "vc_base@hue")
    assert at(s, AVAILABLE)["vc_base"] == before + 1
    assert s.aid == 20


def test_an_event_that_finds_nothing_to_strike_passes_over_it() -> None:
    """5.1.3: as much as can be done; card 30 with no target in a coastal space asks nothing."""
    s = blank(trail=4)
    put(s, HUE, vc_guerrilla=1)
    act = Activity(s, US, "air_strike", allowed=COAST_MASK, max_spaces=3)
    assert play(air_strike_with(s, act, per_space=2, may_degrade=False, needs_coin=False)).over
    assert at(s, HUE) == {"vc_guerrilla": 1}
