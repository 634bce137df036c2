"""Weights of thinkers: learned from games, kept in parts, and worth more than the margin alone."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fitl.thinker
from fitl.board.factions import ARVN, FACTION_IDS, FACTIONS, NVA, US, VC
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import POP
from fitl.cli import lab
from fitl.cli.main import build_parser
from fitl.game import Game
from fitl.lab import fitting, learn
from fitl.lab.fitting import Lessons, fit, weights_of
from fitl.lab.players import players_of
from fitl.lab.results import ResultsError
from fitl.lab.simulate import Order
from fitl.options import GameOptions
from fitl.rules.deck import coups_left
from fitl.state import Outcome, State
from fitl.thinker import evaluation
from fitl.thinker.determinize import known_to
from fitl.thinker.evaluation import MOST_COUPS, Judge, by_margins, judge_of, prize, worth_at_table, worth_to
from fitl.thinker.features import NAMES, cards_to_coup, features
from fitl.thinker.levels import BUDGETS, DEEP, EDITIONS, Level
from fitl.thinker.thought import Question, think

LEVELS = ("ao", "po", "n", "ps", "as")


def order(seed: int = 1) -> Order:
    return Order("short-1965", players_of("random", "short-1965"), seed)


def test_every_feature_has_a_name_and_a_number() -> None:
    s = Game.new("short-1965", seed=1, log=False).state
    numbers = dict(zip(NAMES, features(s), strict=True))
    assert len(numbers) == len(NAMES)
    assert numbers["one"] == 1
    assert numbers["margin.us"] == -12
    assert sum(numbers[f"pop.{control}.{level}"] for control in ("none", "coin", "nva") for level in LEVELS) == sum(POP)
    assert coups_left(s) == 3
    assert 0 < cards_to_coup(s) < 10


def test_a_feature_that_was_not_there_when_weights_were_learned_counts_nothing() -> None:
    told = by_margins()
    s = Game.new("short-1965", seed=1, log=False).state
    told["value"]["3"]["us"] = {"margin.us": 2.0, "of_old": 5.0}
    assert Judge(told).value(s, US) == -24


def test_regression_finds_the_weights_that_made_the_numbers() -> None:
    rng = np.random.default_rng(1)
    numbers = rng.normal(size=(50_000, 6))
    numbers[:, 0] = 1.0
    came = numbers @ np.array([3.0, 1.0, 0.5, 0.0, -2.0, 0.0])
    margin = np.array([0.0, 1.0, 0.0, 0.0, 0.0, 0.0])
    row, explained = fit(numbers, came, np.ones(len(numbers)), margin, 0.001)
    assert row == pytest.approx([3.0, 1.0, 0.5, 0.0, -2.0, 0.0], abs=0.1)
    assert explained > 0.99
    row, _ = fit(numbers, came, np.ones(len(numbers)), margin, 1.0)
    assert row == pytest.approx([3.0, 1.0, 0.25, 0.0, -1.0, 0.0], abs=0.1), "half of it the margin alone"
    before = np.array([1.0, 0.0, 0.5, 0.0, -1.8, 0.0])
    row, _ = fit(numbers, came, np.ones(len(numbers)), before, 1.0)
    assert row == pytest.approx([3.0, 0.5, 0.5, 0.0, -1.9, 0.0], abs=0.1), "half of it what was known before"


def test_an_end_is_worth_the_victory_the_margin_and_how_the_best_rival_stands() -> None:
    outcome = Outcome("final", ARVN, (ARVN, US, NVA, VC), (1, 4, -8, -3))
    assert [prize(outcome, (faction,)) for faction in FACTIONS] == [-1, 12.5, -10, -5], (
        "ARVN's fourth point adds nothing"
    )
    duel = Outcome("final", VC, (VC, ARVN), (None, -2, None, 2))
    assert (prize(duel, (ARVN,)), prize(duel, (VC,))) == (-3, 13)
    assert prize(duel, (US,)) == -1, "who has left the war has no margin of its own"


def test_who_runs_two_factions_wins_with_either_and_counts_the_worse() -> None:
    outcome = Outcome("final", US, (US, ARVN, NVA, VC), (4, 1, -8, -2))
    assert prize(outcome, (US, ARVN)) == 1 + 1 + 10
    s = Game.new("short-1965", seed=1, options=GameOptions(seats=((US, ARVN), (NVA,), (VC,))), log=False).state
    s.outcome = outcome
    assert judge_of("base").value(s, US) == 12
    assert judge_of("base").value(s, ARVN) == pytest.approx(10 + 1.2)
    s.outcome = None
    assert by_chance({"arvn": 9.0, "us": 12.0}).value(s, ARVN) > 7, "its partner is no rival"


def by_chance(coming: dict[str, float]) -> Judge:
    """Somebody for whom ARVN looks at its chance first, and who expects these margins whatever the position."""
    told = by_margins()
    expected = {name: {"one": coming.get(name, -9.0)} for name in FACTION_IDS}
    return Judge({**told, "coming": dict.fromkeys(told["coming"], expected), "by_chance": ["arvn"]})


def arvn_among(*flowcharts: str, **others: str) -> State:
    kinds = {**dict.fromkeys(flowcharts, "flowchart"), **others}
    options = GameOptions(non_players=kinds)  # type: ignore[arg-type]
    return Game.new("short-1965", seed=1, options=options, log=False).state


def test_no_margin_of_its_own_helps_who_loses_at_the_next_victory_phase() -> None:
    s = arvn_among("us", "nva", "vc")
    safe, strong = ({"arvn": 2.0, "vc": -4.0}, {"arvn": 20.0, "vc": 4.0})
    assert by_chance(safe).value(s, ARVN) > by_chance(strong).value(s, ARVN) + 3
    assert by_chance(strong).value(s, US) == Judge(by_margins()).value(s, US), "others judge as before"
    less_far = s.copy()
    less_far.next_card = 127  # a Coup: nothing is surer than a margin there
    assert by_chance(strong).value(less_far, ARVN) < by_chance(strong).value(s, ARVN)
    assert by_chance(safe).value(less_far, ARVN) > by_chance(safe).value(s, ARVN)


def test_among_its_like_a_faction_may_win_a_victory_phase_itself_and_all_others_may() -> None:
    alone, people = arvn_among("us", "nva", "vc"), arvn_among()
    passes = by_chance({"arvn": 2.0, "vc": -1.0})
    assert passes.value(people, ARVN) > passes.value(alone, ARVN), "one player never wins there (8.9)"
    behind = by_chance({"arvn": 2.0, "us": 6.0})
    assert behind.value(people, ARVN) < by_chance({"arvn": -6.0, "us": -2.0}).value(people, ARVN), "US would win there"
    ahead = by_chance({"arvn": 9.0, "us": 5.0})
    assert ahead.value(people, ARVN) > by_chance({"arvn": -2.0, "us": -6.0}).value(people, ARVN), "the better one does"


@pytest.mark.parametrize(
    ("seats", "pair", "wins"), [("us,arvn,nva+vc", (NVA, VC), True), ("us+arvn,nva,vc", (US, ARVN), False)]
)
def test_a_pair_wins_a_victory_phase_by_its_better_margin_or_by_both(
    seats: str, pair: tuple[int, int], wins: bool
) -> None:
    """1.5: of NVA and VC the better counts before the end, of US and ARVN always the worse."""
    s = Game.new("short-1965", seed=1, options=GameOptions(seats=seats), log=False).state  # type: ignore[arg-type]
    s.next_card = 127
    coming = {name: {"one": 12.0 if FACTION_IDS[pair[0]] == name else -12.0} for name in FACTION_IDS}
    told = by_margins()
    judge = Judge({**told, "coming": dict.fromkeys(told["coming"], coming), "chance": 10.0})
    chance = judge.value(s, pair[1]) - Judge(told).value(s, pair[1])
    assert chance > 8 if wins else chance < 6


def test_of_non_players_that_pass_the_better_wins_and_before_any_person() -> None:
    s = arvn_among("us", "nva", "vc", arvn="thinker:quick:privileged")
    s.next_card = 127
    assert by_chance({"arvn": 10.0, "vc": 5.0}).value(s, ARVN) > 8
    s = arvn_among("us", "nva", arvn="thinker:quick:privileged")
    s.next_card = 127
    assert by_chance({"arvn": 3.0, "vc": 8.0}).value(s, ARVN) > 7
    assert by_chance({"arvn": 3.0, "us": 8.0}).value(s, ARVN) < 1


@pytest.mark.parametrize("told", [{"by_chance": ["us"]}, {"chance": 6.0}])
def test_a_faction_that_is_not_in_the_game_has_no_chance_to_look_at(told: dict[str, Any]) -> None:
    s = Game.new("black-april-1973", seed=1, log=False).state
    assert Judge({**by_margins(), **told}).value(s, US) == Judge(by_margins()).value(s, US)


def test_a_chance_of_victory_may_count_beside_the_sum() -> None:
    s = arvn_among()
    sum_alone, beside = Judge(by_margins()), Judge({**by_margins(), "chance": 6.0})
    for faction in FACTIONS:
        assert sum_alone.value(s, faction) < beside.value(s, faction) < sum_alone.value(s, faction) + 6
    s.outcome = Outcome("victory", VC, (VC, ARVN, US, NVA), (-5, 20, -8, 1))
    assert beside.value(s, VC) == sum_alone.value(s, VC) + 6
    assert beside.value(s, US) == sum_alone.value(s, US)


def test_a_table_where_nobody_has_privileges_is_judged_by_weights_of_its_own() -> None:
    """Of those that mind who plays; the others judge all tables alike."""
    people, one_flowchart = arvn_among(), arvn_among("vc")
    thinkers = arvn_among(us="thinker:deep", vc="flowchart:fair")
    for s, among_people in ((people, True), (thinkers, True), (one_flowchart, False)):
        for faction in FACTIONS:
            assert worth_at_table(faction, s) == judge_of("base", among_people).value(s, faction)
            assert worth_to(faction, s) == judge_of("base").value(s, faction)
    assert worth_at_table(VC, people) != worth_to(VC, people)
    assert worth_at_table(VC, one_flowchart) == worth_to(VC, one_flowchart)
    duel = Game.new("black-april-1973", seed=1, log=False).state
    assert worth_at_table(NVA, duel) == judge_of("black_april", True).value(duel, NVA) != worth_to(NVA, duel)
    duel = Game.new("diems-war-1961", seed=1, log=False).state
    assert worth_at_table(VC, duel) == worth_to(VC, duel), "no other weights were learned there"


def test_thinkers_mind_who_plays_from_the_search_to_the_last_look() -> None:
    game = Game.new("short-1965", seed=3, log=False)
    while game.decision is not None and game.decision.kind != "turn.action":
        game.choose(game.decision.options[0])
    assert game.decision is not None
    faction = game.decision.actor
    known = known_to((faction,), game)
    answers = []
    for level in (Level(60, 0, 30), Level(60, 0, 30, minds_table=True)):
        thought = think(Question(known, faction, level, ()))
        answers.append([params["value"] for _, params in thought.reasons if "value" in params])
    assert answers[0] != answers[1]
    assert BUDGETS[DEEP].minds_table


def test_an_end_counts_by_victory_first_for_who_looks_at_its_chance() -> None:
    s = arvn_among("us", "nva", "vc")
    s.outcome = Outcome("victory", VC, (VC, ARVN, US, NVA), (-5, 20, -8, 1))
    assert by_chance({}).value(s, ARVN) == pytest.approx(0.25)
    s.outcome = Outcome("final", ARVN, (ARVN, VC, US, NVA), (-5, -2, -8, -3))
    assert by_chance({}).value(s, ARVN) == pytest.approx(10 + 0.95)


def test_lessons_of_games_become_weights_for_every_faction_and_number_of_coups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitting, "FEWEST", 10.0)
    monkeypatch.setattr(learn, "CHUNK", 1)
    out = tmp_path / "weights"
    (file,) = learn.learn([order()], 2, learn.HERE, out, learn.About("as said", ["vc"]))
    told = json.loads(file.read_text())
    assert (file.name, told["made_by"], told["by_chance"]) == ("base.json", ["as said"], ["vc"])
    for name in ("value", "coming"):
        assert sorted(told[name]) == [str(n) for n in range(MOST_COUPS + 1)]
        assert all(sorted(by_faction) == sorted(FACTION_IDS) for by_faction in told[name].values())
    s = Game.new("short-1965", seed=1, log=False).state
    assert all(abs(Judge(told).coming(s, faction)) < 100 for faction in FACTIONS)


def test_a_run_that_was_stopped_goes_on_and_another_is_not_mixed_with_it(tmp_path: Path) -> None:
    parts = learn.LessonParts(tmp_path / "w", [order()])
    assert list(parts.missing(3, 1)) == [(0, 1), (1, 2), (2, 3)]
    parts.add((1, 2), learn.lessons([order()], 1, 2))
    assert list(learn.LessonParts(tmp_path / "w", [order()]).missing(3, 1)) == [(0, 1), (2, 3)]
    with pytest.raises(ResultsError, match="orders"):
        learn.LessonParts(tmp_path / "w", [order(seed=2)])


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Game i has i + 1 lessons, whose feature is i, and chunks have three games."""

    def lessons_of(order: Order, index: int) -> list[tuple[tuple[Any, ...], list[float]]]:
        return [(("base", 1, [0.0] * 4, [0.0] * 4, [1.0] * 4), [float(index)])] * (index + 1)

    monkeypatch.setattr(learn, "_lessons_of", lessons_of)
    monkeypatch.setattr(learn, "CHUNK", 3)


def games_read(out: Path, games: int) -> list[int]:
    """From which games there are lessons, each as often as there are, once so many are learned from."""
    learn.learn([order()], games, learn.HERE, out, learn.About(""))
    found = learn.LessonParts(out, [order()]).read(games)
    assert len({len(column) for column in found}) == 1
    return [int(number) for number in found.features[:, 0]]


FIRST_SIX = [0, *[1] * 2, *[2] * 3, *[3] * 4, *[4] * 5, *[5] * 6]


@pytest.mark.usefixtures("short_games")
def test_a_game_counts_once_when_a_run_is_made_longer_or_shorter(tmp_path: Path) -> None:
    assert games_read(tmp_path / "longer", 4) == FIRST_SIX[:10]
    assert games_read(tmp_path / "longer", 6) == FIRST_SIX
    assert learn.LessonParts(tmp_path / "longer", [order()]).done() == [(0, 3), (3, 4), (4, 6)]
    assert games_read(tmp_path / "shorter", 6) == FIRST_SIX
    assert games_read(tmp_path / "shorter", 4) == FIRST_SIX[:10]
    parts = learn.LessonParts(tmp_path / "shorter", [order()])
    assert parts.done() == [(0, 3), (3, 6)], "nothing was played again"
    parts.add((3, 4), learn.lessons([order()], 3, 4))  # as longer runs left them once
    parts.add((1, 5), learn.lessons([order()], 1, 5))
    assert games_read(tmp_path / "shorter", 6) == FIRST_SIX


@pytest.mark.usefixtures("short_games")
def test_parts_of_old_are_read_whole_or_refused(tmp_path: Path) -> None:
    """They do not say which lesson is of which game."""
    parts = learn.LessonParts(tmp_path / "w", [order()])
    for chunk in ((0, 3), (3, 6)):
        of_old = learn.lessons([order()], *chunk)
        del of_old["game"]
        parts.add(chunk, of_old)
    assert games_read(tmp_path / "w", 6) == FIRST_SIX
    assert games_read(tmp_path / "w", 3) == FIRST_SIX[:6]
    with pytest.raises(
        ResultsError, match=r"000000003-000000006\.npz: an earlier version wrote this file.*remove the file"
    ):
        games_read(tmp_path / "w", 4)
    parts.path((3, 6)).unlink()
    assert games_read(tmp_path / "w", 4) == FIRST_SIX[:10]


def test_lessons_of_thinkers_that_answer_otherwise_are_not_mixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    casts = ("us=thinker:instant,others=random", "us=thinker:deep,others=random")
    orders = [Order("short-1965", players_of(cast, "short-1965")) for cast in casts]
    about = learn.LessonParts(tmp_path / "w", orders).folder / "run.json"
    told = json.loads(about.read_text())
    assert told["thinkers"] == {level: EDITIONS[level] for level in ("deep", "instant")}
    learn.LessonParts(tmp_path / "w", orders)
    monkeypatch.setitem(EDITIONS, "instant", 99)
    with pytest.raises(ResultsError, match=r"another run \(differing: thinkers\)"):
        learn.LessonParts(tmp_path / "w", orders)
    del told["thinkers"]
    about.write_text(json.dumps(told))
    with pytest.raises(ResultsError, match=r"another run \(differing: thinkers\)"):
        learn.LessonParts(tmp_path / "w", orders)


@pytest.mark.usefixtures("short_games")
def test_damaged_lessons_are_named(tmp_path: Path) -> None:
    parts = learn.LessonParts(tmp_path / "w", [order()])
    found = learn.lessons([order()], 0, 3)
    parts.add((0, 3), found)
    path = parts.path((0, 3))
    whole = path.read_bytes()
    middle = len(whole) // 2
    for damaged in (b"", b"[", whole[:middle], whole[:40] + b"\0" * 40 + whole[80:]):
        path.write_bytes(damaged)
        with pytest.raises(ResultsError, match=r"000000000-000000003\.npz: damaged; remove the file"):
            parts.read(3)
    del found["weight"]
    parts.add((0, 3), found)
    with pytest.raises(ResultsError, match=r"000000000-000000003\.npz: damaged; remove the file"):
        parts.read(3)
    for damaged in (b"[", b"7", b"\xff"):
        (parts.folder / "run.json").write_bytes(damaged)
        with pytest.raises(ResultsError, match=r"run\.json, line 1: damaged"):
            learn.LessonParts(tmp_path / "w", [order()])


def test_an_era_without_lessons_is_judged_by_margins() -> None:
    s = Game.new("short-1965", seed=1, log=False).state
    assert Judge(by_margins()).coming(s, US) == -12
    assert judge_of("no such era").coming(s, US) == -12


def test_an_era_without_weights_is_judged_like_its_kin() -> None:
    s = Game.new("short-1965", seed=1, log=False).state
    expected = judge_of("base").value(s, US)
    assert judge_of("after_diem").value(s, US) == judge_of("diem_stays").value(s, US) == expected
    assert judge_of("extended_after_diem").value(s, US) == judge_of("extended").value(s, US)
    assert judge_of("fall_of_diem").value(s, US) == judge_of("sod").value(s, US)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_is_judged_by_what_was_learned(scenario: str) -> None:
    s = Game.new(scenario, seed=1, log=False).state
    for faction in s.era.factions:
        assert judge_of(s.era.id).value(s, faction) != Judge(by_margins()).value(s, faction)


def test_what_ships_was_made_by_a_command_that_is_told() -> None:
    folder = Path(fitl.thinker.__file__).parent / "weights"
    for file in folder.glob("*.json"):
        told = json.loads(file.read_text())
        if file.name == "chances.json":
            assert told["made_by"].startswith("fitl lab calibrate ")
            continue
        assert all(command.startswith("fitl lab learn ") for command in told["made_by"])
        assert set(told["value"]["1"]) <= set(FACTION_IDS)


def test_lessons_too_few_teach_nothing() -> None:
    none = np.zeros((5, 4))
    lessons = Lessons(np.ones((5, len(NAMES))), np.array(["base"] * 5), np.zeros(5, int), none, none, none + 1)
    assert weights_of(lessons) == {}


def test_without_numpy_learning_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "find_spec", lambda name: None)
    with pytest.raises(ResultsError, match=r"fitl\[lab\]"):
        learn.learn([order()], 1, learn.HERE, tmp_path / "w", learn.About(""))


def test_the_command_says_what_was_learned_or_that_it_was_too_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["lab", "learn", "short-1965", "--players", "random", "--games", "1", "--out", str(tmp_path / "w")]
    args = build_parser().parse_args(words)
    assert lab.learn(args) == 0
    assert "too few to learn from" in " ".join(capsys.readouterr().out.split())
    monkeypatch.setattr(fitting, "FEWEST", 10.0)
    assert lab.learn(args) == 0
    assert "Written:" in capsys.readouterr().out
    told = json.loads((tmp_path / "w" / "base.json").read_text())
    assert told["made_by"] == ["fitl lab learn short-1965 --players random --games 1 --seed 1"]
    assert lab.learn(build_parser().parse_args([*words, "--by-chance", "arvn"])) == 0
    told = json.loads((tmp_path / "w" / "base.json").read_text())
    assert told["made_by"] == ["fitl lab learn short-1965 --players random --games 1 --seed 1 --by-chance arvn"]
    assert told["by_chance"] == ["arvn"]
    assert lab.learn(build_parser().parse_args([*words, "--among-people", "--correct", "--chance", "6"])) == 0
    people = json.loads((tmp_path / "w" / "base.people.json").read_text())
    made_by = "fitl lab learn short-1965 --players random --games 1 --seed 1 --among-people --correct --chance 6"
    assert (people["made_by"], people["chance"]) == ([made_by], 6)
    shipped = evaluation.shipped("base")
    assert shipped is not None
    never_seen = "effect.capability.4.shaded"  # a feature that these games say nothing about keeps its weight
    assert people["value"]["3"]["us"][never_seen] == shipped["value"]["3"]["us"][never_seen]
