"""8.8.2 Air Lift of the non-player US: origins, goals in order, and the four spaces."""

from typing import Any

import pytest

from fitl.board.factions import US
from fitl.board.spaces import (
    AN_LOC,
    BA_XUYEN,
    BINH_DINH,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    LAOS_CAMBODIA,
    LOC_SAIGON_CAN_THO,
    PHU_BON,
    PLEIKU,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
    row_id,
)
from fitl.bots.flowchart.turn import Turn
from fitl.bots.flowchart.us.air_lift import plan_lift
from fitl.lasting import ABRAMS, ABRAMS_SHADED, COBRAS_SHADED, PATTON
from fitl.rules.activities.air_lift import air_lift
from fitl.rules.control import set_support
from fitl.rules.menu import carry_out
from fitl.rules.operation import Activity, Operation
from fitl.state import EVENT, State
from tests.bots.support import Table, board, flights_of
from tests.support import at, put

COUP = 125


def sky(**tracks: Any) -> State:
    return board(US, **{"trail": 0, "econ": 20, "us_policy": "jfk", **tracks})


class Planner(Table):
    """Plans an Air Lift; `lift` holds what came of it."""

    def plan(self, operation: str = "", selected: tuple[int, ...] = ()) -> "Planner":
        def flow() -> Any:
            self.lift = yield from plan_lift(self.mind, self.s, operation, list(selected))

        self.run(flow())
        return self

    @property
    def flights(self) -> set[tuple[int, int, int, int]]:
        return flights_of(self.lift)

    @property
    def spaces(self) -> list[str]:
        return [key for ask, key in self.lift.lines or () if ask.kind == "air_lift.space"]


US_T, ARVN_T = 0, 4


def plan(s: State, *dice: int, operation: str = "", selected: tuple[int, ...] = ()) -> Planner:
    return Planner(s, US, *dice).plan(operation, selected)


# --- origins ------------------------------------------------------------------------------------------------------


@pytest.mark.node("us.air_lift.1", "us.air_lift.evacuate")
def test_a_lost_space_is_left_first_and_by_everybody() -> None:
    s = sky()
    put(s, QUANG_NAM, us_troops=3, arvn_troops=1, vc_guerrilla_active=5)  # no Control, no Support, no US Base
    put(s, SAIGON, us_troops=9)
    put(s, BA_XUYEN, police=1, vc_guerrilla=1)
    table = plan(s)
    assert table.reason("us.air_lift.1")["space"] == QUANG_NAM
    assert table.flights == {(US_T, QUANG_NAM, BA_XUYEN, 3), (ARVN_T, QUANG_NAM, BA_XUYEN, 1)}
    assert table.reason("us.air_lift.evacuate")["n"] == 3


@pytest.mark.node("us.air_lift.1")
@pytest.mark.parametrize("reason", ["support", "base", "control"])
def test_support_a_us_base_or_coin_control_make_no_bullet_1_origin(reason: str) -> None:
    s = sky()
    put(s, QUANG_NAM, us_troops=3, vc_guerrilla_active=4)
    if reason == "support":
        set_support(s, QUANG_NAM, 1)
    elif reason == "base":
        put(s, QUANG_NAM, us_base=1)
    else:
        put(s, QUANG_NAM, police=3)
    put(s, SAIGON, us_troops=9)
    put(s, BA_XUYEN, police=1, vc_guerrilla=1)
    table = plan(s)
    assert table.reason("us.air_lift.2")["space"] == SAIGON
    assert "us.air_lift.1" not in table.nodes


@pytest.mark.node("us.air_lift.1", "us.air_lift.5b")
def test_lost_arvn_troops_that_no_goal_needs_stay_and_take_no_place() -> None:
    s = sky()
    put(s, QUANG_NAM, arvn_troops=3, vc_guerrilla=4)
    put(s, SAIGON, us_troops=9)
    put(s, KIEN_HOA, police=2)  # lacks a US Troop only
    assert plan(s.copy()).flights == {(US_T, SAIGON, KIEN_HOA, 1)}
    put(s, BA_XUYEN, us_troops=1, police=1, vc_guerrilla=2)  # lacks COIN Control, and ARVN can bring it
    set_support(s, BA_XUYEN, 1)
    assert plan(s).flights == {(ARVN_T, QUANG_NAM, BA_XUYEN, 3), (US_T, SAIGON, KIEN_HOA, 1)}


@pytest.mark.node("us.air_lift.1")
def test_with_no_destination_the_lost_troops_stay() -> None:
    s = sky()
    put(s, QUANG_NAM, us_troops=3, vc_guerrilla_active=5)
    assert plan(s).lift is None


@pytest.mark.node("us.air_lift.1")
def test_a_sweep_does_not_hold_troops_back_in_a_lost_space() -> None:
    s = sky()
    put(s, QUANG_NAM, us_troops=2, vc_guerrilla=6)
    put(s, BA_XUYEN, police=1)
    table = plan(s, operation="sweep", selected=(QUANG_NAM,))
    assert table.flights == {(US_T, QUANG_NAM, BA_XUYEN, 2)}


@pytest.mark.node("us.air_lift.none")
def test_an_assault_holds_back_the_troops_it_needs_even_in_a_lost_space() -> None:
    s = sky()
    put(s, KIEN_PHONG, us_troops=2, vc_guerrilla_active=2, nva_troops=1)
    put(s, KIEN_HOA, us_troops=1, police=1, vc_guerrilla_active=3)
    assert plan(s, operation="assault").lift is None


@pytest.mark.node("us.air_lift.1", "us.air_lift.4")
def test_nobody_flies_if_the_origins_in_their_order_do_not_help_the_assault() -> None:
    s = sky(next_card=COUP)  # two spaces: one origin and one destination
    put(s, SAIGON, us_troops=12)
    put(s, QUANG_NAM, us_troops=2, nva_troops=6)
    set_support(s, QUANG_NAM, 1)
    assert {flight[:3] for flight in plan(s.copy(), operation="assault").flights} == {(US_T, SAIGON, QUANG_NAM)}
    put(s, LOC_SAIGON_CAN_THO, us_troops=1)  # it comes first (bullet 1), but in the Highlands a third Troop hits nobody
    assert plan(s, operation="assault").lift is None


@pytest.mark.node("us.air_lift.1", "us.air_lift.3")
def test_nobody_flies_if_the_origins_in_their_order_are_too_few_for_the_sweep() -> None:
    s = sky(next_card=COUP)
    put(s, SAIGON, us_troops=12)
    put(s, KIEN_PHONG, vc_guerrilla=2)
    found = plan(s.copy(), operation="sweep", selected=(KIEN_PHONG,))
    assert found.flights == {(US_T, SAIGON, KIEN_PHONG, 3)}  # two who find, and one more for Control
    put(s, LOC_SAIGON_CAN_THO, us_troops=1)
    assert plan(s, operation="sweep", selected=(KIEN_PHONG,)).lift is None


@pytest.mark.node("us.air_lift.2")
def test_the_origin_with_most_spare_troops_comes_first() -> None:
    s = sky()
    put(s, SAIGON, us_troops=4)  # 3 to spare: one stays for COIN Control
    put(s, HUE, us_troops=6)  # 3 to spare: three units stay at Support
    put(s, DA_NANG, us_troops=5, arvn_troops=1)  # 5 to spare
    put(s, BA_XUYEN, police=1, vc_guerrilla=1)
    set_support(s, HUE, 1)
    assert plan(s).flights == {(US_T, DA_NANG, BA_XUYEN, 1)}


@pytest.mark.node("us.air_lift.2")
def test_tied_origins_are_random() -> None:
    s = sky()
    put(s, SAIGON, us_troops=4)
    put(s, DA_NANG, us_troops=4)
    put(s, BA_XUYEN, police=1, vc_guerrilla=1)
    assert plan(s, 4, 2).flights == {(US_T, DA_NANG, BA_XUYEN, 1)}


@pytest.mark.node("us.air_lift.2")
def test_only_us_troops_count_for_activation_but_all_for_control() -> None:
    s = sky()
    put(s, SAIGON, us_troops=3, arvn_troops=1)  # 3 US
    put(s, DA_NANG, us_troops=2, arvn_troops=4)  # 2 US and 3 ARVN
    put(s, KIEN_HOA, vc_guerrilla=1, police=5)
    set_support(s, KIEN_HOA, 2)
    table = plan(s, operation="sweep", selected=(KIEN_HOA,))
    assert table.flights == {(US_T, SAIGON, KIEN_HOA, 1)}
    s = sky()
    put(s, SAIGON, us_troops=3, arvn_troops=1)
    put(s, DA_NANG, us_troops=2, arvn_troops=4)
    put(s, KIEN_HOA, vc_guerrilla_active=1, police=1)
    assert plan(s).flights == {(US_T, DA_NANG, KIEN_HOA, 1)}


@pytest.mark.node("us.air_lift.1", "us.air_lift.4")
def test_nobody_flies_into_a_space_that_bullet_1_empties() -> None:
    s = sky()
    put(s, QUANG_TRI, us_troops=1, vc_guerrilla=3, vc_guerrilla_active=1)  # Highland: a second Troop would hit
    put(s, DA_NANG, us_troops=3, us_base=1, irregular=2, police=4)
    set_support(s, QUANG_TRI, -2)
    set_support(s, DA_NANG, 2)
    _abroad(s)
    assert plan(s, operation="assault").lift is None
    put(s, HUE, vc_guerrilla_active=1, police=3)
    assert plan(s, operation="assault").flights == {(US_T, QUANG_TRI, HUE, 1)}


@pytest.mark.node("us.air_lift.1", "us.air_lift.4")
def test_not_even_where_the_assault_needs_the_troops_there() -> None:
    s = sky()
    put(s, SAIGON, us_troops=9)
    put(s, PHU_BON, us_troops=1, vc_base=1, vc_guerrilla_active=2)
    assert plan(s, operation="assault").lift is None


@pytest.mark.node("us.air_lift.1", "us.air_lift.3")
def test_nor_into_a_sweep_space_that_bullet_1_empties() -> None:
    s = sky()
    put(s, SAIGON, us_troops=9)
    put(s, KIEN_PHONG, us_troops=1, vc_guerrilla=2)
    assert plan(s, operation="sweep", selected=(KIEN_PHONG,)).lift is None
    set_support(s, KIEN_PHONG, 1)
    assert plan(s, operation="sweep", selected=(KIEN_PHONG,)).flights == {(US_T, SAIGON, KIEN_PHONG, 2)}


@pytest.mark.node("us.air_lift.1", "us.air_lift.5")
def test_nor_beside_police_where_bullet_1_calls_arvn_away() -> None:
    s = sky()
    put(s, SAIGON, us_troops=9)
    put(s, BA_XUYEN, police=1, arvn_troops=1, vc_guerrilla=3)
    put(s, KIEN_HOA, police=1, vc_guerrilla=1)
    assert plan(s).flights == {(US_T, SAIGON, KIEN_HOA, 1)}


# --- 3: Sweep -----------------------------------------------------------------------------------------------------


@pytest.mark.node("us.air_lift.3", "us.air_lift.3b", "us.air_lift.3c")
def test_a_sweep_is_served_to_activate_all_then_half_then_for_control() -> None:
    s = sky()
    put(s, SAIGON, us_troops=11)
    put(s, KIEN_HOA, vc_guerrilla=2, police=3)
    put(s, QUANG_TIN, vc_guerrilla=14, police=15)
    put(s, BA_XUYEN, vc_guerrilla_active=2)
    table = plan(s, operation="sweep", selected=(KIEN_HOA, QUANG_TIN, BA_XUYEN))
    taken = [node for node in table.nodes if node.startswith("us.air_lift.3")]
    assert taken == ["us.air_lift.3", "us.air_lift.3b"]  # 2 + 8 of 10 to spare: nobody is left for Ba Xuyen
    assert table.flights == {(US_T, SAIGON, KIEN_HOA, 2), (US_T, SAIGON, QUANG_TIN, 8)}
    put(s, SAIGON, us_troops=3)
    table = plan(s, operation="sweep", selected=(KIEN_HOA, QUANG_TIN, BA_XUYEN))
    assert (US_T, SAIGON, BA_XUYEN, 3) in table.flights
    assert table.nodes.count("us.air_lift.3c") == 1


@pytest.mark.node("us.air_lift.3c")
def test_arvn_troops_help_control_after_us_troops() -> None:
    s = sky()
    put(s, SAIGON, us_troops=2, arvn_troops=3)
    put(s, BA_XUYEN, vc_guerrilla_active=3)
    table = plan(s, operation="sweep", selected=(BA_XUYEN,))
    assert table.flights == {(US_T, SAIGON, BA_XUYEN, 2), (ARVN_T, SAIGON, BA_XUYEN, 2)}


@pytest.mark.node("us.air_lift.3c")
def test_at_most_four_arvn_troops_fly() -> None:
    s = sky()
    put(s, SAIGON, arvn_troops=9)
    put(s, BA_XUYEN, vc_guerrilla_active=3)
    assert plan(s, operation="sweep", selected=(BA_XUYEN,)).flights == {(ARVN_T, SAIGON, BA_XUYEN, 4)}
    put(s, BA_XUYEN, vc_guerrilla_active=1)
    assert plan(s, operation="sweep", selected=(BA_XUYEN,)).lift is None


@pytest.mark.node("us.air_lift.3")
def test_troops_needed_for_the_sweep_where_they_are_do_not_fly() -> None:
    s = sky()
    put(s, SAIGON, us_troops=4, vc_guerrilla=3)
    put(s, KIEN_HOA, vc_guerrilla=2, police=3)
    assert plan(s, operation="sweep", selected=(SAIGON, KIEN_HOA)).lift is None
    put(s, SAIGON, us_troops=1, police=5)
    assert plan(s, operation="sweep", selected=(SAIGON, KIEN_HOA)).flights == {(US_T, SAIGON, KIEN_HOA, 2)}


@pytest.mark.node("us.air_lift.3")
def test_two_origins_if_one_does_not_suffice() -> None:
    s = sky()
    put(s, SAIGON, us_troops=3)
    put(s, DA_NANG, us_troops=4)
    put(s, KIEN_HOA, vc_guerrilla=5, police=6)
    table = plan(s, operation="sweep", selected=(KIEN_HOA,))
    assert table.flights == {(US_T, DA_NANG, KIEN_HOA, 3), (US_T, SAIGON, KIEN_HOA, 2)}
    assert table.spaces == [row_id(sp) for sp in (DA_NANG, SAIGON, KIEN_HOA)]


@pytest.mark.node("us.air_lift.3")
def test_in_monsoon_two_spaces_only() -> None:
    s = sky(next_card=COUP)
    put(s, SAIGON, us_troops=3)
    put(s, DA_NANG, us_troops=4)
    put(s, KIEN_HOA, vc_guerrilla=5, police=6)
    set_support(s, KIEN_HOA, 2)
    assert "us.air_lift.3b" in plan(s, operation="sweep", selected=(KIEN_HOA,)).nodes  # 3 of 5
    put(s, KIEN_HOA, vc_guerrilla=4, police=4)
    assert plan(s, operation="sweep", selected=(KIEN_HOA,)).lift is None


# --- 4: Assault ---------------------------------------------------------------------------------------------------


@pytest.mark.node("us.air_lift.4")
def test_an_assault_is_served_first_against_nva_control() -> None:
    s = sky()
    put(s, SAIGON, us_troops=4)
    put(s, KIEN_HOA, nva_guerrilla_active=5)
    put(s, PHU_BON, us_troops=1, vc_base=1, vc_guerrilla_active=1)
    set_support(s, PHU_BON, 1)
    table = plan(s, operation="assault")
    # 3 Troops land and take 3 of 5: NVA no longer outnumber COIN
    assert table.flights == {(US_T, SAIGON, KIEN_HOA, 3)}


@pytest.mark.node("us.air_lift.4")
def test_an_assault_is_served_with_the_fewest_troops_that_bring_the_most() -> None:
    s = sky()
    put(s, SAIGON, us_troops=9)
    put(s, PHU_BON, us_troops=1, vc_base=1, vc_guerrilla_active=2)
    set_support(s, PHU_BON, 1)
    assert plan(s, operation="assault").flights == {(US_T, SAIGON, PHU_BON, 2)}


@pytest.mark.node("us.air_lift.4")
def test_troops_whose_assault_counts_where_they_are_do_not_fly() -> None:
    s = sky()
    put(s, SAIGON, us_troops=2, vc_guerrilla_active=2, police=5)
    put(s, PHU_BON, us_troops=1, vc_base=1, vc_guerrilla_active=2)
    set_support(s, PHU_BON, 1)
    assert plan(s, operation="assault").lift is None


@pytest.mark.node("us.air_lift.4")
def test_what_serves_any_time_is_no_reason_to_air_lift_before_an_assault() -> None:
    s = sky()
    put(s, SAIGON, us_troops=9)
    put(s, BA_XUYEN, police=1, vc_guerrilla=1)
    assert plan(s, operation="assault").lift is None


def _tanks_at_work(**effects: int) -> State:
    """Two Highland Provinces where two Troops take three Guerrillas with two more hits."""
    s = sky(**effects)
    for sp in (PLEIKU, BINH_DINH):
        put(s, sp, us_troops=2, vc_guerrilla_active=3)
        set_support(s, sp, 1)
    put(s, SAIGON, us_troops=12)
    return s


@pytest.mark.node("us.air_lift.4")
def test_patton_is_not_counted_on_where_it_will_be_used_up() -> None:
    s = _tanks_at_work(effects=PATTON)
    put(s, QUANG_NAM, vc_guerrilla_active=2)  # with it one Troop would do; in the Highlands four are needed without
    assert plan(s.copy(), operation="assault").flights == {(US_T, SAIGON, QUANG_NAM, 4)}
    put(s, PLEIKU, vc_guerrilla_active=-2)  # one Troop hits nobody, two take the last: no use for tanks
    assert plan(s, operation="assault").flights == {(US_T, SAIGON, QUANG_NAM, 1)}


@pytest.mark.node("us.air_lift.2", "us.air_lift.4")
def test_origins_keep_who_does_without_patton_what_is_done_without_it_now() -> None:
    s = sky(effects=PATTON)
    put(s, DA_NANG, us_troops=3, vc_guerrilla_active=3, police=5)  # with it one Troop would do
    put(s, PHU_BON, us_troops=1, vc_base=1, vc_guerrilla_active=2)
    set_support(s, PHU_BON, 1)
    assert plan(s, operation="assault").lift is None


@pytest.mark.node("us.air_lift.4")
@pytest.mark.parametrize("effect", [ABRAMS_SHADED, COBRAS_SHADED])
def test_nobody_flies_to_a_third_space_that_will_not_be_assaulted(effect: int) -> None:
    s = sky(effects=effect)
    put(s, SAIGON, us_troops=9)
    for sp in (HUE, KIEN_HOA):
        put(s, sp, us_troops=2, police=3, vc_guerrilla_active=2)
    put(s, KIEN_PHONG, vc_guerrilla_active=1)
    assert plan(s, operation="assault").lift is None
    put(s, KIEN_PHONG, vc_guerrilla_active=2)  # the most pieces by then
    assert plan(s, operation="assault").flights == {(US_T, SAIGON, KIEN_PHONG, 3)}


@pytest.mark.node("us.air_lift.4")
def test_unshaded_abrams_is_counted_on_in_one_space_only() -> None:
    s = sky(effects=ABRAMS)
    put(s, DA_NANG, us_troops=9)
    put(s, SAIGON, us_troops=1, police=4, vc_guerrilla=1, vc_base=1)
    put(s, HUE, vc_guerrilla=1, vc_base=1)
    assert plan(s, operation="assault").lift is None
    put(s, SAIGON, us_troops=-1)
    assert plan(s, operation="assault").flights == {(US_T, DA_NANG, SAIGON, 1)}


# --- 5: Police ----------------------------------------------------------------------------------------------------


@pytest.mark.node("us.air_lift.5", "us.air_lift.5b")
def test_spaces_without_coin_control_come_before_those_that_lack_only_a_us_troop() -> None:
    s = sky()
    put(s, SAIGON, us_troops=9)
    put(s, BA_XUYEN, police=1, vc_guerrilla=2)  # needs 2
    put(s, KIEN_HOA, police=1)  # needs 1
    put(s, KIEN_PHONG, police=1, us_troops=1)  # has all
    put(s, KIEN_GIANG, police=1, vc_guerrilla=1)
    put(s, AN_LOC, arvn_troops=1, vc_guerrilla=1)  # no Police
    set_support(s, KIEN_GIANG, 2)  # Active Support
    table = plan(s)
    assert table.flights == {(US_T, SAIGON, BA_XUYEN, 2), (US_T, SAIGON, KIEN_HOA, 1)}
    assert [node for node in table.nodes if node.startswith("us.air_lift.5")] == ["us.air_lift.5", "us.air_lift.5b"]


@pytest.mark.node("us.air_lift.5")
def test_more_spaces_than_may_be_named_are_rolled_for() -> None:
    s = sky()
    put(s, SAIGON, us_troops=9)
    for sp in (BA_XUYEN, KIEN_HOA, KIEN_PHONG, QUANG_TRI):
        put(s, sp, police=1, vc_guerrilla=1)
    table = plan(s, 1, 4, 6, 4, 2, 6)
    assert {flight[2] for flight in table.flights} == {KIEN_HOA, KIEN_PHONG, QUANG_TRI}


@pytest.mark.node("us.air_lift.5")
def test_a_us_troop_must_come_arvn_may_make_up_the_rest() -> None:
    s = sky()
    put(s, SAIGON, us_troops=1, arvn_troops=3, police=1)
    put(s, BA_XUYEN, police=1, vc_guerrilla=3)
    assert plan(s).flights == {(US_T, SAIGON, BA_XUYEN, 1), (ARVN_T, SAIGON, BA_XUYEN, 2)}
    s = sky()
    put(s, SAIGON, arvn_troops=5)
    put(s, BA_XUYEN, police=1, vc_guerrilla=3)
    assert plan(s).lift is None


# --- 6: Special Forces --------------------------------------------------------------------------------------------


def _abroad(s: State, *empty: int) -> None:
    for sp in LAOS_CAMBODIA:
        if sp not in empty:
            put(s, sp, nva_guerrilla=1)


@pytest.mark.node("us.air_lift.6", "us.air_lift.6b")
def test_one_irregular_else_ranger_goes_to_an_empty_space_abroad() -> None:
    s = sky()
    _abroad(s, CENTRAL_LAOS)
    put(s, TAY_NINH, irregular=1, police=1)
    put(s, SAIGON, ranger=2)
    assert plan(s).flights == {(2, TAY_NINH, CENTRAL_LAOS, 1)}
    s = sky()
    _abroad(s, CENTRAL_LAOS)
    put(s, TAY_NINH, irregular=1)  # the last piece stays for COIN Control
    put(s, SAIGON, ranger=2)
    assert plan(s).flights == {(6, SAIGON, CENTRAL_LAOS, 1)}


@pytest.mark.node("us.air_lift.6")
def test_no_special_forces_fly_if_no_space_abroad_is_empty_or_from_there() -> None:
    s = sky()
    _abroad(s)
    put(s, SAIGON, ranger=2)
    assert plan(s).lift is None
    s = sky()
    put(s, CENTRAL_LAOS, irregular=2)
    assert plan(s).lift is None


@pytest.mark.node("us.air_lift.6")
def test_an_irregular_that_the_sweep_needs_stays() -> None:
    s = sky()
    _abroad(s, CENTRAL_LAOS)
    put(s, QUANG_TIN, irregular=1, vc_guerrilla=1, police=3)
    assert plan(s, operation="sweep", selected=(QUANG_TIN,)).lift is None
    assert plan(s).flights == {(2, QUANG_TIN, CENTRAL_LAOS, 1)}


@pytest.mark.node("us.air_lift.none")
def test_nobody_flies_without_a_goal() -> None:
    s = sky()
    _abroad(s)
    put(s, SAIGON, us_troops=9)
    table = plan(s)
    assert table.lift is None
    assert table.nodes == ["us.air_lift.none"]


def test_troops_fly_abroad_only_with_nixon() -> None:
    for policy, flies in (("jfk", False), ("nixon", True)):
        s = sky(us_policy=policy)
        _abroad(s)
        put(s, CENTRAL_LAOS, irregular=1, vc_guerrilla=3)
        put(s, SAIGON, us_troops=9)
        table = plan(s, operation="sweep", selected=(CENTRAL_LAOS,))
        assert (table.lift is not None) == flies


# --- carried out --------------------------------------------------------------------------------------------------


def test_an_air_lift_granted_by_an_event_serves_what_serves_any_time() -> None:
    s = sky()
    s.executing, s.acted = US, ((US, EVENT),)
    put(s, SAIGON, us_troops=9)
    put(s, LOC_SAIGON_CAN_THO, us_troops=1)
    put(s, BA_XUYEN, police=1, vc_guerrilla=1)
    put(s, KIEN_HOA, police=1, vc_guerrilla=1)
    _abroad(s)
    Table(s, US).run(air_lift(s, Activity(s, US, "air_lift")))
    assert at(s, BA_XUYEN)["us_troops"] == at(s, KIEN_HOA)["us_troops"] == 1
    assert at(s, LOC_SAIGON_CAN_THO) == {}  # a LoC is left first (bullet 1)
    assert at(s, SAIGON) == {"us_troops": 8}


def test_a_planned_air_lift_is_carried_out_as_planned() -> None:
    s = sky()
    put(s, SAIGON, us_troops=2, arvn_troops=3)
    put(s, DA_NANG, us_troops=3)
    put(s, KIEN_HOA, vc_guerrilla=2, irregular=1, police=4)
    put(s, BA_XUYEN, vc_guerrilla=1, vc_guerrilla_active=2, irregular=1, us_base=1)
    _abroad(s)
    table = Table(s, US)
    table.mind.room(Turn).operation = "sweep"
    table.run(carry_out(s, Operation(s, US, "sweep", activities=("air_lift",))))
    assert at(s, KIEN_HOA) == {"us_troops": 1, "irregular": 1, "police": 4, "vc_guerrilla_active": 2}
    flown = {"us_troops": 1, "arvn_troops": 1}  # Saigon has most to spare: what is left of its US Troops, then ARVN
    assert at(s, BA_XUYEN) == {**flown, "us_base": 1, "irregular": 1, "vc_guerrilla_active": 3}
    assert at(s, SAIGON) == {"arvn_troops": 2}
