"""8.6.0: the diamonds N1 to N6 of the non-player NVA, their dice and arrows; Terror (8.6.3) and Bombard (8.6.2)."""

import pytest

from fitl.board.factions import NVA, US
from fitl.board.spaces import (
    BINH_DINH,
    CAM_RANH,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    LOC_HUE_DA_NANG,
    NORTH_VIETNAM,
    PHU_BON,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    SOUTHERN_LAOS,
    TAY_NINH,
)
from fitl.bots.mind import NOT_ROLLED, Settings
from fitl.bots.reasons import sentence
from fitl.entries import Reason
from fitl.lasting import BOOBY_TRAPS, CLAYMORES, LONG_RANGE_GUNS, LONG_RANGE_GUNS_SHADED, PT_76, PT_76_SHADED
from fitl.rules.control import set_support
from fitl.state import ACTIVE_SUPPORT, EVENT, OP_ONLY, PASSIVE_SUPPORT
from tests.bots.nva import act, box, deploy, field, play, recall, still
from tests.support import at

# --- N1 -----------------------------------------------------------------------------------------------------------


@pytest.mark.node("nva.n1_barred", "nva.n2", "nva.n3_barred")
def test_every_diamond_has_a_line_even_where_its_operation_cannot_be_made() -> None:
    s = still()
    deploy(s, QUANG_TRI, nva_guerrilla_active=1)  # nobody to Attack, nobody for Terror
    table = act(s)
    assert [node for node in table.nodes if node.startswith("nva.n")][:3] == [
        "nva.n1_barred",
        "nva.n2",
        "nva.n3_barred",
    ]
    assert table.reason("nva.n2")["answer"] == "operations"


@pytest.mark.node("nva.n1")
def test_a_diamond_without_a_roll_says_that_none_was_needed() -> None:
    def told(**params: object) -> str:
        return sentence(Reason(0, NVA, "why.nva.n1", {"base": "no", "answer": "no", **params}))

    assert "They can remove 0, dice not needed: no" in told(n=0, dice=NOT_ROLLED)
    assert "They can remove 3, dice 5: no" in told(n=3, dice=5)


@pytest.mark.node("nva.n1")
def test_n1_a_base_that_troops_can_reach_needs_no_die() -> None:
    s = still()
    deploy(s, QUANG_TRI, nva_troops=4, us_base=1, police=1)
    table = act(s)
    assert box(table) == "attack"
    assert table.reason("nva.n1")["base"] == "yes"


@pytest.mark.node("nva.n1")
def test_n1_a_base_behind_too_many_units_does_not_count() -> None:
    s = still()
    deploy(s, QUANG_TRI, nva_troops=4, us_base=1, police=2)
    table = act(s, 3)  # 2 pieces could go
    assert table.reason("nva.n1")["base"] == "no"
    assert table.reason("nva.n1")["answer"] == "no"


@pytest.mark.node("nva.n1")
def test_n1_counts_a_base_alone_that_a_loc_ambush_can_hit() -> None:
    s = still()
    deploy(s, LOC_HUE_DA_NANG, nva_guerrilla=1)
    deploy(s, QUANG_NAM, arvn_base=1)
    assert box(act(s)) == "attack"


@pytest.mark.node("nva.n1")
@pytest.mark.parametrize(("die", "answer"), [(2, "yes"), (3, "no")])
def test_n1_compares_the_pieces_with_one_die(die: int, answer: str) -> None:
    s = still()
    deploy(s, QUANG_TRI, nva_troops=5, police=4)  # 5 Troops remove 2
    table = act(s, die)
    assert (table.reason("nva.n1")["n"], table.reason("nva.n1")["answer"]) == (2, answer)


@pytest.mark.node("nva.n1")
def test_n1_counts_troops_everywhere_and_two_ambushes_but_no_guerrilla_attacks() -> None:
    s = still()
    deploy(s, QUANG_TRI, nva_troops=4, police=4)
    deploy(s, BINH_DINH, nva_troops=2, police=1)
    deploy(s, PHU_BON, nva_guerrilla_active=6, police=4)
    for sp in (QUANG_NAM, SAIGON, TAY_NINH):
        deploy(s, sp, nva_guerrilla=1, arvn_troops=2)
    table = act(s, 5)
    assert (table.reason("nva.n1")["n"], table.reason("nva.n1")["answer"]) == (5, "yes")


@pytest.mark.node("nva.n1")
@pytest.mark.parametrize(("effects", "n"), [(0, 2), (BOOBY_TRAPS, 1), (CLAYMORES, 0)])
def test_n1_ambushes_are_limited_by_lasting_effects(effects: int, n: int) -> None:
    s = still(effects=effects)
    for sp in (QUANG_NAM, SAIGON, TAY_NINH):
        deploy(s, sp, nva_guerrilla=1, arvn_troops=2)
    table = act(s, *([6] if n else []))
    assert table.reason("nva.n1")["n"] == n


@pytest.mark.node("nva.n1")
@pytest.mark.parametrize(("own", "other"), [(HUE, QUANG_NAM), (QUANG_NAM, HUE)])
def test_n1_a_loc_ambush_leaves_a_last_piece_to_who_can_reach_no_other(own: int, other: int) -> None:
    s = still()
    deploy(s, own, nva_guerrilla=1, police=1)
    deploy(s, other, police=1)
    deploy(s, LOC_HUE_DA_NANG, nva_guerrilla=1)
    assert act(s, 6).reason("nva.n1")["n"] == 2


@pytest.mark.node("nva.n1")
@pytest.mark.parametrize(("effects", "n"), [(0, 2), (PT_76, 1), (PT_76_SHADED, 4)])
def test_n1_counts_with_pt_76(effects: int, n: int) -> None:
    s = still(effects=effects)
    deploy(s, QUANG_TRI, nva_troops=4, police=5)
    assert act(s, 6).reason("nva.n1")["n"] == n


@pytest.mark.node("nva.n1")
def test_n1_counts_only_what_resources_pay_for() -> None:
    s = still(resources=[0, 20, 1, 20])
    deploy(s, QUANG_TRI, nva_troops=4, police=4)
    deploy(s, BINH_DINH, nva_troops=6, police=4)
    assert act(s, 6).reason("nva.n1")["n"] == 3


@pytest.mark.node("nva.n1")
def test_n1_rolls_no_die_that_cannot_matter() -> None:
    s = still()
    deploy(s, QUANG_TRI, nva_troops=12, police=8)
    table = act(s)  # 6 pieces reach any die
    assert (table.reason("nva.n1")["answer"], box(table)) == ("yes", "attack")
    s = still()
    deploy(s, QUANG_TRI, nva_troops=1, police=8)
    assert (act(s).reason("nva.n1")["answer"], act(s).reason("nva.n1")["dice"]) == ("no", NOT_ROLLED)


@pytest.mark.node("nva.n1_none")
def test_n1_yes_goes_on_if_the_strict_filter_leaves_nothing_to_do() -> None:
    s = still()
    for sp in (QUANG_NAM, SAIGON):
        deploy(s, sp, nva_guerrilla=1, arvn_troops=2)
    assert box(act(s.copy(), 2)) == "attack"
    table = act(s, 2, settings=Settings(nva_ambush_filter="strict"))
    assert "nva.n1_none" in table.nodes
    assert box(table) != "attack"


# --- N2 -----------------------------------------------------------------------------------------------------------


@pytest.mark.node("nva.pass")
def test_n2_without_resources_nva_passes() -> None:
    s = field(resources=[0, 20, 0, 20])
    recall(s, nva_guerrilla=20)
    assert box(act(s)) == "pass"


def test_n2_an_event_that_works_comes_before_operations() -> None:
    s = field(card=51)  # the Trail Improves, NVA Resources
    assert box(act(s)) == "event"


def test_the_attack_diamond_comes_before_the_event() -> None:
    s = field(card=51)
    deploy(s, QUANG_TRI, nva_troops=4, police=4)
    assert box(act(s.copy(), 2)) == "attack"
    assert box(act(s, 3)) == "event"


def test_in_the_place_of_a_limited_operation_nva_takes_a_full_one() -> None:
    s = field()
    s.acted = ((US, OP_ONLY),)
    s.order = (US, NVA, 1, 3)
    recall(s, nva_guerrilla=20)
    table = act(s)
    assert table.keys("turn.action") == ["limop"]
    assert box(table) == "rally"


# --- N3 and Terror ------------------------------------------------------------------------------------------------


@pytest.mark.node("nva.n3")
@pytest.mark.parametrize(("die", "answer"), [(3, "yes"), (4, "no")])
def test_n3_adds_up_the_population_at_support_within_reach(die: int, answer: str) -> None:
    s = still()
    for sp, level in ((QUANG_TRI, PASSIVE_SUPPORT), (QUANG_NAM, ACTIVE_SUPPORT)):
        set_support(s, sp, level)
    set_support(s, SAIGON, ACTIVE_SUPPORT)  # nobody there
    deploy(s, QUANG_TRI, nva_guerrilla=1)
    deploy(s, QUANG_NAM, nva_troops=1)
    deploy(s, BINH_DINH, nva_troops=1)  # no Support
    table = act(s, die)
    assert (table.reason("nva.n3")["n"], table.reason("nva.n3")["answer"]) == (3, answer)
    assert (box(table) == "terror") == (answer == "yes")


@pytest.mark.node("nva.n3")
def test_n3_counts_within_resources_the_highest_population_first_and_no_active_guerrillas() -> None:
    s = still(resources=[0, 20, 1, 20])
    for sp in (QUANG_TRI, QUANG_NAM, SAIGON):
        set_support(s, sp, PASSIVE_SUPPORT)
    deploy(s, QUANG_TRI, nva_guerrilla=1)
    deploy(s, QUANG_NAM, nva_troops=1)
    deploy(s, SAIGON, nva_guerrilla_active=1)
    assert act(s, 6).reason("nva.n3")["n"] == 2


@pytest.mark.node("nva.terror.1")
def test_terror_strikes_all_support_highest_population_then_where_nobody_is_exposed() -> None:
    s = field()
    for sp in (QUANG_NAM, BINH_DINH, SAIGON, TAY_NINH):
        set_support(s, sp, PASSIVE_SUPPORT)
    deploy(s, QUANG_NAM, nva_guerrilla=1)  # 1
    deploy(s, TAY_NINH, nva_troops=1)  # 2
    deploy(s, BINH_DINH, nva_guerrilla=1)  # 2
    deploy(s, SAIGON, nva_guerrilla=1, nva_troops=1)  # 6
    deploy(s, QUANG_TIN, nva_guerrilla=1)  # no Support
    table = play(s)
    assert table.keys("terror.space") == ["saigon", "tay_ninh", "binh_dinh", "quang_nam", "done"]
    assert s.resources[NVA] == 16
    assert at(s, QUANG_TIN) == {"nva_guerrilla": 1}


@pytest.mark.node("nva.terror.1")
def test_terror_stops_when_the_resources_run_out() -> None:
    s = field(resources=[0, 20, 1, 20])
    for sp in (SAIGON, QUANG_NAM):
        set_support(s, sp, PASSIVE_SUPPORT)
        deploy(s, sp, nva_troops=1)
    play(s)
    assert (s.support[SAIGON], s.support[QUANG_NAM]) == (0, PASSIVE_SUPPORT)


# --- N4, N5, N6 and the arrows ------------------------------------------------------------------------------------


@pytest.mark.node("nva.n4", "nva.n4_base")
@pytest.mark.parametrize(("dice", "answer"), [((3, 2), "yes"), ((3, 3), "no")])
def test_n4_needs_more_guerrillas_than_two_dice(dice: tuple[int, int], answer: str) -> None:
    s = field()
    recall(s, nva_guerrilla=6)
    deploy(s, NORTH_VIETNAM, nva_base=1, nva_troops=2)
    table = act(s, *dice)
    assert table.reason("nva.n4")["answer"] == answer
    assert ("nva.n4_base" in table.nodes) == (answer == "no")


@pytest.mark.node("nva.n4")
@pytest.mark.parametrize(("available", "answer"), [(2, "no"), (13, "yes")])
def test_n4_rolls_no_dice_that_cannot_matter(available: int, answer: str) -> None:
    s = field()
    recall(s, nva_guerrilla=available)
    assert act(s).reason("nva.n4")["answer"] == answer


@pytest.mark.node("nva.n4_base")
@pytest.mark.parametrize(
    ("pieces", "answer"),
    [
        ({"nva_guerrilla": 2, "nva_troops": 2}, "yes"),
        ({"nva_guerrilla": 1, "nva_troops": 3}, "no"),
        ({"nva_guerrilla": 2, "nva_troops": 1}, "no"),
        ({"nva_guerrilla": 2, "nva_troops": 1, "vc_guerrilla": 1}, "no"),
        ({"nva_guerrilla": 2, "nva_troops": 2, "vc_base": 2}, "no"),
    ],
)
def test_n4_would_rally_put_down_a_base(pieces: dict[str, int], answer: str) -> None:
    s = field()
    deploy(s, CENTRAL_LAOS, **pieces)
    table = act(s)
    assert table.reason("nva.n4_base")["answer"] == answer


@pytest.mark.node("nva.n4_base")
def test_n4_counts_vc_units_too_by_setting_and_needs_an_available_base() -> None:
    s = field()
    deploy(s, CENTRAL_LAOS, nva_guerrilla=2, nva_troops=1, vc_guerrilla=1)
    assert act(s.copy(), settings=Settings(nva_base_units="nva_and_vc")).reason("nva.n4_base")["answer"] == "yes"
    deploy(s, CENTRAL_LAOS, nva_troops=1)
    deploy(s, NORTH_VIETNAM, nva_base=2, nva_troops=2)
    deploy(s, SOUTHERN_LAOS, nva_base=2, nva_troops=2)
    for sp in (SAIGON, TAY_NINH, QUANG_TIN, BINH_DINH, PHU_BON):
        deploy(s, sp, nva_base=1, nva_troops=2)
    assert act(s).reason("nva.n4_base")["answer"] == "no"


@pytest.mark.node("nva.n5")
@pytest.mark.parametrize(("trail", "guards", "answer"), [(1, 2, "yes"), (2, 2, "no"), (2, 1, "yes"), (0, 2, "yes")])
def test_n5_looks_at_the_trail_and_at_guards(trail: int, guards: int, answer: str) -> None:
    s = still(trail=trail)
    deploy(s, NORTH_VIETNAM, nva_base=1, nva_troops=1, nva_guerrilla=guards - 1)
    deploy(s, SOUTHERN_LAOS, nva_troops=3)
    recall(s, nva_guerrilla=2)
    table = act(s)
    assert table.reason("nva.n5")["answer"] == answer
    assert ("nva.n6" in table.nodes) == (answer == "no")
    assert box(table) == "rally"  # in Monsoon after a March that is impossible


@pytest.mark.node("nva.n6", "nva.march.none")
def test_n6_a_march_that_moves_nothing_falls_back_on_rally() -> None:
    s = field()
    recall(s, nva_guerrilla=1)
    table = act(s)
    assert table.nodes[-2:] == ["nva.n6", "nva.march.none"]
    assert box(table) == "rally"


@pytest.mark.node("nva.march.none", "nva.rally.none", "nva.pass")
def test_both_boxes_failing_means_pass() -> None:
    s = field()
    table = act(s)
    assert table.nodes[-4:] == ["nva.n6", "nva.march.none", "nva.rally.none", "nva.pass"]
    assert box(table) == "pass"


@pytest.mark.node("nva.rally.none")
def test_a_rally_that_places_nothing_falls_back_on_march_even_if_the_trail_could_be_improved() -> None:
    s = field(trail=1)
    deploy(s, CENTRAL_LAOS, nva_troops=3)
    deploy(s, QUANG_NAM, police=1)
    table = act(s)
    assert "nva.rally.none" in table.nodes
    assert box(table) == "march"


@pytest.mark.node("nva.march.none")
def test_no_march_in_monsoon() -> None:
    s = field(next_card=125)
    deploy(s, CENTRAL_LAOS, nva_troops=3)
    deploy(s, QUANG_NAM, police=1)
    assert box(act(s)) == "pass"


def test_an_event_that_is_not_offered_is_skipped_and_the_walk_goes_on() -> None:
    s = field(card=51)
    s.acted = ((US, EVENT),)
    s.order = (US, NVA, 1, 3)
    recall(s, nva_guerrilla=20)
    assert box(act(s)) == "rally"


# --- Bombard ------------------------------------------------------------------------------------------------------


@pytest.mark.node("nva.bombard.1", "nva.bombard.2", "nva.bombard.us_first")
def test_bombard_follows_terror_first_where_nva_is_then_next_to_its_troops_us_first() -> None:
    s = field()
    set_support(s, QUANG_TRI, PASSIVE_SUPPORT)
    deploy(s, QUANG_TRI, nva_troops=1, us_troops=1, arvn_troops=2)
    deploy(s, CENTRAL_LAOS, nva_troops=3)
    deploy(s, QUANG_NAM, us_base=1, arvn_troops=1)
    table = play(s, 1)
    assert table.keys("bombard.space") == ["quang_tri_thua_thien", "quang_nam"]
    assert at(s, QUANG_TRI) == {"nva_troops": 1, "arvn_troops": 2}
    assert at(s, QUANG_NAM) == {"us_base": 1}


@pytest.mark.node("nva.bombard.2")
def test_bombard_prefers_a_coin_base_then_us_troops() -> None:
    s = field()
    set_support(s, SAIGON, PASSIVE_SUPPORT)
    deploy(s, SAIGON, nva_troops=1)
    deploy(s, SOUTHERN_LAOS, nva_troops=3)
    deploy(s, QUANG_NAM, arvn_base=1, arvn_troops=1)
    deploy(s, QUANG_TIN, us_troops=1, arvn_troops=2)
    deploy(s, BINH_DINH, arvn_troops=3)
    table = play(s)
    assert table.keys("bombard.space") == ["quang_nam", "quang_tin_quang_ngai"]


@pytest.mark.node("nva.bombard.2")
def test_bombard_asks_whether_us_troops_are_there_not_how_many() -> None:
    s = field(effects=LONG_RANGE_GUNS)
    set_support(s, SAIGON, PASSIVE_SUPPORT)
    deploy(s, SAIGON, nva_troops=1)
    deploy(s, SOUTHERN_LAOS, nva_troops=3)
    deploy(s, QUANG_NAM, us_troops=1, arvn_troops=2)
    deploy(s, QUANG_TIN, us_troops=5)
    table = play(s, 3, 6)  # Quang Nam itself
    assert table.keys("bombard.space") == ["quang_nam"]


@pytest.mark.node("nva.bombard.2")
@pytest.mark.parametrize(("effects", "n"), [(0, 2), (LONG_RANGE_GUNS, 1), (LONG_RANGE_GUNS_SHADED, 3)])
def test_bombard_takes_as_many_spaces_as_long_range_guns_allow(effects: int, n: int) -> None:
    s = field(effects=effects)
    set_support(s, SAIGON, PASSIVE_SUPPORT)
    deploy(s, SAIGON, nva_troops=1)
    deploy(s, SOUTHERN_LAOS, nva_troops=3)
    for sp in (QUANG_NAM, QUANG_TIN, BINH_DINH):
        deploy(s, sp, arvn_troops=3)
    play(s, *{1: (3, 6), 2: (3, 6, 4, 1), 3: ()}[n])  # no die where all three are taken
    assert sum(at(s, sp)["arvn_troops"] == 2 for sp in (QUANG_NAM, QUANG_TIN, BINH_DINH)) == n


@pytest.mark.node("nva.bombard.none")
def test_without_a_target_there_is_no_special_activity() -> None:
    s = field()
    set_support(s, SAIGON, PASSIVE_SUPPORT)
    deploy(s, SAIGON, nva_troops=1)
    deploy(s, HUE, arvn_troops=3)
    play(s)
    assert s.acted == ((NVA, OP_ONLY),)


@pytest.mark.node("nva.terror.1")
@pytest.mark.parametrize(("resources", "dice", "levels"), [(2, (1,), (0, 0)), (1, (1, 5, 3), (1, 0))])
def test_no_die_decides_between_spaces_that_all_see_terror(
    resources: int, dice: tuple[int, ...], levels: tuple[int, int]
) -> None:
    s = field(resources=[0, 20, resources, 20])
    for sp in (DA_NANG, CAM_RANH):  # both of Population 1
        set_support(s, sp, PASSIVE_SUPPORT)
        deploy(s, sp, nva_troops=1)
    play(s, *dice)  # N3; with Resources for one space only, Cam Ranh by the chart
    assert (s.support[DA_NANG], s.support[CAM_RANH]) == levels
