"""The position format in both directions, and every way a position can be wrong."""

import copy
import json
import random
from typing import Any

import pytest

from fitl.board.spaces import SAIGON
from fitl.compose import new_state
from fitl.game import Game
from fitl.options import GameOptions
from fitl.position import PositionError, read_position, write_position
from fitl.rules.setup import scenario_named


def random_game(seed: int, answers: int, scenario: str = "full-1964") -> Game:
    game = Game.new(scenario, seed=seed)
    rng = random.Random(seed)
    for _ in range(answers):
        if game.decision is None:
            break
        game.choose(rng.choice(list(game.decision.options)))
    return game


@pytest.mark.parametrize("scenario", ["short-1965", "medium-1968", "full-1964", "long-1964", "short-1967"])
@pytest.mark.parametrize("answers", [0, 17, 140, 500, 100_000])
def test_any_situation_survives_the_round_trip_and_plays_on(scenario: str, answers: int) -> None:
    game = random_game(answers + 1, answers, scenario)
    position = json.loads(json.dumps(game.position()))
    again = Game.from_position(position)
    assert again.state == game.state
    assert repr(again.decision) == repr(game.decision)
    assert again.position() == position


def test_options_survive_the_round_trip() -> None:
    options = GameOptions(period_events=True, deception=True, seats=((0, 1), (2,), (3,)), handicap=(2,))
    s = new_state(scenario_named("medium-1968"), options, 5)
    assert read_position(write_position(s)) == s


HAND_WRITTEN: dict[str, Any] = {
    "fitl": 1,
    "scenario": "full-1964",
    "stage": "turn",
    "card": 107,
    "next_card": 55,
    "spaces": {
        "saigon": {"support": "passive_support", "pieces": {"us_troops": 2, "police": 1, "vc_guerrilla_active": 3}},
        "tay_ninh": {"support": "active_opposition", "terror": 1, "pieces": {"vc_tunnel": 1, "vc_guerrilla": 2}},
        "loc_saigon_can_tho": {"sabotage": 1, "pieces": {"police": 1}},
    },
    "casualties": {"us_troops": 2},
    "out_of_play": {},
    "resources": {"arvn": 20, "nva": 9, "vc": 4},
    "eligible": ["us", "vc"],
    "effects": [[101, "shaded"], [115, "single"]],
}


def test_a_hand_written_position_is_filled_from_the_set_up_and_played() -> None:
    game = Game.from_position(HAND_WRITTEN)
    s = game.state
    assert s.aid == 15  # not named: as in the scenario
    assert s.control[SAIGON] == 0  # 3 COIN against 3 VC
    assert s.resources == [0, 20, 9, 4]
    assert game.position()["available"]["us_troops"] == 40 - 2 - 2
    assert game.decision is not None
    assert game.decision.actor == 3  # VC is the first Eligible on card 107
    game.choose("pass")


def changed(path: str, value: Any) -> dict[str, Any]:
    """The hand-written position with one thing different."""
    position = copy.deepcopy(HAND_WRITTEN)
    *parents, last = path.split("/")
    node = position
    for key in parents:
        node = node.setdefault(key, {})
    node[last] = value
    return position


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("fitl", 2, '"fitl" must be 1'),
        ("scenario", "full", "no playable scenario 'full'"),
        ("scenario", None, "no playable scenario"),
        ("weather", "fine", "unknown key 'weather'"),
        ("stage", "lunch", "stage must be one of"),
        ("card", 0, "needs a current card"),
        ("card", 131, "card: there is no card 131 in this game; cards are named by number"),
        ("spaces", [], "spaces must be an object"),
        ("spaces/hanoi", {}, "spaces.hanoi: there is no such space"),
        ("spaces/saigon", 3, "spaces.saigon must be an object"),
        ("spaces/saigon/flag", 1, "spaces.saigon: unknown key 'flag'"),
        ("spaces/saigon/support", "high", "spaces.saigon.support must be one of"),
        ("spaces/saigon/terror", -1, "spaces.saigon.terror must be a whole number from 0 to 15"),
        ("spaces/saigon/terror", 14, "16 Terror and Sabotage markers, but there are 15"),
        ("spaces/saigon/pieces/tank", 1, "spaces.saigon.pieces: there is no piece 'tank'"),
        ("spaces/saigon/pieces/us_troops", 41, "must be a whole number from 0 to 40"),
        ("spaces/saigon/pieces/us_troops", True, "must be a whole number"),
        ("spaces/saigon/pieces/us_base", 3, "3 Bases, but at most 2 may stack"),
        ("spaces/loc_saigon_can_tho/pieces/us_base", 1, "no us_base may be there"),
        ("spaces/loc_saigon_can_tho/support", "active_support", "nobody lives there"),
        ("spaces/loc_saigon_can_tho/sabotage", 2, "must be a whole number from 0 to 1"),
        ("spaces/north_vietnam", {"pieces": {"police": 1}}, "no police may be there"),
        ("spaces/phuoc_long", {"support": "passive_support"}, "nobody lives there"),
        ("spaces/hue", {"pieces": {"us_troops": 37}}, "us_troops: 41 on the map and in boxes, but the pool has 40"),
        ("casualties/vc_guerrilla_active", 1, "a box holds plain vc_guerrilla"),
        ("available", {"us_troops": 3}, "available.us_troops: 3, but 36 of the pool of 40 remain"),
        ("resources/us", 3, "the US has none"),
        ("resources/vc", 76, "resources.vc must be a whole number from 0 to 75"),
        ("resources/gvn", 3, "'gvn' is not one of us, arvn, nva, vc"),
        ("trail", 5, "trail must be a whole number from 0 to 4"),
        ("aid", "lots", "aid must be a whole number"),
        ("effects", [[1, "shaded"]], "is not a lasting effect"),
        ("effects", ["x"], "is not a lasting effect"),
        ("flags", ["x"], "unknown flag 'x'"),
        ("leader", 125, "must be minh, none, diem, or a leader's card in leader_box"),
        ("leader_box", [1], "leader_box: 1 is not a card that belongs there"),
        ("leader_silenced", "no", "leader_silenced must be true or false"),
        ("eligible", ["us", "gvn"], "eligible: 'gvn' is not one of"),
        ("eligible", "us", "eligible must be a list"),
        ("acted", [["us", "dance"]], "the action one of"),
        ("acted", [["us", "event"], ["vc", "op_only"], ["nva", "limop"]], "at most two Factions"),
        ("piles", [{"events": 3}], r"piles\[0\] must be an object with"),
        ("coups_to_come", [125], "6 Coup cards to come, but coups_to_come has 1"),
        ("options", {"magic": True}, "unknown option 'magic'"),
        ("options", {"deception": "yes"}, "options.deception must be true or false"),
        ("options", {"seats": "us"}, "seats: full-1964 is played by us, arvn, nva, vc"),
        ("markers", {"vc": ["joker"]}, "'joker' is not one of"),
        ("outcome", {}, 'only if its stage is "over"'),
        ("seed", -1, "seed must be a whole number"),
        ("answers", [["vc", "dance"]], "answers: Step 0: the recorded answer 'dance' is no longer offered"),
        ("answers", [["gvn", "pass"]], "who being one of us, arvn, nva, vc, chance, transfer, roll"),
        ("answers", 5, r"answers must be a list of pairs \[who, key\]"),
    ],
)
def test_wrong_positions_are_refused_with_the_place_and_the_reason(path: str, value: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        Game.from_position(changed(path, value))


def test_too_many_tunnels_are_refused() -> None:
    position = copy.deepcopy(HAND_WRITTEN)
    for name in ("quang_nam", "binh_dinh", "pleiku_darlac"):
        position["spaces"][name] = {"pieces": {"vc_tunnel": 2}}
    with pytest.raises(PositionError, match="7 Tunnel markers, but there are 6"):
        Game.from_position(position)


@pytest.mark.parametrize("position", [[], "x", 3, None])
def test_what_is_no_object_is_refused(position: Any) -> None:
    with pytest.raises(PositionError, match="a position is a JSON object"):
        Game.from_position(position)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"casualties": {"advisor": 1}}, "casualties: short-1965 has no advisor; its kinds of piece are us_troops,"),
        ({"spaces": {"hue": {"pieces": {"vc_base_cadre": 1}}}}, "spaces.hue.pieces: short-1965 has no vc_base_cadre;"),
        ({"washington_2": {}}, "washington_2: short-1965 has no such box; its boxes are available, casualties, out_of"),
    ],
)
def test_the_base_game_refuses_pieces_and_boxes_of_the_expansions(change: dict[str, Any], said: str) -> None:
    with pytest.raises(PositionError) as refusal:
        read_position({"fitl": 1, "scenario": "short-1965"} | change)
    assert str(refusal.value).startswith(said)
