"""8.5.5, 8.4.8, 8.4.4: what the VC decides outside its own turn."""

import pytest

from fitl.board.factions import VC
from fitl.board.pieces import TERROR_MARKERS
from fitl.board.spaces import (
    BINH_DINH,
    CAN_THO,
    CITIES,
    HUE,
    KIEN_HOA,
    KIEN_PHONG,
    LOC_SAIGON_CAN_THO,
    LOCS,
    NORTHEAST_CAMBODIA,
    QUANG_NAM,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
    THE_FISHHOOK,
)
from fitl.decisions import Decision, Option, choice
from fitl.events.free import free_limited_operation, limited_operations
from fitl.events.pivotal import general_uprising
from fitl.rules.control import set_support
from fitl.rules.coup.commitment import withdrawal_shifts
from fitl.rules.coup.resources import sabotage
from fitl.rules.coup.support import agitation
from fitl.state import State
from tests.bots.support import Table, board
from tests.support import at, put


def purse(n: int, **tracks: object) -> State:
    return board(VC, resources=[0, 20, 20, n], **tracks)


def chosen(table: Table, node: str) -> list[int]:
    return [params["space"] for name, params in table.reasons if name == node]


# --- Agitation ----------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.agitate.space", "vc.agitate.more")
def test_agitation_goes_by_total_shift_then_support_then_no_terror() -> None:
    s = purse(20)
    for sp in (HUE, QUANG_TRI, BINH_DINH, TAY_NINH, QUANG_NAM):
        put(s, sp, vc_guerrilla=1)
    set_support(s, HUE, 1)
    s.terror[QUANG_TRI] = 1
    for sp in (TAY_NINH, QUANG_NAM):
        set_support(s, sp, -1)
    table = Table(s, VC).run(agitation(s))
    assert chosen(table, "vc.agitate.space") == [HUE, BINH_DINH, QUANG_TRI, TAY_NINH]
    assert [s.support[sp] for sp in (HUE, BINH_DINH, QUANG_TRI, TAY_NINH, QUANG_NAM)] == [-1, -2, -2, -2, -1]


@pytest.mark.node("vc.agitate.space")
def test_the_fifth_tied_space_is_left_out_at_random() -> None:
    s = purse(20)
    for sp in (HUE, QUANG_TRI, BINH_DINH, TAY_NINH, KIEN_PHONG):
        put(s, sp, vc_guerrilla=1)
    table = Table(s, VC, 6, 4, 6, 4, 6, 4, 6, 4).run(agitation(s))
    assert chosen(table, "vc.agitate.space")[0] == KIEN_PHONG
    assert len(chosen(table, "vc.agitate.space")) == 4


@pytest.mark.node("vc.agitate.stop", "vc.agitate.space")
def test_terror_is_bought_off_only_if_a_shift_will_follow() -> None:
    s = purse(2)
    put(s, HUE, vc_guerrilla=1)
    s.terror[HUE] = 2
    table = Table(s, VC).run(agitation(s))
    assert chosen(table, "vc.agitate.space") == []
    assert s.resources[VC] == 2
    table = Table(s, VC)
    params = {"space": HUE, "terror": 2, "level": 0}
    assert table.ask(Decision(VC, "agitate.more", "6.3.2", (choice("more"), choice("stop")), params, 1)).key == "stop"
    s.terror[HUE] = 1
    assert table.ask(Decision(VC, "agitate.more", "6.3.2", (choice("more"), choice("stop")), params, 1)).key == "more"


# --- other phases -------------------------------------------------------------------------------------------------


@pytest.mark.node("vc.sabotage")
def test_with_too_few_markers_the_highest_econ_is_sabotaged_first() -> None:
    s = purse(5)
    for sp in range(8, 8 + TERROR_MARKERS - 1):
        s.terror[sp] = 1
    table = Table(s, VC).run(sabotage(s))  # one marker for seventeen LoCs beside Cities without COIN Control
    assert table.keys("coup.sabotage") == ["loc_saigon_can_tho"]
    assert sum(s.terror[loc] for loc in LOCS) == 1


@pytest.mark.node("vc.sabotage")
def test_no_dice_are_rolled_for_locs_that_all_get_a_marker() -> None:
    s = purse(5)
    for sp in CITIES:
        if sp != CAN_THO:
            put(s, sp, police=1)
    for sp in range(8, 8 + TERROR_MARKERS - 3):
        s.terror[sp] = 1
    table = Table(s, VC).run(sabotage(s))  # three markers: the LoC of Econ 2 and the two of Econ 1 at Can Tho
    assert table.keys("coup.sabotage") == ["loc_saigon_can_tho", "loc_can_tho_chau_doc", "loc_can_tho_long_phu"]


@pytest.mark.node("vc.withdrawal")
def test_no_dice_are_rolled_for_spaces_that_all_shift() -> None:
    s = purse(5)
    for sp in range(30):
        set_support(s, sp, -2)
    set_support(s, KIEN_PHONG, 0)
    set_support(s, KIEN_HOA, 0)
    table = Table(s, VC).run(withdrawal_shifts(s, 4))
    assert sorted(chosen(table, "vc.withdrawal")) == [KIEN_PHONG, KIEN_HOA]


@pytest.mark.node("vc.withdrawal")
def test_withdrawal_shifts_gain_opposition_then_cost_support() -> None:
    s = purse(5)
    set_support(s, SAIGON, 2)  # 6 Support lost
    set_support(s, HUE, -1)  # 2 Opposition gained
    for sp in range(1, 30):
        if sp not in (SAIGON, CAN_THO):
            set_support(s, sp, -2)
    set_support(s, CAN_THO, 1)
    table = Table(s, VC).run(withdrawal_shifts(s, 9))
    assert chosen(table, "vc.withdrawal") == [HUE, SAIGON, CAN_THO]


@pytest.mark.node("vc.withdrawal")
def test_tied_withdrawal_shifts_are_random() -> None:
    s = purse(5)
    for sp in range(30):
        set_support(s, sp, -2)
    set_support(s, KIEN_PHONG, 0)
    set_support(s, KIEN_HOA, 0)
    table = Table(s, VC, 6, 4).run(withdrawal_shifts(s, 2))
    assert chosen(table, "vc.withdrawal") == [KIEN_PHONG]


# --- what Events leave to VC --------------------------------------------------------------------------------------


@pytest.mark.node("vc.granted.operation", "vc.v1")
def test_a_free_limited_operation_is_terror_if_a_space_is_at_support() -> None:
    s = purse(0)
    put(s, HUE, vc_guerrilla=1)
    put(s, SAIGON, vc_guerrilla=1)
    set_support(s, HUE, 1)
    table = Table(s, VC).run(free_limited_operation(s, VC))
    assert table.reason("vc.granted.operation")["operation"] == "terror"
    assert (s.support[SAIGON], s.support[HUE]) == (-1, 1)  # the box then takes the highest Population
    assert s.resources[VC] == 0


@pytest.mark.node("vc.granted.operation", "vc.v2", "vc.v5")
def test_else_the_diamonds_go_on() -> None:
    s = purse(0)
    put(s, HUE, vc_guerrilla=1, police=3)
    table = Table(s, VC, 2, 1, 3, 3)
    table.run(free_limited_operation(s, VC))  # V2: 3 of 2; V5: 29 Available; then one random Rally space
    assert table.reason("vc.v2")["answer"] == "no"
    assert table.reason("vc.granted.operation")["operation"] == "rally"


@pytest.mark.node("vc.granted.activity")
@pytest.mark.parametrize(("on_loc", "answer"), [(True, "tax"), (False, "subvert")])
def test_a_free_special_activity_is_that_of_the_box_reached(on_loc: bool, answer: str) -> None:
    s = purse(5)
    put(s, HUE, vc_guerrilla=1, police=3)
    set_support(s, HUE, 1)
    if on_loc:
        put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    options = [choice(name) for name in ("ambush", "subvert", "tax")]
    assert Table(s, VC).ask(Decision(VC, "event.macv_activity", "5.1", options)).key == answer


@pytest.mark.node("vc.granted.activity")
def test_the_attack_box_means_ambush() -> None:
    s = purse(5)
    put(s, TAY_NINH, vc_base=2, vc_guerrilla_active=26)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    put(s, SAIGON, police=1)
    options = [choice(name) for name in ("tax", "ambush")]
    assert Table(s, VC).ask(Decision(VC, "event.macv_activity", "5.1", options)).key == "ambush"


@pytest.mark.node("vc.tet.place")
def test_tet_places_bases_once_guerrillas_run_out() -> None:
    s = purse(5)
    put(s, TAY_NINH, vc_guerrilla_active=28)
    table = Table(s, VC, 1, 1, 3, 3, 1, 5, 1, 5).run(general_uprising(s))
    pieces = [(params["space"], params["piece"]) for node, params in table.reasons if node == "vc.tet.place"]
    assert pieces == [(SAIGON, 14), (HUE, 14), (SAIGON, 16), (HUE, 16), (CAN_THO, 16), (CAN_THO, 16)]
    assert at(s, CAN_THO) == {"vc_base": 2}


@pytest.mark.node("vc.tet.terror")
def test_tet_terror_uses_the_last_markers_in_random_spaces_that_have_none() -> None:
    s = purse(5)
    for sp in (HUE, SAIGON, QUANG_NAM, TAY_NINH):
        put(s, sp, vc_guerrilla=1)
    for sp in (TAY_NINH, *LOCS[: TERROR_MARKERS - 2]):
        s.terror[sp] = 1
    table = Table(s, VC, *(3, 6), *((1, 1) * 4)).run(general_uprising(s))  # 36: Quang Nam
    assert table.reason("vc.tet.terror")["spaces"] == [HUE, SAIGON, QUANG_NAM]
    assert chosen(table, "vc.tet.terror") == [QUANG_NAM]
    assert (s.terror[QUANG_NAM], s.terror[SAIGON], s.terror[HUE]) == (1, 0, 0)


def test_tet_terror_rolls_nothing_while_there_are_markers_for_all() -> None:
    s = purse(5)
    for sp in (HUE, SAIGON):
        put(s, sp, vc_guerrilla=1)
    table = Table(s, VC, *((1, 1) * 4)).run(general_uprising(s))
    assert "vc.tet.terror" not in table.nodes
    assert (s.terror[SAIGON], s.terror[HUE]) == (1, 1)


def test_a_free_limited_rally_in_named_spaces_abroad_is_something_to_do() -> None:
    s = purse(0)
    put(s, NORTHEAST_CAMBODIA, vc_guerrilla=2)
    options = [Option(op.name, op) for op in limited_operations(s, VC, (THE_FISHHOOK,))]
    assert [option.key for option in options] == ["rally", "march"]
    table = Table(s, VC)
    table.ask(Decision(VC, "event.limited_operation", "5.1", options, {"card": s.card}))
    assert table.reason("vc.granted.operation")["operation"] == "rally"


@pytest.mark.node("vc.granted.operation", "vc.v6")
def test_a_free_limited_operation_whose_box_would_do_nothing_gives_way_to_the_next() -> None:
    s = purse(0)
    put(s, TAY_NINH, vc_base=2, vc_guerrilla_active=26)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1, police=1)  # V6 leads to Attack, but nowhere do four meet an enemy
    put(s, SAIGON, police=1)
    table = Table(s, VC)
    models = [Option(op.name, op) for op in limited_operations(s, VC)]
    assert "attack" in [option.key for option in models]
    table.ask(Decision(VC, "event.limited_operation", "5.1", models, {"card": s.card}))
    assert table.reason("vc.v6")["answer"] == "yes"
    assert table.reason("vc.granted.operation")["operation"] == "march"
