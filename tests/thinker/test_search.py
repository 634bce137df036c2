"""The search of thinkers: whole turns, improved step by step, judged where they lead and beyond."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from fitl.board.factions import US
from fitl.board.scenarios import SCENARIOS
from fitl.catalogue import catalogue
from fitl.compose import new_state
from fitl.decisions import Decision, Flow, amount_option, choice
from fitl.era import Stage, stages
from fitl.eras.base import BASE_ERA
from fitl.game import Game
from fitl.options import GameOptions
from fitl.state import TURN, State
from fitl.thinker import lookahead, reasons
from fitl.thinker.charts import Chart, has_charts
from fitl.thinker.determinize import known_to
from fitl.thinker.evaluation import worth_to
from fitl.thinker.levels import Level
from fitl.thinker.lines import Line
from fitl.thinker.lookahead import _surely_worse, look_ahead, on_from
from fitl.thinker.policy import Dice, fast_answer
from fitl.thinker.search import Found, Imagined, Search, Way, Worth, follow
from fitl.thinker.thought import Question, always, searching_share, think
from fitl.words import say
from tests.support import plain_build
from tests.thinker.support import assert_is_legal_turn


def at_a_turn(scenario: str = "short-1965", seed: int = 3, *, deception: bool = False) -> Game:
    game = Game(new_state(SCENARIOS[scenario], GameOptions(deception=deception), seed), log=False)
    game.begin()
    while game.decision is not None and game.decision.kind != "turn.action":
        game.choose(game.decision.options[0])
    return game


def searching(game: Game, seed: int = 1) -> Search:
    assert game.decision is not None
    faction = game.decision.actor
    return Search(faction, known_to((faction,), game), partial(worth_to, faction), seed)


def test_a_way_is_followed_by_kind_of_question_and_what_no_longer_fits_is_given_up() -> None:
    rest = [("where", "hue"), ("how_many", "3"), ("where", "saigon")]
    decision = Decision(US, "how_many", "", [amount_option(2), amount_option(3)])
    found = follow(decision, rest)
    assert found is not None
    assert found.key == "3"
    assert rest == [("where", "saigon")]
    assert follow(Decision(US, "where", "", [choice("hue")]), rest) is None
    assert rest == [("where", "saigon")]


def test_more_playouts_never_find_less() -> None:
    game = at_a_turn()
    few, many = searching(game).run(10)[0], searching(game).run(80)[0]
    assert many.value >= few.value


def test_the_best_ways_are_legal_turns_from_their_beginning_to_their_end() -> None:
    game = at_a_turn()
    for found in searching(game).run(40):
        assert_is_legal_turn(game, found)


def test_a_search_can_be_ended_and_still_has_an_answer() -> None:
    parts: list[float] = []

    def enough(part: float) -> bool:
        parts.append(part)
        return False

    search = searching(at_a_turn())
    assert search.run(10_000, (), enough)
    assert search.playouts < 100
    assert len(parts) == 1


def test_thinking_that_was_ended_begins_no_looks_ahead() -> None:
    """Also if whoever ends it says so once only: each look asks whether to go on, so nobody is asked again."""
    game = at_a_turn()
    assert game.decision is not None
    faction = game.decision.actor
    question = Question(known_to((faction,), game), faction, Level(200, 0, 50), ())
    heard: list[float] = []

    def ended_once(part: float) -> bool:
        heard.append(part)
        return len(heard) > 1

    def to_the_end(part: float) -> bool:
        heard.append(part)
        return True

    assert think(question, ended_once).way
    assert len(heard) == 1
    assert heard[0] < searching_share(question.level)
    assert think(question, to_the_end).way
    assert heard[-1] > searching_share(question.level), "there were looks to begin"


@pytest.mark.parametrize("level", [Level(200, 0), Level(60, 0, 30), Level(200, 0, 20, composes=True)])
def test_who_waits_hears_of_progress_that_never_goes_back(level: Level) -> None:
    game = at_a_turn()
    assert game.decision is not None
    faction = game.decision.actor
    heard: list[float] = []

    def hear(part: float) -> bool:
        heard.append(part)
        return True

    think(Question(known_to((faction,), game), faction, level, ()), hear)
    assert heard == sorted(heard)
    assert heard[0] < 0.6
    assert 0.7 < heard[-1] <= 1, "looks may end before their budget"


def test_flowcharts_suggest_turns_in_the_base_game_and_nowhere_else() -> None:
    game = at_a_turn()
    assert game.decision is not None
    assert has_charts(game.state)
    assert Chart(game.state, game.decision.actor, 1).suggest(game.state, game.decision) in game.decision.options
    assert not has_charts(new_state(SCENARIOS["four-player-1961"], GameOptions(), 1))


def test_a_chart_that_is_lost_suggests_nothing() -> None:
    game = at_a_turn()
    nonsense = Decision(US, "turn.operation", "", [choice("dance")])
    assert Chart(game.state, US, 1).suggest(game.state, nonsense) is None


@pytest.mark.parametrize("scenario", ["short-1965", "diems-war-1961"])
def test_a_look_ahead_changes_nothing_and_is_the_same_with_the_same_luck(scenario: str) -> None:
    game = at_a_turn(scenario)
    assert game.decision is not None
    state = game.checkpoints[-1].state
    before = state.digest()
    faction = next(each for each in state.era.factions if each != game.decision.actor)
    worth = partial(worth_to, faction)
    assert on_from(state, faction, 5, worth) == on_from(state, faction, 5, worth)
    assert state.digest() == before


def test_looks_ahead_choose_among_the_best_ways() -> None:
    def found() -> tuple[tuple[str, str], ...]:
        search = searching(at_a_turn())
        search.run(30)
        ways = {each.way for each in search.candidates(8)}
        look_ahead(search, 16, always)
        assert search.best[0].way in ways
        assert all(other.value <= search.best[0].value for other in search.alternatives())
        return search.best[0].way

    assert found() == found()


@plain_build
def test_what_is_surely_worse_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[State] = []
    parts: list[float] = []

    def worth(s: State, faction: int, seed: int, _: Worth) -> float:
        looked.append(s)
        return seed % 7 + 40 * (s is ends[0])

    def heard(part: float) -> bool:
        parts.append(part)
        return True

    monkeypatch.setattr(lookahead, "on_from", worth)
    search = searching(at_a_turn())
    search.run(60)
    rivals = search.candidates(lookahead.FEWEST + 400 // lookahead.EVERY)
    ends = [new_state(SCENARIOS["short-1965"], GameOptions(), each) for each in range(len(rivals))]
    by_way = {each.way: end for each, end in zip(rivals, reversed(ends), strict=True)}
    monkeypatch.setattr(search, "outcome", lambda way, luck: by_way[way])
    look_ahead(search, 400, heard)
    assert search.best[0].way == rivals[-1].way, "the last by the first judgement"
    assert len(looked) == lookahead.RACED * len(rivals), "after so many looks at each nothing else could come of it"
    assert parts[-1] < 1


def test_with_as_much_luck_as_merit_nothing_is_sure() -> None:
    assert _surely_worse([0.0] * 8, [1.0, 1.5] * 4)
    assert not _surely_worse([1.0, 1.5] * 4, [0.0] * 8)
    assert not _surely_worse([0.0] * 8, [9.0, -8.0] * 4)
    assert not _surely_worse([2.0] * 8, [2.0] * 8)


def test_where_a_way_surely_leads_is_found_out_once() -> None:
    search = searching(at_a_turn())
    search.run(60)
    certain = next(each for each in search.best if each.certain)
    assert search.outcome(certain.way, 1) is search.outcome(certain.way, 2)
    uncertain = next(each for each in search.best if not each.certain)
    assert search.outcome(uncertain.way, 1) is not search.outcome(uncertain.way, 2)


def test_where_others_hold_markers_unseen_no_way_surely_leads_anywhere() -> None:
    search = searching(at_a_turn(deception=True))
    search.run(60)
    certain = next(each for each in search.best if each.certain)
    ends = [search.outcome(certain.way, luck) for luck in range(12)]
    assert len({end.markers for end in ends}) > 1


def test_a_line_stops_at_questions_and_at_the_end_of_a_stage() -> None:
    game = at_a_turn()
    state: State = game.checkpoints[-1].state.copy()
    line = Line(state, 1)
    assert line.decision is not None
    passed = line.decision.find("pass")
    assert passed is not None
    line.choose(passed)
    assert line.decision is None
    assert not line.over
    assert state.stage == TURN
    line.go_on()
    assert line.decision is not None


def test_the_fast_policy_likes_high_numbers_and_dislikes_to_stop() -> None:
    numbers = Decision(US, "n", "", [amount_option(n) for n in range(1, 7)])
    dice = Dice(1)
    drawn = [fast_answer(numbers, dice).value for _ in range(300)]
    assert drawn.count(6) > 120
    assert set(drawn) == {1, 2, 3, 4, 5, 6}


def test_the_reply_that_is_expected_is_of_the_next_to_act_and_its_stage_is_played_once() -> None:
    game = at_a_turn()
    assert game.decision is not None
    state = game.checkpoints[-1].state
    other = next(each for each in state.era.factions if each != game.decision.actor)
    told: list[tuple[int, str, dict[str, Any]]] = []
    begun: list[State] = []

    def counted(s: State) -> Flow[None]:
        begun.append(s)
        return BASE_ERA.stages[TURN].step(s)

    once = state.copy()
    once.era = replace(BASE_ERA, stages={**BASE_ERA.stages, **stages(Stage(TURN, counted, "2.3"))})
    reasons._expect_reply(lambda who, message, **params: told.append((who, message, params)), other, once, 5)
    assert len({id(s) for s in begun}) == len(begun) > 1
    assert len(told) == 1
    assert told[0][0] == other
    assert told[0][1].startswith("why.thinker.reply_")
    assert told[0][2]["by"] == game.decision.actor


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ((("turn.action", "op_only"), ("turn.operation", "train")), "Instead: Train, worth -1.5"),
        (
            (("turn.action", "op_activity"), ("turn.operation", "train")),
            "Instead: Train with a Special Activity, worth -1.5",
        ),
        ((("turn.action", "limop"), ("turn.operation", "rally")), "Instead: a Limited Operation, Rally, worth -1.5"),
        (  # nobody is asked which, where there is one Operation alone
            (("turn.action", "op_activity"), ("train.space", "hue")),
            "Instead: Train with a Special Activity, worth -1.5",
        ),
        (
            (("turn.action", "limop"), ("govern.space", "hue"), ("sweep.space", "hue")),
            "Instead: a Limited Operation, Sweep, worth -1.5",
        ),
        ((("turn.action", "operation"), ("march.origin", "hue")), "Instead: March, worth -1.5"),
        ((("turn.action", "event"), ("march.origin", "hue")), "Instead: Event, worth -1.5"),
        ((("turn.action", "event"), ("turn.side", "shaded")), "Instead: the shaded Event, worth -1.5"),
        ((("draft.pick", "p11"), ("draft.pick", "p12")), "Instead: P11 Ho Chi Minh, worth -1.5"),
        ((("turn.action", "pass"),), "Instead: Pass, worth -1.5"),
        ((("pivotal.play", "yes"),), "Instead: Yes, worth -1.5"),
        ((("support.space", "hue"),), "Instead: Hue, worth -1.5"),
    ],
)
def test_what_a_way_begins_with_is_told_in_words(way: Way, said: str) -> None:
    form, params = reasons.told(way, ("train", "sweep", "march"))
    assert say("why.thinker.instead_" + form, {**params, "value": -1.5}) == said
    for kind in ("", "reply_"):
        assert f"why.thinker.{kind}{form}" in catalogue()


@plain_build
def test_alternatives_that_differ_in_no_word_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = at_a_turn()
    assert game.decision is not None
    train, hue, saigon = ("turn.action", "op_only"), ("train.space", "hue"), ("train.space", "saigon")
    search = Search(game.decision.actor, Imagined(game.checkpoints[-1].state), lambda s: 0.0, 1)
    search.best = [Found(3.0, (train, hue), True)]
    limited = ("turn.action", "limop")
    others = [(train, saigon), (limited, hue), (limited, saigon), (("turn.action", "pass"),)]
    monkeypatch.setattr(search, "alternatives", lambda: [Found(-place, way, True) for place, way in enumerate(others)])
    monkeypatch.setattr(reasons, "_expect", lambda *args: None)
    said: list[tuple[str, float]] = []
    reasons.explain_plan(lambda who, what, **params: said.append((what, params["value"])), 0, search, True, 0)
    assert said == [("why.thinker.operation", 3), ("why.thinker.instead_limited", -1), ("why.thinker.instead_way", -3)]
