"""Operations of NVA and VC by the cards: Rally, March, Attack, Terror."""

from itertools import pairwise

import pytest

from fitl.board.factions import NVA, VC
from fitl.board.pieces import NVA_GUERRILLA, NVA_TROOPS, VC_GUERRILLA
from fitl.board.spaces import (
    BINH_DINH,
    CENTRAL_LAOS,
    CONTROLLABLE,
    HUE,
    LAOS_CAMBODIA,
    LOC_HUE_DA_NANG,
    LOC_HUE_KHE_SANH,
    LOC_SAIGON_AN_LOC_BAN_ME_THUOT,
    NORTH_VIETNAM,
    NORTHEAST_CAMBODIA,
    PHUOC_LONG,
    PLEIKU,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    SOUTHERN_LAOS,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
    row_id,
)
from fitl.bots.mind import Settings
from fitl.bots.script import Move
from fitl.bots.trung.journey import Journey, steps_of
from fitl.lasting import AAA, CADRES, PT_76_SHADED
from fitl.rules.control import recount
from fitl.rules.forces import available
from fitl.rules.sequence import perform_operation
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, OP_ONLY, PASSIVE_OPPOSITION, PASSIVE_SUPPORT
from tests.bots.trung.support import Seat, board, on_top, operate, play_card
from tests.support import at, put

# --- Rally --------------------------------------------------------------------------------------------------------


def test_nva_builds_a_base_of_three_guerrillas_then_places_then_improves_the_trail() -> None:
    s = board(trail=2)
    put(s, QUANG_TRI, nva_guerrilla=3)
    put(s, QUANG_NAM, nva_base=1)
    seat = operate(s, NVA, "rally")
    assert at(s, QUANG_TRI) == {"nva_base": 1, "nva_guerrilla": 1}
    assert at(s, QUANG_NAM) == {"nva_base": 1, "nva_guerrilla": 3}  # the Trail and the Base
    assert (seat.keys("rally.space")[0], s.trail) == ("quang_tri_thua_thien", 3)


def test_rally_gives_up_active_guerrillas_first_for_a_base() -> None:
    s = board()
    put(s, QUANG_TRI, vc_guerrilla=2, vc_guerrilla_active=1)
    operate(s, VC, "rally", max_spaces=1)
    assert at(s, QUANG_TRI) == {"vc_base": 1, "vc_guerrilla": 1}


def test_rally_goes_nowhere_at_support() -> None:
    s = board()
    for sp in range(len(s.support)):
        s.support[sp] = PASSIVE_SUPPORT
    recount(s)
    assert operate(s, VC, "rally").keys("rally.space") == []


@pytest.mark.node("trung.hide")
def test_vc_hides_where_a_base_has_active_guerrillas_alone() -> None:
    s = board()
    put(s, HUE, vc_base=1, vc_guerrilla_active=2)
    put(s, SAIGON, vc_guerrilla=available(s, VC_GUERRILLA))
    s.support[SAIGON] = PASSIVE_SUPPORT
    recount(s)
    operate(s, VC, "rally")
    assert at(s, HUE) == {"vc_base": 1, "vc_guerrilla": 2}


@pytest.mark.node("trung.drawn")
@pytest.mark.parametrize(("reading", "acted"), [("rally", True), ("next_card", False)])
def test_improving_the_trail_alone_is_a_rally_by_the_recommended_reading(reading: str, acted: bool) -> None:
    s = board(NVA, trail=1)
    for sp in range(len(s.support)):
        s.support[sp] = PASSIVE_SUPPORT
    recount(s)
    on_top(s, "Q")
    seat = Seat(s, die=6, settings=Settings(trung_trail_alone=reading)).run(perform_operation(s, NVA, OP_ONLY))
    assert (s.trail == 2, bool(s.acted)) == (acted, acted), seat.answers


@pytest.mark.node("trung.table.nva_guer", "trung.trail")
def test_aaa_lets_nva_rally_in_one_space_so_that_the_trail_may_improve() -> None:
    """Card 31."""
    s = board(trail=2, effects=AAA)
    put(s, QUANG_TRI, nva_guerrilla=1)
    seat = operate(s, NVA, "rally")
    assert len([key for key in seat.keys("rally.space") if key != "done"]) == 1
    assert s.trail == 3


# --- March --------------------------------------------------------------------------------------------------------


def test_a_march_sends_three_guerrillas_where_a_base_may_be_built() -> None:
    """P7."""
    s = board()
    put(s, PLEIKU, vc_guerrilla=12)
    operate(s, VC, "march")
    assert 3 in [sum(at(s, sp).values()) for sp in range(CONTROLLABLE) if sp != PLEIKU]


@pytest.mark.node("trung.march_first")
def test_march_groups_that_are_seen_turn_active_in_the_plan_as_on_the_board() -> None:
    s = board()
    put(s, QUANG_NAM, vc_guerrilla=8)
    put(s, LOC_HUE_DA_NANG, arvn_troops=3)
    operate(s, VC, "march", max_spaces=1)
    assert at(s, LOC_HUE_DA_NANG)["vc_guerrilla_active"] == 4


def test_the_loc_flag_goes_next_to_us_forces_first() -> None:
    s = board(NVA)
    put(s, QUANG_TRI, nva_guerrilla=6)
    put(s, HUE, us_troops=1)
    on_top(s, "R")
    with pytest.MonkeyPatch.context() as patch:
        from fitl.bots.trung.conditions import CONDITIONS

        for name in ("US42", "AvailNT"):
            patch.setitem(CONDITIONS, name, CONDITIONS[name]._replace(holds=lambda s, n: True))
        seat = Seat(s, die=1).run(perform_operation(s, NVA, OP_ONLY))
    assert seat.keys("march.destination")[0] in ("loc_hue_khe_sanh", "loc_hue_da_nang")


def test_along_a_full_trail_a_group_marches_through_laos() -> None:
    s = board(trail=4)
    put(s, NORTH_VIETNAM, nva_troops=12)
    operate(s, NVA, "march")
    assert at(s, TAY_NINH).get("nva_troops", 0) == 1


@pytest.mark.node("trung.table.nva_march")
def test_destinations_never_become_origins_and_nobody_moves_twice() -> None:
    """16.8."""
    s = board(trail=2)
    put(s, NORTH_VIETNAM, nva_troops=10)
    seat = operate(s, NVA, "march")
    left = set(seat.keys("march.origin")) - {"done"}
    reached = set(seat.keys("march.destination")) - {"done"}
    assert not left & reached


# --- Attack, Terror -----------------------------------------------------------------------------------------------


def test_nva_attacks_with_troops_then_with_four_guerrillas() -> None:
    s = board()
    put(s, HUE, nva_troops=4, arvn_troops=3)
    put(s, SAIGON, nva_guerrilla=4, arvn_troops=2)
    put(s, QUANG_TRI, nva_guerrilla=3, arvn_troops=2)
    seat = operate(s, NVA, "attack")
    assert seat.keys("attack.method") == ["troops", "guerrillas"] or seat.keys("attack.space")[:1] == ["hue"]
    assert at(s, HUE) == {"nva_troops": 4, "arvn_troops": 1}
    assert at(s, QUANG_TRI) == {"nva_guerrilla": 3, "arvn_troops": 2}


def test_vc_attacks_with_three_guerrillas_but_not_beside_its_base() -> None:
    s = board()
    put(s, HUE, vc_guerrilla=3, arvn_troops=2)
    put(s, SAIGON, vc_guerrilla=5, vc_base=1, arvn_troops=2)
    put(s, QUANG_TRI, vc_guerrilla=6)  # nobody to hit
    operate(s, VC, "attack")
    assert "vc_guerrilla_active" in at(s, HUE)
    assert "vc_guerrilla_active" not in at(s, SAIGON)


@pytest.mark.node("trung.pt_76")
def test_pt_76_strikes_where_most_troops_are() -> None:
    """Card 45."""
    s = board(effects=PT_76_SHADED)
    put(s, HUE, nva_troops=2, arvn_troops=4)
    put(s, SAIGON, nva_troops=4, arvn_troops=6)
    operate(s, NVA, "attack")
    assert at(s, SAIGON)["arvn_troops"] == 2
    assert at(s, HUE)["arvn_troops"] == 3


def test_pt_76_strikes_where_it_removes_most_of_equal_troops() -> None:
    """Card 45: Hue comes first by its fewer pieces, but Quang Tri loses more by the tanks."""
    s = board(effects=PT_76_SHADED)
    put(s, HUE, nva_troops=4, arvn_troops=3)
    put(s, QUANG_TRI, nva_troops=4, nva_guerrilla=2, arvn_troops=5)
    recount(s)
    operate(s, NVA, "attack")
    assert (at(s, HUE)["arvn_troops"], at(s, QUANG_TRI)["arvn_troops"]) == (1, 1)


def test_pt_76_does_not_wait_for_a_space_that_the_attack_cannot_take() -> None:
    """Card 45 in a Limited Operation: Saigon comes first, so the Troops of Quang Tri do not matter."""
    s = board(effects=PT_76_SHADED)
    put(s, SAIGON, nva_troops=4, arvn_troops=6)
    put(s, QUANG_TRI, nva_troops=6, arvn_troops=8)
    recount(s)
    operate(s, NVA, "attack", max_spaces=1)
    assert at(s, SAIGON)["arvn_troops"] == 2


def test_nva_terror_does_not_shift_opposition() -> None:
    s = board()
    put(s, QUANG_TRI, nva_guerrilla=1)
    s.support[QUANG_TRI] = PASSIVE_OPPOSITION
    recount(s)
    operate(s, NVA, "terror")
    assert (s.support[QUANG_TRI], s.terror[QUANG_TRI]) == (PASSIVE_OPPOSITION, 1)


def test_vc_terror_keeps_a_hidden_guerrilla_beside_a_base() -> None:
    s = board()
    put(s, HUE, vc_guerrilla=1, vc_base=1)
    put(s, SAIGON, vc_guerrilla=1)
    s.support[HUE] = s.support[SAIGON] = ACTIVE_SUPPORT
    recount(s)
    operate(s, VC, "terror")
    assert at(s, HUE) == {"vc_guerrilla": 1, "vc_base": 1}
    assert (s.support[SAIGON], at(s, SAIGON)) == (PASSIVE_SUPPORT, {"vc_guerrilla_active": 1})


def test_cadres_want_two_guerrillas_for_terror() -> None:
    """Card 116."""
    s = board(effects=CADRES)
    put(s, HUE, vc_guerrilla=1)
    put(s, SAIGON, vc_guerrilla=2)
    operate(s, VC, "terror")
    assert (at(s, HUE), at(s, SAIGON)) == ({"vc_guerrilla": 1}, {})


@pytest.mark.node("trung.table.vc_terror")
def test_terror_leaves_people_at_active_opposition_with_a_marker_alone() -> None:
    s = board()
    put(s, HUE, vc_guerrilla=2)
    s.support[HUE], s.terror[HUE] = ACTIVE_OPPOSITION, 1
    put(s, LOC_HUE_KHE_SANH, vc_guerrilla=1)
    put(s, BINH_DINH, vc_guerrilla=1)
    recount(s)
    seat = operate(s, VC, "terror")
    assert at(s, HUE) == {"vc_guerrilla": 2}, seat.answers


@pytest.mark.parametrize(("trail", "direct", "near"), [(3, False, False), (4, False, True), (4, True, False)])
def test_laos_counts_as_next_door_only_while_the_trail_is_full(trail: int, direct: bool, near: bool) -> None:
    """Nor in a March that has one space: the way there would be others."""
    s = board(trail=trail)
    put(s, CENTRAL_LAOS, nva_guerrilla=12)
    journey = Journey(Seat(s).minds[NVA], s, "march", (NVA_GUERRILLA,), direct=direct)
    assert (CENTRAL_LAOS in journey.candidates(TAY_NINH)) is near


@pytest.mark.node("random_loc")
@pytest.mark.parametrize(("card", "left"), [(75, 1), (1, 3)])
def test_by_card_75_vc_guerrillas_do_not_gather_for_a_base(card: int, left: int) -> None:
    s = board(card=card)
    put(s, QUANG_TRI, vc_guerrilla=4)
    operate(s, VC, "march")
    assert sum(at(s, QUANG_TRI).values()) == left


@pytest.mark.node("trung.table.vc_march")
def test_by_card_75_vc_marches_into_the_south_alone() -> None:
    s = board(card=75)
    put(s, NORTHEAST_CAMBODIA, vc_guerrilla=5)
    s.support[PLEIKU] = ACTIVE_OPPOSITION
    operate(s, VC, "march")
    assert sum(sum(at(s, sp).values()) for sp in LAOS_CAMBODIA if sp != NORTHEAST_CAMBODIA) == 0


@pytest.mark.parametrize(("card", "first"), [(99, True), (1, False)])
def test_by_card_99_nva_looks_for_a_loc_near_the_us_first(card: int, first: bool) -> None:
    s = board(card=card)
    put(s, CENTRAL_LAOS, nva_guerrilla=2)
    put(s, HUE, us_troops=1)
    put(s, QUANG_TRI, nva_troops=3)
    seat = operate(s, NVA, "march", max_spaces=3)
    assert (seat.keys("march.destination")[0] == row_id(LOC_HUE_KHE_SANH)) is first, seat.answers


def test_groups_that_share_a_way_along_the_trail_gather_first() -> None:
    s = board(trail=4)
    journey = Journey(Seat(s).minds[NVA], s, "march", (NVA_TROOPS,))
    journey.moves = [
        Move(SOUTHERN_LAOS, NORTH_VIETNAM, {NVA_TROOPS: 2}),
        Move(PLEIKU, CENTRAL_LAOS, {NVA_TROOPS: 1}),
    ]
    journey.paths = {
        (NORTH_VIETNAM, SOUTHERN_LAOS): (CENTRAL_LAOS, SOUTHERN_LAOS),
        (CENTRAL_LAOS, PLEIKU): (SOUTHERN_LAOS, PLEIKU),
    }
    assert list(steps_of(journey).items()) == [
        ((NORTH_VIETNAM, CENTRAL_LAOS), {NVA_TROOPS: 2}),
        ((CENTRAL_LAOS, SOUTHERN_LAOS), {NVA_TROOPS: 3}),
        ((SOUTHERN_LAOS, PLEIKU), {NVA_TROOPS: 1}),
    ]


def test_groups_that_go_round_in_a_circle_wait_only_for_their_own_pieces() -> None:
    """Troops pass Southern Laos and the Fishhook, a Guerrilla leaves Pleiku for the north, another one comes there."""
    s = board(trail=4)
    journey = Journey(Seat(s).minds[NVA], s, "march", (NVA_TROOPS, NVA_GUERRILLA))
    journey.moves = [
        Move(LOC_SAIGON_AN_LOC_BAN_ME_THUOT, THE_PARROTS_BEAK, {NVA_TROOPS: 4}),
        Move(LOC_SAIGON_AN_LOC_BAN_ME_THUOT, QUANG_TIN, {NVA_TROOPS: 1}),
        Move(QUANG_TRI, PLEIKU, {NVA_GUERRILLA: 1}),
        Move(PLEIKU, PHUOC_LONG, {NVA_GUERRILLA: 1}),
    ]
    journey.paths = {
        (THE_PARROTS_BEAK, LOC_SAIGON_AN_LOC_BAN_ME_THUOT): (THE_FISHHOOK, LOC_SAIGON_AN_LOC_BAN_ME_THUOT),
        (QUANG_TIN, LOC_SAIGON_AN_LOC_BAN_ME_THUOT): (
            *(SOUTHERN_LAOS, NORTHEAST_CAMBODIA, THE_FISHHOOK),
            LOC_SAIGON_AN_LOC_BAN_ME_THUOT,
        ),
        (PLEIKU, QUANG_TRI): (SOUTHERN_LAOS, CENTRAL_LAOS, QUANG_TRI),
        (PHUOC_LONG, PLEIKU): (THE_FISHHOOK, PLEIKU),
    }
    order = list(steps_of(journey))
    for moved in journey.moves:
        path = (moved.origin, *journey.paths[moved.origin, moved.destination])
        steps = [order.index(step) for step in pairwise(path)]
        assert steps == sorted(steps), path


@pytest.mark.node("trung.infiltrate")
def test_infiltration_builds_up_elsewhere_after_it_has_taken_a_base_over() -> None:
    """9.7: card T, two spaces."""
    s = board()
    put(s, NORTH_VIETNAM, nva_troops=18, nva_base=1)
    put(s, QUANG_TRI, nva_troops=3, vc_base=1)
    seat = play_card(s, NVA, "T", Seat(s, die=1))
    assert seat.keys("infiltrate.space")[:2] == ["quang_tri_thua_thien", "north_vietnam"], seat.answers
