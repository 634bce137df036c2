"""Measurements: thirds of games, targets beside what was measured, other engines where they are installed."""

import json
import random
from importlib.util import find_spec
from pathlib import Path

import pytest

from fitl.lab import env_bench, peers
from fitl.lab.bench import LONG_GAME, Thirds, cards_of_game, is_compiled, largest_journal
from fitl.lab.players import parse_players
from fitl.lab.targets import OF_BUILD, OTHERS, findings
from tests.cli.support import fitl


def test_thirds_compare_the_end_of_a_game_with_its_beginning() -> None:
    found = Thirds()
    found.add([(0.001, 10)] * 10 + [(0.002, 10)] * 10 + [(0.004, 10)] * 10)
    assert found.ms_per_card == [1.0, 2.0, 4.0]
    assert found.decisions_per_s == [10_000, 5_000, 2_500]
    assert found.last_to_first == 4.0


def test_short_games_say_nothing_about_slowing_down() -> None:
    found = Thirds()
    found.add([(0.001, 10)] * (LONG_GAME - 1))
    assert found.games == 0


def test_the_cards_of_a_game_are_measured_one_by_one() -> None:
    cards = cards_of_game(parse_players("random"), 0)
    assert len(cards) > 5
    assert all(seconds >= 0 and decisions > 0 for seconds, decisions in cards)


def test_the_largest_journal_is_measured_in_bytes() -> None:
    assert 5_000 < largest_journal(1) <= 64 * 1024


def measured(**ratios: float) -> dict[str, object]:
    fine = {"null_to_random": 4.0, "random_games_to_bot_games": 3.0, "clone_to_bytearray_copy": 9.0}
    return {
        "build": "plain",
        "journal_bytes": 60_000,
        "ratios": {**fine, "random_last_third_to_first": 1.0, **ratios},
    }


def test_targets_are_met_or_missed() -> None:
    assert all(finding.met for finding in findings(measured()))
    missed = [each.target.name for each in findings(measured(null_to_random=15.1, clone_to_bytearray_copy=10.2))]
    assert (
        len(missed) == len(OTHERS) - 1
    )  # one of this build, and all others but the several processes and the environment
    assert [each.target.name for each in findings(measured(null_to_random=15.1)) if not each.met] == ["null_to_random"]


def test_the_compiled_build_is_held_to_more() -> None:
    assert all(finding.met for finding in findings(measured(null_to_random=8.0)))
    compiled = measured(null_to_random=8.0) | {"build": "compiled"}
    assert [each.target.name for each in findings(compiled) if not each.met] == ["null_to_random"]


@pytest.mark.parametrize("build", ["plain", "compiled"])
def test_slow_non_players_are_told(build: str) -> None:
    slow = measured(random_games_to_bot_games=6.0) | {"build": build}
    assert [each.target.name for each in findings(slow) if not each.met] == ["random_games_to_bot_games"]


@pytest.mark.parametrize(("jobs", "speedup", "met"), [(2, 1.85, [True]), (2, 1.7, [False]), (4, 1.7, [])])
def test_two_processes_are_held_to_their_promise(jobs: int, speedup: float, met: list[bool]) -> None:
    found = findings(measured() | {"scaling": {"jobs": jobs, "speedup": speedup}})
    assert [each.met for each in found if each.target.name == "speedup"] == met


def test_bench_prints_every_target(tmp_path: Path) -> None:
    done = fitl(tmp_path, "bench", "--seconds", "0.5", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["build"] == ("compiled" if is_compiled() else "plain")
    promised = {target.name for target in (OF_BUILD[found["build"]], *OTHERS)}
    assert set(found["targets"]) == promised - {"speedup", "engine_to_env"}  # not asked for
    assert len(found["random_ms_per_card"]) == len(found["bot_ms_per_card"]) == 3


def test_a_peer_that_is_not_installed_is_passed_over() -> None:
    absent = peers.Peer("no-such-engine-anywhere", lambda rng: 1)
    assert peers.measure(absent, 0.1) is None


@pytest.mark.parametrize("peer", peers.PEERS, ids=lambda peer: peer.package)
def test_a_peer_plays_to_the_end(peer: peers.Peer) -> None:
    if find_spec(peer.package) is None:
        pytest.skip(f"{peer.package} is not installed: pip install 'fitl[peers]'")
    assert peer.play(random.Random(3)) > 5
    found = peers.measure(peer, 0.01)
    assert found is not None
    assert found["decisions_per_s"] > 0


def test_the_environment_is_measured_beside_the_engine() -> None:
    found = env_bench.measure(0)
    assert found["env_steps_per_s"] > 0
    assert found["ratios"]["engine_to_env"] == pytest.approx(
        found["engine_steps_per_s"] / found["env_steps_per_s"], rel=0.01
    )
    assert ("env_to_chess_env" in found["ratios"]) == (env_bench.chess() is not None)


def test_the_environment_may_cost_three_times_the_plain_engine() -> None:
    assert [each.target.name for each in findings(measured(engine_to_env=3.2)) if not each.met] == ["engine_to_env"]
    compiled = measured(engine_to_env=3.2) | {"build": "compiled"}
    assert all(each.met for each in findings(compiled))
