"""1.2, 1.4: stacking, finite markers, where removed pieces go, and drawing pieces from the map."""

import pytest

from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.board.pieces import (
    ARVN_BASE,
    ARVN_TROOPS,
    BASE_KINDS,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_TROOPS,
    POLICE,
    RANGER,
    RANGER_ACTIVE,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
)
from fitl.board.spaces import (
    AVAILABLE,
    CASUALTIES,
    HUE,
    LOC_HUE_DA_NANG,
    LOCS,
    NORTH_VIETNAM,
    PLEIKU,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
)
from fitl.rules.forces import (
    add_terror,
    bases_of,
    can_place,
    has_room_for_base,
    may_lift,
    may_stand,
    move,
    muster,
    placeable,
    remove_terror,
    remove_to_casualties,
    terror_markers_left,
)
from fitl.state import COIN_CONTROL, UNCONTROLLED
from tests.support import at, blank, play, put


def test_two_bases_of_all_factions_fill_a_space_and_a_loc_takes_none() -> None:
    s = blank()
    put(s, PLEIKU, us_base=1)
    assert has_room_for_base(s, PLEIKU)
    put(s, PLEIKU, vc_tunnel=1)
    assert not has_room_for_base(s, PLEIKU)
    assert not can_place(s, NVA, PLEIKU, NVA_BASE)
    assert not has_room_for_base(s, LOC_HUE_DA_NANG)
    assert not can_place(s, VC, LOC_HUE_DA_NANG, VC_BASE)


def test_no_base_stands_on_any_loc() -> None:
    """1.4.2."""
    for loc in LOCS:
        assert not any(may_stand(loc, kind) for kind in BASE_KINDS)
        assert may_stand(loc, US_TROOPS)


def test_bases_are_counted_by_faction_with_the_tunneled_ones() -> None:
    """1.4.4."""
    s = blank()
    put(s, PLEIKU, us_base=1, arvn_base=1)
    put(s, TAY_NINH, nva_base=1, nva_tunnel=1)
    put(s, QUANG_TRI, vc_base=1, vc_tunnel=1)
    counted = [[bases_of(s, sp, faction) for faction in FACTIONS] for sp in (PLEIKU, TAY_NINH, QUANG_TRI)]
    assert counted == [[1, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 2]]


def test_only_nva_and_vc_stand_in_north_vietnam() -> None:
    """1.3.5, 1.4.2."""
    for kind in (US_TROOPS, IRREGULAR, US_BASE, ARVN_TROOPS, POLICE, RANGER, ARVN_BASE):
        assert not may_stand(NORTH_VIETNAM, kind)
    for kind in (NVA_TROOPS, NVA_GUERRILLA, NVA_BASE, VC_GUERRILLA, VC_BASE):
        assert may_stand(NORTH_VIETNAM, kind)
    s = blank()
    assert not can_place(s, ARVN, NORTH_VIETNAM, RANGER)
    assert can_place(s, VC, NORTH_VIETNAM, VC_GUERRILLA)


def test_terror_and_sabotage_share_fifteen_markers_and_a_loc_takes_one() -> None:
    s = blank()
    assert add_terror(s, LOC_HUE_DA_NANG)
    assert not add_terror(s, LOC_HUE_DA_NANG)
    for _ in range(14):
        assert add_terror(s, SAIGON)  # Events may put several in one space
    assert terror_markers_left(s) == 0
    assert not add_terror(s, HUE)
    remove_terror(s, SAIGON)
    assert (s.terror[SAIGON], terror_markers_left(s)) == (13, 1)


def test_a_loc_is_sabotaged_only_once() -> None:
    """3.3.4, 6.2.1."""
    for loc in LOCS:
        s = blank()
        assert add_terror(s, loc)
        assert not add_terror(s, loc)


def test_us_pieces_become_casualties_and_arvn_pieces_available() -> None:
    s = blank()
    put(s, HUE, us_base=1, irregular_active=1, ranger_active=1)
    for kind in (US_BASE, IRREGULAR_ACTIVE, RANGER_ACTIVE):
        remove_to_casualties(s, HUE, kind)
    assert at(s, CASUALTIES) == {"us_base": 1, "irregular": 1}
    assert at(s, AVAILABLE)["ranger"] == 6
    assert at(s, HUE) == {}


@pytest.mark.parametrize(
    ("by", "kinds"),
    [
        (US, {IRREGULAR, ARVN_TROOPS, POLICE, RANGER, ARVN_BASE}),
        (ARVN, {ARVN_TROOPS, POLICE, RANGER, ARVN_BASE}),
        (NVA, {NVA_TROOPS, NVA_GUERRILLA, NVA_BASE}),
        (VC, {VC_GUERRILLA, VC_BASE}),
    ],
)
def test_own_pieces_may_be_lifted_and_by_the_us_irregulars_and_arvn_but_never_us_troops_or_bases(
    by: int, kinds: set[int]
) -> None:
    everything = (US_TROOPS, US_BASE, IRREGULAR, ARVN_TROOPS, POLICE, RANGER, ARVN_BASE)
    everything += (NVA_TROOPS, NVA_GUERRILLA, NVA_BASE, VC_GUERRILLA, VC_BASE)
    assert {kind for kind in everything if may_lift(by, kind)} == kinds


def test_available_pieces_come_first_and_lifting_changes_control_where_they_were() -> None:
    s = blank()
    put(s, SAIGON, police=29)
    put(s, TAY_NINH, us_troops=1)
    assert placeable(s, US, TAY_NINH, POLICE, 6) == 6
    assert placeable(s, VC, TAY_NINH, POLICE, 6) == 1  # nobody else's may be lifted
    put(s, SAIGON, vc_guerrilla=28)
    assert s.control[SAIGON] == COIN_CONTROL
    play(muster(s, US, TAY_NINH, POLICE, 2))  # 1 Available, 1 from Saigon
    assert (at(s, TAY_NINH)["police"], at(s, SAIGON)["police"]) == (2, 28)
    assert s.control[SAIGON] == UNCONTROLLED


def test_nothing_is_lifted_while_any_is_available() -> None:
    s = blank()
    put(s, SAIGON, police=27)
    p = play(muster(s, ARVN, HUE, POLICE, 3))
    assert p.asked == []
    assert (at(s, HUE)["police"], at(s, SAIGON)["police"]) == (3, 27)


def test_cubes_are_not_lifted_from_the_space_they_enter_but_active_guerrillas_are() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=30)
    assert placeable(s, ARVN, SAIGON, ARVN_TROOPS, 6) == 0
    put(s, TAY_NINH, vc_guerrilla=28, vc_guerrilla_active=2)
    assert placeable(s, VC, TAY_NINH, VC_GUERRILLA, 6) == 2
    play(muster(s, VC, TAY_NINH, VC_GUERRILLA, 2))
    assert at(s, TAY_NINH) == {"vc_guerrilla": 30}


def test_a_lifted_base_leaves_its_tunnel_behind_and_the_faction_says_which_base() -> None:
    s = blank()
    put(s, TAY_NINH, vc_tunnel=1, vc_base=1)
    for sp in (HUE, PLEIKU, SAIGON):
        put(s, sp, vc_base=2)
    put(s, NORTH_VIETNAM, vc_base=1)
    assert not can_place(s, VC, HUE, VC_BASE)
    p = play(muster(s, VC, QUANG_TRI, VC_BASE, 1), "tay_ninh")
    assert p.keys() == ["vc_base", "vc_tunnel"]
    p.answer("vc_tunnel")
    assert at(s, TAY_NINH) == {"vc_base": 1}
    assert at(s, QUANG_TRI) == {"vc_base": 1}


def test_the_story_tells_a_move_before_the_change_of_control_it_brings() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=2)
    move(s, ARVN_TROOPS, 2, SAIGON, HUE)
    assert s.log is not None
    assert [entry.message for entry in s.log] == ["log.move", "log.control", "log.control"]
    assert s.log[0].params == {"n": 2, "piece": ARVN_TROOPS, "origin": SAIGON, "destination": HUE}


def test_the_story_tells_a_lifted_piece_before_the_change_of_control_it_brings() -> None:
    s = blank()
    put(s, SAIGON, ranger=6)
    play(muster(s, ARVN, HUE, RANGER, 1))
    assert s.log is not None
    assert [entry.message for entry in s.log] == ["log.lift", "log.control"]
