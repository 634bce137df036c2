"""One vocabulary: names are accepted wherever numbers are, and what a game tells can be read by name."""

import random

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import US_TROOPS
from fitl.board.spaces import AVAILABLE, HUE
from fitl.bots.reasons import reasons_of, turns_of
from fitl.game import Game
from fitl.naming import UnknownName, faction_of, named, piece_of, space_of
from fitl.options import GameOptions, OptionsError
from fitl.refusals import Refused, WrongSeat
from tests.bots.games import game_of_bots, play_on


def test_names_and_numbers_mean_the_same() -> None:
    assert (faction_of("vc"), faction_of(3)) == (VC, VC)
    assert (space_of("hue"), space_of(HUE), space_of("available")) == (HUE, HUE, AVAILABLE)
    assert (piece_of("us_troops"), piece_of(US_TROOPS)) == (US_TROOPS, US_TROOPS)


@pytest.mark.parametrize("wrong", ["mars", 4, -1, True, 1.0, None])
def test_what_is_no_name_is_told_with_those_there_are(wrong: object) -> None:
    with pytest.raises(UnknownName, match="us, arvn, nva, vc"):
        faction_of(wrong)  # type: ignore[arg-type]


def test_options_take_factions_by_name() -> None:
    options = GameOptions(non_players=("us", "vc"), seats="us,arvn,nva,vc")  # type: ignore[arg-type]
    assert options == GameOptions(non_players=(US, VC))
    pairs = GameOptions(seats=(("us", "arvn"), ("nva",), ("vc",)), handicap=("vc", "us"))  # type: ignore[arg-type]
    assert (pairs.seats, pairs.handicap) == (((0, 1), (2,), (3,)), (VC, US))
    with pytest.raises(OptionsError, match="no Faction 'mars'; choose from us, arvn, nva, vc"):
        GameOptions(non_players=("mars",))  # type: ignore[arg-type]


def test_a_seat_may_be_named_by_a_faction_it_runs() -> None:
    game = Game.new("full-1964", seed=3, options=GameOptions(seats=((0, 1), (2,), (3,))))
    assert game.decision is not None
    actor = game.decision.actor
    friend, foe = ("arvn", "nva") if actor in (US, ARVN) else (("nva", "vc")[actor - 2], "us")
    with pytest.raises(WrongSeat):
        game.choose("pass", seat=foe)
    with pytest.raises(WrongSeat, match="no Faction 'mars'"):
        game.choose("pass", seat="mars")
    game.choose("pass", seat=friend)
    with pytest.raises(Refused):
        game.undo(seat=foe)
    assert game.view("nva", log=False) == game.view(1, log=False)
    with pytest.raises(Refused):
        game.transfer("us", 1)


def test_reasons_are_found_by_the_name_of_a_faction() -> None:
    game = game_of_bots(seed=31)
    play_on(game, random.Random(1), 200)
    assert game.reasons("vc") == game.reasons(VC) != []
    assert turns_of(game, "us") == turns_of(game, US)
    assert reasons_of(game, "nva") == reasons_of(game, NVA)


def test_the_story_and_the_outcome_can_be_read_by_name() -> None:
    game = game_of_bots(seed=31)
    assert game.result is None
    play_on(game, random.Random(1), 10**6)
    story = game.story()
    assert len(story) == len(game.log or ())
    assert [each["text"] for each in story[-5:]] == game.view()["log"][-5:]
    moves = [each["params"] for each in story if each["message"] == "log.move"]
    assert moves
    assert all(type(params[name]) is str for params in moves for name in ("piece", "origin", "destination"))
    assert game.story(len(story) - 2) == story[-2:]
    assert game.result is not None
    assert game.result["winner"] == game.result["ranking"][0] in ("us", "arvn", "nva", "vc")
    assert set(game.result["margins"]) == {"us", "arvn", "nva", "vc"}


def test_what_is_none_of_ours_keeps_its_value() -> None:
    assert named({"space": 99, "n": 3, "spaces": [0, 1], "by": "?"}) == {
        "space": 99,
        "n": 3,
        "spaces": ["hue", "da_nang"],
        "by": "?",
    }
