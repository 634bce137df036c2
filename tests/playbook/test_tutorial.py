"""The printed tutorial (Full scenario, seven cards and a Coup Round), every step through Game.choose.

One long game in table mode; each test replays it up to its own turn, so a failure names the turn that broke.
"""

import pytest

from fitl.board.cards import KHANH
from fitl.board.spaces import LOCS
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.lasting import BOOBY_TRAPS_SHADED, MOMENTUM
from fitl.rules.cards import may_play_pivotal
from fitl.rules.deck import monsoon
from tests.playbook.script import Script, levels, whole_map

DECK = (107, 55, 68, 1, 97, 79, 101, 125, 75, 17, 51, 43, 112)


def new_game() -> Script:
    """Set-up: the first two cards are turned up."""
    script = Script(Game.new("full-1964", manual_chance=True))
    return script.say(DECK[0], DECK[1])


def turn_1(t: Script) -> None:
    """#107 Burning Bonze."""
    t.actor("VC").say("event", "shaded")
    t.expect(support={"saigon": "N"}, aid=3, vp={"US": 32}, res={"ARVN": 30})
    t.actor("NVA").say("pass").expect(res={"NVA": 11})
    t.actor("ARVN").say("op_activity", "train", "saigon", "cubes", 6)
    t.expect(
        res={"ARVN": 27},
        space={"saigon": {"US": {"B": 1, "T": 2}, "ARVN": {"T": 8, "P": 3}}},
        available={"ARVN": {"T": 2}},
    )
    assert "sa:raid" not in t.offers()
    assert {"hue", "da_nang", "quang_nam"} <= set(t.offers())  # other Train spaces were possible
    t.say("done", "pacify", "stop")
    t.expect(res={"ARVN": 24}, support={"saigon": "PS"}, vp={"US": 38})
    t.say("sa:govern")
    assert "saigon" not in t.offers()
    assert "hue" not in t.offers()  # Neutral
    t.say("an_loc", "aid", "can_tho", "aid")
    t.expect(aid=14, res={"ARVN": 24})  # 3 + 6 by Govern + 5 by Minh


def test_set_up_shows_the_printed_values() -> None:
    t = new_game()
    t.expect(
        res={"ARVN": 30, "NVA": 10, "VC": 5},
        aid=15,
        pat=15,
        econ=15,
        trail=1,
        vp={"US": 38, "NVA": 4, "ARVN": 35, "VC": 27},
        available={
            "US": {"T": 21, "I": 3, "B": 2},
            "ARVN": {"T": 8, "P": 10, "R": 2, "B": 1},
            "NVA": {"T": 40, "G": 8, "B": 5},
            "VC": {"G": 14, "B": 2},
        },
        out_of_play={"US": {"T": 10, "B": 2}, "ARVN": {"T": 10, "R": 3, "B": 2}},
        casualties={},
        control=dict.fromkeys(("north_vietnam", "central_laos", "southern_laos", "parrots_beak"), "NVA"),
        eligible=["VC", "NVA", "ARVN", "US"],
        card=107,
        next_card=55,
        leader=0,
        leader_box=(),
    )
    assert t.offers() == ["event", "op_only", "op_activity", "pass"]
    assert not any(may_play_pivotal(t.game.state, faction) for faction in range(4))


def turn_2(t: Script) -> None:
    """#55 Trucks."""
    t.actor("NVA").say("op_only", "rally")
    t.say("north_vietnam", "place", 2, "parrots_beak", "place", 2, "kien_phong", "kien_giang", "done")
    t.expect(
        res={"NVA": 7},
        available={"NVA": {"G": 2}},
        space={
            "north_vietnam": {"NVA": {"B": 1, "Gu": 5}},
            "parrots_beak": {"NVA": {"B": 1, "Gu": 5}},
            "kien_phong": {"NVA": {"Gu": 1}, "VC": {"Gu": 1}},
            "kien_giang": {"NVA": {"Gu": 1}, "VC": {"Gu": 1}},
        },
        control={"kien_phong": "none", "kien_giang": "none"},
    )
    t.say("yes").expect(res={"NVA": 5}, trail=2)
    assert t.offers() == ["limop", "pass"]
    t.actor("US").say("limop", "sweep", "quang_tri", "done")
    t.expect(space={"quang_tri": {"US": {"T": 1, "Iu": 1}, "VC": {"B": 1, "Ga": 2}}}, res={"ARVN": 24})


def turn_3(t: Script) -> None:
    """#68 Green Berets."""
    t.actor("ARVN").say("event", "unshaded", "binh_dinh", "irregular")
    t.expect(
        available={"US": {"I": 0}},
        out_of_play={"ARVN": {"R": 3}},
        control={"binh_dinh": "COIN"},
        vp={"ARVN": 37, "US": 42},
        space={"binh_dinh": {"US": {"T": 1, "Iu": 4}, "VC": {"B": 1, "Gu": 2}}},
        support={"binh_dinh": "AS"},
    )
    before = bytes(t.game.state.control)
    t.actor("VC").say("op_activity", "rally", "pleiku", 2, "quang_tri", "place", 3, "hue")
    t.expect(
        res={"VC": 2},
        available={"VC": {"G": 8}},
        space={
            "pleiku": {"VC": {"B": 1, "Gu": 4}},
            "quang_tri": {"VC": {"B": 1, "Ga": 2, "Gu": 3}},
            "hue": {"VC": {"Gu": 1}},
        },
    )
    assert bytes(t.game.state.control) == before
    assert "sa:ambush" not in t.offers()
    t.say("sa:tax")
    assert "hue" not in t.offers()  # COIN Control
    t.say("quang_tin", "quang_duc", "binh_tuy", "done")
    t.expect(
        res={"VC": 10},
        support={"quang_tin": "PO", "quang_duc": "PO", "binh_tuy": "PO"},
        vp={"VC": 23},
        space={name: {"VC": {"B": 1, "Gu": 1, "Ga": 1}} for name in ("quang_tin", "quang_duc", "binh_tuy")},
    )
    t.say("done")


def turn_4(t: Script) -> None:
    """#1 Gulf of Tonkin."""
    t.actor("US").say("event", "unshaded")
    assert [key for key in t.offers() if key != "done"] == ["quang_tri_thua_thien"]  # the only space to strike
    t.say("quang_tri").roll(5)
    t.say("vc_guerrilla_active@quang_tri", "vc_guerrilla_active@quang_tri", "degrade")
    t.expect(
        space={"quang_tri": {"US": {"T": 1, "Iu": 1}, "VC": {"B": 1, "Gu": 3}}},
        support={"quang_tri": "PO"},
        vp={"VC": 25},
        trail=1,
        available={"VC": {"G": 10}},
    )
    t.say("us_troops@saigon", 2, "us_troops@hue", 3, "us_base@hue")
    t.expect(
        vp={"US": 42},
        out_of_play={"US": {"T": 5, "B": 1}},
        space={
            "saigon": {"US": {"B": 1, "T": 4}, "ARVN": {"T": 8, "P": 3}},
            "hue": {"US": {"B": 1, "T": 3}, "ARVN": {"T": 2, "P": 2}, "VC": {"Gu": 1}},
        },
    )
    t.actor("NVA").say("op_activity", "march")
    t.say("kien_phong", "parrots_beak", 2, "done", "kien_giang", "parrots_beak", 2, "done")
    t.say("quang_tri", "central_laos", 2, "north_vietnam", 5)
    t.expect(
        res={"NVA": 2},
        control={"kien_phong": "NVA", "kien_giang": "NVA", "quang_tri": "NVA"},
        vp={"NVA": 10},
        space={
            "parrots_beak": {"NVA": {"B": 1, "Gu": 1}},
            "central_laos": {"NVA": {"B": 1, "Gu": 1}},
            "north_vietnam": {"NVA": {"B": 1}},
            "quang_tri": {"NVA": {"Gu": 7}, "VC": {"B": 1, "Gu": 3}, "US": {"T": 1, "Iu": 1}},
            "kien_phong": {"NVA": {"Gu": 3}, "VC": {"Gu": 1}},
        },
    )
    assert "sa:bombard" not in t.offers()  # no NVA Troops on the map yet
    t.say("sa:infiltrate", "southern_laos", 2, 3)
    t.expect(space={"southern_laos": {"NVA": {"B": 1, "T": 5}}}, available={"NVA": {"T": 35, "G": 5}})
    t.say("kien_giang", "vc_guerrilla")
    t.expect(
        support={"kien_giang": "PO"},
        vp={"VC": 23},
        space={"kien_giang": {"NVA": {"Gu": 4}}},
        available={"NVA": {"G": 4}, "VC": {"G": 11}},
    )
    assert t.kind() == "march.destination"  # no third space to Infiltrate
    t.say("done")


def turn_5(t: Script) -> None:
    """#97 Brinks Hotel."""
    t.actor("VC").say("event", "shaded")  # Hue is the only City with VC
    t.expect(
        support={"hue": "AO"},
        vp={"VC": 27},
        terror={"hue": 1},
        control={"hue": "COIN"},
        space={"hue": {"VC": {"Gu": 1}}},
    )
    t.actor("ARVN").say("pass").expect(res={"ARVN": 27})


def turn_6(t: Script) -> None:
    """#79 Henry Cabot Lodge."""
    t.actor("ARVN").say("op_activity", "sweep", "sa:raid", "quang_tri")
    t.say("done", "ranger@quang_nam")
    t.say("yes", "nva_guerrilla", "nva_guerrilla")
    t.expect(
        control={"quang_tri": "none", "quang_nam": "COIN"},
        vp={"NVA": 8},
        space={"quang_tri": {"NVA": {"Gu": 5}, "VC": {"B": 1, "Gu": 3}, "US": {"T": 1, "Iu": 1}, "ARVN": {"Ra": 1}}},
        available={"NVA": {"G": 6}},
    )
    t.say("binh_dinh", "pleiku", "done")
    t.say("binh_dinh", 2)  # from Qui Nhon, the only Troops in reach
    t.say("pleiku", "saigon", 6, "done")
    t.expect(
        res={"ARVN": 21},
        control={"pleiku": "COIN", "binh_dinh": "COIN"},
        vp={"ARVN": 38},
        space={
            "binh_dinh": {"US": {"T": 1, "Iu": 4}, "ARVN": {"T": 2}, "VC": {"B": 1, "Ga": 2}},
            "pleiku": {"US": {"B": 1, "T": 1, "Iu": 1}, "ARVN": {"T": 6}, "VC": {"B": 1, "Ga": 4}},
            "saigon": {"US": {"B": 1, "T": 4}, "ARVN": {"T": 2, "P": 3}},
            "qui_nhon": {"ARVN": {"P": 2}},
        },
    )
    assert set(t.offers()) - {"event"} == {"limop", "pass"}
    t.actor("NVA").say("pass").expect(res={"NVA": 3})
    t.actor("US").say("limop", "assault", "pleiku")
    t.expect(space={"pleiku": {"VC": {"B": 1, "Ga": 2}}}, res={"ARVN": 21})
    t.say("arvn")
    t.expect(
        res={"ARVN": 18},
        space={"pleiku": {"VC": {"B": 1}}},
        control={"pleiku": "COIN"},
        aid=14,
        available={"VC": {"G": 15}},
    )


def turn_7(t: Script) -> None:
    """#101 Booby Traps, in Monsoon."""
    assert monsoon(t.game.state)
    assert not any(may_play_pivotal(t.game.state, faction) for faction in range(4))
    t.actor("VC").say("op_only")
    assert "march" not in t.offers()
    t.game.undo()
    t.say("event", "shaded")
    assert t.game.state.effects & BOOBY_TRAPS_SHADED
    t.actor("NVA").say("op_activity")
    assert "march" not in t.offers()
    t.say("attack", "sa:ambush", "us_troops")  # Quang Tri is the only space
    t.expect(
        res={"NVA": 2},
        casualties={"US": {"T": 1}},
        space={
            "quang_tri": {
                "NVA": {"Gu": 4, "Ga": 1},
                "VC": {"B": 1, "Gu": 3},
                "US": {"Iu": 1},
                "ARVN": {"Ra": 1},
            }
        },
        control={"quang_tri": "none"},
    )


def coup_round(t: Script) -> None:
    """#125 Nguyen Khanh."""
    state = t.game.state
    t.expect(
        leader=KHANH,
        leader_box=(KHANH,),
        vp={"US": 42, "NVA": 8, "ARVN": 38, "VC": 27},
        trail=1,
        res={"ARVN": 47, "VC": 17, "NVA": 7},
        econ=15,
        aid=11,
    )
    assert state.outcome is None
    assert not any(state.terror[loc] for loc in LOCS)
    t.actor("US").say("hue", "more", "more")
    t.expect(res={"ARVN": 38}, support={"hue": "N"}, terror={"hue": 0}, vp={"VC": 23, "US": 42})
    t.say("saigon")
    t.expect(res={"ARVN": 35}, support={"saigon": "AS"}, vp={"US": 48})
    t.say("done")
    t.actor("ARVN").say("done")
    t.actor("VC").say("quang_tri", "quang_tin", "quang_duc", "binh_tuy")
    t.expect(
        res={"VC": 13},
        support=dict.fromkeys(("quang_tri", "quang_tin", "quang_duc", "binh_tuy"), "AO"),
        vp={"VC": 29},
    )
    before = bytes(state.control)
    t.actor("ARVN")
    redeploy(t)
    assert bytes(state.control) == before
    commitment(t)


def redeploy(t: Script) -> None:
    """6.4: two Troops must leave Binh Dinh (Pleiku's six stand by a US Base); Police and NVA Troops move too."""
    assert t.kind() == "redeploy.must"
    t.say("qui_nhon", 1, "da_nang", "done")
    t.actor("ARVN").say("saigon", "loc_saigon_can_tho", 1, "done")
    t.actor("NVA").say("southern_laos", "north_vietnam", 4, "done")


def commitment(t: Script) -> None:
    """6.5: the one Casualty returns to the map, so nine Troops are left to move; nobody is withdrawn."""
    t.actor("US").say("an_loc").expect(casualties={}, vp={"US": 48}, out_of_play={"US": {"T": 5, "B": 1}})
    assert t.game.decision is not None
    assert t.game.decision.params == {"troops": 9, "bases": 2}
    t.say("us_troops@binh_dinh", "qui_nhon", "us_troops@saigon", "can_tho", 1, "us_troops@saigon", "cam_ranh", 1)
    t.expect(vp={"US": 48}, available={"US": {"T": 21, "B": 2}})
    t.say("done")


STEPS = (turn_1, turn_2, turn_3, turn_4, turn_5, turn_6, turn_7, coup_round)
ELIGIBLE_AFTER = (
    ["NVA", "US"],
    ["VC", "ARVN"],
    ["NVA", "US"],
    ["VC", "ARVN"],
    ["US", "NVA", "ARVN"],
    ["VC", "NVA"],
)


def replay(turns: int) -> Script:
    """The game up to the end of a turn, the next card turned up."""
    t = new_game()
    for number, step in enumerate(STEPS[:turns]):
        step(t)
        assert t.game.decision is not None
        assert t.game.decision.actor == CHANCE
        t.say(DECK[number + 2])
    return t


@pytest.mark.parametrize("turn", range(1, 7))
def test_turn_replays_to_the_printed_totals(turn: int) -> None:
    t = replay(turn)
    t.expect(eligible=ELIGIBLE_AFTER[turn - 1], card=DECK[turn], next_card=DECK[turn + 1])


def test_only_the_first_two_eligible_act_on_turn_1() -> None:
    t = new_game()
    turn_1(t)
    assert t.kind() == "card"  # the US never comes up


def test_attack_without_ambush_would_have_rolled() -> None:
    t = replay(6)
    t.say("pass").say("op_only", "attack")  # Quang Tri is the only space
    assert t.kind() == "die"
    t.roll(6)  # five Guerrillas need 1-5
    t.expect(casualties={}, space={"quang_tri": {"NVA": {"Ga": 5}, "US": {"T": 1, "Iu": 1}}})


def test_turn_7_and_coup_round_replay_to_the_printed_end() -> None:
    t = replay(8)
    state = t.game.state
    t.expect(
        res={"ARVN": 35, "NVA": 7, "VC": 13},
        aid=11,
        pat=15,
        econ=15,
        trail=1,
        vp={"US": 48, "NVA": 8, "ARVN": 38, "VC": 29},
        available={
            "US": {"T": 21, "I": 0, "B": 2},
            "ARVN": {"T": 2, "P": 10, "R": 2, "B": 1},
            "NVA": {"T": 35, "G": 6, "B": 5},
            "VC": {"G": 15, "B": 2},
        },
        out_of_play={"US": {"T": 5, "B": 1}, "ARVN": {"T": 10, "R": 3, "B": 2}},
        casualties={},
        terror={},
        eligible=["US", "ARVN", "NVA", "VC"],
        card=75,
        next_card=17,
    )
    assert state.effects == BOOBY_TRAPS_SHADED
    assert not state.effects & MOMENTUM
    assert whole_map(t.game) == FINAL_MAP
    assert levels(t.game) == FINAL_LEVELS
    t.expect(control=dict.fromkeys(("kien_phong", "kien_giang", *NORTH), "NVA"))
    t.expect(control=dict.fromkeys(("quang_tri", "quang_tin", "quang_duc", "binh_tuy", "tay_ninh"), "none"))


NORTH = ("north_vietnam", "central_laos", "southern_laos", "parrots_beak")
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
