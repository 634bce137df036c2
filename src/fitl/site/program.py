"""The program as the browser gets it: two archives of byte code, Python's own modules and those of fitl."""

import shutil
import subprocess
import tomllib
import zipfile
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Final

from fitl.catalogue import tell

RUNTIME_VERSION: Final = "314.0.7"  # of the npm package pyodide (tools/site/package.json): CPython 3.14
RUNTIME_FILES: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
STDLIB: Final = "python_stdlib.zip"
FIRST: Final = "first.txt"  # the modules Python needs to begin, as compile.mjs found them

LEFT_OUT: Final = tomllib.loads(files("fitl.site").joinpath("left_out.toml").read_text(encoding="utf-8"))
STORED: Final = (1980, 1, 1, 0, 0, 0)  # the time of every file in an archive, so that the same build is the same file


class SiteError(Exception):
    """The folder cannot be written; the message says what is wrong and what would be right."""


def stage_program(stage: Path) -> None:
    """Lay out what the browser needs of fitl."""
    root = Path(str(files("fitl")))
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        if path.is_file() and _wanted(inside):
            place = stage / "fitl" / inside
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)


def _wanted(inside: Path) -> bool:
    name = inside.as_posix()
    if "__pycache__" in inside.parts or any(_lies_in(name, each) for each in LEFT_OUT["elsewhere"]):
        return False
    if inside.parts[0] == "site":
        return inside.suffix == ".py"
    if inside.parts[0] == "messages" and inside.stem in LEFT_OUT["messages"]:
        return False
    if inside.parts[0] == "server" and Path(inside.parts[1]).stem in LEFT_OUT["server"]:
        return False
    return inside.suffix in (".py", ".json", ".toml")


def _lies_in(name: str, place: str) -> bool:
    return name == place or name.startswith((f"{place}/", f"{place}."))


def stage_stdlib(stage: Path, runtime: Path) -> None:
    """Lay out what a game needs of Python's own modules."""
    with zipfile.ZipFile(runtime / STDLIB) as archive:
        for name in archive.namelist():
            top, _, rest = name.partition("/")
            stem = top.removesuffix(".py")
            needed = stem not in LEFT_OUT["python"] and not any(_lies_in(name, each) for each in LEFT_OUT["parts"])
            if stem == "encodings":
                needed = Path(rest).stem in LEFT_OUT["encodings"]["kept"]
            if needed and not name.endswith("/"):
                archive.extract(name, stage)


def compile_all(stage: Path, runtime: Path) -> None:
    """Have the runtime's own Python make byte code of all that is laid out; the runtime itself runs under Node."""
    node = shutil.which("node")
    if node is None:
        raise SiteError(tell("site.no_node"))
    script = Path(str(files("fitl.site").joinpath("compile.mjs")))
    done = subprocess.run([node, script, runtime.resolve(), stage], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SiteError(tell("site.not_compiled", error=done.stderr.strip()[-2000:]))


def part_stdlib(stage: Path) -> None:
    """What Python does not need to begin goes to the program, where it packs better."""
    first = {name.partition(".")[0] for name in (stage / FIRST).read_text(encoding="utf-8").split()}
    for path in sorted((stage / "stdlib").iterdir()):
        if path.stem not in first:
            path.rename(stage / "program" / path.name)


def archive(stage: Path, target: Path, *, packed: bool) -> None:
    """Put a folder into an archive that is the same whenever it is made of the same files."""
    way = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    with zipfile.ZipFile(target, "w", way, compresslevel=9) as made:
        for path in _files(stage):
            entry = zipfile.ZipInfo(path.relative_to(stage).as_posix(), STORED)
            entry.compress_type = way
            made.writestr(entry, path.read_bytes())


def _files(stage: Path) -> Iterable[Path]:
    return sorted(path for path in stage.rglob("*") if path.is_file())
