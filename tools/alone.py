"""Run each test file alone, in a process of its own: does one need what another has imported or left behind?

    python tools/alone.py [--seconds 0.5] [--jobs 2] [FILE ...]

Without files: those of the engine, in tests/ itself and in tests/board, tests/eras, tests/events and tests/rules. The
first test of a file always runs, further ones for this many seconds of processor time; 0 runs them all. Ends with 1 if
a file fails, and says which.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import hypothesis  # noqa: F401  (so that no forked process has to import them again)
import pytest
import rich.console  # noqa: F401

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = ("board", "eras", "events", "rules")
PASSED: Final = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


class Budget:
    """A pytest plugin: no further test begins once the time is over."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.end = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        now = time.process_time()
        self.end = self.end or now + self.seconds
        return True if self.seconds and now > self.end else None


def files_of_the_engine() -> list[Path]:
    tests = ROOT / "tests"
    folders = [path for folder in FOLDERS for path in (tests / folder).rglob("test_*.py")]
    return [*sorted(tests.glob("test_*.py")), *sorted(folders)]


def run_alone(file: Path, seconds: float, output: int) -> int:
    """In a forked process, which has pytest and nothing of ours: pytest's exit code."""
    os.dup2(output, 1)
    os.dup2(output, 2)
    return int(pytest.main(["-n0", "-p", "no:cacheprovider", str(file)], plugins=[Budget(seconds)]))


def start(file: Path, seconds: float, output: int) -> int:
    """Fork a process for a file; its number."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    code = int(pytest.ExitCode.INTERNAL_ERROR)
    try:
        code = run_alone(file, seconds, output)
    finally:
        os._exit(code)


def failures(files: list[Path], seconds: float, jobs: int) -> Iterator[tuple[Path, str]]:
    """The files that fail alone, with what pytest says of them."""
    waiting = list(reversed(files))
    running: dict[int, tuple[Path, int]] = {}
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < jobs:
                file = waiting.pop()
                output = os.open(Path(folder) / str(len(waiting)), os.O_RDWR | os.O_CREAT)
                running[start(file, seconds, output)] = (file, output)
            child, status = os.wait()
            file, output = running.pop(child)
            if os.waitstatus_to_exitcode(status) not in PASSED:
                yield file, os.pread(output, 1 << 20, 0).decode(errors="replace")
            os.close(output)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    assert "fitl" not in sys.modules, "a forked process would begin with it"
    files = args.files or files_of_the_engine()
    found = 0
    for file, told in failures(files, args.seconds, args.jobs):
        found += 1
        print(f"{told}\n{file} fails when it is run alone\n", flush=True)
    print(f"{len(files) - found} of {len(files)} test files pass when they are run alone")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
