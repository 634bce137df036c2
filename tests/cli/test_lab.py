"""The laboratory: players, simulations, perft, the null engine and the measurements."""

import json
from pathlib import Path

import pytest

from fitl import journal
from fitl.compose import STAGE_IDS
from fitl.game import Game
from fitl.lab import players
from fitl.lab import simulate as lab
from fitl.lab.bench import midgame, null_run, real_tape
from fitl.lab.null_engine import DIE, NULL_STAGE, null_game
from fitl.lab.perft import perft
from fitl.lab.players import PlayersError, RandomPlayer, parse_players
from fitl.lab.simulate import Order, game_seed, play_one, simulate
from tests.cli.support import fitl

RANDOM = parse_players("random")


# --- players ---


@pytest.mark.parametrize(
    "text", ["random", "others=random", "us=random,others=random", "US = random, arvn=random, nva=random, vc=random"]
)
def test_a_cast_is_read(text: str) -> None:
    assert parse_players(text) == ("random",) * 4


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("chess", "no player 'chess'; choose from .*flowchart, .*random"),
        ("us=chess,others=random", "no player 'chess'"),
        ("usa=random", "no Faction 'usa'"),
        ("us=random", "names no player for arvn, nva, vc"),
        ("us=random,us=random,others=random", "player of us twice"),
        ("random,random", "other Factions twice"),
        ("", "no player ''"),
    ],
)
def test_a_wrong_cast_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(PlayersError, match=reason):
        parse_players(text)


# --- simulations ---


def test_games_of_a_run_have_seeds_of_their_own() -> None:
    seeds = {game_seed(run, number) for run in range(20) for number in range(200)}
    assert len(seeds) == 4000
    assert all(0 <= seed < 1 << 64 for seed in seeds)


def test_a_run_follows_from_its_seed() -> None:
    order = Order("short-1965", RANDOM, 7)
    first, second = (simulate(order, 4).to_json() | {"seconds": 0} for _ in range(2))
    assert first == second
    assert first["finished"] == 4
    assert first["errors"] == []
    assert sum(first["winners"].values()) == 4
    assert simulate(order._replace(seed=8), 4).to_json()["margins"] != first["margins"]


def test_a_longer_run_begins_with_the_shorter_one() -> None:
    order = Order("short-1965", RANDOM, 7)
    assert simulate(order, 5).results[:3] == simulate(order, 3).results


class Faulty(RandomPlayer):
    """Fails after forty answers."""

    def answer(self, game, decision):  # type: ignore[no-untyped-def]
        if len(game.entries) > 40:
            raise RuntimeError("out of ideas")
        return super().answer(game, decision)


def test_a_failing_game_is_reported_with_its_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "RandomPlayer", Faulty)
    order = Order("short-1965", RANDOM, 7, journals=tmp_path / "failed")
    run = simulate(order, 2)
    found = run.to_json()
    assert found["finished"] == 0
    assert len(found["errors"]) == 2
    assert found["margins"]["us"] is None
    error = found["errors"][0]
    assert error["seed"] == game_seed(7, 0)
    assert error["error"].startswith("RuntimeError: out of ideas (at ")
    replayed = journal.load(error["journal"]).game
    assert len(replayed.entries) > 40


def test_a_failing_game_without_a_place_for_its_journal_is_still_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "RandomPlayer", Faulty)
    result = play_one(Order("short-1965", RANDOM, 7), 0)
    assert result.error is not None
    assert result.journal is None
    nowhere = play_one(Order("short-1965", RANDOM, 7, journals=Path("/proc/nowhere")), 0)
    assert nowhere.journal is None


def test_an_endless_game_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "DECISION_LIMIT", 10)
    result = play_one(Order("short-1965", RANDOM), 0)
    assert result.error is not None
    assert "not over after 10 decisions" in result.error


# --- perft ---


def test_perft_counts_answer_sequences() -> None:
    game = Game.new("short-1965", seed=1, log=False)
    assert game.decision is not None
    first = len(game.decision.options)
    second = 0
    for option in game.decision.options:
        branch = game.clone()
        branch.choose(option.key)
        assert branch.decision is not None
        second += len(branch.decision.options)
    assert perft(game, 2) == [1, first, second]


def test_perft_changes_nothing_and_is_repeatable() -> None:
    game = Game.new("full-1964", seed=3, log=False)
    before = game.state.digest()
    assert perft(game, 3) == perft(game, 3)
    assert game.state.digest() == before


def test_perft_of_a_finished_game_has_one_node() -> None:
    game = Game.new("short-1965", seed=1, log=False)
    lab.play_out(game, RANDOM, 1)
    assert perft(game, 3) == [1, 0, 0, 0]


# --- the null engine ---


def test_the_null_engine_asks_as_often_and_offers_as_much_as_the_real_game() -> None:
    tape = real_tape(0)
    steps = [step for stretch in tape.stretches for step in stretch]
    assert tape.decisions == sum(step != DIE for step in steps) == lab.play_out(*_real(0))
    assert all(step != 1 for step in steps)  # a single option is never asked
    game = null_game("full-1964", 5, tape)
    asked = []
    while game.decision is not None:
        asked.append(len(game.decision.options))
        game.choose(game.decision.options[-1])
    assert asked == [step for step in steps if step != DIE]
    assert len(game.entries) == len(steps)
    assert len(game.checkpoints) == len(tape.stretches)


def _real(number: int) -> tuple[Game, tuple[str, ...], int]:
    seed = game_seed(1964, number)
    return Game.new("full-1964", seed=seed, log=False), RANDOM, seed


def test_the_null_stage_is_of_no_era() -> None:
    assert null_run(real_tape(1), 1) == real_tape(1).decisions
    assert NULL_STAGE not in STAGE_IDS


def test_copies_are_measured_at_a_checkpoint_and_within_a_turn() -> None:
    standing, acting = midgame(at_checkpoint=True), midgame(at_checkpoint=False)
    assert len(standing.entries) == standing.checkpoints[-1].entries
    assert len(acting.entries) >= acting.checkpoints[-1].entries + 4


# --- fuzz ---


def test_fuzz_reports_what_it_saw_and_refuses_unknown_styles(tmp_path: Path) -> None:
    done = fitl(tmp_path, "fuzz", "--seconds", "1", "--seed", "23", "--styles", "random", "--closely", "0.02", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert found["failures"] == []
    assert found["games"] >= 1
    assert found["decisions"] > 100
    assert 0 < found["deep_checks"] < found["decisions"] / 10
    refused = fitl(tmp_path, "fuzz", "--styles", "drunk")
    assert refused.returncode == 2
    assert "adversarial" in refused.stderr
    refused = fitl(tmp_path, "fuzz", "--closely", "2")
    assert refused.returncode == 2
    assert "from 0 to 1" in refused.stderr
