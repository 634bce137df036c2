"""Special Activities by the cards."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import (
    BINH_DINH,
    DA_NANG,
    HUE,
    LOC_SAIGON_CAN_THO,
    POP,
    QUANG_NAM,
    QUANG_TRI,
    SAIGON,
    SPACE_COUNT,
    TAY_NINH,
)
from fitl.lasting import LASER_BOMBS, MAIN_FORCE_BNS_SHADED, MANDATE_OF_HEAVEN, WILD_WEASELS_SHADED
from fitl.rules.control import recount
from fitl.state import ACTIVE_SUPPORT, NEUTRAL, PASSIVE_OPPOSITION, PASSIVE_SUPPORT, State
from tests.bots.trung.support import Seat, act, board
from tests.support import at, put


def supported(s: State, level: int, *spaces: int) -> State:
    for sp in spaces:
        s.support[sp] = level
    recount(s)
    return s


# --- US -----------------------------------------------------------------------------------------------------------


@pytest.mark.node("planned.way")
def test_advise_takes_bases_first_and_aid_for_a_person_alone() -> None:
    for factions, aid in (((US, ARVN), 20), ((US,), 26)):
        s = board(*factions)
        put(s, QUANG_TRI, irregular=1, vc_base=1, vc_guerrilla=1)
        put(s, HUE, ranger=1, vc_guerrilla=3)
        act(s, US, "advise")
        assert at(s, QUANG_TRI) == {"irregular_active": 1}
        assert s.aid == aid


def test_air_lift_takes_whom_the_move_rules_ask_for_not_the_first_four() -> None:
    """9.2: five ARVN Troops do not keep the Irregular that P1 wants at home; four fly beside US Troops at most."""
    s = board()
    put(s, SAIGON, us_troops=1, arvn_troops=5, police=3, irregular=2)
    act(s, US, "air_lift")
    assert sum(at(s, sp).get("irregular", 0) for sp in range(SPACE_COUNT) if POP[sp] == 2) == 2


def test_air_strike_degrades_the_trail_before_pieces() -> None:
    s = board(trail=2)
    put(s, HUE, us_troops=1, nva_troops=3)
    act(s, US, "air_strike", Seat(s, air_strike__die=[4]))
    assert (s.trail, at(s, HUE)) == (1, {"us_troops": 1, "nva_troops": 1})


@pytest.mark.node("trung.table.us_strike", "planned.piece_at")
def test_air_strike_takes_all_it_can_in_one_space_after_the_other() -> None:
    s = board(trail=0)
    put(s, HUE, us_troops=1, nva_troops=2)
    put(s, QUANG_TRI, us_troops=1, vc_guerrilla_active=2, vc_base=1)
    act(s, US, "air_strike", Seat(s, air_strike__die=[3]))
    assert at(s, QUANG_TRI) == {"us_troops": 1}


@pytest.mark.node("planned.done")
def test_laser_guided_bombs_take_a_single_piece_where_people_would_mind() -> None:
    """Card 20."""
    s = supported(board(trail=0, effects=LASER_BOMBS), PASSIVE_SUPPORT, HUE)
    put(s, HUE, us_troops=1, nva_troops=3)
    act(s, US, "air_strike", Seat(s, air_strike__die=[6]))
    assert (at(s, HUE)["nva_troops"], s.support[HUE]) == (2, PASSIVE_SUPPORT)


@pytest.mark.node("trung.strike_trail")
def test_wild_weasels_spare_pieces_once_the_trail_is_struck() -> None:
    """Card 5."""
    s = board(trail=2, effects=WILD_WEASELS_SHADED)
    put(s, HUE, us_troops=1, nva_troops=3)
    act(s, US, "air_strike", Seat(s, air_strike__die=[6]))
    assert (s.trail, at(s, HUE)["nva_troops"]) == (1, 3)


def test_air_lift_flies_where_firepower_is_wanted() -> None:
    s = board()
    put(s, SAIGON, us_troops=8, us_base=1)
    put(s, QUANG_TRI, us_troops=1, nva_troops=4)
    act(s, US, "air_lift")
    assert at(s, QUANG_TRI)["us_troops"] > 4


@pytest.mark.node("trung.table.us_lift")
def test_air_lift_carries_four_others_at_most() -> None:
    s = board()
    put(s, SAIGON, ranger=3, irregular=3, arvn_troops=9)
    put(s, QUANG_TRI, us_base=1, vc_guerrilla=9)
    seat = act(s, US, "air_lift")
    assert sum(int(n) for n in seat.keys("air_lift.amount")) <= 4


# --- ARVN ---------------------------------------------------------------------------------------------------------


@pytest.mark.node("trung.table.arvn_govern", "planned.space")
def test_govern_takes_patronage_where_cubes_outnumber_us_troops() -> None:
    s = supported(board(aid=20, patronage=5), PASSIVE_SUPPORT, HUE, DA_NANG)
    put(s, HUE, arvn_troops=2)
    put(s, DA_NANG, arvn_troops=1, us_troops=2)
    act(s, ARVN, "govern")
    assert (s.patronage, s.support[HUE], s.support[DA_NANG]) == (7, NEUTRAL, PASSIVE_SUPPORT)


def test_govern_without_aid_adds_some_first() -> None:
    s = supported(board(aid=0, patronage=5), ACTIVE_SUPPORT, HUE, DA_NANG)
    put(s, HUE, arvn_troops=2)
    put(s, DA_NANG, arvn_troops=2)
    seat = act(s, ARVN, "govern")
    assert seat.keys("govern.space")[0] == "da_nang"
    assert s.patronage > 5


def test_mandate_of_heaven_spares_the_least_loyal() -> None:
    """Card 86."""
    s = supported(board(effects=MANDATE_OF_HEAVEN), ACTIVE_SUPPORT, HUE)
    supported(s, PASSIVE_SUPPORT, DA_NANG)
    for sp in (HUE, DA_NANG):
        put(s, sp, arvn_troops=2)
    act(s, ARVN, "govern")
    assert (s.support[DA_NANG], s.support[HUE]) == (PASSIVE_SUPPORT, PASSIVE_SUPPORT)


@pytest.mark.node("trung.table.arvn_move", "planned.piece")
def test_transport_has_one_origin_and_hides_rangers() -> None:
    s = board()
    put(s, SAIGON, arvn_troops=9, ranger_active=1)
    put(s, HUE, ranger_active=1)
    seat = act(s, ARVN, "transport")
    assert len(seat.keys("transport.origin")) <= 1
    assert "ranger" in at(s, HUE)


def test_raid_strikes_in_place_where_a_base_can_fall() -> None:
    s = board()
    put(s, QUANG_TRI, ranger=1, vc_base=1, vc_guerrilla=1)
    put(s, HUE, ranger=1, vc_guerrilla=4)
    act(s, ARVN, "raid")
    assert at(s, QUANG_TRI) == {"ranger_active": 1}


def test_a_ranger_comes_from_next_door_to_raid() -> None:
    s = board()
    put(s, HUE, ranger=1)
    put(s, QUANG_TRI, vc_guerrilla=2)
    act(s, ARVN, "raid")
    assert at(s, QUANG_TRI) == {"ranger_active": 1}


# --- Insurgents ---------------------------------------------------------------------------------------------------


@pytest.mark.node("trung.table.nva_troops", "planned.amount")
def test_infiltrate_places_troops_and_turns_guerrillas_beyond_two() -> None:
    s = board(trail=2)
    put(s, QUANG_TRI, nva_base=1, nva_guerrilla=3, nva_guerrilla_active=1)
    act(s, NVA, "infiltrate")
    assert at(s, QUANG_TRI) == {"nva_base": 1, "nva_guerrilla": 2, "nva_troops": 5}


@pytest.mark.node("trung.remove")
def test_bombard_hits_troops_in_numbers_people_first() -> None:
    s = board(NVA, ARVN)
    put(s, QUANG_TRI, nva_troops=3, us_troops=1, arvn_troops=2)
    act(s, NVA, "bombard")
    assert at(s, QUANG_TRI) == {"nva_troops": 3, "arvn_troops": 2}


@pytest.mark.node("trung.table.vc_tax", "trung.tax")
def test_tax_takes_half_a_die_of_spaces_and_raises_the_agitate_total() -> None:
    """16.12."""
    s = supported(board(VC, resources=[0, 0, 0, 3]), PASSIVE_OPPOSITION, QUANG_TRI, BINH_DINH)
    for sp in (QUANG_TRI, BINH_DINH, TAY_NINH, QUANG_NAM):
        put(s, sp, vc_guerrilla=1)
    act(s, VC, "tax", Seat(s, trung__tax_die=[4]))
    assert s.resources[VC] == 7
    assert (s.support[QUANG_TRI], s.support[BINH_DINH]) == (NEUTRAL, NEUTRAL)


def test_subvert_removes_two_or_turns_one() -> None:
    s = board(patronage=9)
    put(s, HUE, vc_guerrilla=1, arvn_troops=1, police=2)
    put(s, SAIGON, vc_guerrilla=1, police=1)
    act(s, VC, "subvert")
    assert at(s, HUE) == {"vc_guerrilla": 1, "police": 1}
    assert at(s, SAIGON) == {"vc_guerrilla": 2}
    assert s.patronage == 8


@pytest.mark.node("trung.table.vc_remove")
def test_ambush_takes_forces_before_bases_and_two_with_main_force_battalions() -> None:
    """Card 104."""
    s = board(VC, effects=MAIN_FORCE_BNS_SHADED)
    put(s, QUANG_TRI, vc_guerrilla=2, us_base=1, us_troops=1, arvn_troops=1)
    act(s, VC, "ambush")
    assert at(s, QUANG_TRI) == {"vc_guerrilla": 1, "vc_guerrilla_active": 1, "us_base": 1}


def test_ambush_from_a_loc_reaches_next_door() -> None:
    s = board()
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    put(s, SAIGON, arvn_troops=1)
    act(s, VC, "ambush")
    assert at(s, SAIGON) == {}


@pytest.mark.parametrize("name", ["tax", "subvert"])
def test_nothing_is_done_where_nothing_can_be(name: str) -> None:
    s = board()
    put(s, QUANG_TRI, vc_guerrilla_active=1)
    assert act(s, VC, name).answers == []
