"""Why non-players did what they did: by turn, as sentences, as data, and saved with the game."""

import json
import random
from pathlib import Path

from fitl import journal
from fitl.board.factions import FACTION_IDS, US, VC
from fitl.bots.flowchart import tersely
from fitl.bots.reasons import BotTurn, as_data, compact, details, reasons_of, sentence, turns_of
from fitl.entries import Reason
from fitl.game import Game
from fitl.state import SET_UP
from fitl.words import say
from tests.bots.games import game_of_bots, play_on


def played(entries: int = 250) -> Game:
    game = game_of_bots(seed=31)
    play_on(game, random.Random(1), entries)
    return game


def test_reasons_are_grouped_by_turn_and_faction() -> None:
    game = played()
    turns = turns_of(game)
    assert len(turns) > 5
    assert [reason for turn in turns for reason in turn.reasons] == game.reasons()
    for turn in turns:
        assert {reason.faction for reason in turn.reasons} == {turn.faction}
        assert turn.answers
    assert [turn for turn in turns if turn.faction == VC] == turns_of(game, VC)


def test_the_reasons_of_a_turn_are_counted_from_the_end_or_the_beginning() -> None:
    game = played()
    turns = turns_of(game)
    assert reasons_of(game) == turns[-1].reasons
    assert reasons_of(game, turn=-2) == turns[-2].reasons
    assert reasons_of(game, turn=0) == turns[0].reasons
    assert reasons_of(game, US, 0) == turns_of(game, US)[0].reasons
    assert reasons_of(game, turn=-1000) == []
    assert reasons_of(game_of_bots(), US) == []


def test_the_dice_of_a_turn_are_its_own() -> None:
    game = played()
    turns = turns_of(game)
    assert sum(len(turn.dice) for turn in turns) > 0
    assert all(1 <= int(die) <= 200 for turn in turns for die in turn.dice)


def test_every_reason_is_a_sentence() -> None:
    game = played(400)
    for reason in game.reasons():
        text = sentence(reason)
        assert text
        assert "{" not in text


def test_a_sentence_that_repeats_is_said_once() -> None:
    reason = Reason(0, VC, "why.random_loc", {"space": 30})
    other = Reason(0, VC, "why.random_loc", {"space": 31})
    assert len(compact([reason, reason, other, reason])) == 3


def test_details_name_the_candidates_and_what_decided() -> None:
    reason = Reason(
        0, VC, "why.random_loc", {"space": 1, "spaces": [0, 1], "ties": ["vc.support", "of_old"], "tied": 2}
    )
    assert details(reason) == [
        "candidates: Hue, Da Nang",
        "decided by: " + say("why.tie.vc.support"),
        "2 still tied: by dice, or in turn where all are taken",
    ]
    assert details(Reason(0, VC, "why.random_loc", {"space": 1, "spaces": [1], "ties": [], "tied": 1})) == []


def test_reasons_are_plain_data() -> None:
    game = played()
    for turn in turns_of(game):
        data = as_data(turn)
        assert json.loads(json.dumps(data)) == data
        assert data["faction"] == FACTION_IDS[turn.faction]
        assert len(data["reasons"]) == len(turn.reasons)
        assert not data["reasons"][0]["node"].startswith("why.")
        assert data["reasons"][0]["text"] == sentence(turn.reasons[0])


def test_reasons_survive_saving_and_loading(tmp_path: Path) -> None:
    game = game_of_bots(seed=32)
    journal.record(game, tmp_path / "game.jsonl")  # written as it happens
    play_on(game, random.Random(1), 200)
    journal.save(game, tmp_path / "copy.jsonl")  # and as a whole
    expected = [as_data(turn) for turn in turns_of(game)]
    for name in ("game.jsonl", "copy.jsonl"):
        loaded = journal.load(tmp_path / name).game
        assert [as_data(turn) for turn in turns_of(loaded)] == json.loads(json.dumps(expected))


def test_reasons_go_with_the_answers_they_led_to(tmp_path: Path) -> None:
    game = game_of_bots(seed=33)
    journal.record(game, tmp_path / "game.jsonl")
    play_on(game, random.Random(1), 200)
    turns = turns_of(game)
    game.rewind(turns[-1].first)
    assert len(turns_of(game)) == len(turns) - 1
    assert len(turns_of(journal.load(tmp_path / "game.jsonl").game)) == len(turns) - 1


def test_a_reason_kept_with_a_game_leaves_out_what_goes_without_saying() -> None:
    told: list[dict[str, object]] = []

    def explain(faction: int, message: str, /, **params: object) -> None:
        told.append(params)

    say_it = tersely(explain)
    say_it(0, "why.x", space=3, spaces=[3], ties=[], tied=1)
    say_it(0, "why.x", space=3, spaces=[3, 4], ties=["us.pop"], tied=2)
    say_it(0, "why.us.u1", answer="yes", spaces=[3])  # here the list is what is said
    assert told == [
        {"space": 3},
        {"space": 3, "spaces": [3, 4], "ties": ["us.pop"], "tied": 2},
        {"answer": "yes", "spaces": [3]},
    ]


def test_before_the_first_card_a_turn_is_titled_by_its_stage() -> None:
    assert BotTurn(VC, 0, SET_UP, 0, [], [], []).title() == "VC, set-up"
    assert BotTurn(VC, 68, SET_UP, 0, [], [], []).title() == "VC on #68 Green Berets, set-up"
