"""The guided lesson as data: it can be played as it says, agrees with the printed totals, and explains every step."""

import json
from typing import Any

import pytest

from fitl.catalogue import catalogue
from fitl.decisions import CHANCE
from fitl.entries import actor_id
from fitl.game import Game
from fitl.lesson import SCENARIO, lesson
from fitl.lesson.beats import Beat
from fitl.lesson.course import CHAPTERS, ScriptError, new_game, play_beat
from tests.playbook.printed import differences

STEPS: list[dict[str, Any]] = lesson()["steps"]


def test_the_steps_are_the_decisions_of_the_game_in_order() -> None:
    game = Game.new(lesson()["scenario"], manual_chance=True)
    for step in STEPS:
        decision = game.decision
        assert decision is not None
        assert (step["number"], step["kind"], step["who"]) == (game.number, decision.kind, actor_id(decision.actor))
        game.choose(step["key"])


def test_playing_the_lesson_reaches_the_printed_totals_at_each_check() -> None:
    game = Game.new(SCENARIO, manual_chance=True)
    checks = 0
    for step in STEPS:
        game.choose(step["key"])
        checks += "totals" in step
        assert differences(game.view(), step.get("totals", {})) == {}, f"step {step['number']}: {step['text']}"
    assert checks > 25


def test_the_last_total_is_the_printed_end() -> None:
    assert STEPS[-1]["totals"]["victory"] == {"us": 48, "nva": 8, "arvn": 38, "vc": 29}
    assert STEPS[-1]["totals"]["resources"] == {"arvn": 35, "nva": 7, "vc": 13}


def test_every_step_and_chapter_has_words_of_its_own() -> None:
    assert all(len(step["text"]) >= 4 for step in STEPS)
    assert all(len(step["text"]) > 30 for step in STEPS if step["kind"] in ("turn.action", "turn.operation", "card"))
    assert all(chapter["title"] and len(chapter["text"]) > 60 for chapter in lesson()["chapters"])


def test_chapters_cover_all_steps_in_order() -> None:
    chapters = [step["chapter"] for step in STEPS]
    assert chapters == sorted(chapters)
    assert set(chapters) == set(range(len(lesson()["chapters"])))


def test_every_sentence_of_the_lesson_is_said() -> None:
    said = {lesson()[name] for name in ("title", "intro", "farewell")}
    said |= {text for step in STEPS for text in (step["text"], step.get("after"))}
    said |= {text for chapter in lesson()["chapters"] for text in chapter.values()}
    assert sorted(id_ for id_, text in catalogue().items() if id_.startswith("lesson.") and text not in said) == []


def test_every_faction_and_every_die_has_its_steps() -> None:
    assert {step["who"] for step in STEPS} == {"us", "arvn", "nva", "vc", "chance"}
    assert [step["key"] for step in STEPS if step["kind"] == "air_strike.die"] == ["5"]


def test_it_is_plain_data() -> None:
    assert json.loads(json.dumps(lesson())) == lesson()


def test_beats_have_names_of_their_own() -> None:
    names = [(chapter.name, beat.name) for chapter in CHAPTERS for beat in chapter.beats]
    assert len(set(names)) == len(names)


def test_a_script_that_asks_the_wrong_side_is_an_error() -> None:
    game = new_game()
    assert game.decision is not None
    assert game.decision.actor == CHANCE
    with pytest.raises(ScriptError, match="'event' is for vc, but chance is asked"):
        list(play_beat(game, Beat("wrong", "vc", ("event",))))
