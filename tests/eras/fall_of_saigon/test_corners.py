"""Corners where rules of 1973 to 1975 meet: what moves once, what counts as done, who is lost."""

from fitl.board.factions import ARVN, NVA, US
from tests.eras.fall_of_saigon.cards import executed, tells
from tests.eras.fall_of_saigon.support import XS, activity, edit, empty, operation, row
from tests.support import at


def test_armor_that_marched_and_then_drove_in_a_spearhead_does_not_march_again() -> None:
    """S4.4.4: it may move once by either, before or after the other."""
    s = empty(trail=0)
    edit(s, "north_vietnam", nva_armor=1)
    flow = operation(
        s, NVA, "march", "quang_tri_thua_thien", "sa:spearhead", "loc_hue_da_nang", activities=("spearhead",)
    )
    assert flow.over
    assert at(s, row("loc_hue_da_nang")) == {"nva_armor": 1}


def test_armor_that_drove_in_a_spearhead_may_still_march() -> None:
    """S4.4.4: before or after."""
    s = empty(trail=0)
    edit(s, "quang_nam", nva_armor=1, nva_troops=1)
    flow = operation(s, NVA, "march", "sa:spearhead", 1, "loc_hue_da_nang", 1, activities=("spearhead",))
    flow.answer("quang_tri_thua_thien", 1, 1)
    assert at(s, row("quang_tri_thua_thien")) == {"nva_armor": 1, "nva_troops": 1}
    assert flow.over


def test_an_infiltrate_for_armor_alone_brings_armor() -> None:
    """S4.4.1, 4.4.1: with an Operation something happens in it, else it would open the Event for nothing."""
    s = empty(trail=3)
    edit(s, "north_vietnam", nva_base=1)
    edit(s, "central_laos", nva_base=1)
    flow = operation(
        s, NVA, "rally", "sa:infiltrate", "north_vietnam", "later", "central_laos", "later", activities=("infiltrate",)
    )
    assert flow.keys() == ["north_vietnam", "central_laos"]
    flow.answer("central_laos")
    assert at(s, row("central_laos")) == {"nva_base": 1, "nva_armor": 1}


def test_only_the_units_of_a_spearhead_are_lost_for_us_troops() -> None:
    """S3.3.3, S4.4.4, OPEN 15: an Armor alone took 2 US Troops; other Armor and Troops there did not Attack."""
    s = empty(XS, "post_paris")
    edit(s, "hue", us_troops=3, nva_troops=4, nva_armor=2)
    activity(s, NVA, "spearhead", "done", 0, "done", "hue")
    assert at(s, row("hue")) == {"us_troops": 1, "nva_troops": 4, "nva_armor": 1}


def test_armor_captured_in_a_strike_is_not_lost_for_us_troops() -> None:
    """S1.4.5, S4.4.4: it did not Attack."""
    s = empty(XS, "post_paris")
    edit(s, "hue", us_troops=2, arvn_armor=1)
    edit(s, "quang_tri_thua_thien", nva_armor=2)
    activity(s, NVA, "spearhead", "nva_armor", "hue", "hue", "hue", "arvn_armor", "captured")
    assert at(s, row("hue")) == {"captured_arvn_armor": 1}


def test_captured_armor_that_walt_rostow_moves_stays_captured() -> None:
    """S1.4.5, OPEN 1: card 90 unshaded moves ARVN's pieces, what it captured as well."""
    s = empty(XS, "post_paris")
    edit(s, "hue", captured_nva_armor=1)
    edit(s, "saigon", police=1)
    executed(s, "90", "unshaded", ARVN, "captured_nva_armor@hue", "police@available")
    assert at(s, row("saigon"))["captured_nva_armor"] == 1
    assert "nva_armor" not in at(s, row("saigon"))


def test_giap_grants_a_spearhead_from_where_nva_marched() -> None:
    """S4.4.4: card 56 shaded gives any Special Activity of NVA in a destination of its March."""
    s = empty(XS, "post_paris", trail=1)
    edit(s, "north_vietnam", nva_armor=1)
    edit(s, "quang_nam", police=2)
    flow = executed(s, "56", "shaded", NVA, "yes", "quang_tri_thua_thien", "quang_tri_thua_thien", "spearhead")
    flow.answer("quang_nam", "quang_nam")
    assert at(s, row("quang_nam")) == {"nva_armor": 1}


def test_armor_need_not_turn_on_the_us_after_troops_that_attacked_arvn_alone() -> None:
    """3.1, S3.3.3: an Attack may be aimed at one Faction, which is hit to the full extent; the US would cost losses."""
    s = empty(XS, "post_paris")
    edit(s, "hue", us_troops=2, police=1, nva_troops=2, nva_armor=1)
    flow = operation(s, NVA, "attack", "police")
    assert flow.keys() == ["us_troops", "done"]
    flow.answer("done")
    assert at(s, row("hue")) == {"us_troops": 2, "nva_troops": 2, "nva_armor": 1}


def test_armor_goes_on_against_the_faction_that_was_hit() -> None:
    """3.1, S3.3.3: to the full extent."""
    s = empty(XS, "post_paris")
    edit(s, "hue", us_troops=2, police=2, nva_troops=2, nva_armor=1)
    flow = operation(s, NVA, "attack", "police")
    assert flow.keys() == ["us_troops", "police"]


def test_armor_alone_assaults_in_chu_luc_and_sealords() -> None:
    """OPEN 13: cards 47 and 92 unshaded have all of ARVN Assault."""
    s = empty(XS, "post_paris")
    edit(s, "hue", arvn_armor=1, nva_troops=2)
    edit(s, "da_nang", police=1, nva_guerrilla=1)
    executed(s, "47", "unshaded", US, "da_nang")
    assert at(s, row("hue")) == {"arvn_armor": 1}
    s = empty(XS, "post_paris")
    edit(s, "ba_xuyen", arvn_armor=1, nva_troops=2)
    assert tells(s, "92", "unshaded", ARVN)


def test_an_air_strike_that_card_40_grants_arvn_is_by_the_die_at_any_posture() -> None:
    """S4.3.5, 5.1.1: Posture governs what ARVN adds to its Operations."""
    s = empty(XS, "after_retreat", posture=0)
    edit(s, "hue", police=1, nva_troops=4)
    flow = executed(s, "40", "unshaded", ARVN, "hue", 3)
    assert flow.asked[1] == "air_strike.die"
    flow.answer(*["nva_troops@hue"] * 3)
    assert at(s, row("hue")) == {"police": 1, "nva_troops": 1}
