"""Sitting at the screen: answers and commands."""

import random
from pathlib import Path

import pytest

from fitl import journal
from fitl.board.factions import VC
from fitl.cli.session import Session
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.options import GameOptions, parse_seats
from tests.cli.support import ScriptedTerminal, keys

FIRST_CARDS = ("107", "55")  # Burning Bonze, then Trucks: VC acts first


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def table_game() -> Game:
    game = Game.new("full-1964", manual_chance=True)
    for card in FIRST_CARDS:
        game.choose(card)
    return game


def sit(game: Game, path: Path, *lines: str, width: int = 80) -> ScriptedTerminal:
    """Type these lines; the terminal holds what was shown."""
    terminal = ScriptedTerminal(lines, width)
    writer = journal.record(game, path)
    assert Session(game, terminal, path).run() == 0
    writer.close()
    return terminal


def after(terminal: ScriptedTerminal, typed: str) -> str:
    """What was shown after this was typed last."""
    return terminal.text.rpartition(f"> {typed}\n")[2]


# --- answers ---


def test_answers_by_number_key_and_word_lead_to_the_same_game(path: Path) -> None:
    games = [table_game() for _ in range(3)]
    sit(games[0], path, "2", "1")
    sit(games[1], path, "op_only", "rally")
    sit(games[2], path, "operation without", "ral")
    assert games[0].state == games[1].state == games[2].state
    assert keys(games[0].decision) == keys(games[1].decision) == keys(games[2].decision)


def test_an_ambiguous_answer_shows_the_matches_with_their_numbers(path: Path) -> None:
    game = table_game()
    terminal = sit(game, path, "op")
    shown = after(terminal, "op")
    assert "'op' could be any of these:" in shown
    assert "2) Operation without Special Activity" in shown
    assert "3) Operation with Special Activity" in shown
    assert "Pass" not in shown.partition("VC>")[0]
    assert len(game.entries) == 2


def test_an_unknown_answer_is_said_and_changes_nothing(path: Path) -> None:
    game = table_game()
    before = game.state.digest()
    terminal = sit(game, path, "frobnicate", "17", "-1", "[bold]", "{typed}", "\x00", "🙂", "9" * 500)
    assert terminal.text.count("Nothing offered here fits") == 8
    assert game.state.digest() == before


def test_an_empty_line_asks_again(path: Path) -> None:
    terminal = sit(table_game(), path, "")
    assert terminal.text.count("VC is up on #107 Burning Bonze: what will it do?") == 2


def test_the_cost_and_the_purse_are_shown(path: Path) -> None:
    terminal = sit(table_game(), path, "2", "terror")
    assert "[cost 1; VC has 5]" in terminal.text


def test_sides_of_a_card_are_offered_with_their_text(path: Path) -> None:
    terminal = sit(table_game(), path, "event")
    assert "2) Shaded" in terminal.text
    assert "Aid by 12" in after(terminal, "event")


def test_the_board_is_shown_when_the_turn_changes_and_not_before(path: Path) -> None:
    terminal = sit(table_game(), path, "2", "rally", "pass?")
    assert terminal.text.count("Cities ") == 1
    terminal = sit(table_game(), path, "pass", "why")
    assert terminal.text.count("Cities ") == 2
    assert "VC passes" in after(terminal, "pass")


# --- table mode ---


def test_in_table_mode_cards_are_typed_in(path: Path) -> None:
    game = Game.new("full-1964", manual_chance=True)
    terminal = sit(game, path, "999", "burning", "#55", "55", "why")
    assert "Chance: Turn up the first card" in terminal.text
    assert "any of 126: type the number, or words of the title" in terminal.text
    assert "Nothing offered here fits '999'" in terminal.text
    assert "= #107 Burning Bonze" in terminal.text
    assert (game.state.card, game.state.next_card) == (107, 55)


def test_in_table_mode_a_typed_card_can_be_taken_back(path: Path) -> None:
    game = Game.new("full-1964", manual_chance=True)
    sit(game, path, "107", "55", "undo", "56")
    assert (game.state.card, game.state.next_card) == (107, 56)


def test_in_table_mode_a_die_is_asked_for(path: Path) -> None:
    game = table_game()
    terminal = sit(game, path, "2", "attack", "1", "?")
    assert game.decision is not None
    if game.decision.actor != CHANCE:
        terminal = sit(game, path, "1", "?")
    assert "a number from 1 to 6" in terminal.text


# --- commands ---


def test_help_lists_the_choices_and_the_commands(path: Path) -> None:
    terminal = sit(table_game(), path, "?")
    shown = after(terminal, "?")
    for words in ("1) Event", "show [SPACE]", "why [RULE]", "undo!", "save FILE", "transfer FACTION N", "Tn Tunneled"):
        assert words in shown


def test_help_lists_all_cards_in_table_mode(path: Path) -> None:
    shown = after(sit(Game.new("full-1964", manual_chance=True), path, "?"), "?")
    assert "107) #107 Burning Bonze" in shown
    assert "130) #130 Coup! Failed Attempt" in shown


def test_why_explains_the_question_and_any_rule(path: Path) -> None:
    terminal = sit(table_game(), path, "why", "why 3.3.1", "why (6.5)", "why 3.3.1.9", "why 99", "why love")
    text = " ".join(terminal.text.split())
    assert "2.3.4: The first Faction chooses" in text
    assert "#107 Burning Bonze Event, 1964" in text
    assert text.count("3.3.1: Rally") == 2  # 3.3.1.9 is explained by 3.3.1
    assert "6.5: A third" in text
    assert "There is no sentence about rule 99" in text
    assert "There is no sentence about rule love" in text


def test_undo_takes_back_one_answer(path: Path) -> None:
    game = table_game()
    sit(game, path, "2", "rally", "undo")
    assert [entry.key for entry in game.entries] == [*FIRST_CARDS, "op_only"]
    assert "rally" in keys(game.decision)


def test_undo_stops_at_information_unless_everybody_agrees(path: Path) -> None:
    game = Game.new("full-1964", seed=8)
    assert game.decision is not None
    first = game.decision.actor
    while game.decision.actor == first or game.decision.kind != "turn.action":
        game.choose("pass")
        game.choose("pass")
        game.choose("pass")
        game.choose("pass")  # all pass: a new card is turned up
        break
    shown = sit(game, path, "undo", "undo!").text
    assert "cannot be taken back without everyone's consent" in " ".join(shown.split())
    assert "undo! takes it back" in shown
    assert "Taken back." in shown
    assert [entry.key for entry in game.entries if entry.actor != CHANCE] == ["pass"] * 3


def test_nothing_to_take_back_is_said(path: Path) -> None:
    shown = sit(Game.new("full-1964", seed=8), path, "undo").text
    assert "There is nothing to take back." in shown
    assert "undo! takes" not in shown


def test_log_tells_the_last_lines(path: Path) -> None:
    terminal = sit(table_game(), path, "2", "rally", "log", "log 1", "log 0", "log x")
    text = terminal.text
    assert "- Card #107 Burning Bonze\n  - VC: Rally\nVC> log 1\n  - VC: Rally\nVC> log 0\nVC> log x" in text
    assert "log shows the last 20 lines" in text


def test_show_finds_spaces_by_prefix(path: Path) -> None:
    terminal = sit(table_game(), path, "show", "show tay", "show sai", "show casualties", "show atlantis")
    text = terminal.text
    assert text.count("Cities ") == 2
    assert "Province, Jungle, Population 2, Active Opposition" in text
    assert "'sai' could be any of these:" in text
    assert "no pieces" in text
    assert "No space or box is called 'atlantis'." in text


def test_card_shows_cards(path: Path) -> None:
    terminal = sit(table_game(), path, "card", "card 4", "card #4", "card khanh", "card coup", "card 131", "card zz")
    text = terminal.text
    assert "#55 Trucks" in text
    assert text.count("#4 Top Gun\n") == 2
    assert "#125 Coup! Nguyen Khanh\n  Coup" in text
    assert "  #126 Coup! Young Turks" in text
    assert "No card is called '131'." in text
    assert "No card is called 'zz'." in text


def test_save_writes_a_copy_and_never_over_another_file(path: Path, tmp_path: Path) -> None:
    copy, other = tmp_path / "copy.jsonl", tmp_path / "letter.txt"
    other.write_text("Dear aunt")
    game = table_game()
    terminal = sit(
        game,
        path,
        "2",
        f"save {copy}",
        "rally",
        f"save {copy}",
        f"save {other}",
        f"save {tmp_path}",
        f"save {tmp_path}/no/folder",
        f"save {path}",
        "save /dev/null",
        "save",
    )
    text = " ".join(terminal.text.split())
    assert "A copy is in" in text
    assert text.count("exists already; save!") == 2
    assert "is a folder" in text
    assert "there is no folder" in text
    assert "is being recorded in" in text
    assert "/dev/null is not an ordinary file" in text
    assert "Name the file" in text
    assert other.read_text() == "Dear aunt"
    assert [entry.key for entry in journal.load(copy).game.entries] == [*FIRST_CARDS, "op_only"]
    sit(game, path, f"save! {copy}")
    assert journal.load(copy).game.state == game.state


def test_transfer_hands_over_resources(path: Path) -> None:
    game = table_game()
    lines = ["transfer vc 2", "2", "rally", "transfer vc 2", "transfer nva 99", "transfer", "transfer us 1"]
    terminal = sit(game, path, *lines)
    assert "only while one of them carries out" in " ".join(terminal.text.split())
    assert "VC hands over 2 Resources (1.5.2)." in terminal.text
    assert "NVA has 12 Resources" in terminal.text
    assert "Say who gives and how much" in terminal.text
    assert "Only NVA and VC may hand Resources" in terminal.text
    assert game.state.resources[2:] == [12, 3]
    assert journal.load(path).game.state == game.state


def test_transfer_within_one_player_is_refused(path: Path) -> None:
    game = Game.new("full-1964", manual_chance=True, options=GameOptions(seats=parse_seats("us+arvn,nva+vc")))
    terminal = sit(game, path, "107", "55", "2", "rally", "transfer vc 1")
    assert "run by one player" in terminal.text
    assert game.state.resources[VC] == 5


@pytest.mark.parametrize("word", ["quit", "exit", "q", "QUIT"])
def test_quit_says_how_to_go_on(path: Path, word: str) -> None:
    terminal = sit(table_game(), path, word, "pass")
    assert terminal.text.endswith(f"The game is saved. Continue it with:\n  fitl resume {path}\n")


def test_a_file_name_with_spaces_is_quoted(tmp_path: Path) -> None:
    path = tmp_path / "my game.jsonl"
    assert f"fitl resume '{path}'" in sit(table_game(), path, "quit").text


# --- when things go wrong ---


def test_a_fault_of_the_program_does_not_end_the_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table_game()
    writer = journal.record(game, path)
    terminal = ScriptedTerminal(["2", "rally", "why"])
    original = Game._advance

    def broken(self: Game, value: object) -> None:
        if getattr(value, "name", "") == "rally":
            raise RuntimeError("oops")
        original(self, value)

    monkeypatch.setattr(Game, "_advance", broken)
    assert Session(game, terminal, path).run() == 0
    writer.close()
    assert "bug in the program, not your mistake: RuntimeError: oops" in " ".join(terminal.text.split())
    assert keys(game.decision) == keys(journal.load(path).game.decision)


def test_a_full_disk_is_said_and_the_game_goes_on(path: Path) -> None:
    game = table_game()
    terminal = ScriptedTerminal(["2", "rally", "rally"])
    writer = journal.record(game, path)
    good = writer._file
    script = terminal.answer

    def answer() -> str | None:
        typed = script()
        if typed == "rally" and writer._file is good:
            writer._file = open("/dev/full", "r+b", buffering=0)  # noqa: SIM115
        else:
            writer._file = good
        return typed

    terminal.answer = answer
    assert Session(game, terminal, path).run() == 0
    text = " ".join(terminal.text.split())
    assert "the answer was not taken" in text
    assert "Make room on the disk and answer again" in text
    assert [entry.key for entry in game.entries][-1] == "rally"
    assert journal.load(path).game.entries == game.entries


def test_a_disk_that_fills_up_in_the_middle_of_an_answer_leaves_a_whole_journal(path: Path) -> None:
    """The answer is on the disk but the card it turns up is not: the answer is cut off again."""
    game = Game.new("short-1965", seed=9)
    writer = journal.record(game, path)
    rng = random.Random(1)
    write, written, full = writer._write, 0, False

    def flaky(line: object) -> None:
        nonlocal written
        written += 1
        if full and written > 1:
            raise journal.SaveFailed("no room")
        write(line)

    writer._write = flaky  # type: ignore[method-assign]
    refused = 0
    for _ in range(300):
        assert game.decision is not None
        written, full = 0, rng.random() < 0.3
        before = len(game.entries)
        try:
            game.choose(rng.choice(keys(game.decision)))
        except journal.SaveFailed:
            refused += 1
            assert len(game.entries) == before
        full = False
    assert refused
    loaded = journal.load(path)
    assert loaded.notes == []
    assert loaded.game.state == game.state


# --- whole games ---


def test_a_whole_game_is_played_to_the_end_within_80_columns(path: Path) -> None:
    game = Game.new("short-1965", seed=1)
    rng = random.Random(1)
    terminal = ScriptedTerminal()
    noise = ["?", "why", "log 5", "undo", "show hue", "card", ""]
    terminal.answer = lambda: rng.choice(noise) if rng.random() < 0.03 else rng.choice(keys(game.decision))
    journal.record(game, path)
    assert Session(game, terminal, path).run() == 0
    assert game.outcome is not None
    assert "The whole story:\n  fitl replay " in terminal.text
    assert "- Die for " in terminal.text
    assert "bug in the program" not in terminal.text
    too_long = [line for line in terminal.text.splitlines() if len(line) > 80 and "fitl replay" not in line]
    assert too_long == []
    assert journal.load(path).game.state == game.state
