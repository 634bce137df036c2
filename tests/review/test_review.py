"""The review of a game: what a turn cost, a better one, and what was luck."""

import json
from functools import cache
from pathlib import Path
from statistics import fmean

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.catalogue import speaking
from fitl.decisions import CHANCE
from fitl.entries import ACTOR_BY_ID, Entry
from fitl.game import Game
from fitl.lab.players import options_for, players_of
from fitl.lab.simulate import play_out
from fitl.lookback import moment
from fitl.options import GameOptions
from fitl.review.line import Stage, stages_of, with_other_luck, with_other_turn
from fitl.review.shown import shown
from fitl.review.study import LUCK, Effort, Review, review
from fitl.state import OVER, TURN
from fitl.thinker.chance import chance_of, chances
from tests.cli.support import fitl

QUICK = Effort(40, 0)


@cache
def played(scenario: str = "short-1965", players: str = "us=random,others=flowchart", seed: int = 3) -> Game:
    """A game that is over; tests must not change it."""
    cast = players_of(players, scenario)
    game = Game.new(scenario, seed=seed, options=options_for(cast, GameOptions()))
    play_out(game, cast, seed)
    return game


@cache
def reviewed() -> Review:
    return review(played(), [US], QUICK)


# --- chances ---


@pytest.mark.parametrize("scenario", ["short-1965", "diems-war-1961", "black-april-1973", "four-player-1961"])
def test_the_chances_of_all_players_add_up_to_1_until_somebody_has_won(scenario: str) -> None:
    game = played(scenario, "random")
    for checkpoint in game.checkpoints:
        found = chances(checkpoint.state)
        assert {*found} == {*checkpoint.state.era.factions}
        assert sum(found.values()) == pytest.approx(1.0)
    assert game.outcome is not None
    assert chances(game.state) == {each: float(each == game.outcome.winner) for each in game.state.era.factions}


def test_a_pair_has_one_chance_together() -> None:
    """1.5: one player runs both."""
    options = GameOptions(seats=((US, ARVN), (NVA, VC)))
    found = chances(Game.new("short-1965", seed=1, options=options).state)
    assert (found[US], found[NVA]) == (found[ARVN], found[VC])
    assert found[US] + found[NVA] == pytest.approx(1.0)


# --- stages again ---


def test_every_answer_of_the_game_belongs_to_one_stage() -> None:
    game = played()
    stages = list(stages_of(game))
    assert [stage.first for stage in stages[1:]] == [stage.end for stage in stages[:-1]]
    assert (stages[0].first, stages[-1].end) == (0, len(game.entries))
    given = sum(len(stage.answers) for stage in stages)
    assert given == sum(entry.actor >= 0 for entry in game.entries)


def test_without_dice_or_cards_other_luck_changes_nothing() -> None:
    quiet = [stage for stage in stages_of(played()) if not stage.rolled and stage.before.stage == TURN]
    assert quiet
    for stage in quiet[:10]:
        again = with_other_luck(stage, 5)
        again.seed = stage.after.seed
        assert again.digest() == stage.after.digest()


def test_with_dice_or_cards_other_luck_leads_elsewhere() -> None:
    lucky = [stage for stage in stages_of(played()) if stage.rolled][2:8]
    for stage in lucky:
        assert len({with_other_luck(stage, seed).digest() for seed in range(6)}) > 1


def test_another_turn_ends_with_its_stage_and_can_be_given_again() -> None:
    game = played()
    turn = next(each for each in reviewed().turns if each.better is not None and each.stage == TURN)
    assert turn.better is not None
    copy, _ = moment(game, turn.first)
    stages = len(copy.checkpoints)
    for entry in turn.better.entries:
        copy.give_again(entry)
    assert len(copy.checkpoints) == stages + 1
    asked = with_other_turn(game, turn.first, US, turn.way, 1)
    mine = [entry for entry in asked.entries if entry.actor == US]
    assert mine[0] == game.entries[turn.first]


# --- the verdict ---


def test_what_was_given_away_is_the_distance_to_the_best_turn_found() -> None:
    found = reviewed()
    assert [turn.first for turn in found.turns] == sorted(turn.first for turn in found.turns)
    assert all(played().entries[turn.first].actor == US for turn in found.turns)
    assert any(turn.cost > 0 for turn in found.turns)
    for turn in found.turns:
        assert turn.cost == (pytest.approx(turn.best - turn.played) if turn.better is not None else 0)
        assert turn.cost >= 0


def test_play_at_random_gives_more_away_than_a_thinker_does() -> None:
    thinker = played(players="us=thinker:instant,others=flowchart", seed=3)
    careful = review(thinker, [US], QUICK).turns
    careless = reviewed().turns
    assert fmean(turn.cost for turn in careless) > fmean(turn.cost for turn in careful)


def test_the_graph_begins_with_the_game_and_ends_with_its_result() -> None:
    found, game = reviewed(), played()
    assert found.moments[0].entries == 0
    assert (found.moments[-1].entries, found.moments[-1].stage) == (len(game.entries), OVER)
    assert found.moments[-1].chances == chances(game.state)


def test_luck_is_what_dice_and_cards_brought_beyond_the_average() -> None:
    def usual(stage: Stage, times: int) -> float:
        return fmean(chance_of(VC, with_other_luck(stage, seed)) for seed in range(1, times + 1))

    turns = [each for each in stages_of(played()) if each.rolled and each.before.stage == TURN]
    stage = max(turns, key=lambda each: abs(chance_of(VC, each.after) - usual(each, 2)))
    before, after = (review_until(stage_end, VC) for stage_end in (stage.first, stage.end))
    assert after - before == pytest.approx(chance_of(VC, stage.after) - usual(stage, LUCK))


def review_until(end: int, faction: int) -> float:
    """The luck of a Faction up to an entry."""
    game = played()
    total = len(game.entries)
    return review(game, [faction], Effort(4, 0), lambda part: part * total < end).luck[faction]


def test_a_review_can_be_ended_early() -> None:
    found = review(played(), [US], QUICK, lambda part: part < 0.3)
    assert found.ended_early
    assert 0 < len(found.turns) < len(reviewed().turns)
    assert found.moments[-1].stage == OVER


def test_a_player_is_judged_by_what_the_player_knew() -> None:
    """7.3: the Deception markers of others change no verdict."""
    cast = players_of("us=random,others=thinker:instant", "short-1965")
    options = options_for(cast, GameOptions(deception=True))
    game = Game.new("short-1965", seed=8, options=options)
    while game.decision is not None and game.state.stage != TURN:
        game.choose(game.decision.options[0])
    end = len(game.entries)
    while game.decision is not None and (game.decision.actor != US or len(game.entries) < end):
        game.choose(game.decision.options[-1])
    verdicts = []
    for markers in (("hidden_agenda", "hidden_agenda"), ("empty_threat", "empty_threat")):
        copy = game.clone()
        state = copy.checkpoints[-1].state.copy()
        state.markers = tuple(markers if f != US else held for f, held in enumerate(state.markers))
        other = Game(state, manual_chance=False)
        other.begin()
        while other.decision is not None and len(other.checkpoints) < 2:
            other.choose(other.decision.options[0])
        verdicts.append([turn[:-1] for turn in review(other, [US], QUICK).turns][:1])
    assert verdicts[0]
    assert verdicts[0] == verdicts[1]


# --- in words ---


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_review_is_plain_data_with_its_words(language: str) -> None:
    with speaking(language):
        found = shown(played(), reviewed())
    assert json.loads(json.dumps(found)) == found
    (player,) = found["players"]
    assert player["cost"] == pytest.approx(sum(turn["cost"] for turn in found["turns"]), abs=1e-3)
    worst = [found["turns"][place]["cost"] for place in player["worst"]]
    assert worst == sorted(worst, reverse=True)
    assert worst[0] == max(turn["cost"] for turn in found["turns"])
    better = next(turn["better"] for turn in found["turns"] if turn["better"] is not None)
    assert better["story"]
    assert [Entry(ACTOR_BY_ID[actor], key) for actor, key in better["entries"]]
    for point in found["turning_points"]:
        assert abs(point["after"] - point["before"]) >= 0.04


def test_dice_of_a_better_turn_are_told_with_it() -> None:
    rolled = [turn for turn in reviewed().turns if turn.better and any(e.actor == CHANCE for e in turn.better.entries)]
    for turn in rolled:
        assert turn.better is not None
        assert any(line.message == "log.die" for line in turn.better.story)


# --- the command ---


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "game.jsonl"
    played("diems-war-1961", "random", 2).save(path)
    return path


def test_the_command_tells_costs_and_turning_points(saved: Path, tmp_path: Path) -> None:
    done = fitl(tmp_path, "review", str(saved), "--faction", "arvn")
    assert done.returncode == 0, done.stderr
    assert "Chance of winning" in done.stdout
    assert "ARVN: " in done.stdout
    assert "Better would have been: " in done.stdout


def test_the_command_writes_json(saved: Path, tmp_path: Path) -> None:
    done = fitl(tmp_path, "review", str(saved), "--faction", "vc", "--json")
    found = json.loads(done.stdout)
    assert {turn["faction"] for turn in found["turns"]} == {"vc"}


def test_a_game_that_goes_on_is_not_reviewed(tmp_path: Path) -> None:
    path = tmp_path / "begun.jsonl"
    Game.new("short-1965", seed=1).save(path)
    done = fitl(tmp_path, "review", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "This game is not over" in done.stderr


def test_a_faction_that_does_not_play_is_refused(saved: Path, tmp_path: Path) -> None:
    done = fitl(tmp_path, "review", str(saved), "--faction", "us")
    assert done.returncode == 2
    assert "Factions in it: ARVN, VC" in done.stderr
