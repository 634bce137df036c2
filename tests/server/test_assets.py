"""Pages come with one script, one sheet and one file of constants, made from the sources as they are."""

import json
import os
import re
from pathlib import Path

import pytest

from fitl.server import library
from fitl.server.app import PAGES, WEB
from fitl.server.assets import Assets, BadModule, script, sheet
from tests.server.support import serving


def write(root: Path, **files: str) -> Path:
    for name, text in files.items():
        (root / f"{name}.js").write_text(text)
    return root


def test_a_page_asks_for_three_files_that_browsers_keep_for_good(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/games.sqlite3") as server:
        html = server.http.get("/game/x").text
        wanted = re.findall(r'(?:src|href)="(/assets/[^"]+)"', html)
        assert sorted(name.rpartition(".")[2] for name in wanted) == ["css", "js", "json"]
        assert "/static/js" not in html
        assert "/static/css" not in html
        for name in wanted:
            answer = server.http.get(name)
            assert answer.status_code == 200
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["content-encoding"] == "gzip"
            plain = server.http.get(name, headers={"Accept-Encoding": "identity"})
            assert plain.text == answer.text
        constants = next(name for name in wanted if name.endswith("json"))
        assert server.http.get(constants).json().keys() == {"messages", "facts", "shapes"}
        assert server.http.get("/assets/table-0123456789abcdef.js").status_code == 404


def test_every_page_is_made_and_has_nothing_left_of_the_module_language() -> None:
    assets = Assets(WEB, library.constants())
    for file in PAGES.values():
        found = re.search(r'src="/assets/([^"]+)"', assets.page(file).decode())
        assert found
        made = assets.asset(found[1])
        assert made
        assert not re.search(r"^\s*(import|export)\b", made.body.decode(), re.MULTILINE)


def test_a_module_gets_what_it_imports_and_gives_what_it_exports(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        main='import { two as zwei } from "./b.js";\n// a note\nconst later = () => import("./c.js");\nzwei();\n',
        b="export const one = 1;\nexport function two() {}\n",
        c='import { one } from "./b.js";\nconst three = one;\nexport { three };\n',
    )
    made = script(root, "main.js")
    assert "const { two: zwei } = m0();" in made
    assert "return { one, two };" in made
    assert "Promise.resolve().then(m2)" in made
    assert "return { three };" in made
    assert "a note" not in made


def test_modules_that_import_each_other_in_a_circle_are_named(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        a='import { b } from "./b.js";\nexport const a = 1;\n',
        b='import { a } from "./a.js";\nexport const b = 1;\n',
    )
    with pytest.raises(BadModule, match=re.escape("a.js > b.js > a.js")):
        script(root, "a.js")


@pytest.mark.parametrize("line", ["export let n = 1;", 'import "./b.js";', "export default 1;", "f(import.meta.url);"])
def test_what_cannot_go_into_one_script_is_said(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadModule, match=r"a\.js"):
        script(write(tmp_path, a=line + "\n", b=""), "a.js")


def test_a_changed_source_makes_a_new_page_without_a_new_start(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "a.css").write_text('p { src: url("../fonts/x"); } /* why */\n')
    page = '<meta name="constants" content="words">\n  <link rel="stylesheet" href="/static/css/a.css">\n'
    (tmp_path / "p.html").write_text(page + '<script type="module" src="/static/a.js"></script>')
    write(tmp_path, a="one();\n")
    assets = Assets(tmp_path, {"words": lambda: {"a": "é"}})
    before = assets.page("p.html")
    assert assets.page("p.html") is before
    write(tmp_path, a="two();\n")
    stamp = (tmp_path / "a.js").stat().st_mtime_ns + 1_000_000
    os.utime(tmp_path / "a.js", ns=(stamp, stamp))
    assert assets.page("p.html") != before
    assert sheet(tmp_path, ["css/a.css"]) == 'p { src: url("/static/fonts/x"); } '
    names = re.findall(rb'/assets/([^"]+)"', before)
    kept = assets.asset(next(name.decode() for name in names if name.endswith(b".json")))
    assert kept
    assert json.loads(kept.body) == {"words": {"a": "é"}}


def test_a_page_made_by_another_process_finds_its_files_here() -> None:
    other = Assets(WEB, library.constants()).page("lobby.html").decode()
    here = Assets(WEB, library.constants())
    for name in re.findall(r'/assets/([^"]+)"', other):
        assert here.asset(name) is not None
