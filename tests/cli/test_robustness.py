"""What happens when things go wrong: interrupts, closed pipes, full disks, damaged files, no colour."""

import os
import pty
import random
import re
import resource
import select
import signal
import stat
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from fitl import journal
from fitl.game import Game
from tests.cli.support import command, environment, fitl, games_in, in_a_process

needs_dev_full = pytest.mark.skipif(
    not (os.path.exists("/dev/full") and stat.S_ISCHR(os.stat("/dev/full").st_mode)), reason="no /dev/full here"
)


def hear_interrupts() -> None:
    """Before a command starts: whoever runs the tests in the background has Ctrl-C ignored, also by what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Pty:
    """A command at a real (pseudo) terminal of 80 columns."""

    def __init__(self, home: Path, *words: str, **more: str) -> None:
        self.screen, side = pty.openpty()
        self.process = subprocess.Popen(
            command(*words),
            stdin=side,
            stdout=side,
            stderr=side,
            env=environment(home, COLUMNS="80", **more),
            start_new_session=True,
            close_fds=True,
            preexec_fn=hear_interrupts,
        )
        os.close(side)
        self.text = ""

    def read_until(self, words: str, seconds: float = 30) -> str:
        """Wait for these words (or the end) and give what was shown since the last time."""
        shown = ""
        end = time.monotonic() + seconds
        while words not in shown and time.monotonic() < end:
            ready, _, _ = select.select([self.screen], [], [], 0.2)
            if ready:
                try:
                    data = os.read(self.screen, 65536)
                except OSError:  # the other side is closed
                    break
                if not data:
                    break
                shown += data.decode(errors="replace")
        self.text += shown
        return shown

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())

    def interrupt(self) -> None:
        """Ctrl-C, again if need be, as a person would: one that comes just as the line editor starts is not heard."""
        for _ in range(5):
            self.process.send_signal(signal.SIGINT)
            if "Continue it with" in self.read_until("Continue it with", 5) or self.process.poll() is not None:
                return

    def finish(self) -> int:
        self.read_until("\0never", 20)
        code = self.process.wait(20)
        os.close(self.screen)
        return code


# --- interrupts and the end of input ---


def test_ctrl_c_says_the_game_is_saved_and_how_to_go_on(tmp_path: Path) -> None:
    screen = Pty(tmp_path, "play", "full-1964", "--seed", "8")
    screen.read_until("ARVN> ")
    screen.type("pass\r")
    screen.read_until("VC> ")
    screen.interrupt()
    assert screen.finish() == 130
    (file,) = games_in(tmp_path)
    assert "The game is saved. Continue it with:" in screen.text
    assert str(file) in screen.text.replace("\r\n", "")
    assert "Traceback" not in screen.text
    assert journal.load(file).game.entries[-1].key == "pass"


def test_sigint_in_a_pipe_is_the_same(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command("play", "full-1964", "--seed", "8"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
        preexec_fn=hear_interrupts,
    )
    assert process.stdout is not None
    shown = b""
    while b"ARVN> " not in shown:
        shown += os.read(process.stdout.fileno(), 65536)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"fitl resume" in out
    assert err == b""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_simulation_can_be_interrupted(tmp_path: Path, jobs: str) -> None:
    screen = Pty(tmp_path, "sim", "full-1964", "--games", "100000", "--jobs", jobs)
    try:
        while not re.search(r"[1-9]\d*/100000", screen.text):
            assert screen.read_until("/100000"), "no game is finished"
        os.killpg(screen.process.pid, signal.SIGINT)  # as the terminal does: every process of the command hears it
        assert screen.finish() == 130
    finally:
        with suppress(ProcessLookupError):
            os.killpg(screen.process.pid, signal.SIGKILL)  # nothing is left running if the test fails
    assert "Traceback" not in screen.text
    assert "games finished" not in screen.text


def test_the_end_of_input_ends_politely(tmp_path: Path) -> None:
    done = in_a_process(tmp_path, "play", "full-1964", typed="")
    assert done.returncode == 0
    assert "The game is saved." in done.stdout
    assert done.stderr == ""


def test_input_without_a_final_newline_counts(tmp_path: Path) -> None:
    fitl(tmp_path, "play", "full-1964", "--seed", "8", typed="pass")
    assert journal.load(games_in(tmp_path)[0]).game.entries[-1].key == "pass"


def test_any_rubbish_on_stdin_is_survived(tmp_path: Path) -> None:
    rng = random.Random(3)
    words = ["1", "2", "3", "undo", "undo!", "?", "show x", "log 3", "why", "transfer nva 1", "card 5", "zzz", "", "4"]
    typed = "\n".join(rng.choice(words) for _ in range(200)) + "\n"
    done = fitl(tmp_path, "play", "full-1964", "--seed", "8", typed=typed)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "bug in the program" not in done.stdout
    assert journal.load(games_in(tmp_path)[0]).notes == []


@pytest.mark.parametrize("errors", ["surrogateescape", "strict"])  # in the C locale; in any other
def test_bytes_that_are_no_text_are_survived(tmp_path: Path, errors: str) -> None:
    done = subprocess.run(
        command("play", "full-1964"),
        input=b"\xff\xfe\x00 pa\xc3\n\x1b[A\n",
        capture_output=True,
        env=environment(tmp_path) | {"PYTHONIOENCODING": f"utf-8:{errors}"},
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


# --- closed pipes and full disks ---


@pytest.mark.parametrize(
    "words", [["show", "full-1964"], ["show", "full-1964", "--json"], ["sim", "short-1965", "--games", "1"]]
)
def test_a_closed_pipe_is_no_trouble(tmp_path: Path, words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)  # whoever reads has left already
    process = subprocess.Popen(command(*words), stdout=writing, stderr=subprocess.PIPE, env=environment(tmp_path))
    os.close(writing)
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(30) != 0


@needs_dev_full
@pytest.mark.parametrize("words", [["show", "full-1964"], ["show", "full-1964", "--json"], ["scenarios"]])
def test_output_to_a_full_disk_is_said(tmp_path: Path, words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command(*words), stdout=full, stderr=subprocess.PIPE, text=True, env=environment(tmp_path)
        )
    assert done.returncode == 1
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


@needs_dev_full
def test_a_new_game_on_a_full_disk_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.with_name("game.jsonl.part").symlink_to("/dev/full")
    done = fitl(tmp_path, "play", "--file", str(file))
    assert done.returncode == 1
    assert "could not be written: No space left on device" in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert not file.exists()


def test_a_folder_for_games_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "fitl").write_text("a file where a folder should be")
    done = fitl(tmp_path, "play")
    assert done.returncode == 1
    assert "That did not work" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_disk_that_fills_up_during_play_costs_no_answer_that_was_taken(tmp_path: Path) -> None:
    """The file may not grow beyond 9000 bytes: answers are refused from there on, and the journal stays whole."""

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))

    done = subprocess.run(
        command("play", "full-1964", "--seed", "8"),
        input="pass\n" * 40 + "quit\n",
        capture_output=True,
        text=True,
        env=environment(tmp_path, PYTHONDONTWRITEBYTECODE="1"),  # no module must be kept cut off at 9000 bytes
        preexec_fn=small_disk,
    )
    assert done.returncode == 0
    assert done.stderr == ""
    shown = " ".join(done.stdout.split())
    assert "Make room on the disk" in shown
    loaded = journal.load(games_in(tmp_path)[0])
    assert loaded.notes == []
    taken = sum(entry.key == "pass" for entry in loaded.game.entries)
    assert 4 <= taken < 40
    assert shown.count("the answer was not taken") == 40 - taken


# --- one game in two terminals ---


def test_a_game_is_played_in_one_terminal_at_a_time(tmp_path: Path) -> None:
    first = Pty(tmp_path, "play", "full-1964", "--seed", "8")
    first.read_until("ARVN> ")
    (file,) = games_in(tmp_path)
    before = file.read_text()
    second = fitl(tmp_path, "resume", str(file), typed="pass\n")
    assert second.returncode == 2
    assert second.stdout == ""
    assert second.stderr.replace("\n", "") == f"{file}: this game is open in another terminal"
    assert file.read_text() == before
    assert fitl(tmp_path, "show", str(file)).returncode == 0  # looking is no harm
    first.type("pass\r")
    first.read_until("VC> ")
    first.type("quit\r")
    assert first.finish() == 0
    third = fitl(tmp_path, "resume", str(file), typed="pass\n")
    assert third.returncode == 0
    assert [entry.key for entry in journal.load(file).game.entries[-2:]] == ["pass", "pass"]


def test_a_resumed_game_is_guarded_as_well(tmp_path: Path) -> None:
    fitl(tmp_path, "play", "full-1964", "--seed", "8", typed="pass\n")
    (file,) = games_in(tmp_path)
    first = Pty(tmp_path, "resume", str(file))
    first.read_until("VC> ")
    assert fitl(tmp_path, "resume", str(file)).returncode == 2
    first.process.kill()
    first.finish()
    assert fitl(tmp_path, "resume", str(file)).returncode == 0  # a claim ends with the program, however that ends


def test_a_copy_is_not_saved_over_a_game_that_is_being_played(tmp_path: Path) -> None:
    first = Pty(tmp_path, "play", "full-1964", "--seed", "8")
    first.read_until("ARVN> ")
    (file,) = games_in(tmp_path)
    before = file.read_text()
    second = fitl(tmp_path, "play", "full-1964", "--seed", "9", typed=f"save! {file}\n")
    assert second.returncode == 0
    assert "this game is open in another terminal" in " ".join(second.stdout.split())
    assert file.read_text() == before
    first.type("quit\r")
    assert first.finish() == 0


# --- damaged files ---


def test_no_damage_to_a_journal_ends_in_a_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from fitl.cli.main import main

    game = Game.new("full-1964", seed=8)
    rng = random.Random(8)
    for _ in range(60):
        assert game.decision is not None
        game.choose(rng.choice(list(game.decision.options)))
    whole = tmp_path / "whole.jsonl"
    journal.save(game, whole)
    data = whole.read_bytes()
    damaged = tmp_path / "damaged.jsonl"
    codes = set()
    for _ in range(150):
        broken = bytearray(data)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(broken))
            match rng.randrange(4):
                case 0:
                    broken[place] = rng.randrange(256)
                case 1:
                    del broken[place : place + rng.randint(1, 200)]
                case 2:
                    broken[place:place] = rng.choice([b"\n", b'"', b"{}", b'{"transfer": "x"}\n', b'{"undo": 1}\n'])
                case 3:
                    broken[place] ^= 1
        damaged.write_bytes(broken)
        for words in (["replay", "--verify"], ["show", "--json"]):
            codes.add(main([words[0], str(damaged), *words[1:]]))
    capsys.readouterr()
    assert codes <= {0, 1, 2}
    assert {1, 2} <= codes


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a journal of this game"),
        ("hello\n", "line 1: not JSON: 'hello'"),
        ("{}", "not a journal of this game"),
        ("[]\n", "not a journal of this game"),
        ('{"fitl_journal": 9}\n', "journal format 9"),
        ('{"fitl": 1, "scenario": "nowhere"}', "no playable scenario 'nowhere'"),
        ('{"fitl": 2}', '"fitl" must be 1'),
        ('{"fitl": 1, "scenario": "full-1964", "trail": 9}', "trail must be a whole number from 0 to 4, not 9"),
        ('{"fitl": 1, "scenario": "full-1964", "answers": [["us", "fly"]]}', "answers"),
    ],
)
@pytest.mark.parametrize("word", ["show", "resume"])
def test_a_wrong_file_is_refused_with_the_reason(tmp_path: Path, word: str, text: str, reason: str) -> None:
    file = tmp_path / "file"
    file.write_text(text)
    done = fitl(tmp_path, word, str(file))
    assert done.returncode == 2
    assert reason in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert file.read_text() == text


# --- colour ---


def test_there_is_colour_at_a_terminal(tmp_path: Path) -> None:
    screen = Pty(tmp_path, "show", "full-1964")
    assert screen.finish() == 0
    assert "\x1b[38;5;" in screen.text


@pytest.mark.parametrize("how", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_there_is_none_where_it_is_not_wanted(tmp_path: Path, how: dict[str, str]) -> None:
    screen = Pty(tmp_path, "show", "full-1964", **how)
    assert screen.finish() == 0
    assert "\x1b" not in screen.text
    assert "Saigon" in screen.text


def test_there_is_none_in_a_pipe(tmp_path: Path) -> None:
    assert "\x1b" not in in_a_process(tmp_path, "show", "full-1964").stdout
    assert "\x1b" not in in_a_process(tmp_path, "play", "full-1964", typed="?\n").stdout


def test_a_terminal_without_the_letters_shows_others(tmp_path: Path) -> None:
    done = in_a_process(tmp_path, "play", "full-1964", typed="why\n", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.returncode == 0
    assert done.stderr == ""


def test_tab_completes_words(tmp_path: Path) -> None:
    screen = Pty(tmp_path, "play", "full-1964", "--seed", "8")
    screen.read_until("ARVN> ")
    screen.type("tran\t")
    assert "transfer" in screen.read_until("transfer")
    screen.type("\x15Pas\t\r")
    shown = screen.read_until("VC> ")
    assert "ARVN passes" in shown
    screen.type("quit\r")
    assert screen.finish() == 0


# --- progress ---


def test_a_simulation_shows_progress_where_somebody_looks(tmp_path: Path) -> None:
    screen = Pty(tmp_path, "sim", "short-1965", "--games", "30")
    assert screen.finish() == 0
    assert "Playing" in screen.text
    assert "30 of 30 games finished" in screen.text
