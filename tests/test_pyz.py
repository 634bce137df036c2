"""The program in one file: packed without compiled parts, unpacked once, run from there with what it starts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools import pyz

TELLS = """
import subprocess, sys
def main():
    print(__file__, flush=True)
    if "--again" not in sys.argv:
        subprocess.run([sys.executable, "-c", "import fitl.cli.main as m; m.main()", "--again"], check=True)
    return 7
"""


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "installed"
    package = folder / "fitl" / "cli"
    package.mkdir(parents=True)
    for path in (package.parent / "__init__.py", package / "__init__.py", folder / "speedups.so"):
        path.touch()
    (package / "main.py").write_text(TELLS)
    pyz.pack(folder, tmp_path / "out" / "fitl.pyz")
    return tmp_path / "out" / "fitl.pyz"


def run(archive: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    env |= {"FITL_PYZ_CACHE": str(cache)}
    return subprocess.run([sys.executable, str(archive)], env=env, capture_output=True, text=True)


def test_it_runs_from_one_folder_and_so_do_the_processes_it_starts(archive: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first, second = run(archive, cache), run(archive, cache)
    assert (first.returncode, first.stderr) == (7, "")
    here, of_the_child = first.stdout.split()
    assert here == of_the_child
    assert Path(here).is_relative_to(cache)
    assert second.stdout == first.stdout
    (folder,) = (cache / "fitl-pyz").iterdir()
    assert not (folder / "speedups.so").exists()


def test_the_same_files_make_the_same_archive(archive: Path, tmp_path: Path) -> None:
    pyz.pack(tmp_path / "installed", tmp_path / "again.pyz")
    assert (tmp_path / "again.pyz").read_bytes() == archive.read_bytes()


def test_an_unpacking_that_was_cut_short_is_begun_anew(archive: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    (cache / "fitl-pyz" / "tmpleft").mkdir(parents=True)
    assert run(archive, cache).returncode == 7
