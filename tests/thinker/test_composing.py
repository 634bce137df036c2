"""The search of deep thinkers: long turns are put together answer by answer, then changed in several ways."""

from functools import partial

import pytest

from fitl.board.factions import US
from fitl.board.scenarios import SCENARIOS
from fitl.compose import new_state
from fitl.decisions import DONE, Decision, Option, amount_option, choice
from fitl.game import Game
from fitl.options import GameOptions
from fitl.thinker.composing import BREAK_OFF, INSERT, LEAVE_OUT, REPLACE, Composer, ending_answer, terse_answer
from fitl.thinker.determinize import known_to
from fitl.thinker.evaluation import worth_to
from fitl.thinker.levels import BUDGETS, DEEP, Level
from fitl.thinker.policy import Dice
from fitl.thinker.search import Answer, Search
from fitl.thinker.thought import Question, think
from tests.thinker.support import assert_is_legal_turn

STOP = Option("done", DONE)
WHERE = Decision(US, "where", "", [choice("hue"), choice("saigon"), choice("da_nang"), STOP])


def at_a_turn(scenario: str, seed: int = 3) -> Game:
    game = Game(new_state(SCENARIOS[scenario], GameOptions(), seed), log=False)
    game.begin()
    while game.decision is not None and game.decision.kind != "turn.action":
        game.choose(game.decision.options[0])
    return game


def searching(game: Game, kind: type[Search] = Composer, seed: int = 1) -> Search:
    assert game.decision is not None
    faction = game.decision.actor
    return kind(faction, known_to((faction,), game), partial(worth_to, faction), seed)


def test_a_way_that_ends_stops_where_it_may_and_takes_most_where_it_must_go_on() -> None:
    dice = Dice(1)
    assert ending_answer(WHERE, dice) is STOP
    amounts = [amount_option(1), amount_option(2), amount_option(3)]
    assert ending_answer(Decision(US, "how_many", "", amounts), dice) is amounts[-1]
    must = Decision(US, "where", "", WHERE.options[:3])
    assert {ending_answer(must, dice).key for _ in range(40)} == {"hue", "saigon", "da_nang"}


def test_a_terse_policy_stops_at_least_every_other_time() -> None:
    dice = Dice(1)
    stops = sum(terse_answer(WHERE, dice) is STOP for _ in range(400))
    assert 200 < stops < 300


def changed(change: int, rest: list[Answer]) -> str:
    return searching(at_a_turn("short-1965"))._changed(change, WHERE, rest).key  # type: ignore[attr-defined, no-any-return]


def test_an_answer_is_inserted_before_what_the_way_says() -> None:
    rest = [("where", "hue"), ("where", "done")]
    assert changed(INSERT, rest) in ("saigon", "da_nang")
    assert rest == [("where", "hue"), ("where", "done")]


def test_what_is_put_in_the_place_of_an_end_does_not_take_the_end_away() -> None:
    rest = [("where", "done")]
    assert changed(REPLACE, rest) in ("hue", "saigon", "da_nang")
    assert rest == [("where", "done")]


def test_a_replaced_answer_is_gone() -> None:
    rest = [("where", "hue"), ("where", "done")]
    assert changed(REPLACE, rest) in ("saigon", "da_nang")
    assert rest == [("where", "done")]


def test_what_is_left_out_is_followed_by_the_next_that_fits() -> None:
    rest = [("where", "hue"), ("how_many", "3"), ("where", "saigon"), ("where", "done")]
    assert changed(LEAVE_OUT, rest) == "saigon"
    assert rest == [("where", "done")]


def test_a_way_that_is_broken_off_goes_on_anyhow() -> None:
    rest = [("where", "hue"), ("where", "done")]
    assert changed(BREAK_OFF, rest) in ("hue", "saigon", "da_nang", "done")
    assert rest == []


@pytest.mark.parametrize("scenario", ["short-1965", "black-april-1973"])
def test_composed_ways_are_legal_turns_from_their_beginning_to_their_end(scenario: str) -> None:
    game = at_a_turn(scenario)
    search = searching(game)
    for found in search.run(400):
        assert_is_legal_turn(game, found)
    assert search.playouts < 400 + 20, "an answer more, and another look at a way that met chance"


def test_composing_can_be_ended_at_any_time_and_still_has_an_answer() -> None:
    game = at_a_turn("black-april-1973")
    for pauses in (1, 8, 30):
        parts: list[float] = []

        def enough(part: float, pauses: int = pauses, parts: list[float] = parts) -> bool:
            parts.append(part)
            return len(parts) < pauses

        search = searching(game)
        assert search.run(2_000, (), enough)
        assert len(parts) == pauses
        assert parts == sorted(parts)
        assert search.playouts < 2_000


def test_the_same_seed_composes_the_same() -> None:
    game = at_a_turn("black-april-1973")
    assert searching(game).run(300) == searching(game).run(300)


def test_deep_thinkers_compose() -> None:
    """And what they think is what a composer of their budget finds before anybody looks ahead."""
    assert BUDGETS[DEEP].composes
    game = at_a_turn("black-april-1973")
    assert game.decision is not None
    known = known_to((game.decision.actor,), game)
    question = Question(known, game.decision.actor, Level(300, 0, 0, composes=True), ())
    composer = searching(game, Composer, known.seed())
    assert think(question).way == composer.run(300)[0].way
    assert think(question._replace(level=Level(300, 0, 0))).way != composer.best[0].way


def test_composing_finds_better_long_turns_than_changing_one_answer_at_a_time() -> None:
    """NVA at the beginning of Black April, with armies all over the map."""
    game = at_a_turn("black-april-1973")
    plain = [searching(game, Search, seed).run(500)[0].value for seed in range(1, 5)]
    composed = [searching(game, Composer, seed).run(500)[0].value for seed in range(1, 5)]
    assert sum(composed) > sum(plain) + 1
