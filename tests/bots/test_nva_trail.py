"""8.6.5: NVA along the Trail: guards left in transit, relieved guards, and Marches within the terms of an Event."""

import pytest

from fitl.board.factions import NVA
from fitl.board.pieces import KINDS, NVA_BASE
from fitl.board.pieces import NVA_GUERRILLA as G
from fitl.board.pieces import NVA_GUERRILLA_ACTIVE as A
from fitl.board.pieces import NVA_TROOPS as T
from fitl.board.spaces import (
    AVAILABLE,
    BINH_DINH,
    CENTRAL_LAOS,
    KONTUM,
    NORTH_VIETNAM,
    NORTHEAST_CAMBODIA,
    OUT_OF_PLAY,
    QUANG_NAM,
    QUANG_TRI,
    SIHANOUKVILLE,
    SOUTHERN_LAOS,
    THE_FISHHOOK,
)
from fitl.bots.flowchart.nva.conquest import possible_gains
from fitl.bots.flowchart.nva.manoeuvre import FREE, Manoeuvre
from fitl.bots.flowchart.nva.march import keep_plan
from fitl.bots.flowchart.turn import Turn
from fitl.rules.operation import BY_EVENT, Operation
from fitl.rules.operations.march import Terms, march
from fitl.state import EVENT, State
from tests.bots.nva import deploy, field
from tests.bots.support import Table
from tests.support import at, put


def no_bases(s: State) -> State:
    """No NVA Base is Available, so bullet 1 is skipped."""
    put(s, OUT_OF_PLAY, nva_base=s.pieces[AVAILABLE * KINDS + NVA_BASE])
    return s


def granted(card: int) -> State:
    s = no_bases(field(card=card))
    s.executing, s.acted = NVA, ((NVA, EVENT),)
    return s


def steps(plan: Manoeuvre) -> list[tuple[int, int, dict[int, int]]]:
    return [(step.origin, step.destination, step.load) for step in plan.steps]


# --- guards in transit --------------------------------------------------------------------------------------------


@pytest.mark.node("nva.march.3")
def test_a_group_in_transit_leaves_guards_at_a_base_that_lacks_them() -> None:
    s = field(trail=4)
    deploy(s, NORTH_VIETNAM, nva_troops=7)
    deploy(s, CENTRAL_LAOS, nva_base=1)
    plan = Manoeuvre(s)
    way = (NORTH_VIETNAM, CENTRAL_LAOS, QUANG_NAM)
    assert plan.way(NORTH_VIETNAM, QUANG_NAM) == way
    assert plan.deliverable(NORTH_VIETNAM, QUANG_NAM) == plan.free_to_go(NORTH_VIETNAM) - 2
    group = plan.whole_group(NORTH_VIETNAM, QUANG_NAM)
    assert group == {T: 4}
    plan.go(NORTH_VIETNAM, QUANG_NAM, group)
    assert steps(plan) == [
        (NORTH_VIETNAM, CENTRAL_LAOS, {T: 6}),
        (CENTRAL_LAOS, QUANG_NAM, {T: 4}),
    ]
    assert at(plan.s, CENTRAL_LAOS) == {"nva_base": 1, "nva_troops": 2}


def test_guards_in_transit_are_guerrillas_if_possible() -> None:
    s = field(trail=4)
    deploy(s, QUANG_TRI, nva_guerrilla=1, nva_guerrilla_active=1, nva_troops=3, police=9)
    deploy(s, CENTRAL_LAOS, nva_base=1)
    plan = Manoeuvre(s)
    assert plan.way(QUANG_TRI, SOUTHERN_LAOS) == (QUANG_TRI, CENTRAL_LAOS, SOUTHERN_LAOS)
    plan.go(QUANG_TRI, SOUTHERN_LAOS, {T: 3})  # the Guerrillas come along to stand guard
    assert at(plan.s, CENTRAL_LAOS) == {"nva_base": 1, "nva_guerrilla": 1, "nva_guerrilla_active": 1}
    assert at(plan.s, SOUTHERN_LAOS) == {"nva_troops": 3}
    assert plan.unmoved(CENTRAL_LAOS, G) == plan.unmoved(CENTRAL_LAOS, A) == 0


def test_one_unit_at_the_base_wants_only_one_more_and_two_none() -> None:
    s = field(trail=4)
    deploy(s, CENTRAL_LAOS, nva_base=1, nva_troops=1)
    assert Manoeuvre(s).guards_wanted(CENTRAL_LAOS) == 1
    deploy(s, CENTRAL_LAOS, nva_troops=1)
    assert Manoeuvre(s).guards_wanted(CENTRAL_LAOS) == 0
    assert Manoeuvre(s).guards_wanted(SOUTHERN_LAOS) == 0  # no Base there


@pytest.mark.node("nva.march.3")
def test_no_control_is_counted_on_that_the_guards_in_transit_would_be_missing_for() -> None:
    def board(base: int) -> State:
        s = no_bases(field(trail=4, resources=[0, 20, 20, 20]))
        deploy(s, NORTH_VIETNAM, nva_troops=6)
        for sp in (QUANG_TRI, KONTUM, BINH_DINH):
            put(s, sp, vc_guerrilla=8)
        put(s, QUANG_NAM, police=4)
        if base:
            put(s, OUT_OF_PLAY, nva_base=-1)
            put(s, CENTRAL_LAOS, nva_base=1)
        return s

    def gains(s: State) -> bool:
        return QUANG_NAM in possible_gains(Manoeuvre(s))

    assert gains(board(base=0))
    assert not gains(board(base=1))  # two of the six stay with the Base in Central Laos


def test_guards_that_another_group_has_relieved_may_go() -> None:
    s = field()
    deploy(s, NORTH_VIETNAM, nva_troops=3)
    deploy(s, CENTRAL_LAOS, nva_base=1, nva_guerrilla=2)
    plan = Manoeuvre(s)
    assert plan.free_to_go(CENTRAL_LAOS) == 0
    plan.go(NORTH_VIETNAM, CENTRAL_LAOS, {T: 2})
    assert plan.whole_group(CENTRAL_LAOS, QUANG_NAM) == {G: 2}


def test_a_march_with_guards_in_transit_is_carried_out_as_planned() -> None:
    s = no_bases(field(trail=4, next_card=2))
    put(s, OUT_OF_PLAY, nva_base=-1)
    put(s, CENTRAL_LAOS, nva_base=1)
    deploy(s, NORTH_VIETNAM, nva_troops=9)
    for sp in (QUANG_TRI, KONTUM, BINH_DINH, NORTHEAST_CAMBODIA):
        put(s, sp, vc_guerrilla=6)
    put(s, QUANG_NAM, police=4)
    table = Table(s, NVA)
    op = Operation(s, NVA, "march")
    table.mind.room(Turn).operation = "march"
    plan = Manoeuvre(s)
    plan.go(NORTH_VIETNAM, QUANG_NAM, plan.whole_group(NORTH_VIETNAM, QUANG_NAM))
    keep_plan(table.mind, plan.steps)
    table.run(march(s, op))
    assert at(s, CENTRAL_LAOS) == {"nva_base": 1, "nva_troops": 2}
    assert at(s, QUANG_NAM) == {"police": 4, "nva_troops": 6}
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 1}  # NVA Control stays


# --- the terms of an Event ----------------------------------------------------------------------------------------


def test_a_granted_march_takes_only_the_origins_its_event_names() -> None:
    s = granted(75)
    deploy(s, SIHANOUKVILLE, nva_troops=4)
    deploy(s, QUANG_TRI, nva_troops=9, police=1)
    plan = Manoeuvre(s, Terms(1 << SIHANOUKVILLE, FREE.allowed, FREE.kinds, 0, True, FREE.left))
    assert plan.free_to_go(QUANG_TRI) == 0
    assert plan.free_to_go(SIHANOUKVILLE) == 3
    op = Operation(s, NVA, "march", free=BY_EVENT)
    table = Table(s, NVA, 2, 1, 2, 1, 2, 1, 2, 1)
    flow = march(s, op, 1 << SIHANOUKVILLE)
    with pytest.raises(AssertionError, match="left over"):  # how many dice fall does not matter here
        table.run(flow)
    assert at(s, QUANG_TRI) == {"nva_troops": 9, "police": 1}
    assert at(s, SIHANOUKVILLE) == {"nva_troops": 1}


def test_an_origin_all_of_whose_ways_are_open_by_chance_is_not_taken_for_one_the_event_names() -> None:
    s = granted(59)
    deploy(s, CENTRAL_LAOS, nva_troops=6)  # borders Quang Tri and Quang Nam
    deploy(s, NORTH_VIETNAM, nva_troops=6)
    deploy(s, QUANG_TRI, nva_troops=7, police=2)
    op = Operation(s, NVA, "march", free=BY_EVENT)
    outside = 1 << CENTRAL_LAOS | 1 << NORTH_VIETNAM
    table = Table(s, NVA, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    with pytest.raises(AssertionError, match="left over"):
        table.run(march(s, op, outside))
    origins = table.keys("march.origin")
    assert "quang_tri_thua_thien" not in origins
    assert at(s, QUANG_TRI)["nva_troops"] >= 7


def test_the_spaces_on_the_way_count_among_those_an_event_lets_nva_enter() -> None:
    s = granted(56)
    s.trail = 4
    deploy(s, NORTH_VIETNAM, nva_troops=6)
    one, three = FREE._replace(left=1), FREE._replace(left=3)
    assert Manoeuvre(s, one).way(NORTH_VIETNAM, QUANG_NAM) == ()
    plan = Manoeuvre(s, three)
    assert plan.way(NORTH_VIETNAM, QUANG_NAM) == (NORTH_VIETNAM, CENTRAL_LAOS, QUANG_NAM)
    plan.go(NORTH_VIETNAM, QUANG_NAM, {T: 1})
    assert plan.way(NORTH_VIETNAM, BINH_DINH) == ()  # Southern Laos and Binh Dinh would be the 3rd and 4th
    assert plan.way(NORTH_VIETNAM, QUANG_TRI) == (NORTH_VIETNAM, QUANG_TRI)


def test_only_the_kinds_an_event_names_are_planned_with() -> None:
    s = granted(99)
    deploy(s, QUANG_TRI, nva_guerrilla=2, nva_troops=5, police=9)
    plan = Manoeuvre(s, FREE._replace(kinds=(G, A)))
    assert plan.whole_group(QUANG_TRI, QUANG_NAM) == {G: 2}
    assert plan.troops_to_go(QUANG_TRI, QUANG_NAM) == 0


def test_a_plan_that_leads_back_to_an_earlier_board_goes_on_from_there() -> None:
    s = field(trail=4)
    deploy(s, SOUTHERN_LAOS, nva_guerrilla=1)
    deploy(s, NORTHEAST_CAMBODIA, nva_guerrilla=1, nva_troops=1)
    plan = Manoeuvre(s)
    plan.go(SOUTHERN_LAOS, NORTHEAST_CAMBODIA, {G: 1})
    plan.go(NORTHEAST_CAMBODIA, SOUTHERN_LAOS, {G: 1})  # another Guerrilla: the board is as it was
    plan.go(NORTHEAST_CAMBODIA, THE_FISHHOOK, {T: 1})
    table = Table(s, NVA)
    table.mind.room(Turn).operation = "march"
    keep_plan(table.mind, plan.steps)
    table.run(march(s, Operation(s, NVA, "march")))
    assert at(s, THE_FISHHOOK) == {"nva_troops": 1}
    assert at(s, NORTHEAST_CAMBODIA) == at(s, SOUTHERN_LAOS) == {"nva_guerrilla": 1}
