"""Windows and macOS, as far as Linux can be made to look like them: the terminal and the laboratory.

The commands run in processes of their own with the fake's folder on PYTHONPATH, where Python loads `sitecustomize`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.cli.support import command, environment, games_in
from tests.elsewhere.support import fitl, path_with
from tests.server.support import until


def under(system: str, code: str) -> str:
    """What a line of Python prints there."""
    env = os.environ | {"PYTHONPATH": path_with(system)}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout


# --- the fakes themselves -----------------------------------------------------------------------------------------


def test_the_fake_windows_lacks_and_refuses_what_windows_does(tmp_path: Path) -> None:
    file = tmp_path / "open"
    told = under(
        "windows",
        f"""
import importlib.util, os, signal, socket
print([name for name in ("pthread_sigmask", "setitimer", "SIGALRM") if hasattr(signal, name)])
print([name for name in ("nice", "fork", "sched_setscheduler") if hasattr(os, name)])
for name in ("resource", "readline", "fcntl", "pty"):
    try:
        __import__(name)
        print(name, "is there")
    except ModuleNotFoundError:
        pass
file = open({str(file)!r}, "w")
for refused in (os.replace, os.rename):
    try:
        refused({str(file)!r}, {str(file)!r} + "2")
        print("moved")
    except PermissionError:
        pass
try:
    os.unlink({str(file)!r})
    print("deleted")
except PermissionError:
    pass
file.close()
os.replace({str(file)!r}, {str(file)!r} + "2")
""",
    )
    assert told == "[]\n[]\n"
    assert (tmp_path / "open2").exists()


def test_the_fake_mac_refuses_a_limit_on_memory() -> None:
    told = under(
        "macos",
        """
import resource
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
try:
    resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40))
except ValueError as error:
    print(error)
""",
    )
    assert told == "current limit exceeds maximum limit\n"


# --- the terminal and the laboratory ------------------------------------------------------------------------------


def test_a_game_is_played_saved_and_gone_on_with(system: str, tmp_path: Path) -> None:
    played = fitl(system, tmp_path, "play", "short-1965", "--seed", "1", typed="1\n1\nquit\n")
    assert (played.returncode, played.stderr) == (0, "")
    (saved,) = games_in(tmp_path)
    before = len(saved.read_text(encoding="utf-8").splitlines())
    copy = tmp_path / "copy.jsonl"
    resumed = fitl(system, tmp_path, "resume", str(saved), typed=f"1\nundo\n1\nsave {copy}\nsave! {copy}\nquit\n")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert len(saved.read_text(encoding="utf-8").splitlines()) > before
    assert copy.exists()
    replayed = fitl(system, tmp_path, "replay", str(saved), "--verify")
    assert (replayed.returncode, replayed.stderr) == (0, "")


def test_two_terminals_do_not_play_one_game(system: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    env = environment(tmp_path) | {"PYTHONPATH": path_with(system)}
    words = command("play", "short-1965", "--file", str(file))
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        until(lambda: file.exists() and file.stat().st_size, "the game is saved")
        second = fitl(system, tmp_path, "resume", str(file), typed="quit\n")
        assert second.returncode == 2
        assert "open" in second.stderr
        first.stdin.write("1\nquit\n")
        first.stdin.close()
        first.stdout.read()
    assert first.returncode == 0
    assert fitl(system, tmp_path, "resume", str(file), typed="quit\n").returncode == 0


def test_a_damaged_game_is_kept_and_gone_on_with(system: str, tmp_path: Path) -> None:
    assert fitl(system, tmp_path, "play", "short-1965", "--seed", "1", typed="1\n1\nquit\n").returncode == 0
    (saved,) = games_in(tmp_path)
    whole = saved.read_bytes()
    saved.write_bytes(whole + b'{"nonsense\n')
    resumed = fitl(system, tmp_path, "resume", str(saved), typed="1\nquit\n")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert "original" in resumed.stdout
    assert len(games_in(tmp_path)) == 2


def test_games_are_simulated_in_two_processes_with_the_same_results(system: str, tmp_path: Path) -> None:
    runs = [
        fitl(system, tmp_path, "sim", "short-1965", "--games", "4", "--jobs", jobs, "--json") for jobs in ("1", "2")
    ]
    assert [(run.returncode, run.stderr) for run in runs] == [(0, ""), (0, "")]
    one, two = ({**json.loads(run.stdout), "seconds": 0} for run in runs)
    assert one == two


def test_a_database_is_backed_up_and_restored(system: str, tmp_path: Path) -> None:
    file = str(tmp_path / "all.backup")
    for what, database in (("backup", "old"), ("backup", "old"), ("restore", "new")):  # the second replaces the first
        done = fitl(system, tmp_path, "admin", "--db", f"sqlite:///{tmp_path / database}.sqlite3", what, file)
        assert (done.returncode, done.stderr) == (0, "")
