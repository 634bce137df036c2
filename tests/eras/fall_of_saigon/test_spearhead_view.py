"""What a view tells of a Spearhead under way: roads, what strikes are worth, and the odds of a capture."""

from fitl.board.factions import ARVN, NVA
from fitl.board.spaces import HIGHWAY_MASK
from fitl.eras.fall_of_saigon.spearhead import way
from fitl.spearhead_view import column_told
from tests.eras.fall_of_saigon.support import activity, edit, empty, row


def test_the_road_of_a_column_is_the_shortest_clear_one() -> None:
    """S4.3.4: from Saigon over Da Lat to Cam Ranh; enemies on it lead round it, and a step needs no road."""
    s = empty()
    saigon, cam_ranh, khanh_hoa = row("saigon"), row("cam_ranh"), row("khanh_hoa")
    assert way(s, ARVN, saigon, cam_ranh) == (row("loc_saigon_cam_ranh"),)
    edit(s, "loc_saigon_cam_ranh", nva_guerrilla=1)
    assert way(s, ARVN, saigon, cam_ranh) == (row("loc_saigon_da_lat"), row("loc_cam_ranh_da_lat"))
    assert way(s, ARVN, row("loc_saigon_da_lat"), khanh_hoa) == ()
    assert way(s, ARVN, saigon, cam_ranh, HIGHWAY_MASK & ~(1 << row("loc_saigon_da_lat"))) != (
        row("loc_saigon_da_lat"),
        row("loc_cam_ranh_da_lat"),
    )


def test_a_view_tells_who_may_go_and_by_which_highways_each_space_is_reached() -> None:
    s = empty()
    edit(s, "saigon", arvn_armor=1, arvn_troops=2)
    flow = activity(s, ARVN, "spearhead", 2)
    assert flow.decision is not None
    told = column_told(s, flow.decision)["column"]
    assert (told["armor"], told["troops"]) == ("arvn_armor", 2)
    assert told["ways"]["cam_ranh"] == ["loc_saigon_cam_ranh"]
    assert told["ways"]["can_tho"] == ["loc_saigon_can_tho"]
    assert told["ways"]["tay_ninh"] == []
    assert flow.decision.rule == "S4.3.4"
    flow.answer("cam_ranh")
    way_taken = {"cam_ranh": ["loc_saigon_cam_ranh"]}
    assert column_told(s, flow.decision) == {"column": {"armor": "arvn_armor", "troops": 2, "ways": way_taken}}


def test_a_view_tells_what_a_strike_is_worth_and_the_odds_of_a_capture() -> None:
    """S4.4.4, S1.4.5: two Troops make a hit, then the Armor strikes; one marker is out, so 15 of 23 capture."""
    s = empty()
    edit(s, "pleiku_darlac", nva_armor=1, nva_troops=2, arvn_armor=1)
    edit(s, "hue", captured_arvn_armor=1)
    flow = activity(s, NVA, "spearhead", "pleiku_darlac", 2, "done", "done")
    assert flow.decision is not None
    assert column_told(s, flow.decision) == {"strikes": {"pleiku_darlac": {"hits": 1, "armor": 1, "capture": [15, 23]}}}
    assert flow.decision.rule == "S4.4.4"


def test_without_enemy_armor_there_is_nothing_to_capture() -> None:
    s = empty()
    edit(s, "pleiku_darlac", nva_armor=1, arvn_troops=1)
    flow = activity(s, NVA, "spearhead", "done")
    assert flow.decision is not None
    assert column_told(s, flow.decision)["strikes"]["pleiku_darlac"]["capture"] is None
