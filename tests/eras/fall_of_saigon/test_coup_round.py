"""Coup Rounds from 1972 to 1975: Resources, Redeploy, Commitment, Reset (S6.2 to S6.6)."""

import pytest

from fitl.board.card import card_number
from fitl.board.factions import ARVN, NVA, VC
from fitl.board.pieces import KIND_BY_ID, KINDS
from fitl.board.pivotals import PIVOTAL_BIT
from fitl.board.spaces import AVAILABLE, CASUALTIES, CITIES, OUT_OF_PLAY, SPACE_COUNT
from fitl.lasting import effect_bit
from fitl.rules.cards import is_effective
from fitl.rules.control import recount
from fitl.rules.coup.redeploy import redeploy_phase
from fitl.rules.coup.resources import resources_phase
from fitl.rules.coup.support import agitation
from fitl.state import COMMITMENT, RESET, State
from fitl.words import line, prompt
from tests.eras.fall_of_saigon.support import BA, XS, begun, edit, empty, row
from tests.support import Play, at, play

ACCORDS_ENFORCED = card_number("s76")


def lose(s: State, **pieces: int) -> None:
    """These pieces of the map, or Available, are Casualties."""
    for name, n in pieces.items():
        kind = KIND_BY_ID[name]
        for place in (AVAILABLE, *range(SPACE_COUNT)):
            there = min(n, s.pieces[place * KINDS + kind])
            s.pieces[place * KINDS + kind] -= there
            s.pieces[CASUALTIES * KINDS + kind] += there
            n -= there
        assert not n
    recount(s)


def moved(s: State, box: int, before: dict[str, int]) -> dict[str, int]:
    """What a box holds more or less than before."""
    now = at(s, box)
    return {name: n for name in {*now, *before} if (n := now.get(name, 0) - before.get(name, 0))}


def finish(flow: Play) -> Play:
    while not flow.over:
        flow.answer("done")
    return flow


# --- Resources ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("era", "econ"), [("", 15), ("post_paris", 15), ("after_retreat", 0)])
def test_arvn_earns_from_open_locs_though_no_econ_marker_is_left(era: str, econ: int) -> None:
    """S1.8.1, S6.2.3."""
    s = begun(XS, era, aid=0)
    s.resources[ARVN] = 0
    for space in (*CITIES, row("quang_nam")):
        s.pieces[space * KINDS + KIND_BY_ID["police"]] += 20  # every LoC is safe
    recount(s)
    play(resources_phase(s))
    assert (s.resources[ARVN], s.econ) == (15, econ)
    assert s.log is not None
    told = {entry.message for entry in s.log} & {"log.coup.econ", "log.coup.open_locs"}
    assert told == {"log.coup.econ" if econ else "log.coup.open_locs"}


def test_only_us_casualties_cost_aid() -> None:
    """S6.2.5, F124: 4 Troops, a Base and an Irregular are 18 Aid, whatever ARVN has lost."""
    s = begun(XS, "after_retreat", aid=40)
    lose(s, us_troops=4, us_base=1, irregular=1, arvn_troops=5, police=3)
    play(resources_phase(s))
    assert s.aid == 22


def test_in_black_april_only_nva_earns_of_the_insurgents() -> None:
    """S6.2.4: a Base in each of the five spaces beyond the border that have one, and twice the Trail."""
    s = begun()
    play(resources_phase(s))
    assert (s.resources[NVA], s.resources[VC]) == (15 + 5 + 2 * 3, 0)


def test_nva_agitates_in_black_april() -> None:
    """S6.3, S6.3.2: in spaces that hold NVA pieces and are not COIN-Controlled, for 1 Resource a level."""
    s = begun()
    flow = play(agitation(s))
    assert flow.decision is not None
    assert flow.decision.actor == NVA
    assert "pleiku_darlac" in flow.keys()
    assert "quang_tin_quang_ngai" not in flow.keys()  # COIN Control
    flow.answer("pleiku_darlac")
    assert (s.support[row("pleiku_darlac")], s.resources[NVA]) == (-2, 14)


# --- Redeploy -----------------------------------------------------------------------------------------------------


def test_arvn_armor_redeploys_like_troops_and_nva_armor_like_nva_troops() -> None:
    """S6.4.2, S6.4.3, F108."""
    s = begun()
    road = "loc_saigon_an_loc_ban_me_thuot"
    edit(s, "kien_hoa_vinh_binh", police=1, arvn_armor=1)
    edit(s, road, arvn_armor=1)
    edit(s, "binh_tuy_binh_thuan", arvn_base=1, police=2, arvn_armor=1)
    edit(s, "binh_dinh", nva_guerrilla=1, nva_armor=1)
    flow = play(redeploy_phase(s))
    while flow.decision is not None and flow.decision.params != {
        "piece": KIND_BY_ID["arvn_armor"], "origin": row("kien_hoa_vinh_binh"), "n": 1
    }:  # fmt: skip
        flow.answer("done" if "done" in flow.keys() else flow.keys()[0])
    assert flow.decision is not None
    assert (flow.decision.kind, flow.decision.rule) == ("redeploy.must", "S6.4.2")
    assert {"saigon", "hue", "khanh_hoa", "binh_tuy_binh_thuan"} <= set(flow.keys())
    assert not {"kien_phong", "phuoc_long", road} & set(flow.keys())
    flow.answer("khanh_hoa", "saigon")  # the second from the LoC
    assert flow.decision.kind == "redeploy.origin"
    assert set(flow.keys()) == {"binh_tuy_binh_thuan", "done"}  # a piece moves once
    flow.answer("binh_tuy_binh_thuan", "hue")
    while flow.decision is not None and flow.decision.rule != "S6.4.3":
        flow.answer("done")
    assert "binh_dinh" in flow.keys()
    flow.answer("binh_dinh")
    assert {"north_vietnam", "the_parrots_beak", "quang_nam"} <= set(flow.keys())
    assert "tay_ninh" not in flow.keys()
    flow.answer("quang_nam")
    finish(flow)
    assert at(s, row("khanh_hoa"))["arvn_armor"] == at(s, row("saigon"))["arvn_armor"] == 1
    assert at(s, row("hue"))["arvn_armor"] == at(s, row("quang_nam"))["nva_armor"] == 1


def test_captured_armor_redeploys_with_its_captor() -> None:
    """S6.4.2, S6.4.3, OPEN 1."""
    s = empty()
    edit(s, "kien_hoa_vinh_binh", captured_nva_armor=1)
    edit(s, "binh_dinh", captured_arvn_armor=1)
    edit(s, "north_vietnam", nva_base=1)
    flow = play(redeploy_phase(s), "hue", "binh_dinh")
    finish(flow)
    assert at(s, row("hue")) == {"captured_nva_armor": 1}
    assert at(s, row("north_vietnam")) == {"captured_arvn_armor": 1, "nva_base": 1}


def test_armor_leaves_laos_and_cambodia_and_never_becomes_a_casualty_there() -> None:
    """6.4.1, OPEN 35: ARVN's own is Available, captured Armor Out of Play."""
    s = empty()
    edit(s, "southern_laos", arvn_armor=1, captured_nva_armor=1, arvn_troops=2)
    before = at(s, AVAILABLE)
    finish(play(redeploy_phase(s)))
    assert moved(s, AVAILABLE, before) == {"arvn_armor": 1, "arvn_troops": 2}
    assert at(s, OUT_OF_PLAY) == {"nva_armor": 1}
    assert not at(s, CASUALTIES)


# --- Commitment ---------------------------------------------------------------------------------------------------


def commit(s: State) -> Play:
    return play(s.era.stages[COMMITMENT].step(s))


def test_in_the_phase_after_the_retreat_troops_go_home_and_casualties_out_of_play() -> None:
    """S6.5: no limit of 10, from any space; then VC shifts by half of what was withdrawn."""
    s = begun(XS, "us_leaving")
    edit(s, "southern_laos", us_troops=12)
    lose(s, us_troops=7, us_base=1, irregular=1, arvn_troops=3)
    before = {box: at(s, box) for box in (AVAILABLE, OUT_OF_PLAY)}
    troops = sum(at(s, sp).get("us_troops", 0) for sp in range(SPACE_COUNT))
    assert troops > 10
    flow = commit(s)
    assert flow.decision is not None
    assert flow.decision.kind == "commitment.base"
    assert set(flow.keys()) <= {"us_base@saigon", "us_base@da_nang", "us_base@cam_ranh", "done"}
    flow.answer("done")
    assert flow.decision.kind == "commitment.withdrawal"
    assert flow.decision.params == {"n": troops // 2}
    flow.answer("done")
    assert flow.over
    assert moved(s, OUT_OF_PLAY, before[OUT_OF_PLAY]) == {"us_troops": 7, "us_base": 1}
    assert moved(s, AVAILABLE, before[AVAILABLE]) == {"us_troops": troops, "irregular": 1}
    assert at(s, CASUALTIES) == {"arvn_troops": 3}
    assert s.era.id == "after_retreat"


def test_after_both_retreated_a_third_of_the_troop_casualties_goes_out_of_play_the_rest_is_available() -> None:
    """S6.8.1, OPEN 34, F88."""
    s = begun(XS, "after_retreat")
    lose(s, us_troops=7, us_base=1, irregular=1)
    before = {box: at(s, box) for box in (AVAILABLE, OUT_OF_PLAY)}
    troops = sum(at(s, sp).get("us_troops", 0) for sp in range(SPACE_COUNT))
    flow = commit(s).answer("done")
    if not flow.over:
        assert flow.decision is not None
        assert flow.decision.params == {"n": troops // 2}  # the Casualties do not count as withdrawn
    finish(flow)
    assert moved(s, OUT_OF_PLAY, before[OUT_OF_PLAY]) == {"us_troops": 2, "us_base": 1}
    assert moved(s, AVAILABLE, before[AVAILABLE]) == {"us_troops": 5 + troops, "irregular": 1}
    assert not any(at(s, sp).get("us_troops") for sp in range(SPACE_COUNT))


def test_later_us_casualties_rotate_likewise_and_shift_nothing() -> None:
    """OPEN 46, F124."""
    s = begun(XS, "after_retreat")
    for sp in range(SPACE_COUNT):
        s.pieces[AVAILABLE * KINDS] += s.pieces[sp * KINDS]
        s.pieces[sp * KINDS] = 0  # the Troops have gone long ago
    recount(s)
    lose(s, us_troops=4, us_base=1, irregular=1)
    before = {box: at(s, box) for box in (AVAILABLE, OUT_OF_PLAY)}
    flow = commit(s).answer("done")
    assert flow.over
    assert moved(s, OUT_OF_PLAY, before[OUT_OF_PLAY]) == {"us_troops": 1, "us_base": 1}
    assert moved(s, AVAILABLE, before[AVAILABLE]) == {"us_troops": 3, "irregular": 1}


def test_medevac_comes_before_the_casualties_of_the_retreat() -> None:
    """OPEN 46: unshaded card 15 makes the Troops Available."""
    s = begun(XS, "us_leaving")
    s.effects |= effect_bit(15, "unshaded")
    lose(s, us_troops=7)
    before = at(s, OUT_OF_PLAY)
    finish(commit(s))
    assert moved(s, OUT_OF_PLAY, before) == {}


def test_after_the_retreat_bases_leave_or_change_spaces_and_none_comes_out() -> None:
    """S6.5: up to two of them."""
    s = begun(XS, "after_retreat")
    edit(s, "da_nang", police=1)  # its Base is Available
    assert at(s, AVAILABLE)["us_base"] == 1
    flow = commit(s)
    assert not any(key.endswith("@available") for key in flow.keys())
    flow.answer("us_base@saigon", "kontum", "us_base@cam_ranh", "available")
    finish(flow)
    assert at(s, AVAILABLE)["us_base"] == 2
    assert at(s, row("kontum"))["us_base"] == 1


def test_bases_that_leave_count_as_withdrawn_and_control_follows_at_the_end() -> None:
    """S6.5, 6.5: one Base and one Troop make 1 Population; Control is adjusted once all have moved."""
    s = empty(XS, "after_retreat")
    edit(s, "saigon", us_base=1)
    edit(s, "hue", us_troops=1)
    flow = commit(s)
    assert flow.keys() == ["us_base@saigon", "done"]
    flow.answer("us_base@saigon", "available")
    assert flow.decision is not None
    assert flow.decision.params == {"n": 1}
    assert [control for control in s.control if control] != []  # as at the start
    flow.answer("done")
    assert not any(s.control)
    assert not s.control_frozen


def test_card_73_brings_the_commitment_phase_of_its_time() -> None:
    """S6.5, 5.1.1: after a Retreat Troops only go home."""
    s = begun(XS, "after_retreat", card=73)
    finish(play(s.cards.programs[73]["unshaded"].run(s, ARVN)))
    assert not any(at(s, sp).get("us_troops") for sp in range(SPACE_COUNT))
    s = empty(XS, "after_retreat")
    assert not is_effective(s, 73, "unshaded", ARVN)


# --- Reset --------------------------------------------------------------------------------------------------------


def reset(s: State, *keys: str | int) -> Play:
    return play(s.era.stages[RESET].step(s), *keys)


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_posture_comes_off_its_ends_in_reset_and_anti_war_stays(before: int, after: int) -> None:
    """S6.6, S6.9.1, F80."""
    s = begun(XS, "after_retreat", posture=before, anti_war=7)
    reset(s)
    assert (s.posture, s.anti_war) == (after, 7)


def test_posture_does_not_move_while_the_us_is_at_war() -> None:
    """S6.9: it is not in effect yet."""
    s = begun(XS, "post_paris")
    reset(s)
    assert s.posture == 0


def test_arvn_may_buy_casualties_back_first_in_reset() -> None:
    """S6.6: any number, 1 Resource each; the Trail and all else follow."""
    s = begun(BA, trail=4)
    s.resources[ARVN] = 4
    lose(s, arvn_troops=3, police=2, arvn_base=1)
    flow = reset(s)
    assert flow.decision is not None
    assert (flow.decision.actor, flow.decision.kind) == (ARVN, "reset.buy_back")
    flow.answer(3)
    assert flow.keys() == ["0", "1"]
    flow.answer(0, 1)
    assert flow.over
    assert at(s, CASUALTIES) == {"police": 2}
    assert (s.resources[ARVN], s.trail) == (0, 3)


def test_arvn_need_not_buy_anything_back_in_reset() -> None:
    """S6.6: it is a may; without Resources nothing is asked."""
    s = begun(BA)
    lose(s, police=2)
    reset(s, 0)
    assert at(s, CASUALTIES) == {"police": 2}
    s.resources[ARVN] = 0
    assert reset(s).asked == []


def test_reset_leaves_the_order_of_two_players_as_it_was() -> None:
    """S6.6, S2.3."""
    s = begun(BA, initiative=ARVN)
    reset(s)
    assert s.initiative == ARVN


def test_accords_enforced_returns_in_reset_once_it_was_played() -> None:
    """S2.3.8, OPEN 42, F112: one that was not played is still held, others do not come back."""
    s = begun(XS, "post_paris", played=(1, ACCORDS_ENFORCED, card_number("s77")))
    s.pivotal_held = PIVOTAL_BIT[card_number("s79")]
    reset(s)
    assert s.pivotal_held == PIVOTAL_BIT[ACCORDS_ENFORCED] | PIVOTAL_BIT[card_number("s79")]


def test_vc_still_pays_one_resource_a_level_to_agitate() -> None:
    """S3.3, 6.3.2: Agitation is no Operation."""
    s = begun(XS, "after_retreat")
    s.resources[VC] = 6
    play(agitation(s), "binh_dinh")
    assert s.resources[VC] == 5


def test_what_is_bought_back_is_told_without_a_face_and_two_players_are_not_called_eligible() -> None:
    """1.4.3, S6.6: only on the map is a Ranger Underground."""
    s = begun()
    lose(s, ranger=2)
    flow = reset(s)
    assert flow.decision is not None
    assert prompt(flow.decision).startswith("How many Rangers among the Casualties")
    flow.answer(2)
    told = [line(entry) for entry in s.log or ()]
    assert "2 Rangers: Casualties to Available" in told
    assert "Eligible" not in told[-1]
