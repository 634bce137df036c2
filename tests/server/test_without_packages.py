"""Everything that can be asked of a server is answered on the standard library alone, as the static site does it."""

import subprocess
import sys
from pathlib import Path

PLAYS = Path(__file__).with_name("play_without_packages.py")


def test_a_game_is_played_without_any_package_processes_or_threads() -> None:
    done = subprocess.run([sys.executable, str(PLAYS)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["played", "imported", "searched"]
