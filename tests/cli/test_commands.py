"""Every command, run as people run it."""

import json
import os
from pathlib import Path

import pytest

from fitl import __version__, journal
from fitl.board.factions import FACTION_IDS
from fitl.cli.files import playable
from fitl.game import Game
from tests.cli.support import fitl, games_in


def started(home: Path, *words: str, typed: str = "") -> Path:
    """Start a game that is left again at once; its file."""
    done = fitl(home, "play", *words, typed=typed)
    assert done.returncode == 0, done.stderr
    return games_in(home)[-1]


# --- play and resume ---


def test_play_records_the_game_and_says_where(tmp_path: Path) -> None:
    done = fitl(tmp_path, "play", "full", "--seed", "8", typed="pass\npass\nquit\n")
    assert done.returncode == 0
    assert done.stderr == ""
    (file,) = games_in(tmp_path)
    assert file.name.startswith("full-1964-")
    assert file.name.endswith("-1.jsonl")
    assert str(file) in done.stdout
    assert f"fitl resume {file}" in done.stdout
    assert "ARVN> pass" in done.stdout  # what was piped in can be read beside the answers
    game = journal.load(file).game
    assert [entry.key for entry in game.entries][-2:] == ["pass", "pass"]
    assert game.state == _after(Game.new("full-1964", seed=8), "pass", "pass").state


def _after(game: Game, *answers: str) -> Game:
    for answer in answers:
        game.choose(answer)
    return game


def test_resume_goes_on_where_the_game_was_left(tmp_path: Path) -> None:
    file = started(tmp_path, "full-1964", "--seed", "8", typed="pass\n")
    done = fitl(tmp_path, "resume", str(file), typed="pass\nundo\npass\nsave " + str(tmp_path / "copy") + "\n")
    assert done.returncode == 0
    assert "Taken back." in done.stdout
    expected = _after(Game.new("full-1964", seed=8), "pass", "pass")
    for each in (file, tmp_path / "copy"):
        assert journal.load(each).game.entries == expected.entries
    assert games_in(tmp_path) == [file]


def test_each_game_has_a_file_of_its_own(tmp_path: Path) -> None:
    started(tmp_path)
    started(tmp_path)
    names = [file.name for file in games_in(tmp_path)]
    assert len(names) == 2
    assert all(name.startswith("short-1965-") for name in names)  # the default scenario


def test_play_takes_seats_options_and_a_file(tmp_path: Path) -> None:
    file = tmp_path / "our game.jsonl"
    words = ["--seats", "us+arvn,nva,vc", "--deception", "--political-rhythm", "--period-events", "--file", str(file)]
    done = fitl(tmp_path, "play", "medium-1968", *words)
    assert done.returncode == 0, done.stderr
    options = journal.load(file).game.state.options
    assert options.seats == ((0, 1), (2,), (3,))
    assert options.deception
    assert options.political_rhythm
    assert options.period_events
    assert not options.uncertain_victory
    assert f"fitl resume '{file}'" in done.stdout


def test_the_other_options_reach_the_game(tmp_path: Path) -> None:
    file = started(
        tmp_path, "long-1964", "--historical-coups", "--us-coup-involvement", "--handicap", "vc,us", typed="1\n"
    )
    options = journal.load(file).game.state.options
    assert options.historical_coups
    assert options.us_coup_involvement
    assert options.handicap == (3, 0)
    file = started(tmp_path, "medium", "--shorter-campaigns", "--uncertain-victory")
    options = journal.load(file).game.state.options
    assert options.shorter_campaigns
    assert options.uncertain_victory


def test_table_mode_is_kept_when_the_game_is_resumed(tmp_path: Path) -> None:
    file = started(tmp_path, "full-1964", "--table", typed="107\n")
    done = fitl(tmp_path, "resume", str(file), typed="55\n")
    assert "Chance: Turn up the second card, which lies open beside the first (2.3.1)" in done.stdout
    game = journal.load(file).game
    assert (game.state.card, game.state.next_card) == (107, 55)


def test_without_a_seed_games_differ(tmp_path: Path) -> None:
    seeds = {journal.load(started(tmp_path)).game.checkpoints[0].state.seed for _ in range(2)}
    assert len(seeds) == 2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["play", "nowhere"], "There is no scenario 'nowhere'"),
        (["play", "short"], "'short' could be any of short-1965, short-1967"),
        (["play", "--seats", "us,nva"], "is played by us, arvn, nva, vc, each in exactly one seat"),
        (["play", "--seats", "us+vc,arvn,nva"], "not 'us+vc'"),
        (["play", "--handicap", "us,eu"], "unknown Faction 'eu' in --handicap"),
        (["play", "--historical-coups"], "historical_coups is for long-1964"),
        (["play", "--deception", "--uncertain-victory"], "choose one"),
        (["play", "--file", "/dev/null"], "not an ordinary file"),
        (["play", "--file", "/no/such/folder/game"], "there is no folder"),
        (["resume", "/no/such/file"], "there is no such file"),
        (["replay", "/no/such/file"], "cannot be read"),
        (["show", "/no/such/file"], "there is no such file"),
        (["show", "nowhere"], "There is no scenario 'nowhere' and no such file"),
        (["sim", "nowhere"], "There is no scenario"),
        (["sim", "short-1965", "--players", "chess"], "there is no player 'chess'"),
        (["sim", "short-1965", "--games", "0"], "must be 1 or more"),
        (["perft", "short-1965", "--depth", "none"], "invalid positive value"),
        (["fly"], "invalid choice"),
    ],
)
def test_wrong_arguments_are_refused_with_the_reason(tmp_path: Path, words: list[str], reason: str) -> None:
    done = fitl(tmp_path, *words)
    assert done.returncode == 2
    assert reason in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert games_in(tmp_path) == []


def test_play_never_writes_over_a_file(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear aunt")
    done = fitl(tmp_path, "play", "--file", str(letter))
    assert done.returncode == 2
    assert "exists already" in " ".join(done.stderr.split())  # wrapped according to how long the path is
    assert letter.read_text() == "Dear aunt"


# --- show ---


@pytest.mark.parametrize("scenario", playable())
def test_show_draws_the_set_up_of_a_scenario(tmp_path: Path, scenario: str) -> None:
    done = fitl(tmp_path, "show", scenario)
    assert done.returncode == 0
    for words in ("Saigon", "Victory", "Tracks", "Coups to come", "Available"):
        assert words in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_show_uses_the_width_there_is(tmp_path: Path) -> None:
    narrow, wide = (fitl(tmp_path, "show", "full-1964", COLUMNS=width).stdout for width in ("80", "130"))
    assert len(wide.splitlines()) < len(narrow.splitlines())


def test_show_draws_a_saved_game_and_a_position(tmp_path: Path) -> None:
    file = started(tmp_path, "full-1964", "--seed", "8", typed="pass\n2\n")
    done = fitl(tmp_path, "show", str(file))
    assert "ARVN passed" in done.stdout
    position = fitl(tmp_path, "show", str(file), "--json", "position")
    saved = tmp_path / "position.json"
    saved.write_text(position.stdout)
    assert fitl(tmp_path, "show", str(saved)).stdout == done.stdout


def test_a_position_can_be_played_on(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text(fitl(tmp_path, "show", "full-1964", "--json").stdout)
    assert json.loads(position.read_text())["stage"] == "set_up"
    before = position.read_text()
    done = fitl(tmp_path, "resume", str(position), typed="pass\n")
    assert done.returncode == 0
    assert position.read_text() == before
    (file,) = games_in(tmp_path)
    assert journal.load(file).game.entries[-1].key == "pass"


def test_a_position_is_played_by_the_players_that_are_named(tmp_path: Path) -> None:
    saved = tmp_path / "position.json"
    saved.write_text(fitl(tmp_path, "show", "full-1964", "--json").stdout)
    done = fitl(tmp_path, "play", "--position", str(saved), "--as", "us", "--bots", "thinker:quick", typed="\n")
    assert done.returncode == 0, done.stderr
    (file,) = games_in(tmp_path)
    options = journal.load(file).game.state.options
    assert options.non_players == (1, 2, 3)
    assert options.kind_of(3) == "thinker:quick"
    saved.write_text("[]")
    refused = fitl(tmp_path, "play", "--position", str(saved))
    assert refused.returncode != 0
    assert "holds no position" in refused.stderr


def test_scenarios_are_listed(tmp_path: Path) -> None:
    done = fitl(tmp_path, "scenarios")
    rows = [line for line in done.stdout.splitlines() if line[0] != " "]  # titles may go on in a second line
    assert [row.split()[0] for row in rows] == playable()


def test_the_version_is_told(tmp_path: Path) -> None:
    assert fitl(tmp_path, "--version").stdout == f"fitl {__version__}\n"


# --- replay ---


def test_replay_tells_the_story(tmp_path: Path) -> None:
    file = started(tmp_path, "full-1964", "--seed", "8", typed="pass\npass\n")
    done = fitl(tmp_path, "replay", str(file))
    assert done.returncode == 0
    assert done.stdout.startswith("\nCard #")
    assert "  ARVN passes (2.3.3)\n" in done.stdout
    assert fitl(tmp_path, "replay", str(file), "--verify").stdout == "4 answers, 1 card: all as recorded.\n"


def test_replay_tells_how_a_finished_game_ended(tmp_path: Path) -> None:
    game = Game.new("short-1965", seed=4)
    while game.decision is not None:
        game.choose(game.decision.options[-1])
    journal.save(game, tmp_path / "over.jsonl")
    assert "wins" in fitl(tmp_path, "replay", str(tmp_path / "over.jsonl")).stdout
    assert "wins" in fitl(tmp_path, "show", str(tmp_path / "over.jsonl")).stdout
    done = fitl(tmp_path, "resume", str(tmp_path / "over.jsonl"))
    assert done.returncode == 0
    assert "wins" in done.stdout


def tampered(file: Path, number: int, line: str) -> Path:
    """A copy of a journal with one line changed."""
    lines = file.read_text().splitlines()
    lines[number - 1] = line
    copy = file.with_name("tampered.jsonl")
    copy.write_text("\n".join(lines) + "\n")
    return copy


@pytest.fixture
def long_game(tmp_path: Path) -> Path:
    game = Game.new("full-1964", seed=8)
    for _ in range(9):
        assert game.decision is not None
        game.choose("pass")
    path = tmp_path / "long.jsonl"
    journal.save(game, path)
    return path


def line_with(file: Path, text: str, which: int = 0) -> int:
    return [number for number, line in enumerate(file.read_text().splitlines(), 1) if text in line][which]


def test_verify_names_the_line_of_an_answer_that_is_not_offered(tmp_path: Path, long_game: Path) -> None:
    number = line_with(long_game, '"pass"', 2)
    done = fitl(tmp_path, "replay", str(tampered(long_game, number, '"retreat"')), "--verify")
    assert done.returncode == 1
    assert f"line {number}: " in done.stderr
    assert "'retreat'" in done.stderr


def test_verify_names_the_card_at_which_the_situation_drifted(tmp_path: Path, long_game: Path) -> None:
    number = line_with(long_game, '{"card"', 1)
    card = json.loads(long_game.read_text().splitlines()[number - 1])
    copy = tampered(long_game, number, json.dumps(card | {"hash": "2-" + "0" * 16}))
    done = fitl(tmp_path, "replay", str(copy), "--verify")
    assert done.returncode == 1
    assert done.stderr.startswith(f"line {number}: the situation differs from the recorded one")
    assert fitl(tmp_path, "replay", str(copy)).returncode == 0  # the story can still be told


def test_a_game_that_lost_something_is_resumed_with_the_original_kept(tmp_path: Path, long_game: Path) -> None:
    number = line_with(long_game, '"pass"', 7)
    copy = tampered(long_game, number, '"retreat"')
    text = copy.read_text()
    done = fitl(tmp_path, "resume", str(copy), typed="why\n")
    assert done.returncode == 0
    assert f"line {number}: " in done.stdout
    assert "Play goes on" in done.stdout
    assert copy.with_name("tampered.jsonl.original-1").read_text() == text
    assert fitl(tmp_path, "replay", str(copy), "--verify").returncode == 0


def test_a_line_cut_off_by_a_crash_costs_nothing_else(tmp_path: Path, long_game: Path) -> None:
    with open(long_game, "a") as file:
        file.write('"pa')
    done = fitl(tmp_path, "resume", str(long_game), typed="why\n")
    assert done.returncode == 0
    assert "cut off" in done.stdout
    assert os.listdir(tmp_path) == [long_game.name]
    assert fitl(tmp_path, "replay", str(long_game), "--verify").returncode == 0


# --- the laboratory ---


def test_sim_gives_the_same_result_in_any_number_of_processes(tmp_path: Path) -> None:
    words = ["sim", "short-1965", "--players", "us=random,others=random", "--games", "9", "--seed", "5", "--json"]
    found = []
    for jobs in ("1", "2"):
        done = fitl(tmp_path, *words, "--jobs", jobs)
        assert done.returncode == 0
        assert done.stderr == ""  # no progress bar unless somebody looks
        found.append(json.loads(done.stdout))
    assert found[0].pop("seconds") > 0
    assert found[1].pop("seconds") > 0
    assert found[0] == found[1]
    assert found[0]["games"] == found[0]["finished"] == 9
    assert found[0]["errors"] == []
    assert found[0]["seed"] == 5
    assert found[0]["scenario"] == "short-1965"
    assert found[0]["decisions"] > 900
    assert sum(found[0]["winners"].values()) == 9
    assert set(found[0]["winners"]) == set(found[0]["margins"]) == set(FACTION_IDS)
    assert set(found[0]["margins"]["vc"]) == {"mean", "sd", "min", "median", "max"}


def test_sim_prints_a_table(tmp_path: Path) -> None:
    done = fitl(tmp_path, "sim", "short-1965", "--games", "3")
    assert done.returncode == 0
    assert "3 of 3 games finished" in done.stdout
    assert "margin" in done.stdout


def test_perft_counts_by_depth(tmp_path: Path) -> None:
    done = fitl(tmp_path, "perft", "short-1965", "--seed", "1", "--depth", "3", "--json")
    found = json.loads(done.stdout)
    assert len(found["nodes"]) == 4
    assert found["nodes"][0] == 1
    plain = fitl(tmp_path, "perft", "short-1965", "--seed", "1", "--depth", "3").stdout
    assert plain.splitlines()[3].split() == ["3", f"{found['nodes'][3]:,}"]


def test_bench_measures_the_engine_and_the_null_engine(tmp_path: Path) -> None:
    done = fitl(tmp_path, "bench", "--seconds", "1", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    for key in (
        "random_decisions_per_s",
        "null_decisions_per_s",
        "random_games_per_s",
        "clone_us",
        "game_clone_us",
        "bytearray_copy_us",
    ):
        assert found[key] > 0
    assert set(found["ratios"]) >= {"random_to_null", "clone_to_bytearray_copy"}
