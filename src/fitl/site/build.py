"""`fitl site`: writes the folder (docs/site.md)."""

import hashlib
import json
import lzma
import shutil
import tempfile
from pathlib import Path
from typing import Final

from fitl.catalogue import tell
from fitl.site.pages import STATIC, write_frame, write_keeper, write_pages
from fitl.site.program import (
    RUNTIME_FILES,
    RUNTIME_VERSION,
    STDLIB,
    SiteError,
    archive,
    compile_all,
    part_stdlib,
    stage_program,
    stage_stdlib,
)
from fitl.site.single import write_single

LOCK: Final = "pyodide-lock.json"
MARK: Final = "fitl-site.json"  # stands in every folder written here: such a folder may be overwritten
PACKING: Final = {  # unpacking takes as much memory as the dictionary has, for good
    "id": lzma.FILTER_LZMA2,
    "preset": 9 | lzma.PRESET_EXTREME,
    "dict_size": 1 << 22,
}
RUNTIME: Final = Path("tools/site/node_modules/pyodide")


def write_site(folder: Path, runtime: Path) -> int:
    """Write the folder, or overwrite it if it is one of ours; return its size in bytes."""
    _check_runtime(runtime)
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise SiteError(tell("site.not_ours", folder=folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".fitl-site-") as made:
        new = Path(made) / "site"
        new.mkdir()
        _write(new, runtime)
        if folder.exists():
            shutil.rmtree(folder)
        new.rename(folder)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def write_file(target: Path, runtime: Path) -> int:
    """Write the whole game as one HTML file; return its size in bytes."""
    _check_runtime(runtime)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "site"
        folder.mkdir()
        program = _write_parts(folder, runtime)
        (folder / "site").mkdir()
        shutil.copyfile(STATIC / "page.js", folder / "site" / "page.js")
        return write_single(target, folder, runtime, program)


def _check_runtime(runtime: Path) -> None:
    try:
        version = json.loads((runtime / "package.json").read_text(encoding="utf-8"))["version"]
    except (OSError, ValueError, KeyError):
        raise SiteError(tell("site.no_runtime", folder=runtime, version=RUNTIME_VERSION)) from None
    if version != RUNTIME_VERSION:
        raise SiteError(tell("site.other_runtime", folder=runtime, version=RUNTIME_VERSION, found=version))


def _write(folder: Path, runtime: Path) -> None:
    write_frame(folder, _write_parts(folder, runtime))
    (folder / MARK).write_text(json.dumps({"runtime": RUNTIME_VERSION}), encoding="utf-8")
    write_keeper(folder)


def _write_parts(folder: Path, runtime: Path) -> dict[str, str]:
    """Write the runtime, the program and the pages; return where the program is."""
    (folder / "runtime").mkdir()
    for name in RUNTIME_FILES:
        shutil.copyfile(runtime / name, folder / "runtime" / name)
    lock = json.loads((runtime / LOCK).read_text(encoding="utf-8"))
    (folder / "runtime" / LOCK).write_text(
        json.dumps(lock | {"packages": {}}), encoding="utf-8"
    )  # none is ever asked for
    write_pages(folder)
    with tempfile.TemporaryDirectory() as made:
        return write_program(Path(made), folder, runtime)


def write_program(stage: Path, folder: Path, runtime: Path) -> dict[str, str]:
    """Python's own modules and the program as byte code; where they are."""
    stage_program(stage / "program")
    stage_stdlib(stage / "stdlib", runtime)
    compile_all(stage, runtime)
    part_stdlib(stage)
    whole = stage / "program.zip"
    archive(stage / "program", whole, packed=False)
    packed = lzma.compress(whole.read_bytes(), filters=[PACKING])  # far smaller than file by file
    name = f"program-{hashlib.sha256(packed).hexdigest()[:16]}.xz"
    (folder / "runtime" / name).write_bytes(packed)
    archive(stage / "stdlib", folder / "runtime" / STDLIB, packed=True)
    return {"program": f"runtime/{name}", "stdlib": f"runtime/{STDLIB}"}
