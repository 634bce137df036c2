"""4.5.1 Tax."""

from fitl.board.factions import VC
from fitl.board.spaces import (
    BINH_TUY,
    HUE,
    LOC_CAN_THO_BAC_LIEU,
    LOC_SAIGON_CAN_THO,
    PHUOC_LONG,
    PLEIKU,
    QUANG_DUC,
    QUANG_TIN,
    TAY_NINH,
    mask_of,
)
from fitl.lasting import TYPHOON_KATE
from fitl.rules.activities.tax import can_tax, tax
from fitl.rules.control import recount
from fitl.rules.operation import Activity, Operation
from fitl.state import State
from tests.support import Play, at, blank, play, put


def with_rally(s: State) -> Activity:
    return Activity(s, VC, "tax", Operation(s, VC, "rally", activities=("tax",)))


def start(s: State, *keys: str | int) -> Play:
    return play(tax(s, with_rally(s)), *keys)


def test_tax_needs_an_underground_vc_guerrilla_and_no_coin_control() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1, police=2)
    put(s, PLEIKU, vc_guerrilla_active=2)
    put(s, QUANG_TIN, nva_guerrilla=2)
    assert not can_tax(s, with_rally(s))
    put(s, TAY_NINH, vc_guerrilla=1, us_troops=1)  # a tie is no Control
    assert can_tax(s, with_rally(s))


def test_a_populated_space_yields_twice_its_population_and_shifts_toward_active_support() -> None:
    s = blank()
    put(s, TAY_NINH, vc_guerrilla=2)
    start(s)
    assert s.resources[VC] == 24
    assert s.support[TAY_NINH] == 1
    assert at(s, TAY_NINH) == {"vc_guerrilla": 1, "vc_guerrilla_active": 1}


def test_a_loc_yields_its_econ_even_under_police_and_sabotage() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1, police=4)
    s.terror[LOC_SAIGON_CAN_THO] = 1
    start(s)
    assert s.resources[VC] == 22


def test_worthless_spaces_are_legal() -> None:
    s = blank()
    put(s, PHUOC_LONG, vc_guerrilla=1)
    put(s, LOC_CAN_THO_BAC_LIEU, vc_guerrilla=1)
    start(s, "phuoc_long", "loc_can_tho_bac_lieu")
    assert s.resources[VC] == 20
    assert at(s, PHUOC_LONG) == {"vc_guerrilla_active": 1}


def test_resources_stop_at_seventy_five_and_levels_at_active_support() -> None:
    s = blank(resources=[0, 20, 20, 74])
    put(s, TAY_NINH, vc_guerrilla=1)
    s.support[TAY_NINH] = 2
    recount(s)
    start(s)
    assert (s.resources[VC], s.support[TAY_NINH]) == (75, 2)


def test_up_to_four_spaces_each_once() -> None:
    s = blank()
    for sp in (PLEIKU, QUANG_TIN, QUANG_DUC, BINH_TUY, TAY_NINH):
        put(s, sp, vc_guerrilla=2)
    p = start(s, "pleiku_darlac")
    assert p.keys() == ["quang_tin_quang_ngai", "quang_duc_long_khanh", "binh_tuy_binh_thuan", "tay_ninh", "done"]
    p.answer("quang_tin_quang_ngai", "quang_duc_long_khanh", "binh_tuy_binh_thuan")
    assert p.over


def test_typhoon_kate_allows_one_space() -> None:
    s = blank(effects=TYPHOON_KATE)
    put(s, PLEIKU, vc_guerrilla=1)
    put(s, TAY_NINH, vc_guerrilla=1)
    assert start(s, "tay_ninh").over


def test_an_event_may_name_the_spaces() -> None:
    s = blank()
    put(s, PLEIKU, vc_guerrilla=1)
    put(s, TAY_NINH, vc_guerrilla=1)
    play(tax(s, Activity(s, VC, "tax", allowed=mask_of([PLEIKU]))))
    assert s.resources[VC] == 22


def test_tutorial_turn_three() -> None:
    s = blank(resources=[0, 24, 5, 2])
    for sp in (QUANG_TIN, QUANG_DUC, BINH_TUY):
        put(s, sp, vc_base=1, vc_guerrilla=2)
        s.support[sp] = -2
    put(s, HUE, vc_guerrilla=1, arvn_troops=2, police=2)
    put(s, TAY_NINH, vc_tunnel=1, vc_guerrilla=2)
    recount(s)
    p = start(s)
    assert "hue" not in p.keys()
    p.answer("quang_tin_quang_ngai", "quang_duc_long_khanh", "binh_tuy_binh_thuan", "done")
    assert s.resources[VC] == 10
    assert [s.support[sp] for sp in (QUANG_TIN, QUANG_DUC, BINH_TUY)] == [-1, -1, -1]
