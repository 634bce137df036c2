"""The pieces of the expansions (P1.4, S1.4): where they may stand, what they count as, where they go."""

from dataclasses import replace

from fitl.board.factions import ARVN, NVA, VC
from fitl.board.pieces import (
    ADVISOR,
    ARVN_ARMOR,
    CADRE,
    CAPTURED_ARVN_ARMOR,
    CAPTURED_NVA_ARMOR,
    HAMLET,
    KINDS,
    NVA_ARMOR,
    VC_BASE,
    VC_BASE_CADRE,
)
from fitl.board.scenarios import SCENARIOS, engine_setup
from fitl.board.spaces import (
    AVAILABLE,
    HANOI_1,
    LOC_SAIGON_CAN_THO,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    PLEIKU,
    SAIGON,
    SET_ASIDE,
    WASHINGTON_1,
)
from fitl.rules.control import on_map, recount
from fitl.rules.forces import (
    bases_of,
    boxes_of,
    can_place,
    count,
    has_room_for_base,
    may_stand,
    pieces_of,
    remove,
    transfer,
)
from fitl.state import COIN_CONTROL, NVA_CONTROL, State
from tests.support import at, blank, put


def with_pool_of(name: str) -> State:
    """An empty map, and every piece of another scenario Available."""
    s = blank()
    s.scenario = replace(s.scenario, force_pool=SCENARIOS[name].force_pool)
    for kind, total in enumerate(s.scenario.force_pool):
        s.pieces[AVAILABLE * KINDS + kind] = total
    recount(s)
    return s


def recounted(s: State) -> bytearray:
    fresh = s.copy()
    recount(fresh)
    return fresh.force


def test_where_the_pieces_of_the_expansions_may_stand() -> None:
    """P1.4, P1.4.2, 1.4.2."""
    homes = {
        kind: [sp for sp in (SAIGON, PLEIKU, NORTH_VIETNAM, LOC_SAIGON_CAN_THO) if may_stand(sp, kind)]
        for kind in (
            ADVISOR,
            HAMLET,
            VC_BASE_CADRE,
            CADRE,
            ARVN_ARMOR,
            NVA_ARMOR,
            CAPTURED_NVA_ARMOR,
            CAPTURED_ARVN_ARMOR,
        )
    }
    assert homes == {
        ADVISOR: [SAIGON, PLEIKU],
        HAMLET: [PLEIKU],
        VC_BASE_CADRE: [SAIGON, PLEIKU, NORTH_VIETNAM],
        CADRE: [],
        ARVN_ARMOR: [SAIGON, PLEIKU, LOC_SAIGON_CAN_THO],
        NVA_ARMOR: [SAIGON, PLEIKU, NORTH_VIETNAM, LOC_SAIGON_CAN_THO],
        CAPTURED_NVA_ARMOR: [SAIGON, PLEIKU, LOC_SAIGON_CAN_THO],
        CAPTURED_ARVN_ARMOR: [SAIGON, PLEIKU, NORTH_VIETNAM, LOC_SAIGON_CAN_THO],
    }


def test_a_base_with_a_cadre_is_a_vc_base_and_its_cadre_goes_with_it() -> None:
    """P1.4, P1.4.2."""
    s = with_pool_of("four-player-1961")
    put(s, PLEIKU, vc_base_cadre=2)
    s.pieces[AVAILABLE * KINDS + CADRE] -= 2  # the two that lie on the Bases
    recount(s)
    assert bases_of(s, PLEIKU, VC) == on_map(s, VC_BASE) == 2
    assert not has_room_for_base(s, PLEIKU)
    assert pieces_of(s, PLEIKU, NVA) == 0
    remove(s, PLEIKU, VC_BASE_CADRE)
    assert at(s, PLEIKU) == {"vc_base_cadre": 1}
    assert (count(s, AVAILABLE, CADRE), count(s, AVAILABLE, VC_BASE)) == (5, 8)
    assert s.force == recounted(s)


def test_captured_armor_is_the_captors_and_leaves_the_game() -> None:
    """S1.4.5."""
    s = with_pool_of("black-april-1973")
    put(s, PLEIKU, nva_armor=1)
    assert s.control[PLEIKU] == NVA_CONTROL
    transfer(s, NVA_ARMOR, 1, PLEIKU, PLEIKU, CAPTURED_NVA_ARMOR)
    assert s.control[PLEIKU] == COIN_CONTROL
    assert pieces_of(s, PLEIKU, ARVN) == 1
    assert on_map(s, NVA_ARMOR) == 0
    assert s.force == recounted(s)
    remove(s, PLEIKU, CAPTURED_NVA_ARMOR)
    assert at(s, PLEIKU) == {}
    assert at(s, OUT_OF_PLAY) == {"nva_armor": 1}
    assert s.force == recounted(s)


def test_captured_armor_is_never_lifted() -> None:
    """1.4.1, S1.4.5."""
    s = with_pool_of("black-april-1973")
    put(s, SAIGON, captured_nva_armor=1)
    put(s, OUT_OF_PLAY, nva_armor=7)
    assert not can_place(s, NVA, NORTH_VIETNAM, NVA_ARMOR)


def test_pieces_on_a_track_or_set_aside_are_not_on_the_map() -> None:
    """P6.8.4, P6.9.4, S1.4."""
    s = with_pool_of("four-player-1961")
    put(s, HANOI_1, vc_base=1)
    put(s, WASHINGTON_1, arvn_troops=2)
    put(s, SET_ASIDE, police=3)
    assert [on_map(s, kind) for kind in range(KINDS) if s.scenario.force_pool[kind]] == [0] * 11


def test_every_scenario_sets_up_its_whole_pool() -> None:
    for scenario in SCENARIOS.values():
        held = [0] * KINDS
        for row, found in engine_setup(scenario).items():
            assert row < SET_ASIDE + 7
            for kind, n in found.items():
                held[kind] += n
        assert held[CADRE] + held[VC_BASE_CADRE] == scenario.force_pool[CADRE], scenario.name
        bases = held[VC_BASE] + held[VC_BASE_CADRE] + held[VC_BASE + 1]
        assert bases == scenario.force_pool[VC_BASE], scenario.name


def test_a_game_has_the_boxes_of_its_scenario() -> None:
    assert boxes_of(blank()) == (AVAILABLE, AVAILABLE + 1, OUT_OF_PLAY)
