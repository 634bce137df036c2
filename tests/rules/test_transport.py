"""4.3.2 Transport."""

import pytest

from fitl.board.cards import KHANH
from fitl.board.factions import ARVN
from fitl.board.spaces import (
    CAM_RANH,
    CAN_THO,
    DA_NANG,
    HUE,
    KONTUM,
    LOC_CAN_THO_BAC_LIEU,
    LOC_HUE_DA_NANG,
    LOC_HUE_KHE_SANH,
    LOC_SAIGON_AN_LOC_BAN_ME_THUOT,
    LOCS,
    PLEIKU,
    QUANG_NAM,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
    THE_PARROTS_BEAK,
    row_id,
    spaces_of,
)
from fitl.lasting import ARMORED_CAVALRY, ARMORED_CAVALRY_SHADED, TYPHOON_KATE
from fitl.rules.activities.transport import after_operation, can_transport, reach, transport, troops_could_reach
from fitl.rules.operation import Activity, Operation
from fitl.state import COIN_CONTROL, State
from tests.support import Play, at, blank, play, put


def operation(s: State) -> Operation:
    return Operation(s, ARVN, "sweep", activities=("transport",))


def activity(s: State) -> Activity:
    return Activity(s, ARVN, "transport", operation(s))


def start(s: State, *keys: str | int) -> Play:
    return play(transport(s, activity(s)), *keys)


def reached(s: State, origin: int) -> set[str]:
    return {row_id(sp) for sp in spaces_of(reach(s, origin))}


# --- routes -------------------------------------------------------------------------------------------------------


def test_clear_roads_lead_through_the_whole_south_but_never_into_north_vietnam() -> None:
    s = blank()
    everywhere = reached(s, SAIGON)
    assert {"hue", "quang_tri_thua_thien", "central_laos", "loc_hue_khe_sanh", "the_parrots_beak"} <= everywhere
    assert "north_vietnam" not in everywhere
    assert "saigon" not in everywhere
    assert "sihanoukville" not in everywhere  # no road touches it


def test_pieces_stop_in_the_first_space_with_insurgents() -> None:
    s = blank()
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    put(s, LOC_HUE_KHE_SANH, nva_troops=1)
    assert reached(s, HUE) == {"quang_tri_thua_thien", "loc_hue_khe_sanh", "loc_hue_da_nang"}


def test_insurgents_where_they_start_do_not_hold_them() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=2)
    assert "saigon" in reached(s, HUE)


def test_a_city_with_insurgents_ends_the_way_but_may_be_entered() -> None:
    s = blank()
    put(s, DA_NANG, vc_base=1)
    assert reached(s, HUE) == {
        "da_nang",
        "quang_tri_thua_thien",
        "quang_nam",
        "loc_hue_khe_sanh",
        "loc_hue_da_nang",
        "central_laos",
    }


def test_pieces_leave_the_roads_for_one_space_only() -> None:
    s = blank()
    for loc in LOCS:
        put(s, loc, vc_guerrilla=1)
    assert reached(s, PLEIKU) == {
        "kontum",
        "southern_laos",
        "northeast_cambodia",
        "the_fishhook",
        "binh_dinh",
        "phu_bon_phu_yen",
        "khanh_hoa",
        "quang_duc_long_khanh",
        "loc_da_nang_dak_to",
        "loc_kontum_dak_to",
        "loc_kontum_ban_me_thuot",
        "loc_ban_me_thuot_da_lat",
        "loc_saigon_an_loc_ban_me_thuot",
    }


def test_from_a_province_the_long_way_begins_on_a_loc_not_in_a_city() -> None:
    s = blank()
    put(s, LOC_SAIGON_AN_LOC_BAN_ME_THUOT, vc_guerrilla=1)  # the only LoC next to Tay Ninh
    assert reached(s, TAY_NINH) == {
        "an_loc",
        "saigon",
        "the_fishhook",
        "the_parrots_beak",
        "phuoc_long",
        "quang_duc_long_khanh",
        "kien_phong",
        "loc_saigon_an_loc_ban_me_thuot",
    }


def test_khanh_allows_one_loc_per_route_with_cities_beside_it() -> None:
    s = blank(leader=KHANH)
    assert reached(s, HUE) == {
        "quang_tri_thua_thien",
        "loc_hue_khe_sanh",
        "loc_hue_da_nang",
        "central_laos",
        "da_nang",
        "quang_nam",
        "quang_tin_quang_ngai",  # through Da Nang, beside the one LoC
    }


def test_khanh_limits_each_route_not_the_transport() -> None:
    s = blank(leader=KHANH)
    put(s, SAIGON, arvn_troops=2)
    start(s, "can_tho", 1, "arvn_troops", "cam_ranh")
    assert at(s, CAN_THO) == at(s, CAM_RANH) == {"arvn_troops": 1}


def test_khanh_silenced_by_card_97_limits_nothing() -> None:
    s = blank(leader=KHANH, leader_silenced=True)
    assert "saigon" in reached(s, HUE)


def test_khanh_does_not_count_the_loc_where_the_route_starts() -> None:
    s = blank(leader=KHANH)
    assert {"da_nang", "loc_da_nang_qui_nhon", "qui_nhon", "quang_tin_quang_ngai"} <= reached(s, LOC_HUE_DA_NANG)
    assert "kontum" not in reached(s, LOC_HUE_DA_NANG)


# --- moving -------------------------------------------------------------------------------------------------------


def test_up_to_six_pieces_split_among_destinations() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=5, ranger=2, police=2)
    p = start(s)
    assert p.keys() == ["arvn_troops", "ranger"]  # Saigon is the only origin; nothing is not an answer
    p.answer("arvn_troops", "tay_ninh")
    assert p.keys() == ["1", "2", "3", "4", "5"]
    p.answer(3)
    assert p.keys() == ["arvn_troops", "ranger", "done"]
    p.answer("ranger", "can_tho", 2, "arvn_troops", "quang_tri_thua_thien")
    assert p.over  # the sixth piece goes unasked
    assert at(s, SAIGON) == {"arvn_troops": 1, "police": 2}
    assert at(s, TAY_NINH) == {"arvn_troops": 3}
    assert at(s, CAN_THO) == {"ranger": 2}
    assert at(s, QUANG_TRI) == {"arvn_troops": 1}
    assert s.control[TAY_NINH] == COIN_CONTROL


def test_only_one_origin() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=1)
    put(s, HUE, arvn_troops=1)
    put(s, KONTUM, police=3, us_troops=3)
    p = start(s)
    assert p.keys() == ["hue", "saigon"]
    assert p.answer("hue", "quang_tri_thua_thien").over


def test_pieces_may_end_on_a_loc_in_a_city_or_in_laos_and_cambodia() -> None:
    s = blank()
    put(s, CAN_THO, arvn_troops=3)
    start(s, "loc_can_tho_bac_lieu", 1, "arvn_troops", "the_parrots_beak", 1, "done")
    assert at(s, LOC_CAN_THO_BAC_LIEU) == at(s, THE_PARROTS_BEAK) == {"arvn_troops": 1}


def test_afterwards_all_rangers_on_the_map_turn_underground_moved_or_not() -> None:
    s = blank()
    put(s, SAIGON, ranger_active=1, arvn_troops=1)
    put(s, QUANG_NAM, ranger_active=2, ranger=1)
    put(s, PLEIKU, irregular_active=1)
    p = start(s, "saigon", "ranger_active", "tay_ninh", "done")
    assert p.over
    assert at(s, TAY_NINH) == {"ranger": 1}
    assert at(s, QUANG_NAM) == {"ranger": 3}
    assert at(s, PLEIKU) == {"irregular_active": 1}  # Irregulars are not Rangers


def test_a_transport_that_only_hides_rangers_is_legal() -> None:
    s = blank()
    put(s, QUANG_NAM, ranger_active=1)
    put(s, SAIGON, arvn_troops=1)
    p = start(s)
    assert p.keys() == ["saigon", "quang_nam", "done"]
    assert p.answer("done").over
    assert at(s, QUANG_NAM) == {"ranger": 1}


def test_nothing_to_move_and_nobody_to_hide_is_no_transport() -> None:
    s = blank()
    put(s, SAIGON, police=3, us_troops=2, irregular_active=1)
    assert not can_transport(s, activity(s))
    put(s, SAIGON, arvn_troops=1)
    assert can_transport(s, activity(s))


def test_without_an_active_ranger_something_must_move() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=1, ranger=1)
    put(s, HUE, arvn_troops=1)
    assert start(s).keys() == ["hue", "saigon"]


def test_typhoon_kate_bans_transport_unless_an_event_grants_it() -> None:
    s = blank(effects=TYPHOON_KATE)
    put(s, SAIGON, arvn_troops=1)
    assert not can_transport(s, activity(s))
    assert can_transport(s, Activity(s, ARVN, "transport"))


# --- Armored Cavalry (card 61) ------------------------------------------------------------------------------------


def test_shaded_armored_cavalry_moves_rangers_only() -> None:
    s = blank(effects=ARMORED_CAVALRY_SHADED)
    put(s, SAIGON, arvn_troops=4)
    assert not can_transport(s, activity(s))
    put(s, HUE, arvn_troops=2, ranger=1)
    p = start(s)
    assert p.decision is not None
    assert p.decision.kind == "transport.destination"  # the Ranger in Hue is the only choice
    p.answer("quang_tri_thua_thien")
    assert p.over
    assert at(s, HUE) == {"arvn_troops": 2}


def test_armored_cavalry_assaults_for_free_in_one_destination_after_the_operation() -> None:
    s = blank(effects=ARMORED_CAVALRY)
    put(s, SAIGON, arvn_troops=6, vc_guerrilla_active=1)
    put(s, TAY_NINH, vc_guerrilla_active=3)
    put(s, CAN_THO, vc_guerrilla_active=2)
    op = operation(s)
    p = play(transport(s, Activity(s, ARVN, "transport", op)))
    p.answer("tay_ninh", 4, "arvn_troops", "can_tho", 1, "arvn_troops", "an_loc")
    assert p.over  # no Assault before the Operation is over
    p = play(after_operation(s, op))
    assert p.keys() == ["tay_ninh", "can_tho", "done"]  # not An Loc (no enemy), not Saigon (the origin)
    p.answer("tay_ninh")
    assert p.over
    assert at(s, TAY_NINH) == {"arvn_troops": 4, "vc_guerrilla_active": 1}
    assert at(s, CAN_THO) == {"arvn_troops": 1, "vc_guerrilla_active": 2}
    assert s.resources[ARVN] == 20


def test_armored_cavalry_may_decline_and_counts_what_the_operation_left_there() -> None:
    s = blank(effects=ARMORED_CAVALRY)
    put(s, SAIGON, arvn_troops=2)
    put(s, TAY_NINH, vc_guerrilla_active=1)
    op = operation(s)
    play(transport(s, Activity(s, ARVN, "transport", op)), "tay_ninh", 2)
    assert play(after_operation(s, op), "done").over
    assert at(s, TAY_NINH) == {"arvn_troops": 2, "vc_guerrilla_active": 1}


@pytest.mark.parametrize("effects", [0, ARMORED_CAVALRY_SHADED])
def test_no_assault_without_unshaded_armored_cavalry(effects: int) -> None:
    s = blank(effects=effects)
    put(s, SAIGON, arvn_troops=2)
    put(s, TAY_NINH, arvn_troops=2, vc_guerrilla_active=1)
    op = operation(s)
    op.notes["transport_destinations"] = [TAY_NINH]
    assert play(after_operation(s, op)).over
    assert at(s, TAY_NINH) == {"arvn_troops": 2, "vc_guerrilla_active": 1}


def test_an_operation_without_transport_brings_no_assault() -> None:
    s = blank(effects=ARMORED_CAVALRY)
    put(s, TAY_NINH, arvn_troops=2, vc_guerrilla_active=1)
    assert play(after_operation(s, operation(s))).over
    assert at(s, TAY_NINH) == {"arvn_troops": 2, "vc_guerrilla_active": 1}


def test_a_transport_granted_by_an_event_assaults_at_once() -> None:
    s = blank(effects=ARMORED_CAVALRY)
    put(s, SAIGON, arvn_troops=2)
    put(s, TAY_NINH, vc_guerrilla_active=1)
    p = play(transport(s, Activity(s, ARVN, "transport")), "tay_ninh", 2)
    assert p.keys() == ["tay_ninh", "done"]
    p.answer("tay_ninh")
    assert at(s, TAY_NINH) == {"arvn_troops": 2}


def test_troops_could_reach_only_what_is_reached_from_where_they_are() -> None:
    s = blank()
    put(s, CAN_THO, arvn_troops=1)
    assert troops_could_reach(s, activity(s)) == reach(s, CAN_THO)
    empty = blank()
    put(empty, CAN_THO, ranger=1)
    assert troops_could_reach(empty, activity(empty)) == 0
