"""8.7.0, 8.7.1, 8.1.C: ARVN's diamonds, and what it falls back on."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ARVN_TROOPS, NVA_GUERRILLA, POLICE, US_TROOPS
from fitl.board.spaces import (
    AN_LOC,
    BA_XUYEN,
    CAN_THO,
    DA_NANG,
    HUE,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    KONTUM,
    LOC_CAN_THO_BAC_LIEU,
    LOC_DA_NANG_QUI_NHON,
    LOC_HUE_DA_NANG,
    LOC_SAIGON_CAM_RANH,
    LOC_SAIGON_CAN_THO,
    PHU_BON,
    SAIGON,
    SIHANOUKVILLE,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
)
from fitl.bots.flowchart.arvn.plan import Plan
from fitl.bots.flowchart.shared import cities_cut_off
from fitl.bots.mind import Mind, Settings
from fitl.decisions import Decision, Option, choice, spaces_options
from fitl.events.free import free_activity, limited_operations
from fitl.lasting import TYPHOON_KATE
from fitl.rules.forces import move, remove
from fitl.rules.menu import carry_out
from fitl.rules.operation import BY_EVENT, Operation
from fitl.rules.sequence import turn
from fitl.state import ACTIVE_SUPPORT, COIN_CONTROL, UNCONTROLLED, State
from tests.bots.arvn_support import box, field, free, muster, populate, table
from tests.bots.support import example_state
from tests.support import at


def plan_in(mind: Mind) -> Plan:
    """What ARVN intended last."""
    plan = mind.rooms[Plan][1] if Plan in mind.rooms else Plan()
    assert isinstance(plan, Plan)
    return plan


def chosen(s: State, *dice: int, settings: Settings | None = None) -> tuple[str, str]:
    """The action and the box the diamonds lead to."""
    t = table(s, *dice, settings=settings).decide()
    return t.answers[-1][1], plan_in(t.mind).box or ""


# --- A1 -----------------------------------------------------------------------------------------------------------


@pytest.mark.node("event.poverty")
def test_with_fewer_than_3_resources_arvn_passes_instead_of_operating() -> None:
    s = field(keep={ARVN_TROOPS: 12}, resources=[0, 2, 20, 20])
    assert chosen(s) == ("pass", "")
    s = field(keep={ARVN_TROOPS: 12}, resources=[0, 3, 20, 20])
    assert chosen(s) == ("op_activity", "train")


# --- A2 -----------------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.a1")
def test_a1_says_what_it_comes_to() -> None:
    t = table(field(keep={ARVN_TROOPS: 12})).decide()
    assert t.reason("arvn.a1") == {"answer": "operations"}
    assert t.nodes.index("arvn.a1") < t.nodes.index("arvn.a2")


@pytest.mark.node("arvn.a2")
def test_twelve_pieces_available_lead_to_train_and_eleven_do_not() -> None:
    s = field(keep={ARVN_TROOPS: 7, POLICE: 5})
    t = table(s).decide()
    assert t.reason("arvn.a2") == {"n": 12, "answer": "yes"}
    assert plan_in(t.mind).box == "train"
    s = field(keep={ARVN_TROOPS: 7, POLICE: 4})
    t = table(s).decide()
    assert t.reason("arvn.a2") == {"n": 11, "answer": "no"}
    assert "arvn.a3" in t.nodes


@pytest.mark.node("arvn.a2")
def test_the_number_of_pieces_available_is_a_setting() -> None:
    s = field(keep={ARVN_TROOPS: 7})
    assert table(s, settings=Settings(arvn_train_available=7)).decide().reason("arvn.a2")["answer"] == "yes"


@pytest.mark.node("arvn.a2")
def test_after_another_factions_operation_arvn_still_takes_a_full_one() -> None:
    s = field(keep={ARVN_TROOPS: 12}, acted=((US, "op_only"),))
    assert chosen(s) == ("limop", "train")


# --- A3 -----------------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.a3")
def test_guerrillas_on_all_roads_to_a_city_lead_to_patrol() -> None:
    s = field()
    muster(s, SAIGON, police=4)
    muster(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    t = table(s).decide()
    assert t.reason("arvn.a3") == {"spaces": [CAN_THO], "answer": "yes"}
    assert plan_in(t.mind).box == "patrol"


@pytest.mark.node("arvn.a3")
def test_a_road_beside_another_open_one_cuts_nothing_off() -> None:
    s = field()
    muster(s, LOC_SAIGON_CAM_RANH, vc_guerrilla=1)  # Cam Ranh is still reached by way of Da Lat
    assert cities_cut_off(s) == []


@pytest.mark.node("arvn.a3")
def test_insurgents_in_cities_alone_and_roads_beyond_them_do_not_count() -> None:
    s = field()
    muster(s, AN_LOC, vc_guerrilla=1)
    assert cities_cut_off(s) == []  # An Loc itself can be entered
    s = field()
    muster(s, DA_NANG, vc_guerrilla=1)
    assert cities_cut_off(s) == []  # Hue is cut off by a City alone
    muster(s, LOC_HUE_DA_NANG, nva_guerrilla=1)
    assert cities_cut_off(s) == []  # beyond a City cut off already


@pytest.mark.node("arvn.a3")
def test_guerrillas_on_a_loc_that_share_the_blame_with_a_city_count() -> None:
    s = field()
    muster(s, LOC_DA_NANG_QUI_NHON, vc_guerrilla=1)
    assert cities_cut_off(s) == []  # by Kontum and Dak To
    muster(s, KONTUM, nva_guerrilla=1)
    assert cities_cut_off(s) == [HUE, DA_NANG]
    t = table(s).decide()
    assert t.reason("arvn.a3")["answer"] == "yes"


@pytest.mark.node("arvn.a3")
def test_nva_troops_on_a_loc_are_no_guerrillas() -> None:
    s = field()
    muster(s, LOC_SAIGON_CAN_THO, nva_troops=2)
    assert cities_cut_off(s) == []


@pytest.mark.node("arvn.a3")
def test_a_road_where_nobody_goes_on_is_no_blockade() -> None:
    s = field()
    muster(s, LOC_CAN_THO_BAC_LIEU, vc_guerrilla=2)
    assert cities_cut_off(s) == []


# --- A4 -----------------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.a4")
@pytest.mark.parametrize(
    ("ours", "theirs", "answer"),
    [
        ({"arvn_troops": 2}, {"vc_base": 1}, "yes"),  # a Base
        ({"arvn_troops": 2, "police": 1}, {"vc_guerrilla_active": 4}, "no"),  # one Guerrilla of four
        ({"arvn_troops": 2, "police": 1}, {"vc_guerrilla_active": 2, "vc_guerrilla": 1}, "yes"),  # COIN Control
        ({"arvn_troops": 4}, {"nva_troops": 8}, "yes"),  # NVA Troops
        ({"arvn_troops": 2}, {"nva_troops": 1, "nva_guerrilla": 2}, "yes"),  # NVA Control goes
        ({"arvn_troops": 2}, {"vc_guerrilla": 1, "vc_base": 1}, "no"),  # nothing exposed
        ({"arvn_troops": 2}, {"vc_tunnel": 1}, "no"),  # a die against the Tunnel removes no Base
    ],
)
def test_assault_alone_must_tell(ours: dict[str, int], theirs: dict[str, int], answer: str) -> None:
    s = field()
    muster(s, KIEN_PHONG, **ours, **theirs)
    assert table(s).decide().reason("arvn.a4")["answer"] == answer


@pytest.mark.node("arvn.a4")
def test_what_only_a_raid_would_achieve_does_not_count_as_assault_alone() -> None:
    s = field()
    muster(s, KIEN_PHONG, ranger=1, arvn_troops=2, vc_guerrilla=1, vc_base=1)
    t = table(s).decide()
    assert t.reason("arvn.a4")["answer"] == "no"


@pytest.mark.node("arvn.a4_monsoon")
def test_in_monsoon_a4_is_answered_with_yes() -> None:
    s = field(next_card=125)
    muster(s, KIEN_PHONG, arvn_troops=4, police=4, vc_guerrilla_active=2)
    t = table(s).decide()
    assert "arvn.a4" not in t.nodes
    assert "arvn.a4_monsoon" in t.nodes
    assert plan_in(t.mind).box == "assault"


# --- A5 and falling back ------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.a5")
def test_otherwise_sweep() -> None:
    s = field()
    muster(s, KIEN_PHONG, arvn_troops=2, vc_guerrilla=1)
    t = table(s).decide()
    assert plan_in(t.mind).box == "sweep"
    assert "arvn.a5" in t.nodes


@pytest.mark.node("arvn.none")
def test_a_sweep_that_comes_to_nothing_leads_to_assault_then_patrol_then_train_then_pass() -> None:
    s = field()
    t = table(s).decide()
    assert [params["operation"] for node, params in t.reasons if node == "arvn.none"] == [
        "sweep",
        "assault",
        "patrol",
        "train",
    ]
    assert t.nodes[-1] == "arvn.pass"
    assert t.answers == [("turn.action", "pass")]


@pytest.mark.node("arvn.none", "arvn.pass")
def test_a_patrol_that_nobody_can_make_leads_to_train() -> None:
    s = field(keep={ARVN_TROOPS: 3, POLICE: 3})
    muster(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    t = table(s).decide()
    assert t.reason("arvn.a3")["answer"] == "yes"
    assert [params["operation"] for node, params in t.reasons if node == "arvn.none"] == ["patrol"]
    assert plan_in(t.mind).box == "train"


@pytest.mark.node("arvn.none")
def test_a_train_that_comes_to_nothing_is_a_pass_even_from_a2() -> None:
    s = field(keep={}, aid=0)
    t = table(s, settings=Settings(arvn_train_available=0)).decide()
    assert t.answers == [("turn.action", "pass")]
    assert [params["operation"] for node, params in t.reasons if node == "arvn.none"] == ["train"]


@pytest.mark.node("arvn.none")
def test_a_raid_does_not_save_an_assault_that_would_find_nobody() -> None:
    s = field(next_card=125)  # Monsoon: Assault
    muster(s, KIEN_PHONG, ranger=1, vc_guerrilla=1)
    muster(s, SAIGON, arvn_troops=1, police=1, vc_guerrilla=1)
    t = table(s).decide()
    assert "assault" in [params["operation"] for node, params in t.reasons if node == "arvn.none"]


@pytest.mark.node("arvn.none")
@pytest.mark.parametrize(("dice", "box"), [((2, 2), "assault"), ((6, 4), "patrol")])
def test_the_dice_of_a_raid_fall_first_if_it_may_leave_the_assault_nobody(dice: tuple[int, int], box: str) -> None:
    s = field(next_card=125, effects=TYPHOON_KATE)  # Monsoon: Assault; one Raid space, no Transport
    muster(s, CAN_THO, ranger=1, us_troops=1)
    muster(s, BA_XUYEN, us_troops=2, vc_guerrilla_active=1)
    muster(s, KIEN_PHONG, arvn_troops=2, us_troops=2, vc_guerrilla_active=1)  # the only one whom an Assault can find
    muster(s, SAIGON, police=5)
    t = table(s, *dice)
    action = t.ask(next(turn(s)))
    assert action.key == "op_activity"
    assert plan_in(t.mind).box == box
    assert not t.dice
    assert t.nodes.count("random_space") == 1


@pytest.mark.node("arvn.a2", "arvn.pass")
def test_a_whole_turn_is_carried_out_as_planned() -> None:
    s = field(keep={ARVN_TROOPS: 6, POLICE: 6}, aid=0, effects=TYPHOON_KATE)
    t = table(s, 1, 1, 1, 5).turn()
    assert t.keys("train.space") == ["saigon", "can_tho", "done"]
    assert at(s, SAIGON) == {"arvn_troops": 3, "police": 3}
    assert at(s, CAN_THO) == {"arvn_troops": 3, "police": 3}
    assert s.acted == ((ARVN, "op_only"),)
    assert s.support[SAIGON] == ACTIVE_SUPPORT  # the end of the Train: Pacified by two levels
    assert s.resources[ARVN] == 20 - 6 - 6


# --- what Events grant --------------------------------------------------------------------------------------------


def limop(s: State) -> Decision:
    options = [Option(op.name, op) for op in limited_operations(s, ARVN)]
    return Decision(ARVN, "event.limited_operation", "5.1", options, {"card": s.card})


@pytest.mark.node("arvn.free_operation")
def test_the_diamonds_choose_a_free_limited_operation_whatever_it_would_cost() -> None:
    s = field(resources=[0, 0, 0, 0])
    muster(s, KIEN_PHONG, arvn_troops=2, vc_base=1)
    t = table(s)
    assert t.ask(limop(s)).key == "assault"
    assert t.reason("arvn.a4")["answer"] == "yes"
    s = field(resources=[0, 0, 0, 0])
    muster(s, KIEN_PHONG, arvn_troops=2, vc_guerrilla=1)
    assert table(s).ask(limop(s)).key == "sweep"


@pytest.mark.node("arvn.free_operation", "arvn.forced")
def test_a_limited_operation_takes_one_space() -> None:
    s = field()
    for sp in (KIEN_PHONG, BA_XUYEN, KIEN_GIANG):
        muster(s, sp, arvn_troops=2, vc_guerrilla=1)
    t = table(s, 2, 2)
    t.ask(limop(s))
    plan_in(t.mind).limited = True
    t.run(carry_out(s, Operation(s, ARVN, "sweep", free=BY_EVENT, limited=True)))
    assert sum(bool(at(s, sp).get("vc_guerrilla_active")) for sp in (KIEN_PHONG, BA_XUYEN, KIEN_GIANG)) == 1


@pytest.mark.node("arvn.free_operation")
@pytest.mark.parametrize(("dice", "name"), [((6, 4), "sweep"), ((5, 5), "patrol")])
def test_the_dice_fall_first_if_a_sweep_of_one_space_may_find_nobody(dice: tuple[int, int], name: str) -> None:
    s = field()
    muster(s, KIEN_PHONG, us_troops=2, police=1, vc_guerrilla=1)
    muster(s, TAY_NINH, us_troops=2, police=1, vc_guerrilla=1)  # as many people, but Jungle: one cube finds nobody
    muster(s, SAIGON, police=5)
    t = table(s, *dice)
    assert t.ask(limop(s)).key == name
    assert not t.dice
    if name == "sweep":
        t.run(carry_out(s, Operation(s, ARVN, name, free=BY_EVENT, limited=True)))
        assert at(s, KIEN_PHONG)["vc_guerrilla_active"] == 1


def macv(s: State, *names: str) -> Decision:
    return Decision(ARVN, "event.macv_activity", "5.1", [choice(name) for name in names], {"card": 69})


@pytest.mark.node("arvn.free_activity")
def test_the_diamonds_choose_a_free_special_activity() -> None:
    s = field()  # Sweep: Raid
    muster(s, KIEN_PHONG, ranger=1, vc_guerrilla=1)
    assert table(s).ask(macv(s, "govern", "transport", "raid")).key == "raid"
    s = field(keep={ARVN_TROOPS: 12})  # Train: Govern
    muster(s, HUE, police=1)
    populate(s, hue=ACTIVE_SUPPORT)
    assert table(s).ask(macv(s, "govern", "transport")).key == "govern"
    s = field(keep={ARVN_TROOPS: 12}, aid=10)  # Train: no Patronage to be had, Transport
    muster(s, SAIGON, arvn_troops=8)
    muster(s, KIEN_PHONG, police=1)
    t = table(s)
    assert t.ask(macv(s, "govern", "transport")).key == "transport"
    t.run(free_activity(s, ARVN, "transport"))
    assert at(s, KIEN_PHONG) == {"police": 1, "arvn_troops": 6}


@pytest.mark.node("arvn.a4")
@pytest.mark.parametrize(("resources", "answer"), [(3, "yes"), (2, "no")])
def test_before_a_free_special_activity_the_diamonds_count_the_resources_at_hand(resources: int, answer: str) -> None:
    s = field()
    s.resources[ARVN] = resources
    muster(s, KIEN_PHONG, arvn_troops=4, ranger=1, nva_troops=1)
    t = table(s)
    assert t.ask(macv(s, "govern", "transport", "raid")).key == "raid"
    assert t.reason("arvn.a4")["answer"] == answer


@pytest.mark.node("arvn.free_activity")
def test_without_anybody_to_raid_another_free_special_activity_is_taken() -> None:
    s = field()  # Sweep, but no Ranger has an enemy in reach
    muster(s, KIEN_PHONG, ranger=1)
    muster(s, HUE, police=1)
    populate(s, hue=ACTIVE_SUPPORT)
    assert table(s).ask(macv(s, "govern", "transport", "raid")).key == "govern"


@pytest.mark.node("arvn.free_activity")
def test_without_anybody_to_raid_assault_and_sweep_lead_to_transport_before_govern() -> None:
    s = field()
    muster(s, HUE, police=1)
    populate(s, hue=ACTIVE_SUPPORT)  # Patronage is to be had
    muster(s, CAN_THO, arvn_troops=3)
    assert table(s, 1, 1).ask(macv(s, "govern", "transport")).key == "transport"
    assert table(s, settings=Settings(arvn_train_available=0)).ask(macv(s, "govern", "transport")).key == "govern"


@pytest.mark.node("arvn.forced")
def test_where_an_event_demands_a_space_nobody_wants_it_is_random() -> None:
    s = field()
    muster(s, SAIGON, police=1)
    muster(s, HUE, police=1)
    t = free(s, "sweep", 1, 1)
    assert t.keys("sweep.space") == ["saigon", "done"]
    assert "arvn.forced" in t.nodes


def test_strikes_in_place_assault_where_that_tells_and_sweep_elsewhere() -> None:
    s = field()
    muster(s, KIEN_PHONG, arvn_troops=2, vc_base=1)
    muster(s, BA_XUYEN, arvn_troops=2, vc_guerrilla=1)
    t = table(s)
    spaces = Decision(ARVN, "event.strike_space", "5.1", spaces_options([KIEN_PHONG, BA_XUYEN]))
    assert t.ask(spaces).key == "kien_phong"
    for sp, method in ((KIEN_PHONG, "assault"), (BA_XUYEN, "sweep")):
        how = Decision(ARVN, "event.strike_method", "5.1", [choice("sweep"), choice("assault")], {"space": sp})
        assert t.ask(how).key == method


def test_an_unplanned_mind_still_answers_in_the_middle_of_an_operation() -> None:
    s = field()
    muster(s, KIEN_PHONG, arvn_troops=2, vc_guerrilla=1)
    t = table(s)
    options = [Option("sweep", None), Option("assault", None)]
    box(t, "sweep")
    assert t.ask(Decision(ARVN, "turn.operation", "3.1", options)).key == "sweep"


# --- the ARVN half of the example of MACV -------------------------------------------------------------------------


@pytest.mark.node("arvn.free_activity", "arvn.raid.2", "arvn.raid.3", "arvn.raid.1")
def test_the_raid_of_the_printed_example_of_macv() -> None:
    s = example_state(69, 97, (US, ARVN), (NVA, VC))
    remove(s, TAY_NINH, NVA_GUERRILLA)  # the example counts one there
    for sp in (KIEN_PHONG, KIEN_HOA, BA_XUYEN):  # the US half: an Air Lift out of Phu Bon
        move(s, US_TROOPS, 1, PHU_BON, sp)
    t = table(s, 5, 1)
    assert t.ask(macv(s, "govern", "transport", "raid")).key == "raid"
    assert [t.reason(node)["answer"] for node in ("arvn.a2", "arvn.a3", "arvn.a4")] == ["no", "no", "no"]
    t.run(free_activity(s, ARVN, "raid"))
    saigon = at(s, SAIGON)
    assert (saigon["ranger_active"], saigon.get("vc_base"), saigon.get("vc_guerrilla")) == (1, None, None)
    assert at(s, THE_FISHHOOK) == {"nva_base": 1, "ranger_active": 1}
    assert s.control[THE_FISHHOOK] == UNCONTROLLED
    assert (s.control[TAY_NINH], s.control[SAIGON]) == (COIN_CONTROL, COIN_CONTROL)
    assert "ranger" not in at(s, TAY_NINH)
    assert set(t.reason("arvn.raid.3")["spaces"]) == {SIHANOUKVILLE, THE_PARROTS_BEAK, THE_FISHHOOK}
