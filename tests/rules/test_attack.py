"""3.3.3 Attack."""

from typing import Any

from fitl.board.factions import NVA, VC
from fitl.board.spaces import AVAILABLE, CASUALTIES, HUE, LOC_HUE_DA_NANG, PLEIKU, QUANG_TRI, SAIGON, TAY_NINH, mask_of
from fitl.lasting import PT_76, PT_76_SHADED
from fitl.rules import menu
from fitl.rules.operation import Operation
from fitl.rules.operations.attack import TROOPS, attack, attack_in, can_attack, guerrilla_attack
from fitl.state import State
from tests.support import Play, at, blank, play, put


def start(s: State, by: int, *keys: str | int, **options: Any) -> Play:
    return play(attack(s, Operation(s, by, "attack", **options)), *keys)


def test_attack_needs_own_guerrillas_or_nva_troops_together_with_coin_pieces() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla_active=1, arvn_troops=1)
    put(s, PLEIKU, nva_troops=2, us_base=1)
    put(s, LOC_HUE_DA_NANG, nva_guerrilla=1, police=1)
    put(s, TAY_NINH, vc_guerrilla=3)
    put(s, SAIGON, vc_base=1, us_troops=1)
    put(s, QUANG_TRI, nva_guerrilla=1, irregular=1)
    assert start(s, NVA).keys() == ["quang_tri_thua_thien", "pleiku_darlac", "loc_hue_da_nang"]
    assert not can_attack(s, Operation(s, VC, "attack", allowed=~(1 << HUE)))
    assert can_attack(s, Operation(s, VC, "attack"))


def test_attack_goes_on_only_while_it_can_be_paid_for() -> None:
    s = blank(resources=[0, 20, 20, 1])
    put(s, HUE, vc_guerrilla=1, police=1)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1, police=1)  # LoCs cost 1 as well
    assert start(s, VC, "hue", 6).over
    assert s.resources[VC] == 0
    assert not can_attack(s, Operation(s, VC, "attack"))


def test_guerrilla_attack_flips_all_and_succeeds_on_a_die_up_to_their_number() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=2, vc_guerrilla_active=1, nva_guerrilla=4, arvn_troops=3)
    p = start(s, VC)
    assert at(s, HUE)["vc_guerrilla_active"] == 3  # before the roll
    assert at(s, HUE)["nva_guerrilla"] == 4  # not theirs
    p.answer(3)
    assert at(s, HUE) == {"vc_guerrilla_active": 3, "nva_guerrilla": 4, "arvn_troops": 1}
    assert s.resources[VC] == 19


def test_guerrilla_attack_fails_on_a_higher_die_and_stays_active() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=3, arvn_troops=3)
    start(s, VC, 4)
    assert at(s, HUE) == {"vc_guerrilla_active": 3, "arvn_troops": 3}


def test_us_losses_are_casualties_arvn_losses_available_and_each_us_troop_costs_a_guerrilla() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=4, us_troops=1, police=1)
    p = start(s, VC, 1)
    assert p.keys() == ["us_troops", "police"]
    p.answer("us_troops", "police")
    assert at(s, HUE) == {"vc_guerrilla_active": 3}
    assert at(s, CASUALTIES) == {"us_troops": 1}
    assert at(s, AVAILABLE)["police"] == 30


def test_irregulars_cause_no_attrition_and_underground_special_forces_can_be_hit() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=3, irregular=1, ranger=1)
    start(s, VC, 2, "irregular", "ranger")
    assert at(s, HUE) == {"vc_guerrilla_active": 3}
    assert at(s, CASUALTIES) == {"irregular": 1}


def test_a_coin_base_goes_only_when_no_other_coin_piece_is_left_and_a_us_base_costs_attrition() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=3, us_base=1, police=1)
    start(s, VC, 1, "us_base")
    assert at(s, HUE) == {"vc_guerrilla_active": 2}
    assert at(s, CASUALTIES) == {"us_base": 1}


def test_one_may_aim_at_one_enemy_faction_only() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=3, us_troops=1, police=1)
    p = start(s, VC, 1, "police")
    assert p.keys() == ["us_troops", "done"]
    p.answer("done")
    assert at(s, HUE) == {"vc_guerrilla_active": 3, "us_troops": 1}


def test_attrition_stops_when_no_attacker_is_left() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1, us_troops=2)
    start(s, VC, 1)
    assert at(s, HUE) == {}


def test_nva_troops_remove_one_piece_per_two_without_a_roll_and_lose_troops_not_guerrillas() -> None:
    s = blank()
    put(s, HUE, nva_troops=5, nva_guerrilla=2, us_troops=3)
    p = start(s, NVA)
    assert p.keys() == ["guerrillas", "troops"]
    p.answer("troops")
    assert at(s, HUE) == {"nva_troops": 3, "nva_guerrilla": 2, "us_troops": 1}


def test_guerrilla_attrition_spares_nva_troops() -> None:
    s = blank()
    put(s, HUE, nva_troops=5, nva_guerrilla=2, us_troops=3)
    start(s, NVA, "guerrillas", 2)
    assert at(s, HUE) == {"nva_troops": 5, "us_troops": 1}


def test_a_single_nva_troop_may_attack_in_vain() -> None:
    s = blank()
    put(s, HUE, nva_troops=1, us_troops=1)
    assert start(s, NVA).over
    assert at(s, HUE) == {"nva_troops": 1, "us_troops": 1}
    assert s.resources[NVA] == 19


def test_locs_cost_one_as_well_and_no_resources_means_no_attack() -> None:
    s = blank(resources=[0, 20, 1, 0])
    put(s, LOC_HUE_DA_NANG, nva_troops=2, police=1)
    start(s, NVA)
    assert s.resources[NVA] == 0
    put(s, LOC_HUE_DA_NANG, police=1)
    assert not can_attack(s, Operation(s, NVA, "attack"))
    assert can_attack(s, Operation(s, NVA, "attack", free=True))


def test_pt_76_unshaded_costs_a_troop_before_troops_are_counted() -> None:
    s = blank(effects=PT_76)
    put(s, HUE, nva_troops=4, arvn_troops=5)
    start(s, NVA)
    assert at(s, HUE) == {"nva_troops": 3, "arvn_troops": 4}


def test_pt_76_unshaded_applies_when_only_guerrillas_attack_and_not_to_vc() -> None:
    s = blank(effects=PT_76)
    put(s, HUE, nva_troops=1, nva_guerrilla=1, vc_guerrilla=1, arvn_troops=5)
    start(s, NVA, 6)  # with the Troop gone only the Guerrilla is left to Attack
    assert at(s, HUE) == {"nva_guerrilla_active": 1, "vc_guerrilla": 1, "arvn_troops": 5}
    put(s, HUE, nva_troops=1)
    start(s, VC, 6)
    assert at(s, HUE)["nva_troops"] == 1


def test_pt_76_unshaded_may_take_the_only_attacker() -> None:
    s = blank(effects=PT_76)
    put(s, HUE, nva_troops=1, arvn_troops=1)
    assert start(s, NVA).over
    assert at(s, HUE) == {"arvn_troops": 1}


def test_pt_76_shaded_gives_one_space_of_the_operation_a_piece_per_troop_with_attrition() -> None:
    s = blank(effects=PT_76_SHADED)
    put(s, HUE, nva_troops=3, us_troops=4)
    put(s, PLEIKU, nva_troops=4, arvn_troops=4)
    p = start(s, NVA, "hue")
    assert p.keys() == ["yes", "no"]
    p.answer("yes")
    assert at(s, HUE) == {"us_troops": 1}
    p.answer("pleiku_darlac")
    assert p.over
    assert at(s, PLEIKU) == {"nva_troops": 4, "arvn_troops": 2}


def test_pt_76_shaded_may_be_saved_for_another_space() -> None:
    s = blank(effects=PT_76_SHADED)
    put(s, HUE, nva_troops=2, us_troops=4)
    put(s, PLEIKU, nva_troops=4, arvn_troops=4)
    start(s, NVA, "hue", "no", "pleiku_darlac", "yes")
    assert at(s, HUE) == {"nva_troops": 1, "us_troops": 3}
    assert at(s, PLEIKU) == {"nva_troops": 4}


def test_pt_76_shaded_leaves_guerrilla_attacks_alone() -> None:
    s = blank(effects=PT_76_SHADED)
    put(s, HUE, nva_guerrilla=3, arvn_troops=4)
    start(s, NVA, 1)
    assert at(s, HUE) == {"nva_guerrilla_active": 3, "arvn_troops": 2}


def test_tet_joint_attack_adds_both_factions_guerrillas_and_loses_vc_first() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1, nva_guerrilla=3, us_troops=3)
    play(guerrilla_attack(s, VC, HUE, attackers=(VC, NVA)), 4)
    assert at(s, HUE) == {"nva_guerrilla_active": 2, "us_troops": 1}
    play(guerrilla_attack(s, VC, HUE, attackers=(VC, NVA)), 3)
    assert at(s, HUE) == {"nva_guerrilla_active": 2, "us_troops": 1}


def test_an_event_may_name_the_space_and_the_method() -> None:
    s = blank(resources=[0, 20, 0, 0])
    put(s, HUE, nva_troops=2, nva_guerrilla=2, arvn_troops=2)
    put(s, PLEIKU, nva_troops=2, arvn_troops=2)
    assert start(s, NVA, free=True, allowed=mask_of([PLEIKU])).over
    assert at(s, PLEIKU) == {"nva_troops": 2, "arvn_troops": 1}
    play(attack_in(s, Operation(s, NVA, "attack", free=True), HUE, (TROOPS,)))
    assert at(s, HUE) == {"nva_troops": 2, "nva_guerrilla": 2, "arvn_troops": 1}


def test_a_limited_operation_attacks_once() -> None:
    s = blank()
    put(s, HUE, nva_troops=2, arvn_troops=2)
    put(s, PLEIKU, nva_troops=2, arvn_troops=2)
    assert start(s, NVA, "hue", limited=True).over


def test_an_attack_may_consist_of_ambushes_alone_even_from_a_loc_beside_the_enemy() -> None:
    s = blank()
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    put(s, HUE, police=1)
    bare = Operation(s, VC, "attack")
    assert not can_attack(s, bare)
    op = Operation(s, VC, "attack", activities=menu.ACCOMPANYING[VC, "attack"])
    assert can_attack(s, op)
    p = play(attack(s, op))  # without the Ambush there would be no Attack: it is not asked about
    assert p.over
    assert at(s, HUE) == {}
    assert op.spaces == [LOC_HUE_DA_NANG]
    assert s.resources[VC] == 19


def test_a_free_attack_is_told_to_cost_nothing() -> None:
    """3.1.2: no Resource cost."""
    s = blank(resources=[0, 20, 0, 0])
    put(s, HUE, vc_guerrilla=1, police=1)
    put(s, SAIGON, vc_guerrilla=1, police=1)
    for free, cost in ((True, 0), (False, 1)):
        s.resources[VC] = cost
        p = start(s, VC, free=free)
        assert p.decision is not None
        assert (p.keys(), p.decision.cost) == (["hue", "saigon"], cost)
