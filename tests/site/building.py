"""The folder that the tests look at: written once for each state of the sources, whichever process comes first."""

import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from fitl.site.build import write_file, write_site
from tests.system import missing

ROOT: Final = Path(__file__).parents[2]
TOOLS: Final = ROOT / "tools" / "site"
RUNTIME: Final = TOOLS / "node_modules" / "pyodide"
BUILT: Final = ROOT / "build" / "site-tests"


def runtime() -> Path:
    """The runtime, fetched if that was not done yet."""
    if not (RUNTIME / "package.json").exists():
        npm = shutil.which("npm") or missing("npm", "nodejs npm")
        subprocess.run([npm, "ci", "--silent", "--prefix", TOOLS], check=True)
    return RUNTIME


def built() -> Path:
    """The folder."""
    given = os.environ.get("FITL_SITE")
    return Path(given) if given else _built("site", write_site)


def built_file() -> Path:
    """The one HTML file."""
    given = os.environ.get("FITL_SITE_FILE")
    return Path(given) if given else _built("fitl.html", write_file)


def _built(name: str, write: Callable[[Path, Path], int]) -> Path:
    shutil.which("node") or missing("node", "nodejs npm")
    folder = BUILT / _state()
    BUILT.mkdir(parents=True, exist_ok=True)
    mark = BUILT / "lock"
    mark.touch()
    with mark.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for other in BUILT.iterdir():
            if other.is_dir() and other != folder:
                shutil.rmtree(other)
        if not (folder / name).exists():
            write(folder / name, runtime())
    return folder / name


def _state() -> str:
    found = hashlib.sha256()
    for path in sorted((ROOT / "src").rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]
