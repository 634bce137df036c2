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
from fitl.cli.main import main
from fitl.lab import match as match_lab
from fitl.lab.intervals import Interval, difference_of_means, difference_of_shares, mean, wilson
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


def test_means_have_their_interval_by_the_normal_distribution() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])
    assert found.value == 2.5
    assert found.high - 2.5 == pytest.approx(1.96 * 1.2910 / 2, rel=1e-3)
    assert mean([3.0]) == Interval(3.0, -math.inf, math.inf)
    further = difference_of_means(Interval(5, 2, 8), Interval(1, -3, 5))
    assert further == Interval(4, -1, 9)


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
    with pytest.raises(PlayersError, match="random alone makes no match"):
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
    assert "| random (16 failed) | -10.0 ± 0.0 ▼ | +0.0 ± 0.0 | -5.0 ± 1.2 ▼ |" in text
    assert [table.title for table in tables(played, QUICK)][-1] == "Ratings (thinker:quick is 0)"


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
        ('title = "Among', 'colour = "red"\ntitle = "Among', "match 1: unknown 'colour'; there are title, scenarios"),
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


def test_the_plan_of_our_page_can_be_read() -> None:
    matches = read_plan(Path(__file__).parents[2] / "docs" / "strength.toml")
    assert {name for each in matches for name in each.players} >= {"thinker:quick", "thinker:steady", "flowchart:fair"}
    assert all(each.title for each in matches)
