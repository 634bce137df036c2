"""8.7.5: ARVN Sweeps."""

import pytest

from fitl.board.factions import ARVN
from fitl.board.pieces import ARVN_TROOPS, KINDS
from fitl.board.spaces import (
    BA_XUYEN,
    BINH_DINH,
    CAN_THO,
    CONTROLLABLE,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    LOC_SAIGON_CAN_THO,
    OUT_OF_PLAY,
    PHU_BON,
    SAIGON,
    TAY_NINH,
    THE_PARROTS_BEAK,
)
from fitl.bots.flowchart.arvn.sweep import Muster
from fitl.decisions import Decision, amounts
from fitl.events.arvn.cards_61_75 import roks_unshaded
from fitl.events.vc.cards_106_120 import corps_commanders_unshaded
from fitl.lasting import TYPHOON_KATE
from fitl.rules.control import recount
from fitl.rules.operation import EVERYWHERE
from fitl.rules.operations.sweep import MOVERS, SWEEPERS, Terms
from fitl.state import COIN_CONTROL, EVENT, PASSIVE_SUPPORT
from tests.bots.arvn_support import calm, field, free, muster, operate, populate, table
from tests.support import at

TERMS = Terms(EVERYWHERE, MOVERS[ARVN], SWEEPERS[ARVN], (), CONTROLLABLE)  # of a Sweep that no Event grants


@pytest.mark.node("arvn.sweep.1")
def test_a_sweep_begins_with_a_raid() -> None:
    s = field()
    muster(s, KIEN_PHONG, ranger=1, police=3, vc_guerrilla=4)
    t = operate(s, "sweep")
    assert t.keys("sweep.space")[0] == "sa:raid"
    assert at(s, KIEN_PHONG)["vc_guerrilla_active"] == 2
    assert "arvn.sweep.5" not in t.nodes


@pytest.mark.node("arvn.sweep.2")
def test_spaces_at_support_then_with_vc_underground_then_of_most_population() -> None:
    s = field(effects=TYPHOON_KATE)
    muster(s, BA_XUYEN, police=3, nva_guerrilla=1)  # Support
    muster(s, PHU_BON, police=3, vc_guerrilla=1)
    muster(s, KIEN_PHONG, police=3, vc_guerrilla=1)  # Population 2
    muster(s, KIEN_GIANG, police=3, nva_guerrilla=1)  # no VC
    muster(s, KIEN_HOA, police=3, vc_guerrilla_active=1)  # nobody hides
    muster(s, BINH_DINH, us_troops=3, vc_guerrilla=1)  # no ARVN unit
    populate(s, ba_xuyen=PASSIVE_SUPPORT)
    t = operate(s, "sweep")
    assert t.keys("sweep.space") == ["ba_xuyen", "kien_phong", "phu_bon_phu_yen", "done"]
    assert at(s, KIEN_GIANG)["nva_guerrilla"] == 1
    assert s.resources[ARVN] == 11


@pytest.mark.node("arvn.sweep.2")
def test_resources_limit_the_spaces() -> None:
    s = field(effects=TYPHOON_KATE, resources=[0, 7, 0, 0])
    for sp in (KIEN_PHONG, KIEN_GIANG, KIEN_HOA):
        muster(s, sp, police=3, vc_guerrilla=1)
    t = operate(s, "sweep", 2, 1, 1, 4)
    assert t.keys("sweep.space") == ["kien_giang_an_xuyen", "kien_hoa_vinh_binh"]
    assert s.resources[ARVN] == 1


@pytest.mark.node("arvn.sweep.2")
def test_a_space_where_nobody_can_be_found_is_swept_and_paid_for_all_the_same() -> None:
    s = field(effects=TYPHOON_KATE)
    muster(s, TAY_NINH, police=1, vc_guerrilla=1, us_troops=1)  # Jungle: one cube finds nobody
    muster(s, BA_XUYEN, police=1, vc_guerrilla=1, us_troops=1)  # less Population
    calm(s)
    before = s.resources[ARVN]
    t = operate(s, "sweep")
    assert t.keys("sweep.space")[:2] == ["tay_ninh", "ba_xuyen"]
    assert before - s.resources[ARVN] == 6
    assert at(s, TAY_NINH)["vc_guerrilla"] == 1


@pytest.mark.node("arvn.sweep.3")
def test_troops_come_where_guerrillas_would_stay_hidden_from_the_largest_surplus() -> None:
    s = field(effects=TYPHOON_KATE)
    muster(s, KIEN_PHONG, police=2, us_troops=9, vc_guerrilla=5)
    muster(s, SAIGON, arvn_troops=8)  # 5 to spare
    muster(s, CAN_THO, arvn_troops=7)  # 4 to spare
    calm(s)
    t = operate(s, "sweep")
    assert at(s, KIEN_PHONG)["arvn_troops"] == 3
    assert t.reason("arvn.sweep.3")["space"] == KIEN_PHONG
    assert at(s, SAIGON) == {"arvn_troops": 5}
    assert at(s, KIEN_PHONG)["vc_guerrilla_active"] == 5


@pytest.mark.node("arvn.sweep.3")
def test_origins_keep_control_and_the_last_three_units() -> None:
    s = field()
    muster(s, SAIGON, arvn_troops=8)
    muster(s, CAN_THO, arvn_troops=6, vc_guerrilla_active=4)
    muster(s, BA_XUYEN, arvn_troops=3, police=1)
    muster(s, KIEN_HOA, arvn_troops=2)
    muster(s, TAY_NINH, arvn_troops=4, ranger=1, nva_troops=9)  # no Control to keep
    muster(s, LOC_SAIGON_CAN_THO, arvn_troops=4)
    spare = Muster(s, TERMS).spare
    assert [spare(sp) for sp in (SAIGON, CAN_THO, BA_XUYEN, KIEN_HOA, TAY_NINH)] == [5, 1, 1, 0, 2]
    assert spare(LOC_SAIGON_CAN_THO) == 1


@pytest.mark.node("arvn.sweep.3")
def test_sweep_spaces_keep_who_finds_their_own_guerrillas() -> None:
    s = field()
    muster(s, CAN_THO, arvn_troops=6, vc_guerrilla=4)
    planned = Muster(s, TERMS)
    assert planned.spare(CAN_THO) == 1
    muster(s, CAN_THO, us_troops=5)
    planned = Muster(s, TERMS)
    assert planned.spare(CAN_THO) == 6
    planned.swept.append(CAN_THO)
    assert planned.spare(CAN_THO) == 2


@pytest.mark.node("arvn.sweep.3")
def test_troops_find_one_for_one_outside_jungle_before_two_for_one_in_it() -> None:
    s = field(effects=TYPHOON_KATE)
    muster(s, SAIGON, arvn_troops=5)  # 2 to spare
    muster(s, KIEN_PHONG, police=1, us_troops=5, vc_guerrilla=3)
    muster(s, TAY_NINH, police=2, us_troops=5, vc_guerrilla=3)
    calm(s)
    operate(s, "sweep")
    assert at(s, KIEN_PHONG)["arvn_troops"] == 2
    assert at(s, KIEN_PHONG)["vc_guerrilla_active"] == 3
    assert at(s, TAY_NINH)["vc_guerrilla_active"] == 1


@pytest.mark.node("arvn.sweep.3")
def test_no_troop_comes_for_half_a_find() -> None:
    s = field(effects=TYPHOON_KATE)
    muster(s, SAIGON, arvn_troops=4)  # 1 to spare
    muster(s, TAY_NINH, police=2, us_troops=5, vc_guerrilla=3)
    calm(s)
    t = operate(s, "sweep")
    assert at(s, SAIGON)["arvn_troops"] == 4
    assert "arvn.sweep.3" not in t.nodes


@pytest.mark.node("arvn.sweep.3")
def test_of_two_spaces_the_one_that_gains_control_is_reinforced_first() -> None:
    s = field(effects=TYPHOON_KATE)
    muster(s, SAIGON, arvn_troops=5)  # 2 to spare
    muster(s, KIEN_PHONG, us_troops=1, police=1, vc_guerrilla=3)  # two Troops: 4 against 3
    muster(s, KIEN_HOA, police=1, us_troops=5, vc_guerrilla=3)
    calm(s)
    t = operate(s, "sweep")
    assert at(s, KIEN_PHONG)["arvn_troops"] == 2
    assert t.reason("arvn.sweep.3")["ties"] == ["arvn.control"]


@pytest.mark.node("arvn.sweep.4")
def test_troops_go_on_to_gain_control_most_population_first_up_to_the_cap() -> None:
    s = field(effects=TYPHOON_KATE)
    muster(s, CAN_THO, arvn_troops=12)
    for sp in (KIEN_PHONG, KIEN_HOA, BA_XUYEN, KIEN_GIANG, SAIGON):
        muster(s, sp, vc_guerrilla_active=1)
    t = operate(s, "sweep", 1, 4, 2, 1)  # Saigon first; then Kien Hoa and Kien Giang of Population 2
    assert t.keys("sweep.space") == ["saigon", "kien_hoa_vinh_binh", "kien_giang_an_xuyen", "done"]
    assert at(s, SAIGON) == {"vc_guerrilla_active": 1, "arvn_troops": 2}
    assert [s.control[sp] for sp in (SAIGON, KIEN_HOA, KIEN_GIANG)] == [COIN_CONTROL] * 3
    assert s.resources[ARVN] == 11


@pytest.mark.node("arvn.sweep.4")
def test_a_sweep_space_gets_control_too_and_needs_no_room_under_the_cap() -> None:
    s = field(effects=TYPHOON_KATE)
    muster(s, CAN_THO, arvn_troops=6)
    muster(s, KIEN_PHONG, police=1, vc_guerrilla=1, vc_guerrilla_active=2)
    for sp in (BA_XUYEN, KIEN_GIANG):
        muster(s, sp, police=3, vc_guerrilla=1)
    t = operate(s, "sweep")
    assert set(t.keys("sweep.space")) == {"kien_phong", "ba_xuyen", "kien_giang_an_xuyen", "done"}
    assert s.control[KIEN_PHONG] == COIN_CONTROL


@pytest.mark.node("arvn.sweep.4_base")
def test_if_no_control_can_be_gained_troops_go_to_one_insurgent_base() -> None:
    s = field(effects=TYPHOON_KATE)
    muster(s, CAN_THO, arvn_troops=5)
    muster(s, KIEN_HOA, vc_guerrilla_active=5, vc_base=1)
    calm(s)
    t = operate(s, "sweep")
    assert t.keys("sweep.space")[0] == "kien_hoa_vinh_binh"
    assert at(s, KIEN_HOA)["arvn_troops"] == 2  # all who can be spared
    assert "arvn.sweep.4_base" in t.nodes


@pytest.mark.node("arvn.sweep.4_base")
def test_the_insurgent_base_may_be_in_laos_or_cambodia() -> None:
    s = field(effects=TYPHOON_KATE)
    muster(s, TAY_NINH, arvn_troops=5)
    muster(s, THE_PARROTS_BEAK, nva_guerrilla_active=5, nva_base=1)
    calm(s)
    t = operate(s, "sweep")
    assert t.keys("sweep.space")[0] == "the_parrots_beak"
    assert at(s, THE_PARROTS_BEAK)["arvn_troops"] == 2


@pytest.mark.node("arvn.sweep.5")
def test_without_a_raid_transport_comes_after_the_moves() -> None:
    s = field()
    muster(s, BA_XUYEN, arvn_troops=3, us_troops=5, vc_guerrilla=6)
    muster(s, SAIGON, arvn_troops=6)  # two spaces away: reached by road only
    calm(s)
    t = operate(s, "sweep")
    assert t.keys("sweep.next")[0] == "sa:transport"
    assert at(s, BA_XUYEN)["arvn_troops"] == 6
    assert at(s, BA_XUYEN)["vc_guerrilla_active"] == 6


@pytest.mark.node("arvn.sweep.6")
def test_vc_guerrillas_are_found_before_nva() -> None:
    s = field()
    ask = Decision(ARVN, "sweep.nva_guerrillas", "3.2.3", amounts(1, 3), {"space": SAIGON, "n": 3})
    assert table(s).ask(ask).key == "1"


# --- by Events ----------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.sweep.2")
def test_an_events_sweep_knows_no_cap_no_cost_and_no_special_activity() -> None:
    s = field(resources=[0, 0, 0, 0])
    for sp in (KIEN_PHONG, KIEN_HOA, BA_XUYEN, KIEN_GIANG):
        muster(s, sp, police=3, ranger=1, vc_guerrilla=1)
    t = free(s, "sweep")
    assert len(t.keys("sweep.space")) == 4
    assert all("vc_guerrilla_active" in at(s, sp) for sp in (KIEN_PHONG, KIEN_HOA, BA_XUYEN, KIEN_GIANG))


@pytest.mark.node("arvn.sweep.3")
def test_where_an_event_has_settled_the_spaces_troops_still_move_in() -> None:
    s = field(keep={ARVN_TROOPS: 3}, card=117, acted=((ARVN, EVENT),))
    muster(s, KIEN_PHONG, us_troops=9, police=1, vc_guerrilla=6)
    muster(s, SAIGON, arvn_troops=5)
    s.pieces[OUT_OF_PLAY * KINDS + ARVN_TROOPS] = 0
    recount(s)
    t = table(s)
    flow = corps_commanders_unshaded(s, ARVN)
    decision = next(flow)
    while True:
        if decision.kind == "event.corps_space":
            option = decision.find("kien_phong")
        elif decision.kind == "event.deploy_amount":
            option = decision.find("3")
        elif len(decision.options) == 1:
            option = decision.options[0]
        else:
            option = t.ask(decision)
        assert option is not None
        try:
            decision = flow.send(option.value)
        except StopIteration:
            break
    assert at(s, KIEN_PHONG)["arvn_troops"] == 5
    assert at(s, KIEN_PHONG)["vc_guerrilla_active"] == 6


@pytest.mark.node("arvn.sweep.3")
def test_the_koreans_bring_every_cube_along() -> None:
    s = field(card=70, acted=((ARVN, EVENT),))
    muster(s, PHU_BON, police=1, us_troops=1, vc_guerrilla=4)
    muster(s, BINH_DINH, us_troops=5)
    t = table(s)
    flow = roks_unshaded(s, ARVN)
    decision = next(flow)
    value = decision.find("arvn")
    assert value is not None
    send: object = value.value
    while True:
        try:
            decision = flow.send(send)
        except StopIteration:
            break
        send = (decision.options[0] if len(decision.options) == 1 else t.ask(decision)).value
    assert at(s, PHU_BON)["us_troops"] >= 3
    assert "vc_guerrilla" not in at(s, PHU_BON)
