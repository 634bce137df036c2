"""Matches: who meets whom, how sure the numbers are, ratings, going on after a stop, the page."""

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.scenarios import SCENARIOS
from fitl.casting import PlayersError
from fitl.cli.main import build_parser, main
from fitl.lab import match as match_lab
from fitl.lab.intervals import (
    Interval,
    Z,
    difference_of_means,
    difference_of_shares,
    mean,
    mean_of_means,
    mean_of_shares,
    student,
    wilson,
)
from fitl.lab.match import EVERY_SEAT, Cell, Plan, Played, bouts, cells_of, games_of, names_of, play_match, ratings
from fitl.lab.match_plan import PlanError, read_plan
from fitl.lab.rating import rate
from fitl.lab.simulate import GameResult, Order
from fitl.lab.strength import Section, as_data, page, tables

DUEL = "diems-war-1961"  # of ARVN and VC
QUICK = "thinker:quick"


# --- intervals ---


def test_shares_of_wins_have_wilsons_interval() -> None:
    found = wilson(7, 20)
    assert found.value == 0.35
    assert (round(found.low, 3), round(found.high, 3)) == (0.181, 0.567)
    assert wilson(0, 10).low == 0.0
    assert round(wilson(0, 10).high, 3) == 0.278
    assert wilson(10, 10).high == pytest.approx(1.0)
    assert math.isnan(wilson(0, 0).value)


def test_the_difference_of_two_shares_has_newcombes_interval() -> None:
    found = difference_of_shares(wilson(56, 70), wilson(48, 80))
    assert [round(each, 4) for each in found] == [0.2, 0.0524, 0.3339]  # the example of his paper


def test_a_mean_of_shares_has_wilsons_interval_where_all_have_as_many_games() -> None:
    assert mean_of_shares([(3, 20), (4, 20), (15, 20)]) == pytest.approx(wilson(22, 60))
    assert mean_of_shares([(7, 20)]) == pytest.approx(wilson(7, 20))
    assert mean_of_shares([(0, 20), (0, 20)]) == pytest.approx(wilson(0, 40))
    assert math.isnan(mean_of_shares([(3, 20), (0, 0)]).value)


def test_a_mean_of_shares_counts_each_alike_and_is_no_surer_than_the_share_with_fewest_games() -> None:
    found = mean_of_shares([(0, 100), (0, 100), (0, 100), (5, 10)])
    assert found.value == 0.125, "not 5 of 310"
    spread = 1.96 * math.sqrt(0.25 / 10) / 4
    assert found.high - found.low == pytest.approx(2 * spread, rel=0.1)
    assert 0 < found.low < found.high < 1
    assert mean_of_shares([(0, 100), (0, 1)]).high > wilson(0, 101).high
    assert mean_of_shares([(100, 100), (1, 1)]).high <= 1 + 1e-9


@pytest.mark.parametrize(
    ("freedom", "bound"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (120, 1.980), (1000, 1.962)],
)
def test_95_percent_of_students_distribution_lie_where_tables_say(freedom: float, bound: float) -> None:
    assert student(freedom) == pytest.approx(bound, abs=5e-4)


def test_students_distribution_falls_steadily_to_the_normal_one() -> None:
    found = [student(1 + n / 10) for n in range(100)]
    assert found == sorted(found, reverse=True)
    assert student(1e6) == pytest.approx(Z, abs=1e-5)


def test_means_have_their_interval_by_students_distribution() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0]).interval
    assert found.value == 2.5
    assert found.high - 2.5 == pytest.approx(3.182 * 1.2910 / 2, rel=1e-3)
    assert mean([2.0, 4.0]).interval.low == pytest.approx(3 - 12.706, rel=1e-3)
    assert mean([3.0, 3.0]).interval == Interval(3, 3, 3)


def test_a_single_game_says_nothing_about_its_spread() -> None:
    assert mean([3.0]).interval == Interval(3.0, -math.inf, math.inf)
    assert difference_of_means(mean([3.0, 5.0]), mean([3.0])).interval == Interval(1.0, -math.inf, math.inf)
    assert mean_of_means([mean([3.0, 5.0]), mean([3.0])]).interval == Interval(3.5, -math.inf, math.inf)
    assert math.isnan(mean([]).value)


def test_the_difference_of_two_means_has_welchs_interval() -> None:
    one = mean([27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4])
    other = mean([27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 21.3])
    found = difference_of_means(one, other)
    by_hand = one.variance + other.variance
    assert found.freedom == pytest.approx(by_hand**2 / (one.variance**2 / 14 + other.variance**2 / 14))
    assert 26 < found.freedom < 28
    assert found.interval.high - found.value == pytest.approx(student(found.freedom) * math.sqrt(by_hand))
    assert found.interval.high < 0


def test_a_mean_of_means_counts_each_alike() -> None:
    found = mean_of_means([mean([10.0] * 50 + [12.0] * 50), mean([0.0, 2.0])])
    assert found.value == 6
    assert found.variance == pytest.approx((1 / 99 + 1) / 4)
    assert 1 < found.freedom < 1.1, "as sure as two games are"


# --- ratings ---


def duel(one: str, other: str, won: int, times: int) -> list[Any]:
    return [(((one, "left"), (other, "right")), won)] * times


def test_who_wins_three_times_as_often_is_rated_191_points_above() -> None:
    results = duel("a", "b", 0, 300) + duel("a", "b", 1, 100) + duel("b", "a", 1, 300) + duel("b", "a", 0, 100)
    best, anchor = rate(results, "b")
    assert (best.player, anchor.player) == ("a", "b")
    assert best.points.value == pytest.approx(190.8, abs=1.5)
    assert best.points.low > 160
    assert best.points.high < 222
    assert anchor.points == Interval(0, 0, 0)
    assert best.games == 800


def test_the_advantage_of_a_seat_is_not_counted_as_strength() -> None:
    results = duel("a", "b", 0, 80) + duel("a", "b", 1, 20) + duel("b", "a", 0, 80) + duel("b", "a", 1, 20)
    assert rate(results, "b")[0].points.value == pytest.approx(0, abs=1e-6)


def test_whoever_never_lost_has_a_finite_rating() -> None:
    best = rate(duel("a", "b", 0, 10) + duel("b", "a", 1, 10), "b")[0]
    assert 300 < best.points.value < 3000
    assert best.points.high < 5000


def test_games_of_four_seats_are_rated_by_the_winner() -> None:
    seats = tuple(("a" if place == 0 else "b", "same") for place in range(4))
    results = [(seats, 0)] * 50 + [(seats, place) for place in (1, 2, 3)] * 17
    best = rate(results, "b")[0]
    assert best.player == "a"
    assert best.points.value == pytest.approx(400 * math.log10(3 * 50 / 51), abs=3)


# --- who meets whom ---


@pytest.fixture
def duels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SCENARIOS, DUEL, replace(SCENARIOS[DUEL], playable=True))


def test_each_player_takes_every_seat() -> None:
    cells = cells_of(["short-1965"], ["random", "flowchart"], ["flowchart"])
    assert cells == [
        Cell("short-1965", "flowchart", EVERY_SEAT, "flowchart"),
        *(Cell("short-1965", "random", seat, "flowchart") for seat in (US, ARVN, NVA, VC)),
    ]
    assert cells[2].cast == ("flowchart", "random", "flowchart", "flowchart")
    assert games_of(cells, Plan(10, 1, Path())) == 50


@pytest.mark.usefixtures("duels")
def test_two_who_meet_in_a_duel_are_not_played_twice() -> None:
    cells = cells_of([DUEL], ["random", QUICK], [])
    assert len(cells) == 6
    assert games_of(cells, Plan(10, 1, Path())) == 40
    assert cells[1].cast == ("", "random", "", QUICK) or cells[1].cast == ("", QUICK, "", "random")


def test_a_match_needs_two() -> None:
    with pytest.raises(PlayersError, match="random alone is not enough for a match"):
        cells_of(["short-1965"], ["random"], [])
    with pytest.raises(PlayersError, match="no player 'hal'"):
        names_of("random,hal")


# --- playing and going on ---


@pytest.fixture
def instant(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int]]:
    """Games that are over at once: the first seat wins that is not random, else ARVN; every fifth fails."""
    asked: list[tuple[str, int, int]] = []

    def play_some(order: Order, first: int, last: int) -> list[GameResult]:
        asked.append((",".join(order.cast), first, last))
        winner = next((place for place, name in enumerate(order.cast) if name not in ("", "random")), ARVN)
        margins = tuple(5 if faction == winner else -5 if name else None for faction, name in enumerate(order.cast))
        return [
            GameResult(place, place, 9, -1, "error", (), "broken")
            if place % 5 == 4
            else GameResult(place, place, 9, winner, "final", margins)
            for place in range(first, last)
        ]

    monkeypatch.setattr(match_lab, "play_some", play_some)
    return asked


@pytest.mark.usefixtures("duels")
def test_a_match_that_was_stopped_goes_on_and_may_be_made_longer(
    instant: list[tuple[str, int, int]], tmp_path: Path
) -> None:
    cells = cells_of([DUEL], ["random"], [QUICK])
    play_match(cells[:2], Plan(6, 1, tmp_path))
    assert len(instant) == 4
    instant.clear()
    counted: list[int] = []
    played = play_match(cells, Plan(8, 1, tmp_path), counted.append)
    assert {(first, last) for cast, first, last in instant if cast == ",random,,thinker:quick"} == {(6, 8)}
    assert {(first, last) for cast, first, last in instant if cast == ",thinker:quick,,random"} == {(0, 5), (5, 8)}
    assert sum(counted) == 24
    assert counted[0] == 12
    assert [len(each.rows) for each in played] == [8, 8, 8]
    table = (tmp_path / "diems-war-1961_random_thinker-quick.csv").read_text(encoding="utf-8").splitlines()
    assert len(table) == 9
    assert table[0].startswith("place,seed,decisions,winner,reason,margin_us")


def test_everybody_plays_first_games_before_anybody_plays_on(
    instant: list[tuple[str, int, int]], tmp_path: Path
) -> None:
    play_match(cells_of(["short-1965"], ["random"], ["flowchart"]), Plan(10, 1, tmp_path))
    assert [first for _, first, _ in instant] == [0] * 5 + [5] * 5


def test_those_who_are_the_measure_of_all_may_play_more_games(
    instant: list[tuple[str, int, int]], tmp_path: Path
) -> None:
    cells = cells_of(["short-1965"], ["random"], ["flowchart"])
    plan = Plan(2, 1, tmp_path, own_games=12)
    counted: list[int] = []
    assert games_of(cells, plan) == 4 * 2 + 12
    assert [len(each.rows) for each in play_match(cells, plan, counted.append)] == [12, 2, 2, 2, 2]
    assert sum(counted) == 20
    assert [(first, last) for cast, first, last in instant if "random" not in cast] == [(0, 5), (5, 10), (10, 12)]


@pytest.mark.usefixtures("duels", "instant")
def test_scores_stand_beside_those_of_the_name_that_plays_the_rest(tmp_path: Path) -> None:
    played = play_match(cells_of([DUEL], ["random"], [QUICK]), Plan(40, 1, tmp_path))
    (bout,) = bouts(played)
    own, random_ = bout.lines
    assert (own.player, random_.player) == (QUICK, "random")
    assert own.seats[ARVN].wins.value == 1.0
    assert own.overall.wins == Interval(0.5, 0.5, 0.5)
    assert random_.seats[ARVN].wins.value == 0.0
    assert random_.seats[ARVN].more_wins.high < 0
    assert random_.seats[VC].more_margin == Interval(0, 0, 0)
    assert (random_.games, random_.failed) == (64, 16)
    best, worst = ratings(played, QUICK)
    assert (best.player, worst.player) == (QUICK, "random")
    assert worst.points.high < 0


@pytest.mark.usefixtures("duels", "instant")
def test_the_page_marks_what_is_sure(tmp_path: Path) -> None:
    played = play_match(cells_of([DUEL], ["random"], [QUICK]), Plan(40, 1, tmp_path))
    text = page([Section("", played, QUICK)], "fitl lab match ...")
    assert "| thinker:quick (all seats) (8 failed) | 100% (89-100) | 0% (0-11) | 50% | 32 |" in text
    assert "| random (16 failed) | 0% (0-11) ▼ | 0% (0-11) | 0% (0-6) ▼ | 64 |" in text
    assert "| random (16 failed) | -5.0 ± 0.0 ▼ | -5.0 ± 0.0 | -5.0 ± 0.0 ▼ |" in text
    assert "| random (16 failed) | -10.0 ± 0.0 ▼ | +0.0 ± 0.0 | -5.0 ± 0.0 ▼ |" in text
    assert [table.title for table in tables(played, QUICK)][-1] == "Ratings (thinker:quick is 0)"


def some_games(cell: Cell, games: int, winner: str, **margins: int) -> Played:
    names = {f"margin_{name}": margins.get(name, -1) for name in ("us", "arvn", "nva", "vc")}
    return Played(cell, [{"place": n, "error": None, "winner": winner, **names} for n in range(games)])


def test_seats_count_alike_over_all_seats_however_many_games_each_has() -> None:
    """Else whoever has played most of its games in the best seat would seem better than the name in all seats."""
    own_cell, *cells = cells_of(["short-1965"], ["random"], ["flowchart"])
    own = some_games(own_cell, 100, "vc", vc=9)
    played = [own, *(some_games(cell, 300 if cell.seat == VC else 10, "vc", vc=9) for cell in cells)]
    (bout,) = bouts(played)
    random_ = bout.lines[1].overall
    assert random_.wins.value == 0.25, "not 300 of 330"
    assert random_.more_wins.value == 0
    assert random_.margin.value == (9 - 3) / 4
    assert random_.more_margin == Interval(0, 0, 0)
    assert not any("▲" in cell for table in tables(played, "flowchart") for row in table.rows for cell in row)


def test_seats_without_a_finished_game_count_nowhere_over_all_seats() -> None:
    own_cell, *cells = cells_of(["short-1965"], ["random"], ["flowchart"])
    broken = {"place": 0, "error": "broken", "winner": None}
    own = Played(own_cell, [*some_games(own_cell, 30, "us", us=8).rows, *some_games(own_cell, 10, "vc", vc=8).rows])
    played = [
        own,
        *(some_games(cell, 20, "us", us=8) if cell.seat in (US, ARVN) else Played(cell, [broken]) for cell in cells),
    ]
    (bout,) = bouts(played)
    random_ = bout.lines[1].overall
    assert random_.wins.value == 0.5
    assert random_.more_wins.value == pytest.approx(0.5 - 0.75 / 2), "of US and ARVN among flowcharts"
    of_two = Interval(*(bound / 2 for bound in wilson(30, 40)))  # not exact, as it is for all four
    assert random_.more_wins == pytest.approx(difference_of_shares(wilson(20, 40), of_two))
    assert random_.more_margin.value == pytest.approx(3.5 - (3.5 * 30 - 1 * 10) / 40)
    assert bout.lines[0].overall.wins == Interval(0.25, 0.25, 0.25)


def test_margins_of_one_game_hang_together() -> None:
    """All seats of a name among its like are as sure as its games, not as four times as many."""
    own_cell, *cells = cells_of(["short-1965"], ["random"], ["flowchart"])
    rows = [dict(row) for row in some_games(own_cell, 5, "us").rows]
    for n, row in enumerate(rows):
        row.update({f"margin_{name}": n for name in ("us", "arvn", "nva", "vc")})
    (bout,) = bouts([Played(own_cell, rows), *(Played(cell, []) for cell in cells)])
    assert bout.lines[0].overall.margin == mean([0, 1, 2, 3, 4]).interval


def test_a_mean_without_an_interval_says_so() -> None:
    own_cell, *cells = cells_of(["short-1965"], ["random"], ["flowchart"])
    played = [some_games(own_cell, 2, "us", us=3), *(some_games(cell, 1, "us", us=3) for cell in cells)]
    text = page([Section("", played, "flowchart")], "...")
    assert "| random | +3.0 ± ? | -1.0 ± ? | -1.0 ± ? | -1.0 ± ? | +0.0 ± ? |" in text
    assert "| flowchart (all seats) | +3.0 ± 0.0 | -1.0 ± 0.0 |" in text
    assert as_data(Section("", played, "flowchart"))["bouts"][0]["players"][1]["seats"]["us"]["margin"] == {
        "value": 3.0,
        "low": None,
        "high": None,
    }


@pytest.mark.usefixtures("duels", "instant")
def test_nothing_known_is_null_for_programs(tmp_path: Path) -> None:
    played = [Played(each.cell, []) for each in play_match(cells_of([DUEL], ["random"], [QUICK]), Plan(1, 1, tmp_path))]
    found = as_data(Section("", played, QUICK))
    assert found["bouts"][0]["players"][0]["seats"]["arvn"]["wins"]["value"] is None
    assert json.loads(json.dumps(found)) == found
    assert found["ratings"] == []


# --- the command ---


MATCH = ("lab", "match", "short-1965", "--players", "random", "--against", "flowchart")


@pytest.mark.usefixtures("instant")
def test_the_command_tells_what_came_of_a_match_and_what_failed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MATCH, "--games", "5"]) == 1
    said = capsys.readouterr()
    assert "wins, the other seats played by flowchart" in said.out
    assert said.err.count("broken") == 5
    assert main([*MATCH, "--games", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"][0]["ratings"][0]["player"] == "flowchart"


@pytest.mark.usefixtures("instant")
def test_the_page_names_the_command_that_makes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "strength.md"
    assert main([*MATCH, "--games", "4", "--jobs", "1", "--keep", str(tmp_path / "kept"), "--out", str(out)]) == 0
    told = f"fitl lab match short-1965 --players random --against flowchart --games 4 --seed 1 --out {out}"
    assert told in out.read_text(encoding="utf-8")
    assert "Written" in capsys.readouterr().out
    assert main([*MATCH, "--games", "4", "--seed", "2", "--keep", str(tmp_path / "kept")]) == 2, (
        "another match is there"
    )


def test_a_page_can_be_made_of_what_was_played_so_far(
    instant: list[tuple[str, int, int]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, out = tmp_path / "kept", tmp_path / "strength.md"
    assert main([*MATCH, "--so-far", "--out", str(out)]) == 2
    assert "name their folder with --keep" in capsys.readouterr().err
    assert main([*MATCH, "--games", "4", "--keep", str(kept)]) == 0
    played = len(instant)
    assert main([*MATCH, "--games", "200", "--keep", str(kept), "--so-far", "--out", str(out)]) == 0
    assert len(instant) == played, "nothing more is played"
    text = out.read_text(encoding="utf-8")
    assert "--games 200 --seed 1 --keep kept --so-far" in text
    assert "from the games that had been played" in text
    assert "the same command gives the same page" not in text
    assert "| 16 |" in text


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.usefixtures("duels", "instant")
def test_a_look_at_a_match_that_is_being_played_leaves_its_folder_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = cells_of([DUEL], ["random"], [QUICK])
    with monkeypatch.context() as patch:
        patch.setattr(match_lab.Parts, "merge", lambda parts: None)
        play_match(cells[:2], Plan(8, 1, tmp_path))
    for table in tmp_path.glob("*.csv"):
        table.unlink()
    before = contents(tmp_path)
    assert sum(path.suffix == ".jsonl" for path in before) == 4
    played = play_match(cells, Plan(200, 1, tmp_path, so_far=True))
    assert [len(each.rows) for each in played] == [8, 8, 0]
    assert contents(tmp_path) == before
    assert len([*tmp_path.iterdir()]) == 2, "nor is a folder made for who has not played"
    nowhere = tmp_path / "nowhere"
    assert [each.rows for each in play_match(cells, Plan(200, 1, nowhere, so_far=True))] == [[], [], []]
    assert not nowhere.exists()


@pytest.mark.usefixtures("instant")
def test_a_shorter_match_leaves_the_longer_table_of_a_cast_that_both_have(tmp_path: Path) -> None:
    cells = cells_of(["short-1965"], ["random"], ["flowchart"])[:1]
    play_match(cells, Plan(9, 1, tmp_path))
    (table,) = tmp_path.glob("*.csv")
    whole = table.read_text(encoding="utf-8")
    (played,) = play_match(cells, Plan(3, 1, tmp_path))
    assert len(played.rows) == 3
    assert table.read_text(encoding="utf-8") == whole
    assert len(whole.splitlines()) == 1 + 9


@pytest.mark.usefixtures("duels", "instant")
def test_what_was_not_played_stays_off_the_page(tmp_path: Path) -> None:
    cells = cells_of([DUEL], ["random"], [QUICK])
    play_match(cells[:2], Plan(3, 1, tmp_path))  # ARVN's seat alone
    played = play_match(cells, Plan(200, 1, tmp_path, so_far=True))
    text = page([Section("Some", played, QUICK)], "...", so_far=True)
    assert "| random | 0% (0-56) ▼ | - | 0% (0-56) ▼ | 3 |" in text
    (bout,) = bouts(played)
    assert bout.lines[1].overall.more_margin == bout.lines[1].seats[ARVN].more_margin
    nothing = [Played(each.cell, []) for each in played]
    assert page([Section("None", nothing, QUICK)], "...").endswith("## None\n\nNone of its games is played yet.\n")
    one_line = [played[0], *nothing[1:]]
    assert "| random" not in page([Section("", one_line, QUICK)], "...")
    assert f"({QUICK} is 0)" in page([Section("", one_line, "somebody who has not played")], "...")


def test_a_whole_match_is_played_by_whoever_is_named(tmp_path: Path) -> None:
    played = play_match(cells_of(["short-1965"], ["flowchart"], ["random"])[:2], Plan(1, 1, tmp_path))
    assert [row["error"] for each in played for row in each.rows] == [None, None]


PLAN = """
[[match]]
title = "Among the like"
scenarios = ["short-1965"]
players = ["flowchart", "random"]
games = 4

[[match]]
scenarios = ["short-1965", "medium-1968"]
players = ["random"]
against = ["flowchart"]
games = 3
"""


@pytest.mark.usefixtures("instant")
def test_a_plan_names_several_matches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan, out = tmp_path / "plan.toml", tmp_path / "page.md"
    plan.write_text(PLAN, encoding="utf-8")
    assert main(["lab", "match", "--plan", str(plan), "--out", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert f"fitl lab match --plan {plan} --seed 1 --out {out}" in text
    assert "## Among the like\n\n### short-1965: wins, the other seats played by flowchart" in text
    assert "### medium-1968: final margins, the other seats played by flowchart" in text
    assert text.count("### Ratings") == 2
    capsys.readouterr()


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("games = 4", "games = 0", "match 1: games is a whole number from 1 to 1,000,000"),
        ("games = 3", "games = 3\nown_games = 1.5", "match 2: own_games is a whole number from 1 to 1,000,000"),
        ('title = "Among', 'colour = "red"\ntitle = "Among', "match 1: unknown 'colour'; choose from title, scenarios"),
        ('["short-1965", "medium-1968"]', '["chess"]', "match 2: there is no scenario 'chess'"),
        ('against = ["flowchart"]', "against = []", "match 2: against is a list of names"),
        ("[[match]]\ntitle", "[match]\ntitle", "expected tables"),
        ('"Among the like"', "7", "title is a text"),
        ("games = 3", "games = ", "Invalid value"),
    ],
)
def test_a_wrong_plan_says_what_would_be_right(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    plan = tmp_path / "plan.toml"
    written = PLAN.split("[[match]]\nscenarios")[0] if wrong.startswith("[match]") else PLAN
    plan.write_text(written.replace(right, wrong), encoding="utf-8")
    with pytest.raises(PlanError, match=said):
        read_plan(plan)


def test_a_match_is_named_in_one_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "match", "short-1965"]) == 2
    assert "name scenarios and --players, or a --plan" in capsys.readouterr().err
    assert main(["lab", "match", "short-1965", "--players", "random", "--plan", "plan.toml"]) == 2
    assert "name scenarios and --players, or a --plan" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["sim", "short-1965"],
        ["lab", "balance", "short-1965"],
        ["lab", "nodes", "short-1965"],
        ["lab", "match", "short-1965", "--players", "random,flowchart"],
        ["lab", "run", "short-1965", "--out", "games.csv"],
        ["lab", "learn", "short-1965", "--players", "random", "--out", "weights"],
    ],
)
def test_more_games_than_fit_into_memory_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*words, "--games", "1000001"])
    assert stopped.value.code == 2
    assert "argument --games: must be from 1 to 1,000,000" in capsys.readouterr().err
    assert build_parser().parse_args([*words, "--games", "1000000"]).games == 1_000_000


def test_the_plan_of_our_page_can_be_read() -> None:
    matches = read_plan(Path(__file__).parents[2] / "docs" / "strength.toml")
    assert {name for each in matches for name in each.players} >= {"thinker:quick", "thinker:steady", "flowchart:fair"}
    assert all(each.title for each in matches)
