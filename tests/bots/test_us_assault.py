"""8.8.2 Assault of the non-player US: bullets, cautions, the added ARVN Assault, and what it foresees."""

from typing import Any

import pytest

from fitl.board.factions import ARVN, US
from fitl.board.pieces import NVA_BASE, NVA_TROOPS, VC_BASE, VC_GUERRILLA, VC_GUERRILLA_ACTIVE
from fitl.board.spaces import (
    BA_XUYEN,
    BINH_DINH,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    KIEN_PHONG,
    LOC_SAIGON_CAN_THO,
    PHU_BON,
    PHUOC_LONG,
    PLEIKU,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
)
from fitl.bots.flowchart.turn import Turn
from fitl.bots.flowchart.us.assault import assault_works
from fitl.bots.flowchart.us.forecast import base_can_fall, forecast_arvn, forecast_assault, forecast_strike
from fitl.decisions import NO, YES, Decision
from fitl.lasting import ABRAMS, COBRAS_SHADED, PATTON, SEARCH_AND_DESTROY, SEARCH_AND_DESTROY_SHADED
from fitl.rules.control import set_support
from fitl.rules.menu import carry_out
from fitl.rules.operation import Operation
from fitl.state import EVENT, NVA_CONTROL, State
from tests.bots.support import Table, board
from tests.support import at, put


def poor(**tracks: Any) -> State:
    """No money above Econ, no Trail to bomb."""
    return board(US, **{"trail": 0, "econ": 20, **tracks})


def assault(s: State, *dice: int, activities: tuple[str, ...] = ()) -> Table:
    table = Table(s, US, *dice)
    table.mind.room(Turn).operation = "assault"
    return table.run(carry_out(s, Operation(s, US, "assault", activities=activities)))


# --- the bullets --------------------------------------------------------------------------------------------------


@pytest.mark.node("us.assault.1", "us.assault.1b", "us.assault.2", "us.assault.3", "us.assault.4")
def test_the_bullets_come_in_order() -> None:
    s = poor()
    put(s, QUANG_TIN, us_troops=3, nva_guerrilla_active=5)  # NVA Control of people goes
    put(s, SAIGON, us_troops=2, nva_troops=1)
    put(s, DA_NANG, us_troops=2, vc_base=1)
    put(s, KIEN_PHONG, us_troops=2, vc_guerrilla_active=2)
    put(s, CENTRAL_LAOS, us_troops=2, nva_guerrilla_active=1)
    assert s.control[QUANG_TIN] == NVA_CONTROL
    table = assault(s)
    assert table.keys("assault.space")[:5] == [
        "quang_tin_quang_ngai",
        "saigon",
        "da_nang",
        "kien_phong",
        "central_laos",
    ]
    taken = [node for node in table.nodes if node.startswith("us.assault.")]
    assert taken == ["us.assault.1", "us.assault.1b", "us.assault.2", "us.assault.3", "us.assault.4"]


@pytest.mark.node("us.assault.1")
def test_nva_control_over_nobody_and_control_that_stays_are_no_reason() -> None:
    s = poor()
    put(s, PHUOC_LONG, us_troops=1, us_base=1, nva_guerrilla_active=4)  # Population 0
    put(s, QUANG_NAM, us_troops=1, nva_guerrilla_active=9)
    table = assault(s)
    assert "us.assault.1" not in table.nodes


@pytest.mark.node("us.assault.1")
def test_of_several_the_highest_population_comes_first() -> None:
    s = poor()
    put(s, QUANG_NAM, us_troops=3, nva_guerrilla_active=4)
    put(s, QUANG_TRI, us_troops=4, us_base=1, nva_guerrilla_active=6)
    table = assault(s)
    assert table.keys("assault.space")[:2] == ["quang_tri_thua_thien", "quang_nam"]
    assert table.reasons[0][1]["ties"] == ["us.pop"]


@pytest.mark.node("us.assault.2")
def test_a_tunnel_is_rolled_against() -> None:
    s = poor()
    put(s, TAY_NINH, us_troops=1, vc_tunnel=1)
    put(s, KIEN_PHONG, us_troops=3, vc_guerrilla_active=3)
    table = assault(s, 4)
    assert table.keys("assault.space")[:2] == ["tay_ninh", "kien_phong"]
    assert at(s, TAY_NINH) == {"us_troops": 1, "vc_base": 1}


@pytest.mark.node("us.assault.3")
def test_in_the_south_most_pieces_come_before_population() -> None:
    s = poor()
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=3)
    put(s, KIEN_PHONG, us_troops=3, vc_guerrilla_active=3)
    put(s, LOC_SAIGON_CAN_THO, us_troops=2, vc_guerrilla_active=2)
    assert assault(s).keys("assault.space")[:3] == ["kien_phong", "loc_saigon_can_tho", "saigon"]


@pytest.mark.node("us.assault.3")
@pytest.mark.parametrize(("effects", "dice"), [(0, ()), (COBRAS_SHADED, (4, 5))])
def test_tied_spaces_are_rolled_for_only_if_their_order_tells(effects: int, dice: tuple[int, ...]) -> None:
    s = poor()
    s.effects = effects
    for sp in (DA_NANG, PHU_BON, HUE):
        put(s, sp, us_troops=1, vc_guerrilla_active=1)
    if effects:  # two spaces, and a die for each Troop at risk; Population 2 of Hue, then Phu Bon (45) against Da Nang
        table = assault(s, 6, *dice, 6)
        assert table.keys("assault.space") == ["hue", "phu_bon_phu_yen", "done"]
    else:
        table = assault(s)
        assert set(table.keys("assault.space")) == {"hue", "phu_bon_phu_yen", "da_nang"}


def test_where_nothing_can_be_removed_there_is_no_assault() -> None:
    s = poor()
    put(s, KIEN_PHONG, us_troops=3, vc_guerrilla_active=1)
    put(s, QUANG_NAM, us_troops=3, vc_guerrilla=1)
    put(s, PLEIKU, us_troops=1, vc_guerrilla_active=1)  # Highland: half a hit
    assert assault(s).keys("assault.space") == ["kien_phong", "done"]


@pytest.mark.node("us.assault.must")
def test_an_assault_that_must_be_made_goes_where_most_people_live() -> None:
    s = poor()
    put(s, QUANG_NAM, us_troops=3, vc_guerrilla=1)
    put(s, SAIGON, us_troops=3, vc_guerrilla=1)
    assert assault(s).keys("assault.space") == ["saigon", "done"]


# --- cautions -----------------------------------------------------------------------------------------------------


@pytest.mark.node("us.assault.cobras")
def test_shaded_cobras_two_spaces() -> None:
    s = poor(effects=COBRAS_SHADED)
    for sp, n in ((KIEN_PHONG, 3), (PHU_BON, 2), (SAIGON, 1)):
        put(s, sp, us_troops=n, vc_guerrilla_active=n)
    table = assault(s, 6, 6)
    assert table.keys("assault.space") == ["kien_phong", "phu_bon_phu_yen", "done"]
    assert "us.assault.cobras" in table.nodes


def test_shaded_search_and_destroy_spares_support_provinces_unless_a_base_or_nva_troops_go() -> None:
    s = poor(effects=SEARCH_AND_DESTROY_SHADED)
    put(s, KIEN_PHONG, us_troops=3, vc_guerrilla_active=3)
    put(s, PHU_BON, us_troops=1, vc_base=1)
    put(s, BA_XUYEN, us_troops=1, nva_troops=1)
    put(s, TAY_NINH, us_troops=1, vc_tunnel=1)  # a marker is not enough
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=1)  # a City
    for sp in (KIEN_PHONG, PHU_BON, BA_XUYEN, TAY_NINH, SAIGON):
        set_support(s, sp, 1)
    assert assault(s).keys("assault.space") == ["ba_xuyen", "phu_bon_phu_yen", "saigon", "done"]


# --- the added ARVN Assault ---------------------------------------------------------------------------------------


@pytest.mark.node("us.assault.follow_up")
def test_arvn_is_added_in_the_first_space_where_it_removes_more() -> None:
    s = poor(econ=15)
    put(s, SAIGON, us_troops=3, arvn_troops=2, vc_guerrilla_active=3)  # nobody is left for ARVN
    put(s, KIEN_PHONG, us_troops=1, arvn_troops=4, vc_guerrilla_active=3)
    put(s, QUANG_TIN, us_troops=1, arvn_troops=4, vc_guerrilla_active=3)
    table = assault(s, 6, 4)  # Kien Phong (64) before Quang Tin
    assert table.reason("us.assault.follow_up") == {"space": KIEN_PHONG}
    assert s.resources[ARVN] == 17
    assert "vc_guerrilla_active" not in at(s, KIEN_PHONG)
    assert at(s, QUANG_TIN)["vc_guerrilla_active"] == 2


@pytest.mark.node("us.assault.follow_up")
def test_arvn_is_not_added_if_resources_would_fall_below_econ() -> None:
    s = poor(econ=18)
    put(s, KIEN_PHONG, us_troops=1, arvn_troops=4, vc_guerrilla_active=3)
    table = assault(s)
    assert "us.assault.follow_up" not in table.nodes
    assert s.resources[ARVN] == 20


@pytest.mark.node("us.assault.patton")
def test_patton_adds_two_hits_where_they_tell() -> None:
    s = poor(effects=PATTON)
    put(s, PLEIKU, us_troops=2, vc_guerrilla_active=3)
    table = assault(s)
    assert table.reason("us.assault.patton") == {"space": PLEIKU, "answer": "yes"}
    assert "vc_guerrilla_active" not in at(s, PLEIKU)


@pytest.mark.node("us.assault.patton", "us.assault.3")
def test_patton_helps_in_two_spaces_only_and_the_third_is_judged_without_it() -> None:
    s = poor(effects=PATTON)
    for sp in (PLEIKU, BINH_DINH):
        put(s, sp, us_troops=2, vc_guerrilla_active=3)
    put(s, PHUOC_LONG, us_troops=1, vc_guerrilla_active=1)
    put(s, QUANG_NAM, us_troops=1, vc_guerrilla_active=1)  # Highland: one Troop hits nobody without it
    table = assault(s)
    assert table.keys("assault.patton") == ["yes", "yes"]
    assert "quang_nam" not in table.keys("assault.space")


@pytest.mark.node("us.assault.patton")
@pytest.mark.parametrize(("card", "answer"), [(70, "yes"), (99, "yes"), (95, "no")])
def test_patton_counts_whoever_fights_as_us_troops(card: int, answer: str) -> None:
    s = poor(effects=PATTON, card=card, executing=US, acted=((US, EVENT),))
    put(s, BINH_DINH, arvn_troops=2, vc_guerrilla_active=3)
    decision = Decision(US, "assault.patton", "3.2.4", (YES, NO), {"space": BINH_DINH})
    assert Table(s, US).ask(decision).key == answer


@pytest.mark.node("us.assault.2", "us.assault.3")
def test_abrams_takes_one_protected_base_and_the_next_is_judged_without_it() -> None:
    s = poor(effects=ABRAMS)
    put(s, SAIGON, us_troops=1, vc_guerrilla=1, vc_base=1)
    put(s, HUE, us_troops=1, vc_guerrilla=1, vc_base=1)
    table = assault(s)
    assert table.keys("assault.space") == ["saigon", "done"]
    assert at(s, HUE) == {"us_troops": 1, "vc_guerrilla": 1, "vc_base": 1}


@pytest.mark.node("us.assault.patton")
def test_patton_is_kept_where_nobody_more_is_exposed() -> None:
    s = poor(effects=PATTON)
    put(s, PLEIKU, us_troops=2, vc_guerrilla_active=1, vc_guerrilla=3)
    assert assault(s).reason("us.assault.patton") == {"space": PLEIKU, "answer": "no"}


def test_of_two_tunnels_the_vc_marker_goes() -> None:
    s = poor()
    put(s, TAY_NINH, us_troops=1, vc_tunnel=1, nva_tunnel=1)
    assault(s, 6)
    assert at(s, TAY_NINH) == {"us_troops": 1, "vc_base": 1, "nva_tunnel": 1}


# --- with an Air Lift or Air Strike -------------------------------------------------------------------------------


@pytest.mark.node("us.assault.lift", "us.air_lift.4")
def test_an_air_lift_comes_first_if_it_helps_and_then_no_air_strike() -> None:
    s = poor(trail=2)
    put(s, QUANG_TRI, us_base=1, nva_troops=4)
    put(s, SAIGON, us_troops=6)
    table = assault(s, activities=("air_lift", "air_strike"))
    assert "us.assault.lift" in table.nodes
    assert at(s, QUANG_TRI) == {"us_base": 1, "us_troops": 2}
    assert at(s, SAIGON) == {"us_troops": 4}
    assert s.trail == 2


def test_without_a_helpful_air_lift_an_air_strike_follows() -> None:
    s = poor(trail=2)
    put(s, QUANG_TRI, us_base=1, us_troops=2, nva_troops=4)
    table = assault(s, 3, activities=("air_lift", "air_strike"))
    assert "us.assault.lift" not in table.nodes
    assert s.trail == 1


def test_an_assault_works_if_only_an_air_lift_makes_it_so() -> None:
    s = poor()
    put(s, QUANG_TRI, us_base=1, nva_troops=4)
    table = Table(s, US)
    assert not assault_works(table.mind, s)
    put(s, SAIGON, us_troops=6)
    assert assault_works(table.mind, s)


# --- foresight ----------------------------------------------------------------------------------------------------


def test_an_assault_takes_troops_then_active_guerrillas_then_bases() -> None:
    s = poor()
    put(s, PHU_BON, us_troops=3, nva_troops=1, vc_guerrilla_active=1, nva_base=1, vc_base=1)
    assert forecast_assault(s, PHU_BON).taken == (NVA_TROOPS, VC_GUERRILLA_ACTIVE, VC_BASE)
    put(s, PHU_BON, vc_guerrilla=1)
    assert forecast_assault(s, PHU_BON).taken == (NVA_TROOPS, VC_GUERRILLA_ACTIVE)


def test_abrams_takes_a_base_first_and_search_and_destroy_an_underground_guerrilla() -> None:
    s = poor(effects=ABRAMS)
    put(s, PHU_BON, us_troops=2, nva_troops=1, vc_guerrilla=1, nva_base=1)
    assert forecast_assault(s, PHU_BON).taken == (NVA_BASE, NVA_TROOPS)
    s.effects = SEARCH_AND_DESTROY
    assert forecast_assault(s, PHU_BON).taken == (VC_GUERRILLA, NVA_TROOPS)
    assert base_can_fall(s, PHU_BON) is False
    put(s, PHU_BON, us_troops=1)
    assert base_can_fall(s, PHU_BON) is True


def test_a_tunnel_is_reached_only_when_nobody_else_is_left() -> None:
    s = poor()
    put(s, TAY_NINH, us_troops=1, vc_guerrilla_active=1, vc_tunnel=1)
    assert forecast_assault(s, TAY_NINH).tunnel is False
    put(s, TAY_NINH, us_troops=1)
    assert forecast_assault(s, TAY_NINH).tunnel is True


def test_arvn_and_special_forces_are_foreseen_too() -> None:
    s = poor()
    put(s, BINH_DINH, arvn_troops=3, police=3, vc_guerrilla=1, vc_guerrilla_active=2, vc_base=1)
    assert forecast_arvn(s, BINH_DINH).taken == (VC_GUERRILLA_ACTIVE,)
    assert forecast_strike(s, BINH_DINH).taken == (VC_GUERRILLA, VC_GUERRILLA_ACTIVE)
    put(s, HUE, vc_guerrilla=1, vc_base=1)
    assert forecast_strike(s, HUE).taken == (VC_GUERRILLA, VC_BASE)
