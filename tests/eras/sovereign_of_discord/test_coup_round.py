"""The Coup Round of 1961 to 1963 (P6.1-P6.6): phase by phase, and Reset to its exact table."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import KIND_BY_ID, KINDS
from fitl.board.spaces import AVAILABLE, CASUALTIES, HANOI_1, SAIGON, WASHINGTON_1
from fitl.eras.sovereign_of_discord.tracks import move_hanoi
from fitl.rules.control import recount, victory_marker
from fitl.rules.coup.support import agitation_spaces, pacification_spaces
from fitl.rules.forces import move, remove
from fitl.state import REDEPLOY, RESET, RESOURCES, SUPPORT, VICTORY, State
from tests.eras.sovereign_of_discord.support import D61, P61, P63, begun, edit, row
from tests.support import Play, at, play


def phase(s: State, stage: str) -> Play:
    s.stage = stage
    return play(s.era.stages[stage].step(s))


def run_down(flow: Play, *prefer: str) -> Play:
    """Answer everything: what is preferred, else done or the first."""
    while not flow.over:
        keys = flow.keys()
        wanted = next((key for key in (*prefer, "done", "no", "stop") if key in keys), keys[0])
        flow.answer(wanted)
    return flow


def take(s: State, kind: str, n: int, source: int, target: int) -> None:
    """Put pieces elsewhere by hand."""
    move(s, KIND_BY_ID[kind], n, source, target)


# --- Resources (P6.2) ---------------------------------------------------------------------------------------------


def test_arvn_and_vc_earn_and_nva_earns_nothing() -> None:
    """P6.2: ARVN Aid and Econ, VC its 3 Bases on the map and none in the boxes of Hanoi; NVA nothing (P6.2.4)."""
    s = begun(aid=10)
    run_down(phase(s, RESOURCES))
    assert s.resources == [0, 20 + 10 + s.econ, 0, 5 + 3]
    assert s.stage == SUPPORT


def test_casualties_cost_no_aid() -> None:
    """P6.2.5."""
    s = begun(P63)
    remove(s, SAIGON, KIND_BY_ID["advisor"], 1, CASUALTIES)
    run_down(phase(s, RESOURCES))
    assert s.aid == 15


def test_in_diems_war_washington_sends_aid_and_hanoi_resources() -> None:
    """P6.2.3, P6.2.4: 3 Aid a level, before ARVN earns; VC by Bases and Hanoi."""
    s = begun(D61, washington=2, hanoi=3, aid=10)
    run_down(phase(s, RESOURCES))
    assert s.aid == 16
    assert s.resources[ARVN] == 20 + 16 + s.econ
    assert s.resources[VC] == 5 + 3 + 3


# --- Support (P6.3) -----------------------------------------------------------------------------------------------


def test_the_us_pacifies_where_police_and_an_advisor_are() -> None:
    """P6.3.1: in 1963 in four spaces; Police and an Irregular without an Advisor do not do."""
    s = begun(P63)
    spaces = pacification_spaces(s, US, 3, 2, {})
    assert set(spaces) == {row(name) for name in ("hue", "da_nang", "binh_dinh", "quang_duc_long_khanh")}
    assert row("khanh_hoa") not in spaces


def test_diem_adds_patronage_and_a_fifth_agitation() -> None:
    """P6.3.1, OPEN 8: 3 Patronage at the start of the phase; VC may Agitate in five spaces, not in six."""
    s = begun(P61, resources=[0, 0, 0, 30])
    assert len(agitation_spaces(s)) == 7
    flow = phase(s, SUPPORT)
    assert s.patronage == 13
    spaces = 0
    while not flow.over:
        assert flow.decision is not None
        spaces += flow.decision.kind == "coup.agitate"
        flow.answer(flow.keys()[0])
    assert spaces == 5


def test_a_silenced_diem_adds_nothing() -> None:
    """P6.3.1, card 97."""
    s = begun(P61, leader_silenced=True, resources=[0, 0, 0, 30])
    flow = phase(s, SUPPORT)
    assert s.patronage == 10
    while not flow.over:
        flow.answer(flow.keys()[0])
    assert flow.asked.count("coup.agitate") == 4


def test_in_diems_war_only_arvn_pacifies() -> None:
    """P1.5: the US has no pieces and no player."""
    s = begun(D61, resources=[0, 60, 0, 30])
    flow = run_down(phase(s, SUPPORT))
    assert flow.over
    assert s.stage == REDEPLOY


# --- Redeploy (P6.4) ----------------------------------------------------------------------------------------------


def test_a_hamlet_is_no_base_for_troops() -> None:
    """P6.4.2: Troops in a Province that has only a Hamlet must leave it."""
    s = begun(P63)
    flow = phase(s, REDEPLOY)
    assert flow.decision is not None
    assert flow.decision.kind == "redeploy.must"
    run_down(flow, "saigon")
    for space in ("khanh_hoa", "binh_dinh", "quang_duc_long_khanh", "kien_phong"):
        assert "arvn_troops" not in at(s, row(space))


def test_advisors_redeploy_last_by_the_control_at_the_start() -> None:
    """P6.4.2, P6.4.3, OPEN 19: Binh Dinh counts as COIN-Controlled though ARVN has left it; NVA has no step."""
    s = begun(P63)
    flow = phase(s, REDEPLOY)
    while flow.decision is not None and flow.decision.kind != "advisor.redeploy":
        assert flow.decision.actor == ARVN
        flow.answer(next(key for key in ("done", "saigon", flow.keys()[-1]) if key in flow.keys()))
    flow.answer("advisor@hue")
    assert "binh_dinh" in flow.keys()
    flow.answer("binh_dinh", "done")
    assert at(s, row("binh_dinh"))["advisor"] == 2
    assert not s.control_frozen
    assert s.stage == RESET


# --- Reset (P6.6) -------------------------------------------------------------------------------------------------


def on_track(s: State, first: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for box in range(first, first + 3):
        for name, n in at(s, box).items():
            found[name] = found.get(name, 0) + n
    return found


@pytest.mark.parametrize(
    ("level", "washington", "hanoi"),
    [
        (1, {"advisor": 4, "arvn_troops": 4, "police": 4}, {"cadre": 4, "vc_guerrilla": 10, "vc_base": 2}),
        (2, {"advisor": 2, "arvn_troops": 2, "police": 2}, {"cadre": 2, "vc_guerrilla": 5, "vc_base": 1}),
        (3, {}, {}),
    ],
)
@pytest.mark.parametrize("scenario", [P61, P63])
def test_reset_leaves_exactly_what_the_table_says(
    level: int, washington: dict[str, int], hanoi: dict[str, int], scenario: str
) -> None:
    """P6.6: whatever lay on the tracks before."""
    s = begun(scenario, washington=level, hanoi=level)
    run_down(phase(s, RESET))
    assert on_track(s, WASHINGTON_1) == washington
    assert on_track(s, HANOI_1) == hanoi
    assert "advisor" not in at(s, AVAILABLE)


def test_washington_comes_off_0_with_its_first_box() -> None:
    """P6.6: the first Coup Round of 1961 brings 2 Troops, 2 Police and 2 Advisors; the US score falls by 2."""
    s = begun(P61)
    before = victory_marker(s, US)
    flow = phase(s, RESET)
    assert flow.decision is not None
    assert (flow.decision.actor, flow.decision.kind) == (US, "advisor.space")
    flow.answer("saigon", "hue")
    assert flow.over
    assert s.washington == 1
    assert at(s, AVAILABLE)["arvn_troops"] == 2
    assert at(s, AVAILABLE)["police"] == 2
    assert at(s, row("hue"))["advisor"] == 1
    assert victory_marker(s, US) == before - 2


def test_from_4_both_tracks_fall_to_3_and_nothing_moves() -> None:
    """P6.6."""
    s = begun(P63, washington=4, hanoi=4)
    pieces = bytes(s.pieces)
    assert phase(s, RESET).over
    assert (s.washington, s.hanoi) == (3, 3)
    assert bytes(s.pieces) == pieces


def test_owners_choose_what_leaves_the_map_in_the_order_of_the_text() -> None:
    """P6.6, OPEN 22: ARVN, VC, US, NVA; and a Cadre whose Base goes can fill a box."""
    s = begun(P63, washington=2, hanoi=2)
    s.pieces[AVAILABLE * KINDS + KIND_BY_ID["vc_base"]] = 0  # all on the map or gone: VC must take one off
    s.pieces[row("phuoc_long") * KINDS + KIND_BY_ID["vc_base"]] = 2
    s.pieces[row("quang_tri_thua_thien") * KINDS + KIND_BY_ID["vc_base"]] = 1
    cadres = s.pieces[AVAILABLE * KINDS + KIND_BY_ID["cadre"]]
    s.pieces[AVAILABLE * KINDS + KIND_BY_ID["cadre"]] = 0
    s.pieces[HANOI_1 * KINDS + KIND_BY_ID["cadre"]] = 0
    recount(s)
    assert cadres == 2
    s.log = []
    flow = phase(s, RESET)
    actors = []
    while not flow.over:
        assert flow.decision is not None
        actors.append(flow.decision.actor)
        keys = flow.keys()
        flow.answer("vc_base_cadre@tay_ninh" if "vc_base_cadre@tay_ninh" in keys else keys[0])
    assert list(dict.fromkeys(actors)) == [ARVN, VC, US, NVA]
    assert at(s, HANOI_1 + 2)["vc_base"] == 1
    assert at(s, HANOI_1 + 2)["cadre"] == 2
    assert actors.count(NVA) == 1  # the other came with the Base from Tay Ninh
    told = [line.params["piece"] for line in s.log if line.message == "log.remove"]
    assert KIND_BY_ID["vc_base_cadre"] in told, "a piece is told in the state in which it stood"


def test_us_casualties_fill_boxes_first_and_the_base_goes_to_saigon() -> None:
    """P6.6, OPEN 20: an Advisor to the box above the level, an Irregular Available, the Base to Saigon."""
    s = begun(P63, washington=2, hanoi=3)
    for space, kind in (("saigon", "us_base"), ("hue", "advisor"), ("da_nang", "advisor"), ("khanh_hoa", "irregular")):
        remove(s, row(space), KIND_BY_ID[kind], 1, CASUALTIES)
    run_down(phase(s, RESET))
    assert at(s, SAIGON)["us_base"] == 1
    assert at(s, AVAILABLE)["irregular"] == 1
    assert at(s, WASHINGTON_1 + 2)["advisor"] == 2
    assert not at(s, CASUALTIES)


def test_the_us_base_waits_among_casualties_while_saigon_is_full() -> None:
    """P6.6, OPEN 20, 1.4.2."""
    s = begun(P63, washington=3, hanoi=3)
    remove(s, SAIGON, KIND_BY_ID["us_base"], 1, CASUALTIES)
    edit(s, "saigon", arvn_base=1, vc_base=1, police=4)
    run_down(phase(s, RESET))
    assert at(s, CASUALTIES) == {"us_base": 1}


def test_an_advisor_lying_in_available_enters_play() -> None:
    """P6.6, OPEN 3: no box above level 3 is free, so the US sets it."""
    s = begun(P63, washington=3, hanoi=3)
    remove(s, row("hue"), KIND_BY_ID["advisor"])
    flow = phase(s, RESET)
    assert flow.decision is not None
    assert flow.decision.kind == "advisor.space"
    flow.answer("qui_nhon")
    assert at(s, row("qui_nhon"))["advisor"] == 1


def test_reset_ends_with_the_rest_of_the_base_rule() -> None:
    """P6.6, 6.6: markers off, everybody Underground and Eligible, a Round is counted."""
    s = begun(P63, washington=3, hanoi=3, eligible=0)
    s.terror[row("hue")] = 2
    edit(s, "tay_ninh", vc_base_cadre=1, vc_guerrilla_active=2)
    phase(s, RESET)
    assert not any(s.terror)
    assert at(s, row("tay_ninh"))["vc_guerrilla"] == 2
    assert s.eligible == 0b1111
    assert s.coup_rounds == 1


def test_in_diems_war_reset_stores_no_advisors_or_cadres_and_makes_vc_first() -> None:
    """P6.6, P2.3: the tracks of two players hold cubes and VC pieces only."""
    s = begun(D61, initiative=ARVN)
    assert phase(s, RESET).over
    assert s.initiative == VC
    assert s.eligible == 1 << ARVN | 1 << VC
    assert on_track(s, WASHINGTON_1) == {"arvn_troops": 4, "police": 4}
    assert on_track(s, HANOI_1) == {"vc_guerrilla": 10, "vc_base": 2}


def test_no_coup_round_of_the_era_ends_the_game() -> None:
    """P6.4.5: not even if no Coup card were left."""
    s = begun(P61, piles=())
    run_down(phase(s, REDEPLOY))
    assert s.outcome is None
    assert s.stage == RESET


def test_the_victory_phase_asks_the_numbers_of_the_era() -> None:
    """P6.1, P7.2: ARVN above 40 ends the game in a Coup Round."""
    s = begun(P61, patronage=18)
    phase(s, VICTORY)
    assert s.outcome is not None
    assert (s.outcome.reason, s.outcome.winner) == ("victory", ARVN)
    s = begun(P61, patronage=17)
    phase(s, VICTORY)
    assert s.outcome is None


def test_a_track_that_falls_and_rises_before_reset_gives_nothing_twice() -> None:
    """P6.8.4, P6.9.4: only Reset puts pieces back."""
    s = begun(P61)
    move_hanoi(s, 1)
    there = at(s, AVAILABLE)
    move_hanoi(s, -1)
    move_hanoi(s, 1)
    assert at(s, AVAILABLE) == there


def test_advisors_left_over_enter_play_before_boxes_are_filled_from_the_map() -> None:
    """P6.6: entering comes third, filling fourth; so Control is still what it was."""
    s = begun(P63, washington=1, hanoi=3)
    for space in ("saigon", "can_tho", "hue", "da_nang", "binh_dinh"):
        remove(s, row(space), KIND_BY_ID["advisor"], 1, CASUALTIES)
    flow = phase(s, RESET)
    assert flow.decision is not None
    assert flow.decision.actor == US
    assert flow.decision.kind == "advisor.space"
    assert at(s, WASHINGTON_1 + 1) == {"advisor": 2}
    run_down(flow.answer("hue"))
    assert on_track(s, WASHINGTON_1) == {"advisor": 4, "arvn_troops": 4, "police": 4}
