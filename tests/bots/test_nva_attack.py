"""8.6.2: the Attack box of the non-player NVA: order of modes and spaces, Ambushes and their filter, Bombard first."""

import pytest

from fitl.board.factions import NVA
from fitl.board.spaces import (
    BINH_DINH,
    CASUALTIES,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    LOC_DA_NANG_DAK_TO,
    LOC_HUE_DA_NANG,
    LOC_HUE_KHE_SANH,
    PLEIKU,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    SOUTHERN_LAOS,
    TAY_NINH,
)
from fitl.bots.flowchart.nva.attack import AmbushPlan, ambush_bases, exposed_bases
from fitl.bots.mind import Settings
from fitl.lasting import BOOBY_TRAPS, PT_76_SHADED, TYPHOON_KATE
from fitl.rules.activities.ambush import ambush
from fitl.rules.operation import BY_EVENT, Activity, Operation
from fitl.rules.operations.attack import TROOPS, attack_in
from fitl.state import EVENT, OP_ONLY, State
from tests.bots.nva import act, box, deploy, field, play, still
from tests.bots.support import Table
from tests.support import at


@pytest.mark.node("nva.attack.1", "nva.attack.3", "nva.attack.4")
def test_massed_troops_then_massed_guerrillas_then_other_troops_attack() -> None:
    s = field()
    deploy(s, QUANG_TRI, nva_troops=4, police=3)
    deploy(s, BINH_DINH, nva_guerrilla_active=4, police=3)
    deploy(s, SAIGON, nva_troops=3, police=3)
    deploy(s, TAY_NINH, nva_guerrilla_active=3, police=3)  # too few
    deploy(s, PLEIKU, nva_troops=1, police=3)  # can remove nothing
    table = play(s, 3, 6)  # N1; the Guerrillas miss
    assert table.keys("attack.space") == ["quang_tri_thua_thien", "binh_dinh", "saigon", "done"]
    assert at(s, QUANG_TRI)["police"] == 1
    assert at(s, BINH_DINH)["police"] == 3
    assert at(s, SAIGON)["police"] == 2
    assert s.resources[NVA] == 17


@pytest.mark.node("nva.attack.1")
def test_laos_and_cambodia_come_before_the_south_then_most_pieces() -> None:
    s = field()
    deploy(s, CENTRAL_LAOS, nva_troops=4, arvn_troops=2)
    deploy(s, QUANG_TRI, nva_troops=4, police=4)
    deploy(s, SAIGON, nva_troops=6, police=4)
    table = play(s)  # 7 pieces
    assert table.keys("attack.space")[:3] == ["central_laos", "saigon", "quang_tri_thua_thien"]


@pytest.mark.node("nva.attack.1")
def test_equal_removals_prefer_a_base_then_special_forces_then_us_pieces() -> None:
    s = field()
    deploy(s, QUANG_TRI, nva_troops=4, police=2)
    deploy(s, QUANG_NAM, nva_troops=4, us_troops=2)
    deploy(s, QUANG_TIN, nva_troops=4, ranger=1, police=1)
    deploy(s, BINH_DINH, nva_troops=4, police=1, arvn_base=1)
    table = play(s)
    assert table.keys("attack.space")[:3] == ["binh_dinh", "quang_tin_quang_ngai", "quang_nam"]


@pytest.mark.node("nva.attack.4")
def test_guerrillas_and_troops_together_choose_the_method_by_the_order_of_modes() -> None:
    s = field()
    deploy(s, QUANG_TRI, nva_troops=3, nva_guerrilla_active=4, police=4)
    deploy(s, SAIGON, nva_troops=2, nva_guerrilla_active=3, police=4)
    deploy(s, TAY_NINH, nva_troops=4, nva_guerrilla_active=4, police=4)
    table = play(s, 1, 6)
    assert table.keys("attack.space")[:3] == ["tay_ninh", "quang_tri_thua_thien", "saigon"]
    assert table.keys("attack.method") == ["troops", "guerrillas", "troops"]


@pytest.mark.node("nva.attack.pt_76")
def test_pt_76_is_used_where_it_removes_most_extra_pieces() -> None:
    s = field(effects=PT_76_SHADED)
    deploy(s, CENTRAL_LAOS, nva_troops=4, police=3)  # 1 more
    deploy(s, SAIGON, nva_troops=6, police=6)  # 3 more
    table = play(s)
    assert table.keys("attack.pt_76") == ["no", "yes"]
    assert "police" not in at(s, SAIGON)
    assert at(s, CENTRAL_LAOS)["police"] == 1


@pytest.mark.node("nva.attack.1")
def test_once_pt_76_has_helped_the_other_spaces_are_judged_without_it() -> None:
    s = field(effects=PT_76_SHADED)
    deploy(s, SAIGON, nva_troops=10, police=10)  # 5 more
    deploy(s, BINH_DINH, nva_troops=5, police=5)  # 3 more, but 2 without it
    deploy(s, QUANG_NAM, nva_troops=6, police=3)  # 3
    assert play(s).keys("attack.space")[:3] == ["saigon", "quang_nam", "binh_dinh"]


@pytest.mark.node("nva.attack.1")
def test_with_money_for_one_attack_pt_76_counts_in_every_space() -> None:
    s = field(effects=PT_76_SHADED)
    s.resources[NVA] = 1
    deploy(s, BINH_DINH, nva_troops=5, police=5)  # 5 with it
    deploy(s, QUANG_NAM, nva_troops=8, police=4)  # 4
    deploy(s, QUANG_TIN, nva_troops=1, us_base=1)
    assert play(s).keys("attack.space")[:1] == ["binh_dinh"]


@pytest.mark.node("nva.attack.4", "nva.attack.pt_76")
def test_pt_76_lets_a_single_troop_attack() -> None:
    s = field(effects=PT_76_SHADED)
    deploy(s, SAIGON, nva_troops=1, police=1)
    play(s, 1)
    assert at(s, SAIGON) == {"nva_troops": 1}


# --- Ambush -------------------------------------------------------------------------------------------------------


def two_ambushes(**tracks: int) -> State:
    """Two hidden Guerrillas beside US Troops, and Troops that Attack alone: 3 pieces in all."""
    s = still(**tracks)
    deploy(s, QUANG_TRI, nva_guerrilla=1, us_troops=2)
    deploy(s, QUANG_NAM, nva_guerrilla=1, us_troops=2)
    deploy(s, SAIGON, nva_troops=2, police=2)
    return s


@pytest.mark.node("nva.attack.2", "nva.ambush.space")
def test_ambushes_that_take_two_us_pieces_come_before_lesser_attacks() -> None:
    s = two_ambushes()
    table = play(s, 1, 2, 6)  # N1; Quang Tri before Quang Nam
    assert table.keys("attack.space") == ["sa:ambush", "saigon"]
    assert at(s, SAIGON) == {"nva_troops": 2, "police": 1}
    assert at(s, CASUALTIES) == {"us_troops": 2}
    assert s.resources[NVA] == 17


@pytest.mark.node("nva.attack.2")
def test_no_ambush_beside_attacks_if_one_piece_would_be_an_arvn_cube() -> None:
    s = two_ambushes()
    deploy(s, QUANG_NAM, us_troops=-2, police=1)
    table = play(s, 1)  # the Troops alone reach the die
    assert "sa:ambush" not in table.keys("attack.space")
    assert at(s, QUANG_TRI)["us_troops"] == 2


@pytest.mark.node("nva.attack.2")
@pytest.mark.parametrize("settings", [Settings(), Settings(nva_ambush_filter="strict")])
def test_ambushes_that_n1_needed_may_take_any_piece(settings: Settings) -> None:
    s = two_ambushes()
    deploy(s, QUANG_NAM, us_troops=-2, police=1)
    table = play(s, 3, settings=settings)  # US before ARVN: no tie
    assert ("sa:ambush" in table.keys("attack.space")) == (settings == Settings())


@pytest.mark.node("nva.attack.2")
def test_a_ranger_or_an_arvn_base_is_worth_an_ambush() -> None:
    s = still()
    deploy(s, QUANG_TRI, nva_guerrilla=1, ranger=1, police=1)
    deploy(s, LOC_HUE_DA_NANG, nva_guerrilla=1)
    deploy(s, QUANG_NAM, arvn_base=1)
    deploy(s, SAIGON, nva_troops=4, us_base=1, police=1)  # Troops alone take a Base
    table = play(s)
    assert "sa:ambush" in table.keys("attack.space")
    assert at(s, QUANG_NAM) == {}
    assert at(s, QUANG_TRI) == {"nva_guerrilla_active": 1, "police": 1}


@pytest.mark.node("nva.attack.2")
@pytest.mark.parametrize(("effects", "ambushes"), [(BOOBY_TRAPS, False), (TYPHOON_KATE, True)])
def test_with_one_ambush_space_only_typhoon_kate_lets_it_pass_the_filter(effects: int, ambushes: bool) -> None:
    s = two_ambushes(effects=effects)
    table = play(s, 1, *((2, 6) if ambushes else ()))
    assert ("sa:ambush" in table.keys("attack.space")) == ambushes


@pytest.mark.node("nva.ambush.space")
def test_an_ambush_from_a_loc_comes_before_better_pieces_elsewhere() -> None:
    s = still()
    deploy(s, LOC_HUE_KHE_SANH, nva_guerrilla=1)
    deploy(s, HUE, us_troops=1)
    for sp in (SAIGON, TAY_NINH):
        deploy(s, sp, nva_guerrilla=1, irregular=1)
    play(s, 2, 1, 1)  # N1; then Saigon
    assert at(s, HUE) == {}
    assert at(s, TAY_NINH) == {"nva_guerrilla": 1, "irregular": 1}


@pytest.mark.node("nva.ambush.space")
def test_ambushes_come_from_locs_first_then_take_the_best_piece() -> None:
    s = still()
    deploy(s, LOC_HUE_KHE_SANH, nva_guerrilla=1)
    deploy(s, HUE, us_troops=1)
    deploy(s, QUANG_TRI, irregular=1, police=1)
    deploy(s, SAIGON, nva_guerrilla=1, us_troops=1)
    deploy(s, DA_NANG, nva_guerrilla=1, irregular=1)
    table = play(s, 2)
    assert table.mind.room(AmbushPlan).targets == {LOC_HUE_KHE_SANH: QUANG_TRI, DA_NANG: DA_NANG}
    assert at(s, CASUALTIES) == {"irregular": 2}


@pytest.mark.node("nva.n1", "nva.ambush.space")
def test_an_ambush_completes_the_removal_of_a_base_that_n1_counted_on() -> None:
    s = still()
    deploy(s, QUANG_NAM, nva_guerrilla=1, us_base=1, police=1)
    deploy(s, LOC_HUE_DA_NANG, nva_guerrilla=1)
    deploy(s, HUE, us_troops=4)  # a better piece, but not what counts
    table = play(s)
    assert table.reason("nva.n1")["base"] == "yes"
    assert at(s, QUANG_NAM) == {"nva_guerrilla_active": 1}


@pytest.mark.node("nva.attack.1")
def test_no_die_decides_between_attacks_that_are_all_carried_out() -> None:
    def field_of_two(resources: int) -> State:
        s = field(resources=[0, 20, resources, 20], effects=TYPHOON_KATE)  # no Bombard
        for sp in (QUANG_TRI, QUANG_NAM):
            deploy(s, sp, nva_troops=8, police=4)
        return s

    s = field_of_two(2)
    play(s)  # 8 pieces: N1 needs no die either
    assert "police" not in at(s, QUANG_TRI) | at(s, QUANG_NAM)
    s = field_of_two(1)
    play(s, 2, 3, 6)  # N1, then Quang Nam
    assert at(s, QUANG_TRI) == {"nva_troops": 8, "police": 4}


# --- Bombard first ------------------------------------------------------------------------------------------------


@pytest.mark.node("nva.attack.2_bombard")
def test_without_an_ambush_bombard_comes_before_any_attack() -> None:
    s = field()
    deploy(s, QUANG_TRI, nva_troops=4, us_troops=4)
    table = play(s, 2)
    assert table.keys("attack.space") == ["sa:bombard"]  # then there is but one space
    assert at(s, QUANG_TRI) == {"us_troops": 1, "nva_troops": 2}


@pytest.mark.node("nva.attack.2_bombard")
def test_after_the_bombard_somebody_is_always_left_to_attack() -> None:
    s = field()
    deploy(s, QUANG_TRI, nva_troops=3, us_base=1, us_troops=1)
    table = play(s, 1)
    assert table.keys("attack.space") == ["sa:bombard"]
    assert at(s, QUANG_TRI) == {"nva_troops": 2}  # the Troop by Bombard, then the Base; one Troop is lost for it


@pytest.mark.node("nva.attack.2")
def test_with_an_ambush_to_come_there_is_no_bombard() -> None:
    s = two_ambushes()
    deploy(s, SAIGON, nva_troops=2, arvn_troops=4)
    table = play(s, 1, 2, 6)
    assert "sa:bombard" not in table.keys("attack.space")
    assert "sa:ambush" in table.keys("attack.space")


# --- Ambush after March (8.6.5) -----------------------------------------------------------------------------------


@pytest.mark.node("nva.march.ambush")
def test_after_a_march_only_ambushes_that_remove_a_base_are_laid_and_then_one_more() -> None:
    s = field()
    deploy(s, LOC_HUE_DA_NANG, nva_guerrilla=1)
    deploy(s, SAIGON, nva_guerrilla=1, us_troops=1)
    deploy(s, QUANG_NAM, us_base=1, police=1)
    assert exposed_bases(s, [LOC_HUE_DA_NANG, SAIGON]) == []
    deploy(s, QUANG_NAM, police=-1)
    assert exposed_bases(s, [LOC_HUE_DA_NANG, SAIGON]) == [QUANG_NAM]
    assert exposed_bases(s, [SAIGON]) == []
    table = Table(s, NVA)
    with pytest.raises(StopIteration) as stop:
        next(ambush_bases(table.mind, s, [LOC_HUE_DA_NANG, SAIGON]))
    assert stop.value.value == {LOC_HUE_DA_NANG: QUANG_NAM, SAIGON: SAIGON}


@pytest.mark.node("nva.march.ambush")
def test_the_ambush_on_a_base_after_a_march_leaves_a_second_one_possible() -> None:
    s = field()
    deploy(s, LOC_HUE_DA_NANG, nva_guerrilla=1)
    deploy(s, LOC_DA_NANG_DAK_TO, nva_guerrilla=1)
    deploy(s, QUANG_NAM, us_base=1)  # both LoCs reach it
    deploy(s, HUE, police=1)  # only the first LoC reaches it
    table = Table(s, NVA)
    sources = [LOC_HUE_DA_NANG, LOC_DA_NANG_DAK_TO]
    with pytest.raises(StopIteration) as stop:
        next(ambush_bases(table.mind, s, sources))  # no die: the other source would leave none for a second Ambush
    assert stop.value.value == {LOC_DA_NANG_DAK_TO: QUANG_NAM, LOC_HUE_DA_NANG: HUE}


# --- what Events grant --------------------------------------------------------------------------------------------


def in_event(s: State) -> State:
    s.executing = NVA
    s.acted = ((NVA, EVENT),)
    return s


@pytest.mark.node("nva.ambush.space")
@pytest.mark.parametrize(("own", "other"), [(HUE, QUANG_NAM), (QUANG_NAM, HUE)])
def test_a_loc_ambush_leaves_a_last_piece_to_who_can_reach_no_other(own: int, other: int) -> None:
    s = still()
    deploy(s, own, nva_guerrilla=1, us_troops=1)  # better, but the only one within reach from here
    deploy(s, other, police=1)
    deploy(s, LOC_HUE_DA_NANG, nva_guerrilla=1)
    play(s, 2)  # N1: both Ambushes are needed
    assert (at(s, own).get("us_troops", 0), at(s, other).get("police", 0)) == (0, 0)


@pytest.mark.node("nva.ambush.space")
def test_an_ambush_granted_by_an_event_takes_the_best_piece() -> None:
    s = in_event(field())
    deploy(s, SAIGON, nva_guerrilla=1, police=1)
    deploy(s, TAY_NINH, nva_guerrilla=1, us_troops=1)
    Table(s, NVA).run(ambush(s, Activity(s, NVA, "ambush", max_spaces=1)))
    assert at(s, CASUALTIES) == {"us_troops": 1}


def test_thinking_an_event_through_needs_no_plan_either() -> None:
    s = field()  # as in a rehearsal: the Event box is not yet taken
    deploy(s, SAIGON, nva_guerrilla=1, police=1)
    deploy(s, TAY_NINH, nva_guerrilla=1, us_troops=1)
    Table(s, NVA).run(ambush(s, Activity(s, NVA, "ambush", max_spaces=1)))
    assert at(s, CASUALTIES) == {"us_troops": 1}


def test_an_attack_ordered_by_an_event_needs_no_plan() -> None:
    s = in_event(field())
    deploy(s, SAIGON, nva_troops=4, police=1, nva_guerrilla=1)
    op = Operation(s, NVA, "attack", free=BY_EVENT)
    assert Table(s, NVA).run(attack_in(s, op, SAIGON)).keys("attack.method") == [TROOPS]


def test_an_attack_without_ambush_or_bombard_counts_as_op_only() -> None:
    s = field()
    deploy(s, QUANG_TRI, nva_troops=2, police=2)
    assert box(act(s.copy(), 1)) == "attack"
    play(s, 1)
    assert s.acted == ((NVA, OP_ONLY),)
    assert at(s, SOUTHERN_LAOS) == {}
