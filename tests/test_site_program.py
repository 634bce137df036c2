"""What `fitl site` leaves out is needed by nothing that goes into the folder: seen without a browser.

The folder's own tests play games in it (tests/site, tests/web/browser/site), but only in the full tier.
"""

import ast
import json
import re
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from fitl.site.pages import STATIC, manifest
from fitl.site.program import LEFT_OUT, stage_program

# Imports all of the program in a Python that lacks what is left out, and names what cannot be imported.
IMPORT_ALL = """
import importlib, json, sys

class LeftOut:
    def find_spec(self, name, path=None, target=None):
        if name in lacking:
            raise ModuleNotFoundError(f"{name} is left out", name=name)

lacking, modules = json.load(sys.stdin)
for name in lacking:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, LeftOut())
sys.path.insert(0, sys.argv[1])
failed = {}
for name in modules:
    try:
        importlib.import_module(name)
    except ImportError as error:
        failed[name] = str(error)
print(json.dumps(failed))
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The part of fitl that goes into the folder."""
    stage = tmp_path_factory.mktemp("program")
    stage_program(stage)
    return stage


def _modules(program: Path) -> dict[str, Path]:
    return {
        ".".join(path.relative_to(program).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sorted(program.rglob("*.py"))
    }


def _lacking() -> list[str]:
    """The modules of Python that are left out; of the packages that are kept only the parts."""
    return [*LEFT_OUT["python"], *(part.replace("/", ".") for part in LEFT_OUT["parts"])]


def _imported(path: Path) -> Iterator[str]:
    """Every module that a file names in an import, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_the_program_imports_without_what_is_left_out(program: Path) -> None:
    """Also what Python's own modules import in their turn."""
    words = [sys.executable, "-S", "-E", "-c", IMPORT_ALL, str(program)]
    told = json.dumps([_lacking(), list(_modules(program))])
    done = subprocess.run(words, input=told, text=True, capture_output=True, check=True)
    assert json.loads(done.stdout) == {}


def test_no_import_inside_a_function_names_what_is_left_out(program: Path) -> None:
    lacking = set(_lacking())
    found = {
        (module, name)
        for module, path in _modules(program).items()
        for name in _imported(path)
        if name in lacking or name.partition(".")[0] in lacking
    }
    assert found == set()


def _about_png(file: Path) -> tuple[int, int, bool]:
    """Its width and height, and whether something may shine through."""
    picture = file.read_bytes()
    width, height, _, kind = struct.unpack(">IIBB", picture[16:26])
    return width, height, kind in (4, 6) or b"tRNS" in picture


def test_the_manifest_names_icons_of_the_sizes_it_says() -> None:
    told = manifest()
    assert {"name", "short_name", "start_url", "scope", "display", "theme_color", "background_color"} <= told.keys()
    icons = cast(list[dict[str, str]], told["icons"])
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons if icon["purpose"] == "any"}
    for icon in icons:
        width, height, clear = _about_png(STATIC / Path(icon["src"]).name)
        assert icon["sizes"] == f"{width}x{height}"
        assert not (clear and icon["purpose"] == "maskable")


def test_the_icon_for_ios_has_its_size_and_no_transparency() -> None:
    found = re.search(r'rel="apple-touch-icon" href="site/([^"]+)"', (STATIC / "index.html").read_text("utf-8"))
    assert found is not None
    assert _about_png(STATIC / found[1]) == (180, 180, False)
