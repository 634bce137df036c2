"""`fitl export`: every decision of a game is a row, whoever played it and wherever."""

from pathlib import Path
from typing import Any

import pytest

from fitl.cli.main import build_parser
from fitl.entries import actor_id
from fitl.game import Game
from fitl.lab import export
from fitl.lab.export import Exported, in_order, rows_of, simulated
from fitl.lab.players import options_for, parse_players, players_of
from fitl.lab.results import ResultsError
from fitl.lab.simulate import Order, game_seed, play_out
from fitl.options import GameOptions
from tests.cli.support import fitl

NEEDS = "needs pyarrow: pip install 'fitl[lab]'"
ORDER = Order("short-1965", parse_players("random"), 7)


def played(players: str = "random", scenario: str = "short-1965") -> Game:
    cast = players_of(players, scenario)
    game = Game.new(scenario, seed=3, options=options_for(cast, GameOptions()))
    play_out(game, cast, 3)
    return game


def table_of(path: Path) -> list[dict[str, Any]]:
    parquet = pytest.importorskip("pyarrow.parquet", reason=NEEDS)
    rows: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return rows


@pytest.mark.parametrize(
    ("scenario", "players"),
    [
        ("short-1965", "random"),
        ("short-1965", "flowchart"),
        ("black-april-1973", "random"),
        ("diems-war-1961", "random"),
    ],
)
def test_each_row_is_an_entry_with_the_answer_that_was_given(scenario: str, players: str) -> None:
    game = played(players, scenario)
    rows = list(rows_of(game, "g"))
    answers = [(number, entry) for number, entry in enumerate(game.entries) if entry.actor >= -1]
    assert [row["entry"] for row in rows] == [number for number, _ in answers]
    for row, (_, entry) in zip(rows, answers, strict=True):
        assert row["options"][row["chosen"]] == entry.key
        assert row["actor"] == actor_id(entry.actor)
        assert len(row["options"]) == len(row["spaces"])
    assert game.outcome is not None
    assert {row["winner"] for row in rows} == {("us", "arvn", "nva", "vc")[game.outcome.winner]}


def test_margins_are_those_before_the_answer_and_only_of_those_who_play() -> None:
    game = Game.new("black-april-1973", seed=3)
    before = game.view()["victory"]
    assert game.decision is not None
    game.choose(game.decision.options[0])
    row = next(each for each in rows_of(game, "g") if each["actor"] != "chance")
    assert {name: row[f"margin_{name}"] for name in before} == {name: each["margin"] for name, each in before.items()}
    assert row["margin_us"] is None


def test_a_game_that_went_on_from_a_position_is_told_from_there() -> None:
    game = Game.from_position(Game.new("short-1965", seed=5).position())
    for _ in range(20):
        assert game.decision is not None
        game.choose(game.decision.options[-1])
    assert list(rows_of(game, "g"))[-1]["entry"] == len(game.entries) - 1


def test_games_come_in_the_order_of_the_run() -> None:
    out_of_order = [Exported(place, []) for place in (2, 0, 1, 4, 3)]
    assert [each.place for each in in_order(out_of_order)] == [0, 1, 2, 3, 4]
    games = list(simulated(ORDER, 2))
    assert [each.rows[0]["game"] for each in games] == [f"short-1965:{game_seed(7, place)}" for place in (0, 1)]


def test_the_command_writes_the_table_and_its_card(tmp_path: Path) -> None:
    out = tmp_path / "data.parquet"
    done = fitl(tmp_path, "export", "short-1965", "--games", "2", "--seed", "7", "--out", str(out), "--observation")
    assert done.returncode == 0, done.stderr
    assert f"in{out};{tmp_path / 'data.md'}describes" in "".join(done.stdout.split())
    rows = table_of(out)
    assert len({row["game"] for row in rows}) == 2
    asked = [row for row in rows if row["actor"] != "chance"]
    assert all(row["observation"] for row in asked)
    assert not any(row["observation"] for row in rows if row["actor"] == "chance")
    card = (tmp_path / "data.md").read_text(encoding="utf-8")
    assert "fitl export short-1965 --players random --games 2 --seed 7" in card
    for name in rows[0]:
        assert f"| `{name}` |" in card
    assert sorted(each.name for each in tmp_path.iterdir()) == ["data.md", "data.parquet"]


def test_saved_games_are_exported_as_they_were_played(tmp_path: Path) -> None:
    game = played("flowchart")
    file = tmp_path / "mine.jsonl"
    game.save(file)
    done = fitl(tmp_path, "export", str(file), "--out", str(tmp_path / "mine.parquet"))
    assert done.returncode == 0, done.stderr
    assert table_of(tmp_path / "mine.parquet") == [
        {name: row[name] for name in export.COLUMNS} for row in rows_of(game, "mine.jsonl")
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("short-1965", "--out", "data.csv"), "must end in .parquet"),
        (("short-1965", "--out", "nowhere/data.parquet"), "There is no folder"),
        (("no.jsonl", "other.jsonl", "--out", "data.parquet"), "There is no file no.jsonl"),
        (("short-1965", "--players", "nobody", "--out", "data.parquet"), "nobody"),
    ],
)
def test_what_cannot_be_exported_is_refused_in_words(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = fitl(tmp_path, "export", *arguments)
    assert done.returncode == 2
    assert said in done.stderr


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    out = tmp_path / "data.parquet"
    export.card_of(out).write_text("mine", encoding="utf-8")
    with pytest.raises(ResultsError, match="exists already"):
        export.check(out)


def test_a_game_that_fails_is_left_out_and_told(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason=NEEDS)
    report = export.write([Exported(0, [], "broken"), *simulated(ORDER, 1)], tmp_path / "data.parquet", ["here"])
    assert report.games == 1
    assert report.failed == ["broken"]


def test_it_is_a_command() -> None:
    assert build_parser().parse_args(["export", "short-1965", "--out", "x.parquet"]).games == 100


def test_a_cluster_plays_the_same_games() -> None:
    pytest.importorskip("distributed", reason=NEEDS)
    assert list(simulated(ORDER, 2, cluster="local:1")) == list(simulated(ORDER, 2))
