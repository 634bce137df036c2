"""The program that goes into the folder of `fitl site`: it plays as it does here, and nothing is missing in it."""

import json
import re
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from fitl.board.scenarios import SCENARIOS
from fitl.site.build import write_site
from fitl.site.program import SiteError
from tests.site.building import built
from tests.site.whole_games import whole_game

HERE = Path(__file__).parent
SEED = 11


def test_whole_games_of_all_scenarios_are_those_of_this_python(tmp_path: Path) -> None:
    names = [scenario.name for scenario in SCENARIOS.values() if scenario.playable]
    words: list[str | Path] = [HERE / "play.mjs", built(), HERE / "whole_games.py", tmp_path / "out", str(SEED), *names]
    subprocess.run(["node", *words], check=True)
    assert len(names) == 14
    for name in names:
        assert (tmp_path / "out" / name).read_text(encoding="utf-8") == whole_game(name, SEED), name


def test_a_folder_of_others_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("dear to me")
    runtime = tmp_path.parent / "runtime"
    runtime.mkdir(exist_ok=True)
    (runtime / "package.json").write_text('{"version": "314.0.7"}')
    with pytest.raises(SiteError, match="not empty"):
        write_site(tmp_path, runtime)
    assert (tmp_path / "thesis.txt").read_text() == "dear to me"


def test_a_missing_or_other_runtime_is_named(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="npm ci"):
        write_site(tmp_path / "site", tmp_path / "nothing")
    (tmp_path / "package.json").write_text('{"version": "0.1.0"}')
    with pytest.raises(SiteError, match=r"pyodide 0\.1\.0"):
        write_site(tmp_path / "site", tmp_path)


def test_paths_are_relative_and_every_file_is_kept_for_offline() -> None:
    folder = built()
    subprocess.run(["node", "--check", folder / "sw.js"], check=True)
    found = re.search(r"JSON\.parse\((.*)\);", (folder / "sw.js").read_text(encoding="utf-8"))
    assert found is not None
    kept = json.loads(json.loads(found[1]))
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "sw.js":
            assert path.relative_to(folder).as_posix() in kept
        if path.suffix == ".html":
            text = path.read_text(encoding="utf-8")
            assert 'href="/' not in text
            assert 'src="/' not in text
            assert "wasm-unsafe-eval" in text


def test_pages_change_their_address_through_home_alone() -> None:
    """In the one HTML file a page's own location leads nowhere."""
    pages = Path(str(files("fitl.web").joinpath("static/js")))
    apart = {"home.js", "lost.js", "lost_page.js"}  # a site has no page for lost addresses
    found = re.compile(r"\blocation\.(assign|replace|reload|hash)\b|\bhistory\.(push|replace)State\b")
    for path in sorted(pages.rglob("*.js")):
        if path.name not in apart:
            assert not found.search(path.read_text(encoding="utf-8")), path
