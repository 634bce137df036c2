"""Positions that somebody sets up: checked as all positions are, with the place of what is wrong; then played."""

from typing import Any

import pytest

from fitl.board.scenarios import SCENARIOS
from fitl.catalogue import messages_in
from fitl.game import Game
from fitl.position.words import KEYS
from fitl.server.offload.jobs.check_position import check, place_of
from tests.server.support import Json, Running, Table

PLAYABLE = [scenario.name for scenario in SCENARIOS.values() if scenario.playable]
BOTS = [{"factions": [name], "kind": "bot", "plays": "thinker:quick"} for name in ("arvn", "nva", "vc")]
SEATS = [{"factions": ["us"], "kind": "me"}, *BOTS]


def base(**keys: Any) -> Json:
    return {"fitl": 1, "scenario": "short-1965", **keys}


def checked(server: Running, **keys: Any) -> Json:
    answer = server.post("/api/positions", {"position": base(**keys)})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


@pytest.mark.parametrize("scenario", PLAYABLE)
@pytest.mark.parametrize("board", ["set_up", "empty"])
def test_every_scenario_is_a_place_to_begin_and_is_whole_then(scenario: str, board: str) -> None:
    found = check({"fitl": 1, "scenario": scenario, "board": board})
    assert found["wrong"] is None
    assert found["position"] is not None
    assert found["room"] is not None
    again = check(found["position"])
    assert again == found
    game = Game.from_position(found["position"])
    assert game.decision is not None
    boxes = {"available", *found["room"]["boxes"]}
    assert boxes == set(game.view()["boxes"])


@pytest.mark.parametrize("scenario", ["prequel-1963", "extended-campaign-1961", "extended-short-1972"])
def test_a_campaign_may_begin_with_a_blank_board_in_each_of_its_eras(scenario: str) -> None:
    first = check({"fitl": 1, "scenario": scenario})
    assert first["room"] is not None
    assert len(first["room"]["eras"]) > 2
    for era in first["room"]["eras"]:
        found = check({"fitl": 1, "scenario": scenario, "era": era, "board": "empty"})
        assert found["position"] is not None, found["wrong"]
        assert check(found["position"]) == found
        assert Game.from_position(found["position"]).decision is not None


def test_control_follows_and_what_is_left_is_available(server: Running) -> None:
    found = checked(server, board="empty", spaces={"saigon": {"pieces": {"us_troops": 1}}})
    assert found["board"]["spaces"]["saigon"]["control"] == "coin"
    assert found["board"]["boxes"]["available"]["us_troops"] == found["room"]["pool"]["us_troops"] - 1


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ({"spaces": {"hue": {"pieces": {"us_base": 3}}}}, "spaces.hue"),
        ({"spaces": {"hue": {"pieces": {"us_base": 99}}}}, "spaces.hue.pieces.us_base"),
        ({"spaces": {"hue": {"terror": -1}}}, "spaces.hue.terror"),
        ({"spaces": {"central_laos": {"support": "active_support"}}}, "spaces.central_laos.support"),
        ({"spaces": {"hue": {"pieces": {"us_base": 2}}}, "out_of_play": {"us_base": 6}}, "available.us_base"),
        ({"aid": 99}, "aid"),
        ({"resources": {"us": 3}}, "resources"),
        ({"leader": 3}, "leader"),
        ({"card": 999}, "card"),
        ({"stage": "turn"}, "card"),
        ({"stage": "dinner"}, "stage"),
        ({"piles": [{"events": 1}]}, "piles[0]"),
        ({"effects": [[1, "blue"]]}, "effects"),
        ({"nonsense": 1}, ""),
        ({"scenario": "nowhere"}, ""),
        ({"packs": ["x"]}, ""),
    ],
)
def test_what_is_wrong_is_told_with_its_place(server: Running, keys: Json, place: str) -> None:
    found = checked(server, **keys)
    assert found["wrong"]["place"] == place, found["wrong"]
    assert found["wrong"]["message"]
    assert found["position"] is found["board"] is found["room"] is None


@pytest.mark.parametrize("language", ["en", "es"])
def test_sentences_about_positions_begin_with_a_place_in_every_language(language: str) -> None:
    """Except those about the whole file: the page shows them by themselves."""
    texts = {name: text for name, text in messages_in(language).items() if name.startswith("position.")}
    led = {name for name, text in texts.items() if text.startswith(("{path}", "{name}:")) or place_of(text)}
    whole = {"picture", "not_an_object", "format", "unknown_key", "outcome", "unreadable"}
    assert {name.removeprefix("position.") for name in texts.keys() - led} <= whole
    assert all(place_of(f"{key}: x") == key for key in KEYS)


@pytest.mark.parametrize("body", [{}, {"position": 3}, {"position": None}, {"position": {"fitl": 1, "spaces": [1]}}])
def test_nonsense_is_told_to_be_nonsense(server: Running, body: Json) -> None:
    answer = server.post("/api/positions", body)
    assert answer.status_code == 200
    assert answer.json()["wrong"]["message"]


def test_a_body_may_be_larger_than_common_ones_but_not_large(server: Running) -> None:
    assert checked(server, nonsense="x" * 40_000)["wrong"]
    assert server.post("/api/positions", {"position": base(nonsense="x" * 70_000)}).status_code == 413


def test_an_edited_moment_is_played_on_against_bots(server: Running) -> None:
    """From a moment of a game, through a change on the board, to a new game with other players and hints."""
    table = server.new_game("me", "me", "me", "me")
    table.play(14)
    position = checked(server, **table.me.get("/position?at=10").json())["position"]
    position["spaces"]["saigon"]["terror"] = 3
    position["aid"] = 7
    assert checked(server, **position)["wrong"] is None
    wish = {"position": position, "seats": SEATS, "table_mode": True}
    brought = server.post("/api/games/import", wish)
    assert brought.status_code == 201, brought.text
    state = Table(server, brought.json()).me.state()
    assert (state["view"]["spaces"]["saigon"]["terror"], state["view"]["tracks"]["aid"]) == (3, 7)
    assert [player["plays"] for player in state["players"]] == [None, *["thinker:quick"] * 3]
    assert state["table_mode"]
