"""Spearhead (S4.3.4, S4.4.4) and captured Armor (S1.4.5)."""

import pytest

from fitl.board.factions import ARVN, NVA
from fitl.board.pieces import ARVN_ARMOR, KINDS, NVA_ARMOR
from fitl.board.spaces import OUT_OF_PLAY, ROWS
from fitl.eras.fall_of_saigon.armor import capture, captured_markers_left
from fitl.eras.fall_of_saigon.spearhead import reach
from fitl.lab.invariants import check_state
from fitl.lasting import PT_76, PT_76_SHADED, TYPHOON_KATE
from fitl.rules.sequence import operations_for
from fitl.state import OP_AND_ACTIVITY, State
from fitl.words import prompt
from tests.eras.fall_of_saigon.support import activity, begun, edit, empty, operation, row
from tests.support import at, play


def may_reach(s: State, faction: int, origin: str, space: str) -> bool:
    return bool(reach(s, faction, row(origin)) >> row(space) & 1)


def test_what_spearhead_goes_with() -> None:
    """S4.3.4, S4.4.4: ARVN Train and Patrol; NVA Rally, March and Terror, not Attack."""
    s = begun()
    edit(s, "saigon", arvn_armor=1, arvn_troops=2, police=4)
    edit(s, "quang_nam", nva_armor=1, nva_troops=5, arvn_troops=1)
    found = {
        (faction, op.name)
        for faction in (ARVN, NVA)
        for op in operations_for(s, faction, OP_AND_ACTIVITY)
        if "spearhead" in op.activities
    }
    expected = {(ARVN, "train"), (ARVN, "patrol"), (NVA, "rally"), (NVA, "march"), (NVA, "terror")}
    assert found == expected


# --- moving -------------------------------------------------------------------------------------------------------


def test_a_column_goes_along_clear_highways_and_a_step_beyond() -> None:
    """S4.3.4, OPEN 20."""
    s = empty()
    edit(s, "saigon", arvn_armor=1)
    assert may_reach(s, ARVN, "saigon", "loc_saigon_an_loc_ban_me_thuot")
    assert may_reach(s, ARVN, "saigon", "pleiku_darlac")  # beyond the Highway to Ban Me Thuot
    assert may_reach(s, ARVN, "saigon", "binh_tuy_binh_thuan")
    assert not may_reach(s, ARVN, "saigon", "saigon")


def test_enemies_on_a_highway_end_the_move_there() -> None:
    """OPEN 22: it may be the last space entered, never passed."""
    s = empty()
    edit(s, "loc_saigon_an_loc_ban_me_thuot", nva_guerrilla=1)
    neighbours = ("the_fishhook", "phuoc_long", "tay_ninh", "loc_saigon_an_loc_ban_me_thuot")
    assert reach(s, ARVN, row("an_loc")) == sum(1 << row(space) for space in neighbours)


def test_a_city_ends_the_move() -> None:
    """OPEN 19: Hue and Da Nang lie on one Highway, Qui Nhon is two Cities off by another."""
    s = empty()
    assert may_reach(s, ARVN, "hue", "da_nang")
    assert not may_reach(s, ARVN, "hue", "qui_nhon")


def test_the_mekong_is_closed_but_a_column_may_set_out_from_it() -> None:
    """S4.3.4, OPEN 44."""
    s = empty()
    assert not may_reach(s, ARVN, "can_tho", "loc_can_tho_chau_doc")
    assert may_reach(s, ARVN, "loc_can_tho_chau_doc", "can_tho")


def test_arvn_never_enters_north_vietnam_nva_may_leave_it() -> None:
    """1.4.2, S4.4.4."""
    s = empty()
    assert not may_reach(s, ARVN, "quang_tri_thua_thien", "north_vietnam")
    assert may_reach(s, NVA, "north_vietnam", "quang_tri_thua_thien")


def test_moving_troops_go_with_their_armor_and_columns_may_part() -> None:
    """S4.3.4."""
    s = empty()
    edit(s, "hue", arvn_armor=2, arvn_troops=4)
    activity(s, ARVN, "spearhead", "arvn_armor", 3, "loc_hue_da_nang", 2, "quang_tri_thua_thien", 1)
    assert at(s, row("hue")) == {"arvn_troops": 1}
    assert at(s, row("loc_hue_da_nang")) == {"arvn_armor": 1, "arvn_troops": 2}
    assert at(s, row("quang_tri_thua_thien")) == {"arvn_armor": 1, "arvn_troops": 1}


def test_typhoon_kate_leaves_one_origin() -> None:
    """OPEN 47: its columns may still part."""
    s = empty(effects=TYPHOON_KATE)
    edit(s, "hue", arvn_armor=2)
    edit(s, "saigon", arvn_armor=1)
    flow = operation(
        s, ARVN, "train", "da_nang", "nothing", "sa:spearhead", "hue", "arvn_armor", activities=("spearhead",)
    )
    assert flow.decision is not None
    assert flow.decision.kind == "spearhead.destination"
    flow.answer("loc_hue_da_nang", "quang_tri_thua_thien")
    assert at(s, row("saigon")) == {"arvn_armor": 1}


def test_armor_trained_now_may_spearhead() -> None:
    """S4.3.4."""
    s = begun()
    edit(s, "binh_dinh", nva_guerrilla_active=1)
    flow = operation(s, ARVN, "train", "qui_nhon", "armor", "sa:spearhead", "binh_dinh", activities=("spearhead",))
    flow.answer("binh_dinh")
    assert at(s, row("binh_dinh")) == {"arvn_armor": 1}


def test_armor_that_patrolled_may_spearhead_too() -> None:
    """S4.3.4: and does not Patrol again."""
    s = empty()
    edit(s, "hue", arvn_armor=1)
    flow = operation(s, ARVN, "patrol", "loc_hue_da_nang", "sa:spearhead", "da_nang", activities=("spearhead",))
    assert at(s, row("da_nang")) == {"arvn_armor": 1}
    assert flow.over


@pytest.mark.parametrize(
    ("armor", "troops", "selected", "with_first", "with_second"),
    [(1, 1, 1, 1, None), (1, 5, 2, 2, None), (2, 3, 3, 2, 2), (2, 9, 4, 2, 2), (3, 9, 4, 2, 2)],
)
def test_two_troops_are_selected_for_each_armor_and_no_more_than_two_go_with_one(
    armor: int, troops: int, selected: int, with_first: int, with_second: int | None
) -> None:
    """S4.3.4: the second Armor may take whom the first left behind."""
    s = empty()
    edit(s, "hue", arvn_armor=armor, arvn_troops=troops)
    flow = activity(s, ARVN, "spearhead", *["arvn_armor"] * (armor > 1))
    assert flow.keys() == [str(n) for n in range(selected + 1)]
    flow.answer(selected, "loc_hue_da_nang")
    assert flow.keys() == [str(n) for n in range(with_first + 1)]
    flow.answer(min(1, selected - 1))
    if with_second is not None:
        flow.answer("quang_tri_thua_thien")
        assert flow.keys() == [str(n) for n in range(with_second + 1)]


# --- striking -----------------------------------------------------------------------------------------------------


def test_only_selected_units_strike() -> None:
    """S4.3.4 (F68): 2 Troops // 2 + one Armor's 2."""
    s = empty()
    edit(s, "saigon", arvn_armor=2, arvn_troops=4, police=4, nva_troops=4)
    activity(s, ARVN, "spearhead", "done", 2, "done", "saigon")
    assert at(s, row("saigon"))["nva_troops"] == 1


@pytest.mark.parametrize(("go", "left"), [(0, 2), (1, 3), (2, 3)])
def test_selected_troops_strike_where_they_stand_when_their_armor_drives_on(go: int, left: int) -> None:
    """S4.3.4: whether they moved or not; 4, 3 or 2 Troops and an Armor against six."""
    s = empty()
    edit(s, "saigon", arvn_armor=2, arvn_troops=4, nva_troops=6)
    flow = activity(s, ARVN, "spearhead", "arvn_armor", 4, "loc_saigon_da_lat", go, "done", "saigon")
    assert flow.over
    assert at(s, row("saigon")) == {"arvn_armor": 1, "arvn_troops": 4 - go, "nva_troops": left}
    assert at(s, row("loc_saigon_da_lat"))["arvn_armor"] == 1


def test_troops_strike_without_armor_and_what_they_take_is_captured() -> None:
    """S4.3.4, S1.4.5: their only Armor has left; whichever hit would take enemy Armor, it is drawn for."""
    s = empty()
    edit(s, "saigon", arvn_armor=1, arvn_troops=2, nva_armor=1)
    activity(s, ARVN, "spearhead", 2, "loc_saigon_da_lat", 0, "saigon", "captured")
    assert at(s, row("saigon")) == {"arvn_troops": 2, "captured_nva_armor": 1}


def test_troops_of_nva_left_behind_attack_as_well() -> None:
    """S4.4.4, 3.3.3: two where they stood, the Armor where it went."""
    s = empty()
    edit(s, "quang_nam", nva_armor=1, nva_troops=2, police=2)
    edit(s, "da_nang", police=3)
    activity(s, NVA, "spearhead", 2, "da_nang", 0, "quang_nam", "da_nang")
    assert at(s, row("quang_nam")) == {"nva_troops": 2, "police": 1}
    assert at(s, row("da_nang")) == {"nva_armor": 1, "police": 1}


def test_troops_left_behind_strike_with_a_column_that_comes() -> None:
    """S4.3.4: units that meet strike together, once; the enemy is in the origin that one Armor left."""
    s = empty()
    edit(s, "hue", arvn_armor=1, arvn_troops=1, nva_troops=6)
    edit(s, "da_nang", arvn_armor=1, arvn_troops=2)
    keys = ("hue", 1, "da_nang", 2, "quang_tri_thua_thien", 0, "hue", 1, "hue")
    assert activity(s, ARVN, "spearhead", *keys).over
    assert at(s, row("hue")) == {"arvn_armor": 1, "arvn_troops": 2, "nva_troops": 6 - 1 - 2}


def test_striking_is_optional() -> None:
    """OPEN 21."""
    s = empty()
    edit(s, "saigon", arvn_armor=1, nva_troops=4)
    activity(s, ARVN, "spearhead", "done", "done")
    assert at(s, row("saigon")) == {"arvn_armor": 1, "nva_troops": 4}


def test_columns_of_two_origins_strike_together() -> None:
    """S4.3.4."""
    s = empty()
    edit(s, "hue", arvn_armor=1)
    edit(s, "da_nang", arvn_armor=1)
    edit(s, "loc_hue_da_nang", nva_troops=5)
    flow = activity(s, ARVN, "spearhead", "hue", "da_nang", "loc_hue_da_nang", "loc_hue_da_nang", "loc_hue_da_nang")
    assert flow.over
    assert at(s, row("loc_hue_da_nang")) == {"arvn_armor": 2, "nva_troops": 1}


def test_the_troops_of_nva_strike_first_then_its_armor() -> None:
    """S4.4.4, S3.3.3: 2 Troops take a Troop, the Armor two Police."""
    s = empty()
    edit(s, "quang_nam", nva_armor=1, nva_troops=3)
    edit(s, "da_nang", arvn_troops=1, police=3)
    flow = activity(s, NVA, "spearhead", 2, "da_nang", 2, "da_nang", "arvn_troops")
    assert flow.over
    assert at(s, row("da_nang")) == {"nva_troops": 2, "nva_armor": 1, "police": 1}


def test_card_45_unshaded_costs_a_troop_that_need_not_be_of_the_column() -> None:
    """S4.4.4."""
    s = empty(effects=PT_76)
    edit(s, "da_nang", nva_armor=1, nva_troops=4, police=4)
    activity(s, NVA, "spearhead", 2, "done", "da_nang")
    assert at(s, row("da_nang")) == {"nva_armor": 1, "nva_troops": 3, "police": 1}


def test_card_45_shaded_serves_one_space_of_a_spearhead() -> None:
    """OPEN 50: each of the selected Troops takes a piece."""
    s = empty(effects=PT_76_SHADED)
    edit(s, "da_nang", nva_armor=1, nva_troops=4, police=6)
    activity(s, NVA, "spearhead", 2, "done", "da_nang", "yes")
    assert at(s, row("da_nang"))["police"] == 6 - 2 - 2


# --- capturing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("c", [0, 1, 3])
def test_the_odds_of_a_capture_are_those_of_the_pool(c: int) -> None:
    """S1.4.5: (16 - c) in (24 - c)."""
    s = empty()
    edit(s, "saigon", captured_nva_armor=c)
    edit(s, "hue", nva_armor=1)
    assert captured_markers_left(s) == 16 - c
    flow = play(capture(s, row("hue"), NVA_ARMOR))
    assert flow.decision is not None
    assert flow.decision.weights == (16 - c, 8)
    assert f"captured ({16 - c} of {24 - c})" in prompt(flow.decision)


@pytest.mark.parametrize(("drawn", "there", "lost"), [("captured", 1, {}), ("destroyed", 0, {"nva_armor": 1})])
def test_armor_a_spearhead_would_remove_is_captured_or_destroyed(drawn: str, there: int, lost: dict[str, int]) -> None:
    """S1.4.5: whichever hit would take it; Control follows the new owner (OPEN 1)."""
    s = empty()
    edit(s, "hue", arvn_armor=1, nva_armor=1)
    activity(s, ARVN, "spearhead", "done", "hue", drawn)
    assert at(s, row("hue")).get("captured_nva_armor", 0) == there
    assert at(s, OUT_OF_PLAY) == lost
    assert s.force[row("hue") * 4 + ARVN] == 1 + there
    check_state(s)
    for kind, states in ((ARVN_ARMOR, (22, 25)), (NVA_ARMOR, (23, 24))):
        assert sum(s.pieces[place * KINDS + each] for place in range(ROWS) for each in states) == 8, kind


def test_captured_armor_is_retaken_without_a_draw() -> None:
    """S1.4.5 (F72)."""
    s = empty()
    edit(s, "kontum", captured_nva_armor=1)
    edit(s, "loc_da_nang_dak_to", nva_armor=1)
    activity(s, NVA, "spearhead", "kontum", "kontum")
    assert at(s, row("kontum")) == {"nva_armor": 2}
    assert captured_markers_left(s) == 16


def test_armor_captured_in_a_spearhead_does_not_fight_in_it() -> None:
    """OPEN 2: one Armor takes one Armor, and no more."""
    s = empty()
    edit(s, "hue", arvn_armor=1, nva_armor=2)
    flow = activity(s, ARVN, "spearhead", "done", "hue", "captured")
    assert flow.over
    assert at(s, row("hue")) == {"arvn_armor": 1, "captured_nva_armor": 1, "nva_armor": 1}


def test_captured_armor_leads_later_spearheads() -> None:
    """OPEN 1."""
    s = empty()
    edit(s, "hue", captured_nva_armor=1, nva_troops=2)
    activity(s, ARVN, "spearhead", "done", "hue")
    assert at(s, row("hue")) == {"captured_nva_armor": 1}


def test_an_operation_of_the_strike_costs_nothing() -> None:
    """S4.3.4, S4.4.4."""
    s = empty()
    edit(s, "hue", nva_armor=1, police=1)
    before = s.resources[:]
    activity(s, NVA, "spearhead", "done", "hue")
    assert s.resources == before
