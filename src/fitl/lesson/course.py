"""The lesson: the script played through `Game`, every decision with its number, the answer and an explanation.

The table may compare its own values with the `totals` of a step once that step is answered.
"""

from collections.abc import Iterator
from typing import Final

from fitl.catalogue import has_message, per_language, tell
from fitl.entries import actor_id
from fitl.game import Game
from fitl.lesson.beats import Beat, Chapter
from fitl.lesson.cards_1_to_3 import SET_UP, TURN_1, TURN_2, TURN_3
from fitl.lesson.cards_4_to_7 import TURN_4, TURN_5, TURN_6, TURN_7
from fitl.lesson.coup_round import HOME_AND_ABROAD, MONEY_AND_MINDS
from fitl.lesson.course_types import Lesson, LessonStep

SCENARIO: Final = "full-1964"
CHAPTERS: Final = (
    *(SET_UP, TURN_1, TURN_2, TURN_3),
    *(TURN_4, TURN_5, TURN_6, TURN_7),
    *(MONEY_AND_MINDS, HOME_AND_ABROAD),
)
SHOWN: Final = ("resources", "aid", "patronage", "econ", "trail", "victory", "support", "control", "terror")


class ScriptError(ValueError):
    """The script of the lesson and the rules have parted."""


def new_game() -> Game:
    """The game of the lesson before its first card; dice and cards are answered by hand."""
    return Game.new(SCENARIO, manual_chance=True)


def play_beat(game: Game, beat: Beat) -> Iterator[str]:
    """Give a beat's answers one by one; each is yielded before it is given."""
    for answer in beat.answers:
        decision = game.decision
        asked = "nobody" if decision is None else actor_id(decision.actor)
        if asked != beat.who:
            raise ScriptError(f"lesson beat {beat.name!r}: {answer!r} is for {beat.who}, but {asked} is asked")
        yield answer
        game.choose(answer)


def printed_totals(beat: Beat) -> dict[str, object]:
    """Those of a beat's values that the table shows as tracks and markers."""
    return {name: beat.expect[name] for name in SHOWN if name in beat.expect}


def _steps(game: Game, index: int, chapter: Chapter) -> Iterator[LessonStep]:
    for beat in chapter.beats:
        path = f"lesson.{chapter.name}.{beat.name}"
        last = len(beat.answers)
        for n, answer in enumerate(play_beat(game, beat), start=1):
            decision = game.decision
            assert decision is not None  # play_beat has looked
            step: LessonStep = {
                "number": game.number,
                "key": answer,
                "kind": decision.kind,
                "who": actor_id(decision.actor),
                "chapter": index,
                "text": tell(f"{path}.{n}"),
            }
            if n == last:
                if has_message(f"{path}.after"):
                    step["after"] = tell(f"{path}.after")
                if totals := printed_totals(beat):
                    step["totals"] = totals
            yield step


@per_language
def lesson() -> Lesson:
    """The guided tutorial as plain JSON data (docs/web-api.md)."""
    game = new_game()
    steps = [step for index, chapter in enumerate(CHAPTERS) for step in _steps(game, index, chapter)]
    return {
        "title": tell("lesson.title"),
        "scenario": SCENARIO,
        "intro": tell("lesson.intro"),
        "farewell": tell("lesson.farewell"),
        "chapters": [
            {"title": tell(f"lesson.{chapter.name}.title"), "text": tell(f"lesson.{chapter.name}.text")}
            for chapter in CHAPTERS
        ],
        "steps": steps,
    }
