"""8.6.6 Redeploy, and what the non-player NVA is asked by other Factions' Operations and by Events."""

import pytest

from fitl.board.factions import ARVN, NVA, VC
from fitl.board.pieces import ARVN_TROOPS, KINDS, POLICE
from fitl.board.spaces import (
    AVAILABLE,
    CAM_RANH,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    LOC_HUE_DA_NANG,
    NORTH_VIETNAM,
    NORTHEAST_CAMBODIA,
    PLEIKU,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    SOUTHERN_LAOS,
    TAY_NINH,
    THE_PARROTS_BEAK,
)
from fitl.decisions import Decision, Option, choice
from fitl.events.free import limited_operations
from fitl.rules.control import set_support
from fitl.rules.coup.redeploy import may_move, nva_destinations, standing
from fitl.rules.forces import move
from fitl.rules.operations.movement import Movement
from fitl.rules.operations.patrol import ambushed_convoys
from fitl.state import COIN_CONTROL, EVENT, PASSIVE_SUPPORT, State
from tests.bots.nva import deploy, field, recall
from tests.bots.support import Table
from tests.support import at, put


def redeploy(s: State, *dice: int) -> Table:
    s.control_frozen = True
    return Table(s, NVA, *dice).run(may_move(s, NVA, 9, standing(s, 9), nva_destinations(s), "6.4.3"))


@pytest.mark.node("nva.redeploy.1", "nva.redeploy.source")
def test_redeploy_gains_control_with_no_more_troops_than_needed_most_population_first() -> None:
    s = field()
    deploy(s, NORTH_VIETNAM, nva_troops=6)
    deploy(s, QUANG_TRI, nva_base=1, police=3)  # Population 2, needs 3
    deploy(s, QUANG_NAM, nva_base=1, police=2)  # 1, needs 2
    redeploy(s)
    assert at(s, QUANG_TRI) == {"nva_base": 1, "police": 3, "nva_troops": 3}
    assert at(s, QUANG_NAM) == {"nva_base": 1, "police": 2, "nva_troops": 2}
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 1}  # NVA Control is kept


@pytest.mark.node("nva.redeploy.2")
def test_redeploy_removes_coin_control_where_nva_control_cannot_be_had() -> None:
    s = field()
    deploy(s, NORTH_VIETNAM, nva_troops=4)
    deploy(s, QUANG_TRI, nva_base=1, police=4)  # 4 for Control, 3 against COIN Control
    table = redeploy(s)
    assert "nva.redeploy.1" not in table.nodes
    assert at(s, QUANG_TRI) == {"nva_base": 1, "police": 4, "nva_troops": 3}


@pytest.mark.node("nva.redeploy.1")
def test_redeploy_never_gives_up_nva_control_nor_makes_coin_control() -> None:
    s = field()
    deploy(s, SAIGON, nva_troops=3, police=3)  # without them COIN Control
    deploy(s, TAY_NINH, nva_troops=2, police=4)  # COIN Control already: free to go
    deploy(s, CENTRAL_LAOS, nva_troops=3, arvn_troops=2)
    deploy(s, QUANG_TRI, nva_base=1, police=2)
    redeploy(s)
    assert at(s, SAIGON) == {"nva_troops": 3, "police": 3}
    assert at(s, CENTRAL_LAOS) == {"nva_troops": 3, "arvn_troops": 2}
    assert at(s, QUANG_TRI)["nva_troops"] == 2


@pytest.mark.node("nva.redeploy.3")
def test_redeploy_brings_rear_troops_to_one_base_at_the_front_in_the_south_first() -> None:
    s = field()
    deploy(s, NORTH_VIETNAM, nva_troops=4, nva_base=1)
    deploy(s, NORTHEAST_CAMBODIA, nva_troops=3, nva_base=1)
    deploy(s, SOUTHERN_LAOS, nva_troops=3, nva_base=1)  # borders Quang Tin
    deploy(s, QUANG_NAM, nva_base=1, nva_troops=1)  # so does this, in the South
    deploy(s, QUANG_TIN, police=8)
    table = redeploy(s)
    assert table.reason("nva.redeploy.3")["space"] == QUANG_NAM
    assert at(s, QUANG_NAM) == {"nva_base": 1, "nva_troops": 1 + 4 + 3}
    assert at(s, SOUTHERN_LAOS) == {"nva_base": 1, "nva_troops": 3}


@pytest.mark.node("nva.redeploy.3")
def test_redeploy_does_nothing_without_a_base_at_the_front() -> None:
    s = field()
    deploy(s, NORTH_VIETNAM, nva_troops=4, nva_base=1)
    deploy(s, SOUTHERN_LAOS, nva_troops=4, nva_base=1)
    deploy(s, HUE, police=8)
    assert redeploy(s).keys("redeploy.origin") == ["done"]


@pytest.mark.node("nva.redeploy.1", "nva.redeploy.3")
def test_redeploy_counts_a_space_it_has_just_taken_as_no_longer_coin_controlled() -> None:
    s = field()
    deploy(s, NORTH_VIETNAM, nva_base=1, nva_troops=9)
    deploy(s, QUANG_TRI, nva_base=1, police=4)  # COIN Control until 6.4.4
    deploy(s, HUE, police=1)
    redeploy(s)
    assert at(s, QUANG_TRI) == {"nva_base": 1, "police": 4, "nva_troops": 9}  # 4 for Control, then the rear


@pytest.mark.node("nva.redeploy.3")
def test_redeploy_counts_a_space_that_arvn_has_just_taken_as_coin_controlled() -> None:
    s = field()
    deploy(s, THE_PARROTS_BEAK, nva_base=1, nva_troops=6)
    deploy(s, SOUTHERN_LAOS, nva_base=1)
    s.control_frozen = True
    move(s, ARVN_TROOPS, 3, AVAILABLE, PLEIKU)
    assert s.control[PLEIKU] != COIN_CONTROL  # until 6.4.4
    redeploy(s)
    assert at(s, SOUTHERN_LAOS) == {"nva_base": 1, "nva_troops": 6}


# --- reactions ----------------------------------------------------------------------------------------------------


def patton(s: State, *dice: int) -> Table:
    """ARVN cubes have come to LoCs and Cities from Saigon: those that are there now, under shaded M-48 Patton."""
    movement = Movement(s, ARVN, (ARVN_TROOPS, POLICE), "patrol", "3.2.2")
    for sp in (HUE, DA_NANG, CAM_RANH, LOC_HUE_DA_NANG):
        for kind in movement.kinds:
            movement.moved[sp * KINDS + kind] = s.pieces[sp * KINDS + kind]
    return Table(s, NVA, *dice).run(ambushed_convoys(s, movement))


@pytest.mark.node("nva.patton")
def test_patton_strikes_where_two_cubes_moved_even_on_a_loc() -> None:
    s = field()
    deploy(s, HUE, police=1)
    deploy(s, LOC_HUE_DA_NANG, arvn_troops=1, police=2)
    table = patton(s)
    assert table.keys("patrol.patton") == ["arvn_troops@loc_hue_da_nang", "police@loc_hue_da_nang"]  # evenly
    assert at(s, HUE) == {"police": 1}


@pytest.mark.node("nva.patton")
def test_patton_takes_all_it_can_in_the_random_space_before_another() -> None:
    s = field()
    deploy(s, HUE, police=2)
    deploy(s, DA_NANG, police=2)
    patton(s, 3, 6)  # Quang Nam leads to Da Nang
    assert (at(s, HUE), at(s, DA_NANG)) == ({"police": 2}, {})


@pytest.mark.node("nva.patton")
def test_patton_rolls_for_single_cubes_unless_all_of_them_fall() -> None:
    s = field()
    deploy(s, HUE, police=1)
    deploy(s, DA_NANG, arvn_troops=1)
    patton(s)
    assert (at(s, HUE), at(s, DA_NANG)) == ({}, {})
    s = field()
    deploy(s, HUE, police=1)
    deploy(s, DA_NANG, arvn_troops=1)
    deploy(s, CAM_RANH, police=1)
    deploy(s, LOC_HUE_DA_NANG, police=1)  # LoCs come last (8.3)
    patton(s, 3, 6, 5, 1)  # Da Nang, then Cam Ranh
    assert (at(s, HUE), at(s, DA_NANG), at(s, CAM_RANH)) == ({"police": 1}, {}, {})


# --- what Events leave to NVA (8.4.4) -----------------------------------------------------------------------------


def in_event(card: int, **tracks: object) -> State:
    s = field(card=card, resources=[0, 20, 0, 20], **tracks)
    s.executing, s.acted = VC, ((VC, EVENT),)
    return s


def ask_limited(s: State, *dice: int) -> str:
    operations = limited_operations(s, NVA)
    options = [Option(op.name, op) for op in operations]
    table = Table(s, NVA, *dice)
    key = table.ask(Decision(NVA, "event.limited_operation", "5.5", options, {"card": s.card})).key
    assert not table.dice
    return key


@pytest.mark.node("nva.granted.operation")
def test_the_diamonds_pick_a_free_limited_operation_whatever_the_resources() -> None:
    s = in_event(50)
    deploy(s, QUANG_TRI, nva_troops=4, police=4)
    set_support(s, QUANG_TRI, PASSIVE_SUPPORT)
    deploy(s, SAIGON, nva_troops=2, police=4)
    recall(s, nva_guerrilla=13)
    assert ask_limited(s, 2) == "attack"  # one space: 2 pieces
    assert ask_limited(s, 3, 2) == "terror"  # Population 2
    assert ask_limited(s, 3, 3) == "rally"


@pytest.mark.node("nva.granted.activity")
@pytest.mark.parametrize(("case", "key"), [("attack", "ambush"), ("terror", "bombard"), ("rally", "infiltrate")])
def test_the_diamonds_pick_a_free_special_activity(case: str, key: str) -> None:
    s = in_event(69, trail=3)
    s.resources[NVA] = 20
    if case == "attack":
        deploy(s, LOC_HUE_DA_NANG, nva_guerrilla=1)
        deploy(s, HUE, arvn_base=1)
    elif case == "terror":
        set_support(s, SAIGON, PASSIVE_SUPPORT)
        deploy(s, SAIGON, nva_troops=1)
    else:
        recall(s, nva_guerrilla=13, nva_troops=8)
        deploy(s, NORTH_VIETNAM, nva_base=1)
    table = Table(s, NVA)
    options = [choice(name) for name in ("infiltrate", "bombard", "ambush")]
    assert table.ask(Decision(NVA, "event.macv_activity", "5.5", options, {"card": 69})).key == key


@pytest.mark.node("nva.granted.activity", "nva.n1")
def test_before_a_free_special_activity_the_diamonds_count_the_resources_at_hand() -> None:
    s = in_event(69, trail=3)
    deploy(s, LOC_HUE_DA_NANG, nva_guerrilla=1)
    deploy(s, HUE, arvn_base=1)
    options = [choice(name) for name in ("infiltrate", "bombard", "ambush")]
    for resources, key in ((0, "bombard"), (1, "ambush")):
        s.resources[NVA] = resources
        assert Table(s, NVA).ask(Decision(NVA, "event.macv_activity", "5.5", options, {"card": 69})).key == key


@pytest.mark.node("nva.granted.follow_up")
def test_giap_follows_up_in_the_order_of_its_instruction() -> None:
    s = in_event(56)
    deploy(s, SAIGON, nva_troops=2, police=2)
    deploy(s, CAM_RANH, nva_guerrilla=1)
    table = Table(s, NVA)

    def ask(sp: int, *names: str) -> str:
        options = [choice(name) for name in names]
        return table.ask(Decision(NVA, "event.free_action", "5.5", options, {"card": 56, "space": sp})).key

    assert ask(SAIGON, "rally", "march", "attack", "terror", "infiltrate") == "attack"
    assert ask(CAM_RANH, "rally", "terror", "infiltrate") == "rally"  # no Base and no Support there
    recall(s, nva_troops=1)
    deploy(s, TAY_NINH, nva_base=1)
    assert ask(TAY_NINH, "rally", "terror", "infiltrate") == "infiltrate"
    set_support(s, CAM_RANH, PASSIVE_SUPPORT)
    assert ask(CAM_RANH, "rally", "terror", "infiltrate") == "terror"


def test_giap_never_takes_over_a_vc_guerrilla() -> None:
    s = in_event(56)
    deploy(s, QUANG_TRI, nva_troops=4)
    put(s, QUANG_TRI, vc_guerrilla=1)
    options = [choice("infiltrate"), choice("march")]
    decision = Decision(NVA, "event.free_action", "5.5", options, {"card": 56, "space": QUANG_TRI})
    assert Table(s, NVA).ask(decision).key == "march"
    options.append(choice("terror"))
    set_support(s, QUANG_TRI, PASSIVE_SUPPORT)
    assert Table(s, NVA).ask(decision).key == "terror"


@pytest.mark.node("nva.granted.follow_up")
@pytest.mark.parametrize(("troops", "key"), [(4, "attack"), (3, "ambush")])
def test_plei_mei_attacks_with_massed_troops_else_ambushes(troops: int, key: str) -> None:
    s = in_event(59)
    deploy(s, SAIGON, nva_troops=troops, police=4)
    options = [choice("attack"), choice("ambush")]
    assert Table(s, NVA).ask(Decision(NVA, "event.attack_or_ambush", "5.5", options)).key == key
