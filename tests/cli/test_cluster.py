"""Simulations on a cluster: the games of `fitl sim`, on real workers, kept in parts and gone on with."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fitl.lab import cluster as cluster_lab
from fitl.lab import results
from fitl.lab.cluster import ClusterError, local_workers
from fitl.lab.players import parse_players
from fitl.lab.results import COLUMNS, Parts, ResultsError, row_of
from fitl.lab.simulate import GameResult, Order, play_some, simulate
from fitl.thinker import levels
from tests.cli.support import fitl

ORDER = Order("short-1965", parse_players("random"), 7)
NEEDS = "needs Dask and pyarrow: pip install 'fitl[lab]'"


def rows_of(path: Path) -> list[dict[str, str]]:
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


# --- parts ---


def test_what_is_missing_is_what_no_part_has(tmp_path: Path) -> None:
    parts = Parts(tmp_path / "games.csv", ORDER)
    assert list(parts.missing(25, 10)) == [(0, 10), (10, 20), (20, 25)]
    parts.add((10, 20), [])
    assert list(parts.missing(25, 10)) == [(0, 10), (20, 25)]
    parts.add((0, 10), [])
    parts.add((20, 25), [])
    assert list(parts.missing(25, 10)) == []
    assert list(parts.missing(15, 10)) == []
    assert list(parts.missing(42, 10)) == [(25, 35), (35, 42)]


def test_a_table_has_the_games_in_order_whatever_the_order_of_the_parts(tmp_path: Path) -> None:
    parts = Parts(tmp_path / "games.csv", ORDER)
    for first in (4, 0, 2):
        parts.add((first, first + 2), play_some(ORDER, first, first + 2))
    assert parts.write_table(5) == 5
    rows = rows_of(tmp_path / "games.csv")
    assert [int(row["place"]) for row in rows] == [0, 1, 2, 3, 4]
    assert list(rows[0]) == list(COLUMNS)
    results = simulate(ORDER, 5).results
    assert [int(row["seed"]) for row in rows] == [result.seed for result in results]
    assert [int(row["margin_vc"]) for row in rows] == [result.margins[3] for result in results]


def test_parts_that_follow_each_other_become_one(tmp_path: Path) -> None:
    parts = Parts(tmp_path / "games.csv", ORDER)
    for first in (0, 2, 4, 8):
        parts.add((first, first + 2), play_some(ORDER, first, first + 2))
    before = parts.rows(10)
    parts.merge()
    assert parts.done() == [(0, 6), (8, 10)]
    assert parts.rows(10) == before
    assert list(parts.missing(12, 5)) == [(6, 8), (10, 12)]
    parts.add((2, 4), play_some(ORDER, 2, 4))  # as if its file had not been removed before the machine stopped
    assert parts.rows(10) == before
    assert list(parts.missing(12, 5)) == [(6, 8), (10, 12)]


def test_games_of_thinkers_that_answer_otherwise_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinkers = ORDER._replace(cast=parse_players("us=thinker:quick,others=flowchart"))
    Parts(tmp_path / "games.csv", thinkers)
    Parts(tmp_path / "others.csv", ORDER)
    deep = ORDER._replace(cast=parse_players("us=thinker:deep,others=flowchart"))
    Parts(tmp_path / "deep.csv", deep)
    monkeypatch.setitem(levels.EDITIONS, "quick", 0)
    Parts(tmp_path / "others.csv", ORDER)
    Parts(tmp_path / "deep.csv", deep)
    with pytest.raises(ResultsError, match=r"another run \(differing: thinkers\)"):
        Parts(tmp_path / "games.csv", thinkers)


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Order:
    """Games of thinkers of two levels, whose editions are 3 and 2."""
    monkeypatch.setitem(levels.EDITIONS, "deep", 3)
    monkeypatch.setitem(levels.EDITIONS, "steady", 2)
    return ORDER._replace(cast=parse_players("us=thinker:deep,others=thinker"))


def test_every_level_of_thinkers_is_noticed_that_answers_otherwise(
    tmp_path: Path, both: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only the one of the highest edition."""
    parts = Parts(tmp_path / "games.csv", both)
    about = parts.folder / "run.json"
    assert json.loads(about.read_text())["thinkers"] == {"deep": 3, "steady": 2}
    monkeypatch.setitem(levels.EDITIONS, "steady", 3)
    with pytest.raises(ResultsError, match=r"another run \(differing: thinkers\)"):
        Parts(tmp_path / "games.csv", both)


def test_a_folder_that_names_the_highest_edition_alone_is_gone_on_with_and_then_names_all(
    tmp_path: Path, both: Order
) -> None:
    out = tmp_path / "games.csv"
    about = Parts(out, both).folder / "run.json"
    today = json.loads(about.read_text())
    of_old = json.dumps({**today, "thinkers": 3})
    about.write_text(of_old)
    Parts(out, both, looking=True)
    assert about.read_text() == of_old, "who only looks changes nothing"
    Parts(out, both)
    assert json.loads(about.read_text()) == today
    about.write_text(json.dumps({**today, "thinkers": 2}))
    with pytest.raises(ResultsError, match=r"another run \(differing: thinkers\)"):
        Parts(out, both)


def test_parts_that_another_process_makes_one_meanwhile_are_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = Parts(tmp_path / "games.csv", ORDER)
    for first in (0, 1):
        parts.add((first, first + 1), play_some(ORDER, first, first + 1))
    before, rows = parts.done(), parts.rows(2)
    parts.merge()
    done = Parts.done
    seen = iter([before])
    monkeypatch.setattr(Parts, "done", lambda self: next(seen, None) or done(self))
    assert parts.rows(2) == rows
    seen = iter([before])
    parts.merge()
    assert parts.done() == [(0, 2)]
    assert parts.rows(2) == rows


def test_two_processes_may_make_one_part_of_several_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = Parts(tmp_path / "games.csv", ORDER)
    for first in (0, 1):
        parts.add((first, first + 1), play_some(ORDER, first, first + 1))
    write_whole = results.write_whole

    def another_is_faster(path: Path, content: bytes) -> None:
        write_whole(path, content)
        parts.path((0, 1)).unlink()

    monkeypatch.setattr(results, "write_whole", another_is_faster)
    parts.merge()
    assert parts.done() == [(0, 2)]
    assert len(parts.rows()) == 2


def test_a_game_that_failed_has_no_winner_but_its_error() -> None:
    row = row_of(GameResult(3, 99, 12, -1, "error", (), "RuntimeError: out of ideas"))
    assert row["winner"] is None
    assert row["margin_us"] is None
    assert row["error"] == "RuntimeError: out of ideas"


def test_parts_of_another_run_are_not_mixed(tmp_path: Path) -> None:
    Parts(tmp_path / "games.csv", ORDER)
    with pytest.raises(ResultsError, match=r"another run \(differing: players, seed\)"):
        Parts(tmp_path / "games.csv", ORDER._replace(seed=8, cast=parse_players("flowchart")))


def test_other_kinds_of_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match=r"written as \.parquet, \.csv"):
        Parts(tmp_path / "games.xlsx", ORDER)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    parts = Parts(tmp_path / "games.csv", ORDER)
    parts.add((0, 1), play_some(ORDER, 0, 1))
    path = parts.folder / "000000000-000000001.jsonl"
    path.write_text(path.read_text()[:30])
    with pytest.raises(ResultsError, match=r"000000000-000000001\.jsonl, line 1: damaged"):
        parts.write_table(1)
    path.write_text('{"seed": 3}\n')
    with pytest.raises(ResultsError, match=r"000000000-000000001\.jsonl, line 1: damaged"):
        parts.write_table(1)
    path.write_bytes(b"\xff\n")
    with pytest.raises(ResultsError, match=r"000000000-000000001\.jsonl, line 1: damaged"):
        parts.write_table(1)
    (parts.folder / "run.json").write_text("[")
    with pytest.raises(ResultsError, match=r"run\.json, line 1: damaged"):
        Parts(tmp_path / "games.csv", ORDER)


# --- naming clusters ---


def test_local_clusters_are_named_with_their_workers() -> None:
    assert local_workers("local:3") == 3
    assert (local_workers("local") or 0) >= 1
    assert local_workers("tcp://10.0.0.1:8786") is None
    for wrong in ("local:", "local:0", "local:two", "local:-1"):
        with pytest.raises(ClusterError, match="write local:2"):
            local_workers(wrong)


def test_a_cluster_that_does_not_answer_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason=NEEDS)

    def nobody(*args: Any, **options: Any) -> None:
        raise OSError("timed out")

    monkeypatch.setattr(distributed, "Client", nobody)
    with pytest.raises(ClusterError, match=r"no cluster at 127\.0\.0\.1:9: timed out"):
        cluster_lab.run(ORDER, 1, "127.0.0.1:9", tmp_path / "games.csv")


def test_workers_with_other_rules_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Client:
        def run(self, ask: Any) -> dict[str, str]:
            return {"tcp://a": ask(), "tcp://b": "0.0.1"}

    with pytest.raises(ClusterError, match=r"worker tcp://b has fitl 0\.0\.1"):
        cluster_lab._check_versions(Client())


# --- a real cluster of two workers ---


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    distributed = pytest.importorskip("distributed", reason=NEEDS)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=40
    ) as workers:
        yield workers.scheduler_address


def test_a_cluster_plays_the_games_of_a_simulation(scheduler: str, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow.parquet", reason=NEEDS)
    out = tmp_path / "games.parquet"
    heard: list[int] = []
    report = cluster_lab.run(ORDER, 60, scheduler, out, heard.append)
    assert report == (60, 60, 0)
    assert sum(heard) == 60
    rows = pyarrow.read_table(out).to_pylist()
    assert rows == [row_of(result) for result in simulate(ORDER, 60).results]


def test_a_run_that_was_stopped_goes_on_where_it_was(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "games.csv"
    add = Parts.add

    def stop_after_one(self: Parts, chunk: tuple[int, int], results: list[GameResult]) -> None:
        if self.done():
            raise KeyboardInterrupt
        add(self, chunk, results)

    with monkeypatch.context() as patch:
        patch.setattr(Parts, "add", stop_after_one)
        with pytest.raises(KeyboardInterrupt):
            cluster_lab.run(ORDER, 60, scheduler, out)
    assert not out.exists()
    done = Parts(out, ORDER).done()
    assert len(done) == 1
    report = cluster_lab.run(ORDER, 60, scheduler, out)
    assert report.played == 60 - (done[0][1] - done[0][0])
    assert len(rows_of(out)) == 60
    assert cluster_lab.run(ORDER, 60, "local:nothing is started", out).played == 0
    assert cluster_lab.run(ORDER, 70, scheduler, out).played == 10
    assert [int(row["seed"]) for row in rows_of(out)] == [result.seed for result in simulate(ORDER, 70).results]


def test_the_command_plays_on_workers_of_its_own(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason=NEEDS)
    command = ("lab", "run", "short-1965", "--games", "30", "--seed", "7", "--cluster", "local:2", "--out")
    done = fitl(tmp_path, *command, str(tmp_path / "games.csv"))
    assert done.returncode == 0, done.stderr
    assert "30 games, 30 of them played now, 0 failed" in " ".join(done.stdout.split())
    about = json.loads((tmp_path / "games.csv.parts" / "run.json").read_text())
    assert about["seed"] == 7
    assert [int(row["seed"]) for row in rows_of(tmp_path / "games.csv")] == [
        result.seed for result in simulate(ORDER, 30).results
    ]
    other = fitl(tmp_path, *command, str(tmp_path / "games.txt"))
    assert other.returncode == 2
    assert "written as .parquet, .csv" in " ".join(other.stderr.split())
