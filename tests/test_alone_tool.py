"""tools/alone.py finds test files that need what another file has left behind."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def alone(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "tools" / "alone.py", *arguments], capture_output=True, text=True, check=False, cwd=ROOT
    )


def test_a_file_that_needs_another_fails_alone(tmp_path: Path) -> None:
    (tmp_path / "test_first.py").write_text("import os\ndef test_one(): os.environ['LEFT_BEHIND'] = '1'\n")
    (tmp_path / "test_second.py").write_text("import os\ndef test_two(): assert os.environ['LEFT_BEHIND']\n")
    done = alone("--jobs", "1", tmp_path / "test_first.py", tmp_path / "test_second.py")
    assert done.returncode == 1
    assert "test_second.py fails when it is run alone" in done.stdout
    assert "test_first.py fails" not in done.stdout
    assert "1 of 2 test files pass" in done.stdout


def test_only_the_first_test_runs_when_the_time_is_over(tmp_path: Path) -> None:
    slow = "def test_one(): sum(range(1_000_000))\ndef test_two(): assert False\n"
    (tmp_path / "test_slow.py").write_text(slow)
    assert alone("--seconds", "0.001", tmp_path / "test_slow.py").returncode == 0
    assert alone("--seconds", "0", tmp_path / "test_slow.py").returncode == 1
