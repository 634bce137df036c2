"""What a command is started with may be odd: closed streams, impossible widths, ports and databases."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from fitl.server.store.sql import SqlStore
from fitl.server.stored import StoreError
from tests.cli.support import fitl, in_a_process

FITL = f"{sys.executable} -m fitl"


def shell(command: str, **environment: str) -> tuple[int, str]:
    """A command's status, and all it says."""
    done = subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, text=True, env={**os.environ, **environment}, timeout=60
    )
    said = " ".join((done.stdout + done.stderr).split())
    assert "Traceback" not in said
    return done.returncode, said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cards", "4"), "Top Gun"),
        (("perft", "short-1965", "--depth", "1"), "1  4"),
        (("lab", "nodes", "short-1965", "--games", "1"), "Never visited:"),
        (("admin", "--db", "sqlite:///{}/games.sqlite3", "games"), ""),
    ],
)
def test_a_command_brings_all_it_needs_into_a_process_of_its_own(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    done = in_a_process(tmp_path, *(word.format(tmp_path) for word in words))
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


def test_closed_output_is_said() -> None:
    assert shell(f"{FITL} scenarios >&-") == (1, "There is nowhere to write to: standard output is closed.")


def test_closed_input_is_the_end_of_input(tmp_path: Path) -> None:
    status, said = shell(f"{FITL} play --seed 1 --file {tmp_path}/game.jsonl <&-")
    assert status == 0
    assert "game.jsonl" in said


def test_everything_closed_ends_with_a_status_that_says_so() -> None:
    assert shell(f"{FITL} scenarios >&- 2>&- <&-") == (1, "")


@pytest.mark.parametrize("columns", ["0", "1", "-5", "x"])
def test_impossible_widths_do_not_matter(tmp_path: Path, columns: str) -> None:
    done = fitl(tmp_path, "scenarios", COLUMNS=columns)
    assert done.returncode == 0
    assert "shor" in done.stdout


@pytest.mark.parametrize("port", ["99999", "-1", "65536"])
def test_a_port_that_is_none_is_refused(tmp_path: Path, port: str) -> None:
    done = fitl(tmp_path, "serve", "--no-browser", f"--port={port}")
    assert done.returncode == 2
    assert "must be a port from 0 to 65535" in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nonsense", "This is not a database address"),
        ("mysql://localhost/x", "not in mysql://localhost/x"),
        ("postgresql://fitl:secret@localhost:99999/fitl", "cannot be opened: "),
        ("sqlite:////tmp", "cannot be opened: unable to open database file. Check its address"),
    ],
)
def test_a_database_that_cannot_be_opened_is_said_with_its_address(url: str, sentence: str) -> None:
    with pytest.raises(StoreError) as refused:
        SqlStore(url)
    assert sentence in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_database_of_a_later_version_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    SqlStore(url).close()
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    status, said = shell(f"{FITL} serve --no-browser --port=0 --db {url}")
    assert status == 2
    assert "was written by a later version of this program" in said
