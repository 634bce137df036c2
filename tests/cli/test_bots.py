"""Non-players at the screen: the command line, their turns told, why, hints, pauses, table mode, and the laboratory."""

import json
import random
import signal
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest

from fitl import journal
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.bot_types import KINDS
from fitl.bots.flowchart import FlowchartBot, nodes
from fitl.bots.table import NonPlayers
from fitl.bots.trung.nodes import NODES as TRUNG_NODES
from fitl.casting import seated
from fitl.cli import bot_turns
from fitl.cli.bot_turns import BotTurns
from fitl.cli.interrupting import first_interrupt
from fitl.cli.main import build_parser
from fitl.cli.play import options_from
from fitl.cli.session import Session
from fitl.cli.terminal import Terminal
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.lab.balance import page, play_scenarios, plot
from fitl.lab.bench import bench
from fitl.lab.nodes import count_visits
from fitl.lab.players import options_for, parse_players
from fitl.lab.simulate import Order, simulate
from fitl.options import GameOptions, OptionsError
from fitl.thinker.levels import BUDGETS, QUICK, Level
from fitl.words import faction_name, has_message
from tests.cli.support import ScriptedTerminal, fitl, games_in

NO_BUDGET = Level(cast(int, None), 0)  # a thinker that counts with it fails
ONE_PERSON = GameOptions(non_players=(ARVN, NVA, VC))


def sit(game: Game, path: Path, *lines: str, fast: bool = True, width: int = 100) -> ScriptedTerminal:
    terminal = ScriptedTerminal(lines, width)
    writer = journal.record(game, path)
    assert Session(game, terminal, path, fast=fast).run() == 0
    writer.close()
    return terminal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


# --- the command line ---


def options(*words: str) -> GameOptions:
    return options_from(build_parser().parse_args(["play", *words]))


@pytest.mark.parametrize(
    ("people", "seats", "non_players"),
    [
        ("us", ((0,), (1,), (2,), (3,)), (ARVN, NVA, VC)),
        ("us,arvn", ((0,), (1,), (2,), (3,)), (NVA, VC)),
        ("us+arvn", ((0, 1), (2,), (3,)), (NVA, VC)),
        ("vc+nva", ((0,), (1,), (2, 3)), (US, ARVN)),
        ("VC", ((0,), (1,), (2,), (3,)), (US, ARVN, NVA)),
        ("none", ((0,), (1,), (2,), (3,)), (US, ARVN, NVA, VC)),
        ("us,arvn,nva,vc", ((0,), (1,), (2,), (3,)), ()),
    ],
)
def test_as_names_the_people(people: str, seats: tuple[tuple[int, ...], ...], non_players: tuple[int, ...]) -> None:
    found = options("--as", people, "--bots", "flowchart")
    assert (found.seats, found.non_players) == (seats, non_players)
    assert options("--as", people) == found


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--as", "us,us"], "names a Faction twice"),
        (["--as", "usa"], "unknown Faction 'usa'"),
        (["--as", "us+vc"], "one player runs US"),
        (["--as", "us", "--seats", "us,arvn,nva,vc"], "--seats is for games without"),
        (["--bots", "flowchart"], "say who plays"),
        (["--as", "us,arvn", "--solo-margins"], "for one player"),
        (["--solo-capabilities"], "for one player"),
        (["--as", "us", "--deception"], "three or four players"),
    ],
)
def test_a_wrong_seating_is_refused_with_the_reason(words: list[str], reason: str) -> None:
    with pytest.raises(OptionsError, match=reason):
        options(*words)


def test_without_as_everybody_is_a_person() -> None:
    assert options().non_players == ()
    assert options("--seats", "us+arvn,nva+vc").seats == ((0, 1), (2, 3))
    assert options("--as", "us", "--solo-capabilities", "--solo-margins").solo_margins


def test_four_non_players_are_watched_to_the_end(tmp_path: Path) -> None:
    done = fitl(tmp_path, "watch", "short-1965", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert "Bots play US, ARVN, NVA, VC (8.1)." in " ".join(done.stdout.split())
    for name in ("US", "ARVN", "NVA", "VC"):
        assert f"{name} (bot)" in done.stdout
    assert "wins" in done.stdout
    (file,) = games_in(tmp_path)
    assert journal.load(file).game.outcome is not None
    told = fitl(tmp_path, "replay", str(file), "--why")
    assert told.returncode == 0
    assert "(8." in told.stdout
    assert len(told.stdout) > len(fitl(tmp_path, "replay", str(file)).stdout)


def test_a_game_against_non_players_is_played_and_resumed(tmp_path: Path) -> None:
    begun = fitl(tmp_path, "play", "short-1965", "--as", "us", "--seed", "4", typed="pass\nhint\nquit\n")
    assert begun.returncode == 0, begun.stderr
    assert "You play US against bots: ARVN, NVA, VC (8.9)." in begun.stdout
    (file,) = games_in(tmp_path)
    resumed = fitl(tmp_path, "resume", str(file), "--fast", typed="why 1\nquit\n")
    assert resumed.returncode == 0, resumed.stderr
    assert "You play US against" in resumed.stdout
    assert "(8." in resumed.stdout


# --- at the screen ---


def test_a_turn_is_told_with_the_net_change_of_the_tracks(path: Path) -> None:
    game = Game.new("short-1965", seed=4, options=ONE_PERSON)
    text = sit(game, path, "pass", "pass").text
    assert " (bot)\n" in text
    told = [line for line in text.split("\n") if "Resources" in line and " to " in line]
    assert told
    assert " pays " not in text


def test_reasons_are_shown_for_the_last_turn_and_earlier_ones(path: Path) -> None:
    game = Game.new("short-1965", seed=4, options=ONE_PERSON)
    table = NonPlayers(game)
    while table.asked():
        table.play()
    text = sit(game, path, "pass", "pass", "why", "why 1", "why 2", "why all", "why 999", "why 3.2.1").text
    assert " on #" in text.partition("> why\n")[2]
    assert text.partition("> why 1\n")[2].partition("> why 2")[0] != text.partition("> why 2\n")[2].partition("> ")[0]
    assert "turns; why 1 shows the latest" in text
    assert "3.2.1:" in text.partition("> why 3.2.1\n")[2]


def test_before_any_turn_there_are_no_reasons(path: Path) -> None:
    game = Game.new("short-1965", seed=3, options=GameOptions(non_players=(NVA, VC)))
    assert game.decision is not None
    assert game.decision.actor in (US, ARVN)
    assert "No bot has given reasons yet." in sit(game, path, "why all").text


def test_without_non_players_why_explains_rules_only(path: Path) -> None:
    text = sit(Game.new("short-1965", seed=3), path, "why 2", "why all", "why").text
    assert "bot" not in text


def test_a_hint_names_a_choice_and_the_reasons(path: Path) -> None:
    game = Game.new("short-1965", seed=3)
    before = game.state.digest()
    text = sit(game, path, "hint").text
    assert "The flowchart would choose: " in text
    assert "(8." in text
    assert "A thinker would choose: " in text
    assert "At the next Coup it expects" in text
    assert "Then it expects" in text
    assert "Worth compares outcomes" in text
    assert game.state.digest() == before
    table = Game.new("short-1965", manual_chance=True)
    assert "no advice" in sit(table, path, "hint").text


def test_a_hint_of_a_mind_that_fails_is_no_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*question: object) -> None:
        raise ZeroDivisionError

    game = Game.new("short-1965", seed=3)
    monkeypatch.setitem(BUDGETS, QUICK, NO_BUDGET)
    text = sit(game, path, "hint").text
    assert "The flowchart would choose: " in text
    assert "A thinker" not in text
    monkeypatch.setattr(FlowchartBot, "deliberate", broken)
    assert "No bot has advice here." in sit(game, path, "hint").text


def test_a_thinker_that_fails_leaves_the_decision_to_people(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, QUICK, NO_BUDGET)
    game = Game.new("short-1965", seed=3, options=seated("thinker:quick"))
    text = " ".join(sit(game, path).text.split())
    assert "a bug in the program, not your mistake: TypeError" in text
    assert "Please answer for it." in text


def test_there_is_a_pause_after_each_turn_in_which_one_may_ask(path: Path) -> None:
    game = Game.new("short-1965", seed=3, options=GameOptions(non_players=(0, 1, 2, 3)))
    text = sit(game, path, "why", "why all", "show", "log 2", "what?", "?", "", "quit", fast=False).text
    assert text.count("Enter continues (") == 8
    assert text.count("Enter continues. Before that") == 2
    assert " on #" in text.partition("> why\n")[2]
    assert "fitl resume" in text
    assert text.count(" (bot)\n") == 2


def test_fast_ends_the_pauses(path: Path) -> None:
    game = Game.new("short-1965", seed=3, options=GameOptions(non_players=(0, 1, 2, 3)))
    text = sit(game, path, "fast", fast=False).text
    assert text.count("Enter continues (") == 1
    assert game.outcome is not None


def test_undo_takes_back_the_persons_own_answer_with_what_followed(path: Path) -> None:
    game = Game.new("short-1965", seed=3, options=ONE_PERSON)
    assert game.decision is not None
    assert game.decision.actor == US
    text = sit(game, path, "pass", "undo", "undo!").text
    assert "cannot be taken back without everyone's consent" in " ".join(text.split())
    assert "Taken back." in text
    assert [entry for entry in game.entries if entry.actor >= 0] == []
    assert journal.load(path).game.entries == game.entries


def test_a_game_left_in_the_middle_of_a_turn_is_taken_up_there(path: Path) -> None:
    """Killed without farewell: the journal ends in the middle of a non-player's turn."""
    whole = Game.new("short-1965", seed=9, options=GameOptions(non_players=(0, 1, 2, 3)))
    sit(whole, path)
    game = Game.new("short-1965", seed=9, options=GameOptions(non_players=(0, 1, 2, 3)))
    other = path.with_name("killed.jsonl")
    journal.record(game, other)
    table = NonPlayers(game)
    while len(game.entries) < 120 or len(game.entries) - game.checkpoints[-1].entries < 3:
        table.play()
    loaded = journal.load(other).game
    text = sit(loaded, path.with_name("resumed.jsonl")).text
    assert "taken back" not in text
    assert loaded.state == whole.state
    assert loaded.entries == whole.entries


def test_a_non_player_that_stumbles_leaves_the_decision_to_people(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("short-1965", seed=3, options=GameOptions(non_players=(0, 1, 2, 3)))
    original = FlowchartBot.deliberate

    def broken(self, game, decision):  # type: ignore[no-untyped-def]
        if decision.kind == "turn.action" and not game.entries[2:]:
            raise RuntimeError("lost the thread")
        return original(self, game, decision)

    monkeypatch.setattr(FlowchartBot, "deliberate", broken)
    text = " ".join(sit(game, path, "pass").text.split())
    assert "lost the thread" in text
    assert "Please answer for it." in text
    assert game.outcome is not None


def test_the_end_says_how_the_player_fared(path: Path) -> None:
    game = Game.new("short-1965", seed=6, options=ONE_PERSON)
    rng = random.Random(1)
    terminal = ScriptedTerminal()

    def answer() -> str | None:
        assert game.decision is not None
        return rng.choice(game.decision.options).key

    terminal.answer = answer
    journal.record(game, path)
    Session(game, terminal, path, fast=True).run()
    assert any(f"{grade}:" in terminal.text for grade in ("Defeat", "Stalemate", "Victory"))


# --- table mode ---


def test_in_table_mode_dice_are_asked_and_the_turn_comes_as_orders(path: Path) -> None:
    game = Game.new("short-1965", manual_chance=True, options=GameOptions(non_players=(0, 1, 2, 3)))
    rng = random.Random(2)
    terminal = ScriptedTerminal(width=120)
    left = 150

    def answer() -> str | None:
        nonlocal left
        left -= 1
        assert game.decision is not None
        assert game.decision.actor == CHANCE
        return rng.choice(game.decision.options).key if left else None

    terminal.answer = answer
    journal.record(game, path)
    Session(game, terminal, path, fast=True).run()
    text = terminal.text
    assert "(bot): please do this on your board." in text
    assert "Roll a die for " in text
    assert "\n  1. " in text
    assert "cylinder" in text
    assert "- Card #" in text
    assert journal.load(path).game.entries == game.entries


def test_in_table_mode_a_typed_die_can_be_taken_back(path: Path) -> None:
    game = Game.new("short-1965", manual_chance=True, options=GameOptions(non_players=(0, 1, 2, 3)))
    text = sit(game, path, "18", "74", "1", "undo", "6", "why").text
    assert "Taken back." in text
    assert text.count("Roll a die for US") >= 2
    assert [entry.key for entry in game.entries[:3]] == ["18", "74", "6"]


# --- the laboratory ---


def test_flowchart_players_are_non_players_by_the_rules() -> None:
    cast = parse_players("us=random,others=flowchart")
    assert options_for(cast, GameOptions()).non_players == (ARVN, NVA, VC)
    assert options_for(parse_players("random"), GameOptions()) == GameOptions()
    assert options_for(parse_players("flowchart"), GameOptions()).non_players == (0, 1, 2, 3)


@pytest.mark.parametrize("players", ["flowchart", "us=random,others=flowchart"])
def test_a_run_with_non_players_follows_from_its_seed_in_any_number_of_processes(players: str) -> None:
    order = Order("short-1965", parse_players(players), 7)
    alone, together = simulate(order, 4), simulate(order, 4, jobs=2)
    assert alone.results == together.results
    assert not alone.failed
    assert alone.results[:2] == simulate(order, 2).results


def test_sim_takes_flowchart_players(tmp_path: Path) -> None:
    done = fitl(tmp_path, "sim", "short-1965", "--players", "vc=random,others=flowchart", "--games", "2", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["players"] == {"us": "flowchart", "arvn": "flowchart", "nva": "flowchart", "vc": "random"}
    assert found["finished"] == 2


def test_bench_reports_games_of_non_players() -> None:
    found = bench(0.2)
    assert found["bot_games"] >= 1
    assert found["bot_games_per_s"] > 0
    assert found["bot_decisions_per_s"] > 0
    assert found["ratios"]["random_to_bot"] > 0


def test_the_balance_page_follows_from_its_command() -> None:
    runs = play_scenarios(["short-1965"], 4, seed=3)
    text = page(runs, "balance.svg")
    assert "fitl lab balance short-1965 --games 4 --seed 3 --out docs/balance.md" in text
    assert "(`short-1965`)" in text
    assert "4 of 4" in text
    again = play_scenarios(["short-1965"], 4, seed=3, jobs=2)
    assert page(again, "balance.svg") == text
    assert plot(again) == plot(runs)


def test_the_plot_is_well_formed_and_shows_every_faction() -> None:
    drawing = ElementTree.fromstring(plot(play_scenarios(["short-1965", "medium-1968"], 2, seed=3)))
    words = [element.text for element in drawing.iter() if element.tag.endswith("}text")]
    for name in ("short-1965", "medium-1968", "US", "ARVN", "NVA", "VC"):
        assert name in words


def test_lab_balance_writes_its_page_and_plot(tmp_path: Path) -> None:
    out = tmp_path / "balance.md"
    done = fitl(tmp_path, "lab", "balance", "short-1965", "--games", "2", "--seed", "3", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert "![" in out.read_text()
    assert (tmp_path / "balance.svg").read_text().startswith("<svg")
    assert "| scenario | US |" in fitl(tmp_path, "lab", "balance", "short-1965", "--games", "1").stdout


def test_visits_are_counted_the_same_in_any_number_of_processes() -> None:
    alone, together = count_visits(["short-1965"], 3, 5), count_visits(["short-1965"], 3, 5, jobs=2)
    assert alone.visits == together.visits
    assert alone.games == 3
    assert not alone.failed
    assert set(alone.never).isdisjoint(alone.visits)


def test_lab_nodes_lists_every_node(tmp_path: Path) -> None:
    done = fitl(tmp_path, "lab", "nodes", "short-1965", "--games", "1", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert list(found["visits"]) == list(nodes())
    assert found["unlisted"] == []
    assert "Never visited:" in fitl(tmp_path, "lab", "nodes", "short-1965", "--games", "1").stdout


def test_lab_counts_the_nodes_and_the_balance_of_trung_bots_too(tmp_path: Path) -> None:
    done = fitl(tmp_path, "lab", "nodes", "short-1965", "--games", "1", "--bots", "trung", "--json")
    found = json.loads(done.stdout)
    assert list(found["visits"]) == list(TRUNG_NODES)
    assert found["unlisted"] == []
    shown = fitl(tmp_path, "lab", "balance", "short-1965", "--games", "1", "--bots", "trung").stdout
    assert "short-1965 --bots trung --games 1" in shown


def test_who_plays_by_which_rules_is_said_at_the_beginning(path: Path) -> None:
    game = Game.new("short-1965", seed=3, options=seated("us=person,vc=thinker:instant,others=flowchart"))
    text = " ".join(sit(game, path, "quit").text.split())
    assert "People play US." in text
    assert "Played by the flowcharts, with the privileges of 8.1: ARVN, NVA." in text
    assert "Played by an instant thinker, by people's rules: VC." in text
    names = {kind.removesuffix(":privileged").replace(":", "_") for kind in KINDS}
    assert [name for name in names if not has_message(f"cli.played_by.{name}")] == []


class Status:
    """What stands on the screen while somebody thinks."""

    def __init__(self, shown: list[str]) -> None:
        self.shown = shown

    def update(self, text: str) -> None:
        self.shown.append(text)


def at_the_screen(monkeypatch: pytest.MonkeyPatch, level: str) -> tuple[BotTurns, list[str]]:
    """Thinkers, and what somebody who looks sees of their thinking."""
    game = Game.new("short-1965", seed=3, options=seated(f"thinker:{level}"))
    terminal = Terminal()
    terminal.interactive = True
    shown: list[str] = []

    @contextmanager
    def status(text: str) -> Iterator[Status]:
        shown.append(text)
        yield Status(shown)

    monkeypatch.setattr(terminal.console, "status", status)
    return BotTurns(game, terminal), shown


def test_a_thinker_at_the_screen_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    bots, shown = at_the_screen(monkeypatch, "instant")
    assert bots.game.decision is not None
    name = faction_name(bots.game.decision.actor)
    bots.play(0)
    assert shown[0] == f"{name} is thinking, 0 % ... (Ctrl-C: answer now)"
    assert len(shown) > 1
    assert shown[-1] > shown[0]


def test_the_first_ctrl_c_ends_a_thought_and_not_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, "instant", Level(10**9, 0))
    bots, _ = at_the_screen(monkeypatch, "instant")
    monkeypatch.setattr(Status, "update", lambda status, text: signal.raise_signal(signal.SIGINT))
    before = signal.getsignal(signal.SIGINT)
    bots.play(0)
    assert bots.game.entries
    assert signal.getsignal(signal.SIGINT) is before


def test_the_second_ctrl_c_is_one() -> None:
    with first_interrupt() as enough:
        signal.raise_signal(signal.SIGINT)
        assert enough.is_set()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_a_screen_that_cannot_be_written_over_is_told_of_a_long_thought_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bot_turns, "A_WHILE", 0.0)
    bots, _ = at_the_screen(monkeypatch, "instant")
    bots.play(0)
    assert capsys.readouterr().out.count(" is thinking. Ctrl-C makes it answer now") == 1


def test_where_the_flowchart_would_have_gone_another_way_a_hint_says_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*question: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(FlowchartBot, "deliberate", lost)
    assert "The flowchart has no advice here" in sit(Game.new("short-1965", seed=3), path, "hint").text
    assert "The flowchart" not in sit(Game.new("diems-war-1961", seed=3), path.with_name("two.jsonl"), "hint").text
