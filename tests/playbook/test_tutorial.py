"""The printed tutorial (Full scenario, seven cards and a Coup Round), every step through Game.choose.

The script itself is the guided lesson's (fitl.lesson); here it is compared with the printed values, and at some points
what it does not do is looked at too.
"""

import pytest

from fitl.board.cards import KHANH
from fitl.board.spaces import LOCS
from fitl.game import Game
from fitl.lasting import BOOBY_TRAPS_SHADED, MOMENTUM
from fitl.lesson.course import CHAPTERS, new_game, play_beat
from fitl.rules.deck import monsoon
from tests.playbook.printed import before, differences, offers
from tests.playbook.script import levels, whole_map
from tests.support import may_play_pivotal


def replay(until: str | None = None) -> Game:
    """The game up to and including a chapter, every value compared."""
    game = new_game()
    for chapter in CHAPTERS:
        for beat in chapter.beats:
            for _ in play_beat(game, beat):
                pass
            assert differences(game.view(), beat.expect) == {}, f"{chapter.name}.{beat.name}"
        if chapter.name == until:
            break
    return game


@pytest.mark.parametrize("chapter", [chapter.name for chapter in CHAPTERS])
def test_chapter_replays_to_the_printed_totals(chapter: str) -> None:
    replay(chapter)


def test_a_wrong_value_would_be_noticed() -> None:
    view = new_game().view()
    assert differences(view, {"aid": 16, "trail": 1}) == {"aid": (15, 16)}
    assert differences(view, {"pieces": {"saigon": {"police": 4, "arvn_troops": 2}}}) != {}
    assert differences(view, {"available": {"us_troops": 20}}) != {}


def test_the_first_faction_is_offered_everything() -> None:
    game = before("turn_1", "event")
    assert offers(game) == ["event", "op_only", "op_activity", "pass"]
    assert not any(may_play_pivotal(game.state, faction) for faction in range(4))


def test_train_is_possible_elsewhere_and_has_no_raid() -> None:
    keys = offers(before("turn_1", "pacify"))
    assert "sa:raid" not in keys
    assert {"hue", "da_nang", "quang_nam"} <= set(keys)


def test_neither_saigon_nor_neutral_hue_can_be_governed() -> None:
    assert {"saigon", "hue"}.isdisjoint(offers(before("turn_1", "govern", answers=1)))


def test_only_the_first_two_eligible_act_on_turn_1() -> None:
    decision = before("turn_1", "next_card").decision
    assert decision is not None
    assert decision.kind == "card"  # the US never comes up


def test_after_a_plain_operation_only_a_limited_one_is_left() -> None:
    assert offers(before("turn_2", "sweep")) == ["limop", "pass"]


def test_vc_rally_changes_no_control_and_has_no_ambush() -> None:
    control = bytes(before("turn_3", "rally").state.control)
    game = before("turn_3", "tax")
    assert bytes(game.state.control) == control
    assert "sa:ambush" not in offers(game)


def test_hue_cannot_be_taxed_under_coin_control() -> None:
    assert "hue" not in offers(before("turn_3", "tax", answers=1))


def test_quang_tri_is_the_only_space_to_strike() -> None:
    keys = offers(before("turn_4", "event", answers=2))
    assert [key for key in keys if key != "done"] == ["quang_tri_thua_thien"]


def test_nva_without_troops_on_the_map_cannot_bombard() -> None:
    assert "sa:bombard" not in offers(before("turn_4", "build_up"))


def test_a_third_space_cannot_be_infiltrated() -> None:
    decision = before("turn_4", "march_ends").decision
    assert decision is not None
    assert decision.kind == "march.destination"


def test_after_an_operation_with_special_activity_the_second_has_event_or_limited_operation() -> None:
    assert set(offers(before("turn_6", "nva_passes"))) == {"event", "limop", "pass"}


def test_in_monsoon_nobody_marches_or_plays_a_pivotal_event() -> None:
    game = before("turn_7", "event")
    assert monsoon(game.state)
    assert not any(may_play_pivotal(game.state, faction) for faction in range(4))
    game.choose("op_only")
    assert "march" not in offers(game)
    assert "march" not in offers(before("turn_7", "ambush", answers=1))


def test_booby_traps_stays_in_force() -> None:
    assert before("turn_7", "ambush").state.effects & BOOBY_TRAPS_SHADED


def test_attack_without_ambush_would_have_rolled() -> None:
    game = before("turn_7", "event")
    for answer in ("pass", "op_only", "attack"):  # Quang Tri is the only space
        game.choose(answer)
    assert game.decision is not None
    assert game.decision.kind == "attack.die"
    game.choose("6")  # five Guerrillas need 1-5
    quang_tri = game.view()["spaces"]["quang_tri_thua_thien"]["pieces"]
    assert quang_tri["nva_guerrilla_active"] == 5
    assert quang_tri["us_troops"] == 1
    assert game.view()["boxes"]["casualties"] == {}


def test_coup_card_brings_a_leader_and_no_victory_or_sabotage() -> None:
    state = before("coup_support", "pacify_hue").state
    assert (state.leader, state.leader_box) == (KHANH, (KHANH,))
    assert state.outcome is None
    assert not any(state.terror[loc] for loc in LOCS)


def test_redeploy_changes_no_control() -> None:
    game = before("coup_redeploy", "arvn_troops")
    assert game.decision is not None
    assert game.decision.kind == "redeploy.must"
    assert bytes(before("coup_redeploy", "casualty_returns").state.control) == bytes(game.state.control)


def test_a_returned_casualty_leaves_nine_troops_to_move() -> None:
    decision = before("coup_redeploy", "us_moves").decision
    assert decision is not None
    assert decision.params == {"troops": 9, "bases": 2}


def test_the_end_is_the_printed_map() -> None:
    game = replay()
    assert game.state.effects == BOOBY_TRAPS_SHADED
    assert not game.state.effects & MOMENTUM
    assert not any(game.state.terror)
    assert whole_map(game) == FINAL_MAP
    assert levels(game) == FINAL_LEVELS
    control = {name: space["control"] for name, space in game.view()["spaces"].items() if "control" in space}
    north = ("north_vietnam", "central_laos", "southern_laos", "the_parrots_beak")
    assert {control[name] for name in ("kien_phong", "kien_giang_an_xuyen", *north)} == {"nva"}
    contested = ("quang_tri_thua_thien", "quang_tin_quang_ngai", "quang_duc_long_khanh", "binh_tuy_binh_thuan")
    assert {control[name] for name in (*contested, "tay_ninh")} == {"none"}


FINAL_MAP = {
    "saigon": {"us_base": 1, "us_troops": 2, "arvn_troops": 2, "police": 2},
    "hue": {"us_base": 1, "us_troops": 3, "arvn_troops": 2, "police": 2, "vc_guerrilla": 1},
    "qui_nhon": {"us_troops": 1, "arvn_troops": 1, "police": 2},
    "cam_ranh": {"us_troops": 1, "arvn_troops": 2, "police": 2},
    "an_loc": {"us_troops": 1, "arvn_troops": 2, "police": 2},
    "can_tho": {"us_troops": 1, "arvn_troops": 2, "police": 2},
    "da_nang": {"us_troops": 2, "arvn_troops": 1, "police": 1},
    "kontum": {"us_troops": 2, "police": 1},
    "quang_tri_thua_thien": {"irregular": 1, "ranger": 1, "nva_guerrilla": 5, "vc_base": 1, "vc_guerrilla": 3},
    "quang_nam": {"police": 1},
    "quang_tin_quang_ngai": {"vc_base": 1, "vc_guerrilla": 2},
    "binh_dinh": {"irregular": 4, "vc_base": 1, "vc_guerrilla": 2},
    "pleiku_darlac": {"us_base": 1, "us_troops": 1, "irregular": 1, "arvn_troops": 6, "vc_base": 1},
    "phu_bon_phu_yen": {"police": 1},
    "khanh_hoa": {"police": 1},
    "quang_duc_long_khanh": {"vc_base": 1, "vc_guerrilla": 2},
    "binh_tuy_binh_thuan": {"vc_base": 1, "vc_guerrilla": 2},
    "tay_ninh": {"vc_tunnel": 1, "vc_guerrilla": 2},
    "kien_hoa_vinh_binh": {"police": 1},
    "ba_xuyen": {"police": 1},
    "kien_phong": {"nva_guerrilla": 3, "vc_guerrilla": 1},
    "kien_giang_an_xuyen": {"nva_guerrilla": 4},
    "north_vietnam": {"nva_base": 1, "nva_troops": 4},
    "central_laos": {"nva_base": 1, "nva_guerrilla": 1},
    "southern_laos": {"nva_base": 1, "nva_troops": 1},
    "the_parrots_beak": {"nva_base": 1, "nva_guerrilla": 1},
    "loc_saigon_can_tho": {"police": 1},
}
FINAL_LEVELS = {
    **dict.fromkeys(("saigon", "binh_dinh"), 2),
    **dict.fromkeys(("qui_nhon", "cam_ranh", "an_loc", "can_tho"), 1),
    **dict.fromkeys(("phu_bon_phu_yen", "khanh_hoa", "kien_hoa_vinh_binh", "ba_xuyen"), 1),
    "kien_giang_an_xuyen": -1,
    **dict.fromkeys(("quang_tri_thua_thien", "quang_tin_quang_ngai", "quang_duc_long_khanh"), -2),
    **dict.fromkeys(("binh_tuy_binh_thuan", "tay_ninh", "kien_phong"), -2),
}
