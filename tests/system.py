"""Programs of the system that some tests need: without them these tests are skipped, in CI they fail."""

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest


def missing(program: str, package: str) -> NoReturn:
    """There is no such program: say how to get it."""
    sentence = f"there is no {program} here; on Debian, as root: apt-get install {package}"
    if os.environ.get("CI"):
        pytest.fail(sentence)
    pytest.skip(sentence)


def skipped(program: str) -> NoReturn:
    """There is no such program, which is no fault even in CI."""
    pytest.skip(f"there is no {program} here; on Debian, as root: apt-get install {program}")


def chromium() -> str:
    """The browser of the tests."""
    return shutil.which("chromium") or missing("chromium", "chromium")


def firefox_program() -> str:
    """The other browser of the tests; they do not insist on it."""
    return shutil.which("firefox-esr") or skipped("firefox-esr")


def postgresql() -> Path:
    """The folder of PostgreSQL's programs; Debian keeps them out of the path."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else missing("PostgreSQL", "postgresql")
