"""8.6.5: the March box of the non-player NVA: guards, the four bullets, the Trail, and Marches that Events grant."""

from collections.abc import Callable

import pytest

from fitl.board.factions import NVA
from fitl.board.pieces import KINDS, NVA_BASE
from fitl.board.pieces import NVA_GUERRILLA as G
from fitl.board.pieces import NVA_GUERRILLA_ACTIVE as A
from fitl.board.pieces import NVA_TROOPS as T
from fitl.board.spaces import (
    ADJACENT,
    AN_LOC,
    AVAILABLE,
    BINH_DINH,
    CENTRAL_LAOS,
    ECON,
    HUE,
    KIEN_GIANG,
    KIEN_PHONG,
    KONTUM,
    LOC_DA_NANG_DAK_TO,
    LOC_HUE_DA_NANG,
    LOC_HUE_KHE_SANH,
    NORTH_VIETNAM,
    NORTHEAST_CAMBODIA,
    OUT_OF_PLAY,
    PHUOC_LONG,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SIHANOUKVILLE,
    SOUTHERN_LAOS,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
)
from fitl.bots.flowchart.nva.conquest import gain_control
from fitl.bots.flowchart.nva.manoeuvre import Manoeuvre
from fitl.bots.flowchart.nva.march import bring_up_rear, keep_plan, make_base, watch_road
from fitl.bots.flowchart.turn import Turn
from fitl.bots.mind import Mind
from fitl.decisions import Flow
from fitl.events.free import free_march
from fitl.lasting import CLAYMORES
from fitl.rules.control import set_support
from fitl.rules.operation import BY_EVENT, EVERYWHERE, Operation
from fitl.rules.operations.march import march
from fitl.state import EVENT, PASSIVE_SUPPORT, State
from tests.bots.nva import deploy, field, play
from tests.bots.support import Table
from tests.support import at, put

Move = tuple[int, int, dict[int, int]]


def bullet(rule: Callable[[Mind, Manoeuvre], Flow[None]], s: State, *dice: int) -> tuple[Table, list[Move]]:
    """What one bullet plans: origin, destination and group of each move."""
    table = Table(s, NVA, *dice)
    plan = Manoeuvre(s)
    table.run(rule(table.mind, plan))
    return table, [(step.origin, step.destination, step.load) for step in plan.steps]


def no_bases(s: State) -> State:
    """No NVA Base is Available, so bullet 1 is skipped."""
    put(s, OUT_OF_PLAY, nva_base=s.pieces[AVAILABLE * KINDS + NVA_BASE])
    return s


def crowd(s: State, *spaces: int) -> State:
    """So many enemies in these spaces that no March can gain Control of them."""
    for sp in spaces:
        deploy(s, sp, vc_guerrilla=5)
    return s


# --- guards -------------------------------------------------------------------------------------------------------


@pytest.mark.node("nva.march.3")
def test_two_units_stay_at_each_base_guerrillas_if_possible() -> None:
    s = field()
    deploy(s, CENTRAL_LAOS, nva_base=1, nva_guerrilla=1, nva_troops=4)
    plan = Manoeuvre(s)
    assert plan.free_to_go(CENTRAL_LAOS) == 3
    assert plan.whole_group(CENTRAL_LAOS, QUANG_NAM) == {T: 3}  # a Troop stays beside the Guerrilla


def test_control_holds_back_more_than_the_guards() -> None:
    s = field()
    deploy(s, CENTRAL_LAOS, nva_base=1, nva_troops=8, arvn_troops=4)
    assert Manoeuvre(s).free_to_go(CENTRAL_LAOS) == 4  # 9 to 4: 5 must stay


def test_without_base_or_control_everybody_may_go_and_most_guerrillas_arrive_hidden() -> None:
    s = field()
    deploy(s, QUANG_TRI, nva_guerrilla=2, nva_guerrilla_active=2, us_troops=5)
    deploy(s, HUE, police=3)
    set_support(s, HUE, PASSIVE_SUPPORT)
    plan = Manoeuvre(s)
    assert plan.free_to_go(QUANG_TRI) == 4
    assert plan.pick(QUANG_TRI, 3, plan.leaving_order(QUANG_TRI, CENTRAL_LAOS, 3)) == {G: 2, A: 1}
    assert plan.pick(QUANG_TRI, 3, plan.leaving_order(QUANG_TRI, HUE, 3)) == {A: 2, G: 1}  # there all would be seen


def test_who_has_moved_stays_and_counts_as_guard() -> None:
    s = field()
    deploy(s, NORTH_VIETNAM, nva_troops=3)
    deploy(s, CENTRAL_LAOS, nva_base=1, nva_troops=2)
    plan = Manoeuvre(s)
    plan.go(NORTH_VIETNAM, CENTRAL_LAOS, {T: 2})
    assert plan.free_to_go(CENTRAL_LAOS) == 2
    plan.go(CENTRAL_LAOS, QUANG_NAM, {T: 2})
    assert plan.free_to_go(CENTRAL_LAOS) == 0


# --- 1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.node("nva.march.1", "nva.march.1_source")
def test_a_space_of_laos_or_cambodia_is_completed_with_just_what_is_missing() -> None:
    s = field()
    deploy(s, SOUTHERN_LAOS, nva_guerrilla=1, nva_troops=2)  # one Guerrilla short
    deploy(s, BINH_DINH, nva_guerrilla=1, nva_guerrilla_active=1, us_troops=4)
    deploy(s, QUANG_TIN, nva_troops=1, us_troops=4)
    table, moves = bullet(make_base, s)
    assert table.reason("nva.march.1")["spaces"] == [SOUTHERN_LAOS]
    assert moves == [(BINH_DINH, SOUTHERN_LAOS, {G: 1})]  # the one that arrives hidden (8.1.2)


@pytest.mark.node("nva.march.1")
@pytest.mark.parametrize("why", ["no base available", "no room", "too few guerrillas", "no money", "complete"])
def test_bullet_1_is_skipped_where_it_cannot_be_completed_or_need_not_be(why: str) -> None:
    s = field(resources=[0, 20, 0 if why == "no money" else 5, 20])
    deploy(s, SOUTHERN_LAOS, nva_guerrilla=1, nva_troops=2)
    deploy(s, BINH_DINH, us_troops=4, **({"nva_troops": 1} if why == "too few guerrillas" else {"nva_guerrilla": 1}))
    if why == "no room":
        deploy(s, SOUTHERN_LAOS, vc_base=2)
    elif why == "no base available":
        no_bases(s)
    elif why == "complete":
        deploy(s, SOUTHERN_LAOS, nva_guerrilla=1)
    assert bullet(make_base, s)[1] == []


@pytest.mark.node("nva.march.1", "nva.march.1_source")
def test_several_sources_may_complete_a_space_troops_before_guerrillas() -> None:
    s = field()
    deploy(s, THE_FISHHOOK, nva_base=1, nva_guerrilla=2)
    deploy(s, TAY_NINH, nva_guerrilla=1, us_troops=3)
    deploy(s, PHUOC_LONG, nva_troops=1, us_troops=3)
    table, moves = bullet(make_base, s)  # no die: all of them go
    assert table.reason("nva.march.1")["spaces"] == [THE_FISHHOOK]
    assert sorted(moves) == [(PHUOC_LONG, THE_FISHHOOK, {T: 1}), (TAY_NINH, THE_FISHHOOK, {G: 1})]


@pytest.mark.node("nva.march.1")
def test_of_several_spaces_one_is_random() -> None:
    s = field()
    deploy(s, THE_FISHHOOK, nva_base=1, nva_guerrilla=2)
    deploy(s, THE_PARROTS_BEAK, nva_base=1, nva_guerrilla=2)
    deploy(s, TAY_NINH, nva_troops=2, us_troops=3)
    assert bullet(make_base, s, 1, 3)[1] == [(TAY_NINH, THE_PARROTS_BEAK, {T: 2})]


# --- 2 ------------------------------------------------------------------------------------------------------------


@pytest.mark.node("nva.march.2", "nva.march.2_source")
def test_one_hidden_guerrilla_goes_onto_the_road_from_hue_to_da_nang() -> None:
    s = field(resources=[0, 20, 0, 20])  # LoCs cost nothing
    deploy(s, QUANG_TRI, nva_guerrilla=3, us_troops=4)
    deploy(s, HUE, nva_guerrilla=1, us_troops=2)
    table, moves = bullet(watch_road, s, 2, 6)  # from Quang Tri
    assert moves == [(QUANG_TRI, LOC_HUE_DA_NANG, {G: 1})]
    assert table.reason("nva.march.2_source")["spaces"] == [HUE, QUANG_TRI]


@pytest.mark.node("nva.march.2", "nva.march.2_source")
def test_troops_stand_guard_where_bullet_2_needs_the_guerrilla() -> None:
    s = field()
    deploy(s, QUANG_TRI, nva_base=1, nva_guerrilla=1, nva_troops=2, us_troops=4)
    deploy(s, HUE, nva_guerrilla=3, us_troops=4)  # who could all go
    table, moves = bullet(watch_road, s, 2, 6)
    assert moves == [(QUANG_TRI, LOC_HUE_DA_NANG, {G: 1})]
    assert table.reason("nva.march.2_source")["spaces"] == [HUE, QUANG_TRI]


@pytest.mark.node("nva.march.2")
@pytest.mark.parametrize("why", ["one is there", "it would be seen", "active", "guard", "from a LoC"])
def test_bullet_2_passes_over_roads_and_guerrillas_that_will_not_do(why: str) -> None:
    s = field()
    kind = "nva_guerrilla_active" if why == "active" else "nva_guerrilla"
    deploy(s, LOC_DA_NANG_DAK_TO if why == "from a LoC" else QUANG_TRI, **{kind: 1})
    deploy(s, QUANG_TRI, us_troops=2)
    for loc in (LOC_HUE_DA_NANG, LOC_HUE_KHE_SANH):
        if why == "it would be seen":
            deploy(s, loc, police=3)
        elif why == "one is there":
            deploy(s, loc, nva_guerrilla=1, police=3)
    if why == "guard":
        deploy(s, QUANG_TRI, nva_base=1)
    assert bullet(watch_road, s)[1] == []


@pytest.mark.node("nva.march.2")
def test_other_roads_go_by_econ() -> None:
    s = field()
    deploy(s, QUANG_TIN, nva_guerrilla=1, us_troops=2)
    best = max((sp for sp in ADJACENT[QUANG_TIN] if sp >= 30), key=lambda sp: ECON[sp])
    table, moves = bullet(watch_road, s)
    assert moves == [(QUANG_TIN, best, {G: 1})]
    assert len(table.reason("nva.march.2")["spaces"]) > 1


# --- 3 ------------------------------------------------------------------------------------------------------------


@pytest.mark.node("nva.march.3", "nva.march.3_source")
def test_control_is_gained_by_descending_population_with_whole_groups() -> None:
    s = field()
    deploy(s, NORTH_VIETNAM, nva_troops=6)
    deploy(s, CENTRAL_LAOS, nva_troops=6)
    deploy(s, QUANG_TRI, police=2)  # Population 2
    deploy(s, QUANG_NAM, police=2)  # 1
    table, moves = bullet(gain_control, s, 3, 2)  # the group of North Vietnam
    assert moves == [(NORTH_VIETNAM, QUANG_TRI, {T: 5}), (CENTRAL_LAOS, QUANG_NAM, {T: 5})]  # each keeps Control
    assert table.reason("nva.march.3_source")["space"] == CENTRAL_LAOS


@pytest.mark.node("nva.march.3")
def test_no_more_than_three_spaces_are_gained() -> None:
    s = field()
    for sp, to in (
        *((NORTH_VIETNAM, QUANG_TRI), (SOUTHERN_LAOS, QUANG_TIN)),
        *((THE_FISHHOOK, TAY_NINH), (SIHANOUKVILLE, KIEN_GIANG)),
    ):
        deploy(s, sp, nva_troops=3)
        deploy(s, to, police=1)
    deploy(s, BINH_DINH, police=9)
    moves = bullet(gain_control, s, 1, 1, 1, 1, 1, 1)[1]  # Kien Giang, then the next along the chart
    assert [destination for _, destination, _ in moves] == [KIEN_GIANG, QUANG_TRI, QUANG_TIN]


@pytest.mark.node("nva.march.3")
@pytest.mark.parametrize("tie", ["one_group", "no_us_base", "vc_without_base"])
def test_equal_populations_go_by_the_tie_breaks(tie: str) -> None:
    s = field(resources=[0, 20, 1, 20])
    deploy(s, SOUTHERN_LAOS, nva_troops=3)  # keeps 1
    deploy(s, QUANG_TIN, police=1)
    deploy(s, BINH_DINH, police=1)
    if tie == "one_group":
        deploy(s, BINH_DINH, police=2)
        deploy(s, KONTUM, nva_troops=3, us_troops=4)
    elif tie == "no_us_base":
        deploy(s, BINH_DINH, police=-1, us_base=1)
    else:
        deploy(s, QUANG_TIN, police=-1, vc_guerrilla=1)
    table, moves = bullet(gain_control, s)
    first = next(params for node, params in table.reasons if node == "nva.march.3")
    assert (first["space"], first["ties"][-1]) == (QUANG_TIN, f"nva.{tie}")
    assert moves[0] == (SOUTHERN_LAOS, QUANG_TIN, {T: 2})


@pytest.mark.node("nva.march.3", "nva.march.3_group")
def test_groups_are_combined_only_as_few_as_suffice() -> None:
    s = field(resources=[0, 20, 1, 20])
    deploy(s, NORTH_VIETNAM, nva_troops=3)  # 2 may go
    deploy(s, CENTRAL_LAOS, nva_troops=4)  # 3 may go
    deploy(s, HUE, nva_troops=1, us_troops=1)  # 1 may go
    deploy(s, QUANG_TRI, us_troops=4)
    table, moves = bullet(gain_control, s)
    assert sorted(moves) == [(NORTH_VIETNAM, QUANG_TRI, {T: 2}), (CENTRAL_LAOS, QUANG_TRI, {T: 3})]
    assert "nva.one_group" not in table.reason("nva.march.3")["ties"]
    assert sorted(table.reason("nva.march.3_group")["spaces"]) == sorted([NORTH_VIETNAM, CENTRAL_LAOS])


@pytest.mark.node("nva.march.3")
def test_a_space_once_paid_for_takes_further_groups_but_no_resources_means_no_more_spaces() -> None:
    s = field(resources=[0, 20, 1, 20])
    deploy(s, NORTH_VIETNAM, nva_troops=6)
    deploy(s, CENTRAL_LAOS, nva_troops=6)
    deploy(s, QUANG_TRI, police=2)
    deploy(s, QUANG_NAM, police=2)
    assert bullet(gain_control, s, 3, 2)[1] == [(NORTH_VIETNAM, QUANG_TRI, {T: 5})]


@pytest.mark.node("nva.march.3")
def test_claymores_are_reckoned_with() -> None:
    def gained(**pieces: int) -> list[Move]:
        s = field(effects=CLAYMORES, resources=[0, 20, 1, 20])
        set_support(s, QUANG_TRI, PASSIVE_SUPPORT)
        deploy(s, HUE, us_troops=5, **pieces)
        deploy(s, QUANG_TRI, us_base=3)
        return bullet(gain_control, s)[1]

    assert gained(nva_guerrilla=4) == []  # seen, they lose one: 3 to 3
    assert gained(nva_guerrilla=5) == [(HUE, QUANG_TRI, {G: 5})]
    assert gained(nva_troops=4) == [(HUE, QUANG_TRI, {T: 4})]


# --- 4 ------------------------------------------------------------------------------------------------------------


@pytest.mark.node("nva.march.4")
def test_troops_from_the_rear_come_up_to_coin_control_where_most_can() -> None:
    s = field()
    deploy(s, NORTH_VIETNAM, nva_troops=5)
    deploy(s, THE_PARROTS_BEAK, nva_troops=3)
    deploy(s, QUANG_NAM, police=9)  # Central Laos and Quang Tri border it
    deploy(s, AN_LOC, police=9)  # The Fishhook borders it
    table, moves = bullet(bring_up_rear, s, 3, 1)
    assert table.reason("nva.march.4")["ties"] == ["nva.most_troops"]
    assert moves == [(NORTH_VIETNAM, CENTRAL_LAOS, {T: 4})]


@pytest.mark.node("nva.march.4")
def test_troops_that_border_coin_control_already_stay_and_guerrillas_too() -> None:
    s = field()
    deploy(s, CENTRAL_LAOS, nva_troops=5)
    deploy(s, NORTH_VIETNAM, nva_guerrilla=5)
    deploy(s, QUANG_NAM, police=9)
    assert bullet(bring_up_rear, s)[1] == []


# --- the Trail ----------------------------------------------------------------------------------------------------


def test_groups_go_farther_only_along_a_trail_at_4_and_free_of_charge() -> None:
    s = field(trail=3)
    deploy(s, NORTH_VIETNAM, nva_troops=6)
    assert Manoeuvre(s).way(NORTH_VIETNAM, QUANG_NAM) == ()
    s.trail = 4
    plan = Manoeuvre(s)
    assert plan.way(NORTH_VIETNAM, QUANG_NAM) == (NORTH_VIETNAM, CENTRAL_LAOS, QUANG_NAM)
    assert plan.way(NORTH_VIETNAM, TAY_NINH) == (
        *(NORTH_VIETNAM, CENTRAL_LAOS, SOUTHERN_LAOS, NORTHEAST_CAMBODIA, THE_FISHHOOK, TAY_NINH),
    )
    plan.go(NORTH_VIETNAM, QUANG_NAM, {T: 2})
    assert plan.purse == 20
    assert [(step.origin, step.destination) for step in plan.steps] == [
        (NORTH_VIETNAM, CENTRAL_LAOS),
        (CENTRAL_LAOS, QUANG_NAM),
    ]
    assert plan.unmoved(QUANG_NAM, T) == 0


def test_groups_that_share_a_way_gather_and_go_it_together() -> None:
    s = field(trail=4)
    deploy(s, NORTH_VIETNAM, nva_troops=6)
    deploy(s, CENTRAL_LAOS, nva_troops=6)
    plan = Manoeuvre(s)
    plan.go(CENTRAL_LAOS, QUANG_NAM, {T: 1})
    plan.go(NORTH_VIETNAM, QUANG_NAM, {T: 2})
    assert [(step.origin, step.destination, step.load) for step in plan.steps] == [
        (NORTH_VIETNAM, CENTRAL_LAOS, {T: 2}),
        (CENTRAL_LAOS, QUANG_NAM, {T: 3}),
    ]
    assert at(plan.s, QUANG_NAM) == {"nva_troops": 3}


@pytest.mark.node("nva.march.3")
def test_two_groups_go_down_the_trail_to_the_two_most_populous_spaces() -> None:
    s = no_bases(field(trail=4))
    deploy(s, CENTRAL_LAOS, nva_troops=8)
    deploy(s, NORTH_VIETNAM, nva_troops=8)
    deploy(s, KIEN_GIANG, police=1)
    deploy(s, KIEN_PHONG, police=1)
    for sp in (QUANG_TRI, QUANG_TIN, BINH_DINH, TAY_NINH):  # the others of Population 2
        deploy(s, sp, police=7)
    table = Table(s, NVA, 1, 1, 1, 1)  # which of the two first, and by which group
    table.mind.room(Turn).operation = "march"
    plan = Manoeuvre(s)
    table.run(gain_control(table.mind, plan))
    keep_plan(table.mind, plan.steps)
    table.run(march(s, Operation(s, NVA, "march")))
    assert at(s, KIEN_GIANG) == at(s, KIEN_PHONG) == {"police": 1, "nva_troops": 7}
    assert s.resources[NVA] == 20


def test_a_march_along_the_trail_is_carried_out_step_by_step() -> None:
    s = crowd(no_bases(field(trail=4)), QUANG_TRI, TAY_NINH, KIEN_PHONG, KIEN_GIANG)
    deploy(s, NORTH_VIETNAM, nva_troops=6)
    deploy(s, CENTRAL_LAOS, nva_troops=1)
    deploy(s, QUANG_TIN, police=3)
    deploy(s, BINH_DINH, police=9)
    table = play(s)
    assert table.reason("nva.march.3")["space"] == QUANG_TIN
    assert at(s, QUANG_TIN) == {"police": 3, "nva_troops": 5}
    assert s.resources[NVA] == 20


# --- Events -------------------------------------------------------------------------------------------------------


def granted(card: int) -> State:
    s = no_bases(field(card=card))
    s.executing, s.acted = NVA, ((NVA, EVENT),)
    return s


@pytest.mark.node("nva.march.us_base", "event.instruction.c56_nva")
@pytest.mark.parametrize("card", [56, 59])
def test_giap_and_plei_mei_march_first_to_a_us_base(card: int) -> None:
    s = granted(card)
    deploy(s, NORTH_VIETNAM, nva_troops=4)
    deploy(s, CENTRAL_LAOS, nva_troops=4)
    deploy(s, QUANG_TRI, us_base=1, us_troops=9)
    deploy(s, QUANG_NAM, police=1)
    op = Operation(s, NVA, "march", free=BY_EVENT)
    op.max_spaces = 3 if card == 56 else None
    table = Table(s, NVA).run(march(s, op, EVERYWHERE if card == 56 else 1 << NORTH_VIETNAM | 1 << CENTRAL_LAOS))
    assert table.reason("nva.march.us_base")["space"] == QUANG_TRI
    assert ("event.instruction.c56_nva" in table.nodes) == (card == 56)
    assert at(s, QUANG_TRI)["nva_troops"] == 6
    assert s.resources[NVA] == 20


@pytest.mark.node("nva.march.gather")
def test_a_march_that_an_event_confines_to_one_space_brings_the_spare_troops() -> None:
    s = granted(71)
    deploy(s, QUANG_TRI, nva_troops=3, police=9)
    deploy(s, QUANG_NAM, nva_troops=2, nva_base=0, police=9)
    deploy(s, HUE, police=2)
    op = Operation(s, NVA, "march", free=BY_EVENT, allowed=1 << HUE)
    table = Table(s, NVA).run(march(s, op, kinds=(T,)))
    assert "nva.march.us_base" not in table.nodes  # it would name an origin as the goal
    assert at(s, HUE)["nva_troops"] == 3


@pytest.mark.node("nva.march.nobody")
def test_a_free_march_is_declined_where_no_bullet_sends_anybody() -> None:
    s = granted(122)
    put(s, OUT_OF_PLAY, nva_base=-1)
    put(s, NORTH_VIETNAM, nva_base=1)
    deploy(s, NORTH_VIETNAM, nva_troops=2)  # the guards
    table = Table(s, NVA).run(free_march(s, Operation(s, NVA, "march", free=BY_EVENT)))
    assert table.keys("event.march_at_all") == ["no"]
    assert "nva.march.nobody" in table.nodes
    assert at(s, NORTH_VIETNAM) == {"nva_base": 1, "nva_troops": 2}


def test_a_free_march_that_is_wanted_is_carried_out_as_planned() -> None:
    s = crowd(granted(122), QUANG_NAM, SOUTHERN_LAOS)
    deploy(s, CENTRAL_LAOS, nva_troops=6)
    deploy(s, QUANG_TRI, police=2)
    table = Table(s, NVA, 2, 6).run(free_march(s, Operation(s, NVA, "march", free=BY_EVENT)))
    assert table.keys("event.march_at_all") == ["yes"]
    assert table.nodes.count("nva.march.3") == 1
    assert at(s, QUANG_TRI) == {"police": 2, "nva_troops": 5}
