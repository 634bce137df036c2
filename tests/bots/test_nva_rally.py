"""8.6.4: the Rally and Infiltrate boxes of the non-player NVA."""

import pytest

from fitl.board.factions import NVA
from fitl.board.spaces import (
    AVAILABLE,
    BINH_DINH,
    CENTRAL_LAOS,
    NORTH_VIETNAM,
    NORTHEAST_CAMBODIA,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    SIHANOUKVILLE,
    SOUTHERN_LAOS,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
)
from fitl.bots.mind import Settings
from fitl.lasting import AAA, MCNAMARA_LINE, SA_2S_SHADED, TRANSPORT_GROUP_559, TYPHOON_KATE
from fitl.rules.activities.infiltrate import infiltrate
from fitl.rules.control import set_support
from fitl.rules.operation import BY_EVENT, Activity, Operation
from fitl.rules.operations.rally import rally
from fitl.state import ACTIVE_OPPOSITION, EVENT, PASSIVE_SUPPORT, State
from tests.bots.nva import act, box, deploy, play, recall, still
from tests.bots.support import Table
from tests.support import at


@pytest.mark.node("nva.rally.1")
def test_a_base_replaces_active_guerrillas_first() -> None:
    s = still(resources=[0, 20, 1, 20])
    deploy(s, CENTRAL_LAOS, nva_guerrilla=2, nva_guerrilla_active=1, nva_troops=2)
    play(s)
    assert at(s, CENTRAL_LAOS) == {"nva_base": 1, "nva_guerrilla": 1, "nva_troops": 2}


@pytest.mark.node("nva.rally.1", "nva.rally.2", "nva.rally.3", "nva.rally.cap")
def test_bases_come_first_then_coin_control_in_laos_then_bare_bases_up_to_three_spaces() -> None:
    s = still()
    recall(s, nva_guerrilla=13)
    deploy(s, BINH_DINH, nva_guerrilla_active=2, nva_troops=2)
    deploy(s, CENTRAL_LAOS, arvn_troops=2)
    deploy(s, SOUTHERN_LAOS, nva_base=1, nva_guerrilla=1)
    deploy(s, NORTH_VIETNAM, nva_base=1, nva_guerrilla=2)
    table = play(s)
    assert table.keys("rally.space") == ["binh_dinh", "central_laos", "southern_laos", "done"]
    assert table.nodes.count("nva.rally.cap") == 1
    assert at(s, CENTRAL_LAOS) == {"arvn_troops": 2, "nva_guerrilla": 1}
    assert at(s, SOUTHERN_LAOS)["nva_guerrilla"] == 4  # the Trail and 1 Base


@pytest.mark.node("nva.rally.3", "nva.rally.3b", "nva.rally.4")
def test_bare_bases_come_before_others_and_these_before_random_spaces() -> None:
    s = still()
    recall(s, nva_guerrilla=13)
    deploy(s, NORTH_VIETNAM, nva_base=1, nva_guerrilla=2)
    deploy(s, SOUTHERN_LAOS, nva_base=2, nva_troops=1)
    table = play(s, 4, 2)  # Da Nang
    assert table.keys("rally.space") == ["southern_laos", "north_vietnam", "da_nang", "done"]
    assert [node for node in table.nodes if node.startswith("nva.rally.") and node[10].isdigit()] == [
        "nva.rally.3",
        "nva.rally.3b",
        "nva.rally.4",
    ]
    assert at(s, SOUTHERN_LAOS)["nva_guerrilla"] == 4  # the Trail at 2 and 2 Bases


@pytest.mark.node("nva.rally.2")
def test_no_rally_at_support_and_coin_control_elsewhere_does_not_count() -> None:
    s = still()
    recall(s, nva_guerrilla=13)
    deploy(s, QUANG_TRI, nva_base=1, arvn_troops=2)
    set_support(s, QUANG_TRI, PASSIVE_SUPPORT)
    deploy(s, QUANG_NAM, arvn_troops=2)
    deploy(s, THE_FISHHOOK, police=1)
    table = play(s, 3, 1, 3, 2)  # two random spaces
    assert table.keys("rally.space") == ["the_fishhook", "central_laos", "north_vietnam", "done"]


@pytest.mark.node("nva.rally.3b")
def test_guerrillas_are_never_lifted_from_the_map() -> None:
    s = still(trail=4)
    recall(s, nva_guerrilla=3)
    deploy(s, NORTH_VIETNAM, nva_base=1, nva_troops=1)
    deploy(s, SAIGON, nva_guerrilla_active=3)
    table = play(s, 6, 6)
    assert table.keys("rally.space") == ["north_vietnam", "done"]
    assert at(s, NORTH_VIETNAM)["nva_guerrilla"] == 3
    assert at(s, SAIGON) == {"nva_guerrilla_active": 3}


@pytest.mark.node("nva.rally.cap")
@pytest.mark.parametrize(("trail", "spaces"), [(2, 1), (4, 3), (3, 3)])
def test_under_aaa_one_space_if_the_trail_is_to_be_improved(trail: int, spaces: int) -> None:
    s = still(trail=trail, effects=AAA, resources=[0, 20, 9, 20])
    recall(s, nva_guerrilla=13)
    for sp in (NORTH_VIETNAM, CENTRAL_LAOS, SOUTHERN_LAOS):
        deploy(s, sp, nva_base=1)
    dice = {2: (3, 1), 3: (), 4: (3, 1, 2, 5)}[trail]  # no die where all are taken and Guerrillas suffice for them
    table = play(s, *dice)
    assert len(table.keys("rally.space")) == spaces + 1  # and done
    assert s.trail == (3 if trail == 2 else trail)


@pytest.mark.node("nva.rally.trail", "nva.rally.trail_kept")
@pytest.mark.parametrize(
    ("trail", "resources", "after"),
    [(1, 4, 2), (1, 3, 1), (3, 10, 4), (3, 9, 3), (0, 4, 1)],
)
def test_the_trail_is_improved_with_3_resources_in_hand_or_9_for_the_last_box(
    trail: int, resources: int, after: int
) -> None:
    s = still(trail=trail, resources=[0, 20, resources, 20])
    deploy(s, NORTH_VIETNAM, nva_base=1, nva_troops=1)
    recall(s, nva_guerrilla=1)  # for 1 Resource
    play(s)
    assert s.trail == after


@pytest.mark.node("nva.rally.trail")
@pytest.mark.parametrize(("effects", "after"), [(SA_2S_SHADED, 4), (MCNAMARA_LINE, 2)])
def test_sa_2s_and_the_mcnamara_line_bend_the_trail(effects: int, after: int) -> None:
    s = still(effects=effects)
    deploy(s, NORTH_VIETNAM, nva_base=1, nva_troops=1)
    recall(s, nva_guerrilla=1)
    play(s)
    assert s.trail == after


def test_the_setting_counts_vc_units_for_a_base() -> None:
    s = still(resources=[0, 20, 1, 20])
    deploy(s, CENTRAL_LAOS, nva_guerrilla=2, vc_guerrilla=2)
    assert box(act(s.copy())) == "pass"
    play(s, settings=Settings(nva_base_units="nva_and_vc"))
    assert at(s, CENTRAL_LAOS) == {"nva_base": 1, "vc_guerrilla": 2}


def test_a_rally_granted_by_an_event_is_not_capped() -> None:
    s = still()
    recall(s, nva_guerrilla=10)
    s.executing, s.acted = NVA, ((NVA, EVENT),)
    cambodia = (NORTHEAST_CAMBODIA, THE_FISHHOOK, THE_PARROTS_BEAK, SIHANOUKVILLE)
    op = Operation(s, NVA, "rally", free=BY_EVENT, allowed=sum(1 << sp for sp in cambodia))
    Table(s, NVA, 1, 3, 5, 1, 1, 6).run(rally(s, op))
    assert [at(s, sp) for sp in cambodia] == [{"nva_guerrilla": 1}] * 4


# --- Infiltrate ---------------------------------------------------------------------------------------------------


def rallied(**tracks: object) -> State:
    """A Rally with nothing but a Base in the Highlands to build, Troops waiting."""
    s = still(resources=[0, 20, 1, 20], **tracks)
    deploy(s, BINH_DINH, nva_guerrilla=2, nva_troops=2)
    recall(s, nva_troops=10)
    return s


@pytest.mark.node("nva.infiltrate.1", "nva.infiltrate.3")
def test_with_four_troops_to_come_infiltrate_builds_up_where_most_guerrillas_are() -> None:
    s = rallied()
    deploy(s, NORTH_VIETNAM, nva_base=1, nva_guerrilla=2)
    deploy(s, CENTRAL_LAOS, nva_base=1, nva_guerrilla=1)
    table = play(s)
    assert table.keys("infiltrate.space") == ["north_vietnam", "central_laos"]
    assert at(s, NORTH_VIETNAM) == {"nva_base": 1, "nva_guerrilla": 2, "nva_troops": 3}
    assert at(s, CENTRAL_LAOS) == {"nva_base": 1, "nva_guerrilla": 1, "nva_troops": 3}


@pytest.mark.node("nva.infiltrate.1", "nva.bombard.2")
@pytest.mark.parametrize(("available", "activity"), [(3, "sa:bombard"), (4, "sa:infiltrate")])
def test_with_fewer_than_four_troops_to_come_bombard_instead(available: int, activity: str) -> None:
    s = rallied()
    recall(s, nva_troops=-10 + available)
    deploy(s, NORTH_VIETNAM, nva_base=1, nva_guerrilla=2)
    deploy(s, CENTRAL_LAOS, nva_troops=3)
    deploy(s, QUANG_NAM, us_troops=3)
    assert play(s).keys("operation.finish") == [activity]


@pytest.mark.node("nva.infiltrate.1")
@pytest.mark.parametrize("effects", [TRANSPORT_GROUP_559, TYPHOON_KATE])
def test_one_infiltrate_space_counts_only_its_own_troops(effects: int) -> None:
    s = rallied(effects=effects)
    deploy(s, NORTH_VIETNAM, nva_base=1, nva_guerrilla=2)
    assert play(s.copy()).keys("operation.finish") == ["done"]  # 3 Troops
    deploy(s, NORTH_VIETNAM, nva_guerrilla=1)  # one more by bullet 4
    assert play(s).keys("operation.finish") == ["sa:infiltrate"]


@pytest.mark.node("nva.infiltrate.1")
def test_the_mcnamara_line_leaves_bombard_only() -> None:
    s = rallied(effects=MCNAMARA_LINE)
    deploy(s, NORTH_VIETNAM, nva_base=1, nva_guerrilla=2)
    deploy(s, CENTRAL_LAOS, nva_troops=3)
    deploy(s, QUANG_NAM, us_troops=3)
    assert play(s).keys("operation.finish") == ["sa:bombard"]


@pytest.mark.node("nva.infiltrate.3")
def test_troops_go_to_two_bases_then_to_the_frontier() -> None:
    s = still()
    recall(s, nva_troops=10)
    deploy(s, SAIGON, nva_base=1, nva_guerrilla=2)
    deploy(s, CENTRAL_LAOS, nva_base=2, nva_guerrilla=2)
    s.executing, s.acted = NVA, ((NVA, EVENT),)
    table = Table(s, NVA).run(infiltrate(s, Activity(s, NVA, "infiltrate")))
    assert table.keys("infiltrate.space") == ["central_laos", "saigon"]
    assert at(s, CENTRAL_LAOS)["nva_troops"] == 4


@pytest.mark.node("nva.infiltrate.3")
def test_of_equal_bases_those_next_to_spaces_without_nva_control_are_preferred() -> None:
    s = still(trail=3)
    recall(s, nva_troops=10)
    for sp in (NORTH_VIETNAM, CENTRAL_LAOS, QUANG_TRI, SOUTHERN_LAOS, QUANG_NAM):
        deploy(s, sp, nva_base=1, nva_guerrilla=2)
    s.executing, s.acted = NVA, ((NVA, EVENT),)
    table = Table(s, NVA, 3, 1, 3, 6).run(infiltrate(s, Activity(s, NVA, "infiltrate")))
    # North Vietnam and Central Laos are surrounded by NVA Control; from Central Laos on the chart comes Quang Nam.
    assert "central_laos" not in table.keys("infiltrate.space")
    assert "north_vietnam" not in table.keys("infiltrate.space")


@pytest.mark.node("nva.infiltrate.3")
def test_no_die_decides_between_two_bases_that_both_get_all_their_troops() -> None:
    s = rallied(trail=2)  # the Base in the Highlands gets none
    recall(s, nva_troops=4)
    for sp in (CENTRAL_LAOS, SOUTHERN_LAOS):
        deploy(s, sp, nva_base=2, nva_guerrilla=5)  # 7 Troops each, and no more than 14 are Available
    table = play(s)
    assert sorted(table.keys("infiltrate.space")) == ["central_laos", "southern_laos"]


@pytest.mark.node("nva.infiltrate.4")
def test_guerrillas_become_troops_until_two_are_left_active_first() -> None:
    s = still(trail=0)
    recall(s, nva_troops=4)
    deploy(s, NORTH_VIETNAM, nva_base=1, nva_guerrilla=3, nva_guerrilla_active=2)
    s.executing, s.acted = NVA, ((NVA, EVENT),)
    Table(s, NVA).run(infiltrate(s, Activity(s, NVA, "infiltrate")))
    assert at(s, NORTH_VIETNAM) == {"nva_base": 1, "nva_guerrilla": 2, "nva_troops": 4}
    assert "nva_troops" not in at(s, AVAILABLE)


@pytest.mark.node("nva.infiltrate.2")
def test_vc_bases_are_taken_over_tunneled_first_then_by_population() -> None:
    s = rallied()
    deploy(s, QUANG_NAM, nva_troops=3, vc_base=1, vc_guerrilla=1)
    deploy(s, QUANG_TIN, nva_troops=2, vc_base=1)
    deploy(s, SAIGON, nva_troops=1, vc_base=1)  # not outnumbered
    deploy(s, TAY_NINH, nva_troops=3, nva_base=1, vc_base=1)  # an NVA Base there
    deploy(s, THE_FISHHOOK, nva_troops=2, vc_tunnel=1)
    set_support(s, QUANG_TIN, ACTIVE_OPPOSITION)
    table = play(s)
    assert table.keys("infiltrate.space") == ["the_fishhook", "quang_tin_quang_ngai"]
    assert at(s, THE_FISHHOOK) == {"nva_troops": 2, "nva_tunnel": 1}
    assert at(s, QUANG_TIN) == {"nva_troops": 2, "nva_base": 1}
    assert s.support[QUANG_TIN] == -1


@pytest.mark.node("nva.infiltrate.2", "nva.infiltrate.2_lift")
def test_without_an_available_base_one_is_given_up_behind_the_front_where_most_nva_pieces_are() -> None:
    s = still(trail=2)
    recall(s, nva_troops=10)
    deploy(s, QUANG_NAM, nva_troops=2, vc_base=1)
    deploy(s, QUANG_TIN, nva_troops=2, vc_base=1)
    deploy(s, NORTH_VIETNAM, nva_base=2, nva_guerrilla=2)
    deploy(s, CENTRAL_LAOS, nva_base=2, nva_guerrilla=3)
    for sp in (SAIGON, TAY_NINH, BINH_DINH, QUANG_TRI):
        deploy(s, sp, nva_base=1)
    deploy(s, THE_FISHHOOK, nva_base=1)
    s.executing, s.acted = NVA, ((NVA, EVENT),)
    table = Table(s, NVA).run(infiltrate(s, Activity(s, NVA, "infiltrate")))
    # one replacement only: the second space builds up
    assert table.keys("infiltrate.space") == ["quang_tin_quang_ngai", "central_laos"]
    assert table.keys("lift.origin") == ["central_laos"]
    assert at(s, QUANG_TIN)["nva_base"] == 1
    assert at(s, QUANG_NAM)["vc_base"] == 1
    assert at(s, CENTRAL_LAOS)["nva_base"] == 1


@pytest.mark.node("nva.infiltrate.2")
def test_no_base_from_the_south_is_given_up() -> None:
    s = still(trail=1)
    deploy(s, QUANG_NAM, nva_troops=2, vc_base=1)
    for sp in (SAIGON, TAY_NINH, BINH_DINH, QUANG_TRI):
        deploy(s, sp, nva_base=2)
    deploy(s, QUANG_TIN, nva_base=1)
    recall(s, nva_guerrilla=13)
    set_support(s, QUANG_NAM, 0)
    table = play(s, 1, 1, 5, 5, 4, 3)
    assert table.keys("operation.finish") == ["done"]
    assert at(s, QUANG_NAM)["vc_base"] == 1
