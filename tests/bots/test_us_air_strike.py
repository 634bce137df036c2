"""8.8.2 Air Strike of the non-player US: naming the spaces, then spending the hits."""

from typing import Any

import pytest

from fitl.board.factions import US
from fitl.board.spaces import (
    BA_XUYEN,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    KIEN_HOA,
    KIEN_PHONG,
    LOC_CAN_THO_LONG_PHU,
    LOC_SAIGON_CAN_THO,
    NORTH_VIETNAM,
    PHU_BON,
    PHUOC_LONG,
    SAIGON,
    TAY_NINH,
)
from fitl.bots.flowchart.us.air_strike import AirStrikeSoFar
from fitl.bots.flowchart.us.choices import kept
from fitl.bots.mind import Settings
from fitl.lasting import ARC_LIGHT, LASER_BOMBS_SHADED, SA_2S, WILD_WEASELS_SHADED
from fitl.rules.activities.air_strike import air_strike, air_strike_with
from fitl.rules.control import set_support
from fitl.rules.operation import Activity
from fitl.state import NVA_CONTROL, State
from tests.bots.support import Table, board
from tests.support import at, put

COUP = 125


def sky(**tracks: Any) -> State:
    return board(US, **{"trail": 0, **tracks})


def strike(s: State, *dice: int, settings: Settings | None = None) -> Table:
    return Table(s, US, *dice, settings=settings).run(air_strike(s, Activity(s, US, "air_strike")))


def named(table: Table) -> list[str]:
    return [key for key in table.keys("air_strike.space") if key != "done"]


@pytest.mark.node("us.air_strike.1")
def test_first_nva_control_over_most_people_goes_and_no_more_than_that() -> None:
    s = sky()
    put(s, DA_NANG, police=1, nva_troops=3)  # 2 hits end Control
    put(s, HUE, police=1, nva_troops=2, vc_guerrilla_active=0)  # 1 hit, more people
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=2)
    table = strike(s, 4)
    assert named(table) == ["hue", "da_nang", "saigon"]
    assert table.keys("air_strike.hit") == [
        "nva_troops@hue",
        "nva_troops@da_nang",
        "nva_troops@da_nang",
        "vc_guerrilla_active@saigon",
    ]


@pytest.mark.node("us.air_strike.1")
def test_nva_pieces_go_before_vc_to_end_nva_control() -> None:
    s = sky()
    put(s, DA_NANG, police=1, nva_guerrilla_active=4, vc_guerrilla_active=1)
    assert s.control[DA_NANG] == NVA_CONTROL
    table = strike(s, 2)
    assert table.keys("air_strike.hit") == ["nva_guerrilla_active@da_nang", "nva_guerrilla_active@da_nang"]
    assert s.control[DA_NANG] != NVA_CONTROL


@pytest.mark.node("us.air_strike.1")
def test_control_that_the_hits_cannot_end_comes_last() -> None:
    s = sky()
    put(s, DA_NANG, police=1, nva_troops=6)  # 5 hits needed
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=1)
    table = strike(s, 3)
    assert named(table) == ["da_nang", "saigon"]
    assert table.keys("air_strike.hit") == [
        "vc_guerrilla_active@saigon",
        "nva_troops@da_nang",
        "nva_troops@da_nang",
    ]


@pytest.mark.node("us.air_strike.1")
def test_nva_control_over_nobody_does_not_count() -> None:
    s = sky()
    put(s, PHUOC_LONG, police=1, nva_troops=2)
    put(s, LOC_SAIGON_CAN_THO, police=1, vc_guerrilla_active=1)
    assert named(strike(s, 1)) == ["loc_saigon_can_tho", "phuoc_long"]


@pytest.mark.node("us.air_strike.2", "us.air_strike.3", "us.air_strike.4")
def test_then_locs_active_opposition_and_others_from_the_fewest_people() -> None:
    s = sky()
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=1)
    put(s, PHU_BON, us_troops=1, vc_guerrilla_active=1)
    put(s, BA_XUYEN, police=1, vc_guerrilla_active=1)
    put(s, KIEN_PHONG, police=1, vc_guerrilla_active=1)
    put(s, LOC_SAIGON_CAN_THO, police=1, vc_guerrilla_active=1)
    put(s, LOC_CAN_THO_LONG_PHU, police=1, vc_guerrilla_active=1)
    set_support(s, BA_XUYEN, -2)
    set_support(s, KIEN_PHONG, -1)
    table = strike(s, 3)
    assert named(table) == [
        "loc_saigon_can_tho",  # the higher Econ
        "loc_can_tho_long_phu",
        "ba_xuyen",
        "phu_bon_phu_yen",
        "kien_phong",
        "saigon",
    ]
    assert at(s, PHU_BON)["vc_guerrilla_active"] == 1  # its turn did not come
    assert s.support[PHU_BON] == 0


@pytest.mark.node("us.air_strike.3")
def test_at_active_opposition_bases_come_first_then_most_pieces() -> None:
    s = sky()
    put(s, KIEN_HOA, police=1, vc_guerrilla_active=2)
    put(s, TAY_NINH, police=1, vc_base=1)
    put(s, BA_XUYEN, police=1, vc_guerrilla_active=3)
    for sp in (KIEN_HOA, TAY_NINH, BA_XUYEN):
        set_support(s, sp, -2)
    assert named(strike(s, 1)) == ["tay_ninh", "ba_xuyen", "kien_hoa_vinh_binh"]


@pytest.mark.node("us.air_strike.4")
def test_among_others_of_equal_population_bases_come_first_then_most_pieces() -> None:
    s = sky()
    put(s, KIEN_HOA, police=1, vc_guerrilla_active=2)
    put(s, TAY_NINH, police=1, vc_base=1)
    put(s, KIEN_PHONG, police=1, vc_guerrilla_active=3)
    put(s, PHU_BON, police=1, vc_guerrilla_active=1)
    assert named(strike(s, 1)) == ["phu_bon_phu_yen", "tay_ninh", "kien_phong", "kien_hoa_vinh_binh"]


def test_no_more_spaces_are_named_than_six_hits_could_reach() -> None:
    s = sky()
    put(s, BA_XUYEN, police=1, vc_guerrilla_active=7)
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=1)
    table = strike(s, 6)
    assert named(table) == ["ba_xuyen"]
    assert at(s, BA_XUYEN) == {"police": 1, "vc_guerrilla_active": 1}


def test_in_monsoon_two_spaces_are_named() -> None:
    s = sky(next_card=COUP)
    for sp in (BA_XUYEN, KIEN_HOA, SAIGON):
        put(s, sp, police=1, vc_guerrilla_active=1)
    assert named(strike(s, 6)) == ["ba_xuyen", "kien_hoa_vinh_binh"]


@pytest.mark.node("us.air_strike.5")
def test_the_trail_is_degraded_with_two_hits_to_spare() -> None:
    s = sky(trail=3)
    put(s, BA_XUYEN, police=1, vc_guerrilla_active=2)
    strike(s, 3)
    assert s.trail == 3  # only one hit is left
    s = sky(trail=3)
    put(s, BA_XUYEN, police=1, vc_guerrilla_active=2)
    table = strike(s, 4)
    assert s.trail == 2
    assert table.nodes[-1] == "us.air_strike.5"


@pytest.mark.node("us.air_strike.5")
@pytest.mark.parametrize(("hits", "trail"), [(1, 3), (2, 2)])
def test_with_nobody_to_hit_the_strike_is_at_the_trail_alone(hits: int, trail: int) -> None:
    s = sky(trail=3)
    table = strike(s, hits)
    assert named(table) == []
    assert s.trail == trail


@pytest.mark.node("us.air_strike.5")
def test_by_the_other_reading_the_trail_comes_before_bullet_4() -> None:
    s = sky(trail=3)
    put(s, BA_XUYEN, police=1, vc_guerrilla_active=2)
    put(s, SAIGON, police=1, vc_guerrilla_active=3)
    set_support(s, BA_XUYEN, -2)
    strike(s, 4, settings=Settings(air_strike_trail="before_others"))
    assert s.trail == 2
    assert at(s, SAIGON)["vc_guerrilla_active"] == 3
    assert "vc_guerrilla_active" not in at(s, BA_XUYEN)


def test_hits_that_nobody_needs_are_lost() -> None:
    s = sky(trail=1)
    put(s, BA_XUYEN, police=1, vc_guerrilla_active=2)
    put(s, HUE, police=1, vc_guerrilla_active=1)
    strike(s, 6)  # 3 pieces, the Trail, one hit over
    assert s.trail == 0
    assert at(s, BA_XUYEN) == at(s, HUE) == {"police": 1}


@pytest.mark.node("us.air_strike.hit")
def test_shaded_laser_bombs_name_spaces_for_two_pieces_only() -> None:
    s = sky(effects=LASER_BOMBS_SHADED)
    put(s, BA_XUYEN, police=1, vc_guerrilla_active=1)
    put(s, KIEN_HOA, police=1, vc_guerrilla_active=1)
    put(s, SAIGON, police=1, vc_guerrilla_active=1)
    table = strike(s, 6)
    assert named(table) == ["ba_xuyen", "kien_hoa_vinh_binh"]
    assert table.nodes.count("us.air_strike.hit") == 2


@pytest.mark.node("us.air_strike.hit")
def test_with_shaded_wild_weasels_the_piece_comes_before_the_trail() -> None:
    s = sky(effects=WILD_WEASELS_SHADED, trail=2)
    put(s, BA_XUYEN, police=1, vc_guerrilla_active=2)
    strike(s, 6)
    assert s.trail == 2
    assert at(s, BA_XUYEN) == {"police": 1, "vc_guerrilla_active": 1}
    s = sky(effects=WILD_WEASELS_SHADED, trail=2)
    strike(s, 6)
    assert s.trail == 1


def test_unshaded_arc_light_strikes_the_best_province_without_coin_pieces() -> None:
    s = sky(effects=ARC_LIGHT)
    put(s, BA_XUYEN, vc_guerrilla_active=1)
    put(s, CENTRAL_LAOS, nva_base=1)
    put(s, SAIGON, police=1, vc_guerrilla_active=1)
    table = strike(s, 6)
    assert named(table) == ["central_laos", "saigon"]  # Population 0 and a Base; only one such Province


@pytest.mark.node("us.air_strike.sa_2s")
def test_unshaded_sa_2s_take_a_base_outside_the_south() -> None:
    s = sky(effects=SA_2S, trail=2)
    put(s, NORTH_VIETNAM, nva_base=1, nva_troops=1)
    put(s, CENTRAL_LAOS, nva_guerrilla=1)
    table = strike(s, 2)
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 1}
    assert table.nodes[-1] == "us.air_strike.sa_2s"


@pytest.mark.node("us.air_strike.must")
def test_an_event_that_names_more_spaces_than_hits_is_obeyed() -> None:
    s = sky()
    put(s, BA_XUYEN, vc_guerrilla_active=2)
    put(s, SAIGON, vc_guerrilla_active=2)
    table = Table(s, US)
    kept(table.mind, AirStrikeSoFar, s).targets = []
    table.run(air_strike_with(s, Activity(s, US, "air_strike"), hits=1, may_degrade=False, needs_coin=False))
    assert "us.air_strike.must" in table.nodes
    assert at(s, BA_XUYEN) == {"vc_guerrilla_active": 1}
