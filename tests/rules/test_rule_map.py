"""What the map's spaces are for, and which pieces get from one to another."""

import pytest

from fitl.board.factions import ARVN, VC
from fitl.board.pieces import BASE_KINDS, FACTION_OF, KINDS
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import (
    ECON,
    LOC_SAIGON_CAN_THO,
    LOCS,
    NORTH_VIETNAM,
    SPACE_BY_ID,
    SPACE_COUNT,
    SPACES,
    is_city,
    is_loc,
    is_province,
)
from fitl.rules.control import set_support
from fitl.rules.coup.resources import resources_phase
from fitl.rules.forces import can_place, may_stand, place
from fitl.rules.operation import Operation
from fitl.rules.operations.march import march
from fitl.state import ACTIVE_SUPPORT, PileState
from tests.support import at, blank, play, put

UNITS = [kind for kind in range(KINDS) if SCENARIOS["full-1964"].force_pool[kind] and kind not in BASE_KINDS]
EVERYWHERE_ELSE = [sp for sp in range(SPACE_COUNT) if sp != NORTH_VIETNAM]


def test_every_space_is_a_city_a_province_or_a_loc_and_takes_units_of_all_factions() -> None:
    """1.3.1."""
    for sp in EVERYWHERE_ELSE:
        assert [is_city(sp), is_province(sp), is_loc(sp)].count(True) == 1
        s = blank()
        for kind in UNITS:
            assert may_stand(sp, kind)
            place(s, sp, kind)
        assert sum(at(s, sp).values()) == len(UNITS)


@pytest.mark.parametrize("loc", LOCS, ids=lambda loc: SPACES[loc].id)
def test_a_loc_has_no_terrain_no_bases_no_support_and_no_control(loc: int) -> None:
    """1.3.4."""
    s = blank()
    assert SPACES[loc].terrain is None
    for base in BASE_KINDS:
        assert not may_stand(loc, base)
        assert not can_place(s, FACTION_OF[base], loc, base)
    before = (s.coin_population, bytes(s.control))
    put(s, loc, police=3)
    assert (s.coin_population, bytes(s.control)) == before
    assert not set_support(s, loc, ACTIVE_SUPPORT)


def test_a_loc_is_worth_its_econ_to_arvn_unless_sabotaged() -> None:
    """1.3.4."""
    earned = []
    for sabotaged in (False, True):
        s = blank(aid=0, resources=[0, 0, 0, 0], piles=(PileState(events=3, period=0, coup=-1, last=4),))
        for sp in range(8):
            put(s, sp, police=1)  # no City without COIN Control that would Sabotage the LoCs around it (6.2.1)
        s.terror[LOC_SAIGON_CAN_THO] = sabotaged
        play(resources_phase(s))
        earned.append(s.resources[ARVN])
    assert ECON[LOC_SAIGON_CAN_THO] == 2
    assert earned == [15, 13]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hue", "quang_tri_thua_thien"),  # they touch
        ("saigon", "loc_saigon_can_tho"),
        ("quang_duc_long_khanh", "khanh_hoa"),  # only a LoC lies between
        ("quang_duc_long_khanh", "loc_cam_ranh_da_lat"),  # they meet at the Town of Da Lat
        ("khanh_hoa", "loc_saigon_an_loc_ban_me_thuot"),  # at Ban Me Thuot
        ("loc_da_nang_dak_to", "loc_kontum_dak_to"),  # at Dak To
    ],
)
def test_pieces_march_between_adjacent_spaces_in_both_directions(one: str, other: str) -> None:
    """1.3.6: also the ways that are easily seen in one direction only."""
    for origin, destination in ((one, other), (other, one)):
        s = blank()
        put(s, SPACE_BY_ID[origin], vc_guerrilla=1)
        p = play(march(s, Operation(s, VC, "march", limited=True)), destination)
        assert p.over
        assert at(s, SPACE_BY_ID[destination]) == {"vc_guerrilla": 1}
        assert at(s, SPACE_BY_ID[origin]) == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hue", "da_nang"),  # a LoC lies between, but Cities are not Provinces
        ("loc_hue_khe_sanh", "loc_hue_da_nang"),  # they meet at a City, which is a space, not a Town
        ("loc_hue_khe_sanh", "quang_nam"),
        ("tay_ninh", "kien_hoa_vinh_binh"),
    ],
)
def test_pieces_do_not_march_to_spaces_apart(one: str, other: str) -> None:
    """1.3.6."""
    for origin, destination in ((one, other), (other, one)):
        s = blank()
        put(s, SPACE_BY_ID[origin], vc_guerrilla=1)
        assert destination not in play(march(s, Operation(s, VC, "march", limited=True))).keys()
