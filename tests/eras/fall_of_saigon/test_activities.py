"""Special Activities as they change (S4.3.3, S4.3.5, S4.4.1, S4.4.2)."""

import pytest

from fitl.board.factions import ARVN, NVA, US
from fitl.board.pieces import KIND_BY_ID, KINDS
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY
from fitl.lasting import AAA_SHADED, LONG_RANGE_GUNS_SHADED, MCNAMARA_LINE
from fitl.rules.operation import Activity, Operation
from fitl.rules.sequence import operations_for
from fitl.state import OP_AND_ACTIVITY, State
from tests.eras.fall_of_saigon.support import XS, activity, begun, edit, empty, row
from tests.support import at, play

# --- ARVN in the air (S4.3.5) -------------------------------------------------------------------------------------


def test_arvn_flies_with_any_of_its_operations_but_not_at_posture_0() -> None:
    """S4.3.5."""
    for posture, flies in ((2, True), (1, True), (0, False)):
        s = begun(posture=posture)
        rules = s.era.activity_rules
        for op in operations_for(s, ARVN, OP_AND_ACTIVITY):
            assert {"air_lift", "air_strike"} <= set(op.activities)
        for name in ("air_lift", "air_strike"):
            assert rules[name].can(s, Activity(s, ARVN, name)) == flies


def test_an_arvn_air_strike_has_as_many_hits_as_posture_and_no_die() -> None:
    """S4.3.5 (F60)."""
    s = begun(posture=2)
    space = "quang_tri_thua_thien"
    flow = activity(s, ARVN, "air_strike", space, "done", f"nva_troops@{space}", f"nva_troops@{space}")
    assert flow.over
    assert not any(kind.endswith("die") for kind in flow.asked)
    assert at(s, row(space))["nva_troops"] == 3
    assert s.support[row(space)] == -1


@pytest.mark.parametrize(("posture", "trail", "degrades"), [(2, 3, True), (2, 2, False), (1, 3, False)])
def test_both_hits_may_degrade_the_trail(posture: int, trail: int, degrades: bool) -> None:
    """S4.3.5 (F60): never at Posture 1, nor at Trail 2 under shaded AAA."""
    s = begun(posture=posture, trail=trail, effects=AAA_SHADED)
    flow = activity(s, ARVN, "air_strike", "quang_nam", "done")
    assert ("degrade" in flow.keys()) == degrades


def test_arvn_air_lifts_no_more_pieces_than_posture_and_no_armor() -> None:
    """S4.2, S4.3.5."""
    s = empty(posture=1)
    edit(s, "saigon", arvn_troops=3, police=1, arvn_armor=1)
    flow = activity(s, ARVN, "air_lift", "saigon", "hue", "done")
    assert flow.over
    assert at(s, row("hue")) == {"arvn_troops": 1}


def can_fly(s: State, name: str) -> bool:
    return s.era.activity_rules[name].can(s, Activity(s, ARVN, name))


def test_arvn_flies_no_us_troops() -> None:
    """S4.3.5: they may still be on the map until the Commitment Phase."""
    s = empty(XS, "after_retreat")
    edit(s, "saigon", us_troops=2)
    assert not can_fly(s, "air_lift")
    edit(s, "saigon", us_troops=2, irregular=1)
    edit(s, "hue", us_troops=1, ranger=1)
    assert can_fly(s, "air_lift")
    flow = activity(s, ARVN, "air_lift", "saigon", "hue", "done")
    assert flow.keys() == ["irregular@saigon", "ranger@hue"]


def test_the_last_space_of_an_arvn_air_lift_has_somebody_to_fly_if_no_other_has() -> None:
    """S4.3.5: US Troops are nobody to fly, so the fourth space is Hue without a question."""
    s = empty(XS, "after_retreat")
    edit(s, "saigon", us_troops=2)
    edit(s, "hue", ranger=1)
    flow = activity(s, ARVN, "air_lift", "saigon", "da_nang", "kontum")
    assert flow.asked[-1] == "air_lift.destination"


def test_the_us_flies_for_itself_at_posture_4() -> None:
    """S4.2: its own Air Lift carries any number of US Troops."""
    s = empty(XS, "after_retreat", posture=4)
    edit(s, "saigon", us_troops=6)
    activity(s, US, "air_lift", "saigon", "hue", "done", 6)
    assert at(s, row("hue")) == {"us_troops": 6}


@pytest.mark.parametrize(("posture", "trail", "can"), [(1, 3, False), (2, 3, True), (2, 0, False)])
def test_where_nothing_can_be_struck_the_trail_alone_is_a_reason_to_fly(posture: int, trail: int, can: bool) -> None:
    """S4.3.5: it takes two hits, and a Trail above 0."""
    assert can_fly(empty(posture=posture, trail=trail), "air_strike") == can


# --- Raid (S4.3.3) ------------------------------------------------------------------------------------------------


def test_an_irregular_may_strike_in_a_raid_after_paris() -> None:
    """S4.3.3 (F64): it is not moved by the Raid."""
    s = empty(XS, "post_paris")
    edit(s, "tay_ninh", irregular=1, nva_guerrilla=3)
    edit(s, "saigon", irregular=1)
    flow = activity(s, ARVN, "raid", "yes")
    assert flow.over
    assert at(s, row("tay_ninh")) == {"irregular_active": 1, "nva_guerrilla": 1}


def test_before_paris_no_irregular_raids() -> None:
    """S4.3.3."""
    s = empty(XS)
    edit(s, "tay_ninh", irregular=1, nva_guerrilla=3)
    assert not s.era.activity_rules["raid"].can(s, Activity(s, ARVN, "raid"))


def test_where_both_could_strike_arvn_chooses() -> None:
    """S4.3.3: one strike in each space."""
    s = empty(XS, "post_paris")
    edit(s, "tay_ninh", irregular=1, ranger=1, nva_guerrilla=3)
    activity(s, ARVN, "raid", "tay_ninh", "done", "yes", "irregular")
    assert at(s, row("tay_ninh")) == {"irregular_active": 1, "ranger": 1, "nva_guerrilla": 1}


# --- Infiltrate (S4.4.1) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("trail", "armor"), [(2, 0), (3, 1), (4, 2)])
def test_armor_comes_down_a_good_trail(trail: int, armor: int) -> None:
    """S4.4.1 (F76): at Trail 3 in one selected space with a Base, at 4 in each."""
    s = begun(trail=trail)
    flow = activity(s, NVA, "infiltrate")
    for space in ("north_vietnam", "central_laos"):
        flow.answer(space)
        if "build_up" in flow.keys():
            flow.answer("build_up")
        flow.answer(1, 0)
    for space in ("north_vietnam", "central_laos")[:armor]:
        if not flow.over:
            flow.answer(space)
    assert flow.over
    assert sum(at(s, row(space)).get("nva_armor", 0) for space in ("north_vietnam", "central_laos")) == armor


@pytest.mark.parametrize(("effects", "can"), [(0, True), (MCNAMARA_LINE, False)])
def test_armor_alone_is_a_reason_to_infiltrate_but_not_over_the_mcnamara_line(effects: int, can: bool) -> None:
    """S4.4.1, OPEN 23, card 38: a free Infiltrate is not barred (5.1.1)."""
    s = empty(trail=3, effects=effects)
    for kind in ("nva_troops", "nva_guerrilla"):  # nothing else can be placed
        s.pieces[OUT_OF_PLAY * KINDS + KIND_BY_ID[kind]] = s.pieces[AVAILABLE * KINDS + KIND_BY_ID[kind]]
        s.pieces[AVAILABLE * KINDS + KIND_BY_ID[kind]] = 0
    edit(s, "central_laos", nva_base=1)
    rule = s.era.activity_rules["infiltrate"]
    assert rule.can(s, Activity(s, NVA, "infiltrate", Operation(s, NVA, "rally"))) == can
    assert rule.can(s, Activity(s, NVA, "infiltrate"))


def test_armor_comes_last_also_to_a_base_that_was_just_taken_over() -> None:
    """S4.4.1, OPEN 23."""
    s = empty(XS, "post_paris", trail=3)
    edit(s, "tay_ninh", nva_guerrilla=3, vc_base=1)
    activity(s, NVA, "infiltrate", "vc_base", "tay_ninh")
    assert at(s, row("tay_ninh")) == {"nva_guerrilla": 3, "nva_base": 1, "nva_armor": 1}


# --- Bombard (S4.4.2) ---------------------------------------------------------------------------------------------


def test_nva_bombards_one_city_from_all_around() -> None:
    """S4.4.2: 7 NVA Troops in and around Hue take two; ARVN's become Casualties."""
    s = empty()
    edit(s, "hue", arvn_troops=3, arvn_armor=1)
    edit(s, "quang_tri_thua_thien", nva_troops=5)
    edit(s, "loc_hue_da_nang", nva_troops=2)
    activity(s, NVA, "bombard", "hue")
    assert at(s, row("hue")) == {"arvn_troops": 1, "arvn_armor": 1}
    assert at(s, CASUALTIES) == {"arvn_troops": 2}


def test_another_city_than_the_first_loses_troops_of_either_side_as_nva_picks() -> None:
    """S4.4.2: US Troops become Casualties in any case; the Activity has been in that City."""
    s = empty(XS, "post_paris")
    edit(s, "da_nang", us_troops=1, arvn_troops=2)
    edit(s, "quang_nam", nva_troops=6)
    act = Activity(s, NVA, "bombard")
    flow = play(s.era.activity_rules["bombard"].run(s, act), "da_nang")
    assert flow.keys() == ["us_troops", "arvn_troops"]
    flow.answer("us_troops")
    assert flow.over
    assert at(s, row("da_nang")) == {"arvn_troops": 1}
    assert at(s, CASUALTIES) == {"us_troops": 1}
    assert act.spaces == [row("da_nang")]


def test_saigon_is_no_target_of_a_city_bombard() -> None:
    """S4.4.2."""
    s = empty()
    edit(s, "saigon", arvn_troops=3)
    edit(s, "binh_tuy_binh_thuan", nva_troops=2)
    edit(s, "tay_ninh", nva_troops=2)
    assert not s.era.activity_rules["bombard"].can(s, Activity(s, NVA, "bombard"))


def test_card_32_adds_no_space_to_a_city_bombard() -> None:
    """OPEN 24."""
    s = empty(effects=LONG_RANGE_GUNS_SHADED)
    edit(s, "hue", arvn_troops=3)
    edit(s, "da_nang", arvn_troops=3)
    edit(s, "loc_hue_da_nang", nva_troops=3)
    flow = activity(s, NVA, "bombard", "hue")
    assert flow.over
    assert at(s, row("da_nang")) == {"arvn_troops": 3}
